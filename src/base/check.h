/* SPDX-License-Identifier: MIT */
/*
 * CHECK: an invariant of our own, tested in every build. It is for what can only be wrong if this
 * program is wrong; whatever comes from outside gets a sentence instead.
 */
#ifndef KUFSA_BASE_CHECK_H
#define KUFSA_BASE_CHECK_H

#define CHECK(holds) ((holds) ? (void)0 : check_failed(__FILE__, __LINE__, #holds))

/* Called once before the trap, so that a program can print where it happened. NULL: silent. */
extern void (*check_report)(const char *file, int line, const char *text);

_Noreturn void check_failed(const char *file, int line, const char *text);

#endif
