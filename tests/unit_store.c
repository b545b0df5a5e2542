/* SPDX-License-Identifier: MIT */
/* The store, whichever back end: each test runs with all of them. */
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

/* Commits, waits, and expects nothing to be refused. */
static void settle(struct store *store)
{
    struct store_conflict conflict;
    assert_int_equal(store_wait(store, store_commit(store), WAIT_MS), STORE_OK);
    assert_false(store_conflict(store, &conflict));
}

static void make_table(struct store *store, int64_t id, const char *code)
{
    assert_int_equal(store_create(store, id, code, "{\"game\":\"iota\"}", 500), STORE_OK);
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
    char buffer[100];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
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
    assert_int_equal(store_setup(store, 7, &text), STORE_OK);
    assert_string_equal(buffer, "{\"game\":\"iota\"}");
    assert_int_equal(store_table_by_code(store, "ABC234", &table), STORE_OK);
    assert_int_equal(table.id, 7);
    assert_int_equal(store_table_by_code(store, "ABC235", &table), STORE_ABSENT);
    assert_int_equal(store_setup(store, 8, &text), STORE_ABSENT);
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
    assert_int_equal(store_create(store, 1, "", "", 1), STORE_TOO_BIG);
    assert_int_equal(store_create(store, 1, "0123456789abcdef", "", 1), STORE_TOO_BIG);
    assert_int_equal(store_create(store, 1, "0123456789abcde", large, 1), STORE_TOO_BIG);
    assert_int_equal(store_record_add(store, 1, 1, large, STORE_RECORD_MAX + 1), STORE_TOO_BIG);
    assert_int_equal(store_meta_set(store, "", "", 0), STORE_TOO_BIG);
    assert_int_equal(store_meta_set(store, "m", large, STORE_META_MAX + 1), STORE_TOO_BIG);
    large[STORE_SETUP_MAX] = '\0';
    assert_int_equal(store_create(store, 1, "0123456789abcde", large, 1), STORE_OK);
    settle(store);
}

static bool count_token(void *context, const struct store_token *token)
{
    *(int *)context += token->seat;
    return true;
}

