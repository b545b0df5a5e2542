/* SPDX-License-Identifier: MIT */
/* QR codes: for a terminal, two squares a letter, dark on light whatever its colours; and square by
   square, for whoever draws them. */
#ifndef KUFSA_SERVER_QR_H
#define KUFSA_SERVER_QR_H

#include <stdio.h>

#include "base/qr.h"
#include "base/text.h"

enum { QR_SQUARES_MAX = QR_WIDTH_MAX * QR_WIDTH_MAX };

/* False if the text is too long for one. */
bool qr_write(FILE *, const char *text);

/* How many squares it is wide, and for each, row by row, 1 if it is dark and 0 if not; without a
 * margin. 0 if the text is too long for one. */
int qr_squares(const char *text, struct text *);

#endif
