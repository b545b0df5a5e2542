/* SPDX-License-Identifier: MIT */
/*
 * The parts of the load program.
 *
 *     load.c ──▶ client.c: what a player says and hears ──▶ wire.c: sockets, frames, HTTP
 *        └─────▶ figures.c: times, the server's processor time and memory
 */
#ifndef KUFSA_BENCH_LOAD_H
#define KUFSA_BENCH_LOAD_H

#include "base/rng.h"
#include "rules/game.h"

enum {
    TOKEN_MAX = 33,
    COMMAND_TEXT_MAX = 192,
    FRAME_SIZE_MAX = 1 << 17, /* the largest frame that we can read */
};

/* ---- players ---- */

/* The command whose answer a client waits for. */
enum work { WORK_NONE, WORK_SIT, WORK_READY, WORK_START, WORK_MOVE, WORK_REMATCH, WORK_SAY };

struct room {
    int64_t table;
    int first;  /* its first client, the host */
    int seated; /* clients that have sat down and are ready */
    bool playing;
};

struct client {
    int fd; /* -1: not connected */
    int seat;
    struct room *room;
    char token[TOKEN_MAX];
    bool upgraded, greeted, seated;
    bool may_move;    /* it has a move to make */
    bool over, asked; /* its match is over; it has asked for the next one */
    enum work work;
    int64_t since;    /* when the command was sent, or should have been */
    int64_t again_at; /* when to connect again; 0: it is connected */
    uint32_t version, base, window, cid;
    char move[MOVE_TEXT_MAX];
    char command[COMMAND_TEXT_MAX]; /* the last one, in case its answer is lost */
    uint8_t *left;                  /* the beginning of a frame */
    size_t left_size;
};

/* ---- everything ---- */

enum loop_kind { LOOP_CLOSED, LOOP_OPEN, LOOP_IDLE };

struct load {
    enum loop_kind kind;
    int port, pid, connections, seats, drops;
    double rate, seconds;
    bool say; /* an open loop of phrases instead of moves */
    const struct game *game;
    struct client *clients;
    struct room *rooms;
    int room_count, epoll;
    bool eager; /* clients move as soon as they may */
    struct search_rng rng;
    /* counted */
    int greeted, seated, playing, waiting; /* waiting: commands without an answer yet */
    int64_t moves, says, stales, errors, games, reconnections, resent, received, late;
    bool complained;
};

extern struct load load;

int64_t now_ns(void);

/* ---- client.c ---- */

void client_connect(struct client *);
void client_drop(struct client *, int64_t again_at); /* without notice; it comes back */
void client_readable(struct client *);
void client_sit(struct client *);
void client_start(struct client *);
void client_say(struct client *, int64_t since);
void client_move(struct client *, int64_t since);

/* ---- wire.c ---- */

int wire_connect(int port); /* blocks; -1: no server */

/* Sends the WebSocket's request. */
bool wire_upgrade(int fd);

/* Sends a masked text frame, or a pong. */
bool wire_text(int fd, const char *text);
bool wire_pong(int fd);

/* Reads a server's frame: returns its opcode, or 0 if it is incomplete; otherwise *size is the size
 * of the whole frame. */
int wire_frame(const uint8_t *bytes, size_t count, const uint8_t **payload, size_t *payload_size,
               size_t *size);

/* Opens tables; false if the server refuses. */
bool wire_open_tables(int port, const char *body, int count,
                      void (*opened)(int index, int64_t table, const char *token));

/* The number or string after a key, as our server writes it; false if there is none. */
bool find_number(const char *json, const char *key, int64_t *out);
bool find_string(const char *json, const char *key, char *out, size_t capacity);

/* ---- figures.c ---- */

void latency_reset(void);
void latency_add(int64_t ns);
void latency_print(void);

struct usage {
    double wall, server, own; /* seconds */
    double server_user, server_system;
};

void usage_now(int pid, struct usage *);
int64_t resident(int pid); /* bytes; 0 if unknown */
void print_machine(void);

#endif
