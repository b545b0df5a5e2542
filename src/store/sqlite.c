/* SPDX-License-Identifier: MIT */
/*
 * The store in a file, with SQLite: writing.
 *
 * A transaction goes to the log (DATA-wal) and is durable when commit returns (synchronous=FULL);
 * the log is copied into the main file between transactions, when it has grown enough, so that no
 * commit waits for that. docs/decisions/012-store.md has the reasons.
 *
 * A commit that fails, also one whose fsync fails, leaves the log's index as it was: the next try
 * writes the same frames again and so makes their pages dirty again, which is what makes a second
 * fsync mean something.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/log.h"
#include "store/sqlite.h"

enum {
    LOG_PAGES = 4096,     /* from so many on the log is copied: 16 MiB */
    LOG_FRAME = 24,       /* bytes in the log in front of each page */
    PRIVATE = 0600,       /* the file holds keys of deals and a server's secret */
    LENGTH_MAX = 4 << 20, /* of a row */
};

/* A file is not trusted to be what this program wrote. */
#define SAFE_SETTINGS "PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1;"

static const char *const write_sql[WRITE_STATEMENTS] = {
    [WRITE_BEGIN] = "BEGIN IMMEDIATE",
    [WRITE_COMMIT] = "COMMIT",
    [WRITE_ROLLBACK] = "ROLLBACK",
    [WRITE_CREATE] = "INSERT INTO tables (" TABLE_COLUMNS ")"
                     " VALUES (?1, ?2, 0, 0, ?3, ?3, ?4, ?5, ?6)",
    [WRITE_LOOK] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    [WRITE_CHANGE] = "UPDATE tables SET finished = ?2, seq = ?3, changed_ms = ?4, chain = ?5,"
                     " sum = ?6 WHERE id = ?1",
    [WRITE_APPEND] = "INSERT INTO events (" EVENT_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)",
    [WRITE_TOKEN_ADD] = "INSERT INTO tokens (" TOKEN_COLUMNS ")"
                        " SELECT ?1, id, ?3, ?4, ?5 FROM tables WHERE id = ?2",
    [WRITE_TOKEN_REVOKE] = "DELETE FROM tokens WHERE hash = ?1",
    [WRITE_RECORD_ADD] = "INSERT INTO records (" RECORD_COLUMNS ")"
                         " SELECT id, ?2, ?3, ?4 FROM tables WHERE id = ?1",
    [WRITE_META_SET] = "INSERT INTO meta (" META_COLUMNS ") VALUES (?1, ?2, ?3)"
                       " ON CONFLICT (name) DO UPDATE SET value = excluded.value,"
                       " sum = excluded.sum",
    [WRITE_STALE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE finished = 1 AND changed_ms < ?1"
                    " ORDER BY changed_ms",
    [WRITE_DROP_EVENTS] = "DELETE FROM events WHERE table_id = ?1",
    [WRITE_DROP_TOKENS] = "DELETE FROM tokens WHERE table_id = ?1",
    [WRITE_DROP_RECORDS] = "DELETE FROM records WHERE table_id = ?1",
    [WRITE_DROP_TABLE] = "DELETE FROM tables WHERE id = ?1",
};

/* ---- one thing ---- */

/* Runs a statement whose parameters are bound. *changed, if asked for: how many rows it changed. */
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
        .setup = op->value,
        .setup_size = op->value_size,
        .chain = sum_start(op->table),
    };
    struct text code;
    text_init(&code, row.table.code, sizeof row.table.code);
    text_string(&code, op->name);
    sqlite3_stmt *statement = bound(home, WRITE_CREATE, op->table);
    sqlite3_bind_text(statement, 2, op->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, op->time_ms);
    sqlite3_bind_text(statement, 4, op->value, (int)op->value_size, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, row.chain);
    sqlite3_bind_int64(statement, 6, sum_table(&row));
    return run(home, WRITE_CREATE, NULL);
}

/* What the operation makes of the row, and its sum; bound, to be run. */
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

