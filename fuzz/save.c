/* SPDX-License-Identifier: MIT */
/*
 * An unfinished game in the terminal: whatever its file says, the list has a row for it, and the
 * terminal either continues with a table that everybody at the keyboard sees, or says why not and
 * puts the file aside. The first line names the game; the others are the file.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#include "client/local.h"
#include "client/unfinished.h"
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 1 << 14, NAME_SIZE_MAX = 16 };

static void check_table(struct channel *channel)
{
    static struct item items[SCENE_MAX];
    CHECK(channel->people > 0 && channel->people <= CHANNEL_PEOPLE_MAX);
    for (int who = 0; who < channel->people; who++) {
        const struct mirror *mirror = &channel->mirror[who];
        CHECK(mirror->v > 0 && mirror->game && mirror->you < mirror->seats);
        if (mirror->phase != PHASE_LOBBY)
            CHECK(mirror->game->scene(&mirror->view.head, items) > 0);
    }
}

/* The list's row for it, in both languages; false if there is none because the file is empty. */
static bool look(const struct game *game, struct save_row *row)
{
    bool there = false;
    for (int language = 0; language < LANGUAGES; language++) {
        struct unfinished unfinished;
        unfinished_find(&unfinished, (enum language)language, game);
        there = unfinished.count == 1;
        CHECK(unfinished.count <= 1);
        if (there) {
            CHECK(unfinished_describe(&unfinished, 0)->who[0] != '\0' &&
                  unfinished_describe(&unfinished, 0)->how[0] != '\0');
            *row = unfinished.games[0].row;
        }
        unfinished_free(&unfinished);
    }
    return there;
}

/* Does not wait for its bots: they think on their own thread. */
static void resume(const struct save_row *row)
{
    static const struct local_setup setup;
    const char *reason = NULL;
    char aside[SAVE_NAME_MAX], path[OWN_PATH_MAX];
    struct channel *channel = local_resume(row, &setup, &reason, aside);
    if (channel) {
        check_table(channel);
        channel_close(channel);
    } else {
        CHECK(reason && aside[0] != '\0');
        own_path(aside, path);
        CHECK(unlink(path) == 0);
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
    struct save_row row;
    if (look(game, &row))
        resume(&row);
    return 0;
}
