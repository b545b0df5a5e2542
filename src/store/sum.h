/* SPDX-License-Identifier: MIT */
/*
 * Checksums of what a file holds. SQLite notices when the structure of a file is damaged, but a bit
 * that flips in a number or a text is a number or a text again; so each row carries a sum over all
 * of its columns.
 *
 * The events of a table are a chain: each sum goes over the one before, and the table's row has the
 * last. An event that is missing, exchanged or of another table shows as much as a changed one.
 *
 * 64 bits against chance, not against somebody who writes to the file on purpose.
 */
#ifndef KUFSA_STORE_SUM_H
#define KUFSA_STORE_SUM_H

#include "store/store.h"

/* A table as its row has it. Texts are somebody else's. */
struct sum_row {
    struct store_table table;
    const void *setup;
    size_t setup_size;
    int64_t chain; /* the sum of its last event, or sum_start */
};

/* What the chain of a table begins with, before any event. */
int64_t sum_start(int64_t table);

int64_t sum_event(int64_t before, int64_t table, const struct store_event *);
int64_t sum_table(const struct sum_row *);
int64_t sum_token(const struct store_token *);
int64_t sum_record(int64_t table, int64_t n, const void *text, size_t size);
int64_t sum_meta(const void *name, size_t name_size, const void *value, size_t size);

#endif
