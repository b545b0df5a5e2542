/* SPDX-License-Identifier: MIT */
/*
 * The program: finds the subcommand and the language, writes help, and hands
 * over.
 *
 *     kufsa [--lang en|he] COMMAND [words and parameters]
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "base/check.h"
#include "cmd/command.h"

static int run_help(const struct arguments *);

static const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .help = "cmd.help.help",
    .words_max = 1,
    .run = run_help,
};

static const struct command *const commands[] = {
    &command_play,   &command_join,   &command_replay, &command_verify, &command_games,
    &command_rules,  &command_serve,  &command_engine, &command_perft,  &command_arena,
    &command_backup, &command_repair, &command_help,
};

enum { COMMANDS = sizeof commands / sizeof *commands, NAME_COLUMN = 10, PARAMETER_COLUMN = 24 };

static void report(const char *file, int line, const char *text)
{
    fprintf(stderr, "kufsa: %s:%d: CHECK(%s) failed. This is a bug of Kufsa's.\n", file, line,
            text);
}

/* Its index, or -1. */
static int find_command(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (string_equal(commands[i]->name, name))
            return i;
    return -1;
}

static bool refuse_command(const struct arguments *arguments, const char *name)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    const char *like = nearest(name, names, sizeof *names, COMMANDS);
    if (like)
        return complain(arguments, "cmd.command.like",
                        WITH(word_string("given", name), word_string("like", like)));
    return complain(arguments, "cmd.command.unknown", WITH(word_string("given", name)));
}

/* ---- help ---- */

static void write_overview(const struct voice *voice)
{
    voice_say(voice, "cmd.about", WITH_NOTHING);
    fputc('\n', voice->file);
    voice_say(voice, "cmd.usage", WITH(word_string("usage", "COMMAND …")));
    fputc('\n', voice->file);
    for (int i = 0; i < COMMANDS; i++) {
        voice_style(voice, STYLE_BOLD);
        fprintf(voice->file, "  %-*s", NAME_COLUMN, commands[i]->name);
        voice_plain(voice);
        voice_say(voice, commands[i]->help, WITH_NOTHING);
    }
    fputc('\n', voice->file);
    voice_say(voice, "cmd.overview.end", WITH_NOTHING);
}

static void write_parameters(const struct voice *voice, const struct parameter *rows)
{
    for (; rows && rows->name; rows++) {
        char name[PARAMETER_COLUMN * 2];
        struct text text;
        text_init(&text, name, sizeof name);
        text_string(&text, "--");
        text_string(&text, rows->name);
        text_string(&text, rows->value ? " " : "");
        text_string(&text, rows->value ? rows->value : "");
        fprintf(voice->file, "  %-*s", PARAMETER_COLUMN, name);
        voice_say(voice, rows->help, WITH_NOTHING);
    }
}

static void write_help(const struct voice *voice, const struct command *command)
{
    char usage[USAGE_MAX];
    write_usage(command, usage);
    voice_say(voice, "cmd.usage", WITH(word_string("usage", usage)));
    voice_say(voice, command->help, WITH_NOTHING);
    fputc('\n', voice->file);
    write_parameters(voice, command->parameters);
    write_parameters(voice, common_parameters);
    if (command->more) {
        fputc('\n', voice->file);
        voice_say(voice, command->more, WITH_NOTHING);
    }
}

static int run_help(const struct arguments *arguments)
{
    if (arguments->word_count == 0) {
        write_overview(&arguments->out);
        return STATUS_OK;
    }
    int command = find_command(arguments->words[0]);
    if (command < 0) {
        refuse_command(arguments, arguments->words[0]);
        return STATUS_USAGE;
    }
    write_help(&arguments->out, commands[command]);
    return STATUS_OK;
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

/* Looked for before all else, so that complaints are in that language too. */
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

/* The index of the command's name: the first string that is no parameter; count
 * if none is. */
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
        puts("kufsa " KUFSA_VERSION);
        return STATUS_OK;
    }
    bool asked = arguments_has(arguments, "help");
    write_overview(asked ? &arguments->out : &arguments->err);
    return asked ? STATUS_OK : STATUS_USAGE;
}

static int run(struct arguments *arguments, int count, char *const *strings)
{
    int name = find_name(count, strings);
    if (name == count)
        return run_without_command(arguments, count, strings);
    int command = find_command(strings[name]);
    if (command < 0) {
        refuse_command(arguments, strings[name]);
        return STATUS_USAGE;
    }
    arguments->command = commands[command];
    if (!arguments_read(arguments, name, strings) ||
        !arguments_read(arguments, count - name - 1, strings + name + 1))
        return STATUS_USAGE;
    if (arguments_has(arguments, "help")) {
        write_help(&arguments->out, arguments->command);
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
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain(&arguments, "cmd.output.failed", WITH_NOTHING);
        return STATUS_FAILED;
    }
    return status;
}
