/* SPDX-License-Identifier: MIT */
/* Clock and chance of a POSIX machine. */
#define _DEFAULT_SOURCE
#include "cmd/system.h"

#include <errno.h>
#include <sys/random.h>
#include <time.h>

#include "base/check.h"

int64_t system_millis(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void system_random(void *bytes, size_t size)
{
    char *at = bytes;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        CHECK(got > 0 || errno == EINTR);
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
}
