/* SPDX-License-Identifier: MIT */
/*
 * What a game is. Everything that plays, draws, stores, searches or checks a game goes through the
 * one table of functions below and never asks which game it has before it.
 *
 * The functions work on the bytes they are given and on nothing else, so the same call gives the
 * same answer anywhere.
 *
 * Sentences. A function that refuses something from outside returns a *reason*: NULL for success,
 * or the key of a sentence in the catalogue (`i18n/`), `<game>.<rule or subject>.<word>`, such as
 * "gobblet.G5.occupied". Screens put it into words in their language; the middle part names the
 * rule that refused.
 */
#ifndef KUFSA_RULES_GAME_H
#define KUFSA_RULES_GAME_H

#include <string.h>

#include "base/chance.h"
#include "base/rng.h"
#include "base/text.h"

enum {
    SEATS_MAX = 10,
    OPTIONS_MAX = 6,
    STATE_MIN = 64,      /* bytes of the smallest state */
    STATE_MAX = 4096,    /* bytes of the largest state */
    MOVES_MAX = 32768,   /* legal moves of one seat at one time */
    EVENTS_MAX = 256,    /* events of one move */
    SCENE_MAX = 512,     /* items of one scene */
    STEPS_MAX = 16,      /* gestures of one move */
    WORD_MAX = 8,        /* bytes of a choice's notation, with its NUL */
    MOVE_TEXT_MAX = 64,  /* bytes of a move's notation, with its NUL */
    POSITION_MAX = 2048, /* bytes of a position's notation, with its NUL */
};

enum { TRUTH = -1, SPECTATOR = -2 }; /* who looks on without a chair */
enum { HIDDEN = -1 };                /* an answer that hangs on cards this view does not show */
enum { NO_PIECE = 0 };               /* none, or one whose face is not shown; faces count from 1 */
enum { NO_SEAT = -1 };

/* A number that each game lays out for itself. A move has one code, whichever way it was found. It
 * names cards and not their places in a hand, so a code from one imagined world is good in another.
 * No move is 0. */
typedef uint64_t move;

/* What every state begins with; a game's own fields follow. There are no pointers in a state and no
 * gaps between fields, so that copying and comparing its first `size` bytes is right. */
struct state {
    uint32_t ply;    /* moves made since the deal, or since the text it was read from */
    uint16_t actors; /* a bit for each seat that may make a move; none: over */
    uint16_t size;   /* bytes in use; what lies behind them means nothing */
    uint8_t seats;
    int8_t viewer;               /* whose eyes this is for; TRUTH: nobody's, all is there */
    uint8_t flags;               /* STATE_… */
    uint8_t unused;              /* 0 */
    int16_t option[OPTIONS_MAX]; /* index into the option's values */
};

enum {
    STATE_FORGETFUL = 1, /* apply keeps no history, so nothing repeats: perft and search */
    STATE_DRY = 2,       /* a shuffle was wanted and the text it came from had no stream: what
                          * apply left is worthless */
};

/* An option; its default is the value with index 0. Titles and help are in the catalogue. */
struct option {
    const char *name;
    const char *const *values;
    int count;
};

/* Where a thing lies. On the board x runs to the right and y upwards; elsewhere x is the index
 * (a hand's cards from 0 in card order, a reserve's stacks from 0) and y is 0. */
enum zone { ZONE_NONE, ZONE_BOARD, ZONE_HAND, ZONE_RESERVE, ZONE_PILE, ZONE_DISCARD };

struct place {
    uint8_t zone;
    int8_t seat; /* whose hand or reserve; NO_SEAT elsewhere */
    int8_t x, y;
};

/* What a move did, for animation and the log; nothing hangs on them. Kind, name on the wire, what
 * belongs to it. */
#define EVENT_KINDS(X)                                                                             \
    X(MOVE, "move")       /* piece: from one place to another */                                   \
    X(SHOW, "show")       /* piece: came to light at `to` */                                       \
    X(POINTS, "points")   /* count points for the seat */                                          \
    X(LOSE_TURN, "skip")  /* the seat loses its turn */                                            \
    X(SHUFFLE, "shuffle") /* count discards became the pile */                                     \
    X(REVERSE, "reverse") /* the direction of play turned round */                                 \
    X(COLOUR, "colour")   /* the seat named a colour: piece */                                     \
    X(CALL, "call")       /* the seat called its last card */                                      \
    X(FORGOT, "forgot")   /* the seat had not called: it draws */                                  \
    X(OWE, "owe")         /* the next player now owes count cards */                               \
    X(OPEN, "open")       /* a run stands open */                                                  \
    X(CLOSE, "close")     /* a run was closed */                                                   \
    X(WINDOW, "window")   /* others may react to what the seat laid */                             \
    X(BREAK, "break")     /* the seat broke it */                                                  \
    X(PASS, "pass")       /* the seat passed */                                                    \
    X(STAGE, "stage")     /* the seat begins a stage of count cards */                             \
    X(ROUND, "round")     /* a round ended, the seat was first out; count: its number */           \
    X(DEAL, "deal")       /* new cards were dealt: draw the table anew */                          \
    X(OVER, "over")       /* the game ended */

