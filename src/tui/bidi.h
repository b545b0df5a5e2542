/* SPDX-License-Identifier: MIT */
/*
 * Hebrew for terminals that write every cell from left to right: a line is put into the order in
 * which its letters stand on the screen. Terminals that reorder by themselves get it as it is.
 *
 * Notation and expressions stay left to right whatever stands around them; who writes a sentence
 * puts them between bidi_isolate's marks, which take up no cell.
 */
#ifndef KUFSA_TUI_BIDI_H
#define KUFSA_TUI_BIDI_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

#include "base/text.h"

enum { BIDI_LINE_MAX = 1024 }; /* characters of a line; what is beyond is dropped */

enum bidi_mode {
    BIDI_VISUAL, /* we reorder */
    BIDI_OFF,    /* the terminal does, or nobody should */
};

/* The characters of a line of UTF-8 from left to right, without marks and control characters;
 * broken bytes become U+FFFD. `rtl`: the paragraph's own direction. How many; NUL-terminated. */
int bidi_line(enum bidi_mode, const char *text, bool rtl, wchar_t out[BIDI_LINE_MAX]);

/* Text that keeps its own order, left to right, wherever it stands. */
void bidi_isolate(struct text *, const char *notation);

#endif
