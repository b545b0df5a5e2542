/* SPDX-License-Identifier: MIT */
/*
 *     state, seat ─▶ sight: what the player knows
 *       each move ─▶ what the hand keeps ─▶ prospect ─▶ features · weights ─▶ score
 *
 * Playouts run this code millions of times: sets of products are words, and what depends only on
 * the card is not computed again for its other declaration.
 */
#include "bots/cento_policy.h"

#include <math.h>

#include "bots/cento_weights.h"
#include "bots/curve.h"

/* Set by hand and never tuned: the plain rule that the tuned one is measured against. Discard
 * rather than draw, keep free cards, attack with squares, keep cards that fit on one's own discard,
 * and leave the next player few that do. */
#define BY_HAND                                                                                    \
    {                                                                                              \
        [CENTO_LAY] = 4, [CENTO_SPEND_FREE] = -2, [CENTO_SPEND_FREE_LATE] = 1, [CENTO_SQUARE] = 1, \
        [CENTO_STUCK] = 1, [CENTO_STUCK_ONE] = 1, [CENTO_FOLLOWERS] = 1,                           \
    }

const struct cento_weights cento_by_hand = {{BY_HAND, BY_HAND, BY_HAND}};

static int cento_table(int seats)
{
    return seats < 4 ? seats - 2 : CENTO_TABLES - 1;
}

/* ---- sets of products ---- */

#define ALL_OF(n) (0 PRODUCTS(BIT_IF_OF, n))

/* One product for each square (C6): a factor times itself. */
#define IF_DOUBLE(low, high, y) | ((low) == (high) ? UINT64_C(1) << PRODUCT_##low##x##high : 0)
static const uint64_t square_cards = 0 PRODUCTS(IF_DOUBLE, );

/* Everything that squares can be declared as. */
/* NOLINTBEGIN(misc-redundant-expression): some numbers have one product, some two */
static const uint64_t square_products = ALL_OF(1) | ALL_OF(4) | ALL_OF(9) | ALL_OF(16) |
                                        ALL_OF(25) | ALL_OF(36) | ALL_OF(49) | ALL_OF(64) |
                                        ALL_OF(81) | ALL_OF(100);
/* NOLINTEND(misc-redundant-expression) */

/* The lower product of each number that has two; no number has three. */
#define LOWER_OF_TWO(n) | ((ALL_OF(n) & (ALL_OF(n) - 1)) != 0 ? ALL_OF(n) & (0 - ALL_OF(n)) : 0)
static const uint64_t lower_of_two = 0 NUMBERS(LOWER_OF_TWO);

/* How many number cards have a product in the set. */
static int cento_count_cards(uint64_t products)
{
    uint64_t both = products & products >> 1 & lower_of_two;
    return __builtin_popcountll(products) - __builtin_popcountll(both);
}

/* The products that fit on a discard with this code. */
static uint64_t with_either(move code)
{
    return with_factor[move_low(code)] | with_factor[move_high(code)];
}

uint64_t cento_around(uint64_t products)
{
    uint64_t set = 0;
    while (products != 0)
        set |= with_either(next_product(&products));
    return set;
}

/* ---- what a player knows ---- */

/* The share of one in `count`. */
static float share_of(int count)
{
    return count > 0 ? 1 / (float)count : 0;
}

void cento_fill_sight(const struct cento *c, int seat, struct cento_sight *sight)
{
    uint64_t seen = c->hand[seat] + of_card[c->open];
    for (int i = 0; i < c->discard_count; i++)
        seen += of_card[c->discard[i]];
    sight->hand = c->hand[seat];
    sight->held = c->held[seat];
    sight->unseen = ALL_PRODUCTS & ~seen;
    sight->unseen_free = free_cards(&c->head) - (int)(seen >> PRODUCTS_COUNT);
    sight->unseen_count = cento_count_cards(sight->unseen) + sight->unseen_free;
    sight->card_share = share_of(sight->unseen_count);
    sight->product_share = share_of(__builtin_popcountll(sight->unseen));
    sight->next = next_player(c, seat);
    sight->after = next_player(c, sight->next);
    sight->next_held = c->held[sight->next];
    sight->after_held = c->held[sight->after];
    sight->others_held = -sight->held;
    for (int i = 0; i < c->head.seats; i++)
        sight->others_held += c->held[i];
    sight->alone = sight->after == seat;
}

