/* SPDX-License-Identifier: MIT */
/* What the two files of the simulated disk share: sim_disk.c has its contents, sim_disk_vfs.c what
 * SQLite asks of it. */
#ifndef KUFSA_TESTS_SIM_DISK_PARTS_H
#define KUFSA_TESTS_SIM_DISK_PARTS_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "sim_disk.h"

enum { SECTOR = 512, SHM_LOCKS = 8, SIM_NAME_MAX = 100, SIM_HISTORY_MAX = 8 };

struct sim_bytes {
    uint8_t *bytes;
    size_t size, capacity; /* what lies between them is 0 */
};

/* A write or truncation not yet synced. */
struct sim_change {
    struct sim_change *next;
    size_t at, size; /* a truncation: to `at` */
    bool truncates;
    uint8_t bytes[];
};

/* The shared memory of a file. Dead handles may hold on to an old one. */
struct sim_shm {
    void **regions;
    int count, users;
};

struct sim_inode {
    struct sim_inode *next;
    struct sim_bytes now, durable;
    struct sim_change *first, **last;
    struct sim_shm *shm;
    bool marked;
};

/* What a name means: now, after each change since the folder was synced, and then. */
struct sim_name {
    struct sim_name *next;
    char name[SIM_NAME_MAX];
    struct sim_inode *durable, *history[SIM_HISTORY_MAX]; /* NULL: nothing */
    int changes;
};

/* What SQLite has open. */
struct sim_handle {
    sqlite3_file base;
    struct sim_handle *next;
    struct sim_disk *disk;
    struct sim_inode *inode; /* NULL: dead */
    int lock;                /* SQLITE_LOCK_… */
    uint8_t shm_shared, shm_exclusive;
    struct sim_shm *shm;
    bool sync_folder;
};

struct sim_disk {
    sqlite3_vfs vfs;
    struct sim_inode *inodes;
    struct sim_name *names;
    struct sim_handle *handles;
    struct search_rng rng, numbers; /* misfortunes; what SQLite asks for */
    bool like_linux;                /* see sim_disk.h */
    struct sim_disk_faults faults;
    struct sim_disk_counts counts;
    uint64_t left; /* changes until it dies; 0: never */
    bool dead;
    int64_t time_ms;
};

bool sim_chance(struct sim_disk *, double chance); /* counts as a fault if so */
bool sim_dies(struct sim_disk *);                  /* at this change */

struct sim_name *sim_find(struct sim_disk *, const char *path, bool make);
struct sim_inode *sim_meaning(const struct sim_name *);
void sim_rename(struct sim_name *, struct sim_inode *); /* what it means from now on */
void sim_sync_folder(struct sim_disk *);
struct sim_inode *sim_inode_new(struct sim_disk *);
void sim_sweep(struct sim_disk *); /* frees files without a name or a handle */

void sim_write(struct sim_inode *, const void *bytes, size_t size, size_t at);
void sim_truncate(struct sim_inode *, size_t size);
void sim_sync(struct sim_inode *);
void sim_sync_failed(struct sim_disk *, struct sim_inode *);

void sim_shm_leave(struct sim_handle *);
void sim_vfs_register(struct sim_disk *);

#endif
