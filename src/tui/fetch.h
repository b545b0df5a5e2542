/* SPDX-License-Identifier: MIT */
/* What is had from a server by HTTP: the record of a table's last match. */
#ifndef KUFSA_TUI_FETCH_H
#define KUFSA_TUI_FETCH_H

#include <stddef.h>
#include <stdint.h>

struct addrinfo;
struct address;

/* Waits for it, a few seconds at most. Its size, or -1; it has a NUL behind it. */
int64_t fetch_record(const struct addrinfo *, const struct address *, int64_t table, char *out,
                     size_t capacity);

#endif
