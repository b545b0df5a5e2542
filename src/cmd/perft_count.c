/* SPDX-License-Identifier: MIT */
/*
 * perft where a move may fail. game_perft is the fast way, but does not look
 * whether a shuffle had a stream; only a game without chance may go there.
 */
#include "cmd/perft_count.h"

static bool count_on(const struct game *game, const struct state *state, int depth,
                     struct perft_level *level, uint64_t *nodes)
{
    for (int seat = 0; seat < state->seats; seat++) {
        int count = game_legal(game, state, seat, &level->moves);
        for (int i = 0; i < count && depth > 1; i++) {
            state_copy(&level->state.head, state);
            if (!game_apply(game, &level->state.head, seat, level->moves.list[i], NULL) ||
                !count_on(game, &level->state.head, depth - 1, level + 1, nodes))
                return false;
        }
        *nodes += depth == 1 ? (uint64_t)count : 0;
    }
    return true;
}

bool perft_count(const struct game *game, const struct state *state, int depth,
                 struct perft_level *levels, uint64_t *nodes)
{
    *nodes = 0;
    if (game->chance && depth > 0)
        return count_on(game, state, depth, levels, nodes);
    *nodes = game_perft(game, state, depth, false, levels);
    return true;
}
