/* SPDX-License-Identifier: MIT */
/* What each statement of src/store/postgres_sql.c does to the rows. */
#include <stdlib.h>

#include "base/check.h"
#include "base/hash.h"
#include "sim_base.h"
#include "store/sum.h"

enum { NODES_SEEN = 16 };

/* Who sends it, and what it was given. */
struct call {
    struct backend *backend;
    const struct request *request;
    struct pg_result *result;
};

typedef enum progress run(const struct call *);

/* ---- what it was given ---- */

static int64_t read_number(const uint8_t *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return (int64_t)number;
}

static int64_t number(const struct call *call, int parameter)
{
    const struct value_in *in = &call->request->values[parameter - 1];
    CHECK(parameter <= call->request->count && in->size == 8);
    return read_number(in->bytes, in->size);
}

static struct value_in bytes(const struct call *call, int parameter)
{
    CHECK(parameter <= call->request->count);
    return call->request->values[parameter - 1];
}

/* An array: its head, then the size and the bytes of each item. */
static int count_items(const struct call *call, int parameter)
{
    struct value_in in = bytes(call, parameter);
    CHECK(in.size >= 20);
    return (int)read_number(in.bytes + 12, 4);
}

static struct value_in item(const struct call *call, int parameter, int index)
{
    struct value_in in = bytes(call, parameter);
    const uint8_t *at = in.bytes + 20;
    for (;; index--) {
        size_t size = (size_t)read_number(at, 4);
        CHECK(at + 4 + size <= in.bytes + in.size);
        if (index == 0)
            return (struct value_in){at + 4, size};
        at += 4 + size;
    }
}

static int64_t item_number(const struct call *call, int parameter, int index)
{
    struct value_in in = item(call, parameter, index);
    return read_number(in.bytes, in.size);
}

/* ANY finds a row once, however often its number is given. */
static bool is_repeated(const struct call *call, int parameter, int index)
{
    for (int i = 0; i < index; i++)
        if (item_number(call, parameter, i) == item_number(call, parameter, index))
            return true;
    return false;
}

static bool is_text(const char *text, struct value_in value)
{
    return string_size(text) == value.size && memcmp(text, value.bytes, value.size) == 0;
}

static void set_text(char out[STORE_NAME_MAX + 1], struct value_in value)
{
    CHECK(value.size <= STORE_NAME_MAX);
    memset(out, 0, STORE_NAME_MAX + 1);
    memcpy(out, value.bytes, value.size);
}

static int64_t meta_key(struct value_in name)
{
    return (int64_t)hash_bytes(HASH_START, name.bytes, name.size);
}

/* ---- rows ---- */

static const struct image *see(const struct call *call, enum relation relation, int64_t a,
                               int64_t b)
{
    return row_image(row_find(relation, a, b), call->backend);
}

static const struct image *see_row(const struct call *call, const struct row *row)
{
    return row_image(row, call->backend);
}

/* Events are dense, and gone together. */
static int64_t last_event(const struct call *call, int64_t table)
{
    int64_t seq = 0;
    while (see(call, EVENTS, table, seq + 1)->is)
        seq++;
    return seq;
}

static bool is_node(const struct call *call, int64_t id)
{
    return see(call, NODES, id, 0)->is;
}

/* Our own row, which nobody may delete before we have ended. */
static enum progress be_me(const struct call *call, bool *there)
{
    struct row *row = row_find(NODES, number(call, 1), 0);
    enum progress outcome = row ? row_share(row, call->backend) : DONE;
    *there = outcome == DONE && see_row(call, row)->is;
    return outcome;
}

static void give_table(const struct call *call, int64_t id, const struct image *table, int columns)
{
    result_row(call->result, columns);
    result_number(call->result, id);
    result_bytes(call->result, table->text, string_size(table->text));
    result_number(call->result, table->n[FINISHED]);
    result_number(call->result, table->n[CREATED]);
    result_number(call->result, table->n[CHANGED]);
    result_number(call->result, table->n[ROW_SUM]);
}

static void give_seen(const struct call *call, int64_t id, const struct image *table, int columns)
{
    int64_t seq = last_event(call, id);
    give_table(call, id, table, columns);
    if (seq == 0) {
        result_null(call->result);
        result_null(call->result);
    } else {
        result_number(call->result, seq);
        result_number(call->result, see(call, EVENTS, id, seq)->n[AT]);
    }
}

