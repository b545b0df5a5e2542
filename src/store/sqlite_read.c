/* SPDX-License-Identifier: MIT */
/*
 * Reads from the SQLite back end, on the caller's thread and a connection of its own. Each call is
 * one read transaction and sees what is durable at its start. Sums are checked before anybody sees
 * a row: damage gives STORE_CORRUPT and nothing else.
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
    [READ_OLD] = ("SELECT " TABLE_COLUMNS " FROM tables WHERE finished = 0 AND changed_ms >= ?1"
                  " AND changed_ms < ?2 ORDER BY changed_ms LIMIT ?3"),
    [READ_EVENTS] = ("SELECT " EVENT_COLUMNS " FROM events WHERE table_id = ?1"
                     " ORDER BY seq"),
    [READ_RECORD] = "SELECT " RECORD_COLUMNS " FROM records WHERE table_id = ?1 AND n = ?2",
    [READ_LAST_RECORD] = ("SELECT " RECORD_COLUMNS " FROM records WHERE table_id = ?1"
                          " ORDER BY n DESC LIMIT 1"),
    [READ_META] = "SELECT " META_COLUMNS " FROM meta WHERE name = ?1",
    [READ_TABLES] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2",
    [READ_RECORDS] = "SELECT " RECORD_COLUMNS " FROM records WHERE table_id = ?1 ORDER BY n",
    [READ_METAS] = "SELECT " META_COLUMNS " FROM meta ORDER BY name",
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
    connection->db = NULL;
    memset(connection->statements, 0, sizeof connection->statements);
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

/* Ends a query after its last step, which returned `code`. */
static enum store_status end_query(struct store_home *home, sqlite3_stmt *statement, int code)
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

static enum store_status damaged(struct store_home *home, const char *what, int64_t table,
                                 int64_t number)
{
    row_say_damaged(home->read.why, what, table, number);
    return STORE_CORRUPT;
}

/* ---- one thing ---- */

/* Steps to a table's row, which must be the requested one. The caller ends the query. */
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
    enum store_status status = end_query(home, statement, step);
    if (status == STORE_OK)
        status = found;
    if (status == STORE_OK)
        *out = row.table;
    return status;
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
            found = row_give_text(out, record.text, record.size);
        else
            found = damaged(home, "record", table, n);
    }
    enum store_status status = end_query(home, statement, code);
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
            found = row_give_text(out, meta.value, meta.size);
        else
            found = damaged(home, "a value of the server's", 0, 0);
    }
    enum store_status status = end_query(home, statement, code);
    return status == STORE_OK ? found : status;
}

/* ---- many ---- */

static enum store_status each_row(struct store_home *home, sqlite3_stmt *statement,
                                  store_each_table *each, void *context)
{
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_TABLE];
        struct sum_row row;
        sqlite_values(statement, values, ROW_TABLE);
        if (row_table(values, &row) && !row.table.finished && !each(context, &row.table))
            break;
    }
    return end_query(home, statement, code);
}

enum store_status read_unfinished(struct store_home *home, store_each_table *each, void *context)
{
    return each_row(home, query(home, READ_UNFINISHED), each, context);
}

enum store_status read_old(struct store_home *home, int64_t since, int64_t before,
                           store_each_table *each, void *context)
{
    sqlite3_stmt *statement = query(home, READ_OLD);
    sqlite3_bind_int64(statement, 1, since);
    sqlite3_bind_int64(statement, 2, before);
    sqlite3_bind_int(statement, 3, STORE_PAGE_MAX);
    return each_row(home, statement, each, context);
}

/* Reads from the first event, since each is checked against the one before, and the last against
 * the table's row. An event beyond that is damage too: the next one written would be refused. */
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
    enum store_status status = end_query(home, statement, code);
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
    /* While the row's query is open, the events' query sees the same moment. */
    if (step == SQLITE_ROW && found == STORE_OK)
        found = chain_events(home, &row, from, each, context);
    enum store_status status = end_query(home, statement, step);
    return status == STORE_OK ? found : status;
}

static enum store_status count(struct store_home *home, enum read_statement which, int64_t *out)
{
    sqlite3_stmt *statement = query(home, which);
    int code = sqlite3_step(statement);
    *out = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    return end_query(home, statement, code);
}

enum store_status read_counts(struct store_home *home, struct store_counts *counts)
{
    enum store_status status = count(home, READ_COUNT_UNFINISHED, &counts->unfinished);
    if (status == STORE_OK)
        status = count(home, READ_COUNT_FINISHED, &counts->finished);
    counts->log_bytes = atomic_load(&home->log_bytes);
    return status;
}

/* ---- everything ---- */

enum store_status read_tables(struct store_home *home, int64_t *after, store_each_table *each,
                              void *context, int64_t *damaged_rows)
{
    sqlite3_stmt *statement = query(home, READ_TABLES);
    int code, rows = 0;
    sqlite3_bind_int64(statement, 1, *after);
    sqlite3_bind_int(statement, 2, STORE_PAGE_MAX);
    for (; (code = sqlite3_step(statement)) == SQLITE_ROW; rows++) {
        struct value values[ROW_TABLE];
        struct sum_row row;
        sqlite_values(statement, values, ROW_TABLE);
        *after = sqlite3_column_int64(statement, 0);
        if (!row_table(values, &row))
            ++*damaged_rows;
        else
            each(context, &row.table);
    }
    enum store_status status = end_query(home, statement, code);
    return status == STORE_OK && rows == 0 ? STORE_ABSENT : status;
}

enum store_status read_records(struct store_home *home, int64_t table, store_each_record *each,
                               void *context)
{
    sqlite3_stmt *statement = query(home, READ_RECORDS);
    bool more = true, sound = true;
    int code = SQLITE_DONE;
    sqlite3_bind_int64(statement, 1, table);
    while (more && sound && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_RECORD];
        struct row_record record;
        sqlite_values(statement, values, ROW_RECORD);
        sound = row_record(values, &record) && record.table == table;
        more = sound && each(context, record.n, record.text, record.size);
    }
    enum store_status status = end_query(home, statement, code);
    return sound || status != STORE_OK ? status : damaged(home, "record", table, 0);
}

enum store_status read_metas(struct store_home *home, store_each_meta *each, void *context)
{
    sqlite3_stmt *statement = query(home, READ_METAS);
    bool more = true, sound = true;
    int code = SQLITE_DONE;
    while (more && sound && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_META];
        sqlite_values(statement, values, ROW_META);
        sound = row_pass_meta(values, each, context, &more);
    }
    enum store_status status = end_query(home, statement, code);
    return sound || status != STORE_OK ? status : damaged(home, "a value of the server's", 0, 0);
}
