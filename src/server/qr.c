/* SPDX-License-Identifier: MIT */
/* QR codes: drawn with half blocks for the operator's terminal, and as squares for HTTP. */
#include "server/qr.h"

enum { QUIET = 2 }; /* light squares around it; the standard says four, two do for phones */

bool qr_write(FILE *file, const char *text)
{
    static const char *const halves[] = {" ", "\u2584", "\u2580", "\u2588"}; /* upper, lower */
    struct qr qr;
    if (!qr_make(&qr, text, string_size(text), QR_LOW, QR_MASK_BEST))
        return false;
    for (int y = -QUIET; y < qr.width + QUIET; y += 2) {
        fputs("  \033[30;107m", file);
        for (int x = -QUIET; x < qr.width + QUIET; x++)
            fputs(halves[2 * qr_dark(&qr, x, y) + qr_dark(&qr, x, y + 1)], file);
        fputs("\033[0m\n", file);
    }
    return true;
}

int qr_squares(const char *text, struct text *out)
{
    struct qr qr;
    if (!qr_make(&qr, text, string_size(text), QR_MEDIUM, QR_MASK_BEST))
        return 0;
    for (int i = 0; i < qr.width * qr.width; i++)
        text_char(out, qr_dark(&qr, i % qr.width, i / qr.width) ? '1' : '0');
    return qr.width;
}
