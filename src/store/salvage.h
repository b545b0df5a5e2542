/* SPDX-License-Identifier: MIT */
/*
 * The first half of a repair: rows out of a damaged file into a scratch database, from which the
 * second half (repair.c) chooses.
 *
 * Rows of a kind (tables, events …) whose tree is sound are read by SQLite: exactly those that are
 * there. For other kinds every page of the file is read that is not known to be free, and with a
 * damaged log each page of that too. So a row may be found in several versions, and one that was
 * deleted may come back; sums and chains tell the rest.
 */
#ifndef KUFSA_STORE_SALVAGE_H
#define KUFSA_STORE_SALVAGE_H

#include "store/image.h"
#include "store/repair.h"

enum salvage_kind { KIND_TABLES, KIND_EVENTS, KIND_TOKENS, KIND_RECORDS, KIND_META, KINDS };

enum salvage_statement {
    SALVAGE_TABLE,
    SALVAGE_EVENT,
    SALVAGE_TOKEN,
    SALVAGE_RECORD,
    SALVAGE_VALUE,
    SALVAGE_SEEN,
    SALVAGE_STATEMENTS,
};

struct salvage {
    struct image image;
    sqlite3 *db; /* scratch */
    sqlite3_stmt *statements[SALVAGE_STATEMENTS];
    bool whole[KINDS];    /* its tree is sound: all that there is was read */
    bool wanted[KINDS];   /* what the scan is for */
    int64_t wrong[KINDS]; /* rows whose sums are not right */
    int64_t found;        /* rows of any kind */
    int code;             /* SQLite's, of the scratch database */
    struct store_repaired *out;
    store_progress *progress;
    void *context;
};

/* In the scratch database:
 *     tables  (id, code, finished, seq, created_ms, changed_ms, setup, chain, old)
 *     events  (table_id, seq, at_ms, bytes, sum, content, old)
 *     tokens  (hash, table_id, seat, role, old)   records (table_id, n, text, old)
 *     meta    (name, value, old)                  seen    (id, times)
 * with `old` for rows without sums, and in `seen` tables that other rows speak of. */
enum store_status salvage_open(struct salvage *, const char *path, struct text *why);
enum store_status salvage_rows(struct salvage *, struct text *why);
void salvage_close(struct salvage *);

#endif
