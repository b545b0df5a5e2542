/* SPDX-License-Identifier: MIT */
/*
 * A subcommand is a row: its name, its words, and the function to run. help.c has the list; help,
 * man pages and shells' completions are all made from the rows.
 */
#ifndef KUFSA_CMD_COMMAND_H
#define KUFSA_CMD_COMMAND_H

#include "cmd/arguments.h"

/* The program's exit status. After a signal it is SYSTEM_SIGNALLED plus the signal's number. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_TAKEN = 3 };

enum { USAGE_MAX = 256 };

struct command {
    const char *name;
    const char *usage; /* what follows the name */
    const char *help;  /* key of a one-line description */
    const char *more;  /* key of the rest of --help, or NULL */
    int words_min, words_max;
    const struct parameter *parameters; /* ends with a row whose name is NULL; NULL: none */
    const struct parameter *actions;    /* likewise: what the first word can be; NULL: anything */
    int (*run)(const struct arguments *);
};

/* All of them, in the order of help; the last is NULL. */
extern const struct command *const commands[];

extern const char program_version[]; /* such as "1.0.0" */

/* NULL after reporting that there is none of this name. */
const struct command *command_find(const struct arguments *, const char *name);

/* What `kufsa help COMMAND` prints; NULL: `kufsa help`. */
void help_write(const struct voice *, const struct command *);

/* The name and what follows it. */
void write_usage(const struct command *, char out[USAGE_MAX]);

extern const struct command command_games;
extern const struct command command_play;
extern const struct command command_join;
extern const struct command command_replay;
extern const struct command command_verify;
extern const struct command command_review;
extern const struct command command_box;
extern const struct command command_rules;
extern const struct command command_perft;
extern const struct command command_engine;
extern const struct command command_arena;
extern const struct command command_backup;
extern const struct command command_copy;
extern const struct command command_repair;
extern const struct command command_serve;
extern const struct command command_health;
extern const struct command command_certify;

#endif
