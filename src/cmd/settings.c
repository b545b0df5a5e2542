/* SPDX-License-Identifier: MIT */
/* Settings from the environment and a file, and what is in force. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/settings.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, VALUE_COLUMN = 40 };

static bool is_setting(const struct parameter *row)
{
    return !string_equal(row->name, "config") && !string_equal(row->name, "check");
}

static const struct parameter *find_setting(const struct command *command, const char *name)
{
    for (const struct parameter *row = command->parameters; row->name; row++)
        if (is_setting(row) && string_equal(row->name, name))
            return row;
    return NULL;
}

/* public-url: KUFSA_PUBLIC_URL */
static const char *read_environment(const char *name)
{
    char key[NAME_SIZE];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "KUFSA_");
    for (; *name != '\0'; name++)
        text_char(&text, *name == '-' ? '_' : (char)(*name - ('a' - 'A')));
    const char *value = getenv(key);
    return value && value[0] != '\0' ? value : NULL;
}

/* `where` names the place, for a sentence. */
static bool add(struct arguments *arguments, struct given given, const char *where)
{
    if (!given.parameter->value) {
        given.off = string_equal(given.value, "no");
        if (!given.off && !string_equal(given.value, "yes"))
            return complain(arguments, "settings.switch",
                            WITH(word_string("where", where),
                                 word_string("name", given.parameter->name),
                                 word_string("given", given.value)));
        given.value = NULL;
    }
    if (arguments->given_count == ARGUMENTS_MAX)
        return complain(arguments, "cmd.arguments.many", WITH_NOTHING);
    arguments->given[arguments->given_count++] = given;
    return true;
}

static bool take_environment(struct arguments *arguments)
{
    for (const struct parameter *row = arguments->command->parameters; row->name; row++) {
        const char *value = read_environment(row->name);
        if (!is_setting(row) || !value || arguments_given(arguments, row->name))
            continue;
        struct given given = {.parameter = row, .value = value, .origin = ORIGIN_ENVIRONMENT};
        if (!add(arguments, given, words_find(arguments->err.language, "settings.environment")))
            return false;
    }
    return true;
}

/* ---- the file ---- */

/* A # begins a comment at the start of a line and after a space. */
static void cut_comment(char *line)
{
    for (char *at = line; (at = strchr(at, '#')) != NULL; at++)
        if (at == line || at[-1] == ' ' || at[-1] == '\t') {
            *at = '\0';
            return;
        }
}

/* Cuts spaces off both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r", text[size - 1]))
        size--;
    text[size] = '\0';
    return text;
}

static bool refuse_line(const struct arguments *arguments, const char *key, const char *where,
                        const char *given)
{
    const struct parameter *rows = arguments->command->parameters;
    int count = 0;
    while (rows[count].name)
        count++;
    const char *like = nearest(given, rows, sizeof *rows, count);
    if (like && find_setting(arguments->command, like) && string_equal(key, "settings.unknown"))
        return complain(arguments, "settings.like",
                        WITH(word_string("where", where), word_string("given", given),
                             word_string("like", like)));
    return complain(arguments, key, WITH(word_string("where", where), word_string("given", given)));
}

/* A line that is not empty. `first` is the number of values that were given
 * before this file was read. */
static bool take_line(struct arguments *arguments, char *line, const char *where, int number,
                      int first)
{
    char *equals = strchr(line, '=');
    if (!equals)
        return refuse_line(arguments, "settings.line", where, line);
    *equals = '\0';
    const char *name = trim(line);
    struct given given = {.value = trim(equals + 1), .origin = ORIGIN_FILE, .line = number};
    given.parameter = find_setting(arguments->command, name);
    if (!given.parameter)
        return refuse_line(arguments, "settings.unknown", where, name);
    for (int i = first; i < arguments->given_count; i++)
        if (arguments->given[i].parameter == given.parameter)
            return refuse_line(arguments, "settings.twice", where, name);
    return add(arguments, given, where);
}

