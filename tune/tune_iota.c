/* SPDX-License-Identifier: MIT */
/*
 * Tunes the weights of Iota's rule of thumb by regression on games of self-play.
 *
 *     tune_iota FILE [GAMES [ROUNDS]] ─▶ writes src/bots/iota_weights.h
 *
 * In each round the rule of thumb plays against itself, sometimes choosing another of its better
 * moves. What a move kept and left behind is then fitted, by least squares, to how many more
 * points the seat scores than the other over the next turns. The next round plays with the new
 * weights, mixed with the old ones so that both sides can adapt to each other. The first round
 * starts from points alone. The same arguments give the same file.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/iota_policy.h"

enum {
    GAMES_USUAL = 20000,
    ROUNDS_USUAL = 5,
    TURNS_AHEAD = 3,  /* of both seats, whose points are counted */
    EXPLORE = 300,    /* in a thousand: how often another move is tried */
    TRIED = 12,       /* among this many of the best moves */
    RECORD_MAX = 600, /* moves of a game */
    FEATURES = IOTA_FEATURES_COUNT,
};

#define RIDGE 50.0 /* pulls weights of rare features towards 0 */
#define MIX 0.7    /* how much of a round's result is used */

struct moment {
    double feature[FEATURES];
    int phase, seat;
    int32_t gain;
    bool take; /* the turn continues, so nothing is learned from it */
};

struct fit {
    double square[IOTA_PHASES][FEATURES][FEATURES];
    double product[IOTA_PHASES][FEATURES];
};

static struct fit fit;
static struct moment record[RECORD_MAX];
static struct iota_weights weights;
static struct iota_world world, after;
static struct iota_play plays[IOTA_MOVES_MAX];
static struct iota_choice choices[MOVES_MAX];
static union any_state state;

/* ---- one move ---- */

/* The points of lots given and planned by a play, found with weights that isolate one of them. */
static double feature_of_threes(move m, enum iota_feature which)
{
    static struct iota_weights alone;
    struct iota_eye eye;
    for (int phase = 0; phase < IOTA_PHASES; phase++) {
        alone.weight[phase][IOTA_GIVEN] = which == IOTA_GIVEN;
        alone.weight[phase][IOTA_PLANNED] = which == IOTA_PLANNED;
    }
    iota_eye_init(&eye, &world, &alone);
    int count = iota_board_plays(&world.board, world.hand[world.turn], world.count[world.turn],
                                 &eye.threes, plays);
    for (int i = 0; i < count; i++)
        if (plays[i].move == m)
            return (double)plays[i].threes;
    return 0;
}

static void note(struct moment *moment, move m, int32_t gain)
{
    float feature[FEATURES];
    struct iota_eye eye;
    uint8_t kept[IOTA_HAND];
    int count = 0;
    unsigned used = iota_world_used(&world, m);
    iota_eye_init(&eye, &world, &weights);
    for (int k = 0; k < world.count[world.turn]; k++)
        if ((used >> k & 1) == 0)
            kept[count++] = world.hand[world.turn][k];
    iota_leave_features(&eye, kept, count, feature);
    if (iota_kind(m) == IOTA_PLAY) {
        feature[IOTA_GIVEN] = (float)feature_of_threes(m, IOTA_GIVEN);
        feature[IOTA_PLANNED] = (float)feature_of_threes(m, IOTA_PLANNED);
    }
    for (int i = 0; i < FEATURES; i++)
        moment->feature[i] = (double)feature[i];
    moment->phase = iota_phase(&world);
    moment->seat = world.turn;
    moment->gain = gain;
    moment->take = iota_kind(m) == IOTA_TAKE;
}

/* One of the better moves. */
static struct iota_choice try_other(struct search_rng *rng)
{
    int count = iota_rank(&world, &weights, &after, plays, choices);
    int rank = (int)search_rng_below(rng, TRIED), best = 0;
    for (int i = 0; i <= rank && i < count; i++) {
        best = i;
        for (int j = i + 1; j < count; j++)
            if (choices[j].value > choices[best].value)
                best = j;
        struct iota_choice choice = choices[best];
        choices[best] = choices[i];
        choices[i] = choice;
        best = i;
    }
    if (iota_kind(choices[best].move) == IOTA_TAKE)
        choices[best].gain = 0;
    return choices[best];
}

/* ---- one game ---- */

static int play_game(uint32_t number, struct search_rng *rng)
{
    uint8_t key[CHANCE_KEY_SIZE] = {(uint8_t)number, (uint8_t)(number >> 8),
                                    (uint8_t)(number >> 16), (uint8_t)(number >> 24), 'i'};
    int count = 0;
    const struct game *game = game_find("iota");
    game_init(game, &state.head, 2);
    game_deal(game, &state.head, key);
    iota_world_init(&world, (const struct iota *)&state);
    while (!world.over && count < RECORD_MAX) {
        bool explores = search_rng_below(rng, 1000) < EXPLORE;
        struct iota_choice choice =
            explores ? try_other(rng) : iota_choose(&world, &weights, plays);
        note(&record[count++], choice.move, choice.gain);
        iota_world_play(&world, choice.move, choice.gain);
    }
    return count;
}

