/* SPDX-License-Identifier: MIT */
/*
 * QR codes. A square has two bits: whether it is dark, and whether it belongs to a fixed pattern,
 * which neither data nor masks change.
 */
#include "base/qr.h"

#include <string.h>

enum { DARK = 1, FIXED = 2 };

enum {
    LEVELS = 2,
    CODEWORDS_MAX = 346, /* of version 10 */
    ECC_MAX = 30,        /* correction codewords of a block */
    ALIGNMENTS_MAX = 3,
    FIELD_POLYNOMIAL = 0x11d,
    FORMAT_POLYNOMIAL = 0x537,
    FORMAT_BITS = 10,
    FORMAT_MASK = 0x5412,
    VERSION_POLYNOMIAL = 0x1f25,
    VERSION_BITS = 12,
    VERSION_FIRST = 7, /* the first that states its version */
    LONG_FIRST = 10,   /* the first whose count has 16 bits */
    MODE_BYTES = 4,
    TIMING = 6, /* the row and column of alternating squares */
};

static const struct version {
    int codewords;
    int8_t blocks[LEVELS], ecc[LEVELS]; /* number of blocks, and correction codewords in each */
    int8_t alignments[ALIGNMENTS_MAX];  /* 0: none */
} versions[QR_VERSION_MAX + 1] = {
    [1] = {26, {1, 1}, {7, 10}, {0}},           [2] = {44, {1, 1}, {10, 16}, {6, 18}},
    [3] = {70, {1, 1}, {15, 26}, {6, 22}},      [4] = {100, {1, 2}, {20, 18}, {6, 26}},
    [5] = {134, {1, 2}, {26, 24}, {6, 30}},     [6] = {172, {2, 4}, {18, 16}, {6, 34}},
    [7] = {196, {2, 4}, {20, 18}, {6, 22, 38}}, [8] = {242, {2, 4}, {24, 22}, {6, 24, 42}},
    [9] = {292, {2, 5}, {30, 22}, {6, 26, 46}}, [10] = {346, {4, 5}, {18, 26}, {6, 28, 50}},
};

/* ---- bits ---- */

struct bits {
    uint8_t *bytes;
    int count;
};

static void put_bits(struct bits *bits, uint32_t value, int count)
{
    for (int i = count - 1; i >= 0; i--, bits->count++)
        bits->bytes[bits->count / 8] |= (uint8_t)((value >> i & 1) << (7 - bits->count % 8));
}

static int data_codewords(int number, enum qr_level level)
{
    const struct version *version = &versions[number];
    return version->codewords - version->blocks[level] * version->ecc[level];
}

static int head_bits(int number)
{
    return 4 + (number < LONG_FIRST ? 8 : 16);
}

/* 0: no version is large enough. */
static int choose_version(size_t size, enum qr_level level)
{
    for (int number = 1; number <= QR_VERSION_MAX; number++)
        if (size <= CODEWORDS_MAX &&
            head_bits(number) + 8 * (int)size <= 8 * data_codewords(number, level))
            return number;
    return 0;
}

/* Mode, count, bytes, terminator and padding. */
static void write_data(uint8_t data[CODEWORDS_MAX], const uint8_t *bytes, size_t size, int number,
                       enum qr_level level)
{
    struct bits bits = {data, 0};
    int room = 8 * data_codewords(number, level);
    memset(data, 0, CODEWORDS_MAX);
    put_bits(&bits, MODE_BYTES, 4);
    put_bits(&bits, (uint32_t)size, head_bits(number) - 4);
    for (size_t i = 0; i < size; i++)
        put_bits(&bits, bytes[i], 8);
    put_bits(&bits, 0, room - bits.count < 4 ? room - bits.count : 4);
    bits.count = (bits.count + 7) / 8 * 8;
    for (uint32_t fill = 0xec; bits.count < room; fill ^= 0xec ^ 0x11)
        put_bits(&bits, fill, 8);
}

/* ---- correction: a Reed-Solomon code over 256 elements ---- */

static uint8_t multiply(uint8_t a, uint8_t b)
{
    unsigned product = 0;
    for (int i = 7; i >= 0; i--) {
        product = product << 1 ^ (product >> 7) * FIELD_POLYNOMIAL;
        product ^= (unsigned)(b >> i & 1) * a;
    }
    return (uint8_t)product;
}

/* The product of x - 2^i for all i below the degree, without its first term. */
static void make_generator(uint8_t generator[ECC_MAX], int degree)
{
    uint8_t root = 1;
    memset(generator, 0, ECC_MAX);
    generator[degree - 1] = 1;
    for (int i = 0; i < degree; i++, root = multiply(root, 2))
        for (int j = 0; j < degree; j++) {
            generator[j] = multiply(generator[j], root);
            if (j + 1 < degree)
                generator[j] ^= generator[j + 1];
        }
}

