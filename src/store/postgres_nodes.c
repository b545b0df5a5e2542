/* SPDX-License-Identifier: MIT */
/*
 * Which processes may write, and which tables are whose.
 *
 * Every process that writes has a row in `nodes`, under a number that it draws and that never comes
 * back. Each of its writes asks for its own row and keeps it until the transaction has ended.
 * A process whose row is gone can never write again, however long it has slept, so any process that
 * saw it gone may take its tables.
 *
 *     alone:  a new process removes all others, and an older one finds that it has to end
 *     nodes:  several side by side, with different names. A node beats; one whose beat has not
 *             moved for LEASE_MS, while we kept looking, is buried by us. We never compare the
 *             clocks of two machines
 *
 * A node that is buried although it lives has lost all its tables, and enters again under a new
 * number. If another process has taken its name meanwhile, it ends.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "base/check.h"
#include "store/postgres.h"
#include "system/system.h"

enum { ID_BITS = 53 };

static int64_t draw_id(void)
{
    uint64_t bits = 0;
    while (bits >> (64 - ID_BITS) == 0)
        system_random(&bits, sizeof bits);
    return (int64_t)(bits >> (64 - ID_BITS));
}

static bool is_node(const struct store_home *home)
{
    return home->node[0] != '\0';
}

static void keep_why(struct session *session, const char *what)
{
    struct text why;
    text_init(&why, session->why, sizeof session->why);
    text_string(&why, what);
}

static enum store_status be_taken(struct store_home *home, struct session *session)
{
    atomic_store(&home->taken, true);
    keep_why(session, "another process has taken over the database");
    return STORE_TAKEN;
}

enum store_status postgres_gone(struct store_home *home, struct session *session)
{
    if (!is_node(home) || atomic_load(&home->taken))
        return be_taken(home, session);
    if (session == &home->write) {
        atomic_store(&home->me, 0);
        heads_clear(&home->heads);
    }
    keep_why(session, "this node was silent for too long, and others have its tables");
    return session == &home->write ? STORE_BURIED : STORE_AWAY;
}

/* ---- entering ---- */

#define INSERT_NODE                                                                                \
    "INSERT INTO nodes (id, name, url, beat, version)"                                             \
    " VALUES ($1::int8, $2::text, '', 0, $3::int8::int4) ON CONFLICT (id) DO NOTHING"

static void pack_node(struct store_home *home, int64_t id)
{
    packed_clear(&home->packed);
    packed_number(&home->packed, id);
    packed_bytes(&home->packed, home->node, string_size(home->node));
    packed_number(&home->packed, POSTGRES_SCHEMA);
}

static enum store_status enter_node(struct store_home *home, int64_t id, int64_t now)
{
    pack_node(home, id);
    session_send_unprepared(&home->write, INSERT_NODE, &home->packed);
    enum store_status status = session_end(&home->write);
    if (status != STORE_OK)
        return status;
    atomic_store(&home->sure_at, now);
    atomic_store(&home->me, id);
    home->beat_at = system_millis();
    return STORE_OK;
}

/* Removes any process with our name: it is dead, or older. A server that is alone and a cluster
 * exclude each other: the one that starts stays. Waits for what the others are writing. */
enum store_status postgres_enter(struct store_home *home)
{
    int64_t now = system_awake_millis();
    session_start(&home->write);
    if (is_node(home)) {
        packed_clear(&home->packed);
        packed_bytes(&home->packed, home->node, string_size(home->node));
        session_send_unprepared(
            &home->write, "DELETE FROM nodes WHERE name = $1::text OR name = ''", &home->packed);
    } else {
        session_send_sql(&home->write, "DELETE FROM nodes");
    }
    return enter_node(home, draw_id(), now);
}

/* Without an answer we cannot know whether we are in: the next attempt uses the same number, which
 * owns nothing yet. */
enum store_status postgres_enter_again(struct store_home *home)
{
    int64_t now = system_awake_millis();
    if (home->next_me == 0)
        home->next_me = draw_id();
    packed_clear(&home->packed);
    packed_bytes(&home->packed, home->node, string_size(home->node));
    packed_number(&home->packed, home->next_me);
    session_start(&home->write);
    session_send_unprepared(&home->write,
                            "SELECT id FROM nodes"
                            " WHERE (name = $1::text AND id <> $2::int8) OR name = ''",
                            &home->packed);
    enum store_status status = session_end(&home->write);
    if (status != STORE_OK)
        return status;
    if (session_rows(&home->write, 0) > 0)
        return be_taken(home, &home->write);
    session_start(&home->write);
    status = enter_node(home, home->next_me, now);
    if (status == STORE_OK)
        home->next_me = 0;
    return status;
}

