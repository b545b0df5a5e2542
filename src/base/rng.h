/* SPDX-License-Identifier: MIT */
/*
 * A fast generator for search and playouts (xoshiro256++). Never used for dealing: see chance.h.
 */
#ifndef KUFSA_BASE_RNG_H
#define KUFSA_BASE_RNG_H

#include <stdint.h>

struct search_rng {
    uint64_t word[4];
};

void search_rng_init(struct search_rng *, uint64_t seed);

/* All orders are equally likely, as far as search_rng_below is fair. */
void search_rng_shuffle(struct search_rng *, uint8_t *cards, int count);

static inline uint64_t search_rng_rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

static inline uint64_t search_rng_next(struct search_rng *rng)
{
    uint64_t *w = rng->word;
    uint64_t result = search_rng_rotate(w[0] + w[3], 23) + w[0];
    uint64_t shifted = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= shifted;
    w[3] = search_rng_rotate(w[3], 45);
    return result;
}

/* 0 … n-1; the bias of at most n in 2^32 does not matter to a search. */
static inline uint32_t search_rng_below(struct search_rng *rng, uint32_t n)
{
    return (uint32_t)((search_rng_next(rng) >> 32) * n >> 32);
}

#endif
