/* SPDX-License-Identifier: MIT */
/*
 * Tables for a crowd: a relay is one onlooker of each table that somebody watches here, at the
 * server that has the table, and passes on what it hears. It has no sockets.
 *
 *     a server ── one line for each table ──▶ relay_hear ─▶ the same bytes for all who watch
 *
 * 1. What is passed on is what an onlooker of the table is told, when it is told. The relay knows
 *    no game, no store and no secret, and says nothing to the table but hello and `look`.
 * 2. News is framed once in a turn and the same bytes go to everybody. Who comes, or was too slow,
 *    is shown a snapshot that was asked for after that; a crowd shares it.
 * 3. Nobody sees time go back: an older version than was shown, or than somebody has heard of, is
 *    not passed on.
 * 4. While the line is down everybody hears `paused`, and `resumed` when it is back.
 * 5. The server is not trusted either: what is not understood goes no further, and costs the line.
 */
#ifndef KUFSA_SERVER_RELAY_H
#define KUFSA_SERVER_RELAY_H

#include "line/line.h"
#include "server/hub.h"

enum {
    RELAY_TABLES_MAX = 1024,
    RELAY_LOOK_MS = 500,      /* between two snapshots of a table that are asked for */
    RELAY_IDLE_MS = 10000,    /* a table that nobody watches is followed for this long */
    RELAY_REFUSED_MS = 5000,  /* a table that was refused is not asked for again for this long */
    RELAY_STALE_MAX = 3,      /* snapshots of the past in a row, until we believe them */
    RELAY_VALUES_MAX = 16384, /* of one message: more than any of NEWS_MAX bytes has */
};

struct relay;
struct relay_table;

/* Somebody who watches: the caller's memory, zeroed at first. */
struct watcher {
    struct relay_table *table; /* NULL: no hello yet */
    struct watcher *next, *previous;
    uint32_t have;  /* the last version it has heard of */
    uint8_t missed; /* snapshots that were older */
    bool welcomed;
    bool live;  /* hears the news */
    bool wants; /* a snapshot */
};

struct relay_table {
    struct relay_table *next;
    struct relay *relay;
    struct watcher *watchers;
    struct line line;
    void *poll; /* the caller's */
    char code[CODE_SIZE + 1];
    int64_t id;         /* 0: not known yet */
    uint32_t v;         /* the last version that was shown */
    const char *reason; /* why nobody may watch; NULL: they may */
    int64_t until;      /* … or the end of that, or of following a table that nobody watches */
    int64_t look_at;    /* not before */
    int stale;          /* snapshots of the past in a row */
    int wanting;        /* watchers who want a snapshot */
    bool looking;       /* a snapshot was asked for */
    bool locked;        /* nobody new may watch */
    bool cut;           /* everybody was told that the line is down */
    char *bytes;        /* frames for everybody, until the turn ends */
    size_t size, capacity;
};

struct relay_settings {
    struct address address; /* of the server, found */
    struct metrics *metrics;
    void *context;
    /* Sends frames, which many share, to one. */
    void (*send)(void *context, struct watcher *, const char *bytes, size_t size);
    /* Sends one message. */
    void (*post)(void *context, struct watcher *, const char *json, size_t size);
    /* Closes the connection when everything has been sent. */
    void (*end)(void *context, struct watcher *);
    bool (*may_guess)(void *context, struct watcher *);
    void (*guessed)(void *context, struct watcher *);
    /* The table's line has changed: wait for its socket. Or forget it: it is about to be closed. */
    void (*wait)(void *context, struct relay_table *);
    void (*forget)(void *context, struct relay_table *);
};

struct relay *relay_new(const struct relay_settings *); /* NULL: no memory */
void relay_free(struct relay *);

void relay_message(struct relay *, struct watcher *, const char *text, size_t size);
void relay_leave(struct relay *, struct watcher *);  /* also if it watches nothing */
void relay_resync(struct relay *, struct watcher *); /* it was too slow, and has missed news */
void relay_say_bye(struct relay *);

/* A message from the table's server. */
void relay_hear(struct relay_table *, const char *message, size_t size);

/* The table's socket is ready: POLLIN, POLLOUT … */
void relay_serve(struct relay_table *, short events);

/* At the end of a turn: sends what is to be sent, does what is due; returns when to call it next,
 * by system_millis. */
int64_t relay_end_turn(struct relay *);

struct relay_counts {
    int watchers, tables, lines; /* lines that are up */
    const char *trouble;         /* a reason: no table is heard of; or NULL */
};

void relay_counts(const struct relay *, struct relay_counts *);

/* ---- relay_news.c ---- */

/* What a server says to an onlooker, as far as a relay has to know. */
enum relay_kind {
    RELAY_WELCOME,
    RELAY_SNAPSHOT,
    RELAY_NEWS, /* has a version */
    RELAY_HERE,
    RELAY_PAUSED,
    RELAY_RESUMED,
    RELAY_ERROR,
    RELAY_BYE,
    RELAY_ELSEWHERE,
    RELAY_OTHER, /* not for onlookers, or from a newer server: not passed on */
};

struct relay_news {
    enum relay_kind kind;
    int64_t v, table, protocol, in_ms;
    bool again, has_lobby, locked;
    char code[CODE_SIZE + 1], home[ADDRESS_HOME_MAX], reason[64];
};

/* False: it is not what docs/protocol.md says. */
bool relay_read(struct relay_news *, struct json_value values[RELAY_VALUES_MAX],
                const char *message, size_t size);

#endif
