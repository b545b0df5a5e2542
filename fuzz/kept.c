/* SPDX-License-Identifier: MIT */
/*
 * A game that was left in the terminal: whatever its file says, the terminal either goes on with a
 * table that everybody at the keyboard sees, or says why not and forgets it. The first line is the
 * name of the game whose file it is, the others are the file.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#include "folder.h"
#include "tui/local.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 1 << 14, NAME_SIZE_MAX = 16 };

static void check_line(struct line *line)
{
    static struct item items[SCENE_MAX];
    CHECK(line->people > 0 && line->people <= LINE_PEOPLE_MAX);
    for (int who = 0; who < line->people; who++) {
        const struct seen *seen = &line->seen[who];
        CHECK(seen->v > 0 && seen->game && seen->you < seen->seats);
        if (seen->phase != PHASE_LOBBY)
            CHECK(seen->game->scene(&seen->view.head, items) > 0);
    }
}

/* Its bots are not waited for: they think on a thread of their own. */
static void resume(const struct game *game)
{
    static const struct local_setup setup;
    const char *reason = NULL;
    char aside[LOCAL_ASIDE_MAX], path[OWN_PATH_MAX];
    int64_t when;
    bool left = local_left(game, &when) == game;
    struct line *line = local_resume(game, &setup, &reason, aside);
    CHECK(left || !line);
    if (line) {
        check_line(line);
        line_close(line);
    } else {
        CHECK(reason && reason[0] != '\0' && !local_left(game, &when));
        own_path(aside, path);
        CHECK((aside[0] != '\0') == left && (!left || unlink(path) == 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char name[NAME_SIZE_MAX + 2] = "", *end;
    const uint8_t *line = size > 0 ? memchr(bytes, '\n', size) : NULL;
    if (!line || line - bytes >= NAME_SIZE_MAX || size > INPUT_MAX)
        return 0;
    memcpy(name, bytes, (size_t)(line - bytes));
    const struct game *game = game_find(name);
    if (!game)
        return 0;
    own_open();
    end = name + strlen(name);
    memcpy(end, ".1", 3);
    own_write(name, line + 1, size - (size_t)(line + 1 - bytes));
    resume(game);
    return 0;
}
