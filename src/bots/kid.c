/* SPDX-License-Identifier: MIT */
/*
 * A model of a beginner, to measure levels against. It sees only part of the position (all but
 * `overlook`), and of that only the obvious.
 *
 *     a win at once, if it looks for one
 *       ─▶ where nothing is hidden: any move, but one that lets another player win at once is
 *          rejected, if it looks for that
 *       ─▶ where cards are hidden: the most points for one card, of the places that it sees; then
 *          perhaps one more card beside it, and so on; if it sees nothing to lay, anything else
 *
 * Whether it looks is drawn once a turn, for wins and for threats. Between equals it chooses at
 * random.
 */
#include "bots/meter.h"
#include "bots/sense.h"

extern const struct bot bot_kid;

enum {
    CLOCK_STRIDE = 64, /* moves between checks of the clock */
    THOUSAND = 1000,
};

struct kid {
    const struct question *question;
    struct meter meter;
    bool out; /* of budget: it looks no further */
    int seat;
    union any_state world, after, then;
    struct moves moves, replies; /* its own are in random order */
};

_Static_assert(sizeof(struct kid) <= BOT_MEMORY_MIN, "BOT_MEMORY_MIN");

static bool sees(const struct kid *kid)
{
    const struct question *question = kid->question;
    return search_rng_below(question->rng, THOUSAND) >= question->skill.overlook;
}

/* ---- wins and threats ---- */

/* Plays a move of a seat and returns whether it wins; never if the budget is used up. */
static bool wins(struct kid *kid, const union any_state *before, int seat, move m,
                 union any_state *after)
{
    const struct game *game = kid->question->game;
    kid->out = kid->out || !meter_count(&kid->meter);
    if (kid->out)
        return false;
    state_copy(&after->head, &before->head);
    game->apply(&after->head, seat, m, NULL);
    return seat_has_won(game, &after->head, seat);
}

static move find_win(struct kid *kid)
{
    for (int i = 0; i < kid->moves.count && !kid->out; i++)
        if (wins(kid, &kid->world, kid->seat, kid->moves.list[i], &kid->after))
            return kid->moves.list[i];
    return 0;
}

/* Could another player win at once after this move? */
static bool lets_win(struct kid *kid, move m)
{
    const struct game *game = kid->question->game;
    wins(kid, &kid->world, kid->seat, m, &kid->after);
    for (int other = 0; other < kid->world.head.seats && !kid->out; other++) {
        if (other == kid->seat)
            continue;
        if (seat_has_won(game, &kid->after.head, other))
            return true;
        kid->replies.count = game->legal(&kid->after.head, other, kid->replies.list);
        for (int i = 0; i < kid->replies.count && !kid->out; i++)
            if (wins(kid, &kid->after, other, kid->replies.list[i], &kid->then))
                return true;
    }
    return false;
}

/* Where nothing is hidden. */
static move choose_open(struct kid *kid)
{
    if (sees(kid))
        for (int i = 0; i < kid->moves.count && !kid->out; i++)
            if (!lets_win(kid, kid->moves.list[i]))
                return kid->moves.list[i];
    return kid->moves.list[0];
}

/* ---- cards ---- */

/* A move as cards and places. */
struct kid_laying {
    move move;
    int32_t gain;
    int cards, steps;
    struct step step[STEPS_MAX];
};

static struct kid_laying laying_of(const struct kid *kid, move m)
{
    const struct game *game = kid->question->game;
    const struct state *view = kid->question->view;
    struct kid_laying laying = {.move = m, .gain = game->gain(view, kid->seat, m)};
    laying.steps = game->steps(view, kid->seat, m, laying.step);
    if (laying.steps == 0 || laying.step[0].kind != STEP_TAKE)
        return laying;
    for (int i = 0; i < laying.steps; i++)
        laying.cards += laying.step[i].kind == STEP_TAKE;
    return laying;
}

/* Does the card that a step takes go to the same place in another move? */
static bool has_card(const struct kid_laying *in, const struct step *take)
{
    for (int i = 0; i + 1 < in->steps; i++)
        if (in->step[i].kind == STEP_TAKE && in->step[i].piece == take->piece &&
            place_equal(in->step[i + 1].place, take[1].place))
            return true;
    return false;
}

static bool holds(const struct kid_laying *whole, const struct kid_laying *part)
{
    for (int i = 0; i + 1 < part->steps; i++)
        if (part->step[i].kind == STEP_TAKE && !has_card(whole, &part->step[i]))
            return false;
    return true;
}

/* The move with the most points, of those it sees, that lays one more card; false if it sees
 * nothing better. */
static bool lay_more(struct kid *kid, struct kid_laying *laying)
{
    struct kid_laying best = *laying;
    for (int i = 0; i < kid->moves.count; i++) {
        struct kid_laying other = laying_of(kid, kid->moves.list[i]);
        if (other.cards != laying->cards + 1 || !holds(&other, laying) || !sees(kid))
            continue;
        if (best.cards == 0 || other.gain > best.gain)
            best = other;
    }
    bool more = best.move != laying->move;
    *laying = best;
    return more;
}

static move choose_cards(struct kid *kid)
{
    struct kid_laying laying = {.cards = 0};
    while (lay_more(kid, &laying) && sees(kid))
        continue;
    for (int i = 0; i < kid->moves.count && laying.move == 0; i++)
        if (laying_of(kid, kid->moves.list[i]).cards == 0)
            laying.move = kid->moves.list[i];
    return laying.move ? laying.move : kid->moves.list[0];
}

/* ---- thinking ---- */

static void shuffle(struct moves *moves, struct search_rng *rng)
{
    for (int i = moves->count - 1; i > 0; i--) {
        int other = (int)search_rng_below(rng, (uint32_t)i + 1);
        move m = moves->list[i];
        moves->list[i] = moves->list[other];
        moves->list[other] = m;
    }
}

static void think(const struct question *question, struct advice *advice)
{
    struct kid *kid = (struct kid *)question->memory;
    const struct game *game = question->game;
    kid->question = question;
    kid->seat = question->view->viewer;
    meter_init(&kid->meter, &question->budget, CLOCK_STRIDE);
    kid->out = !meter_check(&kid->meter);
    game_legal(game, question->view, kid->seat, &kid->moves);
    shuffle(&kid->moves, question->rng);
    state_copy(&kid->world.head, question->view);
    game->imagine(&kid->world.head, question->rng);
    move best = sees(kid) ? find_win(kid) : 0;
    if (best == 0)
        best = game->hidden ? choose_cards(kid) : choose_open(kid);
    advice->best = best;
    advice->nodes = kid->meter.nodes;
    advice->count = 1;
    advice->list[0] = (struct candidate){.move = best, .value = 0.5, .depth = 1};
    candidate_explain(&advice->list[0], game, question->view, kid->seat);
}

const struct bot bot_kid = {
    .name = "kid",
    .memory_min = sizeof(struct kid),
    .usual = {.nodes = 20000, .millis = 100, .overlook = 300, .forget = 300},
    .think = think,
};
