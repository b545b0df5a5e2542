/* SPDX-License-Identifier: MIT */
/*
 * Tunes Cento Multi's rule of thumb by the cross-entropy method and writes its table of weights.
 *
 *     tune_cento FILE [SEED [GENERATIONS]]        FILE is src/bots/cento_weights.h
 *
 *     a normal distribution for each weight ─▶ candidates ─▶ each plays the same deals from every
 *       seat ─▶ the best give the next distribution … ─▶ the mean of the last ones is written
 *
 * Each table size is tuned separately. Half of the deals are played against the rule set by hand,
 * half against the mean of the previous generation. The same seed gives the same file on every
 * machine that adds floats in the same way. Takes three minutes on an idle machine.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/cento_policy.h"

enum {
    CANDIDATES = 48,
    ELITE = 10,
    GENERATIONS = 40,
    AVERAGED = 8, /* the last generations, whose mean is written */
    GAMES = 2000, /* for a candidate in a generation, all deals from all seats */
    PLIES = 600,
};

#define LEARNING 0.6 /* how much of the way to the elite each generation goes */
#define SPREAD_START 1.5
#define SPREAD_MIN 0.08
#define RUNS_OUT 100.0F /* a sure win needs no tuning */

static const int table_seats[CENTO_TABLES] = {2, 3, 4};

static const char *const feature_names[] = {
#define FEATURE_NAME(name) "CENTO_" #name,
    CENTO_FEATURES(FEATURE_NAME)
#undef FEATURE_NAME
};

struct candidate {
    struct cento_weights weights;
    double fitness;
};

struct tuner {
    const struct game *game;
    struct search_rng rng;
    int table;
    struct cento_weights mean;
    double centre[CENTO_FEATURES_COUNT], spread[CENTO_FEATURES_COUNT];
    double total[CENTO_TABLES][CENTO_FEATURES_COUNT]; /* sum of the last centres */
    struct candidate candidates[CANDIDATES];
};

static double uniform(struct search_rng *rng)
{
    return ((double)(search_rng_next(rng) >> 11) + 0.5) / 9007199254740992.0; /* 2^53 */
}

/* The Box-Muller transform. */
static double normal(struct search_rng *rng)
{
    double radius = sqrt(-2 * log(uniform(rng)));
    return radius * cos(6.283185307179586 * uniform(rng));
}

/* ---- games ---- */

static double play(const struct tuner *t, uint64_t deal, int hero,
                   const struct cento_weights *weights, const struct cento_weights *others)
{
    union any_state state;
    uint8_t key[CHANCE_KEY_SIZE] = {0};
    struct cento_style mine = {weights, 0}, theirs = {others, 0};
    memcpy(key, &deal, sizeof deal);
    game_init(t->game, &state.head, table_seats[t->table]);
    game_deal(t->game, &state.head, key);
    for (int ply = 0; ply < PLIES && !state_over(&state.head); ply++) {
        int seat = __builtin_ctz(state.head.actors);
        move m = cento_choose(seat == hero ? &mine : &theirs, &state.head, seat, NULL, NULL);
        t->game->apply(&state.head, seat, m, NULL);
    }
    return cento_value(&mine, &state.head, hero);
}

static double measure(const struct tuner *t, uint64_t first_deal, int deals,
                      const struct cento_weights *weights, const struct cento_weights *even,
                      const struct cento_weights *odd)
{
    int seats = table_seats[t->table];
    double total = 0;
    for (int i = 0; i < deals; i++)
        for (int hero = 0; hero < seats; hero++)
            total += play(t, first_deal + (uint64_t)i, hero, weights, i % 2 == 0 ? even : odd);
    return total / deals / seats;
}

/* ---- generations ---- */

