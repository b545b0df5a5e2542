/* SPDX-License-Identifier: MIT */
/* Where gestures lead (match/reach.h), asked and answered in JSON. */
#include "match/event_json.h"
#include "match/reach.h"
#include "wasm/page_parts.h"

enum { PIECE_TEXT_MAX = 16 };

/* ---- the gestures of the request ---- */

/* A member of an object inside the request, if it is a string that fits; else "". */
static void member_string(const struct page *page, uint32_t object, const char *key, char *out,
                          size_t capacity)
{
    if (!read_string(page, json_member(&page->json, object, key), out, capacity))
        out[0] = '\0';
}

static bool is_number(const struct page *page, uint32_t object, const char *key, int expected)
{
    int64_t number;
    uint32_t value = json_member(&page->json, object, key);
    return value != 0 && json_integer(&page->json, value, &number) && number == expected;
}

static bool is_place(const struct page *page, uint32_t object, struct place place)
{
    uint32_t zone = json_member(&page->json, object, "zone");
    if (zone == 0 || place.zone == ZONE_NONE ||
        !json_is(&page->json, zone, zone_name((enum zone)place.zone)))
        return false;
    bool owned = place.zone == ZONE_HAND || place.zone == ZONE_RESERVE;
    bool across = place.zone == ZONE_BOARD || place.zone == ZONE_RESERVE;
    return (!owned || is_number(page, object, "seat", place.seat)) &&
           (!across || is_number(page, object, "x", place.x)) &&
           (place.zone != ZONE_BOARD || is_number(page, object, "y", place.y));
}

static bool is_piece(const struct page *page, const char *given, int piece)
{
    char written[PIECE_TEXT_MAX];
    struct text text;
    text_init(&text, written, sizeof written);
    page->view.game->write_piece(piece, &text);
    return string_equal(written, given);
}

/* The piece, from wherever the seat has it in its hand or its reserve. */
static bool is_taken(const struct page *page, uint32_t place, const char *piece,
                     const struct step *step)
{
    uint32_t zone = json_member(&page->json, place, "zone");
    return zone != 0 && json_is(&page->json, zone, zone_name((enum zone)step->place.zone)) &&
           is_number(page, place, "seat", step->place.seat) && is_piece(page, piece, step->piece);
}

static bool is_step(const struct page *page, uint32_t object, const char *piece,
                    const struct step *step)
{
    bool take = step->kind == STEP_TAKE;
    uint32_t place = json_member(&page->json, object, "place");
    uint32_t word = json_member(&page->json, object, "word");
    if (step->kind == STEP_CHOOSE)
        return word != 0 && json_is(&page->json, word, step->word);
    if (place == 0)
        return false;
    if (take && step->place.zone == ZONE_HAND)
        return is_taken(page, place, piece, step);
    return is_place(page, place, step->place) ||
           (take && step->place.zone == ZONE_RESERVE && is_taken(page, place, piece, step));
}

/* The number of the gesture, or 0 if no move has it. */
static uint16_t find_step(const struct page *page, uint32_t object)
{
    static const char *const kinds[] = {
        [STEP_TAKE] = "take", [STEP_PUT] = "put", [STEP_CHOOSE] = "choose"};
    char kind[WORD_MAX], piece[PIECE_TEXT_MAX];
    member_string(page, object, "kind", kind, sizeof kind);
    member_string(page, object, "piece", piece, sizeof piece);
    for (int i = 1; i <= page->steps.known_count; i++) {
        const struct step *step = &page->steps.known[i];
        if (string_equal(kinds[step->kind], kind) && is_step(page, object, piece, step))
            return (uint16_t)i;
    }
    return 0;
}

static void put_choice(struct page *page, const char *key, int index)
{
    const struct page_view *view = &page->view;
    const struct state *state = &view->state.head;
    if (index < 0) {
        put_null(page, key);
        return;
    }
    json_out_key(&page->to, key);
    json_out_open(&page->to, '{');
    json_out_key(&page->to, "move");
    write_move(page, view->game, state, view->moves.list[index]);
    put_number(page, "gain", view->game->gain(state, state->viewer, view->moves.list[index]));
    json_out_close(&page->to, '}');
}

/* The gestures of the request. False if one of them belongs to no move. */
static bool read_done(const struct page *page, uint32_t array, uint16_t done[STEPS_MAX], int *count)
{
    *count = 0;
    for (uint32_t i = array + 1; i < page->values[array].next; i = page->values[i].next)
        if ((done[(*count)++] = find_step(page, i)) == 0)
            return false;
    return true;
}

/* From each stack of the reserve that has the piece. */
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
    json_out_key(&page->to, "next");
    json_out_open(&page->to, '[');
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
    uint16_t done[STEPS_MAX];
    uint32_t array;
    int count;
    const char *reason = need_array(page, "steps", &array);
    if (reason)
        return reason;
    if (page->values[array].count > STEPS_MAX)
        return blame(page, "steps");
    if (!view->game)
        return "look";
    if (!page->steps.made && !gestures_make(&page->steps, view->game, &view->state.head,
                                            view->state.head.viewer, &view->moves))
        return "steps";
    if (read_done(page, array, done, &count))
        reach_find(&reach, &page->steps, done, count);
    put_number(page, "count", reach.count);
    put_next(page, &reach);
    put_choice(page, "move", reach.move);
    put_choice(page, "almost", reach.almost);
    return NULL;
}
