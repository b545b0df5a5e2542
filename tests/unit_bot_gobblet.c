/* SPDX-License-Identifier: MIT */
/*
 * The Gobblet player, src/bots/gobblet*.c: its board follows the same rules as src/rules/gobblet.c,
 * it stays within its budget, it misses no win and no loss in one, and its reasons are true of the
 * board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "advice_checks.h"
#include "bots/bot.h"
#include "bots/gobblet_advice.h"

extern const struct bot bot_gobblet;
extern const struct game game_gobblet;

enum { PLIES = 120, GLANCES = 400, LINE_SIZE = 512, FILLED = 1 << 20 };

#define TACTICS "tests/tactics/gobblet.t"

static int games = 60; /* in which its board is compared with the rules */
static uint64_t memory[BOT_MEMORY_MIN / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;

static const struct house as_printed;

static void begin(struct house house)
{
    uint8_t key[CHANCE_KEY_SIZE] = {1};
    game_init(&game_gobblet, &state.head, 2);
    state.head.option[OPTION_TOUCH] = house.touch;
    state.head.option[OPTION_RESERVE] = house.free_reserve;
    game_deal(&game_gobblet, &state.head, key);
}

static const struct gobblet *now(void)
{
    return (const struct gobblet *)&state;
}

static struct house house_now(void)
{
    return (struct house){state.head.option[OPTION_TOUCH], state.head.option[OPTION_RESERVE]};
}

static struct board board_now(void)
{
    const struct gobblet *g = now();
    return (struct board){g->men[g->turn], g->men[!g->turn]};
}

static bool is_over_after(move m, int *winner)
{
    union any_state after;
    struct outcome outcome;
    state_copy(&after.head, &state.head);
    game_apply(&game_gobblet, &after.head, now()->turn, m, NULL);
    if (!state_over(&after.head))
        return false;
    game_gobblet.tally(&after.head, &outcome);
    *winner = outcome.place[WHITE] == outcome.place[BLACK] ? -1 : outcome.place[WHITE] != 1;
    return true;
}

/* ---- the board and the rules ---- */

static bool acts_have(const struct acts *acts, act a)
{
    for (int i = 0; i < acts->count; i++)
        if (acts->list[i] == a)
            return true;
    return false;
}

/* By trying every move, with the rules. */
static bool wins_at_once(int *wins)
{
    bool any = false;
    *wins = 0;
    game_legal(&game_gobblet, &state.head, now()->turn, &moves);
    for (int i = 0; i < moves.count; i++) {
        int winner;
        if (move_kind(moves.list[i]) != TOUCH && is_over_after(moves.list[i], &winner) &&
            winner == now()->turn) {
            any = true;
            ++*wins;
        }
    }
    return any;
}

/* The same moves, but of the touches only one that loses the turn, if there is one. */
static void check_acts(const struct board *board, const struct surface *surface)
{
    struct acts acts;
    int plain = 0, lost = 0;
    bool stuck = false;
    board_acts(board, surface, house_now(), &acts);
    game_legal(&game_gobblet, &state.head, now()->turn, &moves);
    for (int i = 0; i < moves.count; i++) {
        union any_state after;
        state_copy(&after.head, &state.head);
        game_apply(&game_gobblet, &after.head, now()->turn, moves.list[i], NULL);
        plain += move_kind(moves.list[i]) != TOUCH;
        stuck |= move_kind(moves.list[i]) == TOUCH && !((struct gobblet *)&after)->touched;
    }
    for (int i = 0; i < acts.count; i++) {
        bool legal = false;
        assert_true(board_allows(board, surface, house_now(), acts.list[i]));
        lost += move_kind(acts.list[i]) == TOUCH;
        for (int j = 0; j < moves.count; j++)
            legal |= moves.list[j] == (acts.list[i] & ACT_CODE);
        assert_true(legal);
    }
    assert_int_equal(acts.count - lost, plain);
    assert_int_equal(lost, stuck);
}

static bool can_win(const struct board *board)
{
    struct surface surface = board_surface(board);
    return surface.full == 0 && board_win(board, &surface, house_now()) != NO_ACT;
}

/* Every move after which the other side cannot win at once is among the answers. */
static void check_answers(const struct board *board, const struct surface *surface)
{
    struct acts acts, answers;
    struct house still = {.free_reserve = house_now().free_reserve}; /* a lost turn stops nothing */
    board_acts(board, surface, still, &acts);
    board_answers(board, surface, still, &answers);
    for (int i = 0; i < acts.count; i++) {
        struct board after = board_after(board, acts.list[i]);
        struct surface then = board_surface(&after);
        if (then.full == 0 && !can_win(&after))
            assert_true(acts_have(&answers, acts.list[i]));
    }
    for (int i = 0; i < answers.count; i++)
        assert_true(acts_have(&acts, answers.list[i]));
}

static void check_position(void)
{
    struct board board = board_now();
    struct surface surface = board_surface(&board);
    int wins;
    assert_int_equal(surface.full, 0);
    check_acts(&board, &surface);
    act win = board_win(&board, &surface, house_now());
    assert_int_equal(win != NO_ACT, wins_at_once(&wins));
    int winner = -2;
    if (win)
        assert_true(is_over_after(win & ACT_CODE, &winner) && winner == now()->turn);
    if (!win && board_threatened(&board, &surface, house_now()))
        check_answers(&board, &surface);
}

static void check_symmetry(struct search_rng *rng)
{
    struct board board = board_now();
    struct surface surface = board_surface(&board);
    struct acts acts;
    int to, back;
    int symmetry = (int)search_rng_below(rng, SYMMETRIES);
    struct board other = board_turned(board, symmetry);
    struct board least = board_canonical(&board, &to), again = board_canonical(&other, &back);
    struct board there = board_turned(board, to), home = board_turned(least, symmetry_back(to));
    assert_memory_equal(&least, &again, sizeof least);
    assert_memory_equal(&least, &there, sizeof least);
    assert_memory_equal(&board, &home, sizeof home);
    board_acts(&board, &surface, house_now(), &acts);
    act a = acts.list[search_rng_below(rng, (uint32_t)acts.count)];
    struct board after = board_turned(board_after(&board, a), symmetry);
    struct board turned = board_after(&other, act_turned(a, symmetry));
    assert_memory_equal(&after, &turned, sizeof after);
    assert_int_equal(act_turned(act_turned(a, symmetry), symmetry_back(symmetry)), a);
}

/* Random games that ignore half of the wins, so that long games occur. */
static void board_follows_the_rules(void **unused)
{
    (void)unused;
    struct search_rng rng;
    search_rng_init(&rng, 7);
    for (int game = 0; game < games; game++) {
        begin((struct house){.touch = game % 2 == 1, .free_reserve = game / 2 % 2 == 1});
        for (int ply = 0; ply < PLIES && !state_over(&state.head); ply++) {
            int winner, tries = 0;
            if (!now()->touched)
                check_position();
            check_symmetry(&rng);
            game_legal(&game_gobblet, &state.head, now()->turn, &moves);
            move m;
            do
                m = moves.list[search_rng_below(&rng, (uint32_t)moves.count)];
            while (is_over_after(m, &winner) && ++tries < 20);
            game_apply(&game_gobblet, &state.head, now()->turn, m, NULL);
        }
    }
}

/* ---- asking the player ---- */

static void read_position(const char *text, bool touch)
{
    game_init(&game_gobblet, &state.head, 2);
    state.head.option[OPTION_TOUCH] = touch;
    assert_null(game_read(&game_gobblet, &state.head, text));
}

static move named(const char *text)
{
    move m;
    assert_null(game_read_move(&game_gobblet, &state.head, now()->turn, text, &moves, &m));
    return m;
}

static void play(const char *text)
{
    game_apply(&game_gobblet, &state.head, now()->turn, named(text), NULL);
}

static struct question ask(struct search_rng *rng, uint64_t seed, uint64_t nodes)
{
    search_rng_init(rng, seed);
    game_observe(&game_gobblet, &state.head, now()->turn, &view.head);
    return (struct question){.game = &game_gobblet,
                             .view = &view.head,
                             .budget = {.nodes = nodes},
                             .rng = rng,
                             .memory = memory,
                             .memory_size = sizeof memory};
}

static void think(uint64_t seed, uint64_t nodes, struct advice *advice)
{
    struct search_rng rng;
    struct question question = ask(&rng, seed, nodes);
    memset(advice, 0, sizeof *advice);
    bot_think(&bot_gobblet, &question, advice);
}

/* At a level, with its own node limit. */
static void think_at(int level, uint64_t seed, struct advice *advice)
{
    struct search_rng rng;
    struct question question = ask(&rng, seed, bot_gobblet.levels[level].nodes);
    if (question.budget.nodes > 20000)
        question.budget.nodes = 20000;
    question.skill = bot_gobblet.levels[level];
    memset(advice, 0, sizeof *advice);
    bot_think(&bot_gobblet, &question, advice);
}

static const struct candidate *candidate_of(const struct advice *advice, move m)
{
    for (int i = 0; i < advice->count; i++)
        if (advice->list[i].move == m)
            return &advice->list[i];
    return NULL;
}

static const struct reason *reason_of(const struct candidate *candidate, const char *key)
{
    assert_non_null(candidate);
    for (int i = 0; i < candidate->reasons; i++)
        if (strcmp(candidate->reason[i].key, key) == 0)
            return &candidate->reason[i];
    return NULL;
}

/* ---- promises ---- */

static void check_advice(const struct advice *advice, uint64_t nodes)
{
    check_sound(advice, &moves, nodes);
    for (int i = 0; i < advice->count; i++) {
        assert_true(advice->list[i].value <= advice->list[0].value || advice->list[0].depth == 0);
        assert_true(advice->list[i].reasons > 0);
    }
}

/* The line is a game that can be played from here. */
static void check_line(const struct advice *advice)
{
    union any_state after;
    state_copy(&after.head, &state.head);
    for (int i = 0; i < advice->line_count; i++) {
        int seat = advice->line[i].seat;
        assert_true(state_acts(&after.head, seat));
        assert_true(game_is_legal(&game_gobblet, &after.head, seat, advice->line[i].move, &moves));
        game_apply(&game_gobblet, &after.head, seat, advice->line[i].move, NULL);
    }
}

/* Legal, within the limit, and the same again, whatever was in the memory. */
static void keeps_its_promises(void **unused)
{
    (void)unused;
    static const uint64_t bounds[] = {1, 2, 50, 1000};
    static struct advice advice, again;
    for (int game = 0; game < 8; game++) {
        begin((struct house){.touch = game >= 4, .free_reserve = game % 2 == 1});
        for (int ply = 0; ply < 60 && !state_over(&state.head); ply++) {
            uint64_t nodes = bounds[game % 4];
            memset(memory, 0x5a, FILLED);
            think((uint64_t)ply, nodes, &advice);
            check_line(&advice);
            memset(memory, 0, FILLED);
            think((uint64_t)ply, nodes, &again);
            check_same(&advice, &again);
            if (game_legal(&game_gobblet, &state.head, now()->turn, &moves) > 1)
                check_advice(&advice, nodes);
            game_apply(&game_gobblet, &state.head, now()->turn, advice.best, NULL);
        }
    }
}

static void every_level_plays(void **unused)
{
    (void)unused;
    static struct advice advice;
    for (int level = 0; level < LEVELS_COUNT; level++) {
        begin((struct house){.touch = level % 2 == 1, .free_reserve = level >= 2});
        for (int ply = 0; ply < 12 && !state_over(&state.head); ply++) {
            think_at(level, (uint64_t)ply, &advice);
            game_apply(&game_gobblet, &state.head, now()->turn, advice.best, NULL);
        }
    }
}

static int64_t fake_ms;

static int64_t tick(void)
{
    return fake_ms++;
}

/* Every look at the clock lets a millisecond pass; so they must be few after the deadline. */
static void deadlines_are_kept(void **unused)
{
    (void)unused;
    static struct advice advice;
    struct search_rng rng;
    begin(as_printed);
    for (int64_t millis = -5; millis <= 40; millis += 15) {
        struct question question = ask(&rng, 1, 0);
        question.budget.clock_ms = tick;
        fake_ms = 1000;
        question.budget.deadline_ms = 1000 + millis;
        bot_think(&bot_gobblet, &question, &advice);
        game_legal(&game_gobblet, &state.head, WHITE, &moves);
        check_advice(&advice, UINT64_MAX);
        assert_true(fake_ms <= (millis > 0 ? 1000 + millis : 1000) + 4);
        assert_true(advice.nodes <= (uint64_t)(millis > 0 ? millis + 2 : 2) * 1024);
    }
}

static void stops_when_told(void **unused)
{
    (void)unused;
    static struct advice advice;
    struct search_rng rng;
    atomic_bool stop = true;
    begin(as_printed);
    struct question question = ask(&rng, 1, 0);
    question.budget.stop = &stop;
    bot_think(&bot_gobblet, &question, &advice);
    assert_true(advice.nodes <= 1024);
}

/* A crew that runs its parts in sequence: the first decides, the rest stop at once. */
static int helped;

static void one_by_one(struct crew *crew, void (*work)(void *task, int index), void *task)
{
    for (int thread = 0; thread < crew->threads; thread++, helped++)
        work(task, thread);
}

static void threads_share_the_work(void **unused)
{
    (void)unused;
    static struct advice advice;
    struct search_rng rng;
    struct crew crew = {3, one_by_one};
    begin(as_printed);
    struct question question = ask(&rng, 1, 60000);
    bot_think(&bot_gobblet, &question, &advice);
    assert_int_equal(helped, 0);
    question.crew = &crew;
    bot_think(&bot_gobblet, &question, &advice);
    assert_int_equal(helped, 3);
    assert_true(advice.nodes <= 60000 && advice.nodes > 15000);
    helped = 0;
    question.budget.clock_ms = tick;
    fake_ms = 0;
    question.budget.deadline_ms = 1000;
    bot_think(&bot_gobblet, &question, &advice);
    assert_int_equal(helped, 3);
    assert_true(advice.nodes <= 60000 && advice.nodes > 15000);
    game_legal(&game_gobblet, &state.head, WHITE, &moves);
    check_advice(&advice, 60000);
}

/* ---- tactics ---- */

static bool other_wins_after(move m)
{
    union any_state before;
    int wins, winner = -2;
    bool any;
    if (is_over_after(m, &winner))
        return winner != now()->turn;
    state_copy(&before.head, &state.head);
    game_apply(&game_gobblet, &state.head, now()->turn, m, NULL);
    any = wins_at_once(&wins);
    state_copy(&state.head, &before.head);
    return any;
}

static int count_losing(void)
{
    static struct moves all;
    int losing = 0;
    game_legal(&game_gobblet, &state.head, now()->turn, &all);
    for (int i = 0; i < all.count; i++)
        losing += other_wins_after(all.list[i]);
    return losing == all.count ? 0 : losing; /* there is nothing to miss */
}

static void check_win(const struct advice *advice)
{
    int winner = -2, wins;
    assert_true(wins_at_once(&wins));
    assert_true(is_over_after(advice->best, &winner) && winner == now()->turn);
    assert_true(advice->list[0].value >= 1);
}

/* It also says so if there is no other. */
static void check_safe(const struct advice *advice)
{
    assert_false(other_wins_after(advice->best));
    int losing = count_losing();
    bool only = game_legal(&game_gobblet, &state.head, now()->turn, &moves) == losing + 1;
    assert_int_equal(reason_of(&advice->list[0], "gobblet.advice.only") != NULL, only);
}

/* With a limit that is barely enough to look at every move, and with more. */
static void check_tactic(const char *kind, char *rest)
{
    static struct advice advice;
    char *listed = strstr(rest, " = ");
    if (listed)
        *listed = '\0';
    read_position(rest, false);
    if (strcmp(kind, "safe") == 0)
        assert_true(count_losing() > 0);
    for (int run = 0; run < 3; run++) {
        if (run < 2)
            think((uint64_t)run, run == 0 ? 256 : 4000, &advice);
        else
            think_at(LEVEL_CLUB, 3, &advice);
        if (strcmp(kind, "win") == 0)
            check_win(&advice);
        else if (strcmp(kind, "safe") == 0)
            check_safe(&advice);
        else if (run > 0) {
            char buffer[MOVE_TEXT_MAX];
            struct text text;
            text_init(&text, buffer, sizeof buffer);
            game_gobblet.write_move(&state.head, advice.best, &text);
            if (!strstr(listed + 3, buffer))
                fail_msg("%s: %s", rest, buffer);
        }
    }
}

static void no_tactic_is_missed(void **unused)
{
    (void)unused;
    char line[LINE_SIZE];
    int wins = 0, safe = 0, forced = 0;
    FILE *file = fopen(TACTICS, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *space = strchr(line, ' ');
        if (line[0] == '#' || !space)
            continue;
        *space = '\0';
        wins += strcmp(line, "win") == 0;
        safe += strcmp(line, "safe") == 0;
        forced += strcmp(line, "force") == 0;
        check_tactic(line, space + 1);
    }
    fclose(file);
    assert_true(wins >= 60 && safe >= 60 && forced >= 20);
}

/* ---- single positions ---- */

/* At a level that glances, with these chances to miss something: in how many turns it wins, or
 * lets the other side win at once. */
static void glance(const char *position, uint16_t overlook, uint16_t forget, int *won, int *lost)
{
    static struct advice advice;
    *won = *lost = 0;
    for (uint64_t seed = 0; seed < GLANCES; seed++) {
        struct search_rng rng;
        int winner = -1;
        read_position(position, false);
        struct question question = ask(&rng, seed, 1000);
        question.skill = bot_gobblet.levels[LEVEL_GENTLE];
        question.skill.overlook = overlook;
        question.skill.forget = forget;
        bot_think(&bot_gobblet, &question, &advice);
        game_legal(&game_gobblet, &state.head, now()->turn, &moves);
        check_sound(&advice, &moves, 1000);
        *won += is_over_after(advice.best, &winner) && winner == now()->turn;
        *lost += winner < 0 && other_wins_after(advice.best);
    }
}

/* A bot that looks sees every win and every threat, however few other moves it notices; one that
 * forgets to look sees none. */
static void a_glance_sees_wins_and_threats_or_forgets_them(void **unused)
{
    (void)unused;
    static const char *const win = "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,W4,- 333 333 w";
    static const char *const threat = "-,-,-,-/-,-,-,-/B4,B4,B4,-/W4,W4,-,- 433 333 w";
    int won, lost;
    glance(win, 970, 0, &won, &lost);
    assert_int_equal(won, GLANCES);
    glance(win, 0, 1000, &won, &lost);
    assert_int_equal(won, 0);
    glance(threat, 970, 0, &won, &lost);
    assert_int_equal(lost, 0);
    glance(threat, 900, 1000, &won, &lost);
    assert_true(lost > GLANCES / 2);
    glance(threat, 970, 300, &won, &lost);
    assert_in_range(lost, GLANCES / 5, GLANCES * 2 / 5);
}

/* A touched gobblet must be played, even if another would win (G12). */
static void plays_what_it_touched(void **unused)
{
    (void)unused;
    static struct advice advice;
    read_position("-,-,-,-/-,-,-,-/-,-,B4,B4/W4,W4,W4,- 333 433 w!a1", true);
    think(1, 5000, &advice);
    assert_int_equal(move_kind(advice.best), SHIFT);
    assert_int_equal(move_from(advice.best), 0);
}

/* One that can lose its turn by a touch may do so, but never touches one that it could move. */
static void touches_only_to_wait(void **unused)
{
    (void)unused;
    static struct advice advice;
    begin((struct house){.touch = true});
    for (int ply = 0; ply < 30 && !state_over(&state.head); ply++) {
        think((uint64_t)ply, 300, &advice);
        for (int i = 0; i < advice.count; i++)
            assert_int_not_equal(move_kind(advice.list[i].move), TOUCH);
        game_apply(&game_gobblet, &state.head, now()->turn, advice.best, NULL);
    }
}

/* The search knows which positions have occurred twice: once more is a draw. */
static void knows_what_repeats(void **unused)
{
    (void)unused;
    struct search search;
    read_position("-,-,-,-/-,-,-,-/-,-,-,-/W4,-,-,B4 443 443 w", false);
    static const char *const round[] = {"a1-a2", "d1-d2", "a2-a1", "d2-d1"};
    for (int i = 0; i < 7; i++)
        play(round[i % 4]);
    struct board board = board_now();
    search_begin(&search, &board, as_printed);
    search_remember(&search, now());
    /* after seven moves, each of the four positions has occurred twice */
    assert_int_equal(search.twice_count, 4);
    play(round[3]);
    assert_true(state_over(&state.head));
}

/* What all moves are worth at a depth of one, in the order of the moves. */
static void score_moves(struct search *search, const struct evaluator *evaluator, bool remember)
{
    static uint64_t entries[1 << 12];
    struct board board = board_now();
    struct surface surface = board_surface(&board);
    struct memo memo;
    struct acts acts;
    struct budget budget = {.nodes = 100000};
    memo_init(&memo, entries, sizeof entries, 1 << 8);
    search->evaluator = evaluator;
    search->memo = &memo;
    meter_init(&search->meter, &budget, 1);
    search_begin(search, &board, as_printed);
    if (remember)
        search_remember(search, now());
    board_acts(&board, &surface, as_printed, &acts);
    for (int i = 0; i < acts.count; i++)
        search_add(search, acts.list[i]);
    search_run(search, 1, 1);
}

/* White on a1 and Black on d4 have been there twice, with White to move. The same board with
 * colours swapped and Black to move has not. */
static void colours_do_not_repeat_each_other(void **unused)
{
    (void)unused;
    static struct search with, without;
    static struct evaluator evaluator;
    evaluator_init(&evaluator, &gobblet_weights);
    read_position("-,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w", false);
    static const char *const way[] = {"a1-b1", "d4-c4", "b1-a1", "c4-d4",
                                      "a1-b1", "d4-b2", "b1-d3", "b2-a1"};
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        play(way[i]);
    score_moves(&with, &evaluator, true);
    score_moves(&without, &evaluator, false);
    assert_true(with.twice_count > 0);
    for (int i = 0; i < without.root_count; i++) {
        assert_int_equal(with.root[i].act, without.root[i].act);
        assert_int_equal(with.root[i].score, without.root[i].score);
    }
}

static const struct candidate *advise(const char *position, const char *text, struct advice *advice)
{
    read_position(position, false);
    think(1, 3000, advice);
    return candidate_of(advice, named(text));
}

static void reasons_are_true(void **unused)
{
    (void)unused;
    static struct advice advice;
    const struct reason *reason;
    const struct candidate *found;

    found = advise("-,-,-,-/-,-,-,-/-,-,B4,B4/W4,W4,W4,- 333 433 w", "3@d1", &advice);
    assert_true(advice.best == found->move);
    assert_non_null(reason_of(found, "gobblet.advice.wins"));

    found = advise("-,-,-,-/-,-,-,-/B4,-,-,-/W4,W4,W4,- 333 443 b", "4@d1", &advice);
    reason = reason_of(found, "gobblet.advice.blocks_row");
    assert_true(reason && reason->count == 1);
    assert_int_equal(move_to(advice.best), 3);
    found = advise("-,-,-,-/W4,-,-,-/W4,-,-,-/W4,B4,-,- 333 443 b", "4@a4", &advice);
    assert_non_null(reason_of(found, "gobblet.advice.blocks_a"));
    found = advise("-,-,-,-/-,-,W4,-/-,W4,-,-/W4,B4,-,- 333 443 b", "4@d4", &advice);
    assert_non_null(reason_of(found, "gobblet.advice.blocks_diagonal"));
    found = advise("-,-,-,-/-,-,W4,-/-,W4,-,-/W4,B4,-,- 333 443 b", "b1-b3", &advice);
    reason = reason_of(found, "gobblet.advice.allows");
    assert_true(reason && reason->seat == WHITE);

    found = advise("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w", "4@b2", &advice);
    assert_non_null(reason_of(found, "gobblet.advice.centre"));
    assert_non_null(reason_of(found, "gobblet.advice.large"));

    found = advise("-,-,-,-/-,-,-,-/-,B3,-,-/W4,-,W4,B4 433 442 w", "c1-b2", &advice);
    reason = reason_of(found, "gobblet.advice.gobbles");
    assert_true(reason && reason->piece == 1 + SIZES + 2);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_follows_the_rules),
        cmocka_unit_test(keeps_its_promises),
        cmocka_unit_test(every_level_plays),
        cmocka_unit_test(deadlines_are_kept),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(threads_share_the_work),
        cmocka_unit_test(no_tactic_is_missed),
        cmocka_unit_test(a_glance_sees_wins_and_threats_or_forgets_them),
        cmocka_unit_test(plays_what_it_touched),
        cmocka_unit_test(touches_only_to_wait),
        cmocka_unit_test(knows_what_repeats),
        cmocka_unit_test(reasons_are_true),
        cmocka_unit_test(colours_do_not_repeat_each_other),
    };
    if (argc > 1)
        games = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
