/* SPDX-License-Identifier: MIT */
/*
 * Threads that are none: each has a stack of its own, runs when it is its turn, and hands back to
 * the loop when it waits. So the store's own code, which waits for a database, runs in the world's
 * time and in its order.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <ucontext.h>

#include "base/check.h"
#include "sim_nodes.h"

#ifdef __SANITIZE_ADDRESS__ /* gcc */
#define TELL_SANITIZER
#elif defined __has_feature /* clang */
#if __has_feature(address_sanitizer)
#define TELL_SANITIZER
#endif
#endif
#ifdef TELL_SANITIZER
#include <sanitizer/common_interface_defs.h>
#define LEAVE(keep, stack, size) __sanitizer_start_switch_fiber(keep, stack, size)
#define ARRIVE(kept, stack, size) __sanitizer_finish_switch_fiber(kept, stack, size)
#else
#define LEAVE(keep, stack, size) ((void)(keep), (void)(stack), (void)(size))
#define ARRIVE(kept, stack, size) ((void)(kept), (void)(stack), (void)(size))
#endif

enum { STACK_SIZE = 1 << 20 };

struct fiber {
    ucontext_t context;
    void *shadow;
    char stack[STACK_SIZE];
};

static ucontext_t loop;
static void *loop_shadow;
static const void *loop_stack;
static size_t loop_size;
static struct task *current;

struct task *task_current(void)
{
    return current;
}

static void to_loop(struct task *task, bool over)
{
    struct fiber *fiber = task->fiber;
    LEAVE(over ? NULL : &fiber->shadow, loop_stack, loop_size);
    swapcontext(&fiber->context, &loop);
    ARRIVE(fiber->shadow, &loop_stack, &loop_size);
}

static void begin(void)
{
    struct task *task = current;
    ARRIVE(NULL, &loop_stack, &loop_size);
    task->run(task->process);
    task->busy = false;
    to_loop(task, true);
}

static void resume(struct task *task)
{
    CHECK(!current && task->busy);
    current = task;
    task->nap++;
    LEAVE(&loop_shadow, task->fiber->stack, STACK_SIZE);
    swapcontext(&loop, &task->fiber->context);
    ARRIVE(loop_shadow, NULL, NULL);
    current = NULL;
}

void task_start(struct task *task, struct process *process, void (*run)(struct process *))
{
    CHECK(!task->busy);
    if (!task->fiber)
        task->fiber = malloc(sizeof *task->fiber);
    CHECK(task->fiber && getcontext(&task->fiber->context) == 0);
    task->fiber->context.uc_stack.ss_sp = task->fiber->stack;
    task->fiber->context.uc_stack.ss_size = STACK_SIZE;
    task->fiber->context.uc_link = NULL;
    makecontext(&task->fiber->context, begin, 0);
    task->process = process;
    task->run = run;
    task->busy = true;
    resume(task);
}

static uint32_t number_of(const struct task *task)
{
    int which = task == node_task(task->process, TASK_READER) ? TASK_READER : TASK_WRITER;
    return (uint32_t)(task->process->index * TASKS + which);
}

void task_sleep(int64_t millis)
{
    struct task *task = current;
    CHECK(task);
    if (task->process->dying)
        return;
    world_at(millis, AT_TASK, number_of(task), task->nap);
    to_loop(task, false);
}

void task_wake(struct task *task)
{
    if (task->busy && task != current)
        world_at(0, AT_TASK, number_of(task), task->nap);
}

void task_end(struct task *task)
{
    CHECK(task->process == NULL || task->process->dying || !task->busy);
    while (task->busy)
        resume(task);
}

void task_happens(uint32_t which, uint32_t nap)
{
    struct process *process = &world.process[which / TASKS];
    struct task *task = node_task(process, (int)(which % TASKS));
    if (!task->busy || task->nap != nap)
        return;
    if (node_is_frozen(process))
        world_at(process->frozen_until - world.now, AT_TASK, which, nap);
    else
        resume(task);
}
