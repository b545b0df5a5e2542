/* SPDX-License-Identifier: MIT */
/* A server's table: the connection, which comes and goes, and the commands that wait for it. */
#define _DEFAULT_SOURCE
#include "tui/remote.h"

#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/check.h"
#include "base/frames.h"
#include "base/handshake.h"
#include "tui/wire.h"

enum {
    PROTOCOL = 1,
    WAIT_FIRST_MS = 300,
    WAIT_MAX_MS = 5000,
    CONNECT_MS = 5000,
    HELLO_MS = 8000,
    ANSWER_MS = 6000,   /* without a word for so long after a command the line is thought dead */
    SILENCE_MS = 45000, /* a server pings after 25 s, and waits 10 s more */
    HEAD_MAX = 8192,    /* bytes of the answer to the upgrade */
    IN_MAX = FRAME_NEWS_LEFT_MAX + 65536,
    OUT_MAX = 1 << 16,
};

enum remote_step {
    REMOTE_RESTS,    /* until `due` */
    REMOTE_CONNECTS, /* and has the certificate shown */
    REMOTE_UPGRADES,
    REMOTE_GREETS, /* hello was said, welcome not heard */
    REMOTE_TALKS,
    REMOTE_ENDED,
};

/* A command that was not answered yet. */
struct waiting {
    uint32_t cid; /* 0: none */
    size_t size;
    char json[COMMAND_MAX + 1];
};

struct remote {
    struct line line;
    struct seen seen;
    struct address address;
    bool watch, looking; /* a snapshot was asked for and has not come */
    bool given;          /* the token came with the address, and was not welcomed yet */
    char token[SEEN_TOKEN_MAX];
    struct addrinfo *addresses, *next_address;
    struct wire wire;
    enum remote_step step;
    int64_t due; /* what it waits for has not come by then: next step of `step` */
    int tries;
    char key[HANDSHAKE_KEY_SIZE + 1];
    struct frames frames;
    size_t in_size, out_size;
    struct waiting waiting[CIDS_KEPT];
    uint8_t in[IN_MAX], out[OUT_MAX];
};

static struct remote *of(struct line *line)
{
    return (struct remote *)line;
}

static bool is_open(const struct remote *remote)
{
    return remote->wire.socket >= 0;
}

/* ---- losing it ---- */

static void hang_up(struct remote *remote)
{
    wire_close(&remote->wire);
    remote->in_size = remote->out_size = 0;
    remote->looking = false;
    remote->frames = (struct frames){.client = true};
}

static void rest(struct remote *remote, int64_t millis, const char *trouble)
{
    hang_up(remote);
    remote->step = REMOTE_RESTS;
    remote->due = line_now() + millis;
    line_set(&remote->line, remote->seen.v > 0 ? LINE_LOST : LINE_CONNECTING, trouble);
}

/* Longer each time, and not everybody at once. */
static void lose(struct remote *remote, const char *trouble)
{
    uint16_t chance;
    int64_t wait = WAIT_FIRST_MS;
    if (remote->step == REMOTE_ENDED)
        return;
    for (int i = 0; i < remote->tries && wait < WAIT_MAX_MS; i++)
        wait *= 2;
    if (wait > WAIT_MAX_MS)
        wait = WAIT_MAX_MS;
    line_random(&chance, sizeof chance);
    remote->tries++;
    rest(remote, wait / 2 + wait * chance / (2 * UINT16_MAX), trouble);
}

static void end(struct remote *remote, const char *reason)
{
    hang_up(remote);
    remote->step = REMOTE_ENDED;
    remote->due = CLOCK_NEVER;
    line_set(&remote->line, LINE_ENDED, reason);
}

/* ---- sending ---- */

static void push(struct remote *remote)
{
    while (remote->out_size > 0) {
        int64_t sent = wire_send(&remote->wire, remote->out, remote->out_size);
        if (sent == WIRE_LOST)
            lose(remote, "join.lost");
        if (sent <= 0)
            return;
        remote->out_size -= (size_t)sent;
        memmove(remote->out, remote->out + sent, remote->out_size);
    }
}

static void put_frame(struct remote *remote, enum frame_opcode opcode, const void *bytes,
                      size_t size)
{
    uint8_t mask[FRAME_MASK_SIZE], head[FRAME_HEAD_MAX], payload[COMMAND_MAX];
    CHECK(size <= sizeof payload);
    if (!is_open(remote))
        return;
    if (remote->out_size + size + sizeof head > OUT_MAX) {
        lose(remote, "join.lost"); /* nobody takes it at the other end */
        return;
    }
    memcpy(payload, bytes, size);
    line_random(mask, sizeof mask);
    size_t head_size = frame_head_masked(head, opcode, payload, size, mask);
    memcpy(remote->out + remote->out_size, head, head_size);
    memcpy(remote->out + remote->out_size + head_size, payload, size);
    remote->out_size += head_size + size;
    push(remote);
}