enum event_kind {
#define EVENT_ENUM(name, wire) EVENT_##name,
    EVENT_KINDS(EVENT_ENUM)
#undef EVENT_ENUM
};

enum { SEEN_BY_ALL = 0xffff, SEEN_BY_NONE = 0 }; /* else bit s: seat s */

struct event {
    uint8_t kind;
    int8_t seat;   /* who did it or whom it befell; NO_SEAT */
    uint16_t seen; /* who may see the piece's face; nobody unless said otherwise */
    int16_t piece; /* NO_PIECE if none or not to be seen */
    int16_t count;
    struct place from, to;
};

struct events {
    int count;
    struct event list[EVENTS_MAX];
};

/* Results. Scores are there during play, places mean something once the game is over. */
struct outcome {
    bool scored; /* this game, with these options, keeps points */
    int32_t score[SEATS_MAX];
    uint8_t place[SEATS_MAX]; /* 1 = won; ties share */
};

/* One thing on the table, for any screen. Things on one place are listed from the bottom up. */
struct item {
    struct place place;
    int16_t piece; /* NO_PIECE: face down */
    int16_t count; /* things of this kind there, 1 or more */
};

/* One touch of a finger. A screen that has followed some of them keeps the moves that begin like
 * that and shows where these go on. Cards in a hand match by piece, since a place in a hand means
 * nothing to a move. */
enum step_kind {
    STEP_TAKE,   /* take a piece: place and piece */
    STEP_PUT,    /* put it, or point, there: place */
    STEP_CHOOSE, /* choose a word: word */
};

struct step {
    uint8_t kind;
    uint8_t unused;
    int16_t piece;
    struct place place;
    char word[WORD_MAX]; /* "draw", "close", "B", "5x7" …, in the notation of moves */
};

struct game {
    const char *name;
    uint16_t rules_version; /* counts up when old records would replay otherwise */
    uint16_t state_size;
    uint32_t moves_max; /* most legal moves of one seat */
    uint32_t plies_max; /* no match is played on beyond it */
    uint8_t seats_min, seats_max;
    bool hidden;                  /* there are cards that not everybody sees */
    bool chance;                  /* a position carries its stream, for shuffles to come */
    const struct option *options; /* ends with a row whose name is NULL */

    /* The head is filled; the rest is zero. A game that shuffles later keeps a copy of the stream.
     */
    void (*deal)(struct state *, struct chance *);

    /* The legal moves of a seat, ascending, and how many; out NULL only counts. 0 if it may not
     * act. HIDDEN if it may and this view does not show its cards. */
    int (*legal)(const struct state *, int seat, move *out);

    /* Plays a legal move of an actor on a truth or an imagined truth. The log may be NULL. */
    void (*apply)(struct state *, int seat, move, struct events *);

    /* Points that a legal move adds to its seat's score at once; a screen's preview, and what a
     * greedy player looks at. 0 in games without points. */
    int32_t (*gain)(const struct state *, int seat, move);

    /* Points and, once over, places. */
    void (*tally)(const struct state *, struct outcome *);

    /* Copies what the viewer may know into a view whose head is filled and whose rest is zero. */
    void (*observe)(const struct state *, int viewer, struct state *view);

    /* Fills in what a view does not know, at random among all that it leaves possible. */
    void (*imagine)(struct state *view, struct search_rng *);

    /* What lies where, and how many items. */
    int (*scene)(const struct state *, struct item *out);

    /* A legal move as gestures, and how many. */
    int (*steps)(const struct state *, int seat, move, struct step *out);

    void (*write_move)(const struct state *, move, struct text *);

    /* The notation of a piece of scenes, steps and events. */
    void (*write_piece)(int piece, struct text *);

    /* The piece with this notation, from outside; NO_PIECE if there is none. */
    int (*read_piece)(const char *text);

    /* The position in the notation of docs/rules, in one line; also of a view. */
    void (*write_state)(const struct state *, struct text *);

