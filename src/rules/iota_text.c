/* SPDX-License-Identifier: MIT */
/*
 * The notation of Iota (docs/notation/iota.en.md): writes moves and positions, reads positions, and
 * gives the reasons why a text is not a legal move.
 */
#include "rules/iota.h"

#include <string.h>

/* A place in a move may be far away: then the reason is that it touches nothing. */
enum { FAR = 999999 };

/* ---- text out ---- */

void iota_write_piece(int piece, struct text *text)
{
    if (piece == IOTA_WILD) {
        text_char(text, 'W');
        return;
    }
    text_char(text, "RGBY"[(piece - 1) / 16]);
    text_char(text, "cstx"[(piece - 1) / 4 % 4]);
    text_char(text, "1234"[(piece - 1) % 4]);
}

void iota_write_place(struct place place, struct text *text)
{
    text_number(text, place.x);
    text_char(text, ',');
    text_number(text, place.y);
}

static void write_laid(int card, char mark, int x, int y, struct text *text)
{
    iota_write_piece(card, text);
    text_char(text, mark);
    iota_write_place((struct place){.x = (int8_t)x, .y = (int8_t)y}, text);
}

void iota_write_move(const struct state *state, move m, struct text *text)
{
    (void)state;
    const enum iota_kind kind = iota_kind(m);
    if (kind == IOTA_PASS)
        text_string(text, "pass");
    if (kind == IOTA_TRADE)
        text_string(text, "trade ");
    for (int i = 0; i < IOTA_LINE; i++) {
        int card = iota_card(m, i), x = iota_x(m), y = iota_y(m);
        if (card == 0)
            continue;
        if (i > 0)
            text_char(text, '+');
        if (kind == IOTA_TRADE)
            iota_write_piece(card, text);
        else
            write_laid(card, kind == IOTA_TAKE ? '~' : '@', iota_column(m) ? x : x + i,
                       iota_column(m) ? y + i : y, text);
    }
}

static void write_table(const struct iota_table *table, struct text *text)
{
    bool first = true;
    for (int x = 0; x < table->width; x++)
        for (int y = 0; y < table->height; y++) {
            int card = table->cell[y * table->width + x];
            if (card == 0)
                continue;
            if (!first)
                text_char(text, '+');
            first = false;
            write_laid(card, '@', x + table->left, y + table->bottom, text);
        }
}

/* Cards from a[0] on, forwards or backwards (step -1). */
static void write_cards(const uint8_t *a, int step, int count, bool hidden, struct text *text)
{
    if (count == 0)
        text_char(text, '-');
    if (hidden) {
        text_char(text, '#');
        text_number(text, count);
        return;
    }
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text_char(text, '+');
        iota_write_piece(a[i * step], text);
    }
}

void iota_write_state(const struct state *state, struct text *text)
{
    const struct iota *game = (const struct iota *)state;
    write_table(&game->table, text);
    for (int seat = 0; seat < state->seats; seat++) {
        const struct iota_hand *hand = &game->hand[seat];
        text_char(text, seat == 0 ? ' ' : '/');
        write_cards(hand->card, 1, hand->count, hand->hidden, text);
    }
    text_char(text, ' ');
    write_cards(game->pile + game->pile_count - (game->pile_count > 0), -1, game->pile_count,
                game->pile_hidden, text);
    for (int seat = 0; seat < state->seats; seat++) {
        text_char(text, seat == 0 ? ' ' : '/');
        text_number(text, game->score[seat]);
    }
    text_char(text, ' ');
    text_number(text, game->turn);
    text_char(text, ':');
    text_number(text, game->passes);
    if (game->taken)
        text_char(text, '+');
}

/* ---- text in ---- */

struct laid {
    int card, x, y;
};

static bool scan_card(struct scan *scan, int *card)
{
    int colour, shape, number;
    struct scan ahead = *scan;
    if (scan_char(scan, 'W')) {
        *card = IOTA_WILD;
        return true;
    }
    if (!scan_one_of(&ahead, "RGBY", &colour) || !scan_one_of(&ahead, "cstx", &shape) ||
        !scan_one_of(&ahead, "1234", &number))
        return false;
    *card = 1 + 16 * colour + 4 * shape + number;
    *scan = ahead;
    return true;
}

