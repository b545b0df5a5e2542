/* SPDX-License-Identifier: MIT */
/* The tables of a file. A row's last column is its sum, see sum.h. */
#include "store/sqlite.h"

const char schema_sql[] =
    "CREATE TABLE meta ("
    "    name       TEXT NOT NULL PRIMARY KEY,"
    "    value      BLOB NOT NULL,"
    "    sum        INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE tables ("
    "    id         INTEGER PRIMARY KEY,"
    "    code       TEXT NOT NULL,"    /* the room code */
    "    finished   INTEGER NOT NULL," /* 0 or 1 */
    "    seq        INTEGER NOT NULL," /* of its last event */
    "    created_ms INTEGER NOT NULL,"
    "    changed_ms INTEGER NOT NULL,"
    "    chain      INTEGER NOT NULL," /* its last event's sum */
    "    sum        INTEGER NOT NULL"
    ") STRICT;"
    /* Each code belongs to one unfinished table at most. */
    "CREATE UNIQUE INDEX tables_unfinished ON tables (code) WHERE finished = 0;"
    "CREATE INDEX tables_finished ON tables (code, changed_ms) WHERE finished = 1;"
    "CREATE INDEX tables_stale ON tables (changed_ms) WHERE finished = 1;"

    /* Append-only; the key keeps two writers from writing the same event. Rows are in the order
     * of writing, so a batch of a thousand tables fills pages instead of touching a thousand of
     * them. */
    "CREATE TABLE events ("
    "    table_id   INTEGER NOT NULL,"
    "    seq        INTEGER NOT NULL,"
    "    at_ms      INTEGER NOT NULL,"
    "    bytes      BLOB NOT NULL,"
    "    sum        INTEGER NOT NULL,"
    "    PRIMARY KEY (table_id, seq)"
    ") STRICT;"

    "CREATE TABLE records ("
    "    table_id   INTEGER NOT NULL,"
    "    n          INTEGER NOT NULL," /* the table's n-th game */
    "    text       TEXT NOT NULL,"
    "    sum        INTEGER NOT NULL,"
    "    PRIMARY KEY (table_id, n)"
    ") STRICT;";
