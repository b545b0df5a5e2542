/* SPDX-License-Identifier: MIT */
/*
 * Cento Multi, rules C1–C14 and rulings CR1–CR12 of docs/rules/cento.en.md.
 *
 *                   ┌──────────────────────────────────────────────────┐
 *                   ▼                                                  │
 *     deal ──▶ somebody's turn ──▶ draw (C5) ──────────────────────────┤
 *      ▲            │                                                  │
 *      │            └──▶ discard (C4) ──▶ hand left ──▶ square? (C6) ──┤
 *      │                     │                              ▲          │
 *      │                     └──▶ out (C9, C12) ──▶ others play on ────┘
 *      │                               │
 *      └──── another round (CR8) ◀─────┴──────▶ over (C10)
 *
 * A card is its number, or FREE. A hand is the set of all declarations that its cards can make:
 * one bit for each of the 55 products of the table, so a single `and` finds the number cards that
 * fit on the open card. Free cards are counted above those bits.
 *
 * Invariants
 *   1. No card lies in two places, and there are no more free cards than the option says. (A
 *      position that was read need not hold all cards.)
 *   2. `held` is the size of each hand. It is 0 for players who are out, and only for them.
 *   3. Pile and discards have their top card last and zeros after it.
 *   4. `low` and `high` are the open card's declaration, or 0 while it has none (CR1, CR2).
 *   5. A round is over when one hand is empty or, under `places`, when all but one are. Only the
 *      last round is ever seen like this; `turn` is then the seat that ended it (CR11).
 *   6. What is hidden is zero, and nothing is hidden in a truth, which alone has a stream.
 *
 * Viewers know their own hand, the sizes of the other hands and of the pile, and everything that
 * lies open: the open card, its declaration and the discards under it (CR12).
 */
#include <string.h>

#include "rules/cento_state.h"

/* Nothing in the rules makes a session end. The longest kind, twenty rounds with six players by
 * `places` without free cards, takes 42,000 plies of random play on average and at most 60,327 in
 * 3,000 sessions. */
enum { PLIES_OF_ONE = 200000 };

/* The deck in canonical order. */
#define NUMBER_CARD(n) n,
static const uint8_t deck[] = {NUMBERS(NUMBER_CARD) FREE, FREE};

_Static_assert(sizeof deck == CARDS_MAX && PRODUCTS_COUNT == 55, "the table of C1");

/* ---- deal ---- */

static void deal_round(struct cento *c)
{
    uint8_t cards[CARDS_MAX];
    int seats = c->head.seats, count = NUMBERS_COUNT + free_cards(&c->head), at = 0;
    int each = seats < 4 ? 7 : 5; /* C2 */
    memcpy(cards, deck, sizeof cards);
    chance_shuffle(&c->stream, cards, count);

    memset(c->hand, 0, sizeof c->hand);
    for (int i = 0; i < each; i++) {
        for (int seat = 0; seat < seats; seat++)
            c->hand[seat] += of_card[cards[at++]];
    }
    memset(c->held, each, (size_t)seats);
    c->open = cards[at++];
    c->low = c->high = 0;
    memset(c->discard, 0, sizeof c->discard);
    c->discard_count = 0;
    memset(c->pile, 0, sizeof c->pile);
    c->pile_count = (uint8_t)(count - at);
    for (int i = 0; at < count; i++)
        c->pile[i] = cards[--count];
    give_turn(c, c->began);
}

static void deal(struct state *state, struct chance *chance)
{
    struct cento *c = (struct cento *)state;
    c->stream = *chance;
    c->streamed = 1;
    c->round = 1;
    deal_round(c);
    *chance = c->stream;
}

/* ---- legal ---- */

static int list_products(uint64_t set, move how, move *out)
{
    int count = 0;
    while (set != 0)
        out[count++] = how | next_product(&set);
    return count;
}

