/* SPDX-License-Identifier: MIT */
/* The module with computer players. It has no clock, so nodes are the only bound. */
#include "bots/bot.h"
#include "match/look_json.h"
#include "script/script.h"

enum {
    MEMORY = 16 << 20,
    NODES_FEW = 250000,   /* with so few a small memory is enough, and clears sooner */
    NODES_USUAL = 100000, /* a level's own bound is made for a clock beside it */
};
#define NODES_MAX 1e12

EXPORT("levels") int script_levels(void);

/* The levels that a game's player has, as JSON. */
int script_levels(void)
{
    const char *level;
    struct json_out *to = script_begin();
    json_out_open(to, '[');
    for (int i = 0; (level = level_name(i)) != NULL; i++)
        json_out_string(to, level);
    json_out_close(to, ']');
    return script_end();
}

static void write_reason(struct json_out *to, const struct reason *reason)
{
    json_out_open(to, '{');
    json_put_string(to, "reason", reason->key);
    json_put_integer(to, "count", reason->count);
    json_put_integer(to, "seat", reason->seat);
    piece_put_json(to, script_position()->game, reason->piece);
    json_out_close(to, '}');
}

static void write_candidate(struct json_out *to, const struct state *view,
                            const struct candidate *candidate)
{
    json_out_open(to, '{');
    json_out_key(to, "move");
    script_move(view, candidate->move);
    json_put_real(to, "value", candidate->value);
    json_put_integer(to, candidate->depth > 0 ? "depth" : "visits",
                     candidate->depth > 0 ? candidate->depth : candidate->visits);
    json_put_open(to, "reasons", '[');
    for (int i = 0; i < candidate->reasons; i++)
        write_reason(to, &candidate->reason[i]);
    json_out_close(to, ']');
    json_out_close(to, '}');
}

static int write_advice(const struct advice *advice, const struct state *view)
{
    struct json_out *to = script_begin();
    json_out_open(to, '{');
    json_out_key(to, "move");
    script_move(view, advice->best);
    json_put_integer(to, "nodes", (int64_t)advice->nodes);
    json_put_open(to, "moves", '[');
    for (int i = 0; i < advice->count; i++)
        write_candidate(to, view, &advice->list[i]);
    json_out_close(to, ']');
    json_out_close(to, '}');
    return script_end();
}

EXPORT("best") int script_best(int seat, double nodes, uint32_t low, uint32_t high)
{
    static _Alignas(max_align_t) char memory[MEMORY];
    static struct advice advice;
    union any_state view;
    struct search_rng rng;
    struct player player;
    const struct kufsa_position *position = script_position();
    const char *reason = lib_decision(position, seat, &view);
    if (!reason && !player_find(position->game, script_in(), &player))
        reason = "library.level.unknown";
    if (!reason && !(nodes >= 0 && nodes <= NODES_MAX))
        reason = "library.budget.range";
    if (reason)
        return script_refuse(reason);
    uint64_t usual = player.skill.nodes < NODES_USUAL ? player.skill.nodes : NODES_USUAL;
    uint64_t bound = nodes > 0 ? (uint64_t)nodes : usual;
    struct question question = {.game = position->game,
                                .view = &view.head,
                                .skill = player.skill,
                                .budget = {.nodes = bound > 0 ? bound : 1},
                                .rng = &rng,
                                .memory = memory,
                                .memory_size = bound <= NODES_FEW ? BOT_MEMORY_MIN : MEMORY};
    search_rng_init(&rng, (uint64_t)high << 32 | low);
    bot_think(player.bot, &question, &advice);
    return write_advice(&advice, &view.head);
}
