/* SPDX-License-Identifier: MIT */
/*
 * The computer players, src/bots: what every one of them promises in every game it plays (a legal
 * move from a view and nothing but the view, within the budget and the memory it was lent, the same
 * one for the same seed, and reasons that can be read), and what those for any game must not miss.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "advice_checks.h"
#include "bots/bot.h"
#include "bots/meter.h"
#include "words/words.h"

enum {
    MEMORY = 6 << 20, /* more than the least, far less than usual */
    GUARD = 64,       /* bytes after the lent memory */
    POISON = 0x5a,
};

static int length = 24; /* plies of each game that is followed */
static uint64_t memory[(MEMORY + GUARD) / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;
static struct advice advice, again;

extern const struct bot bot_mcts, bot_greedy, bot_kid, bot_random;

/* ---- who plays what ---- */

/* The listed games, then the template. */
static const struct game *game_number(int index)
{
    const struct game *game = game_at(index);
    return game || index < 1 || !game_at(index - 1) ? game : &game_null;
}

static void for_every_bot(void (*check)(const struct game *, const struct bot *))
{
    const struct game *game;
    const struct bot *bot;
    for (int g = 0; (game = game_number(g)) != NULL; g++)
        for (int b = 0; (bot = bot_at(game, b)) != NULL; b++) {
            print_message("%s plays %s\n", bot->name, game->name); /* the last one failed */
            check(game, bot);
        }
}

static void deal(const struct game *game, int seats, uint8_t seed)
{
    uint8_t key[CHANCE_KEY_SIZE] = {seed, 1};
    game_init(game, &state.head, seats);
    game_deal(game, &state.head, key);
}

static int any_actor(struct search_rng *rng)
{
    int seat;
    do
        seat = (int)search_rng_below(rng, state.head.seats);
    while (!state_acts(&state.head, seat));
    return seat;
}

/* Random moves from a new deal; stops at a choice. False if the game was over before. */
static bool wander(const struct game *game, int seats, uint8_t seed, int plies, int *seat)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    deal(game, seats, seed);
    while (!state_over(&state.head)) {
        *seat = any_actor(&rng);
        game_legal(game, &state.head, *seat, &moves);
        if (plies-- <= 0 && moves.count > 1)
            return true;
        game_apply(game, &state.head, *seat,
                   moves.list[search_rng_below(&rng, (uint32_t)moves.count)], NULL);
    }
    return false;
}

/* ---- asking ---- */

/* Asks about `view`; the memory is poisoned, and nothing after it may be touched. */
static void ask_view(const struct game *game, const struct bot *bot, uint64_t seed,
                     const struct budget *budget, uint16_t overlook, size_t size,
                     struct advice *answer)
{
    struct search_rng rng;
    const unsigned char *bytes = (const unsigned char *)memory;
    search_rng_init(&rng, seed);
    memset(memory, POISON + (int)(seed & 1), size);
    memset((unsigned char *)memory + size, POISON, GUARD);
    memset(answer, 0xa5, sizeof *answer);
    struct question question = {.game = game,
                                .view = &view.head,
                                .skill = {.nodes = budget->nodes, .overlook = overlook},
                                .budget = *budget,
                                .rng = &rng,
                                .memory = memory,
                                .memory_size = size};
    bot_think(bot, &question, answer);
    for (int i = 0; i < GUARD; i++)
        assert_int_equal(bytes[size + (size_t)i], POISON);
}

static void ask(const struct game *game, const struct bot *bot, int seat, uint64_t seed,
                const struct budget *budget, struct advice *answer)
{
    game_observe(game, &state.head, seat, &view.head);
    ask_view(game, bot, seed, budget, 0, MEMORY, answer);
}

/* ---- what advice must be ---- */

static bool has_parameter(const char *text, const char *name)
{
    return strstr(text, name) != NULL;
}

