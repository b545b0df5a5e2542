/* SPDX-License-Identifier: MIT */
/* A server's table: the connection, which comes and goes, and the commands waiting for it. */
#define _DEFAULT_SOURCE
#include "client/remote.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "base/check.h"
#include "base/frames.h"
#include "base/handshake.h"
#include "client/fetch.h"
#include "system/keyboard.h"

enum {
    PROTOCOL = 1,
    WAIT_FIRST_MS = 300,
    WAIT_MAX_MS = 5000,
    CONNECT_MS = 5000,
    HELLO_MS = 8000,
    ANSWER_MS = 6000,   /* no answer to a command for this long: the connection is dead */
    HOME_MIN_MS = 200,  /* wait at least this long if the table's server is down */
    HOME_MORE_MS = 800, /* and at most this much longer */
    FOLLOW_MAX = 3,     /* from one server to the next, without a rest */
    FETCH_TRIES = 5,
    FETCH_AGAIN_MS = 1500,
    LEAVE_MS = 2000, /* to get a record while a person leaves */
    PATH_MAX_ = 80,
    SILENCE_MS = 45000, /* a server pings after 25 s, then waits 10 s more */
    HEAD_MAX = 8192,    /* bytes of the response to the upgrade */
    IN_MAX = FRAME_NEWS_LEFT_MAX + 65536,
    OUT_MAX = 1 << 16,
};

enum remote_step {
    REMOTE_RESTS,    /* until `due` */
    REMOTE_CONNECTS, /* including the TLS handshake */
    REMOTE_UPGRADES,
    REMOTE_GREETS, /* hello sent, no welcome yet */
    REMOTE_TALKS,
    REMOTE_ENDED,
};

/* A command without an answer yet. */
struct waiting {
    uint32_t cid; /* 0: none */
    size_t size;
    char json[COMMAND_MAX + 1];
};

struct remote {
    struct channel channel;
    struct mirror mirror;
    struct address address;
    bool watch, looking; /* a snapshot was asked for and has not come */
    bool given;          /* the token came with the address and is not yet accepted */
    bool peeks;          /* and we only ask whose it is */
    bool met;            /* a Kufsa server answered once: worth reconnecting to */
    const char *failure; /* why no address of the host was reachable so far; NULL */
    char token[MIRROR_TOKEN_MAX];
    char become[MIRROR_TOKEN_MAX]; /* will replace the token; empty: nothing will */
    uint32_t signing;              /* the command that asks for that; 0: hello does */
    const struct addrinfo *next_address;
    struct wire wire;
    enum remote_step step;
    int64_t due; /* the deadline of the current step */
    int tries;
    char home[MIRROR_HOME_MAX]; /* the path to the server that has our table; "": any */
    int follows;                /* how often we were redirected since the last rest */
    char key[HANDSHAKE_KEY_SIZE + 1];
    struct frames frames;
    size_t in_size, out_size;
    struct fetch fetch; /* the record of `ended` */
    uint32_t played;    /* the match that was seen while our seat played it; 0: none */
    struct ended_match {
        bool open;                  /* its record is still to be asked for */
        uint32_t match;             /* 0: none yet */
        int8_t seat;                /* ours at its end */
        bool sure;                  /* it was seen while it was played */
        char name[PLAYER_NAME_MAX]; /* of that seat at its end */
        int tries;                  /* so far */
        int64_t again;              /* not before */
    } ended;
    struct waiting waiting[CIDS_KEPT];
    uint8_t in[IN_MAX], out[OUT_MAX];
};

static struct remote *of(struct channel *channel)
{
    return (struct remote *)channel;
}

static bool is_open(const struct remote *remote)
{
    return remote->wire.socket >= 0;
}

/* ---- losing the connection ---- */

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
    remote->due = system_millis() + millis;
    channel_set(&remote->channel, remote->mirror.v > 0 ? CHANNEL_LOST : CHANNEL_OPENING, trouble);
}

