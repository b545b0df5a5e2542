/* SPDX-License-Identifier: MIT */
/* A bot's reasons in words. */
#ifndef KUFSA_TELL_ADVICE_H
#define KUFSA_TELL_ADVICE_H

#include "bots/bot.h"
#include "words/words.h"

enum { REASON_TEXT_MAX = 512 };

/* The sentence for a reason; `name` is the player in the seat it mentions. */
void advice_write_reason(struct text *, enum language, const struct game *, const struct reason *,
                         const char *name);

#endif
