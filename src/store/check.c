/* SPDX-License-Identifier: MIT */
/*
 * Is a file what this program wrote? SQLite checks the structure; the schema is compared with a
 * newly made one, since a flipped bit may turn an index into another; sums check the content.
 */
#include <string.h>

#include "store/sqlite.h"

enum { QUERY_MAX = 160, SCHEMA_MAX = 8192 };

/* ---- structure ---- */

enum store_status sqlite_check_structure(sqlite3 *db, const char *pragma, const char *of,
                                         struct text *why)
{
    char query[QUERY_MAX], buffer[STORE_WHY_MAX];
    struct text sql, answer;
    text_init(&sql, query, sizeof query);
    text_string(&sql, "PRAGMA ");
    text_string(&sql, pragma);
    text_char(&sql, '(');
    text_string(&sql, of);
    text_char(&sql, ')');
    text_init(&answer, buffer, sizeof buffer);
    int code = sqlite_text(db, query, &answer);
    if (code != SQLITE_OK) {
        sqlite_say(db, why);
        enum store_status status = sqlite_status(code);
        return status == STORE_CONFLICT ? STORE_CORRUPT : status;
    }
    if (string_equal(answer.bytes, "ok"))
        return STORE_OK;
    buffer[strcspn(buffer, "\n")] = '\0';
    text_string(why, buffer);
    return STORE_CORRUPT;
}

/* ---- the schema ---- */

/* All of it as one text, except what ANALYZE adds for SQLite. */
static bool write_schema(sqlite3 *db, struct text *out)
{
    int code = sqlite_text(db,
                           "SELECT group_concat(type || ' ' || name || ' ' || tbl_name || ' ' ||"
                           " ifnull(sql, '-'), x'0a') FROM"
                           " (SELECT * FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'"
                           " ORDER BY type, name)",
                           out);
    return code == SQLITE_OK && !out->overflow;
}

bool sqlite_has_schema(sqlite3 *db)
{
    char wanted_bytes[SCHEMA_MAX], found_bytes[SCHEMA_MAX];
    struct text wanted, found;
    sqlite3 *model = NULL;
    text_init(&wanted, wanted_bytes, sizeof wanted_bytes);
    text_init(&found, found_bytes, sizeof found_bytes);
    int code = sqlite3_open(":memory:", &model);
    if (code == SQLITE_OK)
        code = sqlite3_exec(model, schema_sql, NULL, NULL, NULL);
    bool same = code == SQLITE_OK && write_schema(model, &wanted) && write_schema(db, &found) &&
                string_equal(wanted.bytes, found.bytes);
    sqlite3_close(model);
    return same;
}

/* ---- content ---- */

struct checking {
    sqlite3_stmt *statement;
    int64_t table, seq, chain; /* of events: the current position */
};

static bool sound_table(struct checking *checking, const struct value *values)
{
    struct sum_row row;
    (void)checking;
    return row_table(values, &row);
}

static bool sound_record(struct checking *checking, const struct value *values)
{
    struct row_record record;
    (void)checking;
    return row_record(values, &record);
}

static bool sound_meta(struct checking *checking, const struct value *values)
{
    struct row_meta meta;
    (void)checking;
    return row_meta(values, &meta);
}

/* An event with its table's seq and chain appended, in the order of tables and events. */
static bool sound_event(struct checking *checking, const struct value *values)
{
    struct store_event event;
    if (values[0].number != checking->table) {
        checking->table = values[0].number;
        checking->chain = sum_start(checking->table);
        checking->seq = 0;
    }
    if (!row_event(values, checking->chain, checking->table, &event) ||
        event.seq != ++checking->seq)
        return false;
    checking->chain = values[ROW_EVENT - 1].number;
    const struct value *last = values + ROW_EVENT;
    return event.seq < last[0].number ||
           (event.seq == last[0].number && checking->chain == last[1].number);
}

static enum store_status check_rows(sqlite3 *db, const char *sql, int columns,
                                    bool (*is_sound)(struct checking *, const struct value *),
                                    int64_t *damaged)
{
    struct checking checking = {0};
    int code = sqlite3_prepare_v2(db, sql, -1, &checking.statement, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(checking.statement)) == SQLITE_ROW) {
        struct value values[ROW_MAX];
        sqlite_values(checking.statement, values, columns);
        *damaged += !is_sound || !is_sound(&checking, values);
        code = SQLITE_OK;
    }
    sqlite3_finalize(checking.statement);
    return sqlite_status(code);
}

enum store_status sqlite_check_sums(sqlite3 *db, int64_t *damaged, struct text *why)
{
    static const struct {
        const char *sql;
        int columns;
        bool (*is_sound)(struct checking *, const struct value *);
        const char *what;
        /* no is_sound: there should be no rows */
    } rows[] = {
        {"SELECT " TABLE_COLUMNS " FROM tables", ROW_TABLE, sound_table, "tables"},
        {"SELECT table_id, events.seq, at_ms, bytes, events.sum, tables.seq, tables.chain"
         " FROM events LEFT JOIN tables ON id = table_id ORDER BY table_id, events.seq",
         ROW_EVENT + 2, sound_event, "events"},
        {"SELECT " TABLE_COLUMNS " FROM tables WHERE seq > 0 AND NOT EXISTS (SELECT 1 FROM events"
         " WHERE table_id = id AND events.seq = tables.seq)",
         ROW_TABLE, NULL, "tables without their last event"},
        {"SELECT " RECORD_COLUMNS " FROM records", ROW_RECORD, sound_record, "records"},
        {"SELECT " META_COLUMNS " FROM meta", ROW_META, sound_meta, "values of the server's"},
    };
    enum store_status status = STORE_OK;
    *damaged = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == STORE_OK; i++) {
        status = check_rows(db, rows[i].sql, rows[i].columns, rows[i].is_sound, damaged);
        if (status != STORE_OK) {
            sqlite_say(db, why);
            *damaged = 0;
        }
        if (status != STORE_OK || *damaged == 0)
            continue;
        text_string(why, "damaged ");
        text_string(why, rows[i].what);
        text_string(why, ": ");
        text_number(why, *damaged);
        status = STORE_CORRUPT;
    }
    return status;
}

enum store_status sqlite_check_start(sqlite3 *db, int64_t *damaged, struct text *why)
{
    *damaged = 0;
    if (!sqlite_has_schema(db)) {
        text_string(why, "the description of the tables is not what this program wrote");
        return STORE_CORRUPT;
    }
    enum store_status status = sqlite_check_structure(db, "integrity_check", "tables", why);
    if (status == STORE_OK)
        status =
            check_rows(db, "SELECT " TABLE_COLUMNS " FROM tables", ROW_TABLE, sound_table, damaged);
    return status;
}
