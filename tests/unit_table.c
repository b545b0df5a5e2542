/* SPDX-License-Identifier: MIT */
/* Tables, src/table: lobby, play, windows, bots, people who come and go, and restoring. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "match/record.h"
#include "table/names.h"
#include "table_room.h"

/* ---- the lobby ---- */

static void people_sit_down(void **unused)
{
    (void)unused;
    open_table("taki", 3, false);
    int other = add_guest('b');
    refuses(0, "\"do\":\"sit\",\"seat\":3,\"name\":\"Noa\"", "table.command.seat");
    refuses(0, "\"do\":\"sit\",\"seat\":0,\"name\":\" \\u202e \"", "table.command.name");
    refuses(0, "\"do\":\"ready\"", "table.who.seated");
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    refuses(other, "\"do\":\"sit\",\"seat\":0,\"name\":\"Ben\"", "table.sit.taken");
    does(other, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(other, "\"do\":\"sit\",\"seat\":2,\"name\":\"Ben\"");
    assert_int_equal(table->seat[1].kind, SEAT_EMPTY);
    refuses(other, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"", "table.who.host");
    refuses(0, "\"do\":\"start\"", "table.start.unready");
    does(other, "\"do\":\"ready\"");
    refuses(0, "\"do\":\"start\"", "table.start.empty");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    refuses(0, "\"do\":\"bot\",\"seat\":2,\"level\":\"club\"", "table.who.here");
    refuses(0, "\"do\":\"seats\",\"seats\":2", "table.seats.taken");
    refuses(0, "\"do\":\"option\",\"name\":\"mode\",\"value\":\"none\"", "table.option.unknown");
    does(0, "\"do\":\"option\",\"name\":\"mode\",\"value\":\"pyramid\"");
    refuses(0, "\"do\":\"start\"", "table.start.unready"); /* that changed what was agreed to */
    does(other, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    refuses(0, "\"do\":\"unready\"", "table.phase.play");
    assert_non_null(strstr(last_news[0], "\"do\":\"start\""));
    restores();
}

static void a_screen_may_be_host_but_never_sits(void **unused)
{
    (void)unused;
    open_table("iota", 2, true);
    refuses(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"TV\"", "table.sit.screen");
    does(0, "\"do\":\"bot\",\"seat\":0,\"level\":\"gentle\"");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"master\"");
    does(0, "\"do\":\"start\"");
    assert_int_equal(table_viewer(table, 0), SPECTATOR);
    table_greet(table, &workspace, 0, now);
    assert_non_null(strstr(answer, "\"screen\":true"));
    table_guest_here(table, &workspace, 0, false, now); /* phones then show the table again */
    table_greet(table, &workspace, NO_GUEST, now);
    assert_null(strstr(answer, "\"screen\""));
    table_guest_here(table, &workspace, 0, true, now);
    restores();
}

static void a_host_who_stays_away_is_replaced(void **unused)
{
    (void)unused;
    open_table("cento", 3, false);
    int other = add_guest('b');
    does(other, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    table_guest_here(table, &workspace, 0, false, now);
    assert_int_equal(table_next(table), now + HOST_GRACE_MS);
    now += HOST_GRACE_MS - 1;
    table_tick(table, &workspace, now);
    assert_int_equal(table->host, 0);
    table_tick(table, &workspace, ++now);
    assert_int_equal(table->host, other);
    does(other, "\"do\":\"bot\",\"seat\":0,\"level\":\"club\"");
    restores();
}

static void a_restart_makes_no_host_look_long_away(void **unused)
{
    (void)unused;
    open_table("cento", 3, false);
    int other = add_guest('b');
    does(other, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    now += 10 * HOST_GRACE_MS; /* both were there all the time */
    restart();
    assert_true(table_next(table) == CLOCK_NEVER);
    table_guest_here(table, &workspace, other, true, now);
    table_tick(table, &workspace, now);
    assert_int_equal(table->host, 0);
    assert_int_equal(table_next(table), now + HOST_GRACE_MS);
    now += HOST_GRACE_MS - 1;
    table_guest_here(table, &workspace, other, false, now); /* others' connections do not count */
    table_guest_here(table, &workspace, other, true, now);
    table_tick(table, &workspace, ++now);
    assert_int_equal(table->host, other);
    restores();
}

/* ---- commands ---- */

static void a_command_that_comes_again_does_nothing(void **unused)
{
    (void)unused;
    two_people("gobblet");
    char json[80], first[NEWS_MAX];
    snprintf(json, sizeof json, "{\"cid\":77,\"base\":%u,\"do\":\"move\",\"move\":\"4@a1\"}",
             table->version);
    table_command(table, &workspace, 0, json, strlen(json), now);
    memcpy(first, answer, sizeof first);
    assert_non_null(strstr(first, "\"ok\""));
    uint32_t version = table->version;
    table_command(table, &workspace, 0, json, strlen(json), now);
    assert_string_equal(answer, first);
    assert_int_equal(table->version, version);
    restores();
}

static void an_old_move_is_stale(void **unused)
{
    (void)unused;
    two_people("gobblet");
    char json[200];
    uint32_t base = table->version;
    does(1, "\"do\":\"say\",\"phrase\":\"luck\""); /* no reason to refuse a move */
    snprintf(json, sizeof json, "{\"cid\":50,\"base\":%u,\"do\":\"move\",\"move\":\"4@a1\"}", base);
    table_command(table, &workspace, 0, json, strlen(json), now);
    assert_non_null(strstr(answer, "\"ok\""));
    snprintf(json, sizeof json, "{\"cid\":51,\"base\":%u,\"do\":\"move\",\"move\":\"4@b1\"}", base);
    table_command(table, &workspace, 1, json, strlen(json), now);
    assert_non_null(strstr(answer, "\"stale\""));
    base = table->version + 1; /* seen at another table, or before this one was restored */
    snprintf(json, sizeof json, "{\"cid\":52,\"base\":%u,\"do\":\"move\",\"move\":\"4@b1\"}", base);
    table_command(table, &workspace, 1, json, strlen(json), now);
    assert_non_null(strstr(answer, "\"stale\""));
    refuses(0, "\"do\":\"move\",\"move\":\"4@b1\"", "match.seat.turn");
    refuses(1, "\"do\":\"move\",\"move\":\"4@a1\"", "gobblet.G6.three");
}

/* A request for a page that does not exist gets the first. */
static void moves_are_listed_from_where_there_are_some(void **unused)
{
    (void)unused;
    two_people("gobblet");
    static const char *const pages[] = {"-1", "-99999", "99999999999", "1.5", "\"1\""};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char body[64];
        snprintf(body, sizeof body, "\"do\":\"legal\",\"from\":%s", pages[i]);
        command(0, body);
        assert_non_null(strstr(answer, "\"from\":0,\"legal\":[\"4@a1\""));
    }
}

static void broken_commands_are_answered(void **unused)
{
    (void)unused;
    static const char *const broken[] = {
        "",
        "x",
        "[]",
        "{}",
        "{\"do\":\"ready\"}",
        "{\"cid\":0,\"do\":\"ready\"}",
        "{\"cid\":901}",
        "{\"cid\":902,\"do\":5}",
        "{\"cid\":903,\"do\":\"fly\"}",
        "{\"cid\":904,\"do\":\"move\",\"move\":\"\\u0000\"}",
    };
    two_people("iota");
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        int before = answers;
        uint32_t version = table->version;
        table_command(table, &workspace, 0, broken[i], strlen(broken[i]), now);
        assert_int_equal(answers, before + 1);
        assert_non_null(strstr(answer, "\"error\""));
        assert_int_equal(table->version, version);
    }
    table_command(table, &workspace, NO_GUEST, "{\"cid\":1,\"do\":\"ready\"}", 22, now);
    assert_non_null(strstr(answer, "table.who.guest"));
}

/* ---- play ---- */

static void a_trade_is_told_to_its_trader_only(void **unused)
{
    (void)unused;
    two_people("iota");
    char body[100], buffer[MOVE_TEXT_MAX];
    struct text text;
    int count = game_legal(table->game, &table->match.state.head, 0, &workspace.moves);
    for (int i = 0; i < count; i++) {
        text_init(&text, buffer, sizeof buffer);
        table->game->write_move(&table->match.state.head, workspace.moves.list[i], &text);
        if (strncmp(buffer, "trade", 5) == 0)
            break;
    }
    snprintf(body, sizeof body, "\"do\":\"move\",\"move\":\"%s\"", buffer);
    does(0, body);
    assert_non_null(strstr(last_news[2], "\"move\":\"trade"));
    assert_null(strstr(last_news[3], "\"move\":\"trade"));
    assert_null(strstr(last_news[0], "\"move\":\"trade"));
}

/* The record as it would be with another digit after this text. */
static const char *record_with_change(const char *before)
{
    static struct record record;
    static char text[RECORD_TEXT_MAX];
    memcpy(text, record_text, strlen(record_text) + 1);
    char *at = strstr(text, before);
    assert_non_null(at);
    at += strlen(before);
    *at = *at == '0' ? '1' : '0';
    return record_replay(&record, text, strlen(text));
}

static void the_deal_was_fair(void)
{
    static struct record record;
    assert_null(record_replay(&record, record_text, strlen(record_text)));
    assert_true((record.told & RECORD_SECRET) && (record.told & RECORD_COMMIT));
    assert_int_equal(record.salted, 3);
    assert_int_equal(record.salt[1][1], 0xff); /* what Ben has added */
    assert_string_equal(record_with_change("\nsecret "), "record.secret.differs");
    assert_string_equal(record_with_change("\nsalt 0 "), "record.secret.differs");
    assert_string_equal(record_with_change("\nsalt 1 "), "record.secret.differs");
    assert_string_equal(record_with_change("\nkey "), "record.commit.differs");
}

#define ZEROS "00000000000000000000000000000000000000000000000000000000000000"

/* Everybody can recompute the key: the salts are published too, and do not change. */
static void tells_the_salts(const char *news)
{
    assert_non_null(strstr(news, "\"salts\":[\"00" ZEROS "\",\"00ff" /* and so on */));
    assert_non_null(strstr(news, "\"secret\":\""));
}

static void a_match_ends_with_a_record(void **unused)
{
    (void)unused;
    static struct record record;
    two_people("gobblet");
    does(0, "\"do\":\"move\",\"move\":\"4@a1\"");
    refuses(0, "\"do\":\"rematch\"", "table.phase.play");
    does(1, "\"do\":\"resign\"");
    assert_int_equal(table->phase, PHASE_OVER);
    assert_int_equal(record_count, 1);
    assert_null(record_replay(&record, record_text, strlen(record_text)));
    assert_int_equal(record.ending, ENDING_RESIGNED);
    assert_non_null(
        strstr(last_news[0], "\"name\":\"Noa\",\"here\":true,\"host\":true,\"wins\":1}"));
    the_deal_was_fair();
    restores();
    tells_the_salts(last_news[0]);
    does(0, "\"do\":\"rematch\",\"salt\":\"abcd\"");
    assert_int_equal(table->phase, PHASE_OVER);
    tells_the_salts(last_news[0]);
    table_greet(table, &workspace, 1, now);
    tells_the_salts(answer);
    assert_null(strstr(answer, "abcd"));
    does(1, "\"do\":\"rematch\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table->guests[0].seat, 1); /* the other begins */
    restores();
}

static void leaving_after_a_match_makes_room(void **unused)
{
    (void)unused;
    two_people("gobblet");
    does(1, "\"do\":\"resign\"");
    does(1, "\"do\":\"rematch\"");
    does(1, "\"do\":\"stand\"");
    assert_int_equal(table->wants_rematch, 0);
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(0, "\"do\":\"rematch\"");
    assert_int_equal(table->phase, PHASE_PLAY);
    assert_int_equal(table_thinkers(table), 1); /* the bot begins now */
    restores();
}

static void undo_needs_consent(void **unused)
{
    (void)unused;
    two_people("gobblet");
    does(0, "\"do\":\"move\",\"move\":\"4@a1\"");
    does(0, "\"do\":\"undo\"");
    assert_non_null(strstr(last_news[0], "\"undo\":0"));
    assert_int_equal(table->match.count, 1);
    does(1, "\"do\":\"allow\"");
    assert_int_equal(table->match.count, 0);
    restores();
}

static void clocks_run_out(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, false);
    int other = add_guest('b');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(other, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(0, "\"do\":\"clock\",\"kind\":\"game\",\"millis\":60000,\"increment\":1000");
    does(other, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    assert_int_equal(table_next(table), now + 60000);
    now += 60000;
    table_tick(table, &workspace, now);
    assert_int_equal(table->phase, PHASE_OVER);
    assert_int_equal(table->match.ending, ENDING_TIME);
    restores();
}

/* ---- bots and windows ---- */

/* The bots of the test: any legal move. */
static void ask_bots(struct search_rng *rng)
{
    for (int seat = 0; seat < table->seats; seat++) {
        static union any_state view;
        static struct moves moves;
        if (!(table_thinkers(table) >> seat & 1))
            continue;
        table_ask(table, seat, &view.head, now);
        assert_int_equal(view.head.viewer, seat);
        int count = game_legal(table->game, &view.head, seat, &moves);
        move m = moves.list[search_rng_below(rng, (uint32_t)count)];
        table_bot_move(table, &workspace, seat, table->match.version, m, now);
    }
}

static void random_move(int seat, struct search_rng *rng)
{
    static struct moves moves;
    char body[120], buffer[MOVE_TEXT_MAX];
    struct text text;
    int count = game_legal(table->game, &table->match.state.head, seat, &moves);
    text_init(&text, buffer, sizeof buffer);
    table->game->write_move(&table->match.state.head,
                            moves.list[search_rng_below(rng, (uint32_t)count)], &text);
    snprintf(body, sizeof body, "\"do\":\"move\",\"move\":\"%s\"", buffer);
    does(table->seat[seat].guest, body);
}

/* People and bots play; a slow seat in a window passes automatically. */
static void play_some(const char *game, int seats, uint64_t seed)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    open_table(game, seats, false);
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    for (int seat = 1; seat < seats; seat++) {
        char body[80];
        snprintf(body, sizeof body, "\"do\":\"bot\",\"seat\":%d,\"level\":\"club\"", seat);
        does(0, body);
    }
    does(0, "\"do\":\"start\"");
    for (int i = 0; i < 400 && table->phase == PHASE_PLAY; i++) {
        ask_bots(&rng);
        bool mine = state_acts(&table->match.state.head, 0);
        if (mine && (!table->window_open || search_rng_below(&rng, 3) == 0)) {
            random_move(0, &rng);
            now += search_rng_below(&rng, 300);
        } else if (table->phase == PHASE_PLAY && table_thinkers(table) == 0) {
            int64_t next = table_next(table);
            assert_true(next < CLOCK_NEVER); /* nobody is stuck */
            now = next > now ? next : now;
            table_tick(table, &workspace, now);
        }
        if (i % 50 == 0)
            restores();
    }
    restores();
}

static void bots_play_along(void **unused)
{
    (void)unused;
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        for (uint64_t seed = 0; seed < 4; seed++)
            play_some(game->name, seed % 2 ? game->seats_max : game->seats_min, seed);
}

/* In a window that is over and only waits for bots, nothing is due. */
static void nobody_spins_while_a_bot_thinks(void **unused)
{
    (void)unused;
    int windows = 0;
    for (uint64_t seed = 0; seed < 20 && windows < 3; seed++) {
        struct search_rng rng;
        search_rng_init(&rng, seed);
        open_table("taki", 3, false);
        does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
        does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
        does(0, "\"do\":\"bot\",\"seat\":2,\"level\":\"club\"");
        does(0, "\"do\":\"start\"");
        for (int i = 0; i < 200 && table->phase == PHASE_PLAY && !table->window_open; i++) {
            ask_bots(&rng);
            if (!table->window_open && state_acts(&table->match.state.head, 0))
                random_move(0, &rng);
            now += BOT_MS;
            if (!table->window_open)
                table_tick(table, &workspace, now);
        }
        if (!table->window_open || table_thinkers(table) == 0)
            continue;
        windows++;
        now = table->window_until;
        table_tick(table, &workspace, now);
        assert_true(table->window_open && table_thinkers(table) != 0);
        assert_true(table_next(table) > now);
    }
    assert_true(windows > 0);
}

/* Everybody sees who has one card left and has not called: a person gets time to. */
static void bots_wait_for_who_must_call(void **unused)
{
    (void)unused;
    int owed = 0, turns = 0;
    for (uint64_t seed = 0; seed < 40 && owed < 5; seed++) {
        struct search_rng rng;
        search_rng_init(&rng, seed);
        open_table("taki", 2, false);
        does(0, "\"do\":\"option\",\"name\":\"call\",\"value\":\"manual\"");
        does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
        does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
        does(0, "\"do\":\"start\"");
        for (int i = 0; i < 300 && table->phase == PHASE_PLAY; i++) {
            const struct state *state = &table->match.state.head;
            if (!table->window_open && state->actors == 3 && table->mover == 0) {
                owed++;
                ask_bots(&rng);
                assert_true(table_next(table) >= table->moved + BOT_PATIENCE_MS);
                break;
            }
            if (!table->window_open && state->actors == 2 && table->mover == 0) {
                turns++;
                ask_bots(&rng);
                assert_true(table_next(table) <= table->moved + BOT_MS);
            }
            ask_bots(&rng);
            if (state_acts(state, 0)) {
                random_move(0, &rng);
                continue;
            }
            now = table_next(table);
            table_tick(table, &workspace, now);
        }
    }
    assert_true(owed > 0 && turns > 0);
}

static void a_bot_that_answers_nonsense_is_asked_again(void **unused)
{
    (void)unused;
    static union any_state view;
    open_table("gobblet", 2, true);
    does(0, "\"do\":\"bot\",\"seat\":0,\"level\":\"club\"");
    does(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    does(0, "\"do\":\"start\"");
    table_ask(table, 0, &view.head, now);
    assert_int_equal(table_thinkers(table), 0);
    table_bot_move(table, &workspace, 0, table->match.version, 0xffff, now);
    assert_int_equal(table_thinkers(table), 1);
    assert_true(table_next(table) == CLOCK_NEVER);
}

static void a_bot_takes_over_and_gives_back(void **unused)
{
    (void)unused;
    open_table("taki", 3, false);
    int other = add_guest('b'), third = add_guest('c');
    does(0, "\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    does(other, "\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"");
    does(third, "\"do\":\"sit\",\"seat\":2,\"name\":\"Gal\"");
    does(other, "\"do\":\"ready\"");
    does(third, "\"do\":\"ready\"");
    does(0, "\"do\":\"start\"");
    refuses(other, "\"do\":\"takeover\",\"seat\":0,\"level\":\"club\"", "table.who.here");
    table_guest_here(table, &workspace, 0, false, now);
    now += TABLE_GRACE_MS;
    does(other, "\"do\":\"takeover\",\"seat\":0,\"level\":\"club\"");
    assert_int_equal(table_thinkers(table), 1);
    table_guest_here(table, &workspace, 0, true, now);
    refuses(0, "\"do\":\"move\",\"move\":\"draw\"", "match");
    does(0, "\"do\":\"giveback\"");
    assert_int_equal(table_thinkers(table), 0);
    does(0, "\"do\":\"move\",\"move\":\"draw\"");
    restores();
}

static void a_pause_stops_everything(void **unused)
{
    (void)unused;
    two_people("gobblet");
    table_pause(table, &workspace, true, now);
    refuses(0, "\"do\":\"move\",\"move\":\"4@a1\"", "match.paused");
    table_pause(table, &workspace, false, now + 1000);
    now += 1000;
    does(0, "\"do\":\"move\",\"move\":\"4@a1\"");
    restores();
}

#define HASH "0000000000000000000000000000000000000000000000000000000000000000"

static void strangers_events_are_refused(void **unused)
{
    (void)unused;
    static const char *const broken[] = {
        "",
        "1",
        "5 - 0 open gobblet ABCDEF 2",
        "5 - 0 start",
        "5 - 0 sit 0 0 Noa",
        "x - 0 start",
        "5 99 0 start",
        "5 - 0 fly",
        "5 - 0 start ",
        "9223372036854775807 - 0 open gobblet ABCDEF 2 " HASH " " HASH " 0",
    };
    static const char *const names[] = {"\x01", "\xff", "\xc2\x9b"};
    const char *opening = "5 - 0 open gobblet ABCDEF 2 " HASH " " HASH " 0";
    char line[100];
    struct table *again = calloc(1, sizeof *again);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_non_null(table_restore(again, &workspace, broken[i], strlen(broken[i])));
    assert_null(table_restore(again, &workspace, opening, strlen(opening)));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int size = snprintf(line, sizeof line, "6 0 1 sit 0 0 %s", names[i]);
        assert_non_null(table_restore(again, &workspace, line, (size_t)size));
    }
    free(again);
}

/* ---- names ---- */

static void names_are_cleaned(void **unused)
{
    (void)unused;
    static const struct {
        const char *given, *clean;
    } names[] = {
        {"Noa", "Noa"},
        {"  Noa \t Lev  ", "Noa Lev"},
        {"נועה", "נועה"},
        {"a\u202eb\u200fc", "abc"},
        {"\u05e0\u05bc\u05d5\u05b9\u05e2\u05b8\u05d4",
         "\u05e0\u05bc\u05d5\u05b9\u05e2\u05b8\u05d4"},
        {"abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwx"},
        {"e\u0301\u0301\u0301\u0301\u0301", "e\u0301\u0301\u0301"},
        {"\u0e01\u0e47\u0e47\u0e47\u0e47\u0e47", "\u0e01\u0e47\u0e47\u0e47"}, /* Thai marks too */
        {"\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"},
        {"\u0628\u06d6\u06d6\u06d6\u06d6", "\u0628\u06d6\u06d6\u06d6"},
        {"a\u20dd\u20dd\u20dd\u20dd", "a\u20dd\u20dd\u20dd"},
        {"\U0001f469\u200d\U0001f469", "\U0001f469\U0001f469"}, /* an emoji family comes apart */
        {"\u2066a\u2069\u061c", "a"},
        {"a\u034fb\ufe00c\ufe0fd\ufdd0e\ufdeff", "abcdef"}, /* joiner, variants, noncharacters */
        {"", NULL},
        {" \u200b ", NULL},
        {"\u2800", NULL}, /* a Braille cell without dots */
        {"\u17b4\U0001d173\U0001bca0\U00013430", NULL},
        {"\u0301\u0301", NULL},
        {"\xff", NULL},
        {"\xed\xa0\x80", NULL},
        {"\xc0\x80", NULL},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char out[PLAYER_NAME_MAX];
        bool good = name_clean(names[i].given, out);
        assert_int_equal(good, names[i].clean != NULL);
        if (good)
            assert_string_equal(out, names[i].clean);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_sit_down),
        cmocka_unit_test(a_screen_may_be_host_but_never_sits),
        cmocka_unit_test(a_host_who_stays_away_is_replaced),
        cmocka_unit_test(a_restart_makes_no_host_look_long_away),
        cmocka_unit_test(a_command_that_comes_again_does_nothing),
        cmocka_unit_test(an_old_move_is_stale),
        cmocka_unit_test(moves_are_listed_from_where_there_are_some),
        cmocka_unit_test(broken_commands_are_answered),
        cmocka_unit_test(a_trade_is_told_to_its_trader_only),
        cmocka_unit_test(a_match_ends_with_a_record),
        cmocka_unit_test(leaving_after_a_match_makes_room),
        cmocka_unit_test(undo_needs_consent),
        cmocka_unit_test(clocks_run_out),
        cmocka_unit_test(bots_play_along),
        cmocka_unit_test(nobody_spins_while_a_bot_thinks),
        cmocka_unit_test(bots_wait_for_who_must_call),
        cmocka_unit_test(a_bot_that_answers_nonsense_is_asked_again),
        cmocka_unit_test(a_bot_takes_over_and_gives_back),
        cmocka_unit_test(a_pause_stops_everything),
        cmocka_unit_test(strangers_events_are_refused),
        cmocka_unit_test(names_are_cleaned),
    };
    int failed = cmocka_run_group_tests_name("table", tests, NULL, NULL);
    close_table();
    return failed;
}
