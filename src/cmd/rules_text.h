/* SPDX-License-Identifier: MIT */
/* docs/rules as the program carries it; the table is made by tools/embed.mjs.
 */
#ifndef KUFSA_CMD_RULES_TEXT_H
#define KUFSA_CMD_RULES_TEXT_H

#include <stddef.h>

struct embedded {
    const char *name;  /* of the file, without its folder: gobblet.en.md */
    const char *bytes; /* a NUL behind them */
    size_t size;
};

/* Ends with a row whose name is NULL. */
extern const struct embedded rules_text[];

#endif
