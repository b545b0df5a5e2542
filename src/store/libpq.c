/* SPDX-License-Identifier: MIT */
/* PostgreSQL's client library, found and opened once. */
#include "store/libpq.h"

#include <pthread.h>

static const char *const names[] = {LIBRARY_NAMES(LIBPQ_CALLS)};

enum { CALLS = sizeof names / sizeof *names };
_Static_assert(sizeof(struct libpq) == CALLS * sizeof(void *), "one pointer for each name");

static struct libpq calls;
static bool loaded;

static void load(void)
{
    loaded = library_load("libpq.so.5", names, CALLS, &calls);
}

const struct libpq *libpq(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return loaded ? &calls : NULL;
}
