/* SPDX-License-Identifier: MIT */
/*
 * Checksums of a file's content. SQLite notices when the structure of a file is damaged, but a
 * flipped bit in a number or a text gives another number or text; so each row carries a sum over
 * all of its columns.
 *
 * The events of a table are a chain: each sum covers the one before, and the table's row has the
 * last. So a missing, exchanged or foreign event is noticed like a changed one.
 *
 * The 64 bits guard against accidents, not against somebody who changes the file on purpose.
 */
#ifndef KUFSA_STORE_SUM_H
#define KUFSA_STORE_SUM_H

#include "store/store.h"

/* A table as stored in its row. */
struct sum_row {
    struct store_table table;
    int64_t chain; /* the sum of its last event, or sum_start */
};

/* The start of a table's chain, before any event. */
int64_t sum_start(int64_t table);

int64_t sum_event(int64_t before, int64_t table, const struct store_event *);
int64_t sum_table(const struct sum_row *);
int64_t sum_record(int64_t table, int64_t n, const void *text, size_t size);
int64_t sum_meta(const void *name, size_t name_size, const void *value, size_t size);

#endif
