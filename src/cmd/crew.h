/* SPDX-License-Identifier: MIT */
/* Threads for a bot that can use several. */
#ifndef KUFSA_CMD_CREW_H
#define KUFSA_CMD_CREW_H

#include "bots/bot.h"

/* A crew of this many hands, the caller's own thread among them. Threads live only while there is
 * work; one that the machine refuses is done without. */
void crew_init(struct crew *, int hands);

int crew_cores(void); /* processors that this program may use, at most THREADS_MAX */

#endif
