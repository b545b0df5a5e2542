/* SPDX-License-Identifier: MIT */
/* Counts what a bot spends of its budget. Looking at the clock costs as much as some nodes, so that
 * is done once in a while; by then a step of any bot must have taken well under a millisecond. */
#ifndef KUFSA_BOTS_METER_H
#define KUFSA_BOTS_METER_H

#include "bots/bot.h"

struct meter {
    const struct budget *budget;
    uint64_t nodes;
    uint64_t next_look; /* at so many nodes */
    uint32_t stride;    /* nodes between looks at the clock */
    bool out;           /* of time, or told to stop */
    int64_t start_ms;
};

void meter_init(struct meter *, const struct budget *, uint32_t stride);
bool meter_look(struct meter *); /* at the clock and the stop flag; true: time is left */

/* The part of the budget that is used up; 1 and more: stop. Looks at the clock. */
double meter_spent(struct meter *);

/* Counts one node; false if the budget is used up, and then the node must not be tried. */
static inline bool meter_count(struct meter *meter)
{
    if (meter->out || (meter->budget->nodes && meter->nodes >= meter->budget->nodes))
        return false;
    if (meter->nodes >= meter->next_look && !meter_look(meter))
        return false;
    meter->nodes++;
    return true;
}

#endif
