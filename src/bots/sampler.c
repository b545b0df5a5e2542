/* SPDX-License-Identifier: MIT */
/*
 * The simple player, for every game: it imagines worlds that its view leaves possible, plays each
 * of its moves on to the end in each of them, and takes the move that fared best.
 *
 *     legal moves ─▶ a win at once? ─▶ rounds: every move still in the field in the same worlds,
 *                                      then the worse half leaves ─▶ the best of the last two
 *
 * The moves meet the same worlds and the same luck (common random numbers), so that they differ by
 * what they are worth and not by what they happened to meet. Rounds share the budget equally, by
 * nodes or by time, whichever runs out first; a world that was not played by the whole field does
 * not count.
 *
 * Invariants
 *   1. arms[0 … field) are still compared and have the same number of visits; behind them those
 *      that left, the later the further in front.
 *   2. Everything is drawn from the caller's generator, and time only decides when to stop.
 */
#include "base/check.h"
#include "bots/bot.h"

enum {
    FIELD_MIN = 4,       /* moves compared, however small the budget */
    FIELD_WORLDS = 6,    /* worlds that the budget must give the whole field in the first round */
    PLAYOUT_PLIES = 200, /* then the game is valued as it stands */
    TURNS_AHEAD = 4,  /* of each seat, where points come move by move: further off is but noise */
    LOOKS_FIRST = 96, /* moves that a playout's first two players look at */
    LOOKS = 3,        /* and the later ones */
    PLIES_FIRST = 2,
    WIN_WORLDS = 4, /* a win at once must be one in so many worlds */
};

struct arm {
    move move;
    double total;   /* of the worlds that count */
    double pending; /* of the world being played */
    uint32_t visits;
    int32_t gain;
    bool plays; /* puts something on the table, instead of drawing, passing or closing */
};

struct sampler {
    const struct game *game;
    const struct state *view;
    const struct budget *budget;
    struct search_rng *rng;
    uint64_t nodes;
    int64_t start_ms;
    int seat;
    int count; /* of arms */
    int plies; /* of a playout */
    union any_state world, play, look;
    struct moves moves;
    struct arm arms[MOVES_MAX];
};

_Static_assert(sizeof(struct sampler) <= BOT_MEMORY_MAX, "BOT_MEMORY_MAX");

/* ---- the budget ---- */

/* The part of the budget that is used up; 1 and more: stop. */
static double spent(const struct sampler *s)
{
    const struct budget *budget = s->budget;
    double part = 0;
    if (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed))
        return 1;
    if (budget->nodes)
        part = (double)s->nodes / (double)budget->nodes;
    if (budget->clock_ms) {
        double whole = (double)(budget->deadline_ms - s->start_ms);
        double passed = (double)(budget->clock_ms() - s->start_ms);
        double timed = passed < whole ? passed / whole : 1;
        part = timed > part ? timed : part;
    }
    return part;
}

static bool nodes_left(const struct sampler *s)
{
    return s->budget->nodes == 0 || s->nodes < s->budget->nodes;
}

/* ---- what a position is worth ---- */

/* The seat's lead over the best other seat, squeezed between -1 and 1. Whether points are good or
 * bad is told by who has the better place. */
static double lead(const struct outcome *outcome, int seats, int seat)
{
    double least = 1;
    for (int other = 0; other < seats; other++) {
        if (other == seat)
            continue;
        double mine = outcome->score[seat], theirs = outcome->score[other];
        double apart = mine < theirs ? theirs - mine : mine - theirs;
        double size = (mine < 0 ? -mine : mine) + (theirs < 0 ? -theirs : theirs);
        double ahead = apart / (apart + 1 + size / 8);
        if (outcome->place[seat] > outcome->place[other])
            ahead = -ahead;
        least = ahead < least ? ahead : least;
    }
    return least;
}

/* 1: before all others, 0: behind them all; where there are points, half of it is their lead. */
static double value_of(const struct game *game, const struct state *state, int seat)
{
    struct outcome outcome;
    double better = 0;
    game->tally(state, &outcome);
    for (int other = 0; other < state->seats; other++) {
        if (other == seat)
            continue;
        if (outcome.place[seat] < outcome.place[other])
            better += 1;
        else if (outcome.place[seat] == outcome.place[other])
            better += 0.5;
    }
    better /= state->seats - 1;
    if (!outcome.scored)
        return better;
    return better / 2 + (1 + lead(&outcome, state->seats, seat)) / 4;
}

static bool is_win(const struct game *game, const struct state *state, int seat)
{
    struct outcome outcome;
    bool any_behind = false;
    if (!state_over(state))
        return false;
    game->tally(state, &outcome);
    for (int other = 0; other < state->seats; other++)
        any_behind |= outcome.place[other] > outcome.place[seat];
    return any_behind && outcome.place[seat] == 1;
}

