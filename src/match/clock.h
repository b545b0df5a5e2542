/* SPDX-License-Identifier: MIT */
/*
 * Clocks of a match. Time is whatever the caller says it is: milliseconds since some moment of his,
 * never negative and never counted backwards. Several clocks may run at once, since several seats
 * may be able to act.
 *
 * Per move, a seat that may act has so long for it, anew after each of its own moves. Per game,
 * each seat has its own time for all its moves and gets the increment for each of them.
 */
#ifndef KUFSA_MATCH_CLOCK_H
#define KUFSA_MATCH_CLOCK_H

#include "rules/game.h"

enum clock_kind { CLOCK_OFF, CLOCK_MOVE, CLOCK_GAME };

enum { CLOCK_MILLIS_MAX = 7 * 24 * 3600 * 1000 }; /* a week */

#define CLOCK_NEVER INT64_MAX

struct clock {
    enum clock_kind kind;
    int32_t millis;    /* of a move, or of the game */
    int32_t increment; /* per game: for each move made */
    uint16_t running;  /* bit s: the clock of seat s runs */
    bool paused;
    int64_t since;           /* up to when what ran has been charged */
    int64_t left[SEATS_MAX]; /* at `since`; never below 0 */
};

/* NULL, or why these settings are no clock: "match.clock.range". */
const char *clock_check(enum clock_kind, int64_t millis, int64_t increment);

void clock_init(struct clock *, enum clock_kind, int32_t millis, int32_t increment, int64_t now);

/* From now on these run and no others. Per move, one that did not run before has its time anew. */
void clock_run(struct clock *, uint16_t seats, int64_t now);

/* A seat has moved in time: the increment, or the time of a move anew. */
void clock_moved(struct clock *, int seat, int64_t now);

void clock_pause(struct clock *, bool paused, int64_t now);

int64_t clock_left(const struct clock *, int seat, int64_t now); /* 0: it has run out */
uint16_t clock_fallen(const struct clock *, int64_t now); /* of those that run, who has no time */
/* Of those that run, whose time is up first; NO_SEAT if none does. */
int clock_first(const struct clock *);
int64_t clock_next(const struct clock *); /* when the next runs out; or never */

#endif
