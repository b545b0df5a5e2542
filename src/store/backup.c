/* SPDX-License-Identifier: MIT */
/*
 * A copy of a store's file while it is in use.
 *
 *     from ──one read transaction──> to-partial ──checked──> to, or to-damaged beside an older to
 *
 * The read transaction stays open from the first page to the last. So the copy is of one moment,
 * and pages that are written meanwhile do not make it start over; what they cost is a log that
 * cannot shrink until the copy is done.
 */
#include "store/partial.h"
#include "store/sqlite.h"

enum {
    STEP_PAGES = 512,
    WAIT_MS = 50,
    WAITS_MAX = 200, /* ten seconds without a single page */
};

struct copying {
    const struct store_backup *backup;
    struct text *why;
    sqlite3 *from, *to;
    struct partial partial;
    int64_t damaged; /* rows, in a sound structure */
};

static enum store_status fail_sqlite(struct copying *copying, sqlite3 *db, int code)
{
    sqlite_say(db, copying->why);
    return sqlite_status_of(db, code);
}

/* ---- before ---- */

static enum store_status open_from(struct copying *copying)
{
    const char *path = copying->backup->from;
    int code = sqlite3_open_v2(path, &copying->from, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(copying->from, BUSY_MS);
    if (code == SQLITE_OK) /* nothing is written to what is copied: its log may need log_settle */
        code = sqlite3_db_config(copying->from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(copying->from, "PRAGMA query_only = 1; BEGIN", NULL, NULL, NULL);
    if (code != SQLITE_OK)
        return fail_sqlite(copying, copying->from, code);
    return sqlite_check_ours(copying->from, false, copying->why); /* its read starts the moment */
}

static enum store_status open_to(struct copying *copying)
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

/* Structure and content: a copy that nobody could go back to is none. One whose rows are damaged is
 * one, or a single such row would mean that there are no copies of the others any more. */
static enum store_status check_copy(struct copying *copying)
{
    int64_t version = 0;
    enum store_status status =
        sqlite_check_structure(copying->to, "quick_check", SQLITE_FILE, copying->why);
    int code = sqlite_number(copying->to, "PRAGMA user_version", &version);
    if (status == STORE_OK && code != SQLITE_OK)
        status = fail_sqlite(copying, copying->to, code);
    if (status == STORE_OK && version >= schema_version) /* older ones have no sums */
        status = sqlite_check_sums(copying->to, &copying->damaged, copying->why);
    return status;
}

enum store_status store_backup(const struct store_backup *backup, struct store_copy *copy,
                               struct text *why)
{
    struct copying copying = {
        .backup = backup,
        .why = why,
        .partial = {.from = backup->from, .to = backup->to, .force = backup->force, .why = why},
    };
    enum store_status status = partial_check(&copying.partial);
    *copy = (struct store_copy){0};
    if (status == STORE_OK)
        status = open_from(&copying);
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
    if (whole && copying.damaged > 0) /* what it would write over may be the last that is sound */
        copy->beside = partial_step_aside(&copying.partial, STORE_BESIDE);
    if (whole) {
        enum store_status named = partial_give_name(&copying.partial, &copy->size);
        status = named == STORE_OK ? status : named;
    }
    partial_drop(&copying.partial);
    return status;
}