static void say_hello(struct remote *remote)
{
    char bytes[COMMAND_MAX];
    struct text text;
    struct json_out out;
    text_init(&text, bytes, sizeof bytes);
    json_out_init(&out, &text);
    json_out_open(&out, '{');
    json_out_key(&out, "do");
    json_out_string(&out, "hello");
    json_out_key(&out, "table");
    json_out_string(&out, remote->address.code);
    if (remote->token[0] != '\0') {
        json_out_key(&out, "token");
        json_out_string(&out, remote->token);
    } else if (!remote->watch) {
        json_out_key(&out, "join");
        json_out_bool(&out, true);
    }
    if (remote->seen.v > 0) {
        json_out_key(&out, "have");
        json_out_integer(&out, remote->seen.v);
    }
    json_out_close(&out, '}');
    put_frame(remote, OPCODE_TEXT, text.bytes, text.size);
}

/* ---- what is heard ---- */

static bool forget_waiting(struct remote *remote, uint32_t cid)
{
    for (int i = 0; i < CIDS_KEPT; i++) {
        if (remote->waiting[i].cid != cid || cid == 0)
            continue;
        remote->waiting[i].cid = 0;
        return true;
    }
    return false;
}

static bool is_waiting(const struct remote *remote)
{
    for (int i = 0; i < CIDS_KEPT; i++)
        if (remote->waiting[i].cid != 0)
            return true;
    return false;
}

/* How another device comes to be here instead of this one. */
static void write_seat_link(struct remote *remote)
{
    struct address seat = remote->address;
    struct text text;
    memcpy(seat.token, remote->token, sizeof seat.token);
    text_init(&text, remote->line.link, sizeof remote->line.link);
    if (seat.token[0] != '\0')
        address_write(&seat, &text);
}

static void welcome(struct remote *remote)
{
    if (remote->seen.protocol != PROTOCOL) {
        end(remote, "join.version");
        return;
    }
    if (token_is_sound(remote->seen.token) && !remote->watch)
        memcpy(remote->token, remote->seen.token, sizeof remote->token);
    if (remote->token[0] != '\0' && (remote->given || remote->seen.token[0] != '\0'))
        token_keep(&remote->address, remote->token);
    remote->given = false;
    write_seat_link(remote);
    remote->step = REMOTE_TALKS;
    remote->tries = 0;
    for (int i = 0; i < CIDS_KEPT; i++)
        if (remote->waiting[i].cid != 0)
            put_frame(remote, OPCODE_TEXT, remote->waiting[i].json, remote->waiting[i].size);
}

/* Refusals of hello that pass. */
static bool passes(const char *reason)
{
    static const char *const passing[] = {"store.", "serve.rate.", "serve.code.", "serve.guest."};
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
        if (strncmp(reason, passing[i], string_size(passing[i])) == 0)
            return true;
    return false;
}

/* The answer to hello, if it is no welcome. */
static void refused(struct remote *remote, const char *reason)
{
    if (string_equal(reason, "serve.token.unknown") && remote->given) {
        end(remote, "join.token.unknown"); /* what was kept for this table stays */
    } else if (string_equal(reason, "serve.token.unknown") && remote->token[0] != '\0') {
        remote->token[0] = '\0';
        token_keep(&remote->address, "");
        say_hello(remote);
    } else if (passes(reason)) {
        lose(remote, reason);
    } else {
        end(remote, reason);
    }
}

static void hear(struct remote *remote, const char *message, size_t size)
{
    switch (line_hear(&remote->line, 0, message, size)) {
    case SEEN_WELCOME: welcome(remote); break;
    case SEEN_BYE: rest(remote, remote->seen.bye_ms, "join.lost"); return;
    case SEEN_BROKEN: end(remote, "join.broken"); return;
    case SEEN_ANSWER:
        if (remote->step == REMOTE_GREETS && remote->seen.answer.kind == ANSWER_ERROR)
            refused(remote, remote->seen.answer.reason);
        else
            forget_waiting(remote, remote->seen.answer.cid);
        break;
    case SEEN_CHANGED: remote->looking = false; break;
    case SEEN_LOOK: /* line_hear has asked for it */
    case SEEN_GAP:
    case SEEN_NOTHING: break;
    }
}

static void take_frame(struct remote *remote, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_MORE:
    case FRAME_PONG: break;
    case FRAME_MESSAGE: hear(remote, (const char *)frame->bytes, frame->size); break;
    case FRAME_PING: put_frame(remote, OPCODE_PONG, frame->bytes, frame->size); break;
    case FRAME_CLOSE:
    case FRAME_BAD: lose(remote, "join.lost"); break;
    }
}

