/* SPDX-License-Identifier: MIT */
/* The levels of play, weakest first. */
#include "bots/bot.h"

enum { USUAL = 1 };

static const struct level levels[] = {
    {"gentle", &bot_sampler, 400, 200},
    {"casual", &bot_sampler, 10000, 1000},
    {"club", &bot_sampler, 200000, 3000},
    {"master", &bot_sampler, 5000000, 5000},
};

const struct level *level_at(int index)
{
    int count = (int)(sizeof levels / sizeof *levels);
    return index >= 0 && index < count ? &levels[index] : NULL;
}

const struct level *level_find(const char *name)
{
    const struct level *level;
    for (int i = 0; (level = level_at(i)) != NULL; i++)
        if (string_equal(level->name, name))
            return level;
    return NULL;
}

const struct level *level_usual(void)
{
    return &levels[USUAL];
}
