/* SPDX-License-Identifier: MIT */
/* Steps through a record move by move, showing each position as the screen would have. */
#ifndef KUFSA_TUI_REEL_H
#define KUFSA_TUI_REEL_H

#include "tui/screen_parts.h"

void reel_begin(struct reel *, const struct record *, const struct ply *, uint32_t count,
                int viewer);
void reel_show(struct reel *, uint32_t at, int viewer); /* the table after so many moves */
void reel_key(struct screen *, const struct tap *);
void reel_tick(struct screen *); /* plays the next move when it is running and due */

/* Moves that nobody has made: what one of them did, as the viewer sees it, and the view after them.
 * reel_show goes back to the record. */
void reel_add(struct reel *, int seat, const char *move_text, const struct events *);
void reel_put(struct reel *, const struct state *view);

#endif
