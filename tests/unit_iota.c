/* SPDX-License-Identifier: MIT */
/*
 * Iota's squares that can never be filled (I8, I9) against trying all cards: every card on the
 * square together with every reading of the wilds (IR1), judged line by line from the scene. In
 * random games, many of them with wilds on the table from early on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rules/game.h"

enum {
    SPAN = INT8_MAX - INT8_MIN + 1,
    PLAIN = 64,
    WILD = 65,
    LINE = 4,
    WILDS = 2,
    GAMES = 120,
    TRIES = 12, /* moves among which one is chosen */
};

struct spot {
    int x, y;
};

static uint8_t table[SPAN][SPAN];    /* [y][x] from INT8_MIN; cards as pieces are numbered */
static struct spot low, high;        /* the box around its cards */
static bool once;                    /* no card can be there twice, not even by a wild */
static struct spot wilds[1 + WILDS]; /* from 1 on; the first is for a square in question */
static int wild_count;
static int judged[FACT_NAMES], judged_by_wild; /* squares judged so; those because of wilds */
static struct moves moves;
static struct facts facts;

static const struct game *iota(void)
{
    return game_find("iota");
}

static uint8_t *at(uint8_t grid[SPAN][SPAN], int x, int y)
{
    return &grid[y - INT8_MIN][x - INT8_MIN];
}

/* ---- judging by the rules alone ---- */

/* The plain cards of the line through a square, which may be empty; how long the line is with it
 * filled. */
static int line_of(struct spot spot, int dx, int dy, int cards[SPAN], int *count)
{
    int length = 1;
    *count = 0;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int n = 1; *at(table, spot.x + sign * n * dx, spot.y + sign * n * dy); n++, length++)
            if (*at(table, spot.x + sign * n * dx, spot.y + sign * n * dy) != WILD)
                cards[(*count)++] = *at(table, spot.x + sign * n * dx, spot.y + sign * n * dy);
    if (*at(table, spot.x, spot.y) != 0 && *at(table, spot.x, spot.y) != WILD)
        cards[(*count)++] = *at(table, spot.x, spot.y);
    return length;
}

/* I5: each property is the same on all of them or different on all. */
static bool agree(const int *cards, int count)
{
    for (int part = 1; part <= 16; part *= 4) {
        int pairs = 0, same = 0;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < i; k++, pairs++)
                same += (cards[i] - 1) / part % 4 == (cards[k] - 1) / part % 4;
        if (same != 0 && same != pairs)
            return false;
    }
    return true;
}

static bool suits(struct spot spot)
{
    int cards[SPAN], count;
    for (int d = 0; d < 2; d++) {
        line_of(spot, d, !d, cards, &count);
        if (!agree(cards, count))
            return false;
    }
    return true;
}

/* IR14, IR15: only a card that does not lie elsewhere, as itself or as what a wild is read as. */
static bool is_there(int card)
{
    for (int y = low.y - 1; y <= high.y + 1; y++)
        for (int x = low.x - 1; x <= high.x + 1; x++)
            if (*at(table, x, y) == card)
                return true;
    return false;
}

/* Whether each of these squares can have a card, all at once, with no line spoilt. */
static bool can_fill(const struct spot *spots, int count)
{
    if (count == 0)
        return true;
    uint8_t *square = at(table, spots->x, spots->y), before = *square;
    bool can = false;
    for (int card = 1; card <= PLAIN && !can; card++) {
        if (once && is_there(card))
            continue;
        *square = (uint8_t)card;
        can = suits(*spots) && can_fill(spots + 1, count - 1);
    }
    *square = before;
    return can;
}

static bool is_open(int x, int y)
{
    return *at(table, x, y) == 0 && (*at(table, x - 1, y) || *at(table, x + 1, y) ||
                                     *at(table, x, y - 1) || *at(table, x, y + 1));
}

static int judge(int x, int y)
{
    int cards[SPAN], count;
    struct spot spot = {x, y};
    if (!is_open(x, y))
        return 0;
    if (line_of(spot, 1, 0, cards, &count) > LINE || line_of(spot, 0, 1, cards, &count) > LINE)
        return FACT_FULL;
    wilds[0] = spot;
    bool can = can_fill(wilds, 1 + wild_count);
    judged_by_wild += !can && can_fill(wilds, 1);
    return can ? 0 : FACT_BARRED;
}

