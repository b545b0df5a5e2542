/* SPDX-License-Identifier: MIT */
/* Rows out of a damaged file, wherever they can still be read. */
#include "store/salvage.h"

#include <string.h>

#include "base/hash.h"
#include "store/sqlite.h"

static const char scratch[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;"
    "CREATE TABLE tables (id, code, finished, seq, created_ms, changed_ms, setup, chain, old,"
    " PRIMARY KEY (id, seq, finished, changed_ms, code, setup, chain, old)) WITHOUT ROWID;"
    "CREATE TABLE events (table_id, seq, at_ms, bytes, sum, content, old,"
    " PRIMARY KEY (table_id, seq, old, sum, content)) WITHOUT ROWID;"
    "CREATE TABLE tokens (hash, table_id, seat, role, old,"
    " PRIMARY KEY (hash, old)) WITHOUT ROWID;"
    "CREATE TABLE records (table_id, n, text, old, PRIMARY KEY (table_id, n, old)) WITHOUT ROWID;"
    "CREATE TABLE meta (name, value, old, PRIMARY KEY (name, old)) WITHOUT ROWID;"
    "CREATE TABLE seen (id PRIMARY KEY, times) WITHOUT ROWID;"
    "BEGIN;";

static const char *const sql[SALVAGE_STATEMENTS] = {
    [SALVAGE_TABLE] = "INSERT OR IGNORE INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [SALVAGE_EVENT] = "INSERT OR IGNORE INTO events VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [SALVAGE_TOKEN] = "INSERT OR IGNORE INTO tokens VALUES (?1, ?2, ?3, ?4, ?5)",
    [SALVAGE_RECORD] = "INSERT OR IGNORE INTO records VALUES (?1, ?2, ?3, ?4)",
    /* the server's own values change, and nothing says which is the newer: the last that is read */
    [SALVAGE_VALUE] = "INSERT OR REPLACE INTO meta VALUES (?1, ?2, ?3)",
    [SALVAGE_SEEN] = ("INSERT INTO seen VALUES (?1, ?2)"
                      " ON CONFLICT (id) DO UPDATE SET times = times + excluded.times"),
};

static const char *const kind_names[KINDS] = {"tables", "events", "tokens", "records", "meta"};

/* ---- a row ---- */

static void insert(struct salvage *salvage, enum salvage_statement which)
{
    sqlite3_stmt *statement = salvage->statements[which];
    int code = sqlite3_step(statement);
    if (code != SQLITE_DONE && salvage->code == SQLITE_OK)
        salvage->code = code;
    sqlite3_reset(statement);
}

/* Some row speaks of this table. */
static void see(struct salvage *salvage, int64_t table, int times)
{
    if (table <= 0)
        return;
    sqlite3_bind_int64(salvage->statements[SALVAGE_SEEN], 1, table);
    sqlite3_bind_int(salvage->statements[SALVAGE_SEEN], 2, times);
    insert(salvage, SALVAGE_SEEN);
}

static void bind_bytes(sqlite3_stmt *statement, int at, const void *bytes, size_t size)
{
    sqlite3_bind_blob(statement, at, size > 0 ? bytes : "", (int)size, SQLITE_STATIC);
}

static void keep_table(struct salvage *salvage, const struct sum_row *row, bool old)
{
    sqlite3_stmt *statement = salvage->statements[SALVAGE_TABLE];
    sqlite3_bind_int64(statement, 1, row->table.id);
    sqlite3_bind_text(statement, 2, row->table.code, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, row->table.finished);
    sqlite3_bind_int64(statement, 4, row->table.seq);
    sqlite3_bind_int64(statement, 5, row->table.created_ms);
    sqlite3_bind_int64(statement, 6, row->table.changed_ms);
    bind_bytes(statement, 7, row->setup, row->setup_size);
    sqlite3_bind_int64(statement, 8, row->chain);
    sqlite3_bind_int(statement, 9, old);
    insert(salvage, SALVAGE_TABLE);
}

static bool take_table(struct salvage *salvage, const struct cell *cell)
{
    struct value values[ROW_MAX];
    struct sum_row row;
    bool old = cell->count == ROW_TABLE - 2;
    if (cell->index || (!old && cell->count != ROW_TABLE))
        return false;
    memcpy(values, cell->values, sizeof values);
    if (values[0].kind == VALUE_NULL) /* as it lies in a page: the rowid is the id */
        values[0] = (struct value){.kind = VALUE_NUMBER, .number = cell->rowid};
    if (!row_is_table(values, cell->count, &row))
        return false;
    if (old || row_table(values, &row)) {
        keep_table(salvage, &row, old);
    } else if (!cell->tried) {
        salvage->wrong[KIND_TABLES]++;
        see(salvage, row.table.id, salvage->whole[KIND_TABLES] ? 2 : 1);
    }
    return true;
}

static bool take_event(struct salvage *salvage, const struct cell *cell)
{
    struct store_event event;
    int64_t table;
    bool old = cell->count == ROW_EVENT - 1;
    if (cell->index || (!old && cell->count != ROW_EVENT) ||
        !row_is_event(cell->values, &table, &event) ||
        (!old && cell->values[ROW_EVENT - 1].kind != VALUE_NUMBER))
        return false;
    sqlite3_stmt *statement = salvage->statements[SALVAGE_EVENT];
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int64(statement, 2, event.seq);
    sqlite3_bind_int64(statement, 3, event.at_ms);
    bind_bytes(statement, 4, event.bytes, event.size);
    sqlite3_bind_int64(statement, 5, old ? 0 : cell->values[ROW_EVENT - 1].number);
    sqlite3_bind_int64(statement, 6, sum_event(0, table, &event));
    sqlite3_bind_int(statement, 7, old);
    insert(salvage, SALVAGE_EVENT);
    if (!cell->tried)
        see(salvage, table, 1);
    return true;
}

static bool take_token(struct salvage *salvage, const struct cell *cell)
{
    struct store_token token;
    bool old = cell->count == ROW_TOKEN - 1;
    if ((!old && cell->count != ROW_TOKEN) || !row_is_token(cell->values, &token))
        return false;
    if (!old && !row_token(cell->values, &token)) {
        salvage->wrong[KIND_TOKENS] += !cell->tried;
        return true;
    }
    sqlite3_stmt *statement = salvage->statements[SALVAGE_TOKEN];
    bind_bytes(statement, 1, token.hash, STORE_HASH_SIZE);
    sqlite3_bind_int64(statement, 2, token.table);
    sqlite3_bind_int(statement, 3, token.seat);
    sqlite3_bind_text(statement, 4, token.role, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 5, old);
    insert(salvage, SALVAGE_TOKEN);
    return true;
}

static bool take_record(struct salvage *salvage, const struct cell *cell)
{
    struct row_record record;
    bool old = cell->count == ROW_RECORD - 1;
    if (cell->index || (!old && cell->count != ROW_RECORD) || !row_is_record(cell->values, &record))
        return false;
    if (!old && !row_record(cell->values, &record)) {
        salvage->wrong[KIND_RECORDS] += !cell->tried;
        return true;
    }
    sqlite3_stmt *statement = salvage->statements[SALVAGE_RECORD];
    sqlite3_bind_int64(statement, 1, record.table);
    sqlite3_bind_int64(statement, 2, record.n);
    bind_bytes(statement, 3, record.text, record.size);
    sqlite3_bind_int(statement, 4, old);
    insert(salvage, SALVAGE_RECORD);
    return true;
}

static bool take_meta(struct salvage *salvage, const struct cell *cell)
{
    struct row_meta meta;
    bool old = cell->count == ROW_META - 1;
    if ((!old && cell->count != ROW_META) || !row_is_meta(cell->values, &meta))
        return false;
    if (!old && !row_meta(cell->values, &meta)) {
        salvage->wrong[KIND_META] += !cell->tried;
        return true;
    }
    sqlite3_stmt *statement = salvage->statements[SALVAGE_VALUE];
    bind_bytes(statement, 1, meta.name, meta.name_size);
    bind_bytes(statement, 2, meta.value, meta.size);
    sqlite3_bind_int(statement, 3, old);
    insert(salvage, SALVAGE_VALUE);
    return true;
}

/* Rows of an index name tables: (table, seq or n, rowid), (code, [time,] table), (time, table),
 * (table, hash). */
static void take_mention(struct salvage *salvage, const struct cell *cell)
{
    const struct value *values = cell->values;
    bool first = values[0].kind == VALUE_NUMBER;
    int last = cell->count - 1;
    if (!cell->index || cell->tried || cell->count < 2 || cell->count > 3)
        return;
    if (first && (cell->count == 3 || values[1].kind == VALUE_BYTES))
        see(salvage, values[0].number, 1);
    else if (values[last].kind == VALUE_NUMBER && values[0].kind != VALUE_BYTES)
        see(salvage, values[last].number, 1);
}

static void take(void *context, const struct cell *cell)
{
    static bool (*const takers[KINDS])(struct salvage *, const struct cell *) = {
        [KIND_TABLES] = take_table,   [KIND_EVENTS] = take_event, [KIND_TOKENS] = take_token,
        [KIND_RECORDS] = take_record, [KIND_META] = take_meta,
    };
    struct salvage *salvage = context;
    for (int kind = 0; kind < KINDS; kind++) {
        if (salvage->wanted[kind] && takers[kind](salvage, cell)) {
            salvage->found++;
            return;
        }
    }
    if (salvage->wanted[KIND_TABLES])
        take_mention(salvage, cell);
}

/* ---- by SQLite ---- */

static void note(struct salvage *salvage, const char *what)
{
    struct text text;
    if (!salvage->out->damaged) {
        text_init(&text, salvage->out->what, sizeof salvage->out->what);
        text_string(&text, what);
    }
    salvage->out->damaged = true;
}

/* All rows of one kind, in a tree that is known to be sound. If that ends half way the pages are
 * looked at one by one, and what was counted here would be counted again. */
static bool read_kind(struct salvage *salvage, sqlite3 *db, enum salvage_kind kind)
{
    char query[64];
    struct text text;
    sqlite3_stmt *statement = NULL;
    text_init(&text, query, sizeof query);
    text_string(&text, "SELECT * FROM ");
    text_string(&text, kind_names[kind]);
    int64_t found = salvage->found, wrong = salvage->wrong[kind];
    int code = sqlite3_prepare_v2(db, query, -1, &statement, NULL);
    salvage->wanted[kind] = true;
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        struct cell cell = {.count = sqlite3_column_count(statement)};
        if (cell.count > ROW_MAX)
            break;
        sqlite_values(statement, cell.values, cell.count);
        int64_t before = salvage->found;
        take(salvage, &cell);
        salvage->wrong[kind] += salvage->found == before; /* not even the shape of such a row */
        code = SQLITE_OK;
    }
    salvage->wanted[kind] = false;
    if (code != SQLITE_DONE) {
        salvage->found = found;
        salvage->wrong[kind] = wrong;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE;
}

/* What the header says, beyond what SQLite looks at. */
static bool is_known(sqlite3 *db)
{
    int64_t owner = 0, version = 0;
    return sqlite_number(db, "PRAGMA application_id", &owner) == SQLITE_OK &&
           owner == APPLICATION_ID &&
           sqlite_number(db, "PRAGMA user_version", &version) == SQLITE_OK && version >= 1 &&
           version <= schema_version && sqlite_has_schema(db, (int)version);
}

static void read_sound_kinds(struct salvage *salvage)
{
    char buffer[STORE_WHY_MAX];
    struct text what;
    text_init(&what, buffer, sizeof buffer);
    sqlite3 *db = image_sqlite(&salvage->image);
    if (!db) {
        note(salvage, "SQLite cannot open it");
        return;
    }
    bool known = is_known(db);
    bool sound = sqlite_check_structure(db, "integrity_check", SQLITE_FILE, &what) == STORE_OK;
    if (!known)
        note(salvage, "the header or the description of the tables is not what was written");
    else if (!sound)
        note(salvage, buffer);
    for (int kind = 0; kind < KINDS && known; kind++) {
        text_clear(&what);
        salvage->whole[kind] = sound || sqlite_check_structure(db, "integrity_check",
                                                               kind_names[kind], &what) == STORE_OK;
        if (salvage->whole[kind] && !read_kind(salvage, db, (enum salvage_kind)kind))
            salvage->whole[kind] = false;
    }
    sqlite3_close(db);
}

/* ---- page by page ---- */

static bool go_on(struct salvage *salvage, int64_t done, int64_t total)
{
    return salvage->code == SQLITE_OK &&
           (!salvage->progress || salvage->progress(salvage->context, done, total));
}

static bool scan_pages(struct salvage *salvage)
{
    static uint8_t page[PAGE_SIZE_MAX];
    struct image *image = &salvage->image;
    uint32_t frames = image->log.damaged ? image->log.count : 0;
    int64_t total = (int64_t)image->pages + frames;
    for (uint32_t i = 1; i <= image->pages; i++) {
        if (!image->free[i] && image_page(image, i, page))
            image_cells(image, page, i == 1, take, salvage);
        /* Some of a damaged log may have been copied into the file, newer than what it hides. */
        if (frames > 0 && image->frames[i] > 0 && image_file_page(image, i, page))
            image_cells(image, page, i == 1, take, salvage);
        if (!go_on(salvage, i, total))
            return false;
    }
    for (uint32_t i = 0; i < frames; i++) {
        bool same = image->log.page_size == image->page_size;
        if (same && image_frame_page(image, i, page))
            image_cells(image, page, image->log.frames[i].page == 1, take, salvage);
        if (!go_on(salvage, (int64_t)image->pages + i, total))
            return false;
    }
    return true;
}

static void note_file(struct salvage *salvage)
{
    const struct image *image = &salvage->image;
    struct store_repaired *out = salvage->out;
    uint32_t told = image->log.pages > 0 ? image->log.pages : image->told_pages;
    out->pages = image->pages;
    out->pages_missing = told > image->pages ? told - image->pages : 0;
    out->log_damaged = image->log.damaged;
    if (out->pages_missing > (int64_t)image->pages * 1024 + 1024) /* no file grows like that */
        out->pages_missing = 0;
    if (image->size % image->page_size != 0 || out->pages_missing > 0)
        note(salvage, "the file is cut");
    if (image->version_damaged)
        note(salvage, "the header is damaged");
    if (image->log.damaged)
        note(salvage, "the log is damaged");
}

enum store_status salvage_rows(struct salvage *salvage, struct text *why)
{
    bool all = true;
    note_file(salvage);
    /* With a damaged log SQLite would see an old state, or one that never was. */
    if (!salvage->image.log.damaged)
        read_sound_kinds(salvage);
    for (int kind = 0; kind < KINDS; kind++) {
        salvage->wanted[kind] = !salvage->whole[kind];
        all = all && salvage->whole[kind];
    }
    bool done = all || scan_pages(salvage);
    salvage->out->pages_unreadable = salvage->image.unreadable;
    if (salvage->image.unreadable > 0)
        note(salvage, "the disk cannot read all of it");
    if (salvage->code != SQLITE_OK) {
        sqlite_say(salvage->db, why);
        return sqlite_status(salvage->code);
    }
    if (!done) {
        text_string(why, "stopped");
        return STORE_IO;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (salvage->wrong[kind] > 0)
            note(salvage, "content does not match its checksums");
    return STORE_OK;
}

/* ---- opening ---- */

enum store_status salvage_open(struct salvage *salvage, const char *path, struct text *why)
{
    enum store_status status = image_open(&salvage->image, path, why);
    if (status != STORE_OK)
        return status;
    int code = sqlite3_open("", &salvage->db); /* a file without a name, gone when it is closed */
    if (code == SQLITE_OK)
        code = sqlite3_exec(salvage->db, scratch, NULL, NULL, NULL);
    for (int i = 0; i < SALVAGE_STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v2(salvage->db, sql[i], -1, &salvage->statements[i], NULL);
    if (code != SQLITE_OK)
        sqlite_say(salvage->db, why);
    return sqlite_status(code);
}

void salvage_close(struct salvage *salvage)
{
    for (int i = 0; i < SALVAGE_STATEMENTS; i++)
        sqlite3_finalize(salvage->statements[i]);
    sqlite3_close(salvage->db);
    image_close(&salvage->image);
}
