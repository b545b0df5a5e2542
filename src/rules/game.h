/* SPDX-License-Identifier: MIT */
/*
 * What a game is. Everything that plays, draws, stores, searches or checks a game goes through the
 * one table of functions below and never asks which game it is.
 *
 * The functions use only the bytes they are given, so the same call gives the same answer
 * anywhere.
 *
 * Sentences. A function that refuses something from outside returns a *reason*: NULL for success,
 * or the key of a sentence in the catalogue (`i18n/`), `<game>.<rule or subject>.<word>`, such as
 * "gobblet.G5.occupied". Screens show it in their language; the middle part names the rule that
 * refused.
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
    FACTS_MAX = 512,     /* facts of one position */
    STEPS_MAX = 16,      /* gestures of one move */
    WORD_MAX = 8,        /* bytes of a choice's notation, with its NUL */
    MOVE_TEXT_MAX = 64,  /* bytes of a move's notation, with its NUL */
    POSITION_MAX = 2048, /* bytes of a position's notation, with its NUL */
};

enum { TRUTH = -1, SPECTATOR = -2 }; /* a SPECTATOR watches without a seat */
enum { HIDDEN = -1 };                /* depends on cards this view does not show */
enum { NO_PIECE = 0 };               /* none, or a hidden face; faces count from 1 */
enum { NO_SEAT = -1 };
enum { NO_ANSWER = -1 };

/* A number that each game encodes in its own way. A move has only one code, however it was found.
 * It names cards, not their places in a hand, so a code from one imagined world is valid in
 * another. No move is 0. */
typedef uint64_t move;

/* Every state starts with this; a game's own fields follow. A state has no pointers and no gaps
 * between fields, so its first `size` bytes can be copied and compared. */
struct state {
    uint32_t ply;    /* moves made since the deal, or since the text it was read from */
    uint16_t actors; /* a bit for each seat that may move; 0: the game is over */
    uint16_t size;   /* bytes in use; those after them mean nothing */
    uint8_t seats;
    int8_t viewer;               /* whose view this is; TRUTH: nobody's, everything is visible */
    uint8_t flags;               /* STATE_… */
    uint8_t unused;              /* 0 */
    int16_t option[OPTIONS_MAX]; /* index into the option's values */
};

enum {
    STATE_FORGETFUL = 1, /* apply keeps no history, so nothing repeats: perft and search */
    STATE_DRY = 2,       /* a shuffle was needed, but the text had no stream: what apply left is
                          * unusable */
};

/* An option; its default is the value at index 0. Titles and help are in the catalogue. A house
 * rule is not in the printed rules: such values come last. Records name an option that has no other
 * values only where a house rule was chosen. */
struct option {
    const char *name;
    const char *const *values;
    int count;
    int house; /* the first value that is a house rule; 0: none is */
};

/* Where a thing lies. On the board x runs to the right and y upwards; elsewhere x is the index (a
 * hand's cards from 0 in card order, a reserve's stacks from 0) and y is 0. */
enum zone { ZONE_NONE, ZONE_BOARD, ZONE_HAND, ZONE_RESERVE, ZONE_PILE, ZONE_DISCARD };

struct place {
    uint8_t zone;
    int8_t seat; /* whose hand or reserve; NO_SEAT elsewhere */
    int8_t x, y;
};

static inline bool place_equal(struct place a, struct place b)
{
    return a.zone == b.zone && a.seat == b.seat && a.x == b.x && a.y == b.y;
}

/* Events: what a move did, for animation and the log; nothing depends on them. Kind, name on the
 * wire, what it uses. */
#define EVENT_KINDS(X)                                                                             \
    X(MOVE, "move")       /* piece: from one place to another */                                   \
    X(TOUCH, "touch")     /* piece: was touched at `to`, and stays there */                        \
    X(SHOW, "show")       /* piece: was revealed at `to` */                                        \
    X(POINTS, "points")   /* count points for the seat */                                          \
    X(LOSE_TURN, "skip")  /* the seat loses its turn */                                            \
    X(SHUFFLE, "shuffle") /* count discards became the pile */                                     \
    X(REVERSE, "reverse") /* the direction of play was reversed */                                 \
    X(COLOUR, "colour")   /* the seat named a colour: piece */                                     \
    X(CALL, "call")       /* the seat called its last card */                                      \
    X(CATCH, "catch")     /* the seat caught one that had not called: FORGOT follows */            \
    X(FORGOT, "forgot")   /* the seat had not called: it draws */                                  \
    X(OWE, "owe")         /* the next player now owes count cards */                               \
    X(OPEN, "open")       /* a run is open */                                                      \
    X(CLOSE, "close")     /* a run was closed */                                                   \
    X(WINDOW, "window")   /* others may react to what the seat laid */                             \
    X(BREAK, "break")     /* the seat broke it */                                                  \
    X(PASS, "pass")       /* the seat passed */                                                    \
    X(STAGE, "stage")     /* the seat starts a stage of count cards */                             \
    X(ROUND, "round")     /* a round ended, the seat was first out; count: its number */           \
    X(DEAL, "deal")       /* new cards were dealt: redraw the table */                             \
    X(OVER, "over")       /* the game ended */

