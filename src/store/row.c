/* SPDX-License-Identifier: MIT */
/* Rows as values: their shapes, and whether their sums are right. */
#include "store/row.h"

#include <string.h>

static bool is_number(const struct value *value, int64_t min, int64_t max)
{
    return value->kind == VALUE_NUMBER && value->number >= min && value->number <= max;
}

static bool is_bytes(const struct value *value, enum value_kind kind, size_t min, size_t max)
{
    return value->kind == kind && value->size >= min && value->size <= max;
}

/* Reads a short text as a string; a NUL in it would hide the rest. */
static bool take_string(const struct value *value, char *out, size_t max)
{
    if (!is_bytes(value, VALUE_TEXT, 0, max) ||
        (value->size > 0 && memchr(value->bytes, '\0', value->size)))
        return false;
    if (value->size > 0)
        memcpy(out, value->bytes, value->size);
    out[value->size] = '\0';
    return true;
}

static bool has_sum(const struct value *value, int64_t sum)
{
    return value->kind == VALUE_NUMBER && value->number == sum;
}

bool row_is_table(const struct value *values, struct sum_row *out)
{
    *out = (struct sum_row){.chain = values[6].number};
    if (!is_number(&values[0], 1, INT64_MAX) || !is_number(&values[2], 0, 1) ||
        !is_number(&values[3], 0, INT64_MAX) || !is_number(&values[4], INT64_MIN, INT64_MAX) ||
        !is_number(&values[5], INT64_MIN, INT64_MAX) || values[6].kind != VALUE_NUMBER ||
        values[7].kind != VALUE_NUMBER ||
        !take_string(&values[1], out->table.code, STORE_CODE_MAX) || out->table.code[0] == '\0')
        return false;
    out->table.id = values[0].number;
    out->table.finished = values[2].number != 0;
    out->table.seq = values[3].number;
    out->table.created_ms = values[4].number;
    out->table.changed_ms = values[5].number;
    return true;
}

bool row_is_event(const struct value *values, int64_t *table, struct store_event *out)
{
    if (!is_number(&values[0], 1, INT64_MAX) || !is_number(&values[1], 1, INT64_MAX) ||
        !is_number(&values[2], INT64_MIN, INT64_MAX) ||
        !is_bytes(&values[3], VALUE_BYTES, 0, STORE_EVENT_MAX))
        return false;
    *table = values[0].number;
    *out = (struct store_event){.seq = values[1].number,
                                .at_ms = values[2].number,
                                .bytes = values[3].bytes,
                                .size = values[3].size};
    return true;
}

bool row_is_record(const struct value *values, struct row_record *out)
{
    *out = (struct row_record){.table = values[0].number,
                               .n = values[1].number,
                               .text = values[2].bytes,
                               .size = values[2].size};
    return is_number(&values[0], 1, INT64_MAX) && is_number(&values[1], 1, INT64_MAX) &&
           is_bytes(&values[2], VALUE_TEXT, 0, STORE_RECORD_MAX);
}

bool row_is_meta(const struct value *values, struct row_meta *out)
{
    *out = (struct row_meta){.name = values[0].bytes,
                             .name_size = values[0].size,
                             .value = values[1].bytes,
                             .size = values[1].size};
    return is_bytes(&values[0], VALUE_TEXT, 1, STORE_NAME_MAX) &&
           is_bytes(&values[1], VALUE_BYTES, 0, STORE_META_MAX);
}

bool row_table(const struct value *values, struct sum_row *out)
{
    return row_is_table(values, out) && has_sum(&values[7], sum_table(out));
}

bool row_event(const struct value *values, int64_t before, int64_t table, struct store_event *out)
{
    int64_t whose;
    return row_is_event(values, &whose, out) && whose == table &&
           has_sum(&values[4], sum_event(before, table, out));
}

bool row_record(const struct value *values, struct row_record *out)
{
    return row_is_record(values, out) &&
           has_sum(&values[3], sum_record(out->table, out->n, out->text, out->size));
}

bool row_meta(const struct value *values, struct row_meta *out)
{
    return row_is_meta(values, out) &&
           has_sum(&values[2], sum_meta(out->name, out->name_size, out->value, out->size));
}

bool row_pass_meta(const struct value *values, store_each_meta *each, void *context, bool *more)
{
    struct row_meta meta;
    char name[STORE_NAME_MAX + 1];
    if (!row_meta(values, &meta) || !take_string(&values[0], name, STORE_NAME_MAX))
        return false;
    *more = each(context, name, meta.value, meta.size);
    return true;
}

void row_say_damaged(char why[STORE_WHY_MAX], const char *what, int64_t table, int64_t number)
{
    struct text text;
    text_init(&text, why, STORE_WHY_MAX);
    text_string(&text, what);
    text_char(&text, ' ');
    text_number(&text, number);
    if (table != 0) {
        text_string(&text, " of table ");
        text_number(&text, table);
    }
    text_string(&text, " does not match its checksum");
}

enum store_status row_give_text(struct text *out, const void *bytes, size_t size)
{
    text_clear(out);
    text_bytes(out, bytes, size);
    return out->overflow ? STORE_TOO_BIG : STORE_OK;
}
