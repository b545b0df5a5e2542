/* SPDX-License-Identifier: MIT */
/*
 * Audits, which all other tests rely on: after one byte of a random state changes, either the audit
 * finds it broken, or it can be written, viewed and asked for moves like any other. And audits find
 * what they should: each reports most of its sentences.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/check.h"
#include "base/rng.h"
#include "rules/game.h"
#include "rules/taki.h"

enum { GAMES = 40, DAMAGES = 400, PLIES_MAX = 200, SENTENCES_MAX = 64, PLIES_ON = 30 };

extern const struct game game_null, game_taki;

static union any_state state, hurt, view;
static struct moves moves;
static const char *said[SENTENCES_MAX];
static int said_count;

static void note(const char *sentence)
{
    for (int i = 0; i < said_count; i++)
        if (said[i] == sentence)
            return;
    assert_true(said_count < SENTENCES_MAX);
    said[said_count++] = sentence;
}

/* Some position of a game with random options, seats and moves. */
static void play_some(const struct game *game, struct search_rng *rng)
{
    uint8_t key[CHANCE_KEY_SIZE] = {(uint8_t)search_rng_below(rng, 256), 1};
    uint32_t span = game->seats_max - game->seats_min + 1u;
    game_init(game, &state.head, game->seats_min + (int)search_rng_below(rng, span));
    for (int i = 0; game->options[i].name; i++)
        state.head.option[i] = (int16_t)search_rng_below(rng, game->options[i].count);
    game_deal(game, &state.head, key);
    uint32_t plies = search_rng_below(rng, PLIES_MAX);
    for (uint32_t i = 0; i < plies && !state_over(&state.head); i++) {
        int seat = __builtin_ctz(state.head.actors);
        assert_true(game_legal(game, &state.head, seat, &moves) > 0);
        move m = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
        assert_true(game_apply(game, &state.head, seat, m, NULL));
    }
}

/* As a truth, or as somebody sees it. */
static void choose_sight(const struct game *game, struct search_rng *rng)
{
    int viewer = SPECTATOR + (int)search_rng_below(rng, state.head.seats + 2u);
    if (viewer == TRUTH)
        state_copy(&hurt.head, &state.head);
    else
        game_observe(game, &state.head, viewer, &hurt.head);
    assert_null(game->audit(&hurt.head));
}

/* Each state that follows from it is sound too. */
static void play_on(const struct game *game)
{
    struct search_rng rng;
    search_rng_init(&rng, 1);
    for (int i = 0; i < PLIES_ON && !state_over(&hurt.head); i++) {
        int seat = __builtin_ctz(hurt.head.actors);
        assert_true(game_legal(game, &hurt.head, seat, &moves) > 0);
        move m = moves.list[search_rng_below(&rng, (uint32_t)moves.count)];
        if (!game_apply(game, &hurt.head, seat, m, NULL))
            return; /* there is nothing left to shuffle with */
        const char *flaw = game->audit(&hurt.head);
        if (flaw)
            fail_msg("%s: %s after %d plies", game->name, flaw, i + 1);
    }
}

/* A state that passes the audit is used like any other; a mistake would end the program. */
static void use(const struct game *game)
{
    char text[POSITION_MAX];
    struct text out;
    text_init(&out, text, sizeof text);
    game_write(game, &hurt.head, &out);
    assert_false(out.overflow);
    for (int seat = 0; seat < hurt.head.seats; seat++) {
        int count = state_acts(&hurt.head, seat) ? game->legal(&hurt.head, seat, NULL) : HIDDEN;
        assert_true(count <= (int)game->moves_max);
        assert_true(count > 0 || count == HIDDEN); /* or the game would stand still */
    }
    if (hurt.head.viewer == TRUTH) {
        game_observe(game, &hurt.head, 0, &view.head);
        assert_null(game->audit(&view.head));
        play_on(game);
    }
}

/* Not the options, which the caller has checked, nor the size: with a wrong one everybody reads
 * beyond the state. */
