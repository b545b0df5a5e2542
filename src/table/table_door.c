/* SPDX-License-Identifier: MIT */
/*
 * Who may come in, and as whom: replaced tokens, people whom the host removes or blocks, and a
 * locked door.
 */
#include "base/check.h"
#include "table/names.h"
#include "table/table_parts.h"

/* ---- tokens ---- */

const char *table_apply_token(struct table *table, const struct table_event *event)
{
    int64_t index = event->number[0];
    if (index >= GUESTS_MAX || !table->guests[index].known)
        return "table.event.broken";
    int owner = table_find_guest(table, event->hash[0]);
    if (owner != NO_GUEST && owner != index)
        return "table.token.taken";
    memcpy(table->guests[index].hash, event->hash[0], SHA256_SIZE);
    table->guests[index].token_v = table->version + 1;
    return NULL;
}

const char *table_replace_token(struct table *table, struct table_workspace *workspace, int guest,
                                const uint8_t hash[SHA256_SIZE], int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_TOKEN};
    event.number[0] = guest;
    memcpy(event.hash[0], hash, SHA256_SIZE);
    return table_do(table, workspace, &event);
}

/* ---- people who are sent away ---- */

static void forget_guest(struct table *table, int guest)
{
    table_forget_player(table, guest);
    table->guests[guest] = (struct guest){.seat = NO_SEAT};
}

/* Forgets the oldest one to make room. */
static void block_token(struct table *table, const uint8_t hash[SHA256_SIZE])
{
    if (table->blocked_count == BLOCKED_MAX)
        memmove(table->blocked[0], table->blocked[1], (BLOCKED_MAX - 1) * SHA256_SIZE);
    else
        table->blocked_count++;
    memcpy(table->blocked[table->blocked_count - 1], hash, SHA256_SIZE);
}

bool table_is_blocked(const struct table *table, const uint8_t hash[SHA256_SIZE])
{
    for (int i = 0; i < table->blocked_count; i++)
        if (memcmp(table->blocked[i], hash, SHA256_SIZE) == 0)
            return true;
    return false;
}

/* A bot keeps the seat for the rest of the match: the one already standing in for its person, or
 * one of the usual level. */
const char *table_leave_to_bot(struct table *table, const struct table_event *event)
{
    const struct match_seat *seat = &table->match.seats[event->seat];
    struct table_seat *row = &table->seat[event->seat];
    struct table_event takeover = {.time = event->time, .seat = event->seat};
    memcpy(takeover.word[0], TABLE_STAND_IN, sizeof TABLE_STAND_IN);
    const char *reason = seat->holder == HOLDER_BOT ? NULL : table_apply_takeover(table, &takeover);
    if (reason)
        return reason;
    table_clear_seat(table, event->seat);
    row->kind = SEAT_BOT;
    memcpy(row->level, seat->level, sizeof row->level);
    return NULL;
}

const char *table_apply_remove(struct table *table, const struct table_event *event)
{
    const struct table_seat *row = &table->seat[event->seat];
    int guest = row->guest;
    const char *reason = NULL;
    if (row->kind != SEAT_PERSON || !name_fits(event->rest))
        return "table.event.broken";
    if (guest == table->host || guest == event->guest)
        return "table.remove.host";
    if (table->phase == PHASE_PLAY)
        reason = table_leave_to_bot(table, event);
    else
        table_clear_seat(table, event->seat);
    if (reason)
        return reason;
    if (event->kind == TABLE_BLOCK)
        block_token(table, table->guests[guest].hash);
    forget_guest(table, guest);
    table_fill_seats(table);
    return NULL;
}

/* ---- the door ---- */

/* Guests who do not sit and are not needed become onlookers. */
static void clear_room(struct table *table)
{
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *guest = &table->guests[i];
        if (guest->known && guest->seat == NO_SEAT && guest->waits == 0 && !guest->screen &&
            i != table->host)
            forget_guest(table, i);
    }
}

const char *table_apply_lock(struct table *table, const struct table_event *event)
{
    if (event->kind == TABLE_UNBLOCK) {
        table->blocked_count = 0;
        memset(table->blocked, 0, sizeof table->blocked);
        return NULL;
    }
    table->locked = event->kind == TABLE_LOCK;
    if (table->locked)
        clear_room(table);
    return NULL;
}
