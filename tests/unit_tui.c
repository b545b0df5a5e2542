/* SPDX-License-Identifier: MIT */
/*
 * What a screen draws from (src/client/mirror.h), against real tables.
 *
 * A table is played at random with all that can be done there. Each viewer gets every message;
 * after each command it must see what a newcomer sees. Each message is also delivered broken in
 * many ways: a refused one must change nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/mirror.h"
#include "table/heap.h"
#include "tui/bidi.h"

enum { STEPS = 220, EYES = 4, BREAKS = 3 };
enum { LATE = 5000 }; /* milliseconds between what a tick finds due and the tick */

static struct table *table;
static struct table_workspace workspace;
static struct mirror eyes[EYES], fresh, broken, away;
static int guests[EYES]; /* the last is an onlooker */
static int64_t now;
static uint32_t cid;
static int speaker;
static struct search_rng rng, damage; /* for what is done, and for what is broken */
static unsigned rounds = 4;           /* of each game */
static unsigned undone, ended, refused, moves_heard, looked;

/* ---- messages of a table, kept until it has sent them all ---- */

static struct {
    int who;
    uint32_t size;
    char *json;
} mail[256];
static int mail_count;

static void post(int who, const char *json, size_t size)
{
    assert_true(mail_count < 256);
    mail[mail_count].who = who;
    mail[mail_count].size = (uint32_t)size;
    mail[mail_count].json = malloc(size); /* exactly: a sanitizer sees any read beyond it */
    assert_non_null(mail[mail_count].json);
    memcpy(mail[mail_count++].json, json, size);
}

static void drop_mail(void)
{
    while (mail_count > 0)
        free(mail[--mail_count].json);
}

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
    post(speaker, json, size);
}

static void take_news(void *context, int viewer, const char *json, size_t size)
{
    (void)context;
    for (int i = 0; i < EYES; i++)
        if (table_viewer(table, guests[i]) == viewer)
            post(i, json, size);
}

static bool watched(void *context, int viewer)
{
    (void)context, (void)viewer;
    return true;
}

/* ---- hearing ---- */

/* Everything but what is scratch space: the log and the rest in two pieces. */
static bool unchanged(const struct mirror *a, const struct mirror *b)
{
    return memcmp(a, b, offsetof(struct mirror, values)) == 0;
}

static void hear_broken(int who, const char *json, size_t size)
{
    for (int i = 0; i < BREAKS; i++) {
        size_t part = search_rng_below(&damage, (uint32_t)size + 1);
        char *copy = malloc(part + 1);
        assert_non_null(copy);
        memcpy(copy, json, part);
        for (int j = 0; j < i && part > 0; j++)
            copy[search_rng_below(&damage, (uint32_t)part)] =
                "0123456789\"{}[],:-?x\n\xff"[search_rng_below(&damage, 22)];
        memcpy(&broken, &eyes[who], sizeof broken);
        enum mirror_news news = mirror_take(&broken, copy, part, now);
        if (news == MIRROR_BROKEN || news == MIRROR_GAP) {
            assert_true(unchanged(&broken, &eyes[who]));
            refused++;
        }
        free(copy);
    }
}

/* Delivers a message with one byte changed. */
static void hear_changed(int who, const char *json, size_t size)
{
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, json, size);
    copy[search_rng_below(&rng, (uint32_t)size)] =
        "0123456789\"{}[],:-?xRGBYW+@#/"[search_rng_below(&rng, 29)];
    memcpy(&broken, &eyes[who], sizeof broken);
    enum mirror_news news = mirror_take(&broken, copy, size, now);
    if (news == MIRROR_BROKEN || news == MIRROR_GAP)
        assert_true(unchanged(&broken, &eyes[who]));
    free(copy);
}

static uint16_t hear_all(void)
{
    uint16_t looks = 0;
    for (int i = 0; i < mail_count; i++) {
        int who = mail[i].who;
        hear_broken(who, mail[i].json, mail[i].size);
        hear_changed(who, mail[i].json, mail[i].size);
        enum mirror_news news = mirror_take(&eyes[who], mail[i].json, mail[i].size, now);
        if (news == MIRROR_BROKEN)
            fail_msg("not taken: %.*s", (int)mail[i].size, mail[i].json);
        assert_int_not_equal(news, MIRROR_GAP);
        if (news == MIRROR_INCOMPLETE)
            looks |= (uint16_t)(1u << who);
        free(mail[i].json);
    }
    mail_count = 0;
    return looks;
}

