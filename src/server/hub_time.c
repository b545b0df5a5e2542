/* SPDX-License-Identifier: MIT */
/* What happens by itself: tables' clocks, bots, idle tables, and the store's good and bad days. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/hub_parts.h"
#include "server/log.h"

enum { HEAP_FIRST = 64, FINISH_MAX = 200 };

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)

/* ---- the heap: the table that is due first is at the top ---- */

static void heap_put(struct hub *hub, int at, struct hub_table *entry)
{
    hub->heap[at] = entry;
    entry->due_at = at;
}

static void heap_up(struct hub *hub, int at)
{
    struct hub_table *entry = hub->heap[at];
    for (; at > 0 && hub->heap[(at - 1) / 2]->due > entry->due; at = (at - 1) / 2)
        heap_put(hub, at, hub->heap[(at - 1) / 2]);
    heap_put(hub, at, entry);
}

static void heap_down(struct hub *hub, int at)
{
    struct hub_table *entry = hub->heap[at];
    for (;;) {
        int child = 2 * at + 1;
        if (child + 1 < hub->heap_count && hub->heap[child + 1]->due < hub->heap[child]->due)
            child++;
        if (child >= hub->heap_count || hub->heap[child]->due >= entry->due)
            break;
        heap_put(hub, at, hub->heap[child]);
        at = child;
    }
    heap_put(hub, at, entry);
}

static void heap_remove(struct hub *hub, struct hub_table *entry)
{
    int at = entry->due_at;
    struct hub_table *last = hub->heap[--hub->heap_count];
    entry->due_at = NOT_DUE;
    if (last == entry)
        return;
    heap_put(hub, at, last);
    heap_up(hub, at);
    heap_down(hub, last->due_at);
}

bool hub_reserve_due(struct hub *hub, int tables)
{
    if (tables <= hub->heap_capacity)
        return true;
    int capacity = hub->heap_capacity ? 2 * hub->heap_capacity : HEAP_FIRST;
    struct hub_table **heap = realloc(hub->heap, (size_t)capacity * sizeof *heap);
    if (!heap)
        return false;
    hub->heap = heap;
    hub->heap_capacity = capacity;
    return true;
}

void hub_set_due(struct hub *hub, struct hub_table *entry, int64_t due)
{
    if (entry->due_at != NOT_DUE && entry->due == due)
        return;
    if (entry->due_at != NOT_DUE)
        heap_remove(hub, entry);
    if (due == CLOCK_NEVER)
        return;
    CHECK(hub_reserve_due(hub, hub->heap_count + 1)); /* as settle has made sure */
    entry->due = due;
    heap_put(hub, hub->heap_count++, entry);
    heap_up(hub, entry->due_at);
}

/* ---- bots ---- */

/* Asks for one of the table's bots, if none is thinking; false if the queue has no room. */
static bool ask_bot(struct hub *hub, struct hub_table *entry)
{
    uint16_t thinkers = table_thinkers(entry->table);
    if (thinkers == 0 || entry->thought || !hub->settings.workers)
        return true;
    struct thought *thought = workers_begin(hub->settings.workers);
    if (!thought)
        return false;
    int seat = 0;
    while (!(thinkers >> seat & 1))
        seat++;
    const char *level = table_level(entry->table, seat);
    thought->table = entry->id;
    thought->version = entry->table->match.version;
    thought->seat = seat;
    thought->again = entry->table->mover == seat;
    thought->game = entry->table->game;
    memcpy(thought->level, level, string_size(level) + 1);
    table_ask(entry->table, seat, &thought->view.head);
    entry->thought = thought;
    workers_ask(hub->settings.workers, thought);
    return true;
}

static void take_thought(struct hub *hub, const struct thought *thought, int64_t now)
{
    struct hub_table *entry = hub_by_id(hub, thought->table);
    hub->settings.metrics->counter[COUNT_THOUGHTS]++;
    if (!entry || entry->thought != thought)
        return;
    entry->thought = NULL;
    hub_enter(hub, entry, NULL);
    if (entry->sour)
        return;
    if (hub_has_room(hub))
        table_bot_move(entry->table, &hub->desk, thought->seat, thought->version, thought->best,
                       now + entry->ahead);
    else /* nothing can be kept now: the bot is asked again */
        entry->table->thoughts[thought->seat] = (struct table_thought){0};
}

void hub_thoughts(struct hub *hub, int64_t now)
{
    struct thought *thought;
    while (hub->settings.workers && (thought = workers_answer(hub->settings.workers)) != NULL) {
        take_thought(hub, thought, now);
        workers_end(hub->settings.workers, thought);
    }
}

/* ---- turns ---- */

static void look_after(struct hub *hub, struct hub_table *entry, int64_t now)
{
    if (entry->sour)
        return;
    int64_t next = table_next(entry->table);
    int64_t due = next == CLOCK_NEVER ? next : next - entry->ahead;
    if (!ask_bot(hub, entry)) {
        hub->settings.metrics->counter[COUNT_THOUGHTS_WAITED]++;
        due = now + HUB_RETRY_MS < due ? now + HUB_RETRY_MS : due;
    }
    hub_set_due(hub, entry, due);
}

int64_t hub_end_turn(struct hub *hub, int64_t now)
{
    while (hub->touched) {
        struct hub_table *entry = hub->touched;
        hub->touched = entry->next_touched;
        entry->touched = false;
        look_after(hub, entry, now);
    }
    hub->ticket = store_commit(hub->settings.store);
    hub->current = NULL;
    hub->speaker = NULL;
    int64_t due = hub->heap_count > 0 ? hub->heap[0]->due : CLOCK_NEVER;
    return due < hub->next_sweep ? due : hub->next_sweep;
}

