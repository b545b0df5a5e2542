/* SPDX-License-Identifier: MIT */
/* The store's file: who may open it, its version, its log, and copies of it. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <time.h>

#include "store/sqlite.h"
#include "store_place.h"

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    place_init(place);
    *state = place;
    return 0;
}

static int tear_down(void **state)
{
    place_release(*state);
    free(*state);
    return 0;
}

static enum store_status try_open(struct store **store, const char *path, char *why)
{
    return place_open(store, (struct store_options){.backend = &store_sqlite, .path = path}, why);
}

static struct store *must_open(const char *path)
{
    struct store *store;
    char why[STORE_WHY_MAX];
    if (try_open(&store, path, why) != STORE_OK)
        fail_msg("open %s: %s", path, why);
    return store;
}

static void expect_refusal(const char *path, enum store_status expected, const char *part)
{
    struct store *store;
    char why[STORE_WHY_MAX];
    assert_int_equal(try_open(&store, path, why), expected);
    assert_null(store);
    if (!strstr(why, part))
        fail_msg("\"%s\" does not say \"%s\"", why, part);
}

/* What sqlite3 FILE SQL would do. */
static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static int64_t ask_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    int64_t answer;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite_number(db, sql, &answer), SQLITE_OK);
    sqlite3_close(db);
    return answer;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void fill(struct store *store, int tables, int events)
{
    for (int64_t table = 1; table <= tables; table++) {
        char code[16];
        snprintf(code, sizeof code, "T%05d", (int)table);
        while (store_create(store, table, code, 1) != STORE_OK)
            place_wait(store, store_commit(store));
        for (int64_t seq = 1; seq <= events; seq++)
            while (append_event(store, table, seq) != STORE_OK)
                place_wait(store, store_commit(store));
    }
    assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
}

/* ---- opening ---- */

