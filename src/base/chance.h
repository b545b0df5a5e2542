/* SPDX-License-Identifier: MIT */
/*
 * The only source of randomness for dealing: the ChaCha20 key stream of RFC 8439 (nonce zero,
 * counter from 0) read as little-endian 32-bit words. The key and the number of words taken
 * determine everything, so a deal can be repeated anywhere and checked by anyone who has the key.
 * Search uses rng.h instead.
 */
#ifndef KUFSA_BASE_CHANCE_H
#define KUFSA_BASE_CHANCE_H

#include "base/text.h"

enum { CHANCE_KEY_SIZE = 32 };

/* The block counter has 32 bits and a block has 16 words. A little is held back so that no shuffle
 * runs past the end. */
#define CHANCE_TAKEN_MAX ((UINT64_C(1) << 36) - (UINT64_C(1) << 28))

struct chance {
    uint8_t key[CHANCE_KEY_SIZE];
    uint64_t taken; /* words read so far */
};

/* One 64-byte block of the key stream as sixteen words: RFC 8439, 2.3. */
void chacha20_block(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12],
                    uint32_t out[16]);

void chance_init(struct chance *, const uint8_t key[CHANCE_KEY_SIZE]);
uint32_t chance_below(struct chance *, uint32_t n); /* 0 … n-1, all equally likely */
void chance_shuffle(struct chance *, uint8_t *cards, int count);

/* `rng=<64 hex digits>:<words taken>` */
void chance_write(const struct chance *, struct text *);
bool chance_read(struct chance *, struct scan *);

#endif
