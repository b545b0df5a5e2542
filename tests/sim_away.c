/* SPDX-License-Identifier: MIT */
/*
 * Who was at which table when, according to the connections, and what others may do for somebody
 * who is away: nothing before the grace is over, and the person gets the seat back at any moment.
 * Times are those of the process.
 */
#include "base/check.h"
#include "server/hub_parts.h"
#include "sim.h"
#include "table/table_parts.h"

/* A guest's connection to a table. */
struct stay {
    int64_t table;
    int row;
    const struct member *member; /* NULL: it has ended */
    int process;
    uint32_t life;
    int64_t came, left;
};

enum { STAYS_KEPT = 1 << 13 };

static struct stay stays[STAYS_KEPT]; /* a ring: the distant past is forgotten */
static uint32_t stay_count;

void stays_reset(void)
{
    stay_count = 0;
    memset(stays, 0, sizeof stays);
}

void stay_begins(const struct member *member, const struct process *process)
{
    if (!member->table || member->guest == NO_GUEST)
        return;
    stays[stay_count++ % STAYS_KEPT] = (struct stay){
        .table = member->table->id,
        .row = member->guest,
        .member = member,
        .process = process->index,
        .life = process->life,
        .came = process_now(process),
    };
}

void stay_ends(const struct member *member, const struct process *process)
{
    for (int i = 0; i < STAYS_KEPT; i++) {
        if (stays[i].member != member)
            continue;
        stays[i].member = NULL;
        stays[i].left = process_now(process);
    }
}

/* ---- what a process did ---- */

/* Was this guest here at any time from `since` on, and before `until`? */
static bool was_here(const struct truth *truth, int row, const struct process *process,
                     int64_t since, int64_t until)
{
    for (int i = 0; i < STAYS_KEPT; i++) {
        const struct stay *stay = &stays[i];
        if (stay->table == truth->id && stay->row == row && stay->process == process->index &&
            stay->life == process->life && stay->came < until &&
            (stay->member || stay->left > since))
            return true;
    }
    return false;
}

/* Was this guest here then, and still is? */
static bool stays_here(const struct truth *truth, int row, const struct process *process,
                       int64_t then)
{
    for (int i = 0; i < STAYS_KEPT; i++) {
        const struct stay *stay = &stays[i];
        if (stay->table == truth->id && stay->row == row && stay->process == process->index &&
            stay->life == process->life && stay->came < then && stay->member)
            return true;
    }
    return false;
}

/* Something was done for the person who sits there. */
static void judge_absence(const struct truth *truth, const struct table_event *event, int seat,
                          const struct process *process)
{
    const struct table *table = truth->table;
    const struct hub_table *entry = hub_by_id(process->hub, truth->id);
    int row = table->seat[seat].guest;
    if (row == event->guest || row == NO_GUEST || !entry)
        return;
    int64_t then = event->time - entry->ahead, since = then - table->grace;
    if (process->started > since || was_here(truth, row, process, since, then))
        broken("grace", "table %lld: %s in the place of guest %d, who was not away for %d ms",
               (long long)truth->id, table_event_name(event->kind), row, table->grace);
}

/* The match goes on without those who have not said that they want to play. */
static void judge_without(const struct truth *truth, const struct table_event *event,
                          const struct process *process)
{
    const struct table *table = truth->table;
    for (int seat = 0; seat < table->seats; seat++)
        if (seat != event->seat && !(table->wants_rematch >> seat & 1))
            judge_absence(truth, event, seat, process);
}

static void judge_level(const struct truth *truth, const struct table_event *event)
{
    if (truth->table->seat[event->seat].guest == event->guest)
        return;
    if (!string_equal(event->word[0], "casual") && !string_equal(event->word[0], "club") &&
        !string_equal(event->word[0], "master"))
        broken("grace", "table %lld: a bot of level %s plays for somebody else",
               (long long)truth->id, event->word[0]);
}

