/* SPDX-License-Identifier: MIT */
/*
 * The JSON reader: what is accepted, what is refused and where, its limits, what the accessors say.
 * Objects with many keys are in unit_json_keys.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

enum { VALUES_MAX = 512 };

static struct json_value values[VALUES_MAX];

/* Reads a copy of exactly its size, so that a sanitizer sees any read beyond the end. */
static const char *read_copy(struct json *json, const char *text, size_t size)
{
    static char *copy;
    free(copy);
    copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    return json_read(json, values, VALUES_MAX, copy, size);
}

static const char *read_text(struct json *json, const char *text)
{
    return read_copy(json, text, strlen(text));
}

static void must_read(struct json *json, const char *text)
{
    const char *error = read_text(json, text);
    if (error)
        fail_msg("%s: refused: %s", text, error);
}

/* ---- what is JSON and what is not ---- */

static void accepts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum json_type type;
        uint32_t values;
    } rows[] = {
        {"null", JSON_NULL, 1},
        {"true", JSON_TRUE, 1},
        {"false", JSON_FALSE, 1},
        {" \t\r\n null \n\r\t ", JSON_NULL, 1},
        {"0", JSON_NUMBER, 1},
        {"-0", JSON_NUMBER, 1},
        {"-1", JSON_NUMBER, 1},
        {"10", JSON_NUMBER, 1},
        {"0.0", JSON_NUMBER, 1},
        {"-0.5e-0", JSON_NUMBER, 1},
        {"1e0", JSON_NUMBER, 1},
        {"1E+00", JSON_NUMBER, 1},
        {"0e1", JSON_NUMBER, 1},
        {"123.456e+789", JSON_NUMBER, 1},
        {"123456789012345678901234567890123456789012345678901234567890", JSON_NUMBER, 1},
        {"\"\"", JSON_STRING, 1},
        {"\"a b\"", JSON_STRING, 1},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", JSON_STRING, 1},
        {"\"\\u0000\\u001F\\uabcd\\uABCD\"", JSON_STRING, 1},
        {"\"\\ud800\\udc00\\uDBFF\\uDFFF\"", JSON_STRING, 1},
        {"\"\\ud7ff\\ue000\\uffff\"", JSON_STRING, 1},
        {"\"\x7f\"", JSON_STRING, 1},
        {"\"\xc2\x80\xdf\xbf\"", JSON_STRING, 1},
        {"\"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\"", JSON_STRING, 1},
        {"\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\"", JSON_STRING, 1},
        {"\"\xd7\xa7\xd7\x95\xd7\xa4\xd7\xa1\xd7\x94\"", JSON_STRING, 1},
        {"[]", JSON_ARRAY, 1},
        {"[ ]", JSON_ARRAY, 1},
        {"[1]", JSON_ARRAY, 2},
        {"[1,\"a\",null,true,false,[],{}]", JSON_ARRAY, 8},
        {"[ 1 , 2 ]", JSON_ARRAY, 3},
        {"[[],[[]],[[],[]]]", JSON_ARRAY, 7},
        {"{}", JSON_OBJECT, 1},
        {"{ }", JSON_OBJECT, 1},
        {"{\"a\":1}", JSON_OBJECT, 3},
        {"{ \"a\" : 1 , \"b\" : 2 }", JSON_OBJECT, 5},
        {"{\"\":0}", JSON_OBJECT, 3},
        {"{\"a\":{\"a\":{\"a\":[]}}}", JSON_OBJECT, 7},
        {"[{\"a\":1},{\"a\":1}]", JSON_ARRAY, 7},
        {"{\"a\":\"a\",\"b\":\"a\"}", JSON_OBJECT, 5},
        {"{\"a\":1,\"A\":2,\"a \":3,\"\\u0000\":4,\"\":5}", JSON_OBJECT, 11},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct json json;
        must_read(&json, rows[i].text);
        assert_int_equal(values[0].type, rows[i].type);
        assert_int_equal(json.count, rows[i].values);
        assert_int_equal(values[0].next, rows[i].values);
    }
}

struct refusal {
    const char *text;
    uint32_t at;
    const char *error;
};

