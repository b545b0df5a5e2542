/* SPDX-License-Identifier: MIT */
/* A QR code for a terminal: two squares a letter, dark on light whatever the terminal's colours. */
#ifndef KUFSA_SERVER_QR_H
#define KUFSA_SERVER_QR_H

#include <stdio.h>

#include "base/text.h"

/* False if the text is too long for one. */
bool qr_write(FILE *, const char *text);

#endif