/* Everybody who is here and plays has agreed. */
static void judge_agreed(const struct truth *truth, const struct table_event *event,
                         const struct process *process)
{
    const struct table *table = truth->table;
    const struct hub_table *entry = process ? hub_by_id(process->hub, truth->id) : NULL;
    uint16_t asked = match_people(&table->match) & (uint16_t) ~(table->agreed | 1u << event->seat);
    for (int seat = 0; seat < table->seats && entry; seat++) {
        int row = table->seat[seat].guest;
        int64_t then = event->time - entry->ahead;
        if ((asked >> seat & 1) && row != NO_GUEST && stays_here(truth, row, process, then))
            broken("grace", "table %lld: seat %d is replaced, and seat %d has not agreed",
                   (long long)truth->id, event->seat, seat);
    }
}

/* A bot that no single person sent: the public countdown for somebody has ended. */
static void judge_nudge(struct truth *truth, const struct table_event *event)
{
    if (event->kind == TABLE_NUDGE || event->kind == TABLE_RESUME)
        truth->nudged_at = event->time;
    if (event->kind == TABLE_TAKEOVER && event->guest == NO_GUEST &&
        event->time < truth->nudged_at + truth->table->grace)
        broken("grace", "table %lld: seat %d is replaced %lld ms after the others were told",
               (long long)truth->id, event->seat, (long long)(event->time - truth->nudged_at));
}

/* Another phone leads at a shared screen: an earlier one is back, or the one before is away. */
static void judge_lead(const struct truth *truth, const struct table_event *event,
                       const struct process *process)
{
    const struct table *table = truth->table;
    const struct hub_table *entry = hub_by_id(process->hub, truth->id);
    int before = NO_GUEST;
    for (int i = 0; i < GUESTS_MAX; i++)
        if (i != table->host && table_leads(table, i))
            before = i;
    if (before == NO_GUEST || !entry ||
        table->guests[event->number[0]].plays_v < table->guests[before].plays_v)
        return;
    int64_t then = event->time - entry->ahead, since = then - LEAD_GRACE_MS;
    if (process->started > since || was_here(truth, before, process, since, then))
        broken("evening", "table %lld: guest %lld leads, and guest %d was not away for %d ms",
               (long long)truth->id, (long long)event->number[0], before, LEAD_GRACE_MS);
}

void away_judge(struct truth *truth, const struct table_event *event, const struct process *process)
{
    judge_nudge(truth, event);
    if (event->kind == TABLE_TAKEOVER && event->guest == NO_GUEST)
        judge_agreed(truth, event, process);
    if (event->kind == TABLE_LEAD && process)
        judge_lead(truth, event, process);
    world.counts.nudges += event->kind == TABLE_NUDGE;
    world.counts.agreed += event->kind == TABLE_AGREE;
    world.counts.given += event->kind == TABLE_TAKEOVER && event->guest == NO_GUEST;
    if (event->guest == NO_GUEST || !process)
        return;
    if (event->kind == TABLE_WITHOUT)
        judge_without(truth, event, process);
    if (event->kind != TABLE_TAKEOVER)
        return;
    judge_absence(truth, event, event->seat, process);
    judge_level(truth, event);
}

/* ---- what a client is told ---- */

/* Nobody is refused their own seat, except for unrelated reasons. */
void away_refused(const struct truth *truth, const struct sent *order, const char *reason)
{
    static const char *const fair[] = {
        "store.", "serve.", "table.phase.", "table.who.", "match.seat.person", "match.over", NULL};
    struct scan scan = {reason};
    if (!string_equal(order->kind, "giveback"))
        return;
    for (int i = 0; fair[i]; i++)
        if (scan_string(&scan, fair[i]))
            return;
    if (string_equal(reason, "match.clock.fell") && truth && truth->table->clock == CLOCK_GAME)
        return;
    broken("grace", "somebody does not get their seat back: %s", reason);
}

void away_told(const struct truth *truth, int64_t left, int32_t grace)
{
    if (left < 0 || left > grace)
        broken("grace", "table %lld: somebody is away for %lld of %d ms", (long long)truth->id,
               (long long)left, grace);
}
