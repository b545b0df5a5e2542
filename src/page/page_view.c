/* SPDX-License-Identifier: MIT */
/* The present view: looking at a position, and what its viewer may do there. */
#include "base/check.h"
#include "match/event_json.h"
#include "match/look_json.h"
#include "page/page_parts.h"

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

/* Reads into page->read. */
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

void put_gain(struct page *page, move m)
{
    const struct game *game = page->view.game;
    const struct state *state = &page->view.state.head;
    json_put_integer(&page->to, "gain", game->gain(state, state->viewer, m));
    if (!game->account)
        return;
    page->facts.count = game->account(state, state->viewer, m, page->facts.list);
    CHECK(page->facts.count <= FACTS_MAX);
    facts_put_json(&page->to, "account", game, &page->facts);
}

const char *do_look(struct page *page)
{
    const struct game *game;
    int viewer;
    bool quiet = false;
    struct outcome outcome;
    const char *reason = read_position(page, &game);
    if (!reason)
        reason = need_viewer(page, page->read.head.seats, &viewer);
    if (!reason && page_has(page, "quiet"))
        reason = need_bool(page, "quiet", &quiet);
    if (reason)
        return reason;
    take_view(page, game, viewer);
    const struct state *state = &page->view.state.head;
    json_put_bits(&page->to, "actors", state->actors);
    json_put_bool(&page->to, "over", state_over(state));
    scene_put_json(&page->to, game, state);
    game_facts(game, state, &page->facts);
    if (quiet)
        facts_quieten(&page->facts);
    facts_put_json(&page->to, "facts", game, &page->facts);
    game->tally(state, &outcome);
    put_scores(page, &outcome, state->seats);
    json_put_integer(&page->to, "legal", page->view.moves.count);
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
    json_put_integer(&page->to, "count", view->moves.count);
    json_put_open(&page->to, "moves", '[');
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
    json_put_string(&page->to, "kind", kinds[step->kind]);
    put_piece(page, game, step->piece);
    if (step->place.zone != ZONE_NONE) {
        json_out_key(&page->to, "place");
        place_write_json(&page->to, step->place);
    }
    if (step->kind == STEP_CHOOSE)
        json_put_string(&page->to, "word", step->word);
    json_out_close(&page->to, '}');
}

static void put_steps(struct page *page, move m)
{
    struct step steps[STEPS_MAX];
    const struct page_view *view = &page->view;
    int count = view->game->steps(&view->state.head, view->state.head.viewer, m, steps);
    CHECK(count <= STEPS_MAX);
    json_put_open(&page->to, "steps", '[');
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
    json_put_bool(&page->to, "legal", !refusal);
    if (refusal) {
        json_put_string(&page->to, "reason", refusal);
        return NULL;
    }
    put_gain(page, m);
    put_steps(page, m);
    return NULL;
}

/* ---- play ---- */

/* Plays one of the request's moves on page->read; its events replace those of the one before. */
static const char *play_one(struct page *page, const struct game *game, uint32_t play)
{
    char text[POSITION_MAX];
    struct state *state = &page->read.head;
    int64_t seat;
    move m;
    if (!json_get_integer(&page->json, play, "seat", 0, state->seats - 1, &seat) ||
        !json_get_string(&page->json, play, "move", text, sizeof text))
        return blame(page, "plays");
    const char *reason = game_read_move(game, state, (int)seat, text, &page->moves, &m);
    if (reason)
        return reason;
    page->events.count = 0;
    return game_apply(game, state, (int)seat, m, &page->events) ? NULL : "dry";
}

static void put_end(struct page *page, const struct game *game, const struct state *state)
{
    struct outcome outcome;
    int32_t places[SEATS_MAX];
    game->tally(state, &outcome);
    for (int seat = 0; seat < state->seats; seat++)
        places[seat] = outcome.place[seat];
    put_scores(page, &outcome, state->seats);
    if (state_over(state))
        json_put_integers(&page->to, "places", places, state->seats);
    else
        json_put_null(&page->to, "places");
}

/* Plays moves in a position that hides nothing; answers with the last one's events as the viewer
 * sees them. The present view stays. */
const char *do_play(struct page *page)
{
    const struct game *game;
    const struct state *state = &page->read.head;
    uint32_t plays;
    int viewer;
    const char *reason = read_position(page, &game);
    if (!reason && state->viewer != TRUTH)
        reason = blame(page, "position");
    if (!reason)
        reason = need_viewer(page, state->seats, &viewer);
    if (!reason)
        reason = need_array(page, "plays", &plays);
    if (reason)
        return reason;
    page->events.count = 0;
    for (uint32_t i = plays + 1; i < page->values[plays].next && !reason; i = page->values[i].next)
        reason = play_one(page, game, i);
    if (reason)
        return reason;
    put_position(page, game, state);
    json_put_bits(&page->to, "actors", state->actors);
    put_end(page, game, state);
    events_observe(&page->events, viewer);
    put_events(page, game, &page->events);
    return NULL;
}

/* ---- after ---- */

/* What the present view's seat sees after its move; null if that depends on what it cannot see. */
const char *do_after(struct page *page)
{
    const struct page_view *view = &page->view;
    char text[MOVE_TEXT_MAX];
    move m;
    const char *reason = need_string(page, "move", text, sizeof text);
    if (reason)
        return reason;
    if (view_actor(page) == NO_SEAT)
        return "look";
    reason = game_read_move(view->game, &view->state.head, view->state.head.viewer, text,
                            &page->moves, &m);
    if (reason) {
        page->field = "move";
        return reason;
    }
    if (glimpse_after(&page->glimpse, view->game, &view->state.head, m))
        put_position(page, view->game, &page->glimpse.view.head);
    else
        json_put_null(&page->to, "position");
    put_events(page, view->game, &page->glimpse.events);
    return NULL;
}
