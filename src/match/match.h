/* SPDX-License-Identifier: MIT */
/*
 * A match: game, options, seats, key and moves; and what players may do besides moving: resign,
 * offer a draw, take back, leave a seat to a bot and come back. A machine without sockets, disk,
 * clock or heap: commands and the time go in, a reason or a changed match comes out.
 *
 *     match_init ─▶ going ─▶ over, by the rules, resignation, agreement, time, or stopped
 *                    │  ▲
 *     play, take back, offer, pause, tick
 *
 * 1. match_play is the one gate for moves from outside.
 * 2. The state is always what the log gives when it is played from the start again.
 * 3. Undone moves are gone from the log; the version never goes back.
 * 4. Seats held by bots ask for nothing and agree to everything but a draw, which their player
 *    decides. Their time is not counted.
 *
 * Reasons are keys of the catalogue. Those a caller may want to tell apart:
 *
 *     match.version.stale   the position is no longer the one the mover saw
 *     match.seat.turn       the seat may not act now
 *     match.seat.bot        a bot holds this seat
 *     match.over            the match has ended
 *     match.paused          nobody moves while the table is paused
 *     match.clock.fell      the seat's time is up
 *     match.log.full        the log has no room: match_lend a larger one, and try again
 *     match.move.dry        a shuffle is wanted and the start had no stream; the match is stopped
 *
 * All others come from the rules and name the rule.
 */
#ifndef KUFSA_MATCH_MATCH_H
#define KUFSA_MATCH_MATCH_H

#include "match/clock.h"
#include "rules/game.h"

enum { LEVEL_NAME_MAX = 32, PLAYER_NAME_MAX = 64 }; /* bytes, with the NUL */

/* A mover who saw whichever position: for reactions, where the caller has judged how old it is. */
#define VERSION_ANY UINT32_MAX

enum holder { HOLDER_PERSON, HOLDER_BOT };

enum ending {
    ENDING_NONE,
    ENDING_RULES,
    ENDING_RESIGNED, /* match->loser did */
    ENDING_AGREED,
    ENDING_TIME,    /* match->loser ran out of it */
    ENDING_STOPPED, /* left unfinished, or after as many plies as any match has */
};

/* What a move brought to light, which an undo cannot put back. */
enum {
    PLY_PERSON = 1, /* a person made it */
    PLY_LUCK = 2,   /* from the pile, by a shuffle or a deal */
    PLY_HAND = 4,   /* from the mover's own hand */
};

struct ply {
    move move;
    int8_t seat;
    uint8_t flags;    /* PLY_… */
    uint16_t unused;  /* 0 */
    uint32_t version; /* the caller's, such as a table's version; the match does not read it */
};

struct match_seat {
    uint8_t owner;              /* enum holder: who sat down */
    uint8_t holder;             /* who plays now: a bot may stand in for a person */
    char level[LEVEL_NAME_MAX]; /* of the bot that plays; the match does not read it */
    char name[PLAYER_NAME_MAX]; /* for records; may be empty */
};

struct match {
    const struct game *game;
    const struct state *start; /* the caller's; NULL: dealt with the key */
    struct ply *log;           /* the caller's */
    uint32_t capacity, count;  /* plies */
    uint32_t version;          /* changes of the position so far: moves and undos */
    uint8_t key[CHANCE_KEY_SIZE];
    enum ending ending;
    int8_t loser;     /* who resigned or ran out of time; NO_SEAT */
    int8_t offer;     /* who offers a draw; NO_SEAT */
    int8_t asker;     /* who asks to take back; NO_SEAT */
    uint16_t unheard; /* bit s: the person of seat s has still to allow it */
    uint32_t undo_to; /* to so many plies */
    uint16_t late;    /* bit s: out of time for this move, which a bot is to make */
    struct clock clock;
    char stand_in[LEVEL_NAME_MAX]; /* the level of bots that take over by themselves */
    struct match_seat seats[SEATS_MAX];
    union any_state state; /* the truth now; last, so that memory may end where the game's does */
};

