/* SPDX-License-Identifier: MIT */
/* Words that others should not see: typed without an echo, and wiped from the command line. */
#ifndef KUFSA_CMD_SECRET_H
#define KUFSA_CMD_SECRET_H

#include "cmd/voice.h"

/* A line of the standard input, without spaces around it; at a terminal it is asked for with this
 * sentence and not shown. False: there is none, or it is too long. */
bool secret_read(const struct voice *, const char *prompt, char *out, size_t capacity);

/* Writes over a string of the command line, all but its beginning if it begins like that, so that
 * lists of processes do not show it any longer. Until now they did. */
void secret_erase(const char *string, const char *beginning);

#endif
