/* SPDX-License-Identifier: MIT */
/*
 * Games that were left: a file a game in the state folder, with the events of its table. Several
 * terminals may play at once, so each game has a few files, and one that is in use is locked. An
 * empty file is nobody's.
 */
#ifndef KUFSA_TUI_KEPT_H
#define KUFSA_TUI_KEPT_H

#include "rules/game.h"

/* The newest game that was left of this kind (NULL: of any): its file, locked, and of which game;
 * when it was left, in unix seconds. -1: none. */
int kept_left(const struct game *wanted, const struct game **game, int64_t *when);

/* A file for a new game, locked and empty. -1: it cannot be kept. */
int kept_new(const struct game *);

/* The events in the file, one after the other; what was written in part is cut off. False: a part
 * of them cannot be read, and *reason says why. */
bool kept_read(int file, const char *(*take)(void *context, const char *text, size_t size),
               void *context, const char **reason);

/* One that cannot be read gets another name, which is written to out: nobody loses a game that
 * another version could read. Still to be closed. False: it cannot be put aside. */
enum { KEPT_NAME_MAX = 64 };
bool kept_aside(int file, const struct game *, char out[KEPT_NAME_MAX]);

void kept_forget(int file); /* it is over; still to be closed */

#endif
