/* SPDX-License-Identifier: MIT */
/* What the parts of a page share among themselves. A request is a function that writes members into
 * the answer, or says why it does not: then what it wrote is dropped. */
#ifndef KUFSA_WASM_PAGE_PARTS_H
#define KUFSA_WASM_PAGE_PARTS_H

#include "wasm/page.h"

/* ---- page.c: members of a request; NULL, or the word "field" ---- */

const char *need_integer(struct page *, const char *key, int64_t min, int64_t max, int64_t *out);
const char *need_bool(struct page *, const char *key, bool *out);
const char *need_string(struct page *, const char *key, char *out, size_t capacity);
const char *need_array(struct page *, const char *key, uint32_t *array);
const char *need_game(struct page *, const struct game **game);
/* A seat, null for an onlooker, "truth". */
const char *need_viewer(struct page *, int seats, int *viewer);
const char *blame(struct page *, const char *key);
bool page_has(const struct page *, const char *key);

/* A string inside the request. It must fit and have no NUL in it. */
bool read_string(const struct page *, uint32_t value, char *out, size_t capacity);

/* ---- page.c: members of an answer ---- */

void put_number(struct page *, const char *key, int64_t number);
void put_string(struct page *, const char *key, const char *string);
void put_bool(struct page *, const char *key, bool value);
void put_null(struct page *, const char *key);
void put_numbers(struct page *, const char *key, const int32_t *numbers, int count);
void put_hex(struct page *, const char *key, const uint8_t *bytes, size_t size);
void put_seats(struct page *, const char *key, uint16_t seats);    /* bit s: seat s */
void put_scores(struct page *, const struct outcome *, int seats); /* null where none are kept */
void put_piece(struct page *, const struct game *, int piece);     /* unless it is NO_PIECE */
void put_position(struct page *, const struct game *, const struct state *);
void write_move(struct page *, const struct game *, const struct state *, move);

/* ---- requests ---- */

const char *do_games(struct page *);
const char *do_levels(struct page *);

const char *do_look(struct page *);
const char *do_moves(struct page *);
const char *do_explain(struct page *);

const char *do_reach(struct page *);

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

const char *do_replay(struct page *);
const char *do_verify(struct page *);

/* ---- between them ---- */

/* The seat whose eyes the present view is for, if it may act and its moves are known; NO_SEAT. */
int view_actor(const struct page *);

void write_step(struct page *, const struct game *, const struct step *);

/* Asks a bot about a view; page->advice is what it says. The same question has the same answer,
 * unless the seed is another. */
void ask_bot(struct page *, const struct player *, const struct game *, const struct state *view,
             uint64_t nodes, uint64_t seed);

/* The request's bound, or else the player's own. */
const char *need_nodes(struct page *, const struct player *, uint64_t *nodes);

struct player player_of(const struct game *, const char *level);

#endif
