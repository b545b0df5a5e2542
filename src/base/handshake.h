/* SPDX-License-Identifier: MIT */
/* How a WebSocket starts (RFC 6455, 4): the client's key, and the server's answer to it. */
#ifndef KUFSA_BASE_HANDSHAKE_H
#define KUFSA_BASE_HANDSHAKE_H

#include <stdbool.h>
#include <stdint.h>

enum { HANDSHAKE_CHANCE_SIZE = 16, HANDSHAKE_KEY_SIZE = 24, HANDSHAKE_ACCEPT_SIZE = 28 };

/* Makes a key from random bytes. */
void handshake_key(const uint8_t chance[HANDSHAKE_CHANCE_SIZE], char out[HANDSHAKE_KEY_SIZE + 1]);

/* The value that answers a key (4.2.2). False: it is not a key. */
bool handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT_SIZE + 1]);

#endif
