/* SPDX-License-Identifier: MIT */
/* Bots: what they would do in the present view, and why. There is no clock here, so nodes are the
 * only bound; a caller that wants to spend time must measure how many nodes that is. */
#include "base/hash.h"
#include "page/page_parts.h"

enum {
    NODES_MAX = 1 << 30,
    NODES_FEW = 250000, /* with so few a small memory is enough, and clears sooner */
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

/* A level that no bot has is played as the usual one: a stored table may contain older names. */
struct player player_of(const struct game *game, const char *level)
{
    struct player player;
    return player_find(game, level, &player) ? player : player_at(game, LEVEL_USUAL);
}

static void write_reason(struct page *page, const struct reason *reason)
{
    json_out_open(&page->to, '{');
    json_put_string(&page->to, "code", reason->key);
    json_put_integer(&page->to, "count", reason->count);
    put_piece(page, page->view.game, reason->piece);
    json_put_integer(&page->to, "seat", reason->seat);
    json_out_close(&page->to, '}');
}

static void write_candidate(struct page *page, const struct candidate *candidate)
{
    json_out_open(&page->to, '{');
    json_out_key(&page->to, "move");
    write_move(page, page->view.game, &page->view.state.head, candidate->move);
    json_put_real(&page->to, "value", candidate->value);
    json_put_open(&page->to, "reasons", '[');
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
    json_put_integer(&page->to, "nodes", (int64_t)page->advice.nodes);
    json_put_open(&page->to, "moves", '[');
    for (int i = 0; i < page->advice.count && i < PAGE_ADVICE_MAX; i++)
        write_candidate(page, &page->advice.list[i]);
    json_out_close(&page->to, ']');
    return NULL;
}
