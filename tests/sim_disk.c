/* SPDX-License-Identifier: MIT */
/*
 * The contents of the simulated disk: files and their names, which of them are durable, and what is
 * left after a power failure.
 *
 * Invariants
 * 1. A file's `durable`, with all its changes made in order, is `now`; except where a sync failed
 *    on a disk like Linux's.
 * 2. A name's last change says what it means now.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "sim_disk_parts.h"

/* ---- chance ---- */

static bool happens(struct sim_disk *disk, double chance)
{
    if (chance <= 0) /* draw no number, so that a disabled fault changes nothing */
        return false;
    return (double)(search_rng_next(&disk->rng) >> 11) * 0x1p-53 < chance;
}

bool sim_chance(struct sim_disk *disk, double chance)
{
    bool so = happens(disk, chance);
    disk->counts.faults += so;
    return so;
}

bool sim_dies(struct sim_disk *disk)
{
    if (disk->left == 0 || --disk->left > 0)
        return false;
    disk->dead = true;
    return true;
}

/* ---- bytes ---- */

static void resize(struct sim_bytes *bytes, size_t size)
{
    if (size > bytes->capacity) {
        size_t capacity = size < 4096 ? 4096 : size + size / 2;
        bytes->bytes = realloc(bytes->bytes, capacity);
        CHECK(bytes->bytes);
        memset(bytes->bytes + bytes->capacity, 0, capacity - bytes->capacity);
        bytes->capacity = capacity;
    }
    if (size < bytes->size)
        memset(bytes->bytes + size, 0, bytes->size - size);
    bytes->size = size;
}

static void put(struct sim_bytes *bytes, const void *from, size_t size, size_t at)
{
    if (at + size > bytes->size)
        resize(bytes, at + size);
    if (size > 0)
        memcpy(bytes->bytes + at, from, size);
}

static void copy(struct sim_bytes *to, const struct sim_bytes *from)
{
    resize(to, 0);
    put(to, from->bytes, from->size, 0);
}

/* ---- changes ---- */

static void note(struct sim_inode *inode, bool truncates, const void *bytes, size_t size, size_t at)
{
    struct sim_change *change = malloc(sizeof *change + size);
    CHECK(change);
    *change = (struct sim_change){.at = at, .size = size, .truncates = truncates};
    if (size > 0)
        memcpy(change->bytes, bytes, size);
    *inode->last = change;
    inode->last = &change->next;
}

void sim_write(struct sim_inode *inode, const void *bytes, size_t size, size_t at)
{
    note(inode, false, bytes, size, at);
    put(&inode->now, bytes, size, at);
}

void sim_truncate(struct sim_inode *inode, size_t size)
{
    if (size >= inode->now.size)
        return;
    note(inode, true, NULL, 0, size);
    resize(&inode->now, size);
}

static void forget_changes(struct sim_inode *inode)
{
    while (inode->first) {
        struct sim_change *next = inode->first->next;
        free(inode->first);
        inode->first = next;
    }
    inode->last = &inode->first;
}

void sim_sync(struct sim_inode *inode)
{
    for (const struct sim_change *change = inode->first; change; change = change->next) {
        if (!change->truncates)
            put(&inode->durable, change->bytes, change->size, change->at);
        else if (change->at < inode->durable.size)
            resize(&inode->durable, change->at);
    }
    forget_changes(inode);
}

/* ---- misfortune ---- */

/* A sector in the middle of being written. */
static void tear(struct sim_disk *disk, uint8_t *sector, const uint8_t *bytes, size_t from,
                 size_t size)
{
    size_t part = search_rng_below(&disk->rng, (uint32_t)size + 1);
    disk->counts.torn++;
    switch (search_rng_below(&disk->rng, 8)) {
    case 0: {
        size_t start = disk->like_linux ? from : 0;
        size_t end = disk->like_linux ? from + size : SECTOR;
        for (size_t i = start; i < end; i++)
            sector[i] = (uint8_t)search_rng_below(&disk->rng, 256);
        break;
    }
    case 1: memcpy(sector + from + part, bytes + part, size - part); break;
    default: memcpy(sector + from, bytes, part);
    }
}

