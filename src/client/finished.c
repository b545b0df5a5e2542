/* SPDX-License-Identifier: MIT */
/* Games that have ended here wait in memory until the box has them. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "client/box.h"
#include "match/clock.h"
#include "system/system.h"

enum { RETRY_MS = 1000 };

struct finished_game {
    struct finished_game *next;
    uint32_t match;
    struct boxed_tags tags;
    size_t size;
    char record[];
};

void finished_init(struct finished *finished)
{
    *finished = (struct finished){.retry = CLOCK_NEVER};
}

static struct finished_game *new_game(uint32_t match, const char *record, size_t size,
                                      const struct boxed_tags *tags)
{
    struct finished_game *game = malloc(sizeof *game + size);
    CHECK(game);
    *game = (struct finished_game){.match = match, .tags = *tags, .size = size};
    memcpy(game->record, record, size);
    return game;
}

void finished_add(struct finished *finished, uint32_t match, const char *record, size_t size,
                  const struct boxed_tags *tags)
{
    struct finished_game **end = &finished->first;
    free(finished->last);
    finished->last = new_game(match, record, size, tags);
    if (tags->mine == 0)
        return;
    while (*end)
        end = &(*end)->next;
    *end = new_game(match, record, size, tags);
    finished->retry = 0;
}

const char *finished_record(const struct finished *finished, uint32_t match, size_t *size,
                            struct boxed_tags *tags)
{
    const struct finished_game *last = finished->last;
    if (!last || last->match != match)
        return NULL;
    *size = last->size;
    *tags = last->tags;
    return last->record;
}

bool finished_keep(struct finished *finished)
{
    struct box_added added;
    int error = 0;
    if (!finished->first)
        return true;
    while (finished->first && error == 0) {
        struct finished_game *game = finished->first;
        error = box_add(game->record, game->size, &game->tags, BOX_FROM_HERE, &added);
        if (error != 0)
            break;
        finished->kept += added.added;
        finished->dropped += added.dropped;
        finished->first = game->next;
        free(game);
    }
    box_sync();
    finished->trouble = error != 0 ? box_trouble(error) : NULL;
    finished->retry = error != 0 ? system_millis() + RETRY_MS : CLOCK_NEVER;
    return error == 0;
}

void finished_free(struct finished *finished)
{
    while (finished->first) {
        struct finished_game *game = finished->first;
        finished->first = game->next;
        free(game);
    }
    free(finished->last);
    finished_init(finished);
}
