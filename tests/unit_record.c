/* SPDX-License-Identifier: MIT */
/* Records: what is true is accepted, and each thing that is not is refused for its own reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "match/record.h"

#define KEY "6b756673610000000000000000000000000000000000000000000000000000ff"
#define HEAD "kufsa-record 1\ngame gobblet\nrules 1\nseats 2\nkey " KEY "\n\n"

static struct record record;

static void assert_reason(const char *text, int line, const char *expected)
{
    const char *reason = record_replay(&record, text, strlen(text));
    if (!reason || strcmp(reason, expected) != 0 || record.line != line)
        fail_msg("line %d: %s, not line %d: %s, for\n%s", record.line, reason ? reason : "accepted",
                 line, expected, text);
}

static void test_accepted(void **unused)
{
    (void)unused;
    const char *going = HEAD "0 4@a1\n1 4@b2\n\nresult *\n";
    assert_null(record_replay(&record, going, strlen(going)));
    const char *tags = "kufsa-record 1\r\ngame taki\r\ndate unknown\r\nname.0 Dana\r\nkey " KEY
                       "\r\n\r\n0 draw\r\n\r\nresult *\r\nwhatever follows\r\n";
    assert_null(record_replay(&record, tags, strlen(tags)));
    assert_int_equal(record.state.head.seats, 2);
    assert_int_equal(record.state.head.ply, 1);
}

static void test_head_refused(void **unused)
{
    (void)unused;
    assert_reason("", 0, "record.head.version");
    assert_reason("kufsa-record 2\n", 1, "record.head.version");
    assert_reason("kufsa-record 1\nkey " KEY "\n", 2, "record.game.first");
    assert_reason("kufsa-record 1\ngame chess\n", 2, "record.game.unknown");
    assert_reason("kufsa-record 1\ngame iota\ngame iota\n", 3, "record.game.twice");
    assert_reason("kufsa-record 1\ngame iota\nrules 2\n", 3, "record.rules.version");
    assert_reason("kufsa-record 1\ngame iota\nseats 5\n", 3, "game.seats.range");
    assert_reason("kufsa-record 1\ngame iota\noption deck double\n", 3, "game.option.value");
    assert_reason("kufsa-record 1\ngame iota\noption dice two\n", 3, "game.option.unknown");
    assert_reason("kufsa-record 1\ngame iota\nkey 12\n", 3, "record.key.form");
    assert_reason("kufsa-record 1\ngame iota\n\n", 3, "record.head.missing");
}

static void test_moves_refused(void **unused)
{
    (void)unused;
    assert_reason(HEAD "4@a1\n", 7, "record.move.form");
    assert_reason(HEAD "0 4@a1\n0 4@b2\n", 8, "gobblet.G4.turn");
    assert_reason(HEAD "0 3@a1\n", 7, "gobblet.G3.reserve");
    assert_reason(HEAD "5 4@a1\n", 7, "game.seat.range");
}

static void test_lines_refused(void **unused)
{
    char text[sizeof HEAD + RECORD_LINE_MAX + 1];
    (void)unused;
    memcpy(text, HEAD, sizeof HEAD);
    memset(text + sizeof HEAD - 1, '0', RECORD_LINE_MAX);
    assert_string_equal(record_replay(&record, text, sizeof HEAD - 1 + RECORD_LINE_MAX),
                        "record.line.long");
    text[sizeof HEAD - 1] = '\0';
    assert_string_equal(record_replay(&record, text, sizeof HEAD), "record.line.nul");
}

static void test_results_refused(void **unused)
{
    (void)unused;
    assert_reason(HEAD "0 4@a1\n", 7, "record.result.missing");
    assert_reason(HEAD "0 4@a1\n\nresult 1 2\n", 9, "record.result.going");
    assert_reason(HEAD "0 4@a1\n\nresult *\nscores 0 0\n", 10, "record.result.scores");
    assert_reason(HEAD "0 4@a1\n\nresult *\npositions 12\n", 10, "record.hash.form");
    assert_reason(HEAD "0 4@a1\n\nresult *\npositions 0123456789abcdef\n", 10,
                  "record.hash.differs");
#define WON "0 4@a1\n1 4@a4\n0 4@b1\n1 4@b4\n0 4@c1\n1 4@c4\n0 3@d1\n\n"
    assert_reason(HEAD WON "result *\n", 15, "record.result.over");
    assert_reason(HEAD WON "result 2 1\n", 15, "record.result.places");
    assert_null(record_replay(&record, HEAD WON "result 1 2\n", strlen(HEAD WON "result 1 2\n")));
}

static void test_written_is_read(void **unused)
{
    char buffer[1024];
    struct text text;
    union any_state state;
    const struct game *game = game_find("cento");
    uint8_t key[CHANCE_KEY_SIZE] = {7};
    struct moves *moves = &record.moves;
    (void)unused;
    text_init(&text, buffer, sizeof buffer);
    game_init(game, &state.head, 3);
    state.head.option[0] = 1;
    game_deal(game, &state.head, key);
    record_write_head(&text, game, &state.head, key);
    uint64_t hash = record_hash(HASH_START, game, &state.head);
    for (int i = 0; i < 5; i++) {
        int seat = __builtin_ctz(state.head.actors);
        game_legal(game, &state.head, seat, moves);
        record_write_move(&text, game, &state.head, seat, moves->list[moves->count - 1]);
        game_apply(game, &state.head, seat, moves->list[moves->count - 1], NULL);
        hash = record_hash(hash, game, &state.head);
    }
    record_write_result(&text, game, &state.head, hash);
    assert_false(text.overflow);
    assert_null(record_replay(&record, buffer, text.size));
    assert_true(record.hash == hash && state_equal(&record.state.head, &state.head));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),        cmocka_unit_test(test_head_refused),
        cmocka_unit_test(test_moves_refused),   cmocka_unit_test(test_lines_refused),
        cmocka_unit_test(test_results_refused), cmocka_unit_test(test_written_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
