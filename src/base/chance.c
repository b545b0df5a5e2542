/* SPDX-License-Identifier: MIT */
/*
 * ChaCha20 (RFC 8439), and the numbers and shuffles drawn from its key stream.
 *
 * Between calls only the key and the number of words taken are kept. Within a call the current
 * block is kept too, so a shuffle computes one block for every sixteen words.
 */
#include "base/chance.h"

#include <string.h>

#include "base/check.h"

enum { BLOCK_WORDS = 16, DOUBLE_ROUNDS = 10 };

/* The block counter would wrap after this word. */
#define STREAM_WORDS (UINT64_C(1) << 36)

/* The current block; none yet if its number is NO_BLOCK. */
struct block {
    uint64_t number;
    uint32_t word[BLOCK_WORDS];
};

#define NO_BLOCK UINT64_MAX

static uint32_t rotate_left(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static uint32_t load_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline __attribute__((always_inline)) void quarter_round(uint32_t x[BLOCK_WORDS], int a,
                                                                int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate_left(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate_left(x[b] ^ x[c], 7);
}

void chacha20_block(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12],
                    uint32_t out[16])
{
    /* "expand 32-byte k", key, counter, nonce */
    uint32_t start[BLOCK_WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 8; i++)
        start[4 + i] = load_word(key + 4 * i);
    start[12] = counter;
    for (int i = 0; i < 3; i++)
        start[13 + i] = load_word(nonce + 4 * i);

    uint32_t x[BLOCK_WORDS];
    memcpy(x, start, sizeof x);
    for (int i = 0; i < DOUBLE_ROUNDS; i++) {
        quarter_round(x, 0, 4, 8, 12); /* columns */
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15); /* diagonals */
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < BLOCK_WORDS; i++)
        out[i] = x[i] + start[i];
}

static uint32_t next_word(struct chance *chance, struct block *block)
{
    static const uint8_t nonce[12];
    CHECK(chance->taken < STREAM_WORDS);
    uint64_t number = chance->taken / BLOCK_WORDS;
    if (block->number != number) {
        chacha20_block(chance->key, (uint32_t)number, nonce, block->word);
        block->number = number;
    }
    return block->word[chance->taken++ % BLOCK_WORDS];
}

static uint32_t below(struct chance *chance, struct block *block, uint32_t n)
{
    uint64_t fair = (UINT64_C(1) << 32) / n * n; /* words from here on would favour low numbers */
    uint32_t word = next_word(chance, block);
    while (word >= fair)
        word = next_word(chance, block);
    return word % n;
}

void chance_init(struct chance *chance, const uint8_t key[CHANCE_KEY_SIZE])
{
    memcpy(chance->key, key, CHANCE_KEY_SIZE);
    chance->taken = 0;
}

uint32_t chance_below(struct chance *chance, uint32_t n)
{
    CHECK(n > 0);
    struct block block = {.number = NO_BLOCK};
    return below(chance, &block, n);
}

void chance_shuffle(struct chance *chance, uint8_t *cards, int count)
{
    struct block block = {.number = NO_BLOCK};
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = below(chance, &block, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

void chance_write(const struct chance *chance, struct text *text)
{
    text_string(text, "rng=");
    text_hex(text, chance->key, CHANCE_KEY_SIZE);
    text_char(text, ':');
    text_number(text, (int64_t)chance->taken);
}

bool chance_read(struct chance *chance, struct scan *scan)
{
    struct scan ahead = *scan;
    uint8_t key[CHANCE_KEY_SIZE];
    int64_t taken;
    if (!scan_string(&ahead, "rng=") || !scan_hex(&ahead, key, sizeof key) ||
        !scan_char(&ahead, ':') || !scan_number(&ahead, 0, (int64_t)CHANCE_TAKEN_MAX, &taken))
        return false;
    memcpy(chance->key, key, sizeof key);
    chance->taken = (uint64_t)taken;
    *scan = ahead;
    return true;
}
