/* SPDX-License-Identifier: MIT */
/*
 * The full-screen table: one more client of a table, wherever that is. It draws from the mirror,
 * turns keys and the mouse into gestures, and gestures into commands for the channel.
 *
 *     screen_open ─▶ screen_choose, screen_pick (before there is a table) ─▶ screen_play or
 *                    screen_replay …
 *                 ─▶ screen_close
 *
 * Whatever happens, including a failed CHECK or a signal, the terminal is restored.
 */
#ifndef KUFSA_TUI_SCREEN_H
#define KUFSA_TUI_SCREEN_H

#include "client/channel.h"
#include "match/walk.h"
#include "tui/bidi.h"
#include "words/words.h"

struct screen_setup {
    enum language language;
    enum bidi_mode bidi;
    bool ascii;       /* no boxes, blocks or signs beyond ASCII, except Hebrew */
    const char *name; /* the person's name at a server's table; NULL: $USER */
};

/* False if this terminal cannot show a full screen (TERM unknown or dumb, no terminal at all):
 * nothing has changed then. */
bool screen_open(const struct screen_setup *);
void screen_close(void);

/* A question with a few answers: returns which, or -1 if the person leaves. Title and answers are
 * keys of the catalogue; the text between them is a sentence, or NULL. */
int screen_choose(const char *title, const char *text, const char *const *answers, int count);

/* The same with any number of scrolling rows above the answers. A row has a text at its start and
 * one at its end, asked for when it is drawn. Answers are numbered after the rows. */
struct screen_list {
    const char *title;
    const char *text;
    int count;
    void *context;
    void (*write)(void *context, int row, const char **start, const char **end);
    const char *const *answers;
    int answers_count;
};

int screen_pick(const struct screen_list *);

/* A game to be played on against the computer, from a move of a record. */
struct screen_wish {
    const char *record; /* NULL: no such wish; else it lasts until the next screen_play */
    size_t size;
    uint32_t ply;
    int seat;
    const char *level;
};

/* Runs until the person leaves or the program should end (keyboard_ended). Does not close the
 * channel. */
void screen_play(struct channel *);

/* The text of a record, so that it can be reviewed. */
struct screen_text {
    const char *record;
    size_t size;
    uint16_t mine; /* bit s: a seat of the reader; 0: not known */
};

/* A complete record, its plies, and the viewer (TRUTH: sees everything). */
void screen_replay(const struct record *, const struct ply *, uint32_t count, int viewer,
                   const struct screen_text *);

/* What the person left the last table or record for. */
struct screen_wish screen_wish(void);

#endif
