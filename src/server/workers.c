/* SPDX-License-Identifier: MIT */
/* Bot threads. */
#define _DEFAULT_SOURCE
#include "server/workers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <uv.h>

#include "base/check.h"
#include "base/hash.h"

enum { WORKER_NICE = 5, WORKER_STACK = 1 << 20 };

struct list {
    struct thought *first, *last;
};

struct worker {
    pthread_t thread;
    struct workers *all;
    struct thought *thought; /* the one it is busy with, under the lock */
    struct advice advice;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct list asked, done;
    int under_way; /* not given back yet; the loop's own */
    bool ending;
    void (*wake)(void *context);
    void *context;
    uint64_t seed;
    int count;
    struct worker list[];
};

static void list_add(struct list *list, struct thought *thought)
{
    thought->next = NULL;
    if (list->last)
        list->last->next = thought;
    else
        list->first = thought;
    list->last = thought;
}

static struct thought *list_take(struct list *list)
{
    struct thought *first = list->first;
    if (first) {
        list->first = first->next;
        if (!list->first)
            list->last = NULL;
    }
    return first;
}

/* ---- thinking ---- */

static int64_t clock_millis(void)
{
    return (int64_t)(uv_hrtime() / 1000000);
}

static void think(struct worker *worker, struct thought *thought, void *memory)
{
    struct player player = thought_player(thought);
    struct search_rng rng;
    struct question question = {
        .budget = {.nodes = player.skill.nodes, .stop = &thought->stop},
        .rng = &rng,
        .memory = memory,
        .memory_size = WORKER_MEMORY,
    };
    if (player.skill.millis > 0) {
        question.budget.clock_ms = clock_millis;
        question.budget.deadline_ms = clock_millis() + player.skill.millis;
    }
    search_rng_init(&rng, hash_bytes(worker->all->seed ^ (uint64_t)thought->table, &thought->view,
                                     thought->view.head.size));
    thought_answer(thought, &player, &question, &worker->advice);
}

/* Waits for a question; NULL at the end. */
static struct thought *wait_for_work(struct workers *all, void *memory)
{
    bool rested = false;
    struct thought *thought;
    while (!(thought = list_take(&all->asked)) && !all->ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += WORKER_REST_MS / 1000;
        if (rested)
            pthread_cond_wait(&all->work, &all->lock);
        else if (pthread_cond_timedwait(&all->work, &all->lock, &until) == ETIMEDOUT) {
            madvise(memory, WORKER_MEMORY, MADV_DONTNEED);
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
    void *memory = mmap(NULL, WORKER_MEMORY, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(memory != MAP_FAILED);
    setpriority(PRIO_PROCESS, 0, WORKER_NICE); /* of this thread: the loop goes first */
    pthread_mutex_lock(&all->lock);
    while ((thought = wait_for_work(all, memory)) != NULL) {
        worker->thought = thought;
        if (all->ending)
            atomic_store(&thought->stop, true);
        pthread_mutex_unlock(&all->lock);
        think(worker, thought, memory);
        pthread_mutex_lock(&all->lock);
        worker->thought = NULL;
        list_add(&all->done, thought);
        all->wake(all->context);
    }
    pthread_mutex_unlock(&all->lock);
    munmap(memory, WORKER_MEMORY);
    return NULL;
}

/* ---- the loop's side ---- */

static void release(struct workers *all)
{
    struct thought *thought;
    while ((thought = list_take(&all->asked)) || (thought = list_take(&all->done)))
        free(thought);
    pthread_cond_destroy(&all->work);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

static bool start(struct workers *all, struct worker *worker)
{
    pthread_attr_t attributes;
    sigset_t all_signals, before;
    worker->all = all;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_STACK);
    sigfillset(&all_signals);
    pthread_sigmask(SIG_SETMASK, &all_signals, &before); /* signals are the loop's */
    int failed = pthread_create(&worker->thread, &attributes, work, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return !failed;
}

struct workers *workers_new(int threads, void (*wake)(void *context), void *context)
{
    struct workers *all = calloc(1, sizeof *all + (size_t)threads * sizeof all->list[0]);
    pthread_condattr_t attributes;
    if (!all)
        return NULL;
    all->wake = wake;
    all->context = context;
    all->seed = (uint64_t)clock_millis();
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
    while ((thought = list_take(&all->asked)) != NULL)
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
    pthread_mutex_lock(&all->lock);
    list_add(&all->asked, thought);
    pthread_cond_signal(&all->work);
    pthread_mutex_unlock(&all->lock);
}

struct thought *workers_answer(struct workers *all)
{
    pthread_mutex_lock(&all->lock);
    struct thought *thought = list_take(&all->done);
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
