/* SPDX-License-Identifier: MIT */
/* Judging the moves of a record, and dividing its result. */
#include "review/review.h"

#include <math.h>

#include "base/check.h"

enum {
    WHOLE_MOVES = 40, /* with more moves than that, each gets fewer nodes … */
    NODES_PARTS = 10, /* … but at least this part of what is enough */
    FORCED_PARTS = 4, /* a forced move needs only a value */
};

/* ---- the list ---- */

static bool list_move(struct review *review, uint32_t ply, int seat, move m, bool forced)
{
    if (review->count == REVIEW_MAX)
        return false;
    review->moves[review->count++] = (struct review_move){
        .ply = ply, .seat = (int8_t)seat, .forced = forced, .verdict = {.move = m}};
    review->choices += !forced;
    return true;
}

/* Seats that could have done their duty before this move, and paid for it. */
static bool list_forgotten(struct review *review, uint32_t ply, int mover, uint16_t actors)
{
    const struct events *events = &review->walk.events;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->kind == EVENT_FORGOT && event->seat != mover && (actors >> event->seat & 1) &&
            !list_move(review, ply, event->seat, MOVE_WAITS, false))
            return false;
    }
    return true;
}

static bool list_moves(struct review *review)
{
    struct walk *walk = &review->walk;
    while (walk->at < walk->count) {
        const struct ply *ply = &walk->plies[walk->at];
        const uint32_t at = walk->at;
        const struct state *state = &walk->state.head;
        const uint16_t actors = state->actors;
        const bool forced = walk->record->game->legal(state, ply->seat, NULL) == 1;
        walk_step(walk);
        if (!list_forgotten(review, at, ply->seat, actors) ||
            !list_move(review, at, ply->seat, ply->move, forced))
            return false;
    }
    walk_restart(walk);
    return true;
}

static uint64_t choose_nodes(const struct review *review)
{
    uint64_t enough = judge_nodes(review->walk.record->game, review->walk.state.head.seats);
    uint32_t moves = review->choices + (review->count - review->choices) / FORCED_PARTS;
    uint64_t part = moves > WHOLE_MOVES ? enough * WHOLE_MOVES / moves : enough;
    return part > enough / NODES_PARTS ? part : enough / NODES_PARTS;
}

static const char *read_record(struct review *review, const char *text, size_t size,
                               uint32_t *count)
{
    struct record *record = &review->record;
    const char *reason = record_open(record, text, size);
    bool more = true;
    for (*count = 0; !reason; (*count)++) {
        reason = record_step(record, &more);
        if (reason || !more)
            break;
        if (*count == REVIEW_MAX)
            return "review.long";
        review->plies[*count] = (struct ply){.move = record->move, .seat = (int8_t)record->seat};
    }
    return reason ? reason : record_finish(record);
}

const char *review_open(struct review *review, const char *text, size_t size, uint64_t nodes)
{
    uint32_t count;
    const char *reason = read_record(review, text, size, &count);
    if (reason)
        return reason;
    review->count = review->choices = review->judged = review->turns = 0;
    walk_begin(&review->walk, &review->record, review->plies, count);
    if (!list_moves(review))
        return "review.long";
    review->nodes = nodes > 0 ? nodes : choose_nodes(review);
    return NULL;
}

/* ---- judging ---- */

bool review_step(struct review *review, const atomic_bool *stop, void *memory)
{
    struct walk *walk = &review->walk;
    const struct game *game = walk->record->game;
    if (review->judged == review->count)
        return false;
    struct review_move *judged = &review->moves[review->judged];
    walk_to(walk, judged->ply);
    game_observe(game, &walk->state.head, judged->seat, &review->view.head);
    uint64_t nodes =
        judged->forced ? (review->nodes + FORCED_PARTS - 1) / FORCED_PARTS : review->nodes;
    judge_move(game, &review->view.head, judged->verdict.move, nodes, stop, memory,
               &judged->verdict);
    if (stop && atomic_load_explicit(stop, memory_order_relaxed))
        return false;
    judged->mark = verdict_mark(&judged->verdict);
    review->judged++;
    return true;
}

/* ---- dividing ---- */

/* The chance of a seat as its own moves show it, and the others' slips since then. */
struct account {
    double value, others;
    double error; /* of both */
    int32_t from;
};

struct review_ledger {
    struct review *review;
    int seats;
    struct account of[SEATS_MAX];
};

static double both(double error, double other)
{
    return sqrt(error * error + other * other);
}

