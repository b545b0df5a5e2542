/* SPDX-License-Identifier: MIT */
/* Input that others should not see: typed without echo, and erased from the command line. */
#ifndef KUFSA_CMD_SECRET_H
#define KUFSA_CMD_SECRET_H

#include "tell/voice.h"

/* Reads a line of standard input, without surrounding spaces; on a terminal it shows this prompt
 * and does not echo. False: there is none, or it is too long. */
bool secret_read(const struct voice *, const char *prompt, char *out, size_t capacity);

/* Overwrites a string of the command line, except its beginning if it matches, so that process
 * lists no longer show it. Until then they do. */
void secret_erase(const char *string, const char *beginning);

#endif
