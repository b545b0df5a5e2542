/* SPDX-License-Identifier: MIT */
/*
 * The store in memory: for tests, simulations and benchmarks. It refuses what a file would refuse
 * and forgets everything when it is closed.
 *
 * A transaction holds the lock from beginning to end, so readers see whole transactions. Nothing
 * can fail in between (without memory the program ends), so nothing is ever undone.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "store/backend.h"

enum { BUCKETS_MIN = 64 }; /* a power of two */

/* ---- a hash table; its entries start with their link ---- */

struct link {
    struct link *next;
    uint64_t hash;
};

struct map {
    struct link **buckets;
    size_t count, capacity;
};

static void *must(void *memory)
{
    CHECK(memory);
    return memory;
}

static void *copy(const void *bytes, size_t size)
{
    char *made = must(malloc(size + 1));
    if (size > 0)
        memcpy(made, bytes, size);
    made[size] = '\0';
    return made;
}

static struct link **bucket(const struct map *map, uint64_t hash)
{
    return &map->buckets[(hash ^ hash >> 32) & (map->capacity - 1)];
}

static void map_grow(struct map *map)
{
    struct map larger = {.capacity = map->capacity ? map->capacity * 2 : BUCKETS_MIN};
    larger.buckets = must(calloc(larger.capacity, sizeof(struct link *)));
    for (size_t i = 0; i < map->capacity; i++) {
        struct link *next;
        for (struct link *link = map->buckets[i]; link; link = next) {
            struct link **at = bucket(&larger, link->hash);
            next = link->next;
            link->next = *at;
            *at = link;
        }
    }
    larger.count = map->count;
    free(map->buckets);
    *map = larger;
}

static void map_add(struct map *map, struct link *link, uint64_t hash)
{
    if (map->count >= map->capacity)
        map_grow(map);
    struct link **at = bucket(map, hash);
    *link = (struct link){*at, hash};
    *at = link;
    map->count++;
}

/* The first entry with this hash; the caller follows `next`. */
static struct link *map_first(const struct map *map, uint64_t hash)
{
    return map->capacity ? *bucket(map, hash) : NULL;
}

static void map_remove(struct map *map, struct link *link)
{
    struct link **at = bucket(map, link->hash);
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    map->count--;
}

/* ---- what is kept ---- */

struct kept_event {
    int64_t at_ms;
    char *bytes;
    size_t size;
};

struct kept_record {
    struct kept_record *next;
    int64_t n;
    char *bytes;
    size_t size;
};

struct kept_table {
    struct link link;
    struct link code_link; /* while it is unfinished */
    struct kept_table *older, *newer;
    struct store_table table;
    struct kept_event *events;
    size_t events_capacity;
    struct kept_record *records;
};

struct meta {
    struct meta *next;
    char *name, *bytes;
    size_t size;
};

struct store_home {
    pthread_mutex_t lock;
    struct map tables, codes;
    struct kept_table *oldest, *newest;
    struct meta *meta;
};

static uint64_t hash_id(int64_t id)
{
    return hash_bytes(HASH_START, &id, sizeof id);
}

static uint64_t hash_code(const char *code)
{
    return hash_bytes(HASH_START, code, string_size(code));
}

static struct kept_table *find_table(const struct store_home *home, int64_t id)
{
    struct link *link = map_first(&home->tables, hash_id(id));
    for (; link; link = link->next) {
        struct kept_table *entry = (struct kept_table *)link;
        if (entry->table.id == id)
            return entry;
    }
    return NULL;
}

static struct kept_table *entry_of_code_link(struct link *link)
{
    return (struct kept_table *)(void *)((char *)link - offsetof(struct kept_table, code_link));
}

static struct kept_table *find_unfinished(const struct store_home *home, const char *code)
{
    struct link *link = map_first(&home->codes, hash_code(code));
    for (; link; link = link->next)
        if (string_equal(entry_of_code_link(link)->table.code, code))
            return entry_of_code_link(link);
    return NULL;
}

