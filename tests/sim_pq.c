/* SPDX-License-Identifier: MIT */
/*
 * libpq's calls, and the lines between a process and the database. What is sent may arrive late, or
 * never; so may the answer, or only a part of it; and neither end knows what the other has heard.
 */
#include <fcntl.h>
#include <stdlib.h>

#include "base/check.h"
#include "sim_base.h"

enum { LINE_MS = 4, LATE_MS = 9000, CONNECT_MS = 3000, NOTICE_MS = 12000, PATIENCE_MS = 5000 };

/* Bytes that belong to one result. */
struct chunk {
    struct chunk *next;
    uint8_t bytes[8];
};

struct pg_conn {
    struct pg_conn *next;
    uint32_t number;
    struct process *process;
    uint32_t life;
    bool bad;
    struct backend *backend;
    PQnoticeReceiver receiver;
    void *context;
    struct request *first, **last; /* not sent yet */
    struct pg_result *arrived, **arrived_last;
    bool null_follows;
};

static struct pg_conn *connections;
static uint32_t last_number;

static struct pg_conn *mine(const PGconn *conn)
{
    return (struct pg_conn *)(uintptr_t)conn;
}

static struct pg_result *result_of(const PGresult *result)
{
    return (struct pg_result *)(uintptr_t)result;
}

/* ---- results ---- */

struct pg_result *result_new(ExecStatusType status)
{
    struct pg_result *result = calloc(1, sizeof *result);
    CHECK(result);
    result->status = status;
    result->message = "";
    return result;
}

void result_free(struct pg_result *result)
{
    while (result) {
        struct pg_result *next = result->next;
        for (struct chunk *chunk = result->chunks, *after; chunk; chunk = after) {
            after = chunk->next;
            free(chunk);
        }
        free(result->fields);
        free(result);
        result = next;
    }
}

void result_row(struct pg_result *result, int columns)
{
    CHECK(result->rows == 0 || result->columns == columns);
    result->columns = columns;
    if ((result->rows + 1) * columns > result->capacity) {
        result->capacity = 2 * (result->rows + 1) * columns;
        result->fields = realloc(result->fields, (size_t)result->capacity * sizeof *result->fields);
        CHECK(result->fields);
    }
    memset(&result->fields[result->rows * columns], 0, (size_t)columns * sizeof *result->fields);
    result->rows++;
}

static void add_field(struct pg_result *result, const void *bytes, int size)
{
    struct field *field = &result->fields[(result->rows - 1) * result->columns];
    while (field->bytes)
        field++;
    CHECK(field < result->fields + result->rows * result->columns);
    *field = (struct field){bytes, size};
}

void result_number(struct pg_result *result, int64_t number)
{
    struct chunk *chunk = malloc(sizeof *chunk);
    CHECK(chunk);
    chunk->next = result->chunks;
    result->chunks = chunk;
    for (int i = 0; i < 8; i++)
        chunk->bytes[i] = (uint8_t)((uint64_t)number >> (8 * (7 - i)));
    add_field(result, chunk->bytes, 8);
}

void result_bytes(struct pg_result *result, const void *bytes, size_t size)
{
    add_field(result, base_keep(bytes, size), (int)size);
}

void result_null(struct pg_result *result)
{
    add_field(result, "", -1);
}

/* ---- what arrives ---- */

struct process *pq_process(const struct pg_conn *conn)
{
    return conn->process;
}

struct pg_conn *pq_find(uint32_t number)
{
    struct pg_conn *conn = connections;
    while (conn && conn->number != number)
        conn = conn->next;
    return conn;
}

uint32_t pq_number(const struct pg_conn *conn)
{
    return conn->number;
}

static void wake(const struct pg_conn *conn)
{
    for (int i = 0; i < TASKS; i++)
        task_wake(node_task(conn->process, i));
}

static void free_requests(struct request *request)
{
    while (request) {
        struct request *next = request->next;
        free(request);
        request = next;
    }
}

static void free_conn(struct pg_conn *conn)
{
    struct pg_conn **at = &connections;
    while (*at != conn)
        at = &(*at)->next;
    *at = conn->next;
    free_requests(conn->first);
    result_free(conn->arrived);
    free(conn);
}

void pq_arrive(struct pg_conn *conn, struct pg_result *results)
{
    if (conn->bad) {
        result_free(results);
        return;
    }
    *conn->arrived_last = results;
    while (*conn->arrived_last)
        conn->arrived_last = &(*conn->arrived_last)->next;
    wake(conn);
}

void pq_break(struct pg_conn *conn)
{
    conn->bad = true;
    wake(conn);
}

void pq_forget_backend(struct pg_conn *conn)
{
    conn->backend = NULL;
}

/* The server learns it now, or much later. */
static void hang_up(struct pg_conn *conn)
{
    conn->bad = true;
    if (conn->backend)
        base_post(by_chance(700) ? below(LINE_MS) : below(NOTICE_MS), LETTER_GONE, conn->backend,
                  NULL, NULL, 0);
    if (conn->backend)
        conn->backend->client = NULL;
    conn->backend = NULL;
}

