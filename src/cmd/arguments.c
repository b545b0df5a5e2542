/* SPDX-License-Identifier: MIT */
/* Reads the command line according to the command's rows. */
#include "cmd/arguments.h"

#include <string.h>

#include "cmd/command.h"

const struct parameter common_parameters[] = {
    {"lang", "en|he", "cmd.parameter.lang"},
    {"help", NULL, "cmd.parameter.help"},
    {NULL, NULL, NULL},
};

bool complain(const struct arguments *arguments, const char *key, const struct word_arg *args,
              int count)
{
    return voice_refuse(&arguments->err, key, args, count);
}

/* ---- the nearest name ---- */

enum { NAME_MAX_COMPARED = 32 };

static int smallest(int a, int b, int c)
{
    int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

/* Letters to add, remove, change or (counted twice) swap to turn one into the other. */
static int distance(const char *a, const char *b)
{
    int row[NAME_MAX_COMPARED + 1];
    int columns = (int)strlen(b);
    if (strlen(a) > NAME_MAX_COMPARED || columns > NAME_MAX_COMPARED)
        return NAME_MAX_COMPARED;
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            int changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = smallest(row[j] + 1, row[j - 1] + 1, changed);
        }
    }
    return row[columns];
}

const char *nearest(const char *string, const void *rows, size_t size, int count)
{
    const char *best = NULL;
    int best_distance = 3; /* further away it is a different word */
    for (int i = 0; i < count; i++) {
        const char *name;
        memcpy(&name, (const char *)rows + (size_t)i * size, sizeof(const char *));
        int far = distance(string, name);
        if (strlen(string) > 1 && strncmp(string, name, strlen(string)) == 0)
            far = 1; /* the start of a name */
        if (far < best_distance && far < (int)strlen(name)) {
            best = name;
            best_distance = far;
        }
    }
    return best;
}

/* ---- reading ---- */

static int count_rows(const struct parameter *rows)
{
    int count = 0;
    while (rows && rows[count].name)
        count++;
    return count;
}

/* The row with this name, which is `size` bytes long. */
static const struct parameter *find_row(const struct parameter *rows, const char *name, size_t size)
{
    for (int i = 0; i < count_rows(rows); i++)
        if (strlen(rows[i].name) == size && memcmp(rows[i].name, name, size) == 0)
            return &rows[i];
    return NULL;
}

static bool refuse_unknown(const struct arguments *arguments, const char *string)
{
    const struct parameter *rows = arguments->command->parameters;
    const char *name = string;
    while (*name == '-')
        name++;
    const char *like = nearest(name, rows, sizeof *rows, count_rows(rows));
    if (!like)
        like = nearest(name, common_parameters, sizeof *common_parameters,
                       count_rows(common_parameters));
    if (like)
        return complain(arguments, "cmd.parameter.like",
                        WITH(word_string("given", string), word_string("like", like)));
    if (!arguments->command->run) /* there is no command */
        return complain(arguments, "cmd.parameter.none", WITH(word_string("given", string)));
    return complain(
        arguments, "cmd.parameter.unknown",
        WITH(word_string("given", string), word_string("command", arguments->command->name)));
}

/* One parameter; the string after it may be its value. */
static bool read_parameter(struct arguments *arguments, const char *string, const char *behind,
                           bool *used)
{
    const char *name = string + 2, *value = strchr(string, '=');
    size_t size = value ? (size_t)(value - name) : strlen(name);
    const struct parameter *row = find_row(arguments->command->parameters, name, size);
    if (!row)
        row = find_row(common_parameters, name, size);
    if (!row)
        return refuse_unknown(arguments, string);
    if (value && !row->value)
        return complain(arguments, "cmd.parameter.switch", WITH(word_string("name", row->name)));
    *used = !value && row->value;
    value = value ? value + 1 : row->value ? behind : NULL;
    if (row->value && !value)
        return complain(arguments, "cmd.parameter.value",
                        WITH(word_string("name", row->name), word_string("value", row->value)));
    if (arguments->given_count == ARGUMENTS_MAX)
        return complain(arguments, "cmd.arguments.many", WITH_NOTHING);
    arguments->given[arguments->given_count++] = (struct given){.parameter = row, .value = value};
    return true;
}

bool arguments_read(struct arguments *arguments, int count, char *const *strings)
{
    bool words_only = false;
    for (int i = 0; i < count; i++) {
        const char *string = string_equal(strings[i], "-h") ? "--help" : strings[i];
        bool dashes = string[0] == '-' && string[1] == '-';
        if (!words_only && dashes && string[2] == '\0') {
            words_only = true;
        } else if (!words_only && dashes) {
            const char *behind = i + 1 < count ? strings[i + 1] : NULL;
            bool used = false;
            if (!read_parameter(arguments, string, behind, &used))
                return false;
            i += used;
        } else if (!words_only && string[0] == '-' && string[1] != '\0') {
            return refuse_unknown(arguments, string);
        } else if (arguments->word_count == ARGUMENTS_MAX) {
            return complain(arguments, "cmd.arguments.many", WITH_NOTHING);
        } else {
            arguments->words[arguments->word_count++] = string;
        }
    }
    return true;
}

void write_usage(const struct command *command, char out[USAGE_MAX])
{
    struct text text;
    text_init(&text, out, USAGE_MAX);
    text_string(&text, command->name);
    text_string(&text, command->usage[0] ? " " : "");
    text_string(&text, command->usage);
}

static bool refuse_count(const struct arguments *arguments, const char *key)
{
    char usage[USAGE_MAX];
    write_usage(arguments->command, usage);
    return complain(arguments, key, WITH(word_string("usage", usage)));
}

bool arguments_few(const struct arguments *arguments)
{
    return refuse_count(arguments, "cmd.words.few");
}

bool arguments_many(const struct arguments *arguments)
{
    return refuse_count(arguments, "cmd.words.many");
}

bool arguments_count(const struct arguments *arguments)
{
    if (arguments->word_count < arguments->command->words_min)
        return arguments_few(arguments);
    if (arguments->word_count > arguments->command->words_max)
        return refuse_count(arguments, "cmd.words.many");
    return true;
}

/* ---- the result ---- */

const struct given *arguments_given(const struct arguments *arguments, const char *name)
{
    for (int i = arguments->given_count - 1; i >= 0; i--)
        if (string_equal(arguments->given[i].parameter->name, name))
            return &arguments->given[i];
    return NULL;
}

bool arguments_has(const struct arguments *arguments, const char *name)
{
    const struct given *given = arguments_given(arguments, name);
    return given && !given->off;
}

const char *arguments_value(const struct arguments *arguments, const char *name)
{
    const struct given *given = arguments_given(arguments, name);
    return given ? given->value : NULL;
}

bool arguments_number(const struct arguments *arguments, const char *name, int64_t min, int64_t max,
                      int64_t *out)
{
    const char *value = arguments_value(arguments, name);
    struct scan scan = {value};
    if (!value || (scan_number(&scan, min, max, out) && scan_end(&scan)))
        return true;
    return complain(arguments, min == max ? "cmd.parameter.only" : "cmd.parameter.range",
                    WITH(word_string("name", name), word_string("given", value),
                         word_number("min", min), word_number("max", max)));
}
