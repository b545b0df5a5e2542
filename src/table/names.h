/* SPDX-License-Identifier: MIT */
/* Names that people give themselves, and the phrases they may say to each other. */
#ifndef KUFSA_TABLE_NAMES_H
#define KUFSA_TABLE_NAMES_H

#include "match/match.h"

enum { NAME_LETTERS_MAX = 24 }; /* as a reader counts them */

/* The name without control, format and bidi characters or surrounding spaces, cut to
 * NAME_LETTERS_MAX letters and to what fits. False if nothing is left or it is not UTF-8. */
bool name_clean(const char *name, char out[PLAYER_NAME_MAX]);

/* Can the name be part of a table's events, records and news? Less strict than name_clean, so that
 * tables kept under older rules can still be read. */
bool name_fits(const char *name);

/* Phrases by their codes; NULL past the last. In the catalogue they are PHRASE_AREA and the code.
 */
#define PHRASE_AREA "table.phrase."
const char *phrase_at(int index);
bool phrase_exists(const char *code);

#endif
