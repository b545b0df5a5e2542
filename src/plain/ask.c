/* SPDX-License-Identifier: MIT */
/*
 * Asks a person for a move. The input is a move in notation, or a word that asks for something
 * else; moves come first, so that a game may call a move `draw`. The prefix `N:` speaks for seat
 * N, if another person may act there.
 */
#include <string.h>

#include "plain/play.h"
#include "plain/rules.h"
#include "system/keyboard.h"
#include "system/system.h"
#include "tell/advice.h"
#include "tell/options.h"

enum {
    CURTAIN_LINES = 60, /* more than the height of a terminal */
    HINT_NODES = 10000000,
    HINT_MILLIS = 2000,
    HINTS = 3,
};

/* A bot accepts a draw if it rates the other side's chances at least this high. */
#define DRAW_FROM 0.6

/* ---- the keyboard ---- */

bool play_read_line(const struct voice *voice, bool echo, char line[PLAY_LINE_MAX])
{
    size_t size = 0;
    char c;
    bool more;
    fflush(voice->file);
    while ((more = keyboard_byte(&c)) && c != '\n') {
        bool blank = c == ' ' || c == '\t' || c == '\r';
        if ((blank && size == 0) || size == PLAY_LINE_MAX - 1 ||
            ((unsigned char)c < ' ' && !blank) || c == 0x7f)
            continue;
        line[size++] = blank ? ' ' : c;
    }
    while (size > 0 && line[size - 1] == ' ')
        size--;
    line[size] = '\0';
    bool got = more || size > 0;
    if (echo || !got) /* nobody saw the key that ended the line */
        fprintf(voice->file, "%s\n", line);
    return got;
}

static bool read_line(const struct sitting *sitting, char line[PLAY_LINE_MAX])
{
    return play_read_line(sitting->voice, sitting->echo, line);
}

static void put_prompt(const struct sitting *sitting, int seat)
{
    char name[NAME_TEXT_MAX];
    play_name(sitting, seat, name);
    fprintf(sitting->voice->file, "%s> ", name);
}

/* ---- whose cards are on the screen ---- */

static void draw_curtain(const struct sitting *sitting)
{
    if (sitting->screen) /* clear it, with its scrollback */
        fputs("\033[2J\033[3J\033[H", sitting->voice->file);
    else if (!sitting->echo)
        for (int i = 0; i < CURTAIN_LINES; i++)
            fputc('\n', sitting->voice->file);
}

/* Between two people at one keyboard, hides one hand before the next person looks. A program on a
 * pipe need not press Enter: `line` keeps what it has already said, and is empty otherwise. */
