/* SPDX-License-Identifier: MIT */
/*
 * A table as one pair of eyes sees it: what the screen draws from. A table's messages
 * (docs/protocol.md) go in one by one; each leaves a table that can be drawn.
 *
 *     snapshot ─▶ everything anew        news ─▶ what they change        skip ─▶ the version
 *
 * 1. Messages may come from anywhere: what does not fit, or is not what it should be, changes
 *    nothing and is told. No text in here has control characters in it.
 * 2. The position's text is read at once: `view` is always the position, and if it says that it is
 *    one, all functions of the game can be called with it.
 * 3. Everything has its room from the start; of a long match the last moves are known.
 */
#ifndef KUFSA_TUI_SEEN_H
#define KUFSA_TUI_SEEN_H

#include "base/json.h"
#include "table/names.h"
#include "table/table.h"

enum {
    SEEN_LOG_MAX = 64, /* last moves */
    SEEN_SAID_MAX = 8, /* last phrases */
    SEEN_KEY_MAX = 64, /* bytes of a reason, with the NUL */
    SEEN_WORD_MAX = 24,
    SEEN_TOKEN_MAX = 72,
    SEEN_VALUES_MAX = 16384, /* of one message: more than any of NEWS_MAX bytes has */
};

/* How the way to the table is. */
enum line_state {
    LINE_CONNECTING, /* not yet */
    LINE_LIVE,
    LINE_LOST,   /* tries again by itself */
    LINE_PAUSED, /* the server cannot store anything: play rests; `trouble` says why */
    LINE_ENDED,  /* will not come back; `trouble` says why */
};

struct seen_seat {
    bool taken;
    char name[PLAYER_NAME_MAX]; /* empty: a bot's own seat */
    char bot[LEVEL_NAME_MAX];   /* the level of the bot that sits here or stands in; or empty */
    bool here, host, ready;
    int wins;
};

struct seen_move {
    uint32_t v;
    int8_t seat;
    char move[MOVE_TEXT_MAX]; /* empty: it would tell more than this viewer may know */
    struct events events;
};

struct seen_said {
    uint32_t v;
    int8_t seat;
    char phrase[SEEN_WORD_MAX]; /* table.phrase.<phrase> of the catalogue */
};

/* An answer to a command. */
enum answer_kind { ANSWER_OK, ANSWER_ERROR, ANSWER_STALE };

struct answer {
    uint32_t cid; /* 0: to something that was no command */
    enum answer_kind kind;
    uint32_t v;
    char reason[SEEN_KEY_MAX]; /* of an error: a key of the catalogue */
};

struct seen {
    enum line_state line;
    char trouble[SEEN_KEY_MAX]; /* a key of the catalogue, or empty */

    /* the table */
    uint32_t v; /* 0: no snapshot yet, and nothing below means anything */
    int64_t table;
    char code[CODE_SIZE + 1];
    const struct game *game;
    enum phase phase;
    uint32_t match; /* started so far */
    int16_t option[OPTIONS_MAX];
    enum clock_kind clock;
    int32_t clock_millis, clock_increment;
    int seats;
    struct seen_seat seat[SEATS_MAX];
    int you; /* a seat, or NO_SEAT: looks on */
    bool host;
    uint16_t rematch; /* bit s: wants one */

    /* the match, as the news tell it; only while phase is not PHASE_LOBBY */
    uint32_t ply;
    char position[POSITION_MAX];
    union any_state view; /* read from it; its viewer is `you`, or SPECTATOR. If seen_acts, the
                           * moves of `you` are known */
    uint16_t actors;      /* none once it is over, however it ended */
    uint32_t window;      /* number of the open window; 0: none */
    int64_t window_until; /* by line_now */
    bool timed;
    int64_t clocks[SEATS_MAX]; /* milliseconds left at clocks_at, by line_now */
    int64_t clocks_at;
    int offer, undo; /* seats, or NO_SEAT */
    uint16_t unheard;
    struct outcome outcome; /* scored, scores; places once it is over */
    enum ending ending;     /* ENDING_NONE while it goes on */
    int loser;              /* or NO_SEAT */

    /* what happened lately, oldest first */
    int log_count;
    struct seen_move log[SEEN_LOG_MAX];
    bool jumped; /* the last message was no single move: draw it as it is; the screen clears it */
    int said_count;
    struct seen_said said[SEEN_SAID_MAX];

    /* the last welcome, answer and bye */
    int64_t protocol;
    char token[SEEN_TOKEN_MAX]; /* empty: not a new one */
    struct answer answer;
    int64_t bye_ms; /* when to come back */

    /* scratch space */
    struct json_value values[SEEN_VALUES_MAX];
    struct events events;
    struct seen_move scratch;
};

/* What a message was. */
enum seen_news {
    SEEN_NOTHING, /* known already, or of no importance */
    SEEN_CHANGED,
    SEEN_LOOK,   /* changed, but the news do not tell all: ask for a snapshot */
    SEEN_GAP,    /* something was missed: not taken; ask for a snapshot */
    SEEN_ANSWER, /* to a command */
    SEEN_BYE,    /* the server stops */
    SEEN_WELCOME,
    SEEN_BROKEN, /* not what docs/protocol.md says: not taken */
};

void seen_init(struct seen *);

/* Takes a message of `size` bytes; now by line_now. */
enum seen_news seen_take(struct seen *, const char *message, size_t size, int64_t now);

/* Milliseconds that a seat has left. */
int64_t seen_clock_left(const struct seen *, int seat, int64_t now);

/* May this pair of eyes act now? */
static inline bool seen_acts(const struct seen *seen)
{
    return seen->phase == PHASE_PLAY && seen->you != NO_SEAT &&
           (seen->actors >> seen->you & 1) != 0 && seen->seat[seen->you].bot[0] == '\0';
}

#endif
