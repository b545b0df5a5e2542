/* SPDX-License-Identifier: MIT */
/*
 * Tunes the value of a Gobblet position, by logistic regression on games of self-play.
 *
 *     tune_gobblet FILE [SEED [GAMES [ROUNDS]]] ─▶ writes src/bots/gobblet_weights.h
 *
 *     a first guess ─▶ games of short searches, each started with some random moves
 *       ─▶ every quiet position with its result ─▶ weights that predict that ─▶ games …
 *
 * The target for a position is the result of its game, mixed with the score of the search. A line
 * and its mirror image share a weight. Each round learns from its own games and from a random half
 * of the positions of the round before. The same arguments give the same file on machines that add
 * floats in the same way. Takes about eight minutes.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bots/gobblet_search.h"

enum {
    GAMES_USUAL = 15000, /* in a round */
    ROUNDS_USUAL = 4,
    NODES = 600, /* for a move */
    NODES_LAST = 1200,
    PLIES_MAX = 160,
    OPENING_MAX = 8, /* random moves */
    STRAY = 30,      /* in a thousand: how often a later move is random */
    SAMPLES_MAX = 2000000,
    EPOCHS = 6,
    MEMO_ENTRIES = 4096,
    COLUMNS = 98, /* of the file */
};

#define RATE 0.02  /* learning rate, in units of log odds */
#define DECAY 1e-6 /* pulls weights towards 0 */
#define RESULT 0.7 /* weight of the game's result; the rest is for the search's score */
#define BEND 0.9   /* decay of Adam's means */
#define BEND_SQUARE 0.999

struct sample {
    struct board board;
    float target;
};

/* Features: those shared by all kinds of lines, then those of each kind, then counts. */
enum {
    PLAYED = (1 + LINE_KINDS) * LINE_CODES,
    COVERED = PLAYED + 2 * COUNT_INDEXES,
    FEATURES = COVERED + 2 * COUNT_INDEXES,
    FEATURES_OF_ONE = 2 * LINES + 4,
};

static struct sample samples[SAMPLES_MAX];
static struct memo_entry entries[MEMO_ENTRIES];
static float weight[FEATURES], mean[FEATURES], square[FEATURES];
static int code_of[LINE_INDEXES];
static struct gobblet_weights weights;
static struct evaluator evaluator;
static const struct house as_printed;
static struct search search;

/* ---- a first guess ---- */

/* Lines in which only one side has gobblets, by how many and how large. */
static int guess(int code)
{
    static const int worth[SIDE + 1] = {0, 1, 6, 25, 200};
    int count[2] = {0, 0}, size[2] = {0, 0};
    for (; code; code /= 9) {
        int digit = code % 9;
        if (digit > 0) {
            count[digit > SIZES]++;
            size[digit > SIZES] += (digit - 1) % SIZES;
        }
    }
    if (count[0] > 0 && count[1] > 0)
        return size[0] - size[1];
    return count[0] > 0 ? worth[count[0]] + size[0] : -worth[count[1]] - size[1];
}

static void guess_weights(void)
{
    for (int code = 0; code < LINE_CODES; code++)
        weight[code] = (float)guess(code) / EVAL_UNIT;
}

/* ---- shared weights ---- */

static int backwards(int code)
{
    return code % 9 * 729 + code / 9 % 9 * 81 + code / 81 % 9 * 9 + code / 729;
}

static void share_lines(void)
{
    for (unsigned index = 0; index < LINE_INDEXES; index++) {
        int code = line_code(index);
        code_of[index] = code < 0 ? 0 : code < backwards(code) ? code : backwards(code);
    }
}

static void find_features(const struct board *board, int feature[FEATURES_OF_ONE])
{
    uint16_t index[LINES];
    struct surface surface = board_surface(board);
    uint64_t mine = count_sizes(board->mine), theirs = count_sizes(board->theirs);
    line_indexes(&surface, index);
    for (int i = 0; i < LINES; i++) {
        *feature++ = code_of[index[i]];
        *feature++ = (1 + (int)line_kind(i)) * LINE_CODES + code_of[index[i]];
    }
    feature[0] = PLAYED + (int)count_index(mine);
    feature[1] = PLAYED + COUNT_INDEXES + (int)count_index(theirs);
    feature[2] = COVERED + (int)count_index(mine - count_sizes(surface.mine));
    feature[3] = COVERED + COUNT_INDEXES + (int)count_index(theirs - count_sizes(surface.theirs));
}

