/* SPDX-License-Identifier: MIT */
/*
 * Spots: what can be touched, by the cursor or the mouse. They are collected anew each time the
 * screen is drawn; the cursor stays on the thing that it was on, or goes to its nearest neighbour.
 */
#include <stdlib.h>

#include "tui/screen_parts.h"

enum { ASIDE = 3 }; /* how much farther something seems that is not straight ahead */

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

/* Twice the middle of a box, so that no half is lost; columns are half as wide as lines are high.
 */
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

/* True if the cursor has moved, and what was drawn is not right any more. */
static bool settle(struct screen *screen)
{
    struct spot *now = find_focus(screen), *next = now;
    struct box from = now ? now->box : screen->focus.box;
    if (screen->wants_lit && (!now || !now->lit || now->kind == SPOT_BUTTON))
        next = find_lit(screen, from); /* Enter should not press what was left by chance */
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

void focus_settle(struct screen *screen)
{
    if (settle(screen)) {
        canvas_clear();
        panel_draw(screen);
        settle(screen);
    }
}

void focus_move(struct screen *screen, int dx, int dy)
{
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

/* Why a touch leads nowhere, in the rules' words if it is clear what was wanted. */
static void refuse(struct screen *screen, const struct step *step)
{
    const struct seen *seen = screen->seen;
    char wanted[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, wanted, sizeof wanted);
    if (!seen_acts(seen)) {
        bool played = seen->you != NO_SEAT && seen->seat[seen->you].bot[0] != '\0';
        notice_say(screen, true, played ? "match.seat.bot" : "match.seat.turn", WITH_NOTHING);
        return;
    }
    if (screen->skin->spell)
        screen->skin->spell(&screen->hand, step, &text);
    if (text.size > 0 && !text.overflow) {
        const struct state *view = &seen->view.head;
        notice_say(screen, true, seen->game->refusal(view, seen->you, wanted), WITH_NOTHING);
    } else {
        notice_say(screen, true, "tui.cannot", WITH_NOTHING);
    }
}

static void touch_step(struct screen *screen, const struct step *step)
{
    char move_text[MOVE_TEXT_MAX];
    if (!screen->line || screen->seen->phase != PHASE_PLAY || screen->sent != 0)
        return;
    if (!seen_acts(screen->seen)) {
        refuse(screen, step);
        return;
    }
    switch (hand_touch(&screen->hand, step, move_text)) {
    case TOUCH_NO: refuse(screen, step); return;
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
