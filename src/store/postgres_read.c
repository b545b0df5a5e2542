/* SPDX-License-Identifier: MIT */
/*
 * Reads from PostgreSQL, on a connection of its own. Sums are checked before anybody sees a row.
 *
 * What a primary shows after a crash need not be on its standby, and a failover would take it back.
 * So what players will see, events and records, is read in a transaction that also writes: its
 * commit says that everything before it is safe. What it writes is a lock on our row of `nodes`,
 * which is gone once we are buried or somebody has taken the database over.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "store/postgres.h"

enum { CODE_TEXT_MAX = 256 };

/* ---- rows ---- */

int64_t postgres_row_sum(const struct store_table *table)
{
    struct sum_row row = {.table = *table, .chain = sum_start(table->id)};
    row.table.seq = 0;
    return sum_table(&row);
}

bool postgres_row(const struct session *session, int n, int row, struct sum_row *out)
{
    struct value has[PG_TABLE_COLUMNS] = {{.kind = VALUE_NUMBER}, {.kind = VALUE_TEXT},
                                          {.kind = VALUE_NUMBER}, {.kind = VALUE_NUMBER},
                                          {.kind = VALUE_NUMBER}, {.kind = VALUE_NUMBER}};
    session_values(session, n, row, has, PG_TABLE_COLUMNS);
    struct value none = {.kind = VALUE_NUMBER};
    struct value start = {.kind = VALUE_NUMBER, .number = sum_start(has[0].number)};
    struct value values[ROW_TABLE] = {has[0], has[1], has[2], none, has[3], has[4], start, has[5]};
    return row_table(values, out);
}

/* A row with its last event. */
bool postgres_seen_row(const struct session *session, int n, int row, struct store_table *out)
{
    struct sum_row found;
    if (!postgres_row(session, n, row, &found))
        return false;
    *out = found.table;
    out->seq = session_number(session, n, row, PG_TABLE_COLUMNS);
    if (!out->finished && out->seq > 0)
        out->changed_ms = session_number(session, n, row, PG_TABLE_COLUMNS + 1);
    return true;
}

/* ---- exchanges ---- */

static enum store_status damaged(struct store_home *home, const char *what, int64_t table,
                                 int64_t number)
{
    row_say_damaged(home->read.why, what, table, number);
    return STORE_CORRUPT;
}

static struct packed *asked(struct store_home *home)
{
    packed_clear(&home->asked);
    return &home->asked;
}

/* Begins an exchange, on a new connection if the old one is lost. */
enum store_status postgres_start_read(struct store_home *home)
{
    enum store_status status = STORE_OK;
    if (atomic_load(&home->taken)) {
        struct text why;
        text_init(&why, home->read.why, sizeof home->read.why);
        text_string(&why, "another process has taken over the database");
        return STORE_TAKEN;
    }
    if (!home->read.conn)
        status = session_open(&home->read, home->url);
    if (status == STORE_OK)
        session_start(&home->read);
    return status;
}

/* The first statement of what has to be confirmed. A store that only reads confirms nothing. */
static void send_touch(struct store_home *home)
{
    if (home->looking) {
        session_send_sql(&home->read, "SELECT 0");
        return;
    }
    packed_number(asked(home), atomic_load(&home->me));
    session_send(&home->read, PG_TOUCH, &home->asked);
}

static enum store_status end_confirmed(struct store_home *home)
{
    enum store_status status = session_end(&home->read);
    bool gone = status == STORE_OK && session_rows(&home->read, 0) == 0;
    return gone ? postgres_gone(home, &home->read) : status;
}

/* ---- reads ---- */

static enum store_status one_table(struct store_home *home, int n, struct store_table *out)
{
    if (session_rows(&home->read, n) == 0)
        return STORE_ABSENT;
    if (!postgres_seen_row(&home->read, n, 0, out))
        return damaged(home, "the row", 0, session_number(&home->read, n, 0, 0));
    return STORE_OK;
}

enum store_status postgres_table(struct store_home *home, int64_t table, struct store_table *out)
{
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    packed_number(asked(home), table);
    session_send(&home->read, PG_TABLE, &home->asked);
    status = session_end(&home->read);
    return status == STORE_OK ? one_table(home, 0, out) : status;
}

