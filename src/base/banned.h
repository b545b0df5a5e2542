/* SPDX-License-Identifier: MIT */
/*
 * Functions we do not use, because each has a safer counterpart. The build includes this file
 * before every source under src/ (-include), so using one is a compile error that names the
 * replacement. They are declared, not poisoned, because system headers may declare them again.
 */
#ifndef KUFSA_BASE_BANNED_H
#define KUFSA_BASE_BANNED_H

#define BANNED(instead) __attribute__((deprecated("banned in Kufsa: " instead)))

char *strcpy(char *, const char *) BANNED("write with text_string of base/text.h");
char *strcat(char *, const char *) BANNED("write with text_string of base/text.h");
int sprintf(char *, const char *, ...) BANNED("write with base/text.h, or use snprintf");
int vsprintf(char *, const char *, __builtin_va_list) BANNED("use vsnprintf");
char *strtok(char *, const char *) BANNED("read with struct scan of base/text.h");
char *gets(char *) BANNED("use fgets");
int atoi(const char *) BANNED("read with scan_number of base/text.h");
int rand(void) BANNED("deal with base/chance.h, search with base/rng.h");

#undef BANNED

#endif
