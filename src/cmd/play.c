/* SPDX-License-Identifier: MIT */
/*
 * `kufsa play`: a table here, on the full screen or in lines of text.
 *
 *     arguments ─▶ an unfinished game, or a new one ─▶ local.h ─┬▶ tui/screen.h
 *                                                               └▶ plain/play.h
 */
#define _POSIX_C_SOURCE 200809L
#include "cmd/play.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "cmd/setup.h"
#include "plain/play.h"
#include "table/names.h"
#include "tell/lists.h"
#include "think/crew.h"

enum { NODES_MAX = 1000000000 };

/* ---- the command line ---- */

/* Is a game with these arguments saved? Not with a given deal, position or bots. */
static bool play_keeps(const struct arguments *arguments)
{
    return !arguments_has(arguments, "key") && !arguments_has(arguments, "position") &&
           !arguments_has(arguments, "nodes");
}

static bool choose_level(struct play *play)
{
    const char *name = arguments_value(play->arguments, "level");
    struct player player;
    struct name_list list;
    if (!name)
        name = arguments_value(play->arguments, "bots");
    play->setup.level = name ? name : level_name(LEVEL_USUAL);
    if (player_find(play->game, play->setup.level, &player))
        return true;
    return complain(play->arguments, "cmd.level.unknown",
                    WITH(word_string("given", name),
                         word_string("levels", name_list_players(&list, play->game))));
}

/* The fewest seats that hold the people, unless a number is given; and who sits where. */
static bool choose_seats(struct play *play)
{
    struct state *state = &play->start.head;
    int64_t people = 1, first = 0;
    int most = state->seats > 0 ? state->seats : play->game->seats_max;
    if (!arguments_number(play->arguments, "people", 0, most, &people))
        return false;
    if (state->seats == 0)
        state->seats = people > play->game->seats_min ? (uint8_t)people : play->game->seats_min;
    if (!arguments_number(play->arguments, "seat", 0, state->seats - 1, &first))
        return false;
    play->setup.seats = state->seats;
    play->setup.people = (int)people;
    play->setup.first = (int)first;
    return true;
}

/* A single person has the name given, or the system's name for them. */
static void name_people(struct play *play)
{
    const char *given = arguments_value(play->arguments, "name"), *user = getenv("USER");
    int people = play->setup.people;
    for (int i = 0; i < people; i++) {
        char *name = play->names[i];
        struct text text;
        text_init(&text, name, PLAYER_NAME_MAX);
        play->setup.names[i] = name;
        if (people == 1 &&
            (name_clean(given ? given : "", name) || name_clean(user ? user : "", name)))
            continue;
        words_say(&text, play->arguments->out.language,
                  people == 1 ? "join.name.one" : "join.name.nth",
                  WITH(word_number("number", i + 1)));
    }
}

static bool choose_deal(struct play *play)
{
    const struct arguments *arguments = play->arguments;
    const char *position = arguments_value(arguments, "position");
    int64_t nodes = 0;
    if (!setup_head(arguments, play->game, &play->start.head) ||
        !setup_key(arguments, play->given.key) ||
        !arguments_number(arguments, "nodes", 1, NODES_MAX, &nodes) ||
        (position && !setup_position(arguments, play->game, &play->start.head, position)))
        return false;
    play->given.nodes = (uint64_t)nodes;
    play->given.start = position ? &play->start.head : NULL;
    play->setup.given = play_keeps(arguments) ? NULL : &play->given;
    memcpy(play->setup.option, play->start.head.option, sizeof play->setup.option);
    return true;
}

/* Do players say it themselves? */
static bool choose_aloud(struct play *play)
{
    const char *given = arguments_value(play->arguments, "aloud");
    int aloud = ALOUD_OFF;
    if (!given)
        return true;
    if (!play->game->answer)
        return complain(play->arguments, "table.aloud.game", WITH_NOTHING);
    while (aloud < ALOUDS && !string_equal(aloud_names[aloud], given))
        aloud++;
    if (aloud == ALOUDS)
        return complain(play->arguments, "table.aloud.value", WITH_NOTHING);
    play->setup.aloud = (enum aloud)aloud;
    return true;
}

/* The players and the settings of the game. */
static bool set_up(struct play *play)
{
    play->setup.game = play->game;
    if (!choose_deal(play) || !choose_seats(play) || !choose_level(play) || !choose_aloud(play))
        return false;
    name_people(play);
    return true;
}

/* ---- the record ---- */

static bool refuse_record(const struct play *play, const char *problem)
{
    return complain(play->arguments, "play.record.failed",
                    WITH(word_string("file", arguments_value(play->arguments, "record")),
                         word_string("problem", problem)));
}

/* False after reporting why there is no such file. An existing one is never overwritten. */
static bool open_record(struct play *play)
{
    const char *name = arguments_value(play->arguments, "record");
    if (!name)
        return true;
    if (arguments_has(play->arguments, "position"))
        return complain(play->arguments, "play.record.position", WITH_NOTHING);
    play->setup.record = fopen(name, "wbx");
    return play->setup.record || refuse_record(play, strerror(errno));
}

/* ---- the table ---- */

/* The game that the person chooses. The screen is closed meanwhile: there may be an error to
 * report. */
static int choose_game(struct play *play)
{
    if (play->echo || !play_keeps(play->arguments)) {
        arguments_few(play->arguments);
        return STATUS_USAGE;
    }
    play->game = play_which(play);
    if (!play->game)
        return STATUS_OK;
    if (play->screen)
        screen_close();
    if (!set_up(play)) {
        play->screen = false;
        return STATUS_USAGE;
    }
    play->screen = play->screen && screen_begin(play->arguments);
    return STATUS_OK;
}

