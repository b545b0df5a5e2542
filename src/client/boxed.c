/* SPDX-License-Identifier: MIT */
/* A game in the box, as text. */
#define _DEFAULT_SOURCE
#include "client/boxed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"

#define FIRST_LINE "kufsa-record 1"
#define DECIMALS_KEPT 1e4
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

enum {
    NUMBER_TEXT_MAX = 40,
    WHOLE_MAX = 4,
    DECIMALS_MAX = 8,
    GIVEN_DIGITS = 9,
    MILLIS = 1000,
    MINUTE = 60,
    HOUR = 3600,
    YEAR_FIRST = 1900
};

const char *const boxed_results[BOXED_RESULTS] = {
    [BOXED_WON] = "won", [BOXED_DRAWN] = "drawn", [BOXED_LOST] = "lost"};

/* ---- lines ---- */

/* A line without its end, and without a carriage return before that. */
struct line {
    const char *bytes;
    size_t size;
};

/* False after the last line. */
static bool next_line(const char **at, const char *end, struct line *line)
{
    if (*at >= end)
        return false;
    const char *feed = memchr(*at, '\n', (size_t)(end - *at));
    const char *stop = feed ? feed : end;
    *line = (struct line){*at, (size_t)(stop - *at)};
    *at = feed ? feed + 1 : end;
    if (feed && line->size > 0 && line->bytes[line->size - 1] == '\r')
        line->size--;
    return true;
}

static bool is_line(const struct line *line, const char *text)
{
    size_t size = string_size(text);
    return line->size == size && memcmp(line->bytes, text, size) == 0;
}

/* The line's rest, behind the word and one space; NULL: it begins with another word. */
static const char *behind_word(const struct line *line, const char *word)
{
    size_t size = string_size(word);
    if (line->size < size || memcmp(line->bytes, word, size) != 0)
        return NULL;
    if (line->size == size)
        return line->bytes + size;
    return line->bytes[size] == ' ' ? line->bytes + size + 1 : NULL;
}

bool boxed_next(const char **at, const char *end, const char **one, size_t *size)
{
    struct line line;
    const char *mark = BYTE_ORDER_MARK;
    if ((size_t)(end - *at) > 3 && memcmp(*at, mark, 3) == 0)
        *at += 3;
    *one = *at;
    if (!next_line(at, end, &line) || !is_line(&line, FIRST_LINE))
        return false;
    for (const char *next = *at; next_line(&next, end, &line) && !is_line(&line, FIRST_LINE);)
        *at = next;
    *size = (size_t)(*at - *one);
    return true;
}

/* ---- tags ---- */

/* The number that follows; false if it is not one or too large. */
static bool read_digits(const char **at, const char *end, int count, int64_t *out)
{
    int64_t number = 0;
    for (int i = 0; i < count; i++, (*at)++) {
        if (*at >= end || **at < '0' || **at > '9')
            return false;
        number = 10 * number + (**at - '0');
    }
    *out = number;
    return true;
}

/* `-?` up to four digits, then up to eight decimals; a space behind it is taken too. */
static bool read_real(const char **at, const char *end, double *out)
{
    char digits[NUMBER_TEXT_MAX];
    size_t size = 0, whole, decimals = 0;
    while (*at + size < end && (*at)[size] != ' ')
        size++;
    if (size == 0 || size >= sizeof digits)
        return false;
    memcpy(digits, *at, size);
    digits[size] = '\0';
    const char *rest = digits + (digits[0] == '-');
    whole = strspn(rest, "0123456789");
    rest += whole;
    if (*rest == '.') {
        decimals = strspn(rest + 1, "0123456789");
        rest += decimals > 0 ? decimals + 1 : 0;
    }
    if (*rest != '\0' || whole == 0 || whole > WHOLE_MAX || decimals > DECIMALS_MAX)
        return false;
    *out = strtod(digits, NULL) + 0.0; /* no -0 */
    *at += size;
    *at += *at < end;
    return fabs(*out) < BOXED_SUM_MAX;
}

