/* SPDX-License-Identifier: MIT */
/*
 * What the strongest player would do here. It thinks on its own thread, from the view that the
 * person has: the same at a server's table as at a local one.
 */
#ifndef KUFSA_THINK_HINT_H
#define KUFSA_THINK_HINT_H

#include "think/workers.h"

enum { HINT_MS = 1500, HINT_MEMORY = 32 << 20 };

struct hint {
    struct workers *workers; /* NULL: no question is open */
    struct advice advice;
};

/* False: no memory, or no thread. */
bool hint_ask(struct hint *, const struct game *, const struct state *view, int seat);

/* Has the answer arrived? Then it is in `advice`. */
bool hint_ready(struct hint *);

/* Cancels the question. Call it before the struct goes away. */
void hint_drop(struct hint *);

#endif
