/* SPDX-License-Identifier: MIT */
/* For tests of the store: a folder that goes away, opening, and events that can be checked. */
#ifndef KUFSA_TESTS_STORE_PLACE_H
#define KUFSA_TESTS_STORE_PLACE_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "store/store.h"

enum { PLACE_MAX = 512, WAIT_MS = 20000 };

struct place {
    char folder[PLACE_MAX / 2];
    char file[PLACE_MAX];
};

static inline void place_init(struct place *place)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(place->folder, sizeof place->folder, "%s/kufsa-store-XXXXXX",
             temporary ? temporary : "/tmp");
    CHECK(mkdtemp(place->folder));
    snprintf(place->file, sizeof place->file, "%s/data", place->folder);
}

static inline void place_release(struct place *place)
{
    DIR *folder = opendir(place->folder);
    const struct dirent *entry;
    CHECK(folder);
    while ((entry = readdir(folder))) {
        char path[PLACE_MAX * 2];
        snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (entry->d_name[0] != '.')
            CHECK(unlink(path) == 0);
    }
    closedir(folder);
    CHECK(rmdir(place->folder) == 0);
}

static inline enum store_status place_open(struct store **store, struct store_options options,
                                           char why[STORE_WHY_MAX])
{
    struct text text;
    text_init(&text, why, STORE_WHY_MAX);
    return store_open(store, &options, &text);
}

/* An event says whose it is, so that a lost, doubled or exchanged one is seen. */
static inline size_t event_bytes(char *out, size_t capacity, int64_t table, int64_t seq)
{
    int size = snprintf(out, capacity, "%lld:%lld:", (long long)table, (long long)seq);
    size_t padding = (size_t)(((uint64_t)table % 1000 * 31 + (uint64_t)seq % 1000 * 17) % 120);
    CHECK(size > 0 && (size_t)size + padding < capacity);
    memset(out + size, 'a' + (int)(seq % 26), padding);
    return (size_t)size + padding;
}

static inline enum store_status append_event(struct store *store, int64_t table, int64_t seq)
{
    char bytes[256];
    size_t size = event_bytes(bytes, sizeof bytes, table, seq);
    return store_append(store, table, seq, bytes, size, 1000 + seq);
}

struct event_check {
    int64_t table, next;
    bool right;
};

static inline bool check_event(void *context, const struct store_event *event)
{
    struct event_check *check = context;
    char bytes[256];
    size_t size = event_bytes(bytes, sizeof bytes, check->table, check->next);
    check->right = check->right && event->seq == check->next && event->at_ms == 1000 + event->seq &&
                   event->size == size && memcmp(event->bytes, bytes, size) == 0;
    check->next++;
    return true;
}

/* How many events a table has; -1 if they are not dense, or not what was written. */
static inline int64_t count_events(struct store *store, int64_t table)
{
    struct event_check check = {table, 1, true};
    struct store_table found;
    if (store_events(store, table, 1, check_event, &check) != STORE_OK || !check.right ||
        store_table(store, table, &found) != STORE_OK || found.seq != check.next - 1)
        return -1;
    return check.next - 1;
}

#endif
