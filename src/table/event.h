/* SPDX-License-Identifier: MIT */
/*
 * The events of a table as the store keeps them: one line of text each.
 *
 *     1763251200123 2 17 move 1 R7
 *     time, guest and cid of the command that caused it (`- 0`: none), kind, then the kind's fields
 */
#ifndef KUFSA_TABLE_EVENT_H
#define KUFSA_TABLE_EVENT_H

#include "base/sha256.h"
#include "rules/game.h"

enum { EVENT_WORD_MAX = 24, EVENT_REST_MAX = 72 }; /* bytes, including the NUL */
#define EVENT_TIME_MAX ((int64_t)1 << 52) /* so that sums overflow neither integers nor doubles */

/* Kind, its name on the wire and in the store, and its fields in order: s seat, n m numbers, w v
 * words, h k hashes, t the rest of the line. */
#define TABLE_EVENTS(X)                                                                            \
    X(OPEN, "open", "wvnhkm") /* game, code, seats, secret, host's hash, 1: a screen */            \
    X(SEAL, "seal", "h")      /* a new secret for future matches */                                \
    X(GUEST, "guest", "nhm")  /* guest, token's hash, 1: a screen */                               \
    X(SIT, "sit", "snt")      /* seat, guest, name */                                              \
    X(STAND, "stand", "s")    /* whoever sits there */                                             \
    X(NAME, "name", "st")                                                                          \
    X(BOT, "bot", "sw") /* level */                                                                \
    X(SEATS, "seats", "n")                                                                         \
    X(OPTION, "option", "wv")                                                                      \
    X(CLOCK, "clock", "wnm") /* kind, millis, increment */                                         \
    X(READY, "ready", "sh")  /* the player's contribution to chance; zeros: none */                \
    X(UNREADY, "unready", "s")                                                                     \
    X(HOST, "host", "n") /* guest */                                                               \
    X(START, "start", "")                                                                          \
    X(MOVE, "move", "st")                                                                          \
    X(TAKEOVER, "takeover", "sw") /* a bot plays for a person: level */                            \
    X(GIVEBACK, "giveback", "s")                                                                   \
    X(OFFER, "offer", "s") /* a draw */                                                            \
    X(ACCEPT, "accept", "s")                                                                       \
    X(DECLINE, "decline", "s")                                                                     \
    X(RESIGN, "resign", "s")                                                                       \
    X(UNDO, "undo", "s") /* asks to take a move back */                                            \
    X(ALLOW, "allow", "s")                                                                         \
    X(REFUSE, "refuse", "s")                                                                       \
    X(SAY, "say", "sw") /* a phrase */                                                             \
    X(TIME, "time", "") /* somebody's time has run out */                                          \
    X(PAUSE, "pause", "")                                                                          \
    X(RESUME, "resume", "")                                                                        \
    X(REMATCH, "rematch", "sh") /* wants one; hash as in ready */                                  \
    X(TOKEN, "token", "nh")     /* guest; hash of the token that replaces the old one */           \
    X(GRACE, "grace", "n")      /* millis */                                                       \
    X(REMOVE, "remove", "st")   /* the host sends a person away: seat, name */                     \
    X(BLOCK, "block", "st")     /* for good */                                                     \
    X(UNBLOCK, "unblock", "")   /* everybody */                                                    \
    X(LOCK, "lock", "")                                                                            \
    X(UNLOCK, "unlock", "")                                                                        \
    X(UNREMATCH, "unrematch", "s")                                                                 \
    X(WITHOUT, "without", "swh") /* rematch without those missing: "bot" or "leave" */             \
    X(NUDGE, "nudge", "s")       /* the seat everybody is waiting for */                           \
    X(AGREE, "agree", "s")       /* agrees to a bot for the nudged seat */                         \
    X(ALOUD, "aloud", "w")       /* do players say it themselves: "off", "on", "three" */          \
    X(TRY, "try", "st")          /* a wrong answer: the move that is none */                       \
    X(GAME, "game", "w")         /* the next match is of this game */                              \
    X(SEATING, "seating", "w")   /* who sits where in it: "turn", "mix", "stay" */                 \
    X(WAIT, "wait", "nt")        /* guest, name: wants to play in it */                            \
    X(UNWAIT, "unwait", "n")     /* guests, a bit each */                                          \
    X(GIVEN, "given", "hn")      /* the next match begins as another did: its key, moves */        \
    X(LEAD, "lead", "n")         /* guest: leads at a shared screen */

enum table_event_kind {
#define TABLE_EVENT_ENUM(name, wire, fields) TABLE_##name,
    TABLE_EVENTS(TABLE_EVENT_ENUM)
#undef TABLE_EVENT_ENUM
        TABLE_EVENT_KINDS
};

struct table_event {
    int64_t time;
    int guest; /* NO_GUEST: caused by nobody's command */
    uint32_t cid;
    enum table_event_kind kind;
    int seat;
    int64_t number[2];
    char word[2][EVENT_WORD_MAX];
    char rest[EVENT_REST_MAX];
    uint8_t hash[2][SHA256_SIZE];
};

const char *table_event_name(enum table_event_kind);
const char *table_event_fields(enum table_event_kind);

void table_event_write(const struct table_event *, struct text *);

/* False if the text is not what table_event_write writes. */
bool table_event_read(struct table_event *, const char *text, size_t size);

#endif
