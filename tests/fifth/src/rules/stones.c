/* SPDX-License-Identifier: MIT */
/*
 * Stones: made up for tests/fifth_game.mjs, which adds it to a copy of the tree and plays it
 * everywhere. docs/rules/stones.en.md has the rules.
 *
 *     turn ─▶ take stones, or lay the card and take more ─▶ the next seat's turn … ─▶ over
 *
 * Invariant: every seat holds its card or has laid it; the cards that are left over are the pile.
 *
 * Viewers know the heap, the cards that were laid, and their own.
 *
 * Notation: a move is the first stone taken, `19`, or the card, `x5`. Position: stones left, hands
 * (`-` once laid, `#1` if not shown), laid cards, pile, seat to move: `21 x4/#1 - #2 0`.
 */
#include "base/check.h"
#include "rules/game.h"

enum { SEATS = 3, ROW = 7, LONG_HEAP = 21, SHORT_HEAP = 14, TAKE_MAX = 3 };
enum { STONE = 1, CARD_MIN = 4, CARD_MAX = 7, CARDS = 4 }; /* pieces */
enum { OPTION_HEAP };

struct stones {
    struct state head;
    uint8_t left;
    uint8_t turn;
    uint8_t laid;        /* bit c: card c */
    uint8_t unseen;      /* bit s: this view does not show the card of seat s */
    uint8_t card[SEATS]; /* 0: laid, or not shown */
    uint8_t unused[64 - 31];
};

_Static_assert(sizeof(struct stones) == STATE_MIN, "no padding");

/* A move is how many stones are taken: 1 to 3, or 4 to 7 with the card of that number. */

static int heap_of(const struct state *state)
{
    return state->option[OPTION_HEAP] ? SHORT_HEAP : LONG_HEAP;
}

static struct place stone_place(int index)
{
    return (struct place){ZONE_BOARD, NO_SEAT, (int8_t)(index % ROW), (int8_t)(index / ROW)};
}

static void deal(struct state *state, struct chance *chance)
{
    struct stones *s = (struct stones *)state;
    uint8_t cards[] = {4, 5, 6, 7};
    chance_shuffle(chance, cards, sizeof cards);
    for (int seat = 0; seat < state->seats; seat++)
        s->card[seat] = cards[seat];
    s->left = (uint8_t)heap_of(state);
    state->actors = 1;
}

static int legal(const struct state *state, int seat, move *out)
{
    const struct stones *s = (const struct stones *)state;
    int count = 0;
    if (!state_acts(state, seat))
        return 0;
    if (s->unseen >> seat & 1)
        return HIDDEN;
    for (int stones = 1; stones <= CARD_MAX && stones <= s->left; stones++)
        if (stones <= TAKE_MAX || stones == s->card[seat]) {
            if (out)
                out[count] = (move)stones;
            count++;
        }
    return count;
}

static void move_event(struct events *log, int seat, int piece, struct place from)
{
    events_add(log, (struct event){.kind = EVENT_MOVE,
                                   .seat = (int8_t)seat,
                                   .seen = SEEN_BY_ALL,
                                   .piece = (int16_t)piece,
                                   .from = from,
                                   .to = {ZONE_DISCARD, NO_SEAT, 0, 0}});
}

static void apply(struct state *state, int seat, move stones, struct events *log)
{
    struct stones *s = (struct stones *)state;
    state->ply++;
    if (stones > TAKE_MAX) { /* S3 */
        move_event(log, seat, (int)stones, (struct place){ZONE_HAND, (int8_t)seat, 0, 0});
        s->laid |= (uint8_t)(1 << stones);
        s->card[seat] = 0;
    }
    for (; stones > 0; stones--)
        move_event(log, seat, STONE, stone_place(--s->left));
    if (s->left > 0) /* else the turn stays with who took the last: S4 */
        s->turn = (uint8_t)((seat + 1) % state->seats);
    state->actors = s->left > 0 ? (uint16_t)(1 << s->turn) : 0;
    if (state_over(state))
        events_add(log, (struct event){.kind = EVENT_OVER, .seat = NO_SEAT});
}

static int32_t gain(const struct state *state, int seat, move stones)
{
    (void)state, (void)seat, (void)stones;
    return 0;
}

static void tally(const struct state *state, struct outcome *outcome)
{
    const struct stones *s = (const struct stones *)state;
    outcome->scored = false;
    for (int seat = 0; seat < state->seats; seat++)
        outcome->place[seat] = seat == s->turn ? 1 : 2;
}

static void observe(const struct state *state, int viewer, struct state *view)
{
    const struct stones *s = (const struct stones *)state;
    struct stones *v = (struct stones *)view;
    v->left = s->left;
    v->turn = s->turn;
    v->laid = s->laid;
    v->unseen = s->unseen;
    for (int seat = 0; seat < state->seats; seat++)
        if (seat == viewer)
            v->card[seat] = s->card[seat];
        else if (s->card[seat])
            v->unseen |= (uint8_t)(1 << seat);
}

