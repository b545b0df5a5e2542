/* SPDX-License-Identifier: MIT */
/* Markdown as plain lines: the subset that docs/rules uses. */
#ifndef KUFSA_PLAIN_MARKDOWN_H
#define KUFSA_PLAIN_MARKDOWN_H

#include <stddef.h>

#include "tell/voice.h"

/* Marks become bold where there are colours, and are dropped elsewhere. Lines are not wrapped. */
void markdown_write(const struct voice *, const char *bytes, size_t size);

/* Finds the list item that starts with this rule's number, ignoring case; NULL if there is
 * none. */
const char *markdown_find_rule(const char *bytes, size_t size, const char *rule, size_t *item_size);

#endif
