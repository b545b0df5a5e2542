/* SPDX-License-Identifier: MIT */
/* The box in lines of text: a table of games, and what they add up to. */
#include "plain/box.h"

#include <math.h>
#include <string.h>

#include "base/check.h"
#include "base/json.h"
#include "plain/draw.h"
#include "tell/moment.h"

enum {
    CELL_MAX = 256,
    LINE_MAX_ = 4096,
    MILLIS = 1000,
    POINTS = 100,       /* a game */
    OPPONENTS_MAX = 34, /* letters */
};

enum column { COLUMN_GAME, COLUMN_WHO, COLUMN_RESULT, COLUMN_WHEN, COLUMNS };

/* A row of the list. */
struct row {
    char cell[COLUMNS][CELL_MAX];
};

static int letters_in(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static bool is_bot(const struct boxed *boxed, int seat)
{
    return boxed->seat[seat].owner == HOLDER_BOT;
}

/* The only seat of the box's owner, or NO_SEAT. */
static int own_seat(const struct boxed *boxed)
{
    for (int seat = 0; seat < boxed->seats; seat++)
        if (boxed->tags.mine == 1u << seat)
            return seat;
    return NO_SEAT;
}

/* ---- a row ---- */

/* Bots of a level are listed once, at the first of them: how many, else 0. */
static int count_bots(const struct boxed *boxed, int seat, int own)
{
    int count = 0;
    for (int other = 0; other < boxed->seats; other++) {
        bool same = other != own && is_bot(boxed, other) &&
                    string_equal(boxed->seat[other].level, boxed->seat[seat].level);
        if (same && other < seat)
            return 0;
        count += same;
    }
    return count;
}

static void write_player(const struct box_page *page, const struct boxed *boxed, int seat, int bots,
                         struct text *text)
{
    const struct match_seat *row = &boxed->seat[seat];
    if (!is_bot(boxed, seat) && row->name[0])
        text_string(text, row->name);
    else if (is_bot(boxed, seat) && row->level[0])
        text_string(text, words_name(page->voice->language, "level.", row->level));
    else
        write_seat_name(page->voice, boxed->game, seat, text);
    if (bots > 1) {
        text_string(text, page->ascii ? " x " : " × ");
        text_number(text, bots);
    }
}

/* The opponents; if none or several of the players were the owner's, everybody. */
static void write_players(const struct box_page *page, const struct boxed *boxed, bool all,
                          struct text *text)
{
    const int own = own_seat(boxed), others = boxed->seats - (own != NO_SEAT);
    int told = 0;
    for (int seat = 0; seat < boxed->seats && (all || told == 0); seat++) {
        int bots = is_bot(boxed, seat) ? count_bots(boxed, seat, own) : 0;
        if (seat == own || (is_bot(boxed, seat) && bots == 0))
            continue;
        text_string(text, told > 0 ? ", " : "");
        write_player(page, boxed, seat, bots, text);
        told += bots > 0 ? bots : 1;
    }
    if (told < others) {
        text_string(text, " +");
        text_number(text, others - told);
    }
}

static void write_who(const struct box_page *page, const struct boxed *boxed, char cell[CELL_MAX])
{
    struct text text;
    text_init(&text, cell, CELL_MAX);
    write_players(page, boxed, true, &text);
    if (!text.overflow && letters_in(cell) <= OPPONENTS_MAX)
        return;
    text_init(&text, cell, CELL_MAX);
    write_players(page, boxed, false, &text);
}

static const char *key_of(const struct boxed *boxed)
{
    switch (boxed_result(boxed)) {
    case BOXED_WON: return "box.won";
    case BOXED_DRAWN: return "box.drawn";
    case BOXED_LOST: return "box.lost";
    case BOXED_NONE:
    case BOXED_RESULTS: break;
    }
    if (boxed->given >= 0)
        return "box.given";
    return boxed->place[0] == 0 ? "box.stopped" : "box.ended";
}

/* The result, a place if there were more than two, and the points, our own first. */
static void write_result(const struct box_page *page, const struct boxed *boxed,
                         char cell[CELL_MAX])
{
    const int own = own_seat(boxed);
    char place[CELL_MAX];
    struct text text;
    text_init(&text, place, sizeof place);
    text_string(&text, "place.");
    text_number(&text, own == NO_SEAT ? 0 : boxed->place[own]);
    bool placed = boxed->seats > 2 && boxed_result(boxed) == BOXED_LOST;
    text_init(&text, cell, CELL_MAX);
    text_string(&text, words_find(page->voice->language, placed ? place : key_of(boxed)));
    for (int i = 0; i < boxed->seats && boxed->scored; i++) {
        text_string(&text, i == 0 ? " " : ":");
        text_number(&text, boxed->score[((own == NO_SEAT ? 0 : own) + i) % boxed->seats]);
    }
}

static void fill_row(const struct box_page *page, const struct boxed *boxed, struct row *row)
{
    struct text text;
    text_init(&text, row->cell[COLUMN_GAME], CELL_MAX);
    text_string(&text, words_name(page->voice->language, "game.", boxed->game->name));
    write_who(page, boxed, row->cell[COLUMN_WHO]);
    write_result(page, boxed, row->cell[COLUMN_RESULT]);
    text_init(&text, row->cell[COLUMN_WHEN], CELL_MAX);
    moment_write(&text, page->voice->language, boxed->tags.at / MILLIS);
}

/* ---- the list ---- */

static void put_row(const struct box_page *page, int at, const struct row *row,
                    const int width[COLUMNS])
{
    FILE *file = page->voice->file;
    const char *star = page->box->games[at].tags.star ? page->ascii ? "*" : "★" : " ";
    fprintf(file, "%4d %s ", at + 1, star);
    for (int column = 0; column < COLUMNS; column++) {
        bool last = column == COLUMNS - 1;
        int blanks = last ? 0 : width[column] - letters_in(row->cell[column]) + 2;
        fprintf(file, "%s%*s", row->cell[column], blanks, "");
    }
    fputc('\n', file);
}

void box_print_row(const struct box_page *page, int at)
{
    struct row row;
    int width[COLUMNS];
    fill_row(page, &page->box->games[at], &row);
    for (int column = 0; column < COLUMNS; column++)
        width[column] = letters_in(row.cell[column]);
    put_row(page, at, &row, width);
}

static void tell_unread(const struct box_page *page)
{
    if (page->box->unread > 0)
        voice_say(page->voice, "box.unread", WITH(word_number("n", page->box->unread)));
}

void box_print_list(const struct box_page *page)
{
    const struct game_box *box = page->box;
    int width[COLUMNS] = {0}, shown = 0;
    struct row row;
    for (int i = 0; i < box->count; i++) {
        if (!tally_fits(&page->filter, &box->games[i]))
            continue;
        fill_row(page, &box->games[i], &row);
        for (int column = 0; column < COLUMNS; column++)
            if (letters_in(row.cell[column]) > width[column])
                width[column] = letters_in(row.cell[column]);
    }
    for (int i = 0; i < box->count; i++) {
        if (!tally_fits(&page->filter, &box->games[i]))
            continue;
        fill_row(page, &box->games[i], &row);
        put_row(page, i, &row, width);
        shown++;
    }
    if (shown == 0)
        voice_say(page->voice, box->count == 0 ? "box.empty" : "box.none", WITH_NOTHING);
    tell_unread(page);
}

/* ---- statistics ---- */

static void print_results(const struct box_page *page, const struct tally *tally)
{
    const struct voice *voice = page->voice;
    voice_say(voice, "box.sums",
              WITH(word_number("n", tally->results[BOXED_NONE]),
                   word_number("won", tally->results[BOXED_WON]),
                   word_number("drawn", tally->results[BOXED_DRAWN]),
                   word_number("lost", tally->results[BOXED_LOST])));
    static const char *const keys[BOXED_RESULTS] = {[BOXED_WON] = "box.row.won",
                                                    [BOXED_DRAWN] = "box.row.drawn",
                                                    [BOXED_LOST] = "box.row.lost"};
    if (tally->row_count > 1)
        voice_say(voice, keys[tally->row], WITH(word_number("n", tally->row_count)));
    if (tally->best > 1)
        voice_say(voice, "box.row.best", WITH(word_number("n", tally->best)));
}

static int mean_points(double sum, int count)
{
    return (int)lround(POINTS * sum / count);
}

static void print_judged(const struct box_page *page, const struct tally *tally)
{
    if (tally->judged == 0)
        return;
    int luck = mean_points(tally->found.luck, tally->judged);
    voice_say(page->voice, "box.judged",
              WITH(word_number("n", tally->judged),
                   word_number("slips", mean_points(tally->found.slips, tally->judged))));
    voice_say(page->voice, luck < 0 ? "box.judged.against" : "box.judged.with",
              WITH(word_number("luck", luck < 0 ? -luck : luck)));
}

static void print_groups(const struct box_page *page, const char *title, const char *area,
                         const struct tally_group *groups, int count)
{
    FILE *file = page->voice->file;
    int width = 0;
    if (count == 0)
        return;
    fputc('\n', file);
    voice_style(page->voice, STYLE_BOLD);
    voice_say(page->voice, title, WITH_NOTHING);
    voice_plain(page->voice);
    for (int i = 0; i < count; i++) {
        int letters = letters_in(words_name(page->voice->language, area, groups[i].key));
        width = letters > width ? letters : width;
    }
    for (int i = 0; i < count; i++) {
        const char *name = words_name(page->voice->language, area, groups[i].key);
        fprintf(file, "  %s%*s", name, width - letters_in(name) + 2, "");
        voice_say(page->voice, "box.share",
                  WITH(word_number("n", groups[i].results[BOXED_NONE]),
                       word_number("won", groups[i].results[BOXED_WON]),
                       word_number("drawn", groups[i].results[BOXED_DRAWN])));
    }
}

static void print_pairs(const struct box_page *page, const struct tally *tally)
{
    if (tally->pair_count == 0)
        return;
    fputc('\n', page->voice->file);
    voice_style(page->voice, STYLE_BOLD);
    voice_say(page->voice, "box.people", WITH_NOTHING);
    voice_plain(page->voice);
    for (int i = 0; i < tally->pair_count; i++) {
        const struct tally_pair *pair = &tally->pairs[i];
        fputs("  ", page->voice->file);
        voice_say(page->voice, pair->drawn > 0 ? "box.pair.drawn" : "box.pair",
                  WITH(word_string("one", pair->names[0]), word_string("other", pair->names[1]),
                       word_number("won", pair->score[0]), word_number("lost", pair->score[1]),
                       word_number("n", pair->drawn)));
    }
}

void box_print_sums(const struct box_page *page)
{
    struct tally tally;
    tally_count(&tally, page->box, &page->filter);
    if (tally.results[BOXED_NONE] == 0 && tally.pair_count == 0) {
        voice_say(page->voice, page->box->count == 0 ? "box.empty" : "box.sums.none", WITH_NOTHING);
    } else {
        if (tally.results[BOXED_NONE] > 0)
            print_results(page, &tally);
        print_judged(page, &tally);
        print_groups(page, "box.bygame", "game.", tally.by_game, tally.game_count);
        print_groups(page, "box.levels", "level.", tally.by_level, tally.level_count);
        print_pairs(page, &tally);
    }
    tell_unread(page);
    tally_free(&tally);
}

/* ---- for programs ---- */

struct json_line {
    struct text text;
    struct json_out to;
    char bytes[LINE_MAX_];
};

static struct json_out *begin_json(struct json_line *line)
{
    json_out_start(&line->to, &line->text, line->bytes, sizeof line->bytes);
    json_out_open(&line->to, '{');
    return &line->to;
}

static void put_seats(struct json_out *to, const struct boxed *boxed)
{
    json_put_open(to, "seats", '[');
    for (int seat = 0; seat < boxed->seats; seat++) {
        json_out_open(to, '{');
        json_put_string(to, "name", boxed->seat[seat].name);
        if (is_bot(boxed, seat))
            json_put_string(to, "bot", boxed->seat[seat].level);
        json_out_close(to, '}');
    }
    json_out_close(to, ']');
}

static void put_options(struct json_out *to, const struct boxed *boxed)
{
    json_put_open(to, "options", '{');
    for (int i = 0; boxed->game->options[i].name; i++)
        json_put_string(to, boxed->game->options[i].name,
                        boxed->game->options[i].values[boxed->option[i]]);
    json_out_close(to, '}');
}

static void put_outcome(struct json_out *to, const struct boxed *boxed)
{
    int32_t places[SEATS_MAX];
    for (int seat = 0; seat < boxed->seats; seat++)
        places[seat] = boxed->place[seat];
    json_put_string(to, "end", ending_names[boxed->ending]);
    if (places[0] > 0)
        json_put_integers(to, "places", places, boxed->seats);
    else
        json_put_null(to, "places");
    if (boxed->scored)
        json_put_integers(to, "scores", boxed->score, boxed->seats);
    else
        json_put_null(to, "scores");
    if (boxed_results[boxed_result(boxed)])
        json_put_string(to, "result", boxed_results[boxed_result(boxed)]);
    else
        json_put_null(to, "result");
}

static void put_judged(struct json_out *to, const struct boxed_judged *found)
{
    json_put_real(to, "luck", found->luck);
    json_put_real(to, "others", found->others);
    json_put_real(to, "slips", found->slips);
    json_put_integer(to, "choices", found->choices);
}

static void put_game(const struct box_page *page, int at)
{
    const struct boxed *boxed = &page->box->games[at];
    char played[BOXED_MILLIS_MAX];
    static struct json_line line;
    struct json_out *to = begin_json(&line);
    boxed_write_time(boxed->tags.at, played);
    json_put_integer(to, "number", at + 1);
    json_put_string(to, "id", boxed->id);
    json_put_string(to, "played", played);
    json_put_string(to, "game", boxed->game->name);
    put_options(to, boxed);
    put_seats(to, boxed);
    json_put_bits(to, "mine", boxed->tags.mine);
    json_put_integer(to, "plies", boxed->plies);
    put_outcome(to, boxed);
    json_put_bool(to, "star", boxed->tags.star);
    if (boxed->given >= 0)
        json_put_integer(to, "given", boxed->given);
    if (boxed->tags.judged) {
        json_put_open(to, "judged", '{');
        put_judged(to, &boxed->tags.found);
        json_out_close(to, '}');
    }
    json_out_close(to, '}');
    CHECK(!line.text.overflow);
    fprintf(page->voice->file, "%s\n", line.bytes);
}

void box_list_json(const struct box_page *page)
{
    for (int i = 0; i < page->box->count; i++)
        if (tally_fits(&page->filter, &page->box->games[i]))
            put_game(page, i);
}

static void put_results(struct json_out *to, const int results[BOXED_RESULTS])
{
    for (int result = BOXED_NONE + 1; result < BOXED_RESULTS; result++)
        json_put_integer(to, boxed_results[result], results[result]);
}

/* In pieces: there is no limit to how many people there are. */
static void put_piece(const struct box_page *page, struct json_line *line)
{
    CHECK(!line->text.overflow);
    fputs(line->bytes, page->voice->file);
    text_clear(&line->text);
}

static void put_groups(const struct box_page *page, struct json_line *line, const char *list,
                       const char *key, const struct tally_group *groups, int count)
{
    struct json_out *to = &line->to;
    json_put_open(to, list, '[');
    for (int i = 0; i < count; i++) {
        json_out_open(to, '{');
        json_put_string(to, key, groups[i].key);
        put_results(to, groups[i].results);
        json_out_close(to, '}');
        put_piece(page, line);
    }
    json_out_close(to, ']');
}

static void put_pairs(const struct box_page *page, struct json_line *line,
                      const struct tally *tally)
{
    struct json_out *to = &line->to;
    json_put_open(to, "people", '[');
    for (int i = 0; i < tally->pair_count; i++) {
        const struct tally_pair *pair = &tally->pairs[i];
        json_out_open(to, '{');
        json_put_open(to, "names", '[');
        json_out_string(to, pair->names[0]);
        json_out_string(to, pair->names[1]);
        json_out_close(to, ']');
        json_put_integers(to, "score", (const int32_t[]){pair->score[0], pair->score[1]}, 2);
        json_put_integer(to, "drawn", pair->drawn);
        json_out_close(to, '}');
        put_piece(page, line);
    }
    json_out_close(to, ']');
}

void box_sums_json(const struct box_page *page)
{
    static struct json_line line;
    struct json_out *to = begin_json(&line);
    struct tally tally;
    tally_count(&tally, page->box, &page->filter);
    json_put_integer(to, "count", tally.games);
    put_results(to, tally.results);
    json_put_integer(to, "best", tally.best);
    json_put_open(to, "now", '{');
    if (boxed_results[tally.row])
        json_put_string(to, "result", boxed_results[tally.row]);
    else
        json_put_null(to, "result");
    json_put_integer(to, "count", tally.row_count);
    json_out_close(to, '}');
    json_put_open(to, "judged", '{');
    json_put_integer(to, "count", tally.judged);
    put_judged(to, &tally.found);
    json_out_close(to, '}');
    put_groups(page, &line, "games", "game", tally.by_game, tally.game_count);
    put_groups(page, &line, "levels", "level", tally.by_level, tally.level_count);
    put_pairs(page, &line, &tally);
    json_out_close(to, '}');
    put_piece(page, &line);
    fputc('\n', page->voice->file);
    tally_free(&tally);
}
