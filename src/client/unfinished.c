/* SPDX-License-Identifier: MIT */
/* Describes unfinished games: their events rebuild the table, which then has the answers. */
#include "client/unfinished.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/heap.h"
#include "tell/moment.h"

enum { NANOSECONDS = 1000000000, OPPONENTS_MAX = 24 /* letters */ };

struct unfinished_reader {
    struct table table;
    struct table_workspace workspace;
};

/* ---- which ---- */

void unfinished_find(struct unfinished *unfinished, enum language language,
                     const struct game *wanted)
{
    *unfinished = (struct unfinished){.language = language, .wanted = wanted};
    unfinished->reader = calloc(1, sizeof *unfinished->reader);
    CHECK(unfinished->reader);
    unfinished->reader->workspace.lend = heap_lend;
    unfinished_again(unfinished);
}

void unfinished_again(struct unfinished *unfinished)
{
    struct save_row *rows;
    free(unfinished->games);
    unfinished->count = save_list(unfinished->wanted, &rows);
    unfinished->games = calloc((size_t)unfinished->count + 1, sizeof *unfinished->games);
    CHECK(unfinished->games);
    for (int i = 0; i < unfinished->count; i++)
        unfinished->games[i].row = rows[i];
    free(rows);
}

void unfinished_free(struct unfinished *unfinished)
{
    free(unfinished->reader->table.match.log);
    free(unfinished->reader);
    free(unfinished->games);
    *unfinished = (struct unfinished){0};
}

const char *unfinished_delete(struct unfinished *unfinished, int at)
{
    struct save save;
    if (!save_open(&save, &unfinished->games[at].row))
        return save_refusal();
    bool gone = save_delete(&save);
    save_close(&save);
    return gone ? NULL : "join.left.unopened";
}

/* ---- reading one ---- */

bool unfinished_is_sound(const struct table *table, const struct game *game)
{
    return table->game == game && table->phase != PHASE_LOBBY && table->clock == CLOCK_OFF;
}

/* Rebuilds the table. Is there a match to continue? */
static bool restore(struct unfinished_reader *reader, const struct save_row *row)
{
    size_t size = 0;
    char *bytes = save_text(row, &size);
    bool sound = bytes != NULL;
    free(reader->table.match.log);
    memset(&reader->table, 0, sizeof reader->table);
    for (size_t at = 0; sound && at < size;) {
        size_t end = (size_t)((char *)memchr(bytes + at, '\n', size - at) - bytes);
        sound = table_restore(&reader->table, &reader->workspace, bytes + at, end - at) == NULL;
        at = end + 1;
    }
    free(bytes);
    return sound && unfinished_is_sound(&reader->table, row->game);
}

/* ---- in words ---- */

static void begin_part(struct text *text, uint32_t from, const char *between)
{
    if (text->size > from)
        text_string(text, between);
}

/* The seat of the first person: its score comes first, and it is not listed as an opponent. */
static int own_seat(const struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_PERSON)
            return seat;
    return NO_SEAT;
}

/* Bots of the same level are listed once, at the first of them: returns how many, else 0. */
static int count_bots(const struct table *table, int seat)
{
    int count = 0;
    for (int i = 0; i < table->seats; i++) {
        bool same = table->seat[i].kind == SEAT_BOT &&
                    string_equal(table->seat[i].level, table->seat[seat].level);
        if (same && i < seat)
            return 0;
        count += same;
    }
    return count;
}

static void write_bots(const struct unfinished *unfinished, struct text *text, const char *level,
                       int count)
{
    text_string(text, words_name(unfinished->language, "level.", level));
    if (count == 1)
        return;
    text_string(text, " × ");
    text_number(text, count);
}

static int count_letters(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* All of them, or the first and the number of others: "Ben, Casual × 2" or "Ben +2". */
static void write_players(const struct unfinished *unfinished, struct text *text, bool all)
{
    const struct table *table = &unfinished->reader->table;
    int own = own_seat(table), others = table->seats - (own != NO_SEAT), told = 0;
    for (int seat = 0; seat < table->seats && (all || told == 0); seat++) {
        const struct table_seat *row = &table->seat[seat];
        int bots = row->kind == SEAT_BOT ? count_bots(table, seat) : 0;
        if (seat == own || (row->kind != SEAT_PERSON && bots == 0))
            continue;
        begin_part(text, 0, ", ");
        if (bots > 0)
            write_bots(unfinished, text, row->level, bots);
        else
            text_string(text, row->name);
        told += bots > 0 ? bots : 1;
    }
    if (told < others) {
        text_string(text, " +");
        text_number(text, others - told);
    }
}

static void write_opponents(const struct unfinished *unfinished, struct text *text)
{
    char players[UNFINISHED_TEXT_MAX];
    struct text written;
    text_init(&written, players, sizeof players);
    write_players(unfinished, &written, true);
    if (written.overflow || count_letters(players) > OPPONENTS_MAX) {
        text_init(&written, players, sizeof players);
        write_players(unfinished, &written, false);
    }
    text_string(text, players);
}

/* Points, our own first; if the game keeps none, the number of moves. */
static void write_score(const struct unfinished *unfinished, struct text *text)
{
    const struct table *table = &unfinished->reader->table;
    struct outcome outcome;
    int own = own_seat(table);
    match_outcome(&table->match, &outcome);
    if (!outcome.scored) {
        words_say(text, unfinished->language, "join.left.moves",
                  WITH(word_number("n", table->match.count)));
        return;
    }
    uint32_t from = text->size;
    for (int i = 0; i < table->seats; i++) {
        begin_part(text, from, ":");
        text_number(text, outcome.score[((own == NO_SEAT ? 0 : own) + i) % table->seats]);
    }
}

static void write_game(const struct unfinished *unfinished, struct unfinished_game *game)
{
    const char *state = NULL;
    struct text who, how;
    bool sound = restore(unfinished->reader, &game->row);
    text_init(&who, game->who, sizeof game->who);
    text_init(&how, game->how, sizeof game->how);
    text_string(&who, words_name(unfinished->language, "game.", game->row.game->name));
    if (sound) {
        text_string(&who, " · ");
        write_opponents(unfinished, &who);
        write_score(unfinished, &how);
        text_string(&how, " · ");
    }
    if (game->row.open)
        state = "join.left.open";
    else if (!sound)
        state = "join.left.unreadable";
    else if (unfinished->reader->table.phase == PHASE_OVER)
        state = "join.left.over";
    if (state) {
        words_say(&how, unfinished->language, state, WITH_NOTHING);
        text_string(&how, " · ");
    }
    moment_write(&how, unfinished->language, game->row.when / NANOSECONDS);
}

const struct unfinished_game *unfinished_describe(struct unfinished *unfinished, int at)
{
    struct unfinished_game *game = &unfinished->games[at];
    if (!game->described)
        write_game(unfinished, game);
    game->described = true;
    return game;
}