static bool may_damage(size_t at)
{
    size_t size_at = offsetof(struct state, size), option_at = offsetof(struct state, option);
    return (at < size_at || at >= size_at + sizeof hurt.head.size) &&
           (at < option_at || at >= option_at + sizeof hurt.head.option);
}

static void damage(const struct game *game, struct search_rng *rng)
{
    uint8_t *bytes = (uint8_t *)&hurt;
    choose_sight(game, rng);
    uint32_t at = search_rng_below(rng, hurt.head.size);
    if (!may_damage(at))
        return;
    uint32_t by = search_rng_below(rng, 2) == 0 ? 1 : 1 + search_rng_below(rng, 255);
    bytes[at] = (uint8_t)(bytes[at] + by);
    const char *sentence = game->audit(&hurt.head);
    if (sentence)
        note(sentence);
    else
        use(game);
}

static void check_game(const struct game *game, int sentences)
{
    struct search_rng rng;
    search_rng_init(&rng, 5);
    said_count = 0;
    for (int i = 0; i < GAMES; i++) {
        play_some(game, &rng);
        for (int j = 0; j < DAMAGES; j++)
            damage(game, &rng);
    }
    print_message("%s: %d sentences\n", game->name, said_count);
    assert_true(said_count >= sentences);
}

static void damage_is_found(void **unused)
{
    (void)unused;
    check_game(&game_null, 6);
    check_game(game_find("gobblet"), 8);
    check_game(game_find("iota"), 18);
    check_game(game_find("cento"), 9);
    check_game(game_find("taki"), 16);
}

/* Some Taki position in this phase, with this many seats. */
static struct taki *find_taki(enum taki_phase phase, int seats)
{
    struct taki *t = (struct taki *)&state;
    struct search_rng rng;
    search_rng_init(&rng, 3);
    do
        play_some(game_find("taki"), &rng);
    while (t->phase != phase || state.head.seats != seats || t->duty != 0);
    assert_null(game_taki.audit(&state.head));
    return t;
}

/* Each of these made a game that nobody can continue, or that never ends. */
static void taki_cannot_stand_still(void **unused)
{
    (void)unused;
    struct taki *t = find_taki(TAKI_REACT, 3);
    uint16_t others = (uint16_t)(7 & ~seat_bit(t->turn));
    t->passed |= seat_bit(5); /* nobody sits there, so not all could ever pass */
    assert_non_null(game_taki.audit(&state.head));
    t->passed = seat_bit(t->turn); /* it was that seat's own +3 */
    assert_non_null(game_taki.audit(&state.head));
    t->passed = others; /* all have passed, but the +3 has had no effect */
    t->head.actors = 0;
    assert_non_null(game_taki.audit(&state.head));

    t = find_taki(TAKI_PLAY, 3);
    t->duty |= seat_bit(5);
    t->head.actors |= seat_bit(5);
    assert_non_null(game_taki.audit(&state.head));

    t = find_taki(TAKI_PLAY, 3);
    while (t->pile_count > 0)
        t->pile[--t->pile_count] = 0;
    t->discard[0] = t->discard[leading_at(t)];
    while (t->discard_count > 1)
        t->discard[--t->discard_count] = 0;
    t->open = 0;
    assert_null(game_taki.audit(&state.head));
    t->stuck = 4; /* more than there are seats: it is over when all are stuck */
    assert_non_null(game_taki.audit(&state.head));

    t = find_taki(TAKI_OWE, 3);
    t->chain = 0;
    assert_non_null(game_taki.audit(&state.head));
    t->chain = CHAIN_MAX + 1;
    assert_non_null(game_taki.audit(&state.head));
}

static void report(const char *file, int line, const char *text)
{
    print_error("%s:%d: %s does not hold\n", file, line, text);
}

int main(void)
{
    check_report = report;
    const struct CMUnitTest tests[] = {cmocka_unit_test(damage_is_found),
                                       cmocka_unit_test(taki_cannot_stand_still)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
