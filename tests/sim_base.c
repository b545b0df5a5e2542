/* SPDX-License-Identifier: MIT */
/*
 * The database: rows and their locks, transactions, the log, the standby, and bad luck.
 *
 * Each row has three images: what is committed, what a transaction makes of it, and what the
 * standby has. A statement sees what is committed when it runs, and its own transaction's work.
 */
#include <stdlib.h>

#include "base/check.h"
#include "base/hash.h"
#include "sim_base.h"

enum {
    BUCKETS = 1 << 14,
    RELATIONS = METAS + 1,
    SYNC = -2, /* the end of an exchange */
    LOCK_MS = 4000,
    IDLE_MS = 10000,
    WORSE_MS = 1500,
    TRAVEL_MS = 4,
    LONG_MS = 4000, /* nobody who looks goes on watching over so long a silence */
};

struct change {
    struct row *row;
    struct image image;
};

/* A transaction in the log. */
struct logged {
    struct change *changes;
    int count;
    int process;
    uint32_t life;
};

struct letter {
    bool used;
    enum letter_kind kind;
    int backend;
    uint32_t serial, conn;
    void *what;
    uint64_t number;
};

struct kept_bytes {
    struct kept_bytes *next;
    uint8_t bytes[];
};

struct base base;
static struct backend backends[BACKENDS];
static struct row *buckets[BUCKETS], *first_of[RELATIONS], **last_of[RELATIONS];
static struct logged *logs;
static size_t log_capacity;
static struct letter *letters;
static uint32_t letter_count;
static struct kept_bytes *kept;
static uint32_t serial;

const void *base_keep(const void *bytes, size_t size)
{
    struct kept_bytes *copy = malloc(sizeof *copy + size + 1);
    CHECK(copy);
    if (size > 0)
        memcpy(copy->bytes, bytes, size);
    copy->bytes[size] = '\0';
    copy->next = kept;
    kept = copy;
    return copy->bytes;
}

/* ---- rows ---- */

static struct row **bucket_of(enum relation relation, int64_t a, int64_t b)
{
    int64_t key[] = {relation, a, b};
    return &buckets[hash_bytes(HASH_START, key, sizeof key) % BUCKETS];
}

struct row *row_find(enum relation relation, int64_t a, int64_t b)
{
    struct row *row = *bucket_of(relation, a, b);
    while (row && (row->relation != relation || row->a != a || row->b != b))
        row = row->next;
    return row;
}

struct row *row_get(enum relation relation, int64_t a, int64_t b)
{
    struct row *row = row_find(relation, a, b), **bucket = bucket_of(relation, a, b);
    if (row)
        return row;
    row = calloc(1, sizeof *row);
    CHECK(row);
    row->relation = relation;
    row->a = a;
    row->b = b;
    row->next = *bucket;
    *bucket = row;
    *last_of[relation] = row;
    last_of[relation] = &row->next_of;
    return row;
}

struct row *rows_first(enum relation relation)
{
    return first_of[relation];
}

const struct image *row_image(const struct row *row, const struct backend *backend)
{
    static const struct image none;
    return !row ? &none : row->writer == backend ? &row->future : &row->here;
}

static void touch(struct row *row, struct backend *backend)
{
    if (backend->touched_count == backend->touched_capacity) {
        backend->touched_capacity = backend->touched_capacity ? 2 * backend->touched_capacity : 16;
        backend->touched =
            realloc(backend->touched, (size_t)backend->touched_capacity * sizeof *backend->touched);
        CHECK(backend->touched);
    }
    backend->touched[backend->touched_count++] = row;
    backend->logged = true;
}

static uint64_t bit_of(const struct backend *backend)
{
    return UINT64_C(1) << backend->index;
}

enum progress row_write(struct row *row, struct backend *backend)
{
    if (row->writer && row->writer != backend)
        return WAIT;
    if (!row->writer) {
        row->writer = backend;
        row->future = row->here;
        touch(row, backend);
    }
    return DONE;
}

enum progress row_drop(struct row *row, struct backend *backend)
{
    return row->sharers & ~bit_of(backend) ? WAIT : row_write(row, backend);
}

enum progress row_share(struct row *row, struct backend *backend)
{
    if (row->writer && row->writer != backend && !row->future.is)
        return WAIT;
    if (!(row->sharers & bit_of(backend))) {
        row->sharers |= bit_of(backend);
        touch(row, backend);
    }
    return DONE;
}

/* ---- letters ---- */

