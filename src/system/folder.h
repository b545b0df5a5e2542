/* SPDX-License-Identifier: MIT */
/* The state folder: unfinished games and tokens, readable by their owner only. */
#ifndef KUFSA_SYSTEM_FOLDER_H
#define KUFSA_SYSTEM_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

enum { FOLDER_PATH_MAX = 4096 };

/* The path of a file in XDG_STATE_HOME/kufsa, or in ~/.local/state/kufsa; makes the folder. False:
 * there is none, or the path is too long. */
bool folder_path(const char *name, char out[FOLDER_PATH_MAX]);

/* Writes all of it, in as many calls as it takes. */
bool folder_write(int file, const void *bytes, size_t size);

/* The whole file, NUL-terminated; the caller frees it. NULL if it is unreadable or larger than
 * max. */
char *folder_read(int file, size_t max, size_t *size);

#endif
