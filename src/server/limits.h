/* SPDX-License-Identifier: MIT */
/*
 * How much of something one may have. A bucket fills with time and is emptied by use. Addresses are
 * kept only as keyed hashes, and only as long as they matter.
 */
#ifndef KUFSA_SERVER_LIMITS_H
#define KUFSA_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMMANDS_BURST = 40, /* of a connection, in COMMANDS_MS */
    COMMANDS_MS = 10000,
    UNIT_SIZE = 1024,  /* bytes of a WebSocket are counted in these */
    UNITS_BURST = 128, /* of a connection, in UNITS_MS: more than its commands can have */
    UNITS_MS = 10000,
    CROWD_BURST = 1000, /* of all connections of an address together, in CROWD_MS */
    CROWD_MS = 10000,
    GUESSES_BURST = 10, /* wrong room codes of an address, in GUESSES_MS */
    GUESSES_MS = 60000,
    OPENINGS_BURST = 30, /* tables of an address, in OPENINGS_MS */
    OPENINGS_MS = 60000,
    ADDRESS_CONNECTIONS_MAX = 256,
    ARRIVALS_BURST = 256, /* WebSockets made by an address, in ARRIVALS_MS: who is sent away for too
                           * many commands does not get as many again by coming back */
    ARRIVALS_MS = 60000,
    REQUESTS_BURST = 3000, /* of an address, in REQUESTS_MS: some fifty first visits, with tables */
    REQUESTS_MS = 60000,
    MADE_PRICE = 10, /* requests that one counts for whose answer has to be made */
    ADDRESSES_MAX = 1 << 16,
};

/* A full bucket is all zeros: what has never been used needs no setting up. */
struct bucket {
    int64_t since; /* from here on it refills */
    uint16_t used; /* since then, at most its size */
};

/* Takes one; false if it is empty. Gives `burst` at once, and again as many in `millis`. */
bool bucket_take(struct bucket *, int64_t now, int burst, int millis);

/* Takes as many as the price, at most `burst`, or none: who asks too often for something dear must
 * not eat what comes back meanwhile. */
bool bucket_pay(struct bucket *, int price, int64_t now, int burst, int millis);

/* The same without taking. */
bool bucket_empty(const struct bucket *, int64_t now, int burst, int millis);

struct address {
    uint64_t key; /* 0: a free row */
    uint32_t connections;
    struct bucket guesses, openings, arrivals, requests, crowd;
};

/* Open addressing; grows up to ADDRESSES_MAX rows. */
struct addresses {
    struct address *rows;
    size_t capacity, count;
    int64_t full_until; /* all rows matter, and nobody looks again before this */
    uint8_t secret[16];
};

bool addresses_init(struct addresses *); /* false: no memory, or no chance */
void addresses_release(struct addresses *);

/* The key of an address's bytes or text; never 0. */
uint64_t addresses_key(const struct addresses *, const void *bytes, size_t size);

/* The key of an address as a proxy writes it. A household has a /64 of IPv6, so that is what
 * counts; text that is no address is a key of its own. */
uint64_t addresses_text_key(const struct addresses *, const char *text);

/* Its row, made if need be and good until the next call; NULL if there are too many. */
struct address *addresses_find(struct addresses *, uint64_t key, int64_t now);

#endif
