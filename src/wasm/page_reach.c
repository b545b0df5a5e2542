/* SPDX-License-Identifier: MIT */
/*
 * Where gestures lead. A move is a row of acts: pairs of a piece that is taken and a place where it
 * is put (either may be missing), and words that are chosen. Between words the pairs may be done in
 * any order; a word comes when all pairs before it are done, and what is behind it comes after.
 *
 *     take R7 · put (2,1) · take W · put (3,1) · choose done      pair, pair, word
 *     choose trade · take R7 · take W · choose done               word, pair, pair, word
 *
 * A gesture is known by a number, the same for all that count as one: a card of a hand whatever its
 * place there, a place whatever lies on it. A move names one stack of a reserve; others with the
 * same piece outermost are as good.
 */
#include "base/check.h"
#include "base/hash.h"
#include "match/event_json.h"
#include "wasm/page_parts.h"

enum { SLOTS = 2 * PAGE_KNOWN_MAX, PIECE_TEXT_MAX = 16 };

static const char last_word[] = "done";

struct act {
    uint16_t take, put, word; /* numbers of gestures; 0: not there */
};

struct acts {
    int count;
    bool open; /* the last takes a piece, and more may follow on it */
    struct act list[STEPS_MAX];
};

/* ---- gestures and their numbers ---- */

/* What tells a gesture from others. */
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

/* Its number, a new one if it is new; 0 if there are too many. */
static uint16_t number_of(struct page_steps *steps, const struct step *step)
{
    struct step key = key_of(step);
    size_t slot = hash_step(&key) % SLOTS;
    for (; steps->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        struct step known = key_of(&steps->known[steps->slots[slot]]);
        if (same_step(&known, &key))
            return steps->slots[slot];
    }
    if (steps->known_count == PAGE_KNOWN_MAX)
        return 0;
    steps->known[++steps->known_count] = *step;
    return steps->slots[slot] = (uint16_t)steps->known_count;
}

/* The moves of the present view as numbers. False if there are more gestures than anybody makes. */
static bool make_steps(struct page *page)
{
    const struct page_view *view = &page->view;
    const struct state *state = &view->state.head;
    struct page_steps *all = &page->steps;
    struct step steps[STEPS_MAX];
    all->known_count = 0;
    memset(all->slots, 0, sizeof all->slots);
    for (int i = 0; i < view->moves.count; i++) {
        int count = view->game->steps(state, state->viewer, view->moves.list[i], steps);
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

/* ---- acts ---- */

static void acts_make(struct acts *acts, const struct step *known, const uint16_t *numbers,
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

/* How far a move has come by what was done. */
struct progress {
    const struct acts *whole; /* the move */
    bool used[STEPS_MAX];
    int from;      /* first act behind the last word */
    uint16_t held; /* a piece in the air: where it can be put is open */
};

/* An act of the move's that this one is, between the words; or -1. */
static int find_act(const struct progress *progress, const struct act *act, bool any_put)
{
    const struct acts *whole = progress->whole;
    for (int i = progress->from; i < whole->count && whole->list[i].word == 0; i++)
        if (!progress->used[i] && whole->list[i].take == act->take &&
            (any_put || whole->list[i].put == act->put))
            return i;
    return -1;
}

static bool choose(struct progress *progress, uint16_t word)
{
    const struct acts *whole = progress->whole;
    int i = progress->from;
    for (; i < whole->count && whole->list[i].word == 0; i++)
        if (!progress->used[i])
            return false;
    progress->from = i + 1;
    return i < whole->count && whole->list[i].word == word;
}

/* Is what was done a part of the move? */
static bool follow(struct progress *progress, const struct acts *done)
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

struct reach {
    struct acts done;
    int count;
    int move, almost; /* indices into the legal moves; -1 */
    int next_count;
    uint16_t next[PAGE_KNOWN_MAX];
    bool seen[PAGE_KNOWN_MAX + 1];
};

static void add_next(struct reach *reach, uint16_t number)
{
    if (reach->seen[number])
        return;
    reach->seen[number] = true;
    reach->next[reach->next_count++] = number;
}

/* What can follow in a move that is begun like this. */
static void reach_move(struct reach *reach, const struct progress *progress,
                       const struct step *known, int index)
{
    const struct acts *whole = progress->whole;
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

static void reach_all(const struct page *page, struct reach *reach)
{
    const struct page_steps *steps = &page->steps;
    for (int i = 0; i < page->view.moves.count; i++) {
        struct acts whole;
        struct progress progress = {.whole = &whole};
        int count = 0;
        while (count < STEPS_MAX && steps->list[i][count] != 0)
            count++;
        acts_make(&whole, steps->known, steps->list[i], count);
        if (!follow(&progress, &reach->done))
            continue;
        reach->count++;
        reach_move(reach, &progress, steps->known, i);
    }
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

/* The gestures of the request as acts. False if one of them belongs to no move. */
static bool read_done(const struct page *page, uint32_t array, struct acts *done)
{
    uint16_t numbers[STEPS_MAX];
    int count = 0;
    for (uint32_t i = array + 1; i < page->values[array].next; i = page->values[i].next)
        if ((numbers[count++] = find_step(page, i)) == 0)
            return false;
    acts_make(done, page->steps.known, numbers, count);
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
    uint32_t array;
    const char *reason = need_array(page, "steps", &array);
    if (reason)
        return reason;
    if (page->values[array].count > STEPS_MAX)
        return blame(page, "steps");
    if (!page->view.game)
        return "look";
    if (!page->steps.made && !make_steps(page))
        return "steps";
    if (read_done(page, array, &reach.done))
        reach_all(page, &reach);
    put_number(page, "count", reach.count);
    put_next(page, &reach);
    put_choice(page, "move", reach.move);
    put_choice(page, "almost", reach.almost);
    return NULL;
}
