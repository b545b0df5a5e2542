/* SPDX-License-Identifier: MIT */
/*
 * Asking a person for a move. What is typed is a move in notation, or a word
 * that asks for something else; a move comes first, so that a game may call a
 * move `draw`. With `N:` in front it is said for seat N, where another person
 * may act too.
 */
#include <string.h>

#include "base/check.h"
#include "cmd/play.h"
#include "cmd/rules.h"

enum {
    INPUT_MAX = 256,
    CURTAIN_LINES = 60, /* more than a terminal is high */
    HINT_NODES = 100000,
    HINT_MILLIS = 2000,
    HINTS = 3,
};

/* A bot takes a draw when it thinks that the other stands better than this. */
#define DRAW_FROM 0.6

/* ---- the keyboard ---- */

/* A line without its end and the blanks around it; what is too long is cut.
 * False at the end of the input. */
static bool read_line(const struct table *table, char line[INPUT_MAX])
{
    size_t size = 0;
    int c;
    fflush(table->voice->file);
    while ((c = getchar()) != EOF && c != '\n') {
        bool blank = c == ' ' || c == '\t' || c == '\r';
        if ((blank && size == 0) || size == INPUT_MAX - 1 || (c < ' ' && !blank) || c == 0x7f)
            continue;
        line[size++] = blank ? ' ' : (char)c;
    }
    while (size > 0 && line[size - 1] == ' ')
        size--;
    line[size] = '\0';
    bool got = c != EOF || size > 0;
    if (table->echo || !got) /* nobody has seen the key that ended the line */
        fprintf(table->voice->file, "%s\n", line);
    return got;
}

static void put_prompt(const struct table *table, int seat)
{
    char name[NAME_TEXT_MAX];
    play_name(table, seat, name);
    fprintf(table->voice->file, "%s> ", name);
}

/* ---- whose cards are on the screen ---- */

static bool several_people(const struct table *table)
{
    return (table->people & (table->people - 1)) != 0;
}

static void draw_curtain(const struct table *table)
{
    if (table->screen) /* wiped, with what has scrolled off it */
        fputs("\033[2J\033[3J\033[H", table->voice->file);
    else if (!table->echo)
        for (int i = 0; i < CURTAIN_LINES; i++)
            fputc('\n', table->voice->file);
}

/* Between two people at one keyboard: the hand of one goes out of sight before
 * the next looks. A program at the other end of a pipe need not press Enter:
 * what it says already is left in `line`, else nothing is. */
static bool hand_over(struct table *table, int seat, char line[INPUT_MAX])
{
    char name[NAME_TEXT_MAX];
    line[0] = '\0';
    if (!table->game->hidden || !several_people(table) || table->shown_to == seat)
        return true;
    draw_curtain(table);
    play_name(table, seat, name);
    voice_say(table->voice, "play.hand_over", WITH(word_string("name", name)));
    table->shown_to = NO_SEAT;
    if (!read_line(table, line)) {
        table->ending = ENDING_QUIT;
        return false;
    }
    if (!table->echo)
        line[0] = '\0';
    table->shown_to = seat;
    return true;
}

/* ---- words that are no moves ---- */

static void do_help(struct table *table, int seat, const char *rest)
{
    char key[NAME_TEXT_MAX];
    struct text text;
    (void)seat, (void)rest;
    text_init(&text, key, sizeof key);
    text_string(&text, "play.help.");
    text_string(&text, table->game->name);
    if (voice_knows(key))
        voice_say(table->voice, key, WITH_NOTHING);
    voice_say(table->voice, "play.help", WITH(word_string("game", table->game->name)));
    for (const struct extra *extra = drawing_of(table->game)->extras; extra && extra->word; extra++)
        voice_say(table->voice, extra->help, WITH(word_string("word", extra->word)));
    if (!table->game->hidden && table->state.head.seats == 2)
        voice_say(table->voice, "play.help.draw", WITH_NOTHING);
    if (several_people(table))
        voice_say(table->voice, "play.help.seat", WITH_NOTHING);
}

static void do_moves(struct table *table, int seat, const char *rest)
{
    play_list(table, seat, rest);
}

static void do_board(struct table *table, int seat, const char *rest)
{
    (void)rest;
    play_draw(table, seat);
}

static void do_position(struct table *table, int seat, const char *rest)
{
    char position[POSITION_MAX];
    struct text text;
    (void)rest;
    text_init(&text, position, sizeof position);
    game_observe(table->game, &table->state.head, seat, &table->view.head);
    game_write(table->game, &table->view.head, &text);
    fprintf(table->voice->file, "%s\n", position);
}

static void do_rules(struct table *table, int seat, const char *rest)
{
    struct list list;
    (void)seat;
    if (!rules_write(table->voice, table->game, rest[0] ? rest : NULL))
        voice_say(table->voice, "cmd.rules.unknown",
                  WITH(word_string("given", rest), word_string("game", table->game->name),
                       word_string("numbers", rules_numbers(table->voice, table->game, &list))));
}

static void do_hint(struct table *table, int seat, const char *rest)
{
    (void)rest;
    play_think(table, seat, HINT_NODES, HINT_MILLIS);
    for (int i = 0; i < table->advice.count && i < HINTS; i++) {
        const struct candidate *candidate = &table->advice.list[i];
        if (candidate->visits < table->advice.list[0].visits)
            break; /* it was given up early: its value says little */
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, move_text, sizeof move_text);
        table->game->write_move(&table->view.head, candidate->move, &text);
        voice_say(table->voice, i == 0 ? "play.hint" : "play.hint.other",
                  WITH(word_string("move", move_text),
                       word_number("percent", (int64_t)(candidate->value * 100 + 0.5))));
    }
}

