/* SPDX-License-Identifier: MIT */
#include "bots/meter.h"

void meter_init(struct meter *meter, const struct budget *budget, uint32_t stride)
{
    *meter = (struct meter){
        .budget = budget,
        .stride = stride,
        .next_look = stride,
        .start_ms = budget->clock_ms ? budget->clock_ms() : 0,
    };
}

bool meter_check(struct meter *meter)
{
    const struct budget *budget = meter->budget;
    meter->next_look = meter->nodes + meter->stride;
    if (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed))
        meter->out = true;
    if (budget->clock_ms && budget->clock_ms() >= budget->deadline_ms)
        meter->out = true;
    return !meter->out;
}

double meter_spent(struct meter *meter)
{
    const struct budget *budget = meter->budget;
    double part = 0;
    if (!meter_check(meter))
        return 1;
    if (budget->nodes)
        part = (double)meter->nodes / (double)budget->nodes;
    if (budget->clock_ms) {
        double whole = (double)(budget->deadline_ms - meter->start_ms);
        double passed = (double)(budget->clock_ms() - meter->start_ms);
        double timed = passed < whole ? passed / whole : 1;
        part = timed > part ? timed : part;
    }
    return part;
}
