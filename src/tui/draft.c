/* SPDX-License-Identifier: MIT */
/* Touches become a move. */
#include "tui/draft.h"

#include "base/check.h"

/* ---- what the rules say ---- */

static void find_reach(const struct draft *draft, const struct step *done, int count,
                       struct reach *reach)
{
    uint16_t numbers[STEPS_MAX];
    for (int i = 0; i < count; i++)
        numbers[i] = gestures_find(&draft->gestures, &done[i]);
    reach_find(reach, &draft->gestures, numbers, count);
}

static bool is_dangling(const struct draft *draft)
{
    return draft->count > 0 && draft->done[draft->count - 1].kind == STEP_TAKE;
}

static void refresh(struct draft *draft)
{
    find_reach(draft, draft->done, draft->count, &draft->reach);
    if (is_dangling(draft))
        find_reach(draft, draft->done, draft->count - 1, &draft->before);
}

/* Are all steps so far still part of some move? */
static bool all_known(const struct draft *draft)
{
    for (int i = 0; i < draft->count; i++)
        if (gestures_find(&draft->gestures, &draft->done[i]) == 0)
            return false;
    return true;
}

/* If a piece on the board must be played, it is taken already (G12). */
static void take_only(struct draft *draft)
{
    const struct step *only = &draft->gestures.known[draft->reach.next[0]];
    if (draft->count > 0 || draft->reach.next_count != 1 || only->kind != STEP_TAKE ||
        only->place.zone != ZONE_BOARD)
        return;
    draft->done[draft->count++] = *only;
    refresh(draft);
}

void draft_update(struct draft *draft, const struct game *game, const struct state *view,
                  const char *position, int seat)
{
    struct text text;
    bool same =
        draft->game == game && draft->seat == seat && string_equal(draft->position, position);
    draft->view = view;
    if (same)
        return;
    draft->game = game;
    draft->seat = seat;
    text_init(&text, draft->position, sizeof draft->position);
    text_string(&text, position);
    draft->moves.count = 0;
    if (game && seat != NO_SEAT)
        game_legal(game, view, seat, &draft->moves);
    if (draft->moves.count < 0 ||
        !gestures_make(&draft->gestures, game, view, seat, &draft->moves)) {
        draft->moves.count = 0;
        draft->gestures.count = draft->gestures.known_count = 0;
    }
    if (!all_known(draft))
        draft->count = 0;
    refresh(draft);
    if (draft->reach.count == 0)
        draft_clear(draft);
    take_only(draft);
}

/* ---- touches ---- */

/* The same to the player: equal cards in a hand are interchangeable. */
static bool same_touch(const struct step *a, const struct step *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == STEP_CHOOSE)
        return string_equal(a->word, b->word);
    return place_equal(a->place, b->place) && (a->kind == STEP_PUT || a->piece == b->piece);
}

static bool leads(const struct draft *draft, const struct reach *reach, const struct step *step)
{
    uint16_t number = gestures_find(&draft->gestures, step);
    return number != 0 && reach->seen[number];
}

/* What a touch means given this reach: the step itself or, on a square, taking instead of putting
 * and vice versa. */
static bool meaning(const struct draft *draft, const struct reach *reach, const struct step *step,
                    struct step *out)
{
    *out = *step;
    if (leads(draft, reach, step))
        return true;
    if (step->kind == STEP_CHOOSE || step->place.zone != ZONE_BOARD)
        return false;
    out->kind = step->kind == STEP_PUT ? STEP_TAKE : STEP_PUT;
    return leads(draft, reach, out);
}

/* The earlier touch that this one takes back, or -1. */
static int made_already(const struct draft *draft, const struct step *step)
{
    for (int i = 0; i < draft->count; i++)
        if (same_touch(&draft->done[i], step))
            return i;
    for (int i = 0; i < draft->count; i++) /* touching a used square frees it */
        if (draft->done[i].kind != STEP_CHOOSE && step->kind != STEP_CHOOSE &&
            step->place.zone == ZONE_BOARD && place_equal(draft->done[i].place, step->place))
            return i;
    return -1;
}

/* Takes back the step at an index: a piece with its target, a word with everything after it. */
static void take_back(struct draft *draft, int at)
{
    struct step *done = draft->done;
    int from = at, to = at + 1;
    if (done[at].kind == STEP_CHOOSE)
        to = draft->count;
    else if (done[at].kind == STEP_PUT && at > 0 && done[at - 1].kind == STEP_TAKE)
        from = at - 1;
    else if (done[at].kind == STEP_TAKE && to < draft->count && done[to].kind == STEP_PUT)
        to++;
    memmove(&done[from], &done[to], (size_t)(draft->count - to) * sizeof *done);
    draft->count -= to - from;
    refresh(draft);
}