static void check_sentence(const struct game *game, const struct reason *reason, const char *text)
{
    char buffer[MOVE_TEXT_MAX];
    struct text written;
    if (text == reason->key)
        fail_msg("%s is not in the catalogue", reason->key);
    for (const char *at = text; (at = strchr(at, '{')) != NULL; at++)
        assert_true(strncmp(at, "{piece}", 7) == 0 || strncmp(at, "{seat}", 6) == 0 ||
                    strncmp(at, "{count}", 7) == 0);
    if (has_parameter(text, "{seat}"))
        assert_in_range(reason->seat, 0, state.head.seats - 1);
    if (has_parameter(text, "{piece}")) {
        assert_true(reason->piece > NO_PIECE);
        text_init(&written, buffer, sizeof buffer);
        game->write_piece(reason->piece, &written);
        assert_false(written.overflow);
        assert_true(buffer[0] != '\0');
    }
}

static void check_reasons(const struct game *game, const struct candidate *candidate)
{
    for (int i = 0; i < candidate->reasons; i++)
        for (enum language language = 0; language < LANGUAGES; language++)
            check_sentence(game, &candidate->reason[i],
                           words_find(language, candidate->reason[i].key));
}

/* The line begins with the best move; where nothing is hidden it can be played. */
static void check_line(const struct game *game, int seat, const struct advice *answer)
{
    if (answer->line_count == 0)
        return;
    assert_true(answer->line[0].seat == seat);
    if (game->hidden || game->chance)
        return;
    union any_state play = state;
    for (int i = 0; i < answer->line_count; i++) {
        assert_true(
            game_is_legal(game, &play.head, answer->line[i].seat, answer->line[i].move, &moves));
        game_apply(game, &play.head, answer->line[i].seat, answer->line[i].move, NULL);
    }
}

static void check_advice(const struct game *game, int seat, uint64_t nodes,
                         const struct advice *answer)
{
    game_legal(game, &state.head, seat, &moves);
    check_sound(answer, &moves, nodes);
    for (int i = 0; i < answer->count; i++)
        check_reasons(game, &answer->list[i]);
    check_line(game, seat, answer);
}

/* ---- what every bot promises ---- */

/* Through a game with whichever actor, so that reactions out of turn come up too. */
static void follow_game(const struct game *game, const struct bot *bot, int seats, uint64_t nodes)
{
    struct search_rng rng;
    struct budget budget = {.nodes = nodes};
    search_rng_init(&rng, nodes);
    deal(game, seats, (uint8_t)seats);
    for (int ply = 0; ply < length && !state_over(&state.head); ply++) {
        int seat = any_actor(&rng);
        ask(game, bot, seat, (uint64_t)ply, &budget, &advice);
        check_advice(game, seat, nodes, &advice);
        game_apply(game, &state.head, seat, advice.best, NULL);
    }
}

static void plays_with_any_number(const struct game *game, const struct bot *bot)
{
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        follow_game(game, bot, seats, seats % 2 ? 1 : 30);
    follow_game(game, bot, game->seats_min, 1);
    follow_game(game, bot, game->seats_min, 300);
}

static void every_bot_plays_with_any_number(void **unused)
{
    (void)unused;
    for_every_bot(plays_with_any_number);
}

static void repeats_itself(const struct game *game, const struct bot *bot)
{
    struct budget budget = {.nodes = 400};
    int seat;
    for (uint8_t seed = 0; seed < 4; seed++) {
        if (!wander(game, game->seats_min, seed, 3 * seed, &seat))
            continue;
        ask(game, bot, seat, seed, &budget, &advice);
        memset(&view, seed, sizeof view); /* bytes after a state mean nothing */
        ask(game, bot, seat, seed, &budget, &again);
        check_same(&advice, &again);
    }
}

static void the_same_question_has_the_same_answer(void **unused)
{
    (void)unused;
    for_every_bot(repeats_itself);
}

/* Two truths that differ only in what the seat cannot know: the bot must not know either. */
static void knows_no_more_than_its_view(const struct game *game, const struct bot *bot)
{
    struct budget budget = {.nodes = 300};
    struct search_rng rng;
    int seat;
    for (uint8_t seed = 10; seed < 14; seed++) {
        if (!wander(game, seed % 2 ? game->seats_min : game->seats_max, seed, 2 * seed, &seat))
            continue;
        ask(game, bot, seat, seed, &budget, &advice);
        search_rng_init(&rng, seed);
        game_observe(game, &state.head, seat, &view.head);
        union any_state other = view;
        game->imagine(&other.head, &rng);
        assert_true(!game->hidden || !state_equal(&other.head, &state.head));
        game_observe(game, &other.head, seat, &view.head);
        ask_view(game, bot, seed, &budget, 0, MEMORY, &again);
        check_same(&advice, &again);
    }
}

