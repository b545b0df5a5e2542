/* SPDX-License-Identifier: MIT */
/*
 * The judge: every event that was committed, once, in order, and the table that they make when they
 * are played again here. What is committed is compared with what its sender sent; what a process
 * finds when it starts, with what was committed.
 */
#include <stdlib.h>

#include "base/check.h"
#include "base/hash.h"
#include "sim_nodes.h"
#include "table/heap.h"
#include "table/table_parts.h"

enum { MAP_SIZE = 1 << 12, KEPT_FIRST = 64, WRONG_MS = 3 * 3600000 /* clocks, at most */ };

static struct truth *truths[MAP_SIZE * 2];
static int truth_count;
static int map[MAP_SIZE * 4]; /* by id; index + 1 */

/* A table at an earlier version, and its log. */
static struct {
    struct truth *of;
    struct table table;
} past;

static struct table_workspace workspace;

/* ---- tables ---- */

static void free_truth(struct truth *truth)
{
    for (uint32_t i = 0; i < truth->version; i++)
        free(truth->kept[i].text);
    if (truth->table)
        free(truth->table->match.log);
    free(truth->table);
    free(truth->kept);
    free(truth->newcomers);
    free(truth->blocks);
    free(truth);
}

void truths_reset(void)
{
    for (int i = 0; i < truth_count; i++)
        free_truth(truths[i]);
    truth_count = 0;
    memset(map, 0, sizeof map);
    free(past.table.match.log);
    memset(&past, 0, sizeof past);
    workspace.lend = heap_lend;
}

static size_t bucket_of(int64_t table)
{
    size_t at = (size_t)hash_bytes(HASH_START, &table, sizeof table) % (sizeof map / sizeof *map);
    while (map[at] != 0 && truths[map[at] - 1]->id != table)
        at = (at + 1) % (sizeof map / sizeof *map);
    return at;
}

struct truth *truth_of(int64_t table)
{
    size_t at = bucket_of(table);
    return map[at] ? truths[map[at] - 1] : NULL;
}

struct truth *truth_at_index(int index)
{
    return index < truth_count ? truths[index] : NULL;
}

void truth_created(int64_t table, const char *code)
{
    size_t at = bucket_of(table);
    if (map[at])
        broken("kept", "table %lld was created twice", (long long)table);
    CHECK(truth_count < (int)(sizeof truths / sizeof *truths));
    struct truth *truth = calloc(1, sizeof *truth);
    CHECK(truth && string_size(code) <= CODE_SIZE);
    truth->id = table;
    memcpy(truth->code, code, string_size(code) + 1);
    truths[truth_count++] = truth;
    map[at] = truth_count;
    world.counts.tables++;
}

int truth_guest(const struct truth *truth, const uint8_t hash[SHA256_SIZE], uint32_t version)
{
    int found = NO_GUEST;
    for (int i = 0; i < truth->newcomer_count && truth->newcomers[i].version <= version; i++) {
        const struct newcomer *newcomer = &truth->newcomers[i];
        if (memcmp(newcomer->hash, hash, SHA256_SIZE) == 0)
            found = newcomer->row;
        else if (newcomer->row == found)
            found = NO_GUEST;
    }
    return found;
}

static void add_newcomer(struct newcomer **list, int *count, uint32_t version, int row,
                         const uint8_t hash[SHA256_SIZE])
{
    *list = realloc(*list, ((size_t)*count + 1) * sizeof **list);
    CHECK(*list);
    struct newcomer *newcomer = &(*list)[(*count)++];
    newcomer->version = version;
    newcomer->row = row;
    memcpy(newcomer->hash, hash, SHA256_SIZE);
}

static void note_row(struct truth *truth, int row, const uint8_t hash[SHA256_SIZE])
{
    add_newcomer(&truth->newcomers, &truth->newcomer_count, truth->version, row, hash);
}

/* Rows that nobody has any more: of somebody who was sent away, or whom a locked door left out. */
static void note_leavers(struct truth *truth, const struct table_event *event)
{
    static const uint8_t nobody[SHA256_SIZE];
    const struct table *table = truth->table;
    bool locks = event->kind == TABLE_LOCK;
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *guest = &table->guests[i];
        bool goes = locks ? guest->seat == NO_SEAT && guest->waits == 0 && !guest->screen &&
                                i != table->host
                          : guest->seat == event->seat;
        if (!guest->known || !goes)
            continue;
        if (event->kind == TABLE_BLOCK)
            add_newcomer(&truth->blocks, &truth->blocks_count, truth->version, i, guest->hash);
        note_row(truth, i, nobody);
        truth->cid_count[i] = 0;
    }
}

