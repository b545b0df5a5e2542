/* SPDX-License-Identifier: MIT */
/*
 * One GET to the server of a table, on a connection of its own beside the table's. Nothing blocks.
 *
 *     fetch_begin ─▶ wait for fetch_file or fetch->due ─▶ fetch_turn … ─▶ FETCH_DONE ─▶ fetch_end
 */
#ifndef KUFSA_CLIENT_FETCH_H
#define KUFSA_CLIENT_FETCH_H

#include <poll.h>

#include "client/remote.h"
#include "line/wire.h"

enum {
    FETCH_MAX = (1 << 18) + 8192, /* bytes of an answer: the longest record and a head */
    FETCH_REQUEST_MAX = 512,
};

enum fetch_state {
    FETCH_NONE,
    FETCH_CONNECTS,
    FETCH_WAITS,
    FETCH_DONE, /* body and body_size are the answer */
    FETCH_FAILED,
};

struct fetch {
    enum fetch_state state;
    int64_t due; /* then it has failed */
    struct wire wire;
    const char *tls_host;
    const struct addrinfo *next; /* to try if this one fails */
    struct text request;
    uint32_t sent;
    size_t size;
    const char *body;
    size_t body_size;
    char request_bytes[FETCH_REQUEST_MAX];
    char *answer; /* FETCH_MAX bytes on the heap */
};

/* The address stays the caller's until fetch_end. */
void fetch_begin(struct fetch *, const struct address *, const char *path);

/* What to poll; its file is -1 if there is nothing to wait for. */
struct pollfd fetch_file(const struct fetch *);

/* Goes on as far as it can. */
void fetch_turn(struct fetch *);

/* Forgets all of it. */
void fetch_end(struct fetch *);

/* Reads an answer as far as it has come; `ended`: nothing follows. True if it is one that says yes
 * and is complete; else *wrong says whether it can still become one. */
bool fetch_read(const char *bytes, size_t size, bool ended, const char **body, size_t *body_size,
                bool *wrong);

#endif