/* Each of its sectors is written or, with probability `risk`, given up. */
static void write_some(struct sim_disk *disk, struct sim_bytes *to, const struct sim_change *change,
                       uint8_t *given_up, double risk)
{
    for (size_t done = 0, part; done < change->size; done += part) {
        size_t at = change->at + done, from = at % SECTOR;
        part = SECTOR - from < change->size - done ? SECTOR - from : change->size - done;
        if (!given_up[at / SECTOR] && !happens(disk, risk)) {
            memcpy(to->bytes + at, change->bytes + done, part);
            continue;
        }
        if (given_up[at / SECTOR] || search_rng_below(&disk->rng, 2) == 0)
            disk->counts.lost++;
        else
            tear(disk, to->bytes + (at - from), change->bytes + done, from, part);
        given_up[at / SECTOR] = 1;
    }
}

/* How long a file is after some of its changes, and how long it ever was. */
static size_t size_after(const struct sim_inode *inode, size_t changes, size_t *largest)
{
    size_t size = inode->durable.size;
    *largest = size;
    for (const struct sim_change *change = inode->first; change; change = change->next) {
        size_t end = change->at + change->size;
        if (end > *largest)
            *largest = end;
        if (changes == 0)
            continue;
        changes--;
        if (change->truncates ? end < size : end > size)
            size = end;
    }
    return size;
}

/* What was written reaches the disk in part: each sector stops at some version of itself, and the
 * size at some other one. */
static void lose(struct sim_disk *disk, struct sim_inode *inode)
{
    static const double risks[] = {0, 0.02, 0.2, 0.5, 1};
    double risk = risks[search_rng_below(&disk->rng, sizeof risks / sizeof *risks)];
    size_t changes = 0, largest;
    for (const struct sim_change *change = inode->first; change; change = change->next)
        changes++;
    if (changes == 0)
        return;
    if (risk > 0)
        changes = search_rng_below(&disk->rng, (uint32_t)changes + 1);
    size_t size = size_after(inode, changes, &largest);
    uint8_t *given_up = calloc(largest / SECTOR + 1, 1);
    CHECK(given_up);
    resize(&inode->durable, (largest / SECTOR + 1) * SECTOR);
    for (const struct sim_change *change = inode->first; change; change = change->next) {
        if (!change->truncates)
            write_some(disk, &inode->durable, change, given_up, risk);
        else if (changes > 0)
            memset(inode->durable.bytes + change->at, 0, inode->durable.size - change->at);
        changes -= changes > 0;
    }
    resize(&inode->durable, size);
    free(given_up);
    forget_changes(inode);
}

/* Linux considers written what it has tried to write. */
void sim_sync_failed(struct sim_disk *disk, struct sim_inode *inode)
{
    if (disk->like_linux)
        lose(disk, inode);
}

/* ---- names ---- */

struct sim_name *sim_find(struct sim_disk *disk, const char *path, bool make)
{
    const char *slash = strrchr(path, '/');
    const char *wanted = slash ? slash + 1 : path;
    struct sim_name *name = disk->names;
    while (name && strcmp(name->name, wanted) != 0)
        name = name->next;
    if (name || !make)
        return name;
    name = calloc(1, sizeof *name);
    CHECK(name && strlen(wanted) < sizeof name->name);
    memcpy(name->name, wanted, strlen(wanted));
    name->next = disk->names;
    return disk->names = name;
}

struct sim_inode *sim_meaning(const struct sim_name *name)
{
    return name->changes > 0 ? name->history[name->changes - 1] : name->durable;
}

void sim_rename(struct sim_name *name, struct sim_inode *inode)
{
    if (name->changes == SIM_HISTORY_MAX) { /* eventually a disk does write */
        name->durable = name->history[0];
        memmove(name->history, name->history + 1, (SIM_HISTORY_MAX - 1) * sizeof name->history[0]);
        name->changes--;
    }
    name->history[name->changes++] = inode;
}

void sim_sync_folder(struct sim_disk *disk)
{
    for (struct sim_name *name = disk->names; name; name = name->next) {
        name->durable = sim_meaning(name);
        name->changes = 0;
    }
    sim_sweep(disk);
}

struct sim_inode *sim_inode_new(struct sim_disk *disk)
{
    struct sim_inode *inode = calloc(1, sizeof *inode);
    CHECK(inode);
    inode->last = &inode->first;
    inode->next = disk->inodes;
    return disk->inodes = inode;
}

static void mark(struct sim_inode *inode)
{
    if (inode)
        inode->marked = true;
}