enum event_kind {
#define EVENT_ENUM(name, wire) EVENT_##name,
    EVENT_KINDS(EVENT_ENUM)
#undef EVENT_ENUM
};

enum { SEEN_BY_ALL = 0xffff, SEEN_BY_NONE = 0 }; /* else bit s: seat s */

struct event {
    uint8_t kind;
    int8_t seat;   /* who did it or whom it happened to; NO_SEAT */
    uint16_t seen; /* who may see the piece's face; nobody by default */
    int16_t piece; /* NO_PIECE if none or hidden */
    int16_t count;
    struct place from, to;
};

struct events {
    int count;
    struct event list[EVENTS_MAX];
};

/* Results. Scores are valid during play, places once the game is over. */
struct outcome {
    bool scored; /* this game, with these options, keeps points */
    int32_t score[SEATS_MAX];
    uint8_t place[SEATS_MAX]; /* 1 = won; ties share */
};

/* One thing on the table, for any screen. Things in one place are listed from the bottom up. */
struct item {
    struct place place;
    int16_t piece; /* NO_PIECE: face down */
    int16_t count; /* things of this kind there, 1 or more */
};

/* One thing that is true of a position: facts.def. Fields it does not use are NO_SEAT, ZONE_NONE,
 * NO_PIECE or 0. */
enum fact_name {
#define FACT(name, wire) FACT_##name,
#include "rules/facts.def"
#undef FACT
    FACT_NAMES
};

struct fact {
    uint8_t name;
    int8_t seat;
    int16_t piece;
    int16_t number;
    struct place place;
};

/* One touch. A screen that has followed some steps keeps the moves that start with them and shows
 * where those go next. Cards in a hand match by piece, since a place in a hand means nothing to a
 * move. */
enum step_kind {
    STEP_TAKE,   /* take a piece: place and piece */
    STEP_PUT,    /* put it there, or point there: place */
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
    uint16_t rules_version; /* increases when old records would replay differently */
    uint16_t state_size;
    uint32_t moves_max; /* most legal moves of one seat */
    uint32_t plies_max; /* no match goes on longer */
    uint8_t seats_min, seats_max;
    bool hidden;                  /* some cards are not visible to everybody */
    bool chance;                  /* a position carries its stream, for later shuffles */
    const struct option *options; /* ends with a row whose name is NULL */

    /* The head is filled; the rest is zero. A game that shuffles later keeps a copy of the stream.
     */
    void (*deal)(struct state *, struct chance *);

    /* Writes the legal moves of a seat, ascending, and returns how many; with out NULL it only
     * counts. 0 if the seat may not act. HIDDEN if it may but this view does not show its
     * cards. */
    int (*legal)(const struct state *, int seat, move *out);

    /* Plays a legal move of an actor on a truth or an imagined truth. The log may be NULL. */
    void (*apply)(struct state *, int seat, move, struct events *);

    /* Points that a legal move adds to its seat's score at once, for a screen's preview and for
     * greedy players. 0 in games without points. */
    int32_t (*gain)(const struct state *, int seat, move);

    /* Points and, once the game is over, places. */
    void (*tally)(const struct state *, struct outcome *);

    /* Copies what the viewer may know into a view whose head is filled in and whose rest is
     * zero. */
    void (*observe)(const struct state *, int viewer, struct state *view);

    /* Fills in what a view does not know, at random among everything it leaves possible. */
    void (*imagine)(struct state *view, struct search_rng *);

    /* What lies where; returns the number of items. */
    int (*scene)(const struct state *, struct item *out);

    /* What is true of the position; returns the number of facts. For a view, what its viewer may
     * know. */
    int (*facts)(const struct state *, struct fact *out);

    /* How the points of a legal move add up; returns the number of facts. NULL: the number of
     * points says it all. */
    int (*account)(const struct state *, int seat, move, struct fact *out);

    /* A place of the board as moves name it; NULL: there is no board. */
    void (*write_place)(struct place, struct text *);

    /* A legal move as gestures; returns how many. */
    int (*steps)(const struct state *, int seat, move, struct step *out);

    void (*write_move)(const struct state *, move, struct text *);

    /* The notation of a piece of scenes, steps and events. */
    void (*write_piece)(int piece, struct text *);

    /* The piece with this notation, from outside; NO_PIECE if there is none. */
    int (*read_piece)(const char *text);

    /* The position, or a view, in the notation of docs/notation, on one line. */
    void (*write_state)(const struct state *, struct text *);

    /* The standard spelling of a move or position; text that cannot be improved is copied. NULL if
     * each thing can be written in only one way. */
    void (*respell)(const char *text, struct text *);

    /* Untrusted text. The head's options are filled in, and its seats (0: taken from the text). A
     * text that hides cards becomes a view with viewer SPECTATOR, which the caller may then
     * change. */
    const char *(*read_state)(struct state *, const char *text);

    /* Why this text is not a legal move of the seat: a reason that names the rule, never NULL.
     * Called for text that is not among the legal moves; the answer depends only on what the seat
     * sees. */
    const char *(*refusal)(const struct state *, int seat, const char *text);