/* Drops what the file says of parameters that had been given before. */
static void drop_weaker(struct arguments *arguments, int first)
{
    struct given *given = arguments->given;
    for (int i = first; i < arguments->given_count;) {
        bool weaker = false;
        for (int j = 0; j < first; j++)
            weaker = weaker || string_equal(given[j].parameter->name, given[i].parameter->name);
        if (weaker)
            given[i] = given[--arguments->given_count];
        else
            i++;
    }
}

bool settings_read_text(struct arguments *arguments, const char *file, char *text)
{
    char where[NAME_SIZE * 4];
    struct text name;
    int first = arguments->given_count, number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        text_init(&name, where, sizeof where);
        text_string(&name, file);
        text_char(&name, ':');
        text_number(&name, ++number);
        cut_comment(line);
        line = trim(line);
        if (*line != '\0' && !take_line(arguments, line, where, number, first))
            return false;
    }
    drop_weaker(arguments, first);
    return true;
}

static bool take_file(struct arguments *arguments, const char *name)
{
    static char text[SETTINGS_FILE_MAX + 1];
    FILE *file = fopen(name, "re");
    size_t size = file ? fread(text, 1, sizeof text, file) : 0;
    bool whole = file && !ferror(file);
    if (file)
        fclose(file);
    if (!whole)
        return complain(arguments, "settings.file.missing", WITH(word_string("file", name)));
    if (size > SETTINGS_FILE_MAX || memchr(text, '\0', size))
        return complain(arguments, "settings.file.strange",
                        WITH(word_string("file", name), word_number("max", SETTINGS_FILE_MAX)));
    text[size] = '\0';
    return settings_read_text(arguments, name, text);
}

bool settings_read(struct arguments *arguments)
{
    const char *file = arguments_value(arguments, "config");
    if (!file)
        file = read_environment("config");
    return take_environment(arguments) && (!file || take_file(arguments, file));
}

/* ---- what is in force ---- */

static void say_origin(const struct voice *voice, const struct given *given)
{
    static const char *const keys[] = {
        [ORIGIN_LINE] = "settings.from.line",
        [ORIGIN_ENVIRONMENT] = "settings.from.environment",
        [ORIGIN_FILE] = "settings.from.file",
    };
    fputs("# ", voice->file);
    voice_say(voice, given ? keys[given->origin] : "settings.from.usual",
              WITH(word_number("line", given ? given->line : 0)));
}

void settings_show(const struct arguments *arguments,
                   const char *(*usual)(const void *, const char *name),
                   const char *(*shown)(const void *, const char *name, const char *value),
                   const void *context)
{
    FILE *file = arguments->out.file;
    for (const struct parameter *row = arguments->command->parameters; row->name; row++) {
        const struct given *given = arguments_given(arguments, row->name);
        if (!is_setting(row))
            continue;
        const char *value = !row->value ? (given && !given->off ? "yes" : "no")
                            : given     ? given->value
                                        : usual(context, row->name);
        const char *other = value ? shown(context, row->name, value) : NULL;
        int size = fprintf(file, "%s%s = %s", value ? "" : "#", row->name,
                           other   ? other
                           : value ? value
                                   : row->value);
        fprintf(file, "%*s", size < VALUE_COLUMN ? VALUE_COLUMN - size : 1, "");
        say_origin(&arguments->out, given);
    }
}

void settings_sample(const struct voice *voice, const struct command *command)
{
    FILE *file = voice->file;
    fputs("# ", file);
    voice_say(voice, "settings.sample", WITH(word_string("command", command->name)));
    for (const struct parameter *row = command->parameters; row && row->name; row++) {
        if (!is_setting(row))
            continue;
        fputs("\n# ", file);
        voice_say(voice, row->help, WITH_NOTHING);
        fprintf(file, "#%s = %s\n", row->name, row->value ? row->value : "yes");
    }
}