void base_post(int64_t delay, enum letter_kind kind, struct backend *backend, struct pg_conn *conn,
               void *what, uint64_t number)
{
    uint32_t at = 0;
    while (at < letter_count && letters[at].used)
        at++;
    if (at == letter_count) {
        letters = realloc(letters, (2 * (size_t)letter_count + 16) * sizeof *letters);
        CHECK(letters);
        memset(letters + letter_count, 0, ((size_t)letter_count + 16) * sizeof *letters);
        letter_count = 2 * letter_count + 16;
    }
    letters[at] = (struct letter){true,
                                  kind,
                                  backend ? backend->index : -1,
                                  backend ? backend->serial : 0,
                                  conn ? pq_number(conn) : 0,
                                  what,
                                  number};
    world_at(delay, AT_BASE, at, 0);
}

static void free_requests(struct request *request)
{
    while (request) {
        struct request *next = request->next;
        free(request);
        request = next;
    }
}

static void free_what(enum letter_kind kind, void *what)
{
    if (kind == LETTER_REQUEST)
        free_requests(what);
    else if (kind == LETTER_ANSWER)
        result_free(what);
}

/* ---- transactions ---- */

static void others_go_on(void)
{
    uint32_t first = below(BACKENDS);
    for (uint32_t i = 0; i < BACKENDS; i++) {
        struct backend *backend = &backends[(first + i) % BACKENDS];
        if (backend->used && backend->lock_since > 0)
            base_post(0, LETTER_LOCK, backend, NULL, NULL, 0);
    }
}

/* The end: what it did is visible, or was never. */
static void release(struct backend *backend, bool done)
{
    for (int i = 0; i < backend->touched_count; i++) {
        struct row *row = backend->touched[i];
        row->sharers &= ~bit_of(backend);
        if (row->writer != backend)
            continue;
        if (done && row->relation == NODES && row->future.n[0] != row->here.n[0])
            row->moved = world.now;
        if (done)
            row->here = row->future;
        row->writer = NULL;
    }
    if (backend->touched_count > 0)
        others_go_on();
    backend->touched_count = 0;
    backend->logged = backend->explicit = backend->failed = false;
    backend->lock_since = 0;
    backend->waits_for = 0;
}

static void write_log(struct backend *backend)
{
    if (base.end == log_capacity) {
        log_capacity = log_capacity ? 2 * log_capacity : 1024;
        logs = realloc(logs, log_capacity * sizeof *logs);
        CHECK(logs);
    }
    struct logged *logged = &logs[base.end++];
    *logged = (struct logged){.process = backend->process, .life = backend->life};
    logged->changes = calloc((size_t)backend->touched_count + 1, sizeof *logged->changes);
    CHECK(logged->changes);
    for (int i = 0; i < backend->touched_count; i++)
        if (backend->touched[i]->writer == backend)
            logged->changes[logged->count++] =
                (struct change){backend->touched[i], backend->touched[i]->future};
    backend->waits_for = base.end;
    base_post(1 + below(TRAVEL_MS), LETTER_STANDBY, NULL, NULL, NULL, base.end);
}

/* False: it waits for the standby. */
static bool commit(struct backend *backend)
{
    if (backend->logged) {
        write_log(backend);
        return false;
    }
    release(backend, true);
    return true;
}

/* ---- backends ---- */

static void add_result(struct backend *backend, struct pg_result *result)
{
    *backend->results_last = result;
    backend->results_last = &result->next;
}

static void send_results(struct backend *backend)
{
    struct pg_result *results = backend->results;
    backend->results = NULL;
    backend->results_last = &backend->results;
    int64_t arrives = world.now + 1 + below(TRAVEL_MS);
    if (arrives > backend->answered)
        backend->answered = arrives; /* one line: nothing overtakes */
    if (backend->client && results)
        base_post(backend->answered - world.now, LETTER_ANSWER, NULL, backend->client, results, 0);
    else
        result_free(results);
}

static void add_plain(struct backend *backend, ExecStatusType status, const char *command)
{
    struct pg_result *result = result_new(status);
    snprintf(result->command, sizeof result->command, "%s", command);
    add_result(backend, result);
}

static void free_backend(struct backend *backend)
{
    release(backend, false);
    free_requests(backend->first);
    result_free(backend->results);
    free(backend->touched);
    if (backend->client)
        pq_forget_backend(backend->client);
    *backend = (struct backend){.index = backend->index};
}

static struct request *pop(struct backend *backend)
{
    struct request *request = backend->first;
    backend->first = request->next;
    if (!backend->first)
        backend->last = &backend->first;
    return request;
}

