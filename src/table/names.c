/* SPDX-License-Identifier: MIT */
#include "table/names.h"

#include "table/marks.h"

static const char *const phrases[] = {
    "hello", "luck", "thanks", "well_played", "oops", "sorry", "wait", "your_turn", "again", "bye",
};

const char *phrase_at(int index)
{
    return index < (int)(sizeof phrases / sizeof *phrases) ? phrases[index] : NULL;
}

bool phrase_exists(const char *code)
{
    int index = 0;
    while (phrase_at(index) && !string_equal(phrase_at(index), code))
        index++;
    return phrase_at(index) != NULL;
}

/* Returns the length of the next character in bytes, or 0 if it is not UTF-8. Strict: no
 * surrogates, no overlong forms. */
static int decode(const unsigned char *at, uint32_t *letter)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int size = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    if (size == 0 || at[0] > 0xf4)
        return 0;
    *letter = size == 1 ? at[0] : at[0] & (0x7fu >> size);
    for (int i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *letter = *letter << 6 | (at[i] & 0x3f);
    }
    bool good =
        *letter >= least[size] && *letter <= 0x10ffff && (*letter < 0xd800 || *letter > 0xdfff);
    return good ? size : 0;
}

static bool is_control(uint32_t letter)
{
    return letter < 0x20 || (letter >= 0x7f && letter <= 0x9f);
}

bool name_fits(const char *name)
{
    const unsigned char *at = (const unsigned char *)name;
    uint32_t letter;
    for (int bytes; *at != '\0'; at += bytes) {
        bytes = decode(at, &letter);
        if (bytes == 0 || is_control(letter))
            return false;
    }
    return string_size(name) < PLAYER_NAME_MAX;
}

static bool in_range(uint32_t letter, uint32_t from, uint32_t to)
{
    return letter >= from && letter <= to;
}

/* Invisible, or changes how the text around it is shown. */
static bool is_unwanted(uint32_t letter)
{
    return is_control(letter) || letter == 0xad || letter == 0x34f || letter == 0x61c ||
           in_range(letter, 0xfdd0, 0xfdef) || in_range(letter, 0xfe00, 0xfe0f) ||
           letter == 0x115f || letter == 0x1160 || letter == 0x17b4 || letter == 0x17b5 ||
           in_range(letter, 0x180b, 0x180f) || in_range(letter, 0x200b, 0x200f) ||
           in_range(letter, 0x2028, 0x202e) || in_range(letter, 0x2060, 0x206f) ||
           letter == 0x3164 || letter == 0xfeff || letter == 0x2800 || letter == 0xffa0 ||
           in_range(letter, 0xfff0, 0xfffb) || in_range(letter, 0x13430, 0x1343f) ||
           in_range(letter, 0x1bca0, 0x1bca3) || in_range(letter, 0x1d173, 0x1d17a) ||
           in_range(letter, 0xe000, 0xf8ff) || (letter & 0xfffe) == 0xfffe ||
           in_range(letter, 0xe0000, 0xe0fff) || letter >= 0xf0000;
}

static bool is_space(uint32_t letter)
{
    return letter == ' ' || letter == 0xa0 || letter == 0x1680 || letter == 0x3000 ||
           in_range(letter, 0x2000, 0x200a) || letter == 0x202f || letter == 0x205f;
}

/* Combines with the letter before it: vowel points, accents, skin tones and other variants. */
static bool is_mark(uint32_t letter)
{
    size_t low = 0, high = sizeof mark_runs / sizeof *mark_runs;
    if (in_range(letter, 0x1f3fb, 0x1f3ff))
        return true;
    while (low < high) { /* find the first run that does not end before it */
        size_t middle = (low + high) / 2;
        if (mark_runs[middle][1] < letter)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sizeof mark_runs / sizeof *mark_runs && letter >= mark_runs[low][0];
}

enum { MARKS_MAX = 3 }; /* per letter: more would overlap the lines above */

bool name_clean(const char *name, char out[PLAYER_NAME_MAX])
{
    const unsigned char *at = (const unsigned char *)name;
    size_t size = 0;
    int letters = 0, marks = 0;
    bool gap = false;
    while (*at != '\0') {
        uint32_t letter;
        int bytes = decode(at, &letter);
        if (bytes == 0)
            return false;
        const unsigned char *from = at;
        at += bytes;
        if (is_space(letter)) {
            gap = letters > 0;
            continue;
        }
        bool mark = is_mark(letter);
        if (is_unwanted(letter) || (mark && (letters == 0 || gap || ++marks > MARKS_MAX)))
            continue;
        if (!mark && letters == NAME_LETTERS_MAX)
            break;
        if (size + gap + (size_t)bytes >= PLAYER_NAME_MAX)
            break;
        if (gap)
            out[size++] = ' ';
        memcpy(out + size, from, (size_t)bytes);
        size += (size_t)bytes;
        letters += !mark;
        marks = mark ? marks : 0;
        gap = false;
    }
    memset(out + size, 0, PLAYER_NAME_MAX - size);
    return letters > 0;
}