static void end_channel(struct remote *remote, const char *reason)
{
    hang_up(remote);
    remote->step = REMOTE_ENDED;
    remote->due = CLOCK_NEVER;
    channel_set(&remote->channel, CHANNEL_ENDED, reason);
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

/* Waits longer each time, with jitter. A first connection is not retried: the address may be
 * wrong. */
static void lose(struct remote *remote, const char *trouble)
{
    uint16_t chance;
    int64_t wait = WAIT_FIRST_MS;
    if (remote->step == REMOTE_ENDED)
        return;
    if (!remote->met) {
        end_channel(remote, trouble);
        return;
    }
    for (int i = 0; i < remote->tries && wait < WAIT_MAX_MS; i++)
        wait *= 2;
    if (wait > WAIT_MAX_MS)
        wait = WAIT_MAX_MS;
    system_random(&chance, sizeof chance);
    wait = wait / 2 + wait * chance / (2 * UINT16_MAX);
    if (remote->home[0] != '\0' && remote->step != REMOTE_TALKS) { /* it is gone: ask any other */
        remote->home[0] = '\0';
        wait = HOME_MIN_MS + HOME_MORE_MS * chance / UINT16_MAX;
    }
    remote->tries++;
    remote->follows = 0;
    rest(remote, wait, trouble);
}

/* Another server has the table. Only a path of the same origin is followed. */
static void follow(struct remote *remote)
{
    bool sound = home_is_sound(remote->mirror.home);
    if (!sound || remote->follows++ >= FOLLOW_MAX) {
        remote->home[0] = '\0';
        lose(remote, "join.lost");
        return;
    }
    memcpy(remote->home, remote->mirror.home, sizeof remote->home);
    rest(remote, 0, NULL);
}

/* A lost connection, or why there never was one. */
static const char *loss(const struct remote *remote, const char *reason)
{
    return remote->met ? "join.lost" : reason;
}

/* ---- sending ---- */

static void push(struct remote *remote)
{
    while (remote->out_size > 0) {
        int64_t sent = wire_send(&remote->wire, remote->out, remote->out_size);
        if (sent == WIRE_LOST)
            lose(remote, loss(remote, "join.dropped"));
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
        lose(remote, "join.lost"); /* the other end does not read */
        return;
    }
    memcpy(payload, bytes, size);
    system_random(mask, sizeof mask);
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
    json_out_start(&out, &text, bytes, sizeof bytes);
    json_out_open(&out, '{');
    json_put_string(&out, "do", "hello");
    json_put_string(&out, "table", remote->address.code);
    json_put_string(&out, "device", "terminal");
    if (remote->token[0] != '\0') {
        json_put_string(&out, "token", remote->token);
        if (remote->become[0] != '\0') {
            json_put_string(&out, "become", remote->become);
        }
        if (remote->peeks) {
            json_put_bool(&out, "peek", true);
        }
    } else if (!remote->watch) {
        json_put_bool(&out, "join", true);
    }
    if (remote->mirror.v > 0) {
        json_put_integer(&out, "have", remote->mirror.v);
    }
    json_out_close(&out, '}');
    put_frame(remote, OPCODE_TEXT, text.bytes, text.size);
}

/* ---- receiving ---- */

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

/* The link with which another device takes over this seat. */
static void write_seat_link(struct remote *remote)
{
    struct address seat = remote->address;
    struct text text;
    memcpy(seat.token, remote->token, sizeof seat.token);
    text_init(&text, remote->channel.link, sizeof remote->channel.link);
    if (seat.token[0] != '\0')
        address_write(&seat, &text);
}

/* Without a saved token nobody can come back: the person must be told. */
static void keep_token(struct remote *remote)
{
    bool kept = token_keep(&remote->address, remote->token, "");
    remote->channel.unkept = kept ? 0 : remote->channel.unkept + 1;
}

/* Makes a token of our own and saves it beside the old one before sending it. */
static void make_token(struct remote *remote)
{
    uint8_t bytes[TOKEN_SIZE];
    struct text text;
    system_random(bytes, sizeof bytes);
    text_init(&text, remote->become, sizeof remote->become);
    text_hex(&text, bytes, sizeof bytes);
    token_keep(&remote->address, remote->token, remote->become);
}

/* The server accepted the new token; the old one is void. */
static void take_token(struct remote *remote)
{
    memcpy(remote->token, remote->become, sizeof remote->token);
    remote->become[0] = '\0';
    keep_token(remote);
    forget_waiting(remote, remote->signing);
    remote->signing = 0;
    write_seat_link(remote);
}

/* Another device has taken our place. The saved token may be that device's, if it is on this
 * machine. */
static void move_away(struct remote *remote)
{
    char kept[MIRROR_TOKEN_MAX], become[MIRROR_TOKEN_MAX];
    if (token_find(&remote->address, kept, become) && string_equal(kept, remote->token))
        token_keep(&remote->address, "", "");
    remote->token[0] = remote->become[0] = '\0';
    remote->channel.unkept = 0;
    remote->watch = true;
    remote->signing = 0;
    for (int i = 0; i < CIDS_KEPT; i++)
        remote->waiting[i].cid = 0;
    write_seat_link(remote);
}

static void welcome(struct remote *remote)
{
    if (remote->mirror.protocol != PROTOCOL) {
        end_channel(remote, "join.version");
        return;
    }
    if (token_is_sound(remote->mirror.token) && !remote->watch)
        memcpy(remote->token, remote->mirror.token, sizeof remote->token);
    if (remote->become[0] != '\0')
        take_token(remote);
    else if (remote->token[0] != '\0' && (remote->given || remote->mirror.token[0] != '\0'))
        keep_token(remote);
    remote->given = false;
    write_seat_link(remote);
    remote->step = REMOTE_TALKS;
    remote->tries = remote->follows = 0;
    remote->home[0] = '\0';
    if (home_is_sound(remote->mirror.home))
        memcpy(remote->home, remote->mirror.home, sizeof remote->home);
    for (int i = 0; i < CIDS_KEPT; i++)
        if (remote->waiting[i].cid != 0)
            put_frame(remote, OPCODE_TEXT, remote->waiting[i].json, remote->waiting[i].size);
}

/* The answer to hello, if it is not a welcome. */
static void refused(struct remote *remote, const struct answer *answer)
{
    const char *reason = answer->reason;
    if (string_equal(reason, "serve.token.unknown") && remote->given) {
        end_channel(remote, "join.token.unknown"); /* the token saved for this table stays */
    } else if (string_equal(reason, "serve.token.unknown") && remote->token[0] != '\0') {
        remote->token[0] = remote->become[0] = '\0';
        token_keep(&remote->address, "", "");
        say_hello(remote);
    } else if (answer->again && answer->in_ms > 0) {
        rest(remote, answer->in_ms, reason);
    } else if (answer->again) {
        lose(remote, reason);
    } else {
        end_channel(remote, reason);
    }
}

static void take_answer(struct remote *remote, const struct answer *answer)
{
    if (remote->signing == 0 || answer->cid != remote->signing) {
        forget_waiting(remote, answer->cid);
    } else if (answer->kind == ANSWER_OK) {
        take_token(remote);
    } else {
        forget_waiting(remote, answer->cid);
        remote->signing = 0;
        remote->become[0] = '\0';
        keep_token(remote);
    }
}

static void hear_message(struct remote *remote, const char *message, size_t size)
{
    switch (channel_hear(&remote->channel, 0, message, size)) {
    case MIRROR_WELCOME: welcome(remote); break;
    case MIRROR_BYE:
        remote->home[0] = '\0';
        rest(remote, remote->mirror.bye_ms, "join.lost");
        return;
    case MIRROR_ELSEWHERE: follow(remote); return;
    case MIRROR_BROKEN: end_channel(remote, "join.broken"); return;
    case MIRROR_ANSWER:
        if (remote->step == REMOTE_GREETS && remote->mirror.answer.kind == ANSWER_ERROR)
            refused(remote, &remote->mirror.answer);
        else
            take_answer(remote, &remote->mirror.answer);
        break;
    case MIRROR_PEEK: end_channel(remote, REMOTE_ASKS); return;
    case MIRROR_MOVED: move_away(remote); break;
    case MIRROR_CHANGED: remote->looking = false; break;
    case MIRROR_INCOMPLETE: /* channel_hear has asked for it */
    case MIRROR_GAP:
    case MIRROR_NOTHING: break;
    }
}

static void take_frame(struct remote *remote, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_MORE:
    case FRAME_PONG: break;
    case FRAME_MESSAGE: hear_message(remote, (const char *)frame->bytes, frame->size); break;
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
    system_random(chance, sizeof chance);
    handshake_key(chance, remote->key);
    text_init(&text, (char *)remote->out, sizeof remote->out);
    text_string(&text, "GET ");
    text_string(&text, remote->home[0] != '\0' ? remote->home : "/ws");
    text_string(&text, " HTTP/1.1\r\nHost: ");
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

/* Keeps the most specific reason. */
static void keep_failure(struct remote *remote, const char *reason)
{
    if (!remote->failure || !string_equal(reason, "join.unreachable"))
        remote->failure = reason;
}

/* Tries the host's addresses in turn, then rests. */
static void connect_next(struct remote *remote)
{
    hang_up(remote);
    while (remote->next_address) {
        const struct addrinfo *address = remote->next_address;
        remote->next_address = address->ai_next;
        const char *reason = wire_dial(&remote->wire, address, tls_host(remote));
        if (!reason) {
            remote->step = REMOTE_CONNECTS;
            remote->due = system_millis() + CONNECT_MS;
            return;
        }
        keep_failure(remote, reason);
    }
    lose(remote, loss(remote, remote->failure));
}

/* The certificate failed: do not talk to this server. In the middle of a game it may be a network
 * with a login page, which is temporary. */
static void doubt(struct remote *remote, const char *reason)
{
    if (remote->mirror.v > 0)
        lose(remote, reason);
    else
        end_channel(remote, reason);
}

static void connected(struct remote *remote)
{
    const char *reason;
    switch (wire_ready(&remote->wire, &reason)) {
    case WIRE_WAITS: return;
    case WIRE_FAILED:
        keep_failure(remote, reason);
        connect_next(remote);
        return;
    case WIRE_REFUSED: doubt(remote, reason); return;
    case WIRE_READY: break;
    }
    remote->due = system_millis() + HELLO_MS;
    ask_upgrade(remote);
}

/* The value of a header, without the space before it; NULL: absent. */
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

/* Reads the response to the upgrade, before the first frame. */
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
        busy = busy || remote->home[0] != '\0'; /* that server is gone, and so is its path */
        if (busy)
            lose(remote, loss(remote, "join.busy"));
        else
            end_channel(remote, "join.no_server");
        return;
    }
    size_t used = (size_t)(behind + 4 - head);
    remote->in_size -= used;
    memmove(remote->in, remote->in + used, remote->in_size);
    remote->step = REMOTE_GREETS;
    remote->met = true;
    say_hello(remote);
    if (is_open(remote))
        read_frames(remote);
}

