/* SPDX-License-Identifier: MIT */
/*
 * A damaged file and its log in memory, for SQLite to read: the file is mapped, and changes stay in
 * this process. Frames of the log replace their pages; if the log is damaged, all frames that are
 * whole themselves do.
 */
#ifndef KUFSA_STORE_IMAGE_H
#define KUFSA_STORE_IMAGE_H

#include <sqlite3.h>

#include "store/store.h"

struct image {
    uint8_t *bytes;
    int64_t pages;
    int64_t missing;    /* pages that should follow but do not */
    int64_t unreadable; /* places that the disk cannot read; zero here */
    bool cut;           /* the last page is incomplete */
    bool head_damaged;  /* parts that are the same in every file are wrong */
    bool log_damaged, log_away;
};

/* OK, ABSENT, IO or NO_MEMORY. */
enum store_status image_open(struct image *, const char *path, struct text *why);
void image_close(struct image *);

/* A connection that reads the image; sqlite3_close ends it. NULL: SQLite refuses. */
sqlite3 *image_sqlite(struct image *);

/* Rewrites the first page with the description of the tables: in every file that this program made,
 * the trees are where a new file has them. */
bool image_make_head(struct image *);

#endif
