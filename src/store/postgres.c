/* SPDX-License-Identifier: MIT */
/*
 * The store in a PostgreSQL database: writing.
 *
 * The usual batch is one statement and one round trip. It carries its own fence (are we still in
 * `nodes`, is the table ours) and compares before it sets (each event names the one before it by
 * its sum), so of each table everything goes in or nothing.
 *
 *     quick:    appends alone ─────────────────────────────────▶ one statement, durable
 *               with new tables, records, values: BEGIN, them ─▶ all done? ─▶ COMMIT
 *                      │ something was refused, or the heads were wrong
 *                      ▼
 *     careful:  BEGIN, beat, look for what is in doubt, heads, one kind after the other in the
 *               order of queueing; a refusal rolls back, and the rest is tried again; COMMIT
 *
 * Doubt. A commit that was sent and never answered may have happened, now or later; so may one that
 * was answered with a warning, but only here and not on the standby. Everything in it is in doubt:
 * the next attempt looks for it, and does not send what it finds. What is visible need not be
 * replicated: the attempt always writes something of its own, so that its commit says so. Nothing
 * that was found is remembered beyond the attempt.
 */
#define _POSIX_C_SOURCE 200809L
#include "store/postgres.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "system/system.h"

enum { HEADS_MAX = 1 << 20, LOOKS_MAX = 2 };

extern const struct store_backend store_postgres;

static enum store_status fail(struct store_home *home, enum store_status status)
{
    memcpy(home->write_why, home->write.why, sizeof home->write_why);
    heads_clear(&home->heads);
    if (status == STORE_READ_ONLY)
        session_close(&home->write); /* the next connection looks for one that accepts writes */
    return status;
}

/* ---- the connection ---- */

static void pack_me(struct store_home *home)
{
    packed_clear(&home->packed);
    packed_number(&home->packed, atomic_load(&home->me));
}

static enum store_status connect_and_beat(struct store_home *home)
{
    int64_t now = system_millis();
    enum store_status status = STORE_OK;
    if (!home->write.conn)
        status = session_open(&home->write, home->url);
    if (status == STORE_OK && atomic_load(&home->me) == 0)
        status = postgres_enter_again(home);
    if (status == STORE_OK)
        status = postgres_beat(home);
    if (status == STORE_OK && home->standby)
        status = postgres_check_standby(&home->write);
    if (status == STORE_OK)
        home->beat_at = now;
    return status;
}

/* Connected, still entitled to write, and with a standby if one is required. */
static enum store_status be_ready(struct store_home *home, bool due)
{
    if (atomic_load(&home->taken))
        return postgres_gone(home, &home->write);
    if (home->looking)
        return STORE_OK;
    due = due || !home->write.conn || atomic_load(&home->me) == 0 ||
          system_millis() - home->beat_at >= BEAT_MS;
    return due ? connect_and_beat(home) : STORE_OK;
}

static enum store_status write_beat(struct store_home *home)
{
    enum store_status status = be_ready(home, true);
    return status == STORE_OK ? STORE_OK : fail(home, status);
}

/* ---- heads ---- */

static bool needs_head(const struct store_home *home, const struct store_op *op)
{
    return (op->kind == STORE_APPEND || op->kind == STORE_FINISH) && !op->fenced &&
           !heads_find(&home->heads, op->table);
}

static void pack_tables(struct store_home *home, const struct store_op *first, int count)
{
    packed_array(&home->packed, PACKED_NUMBERS, count);
    for (const struct store_op *op = first; op; op = op->next)
        if (needs_head(home, op))
            packed_item_number(&home->packed, op->table);
}

static bool take_heads(struct store_home *home, int n)
{
    bool kept = true;
    for (int i = 0; i < session_rows(&home->write, n) && kept; i++) {
        int64_t table = session_number(&home->write, n, i, 0);
        int64_t seq = session_number(&home->write, n, i, 1);
        int64_t sum = seq == 0 ? sum_start(table) : session_number(&home->write, n, i, 2);
        kept = heads_put(&home->heads, table, seq, sum);
    }
    return kept;
}

/* Fetches the last event of each table that the batch continues, and claims tables whose owner is
 * gone. */
