/* SPDX-License-Identifier: MIT */
/*
 * Sentences on the canvas: broken into lines in reading order, then each line put into visual
 * order. In Hebrew anything that looks like notation (`24=4x6`, `+3`) keeps its own order.
 */
#include <string.h>

#include "tui/canvas.h"

enum { SENTENCE_BYTES = 4 * BIDI_LINE_MAX };

/* ---- notation ---- */

static bool is_ascii_mark(char c)
{
    return c > ' ' && c < 0x7f;
}

static bool is_word_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '?';
}

/* Punctuation that belongs to the sentence, not to the token. */
static bool is_around(char c)
{
    return strchr(".,:;!?()\"'", c) != NULL;
}

/* The touch of a square, `b2!`. */
static bool ends_touch(const char *token, size_t size)
{
    return size >= 3 && token[size - 1] == '!' && strchr("1234", token[size - 2]) &&
           strchr("abcd", token[size - 3]);
}

static void isolate_token(struct text *out, const char *token, size_t size)
{
    char notation[SENTENCE_BYTES];
    size_t first = 0, last = size;
    bool words = false, signs = false;
    while (first < last && is_around(token[first]) && token[first] != '?')
        first++;
    while (last > first && is_around(token[last - 1]) && !ends_touch(token + first, last - first))
        last--;
    for (size_t i = first; i < last; i++) {
        words |= is_word_char(token[i]);
        signs |= !is_word_char(token[i]);
    }
    text_bytes(out, token, first);
    if (words && signs) {
        memcpy(notation, token + first, last - first);
        notation[last - first] = '\0';
        bidi_isolate(out, notation);
    } else {
        text_bytes(out, token + first, last - first);
    }
    text_bytes(out, token + last, size - last);
}

/* Bytes of a token. In quotes it includes blanks: `"trade Gs3+W"`. */
static size_t token_size(const char *line)
{
    size_t size = 0, inside = 1;
    while (*line == '"' && line[inside] != '"' && inside < SENTENCE_BYTES / 2 &&
           (is_ascii_mark(line[inside]) || line[inside] == ' '))
        inside++;
    if (*line == '"' && line[inside] == '"')
        size = inside + 1;
    while (is_ascii_mark(line[size]) && size < SENTENCE_BYTES - 1)
        size++;
    return size;
}

/* Puts marks around the tokens of a line that are notation. */
static void isolate_line(struct text *out, const char *line)
{
    while (*line) {
        size_t size = token_size(line);
        if (size > 0) {
            isolate_token(out, line, size);
            line += size;
        } else {
            text_char(out, *line++);
        }
    }
}

/* ---- one line ---- */

static const char *prepared(const char *line, char buffer[SENTENCE_BYTES])
{
    struct text text;
    if (!canvas_rtl())
        return line;
    text_init(&text, buffer, SENTENCE_BYTES);
    isolate_line(&text, line);
    return buffer;
}

/* Bytes of the first character of the text. */
static size_t char_size(const char *text)
{
    size_t size = 1;
    while (((unsigned char)text[size] & 0xc0) == 0x80)
        size++;
    return size;
}

/* How many bytes of the text fit into this many columns. */
static size_t fitting(const char *text, int columns)
{
    size_t size = 0;
    int used = 0;
    while (text[size] != '\0') {
        char one[8] = "";
        size_t step = char_size(text + size);
        memcpy(one, text + size, step < sizeof one ? step : sizeof one - 1);
        used += text_columns(one);
        if (used > columns)
            break;
        size += step;
    }
    return size;
}

static void put_line(struct box box, enum align align, unsigned look, const char *line)
{
    char buffer[SENTENCE_BYTES];
    int columns = text_columns(line), free = box.w - columns, x = box.x;
    bool right = canvas_rtl() ? align == ALIGN_START : align == ALIGN_END;
    if (align == ALIGN_CENTRE)
        x += free / 2;
    else if (right)
        x += free;
    put_directed(x, box.y, look, prepared(line, buffer));
}

int put_sentence(struct box box, enum align align, unsigned look, const char *sentence)
{
    char cut[SENTENCE_BYTES];
    struct text text;
    int columns = text_columns(sentence);
    if (box.w < 1)
        return 0;
    if (columns <= box.w) {
        put_line(box, align, look, sentence);
        return columns;
    }
    text_init(&text, cut, sizeof cut);
    text_bytes(&text, sentence, fitting(sentence, box.w - (canvas_ascii() ? 2 : 1)));
    text_string(&text, sign("…", ".."));
    put_line(box, align, look, cut);
    return text_columns(cut);
}

/* ---- several lines ---- */

/* Bytes of the next line of the text, without the blank or newline that ends it. */
static size_t next_line(const char *text, int columns)
{
    size_t end = strcspn(text, "\n"), fit = fitting(text, columns);
    if (fit >= end)
        return end;
    for (size_t at = fit; at > 0; at--)
        if (text[at] == ' ')
            return at;
    return fit > 0 ? fit : char_size(text);
}

/* Is the end of the line inside a name? `inside`: its start is. */
static bool ends_in_name(const char *line, bool inside)
{
    const char *begin = strstr(line, bidi_name_begin), *end = strstr(line, bidi_name_end);
    while (begin || end) {
        inside = begin && (!end || begin < end);
        line = (inside ? begin : end) + 1;
        begin = strstr(line, bidi_name_begin);
        end = strstr(line, bidi_name_end);
    }
    return inside;
}

int put_paragraph(struct box box, int skip, unsigned look, const char *text)
{
    bool in_name = false; /* a name broken across lines has marks in both */
    int lines = 0;
    if (box.w < 1)
        return 0;
    while (*text) {
        char line[SENTENCE_BYTES];
        struct text out;
        size_t size = next_line(text, box.w);
        text_init(&out, line, sizeof line);
        text_string(&out, in_name ? bidi_name_begin : "");
        text_bytes(&out, text, size);
        in_name = ends_in_name(line, in_name);
        text_string(&out, in_name ? bidi_name_end : "");
        if (lines >= skip && lines - skip < box.h)
            put_line((struct box){box.x, box.y + lines - skip, box.w, 1}, ALIGN_START, look, line);
        text += size;
        if (*text == ' ' || *text == '\n')
            text++;
        lines++;
    }
    return lines;
}