/* ---- finished games ---- */

static void begin_fetch(struct remote *remote)
{
    char path[PATH_MAX_];
    struct text text;
    text_init(&text, path, sizeof path);
    text_string(&text, "/api/tables/");
    text_number(&text, remote->mirror.table);
    text_string(&text, "/record/");
    text_number(&text, remote->ended.match);
    fetch_begin(&remote->fetch, &remote->address, path);
}

static void note_end(struct remote *remote)
{
    const struct mirror *mirror = &remote->mirror;
    remote->ended = (struct ended_match){.open = true,
                                         .match = mirror->match,
                                         .seat = (int8_t)mirror->you,
                                         .sure = remote->played == mirror->match};
    memcpy(remote->ended.name, mirror->seat[mirror->you].name, sizeof remote->ended.name);
}

/* A match that our seat has played is over: its record goes into the box. */
static void watch_end(struct remote *remote)
{
    const struct mirror *mirror = &remote->mirror;
    if (mirror->v == 0 || mirror->channel != CHANNEL_LIVE || remote->channel.robot)
        return;
    if (mirror->you != NO_SEAT && mirror->phase == PHASE_PLAY)
        remote->played = mirror->match;
    if (mirror->you != NO_SEAT && mirror->phase == PHASE_OVER &&
        remote->ended.match != mirror->match)
        note_end(remote);
    if (remote->ended.open && remote->fetch.state == FETCH_NONE &&
        remote->ended.again <= system_millis())
        begin_fetch(remote);
}

