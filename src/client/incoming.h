/* SPDX-License-Identifier: MIT */
/* A parsed message of a table, before it is applied. */
#ifndef KUFSA_CLIENT_INCOMING_H
#define KUFSA_CLIENT_INCOMING_H

#include "client/mirror.h"
#include "table/event.h"

/* What a message says: one of enum table_event_kind, or one of these. */
enum incoming_kind {
    INCOMING_SKIP = TABLE_EVENT_KINDS,
    INCOMING_SNAPSHOT,
    INCOMING_WELCOME,
    INCOMING_HERE,
    INCOMING_PAUSED,
    INCOMING_RESUMED,
    INCOMING_BYE,
    INCOMING_OK,
    INCOMING_ERROR,
    INCOMING_STALE,
    INCOMING_LEGAL,
    INCOMING_PEEK,
    INCOMING_DEVICES,
    INCOMING_MOVED,
    INCOMING_ELSEWHERE,
    INCOMING_OTHER, /* unknown: from a newer server */
};

struct incoming {
    struct json json; /* uses the values of struct mirror */
    int kind;
    int64_t v; /* 0: none */
    int64_t seat, cid, number, millis, increment, match, window, window_ms, table, protocol;
    int64_t in_ms, away_ms, ply, offer, undo, loser, nudged, nudged_ms;
    bool here, paused, host, locked, again, no_offer, waits;
    int64_t you;
    char name[PLAYER_NAME_MAX];
    char word[MIRROR_WORD_MAX]; /* a phrase */
    char reason[MIRROR_KEY_MAX];
    char token[ADDRESS_TOKEN_MAX];
    char home[ADDRESS_HOME_MAX], to[ADDRESS_HOME_MAX];
    char code[CODE_SIZE + 1];
    char move[MOVE_TEXT_MAX];
    const struct game *game; /* NULL: not in the message */
    int seats;
    int16_t option[OPTIONS_MAX]; /* all of them */

    bool has_lobby; /* then all of these are set */
    enum phase phase;
    enum clock_kind clock;
    enum aloud aloud;
    enum seating seating;
    int waiting_count, evening_count;
    char waiting[GUESTS_MAX][PLAYER_NAME_MAX];
    struct mirror_score evening[EVENING_MAX];
    struct mirror_seat row[SEATS_MAX]; /* away_until is the time left */
    uint16_t rematch, missing;
    uint32_t events, moves; /* positions of these arrays; 0: absent */

    bool has_match; /* then all of these are set */
    char position[POSITION_MAX];
    uint16_t actors, running, unheard, agreed;
    bool timed;
    int64_t clocks[SEATS_MAX];
    struct outcome outcome;
    enum ending ending;
    struct mirror_tries tries;
    union any_state view;
};

/* Reads a message; anything it leaves out is taken from what is known. Fills `view` if there
 * is a position. False: it is not what docs/protocol.md says. */
bool incoming_read(struct incoming *, struct mirror *, const char *message, size_t size);

/* Reads an array of events. False: it is not one. */
bool incoming_events(const struct json *, uint32_t array, const struct game *, struct events *);

/* Reads one move of a snapshot. */
bool incoming_move(const struct json *, uint32_t object, const struct game *, struct mirror_move *);

#endif