static struct kept_record *find_record(const struct kept_table *entry, int64_t n)
{
    struct kept_record *found = NULL;
    for (struct kept_record *record = entry->records; record; record = record->next)
        if (n == 0 ? !found || record->n > found->n : record->n == n)
            found = record;
    return found;
}

static struct meta *find_meta(const struct store_home *home, const char *name)
{
    struct meta *meta = home->meta;
    while (meta && !string_equal(meta->name, name))
        meta = meta->next;
    return meta;
}

/* ---- writing ---- */

static enum store_status apply_create(struct store_home *home, const struct store_op *op)
{
    if (find_table(home, op->table) || find_unfinished(home, op->name))
        return STORE_CONFLICT;
    struct kept_table *entry = must(calloc(1, sizeof *entry));
    entry->table.id = op->table;
    entry->table.created_ms = entry->table.changed_ms = op->time_ms;
    memcpy(entry->table.code, op->name, string_size(op->name));
    map_add(&home->tables, &entry->link, hash_id(op->table));
    map_add(&home->codes, &entry->code_link, hash_code(op->name));
    entry->older = home->newest;
    *(home->newest ? &home->newest->newer : &home->oldest) = entry;
    home->newest = entry;
    return STORE_OK;
}

static enum store_status apply_append(struct store_home *home, const struct store_op *op)
{
    struct kept_table *entry = find_table(home, op->table);
    if (!entry || entry->table.finished || op->number != entry->table.seq + 1)
        return STORE_CONFLICT;
    size_t count = (size_t)entry->table.seq;
    if (count == entry->events_capacity) {
        entry->events_capacity = count ? count * 2 : 16;
        entry->events =
            must(realloc(entry->events, entry->events_capacity * sizeof *entry->events));
    }
    entry->events[count] =
        (struct kept_event){op->time_ms, copy(op->value, op->value_size), op->value_size};
    entry->table.seq = op->number;
    entry->table.changed_ms = op->time_ms;
    return STORE_OK;
}

static enum store_status apply_finish(struct store_home *home, const struct store_op *op)
{
    struct kept_table *entry = find_table(home, op->table);
    if (!entry || entry->table.finished || entry->table.seq != op->number)
        return STORE_CONFLICT;
    entry->table.finished = true;
    entry->table.changed_ms = op->time_ms;
    map_remove(&home->codes, &entry->code_link);
    return STORE_OK;
}

static enum store_status apply_record_add(struct store_home *home, const struct store_op *op)
{
    struct kept_table *entry = find_table(home, op->table);
    if (!entry || find_record(entry, op->number))
        return STORE_CONFLICT;
    struct kept_record *record = must(calloc(1, sizeof *record));
    *record = (struct kept_record){entry->records, op->number, copy(op->value, op->value_size),
                                   op->value_size};
    entry->records = record;
    return STORE_OK;
}

static enum store_status apply_meta_set(struct store_home *home, const struct store_op *op)
{
    struct meta *meta = find_meta(home, op->name);
    if (!meta) {
        meta = must(calloc(1, sizeof *meta));
        meta->next = home->meta;
        meta->name = copy(op->name, string_size(op->name));
        home->meta = meta;
    }
    free(meta->bytes);
    meta->bytes = copy(op->value, op->value_size);
    meta->size = op->value_size;
    return STORE_OK;
}

static void drop_table(struct store_home *home, struct kept_table *entry)
{
    struct kept_record *next;
    map_remove(&home->tables, &entry->link);
    if (!entry->table.finished)
        map_remove(&home->codes, &entry->code_link);
    *(entry->older ? &entry->older->newer : &home->oldest) = entry->newer;
    *(entry->newer ? &entry->newer->older : &home->newest) = entry->older;
    for (int64_t i = 0; i < entry->table.seq; i++)
        free(entry->events[i].bytes);
    for (struct kept_record *record = entry->records; record; record = next) {
        next = record->next;
        free(record->bytes);
        free(record);
    }
    free(entry->events);
    free(entry);
}

