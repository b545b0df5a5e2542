/* SPDX-License-Identifier: MIT */
/*
 * What only a database can do to the store: a commit that nobody answers, a warning instead of a
 * promise, a second process, rows that somebody changed, a database that is not as it should be.
 * Runs beside a PostgreSQL: node tests/postgres.mjs build/release/unit_postgres
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/postgres.h"
#include "store_place.h"

struct fixture {
    struct place place;
    struct store *store;
};

static enum store_status open_as(const struct fixture *fixture, struct store **store, bool standby,
                                 char why[STORE_WHY_MAX])
{
    struct store_options options = {
        .backend = &store_postgres, .path = fixture->place.file, .standby = standby};
    return place_open(store, options, why);
}

static void must_open(const struct fixture *fixture, struct store **store)
{
    char why[STORE_WHY_MAX];
    enum store_status status = open_as(fixture, store, false, why);
    if (status != STORE_OK)
        fail_msg("open: %d %s", (int)status, why);
}

/* One of the server's processes may lag behind: writes until a write waits for the standby. */
static void until_commits_wait(void)
{
    static const char *const keys[] = {"dbname", "application_name", NULL};
    const char *values[] = {place_database(), "probe", NULL};
    const struct libpq *pq = libpq();
    PGconn *conn = pq->PQconnectdbParams(keys, values, 1);
    PGresult *result;
    bool waits = false;
    while (!waits) {
        CHECK(pq->PQsendQueryParams(conn, "COMMENT ON SCHEMA public IS 'who confirms this?'", 0,
                                    NULL, NULL, NULL, NULL, 0));
        while (pq->PQisBusy(conn)) {
            waits = waits || place_sql("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                                       " WHERE application_name = 'probe'"
                                       " AND wait_event = 'SyncRep'") > 0;
            CHECK(pq->PQconsumeInput(conn));
        }
        while ((result = pq->PQgetResult(conn)))
            pq->PQclear(result);
    }
    pq->PQfinish(conn);
}

static void set_standby(const char *name)
{
    char sql[128];
    snprintf(sql, sizeof sql, "ALTER SYSTEM SET synchronous_standby_names = '%s'", name);
    place_sql(sql);
    place_sql("SELECT pg_reload_conf()");
    snprintf(sql, sizeof sql, "SELECT 1 WHERE current_setting('synchronous_standby_names') = '%s'",
             name);
    while (place_sql(sql) == 0)
        usleep(1000);
    if (name[0] == '\0') /* waits for a process that lags behind */
        place_sql("COMMENT ON SCHEMA public IS 'nobody has to confirm'");
    else
        until_commits_wait();
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    place_init(&fixture->place);
    place_in_database(&fixture->place);
    must_open(fixture, &fixture->store);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    set_standby("");
    store_close(fixture->store);
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

static uint64_t failures(struct store *store)
{
    struct store_counts counts;
    store_counts(store, &counts);
    return counts.failures;
}

/* Does this to the connection that waits for a standby. There is none, so what it wrote is here and
 * nowhere else. */
static void to_waiting(const char *function)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "SELECT %s(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1", function);
    while (place_sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == 0)
        usleep(1000);
    place_sql(sql);
}

/* Everything that can be queued, in one batch. */
static uint64_t queue_all_kinds(struct store *store)
{
    append_event(store, 1, 2);
    append_event(store, 1, 3);
    store_create(store, 2, "BBBBBB", 600);
    append_event(store, 2, 1);
    store_record_add(store, 1, 1, "a record", 8);
    store_meta_set(store, "m", "one", 3);
    store_meta_set(store, "m", "two", 3);
    store_create(store, 3, "CCCCCC", 700);
    store_finish(store, 3, 0, 800);
    store_prune(store, 100);
    return store_commit(store);
}

static void check_all_kinds(struct store *store)
{
    struct store_table table;
    char buffer[32];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    assert_int_equal(count_events(store, 1), 3);
    assert_int_equal(count_events(store, 2), 1);
    assert_int_equal(store_record(store, 1, 0, &text), STORE_OK);
    assert_string_equal(buffer, "a record");
    assert_int_equal(store_meta(store, "m", &text), STORE_OK);
    assert_string_equal(buffer, "two");
    assert_int_equal(store_table(store, 3, &table), STORE_OK);
    assert_true(table.finished);
}

/* The database has committed, nobody said so, and the standby may not have it: the ticket is not
 * durable until a standby has confirmed, and nothing is done twice. */
