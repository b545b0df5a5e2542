/* SPDX-License-Identifier: MIT */
/*
 * The simulated disk, and the real store on it: thousands of events while the power fails, the
 * process dies and calls fail anywhere. What was reported durable is there afterwards, in order;
 * and the disk is bad enough that without syncs it would not be.
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/rng.h"
#include "sim_disk.h"
#include "store_place.h"

enum { TABLES = 4, BATCH_MAX = 6, CHANGES_MAX = 300, SEEDS = 12, POWER_SEEDS = 3 };

static uint64_t rounds = 100; /* of each seed, or as many as are asked for */

/* ---- the store ---- */

struct world {
    struct sim_disk *disk;
    struct place place;
    struct search_rng rng;
    struct store *store;
    int64_t durable[TABLES], queued[TABLES]; /* events of table i + 1 */
    int64_t told;                            /* all that was ever told durable */
    uint64_t crashes, failed_steps;
};

static void world_init(struct world *world, uint64_t seed)
{
    *world = (struct world){.disk = sim_disk_new(seed)};
    search_rng_init(&world->rng, seed + 1);
    place_init(&world->place);
}

static void world_release(struct world *world)
{
    store_close(world->store);
    sim_disk_free(world->disk);
    place_release(&world->place);
}

static bool opens(struct world *world)
{
    char why[STORE_WHY_MAX];
    struct store_options options = {
        .backend = &store_sqlite, .path = world->place.file, .stepped = true};
    return sim_disk_settle(world->disk) && place_open(&world->store, options, why) == STORE_OK;
}

/* Each batch says in `meta` how many events there are after it, so that half a batch is noticed. */
static void queue_batch(struct world *world)
{
    int64_t sum = 0;
    int count = 1 + (int)search_rng_below(&world->rng, BATCH_MAX);
    char value[24];
    for (int i = 0; i < count; i++) {
        int table = (int)search_rng_below(&world->rng, TABLES);
        world->queued[table]++;
        assert_int_equal(append_event(world->store, table + 1, world->queued[table]), STORE_OK);
    }
    for (int table = 0; table < TABLES; table++)
        sum += world->queued[table];
    int size = snprintf(value, sizeof value, "%lld", (long long)sum);
    assert_int_equal(store_meta_set(world->store, "sum", value, (size_t)size), STORE_OK);
    store_commit(world->store);
}

static bool step(struct world *world)
{
    struct store_report report;
    struct store_conflict conflict;
    store_step(world->store);
    store_poll(world->store, &report);
    assert_false(store_conflict(world->store, &conflict));
    if (report.status != STORE_OK) {
        world->failed_steps++;
        return false;
    }
    for (int table = 0; table < TABLES; table++) {
        world->told += world->queued[table] - world->durable[table];
        world->durable[table] = world->queued[table];
    }
    return true;
}

/* Everything that was durable is there, nothing that never was, and no half of a batch. */
static void check_store(struct world *world)
{
    char buffer[32];
    struct text text;
    int64_t sum = 0;
    text_init(&text, buffer, sizeof buffer);
    for (int table = 0; table < TABLES; table++) {
        int64_t found = count_events(world->store, table + 1);
        assert_in_range(found, world->durable[table], world->queued[table]);
        world->durable[table] = world->queued[table] = found;
        sum += found;
    }
    enum store_status status = store_meta(world->store, "sum", &text);
    assert_int_equal(status, sum == 0 ? STORE_ABSENT : STORE_OK);
    assert_int_equal(sum == 0 ? 0 : atoll(buffer), sum);
}

