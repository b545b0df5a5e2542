/* SPDX-License-Identifier: MIT */
/* Full-screen tables for commands: what `kufsa play` and `kufsa join` have in common. */
#ifndef KUFSA_CMD_SCREEN_RUN_H
#define KUFSA_CMD_SCREEN_RUN_H

#include "cmd/play.h"
#include "tui/screen.h"

/* Opens the screen, if somebody sits before a terminal and has not asked for plain text. */
bool screen_begin(const struct arguments *);

/* Does this person sit before a terminal at all? */
bool screen_there(void);

/* `kufsa play` on the whole screen; what the program exits with, or that there is no screen, and
 * nothing was changed. */
enum { STATUS_NO_SCREEN = -1 };
int play_screen(struct sitting *);

/* Which game? NULL: the person leaves. Exits as play_screen does. */
int choose_game(const struct arguments *, const struct game **);

#endif
