/* SPDX-License-Identifier: MIT */
/*
 * Shared libraries that are loaded when they are first needed: linking them would slow every start,
 * and the program runs without those that it does not need.
 *
 * A library's calls are a list, X(call) X(call) …, from which LIBRARY_FIELDS makes the members of a
 * struct, each with its own name and type, and LIBRARY_NAMES their names.
 */
#ifndef KUFSA_SYSTEM_LIBRARY_H
#define KUFSA_SYSTEM_LIBRARY_H

#include <stdbool.h>

#define LIBRARY_FIELD(name) __typeof__(&name) name;
#define LIBRARY_NAME(name) #name,
#define LIBRARY_FIELDS(CALLS) CALLS(LIBRARY_FIELD)
#define LIBRARY_NAMES(CALLS) CALLS(LIBRARY_NAME)

/* Fills the struct's `count` pointers. False: the library is not there, or lacks one of them. */
bool library_load(const char *file, const char *const *names, int count, void *calls);

#endif
