/* SPDX-License-Identifier: MIT */
/* The library's interface: what it refuses, and that what it offers is what the rules do. */
#include <kufsa.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/sha256.h"
#include "base/text.h"
#include "lib/lib.h"

static const char START[] = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- 444 444 w";

static struct kufsa_position *dealt(const char *game, int seats, uint64_t seed)
{
    struct kufsa_position *position = NULL;
    uint8_t key[KUFSA_KEY_SIZE];
    kufsa_key(seed, 0, key);
    assert_null(kufsa_deal(game, seats, NULL, key, &position));
    return position;
}

/* ---- what there is ---- */

static void test_about(void **unused)
{
    int fewest, most;
    (void)unused;
    assert_int_equal(kufsa_abi(), KUFSA_ABI);
    assert_non_null(strchr(kufsa_version(), '.'));
    assert_null(kufsa_game(-1));
    for (int i = 0; kufsa_game(i); i++) {
        const char *game = kufsa_game(i);
        assert_true(kufsa_rules(game) >= 1);
        assert_null(kufsa_seats(game, &fewest, &most));
        assert_true(fewest >= 2 && most <= KUFSA_SEATS_MAX);
        for (int option = 0; kufsa_option(game, option); option++)
            assert_non_null(kufsa_option_value(game, option, 1));
        assert_null(kufsa_option(game, -1));
        assert_null(kufsa_option_value(game, 0, -1));
    }
    assert_int_equal(kufsa_rules("chess"), 0);
    assert_string_equal(kufsa_level(0), "gentle");
    assert_null(kufsa_level(-1));
    assert_null(kufsa_level(99));
}

static void test_reasons(void **unused)
{
    char rule[KUFSA_RULE_SIZE];
    (void)unused;
    assert_int_equal(kufsa_rule("gobblet.G6.larger", rule), 1);
    assert_string_equal(rule, "G6");
    assert_int_equal(kufsa_rule("library.game.unknown", rule), 0);
    assert_string_equal(rule, "");
    assert_int_equal(kufsa_rule("a.ABCDEFGHIJ1234567.b", rule), 0);
    assert_int_equal(kufsa_rule(NULL, rule), 0);
    assert_string_equal(kufsa_sentence("game.move.over", "en"), "The game is over.");
    assert_non_null(kufsa_sentence("game.move.over", "he"));
    assert_null(kufsa_sentence("game.move.over", "xx"));
    assert_null(kufsa_sentence("no.such.reason", "en"));
}

/* ---- what it refuses ---- */

#define REFUSES(reason, call) assert_string_equal(call, reason)

