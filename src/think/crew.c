/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "think/crew.h"

#include <pthread.h>
#include <sched.h>

#include "base/check.h"

struct helper {
    pthread_t thread;
    void (*work)(void *task, int index);
    void *task;
    int index;
};

static void *help(void *context)
{
    const struct helper *helper = context;
    helper->work(helper->task, helper->index);
    return NULL;
}

/* Index 0 is the caller. */
static void together(struct crew *crew, void (*work)(void *task, int index), void *task)
{
    struct helper helpers[THREADS_MAX];
    int started = 1;
    for (; started < crew->threads; started++) {
        struct helper *helper = &helpers[started];
        *helper = (struct helper){.work = work, .task = task, .index = started};
        if (pthread_create(&helper->thread, NULL, help, helper) != 0)
            break;
    }
    work(task, 0);
    for (int i = 1; i < started; i++)
        CHECK(pthread_join(helpers[i].thread, NULL) == 0);
}

void crew_init(struct crew *crew, int threads)
{
    CHECK(threads >= 1 && threads <= THREADS_MAX);
    *crew = (struct crew){threads, together};
}

int crew_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    int cores = CPU_COUNT(&set);
    return cores < THREADS_MAX ? cores : THREADS_MAX;
}
