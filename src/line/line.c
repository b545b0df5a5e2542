/* SPDX-License-Identifier: MIT */
/* A WebSocket to a server: connecting, frames, and when to come again. */
#define _DEFAULT_SOURCE
#include "line/line.h"

#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "system/system.h"

enum {
    WAIT_FIRST_MS = 300,
    WAIT_MAX_MS = 5000,
    CONNECT_MS = 5000,
    HELLO_MS = 8000,
    HOME_MIN_MS = 200,  /* wait at least this long if the table's server is down */
    HOME_MORE_MS = 800, /* and at most this much longer */
    FOLLOW_MAX = 3,     /* from one server to the next, without a rest */
    HEAD_MAX = 8192,    /* bytes of the response to the upgrade */
    PAYLOAD_MAX = FRAME_MESSAGE_MAX,
};

/* ---- losing the connection ---- */

static void hang_up(struct line *line)
{
    if (line_is_open(line) && line->closing)
        line->closing(line->context);
    wire_close(&line->wire);
    line->in_size = line->out_size = 0;
    line->frames = (struct frames){.client = true};
    line->patience_ms = LINE_SILENCE_MS;
    line->rests = false;
}

void line_rest(struct line *line, int64_t millis, const char *why)
{
    hang_up(line);
    line->step = LINE_RESTS;
    line->due = system_millis() + millis;
    line->down(line->context, false, why);
}

void line_end(struct line *line, const char *why)
{
    hang_up(line);
    line->step = LINE_ENDED;
    line->due = LINE_NEVER;
    line->down(line->context, true, why);
}

/* "/ws/" and a name. */
static bool home_is_sound(const char *home)
{
    struct scan scan = {home};
    bool sound = scan_string(&scan, "/ws/") && !scan_end(&scan);
    for (; sound && *scan.at != '\0'; scan.at++)
        sound = (*scan.at >= 'a' && *scan.at <= 'z') || (*scan.at >= '0' && *scan.at <= '9');
    return sound;
}

static void set_home(struct line *line, const char *home)
{
    line->home[0] = '\0';
    if (home_is_sound(home) && string_size(home) < sizeof line->home)
        memcpy(line->home, home, string_size(home) + 1);
}

/* Waits longer each time, with jitter. A first connection is not retried: the address may be
 * wrong. */
void line_lose(struct line *line, const char *why)
{
    uint16_t chance;
    int64_t wait = WAIT_FIRST_MS;
    if (line->step == LINE_ENDED)
        return;
    if (!line->met && !line->stays) {
        line_end(line, why);
        return;
    }
    for (int i = 0; i < line->tries && wait < WAIT_MAX_MS; i++)
        wait *= 2;
    if (wait > WAIT_MAX_MS)
        wait = WAIT_MAX_MS;
    system_random(&chance, sizeof chance);
    wait = wait / 2 + wait * chance / (2 * UINT16_MAX);
    if (line->home[0] != '\0' && line->step != LINE_TALKS) { /* it is gone: ask any other */
        line->home[0] = '\0';
        wait = HOME_MIN_MS + HOME_MORE_MS * chance / UINT16_MAX;
    }
    line->tries++;
    line->follows = 0;
    line_rest(line, wait, why);
}

/* A lost connection, or why there never was one. */
static const char *loss(const struct line *line, const char *why)
{
    return line->met ? "join.lost" : why;
}

/* What will not get better by itself. */
static void give_up(struct line *line, const char *why)
{
    if (line->stays)
        line_lose(line, why);
    else
        line_end(line, why);
}

/* ---- what the server has said ---- */

/* Another server has the table. Only a path of the same origin is followed. */
void line_follow(struct line *line, const char *home)
{
    set_home(line, home);
    if (line->home[0] == '\0' || line->follows++ >= FOLLOW_MAX) {
        line->home[0] = '\0';
        line_lose(line, "join.lost");
        return;
    }
    line_rest(line, 0, NULL);
}

void line_welcomed(struct line *line, const char *home)
{
    line->step = LINE_TALKS;
    line->tries = line->follows = 0;
    set_home(line, home);
}

/* ---- sending ---- */

static void push(struct line *line)
{
    while (line->out_size > 0) {
        int64_t sent = wire_send(&line->wire, line->out, line->out_size);
        if (sent == WIRE_LOST)
            line_lose(line, loss(line, "join.dropped"));
        if (sent <= 0)
            return;
        line->out_size -= (size_t)sent;
        memmove(line->out, line->out + sent, line->out_size);
    }
}

