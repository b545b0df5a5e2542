/* SPDX-License-Identifier: MIT */
/*
 * When bots move: a bot with only one move, or hardly any, must not move sooner or later than one
 * with many. Tables of bots in simulated time; thinking times are made up, from nothing for a
 * forced move to all that is allowed, and more on a busy machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "delays.h"
#include "table/heap.h"
#include "table/table.h"

enum {
    MATCHES_MAX = 20000,
    WISH_MS = 1500,   /* how long a bot with many moves thinks, if it may; */
    LONG_MS = 3000,   /* or if it has no limit */
    QUEUE_MS = 2500,  /* the longest wait before a busy machine begins */
    PREEMPT_MS = 120, /* the longest delay at the end, however late it began; */
    LEAST_MS = 5,     /* how long it thinks at least if there is a choice */
};

enum manner { BOUNDED, UNBOUNDED }; /* unbounded: as if it knew of no limit */

static int enough = 5000; /* delays of each kind */
static struct table *table;
static struct table_workspace workspace;
static struct search_rng rng;
static int64_t now;
static struct delays few, many;

static void keep(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context, (void)version, (void)text, (void)size;
}

static void answer(void *context, const char *json, size_t size)
{
    (void)context;
    assert_true(size > 0);
    assert_null(strstr(json, "\"error\""));
}

static void news(void *context, int viewer, const char *json, size_t size)
{
    (void)context, (void)viewer, (void)json, (void)size;
}

static bool watched(void *context, int viewer)
{
    (void)context, (void)viewer;
    return false;
}

static void say(const char *order)
{
    static uint32_t cid;
    char json[160];
    int size = snprintf(json, sizeof json, "{\"cid\":%u,%s}", ++cid, order);
    table_command(table, &workspace, 0, json, (size_t)size, now);
}

static const char *house; /* an option to choose, as an order; or NULL */
static bool with_person;  /* on seat 0 */