#define NO_VALUE "expected a value"
#define ENDS "the text ends where a value is expected"
#define ENDS_IN_STRING "the text ends inside a string"
#define LEADING_ZERO "a number must not start with a zero and another digit"
#define NO_FRACTION "expected a digit after the decimal point"
#define NO_EXPONENT "expected a digit in the exponent"
#define FOLLOWS "something follows the document"
#define NO_COMMA_ARRAY "expected ',' or ']' after an array element"
#define NO_COMMA_OBJECT "expected ',' or '}' after an object member"
#define NO_KEY "expected a key in quotes"
#define NO_COLON "expected ':' after a key"
#define TWICE "the same key twice in an object"
#define CONTROL "a control character in a string must be escaped"
#define BAD_ESCAPE "unknown escape in a string"
#define BAD_HEX "expected four hexadecimal digits after \\u"
#define LONE_FIRST "the first half of a surrogate pair without the second"
#define LONE_SECOND "the second half of a surrogate pair without the first"
#define BAD_UTF8 "invalid UTF-8 in a string"

static void assert_refused(const struct refusal *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct json json;
        const char *error = read_text(&json, rows[i].text);
        if (!error || strcmp(error, rows[i].error) != 0 || json.error_at != rows[i].at)
            fail_msg("%s: %s at %u", rows[i].text, error ? error : "accepted", json.error_at);
        assert_int_equal(json.count, 0);
    }
}

static void refuses_bad_structure(void **state)
{
    (void)state;
    static const struct refusal rows[] = {
        {"", 0, ENDS},
        {" ", 1, ENDS},
        {"[", 1, ENDS},
        {"[1", 2, NO_COMMA_ARRAY},
        {"[1,", 3, ENDS},
        {"[1,]", 3, NO_VALUE},
        {"[,1]", 1, NO_VALUE},
        {"[1,,2]", 3, NO_VALUE},
        {"[1 2]", 3, NO_COMMA_ARRAY},
        {"[1:2]", 2, NO_COMMA_ARRAY},
        {"[1}", 2, NO_COMMA_ARRAY},
        {"]", 0, NO_VALUE},
        {"}", 0, NO_VALUE},
        {",", 0, NO_VALUE},
        {":", 0, NO_VALUE},
        {"[]]", 2, FOLLOWS},
        {"[],", 2, FOLLOWS},
        {"1 2", 2, FOLLOWS},
        {"null,", 4, FOLLOWS},
        {"{} {}", 3, FOLLOWS},
        {"{", 1, NO_KEY},
        {"{,}", 1, NO_KEY},
        {"{]", 1, NO_KEY},
        {"{a:1}", 1, NO_KEY},
        {"{'a':1}", 1, NO_KEY},
        {"{1:1}", 1, NO_KEY},
        {"{null:1}", 1, NO_KEY},
        {"{\"a\"", 4, NO_COLON},
        {"{\"a\"}", 4, NO_COLON},
        {"{\"a\",1}", 4, NO_COLON},
        {"{\"a\" 1}", 5, NO_COLON},
        {"{\"a\"::1}", 5, NO_VALUE},
        {"{\"a\":", 5, ENDS},
        {"{\"a\":}", 5, NO_VALUE},
        {"{\"a\":1", 6, NO_COMMA_OBJECT},
        {"{\"a\":1]", 6, NO_COMMA_OBJECT},
        {"{\"a\":1 \"b\":2}", 7, NO_COMMA_OBJECT},
        {"{\"a\":1,}", 7, NO_KEY},
        {"{\"a\":1,,\"b\":2}", 7, NO_KEY},
        {"{\"a\":1,\"b\"}", 10, NO_COLON},
        {"[1]//", 3, FOLLOWS},
        {"/**/1", 0, NO_VALUE},
        {"[1,#\n2]", 3, NO_VALUE},
        {"\xef\xbb\xbf{}", 0, NO_VALUE}, /* a byte order mark */
        {"\xc2\xa0"
         "1",
         0, NO_VALUE}, /* a space, but not one of JSON's */
        {"\v1", 0, NO_VALUE},
        {"1\f", 1, FOLLOWS},
    };
    assert_refused(rows, sizeof rows / sizeof *rows);
}

