/* SPDX-License-Identifier: MIT */
/*
 * What must outlive the program: tables, their events, records of games. One interface for all back
 * ends; it knows no rules and no clock.
 *
 *     store_append … store_append      queue into the open batch; nothing touches the disk
 *     ticket = store_commit            closes the batch
 *         the writer makes all closed batches durable in one transaction, then calls wake
 *     store_poll, store_conflict       durable up to a ticket: now the players may hear of it
 *
 * 1. One thread makes all these calls. The writer is the store's own thread. A back end without a
 *    disk needs none: a batch is durable when store_commit returns, and wake is not called.
 * 2. Batches become durable in the order of their tickets, each completely or not at all, except
 *    what was refused (3). Readers see only durable things.
 * 3. Whatever contradicts the store (an event that is not the next of its table, a room code in
 *    use) is refused; nothing is overwritten. From then on everything queued for that table is
 *    refused too, until store_conflict has told the caller: what was queued meanwhile builds on an
 *    error.
 * 4. A failing disk loses nothing: the queue is kept in order and retried, later batches wait
 *    behind it, and store_poll says why. The queue is bounded; when it is full, calls say so.
 * 5. Several nodes may share a database. Each table is one node's, which claims it by asking for
 *    it. If the others give up a node, they take its tables: store_poll then says a new `life`,
 *    everything queued for any table before that is dropped, and nothing in memory is valid.
 */
#ifndef KUFSA_STORE_STORE_H
#define KUFSA_STORE_STORE_H

#include "base/text.h"

enum {
    STORE_CODE_MAX = 15,    /* bytes of a room code */
    STORE_NAME_MAX = 31,    /* of a meta name */
    STORE_META_MAX = 4096,  /* of a meta value */
    STORE_EVENT_MAX = 8192, /* of an event */
    STORE_RECORD_MAX = 1 << 20,
    STORE_QUEUE_MAX = 16 << 20, /* bytes that may wait in total */
    STORE_WHY_MAX = 256,
    STORE_PATH_MAX = 4096,
    STORE_PRUNE_MAX = 200, /* tables per call */
    STORE_PAGE_MAX = 500,  /* the same for store_tables */
    STORE_NODE_MAX = 15,   /* bytes of a node's name */
    STORE_AT_MAX = STORE_NODE_MAX + 4,
};

enum store_status {
    STORE_OK = 0,
    STORE_ABSENT = -1,     /* it does not exist */
    STORE_TOO_BIG = -2,    /* above the limits, or empty where it may not be */
    STORE_QUEUE_FULL = -3, /* try again when more is durable */
    STORE_CONFLICT = -4,
    STORE_LATE = -5, /* it is not durable yet */
    /* failures of the disk; the store keeps trying */
    STORE_DISK_FULL = -6,
    STORE_IO = -7,
    STORE_CORRUPT = -8,
    STORE_BUSY = -9,
    STORE_NO_MEMORY = -10,
    STORE_AWAY = -16,       /* the database cannot be reached */
    STORE_READ_ONLY = -17,  /* it takes no changes */
    STORE_NO_STANDBY = -18, /* no standby confirms what it writes */
    STORE_NO_ENTRY = -19,   /* it does not accept the user or the password */
    STORE_NO_RIGHTS = -20,  /* the user lacks rights that we need */
    STORE_NO_DATABASE = -21,
    STORE_NO_LIBRARY = -22, /* this program cannot speak to it */
    STORE_TAKEN = -23,      /* another process has taken it over: this store is done for good */
    STORE_BURIED = -24,     /* within the store: its tables were given to others */
    STORE_MOVED = -25,      /* of an answer: another node has the table */
    STORE_HELD = -26,       /* the same, and that node has fallen silent */
    /* why a file cannot be opened */
    STORE_LOCKED = -11,   /* another process has it */
    STORE_NEWER = -12,    /* its schema is not the one this program knows */
    STORE_FOREIGN = -13,  /* not one of our files */
    STORE_EXISTS = -14,   /* a backup would overwrite something */
    STORE_LOG_AWAY = -15, /* its log is not beside it, or would not be */
};

/* The key of the message for it: "store.disk_full". */
const char *store_reason(enum store_status);

struct store;
struct store_backend;
extern const struct store_backend store_memory; /* gone when closed: tests, benchmarks */
extern const struct store_backend store_sqlite;

/* The back end for `--data`: postgresql://… is a database, everything else a file. NULL: this
 * program was built without it. */
const struct store_backend *store_backend_for(const char *data);
/* The same for people to see: without user, password and parameters. */
void store_name_of(const char *data, struct text *);

struct store_options {
    const struct store_backend *backend;
    const char *path;            /* of the file, or the database's URL; unused by memory */
    void (*wake)(void *context); /* store_poll has news; called on the writer's thread; or NULL */
    void *context;
    int idle_ms;      /* idle time after which the log is copied; 0: the usual time */
    bool standby;     /* of a database: a standby must confirm every write */
    const char *node; /* of a database: one of several processes, by this name; NULL: alone */
    bool looking;     /* only reads: does not take the database over */
    bool stepped;     /* no thread: the writer works inside store_step, for simulations */
    /* For simulations, or NULL: called before each transaction, which fails with its result. */
    enum store_status (*fault)(void *context);
};

