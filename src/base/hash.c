/* SPDX-License-Identifier: MIT */
/* FNV-1a, 64 bits. */
#include "base/hash.h"

#define HASH_PRIME UINT64_C(0x00000100000001b3)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * HASH_PRIME;
    return hash;
}
