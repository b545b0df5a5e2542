/* SPDX-License-Identifier: MIT */
/* A new file that gets its name when it is complete: `to`-partial becomes `to`. If `to` is a link
 * it stays one, and the file it leads to is overwritten. */
#ifndef KUFSA_STORE_PARTIAL_H
#define KUFSA_STORE_PARTIAL_H

#include "store/lock.h"

struct partial {
    const char *from, *to; /* from: NULL if it is not a file */
    bool force;            /* may overwrite `to` */
    struct text *why;
    char path[STORE_PATH_MAX]; /* of the partial file */
    char name[STORE_PATH_MAX]; /* its final name */
    struct lock lock;          /* on the partial file: only one process makes it at a time */
    bool made;                 /* our partial file exists */
};

/* Does the source exist, and may the target be written? */
enum store_status partial_check(struct partial *);
/* BUSY: somebody else is making the same file. */
enum store_status partial_create(struct partial *);
/* If there is a target, keeps it and appends `end` to the new file's name. True if it did. */
bool partial_step_aside(struct partial *, const char *end);
/* Syncs the file, renames it, and syncs its folder. *size is the file's. */
enum store_status partial_give_name(struct partial *, int64_t *size);
void partial_drop(struct partial *); /* always, at the end */

#endif
