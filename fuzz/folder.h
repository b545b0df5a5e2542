/* SPDX-License-Identifier: MIT */
/* A state folder for the fuzzer, in memory if possible. */
#ifndef KUFSA_FUZZ_FOLDER_H
#define KUFSA_FUZZ_FOLDER_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"

enum { OWN_PATH_MAX = 96 };

static char own_folder[OWN_PATH_MAX];

static inline void own_path(const char *name, char out[OWN_PATH_MAX])
{
    int size = snprintf(out, OWN_PATH_MAX, "%s/kufsa/%s", own_folder, name);
    CHECK(size > 0 && size < OWN_PATH_MAX);
}

static inline void own_remove(void)
{
    char command[OWN_PATH_MAX + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", own_folder);
    if (system(command) != 0)
        fprintf(stderr, "%s is left behind\n", own_folder);
}

/* Called once; makes the program's folder in it, and removes everything at the end. */
static inline void own_open(void)
{
    char path[OWN_PATH_MAX];
    if (own_folder[0] != '\0')
        return;
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(own_folder, sizeof own_folder, "%s/kufsa-fuzz-XXXXXX", place);
    CHECK(mkdtemp(own_folder) && setenv("XDG_STATE_HOME", own_folder, 1) == 0);
    own_path("", path);
    CHECK(mkdir(path, 0700) == 0 && atexit(own_remove) == 0);
}

static inline void own_write(const char *name, const void *bytes, size_t size)
{
    char path[OWN_PATH_MAX];
    own_path(name, path);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    CHECK(file >= 0 && write(file, bytes, size) == (ssize_t)size && close(file) == 0);
}

#endif
