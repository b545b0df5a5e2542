/* SPDX-License-Identifier: MIT */
/*
 * The template: copy this file to start a game. It is a small, dull game itself, with a little of
 * everything (hidden hands, a pile, an option, points). It is always built and tested against
 * every law, but never listed.
 *
 * N1. Twelve cards, 1 to 12. Each player gets three (option `hand`); the rest is the pile.
 * N2. In turn each player lays one card and, while the pile lasts, draws one. Players without
 *     cards are skipped.
 * N3. A card higher than the one it is laid on scores its number; so does the very first.
 * N4. When all hands are empty, the highest score wins.
 *
 *     turn ─▶ lay ─▶ draw ─▶ the next seat's turn … ─▶ over
 *
 * Invariants
 *   1. Every card is in one place: a hand, the pile or the discards, or it is hidden from this
 *      view.
 *   2. Bytes after the counts are zero, so equal states have equal bytes.
 *
 * Viewers know their own hand, all discards, and how many cards lie elsewhere.
 *
 * Notation: a move is the card, `7`. Position: discards from the top, hands, pile from the top,
 * scores, seat to move; cards joined by `+`, seats by `/`, `-` where there is none, `#3` for three
 * cards that are not shown: `7+2 1+5+12/#3 #4 9/0 0`.
 */
#include <string.h>

#include "base/check.h"
#include "rules/game.h"

enum { CARDS = 12, NULL_SEATS_MAX = 4 };
enum { OPTION_HAND };

struct null_state {
    struct state head;
    uint16_t hand[NULL_SEATS_MAX]; /* bit c: card c */
    int16_t score[NULL_SEATS_MAX];
    uint8_t unseen[NULL_SEATS_MAX]; /* cards in a hand that this view does not show */
    uint8_t pile[CARDS];            /* from the bottom up */
    uint8_t discards[CARDS];        /* likewise */
    uint8_t pile_count, discard_count;
    uint8_t pile_hidden; /* only its count is known */
    uint8_t turn;
};

_Static_assert(sizeof(struct null_state) == 24 + 8 + 8 + 4 + 12 + 12 + 4, "no padding");

/* A move is the card's number, 1 to 12. */

static int hand_count(const struct null_state *s, int seat)
{
    return __builtin_popcount(s->hand[seat]) + s->unseen[seat];
}

static bool any_cards(const struct null_state *s)
{
    int total = 0;
    for (int seat = 0; seat < s->head.seats; seat++)
        total += hand_count(s, seat);
    return total > 0;
}

static void set_actors(struct null_state *s)
{
    s->head.actors = any_cards(s) ? (uint16_t)(1 << s->turn) : 0;
}

/* N2 */
static int next_seat(const struct null_state *s, int seat)
{
    for (int step = 1; step < s->head.seats; step++) {
        int other = (seat + step) % s->head.seats;
        if (hand_count(s, other) > 0)
            return other;
    }
    return hand_count(s, seat) > 0 ? seat : (seat + 1) % s->head.seats;
}

static void draw(struct null_state *s, int seat, struct events *log)
{
    if (s->pile_count == 0)
        return;
    int card = s->pile[--s->pile_count];
    s->pile[s->pile_count] = 0;
    s->hand[seat] |= (uint16_t)(1 << card);
    events_add(log, (struct event){.kind = EVENT_MOVE,
                                   .seat = (int8_t)seat,
                                   .seen = (uint16_t)(1 << seat), /* only the player who drew it */
                                   .piece = (int16_t)card,
                                   .from = {ZONE_PILE, NO_SEAT, 0, 0},
                                   .to = {ZONE_HAND, (int8_t)seat, 0, 0}});
}

static void deal(struct state *state, struct chance *chance)
{
    struct null_state *s = (struct null_state *)state;
    for (int i = 0; i < CARDS; i++)
        s->pile[i] = (uint8_t)(CARDS - i);
    s->pile_count = CARDS;
    chance_shuffle(chance, s->pile, CARDS);
    for (int round = state->option[OPTION_HAND] ? 2 : 3; round > 0; round--)
        for (int seat = 0; seat < state->seats; seat++)
            draw(s, seat, NULL);
    set_actors(s);
}

static int legal(const struct state *state, int seat, move *out)
{
    const struct null_state *s = (const struct null_state *)state;
    int count = 0;
    if (!state_acts(state, seat))
        return 0;
    if (s->unseen[seat])
        return HIDDEN;
    for (int card = 1; card <= CARDS; card++)
        if (s->hand[seat] >> card & 1) {
            if (out)
                out[count] = (move)card;
            count++;
        }
    return count;
}

/* N3 */
static int32_t gain(const struct state *state, int seat, move card)
{
    const struct null_state *s = (const struct null_state *)state;
    (void)seat;
    int top = s->discard_count ? s->discards[s->discard_count - 1] : 0;
    return (int)card > top ? (int)card : 0;
}

