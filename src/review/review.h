/* SPDX-License-Identifier: MIT */
/*
 * The review of a record: was it me or the cards? Every move is judged (bots/judge.h) from what its
 * player could see when it was made, and the result is divided into luck and skill.
 *
 *     review_open ─▶ review_step, again and again ─▶ review_finish ─▶ review_json
 *
 * For each seat its chance to win is followed from a fair share, 1/seats, through the values of
 * those of its moves that were a choice, to the result:
 *
 *     start ─▶ before ─▶ after ─▶ before ─▶ after ─▶ … ─▶ final
 *            turn     slip     turn     slip            turn
 *
 *   slip   before - after, the loss against the best move: never negative
 *   turn   what happened between two choices: cards dealt and drawn, and what others did. The
 *          others' slips are taken out of it; what a slip costs its player goes to all others in
 *          equal parts. What is left of a turn is luck.
 *
 *     final - start = luck + skill,  luck = all turns,  skill = others' slips - own slips
 *
 * 1. These sums telescope: they are exact for any number of seats, whatever the judge thinks.
 * 2. Over all seats, skill adds up to 0; in a decided game, so does luck.
 * 3. A player who gives up loses what was left of the chance: a slip without a move.
 * 4. A duty that a seat forgets and pays for (EVENT_FORGOT) is a slip of that seat: there, waiting
 *    is compared with its moves.
 * 5. Where nothing is hidden and nothing is chance, luck is what the judge did not see coming.
 */
#ifndef KUFSA_REVIEW_REVIEW_H
#define KUFSA_REVIEW_REVIEW_H

#include "base/json.h"
#include "bots/judge.h"
#include "match/walk.h"

enum {
    REVIEW_MAX = 4096, /* moves judged in one record */
    REVIEW_MOMENTS = 5,
    REVIEW_TURNS_MAX = REVIEW_MAX + SEATS_MAX,
};

#define LUCKY_FROM 0.20 /* a turn of this much, beyond doubt, is worth mentioning */

struct review_move {
    uint32_t ply; /* the move that leads from this position; or during which it waited */
    int8_t seat;
    bool forced; /* no choice */
    enum mark mark;
    struct verdict verdict; /* its move is MOVE_WAITS for a duty forgotten */
};

struct review_turn {
    int8_t seat;
    int32_t from, to; /* plies of its choices before and after; -1: the deal, the count: the end */
    double luck, others;
    double error; /* of luck: of the values at both ends, and of the others' slips */
};

struct review_seat {
    double start, last; /* last: the result, or what it came to when the match was stopped */
    double luck, slips, others;
    double given_up; /* of its slips: by giving up, or by the clock */
    int decisions, forced, marks[MARKS];
    int moments;                     /* worth showing, the largest first */
    uint32_t moment[REVIEW_MOMENTS]; /* indexes of moves */
};

struct review {
    struct record record;
    struct ply plies[REVIEW_MAX];
    struct walk walk;
    uint64_t nodes; /* for a move with a choice */
    uint32_t count, choices, judged;
    struct review_move moves[REVIEW_MAX];
    bool decided; /* the record says who won */
    uint32_t turns;
    struct review_turn turn[REVIEW_TURNS_MAX];
    struct review_seat seat[SEATS_MAX];
    union any_state view;
};

/* Reads the text of a record, which must outlive the review, and lists its moves. With nodes 0 it
 * takes as many as are enough, fewer if there are many moves. NULL, or why there can be no review;
 * review->record.line says where. */
const char *review_open(struct review *, const char *text, size_t size, uint64_t nodes);

/* Judges the next move, with JUDGE_MEMORY bytes. False if there was none, or if `stop`, which may
 * be NULL, was set meanwhile: then the move is still to be judged. */
bool review_step(struct review *, const atomic_bool *stop, void *memory);

/* Divides the result, once all moves are judged. */
void review_finish(struct review *);

/* ---- told.c ---- */

int chance_points(double chance); /* whole points of a hundred */

/* From an even chance to the result, in whole points that add up: what rounding leaves goes to
 * luck. Slips are negative. */
struct review_points {
    int start, luck, others, slips, ended, last; /* ended: by giving up, which is no slip */
};
struct review_points review_points(const struct review *, int seat);

/* The seat's turn with this mark, "lucky" or "unlucky", that counted most; NULL: there is none. */
const struct review_turn *review_fate(const struct review *, int seat, const char *mark);

/* The seat's moments in the order of the game, as indexes of moves; returns how many. */
int review_moments(const struct review *, int seat, uint32_t out[REVIEW_MOMENTS]);

/* What a seat sees after its move in its view, and what happens. False if that depends on what it
 * cannot see, such as the next card of the pile: then several imagined worlds differ. */
struct glimpse {
    union any_state view, other, world;
    struct events events;
};
bool glimpse_after(struct glimpse *, const struct game *, const struct state *view, move);

/* ---- review_json.c ---- */

/* Bytes of a review at most: six reasons and two lines of eight moves for each move judged. */
enum { REVIEW_TEXT_MAX = REVIEW_MAX * 2250 + SEATS_MAX * 1024 };

/* Members of an answer. `say`, unless it is NULL, adds members to a reason. */
struct review_teller {
    void (*say)(void *context, struct json_out *, const struct game *, const struct reason *);
    void *context;
};

/* What a verdict on a move in this view says, from `"move"` on. */
void verdict_json(struct json_out *, const struct game *, const struct state *view,
                  const struct verdict *, const struct review_teller *);

/* "lucky" or "unlucky": so much, and beyond doubt, that it is worth mentioning; else NULL. */
const char *review_turn_mark(const struct game *, const struct review_turn *);

/* How far a review has come: `done`, `judged`, `of`, `plies`. */
void review_progress_json(struct json_out *, const struct review *, bool done);

/* A finished review's `game`, `seats`, `players`, `moves` and `turns`. It walks through the record
 * again. `spill`, unless it is NULL, is called with its context between values. */
void review_json(struct json_out *, struct review *, const struct review_teller *,
                 void (*spill)(void *context), void *context);

#endif
