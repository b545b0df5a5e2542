/* SPDX-License-Identifier: MIT */
/*
 * Is a review true? Reviews records of games between bots and prints, for each player, luck, skill
 * and result; how exactly they add up; and how often those who were given a chance really won.
 *
 *     kufsa arena taki casual casual --games 1000 --records DIR
 *     bench_review [--nodes N] [--sample N] [--fit] DIR/…
 *
 * --sample judges only N choices of each game. That is enough for the chances, and the best use of
 * the time, since choices of one game resemble each other. --fit prints a row for
 * src/bots/curves.c, from what the values were before they became chances.
 */
#include "review/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    TEXT_MAX = 1 << 20,
    PLAYERS_MAX = 16,
    BINS = 10,
    CASES_MAX = 1 << 22,
    ROUNDS = 50,
    BIN_LEAST = 100, /* cases from which a bin counts */
};

struct sample {
    double count, sum, squares;
};

struct player_stats {
    char name[PLAYER_NAME_MAX];
    struct sample luck, skill, result, slips;
    int marks[MARKS];
    double decisions;
};

/* Slips large enough for a mark: what they cost by the judge, and how many were won. */
struct slip_stats {
    struct sample before, after, won;
};

struct chance_case {
    double raw, chance, won;
};

static struct player_stats players[PLAYERS_MAX];
static int player_count;
static struct chance_case *cases;
static size_t case_count;
static struct sample bins[BINS];
static struct slip_stats slips, late_slips; /* late: in the second half of a game */
static double bin_chance[BINS];
static double worst; /* how far a review was from adding up */
static int games, undecided, seats;
static const struct game *game;
static char text[TEXT_MAX];
static struct review review;
static _Alignas(64) char memory[JUDGE_MEMORY];

static void count(struct sample *sample, double value)
{
    sample->count++;
    sample->sum += value;
    sample->squares += value * value;
}

static double mean(const struct sample *sample)
{
    return sample->count > 0 ? sample->sum / sample->count : 0;
}

static double half(const struct sample *sample)
{
    double m = mean(sample), variance = sample->squares / sample->count - m * m;
    return 1.96 * sqrt((variance > 0 ? variance : 0) / sample->count);
}

static struct player_stats *player_named(const char *name)
{
    for (int i = 0; i < player_count; i++)
        if (strcmp(players[i].name, name) == 0)
            return &players[i];
    CHECK(player_count < PLAYERS_MAX);
    snprintf(players[player_count].name, sizeof players[0].name, "%s", name);
    return &players[player_count++];
}

/* ---- one record ---- */

static const char *open_record(const char *name, uint64_t nodes)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        return "cannot be opened";
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    return review_open(&review, text, size, nodes);
}

