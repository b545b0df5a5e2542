/* SPDX-License-Identifier: MIT */
/*
 * `kufsa arena`: players against each other, many times. docs/arena.md is its manual.
 *
 *     players.c  who plays: `club:nodes=500`, `cmd:./other`
 *     run.c      threads take games by number; pairs are counted in order
 *     game.c     one game
 *     printed.c  players that ignore options
 *     program.c  programs as players
 *     stats.c    design and statistics
 *     openings.c where games begin
 *     save.c     what has been counted, so that a run can be continued
 *     tell.c     progress and the table of results
 *     files.c    CSV, JSON and records
 *     robin.c    many players, each against each other; rating.c, plot.c
 *
 * The results depend on the seed alone, not on the threads, unless some player's time is limited:
 * every random number derives from the pair, the rotation, the ply and the seat, and a pair is
 * counted once it and all before it have been played.
 */
#ifndef KUFSA_ARENA_ARENA_H
#define KUFSA_ARENA_ARENA_H

#include <stdatomic.h>
#include <stdio.h>

#include "arena/program.h"
#include "arena/rating.h"
#include "arena/stats.h"
#include "bots/bot.h"
#include "match/match.h"
#include "tell/voice.h"

enum {
    CONTESTANTS_MAX = SEATS_MAX,
    CONTESTANT_NAME_MAX = 64,
    ARENA_GAMES_MAX = 100000000,
    ARENA_MILLIS_MAX = 3600000, /* per move */
    PAIRS_AHEAD = 256,          /* how many pairs may overtake a slow game */
};

#define ARENA_NODES_MAX INT64_C(1000000000000)

/* A player: a bot, or a program if there is a command. */
struct contestant {
    char name[CONTESTANT_NAME_MAX];
    const char *command;
    char level[CONTESTANT_NAME_MAX]; /* a bot's level or name; what a program is asked for, or "" */
    struct player player;
    int64_t nodes, millis; /* 0: no limit */
    int64_t cpu;           /* milliseconds of processor time; 0: no limit */
    int64_t grace;         /* a program's, added to its time */
    size_t memory;         /* bytes lent to a bot */
    uint16_t ignored;      /* a bot: a bit for each option that it takes as printed */
};

/* The cost of a player's moves. */
struct effort {
    int64_t moves, nodes, micros, micros_max;
    int64_t silent; /* moves of programs that do not report their nodes */
};

enum game_end {
    GAME_RULES,
    GAME_PLIES,      /* cut off: counts as a draw */
    GAME_ILLEGAL,    /* forfeits */
    GAME_UNREADABLE, /* … */
    GAME_REFUSED,
    GAME_LATE,
    GAME_ENDS,
};

/* The result of one game. */
struct game_result {
    bool played;
    enum game_end end;
    int loser;                 /* the seat that forfeited; NO_SEAT */
    char trouble[TROUBLE_MAX]; /* what its program said */
    uint32_t plies;
    struct outcome outcome; /* the places as counted */
    struct effort effort[CONTESTANTS_MAX];
    char *record; /* its text, on the heap; NULL if not wanted */
};

/* The totals of a player. */
struct standing {
    struct sample score; /* of pairs; per seat */
    struct sample points;
    int64_t wins, draws, losses, forfeits; /* per seat and game */
    struct effort effort;
};

/* Positions from a file, one for each pair in turn; without any, games are dealt. */
struct openings {
    char *bytes;
    const char **lines;
    int64_t count;
};

struct arena_worker;

struct arena {
    const struct voice *out, *err;
    const struct game *game;
    struct design design;
    union any_state head; /* options and seats */
    struct contestant contestants[CONTESTANTS_MAX];
    int64_t pairs; /* to play at most */
    double until;  /* half the interval wanted; 0: none */
    uint32_t plies_max;
    uint32_t random_plies; /* at the beginning of each game */
    struct openings openings;
    int match; /* of a round robin, from 1; 0: there is only this one */
    int threads;
    bool quiet;
    const char *records;         /* folder, or NULL */
    const char *csv_path, *save; /* or NULL */
    FILE *csv, *json;
    int64_t csv_at;    /* where a continued run appends to its file; -1: a new file */
    int64_t csv_least; /* not before here: other matches of a round robin have rows there */
    bool write_failed;