/* Creates the file if necessary. If not OK, *out is NULL, and `why` has details for a log, in
 * English. */
enum store_status store_open(struct store **out, const struct store_options *, struct text *why);

/* Writes what is queued, in one last attempt. Not OK: that much was lost. NULL is fine. */
enum store_status store_close(struct store *);

/* ---- writing: each call queues, and returns OK, TOO_BIG or QUEUE_FULL ---- */

/* Is there room for this many things of this total size? To queue several or none, ask first. */
bool store_room(struct store *, int things, size_t size);

/* Ids are positive and chosen by the caller; a code belongs to one unfinished table. Times are Unix
 * milliseconds. */
enum store_status store_create(struct store *, int64_t table, const char *code, int64_t now_ms);
/* seq is 1 for a table's first event, and grows by one each time. */
enum store_status store_append(struct store *, int64_t table, int64_t seq, const void *bytes,
                               size_t size, int64_t now_ms);
/* Frees the table's code; it takes no more events. Refused if seq is not the table's last event. */
enum store_status store_finish(struct store *, int64_t table, int64_t seq, int64_t now_ms);
/* The record of a table's n-th game, from 1. */
enum store_status store_record_add(struct store *, int64_t table, int64_t n, const char *text,
                                   size_t size);
enum store_status store_meta_set(struct store *, const char *name, const void *bytes, size_t size);
/* Deletes finished tables last changed before `before_ms`, with everything that belongs to them:
 * only the oldest STORE_PRUNE_MAX, so that no batch takes long. Call it now and then. */
enum store_status store_prune(struct store *, int64_t before_ms);

/* Closes the batch and returns its ticket: 1, 2, 3 …; for an empty batch, the last one's. */
uint64_t store_commit(struct store *);

/* ---- what became of it ---- */

struct store_report {
    uint64_t durable;         /* this ticket, and all before it */
    uint64_t life;            /* it grows when all tables were given to other nodes */
    enum store_status status; /* OK, or why writing pauses */
    char why[STORE_WHY_MAX];  /* the same for a log */
};

void store_poll(struct store *, struct store_report *);

/* A node that was silent for long may have lost its tables without knowing it: until it knows, it
 * should show nobody what is in memory. Always true without `node`. */
bool store_trusted(const struct store *);

enum store_kind {
    STORE_CREATE,
    STORE_APPEND,
    STORE_FINISH,
    STORE_RECORD_ADD,
    STORE_META_SET,
    STORE_PRUNE,
};

struct store_conflict {
    enum store_kind kind; /* what was refused */
    int64_t table;
    int64_t number; /* of the event or record */
    uint64_t ticket;
};

/* Takes the next refusal; false if there is none. Take them all after each store_poll and before
 * believing its `durable`: a ticket's refusals are known as soon as the ticket is. */
bool store_conflict(struct store *, struct store_conflict *);

/* Without a thread: one attempt at all closed batches. False: there were none, and a distant back
 * end has beaten instead. */
bool store_step(struct store *);

/* ---- asking: a thread of the store's own reads, so that nobody waits for it ---- */

enum {
    STORE_ASKS_MAX = 1 << 16,     /* questions without an answer */
    STORE_ANSWERS_MAX = 32 << 20, /* bytes of answers that nobody has taken yet, and one more */
};

enum store_asking {
    STORE_ASK_TABLE,  /* a table, by id or code, with all of its events */
    STORE_ASK_ROW,    /* the same without events */
    STORE_ASK_RECORD, /* the record of its game `number`, or of its last one: 0 */
    STORE_ASK_OLD,    /* unfinished tables last changed between `since` and `before`, the
                         oldest page; in `rows` */
};

struct store_question {
    enum store_asking what;
    int64_t table; /* 0: by code */
    int64_t number;
    int64_t since, before;
    char code[STORE_CODE_MAX + 1];
};

struct store_table {
    int64_t id;
    int64_t seq; /* of its last event; 0: none */
    int64_t created_ms, changed_ms;
    bool finished;
    char code[STORE_CODE_MAX + 1];
};

#define STORE_AT_START "/ws/"

struct store_answer {
    struct store_answer *next; /* the store's */
    struct store_question question;
    uint64_t number; /* what store_ask returned */
    enum store_status status;
    struct store_table row;
    struct store_table *rows;
    int row_count;
    char *bytes; /* a record; events, for store_answer_event */
    size_t size, capacity;
    uint64_t life;             /* of the store when it was asked; see store_report */
    char at[STORE_AT_MAX + 1]; /* MOVED, HELD: the path of the node that has the table */
    int wait_ms;               /* HELD: until it is clear whether that node is dead */
    char why[STORE_WHY_MAX];   /* of a failure, for a log */
};

