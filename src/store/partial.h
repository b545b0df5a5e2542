/* SPDX-License-Identifier: MIT */
/* A new file that gets its name when it is complete: `to`-partial becomes `to`. */
#ifndef KUFSA_STORE_PARTIAL_H
#define KUFSA_STORE_PARTIAL_H

#include "store/store.h"

enum { PATH_SIZE_MAX = 4096 };

struct partial {
    const char *from, *to;
    bool force; /* may write over `to` */
    struct text *why;
    char path[PATH_SIZE_MAX], beside[PATH_SIZE_MAX];
    bool made; /* there is a partial file of ours */
};

/* Is there a source, and may there be a target? */
enum store_status partial_check(struct partial *);
enum store_status partial_create(struct partial *);
/* If there is a target it stays, and the new file's name will have this end. True if it is so. */
bool partial_step_aside(struct partial *, const char *end);
/* Synced first, and its folder after. *size is the file's. */
enum store_status partial_give_name(struct partial *, int64_t *size);
void partial_drop(struct partial *); /* if it has no name by now */

#endif