static void read_judged(const char *at, const char *end, struct boxed_tags *tags)
{
    struct boxed_judged found;
    if (!read_real(&at, end, &found.luck) || !read_real(&at, end, &found.others) ||
        !read_real(&at, end, &found.slips) || found.others < 0 || found.slips < 0)
        return;
    size_t size = (size_t)(end - at);
    if (size == 0 || size > WHOLE_MAX || !read_digits(&at, end, (int)size, &found.choices))
        return;
    tags->judged = true;
    tags->found = found;
}

static bool take(const char **at, const char *end, char c)
{
    bool there = *at < end && **at == c;
    *at += there;
    return there;
}

/* Days since 1970 of a day of the Gregorian calendar. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month > 2 ? year : year - 1, era = (y >= 0 ? y : y - 399) / 400,
            of_era = y - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* `Z`, `+02:00` or nothing, in seconds. */
static bool read_zone(const char **at, const char *end, int64_t *seconds)
{
    int64_t hours, minutes;
    *seconds = 0;
    if (*at == end || take(at, end, 'Z'))
        return *at == end;
    bool east = take(at, end, '+');
    if ((!east && !take(at, end, '-')) || !read_digits(at, end, 2, &hours) || !take(at, end, ':') ||
        !read_digits(at, end, 2, &minutes) || *at != end)
        return false;
    *seconds = (hours * HOUR + minutes * MINUTE) * (east ? 1 : -1);
    return true;
}

/* `2026-11-15`, or with `T18:20:00.000Z`; in milliseconds. */
static bool read_time(const char *at, const char *end, int64_t *millis)
{
    int64_t year, month, day, hour = 0, minute = 0, second = 0, part = 0, zone = 0;
    if (!read_digits(&at, end, 4, &year) || !take(&at, end, '-') ||
        !read_digits(&at, end, 2, &month) || !take(&at, end, '-') ||
        !read_digits(&at, end, 2, &day) || month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    if (take(&at, end, 'T')) {
        if (!read_digits(&at, end, 2, &hour) || !take(&at, end, ':') ||
            !read_digits(&at, end, 2, &minute))
            return false;
        if (take(&at, end, ':') && !read_digits(&at, end, 2, &second))
            return false;
        if (take(&at, end, '.') && !read_digits(&at, end, 3, &part))
            return false;
        if (!read_zone(&at, end, &zone))
            return false;
    }
    if (at != end || hour > 23 || minute > 59 || second > 59)
        return false;
    int64_t seconds =
        days_of(year, month, day) * 24 * HOUR + hour * HOUR + minute * MINUTE + second;
    *millis = (seconds - zone) * MILLIS + part;
    return *millis > 0;
}

void boxed_write_time(int64_t millis, char out[BOXED_MILLIS_MAX])
{
    time_t seconds = (time_t)(millis / MILLIS);
    struct tm day;
    char text[BOXED_MILLIS_MAX];
    out[0] = '\0';
    if (millis < 0 || !gmtime_r(&seconds, &day) || day.tm_year + YEAR_FIRST > 9999)
        return;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &day);
    snprintf(out, BOXED_MILLIS_MAX, "%.19s.%03dZ", text, (int)(millis % MILLIS));
}

static void read_mine(const char *at, const char *end, uint16_t *mine)
{
    while (at < end) {
        int64_t seat;
        const char *next = memchr(at, ' ', (size_t)(end - at));
        const char *stop = next ? next : end;
        if (stop - at == 1 && read_digits(&at, stop, 1, &seat) && seat < SEATS_MAX)
            *mine |= (uint16_t)(1u << seat);
        at = next ? next + 1 : end;
    }
}

/* What a line of the head says about the box: false if it is not a tag of the box. */
static bool read_tag(const struct line *line, struct boxed_tags *tags, int64_t *date)
{
    const char *end = line->bytes + line->size, *at;
    int64_t when;
    if ((at = behind_word(line, "played")) != NULL) {
        if (tags->at == 0 && read_time(at, end, &when))
            tags->at = when;
        return true;
    }
    if ((at = behind_word(line, "mine")) != NULL) {
        read_mine(at, end, &tags->mine);
        return true;
    }
    if ((at = behind_word(line, "favourite")) != NULL) {
        tags->star = tags->star || at == end;
        return true;
    }
    if ((at = behind_word(line, "judged")) != NULL) {
        read_judged(at, end, tags);
        return true;
    }
    if ((at = behind_word(line, "date")) != NULL && *date == 0 && read_time(at, end, &when))
        *date = when;
    return false;
}