/* Prepares the change of an unfinished table's row whose next event this is, or its end. A damaged
 * row contradicts whatever is written on top of it: its table stops, and the others go on. */
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
            bind_change(home, op, row); /* its setup is good until the reset */
            status = STORE_OK;
        }
    } else if (code != SQLITE_DONE) {
        status = connection_fail(&home->write, code);
    }
    sqlite3_reset(look);
    return status;
}

/* The event before the row: if there is one already beyond the table's last, which nothing but
 * damage can have put there, then that table is refused and nothing of it is changed. */
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

static enum store_status apply_token_add(struct store_home *home, const struct store_op *op)
{
    sqlite3_stmt *statement = home->write.statements[WRITE_TOKEN_ADD];
    sqlite3_bind_blob(statement, 1, op->value, STORE_HASH_SIZE, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, op->table);
    sqlite3_bind_int64(statement, 3, op->number);
    sqlite3_bind_text(statement, 4, op->name, -1, SQLITE_STATIC);
    struct store_token token = {.table = op->table, .seat = (int32_t)op->number};
    struct text role;
    text_init(&role, token.role, sizeof token.role);
    text_string(&role, op->name);
    memcpy(token.hash, op->value, STORE_HASH_SIZE);
    sqlite3_bind_int64(statement, 5, sum_token(&token));
    return run_on_table(home, WRITE_TOKEN_ADD);
}

static enum store_status apply_token_revoke(struct store_home *home, const struct store_op *op)
{
    sqlite3_stmt *statement = home->write.statements[WRITE_TOKEN_REVOKE];
    sqlite3_bind_blob(statement, 1, op->value, STORE_HASH_SIZE, SQLITE_STATIC);
    return run(home, WRITE_TOKEN_REVOKE, NULL);
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

/* Tables to drop, STORE_PRUNE_MAX at most. A damaged row may say that it is old, and is not: it
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
    static const enum write_statement drops[] = {WRITE_DROP_EVENTS, WRITE_DROP_TOKENS,
                                                 WRITE_DROP_RECORDS, WRITE_DROP_TABLE};
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
    case STORE_TOKEN_ADD: return apply_token_add(home, op);
    case STORE_TOKEN_REVOKE: return apply_token_revoke(home, op);
    case STORE_RECORD_ADD: return apply_record_add(home, op);
    case STORE_META_SET: return apply_meta_set(home, op);
    case STORE_PRUNE: return apply_prune(home, op);
    }
    return STORE_OK;
}

/* ---- transactions ---- */

static enum store_status write_begin(struct store_home *home)
{
    return run(home, WRITE_BEGIN, NULL);
}

static enum store_status write_commit(struct store_home *home)
{
    return run(home, WRITE_COMMIT, NULL);
}

/* Some failures have already rolled back. */
static void write_rollback(struct store_home *home)
{
    if (sqlite3_get_autocommit(home->write.db))
        return;
    sqlite3_step(home->write.statements[WRITE_ROLLBACK]);
    sqlite3_reset(home->write.statements[WRITE_ROLLBACK]);
}

/* The library tells after each commit how long the log is. */
static int note_log(void *context, sqlite3 *db, const char *name, int pages)
{
    struct store_home *home = context;
    (void)db, (void)name;
    home->log_pages = pages;
    atomic_store(&home->log_bytes, (uint64_t)pages * (4096 + LOG_FRAME));
    return SQLITE_OK;
}

/* Passive: it waits for nobody. A reader that looks at an old state keeps the log from starting
 * over until he is done; then the next time succeeds. */
static enum store_status write_rest(struct store_home *home)
{
    if (home->log_pages < LOG_PAGES)
        return STORE_OK;
    int code =
        sqlite3_wal_checkpoint_v2(home->write.db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return code == SQLITE_BUSY ? STORE_OK : sqlite_status(code);
}

static const char *write_why(const struct store_home *home)
{
    return home->write.why;
}

/* ---- opening and closing ---- */

/* SQLite gives the log and its index the rights of the main file. */
static enum store_status create_private(const char *path, struct text *why)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, PRIVATE);
    struct stat status;
    if (file >= 0) {
        close(file);
    } else if (errno == EEXIST && stat(path, &status) == 0 && status.st_size == 1) {
        text_string(why, "a single byte"); /* which SQLite would take for an empty file */
        return STORE_FOREIGN;
    } else if (errno != EEXIST) {
        text_string(why, path);
        text_string(why, ": ");
        text_string(why, strerror(errno));
        return sqlite_errno_status(errno);
    }
    return STORE_OK;
}

