/* SPDX-License-Identifier: MIT */
/*
 * Players that ignore options: they see the table as if the printed rules held, which are the
 * options' first values. A bot's score against itself with this handicap shows what knowing the
 * option is worth.
 */
#include <string.h>

#include "arena/arena.h"
#include "base/check.h"

/* The position, read again with the printed values: other seats may be able to act then. */
static bool read_again(const struct game *game, const struct state *state, struct state *printed)
{
    char position[POSITION_MAX];
    int16_t option[OPTIONS_MAX];
    struct text text;
    text_init(&text, position, sizeof position);
    game_write(game, state, &text);
    CHECK(!text.overflow);
    memcpy(option, printed->option, sizeof option);
    game_init(game, printed, state->seats);
    memcpy(printed->option, option, sizeof option);
    return game_read(game, printed, position) == NULL;
}

bool arena_as_printed(const struct game *game, const struct state *state, uint16_t ignored,
                      union any_state *printed)
{
    if (ignored == 0)
        return false;
    memcpy(printed, state, state->size);
    for (int i = 0; game->options[i].name; i++)
        if ((ignored >> i & 1) != 0)
            printed->head.option[i] = 0;
    return game->audit(&printed->head) == NULL || read_again(game, state, &printed->head);
}
