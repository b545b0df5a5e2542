/* SPDX-License-Identifier: MIT */
/*
 * Text, out and in. `struct text` writes into a buffer that the caller provides and that never
 * overflows: once a byte does not fit, it and all that follows are dropped, and `overflow` is set.
 * `struct scan` reads strict, plain text from outside.
 */
#ifndef KUFSA_BASE_TEXT_H
#define KUFSA_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *bytes;       /* always NUL-terminated */
    uint32_t size;     /* without the NUL */
    uint32_t capacity; /* with the NUL */
    bool overflow;     /* something did not fit */
};

void text_init(struct text *, char *buffer, size_t capacity); /* capacity at least 1 */
void text_clear(struct text *);
void text_char(struct text *, char);
void text_string(struct text *, const char *);
void text_bytes(struct text *, const void *, size_t size);
void text_number(struct text *, int64_t);
void text_hex(struct text *, const uint8_t *, size_t count); /* lower case, two digits a byte */

/* A place in NUL-terminated text. Each reader moves on only when it returns true. */
struct scan {
    const char *at;
};

bool scan_char(struct scan *, char);
bool scan_string(struct scan *, const char *);
bool scan_one_of(struct scan *, const char *choices, int *index); /* one of these bytes */
/* `1` and `-1`, not `+1`, `01` or `-0` */
bool scan_number(struct scan *, int64_t min, int64_t max, int64_t *out);
bool scan_hex(struct scan *, uint8_t *out, size_t count); /* lower case only */
bool scan_end(const struct scan *);

bool string_equal(const char *, const char *);
size_t string_size(const char *);

#endif
