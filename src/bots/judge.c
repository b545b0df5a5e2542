/* SPDX-License-Identifier: MIT */
/* The gate in front of the bots' judges, and what their answers mean. */
#include "bots/judge.h"

#include "base/check.h"
#include "base/hash.h"

const char *const mark_names[MARKS] = {
    [MARK_SLIP] = "slip",
    [MARK_MISS] = "miss",
    [MARK_GIFT] = "gift",
    [MARK_ONLY] = "only",
};

/* ---- chances ---- */

#define THOUSAND 1000.0

const int16_t curve_knots[CURVE_KNOTS] = {0,   25,  50,  100, 200, 300, 400, 500,
                                          600, 700, 800, 900, 950, 975, 1000};

double chance_of(const struct chance_curve *curve, int seats, double value, double *steep)
{
    *steep = 1;
    if (!curve)
        return value;
    const int16_t *at = curve->at[(seats < 4 ? seats : 4) - 2];
    int i = 1;
    while (i < CURVE_KNOTS - 1 && value * THOUSAND > curve_knots[i])
        i++;
    *steep = (double)(at[i] - at[i - 1]) / (curve_knots[i] - curve_knots[i - 1]);
    return (at[i - 1] + (value * THOUSAND - curve_knots[i - 1]) * *steep) / THOUSAND;
}

/* ---- verdicts ---- */

static double chance_of_judged(const struct judged *judged, const struct bot *bot, int seats,
                               double *steep)
{
    *steep = 0;
    return judged->exact ? judged->candidate.value
                         : chance_of(bot->curve, seats, judged->candidate.value, steep);
}

static void take_best(struct verdict *verdict, const struct judged *best)
{
    verdict->best = best->candidate.move;
    verdict->best_proof = best->proof;
    verdict->best_reasons = best->candidate.reasons;
    memcpy(verdict->best_reason, best->candidate.reason, sizeof verdict->best_reason);
    verdict->line_count = best->line_count;
    memcpy(verdict->line, best->line, sizeof verdict->line);
}

/* The error of a difference that the curve has stretched. */
static double stretched(double error, double raw, double apart, double steep)
{
    double stretch = raw > 0 ? apart / raw : steep;
    return error * (stretch > steep ? stretch : steep);
}

static void compare(struct verdict *verdict, const struct duel *duel, const struct bot *bot,
                    int seats)
{
    const struct judged *asked = &duel->asked, *rival = &duel->rival;
    double steep, rival_steep;
    double rival_value = chance_of_judged(rival, bot, seats, &rival_steep);
    chance_of_judged(asked, bot, seats, &steep);
    double raw = rival->candidate.value - asked->candidate.value;
    double apart = rival_value - verdict->value;
    steep = rival_steep > steep ? rival_steep : steep;
    verdict->exact = asked->exact && rival->exact;
    double error = verdict->exact ? 0
                                  : stretched(duel->error, raw < 0 ? -raw : raw,
                                              apart < 0 ? -apart : apart, steep);
    if (apart > 0) {
        take_best(verdict, rival);
        verdict->best_value = rival_value;
        verdict->loss = apart;
        verdict->loss_error = error;
    } else {
        verdict->lead = -apart;
        verdict->lead_error = error;
    }
}

static void judge_duel(const struct duel *duel, const struct bot *bot, int seats,
                       struct verdict *verdict)
{
    const struct judged *asked = &duel->asked;
    double steep;
    *verdict = (struct verdict){.move = asked->candidate.move,
                                .proof = asked->proof,
                                .exact = asked->exact,
                                .forced = duel->alone,
                                .nodes = duel->nodes,
                                .reasons = asked->candidate.reasons};
    memcpy(verdict->reason, asked->candidate.reason, sizeof verdict->reason);
    verdict->own_line_count = asked->line_count;
    memcpy(verdict->own_line, asked->line, sizeof verdict->own_line);
    verdict->value = verdict->best_value = chance_of_judged(asked, bot, seats, &steep);
    verdict->value_error = duel->asked_error * steep;
    take_best(verdict, asked);
    if (!duel->alone)
        compare(verdict, duel, bot, seats);
}

enum mark verdict_mark(const struct verdict *verdict)
{
    const double loss = verdict->loss;
    if (verdict->forced || verdict->best == MOVE_WAITS) /* a duty forgotten is no merit */
        return MARK_NONE;
    if (verdict->lead >= MARK_MISS_FROM && verdict->lead > MARK_ERRORS * verdict->lead_error)
        return MARK_ONLY;
    if (loss > MARK_ERRORS * verdict->loss_error && loss >= MARK_SLIP_FROM)
        return loss >= MARK_GIFT_FROM ? MARK_GIFT : loss >= MARK_MISS_FROM ? MARK_MISS : MARK_SLIP;
    return verdict->best_proof > 0 && verdict->proof <= 0 ? MARK_SLIP : MARK_NONE;
}

/* ---- the gate ---- */

uint64_t judge_nodes(const struct game *game, int seats)
{
    (void)seats;
    return bot_at(game, 0)->judge_nodes;
}

/* Everything but the number of plies, so that a position read from its text is judged alike. */
static uint64_t seed_of(const struct state *view)
{
    const size_t from = sizeof view->ply;
    return hash_bytes(HASH_START, (const char *)view + from, view->size - from);
}

void judge_move(const struct game *game, const struct state *view, move asked, uint64_t nodes,
                const atomic_bool *stop, void *memory, struct verdict *verdict)
{
    const struct bot *bot = bot_at(game, 0);
    int seat = view->viewer;
    struct moves *moves = memory;
    struct search_rng rng;
    struct duel duel = {0};
    struct question question = {.game = game,
                                .view = view,
                                .skill = bot->usual,
                                .budget = {.nodes = nodes, .stop = stop},
                                .rng = &rng,
                                .memory = memory,
                                .memory_size = JUDGE_MEMORY};
    CHECK(bot->judge && nodes > 0 && state_acts(view, seat));
    CHECK((uintptr_t)memory % _Alignof(max_align_t) == 0);
    CHECK(asked == MOVE_WAITS ? (view->actors & (view->actors - 1)) != 0
                              : game_is_legal(game, view, seat, asked, moves));
    search_rng_init(&rng, seed_of(view));
    bot->judge(&question, asked, &duel);
    CHECK(duel.asked.candidate.move == asked);
    judge_duel(&duel, bot, view->seats, verdict);
}