/* Before the event is applied. */
static void note_newcomer(struct truth *truth, const struct table_event *event)
{
    static const uint8_t nobody[SHA256_SIZE];
    switch (event->kind) {
    case TABLE_OPEN: note_row(truth, 0, event->hash[1]); break;
    case TABLE_GUEST:
        if (truth->table->locked)
            broken("door", "table %lld is locked, and somebody comes in", (long long)truth->id);
        note_row(truth, (int)event->number[0], event->hash[0]);
        truth->cid_count[event->number[0]] = 0;
        break;
    case TABLE_TOKEN: note_row(truth, (int)event->number[0], event->hash[0]); break;
    case TABLE_REMOVE:
    case TABLE_BLOCK:
    case TABLE_LOCK: note_leavers(truth, event); break;
    case TABLE_UNBLOCK:
        add_newcomer(&truth->blocks, &truth->blocks_count, truth->version, NO_GUEST, nobody);
        break;
    default: return;
    }
    world.counts.doors += event->kind >= TABLE_REMOVE;
}

bool truth_knew(const struct truth *truth, const uint8_t hash[SHA256_SIZE])
{
    for (int i = 0; i < truth->newcomer_count; i++)
        if (memcmp(truth->newcomers[i].hash, hash, SHA256_SIZE) == 0)
            return true;
    return false;
}

uint32_t truth_row_since(const struct truth *truth, int row)
{
    for (int i = truth->newcomer_count - 1; i >= 0; i--)
        if (truth->newcomers[i].row == row)
            return truth->newcomers[i].version;
    return 0;
}

bool truth_blocked(const struct truth *truth, const uint8_t hash[SHA256_SIZE], int64_t version)
{
    int at = truth->blocks_count - 1, last = BLOCKED_MAX;
    while (at >= 0 && truth->blocks[at].version > version)
        at--;
    for (; at >= 0 && last > 0 && truth->blocks[at].row != NO_GUEST; at--, last--)
        if (memcmp(truth->blocks[at].hash, hash, SHA256_SIZE) == 0)
            return true;
    return false;
}

/* ---- was it sent? ---- */

static struct client *client_with(const uint8_t hash[SHA256_SIZE])
{
    for (int i = 0; i < client_count; i++)
        if (client_owns(&clients[i], hash))
            return &clients[i];
    return NULL;
}

static struct client *sender_of(const struct truth *truth, int row)
{
    for (int i = truth->newcomer_count - 1; i >= 0; i--)
        if (truth->newcomers[i].row == row)
            return client_with(truth->newcomers[i].hash);
    return NULL;
}

/* Is this the event that the command asks for? */
static bool is_event_of(const char *order, const char *event)
{
    if (string_equal(order, "signout"))
        return string_equal(event, "token");
    return string_equal(order, event) ||
           (string_equal(order, "move") && string_equal(event, "try")) ||
           (string_equal(order, "rematch") && string_equal(event, "without")) ||
           (string_equal(order, "remove") && string_equal(event, "stand"));
}

/* About a position or a window that was there, before the event is applied. */
static void judge_move(const struct truth *truth, const struct table_event *event,
                       const struct sent *order)
{
    const struct table *table = truth->table;
    if (!string_equal(order->move, event->rest))
        broken("answers", "%s was sent and %s was kept", order->move, event->rest);
    if (order->with_window ? !table->window_open || table->windows != order->window
                           : order->base < truth->position_v)
        broken("stale",
               "table %lld, version %u: a move about %s %u was done, the position is of %u",
               (long long)truth->id, truth->version + 1, order->with_window ? "window" : "version",
               order->with_window ? order->window : order->base, truth->position_v);
}

/* The version that a command found: clocks that run out at the same moment come first. */
static uint32_t version_found(const struct truth *truth, const struct table_event *event)
{
    uint32_t version = truth->version;
    struct table_event before;
    while (
        version > 0 &&
        table_event_read(&before, truth->kept[version - 1].text, truth->kept[version - 1].size) &&
        before.kind == TABLE_TIME && before.time == event->time)
        version--;
    return version;
}

/* A table at its limit of events accepts only what ends its match. */
static void judge_limit(const struct truth *truth, const struct table_event *event)
{
    if (truth->version >= world.weather.events_max && event->kind != TABLE_MOVE &&
        event->kind != TABLE_TRY && event->kind != TABLE_RESIGN && event->kind != TABLE_GIVEBACK &&
        version_found(truth, event) >= world.weather.events_max)
        broken("limit", "table %lld: %s is done as version %u", (long long)truth->id,
               table_event_name(event->kind), truth->version + 1);
}