static void test_nulls(void **unused)
{
    struct kufsa_position *position = dealt("gobblet", 2, 1), *out;
    struct kufsa_player *player;
    struct kufsa_record *record;
    struct kufsa_advice advice;
    uint8_t key[KUFSA_KEY_SIZE] = {0};
    char text[KUFSA_POSITION_SIZE];
    uint64_t code;
    size_t count;
    int number;
    const char *null = "library.argument.null";
    (void)unused;
    REFUSES(null, kufsa_seats("taki", NULL, &number));
    REFUSES(null, kufsa_deal("taki", 2, NULL, NULL, &out));
    REFUSES(null, kufsa_deal("taki", 2, NULL, key, NULL));
    REFUSES("library.game.unknown", kufsa_deal(NULL, 2, NULL, key, &out));
    REFUSES(null, kufsa_read("taki", 2, NULL, NULL, &out));
    REFUSES(null, kufsa_copy(NULL, &out));
    REFUSES(null, kufsa_copy(position, NULL));
    REFUSES(null, kufsa_view(NULL, 0, &out));
    REFUSES(null, kufsa_imagine(NULL, 0, &out));
    REFUSES(null, kufsa_imagine(position, 0, NULL));
    REFUSES(null, kufsa_write(NULL, text));
    REFUSES(null, kufsa_legal(position, 0, NULL, 1, &count));
    REFUSES(null, kufsa_legal(NULL, 0, NULL, 0, &count));
    REFUSES(null, kufsa_read_move(position, 0, NULL, &code));
    REFUSES(null, kufsa_write_move(position, 0, 0x100, NULL));
    REFUSES(null, kufsa_gain(position, 0, 0x100, NULL));
    REFUSES(null, kufsa_play(NULL, 0, 1));
    REFUSES(null, kufsa_play_text(NULL, 0, "4@a1"));
    REFUSES(null, kufsa_player_new("taki", "club", 0, NULL));
    REFUSES("library.level.unknown", kufsa_player_new("taki", NULL, 0, &player));
    REFUSES(null, kufsa_think(NULL, position, 0, NULL, &advice));
    REFUSES(null, kufsa_record_new("taki", 2, NULL, NULL, &record));
    REFUSES(null, kufsa_record_read(NULL, 0, NULL, &record));
    REFUSES(null, kufsa_record_play(NULL, 0, 1));
    REFUSES(null, kufsa_record_move(NULL, 0, &number, &code));
    REFUSES(null, kufsa_record_position(NULL, 0, &out));
    REFUSES(null, kufsa_record_write(NULL, text, 1, &count));
    assert_int_equal(kufsa_scene(NULL, NULL) + kufsa_facts(NULL, NULL), 0);
    assert_int_equal(kufsa_actors(NULL) + kufsa_ply(NULL) + kufsa_record_count(NULL), 0);
    assert_int_equal(kufsa_result(NULL, NULL, NULL) + kufsa_position_seats(NULL), 0);
    assert_null(kufsa_record_ending(NULL));
    kufsa_key(1, 1, NULL);
    kufsa_stop(NULL);
    kufsa_position_free(NULL);
    kufsa_player_free(NULL);
    kufsa_record_free(NULL);
    kufsa_position_free(position);
}

static void test_settings(void **unused)
{
    uint8_t key[KUFSA_KEY_SIZE] = {0};
    struct kufsa_position *out = NULL;
    (void)unused;
    REFUSES("library.game.unknown", kufsa_deal("chess", 2, NULL, key, &out));
    REFUSES("game.seats.range", kufsa_deal("taki", 11, NULL, key, &out));
    REFUSES("game.seats.range", kufsa_deal("taki", 0, NULL, key, &out));
    REFUSES("game.seats.range", kufsa_deal("taki", -1, NULL, key, &out));
    REFUSES("game.option.unknown", kufsa_deal("taki", 2, "colour=red", key, &out));
    REFUSES("game.option.value", kufsa_deal("taki", 2, "mode=red", key, &out));
    REFUSES("game.option.value", kufsa_deal("taki", 2, "mode=pyramidal", key, &out));
    assert_null(out);
    assert_null(kufsa_deal("taki", 2, "  mode=pyramid  call=auto ", key, &out));
    for (int i = 0; kufsa_option("taki", i); i++) {
        const char *name = kufsa_option("taki", i), *value = kufsa_position_option(out, i);
        const char *expected = strcmp(name, "mode") == 0   ? "pyramid"
                               : strcmp(name, "call") == 0 ? "auto"
                                                           : kufsa_option_value("taki", i, 0);
        assert_string_equal(value, expected);
    }
    assert_null(kufsa_position_option(out, -1));
    assert_null(kufsa_position_option(out, 99));
    assert_null(kufsa_position_option(NULL, 0));
    kufsa_position_free(out);
}

static void test_moves_refused(void **unused)
{
    struct kufsa_position *position = dealt("gobblet", 2, 1);
    uint64_t code;
    size_t count;
    char text[KUFSA_MOVE_SIZE];
    (void)unused;
    REFUSES("gobblet.G7.empty", kufsa_play_text(position, 0, "a1-a2"));
    REFUSES("gobblet.G4.turn", kufsa_play_text(position, 1, "4@a1"));
    REFUSES("library.move.illegal", kufsa_play(position, 0, 12345678));
    REFUSES("library.move.illegal", kufsa_play(position, 1, 0x130));
    REFUSES("library.move.illegal", kufsa_write_move(position, 0, UINT64_MAX, text));
    for (int seat = -3; seat < 20; seat++) {
        const char *reason = kufsa_legal(position, seat, NULL, 0, &count);
        if (seat < 0 || seat > 1)
            assert_string_equal(reason, "game.seat.range");
        else
            assert_null(reason);
    }
    REFUSES("game.seat.range", kufsa_read_move(position, 7, "4@a1", &code));
    assert_int_equal(kufsa_ply(position), 0);
    kufsa_position_free(position);
}

