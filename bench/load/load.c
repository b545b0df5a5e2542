/* SPDX-License-Identifier: MIT */
/*
 * bench_load: many players on a running server. It prints figures and judges nothing.
 *
 *     kufsa serve --memory --unlimited --port 9000 &
 *     bench_load --port 9000 --pid $! [--loop closed|open|idle] [--connections N] [--seats K]
 *                [--game NAME] [--seconds S] [--rate R] [--what move|say] [--drops D]
 *
 * closed: in each room anyone who may move does so at once, so the server is as busy as it can be.
 * open:   R messages a second over all connections, whatever the answers; their times count from
 *         when they should have been sent, so a server that stalls is not spared.
 * idle:   onlookers who say nothing, to measure memory.
 *
 * D connections a second are dropped without notice and come back with their tokens. Memory is
 * measured between the steps: tables opened, connections made, games started and played for a
 * while.
 */
#define _GNU_SOURCE
#include "load.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"
#include "base/text.h"

enum {
    EVENTS_AT_ONCE = 512,
    UNDER_WAY_MAX = 256, /* unanswered commands while a step is prepared */
    STEP_S = 120,        /* for a step, before giving up */
    ONLOOKERS = 60,      /* per table */
    CONNECTIONS_MAX = 60000,
    TRIES_MAX = 16,
};

#define SECOND_NS ((int64_t)1000000000)

struct load load = {
    .kind = LOOP_CLOSED,
    .connections = 1000,
    .rate = 5000,
    .seconds = 5,
    .epoll = -1,
};

/* ---- options ---- */

static void usage(void)
{
    fprintf(stderr, "usage: bench_load --port PORT [--pid PID] [--loop closed|open|idle]\n"
                    "           [--connections N] [--seats K] [--game NAME] [--seconds S]\n"
                    "           [--rate R] [--what move|say] [--drops D]\n");
    exit(2);
}

static bool take_number(const char *name, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    if (*value == '\0' || *end != '\0' || number < 0 || number > 1e9)
        return false;
    if (strcmp(name, "--port") == 0)
        load.port = (int)number;
    else if (strcmp(name, "--pid") == 0)
        load.pid = (int)number;
    else if (strcmp(name, "--connections") == 0)
        load.connections = (int)number;
    else if (strcmp(name, "--seats") == 0)
        load.seats = (int)number;
    else if (strcmp(name, "--drops") == 0)
        load.drops = (int)number;
    else if (strcmp(name, "--rate") == 0)
        load.rate = number;
    else if (strcmp(name, "--seconds") == 0)
        load.seconds = number;
    else
        return false;
    return true;
}

static bool take_word(const char *name, const char *value)
{
    static const char *const loops[] = {"closed", "open", "idle"};
    if (strcmp(name, "--game") == 0) {
        load.game = game_find(value);
        return load.game != NULL;
    }
    if (strcmp(name, "--what") == 0) {
        load.say = strcmp(value, "say") == 0;
        return load.say || strcmp(value, "move") == 0;
    }
    for (int i = 0; strcmp(name, "--loop") == 0 && i < 3; i++) {
        if (strcmp(value, loops[i]) == 0) {
            load.kind = (enum loop_kind)i;
            return true;
        }
    }
    return false;
}

static void read_options(int count, char **words)
{
    load.game = game_find("gobblet");
    for (int i = 1; i < count; i += 2)
        if (i + 1 == count ||
            (!take_word(words[i], words[i + 1]) && !take_number(words[i], words[i + 1])))
            usage();
    if (load.seats == 0)
        load.seats = load.game->seats_min;
    if (load.port == 0 || load.connections < 1 || load.connections > CONNECTIONS_MAX ||
        game_check_seats(load.game, load.seats))
        usage();
    if (load.kind == LOOP_IDLE) {
        load.room_count = (load.connections + ONLOOKERS - 1) / ONLOOKERS;
    } else {
        load.room_count = load.connections / load.seats;
        load.connections = load.room_count * load.seats;
        if (load.room_count == 0)
            usage();
    }
}

/* ---- waiting ---- */

static void look(int64_t until)
{
    static struct epoll_event events[EVENTS_AT_ONCE];
    int64_t wait = until - now_ns();
    wait = wait < 0 ? 0 : wait;
    struct timespec timeout = {wait / SECOND_NS, wait % SECOND_NS};
    int count = epoll_pwait2(load.epoll, events, EVENTS_AT_ONCE, &timeout, NULL);
    CHECK(count >= 0 || errno == EINTR);
    for (int i = 0; i < count; i++)
        client_readable(events[i].data.ptr);
}

