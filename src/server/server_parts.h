/* SPDX-License-Identifier: MIT */
/* What the loop, its connections and the HTTP interface share among themselves. */
#ifndef KUFSA_SERVER_SERVER_PARTS_H
#define KUFSA_SERVER_SERVER_PARTS_H

#include <uv.h>

#include "base/frames.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/limits.h"
#include "server/outbox.h"
#include "server/server.h"

enum {
    READ_SIZE = 1 << 13,
    WAITING_MAX = 1 << 14,  /* unread, of a connection: about so much comes before others' turn */
    HTTP_OUT_MAX = 1 << 20, /* for an HTTP connection, then it is closed */
    HEAD_TEXT_MAX = 2048,
    BODY_TEXT_MAX = 1 << 15,
    ORIGIN_MAX = 128,
    LISTENERS = 2, /* IPv4 and IPv6 */
    BACKLOG = 512,
};

/* Seconds. */
enum {
    REQUEST_S = 10, /* for a whole request, or a hello */
    KEEP_ALIVE_S = 30,
    WRITE_S = 30, /* for a reader who does not read */
    PING_S = 25,
    PING_TURN_S = 5, /* while it is one's turn */
    PONG_S = 10,
    LINGER_S = 2, /* until the other closes too */
    DRAIN_MS = 3000,
};

/* A connection. Idle it is this and no more: what is being read or written has memory only
 * meanwhile. */
struct conn {
    uv_tcp_t tcp; /* first */
    struct conn *next, *previous;
    struct conn *list_next, *list_previous; /* in the dirty or the waiting list */
    struct conn **list;                     /* which, or NULL */
    struct member member;
    struct http *http; /* a request that is not whole yet */
    uint8_t *left;     /* the beginning of a frame, or of a message */
    struct outbox out;
    uint32_t write_left;                      /* of them, when it was last looked at */
    uint32_t writing;                         /* bytes under way */
    uint32_t heard, deadline, write_deadline; /* seconds of the loop's clock; 0: none */
    uint64_t address;                         /* 0: this machine */
    struct bucket commands, units;
    uint16_t left_size, unit_part; /* unit_part: bytes received that make no whole unit yet */
    struct frames frames;
    uint8_t scolded; /* commands refused in a row because there were too many */
    bool websocket, closing;
    bool broken;          /* no memory for what it was to hear: closed when the turn ends */
    bool ending, shut;    /* ending: shut when all is sent, then closed */
    bool unwelcome;       /* it ends because there was too much of it, or nonsense */
    bool pinged, counted; /* counted: among its address's connections */
};

struct server {
    uv_loop_t loop;
    uv_tcp_t listeners[LISTENERS];
    int sockets[LISTENERS]; /* theirs once more, so that they stay open while nobody listens */
    bool deaf[LISTENERS];   /* nobody does, for a moment */
    uv_async_t store_wake, bots_wake;
    uv_timer_t hub_timer, second_timer, drain_timer, deaf_timer;
    uv_prepare_t turn;
    uv_signal_t interrupt, terminate;
    struct server_settings settings;
    struct store *store;
    struct workers *workers;
    struct hub *hub;
    struct metrics metrics;
    struct addresses addresses;
    struct conn *conns, *dirty, *waiting;
    int conn_count, conns_max, websocket_count, port;
    uint64_t durable, walked; /* the waiting list was last walked at this ticket */
    uint32_t seconds;         /* now */
    uint64_t trimmed;         /* tables dropped by when the heap was last trimmed */
    bool stopping;
    char head[HEAD_TEXT_MAX], body[BODY_TEXT_MAX];
    char *record; /* memory for a record, once one was asked for */
    uint8_t buffer[FRAME_LEFT_MAX + READ_SIZE];
};

int64_t server_now(void); /* Unix milliseconds */

/* ---- conn.c ---- */

bool conn_accept(struct server *, uv_stream_t *listener); /* false: there is no memory for it */
void conn_close(struct conn *);
void conn_cut(void *context, struct member *);
void conn_post(void *context, struct member *, const char *json, size_t size, uint64_t ticket);

/* A close frame, and then the end. */
void conn_end(struct conn *, enum close_code);

/* Bytes to send when the ticket is durable; false if it had to be closed. */
bool conn_send(struct conn *, const void *bytes, size_t size, uint64_t ticket);

/* The same at once, with bytes that stay where they are behind those that are copied. */
bool conn_send_static(struct conn *, const char *head, size_t head_size, const void *bytes,
                      size_t size);

/* Sends what may be sent, on all connections where something has changed. */
void conns_flush(struct server *);

/* Once a second: who is too late with something. */
void conns_sweep(struct server *);

/* ---- api.c ---- */

/* Answers a request; a WebSocket's handshake too. */
void api_answer(struct conn *, struct http *, enum http_verdict);

/* Whose limits count for this request. */
uint64_t api_address(const struct conn *, const struct http *);

/* ---- loop.c ---- */

bool server_allows_origin(struct server *, const char *origin);
void server_link(const struct server *, struct text *); /* without a slash at its end */

#endif
