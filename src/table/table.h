/* SPDX-License-Identifier: MIT */
/*
 * A table: a room where people, bots and onlookers meet, from its opening to the last rematch. A
 * machine without sockets, disk, clock or heap of its own: commands and the time go in; what is to
 * be kept, what is to be told and what bots are to think about comes out.
 *
 *     command ─▶ table_command ─┐     ┌─▶ keep: an event, or a finished record ─▶ the store
 *     time ────▶ table_tick ────┼─────┼─▶ tell: an answer, and news for each viewer, once that
 *     bots ────▶ table_bot_move ┘     │         is kept
 *     people come and go ─────────────┴─▶ table_thinkers: seats whose bots are to be asked
 *
 * 1. Whatever happens is an event, a line of text with a number, the version: 1, 2, 3 … Events and
 *    nothing else change a table, so one that is restored from its events is the same table.
 * 2. The caller sends what a call told only after what the same call kept is durable.
 * 3. News are written from a view made for their viewer; the encoder takes nothing else. An event
 *    that a viewer is not to know of is a `skip` with its version.
 * 4. A guest is known by a token that only its own device has; the table knows the token's hash. A
 *    guest sits on one seat or looks on. A screen never sits, so it never sees a hand.
 * 5. When something happens hangs on public things only: a window for reactions lasts as long
 *    whether or not anybody can react.
 *
 * Time is unix time in milliseconds, and does not run backwards. Refusals are keys of the
 * catalogue.
 */
#ifndef KUFSA_TABLE_TABLE_H
#define KUFSA_TABLE_TABLE_H

#include "base/sha256.h"
#include "match/match.h"

enum {
    GUESTS_MAX = SEATS_MAX + 2, /* everybody who sits, the host, and one on the way */
    CODE_SIZE = 6,              /* letters of a room's code */
    CIDS_KEPT = 8,              /* last commands of a guest whose answers are remembered */
    SALT_MAX = 32,              /* bytes that a player may add to the deal's chance */
    COMMAND_MAX = 2048,         /* bytes of a command */
    EVENT_TEXT_MAX = 512,       /* bytes of an event */
    RECORD_TEXT_MAX = 1 << 18,  /* bytes of a record; a longer match has none */
    TAGS_MAX = 2048,
    NEWS_MAX = 32768, /* bytes of anything that is told */
    LEGAL_MAX = 64,   /* legal moves that are told unasked */
    LEGAL_PAGE = 256, /* and at once when they are asked for */
    MOVES_TOLD = 16,  /* of a match's last moves, to somebody who comes */
    LOG_STEP = 64,    /* plies for which there is room at first, and how many more each time */
};

#define TABLE_STAND_IN "casual" /* the level of bots that take over by themselves */

/* Times in milliseconds. */
enum {
    WINDOW_MS = 4000,       /* for a reaction */
    BOT_MS = 900,           /* before a bot moves, so that people can follow */
    BOT_REACTION_MS = 1500, /* before it answers in a window */
    BOT_AGAIN_MS = 600,     /* before it goes on with its own turn, or calls a last card */
    HOST_GRACE_MS = 60000,  /* a host who is away for longer is no host any more */
};

enum { NO_GUEST = -1 };

enum phase { PHASE_LOBBY, PHASE_PLAY, PHASE_OVER };

struct guest {
    uint8_t hash[SHA256_SIZE]; /* of its token */
    bool known;                /* this row is in use */
    bool screen;
    uint8_t here;      /* connections; not kept: after a restart nobody is here */
    int8_t seat;       /* NO_SEAT: looks on */
    int64_t gone;      /* since when nobody is here; not kept, see awake */
    uint8_t cid_count; /* commands remembered, the newest last */
    struct {
        uint32_t cid, version; /* the version it led to */
    } cids[CIDS_KEPT];
};

enum seat_kind { SEAT_EMPTY, SEAT_PERSON, SEAT_BOT };

/* A seat before the start and between matches; during a match its holder is the match's. */
struct table_seat {
    uint8_t kind; /* enum seat_kind */
    int8_t guest;
    bool ready;
    uint16_t wins; /* of this person or bot at this table */
    char level[LEVEL_NAME_MAX];
    char name[PLAYER_NAME_MAX];
    uint8_t salt[SALT_MAX];
};

/* What a bot has answered, until it is time to play it. */
struct table_thought {
    move move;
    bool asked, ready;
    bool passes; /* in a window */
};

struct table {
    const struct game *game;
    char code[CODE_SIZE + 1];
    enum phase phase;
    uint8_t seats;
    int8_t host; /* a guest */
    bool paused; /* by the caller */
    int16_t option[OPTIONS_MAX];
    enum clock_kind clock;
    int32_t clock_millis, clock_increment;
    uint32_t version;
    uint32_t matches; /* started so far */
    uint32_t windows; /* opened so far in this match */
    bool window_open;
    int64_t window_until;
    uint32_t position_v; /* the version at which the position last changed */
    int64_t moved;       /* when the position last changed: bots' delays count from here */
    int64_t now;         /* the latest time that the table has heard of */
    int64_t awake; /* when the first guest came; not kept, so that nobody looks long away after
                    * a restart */
    uint8_t secret[SHA256_SIZE];
    uint8_t salts[SEATS_MAX][SALT_MAX]; /* what each seat added to this match's deal */
    int8_t mover;                       /* who moved last */
    uint16_t wants_rematch;             /* bit s; all persons who sit: it begins */
    struct guest guests[GUESTS_MAX];
    struct table_seat seat[SEATS_MAX];
    struct table_thought thoughts[SEATS_MAX];
    struct match match; /* last: a table needs no more memory than its game's state */
};

