/* SPDX-License-Identifier: MIT */
/* The state folder: where games that were left and tokens are kept, for their owner's eyes only. */
#ifndef KUFSA_TUI_FOLDER_H
#define KUFSA_TUI_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

enum { FOLDER_PATH_MAX = 4096 };

/* The path of a file in XDG_STATE_HOME/kufsa, or in ~/.local/state/kufsa; the folder is made.
 * False: there is none, or the path is too long. */
bool folder_path(const char *name, char out[FOLDER_PATH_MAX]);

/* Writes all of it, however often it takes. */
bool folder_write(int file, const void *bytes, size_t size);

/* All of a file from its beginning, with a NUL behind it, to be freed; NULL if it cannot be read,
 * or is larger than max. */
char *folder_read(int file, size_t max, size_t *size);

#endif
