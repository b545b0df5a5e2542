/* SPDX-License-Identifier: MIT */
/* What the files of the laws share among themselves. */
#ifndef KUFSA_TESTS_LAWS_PARTS_H
#define KUFSA_TESTS_LAWS_PARTS_H

#include "laws.h"

enum { WORD_SIZE = 16 }; /* bytes of a piece's notation, with its NUL: more than any needs */

/* laws.c */

void law_deal(struct laws *, uint64_t seed); /* the beginning of the game of this seed */

/* Notes what is broken and returns false: `return law_broken(…)`. */
bool law_broken(struct laws *, enum law, const char *detail);
bool law_broken_texts(struct laws *, enum law, const char *detail, const char *expected,
                      const char *got);
void law_note_move(struct laws *, const struct state *, move);

/* A copy with garbage after the bytes in use, which must not matter. */
void law_copy(union any_state *to, const struct state *from);
bool law_audit(struct laws *, const struct state *);
bool law_chance(struct laws *, uint32_t one_in); /* of what may be left out */

/* laws_moves.c */
bool law_legal(struct laws *, const struct state *, int seat, struct moves *);
bool law_moves(struct laws *, int seat); /* text, steps and refusals of l->moves */
bool law_scene(struct laws *, const struct state *, struct item *out, int *count);
bool law_facts(struct laws *, const struct state *, struct facts *);
bool law_reckoning(struct laws *, int seat, move m, int32_t gain); /* of a move in `truth` */
bool law_facts_hold(const struct facts *these, const struct facts *those);
bool law_events(struct laws *, const struct events *);
bool law_same_moves(const struct moves *, const struct moves *);
bool law_place(const struct laws *, const struct place *);
bool law_piece(const struct laws *, int piece);
bool law_reason(const struct laws *, const char *reason);

/* laws_texts.c */
bool law_write(struct laws *, const struct state *, char text[POSITION_MAX]);
bool law_read(struct laws *, union any_state *, int seats, const char *text);
bool law_position(struct laws *);                 /* of the state as it is */
bool law_onward(struct laws *, int seat, move m); /* of the move from `before` to `truth` */
/* The text in the only form that the game writes. */
void law_respell(const struct laws *, char *text, size_t size);

void law_alter(struct search_rng *, char *text, size_t capacity);
const char *law_stream(const char *text); /* where ` rng=` begins, or the end */

/* laws_views.c */
bool law_views(struct laws *);
bool law_fair(struct laws *, uint64_t seed); /* of many deals from this seed on */
bool law_same_outcome(const struct state *, const struct outcome *, const struct outcome *);

#endif
