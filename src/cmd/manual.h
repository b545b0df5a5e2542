/* SPDX-License-Identifier: MIT */
/* What other programs read of the commands' rows: man pages and shells' completions. */
#ifndef KUFSA_CMD_MANUAL_H
#define KUFSA_CMD_MANUAL_H

#include "cmd/command.h"

/* kufsa-COMMAND(1) in the voice's language; NULL: kufsa(1). */
void manual_write(const struct voice *, const struct command *);

/* What a word on the command line can be, for completion; known from its name in the help. */
enum word_kind {
    WORD_ANY,
    WORD_FILE,
    WORD_FOLDER,
    WORD_GAME,
    WORD_LEVEL,
    WORD_OPTION, /* of the game on the same command line */
    WORD_COMMAND,
    WORD_ACTION, /* of the commands that have some */
    WORD_CHOICE, /* its name lists them: en|he */
};

enum word_kind word_kind(const char *name);

/* The command's words, in order, from its usage; returns how many, at most WORDS_SHOWN. */
enum { WORDS_SHOWN = 4, WORD_NAME_MAX = 32 };
int word_names(const struct command *, char names[WORDS_SHOWN][WORD_NAME_MAX]);

/* Scripts for shells. The descriptions in them are in the voice's language. */
void complete_bash(const struct voice *);
void complete_zsh(const struct voice *);
void complete_fish(const struct voice *);

#endif
