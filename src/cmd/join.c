/* SPDX-License-Identifier: MIT */
/*
 * `kufsa join`: a table of a server, on the whole screen.
 *
 *     the address, or the link of a seat ─▶ as whom, if that is not clear ─▶ the table
 *
 * Who has a seat's link plays from that seat. On the command line others on this machine could see
 * it: it is written over as soon as it was read, and `-` takes it from the standard input instead.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "cmd/secret.h"
#include "tui/remote.h"

enum { AS_BEFORE, AS_GIVEN };
enum { DEL = 127 };

static int fail(const struct arguments *arguments, const char *reason)
{
    complain(arguments, reason, WITH_NOTHING);
    return STATUS_FAILED;
}

/* ---- where to ---- */

/* The keyboard, where the link came through a pipe. */
static void take_keyboard(void)
{
    int file = isatty(STDIN_FILENO) == 1 ? -1 : open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    dup2(file, STDIN_FILENO);
    close(file);
}

/* What was given, without the token behind its code: to be shown again, also if it is nonsense that
 * would tell the terminal to do something. */
static void write_place(char out[LINE_URL_MAX], const char *given)
{
    struct text text;
    text_init(&text, out, LINE_URL_MAX);
    for (; *given != '\0'; given++)
        text_char(&text, (*given >= 0 && *given < ' ') || *given == DEL ? '?' : *given);
    char *hash = strchr(out, '#'), *slash = hash ? strchr(hash, '/') : NULL;
    if (slash)
        *slash = '\0';
}

/* False when it has said what is wrong. */
static bool read_place(const struct arguments *arguments, struct address *address,
                       char place[LINE_URL_MAX], int *status)
{
    char typed[LINE_URL_MAX];
    const char *given = arguments->words[0], *token = arguments_value(arguments, "token");
    *status = STATUS_USAGE;
    if (string_equal(given, "-")) {
        if (!secret_read(&arguments->err, "join.prompt", typed, sizeof typed))
            return complain(arguments, "join.address.none", WITH_NOTHING);
        take_keyboard();
        given = typed;
    }
    const char *reason = address_read(address, given);
    write_place(place, given);
    if (!reason && token && !token_is_sound(token))
        reason = "join.token.broken";
    if (reason && given == typed && !string_equal(reason, "join.token.broken"))
        reason = "join.address.typed"; /* it was not shown, and is not shown now */
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

/* Somebody else has sat at this table from here: that seat is not given away unasked. False: the
 * person leaves. */
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
    char kept[SEEN_TOKEN_MAX];
    return address->token[0] != '\0' && token_find(address, kept) &&
           !string_equal(kept, address->token);
}

/* ---- the table ---- */

/* NULL, or the key of what went wrong; *seated: there is a place to come back to. */
static const char *play_there(const struct address *address, bool watch, char trouble[SEEN_KEY_MAX],
                              bool *seated)
{
    const char *reason;
    struct line *line = remote_open(address, watch, &reason);
    if (!line)
        return reason;
    screen_play(line);
    bool ended = line->seen[0].line == LINE_ENDED;
    *seated = line->seen[0].you != NO_SEAT;
    struct text text;
    text_init(&text, trouble, SEEN_KEY_MAX);
    text_string(&text, line->seen[0].trouble);
    line_close(line);
    if (!ended)
        return NULL;
    return voice_knows(trouble) ? trouble : "join.broken";
}

static int run_join(const struct arguments *arguments)
{
    struct address address;
    char place[LINE_URL_MAX], trouble[SEEN_KEY_MAX];
    bool watch = arguments_has(arguments, "watch"), seated = false;
    int status;
    if (!read_place(arguments, &address, place, &status))
        return status;
    if (!screen_begin(arguments))
        return fail(arguments, "join.terminal");
    bool stays = watch || !is_other(&address) || choose_seat(&address);
    const char *reason = stays ? play_there(&address, watch, trouble, &seated) : NULL;
    screen_close();
    if (reason)
        return fail(arguments, reason);
    if (seated)
        voice_say(&arguments->out, "join.left.seat", WITH(word_string("address", place)));
    return STATUS_OK;
}

static const struct parameter parameters[] = {
    {"watch", NULL, "join.parameter.watch"},   {"token", "HEX", "join.parameter.token"},
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
