/* SPDX-License-Identifier: MIT */
/*
 * Clocks of a match. Time is whatever the caller says it is: milliseconds since a moment of the
 * caller's choice, never negative and never going backwards. Several clocks may run at once, since
 * several seats may be able to act.
 *
 * Per move, a seat that may act has a fixed time, which starts again after each of its own moves.
 * Per game, each seat has its own time for all its moves and gets the increment for each of them.
 */
#ifndef KUFSA_MATCH_CLOCK_H
#define KUFSA_MATCH_CLOCK_H

#include "rules/game.h"

enum clock_kind { CLOCK_OFF, CLOCK_MOVE, CLOCK_GAME };
enum { CLOCK_KINDS = CLOCK_GAME + 1 };
extern const char *const clock_names[CLOCK_KINDS];

enum { CLOCK_MILLIS_MAX = 7 * 24 * 3600 * 1000 }; /* a week */

#define CLOCK_NEVER INT64_MAX

struct clock {
    enum clock_kind kind;
    int32_t millis;    /* for a move, or for the game */
    int32_t increment; /* per game: added for each move made */
    uint16_t running;  /* bit s: the clock of seat s runs */
    bool paused;
    int64_t since;           /* elapsed time is charged up to here */
    int64_t left[SEATS_MAX]; /* at `since`; never below 0 */
};

/* NULL, or why these settings are not a clock: "match.clock.range". */
const char *clock_check(enum clock_kind, int64_t millis, int64_t increment);

void clock_init(struct clock *, enum clock_kind, int32_t millis, int32_t increment, int64_t now);

/* From now on these clocks run and no others. Per move, one that was not running starts with its
 * full time. */
void clock_run(struct clock *, uint16_t seats, int64_t now);

/* A seat has moved in time: it gets the increment, or the full time of a move. */
void clock_moved(struct clock *, int seat, int64_t now);

void clock_pause(struct clock *, bool paused, int64_t now);

int64_t clock_left(const struct clock *, int seat, int64_t now); /* 0: it has run out */
uint16_t clock_fallen(const struct clock *, int64_t now); /* those running that are out of time */
/* Of those running, the one that runs out first; NO_SEAT if none is running. */
int clock_first(const struct clock *);
int64_t clock_next(const struct clock *); /* when the next one runs out, or never */

#endif