static int16_t rounded(float w)
{
    float scaled = w * EVAL_UNIT;
    return (int16_t)lrintf(scaled > 3000 ? 3000 : scaled < -3000 ? -3000 : scaled);
}

/* Lines that show four are never looked up: they end the game. */
static void take_over(void)
{
    for (int kind = 0; kind < LINE_KINDS; kind++)
        for (int code = 0; code < LINE_CODES; code++) {
            int shared = code < backwards(code) ? code : backwards(code);
            float particular = weight[(1 + kind) * LINE_CODES + shared];
            weights.line[kind][code] = rounded(weight[shared] + particular);
        }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < COUNT_INDEXES; i++) {
            weights.played[side][i] = rounded(weight[PLAYED + side * COUNT_INDEXES + i]);
            weights.covered[side][i] = rounded(weight[COVERED + side * COUNT_INDEXES + i]);
        }
    evaluator_init(&evaluator, &weights);
}

/* ---- games ---- */

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static bool decides(const struct board *board, act a)
{
    struct board after = board_after(board, a);
    struct surface surface = board_surface(&after);
    return surface.full != 0 || board_win(&after, &surface, as_printed) != NO_ACT;
}

/* Any move that does not lose at once, if there is one. */
static act stray(const struct board *board, const struct surface *surface, struct search_rng *rng)
{
    struct acts acts;
    act a = NO_ACT;
    board_acts(board, surface, as_printed, &acts);
    for (int tries = 0; tries < 100; tries++) {
        a = acts.list[search_rng_below(rng, (uint32_t)acts.count)];
        if (!decides(board, a))
            break;
    }
    return a;
}

/* Leaves the best move in search.root[0]. */
static void think(const struct board *board, const struct surface *surface, uint64_t nodes,
                  struct search_rng *rng)
{
    static struct memo memo;
    struct budget budget = {.nodes = nodes};
    struct acts acts;
    memo_init(&memo, entries, sizeof entries, MEMO_ENTRIES);
    search.evaluator = &evaluator;
    search.memo = &memo;
    meter_init(&search.meter, &budget, UINT32_MAX);
    search_begin(&search, board, as_printed);
    board_acts(board, surface, as_printed, &acts);
    for (int i = acts.count; i > 0; i--) {
        int other = (int)search_rng_below(rng, (uint32_t)i);
        search_add(&search, acts.list[other]);
        acts.list[other] = acts.list[i - 1];
    }
    search_run(&search, 1, DEPTH_MAX);
}

struct game_record {
    int plies, first; /* moves before the last stray move are not learned from */
    struct board board[PLIES_MAX];
    bool quiet[PLIES_MAX];
    int score[PLIES_MAX];
};

/* Who won, from the view of the side to move in the last position: 1, 0, or -1 for neither. */
static int play_game(struct game_record *game, uint64_t nodes, struct search_rng *rng)
{
    struct board board = {0, 0};
    int opening = (int)search_rng_below(rng, OPENING_MAX + 1);
    game->first = 0;
    for (game->plies = 0; game->plies < PLIES_MAX; game->plies++) {
        int ply = game->plies;
        struct surface surface = board_surface(&board);
        act a = board_win(&board, &surface, as_printed);
        game->board[ply] = board;
        game->quiet[ply] = false;
        if (a)
            return 1;
        if (ply < opening || search_rng_below(rng, 1000) < STRAY) {
            a = stray(&board, &surface, rng);
            game->first = ply + 1;
        } else {
            think(&board, &surface, nodes, rng);
            a = search.root[0].act;
            game->score[ply] = search.root[0].score;
            game->quiet[ply] = !board_threatened(&board, &surface, as_printed);
        }
        board = board_after(&board, a);
        surface = board_surface(&board);
        if (surface.full)
            return 0; /* it had to uncover a line */
    }
    return -1;
}

static int add_samples(const struct game_record *game, int winner, int count)
{
    int last = game->plies < PLIES_MAX ? game->plies : PLIES_MAX - 1;
    for (int ply = game->first; ply <= last && count < SAMPLES_MAX; ply++) {
        if (!game->quiet[ply])
            continue;
        bool same = (last - ply) % 2 == 0;
        double result = winner < 0 ? 0.5 : same == (winner == 1) ? 1 : 0;
        double thought = logistic((double)game->score[ply] / EVAL_UNIT);
        double target = RESULT * result + (1 - RESULT) * thought;
        samples[count++] = (struct sample){game->board[ply], (float)target};
    }
    return count;
}

/* ---- learning ---- */

/* One step of Adam for the features of one position; a feature's means change only when it occurs,
 * so rare ones learn at their own pace. */