static void add(struct draft *draft, const struct step *step)
{
    CHECK(draft->count < STEPS_MAX);
    draft->done[draft->count++] = *step;
    refresh(draft);
}

static enum touch finish_touch(struct draft *draft, char out[MOVE_TEXT_MAX])
{
    const struct reach *reach = &draft->reach;
    struct text text;
    if (is_dangling(draft) && reach->next_count == 1 && reach->move < 0 &&
        draft->gestures.known[reach->next[0]].kind == STEP_PUT)
        add(draft, &draft->gestures.known[reach->next[0]]);
    if (reach->move < 0 || reach->next_count > 0)
        return TOUCH_HELD;
    text_init(&text, out, MOVE_TEXT_MAX);
    draft->game->write_move(draft->view, draft->moves.list[reach->move], &text);
    return TOUCH_MOVE;
}

enum touch draft_touch(struct draft *draft, const struct step *step, char out[MOVE_TEXT_MAX])
{
    struct step meant;
    if (!draft->game || draft->moves.count == 0)
        return TOUCH_NO;
    int at = made_already(draft, step);
    if (at >= 0 && !(meaning(draft, &draft->reach, step, &meant) && meant.kind == STEP_CHOOSE)) {
        take_back(draft, at);
        return TOUCH_HELD;
    }
    if (meaning(draft, &draft->reach, step, &meant)) {
        add(draft, &meant);
        return finish_touch(draft, out);
    }
    if (!is_dangling(draft) || !meaning(draft, &draft->before, step, &meant))
        return TOUCH_NO;
    draft->count--;
    add(draft, &meant);
    return finish_touch(draft, out);
}

const char *draft_refusal(const struct draft *draft, const struct step *step)
{
    struct step steps[STEPS_MAX];
    if (!draft->game || draft->count == STEPS_MAX)
        return NULL;
    memcpy(steps, draft->done, (size_t)draft->count * sizeof *steps);
    steps[draft->count] = *step;
    if (is_dangling(draft) && step->place.zone == ZONE_BOARD) /* onto the piece there */
        steps[draft->count].kind = STEP_PUT;
    return steps_refusal(draft->game, draft->view, draft->seat, steps, draft->count + 1);
}

bool draft_can(const struct draft *draft, const struct step *step)
{
    struct step meant;
    return draft->moves.count > 0 && meaning(draft, &draft->reach, step, &meant);
}

bool draft_has(const struct draft *draft, const struct step *step)
{
    return draft->moves.count > 0 && made_already(draft, step) >= 0;
}

const struct step *draft_held(const struct draft *draft)
{
    return is_dangling(draft) ? &draft->done[draft->count - 1] : NULL;
}

/* ---- words and whole moves ---- */

static int add_words(const struct draft *draft, const struct reach *reach,
                     struct step out[DRAFT_WORDS_MAX], int count)
{
    for (int i = 0; i < reach->next_count && count < DRAFT_WORDS_MAX; i++) {
        const struct step *step = &draft->gestures.known[reach->next[i]];
        bool known = step->kind != STEP_CHOOSE;
        for (int k = 0; k < count && !known; k++)
            known = string_equal(out[k].word, step->word);
        if (!known)
            out[count++] = *step;
    }
    return count;
}

int draft_words(struct draft *draft, struct step out[DRAFT_WORDS_MAX])
{
    if (draft->moves.count == 0)
        return 0;
    int count = add_words(draft, &draft->reach, out, 0);
    if (is_dangling(draft))
        count = add_words(draft, &draft->before, out, count);
    return count;
}

move draft_whole(const struct draft *draft)
{
    const struct reach *reach = &draft->reach;
    if (draft->moves.count == 0 || draft->count == 0)
        return 0;
    int at = reach->almost >= 0 ? reach->almost : reach->move;
    return at >= 0 ? draft->moves.list[at] : 0;
}

void draft_show(struct draft *draft, move m)
{
    draft->count = draft->game->steps(draft->view, draft->seat, m, draft->done);
    draft->reach = draft->before = (struct reach){.move = -1, .almost = -1};
}

void draft_back(struct draft *draft)
{
    if (draft->count > 0)
        take_back(draft, draft->count - 1);
}

void draft_clear(struct draft *draft)
{
    draft->count = 0;
    if (draft->game)
        refresh(draft);
}
