/* SPDX-License-Identifier: MIT */
/* Where gestures lead (match/reach.h), asked and answered in JSON. */
#include "match/event_json.h"
#include "match/reach.h"
#include "page/page_parts.h"

enum { PIECE_TEXT_MAX = 16 };

/* ---- the gestures of the request ---- */

/* A seat or coordinate of a place; one where nothing lies if it is missing or too large. */
static int8_t read_small(const struct page *page, uint32_t object, const char *key)
{
    int64_t number = INT8_MIN;
    json_get_integer(&page->json, object, key, INT8_MIN, INT8_MAX, &number);
    return (int8_t)number;
}

static struct place read_place(const struct page *page, uint32_t object)
{
    struct place place = {ZONE_NONE, NO_SEAT, 0, 0};
    int zone = ZONE_NONE;
    if (!json_get_name(&page->json, object, "zone", zone_names, ZONE_DISCARD + 1, &zone))
        return place;
    place.zone = (uint8_t)zone;
    if (zone == ZONE_HAND || zone == ZONE_RESERVE)
        place.seat = read_small(page, object, "seat");
    if (zone == ZONE_BOARD || zone == ZONE_RESERVE)
        place.x = read_small(page, object, "x");
    if (zone == ZONE_BOARD)
        place.y = read_small(page, object, "y");
    return place;
}

/* Reads a gesture from the page; false if it is not one. */
static bool read_step(const struct page *page, uint32_t object, struct step *step)
{
    static const char *const kinds[] = {
        [STEP_TAKE] = "take", [STEP_PUT] = "put", [STEP_CHOOSE] = "choose"};
    char piece[PIECE_TEXT_MAX];
    int kind = STEP_TAKE;
    bool known = json_get_name(&page->json, object, "kind", kinds, STEP_CHOOSE + 1, &kind);
    uint32_t place = json_member(&page->json, object, "place");
    *step = (struct step){.kind = (uint8_t)kind, .place = {.seat = NO_SEAT}};
    if (!known)
        return false;
    if (kind == STEP_CHOOSE)
        return json_get_string(&page->json, object, "word", step->word, sizeof step->word);
    if (json_get_string(&page->json, object, "piece", piece, sizeof piece))
        step->piece = (int16_t)page->view.game->read_piece(piece);
    if (place != 0)
        step->place = read_place(page, place);
    return place != 0;
}

static void put_choice(struct page *page, const char *key, int index)
{
    const struct page_view *view = &page->view;
    if (index < 0) {
        json_put_null(&page->to, key);
        return;
    }
    json_put_open(&page->to, key, '{');
    json_out_key(&page->to, "move");
    write_move(page, view->game, &view->state.head, view->moves.list[index]);
    put_gain(page, view->moves.list[index]);
    json_out_close(&page->to, '}');
}

/* Reads the gestures of the request. Returns how many, or -1 if one is invalid. */
static int read_steps(const struct page *page, uint32_t array, struct step steps[STEPS_MAX])
{
    int count = 0;
    for (uint32_t i = array + 1; i < page->values[array].next; i = page->values[i].next)
        if (!read_step(page, i, &steps[count++]))
            return -1;
    return count;
}

/* Finds their numbers. False if one of them belongs to no move. */
static bool find_all(const struct gestures *known, const struct step *steps, int count,
                     uint16_t done[STEPS_MAX])
{
    for (int i = 0; i < count; i++)
        if ((done[i] = gestures_find(known, &steps[i])) == 0)
            return false;
    return count >= 0;
}

/* What both questions below start with. */
static const char *need_steps(struct page *page, struct step steps[STEPS_MAX], int *count)
{
    uint32_t array;
    const char *reason = need_array(page, "steps", &array);
    if (reason)
        return reason;
    if (page->values[array].count > STEPS_MAX)
        return blame(page, "steps");
    if (!page->view.game)
        return "look";
    *count = read_steps(page, array, steps);
    return NULL;
}

/* Writes a take for each stack of the reserve that has the piece. */
static void write_takes(struct page *page, struct step step)
{
    struct item items[SCENE_MAX];
    const struct game *game = page->view.game;
    int count = game->scene(&page->view.state.head, items);
    for (int i = 0; i < count; i++) {
        if (items[i].place.zone != ZONE_RESERVE || items[i].place.seat != step.place.seat ||
            items[i].piece != step.piece)
            continue;
        step.place = items[i].place;
        write_step(page, game, &step);
    }
}

static void put_next(struct page *page, const struct reach *reach)
{
    json_put_open(&page->to, "next", '[');
    for (int i = 0; i < reach->next_count; i++) {
        const struct step *step = &page->steps.known[reach->next[i]];
        if (step->kind == STEP_TAKE && step->place.zone == ZONE_RESERVE)
            write_takes(page, *step);
        else
            write_step(page, page->view.game, step);
    }
    json_out_close(&page->to, ']');
}

const char *do_reach(struct page *page)
{
    struct reach reach = {.move = -1, .almost = -1};
    struct page_view *view = &page->view;
    struct step steps[STEPS_MAX];
    uint16_t done[STEPS_MAX];
    int count = 0;
    const char *reason = need_steps(page, steps, &count);
    if (reason)
        return reason;
    if (!page->steps.made && !gestures_make(&page->steps, view->game, &view->state.head,
                                            view->state.head.viewer, &view->moves))
        return "steps";
    if (find_all(&page->steps, steps, count, done))
        reach_find(&reach, &page->steps, done, count);
    json_put_integer(&page->to, "count", reach.count);
    put_next(page, &reach);
    put_choice(page, "move", reach.move);
    put_choice(page, "almost", reach.almost);
    return NULL;
}

/* Why these gestures lead nowhere; null if it is unclear what was intended. */
const char *do_why(struct page *page)
{
    const struct state *state = &page->view.state.head;
    struct step steps[STEPS_MAX];
    int count = 0;
    const char *reason = need_steps(page, steps, &count);
    if (reason)
        return reason;
    const char *why =
        count > 0 ? steps_refusal(page->view.game, state, state->viewer, steps, count) : NULL;
    if (why)
        json_put_string(&page->to, "reason", why);
    else
        json_put_null(&page->to, "reason");
    return NULL;
}
