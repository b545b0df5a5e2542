/* SPDX-License-Identifier: MIT */
/*
 * Where connections, tables, the store and bots meet; it has no sockets. A connection is a member
 * of at most one table.
 *
 *     a message ─▶ hub_message ─┐                    ┌─▶ store_append   (an event is kept)
 *     time ─────▶ hub_tick ─────┼─▶ struct table ────┼─▶ post(member, …, ticket)
 *     a bot ────▶ hub_thoughts ─┘                    └─▶ workers_ask    (in hub_end_turn)
 *     hub_end_turn closes the store's batch; hub_poll learns how much of it is durable
 *
 *     a hello for a table that is not here ─▶ store_ask ─▶ hub_answers ─▶ the hello again
 *
 * 1. What is posted with a ticket may be sent, in order, once `durable` has reached the ticket, not
 *    before. With HUB_NOW it may overtake the rest: it is about the server, not about the table.
 * 2. A table that nobody has asked for is only in the store. One without members is dropped after a
 *    while and comes back from its events, so starting the server costs nothing per table. Who asks
 *    for it waits, with all that they say meanwhile, and nobody else does: the store reads on a
 *    thread of its own, and a long table is restored a few events in each turn.
 * 3. Before a table gets anything to do, the store has room for everything that may come of it.
 * 4. While the store cannot write, tables in play are paused, commands are refused, and everybody
 *    is told why: members who are here when it starts, and anyone who is shown a table later.
 * 5. Several servers may share a database. People who ask for a table of another learn where it is.
 *    If this one's tables were given to others, because it was silent for long, it forgets them
 * all.
 */
#ifndef KUFSA_SERVER_HUB_H
#define KUFSA_SERVER_HUB_H

#include "server/metrics.h"
#include "server/outbox.h"
#include "store/store.h"
#include "table/table.h"
#include "think/workers.h"

enum {
    TABLE_MEMBERS_MAX = 64,     /* connections at one table */
    GUEST_MEMBERS_MAX = 8,      /* connections of one guest */
    TABLE_ADDRESSES_MAX = 8,    /* blocked addresses per table */
    TABLES_MAX = 100000,        /* in memory */
    TABLE_EVENTS_MAX = 200000,  /* per table: reading one back takes long */
    TABLE_TOKENS_SPARE = 1000,  /* more events for places taken over in a match at that limit */
    TABLE_IDLE_MS = 60000,      /* without members, before it is dropped from memory */
    HUB_SWEEP_MS = 5000,        /* how often idle tables are looked for */
    HUB_MAINTAIN_MS = 3600000,  /* how often old tables are looked for */
    HUB_RETRY_MS = 50,          /* until a table that found no room in the store is tried again */
    HUB_SLICE_EVENTS = 512,     /* restored in a turn, */
    HUB_SLICE_TABLE = 64,       /* of one table at a time */
    HUB_RESTORING_MAX = 64,     /* tables that are being restored; more answers can wait */
    HUB_LETTERS_MAX = 16,       /* messages of a member who waits for a table */
    HUB_DAMAGED_MS = 60000,     /* a damaged table is not read again for this long */
    HUB_DAMAGED_MAX = 256,      /* damaged tables that are remembered */
    HUB_STEP_MS = 3600000,      /* a longer step between two ticks counts as only this much */
    HUB_FINISH_DAYS = 90,       /* unchanged for so long: finished, its code is free */
    HUB_LOBBY_DAYS = 1,         /* the same for a table where no match has begun, */
    HUB_LOBBY_EVENTS = 100,     /* and not more than this has happened */
    HUB_PRUNE_DAYS = 730,       /* and so many more: deleted, with its records */
    HUB_MESSAGE_MAX = NEWS_MAX, /* bytes of a posted message */
    PROTOCOL_VERSION = 1,
};

#define HUB_NOW OUTBOX_NOW

struct hub;
struct hub_table;

/* What a guest plays on; only the same guest's other devices are told. */
enum device_kind { DEVICE_PROGRAM, DEVICE_PAGE, DEVICE_TERMINAL };

struct hub_parked;

/* A connection as the hub knows it: the caller's memory, zeroed at first. */
struct member {
    struct hub_table *table;   /* NULL: no hello yet */
    struct hub_parked *parked; /* it waits for the store; or NULL */
    struct member *next, *previous;
    uint64_t address; /* a key; 0: this machine, or unknown. Set by the caller */
    int64_t since;    /* when it said hello */
    uint32_t pass;    /* the version that gave its guest the token it showed */
    int8_t guest;     /* NO_GUEST: an onlooker */
    uint8_t device;   /* enum device_kind */
    bool signed_out;  /* its token was replaced */
    bool returns;     /* it had a seat or a row, and becomes a guest again when it sits down */
    bool screen;
    bool relay;                /* our own, which passes the table on to many */
    uint8_t hash[SHA256_SIZE]; /* of its token */
};

struct hub_opened {
    int64_t table;
    char code[CODE_SIZE + 1];
    char token[TOKEN_TEXT_SIZE + 1];
    uint64_t ticket; /* tell nobody before it is durable */
};

