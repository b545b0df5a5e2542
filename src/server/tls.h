/* SPDX-License-Identifier: MIT */
/*
 * TLS for connections, without sockets: conn.c hands in the bytes that arrive and sends those that
 * come out.
 *
 *     socket ─▶ tls_receive ─▶ tls_read ─▶ requests, frames
 *     answers ─▶ tls_write ─▶ tls_out ─▶ socket
 */
#ifndef KUFSA_SERVER_TLS_H
#define KUFSA_SERVER_TLS_H

#include "base/text.h"

struct tls_keys; /* a certificate with its key, as connections use it */
struct tls;      /* one connection */

enum tls_failure { TLS_OK, TLS_CERTIFICATE, TLS_KEY, TLS_MISMATCH, TLS_MEMORY };

/* Reads the files (PEM; the certificate with its intermediates) and replaces *keys if both are
 * sound. Existing connections keep the old ones. `why` is for a log. */
enum tls_failure tls_load(struct tls_keys **keys, const char *certificate, const char *key,
                          struct text *why);
void tls_unload(struct tls_keys *);

struct tls *tls_new(struct tls_keys *); /* NULL: no memory */
void tls_free(struct tls *);

/* Takes what the socket received; false: no memory. */
bool tls_receive(struct tls *, const void *bytes, size_t size);

/* Reads the next plain bytes and returns how many; 0: none yet; -1: the peer has ended, or does not
 * speak TLS. */
int tls_read(struct tls *, void *out, size_t size);

bool tls_write(struct tls *, const void *bytes, size_t size);

/* Says that nothing more will come; once is enough. */
void tls_end(struct tls *);

/* What has to be sent; it is there until the next call of any of these. */
size_t tls_out(struct tls *, const char **bytes);
void tls_sent(struct tls *);

#endif
