/* SPDX-License-Identifier: MIT */
/* What the parts of the hub share. */
#ifndef KUFSA_SERVER_HUB_PARTS_H
#define KUFSA_SERVER_HUB_PARTS_H

#include "base/json.h"
#include "server/hub.h"

enum { NOT_DUE = -1, TURN_THINGS = 32 }; /* more events than one call of a table may cause */

/* A table in memory. */
struct hub_table {
    struct hub_table *next_id, *next_code; /* in their buckets */
    struct hub_table *next_touched;        /* queued for the end of the turn */
    struct table *table;
    struct member *members;
    int64_t id;
    uint64_t ticket; /* that its last event waits for */
    int64_t ahead;   /* of our clock: a clock that was set back must not hold up a table */
    int64_t idle_since;
    int64_t due;                           /* unless due_at is NOT_DUE */
    int due_at;                            /* index in the heap */
    uint64_t blocked[TABLE_ADDRESSES_MAX]; /* addresses, while anybody is here */
    uint8_t blocked_next;                  /* replaced by the next one */
    uint8_t member_count;
    bool touched, diverged; /* diverged: the store has other events than we do */
    struct thought *thought;
};

struct hub_map {
    struct hub_table **buckets;
    size_t capacity; /* a power of two */
};

/* A table found to be damaged: the code or id that it was asked for, and those in its row if
 * known. */
struct hub_damaged {
    int64_t id, until; /* 0: none */
    char code[CODE_SIZE + 1];
};

/* What waits for the store: for an answer, or for a new table to be durable. */
enum parked_kind { PARKED_HELLO, PARKED_ROOM, PARKED_RECORD, PARKED_OPENING };

/* A message, while its sender waits. */
struct hub_letter {
    struct hub_letter *next;
    size_t size;
    char bytes[];
};

struct hub_parked {
    struct hub_parked *next, **link; /* in a list; *link is this */
    struct member *member;
    struct hub_ask *ask; /* NULL: an opening */
    enum parked_kind kind;
    int letter_count;
    struct hub_letter *first, **last; /* the hello, and what was said after it */
    struct hub_opening opening;
    struct hub_opened opened;
    int tries;
};

/* A question to the store, with everybody who waits for its answer. */
struct hub_ask {
    struct hub_ask *next; /* in its bucket */
    struct store_question question;
    uint64_t number;
    struct hub_parked *parked;
    /* while the table is restored */
    struct hub_ask *next_restoring;
    struct store_answer *answer;
    struct hub_table *entry;
    size_t at; /* in the answer */
    bool internal, concluding;
};

enum { ASK_BUCKETS = 1024 };

/* What the store has just said about the row of a table in memory. */
struct hub_seen {
    int64_t id, seq;
};

struct hub {
    struct hub_settings settings;
    struct hub_map ids, codes;
    int table_count, member_count;
    struct hub_table **heap; /* ordered by due; grows as it fills, up to TABLES_MAX */
    int heap_count, heap_capacity;
    struct hub_table *touched;
    struct hub_table *current; /* whose call is running */
    struct member *speaker;    /* gets the answer */
    uint64_t ticket, durable;  /* of the last batch; of the last durable one */
    uint64_t life;             /* of the store */
    enum store_status status;
    struct hub_ask *asks[ASK_BUCKETS];
    struct hub_ask *restoring, **last_restoring;
    int restoring_count;
    bool behind; /* more answers may wait in the store */
    struct hub_parked *openings;
    struct member *resuming; /* whose letters are being read; NULL: it is gone */
    int64_t next_sweep, next_maintenance;
    int64_t lobbies_seen;      /* lobbies that were last changed before have been looked at */
    int64_t ticked;            /* when the last tick was; 0: never */
    int64_t lived, lived_kept; /* see hub_lived.c; 0: not known yet; and its value in the store */
    int64_t restored;          /* `lived` when this file, a copy, was first used; 0: not a copy */
    int64_t frozen_since;
    struct hub_damaged damaged[HUB_DAMAGED_MAX];
    int damaged_next;  /* replaced by the next one */
    int thinking_wait; /* tables whose bots found the queue full */
    struct table_workspace workspace;
};

/* ---- hub.c ---- */

struct hub_table *hub_by_id(const struct hub *, int64_t id);

/* From memory; NULL and a reason. HUB_ASK: the store has to be asked. */
extern const char hub_ask_store[];
struct hub_table *hub_get(const struct hub *, const char *code, int64_t id, int64_t now,
                          const char **reason);

/* An entry for a table that will come from the store; NULL: no memory. */
struct hub_table *hub_new_entry(int64_t id, size_t size, int64_t now);
void hub_free_entry(struct hub_table *);
/* The table is restored and goes on. NULL, or a reason; the entry is gone then. */
const char *hub_add(struct hub *, struct hub_table *, const struct store_table *, int64_t now);
/* It is damaged; the code or the number may be unknown: NULL, 0. */
extern const char hub_damaged_table[];
void hub_remember_damaged(struct hub *, const char *code, int64_t id, int64_t now);

/* Makes it the table that the workspace serves. */
void hub_enter(struct hub *, struct hub_table *, struct member *speaker);

/* Is there room in the store for all that a call may cause? */
bool hub_has_room(const struct hub *);

void hub_drop(struct hub *, struct hub_table *);

/* A new token as text, and its hash. */
void hub_make_token(const struct hub *, char text[TOKEN_TEXT_SIZE + 1], uint8_t hash[SHA256_SIZE]);