static void give_events(const struct call *call, int64_t table, bool only_first)
{
    int64_t last = last_event(call, table);
    for (int64_t seq = 1; seq <= last && (seq == 1 || !only_first); seq++) {
        const struct image *event = see(call, EVENTS, table, seq);
        result_row(call->result, ROW_EVENT);
        result_number(call->result, table);
        result_number(call->result, seq);
        result_number(call->result, event->n[AT]);
        result_bytes(call->result, event->bytes, event->size);
        result_number(call->result, event->n[EVENT_SUM]);
    }
}

static void give_record(const struct call *call, int64_t table, int64_t n)
{
    const struct image *record = see(call, RECORDS, table, n);
    if (!record->is)
        return;
    result_row(call->result, ROW_RECORD);
    result_number(call->result, table);
    result_number(call->result, n);
    result_bytes(call->result, record->bytes, record->size);
    result_number(call->result, record->n[0]);
}

static void give_meta(const struct call *call, struct value_in name, const void *value, size_t size,
                      int64_t sum)
{
    result_row(call->result, ROW_META);
    result_bytes(call->result, name.bytes, name.size);
    result_bytes(call->result, value, size);
    result_number(call->result, sum);
}

static void give_number(const struct call *call, int64_t value)
{
    result_row(call->result, 1);
    result_number(call->result, value);
}

static void give_done(const struct call *call, int64_t table, int64_t seq)
{
    result_row(call->result, 2);
    result_number(call->result, table);
    result_number(call->result, seq);
}

/* The unfinished table with this code, as this transaction sees it; or the last finished one. */
static int64_t find_code(const struct call *call, struct value_in code, bool finished)
{
    int64_t found = 0, changed = INT64_MIN;
    for (const struct row *row = rows_first(TABLES); row; row = row->next_of) {
        const struct image *table = see_row(call, row);
        if (!table->is || (table->n[FINISHED] != 0) != finished || !is_text(table->text, code) ||
            table->n[CHANGED] < changed)
            continue;
        found = row->a;
        changed = table->n[CHANGED];
    }
    return found;
}

/* ---- nodes ---- */

static enum progress run_beat(const struct call *call)
{
    struct row *row = row_find(NODES, number(call, 1), 0);
    if (!see_row(call, row)->is)
        return DONE;
    if (row_write(row, call->backend) == WAIT)
        return WAIT;
    row->future.n[0]++;
    give_number(call, row->a);
    return DONE;
}

static enum progress run_touch(const struct call *call)
{
    bool there;
    enum progress outcome = be_me(call, &there);
    if (there)
        give_number(call, number(call, 1));
    return outcome;
}

static enum progress run_nodes(const struct call *call)
{
    for (const struct row *row = rows_first(NODES); row; row = row->next_of) {
        const struct image *node = see_row(call, row);
        if (!node->is)
            continue;
        result_row(call->result, 3);
        result_number(call->result, row->a);
        result_bytes(call->result, node->text, string_size(node->text));
        result_number(call->result, node->n[0]);
    }
    return DONE;
}

/* Only a node that was silent for long, while everybody could have heard it. */
void sql_judge_burial(const struct request *request)
{
    const struct call call = {.request = request};
    const struct row *row = row_find(NODES, number(&call, 1), 0);
    if (!row || !row->here.is || row->here.n[0] != number(&call, 2))
        return;
    enum { FASTER = 1100, WATCHED_MS = LEASE_MS * 1000 / FASTER };
    bool over = base.up_since <= world.now && row->moved < base.up_since;
    int64_t last_look = base.silent_from + GAP_MS * FASTER / 1000; /* whose answer came later */
    int64_t since = over && last_look - row->moved < WATCHED_MS ? base.up_since : row->moved;
    if (world.now - since < WATCHED_MS)
        broken("owner", "a node is buried %lld ms after it could last be heard",
               (long long)(world.now - since));
}

static enum progress run_bury(const struct call *call)
{
    struct row *row = row_find(NODES, number(call, 1), 0);
    if (!see_row(call, row)->is || see_row(call, row)->n[0] != number(call, 2) ||
        row_drop(row, call->backend) == WAIT)
        return DONE;
    trace("process %d buries %s", call->backend->process, row->here.text);
    row->future.is = false;
    give_number(call, row->a);
    return DONE;
}

static enum progress run_leave(const struct call *call)
{
    struct row *row = row_find(NODES, number(call, 1), 0);
    if (!see_row(call, row)->is)
        return DONE;
    if (row_drop(row, call->backend) == WAIT)
        return WAIT;
    row->future.is = false;
    return DONE;
}

