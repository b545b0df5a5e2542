/* SPDX-License-Identifier: MIT */
/*
 * What SQLite asks of the simulated disk: opening, reading, writing, locks, shared memory,
 * randomness and time. A handle dies with its process; then it can only be closed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "sim_disk_parts.h"

static struct sim_handle *handle_of(sqlite3_file *file)
{
    return (struct sim_handle *)(void *)file;
}

static struct sim_disk *disk_of(sqlite3_vfs *vfs)
{
    return vfs->pAppData;
}

static bool is_dead(const struct sim_handle *handle)
{
    return !handle->inode || handle->disk->dead;
}

/* ---- bytes ---- */

static int close_file(sqlite3_file *file)
{
    struct sim_handle *handle = handle_of(file), **at = &handle->disk->handles;
    sim_shm_leave(handle);
    while (*at != handle)
        at = &(*at)->next;
    *at = handle->next;
    sim_sweep(handle->disk);
    return SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *out, int size, sqlite3_int64 at)
{
    const struct sim_handle *handle = handle_of(file);
    size_t wanted = (size_t)size, offset = (size_t)at, found = 0;
    if (is_dead(handle))
        return SQLITE_IOERR;
    if (sim_chance(handle->disk, handle->disk->faults.io))
        return SQLITE_IOERR_READ;
    const struct sim_bytes *bytes = &handle->inode->now;
    if (offset < bytes->size)
        found = bytes->size - offset < wanted ? bytes->size - offset : wanted;
    if (found > 0)
        memcpy(out, bytes->bytes + offset, found);
    memset((char *)out + found, 0, wanted - found);
    return found == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

/* The first bytes of a write, a random number of them. */
static void write_part(struct sim_handle *handle, const void *bytes, size_t size, size_t at)
{
    size_t part = search_rng_below(&handle->disk->rng, (uint32_t)size);
    if (part > 0)
        sim_write(handle->inode, bytes, part, at);
}

static int write_file(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 at)
{
    struct sim_handle *handle = handle_of(file);
    struct sim_disk *disk = handle->disk;
    size_t count = (size_t)size, offset = (size_t)at;
    if (is_dead(handle))
        return SQLITE_IOERR;
    disk->counts.writes++;
    if (sim_dies(disk)) {
        write_part(handle, bytes, count, offset);
        return SQLITE_IOERR;
    }
    if (sim_chance(disk, disk->faults.io))
        return SQLITE_IOERR_WRITE;
    if (offset + count > handle->inode->now.size && sim_chance(disk, disk->faults.full))
        return SQLITE_FULL;
    if (sim_chance(disk, disk->faults.short_write)) {
        write_part(handle, bytes, count, offset);
        return SQLITE_FULL;
    }
    disk->counts.bytes += count;
    sim_write(handle->inode, bytes, count, offset);
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    struct sim_handle *handle = handle_of(file);
    if (is_dead(handle))
        return SQLITE_IOERR;
    handle->disk->counts.writes++;
    if (sim_dies(handle->disk))
        return SQLITE_IOERR;
    if (sim_chance(handle->disk, handle->disk->faults.io))
        return SQLITE_IOERR_TRUNCATE;
    sim_truncate(handle->inode, (size_t)size);
    return SQLITE_OK;
}

static int sync_file(sqlite3_file *file, int flags)
{
    struct sim_handle *handle = handle_of(file);
    struct sim_disk *disk = handle->disk;
    (void)flags;
    if (is_dead(handle))
        return SQLITE_IOERR;
    disk->counts.syncs++;
    if (sim_dies(disk))
        return SQLITE_IOERR;
    if (sim_chance(disk, disk->faults.sync_fails)) {
        sim_sync_failed(disk, handle->inode);
        return SQLITE_IOERR_FSYNC;
    }
    sim_sync(handle->inode);
    if (handle->sync_folder)
        sim_sync_folder(disk);
    handle->sync_folder = false;
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *file, sqlite3_int64 *size)
{
    const struct sim_handle *handle = handle_of(file);
    if (is_dead(handle))
        return SQLITE_IOERR;
    *size = (sqlite3_int64)handle->inode->now.size;
    return SQLITE_OK;
}

/* ---- locks on the file ---- */

/* The strongest lock that anybody else has. */
static int others_lock(const struct sim_handle *handle)
{
    int strongest = SQLITE_LOCK_NONE;
    for (const struct sim_handle *other = handle->disk->handles; other; other = other->next)
        if (other != handle && other->inode == handle->inode && other->lock > strongest)
            strongest = other->lock;
    return strongest;
}

static int lock_file(sqlite3_file *file, int wanted)
{
    struct sim_handle *handle = handle_of(file);
    if (is_dead(handle))
        return SQLITE_IOERR;
    if (handle->lock >= wanted)
        return SQLITE_OK;
    int others = others_lock(handle);
    if (wanted == SQLITE_LOCK_SHARED && others >= SQLITE_LOCK_PENDING)
        return SQLITE_BUSY;
    if (wanted > SQLITE_LOCK_SHARED && others >= SQLITE_LOCK_RESERVED)
        return SQLITE_BUSY;
    if (wanted == SQLITE_LOCK_EXCLUSIVE && others >= SQLITE_LOCK_SHARED) {
        handle->lock = SQLITE_LOCK_PENDING; /* nobody new comes in while it waits */
        return SQLITE_BUSY;
    }
    handle->lock = wanted;
    return SQLITE_OK;
}

static int unlock_file(sqlite3_file *file, int to)
{
    struct sim_handle *handle = handle_of(file);
    if (is_dead(handle))
        return SQLITE_IOERR;
    if (handle->lock > to)
        handle->lock = to;
    return SQLITE_OK;
}

static int check_reserved(sqlite3_file *file, int *out)
{
    const struct sim_handle *handle = handle_of(file);
    if (is_dead(handle))
        return SQLITE_IOERR;
    *out = handle->lock >= SQLITE_LOCK_RESERVED || others_lock(handle) >= SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
}

/* No atomic writes, and everything must be synced. */
static int control(sqlite3_file *file, int op, void *argument)
{
    (void)file, (void)op, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *file)
{
    (void)file;
    return SECTOR;
}

static int characteristics(sqlite3_file *file)
{
    return handle_of(file)->disk->like_linux ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
}

/* ---- shared memory ---- */

static struct sim_shm *shm_of(struct sim_handle *handle)
{
    struct sim_inode *inode = handle->inode;
    if (handle->shm)
        return handle->shm;
    if (!inode->shm)
        inode->shm = calloc(1, sizeof *inode->shm);
    CHECK(inode->shm);
    inode->shm->users++;
    return handle->shm = inode->shm;
}

static int shm_map(sqlite3_file *file, int region, int size, int extend, void volatile **out)
{
    struct sim_handle *handle = handle_of(file);
    *out = NULL;
    if (is_dead(handle))
        return SQLITE_IOERR;
    struct sim_shm *shm = shm_of(handle);
    if (region >= shm->count && !extend)
        return SQLITE_OK;
    while (region >= shm->count) {
        shm->regions = realloc(shm->regions, (size_t)(shm->count + 1) * sizeof *shm->regions);
        CHECK(shm->regions);
        shm->regions[shm->count] = calloc(1, (size_t)size);
        CHECK(shm->regions[shm->count]);
        shm->count++;
    }
    *out = shm->regions[region];
    return SQLITE_OK;
}

static int shm_lock(sqlite3_file *file, int first, int count, int flags)
{
    struct sim_handle *handle = handle_of(file);
    uint8_t wanted = (uint8_t)(((1u << count) - 1) << first);
    if (is_dead(handle))
        return SQLITE_IOERR;
    CHECK(first >= 0 && count > 0 && first + count <= SHM_LOCKS);
    if (flags & SQLITE_SHM_UNLOCK) {
        handle->shm_shared &= (uint8_t)~wanted;
        handle->shm_exclusive &= (uint8_t)~wanted;
        return SQLITE_OK;
    }
    bool exclusive = flags & SQLITE_SHM_EXCLUSIVE;
    for (const struct sim_handle *other = handle->disk->handles; other; other = other->next) {
        if (other == handle || other->inode != handle->inode)
            continue;
        if ((other->shm_exclusive | (exclusive ? other->shm_shared : 0)) & wanted)
            return SQLITE_BUSY;
    }
    *(exclusive ? &handle->shm_exclusive : &handle->shm_shared) |= wanted;
    return SQLITE_OK;
}

static void shm_barrier(sqlite3_file *file)
{
    (void)file;
}

static int shm_unmap(sqlite3_file *file, int delete)
{
    (void)delete; /* it ends with its last user in any case */
    sim_shm_leave(handle_of(file));
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

/* ---- names ---- */

/* The store makes its main file itself before SQLite opens it, on the real disk; here that is the
 * same as opening it. */
static bool may_make(int flags)
{
    return flags & (SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB);
}

static int open_file(sqlite3_vfs *vfs, sqlite3_filename path, sqlite3_file *file, int flags,
                     int *out_flags)
{
    enum { LOGS = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL };
    struct sim_disk *disk = disk_of(vfs);
    struct sim_handle *handle = handle_of(file);
    struct sim_name *name = path ? sim_find(disk, path, may_make(flags)) : NULL;
    struct sim_inode *inode = name ? sim_meaning(name) : NULL;
    file->pMethods = NULL;
    if (disk->dead || (path && !inode && !may_make(flags)))
        return SQLITE_CANTOPEN;
    if (inode && (flags & SQLITE_OPEN_EXCLUSIVE))
        return SQLITE_CANTOPEN;
    if (!inode) {
        inode = sim_inode_new(disk);
        if (name)
            sim_rename(name, inode);
    }
    *handle = (struct sim_handle){.disk = disk, .inode = inode, .next = disk->handles};
    disk->handles = handle;
    /* As on a real disk, what makes a new log's name durable is its first sync. */
    handle->sync_folder = (flags & SQLITE_OPEN_CREATE) && (flags & LOGS);
    if (name && (flags & SQLITE_OPEN_DELETEONCLOSE))
        sim_rename(name, NULL); /* the handle keeps it */
    file->pMethods = &methods;
    if (out_flags)
        *out_flags = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int sync_folder)
{
    struct sim_disk *disk = disk_of(vfs);
    struct sim_name *name = sim_find(disk, path, false);
    if (disk->dead)
        return SQLITE_IOERR;
    if (!name || !sim_meaning(name))
        return SQLITE_IOERR_DELETE_NOENT;
    disk->counts.writes++;
    if (sim_dies(disk))
        return SQLITE_IOERR;
    sim_rename(name, NULL);
    if (sync_folder)
        sim_sync_folder(disk);
    return SQLITE_OK;
}

static int access_file(sqlite3_vfs *vfs, const char *path, int flags, int *out)
{
    struct sim_disk *disk = disk_of(vfs);
    const struct sim_name *name = sim_find(disk, path, false);
    const struct sim_inode *inode = name ? sim_meaning(name) : NULL;
    if (disk->dead)
        return SQLITE_IOERR_ACCESS;
    *out = inode && (flags != SQLITE_ACCESS_EXISTS || inode->now.size > 0);
    return SQLITE_OK;
}

static int full_path(sqlite3_vfs *vfs, const char *path, int size, char *out)
{
    const char *slash = strrchr(path, '/');
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", slash ? slash + 1 : path);
    return SQLITE_OK;
}

/* ---- chance and time ---- */

static int randomness(sqlite3_vfs *vfs, int size, char *out)
{
    for (int i = 0; i < size; i++)
        out[i] = (char)search_rng_below(&disk_of(vfs)->numbers, 256);
    return size;
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds)
{
    disk_of(vfs)->time_ms += (microseconds + 999) / 1000;
    return microseconds;
}

/* Julian days begin at noon; SQLite counts their milliseconds. */
static int current_time_ms(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    static const sqlite3_int64 unix_epoch = 210866760000000;
    *out = unix_epoch + disk_of(vfs)->time_ms++;
    return SQLITE_OK;
}

static int current_time(sqlite3_vfs *vfs, double *out)
{
    sqlite3_int64 millis;
    current_time_ms(vfs, &millis);
    *out = (double)millis / 86400000.0;
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int size, char *out)
{
    (void)vfs, (void)size, (void)out;
    return 0;
}

void sim_vfs_register(struct sim_disk *disk)
{
    disk->vfs = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = sizeof(struct sim_handle),
        .mxPathname = SIM_NAME_MAX - 1,
        .zName = "sim",
        .pAppData = disk,
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = access_file,
        .xFullPathname = full_path,
        .xRandomness = randomness,
        .xSleep = sleep_for,
        .xCurrentTime = current_time,
        .xCurrentTimeInt64 = current_time_ms,
        .xGetLastError = last_error,
    };
    CHECK(sqlite3_vfs_register(&disk->vfs, 1) == SQLITE_OK);
    sqlite3_randomness(0, NULL); /* the numbers of whatever was before are forgotten */
}
