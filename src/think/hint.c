/* SPDX-License-Identifier: MIT */
/* Asks the strongest player on another thread, and takes its answer. */
#include "think/hint.h"

#include "base/text.h"

bool hint_ask(struct hint *hint, const struct game *game, const struct state *view, int seat)
{
    struct text level;
    hint_drop(hint);
    hint->workers = workers_new(1, HINT_MEMORY, NULL, NULL);
    struct thought *thought = hint->workers ? workers_begin(hint->workers) : NULL;
    if (!thought) {
        hint_drop(hint);
        return false;
    }
    thought->game = game;
    thought->seat = seat;
    state_copy(&thought->view.head, view);
    thought->view.head.viewer = (int8_t)seat;
    text_init(&level, thought->level, sizeof thought->level);
    text_string(&level, level_name(LEVEL_MASTER));
    thought->tireless = true;
    thought->millis = HINT_MS;
    thought->advice = &hint->advice;
    workers_ask(hint->workers, thought);
    return true;
}

bool hint_ready(struct hint *hint)
{
    struct thought *thought = hint->workers ? workers_answer(hint->workers) : NULL;
    if (!thought)
        return false;
    workers_end(hint->workers, thought);
    hint_drop(hint);
    return true;
}

void hint_drop(struct hint *hint)
{
    workers_free(hint->workers);
    hint->workers = NULL;
}
