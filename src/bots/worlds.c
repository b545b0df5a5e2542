/* SPDX-License-Identifier: MIT */
/*
 *     legal moves ─▶ noticed ─▶ ranked by the rule ─▶ the best few, compared (field.h): in every
 *       world each of them is played, then a playout
 *
 * Everything is drawn from the question's generator, and time only decides when to stop.
 */
#include "bots/worlds.h"

#include <math.h>
#include <string.h>

#include "bots/sense.h"

enum {
    CLOCK_STRIDE = 64,  /* plies between checks of the clock */
    WORLDS_FIRST = 24,  /* before any move leaves the field */
    WORLDS_LEAST = 12,  /* before the rule's choice can be given up */
    WORLDS_WANTED = 12, /* worlds the budget must allow for a field of two or more */
    PLIES_GUESS = 40,   /* of a playout, before the first */
    FIND_PARTS = 2,     /* a judge spends this many parts of its nodes … */
    ALL_PARTS = 5,      /* … out of this many on finding the best other move */
};

#define LEAVE_DOUBT 3.0 /* standard errors behind the leader at which a move leaves */

struct worlds {
    const struct question *question;
    const struct policy *policy;
    struct meter meter;
    struct budget budget; /* of the current part */
    int seat;
    bool waits;                /* one of the moves is to let others act first */
    move list[FIELD_MAX];      /* the field's moves */
    uint32_t ended[FIELD_MAX]; /* worlds in which they ended the game at once */
    struct field field;
    struct search_rng luck; /* of the world being played, the same for every move */
    union any_state world, play;
    float score[MOVES_MAX];
    struct moves moves;
};

_Static_assert(sizeof(struct worlds) <= BOT_MEMORY_MIN, "BOT_MEMORY_MIN");

void notice_moves(const struct question *question, struct moves *moves)
{
    const struct state *view = question->view;
    int noticed = 0;
    game_legal(question->game, view, view->viewer, moves);
    if (question->skill.overlook == 0)
        return;
    /* Which move is kept when none is noticed depends only on the generator. */
    int kept = (int)search_rng_below(question->rng, (uint32_t)moves->count);
    for (int i = 0; i < moves->count; i++)
        if (search_rng_below(question->rng, 1000) >= question->skill.overlook)
            moves->list[noticed++] = moves->list[i];
    if (noticed == 0)
        moves->list[noticed++] = moves->list[kept];
    moves->count = noticed;
}

/* ---- worlds ---- */

/* Plays w->play on; false if the budget ran out. */
static bool play_out(struct worlds *w, struct search_rng *luck)
{
    struct state *state = &w->play.head;
    const struct policy *policy = w->policy;
    for (uint32_t ply = 0; ply < policy->plies && !state_over(state); ply++) {
        int seat = random_actor(state, luck);
        if (!meter_count(&w->meter))
            return false;
        move m = policy->choose(policy->weights, state, seat, &w->moves, luck);
        w->question->game->apply(state, seat, m, NULL);
    }
    return true;
}

static void imagine(void *player)
{
    struct worlds *w = player;
    search_rng_init(&w->luck, search_rng_next(w->question->rng));
    state_copy(&w->world.head, w->question->view);
    w->question->game->imagine(&w->world.head, &w->luck);
    w->world.head.flags |= STATE_FORGETFUL;
    if (w->policy->prepare && !w->waits)
        w->policy->prepare(w->policy->weights, &w->world.head, w->seat, &w->luck);
}

/* Somebody else acts first; then the others are as attentive as in any playout. */
static void let_others(struct worlds *w, struct search_rng *luck)
{
    struct state *state = &w->play.head;
    const uint16_t actors = state->actors;
    state->actors &= (uint16_t) ~(1u << w->seat);
    int seat = random_actor(state, luck);
    state->actors = actors;
    move m = w->policy->choose(w->policy->weights, state, seat, &w->moves, luck);
    w->question->game->apply(state, seat, m, NULL);
}

static void make_move(struct worlds *w, move m, struct search_rng *luck)
{
    struct state *state = &w->play.head;
    state_copy(state, &w->world.head);
    if (m == MOVE_WAITS)
        let_others(w, luck);
    else
        w->question->game->apply(state, w->seat, m, NULL);
    if (w->policy->prepare && w->waits && !state_over(state))
        w->policy->prepare(w->policy->weights, state, w->seat, luck);
}

static bool play_move(void *player, int number, double *value)
{
    struct worlds *w = player;
    struct search_rng luck = w->luck;
    if (!meter_count(&w->meter))
        return false;
    make_move(w, w->list[number], &luck);
    w->ended[number] += state_over(&w->play.head);
    if (!play_out(w, &luck))
        return false;
    *value = w->policy->value(w->policy->weights, &w->play.head, w->seat);
    return true;
}

/* The standard error, as if the moves did not differ. So the result cannot exceed the root of the
 * number of worlds, and a few worlds that happen to agree do not look like certainty. */
