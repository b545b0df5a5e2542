/* SPDX-License-Identifier: MIT */
/* The caller's side of the store: opening, queueing, asking what became of it, reading. */
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
    pthread_cond_destroy(&store->work);
    pthread_cond_destroy(&store->done);
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
    /* What may fail needs somebody who tries again. */
    store->at_once = options->backend->at_once && !options->stepped && !options->fault;
    if (store->at_once)
        store->options.wake = NULL;
    CHECK(pthread_mutex_init(&store->lock, NULL) == 0);
    CHECK(pthread_condattr_init(&attributes) == 0);
    CHECK(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&store->work, &attributes) == 0);
    CHECK(pthread_cond_init(&store->done, &attributes) == 0);
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
        pthread_create(&store->writer, NULL, writer_main, store) != 0) {
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

enum store_status store_close(struct store *store)
{
    if (!store)
        return STORE_OK;
    store_commit(store);
    if (store->options.stepped) {
        store_step(store);
    } else if (has_thread(store)) {
        pthread_mutex_lock(&store->lock);
        store->stop = true;
        pthread_cond_broadcast(&store->work);
        pthread_mutex_unlock(&store->lock);
        CHECK(pthread_join(store->writer, NULL) == 0);
    }
    enum store_status status = store->status;
    store->options.backend->close(store->home);
    store_free(store);
    return status;
}

/* ---- queueing ---- */

static size_t op_size(size_t name_size, size_t value_size)
{
    return sizeof(struct store_op) + name_size + 1 + value_size + 1;
}

/* Spare memory for things of this size, none of it in use. */
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

/* Counts the bytes in, if they fit. */
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

/* The texts are copied. */
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
        return STORE_QUEUE_FULL; /* the same advice: when more is durable, there is more room */
    }
    *op = (struct store_op){
        .kind = kind,
        .spare = op->spare,
        .ticket = store->ticket + 1, /* only this thread ever changes it */
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

enum store_status store_create(struct store *store, int64_t table, const char *code,
                               const char *setup, int64_t now_ms)
{
    size_t code_size = string_size(code), setup_size = string_size(setup);
    CHECK(table > 0);
    if (code_size == 0 || code_size > STORE_CODE_MAX || setup_size > STORE_SETUP_MAX)
        return STORE_TOO_BIG;
    return queue(store, STORE_CREATE, table, 0, now_ms, code, setup, setup_size);
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

enum store_status store_token_add(struct store *store, const struct store_token *token)
{
    CHECK(token->table > 0 && memchr(token->role, '\0', sizeof token->role));
    return queue(store, STORE_TOKEN_ADD, token->table, token->seat, 0, token->role, token->hash,
                 STORE_HASH_SIZE);
}

enum store_status store_token_revoke(struct store *store, const uint8_t hash[STORE_HASH_SIZE])
{
    return queue(store, STORE_TOKEN_REVOKE, 0, 0, 0, "", hash, STORE_HASH_SIZE);
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

/* On the caller's thread, where there is no other. */
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
        pthread_cond_signal(&store->work); /* without the lock: who wakes up wants it */
    return store->ticket;
}

/* ---- what became of it ---- */

bool store_step(struct store *store)
{
    CHECK(store->options.stepped);
    return write_closed(store);
}

void store_poll(struct store *store, struct store_report *report)
{
    pthread_mutex_lock(&store->lock);
    report->durable = store->durable;
    report->status = store->status;
    memcpy(report->why, store->why, sizeof report->why);
    pthread_mutex_unlock(&store->lock);
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

enum store_status store_wait(struct store *store, uint64_t ticket, int millis)
{
    struct timespec then = writer_after(millis);
    int late = 0;
    if (store->options.stepped)
        store_step(store);
    pthread_mutex_lock(&store->lock);
    while (store->durable < ticket && store->status == STORE_OK && late == 0 &&
           !store->options.stepped)
        late = pthread_cond_timedwait(&store->done, &store->lock, &then);
    enum store_status status = store->status;
    if (store->durable >= ticket)
        status = STORE_OK;
    else if (status == STORE_OK)
        status = STORE_LATE;
    pthread_mutex_unlock(&store->lock);
    return status;
}

void store_retry(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->retry = store->status != STORE_OK;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
}

/* ---- reading ---- */

enum store_status store_table(struct store *store, int64_t table, struct store_table *out)
{
    return store->options.backend->table(store->home, table, out);
}

enum store_status store_table_by_code(struct store *store, const char *code,
                                      struct store_table *out)
{
    return store->options.backend->table_by_code(store->home, code, out);
}

enum store_status store_setup(struct store *store, int64_t table, struct text *out)
{
    return store->options.backend->setup(store->home, table, out);
}

enum store_status store_unfinished(struct store *store, store_each_table *each, void *context)
{
    return store->options.backend->unfinished(store->home, each, context);
}

enum store_status store_events(struct store *store, int64_t table, int64_t from_seq,
                               store_each_event *each, void *context)
{
    return store->options.backend->events(store->home, table, from_seq, each, context);
}

enum store_status store_token(struct store *store, const uint8_t hash[STORE_HASH_SIZE],
                              struct store_token *out)
{
    return store->options.backend->token(store->home, hash, out);
}

enum store_status store_tokens(struct store *store, int64_t table, store_each_token *each,
                               void *context)
{
    return store->options.backend->tokens(store->home, table, each, context);
}

enum store_status store_record(struct store *store, int64_t table, int64_t n, struct text *out)
{
    return store->options.backend->record(store->home, table, n, out);
}

enum store_status store_meta(struct store *store, const char *name, struct text *out)
{
    return store->options.backend->meta(store->home, name, out);
}

const char *store_why(const struct store *store)
{
    return store->options.backend->read_why(store->home);
}

enum store_status store_counts(struct store *store, struct store_counts *counts)
{
    pthread_mutex_lock(&store->lock);
    *counts = store->counts;
    pthread_mutex_unlock(&store->lock);
    return store->options.backend->counts(store->home, counts);
}
