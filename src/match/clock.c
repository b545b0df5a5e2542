/* SPDX-License-Identifier: MIT */
/* Clocks: see clock.h. Elapsed time is charged whenever something changes, and only then. */
#include "match/clock.h"

#include "base/check.h"

const char *const clock_names[] = {
    [CLOCK_OFF] = "off",
    [CLOCK_MOVE] = "move",
    [CLOCK_GAME] = "game",
};

const char *clock_check(enum clock_kind kind, int64_t millis, int64_t increment)
{
    bool fits = false;
    switch (kind) {
    case CLOCK_OFF: fits = true; break;
    case CLOCK_MOVE: fits = millis > 0 && millis <= CLOCK_MILLIS_MAX && increment == 0; break;
    case CLOCK_GAME:
        fits = millis > 0 && millis <= CLOCK_MILLIS_MAX && increment >= 0 &&
               increment <= CLOCK_MILLIS_MAX;
        break;
    }
    return fits ? NULL : "match.clock.range";
}

void clock_init(struct clock *clock, enum clock_kind kind, int32_t millis, int32_t increment,
                int64_t now)
{
    CHECK(clock_check(kind, millis, increment) == NULL && now >= 0);
    *clock = (struct clock){.kind = kind, .millis = millis, .increment = increment, .since = now};
    for (int seat = 0; seat < SEATS_MAX; seat++)
        clock->left[seat] = millis;
}

static bool runs(const struct clock *clock, int seat)
{
    return (clock->running >> seat & 1) != 0;
}

static void charge(struct clock *clock, int64_t now)
{
    if (now <= clock->since)
        return;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        clock->left[seat] = clock_left(clock, seat, now);
    clock->since = now;
}

void clock_run(struct clock *clock, uint16_t seats, int64_t now)
{
    if (clock->kind == CLOCK_OFF)
        return;
    charge(clock, now);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (clock->kind == CLOCK_MOVE && !runs(clock, seat))
            clock->left[seat] = clock->millis;
    clock->running = seats;
}

void clock_moved(struct clock *clock, int seat, int64_t now)
{
    if (!runs(clock, seat))
        return;
    charge(clock, now);
    if (clock->kind == CLOCK_MOVE)
        clock->left[seat] = clock->millis;
    else
        clock->left[seat] += clock->increment;
}

void clock_pause(struct clock *clock, bool paused, int64_t now)
{
    charge(clock, now);
    clock->paused = paused;
}

int64_t clock_left(const struct clock *clock, int seat, int64_t now)
{
    int64_t left = clock->left[seat];
    int64_t gone = now - clock->since;
    if (!runs(clock, seat) || clock->paused || gone <= 0)
        return left;
    return gone < left ? left - gone : 0;
}

uint16_t clock_fallen(const struct clock *clock, int64_t now)
{
    unsigned fallen = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (runs(clock, seat) && clock_left(clock, seat, now) == 0)
            fallen |= 1u << seat;
    return (uint16_t)fallen;
}

int clock_first(const struct clock *clock)
{
    int first = NO_SEAT;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (runs(clock, seat) && (first == NO_SEAT || clock->left[seat] < clock->left[first]))
            first = seat;
    return first;
}

int64_t clock_next(const struct clock *clock)
{
    int first = clock_first(clock);
    if (first == NO_SEAT || clock->paused || clock->since > CLOCK_NEVER - clock->left[first])
        return CLOCK_NEVER;
    return clock->since + clock->left[first];
}
