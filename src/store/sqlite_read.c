/* SPDX-License-Identifier: MIT */
/*
 * Reading from the SQLite back end, on the caller's thread and his own connection. Each call is a
 * read transaction of its own and sees what is durable at its start. Rows are checked by their sums
 * before anybody sees them: what is damaged is an answer, STORE_CORRUPT, and nothing else.
 */
#include <string.h>

#include "store/sqlite.h"

const char *const sqlite_read_sql[READ_STATEMENTS] = {
    [READ_TABLE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    [READ_UNFINISHED_CODE] =
        "SELECT " TABLE_COLUMNS " FROM tables WHERE code = ?1 AND finished = 0",
    [READ_FINISHED_CODE] = "SELECT " TABLE_COLUMNS " FROM tables WHERE code = ?1 AND finished = 1"
                           " ORDER BY changed_ms DESC, id DESC LIMIT 1",
    [READ_UNFINISHED] = "SELECT " TABLE_COLUMNS " FROM tables WHERE finished = 0",
    [READ_EVENTS] = ("SELECT " EVENT_COLUMNS " FROM events WHERE table_id = ?1"
                     " ORDER BY seq"),
    [READ_TOKEN] = "SELECT " TOKEN_COLUMNS " FROM tokens WHERE hash = ?1",
    [READ_TOKENS] = "SELECT " TOKEN_COLUMNS " FROM tokens WHERE table_id = ?1",
    [READ_RECORD] = "SELECT " RECORD_COLUMNS " FROM records WHERE table_id = ?1 AND n = ?2",
    [READ_LAST_RECORD] = ("SELECT " RECORD_COLUMNS " FROM records WHERE table_id = ?1"
                          " ORDER BY n DESC LIMIT 1"),
    [READ_META] = "SELECT " META_COLUMNS " FROM meta WHERE name = ?1",
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

void sqlite_values(sqlite3_stmt *statement, struct value *out, int count)
{
    for (int i = 0; i < count; i++) {
        out[i] = (struct value){.kind = VALUE_OTHER};
        switch (sqlite3_column_type(statement, i)) {
        case SQLITE_NULL: out[i].kind = VALUE_NULL; break;
        case SQLITE_INTEGER:
            out[i].kind = VALUE_NUMBER;
            out[i].number = sqlite3_column_int64(statement, i);
            break;
        case SQLITE_TEXT: out[i].kind = VALUE_TEXT; break;
        case SQLITE_BLOB: out[i].kind = VALUE_BYTES; break;
        }
        if (out[i].kind == VALUE_TEXT || out[i].kind == VALUE_BYTES) {
            out[i].bytes = sqlite3_column_blob(statement, i);
            out[i].size = (size_t)sqlite3_column_bytes(statement, i);
        }
    }
}

/* What a row that does not match its sum is called in the log. */
static enum store_status damaged(struct store_home *home, const char *what, int64_t table,
                                 int64_t number)
{
    struct text text;
    text_init(&text, home->read.why, sizeof home->read.why);
    text_string(&text, what);
    text_char(&text, ' ');
    text_number(&text, number);
    if (table != 0) {
        text_string(&text, " of table ");
        text_number(&text, table);
    }
    text_string(&text, " does not match its checksum");
    return STORE_CORRUPT;
}

/* ---- one thing ---- */

/* Steps to a table's row, which must be the one that was asked for. The caller ends the query. */
static enum store_status step_table(struct store_home *home, sqlite3_stmt *statement, int64_t id,
                                    const char *code, struct sum_row *out, int *step)
{
    struct value values[ROW_TABLE];
    *step = sqlite3_step(statement);
    if (*step != SQLITE_ROW)
        return *step == SQLITE_DONE ? STORE_ABSENT : STORE_OK;
    sqlite_values(statement, values, ROW_TABLE);
    if (!row_table(values, out) || (id != 0 && out->table.id != id) ||
        (code && !string_equal(out->table.code, code)))
        return damaged(home, "the row", 0, sqlite3_column_int64(statement, 0));
    return STORE_OK;
}

static enum store_status one_table(struct store_home *home, sqlite3_stmt *statement, int64_t id,
                                   const char *code, struct store_table *out)
{
    struct sum_row row;
    int step;
    enum store_status found = step_table(home, statement, id, code, &row, &step);
    enum store_status status = end(home, statement, step);
    if (status == STORE_OK)
        status = found;
    if (status == STORE_OK)
        *out = row.table;
    return status;
}

static enum store_status give_text(struct text *out, const void *bytes, size_t size)
{
    text_clear(out);
    text_bytes(out, bytes, size);
    return out->overflow ? STORE_TOO_BIG : STORE_OK;
}

enum store_status read_table(struct store_home *home, int64_t id, struct store_table *out)
{
    sqlite3_stmt *statement = query(home, READ_TABLE);
    sqlite3_bind_int64(statement, 1, id);
    return one_table(home, statement, id, NULL, out);
}

enum store_status read_table_by_code(struct store_home *home, const char *code,
                                     struct store_table *out)
{
    sqlite3_stmt *statement = query(home, READ_UNFINISHED_CODE);
    sqlite3_bind_text(statement, 1, code, -1, SQLITE_STATIC);
    enum store_status status = one_table(home, statement, 0, code, out);
    if (status != STORE_ABSENT)
        return status;
    statement = query(home, READ_FINISHED_CODE);
    sqlite3_bind_text(statement, 1, code, -1, SQLITE_STATIC);
    return one_table(home, statement, 0, code, out);
}

enum store_status read_setup(struct store_home *home, int64_t id, struct text *out)
{
    sqlite3_stmt *statement = query(home, READ_TABLE);
    struct sum_row row;
    int step;
    sqlite3_bind_int64(statement, 1, id);
    enum store_status found = step_table(home, statement, id, NULL, &row, &step);
    if (step == SQLITE_ROW && found == STORE_OK)
        found = give_text(out, row.setup, row.setup_size);
    enum store_status status = end(home, statement, step);
    return status == STORE_OK ? found : status;
}

enum store_status read_token(struct store_home *home, const uint8_t *hash, struct store_token *out)
{
    sqlite3_stmt *statement = query(home, READ_TOKEN);
    sqlite3_bind_blob(statement, 1, hash, STORE_HASH_SIZE, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    enum store_status found = code == SQLITE_DONE ? STORE_ABSENT : STORE_OK;
    if (code == SQLITE_ROW) {
        struct value values[ROW_TOKEN];
        sqlite_values(statement, values, ROW_TOKEN);
        if (!row_token(values, out) || memcmp(out->hash, hash, STORE_HASH_SIZE) != 0)
            found = damaged(home, "a token", sqlite3_column_int64(statement, 1), 0);
    }
    enum store_status status = end(home, statement, code);
    return status == STORE_OK ? found : status;
}

enum store_status read_record(struct store_home *home, int64_t table, int64_t n, struct text *out)
{
    sqlite3_stmt *statement = query(home, n > 0 ? READ_RECORD : READ_LAST_RECORD);
    sqlite3_bind_int64(statement, 1, table);
    if (n > 0)
        sqlite3_bind_int64(statement, 2, n);
    int code = sqlite3_step(statement);
    enum store_status found = code == SQLITE_DONE ? STORE_ABSENT : STORE_OK;
    if (code == SQLITE_ROW) {
        struct value values[ROW_RECORD];
        struct row_record record;
        sqlite_values(statement, values, ROW_RECORD);
        if (row_record(values, &record) && record.table == table && (n <= 0 || record.n == n))
            found = give_text(out, record.text, record.size);
        else
            found = damaged(home, "record", table, n);
    }
    enum store_status status = end(home, statement, code);
    return status == STORE_OK ? found : status;
}

enum store_status read_meta(struct store_home *home, const char *name, struct text *out)
{
    sqlite3_stmt *statement = query(home, READ_META);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    int code = sqlite3_step(statement);
    enum store_status found = code == SQLITE_DONE ? STORE_ABSENT : STORE_OK;
    if (code == SQLITE_ROW) {
        struct value values[ROW_META];
        struct row_meta meta;
        sqlite_values(statement, values, ROW_META);
        if (row_meta(values, &meta) && meta.name_size == string_size(name) &&
            memcmp(meta.name, name, meta.name_size) == 0)
            found = give_text(out, meta.value, meta.size);
        else
            found = damaged(home, "a value of the server's", 0, 0);
    }
    enum store_status status = end(home, statement, code);
    return status == STORE_OK ? found : status;
}

/* ---- many ---- */

enum store_status read_unfinished(struct store_home *home, store_each_table *each, void *context)
{
    sqlite3_stmt *statement = query(home, READ_UNFINISHED);
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_TABLE];
        struct sum_row row;
        sqlite_values(statement, values, ROW_TABLE);
        if (row_table(values, &row) && !row.table.finished && !each(context, &row.table))
            break;
    }
    return end(home, statement, code);
}

/* From the first event on, since each is checked against the one before, and the last against the
 * table's row. One beyond that is damage too: the next to be written would be refused. */
static enum store_status chain_events(struct store_home *home, const struct sum_row *row,
                                      int64_t from, store_each_event *each, void *context)
{
    sqlite3_stmt *statement = query(home, READ_EVENTS);
    int64_t last = 0, chain = sum_start(row->table.id);
    int code;
    bool more = true, sound = true;
    sqlite3_bind_int64(statement, 1, row->table.id);
    while (more && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_EVENT];
        struct store_event event;
        sqlite_values(statement, values, ROW_EVENT);
        sound = row_event(values, chain, row->table.id, &event) && event.seq == last + 1;
        if (!sound)
            break;
        chain = values[ROW_EVENT - 1].number;
        last++;
        more = event.seq < from || each(context, &event);
    }
    enum store_status status = end(home, statement, code);
    if (status == STORE_OK && (!sound || (more && (last != row->table.seq || chain != row->chain))))
        status = damaged(home, "event", row->table.id, last + 1);
    return status;
}

