/* SPDX-License-Identifier: MIT */
/* Markdown as plain lines: the part of it that docs/rules uses. */
#ifndef KUFSA_CMD_MARKDOWN_H
#define KUFSA_CMD_MARKDOWN_H

#include <stddef.h>

#include "cmd/voice.h"

/* Marks become bold where there are colours, and go elsewhere. Lines stay as
 * they are. */
void markdown_write(const struct voice *, const char *bytes, size_t size);

/* The list item that begins with this rule's number, whatever its case: where
 * it starts, and its size; NULL if there is none. */
const char *markdown_find_rule(const char *bytes, size_t size, const char *rule, size_t *item_size);

#endif
