/* SPDX-License-Identifier: MIT */
/* What the parts of the hub share among themselves. */
#ifndef KUFSA_SERVER_HUB_PARTS_H
#define KUFSA_SERVER_HUB_PARTS_H

#include "base/json.h"
#include "server/hub.h"

enum { NOT_DUE = -1, TURN_THINGS = 32 }; /* events that one call of a table may cause, and more */

/* A table in memory. */
struct hub_table {
    struct hub_table *next_id, *next_code; /* in their buckets */
    struct hub_table *next_touched;        /* to look after when the turn ends */
    struct table *table;
    struct member *members;
    int64_t id;
    uint64_t ticket; /* what its last event waits for */
    int64_t ahead;   /* of our clock: a clock that was set back must not hold up a table */
    int64_t idle_since;
    int64_t due; /* unless due_at is NOT_DUE */
    int due_at;  /* where it is in the heap */
    uint8_t member_count;
    bool touched, sour; /* sour: the store contradicted it */
    struct thought *thought;
};

struct hub_map {
    struct hub_table **buckets;
    size_t capacity; /* a power of two */
};

/* A table that was found damaged, by what it was asked for and by what it was then known to be. */
struct hub_damaged {
    int64_t id, until; /* 0: none */
    char code[CODE_SIZE + 1];
};

struct hub {
    struct hub_settings settings;
    struct hub_map ids, codes;
    int table_count, member_count;
    struct hub_table **heap; /* by due; as large as TABLES_MAX would need, grown as it fills */
    int heap_count, heap_capacity;
    struct hub_table *touched;
    struct hub_table *current; /* whose call is being made */
    struct member *speaker;    /* who gets the answer */
    uint64_t ticket, durable;  /* of the last batch; of the last that is durable */
    enum store_status status;
    int64_t next_sweep, next_maintenance;
    struct hub_damaged damaged[HUB_DAMAGED_MAX];
    int damaged_next;  /* which is forgotten for the next one */
    int thinking_wait; /* tables whose bots found the queue full */
    struct table_desk desk;
};

/* ---- hub.c ---- */

struct hub_table *hub_by_id(const struct hub *, int64_t id);

/* In memory or from the store; NULL and a reason. */
struct hub_table *hub_get(struct hub *, const char *code, int64_t id, int64_t now,
                          const char **reason);

/* To be looked after when the turn ends. */
void hub_touch(struct hub *, struct hub_table *);

/* Makes it the one whose calls the desk serves. */
void hub_enter(struct hub *, struct hub_table *, struct member *speaker);

/* Is there room in the store for all that a call may cause? */
bool hub_has_room(const struct hub *);

void hub_drop(struct hub *, struct hub_table *);

/* A fresh token as text, and its hash. */
void hub_make_token(const struct hub *, char text[TOKEN_TEXT_SIZE + 1], uint8_t hash[SHA256_SIZE]);

void hub_chance(const struct hub *, void *bytes, size_t size);

/* Calls it for each table in memory; the table may be dropped in it. */
void hub_each(struct hub *, void (*visit)(struct hub *, struct hub_table *, int64_t now),
              int64_t now);

/* ---- hub_talk.c ---- */

void hub_set_sink(struct hub *);
void hub_link(struct hub *, struct hub_table *, struct member *, int guest);
void hub_unlink(struct hub *, struct member *, int64_t now);

/* A message of the server's own to everybody, at once. */
void hub_tell_all(struct hub *, const char *kind, const char *reason);

/* ---- hub_time.c ---- */

bool hub_reserve_due(struct hub *, int tables); /* false: there is no memory for so many */
void hub_set_due(struct hub *, struct hub_table *, int64_t due); /* CLOCK_NEVER: out of the heap */

#endif
