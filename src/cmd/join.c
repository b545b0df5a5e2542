/* SPDX-License-Identifier: MIT */
/* `kufsa join`: a table of a server, on the whole screen. */
#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "tui/remote.h"

static int fail(const struct arguments *arguments, const char *reason)
{
    complain(arguments, reason, WITH_NOTHING);
    return STATUS_FAILED;
}

static int run_join(const struct arguments *arguments)
{
    struct address address;
    const char *reason = address_read(&address, arguments->words[0]);
    if (reason) {
        complain(arguments, reason, WITH(word_string("given", arguments->words[0])));
        return STATUS_USAGE;
    }
    if (!screen_there())
        return fail(arguments, "join.terminal");
    const char *token = arguments_value(arguments, "token");
    if (token && !token_is_sound(token))
        return fail(arguments, "join.token.broken");
    if (token)
        token_keep(&address, token);
    struct line *line = remote_open(&address, arguments_has(arguments, "watch"), &reason);
    if (!line)
        return fail(arguments, reason);
    if (!screen_begin(arguments)) {
        line_close(line);
        return fail(arguments, "join.terminal");
    }
    screen_play(line);
    bool ended = line->seen[0].line == LINE_ENDED;
    char trouble[SEEN_KEY_MAX];
    struct text text;
    text_init(&text, trouble, sizeof trouble);
    text_string(&text, line->seen[0].trouble);
    line_close(line);
    screen_close();
    if (ended)
        return fail(arguments, voice_knows(trouble) ? trouble : "join.broken");
    voice_say(&arguments->out, "join.left.seat", WITH(word_string("address", arguments->words[0])));
    return STATUS_OK;
}

static const struct parameter parameters[] = {
    {"watch", NULL, "join.parameter.watch"},   {"token", "HEX", "join.parameter.token"},
    {"name", "NAME", "join.parameter.name"},   {"ascii", NULL, "cmd.play.ascii"},
    {"bidi", "on|off", "join.parameter.bidi"}, {NULL, NULL, NULL},
};

const struct command command_join = {
    .name = "join",
    .usage = "URL or CODE@HOST",
    .help = "join.help",
    .more = "join.more",
    .words_min = 1,
    .words_max = 1,
    .parameters = parameters,
    .run = run_join,
};
