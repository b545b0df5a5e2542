/* SPDX-License-Identifier: MIT */
/*
 * Iota's player, src/bots/iota*.c: its table says what the rules say, it keeps its promises at
 * every table, solves endgames exactly, and the reasons it gives are true.
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
#include "bots/iota_policy.h"

enum { ENDGAME_MOVES = 800 };

static int games = 36; /* in which its table is compared with the rules */
static uint64_t memory[BOT_MEMORY_MIN / sizeof(uint64_t)];
static union any_state state, view;
static struct moves moves;
static struct iota_play plays[IOTA_MOVES_MAX];
static struct iota_choice choices[MOVES_MAX];
static struct iota_world world, after;
static struct advice advice, again;

static const struct game *iota(void)
{
    return game_find("iota");
}

static struct iota *game_state(void)
{
    return (struct iota *)&state;
}

static struct player player(const char *name)
{
    struct player found;
    assert_true(player_find(iota(), name, &found));
    return found;
}

/* Options by the bits of a number: half deck, race, no doubling of the last turn, no wilds, wilds
 * for missing cards. */
static void deal(int seats, uint8_t seed, int options)
{
    uint8_t key[CHANCE_KEY_SIZE] = {seed, 3};
    game_init(iota(), &state.head, seats);
    state.head.option[IOTA_DECK] = (int16_t)(options & 1);
    state.head.option[IOTA_SCORING] = (int16_t)(options >> 1 & 1);
    state.head.option[IOTA_FINAL] = (int16_t)(options >> 2 & 1);
    state.head.option[IOTA_WILD_COUNT] = (int16_t)(options >> 3 & 1);
    state.head.option[IOTA_READING] = (int16_t)(options >> 4 & 1);
    game_deal(iota(), &state.head, key);
}

static void read_position(const char *text)
{
    game_init(iota(), &state.head, 0);
    assert_null(game_read(iota(), &state.head, text));
}

static void think(struct player player, uint64_t seed, struct budget budget, struct advice *out)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    game_observe(iota(), &state.head, game_state()->turn, &view.head);
    memset(memory, 0x5a, sizeof memory); /* it must not rely on the memory's contents */
    memset(out, 0, sizeof *out);
    struct question question = {.game = iota(),
                                .view = &view.head,
                                .skill = player.skill,
                                .budget = budget,
                                .rng = &rng,
                                .memory = memory,
                                .memory_size = sizeof memory};
    bot_think(player.bot, &question, out);
}

/* ---- the player's own table ---- */

static int by_move(const void *a, const void *b)
{
    move one = ((const struct iota_play *)a)->move, two = ((const struct iota_play *)b)->move;
    return one < two ? -1 : one > two;
}

/* The same plays with the same points, and as many other moves, as the rules say. */
static void check_moves(void)
{
    int seat = world.turn, found = 0, others = 0;
    move takes[IOTA_TAKES_MAX];
    int count = iota_board_plays(&world.board, world.hand[seat], world.count[seat], NULL, plays);
    qsort(plays, (size_t)count, sizeof *plays, by_move);
    game_legal(iota(), &state.head, seat, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (iota_kind(moves.list[i]) != IOTA_PLAY) {
            others++;
            continue;
        }
        const struct iota_play *play = &plays[found++];
        assert_true(found <= count && play->move == moves.list[i]);
        assert_int_equal(iota_world_gain(&world, play->move, play->points, iota_play_laid(play)),
                         iota()->gain(&state.head, seat, play->move));
        assert_int_equal(play->used, iota_world_used(&world, play->move));
        assert_true(iota_board_confirms(&world.board, play));
    }
    assert_int_equal(found, count);
    int drafts = iota_board_drafts(&world.board, world.hand[seat], world.count[seat], NULL, plays);
    for (int i = 0; i < drafts; i++)
        found -= !plays[i].suspect || iota_board_confirms(&world.board, &plays[i]);
    assert_int_equal(found, 0);
    int listed = iota_rank(&world, &iota_weights_tuned, &after, plays, choices);
    assert_int_equal(listed, moves.count);
    int idle = others - iota_board_takes(&world.board, world.hand[seat], world.count[seat], takes);
    assert_true(idle >= 1);
}