static void no_bot_knows_what_is_hidden(void **unused)
{
    (void)unused;
    for_every_bot(knows_no_more_than_its_view);
}

static void needs_no_more_memory(const struct game *game, const struct bot *bot)
{
    struct budget budget = {.nodes = 300};
    size_t least = bot->memory_min > sizeof(struct moves) ? bot->memory_min : sizeof(struct moves);
    int seat;
    assert_true(bot->memory_min <= BOT_MEMORY_MIN);
    if (!wander(game, game->seats_max, 3, 6, &seat))
        return;
    game_observe(game, &state.head, seat, &view.head);
    ask_view(game, bot, 1, &budget, 0, least, &advice);
    check_advice(game, seat, budget.nodes, &advice);
}

static void the_least_memory_is_enough(void **unused)
{
    (void)unused;
    for_every_bot(needs_no_more_memory);
}

static void overlooks_moves(const struct game *game, const struct bot *bot)
{
    static const uint16_t often[] = {200, 900, 1000};
    struct budget budget = {.nodes = 100};
    int seat;
    for (uint8_t seed = 0; seed < 3; seed++) {
        if (!wander(game, game->seats_min, seed, 4, &seat))
            continue;
        game_observe(game, &state.head, seat, &view.head);
        ask_view(game, bot, seed, &budget, often[seed], MEMORY, &advice);
        check_advice(game, seat, budget.nodes, &advice);
    }
}

static void a_bot_that_overlooks_moves_makes_legal_ones(void **unused)
{
    (void)unused;
    for_every_bot(overlooks_moves);
}

/* ---- time ---- */

static int64_t now_ms;

static int64_t clock_ms(void)
{
    return now_ms++; /* each look takes a millisecond */
}

static void ends_in_time(const struct game *game, const struct bot *bot)
{
    struct budget budget = {.deadline_ms = 1020, .clock_ms = clock_ms};
    int seat;
    if (!wander(game, game->seats_min, 1, 5, &seat))
        return;
    now_ms = 1000;
    ask(game, bot, seat, 1, &budget, &advice);
    assert_true(now_ms < budget.deadline_ms + 10);
    check_advice(game, seat, UINT64_MAX, &advice);
    now_ms = 5000; /* too late already */
    ask(game, bot, seat, 1, &budget, &advice);
    assert_true(now_ms < 5000 + 10);
    check_advice(game, seat, UINT64_MAX, &advice);
}

static void time_ends_every_search(void **unused)
{
    (void)unused;
    for_every_bot(ends_in_time);
}

static void stops_when_told(const struct game *game, const struct bot *bot)
{
    atomic_bool stop = true;
    struct budget budget = {.stop = &stop};
    int seat;
    if (!wander(game, game->seats_max, 2, 2, &seat))
        return;
    ask(game, bot, seat, 1, &budget, &advice);
    check_advice(game, seat, UINT64_MAX, &advice);
}

static void a_flag_stops_every_search(void **unused)
{
    (void)unused;
    for_every_bot(stops_when_told);
}

/* ---- the meter ---- */

static void the_meter_counts_nodes(void **unused)
{
    (void)unused;
    struct budget budget = {.nodes = 5};
    struct meter meter;
    meter_init(&meter, &budget, 2);
    for (int i = 0; i < 5; i++)
        assert_true(meter_count(&meter));
    assert_false(meter_count(&meter));
    assert_int_equal(meter.nodes, 5);
    assert_true(meter_spent(&meter) >= 1);
    meter_init(&meter, &budget, 2);
    assert_true(meter_count(&meter));
    assert_true(meter_spent(&meter) > 0.19 && meter_spent(&meter) < 0.21);
}

