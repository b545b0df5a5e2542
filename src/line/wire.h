/* SPDX-License-Identifier: MIT */
/*
 * Bytes to a server and back: as they are, or through TLS (OpenSSL) for https.
 *
 *     wire_dial ─▶ wire_ready until it is ─▶ wire_send, wire_receive … ─▶ wire_close
 *
 * With TLS nothing is sent before the server has shown a certificate that is currently valid,
 * issued to this very host, and signed by an authority this system trusts (SSL_CERT_FILE and
 * SSL_CERT_DIR choose others).
 */
#ifndef KUFSA_LINE_WIRE_H
#define KUFSA_LINE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct addrinfo;
struct ssl_st;

struct wire {
    int socket;         /* -1: none */
    struct ssl_st *tls; /* NULL: bytes go as they are */
    bool connected;
    bool writes; /* it waits until the socket is writable, even to read */
};

/* Returned instead of a byte count. */
enum { WIRE_END = 0, WIRE_LATER = -1, WIRE_LOST = -2 };

/* Starts connecting; nothing here blocks. With a tls_host the server must show its certificate.
 * NULL, or why this address failed, a key of the catalogue. */
const char *wire_dial(struct wire *, const struct addrinfo *, const char *tls_host);

enum wire_state {
    WIRE_READY,
    WIRE_WAITS,
    WIRE_FAILED,  /* nobody is there, or no longer */
    WIRE_REFUSED, /* by us */
};
/* For the last two *reason says why, a key of the catalogue. */
enum wire_state wire_ready(struct wire *, const char **reason);

/* Returns the bytes, or one of the above. The socket does not report bytes again that TLS has
 * already taken from it: see wire_pending. */
int64_t wire_send(struct wire *, const void *bytes, size_t size);
int64_t wire_receive(struct wire *, void *bytes, size_t capacity);

/* Are there received bytes that were not read? */
bool wire_pending(const struct wire *);

void wire_close(struct wire *);

#endif
