/* SPDX-License-Identifier: MIT */
/*
 * What a computer player is: a function from a view to advice. It is handed what its seat may know
 * and nothing else, so it cannot cheat; what the view hides it may only imagine. It takes memory,
 * chance, time and threads from its caller, so that it runs in a server's worker and in a browser
 * alike.
 *
 *     player_find("club") ─▶ a bot and its skill ─┐
 *     view, generator, budget, memory ────────────┴▶ bot_think ─▶ advice: the best move, the other
 *                                                                 candidates, and why
 *
 * A bot keeps nothing from one question to the next. With a bound on nodes alone its advice hangs
 * on the view, the skill, the size of the memory and the generator only, on every machine.
 */
#ifndef KUFSA_BOTS_BOT_H
#define KUFSA_BOTS_BOT_H

#include <stdatomic.h>

#include "rules/game.h"

enum {
    CANDIDATES_MAX = 64,
    VARIATION_MAX = 8, /* moves of a principal variation */
    REASONS_MAX = 3,   /* of a candidate */
    THREADS_MAX = 64,
};

/* When to stop. Nodes are moves tried in the search. */
struct budget {
    uint64_t nodes;            /* 0: as many as the time allows */
    int64_t deadline_ms;       /* by clock_ms */
    int64_t (*clock_ms)(void); /* NULL: no deadline */
    const atomic_bool *stop;   /* NULL, or set by somebody who waits no longer */
};

/* How well a player plays. Chances are in thousandths. */
struct skill {
    uint64_t nodes; /* the budget it has unless another is given */
    int64_t millis;
    uint16_t overlook; /* how often it does not notice a move that it has */
    uint16_t forget;   /* how often it forgets what nobody reminds it of, such as a call */
    uint16_t ahead;    /* how far it looks, where its bot can look less far; 0: no bound */
};

/* Threads that the caller lends: `together` calls work(task, 0 … hands - 1), each in a thread of
 * its own, and comes back when all have. */
struct crew {
    int hands;
    void (*together)(struct crew *, void (*work)(void *task, int hand), void *task);
};

/* Everything that a bot is given. */
struct question {
    const struct game *game;
    const struct state *view; /* its viewer is a seat that may act and whose cards it shows */
    struct skill skill;
    struct budget budget;
    struct search_rng *rng;
    void *memory; /* aligned for anything; what is in it means nothing */
    size_t memory_size;
    struct crew *crew; /* NULL: one thread. Not used when nodes alone are the bound. */
};

/* Why a move is good, or what is wrong with it: a sentence of the catalogue and what stands in its
 * {piece}, {seat} and {count}, where it has them. */
struct reason {
    const char *key; /* "gobblet.advice.blocks" */
    int32_t count;
    int16_t piece;
    int8_t seat;
};

struct candidate {
    move move;
    double value;    /* what the seat may expect: 0 the last place, 1 the first; where depth is
                      * counted, of those behind the first at most that */
    uint32_t visits; /* worlds or playouts it was tried in; 0 where a bot counts depth */
    uint32_t depth;  /* plies looked ahead; 0 where a bot counts visits */
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
    struct candidate list[CANDIDATES_MAX]; /* the best first; not all legal moves need be here */
    int line_count;
    struct line_move line[VARIATION_MAX]; /* from the best move on; only what the view can tell */
};

struct bot {
    const char *name;
    size_t memory_min;          /* bytes without which it cannot think; more may help */
    const struct skill *levels; /* LEVELS_COUNT rows, or NULL: it has only one strength */
    struct skill usual;         /* its skill when it is asked for by its own name */
    void (*think)(const struct question *, struct advice *);
};

/* ---- bot.c: who there is, and the gate ---- */

enum { LEVEL_GENTLE, LEVEL_CASUAL, LEVEL_CLUB, LEVEL_MASTER, LEVELS_COUNT };
enum { LEVEL_USUAL = LEVEL_CASUAL };

const char *level_name(int level); /* NULL behind the last */
int level_find(const char *name);  /* or -1 */

/* A bot and how well it is to play. */
struct player {
    const struct bot *bot;
    struct skill skill;
};

/* The game's own bot, or the one that can play anything, at a level. */
struct player player_at(const struct game *, int level);

/* By the name of a level or of a bot that plays this game. */
bool player_find(const struct game *, const char *name, struct player *);

/* The bots of a game by number, its own first; NULL behind the last. */
const struct bot *bot_at(const struct game *, int index);

/* Asks the bot: sees to it that the question is sound and the advice legal. The only move there is
 * needs no thought. */
void bot_think(const struct bot *, const struct question *, struct advice *);

/* To be asked about a seat that has just moved. While others may act, all that it can still do is
 * one thing that nobody reminds it of, such as calling its last card: does this player let it be?
 * The answer is chance, anew each time. */
bool player_forgets(const struct player *, const struct game *, const struct state *, int seat,
                    struct search_rng *);

/* What a caller lends unless it knows better, and the least that every bot can do with. */
enum { BOT_MEMORY_USUAL = 64 << 20, BOT_MEMORY_MIN = 4 << 20 };

#endif
