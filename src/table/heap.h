/* SPDX-License-Identifier: MIT */
/* What a workspace's `lend` is for programs that have a heap: logs are freed with their tables. */
#ifndef KUFSA_TABLE_HEAP_H
#define KUFSA_TABLE_HEAP_H

#include <stdlib.h>

#include "table/table.h"

static inline struct ply *heap_lend(void *context, struct ply *old, uint32_t count,
                                    uint32_t capacity)
{
    (void)context, (void)count;
    return realloc(old, capacity * sizeof(struct ply));
}

#endif