static void in_doubt(struct store *store, const char *function, bool all_kinds)
{
    struct store_report report;
    start_table(store, 1, "AAAAAA");
    set_standby("nobody");
    uint64_t ticket;
    if (all_kinds) {
        ticket = queue_all_kinds(store);
    } else {
        append_event(store, 1, 2);
        append_event(store, 1, 3);
        ticket = store_commit(store);
    }
    to_waiting(function);
    while (failures(store) == 0)
        usleep(1000);
    to_waiting(function); /* it has found what it wrote, and still believes nothing */
    while (failures(store) < 2)
        usleep(1000);
    store_poll(store, &report);
    assert_true(report.durable < ticket);
    assert_int_equal(report.status, STORE_AWAY);
    set_standby("");
    settle(store);
    if (all_kinds)
        check_all_kinds(store);
    else
        assert_int_equal(count_events(store, 1), 3);
    append_event(store, 1, 4);
    settle(store);
    assert_int_equal(count_events(store, 1), 4);
}

static void test_warning(void **state)
{
    in_doubt(((struct fixture *)*state)->store, "pg_cancel_backend", false);
}

static void test_warning_all(void **state)
{
    in_doubt(((struct fixture *)*state)->store, "pg_cancel_backend", true);
}

static void test_unanswered(void **state)
{
    in_doubt(((struct fixture *)*state)->store, "pg_terminate_backend", false);
}

static void test_unanswered_all(void **state)
{
    in_doubt(((struct fixture *)*state)->store, "pg_terminate_backend", true);
}

/* What is read may be here and not on the standby: it is believed when the standby has confirmed
 * what was written after it. */