/* The bot's own value: the inverse of the curve. */
static double raw_of(double chance)
{
    double low = 0, high = 1, steep;
    for (int i = 0; i < ROUNDS; i++) {
        double middle = (low + high) / 2;
        if (chance_of(bot_at(game, 0)->curve, seats, middle, &steep) < chance)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static void count_case(double chance, double won)
{
    int bin = (int)(chance * BINS);
    bin = bin < BINS ? bin : BINS - 1;
    count(&bins[bin], won);
    bin_chance[bin] += chance;
    CHECK(case_count < CASES_MAX);
    cases[case_count++] = (struct chance_case){raw_of(chance), chance, won};
}

static void count_slip_as(struct slip_stats *as, const struct verdict *verdict, double won)
{
    count(&as->before, verdict->best_value);
    count(&as->after, verdict->value);
    count(&as->won, won);
}

static void count_verdict(const struct review_move *judged, double won)
{
    const struct verdict *verdict = &judged->verdict;
    if (!verdict->exact)
        count_case(verdict->best_value, won);
    if (verdict->loss < MARK_SLIP_FROM)
        return;
    count_slip_as(&slips, verdict, won);
    if (judged->ply >= review.walk.count / 2)
        count_slip_as(&late_slips, verdict, won);
}

static void count_review(void)
{
    for (int seat = 0; seat < seats; seat++) {
        const struct review_seat *of = &review.seat[seat];
        struct player_stats *player = player_named(review.record.seats[seat].name);
        double skill = of->others - of->slips;
        double apart = fabs(of->last - of->start - of->luck - skill);
        worst = apart > worst ? apart : worst;
        if (!review.decided)
            continue;
        count(&player->luck, of->luck);
        count(&player->skill, skill);
        count(&player->result, of->last);
        count(&player->slips, of->slips);
        player->decisions += of->decisions - of->forced;
        for (int mark = 0; mark < MARKS; mark++)
            player->marks[mark] += of->marks[mark];
    }
    for (uint32_t i = 0; i < review.count && review.decided; i++)
        if (!review.moves[i].verdict.forced)
            count_verdict(&review.moves[i], review.seat[review.moves[i].seat].last);
}

/* Judges some of the choices, by chance but the same ones each time. */
static void sample_review(int wanted)
{
    struct search_rng rng;
    struct outcome outcome;
    uint32_t left = review.choices;
    int first = 0;
    record_outcome(&review.record, &outcome);
    for (int seat = 0; seat < seats; seat++)
        first += outcome.place[seat] == 1;
    search_rng_init(&rng, review.record.hash);
    for (uint32_t i = 0; i < review.count && wanted > 0 && first > 0; i++) {
        const struct review_move *judged = &review.moves[i];
        if (judged->forced || search_rng_below(&rng, left--) >= (uint32_t)wanted)
            continue;
        wanted--;
        review.judged = i;
        review_step(&review, NULL, memory);
        count_verdict(judged, outcome.place[judged->seat] == 1 ? 1.0 / first : 0);
    }
}

static void review_record(const char *name, uint64_t nodes, int sample)
{
    const char *reason = open_record(name, nodes);
    if (reason) {
        fprintf(stderr, "%s: %s\n", name, reason);
        exit(1);
    }
    game = review.record.game;
    seats = review.record.state.head.seats;
    games++;
    if (sample > 0) {
        sample_review(sample);
        return;
    }
    while (review_step(&review, NULL, memory))
        ;
    review_finish(&review);
    undecided += !review.decided;
    count_review();
}

/* ---- what is printed ---- */

static void print_players(void)
{
    printf("%-24s %8s %18s %18s %18s %8s  slip/miss/gift/only a game\n", "player", "result", "luck",
           "skill", "slips", "choices");
    for (int i = 0; i < player_count; i++) {
        const struct player_stats *p = &players[i];
        double n = p->luck.count > 0 ? p->luck.count : 1;
        printf("%-24s %8.3f %+9.3f ± %.3f  %+9.3f ± %.3f  %9.3f ± %.3f %8.1f ", p->name,
               mean(&p->result), mean(&p->luck), half(&p->luck), mean(&p->skill), half(&p->skill),
               mean(&p->slips), half(&p->slips), p->decisions / n);
        for (int mark = MARK_SLIP; mark < MARKS; mark++)
            printf(" %.2f", p->marks[mark] / n);
        printf("\n");
    }
}

static void print_bins(void)
{
    printf("%-12s %8s %10s %8s %8s\n", "chance", "cases", "predicted", "actual", "apart");
    for (int bin = 0; bin < BINS; bin++) {
        const struct sample *b = &bins[bin];
        double predicted = b->count > 0 ? bin_chance[bin] / b->count : 0;
        printf("%.1f to %.1f   %8.0f %10.3f %8.3f %+8.3f%s\n", bin / 10.0, (bin + 1) / 10.0,
               b->count, predicted, mean(b), b->count > 0 ? mean(b) - predicted : 0,
               b->count < BIN_LEAST ? "  (few)" : "");
    }
}

static void print_slips(const char *name, const struct slip_stats *of)
{
    printf("%s: %.0f; the chance was %.3f before, %.3f after, and %.3f were won\n", name,
           of->won.count, mean(&of->before), mean(&of->after), mean(&of->won));
}

/* ---- fitting ---- */

static double logit(double value)
{
    value = value < 0.01 ? 0.01 : value > 0.99 ? 0.99 : value;
    return log(value / (1 - value));
}

/* Logistic regression of the result on the value's log odds and a term for its bend, by Newton's
 * method with half steps to keep it stable. */
static void fit(double of[3])
{
    for (int round = 0; round < ROUNDS; round++) {
        double slope[3] = {0}, bend[3][4] = {{0}};
        for (size_t i = 0; i < case_count; i++) {
            double x = logit(cases[i].raw), f[3] = {1, x, x * fabs(x)};
            double p = 1 / (1 + exp(-(of[0] + of[1] * f[1] + of[2] * f[2])));
            for (int j = 0; j < 3; j++) {
                slope[j] += (cases[i].won - p) * f[j];
                for (int k = 0; k < 3; k++)
                    bend[j][k] += p * (1 - p) * f[j] * f[k];
            }
        }
        for (int j = 0; j < 3; j++)
            bend[j][3] = slope[j];
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                double part = k == j ? 0 : bend[k][j] / bend[j][j];
                for (int l = 0; l < 4; l++)
                    bend[k][l] -= part * bend[j][l];
            }
        for (int j = 0; j < 3; j++)
            of[j] += bend[j][3] / bend[j][j] / 2;
    }
}

static void print_fit(void)
{
    double of[3] = {0, 1, 0};
    fit(of);
    printf("fit: %.4f + %.4f x + %.4f x|x|\n{0", of[0], of[1], of[2]);
    for (int i = 1; i < CURVE_KNOTS; i++) {
        double x = logit(curve_knots[i] / 1000.0);
        double y = 1000 / (1 + exp(-(of[0] + of[1] * x + of[2] * x * fabs(x))));
        printf(", %.0f", y);
    }
    printf("}\n");
}

int main(int count_of, char **arguments)
{
    uint64_t nodes = 0;
    int sample = 0;
    bool fits = false;
    cases = calloc(CASES_MAX, sizeof *cases);
    CHECK(cases);
    for (int i = 1; i < count_of; i++) {
        if (strcmp(arguments[i], "--fit") == 0)
            fits = true;
        else if (strcmp(arguments[i], "--nodes") == 0 && i + 1 < count_of)
            nodes = strtoull(arguments[++i], NULL, 10);
        else if (strcmp(arguments[i], "--sample") == 0 && i + 1 < count_of)
            sample = atoi(arguments[++i]);
        else
            review_record(arguments[i], nodes, sample);
    }
    printf("%d games, %d undecided; luck + skill = result to %.1e\n", games, undecided, worst);
    print_players();
    print_bins();
    print_slips("slips", &slips);
    print_slips("in the second half", &late_slips);
    if (fits)
        print_fit();
    free(cases);
    return 0;
}
