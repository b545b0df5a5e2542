/* SPDX-License-Identifier: MIT */
/* Connections to a table: addresses, tokens, and a table in this process that is left and
 * continued. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/frames.h"
#include "client/local.h"
#include "client/remote.h"
#include "match/record.h"

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

/* An address is written as it was read, but without defaults. */
static void expect_link(const char *text, const char *expected, bool tls)
{
    struct address address, again;
    char bytes[CHANNEL_URL_MAX];
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
    char longest[ADDRESS_TOKEN_MAX + 64] = "http://localhost/#ABC234/";
    expect_link("https://a.example/#abc234", "https://a.example/#ABC234", true);
    expect_link("https://a.example:443/#ABC234/00ff", "https://a.example/#ABC234/00ff", true);
    expect_link("https://a.example:8443/#ABC234", "https://a.example:8443/#ABC234", true);
    expect_link("http://a.example/#ABC234/00ff", "http://a.example/#ABC234/00ff", false);
    expect_link("ABC234@[::1]", "http://[::1]:8080/#ABC234", false);
    assert_null(address_read(&address, "http://localhost/#ABC234/00ff"));
    assert_string_equal(address.token, "00ff");
    assert_null(address_read(&address, "http://localhost/#ABC234"));
    assert_string_equal(address.token, "");
    memset(longest + strlen(longest), 'a', ADDRESS_TOKEN_MAX);
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
    char token[ADDRESS_TOKEN_MAX], become[ADDRESS_TOKEN_MAX];
    assert_null(address_read(&one, "ABC234@localhost"));
    assert_null(address_read(&other, "ABC234@localhost:81"));
    assert_false(token_find(&one, token, become));
    token_keep(&one, "00ff", "");
    token_keep(&other, "1234", "");
    assert_true(token_find(&one, token, become));
    assert_string_equal(token, "00ff");
    token_keep(&one, "abcd", "");
    assert_true(token_find(&one, token, become));
    assert_string_equal(token, "abcd");
    token_keep(&one, "abcd", "ef01"); /* which is to replace it */
    assert_true(token_find(&one, token, become) && string_equal(token, "abcd"));
    assert_string_equal(become, "ef01");
    token_keep(&one, "ef01", "");
    assert_true(token_find(&one, token, become) && string_equal(token, "ef01"));
    assert_string_equal(become, "");
    token_keep(&one, "", "");
    assert_false(token_find(&one, token, become));
    assert_true(token_find(&other, token, become));
    assert_string_equal(token, "1234");
    assert_null(address_read(&one, "https://localhost:81/#ABC234")); /* another place */
    assert_false(token_find(&one, token, become));
    token_keep(&one, "ee", "");
    assert_true(token_find(&one, token, become) && string_equal(token, "ee"));
    assert_true(token_find(&other, token, become) && string_equal(token, "1234"));
    append_to_tokens("other.example:8080 ABC234 9999"); /* by hand, without a line feed */
    token_keep(&one, "00ff", "");
    assert_null(address_read(&other, "ABC234@other.example"));
    assert_true(token_find(&other, token, become));
    assert_string_equal(token, "9999");
    assert_true(token_is_sound("0af9"));
    assert_false(token_is_sound(""));
    assert_false(token_is_sound("0af9\n"));
    assert_false(token_is_sound("0AF9"));
    for (int i = 0; i < 500; i++) { /* the oldest are forgotten */
        char text[64];
        snprintf(text, sizeof text, "ABC234@host%d", i);
        assert_null(address_read(&one, text));
        token_keep(&one, "77", "");
    }
    assert_true(token_find(&one, token, become));
    assert_false(token_find(&other, token, become));
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
static bool play_first(struct channel *channel)
{
    static struct moves moves;
    for (int who = 0; who < channel->people; who++) {
        const struct mirror *mirror = &channel->mirror[who];
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        if (!mirror_acts(mirror))
            continue;
        assert_true(game_legal(mirror->game, &mirror->view.head, mirror->you, &moves) > 0);
        text_init(&text, move_text, sizeof move_text);
        mirror->game->write_move(&mirror->view.head, moves.list[moves.count / 2], &text);
        uint32_t cid = channel_play(channel, who, move_text);
        struct answer answer;
        int asker = -1;
        assert_true(cid != 0);
        channel_wait(channel, -1, system_millis() + 1000);
        assert_true(channel_answer(channel, &asker, &answer));
        assert_int_equal(asker, who);
        assert_int_equal(answer.cid, cid);
        assert_int_equal(answer.kind, ANSWER_OK);
        return true;
    }
    return false;
}

/* The newest game of this kind that nobody plays, and how many there are. */
static int find_left(const struct game *game, struct save_row *newest)
{
    struct save_row *rows;
    int count = save_list(game, &rows), left = 0;
    for (int i = 0; i < count; i++)
        if (!rows[i].open && left++ == 0)
            *newest = rows[i];
    free(rows);
    return left;
}

static struct channel *resume(const struct game *game)
{
    struct local_setup setup = {0};
    struct save_row row;
    char aside[SAVE_NAME_MAX];
    const char *reason;
    assert_int_equal(find_left(game, &row), 1);
    struct channel *channel = local_resume(&row, &setup, &reason, aside);
    assert_non_null(channel);
    return channel;
}

static void left_and_gone_on_with(const struct game *game)
{
    struct local_setup setup = two_people(game);
    struct save_row row;
    const char *reason;
    char position[2][POSITION_MAX];
    struct channel *channel = local_open(&setup, &reason);
    assert_non_null(channel);
    assert_null(channel->unsaved);
    assert_int_equal(channel->people, 2);
    for (int i = 0; i < 7; i++)
        assert_true(play_first(channel));
    for (int i = 0; i < 2; i++)
        memcpy(position[i], channel->mirror[i].position, POSITION_MAX);
    assert_int_equal(find_left(game, &row), 0); /* it is in use */
    channel_close(channel);
    assert_int_equal(find_left(NULL, &row), 1);
    channel = resume(game);
    assert_int_equal(channel->people, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(channel->mirror[i].position, position[i]);
        assert_int_equal(channel->mirror[i].you, i);
        assert_int_equal(channel->mirror[i].log_count, 7);
    }
    assert_true(play_first(channel));
    channel_do(channel, 0, "resign");
    channel_wait(channel, -1, system_millis() + 1000);
    bool over = channel->mirror[1].phase == PHASE_OVER;
    channel_close(channel);
    assert_int_equal(find_left(game, &row) == 0, over); /* what is over is not kept */
}

static void a_local_table_is_kept(void **unused)
{
    (void)unused;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        struct save_row row;
        left_and_gone_on_with(game);
        if (find_left(game, &row) == 0)
            continue;
        struct channel *channel = resume(game); /* for the next test */
        for (int moves = 0; moves < 20000 && channel->mirror[0].phase == PHASE_PLAY; moves++)
            if (!play_first(channel))
                channel_wait(channel, -1, system_millis() + 100);
        channel_close(channel);
    }
}

