/* SPDX-License-Identifier: MIT */
/* Records: true ones are accepted, and each kind of false one is refused for its own reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "match/record.h"

#define KEY "6b756673610000000000000000000000000000000000000000000000000000ff"
#define HEADLINES "kufsa-record 1\ngame gobblet\nrules 1\nseats 2\nkey " KEY "\n"
#define HEAD HEADLINES "\n"

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
    assert_reason("kufsa-record 1\ngame iota\nseats 2\nseats 2\n", 4, "record.head.twice");
    assert_reason("kufsa-record 1\ngame iota\nkey " KEY "\nkey " KEY "\n", 4, "record.head.twice");
    assert_reason("kufsa-record 1\ngame iota\nrules 1\nrules 1\n", 4, "record.head.twice");
    assert_reason("kufsa-record 1\ngame iota\noption deck half\noption deck full\n", 4,
                  "record.head.twice");
}

/* SHA-256 of the bytes of KEY. */
#define COMMIT "85248377d2ad8cf3d0bc3c730ee6f834eab2be513c56e4916c5db03d021a9d9b"
#define OTHER "0000000000000000000000000000000000000000000000000000000000000000"

static void test_commitments(void **unused)
{
    (void)unused;
    const char *kept =
        "kufsa-record 1\ngame gobblet\ncommit " COMMIT "\nkey " KEY "\n\n\nresult *\n";
    assert_null(record_replay(&record, kept, strlen(kept)));
    assert_true((record.told & RECORD_COMMIT) != 0);
    assert_reason("kufsa-record 1\ngame iota\ncommit " OTHER "\nkey " KEY "\n\n\nresult *\n", 3,
                  "record.commit.differs");
    assert_string_equal(record.expected, "commit " COMMIT);
    assert_reason("kufsa-record 1\ngame iota\ncommit " COMMIT "\n\n\nresult *\n", 4,
                  "record.key.missing");
    assert_reason("kufsa-record 1\ngame iota\ncommit 12\n", 3, "record.commit.form");
}

/* SHA-256 of 32 bytes of 01, then 32 of 02 and 32 of 03. */
#define MIXED "8a2e491356cfdb05a1d13785e0794d7cd163f91af79a146c976b1d2ac643b679"
#define OF(digits) digits digits digits digits digits digits digits digits
#define BYTES(byte) OF(byte byte byte byte)
#define MIX_HEAD "kufsa-record 1\ngame gobblet\n"
#define MIX_END "\n\nresult *\n"

static void test_contributions(void **unused)
{
    (void)unused;
    const char *fair = MIX_HEAD
        "secret " BYTES("01") "\nsalt 1 " BYTES("03") "\nsalt 0 " BYTES("02") "\nkey " MIXED
                                                                              "\n" MIX_END;
    char line[RECORD_LINE_MAX];
    assert_null(record_replay(&record, fair, strlen(fair)));
    assert_true((record.told & RECORD_SECRET) != 0);
    const char *at = record.head;
    assert_true(record_next_tag(&record, &at, line)); /* kept when it is rewritten */
    assert_memory_equal(line, "secret ", 7);
    assert_reason(MIX_HEAD "key " KEY "\nsecret " BYTES("01") "\nsalt 0 " BYTES(
                      "02") "\nsalt 1 " BYTES("03") "\n" MIX_END,
                  3, "record.secret.differs");
    assert_string_equal(record.expected, "key " MIXED);
    assert_reason(MIX_HEAD "key " MIXED "\nsecret " BYTES("01") "\nsalt 1 " BYTES(
                      "02") "\nsalt 0 " BYTES("03") "\n" MIX_END,
                  3, "record.secret.differs"); /* the order of seats counts */
    assert_reason(MIX_HEAD "key " MIXED
                           "\nsecret " BYTES("01") "\nsalt 0 " BYTES("02") "\n" MIX_END,
                  4, "record.salt.missing");
    assert_reason(MIX_HEAD "key " MIXED
                           "\nsecret " BYTES("01") "\nsalt 2 " BYTES("02") "\n" MIX_END,
                  4, "record.salt.missing");
    assert_reason(MIX_HEAD "key " KEY "\nsalt 0 " BYTES("02") "\n" MIX_END, 4,
                  "record.secret.missing");
    assert_reason(MIX_HEAD "secret 01\n", 3, "record.secret.form");
    assert_reason(MIX_HEAD "salt 0 02\n", 3, "record.salt.form");
    assert_reason(MIX_HEAD "salt 10 " BYTES("02") "\n", 3, "record.salt.form");
    assert_reason(MIX_HEAD "salt 0 " BYTES("02") "\nsalt 0 " BYTES("02") "\n", 4,
                  "record.head.twice");
}

static void test_seats(void **unused)
{
    (void)unused;
    const char *text = HEADLINES "seat 0 person Noa Levi\nseat 1 bot club\n\n\nresult *\n";
    assert_null(record_replay(&record, text, strlen(text)));
    assert_int_equal(record.seats[0].owner, HOLDER_PERSON);
    assert_string_equal(record.seats[0].name, "Noa Levi");
    assert_int_equal(record.seats[1].owner, HOLDER_BOT);
    assert_string_equal(record.seats[1].level, "club");
    assert_string_equal(record.seats[1].name, "");
    text = HEADLINES "seat 1 bot - Deep Blue\nseat 0 person\n\n\nresult *\n";
    assert_null(record_replay(&record, text, strlen(text)));
    assert_string_equal(record.seats[1].level, "");
    assert_string_equal(record.seats[1].name, "Deep Blue");
    assert_reason(HEADLINES "seat 0 cat\n", 6, "record.seat.form");
    assert_reason(HEADLINES "seat x person\n", 6, "record.seat.form");
    assert_reason(HEADLINES "seat 0 bot\n", 6, "record.seat.form");
    assert_reason(HEADLINES "seat 0 bot a-level-with-a-name-that-is-too-long\n", 6,
                  "record.seat.form");
    assert_reason(HEADLINES "seat 0 person \033[2J\n", 6, "record.seat.form");
    assert_reason(HEADLINES "seat 0 person\nseat 0 person\n", 7, "record.head.twice");
    assert_reason(HEADLINES "seat 2 person\n\n\nresult *\n", 7, "game.seat.range");
}

