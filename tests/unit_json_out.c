/* SPDX-License-Identifier: MIT */
/* The JSON writer: commas, escapes, numbers; and that the reader understands all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/json.h"

static void must_read(struct json *json, const char *text)
{
    static struct json_value values[64];
    const char *error = json_read(json, values, 64, text, strlen(text));
    if (error)
        fail_msg("%s: refused: %s", text, error);
}

struct page {
    char buffer[1024];
    struct text text;
    struct json_out out;
};

static struct json_out *page_open(struct page *page)
{
    json_out_start(&page->out, &page->text, page->buffer, sizeof page->buffer);
    return &page->out;
}

static void writer_puts_commas(void **state)
{
    (void)state;
    struct page page;
    struct json_out *out = page_open(&page);
    json_out_open(out, '{');
    json_out_key(out, "a");
    json_out_open(out, '[');
    json_out_integer(out, 1);
    json_out_bool(out, true);
    json_out_open(out, '[');
    json_out_close(out, ']');
    json_out_open(out, '{');
    json_out_close(out, '}');
    json_out_null(out);
    json_out_raw(out, "{\"r\":0}??", 7);
    json_out_string(out, "s");
    json_out_close(out, ']');
    json_out_key(out, "b\"");
    json_out_bool(out, false);
    json_out_key(out, "");
    json_out_integer(out, INT64_MIN);
    json_out_key(out, "d");
    json_out_real(out, 0.5);
    json_out_close(out, '}');
    assert_string_equal(page.buffer, "{\"a\":[1,true,[],{},null,{\"r\":0},\"s\"],\"b\\\"\":false,"
                                     "\"\":-9223372036854775808,\"d\":0.5}");
    struct json json;
    must_read(&json, page.buffer);
}

static void writer_puts_members(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x0a, 0xff};
    static const int32_t numbers[] = {3, -4};
    struct page page;
    struct json_out *out = page_open(&page);
    json_out_open(out, '{');
    json_put_integer(out, "i", -7);
    json_put_string(out, "s", "a\"");
    json_put_string_sized(out, "z", "abc", 2);
    json_put_real(out, "r", 0.25);
    json_put_bool(out, "b", true);
    json_put_null(out, "n");
    json_put_raw(out, "w", "[0]", 3);
    json_put_hex(out, "h", bytes, sizeof bytes);
    json_put_integers(out, "l", numbers, 2);
    json_put_bits(out, "set", 0x8005);
    json_put_bits(out, "none", 0);
    json_put_open(out, "o", '{');
    json_out_close(out, '}');
    json_out_close(out, '}');
    assert_string_equal(page.buffer,
                        "{\"i\":-7,\"s\":\"a\\\"\",\"z\":\"ab\",\"r\":0.25,\"b\":true,\"n\":null,"
                        "\"w\":[0],\"h\":\"0aff\",\"l\":[3,-4],\"set\":[0,2,15],\"none\":[],"
                        "\"o\":{}}");
}

static void writer_escapes(void **state)
{
    (void)state;
    struct page page;
    json_out_string_sized(page_open(&page),
                          "\"\\/\b\f\n\r\t\0\x01\x1f\x7f \xd7\xa7\xf0\x9f\x8e\xb2", 19);
    assert_string_equal(page.buffer, "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u0001\\u001f\x7f "
                                     "\xd7\xa7\xf0\x9f\x8e\xb2\"");
}

/* The writer looks at eight bytes at once: every byte value, at every place in strings of every
 * size, among bytes that need no escape or hide the high bit. */
static void writer_escapes_anywhere(void **state)
{
    (void)state;
    enum { SIZE = 20 };
    for (int c = 0; c <= 0xff; c++) {
        char alone[16];
        struct page page;
        json_out_string_sized(page_open(&page), (const char[]){(char)c}, 1);
        assert_in_range(page.text.size, 3, sizeof alone);
        size_t escape_size = page.text.size - 2;
        memcpy(alone, page.buffer + 1, escape_size);
        assert_int_equal(escape_size > 1, c < ' ' || c == '"' || c == '\\');
        for (size_t size = 1; size <= SIZE; size++) {
            for (size_t at = 0; at < size; at++) {
                char string[SIZE], expected[SIZE + sizeof alone];
                memset(string, c & 1 ? '!' : (char)0xa2, size);
                memcpy(expected, string, size);
                memcpy(expected + at, alone, escape_size);
                memcpy(expected + at + escape_size, string + at, size - at - 1);
                string[at] = (char)c;
                json_out_string_sized(page_open(&page), string, size);
                assert_int_equal(page.text.size, size + escape_size + 1);
                assert_memory_equal(page.buffer + 1, expected, size - 1 + escape_size);
            }
        }
    }
}