static bool hand_over(struct sitting *sitting, int seat, char line[PLAY_LINE_MAX])
{
    char name[NAME_TEXT_MAX];
    line[0] = '\0';
    if (!sitting->game->hidden || !play_several(sitting) || sitting->shown_to == seat)
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

/* ---- words that are not moves ---- */

static void do_help(struct sitting *sitting, int seat, const char *rest)
{
    const struct mirror *mirror = play_public(sitting);
    char key[EXACT_KEY_MAX];
    struct text text;
    (void)seat, (void)rest;
    text_init(&text, key, sizeof key);
    text_string(&text, "play.help.");
    text_string(&text, sitting->game->name);
    exact_key(&text, sitting->game, mirror->seats, mirror->option);
    if (voice_knows(key))
        voice_say(sitting->voice, key, WITH_NOTHING);
    voice_say(sitting->voice, "play.help", WITH(word_string("game", sitting->game->name)));
    for (const struct extra *extra = drawing_of(sitting->game)->extras; extra && extra->word;
         extra++)
        voice_say(sitting->voice, extra->help, WITH(word_string("word", extra->word)));
    if (draw_can_be_agreed(sitting->game, mirror->seats))
        voice_say(sitting->voice, "play.help.draw", WITH_NOTHING);
    if (play_several(sitting))
        voice_say(sitting->voice, "play.help.seat", WITH_NOTHING);
}

static void say(const struct sitting *sitting, const char *key)
{
    voice_say(sitting->voice, key, WITH_NOTHING);
}

static bool is_quiet(const struct sitting *sitting)
{
    return play_public(sitting)->aloud != ALOUD_OFF;
}

static void do_moves(struct sitting *sitting, int seat, const char *rest)
{
    if (is_quiet(sitting))
        say(sitting, "aloud.moves");
    else
        play_list(sitting, seat, rest);
}

static void do_board(struct sitting *sitting, int seat, const char *rest)
{
    (void)rest;
    play_draw(sitting, play_person(sitting, seat));
}

static void do_position(struct sitting *sitting, int seat, const char *rest)
{
    (void)rest;
    fprintf(sitting->voice->file, "%s\n", play_person(sitting, seat)->position);
}

static void do_rules(struct sitting *sitting, int seat, const char *rest)
{
    struct name_list list;
    (void)seat;
    if (!rules_write(sitting->voice, sitting->game, rest[0] ? rest : NULL))
        voice_say(
            sitting->voice, "cmd.rules.unknown",
            WITH(word_string("given", rest), word_string("game", sitting->game->name),
                 word_string("numbers", rules_numbers(sitting->voice, sitting->game, &list))));
}

/* What the strongest bot would do, whichever bots play here. */
static void think_hard(struct sitting *sitting, int seat)
{
    struct player player = player_at(sitting->game, LEVEL_MASTER);
    struct search_rng rng;
    struct question question = {
        .game = sitting->game,
        .view = &play_person(sitting, seat)->view.head,
        .skill = player.skill,
        .budget = {.nodes = HINT_NODES,
                   .clock_ms = system_millis,
                   .deadline_ms = system_millis() + HINT_MILLIS},
        .rng = &rng,
        .memory = sitting->bot_memory,
        .memory_size = sizeof sitting->bot_memory,
        .crew = &sitting->crew,
    };
    search_rng_init(&rng, (uint64_t)sitting->told);
    fflush(sitting->voice->file);
    bot_think(player.bot, &question, &sitting->advice);
}

static void say_reasons(struct sitting *sitting, const struct candidate *candidate)
{
    for (int i = 0; i < candidate->reasons; i++) {
        const struct reason *reason = &candidate->reason[i];
        char name[NAME_TEXT_MAX] = "", sentence[REASON_TEXT_MAX];
        struct text text;
        if (reason->seat >= 0 && reason->seat < play_public(sitting)->seats)
            play_name(sitting, reason->seat, name);
        text_init(&text, sentence, sizeof sentence);
        advice_write_reason(&text, sitting->voice->language, sitting->game, reason, name);
        fprintf(sitting->voice->file, "    %s\n", sentence);
    }
}

static void do_hint(struct sitting *sitting, int seat, const char *rest)
{
    (void)rest;
    if (is_quiet(sitting)) {
        say(sitting, "aloud.hint");
        return;
    }
    think_hard(sitting, seat);
    for (int i = 0; i < sitting->advice.count && i < HINTS; i++) {
        const struct candidate *candidate = &sitting->advice.list[i];
        if (i > 0 && candidate->visits < sitting->advice.list[0].visits)
            continue; /* searched too little: its value says nothing */
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, move_text, sizeof move_text);
        sitting->game->write_move(&play_person(sitting, seat)->view.head, candidate->move, &text);
        voice_say(sitting->voice, i == 0 ? "play.hint" : "play.hint.other",
                  WITH(word_string("move", move_text),
                       word_number("percent", (int64_t)(candidate->value * 100 + 0.5))));
        say_reasons(sitting, candidate);
    }
}

/* People at one keyboard talk to each other, so the others have agreed: whoever moved last takes
 * the move back. */
static int find_asker(const struct sitting *sitting, int seat)
{
    const struct match *match = local_match(sitting->channel);
    uint32_t at = match->count;
    while (at > 0 && !play_person(sitting, match->log[at - 1].seat))
        at--;
    return at > 0 && play_several(sitting) ? match->log[at - 1].seat : seat;
}

static void do_undo(struct sitting *sitting, int seat, const char *rest)
{
    (void)rest;
    const char *reason = play_do(sitting, find_asker(sitting, seat), "undo");
    for (int other = 0; other < play_public(sitting)->seats && !reason; other++)
        if ((play_public(sitting)->unheard >> other & 1) && play_person(sitting, other))
            reason = play_do(sitting, other, "allow");
    say(sitting, reason ? reason : "play.undone");
    if (!reason && play_person(sitting, seat))
        play_draw(sitting, play_person(sitting, seat));
}

static bool person_agrees(struct sitting *sitting, int seat)
{
    char name[NAME_TEXT_MAX], line[PLAY_LINE_MAX];
    play_name(sitting, seat, name);
    voice_part_say(sitting->voice, "play.draw.offered", WITH(word_string("name", name)));
    fputc(' ', sitting->voice->file);
    return read_line(sitting, line) && (line[0] == 'y' || line[0] == 'Y');
}

/* Judges from the side of whoever offers: only that side's moves can be compared now. */
static bool bot_agrees(struct sitting *sitting, int offers)
{
    think_hard(sitting, offers);
    return sitting->advice.count > 0 && sitting->advice.list[0].value >= DRAW_FROM;
}

