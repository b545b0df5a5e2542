/* SPDX-License-Identifier: MIT */
/* Where gestures lead: see reach.h. */
#include "match/reach.h"

#include "base/check.h"
#include "base/hash.h"

enum { SLOTS = 2 * GESTURES_MAX };

static const char last_word[] = "done";

/* ---- gestures and their numbers ---- */

/* What distinguishes a gesture from others. */
static struct step key_of(const struct step *step)
{
    struct step key = {.kind = step->kind};
    bool held = step->place.zone == ZONE_HAND;
    if (step->kind == STEP_CHOOSE) {
        memcpy(key.word, step->word, sizeof key.word);
        return key;
    }
    key.place = step->place;
    if (held)
        key.place.x = key.place.y = 0;
    if (held && step->kind == STEP_TAKE)
        key.piece = step->piece;
    return key;
}

static bool same_step(const struct step *a, const struct step *b)
{
    return a->kind == b->kind && a->piece == b->piece && a->place.zone == b->place.zone &&
           a->place.seat == b->place.seat && a->place.x == b->place.x && a->place.y == b->place.y &&
           string_equal(a->word, b->word);
}

static uint64_t hash_step(const struct step *key)
{
    uint64_t hash = hash_bytes(HASH_START, &key->kind, sizeof key->kind);
    hash = hash_bytes(hash, &key->piece, sizeof key->piece);
    hash = hash_bytes(hash, &key->place, sizeof key->place);
    return hash_bytes(hash, key->word, string_size(key->word));
}

/* Its number, a new one for a new gesture; 0 if there are too many. */
static uint16_t number_of(struct gestures *steps, const struct step *step)
{
    struct step key = key_of(step);
    size_t slot = hash_step(&key) % SLOTS;
    for (; steps->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        struct step known = key_of(&steps->known[steps->slots[slot]]);
        if (same_step(&known, &key))
            return steps->slots[slot];
    }
    if (steps->known_count == GESTURES_MAX)
        return 0;
    steps->known[++steps->known_count] = *step;
    return steps->slots[slot] = (uint16_t)steps->known_count;
}

bool gestures_make(struct gestures *all, const struct game *game, const struct state *view,
                   int seat, const struct moves *moves)
{
    struct step steps[STEPS_MAX];
    all->made = false;
    all->known_count = 0;
    all->count = moves->count;
    memset(all->slots, 0, sizeof all->slots);
    for (int i = 0; i < moves->count; i++) {
        int count = game->steps(view, seat, moves->list[i], steps);
        CHECK(count > 0 && count <= STEPS_MAX);
        for (int k = 0; k < count; k++)
            if ((all->list[i][k] = number_of(all, &steps[k])) == 0)
                return false;
        if (count < STEPS_MAX)
            all->list[i][count] = 0;
    }
    all->made = true;
    return true;
}

static bool is_meant(const struct step *known, const struct step *given)
{
    if (known->kind != given->kind)
        return false;
    if (known->kind == STEP_CHOOSE)
        return string_equal(known->word, given->word);
    uint8_t zone = known->place.zone;
    bool shown = zone == ZONE_HAND || zone == ZONE_RESERVE;
    if (known->kind == STEP_TAKE && shown)
        return zone == given->place.zone && known->place.seat == given->place.seat &&
               known->piece == given->piece;
    if (shown || zone == ZONE_BOARD)
        return place_equal(known->place, given->place);
    return zone == given->place.zone;
}

uint16_t gestures_find(const struct gestures *all, const struct step *given)
{
    for (int i = 1; i <= all->known_count; i++)
        if (is_meant(&all->known[i], given))
            return (uint16_t)i;
    return 0;
}

/* ---- acts ---- */

struct act {
    uint16_t take, put, word; /* numbers of gestures; 0: none */
};

struct act_list {
    int count;
    bool open; /* the last takes a piece, and may be continued */
    struct act list[STEPS_MAX];
};

