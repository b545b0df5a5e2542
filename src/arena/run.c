/* SPDX-License-Identifier: MIT */
/*
 * The threads of an arena. Each takes the next game by number, plays it and puts the result into
 * the ring; the thread that completes the lowest uncounted pair counts it and those that follow. So
 * pairs are counted in order, and a run that stops at a precision stops at the same pair however
 * many threads there are. Games still under way then, or ahead of a pair that was never completed,
 * do not count.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "arena/arena.h"
#include "base/check.h"
#include "system/system.h"

enum {
    TELL_MILLIS = 200,
    SAVE_MILLIS = 2000,
    NANOS_PER_MILLI = 1000000,
    NANOS_PER_SECOND = 1000000000
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;  /* in the ring, or the run should stop */
static pthread_cond_t leave = PTHREAD_COND_INITIALIZER; /* a thread has ended */

/* ---- Ctrl-C ---- */

static atomic_bool *interrupt_stop;
static atomic_bool interrupted;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
    atomic_store(interrupt_stop, true);
}

bool arena_interrupted(void)
{
    return atomic_load(&interrupted);
}

/* A second Ctrl-C kills as usual. Writing to a program that has ended must not kill us. */
static void set_signals(struct arena *arena)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    interrupt_stop = &arena->stop;
    CHECK(sigemptyset(&action.sa_mask) == 0 && sigemptyset(&ignore.sa_mask) == 0);
    CHECK(sigaction(SIGINT, &action, NULL) == 0 && sigaction(SIGTERM, &action, NULL) == 0);
    CHECK(sigaction(SIGPIPE, &ignore, NULL) == 0);
}

/* ---- counting; all under the lock ---- */

static void add_effort(struct effort *sum, const struct effort *effort)
{
    sum->moves += effort->moves;
    sum->nodes += effort->nodes;
    sum->micros += effort->micros;
    sum->silent += effort->silent;
    if (effort->micros_max > sum->micros_max)
        sum->micros_max = effort->micros_max;
}

/* One seat's result for its player. */
static void count_seat(struct standing *standing, const struct game_result *result, int seat,
                       double share)
{
    standing->wins += share == 1;
    standing->draws += share > 0 && share < 1;
    standing->losses += share == 0;
    standing->forfeits += result->loser == seat;
    if (result->outcome.scored && result->end <= GAME_PLIES)
        sample_add(&standing->points, result->outcome.score[seat]);
}

static void count_game(struct arena *arena, int64_t pair, int rotation,
                       const struct game_result *result, double *scores)
{
    uint8_t seating[SEATS_MAX];
    design_seating(&arena->design, pair, rotation, seating);
    for (int seat = 0; seat < arena->design.seats; seat++) {
        int player = seating[seat];
        double share = place_share(result->outcome.place, arena->design.seats, seat);
        count_seat(&arena->standings[player], result, seat, share);
        scores[player] += share;
    }
    for (int i = 0; i < arena->design.players; i++)
        add_effort(&arena->standings[i].effort, &result->effort[i]);
    if (arena->troubled < 0 && result->trouble[0] != '\0') {
        arena->troubled = seating[result->loser];
        memcpy(arena->trouble, result->trouble, sizeof arena->trouble);
    }
    sample_add(&arena->plies, result->plies);
    arena->ends[result->end]++;
    arena_write_game(arena, pair, rotation, result);
}

static void count_pair(struct arena *arena)
{
    struct game_result *games = arena->ring[arena->counted % PAIRS_AHEAD];
    double scores[CONTESTANTS_MAX] = {0};
    for (int rotation = 0; rotation < arena_rotations(arena); rotation++) {
        count_game(arena, arena->counted, rotation, &games[rotation], scores);
        free(games[rotation].record);
        games[rotation].record = NULL;
        games[rotation].played = false;
    }
    if (arena->sprt.wanted)
        sprt_add(&arena->sprt, scores[0] / arena_rotations(arena));
    for (int i = 0; i < arena->design.players; i++)
        sample_add(&arena->standings[i].score,
                   scores[i] / arena_rotations(arena) / design_chairs(&arena->design, i));
    arena->counted++;
}

double arena_half(const struct arena *arena)
{
    double widest = 0;
    for (int i = 0; i < arena->design.players; i++) {
        double half = sample_half(&arena->standings[i].score);
        widest = half > widest ? half : widest;
    }
    return widest;
}

/* A bot that does not search does not use its time. */
bool arena_timed(const struct arena *arena)
{
    for (int i = 0; i < arena->design.players; i++) {
        const struct contestant *c = &arena->contestants[i];
        bool searches = c->command || arena->standings[i].effort.nodes > 0;
        if (searches && (c->millis > 0 || c->cpu > 0 || c->nodes == 0))
            return true;
    }
    return false;
}

