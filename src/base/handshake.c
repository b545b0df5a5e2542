/* SPDX-License-Identifier: MIT */
/* The SHA-1 and base64 that a WebSocket handshake needs. Numbers are sections of RFC 6455. */
#include "base/handshake.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum { SHA1_SIZE = 20, SHA1_BLOCK = 64 };

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t sha1_mix(int round, uint32_t b, uint32_t c, uint32_t d)
{
    if (round < 20)
        return ((b & c) | (~b & d)) + 0x5a827999;
    if (round < 40)
        return (b ^ c ^ d) + 0x6ed9eba1;
    if (round < 60)
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    return (b ^ c ^ d) + 0xca62c1d6;
}

static void sha1_block(uint32_t hash[5], const uint8_t *block)
{
    uint32_t word[80], v[5];
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                  (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        word[i] = rotate(word[i - 3] ^ word[i - 8] ^ word[i - 14] ^ word[i - 16], 1);
    memcpy(v, hash, sizeof v);
    for (int i = 0; i < 80; i++) {
        uint32_t next = rotate(v[0], 5) + sha1_mix(i, v[1], v[2], v[3]) + v[4] + word[i];
        v[4] = v[3];
        v[3] = v[2];
        v[2] = rotate(v[1], 30);
        v[1] = v[0];
        v[0] = next;
    }
    for (int i = 0; i < 5; i++)
        hash[i] += v[i];
}

/* The handshake needs SHA-1 of less than two blocks; nothing here is secret. */
static void sha1_short(const char *bytes, size_t size, uint8_t out[SHA1_SIZE])
{
    uint32_t hash[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t blocks[2 * SHA1_BLOCK] = {0};
    memcpy(blocks, bytes, size);
    blocks[size] = 0x80;
    blocks[sizeof blocks - 2] = (uint8_t)(size * 8 >> 8);
    blocks[sizeof blocks - 1] = (uint8_t)(size * 8);
    sha1_block(hash, blocks);
    sha1_block(hash, blocks + SHA1_BLOCK);
    for (int i = 0; i < SHA1_SIZE; i++)
        out[i] = (uint8_t)(hash[i / 4] >> (24 - 8 * (i % 4)));
}

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void base64(const uint8_t *bytes, size_t size, char *out)
{
    for (size_t i = 0; i < size; i += 3) {
        size_t here = size - i < 3 ? size - i : 3;
        uint32_t bits = (uint32_t)bytes[i] << 16 | (here > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                        (here > 2 ? bytes[i + 2] : 0);
        for (size_t j = 0; j < 4; j++)
            *out++ = j <= here ? letters[bits >> (18 - 6 * j) & 63] : '=';
    }
    *out = '\0';
}

static bool is_letter(char c)
{
    for (size_t i = 0; i < sizeof letters - 1; i++)
        if (letters[i] == c)
            return true;
    return false;
}

/* 4.1: sixteen bytes in base64. */
static bool is_key(const char *key)
{
    if (string_size(key) != HANDSHAKE_KEY_SIZE || key[HANDSHAKE_KEY_SIZE - 1] != '=' ||
        key[HANDSHAKE_KEY_SIZE - 2] != '=')
        return false;
    for (int i = 0; i < HANDSHAKE_KEY_SIZE - 2; i++)
        if (!is_letter(key[i]))
            return false;
    return true;
}

bool handshake_accept(const char *key, char out[HANDSHAKE_ACCEPT_SIZE + 1])
{
    static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char both[HANDSHAKE_KEY_SIZE + sizeof magic];
    uint8_t hash[SHA1_SIZE];
    if (!is_key(key))
        return false;
    memcpy(both, key, HANDSHAKE_KEY_SIZE);
    memcpy(both + HANDSHAKE_KEY_SIZE, magic, sizeof magic);
    sha1_short(both, sizeof both - 1, hash);
    base64(hash, sizeof hash, out);
    return true;
}

void handshake_key(const uint8_t chance[HANDSHAKE_CHANCE_SIZE], char out[HANDSHAKE_KEY_SIZE + 1])
{
    base64(chance, HANDSHAKE_CHANCE_SIZE, out);
}
