/* SPDX-License-Identifier: MIT */
/*
 * What stands behind `kufsa NAME` on the command line: words, and parameters
 * such as `--seats 3` or
 * `--seats=3`. Names are written in full, a parameter may be repeated, `--`
 * ends them, and they may stand before or behind the words.
 */
#ifndef KUFSA_CMD_ARGUMENTS_H
#define KUFSA_CMD_ARGUMENTS_H

#include "cmd/voice.h"

enum { ARGUMENTS_MAX = 1024 };

struct parameter {
    const char *name;  /* without the dashes */
    const char *value; /* what its value is called in help; NULL: it is a switch */
    const char *help;  /* key */
};

struct command;

struct arguments {
    const struct command *command;
    struct voice out, err;
    bool language_given; /* by --lang, not only by the environment */
    int word_count, given_count;
    const char *words[ARGUMENTS_MAX];
    struct {
        const struct parameter *parameter;
        const char *value;
    } given[ARGUMENTS_MAX];
};

/* Those that every command takes. */
extern const struct parameter common_parameters[];

/* Each answers false when it has said what is wrong. */
bool arguments_read(struct arguments *, int count, char *const *strings); /* may be repeated */
bool arguments_count(const struct arguments *); /* are there as many words as the command wants? */
bool arguments_few(const struct arguments *);   /* always: there are too few */
bool arguments_number(const struct arguments *, const char *name, int64_t min, int64_t max,
                      int64_t *out); /* unchanged if not given */

bool arguments_has(const struct arguments *, const char *name);
const char *arguments_value(const struct arguments *, const char *name); /* the last, or NULL */

/* Says `kufsa: ` and the sentence on the standard error; returns false, for
 * `return complain(…)`. */
bool complain(const struct arguments *, const char *key, const struct word_arg *, int count);

/* The string among count rows of `size` bytes, each of which starts with a
 * pointer to its name, that is most like this one; NULL if none is. */
const char *nearest(const char *string, const void *rows, size_t size, int count);

#endif
