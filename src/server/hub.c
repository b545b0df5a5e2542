/* SPDX-License-Identifier: MIT */
/* Tables in memory: opening, finding, reading them back from the store, dropping them. */
#define _POSIX_C_SOURCE 200809L
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "base/hash.h"
#include "server/hub_parts.h"
#include "server/log.h"
#include "table/heap.h"

enum { BUCKETS_FIRST = 256, ID_BITS = 53, TRIES_MAX = 100 };

/* Without 0 O 1 I L, which are easily confused. */
static const char code_letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
enum { CODE_LETTERS = sizeof code_letters - 1 };

/* ---- maps ---- */

static size_t id_bucket(const struct hub_map *map, int64_t id)
{
    return hash_bytes(HASH_START, &id, sizeof id) & (map->capacity - 1);
}

static size_t code_bucket(const struct hub_map *map, const char *code)
{
    return hash_bytes(HASH_START, code, string_size(code)) & (map->capacity - 1);
}

struct hub_table *hub_by_id(const struct hub *hub, int64_t id)
{
    struct hub_table *entry = hub->ids.buckets[id_bucket(&hub->ids, id)];
    while (entry && entry->id != id)
        entry = entry->next_id;
    return entry;
}

static struct hub_table *by_code(const struct hub *hub, const char *code)
{
    struct hub_table *entry = hub->codes.buckets[code_bucket(&hub->codes, code)];
    while (entry && !string_equal(entry->table->code, code))
        entry = entry->next_code;
    return entry;
}

static void map_insert(struct hub *hub, struct hub_table *entry)
{
    struct hub_table **id = &hub->ids.buckets[id_bucket(&hub->ids, entry->id)];
    struct hub_table **code = &hub->codes.buckets[code_bucket(&hub->codes, entry->table->code)];
    entry->next_id = *id;
    *id = entry;
    entry->next_code = *code;
    *code = entry;
}

static void map_remove(struct hub *hub, struct hub_table *entry)
{
    struct hub_table **at = &hub->ids.buckets[id_bucket(&hub->ids, entry->id)];
    while (*at != entry)
        at = &(*at)->next_id;
    *at = entry->next_id;
    at = &hub->codes.buckets[code_bucket(&hub->codes, entry->table->code)];
    while (*at != entry)
        at = &(*at)->next_code;
    *at = entry->next_code;
}

/* Doubles the buckets; false if out of memory. */
static bool map_grow(struct hub *hub)
{
    size_t before = hub->ids.capacity, capacity = before ? 2 * before : BUCKETS_FIRST;
    struct hub_table **old = hub->ids.buckets;
    struct hub_table **ids = calloc(capacity, sizeof *ids);
    struct hub_table **codes = calloc(capacity, sizeof *codes);
    if (!ids || !codes) {
        free(ids);
        free(codes);
        return false;
    }
    free(hub->codes.buckets);
    hub->ids = (struct hub_map){ids, capacity};
    hub->codes = (struct hub_map){codes, capacity};
    for (size_t i = 0; i < before; i++) {
        for (struct hub_table *entry = old[i], *next; entry; entry = next) {
            next = entry->next_id;
            map_insert(hub, entry);
        }
    }
    free(old);
    return true;
}

void hub_each(struct hub *hub, void (*visit)(struct hub *, struct hub_table *, int64_t now),
              int64_t now)
{
    for (size_t i = 0; i < hub->ids.capacity; i++) {
        for (struct hub_table *entry = hub->ids.buckets[i], *next; entry; entry = next) {
            next = entry->next_id;
            visit(hub, entry, now);
        }
    }
}

/* ---- the hub ---- */

struct hub *hub_new(const struct hub_settings *settings)
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub || !map_grow(hub)) {
        free(hub);
        return NULL;
    }
    hub->settings = *settings;
    if (hub->settings.events_max == 0)
        hub->settings.events_max = TABLE_EVENTS_MAX;
    hub->workspace.lend = heap_lend;
    hub->last_restoring = &hub->restoring;
    hub->ticket = store_commit(settings->store);
    hub->durable = hub->ticket;
    hub_set_sink(hub);
    return hub;
}

