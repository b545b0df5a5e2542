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
#include "cmd/system.h"
#include "tui/advice.h"

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
static bool read_line(const struct sitting *sitting, char line[INPUT_MAX])
{
    size_t size = 0;
    int c;
    fflush(sitting->voice->file);
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
    if (sitting->echo || !got) /* nobody has seen the key that ended the line */
        fprintf(sitting->voice->file, "%s\n", line);
    return got;
}

static void put_prompt(const struct sitting *sitting, int seat)
{
    char name[NAME_TEXT_MAX];
    play_name(sitting, seat, name);
    fprintf(sitting->voice->file, "%s> ", name);
}

/* ---- whose cards are on the screen ---- */

static bool several_people(const struct sitting *sitting)
{
    uint16_t people = match_people(&sitting->match);
    return (people & (people - 1)) != 0;
}

static void draw_curtain(const struct sitting *sitting)
{
    if (sitting->screen) /* wiped, with what has scrolled off it */
        fputs("\033[2J\033[3J\033[H", sitting->voice->file);
    else if (!sitting->echo)
        for (int i = 0; i < CURTAIN_LINES; i++)
            fputc('\n', sitting->voice->file);
}

/* Between two people at one keyboard: the hand of one goes out of sight before
 * the next looks. A program at the other end of a pipe need not press Enter:
 * what it says already is left in `line`, else nothing is. */
static bool hand_over(struct sitting *sitting, int seat, char line[INPUT_MAX])
{
    char name[NAME_TEXT_MAX];
    line[0] = '\0';
    if (!sitting->game->hidden || !several_people(sitting) || sitting->shown_to == seat)
        return true;
    draw_curtain(sitting);
    play_name(sitting, seat, name);
    voice_say(sitting->voice, "play.hand_over", WITH(word_string("name", name)));
    sitting->shown_to = NO_SEAT;
    if (!read_line(sitting, line)) {
        sitting->quit = true;
        return false;
    }
    if (!sitting->echo)
        line[0] = '\0';
    sitting->shown_to = seat;
    return true;
}

/* ---- words that are no moves ---- */

static void do_help(struct sitting *sitting, int seat, const char *rest)
{
    char key[NAME_TEXT_MAX];
    struct text text;
    (void)seat, (void)rest;
    text_init(&text, key, sizeof key);
    text_string(&text, "play.help.");
    text_string(&text, sitting->game->name);
    if (voice_knows(key))
        voice_say(sitting->voice, key, WITH_NOTHING);
    voice_say(sitting->voice, "play.help", WITH(word_string("game", sitting->game->name)));
    for (const struct extra *extra = drawing_of(sitting->game)->extras; extra && extra->word;
         extra++)
        voice_say(sitting->voice, extra->help, WITH(word_string("word", extra->word)));
    if (draw_can_be_agreed(sitting->game, sitting->match.state.head.seats))
        voice_say(sitting->voice, "play.help.draw", WITH_NOTHING);
    if (several_people(sitting))
        voice_say(sitting->voice, "play.help.seat", WITH_NOTHING);
}

static void do_moves(struct sitting *sitting, int seat, const char *rest)
{
    play_list(sitting, seat, rest);
}

static void do_board(struct sitting *sitting, int seat, const char *rest)
{
    (void)rest;
    play_draw(sitting, seat);
}

static void do_position(struct sitting *sitting, int seat, const char *rest)
{
    char position[POSITION_MAX];
    struct text text;
    (void)rest;
    text_init(&text, position, sizeof position);
    game_observe(sitting->game, &sitting->match.state.head, seat, &sitting->view.head);
    game_write(sitting->game, &sitting->view.head, &text);
    fprintf(sitting->voice->file, "%s\n", position);
}

static void do_rules(struct sitting *sitting, int seat, const char *rest)
{
    struct list list;
    (void)seat;
    if (!rules_write(sitting->voice, sitting->game, rest[0] ? rest : NULL))
        voice_say(
            sitting->voice, "cmd.rules.unknown",
            WITH(word_string("given", rest), word_string("game", sitting->game->name),
                 word_string("numbers", rules_numbers(sitting->voice, sitting->game, &list))));
}

