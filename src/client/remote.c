/* SPDX-License-Identifier: MIT */
/* A server's table: the connection, which comes and goes, and the commands waiting for it. */
#define _DEFAULT_SOURCE
#include "client/remote.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "client/fetch.h"
#include "line/line.h"
#include "system/keyboard.h"

enum {
    PROTOCOL = 1,
    FETCH_TRIES = 5,
    FETCH_AGAIN_MS = 1500,
    LEAVE_MS = 2000, /* to get a record while a person leaves */
    PATH_MAX_ = 80,
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
    struct line line;
    bool watch, looking; /* a snapshot was asked for and has not come */
    bool given;          /* the token came with the address and is not yet accepted */
    bool peeks;          /* and we only ask whose it is */
    char token[ADDRESS_TOKEN_MAX];
    char become[ADDRESS_TOKEN_MAX]; /* will replace the token; empty: nothing will */
    uint32_t signing;               /* the command that asks for that; 0: hello does */
    struct fetch fetch;             /* the record of `ended` */
    uint32_t played;                /* the match that was seen while our seat played it; 0: none */
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
};

static struct remote *of(struct channel *channel)
{
    return (struct remote *)channel;
}

/* ---- the line ---- */

static void went_down(void *context, bool ended, const char *trouble)
{
    struct remote *remote = context;
    enum channel_state lost = remote->mirror.v > 0 ? CHANNEL_LOST : CHANNEL_OPENING;
    remote->looking = false;
    channel_set(&remote->channel, ended ? CHANNEL_ENDED : lost, trouble);
}

static void say_hello(void *context)
{
    struct remote *remote = context;
    char bytes[COMMAND_MAX];
    struct text text;
    struct json_out out;
    json_out_start(&out, &text, bytes, sizeof bytes);
    json_out_open(&out, '{');
    json_put_string(&out, "do", "hello");
    json_put_string(&out, "table", remote->line.address.code);
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
    line_send(&remote->line, text.bytes, text.size);
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
    struct address seat = remote->line.address;
    struct text text;
    memcpy(seat.token, remote->token, sizeof seat.token);
    text_init(&text, remote->channel.link, sizeof remote->channel.link);
    if (seat.token[0] != '\0')
        address_write(&seat, &text);
}

/* Without a saved token nobody can come back: the person must be told. */
static void keep_token(struct remote *remote)
{
    bool kept = token_keep(&remote->line.address, remote->token, "");
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
    token_keep(&remote->line.address, remote->token, remote->become);
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
    char kept[ADDRESS_TOKEN_MAX], become[ADDRESS_TOKEN_MAX];
    if (token_find(&remote->line.address, kept, become) && string_equal(kept, remote->token))
        token_keep(&remote->line.address, "", "");
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
        line_end(&remote->line, "join.version");
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
    line_welcomed(&remote->line, remote->mirror.home);
    for (int i = 0; i < CIDS_KEPT; i++)
        if (remote->waiting[i].cid != 0)
            line_send(&remote->line, remote->waiting[i].json, remote->waiting[i].size);
}

