/* SPDX-License-Identifier: MIT */
/* How a bot answers; the caller chooses the thread, chance and memory. */
#include "think/workers.h"

struct player thought_player(const struct thought *thought)
{
    struct player player;
    if (!player_find(thought->game, thought->level, &player))
        player = player_at(thought->game, LEVEL_USUAL);
    return player;
}

void thought_answer(struct thought *thought, const struct player *player, struct question *question,
                    struct advice *advice)
{
    question->game = thought->game;
    question->view = &thought->view.head;
    question->skill = player->skill;
    thought->best = 0;
    if (thought->again &&
        player_forgets(player, thought->game, &thought->view.head, thought->seat, question->rng))
        return;
    bot_think(player->bot, question, advice);
    thought->best = advice->best;
}
