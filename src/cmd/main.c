/* SPDX-License-Identifier: MIT */
/*
 * The program: finds the subcommand and the language, and runs the command.
 *
 *     kufsa [--lang en|he] COMMAND [words and parameters]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "base/check.h"
#include "cmd/command.h"
#include "system/keyboard.h"
#include "system/system.h"

static void report(const char *file, int line, const char *text)
{
    fprintf(stderr, "kufsa: %s:%d: CHECK(%s) failed. This is a bug of Kufsa's.\n", file, line,
            text);
}

/* ---- the language ---- */

/* POSIX: the first of these that is set decides. */
static enum language language_of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    enum language language = LANGUAGE_EN;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0] != '\0') {
            words_language(value, &language);
            break;
        }
    }
    return language;
}

static void set_language(struct arguments *arguments, enum language language)
{
    voice_init(&arguments->out, stdout, language);
    voice_init(&arguments->err, stderr, language);
}

/* Found before anything else, so that errors are in that language too. */
static bool find_language(struct arguments *arguments, int count, char *const *strings)
{
    set_language(arguments, language_of_environment());
    for (int i = 0; i < count && !string_equal(strings[i], "--"); i++) {
        struct scan value = {strings[i]};
        enum language language;
        if (string_equal(strings[i], "--lang") && i + 1 < count)
            value.at = strings[i + 1];
        else if (!scan_string(&value, "--lang="))
            continue;
        if (!words_language(value.at, &language))
            return complain(arguments, "cmd.language.unknown",
                            WITH(word_string("given", value.at)));
        arguments->language_given = true;
        set_language(arguments, language);
    }
    return true;
}

/* ---- running ---- */

/* The index of the command's name: the first string that is not a parameter; count if there is
 * none. */
static int find_name(int count, char *const *strings)
{
    int at = 0;
    while (at < count && strings[at][0] == '-')
        at += string_equal(strings[at], "--lang") && at + 1 < count ? 2 : 1;
    return at;
}

static int run_without_command(struct arguments *arguments, int count, char *const *strings)
{
    static const struct parameter rows[] = {{"version", NULL, NULL}, {NULL, NULL, NULL}};
    static const struct command none = {.name = "", .usage = "", .parameters = rows};
    arguments->command = &none;
    if (!arguments_read(arguments, count, strings))
        return STATUS_USAGE;
    if (arguments_has(arguments, "version")) {
        printf("kufsa %s\n", program_version);
        return STATUS_OK;
    }
    bool asked = arguments_has(arguments, "help");
    help_write(asked ? &arguments->out : &arguments->err, NULL);
    return asked ? STATUS_OK : STATUS_USAGE;
}

static int run(struct arguments *arguments, int count, char *const *strings)
{
    int name = find_name(count, strings);
    if (name == count)
        return run_without_command(arguments, count, strings);
    arguments->command = command_find(arguments, strings[name]);
    if (!arguments->command)
        return STATUS_USAGE;
    if (!arguments_read(arguments, name, strings) ||
        !arguments_read(arguments, count - name - 1, strings + name + 1))
        return STATUS_USAGE;
    if (arguments_has(arguments, "help")) {
        help_write(&arguments->out, arguments->command);
        return STATUS_OK;
    }
    return arguments_count(arguments) ? arguments->command->run(arguments) : STATUS_USAGE;
}

int main(int argc, char **argv)
{
    static struct arguments arguments;
    check_report = report;
    int status = STATUS_USAGE, count = argc > 1 ? argc - 1 : 0;
    if (find_language(&arguments, count, argv + 1))
        status = run(&arguments, count, argv + 1);
    if (keyboard_ended()) /* as in shells; the terminal may be gone */
        return SYSTEM_SIGNALLED + keyboard_ended();
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(&arguments, "cmd.output.failed", WITH_NOTHING);
        return STATUS_FAILED;
    }
    return status;
}