static int legal(const struct state *state, int seat, move *out)
{
    const struct cento *c = (const struct cento *)state;
    if (!state_acts(state, seat))
        return 0;
    if (hand_hidden(c, seat))
        return HIDDEN;
    uint64_t as_free = matching(c); /* C7 */
    uint64_t as_number = as_free & c->hand[seat];
    if (!has_card(c->hand[seat], FREE))
        as_free = 0;
    bool draw = can_draw(c) || (as_number | as_free) == 0; /* CR4, CR5 */
    if (!out)
        return draw + __builtin_popcountll(as_number) + __builtin_popcountll(as_free);
    int count = 0;
    if (draw)
        out[count++] = DRAW;
    count += list_products(as_number, 0, out + count);
    return count + list_products(as_free, AS_FREE, out + count);
}

/* A card of the hand with two factors of the table is an answer, in whatever order (C3, CR9);
 * it is right if they make the number and match (C4). */
static int answer(const struct state *state, int seat, const char *text, move *out)
{
    const struct cento *c = (const struct cento *)state;
    struct discard said;
    if (!state_acts(state, seat) || !cento_read_discard(&said, text) || said.bare ||
        said.card == 0 || !has_card(c->hand[seat], said.card) || !in_table(said.low) ||
        !in_table(said.high))
        return NO_ANSWER;
    bool free_card = said.card == FREE;
    uint64_t products = free_card ? ALL_PRODUCTS : of_card[said.card];
    return list_products(products & matching(c), free_card ? AS_FREE : 0, out);
}

/* ---- apply ---- */

static const struct place pile_place = {.zone = ZONE_PILE, .seat = NO_SEAT};
static const struct place discard_place = {.zone = ZONE_DISCARD, .seat = NO_SEAT};

/* A card's place in its hand would say something about the cards beside it, so events leave it
 * out. */
static struct place hand_place(int seat)
{
    return (struct place){.zone = ZONE_HAND, .seat = (int8_t)seat};
}

/* A piece is a card or, declared:
 *
 *     14 … 8   7 … 4   3 … 0
 *      card     low    high    */
static int16_t declared(int card, int low, int high)
{
    return (int16_t)(card << 8 | low << 4 | high);
}

/* The open card as it lies there, with its declaration. */
static int16_t open_piece(const struct cento *c)
{
    return c->low == 0 ? c->open : declared(c->open, c->low, c->high);
}

static void log_count(struct events *log, enum event_kind kind, int seat, int count)
{
    if (log)
        events_add(log, (struct event){
                            .kind = (uint8_t)kind, .seat = (int8_t)seat, .count = (int16_t)count});
}

static void log_draw(struct events *log, int seat, int card)
{
    if (log)
        events_add(log, (struct event){.kind = EVENT_MOVE,
                                       .seat = (int8_t)seat,
                                       .seen = (uint16_t)(1u << seat),
                                       .piece = (int16_t)card,
                                       .count = 1,
                                       .from = pile_place,
                                       .to = hand_place(seat)});
}

/* The event shows the card as it lies there: with its declaration. */
static void log_discard(const struct cento *c, struct events *log, int seat)
{
    if (log)
        events_add(log, (struct event){.kind = EVENT_MOVE,
                                       .seat = (int8_t)seat,
                                       .seen = SEEN_BY_ALL,
                                       .piece = open_piece(c),
                                       .count = 1,
                                       .from = hand_place(seat),
                                       .to = discard_place});
}

/* C8, CR12: the discards under the open card become the pile. */
static void renew_pile(struct cento *c, struct events *log)
{
    if (!c->streamed) {
        c->head.flags |= STATE_DRY;
        return;
    }
    uint8_t cards[CARDS_MAX];
    int count = c->discard_count;
    for (int i = 0; i < count; i++)
        cards[i] = c->discard[count - 1 - i];
    chance_shuffle(&c->stream, cards, count);
    for (int i = 0; i < count; i++)
        c->pile[i] = cards[count - 1 - i];
    memset(c->discard, 0, sizeof c->discard);
    c->discard_count = 0;
    c->pile_count = (uint8_t)count;
    log_count(log, EVENT_SHUFFLE, NO_SEAT, count);
}

/* Draws a card if there is one (CR5). */
static void draw_card(struct cento *c, int seat, struct events *log)
{
    if (c->pile_count == 0 && c->discard_count > 0)
        renew_pile(c, log);
    if (c->pile_count == 0)
        return;
    uint8_t card = c->pile[--c->pile_count];
    c->pile[c->pile_count] = 0;
    c->hand[seat] += of_card[card];
    c->held[seat]++;
    log_draw(log, seat, card);
}

