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

#include "match/match.h"
#include "rules/game.h"

enum { RECORD_VERSION = 1, RECORD_LINE_MAX = 256 };

/* What a record has told, and so what has been checked. In front, once each: */
enum {
    RECORD_KEY = 1,
    RECORD_COMMIT = 2,
    RECORD_RULES = 4,
    RECORD_SEATS = 8,
    RECORD_OPTION = 0x10,  /* and the bits above it, one an option */
    RECORD_SEAT = 0x400,   /* and the bits above it, one a seat */
    RECORD_END = 0x100000, /* in the result: */
    RECORD_RESULT = 0x200000,
    RECORD_SCORES = 0x400000,
    RECORD_POSITIONS = 0x800000,
    RECORD_SECRET = 0x1000000, /* in front: with what the seats added to it */
};

struct record {
    const struct game *game;
    uint8_t key[CHANCE_KEY_SIZE];
    uint8_t commit[CHANCE_KEY_SIZE]; /* SHA-256 of the key */
    uint8_t secret[CHANCE_KEY_SIZE]; /* the key is the SHA-256 of this and the salts in order */
    uint8_t salt[SEATS_MAX][CHANCE_KEY_SIZE];
    uint16_t salted; /* bit s: seat s's is told */
    int key_line, commit_line, secret_line, salt_line;
    uint32_t told; /* RECORD_… */
    struct match_seat seats[SEATS_MAX];
    enum ending ending; /* once finished; ENDING_NONE: it could go on */
    int loser;
    union any_state state; /* the position now */
    int seat;              /* whose move the last step was */
    move move;
    uint64_t hash; /* of every position so far */
    int line;      /* where reading stands, from 1 */
    const char *head, *at, *end;
    char text[RECORD_LINE_MAX];     /* the line last read */
    char expected[RECORD_LINE_MAX]; /* what it should have been, where that can be said; or "" */
    struct moves moves;             /* scratch */
};

/* All return NULL or a reason; record->line says where. */
const char *record_open(struct record *, const char *text, size_t size);
const char *record_step(struct record *, bool *more); /* more: a move was played */
const char *record_finish(struct record *);           /* after the last step */
const char *record_replay(struct record *, const char *text, size_t size); /* all of it */

/* The lines of the head that are not the format's own, such as dates: so that who writes a record
 * again can keep them. *at begins as record->head; false behind the last. Any time after open. */
bool record_next_tag(const struct record *, const char **at, char line[RECORD_LINE_MAX]);

/* Places, and points where the game keeps them, as the record ends. */
void record_outcome(const struct record *, struct outcome *);

/* ---- writing ---- */

/* A whole match, dealt with its key. Tags are further lines for the head, or NULL. The text tells
 * whether all has fit. */
enum {
    RECORD_WITH_KEY = 1,    /* what deals the cards: for nobody's eyes before the end */
    RECORD_WITH_COMMIT = 2, /* its hash, for a key that was committed to */
};
void record_write(struct text *, const struct match *, const char *tags, unsigned with);

/* Its parts, for who writes move by move. */
void record_write_opening(struct text *, const struct match *, const char *tags, unsigned with);
void record_write_closing(struct text *, const struct match *, uint64_t hash);

/* The three parts of a record without a match. Options and seats are those of the state, which has
 * just been dealt. */
void record_write_head(struct text *, const struct game *, const struct state *,
                       const uint8_t key[CHANCE_KEY_SIZE]);
void record_write_move(struct text *, const struct game *, const struct state *before, int seat,
                       move);
void record_write_result(struct text *, const struct game *, const struct state *last,
                         uint64_t hash);

/* The hash goes over the text of each position and a line feed, the deal's included. */
uint64_t record_hash(uint64_t hash, const struct game *, const struct state *);

#endif
