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

/* Where a table is, and perhaps as whom one comes. */
struct address {
    bool tls;
    char host[REMOTE_HOST_MAX], port[REMOTE_PORT_MAX], code[CODE_SIZE + 1];
    char token[SEEN_TOKEN_MAX]; /* empty: as whoever this machine was there, or as somebody new */
};

/* ---- address.c ---- */

/* `https://host/#CODE`, `http://host:8080/#CODE`, `host:8080/#CODE` or `CODE@host:8080`; a seat's
 * link has a token behind the code, `#CODE/TOKEN`. NULL, or why this is no address: a key of the
 * catalogue. */
const char *address_read(struct address *, const char *text);

/* As a link that browsers open, too; with the token if there is one. */
void address_write(const struct address *, struct text *);

/* `host`, `host:8080`, `[::1]:8080`: as HTTP has it. */
void address_write_host(const struct address *, struct text *);

/* ---- remote.c ---- */

/* Looks the host up, which may take a while, and begins to connect; what comes of it is the line's
 * state. NULL: cannot, and *reason says why. A token in the address is kept once the table knows
 * it; until then what was kept for this table stays. */
struct line *remote_open(const struct address *, bool watch, const char **reason);

/* ---- tokens.c ---- */

/* The token kept for this table; false: none. */
bool token_find(const struct address *, char out[SEEN_TOKEN_MAX]);

/* A token is hexadecimal digits: nothing else is kept or sent. */
bool token_is_sound(const char *token);

/* Keeps it; an empty one is forgotten. */
void token_keep(const struct address *, const char *token);

#endif