/* What the strongest player would do, whoever plays here. */
static void think_hard(struct sitting *sitting, int seat)
{
    struct player player = player_at(sitting->game, LEVEL_MASTER);
    play_think(sitting, seat, &player, HINT_NODES, HINT_MILLIS);
}

static void say_reasons(struct sitting *sitting, const struct candidate *candidate)
{
    for (int i = 0; i < candidate->reasons; i++) {
        const struct reason *reason = &candidate->reason[i];
        char name[NAME_TEXT_MAX] = "", sentence[REASON_TEXT_MAX];
        struct text text;
        if (reason->seat >= 0 && reason->seat < sitting->match.state.head.seats)
            play_name(sitting, reason->seat, name);
        text_init(&text, sentence, sizeof sentence);
        advice_write_reason(&text, sitting->voice->language, sitting->game, reason, name);
        fprintf(sitting->voice->file, "    %s\n", sentence);
    }
}

static void do_hint(struct sitting *sitting, int seat, const char *rest)
{
    (void)rest;
    think_hard(sitting, seat);
    for (int i = 0; i < sitting->advice.count && i < HINTS; i++) {
        const struct candidate *candidate = &sitting->advice.list[i];
        if (i > 0 && candidate->visits < sitting->advice.list[0].visits)
            continue; /* it was given up early: its value says little */
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, move_text, sizeof move_text);
        sitting->game->write_move(&sitting->view.head, candidate->move, &text);
        voice_say(sitting->voice, i == 0 ? "play.hint" : "play.hint.other",
                  WITH(word_string("move", move_text),
                       word_number("percent", (int64_t)(candidate->value * 100 + 0.5))));
        say_reasons(sitting, candidate);
    }
}

/* At one keyboard people talk to each other: whoever of them moved last takes back, and the others
 * have nodded. */
static int find_asker(const struct sitting *sitting, int seat)
{
    const struct match *match = &sitting->match;
    uint32_t at = match->count;
    while (at > 0 && !play_is_person(sitting, match->log[at - 1].seat))
        at--;
    return at > 0 && several_people(sitting) ? match->log[at - 1].seat : seat;
}

static void do_undo(struct sitting *sitting, int seat, const char *rest)
{
    struct match *match = &sitting->match;
    int64_t now = system_millis();
    (void)rest;
    const char *reason = match_ask_undo(match, find_asker(sitting, seat), now);
    while (!reason && match->unheard)
        reason = match_answer_undo(match, __builtin_ctz(match->unheard), true, now);
    if (reason) {
        voice_say(sitting->voice, reason, WITH_NOTHING);
        return;
    }
    sitting->waited = 0;
    sitting->events.count = 0;
    play_record(sitting);
    voice_say(sitting->voice, "play.undone", WITH_NOTHING);
    play_draw(sitting, seat);
}

static bool agrees(struct sitting *sitting, int seat, int other)
{
    char name[NAME_TEXT_MAX], line[INPUT_MAX];
    if (!play_is_person(sitting, other)) {
        think_hard(sitting, seat);
        return sitting->advice.count > 0 && sitting->advice.list[0].value >= DRAW_FROM;
    }
    play_name(sitting, other, name);
    voice_part_say(sitting->voice, "play.draw.offered", WITH(word_string("name", name)));
    fputc(' ', sitting->voice->file);
    return read_line(sitting, line) && (line[0] == 'y' || line[0] == 'Y');
}

/* G14 */
static void do_draw(struct sitting *sitting, int seat, const char *rest)
{
    struct match *match = &sitting->match;
    (void)rest;
    CHECK(match_offer_draw(match, seat, system_millis()) == NULL);
    bool yes = agrees(sitting, seat, !seat);
    CHECK(match_answer_draw(match, !seat, yes, system_millis()) == NULL);
    if (!yes)
        voice_say(sitting->voice, "play.draw.declined", WITH_NOTHING);
}

