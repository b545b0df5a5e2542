/* SPDX-License-Identifier: MIT */
/*
 * Bytes to a server and back: as they are, or through TLS (OpenSSL) for https.
 *
 *     wire_dial ─▶ wire_ready until it is ─▶ wire_send, wire_receive … ─▶ wire_close
 *
 * With TLS nothing is sent before the other side has shown a certificate that is valid now, made
 * out to this very host, and vouched for by somebody this system trusts (SSL_CERT_FILE and
 * SSL_CERT_DIR choose others).
 */
#ifndef KUFSA_TUI_WIRE_H
#define KUFSA_TUI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct addrinfo;
struct ssl_st;

struct wire {
    int socket;         /* -1: none */
    struct ssl_st *tls; /* NULL: bytes go as they are */
    bool connected;
    bool writes; /* it waits until something can be sent, whatever it does */
};

/* Is OpenSSL there? Without it addresses with https cannot be dialled. */
bool wire_can_tls(void);

/* Instead of a number of bytes. */
enum { WIRE_END = 0, WIRE_LATER = -1, WIRE_LOST = -2 };

/* Begins to connect; nothing here waits. With a host it is asked for its certificate. False: not to
 * this address. */
bool wire_dial(struct wire *, const struct addrinfo *, const char *tls_host);

enum wire_state {
    WIRE_READY,
    WIRE_WAITS,
    WIRE_FAILED,  /* nobody is there, or not any more */
    WIRE_REFUSED, /* by us: *reason, a key of the catalogue, says why */
};
enum wire_state wire_ready(struct wire *, const char **reason);

/* How many bytes, or one of the above. Nothing may be left unread: what TLS has taken from the
 * socket the socket does not tell of again. */
int64_t wire_send(struct wire *, const void *bytes, size_t size);
int64_t wire_receive(struct wire *, void *bytes, size_t capacity);

/* Is there something that was received but not read? */
bool wire_pending(const struct wire *);

void wire_close(struct wire *);

#endif
