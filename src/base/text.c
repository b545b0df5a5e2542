/* SPDX-License-Identifier: MIT */
/*
 * Bounded text: the writer and the strict scanner.
 *
 * A text that has overflowed accepts nothing more, so it always holds a prefix of what was
 * written. A scanner that returns false has neither moved nor written its result.
 */
#include "base/text.h"

#include <string.h>

#include "base/check.h"

enum { DIGITS_MAX = 20 }; /* of a 64-bit number */

void text_init(struct text *text, char *buffer, size_t capacity)
{
    CHECK(capacity >= 1 && capacity <= UINT32_MAX);
    text->bytes = buffer;
    text->capacity = (uint32_t)capacity;
    text_clear(text);
}

void text_clear(struct text *text)
{
    text->size = 0;
    text->overflow = false;
    text->bytes[0] = '\0';
}

void text_char(struct text *text, char c)
{
    if (text->capacity - text->size <= 1) {
        text->overflow = true;
        return;
    }
    text->bytes[text->size++] = c;
    text->bytes[text->size] = '\0';
}

void text_string(struct text *text, const char *string)
{
    text_bytes(text, string, string_size(string));
}

void text_bytes(struct text *text, const void *bytes, size_t size)
{
    if (size == 0)
        return;                                    /* then bytes may be NULL */
    size_t room = text->capacity - text->size - 1; /* none after an overflow */
    if (size > room) {
        size = room;
        text->overflow = true;
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += (uint32_t)size;
    text->bytes[text->size] = '\0';
}

void text_number(struct text *text, int64_t number)
{
    if (number >= 0 && number <= 9) { /* most numbers in moves and positions */
        text_char(text, (char)('0' + number));
        return;
    }
    /* The magnitude of the lowest int64_t does not fit in an int64_t. */
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    char digits[DIGITS_MAX + 1];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    text_bytes(text, digits + at, sizeof digits - at);
}

void text_hex(struct text *text, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        text_char(text, digits[bytes[i] >> 4]);
        text_char(text, digits[bytes[i] & 15]);
    }
}

bool scan_char(struct scan *scan, char c)
{
    if (c == '\0' || *scan->at != c)
        return false;
    scan->at++;
    return true;
}

bool scan_string(struct scan *scan, const char *string)
{
    const char *at = scan->at;
    for (; *string != '\0'; string++, at++) {
        if (*at != *string)
            return false;
    }
    scan->at = at;
    return true;
}

bool scan_one_of(struct scan *scan, const char *choices, int *index)
{
    for (int i = 0; choices[i] != '\0'; i++) {
        if (choices[i] == *scan->at) {
            scan->at++;
            *index = i;
            return true;
        }
    }
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool scan_number(struct scan *scan, int64_t min, int64_t max, int64_t *out)
{
    const char *at = scan->at;
    bool negative = *at == '-';
    at += negative;
    const char *first = at;
    int64_t number = 0; /* counts down, because the lowest number has no positive counterpart */
    for (; is_digit(*at); at++) {
        if (__builtin_mul_overflow(number, 10, &number) ||
            __builtin_sub_overflow(number, *at - '0', &number))
            return false;
    }
    bool zero_first = *first == '0' && (negative || at - first > 1);
    if (at == first || zero_first)
        return false;
    if (!negative && __builtin_sub_overflow((int64_t)0, number, &number))
        return false;
    if (number < min || number > max)
        return false;
    *out = number;
    scan->at = at;
    return true;
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool scan_hex(struct scan *scan, uint8_t *out, size_t count)
{
    const char *at = scan->at;
    for (size_t i = 0; i < 2 * count; i++) { /* check first: the NUL at the end is not a digit */
        if (hex_digit(at[i]) < 0)
            return false;
    }
    for (size_t i = 0; i < count; i++, at += 2)
        out[i] = (uint8_t)(hex_digit(at[0]) << 4 | hex_digit(at[1]));
    scan->at = at;
    return true;
}

bool scan_end(const struct scan *scan)
{
    return *scan->at == '\0';
}

bool string_equal(const char *a, const char *b)
{
    for (; *a == *b; a++, b++) {
        if (*a == '\0')
            return true;
    }
    return false;
}

size_t string_size(const char *string)
{
    const char *end = string;
    while (*end != '\0')
        end++;
    return (size_t)(end - string);
}