static void lay_open(struct cento *c, int seat, move m)
{
    int card = move_card(m);
    c->hand[seat] -= of_card[card];
    c->held[seat]--;
    c->discard[c->discard_count++] = c->open;
    c->open = (uint8_t)card;
    c->low = (uint8_t)move_low(m);
    c->high = (uint8_t)move_high(m);
}

static void score(struct cento *c, int seat, int points, struct events *log)
{
    c->total[seat] += points;
    log_count(log, EVENT_POINTS, seat, points);
}

/* C12: the first to be out scores 0, the second 2, the third 3 … */
static int place_points(int place)
{
    return place == 1 ? 0 : place;
}

/* CR8, CR11: the next round, or the end. */
static void end_round(struct cento *c, int seat, struct events *log)
{
    /* Under `places` we do not keep who was out first, but with two players only one is out. */
    int first = scores_places(&c->head) && c->head.seats > 2 ? NO_SEAT : seat;
    log_count(log, EVENT_ROUND, first, c->round);
    if (c->round == rounds(&c->head)) {
        c->head.actors = 0;
        log_count(log, EVENT_OVER, NO_SEAT, 0);
        return;
    }
    if (!c->streamed) {
        c->head.flags |= STATE_DRY;
        c->head.actors = 0;
        return;
    }
    c->round++;
    c->began = (uint8_t)((c->began + 1) % c->head.seats);
    deal_round(c);
    log_count(log, EVENT_DEAL, NO_SEAT, 0);
}

/* The seat has laid its last card: does that end the round? */
static bool go_out(struct cento *c, int seat, struct events *log)
{
    int seats = c->head.seats;
    if (!scores_places(&c->head)) { /* C9, C11 */
        for (int i = 0; i < seats; i++)
            score(c, i, c->held[i], log);
        return true;
    }
    int left = players_left(c);
    score(c, seat, place_points(seats - left), log);
    if (left > 1)
        return false;
    score(c, next_player(c, seat), seats, log); /* CR7 */
    return true;
}

static void apply(struct state *state, int seat, move m, struct events *log)
{
    struct cento *c = (struct cento *)state;
    state->ply++;
    if (m == DRAW) { /* C5, CR6 */
        if (!can_draw(c))
            log_count(log, EVENT_LOSE_TURN, seat, 0);
        draw_card(c, seat, log);
        give_turn(c, next_player(c, seat));
        return;
    }
    lay_open(c, seat, m);
    log_discard(c, log, seat);
    if (c->held[seat] == 0 && go_out(c, seat, log)) { /* CR10: nobody draws any more */
        end_round(c, seat, log);
        return;
    }
    int next = next_player(c, seat);
    if (is_square[move_number(m)]) { /* C6, C7 */
        log_count(log, EVENT_LOSE_TURN, next, 0);
        draw_card(c, next, log);
        next = next_player(c, next);
    }
    give_turn(c, next);
}

/* CR11 */
static int32_t gain(const struct state *state, int seat, move m)
{
    const struct cento *c = (const struct cento *)state;
    if (m == DRAW || c->held[seat] > 1 || !scores_places(state))
        return 0;
    return place_points(state->seats - players_left(c) + 1);
}

/* C10, CR8, CR12: the lowest total wins. */
static void tally(const struct state *state, struct outcome *out)
{
    const struct cento *c = (const struct cento *)state;
    out->scored = true;
    for (int seat = 0; seat < state->seats; seat++) {
        int better = 0;
        for (int other = 0; other < state->seats; other++)
            better += c->total[other] < c->total[seat];
        out->score[seat] = c->total[seat];
        out->place[seat] = (uint8_t)(better + 1);
    }
}

/* ---- views ---- */

