/* SPDX-License-Identifier: MIT */
/* FNV-1a over bytes: the same on every machine. Not for secrets. */
#ifndef KUFSA_BASE_HASH_H
#define KUFSA_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

#endif
