/* SPDX-License-Identifier: MIT */
/*
 * Completion for bash, zsh and fish, from the commands' rows and the games. The scripts need
 * nothing of a shell's own collection of functions, and never run the program: a key press costs
 * no more than the shell itself.
 */
#include <string.h>

#include "bots/bot.h"
#include "cmd/manual.h"
#include "rules/game.h"

/* ---- words ---- */

static bool contains(const char *list, const char *name)
{
    return strstr(list, name) != NULL;
}

enum word_kind word_kind(const char *name)
{
    static const struct {
        const char *name;
        enum word_kind kind;
    } rows[] = {
        {"DIR", WORD_FOLDER},   {"GAME", WORD_GAME},         {"LEVEL", WORD_LEVEL},
        {"PLAYER", WORD_LEVEL}, {"NAME=VALUE", WORD_OPTION}, {"COMMAND", WORD_COMMAND},
        {"FROM", WORD_FILE},    {"TO", WORD_FILE},           {"TARGET", WORD_FILE},
        {"DATA", WORD_FILE},    {"ACTION", WORD_ACTION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (string_equal(rows[i].name, name))
            return rows[i].kind;
    if (contains(name, "FILE"))
        return WORD_FILE;
    return contains(name, "|") ? WORD_CHOICE : WORD_ANY;
}

int word_names(const struct command *command, char names[WORDS_SHOWN][WORD_NAME_MAX])
{
    struct text text;
    const char *at = command->usage;
    int count = 0;
    while (count < WORDS_SHOWN && *at != '\0' && strncmp(at, "[-", 2) != 0) {
        at += *at == '[';
        text_init(&text, names[count], WORD_NAME_MAX);
        for (; *at >= 'A' && *at <= 'Z'; at++)
            text_char(&text, *at);
        count += text.size > 0;
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    return count;
}

static void put_actions(FILE *file)
{
    for (int i = 0; commands[i]; i++)
        for (const struct parameter *row = commands[i]->actions; row && row->name; row++)
            fprintf(file, " %s", row->name);
}

/* Everything that a word of this kind can be, each behind a space; nothing if that is not known. */
static void put_values(FILE *file, enum word_kind kind, const char *name)
{
    if (kind == WORD_GAME)
        for (int i = 0; game_at(i); i++)
            fprintf(file, " %s", game_at(i)->name);
    else if (kind == WORD_LEVEL)
        for (int i = 0; level_name(i); i++)
            fprintf(file, " %s", level_name(i));
    else if (kind == WORD_COMMAND)
        for (int i = 0; commands[i]; i++)
            fprintf(file, " %s", commands[i]->name);
    else if (kind == WORD_ACTION)
        put_actions(file);
    else if (kind == WORD_CHOICE)
        for (fputc(' ', file); *name != '\0'; name++)
            fputc(*name == '|' ? ' ' : *name, file);
}

static void put_game_options(FILE *file, const struct game *game)
{
    for (const struct option *option = game->options; option->name; option++)
        for (int i = 0; i < option->count; i++)
            fprintf(file, " %s=%s", option->name, option->values[i]);
}

/* The rows of a command and those of all commands. */
static void each_parameter(const struct command *command, const struct voice *voice,
                           void (*take)(const struct voice *, const struct command *,
                                        const struct parameter *))
{
    for (const struct parameter *row = command->parameters; row && row->name; row++)
        take(voice, command, row);
    for (const struct parameter *row = common_parameters; row->name; row++)
        take(voice, command, row);
}

/* ---- bash ---- */

static const char bash_head[] =
    "# Completion of kufsa for bash. Made by: kufsa help --as bash\n"
    "_kufsa()\n"
    "{\n"
    "    local line=${COMP_LINE:0:COMP_POINT} words=() command='' game='' place=0 i\n"
    "    local names='' valued='' places=() kind='' values=''\n"
    "    read -ra words <<<\"$line\"\n"
    "    [[ $line == *[[:blank:]] ]] && words+=('')\n"
    "    local cur=${words[${#words[@]} - 1]} prev=${words[${#words[@]} - 2]}\n";

static const char bash_middle[] =
    "    for ((i = 1; i < ${#words[@]} - 1; i++)); do\n"
    "        case ${words[i]} in\n"
    "        --lang) ((i++)) ;;\n"
    "        -*) [[ $valued == *\" ${words[i]} \"* ]] && ((i++)) ;;\n"
    "        *)\n"
    "            if [[ ! $command ]]; then\n"
    "                command=${words[i]}\n"
    "                _kufsa_rows\n"
    "            else\n"
    "                ((place++))\n"
    "                [[ $game ]] || game=${words[i]}\n"
    "            fi\n"
    "            ;;\n"
    "        esac\n"
    "    done\n"
    "    ((${#places[@]})) && kind=${places[place]-${places[${#places[@]} - 1]}}\n"
    "    [[ $command ]] || kind=COMMAND\n"
    "    [[ $prev == --lang || $valued == *\" $prev \"* ]] && kind=$command' '$prev\n"
    "    [[ $kind != *' '* && $cur == -* ]] && kind=NAMES\n"
    "    case $kind in\n"
    "    NAMES) values=${names:-' --lang --help'} ;;\n";

static const char bash_end[] =
    "    *FILE) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "    *DIR) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "    esac\n"
    "    [[ $values ]] && mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$cur\")\n"
    "    # Bash itself completes only what follows the last '='.\n"
    "    [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]] &&\n"
    "        COMPREPLY=(\"${COMPREPLY[@]#\"${cur%\"${cur##*=}\"}\"}\")\n"
    "    return 0\n"
    "}\n"
    "complete -F _kufsa kufsa\n";

static void bash_name(const struct voice *voice, const struct command *command,
                      const struct parameter *row)
{
    (void)command;
    fprintf(voice->file, " --%s", row->name);
}

static void bash_valued(const struct voice *voice, const struct command *command,
                        const struct parameter *row)
{
    (void)command;
    if (row->value)
        fprintf(voice->file, "--%s ", row->name);
}

/* What this parameter's value can be. */
static void bash_value(const struct voice *voice, const struct command *command,
                       const struct parameter *row)
{
    enum word_kind kind = row->value ? word_kind(row->value) : WORD_ANY;
    FILE *file = voice->file;
    if (kind == WORD_ANY)
        return;
    if (command)
        fprintf(file, "    '%s --%s') ", command->name, row->name);
    else
        fprintf(file, "    *' --%s') ", row->name);
    if (kind == WORD_FILE || kind == WORD_FOLDER)
        fprintf(file, "%s ;;\n", kind == WORD_FILE ? "kind=FILE" : "kind=DIR");
    else if (kind == WORD_OPTION)
        fputs("_kufsa_options ;;\n", file);
    else {
        fputs("values='", file);
        put_values(file, kind, row->value);
        fputs("' ;;\n", file);
    }
}

/* The function that sets what is known of the command. */
static void bash_rows(const struct voice *voice)
{
    FILE *file = voice->file;
    char names[WORDS_SHOWN][WORD_NAME_MAX];
    fputs("_kufsa_rows()\n{\n    case $command in\n", file);
    for (int i = 0; commands[i]; i++) {
        fprintf(file, "    %s)\n        names='", commands[i]->name);
        each_parameter(commands[i], voice, bash_name);
        fputs("' valued=' ", file);
        each_parameter(commands[i], voice, bash_valued);
        fputs("' places=(", file);
        int count = word_names(commands[i], names);
        for (int j = 0; j < count; j++)
            fprintf(file, "%s%s", j ? " " : "",
                    word_kind(names[j]) == WORD_FILE ? "FILE" : names[j]);
        fputs(")\n        ;;\n", file);
    }
    fputs("    esac\n}\n", file);
}

static void bash_options(FILE *file)
{
    fputs("_kufsa_options()\n{\n    case $game in\n", file);
    for (int i = 0; game_at(i); i++) {
        fprintf(file, "    %s) values='", game_at(i)->name);
        put_game_options(file, game_at(i));
        fputs("' ;;\n", file);
    }
    fputs("    esac\n}\n", file);
}

void complete_bash(const struct voice *voice)
{
    FILE *file = voice->file;
    static const enum word_kind kinds[] = {WORD_GAME, WORD_LEVEL, WORD_COMMAND, WORD_ACTION};
    static const char *const patterns[] = {"GAME", "LEVEL | PLAYER", "COMMAND", "ACTION"};
    bash_rows(voice);
    bash_options(file);
    fputs(bash_head, file);
    fputs(bash_middle, file);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        fprintf(file, "    %s) values='", patterns[i]);
        put_values(file, kinds[i], "");
        fputs("' ;;\n", file);
    }
    for (const struct parameter *row = common_parameters; row->name; row++)
        bash_value(voice, NULL, row);
    for (int i = 0; commands[i]; i++)
        for (const struct parameter *row = commands[i]->parameters; row && row->name; row++)
            bash_value(voice, commands[i], row);
    fputs("    esac\n    case $kind in\n", file);
    fputs(bash_end, file);
}

/* ---- zsh ---- */

/* A sentence inside single quotes; `special` gets a backslash. */
static void put_quoted(FILE *file, const char *text, const char *special)
{
    for (; *text != '\0' && *text != '\n'; text++) {
        if (strchr(special, *text))
            fputc('\\', file);
        fputc(*text, file);
    }
}

/* For zsh an apostrophe must stand outside of the quotes. */
static void put_zsh(FILE *file, const char *text)
{
    for (; *text != '\0' && *text != '\n'; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else if (strchr("[]:\\", *text))
            fprintf(file, "\\%c", *text);
        else
            fputc(*text, file);
}

static void zsh_action(FILE *file, enum word_kind kind, const char *name)
{
    if (kind == WORD_FILE || kind == WORD_FOLDER)
        fputs(kind == WORD_FILE ? "_files" : "_files -/", file);
    else if (kind == WORD_OPTION)
        fputs("_kufsa_options", file);
    else if (kind != WORD_ANY) {
        fputc('(', file);
        put_values(file, kind, name);
        fputc(')', file);
    } else
        fputc(' ', file); /* anything */
}

static void zsh_parameter(const struct voice *voice, const struct command *command,
                          const struct parameter *row)
{
    (void)command;
    fprintf(voice->file, " \\\n            '*--%s[", row->name);
    put_zsh(voice->file, words_find(voice->language, row->help));
    fputc(']', voice->file);
    if (row->value) {
        fputc(':', voice->file);
        put_zsh(voice->file, row->value);
        fputc(':', voice->file);
        zsh_action(voice->file, word_kind(row->value), row->value);
    }
    fputc('\'', voice->file);
}

static void zsh_command(const struct voice *voice, const struct command *command)
{
    char names[WORDS_SHOWN][WORD_NAME_MAX];
    int count = word_names(command, names);
    fprintf(voice->file, "        %s)\n        _arguments", command->name);
    each_parameter(command, voice, zsh_parameter);
    for (int i = 0; i < count; i++) {
        bool last = i == count - 1 && command->words_max > count;
        fputs(" \\\n            '", voice->file);
        if (last)
            fputc('*', voice->file);
        else
            fprintf(voice->file, "%d", i + 1);
        fprintf(voice->file, ":%s:", names[i]);
        zsh_action(voice->file, word_kind(names[i]), names[i]);
        fputc('\'', voice->file);
    }
    fputs("\n        ;;\n", voice->file);
}

void complete_zsh(const struct voice *voice)
{
    FILE *file = voice->file;
    fputs("#compdef kufsa\n# Completion of kufsa for zsh. Made by: kufsa help --as zsh\n"
          "_kufsa_options()\n{\n    local word\n    for word in $words; do\n"
          "        case $word in\n",
          file);
    for (int i = 0; game_at(i); i++) {
        fprintf(file, "        %s) compadd --", game_at(i)->name);
        put_game_options(file, game_at(i));
        fputs("; return ;;\n", file);
    }
    fputs("        esac\n    done\n}\n_kufsa()\n{\n"
          "    local curcontext=$curcontext state line names\n"
          "    _arguments -C",
          file);
    for (const struct parameter *row = common_parameters; row->name; row++)
        zsh_parameter(voice, NULL, row);
    fputs(" \\\n        '1:COMMAND:->command' '*::word:->words'\n    case $state in\n"
          "    command)\n        names=(",
          file);
    for (int i = 0; commands[i]; i++) {
        fprintf(file, "\n            '%s:", commands[i]->name);
        put_zsh(file, words_find(voice->language, commands[i]->help));
        fputc('\'', file);
    }
    fputs(")\n        _describe -t commands command names\n        ;;\n    words)\n"
          "        case $line[1] in\n",
          file);
    for (int i = 0; commands[i]; i++)
        zsh_command(voice, commands[i]);
    fputs("        esac\n        ;;\n    esac\n}\n"
          "if [[ $funcstack[1] == _kufsa ]]; then\n    _kufsa \"$@\"\nelse\n"
          "    compdef _kufsa kufsa\nfi\n",
          file);
}

/* ---- fish ---- */

/* fish's own __fish_seen_subcommand_from takes any word for the command, and its value for that of
 * --lang. */
static const char fish_head[] =
    "# Completion of kufsa for fish. Made by: kufsa help --as fish\n"
    "# Is this the command on the line? Without an argument: is there none yet?\n"
    "function __kufsa_is\n"
    "    set -l words (commandline -opc)\n"
    "    set -l at 2\n"
    "    while string match -q -- '-*' \"$words[$at]\"\n"
    "        test $words[$at] = --lang; and set at (math $at + 1)\n"
    "        set at (math $at + 1)\n"
    "    end\n"
    "    test \"$words[$at]\" = \"$argv[1]\"\n"
    "end\n"
    "complete -c kufsa -f\n";

static void fish_values(FILE *file, enum word_kind kind, const char *name)
{
    if (kind == WORD_FILE || kind == WORD_FOLDER) {
        fputs(" -F", file);
    } else if (kind != WORD_ANY && kind != WORD_OPTION) {
        fputs(" -a '", file);
        put_values(file, kind, name);
        fputc('\'', file);
    }
}

static void fish_line(FILE *file, const char *command)
{
    fprintf(file, "complete -c kufsa -n '__kufsa_is %s", command);
}

static void fish_parameter(const struct voice *voice, const struct command *command,
                           const struct parameter *row)
{
    FILE *file = voice->file;
    enum word_kind kind = row->value ? word_kind(row->value) : WORD_ANY;
    fish_line(file, command ? command->name : "");
    bool files = kind == WORD_FILE || kind == WORD_FOLDER;
    fprintf(file, "' -l %s%s", row->name, !row->value ? "" : files ? " -r" : " -x");
    fish_values(file, kind, row->value);
    fputs(" -d '", file);
    put_quoted(file, words_find(voice->language, row->help), "'\\");
    fputs("'\n", file);
    for (int i = 0; command && kind == WORD_OPTION && game_at(i); i++) {
        fish_line(file, command->name);
        fprintf(file, "; and __fish_seen_subcommand_from %s' -l %s -x -a '", game_at(i)->name,
                row->name);
        put_game_options(file, game_at(i));
        fputs("'\n", file);
    }
}

void complete_fish(const struct voice *voice)
{
    FILE *file = voice->file;
    char names[WORDS_SHOWN][WORD_NAME_MAX];
    fputs(fish_head, file);
    for (const struct parameter *row = common_parameters; row->name; row++)
        fish_parameter(voice, NULL, row);
    for (int i = 0; commands[i]; i++) {
        fprintf(file, "complete -c kufsa -n __kufsa_is -a %s -d '", commands[i]->name);
        put_quoted(file, words_find(voice->language, commands[i]->help), "'\\");
        fputs("'\n", file);
        int count = word_names(commands[i], names);
        for (int j = 0; j < count; j++) {
            if (word_kind(names[j]) == WORD_ANY)
                continue;
            fish_line(file, commands[i]->name);
            fputc('\'', file);
            fish_values(file, word_kind(names[j]), names[j]);
            fputc('\n', file);
        }
        each_parameter(commands[i], voice, fish_parameter);
    }
}