static void observe(const struct state *state, int viewer, struct state *view)
{
    const struct cento *from = (const struct cento *)state;
    struct cento *to = (struct cento *)view;
    for (int seat = 0; seat < state->seats; seat++) {
        bool shown = seat == viewer && !hand_hidden(from, seat);
        to->held[seat] = from->held[seat];
        to->total[seat] = from->total[seat];
        if (shown)
            to->hand[seat] = from->hand[seat];
        else if (from->held[seat] > 0)
            to->hidden |= (uint8_t)(1u << seat);
    }
    to->open = from->open;
    to->low = from->low;
    to->high = from->high;
    to->turn = from->turn;
    to->round = from->round;
    to->began = from->began;
    to->pile_count = from->pile_count;
    if (from->pile_count > 0)
        to->hidden |= PILE_HIDDEN;
    to->discard_count = from->discard_count;
    memcpy(to->discard, from->discard, sizeof to->discard);
}

/* All visible cards, added up as in a hand. */
static uint64_t seen_cards(const struct cento *c)
{
    uint64_t seen = of_card[c->open];
    for (int seat = 0; seat < c->head.seats; seat++)
        seen += c->hand[seat];
    for (int i = 0; i < c->discard_count; i++)
        seen += of_card[c->discard[i]];
    for (int i = 0; i < c->pile_count; i++)
        seen += of_card[c->pile[i]]; /* 0 where it is hidden */
    return seen;
}

static int list_unseen(const struct cento *c, uint8_t cards[CARDS_MAX])
{
    uint64_t seen = seen_cards(c);
    int count = 0;
    for (int i = 0; i < NUMBERS_COUNT; i++) {
        if ((seen & of_card[deck[i]]) == 0)
            cards[count++] = deck[i];
    }
    int unseen_free = free_cards(&c->head) - (int)(seen >> PRODUCTS_COUNT);
    while (unseen_free-- > 0)
        cards[count++] = FREE;
    return count;
}

static void imagine(struct state *view, struct search_rng *rng)
{
    struct cento *c = (struct cento *)view;
    uint8_t cards[CARDS_MAX];
    search_rng_shuffle(rng, cards, list_unseen(c, cards));
    const uint8_t *next = cards;
    for (int seat = 0; seat < view->seats; seat++) {
        for (int i = 0; hand_hidden(c, seat) && i < c->held[seat]; i++)
            c->hand[seat] += of_card[*next++];
    }
    if ((c->hidden & PILE_HIDDEN) != 0)
        memcpy(c->pile, next, c->pile_count);
    c->hidden = 0;
    c->streamed = 1;
    c->stream.taken = 0;
    for (size_t i = 0; i < sizeof c->stream.key; i += sizeof(uint64_t)) {
        uint64_t word = search_rng_next(rng);
        memcpy(c->stream.key + i, &word, sizeof word);
    }
    view->viewer = TRUTH;
}

/* ---- for screens ---- */

static int scene_hand(const struct cento *c, int seat, struct item *out)
{
    struct place place = hand_place(seat);
    if (hand_hidden(c, seat)) {
        *out = (struct item){.place = place, .piece = NO_PIECE, .count = c->held[seat]};
        return 1;
    }
    int count = 0;
    for (uint64_t hand = c->hand[seat]; hand != 0; count++) {
        place.x = (int8_t)count;
        out[count] = (struct item){.place = place, .piece = (int16_t)next_card(&hand), .count = 1};
    }
    return count;
}

static int scene(const struct state *state, struct item *out)
{
    const struct cento *c = (const struct cento *)state;
    int count = 0;
    for (int seat = 0; seat < state->seats; seat++)
        count += scene_hand(c, seat, out + count);
    if (c->pile_count > 0)
        out[count++] =
            (struct item){.place = pile_place, .piece = NO_PIECE, .count = c->pile_count};
    for (int i = 0; i < c->discard_count; i++)
        out[count++] = (struct item){.place = discard_place, .piece = c->discard[i], .count = 1};
    out[count++] = (struct item){.place = discard_place, .piece = open_piece(c), .count = 1};
    return count;
}

/* The products that the open card stands for: the declared one, or all of its own (CR1). A free
 * card turned up first has none (CR2). */
static uint64_t open_products(const struct cento *c)
{
    if (c->low == 0)
        return of_card[c->open] & ALL_PRODUCTS;
    return of_card[c->low * c->high] & with_factor[c->low];
}

