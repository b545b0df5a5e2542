/* SPDX-License-Identifier: MIT */
/*
 * Iota, rules I1–I17 and rulings IR1–IR15 of docs/rules/iota.en.md. iota_table.c judges lines and
 * plays, iota_text.c handles text; this file has the hands, the pile, the turns and the end.
 *
 *     deal ──▶ a seat's turn ──▶ it plays, trades or passes (I4, I14) ──▶ the next seat's turn,
 *                │      ▲                                                 or over (I15, IR6)
 *                └──────┘ takes a wild back (I17)
 *
 * Invariants
 *   1. No card is in two places, and there are two wilds at most, or none (IR14). A position read
 *      from text need not hold the whole deck.
 *   2. The table holds 0,0, is connected, has no line over four, and can be read (IR1, IR15). Its
 *      box is as small as the cards allow, so equal tables have equal bytes. The table comes last
 *      in the state, and the state's size covers only the part in use.
 *   3. A hand has four cards at most, ascending, with zeros after them. A hidden hand or pile has a
 *      count and no cards.
 *   4. The game is over when the pile is empty and somebody has no cards, or when `passes` has
 *      reached its limit; how it ended needs no other record.
 *
 * Viewers know the table, all counts and scores, and the cards of their own hand: not the pile,
 * nor what another player traded. Even a card they traded themselves is unknown again (IR13,
 * notation).
 */
#include <string.h>

#include "base/check.h"
#include "rules/iota.h"

enum {
    HALF = 32, /* plain cards of a half deck (IR10) */

    /* At most 63 plain cards are laid, so there are at most 63 takes, and at most 63 + 2 wilds are
     * laid: 128 moves that change the table. Between two of them come the pass that may end the
     * turn of a take, and fewer passes than the limit. */
    PLIES_OF_ONE = (128 + 1) * (1 + 1 + PASSES_MAX),

    TRADES = 15, /* of four cards */
    MOVES_OF_ONE = 1 + TRADES + IOTA_MOVES_MAX,
};

_Static_assert((int)MOVES_OF_ONE <= (int)MOVES_MAX, "MOVES_MAX");

enum { SIZE_BEFORE_TABLE = offsetof(struct iota, table) };

_Static_assert(SIZE_BEFORE_TABLE == 136, "no padding");
_Static_assert(sizeof(struct iota) == 136 + 4 + IOTA_CELLS, "no padding");
_Static_assert(sizeof(struct iota) <= STATE_MAX, "STATE_MAX");
_Static_assert(1 + (int)IOTA_OPEN_MAX <= (int)FACTS_MAX, "FACTS_MAX");

static const char *const decks[] = {"full", "half"};
static const char *const scorings[] = {"points", "race"};
static const char *const finals[] = {"double", "plain"};
static const char *const wild_counts[] = {"2", "0"};
static const char *const readings[] = {"any", "absent"};
static const struct option options[] = {
    [IOTA_DECK] = {.name = "deck", .values = decks, .count = 2},
    [IOTA_SCORING] = {.name = "scoring", .values = scorings, .count = 2},
    [IOTA_FINAL] = {.name = "final", .values = finals, .count = 2},
    [IOTA_WILD_COUNT] = {.name = "wilds", .values = wild_counts, .count = 2, .house = 1},
    [IOTA_READING] = {.name = "reading", .values = readings, .count = 2, .house = 1},
    {.name = NULL},
};

/* ---- hands and pile ---- */

static void hand_add(struct iota_hand *hand, int card)
{
    int at = hand->count++;
    for (; at > 0 && hand->card[at - 1] > card; at--)
        hand->card[at] = hand->card[at - 1];
    hand->card[at] = (uint8_t)card;
}

int iota_hand_find(const struct iota_hand *hand, int card)
{
    for (int i = 0; i < hand->count; i++)
        if (hand->card[i] == card)
            return i;
    return -1;
}

void iota_hand_remove(struct iota_hand *hand, int card)
{
    int at = iota_hand_find(hand, card);
    CHECK(at >= 0);
    hand->count--;
    for (; at < hand->count; at++)
        hand->card[at] = hand->card[at + 1];
    hand->card[at] = 0;
}

