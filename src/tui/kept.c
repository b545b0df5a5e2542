/* SPDX-License-Identifier: MIT */
/* Files of games that were left. */
#define _DEFAULT_SOURCE
#include "tui/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/folder.h"
#include "tui/local.h"

enum { OWNER_FILE = 0600, KEPT_MAX = 64 << 20, ASIDE_MAX = 1000 };

/* `taki.1`, or `taki.aside.1`; false if there is no folder for it. */
static bool slot_path(const struct game *game, const char *kind, int slot, char name[KEPT_NAME_MAX],
                      char path[FOLDER_PATH_MAX])
{
    struct text text;
    text_init(&text, name, KEPT_NAME_MAX);
    text_string(&text, game->name);
    text_string(&text, kind);
    text_number(&text, slot + 1);
    return !text.overflow && folder_path(name, path);
}

/* Opens and locks a file; -1 if it cannot be had. */
static int open_slot(const struct game *game, int slot, int flags)
{
    char name[KEPT_NAME_MAX], path[FOLDER_PATH_MAX];
    if (!slot_path(game, ".", slot, name, path))
        return -1;
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, OWNER_FILE);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

struct left {
    int file;
    const struct game *game;
    int64_t when;
};

static void look_at(struct left *best, const struct game *game, int slot)
{
    struct stat about;
    int file = open_slot(game, slot, 0);
    if (file < 0)
        return;
    if (fstat(file, &about) != 0 || about.st_size == 0 ||
        (best->file >= 0 && about.st_mtime <= best->when)) {
        close(file);
        return;
    }
    if (best->file >= 0)
        close(best->file);
    *best = (struct left){file, game, about.st_mtime};
}

int kept_left(const struct game *wanted, const struct game **game, int64_t *when)
{
    struct left best = {.file = -1};
    const struct game *one;
    for (int i = 0; (one = game_at(i)) != NULL; i++)
        for (int slot = 0; slot < LOCAL_SLOTS && (!wanted || one == wanted); slot++)
            look_at(&best, one, slot);
    if (best.file >= 0) {
        *game = best.game;
        *when = best.when;
    }
    return best.file;
}

/* The oldest file that is not in use makes room if none is empty. */
int kept_new(const struct game *game)
{
    struct left oldest = {.file = -1};
    struct stat about;
    for (int slot = 0; slot < LOCAL_SLOTS; slot++) {
        int file = open_slot(game, slot, O_CREAT);
        if (file < 0 || fstat(file, &about) != 0)
            continue;
        bool empty = about.st_size == 0;
        if (empty || oldest.file < 0 || about.st_mtime < oldest.when) {
            if (oldest.file >= 0)
                close(oldest.file);
            oldest = (struct left){file, game, about.st_mtime};
        } else {
            close(file);
        }
        if (empty)
            break;
    }
    if (oldest.file >= 0)
        kept_forget(oldest.file);
    return oldest.file;
}

bool kept_read(int file, const char *(*take)(void *context, const char *text, size_t size),
               void *context, const char **reason)
{
    size_t size, at = 0, end;
    char *bytes = folder_read(file, KEPT_MAX, &size);
    *reason = bytes ? NULL : "join.kept.broken";
    for (; !*reason && at < size; at = end + 1) {
        end = at;
        while (end < size && bytes[end] != '\n')
            end++;
        if (end == size)
            break; /* the program was killed while it wrote this */
        *reason = take(context, bytes + at, end - at);
    }
    free(bytes);
    if (!*reason && (ftruncate(file, (off_t)at) != 0 || lseek(file, 0, SEEK_END) < 0))
        *reason = "join.kept.broken";
    return !*reason;
}

void kept_forget(int file)
{
    if (ftruncate(file, 0) == 0)
        lseek(file, 0, SEEK_SET);
}

/* Is this the file of that path? */
static bool is_file(int file, const char *path)
{
    struct stat mine, there;
    return fstat(file, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino &&
           mine.st_dev == there.st_dev;
}

/* Another name for a file, if nothing has that one; *taken: something has. Not every file system
 * has links. */
static bool give_name(const char *path, const char *name, bool *taken)
{
    struct stat there;
    *taken = false;
    if (link(path, name) == 0)
        return unlink(path) == 0;
    *taken = errno == EEXIST || lstat(name, &there) == 0;
    return !*taken && rename(path, name) == 0;
}

bool kept_aside(int file, const struct game *game, char out[KEPT_NAME_MAX])
{
    char path[FOLDER_PATH_MAX], aside[FOLDER_PATH_MAX], name[KEPT_NAME_MAX];
    bool taken = true; /* what was put aside earlier stays */
    int slot = 0;
    while (slot < LOCAL_SLOTS && !(slot_path(game, ".", slot, name, path) && is_file(file, path)))
        slot++;
    for (int i = 0; slot < LOCAL_SLOTS && i < ASIDE_MAX && taken; i++)
        if (!slot_path(game, ".aside.", i, out, aside))
            return false;
        else if (give_name(path, aside, &taken))
            return true;
    return false;
}
