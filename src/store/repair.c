/* SPDX-License-Identifier: MIT */
/*
 * The second half of a repair: chooses, from the rows that were found, whole tables or tables up to
 * some event, and writes the new file.
 *
 *     salvage_rows ─> scratch ─decide─> what is to be kept, counts ─write_all─> to-partial ─> to
 */
#include "store/repair.h"

#include <string.h>
#include <unistd.h>

#include "store/partial.h"
#include "store/salvage.h"
#include "store/sqlite.h"

enum { PHASES = 3, PHASE_SCALE = 1000, SEEN_MIN = 2 };

/* Statements on the scratch database. */
enum ask {
    ASK_IDS,
    ASK_ROW,
    ASK_EVENT,
    ASK_BEYOND,
    ASK_LAST_RECORD,
    ASK_SAVE,
    ASK_FORGET,
    ASK_OUTDATED,
    ASK_SAVED,
    ASKS,
};

static const char *const ask_sql[ASKS] = {
    [ASK_IDS] = "SELECT id, times FROM seen ORDER BY id",
    [ASK_ROW] = "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    [ASK_EVENT] = "SELECT at_ms, bytes, sum FROM events WHERE table_id = ?1 AND seq = ?2",
    [ASK_BEYOND] = "SELECT count(DISTINCT seq) FROM events WHERE table_id = ?1 AND seq > ?2",
    [ASK_LAST_RECORD] = "SELECT max(n) FROM records WHERE table_id = ?1",
    [ASK_SAVE] = "INSERT OR REPLACE INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [ASK_FORGET] = "DELETE FROM tables WHERE id = ?1",
    [ASK_OUTDATED] = "SELECT id, (SELECT id FROM tables AS newer"
                     " WHERE newer.code = tables.code AND newer.finished = 0"
                     " ORDER BY changed_ms DESC, id DESC LIMIT 1) AS keeper"
                     " FROM tables WHERE finished = 0 AND keeper <> id ORDER BY id LIMIT 1",
    [ASK_SAVED] = "SELECT id, seq FROM tables ORDER BY id",
};

static const char put_event_sql[] =
    "INSERT INTO events (" EVENT_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5)";

struct repairing {
    const struct store_repair *repair;
    struct store_repaired *out;
    struct text *why;
    struct salvage salvage;
    sqlite3_stmt *asks[ASKS];
    sqlite3 *to;
    sqlite3_stmt *put_event;
    struct lock lock; /* on the source file */
    struct partial partial;
    int code; /* SQLite's first failure, on either database */
};

/* ---- helpers ---- */

/* Records the first failure and its database. */
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

/* A query for one number; its parameters are already bound. */
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

static bool show(struct repairing *repairing, int phase, int64_t done, int64_t total)
{
    const struct store_repair *repair = repairing->repair;
    int64_t part = total > 0 ? done * PHASE_SCALE / total : PHASE_SCALE;
    return !repair->progress ||
           repair->progress(repair->context, phase * PHASE_SCALE + part, PHASES * PHASE_SCALE);
}

/* ---- a table's events ---- */

/* The event that follows from the chain so far; it stays valid until the statement is reset. */
static bool find_event(struct repairing *repairing, int64_t table, int64_t seq, int64_t *chain,
                       struct store_event *out)
{
    sqlite3_stmt *statement = about(repairing, ASK_EVENT, table);
    sqlite3_bind_int64(statement, 2, seq);
    while (next(repairing, statement)) {
        *out = (struct store_event){.seq = seq,
                                    .at_ms = sqlite3_column_int64(statement, 0),
                                    .bytes = sqlite3_column_blob(statement, 1)};
        out->size = (size_t)sqlite3_column_bytes(statement, 1);
        int64_t sum = sum_event(*chain, table, out);
        if (sum == sqlite3_column_int64(statement, 2)) {
            *chain = sum;
            return true;
        }
    }
    return false;
}

