/* SPDX-License-Identifier: MIT */
/* The store, whichever back end: each test runs with all of them. PostgreSQL needs a server, so it
 * has a run of its own (tests/postgres.mjs). */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>

#include "store/queue.h"
#include "store_place.h"

struct fixture {
    const struct store_backend *backend;
    struct place place;
    struct store *store;
    atomic_int wakes;
    _Atomic enum store_status fault;
    bool stepped, sound; /* sound: never asked for a fault, so a back end may work at once */
};

static void wake(void *context)
{
    struct fixture *fixture = context;
    atomic_fetch_add(&fixture->wakes, 1);
    place_wake(NULL);
}

static enum store_status fault(void *context)
{
    struct fixture *fixture = context;
    return atomic_load(&fixture->fault);
}

static void open_store(struct fixture *fixture)
{
    char why[STORE_WHY_MAX];
    struct store_options options = {
        .backend = fixture->backend,
        .path = fixture->place.file,
        .wake = wake,
        .context = fixture,
        .stepped = fixture->stepped,
        .fault = fixture->sound ? NULL : fault,
    };
    enum store_status status = place_open(&fixture->store, options, why);
    if (status != STORE_OK)
        fail_msg("open: %d %s", (int)status, why);
}

static int set_up(void **state, bool stepped, bool sound)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->backend = *state;
    fixture->stepped = stepped;
    fixture->sound = sound;
    place_init(&fixture->place);
    if (fixture->backend == &store_postgres)
        place_in_database(&fixture->place);
    open_store(fixture);
    *state = fixture;
    return 0;
}

static int set_up_threaded(void **state)
{
    return set_up(state, false, false);
}

static int set_up_stepped(void **state)
{
    return set_up(state, true, false);
}

static int set_up_sound(void **state)
{
    return set_up(state, false, true);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    place_release(&fixture->place);
    free(fixture);
    return 0;
}

static enum store_status wait_for(struct store *store, uint64_t ticket)
{
    if (store->options.stepped)
        store_step(store);
    return place_wait(store, ticket);
}

/* Commits, waits, and expects nothing to be refused. */
static void settle(struct store *store)
{
    struct store_conflict conflict;
    assert_int_equal(wait_for(store, store_commit(store)), STORE_OK);
    assert_false(store_conflict(store, &conflict));
}

static void make_table(struct store *store, int64_t id, const char *code)
{
    assert_int_equal(store_create(store, id, code, 500), STORE_OK);
}

static struct store *store_of(void **state)
{
    return ((struct fixture *)*state)->store;
}

/* ---- things ---- */

static void test_table(void **state)
{
    struct store *store = store_of(state);
    struct store_table table;
    make_table(store, 7, "ABC234");
    assert_int_equal(store_table(store, 7, &table), STORE_ABSENT); /* only queued */
    settle(store);
    assert_int_equal(store_table(store, 7, &table), STORE_OK);
    assert_int_equal(table.id, 7);
    assert_int_equal(table.seq, 0);
    assert_int_equal(table.created_ms, 500);
    assert_int_equal(table.changed_ms, 500);
    assert_false(table.finished);
    assert_string_equal(table.code, "ABC234");
    assert_int_equal(store_table_by_code(store, "ABC234", &table), STORE_OK);
    assert_int_equal(table.id, 7);
    assert_int_equal(store_table_by_code(store, "ABC235", &table), STORE_ABSENT);
    assert_int_equal(store_events(store, 8, 1, check_event, NULL), STORE_ABSENT);
}

static void test_events(void **state)
{
    struct store *store = store_of(state);
    struct store_table table;
    make_table(store, 1, "AAAAAA");
    make_table(store, INT64_MAX, "BBBBBB");
    for (int64_t seq = 1; seq <= 300; seq++) {
        assert_int_equal(append_event(store, 1, seq), STORE_OK);
        if (seq <= 5)
            assert_int_equal(append_event(store, INT64_MAX, seq), STORE_OK);
        if (seq % 7 == 0)
            store_commit(store);
    }
    settle(store);
    assert_int_equal(count_events(store, 1), 300);
    assert_int_equal(count_events(store, INT64_MAX), 5);
    store_table(store, 1, &table);
    assert_int_equal(table.seq, 300);
    assert_int_equal(table.changed_ms, 1300);
    struct event_check check = {1, 290, true};
    assert_int_equal(store_events(store, 1, 290, check_event, &check), STORE_OK);
    assert_true(check.right);
    assert_int_equal(check.next, 301);
}