static void the_meter_looks_at_the_clock(void **unused)
{
    (void)unused;
    struct budget budget = {.deadline_ms = 104, .clock_ms = clock_ms};
    struct meter meter;
    now_ms = 100;
    meter_init(&meter, &budget, 3);
    int nodes = 0;
    while (meter_count(&meter))
        nodes++;
    assert_int_equal(now_ms, 105);
    assert_int_equal(nodes, 4 * 3); /* looks at 101, 102, 103, and at 104, too late */
    now_ms = 0;                     /* what is over stays over */
    assert_false(meter_count(&meter));
    now_ms = 100;
    meter_init(&meter, &budget, 3);
    assert_true(meter_spent(&meter) > 0.4 && meter_spent(&meter) >= 1);
}

static void the_meter_sees_the_flag(void **unused)
{
    (void)unused;
    atomic_bool stop = false;
    struct budget budget = {.stop = &stop};
    struct meter meter;
    meter_init(&meter, &budget, 1);
    assert_true(meter_check(&meter));
    assert_true(meter_spent(&meter) < 1);
    atomic_store(&stop, true);
    assert_false(meter_check(&meter));
    assert_false(meter_count(&meter));
    assert_true(meter_spent(&meter) >= 1);
}

/* ---- names ---- */

static void check_names(const struct game *game, const struct bot *bot)
{
    struct player player;
    assert_true(player_find(game, bot->name, &player));
    assert_ptr_equal(player.bot, bot);
    assert_true(bot->usual.nodes > 0 || bot->usual.millis > 0);
    for (int level = 0; level < LEVELS_COUNT && bot->levels; level++)
        assert_true(bot->levels[level].nodes > 0 || bot->levels[level].millis > 0);
}

static void bots_and_levels_are_found(void **unused)
{
    (void)unused;
    const struct game *game;
    struct player player;
    for (int level = 0; level < LEVELS_COUNT; level++)
        assert_int_equal(level_find(level_name(level)), level);
    assert_null(level_name(-1));
    assert_null(level_name(LEVELS_COUNT));
    assert_int_equal(level_find("none"), -1);
    for_every_bot(check_names);
    for (int g = 0; (game = game_number(g)) != NULL; g++) {
        assert_false(player_find(game, "none", &player));
        for (int level = 0; level < LEVELS_COUNT; level++) {
            assert_true(player_find(game, level_name(level), &player));
            assert_ptr_equal(player.bot, bot_at(game, 0));
            assert_int_equal(player.skill.nodes, player.bot->levels[level].nodes);
        }
    }
}

/* ---- sense, in those that play anything ---- */

static void read_position(const struct game *game, const char *text)
{
    game_init(game, &state.head, 0);
    assert_null(game_read(game, &state.head, text));
}

static void best_is(const struct bot *bot, const char *name, const char *position, uint64_t nodes,
                    const char *expected, const char *reason)
{
    const struct game *game = game_find(name);
    struct budget budget = {.nodes = nodes};
    read_position(game, position);
    for (uint64_t seed = 0; seed < 5; seed++) {
        char buffer[MOVE_TEXT_MAX];
        struct text text;
        ask(game, bot, 0, seed, &budget, &advice);
        text_init(&text, buffer, sizeof buffer);
        game->write_move(&state.head, advice.best, &text);
        assert_string_equal(buffer, expected);
        assert_true(advice.list[0].reasons > 0);
        assert_string_equal(advice.list[0].reason[0].key, reason);
    }
}

static void a_win_at_once_is_taken(void **unused)
{
    (void)unused;
    best_is(&bot_mcts, "gobblet", "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,W4,- 333 333 w", 300, "3@d1",
            "advice.move.wins");
    best_is(&bot_mcts, "cento", "35=5x7 7/10+36 40+56+63 8+9 0/0 0:1:0", 50, "7=1x7",
            "advice.move.wins");
}

/* With no budget at all it still plays a card: games of the weakest must end. */
static void laying_is_preferred_untried(void **unused)
{
    (void)unused;
    const char *position = "R7 R4,Y1,Y3/G1,G3 B1,B3 0> play shut .. - 0";
    best_is(&bot_mcts, "taki", position, 1, "R4", "advice.move.lays");
    best_is(&bot_greedy, "taki", position, 1, "R4", "advice.move.lays");
}

