/* SPDX-License-Identifier: MIT */
/*
 * Damage, thousands of times: bits flipped, sectors zeroed or filled with noise, the file cut,
 * pages exchanged, the log damaged too. Each time
 *
 *     the store refuses, or what it reads is exactly what was written;
 *     a repair ends, and gives a sound file;
 *     each table in it has the events that it had, from the first on, and one that is called
 *     whole has all of them;
 *     each table is whole, or is reported, or the report says that more may be missing.
 *
 *     unit_store_repair [DAMAGES [SEED]]
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/rng.h"
#include "store/repair.h"
#include "store/sqlite.h"
#include "store_place.h"

enum { TABLES = 14, EVENTS = 37, RECORD_SIZE = 9000, PAGE = 4096, SECTOR = 512, TOLD_MAX = 64 };

static bool older_too;     /* see run_damages */
static long damages = 100; /* of each test */
static uint64_t seed = 1;

struct bytes {
    uint8_t *at;
    size_t size;
};

/* A file as a server leaves it: closed, or killed with its log and the log's index. */
struct model {
    struct bytes data, log, index;
};

static struct place place;
static struct search_rng rng;

static uint32_t below(uint32_t n)
{
    return search_rng_below(&rng, n);
}

/* ---- files ---- */

static struct bytes read_file(const char *path)
{
    struct bytes bytes = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return bytes;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    bytes.size = (size_t)ftell(file);
    rewind(file);
    bytes.at = malloc(bytes.size + 1);
    assert_int_equal(fread(bytes.at, 1, bytes.size, file), bytes.size);
    fclose(file);
    return bytes;
}

