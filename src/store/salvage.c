/* SPDX-License-Identifier: MIT */
/* Reads rows out of a damaged file, as far as SQLite can still reach them. */
#include "store/salvage.h"

#include "base/check.h"
#include "store/log.h"
#include "store/sqlite.h"

enum {
    ROW_EXISTS = 2, /* how much a row of `tables` counts as evidence, see repair.c */
    INDEXES = 2,
    QUERY_MAX = 256,
    ENTRIES_MAX = 4096, /* index entries per page: there are never more */
};

/* A row that is read twice is kept once: events by their original rowids. */
static const char scratch[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, code, finished, seq, created_ms, changed_ms,"
    " chain, sum);"
    "CREATE INDEX tables_code ON tables (code, changed_ms) WHERE finished = 0;"
    "CREATE TABLE events (table_id, seq, at_ms, bytes, sum, at INTEGER PRIMARY KEY);"
    "CREATE INDEX events_key ON events (table_id, seq);"
    "CREATE TABLE records (table_id, n, text, sum, PRIMARY KEY (table_id, n)) WITHOUT ROWID;"
    "CREATE TABLE meta (name PRIMARY KEY, value, sum) WITHOUT ROWID;"
    "CREATE TABLE seen (id INTEGER PRIMARY KEY, times);"
    "BEGIN;";

static const char see_sql[] = "INSERT INTO seen VALUES (?1, ?2)"
                              " ON CONFLICT (id) DO UPDATE SET times = times + excluded.times";

/* Queries on the damaged file. */
static const struct kind {
    const char *name, *columns;
    int count;                    /* number of columns */
    const char *place;            /* the column that rows are found by */
    const char *table;            /* the column that names a table */
    const char *indexes[INDEXES]; /* and what an entry contains of those two */
    const char *keep;
} kinds[KINDS] = {
    {"tables",
     TABLE_COLUMNS,
     ROW_TABLE,
     "id",
     "id",
     {"tables_unfinished WHERE finished = 0 ORDER BY code",
      "tables_stale WHERE finished = 1 ORDER BY changed_ms"},
     "INSERT OR IGNORE INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"},
    {"events",
     EVENT_COLUMNS,
     ROW_EVENT,
     "rowid",
     "table_id",
     {"sqlite_autoindex_events_1 ORDER BY table_id"},
     "INSERT OR IGNORE INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    {"records",
     RECORD_COLUMNS,
     ROW_RECORD,
     "rowid",
     "table_id",
     {"sqlite_autoindex_records_1 ORDER BY table_id"},
     "INSERT OR IGNORE INTO records VALUES (?1, ?2, ?3, ?4)"},
    {"meta",
     META_COLUMNS,
     ROW_META,
     "name",
     NULL,
     {NULL},
     "INSERT OR IGNORE INTO meta VALUES (?1, ?2, ?3)"},
};

/* NULL: SQLite cannot even prepare it. */
static sqlite3_stmt *prepare(sqlite3 *db, const char *const *parts)
{
    char buffer[QUERY_MAX];
    struct text text;
    sqlite3_stmt *statement = NULL;
    text_init(&text, buffer, sizeof buffer);
    for (; *parts; parts++)
        text_string(&text, *parts);
    CHECK(!text.overflow);
    sqlite3_prepare_v2(db, buffer, -1, &statement, NULL);
    return statement;
}

#define PREPARE(db, ...) prepare(db, (const char *const[]){__VA_ARGS__, NULL})

/* ---- a row ---- */

static void insert(struct salvage *salvage, sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE && salvage->code == SQLITE_OK)
        salvage->code = code;
    sqlite3_reset(statement);
}

static void see(struct salvage *salvage, int64_t table, int times)
{
    if (table <= 0)
        return;
    sqlite3_bind_int64(salvage->see, 1, table);
    sqlite3_bind_int(salvage->see, 2, times);
    insert(salvage, salvage->see);
}

/* Whether an event is right is decided when its table is put together. */
static bool is_right(enum salvage_kind kind, const struct value *values)
{
    struct sum_row table;
    struct store_event event;
    struct row_record record;
    struct row_meta meta;
    int64_t id;
    switch (kind) {
    case KIND_TABLES: return row_table(values, &table);
    case KIND_EVENTS:
        return row_is_event(values, &id, &event) && values[ROW_EVENT - 1].kind == VALUE_NUMBER;
    case KIND_RECORDS: return row_record(values, &record);
    case KIND_META: return row_meta(values, &meta);
    case KINDS: break;
    }
    return false;
}

