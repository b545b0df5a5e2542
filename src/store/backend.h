/* SPDX-License-Identifier: MIT */
/*
 * What a back end of the store is. store.c has the queue, the writer and the rules of refusal; a
 * back end applies single things within a transaction, and reads.
 *
 * The writer alone calls begin … rest, the caller's thread alone calls what reads; a back end sees
 * to it that the two do not meet. Where the writer works at once, both are the caller's thread.
 */
#ifndef KUFSA_STORE_BACKEND_H
#define KUFSA_STORE_BACKEND_H

#include "store/store.h"

/* Something queued. */
struct store_op {
    struct store_op *next;
    struct store_op *conflict_next; /* refused in the same transaction */
    enum store_kind kind;
    bool fenced;     /* its table was refused something before, see store.c */
    bool conflict;   /* this is what was refused */
    bool spare;      /* it lies in the store's spare memory */
    uint64_t ticket; /* of its batch */
    uint64_t order;  /* of all that was ever queued */
    uint64_t told;   /* a conflict: the order of what was queued next when it was told */
    int64_t table;   /* 0: of no table */
    int64_t number;  /* an event's seq, a record's n, a token's seat */
    int64_t time_ms;
    const char *name;  /* code, role, or meta name */
    const char *value; /* setup, event, record, hash, or meta value; a NUL behind it */
    size_t value_size;
    size_t size; /* of all of it, in memory */
    char bytes[];
};

struct store_home; /* a back end's own */

struct store_backend {
    const char *name;
    bool at_once; /* it waits for nothing and never fails: no thread is worth the way there */

    enum store_status (*open)(struct store_home **, const struct store_options *, struct text *why);
    void (*close)(struct store_home *);

    enum store_status (*begin)(struct store_home *);
    /* OK, CONFLICT (and nothing was changed), or a failure, after which comes rollback. */
    enum store_status (*apply)(struct store_home *, const struct store_op *);
    enum store_status (*commit)(struct store_home *); /* OK: durable; if not, rollback follows */
    void (*rollback)(struct store_home *);
    enum store_status (*rest)(struct store_home *);      /* housekeeping between transactions */
    const char *(*write_why)(const struct store_home *); /* the writer's last failure */

    enum store_status (*table)(struct store_home *, int64_t table, struct store_table *);
    enum store_status (*table_by_code)(struct store_home *, const char *, struct store_table *);
    enum store_status (*setup)(struct store_home *, int64_t table, struct text *);
    enum store_status (*unfinished)(struct store_home *, store_each_table *, void *);
    enum store_status (*events)(struct store_home *, int64_t table, int64_t from,
                                store_each_event *, void *);
    enum store_status (*token)(struct store_home *, const uint8_t *hash, struct store_token *);
    enum store_status (*tokens)(struct store_home *, int64_t table, store_each_token *, void *);
    enum store_status (*record)(struct store_home *, int64_t table, int64_t n, struct text *);
    enum store_status (*meta)(struct store_home *, const char *name, struct text *);
    enum store_status (*counts)(struct store_home *, struct store_counts *); /* tables and log */
    const char *(*read_why)(const struct store_home *);
};

#endif