static void correct(const uint8_t *data, int size, const uint8_t generator[ECC_MAX], int degree,
                    uint8_t out[ECC_MAX])
{
    memset(out, 0, ECC_MAX);
    for (int i = 0; i < size; i++) {
        uint8_t factor = data[i] ^ out[0];
        memmove(out, out + 1, ECC_MAX - 1);
        out[degree - 1] = 0;
        for (int j = 0; j < degree; j++)
            out[j] ^= multiply(generator[j], factor);
    }
}

/* Blocks take turns, first with data and then with correction codewords; the last blocks may have
 * one more data codeword than the first. */
static void interleave(const uint8_t *data, int number, enum qr_level level,
                       uint8_t out[CODEWORDS_MAX])
{
    const struct version *version = &versions[number];
    int blocks = version->blocks[level], degree = version->ecc[level];
    int all = data_codewords(number, level), few = all / blocks, few_blocks = blocks - all % blocks;
    uint8_t generator[ECC_MAX], ecc[ECC_MAX];
    make_generator(generator, degree);
    for (int block = 0; block < blocks; block++) {
        int size = few + (block >= few_blocks);
        correct(data, size, generator, degree, ecc);
        for (int i = 0; i < size; i++)
            out[i < few ? i * blocks + block : few * blocks + block - few_blocks] = data[i];
        for (int i = 0; i < degree; i++)
            out[all + i * blocks + block] = ecc[i];
        data += size;
    }
}

/* ---- squares ---- */

static uint8_t *at(struct qr *qr, int x, int y)
{
    return &qr->square[y * qr->width + x];
}

static void fix(struct qr *qr, int x, int y, bool dark)
{
    if (x >= 0 && y >= 0 && x < qr->width && y < qr->width)
        *at(qr, x, y) = (uint8_t)(FIXED | (dark ? DARK : 0));
}

static int far(int x, int y)
{
    int dx = x < 0 ? -x : x, dy = y < 0 ? -y : y;
    return dx > dy ? dx : dy;
}

/* Concentric rings; a finder has a light one around it. */
static void draw_rings(struct qr *qr, int x, int y, int radius)
{
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int ring = far(dx, dy);
            fix(qr, x + dx, y + dy, radius == 2 ? ring != 1 : ring != 2 && ring != 4);
        }
}

static void draw_alignments(struct qr *qr, const struct version *version)
{
    int last = version->alignments[2] ? 2 : 1;
    for (int i = 0; i <= last && version->alignments[0]; i++)
        for (int j = 0; j <= last; j++)
            if (!((i == 0 && j == 0) || (i == 0 && j == last) || (i == last && j == 0)))
                draw_rings(qr, version->alignments[i], version->alignments[j], 2);
}

/* A value followed by the remainder of its division by a polynomial over bits. */
static uint32_t with_remainder(uint32_t value, int bits, uint32_t polynomial)
{
    uint32_t rest = value;
    for (int i = 0; i < bits; i++)
        rest = rest << 1 ^ (rest >> (bits - 1)) * polynomial;
    return value << bits | rest;
}

static void draw_version(struct qr *qr, int number)
{
    uint32_t bits = with_remainder((uint32_t)number, VERSION_BITS, VERSION_POLYNOMIAL);
    for (int i = 0; i < 18 && number >= VERSION_FIRST; i++) {
        int x = qr->width - 11 + i % 3, y = i / 3;
        fix(qr, x, y, bits >> i & 1);
        fix(qr, y, x, bits >> i & 1);
    }
}

/* Level and mask, in two places. */
static void draw_format(struct qr *qr, enum qr_level level, int mask)
{
    uint32_t value = (uint32_t)((level == QR_LOW ? 1 : 0) << 3 | mask);
    uint32_t bits = with_remainder(value, FORMAT_BITS, FORMAT_POLYNOMIAL) ^ FORMAT_MASK;
    for (int i = 0; i < 15; i++) {
        bool dark = bits >> i & 1;
        if (i < 8)
            fix(qr, 8, i < TIMING ? i : i + 1, dark);
        else
            fix(qr, i == 8 ? 7 : 14 - i, 8, dark);
        if (i < 8)
            fix(qr, qr->width - 1 - i, 8, dark);
        else
            fix(qr, 8, qr->width - 15 + i, dark);
    }
    fix(qr, 8, qr->width - 8, true);
}

static void draw_patterns(struct qr *qr, int number)
{
    for (int i = 0; i < qr->width; i++) {
        fix(qr, TIMING, i, i % 2 == 0);
        fix(qr, i, TIMING, i % 2 == 0);
    }
    draw_rings(qr, 3, 3, 4);
    draw_rings(qr, qr->width - 4, 3, 4);
    draw_rings(qr, 3, qr->width - 4, 4);
    draw_alignments(qr, &versions[number]);
    draw_version(qr, number);
    draw_format(qr, QR_LOW, 0); /* reserves the squares */
}

