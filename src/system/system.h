/* SPDX-License-Identifier: MIT */
/* What commands need from the system: time and randomness. */
#ifndef KUFSA_SYSTEM_SYSTEM_H
#define KUFSA_SYSTEM_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* The exit status of a program that a signal ended is this plus the signal's number, as shells
 * report it. */
enum { SYSTEM_SIGNALLED = 128 };

int64_t system_millis(void); /* since a fixed moment; never runs backwards */

int64_t system_unix_millis(void); /* since 1970; people may set that clock */

/* The same as system_millis, but it also counts the time that the machine sleeps. */
int64_t system_awake_millis(void);

/* Bytes that nobody can guess. The program aborts if there are none: a deal needs real
 * randomness. */
void system_random(void *bytes, size_t size);

#endif
