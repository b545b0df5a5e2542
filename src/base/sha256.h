/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 (FIPS 180-4). The hash of a match's key can be published before the first card is dealt:
 * anyone who learns the key afterwards can see that it was not replaced.
 */
#ifndef KUFSA_BASE_SHA256_H
#define KUFSA_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t word[SHA256_SIZE / 4];
    uint64_t size; /* bytes taken in so far */
    uint8_t block[SHA256_BLOCK];
};

void sha256_init(struct sha256 *);
void sha256_add(struct sha256 *, const void *bytes, size_t size);
void sha256_end(struct sha256 *, uint8_t out[SHA256_SIZE]); /* call init to use it again */

void sha256(const void *bytes, size_t size, uint8_t out[SHA256_SIZE]); /* all at once */

#endif
