/* SPDX-License-Identifier: MIT */
/*
 * The player of Iota.
 *
 *     view ─▶ all moves by the rule of thumb (iota_policy.c), those overlooked left out
 *       ─▶ the other hand is certain: the endgame is searched (iota_endgame.c)
 *       ─▶ else the best few are compared in imagined worlds (iota_sim.c)
 *       ─▶ advice, with reasons (iota_reasons.c)
 *
 * Weaker players overlook moves and do not look as far: `ahead` 1 sees only the points of a move, 2
 * also what it keeps, 0 all of the above.
 */
#include <math.h>

#include "bots/iota_search.h"

extern const struct bot bot_iota, bot_iota_prior;

enum { AHEAD_POINTS = 1, AHEAD_LEAVE = 2 };

enum {
    CLOCK_STRIDE = 16,  /* plies between looks at the clock: a tenth of a millisecond */
    FIELD = 20,         /* moves compared, if the nodes allow it */
    WORLDS_WANTED = 40, /* that the nodes must suffice for */
    PLIES_GUESS = 3,    /* of a playout */
};

/* ---- moves ---- */

/* What somebody sees who only looks for points; where there are as many, anything may catch the
 * eye. */
static void see_points(const struct question *question, struct iota_choice *choice)
{
    double chance = (double)search_rng_below(question->rng, 1000) / 2500;
    enum iota_kind kind = iota_kind(choice->move);
    choice->value = (float)(choice->gain + (kind == IOTA_PLAY) - (kind == IOTA_PASS) + chance);
}

/* The moves that the player notices, and how many: at least one. */
static int notice(struct iota_mind *mind)
{
    const struct question *question = mind->question;
    struct iota_choice *choices = mind->choices;
    int count = iota_rank(&mind->root, mind->weights, &mind->play, mind->plays, choices);
    int noticed = 0, kept = (int)search_rng_below(question->rng, (uint32_t)count);
    struct iota_choice spare = choices[kept];
    for (int i = 0; i < count; i++) {
        uint16_t overlook = question->skill.overlook;
        if (overlook > 0 && search_rng_below(question->rng, 1000) < overlook)
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

/* Equals are ordered by their codes, so that the order in which they were found does not matter. */
static bool better(const struct iota_choice *a, const struct iota_choice *b)
{
    if (a->value < b->value || a->value > b->value)
        return a->value > b->value;
    return a->move < b->move;
}

/* The best moves by the rule, the best first, become the arms. */
static void choose_field(struct iota_mind *mind, int count, int size)
{
    struct iota_arm *arms = mind->arms;
    mind->field = 0;
    for (int i = 0; i < count; i++) {
        const struct iota_choice *choice = &mind->choices[i];
        int at = mind->field;
        if (mind->field < size)
            mind->field++;
        else if (!better(choice, &arms[--at].choice))
            continue;
        for (; at > 0 && better(choice, &arms[at - 1].choice); at--)
            arms[at] = arms[at - 1];
        arms[at] = (struct iota_arm){.choice = *choice};
    }
}

/* How many moves can be told apart with the nodes there are. */
static int field_size(const struct iota_mind *mind)
{
    uint64_t nodes = mind->question->budget.nodes, size = FIELD;
    if (nodes > 0 && nodes / (PLIES_GUESS * WORLDS_WANTED) < size)
        size = nodes / (PLIES_GUESS * WORLDS_WANTED);
    return size < 2 ? 1 : (int)size;
}

/* ---- thinking ---- */

static void start(struct iota_mind *mind, const struct question *question)
{
    mind->question = question;
    mind->weights = &iota_weights_tuned;
    mind->seat = question->view->viewer;
    mind->line_count[0] = 0;
    mind->solved = false;
    meter_init(&mind->meter, &question->budget, CLOCK_STRIDE);
    meter_look(&mind->meter);
    iota_world_init(&mind->root, (const struct iota *)question->view);
}

static double value_of(const struct iota_mind *mind, const struct iota_arm *arm)
{
    if (arm->visits > 0)
        return arm->total / arm->visits;
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
        choose_field(mind, count, IOTA_FIELD_MAX);
    } else if (iota_endgame_known(mind)) {
        choose_field(mind, count, IOTA_ARMS_MAX);
        iota_endgame_search(mind);
    } else {
        choose_field(mind, count, field_size(mind));
        iota_simulate(mind);
    }
    write_advice(mind, advice);
}

static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] = {.nodes = 1, .millis = 50, .overlook = 800, .ahead = AHEAD_POINTS},
    [LEVEL_CASUAL] = {.nodes = 1, .millis = 50, .overlook = 400, .ahead = AHEAD_POINTS},
    [LEVEL_CLUB] = {.nodes = 1, .millis = 100, .ahead = AHEAD_LEAVE},
    [LEVEL_MASTER] = {.nodes = 2000000, .millis = 1000},
};

const struct bot bot_iota = {
    .name = "iota",
    .memory_min = sizeof(struct iota_mind),
    .levels = levels,
    .usual = {.nodes = 2000000, .millis = 1000},
    .think = think,
};

/* The rule of thumb alone, to measure the rest by. */
const struct bot bot_iota_prior = {
    .name = "prior",
    .memory_min = sizeof(struct iota_mind),
    .usual = {.nodes = 1, .millis = 100, .ahead = AHEAD_LEAVE},
    .think = think,
};