static void acts_make(struct act_list *acts, const struct step *known, const uint16_t *numbers,
                      int count)
{
    acts->count = 0;
    acts->open = false;
    for (int i = 0; i < count; i++) {
        uint8_t kind = known[numbers[i]].kind;
        struct act *last = acts->count > 0 ? &acts->list[acts->count - 1] : NULL;
        if (kind == STEP_PUT && acts->open) {
            last->put = numbers[i];
            acts->open = false;
            continue;
        }
        acts->list[acts->count++] = (struct act){.take = kind == STEP_TAKE ? numbers[i] : 0,
                                                 .put = kind == STEP_PUT ? numbers[i] : 0,
                                                 .word = kind == STEP_CHOOSE ? numbers[i] : 0};
        acts->open = kind == STEP_TAKE;
    }
}

/* How much of a move is done. */
struct progress {
    const struct act_list *whole; /* the move */
    bool used[STEPS_MAX];
    int from;      /* first act after the last word */
    uint16_t held; /* a piece picked up: where it will be put is open */
};

/* The act of the move that equals this one, between the words; or -1. */
static int find_act(const struct progress *progress, const struct act *act, bool any_put)
{
    const struct act_list *whole = progress->whole;
    for (int i = progress->from; i < whole->count && whole->list[i].word == 0; i++)
        if (!progress->used[i] && whole->list[i].take == act->take &&
            (any_put || whole->list[i].put == act->put))
            return i;
    return -1;
}

static bool choose(struct progress *progress, uint16_t word)
{
    const struct act_list *whole = progress->whole;
    int i = progress->from;
    for (; i < whole->count && whole->list[i].word == 0; i++)
        if (!progress->used[i])
            return false;
    progress->from = i + 1;
    return i < whole->count && whole->list[i].word == word;
}

/* Is what was done part of the move? */
static bool follow(struct progress *progress, const struct act_list *done)
{
    for (int i = 0; i < done->count; i++) {
        const struct act *act = &done->list[i];
        if (act->word != 0) {
            if (!choose(progress, act->word))
                return false;
            continue;
        }
        int found = find_act(progress, act, false);
        if (found >= 0) {
            progress->used[found] = true;
            continue;
        }
        if (!done->open || i < done->count - 1 || find_act(progress, act, true) < 0)
            return false;
        progress->held = act->take;
    }
    return true;
}

/* ---- reach ---- */

static void add_next(struct reach *reach, uint16_t number)
{
    if (reach->seen[number])
        return;
    reach->seen[number] = true;
    reach->next[reach->next_count++] = number;
}

/* What can follow in a move that starts like this. */
static void reach_move(struct reach *reach, const struct progress *progress,
                       const struct step *known, int index)
{
    const struct act_list *whole = progress->whole;
    bool rest = false;
    int i = progress->from;
    for (; i < whole->count && whole->list[i].word == 0; i++) {
        const struct act *act = &whole->list[i];
        if (progress->used[i])
            continue;
        rest = true;
        if (progress->held == 0)
            add_next(reach, act->take ? act->take : act->put);
        else if (act->take == progress->held && act->put != 0)
            add_next(reach, act->put);
    }
    if (rest)
        return;
    if (i == whole->count) {
        reach->move = index;
        return;
    }
    add_next(reach, whole->list[i].word);
    if (i == whole->count - 1 && string_equal(known[whole->list[i].word].word, last_word))
        reach->almost = index;
}

void reach_find(struct reach *reach, const struct gestures *all, const uint16_t *done, int count)
{
    struct act_list made;
    reach->count = reach->next_count = 0;
    reach->move = reach->almost = -1;
    memset(reach->seen, 0, sizeof reach->seen);
    acts_make(&made, all->known, done, count);
    for (int i = 0; i < all->count; i++) {
        struct act_list whole;
        struct progress progress = {.whole = &whole};
        int size = 0;
        while (size < STEPS_MAX && all->list[i][size] != 0)
            size++;
        acts_make(&whole, all->known, all->list[i], size);
        if (!follow(&progress, &made))
            continue;
        reach->count++;
        reach_move(reach, &progress, all->known, i);
    }
}

const char *steps_refusal(const struct game *game, const struct state *view, int seat,
                          const struct step *steps, int count)
{
    struct step done[STEPS_MAX];
    CHECK(count <= STEPS_MAX);
    if (count == 0)
        return NULL;
    memcpy(done, steps, (size_t)count * sizeof *done);
    if (count > 1 && done[count - 1].kind == STEP_TAKE && done[count - 2].kind == STEP_TAKE) {
        done[count - 2] = done[count - 1];
        count--;
    }
    return game->refuse_steps(view, seat, done, count);
}
