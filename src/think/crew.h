/* SPDX-License-Identifier: MIT */
/* Threads for a bot that can use several. */
#ifndef KUFSA_THINK_CREW_H
#define KUFSA_THINK_CREW_H

#include "bots/bot.h"

/* A crew of this many threads, including the caller's own thread. Threads live only while there is
 * work; if the system refuses one, the crew works without it. */
void crew_init(struct crew *, int threads);

int crew_cores(void); /* processors that this program may use, at most THREADS_MAX */

#endif
