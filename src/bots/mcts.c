/* SPDX-License-Identifier: MIT */
/*
 * The player for any game: it imagines worlds that its view allows, tries its moves in each of
 * them, and grows a tree below each move from what it learns.
 *
 *     legal moves ─▶ a win at once? ─▶ rounds: every move still in the field in the same worlds, a
 *                                      visit of its tree each; then the worse half leaves
 *                                        ─▶ the best of the last two
 *
 * The moves get the same worlds and the same luck (common random numbers), so that they differ by
 * their worth and not by luck. Rounds share the budget equally, by nodes or by time, whichever
 * runs out first; a world that was not played by the whole field does not count.
 *
 * Invariants
 *   1. arms[0 … field) are still compared and have the same number of visits; none of them is
 *      proven lost. After them come those that left, the latest first.
 *   2. Everything is drawn from the question's generator, and time only decides when to stop.
 */
#include "base/check.h"
#include "bots/judge.h"
#include "bots/sense.h"
#include "bots/tree.h"
#include "bots/worlds.h"

extern const struct bot bot_mcts;

enum {
    CLOCK_STRIDE = 8, /* nodes between checks of the clock: large tables take long */
    FIELD_MIN = 4,    /* moves compared, however small the budget */
    FIELD_WORLDS = 6, /* worlds that the budget must allow the whole field in the first round */
    PLIES_MIN = 16,   /* of playouts with NODES_FEW, before the position is valued as it is */
    PLIES_MAX = 200,
    NODES_FEW = 2000,
    NODES_A_MS = 4000, /* if only time is given: a rough guess */
    TURNS_AHEAD = 4,   /* for each seat, if points come move by move: further ahead is noise */
    WIN_WORLDS = 4,    /* a win at once must win in this many worlds */
    SURE_VISITS = 8,   /* playouts from which chances can be estimated */
    LOOKS = 3,         /* moves that a judge's playout looks at each time */
};

#define LAYS_SCORE 0.5F /* what laying something is worth to it, in points */

struct arm {
    move move;
    double total;   /* over the worlds that count */
    double pending; /* in the world being played */
    uint32_t visits;
    uint32_t node;
    int32_t gain;
    bool lays;
    int8_t proof;
};

struct mcts {
    const struct question *question;
    const struct game *game;
    struct search_rng *rng;
    struct meter meter;
    int seat;
    int count; /* number of arms */
    int field;
    union any_state world;
    struct arm arms[MOVES_MAX];
    struct tree tree; /* last: nodes follow */
};

enum { NODES_MIN = 1024 };

_Static_assert(sizeof(struct mcts) + NODES_MIN * sizeof(struct node) <= BOT_MEMORY_MIN,
               "BOT_MEMORY_MIN");

/* ---- the moves ---- */

static double mean(const struct arm *arm)
{
    if (arm->proof != PROOF_NONE)
        return arm->proof == PROOF_WON ? 1 : 0;
    return arm->visits ? arm->total / arm->visits : 0.5;
}

static bool before(const struct arm *a, const struct arm *b)
{
    double x = mean(a), y = mean(b);
    if (a->proof != b->proof)
        return a->proof > b->proof;
    if (x < y || x > y)
        return x > y;
    return a->gain != b->gain ? a->gain > b->gain : a->lays && !b->lays;
}

static void swap_arms(struct arm *a, struct arm *b)
{
    struct arm arm = *a;
    *a = *b;
    *b = arm;
}

/* Shell sort: no memory, no recursion, and fast enough for the most moves possible. */
static void sort_arms(struct arm *arms, int count)
{
    static const int gaps[] = {8929, 3905, 2161, 929, 505, 209, 109, 41, 19, 5, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++) {
        for (int i = gaps[g]; i < count; i++) {
            struct arm arm = arms[i];
            int at = i;
            for (; at >= gaps[g] && before(&arm, &arms[at - gaps[g]]); at -= gaps[g])
                arms[at] = arms[at - gaps[g]];
            arms[at] = arm;
        }
    }
}

/* Random order first, to break ties, then by gain, largest first. */
static void collect_arms(struct mcts *s)
{
    struct moves *moves = &s->tree.moves;
    const struct state *view = s->question->view;
    notice_moves(s->question, moves);
    s->count = moves->count;
    for (int i = 0; i < s->count; i++) {
        uint32_t at = (uint32_t)i + search_rng_below(s->rng, (uint32_t)(s->count - i));
        move m = moves->list[at];
        moves->list[at] = moves->list[i];
        s->arms[i] = (struct arm){.move = m,
                                  .gain = s->game->gain(view, s->seat, m),
                                  .lays = move_lays(s->game, view, s->seat, m)};
    }
    sort_arms(s->arms, s->count);
}

