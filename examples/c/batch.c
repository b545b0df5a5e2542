/* SPDX-License-Identifier: MIT */
/*
 * Many tables of a game at once, with random legal actions. The number at the end sums up all that
 * was seen; tests/python/test_same.py gets the same one in Python.
 *     cc batch.c $(pkg-config --cflags --libs kufsa) -o batch && ./batch taki
 */
#include <kufsa.h>
#include <stdio.h>
#include <stdlib.h>

enum { TABLES = 64, STEPS = 1000 };

struct run {
    struct kufsa_batch *batch;
    struct kufsa_spec spec;
    struct kufsa_out out;
    int32_t seat[TABLES], action[TABLES];
    uint8_t ended[TABLES];
    float reward[TABLES][2];
    uint64_t random[TABLES]; /* a generator for each table */
    uint64_t seen;
    int games, won;
};

/* One of the actions that the mask allows, or of the moves in the table's list. */
static int32_t choose(struct run *run, const struct kufsa_lists *lists, int table)
{
    const int32_t actions = run->spec.actions;
    uint64_t *random = &run->random[table];
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    if (actions == 0)
        return (int32_t)((*random >> 33) % (lists->first[table + 1] - lists->first[table]));
    const uint8_t *mask = run->out.mask + (size_t)actions * (size_t)table;
    int32_t at = (int32_t)((*random >> 33) % (uint64_t)actions);
    while (!mask[at])
        at = at + 1 < actions ? at + 1 : 0;
    return at;
}

static const char *step(struct run *run)
{
    struct kufsa_lists lists;
    const char *reason = run->spec.actions == 0 ? kufsa_batch_lists(run->batch, &lists) : NULL;
    for (int i = 0; !reason && i < TABLES; i++)
        run->action[i] = choose(run, &lists, i);
    if (!reason)
        reason = kufsa_batch_step(run->batch, run->action, &run->out, NULL);
    for (int i = 0; !reason && i < TABLES; i++) {
        run->games += run->ended[i];
        run->won += run->reward[i][0] > 0;
        run->seen = run->seen * 31 + (uint64_t)run->seat[i];
    }
    for (size_t i = 0; !reason && i < (size_t)run->spec.observation * TABLES; i++)
        run->seen += (i + 1) * run->out.observation[i];
    return reason;
}

int main(int argc, char **argv)
{
    static struct run run;
    struct kufsa_setup setup = {
        .game = argc > 1 ? argv[1] : "cento", .seats = 2, .tables = TABLES, .history = 2};
    uint64_t seeds[TABLES];
    for (int i = 0; i < TABLES; i++)
        seeds[i] = run.random[i] = (uint64_t)i;
    const char *reason = kufsa_batch_new(&setup, &run.batch);
    if (!reason)
        reason = kufsa_batch_spec(run.batch, &run.spec);
    if (!reason) {
        run.out = (struct kufsa_out){.seat = run.seat,
                                     .observation = malloc((size_t)run.spec.observation * TABLES),
                                     .mask = malloc((size_t)run.spec.actions * TABLES + 1),
                                     .reward = run.reward[0],
                                     .terminated = run.ended};
        reason = run.out.observation && run.out.mask
                     ? kufsa_batch_reset(run.batch, seeds, NULL, &run.out)
                     : "library.memory.none";
    }
    for (int i = 0; !reason && i < STEPS; i++)
        reason = step(&run);
    if (reason)
        fprintf(stderr, "%s\n", kufsa_sentence(reason, "en"));
    else
        printf("%d games, seat 0 won %d; %016llx\n", run.games, run.won,
               (unsigned long long)run.seen);
    kufsa_batch_free(run.batch);
    free(run.out.observation);
    free(run.out.mask);
    return reason != NULL;
}
