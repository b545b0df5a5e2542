/* SPDX-License-Identifier: MIT */
/*
 * What the files of the PostgreSQL back end share. docs/decisions/036-postgres.md has the reasons.
 *
 *     postgres_pack.c    values in the form in which PostgreSQL takes them
 *     postgres_session.c a connection: statements out, answers in, with a time limit
 *     postgres_open.c    is the database ours, and which version? Who writes to it?
 *     postgres_heads.c   the last event of each table, as the writer knows it
 *     postgres_nodes.c   which processes are alive: our beat, and the others'
 *     postgres_claim.c   questions: which tables are ours, and their events
 *     postgres.c         the writer: a batch, and the beat
 *     postgres_read.c    reads
 *     postgres_sql.c     the schema and the statements
 */
#ifndef KUFSA_STORE_POSTGRES_H
#define KUFSA_STORE_POSTGRES_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/backend.h"
#include "store/libpq.h"
#include "store/row.h"

enum {
    POSTGRES_SCHEMA = 1,  /* the version, in `meta` */
    WRITE_WAIT_MS = 5000, /* a connection without an answer for this long is given up */
    READ_WAIT_MS = 5000,  /* the same for reads, while players wait */
    LOOK_WAIT_MS = 60000, /* … while nobody does */
    CLOSE_WAIT_MS = 800,  /* at the end nobody waits longer for the threads */
    BEAT_MS = 2000,
    LEASE_MS = 8000,  /* a node whose beat has not moved for this long is buried */
    TRUST_MS = 6000,  /* for this long after its beat a node knows that it is not buried */
    SILENT_MS = 5000, /* a node whose beat has not moved for this long may be dead */
    GAP_MS = 3500,    /* a node that looks less often than this has not watched */
    NODES_MAX = 256,
    PARAMETERS_MAX = 8,
};

/* ---- values ---- */

/* The parameters of a statement, one after the other. */
struct packed {
    char *bytes;
    size_t size, capacity;
    size_t at[PARAMETERS_MAX + 1]; /* where each begins, and the last ends */
    int count;
    bool lost; /* no memory */
};

enum packed_kind { PACKED_BYTES = 17, PACKED_NUMBERS = 20, PACKED_TEXTS = 25 }; /* of an array */

void packed_clear(struct packed *);
void packed_free(struct packed *);
void packed_number(struct packed *, int64_t);
void packed_bytes(struct packed *, const void *, size_t size);
/* Begins an array, whose items follow. */
void packed_array(struct packed *, enum packed_kind, int count);
void packed_item_number(struct packed *, int64_t);
void packed_item_bytes(struct packed *, const void *, size_t size);

/* ---- a connection ---- */

enum statement {
    PG_BEGIN,
    PG_COMMIT,
    PG_ROLLBACK,
    PG_BEAT,
    PG_TOUCH,
    PG_NODES,
    PG_BURY,
    PG_LEAVE,
    PG_STANDBY,
    PG_LOCK,
    PG_ADOPT,
    PG_HEADS,
    PG_CREATE,
    PG_APPEND,
    PG_RECORD_ADD,
    PG_META_SET,
    PG_FINISH,
    PG_ROW,
    PG_FIND_CREATED,
    PG_FIND_EVENT,
    PG_FIND_RECORD,
    PG_FIND_FINISHED,
    PG_STALE,
    PG_DROP_EVENTS,
    PG_DROP_RECORDS,
    PG_DROP_TABLES,
    PG_TABLE,
    PG_UNFINISHED_CODE,
    PG_FINISHED_CODE,
    PG_UNFINISHED,
    PG_OLD,
    PG_EVENTS,
    PG_CODES,
    PG_CLAIMED,
    PG_CLAIMED_EVENTS,
    PG_FIRST_EVENTS,
    PG_RECORD,
    PG_LAST_RECORD,
    PG_META,
    PG_TABLES,
    PG_RECORDS,
    PG_METAS,
    PG_COUNTS,
    PG_STATEMENTS,
};

/* The SQL of each, in postgres_sql.c. */
extern const char *const postgres_sql[PG_STATEMENTS];
extern const char postgres_schema[];

struct session {
    const struct libpq *pq;
    PGconn *conn;       /* NULL: none */
    int wait_ms;        /* for an answer */
    PGresult **results; /* answers to what was sent since the last session_start, in order */
    int sent, capacity;
    bool failed;   /* something could not even be sent */
    bool answered; /* to the end: what was sent is done, or will never be */
    bool warned;   /* something is done here, but perhaps not on the standby */
    char state[6]; /* SQLSTATE of the first failure; "": none */
    char why[STORE_WHY_MAX];
};

/* Connects and prepares; what is wrong with the database is in the status. */
enum store_status session_open(struct session *, const char *url);
/* Without preparing, for a database that may lack its tables; session_prepare follows. */
enum store_status session_connect(struct session *, const char *url);
enum store_status session_prepare(struct session *);
void session_close(struct session *);

/* An exchange: any number of statements, then one wait for all of their answers. Without PG_BEGIN
 * they are a transaction of their own, which ends with the exchange. */
