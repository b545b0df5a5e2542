/* SPDX-License-Identifier: MIT */
/*
 * A game in lines of text: what happens at a table here (client/local.h), told line by line, and
 * what people type, sent there as commands. For terminals of any kind, pipes and screen readers.
 *
 *     play.c   who is asked next, and what is told
 *     ask.c    a person types a move, or a word that asks for something else
 *     list.c   moves in lists, and found by their text
 *
 * The table is patient: its time stands still while somebody is asked.
 */
#ifndef KUFSA_PLAIN_PLAY_H
#define KUFSA_PLAIN_PLAY_H

#include "bots/bot.h"
#include "client/local.h"
#include "plain/teller.h"

/* A move in a list. */
struct listed_move {
    move move;
    uint64_t group; /* equal for moves that start by taking the same thing */
    int32_t gain;
};

struct sitting {
    const struct voice *voice;
    struct channel *channel; /* patient, with a public eye */
    const struct game *game;
    const char *level; /* of a bot that takes the seat of somebody who resigns */
    bool ascii;
    bool echo;                /* typed input is not visible: echo it */
    bool screen;              /* a terminal, which can be cleared */
    bool quit;                /* somebody has left */
    bool resigned;            /* the only person has: there is nothing to continue */
    int shown_to;             /* whose cards are on the screen; NO_SEAT */
    const char *unsaved;      /* why it cannot be saved, as last reported; NULL: it is */
    uint32_t told;            /* the version up to which all is told */
    uint16_t waited;          /* seats of people who let others go first in this position */
    const struct state *view; /* of the seat that is asked */
    struct moves moves;
    struct advice advice;
    struct crew crew;
    struct listed_move entries[MOVES_MAX];
    _Alignas(max_align_t) char bot_memory[BOT_MEMORY_USUAL];
};

/* ---- play.c ---- */

/* Plays on sitting->channel until the game is over or somebody leaves. */
void play_lines(struct sitting *);

/* Whoever sits there as the table sees them, or NULL: not a person at this keyboard. */
const struct mirror *play_person(const struct sitting *, int seat);

/* What everybody at this keyboard may see: the only person's view, or the public's. */
const struct mirror *play_public(const struct sitting *);
bool play_several(const struct sitting *); /* are there several people? */

/* Sends a command of a seat, and tells what happens. NULL, or why it was refused. */
const char *play_do(struct sitting *, int seat, const char *verb);
const char *play_move(struct sitting *, int seat, const char *text);
const char *play_hand_to_bot(struct sitting *, int seat); /* which plays on from there */

/* Tells what has happened since the last call. */
void play_tell(struct sitting *);

void play_name(const struct sitting *, int seat, char name[NAME_TEXT_MAX]);
void play_draw(struct sitting *, const struct mirror *);

/* Shows what the game's drawing has under this word; false if it has nothing. */
bool play_show(struct sitting *, const struct mirror *, const char *word);

/* ---- ask.c ---- */

/* Asks a person until there is a move, or until they let others go first. */
void play_ask(struct sitting *, int seat);

/* Reads a line without its end and surrounding blanks; a long one is cut. False at the end of the
 * input. */
enum { PLAY_LINE_MAX = 256 };
bool play_read_line(const struct voice *, bool echo, char line[PLAY_LINE_MAX]);

/* ---- list.c ---- */

void play_list(struct sitting *, int seat, const char *filter);
void play_list_few(struct sitting *, int seat); /* on one line, if they fit */

/* Finds the legal move with this text, ignoring case if necessary: NULL or the reason, which does
 * not depend on case either. */
const char *play_find(struct sitting *, int seat, const char *text, move *);

/* The text in lower case, cut to what fits. */
void play_lower(const char *text, char out[MOVE_TEXT_MAX]);

/* The word's length if the text starts with it, ignoring case; else 0. */
size_t play_begins(const char *text, const char *word);

#endif
