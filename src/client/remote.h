/* SPDX-License-Identifier: MIT */
/*
 * A server's table, over a WebSocket that reconnects by itself.
 *
 *     connect ─▶ upgrade ─▶ hello ─▶ welcome, snapshot ─▶ news, answers …
 *        ▲                                   │ closed, silent
 *        └────── a while, longer each time ◀─┘
 *
 * A first connection that fails is not retried: the channel ends and says why.
 *
 * Tokens are saved in the state folder, readable by their owner only: anyone who comes back is the
 * same guest. Commands without an answer are sent again with the same number.
 *
 * A token that comes with the address belongs to another device. We first only ask whose it is:
 * the channel ends with REMOTE_ASKS, and is opened again with `take` after a yes. Then a token
 * of our own replaces it; until the server accepts that, both are saved and sent.
 */
#ifndef KUFSA_CLIENT_REMOTE_H
#define KUFSA_CLIENT_REMOTE_H

#include "client/channel.h"

enum { REMOTE_HOST_MAX = 256, REMOTE_PORT_MAX = 8 };

/* Where a table is, and optionally as whom to join. */
struct address {
    bool tls;
    char host[REMOTE_HOST_MAX], port[REMOTE_PORT_MAX], code[CODE_SIZE + 1];
    char token[MIRROR_TOKEN_MAX]; /* empty: as this machine's guest there, or as a new one */
    bool take;                    /* take over the token's place without asking */
    struct addrinfo *found;       /* by remote_find */
};

/* ---- address.c ---- */

/* `https://host/#CODE`, `http://host:8080/#CODE`, `host:8080/#CODE` or `CODE@host:8080`; a seat's
 * link has a token behind the code, `#CODE/TOKEN`. NULL, or why this is not an address: a key of
 * the catalogue. */
const char *address_read(struct address *, const char *text);

/* As a link that browsers can open too; with the token if there is one. */
void address_write(const struct address *, struct text *);

/* `host`, `host:8080`, `[::1]:8080`: as in HTTP. */
void address_write_host(const struct address *, struct text *);

/* ---- remote.c ---- */

/* Looks up the host, which may take long: do it before opening the screen, so that Ctrl-C ends it.
 * NULL, or why it was not found. */
const char *remote_find(struct address *);
void remote_forget(struct address *);

/* The trouble of a channel that ended so; mirror->peeked says whose place it is. */
#define REMOTE_ASKS "join.take"

/* Starts connecting to a host that was found; the channel's state tells the rest. NULL: no memory.
 */
struct channel *remote_open(const struct address *, bool watch);

/* ---- tokens.c ---- */

/* The token saved for this table and its intended replacement, or an empty one. False: none. */
bool token_find(const struct address *, char out[MIRROR_TOKEN_MAX], char become[MIRROR_TOKEN_MAX]);

/* A token is hexadecimal digits: nothing else is saved or sent. */
bool token_is_sound(const char *token);

/* Saves the token, and its intended replacement unless that is empty. An empty token deletes the
 * entry. False: failed, and the file is unchanged. */
bool token_keep(const struct address *, const char *token, const char *become);

#endif
