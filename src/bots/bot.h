/* SPDX-License-Identifier: MIT */
/*
 * What a computer player is: a function from a view to advice. It gets only what its seat may
 * know, so it cannot cheat; it can only imagine what the view hides. Memory, randomness, time and
 * threads come from its caller, so it runs in a server's worker as well as in a browser.
 *
 *     player_find("club") ─▶ a bot and its skill ─┐
 *     view, generator, budget, memory ────────────┴▶ bot_think ─▶ advice: the best move, the other
 *                                                                 candidates, and why
 *
 * A bot keeps nothing from one question to the next. If only nodes are bounded, and one thread
 * thinks, its advice depends only on the view, the skill, the size of the memory and the generator,
 * on every machine.
 */
#ifndef KUFSA_BOTS_BOT_H
#define KUFSA_BOTS_BOT_H

#include <stdatomic.h>

#include "rules/game.h"

enum {
    CANDIDATES_MAX = 64,
    VARIATION_MAX = 8, /* moves of a principal variation */
    REASONS_MAX = 3,   /* for a candidate */
    THREADS_MAX = 64,
};

/* When to stop. Nodes are moves tried in the search. */
struct budget {
    uint64_t nodes;            /* 0: as many as the time allows */
    int64_t deadline_ms;       /* by clock_ms */
    int64_t (*clock_ms)(void); /* NULL: no deadline */
    const atomic_bool *stop;   /* NULL, or set by a caller that no longer waits */
};

/* How well a player plays. Chances are in thousandths. */
struct skill {
    uint64_t nodes; /* its budget unless another is given */
    int64_t millis;
    uint16_t overlook; /* how often it misses one of its moves */
    uint16_t forget;   /* how often it forgets what nobody reminds it of: a call, or to look for
                        * wins and threats */
    uint16_t ahead;    /* how far it looks, if its bot can limit that; 0: no bound */
};

/* Threads that the caller lends: `together` calls work(task, 0 … threads - 1), each in its own
 * thread, and returns when all have finished. */
struct crew {
    int threads;
    void (*together)(struct crew *, void (*work)(void *task, int index), void *task);
};

/* Everything that a bot gets. */
struct question {
    const struct game *game;
    const struct state *view; /* its viewer is a seat that may act and whose cards it shows */
    struct skill skill;
    struct budget budget;
    struct search_rng *rng;
    void *memory; /* aligned for any type; its contents mean nothing */
    size_t memory_size;
    struct crew *crew; /* NULL: one thread; with more, advice is not repeatable */
};

/* Why a move is good, or what is wrong with it: a sentence of the catalogue, and the values of its
 * {piece}, {seat} and {count}, if it has them. */
struct reason {
    const char *key; /* "gobblet.advice.blocks" */
    int32_t count;
    int16_t piece;
    int8_t seat;
};

struct candidate {
    move move;
    double value;    /* what the seat may expect: 0 the last place, 1 the first; where depth is
                      * counted, all but the first have only an upper bound */
    uint32_t visits; /* worlds or playouts it was tried in; 0 if the bot counts depth */
    uint32_t depth;  /* plies searched; 0 if the bot counts visits */
    int reasons;
    struct reason reason[REASONS_MAX]; /* the strongest first */
};

/* One move of a principal variation. */
struct line_move {
    move move;
    int8_t seat;
};

struct advice {
    move best; /* always legal, however small the budget */
    uint64_t nodes;
    int count;
    struct candidate list[CANDIDATES_MAX]; /* the best first; need not include all legal moves */
    int line_count;
    struct line_move line[VARIATION_MAX]; /* from the best move on; only what the view can know */
};

struct duel;
struct chance_curve;

struct bot {
    const char *name;
    size_t memory_min;          /* the least it can think with; more may help */
    const struct skill *levels; /* LEVELS_COUNT rows, or NULL: it has only one strength */
    struct skill usual;         /* its skill when asked for by its own name */
    void (*think)(const struct question *, struct advice *);

    /* Compares a move with the best of all others, at full strength (judge.h). NULL: it does not
     * judge. */
    void (*judge)(const struct question *, move asked, struct duel *);
    const struct chance_curve *curve; /* from values to chances; NULL: they are chances already */
    uint64_t judge_nodes;             /* enough to judge a move at a table of two */
};

/* ---- bot.c: the bots, and the gate in front of them ---- */

enum { LEVEL_GENTLE, LEVEL_CASUAL, LEVEL_CLUB, LEVEL_MASTER, LEVELS_COUNT };
enum { LEVEL_USUAL = LEVEL_CASUAL };

const char *level_name(int level); /* NULL past the last */
int level_find(const char *name);  /* or -1 */

/* A bot and how well it should play. */
struct player {
    const struct bot *bot;
    struct skill skill;
};

/* The game's own bot, or the one that can play any game, at a level. */
struct player player_at(const struct game *, int level);

/* By the name of a level or of a bot that plays this game. */
bool player_find(const struct game *, const char *name, struct player *);

/* The bots of a game by index, its own first; NULL past the last. */
const struct bot *bot_at(const struct game *, int index);

/* Asks the bot, and checks that the question is sound and the advice legal. A single legal move
 * needs no thought. */
void bot_think(const struct bot *, const struct question *, struct advice *);

/* Does a seat that has just moved act again before others may? It does if it has a call to make or
 * only one legal move. */
bool player_goes_on(const struct game *, const struct state *, int seat);

/* While others may act, a seat that has just moved may have one thing left to do that nobody
 * reminds it of, such as calling its last card: does this player forget it? The answer is random,
 * drawn again on each call. */
bool player_forgets(const struct player *, const struct game *, const struct state *, int seat,
                    struct search_rng *);

/* Memory: what callers lend by default, and the least that any bot needs. */
enum { BOT_MEMORY_USUAL = 64 << 20, BOT_MEMORY_MIN = 4 << 20 };

#endif
