/* SPDX-License-Identifier: MIT */
/*
 * Settings: a command's parameters, from more than its command line. For each parameter the first
 * of these that has it counts:
 *
 *     --public-url URL           the command line
 *     KUFSA_PUBLIC_URL=URL       the environment; an empty value is none
 *     public-url = URL           the file named by --config or KUFSA_CONFIG
 *
 * In the environment and the file a switch is `yes` or `no`. In the file a # at the start of a line
 * or after a space begins a comment.
 */
#ifndef KUFSA_CMD_SETTINGS_H
#define KUFSA_CMD_SETTINGS_H

#include "cmd/command.h"

enum { SETTINGS_FILE_MAX = 1 << 16 };

/* Adds what the environment and the file say; false after reporting an error. */
bool settings_read(struct arguments *);

/* The same for the text of a file, in which it cuts the values out: they stay in there. */
bool settings_read_text(struct arguments *, const char *file, char *text);

/* Each of the command's parameters with its value and, as a comment, where that came from; so it
 * is a file of settings itself. `usual` has the value of a parameter that is not given, or NULL.
 * `shown` may replace a value by one that people may see; NULL leaves it. */
void settings_show(const struct arguments *, const char *(*usual)(const void *, const char *name),
                   const char *(*shown)(const void *, const char *name, const char *value),
                   const void *context);

/* A file of settings in which everything is a comment, for people to change. */
void settings_sample(const struct voice *, const struct command *);

#endif