enum store_status postgres_by_code(struct store_home *home, const char *code,
                                   struct store_table *out)
{
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    packed_bytes(asked(home), code, string_size(code));
    session_send(&home->read, PG_UNFINISHED_CODE, &home->asked);
    session_send(&home->read, PG_FINISHED_CODE, &home->asked);
    status = session_end(&home->read);
    if (status == STORE_OK)
        status = one_table(home, session_rows(&home->read, 0) > 0 ? 0 : 1, out);
    return status;
}

static enum store_status each_row(struct store_home *home, store_each_table *each, void *context)
{
    enum store_status status = session_end(&home->read);
    for (int i = 0; status == STORE_OK && i < session_rows(&home->read, 0); i++) {
        struct store_table table;
        if (postgres_seen_row(&home->read, 0, i, &table) && !each(context, &table))
            break;
    }
    return status;
}

/* The code of a row, even of a damaged one. False: it does not fit. */
static bool take_code(const struct session *session, int row, struct text *code)
{
    struct value values[] = {{.kind = VALUE_NUMBER}, {.kind = VALUE_TEXT}};
    session_values(session, 0, row, values, sizeof values / sizeof *values);
    text_clear(code);
    text_bytes(code, (const char *)values[1].bytes, values[1].size);
    return !code->overflow;
}

/* In slices: all of them may take longer than an answer may. */
enum store_status postgres_unfinished(struct store_home *home, store_each_table *each,
                                      void *context)
{
    char bytes[CODE_TEXT_MAX];
    struct text code;
    int rows = STORE_PAGE_MAX;
    text_init(&code, bytes, sizeof bytes);
    while (rows == STORE_PAGE_MAX) {
        enum store_status status = postgres_start_read(home);
        if (status != STORE_OK)
            return status;
        packed_bytes(asked(home), code.bytes, code.size);
        packed_number(&home->asked, STORE_PAGE_MAX);
        session_send(&home->read, PG_UNFINISHED, &home->asked);
        status = session_end(&home->read);
        if (status != STORE_OK)
            return status;
        rows = session_rows(&home->read, 0);
        for (int i = 0; i < rows; i++) {
            struct store_table table;
            if (postgres_seen_row(&home->read, 0, i, &table) && !each(context, &table))
                return STORE_OK;
        }
        if (rows > 0 && !take_code(&home->read, rows - 1, &code))
            return damaged(home, "the row", 0, session_number(&home->read, 0, rows - 1, 0));
    }
    return STORE_OK;
}

/* Leaves out those of other nodes, which look after them. */
enum store_status postgres_old(struct store_home *home, int64_t since, int64_t before,
                               store_each_table *each, void *context)
{
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    packed_number(asked(home), atomic_load(&home->me));
    packed_number(&home->asked, since);
    packed_number(&home->asked, before);
    packed_number(&home->asked, STORE_PAGE_MAX);
    session_send(&home->read, PG_OLD, &home->asked);
    return each_row(home, each, context);
}

/* Reads from the first event, since each is checked against the one before. */
static enum store_status chain_events(struct store_home *home, int n, int64_t table, int64_t from,
                                      store_each_event *each, void *context)
{
    int64_t chain = sum_start(table);
    for (int i = 0; i < session_rows(&home->read, n); i++) {
        struct value values[ROW_EVENT] = {{.kind = VALUE_NUMBER},
                                          {.kind = VALUE_NUMBER},
                                          {.kind = VALUE_NUMBER},
                                          {.kind = VALUE_BYTES},
                                          {.kind = VALUE_NUMBER}};
        struct store_event event;
        session_values(&home->read, n, i, values, ROW_EVENT);
        if (!row_event(values, chain, table, &event) || event.seq != i + 1)
            return damaged(home, "event", table, i + 1);
        chain = values[ROW_EVENT - 1].number;
        if (event.seq >= from && !each(context, &event))
            break;
    }
    return STORE_OK;
}

enum store_status postgres_events(struct store_home *home, int64_t table, int64_t from,
                                  store_each_event *each, void *context)
{
    struct store_table row;
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    send_touch(home);
    packed_number(asked(home), table);
    session_send(&home->read, PG_TABLE, &home->asked);
    session_send(&home->read, PG_EVENTS, &home->asked);
    status = end_confirmed(home);
    if (status == STORE_OK)
        status = one_table(home, 1, &row);
    return status == STORE_OK ? chain_events(home, 2, table, from, each, context) : status;
}

static bool take_record(const struct session *session, int n, int row, struct row_record *out)
{
    struct value values[ROW_RECORD] = {{.kind = VALUE_NUMBER},
                                       {.kind = VALUE_NUMBER},
                                       {.kind = VALUE_TEXT},
                                       {.kind = VALUE_NUMBER}};
    session_values(session, n, row, values, ROW_RECORD);
    return row_record(values, out);
}