static enum store_status fetch_heads(struct store_home *home, const struct store_op *first)
{
    int count = 0;
    for (const struct store_op *op = first; op; op = op->next)
        count += needs_head(home, op);
    if (count == 0)
        return STORE_OK;
    session_start(&home->write);
    packed_clear(&home->packed);
    pack_tables(home, first, count);
    session_send(&home->write, PG_LOCK, &home->packed);
    pack_me(home);
    pack_tables(home, first, count);
    session_send(&home->write, PG_ADOPT, &home->packed);
    packed_clear(&home->packed);
    pack_tables(home, first, count);
    session_send(&home->write, PG_HEADS, &home->packed);
    enum store_status status = session_end(&home->write);
    return status == STORE_OK && !take_heads(home, 2) ? STORE_NO_MEMORY : status;
}

/* ---- what is sent ---- */

static bool reserve_entries(struct store_home *home, const struct store_op *first)
{
    int count = 1;
    for (const struct store_op *op = first; op; op = op->next)
        count++;
    if (count <= home->entry_capacity)
        return true;
    struct entry *more = realloc(home->entries, (size_t)count * sizeof *more);
    if (!more)
        return false;
    home->entries = more;
    home->entry_capacity = count;
    return true;
}

static int64_t sum_of(const struct store_op *op)
{
    struct store_table table = {
        .id = op->table, .created_ms = op->time_ms, .changed_ms = op->time_ms};
    struct text code;
    if (op->kind == STORE_RECORD_ADD)
        return sum_record(op->table, op->number, op->value, op->value_size);
    if (op->kind == STORE_META_SET)
        return sum_meta(op->name, string_size(op->name), op->value, op->value_size);
    text_init(&code, table.code, sizeof table.code);
    text_string(&code, op->name);
    return postgres_row_sum(&table);
}

/* Adds an event to its table's chain. False: it is not the next one. */
static bool plan_event(struct store_home *home, struct entry *entry)
{
    struct store_op *op = entry->op;
    struct head *head = heads_find(&home->heads, op->table);
    if (!head || op->number < 1 || head->seq != op->number - 1)
        return false;
    if (head->plan != home->plan) {
        head->plan = home->plan;
        head->base_seq = head->seq;
        head->base_sum = head->sum;
    }
    struct store_event event = {op->number, op->time_ms, (const uint8_t *)op->value,
                                op->value_size};
    entry->seq = head->base_seq;
    entry->sum = head->base_sum;
    head->seq = op->number;
    head->sum = op->sum = sum_event(head->sum, op->table, &event);
    return true;
}

static void add_conflict(struct store_op *op, struct store_op **conflicts)
{
    if (op_is_refused(*conflicts, op->table))
        return;
    op->conflict = true;
    op->conflict_next = *conflicts;
    *conflicts = op;
}

/* Makes entries of the operations up to `end`. Those that do not follow what is stored become
 * conflicts; false if there are any. */
static bool plan(struct store_home *home, struct store_op *first, const struct store_op *end,
                 struct store_op **conflicts)
{
    bool sound = true;
    home->entry_count = 0;
    home->plan++;
    for (struct store_op *op = first; op != end; op = op->next) {
        if (op->fenced || op->found || op_is_refused(*conflicts, op->table))
            continue;
        struct entry *entry = &home->entries[home->entry_count];
        *entry = (struct entry){.op = op};
        bool next = op->kind != STORE_APPEND || plan_event(home, entry);
        if (op->kind != STORE_APPEND)
            op->sum = sum_of(op);
        home->entry_count += next;
        if (!next)
            add_conflict(op, conflicts);
        sound = sound && next;
    }
    return sound;
}

enum column { END, TABLE, NUMBER, TIME, NAME, VALUE, SUM, HEAD_SEQ, HEAD_SUM };

static void pack_item(struct packed *packed, enum column column, const struct entry *entry)
{
    const struct store_op *op = entry->op;
    switch (column) {
    case END: break;
    case TABLE: packed_item_number(packed, op->table); break;
    case NUMBER: packed_item_number(packed, op->number); break;
    case TIME: packed_item_number(packed, op->time_ms); break;
    case NAME: packed_item_bytes(packed, op->name, string_size(op->name)); break;
    case VALUE: packed_item_bytes(packed, op->value, op->value_size); break;
    case SUM: packed_item_number(packed, op->sum); break;
    case HEAD_SEQ: packed_item_number(packed, entry->seq); break;
    case HEAD_SUM: packed_item_number(packed, entry->sum); break;
    }
}

