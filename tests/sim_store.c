/* SPDX-License-Identifier: MIT */
/*
 * A back end around a back end: the store in memory, shared by processes and longer-lived than any
 * of them, or the one of SQLite on a simulated disk. It tells the judge what was committed once the
 * back end below says that it is durable, not earlier.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "sim.h"
#include "sim_disk.h"

enum { PATH_SIZE = 256, BALLAST_SIZE = 1 << 16, BALLAST_TABLE = 7 };

/* Applied, and not committed yet. */
struct pending {
    struct pending *next;
    enum store_kind kind;
    int64_t table, number, time;
    size_t size;
    char bytes[];
};

struct store_home {
    struct store_home *inner;
    struct process *process;
    struct pending *first, **last;
};

static struct store_home *shared; /* what is in memory, whoever uses it */
static struct sim_disk *disk;
static char folder[PATH_SIZE], paths[RIVALS][PATH_SIZE + 16];

static const struct store_backend *inner(void)
{
    return world.weather.sqlite ? &store_sqlite : &store_memory;
}

/* ---- the disk ---- */

/* The store's lock files are real: each process has its own folder for them. */
static void make_folders(void)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/kufsa-sim-XXXXXX", temporary ? temporary : "/tmp");
    CHECK(mkdtemp(folder));
    for (int i = 0; i < RIVALS; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%d", folder, i);
        CHECK(mkdir(paths[i], 0700) == 0);
        snprintf(paths[i], sizeof paths[i], "%s/%d/data", folder, i);
    }
}

static void remove_folders(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < RIVALS; i++) {
        char name[3 * PATH_SIZE];
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            snprintf(name, sizeof name, "%s%s", paths[i], ends[k]);
            unlink(name);
        }
        snprintf(name, sizeof name, "%s/%d", folder, i);
        rmdir(name);
    }
    rmdir(folder);
}

void disk_new(uint64_t seed)
{
    struct text why;
    char buffer[STORE_WHY_MAX];
    const struct store_options options = {.backend = &store_memory};
    text_init(&why, buffer, sizeof buffer);
    CHECK(store_memory.open(&shared, &options, &why) == STORE_OK);
    if (!world.weather.sqlite)
        return;
    disk = sim_disk_new(seed);
    disk_fails(0);
    make_folders();
}

void disk_free(void)
{
    store_memory.close(shared);
    shared = NULL;
    if (!disk)
        return;
    sim_disk_free(disk);
    disk = NULL;
    remove_folders();
}

const char *disk_path(int process)
{
    return world.weather.sqlite ? paths[process] : NULL;
}

void disk_lost(bool power)
{
    if (!disk)
        return;
    if (power)
        sim_disk_crash(disk);
    else
        sim_disk_kill(disk);
}

void disk_die_soon(uint32_t writes)
{
    if (disk)
        sim_disk_die_at(disk, writes);
}

bool disk_is_dead(void)
{
    return disk && sim_disk_is_dead(disk);
}

int disk_fails(int thousandths)
{
    static int before;
    int was = before;
    double chance = thousandths / 1000.0;
    struct sim_disk_faults faults = {chance, chance, chance, chance};
    if (disk)
        sim_disk_faults(disk, &faults);
    before = thousandths;
    return was;
}

uint64_t disk_faults(void)
{
    struct sim_disk_counts counts = {0};
    if (disk)
        sim_disk_counts(disk, &counts);
    return counts.faults;
}

/* Fills the queue, as many busy tables would; these records belong to no real table. */
void disk_burden(struct process *process)
{
    static char ballast[BALLAST_SIZE];
    int64_t n = 1;
    while (store_record_add(process->store, BALLAST_TABLE, n, ballast, sizeof ballast) == STORE_OK)
        n++;
    trace("process %d has room for nothing more", process->index);
}

/* ---- the back end ---- */

static void forget(struct store_home *home)
{
    while (home->first) {
        struct pending *next = home->first->next;
        free(home->first);
        home->first = next;
    }
    home->last = &home->first;
}

static enum store_status wrap_open(struct store_home **out, const struct store_options *options,
                                   struct text *why)
{
    struct store_home *home = calloc(1, sizeof *home);
    CHECK(home);
    home->process = options->context;
    home->last = &home->first;
    home->inner = shared;
    enum store_status status = STORE_OK;
    if (world.weather.sqlite && !sim_disk_settle(disk)) {
        text_string(why, "the log cannot be synced");
        status = STORE_IO;
    } else if (world.weather.sqlite) {
        status = store_sqlite.open(&home->inner, options, why);
    }
    if (status == STORE_OK)
        *out = home;
    else
        free(home);
    return status;
}

static void wrap_close(struct store_home *home)
{
    forget(home);
    if (world.weather.sqlite)
        store_sqlite.close(home->inner);
    free(home);
}

