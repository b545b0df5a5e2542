/* SPDX-License-Identifier: MIT */
/*
 * The tables of a file. Row n makes version n + 1 out of version n; PRAGMA user_version says which
 * a file has. A row that was released is never changed: a change is a new row.
 */
#include "store/sqlite.h"

const char *const schema_migrations[] = {
    /* 1 */
    "CREATE TABLE meta ("
    "    name       TEXT NOT NULL PRIMARY KEY,"
    "    value      BLOB NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE tables ("
    "    id         INTEGER PRIMARY KEY,"
    "    code       TEXT NOT NULL,"    /* the room code */
    "    finished   INTEGER NOT NULL," /* 0 or 1 */
    "    seq        INTEGER NOT NULL," /* of its last event */
    "    created_ms INTEGER NOT NULL,"
    "    changed_ms INTEGER NOT NULL,"
    "    setup      TEXT NOT NULL"
    ") STRICT;"
    /* Of unfinished tables each code is one's alone. */
    "CREATE UNIQUE INDEX tables_unfinished ON tables (code) WHERE finished = 0;"
    "CREATE INDEX tables_finished ON tables (code, changed_ms) WHERE finished = 1;"
    "CREATE INDEX tables_stale ON tables (changed_ms) WHERE finished = 1;"

    /* Only ever appended to; the key is what makes two writers of one event impossible. With rows
     * in the order of writing, a batch of a thousand tables fills pages instead of touching a
     * thousand of them. */
    "CREATE TABLE events ("
    "    table_id   INTEGER NOT NULL,"
    "    seq        INTEGER NOT NULL,"
    "    at_ms      INTEGER NOT NULL,"
    "    bytes      BLOB NOT NULL,"
    "    PRIMARY KEY (table_id, seq)"
    ") STRICT;"

    "CREATE TABLE tokens ("
    "    hash       BLOB NOT NULL PRIMARY KEY,"
    "    table_id   INTEGER NOT NULL,"
    "    seat       INTEGER NOT NULL," /* -1: none */
    "    role       TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tokens_table ON tokens (table_id);"

    "CREATE TABLE records ("
    "    table_id   INTEGER NOT NULL,"
    "    n          INTEGER NOT NULL," /* the table's n-th game */
    "    text       TEXT NOT NULL,"
    "    PRIMARY KEY (table_id, n)"
    ") STRICT;",

    /* 2: sums, see sum.h */
    "ALTER TABLE meta ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;" /* its last event's sum */
    "ALTER TABLE tables ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE events ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tokens ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE records ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"
    "SELECT kufsa_fill_sums();",
};

const int schema_version = sizeof schema_migrations / sizeof *schema_migrations;
