/* SPDX-License-Identifier: MIT */
/*
 * Tunes the rule of thumb for Super Taki by the cross-entropy method and writes its weights:
 *
 *     tune_taki [--seed N] [--generations N] [--deals N] [FILE]     (src/bots/taki_weights.h)
 *
 * For two, three and four seats in turn: weights are drawn around a mean; each set plays the same
 * deals in every seat, half of them against the rule set by hand and half against the mean; the
 * best quarter gives the next mean and spread. The same seed gives the same weights.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/taki_policy.h"

enum {
    POPULATION = 40,
    ELITE = 10,
    GENERATIONS = 60,
    DEALS = 1200, /* in a generation; each is played in every seat */
    PLIES_MOST = 2000,
};

#define SPREAD_FIRST 1.0
#define SPREAD_LEAST 0.08
#define KEEP 0.4 /* how much of the old mean and spread remains */

struct person {
    double weight[TAKI_WEIGHTS];
    double score;
};

struct tuning {
    const struct game *game;
    struct search_rng rng;
    int seats, generations, deals;
    double mean[TAKI_WEIGHTS], spread[TAKI_WEIGHTS];
    struct person people[POPULATION];
    struct taki_weights mine, theirs;
};

static union any_state state;

/* ---- a game ---- */

static void deal(struct tuning *tuning, uint64_t number)
{
    struct search_rng keys;
    uint8_t key[CHANCE_KEY_SIZE];
    search_rng_init(&keys, number);
    for (int i = 0; i < CHANCE_KEY_SIZE; i++)
        key[i] = (uint8_t)search_rng_below(&keys, UINT8_MAX + 1);
    game_init(tuning->game, &state.head, tuning->seats);
    state.head.option[OPTION_CALL] = CALL_AUTO;
    game_deal(tuning->game, &state.head, key);
}

/* Does the seat that plays with `mine` win? The rule uses nothing that its seat cannot see, so it
 * can be given the truth. */
static bool wins(struct tuning *tuning, uint64_t number, int seat,
                 const struct taki_weights *theirs)
{
    struct outcome outcome;
    deal(tuning, number);
    for (int ply = 0; ply < PLIES_MOST && !state_over(&state.head); ply++) {
        int actor = __builtin_ctz(state.head.actors);
        const struct taki_weights *weights = actor == seat ? &tuning->mine : theirs;
        move chosen = taki_choose(weights, &state.head, actor, NULL, NULL);
        tuning->game->apply(&state.head, actor, chosen, NULL);
    }
    tuning->game->tally(&state.head, &outcome);
    return state_over(&state.head) && outcome.place[seat] == 1;
}

/* ---- a generation ---- */

static double uniform(struct search_rng *rng)
{
    return ((double)(search_rng_next(rng) >> 11) + 0.5) / 9007199254740992.0; /* 2^53 */
}

static double normal(struct search_rng *rng)
{
    double radius = sqrt(-2 * log(uniform(rng)));
    return radius * cos(2 * 3.14159265358979323846 * uniform(rng));
}

static void set_weights(struct taki_weights *weights, int table, const double *from)
{
    for (int i = 0; i < TAKI_WEIGHTS; i++)
        weights->table[table][i] = (float)from[i];
}

/* Every second one is the mirror image of its neighbour, which balances the sample. */
static void draw_people(struct tuning *tuning)
{
    for (int i = 0; i < POPULATION; i++)
        for (int k = 0; k < TAKI_WEIGHTS; k++) {
            double away = tuning->spread[k] * normal(&tuning->rng);
            tuning->people[i].weight[k] =
                i % 2 ? 2 * tuning->mean[k] - tuning->people[i - 1].weight[k]
                      : tuning->mean[k] + away;
        }
}

static double measure(struct tuning *tuning, const double *weight, uint64_t first)
{
    int won = 0;
    set_weights(&tuning->mine, taki_table(tuning->seats), weight);
    for (int i = 0; i < tuning->deals; i++)
        for (int seat = 0; seat < tuning->seats; seat++)
            won += wins(tuning, first + (uint64_t)i, seat, i % 2 ? &tuning->theirs : &taki_by_hand);
    return (double)won / tuning->deals / tuning->seats;
}

static int by_score(const void *a, const void *b)
{
    double x = ((const struct person *)a)->score, y = ((const struct person *)b)->score;
    return (x < y) - (x > y);
}

