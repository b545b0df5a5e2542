/* SPDX-License-Identifier: MIT */
/* The weights, and how they are arranged for use: see gobblet_eval.h. */
#include "bots/gobblet_eval.h"

#include "bots/gobblet_weights.h"

int line_code(unsigned index)
{
    static const int power[SIDE] = {1, 9, 81, 729};
    unsigned mine = index >> 8 & 15, theirs = index >> 12;
    int code = 0;
    if ((mine & theirs) != 0 || ((index | index >> 4) & 15 & ~(mine | theirs)) != 0)
        return -1;
    for (int i = 0; i < SIDE; i++) {
        int size = (int)((index >> i & 1) + 2 * (index >> (4 + i) & 1));
        if (mine >> i & 1)
            code += power[i] * (1 + size);
        else if (theirs >> i & 1)
            code += power[i] * (1 + SIZES + size);
    }
    return code;
}

/* The index of a line with this code; line_code is its inverse. */
static unsigned index_of(int code)
{
    unsigned index = 0;
    for (int i = 0; i < SIDE; i++, code /= 9) {
        unsigned digit = (unsigned)code % 9, size = (digit - 1) % SIZES;
        if (digit > 0)
            index |= ((size & 1) | size >> 1 << 4 | (digit > SIZES ? 1u << 12 : 1u << 8)) << i;
    }
    return index;
}

void evaluator_init(struct evaluator *evaluator, const struct gobblet_weights *weights)
{
    for (int code = 0; code < LINE_CODES; code++) {
        unsigned index = index_of(code);
        for (int kind = 0; kind < LINE_KINDS; kind++)
            evaluator->line[kind][index] = weights->line[kind][code];
    }
    memcpy(evaluator->played, weights->played, sizeof evaluator->played);
    memcpy(evaluator->covered, weights->covered, sizeof evaluator->covered);
}