void pq_end_all(const struct process *process)
{
    for (struct pg_conn *conn = connections; conn; conn = conn->next)
        if (conn->process == process)
            hang_up(conn);
}

void pq_reset(void)
{
    while (connections)
        free_conn(connections);
}

static bool is_dead(const struct pg_conn *conn)
{
    return conn->bad || conn->process->dying || conn->process->life != conn->life;
}

/* ---- connecting ---- */

static PGconn *fake_PQconnectStartParams(const char *const *keys, const char *const *values, int n)
{
    struct pg_conn *conn = calloc(1, sizeof *conn);
    (void)keys, (void)values, (void)n;
    CHECK(conn && task_current());
    conn->number = ++last_number;
    conn->process = task_current()->process;
    conn->life = conn->process->life;
    conn->bad = true;
    conn->last = &conn->first;
    conn->arrived_last = &conn->arrived;
    conn->next = connections;
    connections = conn;
    return (PGconn *)conn;
}

static PGconn *fake_PQconnectdbParams(const char *const *keys, const char *const *values, int n)
{
    struct pg_conn *conn = mine(fake_PQconnectStartParams(keys, values, n));
    bool silent = !base_reaches(conn->process) || base.hangs_until > world.now;
    task_sleep(silent ? CONNECT_MS : 1 + below(LINE_MS));
    if (!is_dead((conn->bad = false, conn)) && base.up && base_reaches(conn->process) &&
        base.hangs_until <= world.now)
        conn->backend = base_connect(conn);
    conn->bad = !conn->backend;
    return (PGconn *)conn;
}

static PostgresPollingStatusType fake_PQconnectPoll(PGconn *conn)
{
    (void)conn;
    return PGRES_POLLING_FAILED;
}

static ConnStatusType fake_PQstatus(const PGconn *conn)
{
    return is_dead(mine(conn)) ? CONNECTION_BAD : CONNECTION_OK;
}

static char *fake_PQerrorMessage(const PGconn *conn)
{
    static char lost[] = "the line is broken", none[] = "";
    return is_dead(mine(conn)) ? lost : none;
}

static void fake_PQfinish(PGconn *conn)
{
    struct pg_conn *own = mine(conn);
    if (own->backend)
        base_post(below(LINE_MS), LETTER_GONE, own->backend, NULL, NULL, 0);
    if (own->backend)
        own->backend->client = NULL;
    free_conn(own);
}

static PQnoticeReceiver fake_PQsetNoticeReceiver(PGconn *conn, PQnoticeReceiver receiver,
                                                 void *context)
{
    mine(conn)->receiver = receiver;
    mine(conn)->context = context;
    return NULL;
}

static int fake_PQsetnonblocking(PGconn *conn, int on)
{
    (void)conn, (void)on;
    return 0;
}

static int fake_PQenterPipelineMode(PGconn *conn)
{
    (void)conn;
    return 1;
}

static PGVerbosity fake_PQsetErrorVerbosity(PGconn *conn, PGVerbosity verbosity)
{
    (void)conn;
    return verbosity;
}

/* ---- sending ---- */

static int add_request(PGconn *conn, int statement, const char *sql, int count,
                       const char *const *values, const int *sizes)
{
    struct pg_conn *own = mine(conn);
    size_t size = sql ? string_size(sql) + 1 : 0, at = size;
    for (int i = 0; i < count; i++)
        size += (size_t)sizes[i];
    struct request *request = calloc(1, sizeof *request + size);
    CHECK(request && count <= PARAMETERS_MAX);
    request->statement = statement;
    request->count = count;
    if (sql) {
        memcpy(request->bytes, sql, at);
        request->sql = (const char *)request->bytes;
    }
    for (int i = 0; i < count; i++) {
        request->values[i] = (struct value_in){request->bytes + at, (size_t)sizes[i]};
        if (sizes[i] > 0)
            memcpy(request->bytes + at, values[i], (size_t)sizes[i]);
        at += (size_t)sizes[i];
    }
    *own->last = request;
    own->last = &request->next;
    return !is_dead(own);
}

static int fake_PQsendQueryPrepared(PGconn *conn, const char *name, int count,
                                    const char *const *values, const int *sizes, const int *formats,
                                    int format)
{
    struct scan scan = {name + 1};
    int64_t statement;
    (void)formats, (void)format;
    CHECK(scan_number(&scan, 0, PG_STATEMENTS - 1, &statement));
    return add_request(conn, (int)statement, NULL, count, values, sizes);
}

static int fake_PQsendQueryParams(PGconn *conn, const char *sql, int count, const Oid *types,
                                  const char *const *values, const int *sizes, const int *formats,
                                  int format)
{
    (void)types, (void)formats, (void)format;
    return add_request(conn, -1, sql, count, values, sizes);
}