static enum progress run_remove_double(const struct call *call)
{
    for (struct row *row = rows_first(NODES); row; row = row->next_of) {
        const struct image *node = see_row(call, row);
        if (!node->is || !is_text(node->text, bytes(call, 1)))
            continue;
        if (row_drop(row, call->backend) == WAIT)
            return WAIT;
        row->future.is = false;
    }
    return DONE;
}

static enum progress run_enter(const struct call *call)
{
    struct row *row = row_get(NODES, number(call, 1), 0);
    if (see_row(call, row)->is)
        return DONE;
    if (row_write(row, call->backend) == WAIT)
        return WAIT;
    if (!row->future.is) {
        row->future = (struct image){.is = true};
        set_text(row->future.text, bytes(call, 2));
        row->moved = world.now;
    }
    return DONE;
}

static enum progress run_find_double(const struct call *call)
{
    for (const struct row *row = rows_first(NODES); row; row = row->next_of)
        if (see_row(call, row)->is && row->a != number(call, 2) &&
            is_text(see_row(call, row)->text, bytes(call, 1)))
            give_number(call, row->a);
    return DONE;
}

/* ---- claims ---- */

static enum progress run_lock(const struct call *call)
{
    for (int i = 0; i < count_items(call, 1); i++) {
        struct row *row = row_find(TABLES, item_number(call, 1, i), 0);
        if (!row || (!see_row(call, row)->is && !row->writer))
            continue;
        if (row_write(row, call->backend) == WAIT)
            return WAIT;
        if (row->here.is)
            give_number(call, row->a);
    }
    return DONE;
}

/* A statement that has waited for a row looks at that one again, and at nothing else. */
static void remember_nodes(const struct call *call)
{
    struct backend *backend = call->backend;
    if (backend->nodes_count > 0)
        return;
    for (const struct row *row = rows_first(NODES); row; row = row->next_of)
        if (see_row(call, row)->is && backend->nodes_count < NODES_SEEN)
            backend->nodes_seen[backend->nodes_count++] = row->a;
}

static bool was_node(const struct backend *backend, int64_t id)
{
    bool was = false;
    for (int i = 0; i < backend->nodes_count; i++)
        was = was || backend->nodes_seen[i] == id;
    return was;
}

static enum progress run_adopt(const struct call *call)
{
    int64_t me = number(call, 1);
    remember_nodes(call);
    for (int i = 0; i < count_items(call, 2); i++) {
        struct row *row = row_find(TABLES, item_number(call, 2, i), 0);
        const struct image *table = see_row(call, row);
        if (!table->is || table->n[FINISHED] || table->n[OWNER] == me ||
            was_node(call->backend, table->n[OWNER]) || !was_node(call->backend, me))
            continue;
        if (row_write(row, call->backend) == WAIT)
            return WAIT;
        row->future.n[OWNER] = me;
    }
    return DONE;
}

static enum progress run_heads(const struct call *call)
{
    for (int i = 0; i < count_items(call, 1); i++) {
        int64_t table = item_number(call, 1, i), seq = last_event(call, table);
        result_row(call->result, 3);
        result_number(call->result, table);
        if (seq > 0) {
            result_number(call->result, seq);
            result_number(call->result, see(call, EVENTS, table, seq)->n[EVENT_SUM]);
        } else {
            result_null(call->result);
            result_null(call->result);
        }
    }
    return DONE;
}

static enum progress run_codes(const struct call *call)
{
    for (int i = 0; i < count_items(call, 1); i++) {
        int64_t found = find_code(call, item(call, 2, i), false);
        if (found == 0)
            found = find_code(call, item(call, 2, i), true);
        result_row(call->result, 2);
        result_number(call->result, item_number(call, 1, i));
        result_number(call->result, found);
    }
    return DONE;
}

static enum progress run_claimed(const struct call *call)
{
    for (int i = 0; i < count_items(call, 1); i++) {
        int64_t id = item_number(call, 1, i);
        const struct image *table = see(call, TABLES, id, 0);
        if (!table->is || is_repeated(call, 1, i))
            continue;
        const struct image *owner = see(call, NODES, table->n[OWNER], 0);
        give_seen(call, id, table, PG_SEEN_COLUMNS + 2);
        result_number(call->result, table->n[OWNER]);
        result_bytes(call->result, owner->text, owner->is ? string_size(owner->text) : 0);
    }
    return DONE;
}

