/* SPDX-License-Identifier: MIT */
/* Checksums of rows. What they cover is part of the file's format, and never changes. */
#include "store/sum.h"

#include "base/hash.h"

/* Keeps a row of one kind from being mistaken for another. */
enum sum_kind { KIND_CHAIN = 1, KIND_EVENT, KIND_TABLE, KIND_RECORD, KIND_META };

/* The same on every machine: the lowest byte first. */
static uint64_t add_number(uint64_t hash, int64_t number)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)((uint64_t)number >> (8 * i));
    return hash_bytes(hash, bytes, sizeof bytes);
}

/* Preceded by its size, so that no byte moves from one text into the next unnoticed. */
static uint64_t add_bytes(uint64_t hash, const void *bytes, size_t size)
{
    hash = add_number(hash, (int64_t)size);
    return size > 0 ? hash_bytes(hash, bytes, size) : hash;
}

static uint64_t start(enum sum_kind kind)
{
    return add_number(HASH_START, kind);
}

int64_t sum_start(int64_t table)
{
    return (int64_t)add_number(start(KIND_CHAIN), table);
}

int64_t sum_event(int64_t before, int64_t table, const struct store_event *event)
{
    uint64_t hash = add_number(start(KIND_EVENT), before);
    hash = add_number(hash, table);
    hash = add_number(hash, event->seq);
    hash = add_number(hash, event->at_ms);
    return (int64_t)add_bytes(hash, event->bytes, event->size);
}

int64_t sum_table(const struct sum_row *row)
{
    const struct store_table *table = &row->table;
    uint64_t hash = add_number(start(KIND_TABLE), table->id);
    hash = add_bytes(hash, table->code, string_size(table->code));
    hash = add_number(hash, table->finished);
    hash = add_number(hash, table->seq);
    hash = add_number(hash, table->created_ms);
    hash = add_number(hash, table->changed_ms);
    return (int64_t)add_number(hash, row->chain);
}

int64_t sum_record(int64_t table, int64_t n, const void *text, size_t size)
{
    uint64_t hash = add_number(start(KIND_RECORD), table);
    hash = add_number(hash, n);
    return (int64_t)add_bytes(hash, text, size);
}

int64_t sum_meta(const void *name, size_t name_size, const void *value, size_t size)
{
    uint64_t hash = add_bytes(start(KIND_META), name, name_size);
    return (int64_t)add_bytes(hash, value, size);
}
