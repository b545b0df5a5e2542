/* SPDX-License-Identifier: MIT */
/* Several processes on one PostgreSQL: whose a table is, and who gets the tables of one that is
 * silent. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/sum.h"
#include "store_place.h"

struct fixture {
    struct place place;
    struct store *a, *b;
};

static struct store *open_node(const struct fixture *fixture, const char *name, bool stepped)
{
    char why[STORE_WHY_MAX];
    struct store *store;
    struct store_options options = {
        .backend = &store_postgres, .path = fixture->place.file, .node = name, .stepped = stepped};
    enum store_status status = place_open(&store, options, why);
    if (status != STORE_OK)
        fail_msg("open: %d %s", (int)status, why);
    return store;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    place_init(&fixture->place);
    place_in_database(&fixture->place);
    fixture->a = open_node(fixture, "a", false);
    fixture->b = open_node(fixture, "b", false);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->a);
    store_close(fixture->b);
    place_release(&fixture->place);
    free(fixture);
    return 0;
}

static void settle(struct store *store)
{
    struct store_conflict conflict;
    assert_int_equal(place_await(store, store_commit(store), true), STORE_OK);
    assert_false(store_conflict(store, &conflict));
}

static void start_table(struct store *store, int64_t id, const char *code)
{
    assert_int_equal(store_create(store, id, code, 500), STORE_OK);
    assert_int_equal(append_event(store, id, 1), STORE_OK);
    settle(store);
}

static struct store_answer *claim(struct store *store, int64_t table)
{
    struct store_question question = {.what = STORE_ASK_TABLE, .table = table};
    assert_true(store_ask(store, &question) > 0);
    return place_answer(store);
}

static void expect(struct store *store, int64_t table, enum store_status status, const char *at)
{
    struct store_answer *answer = claim(store, table);
    assert_int_equal(answer->status, status);
    assert_string_equal(answer->at, at);
    store_answer_free(answer);
}

/* Another connection, in the middle of a transaction that has locked these rows. */
static PGconn *holding(const struct fixture *fixture, const char *rows)
{
    static const char *const keys[] = {"dbname", NULL};
    const char *values[] = {fixture->place.file, NULL};
    const struct libpq *pq = libpq();
    PGconn *conn = pq->PQconnectdbParams(keys, values, 1);
    pq->PQclear(pq->PQexec(conn, "BEGIN"));
    PGresult *result = pq->PQexec(conn, rows);
    assert_int_equal(pq->PQntuples(result), 1);
    pq->PQclear(result);
    return conn;
}

/* How many connections run, or ran last, what begins like this; or wait for a lock with it. */
static long long asking(const char *begin, bool waiting)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'kufsa'"
             " AND query LIKE '%s%%' AND (%s OR wait_event_type = 'Lock')",
             begin, waiting ? "false" : "true");
    return place_sql(sql);
}

/* Waits until the node has entered under a new number. */
static uint64_t next_life(struct store *store, uint64_t life)
{
    struct store_report report;
    do {
        usleep(1000);
        store_poll(store, &report);
    } while (report.life == life);
    return report.life;
}

/* ---- whose it is ---- */

static void test_owner(void **state)
{
    struct fixture *fixture = *state;
    start_table(fixture->a, 1, "AAAAAA");
    struct store_answer *answer = claim(fixture->b, 1);
    assert_int_equal(answer->status, STORE_MOVED);
    assert_string_equal(answer->at, "/ws/a");
    assert_int_equal(count_answered(answer), 1); /* the first event says which game it is */
    store_answer_free(answer);
    expect(fixture->a, 1, STORE_OK, "");
    append_event(fixture->b, 1, 2); /* without asking: refused */
    struct store_conflict conflict;
    assert_int_equal(place_wait(fixture->b, store_commit(fixture->b)), STORE_OK);
    assert_true(store_conflict(fixture->b, &conflict));
    store_close(fixture->a);
    answer = claim(fixture->b, 1); /* it has left, and its tables are free */
    assert_int_equal(answer->status, STORE_OK);
    assert_int_equal(count_answered(answer), 1);
    store_answer_free(answer);
    append_event(fixture->b, 1, 2);
    settle(fixture->b);
    fixture->a = open_node(fixture, "a", false);
    expect(fixture->a, 1, STORE_MOVED, "/ws/b");
}

