/* SPDX-License-Identifier: MIT */
/*
 * A table as one viewer sees it: what the screen draws from. A table's messages (docs/protocol.md)
 * go in one by one; after each, the table can be drawn.
 *
 *     snapshot ─▶ everything anew        news ─▶ what it changes         skip ─▶ the version
 *
 * 1. Messages are not trusted: one that does not fit or is malformed changes nothing and is
 *    reported. No text in here has control characters.
 * 2. The position's text is parsed at once: `view` is always the position, and if it is valid,
 *    every function of the game may be called with it.
 * 3. All memory is allocated from the start; of a long match only the last moves are known.
 */
#ifndef KUFSA_CLIENT_MIRROR_H
#define KUFSA_CLIENT_MIRROR_H

#include "base/json.h"
#include "line/address.h"
#include "table/names.h"
#include "table/table.h"
#include "words/words.h"

enum {
    MIRROR_LOG_MAX = 64, /* last moves */
    MIRROR_SAID_MAX = 8, /* last phrases */
    MIRROR_KEY_MAX = 64, /* bytes of a reason, with the NUL */
    MIRROR_WORD_MAX = 24,
    MIRROR_RIGHT_MAX = 256,    /* bytes of the moves that would have been right, with the NUL */
    MIRROR_VALUES_MAX = 16384, /* of one message: more than any of NEWS_MAX bytes has */
};

/* The state of the channel to the table. */
enum channel_state {
    CHANNEL_OPENING, /* not yet */
    CHANNEL_LIVE,
    CHANNEL_LOST,   /* reconnects by itself */
    CHANNEL_PAUSED, /* the server cannot store anything: play is paused; `trouble` says why */
    CHANNEL_ENDED,  /* will not come back; `trouble` says why */
};

struct mirror_seat {
    bool taken;
    char name[PLAYER_NAME_MAX]; /* empty: a bot's own seat */
    char bot[LEVEL_NAME_MAX];   /* the level of the bot seated or standing in here; or empty */
    bool here, host, ready;
    int wins;
    int64_t away_until; /* a person who is away: when a bot may play for them, by system_millis */
};

/* What somebody has won at this table. */
struct mirror_score {
    char name[PLAYER_NAME_MAX]; /* empty: a bot */
    char bot[LEVEL_NAME_MAX];
    int seat; /* or NO_SEAT */
    int64_t games, wins;
};

struct mirror_move {
    uint32_t v;
    int8_t seat;
    char move[MOVE_TEXT_MAX]; /* empty: this viewer may not see it */
    struct events events;
};

struct mirror_said {
    uint32_t v;
    int8_t seat;
    char phrase[MIRROR_WORD_MAX]; /* table.phrase.<phrase> of the catalogue */
};

/* Wrong answers at a table where players say it themselves. */
struct mirror_tries {
    int64_t limit;            /* so many in a turn cost it; 0: none do */
    int64_t turn[SEATS_MAX];  /* in this position */
    int64_t match[SEATS_MAX]; /* once it is over: in the match */
    int count;                /* once it is over: our own last ones, oldest first */
    struct mirror_try {
        char move[MOVE_TEXT_MAX];
        char on[MOVE_TEXT_MAX];       /* what it had to fit; or empty */
        char right[MIRROR_RIGHT_MAX]; /* moves with a blank between; empty: nothing would fit */
    } list[TRIES_KEPT];
};

/* The answer to a command. */
enum answer_kind { ANSWER_OK, ANSWER_ERROR, ANSWER_STALE };

struct answer {
    uint32_t cid; /* 0: not to a command */
    enum answer_kind kind;
    uint32_t v;
    bool again;                  /* an error that passes: the same may work later */
    int64_t in_ms;               /* when: so many milliseconds later; 0: unknown */
    char reason[MIRROR_KEY_MAX]; /* of an error: a key of the catalogue */
};

struct mirror {
    enum channel_state channel;
    char trouble[MIRROR_KEY_MAX]; /* a key of the catalogue, or empty */

    /* the table */
    uint32_t v; /* 0: no snapshot yet; everything below is meaningless */
    int64_t table;
    char code[CODE_SIZE + 1];
    const struct game *game;
    enum phase phase;
    uint32_t match; /* how many have started */
    int16_t option[OPTIONS_MAX];
    enum clock_kind clock;
    int32_t clock_millis, clock_increment;
    enum aloud aloud;
    int seats;
    struct mirror_seat seat[SEATS_MAX];
    int you; /* a seat, or NO_SEAT for an onlooker */
    bool host;
    bool locked; /* nobody new may come in */
    bool waits;  /* we wait for a seat, as far as we have been told */
    enum seating seating;
    int waiting_count, evening_count;
    char waiting[GUESTS_MAX][PLAYER_NAME_MAX]; /* for a seat, in this order */
    struct mirror_score evening[EVENING_MAX];

