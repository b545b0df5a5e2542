/* SPDX-License-Identifier: MIT */
/*
 * The library's functions with any arguments. The first line has the game, seats and options, the
 * second a position, the third a record or a move. The bytes after a 0xff are calls: which, and
 * with which numbers.
 *
 *     taki 3 call=catch
 *     (a position)
 *     R5
 *
 * Whatever it is asked, the library does it or refuses with a reason that has a sentence; what it
 * makes is sound.
 */
#include <kufsa.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { LINES = 3, CALLS_MAX = 64, TABLES_MAX = 4, MOVES = 4096, REVIEWED_MAX = 8 };

/* The rest of the input, as numbers; zeros after its end. */
struct numbers {
    const uint8_t *at, *end;
};

static int next(struct numbers *numbers)
{
    return numbers->at < numbers->end ? *numbers->at++ : 0;
}

/* Most are small, some are not. */
static int32_t next_int(struct numbers *numbers)
{
    static const int32_t odd[] = {-1, -2, -3, INT32_MIN, INT32_MAX, 32767, 65536, 1000};
    int number = next(numbers);
    return number < 248 ? number : odd[number - 248];
}

static void expect(const char *reason)
{
    CHECK(!reason || kufsa_sentence(reason, "he"));
}

static char *take_line(const uint8_t **bytes, const uint8_t *end)
{
    const uint8_t *stop = *bytes;
    while (stop < end && *stop != '\n' && *stop != 0xff)
        stop++;
    char *line = malloc((size_t)(stop - *bytes) + 1);
    CHECK(line);
    memcpy(line, *bytes, (size_t)(stop - *bytes));
    line[stop - *bytes] = '\0';
    *bytes = stop < end && *stop == '\n' ? stop + 1 : stop;
    return line;
}

/* ---- one position ---- */

static void look(const struct kufsa_position *position)
{
    static struct kufsa_item items[KUFSA_ITEMS_MAX];
    static struct kufsa_fact facts[KUFSA_ITEMS_MAX];
    char text[KUFSA_POSITION_SIZE];
    int32_t points[KUFSA_SEATS_MAX];
    uint8_t places[KUFSA_SEATS_MAX];
    CHECK(kufsa_scene(position, items) <= KUFSA_ITEMS_MAX);
    CHECK(kufsa_facts(position, facts) <= KUFSA_ITEMS_MAX);
    CHECK(!kufsa_write(position, text));
    kufsa_result(position, points, places);
    for (int i = 0; kufsa_option(kufsa_position_game(position), i); i++)
        CHECK(kufsa_position_option(position, i));
    CHECK(!kufsa_position_option(position, -1));
}

/* Puts another position in the place of this one, if it was made. */
static void replace(struct kufsa_position **position, const char *reason,
                    struct kufsa_position *const *other)
{
    expect(reason);
    if (reason)
        return;
    kufsa_position_free(*position);
    *position = *other;
}

static void call(struct kufsa_position **position, struct numbers *numbers, const char *text)
{
    static uint64_t moves[MOVES];
    struct kufsa_position *other = NULL;
    char written[KUFSA_MOVE_SIZE];
    size_t count = 0;
    uint64_t code = 0;
    int32_t points;
    int seat = next_int(numbers);
    switch (next(numbers) % 8) {
    case 0: replace(position, kufsa_view(*position, seat, &other), &other); break;
    case 1: replace(position, kufsa_imagine(*position, (uint64_t)seat, &other), &other); break;
    case 2: replace(position, kufsa_copy(*position, &other), &other); break;
    case 3: expect(kufsa_play_text(*position, seat, text)); break;
    case 4: expect(kufsa_read_move(*position, seat, text, &code)); break;
    case 5:
        expect(kufsa_write_move(*position, seat, (uint64_t)next_int(numbers), written));
        expect(kufsa_gain(*position, seat, (uint64_t)next_int(numbers), &points));
        break;
    default:
        expect(kufsa_legal(*position, seat, moves, MOVES, &count));
        if (count > 0 && count <= MOVES)
            expect(kufsa_play(*position, seat, moves[(size_t)next(numbers) % count]));
    }
    look(*position);
}