static bool stop_at_once(void *context, const struct store_event *event)
{
    *(int64_t *)context = event->seq;
    return false;
}

/* Any bytes, none at all, and the largest. */
static void test_payloads(void **state)
{
    struct store *store = store_of(state);
    static char large[STORE_EVENT_MAX + 1];
    int64_t seen = 0;
    make_table(store, 1, "AAAAAA");
    assert_int_equal(store_append(store, 1, 1, "", 0, 1), STORE_OK);
    assert_int_equal(store_append(store, 1, 2, "a\0b", 3, 1), STORE_OK);
    assert_int_equal(store_append(store, 1, 3, large, STORE_EVENT_MAX, 1), STORE_OK);
    assert_int_equal(store_append(store, 1, 4, large, sizeof large, 1), STORE_TOO_BIG);
    settle(store);
    assert_int_equal(store_events(store, 1, 2, stop_at_once, &seen), STORE_OK);
    assert_int_equal(seen, 2);
    struct store_table table;
    assert_int_equal(store_table(store, 1, &table), STORE_OK);
    assert_int_equal(table.seq, 3);
}

static void test_limits(void **state)
{
    struct store *store = store_of(state);
    static char large[STORE_RECORD_MAX + 2];
    memset(large, 'x', sizeof large - 1);
    assert_int_equal(store_create(store, 1, "", 1), STORE_TOO_BIG);
    assert_int_equal(store_create(store, 1, "0123456789abcdef", 1), STORE_TOO_BIG);
    assert_int_equal(store_record_add(store, 1, 1, large, STORE_RECORD_MAX + 1), STORE_TOO_BIG);
    assert_int_equal(store_meta_set(store, "", "", 0), STORE_TOO_BIG);
    assert_int_equal(store_meta_set(store, "m", large, STORE_META_MAX + 1), STORE_TOO_BIG);
    assert_int_equal(store_create(store, 1, "0123456789abcde", 1), STORE_OK);
    settle(store);
}

static void test_records(void **state)
{
    struct store *store = store_of(state);
    struct store_table table;
    char buffer[16];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    make_table(store, 3, "CCCCCC");
    assert_int_equal(store_record_add(store, 3, 1, "first", 5), STORE_OK);
    assert_int_equal(store_record_add(store, 3, 2, "second", 6), STORE_OK);
    assert_int_equal(store_finish(store, 3, 0, 900), STORE_OK);
    assert_int_equal(store_record_add(store, 3, 3, "a text too long for it", 22), STORE_OK);
    settle(store);
    assert_int_equal(store_table_by_code(store, "CCCCCC", &table), STORE_OK); /* also finished */
    assert_true(table.finished);
    assert_int_equal(table.changed_ms, 900);
    assert_int_equal(store_record(store, table.id, 1, &text), STORE_OK);
    assert_string_equal(buffer, "first");
    assert_int_equal(store_record(store, table.id, 2, &text), STORE_OK);
    assert_string_equal(buffer, "second");
    assert_int_equal(store_record(store, table.id, 0, &text), STORE_TOO_BIG);
    assert_int_equal(store_record(store, table.id, 4, &text), STORE_ABSENT);
    assert_int_equal(store_record(store, 4, 0, &text), STORE_ABSENT);
}

static void test_meta(void **state)
{
    struct store *store = store_of(state);
    char buffer[16];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    assert_int_equal(store_meta(store, "secret", &text), STORE_ABSENT);
    assert_int_equal(store_meta_set(store, "secret", "a\0b", 3), STORE_OK);
    assert_int_equal(store_meta_set(store, "empty", "", 0), STORE_OK);
    settle(store);
    assert_int_equal(store_meta(store, "secret", &text), STORE_OK);
    assert_int_equal(text.size, 3);
    assert_memory_equal(buffer, "a\0b", 3);
    assert_int_equal(store_meta(store, "empty", &text), STORE_OK);
    assert_int_equal(text.size, 0);
    assert_int_equal(store_meta_set(store, "secret", "new", 3), STORE_OK);
    settle(store);
    assert_int_equal(store_meta(store, "secret", &text), STORE_OK);
    assert_string_equal(buffer, "new");
}

static bool sum_ids(void *context, const struct store_table *table)
{
    *(int64_t *)context += table->id;
    return !table->finished && table->seq == table->id;
}

