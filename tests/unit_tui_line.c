/* SPDX-License-Identifier: MIT */
/* Ways to a table: addresses, tokens, and a table in this process that is left and gone on with. */
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/frames.h"
#include "match/record.h"
#include "tui/local.h"
#include "tui/remote.h"

static char folder[] = "/tmp/kufsa-line-XXXXXX";

static int set_up(void **unused)
{
    (void)unused;
    return mkdtemp(folder) && setenv("XDG_STATE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int clean_up(void **unused)
{
    (void)unused;
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* ---- addresses ---- */

static void expect_address(const char *text, const char *host, const char *port)
{
    struct address address;
    const char *reason = address_read(&address, text);
    if (reason)
        fail_msg("%s: %s", text, reason);
    assert_string_equal(address.host, host);
    assert_string_equal(address.port, port);
    assert_string_equal(address.code, "ABC234");
}

static void addresses(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *reason;
    } wrong[] = {
        {"", "join.address.code"},
        {"localhost", "join.address.code"},
        {"http://localhost:8080/", "join.address.code"},
        {"http://localhost:8080/#ABC23", "join.address.code"},
        {"http://localhost:8080/#ABC23O", "join.address.code"},
        {"https://localhost/#ABC23", "join.address.code"},
        {"https://localhost/#ABC234/", "join.token.broken"},
        {"https://localhost/#ABC234/00FF", "join.token.broken"},
        {"https://localhost/#ABC234/00ff/", "join.token.broken"},
        {"https://local host/#ABC234/00ff", "join.address.broken"},
        {"ABC234@", "join.address.broken"},
        {"ABC23@localhost", "join.address.broken"},
        {"ABC234@local host", "join.address.broken"},
        {"ABC234@localhost:0", "join.address.broken"},
        {"ABC234@localhost:65536", "join.address.broken"},
        {"ABC234@localhost:80x", "join.address.broken"},
        {"ABC234@[::1", "join.address.broken"},
        {"ABC234@[::1]80", "join.address.broken"},
        {"http://a/b/#ABC234", "join.address.broken"},
        {"http://a\r\nHost: b/#ABC234", "join.address.broken"},
    };
    struct address address;
    char longest[400];
    expect_address("http://localhost:8080/#ABC234", "localhost", "8080");
    expect_address("http://example.org/#abc234", "example.org", "80");
    expect_address("example.org:99#ABC234", "example.org", "99");
    expect_address("abc234@10.0.0.7", "10.0.0.7", "8080");
    expect_address("ABC234@[::1]:9000", "::1", "9000");
    expect_address("http://[fe80::1]/#ABC234", "fe80::1", "80");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *reason = address_read(&address, wrong[i].text);
        if (!reason)
            fail_msg("taken: %s", wrong[i].text);
        assert_string_equal(reason, wrong[i].reason);
    }
    memset(longest, 'a', sizeof longest);
    memcpy(longest, "ABC234@", 7);
    longest[sizeof longest - 1] = '\0';
    assert_string_equal(address_read(&address, longest), "join.address.broken");
}

/* What is read is written the same way, but for what is left out where it is usual. */
static void expect_link(const char *text, const char *expected, bool tls)
{
    struct address address, again;
    char bytes[LINE_URL_MAX];
    struct text link;
    assert_null(address_read(&address, text));
    assert_int_equal(address.tls, tls);
    text_init(&link, bytes, sizeof bytes);
    address_write(&address, &link);
    assert_string_equal(bytes, expected);
    assert_null(address_read(&again, bytes));
    assert_memory_equal(&again, &address, sizeof again);
}

static void links(void **unused)
{
    (void)unused;
    struct address address;
    char longest[SEEN_TOKEN_MAX + 64] = "http://localhost/#ABC234/";
    expect_link("https://a.example/#abc234", "https://a.example/#ABC234", true);
    expect_link("https://a.example:443/#ABC234/00ff", "https://a.example/#ABC234/00ff", true);
    expect_link("https://a.example:8443/#ABC234", "https://a.example:8443/#ABC234", true);
    expect_link("http://a.example/#ABC234/00ff", "http://a.example/#ABC234/00ff", false);
    expect_link("ABC234@[::1]", "http://[::1]:8080/#ABC234", false);
    assert_null(address_read(&address, "http://localhost/#ABC234/00ff"));
    assert_string_equal(address.token, "00ff");
    assert_null(address_read(&address, "http://localhost/#ABC234"));
    assert_string_equal(address.token, "");
    memset(longest + strlen(longest), 'a', SEEN_TOKEN_MAX);
    assert_string_equal(address_read(&address, longest), "join.token.broken");
}

static void append_to_tokens(const char *line)
{
    char path[128];
    snprintf(path, sizeof path, "%s/kufsa/tokens", folder);
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    assert_true(fputs(line, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void tokens(void **unused)
{
    (void)unused;
    struct address one, other;
    char token[SEEN_TOKEN_MAX];
    assert_null(address_read(&one, "ABC234@localhost"));
    assert_null(address_read(&other, "ABC234@localhost:81"));
    assert_false(token_find(&one, token));
    token_keep(&one, "00ff");
    token_keep(&other, "1234");
    assert_true(token_find(&one, token));
    assert_string_equal(token, "00ff");
    token_keep(&one, "abcd");
    assert_true(token_find(&one, token));
    assert_string_equal(token, "abcd");
    token_keep(&one, "");
    assert_false(token_find(&one, token));
    assert_true(token_find(&other, token));
    assert_string_equal(token, "1234");
    assert_null(address_read(&one, "https://localhost:81/#ABC234")); /* is another place */
    assert_false(token_find(&one, token));
    token_keep(&one, "ee");
    assert_true(token_find(&one, token) && string_equal(token, "ee"));
    assert_true(token_find(&other, token) && string_equal(token, "1234"));
    append_to_tokens("other.example:8080 ABC234 9999"); /* by hand, without a line feed */
    token_keep(&one, "00ff");
    assert_null(address_read(&other, "ABC234@other.example"));
    assert_true(token_find(&other, token));
    assert_string_equal(token, "9999");
    assert_true(token_is_sound("0af9"));
    assert_false(token_is_sound(""));
    assert_false(token_is_sound("0af9\n"));
    assert_false(token_is_sound("0AF9"));
    for (int i = 0; i < 500; i++) { /* the oldest are forgotten */
        char text[64];
        snprintf(text, sizeof text, "ABC234@host%d", i);
        assert_null(address_read(&one, text));
        token_keep(&one, "77");
    }
    assert_true(token_find(&one, token));
    assert_false(token_find(&other, token));
}

/* ---- what a client sends and hears ---- */

static void frames_of_both_sides(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {0, 1, 125, 126, 2048};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t bytes[FRAME_HEAD_MAX + FRAME_MESSAGE_MAX], payload[FRAME_MESSAGE_MAX];
        const uint8_t mask[FRAME_MASK_SIZE] = {1, 2, 250, 4};
        struct frames server = {0}, client = {.client = true};
        struct frame frame;
        size_t at = 0;
        memset(payload, 'x', sizeof payload);
        size_t head = frame_head_masked(bytes, OPCODE_TEXT, payload, sizes[i], mask);
        memcpy(bytes + head, payload, sizes[i]);
        frames_read(&client, bytes, head + sizes[i], &at, &frame);
        assert_int_equal(frame.kind, FRAME_BAD); /* a server does not mask */
        frames_read(&server, bytes, head + sizes[i], &at, &frame);
        assert_int_equal(frame.kind, FRAME_MESSAGE);
        assert_int_equal(frame.size, sizes[i]);
        for (size_t j = 0; j < frame.size; j++)
            assert_int_equal(frame.bytes[j], 'x');
    }
}

/* ---- a table here ---- */

static struct local_setup two_people(const struct game *game)
{
    return (struct local_setup){
        .game = game, .seats = 2, .people = 2, .level = "gentle", .names = {"Noa", "Ben"}};
}

/* The first legal move of whoever may act; false if nobody may. */
static bool play_first(struct line *line)
{
    static struct moves moves;
    for (int who = 0; who < line->people; who++) {
        const struct seen *seen = &line->seen[who];
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        if (!seen_acts(seen))
            continue;
        assert_true(game_legal(seen->game, &seen->view.head, seen->you, &moves) > 0);
        text_init(&text, move_text, sizeof move_text);
        seen->game->write_move(&seen->view.head, moves.list[moves.count / 2], &text);
        uint32_t cid = line_play(line, who, move_text);
        struct answer answer;
        int asker = -1;
        assert_true(cid != 0);
        line_wait(line, -1, line_now() + 1000);
        assert_true(line_answer(line, &asker, &answer));
        assert_int_equal(asker, who);
        assert_int_equal(answer.cid, cid);
        assert_int_equal(answer.kind, ANSWER_OK);
        return true;
    }
    return false;
}

static void left_and_gone_on_with(const struct game *game)
{
    struct local_setup setup = two_people(game);
    char aside[LOCAL_ASIDE_MAX];
    const char *reason;
    int64_t when;
    char position[2][POSITION_MAX];
    struct line *line = local_open(&setup, &reason);
    assert_non_null(line);
    assert_true(line->kept);
    assert_int_equal(line->people, 2);
    for (int i = 0; i < 7; i++)
        assert_true(play_first(line));
    for (int i = 0; i < 2; i++)
        memcpy(position[i], line->seen[i].position, POSITION_MAX);
    assert_null(local_left(game, &when)); /* it is in use */
    line_close(line);
    assert_ptr_equal(local_left(game, &when), game);
    assert_ptr_equal(local_left(NULL, &when), game);
    line = local_resume(game, &setup, &reason, aside);
    assert_non_null(line);
    assert_int_equal(line->people, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(line->seen[i].position, position[i]);
        assert_int_equal(line->seen[i].you, i);
        assert_int_equal(line->seen[i].log_count, 7);
    }
    assert_true(play_first(line));
    line_do(line, 0, "resign");
    line_wait(line, -1, line_now() + 1000);
    bool over = line->seen[1].phase == PHASE_OVER;
    line_close(line);
    assert_int_equal(local_left(game, &when) == NULL, over); /* what is over is not kept */
}

static void a_local_table_is_kept(void **unused)
{
    (void)unused;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        struct local_setup setup = two_people(game);
        char aside[LOCAL_ASIDE_MAX];
        const char *reason;
        int64_t when;
        left_and_gone_on_with(game);
        if (!local_left(game, &when))
            continue;
        /* For the next one's sake. */
        struct line *line = local_resume(game, &setup, &reason, aside);
        assert_non_null(line);
        for (int moves = 0; moves < 20000 && line->seen[0].phase == PHASE_PLAY; moves++)
            if (!play_first(line))
                line_wait(line, -1, line_now() + 100);
        line_close(line);
    }
}

static void a_bot_answers(void **unused)
{
    (void)unused;
    struct local_setup setup = two_people(game_find("gobblet"));
    const char *reason;
    setup.people = 1;
    struct line *line = local_open(&setup, &reason);
    assert_non_null(line);
    int64_t begun = line_now();
    assert_true(play_first(line));
    line_pause(line, true);
    line_wait(line, -1, begun + 1500);
    assert_int_equal(line->seen[0].log_count, 1); /* no time passes */
    line_pause(line, false);
    while (line->seen[0].log_count < 2 && line_now() - begun < 20000)
        line_wait(line, -1, line_now() + 1000);
    assert_int_equal(line->seen[0].log_count, 2);
    assert_true(line_now() - begun >= BOT_MS);
    line_close(line);
}

/* The file has a record that is true, of so many moves. */
static void expect_record(FILE *file, uint32_t moves, enum ending ending)
{
    static char text[RECORD_TEXT_MAX];
    static struct record record;
    rewind(file);
    size_t size = fread(text, 1, sizeof text, file);
    const char *reason = record_replay(&record, text, size);
    if (reason)
        fail_msg("%s in %.*s", reason, (int)size, text);
    assert_int_equal(record.state.head.ply, moves);
    assert_int_equal(record.ending, ending);
}

static void say_both(struct line *line, const char *verb)
{
    for (int who = 0; who < 2; who++) {
        struct answer answer;
        int asker;
        line_do(line, who, verb);
        line_wait(line, -1, line_now() + 1000);
        line_answer(line, &asker, &answer);
    }
}

/* Whenever the program is killed, the record is there; and a match that ended stays there until
 * another one has. */
static void the_record_goes_with_the_game(void **unused)
{
    (void)unused;
    struct local_setup setup = two_people(game_find("gobblet"));
    const char *reason;
    setup.record = tmpfile();
    assert_non_null(setup.record);
    struct line *line = local_open(&setup, &reason);
    assert_non_null(line);
    expect_record(setup.record, 0, ENDING_NONE);
    for (uint32_t i = 1; i <= 3; i++) {
        assert_true(play_first(line));
        expect_record(setup.record, i, ENDING_NONE);
    }
    say_both(line, "undo");
    say_both(line, "allow");
    expect_record(setup.record, 2, ENDING_NONE);
    line_do(line, 0, "resign");
    line_wait(line, -1, line_now() + 1000);
    expect_record(setup.record, 2, ENDING_RESIGNED);
    say_both(line, "rematch");
    assert_int_equal(line->seen[0].phase, PHASE_PLAY);
    struct answer answer;
    int who;
    while (line_answer(line, &who, &answer))
        continue;
    assert_true(play_first(line));
    expect_record(setup.record, 2, ENDING_RESIGNED);
    line_close(line);
    fclose(setup.record);
}

static void refusals_are_answers(void **unused)
{
    (void)unused;
    struct local_setup setup = two_people(game_find("gobblet"));
    const char *reason;
    struct answer answer;
    int who;
    struct line *line = local_open(&setup, &reason);
    assert_non_null(line);
    assert_true(line_play(line, 0, "4@z9") != 0);
    line_wait(line, -1, line_now() + 1000);
    assert_true(line_answer(line, &who, &answer));
    assert_int_equal(answer.kind, ANSWER_ERROR);
    assert_true(line_play(line, 1, "4@a1") != 0);
    line_wait(line, -1, line_now() + 1000);
    assert_true(line_answer(line, &who, &answer));
    assert_int_equal(who, 1);
    assert_string_equal(answer.reason, "match.seat.turn");
    assert_false(line_answer(line, &who, &answer));
    line_close(line);
    setup.seats = 11;
    assert_null(local_open(&setup, &reason));
    assert_string_equal(reason, "game.seats.range");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses),
        cmocka_unit_test(links),
        cmocka_unit_test(tokens),
        cmocka_unit_test(frames_of_both_sides),
        cmocka_unit_test(a_local_table_is_kept),
        cmocka_unit_test(a_bot_answers),
        cmocka_unit_test(refusals_are_answers),
        cmocka_unit_test(the_record_goes_with_the_game),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
