/* SPDX-License-Identifier: MIT */
/*
 * A table of a server, over a WebSocket that returns by itself.
 *
 *     resolve, connect ─▶ upgrade ─▶ hello ─▶ welcome, snapshot ─▶ news, answers …
 *         ▲                                          │ closed, silent
 *         └──────────── a while, longer each time ◀──┘
 *
 * Tokens are kept in the state folder, readable by their owner only: whoever comes back is the
 * same guest. Commands that were not answered are sent again with the same number.
 */
#ifndef KUFSA_TUI_REMOTE_H
#define KUFSA_TUI_REMOTE_H

#include "tui/line.h"

enum { HOST_MAX = 256, PORT_MAX = 8 };

/* Where a table is: `http://host:8080/#CODE`, `host:8080/#CODE`, `CODE@host:8080`. */
struct place_of_table {
    char host[HOST_MAX], port[PORT_MAX], code[CODE_SIZE + 1];
};

/* NULL, or why this is no address: a key of the catalogue. */
const char *remote_read(struct place_of_table *, const char *text);

/* Begins to connect; what comes of it is seen in the line's state. NULL: there is no memory. */
struct line *remote_open(const struct place_of_table *, bool watch);

#endif