static void check_world(void)
{
    const struct iota *game = game_state();
    assert_int_equal(world.over, state_over(&state.head));
    assert_int_equal(world.turn, game->turn);
    assert_int_equal(world.passes, game->passes);
    assert_int_equal(world.taken, game->taken);
    assert_int_equal(world.pile_count, game->pile_count);
    assert_memory_equal(world.pile, game->pile, game->pile_count);
    assert_memory_equal(world.score, game->score, sizeof world.score);
    for (int seat = 0; seat < state.head.seats; seat++)
        assert_memory_equal(world.hand[seat], game->hand[seat].card, IOTA_HAND);
}

/* Random games, every other move the one with the most points so that tables grow dense too, and
 * wilds come back whenever they can. */
static move pick(struct search_rng *rng)
{
    move best = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
    if (search_rng_below(rng, 2) == 0)
        return best;
    for (int i = 0; i < moves.count; i++) {
        if (iota_kind(moves.list[i]) == IOTA_TAKE)
            return moves.list[i];
        if (iota()->gain(&state.head, world.turn, moves.list[i]) >
            iota()->gain(&state.head, world.turn, best))
            best = moves.list[i];
    }
    return best;
}

static void its_table_follows_the_rules(void **unused)
{
    struct search_rng rng;
    (void)unused;
    search_rng_init(&rng, 1);
    for (int i = 0; i < games; i++) {
        deal(2 + i % 3, (uint8_t)i, i % 32);
        iota_world_init(&world, game_state());
        while (!state_over(&state.head)) {
            check_moves();
            move m = pick(&rng);
            int32_t gain = iota()->gain(&state.head, world.turn, m);
            game_apply(iota(), &state.head, world.turn, m, NULL);
            iota_world_play(&world, m, gain);
            check_world();
        }
    }
}

/* ---- promises ---- */

/* Every candidate has a reason. */
static void check_advice(uint64_t nodes)
{
    game_legal(iota(), &state.head, game_state()->turn, &moves);
    check_sound(&advice, &moves, nodes);
    for (int i = 0; i < advice.count; i++)
        assert_true(advice.list[i].reasons > 0);
}

/* Through a game, every question asked twice. */
static void follow_game(const char *name, uint64_t nodes)
{
    for (int ply = 0; !state_over(&state.head); ply++) {
        struct budget budget = {.nodes = nodes};
        think(player(name), (uint64_t)ply, budget, &advice);
        think(player(name), (uint64_t)ply, budget, &again);
        check_advice(nodes);
        check_same(&advice, &again);
        game_apply(iota(), &state.head, game_state()->turn, advice.best, NULL);
    }
}

static void every_table_is_played(void **unused)
{
    static const char *const names[] = {"gentle", "casual", "club", "master", "prior"};
    (void)unused;
    for (int seats = IOTA_SEATS_MIN; seats <= IOTA_SEATS_MAX; seats++)
        for (int i = 0; i < 5; i++) {
            deal(seats, (uint8_t)(seats * 8 + i), (5 * seats + 7 * i) % 32);
            follow_game(names[i], 1);
        }
    deal(2, 1, 0);
    follow_game("master", 300);
    deal(3, 2, 3);
    follow_game("master", 300);
}

static int64_t fake_now;

/* Every look at the clock takes a millisecond. */
static int64_t fake_clock(void)
{
    return fake_now++;
}

static void deadlines_are_kept(void **unused)
{
    (void)unused;
    static const int64_t deadlines[] = {-5, 0, 7};
    for (int i = 0; i < 3; i++) {
        fake_now = 0;
        deal(2, (uint8_t)i, 0);
        think(player("master"), 1,
              (struct budget){.deadline_ms = deadlines[i], .clock_ms = fake_clock}, &advice);
        check_advice(100);
        assert_true(fake_now <= 10);
    }
    atomic_bool stop = true;
    think(player("master"), 1, (struct budget){.stop = &stop}, &advice);
    check_advice(0);
}

/* ---- the endgame ---- */

/* The lead of a seat under best play by both, by the rules alone. */
static int best_lead(const struct state *from, int seat)
{
    union any_state next;
    move list[ENDGAME_MOVES];
    const struct iota *game = (const struct iota *)from;
    if (state_over(from))
        return game->score[seat] - game->score[!seat];
    int turn = game->turn, best = -100000;
    int count = iota()->legal(from, turn, NULL);
    assert_true(count <= ENDGAME_MOVES);
    iota()->legal(from, turn, list);
    for (int i = 0; i < count; i++) {
        state_copy(&next.head, from);
        iota()->apply(&next.head, turn, list[i], NULL);
        int lead = best_lead(&next.head, turn);
        best = lead > best ? lead : best;
    }
    return seat == turn ? best : -best;
}

static int cards_left(void)
{
    return game_state()->pile_count + game_state()->hand[0].count + game_state()->hand[1].count;
}