/* The end of a long playout says little about the first move, so looking far ahead pays only with
 * many playouts: twice as far for sixteen times the nodes. */
static uint32_t playout_plies(const struct budget *budget, int64_t start_ms)
{
    uint64_t nodes = budget->nodes;
    uint32_t plies = PLIES_MIN;
    if (nodes == 0 && budget->clock_ms && budget->deadline_ms > start_ms)
        nodes = (uint64_t)(budget->deadline_ms - start_ms) * NODES_A_MS;
    for (nodes /= NODES_FEW; nodes > 1 && plies < PLIES_MAX; nodes /= 2)
        plies += plies / 5; /* nearly the fourth root of 2 */
    return plies;
}

/* Where points come move by move, there is less need to look far than where everything is decided
 * at the end. */
static void set_horizon(struct mcts *s)
{
    uint16_t ahead = s->question->skill.ahead;
    s->tree.points = s->arms[0].gain != s->arms[s->count - 1].gain;
    s->tree.plies = s->tree.points ? (uint32_t)(TURNS_AHEAD * s->question->view->seats)
                                   : playout_plies(&s->question->budget, s->meter.start_ms);
    if (ahead > 0 && ahead <= s->tree.plies)
        s->tree.plies = ahead - 1U;
}

/* ---- worlds ---- */

/* Imagines a world; `luck` decides what will happen in it. */
static void new_world(struct mcts *s, struct search_rng *luck)
{
    search_rng_init(luck, search_rng_next(s->rng));
    state_copy(&s->world.head, s->question->view);
    s->game->imagine(&s->world.head, luck);
}

static bool play_in_world(struct mcts *s, move m)
{
    if (!meter_count(&s->meter))
        return false;
    state_copy(&s->tree.play.head, &s->world.head);
    s->game->apply(&s->tree.play.head, s->seat, m, NULL);
    return true;
}

/* Visits an arm once in the current world; false if the budget ran out. */
static bool visit_arm(struct mcts *s, struct arm *arm, const struct search_rng *luck)
{
    struct search_rng same = *luck;
    if (arm->node == 0)
        arm->node = tree_plant(&s->tree, s->seat, arm->move);
    if (arm->node == 0 || !play_in_world(s, arm->move) || !tree_visit(&s->tree, arm->node, &same))
        return false;
    arm->pending = s->tree.value[s->seat];
    arm->proof = s->tree.nodes[arm->node].proof;
    return true;
}

static void count_world(struct mcts *s, int arms)
{
    for (int i = 0; i < arms; i++) {
        s->arms[i].total += s->arms[i].pending;
        s->arms[i].visits++;
    }
}

/* The index of a move that wins at once, or -1. If cards are hidden it must do so in several
 * worlds. Uses at most half of the nodes. */
static int find_win(struct mcts *s)
{
    struct search_rng luck;
    int worlds = s->game->hidden || s->game->chance ? WIN_WORLDS : 1;
    uint64_t nodes = s->question->budget.nodes;
    for (int i = 0, won = 0; i < s->count && (nodes == 0 || s->meter.nodes < (nodes + 1) / 2);) {
        if (won > 0 || i == 0)
            new_world(s, &luck);
        if (!play_in_world(s, s->arms[i].move))
            return -1;
        if (!seat_has_won(s->game, &s->tree.play.head, s->seat)) {
            won = 0;
            i++;
        } else if (++won == worlds) {
            return i;
        }
    }
    return -1;
}

/* ---- rounds ---- */

static int rounds_for(int field)
{
    int rounds = 1;
    for (; field > 2; field = (field + 1) / 2)
        rounds++;
    return rounds;
}

/* How many moves the budget can tell apart, if a visit costs this share of it. */
static int choose_field(const struct mcts *s, int field, double cost)
{
    while (field < s->count && (field + 1) * cost * FIELD_WORLDS * rounds_for(field + 1) < 1)
        field++;
    return field;
}

/* The first world: a few moves show what a visit costs, then as many join them as the budget
 * allows. Moves that are proven lost take no other move's place. False if the budget is used
 * up. */