/* Gives the caller events 1 … `most`, or all; returns how many were found and accepted. */
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
    /* A refused event may have left traces: replay without it. */
    return taken ? seq : replay(repairing, table, seq, chain, last_ms);
}

/* ---- a table ---- */

static bool read_row(struct repairing *repairing, int64_t table, struct sum_row *out)
{
    struct value values[ROW_TABLE];
    sqlite3_stmt *statement = about(repairing, ASK_ROW, table);
    bool found = next(repairing, statement);
    if (found) {
        sqlite_values(statement, values, ROW_TABLE);
        found = row_is_table(values, out);
    }
    sqlite3_reset(statement);
    return found;
}

static void save_row(struct repairing *repairing, const struct sum_row *row)
{
    sqlite3_stmt *statement = about(repairing, ASK_SAVE, row->table.id);
    sqlite3_bind_text(statement, 2, row->table.code, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 3, row->table.finished);
    sqlite3_bind_int64(statement, 4, row->table.seq);
    sqlite3_bind_int64(statement, 5, row->table.created_ms);
    sqlite3_bind_int64(statement, 6, row->table.changed_ms);
    sqlite3_bind_int64(statement, 7, row->chain);
    sqlite3_bind_int64(statement, 8, sum_table(row));
    next(repairing, statement);
}

/* What is left of a table. */
struct rest {
    int64_t kept, chain, last_ms;
};

/* Saves a new row for a table that has changed: its old one, or what its events say. If a game
 * ended after the last kept event, its record exists already and it must not be played again: then
 * closes the table and returns true. */
static bool mend_row(struct repairing *repairing, struct sum_row *row, bool has_row,
                     const struct rest *rest)
{
    const struct store_repair *repair = repairing->repair;
    struct store_table *table = &row->table;
    char code[STORE_CODE_MAX + 1] = "";
    int64_t games = 0;
    repair->describe(repair->context, code, &games);
    if (!has_row) {
        memcpy(table->code, code, sizeof code);
        table->created_ms = rest->last_ms;
    }
    table->changed_ms = rest->last_ms;
    table->seq = rest->kept;
    row->chain = rest->chain;
    about(repairing, ASK_LAST_RECORD, table->id);
    bool closed = ask_number(repairing, ASK_LAST_RECORD) > games;
    table->finished = table->finished || closed;
    save_row(repairing, row);
    return closed;
}

/* Does the table exist? A single index entry, or a damaged number, is not enough evidence. */
static bool exists(const struct repairing *repairing, bool has_row, int64_t kept, int64_t times)
{
    const struct salvage *salvage = &repairing->salvage;
    if (has_row)
        return true;
    if (salvage->whole[KIND_TABLES] && salvage->wrong[KIND_TABLES] == 0)
        return false; /* all tables have sound rows: this one was deleted */
    return kept > 0 || times >= SEEN_MIN;
}

static void decide_table(struct repairing *repairing, int64_t id, int64_t times)
{
    struct store_repaired *out = repairing->out;
    struct sum_row row = {.table.id = id};
    struct rest rest = {0};
    bool has_row = read_row(repairing, id, &row);
    rest.kept = replay(repairing, id, INT64_MAX, &rest.chain, &rest.last_ms);
    if (!exists(repairing, has_row, rest.kept, times))
        return;
    if (has_row && rest.kept == row.table.seq && rest.chain == row.chain) {
        out->whole++;
        return;
    }
    struct repair_table told = {.id = id, .kept = rest.kept > 0 ? rest.kept : -1};
    told.told = has_row && row.table.seq >= rest.kept ? row.table.seq : -1;
    if (rest.kept > 0)
        told.closed = mend_row(repairing, &row, has_row, &rest);
    else
        next(repairing, about(repairing, ASK_FORGET, id));
    memcpy(told.code, row.table.code, sizeof told.code);
    sqlite3_bind_int64(about(repairing, ASK_BEYOND, id), 2, rest.kept);
    told.beyond = ask_number(repairing, ASK_BEYOND);
    out->shortened += rest.kept > 0;
    out->tables.lost += rest.kept == 0;
    salvage_note(repairing->out, "events are missing or damaged");
    repairing->repair->tell(repairing->repair->context, &told);
}

