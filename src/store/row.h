/* SPDX-License-Identifier: MIT */
/*
 * Rows of a file as values, wherever they were read: by SQLite, or from the bytes of a page that
 * SQLite can no longer reach. Each function believes nothing: the values must have the types and
 * the ranges that this program writes, and the sum must be right.
 */
#ifndef KUFSA_STORE_ROW_H
#define KUFSA_STORE_ROW_H

#include "store/sum.h"

enum value_kind { VALUE_NULL, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES, VALUE_OTHER };

struct value {
    enum value_kind kind;
    int64_t number;
    const uint8_t *bytes; /* of a text or bytes; not ended by a NUL */
    size_t size;
};

/* Columns, in the order of the schema. The last is the sum, which files of version 1 lack. */
enum {
    ROW_TABLE = 9,  /* id, code, finished, seq, created_ms, changed_ms, setup, chain, sum */
    ROW_EVENT = 5,  /* table_id, seq, at_ms, bytes, sum */
    ROW_TOKEN = 5,  /* hash, table_id, seat, role, sum */
    ROW_RECORD = 4, /* table_id, n, text, sum */
    ROW_META = 3,   /* name, value, sum */
    ROW_MAX = 9,
};

struct row_record {
    int64_t table, n;
    const void *text;
    size_t size;
};

struct row_meta {
    const void *name, *value;
    size_t name_size, size;
};

/* The shape only. A table's row of version 1 has neither chain nor sum. */
bool row_is_table(const struct value *, int count, struct sum_row *);
bool row_is_event(const struct value *, int64_t *table, struct store_event *);
bool row_is_token(const struct value *, struct store_token *);
bool row_is_record(const struct value *, struct row_record *);
bool row_is_meta(const struct value *, struct row_meta *);

/* The shape and the sum. An event's goes over the sum of the one before. */
bool row_table(const struct value *, struct sum_row *);
bool row_event(const struct value *, int64_t before, int64_t table, struct store_event *);
bool row_token(const struct value *, struct store_token *);
bool row_record(const struct value *, struct row_record *);
bool row_meta(const struct value *, struct row_meta *);

#endif
