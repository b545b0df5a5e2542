/* SPDX-License-Identifier: MIT */
/* A game's events and places as JSON: what programs that ask and screens that look on are told. */
#ifndef KUFSA_MATCH_EVENT_JSON_H
#define KUFSA_MATCH_EVENT_JSON_H

#include "base/json.h"
#include "rules/game.h"

/* One event as an object, as it stands: events_observe takes out what the reader may not see. */
void event_write_json(struct json_out *, const struct game *, const struct event *);

/* A place that is one, as an object with what tells it from others; and the name of its zone. */
void place_write_json(struct json_out *, struct place);
const char *zone_name(enum zone); /* not of ZONE_NONE */

#endif