void hub_free_entry(struct hub_table *entry)
{
    if (entry->table)
        free(entry->table->match.log);
    free(entry->table);
    free(entry);
}

static void forget_table(struct hub *hub, struct hub_table *entry, int64_t now)
{
    (void)hub, (void)now;
    hub_free_entry(entry);
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    hub_free_asks(hub);
    hub_each(hub, forget_table, 0);
    free(hub->ids.buckets);
    free(hub->codes.buckets);
    free(hub->heap);
    free(hub);
}

/* Queues the table for the end of the turn. */
static void hub_touch(struct hub *hub, struct hub_table *entry)
{
    if (entry->touched)
        return;
    entry->touched = true;
    entry->next_touched = hub->touched;
    hub->touched = entry;
}

void hub_enter(struct hub *hub, struct hub_table *entry, struct member *speaker)
{
    hub->current = entry;
    hub->speaker = speaker;
    hub_touch(hub, entry);
}

bool hub_has_room(const struct hub *hub)
{
    return store_room(hub->settings.store, TURN_THINGS,
                      TURN_THINGS * EVENT_TEXT_MAX + RECORD_TEXT_MAX);
}

static void untouch(struct hub *hub, const struct hub_table *entry)
{
    struct hub_table **at = &hub->touched;
    while (*at && *at != entry)
        at = &(*at)->next_touched;
    if (*at)
        *at = entry->next_touched;
}

/* Removes a table from memory; it has no members. */
void hub_drop(struct hub *hub, struct hub_table *entry)
{
    CHECK(!entry->members);
    if (entry->thought)
        atomic_store(&entry->thought->stop, true); /* its answer will find no table */
    if (entry->touched)
        untouch(hub, entry);
    hub_set_due(hub, entry, CLOCK_NEVER);
    map_remove(hub, entry);
    hub->table_count--;
    hub_free_entry(entry);
}

/* ---- entries ---- */

/* Allocates the table first: the hole it leaves when it shrinks then fits the next one. */
struct hub_table *hub_new_entry(int64_t id, size_t size, int64_t now)
{
    struct table *table = calloc(1, size);
    struct hub_table *entry = calloc(1, sizeof *entry);
    if (!entry || !table) {
        free(entry);
        free(table);
        return NULL;
    }
    entry->id = id;
    entry->table = table;
    entry->idle_since = now;
    entry->due_at = NOT_DUE;
    return entry;
}

/* Moves the table into as little memory as tables need. realloc would leave a hole that fits
 * little else. */
static void shrink(struct hub_table *entry)
{
    size_t size = table_size();
    struct table *less = malloc(size);
    if (!less)
        return;
    memcpy(less, entry->table, size);
    free(entry->table);
    entry->table = less;
}

/* Adds the entry to the maps. */
static bool add_to_maps(struct hub *hub, struct hub_table *entry)
{
    if (!hub_reserve_due(hub, hub->table_count + 1))
        return false;
    if ((size_t)hub->table_count >= hub->ids.capacity && !map_grow(hub))
        return false;
    map_insert(hub, entry);
    hub->table_count++;
    return true;
}

/* ---- damaged tables ---- */

const char hub_damaged_table[] = "store.table.damaged";

/* Finding out that a table is damaged takes as long as reading it. Nothing repairs one while the
 * server runs. A new table may get the code of a damaged one: it is in memory, where it is found
 * first. */
void hub_remember_damaged(struct hub *hub, const char *code, int64_t id, int64_t now)
{
    struct hub_damaged *damaged = &hub->damaged[hub->damaged_next];
    hub->damaged_next = (hub->damaged_next + 1) % HUB_DAMAGED_MAX;
    *damaged = (struct hub_damaged){.id = id, .until = now + HUB_DAMAGED_MS};
    struct text text;
    text_init(&text, damaged->code, sizeof damaged->code);
    if (code)
        text_string(&text, code);
}

