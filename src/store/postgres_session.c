/* SPDX-License-Identifier: MIT */
/*
 * A connection to PostgreSQL. Statements are sent in a pipeline, so that an exchange is one round
 * trip, however many there are.
 *
 * An answer is complete with the sync that ends it (PGRES_PIPELINE_SYNC): a statement's own "done"
 * comes before its transaction is durable. Without that sync the fate of what was sent is unknown,
 * and the connection is closed: `answered` is false then.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "store/postgres.h"
#include "system/system.h"

enum { STATE_SIZE = 5, NAME_SIZE = 8 };

#define CONNECT_S "3" /* for each host */
#define LINE_MS "5000"

/* ---- what went wrong ---- */

static enum store_status status_of_class(const char *state)
{
    static const struct {
        const char *start;
        enum store_status status;
    } classes[] = {
        {"28", STORE_NO_ENTRY},                                 /* user, password, pg_hba.conf */
        {"3D", STORE_NO_DATABASE},  {"3F000", STORE_NO_RIGHTS}, /* no schema to create in */
        {"42501", STORE_NO_RIGHTS}, {"42", STORE_FOREIGN},      /* not the tables that we know */
        {"25006", STORE_READ_ONLY}, {"23", STORE_CONFLICT},     {"40", STORE_BUSY},
        {"55P03", STORE_BUSY},      {"53100", STORE_DISK_FULL}, {"53200", STORE_NO_MEMORY},
        {"53", STORE_AWAY},         {"57", STORE_AWAY},         {"08", STORE_AWAY},
        {"XX001", STORE_CORRUPT},   {"XX002", STORE_CORRUPT},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (strncmp(state, classes[i].start, string_size(classes[i].start)) == 0)
            return classes[i].status;
    return STORE_IO;
}

/* The first line of a message. */
static void keep_why(struct session *session, const char *message)
{
    struct text why;
    text_init(&why, session->why, sizeof session->why);
    for (; *message != '\0' && *message != '\n'; message++)
        text_char(&why, *message);
}

/* Servers may speak any language; only the code in a verbose message is the same everywhere, as in
 * "FATAL:  28P01: …". */
static enum store_status status_of_message(const char *message)
{
    for (const char *at = message; *at != '\0'; at++) {
        bool code = at > message && at[-1] == ' ' && at[0] >= '0' && at[0] <= '9';
        for (int i = 1; i < STATE_SIZE && code; i++)
            code = (at[i] >= '0' && at[i] <= '9') || (at[i] >= 'A' && at[i] <= 'Z');
        enum store_status status = code && at[STATE_SIZE] == ':' ? status_of_class(at) : STORE_IO;
        if (status != STORE_IO)
            return status;
    }
    return strstr(message, "read-only") ? STORE_READ_ONLY : STORE_AWAY; /* libpq's own wording */
}

/* ---- connecting ---- */

struct connect_words {
    const char *keys[12], *values[12];
};

/* The URL may override all but the last. */
static struct connect_words words_for(const char *url)
{
    return (struct connect_words){
        {"connect_timeout", "fallback_application_name", "client_encoding", "keepalives_idle",
         "keepalives_interval", "keepalives_count", "tcp_user_timeout", "dbname",
         "target_session_attrs", NULL},
        {CONNECT_S, "kufsa", "UTF8", "5", "2", "2", LINE_MS, url, "read-write", NULL},
    };
}

static bool wait_socket(struct session *session, bool writing, int64_t until)
{
    int64_t left = until - system_millis();
    struct pollfd ready = {.fd = session->pq->PQsocket(session->conn),
                           .events = (short)(POLLIN | (writing ? POLLOUT : 0))};
    if (left <= 0 || ready.fd < 0)
        return false;
    int count = poll(&ready, 1, (int)left);
    return count > 0 || (count < 0 && errno == EINTR);
}

/* libpq reports what a server said only as text, in the server's language. Connects once more to
 * get a text with codes. */
static enum store_status why_not(struct session *session, const char *url)
{
    struct connect_words words = words_for(url);
    int64_t until = system_millis() + session->wait_ms;
    PostgresPollingStatusType next = PGRES_POLLING_WRITING;
    session->conn = session->pq->PQconnectStartParams(words.keys, words.values, 1);
    if (!session->conn)
        return STORE_NO_MEMORY;
    session->pq->PQsetErrorVerbosity(session->conn, PQERRORS_VERBOSE);
    if (session->pq->PQstatus(session->conn) == CONNECTION_BAD)
        next = PGRES_POLLING_FAILED;
    while (next != PGRES_POLLING_FAILED && next != PGRES_POLLING_OK &&
           wait_socket(session, next == PGRES_POLLING_WRITING, until))
        next = session->pq->PQconnectPoll(session->conn);
    return status_of_message(session->pq->PQerrorMessage(session->conn));
}

static void note_warning(void *context, const PGresult *notice)
{
    struct session *session = context;
    const char *severity = session->pq->PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && strcmp(severity, "WARNING") == 0) {
        session->warned = true;
        keep_why(session, session->pq->PQresultErrorMessage(notice));
    }
}

