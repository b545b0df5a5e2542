/* SPDX-License-Identifier: MIT */
/*
 * Spots: things that the cursor or the mouse can touch. They are collected each time the screen is
 * drawn; the cursor stays on its thing, or goes to the nearest one.
 */
#include <stdlib.h>

#include "tui/past.h"

enum { ASIDE = 3 }; /* how much sideways distance counts against distance ahead */

/* ---- spots ---- */

void spots_clear(struct screen *screen)
{
    screen->spots_count = 0;
}

struct spot *spots_add(struct screen *screen, enum spot_kind kind, struct box box, int number)
{
    if (screen->spots_count == SPOTS_MAX)
        return NULL;
    struct spot *spot = &screen->spots[screen->spots_count++];
    *spot = (struct spot){.kind = kind, .box = box, .number = number};
    return spot;
}

static bool same_spot(const struct spot *a, const struct spot *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind != SPOT_STEP)
        return a->number == b->number;
    if (a->step.kind == STEP_CHOOSE || b->step.kind == STEP_CHOOSE)
        return a->step.kind == b->step.kind && string_equal(a->step.word, b->step.word);
    struct place p = a->step.place, q = b->step.place;
    return p.zone == q.zone && p.seat == q.seat && p.x == q.x && p.y == q.y;
}

bool spot_is_focus(const struct screen *screen, const struct spot *spot)
{
    return screen->focused && same_spot(&screen->focus, spot);
}

static bool can_focus(const struct spot *spot)
{
    return spot->kind == SPOT_STEP || spot->kind == SPOT_BUTTON;
}

static struct spot *find_focus(struct screen *screen)
{
    for (int i = 0; i < screen->spots_count; i++)
        if (spot_is_focus(screen, &screen->spots[i]))
            return &screen->spots[i];
    return NULL;
}

/* ---- the cursor ---- */

/* Twice the middle of a box, to avoid halves; columns are half as wide as lines are high. */
static int middle_x(struct box box)
{
    return 2 * box.x + box.w;
}

static int middle_y(struct box box)
{
    return 2 * (2 * box.y + box.h);
}

static int distance(struct box a, struct box b)
{
    return abs(middle_x(a) - middle_x(b)) + abs(middle_y(a) - middle_y(b));
}

static struct spot *find_nearest(struct screen *screen, struct box from)
{
    struct spot *best = NULL;
    for (int i = 0; i < screen->spots_count; i++) {
        struct spot *spot = &screen->spots[i];
        if (!can_focus(spot))
            continue;
        if (!best || distance(spot->box, from) < distance(best->box, from))
            best = spot;
    }
    return best;
}

static struct spot *find_button(struct screen *screen)
{
    for (int i = 0; i < screen->spots_count; i++)
        if (screen->spots[i].kind == SPOT_BUTTON)
            return &screen->spots[i];
    return NULL;
}

/* Things on the table before buttons. */
static struct spot *find_lit(struct screen *screen, struct box from)
{
    struct spot *best = NULL;
    for (int i = 0; i < screen->spots_count; i++) {
        struct spot *spot = &screen->spots[i];
        if (spot->kind != SPOT_STEP || spot->step.kind == STEP_CHOOSE || !spot->lit)
            continue;
        if (!best || distance(spot->box, from) < distance(best->box, from))
            best = spot;
    }
    return best ? best : find_button(screen);
}

static void focus_on(struct screen *screen, const struct spot *spot)
{
    screen->focused = spot != NULL;
    if (spot)
        screen->focus = *spot;
}

/* True if the cursor has moved and the screen must be drawn again. */
static bool place_focus(struct screen *screen)
{
    struct spot *now = find_focus(screen), *next = now;
    struct box from = now ? now->box : screen->focus.box;
    if (screen->wants_lit && (!now || !now->lit || now->kind == SPOT_BUTTON))
        next = find_lit(screen, from); /* Enter should not press whatever is left by chance */
    if (!next)
        next = now ? now : find_nearest(screen, from);
    screen->wants_lit = false;
    if (next == now) {
        if (now)
            screen->focus = *now;
        return false;
    }
    focus_on(screen, next);
    return true;
}

void focus_place(struct screen *screen)
{
    if (place_focus(screen)) {
        canvas_clear();
        panel_draw(screen);
        place_focus(screen);
    }
}

void focus_move(struct screen *screen, int dx, int dy)
{
    screen->pressed.act = ACT_NONE;
    struct spot *best = NULL;
    int best_way = 0;
    if (!screen->focused)
        return;
    for (int i = 0; i < screen->spots_count; i++) {
        struct spot *spot = &screen->spots[i];
        int x = middle_x(spot->box) - middle_x(screen->focus.box);
        int y = middle_y(spot->box) - middle_y(screen->focus.box);
        int ahead = dx ? x * dx : y * dy, aside = abs(dx ? y : x);
        if (!can_focus(spot) || ahead <= 0 || same_spot(spot, &screen->focus))
            continue;
        int way = ahead + ASIDE * aside;
        if (!best || way < best_way) {
            best = spot;
            best_way = way;
        }
    }
    if (best)
        focus_on(screen, best);
}

