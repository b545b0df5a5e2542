/* SPDX-License-Identifier: MIT */
/*
 * An order: what a client says, read once at the edge from JSON into a typed command. The reader
 * knows no table. An order carries what is wrong with it, and the table refuses it for that only
 * after checking who sent it.
 */
#ifndef KUFSA_TABLE_ORDER_H
#define KUFSA_TABLE_ORDER_H

#include "base/json.h"
#include "table/event.h"

enum { COMMAND_MAX = 2048, ORDER_VALUES_MAX = 64 }; /* bytes and JSON values of a command */

/* Who may give a command: anybody about any seat, anybody seated, the host, host or players about
 * any seat, any guest. */
enum order_who { WHO_ANYBODY, WHO_SEATED, WHO_HOST, WHO_ABOUT, WHO_GUEST };

/* Commands that make an event: name, name on the wire, event, who may. */
#define ORDERS(X)                                                                                  \
    X(SIT, "sit", SIT, ANYBODY)                                                                    \
    X(STAND, "stand", STAND, SEATED)                                                               \
    X(NAME, "name", NAME, SEATED)                                                                  \
    X(READY, "ready", READY, SEATED)                                                               \
    X(UNREADY, "unready", UNREADY, SEATED)                                                         \
    X(REMOVE, "remove", REMOVE, HOST)                                                              \
    X(BLOCK, "block", BLOCK, HOST)                                                                 \
    X(UNBLOCK, "unblock", UNBLOCK, HOST)                                                           \
    X(LOCK, "lock", LOCK, HOST)                                                                    \
    X(UNLOCK, "unlock", UNLOCK, HOST)                                                              \
    X(BOT, "bot", BOT, HOST)                                                                       \
    X(SEATS, "seats", SEATS, HOST)                                                                 \
    X(OPTION, "option", OPTION, HOST)                                                              \
    X(CLOCK, "clock", CLOCK, HOST)                                                                 \
    X(GRACE, "grace", GRACE, HOST)                                                                 \
    X(ALOUD, "aloud", ALOUD, HOST)                                                                 \
    X(START, "start", START, HOST)                                                                 \
    X(MOVE, "move", MOVE, SEATED)                                                                  \
    X(TAKEOVER, "takeover", TAKEOVER, ABOUT)                                                       \
    X(GIVEBACK, "giveback", GIVEBACK, SEATED)                                                      \
    X(OFFER, "offer", OFFER, SEATED)                                                               \
    X(ACCEPT, "accept", ACCEPT, SEATED)                                                            \
    X(DECLINE, "decline", DECLINE, SEATED)                                                         \
    X(RESIGN, "resign", RESIGN, SEATED)                                                            \
    X(UNDO, "undo", UNDO, SEATED)                                                                  \
    X(ALLOW, "allow", ALLOW, SEATED)                                                               \
    X(REFUSE, "refuse", REFUSE, SEATED)                                                            \
    X(NUDGE, "nudge", NUDGE, ABOUT)                                                                \
    X(AGREE, "agree", AGREE, SEATED)                                                               \
    X(SAY, "say", SAY, SEATED)                                                                     \
    X(REMATCH, "rematch", REMATCH, SEATED)                                                         \
    X(UNREMATCH, "unrematch", UNREMATCH, SEATED)                                                   \
    X(GAME, "game", GAME, HOST)                                                                    \
    X(SEATING, "seating", SEATING, HOST)                                                           \
    X(WAIT, "wait", WAIT, GUEST)                                                                   \
    X(UNWAIT, "unwait", UNWAIT, GUEST)                                                             \
    X(SIGNOUT, "signout", TOKEN, GUEST)

enum order_kind {
#define ORDER_ENUM(name, wire, event, who) ORDER_##name,
    ORDERS(ORDER_ENUM)
#undef ORDER_ENUM
        ORDER_LEGAL, /* asks for moves */
    ORDER_LOOK,      /* asks for the whole table; for the server, like hello */
    ORDER_HELLO,
    ORDER_UNKNOWN,
};

struct order {
    enum order_kind kind;
    enum order_who who;
    int64_t cid;              /* 0: none, so it cannot be answered */
    const char *wrong;        /* a member that it needs is missing or makes no sense: the reason */
    int64_t base, window;     /* of a move: the version or window its player saw, or -1 */
    uint32_t from, have;      /* of legal: the first move; of look: the last version heard of */
    struct table_event event; /* as it would happen; seat NO_SEAT: none, or none that exists */
};

/* False: it is not even an object; the order is then unknown and has no cid. */
bool order_parse(struct order *, const char *json, size_t size);

/* The same from JSON already read, an object. */
void order_read(struct order *, const struct json *);

const char *order_name(enum order_kind);

/* Reads a guest's token, in hexadecimal, and gives its hash. False: it is not a token. */
bool order_token(const struct json *, const char *key, uint8_t hash[SHA256_SIZE]);

#endif