void hub_chance(const struct hub *, void *bytes, size_t size);

/* Calls `visit` for each table in memory; it may drop the table. */
void hub_each(struct hub *, void (*visit)(struct hub *, struct hub_table *, int64_t now),
              int64_t now);

/* ---- hub_note.c ---- */

enum { NOTE_MAX = 1024 };

struct hub_note {
    char bytes[NOTE_MAX];
    struct text text;
    struct json_out out;
};

void hub_note(struct hub_note *, const char *kind);
/* Says when to come back: the more people there are, the longer they take. */
void hub_note_bye(struct hub_note *, uint32_t chance, int count);
void hub_note_post(struct hub *, struct hub_note *, struct member *, uint64_t ticket);

/* ---- hub_devices.c ---- */

/* The kind of device that says hello. */
enum device_kind device_read(const struct json *);

/* Makes the member, which is at a table, this guest of it. */
void hub_be_guest(struct member *, int guest);

/* Sends each of the guest's devices the list of all of them. */
void hub_tell_devices(struct hub *, const struct hub_table *, int guest);
void hub_tell_device(struct hub *, struct member *);
int hub_count_devices(const struct hub_table *, int guest);

/* Tells somebody who has no place whose place a token is for. */
void hub_tell_peek(struct hub *, const struct hub_table *, struct member *, int guest);

/* The member's guest may have a new token: members who came with the old one become onlookers. Were
 * there any? */
bool hub_sign_out(struct hub *, struct member *, int64_t now);
void hub_tell_moved(struct hub *, struct member *);

/* ---- hub_door.c ---- */

/* May somebody come in with these tokens, or without any? NULL, or why not. */
const char *hub_check_door(const struct hub *, const struct hub_table *, const struct member *,
                           const uint8_t *token, const uint8_t *become);

/* Members who are no longer their guest become onlookers; blocked ones are cut. */
void hub_let_go(struct hub *, struct hub_table *, int64_t now);

/* A member who gave way or was removed becomes a guest again. NULL, or why not. */
const char *hub_come_again(struct hub *, struct member *, int64_t now);

/* Cuts an onlooker to make room for somebody who joins; false if there is none. */
bool hub_make_way(struct hub *, struct hub_table *, int64_t now);

/* Logs what a host did to the door. */
void hub_log_door(const struct order *);
void hub_unblock(struct hub_table *);

/* ---- hub_ask.c ---- */

/* Puts a hello aside until the store has answered: about a table that is not here, or about the row
 * of one that is. NULL, or why not. */
const char *hub_park_hello(struct hub *, struct member *, enum store_asking, const char *code,
                           int64_t id, const char *text, size_t size);
/* What a member says while it waits. */
void hub_park_more(struct hub *, struct member *, const char *text, size_t size);
void hub_unpark(struct hub *, struct member *);

/* The store is asked, and nobody waits for it but the hub: see hub_old_tables, hub_old_lobby. */
void hub_ask_for_itself(struct hub *, const struct store_question *);

/* All tables belong to others now, and so does what was asked. */
void hub_ask_anew(struct hub *);
void hub_free_asks(struct hub *);

/* Openings that are durable, and one that was refused. */
void hub_openings_durable(struct hub *);
void hub_fail_openings(struct hub *, const char *reason);
void hub_opening_refused(struct hub *, int64_t table, int64_t now);

/* ---- hub_talk.c ---- */

void hub_set_sink(struct hub *);

/* May somebody try a room code or token, who is no member yet? */
bool hub_may_guess(const struct hub *, struct member *);
/* Refuses a hello, which may have been a guess. */
void hub_refuse_hello(struct hub *, struct member *, int64_t cid, const char *reason, int wait_ms);

/* hub_message, for a hello about whose table the store has been asked. */
void hub_hello_again(struct hub *, struct member *, const char *text, size_t size,
                     const struct hub_seen *, int64_t now);

/* The table is at another server. */
void hub_tell_where(struct hub *, struct member *, const char *path);

/* The whole table, with the moves after the version the member has; 0: it has none. */
void hub_show(struct hub *, struct member *, uint32_t have, int64_t now);
void hub_unlink(struct hub *, struct member *, int64_t now);

/* A message of the server's own to everybody, sent at once. */
void hub_tell_all(struct hub *, const char *kind, const char *reason);

/* ---- hub_lived.c ---- */

/* Counts the time since the last tick, as HUB_STEP_MS at most. */
void hub_live(struct hub *, int64_t now);

/* The time lived through, as a stamp for what is kept now. */
int64_t hub_stamp(struct hub *, int64_t now);
void hub_keep_lived(struct hub *);

/* Was the file copied after this time? Then the original may have changed since. */
bool hub_is_of_copy(struct hub *, int64_t changed, int64_t now);

/* Closes and deletes tables that nobody comes back to: asks which they are. */
void hub_maintain(struct hub *, int64_t now);
void hub_old_tables(struct hub *, const struct store_answer *, int64_t now);
void hub_old_lobby(struct hub *, const struct hub_table *, int64_t now);

/* ---- hub_time.c ---- */

/* Somebody else has written to the file, so our table is wrong: cuts all members, who come back to
 * what the store has. */
void hub_disown(struct hub *, struct hub_table *);

bool hub_reserve_due(struct hub *, int tables);                  /* false: out of memory */
void hub_set_due(struct hub *, struct hub_table *, int64_t due); /* CLOCK_NEVER: out of the heap */

#endif
