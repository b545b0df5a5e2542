/* SPDX-License-Identifier: MIT */
/*
 * A table: a room where people, bots and onlookers meet, from its opening to the last rematch. It
 * has no sockets, disk, clock or heap of its own: commands and the time go in; what to keep, what
 * to tell and what bots should think about come out.
 *
 *     command ─▶ table_command ─┐     ┌─▶ keep: an event, or a finished record ─▶ the store
 *     time ────▶ table_tick ────┼─────┼─▶ tell: an answer, and news for each viewer, once that
 *     bots ────▶ table_bot_move ┘     │         is kept
 *     people come and go ─────────────┴─▶ table_thinkers: seats whose bots are to be asked
 *
 * 1. Everything that happens is an event, a line of text with a number, the version: 1, 2, 3 … Only
 *    events change a table, so a table restored from its events is the same table.
 * 2. The caller sends what a call tells only once what the same call keeps is durable.
 * 3. News is written from a view made for its viewer; the encoder takes nothing else. An event that
 *    a viewer must not know about is a `skip` with its version.
 * 4. A guest is known by a token that only its own devices have; the table stores the token's hash.
 *    A token can be replaced; the old one is then worthless. A guest sits on one seat or watches.
 *    A screen never sits, so it never sees a hand.
 * 5. When something happens depends only on public things: a window for reactions lasts equally
 *    long whether or not anybody can react, and a bot moves when it would with any other hand.
 *
 * Time is unix time in milliseconds and never runs backwards. Refusals are keys of the catalogue.
 */
#ifndef KUFSA_TABLE_TABLE_H
#define KUFSA_TABLE_TABLE_H

#include "base/sha256.h"
#include "match/match.h"
#include "table/order.h"

/* Codes of tables without a server begin with this. No room's code does: it has no O, which looks
 * like a zero. */
#define TABLE_ON_DEVICE "ON"

enum {
    GUESTS_MAX = SEATS_MAX + 2, /* everybody who sits, the host, and one who is arriving */
    CODE_MIN = 6,               /* letters of a room's code, */
    CODE_SIZE = 8,              /* and the most */
    TOKEN_SIZE = 16,            /* bytes of a token */
    TOKEN_TEXT_SIZE = 32,       /* in hexadecimal */
    BLOCKED_MAX = 8,            /* blocked guests that are remembered */
    CIDS_KEPT = 8,              /* commands per guest whose answers are remembered */
    SALT_MAX = 32,              /* bytes that a player may add to the chance of the deal */
    EVENT_TEXT_MAX = 512,       /* bytes of an event */
    RECORD_TEXT_MAX = 1 << 18,  /* bytes of a record; a longer match has none */
    TAGS_MAX = 2048,
    NEWS_MAX = 32768,   /* bytes of any message */
    LEGAL_MAX = 64,     /* legal moves sent without being asked for */
    LEGAL_PAGE = 256,   /* legal moves per answer when asked for */
    MOVES_TOLD = 16,    /* last moves of the match sent to a newcomer */
    LOG_STEP = 64,      /* plies there is room for at first, and how many are added each time */
    TRIES_TURN = 3,     /* wrong answers that cost the turn, where the host wants that */
    TRIES_KEPT = 24,    /* a seat's last wrong answers, shown to their player at the end */
    TRIES_MATCH = 1000, /* a seat's wrong answers in a match; more are refused and forgotten */
    TRY_TEXT_MAX = 20,
    EVENING_MAX = GUESTS_MAX + SEATS_MAX + 2, /* players that the score of the evening knows */
};

enum table_games {
#define GAME(name) TABLE_GAME_##name,
#include "rules/games.def"
#undef GAME
    TABLE_GAMES
};

#define TABLE_STAND_IN "casual" /* the level of bots that take over automatically */
#define TABLE_DEEP "master"     /* the level that gets more time to think */

