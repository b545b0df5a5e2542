/* SPDX-License-Identifier: MIT */
/* Plays any legal move: the yardstick of a player that knows nothing. */
#include "bots/sense.h"
#include "bots/worlds.h"

extern const struct bot bot_random;

static void think(const struct question *question, struct advice *advice)
{
    struct moves *moves = (struct moves *)question->memory;
    notice_moves(question, moves);
    uint32_t at = search_rng_below(question->rng, (uint32_t)moves->count);
    advice->best = moves->list[at];
    advice->nodes = 0;
    advice->count = 1;
    advice->list[0] = (struct candidate){.move = advice->best, .value = 0.5};
    candidate_explain(&advice->list[0], question->game, question->view, question->view->viewer);
}

const struct bot bot_random = {
    .name = "random",
    .memory_min = sizeof(struct moves),
    .usual = {.nodes = 1, .millis = 100},
    .think = think,
};
