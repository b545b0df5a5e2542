/* SPDX-License-Identifier: MIT */
/*
 * What a screen hears, one message a line: a screen that was told anything at all has either taken
 * a message or not, and what it took can be drawn. A message that is refused has changed nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "tui/seen.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static struct seen seen, before;

/* As a screen does: the scene, the legal moves, what can be undone, the log. */
static void draw(void)
{
    static struct moves moves;
    static struct item items[SCENE_MAX];
    const struct game *game = seen.game;
    CHECK(seen.log_count >= 0 && seen.log_count <= SEEN_LOG_MAX);
    CHECK(seen.said_count >= 0 && seen.said_count <= SEEN_SAID_MAX);
    if (seen.v == 0 || seen.phase == PHASE_LOBBY)
        return;
    CHECK(game && seen.seats >= game->seats_min && seen.seats <= game->seats_max);
    CHECK(seen.view.head.seats == seen.seats && seen.you < seen.seats);
    int count = game->scene(&seen.view.head, items);
    CHECK(count > 0 && count <= SCENE_MAX);
    if (seen_acts(&seen))
        CHECK(game_legal(game, &seen.view.head, seen.you, &moves) > 0);
    for (int i = 0; i < seen.log_count; i++) {
        CHECK(seen.log[i].seat >= 0 && seen.log[i].seat < SEATS_MAX);
        for (int j = 0; j < seen.log[i].events.count; j++) {
            const struct event *event = &seen.log[i].events.list[j];
            char piece[MOVE_TEXT_MAX];
            struct text text;
            text_init(&text, piece, sizeof piece);
            if (event->piece != NO_PIECE)
                game->write_piece(event->piece, &text);
            CHECK(event->kind <= EVENT_OVER && !text.overflow);
        }
    }
}

/* Moves behind the last one are nobody's business, and most of what there is to copy. */
static size_t log_size(const struct seen *which)
{
    return (size_t)which->log_count * sizeof which->log[0];
}

enum { BEHIND_LOG = offsetof(struct seen, jumped) };

static void remember(void)
{
    memcpy(&before, &seen, offsetof(struct seen, log));
    memcpy(before.log, seen.log, log_size(&seen));
    memcpy((char *)&before + BEHIND_LOG, (char *)&seen + BEHIND_LOG,
           offsetof(struct seen, values) - BEHIND_LOG);
}

static bool is_as_before(void)
{
    return memcmp(&before, &seen, offsetof(struct seen, log)) == 0 &&
           memcmp(before.log, seen.log, log_size(&before)) == 0 &&
           memcmp((char *)&before + BEHIND_LOG, (char *)&seen + BEHIND_LOG,
                  offsetof(struct seen, values) - BEHIND_LOG) == 0;
}

static void hear(const char *message, size_t size)
{
    char *exact = malloc(size + 1); /* a sanitizer sees any look behind */
    CHECK(exact);
    memcpy(exact, message, size);
    remember();
    enum seen_news news = seen_take(&seen, exact, size, 1000);
    if (news == SEEN_BROKEN || news == SEEN_GAP)
        CHECK(is_as_before());
    free(exact);
    draw();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *at = (const char *)bytes, *end = at + size;
    seen_init(&seen);
    while (at < end) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        hear(at, (size_t)((line ? line : end) - at));
        at = line ? line + 1 : end;
    }
    return 0;
}
