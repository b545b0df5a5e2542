/* SPDX-License-Identifier: MIT */
/*
 * A program that speaks the protocol of docs/engine.md, as a player: started by the shell, asked
 * over pipes, one question at a time. It may answer rubbish, hang or die; whatever it does, the
 * caller waits no longer than it is willing to.
 */
#ifndef KUFSA_ARENA_PROGRAM_H
#define KUFSA_ARENA_PROGRAM_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/json.h"
#include "rules/game.h"

enum {
    REQUEST_TEXT_MAX = 8192,
    ANSWER_TEXT_MAX = 256 * 1024,
    ANSWER_VALUES_MAX = 16 * 1024,
    TROUBLE_MAX = 96, /* bytes of a bad answer to show */
};

/* How a question ended. */
enum reply {
    REPLY_MOVE,
    REPLY_ILLEGAL,    /* an answer, but not a legal move; the caller finds out */
    REPLY_UNREADABLE, /* not an answer of the protocol */
    REPLY_REFUSED,    /* it answered with an error */
    REPLY_LATE,
    REPLY_DEAD, /* it has exited, or cannot be started */
    REPLY_STOPPED,
};

struct program {
    const char *command;
    pid_t pid;      /* 0: not running */
    int to, from;   /* pipes */
    int64_t id;     /* of the last question */
    int64_t starts; /* how often it has started */
    int status;     /* its last exit status, as shells report it; -1: unknown */
    uint32_t size;  /* bytes read but not used */
    char bytes[ANSWER_TEXT_MAX];
    struct json json;
    struct json_value values[ANSWER_VALUES_MAX];
};

struct answer_text {
    char move[MOVE_TEXT_MAX];
    char trouble[TROUBLE_MAX]; /* the start of the answer, in ASCII; "" if none came */
    int64_t nodes;             /* -1: not reported */
};

/* False if it cannot be started. */
bool program_start(struct program *);

/* Sends `{"id":…` and the rest, and waits for the answer with this id. Kills a late program. */
enum reply program_ask(struct program *, const char *rest, int64_t deadline_ms,
                       const atomic_bool *stop, struct answer_text *);

/* Closes its input, gives it a moment to exit, then kills it and everything it started. */
void program_end(struct program *);

#endif
