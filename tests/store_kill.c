/* SPDX-License-Identifier: MIT */
/*
 * Promise: what was acknowledged survives `kill -9` at any moment.
 *
 *     store_kill [ROUNDS] [SEED]
 *
 * A child appends to its tables and prints each event once the store calls it durable. It is killed
 * after a random while; then the file must have every event that was printed, dense and unchanged,
 * and the next child goes on from there.
 */
#define _DEFAULT_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>

#include "base/rng.h"
#include "store_place.h"

enum { ROUNDS = 25, TABLES = 20, LIFE_MIN_MS = 5, LIFE_MAX_MS = 120, BATCH_MAX = 30 };

struct line { /* what a child prints; less than PIPE_BUF, so never in pieces */
    int64_t table, seq;
};

static void fail(const char *what, int64_t table, int64_t is, int64_t least)
{
    fprintf(stderr, "store_kill: %s: table %lld: %lld, not %lld\n", what, (long long)table,
            (long long)is, (long long)least);
    exit(1);
}

static struct store *must_open(const char *path)
{
    struct store *store;
    char why[STORE_WHY_MAX];
    struct store_options options = {.backend = &store_sqlite, .path = path};
    if (place_open(&store, options, why) != STORE_OK) {
        fprintf(stderr, "store_kill: %s\n", why);
        exit(1);
    }
    return store;
}

/* ---- the child ---- */

/* What waits for its ticket; acknowledged in the order of queueing. */
struct waiting {
    struct line lines[BATCH_MAX * 64];
    uint64_t tickets[BATCH_MAX * 64];
    size_t first, next;
};

static void acknowledge(struct store *store, struct waiting *waiting)
{
    struct store_report report;
    struct store_conflict conflict;
    store_poll(store, &report);
    while (store_conflict(store, &conflict))
        fail("refused", conflict.table, conflict.number, 0);
    while (waiting->first < waiting->next) {
        size_t at = waiting->first % (BATCH_MAX * 64);
        if (waiting->tickets[at] > report.durable)
            break;
        const struct line *line = &waiting->lines[at];
        if (write(STDOUT_FILENO, line, sizeof *line) != sizeof *line)
            exit(1);
        waiting->first++;
    }
}

static int64_t start_table(struct store *store, int64_t table)
{
    struct store_table found;
    char code[8];
    snprintf(code, sizeof code, "T%05d", (int)table);
    enum store_status status = store_table(store, table, &found);
    if (status == STORE_OK)
        return found.seq;
    CHECK(status == STORE_ABSENT && store_create(store, table, code, 1) == STORE_OK);
    return 0;
}

_Noreturn static void live(const char *path, uint64_t seed)
{
    static struct waiting waiting;
    struct store *store = must_open(path);
    struct search_rng rng;
    int64_t seq[TABLES + 1];
    search_rng_init(&rng, seed);
    for (int64_t table = 1; table <= TABLES; table++)
        seq[table] = start_table(store, table);
    for (;;) {
        uint64_t ticket = 0;
        for (uint32_t n = 1 + search_rng_below(&rng, BATCH_MAX); n > 0; n--) {
            int64_t table = 1 + search_rng_below(&rng, TABLES);
            size_t at = waiting.next++ % (BATCH_MAX * 64);
            CHECK(append_event(store, table, ++seq[table]) == STORE_OK);
            waiting.lines[at] = (struct line){table, seq[table]};
            waiting.tickets[at] = store_commit(store); /* small batches: many end together */
            ticket = waiting.tickets[at];
        }
        /* Sometimes it waits for the disk, sometimes it runs ahead of it. */
        if (search_rng_below(&rng, 4) == 0 || waiting.next - waiting.first > BATCH_MAX * 32)
            CHECK(place_wait(store, ticket) == STORE_OK);
        acknowledge(store, &waiting);
    }
}

/* ---- the parent ---- */

static pid_t start(const char *path, uint64_t seed, int *out)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        CHECK(dup2(ends[1], STDOUT_FILENO) >= 0);
        close(ends[0]);
        close(ends[1]);
        live(path, seed);
    }
    close(ends[1]);
    *out = ends[0];
    return child;
}

/* Reads what the child prints, to its end; kills it when its time is up. */
static int64_t listen_and_kill(pid_t child, int in, int life_ms, int64_t *acknowledged)
{
    struct line line;
    struct timespec start_time, now;
    int64_t count = 0;
    bool killed = false;
    clock_gettime(CLOCK_MONOTONIC, &start_time);
    for (;;) {
        struct pollfd ready = {.fd = in, .events = POLLIN};
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t lived =
            (now.tv_sec - start_time.tv_sec) * 1000 + (now.tv_nsec - start_time.tv_nsec) / 1000000;
        if (!killed && lived >= life_ms) {
            CHECK(kill(child, SIGKILL) == 0);
            killed = true;
        }
        if (!killed && poll(&ready, 1, (int)(life_ms - lived)) == 0)
            continue;
        if (read(in, &line, sizeof line) != sizeof line)
            break;
        if (line.seq <= acknowledged[line.table])
            fail("acknowledged twice", line.table, line.seq, acknowledged[line.table] + 1);
        acknowledged[line.table] = line.seq;
        count++;
    }
    close(in);
    return count;
}

/* Everything acknowledged is there, without gaps. Events that nobody was told of may be there too.
 */
static void check_file(const char *path, const int64_t *acknowledged)
{
    struct store *store = must_open(path);
    for (int64_t table = 1; table <= TABLES; table++) {
        struct store_table found;
        if (acknowledged[table] == 0 && store_table(store, table, &found) == STORE_ABSENT)
            continue;
        int64_t events = count_events(store, table);
        if (events < acknowledged[table])
            fail("lost", table, events, acknowledged[table]);
    }
    CHECK(store_close(store) == STORE_OK);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : ROUNDS;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : (uint64_t)getpid();
    int64_t acknowledged[TABLES + 1] = {0}, total = 0;
    struct search_rng rng;
    struct place place;
    place_init(&place);
    search_rng_init(&rng, seed);
    for (int round = 0; round < rounds; round++) {
        int in, status;
        int life_ms = LIFE_MIN_MS + (int)search_rng_below(&rng, LIFE_MAX_MS - LIFE_MIN_MS);
        pid_t child = start(place.file, search_rng_next(&rng), &in);
        total += listen_and_kill(child, in, life_ms, acknowledged);
        CHECK(waitpid(child, &status, 0) == child);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
            fail("the child ended by itself", 0, status, 0);
        if (round % 2 == 0) /* else the next child meets what is left of this one */
            check_file(place.file, acknowledged);
    }
    check_file(place.file, acknowledged);
    place_release(&place);
    printf("%d kills, %lld acknowledged events, none lost (seed %llu)\n", rounds, (long long)total,
           (unsigned long long)seed);
    return total > 0 ? 0 : 1;
}
