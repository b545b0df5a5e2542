/* SPDX-License-Identifier: MIT */
/*
 * What follows `kufsa NAME` on the command line: words, and parameters such as `--seats 3` or
 * `--seats=3`. Parameter names are written in full, may be repeated, and may come before or after
 * the words; `--` ends them.
 */
#ifndef KUFSA_CMD_ARGUMENTS_H
#define KUFSA_CMD_ARGUMENTS_H

#include "tell/voice.h"

enum { ARGUMENTS_MAX = 1024 };

struct parameter {
    const char *name;  /* without the dashes */
    const char *value; /* the name of its value in help; NULL: it is a switch */
    const char *help;  /* key */
};

/* Where a value was found; the first in this order counts. */
enum origin { ORIGIN_LINE, ORIGIN_ENVIRONMENT, ORIGIN_FILE };

struct command;

struct arguments {
    const struct command *command;
    struct voice out, err;
    bool language_given; /* by --lang, not by the environment */
    int word_count, given_count;
    const char *words[ARGUMENTS_MAX];
    struct given {
        const struct parameter *parameter;
        const char *value;
        enum origin origin;
        int line; /* of the file */
        bool off; /* a switch that is set to no */
    } given[ARGUMENTS_MAX];
};

/* The parameters of every command. */
extern const struct parameter common_parameters[];

/* These return false after reporting the error. */
bool arguments_read(struct arguments *, int count, char *const *strings); /* may be repeated */
bool arguments_count(const struct arguments *); /* are there as many words as the command wants? */
bool arguments_few(const struct arguments *);   /* always false: reports that there are too few */
bool arguments_many(const struct arguments *);  /* or too many */
bool arguments_number(const struct arguments *, const char *name, int64_t min, int64_t max,
                      int64_t *out); /* unchanged if absent */

bool arguments_has(const struct arguments *, const char *name); /* for a switch: is it on? */
const char *arguments_value(const struct arguments *, const char *name); /* the last, or NULL */

/* What was given last under this name, or NULL. */
const struct given *arguments_given(const struct arguments *, const char *name);

/* Prints `kufsa: ` and the sentence to standard error; returns false, for `return complain(…)`. */
bool complain(const struct arguments *, const char *key, const struct word_arg *, int count);

/* The most similar name, or NULL. Each of the count rows has `size` bytes and starts with a
 * pointer to its name. */
const char *nearest(const char *string, const void *rows, size_t size, int count);

#endif
