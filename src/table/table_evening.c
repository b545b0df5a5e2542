/* SPDX-License-Identifier: MIT */
/*
 * The score of the evening: for everybody who has played at this table, how many games of each kind
 * they played, won, and with how many points. Each finished match is counted once; nothing else
 * changes what is counted.
 *
 * A row belongs to a guest. Whoever plays under the name of somebody who has left goes on with that
 * row: their device has died, and they have come back with another. A bot's row belongs to its
 * level, and to which of several it is.
 */
#include "base/check.h"
#include "base/json.h"
#include "table/table_parts.h"

static int game_number(const struct game *game)
{
    int number = 0;
    while (game_at(number) != game)
        number++;
    return number;
}

/* Which of the bots of its level at this table the seat's bot is. */
static int which_bot(const struct table *table, int seat)
{
    int which = 0;
    for (int i = 0; i < seat; i++)
        which += table->seat[i].kind == SEAT_BOT &&
                 string_equal(table->seat[i].level, table->seat[seat].level);
    return which;
}

static bool is_row_of(const struct evening_row *row, const struct table *table, int seat)
{
    const struct table_seat *sits = &table->seat[seat];
    if (row->games == 0 || sits->kind == SEAT_EMPTY)
        return false;
    if (sits->kind == SEAT_PERSON)
        return !row->bot && row->guest == sits->guest;
    return row->bot && row->which == which_bot(table, seat) && string_equal(row->name, sits->level);
}

static struct evening_row *find_row(struct table *table, int seat)
{
    for (int i = 0; i < EVENING_MAX; i++)
        if (is_row_of(&table->evening[i], table, seat))
            return &table->evening[i];
    return NULL;
}

/* Is this the row of a person who neither sits nor waits? */
static bool is_vacant(const struct table *table, const struct evening_row *row)
{
    const struct guest *guest = row->guest == NO_GUEST ? NULL : &table->guests[row->guest];
    return row->games > 0 && !row->bot && (!guest || (guest->seat == NO_SEAT && guest->waits == 0));
}

/* The row of somebody who played here before, as another guest. */
static struct evening_row *find_again(struct table *table, const struct table_seat *sits)
{
    for (int i = 0; i < EVENING_MAX; i++) {
        struct evening_row *row = &table->evening[i];
        if (sits->kind == SEAT_PERSON && is_vacant(table, row) &&
            string_equal(row->name, sits->name))
            return row;
    }
    return NULL;
}

static int seat_of_row(const struct table *table, const struct evening_row *row)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (is_row_of(row, table, seat))
            return seat;
    return NO_SEAT;
}

/* An unused row, or that of whoever played longest ago and does not sit. There is one: more rows
 * than guests and seats. */
static struct evening_row *new_row(struct table *table)
{
    struct evening_row *row = NULL;
    for (int i = 0; i < EVENING_MAX; i++) {
        struct evening_row *one = &table->evening[i];
        bool free = one->games == 0 || seat_of_row(table, one) == NO_SEAT;
        if (free && (!row || one->last < row->last))
            row = one;
    }
    CHECK(row);
    memset(row, 0, sizeof *row);
    return row;
}

static struct evening_row *row_for(struct table *table, int seat)
{
    const struct table_seat *sits = &table->seat[seat];
    struct evening_row *row = find_row(table, seat);
    if (!row)
        row = find_again(table, sits);
    if (!row)
        row = new_row(table);
    row->bot = sits->kind == SEAT_BOT;
    row->guest = sits->guest;
    row->which = (uint8_t)(row->bot ? which_bot(table, seat) : 0);
    memset(row->name, 0, sizeof row->name);
    memcpy(row->name, row->bot ? sits->level : sits->name,
           row->bot ? sizeof sits->level : sizeof sits->name);
    return row;
}

void table_count_match(struct table *table)
{
    struct outcome outcome;
    int game = game_number(table->game);
    match_outcome(&table->match, &outcome);
    for (int seat = 0; seat < table->seats; seat++) {
        if (table->seat[seat].kind == SEAT_EMPTY)
            continue;
        struct evening_row *row = row_for(table, seat);
        row->last = table->matches;
        row->games++;
        row->in[game].games++;
        row->in[game].wins = (uint16_t)(row->in[game].wins + (outcome.place[seat] == 1));
        if (outcome.scored)
            row->in[game].points += outcome.score[seat];
    }
}

void table_forget_player(struct table *table, int guest)
{
    for (int i = 0; i < EVENING_MAX; i++)
        if (!table->evening[i].bot && table->evening[i].guest == guest)
            table->evening[i].guest = NO_GUEST;
}

static int wins_of(const struct evening_row *row)
{
    int wins = 0;
    for (int game = 0; game < TABLE_GAMES; game++)
        wins += row->in[game].wins;
    return wins;
}

int table_wins(const struct table *table, int seat)
{
    for (int i = 0; i < EVENING_MAX; i++)
        if (is_row_of(&table->evening[i], table, seat))
            return wins_of(&table->evening[i]);
    return 0;
}

/* ---- what is told ---- */

static void put_games(struct json_out *out, const struct evening_row *row)
{
    json_put_open(out, "by", '{');
    for (int game = 0; game < TABLE_GAMES; game++) {
        if (row->in[game].games == 0)
            continue;
        json_put_open(out, game_at(game)->name, '{');
        json_put_integer(out, "games", row->in[game].games);
        json_put_integer(out, "wins", row->in[game].wins);
        json_put_integer(out, "points", row->in[game].points);
        json_out_close(out, '}');
    }
    json_out_close(out, '}');
}

static void put_row(struct json_out *out, const struct table *table, const struct evening_row *row)
{
    int seat = seat_of_row(table, row);
    json_out_open(out, '{');
    json_put_string(out, row->bot ? "bot" : "name", row->name);
    if (seat != NO_SEAT)
        json_put_integer(out, "seat", seat);
    json_put_integer(out, "games", row->games);
    json_put_integer(out, "wins", wins_of(row));
    put_games(out, row);
    json_out_close(out, '}');
}

void table_put_evening(struct json_out *out, const struct table *table)
{
    int rows = 0;
    for (int i = 0; i < EVENING_MAX; i++)
        rows += table->evening[i].games > 0;
    if (rows == 0)
        return;
    json_put_open(out, "evening", '[');
    for (int i = 0; i < EVENING_MAX; i++)
        if (table->evening[i].games > 0)
            put_row(out, table, &table->evening[i]);
    json_out_close(out, ']');
}
