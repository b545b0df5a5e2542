/* SPDX-License-Identifier: MIT */
/*
 * The table as lines of text. A game may have its own drawing; otherwise it is drawn from its
 * scene. A drawing sees a view, so it cannot show what its viewer may not see. It writes plain
 * lines from top to bottom, for terminals, pipes and screen readers alike.
 */
#ifndef KUFSA_PLAIN_DRAW_H
#define KUFSA_PLAIN_DRAW_H

#include "rules/game.h"
#include "tell/voice.h"

struct picture {
    const struct voice *voice;
    const struct game *game;
    const struct state *view;
    const struct events *last; /* what the last move did, as the viewer may see it; may be empty */
    bool ascii;                /* no box drawing */
    bool quiet;                /* players say it themselves: show no answers */
};

/* What the picture may show of the position. */
void picture_facts(const struct picture *, struct facts *);

/* Something more that a player may ask to see, with a word that is not a move. */
struct extra {
    const char *word;
    const char *help; /* key of what `help` says about it */
    void (*show)(const struct picture *);
};

struct drawing {
    const char *game;
    const char *const *seats; /* keys of its seats' names; NULL: they have numbers */
    void (*draw)(const struct picture *);
    const struct extra *extras; /* ends with a row whose word is NULL; NULL: none */
};

#define DRAWING(name) extern const struct drawing drawing_##name;
#include "plain/drawings.def"
#undef DRAWING

/* Never NULL. */
const struct drawing *drawing_of(const struct game *);

void write_seat_name(const struct voice *, const struct game *, int seat, struct text *);

#endif
