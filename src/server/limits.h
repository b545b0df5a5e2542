/* SPDX-License-Identifier: MIT */
/*
 * Rate limits. A bucket refills with time and is emptied by use. Addresses are kept only as keyed
 * hashes, and only as long as they matter.
 */
#ifndef KUFSA_SERVER_LIMITS_H
#define KUFSA_SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COMMANDS_BURST = 40, /* per connection, in COMMANDS_MS */
    COMMANDS_MS = 10000,
    UNIT_SIZE = 1024,  /* bytes of a WebSocket are counted in these units */
    UNITS_BURST = 128, /* per connection, in UNITS_MS: more than its commands can need */
    UNITS_MS = 10000,
    CROWD_BURST = 1000, /* for all connections of an address together, in CROWD_MS */
    CROWD_MS = 10000,
    GUESSES_BURST = 10, /* wrong room codes per address, in GUESSES_MS */
    GUESSES_MS = 60000,
    OPENINGS_BURST = 30, /* tables per address, in OPENINGS_MS */
    OPENINGS_MS = 60000,
    ADDRESS_CONNECTIONS_MAX = 256,
    ARRIVALS_BURST = 256, /* WebSockets per address, in ARRIVALS_MS: reconnecting must not get
                             around the limit on commands */
    ARRIVALS_MS = 60000,
    REQUESTS_BURST = 3000, /* per address, in REQUESTS_MS: about fifty first visits, with tables */
    REQUESTS_MS = 60000,
    MADE_PRICE = 10,         /* a request counts as this many if its answer has to be made */
    GUESSES_ALL_BURST = 600, /* for all addresses together: above it each gets a single guess */
    ADDRESSES_MAX = 1 << 16,
    ADDRESS_TEXT_MAX = 64, /* bytes of an address as text */
};

/* A full bucket is all zeros: an unused one needs no initialisation. */
struct bucket {
    int64_t since; /* it refills from here */
    uint16_t used; /* as of `since`; at most the bucket's size */
};

/* Takes one; false if it is empty. Allows `burst` at once, and as many again every `millis`. */
bool bucket_take(struct bucket *, int64_t now, int burst, int millis);

/* Takes `price`, at most `burst`, or nothing: asking too often for something expensive must not use
 * up the refill. */
bool bucket_pay(struct bucket *, int price, int64_t now, int burst, int millis);

/* The same without taking any. */
bool bucket_empty(const struct bucket *, int64_t now, int burst, int millis);

struct address_row {
    uint64_t key; /* 0: a free row */
    uint32_t connections;
    struct bucket guesses, openings, arrivals, requests, crowd;
};

/* Open addressing; grows up to ADDRESSES_MAX rows. */
struct addresses {
    struct address_row *rows;
    size_t capacity, count;
    int64_t full_until;    /* all rows matter; do not search again before this */
    struct bucket guesses; /* wrong room codes from all addresses together */
    uint8_t secret[16];
};

bool addresses_init(struct addresses *); /* false: no memory, or no randomness */
void addresses_release(struct addresses *);

/* The key of an address's bytes or text; never 0. */
uint64_t addresses_key(const struct addresses *, const void *bytes, size_t size);

/* The key of an address as a proxy writes it, with or without a port. A household has a /64 of
 * IPv6, so only that counts; all texts that are not addresses share one key. */
uint64_t addresses_text_key(const struct addresses *, const char *text);

/* Its row, made if necessary and valid until the next call; NULL if there are too many. */
struct address_row *addresses_find(struct addresses *, uint64_t key, int64_t now);

/* May this address, or one without a row, try a room code? While very many guesses are wrong, from
 * any number of addresses, each address has one guess a minute: people with a code need no more. */
bool addresses_may_guess(const struct addresses *, const struct address_row *, int64_t now);

/* The same for a relay of ours, which counts for each address itself. */
bool addresses_relay_may_guess(const struct addresses *, int64_t now);

/* The guess was wrong; NULL: a relay's. */
void addresses_guessed(struct addresses *, struct address_row *, int64_t now);

#endif
