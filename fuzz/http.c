/* SPDX-License-Identifier: MIT */
/*
 * Requests: however the bytes are cut into pieces, the result is the same, nothing is read beyond
 * the request, and no limit is exceeded. The first byte of the input sets the size of the pieces.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/handshake.h"
#include "server/http.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { REQUESTS_MAX = 16 };

struct reading {
    int count;
    enum http_verdict last;
    struct http requests[REQUESTS_MAX];
};

static void check_request(const struct http *http, enum http_verdict verdict)
{
    if (verdict == HTTP_REFUSED) {
        CHECK(http->status >= 400 && http->status < 500);
        return;
    }
    CHECK(http->target[0] == '/' && strlen(http->target) <= http->target_size);
    CHECK(http->head_size <= HTTP_HEAD_MAX && http->post != http->get);
    for (int i = 0; i < HTTP_HEADER_COUNT; i++)
        CHECK(strlen(http->value[i]) < HTTP_VALUE_MAX);
    char accept[HANDSHAKE_ACCEPT_SIZE + 1];
    if (handshake_accept(http->value[HTTP_WEBSOCKET_KEY_HEADER], accept))
        CHECK(strlen(accept) == HANDSHAKE_ACCEPT_SIZE);
    http_list_has(http->value[HTTP_ACCEPT_ENCODING_HEADER], "br");
}

static void read_all(struct reading *reading, const char *bytes, size_t size, size_t piece)
{
    reading->count = 0;
    reading->last = HTTP_MORE;
    http_init(&reading->requests[0]);
    while (size > 0 && reading->count < REQUESTS_MAX) {
        size_t now = size < piece ? size : piece, used;
        char *copy = malloc(now); /* exact, so that a sanitizer notices any overread */
        CHECK(copy);
        memcpy(copy, bytes, now);
        struct http *http = &reading->requests[reading->count];
        reading->last = http_read(http, copy, now, &used);
        free(copy);
        CHECK(used <= now && (reading->last != HTTP_MORE || used == now));
        bytes += used;
        size -= used;
        if (reading->last == HTTP_MORE)
            continue;
        check_request(http, reading->last);
        if (++reading->count < REQUESTS_MAX)
            http_init(&reading->requests[reading->count]);
        if (reading->last != HTTP_WHOLE)
            break;
    }
}

static void compare(const struct http *a, const struct http *b)
{
    CHECK((a->status != 0) == (b->status != 0));
    if (a->status != 0) /* which of two errors is noticed first may differ */
        return;
    CHECK(strcmp(a->target, b->target) == 0 && a->post == b->post && a->get == b->get);
    CHECK(a->keep_alive == b->keep_alive && a->body_size == b->body_size);
    CHECK(memcmp(a->body, b->body, a->body_size) == 0);
    for (int i = 0; i < HTTP_HEADER_COUNT; i++)
        CHECK(strcmp(a->value[i], b->value[i]) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct reading whole, pieces;
    if (size < 2)
        return 0;
    const char *text = (const char *)bytes + 1;
    read_all(&whole, text, size - 1, size);
    read_all(&pieces, text, size - 1, bytes[0] ? bytes[0] : 1);
    CHECK(whole.count == pieces.count);
    for (int i = 0; i < whole.count; i++)
        compare(&whole.requests[i], &pieces.requests[i]);
    return 0;
}
