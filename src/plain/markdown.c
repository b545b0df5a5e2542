/* SPDX-License-Identifier: MIT */
/*
 * Markdown, line by line: headings, list items, tables, **strong**, *stressed* and `code`. A mark
 * may extend over the end of a line, but not over an empty one.
 */
#include "plain/markdown.h"

#include <string.h>

struct marks {
    bool strong, stressed, code;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\0';
}

static void set_style(const struct voice *voice, const struct marks *marks)
{
    voice_plain(voice);
    if (marks->strong || marks->stressed)
        voice_style(voice, STYLE_BOLD);
    else if (marks->code)
        voice_style(voice, STYLE_SECOND);
}

/* Is this star emphasis? It touches a word from the left, or ends what such a star began. */
static bool stresses(const struct marks *marks, const char *at, const char *start, const char *end)
{
    char left = at > start ? at[-1] : ' ', right = at + 1 < end ? at[1] : ' ';
    return marks->stressed ? !is_blank(left) : is_blank(left) && !is_blank(right);
}

/* The words of a line; a `|` between two table cells stays. */
static void write_words(const struct voice *voice, struct marks *marks, const char *start,
                        const char *end)
{
    for (const char *at = start; at < end; at++) {
        if (*at == '`') {
            marks->code = !marks->code;
        } else if (!marks->code && at + 1 < end && at[0] == '*' && at[1] == '*') {
            marks->strong = !marks->strong;
            at++;
        } else if (!marks->code && *at == '*' && stresses(marks, at, start, end)) {
            marks->stressed = !marks->stressed;
        } else {
            fputc(*at, voice->file);
            continue;
        }
        set_style(voice, marks);
    }
}

static bool is_ruler(const char *line, const char *end)
{
    while (line < end && strchr("|-: ", *line))
        line++;
    return line == end;
}

static void write_heading(const struct voice *voice, const char *line, const char *end)
{
    struct marks marks = {.strong = true};
    while (line < end && (*line == '#' || *line == ' '))
        line++;
    set_style(voice, &marks);
    write_words(voice, &marks, line, end);
    voice_plain(voice);
}

static void write_row(const struct voice *voice, const char *line, const char *end)
{
    struct marks marks = {false};
    line += 2;
    if (end - line >= 2 && end[-1] == '|')
        end -= 2;
    fputs("  ", voice->file);
    write_words(voice, &marks, line, end);
    voice_plain(voice);
}

void markdown_write(const struct voice *voice, const char *bytes, size_t size)
{
    struct marks marks = {false};
    for (const char *line = bytes, *stop = bytes + size, *end; line < stop; line = end + 1) {
        end = memchr(line, '\n', (size_t)(stop - line));
        end = end ? end : stop;
        if (end - line >= 2 && line[0] == '|') {
            if (is_ruler(line, end))
                continue;
            write_row(voice, line, end);
        } else if (*line == '#') {
            write_heading(voice, line, end);
        } else {
            if (line == end)
                marks = (struct marks){false};
            set_style(voice, &marks);
            write_words(voice, &marks, line, end);
            voice_plain(voice);
        }
        fputc('\n', voice->file);
    }
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* `- **G5 ` */
static bool begins_rule(const char *line, const char *stop, const char *rule)
{
    const char *start = "- **";
    for (; *start != '\0'; start++, line++)
        if (line >= stop || *line != *start)
            return false;
    for (; *rule != '\0'; rule++, line++)
        if (line >= stop || upper(*line) != upper(*rule))
            return false;
    return line < stop && (*line == ' ' || *line == '*');
}

const char *markdown_find_rule(const char *bytes, size_t size, const char *rule, size_t *item_size)
{
    const char *stop = bytes + size, *found = NULL;
    for (const char *line = bytes, *end; line < stop; line = end + 1) {
        end = memchr(line, '\n', (size_t)(stop - line));
        end = end ? end : stop;
        if (found && *line != ' ') {
            *item_size = (size_t)(line - found);
            return found;
        }
        if (!found && begins_rule(line, stop, rule))
            found = line + strlen("- ");
    }
    *item_size = found ? (size_t)(stop - found) : 0;
    return found;
}