static bool is_known_damaged(const struct hub *hub, const char *code, int64_t id, int64_t now)
{
    for (int i = 0; i < HUB_DAMAGED_MAX; i++) {
        const struct hub_damaged *damaged = &hub->damaged[i];
        if (now < damaged->until && (code ? string_equal(damaged->code, code) : damaged->id == id))
            return true;
    }
    return false;
}

/* ---- coming from the store ---- */

/* The table goes on now, if its events can be kept. NULL, or why it must stay in the store. */
static const char *awaken(struct hub *hub, struct hub_table *entry, int64_t now)
{
    struct table *table = entry->table;
    if (!hub_has_room(hub))
        return "store.queue_full";
    entry->ahead = table->now > now ? table->now - now : 0;
    hub_enter(hub, entry, NULL);
    if (hub->status == STORE_OK)
        table_wake(table, &hub->workspace, now + entry->ahead);
    else if (table_runs(table))
        table_pause(table, &hub->workspace, true, table->now);
    return NULL;
}

static void reseal(struct hub *hub, struct hub_table *entry, int64_t now)
{
    uint8_t secret[SHA256_SIZE];
    hub_chance(hub, secret, sizeof secret);
    hub_enter(hub, entry, NULL);
    table_reseal(entry->table, &hub->workspace, secret, now + entry->ahead);
}

const char *hub_add(struct hub *hub, struct hub_table *entry, const struct store_table *row,
                    int64_t now)
{
    if (hub_by_id(hub, entry->id)) { /* somebody else asked for it, by its other name */
        hub_free_entry(entry);
        return NULL;
    }
    shrink(entry);
    entry->idle_since = now;
    if (hub->table_count >= TABLES_MAX || !add_to_maps(hub, entry)) {
        hub_free_entry(entry);
        return "table.memory.none";
    }
    const char *reason = awaken(hub, entry, now);
    if (reason) {
        hub_drop(hub, entry);
        return reason;
    }
    if (hub->status == STORE_OK && hub_is_of_copy(hub, row->changed_ms, now))
        reseal(hub, entry, now);
    hub->settings.metrics->counter[COUNT_LOADED]++;
    return NULL;
}

const char hub_ask_store[] = "store.late";

struct hub_table *hub_get(const struct hub *hub, const char *code, int64_t id, int64_t now,
                          const char **reason)
{
    struct hub_table *entry = code ? by_code(hub, code) : hub_by_id(hub, id);
    *reason = NULL;
    if (entry && !entry->diverged && store_trusted(hub->settings.store))
        return entry;
    if (entry)
        *reason = entry->diverged ? "store.conflict" : store_reason(STORE_AWAY);
    else
        *reason = is_known_damaged(hub, code, id, now) ? hub_damaged_table : hub_ask_store;
    return NULL;
}

const struct table *hub_find(const struct hub *hub, const char *code, int64_t id)
{
    const struct hub_table *entry = code ? by_code(hub, code) : hub_by_id(hub, id);
    return entry && !entry->diverged ? entry->table : NULL;
}

bool hub_clean_code(const char *given, size_t size, char out[CODE_SIZE + 1])
{
    if (size < CODE_MIN || size > CODE_SIZE)
        return false;
    for (size_t i = 0; i < size; i++) {
        char c = given[i] >= 'a' && given[i] <= 'z' ? (char)(given[i] - 'a' + 'A') : given[i];
        if (c == '\0' || !strchr(code_letters, c))
            return false;
        out[i] = c;
    }
    out[size] = '\0';
    return true;
}

/* ---- opening ---- */

void hub_chance(const struct hub *hub, void *bytes, size_t size)
{
    if (hub->settings.chance)
        hub->settings.chance(hub->settings.context, bytes, size);
    else
        CHECK(uv_random(NULL, NULL, bytes, size, 0, NULL) == 0);
}

/* Every letter is equally likely: bytes beyond the last whole multiple are thrown away. Six are
 * enough for one server; several have more tables, and every second guess would hit. */
