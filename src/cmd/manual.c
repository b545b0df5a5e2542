/* SPDX-License-Identifier: MIT */
/*
 * Man pages, from the same rows and sentences as `--help`. The source is UTF-8 with man(7)'s
 * macros; texts are escaped so that none of their characters is a command of roff.
 */
#include "cmd/manual.h"

#include "rules/game.h"

enum { KEY_SIZE = 96 };

/* ---- roff ---- */

static const char *escape(char c)
{
    switch (c) {
    case '\\': return "\\e";
    case '-': return "\\-";
    case '\'': return "\\(aq";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    case '`': return "\\(ga";
    default: return NULL;
    }
}

/* A line of the text is a paragraph. */
static void put_escaped(FILE *file, const char *text)
{
    bool first = true; /* of a line */
    for (; *text != '\0'; text++) {
        const char *escaped = escape(*text);
        if (first && *text == '.')
            fputs("\\&", file);
        if (*text == '\n')
            fputs("\n.PP\n", file);
        else if (escaped)
            fputs(escaped, file);
        else
            fputc(*text, file);
        first = *text == '\n';
    }
}

static void put_sentence(const struct voice *voice, const char *key)
{
    put_escaped(voice->file, words_find(voice->language, key));
    fputc('\n', voice->file);
}

static void put_heading(const struct voice *voice, const char *key)
{
    fputs(".SH ", voice->file);
    put_sentence(voice, key);
}

/* What is explained, in bold, and its argument. */
static void put_tag(FILE *file, const char *dashes, const char *name, const char *value)
{
    fputs(".TP\n\\fB", file);
    put_escaped(file, dashes);
    put_escaped(file, name);
    fputs("\\fR", file);
    if (value) {
        fputs(" \\fI", file);
        put_escaped(file, value);
        fputs("\\fR", file);
    }
    fputc('\n', file);
}

/* ---- parts of a page ---- */

static void put_title(const struct voice *voice, const struct command *command)
{
    fputs(".\\\" Made by kufsa help --as man.\n.TH kufsa", voice->file);
    if (command)
        fprintf(voice->file, "\\-%s", command->name);
    fprintf(voice->file, " 1 \"\" \"Kufsa %s\" Kufsa\n", program_version);
    put_heading(voice, "manual.name");
    fputs("kufsa", voice->file);
    if (command)
        fprintf(voice->file, "\\-%s", command->name);
    fputs(" \\- ", voice->file);
    put_sentence(voice, command ? command->help : "manual.about");
    put_heading(voice, "manual.synopsis");
}

static void put_parameters(const struct voice *voice, const struct parameter *rows,
                           const char *dashes)
{
    for (; rows && rows->name; rows++) {
        put_tag(voice->file, dashes, rows->name, rows->value);
        put_sentence(voice, rows->help);
    }
}

static void put_option(const struct voice *voice, const struct game *game,
                       const struct option *option)
{
    char buffer[KEY_SIZE];
    struct text key;
    put_tag(voice->file, "", option->name, NULL);
    text_init(&key, buffer, sizeof buffer);
    text_string(&key, "option.");
    text_string(&key, game->name);
    text_char(&key, '.');
    text_string(&key, option->name);
    text_string(&key, ".help");
    put_sentence(voice, buffer);
    for (int i = 0; i < option->count; i++)
        fprintf(voice->file, "%s%s", i ? ", " : "(", option->values[i]);
    fputs(")\n", voice->file);
}

static void put_games(const struct voice *voice)
{
    put_heading(voice, "manual.options.games");
    for (int i = 0; game_at(i); i++) {
        const struct option *option = game_at(i)->options;
        if (option->name)
            fprintf(voice->file, ".SS %s\n", game_at(i)->name);
        for (; option->name; option++)
            put_option(voice, game_at(i), option);
    }
}

static bool takes_options(const struct command *command)
{
    for (const struct parameter *row = command->parameters; row && row->name; row++)
        if (string_equal(row->name, "option"))
            return true;
    return false;
}

static void put_environment(const struct voice *voice)
{
    static const char *const rows[][2] = {
        {"LC_ALL, LC_MESSAGES, LANG", "manual.environment.language"},
        {"NO_COLOR", "manual.environment.colour"},
        {"SSL_CERT_FILE", "manual.environment.authority"},
        {"XDG_DATA_HOME, XDG_STATE_HOME", "manual.environment.folders"},
    };
    put_heading(voice, "manual.environment");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_tag(voice->file, "", rows[i][0], NULL);
        put_sentence(voice, rows[i][1]);
    }
}

static void put_statuses(const struct voice *voice)
{
    static const struct {
        int status;
        const char *key;
    } rows[] = {
        {STATUS_OK, "manual.status.ok"},
        {STATUS_FAILED, "manual.status.failed"},
        {STATUS_USAGE, "manual.status.usage"},
        {STATUS_TAKEN, "manual.status.taken"},
    };
    put_heading(voice, "manual.status");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fprintf(voice->file, ".TP\n\\fB%d\\fR\n", rows[i].status);
        put_sentence(voice, rows[i].key);
    }
}

/* Other pages: all commands for kufsa(1), else kufsa(1). */
static void put_others(const struct voice *voice, bool all)
{
    put_heading(voice, "manual.see");
    if (!all)
        fputs(".BR kufsa (1)\n", voice->file);
    for (int i = 0; all && commands[i]; i++)
        fprintf(voice->file, ".BR kufsa\\-%s (1)%s\n", commands[i]->name,
                commands[i + 1] ? "," : "");
}

/* ---- pages ---- */

static void write_command(const struct voice *voice, const struct command *command)
{
    put_title(voice, command);
    fprintf(voice->file, "\\fBkufsa %s\\fR ", command->name);
    put_escaped(voice->file, command->usage);
    fputc('\n', voice->file);
    if (command->more) {
        put_heading(voice, "manual.description");
        put_sentence(voice, command->more);
    }
    if (command->actions) {
        put_heading(voice, "manual.commands");
        put_parameters(voice, command->actions, "");
    }
    put_heading(voice, "manual.options");
    put_parameters(voice, command->parameters, "--");
    put_parameters(voice, common_parameters, "--");
    if (takes_options(command))
        put_games(voice);
    put_others(voice, false);
}

static void write_overview(const struct voice *voice)
{
    put_title(voice, NULL);
    fputs("\\fBkufsa\\fR [\\fB\\-\\-lang\\fR en|he] COMMAND …\n", voice->file);
    put_heading(voice, "manual.description");
    put_sentence(voice, "cmd.about");
    fputs(".PP\n", voice->file);
    put_sentence(voice, "cmd.overview.end");
    put_heading(voice, "manual.commands");
    for (int i = 0; commands[i]; i++) {
        put_tag(voice->file, "", commands[i]->name, commands[i]->usage);
        put_sentence(voice, commands[i]->help);
    }
    put_statuses(voice);
    put_environment(voice);
    put_others(voice, true);
}

void manual_write(const struct voice *voice, const struct command *command)
{
    if (command)
        write_command(voice, command);
    else
        write_overview(voice);
}