/* Takes a row, followed by its place. `count`: it has not been read before. */
static void take_row(struct salvage *salvage, enum salvage_kind kind, sqlite3_stmt *row, bool count)
{
    struct value values[ROW_MAX];
    sqlite3_stmt *keep = salvage->keep[kind];
    sqlite_values(row, values, kinds[kind].count);
    bool right = is_right(kind, values);
    if (right) {
        for (int i = 0; i < sqlite3_bind_parameter_count(keep); i++)
            sqlite3_bind_value(keep, i + 1, sqlite3_column_value(row, i));
        insert(salvage, keep);
        count = sqlite3_changes(salvage->db) > 0;
        salvage->found++;
    }
    salvage->wrong[kind] += count && !right;
    if (count && kind == KIND_TABLES)
        see(salvage, values[0].number, right || salvage->whole[kind] ? ROW_EXISTS : 1);
    else if (count && right && kind == KIND_EVENTS)
        see(salvage, values[0].number, 1);
}

/* ---- all rows of a kind ---- */

/* Reads up to the end or the first damage. In a sound tree places only rise, or only fall; in a
 * damaged one the same rows might come forever. */
static bool read_all(struct salvage *salvage, sqlite3 *db, enum salvage_kind kind, bool down)
{
    const struct kind *how = &kinds[kind];
    sqlite3_stmt *rows = PREPARE(db, "SELECT ", how->columns, ", ", how->place, " FROM ", how->name,
                                 " NOT INDEXED ORDER BY ", how->place, down ? " DESC" : "");
    int64_t last = down ? INT64_MAX : INT64_MIN;
    int code = SQLITE_OK;
    while (rows && code == SQLITE_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        int64_t place = sqlite3_column_int64(rows, how->count);
        if (kind != KIND_META && (down ? place >= last : place <= last))
            break;
        last = place;
        take_row(salvage, kind, rows, !down);
        code = salvage->code;
    }
    sqlite3_finalize(rows);
    return code == SQLITE_DONE;
}

/* Reads one by one the rows that an index knows. */
static bool read_index(struct salvage *salvage, sqlite3 *db, enum salvage_kind kind,
                       const char *index, bool down)
{
    const struct kind *how = &kinds[kind];
    sqlite3_stmt *entries = PREPARE(db, "SELECT ", how->place, ", ", how->table, " FROM ",
                                    how->name, " INDEXED BY ", index, down ? " DESC" : "");
    sqlite3_stmt *one = PREPARE(db, "SELECT ", how->columns, ", ", how->place, " FROM ", how->name,
                                " WHERE ", how->place, " = ?1");
    int64_t left = salvage->image.pages * ENTRIES_MAX;
    int code = entries && one ? SQLITE_OK : SQLITE_ERROR;
    while (code == SQLITE_OK && left-- > 0 && (code = sqlite3_step(entries)) == SQLITE_ROW) {
        see(salvage, sqlite3_column_int64(entries, 1), 1);
        sqlite3_bind_int64(one, 1, sqlite3_column_int64(entries, 0));
        if (sqlite3_step(one) == SQLITE_ROW)
            take_row(salvage, kind, one, false);
        sqlite3_reset(one);
        code = salvage->code;
    }
    sqlite3_finalize(entries);
    sqlite3_finalize(one);
    return code == SQLITE_DONE;
}

static void read_kind(struct salvage *salvage, sqlite3 *db, enum salvage_kind kind)
{
    const struct kind *how = &kinds[kind];
    bool done = read_all(salvage, db, kind, false);
    salvage->whole[kind] = salvage->whole[kind] && done;
    if (salvage->whole[kind])
        return;
    if (!done)
        read_all(salvage, db, kind, true);
    for (int i = 0; i < INDEXES && how->indexes[i]; i++)
        if (!read_index(salvage, db, kind, how->indexes[i], false))
            read_index(salvage, db, kind, how->indexes[i], true);
}

