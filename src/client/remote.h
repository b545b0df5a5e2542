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
#include "line/address.h"

/* ---- remote.c ---- */

/* The trouble of a channel that ended so; mirror->peeked says whose place it is. */
#define REMOTE_ASKS "join.take"

/* Starts connecting to a host that was found; the channel's state tells the rest. NULL: no memory.
 */
struct channel *remote_open(const struct address *, bool watch);

/* ---- tokens.c ---- */

/* The token saved for this table and its intended replacement, or an empty one. False: none. */
bool token_find(const struct address *, char out[ADDRESS_TOKEN_MAX],
                char become[ADDRESS_TOKEN_MAX]);

/* Saves the token, and its intended replacement unless that is empty. An empty token deletes the
 * entry. False: failed, and the file is unchanged. */
bool token_keep(const struct address *, const char *token, const char *become);

#endif
