/* SPDX-License-Identifier: MIT */
/* A bot's reasons in words. */
#ifndef KUFSA_TUI_ADVICE_H
#define KUFSA_TUI_ADVICE_H

#include "bots/bot.h"
#include "words/words.h"

enum { REASON_TEXT_MAX = 512 };

/* The sentence of a reason; `name` is what the seat it speaks of is called. */
void advice_write_reason(struct text *, enum language, const struct game *, const struct reason *,
                         const char *name);

#endif
