/* SPDX-License-Identifier: MIT */
/* Touches that become a move. */
#include "tui/hand.h"

#include "base/check.h"

/* ---- what the rules say ---- */

static void find_reach(const struct hand *hand, const struct step *done, int count,
                       struct reach *reach)
{
    uint16_t numbers[STEPS_MAX];
    for (int i = 0; i < count; i++)
        numbers[i] = gestures_find(&hand->gestures, &done[i]);
    reach_find(reach, &hand->gestures, numbers, count);
}

static bool is_dangling(const struct hand *hand)
{
    return hand->count > 0 && hand->done[hand->count - 1].kind == STEP_TAKE;
}

static void refresh(struct hand *hand)
{
    find_reach(hand, hand->done, hand->count, &hand->reach);
    if (is_dangling(hand))
        find_reach(hand, hand->done, hand->count - 1, &hand->before);
}

/* Is everything that was done still part of some move? */
static bool all_known(const struct hand *hand)
{
    for (int i = 0; i < hand->count; i++)
        if (gestures_find(&hand->gestures, &hand->done[i]) == 0)
            return false;
    return true;
}

/* A piece on the board that has to be played is in the hand already (G12). */
static void take_only(struct hand *hand)
{
    const struct step *only = &hand->gestures.known[hand->reach.next[0]];
    if (hand->count > 0 || hand->reach.next_count != 1 || only->kind != STEP_TAKE ||
        only->place.zone != ZONE_BOARD)
        return;
    hand->done[hand->count++] = *only;
    refresh(hand);
}

void hand_look(struct hand *hand, const struct game *game, const struct state *view,
               const char *position, int seat)
{
    struct text text;
    bool same = hand->game == game && hand->seat == seat && string_equal(hand->position, position);
    hand->view = view;
    if (same)
        return;
    hand->game = game;
    hand->seat = seat;
    text_init(&text, hand->position, sizeof hand->position);
    text_string(&text, position);
    hand->moves.count = 0;
    if (game && seat != NO_SEAT)
        game_legal(game, view, seat, &hand->moves);
    if (hand->moves.count < 0 || !gestures_make(&hand->gestures, game, view, seat, &hand->moves)) {
        hand->moves.count = 0;
        hand->gestures.count = hand->gestures.known_count = 0;
    }
    if (!all_known(hand))
        hand->count = 0;
    refresh(hand);
    if (hand->reach.count == 0)
        hand_clear(hand);
    take_only(hand);
}

/* ---- touches ---- */

static bool same_place(struct place a, struct place b)
{
    return a.zone == b.zone && a.seat == b.seat && a.x == b.x && a.y == b.y;
}

/* The same to the eye: of two equal cards of a hand it is one of them. */
static bool same_touch(const struct step *a, const struct step *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == STEP_CHOOSE)
        return string_equal(a->word, b->word);
    return same_place(a->place, b->place) && (a->kind == STEP_PUT || a->piece == b->piece);
}

static bool leads(const struct hand *hand, const struct reach *reach, const struct step *step)
{
    uint16_t number = gestures_find(&hand->gestures, step);
    return number != 0 && reach->seen[number];
}

/* What a touch means with this reach: itself, or on a square the other thing that it can mean. */
static bool meaning(const struct hand *hand, const struct reach *reach, const struct step *step,
                    struct step *out)
{
    *out = *step;
    if (leads(hand, reach, step))
        return true;
    if (step->kind == STEP_CHOOSE || step->place.zone != ZONE_BOARD)
        return false;
    out->kind = step->kind == STEP_PUT ? STEP_TAKE : STEP_PUT;
    return leads(hand, reach, out);
}

/* Which of the touches this one takes back, or -1. */
static int made_already(const struct hand *hand, const struct step *step)
{
    for (int i = 0; i < hand->count; i++)
        if (same_touch(&hand->done[i], step))
            return i;
    for (int i = 0; i < hand->count; i++) /* a square on which something was put is let go of */
        if (hand->done[i].kind != STEP_CHOOSE && step->kind != STEP_CHOOSE &&
            step->place.zone == ZONE_BOARD && same_place(hand->done[i].place, step->place))
            return i;
    return -1;
}