static void greet(int who, uint32_t have)
{
    speaker = who;
    table_greet_since(table, &workspace, guests[who], have, now);
}

static void hear(void)
{
    for (uint16_t looks = hear_all(); looks != 0; looks = hear_all())
        for (int who = 0; who < EYES; who++)
            if (looks >> who & 1) {
                looked++;
                greet(who, eyes[who].v);
            }
}

/* ---- comparing ---- */

/* The time left. */
static int64_t still(int64_t until)
{
    return until > now ? until - now : 0;
}

static void same_seat(const struct mirror_seat *a, const struct mirror_seat *b)
{
    assert_int_equal(a->taken, b->taken);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->bot, b->bot);
    if (a->taken && a->name[0] != '\0') {
        assert_int_equal(a->here, b->here);
        assert_int_equal(still(a->away_until), still(b->away_until));
    }
    assert_int_equal(a->host, b->host);
    assert_int_equal(a->ready, b->ready);
    assert_int_equal(a->wins, b->wins);
}

static void same_match(const struct mirror *a, const struct mirror *b)
{
    assert_int_equal(a->ply, b->ply);
    assert_string_equal(a->position, b->position);
    assert_memory_equal(&a->view, &b->view, a->view.head.size);
    assert_int_equal(a->actors, b->actors);
    assert_int_equal(a->window, b->window);
    assert_int_equal(still(a->window_until), still(b->window_until));
    assert_int_equal(a->timed, b->timed);
    assert_int_equal(a->offer, b->offer);
    assert_int_equal(a->undo, b->undo);
    assert_int_equal(a->unheard, b->unheard);
    assert_memory_equal(&a->outcome, &b->outcome, sizeof a->outcome);
    assert_int_equal(a->ending, b->ending);
    assert_int_equal(a->loser, b->loser);
    assert_int_equal(a->missing, b->missing);
    for (int seat = 0; seat < a->seats && a->timed; seat++)
        assert_true(llabs(mirror_clock_left(a, seat, now) - mirror_clock_left(b, seat, now)) <=
                    LATE);
}

/* The last moves are the same; the newcomer knows fewer. */
static void same_log(const struct mirror *a, const struct mirror *b)
{
    assert_true(a->log_count >= b->log_count);
    for (int i = 0; i < b->log_count; i++) {
        const struct mirror_move *one = &a->log[a->log_count - b->log_count + i],
                                 *other = &b->log[i];
        assert_int_equal(one->v, other->v);
        assert_int_equal(one->seat, other->seat);
        assert_int_equal(one->events.count, other->events.count);
        if (a->you == NO_SEAT && a != &eyes[EYES - 1])
            continue; /* heard while these eyes still sat there */
        assert_string_equal(one->move, other->move);
        assert_memory_equal(one->events.list, other->events.list,
                            (size_t)one->events.count * sizeof one->events.list[0]);
    }
}

static void compare(int who)
{
    const struct mirror *mirror = &eyes[who];
    mirror_init(&fresh);
    greet(who, 0);
    assert_int_equal(mirror_take(&fresh, mail[0].json, mail[0].size, now), MIRROR_CHANGED);
    drop_mail();
    assert_int_equal(mirror->v, fresh.v);
    assert_ptr_equal(mirror->game, fresh.game);
    assert_int_equal(mirror->phase, fresh.phase);
    assert_int_equal(mirror->match, fresh.match);
    assert_memory_equal(mirror->option, fresh.option, sizeof fresh.option);
    assert_int_equal(mirror->clock, fresh.clock);
    assert_int_equal(mirror->clock_millis, fresh.clock_millis);
    assert_int_equal(mirror->seats, fresh.seats);
    assert_int_equal(mirror->you, fresh.you);
    assert_int_equal(mirror->host, fresh.host);
    assert_int_equal(mirror->rematch, fresh.rematch);
    assert_int_equal(mirror->waits, fresh.waits);
    assert_int_equal(mirror->seating, fresh.seating);
    assert_int_equal(mirror->waiting_count, fresh.waiting_count);
    assert_memory_equal(mirror->waiting, fresh.waiting, sizeof fresh.waiting);
    assert_int_equal(mirror->evening_count, fresh.evening_count);
    assert_memory_equal(mirror->evening, fresh.evening, sizeof fresh.evening);
    for (int seat = 0; seat < mirror->seats; seat++)
        same_seat(&mirror->seat[seat], &fresh.seat[seat]);
    if (mirror->phase == PHASE_LOBBY)
        return;
    same_match(mirror, &fresh);
    same_log(mirror, &fresh);
}

