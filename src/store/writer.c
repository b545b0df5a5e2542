/* SPDX-License-Identifier: MIT */
/* The writer: takes closed batches, makes them durable, tells, and tries again when it must. */
#define _POSIX_C_SOURCE 200809L
#include "base/check.h"
#include "store/queue.h"

enum { RETRY_MIN_MS = 100, RETRY_MAX_MS = 5000 };

struct timespec writer_after(int millis)
{
    struct timespec then;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &then) == 0);
    then.tv_sec += millis / 1000;
    then.tv_nsec += millis % 1000 * 1000000L;
    if (then.tv_nsec >= 1000000000L) {
        then.tv_nsec -= 1000000000L;
        then.tv_sec++;
    }
    return then;
}

/* Under the lock. Takes all closed batches, and marks what stands before a fence. */
bool writer_take(struct store *store)
{
    list_append(&store->working, list_take(&store->closed));
    store->working_ticket = store->ticket;
    if (!store->working.first)
        return false;
    for (struct store_op *op = store->working.first; op; op = op->next) {
        op->fenced = op->conflict = false;
        for (const struct store_op *fence = store->fences; fence; fence = fence->next)
            op->fenced |= fence->table == op->table && op->order < fence->told;
    }
    return true;
}

static bool is_refused(const struct store_op *conflicts, int64_t table)
{
    for (; conflicts; conflicts = conflicts->conflict_next)
        if (conflicts->table == table)
            return true;
    return false;
}

static enum store_status apply_all(struct store *store)
{
    const struct store_backend *backend = store->options.backend;
    struct store_op *conflicts = NULL;
    for (struct store_op *op = store->working.first; op; op = op->next) {
        if (op->fenced || is_refused(conflicts, op->table))
            continue;
        enum store_status status = backend->apply(store->home, op);
        if (status == STORE_CONFLICT) {
            CHECK(op->table > 0);
            op->conflict = true;
            op->conflict_next = conflicts;
            conflicts = op;
        } else if (status != STORE_OK) {
            return status;
        }
    }
    return STORE_OK;
}

/* One transaction for all that is in work. */
static enum store_status write_working(struct store *store, struct text *why)
{
    const struct store_backend *backend = store->options.backend;
    enum store_status status = STORE_OK;
    if (store->options.fault)
        status = store->options.fault(store->options.context);
    if (status != STORE_OK) {
        text_string(why, "a fault on purpose");
        return status;
    }
    status = backend->begin(store->home);
    if (status == STORE_OK)
        status = apply_all(store);
    if (status == STORE_OK)
        status = backend->commit(store->home);
    if (status != STORE_OK) {
        text_string(why, backend->write_why(store->home));
        backend->rollback(store->home);
    }
    return status;
}

void writer_drop_fences(struct store *store, uint64_t order_done)
{
    for (struct store_op **at = &store->fences; *at;) {
        struct store_op *fence = *at;
        if (fence->told == NOT_TOLD || fence->told > order_done + 1) {
            at = &fence->next;
        } else {
            *at = fence->next;
            op_free(store, fence);
        }
    }
}

/* What is durable is freed; what was refused becomes a fence. */
static void publish(struct store *store)
{
    struct list refused = {NULL, NULL};
    struct store_op *next;
    uint64_t size = 0, count = 0, conflicts = 0, order_done = store->working.last->order;
    for (struct store_op *op = store->working.first; op; op = next) {
        next = op->next;
        size += op->size;
        count++;
        if (op->conflict) {
            op->next = NULL;
            op->told = NOT_TOLD;
            list_append(&refused, (struct list){op, op});
            conflicts++;
        } else {
            op_free(store, op);
        }
    }
    store->working = (struct list){NULL, NULL};
    pthread_mutex_lock(&store->lock);
    writer_drop_fences(store, order_done);
    if (refused.first) {
        struct store_op **at = &store->fences;
        while (*at)
            at = &(*at)->next;
        *at = refused.first;
    }
    store->durable = store->working_ticket;
    store->counts.queued_bytes -= size;
    store->counts.queued_things -= count;
    store->counts.things += count;
    store->counts.conflicts += conflicts;
    store->counts.transactions++;
    store->status = STORE_OK;
    store->why[0] = '\0';
    pthread_cond_broadcast(&store->done);
    pthread_mutex_unlock(&store->lock);
    store->retry_ms = 0;
}

static void publish_failure(struct store *store, enum store_status status, const char *why)
{
    struct text text;
    pthread_mutex_lock(&store->lock);
    store->status = status;
    text_init(&text, store->why, sizeof store->why);
    text_string(&text, why);
    store->counts.failures++;
    pthread_cond_broadcast(&store->done);
    pthread_mutex_unlock(&store->lock);
    if (store->retry_ms == 0)
        store->retry_ms = RETRY_MIN_MS;
    else if (store->retry_ms < RETRY_MAX_MS / 2)
        store->retry_ms *= 2;
    else
        store->retry_ms = RETRY_MAX_MS;
}

/* Without the lock, after writer_take. */
void writer_round(struct store *store)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = write_working(store, &why);
    if (status == STORE_OK)
        publish(store);
    else
        publish_failure(store, status, buffer);
    if (store->options.wake)
        store->options.wake(store->options.context);
    if (status == STORE_OK && store->options.backend->rest(store->home) != STORE_OK) {
        pthread_mutex_lock(&store->lock);
        store->counts.checkpoint_failures++;
        pthread_mutex_unlock(&store->lock);
    }
}

/* Under the lock: until there is something to write, or a pause is over, or all is. */
static void writer_sleep(struct store *store)
{
    if (store->retry_ms > 0) {
        struct timespec then = writer_after(store->retry_ms);
        int late = 0;
        while (!store->stop && !store->retry && late == 0)
            late = pthread_cond_timedwait(&store->work, &store->lock, &then);
    } else {
        while (!store->stop && !store->closed.first)
            pthread_cond_wait(&store->work, &store->lock);
    }
    store->retry = false;
}

void *writer_main(void *argument)
{
    struct store *store = argument;
    bool last = false;
    while (!last) {
        pthread_mutex_lock(&store->lock);
        writer_sleep(store);
        last = store->stop; /* then nothing more is closed: this is the last try */
        bool some = writer_take(store);
        pthread_mutex_unlock(&store->lock);
        if (some)
            writer_round(store);
    }
    return NULL;
}