/* Times in milliseconds. */
enum {
    WINDOW_MS = 4000,       /* for a reaction */
    BOT_MS = 900,           /* before a bot moves, so that people can follow */
    BOT_REACTION_MS = 1500, /* before it answers in a window */
    BOT_AGAIN_MS = 600,     /* before it continues its own turn, or calls a last card */
    BOT_DEEP_MS = 2000,     /* the same for TABLE_DEEP */
    BOT_DEEP_REACTION_MS = 2000,
    BOT_DEEP_AGAIN_MS = 1200,
    BOT_PATIENCE_MS = 3000, /* before it moves while a person may still act, for example call */
    BOT_SPARE_MS = 250,     /* its answer must be ready this long before it moves */
    BOT_SLOT_MS = 500,      /* otherwise it waits for the next of these */
    HOST_GRACE_MS = 60000,  /* a host who is away longer loses the role */
    LEAD_GRACE_MS = 10000,  /* so does the phone that leads at a shared screen, until it is back */
    TABLE_GRACE_MS = 30000, /* before a bot may play for somebody away, unless the host … */
    NUDGE_AFTER_MS = 60000, /* of waiting for somebody's turn before others may nudge them */
    TABLE_GRACE_MIN_MS = 10000, /* … sets another time, within these */
    TABLE_GRACE_MAX_MS = 600000,
};

enum { NO_GUEST = -1 };

enum phase { PHASE_LOBBY, PHASE_PLAY, PHASE_OVER };
enum { PHASES = PHASE_OVER + 1 };
extern const char *const phase_names[PHASES];

/* Do players say part of a move themselves, where others would see it lit (Cento's products)? */
enum aloud {
    ALOUD_OFF,
    ALOUD_ON,    /* wrong answers are refused and counted */
    ALOUD_THREE, /* and the third of a turn costs the turn */
};
enum { ALOUDS = ALOUD_THREE + 1 };
extern const char *const aloud_names[ALOUDS];

/* Who sits where in the next match: all move up one seat, chance decides, or nobody moves. */
enum seating { SEATING_TURN, SEATING_MIX, SEATING_STAY };
enum { SEATINGS = SEATING_STAY + 1 };
extern const char *const seating_names[SEATINGS];

struct guest {
    uint8_t hash[SHA256_SIZE]; /* of its token */
    uint32_t token_v;          /* the version that gave the guest this token */
    uint32_t idle_v;           /* the version since which it has had no seat */
    uint32_t plays_v; /* the version since which it has had a seat or waited for one, or 0 */
    uint32_t waits;   /* for a seat in the next match: its number; 0: does not wait */
    uint16_t streak;  /* matches played without a break */
    bool known;       /* this row is in use */
    bool screen;
    uint8_t here;      /* connections; not kept: after a restart nobody is here */
    int8_t seat;       /* NO_SEAT: an onlooker */
    int64_t gone;      /* when its last connection was lost; not kept, see awake */
    uint8_t cid_count; /* commands remembered, the newest last */
    struct {
        uint32_t cid, version; /* the version it produced */
    } cids[CIDS_KEPT];
    char name[PLAYER_NAME_MAX]; /* of a guest who waits */
};

enum seat_kind { SEAT_EMPTY, SEAT_PERSON, SEAT_BOT };

/* A seat before the start and between matches; during a match, the match knows who plays. */
struct table_seat {
    uint8_t kind; /* enum seat_kind */
    int8_t guest;
    bool ready;
    char level[LEVEL_NAME_MAX];
    char name[PLAYER_NAME_MAX];
    uint8_t salt[SALT_MAX];
};

/* The wrong answers of a seat's player. What would have been right follows from the position. */
struct table_tries {
    uint16_t count; /* in this match */
    uint8_t turn;   /* in this position */
    uint8_t kept;
    struct {
        uint32_t ply; /* moves of the match before it */
        char move[TRY_TEXT_MAX];
    } list[TRIES_KEPT]; /* the last ones, oldest first */
};

/* What somebody has played at this table, by game. */
struct evening_row {
    char name[PLAYER_NAME_MAX]; /* of a bot: its level */
    int8_t guest;               /* NO_GUEST: a bot, or somebody whose guest is gone */
    bool bot;
    uint8_t which;  /* of the bots of its level, by seats */
    uint16_t games; /* 0: this row is free */
    uint32_t last;  /* the last match they played */
    struct {
        uint16_t games, wins;
        int32_t points; /* where points are counted */
    } in[TABLE_GAMES];
};

