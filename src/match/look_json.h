/* SPDX-License-Identifier: MIT */
/* What lies where and what is true of a position, as JSON. */
#ifndef KUFSA_MATCH_LOOK_JSON_H
#define KUFSA_MATCH_LOOK_JSON_H

#include "base/json.h"
#include "rules/game.h"

/* `"piece":…`, unless it is NO_PIECE. */
void piece_put_json(struct json_out *, const struct game *, int piece);

/* `"scene":[…]` of a state. */
void scene_put_json(struct json_out *, const struct game *, const struct state *);

/* `"KEY":[…]`, an object for each fact, with what the fact uses. */
void facts_put_json(struct json_out *, const char *key, const struct game *, const struct facts *);

#endif
