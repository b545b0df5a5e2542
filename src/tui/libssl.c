/* SPDX-License-Identifier: MIT */
/* OpenSSL's library, found and opened once. */
#include "tui/libssl.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

#if OPENSSL_VERSION_MAJOR < 3
#error "OpenSSL 3 or newer is needed"
#endif

#define TEXT_OF(number) #number
#define FILE_OF(number) "libssl.so." TEXT_OF(number)

static const char *const names[] = {
#define NAME(name) #name,
    LIBSSL_CALLS(NAME)
#undef NAME
};

enum { CALLS = sizeof names / sizeof *names };
_Static_assert(sizeof(struct libssl) == CALLS * sizeof(void *), "one pointer for each name");

/* What libssl itself needs of libcrypto is found through it. */
static bool load(struct libssl *calls)
{
    void *library = dlopen(FILE_OF(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL);
    for (int i = 0; i < CALLS; i++) {
        void *call = library ? dlsym(library, names[i]) : NULL;
        if (!call)
            return false;
        memcpy((char *)calls + (size_t)i * sizeof call, &call, sizeof call);
    }
    return true;
}

const struct libssl *libssl(void)
{
    static struct libssl calls;
    static bool tried, loaded;
    if (!tried)
        loaded = load(&calls);
    tried = true;
    return loaded ? &calls : NULL;
}