/* The finished table unchanged for longest, if it last changed before `before_ms`. */
static struct kept_table *find_stale(const struct store_home *home, int64_t before_ms)
{
    struct kept_table *stale = NULL;
    for (struct kept_table *entry = home->oldest; entry; entry = entry->newer)
        if (entry->table.finished && entry->table.changed_ms < before_ms &&
            (!stale || entry->table.changed_ms < stale->table.changed_ms))
            stale = entry;
    return stale;
}

static enum store_status apply_prune(struct store_home *home, const struct store_op *op)
{
    struct kept_table *entry;
    for (int i = 0; i < STORE_PRUNE_MAX && (entry = find_stale(home, op->time_ms)); i++)
        drop_table(home, entry);
    return STORE_OK;
}

static enum store_status memory_apply(struct store_home *home, const struct store_op *op)
{
    switch (op->kind) {
    case STORE_CREATE: return apply_create(home, op);
    case STORE_APPEND: return apply_append(home, op);
    case STORE_FINISH: return apply_finish(home, op);
    case STORE_RECORD_ADD: return apply_record_add(home, op);
    case STORE_META_SET: return apply_meta_set(home, op);
    case STORE_PRUNE: return apply_prune(home, op);
    }
    return STORE_OK;
}

static enum store_status memory_begin(struct store_home *home)
{
    pthread_mutex_lock(&home->lock);
    return STORE_OK;
}

static enum store_status memory_commit(struct store_home *home)
{
    pthread_mutex_unlock(&home->lock);
    return STORE_OK;
}

static void memory_rollback(struct store_home *home)
{
    pthread_mutex_unlock(&home->lock);
}

static enum store_status memory_rest(struct store_home *home, enum store_rest why)
{
    (void)home, (void)why;
    return STORE_OK;
}

static const char *memory_why(const struct store_home *home)
{
    (void)home;
    return "";
}

/* ---- reading ---- */

static enum store_status give(const char *bytes, size_t size, struct text *out)
{
    text_clear(out);
    text_bytes(out, bytes, size);
    return out->overflow ? STORE_TOO_BIG : STORE_OK;
}

static enum store_status memory_table(struct store_home *home, int64_t id, struct store_table *out)
{
    pthread_mutex_lock(&home->lock);
    struct kept_table *entry = find_table(home, id);
    if (entry)
        *out = entry->table;
    pthread_mutex_unlock(&home->lock);
    return entry ? STORE_OK : STORE_ABSENT;
}

/* Finished tables are searched one by one: nobody needs this to be fast. */
static enum store_status memory_table_by_code(struct store_home *home, const char *code,
                                              struct store_table *out)
{
    pthread_mutex_lock(&home->lock);
    struct kept_table *found = find_unfinished(home, code);
    if (!found) {
        for (struct kept_table *entry = home->oldest; entry; entry = entry->newer)
            if (string_equal(entry->table.code, code) &&
                (!found || entry->table.changed_ms >= found->table.changed_ms))
                found = entry;
    }
    if (found)
        *out = found->table;
    pthread_mutex_unlock(&home->lock);
    return found ? STORE_OK : STORE_ABSENT;
}

static enum store_status memory_unfinished(struct store_home *home, store_each_table *each,
                                           void *context)
{
    pthread_mutex_lock(&home->lock);
    for (struct kept_table *entry = home->oldest; entry; entry = entry->newer)
        if (!entry->table.finished && !each(context, &entry->table))
            break;
    pthread_mutex_unlock(&home->lock);
    return STORE_OK;
}

static int by_change(const void *a, const void *b)
{
    const struct store_table *one = a, *other = b;
    return (one->changed_ms > other->changed_ms) - (one->changed_ms < other->changed_ms);
}

