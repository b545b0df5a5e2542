/* SPDX-License-Identifier: MIT */
/*
 * bench_store: how many events a second become durable, and how long each takes. It prints figures
 * and judges nothing.
 *
 *     bench_store [--seconds S] [--folder DIR] [--database URL] [--rate R]
 *
 * A closed loop, as in a busy server: each table has one event under way, and the next is queued
 * when that one is durable. Between two polls of the store the program sleeps until it is woken.
 *
 * --rate: an open loop, in a file only: R events a second for 5,000 tables at random, whatever the
 * answers; their times count from when they were due. The disk's own times come before and after:
 * as many bytes as a commit writes to the log, over older ones, and a sync.
 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "store/store.h"

enum {
    TABLES_MAX = 10000,
    OPEN_TABLES = 5000,
    LATENCIES_MAX = 1 << 22,
    EVENT_SIZE = 100,
    PATH_SIZE = 512,
    DISK_WRITE = 48 << 10, /* about what a commit of five events writes */
    DISK_FILE = 16 << 20,
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool news;
} bell = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
    int64_t seq;
    uint64_t ticket;
    double since;
} tables[TABLES_MAX + 1];

static float latencies[LATENCIES_MAX]; /* milliseconds */
static double seconds = 3, rate;       /* rate 0: closed loops */
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

/* Or until then, by now(). */
static void sleep_until(double then)
{
    struct timespec end = {.tv_sec = (time_t)then};
    end.tv_nsec = (long)((then - (double)end.tv_sec) * 1e9);
    int late = 0;
    pthread_mutex_lock(&bell.lock);
    while (!bell.news && late == 0)
        late = pthread_cond_timedwait(&bell.woken, &bell.lock, &end);
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

static void print_times(const char *name, size_t count)
{
    qsort(latencies, count, sizeof *latencies, compare);
    printf("%-8s %7zu times  p50 %6.2f ms  p90 %6.2f  p99 %6.2f  p99.9 %6.2f  max %6.2f\n", name,
           count, (double)latencies[count / 2], (double)latencies[count * 9 / 10],
           (double)latencies[count * 99 / 100], (double)latencies[count * 999 / 1000],
           (double)latencies[count - 1]);
    fflush(stdout);
}

/* A log that exists already is written over, from its beginning again and again. */
static void run_disk(const char *path)
{
    static const char bytes[DISK_WRITE];
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(file >= 0);
    for (int at = 0; at < DISK_FILE; at += DISK_WRITE)
        CHECK(pwrite(file, bytes, sizeof bytes, at) == sizeof bytes);
    CHECK(fsync(file) == 0);
    size_t count = 0;
    for (double start = now(); now() - start < seconds / 2 && count < LATENCIES_MAX; count++) {
        off_t at = (off_t)(count % (DISK_FILE / DISK_WRITE)) * DISK_WRITE;
        double since = now();
        CHECK(pwrite(file, bytes, sizeof bytes, at) == sizeof bytes && fdatasync(file) == 0);
        latencies[count] = (float)((now() - since) * 1e3);
    }
    close(file);
    unlink(path);
    print_times("disk", count);
}

/* Events under way, oldest first: [done, sent) of what is due every 1/rate seconds. */
static void run_open(const char *path)
{
    struct store *store = open_store(&store_sqlite, path);
    struct store_counts before, after;
    size_t count = (size_t)(rate * seconds), sent = 0, done = 0;
    CHECK(count > 0 && count <= LATENCIES_MAX);
    uint64_t *tickets = calloc(count, sizeof *tickets);
    CHECK(tickets);
    start_tables(store, OPEN_TABLES);
    store_figures(store, &before);
    double start = now();
    while (done < count) {
        struct store_report report;
        size_t from = sent;
        while (sent < count && start + (double)sent / rate <= now())
            append(store, 1 + (int)((uint64_t)sent++ * 2654435761u % OPEN_TABLES));
        uint64_t ticket = store_commit(store);
        while (from < sent)
            tickets[from++] = ticket;
        store_poll(store, &report);
        CHECK(report.status == STORE_OK);
        for (double time = now(); done < sent && tickets[done] <= report.durable; done++)
            latencies[done] = (float)((time - start - (double)done / rate) * 1e3);
        if (sent < count)
            sleep_until(start + (double)sent / rate);
        else if (done < count)
            sleep_until_woken();
    }
    store_figures(store, &after);
    free(tickets);
    store_close(store);
    print_times("sqlite", count);
    printf("         %.1f events a commit\n",
           (double)count / (double)(after.transactions - before.transactions));
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
        } else if (i + 1 < argc && strcmp(argv[i], "--rate") == 0) {
            rate = strtod(argv[++i], NULL);
        } else {
            fprintf(stderr, "usage: bench_store [--seconds S] [--folder DIR] [--database URL]"
                            " [--rate R]\n");
            exit(2);
        }
    }
}

static void make_bell(void)
{
    pthread_condattr_t attributes;
    CHECK(pthread_condattr_init(&attributes) == 0);
    CHECK(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    CHECK(pthread_cond_init(&bell.woken, &attributes) == 0);
    pthread_condattr_destroy(&attributes);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 100, 1000};
    char path[PATH_SIZE];
    read_arguments(argc, argv);
    make_bell();
    snprintf(path, sizeof path, "%s/kufsa-bench-%d", folder, (int)getpid());
    if (rate > 0) {
        run_disk(path);
        run_open(path);
        remove_file(path);
        run_disk(path);
        return 0;
    }
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
