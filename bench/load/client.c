/* SPDX-License-Identifier: MIT */
/*
 * A player: says hello, sits down, moves when it may, asks for a rematch. It has one command under
 * way at a time; if the connection is lost meanwhile, it sends the same command again after the
 * next hello, with the same number, as the protocol requires.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/check.h"
#include "base/text.h"
#include "load.h"

enum { LATER_MS = 200, OPCODE_TEXT = 1, OPCODE_CLOSE = 8, OPCODE_PING = 9, TRIES = 4 };

#define MS_NS ((int64_t)1000000)

/* ---- connections ---- */

static bool say_hello(struct client *client)
{
    char hello[COMMAND_TEXT_MAX];
    const char *join = load.kind == LOOP_IDLE ? "" : ",\"join\":true";
    if (client->token[0])
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"table\":%" PRId64 ",\"token\":\"%s\"}",
                 client->room->table, client->token);
    else
        snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"table\":%" PRId64 "%s}",
                 client->room->table, join);
    return wire_upgrade(client->fd) && wire_text(client->fd, hello);
}

void client_connect(struct client *client)
{
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = client};
    client->again_at = 0;
    client->upgraded = false;
    client->fd = wire_connect(load.port);
    if (client->fd < 0 || !say_hello(client)) {
        client_drop(client, now_ns() + LATER_MS * MS_NS);
        return;
    }
    fcntl(client->fd, F_SETFL, O_NONBLOCK);
    CHECK(epoll_ctl(load.epoll, EPOLL_CTL_ADD, client->fd, &wanted) == 0);
}

void client_drop(struct client *client, int64_t again_at)
{
    if (client->fd >= 0)
        close(client->fd);
    client->fd = -1;
    free(client->left);
    client->left = NULL;
    client->left_size = 0;
    client->again_at = again_at;
    load.greeted -= client->greeted;
    client->greeted = false;
    client->may_move = false;
    load.reconnections++;
}

/* ---- what it says ---- */

static void send_command(struct client *client)
{
    if (client->fd >= 0 && client->greeted && !wire_text(client->fd, client->command))
        client_drop(client, now_ns());
}

static void command(struct client *client, enum work work, int64_t since, const char *rest)
{
    CHECK(client->work == WORK_NONE);
    int size =
        snprintf(client->command, sizeof client->command, "{\"cid\":%u,%s}", ++client->cid, rest);
    CHECK(size > 0 && size < (int)sizeof client->command);
    client->work = work;
    client->since = since;
    load.waiting++;
    send_command(client);
}

void client_sit(struct client *client)
{
    char rest[COMMAND_TEXT_MAX / 2];
    snprintf(rest, sizeof rest, "\"do\":\"sit\",\"seat\":%d,\"name\":\"Player %d\"", client->seat,
             client->seat);
    command(client, WORK_SIT, now_ns(), rest);
}

void client_start(struct client *client)
{
    command(client, WORK_START, now_ns(), "\"do\":\"start\"");
}

void client_say(struct client *client, int64_t since)
{
    command(client, WORK_SAY, since, "\"do\":\"say\",\"phrase\":\"thanks\"");
}

void client_move(struct client *client, int64_t since)
{
    char rest[COMMAND_TEXT_MAX - 24];
    snprintf(rest, sizeof rest, "\"%s\":%u,\"do\":\"move\",\"move\":\"%s\"",
             client->window ? "window" : "base", client->window ? client->window : client->base,
             client->move);
    client->may_move = false;
    command(client, WORK_MOVE, since, rest);
}

/* Starts whatever it wants to do next. */
static void go_on(struct client *client)
{
    if (client->work != WORK_NONE || !client->greeted)
        return;
    if (client->over) {
        client->over = false;
        client->asked = true;
        command(client, WORK_REMATCH, now_ns(), "\"do\":\"rematch\"");
    } else if (load.eager && client->may_move) {
        client_move(client, now_ns());
    }
}

/* ---- choosing a move ---- */

/* The n-th string of a list; moves may contain commas, but no quotes. */
static bool take_listed(const char *list, uint32_t n, char *out)
{
    for (uint32_t quotes = 0; list && quotes < 2 * n; quotes++) {
        list = strchr(list, '"');
        list = list ? list + 1 : NULL;
    }
    return list && find_string(list, "\"", out, MOVE_TEXT_MAX);
}

static void choose_listed(struct client *client, const char *list)
{
    const char *end = strchr(list, ']');
    uint32_t quotes = 0;
    for (const char *at = list; end && at < end; at++)
        quotes += *at == '"';
    CHECK(quotes >= 2);
    for (int i = 0; i < TRIES; i++) { /* always drawing would never end the game */
        CHECK(take_listed(list, search_rng_below(&load.rng, quotes / 2), client->move));
        if (strcmp(client->move, "draw") != 0)
            break;
    }
}

/* If there are too many moves for a list, uses the rules itself, as the page does. */
static void choose_by_rules(struct client *client, const char *json)
{
    static union any_state state;
    static struct moves moves;
    char position[POSITION_MAX];
    struct text text;
    CHECK(find_string(json, "\"position\":\"", position, sizeof position));
    game_init(load.game, &state.head, load.seats);
    CHECK(game_read(load.game, &state.head, position) == NULL);
    int seat = __builtin_ctz(state.head.actors);
    int count = game_legal(load.game, &state.head, seat, &moves);
    text_init(&text, client->move, sizeof client->move);
    load.game->write_move(&state.head, moves.list[search_rng_below(&load.rng, (uint32_t)count)],
                          &text);
}

