/* SPDX-License-Identifier: MIT */
/*
 * What the sides of the store's queues share: store.c, on the caller's thread, writer.c, and
 * reader.c.
 *
 *     caller:  open batch --commit--> closed batches ─┐
 *     writer:            ┌────────── all of them <────┘
 *                        └─> working --one transaction--> freed; durable = their last ticket
 *                               └──── failure: stays, is joined by what was closed since, again
 *
 * Invariants
 * 1. Operations keep the order in which they were queued, through all three lists.
 * 2. `working` is the writer's and `open` the caller's; the rest changes only under the lock. The
 *    lock is never held while the disk works or while wake runs.
 * 3. A refusal is published together with its ticket, after the transaction that found it has
 *    become durable: after a rollback it is decided again.
 * 4. A refusal is a fence: everything queued for its table before the caller took it is refused.
 * 5. When the back end has lost all its tables, everything queued for any of them before the caller
 *    has been told is dropped.
 * 6. If store_room said yes there is memory: when malloc fails, `spare` is used, and until all of
 *    that is free again store_room says no.
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

struct answers {
    struct store_answer *first, **last;
};

struct store {
    struct store_options options;
    struct store_home *home;
    pthread_t writer;
    bool at_once; /* no thread: the writer works inside store_commit */

    /* the caller's thread */
    struct list open;
    uint64_t order; /* of the next operation */
    char *spare;
    size_t spare_size, spare_end; /* spare_end: how much of it is in use */
    atomic_int spare_users;       /* both */

    /* both, under the lock */
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct list closed;
    uint64_t ticket, durable; /* of the last closed batch; of the last durable one */
    struct store_op *fences;
    uint64_t life;
    uint64_t lost_order; /* operations on tables before this one are dropped; NOT_TOLD: all */
    enum store_status status;
    char why[STORE_WHY_MAX];
    bool stop;
    bool abandoned; /* under `waking`: the threads are on their own, and wake nobody */
    int threads;    /* that have not ended */
    struct store_counts counts;
    pthread_cond_t ended; /* a thread has */
    pthread_mutex_t waking;

    /* questions: reader.c */
    pthread_t reader;
    bool has_reader, stop_reading;     /* stop_reading: under the lock */
    pthread_mutex_t reading;           /* held by whoever uses the back end's reading functions */
    pthread_cond_t asked;              /* with the lock */
    uint64_t asks;                     /* the caller's: the last question's number */
    struct answers questions, answers; /* under the lock */
    int unanswered;                    /* questions whose answers were not taken */
    size_t answer_bytes;

    /* the writer */
    struct list working;
    uint64_t working_ticket;
    int retry_ms;
    bool rested; /* idle, and everything written has been copied into the main file */
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

/* Under the lock: takes all closed batches. False: there are none, and nothing to retry. */
bool writer_take(struct store *);

/* Under the lock: frees fences that no queued operation is behind any more, once everything up to
 * this order is done. */
void writer_drop_fences(struct store *, uint64_t order_done);

/* Without the lock: one attempt at what was taken. */
void writer_round(struct store *);

/* The same if nothing was taken: what the back end says is the store's status. */
void writer_beat(struct store *);

/* The time `millis` from now, by the clock that the conditions use. */
struct timespec writer_after(int millis);

/* The thread's main function; its argument is the store. */
void *writer_main(void *argument);

/* Without the lock: tells the caller that something has changed. */
void store_wake(struct store *);
/* A thread, to be counted in `threads`, and its end. */
bool thread_begin(struct store *, pthread_t *, void *(*)(void *));
void *thread_end(struct store *);

void reader_start(struct store *);
/* Frees what nobody has taken; the reader's thread has ended. */
void reader_stop(struct store *);

#endif