/* With one other player left, every square brings the turn back (CR12): does a row of squares,
 * perhaps with a free card as one of them, lead from the open card to the last card without a
 * break? */
static bool runs_out(uint64_t hand, int left, uint64_t top)
{
    uint64_t numbers = hand & ALL_PRODUCTS;
    int frees = (int)(hand >> PRODUCTS_COUNT);
    if (left == 1)
        return frees > 0 || (numbers & top) != 0;
    if (left - __builtin_popcountll(numbers & square_cards) - frees > 1)
        return false;
    uint64_t as_number = numbers & top & square_products;
    uint64_t as_free = frees > 0 ? top & square_products : 0;
    while ((as_number | as_free) != 0) {
        bool free = as_number == 0;
        uint16_t code = next_product(free ? &as_free : &as_number);
        uint64_t rest = hand - of_card[free ? FREE : move_number(code)];
        if (runs_out(rest, left - 1, with_either(code)))
            return true;
    }
    return false;
}

/* The hand without a card. */
struct kept {
    uint64_t hand;
    uint64_t cover; /* the products that one of its cards fits on */
    int left, lonely, squares, frees;
    int playable; /* unseen products that a card fits on, summed over the cards */
};

static void keep(const struct cento_sight *sight, uint64_t hand, int left, struct kept *kept)
{
    uint64_t numbers = hand & ALL_PRODUCTS;
    *kept = (struct kept){.hand = numbers,
                          .left = left,
                          .squares = __builtin_popcountll(numbers & square_cards),
                          .frees = (int)(hand >> PRODUCTS_COUNT)};
    for (uint64_t rest = numbers; rest != 0;) {
        uint64_t products = of_card[next_card(&rest)];
        uint64_t fits = cento_around(products);
        kept->cover |= fits;
        kept->playable += __builtin_popcountll(fits & sight->unseen);
        kept->lonely += (fits & numbers & ~products) == 0;
    }
    if (kept->frees > 0) { /* C7 */
        kept->cover = ALL_PRODUCTS;
        kept->lonely = 0;
    }
}

/* The chance that none of this many unseen cards fits. */
static float none_of(float misses, int cards)
{
    float chance = 1;
    for (; cards > 0; cards >>= 1, misses *= misses)
        if ((cards & 1) != 0)
            chance *= misses;
    return chance;
}

/* `top` is the set of products that will fit on the open card. */
static void foresee(const struct cento_sight *sight, const struct kept *kept, uint64_t top,
                    struct cento_prospect *p)
{
    uint64_t fitting = sight->unseen & top;
    int between = sight->others_held - (p->square ? sight->next_held : 0);
    p->again = p->square && sight->alone;
    p->runs_out = p->again && kept->left > 0 &&
                  runs_out(kept->hand + (uint64_t)kept->frees * ONE_FREE, kept->left, top);
    p->next = p->square ? sight->after : sight->next;
    p->next_held = p->square ? sight->after_held : sight->next_held;
    p->left = kept->left;
    p->lonely = kept->lonely;
    p->squares = kept->squares;
    p->frees = kept->frees;
    p->followers = cento_count_cards(kept->hand & top) + kept->frees;
    p->fitting = cento_count_cards(fitting) + sight->unseen_free;
    p->open = (float)p->fitting * sight->card_share;
    p->stuck = p->again ? 0 : none_of(1 - p->open, p->next_held);
    p->reach = (float)__builtin_popcountll(kept->cover & sight->unseen) * sight->product_share;
    p->playable = (float)kept->playable * sight->product_share;
    /* Either nobody covers the card and one of the player's cards fits on it, or somebody covers
     * it with a card that one of the player's cards fits on. */
    float uncovered = none_of(1 - p->open, between);
    float answered = fitting == 0 ? p->reach
                                  : (float)__builtin_popcountll(kept->cover & fitting) /
                                        (float)__builtin_popcountll(fitting);
    p->discard = (p->followers > 0 ? uncovered : 0) + (1 - uncovered) * answered;
}

