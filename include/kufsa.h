/* SPDX-License-Identifier: MIT */
/*
 * libkufsa: the rules of Kufsa's games, its computer players and its records, for programs.
 *
 *     struct kufsa_position *position = NULL; uint8_t key[KUFSA_KEY_SIZE];
 *     kufsa_key(7, 0, key);
 *     const char *reason = kufsa_deal("gobblet", 2, NULL, key, &position);
 *     if (!reason)
 *         reason = kufsa_play_text(position, 0, "4@a1");
 *     if (reason)
 *         fprintf(stderr, "%s\n", kufsa_sentence(reason, "en"));
 *     kufsa_position_free(position);
 *
 * Reasons. A function that may refuse returns a *reason*: NULL for success, or a constant string
 * such as "gobblet.G6.larger", whose middle part names the rule. It then has changed nothing and
 * set nothing. No argument makes the library stop the program.
 *
 * Memory. Objects are made and freed by the library; everything else is the caller's. Strings that
 * are returned are constants, or live as long as the object they were asked of.
 *
 * Threads. There is no state outside the objects. One object is used by one thread at a time;
 * different objects know nothing of each other. Only kufsa_stop may be called from anywhere.
 *
 * Numbers. Seats count from 0. A move is a number that is the same in every position, on every
 * machine; 0 is no move. docs/library.md has the tables.
 */
#ifndef KUFSA_H
#define KUFSA_H

#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#define KUFSA_API __attribute__((visibility("default")))
enum {
    KUFSA_ABI = 0,              /* of this header; kufsa_abi() has that of the library */
    KUFSA_SEATS_MAX = 10,       /* seats of any game */
    KUFSA_KEY_SIZE = 32,        /* bytes of a key, which deals the cards */
    KUFSA_MOVE_SIZE = 64,       /* bytes of a move's notation, with its NUL */
    KUFSA_POSITION_SIZE = 2048, /* bytes of a position's notation, with its NUL */
    KUFSA_VERDICT_SIZE = 8192,  /* bytes of a verdict, with its NUL */
    KUFSA_PIECE_SIZE = 16,      /* bytes of a piece's notation, with its NUL */
    KUFSA_RULE_SIZE = 8,        /* bytes of a rule's number, with its NUL */
    KUFSA_REASON_SIZE = 512,    /* bytes of why a move is good, with its NUL */
    KUFSA_ITEMS_MAX = 512,      /* items of a scene, facts of a position */
    KUFSA_CANDIDATES_MAX = 64,  /* moves that a player weighed */
    KUFSA_REASONS_MAX = 3,      /* why one of them is good */
    KUFSA_TRUTH = -1,           /* nobody's view: everything is visible */
    KUFSA_SPECTATOR = -2,       /* sees what lies open, and no hand */
    KUFSA_NO_SEAT = -1,         /* in items and facts */
};

/* The objects. */
struct kufsa_position;
struct kufsa_player;
struct kufsa_record;
struct kufsa_batch;

/* ---- what there is ---- */

/* The library's ABI: programs made for another one cannot use it. */
KUFSA_API int kufsa_abi(void);

/* The version, such as "0.1.0". */
KUFSA_API const char *kufsa_version(void);

/* The name of a game by index, NULL past the last. */
KUFSA_API const char *kufsa_game(int index);

/* The version of a game's rules, by which old records play the same; 0 if there is none. */
KUFSA_API int kufsa_rules(const char *game);

/* How few and how many can play. */
KUFSA_API const char *kufsa_seats(const char *game, int *fewest, int *most);

/* The name of a game's option by index, NULL past the last. */
KUFSA_API const char *kufsa_option(const char *game, int option);

/* A value of that option by index, NULL past the last; the first is the default. */
KUFSA_API const char *kufsa_option_value(const char *game, int option, int value);

/* The name of a computer player's level by index, the weakest first, NULL past the last. */
KUFSA_API const char *kufsa_level(int index);

/* ---- reasons ---- */

/* The sentence of a reason, in "en" or "he"; NULL if there is none. */
KUFSA_API const char *kufsa_sentence(const char *reason, const char *language);

/* Writes the number of the rule that a reason names, such as "G6", or "". Returns 1 or 0. */
KUFSA_API int kufsa_rule(const char *reason, char rule[KUFSA_RULE_SIZE]);

/* ---- positions ---- */

/* The key of a seed's round (batches play rounds 0, 1, 2 …): 8 bytes each, little-endian; zeros. */
KUFSA_API void kufsa_key(uint64_t seed, uint64_t round, uint8_t key[KUFSA_KEY_SIZE]);

/* A new game, dealt with a key: the same key deals the same cards everywhere. Options are written
 * "name=value name=value"; NULL and those not named mean the defaults. */