/* What a bot has answered, until it is time to play it. */
struct table_thought {
    move move;
    int64_t slot; /* played no earlier than this because it is late; 0: not late */
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
    bool locked; /* by the host: nobody new may come in */
    uint8_t blocked_count;
    uint8_t blocked[BLOCKED_MAX][SHA256_SIZE]; /* hashes of tokens, the newest last */
    int16_t option[OPTIONS_MAX];
    enum clock_kind clock;
    int32_t clock_millis, clock_increment;
    int32_t grace; /* milliseconds that somebody may be away before a bot may play for them */
    enum aloud aloud;
    enum seating seating;
    uint32_t waits; /* how often somebody began to wait */
    uint32_t leads; /* plays_v of the guest who leads instead of the first */
    uint32_t version;
    uint32_t matches; /* started so far */
    uint32_t windows; /* opened so far in this match */
    bool window_open;
    uint16_t answers; /* bit s: seat s may still answer in the window */
    int64_t window_until;
    uint32_t position_v; /* the version at which the position last changed */
    int64_t moved;       /* when the position last changed: bots' delays count from here */
    int64_t now;         /* the latest time the table has been told */
    int64_t awake; /* when the first guest came; not kept, so that after a restart nobody seems long
                      gone */
    uint8_t secret[SHA256_SIZE];        /* of future matches */
    uint8_t dealt[SHA256_SIZE];         /* of the current match */
    uint8_t salts[SEATS_MAX][SALT_MAX]; /* what each seat added to this match's deal */
    bool given_next, given_now;         /* the next match, or this one, begins as another did */
    uint8_t given_key[CHANCE_KEY_SIZE]; /* its key, */
    uint32_t given;                     /* and the moves that are taken from it */
    int8_t mover;                       /* the seat that moved last */
    int8_t nudged;                      /* the seat everybody is waiting for, or NO_SEAT */
    uint16_t agreed;                    /* bit s: seat s agrees to a bot for it */
    int64_t nudged_at;                  /* when the nudge was made, or the table resumed */
    uint16_t wants_rematch;             /* bit s; begins when all people who sit want it */
    struct guest guests[GUESTS_MAX];
    struct table_seat seat[SEATS_MAX];
    struct table_thought thoughts[SEATS_MAX];
    struct table_tries tries[SEATS_MAX];
    struct evening_row evening[EVENING_MAX];
    struct match match; /* last: only as much memory as the games' states need */
};

/* Where output goes. Each function is called during the call that causes it; texts belong to the
 * table and are valid until the function returns. */
struct table_sink {
    void *context;
    void (*keep_event)(void *context, uint32_t version, const char *text, size_t size);
    void (*keep_record)(void *context, uint32_t match, const char *text, size_t size);
    void (*answer)(void *context, const char *json, size_t size);           /* to the sender */
    void (*news)(void *context, int viewer, const char *json, size_t size); /* a seat, SPECTATOR */
    bool (*watched)(void *context, int viewer); /* does anybody have this view? */
};

/* Working memory for a call: the caller's, one for all tables of a thread. Large; nothing in it
 * outlives the call. */
