/* SPDX-License-Identifier: MIT */
#include "table/event.h"

#include "base/check.h"
#include "table/table.h"

static const struct {
    const char *name, *fields;
} kinds[TABLE_EVENT_KINDS] = {
#define TABLE_EVENT_ROW(name, wire, fields) [TABLE_##name] = {wire, fields},
    TABLE_EVENTS(TABLE_EVENT_ROW)
#undef TABLE_EVENT_ROW
};

const char *table_event_name(enum table_event_kind kind)
{
    return kinds[kind].name;
}

const char *table_event_fields(enum table_event_kind kind)
{
    return kinds[kind].fields;
}

/* ---- writing ---- */

static void write_field(const struct table_event *event, char field, struct text *text)
{
    text_char(text, ' ');
    switch (field) {
    case 's': text_number(text, event->seat); break;
    case 'n': text_number(text, event->number[0]); break;
    case 'm': text_number(text, event->number[1]); break;
    case 'w': text_string(text, event->word[0]); break;
    case 'v': text_string(text, event->word[1]); break;
    case 'h': text_hex(text, event->hash[0], SHA256_SIZE); break;
    case 'k': text_hex(text, event->hash[1], SHA256_SIZE); break;
    default: text_string(text, event->rest);
    }
}

void table_event_write(const struct table_event *event, struct text *text)
{
    text_number(text, event->time);
    text_char(text, ' ');
    if (event->guest == NO_GUEST)
        text_char(text, '-');
    else
        text_number(text, event->guest);
    text_char(text, ' ');
    text_number(text, event->cid);
    text_char(text, ' ');
    text_string(text, kinds[event->kind].name);
    for (const char *field = kinds[event->kind].fields; *field != '\0'; field++)
        write_field(event, *field, text);
    CHECK(!text->overflow);
}

/* ---- reading ---- */

/* Reads up to the next space or the end: plain letters, digits and signs. */
static bool scan_word(struct scan *scan, char *out, size_t capacity)
{
    size_t size = 0;
    while (scan->at[size] > ' ' && scan->at[size] <= '~')
        size++;
    if (size == 0 || size >= capacity)
        return false;
    memcpy(out, scan->at, size);
    out[size] = '\0';
    scan->at += size;
    return true;
}

static bool scan_rest(struct scan *scan, char *out, size_t capacity)
{
    size_t size = string_size(scan->at);
    if (size == 0 || size >= capacity)
        return false;
    memcpy(out, scan->at, size + 1);
    scan->at += size;
    return true;
}

static bool scan_seat(struct scan *scan, int *seat)
{
    int64_t number;
    if (!scan_number(scan, 0, SEATS_MAX - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

static bool read_field(struct scan *scan, char field, struct table_event *event)
{
    if (!scan_char(scan, ' '))
        return false;
    switch (field) {
    case 's': return scan_seat(scan, &event->seat);
    case 'n': return scan_number(scan, 0, INT32_MAX, &event->number[0]);
    case 'm': return scan_number(scan, 0, INT32_MAX, &event->number[1]);
    case 'w': return scan_word(scan, event->word[0], EVENT_WORD_MAX);
    case 'v': return scan_word(scan, event->word[1], EVENT_WORD_MAX);
    case 'h': return scan_hex(scan, event->hash[0], SHA256_SIZE);
    case 'k': return scan_hex(scan, event->hash[1], SHA256_SIZE);
    default: return scan_rest(scan, event->rest, EVENT_REST_MAX);
    }
}

static bool read_front(struct scan *scan, struct table_event *event)
{
    int64_t guest = NO_GUEST, cid;
    if (!scan_number(scan, 0, EVENT_TIME_MAX, &event->time) || !scan_char(scan, ' '))
        return false;
    if (!scan_char(scan, '-') && !scan_number(scan, 0, GUESTS_MAX - 1, &guest))
        return false;
    if (!scan_char(scan, ' ') || !scan_number(scan, 0, UINT32_MAX, &cid) || !scan_char(scan, ' '))
        return false;
    event->guest = (int)guest;
    event->cid = (uint32_t)cid;
    return true;
}

static bool read_kind(struct scan *scan, enum table_event_kind *kind)
{
    char name[EVENT_WORD_MAX];
    if (!scan_word(scan, name, sizeof name))
        return false;
    for (int i = 0; i < TABLE_EVENT_KINDS; i++) {
        if (string_equal(kinds[i].name, name)) {
            *kind = (enum table_event_kind)i;
            return true;
        }
    }
    return false;
}

bool table_event_read(struct table_event *event, const char *text, size_t size)
{
    char line[EVENT_TEXT_MAX];
    struct scan scan = {line};
    if (size >= sizeof line || memchr(text, '\0', size))
        return false;
    memcpy(line, text, size);
    line[size] = '\0';
    *event = (struct table_event){.seat = NO_SEAT};
    if (!read_front(&scan, event) || !read_kind(&scan, &event->kind))
        return false;
    for (const char *field = kinds[event->kind].fields; *field != '\0'; field++)
        if (!read_field(&scan, *field, event))
            return false;
    return scan_end(&scan);
}
