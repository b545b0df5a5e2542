/* SPDX-License-Identifier: MIT */
/* A message of a table as it was read, before anything is changed by it. */
#ifndef KUFSA_TUI_SEEN_PARTS_H
#define KUFSA_TUI_SEEN_PARTS_H

#include "table/event.h"
#include "tui/seen.h"

/* What a message says: one of enum table_event_kind, or one of these. */
enum told_kind {
    TOLD_SKIP = TABLE_EVENT_KINDS,
    TOLD_SNAPSHOT,
    TOLD_WELCOME,
    TOLD_HERE,
    TOLD_PAUSED,
    TOLD_RESUMED,
    TOLD_BYE,
    TOLD_OK,
    TOLD_ERROR,
    TOLD_STALE,
    TOLD_LEGAL,
    TOLD_OTHER, /* nothing that we know of: from a newer server */
};

struct told {
    struct json json; /* in the values of struct seen */
    int kind;
    int64_t v; /* 0: none */
    int64_t seat, cid, number, millis, increment, match, window, window_ms, table, protocol;
    int64_t in_ms, ply, offer, undo, loser;
    bool here, paused, host;
    int64_t you;
    char name[PLAYER_NAME_MAX];
    char level[LEVEL_NAME_MAX];
    char word[SEEN_WORD_MAX];  /* an option's name, a clock's kind, a phrase */
    char value[SEEN_WORD_MAX]; /* an option's */
    char reason[SEEN_KEY_MAX];
    char token[SEEN_TOKEN_MAX];
    char code[CODE_SIZE + 1];
    char move[MOVE_TEXT_MAX];
    const struct game *game; /* NULL: not told */
    enum phase phase;
    enum clock_kind clock;
    int16_t option[OPTIONS_MAX]; /* all of them */
    bool all_seats;              /* the list is there */
    int seats;
    struct seen_seat row[SEATS_MAX];
    uint16_t rematch;
    uint32_t events, moves; /* where these arrays are; 0: not there */

    bool has_match; /* then all of these are the match's */
    char position[POSITION_MAX];
    uint16_t actors, unheard;
    bool timed;
    int64_t clocks[SEATS_MAX];
    struct outcome outcome;
    enum ending ending;
    union any_state view;
};

/* Reads a message and what it says in the place of what is known; `told->view` is filled if it has
 * a position. False: it is not what docs/protocol.md says. */
bool told_read(struct told *, struct seen *, const char *message, size_t size);

/* Reads an array of events. False: it is none. */
bool told_events(const struct json *, uint32_t array, const struct game *, struct events *);

/* One of the moves of a snapshot. */
bool told_move(const struct json *, uint32_t object, const struct game *, struct seen_move *);

#endif
