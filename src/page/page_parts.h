/* SPDX-License-Identifier: MIT */
/* What the parts of a page share. A request is a function that writes members into the answer, or
 * returns why it does not; then what it wrote is dropped. */
#ifndef KUFSA_PAGE_PAGE_PARTS_H
#define KUFSA_PAGE_PAGE_PARTS_H

#include "page/page.h"

/* ---- page.c: members of a request; NULL, or the word "field" ---- */

const char *need_integer(struct page *, const char *key, int64_t min, int64_t max, int64_t *out);
const char *need_bool(struct page *, const char *key, bool *out);
const char *need_string(struct page *, const char *key, char *out, size_t capacity);
const char *need_array(struct page *, const char *key, uint32_t *array);
const char *need_game(struct page *, const struct game **game);
/* A seat, null for a spectator, "truth". */
const char *need_viewer(struct page *, int seats, int *viewer);
const char *blame(struct page *, const char *key);
bool page_has(const struct page *, const char *key);

/* ---- page.c: members of an answer ---- */

void put_scores(struct page *, const struct outcome *, int seats); /* null if none are kept */
void put_piece(struct page *, const struct game *, int piece);     /* unless it is NO_PIECE */
void put_position(struct page *, const struct game *, const struct state *);
void put_events(struct page *, const struct game *, const struct events *);
void put_gain(struct page *, move); /* in the present view, and how it adds up */
void write_move(struct page *, const struct game *, const struct state *, move);

/* ---- requests ---- */

const char *do_games(struct page *);

const char *do_look(struct page *);
const char *do_moves(struct page *);
const char *do_explain(struct page *);
const char *do_play(struct page *);
const char *do_after(struct page *);

const char *do_reach(struct page *);
const char *do_why(struct page *);

const char *do_advise(struct page *);

const char *do_open(struct page *);
const char *do_restore(struct page *);
const char *do_guest(struct page *);
const char *do_command(struct page *);
const char *do_tick(struct page *);
const char *do_greet(struct page *);
const char *do_think(struct page *);
const char *do_pause(struct page *);
const char *do_wake(struct page *);
const char *do_given(struct page *);
const char *do_give(struct page *);

const char *do_replay(struct page *);
const char *do_verify(struct page *);

const char *do_review(struct page *);
const char *do_judge(struct page *);

/* ---- between them ---- */

/* The seat of the present view, if it may act and its moves are known; NO_SEAT otherwise. */
int view_actor(const struct page *);

void write_step(struct page *, const struct game *, const struct step *);

/* Loads the record of the request if it has one; otherwise keeps the current one. What is wrong
 * with the record itself is in *wrong. */
const char *load_record(struct page *, const char **wrong);

/* Asks a bot about a view; the answer is in page->advice. The same question gets the same answer,
 * unless the seed differs. */
void ask_bot(struct page *, const struct player *, const struct game *, const struct state *view,
             uint64_t nodes, uint64_t seed);

/* The request's bound, or the player's own. */
const char *need_nodes(struct page *, const struct player *, uint64_t *nodes);

struct player player_of(const struct game *, const char *level);

#endif