int iota_read_piece(const char *text)
{
    struct scan scan = {text};
    int card;
    return scan_card(&scan, &card) && scan_end(&scan) ? card : NO_PIECE;
}

/* Reads cards joined by `+`. Returns how many, or -1 if it is something else or more than max. */
static int scan_cards(struct scan *scan, uint8_t *cards, int max)
{
    int count = 0, card;
    do {
        if (count == max || !scan_card(scan, &card))
            return -1;
        cards[count++] = (uint8_t)card;
    } while (scan_char(scan, '+'));
    return count;
}

static bool scan_laid(struct scan *scan, char mark, int limit, struct laid *laid)
{
    int64_t x, y;
    if (!scan_card(scan, &laid->card) || !scan_char(scan, mark) ||
        !scan_number(scan, -limit, limit, &x) || !scan_char(scan, ',') ||
        !scan_number(scan, -limit, limit, &y))
        return false;
    laid->x = (int)x;
    laid->y = (int)y;
    return true;
}

/* Reads cards with places, joined by `+`. Returns how many, or -1 if it is something else or more
 * than max. */
static int scan_all_laid(struct scan *scan, int limit, struct laid *laid, int max)
{
    int count = 0;
    do {
        if (count == max || !scan_laid(scan, '@', limit, &laid[count++]))
            return -1;
    } while (scan_char(scan, '+'));
    return count;
}

/* By x, then by y, ascending. */
static bool in_order(const struct laid *laid, int count)
{
    for (int i = 1; i < count; i++)
        if (laid[i].x < laid[i - 1].x || (laid[i].x == laid[i - 1].x && laid[i].y <= laid[i - 1].y))
            return false;
    return true;
}

static const char *scan_table(struct iota *game, struct scan *scan)
{
    struct laid laid[IOTA_CARDS];
    int count = scan_all_laid(scan, IOTA_CARDS - 1, laid, IOTA_CARDS);
    if (count < 0 || !scan_char(scan, ' '))
        return "iota.position.table";
    if (!in_order(laid, count))
        return "iota.position.places";
    int bottom = laid[0].y, top = laid[0].y;
    for (int i = 1; i < count; i++) {
        bottom = laid[i].y < bottom ? laid[i].y : bottom;
        top = laid[i].y > top ? laid[i].y : top;
    }
    if (laid[count - 1].x - laid[0].x + 1 + top - bottom + 1 > IOTA_SPAN)
        return "iota.position.apart";
    iota_table_widen(&game->table, laid[0].x, bottom, laid[count - 1].x, top);
    for (int i = 0; i < count; i++)
        iota_table_put(&game->table, laid[i].x, laid[i].y, laid[i].card);
    return NULL;
}

/* `-`, `#n` or cards in card order. */
static const char *scan_hand(struct iota_hand *hand, struct scan *scan)
{
    int64_t hidden;
    if (scan_char(scan, '-'))
        return NULL;
    if (scan_char(scan, '#')) {
        if (!scan_number(scan, 1, IOTA_HAND, &hidden))
            return "iota.position.hand";
        hand->count = (uint8_t)hidden;
        hand->hidden = 1;
        return NULL;
    }
    int count = scan_cards(scan, hand->card, IOTA_HAND);
    if (count < 0)
        return "iota.position.hand";
    hand->count = (uint8_t)count;
    for (int i = 1; i < count; i++)
        if (hand->card[i] < hand->card[i - 1])
            return "iota.position.order";
    return NULL;
}

static const char *scan_hands(struct iota *game, struct scan *scan)
{
    int seats = 0;
    do {
        if (seats == IOTA_SEATS_MAX)
            return "iota.position.seats";
        const char *reason = scan_hand(&game->hand[seats++], scan);
        if (reason)
            return reason;
    } while (scan_char(scan, '/'));
    if (!scan_char(scan, ' '))
        return "iota.position.hand";
    if (seats < IOTA_SEATS_MIN || (game->head.seats != 0 && game->head.seats != seats))
        return "iota.position.seats";
    game->head.seats = (uint8_t)seats;
    return NULL;
}