/* ---- playing ---- */

static void command(int who, const char *members)
{
    char json[COMMAND_MAX];
    int size = snprintf(json, sizeof json, "{\"cid\":%u,%s}", ++cid, members);
    int moves = eyes[0].log_count;
    uint32_t match = eyes[0].match;
    bool played = eyes[0].phase == PHASE_PLAY;
    speaker = who;
    now += search_rng_below(&rng, 400);
    table_command(table, &workspace, guests[who], json, (size_t)size, now);
    hear();
    for (int i = 0; i < EYES; i++)
        compare(i);
    undone += eyes[0].match == match && eyes[0].log_count < moves;
    ended += played && eyes[0].phase == PHASE_OVER;
}

/* A move of the first who can make one, found with these eyes' own view. */
static void play_move(void)
{
    static struct moves moves;
    for (int who = 0; who < EYES - 1; who++) {
        const struct mirror *mirror = &eyes[who];
        char text[MOVE_TEXT_MAX], members[128];
        struct text out;
        if (!mirror_acts(mirror))
            continue;
        int count = game_legal(mirror->game, &mirror->view.head, mirror->you, &moves);
        assert_true(count > 0);
        text_init(&out, text, sizeof text);
        mirror->game->write_move(&mirror->view.head,
                                 moves.list[search_rng_below(&rng, (uint32_t)count)], &out);
        snprintf(members, sizeof members, "\"do\":\"move\",\"%s\":%u,\"move\":\"%s\"",
                 mirror->window ? "window" : "base", mirror->window ? mirror->window : mirror->v,
                 text);
        command(who, members);
        moves_heard++;
        return;
    }
}

static void do_something(void)
{
    static const char *const things[] = {
        "\"do\":\"undo\"",
        "\"do\":\"allow\"",
        "\"do\":\"refuse\"",
        "\"do\":\"offer\"",
        "\"do\":\"decline\"",
        "\"do\":\"accept\"",
        "\"do\":\"say\",\"phrase\":\"thanks\"",
        "\"do\":\"takeover\",\"seat\":0,\"level\":\"gentle\"",
        "\"do\":\"giveback\"",
        "\"do\":\"rematch\"",
        "\"do\":\"name\",\"name\":\"No\u05d0\"",
        "\"do\":\"legal\",\"from\":0",
        "\"do\":\"fly\"",
        "\"do\":\"bot\",\"seat\":9,\"level\":\"club\"",
        "\"do\":\"stand\"",
        "\"do\":\"grace\",\"millis\":20000",
        "\"do\":\"unrematch\"",
        "\"do\":\"rematch\",\"missing\":\"bot\"",
        "\"do\":\"rematch\",\"missing\":\"leave\"",
        "\"do\":\"wait\",\"name\":\"Gal\"",
        "\"do\":\"unwait\"",
        "\"do\":\"seating\",\"value\":\"stay\"",
    };
    enum { COUNT = sizeof things / sizeof *things };
    uint32_t which = search_rng_below(&rng, COUNT + 1);
    if (search_rng_below(&rng, 3) == 0)
        which = 0; /* undo seldom succeeds: others must agree, and no card may have come to light */
    if (which == COUNT) {
        table_tick(table, &workspace, now += LATE);
        hear();
        return;
    }
    command((int)search_rng_below(&rng, EYES), things[which]);
    for (int who = 0; who < EYES && which == 0 && search_rng_below(&rng, 4) > 0; who++)
        command(who, "\"do\":\"allow\"");
}