static void put_frame(struct line *line, enum frame_opcode opcode, const void *bytes, size_t size)
{
    uint8_t mask[FRAME_MASK_SIZE], head[FRAME_HEAD_MAX], payload[PAYLOAD_MAX];
    CHECK(size <= sizeof payload);
    if (!line_is_open(line))
        return;
    if (line->out_size + size + sizeof head > LINE_OUT_MAX) {
        line_lose(line, "join.lost"); /* the other end does not read */
        return;
    }
    memcpy(payload, bytes, size);
    system_random(mask, sizeof mask);
    size_t head_size = frame_head_masked(head, opcode, payload, size, mask);
    memcpy(line->out + line->out_size, head, head_size);
    memcpy(line->out + line->out_size + head_size, payload, size);
    line->out_size += head_size + size;
    push(line);
}

void line_send(struct line *line, const char *json, size_t size)
{
    put_frame(line, OPCODE_TEXT, json, size);
}

void line_expect(struct line *line)
{
    line->patience_ms = LINE_ANSWER_MS;
    if (line->step == LINE_TALKS)
        line->due = system_millis() + line->patience_ms;
}

/* ---- receiving ---- */

static void take_frame(struct line *line, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_MORE:
    case FRAME_PONG: break;
    case FRAME_MESSAGE: line->heard(line->context, (const char *)frame->bytes, frame->size); break;
    case FRAME_PING: put_frame(line, OPCODE_PONG, frame->bytes, frame->size); break;
    case FRAME_CLOSE:
    case FRAME_BAD: line_lose(line, "join.lost"); break;
    }
}

static void read_frames(struct line *line)
{
    size_t at = line->frames.kept;
    struct frame frame;
    do {
        frames_read(&line->frames, line->in, line->in_size, &at, &frame);
        take_frame(line, &frame);
    } while (frame.kind != FRAME_MORE && line_is_open(line));
    if (line_is_open(line))
        line->in_size = frames_pack(&line->frames, line->in, line->in_size, at);
}

/* ---- connecting ---- */

static void write_path(const struct line *line, struct text *text)
{
    if (line->home[0] == '\0' && line->address.watch) {
        text_string(text, "/watch/");
        text_string(text, line->address.code);
    } else {
        text_string(text, line->home[0] != '\0' ? line->home : "/ws");
    }
}

static void ask_upgrade(struct line *line)
{
    uint8_t chance[HANDSHAKE_CHANCE_SIZE];
    struct text text;
    system_random(chance, sizeof chance);
    handshake_key(chance, line->key);
    text_init(&text, (char *)line->out, sizeof line->out);
    text_string(&text, "GET ");
    write_path(line, &text);
    text_string(&text, " HTTP/1.1\r\nHost: ");
    address_write_host(&line->address, &text);
    text_string(&text, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                       "\r\nSec-WebSocket-Key: ");
    text_string(&text, line->key);
    text_string(&text, "\r\n\r\n");
    CHECK(!text.overflow);
    line->out_size = text.size;
    line->step = LINE_UPGRADES;
    push(line);
}

static const char *tls_host(const struct line *line)
{
    return line->address.tls ? line->address.host : NULL;
}

/* Keeps the most specific reason. */
static void keep_failure(struct line *line, const char *why)
{
    if (!line->failure || !string_equal(why, "join.unreachable"))
        line->failure = why;
}

/* Tries the host's addresses in turn, then rests. */
static void connect_next(struct line *line)
{
    hang_up(line);
    while (line->next_address) {
        const struct addrinfo *address = line->next_address;
        line->next_address = address->ai_next;
        const char *why = wire_dial(&line->wire, address, tls_host(line));
        if (!why) {
            line->step = LINE_CONNECTS;
            line->due = system_millis() + CONNECT_MS;
            return;
        }
        keep_failure(line, why);
    }
    line_lose(line, loss(line, line->failure));
}

/* The certificate failed: do not talk to this server. In the middle of a game it may be a network
 * with a login page, which is temporary. */
static void doubt(struct line *line, const char *why)
{
    if (line->known)
        line_lose(line, why);
    else
        give_up(line, why);
}

