/* SPDX-License-Identifier: MIT */
#include "bots/sense.h"

bool move_lays(const struct game *game, const struct state *state, int seat, move m)
{
    struct step steps[STEPS_MAX];
    return game->steps(state, seat, m, steps) > 0 && steps[0].kind == STEP_TAKE;
}

/* ---- what a position is worth ---- */

static double share_behind(const struct outcome *outcome, int seats, int seat)
{
    double behind = 0;
    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        if (outcome->place[seat] < outcome->place[other])
            behind += 1;
        else if (outcome->place[seat] == outcome->place[other])
            behind += 0.5;
    }
    return behind / (seats - 1);
}

/* The seat's lead over the best other seat, between -1 and 1. The better place shows whether points
 * are good or bad. */
static double lead(const struct outcome *outcome, int seats, int seat)
{
    double least = 1;
    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        double mine = outcome->score[seat], theirs = outcome->score[other];
        double apart = mine < theirs ? theirs - mine : mine - theirs;
        double size = (mine < 0 ? -mine : mine) + (theirs < 0 ? -theirs : theirs);
        double ahead = apart / (apart + 1 + size / 8);
        if (outcome->place[seat] > outcome->place[other])
            ahead = -ahead;
        least = ahead < least ? ahead : least;
    }
    return least;
}

double seat_standing(const struct game *game, const struct state *state, int seat)
{
    struct outcome outcome;
    game->tally(state, &outcome);
    double share = share_behind(&outcome, state->seats, seat);
    if (!outcome.scored)
        return share;
    return share / 2 + (1 + lead(&outcome, state->seats, seat)) / 4;
}

bool seat_has_won(const struct game *game, const struct state *state, int seat)
{
    struct outcome outcome;
    bool any_behind = false;
    if (!state_over(state))
        return false;
    game->tally(state, &outcome);
    for (int other = 0; other < state->seats; other++)
        any_behind |= outcome.place[other] > outcome.place[seat];
    return any_behind && outcome.place[seat] == 1;
}

int random_actor(const struct state *state, struct search_rng *rng)
{
    unsigned actors = state->actors;
    if ((actors & (actors - 1)) == 0)
        return __builtin_ctz(actors);
    uint32_t skip = search_rng_below(rng, (uint32_t)__builtin_popcount(actors));
    while (skip-- > 0)
        actors &= actors - 1;
    return __builtin_ctz(actors);
}

/* ---- reasons ---- */

void candidate_add(struct candidate *candidate, struct reason reason)
{
    if (candidate->reasons < REASONS_MAX)
        candidate->reason[candidate->reasons++] = reason;
}

void candidate_explain(struct candidate *candidate, const struct game *game,
                       const struct state *state, int seat)
{
    int32_t points = game->gain(state, seat, candidate->move);
    if (points != 0)
        candidate_add(candidate, (struct reason){.key = "advice.move.points", .count = points});
    if (move_lays(game, state, seat, candidate->move))
        candidate_add(candidate, (struct reason){.key = "advice.move.lays"});
}