static void read_frames(struct remote *remote)
{
    size_t at = remote->frames.kept;
    struct frame frame;
    do {
        frames_read(&remote->frames, remote->in, remote->in_size, &at, &frame);
        take_frame(remote, &frame);
    } while (frame.kind != FRAME_MORE && is_open(remote));
    if (is_open(remote))
        remote->in_size = frames_pack(&remote->frames, remote->in, remote->in_size, at);
}

/* ---- connecting ---- */

static void ask_upgrade(struct remote *remote)
{
    uint8_t chance[HANDSHAKE_CHANCE_SIZE];
    struct text text;
    line_random(chance, sizeof chance);
    handshake_key(chance, remote->key);
    text_init(&text, (char *)remote->out, sizeof remote->out);
    text_string(&text, "GET /ws HTTP/1.1\r\nHost: ");
    address_write_host(&remote->address, &text);
    text_string(&text, "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
                       "\r\nSec-WebSocket-Key: ");
    text_string(&text, remote->key);
    text_string(&text, "\r\n\r\n");
    CHECK(!text.overflow);
    remote->out_size = text.size;
    remote->step = REMOTE_UPGRADES;
    push(remote);
}

static const char *tls_host(const struct remote *remote)
{
    return remote->address.tls ? remote->address.host : NULL;
}

/* The next address of the host; all of them in turn, then a rest. */
static void connect_next(struct remote *remote)
{
    hang_up(remote);
    while (remote->next_address) {
        const struct addrinfo *address = remote->next_address;
        remote->next_address = address->ai_next;
        if (wire_dial(&remote->wire, address, tls_host(remote))) {
            remote->step = REMOTE_CONNECTS;
            remote->due = line_now() + CONNECT_MS;
            return;
        }
    }
    lose(remote, "join.lost");
}

/* Who cannot be believed is not spoken to. In the middle of a game it may be a network that wants
 * to be logged in to first: that passes. */
static void doubt(struct remote *remote, const char *reason)
{
    if (remote->seen.v > 0)
        lose(remote, reason);
    else
        end(remote, reason);
}

static void connected(struct remote *remote)
{
    const char *reason;
    switch (wire_ready(&remote->wire, &reason)) {
    case WIRE_WAITS: return;
    case WIRE_FAILED: connect_next(remote); return;
    case WIRE_REFUSED: doubt(remote, reason); return;
    case WIRE_READY: break;
    }
    remote->due = line_now() + HELLO_MS;
    ask_upgrade(remote);
}

/* The value of a header, without the space before it; NULL: it is not there. */
static const char *find_header(const char *head, const char *name)
{
    size_t size = string_size(name);
    for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, size) == 0 && line[2 + size] == ':')
            return line + 3 + size + strspn(line + 3 + size, " ");
    }
    return NULL;
}

static bool is_upgrade(const struct remote *remote, const char *head)
{
    char accept[HANDSHAKE_ACCEPT_SIZE + 1];
    const char *value = find_header(head, "sec-websocket-accept");
    return strncmp(head, "HTTP/1.1 101", 12) == 0 && handshake_accept(remote->key, accept) &&
           value && strncmp(value, accept, HANDSHAKE_ACCEPT_SIZE) == 0;
}

/* What came before the first frame. */
static void read_head(struct remote *remote)
{
    char head[HEAD_MAX + 1];
    size_t size = remote->in_size < HEAD_MAX ? remote->in_size : HEAD_MAX;
    memcpy(head, remote->in, size);
    head[size] = '\0';
    const char *behind = strstr(head, "\r\n\r\n");
    if (!behind && size < HEAD_MAX)
        return;
    if (!behind || !is_upgrade(remote, head)) {
        bool busy = strncmp(head, "HTTP/1.1 5", 10) == 0 || strncmp(head, "HTTP/1.1 429", 12) == 0;
        if (busy)
            lose(remote, "join.lost");
        else
            end(remote, "join.no_server");
        return;
    }
    size_t used = (size_t)(behind + 4 - head);
    remote->in_size -= used;
    memmove(remote->in, remote->in + used, remote->in_size);
    remote->step = REMOTE_GREETS;
    say_hello(remote);
    if (is_open(remote))
        read_frames(remote);
}

/* ---- the loop ---- */

static void pull(struct remote *remote)
{
    int64_t got = wire_receive(&remote->wire, remote->in + remote->in_size,
                               sizeof remote->in - remote->in_size);
    if (got == WIRE_LATER)
        return;
    if (got <= 0) {
        lose(remote, "join.lost");
        return;
    }
    remote->in_size += (size_t)got;
    if (remote->step == REMOTE_UPGRADES)
        read_head(remote);
    else
        read_frames(remote);
    /* Who comes while nothing can be stored is told so, and welcomed afterwards. */
    bool rests = remote->step == REMOTE_GREETS && remote->seen.line == LINE_PAUSED;
    if (remote->step == REMOTE_TALKS || rests)
        remote->due = line_now() + (is_waiting(remote) && !rests ? ANSWER_MS : SILENCE_MS);
}

