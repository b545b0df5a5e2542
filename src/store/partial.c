/* SPDX-License-Identifier: MIT */
/* A new file that gets its name when it is complete. */
#define _DEFAULT_SOURCE
#include "store/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "store/sqlite.h"

enum { PRIVATE = 0600 };

/* Files that SQLite may keep beside a file. */
static const char *const ends[] = {"-wal", "-shm", "-journal"};

static enum store_status fail_errno(struct partial *partial, const char *path)
{
    int error = errno;
    text_string(partial->why, path);
    text_string(partial->why, ": ");
    text_string(partial->why, strerror(error));
    if (error == ENOSPC || error == EDQUOT)
        return STORE_DISK_FULL;
    return error == ENOENT ? STORE_ABSENT : STORE_IO;
}

static bool join(char out[STORE_PATH_MAX], const char *path, const char *end)
{
    struct text text;
    text_init(&text, out, STORE_PATH_MAX);
    text_string(&text, path);
    text_string(&text, end);
    return !text.overflow;
}

static enum store_status drop_beside(struct partial *partial, const char *name)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[STORE_PATH_MAX];
        if (join(path, name, ends[i]) && unlink(path) != 0 && errno != ENOENT)
            return fail_errno(partial, path);
    }
    return STORE_OK;
}

static enum store_status refuse(struct partial *partial, const char *what)
{
    text_string(partial->why, partial->to);
    text_string(partial->why, ": ");
    text_string(partial->why, what);
    return STORE_EXISTS;
}

/* The target must not be the source file or part of its log. */
static bool is_part_of_source(const struct partial *partial)
{
    char from[STORE_PATH_MAX], part[STORE_PATH_MAX];
    if (!partial->from || !realpath(partial->from, from))
        return false;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (join(part, from, ends[i]) && string_equal(part, partial->name))
            return true;
    return false;
}

/* The real path of a name that may not exist yet. */
static bool find_name(const char *to, char out[STORE_PATH_MAX])
{
    char folder[STORE_PATH_MAX], real[STORE_PATH_MAX];
    if (realpath(to, out))
        return true;
    if (errno != ENOENT || !join(folder, to, ""))
        return false;
    char *slash = strrchr(folder, '/');
    const char *last = slash ? to + (slash - folder) + 1 : to;
    if (slash)
        slash[slash == folder] = '\0';
    if (!realpath(slash ? folder : ".", real))
        return false;
    errno = ENAMETOOLONG;
    return join(folder, string_equal(real, "/") ? "" : real, "/") && join(out, folder, last);
}

enum store_status partial_check(struct partial *partial)
{
    struct stat from, to, link;
    if (partial->from && stat(partial->from, &from) != 0)
        return fail_errno(partial, partial->from);
    bool exists = stat(partial->to, &to) == 0;
    if (!exists && errno != ENOENT)
        return fail_errno(partial, partial->to);
    if (!exists && lstat(partial->to, &link) == 0)
        return refuse(partial, "a link to nothing");
    if (!find_name(partial->to, partial->name))
        return fail_errno(partial, partial->to) == STORE_DISK_FULL ? STORE_DISK_FULL : STORE_IO;
    if (is_part_of_source(partial))
        return refuse(partial, "belongs to the file that is read");
    if (!exists)
        return STORE_OK;
    if (partial->from && from.st_dev == to.st_dev && from.st_ino == to.st_ino)
        return refuse(partial, "the same file");
    if (!S_ISREG(to.st_mode) || !partial->force)
        return refuse(partial, "exists");
    struct lock lock;
    enum store_status status = lock_take(&lock, partial->name, LOCK_LOOK, partial->why);
    lock_drop(&lock);
    return status;
}

enum store_status partial_create(struct partial *partial)
{
    if (!join(partial->path, partial->name, "-partial")) {
        errno = ENAMETOOLONG;
        return fail_errno(partial, partial->to);
    }
    enum store_status status = lock_take(&partial->lock, partial->path, LOCK_OWN, partial->why);
    if (status == STORE_LOCKED)
        return STORE_BUSY;
    if (status != STORE_OK)
        return status;
    partial->made = true;
    /* Discard what a killed process may have left. */
    if (ftruncate(partial->lock.file, 0) != 0 || fchmod(partial->lock.file, PRIVATE) != 0)
        return fail_errno(partial, partial->path);
    return drop_beside(partial, partial->path);
}

static enum store_status sync_folder(struct partial *partial)
{
    char folder[STORE_PATH_MAX];
    join(folder, partial->name, "");
    char *slash = strrchr(folder, '/'); /* exists: it is a full path */
    slash[slash == folder] = '\0';
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum store_status status =
        file >= 0 && fsync(file) == 0 ? STORE_OK : fail_errno(partial, folder);
    if (file >= 0)
        close(file);
    return status;
}

bool partial_step_aside(struct partial *partial, const char *end)
{
    char beside[STORE_PATH_MAX];
    if (access(partial->name, F_OK) != 0)
        return false;
    CHECK(join(beside, partial->name, end)); /* no longer than -partial, which fitted */
    join(partial->name, beside, "");
    return true;
}

/* Somebody may have created the target meanwhile. An existing target is locked, so that no server
 * starts with a file that is about to lose its name. */
static enum store_status lock_target(struct partial *partial, struct lock *lock)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = lock_take(lock, partial->name, LOCK_LOOK, &why);
    if (status == STORE_ABSENT)
        return STORE_OK;
    if (status == STORE_OK)
        return partial->force ? STORE_OK : refuse(partial, "exists");
    text_string(partial->why, buffer);
    return status;
}

/* An old target's log must not be mistaken for the copy's. */
static enum store_status replace(struct partial *partial)
{
    struct lock lock;
    enum store_status status = lock_target(partial, &lock);
    if (status == STORE_OK)
        status = drop_beside(partial, partial->name);
    if (status == STORE_OK && rename(partial->path, partial->name) != 0)
        status = fail_errno(partial, partial->name);
    partial->made = partial->made && status != STORE_OK;
    lock_drop(&lock);
    return status;
}

enum store_status partial_give_name(struct partial *partial, int64_t *size)
{
    struct stat done;
    if (fstat(partial->lock.file, &done) != 0)
        return fail_errno(partial, partial->path);
    if (fsync(partial->lock.file) != 0)
        return fail_errno(partial, partial->path);
    enum store_status status = replace(partial);
    if (status == STORE_OK)
        *size = done.st_size;
    return status == STORE_OK ? sync_folder(partial) : status;
}

void partial_drop(struct partial *partial)
{
    if (partial->made)
        unlink(partial->path);
    partial->made = false;
    lock_drop(&partial->lock);
}
