/* SPDX-License-Identifier: MIT */
/*
 * The JSON writer of json.h. It adds the commas; the caller must match brackets and put keys where
 * they belong.
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

void json_out_start(struct json_out *out, struct text *text, char *buffer, size_t capacity)
{
    text_init(text, buffer, capacity);
    json_out_init(out, text);
}

/* Writes the comma that a value or key needs before it. */
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

/* Can all eight bytes be written as they are? A byte of `found` has its high bit set if that byte,
 * or one below it, borrowed in a subtraction: it was a control character, a quote or a backslash.
 * Bytes from 0x80 on never are. */
static bool are_plain(uint64_t eight)
{
    const uint64_t ones = 0x0101010101010101, highs = ones << 7;
    uint64_t quotes = eight ^ ones * '"', slashes = eight ^ ones * '\\';
    uint64_t found = (eight - ones * ' ') | (quotes - ones) | (slashes - ones);
    return (found & ~eight & highs) == 0;
}

/* How many bytes come before the first one that must be escaped. */
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
    CHECK(number == number); /* JSON cannot express NaN */
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

void json_out_hex(struct json_out *out, const uint8_t *bytes, size_t size)
{
    struct text *text = begin_value(out);
    text_char(text, '"');
    text_hex(text, bytes, size);
    text_char(text, '"');
}

void json_out_raw(struct json_out *out, const char *json, size_t size)
{
    text_bytes(begin_value(out), json, size);
}

/* ---- members ---- */

void json_put_open(struct json_out *out, const char *key, char bracket)
{
    json_out_key(out, key);
    json_out_open(out, bracket);
}

void json_put_string(struct json_out *out, const char *key, const char *string)
{
    json_out_key(out, key);
    json_out_string(out, string);
}

void json_put_string_sized(struct json_out *out, const char *key, const char *string, size_t size)
{
    json_out_key(out, key);
    json_out_string_sized(out, string, size);
}

void json_put_integer(struct json_out *out, const char *key, int64_t number)
{
    json_out_key(out, key);
    json_out_integer(out, number);
}

void json_put_real(struct json_out *out, const char *key, double number)
{
    json_out_key(out, key);
    json_out_real(out, number);
}

void json_put_bool(struct json_out *out, const char *key, bool value)
{
    json_out_key(out, key);
    json_out_bool(out, value);
}

void json_put_null(struct json_out *out, const char *key)
{
    json_out_key(out, key);
    json_out_null(out);
}

void json_put_raw(struct json_out *out, const char *key, const char *json, size_t size)
{
    json_out_key(out, key);
    json_out_raw(out, json, size);
}

void json_put_hex(struct json_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    json_out_key(out, key);
    json_out_hex(out, bytes, size);
}

void json_put_integers(struct json_out *out, const char *key, const int32_t *numbers, int count)
{
    json_put_open(out, key, '[');
    for (int i = 0; i < count; i++)
        json_out_integer(out, numbers[i]);
    json_out_close(out, ']');
}

void json_put_bits(struct json_out *out, const char *key, uint16_t set)
{
    json_put_open(out, key, '[');
    for (int bit = 0; set >> bit != 0; bit++)
        if (set >> bit & 1)
            json_out_integer(out, bit);
    json_out_close(out, ']');
}