static size_t without_end(const char *bytes, size_t size)
{
    while (size > 0 && strchr(" \t\r\n", bytes[size - 1]) && bytes[size - 1] != '\0')
        size--;
    return size;
}

void boxed_split(const char *bytes, size_t size, int64_t now, struct text *record,
                 struct boxed_tags *tags)
{
    const char *at = bytes, *end = bytes + without_end(bytes, size);
    bool head = true;
    int64_t date = 0;
    struct line line;
    *tags = (struct boxed_tags){.at = 0};
    text_clear(record);
    while (next_line(&at, end, &line)) {
        head = head && line.size > 0;
        if (head && read_tag(&line, tags, &date))
            continue;
        text_bytes(record, line.bytes, line.size);
        text_char(record, '\n');
    }
    if (tags->at == 0)
        tags->at = date;
    if (tags->at == 0 || tags->at > now)
        tags->at = now;
}

static void put_real(struct text *text, double number)
{
    char digits[NUMBER_TEXT_MAX];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%.*f", DECIMALS_MAX, number);
    while (size > 0 && digits[size - 1] == '0')
        size--;
    size -= size > 0 && digits[size - 1] == '.';
    text_bytes(text, digits, size);
}

struct boxed_judged boxed_rounded(const struct boxed_judged *found)
{
    return (struct boxed_judged){
        .luck = round(found->luck * DECIMALS_KEPT) / DECIMALS_KEPT + 0.0,
        .others = round(found->others * DECIMALS_KEPT) / DECIMALS_KEPT + 0.0,
        .slips = round(found->slips * DECIMALS_KEPT) / DECIMALS_KEPT + 0.0,
        .choices = found->choices,
    };
}

static void put_tags(struct text *text, const struct boxed_tags *tags)
{
    char time[BOXED_MILLIS_MAX];
    boxed_write_time(tags->at, time);
    text_string(text, "played ");
    text_string(text, time);
    text_char(text, '\n');
    if (tags->mine != 0) {
        text_string(text, "mine");
        for (int seat = 0; seat < SEATS_MAX; seat++)
            if (tags->mine >> seat & 1) {
                text_char(text, ' ');
                text_number(text, seat);
            }
        text_char(text, '\n');
    }
    text_string(text, tags->star ? "favourite\n" : "");
    if (tags->judged) {
        text_string(text, "judged ");
        put_real(text, tags->found.luck);
        text_char(text, ' ');
        put_real(text, tags->found.others);
        text_char(text, ' ');
        put_real(text, tags->found.slips);
        text_char(text, ' ');
        text_number(text, tags->found.choices);
        text_char(text, '\n');
    }
}

void boxed_join(struct text *out, const char *record, size_t size, const struct boxed_tags *tags)
{
    const char *at = record, *end = record + size;
    bool tagged = false;
    struct line line;
    while (next_line(&at, end, &line)) {
        if (!tagged && line.size == 0)
            put_tags(out, tags);
        tagged = tagged || line.size == 0;
        text_bytes(out, line.bytes, line.size);
        text_char(out, '\n');
    }
    if (!tagged)
        put_tags(out, tags);
}

/* ---- names ---- */

void boxed_name(const char *record, size_t size, char id[BOXED_ID_MAX])
{
    uint64_t hash = hash_bytes(HASH_START, record, size);
    snprintf(id, BOXED_ID_MAX, "%016llx", (unsigned long long)hash);
}

bool boxed_is_name(const char *text)
{
    return strspn(text, "0123456789abcdef") == BOXED_ID_MAX - 1 && text[BOXED_ID_MAX - 1] == '\0';
}

/* ---- what a record says ---- */

