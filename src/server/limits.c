/* SPDX-License-Identifier: MIT */
/* Buckets and addresses. */
#define _POSIX_C_SOURCE 200809L
#include "server/limits.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/sha256.h"

enum {
    ROWS_FIRST = 64,
    FULL_MS = 1000,     /* between two searches for old rows while all rows matter */
    FOUR_SIZE = 4,      /* bytes of an IPv4 address */
    SIX_SIZE = 16,      /* of an IPv6 address */
    WRAP_SIZE = 12,     /* in front of an IPv4 address wrapped in IPv6 */
    HOUSEHOLD_SIZE = 8, /* the part of an IPv6 address that a household has for itself */
};

/* How many have come back since bucket->since. */
static int64_t refilled(const struct bucket *bucket, int64_t now, int burst, int millis)
{
    return now <= bucket->since ? 0 : (now - bucket->since) * burst / millis;
}

bool bucket_empty(const struct bucket *bucket, int64_t now, int burst, int millis)
{
    return bucket->used - refilled(bucket, now, burst, millis) >= burst;
}

bool bucket_pay(struct bucket *bucket, int price, int64_t now, int burst, int millis)
{
    int64_t back = refilled(bucket, now, burst, millis);
    if (back >= bucket->used) {
        *bucket = (struct bucket){.since = now, .used = (uint16_t)price};
        return true;
    }
    bucket->used = (uint16_t)(bucket->used - back);
    bucket->since += back * millis / burst;
    if (bucket->used + price > burst)
        return false;
    bucket->used = (uint16_t)(bucket->used + price);
    return true;
}

bool bucket_take(struct bucket *bucket, int64_t now, int burst, int millis)
{
    return bucket_pay(bucket, 1, now, burst, millis);
}

/* ---- addresses ---- */

bool addresses_init(struct addresses *addresses)
{
    memset(addresses, 0, sizeof *addresses);
    addresses->rows = calloc(ROWS_FIRST, sizeof *addresses->rows);
    addresses->capacity = ROWS_FIRST;
    return addresses->rows &&
           uv_random(NULL, NULL, addresses->secret, sizeof addresses->secret, 0, NULL) == 0;
}

void addresses_release(struct addresses *addresses)
{
    free(addresses->rows);
    addresses->rows = NULL;
}

uint64_t addresses_key(const struct addresses *addresses, const void *bytes, size_t size)
{
    struct sha256 sha;
    uint8_t hash[SHA256_SIZE];
    uint64_t key;
    sha256_init(&sha);
    sha256_add(&sha, addresses->secret, sizeof addresses->secret);
    sha256_add(&sha, bytes, size);
    sha256_end(&sha, hash);
    memcpy(&key, hash, sizeof key);
    return key ? key : 1;
}

/* Some proxies write the port, too: 192.0.2.7:4711, [2001:db8::7]:4711. */
static void drop_port(const char *text, char out[ADDRESS_TEXT_MAX])
{
    bool six = text[0] == '[';
    const char *colon = strchr(text, ':');
    size_t size = six                                ? strcspn(++text, "]")
                  : colon && !strchr(colon + 1, ':') ? (size_t)(colon - text)
                                                     : strlen(text);
    size = size < ADDRESS_TEXT_MAX ? size : 0;
    memcpy(out, text, size);
    out[size] = '\0';
}

/* An IPv4 address wrapped in IPv6 (::ffff:192.0.2.7) gets the same key as the plain one. */
uint64_t addresses_text_key(const struct addresses *addresses, const char *text)
{
    static const uint8_t wrap[WRAP_SIZE] = {[10] = 0xff, [11] = 0xff};
    uint8_t four[FOUR_SIZE], six[SIX_SIZE];
    char bare[ADDRESS_TEXT_MAX];
    drop_port(text, bare);
    if (uv_inet_pton(AF_INET, bare, four) == 0)
        return addresses_key(addresses, four, sizeof four);
    if (uv_inet_pton(AF_INET6, bare, six) != 0)
        return addresses_key(addresses, "", 0);
    if (memcmp(six, wrap, sizeof wrap) == 0)
        return addresses_key(addresses, six + WRAP_SIZE, FOUR_SIZE);
    return addresses_key(addresses, six, HOUSEHOLD_SIZE);
}

static struct address_row *probe(struct address_row *rows, size_t capacity, uint64_t key)
{
    size_t at = key & (capacity - 1);
    while (rows[at].key != 0 && rows[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &rows[at];
}

/* Is there anything to remember about it? */
static bool matters(const struct address_row *row, int64_t now)
{
    return row->connections > 0 ||
           refilled(&row->guesses, now, GUESSES_BURST, GUESSES_MS) < row->guesses.used ||
           refilled(&row->openings, now, OPENINGS_BURST, OPENINGS_MS) < row->openings.used ||
           refilled(&row->arrivals, now, ARRIVALS_BURST, ARRIVALS_MS) < row->arrivals.used ||
           refilled(&row->requests, now, REQUESTS_BURST, REQUESTS_MS) < row->requests.used ||
           refilled(&row->crowd, now, CROWD_BURST, CROWD_MS) < row->crowd.used;
}

/* Moves rows that matter into a new array, larger if there are many. */
static bool renew(struct addresses *addresses, int64_t now)
{
    size_t live = 0, capacity = ROWS_FIRST;
    for (size_t i = 0; i < addresses->capacity; i++)
        live += addresses->rows[i].key != 0 && matters(&addresses->rows[i], now);
    while (capacity < 4 * live)
        capacity *= 2;
    if (live >= ADDRESSES_MAX) {
        addresses->full_until = now + FULL_MS;
        return false;
    }
    struct address_row *rows = calloc(capacity, sizeof *rows);
    if (!rows)
        return false;
    for (size_t i = 0; i < addresses->capacity; i++)
        if (addresses->rows[i].key != 0 && matters(&addresses->rows[i], now))
            *probe(rows, capacity, addresses->rows[i].key) = addresses->rows[i];
    free(addresses->rows);
    addresses->rows = rows;
    addresses->capacity = capacity;
    addresses->count = live;
    return true;
}

struct address_row *addresses_find(struct addresses *addresses, uint64_t key, int64_t now)
{
    struct address_row *row = probe(addresses->rows, addresses->capacity, key);
    if (row->key == key)
        return row;
    if (addresses->count >= addresses->capacity / 2) {
        /* Searching so many rows is slow: strangers must not make us do it all the time. */
        if (now < addresses->full_until || !renew(addresses, now))
            return NULL;
        row = probe(addresses->rows, addresses->capacity, key);
    }
    row->key = key;
    addresses->count++;
    return row;
}

/* ---- guesses ---- */

bool addresses_may_guess(const struct addresses *addresses, const struct address_row *row,
                         int64_t now)
{
    bool many = bucket_empty(&addresses->guesses, now, GUESSES_ALL_BURST, GUESSES_MS);
    return row && !bucket_empty(&row->guesses, now, many ? 1 : GUESSES_BURST, GUESSES_MS);
}

bool addresses_relay_may_guess(const struct addresses *addresses, int64_t now)
{
    return !bucket_empty(&addresses->guesses, now, GUESSES_ALL_BURST, GUESSES_MS);
}

void addresses_guessed(struct addresses *addresses, struct address_row *row, int64_t now)
{
    bucket_take(&addresses->guesses, now, GUESSES_ALL_BURST, GUESSES_MS);
    if (row)
        bucket_take(&row->guesses, now, GUESSES_BURST, GUESSES_MS);
}
