/* SPDX-License-Identifier: MIT */
/*
 * Where sentences go, in which language, and whether colours may be used there.
 *
 *     voice_say(&voice, "cmd.game.unknown", WITH(word_string("name", name)));
 */
#ifndef KUFSA_TELL_VOICE_H
#define KUFSA_TELL_VOICE_H

#include <stdio.h>

#include "words/words.h"

enum { SENTENCE_MAX = 8192 };

struct voice {
    FILE *file;
    enum language language;
    bool colour;
    bool ascii; /* the locale has nothing else */
};

enum style { STYLE_BOLD, STYLE_FAINT, STYLE_FIRST, STYLE_SECOND, STYLE_WARN };

/* Uses colours only on a terminal that allows them (NO_COLOR, TERM=dumb), and signs beyond ASCII
 * unless the locale is set to something other than UTF-8. Hebrew ignores the locale. */
void voice_init(struct voice *, FILE *, enum language);

/* A sentence as a line. */
void voice_say(const struct voice *, const char *key, const struct word_arg *, int count);

/* A sentence as a piece of a line. */
void voice_part_say(const struct voice *, const char *key, const struct word_arg *, int count);

/* Prints `kufsa: ` and the sentence; returns false, for `return voice_refuse(…)`. */
bool voice_refuse(const struct voice *, const char *key, const struct word_arg *, int count);

/* Is there a sentence with this key? */
bool voice_knows(const char *key);

void voice_style(const struct voice *, enum style);
void voice_plain(const struct voice *);

#endif