struct hub_reply {
    const char *reason; /* NULL: what was asked for is here */
    int wait_ms;        /* until it is worth asking again; 0: no idea */
    int64_t id;
    const struct table *table; /* of a room, as far as it is known */
    uint64_t ticket;           /* it must not be told before */
    const char *home;          /* … another server has it: its path; or NULL */
    const char *record;
    size_t record_size;
    const struct hub_opened *opened;
};

struct hub_settings {
    struct store *store;
    struct workers *workers; /* NULL: bots do not think */
    struct metrics *metrics;
    const char *home;    /* the path to this server among several; NULL: it is alone */
    uint32_t events_max; /* per table, then a match in progress may only end; 0: TABLE_EVENTS_MAX */
    void *context;
    /* Sends a message to a member once the ticket is durable. */
    void (*post)(void *context, struct member *, const char *json, size_t size, uint64_t ticket);
    /* Closes a member's connection and drops what has not been sent yet. Afterwards it is not a
     * member any more. */
    void (*cut)(void *context, struct member *);
    /* Closes it when everything has been sent. */
    void (*end)(void *context, struct member *);
    /* The answer to hub_ask_room, hub_ask_record or hub_open_for; may come during that call. */
    void (*reply)(void *context, struct member *, const struct hub_reply *);
    /* May it still try room codes or tokens, and one was wrong; NULL: always, never mind. */
    bool (*may_guess)(void *context, struct member *);
    void (*guessed)(void *context, struct member *);
    /* Unguessable bytes; NULL: the system's. */
    void (*chance)(void *context, void *bytes, size_t size);
};

struct hub *hub_new(const struct hub_settings *); /* NULL: no memory */
/* Reads what it needs to know before anybody comes. */
enum store_status hub_begin(struct hub *, int64_t now);
void hub_free(struct hub *);

/* ---- what comes in ---- */

/* A message from a member. */
void hub_message(struct hub *, struct member *, const char *text, size_t size, int64_t now);

/* Answers a message with a reason, without looking at its command. */
void hub_refuse(struct hub *, struct member *, const char *json, size_t size, const char *reason);

/* May this member act now? */
bool hub_member_acts(const struct member *);

void hub_leave(struct hub *, struct member *, int64_t now); /* also if it is no member */
void hub_resync(struct hub *, struct member *, int64_t now);

struct hub_opening {
    const struct game *game;
    int seats; /* 0: the fewest */
    bool screen;
};

/* Opens a table at once. NULL, or a reason. That its code was free is certain only when the ticket
 * is durable. */
const char *hub_open(struct hub *, const struct hub_opening *, struct hub_opened *, int64_t now);

/* The same for somebody who is no member: replies when it is certain. */
void hub_open_for(struct hub *, struct member *, const struct hub_opening *, int64_t now);

/* For somebody who is no member: a table, or the record of its n-th or last game. */
void hub_ask_room(struct hub *, struct member *, const char *code, int64_t now);
void hub_ask_record(struct hub *, struct member *, int64_t table, int64_t n);

/* Takes what the store has answered, and restores a part of what it has read. hub_tick does it. */
void hub_answers(struct hub *, int64_t now);

/* The table with this code or id, if it is in memory; or NULL. */
const struct table *hub_find(const struct hub *, const char *code, int64_t id);

/* How to treat a refusal. An unknown table or token may have been a guess; REASON_AGAIN passes. */
enum reason_kind { REASON_FINAL, REASON_GUESS, REASON_AGAIN };

struct hub_reason {
    const char *key;
    enum refusal refusal;
    int status; /* of HTTP */
    enum reason_kind kind;
};

const struct hub_reason *hub_reason(const char *reason);

/* The code in capitals; false if it cannot be a code. */
bool hub_clean_code(const char *given, size_t size, char out[CODE_SIZE + 1]);

/* ---- time, bots, store ---- */

/* The process was stopped or the machine asleep, and has just noticed: the time since then does not
 * count. Call it before anything else at this time. */
void hub_frozen(struct hub *, int64_t since, int64_t now);

/* Does everything due by now. */
void hub_tick(struct hub *, int64_t now);
void hub_thoughts(struct hub *, int64_t now);

/* After each round of events: asks bots and closes the batch. Returns when to tick next; may be now
 * or earlier, when a message or a thought made something due at once (for example, somebody sits
 * down who can replace an absent host). One more tick clears it, so the loop does not spin: it
 * waits a millisecond between turns. */
int64_t hub_end_turn(struct hub *, int64_t now);

/* At the end of a turn and after the store's wake: the ticket up to which everything is durable. */
uint64_t hub_poll(struct hub *, int64_t now);
/* Another process has the store, for good. */
bool hub_is_over(const struct hub *);

/* Tells everybody that the server is stopping and when to come back; the times differ. */
void hub_say_bye(struct hub *);

/* ---- figures ---- */

struct hub_counts {
    int tables, members, thinking;
    const char *paused; /* the reason, or NULL */
};

void hub_counts(const struct hub *, struct hub_counts *);

#endif