static void apply(struct state *state, int seat, move card, struct events *log)
{
    struct null_state *s = (struct null_state *)state;
    int32_t points = gain(state, seat, card);
    state->ply++;
    s->hand[seat] &= (uint16_t) ~(1 << card);
    s->discards[s->discard_count++] = (uint8_t)card;
    s->score[seat] = (int16_t)(s->score[seat] + points);
    events_add(log, (struct event){.kind = EVENT_MOVE,
                                   .seat = (int8_t)seat,
                                   .seen = SEEN_BY_ALL,
                                   .piece = (int16_t)card,
                                   .from = {ZONE_HAND, (int8_t)seat, 0, 0},
                                   .to = {ZONE_DISCARD, NO_SEAT, 0, 0}});
    if (points)
        events_add(log, (struct event){
                            .kind = EVENT_POINTS, .seat = (int8_t)seat, .count = (int16_t)points});
    draw(s, seat, log);
    s->turn = (uint8_t)next_seat(s, seat);
    set_actors(s);
    if (state_over(state))
        events_add(log, (struct event){.kind = EVENT_OVER, .seat = NO_SEAT});
}

static void tally(const struct state *state, struct outcome *outcome)
{
    const struct null_state *s = (const struct null_state *)state;
    outcome->scored = true;
    for (int seat = 0; seat < state->seats; seat++) {
        outcome->score[seat] = s->score[seat];
        outcome->place[seat] = 1;
        for (int other = 0; other < state->seats; other++)
            if (s->score[other] > s->score[seat])
                outcome->place[seat]++;
    }
}

static void observe(const struct state *state, int viewer, struct state *view)
{
    const struct null_state *s = (const struct null_state *)state;
    struct null_state *v = (struct null_state *)view;
    for (int seat = 0; seat < state->seats; seat++) {
        v->score[seat] = s->score[seat];
        if (seat == viewer && s->unseen[seat] == 0)
            v->hand[seat] = s->hand[seat];
        else
            v->unseen[seat] = (uint8_t)hand_count(s, seat);
    }
    memcpy(v->discards, s->discards, sizeof v->discards);
    v->discard_count = s->discard_count;
    v->pile_count = s->pile_count;
    v->pile_hidden = s->pile_count > 0;
    v->turn = s->turn;
}

/* The cards that are in no place this state shows, ascending; returns how many. */
static int find_unseen(const struct null_state *s, uint8_t *cards)
{
    unsigned seen = 0;
    int count = 0;
    for (int seat = 0; seat < s->head.seats; seat++)
        seen |= s->hand[seat];
    for (int i = 0; i < s->discard_count; i++)
        seen |= 1U << s->discards[i];
    for (int i = 0; i < s->pile_count && !s->pile_hidden; i++)
        seen |= 1U << s->pile[i];
    for (int card = 1; card <= CARDS; card++)
        if (!(seen >> card & 1))
            cards[count++] = (uint8_t)card;
    return count;
}

static void imagine(struct state *view, struct search_rng *rng)
{
    struct null_state *s = (struct null_state *)view;
    uint8_t cards[CARDS];
    int left = find_unseen(s, cards);
    search_rng_shuffle(rng, cards, left);
    for (int seat = 0; seat < view->seats; seat++)
        for (; s->unseen[seat]; s->unseen[seat]--)
            s->hand[seat] |= (uint16_t)(1 << cards[--left]);
    for (int i = 0; i < s->pile_count && s->pile_hidden; i++)
        s->pile[i] = cards[--left];
    s->pile_hidden = 0;
    view->viewer = TRUTH;
}

static int scene(const struct state *state, struct item *out)
{
    const struct null_state *s = (const struct null_state *)state;
    struct item *first = out;
    if (s->pile_count)
        *out++ = (struct item){{ZONE_PILE, NO_SEAT, 0, 0}, NO_PIECE, s->pile_count};
    for (int i = 0; i < s->discard_count; i++)
        *out++ = (struct item){{ZONE_DISCARD, NO_SEAT, 0, 0}, s->discards[i], 1};
    for (int seat = 0; seat < state->seats; seat++) {
        int8_t index = 0;
        if (s->unseen[seat])
            *out++ = (struct item){{ZONE_HAND, (int8_t)seat, 0, 0}, NO_PIECE, s->unseen[seat]};
        for (int16_t card = 1; card <= CARDS; card++)
            if (s->hand[seat] >> card & 1)
                *out++ = (struct item){{ZONE_HAND, (int8_t)seat, index++, 0}, card, 1};
    }
    return (int)(out - first);
}

