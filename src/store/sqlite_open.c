/* SPDX-License-Identifier: MIT */
/* Opens a file of the SQLite back end: is it ours, and which version? */
#include <errno.h>

#include "store/log.h"
#include "store/sqlite.h"

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

/* The system's error when a file last failed; 0: none. */
static int file_errno(sqlite3_file *file)
{
    int error = 0;
    if (!file || !file->pMethods ||
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) != SQLITE_OK)
        return 0;
    return error;
}

/* To SQLite an exhausted quota, or a disk that turns out to be full only at a sync, is an I/O error
 * like any other; to people it is a full disk. */
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

/* ---- is it ours, and which version? ---- */

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
    if (sqlite_has_schema(db)) {
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

int sqlite_set_version(sqlite3 *db, int64_t version)
{
    return run_number(db, "PRAGMA user_version = ", version);
}

int sqlite_mark_copy(sqlite3 *db)
{
    static const char name[] = STORE_RESTORED, value[] = "0";
    sqlite3_stmt *put;
    int code = sqlite3_prepare_v2(
        db, "INSERT OR REPLACE INTO meta (" META_COLUMNS ") VALUES (?1, ?2, ?3)", -1, &put, NULL);
    if (code != SQLITE_OK)
        return code;
    sqlite3_bind_text(put, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_blob(put, 2, value, sizeof value - 1, SQLITE_STATIC);
    sqlite3_bind_int64(put, 3, sum_meta(name, sizeof name - 1, value, sizeof value - 1));
    sqlite3_step(put);
    return sqlite3_finalize(put);
}

int sqlite_open_alone(const char *path, sqlite3 **db)
{
    int keep = 1;
    int code = sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_file_control(*db, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
    if (code == SQLITE_OK)
        code = sqlite3_exec(*db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    return code;
}

static int make_schema(sqlite3 *db)
{
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, schema_sql, NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = run_number(db, "PRAGMA application_id = ", APPLICATION_ID);
    if (code == SQLITE_OK)
        code = sqlite_set_version(db, SCHEMA_VERSION);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    return code;
}

enum store_status sqlite_check_version(sqlite3 *db, struct text *why)
{
    int64_t version = 0;
    int code = sqlite_number(db, "PRAGMA user_version", &version);
    if (code != SQLITE_OK) {
        sqlite_say(db, why);
        return sqlite_status_of(db, code);
    }
    version &= ~LOG_MARK;
    if (version == SCHEMA_VERSION)
        return STORE_OK;
    bool ours = sqlite_has_schema(db);
    text_string(why, ours ? "the header says version " : "the file has schema version ");
    text_number(why, version);
    text_string(why,
                ours ? ", but the tables are of version " : ", but this program knows version ");
    text_number(why, SCHEMA_VERSION);
    return ours ? STORE_CORRUPT : STORE_NEWER;
}

enum store_status sqlite_make_schema(sqlite3 *db, struct text *why)
{
    int64_t things = 0;
    int code = sqlite_number(db, "SELECT count(*) FROM sqlite_schema", &things);
    if (code == SQLITE_OK && things > 0)
        return sqlite_check_version(db, why);
    if (code == SQLITE_OK)
        code = make_schema(db);
    if (code == SQLITE_OK)
        return STORE_OK;
    sqlite_say(db, why);
    enum store_status status = sqlite_status_of(db, code);
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}
