/* SPDX-License-Identifier: MIT */
/*
 * Processes that share a database: each has a writer and a reader, a name, and a clock of its own
 * speed. They are killed, stopped and frozen, and some are buried while they live.
 */
#include "base/check.h"
#include "server/hub_parts.h"
#include "sim_base.h"
#include "store/queue.h"
#include "system/system.h"

enum { RETRY_MS = 100, FREEZE_MS = 16000, AGAIN_MS = 12000, SLOWER = 80 /* thousandths */ };

extern const struct store_backend store_postgres;

static struct task tasks[PROCESSES][TASKS];
static int64_t next_write[PROCESSES];
static bool stopping[PROCESSES];
static struct store_backend judged; /* store_postgres, watched */
static const struct process *acting;

struct task *node_task(const struct process *process, int which)
{
    return &tasks[process->index][which];
}

/* ---- instead of the system's ---- */

int64_t system_millis(void)
{
    return process_now(task_current() ? task_current()->process : acting);
}

int64_t system_awake_millis(void)
{
    return system_millis();
}

void system_random(void *bytes, size_t size)
{
    uint8_t *out = bytes;
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)below(256);
}

/* ---- the back end, watched ---- */

static const struct process *process_of(const struct store_home *home)
{
    for (int i = 0; i < PROCESSES; i++)
        if (world.process[i].store && world.process[i].store->home == home)
            return &world.process[i];
    return &world.process[0];
}

static bool trusted(const struct store_home *home)
{
    acting = process_of(home);
    return store_postgres.trusted(home);
}

/* Who is in `nodes` is the only one who writes to its tables: nothing of it is ever refused. */
static enum store_status batch(struct store_home *home, struct store_op *first)
{
    const struct process *process = task_current()->process;
    enum store_status status = store_postgres.batch(home, first);
    for (const struct store_op *op = first; op && status == STORE_OK; op = op->next) {
        if (!op->conflict || op->kind != STORE_APPEND)
            continue;
        world.counts.conflicts++;
        if (!node_is_buried(process))
            broken("kept",
                   "process %d: nobody else has written, and event %lld of table %lld is "
                   "refused",
                   process->index, (long long)op->number, (long long)op->table);
    }
    return status;
}

bool node_is_buried(const struct process *process)
{
    if (!process->store)
        return true;
    const struct row *row = row_find(NODES, atomic_load(&process->store->home->me), 0);
    return !row || !row->here.is || !row->there.is || process->store->lost_order == NOT_TOLD;
}

bool node_is_frozen(const struct process *process)
{
    return process->frozen_until > world.now;
}

/* ---- starting ---- */

static void start_again(const struct process *process, int64_t delay)
{
    world_at(delay, AT_START, (uint32_t)process->index, 0);
}

static void write_at(const struct process *process, int64_t delay)
{
    if (next_write[process->index] <= world.now + delay)
        return;
    next_write[process->index] = world.now + delay;
    world_at(delay, AT_WRITE, (uint32_t)process->index, process->life);
}

static void open_and_begin(struct process *process)
{
    static const char *const names[PROCESSES] = {"a", "b", "c"};
    char buffer[STORE_WHY_MAX];
    struct text why;
    const struct store_options options = {
        .backend = &judged,
        .path = "postgresql://",
        .node = names[process->index],
        .context = process,
        .stepped = true,
    };
    text_init(&why, buffer, sizeof buffer);
    if (store_open(&process->store, &options, &why) != STORE_OK) {
        trace("process %d cannot open the store: %s", process->index, buffer);
        start_again(process, 500 + below(500));
        return;
    }
    process_begin(process);
    next_write[process->index] = CLOCK_NEVER;
    write_at(process, BEAT_MS);
}

static bool is_busy(const struct process *process)
{
    return tasks[process->index][TASK_WRITER].busy || tasks[process->index][TASK_READER].busy;
}

void node_start(struct process *process)
{
    if (process->alive || is_busy(process) || process->store) {
        if (!process->alive)
            start_again(process, 300);
        return;
    }
    *process = (struct process){.index = process->index, .life = process->life + 1};
    process->began = world.now;
    process->speed = (int)below(2 * SLOWER + 1) - SLOWER;
    process->skew = (int64_t)below(1000000);
    stopping[process->index] = false;
    task_start(&tasks[process->index][TASK_WRITER], process, open_and_begin);
}

/* ---- ending ---- */

static void close_all(struct process *process)
{
    process->alive = false;
    workers_free(process->workers);
    store_close(process->store);
    hub_free(process->hub);
    process->workers = NULL;
    process->store = NULL;
    process->hub = NULL;
}