static int facts(const struct state *state, struct fact *out)
{
    const struct null_state *s = (const struct null_state *)state;
    int count = 0;
    if (!state_over(state))
        out[count++] = (struct fact){.name = FACT_TURN, .seat = (int8_t)s->turn};
    if (s->discard_count > 0)
        out[count++] = (struct fact){
            .name = FACT_LEAD, .seat = NO_SEAT, .piece = s->discards[s->discard_count - 1]};
    return count;
}

static int steps(const struct state *state, int seat, move card, struct step *out)
{
    (void)state;
    out[0] = (struct step){
        .kind = STEP_TAKE, .piece = (int16_t)card, .place = {ZONE_HAND, (int8_t)seat, 0, 0}};
    return 1;
}

static void write_move(const struct state *state, move card, struct text *text)
{
    (void)state;
    text_number(text, (int64_t)card);
}

static void write_piece(int piece, struct text *text)
{
    text_number(text, piece);
}

/* The cards of an array from the last to the first, or how many there are. */
static void write_cards(const uint8_t *cards, int count, bool hidden, struct text *text)
{
    if (count == 0)
        text_char(text, '-');
    if (hidden) {
        text_char(text, '#');
        text_number(text, count);
        return;
    }
    for (int i = count - 1; i >= 0; i--) {
        text_number(text, cards[i]);
        text_string(text, i > 0 ? "+" : "");
    }
}

static void write_hand(const struct null_state *s, int seat, struct text *text)
{
    uint8_t cards[CARDS];
    int count = 0;
    for (int card = CARDS; card >= 1; card--)
        if (s->hand[seat] >> card & 1)
            cards[count++] = (uint8_t)card;
    write_cards(cards, hand_count(s, seat), s->unseen[seat] > 0, text);
}

static void write_state(const struct state *state, struct text *text)
{
    const struct null_state *s = (const struct null_state *)state;
    write_cards(s->discards, s->discard_count, false, text);
    for (int seat = 0; seat < state->seats; seat++) {
        text_char(text, seat == 0 ? ' ' : '/');
        write_hand(s, seat, text);
    }
    text_char(text, ' ');
    write_cards(s->pile, s->pile_count, s->pile_hidden, text);
    for (int seat = 0; seat < state->seats; seat++) {
        text_char(text, seat == 0 ? ' ' : '/');
        text_number(text, s->score[seat]);
    }
    text_char(text, ' ');
    text_number(text, s->turn);
}

static int read_piece(const char *text)
{
    struct scan scan = {text};
    int64_t card;
    return scan_number(&scan, 1, CARDS, &card) && scan_end(&scan) ? (int)card : NO_PIECE;
}

/* Reads what write_cards wrote; `seen` collects every card shown, and none may appear twice. */
static bool scan_cards(struct scan *scan, uint8_t *cards, int *count, bool *hidden, unsigned *seen)
{
    int64_t number;
    *count = 0;
    *hidden = scan_char(scan, '#');
    if (*hidden) {
        if (!scan_number(scan, 1, CARDS, &number))
            return false;
        *count = (int)number;
        return true;
    }
    if (scan_char(scan, '-'))
        return true;
    do {
        if (!scan_number(scan, 1, CARDS, &number) || *seen >> number & 1)
            return false;
        *seen |= 1U << number;
        cards[(*count)++] = (uint8_t)number;
    } while (scan_char(scan, '+'));
    for (int i = 0; i < *count / 2; i++) { /* the text is top first, the array bottom first */
        uint8_t card = cards[i];
        cards[i] = cards[*count - 1 - i];
        cards[*count - 1 - i] = card;
    }
    return true;
}

static bool scan_hands(struct scan *scan, struct null_state *s, int *seats, unsigned *seen)
{
    for (*seats = 0; *seats < NULL_SEATS_MAX;) {
        uint8_t cards[CARDS];
        int count;
        bool hidden;
        if (!scan_cards(scan, cards, &count, &hidden, seen))
            return false;
        s->unseen[*seats] = hidden ? (uint8_t)count : 0;
        for (int i = 0; i < count && !hidden; i++) {
            s->hand[*seats] |= (uint16_t)(1 << cards[i]);
            if (i > 0 && cards[i - 1] < cards[i])
                return false;
        }
        ++*seats;
        if (!scan_char(scan, '/'))
            return true;
    }
    return false;
}

/* N3: no more points than the discards can have scored. */
static bool scan_scores(struct scan *scan, struct null_state *s)
{
    int64_t left = 0;
    for (int i = 0; i < s->discard_count; i++)
        left += s->discards[i];
    for (int seat = 0; seat < s->head.seats; seat++) {
        int64_t score;
        if (seat > 0 && !scan_char(scan, '/'))
            return false;
        if (!scan_number(scan, 0, left, &score))
            return false;
        left -= score;
        s->score[seat] = (int16_t)score;
    }
    return true;
}

