/* SPDX-License-Identifier: MIT */
/*
 * Threads on which bots think, for a server's tables, a local table and hints, so that neither a
 * loop nor a screen ever waits for a bot.
 *
 *     loop: workers_ask ─▶ queue, first in first out ─▶ a thread: bot_think ─▶ done ─▶ wake
 *     loop: workers_answer takes what is done, until there is no more
 *
 * 1. Each table asks one question at a time: a table with ten bots waits its turn like one with a
 *    single bot, and the queue never holds more questions than there are tables.
 * 2. A full queue takes no question; the caller asks again later. Bots get slower then, the server
 *    does not.
 * 3. Every question taken is answered, even one that was cancelled.
 * 4. A thread gives its memory back to the system after a while without work.
 */
#ifndef KUFSA_THINK_WORKERS_H
#define KUFSA_THINK_WORKERS_H

#include "bots/bot.h"

enum {
    WORKER_QUEUE_MAX = 4096,
    WORKER_REST_MS = 5000, /* idle time after which a thread gives its memory back */
    WORKER_LEVEL_MAX = 32,
};

struct workers;

struct thought {
    struct thought *next;
    int64_t table; /* the one that asks */
    uint32_t version;
    int seat;
    const struct game *game;
    bool again; /* the seat moved last, and may act again */
    char level[WORKER_LEVEL_MAX];
    uint64_t nodes;        /* its only limit, instead of time; 0: none */
    uint64_t seed;         /* of its chance; 0: any */
    bool tireless;         /* ignore the level's own limits */
    int64_t millis;        /* how long it may take, waiting in the queue included */
    int64_t deadline;      /* the same by the threads' clock */
    int64_t asked;         /* when it was asked, by the table's clock */
    int64_t waited;        /* time in the queue, before a thread began */
    atomic_bool stop;      /* nobody waits for it any more */
    move best;             /* the answer; 0: lets others go first */
    struct advice *advice; /* where the whole answer goes; NULL: nowhere */
    union any_state view;
};

/* Threads with this many bytes for each bot. NULL: no memory, or threads are unavailable. `wake` is
 * called from threads, unless it is NULL. */
struct workers *workers_new(int threads, size_t memory, void (*wake)(void *context), void *context);

/* Cancels all questions and waits for the threads to end. */
void workers_free(struct workers *);

/* A thought to fill in; NULL if the queue is full. */
struct thought *workers_begin(struct workers *);

/* Queues it. The caller may set `stop` until it comes back. */
void workers_ask(struct workers *, struct thought *);

/* The next finished thought, or NULL. The caller gives it back with workers_end. */
struct thought *workers_answer(struct workers *);
void workers_end(struct workers *, struct thought *);

int workers_busy(struct workers *); /* thoughts under way */

/* ---- thought.c ---- */

/* The bot that thinks. An unknown level is played as the usual one. */
struct player thought_player(const struct thought *);

/* Finds the answer. The question comes with a budget, chance and memory; this fills in the rest. */
void thought_answer(struct thought *, const struct player *, struct question *, struct advice *);

#endif
