/* SPDX-License-Identifier: MIT */
/*
 * The player that looks no further than its own move: the most points at once; among equals a move
 * that lays something, since that ends games; then any.
 */
#include "bots/sense.h"
#include "bots/worlds.h"

extern const struct bot bot_greedy;

struct greedy_choice {
    move move;
    int32_t gain;
    bool lays;
    uint64_t lot; /* random, to break ties */
};

struct greedy {
    struct moves moves;
    int count;
    struct greedy_choice best[CANDIDATES_MAX]; /* the best first */
};

_Static_assert(sizeof(struct greedy) <= BOT_MEMORY_MIN, "BOT_MEMORY_MIN");

static bool before(const struct greedy_choice *a, const struct greedy_choice *b)
{
    if (a->gain != b->gain)
        return a->gain > b->gain;
    return a->lays != b->lays ? a->lays : a->lot > b->lot;
}

/* Inserts a choice among the best; the last one drops out if there are too many. */
static void enlist(struct greedy *g, struct greedy_choice choice)
{
    int at = g->count;
    if (g->count < CANDIDATES_MAX)
        g->count++;
    else if (!before(&choice, &g->best[--at]))
        return;
    for (; at > 0 && before(&choice, &g->best[at - 1]); at--)
        g->best[at] = g->best[at - 1];
    g->best[at] = choice;
}

static void think(const struct question *question, struct advice *advice)
{
    struct greedy *g = (struct greedy *)question->memory;
    const struct game *game = question->game;
    const struct state *view = question->view;
    int seat = view->viewer;
    notice_moves(question, &g->moves);
    g->count = 0;
    for (int i = 0; i < g->moves.count; i++) {
        move m = g->moves.list[i];
        enlist(g, (struct greedy_choice){.move = m,
                                         .gain = game->gain(view, seat, m),
                                         .lays = move_lays(game, view, seat, m),
                                         .lot = search_rng_next(question->rng)});
    }
    advice->best = g->best[0].move;
    advice->nodes = 0; /* no move was played, not even in an imagined world */
    advice->count = g->count;
    for (int i = 0; i < g->count; i++) {
        advice->list[i] = (struct candidate){.move = g->best[i].move, .value = 0.5, .depth = 1};
        candidate_explain(&advice->list[i], game, view, seat);
    }
}

const struct bot bot_greedy = {
    .name = "greedy",
    .memory_min = sizeof(struct greedy),
    .usual = {.nodes = 1, .millis = 100},
    .think = think,
};