/* News of the match, or a snapshot of it. */
static void hear_match(struct client *client, const char *json)
{
    const char *legal = strstr(json, "\"legal\":");
    int64_t window = 0;
    client->may_move = legal != NULL;
    client->base = client->version;
    if (legal) {
        find_number(legal, "\"window\":", &window);
        client->window = (uint32_t)window;
        if (legal[8] == '[')
            choose_listed(client, legal + 9);
        else
            choose_by_rules(client, json);
    }
    bool ended = strstr(json, "\"end\":\"") != NULL;
    client->over = ended && !client->asked;
    client->asked = client->asked && ended;
}

/* ---- what it hears ---- */

static void take_greeting(struct client *client)
{
    load.greeted += !client->greeted;
    client->greeted = true;
    if (client->work != WORK_NONE) {
        load.resent++;
        send_command(client);
    }
}

static void take_done(struct client *client, enum work work)
{
    switch (work) {
    case WORK_SIT:
        if (client->seat > 0) {
            command(client, WORK_READY, now_ns(), "\"do\":\"ready\"");
            return;
        } /* otherwise: the host need not be ready */
        /* fallthrough */
    case WORK_READY:
        client->seated = true;
        client->room->seated++;
        load.seated++;
        break;
    case WORK_START:
        client->room->playing = true;
        load.playing++;
        break;
    case WORK_MOVE:
        load.moves++;
        latency_add(now_ns() - client->since);
        break;
    case WORK_SAY:
        load.says++;
        latency_add(now_ns() - client->since);
        break;
    case WORK_REMATCH: load.games += client->seat == 0; break;
    case WORK_NONE: break;
    }
}

static void complain(const char *json)
{
    load.errors++;
    if (!load.complained)
        fprintf(stderr, "bench_load: refused: %s\n", json);
    load.complained = true;
}

/* An answer: only one command is under way, and a hello's refusals have the number 0. */
static void take_answer(struct client *client, const char *json)
{
    enum work work = client->work;
    int64_t cid = 0;
    find_number(json, "\"cid\":", &cid);
    bool ok = strncmp(json, "{\"do\":\"ok\"", 10) == 0;
    bool stale = strncmp(json, "{\"do\":\"stale\"", 13) == 0;
    if (!ok && !stale)
        complain(json);
    if (work == WORK_NONE || cid != client->cid)
        return;
    client->work = WORK_NONE;
    load.waiting--;
    load.stales += stale;
    if (ok)
        take_done(client, work);
    else if (work == WORK_MOVE && !client->may_move && !wire_text(client->fd, "{\"do\":\"look\"}"))
        client_drop(client, now_ns());
    go_on(client);
}

static void take_text(struct client *client, const char *json)
{
    int64_t version;
    load.received++;
    if (strncmp(json, "{\"v\":", 5) == 0) {
        CHECK(find_number(json, "\"v\":", &version));
        client->version = (uint32_t)version;
        if (strstr(json, "\"do\":\"snapshot\""))
            take_greeting(client);
        if (client->fd >= 0 && strstr(json, "\"position\":\""))
            hear_match(client, json);
        go_on(client);
    } else if (strncmp(json, "{\"do\":\"welcome\"", 15) == 0) {
        find_string(json, "\"token\":\"", client->token, sizeof client->token);
    } else if (strstr(json, "\"cid\":")) {
        take_answer(client, json);
    }
}

/* ---- bytes ---- */

static void take_frame(struct client *client, int opcode, const uint8_t *payload, size_t size)
{
    static char text[FRAME_SIZE_MAX];
    if (opcode == OPCODE_TEXT && size < sizeof text) {
        memcpy(text, payload, size);
        text[size] = '\0';
        take_text(client, text);
    } else if (opcode == OPCODE_PING) {
        if (!wire_pong(client->fd))
            client_drop(client, now_ns());
    } else {
        client_drop(client, now_ns() + LATER_MS * MS_NS); /* closed, or failed */
    }
}

/* Returns how many bytes were used. */
static size_t take_bytes(struct client *client, const uint8_t *bytes, size_t count)
{
    const uint8_t *payload;
    size_t at = 0, payload_size, size;
    int opcode;
    if (!client->upgraded) {
        const char *end = memmem(bytes, count, "\r\n\r\n", 4);
        if (!end)
            return 0;
        if (memcmp(bytes, "HTTP/1.1 101", 12) != 0) {
            fprintf(stderr, "bench_load: no WebSocket: %.*s\n", (int)count, (const char *)bytes);
            exit(1);
        }
        client->upgraded = true;
        at = (size_t)((const uint8_t *)end - bytes) + 4;
    }
    while (client->fd >= 0 &&
           (opcode = wire_frame(bytes + at, count - at, &payload, &payload_size, &size)) != 0) {
        take_frame(client, opcode, payload, payload_size);
        at += size;
    }
    return at;
}

void client_readable(struct client *client)
{
    static uint8_t buffer[2 * FRAME_SIZE_MAX];
    size_t before = client->left_size;
    if (client->fd < 0)
        return; /* dropped since the event was fetched */
    if (before > 0)
        memcpy(buffer, client->left, before);
    ssize_t got = recv(client->fd, buffer + before, FRAME_SIZE_MAX, MSG_DONTWAIT);
    if (got <= 0) {
        client_drop(client, now_ns() + LATER_MS * MS_NS);
        return;
    }
    free(client->left);
    client->left = NULL;
    client->left_size = 0;
    size_t count = before + (size_t)got, used = take_bytes(client, buffer, count);
    if (client->fd < 0 || used == count)
        return;
    CHECK(count - used < FRAME_SIZE_MAX);
    client->left = malloc(count - used);
    CHECK(client->left);
    memcpy(client->left, buffer + used, count - used);
    client->left_size = count - used;
}