/* Takes back what was done at an index: a piece with its target, a word with what follows it. */
static void take_back(struct hand *hand, int at)
{
    struct step *done = hand->done;
    int from = at, to = at + 1;
    if (done[at].kind == STEP_CHOOSE)
        to = hand->count;
    else if (done[at].kind == STEP_PUT && at > 0 && done[at - 1].kind == STEP_TAKE)
        from = at - 1;
    else if (done[at].kind == STEP_TAKE && to < hand->count && done[to].kind == STEP_PUT)
        to++;
    memmove(&done[from], &done[to], (size_t)(hand->count - to) * sizeof *done);
    hand->count -= to - from;
    refresh(hand);
}

static void add(struct hand *hand, const struct step *step)
{
    CHECK(hand->count < STEPS_MAX);
    hand->done[hand->count++] = *step;
    refresh(hand);
}

static enum touch settle(struct hand *hand, char out[MOVE_TEXT_MAX])
{
    const struct reach *reach = &hand->reach;
    struct text text;
    if (is_dangling(hand) && reach->next_count == 1 && reach->move < 0 &&
        hand->gestures.known[reach->next[0]].kind == STEP_PUT)
        add(hand, &hand->gestures.known[reach->next[0]]);
    if (reach->move < 0 || reach->next_count > 0)
        return TOUCH_HELD;
    text_init(&text, out, MOVE_TEXT_MAX);
    hand->game->write_move(hand->view, hand->moves.list[reach->move], &text);
    return TOUCH_MOVE;
}

enum touch hand_touch(struct hand *hand, const struct step *step, char out[MOVE_TEXT_MAX])
{
    struct step meant;
    if (!hand->game || hand->moves.count == 0)
        return TOUCH_NO;
    int at = made_already(hand, step);
    if (at >= 0 && !(meaning(hand, &hand->reach, step, &meant) && meant.kind == STEP_CHOOSE)) {
        take_back(hand, at);
        return TOUCH_HELD;
    }
    if (meaning(hand, &hand->reach, step, &meant)) {
        add(hand, &meant);
        return settle(hand, out);
    }
    if (!is_dangling(hand) || !meaning(hand, &hand->before, step, &meant))
        return TOUCH_NO;
    hand->count--;
    add(hand, &meant);
    return settle(hand, out);
}

bool hand_can(const struct hand *hand, const struct step *step)
{
    struct step meant;
    return hand->moves.count > 0 && meaning(hand, &hand->reach, step, &meant);
}

bool hand_has(const struct hand *hand, const struct step *step)
{
    return hand->moves.count > 0 && made_already(hand, step) >= 0;
}

const struct step *hand_held(const struct hand *hand)
{
    return is_dangling(hand) ? &hand->done[hand->count - 1] : NULL;
}

/* ---- words and whole moves ---- */

static int add_words(const struct hand *hand, const struct reach *reach,
                     struct step out[HAND_WORDS_MAX], int count)
{
    for (int i = 0; i < reach->next_count && count < HAND_WORDS_MAX; i++) {
        const struct step *step = &hand->gestures.known[reach->next[i]];
        bool known = step->kind != STEP_CHOOSE;
        for (int k = 0; k < count && !known; k++)
            known = string_equal(out[k].word, step->word);
        if (!known)
            out[count++] = *step;
    }
    return count;
}

int hand_words(struct hand *hand, struct step out[HAND_WORDS_MAX])
{
    if (hand->moves.count == 0)
        return 0;
    int count = add_words(hand, &hand->reach, out, 0);
    if (is_dangling(hand))
        count = add_words(hand, &hand->before, out, count);
    return count;
}

move hand_whole(const struct hand *hand)
{
    const struct reach *reach = &hand->reach;
    if (hand->moves.count == 0 || hand->count == 0)
        return 0;
    int at = reach->almost >= 0 ? reach->almost : reach->move;
    return at >= 0 ? hand->moves.list[at] : 0;
}

void hand_back(struct hand *hand)
{
    if (hand->count > 0)
        take_back(hand, hand->count - 1);
}

void hand_clear(struct hand *hand)
{
    hand->count = 0;
    if (hand->game)
        refresh(hand);
}