void focus_next(struct screen *screen, int direction)
{
    screen->pressed.act = ACT_NONE;
    int at = -1, count = screen->spots_count;
    for (int i = 0; i < count; i++)
        if (spot_is_focus(screen, &screen->spots[i]))
            at = i;
    for (int i = 1; i <= count; i++) {
        int next = ((at + i * direction) % count + count) % count;
        if (can_focus(&screen->spots[next]) && screen->spots[next].lit) {
            focus_on(screen, &screen->spots[next]);
            return;
        }
    }
}

/* ---- touching ---- */

/* Explains why a touch leads nowhere, in the rules' words if the intention is clear. */
static void refuse_touch(struct screen *screen, const struct step *step)
{
    const struct mirror *mirror = screen->mirror;
    if (!past_asks(screen) && !mirror_acts(mirror)) {
        bool played = mirror->you != NO_SEAT && mirror->seat[mirror->you].bot[0] != '\0';
        notice_say(screen, true, played ? "match.seat.bot" : "match.seat.turn", WITH_NOTHING);
        return;
    }
    const char *reason = draft_refusal(&screen->draft, step);
    notice_say(screen, true, reason ? reason : "tui.cannot", WITH_NOTHING);
}

/* What touching this costs the player besides the piece; NULL: nothing. */
static const struct fact *find_cost(const struct screen *screen, const struct step *step)
{
    const struct facts *facts = &screen->stage.facts;
    if (step->kind != STEP_TAKE || !screen->skin->price_key)
        return NULL;
    for (int i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->list[i];
        if (fact->name == FACT_COST && fact->seat == screen->mirror->you &&
            fact->piece == step->piece)
            return fact;
    }
    return NULL;
}

static void say_price(struct screen *screen, const struct fact *cost)
{
    char piece[CARD_TEXT_MAX], why[PHRASE_MAX];
    stage_piece(&screen->stage, cost->piece, piece);
    stage_say(&screen->stage, why, screen->skin->price_key(piece),
              WITH(word_number("n", cost->number)));
    notice_say(screen, true, "tui.price", WITH(word_string("why", why)));
}

/* The first touch of a piece that costs something tells the price, the second plays it. */
static bool asks_price(struct screen *screen, const struct step *step)
{
    const struct fact *cost = find_cost(screen, step);
    int piece = cost ? cost->piece : NO_PIECE;
    bool told = screen->priced == piece && screen->priced_v == screen->mirror->v;
    screen->priced = piece;
    screen->priced_v = screen->mirror->v;
    if (!cost || told)
        return false;
    say_price(screen, cost);
    return true;
}

/* Opens the line in which to say what the card is. */
static void begin_saying(struct screen *screen, int piece)
{
    char said[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, said, sizeof said);
    screen->mirror->game->write_piece(piece, &text);
    text_char(&text, '=');
    sheet_type(screen, TYPING_ANSWER, said);
}

static void touch_step(struct screen *screen, const struct step *step)
{
    char move_text[MOVE_TEXT_MAX];
    if ((!screen->channel && !past_asks(screen)) || screen->mirror->phase != PHASE_PLAY ||
        screen->sent != 0)
        return;
    if (!past_asks(screen) && !mirror_acts(screen->mirror)) {
        refuse_touch(screen, step);
        return;
    }
    if (screen_may_say(screen, step)) {
        begin_saying(screen, step->piece);
        return;
    }
    if (asks_price(screen, step))
        return;
    switch (draft_touch(&screen->draft, step, move_text)) {
    case TOUCH_NO: refuse_touch(screen, step); return;
    case TOUCH_HELD: break;
    case TOUCH_MOVE: screen_play_text(screen, move_text); break;
    }
    screen->notice_until = 0;
    screen->wants_lit = true;
}

void touch_spot(struct screen *screen, const struct spot *spot)
{
    struct spot touched = *spot;
    if (touched.kind == SPOT_STEP) {
        focus_on(screen, &touched);
        touch_step(screen, &touched.step);
    } else if (touched.kind == SPOT_BUTTON && touched.number < screen->buttons_count) {
        struct button button = screen->buttons[touched.number];
        if (button.act == ACT_WORD)
            touch_step(screen, &button.step);
        else
            screen_do(screen, &button);
    } else if (touched.kind == SPOT_KEY) {
        struct tap tap = {.key = touched.number};
        screen_key(screen, &tap);
    }
}

void touch_focus(struct screen *screen)
{
    struct spot *spot = find_focus(screen);
    if (spot)
        touch_spot(screen, spot);
}