/* ---- what the game says ---- */

static void read_table(const struct state *state)
{
    static struct item items[SCENE_MAX];
    int count = iota()->scene(state, items);
    memset(table, 0, sizeof table);
    low = high = (struct spot){0, 0};
    wild_count = 0;
    for (int i = 0; i < count; i++) {
        struct place place = items[i].place;
        if (place.zone != ZONE_BOARD)
            continue;
        *at(table, place.x, place.y) = (uint8_t)items[i].piece;
        if (items[i].piece == WILD)
            wilds[++wild_count] = (struct spot){place.x, place.y};
        low = (struct spot){place.x < low.x ? place.x : low.x, place.y < low.y ? place.y : low.y};
        high =
            (struct spot){place.x > high.x ? place.x : high.x, place.y > high.y ? place.y : high.y};
    }
}

/* How often the game calls a square full or barred, and which. */
static int told(int x, int y, int *name)
{
    int times = 0;
    *name = 0;
    for (int i = 0; i < facts.count; i++) {
        const struct fact *fact = &facts.list[i];
        if ((fact->name != FACT_FULL && fact->name != FACT_BARRED) || fact->place.x != x ||
            fact->place.y != y)
            continue;
        *name = fact->name;
        times++;
    }
    return times;
}

/* The game calls each square what it is judged to be, and names none that is not beside a card. */
static void compare(const struct state *state, uint8_t shut[SPAN][SPAN])
{
    int rows = 0, name;
    read_table(state);
    game_facts(iota(), state, &facts);
    for (int y = low.y - 1; y <= high.y + 1; y++)
        for (int x = low.x - 1; x <= high.x + 1; x++) {
            int expected = judge(x, y), times = told(x, y, &name);
            assert_int_equal(name, expected);
            assert_int_equal(times, expected != 0);
            assert_true(expected != 0 || !*at(shut, x, y)); /* for ever */
            *at(shut, x, y) |= expected != 0;
            judged[expected]++;
            rows += times;
        }
    assert_int_equal(facts.count, rows + !state_over(state));
}

/* ---- games ---- */

/* What is most wanted here: wilds on the table, then any card on it. */
static int wanted(const struct state *state, int seat, move m)
{
    struct step steps[STEPS_MAX];
    int count = iota()->steps(state, seat, m, steps), wild = 0;
    for (int i = 0; i < count && steps[0].kind == STEP_TAKE; i++)
        wild += steps[i].piece == WILD;
    return steps[0].kind == STEP_TAKE ? 1 + wild : 0;
}

static void play_on(struct state *state, struct search_rng *rng)
{
    int seat = __builtin_ctz(state->actors);
    uint32_t count = (uint32_t)game_legal(iota(), state, seat, &moves);
    move best = moves.list[search_rng_below(rng, count)];
    for (int i = 1; i < TRIES; i++) {
        move other = moves.list[search_rng_below(rng, count)];
        if (wanted(state, seat, other) > wanted(state, seat, best))
            best = other;
    }
    assert_true(game_apply(iota(), state, seat, best, NULL));
}

static void squares_are_told(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        static uint8_t shut[SPAN][SPAN];
        union any_state state;
        struct search_rng rng;
        uint8_t key[CHANCE_KEY_SIZE] = {(uint8_t)seed};
        search_rng_init(&rng, seed);
        memset(shut, 0, sizeof shut);
        game_init(iota(), &state.head, 2 + (int)(seed % 3));
        int house = seed % 4 < 2 ? game_option(iota(), seed % 4 ? "wilds" : "reading") : -1;
        once = house >= 0;
        if (once)
            state.head.option[house] = 1;
        game_deal(iota(), &state.head, key);
        compare(&state.head, shut);
        while (!state_over(&state.head)) {
            play_on(&state.head, &rng);
            compare(&state.head, shut);
        }
    }
    assert_true(judged[FACT_FULL] > 10000 && judged[FACT_BARRED] > 10000);
    assert_true(judged_by_wild > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(squares_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
