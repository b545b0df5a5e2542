/* SPDX-License-Identifier: MIT */
/* A recorded match, move by move for people, or its positions one per line for programs. */
#ifndef KUFSA_PLAIN_REPLAY_H
#define KUFSA_PLAIN_REPLAY_H

#include "match/walk.h"
#include "tell/voice.h"

struct replay {
    const struct voice *voice;
    bool ascii;
    int viewer; /* only what this viewer may see; TRUTH: everything */
    struct record record;
    struct ply *plies;
    uint32_t count;
    struct walk walk; /* through the record */
    union any_state view;
};

/* Reads a seat's number, `spectator` or `all`; false if it is neither. */
bool replay_read_viewer(const struct replay *, const char *word, int *viewer);

/* Shows what a person asks for, until they leave. */
void replay_browse(struct replay *);

/* The positions after `from` to `to` moves, as text or as JSON. */
void replay_export(struct replay *, uint32_t from, uint32_t to, bool json);

#endif
