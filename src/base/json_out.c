/* SPDX-License-Identifier: MIT */
/*
 * The JSON writer of json.h. It puts the commas; that brackets match and that keys stand where they
 * should is up to the caller.
 */
#include <string.h>

#include "base/check.h"
#include "base/json.h"

enum { REAL_DECIMALS = 6, MILLION = 1000000 };

/* The largest magnitude written: its whole part is exact in a double and an int64_t. */
#define REAL_MAX 1e15

void json_out_init(struct json_out *out, struct text *text)
{
    out->text = text;
    out->comma = false;
}

/* Before a value or key: the comma that it needs. */
static struct text *begin_value(struct json_out *out)
{
    if (out->comma)
        text_char(out->text, ',');
    out->comma = true;
    return out->text;
}

void json_out_open(struct json_out *out, char bracket)
{
    CHECK(bracket == '{' || bracket == '[');
    text_char(begin_value(out), bracket);
    out->comma = false;
}

void json_out_close(struct json_out *out, char bracket)
{
    CHECK(bracket == '}' || bracket == ']');
    text_char(out->text, bracket);
    out->comma = true;
}

void json_out_key(struct json_out *out, const char *key)
{
    json_out_string(out, key);
    text_char(out->text, ':');
    out->comma = false;
}

void json_out_string(struct json_out *out, const char *string)
{
    json_out_string_sized(out, string, string_size(string));
}

static void write_escape(struct text *text, uint8_t c)
{
    static const char controls[] = "\b\f\n\r\t", letters[] = "bfnrt";
    text_char(text, '\\');
    for (int i = 0; controls[i] != '\0'; i++) {
        if (c == controls[i]) {
            text_char(text, letters[i]);
            return;
        }
    }
    if (c >= ' ') {
        text_char(text, (char)c);
    } else {
        text_string(text, "u00");
        text_hex(text, &c, 1);
    }
}

static bool is_plain(char c)
{
    return (uint8_t)c >= ' ' && c != '"' && c != '\\';
}

/* All eight of them? A byte of `found` has its high bit set if that byte, or one below it, borrowed
 * in a subtraction: it was a control, a quote or a backslash. Bytes from 0x80 on never are. */
static bool are_plain(uint64_t eight)
{
    const uint64_t ones = 0x0101010101010101, highs = ones << 7;
    uint64_t quotes = eight ^ ones * '"', slashes = eight ^ ones * '\\';
    uint64_t found = (eight - ones * ' ') | (quotes - ones) | (slashes - ones);
    return (found & ~eight & highs) == 0;
}

/* How many bytes of a string stand before the first one that must be escaped. */
static size_t plain_size(const char *string, size_t size)
{
    size_t count = 0;
    uint64_t eight;
    for (; size - count >= sizeof eight; count += sizeof eight) {
        memcpy(&eight, string + count, sizeof eight);
        if (!are_plain(eight))
            break;
    }
    while (count < size && is_plain(string[count]))
        count++;
    return count;
}

void json_out_string_sized(struct json_out *out, const char *string, size_t size)
{
    struct text *text = begin_value(out);
    text_char(text, '"');
    for (;;) {
        size_t plain = plain_size(string, size);
        text_bytes(text, string, plain);
        if (plain == size)
            break;
        write_escape(text, (uint8_t)string[plain]);
        string += plain + 1;
        size -= plain + 1;
    }
    text_char(text, '"');
}

void json_out_integer(struct json_out *out, int64_t number)
{
    text_number(begin_value(out), number);
}

void json_out_real(struct json_out *out, double number)
{
    CHECK(number == number); /* not a number: JSON has no word for it */
    struct text *text = begin_value(out);
    double size = number < 0 ? -number : number;
    if (size > REAL_MAX)
        size = REAL_MAX;
    int64_t whole = (int64_t)size;
    int64_t millionths = (int64_t)((size - (double)whole) * MILLION + 0.5);
    if (millionths == MILLION) {
        whole++;
        millionths = 0;
    }
    if (number < 0 && (whole > 0 || millionths > 0))
        text_char(text, '-');
    text_number(text, whole);
    if (millionths == 0)
        return;
    char decimals[REAL_DECIMALS];
    for (int i = REAL_DECIMALS - 1; i >= 0; i--, millionths /= 10)
        decimals[i] = (char)('0' + millionths % 10);
    size_t count = REAL_DECIMALS;
    while (decimals[count - 1] == '0')
        count--;
    text_char(text, '.');
    text_bytes(text, decimals, count);
}

void json_out_bool(struct json_out *out, bool value)
{
    text_string(begin_value(out), value ? "true" : "false");
}

void json_out_null(struct json_out *out)
{
    text_string(begin_value(out), "null");
}

void json_out_raw(struct json_out *out, const char *json, size_t size)
{
    text_bytes(begin_value(out), json, size);
}