/* Where things go. Each function is called during the call that causes it; texts are the table's
 * and good until the function returns. */
struct table_sink {
    void *context;
    void (*keep_event)(void *context, uint32_t version, const char *text, size_t size);
    void (*keep_record)(void *context, uint32_t match, const char *text, size_t size);
    void (*answer)(void *context, const char *json, size_t size); /* to who gave the command */
    void (*news)(void *context, int viewer, const char *json, size_t size); /* a seat, SPECTATOR */
    bool (*watched)(void *context, int viewer); /* does anybody look with these eyes? */
};

/* What a call works with: the caller's, one for all tables of a thread. Large; nothing in it
 * outlives the call. */
struct table_desk {
    struct table_sink sink;
    /* A log of at least `capacity` plies with what is in `old`, which is then done with. NULL:
     * there is no memory, and the command is refused. */
    struct ply *(*lend)(void *context, struct ply *old, uint32_t count, uint32_t capacity);
    struct moves moves;
    struct events events, seen;
    union any_state view;
    char event[EVENT_TEXT_MAX];
    char news[NEWS_MAX];
    char record[RECORD_TEXT_MAX];
};

/* How a table is opened; also the first event. */
struct table_opening {
    const struct game *game;
    int seats; /* 0: the fewest */
    char code[CODE_SIZE + 1];
    uint8_t secret[SHA256_SIZE]; /* from the system's generator; its hash is the seal */
    uint8_t host[SHA256_SIZE];   /* hash of the host's token */
    bool screen;                 /* the host's device is a table screen */
};

const char *table_open(struct table *, const struct table_opening *, struct table_desk *,
                       int64_t now);

/* A table is what its events make of it: table_restore begins with zeroed memory and takes them one
 * by one, the first included. NULL, or what is wrong with the event. */
const char *table_restore(struct table *, struct table_desk *, const char *text, size_t size);

/* ---- guests ---- */

/* The guest with this token, or NO_GUEST; takes as long whoever it is. */
int table_find_guest(const struct table *, const uint8_t hash[SHA256_SIZE]);

/* Somebody whom the table should know from now on (who has not sat down yet need not be known).
 * NO_GUEST if there is no room. */
int table_add_guest(struct table *, struct table_desk *, const uint8_t hash[SHA256_SIZE],
                    bool screen, int64_t now);

/* A connection of the guest's was made or lost. */
void table_guest_here(struct table *, struct table_desk *, int guest, bool here, int64_t now);

/* With whose eyes the guest looks: its seat's, or SPECTATOR. */
int table_viewer(const struct table *, int guest);

/* ---- what goes in ---- */

/* A command of a guest's, or of an onlooker without a token (NO_GUEST), who can do little. Answers
 * exactly once. */
void table_command(struct table *, struct table_desk *, int guest, const char *json, size_t size,
                   int64_t now);

/* The version that a command led to, if it is one of the guest's last; 0: it is new. */
uint32_t table_done(const struct table *, int guest, int64_t cid);

/* What is due by now; and when to come back, CLOCK_NEVER if nothing will happen by itself. */
void table_tick(struct table *, struct table_desk *, int64_t now);
int64_t table_next(const struct table *);

/* While the store cannot keep anything, nobody moves and no time passes. */
void table_pause(struct table *, struct table_desk *, bool paused, int64_t now);

/* Nobody could move since the last event, since the table was only in a store: no time has passed
 * for clocks and windows. */
void table_wake(struct table *, struct table_desk *, int64_t now);

/* ---- bots ---- */

/* Seats whose bots should be asked now; each is named until table_ask. */
uint16_t table_thinkers(const struct table *);

/* Fills in what the seat's bot may know; it is then expected to answer. */
void table_ask(struct table *, int seat, struct state *view);
const char *table_level(const struct table *, int seat);

/* The answer to a question about this version of the match, 0 if the bot lets others go first.
 * Played when its time has come; one that is too late or not legal is dropped, and the bot is
 * asked again. */
void table_bot_move(struct table *, struct table_desk *, int seat, uint32_t version, move,
                    int64_t now);

/* ---- what somebody who comes is told ---- */

/* The whole table as this guest's eyes see it, whatever was missed; with the match's last moves, as
 * the news told them. Through sink.answer. */
void table_greet(const struct table *, struct table_desk *, int guest, int64_t now);

/* The same for somebody who has heard everything up to this version: only moves after it. One that
 * the table has not reached was another table's, and counts for nothing. */
void table_greet_since(const struct table *, struct table_desk *, int guest, uint32_t have,
                       int64_t now);

/* Memory that a table of this game needs. */
size_t table_size(const struct game *);

#endif
