/* SPDX-License-Identifier: MIT */
/* The list of commands, and `kufsa help`: for people, as man pages, or as shells' completions. */
#include "cmd/command.h"
#include "cmd/manual.h"
#include "cmd/settings.h"

static int run_help(const struct arguments *);

static const struct parameter parameters[] = {
    {"as", "man|bash|zsh|fish|settings", "cmd.help.as"},
    {NULL, NULL, NULL},
};

static const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND] [--as FORM]",
    .help = "cmd.help.help",
    .more = "cmd.help.more",
    .words_max = 1,
    .parameters = parameters,
    .run = run_help,
};

#ifdef KUFSA_SERVER
#define OF_SERVER(command) command,
#else
#define OF_SERVER(command)
#endif

/* clang-format off */
const struct command *const commands[] = {
    &command_play, &command_join, &command_box, &command_replay, &command_review,
    &command_verify, &command_games, &command_rules,
    OF_SERVER(&command_serve)
    &command_engine, &command_perft, &command_arena,
    OF_SERVER(&command_backup) OF_SERVER(&command_copy) OF_SERVER(&command_repair)
    OF_SERVER(&command_health) OF_SERVER(&command_certify)
    &command_help, NULL,
};
/* clang-format on */

enum { COMMANDS = sizeof commands / sizeof *commands - 1, NAME_COLUMN = 10, PARAMETER_COLUMN = 24 };

const char program_version[] = KUFSA_VERSION;

const struct command *command_find(const struct arguments *arguments, const char *name)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++) {
        if (string_equal(commands[i]->name, name))
            return commands[i];
        names[i] = commands[i]->name;
    }
    const char *like = nearest(name, names, sizeof *names, COMMANDS);
    if (like)
        complain(arguments, "cmd.command.like",
                 WITH(word_string("given", name), word_string("like", like)));
    else
        complain(arguments, "cmd.command.unknown", WITH(word_string("given", name)));
    return NULL;
}

/* ---- for people ---- */

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

/* And spaces up to this column, at least one. */
static void write_column(FILE *file, const char *string, int column)
{
    int columns = 0;
    for (const char *at = string; *at != '\0'; at++)
        columns += (*at & 0xc0) != 0x80; /* a code point begins */
    fprintf(file, "%s%*s", string, columns < column ? column - columns : 1, "");
}

static void write_parameters(const struct voice *voice, const struct parameter *rows,
                             const char *dashes)
{
    for (; rows && rows->name; rows++) {
        char name[PARAMETER_COLUMN * 2];
        struct text text;
        text_init(&text, name, sizeof name);
        text_string(&text, dashes);
        text_string(&text, rows->name);
        text_string(&text, rows->value ? " " : "");
        text_string(&text, rows->value ? rows->value : "");
        fputs("  ", voice->file);
        write_column(voice->file, name, PARAMETER_COLUMN);
        voice_say(voice, rows->help, WITH_NOTHING);
    }
}

static void write_one(const struct voice *voice, const struct command *command)
{
    char usage[USAGE_MAX];
    write_usage(command, usage);
    voice_say(voice, "cmd.usage", WITH(word_string("usage", usage)));
    voice_say(voice, command->help, WITH_NOTHING);
    fputc('\n', voice->file);
    write_parameters(voice, command->actions, "");
    if (command->actions)
        fputc('\n', voice->file);
    write_parameters(voice, command->parameters, "--");
    write_parameters(voice, common_parameters, "--");
    if (command->more) {
        fputc('\n', voice->file);
        voice_say(voice, command->more, WITH_NOTHING);
    }
}

void help_write(const struct voice *voice, const struct command *command)
{
    if (command)
        write_one(voice, command);
    else
        write_overview(voice);
}

/* ---- the command ---- */

static bool takes_settings(const struct command *command)
{
    for (const struct parameter *row = command->parameters; row && row->name; row++)
        if (string_equal(row->name, "config"))
            return true;
    return false;
}

/* For other programs; false if it is not one of the forms. */
static bool write_as(const struct voice *voice, const struct command *command, const char *form)
{
    if (string_equal(form, "man"))
        manual_write(voice, command);
    else if (string_equal(form, "bash"))
        complete_bash(voice);
    else if (string_equal(form, "zsh"))
        complete_zsh(voice);
    else if (string_equal(form, "fish"))
        complete_fish(voice);
    else if (string_equal(form, "settings") && command && takes_settings(command))
        settings_sample(voice, command);
    else
        return false;
    return true;
}

static int run_help(const struct arguments *arguments)
{
    const char *form = arguments_value(arguments, "as");
    const struct command *command = NULL;
    if (arguments->word_count > 0) {
        command = command_find(arguments, arguments->words[0]);
        if (!command)
            return STATUS_USAGE;
    }
    if (!form) {
        help_write(&arguments->out, command);
    } else if (!write_as(&arguments->out, command, form)) {
        complain(arguments, "cmd.help.form",
                 WITH(word_string("given", form), word_string("forms", parameters->value)));
        return STATUS_USAGE;
    }
    return STATUS_OK;
}