static void do_undo(struct table *table, int seat, const char *rest)
{
    (void)rest;
    const char *reason = play_undo(table, seat);
    if (reason) {
        voice_say(table->voice, reason, WITH_NOTHING);
        return;
    }
    voice_say(table->voice, "play.undone", WITH_NOTHING);
    play_draw(table, seat);
}

static bool agrees(struct table *table, int seat, int other)
{
    char name[NAME_TEXT_MAX], line[INPUT_MAX];
    if (!(table->people >> other & 1)) {
        play_think(table, seat, HINT_NODES, HINT_MILLIS);
        return table->advice.count > 0 && table->advice.list[0].value >= DRAW_FROM;
    }
    play_name(table, other, name);
    voice_part_say(table->voice, "play.draw.offered", WITH(word_string("name", name)));
    fputc(' ', table->voice->file);
    return read_line(table, line) && (line[0] == 'y' || line[0] == 'Y');
}

/* G14; only where two play and nothing is hidden. */
static void do_draw(struct table *table, int seat, const char *rest)
{
    (void)rest;
    if (agrees(table, seat, !seat))
        table->ending = ENDING_AGREED;
    else
        voice_say(table->voice, "play.draw.declined", WITH_NOTHING);
}

/* With more than two at the table the simple player takes the seat, if a person
 * is left. */
static void do_resign(struct table *table, int seat, const char *rest)
{
    char name[NAME_TEXT_MAX];
    uint16_t left = (uint16_t)(table->people & ~(1u << seat));
    (void)rest;
    if (table->state.head.seats == 2 || left == 0) {
        table->ending = ENDING_RESIGNED;
        table->resigned = seat;
        return;
    }
    table->people = left;
    play_name(table, seat, name);
    voice_say(table->voice, "play.resigned", WITH(word_string("name", name)));
}

static void do_quit(struct table *table, int seat, const char *rest)
{
    (void)seat, (void)rest;
    table->ending = ENDING_QUIT;
}

static const struct {
    const char *name;
    void (*run)(struct table *, int seat, const char *rest);
} words[] = {
    {"help", do_help},         {"?", do_help},        {"moves", do_moves}, {"board", do_board},
    {"position", do_position}, {"rules", do_rules},   {"hint", do_hint},   {"undo", do_undo},
    {"draw", do_draw},         {"resign", do_resign}, {"quit", do_quit},
};

/* False if the line begins with no such word. */
static bool run_word(struct table *table, int seat, const char *line)
{
    bool agreeable = !table->game->hidden && table->state.head.seats == 2;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = play_begins(line, words[i].name);
        if (size == 0 || (line[size] != '\0' && line[size] != ' '))
            continue;
        if (words[i].run == do_draw && !agreeable)
            return false;
        words[i].run(table, seat, line[size] ? line + size + 1 : "");
        return true;
    }
    return play_show(table, seat, line);
}

/* ---- asking ---- */

/* `2: pass` is said for seat 2, if a person who may act sits there. */
static void take_prefix(const struct table *table, const char **line, int *seat)
{
    struct scan scan = {*line};
    int64_t other;
    if (!scan_number(&scan, 0, table->state.head.seats - 1, &other) || !scan_char(&scan, ':') ||
        !(table->people >> other & 1) || !state_acts(&table->state.head, (int)other))
        return;
    while (scan_char(&scan, ' '))
        continue;
    *line = scan.at;
    *seat = (int)other;
}

static void show_table(struct table *table, int seat)
{
    char name[NAME_TEXT_MAX];
    bool alone = (table->state.head.actors & (table->state.head.actors - 1)) == 0;
    play_draw(table, seat);
    play_name(table, seat, name);
    voice_say(table->voice, alone ? "play.turn" : "play.turn.shared",
              WITH(word_string("name", name)));
    if (!alone)
        play_list_few(table, seat);
}

/* One line: true when the asking is over. */
static bool take_line(struct table *table, int seat, const char *line)
{
    const char *text = line;
    int for_seat = seat;
    move m;
    take_prefix(table, &text, &for_seat);
    const char *reason = play_find(table, for_seat, text, &m);
    if (!reason) {
        play_move(table, for_seat, m);
        return true;
    }
    if (!run_word(table, for_seat, text)) {
        voice_style(table->voice, STYLE_WARN);
        voice_say(table->voice, reason, WITH_NOTHING);
        voice_plain(table->voice);
    }
    return table->ending != ENDING_NONE || !(table->people >> seat & 1) ||
           !state_acts(&table->state.head, seat);
}

void play_ask(struct table *table, int seat)
{
    char line[INPUT_MAX];
    if (!hand_over(table, seat, line))
        return;
    show_table(table, seat);
    if (line[0] != '\0' && take_line(table, seat, line))
        return;
    for (;;) {
        put_prompt(table, seat);
        if (!read_line(table, line)) {
            table->ending = ENDING_QUIT;
            return;
        }
        if (line[0] == '\0' && (table->state.head.actors & ~(1u << seat)) != 0) {
            table->waited |= (uint16_t)(1u << seat);
            return;
        }
        if (line[0] == '\0')
            voice_say(table->voice, "play.empty", WITH_NOTHING);
        else if (take_line(table, seat, line))
            return;
    }
}
