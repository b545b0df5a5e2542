/* SPDX-License-Identifier: MIT */
/*
 * The members of a request, strictly read, and the refusal that a bad one gets.
 * Everything here answers false once the refusal has been written, so that a
 * request is answered exactly once.
 */
#ifndef KUFSA_CMD_ENGINE_FIELDS_H
#define KUFSA_CMD_ENGINE_FIELDS_H

#include "cmd/engine.h"

/* `{"id":…` of an answer. */
void begin_answer(struct engine *);
void end_answer(struct engine *);

/* Gives the sink what has gathered; between two values of an answer. */
void spill(struct engine *);

bool fail(struct engine *, enum engine_error, const char *field, const char *key,
          const struct word_arg *, int count);

/* A refusal by the rules: its sentence, its reason, its rule. */
bool fail_reason(struct engine *, enum engine_error, const char *field, const char *reason);

/* `"id"`, before anything else. */
bool check_id(struct engine *);

/* An integer; *given tells whether it was there. */
bool read_integer(struct engine *, const char *field, int64_t min, int64_t max, int64_t *out,
                  bool *given);
bool need_integer(struct engine *, const char *field, int64_t min, int64_t max, int64_t *out);

/* The text of a string value, which belongs to this field. */
bool read_text(struct engine *, uint32_t value, const char *field, char *out, size_t capacity);

bool need_member(struct engine *, const char *field, enum json_type, uint32_t *value);

/* `"game"`, `"seats"` and `"options"` into engine->game and the head of
 * engine->state. */
bool read_game(struct engine *);

/* All these and `"position"`. */
bool read_position(struct engine *);
bool read_full_position(struct engine *); /* one that hides nothing */

/* The notation of a move. */
void move_text(const struct engine *, const struct state *, move, char text[MOVE_TEXT_MAX]);

/* ---- engine_best.c ---- */

void engine_best(struct engine *); /* answers "best" */

#endif
