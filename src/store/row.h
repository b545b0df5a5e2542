/* SPDX-License-Identifier: MIT */
/*
 * Rows of a file as values. The functions trust nothing: values must have the types and ranges that
 * this program writes, and the sum must be right.
 */
#ifndef KUFSA_STORE_ROW_H
#define KUFSA_STORE_ROW_H

#include "store/sum.h"

enum value_kind { VALUE_NULL, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES, VALUE_OTHER };

struct value {
    enum value_kind kind;
    int64_t number;
    const uint8_t *bytes; /* of a text or blob; not NUL-terminated */
    size_t size;
};

/* Columns, in the order of the schema. The last is the sum. */
enum {
    ROW_TABLE = 8,  /* id, code, finished, seq, created_ms, changed_ms, chain, sum */
    ROW_EVENT = 5,  /* table_id, seq, at_ms, bytes, sum */
    ROW_RECORD = 4, /* table_id, n, text, sum */
    ROW_META = 3,   /* name, value, sum */
    ROW_MAX = 8,
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

/* Check the shape only. */
bool row_is_table(const struct value *, struct sum_row *);
bool row_is_event(const struct value *, int64_t *table, struct store_event *);
bool row_is_record(const struct value *, struct row_record *);
bool row_is_meta(const struct value *, struct row_meta *);

/* Check the shape and the sum. An event's sum includes that of the event before. */
bool row_table(const struct value *, struct sum_row *);
bool row_event(const struct value *, int64_t before, int64_t table, struct store_event *);
bool row_record(const struct value *, struct row_record *);
bool row_meta(const struct value *, struct row_meta *);

/* Passes a value on, if its row is sound. */
bool row_pass_meta(const struct value *, store_each_meta *, void *context, bool *more);

/* Describes a row that does not match its sum, for a log. */
void row_say_damaged(char why[STORE_WHY_MAX], const char *what, int64_t table, int64_t number);

/* OK, or TOO_BIG: the text is too small for it. */
enum store_status row_give_text(struct text *, const void *bytes, size_t size);

#endif
