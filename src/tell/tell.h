/* SPDX-License-Identifier: MIT */
/*
 * Moves, events and results in words: at a table or in a record, on the full screen or line by
 * line. Sentences go to the caller's function, one by one.
 */
#ifndef KUFSA_TELL_TELL_H
#define KUFSA_TELL_TELL_H

#include "match/match.h"
#include "words/words.h"

enum { NAME_TEXT_MAX = 80 }; /* with marks around it, see bidi_isolate */

struct tale {
    enum language language;
    const struct game *game;
    bool in_words; /* tell a moved piece in a sentence, else by the move's notation */
    void *context;
    void (*write_name)(const void *context, int seat, struct text *);
    /* Writes a piece in words, from its notation; NULL: the notation itself. */
    void (*write_piece)(enum language, const char *piece, struct text *);
    /* Takes a sentence; `under`: it belongs to the move before it. */
    void (*say)(void *context, bool under, const char *sentence);
};

/* A place on the board by its notation, any other by its name. */
void tell_place(enum language, const struct game *, struct place, struct text *);

/* A move and its events, limited to what the reader may see. The notation is NULL if it would
 * reveal more. */
void tale_move(const struct tale *, int seat, const char *notation, const struct events *);

/* Who could win at once, and where, could they move now: a sentence for each seat. */
void tale_threats(const struct tale *, const struct state *view);

/* How it ended: who won, and the places if there are more than two or points are kept. */
void tale_ending(const struct tale *, int seats, const struct outcome *, enum ending, int loser);

#endif