/* Whoever came when it was over may have taken a player's seat: the record has another name there.
 * Returns whether it is a record at all. */
static bool box_record_of(struct remote *remote)
{
    static struct record record; /* large */
    const struct fetch *fetch = &remote->fetch;
    const struct ended_match *ended = &remote->ended;
    struct boxed_tags tags = {.at = system_unix_millis(), .mine = (uint16_t)(1u << ended->seat)};
    if (boxed_check(&record, fetch->body, fetch->body_size) != NULL)
        return false;
    bool there = ended->seat < record.state.head.seats;
    if (there && (ended->sure || string_equal(record.seats[ended->seat].name, ended->name)))
        finished_add(&remote->channel.finished, fetch->body, fetch->body_size, &tags);
    return true;
}

/* Goes on with a record that was asked for, and with games that are not in the box yet. */
static void go_on_boxing(struct remote *remote)
{
    struct fetch *fetch = &remote->fetch;
    struct finished *finished = &remote->channel.finished;
    if (fetch->state != FETCH_NONE)
        fetch_turn(fetch);
    if (fetch->state == FETCH_DONE || fetch->state == FETCH_FAILED) {
        bool read = fetch->state == FETCH_DONE && box_record_of(remote);
        bool last = ++remote->ended.tries == FETCH_TRIES;
        remote->ended.again = system_millis() + FETCH_AGAIN_MS;
        remote->ended.open = !read && !last;
        if (!read && last)
            finished->trouble = "box.unfetched";
        remote->channel.changed = true;
        fetch_end(fetch);
    }
    if (finished->first && finished->retry <= system_millis()) {
        finished_keep(finished);
        remote->channel.changed = true;
    }
}