/* Two ask for the same table at the same time: one has it. */
static void test_both(void **state)
{
    enum { TABLES = 40 };
    struct fixture *fixture = *state;
    for (int i = 1; i <= TABLES; i++) {
        char code[] = "AAAAAA";
        code[4] = (char)('A' + i / 26);
        code[5] = (char)('A' + i % 26);
        start_table(fixture->a, i, code);
    }
    store_close(fixture->a);
    fixture->a = open_node(fixture, "a", false);
    struct store *stores[] = {fixture->a, fixture->b};
    for (int i = 1; i <= TABLES; i++)
        for (int k = 0; k < 2; k++) {
            struct store_question question = {.what = STORE_ASK_TABLE, .table = i};
            assert_true(store_ask(stores[(i + k) % 2], &question) > 0);
        }
    int owners[TABLES + 1] = {0};
    for (int k = 0; k < 2; k++)
        for (int i = 1; i <= TABLES; i++) {
            struct store_answer *answer = place_answer(stores[k]);
            assert_true(answer->status == STORE_OK || answer->status == STORE_MOVED);
            owners[answer->row.id] += answer->status == STORE_OK;
            store_answer_free(answer);
        }
    for (int i = 1; i <= TABLES; i++)
        assert_int_equal(owners[i], 1);
}

/* Whoever asks by code and whoever asks by number hear the same, also of a damaged table. */
static void test_damaged_by_both_names(void **state)
{
    struct fixture *fixture = *state;
    struct store_question by_number = {.what = STORE_ASK_TABLE, .table = 1};
    struct store_question by_code = {.what = STORE_ASK_TABLE, .code = "AAAAAA"};
    struct store *stepped = open_node(fixture, "c", true);
    start_table(fixture->a, 1, "AAAAAA");
    append_event(fixture->a, 1, 2);
    append_event(fixture->a, 1, 3);
    settle(fixture->a);
    place_sql("UPDATE events SET bytes = 'x' WHERE table_id = 1 AND seq = 2 RETURNING 1");
    store_close(fixture->a);
    assert_true(store_ask(stepped, &by_number) > 0 && store_ask(stepped, &by_code) > 0);
    store_read_step(stepped);
    for (int i = 0; i < 2; i++) {
        struct store_answer *answer = place_answer(stepped);
        assert_int_equal(answer->status, STORE_CORRUPT);
        store_answer_free(answer);
    }
    store_close(stepped);
    fixture->a = open_node(fixture, "a", false);
}

/* ---- burial ---- */

/* A node that is buried although it lives: what it has queued is dropped, and it goes on as a new
 * one, without its tables. */
static void test_buried(void **state)
{
    struct fixture *fixture = *state;
    struct store_conflict conflict;
    start_table(fixture->a, 1, "AAAAAA");
    assert_int_equal(place_sql("DELETE FROM nodes WHERE name = 'a' RETURNING 1"), 1);
    struct store_answer *answer = claim(fixture->b, 1);
    assert_int_equal(answer->status, STORE_OK);
    store_answer_free(answer);
    assert_int_equal(store_append(fixture->b, 1, 2, "b's", 3, 2000), STORE_OK);
    settle(fixture->b);
    append_event(fixture->a, 1, 2);
    append_event(fixture->a, 1, 3);
    uint64_t ticket = store_commit(fixture->a);
    next_life(fixture->a, 0);
    append_event(fixture->a, 1, 4); /* after it was told: an ordinary mistake */
    store_commit(fixture->a);
    assert_int_equal(place_await(fixture->a, ticket + 1, true), STORE_OK);
    assert_true(store_conflict(fixture->a, &conflict));
    assert_int_equal(conflict.number, 4);
    assert_false(store_conflict(fixture->a, &conflict));
    expect(fixture->a, 1, STORE_MOVED, "/ws/b");
    start_table(fixture->a, 2, "BBBBBB");
    expect(fixture->b, 2, STORE_MOVED, "/ws/a");
    assert_int_equal(place_sql("SELECT count(*) FROM events WHERE table_id = 1"), 2);
}

/* Nobody has taken the table meanwhile; what was queued is dropped all the same. */
static void test_buried_and_back(void **state)
{
    struct fixture *fixture = *state;
    start_table(fixture->a, 1, "AAAAAA");
    assert_int_equal(place_sql("DELETE FROM nodes WHERE name = 'a' RETURNING 1"), 1);
    append_event(fixture->a, 1, 2);
    uint64_t ticket = store_commit(fixture->a);
    next_life(fixture->a, 0);
    assert_int_equal(place_await(fixture->a, ticket, true), STORE_OK);
    struct store_answer *answer = claim(fixture->a, 1);
    assert_int_equal(answer->status, STORE_OK);
    assert_int_equal(count_answered(answer), 1);
    assert_int_equal(answer->life, 1);
    store_answer_free(answer);
    append_event(fixture->a, 1, 2);
    settle(fixture->a);
}

