/* SPDX-License-Identifier: MIT */
/*
 * The notation of Cento Multi: writes moves and positions, reads positions from outside, and says
 * why something is not a legal move.
 *
 *     24=4x6 3+35+?/#5 #27 12+? 0/4 0:1:0
 *     │      │         │   │    │   └ whose turn, which round, who began it
 *     │      │         │   │    └ totals
 *     │      │         │   └ discards under the open card, from the top
 *     │      │         └ pile, from the top; hidden here
 *     │      └ hands; the second is hidden
 *     └ open card and declaration
 *
 * and then the stream, if there is one.
 */
#include "rules/cento_state.h"

enum {
    TOTAL_MAX = 2000000000, /* points in a text: twenty more rounds still fit in 32 bits */
    NUMBER_MAX = 9999,      /* still read as a number, so we can say that it is not a card */
};

/* ---- writing ---- */

static void write_card(int card, struct text *text)
{
    if (card == FREE)
        text_char(text, '?');
    else
        text_number(text, card);
}

void cento_write_product(int low, int high, struct text *text)
{
    text_number(text, low);
    text_char(text, 'x');
    text_number(text, high);
}

static void write_declared(int card, int low, int high, struct text *text)
{
    write_card(card, text);
    if (low == 0)
        return;
    text_char(text, '=');
    cento_write_product(low, high, text);
}

void cento_write_move(const struct state *state, move m, struct text *text)
{
    (void)state;
    if (m == DRAW)
        text_string(text, "draw");
    else
        write_declared(move_card(m), move_low(m), move_high(m), text);
}

void cento_write_piece(int piece, struct text *text)
{
    if (piece <= FREE)
        write_card(piece, text);
    else
        write_declared(piece >> 8, piece >> 4 & 15, piece & 15, text);
}

static void write_hidden(int count, struct text *text)
{
    text_char(text, '#');
    text_number(text, count);
}

static void write_hand(uint64_t hand, struct text *text)
{
    if (hand == 0)
        text_char(text, '-');
    while (hand != 0) {
        write_card(next_card(&hand), text);
        if (hand != 0)
            text_char(text, '+');
    }
}

static void write_stack(const uint8_t *cards, int count, struct text *text)
{
    if (count == 0)
        text_char(text, '-');
    while (count-- > 0) {
        write_card(cards[count], text);
        if (count > 0)
            text_char(text, '+');
    }
}

void cento_write_state(const struct state *state, struct text *text)
{
    const struct cento *c = (const struct cento *)state;
    write_declared(c->open, c->low, c->high, text);
    for (int seat = 0; seat < state->seats; seat++) {
        text_char(text, seat == 0 ? ' ' : '/');
        if (hand_hidden(c, seat))
            write_hidden(c->held[seat], text);
        else
            write_hand(c->hand[seat], text);
    }
    text_char(text, ' ');
    if ((c->hidden & PILE_HIDDEN) != 0)
        write_hidden(c->pile_count, text);
    else
        write_stack(c->pile, c->pile_count, text);
    text_char(text, ' ');
    write_stack(c->discard, c->discard_count, text);
    for (int seat = 0; seat < state->seats; seat++) {
        text_char(text, seat == 0 ? ' ' : '/');
        text_number(text, c->total[seat]);
    }
    text_char(text, ' ');
    text_number(text, c->turn);
    text_char(text, ':');
    text_number(text, c->round);
    text_char(text, ':');
    text_number(text, c->began);
    if (c->streamed) {
        text_char(text, ' ');
        chance_write(&c->stream, text);
    }
}

/* ---- reading ---- */

/* A text being read: the rest of it, and the cards seen so far. */
struct position_reader {
    struct scan scan;
    uint64_t seen; /* added up as in a hand */
    int unseen;    /* cards of the deck not seen so far */
    int free_left;
};

/* Cards joined by `+`, or hidden ones, which have no faces. */
struct cards {
    uint8_t card[CARDS_MAX];
    int count;
    bool hidden;
};

static const char *read_card(struct position_reader *r, uint8_t *card)
{
    int64_t number = FREE;
    if (!scan_char(&r->scan, '?') &&
        (!scan_number(&r->scan, 1, FREE - 1, &number) || of_card[number] == 0))
        return "cento.position.card";
    if (number != FREE && has_card(r->seen, (int)number))
        return "cento.position.twice";
    if (number == FREE && r->free_left-- == 0)
        return "cento.position.free";
    r->seen += of_card[number];
    r->unseen--;
    *card = (uint8_t)number;
    return NULL;
}

static const char *read_hidden(struct position_reader *r, struct cards *cards)
{
    int64_t count;
    if (!scan_number(&r->scan, 1, CARDS_MAX, &count))
        return "cento.position.hidden";
    r->unseen -= (int)count;
    cards->count = (int)count;
    cards->hidden = true;
    return NULL;
}

