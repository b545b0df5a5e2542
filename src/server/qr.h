/* SPDX-License-Identifier: MIT */
/* QR codes: for a terminal, two squares per character, dark on light whatever its colours; and
 * square by square, for anyone who draws them. */
#ifndef KUFSA_SERVER_QR_H
#define KUFSA_SERVER_QR_H

#include <stdio.h>

#include "base/qr.h"
#include "base/text.h"

enum { QR_SQUARES_MAX = QR_WIDTH_MAX * QR_WIDTH_MAX };

/* False if the text is too long. */
bool qr_write(FILE *, const char *text);

/* Returns the width in squares, and writes 1 for each dark square and 0 for each light one, row by
 * row, without a margin. 0 if the text is too long. */
int qr_squares(const char *text, struct text *);

#endif