/* `-`, `#n` or cards from the top down. */
static const char *scan_pile(struct iota *game, struct scan *scan)
{
    uint8_t cards[IOTA_CARDS];
    int64_t hidden;
    int count = 0;
    if (scan_char(scan, '#')) {
        if (!scan_number(scan, 1, IOTA_CARDS, &hidden))
            return "iota.position.pile";
        game->pile_count = (uint8_t)hidden;
        game->pile_hidden = 1;
    } else if (!scan_char(scan, '-')) {
        count = scan_cards(scan, cards, IOTA_CARDS);
        if (count < 0)
            return "iota.position.pile";
        game->pile_count = (uint8_t)count;
    }
    for (int i = 0; i < count; i++)
        game->pile[i] = cards[count - 1 - i];
    return scan_char(scan, ' ') ? NULL : "iota.position.pile";
}

static const char *scan_scores(struct iota *game, struct scan *scan)
{
    int64_t score;
    bool race = game->head.option[IOTA_SCORING] == SCORING_RACE;
    for (int seat = 0; seat < game->head.seats; seat++) {
        if ((seat > 0 && !scan_char(scan, '/')) || !scan_number(scan, 0, IOTA_SCORE_MAX, &score))
            return "iota.position.scores";
        if (race && score != 0)
            return "iota.position.race";
        game->score[seat] = (int32_t)score;
    }
    return scan_char(scan, ' ') ? NULL : "iota.position.scores";
}

static const char *scan_turn(struct iota *game, struct scan *scan)
{
    int64_t turn, passes;
    if (!scan_number(scan, 0, game->head.seats - 1, &turn) || !scan_char(scan, ':') ||
        !scan_number(scan, 0, PASSES_MAX, &passes))
        return "iota.position.turn";
    game->turn = (uint8_t)turn;
    game->passes = (uint8_t)passes;
    game->taken = scan_char(scan, '+');
    return scan_end(scan) ? NULL : "iota.position.end";
}

const char *iota_read_state(struct state *state, const char *text)
{
    struct iota *game = (struct iota *)state;
    struct scan scan = {text};
    const char *reason = scan_table(game, &scan);
    if (!reason)
        reason = scan_hands(game, &scan);
    if (!reason)
        reason = scan_pile(game, &scan);
    if (!reason)
        reason = scan_scores(game, &scan);
    if (!reason)
        reason = scan_turn(game, &scan);
    if (!reason)
        reason = iota_check(game);
    if (reason)
        return reason;
    state->viewer = iota_hidden(game) > 0 ? SPECTATOR : TRUTH;
    iota_update_head(game);
    return NULL;
}

/* ---- refusals ---- */

static const char *refuse_trade(const struct iota *game, const struct iota_hand *hand,
                                struct scan *scan)
{
    uint8_t cards[IOTA_CARDS];
    struct iota_hand rest = *hand;
    int count = scan_cards(scan, cards, IOTA_CARDS);
    if (count < 0 || !scan_end(scan))
        return "iota.notation.unknown";
    if (game->pile_count == 0)
        return "iota.IR4.empty";
    for (int i = 0; i < count; i++) {
        if (iota_hand_find(&rest, cards[i]) < 0)
            return "iota.I14.hand";
        iota_hand_remove(&rest, cards[i]);
    }
    return "iota.IR13.order";
}

static const char *refuse_take(const struct iota *game, const struct iota_hand *hand,
                               const struct laid *laid)
{
    if (laid->card == IOTA_WILD)
        return "iota.IR2.plain";
    if (iota_hand_find(hand, laid->card) < 0)
        return "iota.I17.hand";
    if (iota_table_at(&game->table, laid->x, laid->y) != IOTA_WILD)
        return "iota.I17.wild";
    struct iota_table tried;
    memcpy(&tried, &game->table, iota_table_size(&game->table));
    iota_table_put(&tried, laid->x, laid->y, laid->card);
    bool missing = iota_table_fault(&tried, WILDS_ANY) == IOTA_SOUND;
    return missing ? "iota.IR15.reading" : "iota.IR2.fits";
}

