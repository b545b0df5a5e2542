/* SPDX-License-Identifier: MIT */
/*
 * QR codes (ISO/IEC 18004) of bytes, up to version 10, which is enough for any link. We draw them
 * ourselves so that server, terminal and page make the same ones, and so that a link with a secret
 * in it need not be sent anywhere to be drawn.
 *
 *     bytes ─▶ bits ─▶ codewords, corrected and interleaved ─▶ squares ─▶ the mask that disturbs
 *                                                                         cameras least
 */
#ifndef KUFSA_BASE_QR_H
#define KUFSA_BASE_QR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QR_VERSION_MAX = 10, QR_WIDTH_MAX = 17 + 4 * QR_VERSION_MAX };

/* How much of it may be lost: 7 percent, or 15. */
enum qr_level { QR_LOW, QR_MEDIUM };

enum { QR_MASKS = 8, QR_MASK_BEST = -1 };

struct qr {
    int width;                                   /* squares, without a margin */
    uint8_t square[QR_WIDTH_MAX * QR_WIDTH_MAX]; /* row by row */
};

/* Makes the smallest code that holds the bytes. False: they do not fit. */
bool qr_make(struct qr *, const void *bytes, size_t size, enum qr_level, int mask);

/* Is this square dark? Squares outside are not. */
bool qr_dark(const struct qr *, int x, int y);

#endif
