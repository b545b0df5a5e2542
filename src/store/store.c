/* SPDX-License-Identifier: MIT */
/* The caller's side of the store: opening, queueing, polling, reading. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "store/queue.h"

enum { OP_ALIGN = 16 };

const char *store_reason(enum store_status status)
{
    switch (status) {
    case STORE_OK: return "store.ok";
    case STORE_ABSENT: return "store.absent";
    case STORE_TOO_BIG: return "store.too_big";
    case STORE_QUEUE_FULL: return "store.queue_full";
    case STORE_CONFLICT: return "store.conflict";
    case STORE_LATE: return "store.late";
    case STORE_DISK_FULL: return "store.disk_full";
    case STORE_IO: return "store.io";
    case STORE_CORRUPT: return "store.corrupt";
    case STORE_BUSY: return "store.busy";
    case STORE_NO_MEMORY: return "store.no_memory";
    case STORE_LOCKED: return "store.locked";
    case STORE_NEWER: return "store.newer";
    case STORE_FOREIGN: return "store.foreign";
    case STORE_EXISTS: return "store.exists";
    case STORE_LOG_AWAY: return "store.log_away";
    case STORE_AWAY: return "store.away";
    case STORE_READ_ONLY: return "store.read_only";
    case STORE_NO_STANDBY: return "store.no_standby";
    case STORE_NO_ENTRY: return "store.no_entry";
    case STORE_NO_RIGHTS: return "store.no_rights";
    case STORE_NO_DATABASE: return "store.no_database";
    case STORE_NO_LIBRARY: return "store.no_library";
    case STORE_TAKEN: return "store.taken";
    case STORE_BURIED: return "store.away";
    case STORE_MOVED:
    case STORE_HELD: return "store.busy";
    }
    return "store.io";
}

/* ---- opening and closing ---- */

static void free_ops(struct store *store, struct store_op *op)
{
    while (op) {
        struct store_op *next = op->next;
        op_free(store, op);
        op = next;
    }
}

static void store_free(struct store *store)
{
    free_ops(store, store->open.first);
    free_ops(store, store->closed.first);
    free_ops(store, store->working.first);
    free_ops(store, store->fences);
    reader_stop(store);
    pthread_cond_destroy(&store->ended);
    pthread_mutex_destroy(&store->waking);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->lock);
    free(store->spare);
    free(store);
}

static struct store *store_new(const struct store_options *options)
{
    struct store *store = calloc(1, sizeof *store);
    pthread_condattr_t attributes;
    if (!store)
        return NULL;
    store->options = *options;
    store->order = 1;
    /* A store that may fail needs a writer that retries. */
    store->at_once = options->backend->at_once && !options->stepped && !options->fault;
    if (store->at_once)
        store->options.wake = NULL;
    CHECK(pthread_mutex_init(&store->lock, NULL) == 0);
    CHECK(pthread_mutex_init(&store->waking, NULL) == 0);
    reader_start(store);
    CHECK(pthread_condattr_init(&attributes) == 0);
    CHECK(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&store->work, &attributes) == 0);
    CHECK(pthread_cond_init(&store->ended, &attributes) == 0);
    pthread_condattr_destroy(&attributes);
    return store;
}

static bool has_thread(const struct store *store)
{
    return !store->options.stepped && !store->at_once;
}

enum store_status store_open(struct store **out, const struct store_options *options,
                             struct text *why)
{
    struct store *store = store_new(options);
    *out = NULL;
    if (!store)
        return STORE_NO_MEMORY;
    enum store_status status = options->backend->open(&store->home, options, why);
    if (status == STORE_OK && has_thread(store) &&
        !thread_begin(store, &store->writer, writer_main)) {
        text_string(why, "no thread for the writer");
        options->backend->close(store->home);
        status = STORE_NO_MEMORY;
    }
    if (status != STORE_OK) {
        store_free(store);
        return status;
    }
    *out = store;
    return STORE_OK;
}

/* ---- threads, and the end ---- */

