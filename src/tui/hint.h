/* SPDX-License-Identifier: MIT */
/*
 * What the strongest player would do here, thought about on a thread of its own, from the view that
 * the person has: the same at a server's table as at one's own.
 */
#ifndef KUFSA_TUI_HINT_H
#define KUFSA_TUI_HINT_H

#include <pthread.h>

#include "bots/bot.h"

enum { HINT_MS = 1500, HINT_MEMORY = 32 << 20 };

struct hint {
    bool busy; /* a thread is at it */
    pthread_t thread;
    atomic_bool done, stop;
    const struct game *game;
    union any_state view;
    struct advice advice;
    void *memory;
};

/* False: there is no memory, or no thread. */
bool hint_ask(struct hint *, const struct game *, const struct state *view, int seat);

/* Has the answer come? Then it is in `advice`. */
bool hint_ready(struct hint *);

/* Not interested any more; also before the struct goes away. */
void hint_drop(struct hint *);

#endif
