/* SPDX-License-Identifier: MIT */
/*
 * JSON (RFC 8259), strict and without allocation.
 *
 * Reading: json_read turns a document into a flat array that the caller provides, one json_value
 * for each value or key, in document order: a container is followed by its contents. Everything is
 * validated at once (grammar, UTF-8, escapes, lone surrogates, duplicate keys, depth, number of
 * values); after success the accessors cannot fail on syntax.
 *
 * Writing: a struct json_out adds the commas and writes through a struct text.
 */
#ifndef KUFSA_BASE_JSON_H
#define KUFSA_BASE_JSON_H

#include "base/text.h"

enum { JSON_DEPTH_MAX = 64 };

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

struct json_value {
    uint32_t start, size; /* its text; for a string, without quotes, escapes as written */
    uint32_t count;       /* elements of an array, members of an object */
    uint32_t next;        /* index just past this value and its contents */
    uint32_t link[2];     /* keys only: a trie that finds keys, and duplicates while reading */
    uint64_t hash;        /* keys only: hash of the decoded key */
    enum json_type type;
    uint32_t escaped; /* a string that contains a backslash */
};

struct json {
    const char *bytes;
    struct json_value *values; /* values[0] is the document */
    uint32_t count, capacity;
    uint32_t error_at; /* byte offset of an error; after one there are no values */
};

/* NULL, or a sentence that says what is wrong. Both arrays must outlive the struct json. */
const char *json_read(struct json *, struct json_value *values, uint32_t capacity,
                      const char *bytes, size_t size);

/* Index of a member's value, or 0 (never a member's index) if there is none or this is not an
 * object. Index 0 is also the document, so check before looking further inside. */
uint32_t json_member(const struct json *, uint32_t object, const char *key);

/* The elements of an array and the keys of an object are walked with .next:
 *     for (i = a + 1; i < values[a].next; i = values[i].next)   // array
 *     for (k = o + 1; k < values[o].next; k = values[k + 1].next)   // key k, value k + 1 */

/* Decodes a string, NUL-terminated. Returns its size, or -1 if it does not fit. It may contain
 * NULs. */
int64_t json_string(const struct json *, uint32_t value, char *out, size_t capacity);
bool json_text(const struct json *, uint32_t value, char *out, size_t capacity); /* without NUL */
bool json_is(const struct json *, uint32_t value, const char *text); /* a string with this text */
bool json_integer(const struct json *, uint32_t value,
                  int64_t *out); /* `-?digits` in range, no fraction */

/* Members of an object. Each returns false, and leaves *out as it was (a string: empty), if the
 * member is missing or is not what is asked for: an integer within the range, true or false, a
 * string that fits and contains no NUL, or one of the names, whose index goes into *out (entries
 * that are NULL match nothing). */
bool json_get_integer(const struct json *, uint32_t object, const char *key, int64_t min,
                      int64_t max, int64_t *out);
bool json_get_bool(const struct json *, uint32_t object, const char *key, bool *out);
bool json_get_string(const struct json *, uint32_t object, const char *key, char *out,
                     size_t capacity);
bool json_get_name(const struct json *, uint32_t object, const char *key, const char *const *names,
                   int count, int *out);

/* Index of a member of this type, or 0. */
uint32_t json_get(const struct json *, uint32_t object, const char *key, enum json_type);

struct json_out {
    struct text *text;
    bool comma; /* the next value needs one */
};

void json_out_init(struct json_out *, struct text *);
void json_out_start(struct json_out *, struct text *, char *buffer,
                    size_t capacity);                 /* the text too */
void json_out_open(struct json_out *, char bracket);  /* '{' or '[' */
void json_out_close(struct json_out *, char bracket); /* '}' or ']' */
void json_out_key(struct json_out *, const char *key);
void json_out_string(struct json_out *, const char *);
void json_out_string_sized(struct json_out *, const char *, size_t size); /* valid UTF-8 */
void json_out_integer(struct json_out *, int64_t);
void json_out_real(struct json_out *, double); /* at most six decimals; kept within ±1e15 */
void json_out_bool(struct json_out *, bool);
void json_out_null(struct json_out *);
void json_out_hex(struct json_out *, const uint8_t *bytes, size_t size); /* a string */
void json_out_raw(struct json_out *, const char *json, size_t size); /* one value, copied as is */

/* The same with a key before it: members of the open object. */
void json_put_open(struct json_out *, const char *key, char bracket);
void json_put_string(struct json_out *, const char *key, const char *);
void json_put_string_sized(struct json_out *, const char *key, const char *, size_t size);
void json_put_integer(struct json_out *, const char *key, int64_t);
void json_put_real(struct json_out *, const char *key, double);
void json_put_bool(struct json_out *, const char *key, bool);
void json_put_null(struct json_out *, const char *key);
void json_put_raw(struct json_out *, const char *key, const char *json, size_t size);
void json_put_hex(struct json_out *, const char *key, const uint8_t *bytes, size_t size);
void json_put_integers(struct json_out *, const char *key, const int32_t *numbers, int count);
void json_put_bits(struct json_out *, const char *key, uint16_t set); /* the numbers of its bits */

#endif
