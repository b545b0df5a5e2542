/* SPDX-License-Identifier: MIT */
/*
 * Copies everything from one back end into another, through store.h alone.
 *
 *     finished tables, then unfinished ones (a code may be in use again), page by page:
 *         read once, every sum checked ─▶ read again and queued ─▶ durable
 *     then the server's values, and the mark of a copy
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>

#include "base/check.h"
#include "store/backend.h"
#include "store/partial.h"

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    bool news;
};

struct transfer {
    const struct store_transfer *wanted;
    struct store_transferred *done;
    struct text *why;
    struct store *from, *to;
    struct partial partial; /* the target, if it is a file */
    struct bell bell;
    enum store_status status; /* of the target */
    int64_t total, seen;      /* tables */
    struct store_table page[STORE_PAGE_MAX];
    int page_count;
    int64_t table; /* being copied */
    int64_t seq;   /* its last event */
};

static bool is_file(const char *place)
{
    return store_backend_for(place) == &store_sqlite;
}

/* ---- the target ---- */

static void ring(void *context)
{
    struct bell *bell = context;
    pthread_mutex_lock(&bell->lock);
    bell->news = true;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

static void hear_bell(struct bell *bell)
{
    pthread_mutex_lock(&bell->lock);
    while (!bell->news)
        pthread_cond_wait(&bell->rung, &bell->lock);
    bell->news = false;
    pthread_mutex_unlock(&bell->lock);
}

/* Waits until everything queued is durable. False: it cannot be, or some of it was refused. */
static bool wait_durable(struct transfer *transfer)
{
    struct store_report report;
    struct store_conflict conflict;
    uint64_t ticket = store_commit(transfer->to);
    store_poll(transfer->to, &report);
    while (report.durable < ticket && report.status == STORE_OK) {
        hear_bell(&transfer->bell);
        store_poll(transfer->to, &report);
    }
    if (report.status != STORE_OK) {
        transfer->status = report.status;
        text_string(transfer->why, report.why);
    } else if (store_conflict(transfer->to, &conflict)) {
        transfer->status = STORE_CONFLICT;
        text_string(transfer->why, "table ");
        text_number(transfer->why, conflict.table);
    }
    return transfer->status == STORE_OK;
}

static bool has_room(struct transfer *transfer, size_t size)
{
    return transfer->status == STORE_OK &&
           (store_room(transfer->to, 1, size) || wait_durable(transfer));
}

static bool keep(struct transfer *transfer, enum store_status status)
{
    if (status != STORE_OK && transfer->status == STORE_OK)
        transfer->status = status;
    return transfer->status == STORE_OK;
}

/* ---- one table ---- */

static bool pass_event(void *context, const struct store_event *event)
{
    (void)context, (void)event;
    return true;
}

static bool pass_record(void *context, int64_t n, const void *text, size_t size)
{
    (void)context, (void)n, (void)text, (void)size;
    return true;
}

static bool copy_event(void *context, const struct store_event *event)
{
    struct transfer *transfer = context;
    if (!has_room(transfer, event->size))
        return false;
    transfer->seq = event->seq;
    transfer->done->events++;
    return keep(transfer, store_append(transfer->to, transfer->table, event->seq, event->bytes,
                                       event->size, event->at_ms));
}

static bool copy_record(void *context, int64_t n, const void *text, size_t size)
{
    struct transfer *transfer = context;
    if (!has_room(transfer, size))
        return false;
    transfer->done->records++;
    return keep(transfer, store_record_add(transfer->to, transfer->table, n, text, size));
}

/* OK, or why not: nothing of a damaged table is copied, since nobody knows what it lacks. */
static enum store_status check_table(struct transfer *transfer, int64_t table)
{
    enum store_status status = store_events(transfer->from, table, 1, pass_event, NULL);
    return status == STORE_OK ? store_records(transfer->from, table, pass_record, NULL) : status;
}

static enum store_status copy_table(struct transfer *transfer, const struct store_table *table)
{
    const struct store_transfer *wanted = transfer->wanted;
    enum store_status status = check_table(transfer, table->id);
    if (status == STORE_CORRUPT) {
        transfer->done->damaged++;
        wanted->damaged(wanted->context, table, store_why(transfer->from));
        return STORE_OK;
    }
    transfer->table = table->id;
    transfer->seq = 0;
    if (status == STORE_OK && has_room(transfer, 0) &&
        keep(transfer, store_create(transfer->to, table->id, table->code, table->created_ms)))
        status = store_events(transfer->from, table->id, 1, copy_event, transfer);
    if (status == STORE_OK && transfer->status == STORE_OK)
        status = store_records(transfer->from, table->id, copy_record, transfer);
    if (status == STORE_OK && table->finished && has_room(transfer, 0))
        keep(transfer, store_finish(transfer->to, table->id, transfer->seq, table->changed_ms));
    if (status != STORE_OK)
        text_string(transfer->why, store_why(transfer->from));
    store_commit(transfer->to);
    transfer->done->tables++;
    return status == STORE_OK ? transfer->status : status;
}

/* ---- all of them ---- */

static bool take_table(void *context, const struct store_table *table)
{
    struct transfer *transfer = context;
    CHECK(transfer->page_count < STORE_PAGE_MAX);
    transfer->page[transfer->page_count++] = *table;
    return true;
}

static enum store_status copy_page(struct transfer *transfer, bool finished)
{
    const struct store_transfer *wanted = transfer->wanted;
    enum store_status status = STORE_OK;
    for (int i = 0; i < transfer->page_count && status == STORE_OK; i++) {
        if (transfer->page[i].finished != finished)
            continue;
        status = copy_table(transfer, &transfer->page[i]);
        wanted->progress(wanted->context, ++transfer->seen, transfer->total);
    }
    return status;
}

static enum store_status copy_tables(struct transfer *transfer, bool finished)
{
    int64_t after = 0, damaged = 0;
    for (;;) {
        transfer->page_count = 0;
        enum store_status status =
            store_tables(transfer->from, &after, take_table, transfer, &damaged);
        if (status == STORE_ABSENT)
            break;
        if (status != STORE_OK)
            text_string(transfer->why, store_why(transfer->from));
        else
            status = copy_page(transfer, finished);
        if (status != STORE_OK)
            return status;
    }
    if (finished) /* both rounds see the same rows */
        transfer->done->damaged += damaged;
    return STORE_OK;
}

static bool copy_meta(void *context, const char *name, const void *value, size_t size)
{
    struct transfer *transfer = context;
    return has_room(transfer, size) &&
           keep(transfer, store_meta_set(transfer->to, name, value, size));
}

static enum store_status mark(struct transfer *transfer, const char *name, const char *value)
{
    keep(transfer, store_meta_set(transfer->to, name, value, string_size(value)));
    wait_durable(transfer);
    return transfer->status;
}

static enum store_status copy_all(struct transfer *transfer)
{
    struct store_counts counts;
    enum store_status status = store_counts(transfer->from, &counts);
    transfer->total = counts.unfinished + counts.finished;
    if (status == STORE_OK && !is_file(transfer->wanted->to))
        status = mark(transfer, STORE_COPYING, "1");
    if (status == STORE_OK)
        status = copy_tables(transfer, true);
    if (status == STORE_OK)
        status = copy_tables(transfer, false);
    if (status == STORE_OK)
        status = store_metas(transfer->from, copy_meta, transfer);
    if (status == STORE_OK)
        status = mark(transfer, STORE_RESTORED, "0");
    if (status == STORE_OK && !is_file(transfer->wanted->to))
        status = mark(transfer, STORE_COPYING, "0");
    return status == STORE_OK ? transfer->status : status;
}

/* ---- both ends ---- */

static enum store_status refuse(struct transfer *transfer, enum store_status status,
                                const char *place, const char *what)
{
    store_name_of(place, transfer->why);
    text_string(transfer->why, ": ");
    text_string(transfer->why, what);
    return status;
}

/* A database may have our tables, if they are empty. */
static enum store_status check_database(struct transfer *transfer)
{
    struct store_options options = {.backend = store_backend_for(transfer->wanted->to),
                                    .path = transfer->wanted->to,
                                    .looking = true};
    struct store_counts counts = {0};
    struct store *store;
    enum store_status status = store_open(&store, &options, transfer->why);
    if (status == STORE_ABSENT) {
        text_clear(transfer->why);
        return STORE_OK;
    }
    if (status == STORE_OK)
        status = store_counts(store, &counts);
    store_close(store);
    if (status == STORE_OK && counts.unfinished + counts.finished > 0)
        return refuse(transfer, STORE_EXISTS, transfer->wanted->to, "has tables");
    return status;
}

static enum store_status open_from(struct transfer *transfer)
{
    struct store_options options = {.backend = store_backend_for(transfer->wanted->from),
                                    .path = transfer->wanted->from,
                                    .looking = true};
    return store_open(&transfer->from, &options, transfer->why);
}

/* The partial file's own lock is the store's while it is written. */
static enum store_status open_to(struct transfer *transfer)
{
    const char *to = transfer->wanted->to;
    struct store_options options = {
        .backend = store_backend_for(to), .path = to, .wake = ring, .context = &transfer->bell};
    if (is_file(to)) {
        enum store_status status = partial_create(&transfer->partial);
        lock_drop(&transfer->partial.lock);
        if (status != STORE_OK)
            return status;
        options.path = transfer->partial.path;
    }
    return store_open(&transfer->to, &options, transfer->why);
}

static enum store_status check_ends(struct transfer *transfer)
{
    const char *from = transfer->wanted->from, *to = transfer->wanted->to;
    struct lock lock;
    if (!store_backend_for(from) || !store_backend_for(to))
        return STORE_NO_LIBRARY;
    enum store_status status = STORE_OK;
    if (is_file(from)) { /* opening one would make it */
        status = lock_take(&lock, from, LOCK_LOOK, transfer->why);
        lock_drop(&lock);
    }
    if (status != STORE_OK)
        return status;
    return is_file(to) ? partial_check(&transfer->partial) : check_database(transfer);
}

static enum store_status give_name(struct transfer *transfer)
{
    struct partial *partial = &transfer->partial;
    int64_t size;
    enum store_status status = lock_take(&partial->lock, partial->path, LOCK_OWN, transfer->why);
    return status == STORE_OK ? partial_give_name(partial, &size) : status;
}

enum store_status store_transfer(const struct store_transfer *wanted,
                                 struct store_transferred *done, struct text *why)
{
    struct transfer transfer = {
        .wanted = wanted,
        .done = done,
        .why = why,
        .partial = {.from = is_file(wanted->from) ? wanted->from : NULL,
                    .to = wanted->to,
                    .why = why,
                    .lock = LOCK_NONE},
    };
    *done = (struct store_transferred){0};
    CHECK(pthread_mutex_init(&transfer.bell.lock, NULL) == 0);
    CHECK(pthread_cond_init(&transfer.bell.rung, NULL) == 0);
    enum store_status status = check_ends(&transfer);
    if (status == STORE_OK)
        status = open_from(&transfer);
    if (status == STORE_OK)
        status = open_to(&transfer);
    if (status == STORE_OK)
        status = copy_all(&transfer);
    store_close(transfer.from);
    enum store_status closed = store_close(transfer.to);
    status = status == STORE_OK ? closed : status;
    if (status == STORE_OK && is_file(wanted->to))
        status = give_name(&transfer);
    partial_drop(&transfer.partial);
    pthread_cond_destroy(&transfer.bell.rung);
    pthread_mutex_destroy(&transfer.bell.lock);
    return status;
}