/* Numbers the question; 0: too many wait for an answer. Only what is durable is seen. */
uint64_t store_ask(struct store *, const struct store_question *);
/* The next answer, in any order; NULL: none yet. `wake` is called when there are more. */
struct store_answer *store_answered(struct store *);
void store_answer_free(struct store_answer *); /* NULL is fine */
/* The event at *at, which moves on from 0; false: that was the last. */
struct store_event;
bool store_answer_event(const struct store_answer *, size_t *at, struct store_event *);
/* Without a thread: answers all questions. False: there were none. */
bool store_read_step(struct store *);

/* ---- reading: at once, on the caller's thread; OK, ABSENT or a failure of the disk. For starts,
 * tools and tests: a server's requests ask ---- */

/* What is read is what was written: a damaged row gives CORRUPT, and so does a table with a missing
 * event. Of several rows, those before it have been passed on by then. */

struct store_event {
    int64_t seq, at_ms;
    const uint8_t *bytes; /* valid during the call */
    size_t size;
};

/* Called for each; false ends the loop. They must not call the store. */
typedef bool store_each_table(void *context, const struct store_table *);
typedef bool store_each_event(void *context, const struct store_event *);

enum store_status store_table(struct store *, int64_t table, struct store_table *);
/* The unfinished table with this code, or else the last finished one. */
enum store_status store_table_by_code(struct store *, const char *code, struct store_table *);
/* All unfinished tables whose rows are sound, in any order. */
enum store_status store_unfinished(struct store *, store_each_table *, void *context);
enum store_status store_events(struct store *, int64_t table, int64_t from_seq, store_each_event *,
                               void *context);
/* The record of the n-th game, or of the last one if n is 0. TOO_BIG: the text is too small for
 * it. */
enum store_status store_record(struct store *, int64_t table, int64_t n, struct text *);
enum store_status store_meta(struct store *, const char *name, struct text *);

/* ---- everything, for copies; not in memory ---- */

typedef bool store_each_record(void *context, int64_t n, const void *text, size_t size);
typedef bool store_each_meta(void *context, const char *name, const void *value, size_t size);

/* A page of tables, finished or not, in the order of ids: those after *after, which moves on.
 * ABSENT: there are no more. *damaged grows by the rows that are. */
enum store_status store_tables(struct store *, int64_t *after, store_each_table *, void *context,
                               int64_t *damaged);
enum store_status store_records(struct store *, int64_t table, store_each_record *, void *context);
enum store_status store_metas(struct store *, store_each_meta *, void *context);

/* Details of the last failed read, for a log. */
const char *store_why(const struct store *);

struct store_counts {
    int64_t unfinished, finished; /* tables */
    int64_t damaged;              /* of them, when it was opened */
    uint64_t things, conflicts;   /* processed since it was opened; refused as conflicts */
    uint64_t transactions, failures, checkpoint_failures;
    uint64_t queued_bytes, queued_things;
    uint64_t questions; /* not answered yet */
    uint64_t log_bytes; /* written, but not yet in the main file */
};

enum store_status store_counts(struct store *, struct store_counts *);
/* The same without tables, which take long to count, and without the log: what is known at once. */
void store_figures(struct store *, struct store_counts *);

/* ---- backup ---- */

/* Called now and then; false stops. */
typedef bool store_progress(void *context, int64_t done, int64_t total);

struct store_backup {
    const char *from, *to;
    bool force;               /* may overwrite `to` */
    store_progress *progress; /* or NULL */
    void *context;
};

#define STORE_BESIDE "-damaged"

/* The meta value that marks a file as a copy: 0. Its original may have changed since, so nothing in
 * it is certain to be secret. */
#define STORE_RESTORED "restored"

struct store_copy {
    int64_t size; /* 0: there is none */
    bool beside; /* it is called `to`-damaged: an older copy, perhaps a sound one, keeps the name */
    char name[STORE_PATH_MAX]; /* of the file; differs from `to` if that is a link */
};

/* Makes a consistent copy of a file, even while a server writes to it; it is complete and checked
 * before it gets its name. CORRUPT with a size: some rows do not match their sums, as in the
 * original, and `why` says which; the copy is kept, since the other rows are fine. */
enum store_status store_backup(const struct store_backup *, struct store_copy *, struct text *why);

struct store_transfer {
    const char *from, *to; /* files or databases */
    store_progress *progress;
    /* Called for each table that is left out. */
    void (*damaged)(void *context, const struct store_table *, const char *why);
    void *context;
};

struct store_transferred {
    int64_t tables, events, records;
    int64_t damaged; /* tables that were left out */
};

/* Copies everything from one back end into another, checking every sum. The target must be new: a
 * file that does not exist, which gets its name when it is complete, or a database without tables
 * of ours, which no server accepts before that. A server may go on with a database that is read,
 * and each table is of one moment; a file must not be in use. */
enum store_status store_transfer(const struct store_transfer *, struct store_transferred *,
                                 struct text *why);

/* The meta value of a database that is being copied into: 1, and 0 afterwards. */
#define STORE_COPYING "copying"

#endif
