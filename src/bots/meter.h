/* SPDX-License-Identifier: MIT */
/* Counts what a bot spends of its budget. Reading the clock costs as much as several nodes, so bots
 * read it only now and then, but well under a millisecond apart. */
#ifndef KUFSA_BOTS_METER_H
#define KUFSA_BOTS_METER_H

#include "bots/bot.h"

struct meter {
    const struct budget *budget;
    uint64_t nodes;
    uint64_t next_look; /* node count at which to look again */
    uint32_t stride;    /* nodes between looks at the clock */
    bool out;           /* of time, or told to stop */
    int64_t start_ms;
};

void meter_init(struct meter *, const struct budget *, uint32_t stride);
bool meter_check(struct meter *); /* the clock and the stop flag; true: time is left */

/* The share of the budget that is used up; 1 and more: stop. Checks the clock. */
double meter_spent(struct meter *);

/* Counts one node. False if the budget is used up; then the node must not be tried. */
static inline bool meter_count(struct meter *meter)
{
    if (meter->out || (meter->budget->nodes && meter->nodes >= meter->budget->nodes))
        return false;
    if (meter->nodes >= meter->next_look && !meter_check(meter))
        return false;
    meter->nodes++;
    return true;
}

#endif