static void a_threat_is_met(void **unused)
{
    (void)unused;
    /* Black wins on d2 unless White stands there. */
    const struct game *game = game_find("gobblet");
    struct budget budget = {.nodes = 10000};
    for (uint64_t seed = 0; seed < 3; seed++) {
        read_position(game, "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,-,- 433 333 w");
        ask(game, &bot_mcts, 0, seed, &budget, &advice);
        check_advice(game, 0, budget.nodes, &advice);
        game_apply(game, &state.head, 0, advice.best, NULL);
        game_legal(game, &state.head, 1, &moves);
        for (int i = 0; i < moves.count; i++) {
            union any_state after = state;
            game_apply(game, &after.head, 1, moves.list[i], NULL);
            assert_false(state_over(&after.head));
        }
    }
}

static void the_greedy_take_the_most(void **unused)
{
    (void)unused;
    const struct game *game = game_find("iota");
    struct budget budget = {.nodes = 1};
    int seat;
    for (uint8_t seed = 0; seed < 5; seed++) {
        assert_true(wander(game, 2, seed, 4, &seat));
        ask(game, &bot_greedy, seat, seed, &budget, &advice);
        int32_t most = game->gain(&state.head, seat, advice.best);
        game_legal(game, &state.head, seat, &moves);
        for (int i = 0; i < moves.count; i++)
            assert_true(game->gain(&state.head, seat, moves.list[i]) <= most);
    }
}

/* Any of several equal moves may be played: over many seeds, more than one is. */
static void equals_are_taken_by_lot(void **unused)
{
    (void)unused;
    const struct game *game = game_find("gobblet");
    const struct bot *bots[] = {&bot_greedy, &bot_random};
    struct budget budget = {.nodes = 1};
    deal(game, 2, 0);
    for (int b = 0; b < 2; b++) {
        bool differ = false;
        move first = 0;
        for (uint64_t seed = 0; seed < 20; seed++) {
            ask(game, bots[b], 0, seed, &budget, &advice);
            differ |= seed > 0 && advice.best != first;
            first = advice.best;
        }
        assert_true(differ);
    }
}

/* ---- beginners ---- */

enum { TURNS = 1000 };

/* Of TURNS turns in a position, counts those after which the seat has won or, if not `won`, those
 * after which the other can win at once. */
static int count_turns(const char *position, uint16_t overlook, bool won)
{
    const struct game *game = game_find("gobblet");
    struct budget budget = {.nodes = 20000};
    int count = 0;
    for (uint64_t seed = 0; seed < TURNS; seed++) {
        read_position(game, position);
        game_observe(game, &state.head, 0, &view.head);
        ask_view(game, &bot_kid, seed, &budget, overlook, MEMORY, &advice);
        game_apply(game, &state.head, 0, advice.best, NULL);
        bool loses = false;
        game_legal(game, &state.head, 1, &moves);
        for (int i = 0; i < moves.count && !loses; i++) {
            union any_state after = state;
            game_apply(game, &after.head, 1, moves.list[i], NULL);
            loses = state_over(&after.head);
        }
        count += won ? state_over(&state.head) : loses;
    }
    return count;
}

/* It sees all of its wins and threats, none except by luck, or some. */
static void the_new_see_a_part(void **unused)
{
    (void)unused;
    static const char *const win = "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,W4,- 333 333 w";
    static const char *const threat = "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,-,- 433 333 w";
    assert_int_equal(count_turns(win, 0, true), TURNS);
    assert_int_equal(count_turns(threat, 0, false), 0);
    int lucky = count_turns(win, 1000, true), helpless = count_turns(threat, 1000, false);
    assert_in_range(lucky, 0, TURNS / 5);
    assert_in_range(helpless, TURNS * 4 / 5, TURNS);
    int seen = count_turns(win, 300, true), missed = count_turns(threat, 300, false);
    assert_in_range(seen, TURNS * 7 / 10 + lucky * 3 / 10 - 50,
                    TURNS * 7 / 10 + lucky * 3 / 10 + 50);
    assert_in_range(missed, helpless * 3 / 10 - 50, helpless * 3 / 10 + 50);
}