static void fail(struct backend *backend, struct pg_result *result, const char *state)
{
    bool explicit = backend->explicit;
    release(backend, false);
    backend->explicit = backend->failed = explicit;
    backend->skips = true;
    result->status = PGRES_FATAL_ERROR;
    result->message = "it failed";
    result->rows = 0;
    snprintf(result->state, sizeof result->state, "%s", state);
}

/* False: it waits for somebody's lock. */
static bool run_sql(struct backend *backend, const struct request *request)
{
    struct pg_result *result = result_new(PGRES_TUPLES_OK);
    enum progress outcome = DONE;
    if (backend->failed)
        fail(backend, result, "25P02");
    else
        outcome = sql_run(backend, request, result);
    if (outcome == WAIT && backend->lock_since == 0) {
        backend->lock_since = world.now;
        base_post(LOCK_MS, LETTER_LOCK, backend, NULL, NULL, 0);
    }
    if (outcome == WAIT && world.now - backend->lock_since < LOCK_MS) {
        result_free(result);
        return false;
    }
    if (outcome == WAIT)
        fail(backend, result, "55P03");
    else if (outcome == FAIL)
        fail(backend, result, "23505");
    backend->lock_since = 0;
    backend->nodes_count = 0;
    add_result(backend, result);
    if (by_chance(100)) /* what is done is said before it is durable */
        send_results(backend);
    return true;
}

static void end_exchange(struct backend *backend)
{
    add_plain(backend, PGRES_PIPELINE_SYNC, "");
    send_results(backend);
    backend->skips = false;
    backend->exchanges++;
    if (backend->explicit)
        base_post(IDLE_MS, LETTER_IDLE, backend, NULL, NULL, backend->exchanges);
}

/* False: it has to wait. */
static bool run_one(struct backend *backend, const struct request *request)
{
    bool bare = !backend->explicit;
    if (request->statement == SYNC) {
        if (bare && backend->skips)
            release(backend, false);
        if (bare && !commit(backend))
            return false;
        end_exchange(backend);
    } else if (backend->skips) {
        add_plain(backend, PGRES_PIPELINE_ABORTED, "");
    } else if (request->statement == PG_BEGIN) {
        backend->explicit = true;
        add_plain(backend, PGRES_COMMAND_OK, "BEGIN");
    } else if (request->statement == PG_ROLLBACK ||
               (request->statement == PG_COMMIT && backend->failed)) {
        release(backend, false);
        add_plain(backend, PGRES_COMMAND_OK, "ROLLBACK");
    } else if (request->statement == PG_COMMIT) {
        if (!commit(backend))
            return false;
        add_plain(backend, PGRES_COMMAND_OK, "COMMIT");
    } else {
        return run_sql(backend, request);
    }
    return true;
}

static void work(struct backend *backend)
{
    while (backend->first && backend->waits_for == 0) {
        if (!run_one(backend, backend->first))
            return;
        free(pop(backend));
    }
    if (backend->waits_for == 0 && !backend->client)
        free_backend(backend);
}

/* The wait for the standby is over. */
static void complete(struct backend *backend, bool warned)
{
    bool sync = backend->first->statement == SYNC;
    release(backend, true);
    if (warned) {
        struct pg_result *notice = result_new(PGRES_NONFATAL_ERROR);
        notice->message = "canceling wait for synchronous replication due to user request";
        add_result(backend, notice);
    }
    if (sync)
        end_exchange(backend);
    else
        add_plain(backend, PGRES_COMMAND_OK, "COMMIT");
    free(pop(backend));
    work(backend);
}

struct backend *base_connect(struct pg_conn *conn)
{
    for (int i = 0; i < BACKENDS; i++) {
        struct backend *backend = &backends[i];
        if (backend->used)
            continue;
        *backend = (struct backend){.used = true, .index = i, .serial = ++serial, .client = conn};
        backend->process = pq_process(conn)->index;
        backend->life = pq_process(conn)->life;
        backend->last = &backend->first;
        backend->results_last = &backend->results;
        return backend;
    }
    return NULL;
}

void base_leave(struct backend *backend)
{
    backend->client = NULL;
    if (!backend->first)
        free_backend(backend);
}

void base_request(struct backend *backend, struct request *first)
{
    struct request *sync = calloc(1, sizeof *sync);
    CHECK(sync);
    sync->statement = SYNC;
    *backend->last = first;
    while (*backend->last)
        backend->last = &(*backend->last)->next;
    *backend->last = sync;
    backend->last = &sync->next;
    if (backend->lock_since == 0 && backend->waits_for == 0)
        work(backend);
}

/* ---- the standby: the truth ---- */

