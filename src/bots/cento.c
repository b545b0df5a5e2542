/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's players.
 *
 *     view ─▶ as if this were the last round ─▶ worlds (worlds.c) over the tuned rule of thumb
 *          ─▶ the best move and the others ─▶ why (cento_reasons.c)
 *
 * Playouts stop where the round ends: what the points are worth with rounds to come is told by
 * cento_value, and the cards of the next deal would only add noise.
 *
 * The second bot, `prior`, is the plain rule set by hand, without search: what strength is measured
 * by.
 */
#include "bots/cento_policy.h"
#include "bots/cento_reasons.h"
#include "bots/worlds.h"

extern const struct bot bot_cento, bot_cento_prior;

enum {
    PLAYOUT_PLIES = 600, /* no round in play with sense was ever seen to last as long */
    FIELD = 16,
    AHEAD_PLAIN = 1, /* a level that goes by the plain rule and imagines nothing */
};

#define DOUBT 2.0F

/* The view as it would be if this round were the last. */
static void shorten(const struct state *view, struct cento *last)
{
    state_copy(&last->head, view);
    last->head.option[OPTION_ROUNDS] = (int16_t)(last->round - 1);
}

/* The best move and, as long as squares bring the turn back (CR12), what will be laid next. That
 * hangs on the own hand alone, so any world tells it. */
static void write_line(const struct question *question, const struct cento_style *style,
                       struct advice *advice)
{
    struct cento world;
    int seat = question->view->viewer;
    move m = advice->best;
    state_copy(&world.head, question->view);
    question->game->imagine(&world.head, question->rng);
    for (advice->line_count = 0; advice->line_count < VARIATION_MAX;) {
        advice->line[advice->line_count++] = (struct line_move){m, (int8_t)seat};
        question->game->apply(&world.head, seat, m, NULL);
        if (!state_acts(&world.head, seat))
            return;
        m = cento_choose(style, &world.head, seat, NULL, NULL);
    }
}

static void think_with(const struct question *question, const struct cento_weights *weights,
                       struct advice *advice)
{
    const struct cento *c = (const struct cento *)question->view;
    struct cento last;
    struct cento_style style = {weights, rounds(question->view) - c->round};
    struct question shorter = *question;
    shorten(question->view, &last);
    shorter.view = &last.head;
    struct policy policy = {.weights = &style,
                            .rank = cento_rank,
                            .choose = cento_choose,
                            .value = cento_value,
                            .plies = PLAYOUT_PLIES,
                            .field = FIELD,
                            .doubt = DOUBT};
    worlds_think(&shorter, &policy, advice);
    write_line(&shorter, &style, advice);
    cento_explain(question->view, advice);
}

/* ---- the bots ---- */

static void think(const struct question *question, struct advice *advice)
{
    bool plain = question->skill.ahead == AHEAD_PLAIN;
    struct question other = *question;
    if (plain)
        other.budget.nodes = 1;
    think_with(&other, plain ? &cento_by_hand : &cento_tuned, advice);
}

static void think_prior(const struct question *question, struct advice *advice)
{
    struct question other = *question;
    other.budget.nodes = 1;
    think_with(&other, &cento_by_hand, advice);
}

static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] = {.nodes = 1, .millis = 50, .overlook = 400, .ahead = AHEAD_PLAIN},
    [LEVEL_CASUAL] = {.nodes = 1, .millis = 50, .overlook = 180, .ahead = AHEAD_PLAIN},
    [LEVEL_CLUB] = {.nodes = 30000, .millis = 300, .overlook = 150},
    [LEVEL_MASTER] = {.nodes = 3000000, .millis = 1500},
};

const struct bot bot_cento = {
    .name = "cento",
    .memory_min = BOT_MEMORY_MIN,
    .levels = levels,
    .usual = {.nodes = 3000000, .millis = 1500},
    .think = think,
};

const struct bot bot_cento_prior = {
    .name = "prior",
    .memory_min = BOT_MEMORY_MIN,
    .usual = {.nodes = 1, .millis = 50},
    .think = think_prior,
};
