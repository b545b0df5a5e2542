/* SPDX-License-Identifier: MIT */
/*
 * The store on a disk that fails and on one whose power is cut.
 *
 * A layer between SQLite and the file system counts every call that reaches the disk. It can refuse
 * the n-th and some after it; and at the n-th it can record what the disk would hold if the power
 * failed then: what was synced, and any subset of the sectors written since.
 */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "base/rng.h"
#include "store_place.h"

enum { FILES_MAX = 16, SECTOR = 512, TABLES = 3, ROUNDS = 4, FAULTS = 3, TRIES = 10 };

/* ---- the layer ---- */

enum call { CALL_READ, CALL_WRITE, CALL_SYNC, CALL_TRUNCATE, CALL_MAP, CALLS };

struct image {
    char *bytes;
    size_t size;
};

struct shim_file {
    sqlite3_file base;
    sqlite3_file *real;
    int slot; /* of its name in disk.files; -1: not watched */
};

static struct {
    sqlite3_vfs *real;
    bool armed;
    enum call call;     /* which are counted */
    long countdown;     /* how many of them are left to pass */
    int faults;         /* how many are refused then */
    int code;           /* how */
    bool reached;       /* has any been refused? */
    bool watch;         /* images are kept */
    long cut_countdown; /* of any call that changes the disk */
    bool cut;           /* the images of that moment were taken */
    struct search_rng rng;
    struct file {
        char path[PLACE_MAX];
        sqlite3_file *real; /* while it is open */
        struct image synced, at_cut;
    } files[FILES_MAX];
} disk;

static struct shim_file *shim(sqlite3_file *file)
{
    return (struct shim_file *)(void *)file;
}

static sqlite3_file *real_of(sqlite3_file *file)
{
    return shim(file)->real;
}

static void image_set(struct image *image, const char *bytes, size_t size)
{
    char *made = malloc(size + 1);
    CHECK(made);
    if (size > 0)
        memcpy(made, bytes, size);
    free(image->bytes);
    *image = (struct image){made, size};
}

static struct image read_whole(sqlite3_file *real)
{
    struct image image = {NULL, 0};
    sqlite3_int64 size = 0;
    CHECK(real->pMethods->xFileSize(real, &size) == SQLITE_OK);
    image.size = (size_t)size;
    image.bytes = malloc(image.size + 1);
    CHECK(image.bytes);
    CHECK(size == 0 || real->pMethods->xRead(real, image.bytes, (int)size, 0) == SQLITE_OK);
    return image;
}

/* What the disk might hold of a file now. */
static void take_cut(struct file *file)
{
    struct image now = {NULL, 0};
    if (file->real) {
        now = read_whole(file->real);
    } else {
        image_set(&file->at_cut, file->synced.bytes, file->synced.size);
        return;
    }
    bool longer = search_rng_below(&disk.rng, 2) == 0 || now.size < file->synced.size;
    size_t size = longer ? now.size : file->synced.size;
    char *bytes = calloc(1, size + 1);
    CHECK(bytes);
    for (size_t at = 0; at < size; at += SECTOR) {
        bool new = search_rng_below(&disk.rng, 2) == 0;
        const struct image *from = new ? &now : &file->synced;
        if (at < from->size) {
            size_t count = from->size - at < SECTOR ? from->size - at : SECTOR;
            memcpy(bytes + at, from->bytes + at, count < size - at ? count : size - at);
        }
    }
    image_set(&file->at_cut, bytes, size);
    free(bytes);
    free(now.bytes);
}

/* Called at every call that reaches the disk; true if it should fail. */
static bool count_call(enum call call)
{
    if (disk.watch && call >= CALL_WRITE && call <= CALL_TRUNCATE && !disk.cut &&
        disk.cut_countdown-- == 0) {
        disk.cut = true;
        for (int i = 0; i < FILES_MAX; i++)
            take_cut(&disk.files[i]);
    }
    if (!disk.armed || call != disk.call || disk.countdown-- > 0)
        return false;
    disk.reached = true;
    if (disk.faults-- <= 0) {
        disk.armed = false;
        return false;
    }
    return true;
}

