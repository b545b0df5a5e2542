/* SPDX-License-Identifier: MIT */
/*
 * `kufsa join`: a server's table, on the full screen, or with a computer player.
 *
 *     the address, or the link of a seat ─▶ as whom, if that is not clear ─▶ the table
 *
 * Anyone who has a seat's link plays from that seat. On the command line others on this machine
 * could see it: it is overwritten as soon as it is read, and `-` reads it from standard input
 * instead.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "client/remote.h"
#include "client/robot.h"
#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "cmd/secret.h"
#include "system/keyboard.h"
#include "table/names.h"
#include "tell/lists.h"

enum { AS_BEFORE, AS_GIVEN };
enum { DEL = 127 };

static int fail(const struct arguments *arguments, const char *reason)
{
    complain(arguments, reason, WITH_NOTHING);
    return STATUS_FAILED;
}

/* ---- where to ---- */

/* Takes the terminal as keyboard, if the link came through a pipe. */
static void take_keyboard(void)
{
    int file = isatty(STDIN_FILENO) == 1 ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    dup2(file, STDIN_FILENO);
    close(file);
}

/* What was given, without the token after its code: safe to print again, even if it contains
 * terminal commands. */
static void write_place(char out[CHANNEL_URL_MAX], const char *given)
{
    struct text text;
    text_init(&text, out, CHANNEL_URL_MAX);
    for (; *given != '\0'; given++)
        text_char(&text, (*given >= 0 && *given < ' ') || *given == DEL ? '?' : *given);
    char *hash = strchr(out, '#'), *slash = hash ? strchr(hash, '/') : NULL;
    if (slash)
        *slash = '\0';
}

/* False after reporting the error. */
static bool read_place(const struct arguments *arguments, struct address *address,
                       char place[CHANNEL_URL_MAX], int *status)
{
    char typed[CHANNEL_URL_MAX];
    const char *given = arguments->words[0], *token = arguments_value(arguments, "token");
    *status = STATUS_USAGE;
    if (string_equal(given, "-")) {
        if (!secret_read(&arguments->err, "join.prompt", typed, sizeof typed))
            return !keyboard_ended() && complain(arguments, "join.address.none", WITH_NOTHING);
        take_keyboard();
        given = typed;
    }
    const char *reason = address_read(address, given);
    write_place(place, given);
    if (!reason && token && !token_is_sound(token))
        reason = "join.token.broken";
    if (reason && given == typed && !string_equal(reason, "join.token.broken"))
        reason = "join.address.typed"; /* it was not echoed, and is not shown now */
    if (reason)
        return complain(arguments, reason, WITH(word_string("given", place)));
    if (token)
        memcpy(address->token, token, string_size(token) + 1);
    if (given != typed && strchr(given, '#'))
        secret_erase(given, place);
    if (token)
        secret_erase(token, "");
    return true;
}

/* ---- as whom ---- */

/* Somebody else has sat at this table from here: that seat is not given away without asking.
 * False: the person leaves. */
static bool choose_seat(struct address *address)
{
    static const char *const answers[] = {
        [AS_BEFORE] = "join.other.before", [AS_GIVEN] = "join.other.given"};
    int choice = screen_choose("join.other", NULL, answers, 2);
    if (choice == AS_BEFORE)
        address->token[0] = '\0';
    return choice == AS_BEFORE || choice == AS_GIVEN;
}

static bool is_other(const struct address *address)
{
    char kept[ADDRESS_TOKEN_MAX], become[ADDRESS_TOKEN_MAX];
    return address->token[0] != '\0' && token_find(address, kept, become) &&
           !string_equal(kept, address->token) && !string_equal(become, address->token);
}

/* Whoever gave the link may still have it, and would see the same hand. */
static bool take_over(const struct arguments *arguments, const char *whose)
{
    enum { GO_ON, LEAVE };
    static const char *const answers[] = {[GO_ON] = "join.take.yes", [LEAVE] = "join.take.no"};
    char sentence[SENTENCE_MAX];
    struct text text;
    text_init(&text, sentence, sizeof sentence);
    words_say(&text, arguments->out.language,
              whose[0] != '\0' ? "join.take.text" : "join.take.nobody",
              WITH(word_string("name", whose)));
    return screen_choose("join.take", sentence, answers, 2) == GO_ON;
}

/* ---- the table ---- */

/* How a table was left. */
struct parting {
    char trouble[MIRROR_KEY_MAX];
    char whose[PLAYER_NAME_MAX]; /* the seat that the link is for */
    bool seated;                 /* there is a place to come back to */
    char link[CHANNEL_URL_MAX];  /* to it, if it could not be saved; else empty */
};

