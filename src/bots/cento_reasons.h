/* SPDX-License-Identifier: MIT */
/* Why a move of Cento Multi is good, or what is wrong with it. */
#ifndef KUFSA_BOTS_CENTO_REASONS_H
#define KUFSA_BOTS_CENTO_REASONS_H

#include "bots/bot.h"

/* Gives each candidate its reasons, the strongest first; each is true in this view. */
void cento_explain(const struct state *view, struct advice *);
void cento_explain_move(const struct state *view, struct candidate *); /* the same for one */

#endif
