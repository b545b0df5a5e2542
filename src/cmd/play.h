/* SPDX-License-Identifier: MIT */
/* `kufsa play`: what its command line and the person say, before the first move. */
#ifndef KUFSA_CMD_PLAY_H
#define KUFSA_CMD_PLAY_H

#include "client/local.h"
#include "cmd/arguments.h"

/* The game to be played. */
struct play {
    const struct arguments *arguments;
    const struct game *game; /* NULL: not chosen yet */
    bool screen;             /* on the full screen, else in lines */
    bool echo;               /* a program types: show what it typed, and ask it nothing */
    union any_state start;   /* seats, options, position */
    struct given_deal given; /* if it is not saved */
    struct local_setup setup;
    char names[SEATS_MAX][PLAYER_NAME_MAX];
};

/* An unfinished game, or a new one? */
enum start {
    START_NEW,
    START_UNFINISHED, /* and *channel is its table */
    START_NONE,       /* the person leaves */
    START_FAILED,     /* the error was reported */
};
enum start play_unfinished(const struct play *, struct channel **channel);

/* Asks which game; NULL: the person leaves. */
const struct game *play_which(const struct play *);

#endif
