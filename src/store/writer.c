/* SPDX-License-Identifier: MIT */
/* The writer: takes closed batches, makes them durable, reports, and retries after failures. */
#define _POSIX_C_SOURCE 200809L
#include "base/check.h"
#include "store/queue.h"

enum { RETRY_MIN_MS = 100, RETRY_MAX_MS = 5000, RETRY_AWAY_MS = 250, IDLE_MS = 30000 };

/* The time `millis` from now, by the clock that the conditions use. */
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

/* Under the lock. Takes all closed batches, and marks operations that a fence refuses. */
bool writer_take(struct store *store)
{
    list_append(&store->working, list_take(&store->closed));
    store->working_ticket = store->ticket;
    if (!store->working.first)
        return false;
    for (struct store_op *op = store->working.first; op; op = op->next) {
        op->conflict = false;
        op->fenced = op->table != 0 && op->order < store->lost_order;
        for (const struct store_op *fence = store->fences; fence; fence = fence->next)
            op->fenced |= fence->table == op->table && op->order < fence->told;
    }
    return true;
}

static enum store_status apply_all(struct store *store)
{
    const struct store_backend *backend = store->options.backend;
    struct store_op *conflicts = NULL;
    for (struct store_op *op = store->working.first; op; op = op->next) {
        if (op->fenced || op_is_refused(conflicts, op->table))
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

static enum store_status fault(const struct store *store, struct text *why)
{
    enum store_status status = STORE_OK;
    if (store->options.fault)
        status = store->options.fault(store->options.context);
    if (status != STORE_OK)
        text_string(why, "a fault on purpose");
    return status;
}

static enum store_status write_in_steps(struct store *store)
{
    const struct store_backend *backend = store->options.backend;
    enum store_status status = backend->begin(store->home);
    if (status == STORE_OK)
        status = apply_all(store);
    if (status == STORE_OK)
        status = backend->commit(store->home);
    return status;
}

/* One transaction for everything in `working`. */
static enum store_status write_working(struct store *store, struct text *why)
{
    const struct store_backend *backend = store->options.backend;
    enum store_status status = fault(store, why);
    if (status != STORE_OK)
        return status;
    status =
        backend->batch ? backend->batch(store->home, store->working.first) : write_in_steps(store);
    if (status != STORE_OK)
        text_string(why, backend->write_why(store->home));
    if (status != STORE_OK && !backend->batch)
        backend->rollback(store->home);
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

/* Frees what is durable; what was refused becomes a fence. */
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
    pthread_mutex_unlock(&store->lock);
    store->retry_ms = 0;
}

static void publish_status(struct store *store, enum store_status status, const char *why)
{
    struct text text;
    pthread_mutex_lock(&store->lock);
    store->status = status;
    text_init(&text, store->why, sizeof store->why);
    text_string(&text, why);
    store->counts.failures += status != STORE_OK;
    pthread_mutex_unlock(&store->lock);
}

/* Somebody else brings the database back, and until we notice nobody can play. */
static bool is_away(enum store_status status)
{
    return status == STORE_AWAY || status == STORE_READ_ONLY || status == STORE_NO_STANDBY;
}

static void publish_failure(struct store *store, enum store_status status, const char *why)
{
    publish_status(store, status, why);
    if (store->retry_ms == 0)
        store->retry_ms = RETRY_MIN_MS;
    else if (store->retry_ms < RETRY_MAX_MS / 2)
        store->retry_ms *= 2;
    else
        store->retry_ms = RETRY_MAX_MS;
    if (is_away(status) && store->retry_ms > RETRY_AWAY_MS)
        store->retry_ms = RETRY_AWAY_MS;
}

/* The back end's tables are other nodes' now. */
static void publish_loss(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    store->life++;
    store->lost_order = NOT_TOLD;
    pthread_mutex_unlock(&store->lock);
}

/* False: a reader is in the way, and it is worth another try. */
static bool rest(struct store *store, enum store_rest why)
{
    if (!store->options.backend->rest)
        return true;
    enum store_status status = store->options.backend->rest(store->home, why);
    if (status == STORE_OK || status == STORE_BUSY)
        return status == STORE_OK;
    pthread_mutex_lock(&store->lock);
    store->counts.checkpoint_failures++;
    pthread_mutex_unlock(&store->lock);
    return true;
}

/* Without the lock, after writer_take. */
void writer_round(struct store *store)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = write_working(store, &why);
    if (status == STORE_BURIED)
        publish_loss(store);
    if (status == STORE_OK)
        publish(store);
    else
        publish_failure(store, status, buffer);
    store_wake(store);
    if (status == STORE_OK || status == STORE_DISK_FULL)
        rest(store, status == STORE_OK ? REST_WRITTEN : REST_FULL);
    store->rested = false;
}

static bool is_loss_untold(struct store *store)
{
    pthread_mutex_lock(&store->lock);
    bool untold = store->lost_order == NOT_TOLD;
    pthread_mutex_unlock(&store->lock);
    return untold;
}

static enum store_status beat_once(struct store *store, struct text *why)
{
    const struct store_backend *backend = store->options.backend;
    enum store_status status = fault(store, why);
    if (status != STORE_OK)
        return status;
    status = backend->beat(store->home);
    if (status == STORE_BURIED) {
        publish_loss(store);
        status = backend->beat(store->home);
    }
    if (status != STORE_OK)
        text_string(why, backend->write_why(store->home));
    return status;
}

void writer_beat(struct store *store)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    text_init(&why, buffer, sizeof buffer);
    enum store_status status = beat_once(store, &why);
    if (status == STORE_OK && store->status == STORE_OK && !is_loss_untold(store))
        return; /* only this thread changes the status */
    publish_status(store, status, buffer);
    store_wake(store);
}

/* Under the lock: waits until there is something to write, a pause is over, or the store stops; or
 * until it has been idle for a while after the last write. */
static void writer_sleep(struct store *store)
{
    int late = 0;
    if (store->retry_ms > 0) {
        struct timespec then = writer_after(store->retry_ms);
        while (!store->stop && late == 0)
            late = pthread_cond_timedwait(&store->work, &store->lock, &then);
    } else if (!store->rested) {
        int beat_ms = store->options.backend->beat_ms;
        int idle_ms = store->options.idle_ms > 0 ? store->options.idle_ms : IDLE_MS;
        idle_ms = beat_ms > 0 ? beat_ms : idle_ms;
        if (is_away(store->status) && idle_ms > RETRY_AWAY_MS)
            idle_ms = RETRY_AWAY_MS;
        struct timespec then = writer_after(idle_ms);
        while (!store->stop && !store->closed.first && late == 0)
            late = pthread_cond_timedwait(&store->work, &store->lock, &then);
    } else {
        while (!store->stop && !store->closed.first)
            pthread_cond_wait(&store->work, &store->lock);
    }
}

void *writer_main(void *argument)
{
    struct store *store = argument;
    bool last = false;
    while (!last) {
        pthread_mutex_lock(&store->lock);
        writer_sleep(store);
        last = store->stop; /* nothing more is closed then: this is the last attempt */
        bool some = writer_take(store);
        pthread_mutex_unlock(&store->lock);
        if (some) {
            writer_round(store);
        } else if (!last && store->options.backend->beat) {
            writer_beat(store);
        } else if (!last) {
            store->rested = rest(store, REST_IDLE);
        }
    }
    if (store->options.backend->leave)
        store->options.backend->leave(store->home);
    return thread_end(store);
}
