/* SPDX-License-Identifier: MIT */
/*
 * `kufsa arena`: players against each other, many times. docs/arena.md is its manual.
 *
 *     arena.c          the command line, and the run as a whole
 *     arena_players.c  who plays: `club:nodes=500`, `cmd:./other`
 *     arena_run.c      threads take games by number; pairs are counted in order
 *     arena_game.c     one game
 *     arena_program.c  programs as players
 *     arena_stats.c    design and statistics
 *     arena_tell.c     progress and the table of results
 *     arena_files.c    CSV, JSON and records
 *
 * What is counted hangs on the seed alone and not on the threads, as long as no player's time is
 * bounded: every chance is derived from the number of the pair, of the rotation, of the ply and of
 * the seat, and a pair is counted when it and all before it have been played.
 */
#ifndef KUFSA_CMD_ARENA_H
#define KUFSA_CMD_ARENA_H

#include <stdatomic.h>
#include <stdio.h>

#include "bots/bot.h"
#include "cmd/arena_program.h"
#include "cmd/arena_stats.h"
#include "cmd/arguments.h"
#include "match/match.h"

enum {
    CONTESTANTS_MAX = SEATS_MAX,
    CONTESTANT_NAME_MAX = 64,
    ARENA_GAMES_MAX = 100000000,
    ARENA_MILLIS_MAX = 3600000, /* of a move */
    PAIRS_AHEAD = 256,          /* a slow game may be overtaken by so many pairs */
};

#define ARENA_NODES_MAX INT64_C(1000000000000)

/* One who plays: a bot, or a program if there is a command. */
struct contestant {
    char name[CONTESTANT_NAME_MAX];
    const char *command;
    char level[CONTESTANT_NAME_MAX]; /* a bot's level or name; what a program is asked for, or "" */
    struct player player;
    int64_t nodes, millis; /* 0: no such bound */
    int64_t grace;         /* a program's, behind its time */
    size_t memory;         /* bytes that a bot is lent */
};

/* What a player's moves cost. */
struct effort {
    int64_t moves, nodes, micros, micros_max;
    int64_t silent; /* moves of programs that do not tell their nodes */
};

enum game_end {
    GAME_RULES,
    GAME_PLIES,      /* cut off: counts as drawn */
    GAME_ILLEGAL,    /* forfeits */
    GAME_UNREADABLE, /* … */
    GAME_REFUSED,
    GAME_LATE,
    GAME_ENDS,
};

/* One game that has been played. */
struct game_result {
    bool played;
    enum game_end end;
    int loser;                 /* the seat that forfeited; NO_SEAT */
    char trouble[TROUBLE_MAX]; /* what its program said */
    uint32_t plies;
    struct outcome outcome; /* places as they are counted */
    struct effort effort[CONTESTANTS_MAX];
    char *record; /* its text, on the heap; NULL if it is not wanted */
};

/* What has been counted of a player. */
struct standing {
    struct sample score; /* of pairs; per seat */
    struct sample points;
    int64_t wins, draws, losses, forfeits; /* per seat and game */
    struct effort effort;
};

struct worker;

struct arena {
    const struct arguments *arguments;
    const struct game *game;
    struct design design;
    union any_state head; /* options and seats */
    struct contestant contestants[CONTESTANTS_MAX];
    int64_t pairs; /* to be played at most */
    double until;  /* half the interval that is wanted; 0: none */
    uint32_t plies_max;
    int threads;
    bool quiet;
    const char *records; /* folder, or NULL */
    FILE *csv, *json;
    bool write_failed;

    /* Under the lock of arena_run.c: */
    int64_t next;    /* game to be handed out */
    int64_t counted; /* pairs */
    int working;     /* threads */
    bool settled;    /* as precise as wanted */
    struct standing standings[CONTESTANTS_MAX];
    struct sample plies;
    int64_t ends[GAME_ENDS];
    int64_t restarts; /* of programs that ended */
    int troubled;     /* the player whose program first said no move, or -1 */
    char trouble[TROUBLE_MAX];
    int dead;        /* the player whose program does not stay alive, or -1 */
    int dead_status; /* what it exited with; -1: not known */
    int64_t start_ms, end_ms;
    struct game_result ring[PAIRS_AHEAD][SEATS_MAX];

    atomic_bool stop; /* no more games; those under way are given up */
};

/* A thread's own things. */
struct worker {
    struct arena *arena;
    void *memory;
    struct program *programs[CONTESTANTS_MAX]; /* NULL until wanted */
    int64_t restarts;
    int dead, dead_status;
    struct match match;
    struct ply *log;
    union any_state view;
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

/* arena_players.c: false when it has said what is wrong. */
bool arena_read_player(struct arena *, const char *given, struct contestant *);
bool arena_name_players(struct arena *); /* each a name of its own */

/* arena_game.c: false if the game was given up. */
bool arena_play(struct worker *, int64_t pair, int rotation, struct game_result *);
struct worker *worker_new(struct arena *); /* NULL: no memory */
void worker_free(struct worker *);

/* arena_run.c */
bool arena_run(struct arena *, void (*tell)(struct arena *)); /* false: no memory, no threads */
bool arena_interrupted(void);
double arena_half(const struct arena *); /* the widest interval's half */
bool arena_timed(const struct arena *);  /* has the clock had a say? Then it is not repeatable */

/* arena_tell.c */
void arena_tell_progress(struct arena *); /* under the lock */
void arena_end_progress(const struct arena *);
void arena_tell_results(const struct arena *);

/* arena_files.c: what cannot be written sets write_failed. */
bool arena_open_files(struct arena *); /* false when it has said what is wrong */
void arena_write_game(struct arena *, int64_t pair, int rotation, const struct game_result *);
void arena_write_summary(struct arena *);
void arena_close_files(struct arena *);
const char *game_end_name(enum game_end);

/* The record of the worker's match, on the heap; NULL if records are not wanted. */
char *arena_write_record(struct worker *, int64_t pair, int rotation, enum game_end);

#endif
