/* SPDX-License-Identifier: MIT */
/*
 * What a back end of the store must provide. store.c has the queue, the writer and the rules of
 * refusal; a back end applies single operations within a transaction, and reads.
 *
 * Only the writer calls begin … rest. The reading functions are called by one thread at a time, the
 * caller's or the reader's; a back end keeps the two sides apart. If the writer works at once, all
 * are the caller's thread.
 */
#ifndef KUFSA_STORE_BACKEND_H
#define KUFSA_STORE_BACKEND_H

#include "store/store.h"

/* A queued operation. */
struct store_op {
    struct store_op *next;
    struct store_op *conflict_next; /* refused in the same transaction */
    enum store_kind kind;
    bool fenced;     /* its table was refused something earlier, see store.c */
    bool conflict;   /* this one was refused */
    bool doubt;      /* it was sent, and may or may not be durable */
    bool found;      /* … and it is there */
    bool spare;      /* it lies in the store's spare memory */
    uint64_t ticket; /* of its batch */
    uint64_t order;  /* among everything ever queued */
    uint64_t told;   /* of a conflict: the next operation's order when the caller was told */
    int64_t table;   /* 0: no table */
    int64_t number;  /* an event's seq, a record's n */
    int64_t time_ms;
    int64_t sum;       /* of what was sent, if in doubt */
    const char *name;  /* code or meta name */
    const char *value; /* event, record or meta value; followed by a NUL */
    size_t value_size;
    size_t size; /* in memory, all of it */
    char bytes[];
};

/* Was this table refused something in the same transaction? */
static inline bool op_is_refused(const struct store_op *conflicts, int64_t table)
{
    for (; conflicts; conflicts = conflicts->conflict_next)
        if (conflicts->table == table)
            return true;
    return false;
}

struct store_home; /* private to a back end */

/* For back ends that answer. False: no memory. */
bool answer_add_event(struct store_answer *, const struct store_event *);
bool answer_add_row(struct store_answer *, const struct store_table *);
bool answer_set_bytes(struct store_answer *, const void *, size_t size);

/* Why there is time for housekeeping. */
enum store_rest {
    REST_WRITTEN, /* something was written, and more may come */
    REST_IDLE,    /* nothing has come for a while */
    REST_FULL,    /* no room for what should be written */
};

struct store_backend {
    const char *name;
    bool at_once; /* never waits and never fails: needs no thread */

    enum store_status (*open)(struct store_home **, const struct store_options *, struct text *why);
    void (*close)(struct store_home *);

    /* Applies all operations that are not fenced in one transaction, instead of the next four: for
     * a distant back end, where each call is a round trip. Marks the first refusal of each table as
     * `conflict`, and whatever may or may not have happened as `doubt`. BURIED: all tables are
     * lost; `beat` may return it too. */
    enum store_status (*batch)(struct store_home *, struct store_op *first);
    /* Called when nothing has come for beat_ms; NULL: never. */
    enum store_status (*beat)(struct store_home *);
    int beat_ms;
    bool (*trusted)(const struct store_home *); /* see store_trusted; any thread; NULL: always */

    enum store_status (*begin)(struct store_home *);
    /* OK, CONFLICT (nothing was changed), or a failure, after which rollback is called. */
    enum store_status (*apply)(struct store_home *, const struct store_op *);
    enum store_status (*commit)(struct store_home *); /* OK: durable; otherwise rollback follows */
    void (*rollback)(struct store_home *);
    /* Between transactions. BUSY: a reader is in the way; the next time may succeed. */
    enum store_status (*rest)(struct store_home *, enum store_rest);
    const char *(*write_why)(const struct store_home *); /* the writer's last failure */
    /* The writer's last call, if it has a thread; NULL: none. */
    void (*leave)(struct store_home *);
    /* A distant back end may never answer: after this long its threads, and all they use, are left
     * to the end of the process. 0: it always answers. */
    int patience_ms;

    /* Answers questions on the reader's thread, many in one round trip; NULL: the functions below
     * answer them one by one. */
    void (*answer)(struct store_home *, struct store_answer *first);

    enum store_status (*table)(struct store_home *, int64_t table, struct store_table *);
    enum store_status (*table_by_code)(struct store_home *, const char *, struct store_table *);
    enum store_status (*unfinished)(struct store_home *, store_each_table *, void *);
    enum store_status (*old)(struct store_home *, int64_t since, int64_t before, store_each_table *,
                             void *);
    enum store_status (*events)(struct store_home *, int64_t table, int64_t from,
                                store_each_event *, void *);
    enum store_status (*record)(struct store_home *, int64_t table, int64_t n, struct text *);
    enum store_status (*meta)(struct store_home *, const char *name, struct text *);
    enum store_status (*counts)(struct store_home *, struct store_counts *); /* tables and log */
    int64_t (*damaged)(const struct store_home *); /* when it was opened; NULL: none */
    enum store_status (*tables)(struct store_home *, int64_t *after, store_each_table *, void *,
                                int64_t *damaged);
    enum store_status (*records)(struct store_home *, int64_t table, store_each_record *, void *);
    enum store_status (*metas)(struct store_home *, store_each_meta *, void *);
    const char *(*read_why)(const struct store_home *);
};

#endif
