/* SPDX-License-Identifier: MIT */
/*
 * What can be saved of a damaged file, into a new one. The file itself and its log are read and
 * never written to.
 *
 *     pages ──rows that can be read──> scratch ──rows whose sums are right──> to-partial ──> to
 *                                                 events 1 … k of each table
 *
 * A table keeps its events up to the first that is missing or wrong; what comes behind a gap cannot
 * be used. Whether its events make a table is for the caller to say, who knows tables. Of
 * unfinished tables with one code the one that was played last keeps it, and the others are closed.
 */
#ifndef KUFSA_STORE_REPAIR_H
#define KUFSA_STORE_REPAIR_H

#include "store/store.h"

/* A table that is not what it was. */
struct repair_table {
    int64_t id;
    char code[STORE_CODE_MAX + 1]; /* "" if nobody knows it any more */
    int64_t kept;                  /* events; -1: the table is lost */
    int64_t told;                  /* events that it had; -1: its row is lost too */
    int64_t beyond;                /* events that were found but cannot be used */
    bool closed;                   /* it cannot be played on: a game ended after them, or `newer` */
    int64_t newer;                 /* a table that was played later and has its code; 0: none */
};

struct store_repair {
    const char *from, *to;
    bool force;      /* may write over `to` */
    bool check_only; /* writes nothing */
    void *context;
    /* A table's events are given one by one, from the first; false: this one does not fit. Then it
     * begins again, without that one. */
    void (*begin)(void *context);
    bool (*event)(void *context, const struct store_event *);
    /* What the row of a table with these events says. *games: how many have ended. */
    void (*describe)(void *context, char code[STORE_CODE_MAX + 1], struct text *setup,
                     int64_t *games);
    /* Each that is not whole; and when all are known, each that loses its code to a newer one. */
    void (*tell)(void *context, const struct repair_table *);
    store_progress *progress;
};

struct repair_count {
    int64_t saved, lost;
    bool perhaps_more; /* were lost: where they are kept is damaged itself */
};

struct store_repaired {
    bool damaged;               /* something is wrong */
    char what[STORE_WHY_MAX];   /* the first of it, for a log */
    bool unchecked;             /* a file of version 1: there are no sums to check content by */
    int64_t whole, shortened;   /* tables */
    struct repair_count tables; /* whole and shortened are saved */
    struct repair_count tokens, records, values;
    int64_t pages, pages_missing, pages_unreadable;
    bool log_damaged; /* any table may lack its last events, also one that seems whole */
    bool written;
    int64_t size; /* of the new file */
};

/* OK: see *repaired; nothing is written when nothing is wrong. Or LOCKED, ABSENT, EXISTS, FOREIGN
 * (nothing in it is ours), or what the disk says. */
enum store_status store_repair(const struct store_repair *, struct store_repaired *,
                               struct text *why);

#endif
