/* SPDX-License-Identifier: MIT */
/*
 * A channel to a table, wherever it is: in this process (local.c) or at a server (remote.c).
 * The screen sees no difference.
 *
 *     struct channel *channel = local_open(…) or remote_open(…);
 *     for (;;) {
 *         draw(&channel->mirror[who]);
 *         int what = channel_wait(channel, keyboard, until);    the mirrors follow the news
 *         while (channel_answer(channel, &who, &answer)) …      to what was sent
 *         if (what & WAIT_KEY) … channel_play(channel, who, "R7");
 *     }
 *     channel_close(channel);
 *
 * Several people may share one keyboard: each has a view, channel->mirror[0 … people - 1], and
 * commands say whose they are. At a server there is one.
 */
#ifndef KUFSA_CLIENT_CHANNEL_H
#define KUFSA_CLIENT_CHANNEL_H

#include "client/box.h"
#include "client/mirror.h"
#include "system/system.h"

enum { CHANNEL_ANSWERS_MAX = 32, CHANNEL_PEOPLE_MAX = GUESTS_MAX, CHANNEL_URL_MAX = 512 };

struct channel;

struct channel_ops {
    /* Sends a whole command to the table. False: not possible now. */
    bool (*send)(struct channel *, int who, uint32_t cid, const char *json, size_t size);
    void (*ask_snapshot)(struct channel *, int who);
    /* Waits as channel_wait does, and calls channel_hear for each message. */
    bool (*wait)(struct channel *, int keyboard, int64_t until_ms);
    void (*pause)(struct channel *, bool paused);
    void (*sign_out)(struct channel *); /* this guest's other devices; NULL: there are none */
    void (*close)(struct channel *);
};

struct channel {
    const struct channel_ops *ops;
    bool local;
    const char *unsaved;      /* why a local game cannot be saved now, a key; NULL: it is saved */
    bool robot;               /* no person plays here: no game goes into the box */
    struct finished finished; /* games that ended here, on their way into the box */
    int unkept; /* tokens of our seat at a server that could not be saved; 0: all are */
    int people;
    struct mirror *mirror;       /* one for each person */
    char title[CHANNEL_URL_MAX]; /* the server's address; empty if local */
    char link[CHANNEL_URL_MAX];  /* lets another device play for us; empty: none */
    bool changed;                /* since the last wait */
    uint32_t cid;                /* of the last command */
    int answers_first, answers_count;
    struct channel_answer {
        int who;
        struct answer answer;
    } answers[CHANNEL_ANSWERS_MAX];
};

/* ---- for the screen ---- */

/* Milliseconds until a moment by system_millis, limited to what poll takes. */
int channel_millis_until(int64_t moment);

enum { WAIT_KEY = 1, WAIT_NEWS = 2 }; /* neither: timed out, or a signal */

/* Waits for a key, news or answers, until a moment by system_millis (CLOCK_NEVER: forever; 0: do
 * not wait). A keyboard of -1 is ignored. A signal (SIGWINCH) ends it too. */
int channel_wait(struct channel *, int keyboard, int64_t until_ms);

/* Sends a command: the inside of its object, such as "\"do\":\"undo\"". Adds its number, which the
 * answer will carry, and returns it; 0 if the channel is not live. */
uint32_t channel_send(struct channel *, int who, const char *members);

/* The common commands. */
uint32_t channel_do(struct channel *, int who,
                    const char *verb); /* "offer", "undo"; salted "ready" */
uint32_t channel_play(struct channel *, int who,
                      const char *move_text); /* with its base or window */
uint32_t channel_say(struct channel *, int who, const char *phrase);
uint32_t channel_sit(struct channel *, int who, int seat, const char *name);
uint32_t channel_ask_seat(struct channel *, int who, const char *name); /* in the next match */
uint32_t channel_bot(struct channel *, int who, const char *verb, int seat, const char *level);

/* Another match without the missing players: "bot" or "leave". */
uint32_t channel_go_on(struct channel *, int who, const char *missing);

/* The next answer, oldest first. False: there is none. */
bool channel_answer(struct channel *, int *who, struct answer *);

/* Stops time at a local table: while the program is suspended, a menu is open or the curtain is
 * drawn. At a server it does nothing. */
void channel_pause(struct channel *, bool paused);

/* Leaves: an unfinished local game is saved, a seat at a server stays ours. */
void channel_close(struct channel *);

/* ---- for local.c and remote.c ---- */

/* Reads a message for one person and returns what it did. Stores answers; asks for a snapshot when
 * needed. */
enum mirror_news channel_hear(struct channel *, int who, const char *message, size_t size);
void channel_set(struct channel *, enum channel_state,
                 const char *trouble); /* for everybody; NULL: none */

#endif
