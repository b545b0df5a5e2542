/* SPDX-License-Identifier: MIT */
/* `kufsa rules`: docs/rules, embedded in the program. */
#include "plain/rules.h"

#include <string.h>

#include "plain/markdown.h"
#include "plain/rules_text.h"

enum { FILE_NAME_MAX = 64 };

/* <game>.<language>.md, or NULL. */
static const struct embedded *find_text(const struct game *game, enum language language)
{
    char name[FILE_NAME_MAX];
    struct text text;
    text_init(&text, name, sizeof name);
    text_string(&text, game->name);
    text_char(&text, '.');
    text_string(&text, words_language_code(language));
    text_string(&text, ".md");
    for (const struct embedded *row = rules_text; row->name; row++)
        if (string_equal(row->name, name))
            return row;
    return NULL;
}

bool rules_write(const struct voice *voice, const struct game *game, const char *rule)
{
    const struct embedded *text = find_text(game, voice->language);
    if (!text)
        return false;
    const char *bytes = text->bytes;
    size_t size = text->size;
    if (rule)
        bytes = markdown_find_rule(bytes, size, rule, &size);
    if (bytes)
        markdown_write(voice, bytes, size);
    return bytes != NULL;
}

/* The number of the rule that starts on this line, such as `- **TR12 `; returns its size, 0 if
 * there is none. */
static size_t find_number(const char *line, const char *stop, const char **number)
{
    static const char start[] = "- **";
    size_t skip = sizeof start - 1, size = 0;
    if ((size_t)(stop - line) < skip || memcmp(line, start, skip) != 0)
        return 0;
    *number = line + skip;
    while (*number + size < stop && (*number)[size] != ' ')
        size++;
    return size;
}

/* Every series of numbers starts with 1. */
static bool begins_series(const char *number, size_t size)
{
    return size >= 2 && number[size - 1] == '1' && number[size - 2] >= 'A';
}

const char *rules_numbers(const struct voice *voice, const struct game *game,
                          struct name_list *list)
{
    const struct embedded *text = find_text(game, voice->language);
    const char *line = text ? text->bytes : "", *stop = line + (text ? text->size : 0);
    const char *last = NULL;
    size_t last_size = 0;
    name_list_start(list);
    for (const char *end, *number; line < stop; line = end + 1) {
        size_t size = find_number(line, stop, &number);
        end = memchr(line, '\n', (size_t)(stop - line));
        end = end ? end : stop;
        if (size == 0)
            continue;
        if (begins_series(number, size)) {
            text_bytes(&list->text, last, last_size);
            text_string(&list->text, list->text.size ? ", " : "");
            text_bytes(&list->text, number, size);
            text_string(&list->text, "–");
        }
        last = number;
        last_size = size;
    }
    text_bytes(&list->text, last, last_size);
    return list->bytes;
}