/* Every character, written and read again. */
static void writer_and_reader_agree(void **state)
{
    (void)state;
    for (int32_t point = 0; point <= 0x10ffff; point += point < 0x3000 ? 1 : 97) {
        if (point >= 0xd800 && point <= 0xdfff)
            continue;
        char escape[16], decoded[8], again[8];
        if (point < 0x10000)
            snprintf(escape, sizeof escape, "\"\\u%04x\"", (unsigned)point);
        else
            snprintf(escape, sizeof escape, "\"\\u%04x\\u%04x\"",
                     0xd800 + ((unsigned)(point - 0x10000) >> 10),
                     0xdc00 + ((unsigned)point & 0x3ff));
        struct json json;
        must_read(&json, escape);
        int64_t size = json_string(&json, 0, decoded, sizeof decoded);
        assert_true(size == (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4));
        struct page page;
        json_out_string_sized(page_open(&page), decoded, (size_t)size);
        must_read(&json, page.buffer);
        assert_int_equal(json_string(&json, 0, again, sizeof again), size);
        assert_memory_equal(again, decoded, (size_t)size + 1);
    }
}

static void writer_writes_reals(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *text;
    } rows[] = {
        {0, "0"},
        {-0.0, "0"},
        {1, "1"},
        {-1, "-1"},
        {0.5, "0.5"},
        {-0.25, "-0.25"},
        {0.1, "0.1"},
        {100, "100"},
        {1.0 / 3, "0.333333"},
        {-2.0 / 3, "-0.666667"},
        {0.000001, "0.000001"},
        {0.0000004, "0"},
        {-0.0000004, "0"},
        {0.0000006, "0.000001"},
        {0.9999994, "0.999999"},
        {0.9999996, "1"},
        {-1.9999999, "-2"},
        {3.14159265358979, "3.141593"},
        {1e-300, "0"},
        {123456789.012345, "123456789.012345"},
        {999999999999999.0, "999999999999999"},
        {999999999999999.5, "999999999999999.5"},
        {1e15, "1000000000000000"},
        {-1e15, "-1000000000000000"},
        {1e16, "1000000000000000"},
        {-1e300, "-1000000000000000"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct page page;
        json_out_real(page_open(&page), rows[i].number);
        assert_string_equal(page.buffer, rows[i].text);
        struct json json;
        must_read(&json, page.buffer);
    }
}

/* As printf would, which is correct but needs a C library. */
static void writer_rounds_reals_like_printf(void **state)
{
    (void)state;
    uint64_t hash = HASH_START;
    for (int i = 0; i < 20000; i++) {
        hash = hash_bytes(hash, &i, sizeof i);
        double number = (double)(int64_t)hash / 9.3e18; /* -1 … 1 */
        for (int k = 0; k < i % 10; k++)
            number *= 10;
        char expected[64];
        int size = snprintf(expected, sizeof expected, "%.6f", number);
        while (expected[size - 1] == '0')
            expected[--size] = '\0';
        if (expected[size - 1] == '.')
            expected[--size] = '\0';
        if (strcmp(expected, "-0") == 0)
            memcpy(expected, "0", 2);
        struct page page;
        json_out_real(page_open(&page), number);
        assert_string_equal(page.buffer, expected);
    }
}

static void writer_overflows_quietly(void **state)
{
    (void)state;
    for (size_t capacity = 1; capacity < 20; capacity++) {
        char buffer[32];
        struct text text;
        struct json_out out;
        json_out_start(&out, &text, buffer, capacity);
        json_out_open(&out, '[');
        json_out_string(&out, "a\nb");
        json_out_real(&out, -1.5);
        json_out_close(&out, ']');
        static const char whole[] = "[\"a\\nb\",-1.5]";
        size_t kept = capacity < sizeof whole ? capacity - 1 : sizeof whole - 1;
        assert_int_equal(text.size, kept);
        assert_memory_equal(buffer, whole, kept);
        assert_int_equal(text.overflow, capacity < sizeof whole);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(writer_puts_commas),
        cmocka_unit_test(writer_puts_members),
        cmocka_unit_test(writer_escapes),
        cmocka_unit_test(writer_escapes_anywhere),
        cmocka_unit_test(writer_and_reader_agree),
        cmocka_unit_test(writer_writes_reals),
        cmocka_unit_test(writer_rounds_reals_like_printf),
        cmocka_unit_test(writer_overflows_quietly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
