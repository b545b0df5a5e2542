/* SPDX-License-Identifier: MIT */
/*
 * Cancels searches. One thread answers requests in order, so it would see a `cancel` too late. The
 * thread that reads the input therefore looks for cancels, notes them and stops the running search.
 * A search that has not begun yet stops as soon as it begins.
 */
#ifndef KUFSA_ENGINE_CANCEL_H
#define KUFSA_ENGINE_CANCEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CANCELS_MAX = 64,       /* noted and not yet answered; more are too late */
    CANCEL_LINE_MAX = 4096, /* longer lines are not looked at */
    CANCEL_ID_MAX = 128,    /* bytes of an id that can be cancelled, with its quotes */
};

struct cancel_id {
    size_t size; /* 0: any */
    char bytes[CANCEL_ID_MAX];
};

struct cancel {
    uint64_t line;
    bool hit; /* it has stopped a search */
    struct cancel_id of;
};

struct cancels {
    pthread_mutex_t lock;
    int count;
    struct cancel list[CANCELS_MAX]; /* by line */
    bool searching;
    uint64_t line; /* of the request that is being searched */
    struct cancel_id id;
    atomic_bool stop;
};

void cancels_init(struct cancels *);

/* The reader has a line: is it a cancel? */
void cancels_look(struct cancels *, uint64_t line, const char *bytes, size_t size);

/* The request in this line begins to search. Returns the flag that tells it to stop. */
const atomic_bool *cancels_begin(struct cancels *, uint64_t line, const char *id, size_t size);
void cancels_end(struct cancels *);

/* Has the cancel in this line stopped a search? */
bool cancels_hit(struct cancels *, uint64_t line);

#endif
