/* SPDX-License-Identifier: MIT */
/*
 * Reads the members of a request strictly, and refuses bad ones. Everything here returns false
 * once the refusal is written, so that a request is answered exactly once.
 */
#ifndef KUFSA_ENGINE_FIELDS_H
#define KUFSA_ENGINE_FIELDS_H

#include "engine/engine.h"

/* `{"id":…` of an answer. */
void begin_answer(struct engine *);
void end_answer(struct engine *);

/* Passes the output so far to the sink; call it between two values of an answer. */
void spill(struct engine *);

bool fail(struct engine *, enum engine_error, const char *field, const char *key,
          const struct word_arg *, int count);

/* A refusal by the rules: its sentence, its reason, its rule. */
bool fail_reason(struct engine *, enum engine_error, const char *field, const char *reason);

/* `"id"`, before anything else. */
bool check_id(struct engine *);

/* An integer; *given: was it there? */
bool read_integer(struct engine *, const char *field, int64_t min, int64_t max, int64_t *out,
                  bool *given);
bool need_integer(struct engine *, const char *field, int64_t min, int64_t max, int64_t *out);

/* The text of a string value, which belongs to this field. */
bool read_text(struct engine *, uint32_t value, const char *field, char *out, size_t capacity);

bool need_member(struct engine *, const char *field, enum json_type, uint32_t *value);

/* `"game"`, `"seats"` and `"options"` into engine->game and the head of
 * engine->state. */
bool read_game(struct engine *);

/* All these and `"position"`, or the one of `"positions"` whose turn it is, with the `"history"`
 * before it. */
bool read_position(struct engine *);
bool read_full_position(struct engine *); /* one that hides nothing */

/* Replays the history, so that engine->state, whose text this is, knows which positions have
 * occurred before. */
bool read_history(struct engine *, const char *text);

/* The notation of a move. */
void move_text(const struct engine *, const struct state *, move, char text[MOVE_TEXT_MAX]);

/* The bytes of a string with its quotes, or of a number. */
const char *raw_value(const struct json *, uint32_t value, size_t *size);

/* The refusal of a record: its sentence, its reason, and the line that is wrong. */
bool fail_record(struct engine *, const char *reason, int line);

/* Call these around a search. The flag is set by a `cancel`; NULL: nothing can cancel it. */
const atomic_bool *begin_search(struct engine *);
void end_search(struct engine *);

/* ---- best.c, history.c, look.c ---- */

void engine_best(struct engine *);
void engine_facts(struct engine *);

/* With several positions the seat may be left out, since each may have another seat to move. */
bool read_seat(struct engine *, int64_t *seat);

/* Puts what the seat may know of engine->state into engine->other; the seat must have a decision
 * to make. */
bool take_actor(struct engine *, int seat);

/* The sentence of a reason, in the engine's language. */
void put_reason_text(struct engine *, const struct game *, const struct reason *);

/* ---- review.c ---- */

void engine_judge(struct engine *);  /* answers "judge" */
void engine_review(struct engine *); /* answers "review" */

#endif