/* ---- the file ---- */

void salvage_note(struct store_repaired *out, const char *what)
{
    struct text text;
    if (!out->damaged) {
        text_init(&text, out->what, sizeof out->what);
        text_string(&text, what);
    }
    out->damaged = true;
}

/* Checks what SQLite ignores in the header. */
static bool is_known(sqlite3 *db)
{
    int64_t owner = 0, version = 0;
    return sqlite_number(db, "PRAGMA application_id", &owner) == SQLITE_OK &&
           owner == APPLICATION_ID &&
           sqlite_number(db, "PRAGMA user_version", &version) == SQLITE_OK &&
           (version & ~LOG_MARK) == SCHEMA_VERSION;
}

/* *sure: all rows that exist can be found. */
static sqlite3 *open_image(struct salvage *salvage, bool *sure)
{
    sqlite3 *db = image_sqlite(&salvage->image);
    bool described = db && sqlite_has_schema(db);
    *sure = described && !salvage->image.log_damaged;
    if (!described || !is_known(db))
        salvage_note(salvage->out,
                     "the header or the description of the tables is not what was written");
    if (described)
        return db;
    sqlite3_close(db);
    return image_make_head(&salvage->image) ? image_sqlite(&salvage->image) : NULL;
}

static void read_kinds(struct salvage *salvage)
{
    char buffer[STORE_WHY_MAX];
    struct text what;
    bool sure;
    sqlite3 *db = open_image(salvage, &sure);
    if (!db)
        return;
    text_init(&what, buffer, sizeof buffer);
    bool sound = sqlite_check_structure(db, "integrity_check", SQLITE_FILE, &what) == STORE_OK;
    if (!sound)
        salvage_note(salvage->out, buffer);
    for (int kind = 0; kind < KINDS; kind++) {
        text_clear(&what);
        salvage->whole[kind] =
            sure && (sound || sqlite_check_structure(db, "integrity_check", kinds[kind].name,
                                                     &what) == STORE_OK);
        read_kind(salvage, db, (enum salvage_kind)kind);
        if (salvage->wrong[kind] > 0)
            salvage_note(salvage->out, "content does not match its checksums");
    }
    sqlite3_close(db);
}

static void note_file(struct salvage *salvage)
{
    const struct image *image = &salvage->image;
    struct store_repaired *out = salvage->out;
    out->pages = image->pages;
    out->pages_missing = image->missing;
    out->pages_unreadable = image->unreadable;
    out->log_damaged = image->log_damaged || image->log_away;
    if (image->cut || image->missing > 0)
        salvage_note(salvage->out, "the file is cut");
    if (image->head_damaged)
        salvage_note(salvage->out, "the header is damaged");
    if (image->log_damaged)
        salvage_note(salvage->out, "the log is damaged");
    if (image->log_away)
        salvage_note(salvage->out, "its log is not beside it");
    if (image->unreadable > 0)
        salvage_note(salvage->out, "the disk cannot read all of it");
}

enum store_status salvage_rows(struct salvage *salvage, struct text *why)
{
    note_file(salvage);
    read_kinds(salvage);
    if (salvage->code != SQLITE_OK)
        sqlite_say(salvage->db, why);
    return sqlite_status(salvage->code);
}

enum store_status salvage_open(struct salvage *salvage, const char *path, struct text *why)
{
    enum store_status status = image_open(&salvage->image, path, why);
    if (status != STORE_OK)
        return status;
    int code = sqlite3_open("", &salvage->db); /* a nameless file, deleted when it is closed */
    if (code == SQLITE_OK)
        code = sqlite3_exec(salvage->db, scratch, NULL, NULL, NULL);
    for (int i = 0; i < KINDS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v2(salvage->db, kinds[i].keep, -1, &salvage->keep[i], NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(salvage->db, see_sql, -1, &salvage->see, NULL);
    if (code != SQLITE_OK)
        sqlite_say(salvage->db, why);
    return sqlite_status(code);
}

void salvage_close(struct salvage *salvage)
{
    for (int i = 0; i < KINDS; i++)
        sqlite3_finalize(salvage->keep[i]);
    sqlite3_finalize(salvage->see);
    sqlite3_close(salvage->db);
    image_close(&salvage->image);
}
