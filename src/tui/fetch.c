/* SPDX-License-Identifier: MIT */
/* One request, one answer, and the connection is over. */
#define _DEFAULT_SOURCE
#include "tui/fetch.h"

#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/text.h"

enum { HEAD_MAX = 1024, PATIENCE_S = 5 };

/* A connection that is waited for; -1. */
static int dial(const struct addrinfo *addresses)
{
    struct timeval patience = {.tv_sec = PATIENCE_S};
    for (const struct addrinfo *one = addresses; one; one = one->ai_next) {
        int file = socket(one->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (file < 0)
            continue;
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        if (connect(file, one->ai_addr, one->ai_addrlen) == 0)
            return file;
        close(file);
    }
    return -1;
}

int64_t fetch_record(const struct addrinfo *addresses, const char *host, int64_t table, char *out,
                     size_t capacity)
{
    char request[HEAD_MAX];
    struct text text;
    size_t size = 0;
    ssize_t got = 0;
    int file = dial(addresses);
    if (file < 0)
        return -1;
    text_init(&text, request, sizeof request);
    text_string(&text, "GET /api/tables/");
    text_number(&text, table);
    text_string(&text, "/record HTTP/1.1\r\nHost: ");
    text_string(&text, host);
    text_string(&text, "\r\nConnection: close\r\n\r\n");
    bool sent = send(file, text.bytes, text.size, MSG_NOSIGNAL) == (ssize_t)text.size;
    while (sent && size + 1 < capacity &&
           (got = recv(file, out + size, capacity - 1 - size, 0)) > 0)
        size += (size_t)got;
    close(file);
    out[size] = '\0';
    const char *body = strstr(out, "\r\n\r\n");
    if (!sent || got != 0 || !body || strncmp(out, "HTTP/1.1 200", 12) != 0)
        return -1;
    size -= (size_t)(body + 4 - out);
    memmove(out, body + 4, size + 1);
    return (int64_t)size;
}
