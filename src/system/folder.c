/* SPDX-License-Identifier: MIT */
/* The state folder. */
#define _POSIX_C_SOURCE 200809L
#include "system/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { OWNER_ONLY = 0700 };

/* Makes all folders of a path; its last part is a file. */
static bool make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        bool there = mkdir(path, OWNER_ONLY) == 0 || errno == EEXIST;
        *at = '/';
        if (!there)
            return false;
    }
    return true;
}

bool folder_path(const char *name, char out[FOLDER_PATH_MAX])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct text text;
    text_init(&text, out, FOLDER_PATH_MAX);
    if (state && state[0] == '/') /* the specification says to ignore relative paths */
        text_string(&text, state);
    else if (home && home[0] == '/') {
        text_string(&text, home);
        text_string(&text, "/.local/state");
    } else
        return false;
    text_string(&text, "/kufsa/");
    text_string(&text, name);
    return !text.overflow && make_folders(out);
}

bool folder_write(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t done = write(file, at, size);
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            at += done;
            size -= (size_t)done;
        }
    }
    return true;
}

char *folder_read(int file, size_t max, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) != 0 || about.st_size < 0 || (uint64_t)about.st_size > max)
        return NULL;
    size_t want = (size_t)about.st_size, got = 0;
    char *bytes = malloc(want + 1);
    while (bytes && got < want) {
        ssize_t now = pread(file, bytes + got, want - got, (off_t)got);
        if (now > 0)
            got += (size_t)now;
        else if (now == 0)
            want = got; /* the file has become shorter */
        else if (errno != EINTR) {
            free(bytes);
            return NULL;
        }
    }
    if (bytes)
        bytes[got] = '\0';
    *size = got;
    return bytes;
}