/* Bit c: card c is neither laid nor in a hand that this state shows. */
static unsigned cards_unseen(const struct stones *s)
{
    unsigned seen = s->laid;
    for (int seat = 0; seat < SEATS; seat++)
        seen |= 1U << s->card[seat];
    return ((1U << CARDS) - 1) << CARD_MIN & ~seen;
}

static void imagine(struct state *view, struct search_rng *rng)
{
    struct stones *s = (struct stones *)view;
    uint8_t cards[CARDS];
    int left = 0;
    for (int card = CARD_MIN; card <= CARD_MAX; card++)
        if (cards_unseen(s) >> card & 1)
            cards[left++] = (uint8_t)card;
    search_rng_shuffle(rng, cards, left);
    for (int seat = 0; seat < view->seats; seat++)
        if (s->unseen >> seat & 1)
            s->card[seat] = cards[--left];
    s->unseen = 0;
    view->viewer = TRUTH;
}

static int scene(const struct state *state, struct item *out)
{
    const struct stones *s = (const struct stones *)state;
    struct item *first = out;
    int16_t taken = (int16_t)(heap_of(state) - s->left);
    for (int i = 0; i < s->left; i++)
        *out++ = (struct item){stone_place(i), STONE, 1};
    if (taken > 0)
        *out++ = (struct item){{ZONE_DISCARD, NO_SEAT, 0, 0}, STONE, taken};
    for (int16_t card = CARD_MIN; card <= CARD_MAX; card++)
        if (s->laid >> card & 1)
            *out++ = (struct item){{ZONE_DISCARD, NO_SEAT, 0, 0}, card, 1};
    *out++ = (struct item){{ZONE_PILE, NO_SEAT, 0, 0}, NO_PIECE, (int16_t)(CARDS - state->seats)};
    for (int seat = 0; seat < state->seats; seat++)
        if (s->card[seat] || s->unseen >> seat & 1)
            *out++ = (struct item){{ZONE_HAND, (int8_t)seat, 0, 0}, s->card[seat], 1};
    return (int)(out - first);
}

static int facts(const struct state *state, struct fact *out)
{
    const struct stones *s = (const struct stones *)state;
    if (state_over(state))
        return 0;
    out[0] = (struct fact){.name = FACT_TURN, .seat = (int8_t)s->turn};
    return 1;
}

static int steps(const struct state *state, int seat, move stones, struct step *out)
{
    const struct stones *s = (const struct stones *)state;
    bool card = stones > TAKE_MAX;
    out[0] = (struct step){
        .kind = STEP_TAKE,
        .piece = (int16_t)(card ? stones : STONE),
        .place = card ? (struct place){ZONE_HAND, (int8_t)seat, 0, 0}
                      : stone_place(s->left - (int)stones),
    };
    return 1;
}

static void write_piece(int piece, struct text *text)
{
    text_char(text, piece == STONE ? 'o' : 'x');
    if (piece != STONE)
        text_number(text, piece);
}

static void write_place(struct place place, struct text *text)
{
    text_number(text, place.y * ROW + place.x + 1);
}

static void write_move(const struct state *state, move stones, struct text *text)
{
    const struct stones *s = (const struct stones *)state;
    if (stones > TAKE_MAX)
        write_piece((int)stones, text);
    else
        text_number(text, s->left - (int)stones + 1);
}

static bool scan_card(struct scan *scan, int *card)
{
    int64_t number;
    if (!scan_char(scan, 'x') || !scan_number(scan, CARD_MIN, CARD_MAX, &number))
        return false;
    *card = (int)number;
    return true;
}

static int read_piece(const char *text)
{
    struct scan scan = {text};
    int piece = STONE;
    bool known = scan_char(&scan, 'o') || scan_card(&scan, &piece);
    return known && scan_end(&scan) ? piece : NO_PIECE;
}

static void write_cards(unsigned cards, struct text *text)
{
    if (cards == 0)
        text_char(text, '-');
    for (int card = CARD_MIN; card <= CARD_MAX; card++)
        if (cards >> card & 1) {
            write_piece(card, text);
            text_string(text, cards >> (card + 1) ? "+" : "");
        }
}

static void write_state(const struct state *state, struct text *text)
{
    const struct stones *s = (const struct stones *)state;
    text_number(text, s->left);
    for (int seat = 0; seat < state->seats; seat++) {
        text_char(text, seat == 0 ? ' ' : '/');
        if (s->card[seat])
            write_piece(s->card[seat], text);
        else
            text_string(text, s->unseen >> seat & 1 ? "#1" : "-");
    }
    text_char(text, ' ');
    write_cards(s->laid, text);
    text_string(text, s->unseen ? " #" : " ");
    if (s->unseen)
        text_number(text, CARDS - state->seats);
    else
        write_cards(cards_unseen(s), text);
    text_char(text, ' ');
    text_number(text, s->turn);
}