/* Reconnects clients that were dropped or that the server sent away. */
static void come_back(void)
{
    static int64_t next;
    int64_t now = now_ns();
    if (now < next)
        return;
    next = now + SECOND_NS / 100;
    for (int i = 0; i < load.connections; i++)
        if (load.clients[i].fd < 0 && load.clients[i].again_at > 0 &&
            load.clients[i].again_at <= now)
            client_connect(&load.clients[i]);
}

static void drop_some(void)
{
    static int64_t next;
    int64_t now = now_ns();
    if (load.drops == 0)
        return;
    if (next == 0)
        next = now;
    for (; next <= now; next += SECOND_NS / load.drops) {
        struct client *client =
            &load.clients[search_rng_below(&load.rng, (uint32_t)load.connections)];
        if (client->fd >= 0 && client->greeted)
            client_drop(client, now);
    }
}

/* Polls until this many are where they should be; gives up after a while. */
static void wait_for(const int *count, int wanted, const char *what)
{
    int64_t until = now_ns() + STEP_S * SECOND_NS;
    while (*count < wanted && now_ns() < until) {
        look(now_ns() + SECOND_NS / 100);
        come_back();
    }
    if (*count < wanted)
        fprintf(stderr, "bench_load: only %d of %d %s\n", *count, wanted, what);
}

static void wait_for_room(void)
{
    while (load.waiting >= UNDER_WAY_MAX)
        look(now_ns() + SECOND_NS / 100);
}

/* ---- steps ---- */

static void opened(int index, int64_t table, const char *token)
{
    load.rooms[index].table = table;
    load.rooms[index].first = index * load.seats;
    if (load.kind != LOOP_IDLE) {
        struct client *host = &load.clients[load.rooms[index].first];
        memcpy(host->token, token, strlen(token) + 1);
    }
}

static void open_tables(void)
{
    char body[64];
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%d}", load.game->name, load.seats);
    if (!wire_open_tables(load.port, body, load.room_count, opened)) {
        fprintf(stderr, "bench_load: no tables from port %d\n", load.port);
        exit(1);
    }
}

static void connect_all(void)
{
    for (int i = 0; i < load.connections; i++) {
        struct client *client = &load.clients[i];
        bool idle = load.kind == LOOP_IDLE;
        client->room = &load.rooms[idle ? i / ONLOOKERS : i / load.seats];
        client->seat = idle ? 0 : i % load.seats;
        client_connect(client);
        while (i - load.greeted >= UNDER_WAY_MAX)
            look(now_ns() + SECOND_NS / 100);
    }
    wait_for(&load.greeted, load.connections, "are there");
}

static void begin_games(void)
{
    for (int i = 0; i < load.connections; i++) {
        wait_for_room();
        client_sit(&load.clients[i]);
    }
    wait_for(&load.seated, load.connections, "sit");
    for (int i = 0; i < load.room_count; i++) {
        wait_for_room();
        client_start(&load.clients[load.rooms[i].first]);
    }
    wait_for(&load.playing, load.room_count, "tables play");
}

/* ---- loops ---- */

static struct client *find_mover(void)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        const struct room *room =
            &load.rooms[search_rng_below(&load.rng, (uint32_t)load.room_count)];
        for (int seat = 0; seat < load.seats; seat++) {
            struct client *client = &load.clients[room->first + seat];
            if (client->greeted && client->may_move && client->work == WORK_NONE)
                return client;
        }
    }
    return NULL;
}

static struct client *find_speaker(void)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        struct client *client =
            &load.clients[search_rng_below(&load.rng, (uint32_t)load.connections)];
        if (client->greeted && client->work == WORK_NONE)
            return client;
    }
    return NULL;
}

static int64_t send_due(int64_t due)
{
    for (; due <= now_ns(); due += (int64_t)(1e9 / load.rate)) {
        struct client *client = load.say ? find_speaker() : find_mover();
        if (!client)
            load.late++;
        else if (load.say)
            client_say(client, due);
        else
            client_move(client, due);
    }
    return due;
}

static void run_for(double seconds)
{
    int64_t until = now_ns() + (int64_t)(seconds * 1e9), due = now_ns();
    while (now_ns() < until) {
        int64_t wait = now_ns() + SECOND_NS / 100;
        if (load.kind == LOOP_OPEN) {
            due = send_due(due);
            wait = due < wait ? due : wait;
        }
        look(wait < until ? wait : until);
        drop_some();
        come_back();
    }
}