/* The answer to hello, if it is not a welcome. */
static void refused(struct remote *remote, const struct answer *answer)
{
    const char *reason = answer->reason;
    if (string_equal(reason, "serve.token.unknown") && remote->given) {
        line_end(&remote->line, "join.token.unknown"); /* the token saved for this table stays */
    } else if (string_equal(reason, "serve.token.unknown") && remote->token[0] != '\0') {
        remote->token[0] = remote->become[0] = '\0';
        token_keep(&remote->line.address, "", "");
        say_hello(remote);
    } else if (answer->again && answer->in_ms > 0) {
        line_rest(&remote->line, answer->in_ms, reason);
    } else if (answer->again) {
        line_lose(&remote->line, reason);
    } else {
        line_end(&remote->line, reason);
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

static void take_message(struct remote *remote, const char *message, size_t size)
{
    switch (channel_hear(&remote->channel, 0, message, size)) {
    case MIRROR_WELCOME: welcome(remote); break;
    case MIRROR_BYE:
        remote->line.home[0] = '\0';
        line_rest(&remote->line, remote->mirror.bye_ms, "join.lost");
        return;
    case MIRROR_ELSEWHERE: line_follow(&remote->line, remote->mirror.home); return;
    case MIRROR_BROKEN: line_end(&remote->line, "join.broken"); return;
    case MIRROR_ANSWER:
        if (remote->line.step == LINE_GREETS && remote->mirror.answer.kind == ANSWER_ERROR)
            refused(remote, &remote->mirror.answer);
        else
            take_answer(remote, &remote->mirror.answer);
        break;
    case MIRROR_PEEK: line_end(&remote->line, REMOTE_ASKS); return;
    case MIRROR_MOVED: move_away(remote); break;
    case MIRROR_CHANGED: remote->looking = false; break;
    case MIRROR_INCOMPLETE: /* channel_hear has asked for it */
    case MIRROR_GAP:
    case MIRROR_NOTHING: break;
    }
}

/* A server that cannot store anything says so, and welcomes us later. */
static void hear_message(void *context, const char *message, size_t size)
{
    struct remote *remote = context;
    take_message(remote, message, size);
    remote->line.known = remote->mirror.v > 0;
    remote->line.rests = remote->mirror.channel == CHANNEL_PAUSED;
    remote->line.patience_ms = is_waiting(remote) ? LINE_ANSWER_MS : LINE_SILENCE_MS;
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
    fetch_begin(&remote->fetch, &remote->line.address, path);
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
        finished_add(&remote->channel.finished, ended->match, fetch->body, fetch->body_size, &tags);
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

static bool remote_wait(struct channel *channel, int keyboard, int64_t until_ms)
{
    struct remote *remote = of(channel);
    for (;;) {
        line_serve(&remote->line, 0);
        watch_end(remote);
        go_on_boxing(remote);
        bool done = channel->changed || channel->answers_count > 0 || until_ms <= system_millis();
        bool writes = line_writes(&remote->line);
        struct pollfd files[] = {
            {.fd = remote->line.wire.socket, .events = (short)(writes ? POLLIN | POLLOUT : POLLIN)},
            fetch_file(&remote->fetch)};
        int64_t due = remote->line.due, box = next_boxing(remote);
        int64_t next = due < until_ms ? due : until_ms;
        next = box < next ? box : next;
        enum keyboard_news news =
            keyboard_wait(keyboard, files, 2, done ? 0 : channel_millis_until(next));
        if (files[0].revents != 0)
            line_serve(&remote->line, files[0].revents);
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
        line_send(&remote->line, json, size);
        line_expect(&remote->line);
        return true;
    }
    return false; /* more than the server would remember */
}

static void remote_ask_snapshot(struct channel *channel, int who)
{
    static const char look[] = "{\"do\":\"look\"}";
    struct remote *remote = of(channel);
    (void)who;
    if (remote->line.step != LINE_TALKS || remote->looking)
        return;
    remote->looking = true;
    line_send(&remote->line, look, sizeof look - 1);
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
    if (remote->line.step != LINE_TALKS || remote->token[0] == '\0' || remote->become[0] != '\0')
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
    struct remote *remote = of(channel);
    finish_boxing(remote);
    line_close(&remote->line);
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

/* Asks about a token from a link, or takes it over; simply presents our own. */
static void choose_token(struct remote *remote)
{
    const struct address *address = &remote->line.address;
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
    remote->line.address = *address;
    remote->line.context = remote;
    remote->line.opened = say_hello;
    remote->line.heard = hear_message;
    remote->line.down = went_down;
    remote->watch = watch || address->watch;
    remote->fetch.wire.socket = -1;
    finished_init(&remote->channel.finished);
    if (!remote->watch)
        choose_token(remote);
    line_open(&remote->line);
    return &remote->channel;
}