static void come_and_go(int who)
{
    for (int i = 0; i < 2; i++) {
        table_guest_here(table, &workspace, guests[who], i == 1, now);
        hear();
        compare(0);
        table_tick(table, &workspace, now += LATE);
        hear();
        compare(0);
    }
}

static void open_table(const struct game *game)
{
    struct table_opening opening = {.game = game, .seats = game->seats_min, .code = "ABCDEF"};
    workspace.sink =
        (struct table_sink){NULL, keep_event, keep_record, take_answer, take_news, watched};
    workspace.lend = heap_lend;
    table = calloc(1, sizeof *table);
    assert_non_null(table);
    assert_null(table_open(table, &opening, &workspace, now));
    for (int i = 0; i < EYES; i++) {
        uint8_t hash[SHA256_SIZE] = {(uint8_t)i};
        guests[i] = i == 0 ? 0 : table_add_guest(table, &workspace, hash, false, now);
        mirror_init(&eyes[i]);
    }
    drop_mail();
    for (int i = 0; i < EYES; i++) {
        table_guest_here(table, &workspace, guests[i], true, now);
        greet(i, 0);
        hear();
    }
}

static void close_table(void)
{
    free(table->match.log);
    free(table);
}

/* Everything that a lobby has, then the start. */
static void set_up(const struct game *game)
{
    char members[128];
    int seats = game->seats_max < EYES - 1 ? game->seats_max : EYES - 1;
    snprintf(members, sizeof members, "\"do\":\"seats\",\"seats\":%d", game->seats_max);
    command(0, members);
    snprintf(members, sizeof members, "\"do\":\"seats\",\"seats\":%d", seats);
    command(0, members);
    for (int i = 0; game->options[i].name; i++) {
        snprintf(members, sizeof members, "\"do\":\"option\",\"name\":\"%s\",\"value\":\"%s\"",
                 game->options[i].name, game->options[i].values[game->options[i].count - 1]);
        command(0, members);
    }
    command(0, "\"do\":\"clock\",\"kind\":\"game\",\"millis\":600000,\"increment\":100");
    command(0, "\"do\":\"bot\",\"seat\":1,\"level\":\"club\"");
    command(0, "\"do\":\"remove\",\"seat\":1");
    for (int i = 0; i < seats; i++) {
        snprintf(members, sizeof members, "\"do\":\"sit\",\"seat\":%d,\"name\":\"Eve %d\"", i, i);
        command(i, members);
    }
    for (int i = 1; i < seats; i++) {
        command(i, "\"do\":\"ready\",\"salt\":\"00ff\"");
        command(i, "\"do\":\"unready\"");
        command(i, "\"do\":\"ready\"");
    }
    command(0, "\"do\":\"start\"");
    assert_int_equal(eyes[0].phase, PHASE_PLAY);
    assert_int_equal(eyes[EYES - 1].you, NO_SEAT);
}

/* A bot that sits in answers with any legal move. */
static void play_bots(void)
{
    static struct moves moves;
    static union any_state view;
    uint16_t thinkers = table_thinkers(table);
    if (thinkers == 0)
        return;
    int seat = __builtin_ctz(thinkers);
    table_ask(table, seat, &view.head, now);
    int count = game_legal(table->game, &view.head, seat, &moves);
    table_bot_move(table, &workspace, seat, table->match.version,
                   moves.list[search_rng_below(&rng, (uint32_t)count)], now);
    table_tick(table, &workspace, now += 2000);
    hear();
    compare(0);
}

static void news_tell_what_snapshots_tell(void **unused)
{
    (void)unused;
    const struct game *game;
    undone = ended = refused = moves_heard = looked = 0;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        for (unsigned round = 0; round < rounds; round++) {
            search_rng_init(&rng, 100 * (uint64_t)i + round);
            search_rng_init(&damage, 100 * (uint64_t)i + round);
            now = 1700000000000;
            open_table(game);
            set_up(game);
            for (int step = 0; step < STEPS; step++) {
                if (search_rng_below(&rng, 4) > 0)
                    play_move();
                else
                    do_something();
                play_bots();
                if (step % 50 == 0)
                    come_and_go(1);
            }
            close_table();
        }
    print_message(
        "%u moves, %u taken back, %u matches over, %u broken messages refused, %u looks\n",
        moves_heard, undone, ended, refused, looked);
    assert_true(undone > 0 && ended >= rounds);
    assert_true(refused > 250 * rounds && moves_heard > 250 * rounds);
}

