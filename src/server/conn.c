/* SPDX-License-Identifier: MIT */
/*
 * Connections: bytes in, bytes out, and deadlines.
 *
 * Output is collected in an outbox until the turn ends, and then goes out in one write; part of it
 * may have to wait for the store.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/check.h"
#include "server/server_parts.h"

enum { SCOLD_MAX = COMMANDS_BURST, MAPPED_SIZE = 12 };

/* A write that could not finish at once. */
struct write {
    uv_write_t request; /* first */
    struct conn *conn;
    uint32_t size;
    char bytes[];
};

static struct server *server_of(const struct conn *conn)
{
    return conn->tcp.loop->data;
}

static void refused(const struct conn *conn, enum refusal why)
{
    server_of(conn)->metrics.refused[why]++;
}

/* ---- lists ---- */

static void list_leave(struct conn *conn)
{
    if (!conn->list)
        return;
    if (conn->list_previous)
        conn->list_previous->list_next = conn->list_next;
    else
        *conn->list = conn->list_next;
    if (conn->list_next)
        conn->list_next->list_previous = conn->list_previous;
    conn->list = NULL;
}

static void list_enter(struct conn *conn, struct conn **list)
{
    if (conn->list == list)
        return;
    list_leave(conn);
    conn->list = list;
    conn->list_previous = NULL;
    conn->list_next = *list;
    if (*list)
        (*list)->list_previous = conn;
    *list = conn;
}

static void mark_dirty(struct conn *conn)
{
    if (!conn->closing)
        list_enter(conn, &server_of(conn)->dirty);
}

/* ---- the end ---- */

static void on_closed(uv_handle_t *handle)
{
    struct conn *conn = (struct conn *)handle;
    free(conn->http);
    free(conn->asked);
    free(conn->later);
    free(conn->left);
    tls_free(conn->tls);
    outbox_free(&conn->out);
    free(conn);
}

static void uncount(struct conn *conn)
{
    struct server *server = server_of(conn);
    if (conn->counted) {
        struct address_row *row = addresses_find(&server->addresses, conn->address, server_now());
        if (row && row->connections > 0)
            row->connections--;
    }
    server->conn_count--;
    server->websocket_count -= conn->websocket;
}

void conn_close(struct conn *conn)
{
    struct server *server = server_of(conn);
    if (conn->closing)
        return;
    conn->closing = true;
    list_leave(conn);
    if (conn->previous)
        conn->previous->next = conn->next;
    else
        server->conns = conn->next;
    if (conn->next)
        conn->next->previous = conn->previous;
    uncount(conn);
    hub_leave(server->hub, &conn->member, server_now());
    if (server->relay)
        relay_leave(server->relay, &conn->watcher);
    uv_close((uv_handle_t *)&conn->tcp, on_closed);
}

static struct conn *conn_of(struct member *member)
{
    return (struct conn *)((char *)member - offsetof(struct conn, member));
}

static struct conn *conn_of_watcher(struct watcher *watcher)
{
    return (struct conn *)((char *)watcher - offsetof(struct conn, watcher));
}

void conn_cut(void *context, struct member *member)
{
    (void)context;
    conn_close(conn_of(member));
}

/* ---- out ---- */

static bool add_out(struct conn *conn, const void *bytes, size_t size, uint64_t ticket)
{
    if (!outbox_add(&conn->out, bytes, size, ticket, server_of(conn)->durable)) {
        conn_close(conn);
        return false;
    }
    mark_dirty(conn);
    return true;
}

bool conn_send(struct conn *conn, const void *bytes, size_t size, uint64_t ticket)
{
    if (conn->closing)
        return false;
    if ((size_t)conn->out.size + conn->writing + size > HTTP_OUT_MAX) {
        refused(conn, REFUSAL_SLOW);
        conn_close(conn);
        return false;
    }
    return add_out(conn, bytes, size, ticket);
}

static void take_verdict(struct conn *conn, enum outbox_verdict verdict)
{
    switch (verdict) {
    case OUTBOX_OK: break;
    case OUTBOX_OVERFLOW: server_of(conn)->metrics.counter[COUNT_RESYNCS]++; break;
    case OUTBOX_MEMORY: conn->broken = true; break; /* close later: its table is in use */
    }
    mark_dirty(conn);
}

static void send_frame(struct conn *conn, enum frame_opcode opcode, const void *payload,
                       size_t size, uint64_t ticket)
{
    struct server *server = server_of(conn);
    if (conn->closing || conn->ending || conn->broken)
        return;
    take_verdict(conn, outbox_frame(&conn->out, opcode, payload, size, ticket, server->durable,
                                    conn->writing));
}