/* How a match begins. What is left out is zero: default options, persons on all seats, no clock. */
struct match_setup {
    const struct game *game;
    int seats;
    int16_t option[OPTIONS_MAX];
    uint8_t key[CHANCE_KEY_SIZE];
    const struct state *start; /* a truth to begin with instead of a deal; must outlive the match */
    struct ply *log;
    uint32_t capacity; /* plies_max of the game is always enough */
    uint16_t bots;     /* bit s: a bot sits there */
    const char *level; /* of these bots, and of those that take over; NULL: "" */
    enum clock_kind clock;
    int32_t millis, increment;
};

/* NULL, or why there is no such match. */
const char *match_init(struct match *, const struct match_setup *, int64_t now);

/* The log goes on in other memory, which must hold what is there. */
void match_lend(struct match *, struct ply *log, uint32_t capacity);

/* The position before the first move. */
void match_restart(const struct match *, struct state *);

/* ---- moving; moves is scratch space, and the events are those of the move ---- */

/* A person's move, in notation. */
const char *match_play(struct match *, int seat, uint32_t version, const char *text, int64_t now,
                       struct moves *, struct events *);

/* A bot's move: on a seat that a bot holds, or for a person who is late. */
const char *match_play_move(struct match *, int seat, uint32_t version, move, int64_t now,
                            struct moves *, struct events *);

/* Whose move the caller's bots should make now. */
uint16_t match_bots_due(const struct match *);

/* ---- seats ---- */

/* False, and nothing set, if it is too long or has a control character in it; a level is one word.
 */
bool seat_set_name(struct match_seat *, const char *name);
bool seat_set_level(struct match_seat *, const char *level);

/* A bot plays on from a person's seat, or the person comes back to it. */
const char *match_take_over(struct match *, int seat, const char *level, int64_t now);
const char *match_give_back(struct match *, int seat, int64_t now);

uint16_t match_people(const struct match *); /* bit s: a person holds seat s */

/* ---- the end ---- */

/* With two seats the other wins; with more there is nobody to win, and a bot may take the seat. */
const char *match_resign(struct match *, int seat, int64_t now);
void match_stop(struct match *, int64_t now);

/* Two seats, nothing hidden, no luck: there a draw can be agreed on (G14). Two offers are an
 * agreement; any move ends an offer. Saying no to one's own offer takes it back. */
bool draw_can_be_agreed(const struct game *, int seats);
const char *match_offer_draw(struct match *, int seat, int64_t now);
const char *match_answer_draw(struct match *, int seat, bool yes, int64_t now);

static inline bool match_over(const struct match *match)
{
    return match->ending != ENDING_NONE;
}

/* Points, and places if the match has ended with some; else all places are 0. */
void match_outcome(const struct match *, struct outcome *);

/* The places that an ending gives, over those of the rules. */
void outcome_settle(struct outcome *, int seats, enum ending, int loser);

/* ---- taking back ---- */

/* Asks to go back to before the seat's last move. Not across another person's move, nor across
 * anything that came to light: a card from the pile, a shuffle, a deal, somebody else's card that
 * was played. (Who has shown a card of his own and takes it back harms nobody but himself.)
 * Every other person must allow it; without any it is done at once. A move ends the asking. */
const char *match_ask_undo(struct match *, int seat, int64_t now);

/* Allows it, or does not, which ends the asking; the asker's own no withdraws it. */
const char *match_answer_undo(struct match *, int seat, bool yes, int64_t now);

/* ---- time ---- */

/* What is due now, and when to ask again. Per game, running out of time loses where two play; where
 * more do, a bot takes the seat over for good. Per move, a bot makes that one move. Every command
 * does this first; who wants to tell people what happened calls it before. */
struct match_due {
    int64_t next;   /* CLOCK_NEVER: nothing will happen by itself */
    uint16_t taken; /* bit s: a bot has just taken seat s over */
    uint16_t late;  /* bit s: just now late with its move */
    bool ended;     /* just now */
};

void match_tick(struct match *, int64_t now, struct match_due *);

void match_pause(struct match *, bool paused, int64_t now);

#endif
