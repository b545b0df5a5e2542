/* SPDX-License-Identifier: MIT */
/* Record files, for the commands that read them. */
#ifndef KUFSA_CMD_RECORD_FILE_H
#define KUFSA_CMD_RECORD_FILE_H

#include "cmd/arguments.h"
#include "match/record.h"

enum { RECORD_FILE_MAX = 32 << 20 }; /* bytes: three times the longest match */

struct record_file {
    const char *name;
    char *bytes; /* on the heap */
    size_t size;
    uint16_t mine; /* of a game in the box: bit s: a seat of its owner */
};

/* The whole file, `-` for standard input; false after reporting the error. */
bool record_file_read(const struct arguments *, const char *name, struct record_file *);
void record_file_free(struct record_file *);

/* `game.kufsa:12: why`: the line that is wrong and, if known, what it should be. */
void record_file_complain(const struct arguments *, const struct record_file *,
                          const struct record *, const char *reason);

#endif
