/* SPDX-License-Identifier: MIT */
/*
 * The record of a match: a text file that holds a whole game, so that anyone can replay and check
 * it. docs/records.md describes the format.
 *
 * Reading is replaying: open deals the cards, each step plays one move through the same gate as a
 * live match, finish compares the result. Nothing is allocated; the text stays the caller's.
 */
#ifndef KUFSA_MATCH_RECORD_H
#define KUFSA_MATCH_RECORD_H

#include "match/match.h"
#include "rules/game.h"

enum { RECORD_LINE_MAX = 256 };

/* What a record has given, and so what has been checked. In the head, once each: */
enum {
    RECORD_KEY = 1,
    RECORD_COMMIT = 2,
    RECORD_RULES = 4,
    RECORD_SEATS = 8,
    RECORD_OPTION = 0x10,  /* and the bits above it, one per option */
    RECORD_SEAT = 0x400,   /* and the bits above it, one per seat */
    RECORD_END = 0x100000, /* in the result: */
    RECORD_RESULT = 0x200000,
    RECORD_SCORES = 0x400000,
    RECORD_POSITIONS = 0x800000,
    RECORD_SECRET = 0x1000000, /* in the head: together with what the seats added to it */
};

struct record {
    const struct game *game;
    uint8_t key[CHANCE_KEY_SIZE];
    uint8_t commit[CHANCE_KEY_SIZE]; /* SHA-256 of the key */
    uint8_t secret[CHANCE_KEY_SIZE]; /* the key is the SHA-256 of this and the salts in order */
    uint8_t salt[SEATS_MAX][CHANCE_KEY_SIZE];
    uint16_t salted; /* bit s: seat s's salt is given */
    int key_line, commit_line, secret_line, salt_line;
    uint32_t told; /* RECORD_… */
    struct match_seat seats[SEATS_MAX];
    enum ending ending; /* once finished; ENDING_NONE: it could continue */
    int loser;
    union any_state state; /* the position now */
    int seat;              /* who made the last step's move */
    move move;
    uint64_t hash; /* of every position so far */
    int line;      /* the current line, from 1 */
    const char *head, *at, *end;
    char text[RECORD_LINE_MAX];     /* the last line read */
    char expected[RECORD_LINE_MAX]; /* what it should have been, if known; or "" */
    struct moves moves;             /* scratch */
};

/* All return NULL or a reason; record->line says where. */
const char *record_open(struct record *, const char *text, size_t size);
const char *record_step(struct record *, bool *more); /* more: a move was played */
const char *record_finish(struct record *);           /* after the last step */
const char *record_replay(struct record *, const char *text, size_t size); /* the whole record */

/* The lines of the head that are not part of the format, such as dates, so that a program that
 * rewrites a record can keep them. *at starts as record->head; false after the last. Any time after
 * open. */
bool record_next_tag(const struct record *, const char **at, char line[RECORD_LINE_MAX]);

/* Places, and points if the game keeps them, at the end of the record. */
void record_outcome(const struct record *, struct outcome *);

/* ---- writing ---- */

/* Writes a whole match, dealt with its key. Tags are extra lines for the head, or NULL. The text
 * says whether everything fit. */
enum {
    RECORD_WITH_KEY = 1,    /* what deals the cards: nobody may see it before the end */
    RECORD_WITH_COMMIT = 2, /* its hash, for a key that was committed to */
};
void record_write(struct text *, const struct match *, const char *tags, unsigned with);

/* The parts of a record without a match. Options and seats are those of the state, which has
 * just been dealt. */
void record_write_head(struct text *, const struct game *, const struct state *,
                       const uint8_t key[CHANCE_KEY_SIZE]);
void record_write_seat(struct text *, int seat, const struct match_seat *); /* a line of the head */
void record_write_move(struct text *, const struct game *, const struct state *before, int seat,
                       move);
void record_write_result(struct text *, const struct game *, const struct state *last,
                         uint64_t hash);

/* The hash covers the text of each position and a line feed, including the deal. */
uint64_t record_hash(uint64_t hash, const struct game *, const struct state *);

#endif
