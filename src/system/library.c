/* SPDX-License-Identifier: MIT */
/* Loads shared libraries. */
#include "system/library.h"

#include <dlfcn.h>
#include <string.h>

bool library_load(const char *file, const char *const *names, int count, void *calls)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    for (int i = 0; i < count; i++) {
        void *call = library ? dlsym(library, names[i]) : NULL;
        if (!call)
            return false;
        memcpy((char *)calls + (size_t)i * sizeof call, &call, sizeof call);
    }
    return true;
}
