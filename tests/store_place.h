/* SPDX-License-Identifier: MIT */
/* For tests of the store: a folder that goes away, opening, and events that can be checked. */
#ifndef KUFSA_TESTS_STORE_PLACE_H
#define KUFSA_TESTS_STORE_PLACE_H

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "store/libpq.h"
#include "store/store.h"

extern const struct store_backend store_postgres;

enum { PLACE_MAX = 512, WAIT_MS = 120000 }; /* valgrind on a busy machine is slow */

struct place {
    char folder[PLACE_MAX / 2];
    char file[PLACE_MAX]; /* or a database's URL */
};

/* A database to test with, which tests/postgres.mjs names; or NULL. */
static inline const char *place_database(void)
{
    return getenv("KUFSA_TEST_POSTGRES");
}

/* Runs SQL in it. The first column of the first row as a number; 0 if there is none. */
static inline long long place_sql(const char *sql)
{
    static PGconn *conn;
    const struct libpq *pq = libpq();
    static const char *const keys[] = {"dbname", NULL};
    const char *values[] = {place_database(), NULL};
    CHECK(pq);
    if (!conn)
        conn = pq->PQconnectdbParams(keys, values, 1);
    PGresult *result = pq->PQexec(conn, sql);
    ExecStatusType status = pq->PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s: %s\n", sql, pq->PQerrorMessage(conn));
        exit(1);
    }
    long long number = 0;
    if (status == PGRES_TUPLES_OK && pq->PQntuples(result) > 0)
        number = strtoll(pq->PQgetvalue(result, 0, 0), NULL, 10);
    pq->PQclear(result);
    return number;
}

/* The place is a schema of its own in the database. */
static inline void place_in_database(struct place *place)
{
    static int count;
    char sql[PLACE_MAX];
    int number = (int)getpid() % 10000 * 1000 + count++;
    snprintf(sql, sizeof sql, "CREATE SCHEMA t%d; SET search_path = t%d", number, number);
    place_sql(sql);
    int size = snprintf(place->file, sizeof place->file, "%s&options=-csearch_path%%3Dt%d",
                        place_database(), number);
    CHECK(size > 0 && (size_t)size < sizeof place->file);
}

static inline void place_init(struct place *place)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(place->folder, sizeof place->folder, "%s/kufsa-store-XXXXXX",
             temporary ? temporary : "/tmp");
    CHECK(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/data", place->folder);
}

static inline void place_release(struct place *place)
{
    DIR *folder = opendir(place->folder);
    const struct dirent *entry;
    CHECK(folder);
    while ((entry = readdir(folder))) {
        char path[PLACE_MAX * 2];
        snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            CHECK(unlink(path) == 0);
    }
    closedir(folder);
    CHECK(rmdir(place->folder) == 0);
}

/* Rung by the writer of whichever store this process has open. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t rung;
} place_bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};

static inline void place_wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&place_bell.lock);
    pthread_cond_broadcast(&place_bell.rung);
    pthread_mutex_unlock(&place_bell.lock);
}

static inline enum store_status place_open(struct store **store, struct store_options options,
                                           char why[STORE_WHY_MAX])
{
    struct text text;
    text_init(&text, why, STORE_WHY_MAX);
    if (!options.wake)
        options.wake = place_wake;
    return store_open(store, &options, &text);
}

/* Waits until a ticket is durable: OK; or LATE; or why writing pauses, unless it waits for pauses
 * too. */
static inline enum store_status place_await(struct store *store, uint64_t ticket, bool pauses)
{
    struct store_report report;
    struct timespec then;
    int late = 0;
    CHECK(clock_gettime(CLOCK_REALTIME, &then) == 0);
    then.tv_sec += WAIT_MS / 1000;
    pthread_mutex_lock(&place_bell.lock);
    store_poll(store, &report);
    while (report.durable < ticket && (pauses || report.status == STORE_OK) && late == 0) {
        late = pthread_cond_timedwait(&place_bell.rung, &place_bell.lock, &then);
        store_poll(store, &report);
    }
    pthread_mutex_unlock(&place_bell.lock);
    if (report.durable >= ticket)
        return STORE_OK;
    return report.status == STORE_OK ? STORE_LATE : report.status;
}

static inline enum store_status place_wait(struct store *store, uint64_t ticket)
{
    return place_await(store, ticket, false);
}

/* Waits for the next answer. */
static inline struct store_answer *place_answer(struct store *store)
{
    struct store_answer *answer;
    struct timespec then;
    int late = 0;
    CHECK(clock_gettime(CLOCK_REALTIME, &then) == 0);
    then.tv_sec += WAIT_MS / 1000;
    pthread_mutex_lock(&place_bell.lock);
    while (!(answer = store_answered(store)) && late == 0)
        late = pthread_cond_timedwait(&place_bell.rung, &place_bell.lock, &then);
    pthread_mutex_unlock(&place_bell.lock);
    CHECK(answer);
    return answer;
}

/* An event says whose it is, so that a lost, doubled or swapped one is noticed. */
static inline size_t event_bytes(char *out, size_t capacity, int64_t table, int64_t seq)
{
    int size = snprintf(out, capacity, "%lld:%lld:", (long long)table, (long long)seq);
    size_t padding = (size_t)(((uint64_t)table % 1000 * 31 + (uint64_t)seq % 1000 * 17) % 120);
    CHECK(size > 0 && (size_t)size + padding < capacity);
    memset(out + size, 'a' + (int)(seq % 26), padding);
    return (size_t)size + padding;
}

static inline enum store_status append_event(struct store *store, int64_t table, int64_t seq)
{
    char bytes[256];
    size_t size = event_bytes(bytes, sizeof bytes, table, seq);
    return store_append(store, table, seq, bytes, size, 1000 + seq);
}

struct event_check {
    int64_t table, next;
    bool right;
};

static inline bool check_event(void *context, const struct store_event *event)
{
    struct event_check *check = context;
    char bytes[256];
    size_t size = event_bytes(bytes, sizeof bytes, check->table, check->next);
    check->right = check->right && event->seq == check->next && event->at_ms == 1000 + event->seq &&
                   event->size == size && memcmp(event->bytes, bytes, size) == 0;
    check->next++;
    return true;
}

/* How many events a table has; -1 if they are not dense, or not what was written. */
static inline int64_t count_events(struct store *store, int64_t table)
{
    struct event_check check = {table, 1, true};
    struct store_table found;
    if (store_events(store, table, 1, check_event, &check) != STORE_OK || !check.right ||
        store_table(store, table, &found) != STORE_OK || found.seq != check.next - 1)
        return -1;
    return check.next - 1;
}

/* The same for an answer. */
static inline int64_t count_answered(const struct store_answer *answer)
{
    struct event_check check = {answer->row.id, 1, true};
    struct store_event event;
    size_t at = 0;
    while (store_answer_event(answer, &at, &event))
        check_event(&check, &event);
    return check.right ? check.next - 1 : -1;
}

#endif
