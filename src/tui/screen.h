/* SPDX-License-Identifier: MIT */
/*
 * The full-screen table: one more client of a table, wherever that is. It draws what `seen` says,
 * turns keys and the mouse into gestures, and gestures into commands for the line.
 *
 *     screen_open ─▶ screen_choose (before there is a table) ─▶ screen_play or screen_replay …
 *                 ─▶ screen_close
 *
 * Whatever happens, a broken CHECK and signals included, the terminal is given back as it was.
 */
#ifndef KUFSA_TUI_SCREEN_H
#define KUFSA_TUI_SCREEN_H

#include "match/walk.h"
#include "tui/bidi.h"
#include "tui/line.h"
#include "words/words.h"

struct screen_setup {
    enum language language;
    enum bidi_mode bidi;
    bool ascii;       /* no boxes, blocks or signs beyond ASCII, but for Hebrew */
    const char *name; /* what the person is called at a server's table; NULL: as $USER says */
};

/* False if this terminal cannot show a full screen (TERM unknown or dumb, no terminal at all):
 * nothing was changed then. */
bool screen_open(const struct screen_setup *);
void screen_close(void);

/* A question with a few answers: which one, or -1 if the person leaves. Title and answers are keys
 * of the catalogue; the text between them is a sentence, or NULL. */
int screen_choose(const char *title, const char *text, const char *const *answers, int count);

/* How playing ended. */
enum screen_end {
    SCREEN_LEFT,   /* the person wants to go */
    SCREEN_SIGNAL, /* SIGINT, SIGTERM, SIGHUP: the program should end */
};

/* Until the person leaves. The line is not closed. */
enum screen_end screen_play(struct line *);

/* A record that was read to its end, and its plies; with whose eyes (TRUTH: all). */
enum screen_end screen_replay(const struct record *, const struct ply *, uint32_t count,
                              int viewer);

#endif
