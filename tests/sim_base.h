/* SPDX-License-Identifier: MIT */
/*
 * A database as a neighbour: PostgreSQL with a synchronous standby, as far as src/store/postgres*.c
 * can tell. Only libpq's calls are replaced; everything above them is the server's own.
 *
 *     writer, reader ──libpq's calls──▶ lines ──▶ backends ──▶ rows, locks ──▶ log ──▶ standby
 *     (sim_task.c)     (sim_pq.c)                 (sim_base_sql.c, sim_base.c)         = the truth
 *
 * A transaction is visible once the standby has it; or once nobody waits for that any more, because
 * the wait was cancelled or the primary was restarted. What is only on the primary is gone when the
 * standby is promoted. The judge is told of what the standby has, when it gets it.
 */
#ifndef KUFSA_TESTS_SIM_BASE_H
#define KUFSA_TESTS_SIM_BASE_H

#include "sim_nodes.h"
#include "store/postgres.h"

enum { BACKENDS = 48 /* one bit each */ };

/* ---- sim_base.c ---- */

enum relation { NODES, TABLES, EVENTS, RECORDS, METAS };

struct image {
    bool is;
    int64_t n[5]; /* tables: finished, created, changed, owner, sum; events: time, sum, writer;
                     records, metas: sum; nodes: beat */
    const char *bytes;
    uint32_t size;
    char text[STORE_NAME_MAX + 1];
};

enum { FINISHED, CREATED, CHANGED, OWNER, ROW_SUM };
enum { AT, EVENT_SUM, BY };

struct row {
    struct row *next, *next_of; /* in its bucket, and of its relation */
    enum relation relation;
    int64_t a, b;
    struct image here, future, there; /* committed; by `writer`; on the standby */
    struct backend *writer;
    uint64_t sharers; /* bits of backends that keep it from being deleted */
    int64_t moved;    /* nodes: when its beat last did */
    bool buried;      /* nodes: for good, on the standby */
    bool owned;       /* … and it has had a table */
};

struct value_in {
    const uint8_t *bytes;
    size_t size;
};

/* A statement, as it was sent. */
struct request {
    struct request *next;
    int statement; /* or -1: */
    const char *sql;
    int count;
    struct value_in values[PARAMETERS_MAX];
    uint8_t bytes[];
};

struct field {
    const void *bytes;
    int size; /* -1: NULL */
};

/* What libpq calls a result. */
struct pg_result {
    struct pg_result *next;
    ExecStatusType status; /* PGRES_NONFATAL_ERROR: a notice */
    bool last;             /* of its statement: a NULL follows */
    int rows, columns, capacity;
    struct field *fields;
    char state[6], command[12];
    const char *message;
    struct chunk *chunks; /* numbers */
};

/* A server's process, for one connection. */
struct backend {
    bool used;
    int index;
    uint32_t serial;
    struct pg_conn *client; /* NULL: gone */
    int process;
    uint32_t life;
    struct request *first, **last;
    bool explicit, failed; /* its transaction */
    bool skips;            /* to the end of the exchange: something has failed */
    int64_t lock_since;    /* 0: it waits for no lock */
    uint64_t waits_for;    /* a place in the log, 0: none */
    uint32_t exchanges;
    int64_t nodes_seen[16]; /* by a statement that waits: who was alive when it began */
    int nodes_count;
    struct row **touched;
    int touched_count, touched_capacity;
    bool logged; /* its end waits for the standby */
    struct pg_result *results, **results_last;
    int64_t answered; /* when the last of them arrives */
};

struct base {
    bool up;
    int64_t silent_from, up_since; /* the last long silence, and its end */
    int64_t hangs_until;           /* the primary answers nobody before */
    int64_t standby_until;         /* the standby takes nothing before */
    uint64_t end, sent;            /* of the log; how much of it the standby has */
    int cuts;                      /* lines that break, per thousand exchanges */
    int away_process;              /* that is cut off, or -1 */
    int64_t away_until;
};

extern struct base base;

bool base_reaches(const struct process *);

/* A new connection's backend; NULL: it cannot be had now. */
struct backend *base_connect(struct pg_conn *);
void base_leave(struct backend *);                     /* its client has gone */
void base_request(struct backend *, struct request *); /* an exchange, whose answers are sent */

struct row *row_find(enum relation, int64_t a, int64_t b);
struct row *row_get(enum relation, int64_t a, int64_t b);
struct row *rows_first(enum relation);
const struct image *row_image(const struct row *, const struct backend *);

enum progress { DONE, WAIT, FAIL };

/* Locks, until the transaction ends. WAIT: somebody else has it. */
enum progress row_write(struct row *, struct backend *);
enum progress row_drop(struct row *, struct backend *); /* to be deleted: nobody may share it */
enum progress row_share(struct row *, struct backend *);

const void *base_keep(const void *bytes, size_t size); /* until the run ends */

/* ---- sim_base_sql.c ---- */

enum progress sql_run(struct backend *, const struct request *, struct pg_result *);

void sql_judge_burial(const struct request *); /* when somebody decides on it */

/* ---- sim_pq.c: libpq ---- */

struct pg_result *result_new(ExecStatusType);
void result_free(struct pg_result *);
void result_row(struct pg_result *, int columns);
void result_number(struct pg_result *, int64_t);
void result_bytes(struct pg_result *, const void *, size_t);
void result_null(struct pg_result *);

void pq_reset(void);
struct pg_conn *pq_find(uint32_t number); /* NULL: it is closed */
uint32_t pq_number(const struct pg_conn *);
void pq_arrive(struct pg_conn *, struct pg_result *); /* takes the list over */
void pq_break(struct pg_conn *);
void pq_end_all(const struct process *); /* it is killed */
struct process *pq_process(const struct pg_conn *);
void pq_forget_backend(struct pg_conn *);

/* Something that travels between the two. */
enum letter_kind {
    LETTER_REQUEST, /* an exchange reaches a backend */
    LETTER_ANSWER,  /* answers reach a connection */
    LETTER_BREAK,   /* a connection breaks: its process learns it */
    LETTER_GONE,    /* … and its backend */
    LETTER_LOCK,    /* a lock may be free, or has been waited for long enough */
    LETTER_IDLE,    /* nobody has ended the transaction */
    LETTER_STANDBY, /* the log, up to a number, reaches the standby */
    LETTER_WORSE,   /* it hangs, and somebody does something about it */
    LETTER_UP,      /* the primary is there again */
};
void base_post(int64_t delay, enum letter_kind, struct backend *, struct pg_conn *, void *what,
               uint64_t number);

#endif
