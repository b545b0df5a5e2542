/* SPDX-License-Identifier: MIT */
/* How a WebSocket begins (RFC 6455, 4): a client's key, and what the server answers it with. */
#ifndef KUFSA_BASE_HANDSHAKE_H
#define KUFSA_BASE_HANDSHAKE_H

#include <stdbool.h>
#include <stdint.h>

enum { HANDSHAKE_CHANCE_SIZE = 16, HANDSHAKE_KEY_SIZE = 24, HANDSHAKE_ACCEPT_SIZE = 28 };

/* A key out of chance. */
void handshake_key(const uint8_t chance[HANDSHAKE_CHANCE_SIZE], char out[HANDSHAKE_KEY_SIZE + 1]);

/* The value that a key is answered with (4.2.2). False: it is no key. */
bool handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT_SIZE + 1]);

#endif