static void test_reopen(void **state)
{
    const struct place *place = *state;
    struct stat status;
    struct store *store = must_open(place->file);
    fill(store, 3, 5);
    assert_int_equal(store_close(store), STORE_OK);
    assert_int_equal(stat(place->file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(ask_sql(place->file, "PRAGMA user_version"), SCHEMA_VERSION);
    store = must_open(place->file);
    for (int64_t table = 1; table <= 3; table++)
        assert_int_equal(count_events(store, table), 5);
    store_close(store);
}

static void test_locked(void **state)
{
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    char owner[32];
    snprintf(owner, sizeof owner, "process %d", (int)getpid());
    expect_refusal(place->file, STORE_LOCKED, owner);
    fill(store, 1, 3); /* the refusal did the first no harm */
    assert_int_equal(count_events(store, 1), 3);
    store_close(store);
    store_close(must_open(place->file));
}

static void test_foreign(void **state)
{
    const struct place *place = *state;
    run_sql(place->file, "CREATE TABLE somebody (x)");
    expect_refusal(place->file, STORE_FOREIGN, "not one of Kufsa's");
    assert_int_equal(ask_sql(place->file, "SELECT count(*) FROM sqlite_schema"), 1);
    unlink(place->file);
    write_file(place->file, "a letter to somebody, long enough to be told from a database; "
                            "a letter to somebody, long enough to be told from a database.\n");
    expect_refusal(place->file, STORE_FOREIGN, "not a database");
    expect_refusal("/nowhere/at/all", STORE_IO, "No such file");
    expect_refusal(place->folder, STORE_IO, "");
    unlink(place->file);
    write_file(place->file, ""); /* nobody's yet */
    store_close(must_open(place->file));
}

/* The library would keep such a "file" in memory. */
static void test_odd_name(void **state)
{
    const struct place *place = *state;
    char here[PLACE_MAX];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(place->folder), 0);
    struct store *store = must_open(":memory:");
    fill(store, 1, 2);
    store_close(store);
    store = must_open(":memory:");
    assert_int_equal(count_events(store, 1), 2);
    store_close(store);
    assert_int_equal(access(":memory:", F_OK), 0);
    assert_int_equal(chdir(here), 0);
}

static void test_damaged(void **state)
{
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    fill(store, 50, 50);
    store_close(store);
    FILE *file = fopen(place->file, "r+b");
    assert_non_null(file);
    for (long page = 2; page < 60; page++) {
        fseek(file, page * 4096L, SEEK_SET);
        for (int i = 0; i < 4096; i++)
            fputc(0xff, file);
    }
    fclose(file);
    char why[STORE_WHY_MAX];
    enum store_status status = try_open(&store, place->file, why);
    if (status == STORE_OK) {
        struct event_check check = {1, 1, true};
        for (int64_t table = 1; table <= 50 && status == STORE_OK; table++)
            status = store_events(store, table, 1, check_event, &check);
        store_close(store);
    }
    assert_int_equal(status, STORE_CORRUPT);
}

/* An event where none can be: its table is refused, to readers too; once fixed, it goes on. */
static void test_stray_event(void **state)
{
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    struct store_conflict conflict;
    fill(store, 1, 3);
    run_sql(place->file, "INSERT INTO events VALUES (1, 4, 0, x'00', 0)");
    append_event(store, 1, 4);
    assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
    assert_true(store_conflict(store, &conflict) && conflict.table == 1 && conflict.number == 4);
    assert_int_equal(count_events(store, 1), -1);
    run_sql(place->file, "DELETE FROM events WHERE seq = 4"); /* no transaction is left open */
    assert_int_equal(count_events(store, 1), 3);
    append_event(store, 1, 4);
    assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
    assert_int_equal(count_events(store, 1), 4);
    store_close(store);
}

/* ---- somebody else's lock, the log, speed of the list ---- */

static void test_busy(void **state)
{
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(place->file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_create(store, 1, "AAAAAA", 1), STORE_OK);
    assert_int_equal(place_wait(store, store_commit(store)), STORE_BUSY);
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_int_equal(place_await(store, 1, true), STORE_OK);
    store_close(store);
}

static void test_log_is_bounded(void **state)
{
    enum { EVENTS = 6000, BATCH = 250, BOUND = 32 << 20 };
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    static const char bytes[STORE_EVENT_MAX];
    char log[PLACE_MAX + 8];
    struct stat status;
    struct store_counts counts;
    off_t largest = 0;
    snprintf(log, sizeof log, "%s-wal", place->file);
    assert_int_equal(store_create(store, 1, "AAAAAA", 1), STORE_OK);
    for (int64_t seq = 1; seq <= EVENTS; seq++) {
        assert_int_equal(store_append(store, 1, seq, bytes, sizeof bytes, 1), STORE_OK);
        if (seq % BATCH == 0) {
            assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
            assert_int_equal(stat(log, &status), 0);
            largest = status.st_size > largest ? status.st_size : largest;
        }
    }
    store_counts(store, &counts);
    assert_in_range(largest, 8 << 20, BOUND); /* 48 MiB went through it */
    assert_in_range(counts.log_bytes, 1, BOUND);
    assert_int_equal(counts.checkpoint_failures, 0);
    store_close(store);
    assert_int_equal(stat(log, &status), -1); /* emptied and gone */
}

/* A log that nobody waits for is copied and frees its space. */
static void test_log_of_the_idle(void **state)
{
    const struct place *place = *state;
    struct store_options options = {.backend = &store_sqlite, .path = place->file, .idle_ms = 20};
    struct store *store;
    struct stat status;
    struct store_counts counts;
    char why[STORE_WHY_MAX], log[PLACE_MAX + 8];
    snprintf(log, sizeof log, "%s-wal", place->file);
    assert_int_equal(place_open(&store, options, why), STORE_OK);
    for (int64_t round = 0; round < 3; round++) {
        for (int64_t table = 10 * round + 1; table <= 10 * round + 5; table++) {
            char code[16];
            snprintf(code, sizeof code, "T%05d", (int)table);
            assert_int_equal(store_create(store, table, code, 1), STORE_OK);
            assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
        }
        counts.log_bytes = 1;
        for (int i = 0; i < WAIT_MS && counts.log_bytes > 0; i++) { /* counted after it is done */
            usleep(1000);
            assert_int_equal(store_counts(store, &counts), STORE_OK);
        }
        assert_int_equal(counts.log_bytes, 0);
        assert_int_equal(stat(log, &status), 0);
        assert_int_equal(status.st_size, 0);
    }
    store_close(store);
    store = must_open(place->file);
    store_counts(store, &counts);
    assert_int_equal(counts.unfinished, 15);
    store_close(store);
}

static bool count_table(void *context, const struct store_table *table)
{
    *(int *)context += table->seq == 2;
    return true;
}

static void test_list_of_thousands(void **state)
{
    enum { MANY = 10000, BOUND_MS = 1000 }; /* of a processor: about 10; valgrind needs more */
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    struct timespec from, to;
    int count = 0;
    fill(store, MANY, 2);
    store_close(store);
    store = must_open(place->file);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    assert_int_equal(store_unfinished(store, count_table, &count), STORE_OK);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    assert_int_equal(count, MANY);
    double millis =
        (double)(to.tv_sec - from.tv_sec) * 1e3 + (double)(to.tv_nsec - from.tv_nsec) / 1e6;
    print_message("%d unfinished tables listed in %.1f ms\n", MANY, millis);
    assert_true(millis < BOUND_MS);
    store_close(store);
}

/* ---- backup ---- */

struct copying {
    struct store *store;
    int64_t seq, calls;
    bool stop;
};

/* Between two steps of the copy the server goes on writing. */
static bool write_meanwhile(void *context, int64_t done, int64_t total)
{
    struct copying *copying = context;
    assert_in_range(done, 0, total);
    copying->calls++;
    append_event(copying->store, 1, ++copying->seq);
    assert_int_equal(place_wait(copying->store, store_commit(copying->store)), STORE_OK);
    return !copying->stop;
}

static enum store_status back_up(const char *from, const char *to, bool force,
                                 struct copying *copying, char why[STORE_WHY_MAX])
{
    struct text text;
    struct store_copy copy;
    text_init(&text, why, STORE_WHY_MAX);
    return store_backup(&(struct store_backup){.from = from,
                                               .to = to,
                                               .force = force,
                                               .progress = copying ? write_meanwhile : NULL,
                                               .context = copying},
                        &copy, &text);
}

static bool exists(const char *path, const char *end)
{
    char name[PLACE_MAX * 2];
    snprintf(name, sizeof name, "%s%s", path, end);
    return access(name, F_OK) == 0;
}

static void test_backup(void **state)
{
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    struct copying copying = {.store = store, .seq = 80};
    char to[PLACE_MAX + 8], why[STORE_WHY_MAX];
    snprintf(to, sizeof to, "%s-copy", place->file);
    fill(store, 300, 80);
    assert_int_equal(back_up(place->file, to, false, &copying, why), STORE_OK);
    assert_true(copying.calls > 1); /* in several steps, and yet of one moment */
    assert_true(exists(to, "") && !exists(to, "-partial"));
    struct stat status;
    stat(to, &status);
    assert_int_equal(status.st_mode & 0777, 0600);
    struct store *copy = must_open(to);
    for (int64_t table = 1; table <= 300; table++)
        assert_int_equal(count_events(copy, table), 80);
    assert_int_equal(count_events(store, 1), copying.seq);
    assert_int_equal(back_up(place->file, to, false, NULL, why), STORE_EXISTS);
    assert_int_equal(back_up(place->file, to, true, NULL, why), STORE_LOCKED); /* in use */
    store_close(copy);
    assert_int_equal(back_up(place->file, to, true, NULL, why), STORE_OK);
    assert_int_equal(back_up(place->file, place->file, true, NULL, why), STORE_EXISTS);
    store_close(store);
    copy = must_open(to);
    assert_int_equal(count_events(copy, 1), copying.seq);
    store_close(copy);
}

static void test_backup_stopped(void **state)
{
    const struct place *place = *state;
    struct store *store = must_open(place->file);
    struct copying copying = {.store = store, .seq = 40, .stop = true};
    char to[PLACE_MAX + 8], why[STORE_WHY_MAX];
    snprintf(to, sizeof to, "%s-copy", place->file);
    fill(store, 300, 40);
    assert_int_equal(back_up(place->file, to, false, &copying, why), STORE_IO);
    assert_true(!exists(to, "") && !exists(to, "-partial"));
    store_close(store);
}

static void test_backup_refusals(void **state)
{
    const struct place *place = *state;
    char to[PLACE_MAX + 8], why[STORE_WHY_MAX];
    snprintf(to, sizeof to, "%s-copy", place->file);
    assert_int_equal(back_up(place->file, to, false, NULL, why), STORE_ABSENT);
    assert_false(exists(place->file, ""));
    run_sql(place->file, "CREATE TABLE somebody (x)");
    assert_int_equal(back_up(place->file, to, false, NULL, why), STORE_FOREIGN);
    unlink(place->file);
    store_close(must_open(place->file));
    assert_int_equal(back_up(place->file, "/nowhere/copy", false, NULL, why), STORE_IO);
    assert_int_equal(back_up(place->file, place->folder, true, NULL, why), STORE_EXISTS);
    assert_false(exists(to, "-partial"));
    /* An old target's log would be taken for the copy's. */
    write_file(to, "old");
    char log[PLACE_MAX + 16];
    snprintf(log, sizeof log, "%s-wal", to);
    write_file(log, "old");
    assert_int_equal(back_up(place->file, to, true, NULL, why), STORE_OK);
    assert_false(exists(to, "-wal"));
    store_close(must_open(to));
}

/* A file of another version is left as it is: not opened, and not copied. */
static void test_newer(void **state)
{
    const struct place *place = *state;
    store_close(must_open(place->file));
    run_sql(place->file, "PRAGMA user_version = 1000"); /* damage: nobody else has these tables */
    expect_refusal(place->file, STORE_CORRUPT, "version 1000");
    run_sql(place->file, "CREATE TABLE later (x)");
    expect_refusal(place->file, STORE_NEWER, "version 1000");
    assert_int_equal(ask_sql(place->file, "PRAGMA user_version"), 1000);
    run_sql(place->file, "PRAGMA user_version = 0");
    expect_refusal(place->file, STORE_NEWER, "version 0");
    char to[PLACE_MAX + 8], why[STORE_WHY_MAX];
    snprintf(to, sizeof to, "%s-copy", place->file);
    assert_int_equal(back_up(place->file, to, false, NULL, why), STORE_NEWER);
    assert_int_equal(access(to, F_OK), -1);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_reopen),
        TEST(test_locked),
        TEST(test_newer),
        TEST(test_foreign),
        TEST(test_odd_name),
        TEST(test_damaged),
        TEST(test_stray_event),
        TEST(test_busy),
        TEST(test_log_is_bounded),
        TEST(test_log_of_the_idle),
        TEST(test_list_of_thousands),
        TEST(test_backup),
        TEST(test_backup_stopped),
        TEST(test_backup_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
