/* SPDX-License-Identifier: MIT */
/*
 * The player of Iota.
 *
 *     view ─▶ all moves by the rule of thumb (iota_policy.c), except those overlooked
 *       ─▶ the other hand is certain: the endgame is searched (iota_endgame.c)
 *       ─▶ else the best few are compared in imagined worlds (iota_sim.c)
 *       ─▶ advice, with reasons (iota_reasons.c)
 *
 * As a judge it compares one move with the best of all others, by the same means.
 *
 * Weaker players overlook moves and look less far ahead: `ahead` 1 sees only the points of a move,
 * 2 also what it keeps, 0 all of the above.
 */
#include <math.h>

#include "base/check.h"
#include "bots/iota_search.h"

extern const struct bot bot_iota, bot_iota_prior;

enum { AHEAD_POINTS = 1, AHEAD_LEAVE = 2 };

enum {
    CLOCK_STRIDE = 16,  /* plies between checks of the clock: a tenth of a millisecond */
    FIELD = 20,         /* moves compared, if the nodes allow it */
    WORLDS_WANTED = 40, /* worlds that the nodes must suffice for */
    PLIES_GUESS = 3,    /* in a playout */
    FIND_PARTS = 2,     /* a judge spends this many parts of its nodes … */
    ALL_PARTS = 5,      /* … out of this many on finding the best other move */
};

#define UNSOLVED_ERROR 0.1 /* of the value of an endgame that was not searched to its end */

/* ---- moves ---- */

/* What a player who looks only for points sees; among equals any move may catch the eye. */
static void see_points(const struct question *question, struct iota_choice *choice)
{
    double chance = (double)search_rng_below(question->rng, 1000) / 2500;
    enum iota_kind kind = iota_kind(choice->move);
    choice->value = (float)(choice->gain + (kind == IOTA_PLAY) - (kind == IOTA_PASS) + chance);
}

/* Each card of a move must be noticed, so long lines are seen less often than short ones. */
static bool overlooks(const struct question *question, move m)
{
    const uint16_t overlook = question->skill.overlook;
    bool overlooked = false;
    for (int i = 0; i < IOTA_LINE && overlook > 0; i++)
        if (iota_card(m, i) != 0)
            overlooked |= search_rng_below(question->rng, 1000) < overlook;
    return overlooked;
}

/* Finds the moves that the player notices. Returns how many: at least one. */
static int notice(struct iota_mind *mind)
{
    const struct question *question = mind->question;
    struct iota_choice *choices = mind->choices;
    int count = iota_rank(&mind->root, mind->weights, &mind->play, mind->plays, choices);
    int noticed = 0, kept = (int)search_rng_below(question->rng, (uint32_t)count);
    struct iota_choice spare = choices[kept];
    for (int i = 0; i < count; i++) {
        if (overlooks(question, choices[i].move))
            continue;
        choices[noticed] = choices[i];
        if (question->skill.ahead == AHEAD_POINTS)
            see_points(question, &choices[noticed]);
        noticed++;
    }
    if (noticed == 0)
        choices[noticed++] = spare;
    mind->legal = count;
    return noticed;
}

/* Equal moves are ordered by their codes, so the order in which they were found does not
 * matter. */
static bool better(const void *choices, int i, int j)
{
    const struct iota_choice *a = (const struct iota_choice *)choices + i;
    const struct iota_choice *b = (const struct iota_choice *)choices + j;
    if (a->value < b->value || a->value > b->value)
        return a->value > b->value;
    return a->move < b->move;
}

/* Makes arms of the best moves by the rule, best first. */
static void choose_arms(struct iota_mind *mind, int count, int size)
{
    int chosen[IOTA_ARMS_MAX];
    mind->field = field_choose(count, size, better, mind->choices, chosen);
    for (int i = 0; i < mind->field; i++)
        mind->arms[i] = (struct iota_arm){.choice = mind->choices[chosen[i]]};
}

/* ---- thinking ---- */

static void start(struct iota_mind *mind, const struct question *question)
{
    mind->question = question;
    mind->weights = &iota_weights_tuned;
    mind->seat = question->view->viewer;
    mind->line_count[0] = 0;
    mind->solved = false;
    mind->budget = question->budget;
    meter_init(&mind->meter, &mind->budget, CLOCK_STRIDE);
    meter_check(&mind->meter);
    iota_world_init(&mind->root, (const struct iota *)question->view);
}

static double value_of(const struct iota_mind *mind, const struct iota_arm *arm)
{
    if (arm->visits > 0)
        return arm->mean;
    double lead = (double)arm->choice.value;
    int other = (mind->seat + 1) % mind->root.seats;
    if (arm->depth > 0)
        return iota_chance_of(arm->lead, 0);
    lead += mind->root.score[mind->seat] - mind->root.score[other];
    return iota_chance_of(lead, mind->root.pile_count + IOTA_HAND);
}

static void write_advice(struct iota_mind *mind, struct advice *advice)
{
    advice->best = mind->arms[0].choice.move;
    advice->nodes = mind->meter.nodes;
    advice->count = mind->field < CANDIDATES_MAX ? mind->field : CANDIDATES_MAX;
    for (int i = 0; i < advice->count; i++) {
        const struct iota_arm *arm = &mind->arms[i];
        advice->list[i] = (struct candidate){.move = arm->choice.move,
                                             .value = value_of(mind, arm),
                                             .visits = arm->visits,
                                             .depth = arm->depth};
        iota_explain(mind, arm, &advice->list[i]);
    }
    advice->line_count = mind->line_count[0];
    memcpy(advice->line, mind->line[0], sizeof advice->line);
}