    /* For tables where players say part of a move themselves, as Cento's products: is this text,
     * which is not a legal move, a wrong answer about something that the seat could play? Writes
     * the legal moves that would have been right, ascending, and returns how many; NO_ANSWER: it is
     * not an answer. NULL: players say nothing in this game. */
    int (*answer)(const struct state *, int seat, const char *text, move *out);

    /* The move played for those who answer wrong too often. NULL if players say nothing. */
    const char *forfeit;

    /* Why no legal move of the seat starts with these gestures, called only if none does: a reason
     * that names the rule, or NULL if it is unclear what was intended. The last gesture is the new
     * one; those before it start a legal move. */
    const char *(*refuse_steps)(const struct state *, int seat, const struct step *, int count);

    /* NULL, or the broken invariant (for developers, in English). */
    const char *(*audit)(const struct state *);
};

/* ---- game.c: the registry and the checked gate ---- */

const struct game *game_at(int index); /* NULL past the last; in the order of games.def */
const struct game *game_find(const char *name);
extern const struct game game_null; /* the template: built and tested, not listed */

/* The index of an option by name, or -1; the index of a value, or -1. */
int game_option(const struct game *, const char *name);
int game_option_value(const struct game *, int option, const char *value);
bool option_is_house(const struct option *, int value);

/* Fills in a head with default options, ready for game_deal or game_read. The state has
 * game->state_size bytes; the largest has STATE_MAX. */
void game_init(const struct game *, struct state *, int seats);

/* NULL, or why this many seats cannot play. 0 is refused. */
const char *game_check_seats(const struct game *, int seats);

void game_deal(const struct game *, struct state *, const uint8_t key[CHANCE_KEY_SIZE]);

/* Reads text from outside into a state whose head game_init filled in (seats 0 if unknown). */
const char *game_read(const struct game *, struct state *, const char *text);
void game_write(const struct game *, const struct state *, struct text *);

struct moves {
    int count;
    move list[MOVES_MAX];
};

/* Fills `moves`; also checks what the laws promise about legal(). */
int game_legal(const struct game *, const struct state *, int seat, struct moves *);

/* The index of a move in the list, which is ascending, or -1. */
int moves_find(const struct moves *, move);

/* Is this one of the seat's legal moves? `moves` is scratch space. */
bool game_is_legal(const struct game *, const struct state *, int seat, move, struct moves *);

/* Finds the legal move with this notation. Returns NULL, or the reason why there is none. `moves`
 * is scratch space. */
const char *game_read_move(const struct game *, const struct state *, int seat, const char *text,
                           struct moves *, move *);

/* The standard spelling of a move's or position's text: `out`, or the text itself. */
const char *game_respell(const struct game *, const char *text, char *out, size_t size);

/* Plays a move that is known to be legal, on a truth. False if the state is now unusable, because a
 * shuffle was needed and the position had no stream (STATE_DRY). */
bool game_apply(const struct game *, struct state *, int seat, move, struct events *);

void game_observe(const struct game *, const struct state *, int viewer, struct state *view);

/* Removes from the events what the viewer may not see; TRUTH sees everything. */
void events_observe(struct events *, int viewer);

/* Does the viewer see every piece that a seat's move took from its hand? If not, the notation of
 * the move would say more than the viewer may know. */
bool events_show_move(const struct events *, int seat, int viewer);

/* Adds an event; the log may be NULL. By default nobody sees its piece. */
void events_add(struct events *, struct event);

const char *event_kind_name(enum event_kind);
const char *fact_name(enum fact_name);

/* The position's facts; at most FACTS_MAX. */
struct facts {
    int count;
    struct fact list[FACTS_MAX];
};
void game_facts(const struct game *, const struct state *, struct facts *);

/* The first fact with this name, about this seat unless it is NO_SEAT; NULL if there is none. */
const struct fact *facts_find(const struct facts *, enum fact_name, int seat);

/* Removes what players must say themselves: how cards can be declared, and what fits. */
void facts_quieten(struct facts *);

/* Room for a state of any game. May alias: otherwise the compiler assumes that a game's own struct
 * lies elsewhere and, where it knows the game, may read the head as it was before a move. */
union __attribute__((may_alias)) any_state {
    struct state head;
    uint64_t words[STATE_MAX / 8];
};

/* Counts the move sequences of this length, by any actor, ignoring history. The last ply is only
 * counted, not played, unless every_ply is set. PERFT_DRY if a move that is played needs a shuffle
 * and the position has no stream. The caller provides depth + 1 levels. */
enum { PERFT_DEPTH_MAX = 20 };
#define PERFT_DRY UINT64_MAX

struct perft_level {
    union any_state state;
    struct moves moves;
    uint64_t apart[33]; /* levels a multiple of 4 KiB apart would collide in the cache */
};

uint64_t game_perft(const struct game *, const struct state *, int depth, bool every_ply,
                    struct perft_level *levels);

bool state_equal(const struct state *, const struct state *);

/* Searches depend on its speed: the first cache line, which every state has, costs no call. */
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
