/* SPDX-License-Identifier: MIT */
/*
 * No byte that is meant for one seat reaches another: two tables whose truths differ only in what
 * one viewer cannot know are given the same commands, bots' moves and times, and tell that viewer
 * the same bytes, in the same order, at the same times.
 *
 * The second truth is imagined from the viewer's view of the first, and anew whenever the viewer
 * has learnt something that the two do not share (a card that it drew). From then on the two tables
 * have a start and a log of their own, so that snapshots can tell the moves since.
 *
 * Its argument is how many of each game to play.
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
#include "table/heap.h"
#include "table/table.h"

enum { STEPS = 160, TOLD_MAX = 1 << 18, TWIN_TRIES = 40, HAVE_BACK = 8 };

/* One of the two tables, and what it told the viewer. */
struct side {
    struct table *table;
    char told[TOLD_MAX];
    size_t size;
    union any_state start; /* where the log begins */
};

static unsigned games = 60;
static struct table_workspace workspace;
static struct side sides[2], *now_at;
static int viewer;
static int64_t now;
static uint32_t cid;
static uint64_t compared, resynced, moves_again;

/* ---- the caller's part ---- */

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context, (void)version, (void)text, (void)size;
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    (void)context, (void)match, (void)text, (void)size;
}

static void take(char kind, const char *json, size_t size)
{
    struct side *side = now_at;
    assert_true(side->size + size + 2 < TOLD_MAX);
    side->told[side->size++] = kind;
    memcpy(side->told + side->size, json, size);
    side->size += size;
    side->told[side->size++] = '\n';
}

static void take_answer(void *context, const char *json, size_t size)
{
    if (*(int *)context == viewer)
        take('a', json, size);
}

static void take_news(void *context, int to, const char *json, size_t size)
{
    (void)context;
    if (to == viewer)
        take('n', json, size);
}

static bool watched(void *context, int to)
{
    (void)context;
    return to == viewer;
}

/* ---- both at once ---- */

static int asker; /* whose command it is */

static void command_one(int guest, const char *body)
{
    char json[COMMAND_MAX];
    struct table *table = now_at->table;
    int size = snprintf(json, sizeof json, "{\"cid\":%u,\"%s\":%u,%s}", cid,
                        table->window_open ? "window" : "base",
                        table->window_open ? table->windows : table->version, body);
    asker = table->guests[guest].seat;
    table_command(table, &workspace, guest, json, (size_t)size, now);
}

static void command(int guest, const char *body)
{
    cid++;
    for (now_at = sides; now_at < sides + 2; now_at++)
        command_one(guest, body);
}

static void tick(void)
{
    for (now_at = sides; now_at < sides + 2; now_at++)
        table_tick(now_at->table, &workspace, now);
}

static void open_tables(const struct game *game, int seats, struct search_rng *rng)
{
    struct table_opening opening = {.game = game, .seats = seats, .code = "ABCDEF"};
    uint64_t secret = search_rng_next(rng);
    memcpy(opening.secret, &secret, sizeof secret);
    workspace.sink =
        (struct table_sink){&asker, keep_event, keep_record, take_answer, take_news, watched};
    workspace.lend = heap_lend;
    for (now_at = sides; now_at < sides + 2; now_at++) {
        now_at->table = malloc(table_size());
        now_at->size = 0;
        assert_null(table_open(now_at->table, &opening, &workspace, now));
        table_guest_here(now_at->table, &workspace, 0, true, now);
        for (int guest = 1; guest < seats; guest++) {
            uint8_t hash[SHA256_SIZE] = {(uint8_t)guest, 1};
            table_add_guest(now_at->table, &workspace, hash, false, now);
            table_guest_here(now_at->table, &workspace, guest, true, now);
        }
    }
    /* Every second seat of the others is a bot's; the viewer, if any, is a person. */
    for (int seat = 0; seat < seats; seat++) {
        char body[100];
        bool bot = seat != viewer && search_rng_below(rng, 2);
        snprintf(body, sizeof body,
                 bot ? "\"do\":\"bot\",\"seat\":%d,\"level\":\"club\""
                     : "\"do\":\"sit\",\"seat\":%d,\"name\":\"N\"",
                 seat);
        command(bot ? 0 : seat, body);
        if (!bot)
            command(seat, "\"do\":\"ready\"");
    }
    command(0, "\"do\":\"start\"");
}

