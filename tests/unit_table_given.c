/* SPDX-License-Identifier: MIT */
/*
 * Matches that begin as another did: the same cards and moves, which nobody takes back; a record
 * that says so; and nothing told of the key before the end.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match/walk.h"
#include "table_room.h"

static struct record first, again;
static char text[RECORD_TEXT_MAX];
static struct ply plies[4096];
static uint32_t ply_count;

/* A game of two that is over: in `first`, its text and its moves. */
static void play_first(const char *game)
{
    bool more = true;
    two_people(game);
    play_to_the_end();
    assert_int_equal(record_count, 1);
    memcpy(text, record_text, sizeof text);
    assert_null(record_open(&first, text, strlen(text)));
    for (ply_count = 0; !record_step(&first, &more) && more; ply_count++)
        plies[ply_count] = (struct ply){.move = first.move, .seat = (int8_t)first.seat};
    assert_true(ply_count > 8);
    assert_null(record_finish(&first));
}

/* Noa at a seat, a bot at the other, and the next match begins with so many moves of the first. */
static void open_again(int seat, uint32_t moves)
{
    char body[64];
    open_table(first.game->name, 2, false);
    snprintf(body, sizeof body, "\"do\":\"sit\",\"seat\":%d,\"name\":\"Noa\"", seat);
    does(0, body);
    snprintf(body, sizeof body, "\"do\":\"bot\",\"seat\":%d,\"level\":\"casual\"", 1 - seat);
    does(0, body);
    assert_null(table_give(table, &workspace, first.key, moves, now));
    does(0, "\"do\":\"ready\",\"salt\":\"00ff\"");
    does(0, "\"do\":\"start\"");
}

/* The moves of the first match, one after the other; the position is then the same. */
static void give_moves(uint32_t moves)
{
    char written[MOVE_TEXT_MAX];
    struct walk walk;
    walk_begin(&walk, &first, plies, ply_count);
    for (uint32_t i = 0; i < moves; i++) {
        walk_step(&walk);
        memcpy(written, walk.move, sizeof written);
        assert_null(table_give_move(table, &workspace, walk.seat, written, now));
    }
    assert_true(state_equal(&table->match.state.head, &walk.state.head));
    assert_string_equal(table_give_move(table, &workspace, 0, written, now), "table.event.broken");
}

static void contains(const char *record, const char *line)
{
    if (!strstr(record, line))
        print_error("no %s in %s", line, record);
    assert_non_null(strstr(record, line));
}

static void test_same_position_and_its_record(void **state)
{
    (void)state;
    static const char *const games[] = {"taki", "iota", "cento", "gobblet"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char line[32];
        play_first(games[i]);
        uint32_t half = ply_count / 2;
        open_again(0, half);
        give_moves(half);
        restores();
        play_to_the_end();
        assert_int_equal(record_count, 1);
        assert_null(record_replay(&again, record_text, strlen(record_text)));
        assert_memory_equal(again.key, first.key, sizeof first.key);
        snprintf(line, sizeof line, "\ngiven %u\n", half);
        contains(record_text, line);
        contains(record_text, "\nseat 0 person Noa\nseat 1 bot casual\n");
        contains(record_text, "\ncommit ");
        assert_null(strstr(record_text, "\nsecret "));
        assert_null(strstr(record_text, "\nsalt "));
    }
}

static void test_key_is_told_at_the_end_only(void **state)
{
    (void)state;
    char key[2 * CHANCE_KEY_SIZE + 1];
    struct text hex;
    play_first("taki");
    text_init(&hex, key, sizeof key);
    text_hex(&hex, first.key, sizeof first.key);
    open_again(1, 3);
    for (int viewer = 0; viewer < SEATS_MAX + 2; viewer++)
        last_news[viewer][0] = '\0';
    give_moves(3);
    table_greet(table, &workspace, 0, now);
    assert_null(strstr(answer, key));
    assert_null(strstr(answer, "\"seal\""));
    assert_non_null(strstr(answer, "\"commit\""));
    for (int viewer = 0; viewer < SEATS_MAX + 2; viewer++)
        assert_null(strstr(last_news[viewer], key));
    play_to_the_end();
    assert_non_null(strstr(last_news[2], key));
    assert_null(strstr(last_news[2], "\"secret\""));
}

static void test_given_moves_stay(void **state)
{
    (void)state;
    play_first("gobblet");
    uint32_t given = plies[0].seat == 0 ? 2 : 3; /* then seat 0 moves */
    open_again(0, given);
    give_moves(given);
    refuses(0, "\"do\":\"undo\",\"seat\":0", "match.undo.given");
    assert_true(table->match.state.head.actors & 1);
    struct moves *moves = &workspace.moves;
    char body[128], written[MOVE_TEXT_MAX];
    struct text one;
    game_legal(table->game, &table->match.state.head, 0, moves);
    text_init(&one, written, sizeof written);
    table->game->write_move(&table->match.state.head, moves->list[0], &one);
    snprintf(body, sizeof body, "\"do\":\"move\",\"seat\":0,\"move\":\"%s\"", written);
    does(0, body);
    does(0, "\"do\":\"undo\",\"seat\":0"); /* one's own is another matter */
    assert_int_equal(table->match.count, given);
}

static void test_only_one_match_is_given(void **state)
{
    (void)state;
    play_first("taki");
    open_again(0, 0);
    play_to_the_end();
    contains(record_text, "\ngiven 0\n");
    does(0, "\"do\":\"rematch\",\"salt\":\"00\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    play_to_the_end();
    assert_null(strstr(record_text, "\ngiven "));
    contains(record_text, "\nsecret ");
    assert_null(record_replay(&again, record_text, strlen(record_text)));
}

static void test_not_after_the_lobby(void **state)
{
    (void)state;
    play_first("taki");
    assert_non_null(table_give(table, &workspace, first.key, 0, now));
    two_people("taki");
    assert_non_null(table_give(table, &workspace, first.key, 0, now));
    assert_string_equal(table_give_move(table, &workspace, 0, "draw", now), "table.event.broken");
    open_table("taki", 2, false);
    assert_string_equal(table_give(table, &workspace, first.key, INT32_MAX, now),
                        "table.event.broken");
    refuses(0, "\"do\":\"given\"", "table.command.unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_position_and_its_record),
        cmocka_unit_test(test_key_is_told_at_the_end_only),
        cmocka_unit_test(test_given_moves_stay),
        cmocka_unit_test(test_only_one_match_is_given),
        cmocka_unit_test(test_not_after_the_lobby),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
