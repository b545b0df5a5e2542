/* SPDX-License-Identifier: MIT */
/* Computer players: a bot, the memory it thinks in, and a flag that stops it. */
#include <stdlib.h>

#include "bots/bot.h"
#include "lib/lib.h"
#include "system/system.h"
#include "tell/advice.h"
#include "think/crew.h"

_Static_assert((int)KUFSA_CANDIDATES_MAX == (int)CANDIDATES_MAX &&
                   (int)KUFSA_REASONS_MAX == (int)REASONS_MAX &&
                   (int)KUFSA_REASON_SIZE == (int)REASON_TEXT_MAX,
               "kufsa.h says the same");

struct kufsa_player {
    const struct game *game;
    struct player player;
    atomic_bool stop; /* false only while it thinks: so a stop ends this thinking or nothing */
    struct advice advice;
    size_t memory_size;
    void *memory;
};

const char *kufsa_player_new(const char *game, const char *level, size_t bytes,
                             struct kufsa_player **out)
{
    const struct game *found = lib_game(game);
    struct player player;
    if (!found)
        return "library.game.unknown";
    if (!out)
        return "library.argument.null";
    if (!level || !player_find(found, level, &player))
        return "library.level.unknown";
    if (bytes == 0)
        bytes = BOT_MEMORY_USUAL;
    if (bytes < BOT_MEMORY_MIN || bytes < player.bot->memory_min)
        return "library.memory.little";
    struct kufsa_player *made = calloc(1, sizeof *made);
    void *memory = malloc(bytes);
    if (!made || !memory) {
        free(made);
        free(memory);
        return "library.memory.none";
    }
    atomic_init(&made->stop, true);
    made->game = found;
    made->player = player;
    made->memory = memory;
    made->memory_size = bytes;
    *out = made;
    return NULL;
}

void kufsa_player_free(struct kufsa_player *player)
{
    if (!player)
        return;
    free(player->memory);
    free(player);
}

void kufsa_stop(struct kufsa_player *player)
{
    if (player)
        atomic_store(&player->stop, true);
}

/* The caller's bounds, or the level's. */
static const char *set_budget(const struct kufsa_budget *wanted, const struct skill *skill,
                              struct budget *budget)
{
    uint64_t nodes = wanted ? wanted->nodes : 0;
    int64_t millis = wanted ? wanted->millis : 0;
    if (millis < 0 || millis > INT32_MAX || (wanted && wanted->threads < 0) ||
        (wanted && wanted->threads > THREADS_MAX))
        return "library.budget.range";
    if (nodes == 0 && millis == 0) {
        nodes = skill->nodes;
        millis = skill->millis;
    }
    budget->nodes = nodes;
    if (millis > 0) {
        budget->clock_ms = system_millis;
        budget->deadline_ms = system_millis() + millis;
    }
    return NULL;
}

static void give_advice(const struct advice *from, struct kufsa_advice *to)
{
    *to = (struct kufsa_advice){.move = from->best, .nodes = from->nodes, .count = from->count};
    for (int i = 0; i < from->count; i++) {
        const struct candidate *candidate = &from->list[i];
        to->list[i] = (struct kufsa_candidate){.move = candidate->move,
                                               .value = candidate->value,
                                               .visits = candidate->visits,
                                               .depth = candidate->depth};
        for (int k = 0; k < candidate->reasons; k++)
            to->list[i].reasons[k] = candidate->reason[k].key;
    }
}

const char *kufsa_think(struct kufsa_player *player, const struct kufsa_position *position,
                        int seat, const struct kufsa_budget *budget, struct kufsa_advice *advice)
{
    union any_state view;
    struct search_rng rng;
    struct crew crew;
    if (!player || !position || !advice)
        return "library.argument.null";
    if (position->game != player->game)
        return "library.player.game";
    const char *reason = lib_decision(position, seat, &view);
    if (reason)
        return reason;
    struct question question = {.game = player->game,
                                .view = &view.head,
                                .skill = player->player.skill,
                                .budget = {.stop = &player->stop},
                                .rng = &rng,
                                .memory = player->memory,
                                .memory_size = player->memory_size};
    reason = set_budget(budget, &player->player.skill, &question.budget);
    if (reason)
        return reason;
    if (budget && budget->threads > 1) {
        crew_init(&crew, budget->threads);
        question.crew = &crew;
    }
    search_rng_init(&rng, budget ? budget->seed : 0);
    atomic_store(&player->stop, false);
    bot_think(player->player.bot, &question, &player->advice);
    atomic_store(&player->stop, true);
    give_advice(&player->advice, advice);
    return NULL;
}

int kufsa_player_reason(const struct kufsa_player *player, int candidate, int reason,
                        const char *language, char text[KUFSA_REASON_SIZE])
{
    char seat[4];
    struct text name, out;
    enum language which;
    if (!text)
        return 0;
    text_init(&out, text, KUFSA_REASON_SIZE);
    if (!player || !language || !words_language(language, &which) || candidate < 0 ||
        candidate >= player->advice.count || reason < 0 ||
        reason >= player->advice.list[candidate].reasons)
        return 0;
    const struct reason *found = &player->advice.list[candidate].reason[reason];
    text_init(&name, seat, sizeof seat);
    text_number(&name, found->seat);
    advice_write_reason(&out, which, player->game, found, seat);
    return 1;
}
