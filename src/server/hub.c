/* SPDX-License-Identifier: MIT */
/* Tables in memory: opening, finding, reading back from the store, dropping. */
#define _POSIX_C_SOURCE 200809L
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/check.h"
#include "base/hash.h"
#include "server/hub_parts.h"
#include "server/log.h"

enum { BUCKETS_FIRST = 256, ID_BITS = 53, TRIES_MAX = 100 };

/* No 0 O 1 I L: they are mistaken for each other. */
static const char code_letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
enum { CODE_LETTERS = sizeof code_letters - 1 };

/* ---- maps ---- */

static size_t id_bucket(const struct hub_map *map, int64_t id)
{
    return hash_bytes(HASH_START, &id, sizeof id) & (map->capacity - 1);
}

static size_t code_bucket(const struct hub_map *map, const char *code)
{
    return hash_bytes(HASH_START, code, CODE_SIZE) & (map->capacity - 1);
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

/* Twice as many buckets; false if there is no memory. */
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

static struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context, (void)count;
    return realloc(old, capacity * sizeof(struct ply));
}

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
    hub->desk.lend = lend;
    hub->ticket = store_commit(settings->store);
    hub->durable = hub->ticket;
    hub_set_sink(hub);
    return hub;
}

static void free_table(struct hub_table *entry)
{
    if (entry->table)
        free(entry->table->match.log);
    free(entry->table);
    free(entry);
}

static void forget_table(struct hub *hub, struct hub_table *entry, int64_t now)
{
    (void)hub, (void)now;
    free_table(entry);
}

void hub_free(struct hub *hub)
{
    if (!hub)
        return;
    hub_each(hub, forget_table, 0);
    free(hub->ids.buckets);
    free(hub->codes.buckets);
    free(hub->heap);
    free(hub);
}

void hub_touch(struct hub *hub, struct hub_table *entry)
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

/* Out of memory; nobody is at it. */
void hub_drop(struct hub *hub, struct hub_table *entry)
{
    CHECK(!entry->members);
    if (entry->thought)
        atomic_store(&entry->thought->stop, true); /* its answer finds no table */
    if (entry->touched)
        untouch(hub, entry);
    hub_set_due(hub, entry, CLOCK_NEVER);
    map_remove(hub, entry);
    hub->table_count--;
    free_table(entry);
}

/* ---- entries ---- */

/* The table first: what it leaves behind when it moves is then as large as the next one needs. */
static struct hub_table *new_entry(int64_t id, size_t size, int64_t now)
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

/* No more memory than its game needs. realloc would leave a gap behind that few things fit in. */
static void shrink(struct hub_table *entry)
{
    size_t size = table_size(entry->table->game);
    struct table *less = malloc(size);
    if (!less)
        return;
    memcpy(less, entry->table, size);
    free(entry->table);
    entry->table = less;
}

/* Into the maps. */
static bool settle(struct hub *hub, struct hub_table *entry)
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

static const char is_damaged[] = "store.table.damaged";

/* To find out that a table is damaged takes as long as to read it, and everybody waits meanwhile.
 * Nothing mends one while the server runs. A new table that is given such a code in that time is
 * in memory, where it is found first, for as long. */