void conn_post(void *context, struct member *member, const char *json, size_t size, uint64_t ticket)
{
    struct server *server = context;
    server->metrics.counter[COUNT_SENT]++;
    send_frame(conn_of(member), OPCODE_TEXT, json, size, ticket);
}

void conn_end(struct conn *conn, enum close_code code)
{
    uint8_t payload[2] = {(uint8_t)(code >> 8), (uint8_t)code};
    conn->out.resync = false;
    send_frame(conn, OPCODE_CLOSE, payload, code == CLOSE_NONE ? 0 : sizeof payload, 0);
    if (conn->closing)
        return;
    conn->ending = true;
    conn->unwelcome = code != CLOSE_NONE && code != CLOSE_NORMAL && code != CLOSE_RESTART;
    conn->deadline = server_of(conn)->seconds + LINGER_S;
    mark_dirty(conn);
}

void conn_end_member(void *context, struct member *member)
{
    (void)context;
    conn_end(conn_of(member), CLOSE_NORMAL);
}

/* ---- writing ---- */

static void on_written(uv_write_t *request, int status)
{
    struct write *write = (struct write *)request;
    struct conn *conn = write->conn;
    conn->writing -= write->size;
    free(write);
    if (status < 0)
        conn_close(conn);
    else if (!conn->closing)
        mark_dirty(conn);
}

/* What the socket does not take at once is written later; `still` is static and needs no copy. */
static void write_socket(struct conn *conn, const char *bytes, size_t size, const char *still,
                         size_t still_size)
{
    union { /* libuv does not write through it */
        const char *in;
        char *out;
    } first = {bytes}, second = {still};
    uv_buf_t buffers[2] = {{first.out, size}, {second.out, still_size}};
    int done = uv_try_write((uv_stream_t *)&conn->tcp, buffers, still_size > 0 ? 2 : 1);
    size_t sent = done > 0 ? (size_t)done : 0;
    if (done < 0 && done != UV_EAGAIN) {
        conn_close(conn);
        return;
    }
    if (sent == size + still_size)
        return;
    size_t copy = sent < size ? size - sent : 0;
    size_t behind = sent > size ? sent - size : 0;
    struct write *write = malloc(sizeof *write + copy);
    if (!write) {
        conn_close(conn);
        return;
    }
    memcpy(write->bytes, bytes + size - copy, copy);
    write->conn = conn;
    write->size = (uint32_t)(copy + still_size - behind);
    uv_buf_t rest[2] = {{write->bytes, copy}, {second.out + behind, still_size - behind}};
    if (uv_write(&write->request, (uv_stream_t *)&conn->tcp, rest, 2, on_written) != 0) {
        free(write);
        conn_close(conn);
        return;
    }
    conn->writing += write->size;
    conn->write_deadline = server_of(conn)->seconds + WRITE_S;
}

/* Sends TLS's own messages, and what it has encrypted for us. */
static void write_tls(struct conn *conn)
{
    const char *bytes;
    size_t size = tls_out(conn->tls, &bytes);
    if (size == 0)
        return;
    write_socket(conn, bytes, size, "", 0);
    tls_sent(conn->tls);
}

static void write_bytes(struct conn *conn, const char *bytes, size_t size, const char *still,
                        size_t still_size)
{
    server_of(conn)->metrics.counter[COUNT_BYTES_OUT] += size + still_size;
    if (!conn->tls)
        write_socket(conn, bytes, size, still, still_size);
    else if (tls_write(conn->tls, bytes, size) && tls_write(conn->tls, still, still_size))
        write_tls(conn);
    else
        conn_close(conn);
}

bool conn_send_static(struct conn *conn, const char *head, size_t head_size, const void *bytes,
                      size_t size)
{
    if (conn->closing)
        return false;
    if (conn->out.size > 0 || conn->writing > 0)
        return conn_send(conn, head, head_size, 0) && conn_send(conn, bytes, size, 0);
    write_bytes(conn, head, head_size, bytes, size);
    mark_dirty(conn); /* if that was the last answer, flush hangs up */
    return !conn->closing;
}

void conn_share(void *context, struct watcher *watcher, const char *bytes, size_t size)
{
    struct conn *conn = conn_of_watcher(watcher);
    (void)context;
    if (conn->closing || conn->ending || conn->broken)
        return;
    if (conn->out.size > 0 || conn->writing > 0 || conn->out.resync)
        take_verdict(conn, outbox_frames(&conn->out, bytes, size, conn->writing));
    else
        write_bytes(conn, bytes, size, "", 0);
}

