/* SPDX-License-Identifier: MIT */
/* Files with records, for the commands that read them. */
#ifndef KUFSA_CMD_REPLAY_H
#define KUFSA_CMD_REPLAY_H

#include "cmd/arguments.h"
#include "match/record.h"

enum { RECORD_FILE_MAX = 32 << 20 }; /* bytes: the longest match fits three times */

struct record_file {
    const char *name;
    char *bytes; /* on the heap */
    size_t size;
};

/* All of a file, `-` for the standard input; false when it has said what is wrong. */
bool record_file_read(const struct arguments *, const char *name, struct record_file *);
void record_file_free(struct record_file *);

/* `game.kufsa:12: why`, the line that is wrong and, where it can be said, what it should be. */
void record_file_complain(const struct arguments *, const struct record_file *,
                          const struct record *, const char *reason);

#endif
