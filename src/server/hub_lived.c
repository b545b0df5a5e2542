/* SPDX-License-Identifier: MIT */
/*
 * How old tables are. A table that nobody has touched for long is closed, and later deleted. That
 * cannot be undone, so it must not depend on the wall clock. What counts is the time that the
 * server has lived through: steps from one tick to the next, each at most HUB_STEP_MS. While the
 * server is stopped, frozen or asleep, or the store cannot write and nobody can play, tables do not
 * age, and a wrong clock ages nothing.
 *
 * The sum is kept in the store (LIVED) from time to time: a crash loses some of it, which makes
 * tables younger. It starts at the time of day when a file is first used, so that stamps look like
 * times.
 */
#include <string.h>

#include "server/hub_parts.h"
#include "server/log.h"

enum {
    FINISH_MAX = 200,
    LIVED_TEXT_MAX = 24,
    LIVED_KEPT_MS = 60000, /* may be lost before it is written along with something else */
};

#define LIVED "lived"
#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define LIVED_FAR ((int64_t)1 << 48) /* a stamp that never gets old */

/* ---- the sum ---- */

static bool take_newest(void *context, const struct store_table *row)
{
    int64_t *newest = context;
    if (row->changed_ms > *newest && row->changed_ms < LIVED_FAR)
        *newest = row->changed_ms;
    return true;
}

/* A file without the sum has stamps of the wall clock. Starts at the newest stamp or at that clock,
 * whichever is earlier. */
static enum store_status begin_lived(const struct hub *hub, int64_t now, int64_t *lived)
{
    int64_t newest = 0;
    enum store_status status = store_unfinished(hub->settings.store, take_newest, &newest);
    *lived = newest > 0 && newest < now ? newest : now;
    return status;
}

/* ABSENT also if the value is not a number. */
static enum store_status read_time(const struct hub *hub, const char *name, int64_t *value)
{
    char bytes[LIVED_TEXT_MAX];
    struct scan scan = {bytes};
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    enum store_status status = store_meta(hub->settings.store, name, &text);
    bool sound = status == STORE_OK && scan_number(&scan, 0, LIVED_FAR, value) && scan_end(&scan);
    return status == STORE_OK && !sound ? STORE_ABSENT : status;
}

