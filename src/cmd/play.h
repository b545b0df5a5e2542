/* SPDX-License-Identifier: MIT */
/*
 * A game at the keyboard: people, the simple player on the other seats, and the
 * moves so far.
 *
 *     who is asked ─▶ play_ask: a person types ─┐
 *                └──▶ a bot thinks ─────────────┴▶ play_move: rules, record,
 * play_tell
 */
#ifndef KUFSA_CMD_PLAY_H
#define KUFSA_CMD_PLAY_H

#include "bots/bot.h"
#include "cmd/arguments.h"
#include "cmd/draw.h"

enum {
    RECORD_MAX = 1000000, /* plies: as many as any game allows */
    NAME_TEXT_MAX = 64,
};

enum ending {
    ENDING_NONE,
    ENDING_QUIT,
    ENDING_AGREED,
    ENDING_RESIGNED,
    ENDING_STOPPED, /* no shuffle could be made */
    ENDING_LONG,    /* more plies than a match has */
};

struct ply {
    move move;
    int seat;
    bool seen; /* a person saw a card come up: it cannot be taken back */
};

/* A move in a list. */
struct entry {
    move move;
    uint64_t group; /* equal for moves that begin by taking the same thing */
    int32_t gain;
};

struct table {
    const struct arguments *arguments;
    const struct voice *voice;
    const struct game *game;
    const struct level *level;
    uint64_t nodes;  /* of a bot's thought; 0: as the level has it */
    uint16_t people; /* bit s: a person sits there */
    bool ascii;
    bool echo;   /* nobody sees what is typed: write it out */
    bool screen; /* a terminal, which can be wiped */
    enum ending ending;
    int resigned;    /* the seat that did */
    int shown_to;    /* whose cards are on the screen; NO_SEAT */
    uint16_t waited; /* people who let others go first in this position */
    int last_seat;   /* who moved last; NO_SEAT */
    int count;
    struct search_rng rng;
    struct events events; /* of the last move */
    union any_state start, state, view;
    struct moves moves;
    struct advice advice;
    struct ply record[RECORD_MAX];
    struct entry entries[MOVES_MAX];
    uint64_t bot_memory[BOT_MEMORY_MAX / sizeof(uint64_t)];
};

/* ---- play.c ---- */

/* Plays a legal move and tells everybody. */
void play_move(struct table *, int seat, move);

/* What this seat would do, in table->advice; the table's view is then the
 * seat's. */
void play_think(struct table *, int seat, uint64_t nodes, int64_t millis);

/* Back to before the seat's last move; NULL, or the key of why not. */
const char *play_undo(struct table *, int seat);

/* Who sees what is written now: the only person, or the public where there are
 * several. */
int play_viewer(const struct table *);

/* ---- play_ask.c ---- */

/* Asks a person until there is a move, or until he lets others go first. */
void play_ask(struct table *, int seat);

/* ---- play_list.c ---- */

void play_list(struct table *, int seat, const char *filter);
void play_list_few(struct table *, int seat); /* in one line, if they fit there */

/* Finds the legal move of this text, also if only the case is different: NULL
 * or the reason, which does not hang on the case either. */
const char *play_find(struct table *, int seat, const char *text, move *);

/* The word's length if the text begins with it, in whatever case; else 0. */
size_t play_begins(const char *text, const char *word);

/* ---- play_tell.c ---- */

void play_name(const struct table *, int seat, char name[NAME_TEXT_MAX]);
void play_draw(struct table *, int viewer);

/* What the game's drawing has under this word; false if it has nothing. */
bool play_show(struct table *, int viewer, const char *word);
void play_tell_move(struct table *, int seat, const char *text);
void play_tell_end(struct table *);

#endif
