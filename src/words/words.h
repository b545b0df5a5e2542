/* SPDX-License-Identifier: MIT */
/*
 * What the program says, in the reader's language. The sentences live in the catalogue (`i18n/`),
 * from which tools/catalogue.mjs makes the table that this module searches; the browser uses the
 * same catalogue. Code names a sentence by its key and passes the parameters.
 *
 *     struct word_arg args[] = {word_string("name", "Noa"), word_number("n", 3)};
 *     words_say(&text, LANGUAGE_EN, "event.points", args, 2);    "Noa gets 3 points."
 *
 * Freestanding like base/, so it can run in the browser too.
 */
#ifndef KUFSA_WORDS_WORDS_H
#define KUFSA_WORDS_WORDS_H

#include "base/text.h"

enum language { LANGUAGE_EN, LANGUAGE_HE, LANGUAGES };

/* The forms a sentence may have, chosen by its parameter n. English has one and other, Hebrew one,
 * two and other; a sentence that does not count has only other. */
enum word_form { FORM_OTHER, FORM_ONE, FORM_TWO, FORMS };

/* A key with its texts; NULL for a form that the language or the sentence does not have. */
struct word_entry {
    const char *key;
    const char *text[LANGUAGES][FORMS];
};

/* Made by tools/catalogue.mjs; keys are in byte order. */
extern const struct word_entry words_table[];
extern const int words_count;

/* A parameter: text, or a number where string is NULL. */
struct word_arg {
    const char *name;
    const char *string;
    int64_t number;
};

static inline struct word_arg word_string(const char *name, const char *string)
{
    return (struct word_arg){name, string, 0};
}

static inline struct word_arg word_number(const char *name, int64_t number)
{
    return (struct word_arg){name, NULL, number};
}

/* The arguments of words_say: words_say(&text, language, key, WITH(word_number("n", 3))). */
#define WITH(...)                                                                                  \
    (const struct word_arg[]){__VA_ARGS__},                                                        \
        (int)(sizeof((const struct word_arg[]){__VA_ARGS__}) / sizeof(struct word_arg))
#define WITH_NOTHING NULL, 0

/* The text of a key as in the catalogue, parameters not filled in; for a sentence that counts, its
 * general form. The key itself if there is none, so that the screen shows something to search
 * for. */
const char *words_find(enum language, const char *key);

/* Is there a sentence with this key? */
bool words_have(const char *key);

/* What a word of an area is called: for "level." and "club" the text of level.club. The word itself
 * if there is none. */
const char *words_name(enum language, const char *area, const char *word);

/* The rule that a reason names between its dots, else the first one in brackets at the end of its
 * sentence, such as G5 or TR12; not NUL-terminated, size 0 if there is none. */
const char *words_rule(const char *reason, size_t *size);

/* Writes the sentence with its parameters. A missing one stays as `{name}`. */
void words_say(struct text *, enum language, const char *key, const struct word_arg *, int count);

/* "he", "en", "he_IL.UTF-8", "EN-us"; "iw" is the old code for Hebrew. Returns false and sets
 * nothing if we do not speak that language. */
bool words_language(const char *name, enum language *);
const char *words_language_code(enum language); /* "en" or "he" */

#endif
