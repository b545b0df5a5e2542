/* SPDX-License-Identifier: MIT */
/*
 * Asking a person for a move. What is typed is a move in notation, or a word
 * that asks for something else; a move comes first, so that a game may call a
 * move `draw`. With `N:` in front it is said for seat N, where another person
 * may act too.
 */
#include <string.h>

#include "base/check.h"
#include "cmd/advice.h"
#include "cmd/play.h"
#include "cmd/rules.h"
#include "cmd/system.h"

enum {
    INPUT_MAX = 256,
    CURTAIN_LINES = 60, /* more than a terminal is high */
    HINT_NODES = 10000000,
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
    uint16_t people = match_people(&table->match);
    return (people & (people - 1)) != 0;
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
        table->quit = true;
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
    if (draw_can_be_agreed(table->game, table->match.state.head.seats))
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
    game_observe(table->game, &table->match.state.head, seat, &table->view.head);
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

/* What the strongest player would do, whoever plays here. */
static void think_hard(struct table *table, int seat)
{
    struct player player = player_at(table->game, LEVEL_MASTER);
    play_think(table, seat, &player, HINT_NODES, HINT_MILLIS);
}

static void say_reasons(struct table *table, const struct candidate *candidate)
{
    for (int i = 0; i < candidate->reasons; i++) {
        const struct reason *reason = &candidate->reason[i];
        char name[NAME_TEXT_MAX] = "", sentence[REASON_TEXT_MAX];
        struct text text;
        if (reason->seat >= 0 && reason->seat < table->match.state.head.seats)
            play_name(table, reason->seat, name);
        text_init(&text, sentence, sizeof sentence);
        advice_write_reason(&text, table->voice->language, table->game, reason, name);
        fprintf(table->voice->file, "    %s\n", sentence);
    }
}

static void do_hint(struct table *table, int seat, const char *rest)
{
    (void)rest;
    think_hard(table, seat);
    for (int i = 0; i < table->advice.count && i < HINTS; i++) {
        const struct candidate *candidate = &table->advice.list[i];
        if (i > 0 && candidate->visits < table->advice.list[0].visits)
            continue; /* it was given up early: its value says little */
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, move_text, sizeof move_text);
        table->game->write_move(&table->view.head, candidate->move, &text);
        voice_say(table->voice, i == 0 ? "play.hint" : "play.hint.other",
                  WITH(word_string("move", move_text),
                       word_number("percent", (int64_t)(candidate->value * 100 + 0.5))));
        say_reasons(table, candidate);
    }
}

/* At one keyboard people talk to each other: whoever of them moved last takes back, and the others
 * have nodded. */
static int find_asker(const struct table *table, int seat)
{
    const struct match *match = &table->match;
    uint32_t at = match->count;
    while (at > 0 && !play_is_person(table, match->log[at - 1].seat))
        at--;
    return at > 0 && several_people(table) ? match->log[at - 1].seat : seat;
}

static void do_undo(struct table *table, int seat, const char *rest)
{
    struct match *match = &table->match;
    int64_t now = system_millis();
    (void)rest;
    const char *reason = match_ask_undo(match, find_asker(table, seat), now);
    while (!reason && match->unheard)
        reason = match_answer_undo(match, __builtin_ctz(match->unheard), true, now);
    if (reason) {
        voice_say(table->voice, reason, WITH_NOTHING);
        return;
    }
    table->waited = 0;
    table->events.count = 0;
    play_record(table);
    voice_say(table->voice, "play.undone", WITH_NOTHING);
    play_draw(table, seat);
}

static bool agrees(struct table *table, int seat, int other)
{
    char name[NAME_TEXT_MAX], line[INPUT_MAX];
    if (!play_is_person(table, other)) {
        think_hard(table, seat);
        return table->advice.count > 0 && table->advice.list[0].value >= DRAW_FROM;
    }
    play_name(table, other, name);
    voice_part_say(table->voice, "play.draw.offered", WITH(word_string("name", name)));
    fputc(' ', table->voice->file);
    return read_line(table, line) && (line[0] == 'y' || line[0] == 'Y');
}

/* G14 */
static void do_draw(struct table *table, int seat, const char *rest)
{
    struct match *match = &table->match;
    (void)rest;
    CHECK(match_offer_draw(match, seat, system_millis()) == NULL);
    bool yes = agrees(table, seat, !seat);
    CHECK(match_answer_draw(match, !seat, yes, system_millis()) == NULL);
    if (!yes)
        voice_say(table->voice, "play.draw.declined", WITH_NOTHING);
}

/* With more than two at the table the computer takes the seat, if a person is left. */
static void do_resign(struct table *table, int seat, const char *rest)
{
    struct match *match = &table->match;
    int64_t now = system_millis();
    char name[NAME_TEXT_MAX];
    (void)rest;
    if (!match_resign(match, seat, now))
        return;
    bool alone = !several_people(table);
    CHECK(match_take_over(match, seat, table->level, now) == NULL);
    table->quit = alone;
    play_name(table, seat, name);
    voice_say(table->voice, alone ? "result.resigned" : "play.resigned",
              WITH(word_string("name", name)));
}

static void do_quit(struct table *table, int seat, const char *rest)
{
    (void)seat, (void)rest;
    table->quit = true;
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
    bool agreeable = draw_can_be_agreed(table->game, table->match.state.head.seats);
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
    if (!scan_number(&scan, 0, table->match.state.head.seats - 1, &other) ||
        !scan_char(&scan, ':') || !play_is_person(table, (int)other) ||
        !state_acts(&table->match.state.head, (int)other))
        return;
    while (scan_char(&scan, ' '))
        continue;
    *line = scan.at;
    *seat = (int)other;
}

static void show_table(struct table *table, int seat)
{
    char name[NAME_TEXT_MAX];
    bool alone = (table->match.state.head.actors & (table->match.state.head.actors - 1)) == 0;
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
    return table->quit || match_over(&table->match) || !play_is_person(table, seat) ||
           !state_acts(&table->match.state.head, seat);
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
            table->quit = true;
            return;
        }
        if (line[0] == '\0' && (table->match.state.head.actors & ~(1u << seat)) != 0) {
            table->waited |= (uint16_t)(1u << seat);
            return;
        }
        if (line[0] == '\0')
            voice_say(table->voice, "play.empty", WITH_NOTHING);
        else if (take_line(table, seat, line))
            return;
    }
}
