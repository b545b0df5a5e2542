/* SPDX-License-Identifier: MIT */
/* Options in words. Terminals list here what differs from the printed rules; the page does so in
 * web/src/table/Differences.tsx, from the same rows. */
#include "tell/options.h"

enum { KEY_TEXT_MAX = 96 };

void option_write(struct text *text, enum language language, const struct game *game, int option,
                  int value)
{
    const struct option *row = &game->options[option];
    char bytes[KEY_TEXT_MAX];
    struct text key;
    text_init(&key, bytes, sizeof bytes);
    text_string(&key, "option.");
    text_string(&key, game->name);
    text_char(&key, '.');
    text_string(&key, row->name);
    text_string(text, words_find(language, bytes));
    text_string(text, ": ");
    text_char(&key, '.');
    text_string(&key, row->values[value]);
    text_string(text, words_have(bytes) ? words_find(language, bytes) : row->values[value]);
}

void option_help_key(struct text *key, const struct game *game, int option, int value)
{
    const struct option *row = &game->options[option];
    text_string(key, "option.");
    text_string(key, game->name);
    text_char(key, '.');
    text_string(key, row->name);
    uint32_t size = key->size;
    text_char(key, '.');
    text_string(key, row->values[value]);
    text_string(key, ".help");
    if (words_have(key->bytes))
        return;
    key->size = size;
    text_string(key, ".help");
}

int differences_list(struct text *text, enum language language, const struct game *game,
                     const int16_t *chosen)
{
    int count = 0;
    for (int i = 0; game->options[i].name; i++) {
        if (chosen[i] == 0)
            continue;
        text_string(text, count++ ? "; " : "");
        option_write(text, language, game, i, chosen[i]);
    }
    return count;
}

int differences_write(struct text *text, enum language language, const struct game *game,
                      const int16_t *chosen)
{
    char bytes[DIFFERENCES_MAX];
    struct text list;
    text_init(&list, bytes, sizeof bytes);
    int count = differences_list(&list, language, game, chosen);
    words_say(text, language, count ? "print.differs" : "print.same",
              WITH(word_string("options", bytes)));
    return count;
}

static void extend_key(struct text *key, const char *part, const char *value)
{
    char bytes[EXACT_KEY_MAX];
    struct text longer;
    text_init(&longer, bytes, sizeof bytes);
    text_string(&longer, key->bytes);
    text_char(&longer, '.');
    text_string(&longer, part);
    text_char(&longer, '.');
    text_string(&longer, value);
    if (longer.overflow || !words_have(bytes))
        return;
    text_clear(key);
    text_string(key, bytes);
}

void exact_key(struct text *key, const struct game *game, int seats, const int16_t *chosen)
{
    char digits[4];
    struct text number;
    text_init(&number, digits, sizeof digits);
    text_number(&number, seats);
    extend_key(key, "seats", digits);
    for (int i = 0; game->options[i].name; i++)
        extend_key(key, game->options[i].name, game->options[i].values[chosen[i]]);
}