static void test_read_in_doubt(void **state)
{
    struct store *store = ((struct fixture *)*state)->store;
    struct store_question question = {.what = STORE_ASK_TABLE, .table = 1};
    start_table(store, 1, "AAAAAA");
    set_standby("nobody");
    assert_true(store_ask(store, &question) > 0);
    while (place_sql("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                     " WHERE wait_event = 'SyncRep' AND query = 'COMMIT'") == 0) {
        assert_null(store_answered(store));
        usleep(1000);
    }
    struct store_answer *answer = place_answer(store);
    assert_int_equal(answer->status, STORE_AWAY);
    store_answer_free(answer);
}

/* An event that was sent once is not mistaken for a later one: without doubt it is refused. */
static void test_not_in_doubt(void **state)
{
    struct store *store = ((struct fixture *)*state)->store;
    struct store_conflict conflict;
    start_table(store, 1, "AAAAAA");
    append_event(store, 1, 1);
    assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
    assert_true(store_conflict(store, &conflict));
    assert_int_equal(conflict.number, 1);
}

/* The connections are cut while nothing is under way, and come back by themselves. */
static void test_cut(void **state)
{
    struct store *store = ((struct fixture *)*state)->store;
    start_table(store, 1, "AAAAAA");
    for (int64_t seq = 2; seq < 6; seq++) {
        place_sql("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                  " WHERE application_name = 'kufsa'");
        append_event(store, 1, seq);
        settle(store);
        struct store_table table;
        while (store_table(store, 1, &table) == STORE_AWAY)
            usleep(1000);
        assert_int_equal(count_events(store, 1), seq);
    }
}

/* The later process writes; the older one is told, whether it writes or not. */
static void test_two(void **state)
{
    struct fixture *fixture = *state;
    struct store_report report;
    struct store *second, *third;
    start_table(fixture->store, 1, "AAAAAA");
    must_open(fixture, &second);
    append_event(fixture->store, 1, 2);
    assert_int_equal(place_wait(fixture->store, store_commit(fixture->store)), STORE_TAKEN);
    assert_int_equal(count_events(second, 1), 1);
    append_event(second, 1, 2);
    settle(second);
    assert_int_equal(count_events(second, 1), 2);
    assert_int_equal(count_events(fixture->store, 1), -1); /* nor does it read */
    must_open(fixture, &third);
    do { /* the beat tells */
        usleep(1000);
        store_poll(second, &report);
    } while (report.status == STORE_OK);
    assert_int_equal(report.status, STORE_TAKEN);
    assert_int_equal(store_close(second), STORE_OK);
    append_event(third, 1, 3);
    settle(third);
    assert_int_equal(store_close(third), STORE_OK);
    assert_int_equal(store_close(fixture->store), STORE_TAKEN);
    must_open(fixture, &fixture->store);
    assert_int_equal(count_events(fixture->store, 1), 3);
}

/* What is read is what was written, or refused. */
static void test_damage(void **state)
{
    struct fixture *fixture = *state;
    struct store *store = fixture->store;
    struct store_table table;
    char buffer[32];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    start_table(store, 1, "AAAAAA");
    start_table(store, 2, "BBBBBB");
    start_table(store, 3, "CCCCCC");
    append_event(store, 2, 2);
    store_record_add(store, 3, 1, "a record", 8);
    store_meta_set(store, "m", "one", 3);
    settle(store);
    place_sql("UPDATE tables SET code = 'AAAAAB' WHERE id = 1");
    place_sql("UPDATE events SET at_ms = at_ms + 1 WHERE table_id = 2 AND seq = 1");
    place_sql("UPDATE records SET text = 'a Record'");
    place_sql("UPDATE meta SET value = 'two' WHERE name = 'm'");
    assert_int_equal(store_table(store, 1, &table), STORE_CORRUPT);
    assert_int_equal(store_events(store, 1, 1, check_event, NULL), STORE_CORRUPT);
    assert_int_equal(count_events(store, 2), -1);
    assert_string_equal(store_why(store), "event 1 of table 2 does not match its checksum");
    assert_int_equal(store_record(store, 3, 1, &text), STORE_CORRUPT);
    assert_int_equal(store_meta(store, "m", &text), STORE_CORRUPT);
    assert_int_equal(count_events(store, 3), 1);
    place_sql("DELETE FROM events WHERE table_id = 2 AND seq = 1");
    assert_int_equal(count_events(store, 2), -1);
}

/* ---- databases that are not as they should be ---- */

static void refused(const struct fixture *fixture, enum store_status expected, const char *says)
{
    struct store *store;
    char why[STORE_WHY_MAX];
    enum store_status status = open_as(fixture, &store, false, why);
    if (status != expected || !strstr(why, says))
        fail_msg("%s: %d %s, not %d", says, (int)status, why, (int)expected);
}

static void test_foreign(void **state)
{
    struct fixture *fixture = *state;
    store_close(fixture->store);
    fixture->store = NULL;
    place_sql("DROP INDEX tables_unfinished");
    refused(fixture, STORE_CORRUPT, "index");
    place_sql("CREATE UNIQUE INDEX tables_unfinished ON tables (code) WHERE finished = 0");
    place_sql("ALTER TABLE events RENAME at_ms TO at");
    refused(fixture, STORE_FOREIGN, "at_ms");
    place_sql("ALTER TABLE events RENAME at TO at_ms");
    must_open(fixture, &fixture->store);
    store_close(fixture->store);
    fixture->store = NULL;
    place_sql("UPDATE meta SET value = '2', sum = 0 WHERE name = 'schema'");
    refused(fixture, STORE_CORRUPT, "checksum");
    place_sql("DELETE FROM meta");
    refused(fixture, STORE_FOREIGN, "not Kufsa's");
    place_sql("DROP TABLE records");
    refused(fixture, STORE_FOREIGN, "not all");
}

/* As a later version would leave it: the sum is right. */
static void test_newer(void **state)
{
    struct fixture *fixture = *state;
    store_meta_set(fixture->store, "schema", "2", 1);
    settle(fixture->store);
    store_close(fixture->store);
    fixture->store = NULL;
    refused(fixture, STORE_NEWER, "version 2");
}

static void test_standby(void **state)
{
    struct fixture *fixture = *state;
    struct store *store;
    char why[STORE_WHY_MAX];
    assert_int_equal(open_as(fixture, &store, true, why), STORE_NO_STANDBY);
    assert_null(store);
}

static void with_url(struct fixture *fixture, const char *from, const char *to)
{
    char url[PLACE_MAX];
    const char *at = strstr(fixture->place.file, from);
    assert_non_null(at);
    snprintf(url, sizeof url, "%.*s%s%s", (int)(at - fixture->place.file), fixture->place.file, to,
             at + strlen(from));
    snprintf(fixture->place.file, sizeof fixture->place.file, "%s", url);
}

static void test_absent(void **state)
{
    struct fixture *fixture = *state;
    with_url(fixture, "/postgres?", "/nowhere?");
    refused(fixture, STORE_NO_DATABASE, "nowhere");
    with_url(fixture, "/nowhere?", "/postgres?");
    with_url(fixture, "kufsa@", "stranger@");
    refused(fixture, STORE_NO_ENTRY, "stranger");
    with_url(fixture, "stranger@", "kufsa@");
    with_url(fixture, "host=", "port=1&host=");
    refused(fixture, STORE_AWAY, "");
    with_url(fixture, "port=1&", "nonsense=1&");
    refused(fixture, STORE_AWAY, "nonsense");
}

static void test_rights(void **state)
{
    struct fixture *fixture = *state;
    char sql[256];
    const char *schema = strstr(fixture->place.file, "%3D") + 3;
    snprintf(sql, sizeof sql,
             "CREATE ROLE guest%s LOGIN; GRANT USAGE ON SCHEMA %s TO guest%s;"
             "GRANT SELECT ON ALL TABLES IN SCHEMA %s TO guest%s",
             schema, schema, schema, schema, schema);
    place_sql(sql);
    snprintf(sql, sizeof sql, "guest%s@", schema);
    with_url(fixture, "kufsa@", sql);
    refused(fixture, STORE_NO_RIGHTS, "");
    place_sql("DROP TABLE nodes, tables, events, records, meta");
    refused(fixture, STORE_NO_RIGHTS, "");
}

static void test_read_only(void **state)
{
    struct fixture *fixture = *state;
    with_url(fixture, "options=", "options=-cdefault_transaction_read_only%3Don%20");
    refused(fixture, STORE_READ_ONLY, "read-only");
}

/* What a connection waits for at a commit, if the role or the URL asks for `asked`. */
static void waits_for(const struct fixture *fixture, const char *asked, const char *expected)
{
    struct session session = {.wait_ms = WRITE_WAIT_MS};
    struct value value = {.kind = VALUE_TEXT};
    char url[PLACE_MAX];
    const char *at = strstr(fixture->place.file, "options=") + strlen("options=");
    snprintf(url, sizeof url, "%.*s-csynchronous_commit%%3D%s%%20%s",
             (int)(at - fixture->place.file), fixture->place.file, asked, at);
    assert_int_equal(session_open(&session, url), STORE_OK);
    session_start(&session);
    session_send_sql(&session, "SELECT current_setting('synchronous_commit')");
    assert_int_equal(session_end(&session), STORE_OK);
    session_values(&session, 0, 0, &value, 1);
    if (value.size != strlen(expected) || memcmp(value.bytes, expected, value.size) != 0)
        fail_msg("%s: %.*s", asked, (int)value.size, (const char *)value.bytes);
    session_close(&session);
}

/* Anything less may lose what was acknowledged when a machine fails. */
static void test_commit_setting(void **state)
{
    const struct fixture *fixture = *state;
    waits_for(fixture, "off", "on");
    waits_for(fixture, "local", "on");
    waits_for(fixture, "remote_write", "on");
    waits_for(fixture, "on", "on");
    waits_for(fixture, "remote_apply", "remote_apply");
}

static void test_names(void **unused)
{
    static const char *const names[][2] = {
        {"kufsa.db", "kufsa.db"},
        {"postgres://db/kufsa", "postgresql://db/kufsa"},
        {"postgresql://noa:sec@ret/s@a,b:5433/kufsa?password=x", "postgresql://a,b:5433/kufsa"},
        {"postgresql://noa:sec?ret@a/kufsa?user=x@y", "postgresql://a/kufsa"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char buffer[64];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        store_name_of(names[i][0], &text);
        assert_string_equal(buffer, names[i][1]);
    }
    assert_ptr_equal(store_backend_for("postgresql.db"), &store_sqlite);
    assert_ptr_equal(store_backend_for("postgres://db/kufsa"), &store_postgres);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_warning),
        TEST(test_warning_all),
        TEST(test_unanswered),
        TEST(test_unanswered_all),
        TEST(test_read_in_doubt),
        TEST(test_not_in_doubt),
        TEST(test_cut),
        TEST(test_two),
        TEST(test_damage),
        TEST(test_foreign),
        TEST(test_newer),
        TEST(test_standby),
        TEST(test_absent),
        TEST(test_rights),
        TEST(test_read_only),
        TEST(test_commit_setting),
        cmocka_unit_test(test_names),
    };
    if (!place_database()) {
        fprintf(stderr, "KUFSA_TEST_POSTGRES is not set: see tests/postgres.mjs\n");
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
