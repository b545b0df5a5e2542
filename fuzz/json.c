/* SPDX-License-Identifier: MIT */
/*
 * The JSON reader and writer against jansson: both accept the same documents and read the same
 * values from them, and jansson reads the same from our writer's output.
 *
 * Differences that are not our fault: jansson allows deeper nesting, no NUL in keys and no numbers
 * beyond a double, and overlooks a NUL byte after a number or a word.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* Some of our names, including linker symbols, are jansson's too. Here ours are compiled under
 * other names, so that the two cannot be mixed up. */
#define JSON_NULL OUR_NULL
#define JSON_FALSE OUR_FALSE
#define JSON_TRUE OUR_TRUE
#define JSON_STRING OUR_STRING
#define JSON_ARRAY OUR_ARRAY
#define JSON_OBJECT OUR_OBJECT
#define json_string our_string
#define json_integer our_integer
#include "base/json.c"
#include "base/json_out.c"
#undef JSON_NULL
#undef JSON_FALSE
#undef JSON_TRUE
#undef JSON_STRING
#undef JSON_ARRAY
#undef JSON_OBJECT
#undef json_string
#undef json_integer

#include <jansson.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FLAGS = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL };

/* Decodes into memory of exactly the size it needs. */
static char *decode(const struct json *json, uint32_t value, size_t *size)
{
    size_t capacity = (size_t)json->values[value].size + 1; /* no escape grows when decoded */
    char *string = malloc(capacity);
    CHECK(string);
    int64_t decoded = our_string(json, value, string, capacity);
    CHECK(decoded >= 0);
    *size = (size_t)decoded;
    CHECK(our_string(json, value, string, *size) == -1);
    CHECK(our_string(json, value, string, *size + 1) == decoded);
    return string;
}

static void compare_string(const struct json *json, uint32_t value, const json_t *other)
{
    size_t size;
    char *string = decode(json, value, &size);
    CHECK(json_is_string(other) && json_string_length(other) == size);
    CHECK(memcmp(json_string_value(other), string, size) == 0);
    CHECK(json_is(json, value, string) == (strlen(string) == size));
    free(string);
}

static void compare_number(const struct json *json, uint32_t value, const json_t *other)
{
    int64_t integer;
    CHECK(json_is_number(other));
    if (our_integer(json, value, &integer))
        CHECK(json_number_value(other) == (double)integer);
    if (json_is_integer(other))
        CHECK(our_integer(json, value, &integer) && json_integer_value(other) == integer);
}

static void compare(const struct json *json, uint32_t value, const json_t *other);

static void compare_object(const struct json *json, uint32_t object, const json_t *other)
{
    const struct json_value *values = json->values;
    CHECK(json_is_object(other) && json_object_size(other) == values[object].count);
    for (uint32_t k = object + 1; k < values[object].next; k = values[k + 1].next) {
        size_t size;
        char *key = decode(json, k, &size);
        CHECK(json_member(json, object, key) == k + 1);
        compare(json, k + 1, json_object_get(other, key));
        free(key);
    }
}

static void compare_array(const struct json *json, uint32_t array, const json_t *other)
{
    const struct json_value *values = json->values;
    CHECK(json_is_array(other) && json_array_size(other) == values[array].count);
    size_t element = 0;
    for (uint32_t i = array + 1; i < values[array].next; i = values[i].next)
        compare(json, i, json_array_get(other, element++));
}

static void compare(const struct json *json, uint32_t value, const json_t *other)
{
    CHECK(other);
    switch (json->values[value].type) {
    case OUR_NULL: CHECK(json_is_null(other)); break;
    case OUR_FALSE: CHECK(json_is_false(other)); break;
    case OUR_TRUE: CHECK(json_is_true(other)); break;
    case JSON_NUMBER: compare_number(json, value, other); break;
    case OUR_STRING: compare_string(json, value, other); break;
    case OUR_ARRAY: compare_array(json, value, other); break;
    case OUR_OBJECT: compare_object(json, value, other); break;
    }
}

/* Writes a value and all it contains. */
static void write_value(const struct json *json, uint32_t value, struct json_out *out)
{
    const struct json_value *values = json->values;
    bool object = values[value].type == OUR_OBJECT;
    if (values[value].type == OUR_STRING) {
        size_t size;
        char *string = decode(json, value, &size);
        json_out_string_sized(out, string, size);
        free(string);
    } else if (!object && values[value].type != OUR_ARRAY) {
        json_out_raw(out, json->bytes + values[value].start, values[value].size);
    } else {
        json_out_open(out, object ? '{' : '[');
        for (uint32_t i = value + 1; i < values[value].next; i = values[i].next) {
            if (object) { /* jansson ensures that keys contain no NUL */
                size_t size;
                char *key = decode(json, i++, &size);
                json_out_key(out, key);
                free(key);
            }
            write_value(json, i, out);
        }
        json_out_close(out, object ? '}' : ']');
    }
}

static void compare_rewritten(const struct json *json, size_t size, const json_t *other,
                              size_t flags)
{
    size_t capacity = 6 * size + 1; /* our escapes have at most six bytes */
    char *buffer = malloc(capacity);
    CHECK(buffer);
    struct text text;
    struct json_out out;
    json_out_start(&out, &text, buffer, capacity);
    write_value(json, 0, &out);
    CHECK(!text.overflow);
    json_t *again = json_loadb(buffer, text.size, flags, NULL);
    CHECK(again && json_equal(other, again));
    json_decref(again);
    free(buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint32_t capacity = (uint32_t)size + 1; /* a value has at least one byte */
    struct json_value *values = malloc(capacity * sizeof *values);
    CHECK(values);
    struct json json;
    const char *error = json_read(&json, values, capacity, (const char *)bytes, size);
    CHECK(!error || json.error_at <= size);

    json_error_t other_error;
    size_t flags = FLAGS;
    json_t *other = json_loadb((const char *)bytes, size, flags, &other_error);
    if (!other && json_error_code(&other_error) == json_error_numeric_overflow) {
        flags |= JSON_DECODE_INT_AS_REAL;
        other = json_loadb((const char *)bytes, size, flags, &other_error);
    }
    if (other && !error) {
        compare(&json, 0, other);
        compare_rewritten(&json, size, other, flags);
    } else if (other) {
        bool at_nul = json.error_at < size && bytes[json.error_at] == 0;
        CHECK(at_nul || strcmp(error, "too many arrays and objects inside each other") == 0);
    } else if (!error) {
        enum json_error_code code = json_error_code(&other_error);
        CHECK(code == json_error_null_byte_in_key || code == json_error_numeric_overflow);
    }
    json_decref(other);
    free(values);
    return 0;
}