void node_die(struct process *process)
{
    if (!process->alive)
        return;
    trace("process %d dies", process->index);
    world.counts.crashes++;
    process->dying = true;
    pq_end_all(process);
    for (int i = 0; i < TASKS; i++)
        task_end(&tasks[process->index][i]);
    if (process->alive) {
        net_lose(process);
        task_start(&tasks[process->index][TASK_WRITER], process, close_all);
    }
    start_again(process, 50 + below(by_chance(300) ? AGAIN_MS : 1000));
}

/* Asked to stop: everybody is told, everything is written, and all tables are free. */
static void stop(struct process *process)
{
    trace("process %d is stopped", process->index);
    hub_say_bye(process->hub);
    hub_end_turn(process->hub, process_now(process));
    store_step(process->store);
    while (tasks[process->index][TASK_READER].busy && !process->dying)
        task_sleep(10);
    if (process->dying)
        return;
    process->durable = hub_poll(process->hub, process_now(process));
    net_say_bye(process);
    net_flush(process);
    net_lose(process);
    close_all(process);
    start_again(process, 50 + below(1500));
}

void node_stop(struct process *process)
{
    stopping[process->index] = true;
    if (!tasks[process->index][TASK_WRITER].busy)
        task_start(&tasks[process->index][TASK_WRITER], process, stop);
}

/* ---- writing and reading ---- */

static void write_once(struct process *process)
{
    struct store_counts counts;
    store_step(process->store);
    if (process->dying)
        return;
    if (stopping[process->index]) {
        stop(process);
        return;
    }
    store_figures(process->store, &counts);
    bool fails = process->store->status != STORE_OK;
    world_at(below(3), AT_POLL, (uint32_t)process->index, process->life);
    write_at(process, fails                      ? RETRY_MS + below(2 * RETRY_MS)
                      : counts.queued_things > 0 ? 0
                                                 : BEAT_MS);
}

void node_writes(struct process *process)
{
    struct task *task = &tasks[process->index][TASK_WRITER];
    if (next_write[process->index] > world.now)
        return; /* an earlier one took its place */
    next_write[process->index] = CLOCK_NEVER;
    if (!task->busy)
        task_start(task, process, write_once);
}

static void read_once(struct process *process)
{
    store_read_step(process->store);
    if (!process->dying)
        process_turn_soon(process, below(2));
}

void node_reads(struct process *process)
{
    struct task *task = &tasks[process->index][TASK_READER];
    struct store_counts counts;
    store_figures(process->store, &counts);
    if (!task->busy && counts.questions > 0 && !stopping[process->index])
        task_start(task, process, read_once);
}

void node_turn(struct process *process)
{
    struct store_counts counts;
    store_figures(process->store, &counts);
    if (counts.queued_things > 0 && !tasks[process->index][TASK_WRITER].busy &&
        process->store->status == STORE_OK)
        write_at(process, below(3));
    node_reads(process);
}

/* ---- luck ---- */

static void freeze(struct process *process)
{
    process->frozen_until = world.now + 100 + below(by_chance(500) ? FREEZE_MS : 3000);
    trace("process %d is frozen until %lld", process->index, (long long)process->frozen_until);
}

void nodes_luck(void)
{
    struct process *process = world_process();
    if (!process) {
        base_luck();
        return;
    }
    switch (below(10)) {
    case 0:
    case 1: node_die(process); break;
    case 2: node_stop(process); break;
    case 3:
    case 4: freeze(process); break;
    default: base_luck(); break;
    }
}

void nodes_calm(void)
{
    world.calm_at = world.now;
    for (int i = 0; i < PROCESSES; i++)
        if (world.process[i].frozen_until > world.calm_at)
            world.calm_at = world.process[i].frozen_until;
    base_calm();
}

/* ---- a run ---- */

/* A table is in the memory of its owner only, and there it is what was committed. */
void nodes_compare(void)
{
    const struct truth *truth;
    for (int i = 0; (truth = truth_at_index(i)) != NULL; i++) {
        const struct row *row = row_find(TABLES, truth->id, 0);
        for (int k = 0; k < PROCESSES; k++) {
            struct process *process = &world.process[k];
            const struct table *table =
                process->alive ? hub_find(process->hub, NULL, truth->id) : NULL;
            if (!table || node_is_buried(process))
                continue;
            if (row->there.n[OWNER] != atomic_load(&process->store->home->me))
                broken("owner", "process %d has table %lld, which is another's", k,
                       (long long)truth->id);
            truth_compare(truth, table);
        }
    }
}

void nodes_reset(void)
{
    for (int i = 0; i < PROCESSES; i++) {
        struct process *process = &world.process[i];
        process->dying = true;
        pq_end_all(process);
        for (int k = 0; k < TASKS; k++)
            task_end(&tasks[i][k]);
        if (process->store)
            task_start(&tasks[i][TASK_WRITER], process, close_all);
        process->dying = false;
        stopping[i] = false;
        next_write[i] = CLOCK_NEVER;
    }
    pq_reset();
    judged = store_postgres;
    judged.batch = batch;
    judged.trusted = trusted;
}
