/* SPDX-License-Identifier: MIT */
/* A record looked at move by move: the position after each, as the screen would have seen it. */
#ifndef KUFSA_TUI_REEL_H
#define KUFSA_TUI_REEL_H

#include "tui/screen_parts.h"

void reel_begin(struct reel *, const struct record *, const struct ply *, uint32_t count,
                int viewer);
void reel_key(struct screen *, const struct tap *);
void reel_tick(struct screen *); /* goes on by itself when it runs and the time has come */

#endif