void conn_post_watcher(void *context, struct watcher *watcher, const char *json, size_t size)
{
    conn_post(context, &conn_of_watcher(watcher)->member, json, size, HUB_NOW);
}

void conn_end_watcher(void *context, struct watcher *watcher)
{
    (void)context;
    conn_end(conn_of_watcher(watcher), CLOSE_NORMAL);
}

/* All is sent. Closing with unread input resets the connection and may lose what we sent: shut down
 * and let the peer close, until a deadline. An unwelcome peer waits for that deadline without a
 * shutdown, so that it cannot come back at once. */
static void hang_up(struct conn *conn)
{
    int fd;
    if (conn->shut)
        return;
    if (conn->tls && !conn->said_end) {
        conn->said_end = true;
        tls_end(conn->tls);
        write_tls(conn);
        if (conn->writing > 0 || conn->closing)
            return; /* on_written leads here again */
    }
    conn->shut = true;
    conn->deadline = server_of(conn)->seconds + LINGER_S;
    if (conn->unwelcome)
        return;
    if (uv_fileno((const uv_handle_t *)&conn->tcp, &fd) != 0 || shutdown(fd, SHUT_WR) != 0)
        conn_close(conn);
}

static void flush(struct conn *conn)
{
    struct server *server = server_of(conn);
    list_leave(conn);
    if (conn->writing > 0 && !conn->broken)
        return; /* on_written calls flush again */
    if (conn->out.resync && !conn->ending) {
        conn->out.resync = false;
        if (server->relay)
            relay_resync(server->relay, &conn->watcher);
        else
            hub_resync(server->hub, &conn->member, server_now());
        list_leave(conn);
    }
    if (conn->broken) {
        conn_close(conn);
        return;
    }
    outbox_release(&conn->out, server->durable);
    if (conn->out.ready > 0) {
        write_bytes(conn, conn->out.bytes, conn->out.ready, "", 0);
        if (conn->closing)
            return;
        outbox_take(&conn->out);
    }
    if (conn->out.size > 0)
        list_enter(conn, &server->waiting);
    else if (conn->ending && conn->writing == 0)
        hang_up(conn);
}

void conns_flush(struct server *server)
{
    if (server->walked != server->durable) {
        server->walked = server->durable;
        for (struct conn *conn = server->waiting, *next; conn; conn = next) {
            next = conn->list_next;
            if (outbox_waits_for(&conn->out, server->durable))
                list_enter(conn, &server->dirty);
        }
    }
    while (server->dirty)
        flush(server->dirty);
}

/* ---- in: WebSocket ---- */

static bool may_speak(struct conn *conn, int64_t now)
{
    struct server *server = server_of(conn);
    if (server->settings.unlimited)
        return true;
    if (!bucket_take(&conn->commands, now, COMMANDS_BURST, COMMANDS_MS))
        return false;
    if (conn->address == 0)
        return true;
    struct address_row *row = addresses_find(&server->addresses, conn->address, now);
    return row && bucket_take(&row->crowd, now, CROWD_BURST, CROWD_MS);
}

/* Counts all bytes, whatever their frames: pongs and empty fragments are not commands, but cost
 * time too. */
static bool may_send(struct conn *conn, size_t count)
{
    size_t bytes = conn->unit_part + count;
    conn->unit_part = (uint16_t)(bytes % UNIT_SIZE);
    if (server_of(conn)->settings.unlimited)
        return true;
    return bytes < UNIT_SIZE ||
           bucket_pay(&conn->units, (int)(bytes / UNIT_SIZE), server_now(), UNITS_BURST, UNITS_MS);
}

static void take_message(struct conn *conn, const char *json, size_t size)
{
    struct server *server = server_of(conn);
    int64_t now = server_now();
    server->metrics.counter[COUNT_MESSAGES]++;
    if (!may_speak(conn, now)) {
        refused(conn, REFUSAL_RATE);
        hub_refuse(server->hub, &conn->member, json, size, "serve.rate.often");
        if (conn->scolded++ >= SCOLD_MAX)
            conn_end(conn, CLOSE_POLICY);
        return;
    }
    conn->scolded = 0;
    if (!conn->member.table)
        conn->member.address = conn->address;
    if (server->relay)
        relay_message(server->relay, &conn->watcher, json, size);
    else
        hub_message(server->hub, &conn->member, json, size, now);
}