/* In columns of two, up and down, from the right, skipping the timing column. */
static void draw_codewords(struct qr *qr, const uint8_t *codewords, int count)
{
    int bit = 0;
    for (int right = qr->width - 1; right > 0; right -= 2) {
        if (right == TIMING)
            right--;
        bool up = ((right + 1) & 2) == 0;
        for (int i = 0; i < 2 * qr->width; i++) {
            int x = right - i % 2, y = up ? qr->width - 1 - i / 2 : i / 2;
            if (*at(qr, x, y) & FIXED)
                continue;
            bool dark = bit < 8 * count && codewords[bit / 8] >> (7 - bit % 8) & 1;
            *at(qr, x, y) = dark ? DARK : 0; /* a few squares at the end stay unused */
            bit++;
        }
    }
}

/* ---- masks ---- */

static bool is_masked(int mask, int x, int y)
{
    switch (mask) {
    case 0: return (x + y) % 2 == 0;
    case 1: return y % 2 == 0;
    case 2: return x % 3 == 0;
    case 3: return (x + y) % 3 == 0;
    case 4: return (x / 3 + y / 2) % 2 == 0;
    case 5: return x * y % 2 + x * y % 3 == 0;
    case 6: return (x * y % 2 + x * y % 3) % 2 == 0;
    default: return ((x + y) % 2 + x * y % 3) % 2 == 0;
    }
}

/* Applying it twice undoes it. */
static void put_mask(struct qr *qr, int mask)
{
    for (int y = 0; y < qr->width; y++)
        for (int x = 0; x < qr->width; x++)
            if (!(*at(qr, x, y) & FIXED) && is_masked(mask, x, y))
                *at(qr, x, y) ^= DARK;
}

/* Penalty of one line: long runs, and patterns that look like a finder with light beside it. */
static int line_penalty(const struct qr *qr, int line, bool down)
{
    enum { RUN = 5, FINDER = 40, WINDOW = 11, BEFORE = 0x05d, BEHIND = 0x5d0 };
    int penalty = 0, run = 0;
    unsigned window = 0;
    for (int i = 0; i < qr->width; i++) {
        bool dark = down ? qr_dark(qr, line, i) : qr_dark(qr, i, line);
        run = i > 0 && (window & 1) == dark ? run + 1 : 1;
        window = (window << 1 | dark) & ((1u << WINDOW) - 1);
        penalty += run == RUN ? 3 : run > RUN;
        if (i + 1 >= WINDOW && (window == BEFORE || window == BEHIND))
            penalty += FINDER;
    }
    return penalty;
}

static int penalty_of(const struct qr *qr)
{
    enum { BLOCK = 3, UNEVEN = 10 };
    int penalty = 0, dark = 0, all = qr->width * qr->width;
    for (int y = 0; y < qr->width; y++) {
        penalty += line_penalty(qr, y, false) + line_penalty(qr, y, true);
        for (int x = 0; x < qr->width; x++) {
            int here = qr_dark(qr, x, y);
            dark += here;
            if (x > 0 && y > 0 && here == qr_dark(qr, x - 1, y) && here == qr_dark(qr, x, y - 1) &&
                here == qr_dark(qr, x - 1, y - 1))
                penalty += BLOCK;
        }
    }
    int off = 20 * dark - 10 * all; /* in twentieths of all squares */
    return penalty + (off < 0 ? -off : off) / all * UNEVEN;
}

static int best_mask(struct qr *qr, enum qr_level level)
{
    int best = 0, least = INT32_MAX;
    for (int mask = 0; mask < QR_MASKS; mask++) {
        draw_format(qr, level, mask);
        put_mask(qr, mask);
        int penalty = penalty_of(qr);
        put_mask(qr, mask);
        if (penalty < least) {
            least = penalty;
            best = mask;
        }
    }
    return best;
}

/* ---- everything together ---- */

bool qr_make(struct qr *qr, const void *bytes, size_t size, enum qr_level level, int mask)
{
    uint8_t data[CODEWORDS_MAX], codewords[CODEWORDS_MAX];
    int number = choose_version(size, level);
    if (number == 0)
        return false;
    memset(qr, 0, sizeof *qr);
    qr->width = 17 + 4 * number;
    write_data(data, bytes, size, number, level);
    interleave(data, number, level, codewords);
    draw_patterns(qr, number);
    draw_codewords(qr, codewords, versions[number].codewords);
    if (mask == QR_MASK_BEST)
        mask = best_mask(qr, level);
    draw_format(qr, level, mask);
    put_mask(qr, mask);
    return true;
}

bool qr_dark(const struct qr *qr, int x, int y)
{
    if (x < 0 || y < 0 || x >= qr->width || y >= qr->width)
        return false;
    return (qr->square[y * qr->width + x] & DARK) != 0;
}