static void refuses_bad_words_and_numbers(void **state)
{
    (void)state;
    static const struct refusal rows[] = {
        {"nul", 0, NO_VALUE},
        {"nulls", 4, FOLLOWS},
        {"Null", 0, NO_VALUE},
        {"TRUE", 0, NO_VALUE},
        {"tru", 0, NO_VALUE},
        {"truth", 0, NO_VALUE},
        {"fals", 0, NO_VALUE},
        {"NaN", 0, NO_VALUE},
        {"Infinity", 0, NO_VALUE},
        {"-Infinity", 1, "expected a digit after the minus sign"},
        {"-", 1, "expected a digit after the minus sign"},
        {"--1", 1, "expected a digit after the minus sign"},
        {"-.5", 1, "expected a digit after the minus sign"},
        {"- 1", 1, "expected a digit after the minus sign"},
        {"+1", 0, NO_VALUE},
        {".5", 0, NO_VALUE},
        {"00", 1, LEADING_ZERO},
        {"01", 1, LEADING_ZERO},
        {"-01", 2, LEADING_ZERO},
        {"-00.5", 2, LEADING_ZERO},
        {"1.", 2, NO_FRACTION},
        {"1.e1", 2, NO_FRACTION},
        {"[1.]", 3, NO_FRACTION},
        {"1e", 2, NO_EXPONENT},
        {"1e+", 3, NO_EXPONENT},
        {"1E-x", 3, NO_EXPONENT},
        {"1e1.5", 3, FOLLOWS},
        {"1.2.3", 3, FOLLOWS},
        {"0x10", 1, FOLLOWS},
        {"1_000", 1, FOLLOWS},
        {"1a", 1, FOLLOWS},
        {"[1a]", 2, NO_COMMA_ARRAY},
        {"\xd9\xa1", 0, NO_VALUE}, /* an Arabic digit one */
    };
    assert_refused(rows, sizeof rows / sizeof *rows);
}

static void refuses_bad_strings(void **state)
{
    (void)state;
    static const struct refusal rows[] = {
        {"\"", 1, ENDS_IN_STRING},
        {"\"a", 2, ENDS_IN_STRING},
        {"'a'", 0, NO_VALUE},
        {"\"a\"b\"", 3, FOLLOWS},
        {"\"\\", 1, ENDS_IN_STRING},
        {"\"\\\"", 3, ENDS_IN_STRING},
        {"\"\\a\"", 1, BAD_ESCAPE},
        {"\"\\x41\"", 1, BAD_ESCAPE},
        {"\"\\'\"", 1, BAD_ESCAPE},
        {"\"\\0\"", 1, BAD_ESCAPE},
        {"\"\\N\"", 1, BAD_ESCAPE},
        {"\"\\U0041\"", 1, BAD_ESCAPE},
        {"\"\\\n\"", 1, BAD_ESCAPE},
        {"\"\\\xc3\xa9\"", 1, BAD_ESCAPE},
        {"\"\\u", 1, BAD_HEX},
        {"\"\\u123", 1, BAD_HEX},
        {"\"\\u123\"", 1, BAD_HEX},
        {"\"\\u12G4\"", 1, BAD_HEX},
        {"\"\\u 123\"", 1, BAD_HEX},
        {"\"\\u+123\"", 1, BAD_HEX},
        {"\"\\u{41}\"", 1, BAD_HEX},
        {"\"\\ud800\"", 1, LONE_FIRST},
        {"\"\\udbff\"", 1, LONE_FIRST},
        {"\"\\ud800", 1, LONE_FIRST},
        {"\"\\ud800\\", 1, LONE_FIRST},
        {"\"\\ud800\\udc0\"", 1, LONE_FIRST},
        {"\"\\ud800\\ud800\\udc00\"", 1, LONE_FIRST},
        {"\"\\ud800\\u0041\"", 1, LONE_FIRST},
        {"\"\\ud800x\\udc00\"", 1, LONE_FIRST},
        {"\"\\ud800\\\\dc00\"", 1, LONE_FIRST},
        {"\"\\ud800\\ue000\"", 1, LONE_FIRST},
        {"\"\\ud800\\udbff\"", 1, LONE_FIRST},
        {"\"\\udc00\"", 1, LONE_SECOND},
        {"\"\\udfff\\ud800\"", 1, LONE_SECOND},
        {"\"\\ud800\\udc00\\udc00\"", 13, LONE_SECOND},
        {"{\"\\udc00\":1}", 2, LONE_SECOND},
        {"\"a\tb\"", 2, CONTROL},
        {"\"\n\"", 1, CONTROL},
        {"\"\x1f\"", 1, CONTROL},
        {"\"\x01\"", 1, CONTROL},
        {"\"\x80\"", 1, BAD_UTF8},
        {"\"\xbf\"", 1, BAD_UTF8},
        {"\"\xc0\x80\"", 1, BAD_UTF8},         /* NUL in two bytes */
        {"\"\xc1\xbf\"", 1, BAD_UTF8},         /* DEL in two */
        {"\"\xe0\x9f\xbf\"", 1, BAD_UTF8},     /* U+07FF in three */
        {"\"\xf0\x8f\xbf\xbf\"", 1, BAD_UTF8}, /* U+FFFF in four */
        {"\"\xed\xa0\x80\"", 1, BAD_UTF8},     /* the surrogate U+D800 */
        {"\"\xed\xbf\xbf\"", 1, BAD_UTF8},     /* the surrogate U+DFFF */
        {"\"\xed\xa0\x80\xed\xb0\x80\"", 1, BAD_UTF8},
        {"\"\xf4\x90\x80\x80\"", 1, BAD_UTF8}, /* U+110000 */
        {"\"\xf5\x80\x80\x80\"", 1, BAD_UTF8},
        {"\"\xf8\x88\x80\x80\x80\"", 1, BAD_UTF8},
        {"\"\xfe\"", 1, BAD_UTF8},
        {"\"\xff\"", 1, BAD_UTF8},
        {"\"\xc3\"", 1, BAD_UTF8},
        {"\"\xc3", 1, BAD_UTF8},
        {"\"\xc3\x28\"", 1, BAD_UTF8},
        {"\"\xe2\x82\"", 1, BAD_UTF8},
        {"\"\xe2\x82", 1, BAD_UTF8},
        {"\"\xe2\x28\xa1\"", 1, BAD_UTF8},
        {"\"\xe2\x82\xc0\"", 1, BAD_UTF8},
        {"\"\xf0\x9f\x8e\"", 1, BAD_UTF8},
        {"\"\xf0\x9f\x8e\x7f\"", 1, BAD_UTF8},
        {"\"\xf0\x9f\xc0\x80\"", 1, BAD_UTF8},
        {"\"ab\xc3\xa9\xe9\"", 5, BAD_UTF8},
    };
    assert_refused(rows, sizeof rows / sizeof *rows);
}