/* ---- room codes ---- */

static struct address_row *guesser(struct server *server, const struct conn *conn, int64_t now)
{
    uint64_t key = conn->address ? conn->address : addresses_key(&server->addresses, "", 0);
    return addresses_find(&server->addresses, key, now);
}

bool conn_may_guess(void *context, struct member *member)
{
    struct server *server = context;
    int64_t now = server_now();
    if (member->relay)
        return addresses_relay_may_guess(&server->addresses, now);
    return addresses_may_guess(&server->addresses, guesser(server, conn_of(member), now), now);
}

void conn_guessed(void *context, struct member *member)
{
    struct server *server = context;
    int64_t now = server_now();
    struct address_row *row = member->relay ? NULL : guesser(server, conn_of(member), now);
    if (row || member->relay)
        addresses_guessed(&server->addresses, row, now);
}

bool conn_watcher_may_guess(void *context, struct watcher *watcher)
{
    return conn_may_guess(context, &conn_of_watcher(watcher)->member);
}

void conn_watcher_guessed(void *context, struct watcher *watcher)
{
    conn_guessed(context, &conn_of_watcher(watcher)->member);
}

/* ---- frames ---- */

static void take_frame(struct conn *conn, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_MORE:
    case FRAME_PONG: break;
    case FRAME_MESSAGE: take_message(conn, (const char *)frame->bytes, frame->size); break;
    case FRAME_PING:
        if (may_speak(conn, server_now()))
            send_frame(conn, OPCODE_PONG, frame->bytes, frame->size, HUB_NOW);
        break;
    case FRAME_CLOSE: conn_end(conn, frame->code == CLOSE_NONE ? CLOSE_NONE : CLOSE_NORMAL); break;
    case FRAME_BAD:
        refused(conn, frame->code == CLOSE_TOO_BIG ? REFUSAL_SIZE : REFUSAL_FRAME);
        conn_end(conn, frame->code);
        break;
    }
}

static void keep_left(struct conn *conn, const uint8_t *bytes, size_t size)
{
    CHECK(size <= FRAME_LEFT_MAX);
    if (size == 0)
        return;
    conn->left = malloc(size);
    if (!conn->left) {
        conn_close(conn);
        return;
    }
    memcpy(conn->left, bytes, size);
    conn->left_size = (uint16_t)size;
}

static void read_frames(struct conn *conn, uint8_t *bytes, size_t size)
{
    size_t at = conn->frames.kept;
    struct frame frame;
    do {
        frames_read(&conn->frames, bytes, size, &at, &frame);
        take_frame(conn, &frame);
    } while (frame.kind != FRAME_MORE && !conn->closing && !conn->ending);
    if (!conn->closing && !conn->ending)
        keep_left(conn, bytes, frames_pack(&conn->frames, bytes, size, at));
}

/* ---- in: HTTP ---- */

static void end_request(struct conn *conn)
{
    free(conn->asked);
    conn->asked = NULL;
}

/* Reads one request or part of it; returns how many bytes that was. */
static size_t read_request(struct conn *conn, const char *bytes, size_t size)
{
    struct server *server = server_of(conn);
    size_t used;
    if (!conn->http) {
        conn->http = malloc(sizeof *conn->http);
        if (!conn->http) {
            conn_close(conn);
            return size;
        }
        http_init(conn->http);
        conn->deadline = server->seconds + REQUEST_S;
    }
    enum http_verdict verdict = http_read(conn->http, bytes, size, &used);
    if (verdict == HTTP_MORE)
        return used;
    conn->asked = conn->http;
    conn->http = NULL;
    conn->deadline = server->seconds + KEEP_ALIVE_S;
    server->metrics.counter[COUNT_REQUESTS]++;
    if (conn->out.size + conn->writing > OUTBOX_MAX) { /* it asks but reads no answers */
        refused(conn, REFUSAL_SLOW);
        conn_close(conn);
    } else {
        api_answer(conn, verdict);
    }
    if (!conn->member.parked)
        end_request(conn);
    return used;
}

/* Reads nothing more until the request is answered: answers come in the order of requests. */
static void wait_for_answer(struct conn *conn, const uint8_t *bytes, size_t size)
{
    uv_read_stop((uv_stream_t *)&conn->tcp);
    conn->waits = true;
    if (size == 0 || conn->closing)
        return;
    conn->later = malloc(size);
    if (!conn->later) {
        conn_close(conn);
        return;
    }
    memcpy(conn->later, bytes, size);
    conn->later_size = (uint16_t)size;
}

