/* SPDX-License-Identifier: MIT */
/*
 * What a computer player is: a function from a view to advice. It is handed what its seat may know
 * and nothing else, so it cannot cheat; what the view hides it may only imagine. It takes memory,
 * chance and time from its caller, so that it runs in a server's worker and in a browser alike.
 */
#ifndef KUFSA_BOTS_BOT_H
#define KUFSA_BOTS_BOT_H

#include <stdatomic.h>

#include "rules/game.h"

enum { CANDIDATES_MAX = 64 };

/* When to stop. Nodes are moves tried in the search. With a bound on nodes alone the advice hangs
 * on the view and the generator only, on every machine. */
struct budget {
    uint64_t nodes;            /* 0: as many as the time allows */
    int64_t deadline_ms;       /* by clock_ms */
    int64_t (*clock_ms)(void); /* NULL: no deadline */
    const atomic_bool *stop;   /* NULL, or set by somebody who waits no longer */
};

struct candidate {
    move move;
    double value; /* what the seat may expect: 0 the last place, 1 the first */
    uint32_t visits;
    uint32_t depth; /* plies looked ahead, of a player that counts them; else 0 */
};

struct advice {
    move best; /* always legal, however small the budget */
    uint64_t nodes;
    int count;
    struct candidate list[CANDIDATES_MAX]; /* the best first; not all legal moves need be here */
};

struct bot {
    const char *name;
    size_t memory_size; /* bytes that think wants, aligned for anything */

    /* The view's viewer is a seat that may act and whose cards it shows. */
    void (*think)(void *memory, size_t size, const struct game *, const struct state *view,
                  struct search_rng *, const struct budget *, struct advice *);
};

extern const struct bot bot_sampler;

/* How strong a player is asked for: a bot, and the budget it has unless another is given. */
struct level {
    const char *name;
    const struct bot *bot;
    uint64_t nodes;
    int64_t millis;
};

const struct level *level_at(int index); /* rising strength; NULL behind the last */
const struct level *level_find(const char *name);
const struct level *level_usual(void); /* where nobody says */

/* Room for any bot of the levels. */
enum { BOT_MEMORY_MAX = 4 << 20 };

#endif
