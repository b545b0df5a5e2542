/* SPDX-License-Identifier: MIT */
/* Locks on files, whatever their names. The kernel releases a lock when its process ends. */
#define _GNU_SOURCE /* open file description locks, and statx */
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "store/sqlite.h"

_Static_assert(STORE_PATH_MAX >= PATH_MAX, "realpath needs it");

enum {
    PRIVATE = 0600,           /* the file holds keys of deals and a server's secret */
    SQLITE_BYTE = 0x40000000, /* where SQLite's own locks are */
    SQLITE_BYTES = 512,
    LOCK_BYTE = SQLITE_BYTE + SQLITE_BYTES,
    TRIES = 10,
};

/* Locks held by this process. */
static pthread_mutex_t held_lock = PTHREAD_MUTEX_INITIALIZER;
static struct lock *held;

static bool is_same(const struct lock *lock, const struct stat *status)
{
    return lock->device == status->st_dev && lock->inode == status->st_ino;
}

static bool is_held(const char *path)
{
    struct stat status;
    bool found = false;
    if (stat(path, &status) != 0)
        return false;
    pthread_mutex_lock(&held_lock);
    for (const struct lock *lock = held; lock; lock = lock->next)
        found = found || is_same(lock, &status);
    pthread_mutex_unlock(&held_lock);
    return found;
}

static void hold(struct lock *lock)
{
    pthread_mutex_lock(&held_lock);
    lock->next = held;
    held = lock;
    pthread_mutex_unlock(&held_lock);
}

static enum store_status fail(const char *path, int error, enum lock_kind kind, struct text *why)
{
    text_string(why, path);
    text_string(why, ": ");
    text_string(why, strerror(error));
    if (error == ENOENT && kind == LOCK_LOOK)
        return STORE_ABSENT;
    return sqlite_errno_status(error);
}

/* SQLite's locks name the process that holds them. */
static enum store_status refuse(int file, pid_t owner, struct text *why)
{
    struct flock theirs = {
        .l_type = F_WRLCK,
        .l_whence = SEEK_SET,
        .l_start = SQLITE_BYTE,
        .l_len = SQLITE_BYTES,
    };
    if (owner == 0 && fcntl(file, F_GETLK, &theirs) == 0 && theirs.l_type != F_UNLCK)
        owner = theirs.l_pid;
    text_string(why, "another process has this file open");
    if (owner > 0) {
        text_string(why, ": process ");
        text_number(why, owner);
    }
    return STORE_LOCKED;
}

/* A lock of the open file, not of the process, so that closing another descriptor does not release
 * it. */
static int lock_byte(int file, enum lock_kind kind)
{
    struct flock wanted = {
        .l_type = kind == LOCK_OWN ? F_WRLCK : F_RDLCK,
        .l_whence = SEEK_SET,
        .l_start = LOCK_BYTE,
        .l_len = 1,
    };
    return fcntl(file, F_OFD_SETLK, &wanted) == 0 ? 0 : errno;
}

/* *moved: the name led to another file by the time the lock was taken. */
static enum store_status take_open(struct lock *lock, const char *path, enum lock_kind kind,
                                   bool *moved, struct text *why)
{
    struct stat status, named;
    if (fstat(lock->file, &status) != 0)
        return fail(path, errno, kind, why);
    if (!S_ISREG(status.st_mode))
        return fail(path, S_ISDIR(status.st_mode) ? EISDIR : EINVAL, kind, why);
    int error = lock_byte(lock->file, kind);
    if (error == EAGAIN || error == EACCES)
        return refuse(lock->file, 0, why);
    if (error != 0)
        return fail(path, error, kind, why);
    lock->device = status.st_dev;
    lock->inode = status.st_ino;
    *moved = !realpath(path, lock->path) || stat(lock->path, &named) != 0 || !is_same(lock, &named);
    return STORE_OK;
}

enum store_status lock_take(struct lock *lock, const char *path, enum lock_kind kind,
                            struct text *why)
{
    int flags = (kind == LOCK_OWN ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC | O_NONBLOCK;
    *lock = LOCK_NONE;
    for (int i = 0; i < TRIES; i++) {
        bool moved = false;
        if (is_held(path))
            return refuse(-1, getpid(), why);
        lock->file = open(path, flags, PRIVATE);
        if (lock->file < 0)
            return fail(path, errno, kind, why);
        enum store_status status = take_open(lock, path, kind, &moved, why);
        if (status == STORE_OK && !moved) {
            hold(lock);
            return STORE_OK;
        }
        close(lock->file);
        lock->file = -1;
        if (status != STORE_OK)
            return status;
    }
    return fail(path, EBUSY, kind, why); /* somebody keeps replacing it */
}

void lock_drop(struct lock *lock)
{
    if (lock->file < 0)
        return;
    pthread_mutex_lock(&held_lock);
    struct lock **at = &held;
    while (*at != lock) {
        CHECK(*at);
        at = &(*at)->next;
    }
    *at = lock->next;
    pthread_mutex_unlock(&held_lock);
    close(lock->file);
    lock->file = -1;
}

bool lock_is_named(const struct lock *lock)
{
    struct stat status;
    return stat(lock->path, &status) == 0 && is_same(lock, &status);
}

bool lock_is_mounted(const struct lock *lock)
{
    struct statx found;
    return statx(lock->file, "", AT_EMPTY_PATH, 0, &found) == 0 &&
           (found.stx_attributes & found.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0;
}