/* Books what happened to a seat before its chance became `value`. */
static void end_turn(struct review_ledger *ledger, int seat, int32_t to, double value, double error)
{
    struct review *review = ledger->review;
    struct account *account = &ledger->of[seat];
    double luck = value - account->value - account->others;
    review->turn[review->turns++] = (struct review_turn){.seat = (int8_t)seat,
                                                         .from = account->from,
                                                         .to = to,
                                                         .luck = luck,
                                                         .others = account->others,
                                                         .error = both(account->error, error)};
    review->seat[seat].luck += luck;
    review->seat[seat].others += account->others;
    account->value = value;
    account->error = error;
    account->others = 0;
}

/* A slip is a gift to all others. */
static void slip(struct review_ledger *ledger, int seat, double loss, double error)
{
    const int others = ledger->seats - 1;
    ledger->review->seat[seat].slips += loss;
    for (int other = 0; other < ledger->seats; other++) {
        struct account *account = &ledger->of[other];
        if (other == seat)
            continue;
        account->others += loss / others;
        account->error = both(account->error, error / others);
    }
}

static void book_move(struct review_ledger *ledger, const struct review_move *judged)
{
    const struct verdict *verdict = &judged->verdict;
    const int seat = judged->seat;
    struct review_seat *of = &ledger->review->seat[seat];
    struct account *account = &ledger->of[seat];
    of->decisions++;
    of->forced += judged->forced;
    if (judged->forced)
        return;
    end_turn(ledger, seat, (int32_t)judged->ply, verdict->best_value, verdict->value_error);
    account->value -= verdict->loss;
    account->from = (int32_t)judged->ply;
    slip(ledger, seat, verdict->loss, verdict->loss_error);
    of->marks[judged->mark]++;
}

/* A player who gives up or runs out of time loses the remaining chance. */
static void book_loser(struct review_ledger *ledger, int loser)
{
    double left = ledger->of[loser].value + ledger->of[loser].others;
    left = left < 0 ? 0 : left > 1 ? 1 : left;
    ledger->review->seat[loser].given_up = left;
    slip(ledger, loser, left, ledger->of[loser].error);
    ledger->of[loser].value -= left;
}

/* The result of a seat: a first place shared by k counts 1/k. */
static double share_of_win(const struct outcome *outcome, int seats, int seat)
{
    int first = 0;
    for (int other = 0; other < seats; other++)
        first += outcome->place[other] == 1;
    return outcome->place[seat] == 1 ? 1.0 / first : 0;
}

static void book_result(struct review_ledger *ledger)
{
    struct review *review = ledger->review;
    const struct record *record = review->walk.record;
    struct outcome outcome;
    record_outcome(record, &outcome);
    review->decided = record->ending != ENDING_NONE && outcome.place[0] > 0;
    if (review->decided && record->loser != NO_SEAT)
        book_loser(ledger, record->loser);
    for (int seat = 0; seat < ledger->seats; seat++) {
        const struct account *account = &ledger->of[seat];
        double last = review->decided ? share_of_win(&outcome, ledger->seats, seat)
                                      : account->value + account->others;
        end_turn(ledger, seat, (int32_t)review->walk.count, last, 0);
        review->seat[seat].last = last;
    }
}

/* ---- moments ---- */

/* Slips come before praise, larger ones first, and among equals the earlier one. */
static bool tells_more(const struct review_move *a, const struct review_move *b)
{
    if ((a->mark == MARK_ONLY) != (b->mark == MARK_ONLY))
        return b->mark == MARK_ONLY;
    return a->mark == MARK_ONLY ? a->verdict.lead > b->verdict.lead
                                : a->verdict.loss > b->verdict.loss;
}

static void choose_moments(struct review *review)
{
    for (uint32_t i = 0; i < review->count; i++) {
        const struct review_move *judged = &review->moves[i];
        struct review_seat *seat = &review->seat[judged->seat];
        if (judged->mark == MARK_NONE)
            continue;
        int at = seat->moments < REVIEW_MOMENTS ? seat->moments++ : REVIEW_MOMENTS;
        for (; at > 0 && tells_more(judged, &review->moves[seat->moment[at - 1]]); at--)
            if (at < REVIEW_MOMENTS)
                seat->moment[at] = seat->moment[at - 1];
        if (at < REVIEW_MOMENTS)
            seat->moment[at] = i;
    }
}

void review_finish(struct review *review)
{
    struct review_ledger ledger = {.review = review, .seats = review->walk.state.head.seats};
    CHECK(review->judged == review->count);
    review->turns = 0;
    for (int seat = 0; seat < ledger.seats; seat++) {
        review->seat[seat] = (struct review_seat){.start = 1.0 / ledger.seats};
        ledger.of[seat] = (struct account){.value = 1.0 / ledger.seats, .from = -1};
    }
    for (uint32_t i = 0; i < review->count; i++)
        book_move(&ledger, &review->moves[i]);
    book_result(&ledger);
    choose_moments(review);
}