/* ---- what it does ---- */

static void test_views(void **unused)
{
    struct kufsa_position *truth = dealt("taki", 3, 5), *view, *again, *world;
    char text[KUFSA_POSITION_SIZE], other[KUFSA_POSITION_SIZE];
    uint64_t moves[128];
    size_t count, same;
    (void)unused;
    assert_null(kufsa_view(truth, 1, &view));
    assert_int_equal(kufsa_viewer(view), 1);
    assert_null(kufsa_write(view, text));
    assert_non_null(strchr(text, '#'));
    REFUSES("library.view.other", kufsa_view(view, 2, &again));
    REFUSES("game.seat.range", kufsa_view(truth, KUFSA_TRUTH, &again));
    REFUSES("game.seat.range", kufsa_view(truth, 3, &again));
    assert_null(kufsa_imagine(view, 9, &world));
    assert_int_equal(kufsa_viewer(world), KUFSA_TRUTH);
    assert_null(kufsa_view(world, 1, &again));
    assert_null(kufsa_write(again, other));
    assert_string_equal(text, other);
    assert_null(kufsa_legal(truth, 0, moves, 128, &count));
    kufsa_position_free(again);
    assert_null(kufsa_view(truth, 0, &again));
    assert_null(kufsa_legal(again, 0, NULL, 0, &same));
    assert_int_equal(count, same);
    REFUSES("library.position.hidden", kufsa_play(again, 0, moves[0]));
    REFUSES("game.move.hidden", kufsa_legal(view, 0, NULL, 0, &same));
    kufsa_position_free(again);
    kufsa_position_free(view);
    kufsa_position_free(world);
    kufsa_position_free(truth);
}

static int listings;
static const struct game *counted;

static int legal_counted(const struct state *state, int seat, move *out)
{
    listings++;
    return counted->legal(state, seat, out);
}

/* A list that was asked for is kept until the position changes. */
static void test_lists(void **unused)
{
    static uint64_t moves[32768];
    struct kufsa_position *position = dealt("taki", 2, 6);
    struct game counting = *position->game;
    char text[KUFSA_MOVE_SIZE];
    int32_t points;
    uint64_t code;
    size_t count, again;
    (void)unused;
    counted = position->game;
    counting.legal = legal_counted;
    position->game = &counting;
    listings = 0;
    assert_null(kufsa_legal(position, 0, NULL, 0, &count));
    assert_null(kufsa_legal(position, 0, moves, 32768, &count));
    assert_true(count > 1);
    for (size_t i = 0; i < count; i++) {
        assert_null(kufsa_write_move(position, 0, moves[i], text));
        assert_null(kufsa_gain(position, 0, moves[i], &points));
    }
    assert_int_equal(listings, 1);
    assert_null(kufsa_legal(position, 1, NULL, 0, &again)); /* another seat's list */
    assert_int_equal(again, 0);
    assert_null(kufsa_write_move(position, 0, moves[0], text));
    assert_null(kufsa_read_move(position, 0, text, &code));
    REFUSES("library.move.illegal", kufsa_write_move(position, 1, moves[0], text));
    assert_null(kufsa_play(position, 0, moves[0]));
    assert_null(kufsa_legal(position, 0, NULL, 0, &again));
    assert_int_equal(again, 0);
    position->game = counted;
    kufsa_position_free(position);
}