struct shape {
    enum statement statement;
    enum column columns[PARAMETERS_MAX];
};

static const struct shape shapes[] = {
    [STORE_CREATE] = {PG_CREATE, {TABLE, NAME, TIME, SUM, END}},
    [STORE_APPEND] = {PG_APPEND, {TABLE, NUMBER, TIME, VALUE, SUM, HEAD_SEQ, HEAD_SUM, END}},
    [STORE_RECORD_ADD] = {PG_RECORD_ADD, {TABLE, NUMBER, VALUE, SUM, END}},
    [STORE_META_SET] = {PG_META_SET, {NAME, VALUE, SUM, END}},
};

/* Sends the entries of one kind, from `from` to before `to`, as one statement. */
static void send_entries(struct store_home *home, enum store_kind kind, int from, int to)
{
    const struct shape *shape = &shapes[kind];
    int count = 0;
    for (int i = from; i < to; i++)
        count += home->entries[i].op->kind == kind;
    if (count == 0)
        return;
    pack_me(home);
    for (const enum column *column = shape->columns; *column != END; column++) {
        enum packed_kind of = *column == VALUE  ? PACKED_BYTES
                              : *column == NAME ? PACKED_TEXTS
                                                : PACKED_NUMBERS;
        packed_array(&home->packed, of, count);
        for (int i = from; i < to; i++)
            if (home->entries[i].op->kind == kind)
                pack_item(&home->packed, *column, &home->entries[i]);
    }
    session_send(&home->write, shape->statement, &home->packed);
}

/* A value that is set twice needs two statements. */
static void send_all(struct store_home *home)
{
    static const enum store_kind kinds[] = {STORE_CREATE, STORE_APPEND, STORE_RECORD_ADD};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        send_entries(home, kinds[i], 0, home->entry_count);
    for (int i = 0; i < home->entry_count; i++)
        send_entries(home, STORE_META_SET, i, i + 1);
}

/* How many things the statements from the n-th on have done. */
static int count_done(const struct store_home *home, int n)
{
    int done = 0;
    for (; n < home->write.sent; n++)
        done += session_rows(&home->write, n);
    return done;
}

/* ---- the end of a transaction ---- */

static void doubt_all(struct store_op *first)
{
    for (struct store_op *op = first; op; op = op->next)
        op->doubt = !op->fenced;
}

static bool is_doubtful(const struct session *session)
{
    return !session->answered || session->warned;
}

static void roll_back(struct store_home *home)
{
    char why[STORE_WHY_MAX];
    memcpy(why, home->write.why, sizeof why);
    if (home->write.conn) {
        session_start(&home->write);
        session_send(&home->write, PG_ROLLBACK, NULL);
        session_end(&home->write);
    }
    memcpy(home->write.why, why, sizeof why);
}

static enum store_status commit(struct store_home *home, struct store_op *first)
{
    session_start(&home->write);
    session_send(&home->write, PG_COMMIT, NULL);
    enum store_status status = session_end(&home->write);
    if (is_doubtful(&home->write))
        doubt_all(first);
    else if (status == STORE_OK && !session_did(&home->write, 0, "COMMIT"))
        status = STORE_IO; /* it was rolled back */
    return status;
}

/* ---- the usual batch ---- */

/* CONFLICT: the careful way must find out. */
static enum store_status write_quick(struct store_home *home, struct store_op *first)
{
    struct store_op *conflicts = NULL;
    bool alone = true;
    enum store_status status = fetch_heads(home, first);
    if (status != STORE_OK)
        return status;
    if (!plan(home, first, NULL, &conflicts))
        return STORE_CONFLICT;
    for (int i = 0; i < home->entry_count; i++)
        alone = alone && home->entries[i].op->kind == STORE_APPEND;
    session_start(&home->write);
    if (!alone)
        session_send(&home->write, PG_BEGIN, NULL);
    send_all(home);
    status = session_end(&home->write);
    if (alone && is_doubtful(&home->write))
        doubt_all(first);
    if (status == STORE_OK && count_done(home, !alone) == home->entry_count)
        return alone ? STORE_OK : commit(home, first);
    if (alone && status == STORE_OK)
        doubt_all(first); /* part of it is done */
    if (!alone)
        roll_back(home);
    return status == STORE_OK ? STORE_CONFLICT : status;
}

