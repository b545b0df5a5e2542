/* SPDX-License-Identifier: MIT */
/* Why a move of Super Taki is good, or what it does. */
#ifndef KUFSA_BOTS_TAKI_REASONS_H
#define KUFSA_BOTS_TAKI_REASONS_H

#include "bots/bot.h"
#include "rules/taki.h"

/* Adds to a legal move of the viewer what it does in this view, the weightiest first. */
void taki_explain(const struct taki *view, struct candidate *);

#endif
