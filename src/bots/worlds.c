/* SPDX-License-Identifier: MIT */
/*
 *     legal moves ─▶ noticed ─▶ ranked by the rule ─▶ the best few, the field
 *       ─▶ world after world: every move of the field, then a playout
 *            ─▶ a move that is worse beyond doubt leaves the field
 *       ─▶ the leader if it beats the rule's choice beyond doubt, else the rule's choice
 *
 * Invariants
 *   1. arms[0] is the rule's choice; arms with `left` no longer play. All others have been in the
 *      same worlds.
 *   2. apart[i][j] is the sum of the squares of (value of i - value of j) over the worlds in which
 *      both played; means need no such table, since both played in the same worlds from the first.
 *   3. Everything is drawn from the question's generator, and time only decides when to stop.
 */
#include "bots/worlds.h"

#include <math.h>

#include "bots/sense.h"

enum {
    CLOCK_STRIDE = 64,  /* plies between looks at the clock */
    WORLDS_FIRST = 24,  /* before any move leaves the field */
    WORLDS_LEAST = 12,  /* before the rule's choice is left */
    WORLDS_A_LOOK = 8,  /* between looks at who should leave */
    WORLDS_WANTED = 12, /* that the budget must have for a field of two or more */
    PLIES_GUESS = 40,   /* of a playout, before the first */
};

#define LEAVE_DOUBT 3.0 /* standard errors behind the leader at which a move leaves */

struct arm {
    move move;
    float score;
    bool left;
    uint32_t visits;
    double total;   /* of the values in the worlds that count */
    double pending; /* in the world being played */
};

struct worlds {
    const struct question *question;
    const struct policy *policy;
    struct meter meter;
    int seat, field, playing;
    struct arm arms[WORLDS_FIELD_MAX];
    double apart[WORLDS_FIELD_MAX][WORLDS_FIELD_MAX];
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
    /* Which move is kept when none is noticed hangs on the generator alone. */
    int kept = (int)search_rng_below(question->rng, (uint32_t)moves->count);
    for (int i = 0; i < moves->count; i++)
        if (search_rng_below(question->rng, 1000) >= question->skill.overlook)
            moves->list[noticed++] = moves->list[i];
    if (noticed == 0)
        moves->list[noticed++] = moves->list[kept];
    moves->count = noticed;
}

/* ---- the field ---- */

/* The best moves by the rule, best first, into arms; equals keep the order of their codes. */
static void choose_field(struct worlds *w, int size)
{
    w->field = 0;
    for (int i = 0; i < w->moves.count; i++) {
        int at = w->field < size ? w->field++ : size;
        if (at == size && w->score[i] <= w->arms[--at].score)
            continue;
        for (; at > 0 && w->score[i] > w->arms[at - 1].score; at--)
            w->arms[at] = w->arms[at - 1];
        w->arms[at] = (struct arm){.move = w->moves.list[i], .score = w->score[i]};
    }
}

/* How many moves can be told apart with the nodes there are. Time is not asked: what it is worth is
 * only known later. */
