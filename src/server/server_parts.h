/* SPDX-License-Identifier: MIT */
/* What the loop, its connections and the HTTP interface share. */
#ifndef KUFSA_SERVER_SERVER_PARTS_H
#define KUFSA_SERVER_SERVER_PARTS_H

#include <uv.h>

#include "base/frames.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/outbox.h"
#include "server/relay.h"
#include "server/server.h"
#include "server/tls.h"

enum {
    READ_SIZE = 1 << 13,
    WAITING_MAX = 1 << 14,  /* unread bytes per socket: about this many before others get a turn */
    HTTP_OUT_MAX = 1 << 20, /* unsent bytes of an HTTP connection; with more it is closed */
    HEAD_TEXT_MAX = 2048,
    BODY_TEXT_MAX = 1 << 15,
    ORIGIN_MAX = 128,
    LISTENERS = 4, /* IPv4 and IPv6, each also for TLS */
    BACKLOG = 512,
};

/* Seconds. */
enum {
    REQUEST_S = 10, /* for a whole request, or a hello */
    KEEP_ALIVE_S = 30,
    WRITE_S = 30, /* for a peer that does not read */
    PING_S = 25,
    PING_TURN_S = 5, /* while it is the player's turn */
    PONG_S = 10,
    LINGER_S = 2,    /* until the peer closes too */
    DRAIN_MS = 2000, /* with what the store waits for, less than three seconds */
};

/* A connection. An idle one has only this; buffers exist only while something is being read or
 * written. */
struct conn {
    uv_tcp_t tcp; /* first */
    struct conn *next, *previous;
    struct conn *list_next, *list_previous; /* in the dirty or the waiting list */
    struct conn **list;                     /* which one, or NULL */
    struct member member;
    struct watcher watcher; /* at a relay */
    struct tls *tls;        /* NULL: in plain text */
    struct http *http;      /* an incomplete request */
    struct http *asked;     /* the one being answered */
    uint8_t *later;         /* what came after it, while its answer waits for the store */
    uint16_t later_size;
    uint8_t *left; /* the beginning of a frame, or of a message */
    struct outbox out;
    uint32_t write_left;                      /* bytes unwritten when last checked */
    uint32_t writing;                         /* bytes being written */
    uint32_t heard, deadline, write_deadline; /* seconds of the loop's clock; 0: none */
    uint64_t address;                         /* 0: this machine */
    struct bucket commands, units;
    uint16_t left_size, unit_part; /* unit_part: bytes received beyond the last whole unit */
    struct frames frames;
    uint8_t scolded; /* commands in a row refused as too many */
    bool websocket, closing;
    bool waits;           /* for the answer to `asked`, and reads nothing */
    bool broken;          /* out of memory for its messages: closed when the turn ends */
    bool said_end;        /* tls_end was called */
    bool ending, shut;    /* ending: shut down when all is sent, then closed */
    bool unwelcome;       /* it ends because it sent too much, or nonsense */
    bool pinged, counted; /* counted: in its address's connections */
};

struct server {
    uv_loop_t loop;
    uv_tcp_t listeners[LISTENERS];
    int sockets[LISTENERS]; /* duplicates of theirs, which keep them open while nobody listens */
    bool deaf[LISTENERS];   /* not listening, for a moment */
    bool secure[LISTENERS]; /* they speak TLS */
    struct tls_keys *keys;
    char certified[CERTIFY_PATH_MAX]; /* the file with the certificate by our own authority */
    bool certify_failed;
    uv_async_t store_wake, bots_wake;
    uv_timer_t hub_timer, second_timer, drain_timer, deaf_timer;
    uv_prepare_t turn;
    uv_signal_t interrupt, terminate, hang_up;
    struct server_settings settings;
    struct store *store;
    struct workers *workers;
    struct hub *hub;
    struct relay *relay; /* NULL: we have tables of our own */
    struct metrics metrics;
    struct addresses addresses;
    struct conn *conns, *dirty, *waiting;
    int conn_count, conns_max, websocket_count;
    int port, tls_port;       /* of the first listener of each kind; 0: none */
    uint64_t durable, walked; /* ticket at which the waiting list was last walked */
    uint32_t seconds;         /* now */
    int64_t turned;           /* when the last turn was */
    int64_t frozen_ms;        /* total time that does not count */
    int64_t clock_wrong;      /* offset of the system's clock from ours */
    uint64_t trimmed;         /* number of dropped tables when the heap was last trimmed */
    bool stopping;
    bool read_on; /* in this turn, behind a request that had waited for its answer */
    bool watched; /* by a service manager, which wants to hear from us */
    bool had_terminal;
    bool taken; /* by another process, with the store */
    char head[HEAD_TEXT_MAX], body[BODY_TEXT_MAX];
    const char *home; /* our path among several nodes; NULL: alone */
    char home_text[STORE_AT_MAX + 1];
    uint8_t buffer[FRAME_LEFT_MAX + READ_SIZE];
    uint8_t secret[READ_SIZE]; /* what TLS has received */
};

int64_t server_now(void); /* Unix milliseconds */

/* After every wait, before anything else: was the process frozen? */
void server_awake(struct server *);

/* ---- conn.c ---- */

bool conn_accept(struct server *, uv_stream_t *listener, bool secure); /* false: out of memory */
void conn_close(struct conn *);
void conn_cut(void *context, struct member *);
void conn_end_member(void *context, struct member *);
bool conn_may_guess(void *context, struct member *);
void conn_guessed(void *context, struct member *);
void conn_reply(void *context, struct member *, const struct hub_reply *);
void conn_post(void *context, struct member *, const char *json, size_t size, uint64_t ticket);

/* Sends a close frame, then ends. */
void conn_end(struct conn *, enum close_code);

/* Sends bytes once the ticket is durable; false if the connection had to be closed. */
bool conn_send(struct conn *, const void *bytes, size_t size, uint64_t ticket);

/* The same at once: `head` is copied, `bytes` are static and are not. */
bool conn_send_static(struct conn *, const char *head, size_t head_size, const void *bytes,
                      size_t size);

/* Frames that many get: they are copied only for those who cannot take them at once. */
void conn_share(void *context, struct watcher *, const char *bytes, size_t size);
void conn_post_watcher(void *context, struct watcher *, const char *json, size_t size);
void conn_end_watcher(void *context, struct watcher *);
bool conn_watcher_may_guess(void *context, struct watcher *);
void conn_watcher_guessed(void *context, struct watcher *);

/* Sends what may be sent on all connections where something changed. */
void conns_flush(struct server *);

/* Once a second: handles missed deadlines. */
void conns_sweep(struct server *);

/* ---- relay_poll.c ---- */

struct relay *relay_poll_new(struct server *); /* NULL: no memory */

/* ---- api.c ---- */

/* Answers the connection's request, including a WebSocket's handshake; some answers come later. */
void api_answer(struct conn *, enum http_verdict);
void api_reply(struct conn *, const struct hub_reply *);

/* ---- hosts.c ---- */

bool server_allows_origin(struct server *, const char *origin);
bool server_is_host(const struct server *, const char *host);
/* Without a trailing slash. */
void server_link(const struct server *, struct text *);
void server_secure_link(const struct server *, struct text *); /* the same by https */
bool networks_have(const struct networks *, int family, const uint8_t *bytes);

#endif
