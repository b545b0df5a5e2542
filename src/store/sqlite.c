/* SPDX-License-Identifier: MIT */
/*
 * The store in a file, with SQLite: writing.
 *
 * A transaction goes to the log (DATA-wal) and is durable when commit returns (synchronous=FULL).
 * The log is copied into the main file between transactions, when it has grown enough, so that no
 * commit waits for that. docs/decisions/012-store.md has the reasons.
 *
 * A commit that fails, even at its fsync, leaves the log's index unchanged: the next attempt writes
 * the same frames again and so makes their pages dirty again, which is what makes a second fsync
 * meaningful.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "store/log.h"
#include "store/map.h"
#include "store/sqlite.h"

enum {
    LOG_PAGES = 4096,     /* the log is copied at this length: 16 MiB */
    LOG_FRAME = 24,       /* bytes in the log before each page */
    LOG_SHARE = 2,        /* or earlier, at 1/LOG_SHARE of the free space */
    LENGTH_MAX = 4 << 20, /* of a row */
};

/* Do not trust a file to be what this program wrote. */
#define SAFE_SETTINGS "PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1;"

static const char *const write_sql[WRITE_STATEMENTS] = {
    [WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [WRITE_COMMIT] = "COMMIT",
    [WRITE_ROLLBACK] = "ROLLBACK",
    [WRITE_CREATE] = "INSERT INTO tables (" TABLE_COLUMNS ")"
                     " VALUES (?1, ?2, 0, 0, ?3, ?3, ?4, ?5)",
    [WRITE_LOOK] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    [WRITE_CHANGE] = "UPDATE tables SET finished = ?2, seq = ?3, changed_ms = ?4, chain = ?5,"
                     " sum = ?6 WHERE id = ?1",
    [WRITE_APPEND] = "INSERT INTO events (" EVENT_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)",
    [WRITE_RECORD_ADD] = "INSERT INTO records (" RECORD_COLUMNS ")"
                         " SELECT id, ?2, ?3, ?4 FROM tables WHERE id = ?1",
    [WRITE_META_SET] = "INSERT INTO meta (" META_COLUMNS ") VALUES (?1, ?2, ?3)"
                       " ON CONFLICT (name) DO UPDATE SET value = excluded.value,"
                       " sum = excluded.sum",
    [WRITE_STALE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE finished = 1 AND changed_ms < ?1"
                    " ORDER BY changed_ms",
    [WRITE_DROP_EVENTS] = "DELETE FROM events WHERE table_id = ?1",
    [WRITE_DROP_RECORDS] = "DELETE FROM records WHERE table_id = ?1",
    [WRITE_DROP_TABLE] = "DELETE FROM tables WHERE id = ?1",
};

/* ---- one operation ---- */

/* Runs a statement whose parameters are bound. *changed, if not NULL: how many rows it changed. */
static enum store_status run(struct store_home *home, enum write_statement which, int *changed)
{
    sqlite3_stmt *statement = home->write.statements[which];
    int code = sqlite3_step(statement);
    enum store_status status = STORE_OK;
    if (code != SQLITE_DONE)
        status = connection_fail(&home->write, code);
    else if (changed)
        *changed = sqlite3_changes(home->write.db);
    sqlite3_reset(statement);
    return status;
}

static sqlite3_stmt *bound(struct store_home *home, enum write_statement which, int64_t first)
{
    sqlite3_stmt *statement = home->write.statements[which];
    sqlite3_bind_int64(statement, 1, first);
    return statement;
}

/* A statement that must find its table. */
static enum store_status run_on_table(struct store_home *home, enum write_statement which)
{
    int changed = 0;
    enum store_status status = run(home, which, &changed);
    return status == STORE_OK && changed == 0 ? STORE_CONFLICT : status;
}

/* Empty values are values too: a NULL pointer would bind NULL. */
static const char *value_of(const struct store_op *op)
{
    return op->value_size > 0 ? op->value : "";
}

static enum store_status apply_create(struct store_home *home, const struct store_op *op)
{
    struct sum_row row = {
        .table = {.id = op->table, .created_ms = op->time_ms, .changed_ms = op->time_ms},
        .chain = sum_start(op->table),
    };
    struct text code;
    text_init(&code, row.table.code, sizeof row.table.code);
    text_string(&code, op->name);
    sqlite3_stmt *statement = bound(home, WRITE_CREATE, op->table);
    sqlite3_bind_text(statement, 2, op->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, op->time_ms);
    sqlite3_bind_int64(statement, 4, row.chain);
    sqlite3_bind_int64(statement, 5, sum_table(&row));
    return run(home, WRITE_CREATE, NULL);
}

/* Binds the row as the operation changes it, with its sum, ready to run. */
static void bind_change(struct store_home *home, const struct store_op *op, struct sum_row *row)
{
    row->table.changed_ms = op->time_ms;
    if (op->kind == STORE_FINISH) {
        row->table.finished = true;
    } else {
        struct store_event event = {op->number, op->time_ms, (const uint8_t *)op->value,
                                    op->value_size};
        row->table.seq = op->number;
        row->chain = sum_event(row->chain, op->table, &event);
    }
    sqlite3_stmt *change = bound(home, WRITE_CHANGE, op->table);
    sqlite3_bind_int(change, 2, row->table.finished);
    sqlite3_bind_int64(change, 3, row->table.seq);
    sqlite3_bind_int64(change, 4, row->table.changed_ms);
    sqlite3_bind_int64(change, 5, row->chain);
    sqlite3_bind_int64(change, 6, sum_table(row));
}

/* Prepares the change of an unfinished table's row for its next event, or its end. A damaged row
 * contradicts anything written on top of it: its table stops, and the others go on. */
static enum store_status look_at_table(struct store_home *home, const struct store_op *op,
                                       struct sum_row *row)
{
    struct value values[ROW_TABLE];
    sqlite3_stmt *look = bound(home, WRITE_LOOK, op->table);
    int code = sqlite3_step(look);
    enum store_status status = STORE_CONFLICT;
    if (code == SQLITE_ROW) {
        sqlite_values(look, values, ROW_TABLE);
        if (row_table(values, row) && row->table.id == op->table && !row->table.finished &&
            row->table.seq == op->number - (op->kind == STORE_APPEND)) {
            bind_change(home, op, row);
            status = STORE_OK;
        }
    } else if (code != SQLITE_DONE) {
        status = connection_fail(&home->write, code);
    }
    sqlite3_reset(look);
    return status;
}

/* Inserts the event before the row changes: if an event beyond the table's last already exists,
 * which only damage can cause, the table is refused and nothing of it changes. */
static enum store_status apply_append(struct store_home *home, const struct store_op *op)
{
    struct sum_row row = {.chain = 0};
    enum store_status status = look_at_table(home, op, &row);
    if (status != STORE_OK)
        return status;
    sqlite3_stmt *statement = bound(home, WRITE_APPEND, op->table);
    sqlite3_bind_int64(statement, 2, op->number);
    sqlite3_bind_int64(statement, 3, op->time_ms);
    sqlite3_bind_blob(statement, 4, value_of(op), (int)op->value_size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, row.chain);
    status = run(home, WRITE_APPEND, NULL);
    if (status != STORE_OK)
        return status;
    status = run_on_table(home, WRITE_CHANGE);
    return status == STORE_CONFLICT ? STORE_CORRUPT : status; /* the event must not stay alone */
}

static enum store_status apply_finish(struct store_home *home, const struct store_op *op)
{
    struct sum_row row;
    enum store_status status = look_at_table(home, op, &row);
    return status == STORE_OK ? run_on_table(home, WRITE_CHANGE) : status;
}

static enum store_status apply_record_add(struct store_home *home, const struct store_op *op)
{
    sqlite3_stmt *statement = bound(home, WRITE_RECORD_ADD, op->table);
    sqlite3_bind_int64(statement, 2, op->number);
    sqlite3_bind_text(statement, 3, op->value, (int)op->value_size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, sum_record(op->table, op->number, op->value, op->value_size));
    return run_on_table(home, WRITE_RECORD_ADD);
}

static enum store_status apply_meta_set(struct store_home *home, const struct store_op *op)
{
    sqlite3_stmt *statement = home->write.statements[WRITE_META_SET];
    sqlite3_bind_text(statement, 1, op->name, -1, SQLITE_STATIC);
    sqlite3_bind_blob(statement, 2, value_of(op), (int)op->value_size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3,
                       sum_meta(op->name, string_size(op->name), op->value, op->value_size));
    return run(home, WRITE_META_SET, NULL);
}

/* Tables to delete, STORE_PRUNE_MAX at most. A damaged row may falsely say that it is old: it
 * stays, for kufsa repair. */
static enum store_status find_stale(struct store_home *home, int64_t before_ms, int64_t *tables,
                                    int *count)
{
    sqlite3_stmt *statement = bound(home, WRITE_STALE, before_ms);
    enum store_status status = STORE_OK;
    int code = SQLITE_DONE;
    *count = 0;
    while (*count < STORE_PRUNE_MAX && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_TABLE];
        struct sum_row row;
        sqlite_values(statement, values, ROW_TABLE);
        if (row_table(values, &row) && row.table.finished && row.table.changed_ms < before_ms)
            tables[(*count)++] = row.table.id;
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = connection_fail(&home->write, code);
    sqlite3_reset(statement);
    return status;
}

static enum store_status apply_prune(struct store_home *home, const struct store_op *op)
{
    static const enum write_statement drops[] = {WRITE_DROP_EVENTS, WRITE_DROP_RECORDS,
                                                 WRITE_DROP_TABLE};
    int64_t tables[STORE_PRUNE_MAX];
    int count;
    enum store_status status = find_stale(home, op->time_ms, tables, &count);
    for (int i = 0; i < count && status == STORE_OK; i++) {
        for (size_t k = 0; k < sizeof drops / sizeof *drops && status == STORE_OK; k++) {
            bound(home, drops[k], tables[i]);
            status = run(home, drops[k], NULL);
        }
    }
    return status;
}

static enum store_status write_apply(struct store_home *home, const struct store_op *op)
{
    switch (op->kind) {
    case STORE_CREATE: return apply_create(home, op);
    case STORE_APPEND: return apply_append(home, op);
    case STORE_FINISH: return apply_finish(home, op);
    case STORE_RECORD_ADD: return apply_record_add(home, op);
    case STORE_META_SET: return apply_meta_set(home, op);
    case STORE_PRUNE: return apply_prune(home, op);
    }
    return STORE_OK;
}

/* ---- transactions ---- */

/* The first transaction of a log clears the file's mark (log.h). */
static enum store_status write_begin(struct store_home *home)
{
    enum store_status status = run(home, WRITE_BEGIN, NULL);
    if (status != STORE_OK || !home->marked)
        return status;
    int code = sqlite_set_version(home->write.db, SCHEMA_VERSION);
    return code == SQLITE_OK ? STORE_OK : connection_fail(&home->write, code);
}

static enum store_status write_commit(struct store_home *home)
{
    enum store_status status = run(home, WRITE_COMMIT, NULL);
    home->marked = home->marked && status != STORE_OK;
    return status;
}

/* Some failures have already rolled back. */
static void write_rollback(struct store_home *home)
{
    if (sqlite3_get_autocommit(home->write.db))
        return;
    sqlite3_step(home->write.statements[WRITE_ROLLBACK]);
    sqlite3_reset(home->write.statements[WRITE_ROLLBACK]);
}

/* SQLite tells after each commit how long the log is. */
static int note_log(void *context, sqlite3 *db, const char *name, int pages)
{
    struct store_home *home = context;
    (void)db, (void)name;
    home->log_pages = pages;
    atomic_store(&home->log_bytes, (uint64_t)pages * (4096 + LOG_FRAME));
    return SQLITE_OK;
}

/* Copies the log into the file after marking the file; if there is no room for the mark, copies
 * without it. Waits for nobody: a reader of an old state keeps the log from starting over until it
 * is done; then the next attempt succeeds. */
static enum store_status copy_log(struct store_home *home, int how)
{
    sqlite3 *db = home->write.db;
    int frames = -1;
    home->marked = home->marked || sqlite_set_version(db, SCHEMA_VERSION | LOG_MARK) == SQLITE_OK;
    sqlite3_busy_timeout(db, 0);
    int code = sqlite3_wal_checkpoint_v2(db, NULL, how, &frames, NULL);
    sqlite3_busy_timeout(db, BUSY_MS);
    if (code == SQLITE_OK && frames == 0) /* it is empty now */
        note_log(home, db, NULL, 0);
    return code == SQLITE_BUSY ? STORE_BUSY : sqlite_status(code);
}

/* The log's maximum length: the file must be able to grow by everything in it. */
static int log_limit(const struct store_home *home)
{
    struct statvfs disk;
    if (fstatvfs(home->lock.file, &disk) != 0)
        return LOG_PAGES;
    uint64_t pages = (uint64_t)disk.f_bavail * disk.f_frsize / (4096 + LOG_FRAME);
    return pages / LOG_SHARE < LOG_PAGES ? (int)(pages / LOG_SHARE) : LOG_PAGES;
}

/* If space is short, the log frees its own. */
static enum store_status write_rest(struct store_home *home, enum store_rest why)
{
    int limit = log_limit(home);
    bool nothing = home->log_pages == 0 || (why == REST_WRITTEN && home->log_pages < limit);
    if (nothing && why != REST_FULL)
        return STORE_OK;
    bool shrink = why != REST_WRITTEN || limit < LOG_PAGES;
    return copy_log(home, shrink ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE);
}

static const char *write_why(const struct store_home *home)
{
    return home->write.why;
}

/* ---- opening and closing ---- */

/* The lock has created the file if there was none. */
static enum store_status check_place(const struct lock *lock, struct text *why)
{
    struct stat status;
    if (lock_is_mounted(lock)) {
        text_string(why, "only the file is mounted here, so its log would not lie beside it: mount "
                         "its folder instead");
        return STORE_LOG_AWAY;
    }
    if (fstat(lock->file, &status) == 0 && status.st_size == 1) {
        text_string(why, "a single byte"); /* which SQLite would take for an empty file */
        return STORE_FOREIGN;
    }
    return STORE_OK;
}

static enum store_status open_connection(struct connection *connection, const char *path,
                                         const char *settings)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE;
    int code = sqlite3_open_v2(path, &connection->db, flags, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_extended_result_codes(connection->db, 1);
    if (code == SQLITE_OK)
        code = sqlite3_busy_timeout(connection->db, BUSY_MS);
    if (code == SQLITE_OK) /* a damaged size must not make it allocate a gigabyte */
        sqlite3_limit(connection->db, SQLITE_LIMIT_LENGTH, LENGTH_MAX);
    if (code == SQLITE_OK)
        code = sqlite3_exec(connection->db, settings, NULL, NULL, NULL);
    return code == SQLITE_OK ? STORE_OK : connection_fail(connection, code);
}

/* Without a log the file ends at a page boundary. With one, the last page may be cut if the log has
 * it. */
static enum store_status check_size(const struct store_home *home, const char *path,
                                    struct text *why)
{
    struct stat status;
    int64_t page = 0;
    int code = sqlite_number(home->write.db, "PRAGMA page_size", &page);
    if (code != SQLITE_OK || page <= 0 || home->log_found > 0 || stat(path, &status) != 0 ||
        status.st_size % page == 0)
        return sqlite_status(code);
    text_string(why, "the file is cut: its last page is not whole");
    return STORE_CORRUPT;
}

/* If a log is impossible (some network file systems), SQLite stays without one and says so. */
static enum store_status set_up(sqlite3 *db, struct text *why)
{
    char buffer[16];
    struct text mode;
    text_init(&mode, buffer, sizeof buffer);
    int code = sqlite_text(db, "PRAGMA journal_mode = WAL", &mode);
    if (code == SQLITE_OK && !string_equal(mode.bytes, "wal")) {
        text_string(why, "no write-ahead log is possible here; the journal is: ");
        text_string(why, mode.bytes);
        return STORE_IO;
    }
    if (code == SQLITE_OK)
        code = sqlite3_exec(db,
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA fullfsync = 1;" /* where fsync does not reach the disk */
                            "PRAGMA journal_size_limit = 67108864;"
                            "PRAGMA cache_size = -8192;",
                            NULL, NULL, NULL);
    if (code != SQLITE_OK)
        sqlite_say(db, why);
    return sqlite_status_of(db, code);
}

/* Does a power failure tear only the bytes being written, not their neighbours too? */
static bool tears_within(sqlite3_file *file)
{
    return file && file->pMethods &&
           (file->pMethods->xDeviceCharacteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0;
}

/* An existing log is on the disk (log_sync). It is copied and started over: its last frame may
 * share a sector with the next one. If there is no room to copy it, or a backup is reading, that
 * can wait, provided that tears stay within what is being written; then only the log's name may
 * have to be made durable. */
static enum store_status start_log_over(sqlite3 *db, struct text *why)
{
    sqlite3_file *log = NULL;
    int code = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    if (code == SQLITE_OK)
        return STORE_OK;
    sqlite_say(db, why);
    enum store_status status = sqlite_status_of(db, code);
    sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if ((status != STORE_BUSY && status != STORE_DISK_FULL) || !tears_within(log) ||
        log->pMethods->xSync(log, SQLITE_SYNC_FULL) != SQLITE_OK)
        return status;
    text_clear(why);
    return STORE_OK;
}

static int64_t count_damaged(const struct store_home *home)
{
    return home->damaged;
}

static enum store_status open_writer(struct store_home *home, const char *path, struct text *why)
{
    enum store_status status = open_connection(&home->write, path, SAFE_SETTINGS);
    if (status != STORE_OK) {
        text_string(why, home->write.why);
        return status;
    }
    status = sqlite_check_ours(home->write.db, true, why);
    if (status == STORE_OK)
        status = check_size(home, path, why);
    if (status == STORE_OK)
        status = set_up(home->write.db, why);
    if (status == STORE_OK)
        status = sqlite_make_schema(home->write.db, why);
    if (status == STORE_OK)
        status = sqlite_check_start(home->write.db, &home->damaged, why);
    if (status == STORE_OK)
        status = start_log_over(home->write.db, why);
    if (status != STORE_OK)
        return status;
    sqlite3_wal_hook(home->write.db, note_log, home); /* instead of copying at commit */
    copy_log(home, SQLITE_CHECKPOINT_PASSIVE);        /* marked from now on */
    status = connection_prepare(&home->write, write_sql, WRITE_STATEMENTS);
    if (status != STORE_OK)
        text_string(why, home->write.why);
    return status;
}

static enum store_status open_reader(struct store_home *home, const char *path, struct text *why)
{
    enum store_status status =
        open_connection(&home->read, path, SAFE_SETTINGS " PRAGMA query_only = 1;");
    if (status == STORE_OK)
        status = connection_prepare(&home->read, sqlite_read_sql, READ_STATEMENTS);
    if (status != STORE_OK)
        text_string(why, home->read.why);
    return status;
}

/* What was not opened stays as it was found. A file whose log is removed must have no mark; if the
 * mark cannot be cleared, the log stays. SQLite removes a log by its name: if the folder was
 * renamed since, that may now be the name of somebody else's log. */
static void close_writer(struct store_home *home)
{
    sqlite3 *db = home->write.db;
    bool named = lock_is_named(&home->lock);
    bool bare =
        home->open && (!home->marked || sqlite_set_version(db, SCHEMA_VERSION) == SQLITE_OK);
    if (!bare)
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (!named)
        sqlite3_file_control(db, "main", SQLITE_FCNTL_PERSIST_WAL, &(int){1});
    connection_close(&home->write); /* the last connection: empties the log and removes it */
}

/* On a full disk: the log's content may fit into the file without growing it, which frees the log's
 * space. */
static bool make_room(const char *path)
{
    sqlite3 *db = NULL;
    int code = sqlite_open_alone(path, &db);
    if (code == SQLITE_OK)
        code = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(db);
    return code == SQLITE_OK;
}

static enum store_status open_file(struct store_home *home, const char *path, struct text *why)
{
    enum store_status status = open_writer(home, path, why);
    if (status == STORE_DISK_FULL && home->log_found > 0) {
        close_writer(home);
        if (!make_room(path))
            return status;
        text_clear(why);
        status = open_writer(home, path, why);
    }
    return status == STORE_OK ? open_reader(home, path, why) : status;
}

static void write_close(struct store_home *home)
{
    connection_close(&home->read);
    if (home->write.db)
        close_writer(home);
    lock_drop(&home->lock);
    free(home);
}

static enum store_status write_open(struct store_home **out, const struct store_options *options,
                                    struct text *why)
{
    struct store_home *home = calloc(1, sizeof *home);
    if (!home)
        return STORE_NO_MEMORY;
    map_guard();
    enum store_status status = lock_take(&home->lock, options->path, LOCK_OWN, why);
    const char *path = home->lock.path;
    if (status == STORE_OK)
        status = check_place(&home->lock, why);
    if (status == STORE_OK)
        status = log_sync(path, why);
    if (status == STORE_OK)
        status = log_check(home->lock.file, path, &home->log_found, why);
    if (status == STORE_OK)
        status = open_file(home, path, why);
    home->open = status == STORE_OK;
    if (status == STORE_OK)
        *out = home;
    else
        write_close(home);
    return status;
}

const struct store_backend store_sqlite = {
    .name = "sqlite",
    .open = write_open,
    .close = write_close,
    .begin = write_begin,
    .apply = write_apply,
    .commit = write_commit,
    .rollback = write_rollback,
    .rest = write_rest,
    .write_why = write_why,
    .table = read_table,
    .table_by_code = read_table_by_code,
    .unfinished = read_unfinished,
    .old = read_old,
    .events = read_events,
    .record = read_record,
    .meta = read_meta,
    .counts = read_counts,
    .damaged = count_damaged,
    .tables = read_tables,
    .records = read_records,
    .metas = read_metas,
    .read_why = read_why,
};