static int shim_close(sqlite3_file *file)
{
    if (shim(file)->slot >= 0)
        disk.files[shim(file)->slot].real = NULL;
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int shim_read(sqlite3_file *file, void *out, int size, sqlite3_int64 at)
{
    if (count_call(CALL_READ))
        return disk.code;
    return real_of(file)->pMethods->xRead(real_of(file), out, size, at);
}

static int shim_write(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
    if (count_call(CALL_WRITE))
        return disk.code;
    return real_of(file)->pMethods->xWrite(real_of(file), bytes, size, at);
}

static int shim_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (count_call(CALL_TRUNCATE))
        return disk.code;
    return real_of(file)->pMethods->xTruncate(real_of(file), size);
}

/* The disk is simulated, so nothing waits for the real one. */
static int shim_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (count_call(CALL_SYNC))
        return disk.code;
    if (disk.watch && shim(file)->slot >= 0) {
        struct image now = read_whole(real_of(file));
        image_set(&disk.files[shim(file)->slot].synced, now.bytes, now.size);
        free(now.bytes);
    }
    return SQLITE_OK;
}

static int shim_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int shim_lock(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xLock(real_of(file), kind);
}

static int shim_unlock(sqlite3_file *file, int kind)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), kind);
}

static int shim_reserved(sqlite3_file *file, int *out)
{
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), out);
}

static int shim_control(sqlite3_file *file, int op, void *argument)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), op, argument);
}

static int shim_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int shim_traits(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int shim_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    if (count_call(CALL_MAP))
        return disk.code;
    return real_of(file)->pMethods->xShmMap(real_of(file), page, size, extend, out);
}

static int shim_map_lock(sqlite3_file *file, int offset, int n, int flags)
{
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, n, flags);
}

static void shim_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int shim_unmap(sqlite3_file *file, int delete)
{
    return real_of(file)->pMethods->xShmUnmap(real_of(file), delete);
}

static const sqlite3_io_methods shim_methods = {
    .iVersion = 2,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_reserved,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_traits,
    .xShmMap = shim_map,
    .xShmLock = shim_map_lock,
    .xShmBarrier = shim_barrier,
    .xShmUnmap = shim_unmap,
};

/* Two connections open the main file; either reads the same bytes. */
static int watch_file(const char *path, sqlite3_file *real)
{
    for (int i = 0; i < FILES_MAX; i++) {
        struct file *file = &disk.files[i];
        if (file->path[0] == '\0')
            snprintf(file->path, sizeof file->path, "%s", path);
        if (strcmp(file->path, path) == 0) {
            if (file->real)
                return -1;
            file->real = real;
            return i;
        }
    }
    return -1;
}

static int shim_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out)
{
    struct shim_file *made = shim(file);
    (void)vfs;
    made->real = (sqlite3_file *)(void *)(made + 1);
    made->slot = -1;
    made->base.pMethods = NULL;
    int code = disk.real->xOpen(disk.real, path, made->real, flags, out);
    if (made->real->pMethods)
        made->base.pMethods = &shim_methods;
    if (code == SQLITE_OK && path && disk.watch)
        made->slot = watch_file(path, made->real);
    return code;
}

/* Deleting a file is at once on the disk. */
static int shim_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
    (void)vfs, (void)sync;
    for (int i = 0; i < FILES_MAX && disk.watch; i++)
        if (strcmp(disk.files[i].path, path) == 0)
            disk.files[i].synced.size = 0;
    return disk.real->xDelete(disk.real, path, 0);
}