/* How many more points than the other the seat scores over the next turns. */
static double lead_ahead(int from, int count)
{
    double lead = 0;
    int turns = 0;
    for (int i = from + 1; i < count; i++) {
        turns += record[i].seat != record[i - 1].seat;
        if (turns > 2 * TURNS_AHEAD)
            break;
        lead += record[i].seat == record[from].seat ? record[i].gain : -record[i].gain;
    }
    return lead;
}

static void learn(int count)
{
    for (int i = 0; i < count; i++) {
        const struct moment *moment = &record[i];
        double lead = lead_ahead(i, count);
        if (moment->take)
            continue;
        for (int a = 0; a < FEATURES; a++) {
            if (fabs(moment->feature[a]) < 1e-12)
                continue;
            fit.product[moment->phase][a] += moment->feature[a] * lead;
            for (int b = 0; b < FEATURES; b++)
                fit.square[moment->phase][a][b] += moment->feature[a] * moment->feature[b];
        }
    }
}

/* ---- the fit ---- */

/* Gauss-Jordan elimination; the ridge makes every pivot positive. */
static void solve(int phase, double *result)
{
    double row[FEATURES][FEATURES + 1];
    for (int i = 0; i < FEATURES; i++) {
        for (int j = 0; j < FEATURES; j++)
            row[i][j] = fit.square[phase][i][j] + (i == j ? RIDGE : 0);
        row[i][FEATURES] = fit.product[phase][i];
    }
    for (int i = 0; i < FEATURES; i++)
        for (int r = 0; r < FEATURES; r++)
            if (r != i) {
                double factor = row[r][i] / row[i][i];
                for (int j = i; j <= FEATURES; j++)
                    row[r][j] -= factor * row[i][j];
            }
    for (int i = 0; i < FEATURES; i++)
        result[i] = row[i][FEATURES] / row[i][i];
}

/* Only differences between moves matter, so keeping nothing is worth 0. */
static void take_over(double mix)
{
    for (int phase = 0; phase < IOTA_PHASES; phase++) {
        double result[FEATURES];
        solve(phase, result);
        for (int kept = IOTA_KEPT_4; kept >= IOTA_KEPT_0; kept--)
            result[kept] -= phase == IOTA_PHASES - 1 ? 0 : result[IOTA_KEPT_0];
        for (int i = 0; i < FEATURES; i++) {
            double old = (double)weights.weight[phase][i];
            weights.weight[phase][i] = (float)(old + mix * (result[i] - old));
        }
    }
}

static void write_weights(FILE *file)
{
    static const char *const meaning[FEATURES] = {
#define MEANING(name, text) text,
        IOTA_FEATURES(MEANING)
#undef MEANING
    };
    fprintf(file, "/* SPDX-License-Identifier: MIT */\n"
                  "/* Made by tune/tune_iota.c, which see. Points, by the phase of the game. */\n"
                  "/* clang-format off */\n"
                  "const struct iota_weights iota_weights_tuned = {{\n");
    for (int phase = 0; phase < IOTA_PHASES; phase++) {
        fprintf(file, "    {\n");
        for (int i = 0; i < FEATURES; i++)
            fprintf(file, "        %.3ff, /* %s */\n", (double)weights.weight[phase][i],
                    meaning[i]);
        fprintf(file, "    },\n");
    }
    fprintf(file, "}};\n");
}

int main(int count, char **word)
{
    if (count < 2) {
        fprintf(stderr, "usage: tune_iota FILE [GAMES [ROUNDS]]\n");
        return 2;
    }
    uint32_t games = count > 2 ? (uint32_t)strtoul(word[2], NULL, 10) : GAMES_USUAL;
    uint32_t rounds = count > 3 ? (uint32_t)strtoul(word[3], NULL, 10) : ROUNDS_USUAL;
    struct search_rng rng;
    search_rng_init(&rng, 1);
    for (uint32_t round = 0; round < rounds; round++) {
        memset(&fit, 0, sizeof fit);
        for (uint32_t i = 0; i < games; i++)
            learn(play_game(round * games + i, &rng));
        take_over(round == 0 ? 1 : MIX);
        fprintf(stderr, "tune_iota: round %" PRIu32 " of %" PRIu32 "\n", round + 1, rounds);
    }
    FILE *file = fopen(word[1], "w");
    if (!file) {
        perror(word[1]);
        return 1;
    }
    write_weights(file);
    return fclose(file) == 0 ? 0 : 1;
}