/* I6: all in one row or column, with no gap that the cards on the table do not fill. */
static const char *refuse_shape(const struct iota_table *table, const struct laid *laid, int count)
{
    const struct laid *last = &laid[count - 1];
    bool row = true, column = true;
    for (int i = 0; i < count; i++) {
        if (iota_table_at(table, laid[i].x, laid[i].y) != 0)
            return "iota.I6.taken";
        row = row && laid[i].y == laid[0].y;
        column = column && laid[i].x == laid[0].x;
    }
    if (!row && !column)
        return "iota.I6.straight";
    int x = laid[0].x, y = laid[0].y, next = 0;
    for (; x <= last->x && y <= last->y; x += row, y += !row) {
        if (next < count && laid[next].x == x && laid[next].y == y)
            next++;
        else if (iota_table_at(table, x, y) == 0)
            return "iota.I6.gap";
    }
    return NULL;
}

static bool touches(const struct iota_table *table, const struct laid *laid, int count)
{
    for (int i = 0; i < count; i++) {
        int x = laid[i].x, y = laid[i].y;
        if (iota_table_at(table, x - 1, y) != 0 || iota_table_at(table, x + 1, y) != 0 ||
            iota_table_at(table, x, y - 1) != 0 || iota_table_at(table, x, y + 1) != 0)
            return true;
    }
    return false;
}

static const char *refuse_play(const struct iota *game, const struct iota_hand *hand,
                               const struct laid *laid, int count)
{
    struct iota_hand rest = *hand;
    if (count > IOTA_HAND)
        return "iota.I4.four";
    for (int i = 0; i < count; i++) {
        if (iota_hand_find(&rest, laid[i].card) < 0)
            return "iota.I4.hand";
        iota_hand_remove(&rest, laid[i].card);
    }
    if (!in_order(laid, count))
        return "iota.notation.order";
    const char *reason = refuse_shape(&game->table, laid, count);
    if (reason)
        return reason;
    if (!touches(&game->table, laid, count))
        return "iota.I7.touch";
    struct iota_table tried; /* they touch and leave no gap, so they are inside the rim */
    memcpy(&tried, &game->table, iota_table_size(&game->table));
    for (int i = 0; i < count; i++)
        iota_table_put(&tried, laid[i].x, laid[i].y, laid[i].card);
    switch (iota_table_fault(&tried, iota_wilds(game))) {
    case IOTA_LONG: return "iota.I9.long";
    case IOTA_UNREADABLE:
        return iota_table_fault(&tried, WILDS_ANY) == IOTA_SOUND ? "iota.IR15.reading"
                                                                 : "iota.IR1.reading";
    case IOTA_SOUND:
    case IOTA_STARTERLESS:
    case IOTA_APART:
    case IOTA_CLASH: break;
    }
    return "iota.I8.line";
}

const char *iota_refusal(const struct state *state, int seat, const char *text)
{
    const struct iota *game = (const struct iota *)state;
    struct laid laid[IOTA_CARDS];
    struct scan scan = {text};
    if (state_over(state))
        return "iota.I15.over";
    if (!state_acts(state, seat))
        return "iota.IR9.turn";
    const struct iota_hand *hand = &game->hand[seat];
    if (scan_string(&scan, "trade "))
        return refuse_trade(game, hand, &scan);
    if (scan_laid(&scan, '~', FAR, &laid[0]) && scan_end(&scan))
        return refuse_take(game, hand, &laid[0]);
    scan.at = text;
    int count = scan_all_laid(&scan, FAR, laid, IOTA_CARDS);
    if (count < 0 || !scan_end(&scan))
        return "iota.notation.unknown";
    return refuse_play(game, hand, laid, count);
}

/* ---- refused gestures ---- */

/* What the gestures have done so far. */
struct staged {
    int count;
    struct laid laid[STEPS_MAX]; /* ascending once all are there */
    int held;                    /* the card picked up, or 0 */
    bool traded;                 /* a trade or a pass was chosen */
    bool mixed;                  /* and a card was laid too */
    bool idle;                   /* the last touch put down nothing */
};

static void stage_put(struct staged *staged, int x, int y)
{
    struct laid laid = {staged->held, x, y};
    int at = staged->count;
    staged->mixed |= staged->traded;
    staged->idle = staged->held == 0;
    if (staged->idle)
        return;
    for (; at > 0 && !in_order((struct laid[]){staged->laid[at - 1], laid}, 2); at--)
        staged->laid[at] = staged->laid[at - 1];
    staged->laid[at] = laid;
    staged->count++;
    staged->held = 0;
}

