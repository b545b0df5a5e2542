/* SPDX-License-Identifier: MIT */
/*
 * What a Gobblet position is worth to the side to move, without looking ahead: a sum over what
 * each line shows and what each side has left in reserve. In hundredths of the log odds.
 */
#ifndef KUFSA_BOTS_GOBBLET_EVAL_H
#define KUFSA_BOTS_GOBBLET_EVAL_H

#include "bots/gobblet_board.h"

enum { LINE_CODES = 6561, EVAL_UNIT = 100, EVAL_MAX = 20000 };
enum line_kind { LINE_EDGE, LINE_MIDDLE, LINE_DIAGONAL, LINE_KINDS };

/* As stored: a line's four squares are the digits of a base-nine number, the first square the
 * lowest; 0 is empty, 1 … 4 mine, 5 … 8 theirs, by size. The other tables are indexed by how many
 * of each size are on the board, and how many of these are covered. */
struct gobblet_weights {
    int16_t line[LINE_KINDS][LINE_CODES];
    int16_t played[2][COUNT_INDEXES], covered[2][COUNT_INDEXES]; /* mine, theirs */
};

extern const struct gobblet_weights gobblet_weights;

/* As used. */
struct evaluator {
    int16_t line[LINE_KINDS][LINE_INDEXES];
    int16_t played[2][COUNT_INDEXES], covered[2][COUNT_INDEXES];
};

void evaluator_init(struct evaluator *, const struct gobblet_weights *);

/* The code of what a line shows, or -1 for an index that no line has. */
int line_code(unsigned index);

static inline enum line_kind line_kind(int line)
{
    if (line >= 2 * SIDE)
        return LINE_DIAGONAL;
    return line % SIDE == 0 || line % SIDE == SIDE - 1 ? LINE_EDGE : LINE_MIDDLE;
}

static inline int evaluate(const struct evaluator *evaluator, const struct board *board,
                           const struct surface *surface)
{
    uint16_t index[LINES];
    uint64_t mine = count_sizes(board->mine), theirs = count_sizes(board->theirs);
    int sum = evaluator->played[0][count_index(mine)] + evaluator->played[1][count_index(theirs)];
    sum += evaluator->covered[0][count_index(mine - count_sizes(surface->mine))];
    sum += evaluator->covered[1][count_index(theirs - count_sizes(surface->theirs))];
    line_indexes(surface, index);
    for (int i = 0; i < LINES; i++)
        sum += evaluator->line[line_kind(i)][index[i]];
    return sum > EVAL_MAX ? EVAL_MAX : sum < -EVAL_MAX ? -EVAL_MAX : sum;
}

#endif