static void judge_event(const struct row *row, const struct image *image,
                        const struct process *process)
{
    const struct row *writer = row_find(NODES, image->n[BY], 0);
    if (!writer || writer->buried)
        broken("owner", "event %lld of table %lld is a dead node's", (long long)row->b,
               (long long)row->a);
    truth_committed(row->a, row->b, image->bytes, image->size, process);
}

static void judge_table(const struct row *row, const struct image *before,
                        const struct image *image)
{
    struct row *owner = row_find(NODES, image->n[OWNER], 0);
    if (owner)
        owner->owned = true;
    if (!before->is && image->is)
        truth_created(row->a, image->text);
    if (image->is && image->n[FINISHED] && !before->n[FINISHED])
        truth_finished(row->a, image->n[CHANGED]);
}

/* An entry that was not answered may be made again under the same number, which owns nothing. */
static void judge_node(struct row *row, const struct image *before, const struct image *image)
{
    if (image->is && row->buried && row->owned)
        broken("owner", "the number of a dead node is back");
    row->buried = row->buried || (before->is && !image->is);
}

static void take_log(const struct logged *logged)
{
    struct process *process = &world.process[logged->process];
    if (!process->alive || process->dying || process->life != logged->life)
        process = NULL;
    for (int i = 0; i < logged->count; i++) {
        struct row *row = logged->changes[i].row;
        const struct image *image = &logged->changes[i].image;
        struct image before = row->there;
        row->there = *image;
        if (row->relation == NODES)
            judge_node(row, &before, image);
        else if (row->relation == TABLES)
            judge_table(row, &before, image);
        else if (row->relation == EVENTS && image->is && !before.is)
            judge_event(row, image, process);
        else if (row->relation == RECORDS && image->is && !before.is)
            truth_recorded(row->a, row->b);
    }
}

static void stream(uint64_t to)
{
    if (!base.up)
        return;
    if (base.standby_until > world.now) {
        base_post(base.standby_until - world.now, LETTER_STANDBY, NULL, NULL, NULL, to);
        return;
    }
    while (base.sent < to && base.sent < base.end)
        take_log(&logs[base.sent++]);
    for (int i = 0; i < BACKENDS; i++)
        if (backends[i].waits_for > 0 && backends[i].waits_for <= base.sent)
            complete(&backends[i], false);
}

/* ---- bad luck ---- */

static void all_rows(void (*each)(struct row *))
{
    for (int relation = 0; relation < RELATIONS; relation++)
        for (struct row *row = first_of[relation]; row; row = row->next_of)
            each(row);
}

static void fall_back(struct row *row)
{
    row->here = row->there;
}

static void promote(void)
{
    trace("the standby is promoted, %llu transactions are gone",
          (unsigned long long)(base.end - base.sent));
    while (base.end > base.sent)
        free(logs[--base.end].changes);
    all_rows(fall_back);
}

/* Nobody gets an answer for so long. */
static int64_t be_silent(int64_t millis)
{
    int64_t until = world.now + millis;
    if (millis < LONG_MS || until <= base.up_since)
        return until;
    if (base.up_since < world.now)
        base.silent_from = world.now;
    base.up_since = until;
    return until;
}

/* What was in the log is visible after a restart, standby or not. */
static void crash(bool restarts)
{
    int64_t down = 200 + below(by_chance(300) ? 9000 : 3000);
    trace("the primary dies, %llu transactions ahead", (unsigned long long)(base.end - base.sent));
    for (int i = 0; i < BACKENDS; i++) {
        if (!backends[i].used)
            continue;
        if (backends[i].client)
            base_post(below(TRAVEL_MS), LETTER_BREAK, NULL, backends[i].client, NULL, 0);
        if (backends[i].waits_for > 0)
            release(&backends[i], true);
        free_backend(&backends[i]);
    }
    if (!restarts)
        promote();
    base.up = false;
    be_silent(down);
    base_post(down, LETTER_UP, NULL, NULL, NULL, 0);
}

/* Somebody cancels what hangs. */
static void cancel(void)
{
    for (int i = 0; i < BACKENDS; i++)
        if (backends[i].waits_for > 0 && by_chance(700)) {
            trace("a wait for the standby is cancelled");
            complete(&backends[i], true);
        }
}

static void hang_primary(void)
{
    int64_t millis = 100 + below(by_chance(300) ? 14000 : 3000);
    trace("the primary hangs for %lld ms", (long long)millis);
    base.hangs_until = be_silent(millis);
}

static void hang_standby(void)
{
    int64_t millis = 100 + below(by_chance(400) ? 14000 : 3000);
    trace("the standby hangs for %lld ms", (long long)millis);
    base.standby_until = be_silent(millis);
}