static void install(void)
{
    static sqlite3_vfs vfs;
    disk.real = sqlite3_vfs_find(NULL);
    vfs = *disk.real;
    vfs.zName = "failing";
    vfs.szOsFile = (int)sizeof(struct shim_file) + disk.real->szOsFile;
    vfs.xOpen = shim_open;
    vfs.xDelete = shim_delete;
    CHECK(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
}

static void disk_clear(void)
{
    for (int i = 0; i < FILES_MAX; i++) {
        free(disk.files[i].synced.bytes);
        free(disk.files[i].at_cut.bytes);
    }
    memset(disk.files, 0, sizeof disk.files);
    disk.watch = disk.cut = disk.armed = disk.reached = false;
}

/* ---- faults ---- */

static enum store_status open_stepped(struct store **store, const char *path)
{
    char why[STORE_WHY_MAX];
    return place_open(
        store, (struct store_options){.backend = &store_sqlite, .path = path, .stepped = true},
        why);
}

/* Round 0 makes the tables, each other round appends one event to each. */
static void queue_round(struct store *store, int round)
{
    for (int64_t table = 1; table <= TABLES; table++) {
        char code[8];
        snprintf(code, sizeof code, "T%05d", (int)table);
        enum store_status status =
            round == 0 ? store_create(store, table, code, 1) : append_event(store, table, round);
        assert_int_equal(status, STORE_OK);
    }
    store_commit(store);
}

/* Steps until all is durable. Until then the report must say what is wrong. */
static void step_through(struct store *store, uint64_t ticket, enum store_status expected)
{
    struct store_report report;
    struct store_conflict conflict;
    for (int i = 0; i < TRIES; i++) {
        store_step(store);
        store_poll(store, &report);
        if (report.durable == ticket) {
            assert_int_equal(report.status, STORE_OK);
            assert_false(store_conflict(store, &conflict));
            return;
        }
        assert_int_equal(report.durable, ticket - 1);
        assert_int_equal(report.status, expected);
        assert_true(report.why[0] != '\0');
    }
    fail_msg("still not durable after %d tries", TRIES);
}

static void expect_all(const char *path)
{
    struct store *store;
    assert_int_equal(open_stepped(&store, path), STORE_OK);
    for (int64_t table = 1; table <= TABLES; table++)
        assert_int_equal(count_events(store, table), ROUNDS);
    assert_int_equal(store_close(store), STORE_OK);
}

/* One run with a fault at the n-th call; false if it has no n-th call. */
static bool run_with_fault(enum call call, int code, enum store_status expected, long n)
{
    struct place place;
    struct store *store;
    place_init(&place);
    disk_clear();
    assert_int_equal(open_stepped(&store, place.file), STORE_OK);
    disk.call = call;
    disk.code = code;
    disk.countdown = n;
    disk.faults = FAULTS;
    disk.armed = true;
    for (int round = 0; round <= ROUNDS; round++) {
        queue_round(store, round);
        step_through(store, (uint64_t)round + 1, expected);
    }
    assert_int_equal(store_close(store), STORE_OK);
    bool reached = disk.reached;
    disk.armed = false;
    expect_all(place.file);
    place_release(&place);
    return reached;
}

static void run_with_faults(enum call call, int code, enum store_status expected, long least)
{
    long n = 0;
    while (run_with_fault(call, code, expected, n))
        n++;
    if (n < least)
        fail_msg("only %ld calls could fail", n);
}

static void test_full_write(void **unused)
{
    (void)unused;
    run_with_faults(CALL_WRITE, SQLITE_FULL, STORE_DISK_FULL, 20);
}

static void test_failing_write(void **unused)
{
    (void)unused;
    run_with_faults(CALL_WRITE, SQLITE_IOERR_WRITE, STORE_IO, 20);
}

static void test_failing_sync(void **unused)
{
    (void)unused;
    run_with_faults(CALL_SYNC, SQLITE_IOERR_FSYNC, STORE_IO, ROUNDS);
}

static void test_failing_truncate(void **unused)
{
    (void)unused;
    run_with_faults(CALL_TRUNCATE, SQLITE_IOERR_TRUNCATE, STORE_IO, 1);
}

/* Creating the file on a failing disk: it fails or works, and the next time it works. */
static void test_failing_open(void **unused)
{
    static const struct {
        enum call call;
        int code;
    } kinds[] = {{CALL_WRITE, SQLITE_FULL},
                 {CALL_SYNC, SQLITE_IOERR_FSYNC},
                 {CALL_MAP, SQLITE_IOERR_SHMMAP}};
    (void)unused;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        bool reached = true;
        int failed = 0;
        for (long n = 0; reached; n++) {
            struct place place;
            struct store *store;
            place_init(&place);
            disk_clear();
            disk.call = kinds[kind].call;
            disk.code = kinds[kind].code;
            disk.countdown = n;
            disk.faults = FAULTS;
            disk.armed = true;
            failed += open_stepped(&store, place.file) != STORE_OK;
            store_close(store);
            reached = disk.reached;
            disk.armed = false;
            assert_int_equal(open_stepped(&store, place.file), STORE_OK);
            queue_round(store, 0);
            step_through(store, 1, STORE_OK);
            assert_int_equal(store_close(store), STORE_OK);
            place_release(&place);
        }
        assert_true(failed > 1);
    }
}