static bool try_first_world(struct mcts *s)
{
    struct search_rng luck;
    double from = meter_spent(&s->meter);
    int few = s->count < FIELD_MIN ? s->count : FIELD_MIN, wanted = few, next = 0;
    new_world(s, &luck);
    for (; next < s->count && s->field < wanted; next++) {
        struct arm *arm = &s->arms[next];
        if (!visit_arm(s, arm, &luck))
            break;
        if (arm->proof != PROOF_LOST)
            swap_arms(arm, &s->arms[s->field++]);
        if (next + 1 == few)
            wanted = choose_field(s, few, (meter_spent(&s->meter) - from) / few);
    }
    count_world(s, next);
    if (s->field == wanted || next == s->count)
        return s->field > 0;
    sort_arms(s->arms, next);
    return false;
}

/* Moves that are proven lost leave the field. Returns true if one is proven won. */
static bool drop_lost(struct mcts *s)
{
    for (int i = s->field - 1; i >= 0; i--) {
        if (s->arms[i].proof == PROOF_WON)
            return true;
        if (s->arms[i].proof == PROOF_LOST)
            swap_arms(&s->arms[i], &s->arms[--s->field]);
    }
    return false;
}

static bool play_world(struct mcts *s)
{
    struct search_rng luck;
    new_world(s, &luck);
    for (int i = 0; i < s->field; i++)
        if (!visit_arm(s, &s->arms[i], &luck))
            return false;
    count_world(s, s->field);
    return true;
}

/* Plays worlds until this share of the budget is used up; false if that is all of it, or
 * everything is known. */
static bool play_round(struct mcts *s, double until)
{
    bool known = drop_lost(s), whole = true;
    while (!known && whole && s->field > 1 && meter_spent(&s->meter) < until) {
        whole = play_world(s);
        known = drop_lost(s);
    }
    sort_arms(s->arms, s->field);
    return !known && whole && s->field > 1 && meter_spent(&s->meter) < 1;
}

static void compare(struct mcts *s)
{
    s->field = 0;
    if (!try_first_world(s)) {
        return;
    }
    int rounds = rounds_for(s->field);
    double from = meter_spent(&s->meter);
    for (int round = 1; round <= rounds; round++) {
        if (!play_round(s, from + (1 - from) * round / rounds))
            return;
        s->field = (s->field + 1) / 2;
    }
}

/* ---- the answer ---- */

static const char *chance_reason(double value)
{
    return value >= 0.9   ? "advice.chance.sure"
           : value >= 0.6 ? "advice.chance.good"
           : value > 0.4  ? "advice.chance.even"
           : value > 0.1  ? "advice.chance.poor"
                          : "advice.chance.lost";
}

/* What the search found, then what can be seen. */
static void explain(const struct mcts *s, const struct arm *arm, struct candidate *candidate)
{
    const struct node *node = &s->tree.nodes[arm->node];
    const char *key = NULL;
    int8_t seat = 0;
    if (arm->proof == PROOF_WON) {
        key = arm->node == 0 ? "advice.move.wins" : "advice.move.forces";
    } else if (arm->proof == PROOF_LOST && node->child == 0 && node->replies > 0) {
        key = "advice.answer.wins";
        seat = (int8_t)!s->seat;
    } else if (arm->proof == PROOF_LOST) {
        key = "advice.move.loses";
    } else if (arm->visits >= SURE_VISITS && !s->tree.points && s->question->skill.ahead == 0) {
        key = chance_reason(mean(arm));
    }
    if (key)
        candidate_add(candidate, (struct reason){.key = key, .seat = seat});
    candidate_explain(candidate, s->game, s->question->view, s->seat);
}

/* For the best move, also how it compares with the others. */
static void explain_choice(const struct mcts *s, struct candidate *best)
{
    int lost = 0, laying = 0;
    for (int i = 1; i < s->count; i++) {
        lost += s->arms[i].proof == PROOF_LOST;
        laying += s->arms[i].lays && s->arms[i].visits > 0;
    }
    if (s->arms[0].proof == PROOF_NONE && lost > 0 && lost == s->count - 1)
        candidate_add(best, (struct reason){.key = "advice.move.forced"});
    if (s->arms[0].visits > 0 && !s->arms[0].lays && laying > 0)
        candidate_add(best, (struct reason){.key = "advice.move.waits"});
}