static void cut_off(void)
{
    base.away_process = (int)below(PROCESSES);
    base.away_until = world.now + 500 + below(15000);
    trace("process %d is cut off from the database", base.away_process);
}

/* While commits wait, troubles come together: these are what loses moves. */
static void make_it_worse(void)
{
    if (base.standby_until <= world.now || world.weather.calm)
        return;
    if (base.up && by_chance(250))
        crash(by_chance(300));
    else
        cancel();
    base_post(100 + below(WORSE_MS), LETTER_WORSE, NULL, NULL, NULL, 0);
}

void base_luck(void)
{
    switch (below(8)) {
    case 0:
    case 1:
        if (base.up)
            crash(by_chance(500));
        break;
    case 2:
        if (base.hangs_until <= world.now)
            hang_primary();
        break;
    case 3:
    case 4:
        if (base.standby_until > world.now)
            break;
        hang_standby();
        if (by_chance(500))
            base_post(below(WORSE_MS), LETTER_WORSE, NULL, NULL, NULL, 0);
        break;
    case 5: cancel(); break;
    case 6: cut_off(); break;
    case 7: base.cuts = (int)below(3) ? (int)below(20) : (int)below(200); break;
    }
}

bool base_reaches(const struct process *process)
{
    return process->index != base.away_process || base.away_until <= world.now;
}

void base_calm(void)
{
    base.cuts = 0;
    if (base.up_since > world.now)
        base.up_since = 0; /* the silence was not that long */
    base.hangs_until = base.standby_until = base.away_until = 0;
    if (base.up)
        base_post(0, LETTER_STANDBY, NULL, NULL, NULL, base.end);
    else
        base_post(0, LETTER_UP, NULL, NULL, NULL, 0);
}

/* ---- what happens ---- */

void base_happens(uint32_t at)
{
    struct letter letter = letters[at];
    struct backend *backend = letter.backend >= 0 ? &backends[letter.backend] : NULL;
    struct pg_conn *conn = letter.conn ? pq_find(letter.conn) : NULL;
    letters[at].used = false;
    if (backend && (!backend->used || backend->serial != letter.serial))
        backend = NULL;
    switch (letter.kind) {
    case LETTER_REQUEST:
        if (backend && base.hangs_until > world.now)
            base_post(base.hangs_until - world.now + below(10), letter.kind, backend, NULL,
                      letter.what, 0);
        else if (backend)
            base_request(backend, letter.what);
        else
            free_what(letter.kind, letter.what);
        break;
    case LETTER_ANSWER:
        if (conn)
            pq_arrive(conn, letter.what);
        else
            free_what(letter.kind, letter.what);
        break;
    case LETTER_BREAK:
        if (conn)
            pq_break(conn);
        break;
    case LETTER_GONE:
        if (backend)
            base_leave(backend);
        break;
    case LETTER_LOCK:
        if (backend && backend->lock_since > 0)
            work(backend);
        break;
    case LETTER_IDLE:
        if (backend && backend->explicit && !backend->first &&
            backend->exchanges == letter.number) {
            if (backend->client)
                base_post(0, LETTER_BREAK, NULL, backend->client, NULL, 0);
            free_backend(backend);
        }
        break;
    case LETTER_STANDBY: stream(letter.number); break;
    case LETTER_WORSE: make_it_worse(); break;
    case LETTER_UP:
        if (!base.up)
            trace("the primary is up");
        base.up = true;
        base_post(0, LETTER_STANDBY, NULL, NULL, NULL, base.end);
        break;
    }
}

/* ---- a run ---- */

static void free_rows(void)
{
    for (int relation = 0; relation < RELATIONS; relation++) {
        for (struct row *row = first_of[relation], *next; row; row = next) {
            next = row->next_of;
            free(row);
        }
        first_of[relation] = NULL;
        last_of[relation] = &first_of[relation];
    }
    memset(buckets, 0, sizeof buckets);
}

void base_reset(void)
{
    for (int i = 0; i < BACKENDS; i++) {
        backends[i].index = i;
        if (backends[i].used)
            free_backend(&backends[i]);
    }
    for (uint32_t i = 0; i < letter_count; i++) {
        if (letters[i].used)
            free_what(letters[i].kind, letters[i].what);
        letters[i].used = false;
    }
    while (base.end > 0)
        free(logs[--base.end].changes);
    for (struct kept_bytes *next; kept; kept = next) {
        next = kept->next;
        free(kept);
    }
    free_rows();
    base = (struct base){.up = true, .away_process = -1, .cuts = (int)below(20)};
}