static void check_integrity(void)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open("data", &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &statement, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void make_tables(struct world *world)
{
    for (int table = 1; table <= TABLES; table++) {
        char code[8];
        snprintf(code, sizeof code, "CODE%d", table);
        assert_int_equal(store_create(world->store, table, code, 1), STORE_OK);
    }
    store_commit(world->store);
    assert_true(step(world));
}

/* The process or the machine dies, even while opening, until one opening succeeds. */
static void end_and_reopen(struct world *world, const struct sim_disk_faults *faults)
{
    static const struct sim_disk_faults none;
    do {
        bool kill = search_rng_below(&world->rng, 3) == 0;
        (kill ? sim_disk_kill : sim_disk_crash)(world->disk);
        world->crashes++;
        store_close(world->store);
        world->store = NULL;
        sim_disk_faults(world->disk, &none);
        if (search_rng_below(&world->rng, 2) == 0)
            sim_disk_die_at(world->disk, 1 + search_rng_below(&world->rng, 20));
    } while (!opens(world));
    sim_disk_die_at(world->disk, 0);
    check_store(world);
    check_integrity();
    sim_disk_faults(world->disk, faults);
}

/* Plays a seed to its end; the sum of all that happened, to compare. */
static uint64_t play(uint64_t seed, const struct sim_disk_faults *faults, struct world *world)
{
    struct sim_disk_counts counts;
    world_init(world, seed);
    assert_true(opens(world));
    make_tables(world);
    for (uint64_t round = 0; round < rounds; round++) {
        bool ends = search_rng_below(&world->rng, 8) > 0;
        sim_disk_faults(world->disk, faults);
        sim_disk_die_at(world->disk, ends ? 1 + search_rng_below(&world->rng, CHANGES_MAX) : 0);
        for (int batch = 0; batch < (ends ? CHANGES_MAX : 3); batch++) {
            queue_batch(world);
            if (!step(world) && sim_disk_is_dead(world->disk))
                break;
        }
        end_and_reopen(world, faults);
    }
    sim_disk_counts(world->disk, &counts);
    return counts.writes + counts.syncs * 3 + counts.bytes * 5 + counts.torn * 7 +
           counts.lost * 11 + counts.faults * 13 + (uint64_t)world->told * 17;
}

static const struct sim_disk_faults no_faults;

static void test_power(void **state)
{
    struct world world;
    struct sim_disk_counts counts;
    uint64_t torn = 0, lost = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= POWER_SEEDS; seed++) {
        play(seed, &no_faults, &world);
        sim_disk_counts(world.disk, &counts);
        print_message("seed %d: %d events, %d ends, %d writes, %d syncs, %d torn, %d lost\n",
                      (int)seed, (int)world.told, (int)world.crashes, (int)counts.writes,
                      (int)counts.syncs, (int)counts.torn, (int)counts.lost);
        assert_true((uint64_t)world.told > 10 * rounds);
        assert_int_equal(counts.faults, 0);
        torn += counts.torn;
        lost += counts.lost;
        world_release(&world);
    }
    assert_true(torn > POWER_SEEDS * rounds && lost > POWER_SEEDS * rounds);
}

static void test_faults(void **state)
{
    static const struct sim_disk_faults faults = {0.02, 0.01, 0.02, 0.05};
    struct world world;
    struct sim_disk_counts counts;
    (void)state;
    for (uint64_t seed = 74; seed <= 77; seed++) { /* disks of both kinds */
        play(seed, &faults, &world);
        sim_disk_counts(world.disk, &counts);
        print_message("seed %d: %d events, %d ends, %d faults, %d steps failed\n", (int)seed,
                      (int)world.told, (int)world.crashes, (int)counts.faults,
                      (int)world.failed_steps);
        assert_true(counts.faults > rounds && world.failed_steps > rounds &&
                    (uint64_t)world.told > 10 * rounds);
        world_release(&world);
    }
}

/* A full disk stays full for a while; what waited is written once there is room. */
static void test_full(void **state)
{
    static const struct sim_disk_faults full = {.full = 1};
    struct store_report report;
    struct world world;
    (void)state;
    world_init(&world, 5);
    assert_true(opens(&world));
    make_tables(&world);
    sim_disk_faults(world.disk, &full);
    for (int i = 0; i < 20; i++) {
        queue_batch(&world);
        assert_false(step(&world));
        store_poll(world.store, &report);
        assert_int_equal(report.status, STORE_DISK_FULL);
    }
    sim_disk_faults(world.disk, &no_faults);
    assert_true(step(&world));
    end_and_reopen(&world, &no_faults);
    world_release(&world);
}

/* A transaction whose sync failed can still be read after the process has died, but the disk may
 * never have it, and there may be no room to write it elsewhere. A store that shows it must keep
 * it. */
static void test_unsynced(void **state)
{
    static const struct sim_disk_faults unsynced = {.sync_fails = 1}, full = {.full = 1};
    int shown = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct world world;
        world_init(&world, seed);
        assert_true(opens(&world));
        make_tables(&world);
        for (uint64_t batch = 0; batch < 4 * seed; batch++) {
            queue_batch(&world);
            assert_true(step(&world));
        }
        sim_disk_faults(world.disk, &unsynced);
        queue_batch(&world);
        assert_false(step(&world));
        sim_disk_kill(world.disk);
        store_close(world.store);
        world.store = NULL;
        sim_disk_faults(world.disk, seed % 2 == 0 ? &full : &no_faults);
        if (opens(&world)) {
            check_store(&world); /* what is found is durable from here on */
            shown++;
        }
        sim_disk_crash(world.disk);
        end_and_reopen(&world, &no_faults);
        world_release(&world);
    }
    assert_in_range(shown, SEEDS / 2, SEEDS); /* on a full disk it may fail */
}

static void test_same(void **state)
{
    static const struct sim_disk_faults faults = {0.01, 0.01, 0.01, 0.01};
    uint64_t sums[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct world world;
        sums[i] = play(i < 2 ? 1234 : 1235, &faults, &world);
        world_release(&world);
    }
    assert_int_equal(sums[0], sums[1]);
    assert_int_not_equal(sums[0], sums[2]);
}

/* ---- SQLite alone ---- */

static sqlite3 *raw_open(const char *path, const char *settings)
{
    sqlite3 *db = NULL;
    if (sqlite3_open(path, &db) == SQLITE_OK && sqlite3_exec(db, settings, NULL, NULL, NULL) == 0)
        return db;
    sqlite3_close(db);
    return NULL;
}