/* Plays to the end, one legal move in turn, and says which. */
static void play_out(struct kufsa_position *position, struct kufsa_record *record, uint64_t seed)
{
    static uint64_t moves[32768];
    struct search_rng rng;
    search_rng_init(&rng, seed);
    while (kufsa_actors(position) != 0) {
        int seat = (int)search_rng_below(&rng, (uint32_t)kufsa_position_seats(position));
        char text[KUFSA_MOVE_SIZE];
        uint64_t code, again;
        size_t count;
        assert_null(kufsa_legal(position, seat, moves, 32768, &count));
        if (count == 0)
            continue;
        code = moves[search_rng_below(&rng, (uint32_t)count)];
        assert_null(kufsa_write_move(position, seat, code, text));
        assert_null(kufsa_read_move(position, seat, text, &again));
        assert_true(code == again);
        assert_null(kufsa_play(position, seat, code));
        assert_null(kufsa_record_play(record, seat, code));
    }
}

static int knows(const struct kufsa_fact *facts, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(facts[i].name, name) == 0)
            return 1;
    return 0;
}

static void test_records(void **unused)
{
    static char text[1 << 20], again[1 << 20];
    static struct kufsa_item items[KUFSA_ITEMS_MAX];
    static struct kufsa_fact facts[KUFSA_ITEMS_MAX];
    (void)unused;
    for (int i = 0; kufsa_game(i); i++) {
        struct kufsa_position *position = dealt(kufsa_game(i), 2, 3), *last;
        struct kufsa_record *record, *read, *last_read = NULL;
        uint8_t key[KUFSA_KEY_SIZE], places[2][KUFSA_SEATS_MAX];
        int32_t points[KUFSA_SEATS_MAX];
        char one[KUFSA_POSITION_SIZE], two[KUFSA_POSITION_SIZE];
        size_t size, size_again;
        int line, seat;
        uint64_t code;
        kufsa_key(3, 0, key);
        assert_null(kufsa_record_new(kufsa_game(i), 2, "", key, &record));
        assert_true(kufsa_scene(position, items) > 0 || strcmp(kufsa_game(i), "gobblet") != 0);
        assert_true(knows(facts, kufsa_facts(position, facts), "turn"));
        play_out(position, record, 17);
        assert_null(kufsa_record_write(record, NULL, 0, &size));
        REFUSES("library.text.room", kufsa_record_write(record, text, size, &size_again));
        assert_null(kufsa_record_write(record, text, sizeof text, &size_again));
        assert_int_equal(size, size_again);
        assert_null(kufsa_record_read(text, size, &line, &read));
        assert_int_equal(kufsa_record_count(read), kufsa_ply(position));
        assert_null(kufsa_record_position(read, kufsa_record_count(read), &last));
        assert_null(kufsa_write(position, one));
        assert_null(kufsa_write(last, two));
        assert_string_equal(one, two);
        kufsa_position_free(last);
        assert_null(kufsa_record_position(read, 1, &last));
        assert_int_equal(kufsa_ply(last), 1);
        assert_null(kufsa_record_move(read, 0, &seat, &code));
        REFUSES("library.record.moves", kufsa_record_move(read, 1 << 30, &seat, &code));
        REFUSES("match.over", kufsa_record_play(read, 0, code));
        assert_null(kufsa_record_write(read, again, sizeof again, &size));
        assert_string_equal(text, again);
        assert_string_equal(kufsa_record_ending(read), "rules");
        kufsa_result(position, points, places[0]);
        kufsa_record_places(read, places[1]);
        assert_memory_equal(places[0], places[1], sizeof places[0]);
        text[size - 3] ^= 1; /* of the hash */
        assert_non_null(kufsa_record_read(text, size, &line, &last_read));
        assert_true(line > (int)kufsa_record_count(read) && !last_read);
        kufsa_position_free(last);
        kufsa_position_free(position);
        kufsa_record_free(record);
        kufsa_record_free(read);
    }
}

/* The text of a record, to be freed. */
static char *text_of(const struct kufsa_record *record)
{
    size_t size;
    assert_null(kufsa_record_write(record, NULL, 0, &size));
    char *text = malloc(size + 1);
    assert_null(kufsa_record_write(record, text, size + 1, &size));
    return text;
}

