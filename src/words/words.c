/* SPDX-License-Identifier: MIT */
/*
 * Finds a sentence in the generated table and fills in its parameters.
 *
 * The catalogue tool has checked the texts: every brace belongs to a parameter, and every key has
 * its general form in both languages. Nobody checks what a caller passes, so a missing parameter
 * stays in the text, where the reader and the tests can see it.
 */
#include "words/words.h"

static const char *const codes[LANGUAGES] = {[LANGUAGE_EN] = "en", [LANGUAGE_HE] = "he"};

/* Below 0, 0 or above 0, in byte order. */
static int compare(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static const struct word_entry *find_entry(const char *key)
{
    int low = 0, high = words_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = compare(key, words_table[middle].key);
        if (order == 0)
            return &words_table[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const char *words_find(enum language language, const char *key)
{
    const struct word_entry *entry = find_entry(key);
    return entry ? entry->text[language][FORM_OTHER] : key;
}

bool words_have(const char *key)
{
    return find_entry(key) != NULL;
}

const char *words_name(enum language language, const char *area, const char *word)
{
    enum { KEY_MAX = 96 };
    char key[KEY_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, area);
    text_string(&text, word);
    const struct word_entry *entry = text.overflow ? NULL : find_entry(key);
    return entry ? entry->text[language][FORM_OTHER] : word;
}

/* The length of the rule number that starts here, or 0. */
static size_t rule_size(const char *text)
{
    size_t letters = 0, size;
    while (text[letters] >= 'A' && text[letters] <= 'Z')
        letters++;
    for (size = letters; text[size] >= '0' && text[size] <= '9';)
        size++;
    return letters > 0 && size > letters ? size : 0;
}

const char *words_rule(const char *reason, size_t *size)
{
    const char *rule = reason, *bracket = NULL;
    while (*rule != '\0' && *rule != '.')
        rule++;
    *size = *rule == '.' ? rule_size(rule + 1) : 0;
    if (*size > 0 && rule[1 + *size] == '.')
        return rule + 1;
    for (const char *at = words_find(LANGUAGE_EN, reason); *at != '\0'; at++)
        bracket = *at == '(' ? at : bracket;
    *size = bracket ? rule_size(bracket + 1) : 0;
    return bracket ? bracket + 1 : NULL;
}

/* The parameter with this name, or NULL. */
static const struct word_arg *find_arg(const char *name, size_t size, const struct word_arg *args,
                                       int count)
{
    for (int i = 0; i < count; i++) {
        struct scan scan = {name};
        if (string_size(args[i].name) == size && scan_string(&scan, args[i].name))
            return &args[i];
    }
    return NULL;
}

/* "1 card", "2 cards". In Hebrew two has its own form where the noun has a dual or drops the
 * figure. */
static enum word_form choose_form(enum language language, int64_t n)
{
    if (n == 1)
        return FORM_ONE;
    return n == 2 && language == LANGUAGE_HE ? FORM_TWO : FORM_OTHER;
}

static const char *choose_text(const struct word_entry *entry, enum language language,
                               const struct word_arg *args, int count)
{
    const char *const *forms = entry->text[language];
    const struct word_arg *n = find_arg("n", 1, args, count);
    enum word_form form = n && !n->string ? choose_form(language, n->number) : FORM_OTHER;
    return forms[form] ? forms[form] : forms[FORM_OTHER];
}

/* Writes the parameter whose brace is at `at`; returns the place after it. A brace that does not
 * start a given parameter is just a brace. */
static const char *say_arg(struct text *text, const char *at, const struct word_arg *args,
                           int count)
{
    const char *name = at + 1, *end = name;
    while (*end != '\0' && *end != '}')
        end++;
    const struct word_arg *arg = find_arg(name, (size_t)(end - name), args, count);
    if (*end == '\0' || !arg) {
        text_char(text, '{');
        return name;
    }
    if (arg->string)
        text_string(text, arg->string);
    else
        text_number(text, arg->number);
    return end + 1;
}

void words_say(struct text *text, enum language language, const char *key,
               const struct word_arg *args, int count)
{
    const struct word_entry *entry = find_entry(key);
    const char *at = entry ? choose_text(entry, language, args, count) : key;
    while (*at != '\0') {
        if (*at == '{')
            at = say_arg(text, at, args, count);
        else
            text_char(text, *at++);
    }
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Is this name the language code, followed by nothing or by a country, script or charset? */
static bool speaks(const char *name, const char *code)
{
    for (; *code != '\0'; code++, name++)
        if (lower(*name) != *code)
            return false;
    return *name == '\0' || *name == '_' || *name == '-' || *name == '.' || *name == '@';
}

bool words_language(const char *name, enum language *language)
{
    for (int i = 0; i < LANGUAGES; i++)
        if (speaks(name, codes[i]) || (i == LANGUAGE_HE && speaks(name, "iw"))) {
            *language = (enum language)i;
            return true;
        }
    return false;
}

const char *words_language_code(enum language language)
{
    return codes[language];
}