static void tick_table(struct hub *hub, struct hub_table *entry, int64_t now)
{
    if (entry->sour || hub->status != STORE_OK || !hub_has_room(hub)) {
        hub_set_due(hub, entry, now + HUB_RETRY_MS);
        return;
    }
    hub_set_due(hub, entry, CLOCK_NEVER);
    hub_enter(hub, entry, NULL);
    table_pause(entry->table, &hub->desk, false, now + entry->ahead);
    table_tick(entry->table, &hub->desk, now + entry->ahead);
}

/* ---- tables that nobody is at ---- */

static void drop_idle(struct hub *hub, struct hub_table *entry, int64_t now)
{
    if (entry->members || entry->thought || entry->ticket > hub->durable ||
        now - entry->idle_since < TABLE_IDLE_MS)
        return;
    hub_drop(hub, entry);
    hub->settings.metrics->counter[COUNT_DROPPED]++;
}

struct old_tables {
    const struct hub *hub;
    int64_t before;
    int count;
    struct {
        int64_t id, seq;
    } tables[FINISH_MAX];
};

static bool collect_old(void *context, const struct store_table *row)
{
    struct old_tables *old = context;
    if (row->changed_ms < old->before && !hub_by_id(old->hub, row->id)) {
        old->tables[old->count].id = row->id;
        old->tables[old->count++].seq = row->seq;
    }
    return old->count < FINISH_MAX;
}

/* Some at a time, so that no turn takes long. */
static void maintain(struct hub *hub, int64_t now)
{
    struct old_tables old = {.hub = hub, .before = now - HUB_FINISH_DAYS * DAY_MS};
    if (store_unfinished(hub->settings.store, collect_old, &old) != STORE_OK)
        return;
    for (int i = 0; i < old.count && hub_has_room(hub); i++)
        store_finish(hub->settings.store, old.tables[i].id, old.tables[i].seq, now);
    if (hub_has_room(hub))
        store_prune(hub->settings.store, now - HUB_PRUNE_DAYS * DAY_MS);
}

void hub_tick(struct hub *hub, int64_t now)
{
    while (hub->heap_count > 0 && hub->heap[0]->due <= now)
        tick_table(hub, hub->heap[0], now);
    if (now >= hub->next_sweep) {
        hub->next_sweep = now + HUB_SWEEP_MS;
        hub_each(hub, drop_idle, now);
    }
    if (hub->next_maintenance == 0)
        hub->next_maintenance = now + HUB_MAINTAIN_MS;
    if (now >= hub->next_maintenance && hub->status == STORE_OK) {
        hub->next_maintenance = now + HUB_MAINTAIN_MS;
        maintain(hub, now);
    }
}

/* ---- the store ---- */

/* Somebody else has written to the file. What we believe of the table is wrong: everybody comes
 * back to what the store has. */
static void take_conflict(struct hub *hub, const struct store_conflict *conflict)
{
    struct hub_table *entry = hub_by_id(hub, conflict->table);
    log_line(
        LOG_ERROR, "conflict",
        LOG_FIELDS(LOG_NUMBER("kind", conflict->kind), LOG_NUMBER("number", conflict->number)));
    hub->settings.metrics->counter[COUNT_CONFLICTS]++;
    if (!entry || entry->sour)
        return;
    entry->sour = true;
    while (entry->members) {
        struct member *member = entry->members;
        hub_unlink(hub, member, 0); /* not hub_leave: nothing more is kept of this table */
        hub->settings.cut(hub->settings.context, member);
    }
    entry->idle_since = 0;
    hub->next_sweep = 0;
}

/* Only play can be paused, but whatever was paused goes on: a match may have been resigned
 * meanwhile. A table for which there is no room now is seen to by tick_table. */
static void pause_table(struct hub *hub, struct hub_table *entry, int64_t now)
{
    bool pause = hub->status != STORE_OK;
    if (entry->sour || (pause && entry->table->phase != PHASE_PLAY))
        return;
    if (!hub_has_room(hub)) {
        hub_set_due(hub, entry, now + HUB_RETRY_MS);
        return;
    }
    hub_enter(hub, entry, NULL);
    table_pause(entry->table, &hub->desk, pause, now + entry->ahead);
}

static void change_status(struct hub *hub, const struct store_report *report, int64_t now)
{
    bool before = hub->status == STORE_OK, after = report->status == STORE_OK;
    hub->status = report->status;
    if (before == after)
        return;
    if (after)
        log_line(LOG_INFO, "store_resumed", LOG_NOTHING);
    else
        log_line(LOG_ERROR, "store_paused", LOG_FIELDS(LOG_TEXT("why", report->why)));
    hub_tell_all(hub, after ? "resumed" : "paused", after ? NULL : store_reason(hub->status));
    hub_each(hub, pause_table, now);
}

uint64_t hub_poll(struct hub *hub, int64_t now)
{
    struct store_report report;
    struct store_conflict conflict;
    store_poll(hub->settings.store, &report);
    while (store_conflict(hub->settings.store, &conflict))
        take_conflict(hub, &conflict);
    hub->durable = report.durable;
    if (report.status != hub->status)
        change_status(hub, &report, now);
    return hub->durable;
}