/* The head of a record that has all kinds of lines: a key made of a secret and contributions. */
static void write_full_head(struct text *text)
{
    uint8_t part[3][SHA256_SIZE] = {{7}, {8}, {9}}, key[SHA256_SIZE], commit[SHA256_SIZE];
    static const char *const words[] = {"secret ", "salt 0 ", "salt 1 "};
    sha256(part[0], sizeof part, key);
    sha256(key, sizeof key, commit);
    text_string(text, "kufsa-record 1\ngame gobblet\nseat 1 bot club Robot\nkey ");
    text_hex(text, key, sizeof key);
    text_string(text, "\ncommit ");
    text_hex(text, commit, sizeof commit);
    for (int i = 0; i < 3; i++) {
        text_string(text, i == 0 ? "\n" : "");
        text_string(text, words[i]);
        text_hex(text, part[i], sizeof part[i]);
        text_char(text, '\n');
    }
    text_string(text, "date 2026-11-19\nseat 0 person Noa\n\n");
}

/* An unfinished record that is read and goes on keeps the lines of its head. */
static void test_heads(void **unused)
{
    char bytes[2048];
    struct text text;
    struct kufsa_record *record, *again;
    struct kufsa_position *start = dealt("gobblet", 2, 1);
    uint64_t code;
    (void)unused;
    text_init(&text, bytes, sizeof bytes);
    write_full_head(&text);
    const size_t head = text.size;
    text_string(&text, "\nresult *\n");
    assert_null(kufsa_record_read(bytes, text.size, NULL, &record));
    char *same = text_of(record);
    assert_string_equal(same, bytes);
    free(same);
    assert_null(kufsa_read_move(start, 0, "4@a1", &code));
    assert_null(kufsa_record_play(record, 0, code));
    char *longer = text_of(record);
    assert_memory_equal(longer, bytes, head);
    assert_memory_equal(longer + head, "0 4@a1\n\nresult", 14);
    assert_null(kufsa_record_read(longer, strlen(longer), NULL, &again));
    assert_string_equal(kufsa_record_who(again, 0), "Noa");
    assert_string_equal(kufsa_record_who(again, 1), "Robot");
    assert_null(kufsa_record_sit(again, 1, NULL, "Dan"));
    char *other = text_of(again);
    assert_null(strstr(other, "Robot"));
    assert_non_null(strstr(other, "\nseat 1 person Dan\n\n0 4@a1\n"));
    assert_non_null(strstr(other, "\ndate 2026-11-19\n"));
    free(longer);
    free(other);
    kufsa_record_free(record);
    kufsa_record_free(again);
    kufsa_position_free(start);
}

/* A new record says who sits there. */
static void test_sitting(void **unused)
{
    const uint8_t key[KUFSA_KEY_SIZE] = {2};
    struct kufsa_record *record, *again;
    char name[65];
    (void)unused;
    assert_null(kufsa_record_new("taki", 3, NULL, key, &record));
    assert_null(kufsa_record_sit(record, 0, NULL, "Noa"));
    assert_null(kufsa_record_sit(record, 1, "club", NULL));
    assert_null(kufsa_record_sit(record, 1, "master", NULL)); /* instead */
    assert_null(kufsa_record_sit(record, 2, "", "my bot"));
    REFUSES("game.seat.range", kufsa_record_sit(record, 3, NULL, "x"));
    REFUSES("game.seat.range", kufsa_record_sit(record, -1, NULL, "x"));
    REFUSES("record.seat.form", kufsa_record_sit(record, 0, NULL, "two\nlines"));
    REFUSES("record.seat.form", kufsa_record_sit(record, 0, "two words", NULL));
    REFUSES("library.argument.null", kufsa_record_sit(NULL, 0, NULL, "x"));
    memset(name, 'x', sizeof name);
    name[64] = '\0';
    REFUSES("record.seat.form", kufsa_record_sit(record, 0, NULL, name));
    char *text = text_of(record);
    assert_non_null(
        strstr(text, "\nseat 0 person Noa\nseat 1 bot master\nseat 2 bot - my bot\n\n"));
    assert_null(kufsa_record_read(text, strlen(text), NULL, &again));
    assert_string_equal(kufsa_record_who(again, 0), "Noa");
    assert_string_equal(kufsa_record_who(again, 1), "master");
    assert_string_equal(kufsa_record_who(again, 2), "my bot");
    free(text);
    kufsa_record_free(record);
    kufsa_record_free(again);
}

