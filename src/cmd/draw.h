/* SPDX-License-Identifier: MIT */
/*
 * The table as lines of text. A game may have a drawing of its own; one that
 * has none is drawn from its scene. A drawing sees a view, so it cannot show
 * what its viewer may not see, and it writes plain lines from top to bottom,
 * for terminals, pipes and screen readers alike.
 */
#ifndef KUFSA_CMD_DRAW_H
#define KUFSA_CMD_DRAW_H

#include "cmd/voice.h"
#include "rules/game.h"

struct picture {
    const struct voice *voice;
    const struct game *game;
    const struct state *view;
    const struct events *last; /* what the last move did, as the viewer may see it; perhaps none */
    bool ascii;                /* no box drawing */
};

/* Something more that a player may ask to see, by a word that is no move. */
struct extra {
    const char *word;
    const char *help; /* key of what `help` says about it */
    void (*show)(const struct picture *);
};

struct drawing {
    const char *game;
    const char *const *seats; /* keys of its seats' names; NULL: they have numbers */
    void (*draw)(const struct picture *);
    void (*write_place)(struct place, struct text *); /* on the board; NULL: its numbers */
    const struct extra *extras; /* ends with a row whose word is NULL; NULL: none */
};

extern const struct drawing drawing_iota, drawing_cento, drawing_gobblet, drawing_taki;

/* Never NULL. */
const struct drawing *drawing_of(const struct game *);

void write_seat_name(const struct voice *, const struct game *, int seat, struct text *);

/* A place on the board by its notation, any other by its name. */
void write_place_name(const struct voice *, const struct game *, struct place, struct text *);

/* `You: 4 cards`, and such lines that many games share. */
void draw_hands(const struct picture *, const struct item *, int count);
void draw_scores(const struct picture *);

#endif
