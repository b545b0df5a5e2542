/* SPDX-License-Identifier: MIT */
/* Sentences of the catalogue, written to a file. */
#define _GNU_SOURCE /* strcasestr */
#include "tell/voice.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const codes[] = {
    [STYLE_BOLD] = "\033[1m",    [STYLE_FAINT] = "\033[2m", [STYLE_FIRST] = "\033[1;33m",
    [STYLE_SECOND] = "\033[36m", [STYLE_WARN] = "\033[31m",
};

/* POSIX: the first of these that is set decides. */
static bool locale_is_ascii(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0] != '\0')
            return !strcasestr(value, "utf-8") && !strcasestr(value, "utf8");
    }
    return false;
}

void voice_init(struct voice *voice, FILE *file, enum language language)
{
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    voice->file = file;
    voice->language = language;
    voice->ascii = language == LANGUAGE_EN && locale_is_ascii();
    voice->colour = isatty(fileno(file)) && (!refused || refused[0] == '\0') && terminal &&
                    !string_equal(terminal, "dumb");
}

void voice_part_say(const struct voice *voice, const char *key, const struct word_arg *args,
                    int count)
{
    char buffer[SENTENCE_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    words_say(&text, voice->language, key, args, count);
    fputs(buffer, voice->file);
}

void voice_say(const struct voice *voice, const char *key, const struct word_arg *args, int count)
{
    voice_part_say(voice, key, args, count);
    fputc('\n', voice->file);
}

bool voice_refuse(const struct voice *voice, const char *key, const struct word_arg *args,
                  int count)
{
    fputs("kufsa: ", voice->file);
    voice_say(voice, key, args, count);
    return false;
}

bool voice_knows(const char *key)
{
    return words_have(key);
}

void voice_style(const struct voice *voice, enum style style)
{
    if (voice->colour)
        fputs(codes[style], voice->file);
}

void voice_plain(const struct voice *voice)
{
    if (voice->colour)
        fputs("\033[0m", voice->file);
}