static double errors_if_equal(double sum, double squares, double worlds)
{
    (void)worlds;
    return squares > 0 ? sum / sqrt(squares) : 0;
}

/* ---- the answer ---- */

static bool scores_more(const void *score, int a, int b)
{
    return ((const float *)score)[a] > ((const float *)score)[b];
}

/* Makes a field of the best moves by the rule; equals keep the order of their codes. */
static int choose_field(struct worlds *w)
{
    const struct policy *policy = w->policy;
    uint32_t most = policy->field < FIELD_MAX ? policy->field : FIELD_MAX;
    uint32_t plies = policy->plies < PLIES_GUESS ? policy->plies : PLIES_GUESS;
    int size = field_size(w->budget.nodes, plies, WORLDS_WANTED, most);
    int chosen[FIELD_MAX];
    policy->rank(policy->weights, w->question->view, w->seat, &w->moves, w->score);
    int count = field_choose(w->moves.count, size, scores_more, w->score, chosen);
    for (int i = 0; i < count; i++)
        w->list[i] = w->moves.list[chosen[i]];
    return count;
}

static void write_advice(const struct worlds *w, const int *order, struct advice *advice)
{
    advice->best = w->list[order[0]];
    advice->nodes = w->meter.nodes;
    advice->count = w->field.count;
    for (int i = 0; i < w->field.count; i++)
        advice->list[i] = (struct candidate){.move = w->list[order[i]],
                                             .value = field_mean(&w->field, order[i]),
                                             .visits = w->field.visits[order[i]]};
}

/* Lends the memory, and this budget. */
static struct worlds *lend_memory(const struct question *question, const struct policy *policy,
                                  struct budget budget)
{
    struct worlds *w = (struct worlds *)question->memory;
    w->question = question;
    w->policy = policy;
    w->seat = question->view->viewer;
    w->waits = false;
    memset(w->ended, 0, sizeof w->ended);
    w->budget = budget;
    meter_init(&w->meter, &w->budget, CLOCK_STRIDE);
    return w;
}

static struct contest contest_of(const struct policy *policy)
{
    return (struct contest){.first = WORLDS_FIRST,
                            .least = WORLDS_LEAST,
                            .leave = LEAVE_DOUBT,
                            .doubt = (double)policy->doubt,
                            .errors = errors_if_equal,
                            .imagine = imagine,
                            .play = play_move};
}

void worlds_think(const struct question *question, const struct policy *policy,
                  struct advice *advice)
{
    struct worlds *w = lend_memory(question, policy, question->budget);
    const struct contest contest = contest_of(policy);
    int order[FIELD_MAX];
    notice_moves(question, &w->moves);
    field_compare(&w->field, choose_field(w), &contest, w, order);
    write_advice(w, order, advice);
}

/* ---- judging ---- */

/* The best of all moves but this one, or MOVE_WAITS if there is no other. */
static move find_rival(struct worlds *w, move asked)
{
    const struct contest contest = contest_of(w->policy);
    int order[FIELD_MAX];
    game_legal(w->question->game, w->question->view, w->seat, &w->moves);
    int at = moves_find(&w->moves, asked);
    for (w->moves.count -= at >= 0; at >= 0 && at < w->moves.count; at++)
        w->moves.list[at] = w->moves.list[at + 1];
    if (w->moves.count == 0)
        return MOVE_WAITS;
    field_compare(&w->field, choose_field(w), &contest, w, order);
    return w->list[order[0]];
}

/* What a match-up says about one of its moves. A win or loss at once in every world is certain. */
static void write_judged(const struct worlds *w, const struct match_up *up, int number,
                         struct judged *judged)
{
    const double value = up->mean[number];
    judged->candidate =
        (struct candidate){.move = w->list[number], .value = value, .visits = up->worlds};
    judged->exact = up->worlds > 0 && w->ended[number] >= up->worlds && (value >= 1 || value <= 0);
}

void worlds_judge(const struct question *question, const struct policy *policy, move asked,
                  struct duel *duel)
{
    struct budget part = question->budget;
    struct match_up up;
    part.nodes = part.nodes * FIND_PARTS / ALL_PARTS;
    struct worlds *w = lend_memory(question, policy, part);
    const struct contest contest = contest_of(policy);
    move rival = find_rival(w, asked);
    duel->alone = rival == MOVE_WAITS;
    w->budget = question->budget;
    w->waits = asked == MOVE_WAITS;
    w->list[0] = asked;
    w->list[1] = rival;
    memset(w->ended, 0, sizeof w->ended);
    field_match_up(&up, duel->alone ? 1 : 2, &contest, w);
    write_judged(w, &up, 0, &duel->asked);
    write_judged(w, &up, 1, &duel->rival);
    duel->error = up.error;
    duel->asked_error = duel->asked.exact ? 0 : up.mean_error;
    duel->nodes = w->meter.nodes;
}