static void write_file(const char *path, struct bytes bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.at, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static const char *beside(const char *end)
{
    static char paths[8][PLACE_MAX + 32];
    static int turn;
    char *path = paths[turn++ % 8];
    snprintf(path, sizeof *paths, "%s%s", place.file, end);
    return path;
}

static void lay_out(const struct model *model)
{
    static const char *const ends[] = {"-wal", "-shm", ".repaired", ".repaired-wal",
                                       ".repaired-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        unlink(beside(ends[i]));
    write_file(place.file, model->data);
    if (model->log.at)
        write_file(beside("-wal"), model->log);
    if (model->index.at)
        write_file(beside("-shm"), model->index);
}

static struct bytes copy_bytes(struct bytes from)
{
    struct bytes copy = {from.at ? malloc(from.size + 1) : NULL, from.size};
    if (from.at)
        memcpy(copy.at, from.at, from.size);
    return copy;
}

static void free_model(struct model *model)
{
    free(model->data.at);
    free(model->log.at);
    free(model->index.at);
}

/* ---- what is in it ---- */

/* Some tables are short and some long, so that one table's rows span many pages and one page has
 * rows of many tables. */
static int64_t events_of(int64_t table)
{
    return table % 5 == 0 ? 1 : table * EVENTS / TABLES + 1;
}

static int64_t all_events(void)
{
    int64_t events = 0;
    for (int64_t table = 1; table <= TABLES; table++)
        events += events_of(table);
    return events;
}

static void record_text(char out[RECORD_SIZE], int64_t table)
{
    memset(out, 'a' + (int)(table % 26), RECORD_SIZE - 1);
    snprintf(out, 24, "record %lld ", (long long)table);
    out[strlen(out)] = '.';
    out[RECORD_SIZE - 1] = '\0';
}

static struct store *open_at(const char *path, enum store_status *status)
{
    struct store *store;
    char why[STORE_WHY_MAX];
    struct store_options options = {.backend = &store_sqlite, .path = path};
    *status = place_open(&store, options, why);
    if (*status != STORE_OK && why[0] == '\0')
        fail_msg("refused without a word");
    return store;
}

static void fill_store(struct store *store)
{
    static char record[RECORD_SIZE];
    for (int64_t seq = 0; seq <= EVENTS + 1; seq++) {
        for (int64_t table = 1; table <= TABLES; table++) {
            char code[STORE_CODE_MAX];
            snprintf(code, sizeof code, "T%05d", (int)table);
            if (seq == 0)
                assert_int_equal(store_create(store, table, code, 1), STORE_OK);
            else if (seq <= events_of(table))
                assert_int_equal(append_event(store, table, seq), STORE_OK);
        }
        assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
    }
    for (int64_t table = 1; table <= TABLES; table++) {
        record_text(record, table);
        store_record_add(store, table, 1, record, strlen(record));
        if (table % 6 == 0)
            store_finish(store, table, events_of(table), 5000);
    }
    store_meta_set(store, "secret", "12345", 5);
    assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
}

static void make_model(struct model *model, bool killed)
{
    enum store_status status;
    struct store *store = open_at(place.file, &status);
    assert_int_equal(status, STORE_OK);
    fill_store(store);
    *model = (struct model){{NULL, 0}, {NULL, 0}, {NULL, 0}};
    if (!killed)
        store_close(store);
    model->data = read_file(place.file);
    if (killed) {
        model->log = read_file(beside("-wal"));
        model->index = read_file(beside("-shm"));
        store_close(store);
    }
}

/* ---- the store on what is left of it ---- */

/* Refusals are fine, wrong data is not. */
static void read_table_back(struct store *store, int64_t table)
{
    static char record[RECORD_SIZE], wanted[RECORD_SIZE], code[STORE_CODE_MAX];
    struct event_check check = {table, 1, true};
    struct store_table row;
    struct text text;
    snprintf(code, sizeof code, "T%05d", (int)table);
    if (store_events(store, table, 1, check_event, &check) == STORE_OK && !older_too)
        assert_int_equal(check.next - 1, events_of(table));
    assert_true(check.right);
    if (store_table_by_code(store, code, &row) == STORE_OK) {
        assert_int_equal(row.id, table);
        assert_true(older_too || row.seq == events_of(table));
        assert_true(older_too || row.finished == (table % 6 == 0));
    }
    text_init(&text, record, sizeof record);
    record_text(wanted, table);
    if (store_record(store, table, 1, &text) == STORE_OK)
        assert_string_equal(record, wanted);
}

static bool try_store(void)
{
    enum store_status status;
    struct store_table row;
    struct store *store = open_at(place.file, &status);
    if (status != STORE_OK)
        return false;
    for (int64_t table = 1; table <= TABLES; table++) {
        read_table_back(store, table);
        assert_true(older_too || store_table(store, table, &row) != STORE_ABSENT);
    }
    store_close(store);
    return true;
}

/* ---- a repair ---- */

struct watch {
    int64_t table, next; /* what is being given */
    int told_count;
    struct repair_table told[TOLD_MAX];
};

static void begin_table(void *context)
{
    struct watch *watch = context;
    watch->table = 0;
    watch->next = 1;
}

/* Nothing that was not written may get this far. */
static bool take_event(void *context, const struct store_event *event)
{
    struct watch *watch = context;
    long long table = 0;
    if (watch->next == 1) {
        char head[32] = "";
        memcpy(head, event->bytes, event->size < 31 ? event->size : 31);
        assert_int_equal(sscanf(head, "%lld:", &table), 1);
        watch->table = table;
    }
    struct event_check check = {watch->table, watch->next++, true};
    check_event(&check, event);
    assert_true(check.right);
    return true;
}

static void describe(void *context, char code[STORE_CODE_MAX + 1], int64_t *games)
{
    const struct watch *watch = context;
    snprintf(code, STORE_CODE_MAX + 1, "T%05d", (int)watch->table);
    *games = 1;
}

static void tell(void *context, const struct repair_table *table)
{
    struct watch *watch = context;
    assert_true(watch->told_count < TOLD_MAX);
    watch->told[watch->told_count++] = *table;
}

static const struct repair_table *told_of(const struct watch *watch, int64_t table)
{
    for (int i = 0; i < watch->told_count; i++)
        if (watch->told[i].id == table && watch->told[i].newer == 0)
            return &watch->told[i];
    return NULL;
}

static enum store_status repair(struct watch *watch, struct store_repaired *repaired, bool check)
{
    char why[STORE_WHY_MAX];
    struct text text;
    text_init(&text, why, sizeof why);
    watch->told_count = 0;
    struct store_repair how = {
        .from = place.file,
        .to = beside(".repaired"),
        .check_only = check,
        .context = watch,
        .begin = begin_table,
        .event = take_event,
        .describe = describe,
        .tell = tell,
    };
    enum store_status status = store_repair(&how, repaired, &text);
    if (status != STORE_OK && status != STORE_FOREIGN)
        fail_msg("a repair ended with %d: %s", status, why);
    return status;
}

/* What the new file has is what the report says, and what was written. */
static int64_t check_repaired(const struct watch *watch, const struct store_repaired *repaired)
{
    int64_t saved = 0;
    enum store_status status;
    int64_t whole = 0, shortened = 0, lost = 0;
    bool before = older_too;
    struct store *store = open_at(beside(".repaired"), &status);
    older_too = older_too || repaired->log_damaged; /* then the report says so */
    assert_int_equal(status, STORE_OK);
    for (int64_t table = 1; table <= TABLES; table++) {
        const struct repair_table *told = told_of(watch, table);
        struct event_check check = {table, 1, true};
        enum store_status read = store_events(store, table, 1, check_event, &check);
        assert_true(check.right);
        if (read == STORE_ABSENT) {
            lost += told != NULL;
            assert_true(told ? told->kept < 0 : repaired->tables.perhaps_more || older_too);
            continue;
        }
        assert_int_equal(read, STORE_OK);
        saved += check.next - 1;
        if (told) {
            assert_int_equal(told->kept, check.next - 1);
            shortened++;
        } else {
            read_table_back(store, table);
            assert_true(older_too || check.next - 1 == events_of(table));
            whole++;
        }
    }
    assert_int_equal(repaired->whole, whole);
    assert_int_equal(repaired->shortened, shortened);
    assert_true(repaired->tables.lost >= lost);
    store_close(store);
    older_too = before;
    return saved;
}

static bool same_bytes(struct bytes bytes, const char *path)
{
    struct bytes now = read_file(path);
    bool same = now.size == bytes.size && (now.size == 0 || !memcmp(now.at, bytes.at, now.size));
    free(now.at);
    return same;
}

struct tally {
    long refused, sound, hopeless, whole, shortened, tables;
    long events, saved; /* before the damage, and after the repair */
};

/* The damaged files as they are now: repaired first, since the store changes them. */
static void try_damage(const struct model *model, struct tally *tally)
{
    static struct watch watch;
    struct store_repaired looked, repaired;
    lay_out(model);
    enum store_status status = repair(&watch, &looked, true);
    assert_int_equal(access(beside(".repaired"), F_OK), -1);
    assert_int_equal(repair(&watch, &repaired, false), status);
    assert_true(same_bytes(model->data, place.file));
    assert_true(!model->log.at || same_bytes(model->log, beside("-wal")));
    tally->tables += TABLES;
    tally->events += all_events();
    if (status == STORE_OK) {
        assert_int_equal(looked.damaged, repaired.damaged);
        assert_int_equal(repaired.written, repaired.damaged);
        if (repaired.damaged)
            tally->saved += check_repaired(&watch, &repaired);
        else
            assert_true(older_too || repaired.whole == TABLES);
        tally->whole += repaired.whole;
        tally->shortened += repaired.shortened;
        tally->sound += !repaired.damaged;
        tally->saved += repaired.damaged ? 0 : all_events();
    }
    tally->hopeless += status != STORE_OK;
    bool opened = try_store();
    tally->refused += !opened;
    /* A refused file can be repaired, or the repair says that nothing is there. */
    assert_true(opened || status != STORE_OK || repaired.damaged);
}

static void print_tally(const char *name, long count, const struct tally *tally)
{
    print_message(
        "%s: %ld damages (seed %llu), %ld refused at the start, %ld harmless, %ld without"
        " anything to save; of %ld tables %ld whole and %ld shortened; %.1f %% of the events"
        " saved\n",
        name, count, (unsigned long long)seed, tally->refused, tally->sound, tally->hopeless,
        tally->tables, tally->whole, tally->shortened,
        100.0 * (double)tally->saved / (double)tally->events);
}

/* ---- kinds of damage ---- */

static void damage_bits(struct bytes *bytes)
{
    for (uint32_t n = 1 + below(3); n > 0; n--)
        bytes->at[below((uint32_t)bytes->size)] ^= (uint8_t)(1 << below(8));
}

static void damage_sector(struct bytes *bytes)
{
    size_t at = below((uint32_t)(bytes->size / SECTOR)) * SECTOR;
    bool noise = below(2) == 0;
    for (size_t i = at; i < at + SECTOR && i < bytes->size; i++)
        bytes->at[i] = noise ? (uint8_t)below(256) : 0;
}

static void damage_page(struct bytes *bytes)
{
    size_t at = below((uint32_t)(bytes->size / PAGE)) * PAGE;
    memset(bytes->at + at, below(2) == 0 ? 0 : 0xff, PAGE);
}

static void damage_swap(struct bytes *bytes)
{
    uint8_t page[PAGE];
    uint8_t *one = bytes->at + below((uint32_t)(bytes->size / PAGE)) * PAGE;
    uint8_t *two = bytes->at + below((uint32_t)(bytes->size / PAGE)) * PAGE;
    memcpy(page, one, PAGE);
    memmove(one, two, PAGE);
    memcpy(two, page, PAGE);
}

static void damage_cut(struct bytes *bytes)
{
    bytes->size = below((uint32_t)bytes->size);
}

static void damage_many(struct bytes *bytes)
{
    for (uint32_t n = 5 + below(40); n > 0; n--)
        damage_bits(bytes);
    if (below(2) == 0)
        damage_sector(bytes);
}

typedef void damage(struct bytes *);

static damage *const kinds[] = {damage_bits, damage_bits, damage_sector, damage_page,
                                damage_swap, damage_cut,  damage_many};

/* A log that is cut, or whose last transaction is damaged, looks like one that was never written
 * any further, and an older state is not wrong; unless the index is there and knows better. */
static void run_damages(const char *name, const struct model *model, bool log)
{
    struct tally tally = {0};
    for (long i = 0; i < damages; i++) {
        search_rng_init(&rng, seed * 1000003 + (uint64_t)i);
        struct model copy = {copy_bytes(model->data), copy_bytes(model->log),
                             copy_bytes(model->index)};
        bool here = log && below(3) > 0;
        kinds[below(sizeof kinds / sizeof *kinds)](here ? &copy.log : &copy.data);
        older_too = here && below(2) == 0;
        if (older_too) { /* after a power cut the index is gone */
            free(copy.index.at);
            copy.index.at = NULL;
        }
        try_damage(&copy, &tally);
        free_model(&copy);
    }
    older_too = false;
    print_tally(name, damages, &tally);
    assert_true(tally.refused > 0 && (log || damages < 50 || tally.shortened > 0));
}

/* ---- the tests ---- */

static int set_up(void **state)
{
    (void)state;
    place_init(&place);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    place_release(&place);
    return 0;
}

static void test_closed(void **state)
{
    struct model model;
    (void)state;
    make_model(&model, false);
    run_damages("a closed file", &model, false);
    free_model(&model);
}

static void test_killed(void **state)
{
    struct model model;
    (void)state;
    make_model(&model, true);
    assert_true(model.log.size > PAGE && model.index.size > 0);
    run_damages("a file with its log", &model, true);
    free_model(&model);
}

/* Each length but the whole one is refused, or all of it was in the log. */
static void test_cut(void **state)
{
    struct model model;
    struct tally tally = {0};
    long count = 0;
    (void)state;
    make_model(&model, false);
    struct bytes whole = model.data;
    size_t step = whole.size / (size_t)(damages / 4 + 1) + 1;
    for (size_t size = 1; size < whole.size; size += step, count++) {
        model.data.size = size;
        try_damage(&model, &tally);
    }
    print_tally("a cut file", count, &tally);
    assert_true(tally.refused == count && tally.sound == 0);
    model.data = whole;
    free_model(&model);
}

/* Without damage there is nothing to do, with and without a log. */
static void test_sound(void **state)
{
    (void)state;
    for (int killed = 0; killed < 2; killed++) {
        struct model model;
        struct tally tally = {0};
        make_model(&model, killed != 0);
        try_damage(&model, &tally);
        assert_int_equal(tally.whole, TABLES);
        assert_int_equal(tally.sound, 1);
        assert_int_equal(tally.refused, 0);
        free_model(&model);
        unlink(place.file);
    }
}

/* The schema gone, and with it every root: they are where a new file has them. */
static void test_no_schema(void **state)
{
    struct model model;
    struct tally tally = {0};
    (void)state;
    make_model(&model, false);
    memset(model.data.at, 0, PAGE);
    try_damage(&model, &tally);
    assert_int_equal(tally.whole, TABLES);
    assert_int_equal(tally.refused, 1);
    free_model(&model);
}

static long find_text(const char *text)
{
    struct bytes bytes = read_file(place.file);
    long found = -1;
    for (size_t i = 0; i + strlen(text) <= bytes.size && found < 0; i++)
        if (memcmp(bytes.at + i, text, strlen(text)) == 0)
            found = (long)i;
    free(bytes.at);
    assert_true(found >= 0);
    return found;
}

/* Tables one after another, and two leaves gone: only an index knows what lies between them. */
static void test_two_leaves(void **state)
{
    enum { COUNT = 10, LONG = 60 };
    enum store_status status;
    struct watch watch;
    struct store_repaired repaired;
    (void)state;
    struct store *store = open_at(place.file, &status);
    for (int64_t table = 1; table <= COUNT; table++) {
        char code[STORE_CODE_MAX];
        snprintf(code, sizeof code, "T%05d", (int)table);
        assert_int_equal(store_create(store, table, code, 1), STORE_OK);
        for (int64_t seq = 1; seq <= LONG; seq++)
            assert_int_equal(append_event(store, table, seq), STORE_OK);
    }
    store_close(store);
    struct bytes bytes = read_file(place.file);
    memset(bytes.at + find_text("2:30:") / PAGE * PAGE, 0xff, PAGE);
    memset(bytes.at + find_text("9:30:") / PAGE * PAGE, 0xff, PAGE);
    write_file(place.file, bytes);
    free(bytes.at);
    assert_int_equal(repair(&watch, &repaired, true), STORE_OK);
    for (int64_t table = 4; table <= 7; table++)
        assert_null(told_of(&watch, table));
    assert_true(told_of(&watch, 2) && told_of(&watch, 9));
    assert_int_equal(repaired.whole + watch.told_count, COUNT);
}

/* A damaged frame in the middle of the log: later frames are still found. */
static void test_log_frame(void **state)
{
    struct model model;
    struct tally tally = {0};
    (void)state;
    make_model(&model, true);
    size_t frame = PAGE + 24, frames = (model.log.size - 32) / frame;
    model.log.at[32 + frames / 2 * frame + 24 + 100] ^= 1;
    try_damage(&model, &tally);
    assert_int_equal(tally.refused, 1);
    assert_in_range(tally.whole + tally.shortened, TABLES - 1, TABLES);
    free_model(&model);
}

/* 30 commits, the log copied as the writer does, 3 commits more: SQLite restarts the log, and
 * frames of the previous run stay after the new ones. Left as if killed. */
static void make_started_over(struct model *model)
{
    enum store_status status;
    sqlite3 *db;
    struct store *store = open_at(place.file, &status);
    assert_int_equal(status, STORE_OK);
    assert_int_equal(store_create(store, 1, "T00001", 1), STORE_OK);
    for (int64_t seq = 1; seq <= 33; seq++) {
        assert_int_equal(append_event(store, 1, seq), STORE_OK);
        assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
        if (seq != 30)
            continue;
        assert_int_equal(sqlite3_open(place.file, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db, "SELECT 1 FROM tables", NULL, NULL, NULL), SQLITE_OK);
        assert_int_equal(sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL),
                         SQLITE_OK);
        sqlite3_close(db);
    }
    *model =
        (struct model){read_file(place.file), read_file(beside("-wal")), read_file(beside("-shm"))};
    store_close(store);
}

/* Does it open? Then everything must be there. */
static bool opens_whole(const struct model *model, int64_t events)
{
    enum store_status status;
    lay_out(model);
    struct store *store = open_at(place.file, &status);
    if (status == STORE_OK)
        assert_int_equal(count_events(store, 1), events);
    else
        assert_int_equal(status, STORE_CORRUPT);
    store_close(store);
    return status == STORE_OK;
}

/* Old frames after the new ones are not damage, and do not hide any. */
static void test_log_started_over(void **state)
{
    struct model model;
    struct watch watch;
    struct store_repaired repaired;
    (void)state;
    make_started_over(&model);
    size_t frame = PAGE + 24, second = 32 + frame;
    size_t last = 32 + ((model.log.size - 32) / frame - 1) * frame;
    assert_memory_equal(model.log.at + 16, model.log.at + second + 8, 8);
    assert_memory_not_equal(model.log.at + 16, model.log.at + last + 8, 8);
    struct model cut = {model.data, model.log, {NULL, 0}}; /* by a power cut: without the index */
    assert_true(opens_whole(&model, 33));
    assert_true(opens_whole(&cut, 33));
    lay_out(&cut);
    assert_int_equal(repair(&watch, &repaired, true), STORE_OK);
    assert_true(!repaired.damaged && repaired.whole == 1);
    for (size_t at = second + 8; at <= second + 108; at += 100) { /* its salt, its page */
        model.log.at[at] ^= 1;
        assert_false(opens_whole(&model, 33));
        assert_false(opens_whole(&cut, 33));
        model.log.at[at] ^= 1;
    }
    free_model(&model);
}

/* A log that exists and cannot be opened is not a missing one: its contents would be lost. */
static void test_log_unreadable(void **state)
{
    enum store_status status;
    struct model model;
    struct store_repaired repaired;
    char why[STORE_WHY_MAX];
    struct text text;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    struct store_repair how = {.from = place.file, .to = beside(".repaired"), .check_only = true};
    assert_int_equal(symlink(beside("-wal"), beside("-wal")), 0);
    text_init(&text, why, sizeof why);
    assert_int_equal(store_repair(&how, &repaired, &text), STORE_IO);
    assert_non_null(strstr(why, "-wal: "));
    store_close(open_at(place.file, &status));
    assert_int_equal(status, STORE_IO);
}

static void change_file(long at, uint8_t mask)
{
    FILE *file = fopen(place.file, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ mask, file);
    assert_int_equal(fclose(file), 0);
}

/* One flipped bit in one event: its table is refused, the others go on. */
static void test_one_table(void **state)
{
    enum store_status status;
    struct event_check check = {13, 1, true};
    struct model model;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    change_file(find_text("13:20:"), 1);
    struct store *store = open_at(place.file, &status);
    assert_int_equal(status, STORE_OK);
    assert_int_equal(store_events(store, 13, 1, check_event, &check), STORE_CORRUPT);
    assert_true(check.right && check.next == 20);
    assert_non_null(strstr(store_why(store), "event 20 of table 13"));
    for (int64_t table = 1; table <= TABLES; table++)
        if (table != 13)
            assert_int_equal(count_events(store, table), events_of(table));
    store_close(store);
}

/* A damaged row: writing to it is refused with a reason, and it is not pruned. */
static void test_one_row(void **state)
{
    enum store_status status;
    struct store_conflict conflict;
    struct store_counts counts;
    struct store_table row;
    struct model model;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    change_file(find_text("T00013") + 5, 1); /* in the row, or in an index */
    struct store *store = open_at(place.file, &status);
    if (status == STORE_OK) {
        store_counts(store, &counts);
        assert_int_equal(counts.damaged, 1);
        append_event(store, 13, events_of(13) + 1);
        append_event(store, 2, events_of(2) + 1);
        assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
        assert_true(store_conflict(store, &conflict) && conflict.table == 13);
        assert_int_equal(count_events(store, 2), events_of(2) + 1);
        assert_int_equal(store_table(store, 13, &row), STORE_CORRUPT);
        store_close(store);
    }
    assert_true(status == STORE_OK || status == STORE_CORRUPT);
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(place.file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* An event beyond a table's last one: that table is refused as it is, and the others go on. */
static void test_event_beyond(void **state)
{
    enum store_status status;
    struct store_conflict conflict;
    struct store_table row;
    struct model model;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    run_sql("INSERT INTO events SELECT table_id, seq + 1, at_ms, bytes, sum FROM events"
            " WHERE table_id = 13 ORDER BY seq DESC LIMIT 1");
    struct store *store = open_at(place.file, &status);
    assert_int_equal(status, STORE_OK);
    append_event(store, 13, events_of(13) + 1);
    append_event(store, 2, events_of(2) + 1);
    assert_int_equal(place_wait(store, store_commit(store)), STORE_OK);
    assert_true(store_conflict(store, &conflict) && conflict.table == 13);
    assert_int_equal(count_events(store, 2), events_of(2) + 1);
    assert_int_equal(store_table(store, 13, &row), STORE_OK);
    assert_int_equal(row.seq, events_of(13));
    store_close(store);
}

/* Somebody's ANALYZE adds a table of SQLite's own, which says nothing about ours. */
static void test_analyzed(void **state)
{
    struct watch watch;
    struct store_repaired repaired;
    struct model model;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    run_sql("ANALYZE");
    assert_true(try_store());
    assert_int_equal(repair(&watch, &repaired, true), STORE_OK);
    assert_true(!repaired.damaged && repaired.whole == TABLES);
}

/* Gives an unfinished table a code that others have too, and the right sum. */
static void give_code(int64_t table, int64_t changed_ms)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    struct value values[ROW_TABLE];
    struct sum_row row;
    assert_int_equal(sqlite3_open(place.file, &db), SQLITE_OK);
    sqlite3_prepare_v2(db, "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1", -1, &statement,
                       NULL);
    sqlite3_bind_int64(statement, 1, table);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    sqlite_values(statement, values, ROW_TABLE);
    assert_true(row_table(values, &row) && !row.table.finished);
    sqlite3_finalize(statement);
    row.table.changed_ms = changed_ms;
    memcpy(row.table.code, "SAME", sizeof "SAME");
    sqlite3_prepare_v2(db,
                       "UPDATE tables SET code = 'SAME', changed_ms = ?2, sum = ?3 WHERE id = ?1",
                       -1, &statement, NULL);
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int64(statement, 2, changed_ms);
    sqlite3_bind_int64(statement, 3, sum_table(&row));
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* A recovered table that had ended may have a code that other tables got since: the one played last
 * keeps it, whatever the order of their numbers, and the others are closed. */
static void test_one_code(void **state)
{
    static struct watch watch;
    struct store_repaired repaired;
    struct store_table row;
    enum store_status status;
    struct model model;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    run_sql("DROP INDEX tables_unfinished");
    give_code(3, 1003);
    give_code(13, 5000);
    give_code(14, 1014);
    assert_int_equal(repair(&watch, &repaired, false), STORE_OK);
    assert_true(repaired.damaged && repaired.written);
    assert_int_equal(repaired.whole, TABLES);
    assert_int_equal(watch.told_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(watch.told[i].id, i == 0 ? 3 : 14);
        assert_int_equal(watch.told[i].newer, 13);
        assert_true(watch.told[i].closed);
        assert_string_equal(watch.told[i].code, "SAME");
    }
    struct store *store = open_at(beside(".repaired"), &status);
    assert_int_equal(status, STORE_OK);
    assert_int_equal(store_table_by_code(store, "SAME", &row), STORE_OK);
    assert_true(row.id == 13 && !row.finished);
    assert_int_equal(store_table(store, 14, &row), STORE_OK);
    assert_true(row.finished && row.seq == events_of(14));
    store_close(store);
}

/* ---- databases that fail ---- */

static sqlite3 *scratch, *target;

static int watch_opening(sqlite3 *db, const char **error, const struct sqlite3_api_routines *api)
{
    const char *path = sqlite3_db_filename(db, "main");
    (void)error, (void)api;
    if (path && strstr(path, ".repaired-partial"))
        target = db;
    else if (!scratch && (!path || path[0] == '\0'))
        scratch = db;
    return SQLITE_OK;
}

/* While the new file is being written: the scratch database cannot be read, or the new file
 * cannot be written. */
static bool fail_scratch(void *context, int64_t done, int64_t total)
{
    (void)context;
    if (done * 3 >= total * 2)
        sqlite3_interrupt(scratch);
    return true;
}

static bool fail_target(void *context, int64_t done, int64_t total)
{
    (void)context;
    if (done * 3 > total * 2)
        sqlite3_exec(target, "PRAGMA query_only = 1", NULL, NULL, NULL);
    return true;
}

static void try_failing(store_progress *fail, const char *name, const char *what)
{
    char why[STORE_WHY_MAX];
    struct text text;
    struct watch watch = {0};
    struct store_repaired repaired;
    struct store_repair how = {.from = place.file,
                               .to = beside(".repaired"),
                               .context = &watch,
                               .begin = begin_table,
                               .event = take_event,
                               .describe = describe,
                               .tell = tell,
                               .progress = fail};
    text_init(&text, why, sizeof why);
    scratch = target = NULL;
    assert_true(store_repair(&how, &repaired, &text) != STORE_OK);
    if (strncmp(why, name, strlen(name)) != 0 || !strstr(why, what))
        fail_msg("not %s%s: %s", name, what, why);
    assert_int_equal(access(beside(".repaired"), F_OK), -1);
}

/* An error names the file that it is about. */
static void test_failing(void **state)
{
    struct model model;
    (void)state;
    make_model(&model, false);
    free_model(&model);
    change_file(find_text("13:20:"), 1);
    sqlite3_auto_extension((void (*)(void))watch_opening);
    try_failing(fail_scratch, "a temporary database", ": interrupted (SQLite 9");
    try_failing(fail_target, beside(".repaired-partial"), ": attempt to write a readonly");
    sqlite3_reset_auto_extension();
}

/* The file of a running server is locked. */
static void test_running(void **state)
{
    enum store_status status;
    struct watch watch = {0};
    struct store_repaired repaired;
    char why[STORE_WHY_MAX];
    struct text text;
    (void)state;
    struct store *store = open_at(place.file, &status);
    text_init(&text, why, sizeof why);
    struct store_repair how = {.from = place.file, .to = beside(".repaired"), .context = &watch};
    assert_int_equal(store_repair(&how, &repaired, &text), STORE_LOCKED);
    store_close(store);
    how.from = "/nowhere/at/all";
    assert_int_equal(store_repair(&how, &repaired, &text), STORE_ABSENT);
    write_file(place.file, (struct bytes){(uint8_t *)(uintptr_t) "a letter", 8});
    assert_int_equal(repair(&watch, &repaired, false), STORE_FOREIGN);
    write_file(beside(".repaired"), (struct bytes){(uint8_t *)(uintptr_t) "mine", 4});
    how.from = place.file;
    assert_int_equal(store_repair(&how, &repaired, &text), STORE_EXISTS);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(test_sound),
        TEST(test_no_schema),
        TEST(test_two_leaves),
        TEST(test_log_frame),
        TEST(test_log_started_over),
        TEST(test_log_unreadable),
        TEST(test_one_table),
        TEST(test_one_row),
        TEST(test_event_beyond),
        TEST(test_analyzed),
        TEST(test_one_code),
        TEST(test_failing),
        TEST(test_running),
        TEST(test_cut),
        TEST(test_closed),
        TEST(test_killed),
    };
    if (argc > 1)
        damages = strtol(argv[1], NULL, 10);
    if (argc > 2)
        seed = strtoull(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