static void refuses_duplicate_keys(void **state)
{
    (void)state;
    static const struct refusal rows[] = {
        {"{\"a\":1,\"a\":1}", 7, TWICE},
        {"{\"\":1,\"\":1}", 6, TWICE},
        {"{\"a\":1,\"b\":2,\"c\":3,\"b\":4}", 19, TWICE},
        {"{\"a\":1,\"\\u0061\":2}", 7, TWICE},
        {"{\"\\u0061\":1,\"a\":2}", 12, TWICE},
        {"{\"\\u0061\":1,\"\\u0061\":2}", 12, TWICE},
        {"{\"/\":1,\"\\/\":2}", 7, TWICE},
        {"{\"\\n\":1,\"\\u000a\":2}", 8, TWICE},
        {"{\"\\u000A\":1,\"\\u000a\":2}", 12, TWICE},
        {"{\"\xc3\xa9\":1,\"\\u00e9\":2}", 8, TWICE},
        {"{\"\\u20ac\":1,\"\xe2\x82\xac\":2}", 12, TWICE},
        {"{\"\\ud83c\\udfb2\":1,\"\xf0\x9f\x8e\xb2\":2}", 18, TWICE},
        {"{\"x\\u0000y\":1,\"x\\u0000y\":2}", 14, TWICE},
        {"{\"a\":{\"b\":1,\"b\":2}}", 12, TWICE},
        {"{\"a\":{\"b\":1},\"a\":2}", 13, TWICE},
        {"{\"a\":[{\"a\":{}}],\"a\":2}", 16, TWICE},
    };
    assert_refused(rows, sizeof rows / sizeof *rows);
    struct json json;
    must_read(&json,
              "{\"\\\\u0061\":1,\"a\":2,\"\\\\\":3,\"\\u0000\":4,\"\\u0000\\u0000\":5,\"\":6}");
}

/* A NUL is an invalid character like any other, and ends nothing. */
static void refuses_nul_bytes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        uint32_t at;
        const char *error;
    } rows[] = {
        {"\0", 1, 0, NO_VALUE},
        {"1\0", 2, 1, FOLLOWS},
        {"\"a\0b\"", 5, 2, CONTROL},
        {"[\0]", 3, 1, NO_VALUE},
        {"[1\0]", 4, 2, NO_COMMA_ARRAY},
        {"{\0}", 3, 1, NO_KEY},
        {"\"\\\0\"", 4, 1, BAD_ESCAPE},
        {"\"\\u0\0"
         "00\"",
         8, 1, BAD_HEX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct json json;
        assert_string_equal(read_copy(&json, rows[i].text, rows[i].size), rows[i].error);
        assert_int_equal(json.error_at, rows[i].at);
    }
}

