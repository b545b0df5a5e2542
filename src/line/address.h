/* SPDX-License-Identifier: MIT */
/* Where a server is, and a table at it. */
#ifndef KUFSA_LINE_ADDRESS_H
#define KUFSA_LINE_ADDRESS_H

#include "base/text.h"
#include "table/table.h"

enum {
    ADDRESS_HOST_MAX = 256,
    ADDRESS_PORT_MAX = 8,
    ADDRESS_TOKEN_MAX = 72,
    ADDRESS_HOME_MAX = 32, /* bytes of a path to one of several servers */
};

/* A server; optionally a table there, and as whom to join it. */
struct address {
    bool tls;
    char host[ADDRESS_HOST_MAX], port[ADDRESS_PORT_MAX];
    char code[CODE_SIZE + 1];      /* empty: no table */
    bool watch;                    /* by a link for those who only watch */
    char token[ADDRESS_TOKEN_MAX]; /* empty: as this machine's guest there, or as a new one */
    bool take;                     /* take over the token's place without asking */
    struct addrinfo *found;        /* by address_find */
};

/* `https://host/#CODE`, `http://host:8080/#CODE`, `host:8080/#CODE` or `CODE@host:8080`; a seat's
 * link has a token behind the code, `#CODE/TOKEN`; who only watches has `host:8080/watch/CODE`.
 * NULL, or why this is not an address: a key of the catalogue. */
const char *address_read(struct address *, const char *text);

/* A server without a table: `https://host`, `host:8080`. False: it is not one. */
bool address_read_server(struct address *, const char *text);

/* As a link that browsers can open too; with the token if there is one. */
void address_write(const struct address *, struct text *);

/* `host`, `host:8080`, `[::1]:8080`: as in HTTP. */
void address_write_host(const struct address *, struct text *);

/* A token is hexadecimal digits: nothing else is saved or sent. */
bool token_is_sound(const char *token);

/* Looks up the host, which may take long: a screen does it before it opens, so that Ctrl-C ends it.
 * NULL, or why it was not found. */
const char *address_find(struct address *);
void address_forget(struct address *);

#endif