/* It is time for something. */
static void come_due(struct remote *remote)
{
    if (remote->step == REMOTE_RESTS) {
        remote->next_address = remote->addresses;
        connect_next(remote);
    } else if (remote->step == REMOTE_CONNECTS) {
        connect_next(remote);
    } else {
        lose(remote, "join.lost");
    }
}

static void take_events(struct remote *remote, short events)
{
    if (remote->step == REMOTE_CONNECTS) {
        connected(remote);
        return;
    }
    /* TLS may have to write before it can read on. */
    short readable = POLLIN | POLLHUP | POLLERR | (remote->wire.writes ? POLLOUT : 0);
    if (events & POLLOUT)
        push(remote);
    if (is_open(remote) && (events & readable))
        do
            pull(remote);
        while (is_open(remote) && wire_pending(&remote->wire));
}

static bool remote_wait(struct line *line, int keyboard, int64_t until_ms)
{
    struct remote *remote = of(line);
    for (;;) {
        if (remote->due <= line_now())
            come_due(remote);
        bool done = line->changed || line->answers_count > 0 || until_ms <= line_now();
        bool writes = remote->wire.writes || remote->out_size > 0;
        struct pollfd files[] = {
            {.fd = keyboard, .events = POLLIN},
            {.fd = remote->wire.socket, .events = (short)(writes ? POLLIN | POLLOUT : POLLIN)},
        };
        int64_t next = remote->due < until_ms ? remote->due : until_ms;
        int ready = poll(files, 2, done ? 0 : line_millis_until(next));
        if (ready < 0)
            return false; /* a signal */
        if (ready > 0 && files[1].revents != 0 && is_open(remote))
            take_events(remote, files[1].revents);
        if (ready > 0 && files[0].revents != 0)
            return true;
        if (done)
            return false;
    }
}

static bool remote_send(struct line *line, int who, uint32_t cid, const char *json, size_t size)
{
    struct remote *remote = of(line);
    (void)who;
    for (int i = 0; i < CIDS_KEPT; i++) {
        struct waiting *waiting = &remote->waiting[i];
        if (waiting->cid != 0)
            continue;
        waiting->cid = cid;
        waiting->size = size;
        memcpy(waiting->json, json, size);
        put_frame(remote, OPCODE_TEXT, json, size);
        if (remote->step == REMOTE_TALKS)
            remote->due = line_now() + ANSWER_MS;
        return true;
    }
    return false; /* more than the server would remember */
}

static void remote_look(struct line *line, int who)
{
    static const char look[] = "{\"do\":\"look\"}";
    struct remote *remote = of(line);
    (void)who;
    if (remote->step != REMOTE_TALKS || remote->looking)
        return;
    remote->looking = true;
    put_frame(remote, OPCODE_TEXT, look, sizeof look - 1);
}

static void remote_pause(struct line *line, bool paused)
{
    (void)line, (void)paused; /* other people do not wait */
}

static void remote_close(struct line *line)
{
    static const uint8_t normal[] = {CLOSE_NORMAL >> 8, CLOSE_NORMAL & 0xff};
    struct remote *remote = of(line);
    if (remote->step == REMOTE_TALKS)
        put_frame(remote, OPCODE_CLOSE, normal, sizeof normal);
    hang_up(remote);
    freeaddrinfo(remote->addresses);
    free(remote);
}

/* ---- opening ---- */

static const struct line_ops ops = {
    .send = remote_send,
    .look = remote_look,
    .wait = remote_wait,
    .pause = remote_pause,
    .close = remote_close,
};

struct line *remote_open(const struct address *address, bool watch, const char **reason)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *addresses;
    struct remote *remote = calloc(1, sizeof *remote);
    *reason = "table.memory.none";
    if (!remote)
        return NULL;
    if (address->tls && !wire_can_tls()) {
        *reason = "join.tls.library";
        free(remote);
        return NULL;
    }
    if (getaddrinfo(address->host, address->port, &hints, &addresses) != 0) {
        *reason = "join.host.unknown";
        free(remote);
        return NULL;
    }
    struct text title;
    seen_init(&remote->seen);
    remote->line = (struct line){.ops = &ops, .people = 1, .seen = &remote->seen, .kept = true};
    text_init(&title, remote->line.title, sizeof remote->line.title);
    text_string(&title, address->host);
    remote->address = *address;
    remote->watch = watch;
    remote->addresses = addresses;
    remote->wire.socket = -1;
    remote->given = !watch && address->token[0] != '\0';
    if (remote->given)
        memcpy(remote->token, address->token, sizeof remote->token);
    else if (!watch)
        token_find(address, remote->token);
    rest(remote, 0, NULL);
    return &remote->line;
}
