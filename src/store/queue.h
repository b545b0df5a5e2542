/* SPDX-License-Identifier: MIT */
/*
 * What the two sides of the store's queue share: store.c, on the caller's thread, and writer.c.
 *
 *     caller:  open batch --commit--> closed batches ─┐
 *     writer:            ┌────────── all of them <────┘
 *                        └─> working --one transaction--> freed; durable = their last ticket
 *                               └──── failure: stays, is joined by what was closed since, again
 *
 * Invariants
 * 1. Things keep the order in which they were queued, through all three lists.
 * 2. `working` is the writer's and `open` the caller's; the rest changes under the lock only. The
 *    lock is never held while the disk works or while wake runs.
 * 3. A refusal is published together with its ticket, after the transaction that found it has
 *    become durable: one that is rolled back decides again.
 * 4. A refusal is a fence: of its table, everything queued before the caller took it is refused.
 * 5. Where store_room said yes there is memory: what malloc does not give is taken from `spare`,
 * and until all of that is free again store_room says no.
 */
#ifndef KUFSA_STORE_QUEUE_H
#define KUFSA_STORE_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "store/backend.h"

#define NOT_TOLD UINT64_MAX

struct list {
    struct store_op *first, *last;
};

struct store {
    struct store_options options;
    struct store_home *home;
    pthread_t writer;
    bool at_once; /* no thread: the writer works inside store_commit */

    /* the caller's thread */
    struct list open;
    uint64_t order; /* of the next thing */
    char *spare;
    size_t spare_size, spare_end; /* how much of it was given away */
    atomic_int spare_users;       /* both */

    /* both, under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct list closed;
    uint64_t ticket, durable; /* the last closed one; the last durable one */
    struct store_op *fences;
    enum store_status status;
    char why[STORE_WHY_MAX];
    bool retry, stop;
    struct store_counts counts;

    /* the writer */
    struct list working;
    uint64_t working_ticket;
    int retry_ms;
};

static inline void list_append(struct list *list, struct list more)
{
    if (!more.first)
        return;
    if (list->last)
        list->last->next = more.first;
    else
        list->first = more.first;
    list->last = more.last;
}

static inline struct list list_take(struct list *list)
{
    struct list taken = *list;
    *list = (struct list){NULL, NULL};
    return taken;
}

static inline void op_free(struct store *store, struct store_op *op)
{
    if (op->spare)
        atomic_fetch_sub(&store->spare_users, 1);
    else
        free(op);
}

/* When it will be, by the clock that the conditions use. */
struct timespec writer_after(int millis);

/* Under the lock: takes all closed batches. False: there are none, and nothing to try again. */
bool writer_take(struct store *);

/* Under the lock: frees fences that nothing can stand before any more, when everything up to this
 * order is done. */
void writer_drop_fences(struct store *, uint64_t order_done);

/* Without the lock: one try at what was taken. */
void writer_round(struct store *);

/* The thread; its argument is the store. */
void *writer_main(void *argument);

#endif
