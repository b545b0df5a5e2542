/* SPDX-License-Identifier: MIT */
/* A question over HTTP, and its answer. */
#define _DEFAULT_SOURCE
#include "client/fetch.h"

#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "system/system.h"

enum { FETCH_MS = 5000 };

/* ---- the answer ---- */

/* The value of a header before `end`; NULL: absent. Every line ends with CR LF. */
static const char *find_value(const char *head, const char *end, const char *name)
{
    size_t size = string_size(name);
    for (const char *line = head; line < end;) {
        const char *feed = memchr(line, '\n', (size_t)(end - line));
        if ((size_t)(end - line) > size && strncasecmp(line, name, size) == 0 && line[size] == ':')
            return line + size + 1 + strspn(line + size + 1, " ");
        line = feed ? feed + 1 : end;
    }
    return NULL;
}

static bool begins(const char *bytes, const char *end, const char *with)
{
    size_t size = string_size(with);
    return (size_t)(end - bytes) >= size && memcmp(bytes, with, size) == 0;
}

/* What stands behind the empty line; NULL: it has not come. */
static const char *behind_head(const char *bytes, const char *end)
{
    for (const char *at = bytes; end - at >= 4; at++)
        if (memcmp(at, "\r\n\r\n", 4) == 0)
            return at + 4;
    return NULL;
}

bool fetch_read(const char *bytes, size_t size, bool ended, const char **body, size_t *body_size,
                bool *wrong)
{
    const char *end = bytes + size, *behind = behind_head(bytes, end), *value;
    *wrong = ended;
    if (!behind)
        return false;
    *body = behind;
    *body_size = (size_t)(end - behind);
    *wrong = true;
    if (!begins(bytes, end, "HTTP/1.1 200 ") || find_value(bytes, behind, "transfer-encoding"))
        return false;
    value = find_value(bytes, behind, "content-length");
    if (!value)
        return ended;
    struct scan scan = {value}; /* the head ends with a CR, which ends the number */
    int64_t length;
    if (!scan_number(&scan, 0, FETCH_MAX, &length) || !scan_char(&scan, '\r'))
        return false;
    *wrong = ended || (int64_t)*body_size > length;
    return (int64_t)*body_size == length;
}

/* ---- the connection ---- */

static void fail(struct fetch *fetch)
{
    wire_close(&fetch->wire);
    fetch->state = FETCH_FAILED;
}

/* The next address of the host. */
static void dial(struct fetch *fetch)
{
    wire_close(&fetch->wire);
    while (fetch->next) {
        const struct addrinfo *address = fetch->next;
        fetch->next = address->ai_next;
        if (!wire_dial(&fetch->wire, address, fetch->tls_host)) {
            fetch->state = FETCH_CONNECTS;
            return;
        }
    }
    fail(fetch);
}

void fetch_begin(struct fetch *fetch, const struct address *address, const char *path)
{
    struct text *text = &fetch->request;
    *fetch = (struct fetch){.wire = {.socket = -1}, .due = system_millis() + FETCH_MS};
    fetch->tls_host = address->tls ? address->host : NULL;
    fetch->next = address->found;
    fetch->answer = malloc(FETCH_MAX + 1);
    text_init(text, fetch->request_bytes, sizeof fetch->request_bytes);
    text_string(text, "GET ");
    text_string(text, path);
    text_string(text, " HTTP/1.1\r\nHost: ");
    address_write_host(address, text);
    text_string(text, "\r\nConnection: close\r\n\r\n");
    CHECK(!text->overflow);
    if (fetch->answer)
        dial(fetch);
    else
        fail(fetch);
}

struct pollfd fetch_file(const struct fetch *fetch)
{
    bool waits = fetch->state == FETCH_CONNECTS || fetch->state == FETCH_WAITS;
    bool writes = fetch->wire.writes || fetch->sent < fetch->request.size;
    return (struct pollfd){.fd = waits ? fetch->wire.socket : -1,
                           .events = (short)(writes ? POLLIN | POLLOUT : POLLIN)};
}

static bool send_all(struct fetch *fetch)
{
    while (fetch->sent < fetch->request.size) {
        int64_t sent = wire_send(&fetch->wire, fetch->request.bytes + fetch->sent,
                                 fetch->request.size - fetch->sent);
        if (sent == WIRE_LATER)
            return false;
        if (sent <= 0) {
            fail(fetch);
            return false;
        }
        fetch->sent += (uint32_t)sent;
    }
    return true;
}

static void receive(struct fetch *fetch)
{
    for (;;) {
        bool wrong;
        int64_t got =
            wire_receive(&fetch->wire, fetch->answer + fetch->size, FETCH_MAX - fetch->size);
        if (got == WIRE_LATER)
            return;
        fetch->size += got > 0 ? (size_t)got : 0;
        fetch->answer[fetch->size] = '\0';
        if (fetch_read(fetch->answer, fetch->size, got <= 0, &fetch->body, &fetch->body_size,
                       &wrong)) {
            wire_close(&fetch->wire);
            fetch->state = FETCH_DONE;
            return;
        }
        if (wrong || got <= 0 || fetch->size == FETCH_MAX) {
            fail(fetch);
            return;
        }
    }
}

void fetch_turn(struct fetch *fetch)
{
    const char *reason;
    if (fetch->state == FETCH_CONNECTS)
        switch (wire_ready(&fetch->wire, &reason)) {
        case WIRE_READY: fetch->state = FETCH_WAITS; break;
        case WIRE_WAITS: break;
        case WIRE_FAILED: dial(fetch); break;
        case WIRE_REFUSED: fail(fetch); break;
        }
    if (fetch->state == FETCH_WAITS && send_all(fetch))
        receive(fetch);
    bool waits = fetch->state == FETCH_CONNECTS || fetch->state == FETCH_WAITS;
    if (waits && fetch->due <= system_millis())
        fail(fetch);
}

void fetch_end(struct fetch *fetch)
{
    if (fetch->state == FETCH_NONE)
        return;
    wire_close(&fetch->wire);
    free(fetch->answer);
    *fetch = (struct fetch){.wire = {.socket = -1}};
}