static void connected(struct line *line)
{
    const char *why;
    switch (wire_ready(&line->wire, &why)) {
    case WIRE_WAITS: return;
    case WIRE_FAILED:
        keep_failure(line, why);
        connect_next(line);
        return;
    case WIRE_REFUSED: doubt(line, why); return;
    case WIRE_READY: break;
    }
    line->due = system_millis() + HELLO_MS;
    ask_upgrade(line);
}

/* The value of a header, without the space before it; NULL: absent. */
static const char *find_header(const char *head, const char *name)
{
    size_t size = string_size(name);
    for (const char *at = strstr(head, "\r\n"); at; at = strstr(at + 2, "\r\n")) {
        if (strncasecmp(at + 2, name, size) == 0 && at[2 + size] == ':')
            return at + 3 + size + strspn(at + 3 + size, " ");
    }
    return NULL;
}

static bool is_upgrade(const struct line *line, const char *head)
{
    char accept[HANDSHAKE_ACCEPT_SIZE + 1];
    const char *value = find_header(head, "sec-websocket-accept");
    return strncmp(head, "HTTP/1.1 101", 12) == 0 && handshake_accept(line->key, accept) && value &&
           strncmp(value, accept, HANDSHAKE_ACCEPT_SIZE) == 0;
}

/* Reads the response to the upgrade, before the first frame. */
static void read_head(struct line *line)
{
    char head[HEAD_MAX + 1];
    size_t size = line->in_size < HEAD_MAX ? line->in_size : HEAD_MAX;
    memcpy(head, line->in, size);
    head[size] = '\0';
    const char *behind = strstr(head, "\r\n\r\n");
    if (!behind && size < HEAD_MAX)
        return;
    if (!behind || !is_upgrade(line, head)) {
        bool busy = strncmp(head, "HTTP/1.1 5", 10) == 0 || strncmp(head, "HTTP/1.1 429", 12) == 0;
        busy = busy || line->home[0] != '\0'; /* that server is gone, and so is its path */
        if (busy)
            line_lose(line, loss(line, "join.busy"));
        else
            give_up(line, "join.no_server");
        return;
    }
    size_t used = (size_t)(behind + 4 - head);
    line->in_size -= used;
    memmove(line->in, line->in + used, line->in_size);
    line->step = LINE_GREETS;
    line->met = true;
    line->opened(line->context);
    if (line_is_open(line))
        read_frames(line);
}

/* ---- its turn ---- */

static void pull(struct line *line)
{
    int64_t got =
        wire_receive(&line->wire, line->in + line->in_size, sizeof line->in - line->in_size);
    if (got == WIRE_LATER)
        return;
    if (got <= 0) {
        line_lose(line, loss(line, "join.dropped"));
        return;
    }
    line->in_size += (size_t)got;
    if (line->step == LINE_UPGRADES)
        read_head(line);
    else
        read_frames(line);
    bool rests = line->step == LINE_GREETS && line->rests;
    if (line->step == LINE_TALKS || rests)
        line->due = system_millis() + (rests ? LINE_SILENCE_MS : line->patience_ms);
}

/* A deadline has passed. */
static void come_due(struct line *line)
{
    if (line->step == LINE_RESTS) {
        line->next_address = line->address.found;
        line->failure = NULL;
        connect_next(line);
    } else if (line->step == LINE_CONNECTS) {
        keep_failure(line, line->wire.connected ? "join.silent" : "join.timeout");
        connect_next(line);
    } else {
        line_lose(line, loss(line, "join.silent"));
    }
}

static void take_events(struct line *line, short events)
{
    if (line->step == LINE_CONNECTS) {
        connected(line);
        return;
    }
    /* TLS may have to write before it can read on. */
    short readable = POLLIN | POLLHUP | POLLERR | (line->wire.writes ? POLLOUT : 0);
    if (events & POLLOUT)
        push(line);
    if (line_is_open(line) && (events & readable))
        do
            pull(line);
        while (line_is_open(line) && wire_pending(&line->wire));
}

void line_serve(struct line *line, short events)
{
    if (events != 0 && line_is_open(line))
        take_events(line, events);
    if (line->due <= system_millis())
        come_due(line);
}

void line_open(struct line *line)
{
    line->wire.socket = -1;
    line_rest(line, 0, NULL);
}

void line_close(struct line *line)
{
    static const uint8_t normal[] = {CLOSE_NORMAL >> 8, CLOSE_NORMAL & 0xff};
    if (line->step == LINE_TALKS)
        put_frame(line, OPCODE_CLOSE, normal, sizeof normal);
    line->step = LINE_ENDED;
    hang_up(line);
}
