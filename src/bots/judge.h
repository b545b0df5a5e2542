/* SPDX-License-Identifier: MIT */
/*
 * How good was one move? The game's own bot, at its strongest, compares it with the best of all
 * others, from what its player could see and nothing else.
 *
 *     view, move ─▶ the bot: the move against its best rival ─▶ values become chances ─▶ verdict
 *
 * 1. Both are valued alike: in the same imagined worlds, which did not choose the rival, or by
 *    searches of the same depth. So the loss has a standard error of its own, and the best of many
 *    uncertain values does not look better than it is.
 * 2. A value is a chance to win between players who make mistakes; a first place shared by k counts
 *    1/k. Each game has a table that turns its bot's values into chances (docs/strength.md).
 * 3. The verdict depends only on view, move and nodes, on every machine.
 */
#ifndef KUFSA_BOTS_JUDGE_H
#define KUFSA_BOTS_JUDGE_H

#include "bots/bot.h"

/* The move of a seat that lets others act first, although it has a duty, such as a call. */
enum { MOVE_WAITS = 0 };

/* A move as a bot's judge sees it. */
struct judged {
    struct candidate candidate; /* its value is the bot's */
    int proof;                  /* n: wins by force with its player's nth move, -n: loses with the
                                 * other's nth; 0: neither is proven */
    bool exact;                 /* the value is certain */
    int line_count;
    struct line_move line[VARIATION_MAX]; /* from the move on; only what the view can know */
};

/* What a bot's judge answers. */
struct duel {
    struct judged asked, rival;
    bool alone;         /* there is no other move, and no rival */
    double error;       /* standard error of the difference of their values */
    double asked_error; /* and of the value of the move asked about */
    uint64_t nodes;
};

struct verdict {
    move move, best; /* the same if nothing better was found */
    double value, best_value;
    double loss, loss_error; /* best_value - value, 0 or more, and its standard error */
    double lead;             /* if it is the best: how far it is above the next */
    double lead_error;
    double value_error;
    int proof, best_proof; /* as in struct judged */
    bool exact;            /* both values are certain */
    bool forced;           /* the only legal move; its value is the position's */
    uint64_t nodes;
    int reasons, best_reasons;
    struct reason reason[REASONS_MAX], best_reason[REASONS_MAX];
    int line_count, own_line_count;
    struct line_move line[VARIATION_MAX];     /* from the best move on */
    struct line_move own_line[VARIATION_MAX]; /* from the move asked about on */
};

/* What is worth saying of a move: only what is beyond doubt. */
enum mark { MARK_NONE, MARK_SLIP, MARK_MISS, MARK_GIFT, MARK_ONLY, MARKS };
extern const char *const mark_names[MARKS]; /* NULL: none */

/* Losses from here on have these marks. MARK_ONLY: the best move, where any other would be a
 * miss. */
#define MARK_SLIP_FROM 0.05
#define MARK_MISS_FROM 0.10
#define MARK_GIFT_FROM 0.20
#define MARK_ERRORS 2.0 /* what is beyond doubt, in standard errors */

enum mark verdict_mark(const struct verdict *);

/* Nodes that are enough for a sound verdict in this game, by the seats at the table. */
uint64_t judge_nodes(const struct game *, int seats);

enum { JUDGE_MEMORY = 4 << 20 }; /* bytes it thinks with, aligned for any type */

/* The view is that of a seat that may act; the move is legal for it, or MOVE_WAITS if others may
 * act too. Nodes are its only bound, unless `stop` is set; then the verdict means nothing. */
void judge_move(const struct game *, const struct state *view, move, uint64_t nodes,
                const atomic_bool *stop, void *memory, struct verdict *);

/* ---- for bots that judge ---- */

/* Turns a bot's values, from 0 to 1, into chances to win. In thousandths, for tables of two seats,
 * three, and four and more. Only certain values become 0 or 1: players make mistakes. */
enum { CURVE_KNOTS = 15, CURVE_TABLES = 3 };
extern const int16_t curve_knots[CURVE_KNOTS];

struct chance_curve {
    int16_t at[CURVE_TABLES][CURVE_KNOTS];
};

extern const struct chance_curve cento_curve, gobblet_curve, iota_curve, taki_curve;

/* The chance to win that a value stands for at a table of this many seats, and the slope of the
 * curve there. NULL: the value itself. */
double chance_of(const struct chance_curve *, int seats, double value, double *steep);

#endif