static const char *read_state(struct state *state, const char *text)
{
    struct null_state *s = (struct null_state *)state;
    struct scan scan = {text};
    unsigned seen = 0;
    bool hidden;
    int count, seats, hidden_cards;
    int64_t turn;
    if (!scan_cards(&scan, s->discards, &count, &hidden, &seen) || hidden || !scan_char(&scan, ' '))
        return "null.position.discards";
    s->discard_count = (uint8_t)count;
    if (!scan_hands(&scan, s, &seats, &seen) || !scan_char(&scan, ' '))
        return "null.position.hands";
    if (seats < 2 || (state->seats != 0 && state->seats != seats))
        return "null.position.seats";
    state->seats = (uint8_t)seats;
    if (!scan_cards(&scan, s->pile, &count, &hidden, &seen) || !scan_char(&scan, ' '))
        return "null.position.pile";
    s->pile_count = (uint8_t)count;
    s->pile_hidden = hidden;
    if (!scan_scores(&scan, s) || !scan_char(&scan, ' '))
        return "null.position.scores";
    if (!scan_number(&scan, 0, seats - 1, &turn) || !scan_end(&scan))
        return "null.position.turn";
    s->turn = (uint8_t)turn;
    hidden_cards = hidden ? s->pile_count : 0;
    for (int seat = 0; seat < seats; seat++)
        hidden_cards += s->unseen[seat];
    if (hidden_cards > CARDS - __builtin_popcount(seen))
        return "null.position.hidden";
    if (any_cards(s) && hand_count(s, s->turn) == 0)
        return "null.position.turn"; /* the turn would have skipped this seat */
    state->viewer = hidden_cards ? SPECTATOR : TRUTH;
    set_actors(s);
    return NULL;
}

static const char *refusal(const struct state *state, int seat, const char *text)
{
    struct scan scan = {text};
    int64_t card;
    if (!state_acts(state, seat))
        return "null.N2.turn";
    if (!scan_number(&scan, 1, CARDS, &card) || !scan_end(&scan))
        return "null.notation.unknown";
    return "null.N2.hand";
}

static const char *refuse_steps(const struct state *state, int seat, const struct step *steps,
                                int count)
{
    bool card = count > 0 && steps[count - 1].kind == STEP_TAKE;
    if (!state_acts(state, seat))
        return "null.N2.turn";
    return card ? "null.N2.hand" : NULL;
}

/* Numbers that everything else relies on. */
static bool in_bounds(const struct null_state *s)
{
    bool sound = s->head.seats >= 2 && s->head.seats <= NULL_SEATS_MAX && s->pile_count <= CARDS &&
                 s->discard_count <= CARDS && s->turn < s->head.seats;
    for (int i = 0; i < CARDS; i++)
        sound = sound && s->pile[i] <= CARDS && s->discards[i] <= CARDS;
    return sound;
}

static const char *audit(const struct state *state)
{
    const struct null_state *s = (const struct null_state *)state;
    uint8_t cards[CARDS];
    if (!in_bounds(s))
        return "a number is out of its bounds";
    int total = find_unseen(s, cards) + s->discard_count + (s->pile_hidden ? 0 : s->pile_count);
    int hidden = s->pile_hidden ? s->pile_count : 0;
    for (int seat = 0; seat < state->seats; seat++) {
        total += __builtin_popcount(s->hand[seat]);
        hidden += s->unseen[seat];
    }
    if (total != CARDS)
        return "a card is in two places";
    if (state->viewer == TRUTH && hidden > 0)
        return "a truth hides cards";
    if (hidden > find_unseen(s, cards))
        return "more cards are hidden than there are";
    for (int i = s->pile_hidden ? 0 : s->pile_count; i < CARDS; i++)
        if (s->pile[i])
            return "bytes behind the pile";
    for (int i = s->discard_count; i < CARDS; i++)
        if (s->discards[i])
            return "bytes behind the discards";
    if (state->actors != (any_cards(s) ? 1 << s->turn : 0))
        return "the actors are not who is to move";
    return NULL;
}

static const char *const hand_values[] = {"3", "2"};

static const struct option options[] = {
    [OPTION_HAND] = {.name = "hand", .values = hand_values, .count = 2},
    {.name = NULL},
};

const struct game game_null = {
    .name = "null",
    .rules_version = 1,
    .state_size = sizeof(struct null_state),
    .moves_max = CARDS,
    .plies_max = CARDS,
    .seats_min = 2,
    .seats_max = NULL_SEATS_MAX,
    .hidden = true,
    .chance = false,
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
    .write_move = write_move,
    .write_piece = write_piece,
    .read_piece = read_piece,
    .write_state = write_state,
    .read_state = read_state,
    .refusal = refusal,
    .refuse_steps = refuse_steps,
    .audit = audit,
};
