/* SPDX-License-Identifier: MIT */
/* Steps through a record move by move, showing each position as the screen would have. */
#ifndef KUFSA_TUI_REEL_H
#define KUFSA_TUI_REEL_H

#include "tui/screen_parts.h"

void reel_begin(struct reel *, const struct record *, const struct ply *, uint32_t count,
                int viewer);
void reel_key(struct screen *, const struct tap *);
void reel_tick(struct screen *); /* plays the next move when it is running and due */

#endif
