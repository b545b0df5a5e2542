/* SPDX-License-Identifier: MIT */
/*
 * Reading from the SQLite back end, on the caller's thread and his own connection. Each call is a
 * read transaction of its own and sees what is durable at its start.
 */
#include <string.h>

#include "store/sqlite.h"

#define TABLE_COLUMNS "id, code, finished, seq, created_ms, changed_ms"

const char *const sqlite_read_sql[READ_STATEMENTS] = {
    [READ_TABLE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    [READ_UNFINISHED_CODE] =
        "SELECT " TABLE_COLUMNS " FROM tables WHERE code = ?1 AND finished = 0",
    [READ_FINISHED_CODE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE code = ?1 AND finished = 1"
                           " ORDER BY changed_ms DESC, id DESC LIMIT 1",
    [READ_SETUP] = "SELECT setup FROM tables WHERE id = ?1",
    [READ_UNFINISHED] = "SELECT " TABLE_COLUMNS " FROM tables WHERE finished = 0",
    [READ_EVENTS] = ("SELECT seq, at_ms, bytes FROM events WHERE table_id = ?1 AND seq >= ?2"
                     " ORDER BY seq"),
    [READ_TOKEN] = "SELECT table_id, seat, role, hash FROM tokens WHERE hash = ?1",
    [READ_TOKENS] = "SELECT table_id, seat, role, hash FROM tokens WHERE table_id = ?1",
    [READ_RECORD] = "SELECT text FROM records WHERE table_id = ?1 AND n = ?2",
    [READ_LAST_RECORD] = "SELECT text FROM records WHERE table_id = ?1 ORDER BY n DESC LIMIT 1",
    [READ_META] = "SELECT value FROM meta WHERE name = ?1",
    [READ_COUNT_UNFINISHED] = "SELECT count(*) FROM tables WHERE finished = 0",
    [READ_COUNT_FINISHED] = "SELECT count(*) FROM tables WHERE finished = 1",
};

/* ---- connections ---- */

enum store_status connection_fail(struct connection *connection, int code)
{
    struct text text;
    text_init(&text, connection->why, sizeof connection->why);
    sqlite_say(connection->db, &text);
    return sqlite_status_of(connection->db, code);
}

enum store_status connection_prepare(struct connection *connection, const char *const *sql,
                                     int count)
{
    for (int i = 0; i < count; i++) {
        int code = sqlite3_prepare_v3(connection->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                                      &connection->statements[i], NULL);
        if (code != SQLITE_OK)
            return connection_fail(connection, code);
    }
    return STORE_OK;
}

void connection_close(struct connection *connection)
{
    size_t count = sizeof connection->statements / sizeof *connection->statements;
    for (size_t i = 0; i < count; i++)
        sqlite3_finalize(connection->statements[i]);
    sqlite3_close(connection->db);
}

const char *read_why(const struct store_home *home)
{
    return home->read.why;
}

/* ---- rows ---- */

static sqlite3_stmt *query(struct store_home *home, enum read_statement which)
{
    return home->read.statements[which];
}

/* Ends a query after its last step, which answered `code`. */
static enum store_status end(struct store_home *home, sqlite3_stmt *statement, int code)
{
    enum store_status status = STORE_OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = connection_fail(&home->read, code);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

static void copy_column(sqlite3_stmt *statement, int column, char *out, size_t capacity)
{
    const void *bytes = sqlite3_column_blob(statement, column);
    struct text text;
    text_init(&text, out, capacity);
    text_bytes(&text, bytes, (size_t)sqlite3_column_bytes(statement, column));
}

static void take_table(sqlite3_stmt *statement, struct store_table *out)
{
    *out = (struct store_table){
        .id = sqlite3_column_int64(statement, 0),
        .finished = sqlite3_column_int(statement, 2) != 0,
        .seq = sqlite3_column_int64(statement, 3),
        .created_ms = sqlite3_column_int64(statement, 4),
        .changed_ms = sqlite3_column_int64(statement, 5),
    };
    copy_column(statement, 1, out->code, sizeof out->code);
}

static void take_token(sqlite3_stmt *statement, struct store_token *out)
{
    *out = (struct store_token){
        .table = sqlite3_column_int64(statement, 0),
        .seat = sqlite3_column_int(statement, 1),
    };
    copy_column(statement, 2, out->role, sizeof out->role);
    const void *hash = sqlite3_column_blob(statement, 3);
    if (hash && sqlite3_column_bytes(statement, 3) == STORE_HASH_SIZE)
        memcpy(out->hash, hash, STORE_HASH_SIZE);
}

/* ---- one thing ---- */

static enum store_status one_table(struct store_home *home, sqlite3_stmt *statement,
                                   struct store_table *out)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        take_table(statement, out);
    enum store_status status = end(home, statement, code);
    return code == SQLITE_DONE ? STORE_ABSENT : status;
}

static enum store_status one_text(struct store_home *home, sqlite3_stmt *statement,
                                  struct text *out)
{
    int code = sqlite3_step(statement);
    text_clear(out);
    if (code == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(statement, 0);
        text_bytes(out, bytes, (size_t)sqlite3_column_bytes(statement, 0));
    }
    enum store_status status = end(home, statement, code);
    if (code == SQLITE_DONE)
        return STORE_ABSENT;
    return out->overflow ? STORE_TOO_BIG : status;
}

enum store_status read_table(struct store_home *home, int64_t id, struct store_table *out)
{
    sqlite3_stmt *statement = query(home, READ_TABLE);
    sqlite3_bind_int64(statement, 1, id);
    return one_table(home, statement, out);
}

enum store_status read_table_by_code(struct store_home *home, const char *code,
                                     struct store_table *out)
{
    sqlite3_stmt *statement = query(home, READ_UNFINISHED_CODE);
    sqlite3_bind_text(statement, 1, code, -1, SQLITE_STATIC);
    enum store_status status = one_table(home, statement, out);
    if (status != STORE_ABSENT)
        return status;
    statement = query(home, READ_FINISHED_CODE);
    sqlite3_bind_text(statement, 1, code, -1, SQLITE_STATIC);
    return one_table(home, statement, out);
}

enum store_status read_setup(struct store_home *home, int64_t id, struct text *out)
{
    sqlite3_stmt *statement = query(home, READ_SETUP);
    sqlite3_bind_int64(statement, 1, id);
    return one_text(home, statement, out);
}

enum store_status read_token(struct store_home *home, const uint8_t *hash, struct store_token *out)
{
    sqlite3_stmt *statement = query(home, READ_TOKEN);
    sqlite3_bind_blob(statement, 1, hash, STORE_HASH_SIZE, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        take_token(statement, out);
    enum store_status status = end(home, statement, code);
    return code == SQLITE_DONE ? STORE_ABSENT : status;
}

enum store_status read_record(struct store_home *home, int64_t table, int64_t n, struct text *out)
{
    sqlite3_stmt *statement = query(home, n > 0 ? READ_RECORD : READ_LAST_RECORD);
    sqlite3_bind_int64(statement, 1, table);
    if (n > 0)
        sqlite3_bind_int64(statement, 2, n);
    return one_text(home, statement, out);
}

enum store_status read_meta(struct store_home *home, const char *name, struct text *out)
{
    sqlite3_stmt *statement = query(home, READ_META);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    return one_text(home, statement, out);
}

/* ---- many ---- */

enum store_status read_unfinished(struct store_home *home, store_each_table *each, void *context)
{
    sqlite3_stmt *statement = query(home, READ_UNFINISHED);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_table table;
        take_table(statement, &table);
        if (!each(context, &table))
            break;
    }
    return end(home, statement, code);
}

enum store_status read_events(struct store_home *home, int64_t table, int64_t from,
                              store_each_event *each, void *context)
{
    struct store_table found;
    enum store_status status = read_table(home, table, &found);
    if (status != STORE_OK)
        return status;
    sqlite3_stmt *statement = query(home, READ_EVENTS);
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int64(statement, 2, from);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_event event = {
            .seq = sqlite3_column_int64(statement, 0),
            .at_ms = sqlite3_column_int64(statement, 1),
            .bytes = sqlite3_column_blob(statement, 2),
        };
        event.size = (size_t)sqlite3_column_bytes(statement, 2);
        if (!each(context, &event))
            break;
    }
    return end(home, statement, code);
}

enum store_status read_tokens(struct store_home *home, int64_t table, store_each_token *each,
                              void *context)
{
    sqlite3_stmt *statement = query(home, READ_TOKENS);
    int code;
    sqlite3_bind_int64(statement, 1, table);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct store_token token;
        take_token(statement, &token);
        if (!each(context, &token))
            break;
    }
    return end(home, statement, code);
}

static enum store_status count(struct store_home *home, enum read_statement which, int64_t *out)
{
    sqlite3_stmt *statement = query(home, which);
    int code = sqlite3_step(statement);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    return end(home, statement, code);
}

enum store_status read_counts(struct store_home *home, struct store_counts *counts)
{
    enum store_status status = count(home, READ_COUNT_UNFINISHED, &counts->unfinished);
    if (status == STORE_OK)
        status = count(home, READ_COUNT_FINISHED, &counts->finished);
    counts->log_bytes = atomic_load(&home->log_bytes);
    return status;
}
