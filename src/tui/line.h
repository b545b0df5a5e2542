/* SPDX-License-Identifier: MIT */
/*
 * The way to a table, wherever it is: in this process (local.c) or at a server (remote.c). The
 * screen sees no difference.
 *
 *     struct line *line = local_open(…) or remote_open(…);
 *     for (;;) {
 *         draw(&line->seen[who]);
 *         int what = line_wait(line, keyboard, until);     news have changed line->seen[…]
 *         while (line_answer(line, &answer)) …             to what line_send sent
 *         if (what & WAIT_KEY) … line_play(line, who, "R7");
 *     }
 *     line_close(line);
 *
 * Several people may sit at one keyboard: each has a pair of eyes, line->seen[0 … people - 1], and
 * commands say whose they are. At a server there is one.
 */
#ifndef KUFSA_TUI_LINE_H
#define KUFSA_TUI_LINE_H

#include "tui/seen.h"

enum { LINE_ANSWERS_MAX = 32, LINE_PEOPLE_MAX = GUESTS_MAX, LINE_URL_MAX = 512 };

struct line;

struct line_ops {
    /* A whole command, to whoever keeps the table. False: not now. */
    bool (*send)(struct line *, int who, uint32_t cid, const char *json, size_t size);
    void (*look)(struct line *, int who); /* asks for a snapshot */
    /* Waits as line_wait does, and calls line_hear for each message. */
    bool (*wait)(struct line *, int keyboard, int64_t until_ms);
    void (*pause)(struct line *, bool paused);
    void (*close)(struct line *);
};

struct line {
    const struct line_ops *ops;
    bool local;
    bool kept; /* a local game that is left can be continued */
    int people;
    struct seen *seen;        /* of each */
    char title[LINE_URL_MAX]; /* the server's address; empty here */
    char link[LINE_URL_MAX];  /* with which another device plays for us; empty: there is none */
    bool changed;             /* since the last wait */
    uint32_t cid;             /* of the last command */
    int answers_first, answers_count;
    struct line_answer {
        int who;
        struct answer answer;
    } answers[LINE_ANSWERS_MAX];
};

/* ---- for the screen ---- */

int64_t line_now(void); /* milliseconds since some moment; never runs backwards */

/* How long to wait for a moment by line_now; not too long for poll. */
int line_millis_until(int64_t moment);

enum { WAIT_KEY = 1, WAIT_NEWS = 2 }; /* neither: the time has come, or a signal */

/* Waits for a key, news or answers, until a moment by line_now (CLOCK_NEVER: for ever). Without
 * waiting if until_ms is 0. A keyboard of -1 is not looked at. A signal ends it too (SIGWINCH). */
int line_wait(struct line *, int keyboard, int64_t until_ms);

/* Sends a command: the inside of its object, such as "\"do\":\"undo\"". Its number is added here,
 * and the answer will come with it; 0 if the line is not live. */
uint32_t line_send(struct line *, int who, const char *members);

/* The usual ones. */
uint32_t line_do(struct line *, int who, const char *verb); /* "offer", "undo"; salted "ready" */
uint32_t line_play(struct line *, int who, const char *move_text); /* with its base or window */
uint32_t line_say(struct line *, int who, const char *phrase);
uint32_t line_sit(struct line *, int who, int seat, const char *name);
uint32_t line_bot(struct line *, int who, const char *verb, int seat, const char *level);

/* The next answer, oldest first. False: there is none. */
bool line_answer(struct line *, int *who, struct answer *);

/* While a local table is paused no time passes there: while the program is suspended, a menu is
 * open or a curtain hangs. At a server it does nothing. */
void line_pause(struct line *, bool paused);

/* Leaves: a local game that is not over is kept, a seat at a server stays ours. */
void line_close(struct line *);

/* ---- for local.c and remote.c ---- */

/* A message for one pair of eyes; what it was. Answers are put by, looks asked for. */
enum seen_news line_hear(struct line *, int who, const char *message, size_t size);
void line_random(void *bytes, size_t size);                         /* at most 256 */
void line_set(struct line *, enum line_state, const char *trouble); /* of all eyes; NULL: none */

#endif