void store_wake(struct store *store)
{
    pthread_mutex_lock(&store->waking);
    if (store->options.wake && !store->abandoned)
        store->options.wake(store->options.context);
    pthread_mutex_unlock(&store->waking);
}

bool thread_begin(struct store *store, pthread_t *thread, void *(*main)(void *))
{
    bool begun = pthread_create(thread, NULL, main, store) == 0;
    pthread_mutex_lock(&store->lock);
    store->threads += begun;
    pthread_mutex_unlock(&store->lock);
    return begun;
}

void *thread_end(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->threads--;
    pthread_cond_signal(&store->ended);
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

/* False: they still wait for an answer that may never come. */
static bool end_threads(struct store *store)
{
    int late = 0, patience_ms = store->options.backend->patience_ms;
    struct timespec then = writer_after(patience_ms);
    pthread_mutex_lock(&store->lock);
    store->stop = store->stop_reading = true;
    pthread_cond_broadcast(&store->work);
    pthread_cond_signal(&store->asked);
    while (store->threads > 0 && late == 0)
        late = patience_ms > 0 ? pthread_cond_timedwait(&store->ended, &store->lock, &then)
                               : pthread_cond_wait(&store->ended, &store->lock);
    bool ended = store->threads == 0;
    pthread_mutex_unlock(&store->lock);
    return ended;
}

/* Nobody was told that what is not durable is. */
static enum store_status abandon(struct store *store)
{
    struct store_report report;
    pthread_mutex_lock(&store->waking);
    store->abandoned = true;
    pthread_mutex_unlock(&store->waking);
    if (has_thread(store))
        pthread_detach(store->writer);
    if (store->has_reader)
        pthread_detach(store->reader);
    store_poll(store, &report);
    return report.durable == store->ticket ? STORE_OK : STORE_AWAY;
}

enum store_status store_close(struct store *store)
{
    if (!store)
        return STORE_OK;
    store_commit(store);
    if (!end_threads(store))
        return abandon(store);
    if (has_thread(store))
        CHECK(pthread_join(store->writer, NULL) == 0);
    if (store->has_reader)
        CHECK(pthread_join(store->reader, NULL) == 0);
    if (store->options.stepped)
        store_step(store);
    enum store_status status = store->working.first ? store->status : STORE_OK;
    store->options.backend->close(store->home);
    store_free(store);
    return status;
}

/* ---- queueing ---- */

static size_t op_size(size_t name_size, size_t value_size)
{
    return sizeof(struct store_op) + name_size + 1 + value_size + 1;
}

/* Is there spare memory of this size, none of it in use? */
static bool have_spare(struct store *store, size_t size)
{
    if (atomic_load(&store->spare_users) > 0)
        return false;
    store->spare_end = 0;
    if (store->spare_size >= size)
        return true;
    free(store->spare);
    store->spare = malloc(size);
    store->spare_size = store->spare ? size : 0;
    return store->spare;
}

static struct store_op *op_new(struct store *store, size_t size)
{
    struct store_op *op = malloc(size);
    if (op) {
        op->spare = false;
        return op;
    }
    size = (size + OP_ALIGN - 1) / OP_ALIGN * OP_ALIGN;
    if (size > store->spare_size - store->spare_end)
        return NULL;
    op = (struct store_op *)(void *)(store->spare + store->spare_end);
    op->spare = true;
    store->spare_end += size;
    atomic_fetch_add(&store->spare_users, 1);
    return op;
}

bool store_room(struct store *store, int things, size_t size)
{
    CHECK(things >= 0);
    pthread_mutex_lock(&store->lock);
    uint64_t queued = store->counts.queued_bytes;
    /* A fence may lie in the spare memory, and no batch would come to free it. */
    if (store->counts.queued_things == 0)
        writer_drop_fences(store, store->order);
    pthread_mutex_unlock(&store->lock);
    size_t overhead = op_size(STORE_NAME_MAX, 0) + OP_ALIGN;
    size_t left = STORE_QUEUE_MAX - (size_t)queued;
    return size <= left && (size_t)things <= (left - size) / overhead &&
           have_spare(store, size + (size_t)things * overhead);
}

/* Counts the bytes, if they fit. */
static bool reserve(struct store *store, size_t size)
{
    pthread_mutex_lock(&store->lock);
    bool fits = size <= STORE_QUEUE_MAX - store->counts.queued_bytes;
    if (fits) {
        store->counts.queued_bytes += size;
        store->counts.queued_things++;
    }
    pthread_mutex_unlock(&store->lock);
    return fits;
}

static void release(struct store *store, size_t size)
{
    pthread_mutex_lock(&store->lock);
    store->counts.queued_bytes -= size;
    store->counts.queued_things--;
    pthread_mutex_unlock(&store->lock);
}

/* Copies the texts. */
static enum store_status queue(struct store *store, enum store_kind kind, int64_t table,
                               int64_t number, int64_t time_ms, const char *name, const void *value,
                               size_t value_size)
{
    size_t name_size = string_size(name), size = op_size(name_size, value_size);
    if (!reserve(store, size))
        return STORE_QUEUE_FULL;
    struct store_op *op = op_new(store, size);
    if (!op) {
        release(store, size);
        return STORE_QUEUE_FULL; /* the same advice: once more is durable, there is more room */
    }
    *op = (struct store_op){
        .kind = kind,
        .spare = op->spare,
        .ticket = store->ticket + 1, /* only this thread changes it */
        .order = store->order++,
        .table = table,
        .number = number,
        .time_ms = time_ms,
        .name = op->bytes,
        .value = op->bytes + name_size + 1,
        .value_size = value_size,
        .size = size,
    };
    memcpy(op->bytes, name, name_size + 1);
    if (value_size > 0)
        memcpy(op->bytes + name_size + 1, value, value_size);
    op->bytes[name_size + 1 + value_size] = '\0';
    list_append(&store->open, (struct list){op, op});
    return STORE_OK;
}

enum store_status store_create(struct store *store, int64_t table, const char *code, int64_t now_ms)
{
    size_t code_size = string_size(code);
    CHECK(table > 0);
    if (code_size == 0 || code_size > STORE_CODE_MAX)
        return STORE_TOO_BIG;
    return queue(store, STORE_CREATE, table, 0, now_ms, code, NULL, 0);
}

enum store_status store_append(struct store *store, int64_t table, int64_t seq, const void *bytes,
                               size_t size, int64_t now_ms)
{
    CHECK(table > 0);
    if (size > STORE_EVENT_MAX)
        return STORE_TOO_BIG;
    return queue(store, STORE_APPEND, table, seq, now_ms, "", bytes, size);
}

enum store_status store_finish(struct store *store, int64_t table, int64_t seq, int64_t now_ms)
{
    CHECK(table > 0);
    return queue(store, STORE_FINISH, table, seq, now_ms, "", NULL, 0);
}

enum store_status store_record_add(struct store *store, int64_t table, int64_t n, const char *text,
                                   size_t size)
{
    CHECK(table > 0 && n > 0);
    if (size > STORE_RECORD_MAX)
        return STORE_TOO_BIG;
    return queue(store, STORE_RECORD_ADD, table, n, 0, "", text, size);
}

enum store_status store_meta_set(struct store *store, const char *name, const void *bytes,
                                 size_t size)
{
    size_t name_size = string_size(name);
    if (name_size == 0 || name_size > STORE_NAME_MAX || size > STORE_META_MAX)
        return STORE_TOO_BIG;
    return queue(store, STORE_META_SET, 0, 0, 0, name, bytes, size);
}

enum store_status store_prune(struct store *store, int64_t before_ms)
{
    return queue(store, STORE_PRUNE, 0, 0, before_ms, "", NULL, 0);
}

/* On the caller's thread, if there is no other. */
static bool write_closed(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    bool some = writer_take(store);
    pthread_mutex_unlock(&store->lock);
    if (some)
        writer_round(store);
    return some;
}

uint64_t store_commit(struct store *store)
{
    if (!store->open.first)
        return store->ticket;
    pthread_mutex_lock(&store->lock);
    list_append(&store->closed, list_take(&store->open));
    store->ticket++;
    pthread_mutex_unlock(&store->lock);
    if (store->at_once)
        write_closed(store);
    else
        pthread_cond_signal(&store->work); /* without the lock: the writer needs it when it wakes */
    return store->ticket;
}

/* ---- what became of it ---- */

bool store_step(struct store *store)
{
    CHECK(store->options.stepped);
    bool some = write_closed(store);
    if (!some && store->options.backend->beat)
        writer_beat(store);
    return some;
}

void store_poll(struct store *store, struct store_report *report)
{
    pthread_mutex_lock(&store->lock);
    report->durable = store->durable;
    report->life = store->life;
    report->status = store->status;
    memcpy(report->why, store->why, sizeof report->why);
    if (store->lost_order == NOT_TOLD)
        store->lost_order = store->order;
    pthread_mutex_unlock(&store->lock);
    if (report->status == STORE_OK && !store_trusted(store)) {
        struct text why;
        report->status = STORE_AWAY;
        text_init(&why, report->why, sizeof report->why);
        text_string(&why, "no beat for too long");
    }
}

bool store_trusted(const struct store *store)
{
    const struct store_backend *backend = store->options.backend;
    return !backend->trusted || backend->trusted(store->home);
}

bool store_conflict(struct store *store, struct store_conflict *conflict)
{
    pthread_mutex_lock(&store->lock);
    struct store_op *fence = store->fences;
    while (fence && fence->told != NOT_TOLD)
        fence = fence->next;
    if (fence) {
        fence->told = store->order;
        *conflict =
            (struct store_conflict){fence->kind, fence->table, fence->number, fence->ticket};
    }
    pthread_mutex_unlock(&store->lock);
    return fence != NULL;
}

/* ---- reading ---- */

/* The reader's thread may be reading too. */
#define READ(call)                                                                                 \
    enum store_status status;                                                                      \
    pthread_mutex_lock(&store->reading);                                                           \
    status = store->options.backend->call;                                                         \
    pthread_mutex_unlock(&store->reading);                                                         \
    return status

enum store_status store_table(struct store *store, int64_t table, struct store_table *out)
{
    READ(table(store->home, table, out));
}

enum store_status store_table_by_code(struct store *store, const char *code,
                                      struct store_table *out)
{
    READ(table_by_code(store->home, code, out));
}

enum store_status store_unfinished(struct store *store, store_each_table *each, void *context)
{
    READ(unfinished(store->home, each, context));
}

enum store_status store_events(struct store *store, int64_t table, int64_t from_seq,
                               store_each_event *each, void *context)
{
    READ(events(store->home, table, from_seq, each, context));
}

enum store_status store_record(struct store *store, int64_t table, int64_t n, struct text *out)
{
    READ(record(store->home, table, n, out));
}

enum store_status store_meta(struct store *store, const char *name, struct text *out)
{
    READ(meta(store->home, name, out));
}

enum store_status store_tables(struct store *store, int64_t *after, store_each_table *each,
                               void *context, int64_t *damaged)
{
    READ(tables(store->home, after, each, context, damaged));
}

enum store_status store_records(struct store *store, int64_t table, store_each_record *each,
                                void *context)
{
    READ(records(store->home, table, each, context));
}

enum store_status store_metas(struct store *store, store_each_meta *each, void *context)
{
    READ(metas(store->home, each, context));
}

const char *store_why(const struct store *store)
{
    return store->options.backend->read_why(store->home);
}

void store_figures(struct store *store, struct store_counts *counts)
{
    pthread_mutex_lock(&store->lock);
    *counts = store->counts;
    counts->questions = (uint64_t)store->unanswered;
    pthread_mutex_unlock(&store->lock);
    if (store->options.backend->damaged)
        counts->damaged = store->options.backend->damaged(store->home);
}

enum store_status store_counts(struct store *store, struct store_counts *counts)
{
    store_figures(store, counts);
    READ(counts(store->home, counts));
}
