/* SPDX-License-Identifier: MIT */
/*
 * Tables side by side, for every game, with every option and form:
 *
 *   observation and mask depend on nothing hidden: the truth, the view and worlds imagined from it
 *   give the same bytes, and so does each event of the history
 *   an action is the move it names: played by the rules it gives the same position
 *   steps that make up a move can make every legal move, and no other
 *   the same seeds give the same games, with one thread and with several
 */
#include <kufsa.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "lib/encode.h"
#include "lib/lib.h"

enum { TABLES = 5, STEPS = 250, OBSERVATION_MAX = 8192, ACTIONS_MAX = 512 };

static struct search_rng rng;
static int rounds = 6; /* of each game and form, each with other options */
static struct moves moves, other_moves;

/* What a batch gives, and room for it. */
struct room {
    struct kufsa_batch *batch;
    struct kufsa_spec spec;
    struct kufsa_out out;
    int32_t *seat, *actions;
    uint8_t *observation, *mask, *terminated, *truncated, *last;
    float *reward;
    uint64_t *seeds;
};

static void *zeros(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    assert_non_null(memory);
    return memory;
}

static void open_room(struct room *room, const struct kufsa_setup *setup)
{
    assert_null(kufsa_batch_new(setup, &room->batch));
    assert_null(kufsa_batch_spec(room->batch, &room->spec));
    size_t tables = (size_t)room->spec.tables, bytes = (size_t)room->spec.observation;
    room->seat = zeros(tables, sizeof *room->seat);
    room->actions = zeros(tables, sizeof *room->actions);
    room->observation = zeros(tables, bytes);
    room->last = zeros(tables, bytes);
    room->mask = zeros(tables, (size_t)room->spec.actions);
    room->terminated = zeros(tables, 1);
    room->truncated = zeros(tables, 1);
    room->reward = zeros(tables * (size_t)room->spec.seats, sizeof *room->reward);
    room->seeds = zeros(tables, sizeof *room->seeds);
    room->out = (struct kufsa_out){room->seat,       room->observation, room->mask, room->reward,
                                   room->terminated, room->truncated,   room->last};
    for (size_t i = 0; i < tables; i++)
        room->seeds[i] = 100 + i;
    assert_null(kufsa_batch_reset(room->batch, room->seeds, NULL, &room->out));
}

static void close_room(struct room *room)
{
    kufsa_batch_free(room->batch);
    free(room->seat);
    free(room->actions);
    free(room->observation);
    free(room->last);
    free(room->mask);
    free(room->terminated);
    free(room->truncated);
    free(room->reward);
    free(room->seeds);
}

/* A legal action of a table, at random. */
static int32_t any_action(const struct room *room, int table)
{
    if (room->spec.actions == 0) {
        struct kufsa_lists lists;
        assert_null(kufsa_batch_lists(room->batch, &lists));
        return (int32_t)search_rng_below(&rng, lists.first[table + 1] - lists.first[table]);
    }
    const uint8_t *mask = room->mask + room->spec.actions * table;
    int count = 0;
    for (int i = 0; i < room->spec.actions; i++)
        count += mask[i];
    assert_true(count > 0);
    int chosen = (int)search_rng_below(&rng, (uint32_t)count), at = -1;
    while (chosen >= 0)
        chosen -= mask[++at];
    return at;
}

static void choose_all(struct room *room)
{
    for (int i = 0; i < room->spec.tables; i++)
        room->actions[i] = room->seat[i] < 0 ? -7 : any_action(room, i);
}

static void step(struct room *room)
{
    int table = -1;
    choose_all(room);
    assert_null(kufsa_batch_step(room->batch, room->actions, &room->out, &table));
}

/* ---- nothing hidden ---- */

static const struct encoding *encoding_of(const struct room *room, const struct game *game)
{
    return encoding_find(game, room->spec.actions > 0);
}

static size_t encode(const struct encoding *encoding, const struct game *game,
                     const struct state *state, int seat, uint8_t *out)
{
    memset(out, 0, OBSERVATION_MAX);
    return (size_t)(encoding->observe(game, state, seat, NULL, out) - out);
}

