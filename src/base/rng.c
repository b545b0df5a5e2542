/* SPDX-License-Identifier: MIT */
/* The search generator, seeded with four words of splitmix64, which are never all zero; and the
 * shuffle. */
#include "base/rng.h"

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void search_rng_init(struct search_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->word[i] = splitmix64(&seed);
}

void search_rng_shuffle(struct search_rng *rng, uint8_t *cards, int count)
{
    for (int i = count; i > 1; i--) {
        uint32_t j = search_rng_below(rng, (uint32_t)i);
        uint8_t card = cards[i - 1];
        cards[i - 1] = cards[j];
        cards[j] = card;
    }
}