static int open_new(struct play *play, struct channel **channel)
{
    const char *reason;
    int status = play->game ? STATUS_OK : choose_game(play);
    if (status != STATUS_OK || !play->game)
        return status;
    play->setup.late = !play->screen && (play->echo || play->setup.record);
    *channel = local_open(&play->setup, &reason);
    if (*channel)
        return STATUS_OK;
    if (play->screen)
        screen_close();
    play->screen = false;
    complain(play->arguments, reason, WITH_NOTHING);
    return STATUS_FAILED;
}

/* A person is asked about unfinished games; a program has to say --continue. */
static int open_table(struct play *play, struct channel **channel)
{
    bool asks = !play->echo || arguments_has(play->arguments, "continue");
    enum start start =
        play_keeps(play->arguments) && asks ? play_unfinished(play, channel) : START_NEW;
    switch (start) {
    case START_NEW: return open_new(play, channel);
    case START_FAILED: return STATUS_FAILED;
    case START_UNFINISHED:
    case START_NONE: break;
    }
    return STATUS_OK;
}

/* Leaves the table, and says whether the game can be continued. */
static void close_table(const struct play *play, struct channel *channel, bool resigned)
{
    const struct match *match = local_match(channel);
    const char *game = match->game->name;
    bool begun = match->count > 0 || !play->echo;
    bool left = begun && !resigned && !match_over(match) && local_saves(channel);
    if (resigned)
        local_drop(channel);
    bool saved = local_save(channel);
    channel_close(channel);
    if (left)
        voice_say(&play->arguments->out, saved ? "join.left.kept" : "join.left.unsaved",
                  WITH(word_string("game", game)));
}

static bool can_clear(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && terminal && !string_equal(terminal, "dumb");
}

/* In lines. True: the only person resigned. */
static bool play_text(const struct play *play, struct channel *channel)
{
    static struct sitting sitting; /* large, but untouched pages cost nothing */
    sitting.voice = &play->arguments->out;
    sitting.channel = channel;
    sitting.game = local_match(channel)->game;
    sitting.level = play->setup.level ? play->setup.level : level_name(LEVEL_USUAL);
    sitting.ascii = arguments_has(play->arguments, "ascii") || play->arguments->out.ascii;
    sitting.echo = play->echo;
    sitting.screen = !play->echo && can_clear();
    sitting.shown_to = NO_SEAT;
    crew_init(&sitting.crew, crew_cores());
    play_lines(&sitting);
    return sitting.resigned;
}

static int play_to_end(struct play *play, struct channel *channel)
{
    bool resigned = false;
    if (play->screen)
        screen_play(channel);
    else
        resigned = play_text(play, channel);
    if (play->screen)
        screen_close();
    play->screen = false;
    bool recorded = local_recorded(channel);
    close_table(play, channel, resigned);
    recorded = recorded || refuse_record(play, strerror(EIO));
    return screen_play_on(play->arguments) && recorded ? STATUS_OK : STATUS_FAILED;
}

static int run_table(struct play *play)
{
    struct channel *channel = NULL;
    if (!open_record(play))
        return STATUS_USAGE;
    /* games that are not saved are for plain text and tests */
    play->screen = play_keeps(play->arguments) && !arguments_has(play->arguments, "plain") &&
                   screen_or_lines(play->arguments);
    play->setup.patient = play->setup.public_eye = !play->screen;
    int status = open_table(play, &channel);
    if (channel)
        status = play_to_end(play, channel);
    if (play->screen)
        screen_close();
    if (play->setup.record)
        fclose(play->setup.record);
    return status;
}

static int run_play(const struct arguments *arguments)
{
    static struct play play;
    play.arguments = arguments;
    play.echo = isatty(STDIN_FILENO) != 1;
    signal(SIGXFSZ, SIG_IGN); /* a file size limit then looks like a full disk */
    if (arguments_has(arguments, "continue") && !play_keeps(arguments)) {
        complain(arguments, "play.continue.fresh", WITH_NOTHING);
        return STATUS_USAGE;
    }
    if (arguments->word_count > 0 &&
        !(setup_game(arguments, arguments->words[0], &play.game) && set_up(&play)))
        return STATUS_USAGE;
    return run_table(&play);
}

static const struct parameter parameters[] = {
    {"option", "NAME=VALUE", "cmd.parameter.option"},
    {"aloud", "on|three", "cmd.play.aloud"},
    {"seats", "N", "cmd.parameter.seats"},
    {"people", "N", "cmd.play.people"},
    {"seat", "N", "cmd.play.seat"},
    {"level", "LEVEL", "cmd.play.level"},
    {"bots", "LEVEL", "join.parameter.bots"},
    {"nodes", "N", "cmd.play.nodes"},
    {"key", "HEX", "cmd.parameter.key"},
    {"position", "TEXT", "cmd.play.position"},
    {"continue", NULL, "play.parameter.continue"},
    {"record", "FILE", "play.parameter.record"},
    {"plain", NULL, "join.parameter.plain"},
    {"ascii", NULL, "cmd.play.ascii"},
    {"bidi", "on|off", "join.parameter.bidi"},
    {"name", "NAME", "join.parameter.name"},
    {NULL, NULL, NULL},
};

const struct command command_play = {
    .name = "play",
    .usage = "[GAME] [--seats N] [--people N] [--level LEVEL] …",
    .help = "cmd.play.help",
    .more = "cmd.play.more",
    .words_max = 1,
    .parameters = parameters,
    .run = run_play,
};