static double learn(const struct sample *sample, float rate)
{
    int feature[FEATURES_OF_ONE];
    float sum = 0;
    find_features(&sample->board, feature);
    for (int i = 0; i < FEATURES_OF_ONE; i++)
        sum += weight[feature[i]];
    float expected = (float)logistic(sum), slope = expected - sample->target;
    for (int i = 0; i < FEATURES_OF_ONE; i++) {
        int f = feature[i];
        mean[f] = (float)BEND * mean[f] + (float)(1 - BEND) * slope;
        square[f] = (float)BEND_SQUARE * square[f] + (float)(1 - BEND_SQUARE) * slope * slope;
        weight[f] -= rate * (mean[f] / (sqrtf(square[f]) + 0.05f) + (float)DECAY * weight[f]);
    }
    double bounded = expected < 1e-6f ? 1e-6 : expected > 1 - 1e-6f ? 1 - 1e-6 : expected;
    return -(sample->target * log(bounded) + (1 - sample->target) * log(1 - bounded));
}

static void fit(int count, struct search_rng *rng)
{
    memset(mean, 0, sizeof mean);
    memset(square, 0, sizeof square);
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        double loss = 0;
        float rate =
            (float)RATE * (float)(EPOCHS - epoch) * (float)(EPOCHS - epoch) / (EPOCHS * EPOCHS);
        for (int i = count - 1; i > 0; i--) {
            int other = (int)search_rng_below(rng, (uint32_t)i + 1);
            struct sample sample = samples[i];
            samples[i] = samples[other];
            samples[other] = sample;
        }
        for (int i = 0; i < count; i++)
            loss += learn(&samples[i], rate);
        fprintf(stderr, "  epoch %d: loss %.5f\n", epoch + 1, loss / count);
    }
}

/* ---- the file ---- */

/* As many per row as its columns hold. */
static void write_numbers(FILE *file, const int16_t *numbers, int count)
{
    int column = fprintf(file, "{");
    for (int i = 0; i < count; i++) {
        int digits = snprintf(NULL, 0, "%d,", numbers[i]);
        if (column + digits > COLUMNS) {
            fprintf(file, "\n");
            column = 0;
        }
        column += fprintf(file, "%d,", numbers[i]);
    }
    fprintf(file, "},\n");
}

static bool write_file(const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "/* SPDX-License-Identifier: MIT */\n"
                  "/* Gobblet's weights, made by tune/tune_gobblet.c: do not edit. */\n"
                  "/* clang-format off */\n"
                  "const struct gobblet_weights gobblet_weights = {\n{\n");
    for (int kind = 0; kind < LINE_KINDS; kind++)
        write_numbers(file, weights.line[kind], LINE_CODES);
    fprintf(file, "},\n{\n");
    for (int side = 0; side < 2; side++)
        write_numbers(file, weights.played[side], COUNT_INDEXES);
    fprintf(file, "},\n{\n");
    for (int side = 0; side < 2; side++)
        write_numbers(file, weights.covered[side], COUNT_INDEXES);
    fprintf(file, "},\n};\n/* clang-format on */\n");
    return fclose(file) == 0;
}

static uint64_t argument(int count, char **words, int at, uint64_t usual)
{
    return count > at ? strtoull(words[at], NULL, 10) : usual;
}

int main(int count, char **words)
{
    static struct game_record game;
    struct search_rng rng;
    int kept = 0;
    if (count < 2) {
        fprintf(stderr, "usage: tune_gobblet FILE [SEED [GAMES [ROUNDS]]]\n");
        return 2;
    }
    uint64_t games = argument(count, words, 3, GAMES_USUAL);
    uint64_t rounds = argument(count, words, 4, ROUNDS_USUAL);
    search_rng_init(&rng, argument(count, words, 2, 1));
    share_lines();
    guess_weights();
    take_over();
    for (uint64_t round = 0; round < rounds; round++) {
        int found = kept; /* from the round before */
        for (uint64_t i = 0; i < games; i++) {
            int winner = play_game(&game, round + 1 < rounds ? NODES : NODES_LAST, &rng);
            found = add_samples(&game, winner, found);
            if (i % 500 == 0)
                fprintf(stderr, "\rround %" PRIu64 ": game %" PRIu64 ", %d positions ", round + 1,
                        i, found);
        }
        fprintf(stderr, "\n");
        fit(found, &rng);
        take_over();
        kept = found / 2; /* a random half: they have been shuffled */
    }
    return write_file(words[1]) ? 0 : 1;
}
