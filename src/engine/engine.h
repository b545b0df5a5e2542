/* SPDX-License-Identifier: MIT */
/*
 * The engine's protocol without its input and output: a line goes in, a line comes out. All memory
 * is allocated from the start, so no request can make it grow or run out. docs/engine.md describes
 * requests, answers, events and errors.
 */
#ifndef KUFSA_ENGINE_ENGINE_H
#define KUFSA_ENGINE_ENGINE_H

#include "base/json.h"
#include "bots/bot.h"
#include "engine/cancel.h"
#include "review/review.h"
#include "words/words.h"

enum {
    REQUEST_MAX = 1 << 20,            /* bytes of a line, without its end */
    VALUES_MAX = REQUEST_MAX / 2 + 2, /* of its JSON: a value and its comma */
    PLAYS_MAX = REQUEST_MAX / 8,      /* moves in it: [0,"a"], */
    SPILL_SIZE = 1 << 16,             /* more output than this goes to the sink … */
    SPILL_ROOM = 1 << 16,             /* … and no single item is larger */
};

#define ENGINE_NODES_MAX INT64_C(1000000000000)
#define ENGINE_MILLIS_MAX INT64_C(86400000)

/* Error codes: name, wire, what it means. The meaning is for docs/engine.md,
 * which a test compares with this list. */
#define ENGINE_ERRORS(X)                                                                           \
    X(JSON, "json", "the line is not JSON, or nested too deep")                                    \
    X(OBJECT, "object", "the line is JSON, but not an object")                                     \
    X(LONG, "long", "the line is over 1 MiB")                                                      \
    X(ID, "id", "the id is neither a string nor a number")                                         \
    X(MISSING, "missing", "a member that the request needs is not there")                          \
    X(TYPE, "type", "a member has the wrong type")                                                 \
    X(RANGE, "range", "a number is too small or too large")                                        \
    X(TEXT, "text", "a text is longer than any such text can be, or contains a NUL")               \
    X(DO, "do", "there is no such request")                                                        \
    X(GAME, "game", "there is no such game")                                                       \
    X(OPTION, "option", "the game has no such option, or the option no such value")                \
    X(LEVEL, "level", "there is no such level")                                                    \
    X(KEY, "key", "the key is not 64 lower-case hexadecimal digits")                               \
    X(BOTH, "both", "move and moves, or position and positions, were given together")              \
    X(POSITION, "position", "the text is not a position of this game")                             \
    X(HISTORY, "history", "no move leads from one of these positions to the next")                 \
    X(HIDDEN, "hidden", "the position hides cards that the request needs")                         \
    X(ILLEGAL, "illegal", "the rules refuse the move")                                             \
    X(DRY, "dry", "a shuffle is needed, and the position has no rng field")                        \
    X(IDLE, "idle", "the seat has nothing to decide now")                                          \
    X(RECORD, "record", "the text is not the record of a game, or cannot be reviewed")             \
    X(CANCELLED, "cancelled", "a cancel ended the review")

enum engine_error {
#define ENGINE_ERROR_ENUM(name, wire, meaning) ERROR_##name,
    ENGINE_ERRORS(ENGINE_ERROR_ENUM)
#undef ENGINE_ERROR_ENUM
};

struct engine_play {
    move move;
    int seat;
};

struct engine {
    enum language language; /* of messages */
    uint64_t nodes_max;     /* limits of searches and perft; a fuzzer's are small */
    int depth_max;
    struct crew crew;        /* for searches limited by time */
    struct cancels *cancels; /* what the reader of the input has seen; NULL: there is none */
    void (*sink)(void *context, const char *bytes, size_t size);
    void *context;

    /* the request */
    struct json json;
    const struct game *game;
    union any_state state;
    uint64_t line;  /* its number, from 0 */
    uint32_t given; /* the one of "positions" that is being answered; 0 */
    int index;      /* of the element being read in "moves" or "history"; -1 */

    /* the answer */
    struct text out;
    struct json_out json_out;

    /* scratch space */
    union any_state other;
    struct moves moves;
    struct events events;
    struct facts facts;
    struct advice advice;
    struct engine_play plays[PLAYS_MAX];
    struct json_value values[VALUES_MAX];
    struct perft_level levels[PERFT_DEPTH_MAX + 1];
    struct review review;
    char record[REQUEST_MAX + 1];
    _Alignas(max_align_t) char bot_memory[BOT_MEMORY_USUAL];
    char texts[MOVES_MAX][MOVE_TEXT_MAX];
    const char *sorted[MOVES_MAX];
    char buffer[SPILL_SIZE + REQUEST_MAX + SPILL_ROOM];
};

void engine_init(struct engine *, void (*sink)(void *, const char *, size_t), void *context);

/* Answers a line, given without its end. An empty line gets no answer. A line over REQUEST_MAX may
 * be given by its size alone. */
void engine_answer(struct engine *, const char *line, size_t size);

/* Passes the output so far to the sink. */
void engine_flush(struct engine *);

/* Answers standard input until its end. NULL, or the key of what failed. */
const char *engine_run(struct engine *);

#endif