/* When there is something to do for the box by itself. */
static int64_t next_boxing(const struct remote *remote)
{
    bool live = remote->mirror.channel == CHANNEL_LIVE;
    int64_t next = remote->channel.finished.retry, fetch = CLOCK_NEVER;
    if (remote->fetch.state != FETCH_NONE)
        fetch = remote->fetch.due;
    else if (remote->ended.open && live)
        fetch = remote->ended.again;
    return fetch < next ? fetch : next;
}

/* Whoever leaves at the end of a game does not lose its record. */
static void finish_boxing(struct remote *remote)
{
    int64_t until = system_millis() + LEAVE_MS;
    watch_end(remote);
    while (remote->fetch.state != FETCH_NONE && system_millis() < until) {
        struct pollfd file = fetch_file(&remote->fetch);
        poll(&file, 1, channel_millis_until(until));
        go_on_boxing(remote);
    }
    finished_keep(&remote->channel.finished);
    fetch_end(&remote->fetch);
    finished_free(&remote->channel.finished);
}

/* ---- the loop ---- */

static void pull(struct remote *remote)
{
    int64_t got = wire_receive(&remote->wire, remote->in + remote->in_size,
                               sizeof remote->in - remote->in_size);
    if (got == WIRE_LATER)
        return;
    if (got <= 0) {
        lose(remote, loss(remote, "join.dropped"));
        return;
    }
    remote->in_size += (size_t)got;
    if (remote->step == REMOTE_UPGRADES)
        read_head(remote);
    else
        read_frames(remote);
    /* A server that cannot store anything says so, and welcomes us later. */
    bool rests = remote->step == REMOTE_GREETS && remote->mirror.channel == CHANNEL_PAUSED;
    if (remote->step == REMOTE_TALKS || rests)
        remote->due = system_millis() + (is_waiting(remote) && !rests ? ANSWER_MS : SILENCE_MS);
}

