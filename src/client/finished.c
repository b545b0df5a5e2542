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
    struct boxed_tags tags;
    size_t size;
    char record[];
};

void finished_init(struct finished *finished)
{
    *finished = (struct finished){.retry = CLOCK_NEVER};
}

void finished_add(struct finished *finished, const char *record, size_t size,
                  const struct boxed_tags *tags)
{
    struct finished_game **end = &finished->first, *game = malloc(sizeof *game + size);
    CHECK(game);
    while (*end)
        end = &(*end)->next;
    game->next = NULL;
    game->tags = *tags;
    game->size = size;
    memcpy(game->record, record, size);
    *end = game;
    finished->retry = 0;
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
    finished_init(finished);
}