enum store_status read_events(struct store_home *home, int64_t table, int64_t from,
                              store_each_event *each, void *context)
{
    sqlite3_stmt *statement = query(home, READ_TABLE);
    struct sum_row row;
    int step;
    sqlite3_bind_int64(statement, 1, table);
    enum store_status found = step_table(home, statement, table, NULL, &row, &step);
    /* While the query of the row stands, that of the events sees the same moment. */
    if (step == SQLITE_ROW && found == STORE_OK)
        found = chain_events(home, &row, from, each, context);
    enum store_status status = end(home, statement, step);
    return status == STORE_OK ? found : status;
}

enum store_status read_tokens(struct store_home *home, int64_t table, store_each_token *each,
                              void *context)
{
    sqlite3_stmt *statement = query(home, READ_TOKENS);
    enum store_status found = STORE_OK;
    int code;
    sqlite3_bind_int64(statement, 1, table);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_TOKEN];
        struct store_token token;
        sqlite_values(statement, values, ROW_TOKEN);
        if (!row_token(values, &token) || token.table != table)
            found = damaged(home, "a token", table, 0);
        else if (!each(context, &token))
            break;
    }
    enum store_status status = end(home, statement, code);
    return status == STORE_OK ? found : status;
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
    counts->damaged = home->damaged;
    counts->log_bytes = atomic_load(&home->log_bytes);
    return status;
}
