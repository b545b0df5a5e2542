/* SPDX-License-Identifier: MIT */
/* The full screen for commands that may use it. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/screen_run.h"

bool screen_there(void)
{
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1;
}

/* A printable name. */
static const char *terminal_name(void)
{
    const char *name = getenv("TERM");
    for (const char *at = name ? name : ""; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~')
            return "?";
    return name ? name : "";
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

bool screen_or_lines(const struct arguments *arguments)
{
    if (!screen_there())
        return false;
    if (screen_begin(arguments))
        return true;
    voice_say(&arguments->out, "join.terminal.plain", WITH(word_string("name", terminal_name())));
    return false;
}