static void try_position(struct kufsa_position *position, struct numbers *numbers, const char *text)
{
    static char verdict[KUFSA_VERDICT_SIZE];
    look(position);
    expect(kufsa_judge(position, next_int(numbers), (uint64_t)next(numbers), 1, verdict));
    for (int i = 0; i < CALLS_MAX && numbers->at < numbers->end; i++)
        call(&position, numbers, text);
    kufsa_position_free(position);
}

/* ---- computer players ---- */

/* Few nodes, so that every input is quick; a player of another game is refused. */
static void try_player(const struct kufsa_position *position, const char *game, const char *level,
                       struct numbers *numbers)
{
    static struct kufsa_advice advice;
    struct kufsa_player *player = NULL;
    struct kufsa_budget budget = {.nodes = (uint64_t)(1 + next(numbers) % 30),
                                  .millis = next(numbers) % 8 == 0 ? -1 : 0,
                                  .seed = (uint64_t)next(numbers),
                                  .threads = next(numbers) % 4 - 1};
    const char *reason = kufsa_player_new(game, level, (size_t)8 << 20, &player);
    expect(reason);
    if (reason)
        return;
    if (next(numbers) % 2 == 0)
        kufsa_stop(player);
    int seat = next_int(numbers);
    reason = kufsa_think(player, position, seat, &budget, &advice);
    expect(reason);
    for (int i = 0; !reason && i < advice.count; i++) {
        char text[KUFSA_MOVE_SIZE];
        CHECK(!kufsa_write_move(position, seat, advice.list[i].move, text));
        char why[KUFSA_REASON_SIZE];
        for (int k = 0; k < KUFSA_REASONS_MAX && advice.list[i].reasons[k]; k++)
            CHECK(kufsa_player_reason(player, i, k, "he", why));
    }
    kufsa_player_free(player);
}

/* ---- records ---- */

/* One that was read, or a new one to which moves are added. */
static void try_record(struct kufsa_record *record, const char *name, struct numbers *numbers)
{
    char *text, *json = NULL;
    size_t size;
    uint64_t code;
    int seat;
    for (int i = 0; i < CALLS_MAX && numbers->at < numbers->end; i++) {
        struct kufsa_position *position = NULL;
        uint32_t index = (uint32_t)next_int(numbers);
        expect(kufsa_record_play(record, next_int(numbers), (uint64_t)next_int(numbers)));
        expect(kufsa_record_position(record, index, &position));
        if (!kufsa_record_move(record, index, &seat, &code))
            CHECK(position && !kufsa_play(position, seat, code));
        seat = next_int(numbers);
        expect(kufsa_record_sit(record, seat, seat % 2 ? "club" : NULL, name));
        kufsa_record_who(record, seat);
        kufsa_position_free(position);
    }
    CHECK(!kufsa_record_write(record, NULL, 0, &size));
    text = malloc(size + 1);
    CHECK(text && !kufsa_record_write(record, text, size + 1, &size));
    struct kufsa_record *again;
    CHECK(!kufsa_record_read(text, size, NULL, &again));
    kufsa_record_free(again);
    if (kufsa_record_count(record) <= REVIEWED_MAX)
        expect(kufsa_review(record, 1, &json));
    kufsa_text_free(json);
    free(text);
    kufsa_record_free(record);
}

/* ---- tables ---- */

/* What describes each listed action. */
static void try_features(const struct kufsa_batch *batch, int size)
{
    struct kufsa_lists lists;
    const char *reason = kufsa_batch_lists(batch, &lists);
    expect(reason);
    uint8_t *features = malloc(reason ? 1 : (size_t)lists.count * (size_t)size + 1);
    CHECK(features);
    expect(kufsa_batch_features(batch, features));
    free(features);
}

/* A game that was cut off is not over: it waits like that, or the next one has begun. */
static void try_cut(const struct kufsa_batch *batch, const struct kufsa_spec *spec,
                    const uint8_t *truncated)
{
    int32_t points[KUFSA_SEATS_MAX];
    uint8_t places[KUFSA_SEATS_MAX];
    for (int i = 0; i < spec->tables; i++) {
        struct kufsa_position *position = NULL;
        if (!truncated[i])
            continue;
        CHECK(!kufsa_batch_position(batch, i, KUFSA_TRUTH, &position));
        look(position);
        kufsa_result(position, points, places);
        CHECK(kufsa_actors(position) != 0 && places[0] == 0);
        kufsa_position_free(position);
    }
}