static void play_until(int cards)
{
    while (!state_over(&state.head) && cards_left() > cards) {
        think(player("prior"), 1, (struct budget){.nodes = 1}, &advice);
        game_apply(iota(), &state.head, game_state()->turn, advice.best, NULL);
    }
}

static const struct reason *find_reason(const char *key)
{
    const struct candidate *best = &advice.list[0];
    for (int i = 0; i < best->reasons; i++)
        if (strcmp(best->reason[i].key, key) == 0)
            return &best->reason[i];
    return NULL;
}

static void check_promise(int lead)
{
    if (lead > 0)
        assert_int_equal(find_reason("iota.advice.wins")->count, lead);
    else if (lead < 0)
        assert_int_equal(find_reason("iota.advice.loses")->count, -lead);
    else
        assert_non_null(find_reason("iota.advice.ties"));
}

static void endgames_are_exact(void **unused)
{
    int solved = 0;
    (void)unused;
    for (int i = 0; i < 40 && solved < 6; i++) {
        deal(2, (uint8_t)(100 + i), i % 2 == 0 ? 0 : 4);
        play_until(4);
        if (state_over(&state.head))
            continue;
        int seat = game_state()->turn, lead = best_lead(&state.head, seat);
        think(player("master"), 1, (struct budget){.nodes = 200000}, &advice);
        if (advice.list[0].reason[0].key == NULL || advice.count == 1)
            continue;
        check_promise(lead);
        game_apply(iota(), &state.head, seat, advice.best, NULL);
        assert_int_equal(best_lead(&state.head, seat), lead);
        solved++;
    }
    assert_int_equal(solved, 6);
}

/* A bot that has not looked at every move promises nothing, even if it searched each of the others
 * to the end.
 */
static void nothing_is_promised_of_what_was_overlooked(void **unused)
{
    static const char *const promises[] = {"iota.advice.wins", "iota.advice.loses",
                                           "iota.advice.ties"};
    struct player careless = player("master");
    int asked = 0;
    (void)unused;
    careless.skill.overlook = 1000; /* all but the one that anybody sees */
    for (int i = 0; i < 40 && asked < 6; i++) {
        deal(2, (uint8_t)(100 + i), 0);
        play_until(4);
        if (state_over(&state.head) ||
            game_legal(iota(), &state.head, game_state()->turn, &moves) < 2)
            continue;
        think(careless, 1, (struct budget){.nodes = 200000}, &advice);
        assert_int_equal(advice.count, 1);
        for (int j = 0; j < 3; j++)
            assert_null(find_reason(promises[j]));
        asked++;
    }
    assert_int_equal(asked, 6);
}

/* ---- reasons ---- */

/* The best move has this reason; points that it names are those of the rules' preview. */
static void expect(const char *position, const char *key, bool points, int piece)
{
    read_position(position);
    think(player("master"), 1, (struct budget){.nodes = 3000}, &advice);
    const struct reason *reason = find_reason(key);
    assert_non_null(reason);
    assert_int_equal(reason->piece, piece);
    if (points)
        assert_int_equal(reason->count, iota()->gain(&state.head, 0, advice.best));
}

static void reasons_are_true(void **unused)
{
    (void)unused;
    expect("Rc1@0,0+Rc2@1,0+Rc3@2,0 Rc4/#4 #40 0/0 0:0", "iota.advice.lot", true, 0);
    expect("Rc1@0,0+Gs2@1,0 Rc4+Gc2+Bc3+Yc1/#4 #40 0/0 0:0", "iota.advice.four", true, 0);
    expect("Rc1@0,0+Rc2@1,0+Rc3@2,0 Rc4/#1 - 0/0 0:0", "iota.advice.last", true, 0);
    expect("Rc1@0,0+W@1,0+Rc3@2,0 Rc2+Gs1+Bt1+Yx1/#4 #40 0/0 0:0", "iota.advice.takes", false, 2);
    expect("Rc1@0,0+Gs2@1,0 Gs1+Bt1+Yx2+W/#4 #40 0/0 0:0", "iota.advice.keeps", false, IOTA_WILD);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_table_follows_the_rules),
        cmocka_unit_test(every_table_is_played),
        cmocka_unit_test(deadlines_are_kept),
        cmocka_unit_test(endgames_are_exact),
        cmocka_unit_test(nothing_is_promised_of_what_was_overlooked),
        cmocka_unit_test(reasons_are_true),
    };
    if (argc > 1)
        games = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
