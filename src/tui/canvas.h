/* SPDX-License-Identifier: MIT */
/*
 * The terminal as a grid of cells, on ncursesw: looks instead of colours, boxes, sentences in
 * either direction, keys and the mouse. There is one terminal, so there is one canvas.
 *
 * A look says what a thing is, not how it is painted: with 256, 16, 8 or no colours it appears as
 * well as the terminal can show it. Nothing is told by colour alone.
 */
#ifndef KUFSA_TUI_CANVAS_H
#define KUFSA_TUI_CANVAS_H

#include "tui/bidi.h"

enum look {
    LOOK_PLAIN,
    LOOK_FAINT,
    LOOK_STRONG,
    LOOK_ACCENT, /* something that can be done now */
    LOOK_WARN,
    LOOK_BAR, /* the lines at top and bottom */
    LOOK_KEY, /* a key on a bar */
    LOOK_RED, /* the four colours of cards, as grounds */
    LOOK_GREEN,
    LOOK_BLUE,
    LOOK_YELLOW,
    LOOK_WILD,
    LOOK_PAPER, /* a card without a colour */
    LOOK_BACK,  /* a card face down */
    LOOK_WHITE, /* Gobblet's two woods */
    LOOK_BLACK,
    LOOK_BUTTON,
    LOOKS,
};

/* Combined with a look: */
enum {
    BOLD = 0x100,
    EDGE = 0x200,    /* the ground's colour as ink, on the terminal's own ground */
    INVERSE = 0x400, /* the focus */
    UNDERLINE = 0x800,
};

struct box {
    int x, y, w, h;
};

struct canvas_setup {
    bool ascii, rtl;
    enum bidi_mode bidi;
};

/* False if there is no suitable terminal. */
bool canvas_open(const struct canvas_setup *);
void canvas_close(void);

/* Ends the full screen, stops the program as Ctrl-Z does, and comes back. */
void canvas_suspend(void);

int canvas_width(void);
int canvas_height(void);
bool canvas_ascii(void);
bool canvas_colours(void); /* any at all */
bool canvas_rtl(void);

void canvas_clear(void);
void canvas_show(void);   /* shows what was drawn since canvas_clear */
void canvas_redraw(void); /* draws everything again, for a garbled terminal */

void canvas_bell(void);

/* ---- drawing; anything outside the canvas is dropped ---- */

/* The sign if the terminal has it, else its plain substitute. */
const char *sign(const char *pretty, const char *plain);

/* Text from left to right, without reordering. Returns its columns. */
int put(int x, int y, unsigned look, const char *text);
int text_columns(const char *text);

/* A line of a sentence that is already in visual order. */
int put_directed(int x, int y, unsigned look, const char *line);

/* A filled box. */
void put_ground(struct box, unsigned look);
void put_times(int x, int y, unsigned look, const char *text, int times);

enum frame { FRAME_THIN, FRAME_ROUND, FRAME_HEAVY, FRAME_DOUBLE };
void put_frame(struct box, enum frame, unsigned look);

/* ---- sentences: reordered, and cut with an ellipsis where they do not fit ---- */

enum align { ALIGN_START, ALIGN_CENTRE, ALIGN_END };

/* One line, aligned in the language's direction. Returns its columns. */
int put_sentence(struct box, enum align, unsigned look, const char *sentence);

/* Wraps text into lines; `\n` starts a new one. Draws those from `skip` on that fit and returns
 * how many there are in all. With a height of 0 it only counts. */
int put_paragraph(struct box, int skip, unsigned look, const char *text);

/* ---- keys ---- */

enum {
    KEYS_BASE = 0x200000, /* beyond Unicode */
    TAP_NONE = KEYS_BASE,
    TAP_UP,
    TAP_DOWN,
    TAP_LEFT,
    TAP_RIGHT,
    TAP_HOME,
    TAP_END,
    TAP_PAGE_UP,
    TAP_PAGE_DOWN,
    TAP_TAB,
    TAP_BACK_TAB,
    TAP_ENTER,
    TAP_ESCAPE,
    TAP_ERASE,
    TAP_DELETE,
    TAP_CLICK,       /* with its position */
    TAP_CLICK_OTHER, /* the other button */
    TAP_WHEEL_UP,
    TAP_WHEEL_DOWN,
    TAP_RESIZE,
    TAP_REDRAW, /* Ctrl-L */
    TAP_STOP,   /* Ctrl-Z */
    TAP_QUIT,   /* a signal wants the program to end */
};

struct tap {
    int32_t key; /* a character, or one of the above */
    int x, y;
};

/* The next key already available; false if there is none. */
bool canvas_tap(struct tap *);

/* Forgets the keys that canvas_tap has not returned yet. */
void canvas_forget_taps(void);

#endif
