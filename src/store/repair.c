/* SPDX-License-Identifier: MIT */
/*
 * The second half of a repair: of the rows that were found, what makes whole tables, or tables up
 * to an event; and the new file.
 *
 *     salvage_rows ─> scratch ─decide─> scratch.saved, counts ─write_all─> to-partial ─checked─> to
 */
#include "store/repair.h"

#include <string.h>
#include <unistd.h>

#include "store/partial.h"
#include "store/salvage.h"
#include "store/sqlite.h"

enum { PHASES = 3, PHASE_SCALE = 1000, SEEN_MIN = 2 };

/* On the scratch database. */
enum ask {
    ASK_IDS,
    ASK_ROW,
    ASK_EVENT,
    ASK_BEYOND,
    ASK_SEEN,
    ASK_LAST_RECORD,
    ASK_SAVE,
    ASK_OUTDATED,
    ASK_SAVED,
    ASKS,
};

static const char *const ask_sql[ASKS] = {
    [ASK_IDS] = "SELECT id FROM tables WHERE old = ?1 UNION SELECT table_id FROM events"
                " WHERE old = ?1 UNION SELECT id FROM seen ORDER BY 1",
    [ASK_ROW] = "SELECT code, finished, seq, created_ms, changed_ms, setup, chain FROM tables"
                " WHERE id = ?1 AND old = ?2 ORDER BY seq DESC, finished DESC, changed_ms DESC",
    [ASK_EVENT] = "SELECT at_ms, bytes, sum FROM events WHERE table_id = ?1 AND seq = ?2"
                  " AND old = ?3",
    [ASK_BEYOND] = "SELECT count(DISTINCT seq) FROM events WHERE table_id = ?1 AND seq > ?2"
                   " AND old = ?3",
    [ASK_SEEN] = "SELECT times FROM seen WHERE id = ?1",
    [ASK_LAST_RECORD] = "SELECT max(n) FROM records WHERE table_id = ?1 AND old = ?2",
    [ASK_SAVE] = "INSERT INTO saved VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [ASK_OUTDATED] = "SELECT id, code, seq, (SELECT id FROM saved AS newer"
                     " WHERE newer.code = saved.code AND finished = 0"
                     " ORDER BY changed_ms DESC, id DESC LIMIT 1) AS keeper"
                     " FROM saved WHERE finished = 0 AND keeper <> id ORDER BY id",
    [ASK_SAVED] = "SELECT id, code, finished, seq, created_ms, changed_ms, setup FROM saved"
                  " ORDER BY id",
};

/* On the new file. */
enum put { PUT_TABLE, PUT_EVENT, PUT_TOKEN, PUT_RECORD, PUT_META, PUTS };

static const char *const put_sql[PUTS] = {
    [PUT_TABLE] = "INSERT INTO tables (" TABLE_COLUMNS ")"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, CAST (?7 AS TEXT), ?8, ?9)",
    [PUT_EVENT] = "INSERT INTO events (" EVENT_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)",
    [PUT_TOKEN] = "INSERT INTO tokens (" TOKEN_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)",
    [PUT_RECORD] = "INSERT INTO records (" RECORD_COLUMNS ")"
                   " VALUES (?1, ?2, CAST (?3 AS TEXT), ?4)",
    [PUT_META] = "INSERT INTO meta (" META_COLUMNS ") VALUES (CAST (?1 AS TEXT), ?2, ?3)",
};

struct repairing {
    const struct store_repair *repair;
    struct store_repaired *out;
    struct text *why;
    struct salvage salvage;
    sqlite3_stmt *asks[ASKS];
    sqlite3 *to;
    sqlite3_stmt *puts[PUTS];
    struct partial partial;
    int old;  /* 1: the file has no sums */
    int code; /* SQLite's first failure, of either database */
};

/* ---- small things ---- */