static void learn(struct tuning *tuning)
{
    qsort(tuning->people, POPULATION, sizeof *tuning->people, by_score);
    for (int k = 0; k < TAKI_WEIGHTS; k++) {
        double sum = 0, square = 0;
        for (int i = 0; i < ELITE; i++)
            sum += tuning->people[i].weight[k];
        double mean = sum / ELITE;
        for (int i = 0; i < ELITE; i++)
            square += (tuning->people[i].weight[k] - mean) * (tuning->people[i].weight[k] - mean);
        double spread = sqrt(square / ELITE);
        spread = spread > SPREAD_LEAST ? spread : SPREAD_LEAST;
        tuning->mean[k] = KEEP * tuning->mean[k] + (1 - KEEP) * mean;
        tuning->spread[k] = KEEP * tuning->spread[k] + (1 - KEEP) * spread;
    }
}

static void tune(struct tuning *tuning)
{
    int table = taki_table(tuning->seats);
    for (int k = 0; k < TAKI_WEIGHTS; k++) {
        tuning->mean[k] = (double)taki_by_hand.table[table][k];
        tuning->spread[k] = SPREAD_FIRST;
    }
    for (int generation = 0; generation < tuning->generations; generation++) {
        uint64_t first = search_rng_next(&tuning->rng);
        set_weights(&tuning->theirs, table, tuning->mean);
        draw_people(tuning);
        double sum = 0;
        for (int i = 0; i < POPULATION; i++) {
            tuning->people[i].score = measure(tuning, tuning->people[i].weight, first);
            sum += tuning->people[i].score;
        }
        learn(tuning);
        fprintf(stderr, "\r%d seats, generation %d of %d: %.1f %%, the best %.1f %%  ",
                tuning->seats, generation + 1, tuning->generations, 100 * sum / POPULATION,
                100 * tuning->people[0].score);
    }
    fprintf(stderr, "\n");
    set_weights(&tuning->theirs, table, tuning->mean);
}

/* ---- the table ---- */

static void write_weights(FILE *file, const struct taki_weights *weights)
{
    fputs(
        "/* SPDX-License-Identifier: MIT */\n"
        "/* Made by tune/tune_taki.c: the weights of taki_policy.h for two, three and more seats.\n"
        " */\n"
        "#ifndef KUFSA_BOTS_TAKI_WEIGHTS_H\n"
        "#define KUFSA_BOTS_TAKI_WEIGHTS_H\n\n"
        "/* clang-format off */\n"
        "#define TAKI_TUNED {{ \\\n",
        file);
    for (int table = 0; table < TAKI_TABLES; table++) {
        fputs("    { \\\n", file);
        for (int k = 0; k < TAKI_WEIGHTS; k++)
            fprintf(file, "%s%.3ff,%s", k % 8 ? " " : "        ", (double)weights->table[table][k],
                    k % 8 == 7 || k == TAKI_WEIGHTS - 1 ? " \\\n" : "");
        fputs("    }, \\\n", file);
    }
    fputs("}}\n/* clang-format on */\n\n#endif\n", file);
}

static bool read_arguments(int count, char **words, struct tuning *tuning, const char **path)
{
    uint64_t seed = 1;
    for (int i = 1; i < count; i++) {
        const char *word = words[i];
        bool named = word[0] == '-' && i + 1 < count;
        uint64_t number = named ? strtoull(words[i + 1], NULL, 10) : 0;
        if (!named && word[0] != '-')
            *path = word;
        else if (named && strcmp(word, "--seed") == 0)
            seed = number;
        else if (named && strcmp(word, "--generations") == 0)
            tuning->generations = (int)number;
        else if (named && strcmp(word, "--deals") == 0)
            tuning->deals = (int)number;
        else
            return false;
        i += named;
    }
    search_rng_init(&tuning->rng, seed);
    return true;
}

int main(int count, char **words)
{
    static struct tuning tuning = {.generations = GENERATIONS, .deals = DEALS};
    const char *path = "src/bots/taki_weights.h";
    int deals;
    if (!read_arguments(count, words, &tuning, &path)) {
        fprintf(stderr, "usage: tune_taki [--seed N] [--generations N] [--deals N] [FILE]\n");
        return 2;
    }
    tuning.game = game_find("taki");
    tuning.theirs = taki_by_hand;
    deals = tuning.deals;
    for (int seats = 2; seats < 2 + TAKI_TABLES; seats++) {
        tuning.seats = seats;
        tuning.deals = deals * 4 / (seats + 2); /* so every table size costs about the same */
        tune(&tuning);
    }
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        return 1;
    }
    write_weights(file, &tuning.theirs);
    return fclose(file) == 0 ? 0 : 1;
}
