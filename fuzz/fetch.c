/* SPDX-License-Identifier: MIT */
/*
 * A server's answer over HTTP, as it comes byte by byte: it is complete at one point at most, and
 * what it says then lies within it. The first byte says whether nothing follows.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "client/fetch.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 1 << 12 };

/* In memory of its own size, so that a byte read behind it is noticed. */
static bool read_part(const uint8_t *bytes, size_t size, bool ended, bool *wrong)
{
    const char *body;
    size_t body_size;
    char *copy = malloc(size + 1);
    CHECK(copy);
    memcpy(copy, bytes, size);
    copy[size] = '\0';
    bool done = fetch_read(copy, size, ended, &body, &body_size, wrong);
    if (done)
        CHECK(body >= copy && body + body_size == copy + size);
    else
        CHECK(!ended || *wrong);
    free(copy);
    return done;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    bool wrong = false, done = false;
    if (size == 0 || size > INPUT_MAX)
        return 0;
    for (size_t part = 0; part < size && !wrong && !done; part++)
        done = read_part(bytes + 1, part, false, &wrong);
    read_part(bytes + 1, size - 1, bytes[0] & 1, &wrong);
    return 0;
}
