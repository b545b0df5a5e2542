/* SPDX-License-Identifier: MIT */
/* What the files of the SQLite back end share. */
#ifndef KUFSA_STORE_SQLITE_H
#define KUFSA_STORE_SQLITE_H

#include <sqlite3.h>
#include <stdatomic.h>

#include "store/backend.h"
#include "store/lock.h"
#include "store/row.h"

enum {
    APPLICATION_ID = 0x4b756673, /* PRAGMA application_id: "Kufs" */
    BUSY_MS = 2000,              /* how long a connection waits for another's lock */
};

/* One for each prepared statement; the SQL is in sqlite.c or sqlite_read.c. */
enum write_statement {
    WRITE_BEGIN,
    WRITE_COMMIT,
    WRITE_ROLLBACK,
    WRITE_CREATE,
    WRITE_LOOK,
    WRITE_CHANGE,
    WRITE_APPEND,
    WRITE_RECORD_ADD,
    WRITE_META_SET,
    WRITE_STALE,
    WRITE_DROP_EVENTS,
    WRITE_DROP_RECORDS,
    WRITE_DROP_TABLE,
    WRITE_STATEMENTS,
};

enum read_statement {
    READ_TABLE,
    READ_UNFINISHED_CODE,
    READ_FINISHED_CODE,
    READ_UNFINISHED,
    READ_OLD,
    READ_EVENTS,
    READ_RECORD,
    READ_LAST_RECORD,
    READ_META,
    READ_TABLES,
    READ_RECORDS,
    READ_METAS,
    READ_COUNT_UNFINISHED,
    READ_COUNT_FINISHED,
    READ_STATEMENTS,
};

/* A connection and its statements, used by one thread. */
struct connection {
    sqlite3 *db;
    sqlite3_stmt *statements[WRITE_STATEMENTS > (int)READ_STATEMENTS ? WRITE_STATEMENTS
                                                                     : (int)READ_STATEMENTS];
    char why[STORE_WHY_MAX];
};

struct store_home {
    struct lock lock;
    struct connection write, read;
    int64_t damaged;    /* tables, when it was opened */
    uint32_t log_found; /* frames in the log that was there */
    int log_pages;      /* in the log, not yet in the main file; the writer's */
    bool open;          /* opened completely */
    bool marked;        /* the newest state has LOG_MARK (log.h) */
    _Atomic uint64_t log_bytes;
};

enum { SCHEMA_VERSION = 1 }; /* PRAGMA user_version */
extern const char schema_sql[];

/* NEWER: another version; CORRUPT: only its header says so. */
enum store_status sqlite_check_version(sqlite3 *, struct text *why);
/* Creates the tables in an empty file, or checks an existing file's version. */
enum store_status sqlite_make_schema(sqlite3 *, struct text *why);

/* What an SQLite error means to us. */
enum store_status sqlite_status(int code);
/* The same for the connection's last failure; also uses what the system said about the disk. */
enum store_status sqlite_status_of(sqlite3 *, int code);
/* The same for a system call of our own. */
enum store_status sqlite_errno_status(int error);

/* Writes the connection's message about its last failure. */
void sqlite_say(sqlite3 *, struct text *);

/* All columns of each kind of row, in the order of the schema. */
#define TABLE_COLUMNS "id, code, finished, seq, created_ms, changed_ms, chain, sum"
#define EVENT_COLUMNS "table_id, seq, at_ms, bytes, sum"
#define RECORD_COLUMNS "table_id, n, text, sum"
#define META_COLUMNS "name, value, sum"
void sqlite_values(sqlite3_stmt *, struct value *, int count);

/* Is the structure sound: of one table and its indexes, or of everything with SQLITE_FILE?
 * quick_check does not check that indexes have every row, and takes a tenth of integrity_check's
 * time. */
#define SQLITE_FILE "1"
enum store_status sqlite_check_structure(sqlite3 *, const char *pragma, const char *of,
                                         struct text *why);

/* Is the schema exactly what this program makes? */
bool sqlite_has_schema(sqlite3 *);

/* Checks what matters before the first read and is quick however many events there are: the schema,
 * the structure of `tables` and its indexes, and its sums. *damaged: rows whose sums are wrong. */
enum store_status sqlite_check_start(sqlite3 *, int64_t *damaged, struct text *why);

/* Are the sums of all rows right? If not, CORRUPT; *damaged is how many are wrong in the first kind
 * of rows that has any; 0 if SQLite could not read them. */
enum store_status sqlite_check_sums(sqlite3 *, int64_t *damaged, struct text *why);

int sqlite_set_version(sqlite3 *, int64_t version); /* SQLite's code */
int sqlite_mark_copy(sqlite3 *);                    /* STORE_RESTORED; SQLite's code */

/* The only connection, which therefore needs no index of the log: a full disk has no room for one.
 * The caller has the lock. It never removes the log. SQLite's code. */
int sqlite_open_alone(const char *path, sqlite3 **);

/* Reads one number or text, such as a pragma's. SQLite's code. */
int sqlite_number(sqlite3 *, const char *sql, int64_t *);
int sqlite_text(sqlite3 *, const char *sql, struct text *);

/* Is it our file? With `empty_too`, an empty one may become ours. */
enum store_status sqlite_check_ours(sqlite3 *, bool empty_too, struct text *why);

/* The SQL of each read_statement, for connection_prepare. */
extern const char *const sqlite_read_sql[READ_STATEMENTS];
enum store_status connection_prepare(struct connection *, const char *const *sql, int count);
enum store_status connection_fail(struct connection *, int code); /* remembers why */
void connection_close(struct connection *);

enum store_status read_table(struct store_home *, int64_t, struct store_table *);
enum store_status read_table_by_code(struct store_home *, const char *, struct store_table *);
enum store_status read_unfinished(struct store_home *, store_each_table *, void *);
enum store_status read_old(struct store_home *, int64_t, int64_t, store_each_table *, void *);
enum store_status read_events(struct store_home *, int64_t, int64_t, store_each_event *, void *);
enum store_status read_record(struct store_home *, int64_t, int64_t, struct text *);
enum store_status read_meta(struct store_home *, const char *, struct text *);
enum store_status read_counts(struct store_home *, struct store_counts *);
enum store_status read_tables(struct store_home *, int64_t *, store_each_table *, void *,
                              int64_t *);
enum store_status read_records(struct store_home *, int64_t, store_each_record *, void *);
enum store_status read_metas(struct store_home *, store_each_meta *, void *);
const char *read_why(const struct store_home *);

#endif