static void read_http(struct conn *conn, uint8_t *bytes, size_t size)
{
    while (size > 0 && !conn->closing && !conn->ending && !conn->websocket) {
        size_t used = read_request(conn, (const char *)bytes, size);
        bytes += used;
        size -= used;
        if (conn->asked) {
            wait_for_answer(conn, bytes, size);
            return;
        }
    }
    if (conn->websocket && size > 0 && !conn->closing && !conn->ending)
        read_frames(conn, bytes, size);
}

static void take_decrypted(struct conn *);
static void on_alloc(uv_handle_t *, size_t, uv_buf_t *);
static void on_read(uv_stream_t *, ssize_t, const uv_buf_t *);

void conn_reply(void *context, struct member *member, const struct hub_reply *reply)
{
    struct conn *conn = conn_of(member);
    uint8_t *later = conn->later;
    bool waited = conn->waits;
    (void)context;
    api_reply(conn, reply);
    if (!waited || conn->closing)
        return;
    end_request(conn);
    conn->waits = false;
    conn->later = NULL;
    if (uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read) != 0)
        conn_close(conn);
    server_of(conn)->read_on = true;
    if (later)
        read_http(conn, later, conn->later_size);
    free(later);
    if (conn->tls && !conn->closing)
        take_decrypted(conn);
}

/* ---- in ---- */

/* Where a connection's next plain bytes go: behind its left-over bytes, in the buffer that all
 * connections share. */
static char *place_behind_left(const struct conn *conn)
{
    struct server *server = server_of(conn);
    if (conn->left_size > 0)
        memcpy(server->buffer, conn->left, conn->left_size);
    return (char *)server->buffer + conn->left_size;
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    const struct conn *conn = (const struct conn *)handle;
    (void)suggested;
    char *place = conn->tls ? (char *)server_of(conn)->secret : place_behind_left(conn);
    *out = uv_buf_init(place, READ_SIZE);
}

/* Plain bytes, at the place for them. */
static void take_bytes(struct conn *conn, size_t count)
{
    struct server *server = server_of(conn);
    server->metrics.counter[COUNT_BYTES_IN] += count;
    size_t size = conn->left_size + count;
    free(conn->left);
    conn->left = NULL;
    conn->left_size = 0;
    if (conn->websocket && !may_send(conn, count)) {
        refused(conn, REFUSAL_RATE);
        conn_end(conn, CLOSE_POLICY);
    } else if (conn->websocket) {
        read_frames(conn, server->buffer, size);
    } else {
        read_http(conn, server->buffer, size);
    }
}

/* Takes what TLS has decrypted; the rest stays inside TLS while an answer is awaited. */
static void take_decrypted(struct conn *conn)
{
    int count = 0;
    while (!conn->closing && !conn->ending && !conn->waits &&
           (count = tls_read(conn->tls, place_behind_left(conn), READ_SIZE)) > 0)
        take_bytes(conn, (size_t)count);
    if (conn->closing)
        return;
    write_tls(conn); /* its side of the handshake, or why it is refused */
    if (count < 0 && !conn->closing && conn->writing == 0)
        conn_close(conn);
    else if (count < 0)
        conn->ending = true;
}

static void take_secret(struct conn *conn, size_t size)
{
    if (tls_receive(conn->tls, server_of(conn)->secret, size))
        take_decrypted(conn);
    else
        conn_close(conn);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *unused)
{
    struct conn *conn = (struct conn *)stream;
    struct server *server = server_of(conn);
    (void)unused;
    server_awake(server);
    if (count < 0) {
        conn_close(conn);
        return;
    }
    if (conn->ending && count == READ_SIZE)
        uv_read_stop(stream); /* ignore further input until the deadline */
    if (count == 0 || conn->closing || conn->ending)
        return;
    conn->heard = server->seconds;
    conn->pinged = false;
    if (conn->tls)
        take_secret(conn, (size_t)count);
    else
        take_bytes(conn, (size_t)count);
}

/* ---- accepting ---- */

/* 0: this machine, or its proxy. */
static uint64_t address_key(struct server *server, int family, const uint8_t *bytes)
{
    bool six = family == AF_INET6;
    bool own = six ? IN6_IS_ADDR_LOOPBACK((const struct in6_addr *)bytes) : bytes[0] == 127;
    if (own || networks_have(&server->settings.proxies, family, bytes))
        return 0;
    return addresses_key(&server->addresses, bytes, six ? 8 : 4); /* a household has a /64 */
}