static int field_size(const struct worlds *w)
{
    uint64_t nodes = w->question->budget.nodes;
    uint64_t size = w->policy->field < WORLDS_FIELD_MAX ? w->policy->field : WORLDS_FIELD_MAX;
    uint64_t plies = w->policy->plies < PLIES_GUESS ? w->policy->plies : PLIES_GUESS;
    if (nodes > 0 && nodes / (plies * WORLDS_WANTED) < size)
        size = nodes / (plies * WORLDS_WANTED);
    return size < 2 ? 1 : (int)size;
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

/* One world for every move of the field; false if the budget ran out, and then it does not count.
 */
static bool play_world(struct worlds *w)
{
    const struct game *game = w->question->game;
    struct search_rng luck;
    search_rng_init(&luck, search_rng_next(w->question->rng));
    state_copy(&w->world.head, w->question->view);
    game->imagine(&w->world.head, &luck);
    w->world.head.flags |= STATE_FORGETFUL;
    if (w->policy->prepare)
        w->policy->prepare(w->policy->weights, &w->world.head, w->seat, &luck);
    for (int i = 0; i < w->field; i++) {
        struct search_rng same = luck;
        if (w->arms[i].left)
            continue;
        if (!meter_count(&w->meter))
            return false;
        state_copy(&w->play.head, &w->world.head);
        game->apply(&w->play.head, w->seat, w->arms[i].move, NULL);
        if (!play_out(w, &same))
            return false;
        w->arms[i].pending = w->policy->value(w->policy->weights, &w->play.head, w->seat);
    }
    return true;
}

static void count_world(struct worlds *w)
{
    for (int i = 0; i < w->field; i++) {
        if (w->arms[i].left)
            continue;
        w->arms[i].total += w->arms[i].pending;
        w->arms[i].visits++;
        for (int j = 0; j < i; j++) {
            double difference = w->arms[i].pending - w->arms[j].pending;
            if (!w->arms[j].left)
                w->apart[j][i] = w->apart[i][j] += difference * difference;
        }
    }
}

/* ---- who is better ---- */

static double mean(const struct arm *arm)
{
    return arm->visits ? arm->total / arm->visits : 0.5;
}

/* How much arm a stands above arm b, in standard errors of the difference if there were none. Both
 * are in the field. It cannot exceed the root of the number of worlds, so a few worlds that happen
 * to agree do not look like certainty. */
static double lead(const struct worlds *w, int a, int b)
{
    double square = w->apart[a][b];
    double difference = w->arms[a].total - w->arms[b].total;
    return square > 0 ? difference / sqrt(square) : 0;
}

static int leader(const struct worlds *w)
{
    int best = 0;
    for (int i = 1; i < w->field; i++)
        if (!w->arms[i].left && (w->arms[best].left || w->arms[i].total > w->arms[best].total))
            best = i;
    return best;
}

static void drop_losers(struct worlds *w)
{
    int best = leader(w);
    for (int i = 0; i < w->field; i++) {
        if (i != best && !w->arms[i].left && lead(w, best, i) > LEAVE_DOUBT) {
            w->arms[i].left = true;
            w->playing--;
        }
    }
}

static void compare(struct worlds *w)
{
    w->playing = w->field;
    for (uint32_t worlds = 1; w->playing > 1 && play_world(w); worlds++) {
        count_world(w);
        if (worlds >= WORLDS_FIRST && worlds % WORLDS_A_LOOK == 0)
            drop_losers(w);
    }
}

/* The rule's choice, unless it left the field or the leader beats it beyond doubt. */
static int decide(const struct worlds *w)
{
    int best = leader(w);
    bool doubtful = !w->arms[0].left && (best == 0 || w->arms[0].visits < WORLDS_LEAST ||
                                         lead(w, best, 0) < (double)w->policy->doubt);
    return doubtful ? 0 : best;
}

/* ---- the answer ---- */

static bool listed_before(const struct arm *a, const struct arm *b)
{
    if (a->left != b->left)
        return b->left;
    return mean(a) > mean(b);
}

static void write_advice(struct worlds *w, int best, struct advice *advice)
{
    struct arm chosen = w->arms[best];
    w->arms[best] = w->arms[0];
    w->arms[0] = chosen;
    for (int i = 2; i < w->field; i++)
        for (int at = i; at > 1 && listed_before(&w->arms[at], &w->arms[at - 1]); at--) {
            struct arm arm = w->arms[at];
            w->arms[at] = w->arms[at - 1];
            w->arms[at - 1] = arm;
        }
    advice->best = chosen.move;
    advice->nodes = w->meter.nodes;
    advice->count = w->field;
    for (int i = 0; i < w->field; i++)
        advice->list[i] = (struct candidate){
            .move = w->arms[i].move, .value = mean(&w->arms[i]), .visits = w->arms[i].visits};
}

void worlds_think(const struct question *question, const struct policy *policy,
                  struct advice *advice)
{
    struct worlds *w = (struct worlds *)question->memory;
    w->question = question;
    w->policy = policy;
    w->seat = question->view->viewer;
    memset(w->apart, 0, sizeof w->apart);
    meter_init(&w->meter, &question->budget, CLOCK_STRIDE);
    notice_moves(question, &w->moves);
    policy->rank(policy->weights, question->view, w->seat, &w->moves, w->score);
    choose_field(w, field_size(w));
    compare(w);
    write_advice(w, decide(w), advice);
}
