/* SPDX-License-Identifier: MIT */
/*
 * What must outlive the program: tables, their events, tokens, records of games. One shape for all
 * back ends; it knows no rules and no clock.
 *
 *     store_append … store_append      queue into the open batch; nothing touches the disk
 *     ticket = store_commit            closes the batch
 *         the writer makes all closed batches durable in one transaction, then calls wake
 *     store_poll, store_conflict       durable up to a ticket: now the players may hear of it
 *
 * 1. One thread calls all of this. The writer is a thread of the store's own; a back end without a
 *    disk needs none: a batch is durable when store_commit returns, and wake is not called.
 * 2. Batches become durable in the order of their tickets, each wholly or not at all but for what
 *    was refused (3). Readers see durable things only.
 * 3. What contradicts the store (an event that is not the next of its table, a room code in use) is
 *    refused, never written over. From then on everything queued for that table is refused too,
 *    until store_conflict has told the caller: what he queued meanwhile was built on sand.
 * 4. A failing disk loses nothing: the queue is kept in order and tried again, later batches wait
 *    behind it, and store_poll says why. The queue is bounded; when it is full, calls say so.
 */
#ifndef KUFSA_STORE_STORE_H
#define KUFSA_STORE_STORE_H

#include "base/text.h"

enum {
    STORE_CODE_MAX = 15,    /* bytes of a room code */
    STORE_ROLE_MAX = 15,    /* of a token's role */
    STORE_NAME_MAX = 31,    /* of a meta name */
    STORE_META_MAX = 4096,  /* of a meta value */
    STORE_SETUP_MAX = 4096, /* of a table's setup */
    STORE_EVENT_MAX = 8192, /* of an event */
    STORE_RECORD_MAX = 1 << 20,
    STORE_HASH_SIZE = 32,       /* of a token */
    STORE_QUEUE_MAX = 16 << 20, /* bytes that wait, all told */
    STORE_WHY_MAX = 256,
    STORE_PRUNE_MAX = 200, /* tables a call */
};

enum store_status {
    STORE_OK = 0,
    STORE_ABSENT = -1,     /* there is no such thing */
    STORE_TOO_BIG = -2,    /* larger than the limits above, or empty where it may not be */
    STORE_QUEUE_FULL = -3, /* try again when more is durable */
    STORE_CONFLICT = -4,
    STORE_LATE = -5, /* store_wait's time ran out */
    /* what a disk may say; the store goes on trying */
    STORE_DISK_FULL = -6,
    STORE_IO = -7,
    STORE_CORRUPT = -8,
    STORE_BUSY = -9,
    STORE_NO_MEMORY = -10,
    /* why a file is not opened */
    STORE_LOCKED = -11,  /* another process has it */
    STORE_NEWER = -12,   /* made by a later version of the program */
    STORE_FOREIGN = -13, /* no file of ours */
    STORE_EXISTS = -14,  /* a backup would write over something */
};

/* The key of the sentence for it: "store.disk_full". */
const char *store_reason(enum store_status);

struct store;
struct store_backend;
extern const struct store_backend store_memory; /* gone when it is closed: tests, benchmarks */
extern const struct store_backend store_sqlite;

struct store_options {
    const struct store_backend *backend;
    const char *path;            /* of the file; memory needs none */
    void (*wake)(void *context); /* store_poll has news; from the writer's thread; or NULL */
    void *context;
    bool stepped; /* no thread: the writer works inside store_step, for simulations */
    /* For simulations, or NULL: asked before each transaction, which fails with its answer. */
    enum store_status (*fault)(void *context);
};

/* Creates or migrates. Not OK: *out is NULL, and `why` has details for a log, in English. */
enum store_status store_open(struct store **out, const struct store_options *, struct text *why);

/* Writes what is queued, with one last try. Not OK: that much was lost. NULL is fine. */
enum store_status store_close(struct store *);

/* ---- writing: each call queues, and answers OK, TOO_BIG or QUEUE_FULL ---- */

enum store_role_seat { STORE_NO_SEAT = -1 };

struct store_token {
    int64_t table;
    int32_t seat; /* or STORE_NO_SEAT */
    char role[STORE_ROLE_MAX + 1];
    uint8_t hash[STORE_HASH_SIZE]; /* of the token; it is not kept itself */
};

/* Is there room for things of this size, all told? Who must queue several or none asks first. */
bool store_room(struct store *, int things, size_t size);

/* Ids are positive and the caller's; a code belongs to one unfinished table. Times are Unix
 * milliseconds. */
enum store_status store_create(struct store *, int64_t table, const char *code, const char *setup,
                               int64_t now_ms);
/* seq is 1 for a table's first event, and one more each time. */
enum store_status store_append(struct store *, int64_t table, int64_t seq, const void *bytes,
                               size_t size, int64_t now_ms);
/* Its code is free again; it takes no more events. seq is that of the last one: whoever has written
 * since then goes before. */