static int pile_draw(struct iota *game)
{
    int card = game->pile[--game->pile_count];
    game->pile[game->pile_count] = 0;
    return card;
}

/* IR4: the first of them ends up nearest the top. */
static void pile_put_under(struct iota *game, const uint8_t *cards, int count)
{
    memmove(game->pile + count, game->pile, game->pile_count);
    game->pile_count = (uint8_t)(game->pile_count + count);
    for (int i = 0; i < count; i++)
        game->pile[count - 1 - i] = cards[i];
}

static int deck_size(const struct iota *game)
{
    int plain = game->head.option[IOTA_DECK] == DECK_HALF ? HALF : IOTA_PLAIN;
    return plain + iota_deck_wilds(game);
}

/* ---- turns ---- */

static int passes_limit(const struct iota *game)
{
    return game->pile_count == 0 ? game->head.seats : ROUNDS_OF_PASSES * game->head.seats;
}

/* I15: somebody has played their last card and the pile is empty. */
static bool played_out(const struct iota *game)
{
    for (int seat = 0; seat < game->head.seats; seat++)
        if (game->pile_count == 0 && game->hand[seat].count == 0)
            return true;
    return false;
}

static bool is_over(const struct iota *game)
{
    return played_out(game) || game->passes >= passes_limit(game);
}

void iota_update_head(struct iota *game)
{
    game->head.actors = is_over(game) ? 0 : (uint16_t)(1u << game->turn);
    game->head.size = (uint16_t)(SIZE_BEFORE_TABLE + iota_table_size(&game->table));
}

/* IR6, IR11: an idle turn counts if no wild was taken back in it. */
static void end_turn(struct iota *game, bool idle)
{
    game->passes = idle && !game->taken ? (uint8_t)(game->passes + 1) : 0;
    game->taken = 0;
    game->turn = (uint8_t)((game->turn + 1) % game->head.seats);
}

/* ---- deal ---- */

static int shuffled_deck(const struct iota *game, struct chance *chance, uint8_t *deck)
{
    int plain = IOTA_PLAIN, wilds = iota_deck_wilds(game);
    for (int i = 0; i < IOTA_PLAIN; i++)
        deck[i] = (uint8_t)(i + 1);
    if (game->head.option[IOTA_DECK] == DECK_HALF) { /* IR10 */
        chance_shuffle(chance, deck, IOTA_PLAIN);
        plain = HALF;
    }
    memset(deck + plain, IOTA_WILD, (size_t)wilds);
    chance_shuffle(chance, deck, plain + wilds);
    return plain + wilds;
}

static void deal(struct state *state, struct chance *chance)
{
    struct iota *game = (struct iota *)state;
    uint8_t deck[IOTA_CARDS];
    int count = shuffled_deck(game, chance, deck), next = 0;
    for (int i = 0; i < IOTA_HAND; i++)
        for (int seat = 0; seat < state->seats; seat++)
            hand_add(&game->hand[seat], deck[next++]);
    iota_table_widen(&game->table, 0, 0, 0, 0);
    iota_table_put(&game->table, 0, 0, deck[next++]);
    while (count > next)
        game->pile[game->pile_count++] = deck[--count];
    iota_update_head(game);
}

/* ---- legal ---- */

static void found(move *out, int *count, move m)
{
    if (out)
        out[*count] = m;
    (*count)++;
}

/* Every choice of cards; of two wilds the first is chosen first. Choices with fewer cards come
 * first, because the places after their last card are 0. */
static void add_trades(const struct iota_hand *hand, move *out, int *count)
{
    move trade[IOTA_HAND + 1];
    int chosen[IOTA_HAND + 1], depth = 0, next = 0;
    trade[0] = iota_move(IOTA_TRADE);
    for (;;) {
        if (next == hand->count) {
            if (depth == 0)
                return;
            next = chosen[--depth] + 1;
            while (next < hand->count && hand->card[next] == hand->card[next - 1])
                next++;
            continue;
        }
        trade[depth + 1] = trade[depth] | iota_move_card(depth, hand->card[next]);
        chosen[depth++] = next++;
        found(out, count, trade[depth]);
    }
}