static int raw_number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int number = -1;
    if (db && sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* Writes rows until the crash; returns how many committed ones are missing afterwards. */
static int raw_lost(uint64_t seed, const char *settings, bool power)
{
    static const char *const count = "SELECT count(*) FROM t";
    struct sim_disk *disk = sim_disk_new(seed);
    sqlite3 *db = raw_open("raw", settings);
    int rows = 0;
    assert_non_null(db);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t (a)", NULL, NULL, NULL), SQLITE_OK);
    sim_disk_die_at(disk, 40 + seed * 17 % 300);
    while (sqlite3_exec(db, "INSERT INTO t VALUES (randomblob(700))", NULL, NULL, NULL) == 0)
        rows++;
    (power ? sim_disk_crash : sim_disk_kill)(disk);
    assert_int_not_equal(raw_number(db, count), rows); /* a dead handle reads nothing */
    sqlite3_close(db);
    db = raw_open("raw", settings);
    int found = raw_number(db, count);
    sqlite3_close(db);
    sim_disk_free(disk);
    assert_true(found <= rows + 1); /* the last one may have been written completely */
    return found < rows ? rows - found : 0;
}

static int raw_lost_in_all(const char *settings, bool power)
{
    int lost = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        lost += raw_lost(seed, settings, power);
    return lost;
}

static void test_bites(void **state)
{
    (void)state;
    assert_int_equal(raw_lost_in_all("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL", true), 0);
    assert_true(raw_lost_in_all("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF", true) > 0);
    assert_int_equal(raw_lost_in_all("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF", false), 0);
    /* A journal is deleted at commit: names too must be right. */
    assert_int_equal(raw_lost_in_all("PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA", true),
                     0);
    assert_true(raw_lost_in_all("PRAGMA journal_mode=DELETE; PRAGMA synchronous=OFF", true) > 0);
    assert_int_equal(raw_lost_in_all("PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=FULL", true),
                     0);
}

static int raw_run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* Two writers, each in its own folder, but the same file. */
static void exclude(const char *settings)
{
    struct sim_disk *disk = sim_disk_new(9);
    sqlite3 *one = raw_open("here/raw", settings), *two = raw_open("there/raw", settings);
    assert_non_null(one);
    assert_non_null(two);
    assert_int_equal(raw_run(one, "CREATE TABLE t (a); BEGIN IMMEDIATE"), SQLITE_OK);
    assert_int_equal(raw_run(two, "BEGIN IMMEDIATE"), SQLITE_BUSY);
    assert_int_equal(raw_run(one, "INSERT INTO t VALUES (1)"), SQLITE_OK);
    assert_int_equal(raw_number(two, "SELECT count(*) FROM t"), 0);
    assert_int_equal(raw_run(one, "COMMIT"), SQLITE_OK);
    assert_int_equal(raw_number(two, "SELECT count(*) FROM t"), 1);
    assert_int_equal(raw_run(two, "BEGIN EXCLUSIVE; INSERT INTO t VALUES (2)"), SQLITE_OK);
    assert_int_equal(raw_run(one, "INSERT INTO t VALUES (3)"), SQLITE_BUSY);
    sim_disk_kill(disk);
    assert_int_equal(raw_run(two, "COMMIT") & 0xff, SQLITE_IOERR);
    sqlite3 *three = raw_open("raw", settings);
    assert_int_equal(raw_run(three, "INSERT INTO t VALUES (4)"), SQLITE_OK);
    assert_int_equal(raw_number(three, "SELECT sum(a) FROM t"), 5);
    sqlite3_close(one);
    sqlite3_close(two);
    sqlite3_close(three);
    sim_disk_free(disk);
}

static void test_exclude(void **state)
{
    (void)state;
    exclude("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
    exclude("PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL");
}

/* Two processes both believe that they own a table: the second is refused. */
static void test_two_stores(void **state)
{
    struct world world;
    struct place other_place;
    struct store *other;
    struct store_conflict conflict;
    char why[STORE_WHY_MAX];
    (void)state;
    world_init(&world, 3);
    place_init(&other_place);
    assert_true(opens(&world));
    make_tables(&world);
    struct store_options options = {
        .backend = &store_sqlite, .path = other_place.file, .stepped = true};
    assert_int_equal(place_open(&other, options, why), STORE_OK);
    assert_int_equal(count_events(other, 1), 0);
    assert_int_equal(append_event(world.store, 1, 1), STORE_OK);
    assert_int_equal(append_event(other, 1, 1), STORE_OK);
    store_commit(world.store);
    store_commit(other);
    store_step(world.store);
    store_step(other);
    assert_false(store_conflict(world.store, &conflict));
    assert_true(store_conflict(other, &conflict));
    assert_int_equal(conflict.table, 1);
    assert_int_equal(count_events(other, 1), 1);
    store_close(other);
    place_release(&other_place);
    world_release(&world);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        rounds = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exclude),    cmocka_unit_test(test_bites),
        cmocka_unit_test(test_two_stores), cmocka_unit_test(test_full),
        cmocka_unit_test(test_power),      cmocka_unit_test(test_faults),
        cmocka_unit_test(test_same),       cmocka_unit_test(test_unsynced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
