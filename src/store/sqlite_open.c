/* SPDX-License-Identifier: MIT */
/*
 * Opening a file of the SQLite back end: whose it is, which version, and who else has it.
 *
 * The lock is a file of its own (`DATA-lock`): SQLite's locks on the main file are POSIX locks,
 * which a process loses when it closes any descriptor of that file, so nobody but SQLite opens it.
 * The kernel lets go of the lock when the process ends, however it ends. Readers, such as a
 * backup, need no lock.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/sqlite.h"

enum { PATH_SIZE_MAX = 4096, OWNER_MAX = 24, PRIVATE = 0600 };

enum store_status sqlite_status(int code)
{
    switch (code & 0xff) { /* the primary code */
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return STORE_OK;
    case SQLITE_CONSTRAINT: return STORE_CONFLICT;
    case SQLITE_FULL: return STORE_DISK_FULL;
    case SQLITE_CORRUPT: return STORE_CORRUPT;
    case SQLITE_NOTADB: return STORE_FOREIGN;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: return STORE_BUSY;
    case SQLITE_NOMEM: return STORE_NO_MEMORY;
    }
    return STORE_IO;
}

static bool is_full(int error)
{
    return error == ENOSPC || error == EDQUOT;
}

/* What the system said when a file last failed; 0: nothing. */
static int file_errno(sqlite3_file *file)
{
    int error = 0;
    if (!file || !file->pMethods ||
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) != SQLITE_OK)
        return 0;
    return error;
}

/* To the library a quota that is used up, or a disk that turns out to be full only at a sync, is an
 * error like any other; to people it is a full disk. */
enum store_status sqlite_status_of(sqlite3 *db, int code)
{
    sqlite3_file *main_file = NULL, *log = NULL;
    if (!db || ((code & 0xff) != SQLITE_IOERR && (code & 0xff) != SQLITE_CANTOPEN))
        return sqlite_status(code);
    sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &main_file);
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (is_full(sqlite3_system_errno(db)) || is_full(file_errno(main_file)) ||
        is_full(file_errno(log)))
        return STORE_DISK_FULL;
    return sqlite_status(code);
}

enum store_status sqlite_errno_status(int error)
{
    return is_full(error) ? STORE_DISK_FULL : STORE_IO;
}

void sqlite_say(sqlite3 *db, struct text *out)
{
    int error = db ? sqlite3_system_errno(db) : 0;
    text_string(out, db ? sqlite3_errmsg(db) : "no memory");
    text_string(out, " (SQLite ");
    text_number(out, db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM);
    if (error != 0) {
        text_string(out, ", errno ");
        text_number(out, error);
    }
    text_char(out, ')');
}

/* The first row's first column, as a text and as a number. */
static int first_row(sqlite3 *db, const char *sql, int64_t *number, struct text *text)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(statement);
    if (code == SQLITE_ROW && number)
        *number = sqlite3_column_int64(statement, 0);
    const char *found = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (found && text)
        text_string(text, found);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int sqlite_number(sqlite3 *db, const char *sql, int64_t *out)
{
    *out = 0;
    return first_row(db, sql, out, NULL);
}

int sqlite_text(sqlite3 *db, const char *sql, struct text *out)
{
    text_clear(out);
    return first_row(db, sql, NULL, out);
}

/* ---- the lock ---- */

static void tell_owner(int lock, struct text *why)
{
    char owner[OWNER_MAX] = "";
    text_string(why, "another process has this file open");
    if (pread(lock, owner, sizeof owner - 1, 0) > 0) {
        text_string(why, ": ");
        text_bytes(why, owner, strcspn(owner, "\n"));
    }
}

static void write_owner(int lock)
{
    char owner[OWNER_MAX];
    struct text text;
    text_init(&text, owner, sizeof owner);
    text_string(&text, "process ");
    text_number(&text, getpid());
    text_char(&text, '\n');
    /* It only makes the refusal of somebody else more helpful. */
    if (ftruncate(lock, 0) != 0 || pwrite(lock, text.bytes, text.size, 0) < 0)
        return;
}

int sqlite_lock(const char *path, enum store_status *status, struct text *why)
{
    char name[PATH_SIZE_MAX];
    struct text text;
    text_init(&text, name, sizeof name);
    text_string(&text, path);
    text_string(&text, "-lock");
    int lock = text.overflow ? -1 : open(name, O_RDWR | O_CREAT | O_CLOEXEC, PRIVATE);
    if (lock < 0) {
        *status = text.overflow ? STORE_IO : sqlite_errno_status(errno);
        text_string(why, name);
        text_string(why, ": ");
        text_string(why, text.overflow ? "too long" : strerror(errno));
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) {
        write_owner(lock);
        return lock;
    }
    *status = STORE_LOCKED;
    tell_owner(lock, why);
    close(lock);
    return -1;
}

/* ---- whose it is, and how old ---- */

enum store_status sqlite_check_ours(sqlite3 *db, bool empty_too, struct text *why)
{
    int64_t owner = 0, things = 0;
    int code = sqlite_number(db, "PRAGMA application_id", &owner);
    if (code == SQLITE_OK)
        code = sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &things);
    if (code != SQLITE_OK) {
        sqlite_say(db, why);
        return sqlite_status_of(db, code);
    }
    if (owner == APPLICATION_ID || (empty_too && things == 0))
        return STORE_OK;
    if (sqlite_has_schema(db, schema_version)) {
        text_string(why, "the header does not say whose it is, but its tables are Kufsa's");
        return STORE_CORRUPT;
    }
    text_string(why, "a database, but not one of Kufsa's");
    return STORE_FOREIGN;
}

static int run_number(sqlite3 *db, const char *sql, int64_t number)
{
    char buffer[64];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    text_string(&text, sql);
    text_number(&text, number);
    return sqlite3_exec(db, buffer, NULL, NULL, NULL);
}

static int migrate_once(sqlite3 *db, const char *sql, int version)
{
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = run_number(db, "PRAGMA application_id = ", APPLICATION_ID);
    if (code == SQLITE_OK)
        code = run_number(db, "PRAGMA user_version = ", version);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return code;
}

enum store_status sqlite_migrate(sqlite3 *db, const char *const *migrations, int count,
                                 struct text *why)
{
    int64_t version = 0;
    int code = sqlite_number(db, "PRAGMA user_version", &version);
    if (code == SQLITE_OK && version != schema_version && sqlite_has_schema(db, schema_version)) {
        text_string(why, "the header says version ");
        text_number(why, version);
        text_string(why, ", but the tables are of version ");
        text_number(why, schema_version);
        return STORE_CORRUPT;
    }
    if (code == SQLITE_OK && version > count) {
        text_string(why, "the file has version ");
        text_number(why, version);
        text_string(why, " of the schema, this program knows ");
        text_number(why, count);
        return STORE_NEWER;
    }
    /* A step believes what it finds, so it must not find damage. */
    if (code == SQLITE_OK && version > 0 && version < count) {
        enum store_status status = sqlite_check_structure(db, "quick_check", SQLITE_FILE, why);
        if (status != STORE_OK)
            return status;
    }
    for (int next = (int)version; code == SQLITE_OK && next < count; next++)
        code = migrate_once(db, migrations[next], next + 1);
    if (code == SQLITE_OK)
        return STORE_OK;
    sqlite_say(db, why);
    enum store_status status = sqlite_status_of(db, code);
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