static enum progress run_claimed_events(const struct call *call)
{
    for (int i = 0; i < count_items(call, 1); i++)
        if (!is_repeated(call, 1, i))
            give_events(call, item_number(call, 1, i), call->request->statement == PG_FIRST_EVENTS);
    return DONE;
}

/* ---- writing ---- */

/* Is there a row with this code that is unfinished, or that may become so? */
static enum progress find_rival(const struct call *call, int64_t id, struct value_in code,
                                bool *taken)
{
    *taken = false;
    for (const struct row *row = rows_first(TABLES); row; row = row->next_of) {
        bool foreign = row->writer && row->writer != call->backend;
        if (row->a != id && !is_text(row->here.text, code) && !is_text(row->future.text, code))
            continue;
        if (foreign)
            return WAIT;
        const struct image *table = see_row(call, row);
        *taken = *taken || (table->is &&
                            (row->a == id || (!table->n[FINISHED] && is_text(table->text, code))));
    }
    return DONE;
}

static enum progress run_create(const struct call *call)
{
    bool there, taken;
    enum progress outcome = be_me(call, &there);
    if (!there)
        return outcome;
    for (int i = 0; i < count_items(call, 2); i++)
        if (find_rival(call, item_number(call, 2, i), item(call, 3, i), &taken) == WAIT)
            return WAIT;
    for (int i = 0; i < count_items(call, 2); i++) {
        int64_t id = item_number(call, 2, i);
        find_rival(call, id, item(call, 3, i), &taken);
        if (taken)
            continue;
        struct row *row = row_get(TABLES, id, 0);
        row_write(row, call->backend);
        row->future = (struct image){.is = true};
        row->future.n[CREATED] = row->future.n[CHANGED] = item_number(call, 4, i);
        row->future.n[OWNER] = number(call, 1);
        row->future.n[ROW_SUM] = item_number(call, 5, i);
        set_text(row->future.text, item(call, 3, i));
        give_done(call, id, 0);
    }
    return DONE;
}

/* Follows what is stored, at a table of ours? */
static bool follows(const struct call *call, int i)
{
    int64_t table = item_number(call, 2, i), before = item_number(call, 7, i);
    const struct image *row = see(call, TABLES, table, 0);
    return row->is && !row->n[FINISHED] && row->n[OWNER] == number(call, 1) &&
           (before == 0 ||
            (see(call, EVENTS, table, before)->is &&
             see(call, EVENTS, table, before)->n[EVENT_SUM] == item_number(call, 8, i)));
}

static enum progress run_append(const struct call *call)
{
    bool there;
    enum progress outcome = be_me(call, &there);
    int count = count_items(call, 2);
    if (!there)
        return outcome;
    bool *fits = calloc((size_t)count + 1, sizeof *fits);
    CHECK(fits);
    for (int i = 0; i < count && outcome == DONE; i++) {
        fits[i] = follows(call, i);
        const struct row *row = row_find(EVENTS, item_number(call, 2, i), item_number(call, 3, i));
        if (fits[i] && row && row->writer && row->writer != call->backend)
            outcome = WAIT;
        else if (fits[i] && see_row(call, row)->is)
            outcome = FAIL;
    }
    for (int i = 0; i < count && outcome == DONE; i++) {
        if (!fits[i])
            continue;
        struct row *row = row_get(EVENTS, item_number(call, 2, i), item_number(call, 3, i));
        row_write(row, call->backend);
        struct value_in value = item(call, 5, i);
        row->future = (struct image){
            .is = true, .bytes = base_keep(value.bytes, value.size), .size = (uint32_t)value.size};
        row->future.n[AT] = item_number(call, 4, i);
        row->future.n[EVENT_SUM] = item_number(call, 6, i);
        row->future.n[BY] = number(call, 1);
        give_done(call, row->a, row->b);
    }
    free(fits);
    return outcome;
}

static enum progress run_record_add(const struct call *call)
{
    bool there;
    enum progress outcome = be_me(call, &there);
    int count = count_items(call, 2);
    if (!there)
        return outcome;
    for (int i = 0; i < count; i++) {
        const struct row *row = row_find(RECORDS, item_number(call, 2, i), item_number(call, 3, i));
        if (row && row->writer && row->writer != call->backend)
            return WAIT;
    }
    for (int i = 0; i < count; i++) {
        int64_t table = item_number(call, 2, i), n = item_number(call, 3, i);
        struct value_in value = item(call, 4, i);
        if (!see(call, TABLES, table, 0)->is || see(call, RECORDS, table, n)->is)
            continue;
        struct row *row = row_get(RECORDS, table, n);
        row_write(row, call->backend);
        row->future = (struct image){
            .is = true, .bytes = base_keep(value.bytes, value.size), .size = (uint32_t)value.size};
        row->future.n[0] = item_number(call, 5, i);
        give_done(call, table, n);
    }
    return DONE;
}