static void make_code(const struct hub *hub, char code[CODE_SIZE + 1])
{
    int size = hub->settings.home ? CODE_SIZE : CODE_MIN;
    for (int i = 0; i < size;) {
        uint8_t byte;
        hub_chance(hub, &byte, sizeof byte);
        if (byte < 256 / CODE_LETTERS * CODE_LETTERS)
            code[i++] = code_letters[byte % CODE_LETTERS];
    }
    code[size] = '\0';
}

/* A code that no table in memory has. If one in the store has it, the store refuses ours. */
static bool choose_code(const struct hub *hub, char code[CODE_SIZE + 1])
{
    for (int i = 0; i < TRIES_MAX; i++) {
        make_code(hub, code);
        if (!by_code(hub, code))
            return true;
    }
    return false;
}

/* A number that nobody can guess and a double can hold. */
static bool choose_id(const struct hub *hub, int64_t *id)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        uint64_t bits;
        hub_chance(hub, &bits, sizeof bits);
        *id = (int64_t)(bits >> (64 - ID_BITS));
        if (*id > 0 && !hub_by_id(hub, *id))
            return true;
    }
    return false;
}

void hub_make_token(const struct hub *hub, char text[TOKEN_TEXT_SIZE + 1],
                    uint8_t hash[SHA256_SIZE])
{
    uint8_t token[TOKEN_SIZE];
    struct text out;
    hub_chance(hub, token, sizeof token);
    sha256(token, sizeof token, hash);
    text_init(&out, text, TOKEN_TEXT_SIZE + 1);
    text_hex(&out, token, sizeof token);
}

static const char *prepare(struct hub *hub, const struct hub_opening *wanted,
                           struct table_opening *opening, struct hub_opened *opened)
{
    if (hub->status != STORE_OK)
        return store_reason(hub->status);
    if (hub->table_count >= TABLES_MAX)
        return "table.memory.none";
    if (!hub_has_room(hub))
        return "store.queue_full";
    opening->game = wanted->game;
    opening->seats = wanted->seats ? wanted->seats : wanted->game->seats_min;
    opening->screen = wanted->screen;
    const char *reason = game_check_seats(opening->game, opening->seats);
    if (reason)
        return reason;
    if (!choose_code(hub, opening->code) || !choose_id(hub, &opened->table))
        return "table.memory.none";
    hub_chance(hub, opening->secret, sizeof opening->secret);
    hub_make_token(hub, opened->token, opening->host);
    memcpy(opened->code, opening->code, sizeof opened->code);
    return NULL;
}

const char *hub_open(struct hub *hub, const struct hub_opening *wanted, struct hub_opened *opened,
                     int64_t now)
{
    struct table_opening opening = {0};
    const char *reason = prepare(hub, wanted, &opening, opened);
    if (reason)
        return reason;
    CHECK(opening.game);
    struct hub_table *entry = hub_new_entry(opened->table, table_size(), now);
    if (!entry)
        return "table.memory.none";
    CHECK(store_create(hub->settings.store, entry->id, opening.code, hub_stamp(hub, now)) ==
          STORE_OK);
    hub_enter(hub, entry, NULL);
    CHECK(table_open(entry->table, &opening, &hub->workspace, now) == NULL);
    if (!add_to_maps(hub, entry)) { /* it is in the store, but nobody will ever ask for it */
        untouch(hub, entry);
        hub_free_entry(entry);
        return "table.memory.none";
    }
    opened->ticket = entry->ticket;
    hub->settings.metrics->counter[COUNT_OPENED]++;
    return NULL;
}

void hub_counts(const struct hub *hub, struct hub_counts *counts)
{
    *counts = (struct hub_counts){
        .tables = hub->table_count,
        .members = hub->member_count,
        .thinking = hub->settings.workers ? workers_busy(hub->settings.workers) : 0,
        .paused = hub->status == STORE_OK ? NULL : store_reason(hub->status),
    };
}