static int fake_PQsendPrepare(PGconn *conn, const char *name, const char *sql, int count,
                              const Oid *types)
{
    (void)name, (void)sql, (void)count, (void)types;
    return add_request(conn, -1, "PREPARE", 0, NULL, NULL);
}

/* The end of an exchange: it travels. */
static int fake_PQpipelineSync(PGconn *conn)
{
    struct pg_conn *own = mine(conn);
    struct request *first = own->first;
    int64_t delay = 1 + below(LINE_MS);
    own->first = NULL;
    own->last = &own->first;
    for (const struct request *at = first; at; at = at->next)
        if (at->statement == PG_BURY)
            sql_judge_burial(at);
    if (is_dead(own)) {
        free_requests(first);
        return 0;
    }
    if (!base_reaches(own->process)) { /* it may still arrive, when nobody waits any more */
        delay = base.away_until - world.now + below(LATE_MS);
        if (by_chance(500)) {
            free_requests(first);
            return 1;
        }
    } else if (by_chance(base.cuts)) {
        uint32_t how = below(3);
        if (how == 0)
            delay += below(LATE_MS);
        else
            base_post(delay + (how == 1 ? 0 : below(2 * LINE_MS)), LETTER_BREAK, NULL, own, NULL,
                      0);
        if (how == 1 && by_chance(500)) {
            free_requests(first);
            return 1;
        }
    }
    base_post(delay, LETTER_REQUEST, own->backend, NULL, first, 0);
    return 1;
}

static int fake_PQflush(PGconn *conn)
{
    return is_dead(mine(conn)) ? -1 : 0;
}

/* ---- receiving ---- */

static void take_notices(struct pg_conn *conn)
{
    while (conn->arrived && conn->arrived->status == PGRES_NONFATAL_ERROR) {
        struct pg_result *notice = conn->arrived;
        conn->arrived = notice->next;
        if (!conn->arrived)
            conn->arrived_last = &conn->arrived;
        notice->next = NULL;
        conn->receiver(conn->context, (PGresult *)notice);
        result_free(notice);
    }
}

static int fake_PQisBusy(PGconn *conn)
{
    struct pg_conn *own = mine(conn);
    take_notices(own);
    if (own->null_follows || own->arrived)
        return 0;
    if (!is_dead(own))
        task_sleep(PATIENCE_MS);
    take_notices(own);
    return !own->arrived;
}

static int fake_PQconsumeInput(PGconn *conn)
{
    return !is_dead(mine(conn)) || mine(conn)->arrived;
}

/* Always ready: waiting is done in PQisBusy. */
static int fake_PQsocket(const PGconn *conn)
{
    static int ready = -1;
    if (ready < 0)
        ready = open("/dev/null", O_RDWR);
    return is_dead(mine(conn)) ? -1 : ready;
}

static PGresult *fake_PQgetResult(PGconn *conn)
{
    struct pg_conn *own = mine(conn);
    struct pg_result *result = own->arrived;
    if (own->null_follows || !result) {
        own->null_follows = false;
        return NULL;
    }
    own->arrived = result->next;
    if (!own->arrived)
        own->arrived_last = &own->arrived;
    result->next = NULL;
    own->null_follows = result->status != PGRES_PIPELINE_SYNC;
    return (PGresult *)result;
}

static void fake_PQclear(PGresult *result)
{
    result_free(result_of(result));
}

static ExecStatusType fake_PQresultStatus(const PGresult *result)
{
    return result_of(result)->status;
}

static char *fake_PQresultErrorMessage(const PGresult *result)
{
    return (char *)(uintptr_t)result_of(result)->message;
}

static char *fake_PQresultErrorField(const PGresult *result, int field)
{
    static char warning[] = "WARNING";
    struct pg_result *own = result_of(result);
    if (field == PG_DIAG_SQLSTATE)
        return own->state;
    return own->status == PGRES_NONFATAL_ERROR ? warning : NULL;
}

static int fake_PQntuples(const PGresult *result)
{
    return result_of(result)->rows;
}

static char *fake_PQcmdStatus(PGresult *result)
{
    return result_of(result)->command;
}

static const struct field *field_of(const PGresult *result, int row, int column)
{
    const struct pg_result *own = result_of(result);
    CHECK(row < own->rows && column < own->columns);
    return &own->fields[row * own->columns + column];
}

static char *fake_PQgetvalue(const PGresult *result, int row, int column)
{
    return (char *)(uintptr_t)field_of(result, row, column)->bytes;
}

static int fake_PQgetlength(const PGresult *result, int row, int column)
{
    int size = field_of(result, row, column)->size;
    return size < 0 ? 0 : size;
}

static int fake_PQgetisnull(const PGresult *result, int row, int column)
{
    return field_of(result, row, column)->size < 0;
}

static PGresult *fake_PQexec(PGconn *conn, const char *sql)
{
    (void)conn, (void)sql;
    return NULL;
}

#define FAKE(name) .name = fake_##name,

const struct libpq *libpq(void)
{
    static const struct libpq calls = {LIBPQ_CALLS(FAKE)};
    return &calls;
}