static int legal(const struct state *state, int seat, move *out)
{
    const struct iota *game = (const struct iota *)state;
    int count = 0;
    if (!state_acts(state, seat))
        return 0;
    const struct iota_hand *hand = &game->hand[seat];
    if (hand->hidden)
        return HIDDEN;
    found(out, &count, iota_move(IOTA_PASS));
    if (game->pile_count > 0) /* IR4 */
        add_trades(hand, out, &count);
    return count + iota_table_moves(&game->table, iota_wilds(game), hand->card, hand->count,
                                    out ? out + count : out);
}

/* ---- apply ---- */

static struct place in_hand(int seat)
{
    /* Without its index in the hand, which would say something about the other cards. */
    return (struct place){.zone = ZONE_HAND, .seat = (int8_t)seat};
}

static struct place in_pile(void)
{
    return (struct place){.zone = ZONE_PILE, .seat = NO_SEAT};
}

static struct place on_table(int x, int y)
{
    return (struct place){ZONE_BOARD, NO_SEAT, (int8_t)x, (int8_t)y};
}

static void log_card(struct events *log, int seat, uint16_t seen, int card, struct place from,
                     struct place to)
{
    events_add(log, (struct event){.kind = EVENT_MOVE,
                                   .seat = (int8_t)seat,
                                   .seen = seen,
                                   .piece = (int16_t)card,
                                   .from = from,
                                   .to = to});
}

static void draw_cards(struct iota *game, int seat, int count, struct events *log)
{
    for (int i = 0; i < count && game->pile_count > 0; i++) {
        int card = pile_draw(game);
        hand_add(&game->hand[seat], card);
        log_card(log, seat, (uint16_t)(1u << seat), card, in_pile(), in_hand(seat));
    }
}

static void apply_trade(struct iota *game, int seat, move m, struct events *log)
{
    uint8_t cards[IOTA_HAND];
    int count = 0;
    for (; count < IOTA_HAND && iota_card(m, count) != 0; count++) {
        cards[count] = (uint8_t)iota_card(m, count);
        iota_hand_remove(&game->hand[seat], cards[count]);
        log_card(log, seat, (uint16_t)(1u << seat), cards[count], in_hand(seat), in_pile());
    }
    pile_put_under(game, cards, count);
    draw_cards(game, seat, count, log);
}

static void apply_take(struct iota *game, int seat, move m, struct events *log)
{
    int x = iota_x(m), y = iota_y(m), card = iota_card(m, 0);
    iota_table_put(&game->table, x, y, card);
    iota_hand_remove(&game->hand[seat], card);
    hand_add(&game->hand[seat], IOTA_WILD);
    game->taken = 1;
    log_card(log, seat, SEEN_BY_ALL, IOTA_WILD, on_table(x, y), in_hand(seat));
    log_card(log, seat, SEEN_BY_ALL, card, in_hand(seat), on_table(x, y));
}

/* I13: does a play end the game (I15)? It does if it leaves nothing in the pile, and nothing in
 * this hand or in another; another can be empty already only in a made-up text. */
static bool ends_game(const struct iota *game, int seat, move play)
{
    int left = game->hand[seat].count;
    for (int i = 0; i < IOTA_LINE; i++)
        left -= iota_card(play, i) != 0;
    if (game->pile_count > IOTA_HAND - left)
        return false;
    for (int other = 0; other < game->head.seats; other++)
        if (other != seat && game->hand[other].count == 0)
            return true;
    return left + game->pile_count == 0;
}

/* I13, IR8 */
static bool doubles_last(const struct iota *game, int seat, move play)
{
    return game->pile_count <= IOTA_HAND && game->head.option[IOTA_FINAL] == FINAL_DOUBLE &&
           ends_game(game, seat, play);
}