/* Only the whole document is accepted, no shorter prefix, and none is read beyond its end. */
static void refuses_every_prefix(void **state)
{
    (void)state;
    static const char text[] = "{\"a\\u00e9\\ud83c\\udfb2\":[true,false,null,{}],\"b\":"
                               "[-1.5e-3,\"\xf0\x9f\x8e\xb2\\n\",[[]],{\"c\":\"\xe2\x82\xac\"}]}";
    struct json json;
    for (size_t size = 0; size < sizeof text - 1; size++) {
        const char *error = read_copy(&json, text, size);
        assert_non_null(error);
        assert_true(json.error_at <= size);
    }
    must_read(&json, text);
}

/* ---- limits ---- */

static void depth_has_a_limit(void **state)
{
    (void)state;
    static const char *const brackets[] = {"[]", "{}"};
    for (int kind = 0; kind < 2; kind++) {
        for (int depth = JSON_DEPTH_MAX; depth <= JSON_DEPTH_MAX + 1; depth++) {
            char buffer[1024];
            struct text text;
            text_init(&text, buffer, sizeof buffer);
            uint32_t last = 0;
            for (int i = 0; i < depth; i++) {
                last = text.size;
                text_char(&text, brackets[kind][0]);
                if (kind == 1 && i + 1 < depth)
                    text_string(&text, "\"k\":");
            }
            for (int i = 0; i < depth; i++)
                text_char(&text, brackets[kind][1]);
            assert_false(text.overflow);
            struct json json;
            const char *error = read_text(&json, buffer);
            if (depth == JSON_DEPTH_MAX) {
                assert_null(error);
            } else {
                assert_string_equal(error, "too many arrays and objects inside each other");
                assert_int_equal(json.error_at, last);
            }
        }
    }
}

/* What was closed does not count towards the depth. */
static void depth_counts_open_containers_only(void **state)
{
    (void)state;
    char buffer[512];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_string(&text, "[[]");
    for (int i = 0; i < 2 * JSON_DEPTH_MAX; i++)
        text_string(&text, ",[]");
    text_char(&text, ']');
    struct json json;
    must_read(&json, buffer);
    assert_int_equal(values[0].count, 2 * JSON_DEPTH_MAX + 1);
}

static void capacity_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t values;
    } rows[] = {{"1", 1}, {"[1,2,3]", 4}, {"{\"a\":1}", 3}, {"[[[]],{}]", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (uint32_t capacity = 0; capacity <= rows[i].values; capacity++) {
            struct json_value *exact = malloc(capacity > 0 ? capacity * sizeof *exact : 1);
            assert_non_null(exact);
            struct json json;
            const char *error =
                json_read(&json, exact, capacity, rows[i].text, strlen(rows[i].text));
            if (capacity == rows[i].values)
                assert_null(error);
            else
                assert_string_equal(error, "too many values");
            free(exact);
        }
    }
}

static void size_has_a_limit(void **state)
{
    (void)state;
    if (sizeof(size_t) <= 4)
        skip();
    struct json json; /* no byte of the text is read */
    const char *error = json_read(&json, values, VALUES_MAX, "1", (size_t)UINT32_MAX + 1);
    assert_string_equal(error, "the text is too long");
}

/* ---- accessors ---- */

