/* SPDX-License-Identifier: MIT */
/* Visual order of letters, by FriBidi. */
#include "tui/bidi.h"

#include <fribidi/fribidi.h>

#define REPLACEMENT ((FriBidiChar)0xfffd) /* for bytes that are not UTF-8 */

const char bidi_name_begin[4] = {(char)0xe2, (char)0x81, (char)0xa8};
const char bidi_name_end[4] = {(char)0xe2, (char)0x81, (char)0xa9};

void bidi_isolate(struct text *text, const char *notation)
{
    /* U+2066, then U+200E: otherwise FriBidi makes digits follow the name before them */
    static const uint8_t begin[] = {0xe2, 0x81, 0xa6, 0xe2, 0x80, 0x8e}, end[] = {0xe2, 0x81, 0xa9};
    text_bytes(text, begin, sizeof begin);
    text_string(text, notation);
    text_bytes(text, end, sizeof end); /* U+2069 */
}

void bidi_isolate_name(struct text *text, const char *name)
{
    text_string(text, bidi_name_begin);
    text_string(text, name);
    text_string(text, bidi_name_end);
}

/* ---- characters ---- */

/* Decodes one character and returns its size in bytes. An invalid byte counts as one character. */
static int decode(const unsigned char *at, FriBidiChar *out)
{
    static const FriBidiChar least[] = {0, 0, 0x80, 0x800, 0x10000};
    int size = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    FriBidiChar letter = size == 1 ? at[0] : at[0] & (0x7fu >> size);
    *out = REPLACEMENT;
    if (size == 0 || at[0] > 0xf4)
        return 1;
    for (int i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 1;
        letter = letter << 6 | (at[i] & 0x3fu);
    }
    if (letter < least[size] || letter > 0x10ffff || (letter >= 0xd800 && letter <= 0xdfff))
        return 1;
    *out = letter;
    return size;
}

static bool is_control(FriBidiChar letter)
{
    return letter < 0x20 || (letter >= 0x7f && letter <= 0x9f);
}

/* Marks that control the order and take no cell. */
static bool is_mark(FriBidiChar letter)
{
    return letter == 0x61c || letter == 0x200e || letter == 0x200f ||
           (letter >= 0x202a && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069) ||
           letter == 0xfeff;
}

static int read_line(const char *text, FriBidiChar out[BIDI_LINE_MAX])
{
    const unsigned char *at = (const unsigned char *)text;
    int count = 0;
    while (*at != '\0' && count < BIDI_LINE_MAX - 1) {
        at += decode(at, &out[count]);
        count += !is_control(out[count]);
    }
    return count;
}

/* ---- order ---- */

/* Puts the line into visual order, in place. Without memory it stays as it is. */
static void reorder(FriBidiChar *line, int count, bool rtl)
{
    FriBidiCharType types[BIDI_LINE_MAX];
    FriBidiBracketType brackets[BIDI_LINE_MAX];
    FriBidiLevel levels[BIDI_LINE_MAX];
    FriBidiParType direction = rtl ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    fribidi_get_bidi_types(line, count, types);
    fribidi_get_bracket_types(line, count, types, brackets);
    FriBidiLevel highest =
        fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels);
    if (highest == 0)
        return;
    fribidi_shape_mirroring(levels, count, line);
    highest =
        fribidi_reorder_line(FRIBIDI_FLAGS_DEFAULT, types, count, 0, direction, levels, line, NULL);
    (void)highest; /* without memory the line is unchanged */
}

int bidi_line(enum bidi_mode mode, const char *text, bool rtl, wchar_t out[BIDI_LINE_MAX])
{
    FriBidiChar line[BIDI_LINE_MAX];
    int count = read_line(text, line), written = 0;
    if (mode == BIDI_VISUAL && count > 0)
        reorder(line, count, rtl);
    for (int i = 0; i < count; i++)
        if (!is_mark(line[i]))
            out[written++] = (wchar_t)line[i];
    out[written] = L'\0';
    return written;
}