static bool prepare(sqlite3 *db, const char *const *sql, int count, sqlite3_stmt **out)
{
    for (int i = 0; i < count; i++)
        if (sqlite3_prepare_v2(db, sql[i], -1, &out[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

static void finalize(sqlite3_stmt **statements, int count)
{
    for (int i = 0; i < count; i++)
        sqlite3_finalize(statements[i]);
}

/* Takes note of the first failure, and says of which database it is. */
static void check(struct repairing *repairing, sqlite3 *db, int code)
{
    if (code == SQLITE_OK || repairing->code != SQLITE_OK)
        return;
    repairing->code = code;
    text_string(repairing->why,
                db == repairing->salvage.db ? "a temporary database" : repairing->partial.path);
    text_string(repairing->why, ": ");
    sqlite_say(db, repairing->why);
}

/* Steps; true while there is a row. */
static bool next(struct repairing *repairing, sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    check(repairing, sqlite3_db_handle(statement), code == SQLITE_DONE ? SQLITE_OK : code);
    sqlite3_reset(statement);
    return false;
}

/* One number, whose parameters are bound. */
static int64_t ask_number(struct repairing *repairing, enum ask which)
{
    sqlite3_stmt *statement = repairing->asks[which];
    int64_t number = next(repairing, statement) ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_reset(statement);
    return number;
}

static sqlite3_stmt *about(struct repairing *repairing, enum ask which, int64_t table)
{
    sqlite3_bind_int64(repairing->asks[which], 1, table);
    return repairing->asks[which];
}

static void note(struct repairing *repairing, const char *what)
{
    struct text text;
    if (!repairing->out->damaged) {
        text_init(&text, repairing->out->what, sizeof repairing->out->what);
        text_string(&text, what);
    }
    repairing->out->damaged = true;
}

static bool show(struct repairing *repairing, int phase, int64_t done, int64_t total)
{
    const struct store_repair *repair = repairing->repair;
    int64_t part = total > 0 ? done * PHASE_SCALE / total : PHASE_SCALE;
    return !repair->progress ||
           repair->progress(repair->context, phase * PHASE_SCALE + part, PHASES * PHASE_SCALE);
}

static bool show_scan(void *context, int64_t done, int64_t total)
{
    return show(context, 0, done, total);
}

/* ---- a table's events ---- */

/* The event that follows from the chain so far; the statement stands on it until it is reset. */
static bool find_event(struct repairing *repairing, int64_t table, int64_t seq, int64_t *chain,
                       struct store_event *out)
{
    sqlite3_stmt *statement = about(repairing, ASK_EVENT, table);
    sqlite3_bind_int64(statement, 2, seq);
    sqlite3_bind_int(statement, 3, repairing->old);
    while (next(repairing, statement)) {
        *out = (struct store_event){.seq = seq,
                                    .at_ms = sqlite3_column_int64(statement, 0),
                                    .bytes = sqlite3_column_blob(statement, 1)};
        out->size = (size_t)sqlite3_column_bytes(statement, 1);
        int64_t sum = sum_event(*chain, table, out);
        if (repairing->old || sum == sqlite3_column_int64(statement, 2)) {
            *chain = sum;
            return true;
        }
    }
    return false;
}

/* Gives the caller events 1 … `most`, or all; how many were found and taken. */
static int64_t replay(struct repairing *repairing, int64_t table, int64_t most, int64_t *chain,
                      int64_t *last_ms)
{
    const struct store_repair *repair = repairing->repair;
    struct store_event event;
    int64_t seq = 0, before = sum_start(table);
    bool taken = true;
    *chain = before;
    repair->begin(repair->context);
    while (taken && seq < most && find_event(repairing, table, seq + 1, &before, &event)) {
        taken = repair->event(repair->context, &event);
        if (taken) {
            *chain = before;
            *last_ms = event.at_ms;
            seq++;
        }
        sqlite3_reset(repairing->asks[ASK_EVENT]);
    }
    /* What was refused may have left something behind: once more without it. */
    return taken ? seq : replay(repairing, table, seq, chain, last_ms);
}

/* ---- a table ---- */

struct choice {
    struct sum_row row;
    bool has_row;
    int64_t kept, last_ms;
    char setup[STORE_SETUP_MAX + 1];
};

static void read_row(struct repairing *repairing, int64_t table, struct choice *choice)
{
    sqlite3_stmt *statement = about(repairing, ASK_ROW, table);
    sqlite3_bind_int(statement, 2, repairing->old);
    *choice = (struct choice){.row.table.id = table};
    choice->has_row = next(repairing, statement);
    if (choice->has_row) {
        struct store_table *row = &choice->row.table;
        struct text code, setup;
        text_init(&code, row->code, sizeof row->code);
        text_string(&code, (const char *)sqlite3_column_text(statement, 0));
        row->finished = sqlite3_column_int(statement, 1) != 0;
        row->seq = sqlite3_column_int64(statement, 2);
        row->created_ms = sqlite3_column_int64(statement, 3);
        row->changed_ms = sqlite3_column_int64(statement, 4);
        text_init(&setup, choice->setup, sizeof choice->setup);
        text_bytes(&setup, sqlite3_column_blob(statement, 5),
                   (size_t)sqlite3_column_bytes(statement, 5));
        choice->row.setup_size = setup.size;
        choice->row.chain = sqlite3_column_int64(statement, 6);
    }
    sqlite3_reset(statement);
}

/* Into `saved`. */
static void save(struct repairing *repairing, const struct choice *choice)
{
    const struct store_table *row = &choice->row.table;
    sqlite3_stmt *statement = repairing->asks[ASK_SAVE];
    sqlite3_bind_int64(statement, 1, row->id);
    sqlite3_bind_text(statement, 2, row->code, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, row->finished);
    sqlite3_bind_int64(statement, 4, choice->kept);
    sqlite3_bind_int64(statement, 5, row->created_ms);
    sqlite3_bind_int64(statement, 6, row->changed_ms);
    sqlite3_bind_blob(statement, 7, choice->setup, (int)choice->row.setup_size, SQLITE_STATIC);
    next(repairing, statement);
}

/* A row for a table that is not what it was: its own, or what its events say. A game that ended
 * after the last of them has a record already and must not be played again: true if it is closed
 * therefore. */
static bool mend_row(struct repairing *repairing, struct choice *choice)
{
    const struct store_repair *repair = repairing->repair;
    struct store_table *row = &choice->row.table;
    char code[STORE_CODE_MAX + 1] = "", setup_bytes[STORE_SETUP_MAX + 1];
    struct text setup;
    int64_t games = 0;
    text_init(&setup, setup_bytes, sizeof setup_bytes);
    repair->describe(repair->context, code, &setup, &games);
    if (!choice->has_row) {
        memcpy(row->code, code, sizeof code);
        memcpy(choice->setup, setup_bytes, setup.size + 1);
        choice->row.setup_size = setup.size;
        row->created_ms = choice->last_ms;
    }
    row->changed_ms = choice->last_ms;
    sqlite3_bind_int(about(repairing, ASK_LAST_RECORD, row->id), 2, repairing->old);
    bool closed = ask_number(repairing, ASK_LAST_RECORD) > games;
    row->finished = row->finished || closed;
    return closed;
}

/* Nothing but a single row in an index, or a number that was damaged, may speak of it. */
static bool exists(struct repairing *repairing, const struct choice *choice)
{
    const struct salvage *salvage = &repairing->salvage;
    if (choice->has_row)
        return true;
    if (salvage->whole[KIND_TABLES] && salvage->wrong[KIND_TABLES] == 0)
        return false; /* all that there are have rows: it was deleted */
    about(repairing, ASK_SEEN, choice->row.table.id);
    return choice->kept > 0 || ask_number(repairing, ASK_SEEN) >= SEEN_MIN;
}

static void decide_table(struct repairing *repairing, int64_t id)
{
    static struct choice choice; /* large */
    struct store_repaired *out = repairing->out;
    int64_t chain;
    read_row(repairing, id, &choice);
    choice.kept = replay(repairing, id, INT64_MAX, &chain, &choice.last_ms);
    if (!exists(repairing, &choice))
        return;
    struct repair_table told = {.id = id, .kept = choice.kept};
    struct store_table *row = &choice.row.table;
    told.told = choice.has_row && row->seq >= choice.kept ? row->seq : -1;
    bool whole =
        choice.has_row && choice.kept == row->seq && (repairing->old || chain == choice.row.chain);
    bool lost = !whole && choice.kept == 0;
    if (!whole && !lost)
        told.closed = mend_row(repairing, &choice);
    if (!lost)
        save(repairing, &choice);
    memcpy(told.code, row->code, sizeof told.code);
    if (whole) {
        out->whole++;
        return;
    }
    sqlite3_stmt *beyond = about(repairing, ASK_BEYOND, id);
    sqlite3_bind_int64(beyond, 2, choice.kept);
    sqlite3_bind_int(beyond, 3, repairing->old);
    told.beyond = ask_number(repairing, ASK_BEYOND);
    told.kept = lost ? -1 : choice.kept;
    out->shortened += !lost;
    out->tables.lost += lost;
    note(repairing, "events are missing or damaged");
    repairing->repair->tell(repairing->repair->context, &told);
}

/* ---- all that was found ---- */

/* Of unfinished tables with one code, the one that was played last keeps it. */
static void decide_codes(struct repairing *repairing)
{
    sqlite3_stmt *outdated = repairing->asks[ASK_OUTDATED];
    bool any = false;
    while (repairing->code == SQLITE_OK && next(repairing, outdated)) {
        int64_t kept = sqlite3_column_int64(outdated, 2);
        struct repair_table told = {.id = sqlite3_column_int64(outdated, 0),
                                    .kept = kept,
                                    .told = kept,
                                    .closed = true,
                                    .newer = sqlite3_column_int64(outdated, 3)};
        struct text code;
        text_init(&code, told.code, sizeof told.code);
        text_string(&code, (const char *)sqlite3_column_text(outdated, 1));
        note(repairing, "several tables have one code");
        repairing->repair->tell(repairing->repair->context, &told);
        any = true;
    }
    sqlite3_reset(outdated);
    if (any && repairing->code == SQLITE_OK)
        check(repairing, repairing->salvage.db,
              sqlite3_exec(repairing->salvage.db,
                           "UPDATE saved SET finished = 1 WHERE finished = 0 AND EXISTS"
                           " (SELECT 1 FROM saved AS newer WHERE newer.code = saved.code AND"
                           " newer.finished = 0 AND"
                           " (newer.changed_ms, newer.id) > (saved.changed_ms, saved.id))",
                           NULL, NULL, NULL));
}

static bool decide_tables(struct repairing *repairing)
{
    sqlite3_stmt *ids = repairing->asks[ASK_IDS];
    int64_t total = 0, done = 0;
    sqlite_number(repairing->salvage.db, "SELECT count(*) FROM seen", &total);
    sqlite3_bind_int(ids, 1, repairing->old);
    while (repairing->code == SQLITE_OK && next(repairing, ids)) {
        decide_table(repairing, sqlite3_column_int64(ids, 0));
        if (!show(repairing, 1, done < total ? done++ : total, total)) {
            sqlite3_reset(ids);
            text_string(repairing->why, "stopped");
            return false;
        }
    }
    decide_codes(repairing);
    repairing->out->tables.saved = repairing->out->whole + repairing->out->shortened;
    return true;
}

/* What belongs to a table that is lost is lost with it. */
static void count_rest(struct repairing *repairing, enum salvage_kind kind, const char *kept,
                       const char *all, struct repair_count *out)
{
    const struct salvage *salvage = &repairing->salvage;
    int64_t found = 0;
    int code = sqlite_number(salvage->db, kept, &out->saved);
    if (code == SQLITE_OK)
        code = sqlite_number(salvage->db, all, &found);
    check(repairing, salvage->db, code);
    out->lost = found - out->saved + salvage->wrong[kind];
    out->perhaps_more = !salvage->whole[kind];
    if (out->lost > 0)
        note(repairing, "content does not match its checksums");
}

static enum store_status decide(struct repairing *repairing)
{
    struct store_repaired *out = repairing->out;
    sqlite3 *db = repairing->salvage.db;
    int64_t summed = 0;
    check(repairing, db,
          sqlite_number(db,
                        "SELECT EXISTS (SELECT 1 FROM tables WHERE old = 0) OR"
                        " EXISTS (SELECT 1 FROM events WHERE old = 0) OR"
                        " EXISTS (SELECT 1 FROM meta WHERE old = 0)",
                        &summed));
    repairing->old = !summed && repairing->salvage.found > 0;
    out->unchecked = repairing->old;
    if (repairing->code == SQLITE_OK)
        check(repairing, db,
              sqlite3_exec(
                  db,
                  repairing->old
                      ? "DELETE FROM tokens WHERE old = 0; DELETE FROM records WHERE old = 0;"
                        "DELETE FROM meta WHERE old = 0;"
                      : "DELETE FROM tokens WHERE old = 1; DELETE FROM records WHERE old = 1;"
                        "DELETE FROM meta WHERE old = 1;",
                  NULL, NULL, NULL));
    out->tables.perhaps_more = !repairing->salvage.whole[KIND_TABLES];
    if (repairing->code == SQLITE_OK && !decide_tables(repairing))
        return STORE_IO;
    count_rest(repairing, KIND_TOKENS,
               "SELECT count(*) FROM tokens WHERE table_id IN (SELECT id FROM saved)",
               "SELECT count(*) FROM tokens", &out->tokens);
    count_rest(repairing, KIND_RECORDS,
               "SELECT count(*) FROM records WHERE table_id IN (SELECT id FROM saved)",
               "SELECT count(*) FROM records", &out->records);
    count_rest(repairing, KIND_META, "SELECT count(*) FROM meta", "SELECT count(*) FROM meta",
               &out->values);
    return sqlite_status(repairing->code);
}

/* ---- the new file ---- */

static void put(struct repairing *repairing, enum put which)
{
    if (repairing->code == SQLITE_OK)
        next(repairing, repairing->puts[which]);
}

static void put_events(struct repairing *repairing, struct sum_row *row)
{
    sqlite3_stmt *statement = repairing->puts[PUT_EVENT];
    struct store_event event;
    row->chain = sum_start(row->table.id);
    for (int64_t seq = 1; seq <= row->table.seq && repairing->code == SQLITE_OK; seq++) {
        if (!find_event(repairing, row->table.id, seq, &row->chain, &event))
            return;
        sqlite3_bind_int64(statement, 1, row->table.id);
        sqlite3_bind_int64(statement, 2, seq);
        sqlite3_bind_int64(statement, 3, event.at_ms);
        sqlite3_bind_blob(statement, 4, event.size > 0 ? event.bytes : (const uint8_t *)"",
                          (int)event.size, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 5, row->chain);
        put(repairing, PUT_EVENT);
        sqlite3_reset(repairing->asks[ASK_EVENT]);
    }
}

static void put_table(struct repairing *repairing, sqlite3_stmt *saved)
{
    sqlite3_stmt *statement = repairing->puts[PUT_TABLE];
    struct sum_row row = {.table = {.id = sqlite3_column_int64(saved, 0),
                                    .finished = sqlite3_column_int(saved, 2) != 0,
                                    .seq = sqlite3_column_int64(saved, 3),
                                    .created_ms = sqlite3_column_int64(saved, 4),
                                    .changed_ms = sqlite3_column_int64(saved, 5)}};
    struct text code;
    text_init(&code, row.table.code, sizeof row.table.code);
    text_string(&code, (const char *)sqlite3_column_text(saved, 1));
    put_events(repairing, &row);
    row.setup = sqlite3_column_blob(saved, 6);
    row.setup_size = (size_t)sqlite3_column_bytes(saved, 6);
    sqlite3_bind_int64(statement, 1, row.table.id);
    sqlite3_bind_text(statement, 2, row.table.code, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, row.table.finished);
    sqlite3_bind_int64(statement, 4, row.table.seq);
    sqlite3_bind_int64(statement, 5, row.table.created_ms);
    sqlite3_bind_int64(statement, 6, row.table.changed_ms);
    sqlite3_bind_blob(statement, 7, row.setup_size > 0 ? row.setup : "", (int)row.setup_size,
                      SQLITE_STATIC);
    sqlite3_bind_int64(statement, 8, row.chain);
    sqlite3_bind_int64(statement, 9, sum_table(&row));
    put(repairing, PUT_TABLE);
}

/* Copies rows of a query on the scratch database, with the sum behind them. */
static void put_rest(struct repairing *repairing, const char *sql, enum put which, int columns,
                     int64_t (*sum)(const struct value *))
{
    sqlite3_stmt *from = NULL;
    if (repairing->code == SQLITE_OK)
        check(repairing, repairing->salvage.db,
              sqlite3_prepare_v2(repairing->salvage.db, sql, -1, &from, NULL));
    while (repairing->code == SQLITE_OK && next(repairing, from)) {
        struct value values[ROW_MAX];
        sqlite3_stmt *statement = repairing->puts[which];
        sqlite_values(from, values, columns);
        for (int i = 0; i < columns; i++)
            sqlite3_bind_value(statement, i + 1, sqlite3_column_value(from, i));
        sqlite3_bind_int64(statement, columns + 1, sum(values));
        put(repairing, which);
    }
    sqlite3_finalize(from);
}

static int64_t token_sum(const struct value *values)
{
    struct store_token token;
    return row_is_token(values, &token) ? sum_token(&token) : 0;
}

static int64_t record_sum(const struct value *values)
{
    return sum_record(values[0].number, values[1].number, values[2].bytes, values[2].size);
}

static int64_t meta_sum(const struct value *values)
{
    return sum_meta(values[0].bytes, values[0].size, values[1].bytes, values[1].size);
}

static enum store_status fill(struct repairing *repairing)
{
    sqlite3_stmt *saved = repairing->asks[ASK_SAVED];
    int64_t done = 0;
    while (repairing->code == SQLITE_OK && next(repairing, saved)) {
        put_table(repairing, saved);
        if (!show(repairing, 2, ++done, repairing->out->tables.saved)) {
            sqlite3_reset(saved);
            text_string(repairing->why, "stopped");
            return STORE_IO;
        }
    }
    put_rest(repairing,
             "SELECT hash, table_id, seat, role FROM tokens WHERE table_id IN"
             " (SELECT id FROM saved)",
             PUT_TOKEN, ROW_TOKEN - 1, token_sum);
    put_rest(repairing,
             "SELECT table_id, n, text FROM records WHERE table_id IN (SELECT id FROM saved)",
             PUT_RECORD, ROW_RECORD - 1, record_sum);
    put_rest(repairing, "SELECT name, value FROM meta", PUT_META, ROW_META - 1, meta_sum);
    if (repairing->code == SQLITE_OK)
        check(repairing, repairing->to, sqlite3_exec(repairing->to, "COMMIT", NULL, NULL, NULL));
    return sqlite_status(repairing->code);
}

static enum store_status open_new(struct repairing *repairing)
{
    enum store_status status = partial_create(&repairing->partial);
    if (status != STORE_OK)
        return status;
    int code =
        sqlite3_open_v2(repairing->partial.path, &repairing->to, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(repairing->to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF",
                            NULL, NULL, NULL);
    if (code == SQLITE_OK)
        code = sqlite_add_fill(repairing->to);
    check(repairing, repairing->to, code);
    if (code != SQLITE_OK)
        return sqlite_status(code);
    status = sqlite_migrate(repairing->to, schema_migrations, schema_version, repairing->why);
    if (status == STORE_OK &&
        (!prepare(repairing->to, put_sql, PUTS, repairing->puts) ||
         sqlite3_exec(repairing->to, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)) {
        check(repairing, repairing->to, sqlite3_errcode(repairing->to));
        status = STORE_IO;
    }
    return status;
}

static enum store_status write_all(struct repairing *repairing)
{
    int64_t wrong;
    enum store_status status = open_new(repairing);
    if (status == STORE_OK)
        status = fill(repairing);
    if (status == STORE_OK)
        status =
            sqlite_check_structure(repairing->to, "integrity_check", SQLITE_FILE, repairing->why);
    if (status == STORE_OK)
        status = sqlite_check_sums(repairing->to, &wrong, repairing->why);
    finalize(repairing->puts, PUTS);
    if (sqlite3_close(repairing->to) != SQLITE_OK && status == STORE_OK)
        status = STORE_IO;
    repairing->to = NULL;
    if (status == STORE_OK)
        status = partial_give_name(&repairing->partial, &repairing->out->size);
    repairing->out->written = status == STORE_OK;
    partial_drop(&repairing->partial);
    return status;
}

/* ---- all of it ---- */

static enum store_status search(struct repairing *repairing)
{
    struct salvage *salvage = &repairing->salvage;
    enum store_status status = salvage_open(salvage, repairing->repair->from, repairing->why);
    if (status == STORE_OK)
        status = salvage_rows(salvage, repairing->why);
    if (status != STORE_OK)
        return status;
    if (salvage->found == 0 && repairing->out->damaged) {
        text_string(repairing->why, "nothing in it can be told to be Kufsa's");
        return STORE_FOREIGN;
    }
    int code = sqlite3_exec(
        salvage->db,
        "CREATE TABLE saved (id INTEGER PRIMARY KEY, code, finished, seq, created_ms, changed_ms,"
        " setup); CREATE INDEX saved_code ON saved (code, changed_ms) WHERE finished = 0;",
        NULL, NULL, NULL);
    if (code == SQLITE_OK && prepare(salvage->db, ask_sql, ASKS, repairing->asks))
        return STORE_OK;
    check(repairing, salvage->db, sqlite3_errcode(salvage->db));
    return STORE_IO;
}

enum store_status store_repair(const struct store_repair *repair, struct store_repaired *out,
                               struct text *why)
{
    struct repairing repairing = {
        .repair = repair,
        .out = out,
        .why = why,
        .salvage = {.out = out, .image = {.file = -1, .log = {.file = -1}}},
        .partial = {.from = repair->from, .to = repair->to, .force = repair->force, .why = why},
    };
    int lock = -1;
    *out = (struct store_repaired){0};
    repairing.salvage.progress = show_scan;
    repairing.salvage.context = &repairing;
    enum store_status status = access(repair->from, F_OK) == 0 ? STORE_OK : STORE_ABSENT;
    if (status != STORE_OK)
        text_string(why, repair->from);
    if (status == STORE_OK && !repair->check_only)
        status = partial_check(&repairing.partial);
    if (status == STORE_OK)
        lock = sqlite_lock(repair->from, &status, why);
    if (status == STORE_OK)
        status = search(&repairing);
    if (status == STORE_OK)
        status = decide(&repairing);
    if (status == STORE_OK && out->damaged && !repair->check_only)
        status = write_all(&repairing);
    finalize(repairing.asks, ASKS);
    salvage_close(&repairing.salvage);
    if (lock >= 0)
        close(lock);
    return status;
}