/* Each reason has a whole sentence in both languages, and there are no others. */
static void check_reasons(const struct kufsa_player *player, const struct kufsa_advice *advice)
{
    char text[KUFSA_REASON_SIZE], other[KUFSA_REASON_SIZE];
    for (int i = 0; i < advice->count; i++)
        for (int k = 0; k < KUFSA_REASONS_MAX; k++) {
            int there = advice->list[i].reasons[k] != NULL;
            assert_int_equal(kufsa_player_reason(player, i, k, "en", text), there);
            assert_int_equal(kufsa_player_reason(player, i, k, "he", other), there);
            assert_null(strchr(text, '{'));
            assert_int_equal(strcmp(text, other) != 0, there);
        }
    const int odd[] = {-1, advice->count, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        assert_int_equal(kufsa_player_reason(player, odd[i], 0, "en", text), 0);
        assert_int_equal(kufsa_player_reason(player, 0, odd[i], "en", text), 0);
    }
    assert_int_equal(kufsa_player_reason(player, 0, 0, "xx", text), 0);
    assert_int_equal(kufsa_player_reason(player, 0, 0, NULL, text), 0);
    assert_int_equal(kufsa_player_reason(NULL, 0, 0, "en", text), 0);
    assert_int_equal(kufsa_player_reason(player, 0, 0, "en", NULL), 0);
}

static void test_players(void **unused)
{
    static struct kufsa_advice advice, again;
    struct kufsa_position *position, *view;
    struct kufsa_player *player, *other;
    struct kufsa_budget budget = {.nodes = 500, .seed = 4};
    (void)unused;
    REFUSES("library.level.unknown", kufsa_player_new("gobblet", "genius", 0, &player));
    REFUSES("library.memory.little", kufsa_player_new("gobblet", "club", 1000, &player));
    assert_null(kufsa_player_new("taki", "club", 8 << 20, &other));
    assert_null(kufsa_player_new("gobblet", "master", 8 << 20, &player));
    assert_null(kufsa_read("gobblet", 0, NULL, START, &position));
    REFUSES("library.player.game", kufsa_think(other, position, 0, &budget, &advice));
    REFUSES("match.seat.turn", kufsa_think(player, position, 1, &budget, &advice));
    REFUSES("game.seat.range", kufsa_think(player, position, KUFSA_SPECTATOR, &budget, &advice));
    assert_null(kufsa_think(player, position, 0, &budget, &advice));
    assert_null(kufsa_think(player, position, 0, &budget, &again));
    assert_true(advice.move == again.move && advice.nodes == again.nodes && advice.count > 1);
    check_reasons(player, &advice);
    budget.millis = -1;
    REFUSES("library.budget.range", kufsa_think(player, position, 0, &budget, &advice));
    kufsa_position_free(position);

    position = dealt("taki", 2, 8);
    budget = (struct kufsa_budget){.nodes = 300, .seed = 1};
    assert_null(kufsa_think(other, position, 0, &budget, &advice));
    assert_null(kufsa_view(position, 0, &view));
    assert_null(kufsa_think(other, view, 0, &budget, &again));
    assert_true(advice.move == again.move && advice.nodes == again.nodes);
    kufsa_position_free(view);
    assert_null(kufsa_view(position, KUFSA_SPECTATOR, &view));
    REFUSES("game.move.hidden", kufsa_think(other, view, 0, &budget, &advice));
    kufsa_position_free(view);
    kufsa_position_free(position);
    kufsa_player_free(player);
    kufsa_player_free(other);
}

/* ---- stopping ---- */

struct thinker {
    struct kufsa_player *player;
    struct kufsa_position *position;
    atomic_bool done;
};

/* Without a bound: only a stop ends it. */
static void *think_on(void *argument)
{
    static struct kufsa_advice advice;
    const struct kufsa_budget budget = {.millis = INT32_MAX};
    struct thinker *thinker = argument;
    const char *reason = kufsa_think(thinker->player, thinker->position, 0, &budget, &advice);
    atomic_store(&thinker->done, true);
    return reason || advice.count == 0 ? thinker : NULL;
}

