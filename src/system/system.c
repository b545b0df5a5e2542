/* SPDX-License-Identifier: MIT */
/* Clock and randomness of a POSIX system. */
#define _DEFAULT_SOURCE
#include "system/system.h"

#include <errno.h>
#include <sys/random.h>
#include <time.h>

#include "base/check.h"

static int64_t read_clock(clockid_t clock)
{
    struct timespec now;
    CHECK(clock_gettime(clock, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t system_millis(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

int64_t system_unix_millis(void)
{
    return read_clock(CLOCK_REALTIME);
}

int64_t system_awake_millis(void)
{
    return read_clock(CLOCK_BOOTTIME);
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
