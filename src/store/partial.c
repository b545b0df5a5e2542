/* SPDX-License-Identifier: MIT */
/* A new file that gets its name when it is complete. */
#define _DEFAULT_SOURCE
#include "store/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "store/sqlite.h"

enum { PRIVATE = 0600 };

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

static bool join(char out[PATH_SIZE_MAX], const char *path, const char *end)
{
    struct text text;
    text_init(&text, out, PATH_SIZE_MAX);
    text_string(&text, path);
    text_string(&text, end);
    return !text.overflow;
}

/* A target that a server has open would take its log for the copy's. */
static enum store_status check_unused(struct partial *partial)
{
    const char *to = partial->to;
    char lock_path[PATH_SIZE_MAX];
    enum store_status status = STORE_OK;
    if (!join(lock_path, to, "-lock") || access(lock_path, F_OK) != 0)
        return STORE_OK;
    int lock = sqlite_lock(to, &status, partial->why);
    if (lock >= 0)
        close(lock);
    return status;
}

enum store_status partial_check(struct partial *partial)
{
    struct stat from, to;
    if (stat(partial->from, &from) != 0)
        return fail_errno(partial, partial->from);
    if (stat(partial->to, &to) != 0)
        return errno == ENOENT ? STORE_OK : fail_errno(partial, partial->to);
    bool same = from.st_dev == to.st_dev && from.st_ino == to.st_ino;
    if (same || !S_ISREG(to.st_mode) || !partial->force) {
        text_string(partial->why, partial->to);
        text_string(partial->why, same ? ": the same file" : ": exists");
        return STORE_EXISTS;
    }
    return check_unused(partial);
}

enum store_status partial_create(struct partial *partial)
{
    if (!join(partial->path, partial->to, "-partial")) {
        errno = ENAMETOOLONG;
        return fail_errno(partial, partial->to);
    }
    /* What is left of one that was killed is worth nothing. */
    if (unlink(partial->path) != 0 && errno != ENOENT)
        return fail_errno(partial, partial->path);
    int file = open(partial->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PRIVATE);
    if (file < 0) {
        enum store_status status = fail_errno(partial, partial->path);
        return status == STORE_ABSENT ? STORE_IO : status; /* its folder is, not the source */
    }
    close(file);
    partial->made = true;
    return STORE_OK;
}

static enum store_status sync_path(struct partial *partial, const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0)
        return fail_errno(partial, path);
    enum store_status status = fsync(file) == 0 ? STORE_OK : fail_errno(partial, path);
    close(file);
    return status;
}

static enum store_status sync_folder(struct partial *partial)
{
    char folder[PATH_SIZE_MAX];
    join(folder, partial->to, "");
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    return sync_path(partial, slash ? folder : ".", O_RDONLY | O_DIRECTORY);
}

/* An old target's log must not be taken for the copy's. */
static enum store_status drop_old(struct partial *partial)
{
    static const char *const ends[] = {"-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[PATH_SIZE_MAX];
        if (join(path, partial->to, ends[i]) && unlink(path) != 0 && errno != ENOENT)
            return fail_errno(partial, path);
    }
    return STORE_OK;
}

bool partial_step_aside(struct partial *partial, const char *end)
{
    if (access(partial->to, F_OK) != 0)
        return false;
    CHECK(join(partial->beside, partial->to, end)); /* no longer than -partial, which fitted */
    partial->to = partial->beside;
    return true;
}

enum store_status partial_give_name(struct partial *partial, int64_t *size)
{
    struct stat done;
    if (stat(partial->path, &done) != 0)
        return fail_errno(partial, partial->path);
    enum store_status status = sync_path(partial, partial->path, O_RDONLY);
    if (status == STORE_OK)
        status = partial_check(partial); /* somebody may have been quicker */
    if (status == STORE_OK)
        status = drop_old(partial);
    if (status == STORE_OK && rename(partial->path, partial->to) != 0)
        status = fail_errno(partial, partial->to);
    if (status != STORE_OK)
        return status;
    partial->made = false;
    *size = done.st_size;
    return sync_folder(partial);
}

void partial_drop(struct partial *partial)
{
    if (partial->made)
        unlink(partial->path);
    partial->made = false;
}
