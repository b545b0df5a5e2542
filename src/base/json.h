/* SPDX-License-Identifier: MIT */
/*
 * JSON (RFC 8259), strict and without allocation.
 *
 * Reading: json_read turns a document into a flat array of the caller's, one json_value a value or
 * key, in document order: a container is followed by what it contains. Everything is validated at
 * once (grammar, UTF-8, escapes, lone surrogates, duplicate keys, depth, number of values); after
 * success the accessors cannot fail on syntax any more.
 *
 * Writing: a struct json_out puts commas by itself and writes through a struct text.
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
    uint32_t start, size; /* its text; a string's without the quotes, escapes as they stand */
    uint32_t count;       /* elements of an array, members of an object */
    uint32_t next;        /* index just behind this value and all it contains */
    uint32_t link[2];     /* keys only: a trie that finds keys, and duplicates while reading */
    uint64_t hash;        /* keys only: of the decoded key */
    enum json_type type;
    uint32_t escaped; /* a string with a backslash in it */
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

/* Index of the value of a member, or 0 (never a member's index) if there is none or the value is no
 * object. Index 0 is the document: ask before looking further inside. */
uint32_t json_member(const struct json *, uint32_t object, const char *key);

/* The elements of an array and the keys of an object are walked with .next:
 *     for (i = a + 1; i < values[a].next; i = values[i].next)   // array
 *     for (k = o + 1; k < values[o].next; k = values[k + 1].next)   // key k, value k + 1 */

/* A string decoded, NUL-terminated. -1 if it does not fit; else its size. It may contain NULs. */
int64_t json_string(const struct json *, uint32_t value, char *out, size_t capacity);
bool json_is(const struct json *, uint32_t value, const char *text); /* a string with this text */
bool json_integer(const struct json *, uint32_t value,
                  int64_t *out); /* `-?digits` in range, no fraction */

struct json_out {
    struct text *text;
    bool comma; /* the next value needs one */
};

void json_out_init(struct json_out *, struct text *);
void json_out_open(struct json_out *, char bracket);  /* '{' or '[' */
void json_out_close(struct json_out *, char bracket); /* '}' or ']' */
void json_out_key(struct json_out *, const char *key);
void json_out_string(struct json_out *, const char *);
void json_out_string_sized(struct json_out *, const char *, size_t size); /* valid UTF-8 */
void json_out_integer(struct json_out *, int64_t);
void json_out_real(struct json_out *, double); /* at most six decimals; kept within ±1e15 */
void json_out_bool(struct json_out *, bool);
void json_out_null(struct json_out *);
void json_out_raw(struct json_out *, const char *json, size_t size); /* one value as it stands */

#endif
