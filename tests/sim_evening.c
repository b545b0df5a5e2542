/* SPDX-License-Identifier: MIT */
/*
 * The evening at a table: every match is counted once for everybody who played it, and whoever
 * waits comes in before anybody who did not wait plays again.
 */
#include "sim.h"
#include "table/table_parts.h"

static void add_match(struct truth *truth)
{
    const struct table *table = truth->table;
    struct outcome outcome;
    match_outcome(&table->match, &outcome);
    for (int game = 0; game < TABLE_GAMES; game++) {
        for (int seat = 0; seat < table->seats && table->game == game_at(game); seat++) {
            bool plays = table->seat[seat].kind != SEAT_EMPTY;
            truth->played[game] += plays;
            truth->won[game] += plays && outcome.place[seat] == 1;
        }
    }
}

/* Does the score add up? With more people than rows, some are forgotten. */
static void check_score(const struct truth *truth)
{
    const struct table *table = truth->table;
    for (int game = 0; game < TABLE_GAMES; game++) {
        uint32_t played = 0, won = 0, rows = 0;
        for (int i = 0; i < EVENING_MAX; i++) {
            played += table->evening[i].in[game].games;
            won += table->evening[i].in[game].wins;
            rows += table->evening[i].games > 0;
        }
        if (rows < EVENING_MAX && (played != truth->played[game] || won != truth->won[game]))
            broken("evening",
                   "table %lld, version %u: %u played %s and %u won; the score says %u, %u",
                   (long long)truth->id, truth->version, truth->played[game], game_at(game)->name,
                   truth->won[game], played, won);
    }
}

/* Everybody sits once or waits, and the seats know whom. */
static void check_places(const struct truth *truth)
{
    const struct table *table = truth->table;
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *guest = &table->guests[i];
        bool sits = guest->known && guest->seat != NO_SEAT;
        if (guest->waits > 0 && (!guest->known || sits || guest->screen))
            broken("evening", "table %lld, version %u: guest %d waits and should not",
                   (long long)truth->id, truth->version, i);
        if (sits && (guest->seat >= table->seats || table->seat[guest->seat].guest != i))
            broken("evening", "table %lld, version %u: guest %d does not sit at seat %d",
                   (long long)truth->id, truth->version, i, guest->seat);
    }
}

/* The next match begins: somebody who waited since before the last one still waits, though a bot
 * plays or there is room. */
static void check_waiting(const struct truth *truth)
{
    const struct table *table = truth->table;
    bool room = game_check_seats(table->game, table->seats + 1) == NULL;
    for (int seat = 0; seat < table->seats; seat++)
        room = room || table->seat[seat].kind == SEAT_BOT;
    for (int i = 0; i < GUESTS_MAX && room; i++)
        if (table->guests[i].waits > 0)
            broken("evening", "table %lld, version %u: guest %d waits, and there is room",
                   (long long)truth->id, truth->version, i);
}

/* In the lobby nobody waits beside an empty seat. */
static void check_lobby(const struct truth *truth)
{
    const struct table *table = truth->table;
    bool empty = false;
    for (int seat = 0; seat < table->seats; seat++)
        empty = empty || table->seat[seat].kind == SEAT_EMPTY;
    if (table->phase == PHASE_LOBBY && empty && table_count_waiting(table) > 0)
        broken("evening", "table %lld, version %u: somebody waits beside an empty seat",
               (long long)truth->id, truth->version);
}

void evening_judge(struct truth *truth, const struct table_event *event, enum phase before)
{
    const struct table *table = truth->table;
    if (before == PHASE_PLAY && table->phase == PHASE_OVER)
        add_match(truth);
    check_score(truth);
    check_places(truth);
    check_lobby(truth);
    if (before == PHASE_OVER && table->phase == PHASE_PLAY)
        check_waiting(truth);
    world.counts.evenings += event->kind == TABLE_GAME;
    world.counts.waits += event->kind == TABLE_WAIT;
}
