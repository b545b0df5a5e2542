/* SPDX-License-Identifier: MIT */
/* Values in PostgreSQL's binary form: the highest byte first, arrays with a head. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"

void packed_clear(struct packed *packed)
{
    packed->size = 0;
    packed->count = 0;
    packed->lost = false;
}

void packed_free(struct packed *packed)
{
    free(packed->bytes);
    *packed = (struct packed){.bytes = NULL};
}

static void put(struct packed *packed, const void *bytes, size_t size)
{
    size_t needed = packed->size + size;
    if (needed > packed->capacity && !packed->lost) {
        size_t capacity = needed < 1024 ? 1024 : needed * 2;
        char *more = realloc(packed->bytes, capacity);
        packed->lost = !more;
        if (more) {
            packed->bytes = more;
            packed->capacity = capacity;
        }
    }
    if (packed->lost)
        return;
    if (size > 0)
        memcpy(packed->bytes + packed->size, bytes, size);
    packed->size = needed;
    packed->at[packed->count] = packed->size;
}

static void put_number(struct packed *packed, int64_t number, int size)
{
    uint8_t bytes[8];
    for (int i = 0; i < size; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (8 * (size - 1 - i)));
    put(packed, bytes, (size_t)size);
}

static void begin_value(struct packed *packed)
{
    packed->at[packed->count++] = packed->size;
    packed->at[packed->count] = packed->size;
}

void packed_number(struct packed *packed, int64_t number)
{
    begin_value(packed);
    put_number(packed, number, 8);
}

void packed_bytes(struct packed *packed, const void *bytes, size_t size)
{
    begin_value(packed);
    put(packed, bytes, size);
}

void packed_array(struct packed *packed, enum packed_kind kind, int count)
{
    begin_value(packed);
    put_number(packed, 1, 4); /* dimensions */
    put_number(packed, 0, 4); /* no NULLs */
    put_number(packed, kind, 4);
    put_number(packed, count, 4);
    put_number(packed, 1, 4); /* the first index */
}

void packed_item_number(struct packed *packed, int64_t number)
{
    put_number(packed, 8, 4);
    put_number(packed, number, 8);
}

void packed_item_bytes(struct packed *packed, const void *bytes, size_t size)
{
    put_number(packed, (int64_t)size, 4);
    put(packed, bytes, size);
}