static void test_unfinished(void **state)
{
    struct store *store = store_of(state);
    struct store_counts counts;
    int64_t sum = 0;
    for (int64_t id = 1; id <= 40; id++) {
        char code[8];
        snprintf(code, sizeof code, "T%05d", (int)id);
        make_table(store, id, code);
        for (int64_t seq = 1; seq <= id; seq++)
            assert_int_equal(append_event(store, id, seq), STORE_OK);
        if (id % 2 == 0)
            assert_int_equal(store_finish(store, id, id, 2000), STORE_OK);
    }
    settle(store);
    assert_int_equal(store_unfinished(store, sum_ids, &sum), STORE_OK);
    assert_int_equal(sum, 20 * 20); /* 1 + 3 + … + 39 */
    assert_int_equal(store_counts(store, &counts), STORE_OK);
    assert_int_equal(counts.unfinished, 20);
    assert_int_equal(counts.finished, 20);
    assert_int_equal(counts.things, 40 + 820 + 20);
    assert_int_equal(counts.queued_bytes, 0);
    assert_int_equal(counts.queued_things, 0);
    assert_int_equal(counts.conflicts, 0);
}

static bool count_row(void *context, const struct store_table *row)
{
    int *count = context;
    ++*count;
    return row->id > 0;
}

/* More than one answer holds. */
static void test_many_unfinished(void **state)
{
    enum { MANY = 2 * STORE_PAGE_MAX + 1 };
    struct store *store = store_of(state);
    int count = 0;
    for (int id = 1; id <= MANY; id++) {
        char code[8];
        snprintf(code, sizeof code, "T%05d", id * 7919 % 99991);
        make_table(store, id, code);
    }
    settle(store);
    place_sql("UPDATE tables SET sum = sum + 1 WHERE id % 10 = 0"); /* damaged ones are left out */
    assert_int_equal(store_unfinished(store, count_row, &count), STORE_OK);
    assert_int_equal(count, MANY - MANY / 10);
    assert_int_equal(store_finish(store, 1, 0, 2000), STORE_OK);
    settle(store);
    count = 0;
    assert_int_equal(store_unfinished(store, count_row, &count), STORE_OK);
    assert_int_equal(count, MANY - 1 - MANY / 10); /* exactly as many as two answers hold */
}

static void test_prune(void **state)
{
    struct store *store = store_of(state);
    struct store_table table;
    char buffer[16];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    for (int64_t id = 1; id <= 3; id++) {
        const char *const codes[] = {"AAAAAA", "BBBBBB", "CCCCCC"};
        make_table(store, id, codes[id - 1]);
        append_event(store, id, 1);
        store_record_add(store, id, 1, "r", 1);
    }
    store_finish(store, 1, 1, 5000); /* old */
    store_finish(store, 2, 1, 6000); /* not old enough; the third is unfinished */
    store_prune(store, 6000);
    settle(store);
    assert_int_equal(store_table(store, 1, &table), STORE_ABSENT);
    assert_int_equal(store_record(store, 1, 0, &text), STORE_ABSENT);
    assert_int_equal(store_table_by_code(store, "AAAAAA", &table), STORE_ABSENT);
    assert_int_equal(count_events(store, 2), 1);
    assert_int_equal(count_events(store, 3), 1);
    make_table(store, 1, "AAAAAA"); /* nothing is left in its way */
    append_event(store, 1, 1);
    settle(store);
    assert_int_equal(count_events(store, 1), 1);
}

/* Only so many at a time, the oldest first. */
static void test_prune_bound(void **state)
{
    struct store *store = store_of(state);
    struct store_counts counts;
    struct store_table table;
    for (int64_t id = 1; id <= STORE_PRUNE_MAX + 10; id++) {
        char code[8];
        snprintf(code, sizeof code, "T%05d", (int)id);
        make_table(store, id, code);
        store_finish(store, id, 0, 10000 - id);
    }
    store_prune(store, INT64_MAX);
    settle(store);
    store_counts(store, &counts);
    assert_int_equal(counts.finished, 10);
    assert_int_equal(store_table(store, 10, &table), STORE_OK);
    assert_int_equal(store_table(store, 11, &table), STORE_ABSENT);
}

/* ---- refusals ---- */