/* ---- worlds and playouts ---- */

static void imagine_world(struct sampler *s, struct search_rng *luck)
{
    state_copy(&s->world.head, s->view);
    s->game->imagine(&s->world.head, luck);
}

static void play_move(struct sampler *s, struct state *state, int seat, move m)
{
    s->nodes++;
    s->game->apply(state, seat, m, NULL);
}

static int pick_actor(const struct state *state, struct search_rng *luck)
{
    uint32_t skip = 0;
    if ((state->actors & (state->actors - 1)) != 0)
        skip = search_rng_below(luck, (uint32_t)__builtin_popcount(state->actors));
    unsigned actors = state->actors;
    while (skip-- > 0)
        actors &= actors - 1;
    return __builtin_ctz(actors);
}

/* One of list[i … count), which then stands at i. */
static move take_random(struct moves *moves, int i, int count, struct search_rng *luck)
{
    int at = i + (int)search_rng_below(luck, (uint32_t)(count - i));
    move m = moves->list[at];
    moves->list[at] = moves->list[i];
    moves->list[i] = m;
    return m;
}

/* A random move with a little sense: of those it looks at the one after which it stands best, which
 * is one that wins at once if there is any, and none that loses at once if that can be helped. */
static move pick_move(struct sampler *s, int seat, int count, int looks, struct search_rng *luck)
{
    move best = take_random(&s->moves, 0, count, luck);
    double best_value = -1;
    for (int i = 0; i < looks && i < count && count > 1 && nodes_left(s); i++) {
        move m = i == 0 ? best : take_random(&s->moves, i, count, luck);
        state_copy(&s->look.head, &s->play.head);
        play_move(s, &s->look.head, seat, m);
        double value = value_of(s->game, &s->look.head, seat);
        if (!state_over(&s->look.head))
            value = 0.25 + value / 2; /* a lead is worth less than a win */
        if (value > best_value) {
            best_value = value;
            best = m;
        }
    }
    return best;
}

/* Plays s->play on; false if the nodes ran out before its end. */
static bool play_out(struct sampler *s, struct search_rng *luck, double *value)
{
    struct state *state = &s->play.head;
    state->flags |= STATE_FORGETFUL;
    for (int ply = 0; ply < s->plies && !state_over(state); ply++) {
        int seat = pick_actor(state, luck);
        int count = game_legal(s->game, state, seat, &s->moves);
        move m = pick_move(s, seat, count, ply < PLIES_FIRST ? LOOKS_FIRST : LOOKS, luck);
        if (!nodes_left(s))
            return false;
        play_move(s, state, seat, m);
    }
    *value = value_of(s->game, state, s->seat);
    return true;
}

/* A world, and in `luck` what will happen in it. */
static void new_world(struct sampler *s, struct search_rng *luck)
{
    search_rng_init(luck, search_rng_next(s->rng));
    imagine_world(s, luck);
}

/* Plays some of the moves in the world there is; false if the budget ran out. */
static bool play_arms(struct sampler *s, const struct search_rng *luck, int from, int to)
{
    for (int i = from; i < to; i++) {
        struct search_rng same = *luck;
        if (spent(s) >= 1)
            return false;
        state_copy(&s->play.head, &s->world.head);
        play_move(s, &s->play.head, s->seat, s->arms[i].move);
        if (!play_out(s, &same, &s->arms[i].pending))
            return false;
    }
    return true;
}

/* Counts the world, now that the whole field has played it. */
static void count_world(struct sampler *s, int field)
{
    for (int i = 0; i < field; i++) {
        s->arms[i].total += s->arms[i].pending;
        s->arms[i].visits++;
    }
}

/* ---- the moves ---- */

static double mean(const struct arm *arm)
{
    return arm->visits ? arm->total / arm->visits : 0.5;
}

static bool before(const struct arm *a, const struct arm *b)
{
    double x = mean(a), y = mean(b);
    if (x < y || x > y)
        return x > y;
    return a->gain != b->gain ? a->gain > b->gain : a->plays && !b->plays;
}

/* Shell's sort: no memory, no recursion, and quick enough for all the moves there can be. */
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

/* Where nothing else is known it is better to play a card than not to: that is how games end. */
static bool plays(const struct sampler *s, const struct state *state, int seat, move m)
{
    struct step steps[STEPS_MAX];
    return s->game->steps(state, seat, m, steps) > 0 && steps[0].kind == STEP_TAKE;
}