static void close_tables(void)
{
    for (int i = 0; i < 2; i++) {
        free(sides[i].table->match.log);
        free(sides[i].table);
    }
}

static bool look_alike(void)
{
    static union any_state a, b;
    game_observe(sides[0].table->game, &sides[0].table->match.state.head, viewer, &a.head);
    game_observe(sides[1].table->game, &sides[1].table->match.state.head, viewer, &b.head);
    return state_equal(&a.head, &b.head);
}

/* A second truth that looks like the first. */
static void imagine(struct search_rng *rng)
{
    static union any_state view;
    const struct game *game = sides[0].table->game;
    game_observe(game, &sides[0].table->match.state.head, viewer, &view.head);
    game->imagine(&view.head, rng);
    state_copy(&sides[1].table->match.state.head, &view.head);
    for (int i = 0; i < 2; i++) {
        struct match *match = &sides[i].table->match;
        state_copy(&sides[i].start.head, &match->state.head);
        match->start = &sides[i].start.head;
        match->count = 0;
        /* a bot may have thought of a card that it no longer holds */
        memset(sides[i].table->thoughts, 0, sizeof sides[i].table->thoughts);
    }
    resynced++;
}

/* Two cards that came to the viewer's hand in another order are something that it has learnt. */
static bool has_drawn(void)
{
    char mark[64];
    snprintf(mark, sizeof mark, "\"to\":{\"zone\":\"hand\",\"seat\":%d}", viewer);
    sides[0].told[sides[0].size] = '\0';
    return strstr(sides[0].told, mark) != NULL;
}

static void compare(struct search_rng *rng)
{
    bool same =
        sides[0].size == sides[1].size && memcmp(sides[0].told, sides[1].told, sides[0].size) == 0;
    bool alike = look_alike();
    if (alike && !same && !has_drawn())
        fail_msg("viewer %d was told\n%.*sand\n%.*s", viewer, (int)sides[0].size, sides[0].told,
                 (int)sides[1].size, sides[1].told);
    if (alike && same) {
        assert_int_equal(table_next(sides[0].table), table_next(sides[1].table));
        compared += sides[0].size;
    } else {
        imagine(rng);
    }
    sides[0].size = sides[1].size = 0;
}

/* The last moves tell a viewer who comes back no more than one who was there. Both tables told them
 * the same, so nothing may differ here. */
static void compare_snapshots(struct search_rng *rng)
{
    int guest = viewer < 0 ? NO_GUEST : sides[0].table->seat[viewer].guest;
    uint32_t back = search_rng_below(rng, HAVE_BACK), version = sides[0].table->version;
    uint32_t have = search_rng_below(rng, 2) ? 0 : version > back ? version - back : 0;
    asker = viewer;
    for (now_at = sides; now_at < sides + 2; now_at++)
        table_greet_since(now_at->table, &workspace, guest, have, now);
    sides[0].told[sides[0].size] = sides[1].told[sides[1].size] = '\0';
    assert_string_equal(sides[0].told, sides[1].told);
    const char *at = strstr(sides[0].told, "\"moves\":[");
    assert_non_null(at);
    for (; (at = strstr(at, "{\"v\":")) != NULL; at++)
        moves_again++;
    compared += sides[0].size;
    sides[0].size = sides[1].size = 0;
}

/* What the viewer sees of a move: the events and the table afterwards. */
struct glimpse {
    struct events events;
    union any_state view;
};

static void glimpse(const struct side *side, int seat, move m, struct glimpse *out)
{
    static union any_state after;
    const struct game *game = side->table->game;
    memset(out, 0, sizeof *out);
    state_copy(&after.head, &side->table->match.state.head);
    game_apply(game, &after.head, seat, m, &out->events);
    events_observe(&out->events, viewer);
    game_observe(game, &after.head, viewer, &out->view.head);
}

