/* SPDX-License-Identifier: MIT */
/*
 * When somebody who is here does not move and no clock runs, anybody else may nudge that seat after
 * a minute, and everybody sees it. After the grace the others may agree on a bot for it.
 *
 * Any change of the position ends the nudge, and so does a bot taking over the seat. All of it is
 * kept, so a countdown continues after a restart; if the table was only in the store in between, it
 * starts again.
 */
#include "base/check.h"
#include "table/table_parts.h"

void table_end_nudge(struct table *table)
{
    table->nudged = NO_SEAT;
    table->agreed = 0;
}

int64_t table_nudged_left(const struct table *table, int64_t now)
{
    int64_t left = table->nudged_at + table->grace - now;
    return left > 0 ? left : 0;
}

/* ---- what events do ---- */

static const char *check_turn(const struct table *table, const struct table_event *event)
{
    const struct match *match = &table->match;
    int own = event->guest == NO_GUEST ? NO_SEAT : table->guests[event->guest].seat;
    if (table->clock != CLOCK_OFF)
        return "table.nudge.clock";
    if (own == NO_SEAT || own == event->seat || !state_acts(&match->state.head, event->seat) ||
        !(match_awaited(match) >> event->seat & 1) ||
        match->seats[event->seat].holder == HOLDER_BOT)
        return "table.nudge.turn";
    if (table->nudged != NO_SEAT)
        return "table.nudge.twice";
    return event->time < table->moved + NUDGE_AFTER_MS ? "table.nudge.early" : NULL;
}

const char *table_apply_nudge(struct table *table, const struct table_event *event)
{
    const char *reason = check_turn(table, event);
    if (reason)
        return reason;
    table->nudged = (int8_t)event->seat;
    table->nudged_at = event->time;
    table->agreed = 0;
    return NULL;
}

const char *table_apply_agree(struct table *table, const struct table_event *event)
{
    if (table->nudged == NO_SEAT || table->nudged == event->seat ||
        table->match.seats[event->seat].holder == HOLDER_BOT)
        return "table.agree.none";
    if (table_nudged_left(table, event->time) > 0)
        return "table.agree.early";
    table->agreed |= seat_bit(event->seat);
    return NULL;
}

/* ---- commands ---- */

/* Time during which the server was down counts against nobody. */
const char *table_check_nudge(const struct table *table, const struct table_event *event)
{
    if (table->phase != PHASE_PLAY || check_turn(table, event))
        return NULL; /* refused by table_apply */
    return event->time < table->awake + NUDGE_AFTER_MS ? "table.nudge.early" : NULL;
}

/* Has everybody who plays and is here agreed? Bots are not asked. */
static bool all_agree(const struct table *table)
{
    uint16_t people = match_people(&table->match);
    for (int seat = 0; seat < table->seats; seat++) {
        int guest = table->seat[seat].guest;
        bool asked = seat != table->nudged && (people & seat_bit(seat)) && guest != NO_GUEST &&
                     table->guests[guest].here > 0;
        if (asked && !(table->agreed & seat_bit(seat)))
            return false;
    }
    return true;
}

void table_follow_agree(struct table *table, struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_TAKEOVER};
    if (table->phase != PHASE_PLAY || table->nudged == NO_SEAT || !all_agree(table))
        return;
    event.seat = table->nudged;
    memcpy(event.word[0], TABLE_STAND_IN, sizeof TABLE_STAND_IN);
    const char *reason = table_do(table, workspace, &event);
    CHECK(reason == NULL);
}
