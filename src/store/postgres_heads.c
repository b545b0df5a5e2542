/* SPDX-License-Identifier: MIT */
/* The number and sum of each table's last event, so that the next one can name it. It is only a
 * cache: after anything unexpected it is cleared, and the database is asked again. */
#include <stdlib.h>

#include "store/postgres.h"

enum { HEADS_MIN = 256 };

static size_t slot_of(const struct heads *heads, int64_t table)
{
    uint64_t mixed = (uint64_t)table * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(mixed >> 32) & (heads->capacity - 1);
    while (heads->slots[at].table != 0 && heads->slots[at].table != table)
        at = (at + 1) & (heads->capacity - 1);
    return at;
}

struct head *heads_find(const struct heads *heads, int64_t table)
{
    if (heads->count == 0)
        return NULL;
    struct head *head = &heads->slots[slot_of(heads, table)];
    return head->table == table ? head : NULL;
}

static bool grow(struct heads *heads)
{
    struct heads more = {.capacity = heads->capacity ? heads->capacity * 2 : HEADS_MIN};
    more.slots = calloc(more.capacity, sizeof *more.slots);
    if (!more.slots)
        return false;
    for (size_t i = 0; i < heads->capacity; i++)
        if (heads->slots[i].table != 0)
            more.slots[slot_of(&more, heads->slots[i].table)] = heads->slots[i];
    more.count = heads->count;
    free(heads->slots);
    *heads = more;
    return true;
}

bool heads_put(struct heads *heads, int64_t table, int64_t seq, int64_t sum)
{
    if (heads->count * 2 >= heads->capacity && !grow(heads))
        return false;
    struct head *head = &heads->slots[slot_of(heads, table)];
    heads->count += head->table == 0;
    *head = (struct head){.table = table, .seq = seq, .sum = sum};
    return true;
}

void heads_clear(struct heads *heads)
{
    free(heads->slots);
    *heads = (struct heads){.slots = NULL};
}