const char *boxed_check(struct record *record, const char *text, size_t size)
{
    const char *reason = record_replay(record, text, size);
    return reason ? reason : record->ending == ENDING_NONE ? "record.result.going" : NULL;
}

/* `1 2` for every seat. */
static bool read_numbers(const char *at, int seats, int64_t min, int64_t max, int64_t *out)
{
    struct scan scan = {at};
    for (int seat = 0; seat < seats; seat++)
        if ((seat > 0 && !scan_char(&scan, ' ')) || !scan_number(&scan, min, max, &out[seat]))
            return false;
    return scan_end(&scan);
}

static enum ending ending_of(const char *word)
{
    for (int ending = ENDING_NONE; ending < ENDINGS; ending++) {
        struct scan scan = {word};
        if (ending_names[ending] && scan_string(&scan, ending_names[ending]))
            return (enum ending)ending;
    }
    return ENDING_STOPPED;
}

static bool read_result(struct boxed *boxed, const char *text)
{
    int64_t numbers[SEATS_MAX];
    struct scan scan = {text};
    if (scan_string(&scan, "end ")) {
        boxed->ending = ending_of(scan.at);
    } else if (scan_string(&scan, "result ")) {
        if (string_equal(scan.at, "*"))
            return true;
        if (!read_numbers(scan.at, boxed->seats, 1, boxed->seats, numbers))
            return false;
        for (int seat = 0; seat < boxed->seats; seat++)
            boxed->place[seat] = (uint8_t)numbers[seat];
    } else if (scan_string(&scan, "scores ")) {
        if (!read_numbers(scan.at, boxed->seats, INT32_MIN, INT32_MAX, numbers))
            return false;
        for (int seat = 0; seat < boxed->seats; seat++)
            boxed->score[seat] = (int32_t)numbers[seat];
        boxed->scored = true;
    }
    return true;
}

static void read_given(const struct line *line, int64_t *given)
{
    const char *at = behind_word(line, "given"), *end = line->bytes + line->size;
    int64_t number;
    if (at && at < end && end - at <= GIVEN_DIGITS &&
        read_digits(&at, end, (int)(end - at), &number))
        *given = number;
}

const char *boxed_read(struct boxed *out, struct record *record, const char *text, size_t size)
{
    const char *reason = record_open(record, text, size), *at = record->at, *end = record->end;
    char copy[RECORD_LINE_MAX];
    struct line line;
    if (reason)
        return reason;
    out->game = record->game;
    out->seats = record->state.head.seats;
    memcpy(out->seat, record->seats, sizeof out->seat);
    memcpy(out->option, record->state.head.option, sizeof out->option);
    out->ending = ENDING_RULES;
    out->scored = false;
    out->plies = 0;
    memset(out->place, 0, sizeof out->place);
    out->given = -1;
    out->tags.mine &= (uint16_t)((1u << out->seats) - 1);
    if (out->tags.mine == 0 || (out->tags.mine & (out->tags.mine - 1)) != 0)
        out->tags.judged = false;
    boxed_name(text, size, out->id);
    for (const char *head = record->head; next_line(&head, end, &line) && line.size > 0;)
        read_given(&line, &out->given);
    while (next_line(&at, end, &line) && line.size > 0)
        out->plies++;
    while (next_line(&at, end, &line)) {
        if (line.size >= sizeof copy)
            return "record.line.long";
        memcpy(copy, line.bytes, line.size);
        copy[line.size] = '\0';
        if (!read_result(out, copy))
            return "record.result.missing";
    }
    return NULL;
}

enum boxed_result boxed_result(const struct boxed *boxed)
{
    int first = 0;
    const int seat = boxed->tags.mine != 0 ? __builtin_ctz(boxed->tags.mine) : 0;
    if (boxed->given >= 0 || boxed->tags.mine != 1u << seat || boxed->place[seat] == 0)
        return BOXED_NONE;
    for (int other = 0; other < boxed->seats; other++)
        first += boxed->place[other] == 1;
    if (boxed->place[seat] > 1)
        return BOXED_LOST;
    return first > 1 ? BOXED_DRAWN : BOXED_WON;
}
