/* SPDX-License-Identifier: MIT */
/* Walking through a record. */
#include "match/walk.h"

#include "base/check.h"

void walk_begin(struct walk *walk, const struct record *record, const struct ply *plies,
                uint32_t count)
{
    walk->record = record;
    walk->plies = plies;
    walk->count = count;
    walk_restart(walk);
}

void walk_restart(struct walk *walk)
{
    const struct record *record = walk->record;
    struct state *state = &walk->state.head;
    game_init(record->game, state, record->state.head.seats);
    memcpy(state->option, record->state.head.option, sizeof state->option);
    game_deal(record->game, state, record->key);
    walk->at = 0;
    walk->seat = NO_SEAT;
    walk->move[0] = '\0';
    walk->events.count = 0;
}

void walk_step(struct walk *walk)
{
    const struct game *game = walk->record->game;
    CHECK(walk->at < walk->count);
    const struct ply *ply = &walk->plies[walk->at++];
    struct text text;
    text_init(&text, walk->move, sizeof walk->move);
    game->write_move(&walk->state.head, ply->move, &text);
    walk->seat = ply->seat;
    walk->events.count = 0;
    CHECK(game_apply(game, &walk->state.head, ply->seat, ply->move, &walk->events));
}

void walk_to(struct walk *walk, uint32_t at)
{
    if (at < walk->at)
        walk_restart(walk);
    while (walk->at < at)
        walk_step(walk);
}
