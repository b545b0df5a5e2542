/* SPDX-License-Identifier: MIT */
/*
 * Where connections, tables, the store and bots meet; it knows no sockets. A connection is a
 * member of one table at most.
 *
 *     a message ─▶ hub_message ─┐                    ┌─▶ store_append   (an event is kept)
 *     time ─────▶ hub_tick ─────┼─▶ struct table ────┼─▶ post(member, …, ticket)
 *     a bot ────▶ hub_thoughts ─┘                    └─▶ workers_ask    (in hub_end_turn)
 *     hub_end_turn closes the store's batch; hub_poll learns how much of it is durable
 *
 * 1. What is posted with a ticket may go out once `durable` has reached it, in order; not before.
 *    With HUB_NOW it may overtake the rest: it speaks of the server, not of the table.
 * 2. A table that nobody has asked for yet is only in the store. One that nobody is at any more is
 *    dropped after a while and comes back from its events, so a start costs nothing a table.
 * 3. Before a table is given anything to do there is room in the store for all that may come of it.
 * 4. While the store cannot write, tables in play are paused, commands are refused, and everybody
 *    is told why: who is here when it begins, and who is shown a table while it lasts.
 */
#ifndef KUFSA_SERVER_HUB_H
#define KUFSA_SERVER_HUB_H

#include "server/metrics.h"
#include "server/outbox.h"
#include "server/workers.h"
#include "store/store.h"
#include "table/table.h"

enum {
    TOKEN_SIZE = 16,            /* bytes of a token */
    TOKEN_TEXT_SIZE = 32,       /* in hexadecimal */
    TABLE_MEMBERS_MAX = 64,     /* connections at one table */
    GUEST_MEMBERS_MAX = 8,      /* of them one guest's */
    TABLES_MAX = 100000,        /* in memory */
    TABLE_EVENTS_MAX = 200000,  /* of a table: reading one back keeps everybody else waiting */
    TABLE_IDLE_MS = 60000,      /* without anybody, before it is dropped from memory */
    HUB_SWEEP_MS = 5000,        /* how often idle tables are looked for */
    HUB_MAINTAIN_MS = 3600000,  /* how often old tables are */
    HUB_RETRY_MS = 50,          /* until a table that found no room in the store is tried again */
    HUB_DAMAGED_MS = 60000,     /* a damaged table is not read again for so long */
    HUB_DAMAGED_MAX = 256,      /* such tables that are remembered */
    HUB_FINISH_DAYS = 90,       /* untouched for so long, a table is finished and its code free */
    HUB_PRUNE_DAYS = 730,       /* and then it goes, with its records */
    HUB_MESSAGE_MAX = NEWS_MAX, /* bytes of what is posted */
    PROTOCOL_VERSION = 1,
};

#define HUB_NOW OUTBOX_NOW

struct hub;
struct hub_table;

/* A connection, as the hub knows it: the caller's memory, zeroed at first. */
struct member {
    struct hub_table *table; /* NULL: it has not said hello */
    struct member *next, *previous;
    int8_t guest; /* NO_GUEST: looks on */
};

struct hub_settings {
    struct store *store;
    struct workers *workers; /* NULL: bots do not think */
    struct metrics *metrics;
    uint32_t events_max; /* of a table, then a match under way may only end; 0: TABLE_EVENTS_MAX */
    void *context;
    /* Sends a message to a member, when the ticket is durable. */
    void (*post)(void *context, struct member *, const char *json, size_t size, uint64_t ticket);
    /* Closes a member's connection without what it has not been sent yet. Afterwards it is no
     * member any more. */
    void (*cut)(void *context, struct member *);
    /* Bytes that nobody can guess; NULL: the system's. */
    void (*chance)(void *context, void *bytes, size_t size);
};

struct hub *hub_new(const struct hub_settings *); /* NULL: no memory */
void hub_free(struct hub *);

/* ---- what comes in ---- */

enum hub_outcome {
    HUB_OK,
    HUB_GUESSED, /* a room code or token that does not exist */
};

/* A message from a member. `may_guess`: may it still try room codes? */
enum hub_outcome hub_message(struct hub *, struct member *, const char *json, size_t size,
                             bool may_guess, int64_t now);

/* Answers a message with a reason, without looking at what it wants. */
void hub_refuse(struct hub *, struct member *, const char *json, size_t size, const char *reason);

/* Is it this member's turn? */
bool hub_member_acts(const struct member *);

void hub_leave(struct hub *, struct member *, int64_t now); /* also one that is no member */
void hub_resync(struct hub *, struct member *, int64_t now);

struct hub_opening {
    const struct game *game;
    int seats; /* 0: the fewest */
    bool screen;
};

struct hub_opened {
    int64_t table;
    char code[CODE_SIZE + 1];
    char token[TOKEN_TEXT_SIZE + 1];
    uint64_t ticket; /* tell nobody before it is durable */
};

/* NULL, or a reason. */
const char *hub_open(struct hub *, const struct hub_opening *, struct hub_opened *, int64_t now);

/* The table with this code, or this id, read from the store if need be; NULL and a reason. */
const struct table *hub_find(struct hub *, const char *code, int64_t id, int64_t now,
                             int64_t *table, const char **reason);

/* The code in capitals; false if it cannot be one. */
bool hub_clean_code(const char *given, size_t size, char out[CODE_SIZE + 1]);

/* ---- time, bots, store ---- */

/* Everything due by now. */
void hub_tick(struct hub *, int64_t now);
void hub_thoughts(struct hub *, int64_t now);

/* After each round of events: asks bots, closes the batch; returns when to come back. That may be
 * now, or before: what a message or a thought has made due at once (who would be host in the place
 * of one that left long ago sits down again) is found out here, after the tick. The next tick does
 * it, and leaves nothing that is due; so two turns at one moment are enough, and the loop, which
 * waits a millisecond between them, does not spin. */
int64_t hub_end_turn(struct hub *, int64_t now);

/* At the end of a turn and after the store's wake: the ticket up to which all is durable. */
uint64_t hub_poll(struct hub *, int64_t now);

/* Tells everybody that the server goes, and when to come back, each at another moment. */
void hub_say_bye(struct hub *);

/* ---- figures ---- */

struct hub_counts {
    int tables, members, thinking;
    const char *paused; /* the reason, or NULL */
};

void hub_counts(const struct hub *, struct hub_counts *);

#endif