/* The last person goes, and the others go on: with a bot, or with fewer seats. */
static void others_go_on_without_somebody(void **unused)
{
    (void)unused;
    static const char *const ways[] = {"bot", "leave"};
    for (int way = 0; way < 2; way++) {
        char members[80];
        now = 1700000000000;
        search_rng_init(&rng, 11);
        open_table(game_find("iota"));
        set_up(game_find("iota"));
        int seats = eyes[0].seats, last = seats - 1;
        for (int i = 0; i < seats; i++) {
            snprintf(members, sizeof members, "\"do\":\"takeover\",\"seat\":%d,\"level\":\"club\"",
                     i);
            command(i, members);
        }
        while (eyes[0].phase == PHASE_PLAY)
            play_bots();
        table_guest_here(table, &workspace, guests[last], false, now);
        hear();
        now += TABLE_GRACE_MS;
        for (int i = 1; i < last; i++)
            command(i, "\"do\":\"rematch\"");
        assert_int_equal(eyes[0].rematch, (1 << last) - 2);
        snprintf(members, sizeof members, "\"do\":\"rematch\",\"missing\":\"%s\"", ways[way]);
        command(0, members);
        assert_int_equal(eyes[0].phase, PHASE_PLAY);
        assert_int_equal(eyes[0].you, 1);
        assert_int_equal(eyes[0].seats, way == 0 ? seats : last);
        assert_int_equal(eyes[last].you, way == 0 ? 0 : NO_SEAT);
        assert_string_equal(eyes[0].seat[0].bot, way == 0 ? "casual" : "");
        close_table();
    }
}

/* Who waits, and who made room for them, is known to everybody; `command` compares. */
static void whoever_makes_room_waits(void **unused)
{
    (void)unused;
    now = 1700000000000;
    search_rng_init(&rng, 13);
    open_table(game_find("gobblet"));
    set_up(game_find("gobblet"));
    command(2, "\"do\":\"wait\",\"name\":\"Gal\"");
    command(1, "\"do\":\"resign\"");
    command(0, "\"do\":\"rematch\"");
    command(1, "\"do\":\"rematch\"");
    assert_int_equal(eyes[2].you, 1);
    assert_int_equal(eyes[0].you, NO_SEAT);
    assert_true(eyes[0].waits);
    command(2, "\"do\":\"resign\"");
    command(1, "\"do\":\"rematch\"");
    command(2, "\"do\":\"stand\"");
    assert_int_equal(eyes[0].phase, PHASE_PLAY);
    assert_true(eyes[0].you != NO_SEAT);
    close_table();
}

/* Somebody who was away for some versions, or has heard only some of them. */
static void gaps_are_noticed(void **unused)
{
    (void)unused;
    static const char far[] = "{\"v\":99,\"do\":\"say\",\"at\":1,\"seat\":0,\"phrase\":\"thanks\"}";
    now = 1700000000000;
    search_rng_init(&rng, 7);
    open_table(game_find("gobblet"));
    set_up(game_find("gobblet"));
    for (int i = 0; i < 6; i++)
        play_move();
    memcpy(&away, &eyes[0], sizeof away);
    for (int i = 0; i < 5; i++)
        play_move();
    assert_int_equal(mirror_take(&away, far, sizeof far - 1, now), MIRROR_GAP);
    speaker = 0;
    table_greet_since(table, &workspace, guests[0], away.v, now);
    assert_int_equal(mirror_take(&away, mail[0].json, mail[0].size, now), MIRROR_CHANGED);
    drop_mail();
    assert_int_equal(away.log_count, 11);
    same_match(&away, &eyes[0]);
    same_log(&away, &eyes[0]);
    close_table();
}

/* ---- messages that no table tells ---- */

static enum mirror_news take(struct mirror *mirror, const char *json)
{
    return mirror_take(mirror, json, strlen(json), now);
}

