/* SPDX-License-Identifier: MIT */
/*
 * The SQL for PostgreSQL: the schema and every statement.
 *
 * Uses only what every relative of PostgreSQL has: int8, int4, text, bytea; primary keys and unique
 * indexes; INSERT … SELECT from unnest, scalar subqueries, ON CONFLICT, a lock. Scalar subqueries
 * instead of joins, since no planner reorders them: without statistics, one turned 12 ms into 660.
 */
#include "store/postgres.h"

/* A row's last column is its sum, see sum.h. The last event of a table is its head: there is no row
 * that each event would have to change. */
const char postgres_schema[] =
    /* The processes that may write. A number is drawn at each start and never comes back. */
    "CREATE TABLE nodes ("
    "    id         int8 PRIMARY KEY,"
    "    name       text NOT NULL,"
    "    url        text NOT NULL,"
    "    beat       int8 NOT NULL," /* grows while it lives */
    "    version    int4 NOT NULL);"

    "CREATE TABLE tables ("
    "    id         int8 PRIMARY KEY,"
    "    code       text NOT NULL,"
    "    finished   int4 NOT NULL,"
    "    created_ms int8 NOT NULL,"
    "    changed_ms int8 NOT NULL," /* creation or end; an event has its own time */
    "    owner      int8 NOT NULL," /* in nodes; not in the sum */
    "    sum        int8 NOT NULL);"
    "CREATE UNIQUE INDEX tables_unfinished ON tables (code) WHERE finished = 0;"
    "CREATE INDEX tables_finished ON tables (code, changed_ms) WHERE finished = 1;"
    "CREATE INDEX tables_age ON tables (finished, changed_ms);"

    "CREATE TABLE events ("
    "    table_id   int8 NOT NULL,"
    "    seq        int8 NOT NULL,"
    "    at_ms      int8 NOT NULL,"
    "    bytes      bytea NOT NULL,"
    "    sum        int8 NOT NULL,"
    "    PRIMARY KEY (table_id, seq));"

    "CREATE TABLE records ("
    "    table_id   int8 NOT NULL,"
    "    n          int8 NOT NULL,"
    "    text       bytea NOT NULL," /* UTF-8, whatever the database's own encoding is */
    "    sum        int8 NOT NULL,"
    "    PRIMARY KEY (table_id, n));"

    "CREATE TABLE meta ("
    "    name       text PRIMARY KEY,"
    "    value      bytea NOT NULL,"
    "    sum        int8 NOT NULL);";

#define ROW "t.id, t.code, t.finished, t.created_ms, t.changed_ms, t.sum"
#define LAST(column)                                                                               \
    "(SELECT e." column " FROM events e WHERE e.table_id = t.id ORDER BY e.seq DESC LIMIT 1)"
#define SEEN "SELECT " ROW ", " LAST("seq") ", " LAST("at_ms") " FROM tables t"

/* Nobody can take the database over before this transaction has ended. */
#define ME "WITH me AS (SELECT id FROM nodes WHERE id = $1::int8 FOR KEY SHARE)"