static void forget_counts(void)
{
    load.moves = load.says = load.stales = load.errors = load.games = 0;
    load.reconnections = load.resent = load.received = load.late = 0;
    latency_reset();
}

/* ---- what it prints ---- */

static void print_usage(const struct usage *before, const struct usage *after, int64_t done)
{
    double wall = after->wall - before->wall, server = after->server - before->server;
    if (load.pid > 0) {
        printf("  server CPU    %.0f %% of a core (%.0f %% user, %.0f %% system)",
               100 * server / wall, 100 * (after->server_user - before->server_user) / wall,
               100 * (after->server_system - before->server_system) / wall);
        if (done > 0)
            printf(", %.1f us a message", 1e6 * server / (double)done);
        printf("\n");
    }
    printf("  this program  %.0f %% of a core\n", 100 * (after->own - before->own) / wall);
}

static void print_counts(double wall, int64_t done)
{
    static const char *const loops[] = {"closed", "open", "idle"};
    printf("%s loop, %s, %d connections, %d tables, %.1f s\n", loops[load.kind], load.game->name,
           load.connections, load.room_count, wall);
    if (load.kind == LOOP_IDLE)
        return;
    printf("  %-13s %.0f/s, and %.0f/s received\n", load.say ? "messages" : "moves",
           (double)done / wall, (double)load.received / wall);
    latency_print();
    printf("  besides       %" PRId64 " games over, %" PRId64 " stale, %" PRId64
           " refused, %" PRId64 " could not be sent\n",
           load.games, load.stales, load.errors, load.late);
    if (load.reconnections > 0)
        printf("  reconnected   %" PRId64 " times, %" PRId64 " commands sent again\n",
               load.reconnections, load.resent);
}

/* Resident bytes of the server after each step. */
struct memory {
    int64_t at_first, with_tables, with_connections, playing, at_last;
};

static void print_memory(const struct memory *memory)
{
    if (load.pid <= 0 || memory->at_first == 0)
        return;
    printf("  resident      %.1f MB at first, %.1f MB at last\n", (double)memory->at_first / 1e6,
           (double)memory->at_last / 1e6);
    int64_t table = (memory->with_tables - memory->at_first) / load.room_count;
    int64_t connection = (memory->with_connections - memory->with_tables) / load.connections;
    int64_t play = (memory->playing - memory->with_connections) / load.room_count;
    printf("                %" PRId64 " bytes per open table, %" PRId64 " per connection", table,
           connection);
    if (load.kind != LOOP_IDLE)
        printf(", %" PRId64 " more per game begun: %" PRId64 " in play", play, table + play);
    printf("\n");
}

/* ---- */

static void prepare(struct memory *memory)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    load.clients = calloc((size_t)load.connections, sizeof *load.clients);
    load.rooms = calloc((size_t)load.room_count, sizeof *load.rooms);
    load.epoll = epoll_create1(EPOLL_CLOEXEC);
    CHECK(load.clients && load.rooms && load.epoll >= 0);
    for (int i = 0; i < load.connections; i++)
        load.clients[i].fd = -1;
    search_rng_init(&load.rng, 1);
    memory->at_first = resident(load.pid);
    open_tables();
    memory->with_tables = resident(load.pid);
    connect_all();
    memory->with_connections = resident(load.pid);
    if (load.kind != LOOP_IDLE)
        begin_games();
    memory->playing = resident(load.pid);
}

/* Eager clients do not wait for more news: those that may move begin. */
static void set_off(void)
{
    load.eager = load.kind == LOOP_CLOSED;
    for (int i = 0; load.eager && i < load.connections; i++)
        if (load.clients[i].may_move && load.clients[i].work == WORK_NONE)
            client_move(&load.clients[i], now_ns());
}

int main(int count, char **words)
{
    struct memory memory;
    struct usage before, after;
    setvbuf(stdout, NULL, _IOLBF, 0);
    read_options(count, words);
    prepare(&memory);
    set_off();
    run_for(load.seconds / 4); /* until the load is steady */
    forget_counts();
    usage_now(load.pid, &before);
    run_for(load.seconds);
    usage_now(load.pid, &after);
    memory.at_last = resident(load.pid);
    int64_t done = load.moves + load.says;
    print_counts(after.wall - before.wall, done);
    print_usage(&before, &after, done);
    print_memory(&memory);
    print_machine();
    return 0;
}