    /* Untrusted text. The head's options are filled, and its seats (0: the text tells). A text that
     * hides cards becomes a view with viewer SPECTATOR, which is then the caller's to set. */
    const char *(*read_state)(struct state *, const char *text);

    /* Why this text is no legal move of the seat: a reason that names the rule, never NULL. Called
     * for text that is not among the legal moves; what it says hangs only on what the seat sees. */
    const char *(*refusal)(const struct state *, int seat, const char *text);

    /* NULL, or the invariant that is broken (for developers, in English). */
    const char *(*audit)(const struct state *);
};

/* ---- game.c: the registry and the checked gate ---- */

const struct game *game_at(int index); /* NULL behind the last; the order of games.def */
const struct game *game_find(const char *name);
extern const struct game game_null; /* the template: built and tested, not listed */

/* An option's index by its name, or -1; a value's index, or -1. */
int game_option(const struct game *, const char *name);
int game_option_value(const struct game *, int option, const char *value);

/* A head with default options, ready for game_deal or game_read. The state has game->state_size
 * bytes; the largest has STATE_MAX. */
void game_init(const struct game *, struct state *, int seats);

/* NULL, or why this many seats cannot play. 0 is refused. */
const char *game_check_seats(const struct game *, int seats);

void game_deal(const struct game *, struct state *, const uint8_t key[CHANCE_KEY_SIZE]);

/* Text from outside into a state whose head game_init filled (seats 0 where unknown). */
const char *game_read(const struct game *, struct state *, const char *text);
void game_write(const struct game *, const struct state *, struct text *);

struct moves {
    int count;
    move list[MOVES_MAX];
};

/* Fills `moves`; also checks what laws promise of legal(). */
int game_legal(const struct game *, const struct state *, int seat, struct moves *);

/* Where a move stands in the list, whose moves rise; or -1. */
int moves_find(const struct moves *, move);

/* Is this one of the seat's legal moves? `moves` is scratch space. */
bool game_is_legal(const struct game *, const struct state *, int seat, move, struct moves *);

/* Finds the legal move with this notation: NULL, or the reason why there is none. `moves` is
 * scratch space. */
const char *game_read_move(const struct game *, const struct state *, int seat, const char *text,
                           struct moves *, move *);

/* Plays a move that is known to be legal, on a truth. False if the state is worthless now, because
 * a shuffle was wanted and the position had no stream (STATE_DRY). */
bool game_apply(const struct game *, struct state *, int seat, move, struct events *);

void game_observe(const struct game *, const struct state *, int viewer, struct state *view);

/* Takes from the events what the viewer may not see; TRUTH sees everything. */
void events_observe(struct events *, int viewer);

/* Does the viewer see every piece that a seat's move took from its hand? If not, the notation of
 * the move would tell more than the viewer may know. */
bool events_show_move(const struct events *, int seat, int viewer);

/* Adds an event; the log may be NULL. What is left out of the initialiser shows nobody anything. */
void events_add(struct events *, struct event);

const char *event_kind_name(enum event_kind);

/* Room for a state of any game. The compiler must not think that a game's own struct lies
 * elsewhere: where it knows the game it would read a head from before a move. */
union __attribute__((may_alias)) any_state {
    struct state head;
    uint64_t words[STATE_MAX / 8];
};

/* Move sequences of this length, by whichever actor; history is left out of account. The last ply
 * is only counted unless every_ply is set. PERFT_DRY if one that is played wants a shuffle and the
 * position has no stream. The caller lends depth + 1 levels. */
enum { PERFT_DEPTH_MAX = 20 };
#define PERFT_DRY UINT64_MAX

struct perft_level {
    union any_state state;
    struct moves moves;
    uint64_t apart[33]; /* levels a multiple of 4 KiB apart would disturb each other in the cache */
};

uint64_t game_perft(const struct game *, const struct state *, int depth, bool every_ply,
                    struct perft_level *levels);

bool state_equal(const struct state *, const struct state *);

/* Searches live on this: the first cache line, which every state has, costs no call. */
static inline void state_copy(struct state *to, const struct state *from)
{
    memcpy(to, from, STATE_MIN);
    if (from->size > STATE_MIN)
        memcpy((char *)to + STATE_MIN, (const char *)from + STATE_MIN, from->size - STATE_MIN);
}

static inline bool state_over(const struct state *state)
{
    return state->actors == 0;
}

static inline bool state_acts(const struct state *state, int seat)
{
    return seat >= 0 && seat < state->seats && (state->actors >> seat & 1) != 0;
}

#endif