static bool equal_glimpses(const struct glimpse *a, const struct glimpse *b)
{
    return a->events.count == b->events.count &&
           memcmp(a->events.list, b->events.list,
                  (size_t)a->events.count * sizeof a->events.list[0]) == 0 &&
           state_equal(&a->view.head, &b->view.head);
}

/* A move for each truth that the viewer cannot tell apart: the same one, or where a move hides
 * something, such as the cards of a trade, one that hides something else. */
static bool twin_moves(int seat, struct search_rng *rng, move twins[2], bool *ends)
{
    static struct moves moves;
    static struct glimpse first, second;
    const struct game *game = sides[0].table->game;
    game_legal(game, &sides[0].table->match.state.head, seat, &moves);
    twins[0] = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
    glimpse(&sides[0], seat, twins[0], &first);
    *ends = state_over(&first.view.head);
    game_legal(game, &sides[1].table->match.state.head, seat, &moves);
    for (int tries = 0; tries < TWIN_TRIES; tries++) {
        twins[1] = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
        glimpse(&sides[1], seat, twins[1], &second);
        if (equal_glimpses(&first, &second))
            return true;
    }
    twins[1] = twins[0];
    return moves_find(&moves, twins[0]) >= 0;
}

static void command_move(const struct side *side, int seat, move m)
{
    char body[120], buffer[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    side->table->game->write_move(&side->table->match.state.head, m, &text);
    snprintf(body, sizeof body, "\"do\":\"move\",\"move\":\"%s\"", buffer);
    command_one(side->table->seat[seat].guest, body);
}

/* Somebody who may act does: a person by a command, a bot by its answer. */
static bool act(struct search_rng *rng, bool *ends)
{
    struct table *first = sides[0].table;
    move twins[2];
    int seat = (int)search_rng_below(rng, first->seats);
    while (!state_acts(&first->match.state.head, seat))
        seat = (seat + 1) % first->seats;
    if (!twin_moves(seat, rng, twins, ends) || *ends)
        return false;
    bool person = (match_people(&first->match) >> seat & 1) != 0;
    cid++;
    for (now_at = sides; now_at < sides + 2; now_at++) {
        static union any_state view;
        move m = twins[now_at - sides];
        if (person)
            command_move(now_at, seat, m);
        else if (table_thinkers(now_at->table) >> seat & 1)
            table_ask(now_at->table, seat, &view.head, now);
        if (!person)
            table_bot_move(now_at->table, &workspace, seat, now_at->table->match.version, m, now);
    }
    return true;
}

static void play(const struct game *game, int seats, struct search_rng *rng)
{
    now = 1000;
    open_tables(game, seats, rng);
    assert_int_equal(sides[0].table->phase, PHASE_PLAY);
    imagine(rng);
    /* Up to the end, when the deal is told and has to be the same. */
    bool ends = false;
    for (int step = 0; step < STEPS && !ends; step++) {
        if (!act(rng, &ends))
            imagine(rng); /* nothing to do in common: another second truth may have it */
        compare(rng);
        compare_snapshots(rng);
        int64_t next = table_next(sides[0].table);
        now = search_rng_below(rng, 2) && next != CLOCK_NEVER && next > now ? next : now + 100;
        tick();
        compare(rng);
    }
    close_tables();
}

static void nobody_is_told_what_is_hidden(void **unused)
{
    (void)unused;
    const struct game *game;
    struct search_rng rng;
    search_rng_init(&rng, 5);
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        for (int round = 0; round < (int)games && game->hidden; round++) {
            int seats = game->seats_min + round % (game->seats_max - game->seats_min + 1);
            viewer = (int)search_rng_below(&rng, (uint32_t)seats + 1) - 1;
            if (viewer < 0)
                viewer = SPECTATOR;
            play(game, seats, &rng);
        }
    print_message(
        "%u of each game: %llu bytes compared, %llu imagined truths, %llu moves told again\n",
        games, (unsigned long long)compared, (unsigned long long)resynced,
        (unsigned long long)moves_again);
    assert_true(compared > 100000 && moves_again > 84ull * games);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        games = (unsigned)atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_is_told_what_is_hidden)};
    return cmocka_run_group_tests_name("table views", tests, NULL, NULL);
}