enum store_status store_finish(struct store *, int64_t table, int64_t seq, int64_t now_ms);
enum store_status store_token_add(struct store *, const struct store_token *);
enum store_status store_token_revoke(struct store *, const uint8_t hash[STORE_HASH_SIZE]);
/* The record of a table's n-th game, from 1. */
enum store_status store_record_add(struct store *, int64_t table, int64_t n, const char *text,
                                   size_t size);
enum store_status store_meta_set(struct store *, const char *name, const void *bytes, size_t size);
/* Deletes finished tables last changed before then, with all that belongs to them: the oldest
 * STORE_PRUNE_MAX, so that no batch takes long. Call it now and again. */
enum store_status store_prune(struct store *, int64_t before_ms);

/* Closes the batch and returns its ticket: 1, 2, 3 …; of an empty batch, the last one's. */
uint64_t store_commit(struct store *);

/* ---- what became of it ---- */

struct store_report {
    uint64_t durable;         /* this ticket, and all before it */
    enum store_status status; /* OK, or why writing pauses */
    char why[STORE_WHY_MAX];  /* the same for a log */
};

void store_poll(struct store *, struct store_report *);

enum store_kind {
    STORE_CREATE,
    STORE_APPEND,
    STORE_FINISH,
    STORE_TOKEN_ADD,
    STORE_TOKEN_REVOKE,
    STORE_RECORD_ADD,
    STORE_META_SET,
    STORE_PRUNE,
};

struct store_conflict {
    enum store_kind kind; /* what was refused */
    int64_t table;
    int64_t number; /* of the event or record; a token's seat */
    uint64_t ticket;
};

/* Takes the next refusal; false if there is none. Take them all after each store_poll and before
 * believing its `durable`: a ticket's refusals are known as soon as the ticket is. */
bool store_conflict(struct store *, struct store_conflict *);

/* Waits until a ticket is durable: OK. Or LATE, or why writing pauses. */
enum store_status store_wait(struct store *, uint64_t ticket, int millis);

/* While writing pauses it tries again by itself, at ever longer intervals; this is: now. */
void store_retry(struct store *);

/* Where there is no thread: one try at all closed batches. False: there were none. */
bool store_step(struct store *);

/* ---- reading: at once, on the caller's thread; OK, ABSENT or what the disk says ---- */

/* What is read is what was written: a row that is not gives CORRUPT, and so does a table of which
 * an event is missing. Of many, those before it have been told by then. */

struct store_table {
    int64_t id;
    int64_t seq; /* of its last event, 0 without */
    int64_t created_ms, changed_ms;
    bool finished;
    char code[STORE_CODE_MAX + 1];
};

struct store_event {
    int64_t seq, at_ms;
    const uint8_t *bytes; /* while the call lasts */
    size_t size;
};

/* Called for each; false ends it. They may not call the store. */
typedef bool store_each_table(void *context, const struct store_table *);
typedef bool store_each_event(void *context, const struct store_event *);
typedef bool store_each_token(void *context, const struct store_token *);

enum store_status store_table(struct store *, int64_t table, struct store_table *);
/* The unfinished one with this code, or else the last finished. */
enum store_status store_table_by_code(struct store *, const char *code, struct store_table *);
enum store_status store_setup(struct store *, int64_t table, struct text *);
/* All unfinished ones whose rows are sound, in no order. */
enum store_status store_unfinished(struct store *, store_each_table *, void *context);
enum store_status store_events(struct store *, int64_t table, int64_t from_seq, store_each_event *,
                               void *context);
enum store_status store_token(struct store *, const uint8_t hash[STORE_HASH_SIZE],
                              struct store_token *);
enum store_status store_tokens(struct store *, int64_t table, store_each_token *, void *context);
/* The n-th game's, or with 0 the last's. TOO_BIG: the text is too small for it. */
enum store_status store_record(struct store *, int64_t table, int64_t n, struct text *);
enum store_status store_meta(struct store *, const char *name, struct text *);

/* What the last read that failed says for a log. */
const char *store_why(const struct store *);

struct store_counts {
    int64_t unfinished, finished; /* tables */
    int64_t damaged;              /* of them, when it was opened */
    uint64_t things, conflicts;   /* dealt with since it was opened; found in conflict */
    uint64_t transactions, failures, checkpoint_failures;
    uint64_t queued_bytes, queued_things;
    uint64_t log_bytes; /* written, and not yet in the main file */
};

enum store_status store_counts(struct store *, struct store_counts *);

/* ---- backup ---- */

/* Shown now and then; false stops. */
typedef bool store_progress(void *context, int64_t done, int64_t total);

struct store_backup {
    const char *from, *to;
    bool force;               /* may write over `to` */
    store_progress *progress; /* or NULL */
    void *context;
};

#define STORE_BESIDE "-damaged"

struct store_copy {
    int64_t size; /* 0: there is none */
    bool beside; /* it is called `to`-damaged: an earlier copy, perhaps a sound one, has the name */
};

/* A consistent copy of a file, also while a server writes to it; complete and checked before it
 * gets its name. CORRUPT with a size: rows do not match their sums, as in the original, and `why`
 * says which; there is a copy all the same, since the others are whole. */
enum store_status store_backup(const struct store_backup *, struct store_copy *, struct text *why);

#endif