static enum store_status memory_old(struct store_home *home, int64_t since, int64_t before,
                                    store_each_table *each, void *context)
{
    pthread_mutex_lock(&home->lock);
    size_t count = 0;
    struct store_table *rows = must(calloc(home->codes.count + 1, sizeof *rows));
    for (struct kept_table *entry = home->oldest; entry; entry = entry->newer)
        if (!entry->table.finished && entry->table.changed_ms >= since &&
            entry->table.changed_ms < before)
            rows[count++] = entry->table;
    pthread_mutex_unlock(&home->lock);
    qsort(rows, count, sizeof *rows, by_change);
    for (size_t i = 0; i < count && i < STORE_PAGE_MAX && each(context, &rows[i]); i++)
        ;
    free(rows);
    return STORE_OK;
}

static enum store_status memory_events(struct store_home *home, int64_t id, int64_t from,
                                       store_each_event *each, void *context)
{
    pthread_mutex_lock(&home->lock);
    struct kept_table *entry = find_table(home, id);
    for (int64_t seq = from > 1 ? from : 1; entry && seq <= entry->table.seq; seq++) {
        const struct kept_event *event = &entry->events[seq - 1];
        struct store_event told = {seq, event->at_ms, (const uint8_t *)event->bytes, event->size};
        if (!each(context, &told))
            break;
    }
    pthread_mutex_unlock(&home->lock);
    return entry ? STORE_OK : STORE_ABSENT;
}

static enum store_status memory_record(struct store_home *home, int64_t id, int64_t n,
                                       struct text *out)
{
    enum store_status status = STORE_ABSENT;
    pthread_mutex_lock(&home->lock);
    const struct kept_table *entry = find_table(home, id);
    const struct kept_record *record = entry ? find_record(entry, n) : NULL;
    if (record)
        status = give(record->bytes, record->size, out);
    pthread_mutex_unlock(&home->lock);
    return status;
}

static enum store_status memory_meta(struct store_home *home, const char *name, struct text *out)
{
    enum store_status status = STORE_ABSENT;
    pthread_mutex_lock(&home->lock);
    const struct meta *meta = find_meta(home, name);
    if (meta)
        status = give(meta->bytes, meta->size, out);
    pthread_mutex_unlock(&home->lock);
    return status;
}

static enum store_status memory_counts(struct store_home *home, struct store_counts *counts)
{
    pthread_mutex_lock(&home->lock);
    counts->unfinished = (int64_t)home->codes.count;
    counts->finished = (int64_t)(home->tables.count - home->codes.count);
    pthread_mutex_unlock(&home->lock);
    return STORE_OK;
}

/* ---- opening and closing ---- */

static enum store_status memory_open(struct store_home **out, const struct store_options *options,
                                     struct text *why)
{
    (void)options, (void)why;
    *out = must(calloc(1, sizeof **out));
    CHECK(pthread_mutex_init(&(*out)->lock, NULL) == 0);
    return STORE_OK;
}

static void memory_close(struct store_home *home)
{
    struct meta *next;
    for (struct kept_table *entry = home->oldest, *newer; entry; entry = newer) {
        newer = entry->newer;
        drop_table(home, entry);
    }
    for (struct meta *meta = home->meta; meta; meta = next) {
        next = meta->next;
        free(meta->name);
        free(meta->bytes);
        free(meta);
    }
    free(home->tables.buckets);
    free(home->codes.buckets);
    pthread_mutex_destroy(&home->lock);
    free(home);
}

const struct store_backend store_memory = {
    .name = "memory",
    .at_once = true,
    .open = memory_open,
    .close = memory_close,
    .begin = memory_begin,
    .apply = memory_apply,
    .commit = memory_commit,
    .rollback = memory_rollback,
    .rest = memory_rest,
    .write_why = memory_why,
    .table = memory_table,
    .table_by_code = memory_table_by_code,
    .unfinished = memory_unfinished,
    .old = memory_old,
    .events = memory_events,
    .record = memory_record,
    .meta = memory_meta,
    .counts = memory_counts,
    .read_why = memory_why,
};
