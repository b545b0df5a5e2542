/* SPDX-License-Identifier: MIT */
/*
 * What snapshots tell of earlier moves: the same as the news told the same viewer; moves that are
 * gone, taken back or already known are left out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "table/table.h"

enum { VIEWERS = SEATS_MAX + 2, PAST_MAX = 2048, PIECE_MAX = 16384, STEPS = 300, ASKED_EVERY = 5 };

static struct table_workspace workspace;
static struct table *table;
static int64_t now;
static uint32_t cid;
static char answer[NEWS_MAX];

/* What each viewer was told of each move, as it stands in a snapshot. */
static char *past[VIEWERS][PAST_MAX];
static uint32_t past_v[PAST_MAX];
static int past_count;

/* ---- the caller's part ---- */

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context, (void)version, (void)text, (void)size;
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    (void)context, (void)match, (void)text, (void)size;
}

static void take_answer(void *context, const char *json, size_t size)
{
    (void)context;
    memcpy(answer, json, size + 1);
}

/* `{"v":7,"do":"move","at":1,"seat":0,…,"events":[…],"ply":…` without do, at and what follows; the
 * last move of a match is followed by the table. */
static void take_news(void *context, int viewer, const char *json, size_t size)
{
    unsigned v = 0;
    (void)context, (void)size;
    const char *seat = strstr(json, ",\"seat\":"), *end = strstr(json, ",\"phase\":");
    if (!strstr(json, "\"do\":\"move\""))
        return;
    if (!end)
        end = strstr(json, ",\"ply\":");
    assert_true(seat && end && sscanf(json, "{\"v\":%u,", &v) == 1);
    if (past_count == 0 || past_v[past_count - 1] != v) {
        assert_true(past_count < PAST_MAX);
        past_v[past_count++] = v;
    }
    char *piece = malloc(PIECE_MAX);
    assert_true(snprintf(piece, PIECE_MAX, "{\"v\":%u%.*s}", v, (int)(end - seat), seat) <
                PIECE_MAX);
    past[viewer + 2][past_count - 1] = piece;
}

static bool watched(void *context, int viewer)
{
    (void)context, (void)viewer;
    return true;
}

static struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context;
    assert_true(capacity - count <= LOG_STEP); /* no match asks for much more than it needs */
    return realloc(old, capacity * sizeof(struct ply));
}

static void command(int guest, const char *body)
{
    char json[COMMAND_MAX];
    int size =
        snprintf(json, sizeof json, "{\"cid\":%u,\"base\":%u,%s}", ++cid, table->version, body);
    table_command(table, &workspace, guest, json, (size_t)size, now);
}

static void does(int guest, const char *body)
{
    command(guest, body);
    assert_non_null(strstr(answer, "\"do\":\"ok\""));
}

/* Everybody is a person. */
static void open_table(const char *name, int seats, uint8_t secret)
{
    struct table_opening opening = {.game = game_find(name), .seats = seats, .code = "ABCDEF"};
    now = 1000000;
    memset(opening.secret, secret, sizeof opening.secret);
    workspace.sink =
        (struct table_sink){NULL, keep_event, keep_record, take_answer, take_news, watched};
    workspace.lend = lend;
    table = malloc(table_size());
    assert_null(table_open(table, &opening, &workspace, now));
    table_guest_here(table, &workspace, 0, true, now);
    for (int seat = 0; seat < seats; seat++) {
        uint8_t hash[SHA256_SIZE] = {(uint8_t)seat, 1};
        char body[80];
        if (seat > 0)
            assert_int_equal(table_add_guest(table, &workspace, hash, false, now), seat);
        snprintf(body, sizeof body, "\"do\":\"sit\",\"seat\":%d,\"name\":\"N\"", seat);
        does(seat, body);
        does(seat, "\"do\":\"ready\"");
    }
    does(0, "\"do\":\"start\"");
}

static void forget_past(void)
{
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        for (int i = 0; i < past_count; i++) {
            free(past[viewer][i]);
            past[viewer][i] = NULL;
        }
    past_count = 0;
}

static void close_table(void)
{
    forget_past();
    free(table->match.log);
    free(table);
    table = NULL;
}

/* ---- what is expected ---- */

/* The snapshot ends with the moves from this one on, as they were told. */
static void tells_from(int viewer, uint32_t have, int first)
{
    static char expected[NEWS_MAX];
    struct text text;
    text_init(&text, expected, sizeof expected);
    text_string(&text, ",\"moves\":[");
    for (int i = first; i < past_count; i++) {
        text_string(&text, i > first ? "," : "");
        text_string(&text, past[viewer + 2][i]);
    }
    text_string(&text, "]}");
    table_greet_since(table, &workspace, viewer < 0 ? NO_GUEST : table->seat[viewer].guest, have,
                      now);
    const char *moves = strstr(answer, ",\"moves\":[");
    assert_non_null(moves);
    assert_string_equal(moves, expected);
}

