/* SPDX-License-Identifier: MIT */
/*
 * Absent people. Everybody sees how long until a bot may play for them; that time is the table's
 * grace and begins when their last connection is lost. Presence is not kept, so after a restart it
 * begins again when the first guest comes.
 */
#include "table/table_parts.h"

int64_t table_away_since(const struct table *table, int guest)
{
    int64_t gone = table->guests[guest].gone;
    return gone > table->awake ? gone : table->awake;
}

int64_t table_away_left(const struct table *table, int guest, int64_t now)
{
    int64_t left = table_away_since(table, guest) + table->grace - now;
    if (table->awake == 0)
        return table->grace;
    return left > 0 ? left : 0;
}

const char *table_apply_grace(struct table *table, int64_t millis)
{
    if (millis < TABLE_GRACE_MIN_MS || millis > TABLE_GRACE_MAX_MS)
        return "table.grace.range";
    table->grace = (int32_t)millis;
    return NULL;
}

/* Nobody should lose because somebody else chose a weak bot for them. */
static bool plays_well_enough(const char *level)
{
    return string_equal(level, TABLE_STAND_IN) || string_equal(level, "club") ||
           string_equal(level, TABLE_DEEP);
}

const char *table_check_takeover(const struct table *table, const struct table_event *event)
{
    const struct table_seat *row = &table->seat[event->seat];
    if (table->phase != PHASE_PLAY || row->kind != SEAT_PERSON || row->guest == event->guest ||
        table->match.seats[event->seat].holder == HOLDER_BOT)
        return NULL; /* allowed, or refused by table_apply */
    if (table->guests[row->guest].here > 0)
        return "table.who.here";
    if (table_away_left(table, row->guest, event->time) > 0)
        return "table.takeover.early";
    return plays_well_enough(event->word[0]) ? NULL : "table.takeover.level";
}

void table_thaw(struct table *table, struct table_workspace *workspace, int64_t now)
{
    if (table->awake == 0)
        return;
    table->awake = now;
    for (int seat = 0; seat < table->seats; seat++) {
        int guest = table->seat[seat].guest;
        if (guest != NO_GUEST && table->guests[guest].here == 0)
            table_tell_presence(table, workspace, guest, now);
    }
}