/* In random order, so that nothing else decides between equals, the largest gains first. */
static void collect_arms(struct sampler *s)
{
    s->count = game_legal(s->game, s->view, s->seat, &s->moves);
    CHECK(s->count > 0);
    for (int i = 0; i < s->count; i++) {
        move m = take_random(&s->moves, i, s->count, s->rng);
        s->arms[i] = (struct arm){.move = m,
                                  .gain = s->game->gain(s->view, s->seat, m),
                                  .plays = plays(s, s->view, s->seat, m)};
    }
    sort_arms(s->arms, s->count);
    bool points = s->arms[0].gain != s->arms[s->count - 1].gain;
    s->plies = points ? TURNS_AHEAD * s->view->seats : PLAYOUT_PLIES;
}

static bool wins(struct sampler *s, move m)
{
    state_copy(&s->play.head, &s->world.head);
    play_move(s, &s->play.head, s->seat, m);
    return is_win(s->game, &s->play.head, s->seat);
}

/* The index of a move that wins at once, or -1. Where cards are hidden it must do so in several
 * worlds. */
static int find_win(struct sampler *s)
{
    int worlds = s->game->hidden ? WIN_WORLDS : 1;
    for (int i = 0, won = 0; i < s->count && spent(s) < 1;) {
        if (won > 0 || i == 0)
            imagine_world(s, s->rng);
        if (!wins(s, s->arms[i].move)) {
            won = 0;
            i++;
        } else if (++won == worlds) {
            return i;
        }
    }
    return -1;
}

static int rounds_for(int field)
{
    int rounds = 1;
    for (; field > 2; field = (field + 1) / 2)
        rounds++;
    return rounds;
}

/* How many moves the budget can tell apart, if a playout costs this part of it. */
static int choose_field(const struct sampler *s, int field, double cost)
{
    while (field < s->count && (field + 1) * cost * FIELD_WORLDS * rounds_for(field + 1) < 1)
        field++;
    return field;
}

/* The first world: a few moves show what a playout costs, then as many join them as the budget
 * allows. Returns the field, or 0 if the budget is used up. */
static int begin(struct sampler *s)
{
    struct search_rng luck;
    double before = spent(s);
    int few = s->count < FIELD_MIN ? s->count : FIELD_MIN;
    new_world(s, &luck);
    if (!play_arms(s, &luck, 0, few))
        return 0;
    int field = choose_field(s, few, (spent(s) - before) / few);
    bool whole = play_arms(s, &luck, few, field);
    count_world(s, whole ? field : few);
    if (whole)
        return field;
    sort_arms(s->arms, few);
    return 0;
}

/* Worlds until this part of the budget is used up; false if that is all of it. */
static bool play_round(struct sampler *s, int field, double until)
{
    while (spent(s) < until) {
        struct search_rng luck;
        new_world(s, &luck);
        if (!play_arms(s, &luck, 0, field))
            break;
        count_world(s, field);
    }
    sort_arms(s->arms, field);
    return spent(s) < 1;
}

static void compare(struct sampler *s)
{
    int field = begin(s), rounds = rounds_for(field);
    double from = spent(s);
    for (int round = 1; round <= rounds && field > 0; round++) {
        if (!play_round(s, field, from + (1 - from) * round / rounds))
            return;
        field = (field + 1) / 2;
    }
}

/* Of moves that were never tried nothing can be said; the first is named all the same. */
static void write_advice(const struct sampler *s, struct advice *advice)
{
    advice->best = s->arms[0].move;
    advice->nodes = s->nodes;
    advice->count = 0;
    for (int i = 0; i < s->count && advice->count < CANDIDATES_MAX; i++)
        if (i == 0 || s->arms[i].visits > 0)
            advice->list[advice->count++] = (struct candidate){
                .move = s->arms[i].move, .value = mean(&s->arms[i]), .visits = s->arms[i].visits};
}

static void think(void *memory, size_t size, const struct game *game, const struct state *view,
                  struct search_rng *rng, const struct budget *budget, struct advice *advice)
{
    struct sampler *s = (struct sampler *)memory;
    CHECK(size >= sizeof *s && (uintptr_t)memory % _Alignof(struct sampler) == 0);
    CHECK(view->viewer >= 0 && (budget->nodes > 0 || budget->clock_ms || budget->stop));
    s->game = game;
    s->view = view;
    s->budget = budget;
    s->rng = rng;
    s->nodes = 0;
    s->start_ms = budget->clock_ms ? budget->clock_ms() : 0;
    s->seat = view->viewer;
    collect_arms(s);
    int win = s->count > 1 ? find_win(s) : -1;
    if (win >= 0) {
        struct arm arm = s->arms[win];
        s->arms[win] = s->arms[0];
        s->arms[0] = arm;
        s->arms[0].total = s->arms[0].visits = 1;
    } else if (s->count > 1) {
        compare(s);
    }
    write_advice(s, advice);
}

const struct bot bot_sampler = {
    .name = "sampler",
    .memory_size = sizeof(struct sampler),
    .think = think,
};
