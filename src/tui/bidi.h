/* SPDX-License-Identifier: MIT */
/*
 * Hebrew for terminals that write every cell from left to right: a line is put into visual order.
 * Terminals that reorder by themselves get it unchanged.
 *
 * Notation and expressions always stay left to right: put them between the marks of bidi_isolate,
 * which take no cell.
 */
#ifndef KUFSA_TUI_BIDI_H
#define KUFSA_TUI_BIDI_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

#include "base/text.h"

enum { BIDI_LINE_MAX = 1024 }; /* characters in a line; the rest is dropped */

enum bidi_mode {
    BIDI_VISUAL, /* we reorder */
    BIDI_OFF,    /* the terminal does, or nobody should */
};

/* The characters of a UTF-8 line from left to right, without marks and control characters; broken
 * bytes become U+FFFD. `rtl` is the paragraph's direction. Returns the count; NUL-terminated. */
int bidi_line(enum bidi_mode, const char *text, bool rtl, wchar_t out[BIDI_LINE_MAX]);

/* Text that always reads left to right. */
void bidi_isolate(struct text *, const char *notation);

/* A name in either direction; it does not affect the text around it. */
extern const char bidi_name_begin[4], bidi_name_end[4]; /* U+2068, U+2069 */
void bidi_isolate_name(struct text *, const char *name);

#endif