/* NULL, or the key of the error. */
static const char *play_there(const struct address *address, bool watch, struct parting *parting)
{
    struct channel *channel = remote_open(address, watch);
    if (!channel)
        return "table.memory.none";
    screen_play(channel);
    bool ended = channel->mirror[0].channel == CHANNEL_ENDED;
    parting->seated = channel->mirror[0].you != NO_SEAT;
    memcpy(parting->whose, channel->mirror[0].peeked, PLAYER_NAME_MAX);
    memcpy(parting->trouble, channel->mirror[0].trouble, MIRROR_KEY_MAX);
    struct text text;
    text_init(&text, parting->link, sizeof parting->link);
    text_string(&text, channel->unkept > 0 ? channel->link : "");
    channel_close(channel);
    if (!ended)
        return NULL;
    return voice_knows(parting->trouble) ? parting->trouble : "join.broken";
}

/* An unsaved link is the only way back: print it, though it is a secret. */
static void tell_parting(const struct arguments *arguments, const struct parting *parting,
                         const char *place)
{
    if (!parting->seated)
        return;
    if (parting->link[0] != '\0')
        voice_say(&arguments->out, "join.left.unkept", WITH(word_string("link", parting->link)));
    else
        voice_say(&arguments->out, "join.left.seat", WITH(word_string("address", place)));
}

static int join_there(const struct arguments *arguments, struct address *address, const char *place)
{
    struct parting parting = {.seated = false};
    bool watch = arguments_has(arguments, "watch");
    if (!screen_begin(arguments))
        return fail(arguments, "join.terminal");
    bool stays = watch || !is_other(address) || choose_seat(address);
    address->take = arguments_has(arguments, "take");
    const char *reason = stays ? play_there(address, watch, &parting) : NULL;
    if (reason && string_equal(reason, REMOTE_ASKS)) {
        address->take = take_over(arguments, parting.whose);
        reason = address->take ? play_there(address, watch, &parting) : NULL;
    }
    screen_close();
    if (reason)
        return fail(arguments, reason);
    tell_parting(arguments, &parting, place);
    return screen_play_on(arguments) ? STATUS_OK : STATUS_FAILED;
}

/* A computer player sits there until it is sent away or stopped. */
static int seat_robot(const struct arguments *arguments, struct address *address)
{
    const char *level = arguments_value(arguments, "bot"),
               *given = arguments_value(arguments, "name");
    char name[PLAYER_NAME_MAX], key[MIRROR_KEY_MAX];
    struct text text;
    if (!given || !name_clean(given, name)) {
        text_init(&text, name, sizeof name);
        words_say(&text, arguments->out.language, "join.name.bot", WITH_NOTHING);
    }
    address->take = true;
    struct channel *channel = remote_open(address, false);
    if (!channel)
        return fail(arguments, "table.memory.none");
    channel->robot = true;
    text_init(&text, key, sizeof key);
    text_string(&text, robot_play(channel, level, name));
    channel_close(channel);
    return fail(arguments, voice_knows(key) ? key : "join.broken");
}

/* Levels are the same in every game. */
static bool check_level(const struct arguments *arguments)
{
    const char *level = arguments_value(arguments, "bot");
    struct player player;
    struct name_list list;
    return !level || player_find(game_at(0), level, &player) ||
           complain(arguments, "cmd.level.unknown",
                    WITH(word_string("given", level),
                         word_string("levels", name_list_players(&list, game_at(0)))));
}

static int run_join(const struct arguments *arguments)
{
    struct address address;
    char place[CHANNEL_URL_MAX];
    int status;
    bool robot = arguments_has(arguments, "bot");
    if (!check_level(arguments))
        return STATUS_USAGE;
    if (!read_place(arguments, &address, place, &status))
        return status;
    if (!robot && !screen_there())
        return fail(arguments, "join.terminal");
    const char *reason = address_find(&address);
    if (reason)
        return fail(arguments, reason);
    status = robot ? seat_robot(arguments, &address) : join_there(arguments, &address, place);
    address_forget(&address);
    return status;
}

static const struct parameter parameters[] = {
    {"watch", NULL, "join.parameter.watch"},   {"bot", "LEVEL", "join.parameter.bot"},
    {"token", "HEX", "join.parameter.token"},  {"take", NULL, "join.parameter.take"},
    {"name", "NAME", "join.parameter.name"},   {"ascii", NULL, "cmd.play.ascii"},
    {"bidi", "on|off", "join.parameter.bidi"}, {NULL, NULL, NULL},
};

const struct command command_join = {
    .name = "join",
    .usage = "URL, CODE@HOST or -",
    .help = "join.help",
    .more = "join.more",
    .words_min = 1,
    .words_max = 1,
    .parameters = parameters,
    .run = run_join,
};
