/* SPDX-License-Identifier: MIT */
/*
 * A table of a server, over a WebSocket that returns by itself.
 *
 *     connect ─▶ upgrade ─▶ hello ─▶ welcome, snapshot ─▶ news, answers …
 *        ▲                                   │ closed, silent
 *        └────── a while, longer each time ◀─┘
 *
 * Tokens are kept in the state folder, readable by their owner only: whoever comes back is the
 * same guest. Commands that were not answered are sent again with the same number.
 */
#ifndef KUFSA_TUI_REMOTE_H
#define KUFSA_TUI_REMOTE_H

#include "tui/line.h"

enum { REMOTE_HOST_MAX = 256, REMOTE_PORT_MAX = 8 };

/* Where a table is. */
struct address {
    char host[REMOTE_HOST_MAX], port[REMOTE_PORT_MAX], code[CODE_SIZE + 1];
};

/* `http://host:8080/#CODE`, `host:8080/#CODE` or `CODE@host:8080`. NULL, or why this is no address:
 * a key of the catalogue. */
const char *address_read(struct address *, const char *text);

/* Looks the host up, which may take a while, and begins to connect; what comes of it is the line's
 * state. NULL: cannot, and *reason says why. */
struct line *remote_open(const struct address *, bool watch, const char **reason);

/* ---- tokens.c ---- */

/* The token kept for this table; false: none. */
bool token_find(const struct address *, char out[SEEN_TOKEN_MAX]);

/* A token is hexadecimal digits: nothing else is kept or sent. */
bool token_is_sound(const char *token);

/* Keeps it; an empty one is forgotten. */
void token_keep(const struct address *, const char *token);

#endif