static const char *read_cards(struct position_reader *r, struct cards *cards)
{
    *cards = (struct cards){.count = 0};
    if (scan_char(&r->scan, '-'))
        return NULL;
    if (scan_char(&r->scan, '#'))
        return read_hidden(r, cards);
    do {
        /* No card appears twice, so there is always room for one more. */
        const char *reason = read_card(r, &cards->card[cards->count]);
        if (reason)
            return reason;
        cards->count++;
    } while (scan_char(&r->scan, '+'));
    return NULL;
}

/* `4x6`, C3 and CR9 */
static bool read_product(struct scan *scan, int number, uint8_t *low, uint8_t *high)
{
    int64_t a, b;
    if (!scan_number(scan, 1, TABLE, &a) || !scan_char(scan, 'x') ||
        !scan_number(scan, a, TABLE, &b) || (number != FREE && a * b != number))
        return false;
    *low = (uint8_t)a;
    *high = (uint8_t)b;
    return true;
}

int cento_read_piece(const char *text)
{
    struct scan scan = {text};
    int64_t card = FREE;
    uint8_t low, high;
    if (!scan_char(&scan, '?') && (!scan_number(&scan, 1, FREE - 1, &card) || of_card[card] == 0))
        return NO_PIECE;
    if (scan_end(&scan))
        return (int)card;
    if (!scan_char(&scan, '=') || !read_product(&scan, (int)card, &low, &high) || !scan_end(&scan))
        return NO_PIECE;
    return (int)card << 8 | low << 4 | high;
}

/* CR9: each product with its smaller factor first. */
void cento_respell(const char *text, struct text *out)
{
    for (char before = '\0'; *text; before = *text++) {
        struct scan scan = {text};
        int64_t a, b;
        if (before == '=' && scan_number(&scan, 0, NUMBER_MAX, &a) && scan_char(&scan, 'x') &&
            scan_number(&scan, 0, NUMBER_MAX, &b) && a > b) {
            cento_write_product((int)b, (int)a, out);
            text = scan.at - 1;
        } else {
            text_char(out, *text);
        }
    }
}

static const char *read_open(struct position_reader *r, struct cento *c)
{
    const char *reason = read_card(r, &c->open);
    if (reason)
        return reason;
    if (scan_char(&r->scan, '=') && !read_product(&r->scan, c->open, &c->low, &c->high))
        return "cento.position.declaration";
    return NULL;
}

static const char *read_hand(struct position_reader *r, struct cento *c, int seat)
{
    struct cards cards;
    const char *reason = read_cards(r, &cards);
    if (reason)
        return reason;
    c->held[seat] = (uint8_t)cards.count;
    if (cards.hidden) {
        c->hidden |= (uint8_t)(1u << seat);
        return NULL;
    }
    for (int i = 0; i < cards.count; i++) {
        if (i > 0 && cards.card[i] < cards.card[i - 1])
            return "cento.position.order";
        c->hand[seat] += of_card[cards.card[i]];
    }
    return NULL;
}

static const char *read_hands(struct position_reader *r, struct cento *c)
{
    int seats = 0;
    do {
        if (seats == CENTO_SEATS)
            return "cento.position.seats";
        const char *reason = read_hand(r, c, seats++);
        if (reason)
            return reason;
    } while (scan_char(&r->scan, '/'));
    if (*r->scan.at != ' ')
        return "cento.position.fields"; /* rather than a wrong number of seats */
    if (seats < 2 || (c->head.seats != 0 && c->head.seats != seats))
        return "cento.position.seats";
    c->head.seats = (uint8_t)seats;
    return NULL;
}

/* The top card is first in the text and last in a stack. */
static void stack_cards(const struct cards *cards, uint8_t *stack, uint8_t *count)
{
    *count = (uint8_t)cards->count;
    for (int i = 0; i < cards->count; i++)
        stack[i] = cards->card[cards->count - 1 - i]; /* 0 where they are hidden */
}

static const char *read_stacks(struct position_reader *r, struct cento *c)
{
    struct cards cards;
    const char *reason = read_cards(r, &cards);
    if (reason)
        return reason;
    if (cards.hidden)
        c->hidden |= PILE_HIDDEN;
    stack_cards(&cards, c->pile, &c->pile_count);
    if (!scan_char(&r->scan, ' '))
        return "cento.position.fields";
    reason = read_cards(r, &cards);
    if (reason)
        return reason;
    if (cards.hidden)
        return "cento.position.discards"; /* CR12 */
    stack_cards(&cards, c->discard, &c->discard_count);
    return NULL;
}

static const char *read_totals(struct position_reader *r, struct cento *c)
{
    for (int seat = 0; seat < c->head.seats; seat++) {
        int64_t total;
        if ((seat > 0 && !scan_char(&r->scan, '/')) || !scan_number(&r->scan, 0, TOTAL_MAX, &total))
            return "cento.position.totals";
        c->total[seat] = (int32_t)total;
    }
    return NULL;
}

static const char *read_turn(struct position_reader *r, struct cento *c)
{
    int64_t turn, round, began;
    int last_seat = c->head.seats - 1;
    if (!scan_number(&r->scan, 0, last_seat, &turn) || !scan_char(&r->scan, ':') ||
        !scan_number(&r->scan, 1, rounds(&c->head), &round) || !scan_char(&r->scan, ':') ||
        !scan_number(&r->scan, 0, last_seat, &began))
        return "cento.position.turn";
    c->turn = (uint8_t)turn;
    c->round = (uint8_t)round;
    c->began = (uint8_t)began;
    return NULL;
}

