/* SPDX-License-Identifier: MIT */
/* Names that people give themselves, and what they may say to each other. */
#ifndef KUFSA_TABLE_NAMES_H
#define KUFSA_TABLE_NAMES_H

#include "match/match.h"

enum { NAME_LETTERS_MAX = 24 }; /* as a reader counts them */

/* The name without control, format and bidi characters and without spaces around it, cut to
 * NAME_LETTERS_MAX letters and to what fits. False if nothing is left, or it is no UTF-8. */
bool name_clean(const char *name, char out[PLAYER_NAME_MAX]);

/* Can it stand in a table's events, records and news? Less strict than name_clean, so that a table
 * which was kept before its rules changed can still be read. */
bool name_fits(const char *name);

/* Is this the code of a phrase? Phrases are in the catalogue as table.phrase.<code>. */
bool phrase_exists(const char *code);

#endif
