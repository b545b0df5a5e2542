/* SPDX-License-Identifier: MIT */
/* What happens by itself: tables' clocks, bots, idle tables, and changes of the store's health. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "server/hub_parts.h"
#include "server/log.h"

enum { HEAP_FIRST = 64 };

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
    CHECK(hub_reserve_due(hub, hub->heap_count + 1)); /* add_to_maps made sure */
    entry->due = due;
    heap_put(hub, hub->heap_count++, entry);
    heap_up(hub, entry->due_at);
}

/* ---- bots ---- */

/* Asks one of the table's bots, if none is thinking; false if the queue has no room. */
static bool ask_bot(struct hub *hub, struct hub_table *entry, int64_t now)
{
    int seat = table_first_thinker(entry->table);
    if (seat == NO_SEAT || entry->thought || !hub->settings.workers || hub->status != STORE_OK)
        return true;
    struct thought *thought = workers_begin(hub->settings.workers);
    if (!thought)
        return false;
    const char *level = table_level(entry->table, seat);
    thought->table = entry->id;
    thought->version = entry->table->match.version;
    thought->seat = seat;
    thought->again = entry->table->mover == seat;
    thought->game = entry->table->game;
    memcpy(thought->level, level, string_size(level) + 1);
    thought->asked = now + entry->ahead;
    thought->millis = table_ask(entry->table, seat, &thought->view.head, thought->asked);
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
    if (entry->diverged)
        return;
    /* the threads' clock may have gone on while the table's stood still */
    int64_t here = now + entry->ahead, begun = thought->asked + thought->waited;
    table_bot_began(entry->table, thought->seat, thought->version, begun < here ? begun : here);
    if (hub->status == STORE_OK && hub_has_room(hub))
        table_bot_move(entry->table, &hub->workspace, thought->seat, thought->version,
                       thought->best, here);
    else /* nothing can be kept now: ask the bot again */
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
    if (entry->diverged)
        return;
    int64_t next = table_next(entry->table);
    int64_t due = next == CLOCK_NEVER ? next : next - entry->ahead;
    if (hub->status != STORE_OK && due <= now) /* tick_table would only put it off */
        due = now + HUB_RETRY_MS;
    if (!ask_bot(hub, entry, now)) {
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
    if (hub->restoring || hub->behind)
        return now;
    return due < hub->next_sweep ? due : hub->next_sweep;
}

static void tick_table(struct hub *hub, struct hub_table *entry, int64_t now)
{
    if (entry->diverged || hub->status != STORE_OK || !hub_has_room(hub)) {
        hub_set_due(hub, entry, now + HUB_RETRY_MS);
        return;
    }
    hub_set_due(hub, entry, CLOCK_NEVER);
    hub_enter(hub, entry, NULL);
    table_pause(entry->table, &hub->workspace, false, now + entry->ahead);
    table_tick(entry->table, &hub->workspace, now + entry->ahead);
}

/* ---- tables without members ---- */

static void drop_idle(struct hub *hub, struct hub_table *entry, int64_t now)
{
    if (entry->members || entry->thought || entry->ticket > hub->durable ||
        now - entry->idle_since < TABLE_IDLE_MS)
        return;
    hub_drop(hub, entry);
    hub->settings.metrics->counter[COUNT_DROPPED]++;
}

void hub_tick(struct hub *hub, int64_t now)
{
    hub_live(hub, now);
    hub_answers(hub, now);
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
        hub_maintain(hub, now);
    }
}

/* ---- the store ---- */

void hub_disown(struct hub *hub, struct hub_table *entry)
{
    entry->diverged = true;
    while (entry->members) {
        struct member *member = entry->members;
        hub_unlink(hub, member, 0); /* not hub_leave: nothing more is kept for this table */
        hub->settings.cut(hub->settings.context, member);
    }
    entry->idle_since = 0;
    hub->next_sweep = 0;
}

static void take_conflict(struct hub *hub, const struct store_conflict *conflict, int64_t now)
{
    struct hub_table *entry = hub_by_id(hub, conflict->table);
    log_line(
        LOG_ERROR, "conflict",
        LOG_FIELDS(LOG_NUMBER("kind", conflict->kind), LOG_NUMBER("number", conflict->number)));
    hub->settings.metrics->counter[COUNT_CONFLICTS]++;
    if (entry && !entry->diverged)
        hub_disown(hub, entry);
    if (conflict->kind == STORE_CREATE)
        hub_opening_refused(hub, conflict->table, now);
}

static void disown(struct hub *hub, struct hub_table *entry, int64_t now)
{
    (void)now;
    if (!entry->diverged)
        hub_disown(hub, entry);
}

/* Other nodes have our tables, and their players will have gone there. */
static void lose_all(struct hub *hub, uint64_t life)
{
    log_line(LOG_ERROR, "tables_lost", LOG_FIELDS(LOG_NUMBER("tables", hub->table_count)));
    hub->life = life;
    hub_each(hub, disown, 0);
    hub_ask_anew(hub);
}

/* Pauses only tables where time counts, but resumes all: a match may have been resigned meanwhile.
 * The others simply stand still: their players are refused and their bots are not asked. tick_table
 * handles tables for which there is no room now. */
static void pause_table(struct hub *hub, struct hub_table *entry, int64_t now)
{
    bool pause = hub->status != STORE_OK;
    if (entry->diverged)
        return;
    if (pause ? !table_runs(entry->table) : !entry->table->paused) {
        hub_enter(hub, entry, NULL); /* its bots stop, or go on */
        return;
    }
    if (!hub_has_room(hub)) {
        hub_set_due(hub, entry, now + HUB_RETRY_MS);
        return;
    }
    hub_enter(hub, entry, NULL);
    table_pause(entry->table, &hub->workspace, pause, now + entry->ahead);
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
    if (!after)
        hub_fail_openings(hub, store_reason(hub->status)); /* nobody knows for how long */
    hub_each(hub, pause_table, now);
}

uint64_t hub_poll(struct hub *hub, int64_t now)
{
    struct store_report report;
    struct store_conflict conflict;
    store_poll(hub->settings.store, &report);
    while (store_conflict(hub->settings.store, &conflict))
        take_conflict(hub, &conflict, now);
    if (report.life != hub->life)
        lose_all(hub, report.life);
    hub->durable = report.durable;
    hub_openings_durable(hub);
    if (report.status != hub->status)
        change_status(hub, &report, now);
    return hub->durable;
}

bool hub_is_over(const struct hub *hub)
{
    return hub->status == STORE_TAKEN;
}
