/* SPDX-License-Identifier: MIT */
/*
 * A copy of a store's file while it is in use.
 *
 *     from ──one read transaction──> to-partial ──checked──> to
 *
 * The read transaction stays open from the first page to the last. So the copy is of one moment,
 * and pages that are written meanwhile do not make it start over; what they cost is a log that
 * cannot shrink until the copy is done.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite.h"

enum {
    STEP_PAGES = 512,
    WAIT_MS = 50,
    WAITS_MAX = 200, /* ten seconds without a single page */
    PATH_SIZE_MAX = 4096,
    PRIVATE = 0600,
};

struct copying {
    const struct store_backup *backup;
    struct text *why;
    sqlite3 *from, *to;
    char partial[PATH_SIZE_MAX];
    bool made; /* there is a partial file of ours */
};

static enum store_status fail_errno(struct copying *copying, const char *path)
{
    int error = errno;
    text_string(copying->why, path);
    text_string(copying->why, ": ");
    text_string(copying->why, strerror(error));
    if (error == ENOSPC || error == EDQUOT)
        return STORE_DISK_FULL;
    return error == ENOENT ? STORE_ABSENT : STORE_IO;
}

static enum store_status fail_sqlite(struct copying *copying, sqlite3 *db, int code)
{
    sqlite_say(db, copying->why);
    return sqlite_status_of(db, code);
}

static bool join(char out[PATH_SIZE_MAX], const char *path, const char *end)
{
    struct text text;
    text_init(&text, out, PATH_SIZE_MAX);
    text_string(&text, path);
    text_string(&text, end);
    return !text.overflow;
}

/* ---- before ---- */

/* A target that a server has open would take its log for the copy's. */
static enum store_status check_unused(struct copying *copying)
{
    const char *to = copying->backup->to;
    char lock_path[PATH_SIZE_MAX];
    enum store_status status = STORE_OK;
    if (!join(lock_path, to, "-lock") || access(lock_path, F_OK) != 0)
        return STORE_OK;
    int lock = sqlite_lock(to, &status, copying->why);
    if (lock >= 0)
        close(lock);
    return status;
}

static enum store_status check_paths(struct copying *copying)
{
    const struct store_backup *backup = copying->backup;
    struct stat from, to;
    if (stat(backup->from, &from) != 0)
        return fail_errno(copying, backup->from);
    if (!join(copying->partial, backup->to, "-partial")) {
        errno = ENAMETOOLONG;
        return fail_errno(copying, backup->to);
    }
    if (stat(backup->to, &to) != 0)
        return errno == ENOENT ? STORE_OK : fail_errno(copying, backup->to);
    bool same = from.st_dev == to.st_dev && from.st_ino == to.st_ino;
    if (same || !S_ISREG(to.st_mode) || !backup->force) {
        text_string(copying->why, backup->to);
        text_string(copying->why, same ? ": the same file" : ": exists");
        return STORE_EXISTS;
    }
    return check_unused(copying);
}