/* ---- the careful way ---- */

static void send_search(struct store_home *home, const struct store_op *op)
{
    enum statement statement = PG_FIND_EVENT;
    packed_clear(&home->packed);
    packed_number(&home->packed, op->table);
    if (op->kind == STORE_CREATE) {
        statement = PG_FIND_CREATED;
        packed_bytes(&home->packed, op->name, string_size(op->name));
        packed_number(&home->packed, op->time_ms);
    } else if (op->kind == STORE_FINISH) {
        statement = PG_FIND_FINISHED;
        packed_number(&home->packed, op->time_ms);
    } else {
        if (op->kind == STORE_RECORD_ADD)
            statement = PG_FIND_RECORD;
        packed_number(&home->packed, op->number);
        packed_number(&home->packed, op->sum);
    }
    session_send(&home->write, statement, &home->packed);
}

/* Values and prunings are simply done again. */
static bool is_searched(const struct store_op *op)
{
    return op->doubt && op->kind != STORE_META_SET && op->kind != STORE_PRUNE;
}

static enum store_status search_doubtful(struct store_home *home, struct store_op *first)
{
    int n = 0;
    session_start(&home->write);
    for (struct store_op *op = first; op; op = op->next) {
        op->found = false;
        if (is_searched(op))
            send_search(home, op);
    }
    enum store_status status = home->write.sent > 0 ? session_end(&home->write) : STORE_OK;
    for (struct store_op *op = first; op && status == STORE_OK; op = op->next)
        if (is_searched(op))
            op->found = session_rows(&home->write, n++) > 0;
    return status;
}

/* Statements answer in the order of what they were given. */
static void judge(struct store_home *home, struct store_op **conflicts)
{
    int row = 0, rows = session_rows(&home->write, 0);
    for (int i = 0; i < home->entry_count; i++) {
        struct store_op *op = home->entries[i].op;
        bool keyed = op->kind == STORE_APPEND || op->kind == STORE_RECORD_ADD;
        if (row < rows && session_number(&home->write, 0, row, 0) == op->table &&
            session_number(&home->write, 0, row, 1) == (keyed ? op->number : 0))
            row++;
        else
            add_conflict(op, conflicts);
    }
}

/* A damaged row contradicts anything written on top of it. */
static enum store_status finish(struct store_home *home, struct store_op *op,
                                struct store_op **conflicts)
{
    struct sum_row row;
    packed_clear(&home->packed);
    packed_number(&home->packed, op->table);
    session_start(&home->write);
    session_send(&home->write, PG_ROW, &home->packed);
    enum store_status status = session_end(&home->write);
    if (status != STORE_OK)
        return status;
    if (session_rows(&home->write, 0) == 0 || !postgres_row(&home->write, 0, 0, &row)) {
        add_conflict(op, conflicts);
        return STORE_OK;
    }
    row.table.finished = true;
    row.table.changed_ms = op->time_ms;
    pack_me(home);
    packed_number(&home->packed, op->table);
    packed_number(&home->packed, op->number);
    packed_number(&home->packed, op->time_ms);
    packed_number(&home->packed, postgres_row_sum(&row.table));
    session_start(&home->write);
    session_send(&home->write, PG_FINISH, &home->packed);
    status = session_end(&home->write);
    if (status == STORE_OK && session_rows(&home->write, 0) == 0)
        add_conflict(op, conflicts);
    return status;
}

