/* SPDX-License-Identifier: MIT */
/* Looking at a record, wherever it is: replay.c and review.c do it for box.c too. */
#ifndef KUFSA_CMD_LOOKING_H
#define KUFSA_CMD_LOOKING_H

#include "client/boxed.h"
#include "cmd/command.h"
#include "cmd/record_file.h"

/* With the parameters of `kufsa replay`. Returns the exit status. */
int replay_file(const struct arguments *, const struct record_file *);

/* What a review found for one seat. */
struct review_found {
    int seat;
    struct boxed_judged judged;
};

/* With the parameters of `kufsa review`; `found`, unless it is NULL, says whose chances are drawn
 * if --seat does not, and is filled in. Returns the exit status. */
int review_file(const struct arguments *, const struct record_file *, struct review_found *);

#endif
