/* SPDX-License-Identifier: MIT */
/*
 * A thread on which the bots of a local table think, so that the screen never waits. It has one
 * question at a time.
 */
#ifndef KUFSA_TUI_THINKER_H
#define KUFSA_TUI_THINKER_H

#include "bots/bot.h"
#include "match/match.h"

struct thinker;

struct thinker_question {
    const struct game *game;
    int seat;
    uint32_t version; /* the caller's */
    bool again;       /* the seat moved last, and may still do something */
    char level[LEVEL_NAME_MAX];
    union any_state view;
    move best; /* the answer; 0: it lets others go first */
};

struct thinker *thinker_new(void); /* NULL: there is no memory, or no thread */
void thinker_free(struct thinker *);

int thinker_fd(const struct thinker *); /* can be read when there is an answer */
bool thinker_busy(struct thinker *);

/* Asks; it must not be busy. */
void thinker_ask(struct thinker *, const struct thinker_question *);

/* Nobody waits for the answer any more; it comes soon, and is to be taken all the same. */
void thinker_hurry(struct thinker *);

/* The answer, once. False: not yet. */
bool thinker_answer(struct thinker *, struct thinker_question *);

#endif
