/* SPDX-License-Identifier: MIT */
/* What commands need of the machine: time and chance. */
#ifndef KUFSA_CMD_SYSTEM_H
#define KUFSA_CMD_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

int64_t system_millis(void); /* since some moment; never runs backwards */

/* Bytes that nobody can guess. The program ends if the machine has none: there
 * is no second best for a deal. */
void system_random(void *bytes, size_t size);

#endif
