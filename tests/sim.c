/* SPDX-License-Identifier: MIT */
/*
 * The simulation as a program: runs, and what it prints about them.
 *
 *     sim [--seed N] [--runs K] [--steps M] [--games iota,taki] [--base] [-v]
 *
 * A run ends when a promise is broken (exit 1), or well. The same seed and steps give the same
 * hash.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sim.h"

enum { STEPS = 60000 };

struct wishes {
    uint64_t seed, runs, steps;
    uint32_t games;
    bool twice;
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void usage(void)
{
    fprintf(stderr, "usage: sim [--seed N] [--runs K] [--steps M] [--games NAME,NAME] [--twice] "
                    "[--base] [-v]\n"
                    "  --seed N   0: from the clock    --twice  each run again: the same hash?\n"
                    "  --base     with a database, and three nodes\n");
    exit(2);
}

static uint32_t read_games(const char *names)
{
    uint32_t games = 0;
    for (int i = 0; game_at(i); i++)
        if (strstr(names, game_at(i)->name))
            games |= 1u << i;
    if (games == 0)
        usage();
    return games;
}

static uint64_t read_number(const char *text)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text == '\0' || *end != '\0')
        usage();
    return number;
}

static struct wishes read_arguments(int count, char **words)
{
    struct wishes wishes = {.seed = 1, .runs = 1, .steps = STEPS, .games = UINT32_MAX};
    for (int i = 1; i < count; i++) {
        const char *word = words[i];
        if (string_equal(word, "-v")) {
            world.talkative = true;
        } else if (string_equal(word, "--twice")) {
            wishes.twice = true;
        } else if (string_equal(word, "--base")) {
            world.with_base = true;
        } else if (i + 1 == count) {
            usage();
        } else if (string_equal(word, "--seed")) {
            wishes.seed = read_number(words[++i]);
        } else if (string_equal(word, "--runs")) {
            wishes.runs = read_number(words[++i]);
        } else if (string_equal(word, "--steps")) {
            wishes.steps = read_number(words[++i]);
        } else if (string_equal(word, "--games")) {
            wishes.games = read_games(words[++i]);
        } else {
            usage();
        }
    }
    if (wishes.seed == 0)
        wishes.seed = (uint64_t)time(NULL);
    return wishes;
}

static void print_run(double took)
{
    const struct counts *counts = &world.counts;
    printf("seed %llu %s steps %llu clients %d tables %llu games %llu events %llu ok %llu refused "
           "%llu crashes %llu faults %llu rivals %llu conflicts %llu comings %llu resyncs %llu "
           "%.1f s hash %016llx\n",
           (unsigned long long)world.seed, world_store(), (unsigned long long)world.step,
           client_count, (unsigned long long)counts->tables, (unsigned long long)counts->finished,
           (unsigned long long)counts->events, (unsigned long long)counts->acknowledged,
           (unsigned long long)counts->refused, (unsigned long long)counts->crashes,
           (unsigned long long)counts->disk_faults, (unsigned long long)counts->rivals,
           (unsigned long long)counts->conflicts, (unsigned long long)counts->reconnects,
           (unsigned long long)counts->resyncs, took, (unsigned long long)world.hash);
    fflush(stdout);
}

static void add_counts(struct counts *sum)
{
    uint64_t *to = (uint64_t *)sum;
    const uint64_t *from = (const uint64_t *)&world.counts;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

static void run_again(const struct wishes *wishes)
{
    uint64_t hash = world.hash, seed = world.seed;
    world_run(seed, wishes->steps, wishes->games);
    if (world.hash != hash)
        broken("seed", "the same seed gave %016llx and %016llx", (unsigned long long)hash,
               (unsigned long long)world.hash);
}

int main(int count, char **words)
{
    struct wishes wishes = read_arguments(count, words);
    struct counts sum = {0};
    bool terminal = isatty(STDERR_FILENO);
    double began = seconds();
    for (uint64_t i = 0; i < wishes.runs; i++) {
        double start = seconds();
        if (terminal && wishes.runs > 1)
            fprintf(stderr, "\r%llu of %llu, %.0f events/s ", (unsigned long long)i,
                    (unsigned long long)wishes.runs, (double)sum.events / (start - began + 1e-9));
        world_run(wishes.seed + i, wishes.steps, wishes.games);
        print_run(seconds() - start);
        add_counts(&sum);
        if (wishes.twice)
            run_again(&wishes);
    }
    double took = seconds() - began;
    if (terminal && wishes.runs > 1)
        fputc('\n', stderr);
    printf(
        "%llu runs from seed %llu: %llu events (%.0f/s), %llu games, %llu acknowledged, %llu "
        "refused (%llu stale), %llu repeated, %llu messages, %.0f MB of views compared, %llu "
        "snapshots, %llu crashes, %llu disk faults, %llu rivals, %llu conflicts, %llu misled, %llu "
        "resyncs, %llu signed out, %llu at doors, %llu reminded, %llu "
        "agreed, %llu replaced, %llu wrong answers, %llu waited, %llu next games, %llu tables "
        "closed, %llu pruned, %llu jumps of the clock\n",
        (unsigned long long)wishes.runs, (unsigned long long)wishes.seed,
        (unsigned long long)sum.events, (double)sum.events / took, (unsigned long long)sum.finished,
        (unsigned long long)sum.acknowledged, (unsigned long long)sum.refused,
        (unsigned long long)sum.stale, (unsigned long long)sum.repeats,
        (unsigned long long)sum.messages, (double)sum.checked_bytes / 1e6,
        (unsigned long long)sum.snapshots, (unsigned long long)sum.crashes,
        (unsigned long long)sum.disk_faults, (unsigned long long)sum.rivals,
        (unsigned long long)sum.conflicts, (unsigned long long)sum.misled,
        (unsigned long long)sum.resyncs, (unsigned long long)sum.moved,
        (unsigned long long)sum.doors, (unsigned long long)sum.nudges,
        (unsigned long long)sum.agreed, (unsigned long long)sum.given,
        (unsigned long long)sum.tries, (unsigned long long)sum.waits,
        (unsigned long long)sum.evenings, (unsigned long long)sum.closed,
        (unsigned long long)sum.pruned, (unsigned long long)sum.jumps);
    return 0;
}