static bool is_scored(const struct iota *game, move m)
{
    return iota_kind(m) == IOTA_PLAY && game->head.option[IOTA_SCORING] == SCORING_POINTS;
}

static int32_t within_limit(const struct iota *game, int seat, int32_t points)
{
    int32_t room = IOTA_SCORE_MAX - game->score[seat];
    return points < room ? points : room;
}

static int32_t gain(const struct state *state, int seat, move m)
{
    const struct iota *game = (const struct iota *)state;
    if (!is_scored(game, m))
        return 0;
    int32_t points = iota_table_points(&game->table, m);
    return within_limit(game, seat, doubles_last(game, seat, m) ? 2 * points : points);
}

static void apply_play(struct iota *game, int seat, move m, struct events *log)
{
    int32_t points = gain(&game->head, seat, m);
    bool column = iota_column(m);
    for (int i = 0; i < IOTA_LINE; i++) {
        int card = iota_card(m, i), x = iota_x(m), y = iota_y(m);
        if (card == 0)
            continue;
        iota_hand_remove(&game->hand[seat], card);
        log_card(log, seat, SEEN_BY_ALL, card, in_hand(seat),
                 column ? on_table(x, y + i) : on_table(x + i, y));
    }
    iota_table_play(&game->table, m);
    game->score[seat] += points;
    if (game->head.option[IOTA_SCORING] == SCORING_POINTS)
        events_add(log, (struct event){
                            .kind = EVENT_POINTS, .seat = (int8_t)seat, .count = (int16_t)points});
    draw_cards(game, seat, IOTA_HAND - game->hand[seat].count, log);
}

static void apply(struct state *state, int seat, move m, struct events *log)
{
    struct iota *game = (struct iota *)state;
    state->ply++;
    switch (iota_kind(m)) {
    case IOTA_PASS:
        events_add(log, (struct event){.kind = EVENT_PASS, .seat = (int8_t)seat});
        end_turn(game, true);
        break;
    case IOTA_TRADE:
        apply_trade(game, seat, m, log);
        end_turn(game, true);
        break;
    case IOTA_TAKE: apply_take(game, seat, m, log); break;
    case IOTA_PLAY:
        apply_play(game, seat, m, log);
        end_turn(game, false);
        break;
    }
    iota_update_head(game);
    if (state_over(state))
        events_add(log, (struct event){.kind = EVENT_OVER, .seat = NO_SEAT});
}

/* IR7: the highest score; IR12: in a race the fewest cards left. */
static void tally(const struct state *state, struct outcome *outcome)
{
    const struct iota *game = (const struct iota *)state;
    bool race = state->option[IOTA_SCORING] == SCORING_RACE;
    int32_t worth[IOTA_SEATS_MAX];
    outcome->scored = !race;
    for (int seat = 0; seat < state->seats; seat++) {
        outcome->score[seat] = game->score[seat];
        worth[seat] = race ? -game->hand[seat].count : game->score[seat];
    }
    for (int seat = 0; seat < state->seats; seat++) {
        int better = 0;
        for (int other = 0; other < state->seats; other++)
            better += worth[other] > worth[seat];
        outcome->place[seat] = (uint8_t)(1 + better);
    }
}

/* ---- views ---- */

static void observe(const struct state *state, int viewer, struct state *view)
{
    const struct iota *from = (const struct iota *)state;
    struct iota *to = (struct iota *)view;
    for (int seat = 0; seat < state->seats; seat++) {
        const struct iota_hand *hand = &from->hand[seat];
        to->score[seat] = from->score[seat];
        if (seat == viewer)
            to->hand[seat] = *hand;
        else
            to->hand[seat] = (struct iota_hand){.count = hand->count, .hidden = hand->count > 0};
    }
    to->pile_count = from->pile_count;
    to->pile_hidden = from->pile_count > 0;
    to->turn = from->turn;
    to->passes = from->passes;
    to->taken = from->taken;
    memcpy(&to->table, &from->table, iota_table_size(&from->table));
    iota_update_head(to);
}

