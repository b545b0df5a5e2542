/* SPDX-License-Identifier: MIT */
/* SHA-256 as in FIPS 180-4; section numbers refer to it. */
#include "base/sha256.h"

#include <string.h>

enum { ROUNDS = 64, WORDS = SHA256_SIZE / 4, BLOCK_WORDS = SHA256_BLOCK / 4, SIZE_BYTES = 8 };

/* 4.2.2: the first 32 fractional bits of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

/* 6.2.2, step 1. */
static void schedule(const uint8_t block[SHA256_BLOCK], uint32_t w[ROUNDS])
{
    for (int i = 0; i < BLOCK_WORDS; i++) {
        const uint8_t *at = block + 4 * i;
        w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (int i = BLOCK_WORDS; i < ROUNDS; i++) {
        uint32_t low = w[i - 15], high = w[i - 2];
        w[i] = (rotate(high, 17) ^ rotate(high, 19) ^ high >> 10) + w[i - 7] +
               (rotate(low, 7) ^ rotate(low, 18) ^ low >> 3) + w[i - 16];
    }
}

/* 6.2.2, steps 2 to 4. v holds the working variables a … h of that section. */
static void take_block(struct sha256 *hash)
{
    uint32_t w[ROUNDS], v[WORDS];
    schedule(hash->block, w);
    memcpy(v, hash->word, sizeof v);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        uint32_t one = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) + choice +
                       constants[i] + w[i];
        uint32_t two = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) + majority;
        memmove(v + 1, v, sizeof v - sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < WORDS; i++)
        hash->word[i] += v[i];
}

/* 5.3.3: the same for the square roots of the first eight primes. */
void sha256_init(struct sha256 *hash)
{
    *hash = (struct sha256){
        .word = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab,
                 0x5be0cd19},
    };
}

void sha256_add(struct sha256 *hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    while (size > 0) {
        size_t used = hash->size % SHA256_BLOCK, part = SHA256_BLOCK - used;
        if (part > size)
            part = size;
        memcpy(hash->block + used, at, part);
        hash->size += part;
        at += part;
        size -= part;
        if (hash->size % SHA256_BLOCK == 0)
            take_block(hash);
    }
}

/* 5.1.1: a one bit, zeros, and the number of bits, at the end of a block. */
void sha256_end(struct sha256 *hash, uint8_t out[SHA256_SIZE])
{
    static const uint8_t padding[SHA256_BLOCK] = {0x80};
    uint64_t bits = hash->size * 8;
    size_t used = hash->size % SHA256_BLOCK, room = SHA256_BLOCK - SIZE_BYTES;
    uint8_t size[SIZE_BYTES];
    for (int i = 0; i < SIZE_BYTES; i++)
        size[i] = (uint8_t)(bits >> 8 * (SIZE_BYTES - 1 - i));
    sha256_add(hash, padding, (used < room ? room : room + SHA256_BLOCK) - used);
    sha256_add(hash, size, sizeof size);
    for (int i = 0; i < SHA256_SIZE; i++)
        out[i] = (uint8_t)(hash->word[i / 4] >> 8 * (3 - i % 4));
}

void sha256(const void *bytes, size_t size, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, bytes, size);
    sha256_end(&hash, out);
}