static void open_table(const struct game *game, int seats)
{
    struct table_opening opening = {.game = game, .seats = seats, .code = "ABCDEF", .host = {1}};
    uint64_t chance = search_rng_next(&rng);
    char order[80];
    memcpy(opening.secret, &chance, sizeof chance);
    free(table->match.log);
    assert_null(table_open(table, &opening, &workspace, now));
    if (with_person)
        say("\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"");
    for (int seat = with_person; seat < seats; seat++) {
        snprintf(order, sizeof order, "\"do\":\"bot\",\"seat\":%d,\"level\":\"master\"", seat);
        say(order);
    }
    if (house)
        say(house);
    say("\"do\":\"start\"");
    assert_int_equal(table->phase, PHASE_PLAY);
}

static int between(int from, int to)
{
    return from + (int)search_rng_below(&rng, (uint32_t)(to - from + 1));
}

/* How many moves count as many: in Gobblet and Iota hardly any position has a single one. */
static bool is_few(const struct game *game, int count)
{
    if (strcmp(game->name, "gobblet") == 0)
        return count < 40;
    return strcmp(game->name, "iota") == 0 ? count < 100 : count == 1;
}

/* Asks the first bot that has to think, and takes its answer when there is one. */
static bool ask(enum manner manner, bool busy)
{
    static union any_state view;
    static struct moves moves;
    int seat = table_first_thinker(table);
    if (seat == NO_SEAT)
        return false;
    int64_t allowed = table_ask(table, seat, &view.head, now);
    int64_t end = now + (manner == BOUNDED ? allowed : LONG_MS);
    int count = game_legal(table->game, &view.head, seat, &moves);
    bool little = is_few(table->game, count);
    int64_t begun = now + (busy ? between(0, QUEUE_MS) : 1);
    int64_t done = begun;
    if (!little)
        done += between(0, busy ? PREEMPT_MS : LEAST_MS);
    if (!little && done < end) {
        int64_t wish = done + between(WISH_MS / 2, manner == BOUNDED ? WISH_MS : LONG_MS);
        done = wish < end ? wish : end;
    }
    int64_t moment = table_bot_moment(table, seat);
    uint32_t version = table->match.version;
    now = done;
    table_bot_began(table, seat, version, begun);
    table_bot_move(table, &workspace, seat, version,
                   moves.list[search_rng_below(&rng, (uint32_t)count)], now);
    if (table->match.version == version && table->match.ending == ENDING_NONE &&
        table_thinkers(table) == 0) {
        now = table_next(table);
        table_tick(table, &workspace, now);
    }
    if (table->match.version != version && table->mover == seat)
        delays_add(little ? &few : &many, table->moved - moment);
    return true;
}

static double measure(const struct game *game, enum manner manner, bool busy)
{
    few.count = many.count = 0;
    for (int i = 0; i < MATCHES_MAX && (few.count < enough || many.count < enough); i++) {
        open_table(game, game->seats_max > 2 ? 3 : 2);
        while (table->phase == PHASE_PLAY && ask(manner, busy))
            ;
    }
    assert_true(few.count >= enough && many.count >= enough);
    return delays_same(&few, &many);
}

static void bots_move_when_they_would_with_another_hand(void **unused)
{
    (void)unused;
    for (int i = 0; game_at(i); i++) {
        const struct game *game = game_at(i);
        for (int busy = 0; busy < 2; busy++) {
            double p = measure(game, BOUNDED, busy != 0);
            print_message("%-8s %s  %d moves with little choice, %d with much: p = %.3f\n",
                          game->name, busy ? "busy" : "idle", few.count, many.count, p);
            assert_true(p > 0.01);
        }
    }
    house = "\"do\":\"option\",\"name\":\"call\",\"value\":\"catch\"";
    assert_true(measure(game_find("taki"), BOUNDED, false) > 0.01);
}

/* A bot that thinks for as long as it likes reveals how much choice it has. */
static void thinking_without_a_bound_is_noticed(void **unused)
{
    (void)unused;
    for (int i = 0; game_at(i); i++)
        assert_true(measure(game_at(i), UNBOUNDED, false) < 0.0001);
}

/* The seat that the last move caught, or NO_SEAT. */
static int last_caught(void)
{
    char text[MOVE_TEXT_MAX];
    struct text out;
    text_init(&out, text, sizeof text);
    table->game->write_move(&table->match.state.head, table->match.log[table->match.count - 1].move,
                            &out);
    return strncmp(text, "catch", 5) == 0 ? text[5] - '0' : NO_SEAT;
}

/* The person plays at once, whenever it is their turn; they neither call nor catch. In a window
 * they do nothing. */
static bool person_plays(void)
{
    static struct facts facts;
    static struct moves moves;
    char move_text[MOVE_TEXT_MAX], order[MOVE_TEXT_MAX + 64];
    struct text text;
    const struct state *state = &table->match.state.head;
    game_facts(table->game, state, &facts);
    if (!with_person || table->window_open || !facts_find(&facts, FACT_TURN, 0))
        return false;
    int count = game_legal(table->game, state, 0, &moves);
    do {
        text_init(&text, move_text, sizeof move_text);
        table->game->write_move(state, moves.list[search_rng_below(&rng, (uint32_t)count)], &text);
    } while (strcmp(move_text, "last") == 0 || strncmp(move_text, "catch", 5) == 0);
    snprintf(order, sizeof order, "\"do\":\"move\",\"base\":%u,\"move\":\"%s\"",
             (unsigned)table->version, move_text);
    say(order);
    return true;
}

/* When duties to call arose, in this match; 0: the seat has none. */
static int64_t since[SEATS_MAX];

static void note_duties(void)
{
    static struct facts facts;
    game_facts(table->game, &table->match.state.head, &facts);
    for (int seat = 0; seat < table->seats; seat++) {
        bool owes = facts_find(&facts, FACT_DUTY, seat) != NULL;
        since[seat] = !owes ? 0 : since[seat] ? since[seat] : table->moved;
    }
}

/* Plays until bots have caught this seat (NO_SEAT: any) often enough, `windows` times in a window.
 * No catch comes sooner than `least` after the duty arose. */
static void watch_catches(int watched, int64_t least, int windows)
{
    int catches = 0;
    house = "\"do\":\"option\",\"name\":\"call\",\"value\":\"catch\"";
    while (catches < enough / 16 || windows > 0) {
        memset(since, 0, sizeof since);
        open_table(game_find("taki"), 3);
        for (bool window = false; table->phase == PHASE_PLAY; window = table->window_open) {
            uint32_t count = table->match.count;
            if (!person_plays() && !ask(BOUNDED, false)) {
                now = table_next(table); /* everybody waits: a window closes */
                table_tick(table, &workspace, now);
                assert_true(table_next(table) > now || table_first_thinker(table) != NO_SEAT);
            }
            int caught = table->match.count > count ? last_caught() : NO_SEAT;
            bool counts = watched == NO_SEAT || caught == watched;
            if (counts && caught != NO_SEAT && since[caught] > 0) {
                assert_true(table->moved - since[caught] >= least);
                catches++;
                windows -= window;
            }
            note_duties();
        }
    }
}

/* TR32: a bot catches no sooner than it would move, and later than the other bot calls. */
static void nobody_is_caught_at_once(void **unused)
{
    (void)unused;
    watch_catches(NO_SEAT, BOT_DEEP_MS, 0);
}

/* A person has time to call, and the others at the table time to catch, before any bot does. */
static void bots_let_people_go_first(void **unused)
{
    (void)unused;
    with_person = true;
    watch_catches(0, BOT_PATIENCE_MS, 4);
}

static int start(void **unused)
{
    (void)unused;
    table = calloc(1, sizeof *table);
    workspace.sink = (struct table_sink){NULL, keep, keep, answer, news, watched};
    workspace.lend = heap_lend;
    search_rng_init(&rng, 7);
    house = NULL;
    with_person = false;
    now = 1000000;
    return table ? 0 : -1;
}

static int stop(void **unused)
{
    (void)unused;
    free(table->match.log);
    free(table);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bots_move_when_they_would_with_another_hand, start, stop),
        cmocka_unit_test_setup_teardown(nobody_is_caught_at_once, start, stop),
        cmocka_unit_test_setup_teardown(bots_let_people_go_first, start, stop),
        cmocka_unit_test_setup_teardown(thinking_without_a_bound_is_noticed, start, stop),
    };
    if (argc > 1)
        enough = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