/* The view can predict what comes next only if nothing is hidden and nothing is left to chance. */
static void write_line(const struct mcts *s, struct advice *advice)
{
    advice->line_count = 1;
    advice->line[0] = (struct line_move){advice->best, (int8_t)s->seat};
    if (!s->game->hidden && !s->game->chance && s->arms[0].node != 0)
        advice->line_count +=
            tree_line(&s->tree, s->arms[0].node, advice->line + 1, VARIATION_MAX - 1);
}

/* Nothing can be said about moves that were never tried; the first is named anyway. */
static void write_advice(const struct mcts *s, struct advice *advice)
{
    advice->best = s->arms[0].move;
    advice->nodes = s->meter.nodes;
    advice->count = 0;
    for (int i = 0; i < s->count && advice->count < CANDIDATES_MAX; i++) {
        const struct arm *arm = &s->arms[i];
        if (i > 0 && arm->visits == 0)
            continue;
        struct candidate *candidate = &advice->list[advice->count++];
        *candidate =
            (struct candidate){.move = arm->move, .value = mean(arm), .visits = arm->visits};
        if (i == 0)
            explain_choice(s, candidate);
        explain(s, arm, candidate);
    }
    write_line(s, advice);
}

static void think(const struct question *question, struct advice *advice)
{
    struct mcts *s = (struct mcts *)question->memory;
    s->question = question;
    s->game = question->game;
    s->rng = question->rng;
    s->seat = question->view->viewer;
    meter_init(&s->meter, &question->budget, CLOCK_STRIDE);
    tree_init(&s->tree, question->memory_size - offsetof(struct mcts, tree), question, &s->meter);
    collect_arms(s);
    set_horizon(s);
    int win = find_win(s);
    if (win >= 0) {
        swap_arms(&s->arms[win], &s->arms[0]);
        s->arms[0].visits = 1;
        s->arms[0].proof = PROOF_WON;
    } else {
        compare(s);
    }
    write_advice(s, advice);
}

/* ---- judging ----
 *
 * By worlds and playouts without a tree, since a tree has no standard error. */

static float glance(const struct game *game, const struct state *state, int seat, move m)
{
    return (float)game->gain(state, seat, m) + (move_lays(game, state, seat, m) ? LAYS_SCORE : 0);
}

static void rank(const void *rules, const struct state *state, int seat, const struct moves *moves,
                 float *score)
{
    for (int i = 0; i < moves->count; i++)
        score[i] = glance(rules, state, seat, moves->list[i]);
}

/* Tries a few random moves and returns the one that ranks highest. */
static move choose(const void *rules, const struct state *state, int seat, struct moves *moves,
                   struct search_rng *luck)
{
    const struct game *game = rules;
    float best = 0;
    move chosen = 0;
    game_legal(game, state, seat, moves);
    for (int look = 0; look < LOOKS; look++) {
        move m = moves->list[search_rng_below(luck, (uint32_t)moves->count)];
        float score = glance(game, state, seat, m);
        if (look == 0 || score > best) {
            best = score;
            chosen = m;
        }
    }
    return chosen;
}

/* A lead is worth less than a win. */
static double value(const void *rules, const struct state *state, int seat)
{
    double standing = seat_standing(rules, state, seat);
    return state_over(state) ? standing : 0.25 + standing / 2;
}

static void judge(const struct question *question, move asked, struct duel *duel)
{
    const struct game *game = question->game;
    const struct policy policy = {.weights = game,
                                  .rank = rank,
                                  .choose = choose,
                                  .value = value,
                                  .plies = PLIES_MAX,
                                  .field = FIELD_MAX,
                                  .doubt = 1.0F};
    worlds_judge(question, &policy, asked, duel);
    if (asked != MOVE_WAITS)
        candidate_explain(&duel->asked.candidate, game, question->view, question->view->viewer);
    if (!duel->alone)
        candidate_explain(&duel->rival.candidate, game, question->view, question->view->viewer);
}

static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] = {.nodes = 300, .millis = 100, .overlook = 450, .ahead = 2},
    [LEVEL_CASUAL] = {.nodes = 1500, .millis = 100, .overlook = 300},
    [LEVEL_CLUB] = {.nodes = 20000, .millis = 300, .overlook = 150},
    [LEVEL_MASTER] = {.nodes = 1000000, .millis = 1500},
};

const struct bot bot_mcts = {
    .name = "mcts",
    .memory_min = sizeof(struct mcts) + NODES_MIN * sizeof(struct node),
    .levels = levels,
    .usual = {.nodes = 1000000, .millis = 1500},
    .think = think,
    .judge = judge,
    .judge_nodes = 20000,
};
