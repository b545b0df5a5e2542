/* SPDX-License-Identifier: MIT */
/* The bots' thread. What it shares with the screen's lies under one lock. */
#define _DEFAULT_SOURCE
#include "tui/thinker.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/check.h"
#include "base/hash.h"
#include "tui/line.h"

enum { STACK_SIZE = 1 << 20 };

enum thinker_step { STEP_IDLE, STEP_ASKED, STEP_DONE };

struct thinker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    int wake; /* an eventfd */
    enum thinker_step step;
    bool ending;
    atomic_bool stop;
    struct thinker_question question;
    uint64_t seed;
    void *memory;
    struct advice advice;
};

/* A level that no bot has is played as the usual one. */
static move think(struct thinker *thinker, const struct thinker_question *asked)
{
    const struct state *view = &asked->view.head;
    struct player player;
    struct search_rng rng;
    if (!player_find(asked->game, asked->level, &player))
        player = player_at(asked->game, LEVEL_USUAL);
    struct question question = {
        .game = asked->game,
        .view = view,
        .skill = player.skill,
        .budget = {.nodes = player.skill.nodes, .stop = &thinker->stop},
        .rng = &rng,
        .memory = thinker->memory,
        .memory_size = BOT_MEMORY_USUAL,
    };
    if (player.skill.millis > 0) {
        question.budget.clock_ms = line_now;
        question.budget.deadline_ms = line_now() + player.skill.millis;
    }
    search_rng_init(&rng, hash_bytes(thinker->seed ^ asked->version, view, view->size));
    if (asked->again && player_forgets(&player, asked->game, view, asked->seat, &rng))
        return 0;
    bot_think(player.bot, &question, &thinker->advice);
    return thinker->advice.best;
}

static void *work(void *context)
{
    struct thinker *thinker = context;
    struct thinker_question question;
    uint64_t one = 1;
    pthread_mutex_lock(&thinker->lock);
    for (;;) {
        while (!thinker->ending && thinker->step != STEP_ASKED)
            pthread_cond_wait(&thinker->work, &thinker->lock);
        if (thinker->ending)
            break;
        question = thinker->question;
        pthread_mutex_unlock(&thinker->lock);
        move best = think(thinker, &question);
        pthread_mutex_lock(&thinker->lock);
        thinker->question.best = best;
        thinker->step = STEP_DONE;
        CHECK(write(thinker->wake, &one, sizeof one) == sizeof one);
    }
    pthread_mutex_unlock(&thinker->lock);
    return NULL;
}

/* Signals are the screen's. */
static bool start(struct thinker *thinker)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    CHECK(pthread_mutex_init(&thinker->lock, NULL) == 0);
    CHECK(pthread_cond_init(&thinker->work, NULL) == 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&thinker->thread, &attributes, work, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return !failed;
}

static void release(struct thinker *thinker)
{
    if (thinker->memory != MAP_FAILED)
        munmap(thinker->memory, BOT_MEMORY_USUAL);
    if (thinker->wake >= 0)
        close(thinker->wake);
    free(thinker);
}

struct thinker *thinker_new(void)
{
    struct thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    line_random(&thinker->seed, sizeof thinker->seed);
    thinker->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    thinker->memory = mmap(NULL, BOT_MEMORY_USUAL, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (thinker->wake >= 0 && thinker->memory != MAP_FAILED && start(thinker))
        return thinker;
    release(thinker);
    return NULL;
}

void thinker_free(struct thinker *thinker)
{
    if (!thinker)
        return;
    atomic_store(&thinker->stop, true);
    pthread_mutex_lock(&thinker->lock);
    thinker->ending = true;
    pthread_cond_signal(&thinker->work);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    pthread_cond_destroy(&thinker->work);
    pthread_mutex_destroy(&thinker->lock);
    release(thinker);
}

int thinker_fd(const struct thinker *thinker)
{
    return thinker->wake;
}

bool thinker_busy(struct thinker *thinker)
{
    pthread_mutex_lock(&thinker->lock);
    bool busy = thinker->step != STEP_IDLE;
    pthread_mutex_unlock(&thinker->lock);
    return busy;
}

void thinker_ask(struct thinker *thinker, const struct thinker_question *question)
{
    atomic_store(&thinker->stop, false);
    pthread_mutex_lock(&thinker->lock);
    CHECK(thinker->step == STEP_IDLE);
    thinker->question = *question;
    thinker->step = STEP_ASKED;
    pthread_cond_signal(&thinker->work);
    pthread_mutex_unlock(&thinker->lock);
}

void thinker_hurry(struct thinker *thinker)
{
    atomic_store(&thinker->stop, true);
}

bool thinker_answer(struct thinker *thinker, struct thinker_question *question)
{
    uint64_t count;
    pthread_mutex_lock(&thinker->lock);
    bool done = thinker->step == STEP_DONE;
    if (done) {
        *question = thinker->question;
        thinker->step = STEP_IDLE;
        CHECK(read(thinker->wake, &count, sizeof count) == sizeof count);
    }
    pthread_mutex_unlock(&thinker->lock);
    return done;
}