#define TABLE_WITH(options, phase, seats, you)                                                     \
    "\"phase\":\"" phase "\",\"match\":0,\"options\":" options                                     \
    ",\"clock\":{\"kind\":\"off\",\"millis\":0,\"increment\":0},\"seats\":" seats ",\"you\":" you
#define ALL_OPTIONS "{\"touch\":\"off\",\"peek\":\"off\",\"reserve\":\"threes\"}"
#define TABLE(phase, seats, you) TABLE_WITH(ALL_OPTIONS, phase, seats, you)
#define LOBBY_WITH(options, seats)                                                                 \
    "{\"v\":1,\"do\":\"snapshot\",\"at\":1,\"code\":\"ABCDEF\",\"game\":\"gobblet\"," TABLE_WITH(  \
        options, "lobby", seats, "{\"host\":true}") "}"
#define LOBBY(seats) LOBBY_WITH(ALL_OPTIONS, seats)

static void a_server_speaks(void **unused)
{
    (void)unused;
    struct mirror *mirror = &fresh;
    mirror_init(mirror);
    assert_int_equal(take(mirror, "{\"v\":5,\"skip\":true}"), MIRROR_NOTHING);
    assert_int_equal(take(mirror, "{\"do\":\"welcome\",\"protocol\":1,\"table\":77,\"code\":"
                                  "\"ABCDEF\",\"token\":\"00ff\"}"),
                     MIRROR_WELCOME);
    assert_int_equal(mirror->table, 77);
    assert_string_equal(mirror->token, "00ff");
    assert_int_equal(take(mirror, LOBBY("[null,{\"name\":\"\\u202eEve\\u0007\",\"here\":true}]")),
                     MIRROR_CHANGED);
    assert_string_equal(mirror->seat[1].name, "Eve");
    assert_int_equal(mirror->table, 77);
    assert_true(mirror->host);
    assert_int_equal(take(mirror, "{\"do\":\"paused\",\"reason\":\"store.io\"}"), MIRROR_CHANGED);
    assert_int_equal(mirror->channel, CHANNEL_PAUSED);
    assert_string_equal(mirror->trouble, "store.io");
    assert_int_equal(take(mirror, "{\"do\":\"resumed\"}"), MIRROR_CHANGED);
    assert_int_equal(mirror->channel, CHANNEL_LIVE);
    assert_int_equal(take(mirror, "{\"do\":\"paused\"}"), MIRROR_CHANGED);
    assert_string_equal(mirror->trouble, "match.paused");
    assert_int_equal(take(mirror, "{\"v\":2,\"do\":\"resume\",\"at\":1}"), MIRROR_CHANGED);
    assert_int_equal(mirror->channel, CHANNEL_LIVE);
    assert_string_equal(mirror->trouble, "");
    assert_int_equal(take(mirror, "{\"do\":\"bye\",\"bye\":\"restart\",\"in\":1500}"), MIRROR_BYE);
    assert_int_equal(mirror->bye_ms, 1500);
    assert_int_equal(take(mirror, "{\"do\":\"error\",\"cid\":7,\"reason\":\"a.b\",\"again\":true}"),
                     MIRROR_ANSWER);
    assert_true(mirror->answer.again);
    assert_int_equal(take(mirror, "{\"do\":\"error\",\"cid\":7,\"reason\":\"a.b\"}"),
                     MIRROR_ANSWER);
    assert_false(mirror->answer.again);
    assert_int_equal(mirror->answer.kind, ANSWER_ERROR);
    assert_string_equal(mirror->answer.reason, "a.b");
    assert_int_equal(take(mirror, "{\"do\":\"stale\",\"cid\":8,\"v\":3}"), MIRROR_ANSWER);
    assert_int_equal(mirror->answer.kind, ANSWER_STALE);
    assert_int_equal(take(mirror, "{\"do\":\"ok\",\"cid\":9,\"v\":3}"), MIRROR_ANSWER);
    assert_int_equal(mirror->answer.cid, 9);
    assert_int_equal(take(mirror, "{\"do\":\"news from the future\",\"x\":[1]}"), MIRROR_NOTHING);
    assert_int_equal(take(mirror, "{\"v\":3,\"do\":\"new\",\"x\":[1]}"), MIRROR_NOTHING);
    assert_int_equal(mirror->v, 3);
}