/* How often each card is visible; returns the number of visible cards. */
static int count_seen(const struct iota *game, int seen[IOTA_CARDS])
{
    int count = 0;
    memset(seen, 0, IOTA_CARDS * sizeof *seen);
    for (int i = 0; i < game->table.width * game->table.height; i++)
        seen[game->table.cell[i]]++;
    for (int seat = 0; seat < game->head.seats; seat++)
        for (int i = 0; i < IOTA_HAND; i++)
            seen[game->hand[seat].card[i]]++;
    for (int i = 0; i < IOTA_CARDS; i++)
        seen[game->pile[i]]++;
    seen[0] = 0;
    for (int card = 1; card <= IOTA_WILD; card++)
        count += seen[card];
    return count;
}

/* The cards of the deck that are not visible, in random order. We do not know which cards a half
 * deck has, except that the wilds are among them. */
static void shuffle_unseen(const struct iota *game, uint8_t *cards, struct search_rng *rng)
{
    int seen[IOTA_CARDS];
    int rest = deck_size(game) - count_seen(game, seen), count = 0;
    for (int card = 1; card <= IOTA_PLAIN; card++)
        if (!seen[card])
            cards[count++] = (uint8_t)card;
    int wilds = iota_deck_wilds(game) - seen[IOTA_WILD];
    search_rng_shuffle(rng, cards, count);
    memset(cards + rest - wilds, IOTA_WILD, (size_t)wilds);
    search_rng_shuffle(rng, cards, rest);
}

static void imagine(struct state *view, struct search_rng *rng)
{
    struct iota *game = (struct iota *)view;
    uint8_t cards[IOTA_CARDS];
    const uint8_t *next = cards;
    shuffle_unseen(game, cards, rng);
    for (int seat = 0; seat < view->seats; seat++) {
        struct iota_hand *hand = &game->hand[seat];
        int count = hand->hidden ? hand->count : 0;
        if (hand->hidden)
            *hand = (struct iota_hand){.count = 0};
        while (count-- > 0)
            hand_add(hand, *next++);
    }
    if (game->pile_hidden)
        memcpy(game->pile, next, game->pile_count);
    game->pile_hidden = 0;
    view->viewer = TRUTH;
}

/* ---- for screens ---- */

static int scene_hand(const struct iota_hand *hand, int seat, struct item *out)
{
    if (hand->hidden) {
        out[0] = (struct item){in_hand(seat), NO_PIECE, hand->count};
        return 1;
    }
    for (int i = 0; i < hand->count; i++)
        out[i] = (struct item){{ZONE_HAND, (int8_t)seat, (int8_t)i, 0}, hand->card[i], 1};
    return hand->count;
}

static int scene(const struct state *state, struct item *out)
{
    const struct iota *game = (const struct iota *)state;
    const struct iota_table *table = &game->table;
    int count = 0;
    for (int i = 0; i < table->width * table->height; i++)
        if (table->cell[i] != 0)
            out[count++] = (struct item){
                on_table(i % table->width + table->left, i / table->width + table->bottom),
                table->cell[i], 1};
    if (game->pile_count > 0)
        out[count++] = (struct item){in_pile(), NO_PIECE, game->pile_count};
    for (int seat = 0; seat < state->seats; seat++)
        count += scene_hand(&game->hand[seat], seat, out + count);
    return count;
}

static struct step take_card(const struct iota *game, int seat, int card)
{
    int at = iota_hand_find(&game->hand[seat], card);
    return (struct step){.kind = STEP_TAKE,
                         .piece = (int16_t)card,
                         .place = {ZONE_HAND, (int8_t)seat, (int8_t)at, 0}};
}

static int facts(const struct state *state, struct fact *out)
{
    const struct iota *game = (const struct iota *)state;
    int count = 0;
    if (!state_over(state))
        out[count++] = (struct fact){.name = FACT_TURN, .seat = (int8_t)game->turn};
    return count + iota_table_facts(&game->table, iota_wilds(game), out + count);
}

