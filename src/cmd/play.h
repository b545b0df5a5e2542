/* SPDX-License-Identifier: MIT */
/*
 * A game at the keyboard: people, computer players on the other seats, and the
 * moves so far.
 *
 *     who is asked ─▶ play_ask: a person types ─┐
 *                └──▶ a bot thinks ─────────────┴▶ play_move: match, record, tell
 */
#ifndef KUFSA_CMD_PLAY_H
#define KUFSA_CMD_PLAY_H

#include "bots/bot.h"
#include "cmd/arguments.h"
#include "cmd/tell.h"
#include "match/record.h"

enum { LOG_MAX = 1000000 }; /* plies: as many as any game allows */

/* The file that keeps up with the match (--record). */
struct recorder {
    FILE *file; /* NULL: nobody asked for one */
    bool failed;
    long moves_at, end_at; /* where its moves begin and end */
    uint32_t count;        /* moves in it */
    uint64_t hash;         /* of the positions so far */
    union any_state state; /* after these moves */
};

/* A move in a list. */
struct entry {
    move move;
    uint64_t group; /* equal for moves that begin by taking the same thing */
    int32_t gain;
};

struct sitting {
    const struct arguments *arguments;
    const struct voice *voice;
    const struct game *game;
    const char *level; /* of the seats without a person */
    struct player bot;
    struct crew crew;
    uint64_t nodes; /* of a bot's thought; 0: as the level has it */
    bool ascii;
    bool echo;       /* nobody sees what is typed: write it out */
    bool screen;     /* a terminal, which can be wiped */
    bool quit;       /* somebody has left */
    int shown_to;    /* whose cards are on the screen; NO_SEAT */
    uint16_t waited; /* people who let others go first in this position */
    struct match match;
    struct recorder recorder;
    struct search_rng rng;
    struct events events; /* of the last move */
    union any_state start, view;
    struct moves moves;
    struct advice advice;
    struct ply log[LOG_MAX];
    struct entry entries[MOVES_MAX];
    _Alignas(max_align_t) char bot_memory[BOT_MEMORY_USUAL];
};

/* ---- play.c ---- */

/* Plays a legal move and tells everybody. */
void play_move(struct sitting *, int seat, move);

/* What this player would do on that seat, in sitting->advice; its view is
 * then the seat's. */
void play_think(struct sitting *, int seat, const struct player *, uint64_t nodes, int64_t millis);

bool play_is_person(const struct sitting *, int seat);

/* Who sees what is written now: the only person, or the public where there are
 * several. */
int play_viewer(const struct sitting *);

/* ---- play_ask.c ---- */

/* Asks a person until there is a move, or until he lets others go first. */
void play_ask(struct sitting *, int seat);

/* ---- play_record.c ---- */

/* False when it has said why there is no record. */
bool play_record_open(struct sitting *);
void play_record(struct sitting *); /* what has happened since it was last called */
bool play_record_close(struct sitting *);

/* ---- play_list.c ---- */

void play_list(struct sitting *, int seat, const char *filter);
void play_list_few(struct sitting *, int seat); /* in one line, if they fit there */

/* Finds the legal move of this text, also if only the case is different: NULL
 * or the reason, which does not hang on the case either. */
const char *play_find(struct sitting *, int seat, const char *text, move *);

/* The word's length if the text begins with it, in whatever case; else 0. */
size_t play_begins(const char *text, const char *word);

/* ---- play_tell.c ---- */

void play_name(const struct sitting *, int seat, char name[NAME_TEXT_MAX]);
void play_draw(struct sitting *, int viewer);

/* What the game's drawing has under this word; false if it has nothing. */
bool play_show(struct sitting *, int viewer, const char *word);
void play_tell_move(struct sitting *, int seat, const char *text);
void play_tell_end(struct sitting *);

#endif