void session_start(struct session *);
void session_send(struct session *, enum statement, const struct packed *);
void session_send_sql(struct session *, const char *sql);
void session_send_unprepared(struct session *, const char *sql, const struct packed *);
enum store_status session_end(struct session *);

/* The rows that the n-th statement of the exchange gave, and their columns. */
int session_rows(const struct session *, int n);
bool session_did(const struct session *, int n, const char *command); /* such as "COMMIT" */
void session_values(const struct session *, int n, int row, struct value *, int count);
int64_t session_number(const struct session *, int n, int row, int column); /* 0 also for NULL */

/* ---- heads ---- */

struct head {
    int64_t table; /* 0: none */
    int64_t seq, sum;
    int64_t base_seq, base_sum; /* the same before the statement that is being made */
    uint64_t plan;              /* which one that is */
};

struct heads {
    struct head *slots;
    size_t capacity, count;
};

struct head *heads_find(const struct heads *, int64_t table); /* or NULL */
bool heads_put(struct heads *, int64_t table, int64_t seq, int64_t sum);
void heads_clear(struct heads *);

/* ---- the store ---- */

/* An operation on its way into a statement. For an event: the table's last event before the
 * statement. */
struct entry {
    struct store_op *op;
    int64_t seq, sum;
};

/* A process as its beats show it. */
struct watched {
    int64_t id, beat;
    int64_t moved_at; /* when its beat was first seen, by system_millis */
    char name[STORE_NODE_MAX + 1];
};

struct store_home {
    char url[STORE_PATH_MAX];
    char node[STORE_NODE_MAX + 1]; /* "": alone */
    bool standby;                  /* a standby must confirm writes */
    bool looking;                  /* only reads, and is not in `nodes` */

    /* the writer's */
    struct session write;
    struct packed packed;
    struct heads heads;
    struct entry *entries;
    int entry_count, entry_capacity;
    uint64_t plan;
    int64_t beat_at;   /* by system_millis */
    int64_t next_me;   /* our next number, after a burial; 0: not drawn yet */
    int64_t looked_at; /* when the nodes were last looked at */
    char write_why[STORE_WHY_MAX];

    /* the reader's */
    struct session read;
    struct packed asked;

    /* both */
    _Atomic int64_t me;      /* in `nodes`; 0: buried */
    _Atomic int64_t sure_at; /* our last beat, by system_awake_millis */
    atomic_bool taken;       /* somebody else has the database now */
    pthread_mutex_t lock;    /* of the nodes */
    struct watched nodes[NODES_MAX];
    int node_count;
};

/* Checks the tables and prepares the statements; if there are no tables and `make`, makes them. */
enum store_status postgres_check(struct session *, bool make);
enum store_status postgres_check_standby(struct session *); /* OK, NO_STANDBY, or a failure */

/* ---- who is alive ---- */

/* Enters `nodes`, when the store is opened: alone, or as a node beside others. */
enum store_status postgres_enter(struct store_home *);
/* The same after a burial. */
enum store_status postgres_enter_again(struct store_home *);
/* Beats, and buries nodes that do not. BURIED: another node has buried us. */
enum store_status postgres_beat(struct store_home *);
/* Our row is gone: TAKEN, or BURIED; AWAY for reads. */
enum store_status postgres_gone(struct store_home *, struct session *);
/* Milliseconds until a silent node is buried, if it stays silent. 0: as far as we have seen, it
 * lives. */
int postgres_silent(struct store_home *, int64_t id);
bool postgres_trusted(const struct store_home *);

/* ---- reading ---- */

enum store_status postgres_start_read(struct store_home *);
bool postgres_seen_row(const struct session *, int n, int row, struct store_table *);
void postgres_answer(struct store_home *, struct store_answer *first);

/* A row of `tables` as a file has it, but without its last event. False: it is damaged. */
enum { PG_TABLE_COLUMNS = 6, PG_SEEN_COLUMNS = 8 };
bool postgres_row(const struct session *, int n, int row, struct sum_row *);
int64_t postgres_row_sum(const struct store_table *);

enum store_status postgres_table(struct store_home *, int64_t, struct store_table *);
enum store_status postgres_by_code(struct store_home *, const char *, struct store_table *);
enum store_status postgres_unfinished(struct store_home *, store_each_table *, void *);
enum store_status postgres_old(struct store_home *, int64_t, int64_t, store_each_table *, void *);
enum store_status postgres_events(struct store_home *, int64_t, int64_t, store_each_event *,
                                  void *);
enum store_status postgres_record(struct store_home *, int64_t, int64_t, struct text *);
enum store_status postgres_meta(struct store_home *, const char *, struct text *);
enum store_status postgres_counts(struct store_home *, struct store_counts *);
enum store_status postgres_tables(struct store_home *, int64_t *, store_each_table *, void *,
                                  int64_t *);
enum store_status postgres_records(struct store_home *, int64_t, store_each_record *, void *);
enum store_status postgres_metas(struct store_home *, store_each_meta *, void *);
const char *postgres_read_why(const struct store_home *);

#endif