/* ---- everything that was found ---- */

/* If several unfinished tables have the same code, the one played last keeps it. */
static void decide_codes(struct repairing *repairing)
{
    sqlite3_stmt *outdated = repairing->asks[ASK_OUTDATED];
    struct sum_row row;
    while (repairing->code == SQLITE_OK && next(repairing, outdated)) {
        struct repair_table told = {.closed = true, .newer = sqlite3_column_int64(outdated, 1)};
        bool found = read_row(repairing, sqlite3_column_int64(outdated, 0), &row);
        sqlite3_reset(outdated);
        if (!found)
            return;
        row.table.finished = true;
        save_row(repairing, &row);
        told.id = row.table.id;
        told.kept = told.told = row.table.seq;
        memcpy(told.code, row.table.code, sizeof told.code);
        salvage_note(repairing->out, "several tables have one code");
        repairing->repair->tell(repairing->repair->context, &told);
    }
}

static bool decide_tables(struct repairing *repairing)
{
    sqlite3_stmt *ids = repairing->asks[ASK_IDS];
    int64_t total = 0, done = 0;
    sqlite_number(repairing->salvage.db, "SELECT count(*) FROM seen", &total);
    while (repairing->code == SQLITE_OK && next(repairing, ids)) {
        decide_table(repairing, sqlite3_column_int64(ids, 0), sqlite3_column_int64(ids, 1));
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

/* What belongs to a lost table is lost with it. */
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
        salvage_note(repairing->out, "content does not match its checksums");
}

static enum store_status decide(struct repairing *repairing)
{
    struct store_repaired *out = repairing->out;
    out->tables.perhaps_more = !repairing->salvage.whole[KIND_TABLES];
    if (repairing->code == SQLITE_OK && !decide_tables(repairing))
        return STORE_IO;
    count_rest(repairing, KIND_RECORDS,
               "SELECT count(*) FROM records WHERE table_id IN (SELECT id FROM tables)",
               "SELECT count(*) FROM records", &out->records);
    count_rest(repairing, KIND_META, "SELECT count(*) FROM meta", "SELECT count(*) FROM meta",
               &out->values);
    return sqlite_status(repairing->code);
}

/* ---- the new file ---- */

static void put_events(struct repairing *repairing, int64_t table, int64_t count)
{
    sqlite3_stmt *put = repairing->put_event;
    struct store_event event;
    int64_t chain = sum_start(table);
    for (int64_t seq = 1; seq <= count && repairing->code == SQLITE_OK; seq++) {
        if (!find_event(repairing, table, seq, &chain, &event))
            return;
        sqlite3_bind_int64(put, 1, table);
        sqlite3_bind_int64(put, 2, seq);
        sqlite3_bind_int64(put, 3, event.at_ms);
        sqlite3_bind_blob(put, 4, event.size > 0 ? event.bytes : (const uint8_t *)"",
                          (int)event.size, SQLITE_STATIC);
        sqlite3_bind_int64(put, 5, chain);
        next(repairing, put);
        sqlite3_reset(repairing->asks[ASK_EVENT]);
    }
}

/* Copies rows as they are. */
static void put_rows(struct repairing *repairing, const char *from_sql, const char *to_sql)
{
    sqlite3 *scratch = repairing->salvage.db;
    sqlite3_stmt *from = NULL, *to = NULL;
    if (repairing->code == SQLITE_OK)
        check(repairing, scratch, sqlite3_prepare_v2(scratch, from_sql, -1, &from, NULL));
    if (repairing->code == SQLITE_OK)
        check(repairing, repairing->to, sqlite3_prepare_v2(repairing->to, to_sql, -1, &to, NULL));
    while (repairing->code == SQLITE_OK && next(repairing, from)) {
        for (int i = 0; i < sqlite3_column_count(from); i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
        next(repairing, to);
    }
    sqlite3_finalize(from);
    sqlite3_finalize(to);
}

static enum store_status fill(struct repairing *repairing)
{
    sqlite3_stmt *saved = repairing->asks[ASK_SAVED];
    int64_t done = 0;
    while (repairing->code == SQLITE_OK && next(repairing, saved)) {
        put_events(repairing, sqlite3_column_int64(saved, 0), sqlite3_column_int64(saved, 1));
        if (!show(repairing, 2, ++done, repairing->out->tables.saved)) {
            sqlite3_reset(saved);
            text_string(repairing->why, "stopped");
            return STORE_IO;
        }
    }
    put_rows(repairing, "SELECT " TABLE_COLUMNS " FROM tables",
             "INSERT INTO tables (" TABLE_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    put_rows(repairing,
             "SELECT " RECORD_COLUMNS " FROM records WHERE table_id IN (SELECT id FROM tables)",
             "INSERT INTO records (" RECORD_COLUMNS ") VALUES (?1, ?2, ?3, ?4)");
    put_rows(repairing, "SELECT " META_COLUMNS " FROM meta",
             "INSERT INTO meta (" META_COLUMNS ") VALUES (?1, ?2, ?3)");
    if (repairing->code == SQLITE_OK)
        check(repairing, repairing->to, sqlite_mark_copy(repairing->to));
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
    check(repairing, repairing->to, code);
    if (code != SQLITE_OK)
        return sqlite_status(code);
    status = sqlite_make_schema(repairing->to, repairing->why);
    if (status == STORE_OK &&
        (sqlite3_prepare_v2(repairing->to, put_event_sql, -1, &repairing->put_event, NULL) !=
             SQLITE_OK ||
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
    sqlite3_finalize(repairing->put_event);
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

static enum store_status search_file(struct repairing *repairing)
{
    struct salvage *salvage = &repairing->salvage;
    enum store_status status = salvage_open(salvage, repairing->lock.path, repairing->why);
    if (status == STORE_OK)
        status = salvage_rows(salvage, repairing->why);
    if (status != STORE_OK)
        return status;
    if (salvage->found == 0 && repairing->out->damaged) {
        text_string(repairing->why, "nothing in it is recognizably Kufsa's");
        return STORE_FOREIGN;
    }
    int code = SQLITE_OK;
    for (int i = 0; i < ASKS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v2(salvage->db, ask_sql[i], -1, &repairing->asks[i], NULL);
    check(repairing, salvage->db, code);
    return sqlite_status(code);
}

enum store_status store_repair(const struct store_repair *repair, struct store_repaired *out,
                               struct text *why)
{
    struct repairing repairing = {
        .repair = repair,
        .out = out,
        .why = why,
        .lock = LOCK_NONE,
        .salvage = {.out = out},
        .partial = {.from = repair->from,
                    .to = repair->to,
                    .force = repair->force,
                    .why = why,
                    .lock = LOCK_NONE},
    };
    *out = (struct store_repaired){0};
    enum store_status status = STORE_OK;
    if (!repair->check_only)
        status = partial_check(&repairing.partial);
    if (status == STORE_OK)
        status = lock_take(&repairing.lock, repair->from, LOCK_LOOK, why);
    if (status == STORE_OK)
        status = search_file(&repairing);
    if (status == STORE_OK)
        status = decide(&repairing);
    if (status == STORE_OK && out->damaged && !repair->check_only)
        status = write_all(&repairing);
    for (int i = 0; i < ASKS; i++)
        sqlite3_finalize(repairing.asks[i]);
    salvage_close(&repairing.salvage);
    lock_drop(&repairing.lock);
    return status;
}