static int tell_numbers(const struct cento *c, struct fact *out)
{
    int count = 0;
    for (int m = 1; m <= TABLE; m++) {
        if ((open_products(c) & with_factor[m]) != 0)
            out[count++] =
                (struct fact){.name = FACT_FACTOR, .seat = NO_SEAT, .number = (int16_t)m};
    }
    for (int n = 1; n < FREE; n++) {
        if (is_square[n])
            out[count++] =
                (struct fact){.name = FACT_SQUARE, .seat = NO_SEAT, .number = (int16_t)n};
    }
    return count;
}

/* Each product of a set, by its number's card or by a free one; `now` holds those that fit. */
static int tell_ways(int seat, uint64_t set, bool as_free, uint64_t now, struct fact *out)
{
    int count = 0;
    for (; set != 0; count++) {
        bool fits = (set & -set & now) != 0;
        uint16_t code = next_product(&set);
        int card = as_free ? FREE : move_number(code);
        out[count] = (struct fact){.name = FACT_WAY,
                                   .seat = (int8_t)seat,
                                   .piece = declared(card, move_low(code), move_high(code)),
                                   .number = fits};
    }
    return count;
}

static int tell_hand(const struct cento *c, int seat, struct fact *out)
{
    uint64_t now = state_acts(&c->head, seat) ? matching(c) : 0;
    int count = tell_ways(seat, c->hand[seat] & ALL_PRODUCTS, false, now, out);
    if (has_card(c->hand[seat], FREE)) /* a second one adds nothing */
        count += tell_ways(seat, ALL_PRODUCTS, true, now, out + count);
    return count;
}

_Static_assert(3 + 2 * TABLE + (2 + FREE_COUNT) * PRODUCTS_COUNT <= FACTS_MAX,
               "turn, lead, round; factors, squares; the open card, all numbers, free cards");

static int facts(const struct state *state, struct fact *out)
{
    const struct cento *c = (const struct cento *)state;
    int count = 0;
    if (!state_over(state))
        out[count++] = (struct fact){.name = FACT_TURN, .seat = (int8_t)c->turn};
    out[count++] = (struct fact){.name = FACT_ROUND, .seat = (int8_t)c->began, .number = c->round};
    out[count++] = (struct fact){.name = FACT_LEAD, .seat = NO_SEAT, .piece = open_piece(c)};
    count += tell_numbers(c, out + count);
    count += tell_ways(NO_SEAT, open_products(c), c->open == FREE, 0, out + count);
    for (int seat = 0; seat < state->seats; seat++)
        count += tell_hand(c, seat, out + count);
    return count;
}

static int steps(const struct state *state, int seat, move m, struct step *out)
{
    struct text word;
    (void)state;
    if (m == DRAW) {
        out[0] = (struct step){.kind = STEP_CHOOSE, .word = "draw"};
        return 1;
    }
    out[0] =
        (struct step){.kind = STEP_TAKE, .piece = (int16_t)move_card(m), .place = hand_place(seat)};
    out[1] = (struct step){.kind = STEP_CHOOSE};
    text_init(&word, out[1].word, sizeof out[1].word);
    cento_write_product(move_low(m), move_high(m), &word);
    return 2;
}

/* ---- audit ---- */

/* Adds a card; false if it is not a card or was added before. */
static bool note_card(uint64_t *seen, int card)
{
    if (card > FREE || of_card[card] == 0)
        return false;
    if (card != FREE && has_card(*seen, card))
        return false;
    *seen += of_card[card];
    return true;
}

static bool note_stack(uint64_t *seen, const uint8_t *cards, int count, bool hidden)
{
    if (count > CARDS_MAX)
        return false;
    for (int i = 0; i < CARDS_MAX; i++) {
        bool shown = i < count && !hidden;
        if (shown ? !note_card(seen, cards[i]) : cards[i] != 0)
            return false;
    }
    return true;
}

static bool note_hand(uint64_t *seen, const struct cento *c, int seat)
{
    bool hidden = hand_hidden(c, seat);
    int count = 0;
    for (uint64_t hand = c->hand[seat]; hand != 0; count++) {
        uint64_t before = hand;
        int card = next_card(&hand);
        uint64_t products = card == FREE ? 0 : of_card[card];
        if ((before & products) != products || !note_card(seen, card))
            return false;
    }
    return hidden ? count == 0 && c->held[seat] > 0 : count == c->held[seat];
}