static void mask_of(const struct encoding *encoding, const struct game *game,
                    const struct state *state, int seat, struct moves *list, uint8_t *out)
{
    struct move_parts partial = {0};
    memset(out, 0, ACTIONS_MAX);
    game_legal(game, state, seat, list);
    struct asked asked = {state, seat, list->list, list->count, &partial};
    if (encoding->mask && list->count > 0)
        encoding->mask(&asked, out);
}

static void check_seat(const struct encoding *encoding, const struct game *game,
                       const struct state *truth, int seat)
{
    static uint8_t one[OBSERVATION_MAX], two[OBSERVATION_MAX];
    static uint8_t mask[ACTIONS_MAX], other[ACTIONS_MAX];
    union any_state view, world;
    size_t size = encode(encoding, game, truth, seat, one);
    mask_of(encoding, game, truth, seat, &moves, mask);
    game_observe(game, truth, seat, &view.head);
    assert_int_equal(encode(encoding, game, &view.head, seat, two), size);
    assert_memory_equal(one, two, size);
    mask_of(encoding, game, &view.head, seat, &other_moves, other);
    assert_memory_equal(mask, other, sizeof mask);
    state_copy(&world.head, &view.head);
    game->imagine(&world.head, &rng);
    encode(encoding, game, &world.head, seat, two);
    assert_memory_equal(one, two, size);
    mask_of(encoding, game, &world.head, seat, &other_moves, other);
    assert_memory_equal(mask, other, sizeof mask);
    if (encoding->ask && !state_over(truth))
        assert_int_equal(encoding->ask(truth, 0, 0), encoding->ask(&world.head, 0, 0));
}

/* An event that has been stripped for a viewer is told like the whole one. */
static void check_events(const struct game *game, const struct state *before, int seat, move m)
{
    static struct events events, seen;
    union any_state after;
    uint8_t one[EVENT_BYTES], two[EVENT_BYTES];
    state_copy(&after.head, before);
    events.count = 0;
    game->apply(&after.head, seat, m, &events);
    for (int viewer = 0; viewer < before->seats; viewer++) {
        seen = events;
        events_observe(&seen, viewer);
        for (int i = 0; i < events.count; i++) {
            seen.list[i].seen = SEEN_BY_ALL; /* of what is left, all is seen */
            encode_event(before, &events.list[i], viewer, one);
            encode_event(before, &seen.list[i], viewer, two);
            assert_memory_equal(one, two, sizeof one);
        }
    }
}

/* ---- the rules ---- */

/* The position that the batch has is the one that the rules give. */
static void check_table(struct room *room, const struct game *game, int table, bool deep)
{
    struct kufsa_position *before;
    uint64_t code;
    assert_null(kufsa_batch_position(room->batch, table, KUFSA_TRUTH, &before));
    assert_null(game->audit(&before->state.head));
    for (int seat = 0; deep && seat < room->spec.seats; seat++)
        check_seat(encoding_of(room, game), game, &before->state.head, seat);
    assert_null(kufsa_batch_move(room->batch, table, room->actions[table], &code));
    if (code != 0)
        check_events(game, &before->state.head, room->seat[table], code);
    kufsa_position_free(before);
}

static void check_rewards(const struct room *room, int table)
{
    float sum = 0;
    for (int seat = 0; seat < room->spec.seats; seat++)
        sum += room->reward[table * room->spec.seats + seat];
    assert_true(sum < 0.001 && sum > -0.001);
}

static void play_setup(const struct kufsa_setup *setup)
{
    const struct game *game = game_find(setup->game);
    struct room room;
    struct kufsa_position *before[TABLES], *after;
    open_room(&room, setup);
    for (int i = 0; i < STEPS; i++) {
        uint64_t code[TABLES];
        choose_all(&room);
        for (int table = 0; table < TABLES; table++) {
            check_table(&room, game, table, i % 8 == table);
            assert_null(kufsa_batch_move(room.batch, table, room.actions[table], &code[table]));
            assert_null(kufsa_batch_position(room.batch, table, KUFSA_TRUTH, &before[table]));
            if (code[table] != 0)
                assert_null(kufsa_play(before[table], room.seat[table], code[table]));
        }
        assert_null(kufsa_batch_step(room.batch, room.actions, &room.out, NULL));
        for (int table = 0; table < TABLES; table++) {
            bool ended = room.terminated[table] || room.truncated[table];
            assert_null(kufsa_batch_position(room.batch, table, KUFSA_TRUTH, &after));
            assert_int_equal(ended, state_over(&before[table]->state.head));
            assert_true(ended || state_equal(&before[table]->state.head, &after->state.head));
            check_rewards(&room, table);
            kufsa_position_free(after);
            kufsa_position_free(before[table]);
        }
    }
    close_room(&room);
}