    /* the match, as the news tells it; only while phase is not PHASE_LOBBY */
    uint32_t ply;
    char position[POSITION_MAX];
    union any_state view; /* read from it; its viewer is `you`, or SPECTATOR. If mirror_acts, the
                           * moves of `you` are known */
    uint16_t actors;      /* none once it is over, however it ended */
    uint32_t window;      /* number of the open window; 0: none */
    int64_t window_until; /* by system_millis */
    int64_t clocks[SEATS_MAX]; /* milliseconds left at clocks_at, by system_millis */
    int64_t clocks_at;
    int64_t still_since;  /* when the position last changed, by system_millis */
    int64_t nudged_until; /* when the others may agree on a bot, by system_millis */
    int nudged;           /* the seat being waited for, or NO_SEAT */
    int offer, undo;      /* seats, or NO_SEAT */
    bool no_offer;        /* we cannot offer a draw now */
    bool timed;           /* there are clocks */
    uint16_t running;     /* bit s: the clock of seat s runs */
    uint16_t unheard;
    uint16_t agreed;        /* bit s: agrees to a bot in place of `nudged` */
    uint16_t rematch;       /* bit s: wants another match, once it is over */
    uint16_t missing;       /* bit s: still has to agree */
    struct outcome outcome; /* scored, scores; places once it is over */
    enum ending ending;     /* ENDING_NONE while it goes on */
    int loser;              /* or NO_SEAT */
    struct mirror_tries tries;
    uint32_t wrong_v;           /* the version of our last wrong answer; 0: none yet */
    char wrong[MIRROR_KEY_MAX]; /* and what is wrong about it */

    /* what happened lately, oldest first */
    int log_count;
    struct mirror_move log[MIRROR_LOG_MAX];
    int said_count;
    struct mirror_said said[MIRROR_SAID_MAX];

    /* the last welcome, answer and bye */
    int64_t protocol;
    char token[ADDRESS_TOKEN_MAX]; /* empty: no new one */
    struct answer answer;
    int64_t bye_ms;              /* when to come back */
    char home[ADDRESS_HOME_MAX]; /* the path to the server of several that has the table, or "" */

    /* who else holds this place */
    int devices;                  /* connections of this guest, this one included */
    bool moved;                   /* another device has taken it over */
    char peeked[PLAYER_NAME_MAX]; /* whose place a link is for; empty: nobody sits there */

    /* scratch space */
    struct json_value values[MIRROR_VALUES_MAX];
    struct events events;
    struct mirror_move scratch;
};

/* What a message did. */
enum mirror_news {
    MIRROR_NOTHING, /* already known, or unimportant */
    MIRROR_CHANGED,
    MIRROR_INCOMPLETE, /* changed, but incomplete: ask for a snapshot */
    MIRROR_GAP,        /* something was missed: not applied; ask for a snapshot */
    MIRROR_ANSWER,     /* to a command */
    MIRROR_BYE,        /* the server stops */
    MIRROR_ELSEWHERE,  /* another server has the table: see `home` */
    MIRROR_WELCOME,
    MIRROR_PEEK,   /* whose place it is */
    MIRROR_MOVED,  /* no longer ours */
    MIRROR_BROKEN, /* not what docs/protocol.md says: not applied */
};

void mirror_init(struct mirror *);

/* Applies a message of `size` bytes; `now` is by system_millis. */
enum mirror_news mirror_take(struct mirror *, const char *message, size_t size, int64_t now);

/* Milliseconds left for a seat. */
int64_t mirror_clock_left(const struct mirror *, int seat, int64_t now);

/* NULL, or why this viewer gets no hints: in a timed match with other people at the table,
 * including one for whom a bot stands in, and where players say it themselves. */
const char *mirror_no_hints(const struct mirror *);

/* A wrong answer in words. */
void mirror_write_try(const struct mirror_try *, enum language, struct text *);

/* May this viewer act now? */
static inline bool mirror_acts(const struct mirror *mirror)
{
    return mirror->phase == PHASE_PLAY && mirror->you != NO_SEAT &&
           (mirror->actors >> mirror->you & 1) != 0 && mirror->seat[mirror->you].bot[0] == '\0';
}

#endif