const char *const postgres_sql[PG_STATEMENTS] = {
    [PG_BEGIN] = "BEGIN",
    [PG_COMMIT] = "COMMIT",
    [PG_ROLLBACK] = "ROLLBACK",

    [PG_BEAT] = "UPDATE nodes SET beat = beat + 1 WHERE id = $1::int8 RETURNING id",
    /* A lock is logged like any change, so the commit waits for the standby; and our beat does not
     * wait for the lock, however long a reading takes. */
    [PG_TOUCH] = "SELECT id FROM nodes WHERE id = $1::int8 FOR KEY SHARE",
    [PG_NODES] = "SELECT id, name, beat FROM nodes",
    /* Not while it is writing, and without waiting for that: the next beat tries again. */
    [PG_BURY] = "DELETE FROM nodes WHERE id = (SELECT n.id FROM nodes n WHERE n.id = $1::int8"
                " AND n.beat = $2::int8 FOR UPDATE SKIP LOCKED) RETURNING id",
    [PG_LEAVE] = "DELETE FROM nodes WHERE id = $1::int8",
    /* NULL if the user may not see a standby's state. */
    [PG_STANDBY] = "SELECT 1::int4 WHERE current_setting('synchronous_standby_names') <> ''"
                   " AND (SELECT count(*) FROM pg_stat_replication WHERE sync_state IS NULL"
                   " OR sync_state IN ('sync', 'quorum')) > 0",

    /* A table whose owner is gone becomes ours. Locked first: the next statement then sees all
     * nodes that were there before. */
    [PG_LOCK] = "SELECT t.id FROM tables t WHERE t.id = ANY($1::int8[]) ORDER BY t.id FOR UPDATE",
    [PG_ADOPT] = "UPDATE tables SET owner = $1::int8 WHERE id = ANY($2::int8[]) AND finished = 0"
                 " AND owner <> $1::int8"
                 " AND (SELECT count(*) FROM nodes n WHERE n.id = owner) = 0"
                 " AND (SELECT count(*) FROM nodes n WHERE n.id = $1::int8) = 1",
    [PG_HEADS] = "SELECT t.id, " LAST("seq") ", " LAST("sum") " FROM unnest($1::int8[]) AS t (id)",

    [PG_CREATE] = ME " INSERT INTO tables"
                     " (id, code, finished, created_ms, changed_ms, owner, sum)"
                     " SELECT f.t, f.c, 0, f.a, f.a, me.id, f.x FROM me,"
                     " unnest($2::int8[], $3::text[], $4::int8[], $5::int8[]) AS f (t, c, a, x)"
                     " ON CONFLICT DO NOTHING RETURNING id, 0::int8",
    /* Each returns the table and the number of what it did. */
    /* All events of a table or none: the first must follow what is stored. */
    [PG_APPEND] = ME " INSERT INTO events (table_id, seq, at_ms, bytes, sum)"
                     " SELECT f.t, f.s, f.a, f.b, f.x FROM me,"
                     " unnest($2::int8[], $3::int8[], $4::int8[], $5::bytea[], $6::int8[],"
                     " $7::int8[], $8::int8[]) AS f (t, s, a, b, x, s0, x0)"
                     " WHERE (f.s0 = 0 OR (SELECT e.sum FROM events e"
                     " WHERE e.table_id = f.t AND e.seq = f.s0) = f.x0)"
                     " AND (SELECT o.owner FROM tables o"
                     " WHERE o.id = f.t AND o.finished = 0) = me.id"
                     " RETURNING table_id, seq",
    [PG_RECORD_ADD] = ME " INSERT INTO records (table_id, n, text, sum)"
                         " SELECT f.t, f.n, f.b, f.x FROM me,"
                         " unnest($2::int8[], $3::int8[], $4::bytea[], $5::int8[])"
                         " AS f (t, n, b, x)"
                         " WHERE (SELECT o.id FROM tables o WHERE o.id = f.t) = f.t"
                         " ON CONFLICT DO NOTHING RETURNING table_id, n",
    [PG_META_SET] = ME " INSERT INTO meta (name, value, sum)"
                       " SELECT f.n, f.v, f.x FROM me,"
                       " unnest($2::text[], $3::bytea[], $4::int8[]) AS f (n, v, x)"
                       " ON CONFLICT (name) DO UPDATE SET value = excluded.value,"
                       " sum = excluded.sum RETURNING 0::int8, 0::int8",
    [PG_FINISH] = "UPDATE tables t SET finished = 1, changed_ms = $4::int8, sum = $5::int8"
                  " WHERE t.id = $2::int8 AND t.finished = 0 AND t.owner = $1::int8"
                  " AND coalesce(" LAST("seq") ", 0) = $3::int8 RETURNING t.id",
    [PG_ROW] = "SELECT " ROW " FROM tables t WHERE t.id = $1::int8",

    /* What an operation would have left. */
    [PG_FIND_CREATED] = "SELECT id FROM tables"
                        " WHERE id = $1::int8 AND code = $2::text AND created_ms = $3::int8",
    [PG_FIND_EVENT] = "SELECT seq FROM events"
                      " WHERE table_id = $1::int8 AND seq = $2::int8 AND sum = $3::int8",
    [PG_FIND_RECORD] = "SELECT n FROM records"
                       " WHERE table_id = $1::int8 AND n = $2::int8 AND sum = $3::int8",
    [PG_FIND_FINISHED] = "SELECT id FROM tables"
                         " WHERE id = $1::int8 AND finished = 1 AND changed_ms = $2::int8",

    [PG_STALE] = "SELECT " ROW " FROM tables t WHERE t.finished = 1 AND t.changed_ms < $1::int8"
                 " ORDER BY t.changed_ms LIMIT $2::int8",
    [PG_DROP_EVENTS] = "DELETE FROM events WHERE table_id = ANY($1::int8[])",
    [PG_DROP_RECORDS] = "DELETE FROM records WHERE table_id = ANY($1::int8[])",
    [PG_DROP_TABLES] = "DELETE FROM tables WHERE id = ANY($1::int8[]) AND finished = 1",

    [PG_TABLE] = SEEN " WHERE t.id = $1::int8",
    [PG_UNFINISHED_CODE] = SEEN " WHERE t.code = $1::text AND t.finished = 0",
    [PG_FINISHED_CODE] = SEEN " WHERE t.code = $1::text AND t.finished = 1"
                              " ORDER BY t.changed_ms DESC, t.id DESC LIMIT 1",
    [PG_UNFINISHED] = SEEN " WHERE t.finished = 0 AND t.code > $1::text"
                           " ORDER BY t.code LIMIT $2::int8",
    /* Without events: a table's own change is its creation or end. */
    [PG_OLD] = SEEN
    " WHERE t.finished = 0 AND t.changed_ms >= $2::int8 AND t.changed_ms < $3::int8"
    " AND coalesce(" LAST("at_ms") ", 0) < $3::int8"
                                   " AND (t.owner = $1::int8"
                                   " OR (SELECT count(*) FROM nodes n WHERE n.id = t.owner) = 0)"
                                   " ORDER BY t.changed_ms LIMIT $4::int8",
    [PG_EVENTS] = "SELECT table_id, seq, at_ms, bytes, sum FROM events"
                  " WHERE table_id = $1::int8 ORDER BY seq",
    /* The unfinished table of each code, or else its last finished one. */
    [PG_CODES] = "SELECT f.n, coalesce("
                 "(SELECT t.id FROM tables t WHERE t.code = f.c AND t.finished = 0),"
                 "(SELECT t.id FROM tables t WHERE t.code = f.c AND t.finished = 1"
                 " ORDER BY t.changed_ms DESC, t.id DESC LIMIT 1), 0)"
                 " FROM unnest($1::int8[], $2::text[]) AS f (n, c)",
    [PG_CLAIMED] = "SELECT " ROW ", " LAST("seq") ", " LAST(
        "at_ms") ", t.owner,"
                 " coalesce((SELECT n.name FROM nodes n WHERE n.id = t.owner), '')"
                 " FROM tables t WHERE t.id = ANY($1::int8[])",
    [PG_CLAIMED_EVENTS] = "SELECT table_id, seq, at_ms, bytes, sum FROM events"
                          " WHERE table_id = ANY($1::int8[]) ORDER BY table_id, seq",
    [PG_FIRST_EVENTS] = "SELECT table_id, seq, at_ms, bytes, sum FROM events"
                        " WHERE table_id = ANY($1::int8[]) AND seq = 1",
    [PG_RECORD] = "SELECT table_id, n, text, sum FROM records"
                  " WHERE table_id = $1::int8 AND n = $2::int8",
    [PG_LAST_RECORD] = "SELECT table_id, n, text, sum FROM records"
                       " WHERE table_id = $1::int8 ORDER BY n DESC LIMIT 1",
    [PG_META] = "SELECT name, value, sum FROM meta WHERE name = $1::text",
    [PG_TABLES] = SEEN " WHERE t.id > $1::int8 ORDER BY t.id LIMIT $2::int8",
    [PG_RECORDS] = "SELECT table_id, n, text, sum FROM records"
                   " WHERE table_id = $1::int8 ORDER BY n",
    /* Without those that are about this database itself. */
    [PG_METAS] = "SELECT name, value, sum FROM meta"
                 " WHERE name NOT IN ('schema', '" STORE_COPYING "') ORDER BY name",
    [PG_COUNTS] = "SELECT (SELECT count(*) FROM tables WHERE finished = 0),"
                  " (SELECT count(*) FROM tables WHERE finished = 1)",
};