static void members_are_found(void **state)
{
    (void)state;
    struct json json;
    must_read(&json,
              "{\"game\":\"taki\",\"se\\u0061ts\":4,\"options\":{\"game\":[1,[2],{\"x\":3}]},"
              "\"\":true,\"a\\u0000b\":5,\"\\\\n\":6}");
    assert_int_equal(values[0].count, 6);
    assert_true(json_is(&json, json_member(&json, 0, "game"), "taki"));
    int64_t number = 0;
    assert_true(json_integer(&json, json_member(&json, 0, "seats"), &number));
    assert_int_equal(number, 4);
    uint32_t options = json_member(&json, 0, "options");
    assert_int_equal(values[options].type, JSON_OBJECT);
    uint32_t list = json_member(&json, options, "game");
    assert_int_equal(values[list].type, JSON_ARRAY);
    assert_int_equal(values[list].count, 3);
    assert_int_equal(values[json_member(&json, 0, "")].type, JSON_TRUE);
    assert_true(json_integer(&json, json_member(&json, 0, "\\n"), &number));
    assert_int_equal(number, 6); /* the key is a backslash and an n */
    static const char *const absent[] = {"gam", "games", "Game", "x", "a", "seat\\u0073", "\n"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        assert_int_equal(json_member(&json, 0, absent[i]), 0);
    /* Neither an array, a scalar nor an empty object has members. */
    assert_int_equal(json_member(&json, list, "x"), 0);
    assert_int_equal(json_member(&json, list + 1, "x"), 0);
    must_read(&json, "{}");
    assert_int_equal(json_member(&json, 0, ""), 0);
}

static void containers_are_walked(void **state)
{
    (void)state;
    struct json json;
    must_read(&json, " [10, [11, [12]], {\"a\": [13], \"b\": {}}, 20] ");
    static const enum json_type types[] = {JSON_NUMBER, JSON_ARRAY, JSON_OBJECT, JSON_NUMBER};
    uint32_t count = 0, object = 0;
    for (uint32_t i = 1; i < values[0].next; i = values[i].next) {
        assert_int_equal(values[i].type, types[count++]);
        if (values[i].type == JSON_OBJECT)
            object = i;
    }
    assert_int_equal(count, 4);
    assert_int_equal(values[0].count, 4);
    static const char *const keys[] = {"a", "b"};
    count = 0;
    for (uint32_t k = object + 1; k < values[object].next; k = values[k + 1].next) {
        assert_true(json_is(&json, k, keys[count++]));
        assert_int_equal(values[k].next, k + 1);
    }
    assert_int_equal(count, 2);
    /* start and size are a value's own text */
    assert_memory_equal(json.bytes + values[object].start, "{\"a\": [13], \"b\": {}}", 20);
    assert_int_equal(values[object].size, 20);
    assert_memory_equal(json.bytes + values[0].start, "[10, ", 5);
    assert_int_equal(values[0].size, 42);
    assert_memory_equal(json.bytes + values[1].start, "10", 2);
    assert_int_equal(values[1].size, 2);
}

static void strings_are_decoded(void **state)
{
    (void)state;
    static const struct {
        const char *text, *decoded;
        int size;
    } rows[] = {
        {"\"\"", "", 0},
        {"\"plain\"", "plain", 5},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8},
        {"\"a\\u0000b\"", "a\0b", 3},
        {"\"\\u007f\\u0080\\u07ff\"", "\x7f\xc2\x80\xdf\xbf", 5},
        {"\"\\u0800\\uFFFF\"", "\xe0\xa0\x80\xef\xbf\xbf", 6},
        {"\"\\ud800\\udc00\"", "\xf0\x90\x80\x80", 4},
        {"\"\\uDBFF\\uDFFF\"", "\xf4\x8f\xbf\xbf", 4},
        {"\"x\\ud83c\\udfb2y\"", "x\xf0\x9f\x8e\xb2y", 6},
        {"\"\xd7\xa7\\u05d5\"", "\xd7\xa7\xd7\x95", 4},
        {"\"\\\\u0041\"", "\\u0041", 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct json json;
        char out[16];
        must_read(&json, rows[i].text);
        for (size_t capacity = 0; capacity < sizeof out; capacity++) {
            memset(out, '#', sizeof out);
            int64_t size = json_string(&json, 0, out, capacity);
            if (capacity <= (size_t)rows[i].size) {
                assert_int_equal(size, -1);
                assert_int_equal(out[0], capacity > 0 ? '\0' : '#');
            } else {
                assert_int_equal(size, rows[i].size);
                assert_memory_equal(out, rows[i].decoded, (size_t)size + 1);
            }
            assert_int_equal(out[capacity], '#');
        }
        bool plain = strlen(rows[i].decoded) == (size_t)rows[i].size; /* no NUL inside */
        assert_int_equal(json_is(&json, 0, rows[i].decoded), plain);
    }
}

static void accessors_refuse_other_types(void **state)
{
    (void)state;
    struct json json;
    char out[8] = "#";
    int64_t number = 77;
    must_read(&json, "[null,true,false,5,\"5\",[],{}]");
    for (uint32_t i = 0; i < json.count; i++) {
        bool string = values[i].type == JSON_STRING;
        assert_int_equal(json_string(&json, i, out, sizeof out), string ? 1 : -1);
        assert_string_equal(out, string ? "5" : "");
        assert_int_equal(json_is(&json, i, "5"), string);
        assert_false(json_is(&json, i, ""));
        assert_false(json_is(&json, i, "55"));
        assert_int_equal(json_integer(&json, i, &number), values[i].type == JSON_NUMBER);
        assert_int_equal(json_member(&json, i, "5"), 0);
    }
    assert_int_equal(number, 5);
}

static void integers_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool integer;
        int64_t number;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"42", true, 42},
        {"-42", true, -42},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"99999999999999999999", false, 0},
        {"-99999999999999999999", false, 0},
        {"100000000000000000000000000000000000000000", false, 0},
        {"1.0", false, 0},
        {"1e3", false, 0},
        {"1E0", false, 0},
        {"-0.0", false, 0},
        {"0e0", false, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct json json;
        int64_t number = 77;
        must_read(&json, rows[i].text);
        assert_int_equal(json_integer(&json, 0, &number), rows[i].integer);
        assert_true(number == (rows[i].integer ? rows[i].number : 77));
    }
}