void sim_sweep(struct sim_disk *disk)
{
    for (const struct sim_name *name = disk->names; name; name = name->next) {
        mark(name->durable);
        for (int i = 0; i < name->changes; i++)
            mark(name->history[i]);
    }
    for (const struct sim_handle *handle = disk->handles; handle; handle = handle->next)
        mark(handle->inode);
    for (struct sim_inode **at = &disk->inodes; *at;) {
        struct sim_inode *inode = *at;
        if (inode->marked) {
            inode->marked = false;
            at = &inode->next;
            continue;
        }
        *at = inode->next;
        forget_changes(inode);
        free(inode->now.bytes);
        free(inode->durable.bytes);
        free(inode);
    }
}

/* ---- shared memory, as far as it dies ---- */

void sim_shm_leave(struct sim_handle *handle)
{
    struct sim_shm *shm = handle->shm;
    handle->shm = NULL;
    handle->shm_shared = handle->shm_exclusive = 0;
    if (!shm || --shm->users > 0)
        return;
    if (handle->inode && handle->inode->shm == shm)
        handle->inode->shm = NULL;
    for (int i = 0; i < shm->count; i++)
        free(shm->regions[i]);
    free(shm->regions);
    free(shm);
}

/* A dead handle keeps the memory that its owner may still look at. */
static void end_processes(struct sim_disk *disk)
{
    for (struct sim_handle *handle = disk->handles; handle; handle = handle->next) {
        handle->inode = NULL;
        handle->lock = SQLITE_LOCK_NONE;
        handle->shm_shared = handle->shm_exclusive = 0;
    }
    for (struct sim_inode *inode = disk->inodes; inode; inode = inode->next)
        inode->shm = NULL;
    disk->dead = false;
    disk->left = 0;
    sqlite3_randomness(0, NULL); /* a new process asks for fresh randomness */
}

/* ---- the interface ---- */

struct sim_disk *sim_disk_new(uint64_t seed)
{
    struct sim_disk *disk = calloc(1, sizeof *disk);
    CHECK(disk);
    search_rng_init(&disk->rng, seed);
    search_rng_init(&disk->numbers, ~seed);
    disk->like_linux = search_rng_below(&disk->rng, 2) == 0;
    disk->time_ms = 1700000000000;
    sim_vfs_register(disk);
    return disk;
}

void sim_disk_free(struct sim_disk *disk)
{
    if (!disk)
        return;
    CHECK(!disk->handles);
    CHECK(sqlite3_vfs_unregister(&disk->vfs) == SQLITE_OK);
    sqlite3_randomness(0, NULL);
    while (disk->names) {
        struct sim_name *next = disk->names->next;
        free(disk->names);
        disk->names = next;
    }
    sim_sweep(disk);
    free(disk);
}

void sim_disk_crash(struct sim_disk *disk)
{
    end_processes(disk);
    for (struct sim_name *name = disk->names; name; name = name->next) {
        name->changes = (int)search_rng_below(&disk->rng, (uint32_t)name->changes + 1);
        name->durable = sim_meaning(name);
        name->changes = 0;
    }
    sim_sweep(disk);
    for (struct sim_inode *inode = disk->inodes; inode; inode = inode->next) {
        lose(disk, inode);
        copy(&inode->now, &inode->durable);
    }
}

void sim_disk_kill(struct sim_disk *disk)
{
    end_processes(disk);
    sim_sweep(disk);
}

bool sim_disk_settle(struct sim_disk *disk)
{
    struct sim_name *name = sim_find(disk, "data-wal", false);
    struct sim_inode *log = name ? sim_meaning(name) : NULL;
    if (disk->dead)
        return false;
    if (!log)
        return true;
    disk->counts.syncs++;
    if (sim_dies(disk))
        return false;
    if (sim_chance(disk, disk->faults.sync_fails)) {
        sim_sync_failed(disk, log);
        return false;
    }
    sim_sync(log);
    copy(&log->now, &log->durable);
    return true;
}

void sim_disk_faults(struct sim_disk *disk, const struct sim_disk_faults *faults)
{
    disk->faults = *faults;
}

void sim_disk_die_at(struct sim_disk *disk, uint64_t writes)
{
    disk->left = writes;
}

bool sim_disk_is_dead(const struct sim_disk *disk)
{
    return disk->dead;
}

void sim_disk_counts(const struct sim_disk *disk, struct sim_disk_counts *counts)
{
    *counts = disk->counts;
}