static void tells_all_what_they_saw(struct search_rng *rng)
{
    uint32_t have = table->version - search_rng_below(rng, 40) % table->version;
    int first = past_count > MOVES_TOLD ? past_count - MOVES_TOLD : 0, unseen = first;
    while (unseen < past_count && past_v[unseen] <= have)
        unseen++;
    for (int viewer = SPECTATOR; viewer < table->seats; viewer++) {
        if (viewer == TRUTH)
            continue;
        tells_from(viewer, 0, first);
        tells_from(viewer, have, unseen);
        tells_from(viewer, table->version, past_count);
        tells_from(viewer, table->version + 1, first); /* of a table that is not this one */
    }
}

static void make_move(int seat, move m)
{
    char body[120], buffer[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    table->game->write_move(&table->match.state.head, m, &text);
    snprintf(body, sizeof body, "\"do\":\"move\",\"move\":\"%s\"", buffer);
    does(table->seat[seat].guest, body);
}

static void random_move(struct search_rng *rng)
{
    static struct moves moves;
    int seat = (int)search_rng_below(rng, table->seats);
    while (!state_acts(&table->match.state.head, seat))
        seat = (seat + 1) % table->seats;
    int count = game_legal(table->game, &table->match.state.head, seat, &moves);
    make_move(seat, moves.list[search_rng_below(rng, (uint32_t)count)]);
}

/* ---- tests ---- */

static void what_was_told_is_told_again(void **unused)
{
    (void)unused;
    const struct game *game;
    struct search_rng rng;
    search_rng_init(&rng, 3);
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
            open_table(game->name, seats, (uint8_t)seats);
            for (int step = 0; step < STEPS && table->phase == PHASE_PLAY; step++) {
                random_move(&rng);
                does(0, "\"do\":\"say\",\"phrase\":\"wait\""); /* versions that are no moves */
                if (step % ASKED_EVERY == 0 || table->phase != PHASE_PLAY)
                    tells_all_what_they_saw(&rng);
            }
            close_table();
        }
}

static void what_was_taken_back_is_gone(void **unused)
{
    (void)unused;
    open_table("gobblet", 2, 1);
    tells_from(0, 0, 0);
    does(0, "\"do\":\"move\",\"move\":\"4@a1\"");
    does(1, "\"do\":\"move\",\"move\":\"4@b1\"");
    uint32_t have = table->version;
    does(1, "\"do\":\"undo\"");
    does(0, "\"do\":\"allow\"");
    free(past[0][1]), free(past[2][1]), free(past[3][1]);
    past_count = 1;
    tells_from(SPECTATOR, 0, 0);
    tells_from(0, have, 1);
    does(1, "\"do\":\"move\",\"move\":\"4@c1\"");
    tells_from(SPECTATOR, 0, 0);
    tells_from(0, have, 1);
    does(0, "\"do\":\"resign\"");
    tells_from(1, 0, 0);
    does(0, "\"do\":\"rematch\"");
    does(1, "\"do\":\"rematch\"");
    forget_past();
    tells_from(1, 0, 0); /* another match */
    close_table();
}

/* Gobblet, but each move has as many events as any move may. */
static struct game loud;

static void apply_loudly(struct state *state, int seat, move m, struct events *log)
{
    game_find("gobblet")->apply(state, seat, m, log);
    while (log && log->count < EVENTS_MAX)
        events_add(log, (struct event){.kind = EVENT_POINTS, .seat = 0, .piece = NO_PIECE});
}

static void the_oldest_moves_make_way(void **unused)
{
    (void)unused;
    struct search_rng rng;
    search_rng_init(&rng, 4);
    open_table("gobblet", 2, 1);
    loud = *table->game;
    loud.apply = apply_loudly;
    table->game = table->match.game = &loud;
    for (int i = 0; i < 6; i++)
        random_move(&rng);
    table_greet(table, &workspace, 0, now);
    int first = past_count;
    for (size_t size = strstr(answer, ",\"moves\":[") - answer + 13;
         first > 0 && size + strlen(past[2][first - 1]) + 1 <= NEWS_MAX; first--)
        size += strlen(past[2][first - 1]) + 1;
    assert_true(first > 0 && first < past_count);
    tells_from(0, 0, first);
    close_table();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_told_is_told_again),
        cmocka_unit_test(what_was_taken_back_is_gone),
        cmocka_unit_test(the_oldest_moves_make_way),
    };
    return cmocka_run_group_tests_name("table's past", tests, NULL, NULL);
}