static void judge_sender(struct truth *truth, const struct table_event *event,
                         const struct process *process)
{
    int row = event->guest;
    if (row == NO_GUEST || event->cid == 0)
        return;
    judge_limit(truth, event);
    for (int i = 0; i < truth->cid_count[row]; i++)
        if (truth->cids[row][i] == event->cid)
            broken("once", "table %lld: command %u of guest %d was done twice, again as version %u",
                   (long long)truth->id, event->cid, row, truth->version + 1);
    if (truth->cid_count[row] == CIDS_KEPT)
        memmove(truth->cids[row], truth->cids[row] + 1,
                sizeof truth->cids[row][0] * (CIDS_KEPT - 1));
    else
        truth->cid_count[row]++;
    truth->cids[row][truth->cid_count[row] - 1] = event->cid;
    struct client *client = sender_of(truth, row);
    const struct sent *order = client ? client_order(client, event->cid) : NULL;
    if (!order)
        return; /* a party that has gone on to another table */
    order_done(order, process, event->time);
    if (!is_event_of(order->kind, table_event_name(event->kind)))
        broken("answers", "%s was sent and %s was done", order->kind,
               table_event_name(event->kind));
    if (event->kind == TABLE_MOVE || event->kind == TABLE_TRY)
        judge_move(truth, event, order);
    world.counts.tries += event->kind == TABLE_TRY;
}

/* ---- what is committed ---- */

static struct kept *keep(struct truth *truth, const char *text, size_t size)
{
    if (truth->version == truth->capacity) {
        truth->capacity = truth->capacity ? 2 * truth->capacity : KEPT_FIRST;
        truth->kept = realloc(truth->kept, truth->capacity * sizeof *truth->kept);
        CHECK(truth->kept);
    }
    struct kept *kept = &truth->kept[truth->version++];
    memset(kept, 0, sizeof *kept);
    kept->text = malloc(size + 1);
    CHECK(kept->text);
    memcpy(kept->text, text, size);
    kept->text[size] = '\0';
    kept->size = (uint32_t)size;
    return kept;
}

/* The number of cards at the table: none comes or goes during a match. 0 for games whose scene
 * shows only the topmost ones: their audits do the counting. */
static int count_things(const struct table *table)
{
    static struct item items[SCENE_MAX];
    if (!table->game->hidden)
        return 0;
    int things = 0, count = table->game->scene(&table->match.state.head, items);
    for (int i = 0; i < count; i++) {
        if (items[i].place.zone == ZONE_DISCARD)
            return 0;
        things += items[i].count;
    }
    return things;
}

static void audit(struct truth *truth)
{
    const struct table *table = truth->table;
    if (table->phase == PHASE_LOBBY)
        return;
    int things = count_things(table);
    if (truth->counted_match != table->matches)
        truth->things = things;
    truth->counted_match = table->matches;
    if (things > 0 && things != truth->things)
        broken("cards", "table %lld (%s), version %u: there were %d things, there are %d",
               (long long)truth->id, table->game->name, truth->version, truth->things, things);
    const char *wrong = table->game->audit(&table->match.state.head);
    if (wrong)
        broken("cards", "table %lld, version %u: %s", (long long)truth->id, truth->version, wrong);
}

static void apply(struct truth *truth, const struct table_event *event, struct kept *kept)
{
    struct table *table = truth->table;
    uint32_t position = table->match.version, matches = table->matches;
    enum phase phase = table->phase;
    const char *reason = table_apply(table, &workspace, event);
    if (reason || table->version != truth->version)
        broken("kept", "table %lld: version %u cannot be played again: %s\n%s",
               (long long)truth->id, truth->version, reason ? reason : "its number", kept->text);
    if (position != table->match.version || matches != table->matches)
        truth->position_v = truth->version;
    evening_judge(truth, event, phase);
    world.counts.finished += phase == PHASE_PLAY && table->phase == PHASE_OVER;
    for (int i = 0; i < GUESTS_MAX; i++)
        kept->seat_of[i] = table->guests[i].known ? table->guests[i].seat : NO_SEAT;
}

