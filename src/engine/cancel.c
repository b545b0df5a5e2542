/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "engine/cancel.h"

#include <string.h>

#include "base/check.h"
#include "engine/fields.h"

enum { LINE_VALUES_MAX = 256 };

static void lock(struct cancels *cancels)
{
    CHECK(pthread_mutex_lock(&cancels->lock) == 0);
}

static void unlock(struct cancels *cancels)
{
    CHECK(pthread_mutex_unlock(&cancels->lock) == 0);
}

void cancels_init(struct cancels *cancels)
{
    *cancels = (struct cancels){0};
    CHECK(pthread_mutex_init(&cancels->lock, NULL) == 0);
}

/* False if the id is too long. */
static bool set_id(struct cancel_id *id, const char *bytes, size_t size)
{
    id->size = size < sizeof id->bytes ? size : 0;
    memcpy(id->bytes, bytes, id->size);
    return id->size == size;
}

/* Stops the running search if the cancel means it. */
static void aim(struct cancels *cancels, struct cancel *cancel)
{
    const struct cancel_id *of = &cancel->of, *id = &cancels->id;
    bool same = of->size == id->size && memcmp(of->bytes, id->bytes, id->size) == 0;
    if (!cancels->searching || cancel->line < cancels->line || (of->size > 0 && !same))
        return;
    cancel->hit = true;
    atomic_store(&cancels->stop, true);
}

/* Forgets the cancels before this line: they have been answered. */
static void forget(struct cancels *cancels, uint64_t line)
{
    int old = 0;
    while (old < cancels->count && cancels->list[old].line < line)
        old++;
    cancels->count -= old;
    memmove(cancels->list, cancels->list + old, (size_t)cancels->count * sizeof *cancels->list);
}

static bool read_cancel(const char *bytes, size_t size, struct cancel *cancel)
{
    struct json_value values[LINE_VALUES_MAX];
    struct json json;
    if (size > CANCEL_LINE_MAX || !memmem(bytes, size, "cancel", strlen("cancel")) ||
        json_read(&json, values, LINE_VALUES_MAX, bytes, size) ||
        !json_is(&json, json_member(&json, 0, "do"), "cancel"))
        return false;
    uint32_t of = json_member(&json, 0, "of");
    const char *raw = of == 0 ? "" : raw_value(&json, of, &size);
    return raw && set_id(&cancel->of, raw, of == 0 ? 0 : size);
}

void cancels_look(struct cancels *cancels, uint64_t line, const char *bytes, size_t size)
{
    struct cancel cancel = {.line = line};
    if (!read_cancel(bytes, size, &cancel))
        return;
    lock(cancels);
    if (cancels->count < CANCELS_MAX) {
        aim(cancels, &cancel);
        cancels->list[cancels->count++] = cancel;
    }
    unlock(cancels);
}

const atomic_bool *cancels_begin(struct cancels *cancels, uint64_t line, const char *id,
                                 size_t size)
{
    lock(cancels);
    forget(cancels, line);
    atomic_store(&cancels->stop, false);
    cancels->searching = true;
    cancels->line = line;
    set_id(&cancels->id, id, size);
    for (int i = 0; i < cancels->count; i++)
        aim(cancels, &cancels->list[i]);
    unlock(cancels);
    return &cancels->stop;
}

void cancels_end(struct cancels *cancels)
{
    lock(cancels);
    cancels->searching = false;
    unlock(cancels);
}

bool cancels_hit(struct cancels *cancels, uint64_t line)
{
    lock(cancels);
    forget(cancels, line);
    bool hit = cancels->count > 0 && cancels->list[0].line == line && cancels->list[0].hit;
    unlock(cancels);
    return hit;
}
