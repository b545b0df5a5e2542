/* SPDX-License-Identifier: MIT */
/*
 * CHECK: an invariant of our own, tested in every build. Use it for what only a bug in this program
 * can break; bad input from outside gets an error message instead.
 */
#ifndef KUFSA_BASE_CHECK_H
#define KUFSA_BASE_CHECK_H

#define CHECK(holds) ((holds) ? (void)0 : check_failed(__FILE__, __LINE__, #holds))

/* Called once before the trap, so that a program can print where it happened. NULL: print
 * nothing. */
extern void (*check_report)(const char *file, int line, const char *text);

_Noreturn void check_failed(const char *file, int line, const char *text);

#endif
