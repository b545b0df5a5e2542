/* SPDX-License-Identifier: MIT */
/* Bot threads. */
#define _DEFAULT_SOURCE
#include "think/workers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include "base/check.h"
#include "base/hash.h"
#include "system/system.h"

enum { WORKER_NICE = 5, WORKER_STACK = 1 << 20 };

struct thought_queue {
    struct thought *first, *last;
};

struct worker {
    pthread_t thread;
    struct workers *all;
    struct thought *thought; /* what it is busy with, under the lock */
    void *memory;
    struct advice advice;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct thought_queue asked, done;
    int under_way; /* not given back yet; only for the loop */
    bool ending;
    void (*wake)(void *context);
    void *context;
    uint64_t seed;
    size_t memory; /* of each */
    int count;
    struct worker list[];
};

static void queue_add(struct thought_queue *queue, struct thought *thought)
{
    thought->next = NULL;
    if (queue->last)
        queue->last->next = thought;
    else
        queue->first = thought;
    queue->last = thought;
}

static struct thought *queue_take(struct thought_queue *queue)
{
    struct thought *first = queue->first;
    if (first) {
        queue->first = first->next;
        if (!queue->first)
            queue->last = NULL;
    }
    return first;
}

/* ---- thinking ---- */

static struct budget budget_of(struct thought *thought, const struct skill *skill, int64_t begun)
{
    struct budget budget = {.nodes = thought->nodes, .stop = &thought->stop};
    if (thought->nodes > 0)
        return budget;
    budget.clock_ms = system_millis;
    budget.deadline_ms = thought->deadline;
    if (thought->tireless)
        return budget;
    budget.nodes = skill->nodes;
    if (skill->millis > 0 && begun + skill->millis < thought->deadline)
        budget.deadline_ms = begun + skill->millis;
    return budget;
}

static void think(struct worker *worker, struct thought *thought)
{
    struct player player = thought_player(thought);
    struct search_rng rng;
    int64_t begun = system_millis();
    uint64_t seed = thought->seed ? thought->seed : worker->all->seed;
    struct question question = {
        .budget = budget_of(thought, &player.skill, begun),
        .rng = &rng,
        .memory = worker->memory,
        .memory_size = worker->all->memory,
    };
    thought->waited = begun - (thought->deadline - thought->millis);
    search_rng_init(
        &rng, hash_bytes(seed ^ (uint64_t)thought->table, &thought->view, thought->view.head.size));
    thought_answer(thought, &player, &question,
                   thought->advice ? thought->advice : &worker->advice);
}

/* Waits for a question; NULL: the thread should end. */
static struct thought *wait_for_work(struct workers *all, void *memory)
{
    bool rested = false;
    struct thought *thought;
    while (!(thought = queue_take(&all->asked)) && !all->ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += WORKER_REST_MS / 1000;
        if (rested)
            pthread_cond_wait(&all->work, &all->lock);
        else if (pthread_cond_timedwait(&all->work, &all->lock, &until) == ETIMEDOUT) {
            madvise(memory, all->memory, MADV_DONTNEED);
            rested = true;
        }
    }
    return thought;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct workers *all = worker->all;
    struct thought *thought;
    setpriority(PRIO_PROCESS, 0, WORKER_NICE); /* of this thread: the loop goes first */
    pthread_mutex_lock(&all->lock);
    while ((thought = wait_for_work(all, worker->memory)) != NULL) {
        worker->thought = thought;
        if (all->ending)
            atomic_store(&thought->stop, true);
        pthread_mutex_unlock(&all->lock);
        think(worker, thought);
        pthread_mutex_lock(&all->lock);
        worker->thought = NULL;
        queue_add(&all->done, thought);
        if (all->wake)
            all->wake(all->context);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* ---- the loop's side ---- */

static void release(struct workers *all)
{
    struct thought *thought;
    while ((thought = queue_take(&all->asked)) || (thought = queue_take(&all->done)))
        free(thought);
    for (int i = 0; i < all->count; i++)
        munmap(all->list[i].memory, all->memory);
    pthread_cond_destroy(&all->work);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

static bool start(struct workers *all, struct worker *worker)
{
    pthread_attr_t attributes;
    sigset_t all_signals, before;
    worker->all = all;
    worker->memory = mmap(NULL, all->memory, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (worker->memory == MAP_FAILED)
        return false;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK);
    sigfillset(&all_signals);
    pthread_sigmask(SIG_SETMASK, &all_signals, &before); /* signals are for the loop */
    int failed = pthread_create(&worker->thread, &attributes, work, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failed)
        munmap(worker->memory, all->memory);
    return !failed;
}

struct workers *workers_new(int threads, size_t memory, void (*wake)(void *context), void *context)
{
    struct workers *all = calloc(1, sizeof *all + (size_t)threads * sizeof all->list[0]);
    pthread_condattr_t attributes;
    if (!all)
        return NULL;
    all->wake = wake;
    all->context = context;
    all->memory = memory;
    system_random(&all->seed, sizeof all->seed);
    CHECK(pthread_mutex_init(&all->lock, NULL) == 0);
    CHECK(pthread_condattr_init(&attributes) == 0);
    CHECK(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&all->work, &attributes) == 0);
    pthread_condattr_destroy(&attributes);
    while (all->count < threads && start(all, &all->list[all->count]))
        all->count++;
    if (all->count > 0)
        return all;
    release(all);
    return NULL;
}

void workers_free(struct workers *all)
{
    if (!all)
        return;
    pthread_mutex_lock(&all->lock);
    all->ending = true;
    struct thought *thought;
    while ((thought = queue_take(&all->asked)) != NULL)
        free(thought);
    for (int i = 0; i < all->count; i++)
        if (all->list[i].thought)
            atomic_store(&all->list[i].thought->stop, true);
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->count; i++)
        pthread_join(all->list[i].thread, NULL);
    release(all);
}

struct thought *workers_begin(struct workers *all)
{
    if (all->under_way >= WORKER_QUEUE_MAX)
        return NULL;
    struct thought *thought = calloc(1, sizeof *thought);
    all->under_way += thought != NULL;
    return thought;
}

void workers_ask(struct workers *all, struct thought *thought)
{
    thought->deadline = system_millis() + thought->millis;
    pthread_mutex_lock(&all->lock);
    queue_add(&all->asked, thought);
    pthread_cond_signal(&all->work);
    pthread_mutex_unlock(&all->lock);
}

struct thought *workers_answer(struct workers *all)
{
    pthread_mutex_lock(&all->lock);
    struct thought *thought = queue_take(&all->done);
    pthread_mutex_unlock(&all->lock);
    return thought;
}

void workers_end(struct workers *all, struct thought *thought)
{
    free(thought);
    all->under_way--;
}

int workers_busy(struct workers *all)
{
    return all->under_way;
}
