/* SPDX-License-Identifier: MIT */
/*
 * Where sentences go, in which language, and whether colours may be used there.
 *
 *     voice_say(&voice, "cmd.game.unknown", WITH(word_string("name", name)));
 */
#ifndef KUFSA_CMD_VOICE_H
#define KUFSA_CMD_VOICE_H

#include <stdio.h>

#include "words/words.h"

enum { SENTENCE_MAX = 8192 };

struct voice {
    FILE *file;
    enum language language;
    bool colour;
};

enum style { STYLE_BOLD, STYLE_FAINT, STYLE_FIRST, STYLE_SECOND, STYLE_WARN };

/* Colours only on a terminal that wants them (NO_COLOR, TERM=dumb). */
void voice_init(struct voice *, FILE *, enum language);

/* A sentence as a line. */
void voice_say(const struct voice *, const char *key, const struct word_arg *, int count);

/* A sentence as a piece of a line. */
void voice_part_say(const struct voice *, const char *key, const struct word_arg *, int count);

/* Is there a sentence with this key? */
bool voice_knows(const char *key);

void voice_style(const struct voice *, enum style);
void voice_plain(const struct voice *);

#endif