/* I10 to I13; one fact for each line and each doubling. */
static int account(const struct state *state, int seat, move m, struct fact *out)
{
    const struct iota *game = (const struct iota *)state;
    if (!is_scored(game, m))
        return 0;
    struct iota_sum sum = iota_table_sum(&game->table, m);
    const int rows[] = {1, sum.lots, sum.whole_hand, doubles_last(game, seat, m)};
    int count = 0;
    for (; count < sum.lines; count++)
        out[count] = (struct fact){.name = FACT_PART, .seat = NO_SEAT, .number = sum.line[count]};
    for (int name = FACT_SUM; name <= FACT_LAST; name++)
        for (int i = 0; i < rows[name - FACT_SUM]; i++, sum.points *= 2)
            out[count++] = (struct fact){
                .name = (uint8_t)name,
                .seat = NO_SEAT,
                .number = (int16_t)within_limit(game, seat, sum.points),
            };
    return count;
}

/* A trade and a play end with a word, because more cards might follow. */
static int steps(const struct state *state, int seat, move m, struct step *out)
{
    const struct iota *game = (const struct iota *)state;
    const enum iota_kind kind = iota_kind(m);
    int count = 0;
    if (kind == IOTA_PASS)
        out[count++] = (struct step){.kind = STEP_CHOOSE, .word = "pass"};
    if (kind == IOTA_TRADE)
        out[count++] = (struct step){.kind = STEP_CHOOSE, .word = "trade"};
    for (int i = 0; i < IOTA_LINE; i++) {
        int x = iota_x(m), y = iota_y(m);
        if (iota_card(m, i) == 0)
            continue;
        out[count++] = take_card(game, seat, iota_card(m, i));
        if (kind != IOTA_TRADE)
            out[count++] =
                (struct step){.kind = STEP_PUT,
                              .place = iota_column(m) ? on_table(x, y + i) : on_table(x + i, y)};
    }
    if (kind == IOTA_TRADE || kind == IOTA_PLAY)
        out[count++] = (struct step){.kind = STEP_CHOOSE, .word = "done"};
    return count;
}

/* ---- checks ---- */

int iota_hidden(const struct iota *game)
{
    int count = game->pile_hidden ? game->pile_count : 0;
    for (int seat = 0; seat < game->head.seats; seat++)
        count += game->hand[seat].hidden ? game->hand[seat].count : 0;
    return count;
}

/* Invariant 1. */
static const char *check_cards(const struct iota *game)
{
    int seen[IOTA_CARDS];
    int count = count_seen(game, seen);
    for (int card = 1; card <= IOTA_PLAIN; card++)
        if (seen[card] > 1)
            return "iota.position.twice";
    if (seen[IOTA_WILD] > iota_deck_wilds(game))
        return iota_deck_wilds(game) == 0 ? "iota.position.wilds" : "iota.position.twice";
    if (count + iota_hidden(game) > deck_size(game) ||
        count - seen[IOTA_WILD] > deck_size(game) - iota_deck_wilds(game))
        return "iota.position.deck";
    return NULL;
}

/* Invariant 2. */
static const char *check_table(const struct iota *game)
{
    switch (iota_table_fault(&game->table, iota_wilds(game))) {
    case IOTA_SOUND: break;
    case IOTA_STARTERLESS: return "iota.position.starter";
    case IOTA_APART: return "iota.position.apart";
    case IOTA_LONG: return "iota.position.long";
    case IOTA_CLASH: return "iota.position.line";
    case IOTA_UNREADABLE:
        return iota_wilds(game) == WILDS_MISSING ? "iota.position.absent" : "iota.position.reading";
    }
    return NULL;
}

/* IR6, IR11: no count beyond its limit, none after I15, and no unfinished turn after the end. */
static const char *check_turn(const struct iota *game)
{
    if (game->passes > passes_limit(game) || (played_out(game) && game->passes > 0))
        return "iota.position.passes";
    if (is_over(game) && game->taken)
        return "iota.position.taken";
    return NULL;
}

const char *iota_check(const struct iota *game)
{
    const char *reason = check_cards(game);
    if (!reason)
        reason = check_table(game);
    if (!reason)
        reason = check_turn(game);
    return reason;
}