static void write_options(const struct game *game, struct text *text)
{
    for (int i = 0; game->options[i].name; i++) {
        const struct option *row = &game->options[i];
        text_string(text, row->name);
        text_char(text, '=');
        text_string(text, row->values[search_rng_below(&rng, (uint32_t)row->count)]);
        text_char(text, ' ');
    }
}

static void test_rules(void **unused)
{
    const struct game *game;
    (void)unused;
    search_rng_init(&rng, 1);
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        for (int form = KUFSA_FORM_USUAL; form <= KUFSA_FORM_LIST; form++) {
            if (form == KUFSA_FORM_NUMBERS && !encoding_find(game, true)) {
                struct kufsa_setup none = {.game = game->name, .tables = 1, .form = form};
                assert_string_equal(kufsa_batch_new(&none, &(struct kufsa_batch *){NULL}),
                                    "library.batch.numbers");
                continue;
            }
            for (int round = 0; round < rounds; round++) {
                char options[256];
                struct text text;
                text_init(&text, options, sizeof options);
                if (round > 0)
                    write_options(game, &text);
                int seats = game->seats_min + round % (game->seats_max - game->seats_min + 1);
                struct kufsa_setup setup = {.game = game->name,
                                            .options = options,
                                            .seats = seats,
                                            .tables = TABLES,
                                            .form = form,
                                            .history = round * 3};
                play_setup(&setup);
            }
        }
    }
}

/* ---- steps ---- */

/* Every legal move of Iota is reached by some way through its steps. */
static void try_steps(const struct encoding *encoding, const struct asked *asked, uint8_t *reached,
                      int depth)
{
    uint8_t mask[ACTIONS_MAX] = {0};
    encoding->mask(asked, mask);
    int ways = 0;
    for (int action = 0; action < encoding->actions; action++) {
        struct move_parts next = {0};
        if (!mask[action])
            continue;
        ways++;
        move m = encoding->take(asked, action, &next);
        if (m != 0) {
            int index = moves_find(&moves, m);
            assert_true(index >= 0);
            reached[index] = 1;
        } else {
            struct asked further = *asked;
            further.partial = &next;
            assert_true(depth < 12);
            try_steps(encoding, &further, reached, depth + 1);
        }
    }
    assert_true(ways > 0);
}

static void test_steps(void **unused)
{
    static uint8_t reached[MOVES_MAX];
    const struct game *game = game_find("iota");
    const struct encoding *encoding = encoding_find(game, true);
    struct kufsa_setup setup = {.game = "iota", .tables = 3, .form = KUFSA_FORM_LIST};
    struct room room;
    struct move_parts nothing = {0};
    (void)unused;
    search_rng_init(&rng, 5);
    open_room(&room, &setup);
    for (int i = 0; i < 90; i++) {
        struct kufsa_position *position;
        assert_null(kufsa_batch_position(room.batch, 0, KUFSA_TRUTH, &position));
        const struct state *state = &position->state.head;
        game_legal(game, state, room.seat[0], &moves);
        struct asked asked = {state, room.seat[0], moves.list, moves.count, &nothing};
        memset(reached, 0, sizeof reached);
        if (i % 6 == 0)
            try_steps(encoding, &asked, reached, 0);
        for (int k = 0; k < moves.count && i % 6 == 0; k++)
            assert_true(reached[k]);
        kufsa_position_free(position);
        step(&room);
    }
    close_room(&room);
}

/* ---- the same everywhere ---- */

