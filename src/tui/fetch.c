/* SPDX-License-Identifier: MIT */
/* One request, one answer, and the connection is over. */
#define _DEFAULT_SOURCE
#include "tui/fetch.h"

#include <netdb.h>
#include <string.h>

#include "tui/remote.h"
#include "tui/wire.h"

enum { HEAD_MAX = 1024, PATIENCE_MS = 5000 };

/* A connection that is waited for. */
static bool dial(struct wire *wire, const struct addrinfo *addresses, const char *tls_host)
{
    const char *reason;
    for (const struct addrinfo *one = addresses; one; one = one->ai_next) {
        if (!wire_dial(wire, one, tls_host, PATIENCE_MS))
            continue;
        if (wire_ready(wire, &reason) == WIRE_READY)
            return true;
        wire_close(wire);
    }
    return false;
}

static bool ask(struct wire *wire, const struct address *address, int64_t table)
{
    char request[HEAD_MAX];
    struct text text;
    text_init(&text, request, sizeof request);
    text_string(&text, "GET /api/tables/");
    text_number(&text, table);
    text_string(&text, "/record HTTP/1.1\r\nHost: ");
    address_write_host(address, &text);
    text_string(&text, "\r\nConnection: close\r\n\r\n");
    return wire_send(wire, text.bytes, text.size) == (int64_t)text.size;
}

int64_t fetch_record(const struct addrinfo *addresses, const struct address *address, int64_t table,
                     char *out, size_t capacity)
{
    struct wire wire;
    size_t size = 0;
    int64_t got = WIRE_END;
    if (!dial(&wire, addresses, address->tls ? address->host : NULL))
        return -1;
    bool sent = ask(&wire, address, table);
    while (sent && size + 1 < capacity &&
           (got = wire_receive(&wire, out + size, capacity - 1 - size)) > 0)
        size += (size_t)got;
    wire_close(&wire);
    out[size] = '\0';
    const char *body = strstr(out, "\r\n\r\n");
    if (!sent || got != WIRE_END || !body || strncmp(out, "HTTP/1.1 200", 12) != 0)
        return -1;
    size -= (size_t)(body + 4 - out);
    memmove(out, body + 4, size + 1);
    return (int64_t)size;
}
