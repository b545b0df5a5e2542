/* SPDX-License-Identifier: MIT */
/*
 * Threads on which bots think, so that the loop never does.
 *
 *     loop: workers_ask ─▶ queue, first in first out ─▶ a thread: bot_think ─▶ done ─▶ wake
 *     loop: workers_answer takes what is done, until there is no more
 *
 * 1. Each table has one question at most under way: a table with ten bots waits its turn like one
 *    with a single bot, and the queue cannot be longer than there are tables.
 * 2. When the queue is full the question is not taken; the caller asks again later. Bots get slower
 *    then, the server does not.
 * 3. Every question that was taken is answered, also one that was called off.
 * 4. A thread's memory goes back to the system when it has had nothing to do for a while.
 */
#ifndef KUFSA_SERVER_WORKERS_H
#define KUFSA_SERVER_WORKERS_H

#include "bots/bot.h"

enum {
    WORKER_QUEUE_MAX = 4096,
    WORKER_MEMORY = 16 << 20,
    WORKER_REST_MS = 5000, /* then its memory is given back */
    WORKER_LEVEL_MAX = 32,
};

struct workers;

struct thought {
    struct thought *next;
    int64_t table; /* whose */
    uint32_t version;
    int seat;
    const struct game *game;
    bool again; /* the seat moved last, and may still do something */
    char level[WORKER_LEVEL_MAX];
    atomic_bool stop; /* nobody waits for it any more */
    move best;        /* the answer; 0: it lets others go first */
    union any_state view;
};

/* NULL: there is no memory, or threads cannot be had. `wake` is called from threads. */
struct workers *workers_new(int threads, void (*wake)(void *context), void *context);

/* Ends the threads, soon: what they think about is called off. */
void workers_free(struct workers *);

/* A thought to fill in; NULL if the queue is full. */
struct thought *workers_begin(struct workers *);

/* Queues it. The caller may set its stop until it comes back. */
void workers_ask(struct workers *, struct thought *);

/* The next that is done, or NULL. The caller gives it back. */
struct thought *workers_answer(struct workers *);
void workers_end(struct workers *, struct thought *);

int workers_busy(struct workers *); /* thoughts under way */

/* ---- thought.c ---- */

/* Who thinks. A level that no bot has is played as the usual one. */
struct player thought_player(const struct thought *);

/* Finds the answer. The question has a budget, chance and memory, and gets the rest. */
void thought_answer(struct thought *, const struct player *, struct question *, struct advice *);

#endif
