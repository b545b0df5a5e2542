/* SPDX-License-Identifier: MIT */
/*
 * Super Taki as it is seen: what a viewer knows, what may lie behind that, and what lies where on a
 * screen.
 */
#include "base/check.h"
#include "rules/taki.h"

/* ---- views ---- */

void taki_observe(const struct state *state, int viewer, struct state *to)
{
    const struct taki *t = (const struct taki *)state;
    struct taki *view = (struct taki *)to;
    view->duty = t->duty;
    view->called = t->called;
    view->passed = t->passed;
    view->chain = t->chain;
    view->turn = t->turn;
    view->backward = t->backward;
    view->phase = t->phase;
    view->open = t->open;
    view->stuck = t->stuck;
    view->pile_count = t->pile_count;
    view->face_down = t->pile_count > 0;
    view->discard_count = t->discard_count;
    memcpy(view->discard, t->discard, t->discard_count);
    memcpy(view->held, t->held, sizeof view->held);
    memcpy(view->stage, t->stage, sizeof view->stage);
    for (int seat = 0; seat < state->seats; seat++) {
        if (seat == viewer && !seat_in(t->hidden, seat))
            view->hand[seat] = t->hand[seat];
        else if (t->held[seat] > 0)
            view->hidden |= seat_bit(seat);
    }
}

/* The cards of the deck that a view does not show, and how many. */
static int unseen_cards(const struct taki *t, uint8_t cards[DECK_SIZE])
{
    uint8_t seen[KINDS] = {0};
    int count = 0;
    for (int i = 0; i < t->discard_count; i++)
        seen[face_kind(t->discard[i])]++;
    for (int i = 0; i < t->pile_count && !t->face_down; i++)
        seen[t->pile[i]]++;
    for (int seat = 0; seat < t->head.seats; seat++) {
        for (uint64_t kinds = t->hand[seat].first; kinds != 0; kinds &= kinds - 1) {
            int kind = __builtin_ctzll(kinds);
            seen[kind] = (uint8_t)(seen[kind] + hand_count(&t->hand[seat], kind));
        }
    }
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = seen[kind]; i < kind_copies(kind); i++)
            cards[count++] = (uint8_t)kind;
    }
    return count;
}

static uint8_t pick(uint8_t *cards, int *count, struct search_rng *rng)
{
    uint32_t at = search_rng_below(rng, (uint32_t)*count);
    uint8_t card = cards[at];
    cards[at] = cards[--*count];
    return card;
}

void taki_imagine(struct state *view, struct search_rng *rng)
{
    struct taki *t = (struct taki *)view;
    uint8_t cards[DECK_SIZE];
    int count = unseen_cards(t, cards);
    for (int seat = 0; seat < view->seats; seat++) {
        for (int i = 0; i < t->held[seat] && seat_in(t->hidden, seat); i++)
            hand_add(&t->hand[seat], pick(cards, &count, rng));
    }
    for (int i = 0; i < t->pile_count && t->face_down; i++)
        t->pile[i] = pick(cards, &count, rng);
    t->hidden = 0;
    t->face_down = 0;
    for (int i = 0; i < CHANCE_KEY_SIZE; i++)
        t->stream.key[i] = (uint8_t)search_rng_below(rng, UINT8_MAX + 1);
    t->streamed = 1;
    view->viewer = TRUTH;
}

/* ---- for screens ---- */

const struct place taki_pile = {.zone = ZONE_PILE, .seat = NO_SEAT};
const struct place taki_discards = {.zone = ZONE_DISCARD, .seat = NO_SEAT};

int taki_scene(const struct state *state, struct item *out)
{
    const struct taki *t = (const struct taki *)state;
    int count = 0;
    for (int at = leading_at(t); at < t->discard_count; at++)
        out[count++] = (struct item){taki_discards, (int16_t)(t->discard[at] + 1), 1};
    if (t->pile_count > 0)
        out[count++] = (struct item){taki_pile, NO_PIECE, t->pile_count};
    for (int seat = 0; seat < state->seats; seat++) {
        struct place place = taki_hand(seat);
        if (seat_in(t->hidden, seat))
            out[count++] = (struct item){place, NO_PIECE, t->held[seat]};
        for (int kind = 0; kind < KINDS; kind++) {
            for (int i = hand_count(&t->hand[seat], kind); i > 0; i--, place.x++)
                out[count++] = (struct item){place, (int16_t)(kind + 1), 1};
        }
    }
    return count;
}

int taki_steps(const struct state *state, int seat, move chosen, struct step *out)
{
    int face = (int)chosen - 1, count = 0;
    char word[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, word, sizeof word);
    if (face < DRAW) {
        out[count++] = (struct step){
            .kind = STEP_TAKE, .piece = (int16_t)(face_kind(face) + 1), .place = taki_hand(seat)};
        out[count++] = (struct step){.kind = STEP_PUT, .place = taki_discards};
        if (face < COLOR_AS)
            return count;
        text_char(&text, "RGBY"[face_colour(face)]);
    } else {
        taki_write_move(state, chosen, &text);
    }
    CHECK(text.size < WORD_MAX);
    out[count] = (struct step){.kind = STEP_CHOOSE, .place = {.seat = NO_SEAT}};
    memcpy(out[count].word, word, text.size + 1);
    return count + 1;
}