static enum progress run_meta_set(const struct call *call)
{
    bool there;
    enum progress outcome = be_me(call, &there);
    if (!there)
        return outcome;
    struct value_in name = item(call, 2, 0), value = item(call, 3, 0);
    struct row *row = row_get(METAS, meta_key(name), 0);
    if (row_write(row, call->backend) == WAIT)
        return WAIT;
    row->future = (struct image){
        .is = true, .bytes = base_keep(value.bytes, value.size), .size = (uint32_t)value.size};
    row->future.n[0] = item_number(call, 4, 0);
    set_text(row->future.text, name);
    give_done(call, 0, 0);
    return DONE;
}

static enum progress run_finish(const struct call *call)
{
    int64_t id = number(call, 2);
    struct row *row = row_find(TABLES, id, 0);
    if (!see_row(call, row)->is)
        return DONE;
    if (row->writer && row->writer != call->backend)
        return WAIT;
    const struct image *table = see_row(call, row);
    if (table->n[FINISHED] || table->n[OWNER] != number(call, 1) ||
        last_event(call, id) != number(call, 3))
        return DONE;
    row_write(row, call->backend);
    row->future.n[FINISHED] = 1;
    row->future.n[CHANGED] = number(call, 4);
    row->future.n[ROW_SUM] = number(call, 5);
    give_number(call, id);
    return DONE;
}

/* Tables live for months, and a run for hours: nothing is so old. */
static enum progress run_drop(const struct call *call)
{
    CHECK(count_items(call, 1) == 0);
    return DONE;
}

/* ---- looking ---- */

static enum progress run_row(const struct call *call)
{
    const struct image *table = see(call, TABLES, number(call, 1), 0);
    if (table->is)
        give_table(call, number(call, 1), table, PG_TABLE_COLUMNS);
    return DONE;
}

static enum progress run_find_created(const struct call *call)
{
    const struct image *table = see(call, TABLES, number(call, 1), 0);
    if (table->is && is_text(table->text, bytes(call, 2)) && table->n[CREATED] == number(call, 3))
        give_number(call, number(call, 1));
    return DONE;
}

static enum progress run_find_event(const struct call *call)
{
    const struct image *event = see(call, EVENTS, number(call, 1), number(call, 2));
    if (event->is && event->n[EVENT_SUM] == number(call, 3))
        give_number(call, number(call, 2));
    return DONE;
}

static enum progress run_find_record(const struct call *call)
{
    const struct image *record = see(call, RECORDS, number(call, 1), number(call, 2));
    if (record->is && record->n[0] == number(call, 3))
        give_number(call, number(call, 2));
    return DONE;
}

static enum progress run_find_finished(const struct call *call)
{
    const struct image *table = see(call, TABLES, number(call, 1), 0);
    if (table->is && table->n[FINISHED] && table->n[CHANGED] == number(call, 2))
        give_number(call, number(call, 1));
    return DONE;
}

static enum progress run_stale(const struct call *call)
{
    for (const struct row *row = rows_first(TABLES); row; row = row->next_of) {
        const struct image *table = see_row(call, row);
        CHECK(!table->is || !table->n[FINISHED] || table->n[CHANGED] >= number(call, 1));
    }
    return DONE;
}

static enum progress run_unfinished(const struct call *call)
{
    for (const struct row *row = rows_first(TABLES); row && bytes(call, 1).size == 0;
         row = row->next_of)
        if (see_row(call, row)->is && !see_row(call, row)->n[FINISHED])
            give_seen(call, row->a, see_row(call, row), PG_SEEN_COLUMNS);
    return DONE;
}

static enum progress run_old(const struct call *call)
{
    for (const struct row *row = rows_first(TABLES); row; row = row->next_of) {
        const struct image *table = see_row(call, row);
        int64_t seq = last_event(call, row->a);
        int64_t at = seq > 0 ? see(call, EVENTS, row->a, seq)->n[AT] : 0;
        bool ours = table->n[OWNER] == number(call, 1) || !is_node(call, table->n[OWNER]);
        if (table->is && !table->n[FINISHED] && table->n[CHANGED] >= number(call, 2) &&
            table->n[CHANGED] < number(call, 3) && at < number(call, 3) && ours)
            give_seen(call, row->a, table, PG_SEEN_COLUMNS);
    }
    return DONE;
}