static uint64_t hash_of(const struct kufsa_setup *setup, int steps)
{
    struct room room;
    uint64_t hash = HASH_START;
    search_rng_init(&rng, 9);
    open_room(&room, setup);
    for (int i = 0; i < steps; i++) {
        step(&room);
        size_t tables = (size_t)room.spec.tables;
        hash = hash_bytes(hash, room.observation, tables * (size_t)room.spec.observation);
        hash = hash_bytes(hash, room.mask, tables * (size_t)room.spec.actions);
        hash = hash_bytes(hash, room.reward, tables * (size_t)room.spec.seats * sizeof(float));
        hash = hash_bytes(hash, room.seat, tables * sizeof *room.seat);
    }
    close_room(&room);
    return hash;
}

static void test_threads(void **unused)
{
    (void)unused;
    for (int i = 0; kufsa_game(i); i++) {
        struct kufsa_setup setup = {.game = kufsa_game(i), .tables = 300, .history = 2};
        uint64_t one = hash_of(&setup, 20);
        setup.threads = 3;
        assert_true(hash_of(&setup, 20) == one);
    }
}

/* ---- what it refuses ---- */

static void test_refusals(void **unused)
{
    struct kufsa_batch *batch = NULL;
    struct kufsa_setup setup = {.game = "taki", .tables = 2};
    struct kufsa_out out = {0};
    struct kufsa_lists lists;
    struct kufsa_slice slice;
    struct kufsa_position *position;
    uint8_t bytes[OBSERVATION_MAX];
    int32_t actions[2] = {0, 0};
    uint64_t code;
    int table = -1;
    (void)unused;
    struct kufsa_setup bad[] = {
        {.game = NULL, .tables = 1},
        {.game = "chess", .tables = 1},
        {.game = "taki", .tables = 0},
        {.game = "taki", .tables = -4},
        {.game = "taki", .tables = INT32_MAX},
        {.game = "taki", .tables = 1, .seats = 11},
        {.game = "taki", .tables = 1, .seats = -1},
        {.game = "taki", .tables = 1, .form = 9},
        {.game = "taki", .tables = 1, .history = -1},
        {.game = "taki", .tables = 1, .threads = 1000},
        {.game = "taki", .tables = 1, .keep = 5},
        {.game = "taki", .tables = 1, .options = "x=y"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(kufsa_batch_new(&bad[i], &batch));
    assert_non_null(kufsa_batch_new(NULL, &batch));
    assert_non_null(kufsa_batch_new(&setup, NULL));
    assert_null(batch);
    assert_null(kufsa_batch_new(&setup, &batch));
    assert_string_equal(kufsa_batch_step(batch, actions, &out, NULL), "library.batch.undealt");
    assert_string_equal(kufsa_batch_reset(batch, NULL, bytes, &out), "library.batch.undealt");
    assert_non_null(kufsa_batch_reset(batch, NULL, NULL, NULL));
    assert_null(kufsa_batch_reset(batch, NULL, NULL, &out));
    assert_string_equal(kufsa_batch_step(batch, actions, &out, &table), "library.move.illegal");
    assert_int_equal(table, 0);
    int legal = 0;
    for (int action = -2; action < 200; action++)
        legal += kufsa_batch_move(batch, 1, action, &code) == NULL;
    assert_true(legal >= 1 && legal < 60);
    assert_non_null(kufsa_batch_step(batch, NULL, &out, NULL));
    assert_string_equal(kufsa_batch_lists(batch, &lists), "library.batch.numbers");
    assert_non_null(kufsa_batch_features(batch, bytes));
    assert_non_null(kufsa_batch_slice(batch, -1, &slice));
    assert_non_null(kufsa_batch_slice(batch, 99, &slice));
    assert_non_null(kufsa_batch_observe(batch, 2, 0, bytes));
    assert_non_null(kufsa_batch_observe(batch, 0, 2, bytes));
    assert_non_null(kufsa_batch_position(batch, 0, 2, &position));
    assert_non_null(kufsa_batch_position(batch, 0, -3, &position));
    assert_non_null(kufsa_batch_position(batch, -1, 0, &position));
    kufsa_batch_free(batch);
    kufsa_batch_free(NULL);
}

/* Finished tables wait, those that are asked for are dealt anew, and the slices fill a row. */
static void test_keeping(void **unused)
{
    struct kufsa_setup setup = {.game = "cento", .tables = 4, .keep = 1, .history = 1};
    struct kufsa_slice slice;
    struct room room;
    uint8_t which[4] = {0, 1, 0, 0};
    int at = 0, over = 0;
    (void)unused;
    search_rng_init(&rng, 3);
    open_room(&room, &setup);
    for (int i = 0; i < room.spec.slices; i++) {
        assert_null(kufsa_batch_slice(room.batch, i, &slice));
        assert_int_equal(slice.at, at);
        at += slice.size;
    }
    assert_int_equal(at, room.spec.observation);
    for (int i = 0; i < 20000 && over < 4; i++) {
        step(&room);
        over = 0;
        for (int table = 0; table < 4; table++)
            over += room.seat[table] < 0;
    }
    assert_int_equal(over, 4);
    assert_null(kufsa_batch_reset(room.batch, room.seeds, which, &room.out));
    assert_true(room.seat[0] < 0 && room.seat[1] >= 0 && room.seat[2] < 0);
    close_room(&room);
}

static void test_cut(void **unused)
{
    struct kufsa_setup setup = {.game = "taki", .tables = 2, .plies = 3};
    struct room room;
    int cut = 0;
    (void)unused;
    open_room(&room, &setup);
    for (int i = 0; i < 12; i++) {
        step(&room);
        cut += room.truncated[0];
        assert_false(room.terminated[0]);
    }
    assert_true(cut >= 2);
    close_room(&room);
}

/* A table that waits after its game was cut off shows the game as it was: not over. */
static void test_cut_kept(void **unused)
{
    (void)unused;
    for (int i = 0; kufsa_game(i); i++) {
        struct kufsa_setup setup = {.game = kufsa_game(i), .tables = 2, .plies = 3, .keep = 1};
        struct kufsa_position *position;
        int32_t points[KUFSA_SEATS_MAX];
        uint8_t places[KUFSA_SEATS_MAX];
        struct room room;
        search_rng_init(&rng, 6);
        open_room(&room, &setup);
        for (int k = 0; k < 60 && !room.truncated[0]; k++)
            step(&room);
        assert_true(room.truncated[0] && room.seat[0] == -1);
        step(&room);
        assert_true(!room.truncated[0] && !room.terminated[0] && room.seat[0] == -1);
        assert_null(kufsa_batch_position(room.batch, 0, KUFSA_TRUTH, &position));
        assert_int_equal(kufsa_ply(position), 3);
        assert_null(position->game->audit(&position->state.head));
        assert_int_not_equal(kufsa_actors(position), 0);
        kufsa_result(position, points, places);
        for (int seat = 0; seat < KUFSA_SEATS_MAX; seat++)
            assert_int_equal(places[seat], 0);
        kufsa_position_free(position);
        assert_null(kufsa_batch_reset(room.batch, NULL, NULL, &room.out));
        assert_true(room.seat[0] >= 0);
        close_room(&room);
    }
}

/* Without seeds, tables have those of their numbers, then go on to the next round. */
static void test_unseeded(void **unused)
{
    struct kufsa_setup setup = {.game = "taki", .tables = 3};
    struct kufsa_batch *batch;
    struct kufsa_out out = {0};
    struct kufsa_position *position, *expected;
    (void)unused;
    assert_null(kufsa_batch_new(&setup, &batch));
    for (uint64_t round = 0; round < 2; round++) {
        assert_null(kufsa_batch_reset(batch, NULL, NULL, &out));
        for (int table = 0; table < 3; table++) {
            uint8_t key[KUFSA_KEY_SIZE];
            kufsa_key((uint64_t)table, round, key);
            assert_null(kufsa_deal("taki", 2, NULL, key, &expected));
            assert_null(kufsa_batch_position(batch, table, KUFSA_TRUTH, &position));
            assert_true(state_equal(&position->state.head, &expected->state.head));
            kufsa_position_free(position);
            kufsa_position_free(expected);
        }
    }
    kufsa_batch_free(batch);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        rounds = (int)strtol(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules),    cmocka_unit_test(test_steps),
        cmocka_unit_test(test_threads),  cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_keeping),  cmocka_unit_test(test_cut),
        cmocka_unit_test(test_cut_kept), cmocka_unit_test(test_unseeded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
