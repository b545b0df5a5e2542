/* SPDX-License-Identifier: MIT */
/* How far a long command is, on a terminal. */
#ifndef KUFSA_CMD_PROGRESS_H
#define KUFSA_CMD_PROGRESS_H

#include "cmd/command.h"

struct progress {
    const struct voice *voice;
    const char *key; /* of the sentence, with {percent}, {bar} or both */
    bool terminal, shown;
    int64_t told_ms; /* when progress was last shown */
};

struct progress progress_begin(const struct arguments *, const char *key);
/* Only on a terminal, and at most ten times a second. The context is a struct progress. */
bool progress_show(void *context, int64_t done, int64_t total);
void progress_clear(struct progress *);

#endif
