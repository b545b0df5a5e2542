/* SPDX-License-Identifier: MIT */
/*
 * Messages to a screen, one per line: whatever they say, the screen either takes a message or
 * refuses it. What it took can be drawn; a refused message changes nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "client/mirror.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct mirror mirror, before;

/* As a screen does: the scene, the legal moves, what can be undone, the log. */
static void draw(void)
{
    static struct moves moves;
    static struct item items[SCENE_MAX];
    const struct game *game = mirror.game;
    CHECK(mirror.log_count >= 0 && mirror.log_count <= MIRROR_LOG_MAX);
    CHECK(mirror.said_count >= 0 && mirror.said_count <= MIRROR_SAID_MAX);
    if (mirror.v == 0 || mirror.phase == PHASE_LOBBY)
        return;
    CHECK(game && mirror.seats >= game->seats_min && mirror.seats <= game->seats_max);
    CHECK(mirror.view.head.seats == mirror.seats && mirror.you < mirror.seats);
    int count = game->scene(&mirror.view.head, items);
    CHECK(count > 0 && count <= SCENE_MAX);
    if (mirror_acts(&mirror))
        CHECK(game_legal(game, &mirror.view.head, mirror.you, &moves) > 0);
    for (int i = 0; i < mirror.log_count; i++) {
        CHECK(mirror.log[i].seat >= 0 && mirror.log[i].seat < SEATS_MAX);
        for (int j = 0; j < mirror.log[i].events.count; j++) {
            const struct event *event = &mirror.log[i].events.list[j];
            char piece[MOVE_TEXT_MAX];
            struct text text;
            text_init(&text, piece, sizeof piece);
            if (event->piece != NO_PIECE)
                game->write_piece(event->piece, &text);
            CHECK(event->kind <= EVENT_OVER && !text.overflow);
        }
    }
}

/* Moves after the last one do not matter, and would be most of the copying. */
static size_t log_size(const struct mirror *which)
{
    return (size_t)which->log_count * sizeof which->log[0];
}

enum { BEHIND_LOG = offsetof(struct mirror, said_count) };

static void remember(void)
{
    memcpy(&before, &mirror, offsetof(struct mirror, log));
    memcpy(before.log, mirror.log, log_size(&mirror));
    memcpy((char *)&before + BEHIND_LOG, (char *)&mirror + BEHIND_LOG,
           offsetof(struct mirror, values) - BEHIND_LOG);
}

static bool is_as_before(void)
{
    return memcmp(&before, &mirror, offsetof(struct mirror, log)) == 0 &&
           memcmp(before.log, mirror.log, log_size(&before)) == 0 &&
           memcmp((char *)&before + BEHIND_LOG, (char *)&mirror + BEHIND_LOG,
                  offsetof(struct mirror, values) - BEHIND_LOG) == 0;
}

static void hear(const char *message, size_t size)
{
    char *exact = malloc(size + 1); /* so that a sanitizer notices any overread */
    CHECK(exact);
    memcpy(exact, message, size);
    remember();
    enum mirror_news news = mirror_take(&mirror, exact, size, 1000);
    if (news == MIRROR_BROKEN || news == MIRROR_GAP)
        CHECK(is_as_before());
    free(exact);
    draw();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *at = (const char *)bytes, *end = at + size;
    mirror_init(&mirror);
    while (at < end) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        hear(at, (size_t)((line ? line : end) - at));
        at = line ? line + 1 : end;
    }
    return 0;
}
