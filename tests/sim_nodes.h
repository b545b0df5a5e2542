/* SPDX-License-Identifier: MIT */
/* Several processes that share a database: what the rest of the world calls. See sim_base.h. */
#ifndef KUFSA_TESTS_SIM_NODES_H
#define KUFSA_TESTS_SIM_NODES_H

#include "sim.h"

/* ---- sim_task.c: a thread of a process, which waits without stopping the world ---- */

struct task {
    struct process *process;
    void (*run)(struct process *);
    bool busy;
    uint32_t nap; /* counts waits, so that an old alarm wakes nobody */
    struct fiber *fiber;
};

void task_start(struct task *, struct process *, void (*run)(struct process *));
struct task *task_current(void); /* NULL: the loop's thread */
void task_sleep(int64_t millis); /* or until somebody wakes it; at once if its process dies */
void task_wake(struct task *);
void task_end(struct task *); /* of a dying process: runs on until it is over */
void task_happens(uint32_t which, uint32_t nap);

/* ---- sim_nodes.c: processes that share the database ---- */

enum { TASK_WRITER, TASK_READER, TASKS };

struct task *node_task(const struct process *, int which);
void nodes_reset(void);
void node_start(struct process *);
void node_stop(struct process *); /* asked to: its tables are free at once */
void node_die(struct process *);
void node_turn(struct process *); /* after its loop's turn */
void node_writes(struct process *);
void node_reads(struct process *);
void nodes_calm(void);
void nodes_luck(void);
bool node_is_frozen(const struct process *);
bool node_is_buried(const struct process *); /* and may not know it */
void nodes_compare(void);

/* ---- sim_base.c ---- */

void base_reset(void);
void base_happens(uint32_t letter);
void base_luck(void);
void base_calm(void);

#endif