/* ---- files of games ---- */

static const char *count_line(void *context, const char *text, size_t size)
{
    int *count = context;
    (*count)++;
    return size == 5 && memcmp(text, "event", 5) == 0 ? NULL : "table.event.broken";
}

static void expect_lines(const struct save_row *row, int lines)
{
    struct save save;
    const char *reason;
    int count = 0;
    assert_true(save_open(&save, row));
    assert_true(save_read(&save, count_line, &count, &reason));
    assert_int_equal(count, lines);
    save_close(&save);
}

static void path_of(const struct save_row *row, char path[128])
{
    snprintf(path, 128, "%s/kufsa/%s.%d", folder, row->game->name, row->number);
}

/* However many there are, each has a file of its own, and the numbers of those that were deleted
 * are given out again. */
static void every_game_has_a_file(void **unused)
{
    (void)unused;
    enum { MANY = 40 };
    static struct save save[MANY];
    const struct game *game = game_find("iota");
    struct save_row *rows;
    for (int i = 0; i < MANY; i++) {
        save_init(&save[i], game);
        save_add(&save[i], "event", 5);
        assert_true(save_write(&save[i]));
        assert_int_equal(save[i].number, i + 1);
    }
    assert_int_equal(save_list(game, &rows), MANY);
    for (int i = 0; i < MANY; i++) {
        struct save other;
        assert_true(rows[i].open);
        assert_false(save_open(&other, &rows[i]));
        assert_true(i == 0 || rows[i - 1].when >= rows[i].when);
    }
    free(rows);
    assert_true(save_delete(&save[3]));
    save_close(&save[3]);
    save_init(&save[3], game);
    save_add(&save[3], "event", 5);
    assert_true(save_write(&save[3]) && save[3].number == 4);
    for (int i = 0; i < MANY; i++) {
        assert_true(save_delete(&save[i]));
        save_close(&save[i]);
    }
    assert_int_equal(save_list(NULL, &rows), 0);
    free(rows);
}

/* Limits the size of files: a disk that is full after this many bytes. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit = {bytes, RLIM_INFINITY};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* At every byte where a write may stop: what was written before stays, nothing of a half line is
 * read, and everything is there once it can be written. */
static void a_write_that_fails_harms_nothing(void **unused)
{
    (void)unused;
    const struct game *game = game_find("iota");
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t room = 0; room <= 18; room++) {
        struct save save;
        char path[128];
        save_init(&save, game);
        save_add(&save, "event", 5);
        assert_true(save_write(&save));
        struct save_row row = {.game = game, .number = save.number};
        save_add(&save, "event", 5);
        save_add(&save, "event", 5);
        limit_files(6 + room);
        assert_int_equal(save_write(&save), room >= 12);
        size_t size;
        char *bytes = save_text(&row, &size);
        assert_non_null(bytes);
        assert_int_equal(size, room >= 12 ? 18 : 6);
        free(bytes);
        limit_files(RLIM_INFINITY);
        assert_true(save_write(&save));
        save_close(&save);
        expect_lines(&row, 3);
        path_of(&row, path);
        FILE *file = fopen(path, "a"); /* killed while it wrote */
        assert_true(file && fputs("eve", file) >= 0 && fclose(file) == 0);
        expect_lines(&row, 3);
        assert_int_equal(unlink(path), 0);
    }
}