static void think(const struct question *question, struct advice *advice)
{
    struct iota_mind *mind = (struct iota_mind *)question->memory;
    start(mind, question);
    int count = notice(mind);
    if (question->skill.ahead == AHEAD_POINTS || question->skill.ahead == AHEAD_LEAVE) {
        choose_arms(mind, count, FIELD_MAX);
    } else if (iota_endgame_known(mind)) {
        choose_arms(mind, count, IOTA_ARMS_MAX);
        iota_endgame_search(mind);
    } else {
        choose_arms(mind, count,
                    field_size(question->budget.nodes, PLIES_GUESS, WORLDS_WANTED, FIELD));
        iota_simulate(mind);
    }
    write_advice(mind, advice);
}

/* ---- judging ---- */

/* Makes one move the only arm. */
static void set_arm(struct iota_mind *mind, const struct iota_arm *arm)
{
    mind->arms[0] = *arm;
    mind->field = mind->legal = 1;
}

/* Writes what is known of the first arm, and why. */
static void write_judged(struct iota_mind *mind, double value, struct judged *judged)
{
    const struct iota_arm *arm = &mind->arms[0];
    judged->exact = mind->solved;
    judged->candidate = (struct candidate){
        .move = arm->choice.move, .value = value, .visits = arm->visits, .depth = arm->depth};
    judged->line_count = mind->line_count[0];
    memcpy(judged->line, mind->line[0], sizeof judged->line);
    iota_explain(mind, arm, &judged->candidate);
}

/* Searches the arms to the end, if the nodes so far allow it. */
static void judge_end(struct iota_mind *mind, uint64_t nodes, struct judged *judged)
{
    mind->solved = false;
    mind->line_count[0] = 0;
    mind->budget.nodes = nodes;
    iota_endgame_search(mind);
    const double lead = mind->arms[0].lead;
    write_judged(mind, mind->solved ? iota_sure(lead) : iota_chance_of(lead, 0), judged);
}

static void judge_endgame(struct iota_mind *mind, int others, const struct iota_arm *asked,
                          struct duel *duel)
{
    const uint64_t nodes = mind->budget.nodes;
    if (others > 0) {
        choose_arms(mind, others, IOTA_ARMS_MAX);
        mind->legal = others;
        judge_end(mind, nodes / 2, &duel->rival);
    }
    set_arm(mind, asked);
    judge_end(mind, nodes, &duel->asked);
    duel->asked_error = duel->asked.exact ? 0 : UNSOLVED_ERROR;
    duel->error = duel->asked.exact && duel->rival.exact ? 0 : UNSOLVED_ERROR;
}

static void judge_in_worlds(struct iota_mind *mind, int others, const struct iota_arm *asked,
                            struct duel *duel)
{
    const uint64_t nodes = mind->budget.nodes, first = nodes * FIND_PARTS / ALL_PARTS;
    struct iota_arm rival = *asked;
    struct match_up up;
    if (others > 0) {
        mind->budget.nodes = first;
        choose_arms(mind, others, field_size(first, PLIES_GUESS, WORLDS_WANTED, FIELD));
        iota_simulate(mind);
        rival = mind->arms[0];
    }
    mind->budget.nodes = nodes;
    mind->field = others > 0 ? 2 : 1;
    mind->arms[0] = *asked;
    mind->arms[1] = rival;
    iota_match_up(mind, &up);
    rival.visits = mind->arms[0].visits = up.worlds;
    write_judged(mind, up.mean[0], &duel->asked);
    set_arm(mind, &rival);
    write_judged(mind, up.mean[1], &duel->rival);
    duel->error = up.error;
    duel->asked_error = up.mean_error;
}

/* Takes the move out of the list: the last one takes its place. */
static struct iota_arm set_apart(struct iota_choice *choices, int count, move asked)
{
    int at = 0;
    while (at < count && choices[at].move != asked)
        at++;
    CHECK(at < count);
    struct iota_arm arm = {.choice = choices[at]};
    choices[at] = choices[count - 1];
    return arm;
}

static void judge(const struct question *question, move asked, struct duel *duel)
{
    struct iota_mind *mind = (struct iota_mind *)question->memory;
    start(mind, question);
    int count = iota_rank(&mind->root, mind->weights, &mind->play, mind->plays, mind->choices);
    const struct iota_arm arm = set_apart(mind->choices, count, asked);
    duel->alone = count == 1;
    if (iota_endgame_known(mind))
        judge_endgame(mind, count - 1, &arm, duel);
    else
        judge_in_worlds(mind, count - 1, &arm, duel);
    duel->nodes = mind->meter.nodes;
}

static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] = {.nodes = 1, .millis = 50, .overlook = 690, .ahead = AHEAD_POINTS},
    [LEVEL_CASUAL] = {.nodes = 1, .millis = 50, .overlook = 540, .ahead = AHEAD_POINTS},
    [LEVEL_CLUB] = {.nodes = 1, .millis = 100, .overlook = 340, .ahead = AHEAD_LEAVE},
    [LEVEL_MASTER] = {.nodes = 2000000, .millis = 1000},
};

const struct bot bot_iota = {
    .name = "iota",
    .memory_min = sizeof(struct iota_mind),
    .levels = levels,
    .usual = {.nodes = 2000000, .millis = 1000},
    .think = think,
    .judge = judge,
    .curve = &iota_curve,
    .judge_nodes = 9000,
};

/* The rule of thumb alone, to measure the rest against. */
const struct bot bot_iota_prior = {
    .name = "prior",
    .memory_min = sizeof(struct iota_mind),
    .usual = {.nodes = 1, .millis = 100, .ahead = AHEAD_LEAVE},
    .think = think,
};