KUFSA_API const char *kufsa_deal(const char *game, int seats, const char *options,
                                 const uint8_t key[KUFSA_KEY_SIZE], struct kufsa_position **);

/* The position of a text (docs/notation); seats 0: as it shows. Hidden cards: a spectator's. */
KUFSA_API const char *kufsa_read(const char *game, int seats, const char *options, const char *text,
                                 struct kufsa_position **);

/* A copy. */
KUFSA_API const char *kufsa_copy(const struct kufsa_position *, struct kufsa_position **);

/* What a seat or KUFSA_SPECTATOR may know of a position, and nothing else. */
KUFSA_API const char *kufsa_view(const struct kufsa_position *, int seat, struct kufsa_position **);

/* A world that a view leaves possible: the seed makes up what is hidden. A truth has only one. */
KUFSA_API const char *kufsa_imagine(const struct kufsa_position *, uint64_t seed,
                                    struct kufsa_position **);

/* Frees a position; NULL is none. */
KUFSA_API void kufsa_position_free(struct kufsa_position *);

/* Writes the position's notation. */
KUFSA_API const char *kufsa_write(const struct kufsa_position *, char text[KUFSA_POSITION_SIZE]);

/* The name of its game. */
KUFSA_API const char *kufsa_position_game(const struct kufsa_position *);

/* The value of an option of that game by index, NULL past the last. */
KUFSA_API const char *kufsa_position_option(const struct kufsa_position *, int option);

/* How many play. */
KUFSA_API int kufsa_position_seats(const struct kufsa_position *);

/* Whose view it is: a seat, KUFSA_SPECTATOR or KUFSA_TRUTH. */
KUFSA_API int kufsa_viewer(const struct kufsa_position *);

/* The seats that may act, a bit each; 0: the game is over. */
KUFSA_API unsigned kufsa_actors(const struct kufsa_position *);

/* Moves made since the deal, or since the text it was read from. */
KUFSA_API uint32_t kufsa_ply(const struct kufsa_position *);

/* Each seat's points, where a game keeps them (returns 1, else 0), and its place once the game is
 * over: 1 has won, ties share; 0 until then. Both arrays have KUFSA_SEATS_MAX. */
KUFSA_API int kufsa_result(const struct kufsa_position *, int32_t *points, uint8_t *places);

/* ---- moves ---- */

/* Up to `room` of a seat's legal moves, ascending; *count is how many there are, perhaps 0. */
KUFSA_API const char *kufsa_legal(const struct kufsa_position *, int seat, uint64_t *moves,
                                  size_t room, size_t *count);

/* The code of the legal move with this notation, or why there is none. */
KUFSA_API const char *kufsa_read_move(const struct kufsa_position *, int seat, const char *text,
                                      uint64_t *code);

/* Writes the notation of a legal move. */
KUFSA_API const char *kufsa_write_move(const struct kufsa_position *, int seat, uint64_t code,
                                       char text[KUFSA_MOVE_SIZE]);

/* The points that a legal move adds at once. */
KUFSA_API const char *kufsa_gain(const struct kufsa_position *, int seat, uint64_t code,
                                 int32_t *points);

/* Plays a legal move on a truth. */
KUFSA_API const char *kufsa_play(struct kufsa_position *, int seat, uint64_t code);

/* The same with the move's notation. */
KUFSA_API const char *kufsa_play_text(struct kufsa_position *, int seat, const char *text);

/* ---- what lies where, and what is true ---- */

enum kufsa_zone {
    KUFSA_ZONE_NONE,
    KUFSA_ZONE_BOARD, /* x to the right, y upwards */
    KUFSA_ZONE_HAND,  /* x is the index, here and below */
    KUFSA_ZONE_RESERVE,
    KUFSA_ZONE_PILE,
    KUFSA_ZONE_DISCARD,
};

struct kufsa_place {
    int32_t zone, seat; /* enum kufsa_zone; whose hand or reserve */
    int32_t x, y;
};

/* One thing on the table. */
struct kufsa_item {
    struct kufsa_place place;
    int32_t count;                /* things of this kind there */
    char piece[KUFSA_PIECE_SIZE]; /* its notation; "": face down */
};

/* One thing that is true of a position; docs/library.md has what each name says. */
struct kufsa_fact {
    const char *name; /* "turn", "lead", "owed" … */
    int32_t seat, number;
    struct kufsa_place place;
    char piece[KUFSA_PIECE_SIZE];
};

/* What lies where, from the bottom up, in an array of KUFSA_ITEMS_MAX. Returns how many. */
KUFSA_API int kufsa_scene(const struct kufsa_position *, struct kufsa_item *items);