static void try_batch(const char *game, const char *options, struct numbers numbers)
{
    struct kufsa_setup setup = {.game = game,
                                .options = options,
                                .seats = next_int(&numbers),
                                .tables = next_int(&numbers) % (TABLES_MAX + 1),
                                .form = next_int(&numbers) % 4,
                                .history = next_int(&numbers) % 8,
                                .threads = next(&numbers) % 3,
                                .keep = next(&numbers) % 2,
                                .plies = (uint32_t)next(&numbers)};
    struct kufsa_batch *batch = NULL;
    struct kufsa_spec spec;
    int32_t actions[TABLES_MAX];
    uint8_t which[TABLES_MAX], truncated[TABLES_MAX] = {0};
    uint64_t seeds[TABLES_MAX] = {1, 2, 3, 4};
    int table;
    const char *reason = kufsa_batch_new(&setup, &batch);
    expect(reason);
    if (reason)
        return;
    CHECK(!kufsa_batch_spec(batch, &spec));
    uint8_t *row = malloc((size_t)spec.observation * TABLES_MAX + 1);
    uint8_t *mask = malloc((size_t)spec.actions * TABLES_MAX + 1);
    CHECK(row && mask);
    struct kufsa_out out = {.observation = row, .mask = mask, .truncated = truncated};
    for (int i = 0; i < CALLS_MAX && numbers.at < numbers.end; i++) {
        struct kufsa_position *position = NULL;
        for (int k = 0; k < TABLES_MAX; k++) {
            actions[k] = next_int(&numbers);
            which[k] = (uint8_t)(actions[k] & 1);
        }
        switch (next(&numbers) % 6) {
        case 0: expect(kufsa_batch_reset(batch, seeds, NULL, &out)); break;
        case 1: expect(kufsa_batch_reset(batch, NULL, which, &out)); break;
        case 2:
            expect(kufsa_batch_position(batch, actions[0], actions[1], &position));
            if (position)
                look(position);
            kufsa_position_free(position);
            break;
        case 3: expect(kufsa_batch_observe(batch, actions[0], actions[1], row)); break;
        case 4:
            expect(kufsa_batch_move(batch, actions[0], actions[1], &seeds[3]));
            try_features(batch, spec.features);
            break;
        default:
            if (actions[0] > 9) /* the first legal ones */
                for (int k = 0; k < spec.tables && spec.actions > 0; k++) {
                    const uint8_t *first = memchr(mask + spec.actions * k, 1, (size_t)spec.actions);
                    actions[k] = first ? (int32_t)(first - mask - spec.actions * k) : 0;
                }
            expect(kufsa_batch_step(batch, actions, &out, &table));
            try_cut(batch, &spec, truncated);
            memset(truncated, 0, sizeof truncated);
        }
        if (i == 0)
            expect(kufsa_batch_reset(batch, seeds, NULL, &out));
    }
    free(row);
    free(mask);
    kufsa_batch_free(batch);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes + size;
    char *lines[LINES], rule[KUFSA_RULE_SIZE];
    uint8_t key[KUFSA_KEY_SIZE];
    for (int i = 0; i < LINES; i++)
        lines[i] = take_line(&bytes, end);
    struct numbers numbers = {bytes < end ? bytes + 1 : end, end};
    char *options = strchr(lines[0], ' ');
    if (options)
        *options++ = '\0';
    kufsa_rule(lines[2], rule);
    kufsa_key((uint64_t)next(&numbers), 0, key);
    struct kufsa_position *position = NULL;
    struct kufsa_record *record = NULL;
    int line, seats = next_int(&numbers);
    const char *reason = kufsa_read(lines[0], seats, options, lines[1], &position);
    expect(reason);
    if (!reason) {
        try_player(position, lines[0], lines[2], &numbers);
        try_position(position, &numbers, lines[2]);
    }
    position = NULL;
    reason = kufsa_deal(lines[0], seats, options, key, &position);
    expect(reason);
    if (!reason)
        try_position(position, &numbers, lines[2]);
    reason = kufsa_record_read(lines[1], strlen(lines[1]), &line, &record);
    if (reason)
        reason = kufsa_record_new(lines[0], seats, options, key, &record);
    expect(reason);
    if (!reason)
        try_record(record, lines[2], &numbers);
    try_batch(lines[0], options, numbers);
    for (int i = 0; i < LINES; i++)
        free(lines[i]);
    return 0;
}