/* A deadline has passed. */
static void come_due(struct remote *remote)
{
    if (remote->step == REMOTE_RESTS) {
        remote->next_address = remote->address.found;
        remote->failure = NULL;
        connect_next(remote);
    } else if (remote->step == REMOTE_CONNECTS) {
        keep_failure(remote, remote->wire.connected ? "join.silent" : "join.timeout");
        connect_next(remote);
    } else {
        lose(remote, loss(remote, "join.silent"));
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

static bool remote_wait(struct channel *channel, int keyboard, int64_t until_ms)
{
    struct remote *remote = of(channel);
    for (;;) {
        if (remote->due <= system_millis())
            come_due(remote);
        watch_end(remote);
        go_on_boxing(remote);
        bool done = channel->changed || channel->answers_count > 0 || until_ms <= system_millis();
        bool writes = remote->wire.writes || remote->out_size > 0;
        struct pollfd files[] = {
            {.fd = remote->wire.socket, .events = (short)(writes ? POLLIN | POLLOUT : POLLIN)},
            fetch_file(&remote->fetch)};
        int64_t next = remote->due < until_ms ? remote->due : until_ms, box = next_boxing(remote);
        next = box < next ? box : next;
        enum keyboard_news news =
            keyboard_wait(keyboard, files, 2, done ? 0 : channel_millis_until(next));
        if (files[0].revents != 0 && is_open(remote))
            take_events(remote, files[0].revents);
        if (done || news != KEYBOARD_QUIET)
            return news == KEYBOARD_KEY;
    }
}

static bool remote_send(struct channel *channel, int who, uint32_t cid, const char *json,
                        size_t size)
{
    struct remote *remote = of(channel);
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
            remote->due = system_millis() + ANSWER_MS;
        return true;
    }
    return false; /* more than the server would remember */
}

static void remote_ask_snapshot(struct channel *channel, int who)
{
    static const char look[] = "{\"do\":\"look\"}";
    struct remote *remote = of(channel);
    (void)who;
    if (remote->step != REMOTE_TALKS || remote->looking)
        return;
    remote->looking = true;
    put_frame(remote, OPCODE_TEXT, look, sizeof look - 1);
}

static void remote_pause(struct channel *channel, bool paused)
{
    (void)channel, (void)paused; /* other people do not wait */
}

static void remote_sign_out(struct channel *channel)
{
    struct remote *remote = of(channel);
    char members[COMMAND_MAX];
    struct text text;
    if (remote->step != REMOTE_TALKS || remote->token[0] == '\0' || remote->become[0] != '\0')
        return;
    make_token(remote);
    text_init(&text, members, sizeof members);
    text_string(&text, "\"do\":\"signout\",\"become\":\"");
    text_string(&text, remote->become);
    text_char(&text, '"');
    remote->signing = channel_send(channel, 0, members);
}

static void remote_close(struct channel *channel)
{
    static const uint8_t normal[] = {CLOSE_NORMAL >> 8, CLOSE_NORMAL & 0xff};
    struct remote *remote = of(channel);
    finish_boxing(remote);
    if (remote->step == REMOTE_TALKS)
        put_frame(remote, OPCODE_CLOSE, normal, sizeof normal);
    hang_up(remote);
    free(remote);
}

/* ---- opening ---- */

static const struct channel_ops ops = {
    .send = remote_send,
    .ask_snapshot = remote_ask_snapshot,
    .wait = remote_wait,
    .pause = remote_pause,
    .sign_out = remote_sign_out,
    .close = remote_close,
};

const char *remote_find(struct address *address)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    if (getaddrinfo(address->host, address->port, &hints, &address->found) != 0)
        return "join.host.unknown";
    return NULL;
}

void remote_forget(struct address *address)
{
    if (address->found)
        freeaddrinfo(address->found);
    address->found = NULL;
}

/* Asks about a token from a link, or takes it over; simply presents our own. */
static void choose_token(struct remote *remote)
{
    const struct address *address = &remote->address;
    bool kept = token_find(address, remote->token, remote->become);
    if (address->token[0] == '\0' || (kept && string_equal(remote->token, address->token)) ||
        (kept && string_equal(remote->become, address->token)))
        return;
    remote->given = true;
    remote->become[0] = '\0';
    memcpy(remote->token, address->token, sizeof remote->token);
    remote->peeks = !address->take;
    if (address->take)
        make_token(remote);
}

struct channel *remote_open(const struct address *address, bool watch)
{
    struct remote *remote = calloc(1, sizeof *remote);
    struct text title;
    if (!remote)
        return NULL;
    mirror_init(&remote->mirror);
    remote->channel = (struct channel){.ops = &ops, .people = 1, .mirror = &remote->mirror};
    text_init(&title, remote->channel.title, sizeof remote->channel.title);
    text_string(&title, address->host);
    remote->address = *address;
    remote->watch = watch;
    remote->wire.socket = remote->fetch.wire.socket = -1;
    finished_init(&remote->channel.finished);
    if (!watch)
        choose_token(remote);
    rest(remote, 0, NULL);
    return &remote->channel;
}