static void keep_without(const struct cento_sight *sight, int card, struct kept *kept)
{
    keep(sight, sight->hand - of_card[card], sight->held - 1, kept);
}

static void begin_lay(move m, struct cento_prospect *p)
{
    p->lays = true;
    p->free = (m & AS_FREE) != 0;
    p->square = is_square[move_number(m)];
}

static void begin_draw(struct cento_prospect *p)
{
    p->lays = p->free = p->square = false;
}

void cento_foresee(const struct cento *c, const struct cento_sight *sight, move m,
                   struct cento_prospect *p)
{
    struct kept kept = {0};
    if (m == DRAW) {
        begin_draw(p);
        keep(sight, sight->hand, sight->held + 1, &kept);
        foresee(sight, &kept, matching(c), p);
        return;
    }
    begin_lay(m, p);
    keep_without(sight, move_card(m), &kept);
    foresee(sight, &kept, with_either(m), p);
}

/* ---- the weighted sum ---- */

#define OUT_NOW 1000.0F /* the last card: nothing is better (C9) */

static float weigh(const float *of, const struct cento_sight *sight, const struct cento_prospect *p)
{
    if (p->left == 0)
        return OUT_NOW;
    float part = 1 / (float)p->left;
    float score = of[CENTO_STUCK] * p->stuck + of[CENTO_AGAIN] * p->discard +
                  of[CENTO_FOLLOWERS] * (float)p->followers * part + of[CENTO_OPEN] * p->open +
                  of[CENTO_REACH] * p->reach + of[CENTO_LONELY] * (float)p->lonely * part +
                  of[CENTO_SQUARES_LEFT] * (float)p->squares * part +
                  of[CENTO_FREE_LEFT] * (float)p->frees + of[CENTO_PLAYABLE] * p->playable * part;
    if (p->lays)
        score += of[CENTO_LAY] + (p->runs_out ? of[CENTO_RUNS_OUT] : 0);
    if (p->free)
        score += of[CENTO_SPEND_FREE] + (p->left <= 2 ? of[CENTO_SPEND_FREE_LATE] : 0);
    if (p->square)
        score += of[CENTO_SQUARE] + (p->again && p->followers > 0 ? of[CENTO_SQUARE_AGAIN] : 0) +
                 (sight->next_held <= 2 ? of[CENTO_SQUARE_THREAT] : 0);
    if (p->next_held <= 2)
        score += of[p->next_held == 1 ? CENTO_STUCK_ONE : CENTO_STUCK_TWO] * p->stuck;
    if (p->left <= 2)
        score += of[p->left == 1 ? CENTO_AGAIN_LAST : CENTO_AGAIN_LAST_TWO] * p->discard +
                 of[CENTO_REACH_LAST] * p->reach;
    return score;
}

/* If a number card fits, drawing is hardly ever right, nor is spending a free card from a larger
 * hand. Playouts skip both to save time: a free card alone can be declared in nineteen ways. */
enum { FREE_WEIGHED = 3 };
#define UNLIKELY 20.0F

static bool is_unlikely(const struct cento_sight *sight, move m)
{
    return m == DRAW || ((m & AS_FREE) != 0 && sight->held > FREE_WEIGHED);
}