/* ---- audit ---- */

static const char *audit_table(const struct iota_table *table)
{
    const int width = table->width, height = table->height, rim = IOTA_RIM;
    bool left = false, right = false, bottom = false, top = false;
    if (width <= 2 * rim || height <= 2 * rim || width + height > IOTA_SPAN + 4 * rim)
        return "table: size of the box";
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            if (table->cell[y * width + x] == 0)
                continue;
            if (table->cell[y * width + x] > IOTA_WILD)
                return "table: no such card";
            if (x < rim || x >= width - rim || y < rim || y >= height - rim)
                return "table: a card in the rim";
            left |= x == rim;
            right |= x == width - rim - 1;
            bottom |= y == rim;
            top |= y == height - rim - 1;
        }
    return left && right && bottom && top ? NULL : "table: the box is too large";
}

static const char *audit_hand(const struct iota_hand *hand, bool exists)
{
    if (hand->count > (exists ? IOTA_HAND : 0) || hand->hidden > (hand->count > 0))
        return "hand: count";
    for (int i = 0; i < IOTA_HAND; i++) {
        bool shown = i < hand->count && !hand->hidden;
        if (shown != (hand->card[i] != 0) || hand->card[i] > IOTA_WILD)
            return "hand: cards";
        if (shown && i > 0 && hand->card[i] < hand->card[i - 1])
            return "hand: order";
    }
    return NULL;
}

static const char *audit_pile(const struct iota *game)
{
    if (game->pile_count >= IOTA_CARDS || game->pile_hidden > (game->pile_count > 0))
        return "pile: count";
    for (int i = 0; i < IOTA_CARDS; i++) {
        bool shown = i < game->pile_count && !game->pile_hidden;
        if (shown != (game->pile[i] != 0) || game->pile[i] > IOTA_WILD)
            return "pile: cards";
    }
    return NULL;
}

static const char *audit_scores(const struct iota *game)
{
    bool race = game->head.option[IOTA_SCORING] == SCORING_RACE;
    for (int seat = 0; seat < IOTA_SEATS_MAX; seat++) {
        bool scores = seat < game->head.seats && !race;
        if (game->score[seat] < 0 || game->score[seat] > (scores ? IOTA_SCORE_MAX : 0))
            return "scores";
    }
    return NULL;
}

static const char *audit(const struct state *state)
{
    const struct iota *game = (const struct iota *)state;
    if (state->seats < IOTA_SEATS_MIN || state->seats > IOTA_SEATS_MAX ||
        game->turn >= state->seats)
        return "seats, turn";
    const char *broken = audit_table(&game->table);
    for (int seat = 0; seat < IOTA_SEATS_MAX && !broken; seat++)
        broken = audit_hand(&game->hand[seat], seat < state->seats);
    if (!broken)
        broken = audit_pile(game);
    if (!broken)
        broken = audit_scores(game);
    if (!broken)
        broken = iota_check(game);
    if (broken)
        return broken;
    if (state->viewer == TRUTH && iota_hidden(game) > 0)
        return "a truth hides cards";
    struct iota settled = *game;
    iota_update_head(&settled);
    if (state->actors != settled.head.actors || state->size != settled.head.size)
        return "actors, size";
    return game->taken > 1 || game->unused != 0 ? "flags" : NULL;
}

const struct game game_iota = {
    .name = "iota",
    .rules_version = 1,
    .state_size = sizeof(struct iota),
    .moves_max = MOVES_OF_ONE,
    .plies_max = PLIES_OF_ONE,
    .seats_min = IOTA_SEATS_MIN,
    .seats_max = IOTA_SEATS_MAX,
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
    .account = account,
    .write_place = iota_write_place,
    .steps = steps,
    .write_move = iota_write_move,
    .write_piece = iota_write_piece,
    .read_piece = iota_read_piece,
    .write_state = iota_write_state,
    .read_state = iota_read_state,
    .refusal = iota_refusal,
    .refuse_steps = iota_refuse_steps,
    .audit = audit,
};
