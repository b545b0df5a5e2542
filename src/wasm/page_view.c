/* SPDX-License-Identifier: MIT */
/* The present view: looking at a position, and what its viewer may do there. */
#include "base/check.h"
#include "match/event_json.h"
#include "wasm/page_parts.h"

/* ---- reading a position ---- */

static const char *read_option(struct page *page, const struct game *game, uint32_t key)
{
    const struct option *options = game->options;
    for (int i = 0; options[i].name; i++) {
        if (!json_is(&page->json, key, options[i].name))
            continue;
        for (int k = 0; k < options[i].count; k++) {
            if (json_is(&page->json, key + 1, options[i].values[k])) {
                page->read.head.option[i] = (int16_t)k;
                return NULL;
            }
        }
    }
    return blame(page, "options");
}

static const char *read_options(struct page *page, const struct game *game)
{
    const struct json_value *values = page->values;
    uint32_t options = json_member(&page->json, 0, "options");
    const char *reason = NULL;
    if (options == 0 || values[options].type != JSON_OBJECT)
        return blame(page, "options");
    for (uint32_t key = options + 1; key < values[options].next && !reason;
         key = values[key + 1].next)
        reason = read_option(page, game, key);
    return reason;
}

/* Into page->read. */
static const char *read_position(struct page *page, const struct game **game)
{
    char position[POSITION_MAX];
    int64_t seats = 0;
    const char *reason = need_game(page, game);
    if (!reason)
        reason = need_integer(page, "seats", (*game)->seats_min, (*game)->seats_max, &seats);
    if (reason)
        return reason;
    game_init(*game, &page->read.head, (int)seats);
    reason = read_options(page, *game);
    if (!reason)
        reason = need_string(page, "position", position, sizeof position);
    return reason ? reason : game_read(*game, &page->read.head, position);
}

/* ---- look ---- */

int view_actor(const struct page *page)
{
    const struct state *state = &page->view.state.head;
    return page->view.game && page->view.moves.count > 0 ? state->viewer : NO_SEAT;
}

static void take_view(struct page *page, const struct game *game, int viewer)
{
    struct page_view *view = &page->view;
    struct state *read = &page->read.head;
    view->game = game;
    view->moves.count = 0;
    page->steps.made = false;
    if (viewer == TRUTH) {
        state_copy(&view->state.head, read);
        return;
    }
    if (read->viewer != TRUTH)
        read->viewer = (int8_t)viewer;
    game_observe(game, read, viewer, &view->state.head);
    if (viewer >= 0)
        game_legal(game, &view->state.head, viewer, &view->moves);
}

static void put_scene(struct page *page)
{
    struct item items[SCENE_MAX];
    const struct game *game = page->view.game;
    int count = game->scene(&page->view.state.head, items);
    CHECK(count <= SCENE_MAX);
    json_out_key(&page->to, "scene");
    json_out_open(&page->to, '[');
    for (int i = 0; i < count; i++) {
        json_out_open(&page->to, '{');
        json_out_key(&page->to, "place");
        place_write_json(&page->to, items[i].place);
        put_piece(page, game, items[i].piece);
        put_number(page, "count", items[i].count);
        json_out_close(&page->to, '}');
    }
    json_out_close(&page->to, ']');
}

const char *do_look(struct page *page)
{
    const struct game *game;
    int viewer;
    struct outcome outcome;
    const char *reason = read_position(page, &game);
    if (!reason)
        reason = need_viewer(page, page->read.head.seats, &viewer);
    if (reason)
        return reason;
    take_view(page, game, viewer);
    const struct state *state = &page->view.state.head;
    put_seats(page, "actors", state->actors);
    put_bool(page, "over", state_over(state));
    put_scene(page);
    game->tally(state, &outcome);
    put_scores(page, &outcome, state->seats);
    put_number(page, "legal", page->view.moves.count);
    return NULL;
}

/* ---- moves ---- */

const char *do_moves(struct page *page)
{
    const struct page_view *view = &page->view;
    int64_t from, count;
    const char *reason = need_integer(page, "from", 0, MOVES_MAX, &from);
    if (!reason)
        reason = need_integer(page, "count", 0, PAGE_MOVES_MAX, &count);
    if (reason)
        return reason;
    if (!view->game)
        return "look";
    put_number(page, "count", view->moves.count);
    json_out_key(&page->to, "moves");
    json_out_open(&page->to, '[');
    for (int64_t i = from; i < from + count && i < view->moves.count; i++)
        write_move(page, view->game, &view->state.head, view->moves.list[i]);
    json_out_close(&page->to, ']');
    return NULL;
}

/* ---- explain ---- */

void write_step(struct page *page, const struct game *game, const struct step *step)
{
    static const char *const kinds[] = {
        [STEP_TAKE] = "take", [STEP_PUT] = "put", [STEP_CHOOSE] = "choose"};
    json_out_open(&page->to, '{');
    put_string(page, "kind", kinds[step->kind]);
    put_piece(page, game, step->piece);
    if (step->place.zone != ZONE_NONE) {
        json_out_key(&page->to, "place");
        place_write_json(&page->to, step->place);
    }
    if (step->kind == STEP_CHOOSE)
        put_string(page, "word", step->word);
    json_out_close(&page->to, '}');
}

static void put_steps(struct page *page, move m)
{
    struct step steps[STEPS_MAX];
    const struct page_view *view = &page->view;
    int count = view->game->steps(&view->state.head, view->state.head.viewer, m, steps);
    CHECK(count <= STEPS_MAX);
    json_out_key(&page->to, "steps");
    json_out_open(&page->to, '[');
    for (int i = 0; i < count; i++)
        write_step(page, view->game, &steps[i]);
    json_out_close(&page->to, ']');
}

const char *do_explain(struct page *page)
{
    const struct page_view *view = &page->view;
    const struct state *state = &view->state.head;
    char text[POSITION_MAX];
    move m;
    const char *reason = need_string(page, "move", text, sizeof text);
    if (reason)
        return reason;
    if (!view->game)
        return "look";
    const char *refusal = game_read_move(view->game, state, state->viewer, text, &page->moves, &m);
    put_bool(page, "legal", !refusal);
    if (refusal) {
        put_string(page, "reason", refusal);
        return NULL;
    }
    put_number(page, "gain", view->game->gain(state, state->viewer, m));
    put_steps(page, m);
    return NULL;
}
