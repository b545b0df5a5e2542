/* SPDX-License-Identifier: MIT */
/* Bots: what they would do in the present view, and why. There is no clock here: nodes are the only
 * bound, and whoever wants to spend time measures how many nodes that is. */
#include "base/hash.h"
#include "wasm/page_parts.h"

enum {
    NODES_MAX = 1 << 30,
    NODES_FEW = 250000, /* with so few a small memory is enough, which is sooner cleared */
};

void ask_bot(struct page *page, const struct player *player, const struct game *game,
             const struct state *view, uint64_t nodes, uint64_t seed)
{
    struct search_rng rng;
    struct question question = {
        .game = game,
        .view = view,
        .skill = player->skill,
        .budget = {.nodes = nodes},
        .rng = &rng,
        .memory = page->memory,
        .memory_size = nodes <= NODES_FEW ? BOT_MEMORY_MIN : sizeof page->memory,
    };
    search_rng_init(&rng, hash_bytes(seed, view, view->size));
    bot_think(player->bot, &question, &page->advice);
}

const char *need_nodes(struct page *page, const struct player *player, uint64_t *nodes)
{
    int64_t given = (int64_t)player->skill.nodes;
    const char *reason =
        page_has(page, "nodes") ? need_integer(page, "nodes", 1, NODES_MAX, &given) : NULL;
    *nodes = (uint64_t)given;
    if (page->nodes_max > 0 && *nodes > page->nodes_max)
        *nodes = page->nodes_max;
    return reason;
}

/* A level that no bot has is played as the usual one: a stored table may know older names. */
struct player player_of(const struct game *game, const char *level)
{
    struct player player;
    return player_find(game, level, &player) ? player : player_at(game, LEVEL_USUAL);
}

static void write_reason(struct page *page, const struct reason *reason)
{
    json_out_open(&page->to, '{');
    put_string(page, "code", reason->key);
    put_number(page, "count", reason->count);
    put_piece(page, page->view.game, reason->piece);
    put_number(page, "seat", reason->seat);
    json_out_close(&page->to, '}');
}

static void write_candidate(struct page *page, const struct candidate *candidate)
{
    json_out_open(&page->to, '{');
    json_out_key(&page->to, "move");
    write_move(page, page->view.game, &page->view.state.head, candidate->move);
    json_out_key(&page->to, "value");
    json_out_real(&page->to, candidate->value);
    json_out_key(&page->to, "reasons");
    json_out_open(&page->to, '[');
    for (int i = 0; i < candidate->reasons; i++)
        write_reason(page, &candidate->reason[i]);
    json_out_close(&page->to, ']');
    json_out_close(&page->to, '}');
}

const char *do_advise(struct page *page)
{
    const struct page_view *view = &page->view;
    char level[LEVEL_NAME_MAX];
    uint64_t nodes;
    struct player player;
    const char *reason = need_string(page, "level", level, sizeof level);
    if (reason)
        return reason;
    if (view_actor(page) == NO_SEAT)
        return "look";
    if (!player_find(view->game, level, &player))
        return blame(page, "level");
    reason = need_nodes(page, &player, &nodes);
    if (reason)
        return reason;
    ask_bot(page, &player, view->game, &view->state.head, nodes, HASH_START);
    put_number(page, "nodes", (int64_t)page->advice.nodes);
    json_out_key(&page->to, "moves");
    json_out_open(&page->to, '[');
    for (int i = 0; i < page->advice.count && i < PAGE_ADVICE_MAX; i++)
        write_candidate(page, &page->advice.list[i]);
    json_out_close(&page->to, ']');
    return NULL;
}