/* A node without a beat is believed first, then waited for, then buried, and not earlier. */
static void test_silent(void **state)
{
    struct fixture *fixture = *state;
    struct timespec begun, ended;
    int moved = 0, held = 0;
    struct store *silent = open_node(fixture, "c", true); /* has no thread that could beat */
    assert_int_equal(store_create(silent, 1, "AAAAAA", 500), STORE_OK);
    append_event(silent, 1, 1);
    store_commit(silent);
    store_step(silent);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (enum store_status status = STORE_MOVED; status != STORE_OK;) {
        struct store_answer *answer = claim(fixture->b, 1);
        status = answer->status;
        assert_true(status == STORE_MOVED || status == STORE_HELD || status == STORE_OK);
        if (status == STORE_HELD)
            assert_in_range(answer->wait_ms, 1, 10000);
        moved += status == STORE_MOVED;
        held += status == STORE_HELD;
        assert_true(status != STORE_MOVED || held == 0);
        store_answer_free(answer);
        usleep(20000);
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    assert_true(moved > 0 && held > 0);
    assert_in_range(ended.tv_sec - begun.tv_sec, 7, 60);
    assert_false(store_trusted(silent)); /* it knows that it may have been */
    append_event(silent, 1, 2);
    store_commit(silent);
    store_step(silent);
    struct store_report report;
    store_poll(silent, &report);
    assert_int_equal(report.life, 1);
    store_close(silent);
    assert_int_equal(place_sql("SELECT count(*) FROM events WHERE table_id = 1"), 1);
}

static long long beat_of_b(void)
{
    return place_sql("SELECT beat FROM nodes WHERE name = 'b'");
}

static uint64_t failures(struct store *store)
{
    struct store_counts counts;
    store_figures(store, &counts);
    return counts.failures;
}

/* A node that has fallen silent in the middle of a transaction: it is not buried before that has
 * ended, and nobody waits for it. */
static void test_silent_in_transaction(void **state)
{
    struct fixture *fixture = *state;
    struct store *silent = open_node(fixture, "c", true);
    PGconn *held = holding(fixture, "SELECT id FROM nodes WHERE name = 'c' FOR KEY SHARE");
    start_table(fixture->b, 1, "AAAAAA");
    long long until = 0; /* the idle one has tried to bury it, and the busy one too */
    for (int64_t seq = 2; until == 0 || beat_of_b() < until; seq++) {
        append_event(fixture->b, 1, seq);
        settle(fixture->b);
        assert_int_equal(asking("DELETE FROM nodes WHERE id", true), 0);
        if (until == 0 && asking("DELETE FROM nodes WHERE id", false) > 0)
            until = beat_of_b() + 2;
    }
    assert_int_equal(place_sql("SELECT count(*) FROM nodes WHERE name = 'c'"), 1);
    libpq()->PQfinish(held);
    while (place_sql("SELECT count(*) FROM nodes WHERE name = 'c'") == 1)
        usleep(1000);
    assert_int_equal(failures(fixture->a) + failures(fixture->b), 0);
    store_close(silent);
}

/* A claim may take long: its node's beat does not wait for it. */
static void test_long_claim(void **state)
{
    struct fixture *fixture = *state;
    struct store_question question = {.what = STORE_ASK_TABLE, .table = 1};
    start_table(fixture->a, 1, "AAAAAA");
    PGconn *held = holding(fixture, "SELECT id FROM tables WHERE id = 1 FOR UPDATE");
    assert_true(store_ask(fixture->b, &question) > 0);
    while (asking("SELECT t.id FROM tables", true) == 0)
        usleep(1000);
    long long before = beat_of_b();
    while (beat_of_b() == before)
        assert_int_equal(asking("UPDATE nodes", true), 0);
    libpq()->PQfinish(held);
    store_answer_free(place_answer(fixture->b));
}

/* While a claim waits for a table, that is given to a node which was born after the claim began. */
static void test_claim_of_newborn(void **state)
{
    struct fixture *fixture = *state;
    struct store_question question = {.what = STORE_ASK_TABLE, .table = 1};
    struct store *gone = open_node(fixture, "c", false);
    start_table(gone, 1, "AAAAAA");
    store_close(gone);
    PGconn *held = holding(fixture, "SELECT id FROM tables WHERE id = 1 FOR UPDATE");
    assert_true(store_ask(fixture->b, &question) > 0);
    while (asking("", true) == 0)
        usleep(1000);
    libpq()->PQclear(libpq()->PQexec(held, "INSERT INTO nodes VALUES (77, 'c', '', 0, 1);"
                                           "UPDATE tables SET owner = 77 WHERE id = 1; COMMIT"));
    libpq()->PQfinish(held);
    struct store_answer *answer = place_answer(fixture->b);
    assert_int_equal(answer->status, STORE_MOVED);
    assert_string_equal(answer->at, "/ws/c");
    store_answer_free(answer);
}

/* ---- what carries its own proof ---- */

/* Nobody else has the table yet, and its node does not know that it is buried. */
static void test_written_while_buried(void **state)
{
    struct fixture *fixture = *state;
    struct store *node = open_node(fixture, "c", true); /* it has no thread that could beat */
    assert_int_equal(store_create(node, 1, "AAAAAA", 500), STORE_OK);
    append_event(node, 1, 1);
    store_commit(node);
    store_step(node);
    assert_int_equal(place_sql("DELETE FROM nodes WHERE name = 'c' RETURNING 1"), 1);
    append_event(node, 1, 2);
    store_commit(node);
    store_step(node);
    assert_int_equal(place_sql("SELECT count(*) FROM events WHERE table_id = 1"), 1);
    store_close(node);
}

/* The last event is not the one that the writer knows: the next one must not follow that. */
static void test_forked(void **state)
{
    struct fixture *fixture = *state;
    const struct store_event other = {1, 1000, (const uint8_t *)"other", 5};
    char sql[256];
    start_table(fixture->a, 1, "AAAAAA");
    snprintf(sql, sizeof sql,
             "UPDATE events SET at_ms = 1000, bytes = 'other', sum = %lld WHERE table_id = 1",
             (long long)sum_event(sum_start(1), 1, &other));
    place_sql(sql);
    append_event(fixture->a, 1, 2);
    settle(fixture->a);
    struct store_answer *answer = claim(fixture->a, 1);
    assert_int_equal(answer->status, STORE_OK);
    assert_int_equal(answer->row.seq, 2);
    store_answer_free(answer);
}

/* Another table has the number of one that was removed. */
static void test_number_comes_back(void **state)
{
    struct fixture *fixture = *state;
    start_table(fixture->a, 1, "AAAAAA");
    assert_int_equal(store_finish(fixture->a, 1, 1, 2000), STORE_OK);
    assert_int_equal(store_prune(fixture->a, 6000), STORE_OK);
    settle(fixture->a);
    assert_int_equal(place_sql("SELECT count(*) FROM tables"), 0);
    start_table(fixture->a, 1, "BBBBBB");
}

/* ---- names ---- */

static void until_taken(struct store *store)
{
    struct store_report report;
    do {
        usleep(1000);
        store_poll(store, &report);
    } while (report.status != STORE_TAKEN);
}

/* The process that had the name before is over: it does not fight for it. */
static void test_same_name(void **state)
{
    struct fixture *fixture = *state;
    struct store *later = open_node(fixture, "a", false);
    until_taken(fixture->a);
    start_table(later, 1, "AAAAAA");
    expect(fixture->b, 1, STORE_MOVED, "/ws/a");
    store_close(later);
}

static void test_alone(void **state)
{
    struct fixture *fixture = *state;
    start_table(fixture->a, 1, "AAAAAA");
    struct store *alone = open_node(fixture, NULL, false);
    until_taken(fixture->a);
    until_taken(fixture->b);
    expect(alone, 1, STORE_OK, "");
    store_close(fixture->a);
    fixture->a = open_node(fixture, "a", false);
    until_taken(alone);
    store_close(alone);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

/* With an argument: only the tests whose names match it. */
int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        TEST(test_owner),
        TEST(test_both),
        TEST(test_buried),
        TEST(test_buried_and_back),
        TEST(test_silent),
        TEST(test_same_name),
        TEST(test_alone),
        TEST(test_damaged_by_both_names),
        TEST(test_silent_in_transaction),
        TEST(test_long_claim),
        TEST(test_claim_of_newborn),
        TEST(test_written_while_buried),
        TEST(test_forked),
        TEST(test_number_comes_back),
    };
    if (!place_database()) {
        fprintf(stderr, "KUFSA_TEST_POSTGRES is not set: see tests/postgres.mjs\n");
        return 1;
    }
    if (count > 1)
        cmocka_set_test_filter(words[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