/* A damaged row may falsely say that it is old: it stays. */
static enum store_status prune(struct store_home *home, const struct store_op *op)
{
    int64_t tables[STORE_PRUNE_MAX];
    int count = 0;
    packed_clear(&home->packed);
    packed_number(&home->packed, op->time_ms);
    packed_number(&home->packed, STORE_PRUNE_MAX);
    session_start(&home->write);
    session_send(&home->write, PG_STALE, &home->packed);
    enum store_status status = session_end(&home->write);
    if (status != STORE_OK)
        return status;
    for (int i = 0; i < session_rows(&home->write, 0) && count < STORE_PRUNE_MAX; i++) {
        struct sum_row row;
        if (postgres_row(&home->write, 0, i, &row))
            tables[count++] = row.table.id;
    }
    packed_clear(&home->packed);
    packed_array(&home->packed, PACKED_NUMBERS, count);
    for (int i = 0; i < count; i++)
        packed_item_number(&home->packed, tables[i]);
    session_start(&home->write);
    session_send(&home->write, PG_DROP_EVENTS, &home->packed);
    session_send(&home->write, PG_DROP_RECORDS, &home->packed);
    session_send(&home->write, PG_DROP_TABLES, &home->packed);
    return session_end(&home->write);
}

/* Operations of one kind that follow each other, as one statement. */
static enum store_status write_run(struct store_home *home, struct store_op *first,
                                   const struct store_op *end, struct store_op **conflicts)
{
    plan(home, first, end, conflicts);
    if (home->entry_count == 0)
        return STORE_OK;
    if (first->kind == STORE_FINISH)
        return finish(home, first, conflicts);
    if (first->kind == STORE_PRUNE)
        return prune(home, first);
    session_start(&home->write);
    send_entries(home, first->kind, 0, home->entry_count);
    enum store_status status = session_end(&home->write);
    if (status == STORE_OK)
        judge(home, conflicts);
    return status;
}

static bool comes_alone(enum store_kind kind)
{
    return kind == STORE_META_SET || kind == STORE_FINISH || kind == STORE_PRUNE;
}

static enum store_status write_runs(struct store_home *home, struct store_op *first,
                                    struct store_op **conflicts)
{
    enum store_status status = STORE_OK;
    struct store_op *end;
    for (; first && status == STORE_OK; first = end) {
        end = first->next;
        while (end && end->kind == first->kind && !comes_alone(first->kind))
            end = end->next;
        status = write_run(home, first, end, conflicts);
    }
    return status;
}

/* The beat is written whatever else is, so that the commit means something. */
static enum store_status begin_transaction(struct store_home *home, struct store_op *first)
{
    heads_clear(&home->heads);
    pack_me(home);
    session_start(&home->write);
    session_send(&home->write, PG_BEGIN, NULL);
    session_send(&home->write, PG_BEAT, &home->packed);
    enum store_status status = session_end(&home->write);
    if (status == STORE_OK && session_rows(&home->write, 1) == 0)
        status = postgres_gone(home, &home->write);
    if (status == STORE_OK)
        status = search_doubtful(home, first);
    return status == STORE_OK ? fetch_heads(home, first) : status;
}

/* The transaction that was given up may since have done what was refused while in doubt: look
 * again. */
static bool is_worth_a_look(const struct store_op *conflicts, const struct store_op *known)
{
    for (; conflicts != known; conflicts = conflicts->conflict_next)
        if (conflicts->doubt)
            return true;
    return false;
}

static void forgive(struct store_op **conflicts, struct store_op *known)
{
    while (*conflicts != known) {
        (*conflicts)->conflict = false;
        *conflicts = (*conflicts)->conflict_next;
    }
}

static enum store_status write_carefully(struct store_home *home, struct store_op *first)
{
    struct store_op *conflicts = NULL;
    for (int looks = 0;;) {
        struct store_op *known = conflicts;
        enum store_status status = begin_transaction(home, first);
        if (status == STORE_OK)
            status = write_runs(home, first, &conflicts);
        if (status == STORE_OK && conflicts == known)
            return commit(home, first);
        roll_back(home);
        if (status != STORE_OK)
            return status == STORE_CONFLICT ? STORE_BUSY : status; /* somebody was faster */
        if (is_worth_a_look(conflicts, known) && looks++ < LOOKS_MAX)
            forgive(&conflicts, known);
    }
}

static bool needs_care(const struct store_op *op)
{
    for (; op; op = op->next)
        if (!op->fenced && (op->doubt || op->kind == STORE_FINISH || op->kind == STORE_PRUNE))
            return true;
    return false;
}

