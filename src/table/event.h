/* SPDX-License-Identifier: MIT */
/*
 * The events of a table as the store keeps them: a line of text each.
 *
 *     1763251200123 2 17 move 1 R7
 *     time, guest and cid of the command behind it (`- 0`: nobody's), kind, and what belongs to it
 */
#ifndef KUFSA_TABLE_EVENT_H
#define KUFSA_TABLE_EVENT_H

#include "base/sha256.h"
#include "rules/game.h"

enum { EVENT_WORD_MAX = 24, EVENT_REST_MAX = 72 }; /* bytes, with the NUL */
#define EVENT_TIME_MAX ((int64_t)1 << 52)          /* so that sums do not overflow, nor doubles */

/* Kind, its name on the wire and in the store, and the fields behind it in their order: s seat,
 * n m numbers, w v words, h k hashes, t the rest of the line. */
#define TABLE_EVENTS(X)                                                                            \
    X(OPEN, "open", "wvnhkm") /* game, code, seats, secret, host's hash, 1: a screen */            \
    X(GUEST, "guest", "nhm")  /* guest, token's hash, 1: a screen */                               \
    X(SIT, "sit", "snt")      /* seat, guest, name */                                              \
    X(STAND, "stand", "s")    /* whoever sat there */                                              \
    X(NAME, "name", "st")                                                                          \
    X(BOT, "bot", "sw") /* level */                                                                \
    X(SEATS, "seats", "n")                                                                         \
    X(OPTION, "option", "wv")                                                                      \
    X(CLOCK, "clock", "wnm") /* kind, millis, increment */                                         \
    X(READY, "ready", "sh")  /* what the player adds to chance; zeros: nothing */                  \
    X(UNREADY, "unready", "s")                                                                     \
    X(HOST, "host", "n") /* guest */                                                               \
    X(START, "start", "")                                                                          \
    X(MOVE, "move", "st")                                                                          \
    X(TAKEOVER, "takeover", "sw") /* a bot plays on for a person: level */                         \
    X(GIVEBACK, "giveback", "s")                                                                   \
    X(OFFER, "offer", "s") /* a draw */                                                            \
    X(ACCEPT, "accept", "s")                                                                       \
    X(DECLINE, "decline", "s")                                                                     \
    X(RESIGN, "resign", "s")                                                                       \
    X(UNDO, "undo", "s") /* asks to take back */                                                   \
    X(ALLOW, "allow", "s")                                                                         \
    X(REFUSE, "refuse", "s")                                                                       \
    X(SAY, "say", "sw") /* a phrase */                                                             \
    X(TIME, "time", "") /* somebody's has run out */                                               \
    X(PAUSE, "pause", "")                                                                          \
    X(RESUME, "resume", "")                                                                        \
    X(REMATCH, "rematch", "sh") /* wants one; as with ready */

enum table_event_kind {
#define TABLE_EVENT_ENUM(name, wire, fields) TABLE_##name,
    TABLE_EVENTS(TABLE_EVENT_ENUM)
#undef TABLE_EVENT_ENUM
        TABLE_EVENT_KINDS
};

struct table_event {
    int64_t time;
    int guest; /* NO_GUEST: nobody's command */
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