static bool scan_hands(struct scan *scan, struct stones *s, int *seats)
{
    for (*seats = 0; *seats < SEATS;) {
        int card = 0;
        if (scan_string(scan, "#1"))
            s->unseen |= (uint8_t)(1 << *seats);
        else if (!scan_char(scan, '-') && !scan_card(scan, &card))
            return false;
        s->card[(*seats)++] = (uint8_t)card;
        if (!scan_char(scan, '/'))
            return true;
    }
    return false;
}

static bool scan_cards(struct scan *scan, unsigned *cards)
{
    int card, last = 0;
    *cards = 0;
    if (scan_char(scan, '-'))
        return true;
    do {
        if (!scan_card(scan, &card) || card <= last)
            return false;
        *cards |= 1U << card;
        last = card;
    } while (scan_char(scan, '+'));
    return true;
}

/* Each card once, and one for every seat: in its hand or laid. */
static bool cards_add_up(const struct stones *s)
{
    int held = 0, hidden = __builtin_popcount(s->unseen), laid = __builtin_popcount(s->laid);
    for (int seat = 0; seat < s->head.seats; seat++)
        held += s->card[seat] != 0;
    return held + hidden + laid == s->head.seats &&
           __builtin_popcount(cards_unseen(s)) == CARDS - held - laid;
}

/* What is left over, or how many if hands are hidden. */
static bool scan_pile(struct scan *scan, const struct stones *s)
{
    int64_t count;
    unsigned cards;
    if (!s->unseen)
        return scan_cards(scan, &cards) && cards == cards_unseen(s);
    count = CARDS - s->head.seats;
    return scan_char(scan, '#') && scan_number(scan, count, count, &count);
}

static const char *read_state(struct state *state, const char *text)
{
    struct stones *s = (struct stones *)state;
    struct scan scan = {text};
    int64_t left, turn;
    unsigned laid;
    int seats;
    if (!scan_number(&scan, 0, heap_of(state), &left) || !scan_char(&scan, ' '))
        return "stones.position.heap";
    if (!scan_hands(&scan, s, &seats) || !scan_char(&scan, ' ') || seats < 2 ||
        (state->seats != 0 && state->seats != seats))
        return "stones.position.hands";
    state->seats = (uint8_t)seats;
    if (!scan_cards(&scan, &laid) || !scan_char(&scan, ' '))
        return "stones.position.laid";
    s->laid = (uint8_t)laid;
    if (!cards_add_up(s) || !scan_pile(&scan, s) || !scan_char(&scan, ' '))
        return "stones.position.pile";
    if (!scan_number(&scan, 0, seats - 1, &turn) || !scan_end(&scan))
        return "stones.position.turn";
    s->left = (uint8_t)left;
    s->turn = (uint8_t)turn;
    state->viewer = s->unseen ? SPECTATOR : TRUTH;
    state->actors = left > 0 ? (uint16_t)(1 << turn) : 0;
    return NULL;
}

static const char *refuse_card(const struct state *state, int seat, int card)
{
    const struct stones *s = (const struct stones *)state;
    return s->card[seat] == card ? "stones.S3.many" : "stones.S3.hand";
}

static const char *refusal(const struct state *state, int seat, const char *text)
{
    struct scan scan = {text};
    int64_t stone;
    int card;
    if (!state_acts(state, seat))
        return "stones.S2.turn";
    if (scan_card(&scan, &card) && scan_end(&scan))
        return refuse_card(state, seat, card);
    scan = (struct scan){text};
    if (scan_number(&scan, 1, LONG_HEAP, &stone) && scan_end(&scan))
        return "stones.S2.three";
    return "stones.notation.unknown";
}

static const char *refuse_steps(const struct state *state, int seat, const struct step *steps,
                                int count)
{
    if (!state_acts(state, seat))
        return "stones.S2.turn";
    if (count == 0 || steps[count - 1].kind != STEP_TAKE)
        return NULL;
    int piece = steps[count - 1].piece;
    return piece == STONE ? "stones.S2.three" : refuse_card(state, seat, piece);
}

static const char *audit(const struct state *state)
{
    const struct stones *s = (const struct stones *)state;
    if (state->seats < 2 || state->seats > SEATS || s->turn >= state->seats ||
        s->left > heap_of(state))
        return "a number is out of its bounds";
    if (!cards_add_up(s))
        return "a card is in two places, or in none";
    if (state->viewer == TRUTH && s->unseen)
        return "a truth hides cards";
    if (state->actors != (s->left ? 1 << s->turn : 0))
        return "the actors are not who is to move";
    return NULL;
}

static const char *const heaps[] = {"long", "short"};

static const struct option options[] = {
    [OPTION_HEAP] = {.name = "heap", .values = heaps, .count = 2},
    {.name = NULL},
};

const struct game game_stones = {
    .name = "stones",
    .rules_version = 1,
    .state_size = sizeof(struct stones),
    .moves_max = TAKE_MAX + 1,
    .plies_max = LONG_HEAP,
    .seats_min = 2,
    .seats_max = SEATS,
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
    .write_place = write_place,
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
