/* SPDX-License-Identifier: MIT */
/*
 * Sums for the rows of a file that was made without: kufsa_fill_sums(), which the migration to
 * version 2 calls in its transaction. What it finds is believed, having nothing to go by; but a
 * table whose events are not 1 … seq gets no sum, and is refused from then on.
 */
#include "store/sqlite.h"

/* Runs a query with each row's values; `each` answers SQLite's code. */
static int each_row(sqlite3 *db, const char *sql, int64_t bound, int columns,
                    int (*each)(sqlite3 *, sqlite3_stmt *, const struct value *, void *),
                    sqlite3_stmt *change, void *context)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_bind_parameter_count(statement) > 0)
        code = sqlite3_bind_int64(statement, 1, bound);
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct value values[ROW_MAX];
        sqlite_values(statement, values, columns);
        code = each(db, change, values, context);
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The last parameters are bound; runs it. */
static int run(sqlite3_stmt *change)
{
    int code = sqlite3_step(change);
    sqlite3_reset(change);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

struct chaining {
    int64_t table, last, chain;
    bool whole;
};

static int fill_event(sqlite3 *db, sqlite3_stmt *change, const struct value *values, void *context)
{
    struct chaining *chaining = context;
    struct store_event event;
    int64_t table;
    (void)db;
    chaining->whole =
        chaining->whole && row_is_event(values, &table, &event) && event.seq == chaining->last + 1;
    if (!chaining->whole)
        return SQLITE_OK;
    chaining->last++;
    chaining->chain = sum_event(chaining->chain, chaining->table, &event);
    sqlite3_bind_int64(change, 1, chaining->chain);
    sqlite3_bind_int64(change, 2, values[4].number); /* the rowid */
    return run(change);
}

struct filling {
    sqlite3_stmt *event;
};

static int fill_table(sqlite3 *db, sqlite3_stmt *change, const struct value *values, void *context)
{
    const struct filling *filling = context;
    struct sum_row row;
    if (!row_is_table(values, ROW_TABLE - 2, &row))
        return SQLITE_OK;
    struct chaining chaining = {row.table.id, 0, sum_start(row.table.id), true};
    int code = each_row(db,
                        "SELECT table_id, seq, at_ms, bytes, rowid FROM events"
                        " WHERE table_id = ?1 ORDER BY seq",
                        row.table.id, ROW_EVENT, fill_event, filling->event, &chaining);
    if (code != SQLITE_OK || !chaining.whole || chaining.last != row.table.seq)
        return code;
    row.chain = chaining.chain;
    sqlite3_bind_int64(change, 1, row.chain);
    sqlite3_bind_int64(change, 2, sum_table(&row));
    sqlite3_bind_int64(change, 3, row.table.id);
    return run(change);
}

static int fill_token(sqlite3 *db, sqlite3_stmt *change, const struct value *values, void *context)
{
    struct store_token token;
    (void)db, (void)context;
    if (!row_is_token(values, &token))
        return SQLITE_OK;
    sqlite3_bind_int64(change, 1, sum_token(&token));
    sqlite3_bind_blob(change, 2, token.hash, STORE_HASH_SIZE, SQLITE_STATIC);
    return run(change);
}

static int fill_record(sqlite3 *db, sqlite3_stmt *change, const struct value *values, void *context)
{
    struct row_record record;
    (void)db, (void)context;
    if (!row_is_record(values, &record))
        return SQLITE_OK;
    sqlite3_bind_int64(change, 1, sum_record(record.table, record.n, record.text, record.size));
    sqlite3_bind_int64(change, 2, record.table);
    sqlite3_bind_int64(change, 3, record.n);
    return run(change);
}

static int fill_meta(sqlite3 *db, sqlite3_stmt *change, const struct value *values, void *context)
{
    struct row_meta meta;
    (void)db, (void)context;
    if (!row_is_meta(values, &meta))
        return SQLITE_OK;
    sqlite3_bind_int64(change, 1, sum_meta(meta.name, meta.name_size, meta.value, meta.size));
    sqlite3_bind_text(change, 2, meta.name, (int)meta.name_size, SQLITE_STATIC);
    return run(change);
}

static int fill_all(sqlite3 *db)
{
    static const struct {
        const char *find, *change;
        int columns;
        int (*each)(sqlite3 *, sqlite3_stmt *, const struct value *, void *);
    } kinds[] = {
        {"SELECT " TABLE_COLUMNS " FROM tables",
         "UPDATE tables SET chain = ?1, sum = ?2 WHERE id = ?3", ROW_TABLE, fill_table},
        {"SELECT " TOKEN_COLUMNS " FROM tokens", "UPDATE tokens SET sum = ?1 WHERE hash = ?2",
         ROW_TOKEN, fill_token},
        {"SELECT " RECORD_COLUMNS " FROM records",
         "UPDATE records SET sum = ?1 WHERE table_id = ?2 AND n = ?3", ROW_RECORD, fill_record},
        {"SELECT " META_COLUMNS " FROM meta", "UPDATE meta SET sum = ?1 WHERE name = ?2", ROW_META,
         fill_meta},
    };
    struct filling filling = {NULL};
    int code = sqlite3_prepare_v2(db, "UPDATE events SET sum = ?1 WHERE rowid = ?2", -1,
                                  &filling.event, NULL);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && code == SQLITE_OK; i++) {
        sqlite3_stmt *change = NULL;
        code = sqlite3_prepare_v2(db, kinds[i].change, -1, &change, NULL);
        if (code == SQLITE_OK)
            code =
                each_row(db, kinds[i].find, 0, kinds[i].columns, kinds[i].each, change, &filling);
        sqlite3_finalize(change);
    }
    sqlite3_finalize(filling.event);
    return code;
}

static void fill_sums(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count, (void)values;
    int code = fill_all(sqlite3_context_db_handle(context));
    if (code != SQLITE_OK)
        sqlite3_result_error_code(context, code);
}

int sqlite_add_fill(sqlite3 *db)
{
    return sqlite3_create_function(db, "kufsa_fill_sums", 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, NULL,
                                   fill_sums, NULL, NULL);
}