static uint64_t peer_address(struct server *server, const struct conn *conn)
{
    struct sockaddr_storage peer;
    int size = sizeof peer;
    if (uv_tcp_getpeername(&conn->tcp, (struct sockaddr *)&peer, &size) != 0)
        return addresses_key(&server->addresses, "?", 1);
    if (peer.ss_family == AF_INET)
        return address_key(server, AF_INET,
                           (const uint8_t *)&((const struct sockaddr_in *)&peer)->sin_addr);
    const struct in6_addr *six = &((const struct sockaddr_in6 *)&peer)->sin6_addr;
    if (IN6_IS_ADDR_V4MAPPED(six)) /* on a socket for both */
        return address_key(server, AF_INET, six->s6_addr + MAPPED_SIZE);
    return address_key(server, AF_INET6, six->s6_addr);
}

static bool may_stay(struct server *server, struct conn *conn)
{
    if (server->conn_count >= server->conns_max || server->stopping) {
        refused(conn, REFUSAL_FULL);
        return false;
    }
    conn->address = peer_address(server, conn);
    if (conn->address == 0)
        return true;
    struct address_row *row = addresses_find(&server->addresses, conn->address, server_now());
    if (!row || row->connections >= ADDRESS_CONNECTIONS_MAX) {
        refused(conn, REFUSAL_ADDRESS);
        return false;
    }
    row->connections++;
    conn->counted = true;
    return true;
}

bool conn_accept(struct server *server, uv_stream_t *listener, bool secure)
{
    struct conn *conn = calloc(1, sizeof *conn);
    if (conn && secure)
        conn->tls = tls_new(server->keys);
    if (!conn || (secure && !conn->tls) || uv_tcp_init(&server->loop, &conn->tcp) != 0) {
        if (conn)
            tls_free(conn->tls);
        free(conn);
        return false;
    }
    if (uv_accept(listener, (uv_stream_t *)&conn->tcp) != 0 || !may_stay(server, conn)) {
        conn->closing = true;
        uv_close((uv_handle_t *)&conn->tcp, on_closed);
        return true;
    }
    server->metrics.counter[COUNT_CONNECTIONS]++;
    server->conn_count++;
    conn->next = server->conns;
    if (conn->next)
        conn->next->previous = conn;
    server->conns = conn;
    conn->heard = server->seconds;
    conn->deadline = server->seconds + REQUEST_S;
    uv_tcp_nodelay(&conn->tcp, 1);
    if (uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read) != 0)
        conn_close(conn);
    return true;
}

/* ---- time ---- */

static void sweep_websocket(struct conn *conn, uint32_t seconds)
{
    uint32_t silent = seconds - conn->heard;
    uint32_t patience = hub_member_acts(&conn->member) ? PING_TURN_S : PING_S;
    if (conn->pinged && silent >= patience + PONG_S) {
        refused(conn, REFUSAL_SILENT);
        conn_close(conn);
    } else if (!conn->pinged && silent >= patience) {
        conn->pinged = true;
        send_frame(conn, OPCODE_PING, "", 0, HUB_NOW);
    }
}

/* A slow reader may take as long as it needs; one that reads nothing may not. */
static void sweep_writing(struct conn *conn, uint32_t seconds)
{
    uint32_t left = (uint32_t)uv_stream_get_write_queue_size((const uv_stream_t *)&conn->tcp);
    if (left != conn->write_left) {
        conn->write_left = left;
        conn->write_deadline = seconds + WRITE_S;
    } else if (seconds >= conn->write_deadline) {
        refused(conn, REFUSAL_SLOW);
        conn_close(conn);
    }
}

static void sweep(struct conn *conn, uint32_t seconds)
{
    if ((conn->member.table || conn->watcher.table) && !conn->ending)
        conn->deadline = 0; /* of its hello */
    if (conn->writing > 0) {
        sweep_writing(conn, seconds);
    } else if (conn->deadline != 0 && seconds >= conn->deadline && !conn->member.parked) {
        if (conn->http || (conn->websocket && !conn->ending))
            refused(conn, REFUSAL_SLOW);
        if (conn->websocket && !conn->ending)
            conn_end(conn, CLOSE_POLICY);
        else
            conn_close(conn);
    } else if (conn->websocket) {
        sweep_websocket(conn, seconds);
    }
}

void conns_sweep(struct server *server)
{
    for (struct conn *conn = server->conns, *next; conn; conn = next) {
        next = conn->next;
        sweep(conn, server->seconds);
    }
}
