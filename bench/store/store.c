/* SPDX-License-Identifier: MIT */
/*
 * bench_store: how many events a second become durable, and how long each takes. It prints figures
 * and judges nothing.
 *
 *     bench_store [--seconds S] [--folder DIR] [--database URL]
 *
 * A closed loop, as in a server: each table has one event under way, and the next is queued when
 * that one is durable. Between two polls of the store the program sleeps until it is woken.
 */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "store/store.h"

enum { TABLES_MAX = 10000, LATENCIES_MAX = 1 << 22, EVENT_SIZE = 100, PATH_SIZE = 512 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool news;
} bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};

static struct {
    int64_t seq;
    uint64_t ticket;
    double since;
} tables[TABLES_MAX + 1];

static float latencies[LATENCIES_MAX]; /* milliseconds */
static double seconds = 3;
static const char *folder = "/tmp", *database;
static int64_t first; /* a database keeps earlier runs' tables: each run has its own numbers */

static double now(void)
{
    struct timespec time;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &time) == 0);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&bell.lock);
    bell.news = true;
    pthread_cond_signal(&bell.woken);
    pthread_mutex_unlock(&bell.lock);
}

static void sleep_until_woken(void)
{
    pthread_mutex_lock(&bell.lock);
    while (!bell.news)
        pthread_cond_wait(&bell.woken, &bell.lock);
    bell.news = false;
    pthread_mutex_unlock(&bell.lock);
}

static int compare(const void *left, const void *right)
{
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

static void append(struct store *store, int table)
{
    static const char event[EVENT_SIZE] = "{\"v\":17,\"seat\":2,\"move\":\"red 7\"}";
    CHECK(store_append(store, first + table, ++tables[table].seq, event, sizeof event, 1) ==
          STORE_OK);
    tables[table].since = now();
}

static struct store *open_store(const struct store_backend *backend, const char *path)
{
    char buffer[STORE_WHY_MAX];
    struct text why;
    struct store *store;
    struct store_options options = {.backend = backend, .path = path, .wake = wake};
    text_init(&why, buffer, sizeof buffer);
    if (store_open(&store, &options, &why) != STORE_OK) {
        fprintf(stderr, "bench_store: %s: %s\n", path, buffer);
        exit(1);
    }
    return store;
}

static void wait_for(struct store *store, uint64_t ticket)
{
    struct store_report report;
    store_poll(store, &report);
    while (report.durable < ticket && report.status == STORE_OK) {
        sleep_until_woken();
        store_poll(store, &report);
    }
    CHECK(report.status == STORE_OK);
}

static void start_tables(struct store *store, int count)
{
    for (int table = 1; table <= count; table++) {
        char code[24];
        snprintf(code, sizeof code, "T%" PRId64, first + table);
        tables[table].seq = 0;
        CHECK(store_create(store, first + table, code, 1) == STORE_OK);
    }
    wait_for(store, store_commit(store));
}

/* Queues the next event of every table whose last one is durable. */
static size_t look(struct store *store, int count, size_t done)
{
    struct store_report report;
    store_poll(store, &report);
    CHECK(report.status == STORE_OK);
    double time = now();
    for (int table = 1; table <= count; table++) {
        if (tables[table].ticket > report.durable)
            continue;
        if (done < LATENCIES_MAX)
            latencies[done] = (float)((time - tables[table].since) * 1e3);
        done++;
        append(store, table);
        tables[table].ticket = UINT64_MAX; /* of the batch that is still open */
    }
    uint64_t ticket = store_commit(store);
    for (int table = 1; table <= count; table++)
        if (tables[table].ticket == UINT64_MAX)
            tables[table].ticket = ticket;
    return done;
}

static void run(const struct store_backend *backend, const char *name, int count, const char *path)
{
    struct store *store = open_store(backend, path);
    struct store_counts counts;
    start_tables(store, count);
    for (int table = 1; table <= count; table++) {
        append(store, table);
        tables[table].ticket = UINT64_MAX;
    }
    uint64_t ticket = store_commit(store);
    for (int table = 1; table <= count; table++)
        tables[table].ticket = ticket;
    double start = now();
    size_t done = 0;
    while (now() - start < seconds) {
        if (backend != &store_memory) /* memory is done at once, and wakes nobody */
            sleep_until_woken();
        done = look(store, count, done);
    }
    double took = now() - start;
    wait_for(store, store_commit(store));
    store_counts(store, &counts);
    size_t kept = done < LATENCIES_MAX ? done : LATENCIES_MAX;
    qsort(latencies, kept, sizeof *latencies, compare);
    printf("%-8s %5d tables %9.0f events/s  p50 %7.2f ms  p99 %7.2f ms  %6.0f commits/s\n", name,
           count, (double)done / took, (double)latencies[kept / 2],
           (double)latencies[kept * 99 / 100], (double)counts.transactions / took);
    fflush(stdout);
    store_close(store);
    first += count;
}

static bool count_table(void *context, const struct store_table *table)
{
    *(int64_t *)context += table->seq >= 0;
    return true;
}

/* What a server does when it starts. */
static void run_start(const char *path)
{
    struct store *store = open_store(&store_sqlite, path);
    int64_t count = 0;
    start_tables(store, TABLES_MAX);
    store_close(store);
    double start = now();
    store = open_store(&store_sqlite, path);
    double opened = now();
    CHECK(store_unfinished(store, count_table, &count) == STORE_OK);
    printf("sqlite   opened in %.1f ms, %" PRId64 " unfinished tables listed in %.1f ms\n",
           (opened - start) * 1e3, count, (now() - opened) * 1e3);
    store_close(store);
}

static void remove_file(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char name[PATH_SIZE + 8];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static void read_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && strcmp(argv[i], "--seconds") == 0) {
            seconds = strtod(argv[++i], NULL);
        } else if (i + 1 < argc && strcmp(argv[i], "--folder") == 0) {
            folder = argv[++i];
        } else if (i + 1 < argc && strcmp(argv[i], "--database") == 0) {
            database = argv[++i];
        } else {
            fprintf(stderr, "usage: bench_store [--seconds S] [--folder DIR] [--database URL]\n");
            exit(2);
        }
    }
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 100, 1000};
    char path[PATH_SIZE];
    read_arguments(argc, argv);
    snprintf(path, sizeof path, "%s/kufsa-bench-%d", folder, (int)getpid());
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        run(&store_memory, "memory", counts[i], path);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        run(&store_sqlite, "sqlite", counts[i], path);
        remove_file(path);
    }
    run_start(path);
    remove_file(path);
    first = (int64_t)getpid() * 1000000;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && database; i++)
        run(store_backend_for(database), "postgres", counts[i], database);
    return 0;
}