static void an_older_server_lacks_options(void **unused)
{
    (void)unused;
    mirror_init(&fresh);
    assert_int_equal(take(&fresh, LOBBY_WITH("{\"peek\":\"on\"}", "[null,null]")), MIRROR_CHANGED);
    const int16_t only_peek[] = {0, 1, 0};
    assert_memory_equal(fresh.option, only_peek, sizeof only_peek);
}

static void what_is_wrong_is_refused(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {
        "",
        "[1]",
        "{}",
        "{\"do\":1}",
        "{\"do\":\"snapshot\"}",
        LOBBY("[null]"),
        LOBBY("[null,null,null]"),
        LOBBY("[null,{}]"),
        LOBBY("[null,{\"name\":5}]"),
        LOBBY("7"),
        LOBBY_WITH("7", "[null,null]"),
        LOBBY_WITH("{\"peek\":7}", "[null,null]"),
        LOBBY_WITH("{\"peek\":\"maybe\"}", "[null,null]"),
        "{\"v\":2,\"do\":\"sit\",\"seat\":2,\"name\":\"x\"}",
        "{\"v\":2,\"do\":\"sit\"," TABLE("lobby", "[null,null]", "7") "}",
        "{\"v\":2,\"do\":\"sit\"," TABLE("lobby", "[null,null,null]", "{}") "}",
        "{\"v\":2,\"do\":\"sit\"," TABLE("lobby", "[null,null]", "{\"seat\":2}") "}",
        "{\"v\":2,\"do\":\"start\"," TABLE("play", "[null,null]", "{}") "}",
        "{\"v\":2,\"do\":\"start\",\"phase\":\"play\"}",
        "{\"v\":2,\"do\":\"move\",\"seat\":0,\"events\":[]}",
        "{\"do\":\"sit\",\"seat\":1,\"name\":\"x\"}",
        "{\"do\":\"error\",\"cid\":-1,\"reason\":\"x\"}",
        "{\"do\":\"error\",\"cid\":1,\"reason\":\"\\u001b[2J\"}",
        "{\"do\":\"bye\",\"in\":99999999999}",
    };
    mirror_init(&fresh);
    assert_int_equal(take(&fresh, LOBBY("[null,null]")), MIRROR_CHANGED);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(&broken, &fresh, sizeof broken);
        if (take(&fresh, wrong[i]) != MIRROR_BROKEN)
            fail_msg("taken: %s", wrong[i]);
        assert_true(unchanged(&broken, &fresh));
    }
}

/* More values, and longer words, than any table sends. */
static void what_is_too_long_is_refused(void **unused)
{
    (void)unused;
    enum { LONG = 200000 };
    char *json = malloc(LONG);
    assert_non_null(json);
    mirror_init(&fresh);
    strcpy(json, "{\"do\":\"bye\",\"x\":[0");
    size_t size = strlen(json);
    while (size < LONG - 8) {
        json[size++] = ',';
        json[size++] = '0';
    }
    memcpy(json + size, "]}", 2);
    assert_int_equal(mirror_take(&fresh, json, size + 2, now), MIRROR_BROKEN);
    strcpy(json, "{\"do\":\"error\",\"cid\":1,\"reason\":\"");
    size = strlen(json);
    memset(json + size, 'a', MIRROR_KEY_MAX);
    memcpy(json + size + MIRROR_KEY_MAX, "\"}", 2);
    assert_int_equal(mirror_take(&fresh, json, size + MIRROR_KEY_MAX + 2, now), MIRROR_BROKEN);
    free(json);
}

/* ---- order of letters ---- */

static void expect_line(enum bidi_mode mode, bool rtl, const char *text, const wchar_t *wanted)
{
    wchar_t line[BIDI_LINE_MAX];
    int count = bidi_line(mode, text, rtl, line);
    if (count != (int)wcslen(wanted) || wmemcmp(line, wanted, (size_t)count) != 0)
        fail_msg("\"%s\" came out as \"%ls\"", text, line);
}

