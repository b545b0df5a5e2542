/* SPDX-License-Identifier: MIT */
/* A table's options in words, and what they change. */
#ifndef KUFSA_TELL_OPTIONS_H
#define KUFSA_TELL_OPTIONS_H

#include "rules/game.h"
#include "words/words.h"

enum { DIFFERENCES_MAX = 1024, EXACT_KEY_MAX = 128 };

/* `Drawing: Only without a card to lay`. */
void option_write(struct text *, enum language, const struct game *, int option, int value);

/* The key of what an option does, or one of its values where that has a sentence of its own. */
void option_help_key(struct text *key, const struct game *, int option, int value);

/* All options that differ from the printed rules, that is, from their first values; `chosen` holds
 * indexes of values. Returns how many differ. */
int differences_list(struct text *, enum language, const struct game *, const int16_t *chosen);

/* The same as a sentence: what differs, or that nothing does. */
int differences_write(struct text *, enum language, const struct game *, const int16_t *chosen);

/* Makes a key of the catalogue longer by `.seats.2` and `.<option>.<value>`, in the order of the
 * options, as long as there is such a more exact text. The page does the same:
 * web/src/words/exact.ts. */
void exact_key(struct text *key, const struct game *, int seats, const int16_t *chosen);

#endif