static int fitter_first(const void *a, const void *b)
{
    double x = ((const struct candidate *)a)->fitness, y = ((const struct candidate *)b)->fitness;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void make_candidates(struct tuner *t)
{
    for (int i = 0; i < CANDIDATES; i++) {
        float *of = t->candidates[i].weights.of[t->table];
        for (int f = 0; f < CENTO_FEATURES_COUNT; f++)
            of[f] = (float)(t->centre[f] + t->spread[f] * normal(&t->rng));
        of[CENTO_RUNS_OUT] = RUNS_OUT;
    }
}

static void learn(struct tuner *t, double warmth)
{
    for (int f = 0; f < CENTO_FEATURES_COUNT; f++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < ELITE; i++) {
            double x = (double)t->candidates[i].weights.of[t->table][f];
            sum += x;
            squares += x * x;
        }
        double mean = sum / ELITE, variance = squares / ELITE - mean * mean;
        double spread = sqrt(variance > 0 ? variance : 0) + 0.1 * warmth;
        t->centre[f] += LEARNING * (mean - t->centre[f]);
        t->spread[f] += LEARNING * (spread - t->spread[f]);
        if (t->spread[f] < SPREAD_MIN)
            t->spread[f] = SPREAD_MIN;
        t->mean.of[t->table][f] = (float)t->centre[f];
    }
}

static void tune_table(struct tuner *t, int table, int generations)
{
    t->table = table;
    t->mean = cento_by_hand;
    for (int f = 0; f < CENTO_FEATURES_COUNT; f++) {
        t->centre[f] = (double)cento_by_hand.of[table][f];
        t->spread[f] = SPREAD_START;
        t->total[table][f] = 0;
    }
    for (int g = 0; g < generations; g++) {
        uint64_t deal = search_rng_next(&t->rng);
        int deals = GAMES / table_seats[table];
        make_candidates(t);
        for (int i = 0; i < CANDIDATES; i++)
            t->candidates[i].fitness =
                measure(t, deal, deals, &t->candidates[i].weights, &cento_by_hand, &t->mean);
        qsort(t->candidates, CANDIDATES, sizeof *t->candidates, fitter_first);
        learn(t, 1 - (double)g / generations);
        for (int f = 0; f < CENTO_FEATURES_COUNT && g >= generations - AVERAGED; f++)
            t->total[table][f] += t->centre[f];
        fprintf(stderr, "tune_cento: %d seats, generation %d of %d: %.4f\n", table_seats[table],
                g + 1, generations,
                measure(t, deal, deals, &t->mean, &cento_by_hand, &cento_by_hand));
    }
}

/* ---- the table ---- */

static void write_weights(FILE *file, const struct tuner *t, uint64_t seed, int generations)
{
    int averaged = generations < AVERAGED ? generations : AVERAGED;
    fprintf(file,
            "/* SPDX-License-Identifier: MIT */\n"
            "/* Made by tune/tune_cento.c, seed %" PRIu64 ", %d generations: do not edit. */\n"
            "#include \"bots/cento_policy.h\"\n\n"
            "const struct cento_weights cento_tuned = {{\n",
            seed, generations);
    for (int table = 0; table < CENTO_TABLES; table++) {
        fprintf(file, "    {\n");
        for (int f = 0; f < CENTO_FEATURES_COUNT; f++)
            fprintf(file, "        [%s] = %.3fF,\n", feature_names[f],
                    t->total[table][f] / averaged);
        fprintf(file, "    },\n");
    }
    fprintf(file, "}};\n");
}

/* The file is opened last, so stopping this halfway keeps the old one. */
int main(int count, char **arguments)
{
    static struct tuner t;
    uint64_t seed = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    int generations = count > 3 ? (int)strtol(arguments[3], NULL, 10) : GENERATIONS;
    if (count < 2 || generations < 1) {
        fprintf(stderr, "usage: tune_cento FILE [SEED [GENERATIONS]]\n");
        return 2;
    }
    t.game = game_find("cento");
    for (int table = 0; table < CENTO_TABLES; table++) {
        search_rng_init(&t.rng, seed);
        tune_table(&t, table, generations);
    }
    FILE *file = fopen(arguments[1], "w");
    if (!file) {
        fprintf(stderr, "tune_cento: cannot write %s\n", arguments[1]);
        return 1;
    }
    write_weights(file, &t, seed, generations);
    return fclose(file) == 0 ? 0 : 1;
}