static bool is_settled(const struct arena *arena)
{
    if (arena->sprt.wanted && sprt_verdict(&arena->sprt) != 0)
        return true;
    for (int i = 0; i < arena->design.players; i++)
        if (!sample_settled(&arena->standings[i].score, arena->until))
            return false;
    return arena->until > 0;
}

static bool is_complete(const struct arena *arena, int64_t pair)
{
    for (int rotation = 0; rotation < arena_rotations(arena); rotation++)
        if (!arena->ring[pair % PAIRS_AHEAD][rotation].played)
            return false;
    return true;
}

static void stop_all(struct arena *arena)
{
    atomic_store(&arena->stop, true);
    pthread_cond_broadcast(&room);
}

static void count_ready(struct arena *arena)
{
    while (arena->counted < arena->pairs && !arena->settled && is_complete(arena, arena->counted)) {
        count_pair(arena);
        arena->settled = is_settled(arena);
        pthread_cond_broadcast(&room);
    }
    if (arena->settled || arena->counted >= arena->pairs || arena->write_failed)
        stop_all(arena);
    if (arena->save && system_millis() - arena->saved_ms >= SAVE_MILLIS && !arena_save(arena))
        arena->write_failed = true;
}

/* ---- the threads ---- */

/* The number of the next game; false if there is none left. */
static bool take_game(struct arena *arena, int64_t *index)
{
    int rotations = arena_rotations(arena);
    if (atomic_load(&arena->stop) || arena->next >= arena->pairs * rotations)
        return false;
    *index = arena->next++;
    while (*index / rotations >= arena->counted + PAIRS_AHEAD && !atomic_load(&arena->stop))
        pthread_cond_wait(&room, &lock);
    return !atomic_load(&arena->stop);
}

static void note_dead(struct arena *arena, const struct arena_worker *w)
{
    if (w->dead < 0 || atomic_load(&arena->stop))
        return;
    arena->dead = w->dead;
    arena->dead_status = w->dead_status;
    stop_all(arena);
}

static void *work(void *given)
{
    struct arena_worker *w = given;
    struct arena *arena = w->arena;
    struct game_result result;
    int64_t index;
    pthread_mutex_lock(&lock);
    while (take_game(arena, &index)) {
        int rotations = arena_rotations(arena);
        int64_t pair = index / rotations;
        int rotation = (int)(index % rotations);
        pthread_mutex_unlock(&lock);
        bool played = arena_play(w, pair, rotation, &result);
        pthread_mutex_lock(&lock);
        if (played) {
            arena->ring[pair % PAIRS_AHEAD][rotation] = result;
            count_ready(arena);
        }
        note_dead(arena, w);
    }
    arena->restarts += w->restarts;
    arena->working--;
    pthread_cond_signal(&leave);
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Waits a fifth of a second, or until a thread ends. */
static void wait_a_little(void)
{
    struct timespec until;
    CHECK(clock_gettime(CLOCK_REALTIME, &until) == 0);
    until.tv_nsec += TELL_MILLIS * NANOS_PER_MILLI;
    if (until.tv_nsec >= NANOS_PER_SECOND) {
        until.tv_sec++;
        until.tv_nsec -= NANOS_PER_SECOND;
    }
    pthread_cond_timedwait(&leave, &lock, &until);
}

static void watch(struct arena *arena, void (*tell)(struct arena *))
{
    pthread_mutex_lock(&lock);
    while (arena->working > 0) {
        wait_a_little();
        if (atomic_load(&arena->stop))
            pthread_cond_broadcast(&room); /* a signal handler cannot */
        else
            tell(arena);
    }
    pthread_mutex_unlock(&lock);
}

/* Frees results that were not counted. */
static void drop_results(struct arena *arena)
{
    for (int i = 0; i < PAIRS_AHEAD; i++)
        for (int rotation = 0; rotation < SEATS_MAX; rotation++)
            free(arena->ring[i][rotation].record);
}

bool arena_run(struct arena *arena, void (*tell)(struct arena *))
{
    pthread_t threads[THREADS_MAX];
    struct arena_worker *workers[THREADS_MAX];
    int count = 0;
    set_signals(arena);
    pthread_mutex_lock(&lock);
    arena->start_ms += system_millis(); /* a continued run began earlier */
    arena->settled = is_settled(arena);
    if (arena->settled || arena->counted >= arena->pairs)
        stop_all(arena);
    while (count < arena->threads && (workers[count] = worker_new(arena)) != NULL) {
        if (pthread_create(&threads[count], NULL, work, workers[count]) != 0) {
            worker_free(workers[count]);
            break;
        }
        count++;
    }
    arena->working = count; /* fewer threads than wanted will do */
    pthread_mutex_unlock(&lock);
    watch(arena, tell);
    arena->end_ms = system_millis();
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        worker_free(workers[i]);
    }
    drop_results(arena);
    if (arena->save && !arena_save(arena))
        arena->write_failed = true;
    return count > 0;
}
