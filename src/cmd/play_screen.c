/* SPDX-License-Identifier: MIT */
/*
 * `kufsa play` on the whole screen: a table in this process, or the one that was left.
 *
 *     which game? ─▶ one was left: go on, or begin anew ─▶ the table ─▶ left again, or over
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "tui/local.h"

enum { CHOICE_LEFT = -1, CHOICE_GO_ON, CHOICE_NEW };
enum { ASIDE_TEXT_MAX = 512, GAMES_MAX = 32, KEY_MAX = 64 };

bool screen_there(void)
{
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

bool screen_begin(const struct arguments *arguments)
{
    const char *bidi = arguments_value(arguments, "bidi");
    struct screen_setup setup = {
        .language = arguments->out.language,
        .bidi = bidi && string_equal(bidi, "off") ? BIDI_OFF : BIDI_VISUAL,
        .ascii = arguments_has(arguments, "ascii"),
        .name = arguments_value(arguments, "name"),
    };
    return screen_there() && screen_open(&setup);
}

/* ---- the table ---- */

/* A person alone is called as he says, or as the system calls him. */
static void name_people(const struct sitting *sitting, struct local_setup *setup,
                        char names[SEATS_MAX][PLAYER_NAME_MAX])
{
    const char *given = arguments_value(sitting->arguments, "name"), *user = getenv("USER");
    for (int i = 0; i < setup->people; i++) {
        struct text text;
        text_init(&text, names[i], PLAYER_NAME_MAX);
        setup->names[i] = names[i];
        if (setup->people == 1 &&
            (name_clean(given ? given : "", names[i]) || name_clean(user ? user : "", names[i])))
            continue;
        words_say(&text, sitting->voice->language,
                  setup->people == 1 ? "join.name.one" : "join.name.nth",
                  WITH(word_number("number", i + 1)));
    }
}

/* A game that cannot be read: what was done about it, and whether another is wanted. */
static bool tell_aside(enum language language, const char *aside)
{
    static const char *const answers[] = {"join.left.new"};
    char sentence[ASIDE_TEXT_MAX];
    struct text text;
    text_init(&text, sentence, sizeof sentence);
    words_say(&text, language, aside[0] ? "join.kept.aside" : "join.kept.broken",
              WITH(word_string("file", aside)));
    return screen_choose("join.left.title", sentence, answers, 1) == 0;
}

/* The table that was left, if the person wants it, or a new one. NULL: he leaves, or there is
 * none, and *reason says why. */
static struct line *open_line(const struct sitting *sitting, const struct local_setup *setup,
                              const char **reason)
{
    static const char *const answers[] = {"join.left.go_on", "join.left.new"};
    char aside[LOCAL_ASIDE_MAX];
    int64_t when;
    int choice = CHOICE_NEW;
    *reason = NULL;
    if (local_left(setup->game, &when))
        choice = screen_choose("join.left.title", NULL, answers, 2);
    if (choice == CHOICE_GO_ON) {
        struct line *line = local_resume(setup->game, setup, reason, aside);
        if (line)
            return line;
        *reason = NULL;
        choice = tell_aside(sitting->voice->language, aside) ? CHOICE_NEW : CHOICE_LEFT;
    }
    return choice == CHOICE_NEW ? local_open(setup, reason) : NULL;
}

/* ---- which game ---- */

int choose_game(const struct arguments *arguments, const struct game **game)
{
    char keys[GAMES_MAX][KEY_MAX];
    const char *answers[GAMES_MAX];
    int count = 0;
    for (; count < GAMES_MAX && game_at(count); count++) {
        struct text text;
        text_init(&text, keys[count], KEY_MAX);
        text_string(&text, "game.");
        text_string(&text, game_at(count)->name);
        answers[count] = keys[count];
    }
    if (!screen_begin(arguments))
        return STATUS_NO_SCREEN;
    int choice = screen_choose("tui.games", NULL, answers, count);
    screen_close();
    *game = choice < 0 ? NULL : game_at(choice);
    return STATUS_OK;
}

/* False when it has said why there is no such file. */
static bool open_record(const struct sitting *sitting, FILE **file)
{
    const char *name = arguments_value(sitting->arguments, "record");
    if (!name)
        return true;
    *file = fopen(name, "wbx"); /* one that is there may be wanted */
    if (*file)
        return true;
    const char *problem = strerror(errno);
    screen_close();
    return complain(sitting->arguments, "play.record.failed",
                    WITH(word_string("file", name), word_string("problem", problem)));
}

/* Plays, and says in the shell that comes back whether the game waits there. */
static bool play_line(const struct sitting *sitting, const struct local_setup *setup)
{
    const char *reason;
    struct line *line = open_line(sitting, setup, &reason);
    bool kept = false;
    if (line) {
        screen_play(line);
        kept = line->kept && line->seen[0].phase == PHASE_PLAY;
        line_close(line);
    }
    screen_close();
    if (kept)
        voice_say(sitting->voice, "join.left.kept", WITH(word_string("game", setup->game->name)));
    return line || !reason || complain(sitting->arguments, reason, WITH_NOTHING);
}

int play_screen(struct sitting *sitting)
{
    char names[SEATS_MAX][PLAYER_NAME_MAX];
    struct local_setup setup = {
        .game = sitting->game,
        .seats = sitting->start.head.seats,
        .level = sitting->level,
    };
    int64_t people = 1, first = 0;
    if (!arguments_number(sitting->arguments, "people", 0, setup.seats, &people) ||
        !arguments_number(sitting->arguments, "seat", 0, setup.seats - 1, &first))
        return STATUS_USAGE;
    if (!screen_begin(sitting->arguments))
        return STATUS_NO_SCREEN;
    if (!open_record(sitting, &setup.record))
        return STATUS_USAGE;
    memcpy(setup.option, sitting->start.head.option, sizeof setup.option);
    setup.people = (int)people;
    setup.first = (int)first;
    name_people(sitting, &setup, names);
    bool sound = play_line(sitting, &setup);
    if (setup.record)
        fclose(setup.record);
    return sound ? STATUS_OK : STATUS_FAILED;
}