/* SQLite would drop what is behind a damaged frame of the log, which somebody was told of. */
static enum store_status check_log(struct store_home *home, const char *path, struct text *why)
{
    struct log log;
    enum store_status status = log_open(&log, path, why);
    if (status != STORE_OK)
        return status;
    bool damaged = log.damaged;
    home->log_found = log.sound;
    if (damaged) {
        text_string(why, "its log, ");
        text_string(why, path);
        text_string(why, "-wal, is damaged behind frame ");
        text_number(why, log.sound);
    }
    log_close(&log);
    return damaged ? STORE_CORRUPT : STORE_OK;
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
    if (code == SQLITE_OK) /* a damaged size must not make it ask for a gigabyte */
        sqlite3_limit(connection->db, SQLITE_LIMIT_LENGTH, LENGTH_MAX);
    if (code == SQLITE_OK)
        code = sqlite3_exec(connection->db, settings, NULL, NULL, NULL);
    return code == SQLITE_OK ? STORE_OK : connection_fail(connection, code);
}

/* Without a log the file ends with a page's end. With one, a page may be cut that the log has. */
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

/* Where the log cannot be (some network file systems), SQLite stays without one and says so. */
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

/* What may be torn when the power fails: the bytes that are being written, or their neighbours. */
static bool tears_within(sqlite3_file *file)
{
    return file && file->pMethods &&
           (file->pMethods->xDeviceCharacteristics(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE) != 0;
}

/* A log that is found is on the disk (log_settle). It is copied and started over: its last frame
 * may share a sector with the next one. Where there is no room to copy it, or a backup is reading,
 * that can wait if tears stay within what is written; then only the log's name may still have to be
 * made durable. */
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
        status = sqlite_status(sqlite_add_fill(home->write.db));
    if (status == STORE_OK)
        status = sqlite_migrate(home->write.db, schema_migrations, schema_version, why);
    if (status == STORE_OK)
        status = sqlite_check_start(home->write.db, &home->damaged, why);
    if (status == STORE_OK)
        status = start_log_over(home->write.db, why);
    if (status != STORE_OK)
        return status;
    sqlite3_wal_hook(home->write.db, note_log, home); /* instead of copying at commit */
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

static void write_close(struct store_home *home)
{
    connection_close(&home->read);
    connection_close(&home->write); /* the last one: empties the log and removes it */
    if (home->lock >= 0)
        close(home->lock);
    free(home);
}

static enum store_status write_open(struct store_home **out, const struct store_options *options,
                                    struct text *why)
{
    enum store_status status = STORE_OK;
    struct store_home *home = calloc(1, sizeof *home);
    if (!home)
        return STORE_NO_MEMORY;
    home->lock = sqlite_lock(options->path, &status, why);
    if (status == STORE_OK)
        status = create_private(options->path, why);
    if (status == STORE_OK)
        status = log_settle(options->path, why);
    if (status == STORE_OK)
        status = check_log(home, options->path, why);
    if (status == STORE_OK)
        status = open_writer(home, options->path, why);
    if (status == STORE_OK)
        status = open_reader(home, options->path, why);
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
    .setup = read_setup,
    .unfinished = read_unfinished,
    .events = read_events,
    .token = read_token,
    .tokens = read_tokens,
    .record = read_record,
    .meta = read_meta,
    .counts = read_counts,
    .read_why = read_why,
};
