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
    FULL_MS = 1000,     /* between two looks for rows that do not matter any more, when all do */
    FOUR_SIZE = 4,      /* bytes of an IPv4 address */
    SIX_SIZE = 16,      /* of an IPv6 address */
    WRAP_SIZE = 12,     /* in front of an IPv4 address in one of IPv6 */
    HOUSEHOLD_SIZE = 8, /* of an IPv6 address: the part that a household has for itself */
};

/* How many have come back since. */
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

/* An IPv4 address that IPv6 has wrapped (::ffff:192.0.2.7) is the same household's. */
uint64_t addresses_text_key(const struct addresses *addresses, const char *text)
{
    static const uint8_t wrap[WRAP_SIZE] = {[10] = 0xff, [11] = 0xff};
    uint8_t four[FOUR_SIZE], six[SIX_SIZE];
    if (uv_inet_pton(AF_INET, text, four) == 0)
        return addresses_key(addresses, four, sizeof four);
    if (uv_inet_pton(AF_INET6, text, six) != 0)
        return addresses_key(addresses, text, strlen(text));
    if (memcmp(six, wrap, sizeof wrap) == 0)
        return addresses_key(addresses, six + WRAP_SIZE, FOUR_SIZE);
    return addresses_key(addresses, six, HOUSEHOLD_SIZE);
}

static struct address *probe(struct address *rows, size_t capacity, uint64_t key)
{
    size_t at = key & (capacity - 1);
    while (rows[at].key != 0 && rows[at].key != key)
        at = (at + 1) & (capacity - 1);
    return &rows[at];
}

/* Is there anything to remember of it? */
static bool matters(const struct address *row, int64_t now)
{
    return row->connections > 0 ||
           refilled(&row->guesses, now, GUESSES_BURST, GUESSES_MS) < row->guesses.used ||
           refilled(&row->openings, now, OPENINGS_BURST, OPENINGS_MS) < row->openings.used ||
           refilled(&row->arrivals, now, ARRIVALS_BURST, ARRIVALS_MS) < row->arrivals.used ||
           refilled(&row->requests, now, REQUESTS_BURST, REQUESTS_MS) < row->requests.used ||
           refilled(&row->crowd, now, CROWD_BURST, CROWD_MS) < row->crowd.used;
}

/* Moves what matters into fresh rows, more of them if it is much. */
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
    struct address *rows = calloc(capacity, sizeof *rows);
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

struct address *addresses_find(struct addresses *addresses, uint64_t key, int64_t now)
{
    struct address *row = probe(addresses->rows, addresses->capacity, key);
    if (row->key == key)
        return row;
    if (addresses->count >= addresses->capacity / 2) {
        /* Looking is slow where there are so many: strangers may not make us do it all the time. */
        if (now < addresses->full_until || !renew(addresses, now))
            return NULL;
        row = probe(addresses->rows, addresses->capacity, key);
    }
    row->key = key;
    addresses->count++;
    return row;
}