static void expect_conflict(struct store *store, enum store_kind kind, int64_t table,
                            int64_t number)
{
    struct store_conflict conflict;
    uint64_t ticket = store_commit(store);
    assert_int_equal(wait_for(store, ticket), STORE_OK);
    assert_true(store_conflict(store, &conflict));
    assert_int_equal(conflict.kind, kind);
    assert_int_equal(conflict.table, table);
    assert_int_equal(conflict.number, number);
    assert_int_equal(conflict.ticket, ticket);
    assert_false(store_conflict(store, &conflict));
}

static void test_conflict_seq(void **state)
{
    struct store *store = store_of(state);
    static const int64_t wrong[] = {2, 4, 1, 0, -1, INT64_MAX};
    make_table(store, 1, "AAAAAA");
    append_event(store, 1, 1);
    append_event(store, 1, 2);
    settle(store);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(store_append(store, 1, wrong[i], "other", 5, 9), STORE_OK);
        expect_conflict(store, STORE_APPEND, 1, wrong[i]);
        assert_int_equal(count_events(store, 1), 2); /* nothing was written over */
    }
    append_event(store, 1, 3);
    settle(store);
    assert_int_equal(count_events(store, 1), 3);
    append_event(store, 99, 1);
    expect_conflict(store, STORE_APPEND, 99, 1);
}

/* Refusing one table's event leaves the others' in the same batch alone. */
static void test_conflict_alone(void **state)
{
    struct store *store = store_of(state);
    make_table(store, 1, "AAAAAA");
    make_table(store, 2, "BBBBBB");
    append_event(store, 1, 1);
    settle(store);
    append_event(store, 2, 1);
    append_event(store, 1, 1); /* again */
    append_event(store, 1, 2); /* would fit, but was built on what was refused */
    append_event(store, 2, 2);
    expect_conflict(store, STORE_APPEND, 1, 1);
    assert_int_equal(count_events(store, 1), 1);
    assert_int_equal(count_events(store, 2), 2);
    append_event(store, 1, 2); /* the caller knows now */
    settle(store);
    assert_int_equal(count_events(store, 1), 2);
}

/* Until the caller has been told, later batches are refused too. */
static void test_conflict_fence(void **state)
{
    struct store *store = store_of(state);
    struct store_conflict conflict;
    make_table(store, 1, "AAAAAA");
    append_event(store, 1, 1);
    settle(store);
    append_event(store, 1, 1);
    assert_int_equal(wait_for(store, store_commit(store)), STORE_OK);
    append_event(store, 1, 2);
    assert_int_equal(wait_for(store, store_commit(store)), STORE_OK);
    append_event(store, 1, 2); /* queued before the caller is told, committed after */
    assert_true(store_conflict(store, &conflict));
    assert_int_equal(conflict.number, 1);
    assert_int_equal(wait_for(store, store_commit(store)), STORE_OK);
    assert_false(store_conflict(store, &conflict)); /* it is reported only once */
    assert_int_equal(count_events(store, 1), 1);
    append_event(store, 1, 2);
    settle(store);
    assert_int_equal(count_events(store, 1), 2);
}

static void test_conflict_tables(void **state)
{
    struct store *store = store_of(state);
    struct store_table table;
    make_table(store, 1, "AAAAAA");
    settle(store);
    make_table(store, 1, "BBBBBB");
    expect_conflict(store, STORE_CREATE, 1, 0);
    make_table(store, 2, "AAAAAA");
    expect_conflict(store, STORE_CREATE, 2, 0);
    store_finish(store, 1, 3, 700); /* more events than there are */
    expect_conflict(store, STORE_FINISH, 1, 3);
    store_finish(store, 1, 0, 700);
    make_table(store, 2, "AAAAAA"); /* the code is free again */
    settle(store);
    store_table_by_code(store, "AAAAAA", &table);
    assert_int_equal(table.id, 2);
    append_event(store, 1, 1);
    expect_conflict(store, STORE_APPEND, 1, 1); /* finished */
    append_event(store, 2, 1);
    settle(store);
    store_finish(store, 2, 0, 800); /* somebody has written since */
    expect_conflict(store, STORE_FINISH, 2, 0);
    store_finish(store, 1, 0, 800);
    expect_conflict(store, STORE_FINISH, 1, 0);
    store_finish(store, 99, 0, 800);
    expect_conflict(store, STORE_FINISH, 99, 0);
}