enum store_status postgres_record(struct store_home *home, int64_t table, int64_t n,
                                  struct text *out)
{
    struct row_record record;
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    send_touch(home);
    packed_number(asked(home), table);
    if (n != 0)
        packed_number(&home->asked, n);
    session_send(&home->read, n != 0 ? PG_RECORD : PG_LAST_RECORD, &home->asked);
    status = end_confirmed(home);
    if (status != STORE_OK)
        return status;
    if (session_rows(&home->read, 1) == 0)
        return STORE_ABSENT;
    if (!take_record(&home->read, 1, 0, &record) || record.table != table ||
        (n != 0 && record.n != n))
        return damaged(home, "record", table, n);
    return row_give_text(out, record.text, record.size);
}

enum store_status postgres_meta(struct store_home *home, const char *name, struct text *out)
{
    struct value values[ROW_META] = {
        {.kind = VALUE_TEXT}, {.kind = VALUE_BYTES}, {.kind = VALUE_NUMBER}};
    struct row_meta meta;
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    packed_bytes(asked(home), name, string_size(name));
    session_send(&home->read, PG_META, &home->asked);
    status = session_end(&home->read);
    if (status != STORE_OK)
        return status;
    if (session_rows(&home->read, 0) == 0)
        return STORE_ABSENT;
    session_values(&home->read, 0, 0, values, ROW_META);
    if (!row_meta(values, &meta))
        return damaged(home, "a value of the server's", 0, 0);
    return row_give_text(out, meta.value, meta.size);
}

enum store_status postgres_counts(struct store_home *home, struct store_counts *counts)
{
    enum store_status status = postgres_start_read(home);
    counts->unfinished = counts->finished = 0;
    if (status != STORE_OK)
        return status;
    session_send(&home->read, PG_COUNTS, NULL);
    status = session_end(&home->read);
    if (status == STORE_OK) {
        counts->unfinished = session_number(&home->read, 0, 0, 0);
        counts->finished = session_number(&home->read, 0, 0, 1);
    }
    return status;
}

/* ---- everything ---- */

enum store_status postgres_tables(struct store_home *home, int64_t *after, store_each_table *each,
                                  void *context, int64_t *damaged_rows)
{
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    packed_number(asked(home), *after);
    packed_number(&home->asked, STORE_PAGE_MAX);
    session_send(&home->read, PG_TABLES, &home->asked);
    status = session_end(&home->read);
    if (status != STORE_OK)
        return status;
    int rows = session_rows(&home->read, 0);
    for (int i = 0; i < rows; i++) {
        struct store_table table;
        *after = session_number(&home->read, 0, i, 0);
        if (!postgres_seen_row(&home->read, 0, i, &table))
            ++*damaged_rows;
        else
            each(context, &table);
    }
    return rows == 0 ? STORE_ABSENT : STORE_OK;
}

enum store_status postgres_records(struct store_home *home, int64_t table, store_each_record *each,
                                   void *context)
{
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    packed_number(asked(home), table);
    session_send(&home->read, PG_RECORDS, &home->asked);
    status = session_end(&home->read);
    for (int i = 0; status == STORE_OK && i < session_rows(&home->read, 0); i++) {
        struct row_record record;
        if (!take_record(&home->read, 0, i, &record) || record.table != table)
            return damaged(home, "record", table, 0);
        if (!each(context, record.n, record.text, record.size))
            break;
    }
    return status;
}

enum store_status postgres_metas(struct store_home *home, store_each_meta *each, void *context)
{
    bool more = true;
    enum store_status status = postgres_start_read(home);
    if (status != STORE_OK)
        return status;
    session_send(&home->read, PG_METAS, NULL);
    status = session_end(&home->read);
    for (int i = 0; status == STORE_OK && more && i < session_rows(&home->read, 0); i++) {
        struct value values[ROW_META] = {
            {.kind = VALUE_TEXT}, {.kind = VALUE_BYTES}, {.kind = VALUE_NUMBER}};
        session_values(&home->read, 0, i, values, ROW_META);
        if (!row_pass_meta(values, each, context, &more))
            return damaged(home, "a value of the server's", 0, 0);
    }
    return status;
}

const char *postgres_read_why(const struct store_home *home)
{
    return home->read.why;
}
