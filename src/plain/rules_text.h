/* SPDX-License-Identifier: MIT */
/* docs/rules, embedded in the program; tools/embed.mjs makes the table. */
#ifndef KUFSA_PLAIN_RULES_TEXT_H
#define KUFSA_PLAIN_RULES_TEXT_H

#include <stddef.h>

struct embedded {
    const char *name;  /* of the file, without its folder: gobblet.en.md */
    const char *bytes; /* NUL-terminated */
    size_t size;
};

/* Ends with a row whose name is NULL. */
extern const struct embedded rules_text[];

#endif