/* A stop ends the thinking that runs, and never spoils a later one. */
static void test_stop(void **unused)
{
    static struct kufsa_advice advice, again;
    const struct kufsa_budget budget = {.nodes = 2000, .seed = 4};
    struct thinker thinker;
    pthread_t thread;
    void *failed;
    (void)unused;
    assert_null(kufsa_player_new("gobblet", "master", 8 << 20, &thinker.player));
    assert_null(kufsa_read("gobblet", 0, NULL, START, &thinker.position));
    assert_null(kufsa_think(thinker.player, thinker.position, 0, &budget, &advice));
    kufsa_stop(thinker.player); /* too late */
    assert_null(kufsa_think(thinker.player, thinker.position, 0, &budget, &again));
    assert_true(advice.move == again.move && advice.nodes == again.nodes);
    for (int round = 0; round < 3; round++) {
        atomic_init(&thinker.done, false);
        assert_int_equal(pthread_create(&thread, NULL, think_on, &thinker), 0);
        while (!atomic_load(&thinker.done)) { /* it may not have begun */
            kufsa_stop(thinker.player);
            sched_yield();
        }
        kufsa_stop(thinker.player);
        assert_int_equal(pthread_join(thread, &failed), 0);
        assert_null(failed);
        assert_null(kufsa_think(thinker.player, thinker.position, 0, &budget, &again));
        assert_true(advice.move == again.move && advice.nodes == again.nodes);
    }
    kufsa_position_free(thinker.position);
    kufsa_player_free(thinker.player);
}

/* A verdict and a review are the same for a truth and its view, however often they are asked
 * for. */
static void test_judging(void **unused)
{
    struct kufsa_position *position = dealt("taki", 2, 8), *view;
    struct kufsa_record *record;
    const uint8_t key[KUFSA_KEY_SIZE] = {1};
    static char first[KUFSA_VERDICT_SIZE], again[KUFSA_VERDICT_SIZE];
    char *review = NULL, *same = NULL;
    uint64_t moves[200];
    size_t count;
    (void)unused;
    assert_null(kufsa_legal(position, 0, moves, 200, &count));
    assert_null(kufsa_judge(position, 0, moves[0], 300, first));
    assert_null(kufsa_view(position, 0, &view));
    assert_null(kufsa_judge(view, 0, moves[0], 300, again));
    assert_string_equal(first, again);
    assert_non_null(strstr(first, "\"loss\":"));
    REFUSES("library.move.illegal", kufsa_judge(position, 0, 999999, 300, first));
    REFUSES("match.seat.turn", kufsa_judge(position, 1, moves[0], 300, first));
    REFUSES("library.argument.null", kufsa_judge(position, 0, moves[0], 300, NULL));
    REFUSES("library.budget.range", kufsa_judge(position, 0, moves[0], UINT64_MAX, first));
    kufsa_position_free(view);
    kufsa_position_free(position);
    assert_null(kufsa_record_new("gobblet", 2, NULL, key, &record));
    assert_null(kufsa_read("gobblet", 0, NULL, START, &position));
    assert_null(kufsa_read_move(position, 0, "4@a1", moves));
    assert_null(kufsa_record_play(record, 0, moves[0]));
    assert_null(kufsa_review(record, 200, &review));
    assert_null(kufsa_review(record, 200, &same));
    assert_string_equal(review, same);
    assert_non_null(strstr(review, "\"plies\":1"));
    REFUSES("library.argument.null", kufsa_review(NULL, 0, &review));
    kufsa_text_free(review);
    kufsa_text_free(same);
    kufsa_text_free(NULL);
    kufsa_position_free(position);
    kufsa_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_about),         cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_nulls),         cmocka_unit_test(test_settings),
        cmocka_unit_test(test_moves_refused), cmocka_unit_test(test_views),
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_records),
        cmocka_unit_test(test_heads),         cmocka_unit_test(test_sitting),
        cmocka_unit_test(test_players),       cmocka_unit_test(test_stop),
        cmocka_unit_test(test_judging),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
