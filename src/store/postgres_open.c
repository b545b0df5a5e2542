/* SPDX-License-Identifier: MIT */
/* Opens a database: makes the tables or checks them. */
#include <string.h>

#include "store/postgres.h"

enum { UNIQUE_INDEXES = 6, OUR_TABLES = 5 };

#define NAMES "'nodes', 'tables', 'events', 'records', 'meta'"
#define META_SCHEMA "schema"

static enum store_status give_why(struct session *session, enum store_status status,
                                  const char *what)
{
    struct text why;
    text_init(&why, session->why, sizeof session->why);
    text_string(&why, what);
    return status;
}

/* One number. */
static enum store_status ask_number(struct session *session, const char *sql, int64_t *out)
{
    session_start(session);
    session_send_sql(session, sql);
    enum store_status status = session_end(session);
    *out =
        status == STORE_OK && session_rows(session, 0) > 0 ? session_number(session, 0, 0, 0) : 0;
    return status;
}

/* ---- the tables ---- */

static void pack_version(struct packed *packed, const char *version)
{
    size_t name_size = string_size(META_SCHEMA), size = string_size(version);
    packed_bytes(packed, META_SCHEMA, name_size);
    packed_bytes(packed, version, size);
    packed_number(packed, sum_meta(META_SCHEMA, name_size, version, size));
}

/* Sends the statements of the schema one by one: the extended protocol takes no more at once. */
static void send_schema(struct session *session)
{
    const char *at = postgres_schema;
    while (*at != '\0') {
        char buffer[1024];
        struct text sql;
        text_init(&sql, buffer, sizeof buffer);
        for (; *at != '\0' && *at != ';'; at++)
            text_char(&sql, *at);
        at += *at == ';';
        session_send_sql(session, buffer);
    }
}

static enum store_status make_tables(struct session *session)
{
    struct packed packed = {.bytes = NULL};
    char buffer[16];
    struct text version;
    text_init(&version, buffer, sizeof buffer);
    text_number(&version, POSTGRES_SCHEMA);
    pack_version(&packed, buffer);
    session_start(session);
    send_schema(session);
    session_send_unprepared(session,
                            "INSERT INTO meta (name, value, sum) VALUES ($1::text, $2::bytea, "
                            "$3::int8)",
                            &packed);
    enum store_status status = session_end(session);
    packed_free(&packed);
    return status;
}

/* CORRUPT, FOREIGN, NEWER, or OK. */
static enum store_status check_version(struct session *session)
{
    struct value values[ROW_META] = {
        {.kind = VALUE_TEXT}, {.kind = VALUE_BYTES}, {.kind = VALUE_NUMBER}};
    struct row_meta meta;
    char buffer[16];
    struct text version;
    struct scan scan = {buffer};
    int64_t number;
    session_start(session);
    session_send_sql(session, "SELECT name, value, sum FROM meta WHERE name = '" META_SCHEMA "'");
    enum store_status status = session_end(session);
    if (status != STORE_OK)
        return status;
    if (session_rows(session, 0) == 0)
        return give_why(session, STORE_FOREIGN,
                        "tables with these names exist, but are not Kufsa's");
    session_values(session, 0, 0, values, ROW_META);
    text_init(&version, buffer, sizeof buffer);
    if (!row_meta(values, &meta))
        return give_why(session, STORE_CORRUPT, "the schema's version does not match its checksum");
    text_bytes(&version, meta.value, meta.size);
    if (!scan_number(&scan, 1, INT32_MAX, &number) || !scan_end(&scan))
        return give_why(session, STORE_CORRUPT, "the schema's version is not a number");
    if (number == POSTGRES_SCHEMA)
        return STORE_OK;
    struct text why;
    text_init(&why, session->why, sizeof session->why);
    text_string(&why, "the database has schema version ");
    text_number(&why, number);
    text_string(&why, ", but this program knows version ");
    text_number(&why, POSTGRES_SCHEMA);
    return STORE_NEWER;
}

static enum store_status check_copied(struct session *session)
{
    int64_t copying;
    enum store_status status = ask_number(
        session, "SELECT count(*) FROM meta WHERE name = '" STORE_COPYING "' AND value = '1'",
        &copying);
    if (status == STORE_OK && copying > 0)
        return give_why(session, STORE_FOREIGN,
                        "a copy into it was not finished: drop its tables and copy again");
    return status;
}

/* Without these, two writers could both be right. */
static enum store_status check_indexes(struct session *session)
{
    int64_t count;
    enum store_status status = ask_number(
        session,
        "SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = current_schema() AND i.indisunique AND i.indisvalid AND c.relname IN"
        " ('nodes_pkey', 'tables_pkey', 'events_pkey', 'records_pkey', 'meta_pkey',"
        " 'tables_unfinished')",
        &count);
    if (status == STORE_OK && count != UNIQUE_INDEXES)
        return give_why(session, STORE_CORRUPT, "an index that keeps rows unique is missing");
    return status;
}

static enum store_status check_rights(struct session *session)
{
    int64_t lacks;
    enum store_status status =
        ask_number(session,
                   "SELECT count(*) FROM unnest(ARRAY[" NAMES "]) AS t (name),"
                   " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p (may)"
                   " WHERE NOT has_table_privilege(t.name, p.may)",
                   &lacks);
    if (status == STORE_OK && lacks > 0)
        return give_why(session, STORE_NO_RIGHTS,
                        "this user may not read and write all of the tables");
    return status;
}

static enum store_status count_tables(struct session *session, int64_t *count)
{
    return ask_number(session,
                      "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
                      " AND tablename IN (" NAMES ")",
                      count);
}

enum store_status postgres_check(struct session *session, bool make)
{
    int64_t count;
    enum store_status status = count_tables(session, &count);
    if (status == STORE_OK && count == 0 && !make)
        return give_why(session, STORE_ABSENT, "there are no tables of Kufsa's in it");
    if (status == STORE_OK && count == 0) {
        status = make_tables(session);
        if (status != STORE_OK && session->answered && count_tables(session, &count) == STORE_OK &&
            count == OUR_TABLES) /* somebody else has made them meanwhile */
            status = STORE_OK;
    } else if (status == STORE_OK && count != OUR_TABLES) {
        return give_why(session, STORE_FOREIGN, "some tables with these names exist, but not all");
    }
    if (status == STORE_OK)
        status = check_version(session);
    if (status == STORE_OK)
        status = check_copied(session);
    if (status == STORE_OK)
        status = check_indexes(session);
    if (status == STORE_OK)
        status = check_rights(session);
    return status == STORE_OK ? session_prepare(session) : status;
}

/* ---- the standby ---- */

enum store_status postgres_check_standby(struct session *session)
{
    session_start(session);
    session_send(session, PG_STANDBY, NULL);
    enum store_status status = session_end(session);
    if (status == STORE_OK && session_rows(session, 0) == 0)
        return give_why(session, STORE_NO_STANDBY, "no synchronous standby is connected");
    return status;
}