/* What else is true, as far as the viewer knows, in an array of as many. Returns how many. */
KUFSA_API int kufsa_facts(const struct kufsa_position *, struct kufsa_fact *facts);

/* ---- computer players ---- */

/* A player by the name of a level or bot, with so many bytes to think in; 0: 64 MiB. */
KUFSA_API const char *kufsa_player_new(const char *game, const char *level, size_t bytes,
                                       struct kufsa_player **);

/* Frees a player; NULL is none. */
KUFSA_API void kufsa_player_free(struct kufsa_player *);

/* When to stop; all zero: as the level does. By nodes alone, a seed gives the same advice. */
struct kufsa_budget {
    uint64_t nodes;  /* moves tried in the search; 0: no such bound */
    int64_t millis;  /* 0: no such bound */
    uint64_t seed;   /* of what is imagined */
    int32_t threads; /* 0 or 1: only the caller's; with more, advice is not repeatable */
};

/* A move that was weighed. */
struct kufsa_candidate {
    uint64_t move;
    double value;           /* what the seat may expect: 0 the last place, 1 the first */
    uint32_t visits, depth; /* worlds or playouts it was tried in, plies searched; or 0 */
    const char *reasons[KUFSA_REASONS_MAX]; /* keys; NULL after the last */
};

struct kufsa_advice {
    uint64_t move, nodes; /* the best; moves tried */
    int32_t count;
    struct kufsa_candidate list[KUFSA_CANDIDATES_MAX]; /* the best first */
};

/* What the player would do on this seat. It only ever sees the seat's view. */
KUFSA_API const char *kufsa_think(struct kufsa_player *, const struct kufsa_position *, int seat,
                                  const struct kufsa_budget *, struct kufsa_advice *);

/* Writes why the player's last advice lists a candidate, in "en" or "he", or "". Returns 1 or 0. */
KUFSA_API int kufsa_player_reason(const struct kufsa_player *, int candidate, int reason,
                                  const char *language, char text[KUFSA_REASON_SIZE]);

/* Makes the kufsa_think that runs in another thread, never a later one, return with what it has. */
KUFSA_API void kufsa_stop(struct kufsa_player *);

/* How good a move is by its seat's view: the JSON of `judge` (docs/engine.md). nodes 0: enough. */
KUFSA_API const char *kufsa_judge(const struct kufsa_position *, int seat, uint64_t code,
                                  uint64_t nodes, char json[KUFSA_VERDICT_SIZE]);

/* ---- records ---- */

/* A record that begins with this deal; docs/records.md describes the format. */
KUFSA_API const char *kufsa_record_new(const char *game, int seats, const char *options,
                                       const uint8_t key[KUFSA_KEY_SIZE], struct kufsa_record **);

/* Reads a record and replays it all. If something is wrong, *line, which may be NULL, is where. */
KUFSA_API const char *kufsa_record_read(const char *text, size_t size, int *line,
                                        struct kufsa_record **);

/* Frees a record; NULL is none. */
KUFSA_API void kufsa_record_free(struct kufsa_record *);

/* Adds a legal move. */
KUFSA_API const char *kufsa_record_play(struct kufsa_record *, int seat, uint64_t code);

/* Says who sits there: a computer player's level ("": unknown), or NULL for a person; a name. */
KUFSA_API const char *kufsa_record_sit(struct kufsa_record *, int seat, const char *level,
                                       const char *name);

/* How many moves it holds. */
KUFSA_API uint32_t kufsa_record_count(const struct kufsa_record *);

/* The move by index from 0, and its seat. */
KUFSA_API const char *kufsa_record_move(const struct kufsa_record *, uint32_t index, int *seat,
                                        uint64_t *code);

/* The position after so many of its moves. */
KUFSA_API const char *kufsa_record_position(const struct kufsa_record *, uint32_t moves,
                                            struct kufsa_position **);

/* Who sat there, as the record says: a name or a level, or "". */
KUFSA_API const char *kufsa_record_who(const struct kufsa_record *, int seat);

/* How it ended: "rules", "resigned", "agreed", "time", "stopped"; NULL: it could go on. */
KUFSA_API const char *kufsa_record_ending(const struct kufsa_record *);

/* Each seat's place when it ended, in any of these ways, or 0; the array has KUFSA_SEATS_MAX. */
KUFSA_API void kufsa_record_places(const struct kufsa_record *, uint8_t *places);

/* Writes its text, up to `room` bytes with the NUL; *size is how many it has without it. */
KUFSA_API const char *kufsa_record_write(const struct kufsa_record *, char *text, size_t room,
                                         size_t *size);

