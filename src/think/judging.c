/* SPDX-License-Identifier: MIT */
/* A thread that judges. */
#define _POSIX_C_SOURCE 200809L
#include "think/judging.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "base/check.h"

enum { JUDGE_STACK = 1 << 20 };

struct judging {
    pthread_t thread;
    atomic_bool stop, done;
    atomic_uint judged;
    struct review *review; /* NULL: one move */
    const struct game *game;
    union any_state view;
    move move;
    struct verdict *verdict;
    _Alignas(max_align_t) char memory[JUDGE_MEMORY];
};

static void judge_all(struct judging *judging)
{
    struct review *review = judging->review;
    while (review_step(review, &judging->stop, judging->memory))
        atomic_store(&judging->judged, review->judged);
    if (review->judged == review->count)
        review_finish(review);
}

static void judge_one(struct judging *judging)
{
    const struct state *view = &judging->view.head;
    judge_move(judging->game, view, judging->move, judge_nodes(judging->game, view->seats),
               &judging->stop, judging->memory, judging->verdict);
}

static void *run(void *context)
{
    struct judging *judging = context;
    if (judging->review)
        judge_all(judging);
    else
        judge_one(judging);
    atomic_store(&judging->done, true);
    return NULL;
}

/* Frees it if there can be no thread. */
static struct judging *start(struct judging *judging)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, JUDGE_STACK) == 0);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the screen */
    int failed = pthread_create(&judging->thread, &attributes, run, judging);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (!failed)
        return judging;
    free(judging);
    return NULL;
}

struct judging *judging_review(struct review *review)
{
    struct judging *judging = calloc(1, sizeof *judging);
    if (!judging)
        return NULL;
    judging->review = review;
    return start(judging);
}

struct judging *judging_move(const struct game *game, const struct state *view, move m,
                             struct verdict *out)
{
    struct judging *judging = calloc(1, sizeof *judging);
    if (!judging)
        return NULL;
    judging->game = game;
    judging->move = m;
    judging->verdict = out;
    state_copy(&judging->view.head, view);
    return start(judging);
}

bool judging_done(struct judging *judging, uint32_t *judged)
{
    *judged = atomic_load(&judging->judged);
    return atomic_load(&judging->done);
}

void judging_drop(struct judging *judging)
{
    if (!judging)
        return;
    atomic_store(&judging->stop, true);
    CHECK(pthread_join(judging->thread, NULL) == 0);
    free(judging);
}