static void test_tokens(void **state)
{
    struct store *store = store_of(state);
    struct store_token token = {.table = 3, .role = "seat"}, found;
    int sum = 0;
    make_table(store, 3, "CCCCCC");
    for (int seat = 1; seat <= 4; seat++) {
        token.seat = seat;
        memset(token.hash, seat, sizeof token.hash);
        assert_int_equal(store_token_add(store, &token), STORE_OK);
    }
    settle(store);
    assert_int_equal(store_token(store, token.hash, &found), STORE_OK);
    assert_memory_equal(found.hash, token.hash, sizeof token.hash);
    assert_string_equal(found.role, "seat");
    assert_int_equal(found.seat, 4);
    assert_int_equal(found.table, 3);
    assert_int_equal(store_tokens(store, 3, count_token, &sum), STORE_OK);
    assert_int_equal(sum, 1 + 2 + 3 + 4);
    assert_int_equal(store_token_revoke(store, token.hash), STORE_OK);
    assert_int_equal(store_token_revoke(store, token.hash), STORE_OK); /* twice does no harm */
    settle(store);
    assert_int_equal(store_token(store, token.hash, &found), STORE_ABSENT);
    sum = 0;
    store_tokens(store, 3, count_token, &sum);
    assert_int_equal(sum, 1 + 2 + 3);
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

static void test_prune(void **state)
{
    struct store *store = store_of(state);
    struct store_token token = {.table = 1, .role = "seat"};
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
    store_token_add(store, &token);
    store_finish(store, 1, 1, 5000); /* old */
    store_finish(store, 2, 1, 6000); /* not old enough; the third is unfinished */
    store_prune(store, 6000);
    settle(store);
    assert_int_equal(store_table(store, 1, &table), STORE_ABSENT);
    assert_int_equal(store_record(store, 1, 0, &text), STORE_ABSENT);
    assert_int_equal(store_token(store, token.hash, &token), STORE_ABSENT);
    assert_int_equal(store_table_by_code(store, "AAAAAA", &table), STORE_ABSENT);
    assert_int_equal(count_events(store, 2), 1);
    assert_int_equal(count_events(store, 3), 1);
    make_table(store, 1, "AAAAAA"); /* nothing is left that would be in its way */
    append_event(store, 1, 1);
    settle(store);
    assert_int_equal(count_events(store, 1), 1);
}

/* No more than so many at a time, the oldest first. */
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
    assert_int_equal(store_wait(store, ticket, WAIT_MS), STORE_OK);
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

/* Until the caller has been told, also what comes in later batches is refused. */
static void test_conflict_fence(void **state)
{
    struct store *store = store_of(state);
    struct store_conflict conflict;
    make_table(store, 1, "AAAAAA");
    append_event(store, 1, 1);
    settle(store);
    append_event(store, 1, 1);
    assert_int_equal(store_wait(store, store_commit(store), WAIT_MS), STORE_OK);
    append_event(store, 1, 2);
    assert_int_equal(store_wait(store, store_commit(store), WAIT_MS), STORE_OK);
    append_event(store, 1, 2); /* queued before he is told, committed after */
    assert_true(store_conflict(store, &conflict));
    assert_int_equal(conflict.number, 1);
    assert_int_equal(store_wait(store, store_commit(store), WAIT_MS), STORE_OK);
    assert_false(store_conflict(store, &conflict)); /* told once is enough */
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
    store_finish(store, 1, 3, 700); /* events that there are not */
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

static void test_conflict_others(void **state)
{
    struct store *store = store_of(state);
    struct store_token token = {.table = 1, .seat = 2, .role = "seat"}, found;
    make_table(store, 1, "AAAAAA");
    make_table(store, 2, "BBBBBB");
    store_token_add(store, &token);
    store_record_add(store, 1, 1, "r", 1);
    settle(store);
    token.table = 2;
    store_token_add(store, &token);
    expect_conflict(store, STORE_TOKEN_ADD, 2, 2);
    store_token(store, token.hash, &found);
    assert_int_equal(found.table, 1);
    token.table = 99;
    token.hash[0] = 1;
    store_token_add(store, &token);
    expect_conflict(store, STORE_TOKEN_ADD, 99, 2);
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
    assert_int_equal(store_wait(fixture->store, 2, WAIT_MS), STORE_OK);
    store_poll(fixture->store, &report);
    assert_int_equal(report.durable, 2);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(store_wait(fixture->store, 3, 20), STORE_LATE);
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
    assert_int_equal(store_wait(store, 11, WAIT_MS), STORE_DISK_FULL);
    store_poll(store, &report);
    assert_int_equal(report.status, STORE_DISK_FULL);
    assert_int_equal(report.durable, 1);
    assert_true(report.why[0] != '\0');
    assert_int_equal(count_events(store, 1), 0); /* reading goes on */
    for (int64_t seq = 11; seq <= 20; seq++)
        append_event(store, 1, seq); /* and so does queueing */
    store_commit(store);
    atomic_store(&fixture->fault, STORE_OK);
    store_retry(store);
    for (int i = 0; i < 1000 && report.durable < 12; i++) {
        if (fixture->stepped)
            store_step(store);
        usleep(1000);
        store_poll(store, &report);
    }
    assert_int_equal(report.durable, 12);
    assert_int_equal(report.status, STORE_OK);
    assert_int_equal(count_events(store, 1), 20);
}

static void test_pause_ends_by_itself(void **state)
{
    struct fixture *fixture = *state;
    struct store_report report = {0};
    atomic_store(&fixture->fault, STORE_BUSY);
    make_table(fixture->store, 1, "AAAAAA");
    store_commit(fixture->store);
    assert_int_equal(store_wait(fixture->store, 1, WAIT_MS), STORE_BUSY);
    atomic_store(&fixture->fault, STORE_OK);
    for (int i = 0; i < 1000 && report.durable < 1; i++) {
        usleep(5000);
        store_poll(fixture->store, &report);
    }
    assert_int_equal(report.durable, 1);
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
    store_retry(store);
    struct store_report report = {0};
    for (int i = 0; i < 2000 && report.durable < store_commit(store); i++) {
        usleep(5000);
        store_poll(store, &report);
    }
    assert_int_equal(store_append(store, 1, seq, bytes, sizeof bytes, 1), STORE_OK);
    settle(store);
    struct store_table table;
    store_table(store, 1, &table);
    assert_int_equal(table.seq, seq);
}

/* Moves what was just queued to where it would be had malloc given nothing. */
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

/* What is refused stays as a fence; in the spare memory it must not keep all others out. */
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

/* Without a disk nobody waits: not for the ticket, and not for what was refused. */
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
    append_event(store, 1, 2); /* the fence is gone with its telling */
    assert_int_equal(store_commit(store), 3);
    assert_false(store_conflict(store, &conflict));
    assert_int_equal(count_events(store, 1), 2);
    store_counts(store, &counts);
    assert_int_equal(counts.queued_bytes, 0);
    assert_int_equal(counts.transactions, 3);
    assert_int_equal(atomic_load(&fixture->wakes), 0); /* who asked knows already */
}

static void test_reasons(void **unused)
{
    (void)unused;
    for (int status = STORE_OK; status >= STORE_EXISTS; status--) {
        for (int other = STORE_OK; other > status; other--)
            assert_string_not_equal(store_reason(status), store_reason(other));
    }
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
        THREADED(test_tokens, backend), THREADED(test_records, backend),                           \
        THREADED(test_meta, backend), THREADED(test_unfinished, backend),                          \
        THREADED(test_prune, backend), THREADED(test_prune_bound, backend),                        \
        THREADED(test_conflict_seq, backend), THREADED(test_conflict_alone, backend),              \
        THREADED(test_conflict_fence, backend), THREADED(test_conflict_tables, backend),           \
        THREADED(test_conflict_others, backend), THREADED(test_tickets, backend),                  \
        THREADED(test_pause, backend), THREADED(test_pause_ends_by_itself, backend),               \
        THREADED(test_close_reports_loss, backend), THREADED(test_queue_bound, backend),           \
        THREADED(test_refused_spare, backend), STEPPED(test_table, backend),                       \
        STEPPED(test_conflict_fence, backend), STEPPED(test_pause, backend),                       \
        STEPPED(test_stepped, backend), SOUND(test_table, backend), SOUND(test_prune, backend),    \
        SOUND(test_conflict_fence, backend), SOUND(test_conflict_tables, backend)

int main(void)
{
    static struct store_backend *backends[2];
    const void *sources[] = {&store_memory, &store_sqlite};
    memcpy(backends, sources, sizeof sources); /* cmocka's states are not const */
    const struct CMUnitTest tests[] = {
        ALL(backends[0]),
        SOUND(test_at_once, backends[0]),
        ALL(backends[1]),
        cmocka_unit_test(test_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
