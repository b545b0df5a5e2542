/* SPDX-License-Identifier: MIT */
/* A game's events and places as JSON, for programs that ask and screens that watch. */
#ifndef KUFSA_MATCH_EVENT_JSON_H
#define KUFSA_MATCH_EVENT_JSON_H

#include "base/json.h"
#include "rules/game.h"

/* Writes one event as an object, unfiltered: events_observe removes what the reader may not
 * see. */
void event_write_json(struct json_out *, const struct game *, const struct event *);

/* Writes a place (not ZONE_NONE) as an object with what distinguishes it from others. */
void place_write_json(struct json_out *, struct place);

extern const char *const zone_names[ZONE_DISCARD + 1]; /* NULL: ZONE_NONE */

#endif