/* A failed read says so and is not mistaken for an empty table. */
static void test_failing_read(void **unused)
{
    struct place place;
    struct store *store;
    struct store_table table;
    int failed = 0;
    (void)unused;
    place_init(&place);
    disk_clear();
    assert_int_equal(open_stepped(&store, place.file), STORE_OK);
    for (int round = 0; round <= ROUNDS; round++) {
        queue_round(store, round);
        step_through(store, (uint64_t)round + 1, STORE_OK);
    }
    assert_int_equal(store_close(store), STORE_OK);
    for (long n = 0; n < 20; n++) {
        assert_int_equal(open_stepped(&store, place.file), STORE_OK);
        disk.call = CALL_READ;
        disk.code = SQLITE_IOERR_READ;
        disk.countdown = n;
        disk.faults = 1;
        disk.armed = true;
        struct event_check check = {1, 1, true};
        enum store_status status = store_table(store, 1, &table);
        if (status == STORE_OK)
            status = store_events(store, 1, 1, check_event, &check);
        disk.armed = false;
        failed += status == STORE_IO;
        if (status == STORE_IO)
            assert_true(store_why(store)[0] != '\0');
        else
            assert_int_equal(check.next, ROUNDS + 1);
        assert_int_equal(count_events(store, 1), ROUNDS);
        store_close(store);
    }
    assert_true(failed > 0);
    place_release(&place);
}

/* ---- power ---- */

/* What was on the disk at the cut, as files in another folder. */
static void write_cut(const struct place *from, const struct place *to)
{
    size_t folder = strlen(from->folder);
    for (int i = 0; i < FILES_MAX; i++) {
        const struct file *file = &disk.files[i];
        char path[PLACE_MAX * 2];
        if (strncmp(file->path, from->folder, folder) != 0 || file->at_cut.size == 0)
            continue;
        snprintf(path, sizeof path, "%s%s", to->folder, file->path + folder);
        FILE *out = fopen(path, "wb");
        CHECK(out);
        CHECK(fwrite(file->at_cut.bytes, 1, file->at_cut.size, out) == file->at_cut.size);
        CHECK(fclose(out) == 0);
    }
}

/* After the cut everything acknowledged before it must be there. */
static void expect_after_cut(const struct place *from, int acknowledged)
{
    struct place place;
    struct store *store;
    place_init(&place);
    write_cut(from, &place);
    disk.watch = false;
    assert_int_equal(open_stepped(&store, place.file), STORE_OK);
    for (int64_t table = 1; table <= TABLES && acknowledged >= 0; table++) {
        int64_t events = count_events(store, table);
        if (events < acknowledged || events > acknowledged + 1)
            fail_msg("table %d: %d events, acknowledged %d", (int)table, (int)events, acknowledged);
    }
    assert_int_equal(store_close(store), STORE_OK);
    place_release(&place);
}

static bool run_with_cut(long n, uint64_t seed)
{
    struct place place;
    struct store *store;
    int acknowledged = -1; /* rounds: 0, the tables are there */
    place_init(&place);
    disk_clear();
    search_rng_init(&disk.rng, seed);
    disk.watch = true;
    disk.cut_countdown = n;
    assert_int_equal(open_stepped(&store, place.file), STORE_OK);
    for (int round = 0; round <= ROUNDS && !disk.cut; round++) {
        queue_round(store, round);
        store_step(store);
        if (!disk.cut) /* else it happened before anybody was told */
            acknowledged = round;
    }
    bool cut = disk.cut;
    if (cut)
        expect_after_cut(&place, acknowledged);
    disk.watch = false;
    assert_int_equal(store_close(store), STORE_OK);
    place_release(&place);
    return cut;
}

static void test_power(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        long n = 0;
        while (run_with_cut(n, seed))
            n++;
        assert_true(n > 20);
    }
    disk_clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_write),   cmocka_unit_test(test_failing_write),
        cmocka_unit_test(test_failing_sync), cmocka_unit_test(test_failing_truncate),
        cmocka_unit_test(test_failing_open), cmocka_unit_test(test_failing_read),
        cmocka_unit_test(test_power),
    };
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1); /* the disk is simulated anyway */
    install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