static enum store_status open_from(struct copying *copying)
{
    const char *path = copying->backup->from;
    int code = sqlite3_open_v2(path, &copying->from, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(copying->from, BUSY_MS);
    if (code == SQLITE_OK)
        code = sqlite3_exec(copying->from, "PRAGMA query_only = 1; BEGIN", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return fail_sqlite(copying, copying->from, code);
    return sqlite_check_ours(copying->from, false, copying->why); /* its read starts the moment */
}

static enum store_status open_to(struct copying *copying)
{
    /* What is left of a copy that was killed is worth nothing. */
    if (unlink(copying->partial) != 0 && errno != ENOENT)
        return fail_errno(copying, copying->partial);
    int file = open(copying->partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PRIVATE);
    if (file < 0) {
        enum store_status status = fail_errno(copying, copying->partial);
        return status == STORE_ABSENT ? STORE_IO : status; /* its folder is, not the source */
    }
    close(file);
    copying->made = true;
    int code = sqlite3_open_v2(copying->partial, &copying->to, SQLITE_OPEN_READWRITE, NULL);
    return code == SQLITE_OK ? STORE_OK : fail_sqlite(copying, copying->to, code);
}

/* ---- the copy ---- */

static bool is_waiting(int code)
{
    return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

static int copy_steps(struct copying *copying, sqlite3_backup *pages)
{
    const struct store_backup *backup = copying->backup;
    int code, waits = 0;
    do {
        code = sqlite3_backup_step(pages, STEP_PAGES);
        int64_t total = sqlite3_backup_pagecount(pages);
        int64_t done = total - sqlite3_backup_remaining(pages);
        if (backup->progress && !backup->progress(backup->context, done, total))
            return SQLITE_INTERRUPT;
        if (is_waiting(code))
            sqlite3_sleep(WAIT_MS);
        waits = is_waiting(code) ? waits + 1 : 0;
    } while (code == SQLITE_OK || (is_waiting(code) && waits < WAITS_MAX));
    return code;
}

static enum store_status copy_pages(struct copying *copying)
{
    sqlite3_backup *pages = sqlite3_backup_init(copying->to, "main", copying->from, "main");
    if (!pages)
        return fail_sqlite(copying, copying->to, sqlite3_errcode(copying->to));
    int stopped = copy_steps(copying, pages);
    int code = sqlite3_backup_finish(pages);
    if (code == SQLITE_OK && stopped != SQLITE_DONE)
        code = stopped; /* what finish does not know: we stopped, or waited long enough */
    return code == SQLITE_OK ? STORE_OK : fail_sqlite(copying, copying->to, code);
}

static enum store_status check_copy(struct copying *copying)
{
    char buffer[STORE_WHY_MAX];
    struct text answer;
    text_init(&answer, buffer, sizeof buffer);
    int code = sqlite_text(copying->to, "PRAGMA quick_check(1)", &answer);
    if (code != SQLITE_OK)
        return fail_sqlite(copying, copying->to, code);
    if (string_equal(answer.bytes, "ok"))
        return STORE_OK;
    text_string(copying->why, answer.bytes);
    return STORE_CORRUPT;
}

/* ---- after ---- */

static enum store_status sync_path(struct copying *copying, const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC);
    if (file < 0)
        return fail_errno(copying, path);
    enum store_status status = fsync(file) == 0 ? STORE_OK : fail_errno(copying, path);
    close(file);
    return status;
}

static enum store_status sync_folder(struct copying *copying)
{
    char folder[PATH_SIZE_MAX];
    join(folder, copying->backup->to, "");
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    return sync_path(copying, slash ? folder : ".", O_RDONLY | O_DIRECTORY);
}

/* An old target's log must not be taken for the copy's. */
static enum store_status drop_old(struct copying *copying)
{
    static const char *const ends[] = {"-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[PATH_SIZE_MAX];
        if (join(path, copying->backup->to, ends[i]) && unlink(path) != 0 && errno != ENOENT)
            return fail_errno(copying, path);
    }
    return STORE_OK;
}

static enum store_status give_name(struct copying *copying, int64_t *size)
{
    struct stat partial;
    if (stat(copying->partial, &partial) != 0)
        return fail_errno(copying, copying->partial);
    enum store_status status = sync_path(copying, copying->partial, O_RDONLY);
    if (status == STORE_OK)
        status = check_paths(copying); /* somebody may have been quicker */
    if (status == STORE_OK)
        status = drop_old(copying);
    if (status == STORE_OK && rename(copying->partial, copying->backup->to) != 0)
        status = fail_errno(copying, copying->backup->to);
    if (status != STORE_OK)
        return status;
    copying->made = false;
    *size = partial.st_size;
    return sync_folder(copying);
}

enum store_status store_backup(const struct store_backup *backup, int64_t *size, struct text *why)
{
    struct copying copying = {.backup = backup, .why = why};
    enum store_status status = check_paths(&copying);
    *size = 0;
    if (status == STORE_OK)
        status = open_from(&copying);
    if (status == STORE_OK)
        status = open_to(&copying);
    if (status == STORE_OK)
        status = copy_pages(&copying);
    if (status == STORE_OK)
        status = check_copy(&copying);
    sqlite3_close(copying.from);
    if (sqlite3_close(copying.to) != SQLITE_OK && status == STORE_OK)
        status = STORE_IO;
    if (status == STORE_OK)
        status = give_name(&copying, size);
    if (copying.made)
        unlink(copying.partial);
    return status;
}
