/* SPDX-License-Identifier: MIT */
/*
 * Identifies a file by what it is, not by its name: links, mounts and other paths to it all lead to
 * one lock, which lies on the file itself.
 *
 * SQLite's locks on the file are POSIX locks: a process loses them when it closes any descriptor of
 * the file. So our lock is taken before SQLite opens the file and released after SQLite has closed
 * it, and a file that this process has already locked is refused without opening it again.
 */
#ifndef KUFSA_STORE_LOCK_H
#define KUFSA_STORE_LOCK_H

#include <sys/types.h>

#include "store/store.h"

enum lock_kind {
    LOCK_OWN,  /* to write, alone; creates the file, private to its owner, if it does not exist */
    LOCK_LOOK, /* to read while nobody writes; others may read too */
};

struct lock {
    int file; /* -1: none */
    dev_t device;
    ino_t inode;
    char path[STORE_PATH_MAX]; /* of the real file, without links; its log lies beside it */
    struct lock *next;         /* in this process's list */
};

#define LOCK_NONE ((struct lock){.file = -1})

/* OK; LOCKED, and `why` names the process if it is known; ABSENT, IO or DISK_FULL. The lock must
 * not move in memory while it is held. */
enum store_status lock_take(struct lock *, const char *path, enum lock_kind, struct text *why);
void lock_drop(struct lock *); /* if it was taken */

/* Does its path still lead to the file? */
bool lock_is_named(const struct lock *);

/* Is the file mounted on its own, without the folder that holds its log? */
bool lock_is_mounted(const struct lock *);

#endif
