/* SPDX-License-Identifier: MIT */
/*
 * A subcommand is a row: its name, its words, and what runs. main.c has the
 * list of them, and writes help and usage from the rows.
 */
#ifndef KUFSA_CMD_COMMAND_H
#define KUFSA_CMD_COMMAND_H

#include "cmd/arguments.h"

enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 }; /* what the program exits with */

enum { USAGE_MAX = 256 };

struct command {
    const char *name;
    const char *usage; /* what follows the name */
    const char *help;  /* key of one line that says what it does */
    const char *more;  /* key of what else --help tells, or NULL */
    int words_min, words_max;
    const struct parameter *parameters; /* ends with a row whose name is NULL; NULL: none */
    int (*run)(const struct arguments *);
};

/* The name and what follows it. */
void write_usage(const struct command *, char out[USAGE_MAX]);

extern const struct command command_games;
extern const struct command command_play;
extern const struct command command_join;
extern const struct command command_replay;
extern const struct command command_verify;
extern const struct command command_rules;
extern const struct command command_perft;
extern const struct command command_engine;
extern const struct command command_arena;
extern const struct command command_backup;
extern const struct command command_repair;
extern const struct command command_serve;

#endif