static const char *audit_cards(const struct cento *c)
{
    uint64_t seen = 0;
    int hidden = 0;
    if (!note_card(&seen, c->open))
        return "the open card is a card";
    for (int seat = 0; seat < CENTO_SEATS; seat++) {
        if (!note_hand(&seen, c, seat))
            return "a hand holds its number of cards, each nowhere else";
        hidden += hand_hidden(c, seat) ? c->held[seat] : 0;
    }
    bool pile_hidden = (c->hidden & PILE_HIDDEN) != 0;
    if (!note_stack(&seen, c->pile, c->pile_count, pile_hidden) ||
        !note_stack(&seen, c->discard, c->discard_count, false))
        return "pile and discards hold cards that are nowhere else, and zeros behind";
    hidden += pile_hidden ? c->pile_count : 0;
    if ((int)(seen >> PRODUCTS_COUNT) > free_cards(&c->head))
        return "there are no more free cards than the option says";
    uint8_t unseen[CARDS_MAX];
    return hidden > list_unseen(c, unseen) ? "there are cards for all that is hidden" : NULL;
}

static const char *audit(const struct state *state)
{
    const struct cento *c = (const struct cento *)state;
    if (state->seats < 2 || state->seats > CENTO_SEATS || state->size != sizeof *c)
        return "seats and size";
    for (int seat = state->seats; seat < CENTO_SEATS; seat++) {
        if (c->hand[seat] != 0 || c->held[seat] != 0 || c->total[seat] != 0)
            return "nobody sits there";
    }
    if (state->viewer == TRUTH ? c->hidden != 0 : c->streamed != 0)
        return "a truth hides nothing, and nobody else has the stream";
    if (c->streamed && c->stream.taken > CHANCE_TAKEN_MAX)
        return "a stream is not at its end";
    const char *broken = audit_cards(c);
    if (broken)
        return broken;
    if (c->low > c->high || c->high > TABLE || (c->low == 0) != (c->high == 0) ||
        (c->low != 0 && c->open != FREE && c->low * c->high != c->open))
        return "the open card's declaration is one of its products";
    if (c->round < 1 || c->round > rounds(state) || c->turn >= state->seats ||
        c->began >= state->seats || !turn_possible(c))
        return "round and turn are possible";
    if (state->actors != (round_over(c) ? 0 : 1u << c->turn))
        return "whose turn it is acts";
    return NULL;
}

/* ---- the game ---- */

static const char *const free_values[] = {"2", "1", "0"};
static const char *const scoring_values[] = {"cards", "places"};
static const char *const round_values[] = {"1",  "2",  "3",  "4",  "5",  "6",  "7",
                                           "8",  "9",  "10", "11", "12", "13", "14",
                                           "15", "16", "17", "18", "19", "20"};

#define VALUES(list) .values = list, .count = (int)(sizeof list / sizeof *list)

static const struct option options[] = {
    [OPTION_FREE] = {.name = "free", VALUES(free_values)},
    [OPTION_SCORING] = {.name = "scoring", VALUES(scoring_values)},
    [OPTION_ROUNDS] = {.name = "rounds", VALUES(round_values)},
    {.name = NULL},
};

const struct game game_cento = {
    .name = "cento",
    .rules_version = 1,
    .state_size = sizeof(struct cento),
    .moves_max = 2 * PRODUCTS_COUNT + 1, /* each by its card, each by a free card, draw */
    .plies_max = PLIES_OF_ONE,
    .seats_min = 2,
    .seats_max = CENTO_SEATS,
    .hidden = true,
    .chance = true,
    .options = options,
    .deal = deal,
    .legal = legal,
    .apply = apply,
    .gain = gain,
    .tally = tally,
    .observe = observe,
    .imagine = imagine,
    .scene = scene,
    .facts = facts,
    .steps = steps,
    .write_move = cento_write_move,
    .write_piece = cento_write_piece,
    .read_piece = cento_read_piece,
    .write_state = cento_write_state,
    .read_state = cento_read_state,
    .respell = cento_respell,
    .refusal = cento_refusal,
    .answer = answer,
    .forfeit = "draw", /* C5 */
    .refuse_steps = cento_refuse_steps,
    .audit = audit,
};
