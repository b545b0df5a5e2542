/* SPDX-License-Identifier: MIT */
/*
 * The first half of a repair: copies rows from a damaged file into a scratch database, from which
 * the second half (repair.c) chooses.
 *
 * SQLite reads them. If the tree of a kind of rows (tables, events …) is sound, it reads all of
 * them. Otherwise it reads from both ends up to the first damage, and one by one those that an
 * index still knows. Sums and chains tell which are right.
 */
#ifndef KUFSA_STORE_SALVAGE_H
#define KUFSA_STORE_SALVAGE_H

#include "store/image.h"
#include "store/repair.h"

enum salvage_kind { KIND_TABLES, KIND_EVENTS, KIND_RECORDS, KIND_META, KINDS };

struct salvage {
    struct image image;
    sqlite3 *db; /* scratch */
    sqlite3_stmt *keep[KINDS], *see;
    bool whole[KINDS];    /* its tree is sound: every row was read */
    int64_t wrong[KINDS]; /* rows whose sums are wrong */
    int64_t found;        /* rows of any kind */
    int code;             /* SQLite's, of the scratch database */
    struct store_repaired *out;
};

/* The scratch database has the file's columns: `tables`, `records` and `meta` hold rows with
 * correct sums; `events` holds all that were found; and seen (id, times) counts the rows that name
 * each table. */
enum store_status salvage_open(struct salvage *, const char *path, struct text *why);
enum store_status salvage_rows(struct salvage *, struct text *why);
void salvage_close(struct salvage *);

/* Something is wrong; keeps the first message. */
void salvage_note(struct store_repaired *, const char *what);

#endif
