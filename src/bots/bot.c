/* SPDX-License-Identifier: MIT */
/* The list of bots and levels, and the gate in front of every bot. */
#include "bots/bot.h"

#include "base/check.h"

#define BOT(game, name) extern const struct bot bot_##name;
#include "bots/bots.def"
#undef BOT

static const struct {
    const char *game;
    const struct bot *bot;
} bots[] = {
#define BOT(game, name) {#game, &bot_##name},
#include "bots/bots.def"
#undef BOT
};

static const char *const level_names[LEVELS_COUNT] = {
    [LEVEL_GENTLE] = "gentle",
    [LEVEL_CASUAL] = "casual",
    [LEVEL_CLUB] = "club",
    [LEVEL_MASTER] = "master",
};

const char *level_name(int level)
{
    return level >= 0 && level < LEVELS_COUNT ? level_names[level] : NULL;
}

int level_find(const char *name)
{
    for (int level = 0; level < LEVELS_COUNT; level++)
        if (string_equal(level_names[level], name))
            return level;
    return -1;
}

const struct bot *bot_at(const struct game *game, int index)
{
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        if (string_equal(bots[i].game, game->name) || string_equal(bots[i].game, "any"))
            if (index-- == 0)
                return bots[i].bot;
    return NULL;
}

struct player player_at(const struct game *game, int level)
{
    const struct bot *bot = bot_at(game, 0);
    CHECK(bot->levels && level >= 0 && level < LEVELS_COUNT);
    return (struct player){bot, bot->levels[level]};
}

bool player_find(const struct game *game, const char *name, struct player *player)
{
    int level = level_find(name);
    if (level >= 0) {
        *player = player_at(game, level);
        return true;
    }
    const struct bot *bot;
    for (int i = 0; (bot = bot_at(game, i)) != NULL; i++) {
        if (string_equal(bot->name, name)) {
            *player = (struct player){bot, bot->usual};
            return true;
        }
    }
    return false;
}

bool player_goes_on(const struct game *game, const struct state *state, int seat)
{
    struct facts facts;
    if (!state_acts(state, seat))
        return false;
    game_facts(game, state, &facts);
    return facts_find(&facts, FACT_DUTY, seat) || game->legal(state, seat, NULL) == 1;
}

bool player_forgets(const struct player *player, const struct game *game, const struct state *state,
                    int seat, struct search_rng *rng)
{
    unsigned others = state->actors & ~(1u << seat);
    return player->skill.forget > 0 && others != 0 && game->legal(state, seat, NULL) == 1 &&
           search_rng_below(rng, 1000) < player->skill.forget;
}

/* ---- the gate ---- */

static void advise_only_move(move only, struct advice *advice)
{
    advice->best = only;
    advice->count = 1;
    advice->list[0] = (struct candidate){.move = only,
                                         .value = 0.5,
                                         .visits = 1,
                                         .reasons = 1,
                                         .reason = {{.key = "advice.move.only"}}};
    advice->line_count = 0;
    advice->nodes = 0;
}

void bot_think(const struct bot *bot, const struct question *question, struct advice *advice)
{
    const struct budget *budget = &question->budget;
    const struct state *view = question->view;
    struct moves *moves = (struct moves *)question->memory;
    CHECK(state_acts(view, view->viewer));
    CHECK(budget->nodes > 0 || budget->clock_ms || budget->stop);
    CHECK(question->memory_size >= bot->memory_min && question->memory_size >= sizeof *moves);
    CHECK((uintptr_t)question->memory % _Alignof(max_align_t) == 0);
    if (game_legal(question->game, view, view->viewer, moves) == 1) {
        advise_only_move(moves->list[0], advice);
        return;
    }
    advice->line_count = 0;
    bot->think(question, advice);
    CHECK(game_is_legal(question->game, view, view->viewer, advice->best, moves));
    CHECK(advice->count >= 1 && advice->list[0].move == advice->best);
}
