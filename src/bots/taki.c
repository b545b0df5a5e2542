/* SPDX-License-Identifier: MIT */
/*
 * The Super Taki player: the tuned rule of thumb of taki_policy.c, and imagined worlds played on
 * with it where it may be wrong (worlds.c). `prior` is the same rule with weights set by hand and
 * no search, to measure the others against.
 *
 *     a call is due ─▶ call, or forget it
 *     else the rule ─▶ worlds ─▶ reasons
 */
#include "bots/judge.h"
#include "bots/taki_policy.h"
#include "bots/taki_reasons.h"

extern const struct bot bot_taki, bot_taki_prior;

enum {
    AHEAD_CARD = 1, /* skill.ahead: sees the cards in hand, but not what they may lead to */
    PLIES = 400,    /* of a playout; hardly any game takes this many */
    PLIES_PYRAMID = 60,
    FIELD = 16,
    THOUSAND = 1000,
};

static const struct policy tuned = {
    .weights = &taki_tuned,
    .rank = taki_rank,
    .choose = taki_choose,
    .value = taki_value,
    .prepare = taki_prepare,
    .plies = PLIES,
    .field = FIELD,
    .doubt = 1.0f,
};

/* TR18, TR32: does the player forget a call that is due, its own or another's, while it has other
 * moves? If so, it plays as if nothing were due. */
static bool forgets(const struct question *question, const struct taki *view)
{
    int seat = view->head.viewer;
    bool catches = view->head.option[OPTION_CALL] == CALL_CATCH && view->duty != 0;
    return is_due(view, seat) && (catches || seat_in(view->duty, seat)) &&
           search_rng_below(question->rng, THOUSAND) < question->skill.forget;
}

static uint32_t playout_plies(const struct taki *view)
{
    return view->head.option[OPTION_MODE] == MODE_PYRAMID ? PLIES_PYRAMID : PLIES;
}

/* With weights set by hand there is no search. */
static void think_with(const struct question *question, const struct taki_weights *weights,
                       struct advice *advice)
{
    struct taki view;
    struct question inner = *question;
    struct policy policy = tuned;
    state_copy(&view.head, question->view);
    if (forgets(question, &view))
        view.duty = 0;
    inner.view = &view.head;
    policy.weights = weights;
    if (weights == &taki_by_hand)
        inner.budget.nodes = 1;
    policy.plies = playout_plies(&view);
    worlds_think(&inner, &policy, advice);
    for (int i = 0; i < advice->count; i++)
        taki_explain(&view, &advice->list[i]);
}

static void think(const struct question *question, struct advice *advice)
{
    bool plain = question->skill.ahead == AHEAD_CARD;
    think_with(question, plain ? &taki_by_hand : &taki_tuned, advice);
}

/* A duty that a seat lets pass (TR18, TR32) needs no reasons. */
static void judge(const struct question *question, move asked, struct duel *duel)
{
    const struct taki *view = (const struct taki *)question->view;
    struct policy policy = tuned;
    policy.plies = playout_plies(view);
    worlds_judge(question, &policy, asked, duel);
    if (asked != MOVE_WAITS)
        taki_explain(view, &duel->asked.candidate);
    if (!duel->alone)
        taki_explain(view, &duel->rival.candidate);
}

static void think_prior(const struct question *question, struct advice *advice)
{
    think_with(question, &taki_by_hand, advice);
}

/* A player who overlooks a playable card draws instead, or lays a worse one. */
static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] =
        {.nodes = 1, .millis = 50, .overlook = 350, .forget = 300, .ahead = AHEAD_CARD},
    [LEVEL_CASUAL] =
        {.nodes = 1, .millis = 50, .overlook = 100, .forget = 100, .ahead = AHEAD_CARD},
    [LEVEL_CLUB] = {.nodes = 1, .millis = 50, .overlook = 70, .forget = 20},
    [LEVEL_MASTER] = {.nodes = 2000000, .millis = 1000},
};

const struct bot bot_taki = {
    .name = "taki",
    .memory_min = BOT_MEMORY_MIN,
    .levels = levels,
    .usual = {.nodes = 2000000, .millis = 1000},
    .think = think,
    .judge = judge,
    .curve = &taki_curve,
    .judge_nodes = 70000,
};

const struct bot bot_taki_prior = {
    .name = "prior",
    .memory_min = BOT_MEMORY_MIN,
    .usual = {.nodes = 1, .millis = 50},
    .think = think_prior,
};