/* With more than two at the table the computer takes the seat, if a person is left. */
static void do_resign(struct sitting *sitting, int seat, const char *rest)
{
    struct match *match = &sitting->match;
    int64_t now = system_millis();
    char name[NAME_TEXT_MAX];
    (void)rest;
    if (!match_resign(match, seat, now))
        return;
    bool alone = !several_people(sitting);
    CHECK(match_take_over(match, seat, sitting->level, now) == NULL);
    sitting->quit = alone;
    play_name(sitting, seat, name);
    voice_say(sitting->voice, alone ? "result.resigned" : "play.resigned",
              WITH(word_string("name", name)));
}

static void do_quit(struct sitting *sitting, int seat, const char *rest)
{
    (void)seat, (void)rest;
    sitting->quit = true;
}

static const struct {
    const char *name;
    void (*run)(struct sitting *, int seat, const char *rest);
} words[] = {
    {"help", do_help},         {"?", do_help},        {"moves", do_moves}, {"board", do_board},
    {"position", do_position}, {"rules", do_rules},   {"hint", do_hint},   {"undo", do_undo},
    {"draw", do_draw},         {"resign", do_resign}, {"quit", do_quit},
};

/* False if the line begins with no such word. */
static bool run_word(struct sitting *sitting, int seat, const char *line)
{
    bool agreeable = draw_can_be_agreed(sitting->game, sitting->match.state.head.seats);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = play_begins(line, words[i].name);
        if (size == 0 || (line[size] != '\0' && line[size] != ' '))
            continue;
        if (words[i].run == do_draw && !agreeable)
            return false;
        words[i].run(sitting, seat, line[size] ? line + size + 1 : "");
        return true;
    }
    return play_show(sitting, seat, line);
}

/* ---- asking ---- */

/* `2: pass` is said for seat 2, if a person who may act sits there. */
static void take_prefix(const struct sitting *sitting, const char **line, int *seat)
{
    struct scan scan = {*line};
    int64_t other;
    if (!scan_number(&scan, 0, sitting->match.state.head.seats - 1, &other) ||
        !scan_char(&scan, ':') || !play_is_person(sitting, (int)other) ||
        !state_acts(&sitting->match.state.head, (int)other))
        return;
    while (scan_char(&scan, ' '))
        continue;
    *line = scan.at;
    *seat = (int)other;
}

static void show_table(struct sitting *sitting, int seat)
{
    char name[NAME_TEXT_MAX];
    bool alone = (sitting->match.state.head.actors & (sitting->match.state.head.actors - 1)) == 0;
    play_draw(sitting, seat);
    play_name(sitting, seat, name);
    voice_say(sitting->voice, alone ? "play.turn" : "play.turn.shared",
              WITH(word_string("name", name)));
    if (!alone)
        play_list_few(sitting, seat);
}

/* One line: true when the asking is over. */
static bool take_line(struct sitting *sitting, int seat, const char *line)
{
    const char *text = line;
    int for_seat = seat;
    move m;
    take_prefix(sitting, &text, &for_seat);
    const char *reason = play_find(sitting, for_seat, text, &m);
    if (!reason) {
        play_move(sitting, for_seat, m);
        return true;
    }
    if (!run_word(sitting, for_seat, text)) {
        voice_style(sitting->voice, STYLE_WARN);
        voice_say(sitting->voice, reason, WITH_NOTHING);
        voice_plain(sitting->voice);
    }
    return sitting->quit || match_over(&sitting->match) || !play_is_person(sitting, seat) ||
           !state_acts(&sitting->match.state.head, seat);
}

void play_ask(struct sitting *sitting, int seat)
{
    char line[INPUT_MAX];
    if (!hand_over(sitting, seat, line))
        return;
    show_table(sitting, seat);
    if (line[0] != '\0' && take_line(sitting, seat, line))
        return;
    for (;;) {
        put_prompt(sitting, seat);
        if (!read_line(sitting, line)) {
            sitting->quit = true;
            return;
        }
        if (line[0] == '\0' && (sitting->match.state.head.actors & ~(1u << seat)) != 0) {
            sitting->waited |= (uint16_t)(1u << seat);
            return;
        }
        if (line[0] == '\0')
            voice_say(sitting->voice, "play.empty", WITH_NOTHING);
        else if (take_line(sitting, seat, line))
            return;
    }
}
