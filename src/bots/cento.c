/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi's players.
 *
 *     view ─▶ as if this were the last round ─▶ worlds (worlds.c) over the tuned rule of thumb
 *          ─▶ the best move and the others, or one against its rival ─▶ why (cento_reasons.c)
 *
 * Playouts stop at the end of the round: cento_value says what the points are worth with rounds to
 * come, and the cards of the next deal would only add noise.
 *
 * The second bot, `prior`, is the plain rule set by hand, without search. Strength is measured
 * against it.
 */
#include "bots/cento_policy.h"
#include "bots/cento_reasons.h"
#include "bots/judge.h"
#include "bots/worlds.h"

extern const struct bot bot_cento, bot_cento_prior;

enum {
    PLAYOUT_PLIES = 600, /* no round of sensible play was ever this long */
    FIELD = 16,
    AHEAD_PLAIN = 1, /* a level that uses the plain rule and imagines nothing */
};

#define DOUBT 2.0F

/* The view as it would be if this round were the last. */
static void shorten(const struct state *view, struct cento *last)
{
    state_copy(&last->head, view);
    last->head.option[OPTION_ROUNDS] = (int16_t)(last->round - 1);
}

/* A move and, as long as squares bring the turn back (CR12), what is laid next. That depends only
 * on the player's own hand, so any world shows it. Returns how many. */
static int write_line(const struct question *question, const struct cento_style *style, move m,
                      struct line_move line[VARIATION_MAX])
{
    struct cento world;
    int seat = question->view->viewer, count = 0;
    state_copy(&world.head, question->view);
    question->game->imagine(&world.head, question->rng);
    while (count < VARIATION_MAX) {
        line[count++] = (struct line_move){m, (int8_t)seat};
        question->game->apply(&world.head, seat, m, NULL);
        if (!state_acts(&world.head, seat))
            break;
        m = cento_choose(style, &world.head, seat, NULL, NULL);
    }
    return count;
}

static struct cento_style style_of(const struct question *question,
                                   const struct cento_weights *weights)
{
    const struct cento *c = (const struct cento *)question->view;
    return (struct cento_style){weights, rounds(question->view) - c->round};
}

static struct policy policy_of(const struct cento_style *style)
{
    return (struct policy){.weights = style,
                           .rank = cento_rank,
                           .choose = cento_choose,
                           .value = cento_value,
                           .plies = PLAYOUT_PLIES,
                           .field = FIELD,
                           .doubt = DOUBT};
}

static void think_with(const struct question *question, const struct cento_weights *weights,
                       struct advice *advice)
{
    struct cento last;
    const struct cento_style style = style_of(question, weights);
    const struct policy policy = policy_of(&style);
    struct question shorter = *question;
    shorten(question->view, &last);
    shorter.view = &last.head;
    worlds_think(&shorter, &policy, advice);
    advice->line_count = write_line(&shorter, &style, advice->best, advice->line);
    cento_explain(question->view, advice);
}

static void finish_judged(const struct question *question, const struct cento_style *style,
                          const struct state *view, struct judged *judged)
{
    judged->line_count = write_line(question, style, judged->candidate.move, judged->line);
    cento_explain_move(view, &judged->candidate);
}

static void judge(const struct question *question, move asked, struct duel *duel)
{
    struct cento last;
    const struct cento_style style = style_of(question, &cento_tuned);
    const struct policy policy = policy_of(&style);
    struct question shorter = *question;
    shorten(question->view, &last);
    shorter.view = &last.head;
    worlds_judge(&shorter, &policy, asked, duel);
    finish_judged(&shorter, &style, question->view, &duel->asked);
    if (!duel->alone)
        finish_judged(&shorter, &style, question->view, &duel->rival);
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
    .judge = judge,
    .curve = &cento_curve,
    .judge_nodes = 70000,
};

const struct bot bot_cento_prior = {
    .name = "prior",
    .memory_min = BOT_MEMORY_MIN,
    .usual = {.nodes = 1, .millis = 50},
    .think = think_prior,
};
