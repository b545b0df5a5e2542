/* SPDX-License-Identifier: MIT */
/*
 * A table in this process, with bots on their own thread. Its events are saved in a file of the
 * state folder (XDG_STATE_HOME/kufsa), each written before it is shown: a game whose terminal was
 * closed or killed continues where it stopped. While writing fails, channel->unsaved says why.
 *
 * On the full screen the table's time is ours. A patient table is for people who play in lines: its
 * time stands still while they think and jumps to what happens next when they wait.
 */
#ifndef KUFSA_CLIENT_LOCAL_H
#define KUFSA_CLIENT_LOCAL_H

#include <stdio.h>

#include "client/channel.h"
#include "client/save.h"
#include "table/event.h"

/* A deal that was asked for. Such a game is not saved: its file could not say how it was dealt. */
struct given_deal {
    uint8_t key[CHANCE_KEY_SIZE];
    const struct state *start; /* NULL: dealt with the key */
    uint64_t nodes;            /* each bot's limit in place of its time; 0: none */
};

/* A finished game that is played on: the same cards, and its first moves. */
struct local_past {
    const char *record;
    size_t size;
    uint32_t ply;
};

struct local_setup {
    const struct game *game;
    int seats; /* 0: the fewest that seat the people */
    int16_t option[OPTIONS_MAX];
    enum aloud aloud;
    int people, first;              /* how many people, and the seat of the first */
    const char *level;              /* of the bots */
    const char *names[SEATS_MAX];   /* of the people, at least one each */
    bool late;                      /* save nothing before somebody has moved */
    bool patient;                   /* time stands still, and passes only in channel_wait */
    bool public_eye;                /* one more view after the people's: what everybody may see */
    const struct given_deal *given; /* NULL: dealt as at any table, and saved */
    const struct local_past *past;  /* NULL: a game of its own */
    FILE *record;                   /* takes the record: of the first match while it runs, then of
                                     * each match that ends. NULL: none */
};

/* Opens a table and starts the match. NULL: failed, and *reason says why. */
struct channel *local_open(const struct local_setup *, const char **reason);

/* Continues an unfinished game. NULL: failed, and *reason says why. An unreadable game is put
 * aside under the name `aside`; if even that fails, it stays (an empty name). */
struct channel *local_resume(const struct save_row *, const struct local_setup *,
                             const char **reason, char aside[SAVE_NAME_MAX]);

/* Tries to write what is not written yet; true if everything is. */
bool local_save(struct channel *);

bool local_saves(const struct channel *);    /* not a given deal */
bool local_recorded(const struct channel *); /* could the record be written? */

const struct match *local_match(const struct channel *);

/* Ends the match in a draw: the seat offers it, and the other seat, a bot's, accepts. Nobody can
 * command that at a table, where bots do not answer offers. */
void local_agree_draw(struct channel *, int seat);

/* The person has given up the game: it is not saved. */
void local_drop(struct channel *);

#endif
