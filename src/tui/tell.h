/* SPDX-License-Identifier: MIT */
/*
 * Moves, events and results in words, for whoever looks on: at a table or in a record, on a
 * full screen or line by line. Sentences go to the teller's own function, one by one.
 */
#ifndef KUFSA_TUI_TELL_H
#define KUFSA_TUI_TELL_H

#include "match/match.h"
#include "words/words.h"

enum { NAME_TEXT_MAX = 64 };

struct tale {
    enum language language;
    const struct game *game;
    bool in_words; /* a piece that moved is told as a sentence, else by the move's notation */
    void *context;
    void (*write_name)(const void *context, int seat, struct text *);
    void (*write_place)(const void *context, struct place, struct text *);
    /* A piece in words, from its notation; NULL: as that. */
    void (*write_piece)(enum language, const char *piece, struct text *);
    /* A sentence; `under`: it belongs to the move that was told before. */
    void (*say)(void *context, bool under, const char *sentence);
};

/* A move and its events, which show no more than the reader may see. The notation is NULL where it
 * would tell more than that. */
void tale_move(const struct tale *, int seat, const char *notation, const struct events *);

/* How it ended: who has won, and the places where there are more than two or points are kept. */
void tale_ending(const struct tale *, int seats, const struct outcome *, enum ending, int loser);

#endif
