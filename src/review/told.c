/* SPDX-License-Identifier: MIT */
/* What screens tell of a review: points that add up, the turns of luck, and what a move leads to.
 */
#include <math.h>

#include "base/check.h"
#include "review/review.h"

enum { POINTS = 100, GLIMPSE_WORLDS = 8 };

int chance_points(double chance)
{
    return (int)lround(chance * POINTS);
}

/* What one gives up is a gift to all others. */
static double given_by_others(const struct review *review, int seat)
{
    const int seats = review->walk.state.head.seats;
    double given = 0;
    for (int other = 0; other < seats; other++)
        given += other != seat ? review->seat[other].given_up / (seats - 1) : 0;
    return given;
}

struct review_points review_points(const struct review *review, int seat)
{
    const struct review_seat *of = &review->seat[seat];
    const double given = given_by_others(review, seat);
    struct review_points points = {.start = chance_points(of->start),
                                   .others = chance_points(of->others - given),
                                   .slips = chance_points(of->given_up - of->slips),
                                   .ended = chance_points(given - of->given_up),
                                   .last = chance_points(of->last)};
    points.luck = points.last - points.start - points.others - points.slips - points.ended;
    return points;
}

const struct review_turn *review_fate(const struct review *review, int seat, const char *mark)
{
    const struct review_turn *most = NULL;
    for (uint32_t i = 0; i < review->turns; i++) {
        const struct review_turn *turn = &review->turn[i];
        const char *own = review_turn_mark(review->walk.record->game, turn);
        if (turn->seat == seat && own && string_equal(own, mark) &&
            (!most || fabs(turn->luck) > fabs(most->luck)))
            most = turn;
    }
    return most;
}

int review_moments(const struct review *review, int seat, uint32_t out[REVIEW_MOMENTS])
{
    const struct review_seat *of = &review->seat[seat];
    for (int i = 0; i < of->moments; i++) {
        int at = i;
        for (; at > 0 && out[at - 1] > of->moment[i]; at--)
            out[at] = out[at - 1];
        out[at] = of->moment[i];
    }
    return of->moments;
}

/* ---- what a move leads to ---- */

/* The view after a move in one imagined world; false if that is not possible. */
static bool look_after(struct glimpse *glimpse, const struct game *game, const struct state *view,
                       move m, struct search_rng *rng, struct state *out)
{
    struct state *world = &glimpse->world.head;
    state_copy(world, view);
    game->imagine(world, rng);
    glimpse->events.count = 0;
    if (!game_apply(game, world, view->viewer, m, &glimpse->events))
        return false;
    game_observe(game, world, view->viewer, out);
    return true;
}

bool glimpse_after(struct glimpse *glimpse, const struct game *game, const struct state *view,
                   move m)
{
    struct search_rng rng;
    search_rng_init(&rng, m);
    bool sure = look_after(glimpse, game, view, m, &rng, &glimpse->view.head);
    for (int i = 1; i < GLIMPSE_WORLDS && sure; i++)
        sure = look_after(glimpse, game, view, m, &rng, &glimpse->other.head) &&
               state_equal(&glimpse->view.head, &glimpse->other.head);
    if (!sure)
        glimpse->events.count = 0;
    events_observe(&glimpse->events, view->viewer);
    return sure;
}