static bool keep_time(const struct hub *hub, const char *name, int64_t value)
{
    char bytes[LIVED_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    text_number(&text, value);
    return store_meta_set(hub->settings.store, name, text.bytes, text.size) == STORE_OK;
}

/* In a copy used for the first time, everything that is there was copied: see hub_is_of_copy. */
static enum store_status read_lived(struct hub *hub, int64_t now)
{
    int64_t lived, restored = 0;
    if (hub->lived > 0)
        return STORE_OK;
    enum store_status copied = read_time(hub, STORE_RESTORED, &restored);
    enum store_status status = read_time(hub, LIVED, &lived);
    if (status == STORE_ABSENT)
        status = begin_lived(hub, now, &lived);
    if (status == STORE_OK && copied != STORE_ABSENT)
        status = copied;
    if (status != STORE_OK)
        return status;
    hub->restored = restored;
    if (copied == STORE_OK && restored == 0) {
        status = store_unfinished(hub->settings.store, take_newest, &lived);
        if (status != STORE_OK)
            return status;
        hub->restored = lived++;
        keep_time(hub, STORE_RESTORED, hub->restored);
        keep_time(hub, LIVED, lived); /* later stamps are greater, whatever a crash loses */
    }
    hub->lived = lived > 1 ? lived : 1;
    return STORE_OK;
}

static bool knows_lived(struct hub *hub, int64_t now)
{
    return read_lived(hub, now) == STORE_OK;
}

enum store_status hub_begin(struct hub *hub, int64_t now)
{
    return read_lived(hub, now);
}

void hub_keep_lived(struct hub *hub)
{
    if (hub->lived != hub->lived_kept && keep_time(hub, LIVED, hub->lived))
        hub->lived_kept = hub->lived;
}

bool hub_is_of_copy(struct hub *hub, int64_t changed, int64_t now)
{
    return knows_lived(hub, now) && changed <= hub->restored;
}

int64_t hub_stamp(struct hub *hub, int64_t now)
{
    if (!knows_lived(hub, now))
        return LIVED_FAR;
    if (hub->lived - hub->lived_kept >= LIVED_KEPT_MS)
        hub_keep_lived(hub);
    return hub->lived;
}

void hub_live(struct hub *hub, int64_t now)
{
    int64_t step = hub->ticked == 0 ? 0 : now - hub->ticked;
    hub->ticked = now;
    if (knows_lived(hub, now) && step > 0 && hub->status == STORE_OK)
        hub->lived += step < HUB_STEP_MS ? step : HUB_STEP_MS;
}

/* ---- tables that nobody comes back to ---- */

/* Those that are not too old have been looked at, or wait until they are. */
static void ask_lobbies(struct hub *hub, int64_t lived)
{
    struct store_question lobbies = {.what = STORE_ASK_OLD,
                                     .since = lived - (HUB_LOBBY_DAYS + 1) * DAY_MS,
                                     .before = lived - HUB_LOBBY_DAYS * DAY_MS};
    if (lobbies.since < hub->lobbies_seen)
        lobbies.since = hub->lobbies_seen;
    if (lobbies.since > 0 && lobbies.since < lobbies.before)
        hub_ask_for_itself(hub, &lobbies);
}

/* A few at a time, so that no turn takes long. */
void hub_maintain(struct hub *hub, int64_t now)
{
    int64_t lived = hub_stamp(hub, now);
    struct store_question old = {.what = STORE_ASK_OLD, .before = lived - HUB_FINISH_DAYS * DAY_MS};
    if (lived == LIVED_FAR)
        return;
    hub_ask_for_itself(hub, &old);
    ask_lobbies(hub, lived);
}

/* Somebody opened a table and never began. Whether that is so is in its events. */
static void look_at_lobbies(struct hub *hub, const struct store_answer *answer, int64_t now)
{
    const struct store_table *rows = answer->rows;
    int count = answer->row_count;
    for (int i = 0; i < count; i++)
        if (rows[i].seq <= HUB_LOBBY_EVENTS && !hub_by_id(hub, rows[i].id))
            hub_ask_for_itself(
                hub, &(struct store_question){.what = STORE_ASK_TABLE, .table = rows[i].id});
    bool more = count == STORE_PAGE_MAX && rows[count - 1].changed_ms > answer->question.since;
    hub->lobbies_seen = more ? rows[count - 1].changed_ms : answer->question.before;
    if (more)
        ask_lobbies(hub, hub_stamp(hub, now));
}

void hub_old_lobby(struct hub *hub, const struct hub_table *entry, int64_t now)
{
    const struct table *table = entry->table;
    if (table->phase == PHASE_LOBBY && table->matches == 0 && !hub_by_id(hub, entry->id) &&
        hub_has_room(hub))
        store_finish(hub->settings.store, entry->id, table->version, hub_stamp(hub, now));
}

void hub_old_tables(struct hub *hub, const struct store_answer *answer, int64_t now)
{
    int64_t lived = hub_stamp(hub, now);
    if (answer->question.since > 0) {
        look_at_lobbies(hub, answer, now);
        return;
    }
    for (int i = 0; i < answer->row_count && i < FINISH_MAX && hub_has_room(hub); i++)
        if (!hub_by_id(hub, answer->rows[i].id))
            store_finish(hub->settings.store, answer->rows[i].id, answer->rows[i].seq, lived);
    if (hub_has_room(hub))
        store_prune(hub->settings.store, lived - HUB_PRUNE_DAYS * DAY_MS);
    hub_keep_lived(hub);
}

/* ---- frozen ---- */

/* Nobody could move, so no time has passed for clocks and windows, nor for absent people. */
static void thaw(struct hub *hub, struct hub_table *entry, int64_t now)
{
    struct table *table = entry->table;
    if (entry->diverged)
        return;
    hub_enter(hub, entry, NULL);
    table_thaw(table, &hub->workspace, now + entry->ahead);
    if (!table_runs(table) || table->paused || !hub_has_room(hub))
        return;
    table_pause(table, &hub->workspace, true, hub->frozen_since + entry->ahead);
    table_pause(table, &hub->workspace, false, now + entry->ahead);
}

void hub_frozen(struct hub *hub, int64_t since, int64_t now)
{
    log_line(LOG_WARN, "frozen", LOG_FIELDS(LOG_NUMBER("ms", now - since)));
    hub->settings.metrics->counter[COUNT_FROZEN]++;
    hub->frozen_since = since;
    hub_each(hub, thaw, now);
    hub->current = NULL;
}