static enum store_status wrap_begin(struct store_home *home)
{
    forget(home);
    return inner()->begin(home->inner);
}

static enum store_status wrap_apply(struct store_home *home, const struct store_op *op)
{
    if (op->table == BALLAST_TABLE)
        return STORE_OK;
    enum store_status status = inner()->apply(home->inner, op);
    if (status == STORE_CONFLICT) {
        trace("process %d: table %lld: %lld is refused", home->process->index, (long long)op->table,
              (long long)op->number);
        world.counts.conflicts++;
        const struct truth *truth = truth_of(op->table);
        bool outrun = truth && op->kind == STORE_FINISH && op->number < (int64_t)truth->version;
        if (!truth || !(truth_is_behind(truth, home->process) || truth->finishing || outrun))
            broken("kept", "nobody else has written, and event %lld of table %lld is refused",
                   (long long)op->number, (long long)op->table);
    }
    if (status != STORE_OK)
        return status;
    if (op->kind == STORE_FINISH)
        truth_of(op->table)->finishing = true;
    const char *bytes = op->kind == STORE_CREATE ? op->name : op->value;
    size_t size = op->kind == STORE_CREATE ? string_size(op->name) + 1 : op->value_size;
    struct pending *pending = malloc(sizeof *pending + size);
    CHECK(pending);
    *pending =
        (struct pending){.kind = op->kind, .table = op->table, .number = op->number, .size = size};
    pending->time = op->time_ms;
    if (size > 0)
        memcpy(pending->bytes, bytes, size);
    *home->last = pending;
    home->last = &pending->next;
    return STORE_OK;
}

static enum store_status wrap_commit(struct store_home *home)
{
    enum store_status status = inner()->commit(home->inner);
    for (const struct pending *at = home->first; at && status == STORE_OK; at = at->next) {
        if (at->kind == STORE_CREATE)
            truth_created(at->table, at->bytes);
        else if (at->kind == STORE_APPEND)
            truth_committed(at->table, at->number, at->bytes, at->size, home->process);
        else if (at->kind == STORE_RECORD_ADD)
            truth_recorded(at->table, at->number);
        else if (at->kind == STORE_FINISH)
            truth_finished(at->table, at->time);
        else if (at->kind == STORE_PRUNE)
            truths_pruned(at->time);
    }
    forget(home);
    return status;
}

static void wrap_rollback(struct store_home *home)
{
    forget(home);
    inner()->rollback(home->inner);
}

static enum store_status wrap_rest(struct store_home *home, enum store_rest why)
{
    return inner()->rest(home->inner, why);
}

static const char *wrap_write_why(const struct store_home *home)
{
    return inner()->write_why(home->inner);
}

static enum store_status wrap_table(struct store_home *home, int64_t table, struct store_table *out)
{
    return inner()->table(home->inner, table, out);
}

static enum store_status wrap_by_code(struct store_home *home, const char *code,
                                      struct store_table *out)
{
    return inner()->table_by_code(home->inner, code, out);
}

static enum store_status wrap_unfinished(struct store_home *home, store_each_table *each,
                                         void *context)
{
    return inner()->unfinished(home->inner, each, context);
}

static enum store_status wrap_old(struct store_home *home, int64_t since, int64_t before,
                                  store_each_table *each, void *context)
{
    return inner()->old(home->inner, since, before, each, context);
}

static enum store_status wrap_events(struct store_home *home, int64_t table, int64_t from,
                                     store_each_event *each, void *context)
{
    enum store_status status = inner()->events(home->inner, table, from, each, context);
    struct truth *truth = status == STORE_OK ? truth_of(table) : NULL;
    if (truth)
        truth->seen[home->process->index] = truth->version;
    return status;
}

static enum store_status wrap_record(struct store_home *home, int64_t table, int64_t n,
                                     struct text *out)
{
    return inner()->record(home->inner, table, n, out);
}

static enum store_status wrap_meta(struct store_home *home, const char *name, struct text *out)
{
    return inner()->meta(home->inner, name, out);
}

static enum store_status wrap_counts(struct store_home *home, struct store_counts *counts)
{
    return inner()->counts(home->inner, counts);
}

static const char *wrap_read_why(const struct store_home *home)
{
    return inner()->read_why(home->inner);
}

const struct store_backend sim_backend = {
    .name = "sim",
    .open = wrap_open,
    .close = wrap_close,
    .begin = wrap_begin,
    .apply = wrap_apply,
    .commit = wrap_commit,
    .rollback = wrap_rollback,
    .rest = wrap_rest,
    .write_why = wrap_write_why,
    .table = wrap_table,
    .table_by_code = wrap_by_code,
    .unfinished = wrap_unfinished,
    .old = wrap_old,
    .events = wrap_events,
    .record = wrap_record,
    .meta = wrap_meta,
    .counts = wrap_counts,
    .read_why = wrap_read_why,
};