/* ---- watching ---- */

static struct watched *find_node(struct store_home *home, int64_t id)
{
    for (int i = 0; i < home->node_count; i++)
        if (home->nodes[i].id == id)
            return &home->nodes[i];
    return NULL;
}

static void read_node(struct store_home *home, int row, struct watched *out)
{
    struct value values[] = {{.kind = VALUE_NUMBER}, {.kind = VALUE_TEXT}, {.kind = VALUE_NUMBER}};
    session_values(&home->write, 1, row, values, sizeof values / sizeof *values);
    size_t size = values[1].size <= STORE_NODE_MAX ? values[1].size : 0;
    *out = (struct watched){.id = values[0].number, .beat = values[2].number};
    memcpy(out->name, values[1].bytes, size);
}

/* Takes over what the look that began at `now` has shown. A node that has not moved keeps the time
 * of its last move, if we have watched since: while an answer was late, nobody may have been heard.
 * One that has may have done so as late as the answer came. */
static void take_nodes(struct store_home *home, int64_t now)
{
    int64_t answered = system_millis();
    struct watched now_there[NODES_MAX];
    bool watched = answered - home->looked_at <= GAP_MS;
    int count = 0;
    home->looked_at = now;
    for (int i = 0; i < session_rows(&home->write, 1) && count < NODES_MAX; i++) {
        struct watched *node = &now_there[count++];
        read_node(home, i, node);
        const struct watched *before = find_node(home, node->id);
        bool still = watched && before && before->beat == node->beat;
        node->moved_at = still ? before->moved_at : answered;
    }
    pthread_mutex_lock(&home->lock);
    memcpy(home->nodes, now_there, (size_t)count * sizeof *now_there);
    home->node_count = count;
    pthread_mutex_unlock(&home->lock);
}

/* Of two processes with the same name, the later number stays. */
static bool has_double(const struct store_home *home)
{
    int64_t me = atomic_load(&home->me);
    for (int i = 0; i < home->node_count; i++)
        if (home->nodes[i].id > me && string_equal(home->nodes[i].name, home->node))
            return true;
    return false;
}

static enum store_status bury_silent(struct store_home *home, int64_t now)
{
    session_start(&home->write);
    for (int i = 0; i < home->node_count; i++) {
        const struct watched *node = &home->nodes[i];
        if (node->id == atomic_load(&home->me) || now - node->moved_at < LEASE_MS)
            continue;
        packed_clear(&home->packed);
        packed_number(&home->packed, node->id);
        packed_number(&home->packed, node->beat);
        session_send(&home->write, PG_BURY, &home->packed);
    }
    return home->write.sent > 0 ? session_end(&home->write) : STORE_OK;
}

enum store_status postgres_beat(struct store_home *home)
{
    int64_t now = system_millis(), sure = system_awake_millis();
    packed_clear(&home->packed);
    packed_number(&home->packed, atomic_load(&home->me));
    session_start(&home->write);
    session_send(&home->write, PG_BEAT, &home->packed);
    if (is_node(home))
        session_send(&home->write, PG_NODES, NULL);
    enum store_status status = session_end(&home->write);
    if (status == STORE_OK && session_rows(&home->write, 0) == 0)
        return postgres_gone(home, &home->write);
    if (status != STORE_OK || !is_node(home))
        return status;
    atomic_store(&home->sure_at, sure);
    take_nodes(home, now);
    return has_double(home) ? be_taken(home, &home->write) : bury_silent(home, now);
}

/* ---- what others ask ---- */

int postgres_silent(struct store_home *home, int64_t id)
{
    int left = 0;
    pthread_mutex_lock(&home->lock);
    const struct watched *node = find_node(home, id);
    int64_t silent = node ? system_millis() - node->moved_at : 0;
    if (silent >= SILENT_MS)
        left = (silent < LEASE_MS ? LEASE_MS - (int)silent : 0) + BEAT_MS;
    pthread_mutex_unlock(&home->lock);
    return left;
}

bool postgres_trusted(const struct store_home *home)
{
    return !is_node(home) || system_awake_millis() - atomic_load(&home->sure_at) < TRUST_MS;
}