void cento_rank(const void *style, const struct state *state, int seat, const struct moves *moves,
                float *score)
{
    const struct cento *c = (const struct cento *)state;
    const struct cento_style *s = (const struct cento_style *)style;
    const float *of = s->weights->of[cento_table(state->seats)];
    struct cento_sight sight;
    struct cento_prospect prospect;
    cento_fill_sight(c, seat, &sight);
    bool number_fits = (matching(c) & sight.hand) != 0;
    for (int i = 0; i < moves->count; i++) {
        cento_foresee(c, &sight, moves->list[i], &prospect);
        score[i] = weigh(of, &sight, &prospect);
        if (number_fits && is_unlikely(&sight, moves->list[i]))
            score[i] -= UNLIKELY;
    }
}

/* The best way to declare. The moves come from the set of products that fit, since listing all
 * moves would cost more than weighing them. */
struct best_declaration {
    move best;
    float score;
};

static void weigh_products(const float *of, const struct cento_sight *sight, uint64_t products,
                           move how, struct best_declaration *choice)
{
    struct kept kept = {0};
    struct cento_prospect p;
    int card = 0;
    while (products != 0) {
        move m = how | next_product(&products);
        begin_lay(m, &p);
        if (move_card(m) != card) {
            card = move_card(m);
            keep_without(sight, card, &kept);
        }
        foresee(sight, &kept, with_either(m), &p);
        float score = weigh(of, sight, &p);
        if (choice->best == 0 || score > choice->score)
            *choice = (struct best_declaration){m, score};
    }
}

move cento_choose(const void *style, const struct state *state, int seat, struct moves *moves,
                  struct search_rng *rng)
{
    const struct cento *c = (const struct cento *)state;
    const struct cento_style *s = (const struct cento_style *)style;
    const float *of = s->weights->of[cento_table(state->seats)];
    struct best_declaration choice = {0, 0};
    struct cento_sight sight;
    uint64_t fits = matching(c), free_fits = has_card(c->hand[seat], FREE) ? fits : 0;
    (void)moves;
    (void)rng;
    if (((fits & c->hand[seat]) | free_fits) == 0)
        return DRAW;
    cento_fill_sight(c, seat, &sight);
    uint64_t number_fits = fits & sight.hand;
    if (number_fits == 0 && can_draw(c)) { /* CR4, CR5 */
        struct cento_prospect p;
        cento_foresee(c, &sight, DRAW, &p);
        choice = (struct best_declaration){DRAW, weigh(of, &sight, &p)};
    }
    weigh_products(of, &sight, number_fits, 0, &choice);
    if (number_fits == 0 || sight.held <= FREE_WEIGHED)
        weigh_products(of, &sight, free_fits, AS_FREE, &choice);
    return choice.best;
}

/* ---- what an end is worth ---- */

#define FIRST_COUNTS 0.8 /* of the value is for first place, the rest for each place gained */

/* The spread of the difference that a round makes between two players' points. */
static double round_spread(const struct state *state)
{
    return scores_places(state) ? 0.6 * state->seats : 4.5;
}

/* The chance of finishing ahead of a player who is `lead` points behind. */
static double ahead(const struct state *state, int lead, int rounds_left)
{
    if (rounds_left == 0)
        return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    return curve_logistic(1.7 * lead / (round_spread(state) * sqrt(rounds_left)));
}

/* The points that a seat has or, in a round that a playout did not finish, is about to get. */
static int points(const struct cento *c, int seat)
{
    return c->total[seat] + (state_over(&c->head) ? 0 : c->held[seat]);
}

double cento_value(const void *style, const struct state *state, int seat)
{
    const struct cento *c = (const struct cento *)state;
    const struct cento_style *s = (const struct cento_style *)style;
    double share = 0, first = 1;
    for (int other = 0; other < state->seats; other++) {
        if (other == seat)
            continue;
        double chance = ahead(state, points(c, other) - points(c, seat), s->rounds_left);
        share += chance;
        first *= chance;
    }
    share /= state->seats - 1;
    return FIRST_COUNTS * first + (1 - FIRST_COUNTS) * share;
}
