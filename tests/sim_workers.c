/* SPDX-License-Identifier: MIT */
/*
 * src/think/workers.h without threads: an answer comes after a while of simulated time. Some are
 * really thought about; the others are a random legal move, which must work as well, or sometimes
 * nothing, or nonsense.
 */
#include <stdlib.h>

#include "base/check.h"
#include "sim.h"

enum { NODES_MAX = 150, SLOW_MS = 3000 };

struct workers {
    struct process *process;
    struct thought *asked, **asked_last;
    struct thought *done, **done_last;
    int under_way;
};

static struct advice advice;
static struct moves legal;
static _Alignas(64) uint8_t memory[BOT_MEMORY_MIN];

struct workers *workers_new(int threads, size_t bytes, void (*wake)(void *context), void *context)
{
    struct workers *workers = calloc(1, sizeof *workers);
    (void)threads, (void)bytes, (void)wake;
    CHECK(workers);
    workers->process = context;
    workers->asked_last = &workers->asked;
    workers->done_last = &workers->done;
    return workers;
}

static void free_list(struct thought *thought)
{
    while (thought) {
        struct thought *next = thought->next;
        free(thought);
        thought = next;
    }
}

void workers_free(struct workers *workers)
{
    free_list(workers->asked);
    free_list(workers->done);
    free(workers);
}

struct thought *workers_begin(struct workers *workers)
{
    if (workers->under_way >= world.weather.queue)
        return NULL;
    struct thought *thought = calloc(1, sizeof *thought);
    CHECK(thought);
    workers->under_way++;
    return thought;
}

void workers_ask(struct workers *workers, struct thought *thought)
{
    const struct process *process = workers->process;
    *workers->asked_last = thought;
    workers->asked_last = &thought->next;
    world_at(by_chance(20) ? SLOW_MS : 1 + below(100), AT_THOUGHT, (uint32_t)process->index,
             process->life);
}

bool is_idle_move(const char *text)
{
    return string_equal(text, "draw") || string_equal(text, "pass") ||
           strncmp(text, "trade", 5) == 0;
}

static void think(struct thought *thought)
{
    struct player player = thought_player(thought);
    struct search_rng rng;
    struct question question = {
        .budget = {.nodes = 1 + below(NODES_MAX)},
        .rng = &rng,
        .memory = memory,
        .memory_size = sizeof memory,
    };
    search_rng_init(&rng, search_rng_next(&world.rng));
    thought_answer(thought, &player, &question, &advice);
}

static void choose(struct thought *thought)
{
    int count = game_legal(thought->game, &thought->view.head, thought->seat, &legal);
    CHECK(count > 0);
    for (int tries = 0; tries < 4; tries++) {
        char buffer[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        thought->best = legal.list[below((uint32_t)count)];
        thought->game->write_move(&thought->view.head, thought->best, &text);
        if (!is_idle_move(buffer))
            break;
    }
    if (!world.weather.calm && by_chance(10))
        thought->best ^= (move)1 << below(20);
    if (thought->best == 0) /* which has a meaning: others may go first */
        thought->best = 1;
}

void workers_thought(struct workers *workers)
{
    struct thought *thought = workers->asked;
    CHECK(thought);
    workers->asked = thought->next;
    if (!workers->asked)
        workers->asked_last = &workers->asked;
    thought->next = NULL;
    if (!atomic_load(&thought->stop)) {
        if ((int)below(100) < world.weather.thinkers)
            think(thought);
        else
            choose(thought);
    }
    *workers->done_last = thought;
    workers->done_last = &thought->next;
}

struct thought *workers_answer(struct workers *workers)
{
    struct thought *thought = workers->done;
    if (!thought)
        return NULL;
    workers->done = thought->next;
    if (!workers->done)
        workers->done_last = &workers->done;
    return thought;
}

void workers_end(struct workers *workers, struct thought *thought)
{
    workers->under_way--;
    free(thought);
}

int workers_busy(struct workers *workers)
{
    return workers->under_way;
}
