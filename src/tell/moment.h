/* SPDX-License-Identifier: MIT */
/* When something happened: "today 21:14", "yesterday 21:14", "2026-11-15 21:14". */
#ifndef KUFSA_TELL_MOMENT_H
#define KUFSA_TELL_MOMENT_H

#include "words/words.h"

void moment_write(struct text *, enum language, int64_t seconds); /* of Unix time; here */

#endif