/* Every move judged, luck and skill: JSON as for `review`, to be freed with kufsa_text_free. */
KUFSA_API const char *kufsa_review(const struct kufsa_record *, uint64_t nodes, char **json);

/* Frees a text that the library gave away; NULL is none. */
KUFSA_API void kufsa_text_free(char *text);

/* ---- many tables side by side, for programs that learn ---- */

enum kufsa_form {
    KUFSA_FORM_USUAL,   /* numbers; lists where a game has no numbers, or far too many moves */
    KUFSA_FORM_NUMBERS, /* an action is a number that means the same in every state */
    KUFSA_FORM_LIST,    /* an action is an index into the table's list of legal moves */
};

/* What to play. What is left out is zero. */
struct kufsa_setup {
    const char *game;
    const char *options; /* as for kufsa_deal */
    int32_t seats;       /* 0: as few as the game allows */
    int32_t tables;      /* at least 1 */
    int32_t form;        /* enum kufsa_form */
    int32_t history;     /* the last so many events are part of an observation */
    int32_t threads;     /* 0 or 1: only the caller's; results do not depend on it */
    int32_t keep;        /* 1: a finished table waits for kufsa_batch_reset */
    uint32_t plies;      /* a game is cut off after so many moves; 0: after the game's limit */
};

/* The sizes of the caller's arrays. */
struct kufsa_spec {
    int32_t tables, seats;
    int32_t actions;          /* bytes of a table's mask; 0: lists */
    int32_t observation;      /* bytes of an observation */
    int32_t features, slices; /* bytes that describe a listed action; parts of an observation */
};

/* A part of an observation. */
struct kufsa_slice {
    const char *name, *about;
    int32_t at, size; /* bytes */
};

/* The caller's arrays, one row a table; NULL: not wanted. */
struct kufsa_out {
    int32_t *seat;        /* who is asked; -1: nobody, the game has ended (`keep`) */
    uint8_t *observation; /* what that seat sees */
    uint8_t *mask;        /* 1 for each action that it may take */
    float *reward;       /* a row has one for each seat: at the end 1 for a win, else less, sum 0 */
    uint8_t *terminated; /* 1: this step ended a game; the rest of the row is of the next one */
    uint8_t *truncated;  /* 1: this step cut it off */
    uint8_t *last;       /* observation at such an end, by the seat that moved; else untouched */
};

/* The legal moves of all tables: those of table i are moves[first[i]] up to first[i + 1]. */
struct kufsa_lists {
    const uint32_t *first;
    const uint64_t *moves;
    uint32_t count;
};

/* Tables that have not been dealt yet. */
KUFSA_API const char *kufsa_batch_new(const struct kufsa_setup *, struct kufsa_batch **);

/* Frees a batch; NULL is none. */
KUFSA_API void kufsa_batch_free(struct kufsa_batch *);

/* What its arrays need. */
KUFSA_API const char *kufsa_batch_spec(const struct kufsa_batch *, struct kufsa_spec *);

/* A part of its observations, by index. */
KUFSA_API const char *kufsa_batch_slice(const struct kufsa_batch *, int part, struct kufsa_slice *);

/* Deals anew: all tables, or those with a 1 in `which`. Each begins with the key of its seed;
 * without seeds, each goes on to the next round of the one it has: at first its number. */
KUFSA_API const char *kufsa_batch_reset(struct kufsa_batch *, const uint64_t *seeds,
                                        const uint8_t *which, const struct kufsa_out *);

/* Takes one action at every table; a game that ends is followed by the next. If one is not legal,
 * nothing is done, and *table, which may be NULL, is where. */
KUFSA_API const char *kufsa_batch_step(struct kufsa_batch *, const int32_t *actions,
                                       const struct kufsa_out *, int *table);

/* The lists of legal moves, until the next step or reset. */
KUFSA_API const char *kufsa_batch_lists(const struct kufsa_batch *, struct kufsa_lists *);

/* Describes each of those moves in bytes: docs/library.md. */
KUFSA_API const char *kufsa_batch_features(const struct kufsa_batch *, uint8_t *features);

/* The move that an action means now; 0: it only waits, or begins a move of several steps. */
KUFSA_API const char *kufsa_batch_move(const struct kufsa_batch *, int table, int action,
                                       uint64_t *code);

/* What a seat of a table sees, as bytes. */
KUFSA_API const char *kufsa_batch_observe(const struct kufsa_batch *, int table, int seat,
                                          uint8_t *observation);

/* A table's position as a seat sees it, or KUFSA_TRUTH: planners should imagine the rest. */
KUFSA_API const char *kufsa_batch_position(const struct kufsa_batch *, int table, int viewer,
                                           struct kufsa_position **);

#ifdef __cplusplus
}
#endif
#endif
