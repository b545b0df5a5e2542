/* SPDX-License-Identifier: MIT */
/* What the files of the SQLite back end share. */
#ifndef KUFSA_STORE_SQLITE_H
#define KUFSA_STORE_SQLITE_H

#include <sqlite3.h>
#include <stdatomic.h>

#include "store/backend.h"
#include "store/row.h"

enum {
    APPLICATION_ID = 0x4b756673, /* PRAGMA application_id: "Kufs" */
    BUSY_MS = 2000,              /* how long a connection waits for somebody else's lock */
};

/* One for each statement that is kept prepared; its SQL is in sqlite.c or sqlite_read.c. */
enum write_statement {
    WRITE_BEGIN,
    WRITE_COMMIT,
    WRITE_ROLLBACK,
    WRITE_CREATE,
    WRITE_LOOK,
    WRITE_CHANGE,
    WRITE_APPEND,
    WRITE_TOKEN_ADD,
    WRITE_TOKEN_REVOKE,
    WRITE_RECORD_ADD,
    WRITE_META_SET,
    WRITE_STALE,
    WRITE_DROP_EVENTS,
    WRITE_DROP_TOKENS,
    WRITE_DROP_RECORDS,
    WRITE_DROP_TABLE,
    WRITE_STATEMENTS,
};

enum read_statement {
    READ_TABLE,
    READ_UNFINISHED_CODE,
    READ_FINISHED_CODE,
    READ_UNFINISHED,
    READ_EVENTS,
    READ_TOKEN,
    READ_TOKENS,
    READ_RECORD,
    READ_LAST_RECORD,
    READ_META,
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
    int lock; /* the descriptor of the lock file */
    struct connection write, read;
    int64_t damaged;    /* tables, when it was opened */
    uint32_t log_found; /* frames in the log that was there */
    int log_pages;      /* of the log that are not yet in the main file; the writer's */
    _Atomic uint64_t log_bytes;
};

extern const char *const schema_migrations[];
extern const int schema_version;

/* Makes version `count` out of whatever older one, each step a transaction. */
enum store_status sqlite_migrate(sqlite3 *, const char *const *migrations, int count,
                                 struct text *why);

/* What an error of the library means to us. */
enum store_status sqlite_status(int code);
/* The same for the connection's last failure: what the system said about the disk counts too. */
enum store_status sqlite_status_of(sqlite3 *, int code);
/* And of a call of our own. */
enum store_status sqlite_errno_status(int error);

/* Writes what the connection says about its last failure. */
void sqlite_say(sqlite3 *, struct text *);

/* Row values as this program writes them: all columns, in the order of the schema. */
#define TABLE_COLUMNS "id, code, finished, seq, created_ms, changed_ms, setup, chain, sum"
#define EVENT_COLUMNS "table_id, seq, at_ms, bytes, sum"
#define TOKEN_COLUMNS "hash, table_id, seat, role, sum"
#define RECORD_COLUMNS "table_id, n, text, sum"
#define META_COLUMNS "name, value, sum"
void sqlite_values(sqlite3_stmt *, struct value *, int count);

/* Is the structure whole: of one table and its indexes, or with SQLITE_FILE of all? quick_check
 * does not ask whether indexes have every row, and takes a tenth of integrity_check's time. */
#define SQLITE_FILE "1"
enum store_status sqlite_check_structure(sqlite3 *, const char *pragma, const char *of,
                                         struct text *why);

/* Is the schema exactly what the first `version` migrations make? */
bool sqlite_has_schema(sqlite3 *, int version);

/* What is worth knowing before the first read, and takes little time however many events there are:
 * the schema, the structure of `tables` and its indexes, and the sums in it. *damaged: rows whose
 * sums are wrong. */
enum store_status sqlite_check_start(sqlite3 *, int64_t *damaged, struct text *why);

/* Are the sums of all rows right? *damaged: how many of the first kind that has such rows are not,
 * with CORRUPT; 0 if it was SQLite that could not read them. */
enum store_status sqlite_check_sums(sqlite3 *, int64_t *damaged, struct text *why);

/* Gives the connection kufsa_fill_sums(), which a migration calls. */
int sqlite_add_fill(sqlite3 *);

/* One number or text, such as a pragma's. SQLite's code. */
int sqlite_number(sqlite3 *, const char *sql, int64_t *);
int sqlite_text(sqlite3 *, const char *sql, struct text *);

/* Is it a file of ours? A file without anything in it may become one. */
enum store_status sqlite_check_ours(sqlite3 *, bool empty_too, struct text *why);

/* Takes `path`-lock for this process: a descriptor, or -1 and *status. */
int sqlite_lock(const char *path, enum store_status *status, struct text *why);

/* The SQL of each read_statement; connection_prepare keeps them. */
extern const char *const sqlite_read_sql[READ_STATEMENTS];
enum store_status connection_prepare(struct connection *, const char *const *sql, int count);
enum store_status connection_fail(struct connection *, int code); /* keeps why */
void connection_close(struct connection *);

enum store_status read_table(struct store_home *, int64_t, struct store_table *);
enum store_status read_table_by_code(struct store_home *, const char *, struct store_table *);
enum store_status read_setup(struct store_home *, int64_t, struct text *);
enum store_status read_unfinished(struct store_home *, store_each_table *, void *);
enum store_status read_events(struct store_home *, int64_t, int64_t, store_each_event *, void *);
enum store_status read_token(struct store_home *, const uint8_t *, struct store_token *);
enum store_status read_tokens(struct store_home *, int64_t, store_each_token *, void *);
enum store_status read_record(struct store_home *, int64_t, int64_t, struct text *);
enum store_status read_meta(struct store_home *, const char *, struct text *);
enum store_status read_counts(struct store_home *, struct store_counts *);
const char *read_why(const struct store_home *);

#endif
