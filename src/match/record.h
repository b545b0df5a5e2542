/* SPDX-License-Identifier: MIT */
/*
 * The record of a match: a text file that tells a whole game, so that anyone can play it again and
 * check it. docs/records.md describes the format.
 *
 * Reading is replaying: open deals the cards, each step plays one move through the same gate as a
 * live match, finish compares the result. Nothing is allocated; the text stays the caller's.
 */
#ifndef KUFSA_MATCH_RECORD_H
#define KUFSA_MATCH_RECORD_H

#include "rules/game.h"

enum { RECORD_VERSION = 1, RECORD_LINE_MAX = 256 };

struct record {
    const struct game *game;
    uint8_t key[CHANCE_KEY_SIZE];
    union any_state state; /* the position now */
    uint64_t hash;         /* of every position so far */
    int line;              /* where reading stands, from 1 */
    const char *at, *end;
    char text[RECORD_LINE_MAX]; /* the line last read */
    struct moves moves;         /* scratch */
};

/* All return NULL or a reason; record->line says where. */
const char *record_open(struct record *, const char *text, size_t size);
const char *record_step(struct record *, bool *more); /* more: a move was played */
const char *record_finish(struct record *);           /* after the last step */
const char *record_replay(struct record *, const char *text, size_t size); /* all of it */

/* The three parts of a record, as record_open, record_step and record_finish read them. Options and
 * seats are those of the state, which has just been dealt. */
void record_write_head(struct text *, const struct game *, const struct state *,
                       const uint8_t key[CHANCE_KEY_SIZE]);
void record_write_move(struct text *, const struct game *, const struct state *before, int seat,
                       move);
void record_write_result(struct text *, const struct game *, const struct state *last,
                         uint64_t hash);

/* The hash goes over the text of each position and a line feed, the deal's included. */
uint64_t record_hash(uint64_t hash, const struct game *, const struct state *);

#endif