/* G14 */
static void do_draw(struct sitting *sitting, int seat, const char *rest)
{
    bool yes;
    (void)rest;
    if (play_person(sitting, !seat)) {
        play_do(sitting, seat, "offer");
        yes = person_agrees(sitting, !seat);
        play_do(sitting, !seat, yes ? "accept" : "decline");
    } else {
        yes = bot_agrees(sitting, seat);
        if (yes)
            local_agree_draw(sitting->channel, seat);
        play_tell(sitting);
    }
    if (!yes)
        say(sitting, "play.draw.declined");
}

/* With more than two at the table the computer takes the seat, if a person is left. */
static void do_resign(struct sitting *sitting, int seat, const char *rest)
{
    char name[NAME_TEXT_MAX];
    (void)rest;
    bool alone = !play_several(sitting);
    if (!play_do(sitting, seat, "resign"))
        return;
    const char *reason = play_hand_to_bot(sitting, seat);
    if (reason) {
        say(sitting, reason);
        return;
    }
    sitting->quit = sitting->resigned = alone;
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

/* False if the line does not start with such a word. */
static bool run_word(struct sitting *sitting, int seat, const char *line)
{
    bool agreeable = draw_can_be_agreed(sitting->game, play_public(sitting)->seats);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = play_begins(line, words[i].name);
        if (size == 0 || (line[size] != '\0' && line[size] != ' '))
            continue;
        if (words[i].run == do_draw && !agreeable)
            return false;
        words[i].run(sitting, seat, line[size] ? line + size + 1 : "");
        return true;
    }
    return play_show(sitting, play_person(sitting, seat), line);
}

/* ---- asking ---- */

static bool may_act(const struct sitting *sitting, int seat)
{
    const struct mirror *mirror = play_person(sitting, seat);
    return mirror && mirror_acts(mirror);
}

/* `2: pass` speaks for seat 2, if a person who may act sits there. */
static void take_prefix(const struct sitting *sitting, const char **line, int *seat)
{
    struct scan scan = {*line};
    int64_t other;
    if (!scan_number(&scan, 0, play_public(sitting)->seats - 1, &other) || !scan_char(&scan, ':') ||
        !may_act(sitting, (int)other))
        return;
    while (scan_char(&scan, ' '))
        continue;
    *line = scan.at;
    *seat = (int)other;
}

static bool acts_alone(const struct sitting *sitting)
{
    uint16_t actors = play_public(sitting)->actors;
    return (actors & (actors - 1)) == 0;
}

static void show_table(struct sitting *sitting, int seat)
{
    char name[NAME_TEXT_MAX];
    bool alone = acts_alone(sitting);
    play_draw(sitting, play_person(sitting, seat));
    play_name(sitting, seat, name);
    voice_say(sitting->voice, alone ? "play.turn" : "play.turn.shared",
              WITH(word_string("name", name)));
    if (!alone)
        play_list_few(sitting, seat);
}

static void warn(const struct sitting *sitting, const char *reason)
{
    voice_style(sitting->voice, STYLE_WARN);
    say(sitting, reason);
    voice_plain(sitting->voice);
}

/* Handles a line: true when the asking is over. */
static bool take_line(struct sitting *sitting, int seat, const char *line)
{
    char written[MOVE_TEXT_MAX];
    const char *typed = line;
    int for_seat = seat;
    struct text text;
    move m;
    take_prefix(sitting, &typed, &for_seat);
    const char *reason = play_find(sitting, for_seat, typed, &m);
    if (!reason) {
        text_init(&text, written, sizeof written);
        sitting->game->write_move(sitting->view, m, &text);
        reason = play_move(sitting, for_seat, written);
        if (reason) /* the move was legal: only a shuffle can fail */
            warn(sitting, reason);
        return true;
    }
    if (run_word(sitting, for_seat, typed))
        return sitting->quit || !may_act(sitting, seat);
    if (is_quiet(sitting)) { /* the table judges answers, and counts those that are wrong */
        play_lower(typed, written);
        reason = play_move(sitting, for_seat, written);
    }
    if (reason)
        warn(sitting, reason);
    return !may_act(sitting, seat);
}

void play_ask(struct sitting *sitting, int seat)
{
    char line[PLAY_LINE_MAX];
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
        if (line[0] == '\0' && !acts_alone(sitting)) {
            sitting->waited |= (uint16_t)(1u << seat);
            return;
        }
        if (line[0] == '\0')
            say(sitting, "play.empty");
        else if (take_line(sitting, seat, line))
            return;
    }
}