static void clear_marks(struct store_op *op)
{
    for (; op; op = op->next)
        op->conflict = op->found = false;
}

static enum store_status write_batch(struct store_home *home, struct store_op *first)
{
    enum store_status status = be_ready(home, false);
    bool careful = needs_care(first);
    if (home->heads.count > HEADS_MAX) /* most are of tables that nobody plays at any more */
        heads_clear(&home->heads);
    clear_marks(first);
    if (status == STORE_OK && !reserve_entries(home, first))
        status = STORE_NO_MEMORY;
    if (status == STORE_OK && !careful) {
        status = write_quick(home, first);
        careful = status == STORE_CONFLICT;
        if (careful) {
            clear_marks(first);
            status = STORE_OK;
        }
    }
    if (status == STORE_OK && careful) {
        status = write_carefully(home, first);
        heads_clear(&home->heads); /* a pruned table's would be wrong if its number came back */
    }
    return status == STORE_OK ? STORE_OK : fail(home, status);
}

static const char *write_why(const struct store_home *home)
{
    return home->write_why;
}

/* ---- opening and closing ---- */

/* Our tables are free at once. */
static void write_leave(struct store_home *home)
{
    if (home->write.conn && atomic_load(&home->me) != 0 && !atomic_load(&home->taken)) {
        pack_me(home);
        session_start(&home->write);
        session_send(&home->write, PG_LEAVE, &home->packed);
        session_end(&home->write);
    }
    session_close(&home->write);
}

static void write_close(struct store_home *home)
{
    write_leave(home);
    session_close(&home->read);
    packed_free(&home->packed);
    packed_free(&home->asked);
    heads_clear(&home->heads);
    free(home->entries);
    pthread_mutex_destroy(&home->lock);
    free(home);
}

static enum store_status enter_database(struct store_home *home)
{
    struct session *session = &home->write;
    enum store_status status = session_connect(session, home->url);
    if (status == STORE_OK)
        status = postgres_check(session, !home->looking);
    if (status == STORE_OK && home->standby)
        status = postgres_check_standby(session);
    if (status == STORE_OK && !home->looking)
        status = postgres_enter(home);
    return status;
}

static enum store_status write_open(struct store_home **out, const struct store_options *options,
                                    struct text *why)
{
    struct store_home *home = calloc(1, sizeof *home);
    struct text url;
    if (!home)
        return STORE_NO_MEMORY;
    CHECK(pthread_mutex_init(&home->lock, NULL) == 0);
    home->standby = options->standby;
    home->looking = options->looking;
    home->write.wait_ms = WRITE_WAIT_MS;
    home->read.wait_ms = home->looking ? LOOK_WAIT_MS : READ_WAIT_MS;
    if (options->node) {
        text_init(&url, home->node, sizeof home->node);
        text_string(&url, options->node);
    }
    text_init(&url, home->url, sizeof home->url);
    text_string(&url, options->path);
    enum store_status status = url.overflow ? STORE_TOO_BIG : enter_database(home);
    if (status != STORE_OK)
        text_string(why, home->write.why);
    if (status == STORE_OK) {
        status = session_open(&home->read, home->url);
        if (status != STORE_OK)
            text_string(why, home->read.why);
    }
    if (status == STORE_OK)
        *out = home;
    else
        write_close(home);
    return status;
}

const struct store_backend store_postgres = {
    .name = "postgres",
    .open = write_open,
    .close = write_close,
    .batch = write_batch,
    .beat = write_beat,
    .beat_ms = BEAT_MS,
    .trusted = postgres_trusted,
    .write_why = write_why,
    .leave = write_leave,
    .patience_ms = CLOSE_WAIT_MS,
    .answer = postgres_answer,
    .table = postgres_table,
    .table_by_code = postgres_by_code,
    .unfinished = postgres_unfinished,
    .old = postgres_old,
    .events = postgres_events,
    .record = postgres_record,
    .meta = postgres_meta,
    .counts = postgres_counts,
    .tables = postgres_tables,
    .records = postgres_records,
    .metas = postgres_metas,
    .read_why = postgres_read_why,
};