static void test_conflict_records(void **state)
{
    struct store *store = store_of(state);
    make_table(store, 1, "AAAAAA");
    store_record_add(store, 1, 1, "r", 1);
    settle(store);
    store_record_add(store, 1, 1, "other", 5);
    expect_conflict(store, STORE_RECORD_ADD, 1, 1);
    store_record_add(store, 99, 1, "other", 5);
    expect_conflict(store, STORE_RECORD_ADD, 99, 1);
}

/* ---- batches, pauses, the queue ---- */

static void test_tickets(void **state)
{
    struct fixture *fixture = *state;
    struct store_report report;
    assert_int_equal(store_commit(fixture->store), 0);
    make_table(fixture->store, 1, "AAAAAA");
    assert_int_equal(store_commit(fixture->store), 1);
    assert_int_equal(store_commit(fixture->store), 1); /* an empty batch */
    append_event(fixture->store, 1, 1);
    assert_int_equal(store_commit(fixture->store), 2);
    assert_int_equal(wait_for(fixture->store, 2), STORE_OK);
    store_poll(fixture->store, &report);
    assert_int_equal(report.durable, 2);
    assert_int_equal(report.status, STORE_OK);
    for (int i = 0; i < 1000 && atomic_load(&fixture->wakes) == 0; i++)
        usleep(1000);
    assert_true(atomic_load(&fixture->wakes) > 0);
}

static void test_pause(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    struct store_report report;
    make_table(store, 1, "AAAAAA");
    settle(store);
    atomic_store(&fixture->fault, STORE_DISK_FULL);
    for (int64_t seq = 1; seq <= 10; seq++) {
        append_event(store, 1, seq);
        store_commit(store);
    }
    assert_int_equal(wait_for(store, 11), STORE_DISK_FULL);
    store_poll(store, &report);
    assert_int_equal(report.status, STORE_DISK_FULL);
    assert_int_equal(report.durable, 1);
    assert_true(report.why[0] != '\0');
    assert_int_equal(count_events(store, 1), 0); /* reading goes on */
    for (int64_t seq = 11; seq <= 20; seq++)
        append_event(store, 1, seq); /* and so does queueing */
    store_commit(store);
    atomic_store(&fixture->fault, STORE_OK);
    if (fixture->stepped)
        store_step(store);
    assert_int_equal(place_await(store, 12, true), STORE_OK);
    store_poll(store, &report);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(count_events(store, 1), 20);
}

static void test_pause_ends_by_itself(void **state)
{
    struct fixture *fixture = *state;
    atomic_store(&fixture->fault, STORE_BUSY);
    make_table(fixture->store, 1, "AAAAAA");
    store_commit(fixture->store);
    assert_int_equal(wait_for(fixture->store, 1), STORE_BUSY);
    atomic_store(&fixture->fault, STORE_OK);
    assert_int_equal(place_await(fixture->store, 1, true), STORE_OK);
}

