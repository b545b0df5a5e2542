/* SPDX-License-Identifier: MIT */
/* A question to the strongest player, and its answer, across a thread. */
#define _POSIX_C_SOURCE 200809L
#include "tui/hint.h"

#include <signal.h>
#include <stdlib.h>

#include "tui/line.h"

static void *think(void *context)
{
    struct hint *hint = context;
    struct search_rng rng;
    struct player player = player_at(hint->game, LEVEL_MASTER);
    struct question question = {
        .game = hint->game,
        .view = &hint->view.head,
        .skill = player.skill,
        .budget = {.clock_ms = line_now, .deadline_ms = line_now() + HINT_MS, .stop = &hint->stop},
        .rng = &rng,
        .memory = hint->memory,
        .memory_size = HINT_MEMORY,
    };
    search_rng_init(&rng, (uint64_t)line_now());
    bot_think(player.bot, &question, &hint->advice);
    atomic_store(&hint->done, true);
    return NULL;
}

/* Signals are the screen's to hear. */
static bool start(struct hint *hint)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool started = pthread_create(&hint->thread, NULL, think, hint) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return started;
}

bool hint_ask(struct hint *hint, const struct game *game, const struct state *view, int seat)
{
    hint_drop(hint);
    hint->memory = malloc(HINT_MEMORY);
    if (!hint->memory)
        return false;
    hint->game = game;
    state_copy(&hint->view.head, view);
    hint->view.head.viewer = (int8_t)seat;
    atomic_store(&hint->done, false);
    atomic_store(&hint->stop, false);
    hint->busy = start(hint);
    if (!hint->busy)
        hint_drop(hint);
    return hint->busy;
}

bool hint_ready(struct hint *hint)
{
    if (!hint->busy || !atomic_load(&hint->done))
        return false;
    hint_drop(hint);
    return true;
}

void hint_drop(struct hint *hint)
{
    if (hint->busy) {
        atomic_store(&hint->stop, true);
        pthread_join(hint->thread, NULL);
    }
    hint->busy = false;
    free(hint->memory);
    hint->memory = NULL;
}
