/* SPDX-License-Identifier: MIT */
/*
 * A WebSocket to a server, which reconnects by itself. Nothing here blocks.
 *
 *     connect ─▶ upgrade ─▶ opened: say hello ─▶ line_welcomed ─▶ messages …
 *        ▲                                   │ closed, silent, sent elsewhere
 *        └────── a while, longer each time ◀─┘
 *
 * Whoever has a line waits for its socket and for `due`, and calls line_serve.
 */
#ifndef KUFSA_LINE_LINE_H
#define KUFSA_LINE_LINE_H

#include "base/frames.h"
#include "base/handshake.h"
#include "line/address.h"
#include "line/wire.h"

enum {
    LINE_ANSWER_MS = 6000,   /* no answer to a question for this long: the connection is dead */
    LINE_SILENCE_MS = 45000, /* a server pings after 25 s, then waits 10 s more */
    LINE_IN_MAX = FRAME_NEWS_LEFT_MAX + 65536,
    LINE_OUT_MAX = 1 << 16,
};

#define LINE_NEVER INT64_MAX

enum line_step {
    LINE_RESTS,    /* until `due` */
    LINE_CONNECTS, /* including the TLS handshake */
    LINE_UPGRADES,
    LINE_GREETS, /* hello sent, no welcome yet */
    LINE_TALKS,
    LINE_ENDED,
};

struct line {
    struct address address; /* its `found` is the caller's */
    void *context;
    void (*opened)(void *context); /* hello is to be said */
    void (*heard)(void *context, const char *message, size_t size);
    /* It rests, and comes again; or has ended for good. `why` is a key of the catalogue or NULL. */
    void (*down)(void *context, bool ended, const char *why);
    void (*closing)(void *context); /* its socket is about to be closed; or NULL */
    bool stays;                     /* it never ends by itself, whatever the server says */
    bool met;                       /* a server of ours has answered once: worth reconnecting to */
    bool known;          /* and has shown its table: doubts about its certificate may pass */
    bool rests;          /* it lets us wait for our welcome, and says so */
    int patience_ms;     /* how long it may say nothing */
    const char *failure; /* why no address of the host was reachable so far; NULL */
    const struct addrinfo *next_address;
    struct wire wire;
    enum line_step step;
    int64_t due; /* the deadline of the current step, by system_millis */
    int tries;
    char home[ADDRESS_HOME_MAX]; /* the path to the server that has our table; "": any */
    int follows;                 /* how often we were redirected since the last rest */
    char key[HANDSHAKE_KEY_SIZE + 1];
    struct frames frames;
    size_t in_size, out_size;
    uint8_t in[LINE_IN_MAX], out[LINE_OUT_MAX];
};

/* Zeroed at first, with an address and the functions. It connects when it is served. */
void line_open(struct line *);
void line_close(struct line *); /* says goodbye */

static inline bool line_is_open(const struct line *line)
{
    return line->wire.socket >= 0;
}

static inline bool line_writes(const struct line *line)
{
    return line->wire.writes || line->out_size > 0;
}

/* Does what is due, and what the socket is ready for: POLLIN, POLLOUT … */
void line_serve(struct line *, short events);

void line_send(struct line *, const char *json, size_t size);

/* An answer is waited for. */
void line_expect(struct line *);

/* What the server has said. */
void line_welcomed(struct line *, const char *home);
void line_follow(struct line *, const char *home); /* the table is there */
void line_rest(struct line *, int64_t millis, const char *why);
void line_lose(struct line *, const char *why); /* rests, longer each time */
void line_end(struct line *, const char *why);

#endif