    /* Under the lock of run.c: */
    int64_t next;    /* game to hand out */
    int64_t counted; /* pairs */
    int working;     /* threads */
    bool settled;    /* as precise as wanted */
    struct standing standings[CONTESTANTS_MAX];
    struct sprt sprt;
    struct sample plies;
    int64_t ends[GAME_ENDS];
    int64_t restarts; /* of programs that ended */
    int troubled;     /* the player whose program first gave no move, or -1 */
    char trouble[TROUBLE_MAX];
    int dead;        /* the player whose program keeps dying, or -1 */
    int dead_status; /* its exit status; -1: unknown */
    int64_t start_ms, end_ms, saved_ms;
    struct game_result ring[PAIRS_AHEAD][SEATS_MAX];

    atomic_bool stop; /* no more games; those under way are abandoned */
};

/* What belongs to one thread. */
struct arena_worker {
    struct arena *arena;
    void *memory;
    struct program *programs[CONTESTANTS_MAX]; /* NULL until needed */
    int64_t restarts;
    int dead, dead_status;
    struct match match;
    struct ply *log;
    union any_state view, opening;
    union any_state printed; /* for a player that ignores options */
    struct moves moves;
    struct events events;
    struct advice advice;
    uint8_t seating[SEATS_MAX];
    int last_seat; /* who moved last; NO_SEAT */
    char trouble[TROUBLE_MAX];
    struct search_rng turns;
    struct text record;
    char *record_bytes; /* NULL: no records */
};

static inline int arena_rotations(const struct arena *arena)
{
    return arena->design.seats;
}

/* players.c: false after reporting the error. */
bool arena_read_player(struct arena *, const char *given, struct contestant *);
bool arena_name_players(struct arena *); /* gives each a unique name */

/* game.c: false if the game was abandoned. */
bool arena_play(struct arena_worker *, int64_t pair, int rotation, struct game_result *);
struct arena_worker *worker_new(struct arena *); /* NULL: no memory */
void worker_free(struct arena_worker *);

/* printed.c: the position with the first value of these options; false: there are none, or there is
 * no such position. */
bool arena_as_printed(const struct game *, const struct state *, uint16_t ignored,
                      union any_state *printed);

/* run.c */
bool arena_run(struct arena *, void (*tell)(struct arena *)); /* false: no memory, no threads */
bool arena_interrupted(void);
double arena_half(const struct arena *); /* half the widest interval */
bool arena_timed(const struct arena *);  /* did time limits matter? Then it is not repeatable */

/* tell.c */
void arena_tell_progress(struct arena *); /* under the lock */
void arena_end_progress(const struct arena *);
void arena_tell_results(const struct arena *);

/* openings.c: false after reporting the error. */
bool arena_read_openings(struct arena *, const char *path);
/* The match of a worker, up to where the players take over. */
void arena_begin_game(struct arena_worker *, const struct match_setup *, int64_t pair);

/* save.c */
uint64_t arena_fingerprint(const struct arena *); /* of everything that determines the games */
bool arena_save(struct arena *);                  /* under the lock */
bool arena_restore(struct arena *);               /* false after reporting the error */
int64_t arena_saved_rows(const char *path);       /* where its CSV file ended; -1: there is none */
void arena_write_save(const struct arena *, struct text *);
bool arena_read_save(struct arena *, const char *text); /* false: not a saved run */

/* robin.c: each player against each other; the exit status. */
int arena_round_robin(struct arena *, int (*run)(struct arena *), const char *plot);
bool plot_write(const struct ratings *, const struct contestant *, const char *title, FILE *);

/* files.c: a failed write sets write_failed. */
/* Each may be NULL. False after reporting the error. */
bool arena_open_files(struct arena *, const char *csv, const char *json, const char *records);
bool arena_open_csv(struct arena *); /* when the first game is to be played */
bool arena_refuse_file(const struct arena *, const char *path);
void arena_write_game(struct arena *, int64_t pair, int rotation, const struct game_result *);
void arena_write_summary(struct arena *);
void arena_close_files(struct arena *);

/* The record of the worker's match, on the heap; NULL if records are not wanted. */
char *arena_write_record(struct arena_worker *, int64_t pair, int rotation, enum game_end);

#endif