static const char *read_fields(struct position_reader *r, struct cento *c)
{
    static const char *(*const fields[])(struct position_reader *, struct cento *) = {
        read_open, read_hands, read_stacks, read_totals, read_turn};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (i > 0 && !scan_char(&r->scan, ' '))
            return "cento.position.fields";
        const char *reason = fields[i](r, c);
        if (reason)
            return reason;
    }
    return NULL;
}

const char *cento_read_state(struct state *state, const char *text)
{
    struct cento c = {.head = *state};
    struct position_reader r = {.scan = {text},
                                .unseen = NUMBERS_COUNT + free_cards(state),
                                .free_left = free_cards(state)};
    const char *reason = read_fields(&r, &c);
    if (reason)
        return reason;
    if (scan_char(&r.scan, ' ')) {
        /* Anyone who may see the stream may see everything. */
        if (c.hidden != 0 || !chance_read(&c.stream, &r.scan))
            return "cento.position.rng";
        c.streamed = 1;
    }
    if (!scan_end(&r.scan))
        return "cento.position.fields";
    if (r.unseen < 0)
        return "cento.position.hidden";
    if (!turn_possible(&c))
        return "cento.position.finished";
    give_turn(&c, c.turn);
    if (round_over(&c))
        c.head.actors = 0;
    c.head.viewer = c.hidden != 0 ? SPECTATOR : TRUTH;
    *(struct cento *)state = c;
    return NULL;
}

/* ---- refusals ---- */

bool cento_read_discard(struct discard *out, const char *text)
{
    struct scan scan = {text};
    int64_t number = FREE;
    bool free_card = scan_char(&scan, '?');
    if (!free_card && !scan_number(&scan, 0, NUMBER_MAX, &number))
        return false;
    bool is_card = free_card || (number < FREE && of_card[number] != 0);
    *out = (struct discard){.card = is_card ? (int)number : 0, .bare = scan_end(&scan)};
    return out->bare || (scan_char(&scan, '=') && scan_number(&scan, 0, NUMBER_MAX, &out->low) &&
                         scan_char(&scan, 'x') && scan_number(&scan, 0, NUMBER_MAX, &out->high) &&
                         scan_end(&scan));
}

/* C3: is this card of the table with this product? */
static const char *refuse_product(int card, int64_t low, int64_t high)
{
    if (card == 0)
        return "cento.C1.card";
    if (!in_table(low) || !in_table(high))
        return "cento.C3.table";
    return card != FREE && low * high != card ? "cento.C3.product" : NULL;
}

static const char *refuse_discard(const struct cento *c, int seat, int card)
{
    if (!has_card(c->hand[seat], card))
        return card == FREE ? "cento.C7.hand" : "cento.C4.hand";
    if (c->low == 0)
        return "cento.CR1.match";
    return card == FREE ? "cento.C7.match" : "cento.C4.match";
}

static const char *refuse_turn(const struct cento *c, int seat)
{
    if (state_acts(&c->head, seat))
        return NULL;
    return c->held[seat] == 0 ? "cento.CR7.out" : "cento.C4.turn";
}

const char *cento_refusal(const struct state *state, int seat, const char *text)
{
    const struct cento *c = (const struct cento *)state;
    struct discard wanted;
    const char *turn = refuse_turn(c, seat);
    if (string_equal(text, "draw"))
        return turn ? turn : "cento.CR5.discard";
    if (!cento_read_discard(&wanted, text))
        return "cento.notation.unknown";
    if (turn)
        return turn;
    if (wanted.bare)
        return wanted.card ? "cento.C3.declare" : "cento.C1.card";
    const char *product = refuse_product(wanted.card, wanted.low, wanted.high);
    return product ? product : refuse_discard(c, seat, wanted.card);
}

/* A card on its own fits with none of its products. */
const char *cento_refuse_steps(const struct state *state, int seat, const struct step *steps,
                               int count)
{
    const struct cento *c = (const struct cento *)state;
    const struct step *take = NULL, *last = &steps[count - 1];
    char wanted[MOVE_TEXT_MAX];
    struct text text;
    for (int i = 0; i < count; i++)
        take = steps[i].kind == STEP_TAKE ? &steps[i] : take;
    const char *turn = refuse_turn(c, seat);
    bool draws = last->kind == STEP_CHOOSE && string_equal(last->word, "draw");
    if (turn || draws)
        return turn ? turn : "cento.CR5.discard";
    if (!take || take->piece < 1 || take->piece > FREE)
        return NULL;
    if (last->kind == STEP_TAKE)
        return refuse_discard(c, seat, take->piece);
    text_init(&text, wanted, sizeof wanted);
    write_card(take->piece, &text);
    text_char(&text, '=');
    text_string(&text, last->word);
    const char *reason = cento_refusal(state, seat, wanted);
    return string_equal(reason, "cento.notation.unknown") ? NULL : reason;
}
