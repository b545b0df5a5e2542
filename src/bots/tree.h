/* SPDX-License-Identifier: MIT */
/*
 * A search tree over imagined worlds, for any game: information-set Monte Carlo tree search. Each
 * visit has its own world and goes down by the moves that are legal in that world; the value of a
 * move is averaged over all worlds.
 *
 *     tree_visit: down by the most promising legal moves ─▶ one new node ─▶ a playout ─▶ back up
 */
#ifndef KUFSA_BOTS_TREE_H
#define KUFSA_BOTS_TREE_H

#include "bots/bot.h"
#include "bots/meter.h"

enum proof { PROOF_LOST = -1, PROOF_NONE = 0, PROOF_WON = 1 };

/* A move made by a seat after the moves above it. */
struct node {
    move move;
    double total; /* sum of what visits were worth to its seat */
    uint32_t visits;
    uint32_t available;      /* visits of the node above in whose world it was legal */
    uint32_t child, sibling; /* 0: none */
    uint16_t replies, lost;  /* legal moves after it, and how many of them are proven lost */
    int8_t seat;
    int8_t proof; /* for its seat; only if two play with open cards */
};

enum { TREE_DEPTH_MAX = 256 };

struct tree {
    const struct game *game;
    struct meter *meter;
    uint32_t plies; /* the most that a visit plays, in the tree and the playout */
    bool points;    /* moves differ in the points they give at once */
    bool duel;      /* two seats and nothing hidden: a win can be proven */
    struct node *nodes;
    uint32_t count, room; /* node 0 is unused */
    int depth;
    uint32_t path[TREE_DEPTH_MAX];
    double value[SEATS_MAX]; /* what the visit was worth to each seat */
    union any_state play;    /* the world of the visit as it is played */
    union any_state after, best;
    struct moves moves;
    uint8_t tried[MOVES_MAX / 8];
};

/* The nodes follow the tree in its memory of `size` bytes. */
void tree_init(struct tree *, size_t size, const struct question *, struct meter *);

/* Adds a node without a parent; 0 if there is no room. */
uint32_t tree_plant(struct tree *, int seat, move);

/* Visits a planted node whose move was just played in tree->play. False if the budget ran out;
 * then nothing was learned. */
bool tree_visit(struct tree *, uint32_t node, struct search_rng *luck);

/* The moves chosen most often below a node; returns how many. */
int tree_line(const struct tree *, uint32_t node, struct line_move *out, int room);

#endif