static void test_tags_are_kept(void **unused)
{
    char line[RECORD_LINE_MAX];
    (void)unused;
    const char *text =
        HEADLINES "date 2026\nseat 0 person\nevent A\nkeyboard x\n\n0 4@a1\n\nresult *\n";
    assert_null(record_replay(&record, text, strlen(text)));
    const char *at = record.head;
    assert_true(record_next_tag(&record, &at, line));
    assert_string_equal(line, "date 2026");
    assert_true(record_next_tag(&record, &at, line));
    assert_string_equal(line, "event A");
    assert_true(record_next_tag(&record, &at, line));
    assert_string_equal(line, "keyboard x");
    assert_false(record_next_tag(&record, &at, line));
}

static void test_ends(void **unused)
{
    static const struct {
        const char *text;
        enum ending ending;
        int loser;
    } rows[] = {
        {HEAD "\nend resigned 1\nresult 1 2\n", ENDING_RESIGNED, 1},
        {HEAD "\nend time 0\nresult 2 1\n", ENDING_TIME, 0},
        {HEAD "\nend agreed\nresult 1 1\n", ENDING_AGREED, NO_SEAT},
        {HEAD "\nend stopped\nresult *\n", ENDING_STOPPED, NO_SEAT},
        {HEAD "\nresult *\n", ENDING_NONE, NO_SEAT},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_null(record_replay(&record, rows[i].text, strlen(rows[i].text)));
        assert_int_equal(record.ending, rows[i].ending);
        assert_int_equal(record.loser, rows[i].loser);
    }
    assert_reason(HEAD "\nend resigned 1\nresult 2 1\n", 9, "record.result.places");
    assert_string_equal(record.expected, "result 1 2");
    assert_reason(HEAD "\nend resigned 1\nresult *\n", 9, "record.result.over");
    assert_reason(HEAD "\nend stopped\nresult 1 2\n", 9, "record.result.going");
    assert_reason(HEAD "\nend resigned 2\n", 8, "record.end.form");
    assert_reason(HEAD "\nend resigned\n", 8, "record.end.form");
    assert_reason(HEAD "\nend agreed 1\n", 8, "record.end.form");
    assert_reason(HEAD "\nend\n", 8, "record.end.form");
    assert_reason(HEAD "\nend stopped\nend stopped\n", 9, "record.end.late");
    assert_reason(HEAD "\nresult *\nend stopped\n", 9, "record.end.late");
    const char *cards = "kufsa-record 1\ngame cento\nkey " KEY "\n\n\nend agreed\nresult 1 1\n";
    assert_reason(cards, 6, "record.end.form");
    const char *three = "kufsa-record 1\ngame iota\nseats 3\nkey " KEY "\n\n\nend time 0\n";
    assert_reason(three, 7, "record.end.form");
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
    assert_int_equal(record.ending, ENDING_RULES);
    assert_reason(HEAD WON "end stopped\nresult *\n", 15, "record.end.over");
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

/* A match with everything in it comes back from its record, and writes it again. */
static void test_match_written_is_read(void **unused)
{
    static struct match match;
    static struct ply plies[8];
    static struct events events;
    char buffer[2048], again[2048];
    struct text text, second;
    struct match_setup setup = {.game = game_find("gobblet"),
                                .seats = 2,
                                .key = {1, 2, 3},
                                .log = plies,
                                .capacity = 8,
                                .bots = 2,
                                .level = "club"};
    (void)unused;
    assert_null(match_init(&match, &setup, 0));
    assert_true(seat_set_name(&match.seats[0], "Noa"));
    assert_null(match_play(&match, 0, 0, "4@a1", 0, &record.moves, &events));
    assert_null(match_resign(&match, 0, 0));
    text_init(&text, buffer, sizeof buffer);
    record_write(&text, &match, "date today\n", RECORD_WITH_KEY | RECORD_WITH_COMMIT);
    assert_null(record_replay(&record, buffer, text.size));
    assert_int_equal(record.ending, ENDING_RESIGNED);
    assert_string_equal(record.seats[0].name, "Noa");
    assert_string_equal(record.seats[1].level, "club");
    assert_true((record.told & RECORD_COMMIT) != 0 && (record.told & RECORD_POSITIONS) != 0);
    text_init(&second, again, sizeof again);
    record_write(&second, &match, "date today\n", RECORD_WITH_COMMIT);
    assert_string_equal(record_replay(&record, again, second.size), "record.key.missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_head_refused),
        cmocka_unit_test(test_moves_refused),
        cmocka_unit_test(test_lines_refused),
        cmocka_unit_test(test_results_refused),
        cmocka_unit_test(test_written_is_read),
        cmocka_unit_test(test_commitments),
        cmocka_unit_test(test_contributions),
        cmocka_unit_test(test_seats),
        cmocka_unit_test(test_tags_are_kept),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_match_written_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