void truth_committed(int64_t id, int64_t version, const char *text, size_t size,
                     const struct process *process)
{
    struct truth *truth = truth_of(id);
    struct table_event event;
    if (!truth || version != (int64_t)truth->version + 1)
        broken("kept", "table %lld: version %lld was written after version %u", (long long)id,
               (long long)version, truth ? truth->version : 0);
    if (!table_event_read(&event, text, size))
        broken("kept", "table %lld: no event: %.*s", (long long)id, (int)size, text);
    if (!truth->table) {
        truth->table = calloc(1, sizeof(struct table));
        CHECK(truth->table);
    }
    trace("table %lld %lld: %.*s", (long long)id, (long long)version, (int)size, text);
    world_fold(text, size);
    judge_sender(truth, &event, process);
    if (event.kind == TABLE_TOKEN)
        truth_judge_token(truth, &event);
    away_judge(truth, &event, process);
    struct kept *kept = keep(truth, text, size);
    note_newcomer(truth, &event);
    apply(truth, &event, kept);
    audit(truth);
    views_expect(truth, &event, &workspace.events, kept);
    truth->touched = world.now;
    truth->lived = world_written();
    if (process)
        truth->seen[process->index] = truth->version;
    world.counts.events++;
}

void truth_recorded(int64_t id, int64_t match)
{
    struct truth *truth = truth_of(id);
    if (!truth || !truth->table || match != (int64_t)truth->records + 1 ||
        match != (int64_t)truth->table->matches || truth->table->phase != PHASE_OVER)
        broken("kept", "table %lld: a record of match %lld at the wrong time", (long long)id,
               (long long)match);
    truth->records++;
}

bool truth_is_behind(const struct truth *truth, const struct process *process)
{
    if (world.weather.base)
        return node_is_buried(process);
    uint32_t seen = truth->seen[process->index];
    return seen > 0 && seen < truth->version;
}

/* ---- tables that nobody comes back to ---- */

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)

/* How long nobody may have come to a table that is finished. */
static int64_t patience(const struct truth *truth)
{
    bool begun = truth->table->matches > 0 || truth->table->phase != PHASE_LOBBY;
    return (begun ? HUB_FINISH_DAYS : HUB_LOBBY_DAYS) * DAY_MS;
}

/* `stamp` decides when the table is pruned. Whether it was old enough, the world decides: it knows
 * how much time was lived through. */
static void finish(int64_t id, int64_t stamp, int64_t lived)
{
    struct truth *truth = truth_of(id);
    bool recent = truth && world_lived() - truth->lived < patience(truth) - WRONG_MS;
    if (!truth || truth->finished || recent)
        broken("kept", "table %lld is finished too early", (long long)id);
    truth->finished = true;
    truth->finished_at = stamp;
    truth->lived = lived;
    world.counts.closed++;
}

void truth_finished(int64_t id, int64_t stamp)
{
    finish(id, stamp, world_written());
}

static void prune(struct truth *truth)
{
    if (world_lived() - truth->lived < HUB_PRUNE_DAYS * DAY_MS - WRONG_MS)
        broken("kept", "table %lld is pruned too early", (long long)truth->id);
    truth->pruned = true;
    world.counts.pruned++;
}

void truths_pruned(int64_t before)
{
    int count = 0;
    for (int i = 0; i < truth_count; i++) {
        if (!truths[i]->finished || truths[i]->pruned || truths[i]->finished_at >= before)
            continue;
        prune(truths[i]);
        count++;
    }
    CHECK(count <= STORE_PRUNE_MAX); /* otherwise only the oldest would be gone */
}

/* ---- earlier versions ---- */

const struct table *truth_table(struct truth *truth, uint32_t version)
{
    struct table_event event;
    if (version == truth->version)
        return truth->table;
    if (past.of != truth || past.table.version > version) {
        free(past.table.match.log);
        memset(&past, 0, sizeof past);
        past.of = truth;
    }
    while (past.table.version < version) {
        const struct kept *kept = &truth->kept[past.table.version];
        CHECK(table_event_read(&event, kept->text, kept->size));
        CHECK(table_apply(&past.table, &workspace, &event) == NULL);
    }
    return &past.table;
}

/* ---- processes ---- */

struct reading {
    struct truth *truth;
    uint32_t next;
};

/* An event may be there although its writer was told that it had failed, or died before it was told
 * anything; it counts like the rest. */
static bool read_event(void *context, const struct store_event *event)
{
    struct reading *reading = context;
    struct truth *truth = reading->truth;
    if (event->seq != (int64_t)reading->next + 1)
        broken("kept", "table %lld: event %lld follows %u", (long long)truth->id,
               (long long)event->seq, reading->next);
    reading->next++;
    if (reading->next > truth->version) {
        truth_committed(truth->id, event->seq, (const char *)event->bytes, event->size, NULL);
        return true;
    }
    const struct kept *kept = &truth->kept[reading->next - 1];
    if (kept->size != event->size || memcmp(kept->text, event->bytes, event->size) != 0)
        broken("kept", "table %lld: event %u was\n%s\nand is\n%.*s", (long long)truth->id,
               reading->next, kept->text, (int)event->size, (const char *)event->bytes);
    return true;
}