/* Some databases that speak PostgreSQL's protocol do not know all of them. */
static enum store_status set_session(struct session *session)
{
    static const char *const settings[] = {
        "SET jit = off", /* compiling a statement took longer than running it fifty times */
        "SET plan_cache_mode = force_generic_plan",
        "SET enable_seqscan = off", /* before the first ANALYZE a scan looks cheap */
        "SET lock_timeout = '4s'",  /* less than WRITE_WAIT_MS: an answer, not a doubt */
        "SET idle_in_transaction_session_timeout = '10s'",
        "SET default_transaction_isolation = 'read committed'",
        /* on, unless it is stricter: with remote_write a standby's machine may still lose it */
        ("SELECT set_config('synchronous_commit', 'on', false)"
         " WHERE current_setting('synchronous_commit') <> 'remote_apply'"),
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        session_start(session);
        session_send_sql(session, settings[i]);
        enum store_status status = session_end(session);
        if (!session->answered)
            return status;
    }
    return STORE_OK;
}

enum store_status session_connect(struct session *session, const char *url)
{
    struct connect_words words = words_for(url);
    session->pq = libpq();
    if (!session->pq) {
        keep_why(session, "libpq.so.5, version 14 or newer, is not installed");
        return STORE_NO_LIBRARY;
    }
    session->conn = session->pq->PQconnectdbParams(words.keys, words.values, 1);
    if (!session->conn)
        return STORE_NO_MEMORY;
    if (session->pq->PQstatus(session->conn) != CONNECTION_OK) {
        keep_why(session, session->pq->PQerrorMessage(session->conn));
        session_close(session);
        enum store_status status = why_not(session, url);
        session_close(session);
        return status;
    }
    session->pq->PQsetNoticeReceiver(session->conn, note_warning, session);
    if (session->pq->PQsetnonblocking(session->conn, 1) != 0 ||
        !session->pq->PQenterPipelineMode(session->conn)) {
        session_close(session);
        return STORE_NO_MEMORY;
    }
    return set_session(session);
}

static const char *name_of(enum statement statement, char out[NAME_SIZE])
{
    struct text text;
    text_init(&text, out, NAME_SIZE);
    text_char(&text, 'k');
    text_number(&text, statement);
    return out;
}

enum store_status session_prepare(struct session *session)
{
    session_start(session);
    for (int i = 0; i < PG_STATEMENTS; i++) {
        char name[NAME_SIZE];
        if (!session->pq->PQsendPrepare(session->conn, name_of((enum statement)i, name),
                                        postgres_sql[i], 0, NULL))
            session->failed = true;
        session->sent++;
    }
    return session_end(session);
}

enum store_status session_open(struct session *session, const char *url)
{
    enum store_status status = session_connect(session, url);
    if (status == STORE_OK)
        status = session_prepare(session);
    if (status != STORE_OK)
        session_close(session);
    return status;
}

static void forget_results(struct session *session)
{
    for (int i = 0; i < session->capacity; i++) {
        if (session->results[i])
            session->pq->PQclear(session->results[i]);
        session->results[i] = NULL;
    }
}

void session_close(struct session *session)
{
    if (session->results)
        forget_results(session);
    free(session->results);
    session->results = NULL;
    session->capacity = 0;
    if (session->conn)
        session->pq->PQfinish(session->conn);
    session->conn = NULL;
}

/* ---- an exchange ---- */

void session_start(struct session *session)
{
    if (session->results)
        forget_results(session);
    session->sent = 0;
    session->failed = session->answered = session->warned = false;
    session->state[0] = '\0';
    session->why[0] = '\0';
}

/* Parameters as libpq takes them. */
struct session_arguments {
    int count;
    const char *values[PARAMETERS_MAX];
    int sizes[PARAMETERS_MAX], binary[PARAMETERS_MAX];
};

static bool unpack(struct session *session, const struct packed *packed,
                   struct session_arguments *out)
{
    out->count = packed ? packed->count : 0;
    for (int i = 0; i < out->count; i++) {
        out->values[i] = packed->bytes + packed->at[i];
        out->sizes[i] = (int)(packed->at[i + 1] - packed->at[i]);
        out->binary[i] = 1;
    }
    session->sent++;
    return session->conn && !(packed && packed->lost);
}

void session_send(struct session *session, enum statement statement, const struct packed *packed)
{
    struct session_arguments with = {.count = 0};
    char name[NAME_SIZE];
    if (!unpack(session, packed, &with) ||
        !session->pq->PQsendQueryPrepared(session->conn, name_of(statement, name), with.count,
                                          with.values, with.sizes, with.binary, 1))
        session->failed = true;
}

