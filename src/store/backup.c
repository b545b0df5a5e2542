/* SPDX-License-Identifier: MIT */
/*
 * Copies a store's file while it is in use.
 *
 *     from ──one read transaction──> to-partial ──checked──> to, or to-damaged beside an older to
 *
 * The read transaction stays open from the first page to the last. So the copy shows one moment,
 * and pages written meanwhile do not make it start over; the price is a log that cannot shrink
 * until the copy is done.
 */
#include <string.h>

#include "store/log.h"
#include "store/map.h"
#include "store/partial.h"
#include "store/sqlite.h"

enum {
    STEP_PAGES = 512,
    WAIT_MS = 50,
    WAITS_MAX = 200, /* ten seconds without a single page */
};

struct backup_copying {
    const struct store_backup *backup;
    struct text *why;
    struct lock lock; /* on the source, if it has to be copied alone */
    sqlite3 *from, *to;
    struct partial partial;
    int64_t damaged; /* rows, in a sound structure */
};

static enum store_status fail_sqlite(struct backup_copying *copying, sqlite3 *db, int code)
{
    sqlite_say(db, copying->why);
    return sqlite_status_of(db, code);
}

/* ---- before ---- */

/* While a server has the file open, its log is known to be sound and lies beside the name that the
 * server uses. Otherwise SQLite would silently drop everything after a damaged frame. */
static enum store_status check_source(struct backup_copying *copying)
{
    struct lock lock;
    enum store_status status = lock_take(&lock, copying->backup->from, LOCK_LOOK, copying->why);
    if (status == STORE_OK)
        status = log_check(lock.file, lock.path, NULL, copying->why);
    lock_drop(&lock);
    if (status != STORE_LOCKED)
        return status;
    text_clear(copying->why);
    return log_is_beside(copying->backup->from, copying->why);
}

/* The copy shows the moment of the first read. */
static enum store_status begin_copy(struct backup_copying *copying, int code)
{
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(copying->from, BUSY_MS);
    if (code == SQLITE_OK) /* nothing is written to the source: its log may need log_sync */
        code = sqlite3_db_config(copying->from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(copying->from, "PRAGMA query_only = 1; BEGIN", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return fail_sqlite(copying, copying->from, code);
    enum store_status status = sqlite_check_ours(copying->from, false, copying->why);
    return status == STORE_OK ? sqlite_check_version(copying->from, copying->why) : status;
}

static enum store_status open_from(struct backup_copying *copying)
{
    map_guard();
    const char *path = copying->backup->from;
    return begin_copy(copying, sqlite3_open_v2(path, &copying->from, SQLITE_OPEN_READWRITE, NULL));
}

/* A full disk has no room for the index of a log. No index is needed if nobody else has the
 * file. */
static enum store_status open_from_full(struct backup_copying *copying)
{
    sqlite3_close(copying->from);
    copying->from = NULL;
    text_clear(copying->why);
    enum store_status status =
        lock_take(&copying->lock, copying->backup->from, LOCK_LOOK, copying->why);
    if (status != STORE_OK)
        return status;
    return begin_copy(copying, sqlite_open_alone(copying->lock.path, &copying->from));
}

static enum store_status open_to(struct backup_copying *copying)
{
    enum store_status status = partial_create(&copying->partial);
    if (status != STORE_OK)
        return status;
    int code = sqlite3_open_v2(copying->partial.path, &copying->to, SQLITE_OPEN_READWRITE, NULL);
    return code == SQLITE_OK ? STORE_OK : fail_sqlite(copying, copying->to, code);
}

/* ---- the copy ---- */

static bool is_waiting(int code)
{
    return code == SQLITE_BUSY || code == SQLITE_LOCKED;
}

static int copy_steps(struct backup_copying *copying, sqlite3_backup *pages)
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

static enum store_status copy_pages(struct backup_copying *copying)
{
    sqlite3_backup *pages = sqlite3_backup_init(copying->to, "main", copying->from, "main");
    if (!pages)
        return fail_sqlite(copying, copying->to, sqlite3_errcode(copying->to));
    int stopped = copy_steps(copying, pages);
    int code = sqlite3_backup_finish(pages);
    if (code == SQLITE_OK && stopped != SQLITE_DONE)
        code = stopped; /* the backup did not fail: we stopped, or waited too long */
    return code == SQLITE_OK ? STORE_OK : fail_sqlite(copying, copying->to, code);
}

/* Checks structure and content: a copy that cannot be restored is useless. A copy with damaged rows
 * is still a copy; otherwise one such row would prevent copies of all others. */
static enum store_status check_copy(struct backup_copying *copying)
{
    enum store_status status =
        sqlite_check_structure(copying->to, "quick_check", SQLITE_FILE, copying->why);
    if (status != STORE_OK)
        return status;
    int code = sqlite_set_version(copying->to, SCHEMA_VERSION); /* without the log's mark */
    if (code == SQLITE_OK)
        code = sqlite_mark_copy(copying->to);
    if (code != SQLITE_OK)
        return fail_sqlite(copying, copying->to, code);
    return sqlite_check_sums(copying->to, &copying->damaged, copying->why);
}

enum store_status store_backup(const struct store_backup *backup, struct store_copy *copy,
                               struct text *why)
{
    struct backup_copying copying = {
        .backup = backup,
        .why = why,
        .lock = LOCK_NONE,
        .partial = {.from = backup->from,
                    .to = backup->to,
                    .force = backup->force,
                    .why = why,
                    .lock = LOCK_NONE},
    };
    enum store_status status = partial_check(&copying.partial);
    *copy = (struct store_copy){0};
    if (status == STORE_OK)
        status = check_source(&copying);
    if (status == STORE_OK)
        status = open_from(&copying);
    if (status == STORE_DISK_FULL)
        status = open_from_full(&copying);
    if (status == STORE_OK)
        status = open_to(&copying);
    if (status == STORE_OK)
        status = copy_pages(&copying);
    if (status == STORE_OK)
        status = check_copy(&copying);
    sqlite3_close(copying.from);
    bool whole = status == STORE_OK || copying.damaged > 0;
    if (sqlite3_close(copying.to) != SQLITE_OK && whole) {
        status = STORE_IO;
        whole = false;
    }
    memcpy(copy->name, copying.partial.name, sizeof copy->name);
    if (whole && copying.damaged > 0) /* the file it would replace may be the last sound copy */
        copy->beside = partial_step_aside(&copying.partial, STORE_BESIDE);
    if (whole) {
        enum store_status named = partial_give_name(&copying.partial, &copy->size);
        status = named == STORE_OK ? status : named;
    }
    partial_drop(&copying.partial);
    lock_drop(&copying.lock);
    return status;
}