struct table_workspace {
    struct table_sink sink;
    /* Returns a log of at least `capacity` plies with the contents of `old`, which must not be used
     * afterwards. NULL: out of memory, and the command is refused. */
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

const char *table_open(struct table *, const struct table_opening *, struct table_workspace *,
                       int64_t now);

/* A table is the result of its events: table_restore starts from zeroed memory and takes them one
 * by one, including the first. NULL, or what is wrong with the event. */
const char *table_restore(struct table *, struct table_workspace *, const char *text, size_t size);

/* Writes the record of the match that is over. False if it does not fit, or if it did not begin
 * with a deal: then there is none. */
bool table_record(const struct table *, struct text *);

/* For a table from a copy, whose original may have continued and revealed the secret since: sets a
 * new secret. Players who were ready must say so again. */
void table_reseal(struct table *, struct table_workspace *, const uint8_t secret[SHA256_SIZE],
                  int64_t now);

/* For a table in the lobby whose host knows the cards anyway: the next match is dealt with this key
 * and begins with this many moves of another game. Once it has started, they follow one by one.
 * NULL, or why not. */
const char *table_give(struct table *, struct table_workspace *, const uint8_t key[CHANCE_KEY_SIZE],
                       uint32_t moves, int64_t now);
const char *table_give_move(struct table *, struct table_workspace *, int seat, const char *text,
                            int64_t now);

/* ---- guests ---- */

/* The guest with this token, or NO_GUEST; takes equally long for every token. */
int table_find_guest(const struct table *, const uint8_t hash[SHA256_SIZE]);

/* Adds a guest. If all rows are taken, a guest without a seat gives way: one who is not here, or
 * else the one who has been without a seat for longest. NO_GUEST if there is no room. */
int table_add_guest(struct table *, struct table_workspace *, const uint8_t hash[SHA256_SIZE],
                    bool screen, int64_t now);

/* Has the host blocked this token? */
bool table_is_blocked(const struct table *, const uint8_t hash[SHA256_SIZE]);

/* Gives the guest another token; the old one no longer works. NULL, or why not. */
const char *table_replace_token(struct table *, struct table_workspace *, int guest,
                                const uint8_t hash[SHA256_SIZE], int64_t now);

/* The guest gained or lost a connection. */
void table_guest_here(struct table *, struct table_workspace *, int guest, bool here, int64_t now);

/* Which view the guest has: its seat's, or SPECTATOR. */
int table_viewer(const struct table *, int guest);

/* ---- what goes in ---- */

/* A command from a guest, or from an onlooker without a token (NO_GUEST), who can do little.
 * Answers exactly once. */
void table_order(struct table *, struct table_workspace *, int guest, const struct order *,
                 int64_t now);

/* The same for a command that is still JSON. */
void table_command(struct table *, struct table_workspace *, int guest, const char *json,
                   size_t size, int64_t now);

/* The version that a command produced, if it is among the guest's last ones; 0: it is new. */
uint32_t table_done(const struct table *, int guest, int64_t cid);

/* table_tick does what is due by now; table_next says when to call it again, CLOCK_NEVER if nothing
 * will happen by itself. */
void table_tick(struct table *, struct table_workspace *, int64_t now);
int64_t table_next(const struct table *);

/* Does time count here for somebody: a clock, an open window, a reminder? */
bool table_runs(const struct table *);

/* While the store cannot keep anything, nobody moves and no time passes. */
void table_pause(struct table *, struct table_workspace *, bool paused, int64_t now);

/* The table was only in the store, so nobody has been able to move since the last event: clocks and
 * windows have not run. */
void table_wake(struct table *, struct table_workspace *, int64_t now);

/* The same for people who are away, when the server was frozen and the table with it. */
void table_thaw(struct table *, struct table_workspace *, int64_t now);

/* ---- bots ---- */

/* Seats whose bots should be asked now; a seat is listed until table_ask. table_first_thinker is
 * the one to move first, which should be asked first, or NO_SEAT. */
uint16_t table_thinkers(const struct table *);
int table_first_thinker(const struct table *);

/* Fills in what the seat's bot may know, and returns for how many milliseconds it may think, so
 * that all bots to be asked have answered before they move. A bot that is asked or answers too late
 * moves at the next of several slots, far apart: how late it is does not reveal how much it had to
 * think about. */
int64_t table_ask(struct table *, int seat, struct state *view, int64_t now);

/* Tells when the bot began to think about this version, if it had to wait for a thread. A bot that
 * begins too late gets a later slot at once, so the delay does not depend on what it had to think
 * about. */
void table_bot_began(struct table *, int seat, uint32_t version, int64_t then);

/* When the seat's bot moves, unless it is late or passes. Public, like everything it depends on. */
int64_t table_bot_moment(const struct table *, int seat);
const char *table_level(const struct table *, int seat);

/* The bot's answer about this version of the match; 0 lets others go first. It is played when its
 * time comes. An answer about an older version is dropped; after an illegal one the bot is asked
 * again. */
void table_bot_move(struct table *, struct table_workspace *, int seat, uint32_t version, move,
                    int64_t now);

/* ---- what a newcomer is told ---- */

/* The whole table as this guest may see it, whatever was missed, with the match's last moves as the
 * news told them. Sent through sink.answer. */
void table_greet(const struct table *, struct table_workspace *, int guest, int64_t now);

/* The same for a guest who has heard everything up to `have`: only moves after it. A future version
 * belonged to another table and is ignored. */
void table_greet_since(const struct table *, struct table_workspace *, int guest, uint32_t have,
                       int64_t now);

/* Memory that a table needs, whichever game comes next. */
size_t table_size(void);

#endif