static enum progress run_record(const struct call *call)
{
    int64_t table = number(call, 1), n = 0;
    if (call->request->statement == PG_RECORD)
        n = number(call, 2);
    else
        while (see(call, RECORDS, table, n + 1)->is)
            n++;
    give_record(call, table, n);
    return DONE;
}

static enum progress run_meta(const struct call *call)
{
    const struct image *meta = see(call, METAS, meta_key(bytes(call, 1)), 0);
    if (meta->is)
        give_meta(call, bytes(call, 1), meta->bytes, meta->size, meta->n[0]);
    return DONE;
}

/* ---- all of them ---- */

static run *const runs[PG_STATEMENTS] = {
    [PG_BEAT] = run_beat,
    [PG_TOUCH] = run_touch,
    [PG_NODES] = run_nodes,
    [PG_BURY] = run_bury,
    [PG_LEAVE] = run_leave,
    [PG_LOCK] = run_lock,
    [PG_ADOPT] = run_adopt,
    [PG_HEADS] = run_heads,
    [PG_CREATE] = run_create,
    [PG_APPEND] = run_append,
    [PG_RECORD_ADD] = run_record_add,
    [PG_META_SET] = run_meta_set,
    [PG_FINISH] = run_finish,
    [PG_ROW] = run_row,
    [PG_FIND_CREATED] = run_find_created,
    [PG_FIND_EVENT] = run_find_event,
    [PG_FIND_RECORD] = run_find_record,
    [PG_FIND_FINISHED] = run_find_finished,
    [PG_STALE] = run_stale,
    [PG_DROP_EVENTS] = run_drop,
    [PG_DROP_RECORDS] = run_drop,
    [PG_DROP_TABLES] = run_drop,
    [PG_UNFINISHED] = run_unfinished,
    [PG_OLD] = run_old,
    [PG_CODES] = run_codes,
    [PG_CLAIMED] = run_claimed,
    [PG_CLAIMED_EVENTS] = run_claimed_events,
    [PG_FIRST_EVENTS] = run_claimed_events,
    [PG_RECORD] = run_record,
    [PG_LAST_RECORD] = run_record,
    [PG_META] = run_meta,
};

static enum progress run_schema(const struct call *call)
{
    char text[16];
    int size = snprintf(text, sizeof text, "%d", POSTGRES_SCHEMA);
    static const char name[] = "schema";
    give_meta(call, (struct value_in){(const uint8_t *)name, sizeof name - 1}, text, (size_t)size,
              sum_meta(name, sizeof name - 1, text, (size_t)size));
    return DONE;
}

static enum progress run_nothing(const struct call *call)
{
    (void)call;
    return DONE;
}

/* The few that are sent as text; the first word that is in it decides. */
static enum progress run_text(const struct call *call)
{
    static const struct {
        const char *has;
        run *run;
        int64_t gives;
    } texts[] = {
        {"SET ", run_nothing, 0},
        {"set_config", run_nothing, 0},
        {"PREPARE", run_nothing, 0},
        {"FROM pg_tables", NULL, 5},
        {"name = 'schema'", run_schema, 0},
        {"name = '" STORE_COPYING "'", NULL, 0},
        {"FROM pg_index", NULL, 6},
        {"has_table_privilege", NULL, 0},
        {"SELECT 0", NULL, 0},
        {"DELETE FROM nodes WHERE name", run_remove_double, 0},
        {"INSERT INTO nodes", run_enter, 0},
        {"SELECT id FROM nodes", run_find_double, 0},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!strstr(call->request->sql, texts[i].has))
            continue;
        if (texts[i].run)
            return texts[i].run(call);
        give_number(call, texts[i].gives);
        return DONE;
    }
    broken("answers", "the database does not know: %s", call->request->sql);
}

enum progress sql_run(struct backend *backend, const struct request *request,
                      struct pg_result *result)
{
    struct call call = {backend, request, result};
    if (request->statement < 0)
        return run_text(&call);
    if (!runs[request->statement])
        broken("answers", "the database does not know: %s", postgres_sql[request->statement]);
    return runs[request->statement](&call);
}