/* They lay one card, then perhaps another beside it, and draw only if they see none to lay. */
static void the_new_lay_card_by_card(void **unused)
{
    (void)unused;
    const char *position = "R7 R4,Y1,Y3/G1,G3 B1,B3 0> play shut .. - 0";
    best_is(&bot_kid, "taki", position, 1, "R4", "advice.move.lays");
    const struct game *game = game_find("taki");
    struct budget budget = {.nodes = 1};
    read_position(game, position);
    game_observe(game, &state.head, 0, &view.head);
    ask_view(game, &bot_kid, 1, &budget, 1000, MEMORY, &advice);
    assert_int_equal(advice.list[0].reasons, 0);
    /* In Iota what is laid is worth no less than the best single card. */
    game = game_find("iota");
    int seat;
    for (uint8_t seed = 0; seed < 20; seed++) {
        struct step steps[STEPS_MAX];
        assert_true(wander(game, 2, seed, 4, &seat));
        ask(game, &bot_kid, seat, seed, &budget, &advice);
        int32_t points = game->gain(&state.head, seat, advice.best);
        game_legal(game, &state.head, seat, &moves);
        for (int i = 0; i < moves.count; i++)
            if (game->steps(&state.head, seat, moves.list[i], steps) <= 3 &&
                steps[0].kind == STEP_TAKE)
                assert_true(game->gain(&state.head, seat, moves.list[i]) <= points);
    }
}

/* ---- strength ---- */

enum { GAMES = 8 };

/* The first bot's share of the points, when each is dealt every hand once. */
static double share(const struct game *game, const struct bot *bot, uint64_t nodes,
                    const struct bot *against)
{
    double points = 0;
    for (int i = 0; i < GAMES; i++) {
        struct search_rng rng;
        struct outcome outcome;
        int hero = i % 2;
        search_rng_init(&rng, (uint64_t)i);
        deal(game, 2, (uint8_t)(i / 2));
        while (!state_over(&state.head)) {
            int seat = any_actor(&rng);
            struct budget budget = {.nodes = nodes};
            ask(game, seat == hero ? bot : against, seat, search_rng_next(&rng), &budget, &advice);
            game_apply(game, &state.head, seat, advice.best, NULL);
        }
        game->tally(&state.head, &outcome);
        points += outcome.place[hero] < outcome.place[!hero]    ? 1
                  : outcome.place[hero] == outcome.place[!hero] ? 0.5
                                                                : 0;
    }
    return points / GAMES;
}

static void thought_beats_chance(void **unused)
{
    (void)unused;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        assert_true(share(game, &bot_mcts, 300, &bot_random) >= 0.6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_plays_with_any_number),
        cmocka_unit_test(the_same_question_has_the_same_answer),
        cmocka_unit_test(no_bot_knows_what_is_hidden),
        cmocka_unit_test(the_least_memory_is_enough),
        cmocka_unit_test(a_bot_that_overlooks_moves_makes_legal_ones),
        cmocka_unit_test(time_ends_every_search),
        cmocka_unit_test(a_flag_stops_every_search),
        cmocka_unit_test(the_meter_counts_nodes),
        cmocka_unit_test(the_meter_looks_at_the_clock),
        cmocka_unit_test(the_meter_sees_the_flag),
        cmocka_unit_test(bots_and_levels_are_found),
        cmocka_unit_test(a_win_at_once_is_taken),
        cmocka_unit_test(laying_is_preferred_untried),
        cmocka_unit_test(a_threat_is_met),
        cmocka_unit_test(the_greedy_take_the_most),
        cmocka_unit_test(equals_are_taken_by_lot),
        cmocka_unit_test(the_new_see_a_part),
        cmocka_unit_test(the_new_lay_card_by_card),
        cmocka_unit_test(thought_beats_chance),
    };
    if (argc > 1)
        length = atoi(argv[1]);
    return cmocka_run_group_tests_name("bots", tests, NULL, NULL);
}
