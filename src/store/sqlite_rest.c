/* SPDX-License-Identifier: MIT */
/*
 * Between transactions: the log gets room ahead of its content, and when it is long it is copied
 * into the main file and starts over.
 *
 * All of it is copied at once, on the writer's thread. If another connection copied while the
 * writer goes on, SQLite would count pages as copied before they are synced, and after a failed
 * sync nobody would write them again.
 */
#define _DEFAULT_SOURCE
#include <sys/statvfs.h>

#include "store/log.h"
#include "store/sqlite.h"

enum {
    PAGE_SIZE = 4096,
    LOG_FRAME = 24,        /* bytes in the log before each page */
    LOG_SHARE = 2,         /* the log may take 1/LOG_SHARE of the free space */
    GROW_LEAST = 64 << 10, /* bytes; SQLite writes less than 128 KiB at once */
    GROW_MOST = 4 << 20,
};

/* SQLite tells after each commit how long the log is. */
int sqlite_note_log(void *context, sqlite3 *db, const char *name, int pages)
{
    struct store_home *home = context;
    (void)db, (void)name;
    home->log_pages = pages;
    atomic_store(&home->log_bytes, (uint64_t)pages * (PAGE_SIZE + LOG_FRAME));
    return SQLITE_OK;
}

/* The log's room is used up, and its file has to grow: in few steps and ahead of its content, since
 * each sync of a file that has grown is a commit of the file system's journal, which waits for what
 * other programs write. Zeros are no frames, so nobody takes them for content. */
static void grow_log(struct store_home *home)
{
    static const char zeros[GROW_LEAST];
    sqlite3_file *log = NULL;
    sqlite3_int64 size = 0, used = (sqlite3_int64)atomic_load(&home->log_bytes);
    if (used + GROW_LEAST < home->log_room)
        return;
    sqlite3_file_control(home->write.db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (!log || !log->pMethods || log->pMethods->xFileSize(log, &size) != SQLITE_OK)
        return;
    sqlite3_int64 more = size < GROW_LEAST ? GROW_LEAST : size > GROW_MOST ? GROW_MOST : size;
    sqlite3_int64 end = used + GROW_LEAST < size ? size : size + more;
    while (size < end && log->pMethods->xWrite(log, zeros, GROW_LEAST, size) == SQLITE_OK)
        size += GROW_LEAST;
    home->log_room = size;
}

enum store_status sqlite_copy_log(struct store_home *home, int how)
{
    sqlite3 *db = home->write.db;
    int frames = -1;
    home->marked = home->marked || sqlite_set_version(db, SCHEMA_VERSION | LOG_MARK) == SQLITE_OK;
    sqlite3_busy_timeout(db, 0);
    int code = sqlite3_wal_checkpoint_v2(db, NULL, how, &frames, NULL);
    sqlite3_busy_timeout(db, BUSY_MS);
    if (code == SQLITE_OK && frames == 0) { /* it is empty now */
        sqlite_note_log(home, db, NULL, 0);
        home->log_room = 0;
    }
    return code == SQLITE_BUSY ? STORE_BUSY : sqlite_status(code);
}

/* The log's maximum length: the file must be able to grow by everything in it. */
static int log_limit(const struct store_home *home)
{
    struct statvfs disk;
    if (fstatvfs(home->lock.file, &disk) != 0)
        return home->log_long;
    uint64_t pages = (uint64_t)disk.f_bavail * disk.f_frsize / (PAGE_SIZE + LOG_FRAME) / LOG_SHARE;
    return pages < (uint64_t)home->log_long ? (int)pages : home->log_long;
}

/* If space is short, the log frees its own. */
enum store_status sqlite_rest(struct store_home *home, enum store_rest why)
{
    int limit = log_limit(home);
    if (why == REST_WRITTEN && limit == home->log_long)
        grow_log(home);
    bool nothing = home->log_pages == 0 || (why == REST_WRITTEN && home->log_pages < limit);
    if (nothing && why != REST_FULL)
        return STORE_OK;
    bool shrink = why != REST_WRITTEN || limit < home->log_long;
    return sqlite_copy_log(home, shrink ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE);
}