static bool adopt_table(void *context, const struct store_table *row)
{
    (void)context;
    if (!truth_of(row->id))
        truth_created(row->id, row->code);
    return true;
}

static void read_record(struct process *process, struct truth *truth)
{
    static char bytes[RECORD_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    const struct table *table = truth->table;
    uint32_t ended = table ? table->matches - (table->phase == PHASE_PLAY) : 0;
    if (ended == 0)
        return;
    if (store_record(process->store, truth->id, ended, &text) != STORE_OK)
        broken("kept", "table %lld: there is no record of match %u", (long long)truth->id, ended);
    truth->records = ended;
}

/* As with events: it may have been written, perhaps long ago, though its writer was told that it
 * had failed. */
static void read_ends(struct process *process, struct truth *truth)
{
    struct store_table row;
    enum store_status status = store_table(process->store, truth->id, &row);
    bool finished = status == STORE_ABSENT || (status == STORE_OK && row.finished);
    if (finished && !truth->finished) {
        int64_t earliest = truth->lived + patience(truth);
        if (world_lived() < earliest - WRONG_MS)
            broken("kept", "table %lld is finished too early", (long long)truth->id);
        finish(truth->id, status == STORE_OK ? row.changed_ms : 0, earliest);
    }
    if (status == STORE_ABSENT && !truth->pruned)
        prune(truth);
}

/* The judge knows more than the disk. */
void truths_read(struct process *process)
{
    int fails = disk_fails(0);
    enum store_status status = store_unfinished(process->store, adopt_table, NULL);
    for (int i = 0; i < truth_count && status == STORE_OK; i++) {
        struct reading reading = {truths[i], 0};
        read_ends(process, truths[i]);
        status = store_events(process->store, truths[i]->id, 1, read_event, &reading);
        truths[i]->seen[process->index] = 0; /* the judge has read, not the process */
        if (truths[i]->pruned && status == STORE_ABSENT) {
            status = STORE_OK;
            continue;
        }
        if (status == STORE_ABSENT)
            broken("kept", "table %lld is gone", (long long)truths[i]->id);
        if (status == STORE_OK && reading.next != truths[i]->version)
            broken("kept", "table %lld had %u events and has %u", (long long)truths[i]->id,
                   truths[i]->version, reading.next);
        if (status == STORE_OK)
            read_record(process, truths[i]);
    }
    disk_fails(fails);
    if (status != STORE_OK)
        broken("kept", "what was kept cannot be read: %s", store_why(process->store));
}

/* From the store if necessary. */
static const struct table *open_table(struct process *process, const struct truth *truth)
{
    struct member visitor = {0};
    hub_ask_room(process->hub, &visitor, truth->code, process_now(process));
    while (visitor.parked) {
        store_read_step(process->store);
        hub_answers(process->hub, process_now(process));
    }
    return hub_find(process->hub, NULL, truth->id);
}

/* A process that has just resumed the match has not stored that yet. */
void truth_compare(const struct truth *truth, const struct table *table)
{
    if (table->version > truth->version && table->phase == PHASE_PLAY)
        return;
    bool same = table->version == truth->version && table->phase == truth->table->phase &&
                table->host == truth->table->host && table->matches == truth->table->matches &&
                table->locked == truth->table->locked &&
                table->blocked_count == truth->table->blocked_count &&
                table->game == truth->table->game && table->seating == truth->table->seating &&
                memcmp(table->evening, truth->table->evening, sizeof table->evening) == 0;
    if (same && table->matches > 0)
        same = state_equal(&table->match.state.head, &truth->table->match.state.head) &&
               table->match.count == truth->table->match.count;
    for (int k = 0; k < GUESTS_MAX; k++)
        same = same && table->guests[k].known == truth->table->guests[k].known &&
               table->guests[k].seat == truth->table->guests[k].seat;
    if (!same)
        broken("kept", "table %lld in memory is not what its events make", (long long)truth->id);
}

void truths_compare(struct process *process)
{
    for (int i = 0; i < truth_count; i++) {
        const struct truth *truth = truths[i];
        const struct table *table = open_table(process, truth);
        if (!table && (truth->pruned || truth->finished))
            continue;
        if (!table)
            broken("goes-on", "table %lld cannot be opened: %s", (long long)truth->id,
                   process->replied);
        /* A process that has nothing to store for this table does not know what a rival wrote. */
        if (truth_is_behind(truth, process))
            continue;
        truth_compare(truth, table);
    }
}