void session_send_unprepared(struct session *session, const char *sql, const struct packed *packed)
{
    struct session_arguments with = {.count = 0};
    if (!unpack(session, packed, &with) ||
        !session->pq->PQsendQueryParams(session->conn, sql, with.count, NULL, with.values,
                                        with.sizes, with.binary, 1))
        session->failed = true;
}

void session_send_sql(struct session *session, const char *sql)
{
    session_send_unprepared(session, sql, NULL);
}

static bool make_room(struct session *session)
{
    if (session->sent <= session->capacity)
        return true;
    PGresult **more = realloc(session->results, (size_t)session->sent * sizeof(PGresult *));
    if (!more)
        return false;
    session->results = more;
    for (; session->capacity < session->sent; session->capacity++)
        session->results[session->capacity] = NULL;
    return true;
}

/* Writes what is buffered and reads until the next answer is there. */
static bool pump(struct session *session, int64_t until)
{
    const struct libpq *pq = session->pq;
    for (;;) {
        int left = pq->PQflush(session->conn);
        if (left < 0)
            return false;
        if (left == 0 && !pq->PQisBusy(session->conn))
            return true;
        if (!wait_socket(session, left > 0, until)) {
            keep_why(session, "no answer from the database");
            return false;
        }
        if (!pq->PQconsumeInput(session->conn))
            return false;
    }
}

static void note_error(struct session *session, const PGresult *result)
{
    const char *state = session->pq->PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (session->state[0] != '\0')
        return;
    struct text text;
    text_init(&text, session->state, sizeof session->state);
    text_string(&text, state ? state : "08006");
    keep_why(session, session->pq->PQresultErrorMessage(result));
}

/* The answer to one statement. False: it is missing. */
static bool take_answer(struct session *session, int n, int64_t until)
{
    const struct libpq *pq = session->pq;
    for (;;) {
        if (!pump(session, until))
            return false;
        PGresult *result = pq->PQgetResult(session->conn);
        if (!result)
            return session->results[n] != NULL;
        ExecStatusType status = pq->PQresultStatus(result);
        if (status == PGRES_FATAL_ERROR)
            note_error(session, result);
        if (session->results[n])
            pq->PQclear(session->results[n]);
        session->results[n] = result;
        if (pq->PQstatus(session->conn) != CONNECTION_OK)
            return false;
    }
}

static bool take_sync(struct session *session, int64_t until)
{
    if (!pump(session, until))
        return false;
    PGresult *result = session->pq->PQgetResult(session->conn);
    bool sync = result && session->pq->PQresultStatus(result) == PGRES_PIPELINE_SYNC;
    session->pq->PQclear(result);
    return sync;
}

enum store_status session_end(struct session *session)
{
    int64_t until = system_millis() + session->wait_ms;
    bool going = session->conn && make_room(session) && !session->failed &&
                 session->pq->PQpipelineSync(session->conn);
    for (int i = 0; i < session->sent && going; i++)
        going = take_answer(session, i, until);
    session->answered = going && take_sync(session, until);
    if (!session->answered) {
        if (session->why[0] == '\0')
            keep_why(session,
                     session->conn ? session->pq->PQerrorMessage(session->conn) : "no connection");
        session_close(session);
        return session->state[0] != '\0' ? status_of_class(session->state) : STORE_AWAY;
    }
    if (session->state[0] != '\0')
        return status_of_class(session->state);
    return session->warned ? STORE_AWAY : STORE_OK;
}

/* ---- answers ---- */

int session_rows(const struct session *session, int n)
{
    return session->pq->PQntuples(session->results[n]);
}

bool session_did(const struct session *session, int n, const char *command)
{
    return strcmp(session->pq->PQcmdStatus(session->results[n]), command) == 0;
}

static int64_t number_in(const uint8_t *bytes, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return size == 4 ? (int32_t)(uint32_t)number : (int64_t)number;
}

int64_t session_number(const struct session *session, int n, int row, int column)
{
    const PGresult *result = session->results[n];
    const void *bytes = session->pq->PQgetvalue(result, row, column);
    return number_in(bytes, session->pq->PQgetlength(result, row, column));
}

/* The columns are of the types that the statements ask for: the kinds say which. */
void session_values(const struct session *session, int n, int row, struct value *values, int count)
{
    const PGresult *result = session->results[n];
    for (int i = 0; i < count; i++) {
        struct value *value = &values[i];
        value->bytes = (const uint8_t *)session->pq->PQgetvalue(result, row, i);
        value->size = (size_t)session->pq->PQgetlength(result, row, i);
        if (session->pq->PQgetisnull(result, row, i))
            value->kind = VALUE_NULL;
        else if (value->kind == VALUE_NUMBER)
            value->number = number_in(value->bytes, (int)value->size);
    }
}