static int64_t millis(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* A database that is away may be back at any moment, however long it was away. */
static void test_away(void **state)
{
    struct fixture *fixture = *state;
    struct store_counts counts = {.failures = 0};
    int64_t begun = millis();
    atomic_store(&fixture->fault, STORE_AWAY);
    make_table(fixture->store, 1, "AAAAAA");
    store_commit(fixture->store);
    while (counts.failures < 8) {
        usleep(1000);
        store_figures(fixture->store, &counts);
    }
    assert_in_range(millis() - begun, 0, 7000);
    atomic_store(&fixture->fault, STORE_OK);
    assert_int_equal(place_await(fixture->store, 1, true), STORE_OK);
}

static void await_status(struct store *store, enum store_status status)
{
    struct store_report report;
    do {
        usleep(1000);
        store_poll(store, &report);
    } while (report.status != status);
}

/* The same if nothing is to be written. */
static void test_away_while_idle(void **state)
{
    struct fixture *fixture = *state;
    atomic_store(&fixture->fault, STORE_AWAY);
    await_status(fixture->store, STORE_AWAY);
    int64_t begun = millis();
    atomic_store(&fixture->fault, STORE_OK);
    await_status(fixture->store, STORE_OK);
    assert_in_range(millis() - begun, 0, 1500);
}

static void test_close_reports_loss(void **state)
{
    struct fixture *fixture = *state;
    atomic_store(&fixture->fault, STORE_IO);
    make_table(fixture->store, 1, "AAAAAA");
    assert_int_equal(store_close(fixture->store), STORE_IO);
    atomic_store(&fixture->fault, STORE_OK);
    open_store(fixture);
    make_table(fixture->store, 1, "AAAAAA");
    assert_int_equal(store_close(fixture->store), STORE_OK); /* commits what is open */
    open_store(fixture);
}

static void test_queue_bound(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    static const char bytes[STORE_EVENT_MAX];
    struct store_counts counts;
    int64_t seq = 1;
    enum store_status status;
    make_table(store, 1, "AAAAAA");
    settle(store);
    atomic_store(&fixture->fault, STORE_DISK_FULL);
    assert_true(store_room(store, 1, STORE_EVENT_MAX));
    while ((status = store_append(store, 1, seq, bytes, sizeof bytes, 1)) == STORE_OK) {
        store_commit(store);
        seq++;
    }
    assert_int_equal(status, STORE_QUEUE_FULL);
    assert_in_range(seq, STORE_QUEUE_MAX / (STORE_EVENT_MAX + 512),
                    STORE_QUEUE_MAX / STORE_EVENT_MAX);
    assert_false(store_room(store, 1, STORE_EVENT_MAX));
    store_counts(store, &counts);
    assert_in_range(counts.queued_bytes, STORE_QUEUE_MAX - 2 * STORE_EVENT_MAX, STORE_QUEUE_MAX);
    assert_int_equal(counts.queued_things, seq - 1);
    atomic_store(&fixture->fault, STORE_OK);
    assert_int_equal(place_await(store, store_commit(store), true), STORE_OK);
    assert_int_equal(store_append(store, 1, seq, bytes, sizeof bytes, 1), STORE_OK);
    settle(store);
    struct store_table table;
    store_table(store, 1, &table);
    assert_int_equal(table.seq, seq);
}

/* Moves what was just queued to where it would be if malloc had failed. */
static void into_spare(struct store *store)
{
    struct store_op *op = store->open.first;
    assert_true(op && !op->next && op->size <= store->spare_size);
    struct store_op *moved = (struct store_op *)(void *)store->spare;
    memcpy(moved, op, op->size);
    moved->spare = true;
    moved->name = moved->bytes + (op->name - op->bytes);
    moved->value = moved->bytes + (op->value - op->bytes);
    store->spare_end = op->size;
    atomic_fetch_add(&store->spare_users, 1);
    store->open = (struct list){moved, moved};
    free(op);
}

/* A refused operation stays as a fence; in the spare memory it must not keep out all others. */
static void test_refused_spare(void **state)
{
    struct store *store = store_of(state);
    make_table(store, 1, "AAAAAA");
    settle(store);
    assert_true(store_room(store, 1, STORE_EVENT_MAX));
    append_event(store, 1, 7);
    into_spare(store);
    assert_false(store_room(store, 1, STORE_EVENT_MAX));
    expect_conflict(store, STORE_APPEND, 1, 7);
    assert_true(store_room(store, 1, STORE_EVENT_MAX));
    append_event(store, 1, 1);
    settle(store);
    assert_int_equal(count_events(store, 1), 1);
}

/* Without a thread nothing happens by itself. */
static void test_stepped(void **state)
{
    struct store *store = store_of(state);
    struct store_report report;
    assert_false(store_step(store));
    make_table(store, 1, "AAAAAA");
    assert_false(store_step(store)); /* not closed */
    store_commit(store);
    append_event(store, 1, 1);
    store_commit(store);
    store_poll(store, &report);
    assert_int_equal(report.durable, 0);
    assert_true(store_step(store));
    store_poll(store, &report);
    assert_int_equal(report.durable, 2); /* both at once */
    assert_false(store_step(store));
}

/* Without a disk nobody waits, neither for the ticket nor for a refusal. */
static void test_at_once(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    struct store_report report;
    struct store_conflict conflict;
    struct store_counts counts;
    make_table(store, 1, "AAAAAA");
    append_event(store, 1, 1);
    store_poll(store, &report);
    assert_int_equal(report.durable, 0); /* not before the batch is closed */
    assert_int_equal(store_commit(store), 1);
    store_poll(store, &report);
    assert_int_equal(report.durable, 1);
    assert_int_equal(count_events(store, 1), 1);
    append_event(store, 1, 3);
    assert_int_equal(store_commit(store), 2);
    assert_true(store_conflict(store, &conflict));
    assert_int_equal(conflict.number, 3);
    assert_int_equal(conflict.ticket, 2);
    append_event(store, 1, 2); /* the fence goes once it is reported */
    assert_int_equal(store_commit(store), 3);
    assert_false(store_conflict(store, &conflict));
    assert_int_equal(count_events(store, 1), 2);
    store_counts(store, &counts);
    assert_int_equal(counts.queued_bytes, 0);
    assert_int_equal(counts.transactions, 3);
    assert_int_equal(atomic_load(&fixture->wakes), 0); /* the caller knows already */
}

static void test_reasons(void **unused)
{
    (void)unused;
    for (int status = STORE_OK; status >= STORE_TAKEN; status--) { /* later ones stay inside */
        for (int other = STORE_OK; other > status; other--)
            assert_string_not_equal(store_reason(status), store_reason(other));
    }
}

/* ---- questions ---- */

static struct store_answer *ask(struct store *store, struct store_question question)
{
    uint64_t number = store_ask(store, &question);
    assert_true(number > 0);
    if (store->options.stepped)
        assert_true(store_read_step(store));
    struct store_answer *answer = place_answer(store);
    assert_int_equal(answer->number, number);
    assert_int_equal(answer->question.what, question.what);
    assert_null(store_answered(store));
    return answer;
}

static enum store_status ask_status(struct store *store, struct store_question question)
{
    struct store_answer *answer = ask(store, question);
    enum store_status status = answer->status;
    store_answer_free(answer);
    return status;
}

static void test_questions(void **state)
{
    struct store *store = store_of(state);
    make_table(store, 7, "ABC234");
    for (int seq = 1; seq <= 300; seq++)
        append_event(store, 7, seq);
    store_record_add(store, 7, 1, "first", 5);
    store_record_add(store, 7, 2, "second", 6);
    settle(store);
    struct store_answer *answer = ask(store, (struct store_question){.code = "ABC234"});
    assert_int_equal(answer->status, STORE_OK);
    assert_int_equal(answer->row.id, 7);
    assert_int_equal(answer->row.seq, 300);
    assert_int_equal(count_answered(answer), 300);
    store_answer_free(answer);
    answer = ask(store, (struct store_question){.what = STORE_ASK_ROW, .table = 7});
    assert_int_equal(answer->status, STORE_OK);
    assert_int_equal(answer->row.seq, 300);
    assert_string_equal(answer->row.code, "ABC234");
    assert_int_equal(answer->size, 0);
    store_answer_free(answer);
    answer = ask(store, (struct store_question){.what = STORE_ASK_RECORD, .table = 7});
    assert_int_equal(answer->size, 6);
    assert_memory_equal(answer->bytes, "second", 6);
    store_answer_free(answer);
    struct store_question record = {.what = STORE_ASK_RECORD, .table = 7, .number = 1};
    assert_int_equal(ask_status(store, record), STORE_OK);
    record.number = 3;
    assert_int_equal(ask_status(store, record), STORE_ABSENT);
    assert_int_equal(ask_status(store, (struct store_question){.table = 8}), STORE_ABSENT);
    assert_int_equal(ask_status(store, (struct store_question){.code = "ABC235"}), STORE_ABSENT);
    store_finish(store, 7, 300, 2000);
    settle(store);
    answer = ask(store, (struct store_question){.code = "ABC234"});
    assert_int_equal(answer->status, STORE_OK);
    assert_true(answer->row.finished);
    store_answer_free(answer);
}

/* More than are answered together; some by number, some by code, and some tables by both. */
static void test_many_questions(void **state)
{
    enum { TABLES = 150 };
    struct store *store = store_of(state);
    char code[8] = "AAAAAA";
    for (int i = 1; i <= TABLES; i++) {
        code[4] = (char)('A' + i % 26);
        code[5] = (char)('A' + i / 26);
        make_table(store, i, code);
        for (int seq = 1; seq <= i % 5; seq++)
            append_event(store, i, seq);
    }
    settle(store);
    for (int i = 1; i <= 2 * TABLES; i++) {
        struct store_question question = {.table = i <= TABLES ? i : 0};
        code[4] = (char)('A' + i % TABLES % 26);
        code[5] = (char)('A' + i % TABLES / 26);
        if (question.table == 0)
            memcpy(question.code, code, sizeof code);
        assert_int_equal(store_ask(store, &question), i);
    }
    if (store->options.stepped)
        store_read_step(store);
    for (int i = 1; i <= 2 * TABLES; i++) {
        struct store_answer *answer = place_answer(store);
        bool known = answer->number <= TABLES || answer->number % TABLES != 0;
        assert_int_equal(answer->status, known ? STORE_OK : STORE_ABSENT);
        if (known)
            assert_int_equal(count_answered(answer), answer->row.id % 5);
        store_answer_free(answer);
    }
}

static void test_old(void **state)
{
    struct store *store = store_of(state);
    for (int i = 1; i <= 9; i++) {
        char code[] = "AAAAA1";
        code[5] = (char)('0' + i);
        store_create(store, i, code, 1000 * i);
    }
    append_event(store, 2, 1);
    store_finish(store, 3, 0, 3500);
    settle(store);
    struct store_answer *answer =
        ask(store, (struct store_question){.what = STORE_ASK_OLD, .since = 4000, .before = 7000});
    assert_int_equal(answer->row_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(answer->rows[i].id, 4 + i);
    store_answer_free(answer);
    answer = ask(store, (struct store_question){.what = STORE_ASK_OLD, .before = 1001});
    bool both =
        answer->row_count == 2; /* changed by its event; a database keeps only its beginning */
    assert_true(both || answer->row_count == 1);
    assert_int_equal(answer->rows[0].id, 1);
    store_answer_free(answer);
}

/* Nobody takes the answers. */
static void test_questions_at_the_end(void **state)
{
    struct store *store = store_of(state);
    make_table(store, 7, "ABC234");
    for (int i = 0; i < 10; i++)
        assert_true(store_ask(store, &(struct store_question){.table = 7}) > 0);
}

#define THREADED(function, backend)                                                                \
    cmocka_unit_test_prestate_setup_teardown(function, set_up_threaded, tear_down, backend)
#define STEPPED(function, backend)                                                                 \
    cmocka_unit_test_prestate_setup_teardown(function, set_up_stepped, tear_down, backend)
#define SOUND(function, backend)                                                                   \
    cmocka_unit_test_prestate_setup_teardown(function, set_up_sound, tear_down, backend)
#define ALL(backend)                                                                               \
    THREADED(test_table, backend), THREADED(test_events, backend),                                 \
        THREADED(test_payloads, backend), THREADED(test_limits, backend),                          \
        THREADED(test_records, backend), THREADED(test_meta, backend),                             \
        THREADED(test_unfinished, backend), THREADED(test_prune, backend),                         \
        THREADED(test_prune_bound, backend), THREADED(test_conflict_seq, backend),                 \
        THREADED(test_conflict_alone, backend), THREADED(test_conflict_fence, backend),            \
        THREADED(test_conflict_tables, backend), THREADED(test_conflict_records, backend),         \
        THREADED(test_tickets, backend), THREADED(test_pause, backend),                            \
        THREADED(test_pause_ends_by_itself, backend), THREADED(test_close_reports_loss, backend),  \
        THREADED(test_queue_bound, backend), THREADED(test_refused_spare, backend),                \
        THREADED(test_questions, backend), THREADED(test_many_questions, backend),                 \
        THREADED(test_old, backend), THREADED(test_questions_at_the_end, backend),                 \
        STEPPED(test_questions, backend), SOUND(test_many_questions, backend),                     \
        STEPPED(test_table, backend), STEPPED(test_conflict_fence, backend),                       \
        STEPPED(test_pause, backend), STEPPED(test_stepped, backend), SOUND(test_table, backend),  \
        SOUND(test_prune, backend), SOUND(test_conflict_fence, backend),                           \
        SOUND(test_conflict_tables, backend)

int main(void)
{
    static struct store_backend *backends[3];
    const void *sources[] = {&store_memory, &store_sqlite, &store_postgres};
    memcpy(backends, sources, sizeof sources); /* cmocka's states are not const */
    const struct CMUnitTest tests[] = {
        ALL(backends[0]), SOUND(test_at_once, backends[0]), THREADED(test_away, backends[0]),
        ALL(backends[1]), cmocka_unit_test(test_reasons),
    };
    const struct CMUnitTest far_tests[] = {ALL(backends[2]),
                                           THREADED(test_many_unfinished, backends[2]),
                                           THREADED(test_away_while_idle, backends[2])};
    return place_database() ? cmocka_run_group_tests(far_tests, NULL, NULL)
                            : cmocka_run_group_tests(tests, NULL, NULL);
}
