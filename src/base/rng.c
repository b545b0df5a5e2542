/* SPDX-License-Identifier: MIT */
/* Seeding the search generator: four words of splitmix64, which are never all zero. */
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
