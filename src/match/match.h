/* SPDX-License-Identifier: MIT */
/*
 * A match: game, options, seats, key and moves; and what players may do besides moving: resign,
 * offer a draw, take back, leave a seat to a bot and come back. A machine without sockets, disk,
 * clock or heap: commands and the time go in; a reason or a changed match comes out.
 *
 *     match_init ─▶ going ─▶ over, by the rules, resignation, agreement, time, or stopped
 *                    │  ▲
 *     play, take back, offer, pause, tick
 *
 * 1. match_play is the one gate for moves from outside.
 * 2. The state is always what replaying the log gives.
 * 3. Undone moves are gone from the log; the version never goes back.
 * 4. Seats held by bots ask for nothing and agree to everything except a draw, which their player
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
 *     match.move.dry        a shuffle is needed and the start had no stream; the match is stopped
 *
 * All others come from the rules and name the rule.
 */
#ifndef KUFSA_MATCH_MATCH_H
#define KUFSA_MATCH_MATCH_H

#include "match/clock.h"
#include "rules/game.h"

enum { LEVEL_NAME_MAX = 32, PLAYER_NAME_MAX = 64 }; /* bytes, with the NUL */

/* Skips the version check: for reactions, where the caller has judged how old the mover's view
 * is. */
#define VERSION_ANY UINT32_MAX

enum holder { HOLDER_PERSON, HOLDER_BOT };

enum ending {
    ENDING_NONE,
    ENDING_RULES,
    ENDING_RESIGNED, /* match->loser did */
    ENDING_AGREED,
    ENDING_TIME,    /* match->loser ran out of it */
    ENDING_STOPPED, /* left unfinished, or ended after the most plies any match may have */
};
enum { ENDINGS = ENDING_STOPPED + 1 };
extern const char *const ending_names[ENDINGS]; /* NULL: none */

/* What a move revealed, which an undo cannot hide again. */
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
    uint8_t holder;             /* who plays now: a bot may replace a person */
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
    uint16_t unheard; /* bit s: the person at seat s has not yet allowed it */
    uint32_t undo_to; /* to this many plies */
    uint32_t given;   /* plies at the beginning that were made in another game and stay */
    uint16_t late;    /* bit s: out of time for this move, so a bot is to make it */
    struct clock clock;
    char stand_in[LEVEL_NAME_MAX]; /* the level of bots that take over automatically */
    struct match_seat seats[SEATS_MAX];
    union any_state state; /* the truth now; last, because its memory may end early */
};

/* How a match starts. What is left out is zero: default options, people on all seats, no clock. */
struct match_setup {
    const struct game *game;
    int seats;
    int16_t option[OPTIONS_MAX];
    uint8_t key[CHANCE_KEY_SIZE];
    const struct state *start; /* a truth to start from, not a deal; must outlive the match */
    struct ply *log;
    uint32_t capacity; /* plies_max of the game is always enough */
    uint32_t given;    /* the first plies will be those of another game */
    uint16_t bots;     /* bit s: a bot sits there */
    const char *level; /* of these bots, and of those that take over; NULL: "" */
    enum clock_kind clock;
    int32_t millis, increment;
};

/* NULL, or why there can be no such match. */
const char *match_init(struct match *, const struct match_setup *, int64_t now);

/* Moves the log to other memory, which must already hold its contents. */
void match_lend(struct match *, struct ply *log, uint32_t capacity);

/* The position before the first move. */
void match_restart(const struct match *, struct state *);

/* ---- moving; moves is scratch space, and the events are those of the move ---- */

/* NULL, or why no person may move on this seat now, whatever the move. */
const char *match_hear(struct match *, int seat, uint32_t version, int64_t now);

/* A person's move, in notation. */
const char *match_play(struct match *, int seat, uint32_t version, const char *text, int64_t now,
                       struct moves *, struct events *);

/* A bot's move: on a seat that a bot holds, or for a person who is late. */
const char *match_play_move(struct match *, int seat, uint32_t version, move, int64_t now,
                            struct moves *, struct events *);

/* The seats that somebody waits for: those that may act, except those that need not. */
uint16_t match_awaited(const struct match *);

/* The seats whose moves the caller's bots should make now. */
uint16_t match_bots_due(const struct match *);

/* ---- seats ---- */

/* False, and nothing is set, if it is too long or contains a control character. A level is one
 * word. */
bool seat_set_name(struct match_seat *, const char *name);
bool seat_set_level(struct match_seat *, const char *level);

/* A bot takes over a person's seat, or the person comes back to it. */
const char *match_take_over(struct match *, int seat, const char *level, int64_t now);
const char *match_give_back(struct match *, int seat, int64_t now);

uint16_t match_people(const struct match *); /* bit s: a person holds seat s */

/* ---- the end ---- */

/* With two seats the other wins. With more nobody wins, and a bot may take the seat. */
const char *match_resign(struct match *, int seat, int64_t now);
void match_stop(struct match *, int64_t now);

/* A draw can be agreed with two seats, nothing hidden and no luck (G14). Two offers make an
 * agreement; any move ends an offer. Declining one's own offer withdraws it. */
bool draw_can_be_agreed(const struct game *, int seats);
const char *match_offer_draw(struct match *, int seat, int64_t now);
const char *match_check_offer(const struct match *, int seat); /* why it cannot now, or NULL */
const char *match_answer_draw(struct match *, int seat, bool yes, int64_t now);

static inline bool match_over(const struct match *match)
{
    return match->ending != ENDING_NONE;
}

/* Points, and places if the ending decided them; otherwise all places are 0. */
void match_outcome(const struct match *, struct outcome *);

/* Replaces the places of the rules with those that the ending gives. */
void outcome_by_ending(struct outcome *, int seats, enum ending, int loser);

/* ---- taking back ---- */

/* Asks to go back to before the seat's last move. Not past another person's move, nor past a move
 * of another game, nor past anything that was revealed: a card from the pile, a shuffle, a deal,
 * somebody else's card that was played. (Players who showed a card of their own and take it back
 * harm only themselves.) Every other person must allow it; if there are none, it is done at once. A
 * move ends the request. */
const char *match_ask_undo(struct match *, int seat, int64_t now);
const char *match_check_undo(const struct match *, int seat); /* why it cannot now, or NULL */

/* Allows it, or refuses, which ends the request; the asker's own no withdraws it. */
const char *match_answer_undo(struct match *, int seat, bool yes, int64_t now);

/* ---- time ---- */

/* What is due now, and when to ask again. Per game, with two seats running out of time loses; with
 * more, a bot takes over the seat for good. Per move, a bot makes that one move. Every command does
 * this first; to tell people what happened, call it before the command. */
struct match_due {
    int64_t next;   /* CLOCK_NEVER: nothing will happen unless somebody acts */
    uint16_t taken; /* bit s: a bot has just taken over seat s */
    uint16_t late;  /* bit s: just now late with its move */
    bool ended;     /* just now */
};

void match_tick(struct match *, int64_t now, struct match_due *);

void match_pause(struct match *, bool paused, int64_t now);

#endif
