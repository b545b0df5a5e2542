/* SPDX-License-Identifier: MIT */
/*
 * `kufsa play` on the whole screen: a table in this process, or the one that was left.
 *
 *     a game was left ─▶ go on, or begin anew ─▶ the table ─▶ left again, kept or over
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "tui/local.h"

enum { CHOICE_GO_ON, CHOICE_NEW };

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

/* The table that was left, if the person wants it, or a new one. NULL: he leaves, or there is
 * none, and *reason says why. */
static struct line *open_line(const struct local_setup *setup, const char **reason)
{
    static const char *const answers[] = {"join.left.go_on", "join.left.new"};
    int64_t when;
    struct line *line = NULL;
    int choice = CHOICE_NEW;
    *reason = NULL;
    if (local_left(setup->game, &when))
        choice = screen_choose("join.left.title", answers, 2);
    if (choice == CHOICE_GO_ON)
        line = local_resume(setup->game, setup, reason);
    if (choice == CHOICE_NEW || (choice == CHOICE_GO_ON && !line))
        line = local_open(setup, reason);
    return line;
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
    struct line *line = open_line(setup, &reason);
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