static void members_are_read(void **state)
{
    (void)state;
    static const char *const names[] = {NULL, "one", "two"};
    struct json json;
    int64_t number = 77;
    int index = 77;
    bool flag = true;
    char out[4] = "#";
    must_read(&json, "{\"i\":5,\"f\":false,\"t\":true,\"s\":\"two\",\"n\":\"a\\u0000\","
                     "\"e\":\"\",\"l\":\"four\",\"o\":{\"i\":6}}");
    assert_true(json_get_integer(&json, 0, "i", 5, 5, &number) && number == 5);
    number = 77;
    assert_false(json_get_integer(&json, 0, "i", 6, 9, &number));
    assert_false(json_get_integer(&json, 0, "i", 0, 4, &number));
    assert_false(json_get_integer(&json, 0, "s", 0, 9, &number));
    assert_false(json_get_integer(&json, 0, "none", 0, 9, &number));
    assert_int_equal(number, 77);
    uint32_t inner = json_get(&json, 0, "o", JSON_OBJECT);
    assert_true(json_get_integer(&json, inner, "i", 0, 9, &number) && number == 6);
    assert_int_equal(json_get(&json, 0, "o", JSON_ARRAY), 0);
    assert_int_equal(json_get(&json, 0, "none", JSON_OBJECT), 0);

    assert_false(json_get_bool(&json, 0, "i", &flag) || json_get_bool(&json, 0, "none", &flag));
    assert_true(flag && json_get_bool(&json, 0, "f", &flag) && !flag);
    assert_true(json_get_bool(&json, 0, "t", &flag) && flag);

    assert_true(json_get_string(&json, 0, "s", out, sizeof out));
    assert_string_equal(out, "two");
    static const char *const wrong[] = {"n", "l", "i", "none"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(out, "#", sizeof "#");
        assert_false(json_get_string(&json, 0, wrong[i], out, sizeof out));
        assert_string_equal(out, "");
    }
    assert_true(json_get_string(&json, 0, "e", out, sizeof out));

    assert_true(json_get_name(&json, 0, "s", names, 3, &index) && index == 2);
    index = 77;
    assert_false(json_get_name(&json, 0, "s", names, 2, &index));
    assert_false(json_get_name(&json, 0, "e", names, 3, &index));
    assert_false(json_get_name(&json, 0, "none", names, 3, &index));
    assert_int_equal(index, 77);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts),
        cmocka_unit_test(refuses_bad_structure),
        cmocka_unit_test(refuses_bad_words_and_numbers),
        cmocka_unit_test(refuses_bad_strings),
        cmocka_unit_test(refuses_duplicate_keys),
        cmocka_unit_test(refuses_nul_bytes),
        cmocka_unit_test(refuses_every_prefix),
        cmocka_unit_test(depth_has_a_limit),
        cmocka_unit_test(depth_counts_open_containers_only),
        cmocka_unit_test(capacity_is_kept),
        cmocka_unit_test(size_has_a_limit),
        cmocka_unit_test(members_are_found),
        cmocka_unit_test(containers_are_walked),
        cmocka_unit_test(strings_are_decoded),
        cmocka_unit_test(accessors_refuse_other_types),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(members_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
