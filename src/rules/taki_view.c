/* SPDX-License-Identifier: MIT */
/*
 * Super Taki as it is seen: what a viewer knows, what the hidden cards may be, and what lies where
 * on a screen.
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

/* The cards of the deck that a view does not show; returns how many. */
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
    for (int at = 0; at < t->discard_count; at++)
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

/* Adds a fact; returns the end of the list. */
static struct fact *tell(struct fact *end, enum fact_name name, int seat, int piece, int number)
{
    *end = (struct fact){.name = (uint8_t)name,
                         .seat = (int8_t)seat,
                         .piece = (int16_t)piece,
                         .number = (int16_t)number};
    return end + 1;
}

/* T5, T21, TR26: what the next card must follow. */
static struct fact *tell_lead(struct fact *end, const struct taki *t)
{
    int at = leading_at(t), colour = face_colour(t->discard[at]);
    end = tell(end, FACT_LEAD, NO_SEAT, t->discard[at] + 1, t->discard_count - 1 - at);
    if (colour != NO_COLOUR)
        end = tell(end, FACT_COLOUR, NO_SEAT, COLOR_AS + colour + 1, 0);
    return end;
}

/* TR32: a seat that has nothing to do but catch. */
static bool only_catches(const struct taki *t, int seat)
{
    return state_acts(&t->head, seat) && !is_due(t, seat) && !seat_in(t->duty, seat);
}

static struct fact *tell_seat(struct fact *end, const struct taki *t, int seat)
{
    if (seat_in(t->passed, seat))
        end = tell(end, FACT_PASSED, seat, NO_PIECE, 0);
    if (seat_in(t->duty, seat))
        end = tell(end, FACT_DUTY, seat, NO_PIECE, 0);
    if (seat_in(t->called, seat))
        end = tell(end, FACT_CALLED, seat, NO_PIECE, 0);
    if (only_catches(t, seat))
        end = tell(end, FACT_MAY, seat, NO_PIECE, 0);
    if (t->stage[seat] > 0)
        end = tell(end, FACT_STAGE, seat, NO_PIECE, t->stage[seat]);
    return end;
}

static struct fact *tell_turn(struct fact *end, const struct taki *t)
{
    int owes = t->phase == TAKI_OWE ? t->turn : seat_after(t, t->turn); /* TR3, TR5 */
    end = tell(end, FACT_TURN, t->turn, NO_PIECE, 0);
    if (t->chain > 0) {
        end = tell(end, FACT_OWED, owes, NO_PIECE, DRAW_FOR_PLUS2 * t->chain);
        end = tell(end, FACT_CHAIN, NO_SEAT, NO_PIECE, t->chain);
    }
    if (t->phase == TAKI_RUN)
        end = tell(end, FACT_RUN, t->turn, NO_PIECE, 0);
    if (t->phase == TAKI_FREE)
        end = tell(end, FACT_FREE, t->turn, NO_PIECE, 0);
    if (t->phase == TAKI_REACT)
        end = tell(end, FACT_WINDOW, t->turn, NO_PIECE, 0);
    if (t->open)
        end = tell(end, FACT_OPEN, NO_SEAT, NO_PIECE, 0);
    return end;
}

/* T20: a breaker that breaks nothing. TR11: a plus as the last card. */
static struct fact *tell_costs(struct fact *end, const struct taki *t)
{
    uint64_t dear = t->phase == TAKI_REACT ? 0 : KIND(BREAK);
    if (t->held[t->turn] == 1)
        dear |= IN_ALL_COLOURS(FIGURE_PLUS);
    for (dear &= taki_playable(t); dear != 0; dear &= dear - 1) {
        int kind = __builtin_ctzll(dear);
        int cards = kind == BREAK ? DRAW_FOR_PLUS3 : DRAW_FOR_PLUS;
        end = tell(end, FACT_COST, t->turn, kind + 1, cards);
    }
    return end;
}

int taki_facts(const struct state *state, struct fact *out)
{
    const struct taki *t = (const struct taki *)state;
    struct fact *end = tell(out, FACT_DIRECTION, NO_SEAT, NO_PIECE, t->backward ? -1 : 1);
    end = tell_lead(end, t);
    if (state->option[OPTION_MODE] == MODE_PYRAMID)
        end = tell(end, FACT_STAGES, NO_SEAT, NO_PIECE, DEAL_SIZE);
    for (int seat = 0; seat < state->seats; seat++)
        end = tell_seat(end, t, seat);
    if (!state_over(state))
        end = tell_costs(tell_turn(end, t), t);
    return (int)(end - out);
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
