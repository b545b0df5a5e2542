/* SPDX-License-Identifier: MIT */
/*
 * Another match at the same table: everybody says whether they want it, and it begins when nobody
 * is missing any more, or when those who are here go on without the others.
 *
 * The missing are people who have not said so, and seats that were left and that nobody waits for.
 */
#include "base/check.h"
#include "table/table_parts.h"

uint16_t table_missing(const struct table *table)
{
    unsigned missing = 0;
    int waiting = table_count_waiting(table);
    for (int seat = table->seats - 1; seat >= 0; seat--) {
        int kind = table->seat[seat].kind;
        bool wants = (table->wants_rematch & seat_bit(seat)) != 0;
        if (!wants && (kind == SEAT_PERSON || (kind == SEAT_EMPTY && waiting-- <= 0)))
            missing |= seat_bit(seat);
    }
    return (uint16_t)missing;
}

/* ---- what events do ---- */

static void next_match(struct table *table, int64_t now)
{
    table_move_seats(table);
    table_let_in(table);
    table_mix_seats(table);
    table_start_match(table, now);
}

/* Everybody who wants to go on contributes to chance again. */
const char *table_apply_rematch(struct table *table, struct table_workspace *workspace,
                                const struct table_event *event)
{
    struct table_seat *row = &table->seat[event->seat];
    if (row->kind != SEAT_PERSON)
        return "table.event.broken";
    bool all = (table_missing(table) & ~seat_bit(event->seat)) == 0;
    const char *reason = all ? table_lend_log(table, workspace) : NULL;
    if (reason)
        return reason;
    table->wants_rematch |= seat_bit(event->seat);
    memcpy(row->salt, event->hash[0], SALT_MAX);
    if (all)
        next_match(table, event->time);
    return NULL;
}

const char *table_apply_unrematch(struct table *table, int seat)
{
    if (!(table->wants_rematch & seat_bit(seat)))
        return "table.rematch.none";
    table->wants_rematch &= (uint16_t)~seat_bit(seat);
    return NULL;
}

/* A bot takes each seat that was left; a person's seat stays theirs and contributes nothing to
 * chance. The guests whose seats those are, as bits. */
static unsigned prepare_stand_ins(struct table *table, uint16_t gone)
{
    unsigned guests = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        struct table_seat *row = &table->seat[seat];
        if (!(gone & seat_bit(seat)))
            continue;
        memset(row->salt, 0, sizeof row->salt);
        if (row->kind != SEAT_EMPTY) {
            guests |= 1u << row->guest;
            continue;
        }
        row->kind = SEAT_BOT;
        memcpy(row->level, TABLE_STAND_IN, sizeof TABLE_STAND_IN);
    }
    return guests;
}

/* Those who wait come before those who are gone: these give up as many seats as are needed. Returns
 * whoever is gone and keeps the seat. */
static uint16_t give_up_seats(struct table *table, uint16_t gone)
{
    int need = table_count_waiting(table) - (table->game->seats_max - table->seats);
    for (int seat = 0; seat < table->seats; seat++)
        need -= table->seat[seat].kind != SEAT_PERSON;
    for (int seat = table->seats - 1; seat >= 0 && need > 0; seat--) {
        if (!(gone & seat_bit(seat)))
            continue;
        table_clear_seat(table, seat);
        gone &= (uint16_t)~seat_bit(seat);
        need--;
    }
    return gone;
}

/* How many seats the table will have without those who are gone, and with those who wait. */
static int count_next(const struct table *table, uint16_t gone)
{
    int stay = 0, waiting = table_count_waiting(table);
    for (int seat = 0; seat < table->seats; seat++) {
        if (gone & seat_bit(seat))
            continue;
        stay++;
        waiting -= table->seat[seat].kind != SEAT_PERSON;
    }
    int count = stay + (waiting > 0 ? waiting : 0);
    return count < table->game->seats_max ? count : table->game->seats_max;
}

static void let_stand_ins_play(struct table *table, unsigned guests, int64_t now)
{
    for (int seat = 0; seat < table->seats; seat++) {
        int guest = table->seat[seat].guest;
        if (guest != NO_GUEST && (guests >> guest & 1))
            CHECK(match_take_over(&table->match, seat, TABLE_STAND_IN, now) == NULL);
    }
}

const char *table_apply_without(struct table *table, struct table_workspace *workspace,
                                const struct table_event *event)
{
    bool leave = string_equal(event->word[0], "leave");
    uint16_t gone = table_missing(table) & (uint16_t)~seat_bit(event->seat);
    unsigned guests = 0;
    if (table->seat[event->seat].kind != SEAT_PERSON ||
        (!leave && !string_equal(event->word[0], "bot")))
        return "table.event.broken";
    if (leave && game_check_seats(table->game, count_next(table, gone)) != NULL)
        return "table.rematch.few";
    const char *reason = table_lend_log(table, workspace);
    if (reason)
        return reason;
    memcpy(table->seat[event->seat].salt, event->hash[0], SALT_MAX);
    if (leave)
        table_drop_seats(table, gone);
    else
        guests = prepare_stand_ins(table, give_up_seats(table, gone));
    next_match(table, event->time);
    let_stand_ins_play(table, guests, event->time);
    return NULL;
}

/* ---- who may go on without whom ---- */

const char *table_check_without(const struct table *table, struct table_event *event)
{
    uint16_t gone = table_missing(table) & (uint16_t)~seat_bit(event->seat);
    bool early = false;
    if (table->phase != PHASE_OVER)
        return NULL; /* refused by table_apply */
    for (int seat = 0; seat < table->seats; seat++) {
        const struct table_seat *row = &table->seat[seat];
        if (!(gone & seat_bit(seat)) || row->kind != SEAT_PERSON)
            continue;
        if (table->guests[row->guest].here > 0)
            return "table.rematch.here";
        early = early || table_away_left(table, row->guest, event->time) > 0;
    }
    if (gone == 0)
        event->kind = TABLE_REMATCH; /* nobody is missing */
    return early ? "table.rematch.early" : NULL;
}

/* ---- what follows ---- */

/* When a bot or somebody who waits takes the last empty seat nobody is missing, and nobody has to
 * ask for the rematch again. */
void table_follow_rematch(struct table *table, struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_REMATCH};
    if (table->phase != PHASE_OVER || table->wants_rematch == 0 || table_missing(table) != 0)
        return;
    table_forget_waiting(table, workspace, now);
    if (table_missing(table) != 0)
        return; /* somebody who waited is away */
    event.seat = __builtin_ctz(table->wants_rematch);
    memcpy(event.hash[0], table->seat[event.seat].salt, SALT_MAX);
    table_do(table, workspace, &event); /* may fail for lack of memory: tried again later */
}