static void remember_damaged(struct hub *hub, const char *code, int64_t id, int64_t now)
{
    struct hub_damaged *damaged = &hub->damaged[hub->damaged_next];
    hub->damaged_next = (hub->damaged_next + 1) % HUB_DAMAGED_MAX;
    *damaged = (struct hub_damaged){.id = id, .until = now + HUB_DAMAGED_MS};
    if (code)
        memcpy(damaged->code, code, CODE_SIZE);
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

/* ---- reading back ---- */

struct reading {
    struct hub *hub;
    struct hub_table *entry;
    const char *wrong;
};

static bool read_event(void *context, const struct store_event *event)
{
    struct reading *reading = context;
    reading->wrong = table_restore(reading->entry->table, &reading->hub->desk,
                                   (const char *)event->bytes, event->size);
    return reading->wrong == NULL;
}

/* The table goes on now, if what happens can be kept. NULL, or why it must stay where it was. */
static const char *awaken(struct hub *hub, struct hub_table *entry, int64_t now)
{
    struct table *table = entry->table;
    if (!hub_has_room(hub))
        return "store.queue_full";
    entry->ahead = table->now > now ? table->now - now : 0;
    hub_enter(hub, entry, NULL);
    if (hub->status == STORE_OK)
        table_wake(table, &hub->desk, now + entry->ahead);
    else if (table->phase == PHASE_PLAY)
        table_pause(table, &hub->desk, true, table->now);
    return NULL;
}

static const char *restore(struct hub *hub, struct hub_table *entry)
{
    struct reading reading = {hub, entry, NULL};
    enum store_status status =
        store_events(hub->settings.store, entry->id, 1, read_event, &reading);
    if (status != STORE_OK && status != STORE_ABSENT) {
        log_line(LOG_ERROR, "read_failed",
                 LOG_FIELDS(LOG_TEXT("why", store_why(hub->settings.store))));
        return status == STORE_CORRUPT ? is_damaged : store_reason(status);
    }
    if (reading.wrong || !entry->table->game) {
        log_line(LOG_ERROR, "table_broken",
                 LOG_FIELDS(LOG_TEXT("why", reading.wrong ? reading.wrong : "empty"),
                            LOG_NUMBER("version", entry->table->version)));
        return is_damaged;
    }
    shrink(entry);
    return settle(hub, entry) ? NULL : "table.memory.none";
}

static struct hub_table *load(struct hub *hub, const struct store_table *row, int64_t now,
                              const char **reason)
{
    if (row->finished) {
        *reason = "serve.table.finished";
        return NULL;
    }
    struct hub_table *entry =
        hub->table_count < TABLES_MAX ? new_entry(row->id, sizeof(struct table), now) : NULL;
    *reason = entry ? restore(hub, entry) : "table.memory.none";
    if (*reason) {
        if (*reason == is_damaged)
            remember_damaged(hub, row->code, row->id, now);
        if (entry)
            free_table(entry);
        return NULL;
    }
    *reason = awaken(hub, entry, now);
    if (*reason) {
        hub_drop(hub, entry);
        return NULL;
    }
    hub->settings.metrics->counter[COUNT_LOADED]++;
    return entry;
}

struct hub_table *hub_get(struct hub *hub, const char *code, int64_t id, int64_t now,
                          const char **reason)
{
    struct store_table row;
    struct hub_table *entry = code ? by_code(hub, code) : hub_by_id(hub, id);
    *reason = NULL;
    if (entry) {
        if (entry->sour)
            *reason = "store.conflict";
        return entry->sour ? NULL : entry;
    }
    if (is_known_damaged(hub, code, id, now)) {
        *reason = is_damaged;
        return NULL;
    }
    enum store_status status = code ? store_table_by_code(hub->settings.store, code, &row)
                                    : store_table(hub->settings.store, id, &row);
    if (status == STORE_OK)
        return load(hub, &row, now, reason);
    *reason = status == STORE_ABSENT ? "serve.table.unknown" : store_reason(status);
    if (status == STORE_CORRUPT) {
        log_line(LOG_ERROR, "read_failed",
                 LOG_FIELDS(LOG_TEXT("why", store_why(hub->settings.store))));
        *reason = is_damaged;
        remember_damaged(hub, code, id, now);
    }
    return NULL;
}

const struct table *hub_find(struct hub *hub, const char *code, int64_t id, int64_t now,
                             int64_t *table, const char **reason)
{
    struct hub_table *entry = hub_get(hub, code, id, now, reason);
    if (!entry)
        return NULL;
    *table = entry->id;
    return entry->table;
}

bool hub_clean_code(const char *given, size_t size, char out[CODE_SIZE + 1])
{
    if (size != CODE_SIZE)
        return false;
    for (int i = 0; i < CODE_SIZE; i++) {
        char c = given[i] >= 'a' && given[i] <= 'z' ? (char)(given[i] - 'a' + 'A') : given[i];
        if (c == '\0' || !strchr(code_letters, c))
            return false;
        out[i] = c;
    }
    out[CODE_SIZE] = '\0';
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

/* Each letter is as likely as any other: bytes beyond the last whole multiple are thrown away. */
static void make_code(const struct hub *hub, char code[CODE_SIZE + 1])
{
    for (int i = 0; i < CODE_SIZE;) {
        uint8_t byte;
        hub_chance(hub, &byte, sizeof byte);
        if (byte < 256 / CODE_LETTERS * CODE_LETTERS)
            code[i++] = code_letters[byte % CODE_LETTERS];
    }
    code[CODE_SIZE] = '\0';
}

/* A code that no unfinished table has. */
static bool choose_code(const struct hub *hub, char code[CODE_SIZE + 1])
{
    struct store_table row;
    for (int i = 0; i < TRIES_MAX; i++) {
        make_code(hub, code);
        if (by_code(hub, code))
            continue;
        enum store_status status = store_table_by_code(hub->settings.store, code, &row);
        if (status == STORE_ABSENT || (status == STORE_OK && row.finished))
            return true;
    }
    return false;
}

/* A number that nobody guesses, and that a double can hold. */
static bool choose_id(const struct hub *hub, int64_t *id)
{
    struct store_table row;
    for (int i = 0; i < TRIES_MAX; i++) {
        uint64_t bits;
        hub_chance(hub, &bits, sizeof bits);
        *id = (int64_t)(bits >> (64 - ID_BITS));
        if (*id > 0 && !hub_by_id(hub, *id) &&
            store_table(hub->settings.store, *id, &row) == STORE_ABSENT)
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
        return "store.io";
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
    struct hub_table *entry = new_entry(opened->table, table_size(opening.game), now);
    if (!entry)
        return "table.memory.none";
    CHECK(store_create(hub->settings.store, entry->id, opening.code, opening.game->name, now) ==
          STORE_OK);
    hub_enter(hub, entry, NULL);
    CHECK(table_open(entry->table, &opening, &hub->desk, now) == NULL);
    if (!settle(hub, entry)) { /* it is in the store, and nobody will ever ask for it */
        untouch(hub, entry);
        free_table(entry);
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
