/* SPDX-License-Identifier: MIT */
/*
 * Saves what it can of a damaged file into a new one. The file itself and its log are read and
 * never written.
 *
 *     file ──rows that SQLite can read──> scratch ──those whose sums are right──> to-partial ──> to
 *                                                 events 1 … k of each table
 *
 * A table keeps its events up to the first that is missing or wrong; events after a gap are
 * useless. The caller, who knows tables, says whether the events make sense. If several unfinished
 * tables have the same code, the one played last keeps it, and the others are closed.
 */
#ifndef KUFSA_STORE_REPAIR_H
#define KUFSA_STORE_REPAIR_H

#include "store/store.h"

/* A table that could not be saved whole. */
struct repair_table {
    int64_t id;
    char code[STORE_CODE_MAX + 1]; /* "" if unknown */
    int64_t kept;                  /* events; -1: the table is lost */
    int64_t told;                  /* events that it had; -1: its row is lost too */
    int64_t beyond;                /* events that were found but are useless */
    bool closed;                   /* it cannot be continued: a game ended after them, or `newer` */
    int64_t newer; /* a table that was played later and has the same code; 0: none */
};

struct store_repair {
    const char *from, *to;
    bool force;      /* may overwrite `to` */
    bool check_only; /* writes nothing */
    void *context;
    /* Gets a table's events one by one, from the first; false: this one does not fit. Then it
     * begins again, without that event. */
    void (*begin)(void *context);
    bool (*event)(void *context, const struct store_event *);
    /* What the row of a table with these events should say. *games: how many have ended. */
    void (*describe)(void *context, char code[STORE_CODE_MAX + 1], int64_t *games);
    /* Called for each table that is not whole; and at the end for each that loses its code to a
     * newer one. */
    void (*tell)(void *context, const struct repair_table *);
    store_progress *progress;
};

struct repair_count {
    int64_t saved, lost;
    bool perhaps_more; /* more may be lost: the place that holds them is damaged */
};

struct store_repaired {
    bool damaged;               /* something is wrong */
    char what[STORE_WHY_MAX];   /* the first problem, for a log */
    int64_t whole, shortened;   /* tables */
    struct repair_count tables; /* whole and shortened are saved */
    struct repair_count records, values;
    int64_t pages, pages_missing, pages_unreadable;
    bool log_damaged; /* any table may lack its last events, even one that seems whole */
    bool written;
    int64_t size; /* of the new file */
};

/* OK: see *repaired; writes nothing if nothing is wrong. Or LOCKED, ABSENT, EXISTS, FOREIGN
 * (nothing in it is ours), or a failure of the disk. */
enum store_status store_repair(const struct store_repair *, struct store_repaired *,
                               struct text *why);

#endif