/* A new game that cannot be written has no file, and what stands in its way is left alone. */
static void a_game_without_room_has_no_file(void **unused)
{
    (void)unused;
    const struct game *game = game_find("iota");
    struct save_row row = {.game = game, .number = 1}, *rows;
    char path[128], target[128];
    struct save save;
    signal(SIGXFSZ, SIG_IGN);
    save_init(&save, game);
    save_add(&save, "event", 5);
    limit_files(3);
    assert_false(save_write(&save));
    assert_int_equal(save.error, EFBIG);
    save_close(&save);
    limit_files(RLIM_INFINITY);
    assert_int_equal(save_list(NULL, &rows), 0);
    free(rows);
    path_of(&row, path);
    snprintf(target, sizeof target, "%s/elsewhere", folder);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(symlink(target, path), 0); /* the link is not followed */
    row.number = 2;
    path_of(&row, path);
    assert_int_equal(mkdir(path, 0700), 0);
    save_init(&save, game);
    save_add(&save, "event", 5);
    assert_true(save_write(&save) && save.number == 3);
    assert_int_equal(access(target, F_OK), -1);
    assert_true(save_delete(&save));
    save_close(&save);
    assert_int_equal(rmdir(path), 0);
    row.number = 1;
    path_of(&row, path);
    assert_int_equal(unlink(path), 0);
}

static void a_bot_answers(void **unused)
{
    (void)unused;
    struct local_setup setup = two_people(game_find("gobblet"));
    const char *reason;
    setup.people = 1;
    struct channel *channel = local_open(&setup, &reason);
    assert_non_null(channel);
    int64_t begun = system_millis();
    assert_true(play_first(channel));
    channel_pause(channel, true);
    channel_wait(channel, -1, begun + 1500);
    assert_int_equal(channel->mirror[0].log_count, 1); /* no time passes */
    channel_pause(channel, false);
    while (channel->mirror[0].log_count < 2 && system_millis() - begun < 20000)
        channel_wait(channel, -1, system_millis() + 1000);
    assert_int_equal(channel->mirror[0].log_count, 2);
    assert_true(system_millis() - begun >= BOT_MS);
    channel_close(channel);
}

/* The file has a true record of this many moves. */
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

static void say_both(struct channel *channel, const char *verb)
{
    for (int who = 0; who < 2; who++) {
        struct answer answer;
        int asker;
        channel_do(channel, who, verb);
        channel_wait(channel, -1, system_millis() + 1000);
        channel_answer(channel, &asker, &answer);
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
    struct channel *channel = local_open(&setup, &reason);
    assert_non_null(channel);
    expect_record(setup.record, 0, ENDING_NONE);
    for (uint32_t i = 1; i <= 3; i++) {
        assert_true(play_first(channel));
        expect_record(setup.record, i, ENDING_NONE);
    }
    say_both(channel, "undo");
    say_both(channel, "allow");
    expect_record(setup.record, 2, ENDING_NONE);
    channel_do(channel, 0, "resign");
    channel_wait(channel, -1, system_millis() + 1000);
    expect_record(setup.record, 2, ENDING_RESIGNED);
    say_both(channel, "rematch");
    assert_int_equal(channel->mirror[0].phase, PHASE_PLAY);
    struct answer answer;
    int who;
    while (channel_answer(channel, &who, &answer))
        continue;
    assert_true(play_first(channel));
    expect_record(setup.record, 2, ENDING_RESIGNED);
    channel_close(channel);
    fclose(setup.record);
}

static void refusals_are_answers(void **unused)
{
    (void)unused;
    struct local_setup setup = two_people(game_find("gobblet"));
    const char *reason;
    struct answer answer;
    int who;
    struct channel *channel = local_open(&setup, &reason);
    assert_non_null(channel);
    assert_true(channel_play(channel, 0, "4@z9") != 0);
    channel_wait(channel, -1, system_millis() + 1000);
    assert_true(channel_answer(channel, &who, &answer));
    assert_int_equal(answer.kind, ANSWER_ERROR);
    assert_true(channel_play(channel, 1, "4@a1") != 0);
    channel_wait(channel, -1, system_millis() + 1000);
    assert_true(channel_answer(channel, &who, &answer));
    assert_int_equal(who, 1);
    assert_string_equal(answer.reason, "match.seat.turn");
    assert_false(channel_answer(channel, &who, &answer));
    channel_close(channel);
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
        cmocka_unit_test(every_game_has_a_file),
        cmocka_unit_test(a_write_that_fails_harms_nothing),
        cmocka_unit_test(a_game_without_room_has_no_file),
        cmocka_unit_test(a_local_table_is_kept),
        cmocka_unit_test(a_bot_answers),
        cmocka_unit_test(refusals_are_answers),
        cmocka_unit_test(the_record_goes_with_the_game),
    };
    return cmocka_run_group_tests(tests, set_up, clean_up);
}