static void stage_all(struct staged *staged, const struct step *steps, int count)
{
    *staged = (struct staged){0};
    for (int i = 0; i < count; i++) {
        bool done = string_equal(steps[i].word, "done");
        staged->idle = false;
        switch ((enum step_kind)steps[i].kind) {
        case STEP_TAKE: staged->held = staged->traded ? 0 : steps[i].piece; break;
        case STEP_PUT: stage_put(staged, steps[i].place.x, steps[i].place.y); break;
        case STEP_CHOOSE:
            staged->traded |= !done;
            staged->mixed |= !done && staged->count > 0;
            staged->held = 0;
            break;
        }
    }
}

/* The reason against a play with one more card at this place; NULL if a card lies there
 * already. */
static const char *refuse_one_more(const struct iota *game, const struct iota_hand *hand,
                                   const struct staged *staged, int x, int y)
{
    struct staged more = *staged;
    if (iota_table_at(&game->table, x, y) != 0)
        return NULL;
    stage_put(&more, x, y);
    return in_order(more.laid, more.count) ? refuse_play(game, hand, more.laid, more.count) : NULL;
}

/* The reason that says more about the card: first what it is, then where it would lie, then which
 * places a play may have at all. */
static const char *telling(const char *a, const char *b)
{
    static const char *const order[] = {"iota.I8.line", "iota.IR1.reading", "iota.IR15.reading",
                                        "iota.I9.long", "iota.I7.touch"};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (a && string_equal(a, order[i]))
            return a;
        if (b && string_equal(b, order[i]))
            return b;
    }
    return a ? a : b;
}

/* Tries beside every card on the table: why can the held card go nowhere? */
static const char *refuse_first(const struct iota *game, const struct iota_hand *hand,
                                const struct staged *staged)
{
    const struct iota_table *table = &game->table;
    const char *reason = NULL;
    for (int y = table->bottom; y < table->bottom + table->height; y++)
        for (int x = table->left; x < table->left + table->width; x++)
            reason = telling(reason, refuse_one_more(game, hand, staged, x, y));
    return reason;
}

/* The same along the line of the staged cards; for a single one, along both lines. */
static const char *refuse_next(const struct iota *game, const struct iota_hand *hand,
                               const struct staged *staged)
{
    const struct laid *first = &staged->laid[0], *last = &staged->laid[staged->count - 1];
    const char *reason = NULL;
    for (int far = -IOTA_LINE; far <= IOTA_LINE; far++) {
        if (first->y == last->y)
            reason = telling(reason, refuse_one_more(game, hand, staged, first->x + far, first->y));
        if (first->x == last->x)
            reason = telling(reason, refuse_one_more(game, hand, staged, first->x, first->y + far));
    }
    return reason;
}

const char *iota_refuse_steps(const struct state *state, int seat, const struct step *steps,
                              int count)
{
    const struct iota *game = (const struct iota *)state;
    struct staged staged;
    stage_all(&staged, steps, count);
    if (state_over(state))
        return "iota.I15.over";
    if (!state_acts(state, seat))
        return "iota.IR9.turn";
    if (staged.mixed)
        return "iota.I4.either";
    if (staged.traded) /* a pass is always legal */
        return game->pile_count == 0 ? "iota.IR4.empty" : NULL;
    const struct iota_hand *hand = &game->hand[seat];
    if (staged.held != 0)
        return staged.count > 0 ? refuse_next(game, hand, &staged)
                                : refuse_first(game, hand, &staged);
    if (staged.count == 0 || staged.idle)
        return NULL;
    const struct laid *only = &staged.laid[0];
    if (staged.count == 1 && iota_table_at(&game->table, only->x, only->y) == IOTA_WILD)
        return refuse_take(game, hand, only);
    /* Two cards on one square: the second finds the first there. */
    return in_order(staged.laid, staged.count) ? refuse_play(game, hand, staged.laid, staged.count)
                                               : "iota.I6.taken";
}
