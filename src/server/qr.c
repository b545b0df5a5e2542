/* SPDX-License-Identifier: MIT */
/* QR codes by libqrencode; for the terminal drawn with half blocks. */
#include "server/qr.h"

#include <qrencode.h>

enum { QUIET = 2 }; /* light squares around it; four by the standard, two are enough for phones */

static bool is_dark(const QRcode *code, int x, int y)
{
    if (x < 0 || y < 0 || x >= code->width || y >= code->width)
        return false;
    return (code->data[y * code->width + x] & 1) != 0;
}

bool qr_write(FILE *file, const char *text)
{
    static const char *const halves[] = {" ", "\u2584", "\u2580", "\u2588"}; /* upper, lower */
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code)
        return false;
    for (int y = -QUIET; y < code->width + QUIET; y += 2) {
        fputs("  \033[30;107m", file);
        for (int x = -QUIET; x < code->width + QUIET; x++)
            fputs(halves[2 * is_dark(code, x, y) + is_dark(code, x, y + 1)], file);
        fputs("\033[0m\n", file);
    }
    QRcode_free(code);
    return true;
}

int qr_squares(const char *text, struct text *out)
{
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_M, QR_MODE_8, 1);
    if (!code)
        return 0;
    int width = code->width * code->width <= QR_SQUARES_MAX ? code->width : 0;
    for (int i = 0; i < width * width; i++)
        text_char(out, is_dark(code, i % width, i / width) ? '1' : '0');
    QRcode_free(code);
    return width;
}