static void letters_stand_in_their_order(void **unused)
{
    (void)unused;
    char buffer[64];
    struct text text;
    expect_line(BIDI_VISUAL, false, "Noa: R7", L"Noa: R7");
    expect_line(BIDI_VISUAL, true, "שלום", L"םולש");
    expect_line(BIDI_OFF, true, "שלום", L"שלום");
    expect_line(BIDI_VISUAL, true, "קלף 12 (כן)", L"(ןכ) 12 ףלק");
    expect_line(BIDI_VISUAL, false, "a\tb\033[2J", L"ab[2J");
    expect_line(BIDI_VISUAL, false, "\xff\xc0\x80 \xe2\x82", L"\xfffd\xfffd\xfffd \xfffd\xfffd");
    expect_line(BIDI_VISUAL, true, "", L"");
    text_init(&text, buffer, sizeof buffer);
    text_string(&text, "מהלך ");
    bidi_isolate(&text, "35=5x7");
    text_string(&text, " טוב");
    expect_line(BIDI_VISUAL, true, buffer, L"בוט 35=5x7 ךלהמ");
    text_clear(&text);
    text_string(&text, "כן ");
    bidi_isolate(&text, "-1,0");
    expect_line(BIDI_VISUAL, true, buffer, L"-1,0 ןכ");
    expect_line(BIDI_OFF, true, buffer, L"כן -1,0");
}

/* A name of mixed direction beside a score: neither disturbs the other. Written down by hand from
 * the rules of the Unicode bidirectional algorithm. */
static void names_stand_in_their_order(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        const wchar_t *hebrew, *english;
    } names[] = {
        {"דנה Lu 7", L"תודוקנ 12 :Lu 7 הנד", L"Lu 7 הנד gets 12 points."},
        {"Tal טל 3", L"תודוקנ 12 :Tal 3 לט", L"Tal 3 לט gets 12 points."},
        {"גל 5", L"תודוקנ 12 :5 לג", L"5 לג gets 12 points."},
        {"Ada 1815", L"תודוקנ 12 :Ada 1815", L"Ada 1815 gets 12 points."},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char buffer[128];
        struct text text;
        text_init(&text, buffer, sizeof buffer);
        bidi_isolate_name(&text, names[i].name);
        text_string(&text, ": 12 נקודות");
        expect_line(BIDI_VISUAL, true, buffer, names[i].hebrew);
        text_init(&text, buffer, sizeof buffer);
        bidi_isolate_name(&text, names[i].name);
        text_string(&text, " gets 12 points.");
        expect_line(BIDI_VISUAL, false, buffer, names[i].english);
    }
}

/* What stands in a name before it does not turn an expression round. */
static void expressions_follow_names(void **unused)
{
    (void)unused;
    char buffer[128];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    bidi_isolate_name(&text, "נועה");
    text_string(&text, ": ");
    bidi_isolate(&text, "70=7x10");
    text_char(&text, '.');
    expect_line(BIDI_VISUAL, true, buffer, L".70=7x10 :העונ");
}

static void a_long_line_is_cut(void **unused)
{
    (void)unused;
    wchar_t line[BIDI_LINE_MAX];
    char *text = malloc(4 * BIDI_LINE_MAX + 1);
    assert_non_null(text);
    for (int i = 0; i < 2 * BIDI_LINE_MAX; i++)
        memcpy(text + 2 * i, "א", 2);
    text[4 * BIDI_LINE_MAX] = '\0';
    assert_int_equal(bidi_line(BIDI_VISUAL, text, true, line), BIDI_LINE_MAX - 1);
    assert_int_equal(line[BIDI_LINE_MAX - 1], 0);
    free(text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(news_tell_what_snapshots_tell),
        cmocka_unit_test(others_go_on_without_somebody),
        cmocka_unit_test(whoever_makes_room_waits),
        cmocka_unit_test(gaps_are_noticed),
        cmocka_unit_test(a_server_speaks),
        cmocka_unit_test(an_older_server_lacks_options),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(letters_stand_in_their_order),
        cmocka_unit_test(names_stand_in_their_order),
        cmocka_unit_test(expressions_follow_names),
        cmocka_unit_test(a_long_line_is_cut),
    };
    if (argc > 1)
        rounds = (unsigned)atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
