/* SPDX-License-Identifier: MIT */
/* The full screen for commands that may use it. */
#ifndef KUFSA_CMD_SCREEN_RUN_H
#define KUFSA_CMD_SCREEN_RUN_H

#include "cmd/arguments.h"
#include "tui/screen.h"

/* Opens the screen, if there is a person at a terminal that can show it. */
bool screen_begin(const struct arguments *);

/* The same, and says so if the terminal can only show lines of text. */
bool screen_or_lines(const struct arguments *);

/* After a table or a record: if the person wants to play on from a finished game, they do, perhaps
 * several times. The screen is closed before and after. False: it could not be done. */
bool screen_play_on(const struct arguments *);

/* Is there a person at a terminal at all? */
bool screen_there(void);

#endif
