/* SPDX-License-Identifier: MIT */
/*
 * The hub with a store that works when it is told to and fails when it is told to, and members
 * that are no connections: what is told, to whom, and above all when.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "server/hub.h"

enum { CLIENTS = 70, LETTERS = 200 };

static struct store *store;
static struct hub *hub;
static struct metrics metrics;
static enum store_status fault;
static int64_t now;
static uint32_t events_max; /* 0: as many as at a server */
static struct hub_opened opened;

/* A member and what was posted to it. */
struct client {
    struct member member; /* first */
    int count;
    bool cut;
    struct {
        char *json;
        uint64_t ticket;
    } letters[LETTERS];
};

static struct client clients[CLIENTS];

static void post(void *context, struct member *member, const char *json, size_t size,
                 uint64_t ticket)
{
    struct client *client = (struct client *)member;
    (void)context;
    assert_true(client->count < LETTERS && size <= HUB_MESSAGE_MAX);
    char *copy = malloc(size + 1);
    memcpy(copy, json, size);
    copy[size] = '\0';
    client->letters[client->count].json = copy;
    client->letters[client->count++].ticket = ticket;
}

static void cut(void *context, struct member *member)
{
    (void)context;
    ((struct client *)member)->cut = true;
}

static enum store_status ask_fault(void *context)
{
    (void)context;
    return fault;
}

static bool start_hub(void)
{
    struct hub_settings settings = {
        .store = store, .metrics = &metrics, .events_max = events_max, .post = post, .cut = cut};
    hub = hub_new(&settings);
    return hub != NULL;
}

static int start(void **unused)
{
    (void)unused;
    struct store_options options = {.backend = &store_memory, .stepped = true, .fault = ask_fault};
    char why[STORE_WHY_MAX];
    struct text text;
    text_init(&text, why, sizeof why);
    fault = STORE_OK;
    now = 1000000;
    memset(&metrics, 0, sizeof metrics);
    assert_int_equal(store_open(&store, &options, &text), STORE_OK);
    return start_hub() ? 0 : -1;
}

static int stop(void **unused)
{
    (void)unused;
    for (int i = 0; i < CLIENTS; i++) {
        for (int j = 0; j < clients[i].count; j++)
            free(clients[i].letters[j].json);
        memset(&clients[i], 0, sizeof clients[i]);
    }
    hub_free(hub);
    store_close(store);
    return 0;
}

/* Makes durable what was kept; the ticket up to which it is. */
static uint64_t turn(void)
{
    hub_tick(hub, now);
    hub_end_turn(hub, now);
    store_step(store);
    return hub_poll(hub, now);
}

/* The server ends and comes back a while later; nobody is there. */
static void restart(int64_t later)
{
    turn();
    hub_free(hub);
    for (int i = 0; i < CLIENTS; i++)
        memset(&clients[i].member, 0, sizeof clients[i].member);
    now += later;
    assert_true(start_hub());
}

static void say(struct client *client, const char *json)
{
    hub_message(hub, &client->member, json, strlen(json), true, now);
}

static const char *last(const struct client *client)
{
    return client->count > 0 ? client->letters[client->count - 1].json : "";
}

static void open_table(const char *game, int seats)
{
    struct hub_opening opening = {.game = game_find(game), .seats = seats};
    assert_null(hub_open(hub, &opening, &opened, now));
    turn();
}

static void hello(struct client *client, const char *more)
{
    char json[200];
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\"%s}", opened.code, more);
    say(client, json);
}

static void hello_host(struct client *client)
{
    char more[80];
    snprintf(more, sizeof more, ",\"token\":\"%s\"", opened.token);
    hello(client, more);
}

/* Two people at the table that was opened, and in the middle of a game. */
static void seat_two(struct client *host, struct client *other)
{
    hello_host(host);
    hello(other, ",\"join\":true");
    say(host, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"}");
    say(other, "{\"cid\":1,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
}

static void start_two(struct client *host, struct client *other)
{
    say(other, "{\"cid\":2,\"do\":\"ready\"}");
    say(host, "{\"cid\":2,\"do\":\"start\"}");
    turn();
    assert_non_null(strstr(last(host), "\"ok\""));
}

static void begin(struct client *host, struct client *other)
{
    open_table("gobblet", 2);
    seat_two(host, other);
    start_two(host, other);
}

static const struct table *the_table(void)
{
    const char *reason;
    int64_t id;
    const struct table *table = hub_find(hub, opened.code, 0, now, &id, &reason);
    assert_non_null(table);
    return table;
}

/* ---- tests ---- */

static void nothing_is_told_before_it_is_durable(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    uint64_t durable = turn();
    int before = other->count;
    say(host, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    assert_true(host->letters[host->count - 1].ticket > durable);
    assert_int_equal(other->count, before + 1);
    assert_true(other->letters[before].ticket > durable);
    hub_end_turn(hub, now);
    assert_true(hub_poll(hub, now) < host->letters[host->count - 1].ticket);
    store_step(store);
    assert_true(hub_poll(hub, now) >= host->letters[host->count - 1].ticket);
    say(host, "{\"cid\":4,\"do\":\"fly\"}"); /* of which nothing is kept */
    assert_true(host->letters[host->count - 1].ticket <= hub_poll(hub, now));
}

static void a_full_disk_pauses_and_loses_nothing(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    fault = STORE_DISK_FULL;
    say(host, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    uint64_t ticket = host->letters[host->count - 1].ticket;
    turn();
    assert_true(turn() < ticket);
    int paused = 0;
    for (int i = 0; i < other->count; i++)
        if (strstr(other->letters[i].json, "\"paused\",\"reason\":\"store.disk_full\"")) {
            assert_true(other->letters[i].ticket == HUB_NOW);
            paused++;
        }
    assert_int_equal(paused, 1);
    say(other, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@b1\"}");
    assert_non_null(strstr(last(other), "store.disk_full"));
    assert_true(other->letters[other->count - 1].ticket == HUB_NOW);
    /* What was done before is not called undone; that it is done waits for the store. */
    say(host, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    assert_non_null(strstr(last(host), "{\"do\":\"ok\",\"cid\":3,"));
    assert_true(host->letters[host->count - 1].ticket >= ticket);
    hello(&clients[2], ",\"join\":true");
    assert_non_null(strstr(last(&clients[2]), "store.disk_full"));
    struct hub_counts counts;
    hub_counts(hub, &counts);
    assert_string_equal(counts.paused, "store.disk_full");
    fault = STORE_OK;
    now += 5000;
    turn();
    assert_true(turn() >= ticket);
    say(other, "{\"cid\":4,\"base\":99,\"do\":\"move\",\"move\":\"4@b1\"}");
    assert_non_null(strstr(last(other), "\"ok\""));
}

/* A note of the server's own is there to be seen at once, whatever the table's news wait for. */
static bool is_told_to_rest(const struct client *client)
{
    return strstr(last(client), "{\"do\":\"paused\",\"reason\":\"store.disk_full\"}") &&
           client->letters[client->count - 1].ticket == HUB_NOW;
}

/* In the lobby nothing but that note tells of it: a snapshot says only whether a match rests. */
static void who_comes_while_the_disk_is_full_is_told(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *onlooker = &clients[1], *late = &clients[2];
    open_table("gobblet", 2);
    hello_host(host);
    fault = STORE_DISK_FULL;
    say(host, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"}");
    turn();
    turn();
    assert_true(is_told_to_rest(host));
    hello(onlooker, "");
    assert_int_equal(onlooker->count, 3); /* a welcome and a snapshot before it */
    assert_true(is_told_to_rest(onlooker));
    say(host, "{\"do\":\"look\"}"); /* the snapshot makes the page believe that all is well */
    assert_true(is_told_to_rest(host));
    hub_resync(hub, &host->member, now);
    assert_true(is_told_to_rest(host));
    fault = STORE_OK;
    now += 5000;
    turn();
    turn();
    assert_non_null(strstr(last(onlooker), "{\"do\":\"resumed\"}"));
    hello(late, "");
    assert_int_equal(late->count, 2);
}

static void who_has_a_seat_comes_back_whoever_has_guessed(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *thief = &clients[1], *guest = &clients[2];
    static const char wrong[] = "00000000000000000000000000000000";
    char json[200];
    open_table("gobblet", 2);
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", opened.code,
             opened.token);
    hub_message(hub, &host->member, json, strlen(json), false, now);
    assert_non_null(host->member.table);
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\",\"token\":\"%s\"}", opened.code,
             wrong);
    hub_message(hub, &thief->member, json, strlen(json), false, now);
    assert_non_null(strstr(last(thief), "serve.code.often"));
    hub_message(hub, &thief->member, json, strlen(json), true, now);
    assert_non_null(strstr(last(thief), "serve.token.unknown"));
    snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":\"%s\",\"join\":true}", opened.code);
    hub_message(hub, &guest->member, json, strlen(json), false, now);
    assert_non_null(strstr(last(guest), "serve.code.often"));
    assert_null(guest->member.table);
}

/* That somebody is forgotten is an event too: should it not be kept, he is known. */
static void who_is_forgotten_is_told_when_that_is_durable(void **unused)
{
    (void)unused;
    struct client *gone = &clients[GUESTS_MAX - 2], *new = &clients[GUESTS_MAX - 1];
    struct client *back = &clients[GUESTS_MAX];
    char more[80];
    open_table("iota", 2);
    for (int i = 0; i < GUESTS_MAX - 1; i++) { /* and the host, who has not come */
        hello(&clients[i], ",\"join\":true");
        hub_leave(hub, &clients[i].member, now++);
    }
    turn();
    const char *token = strstr(gone->letters[0].json, "\"token\":\"");
    assert_non_null(token);
    snprintf(more, sizeof more, ",%.*s", (int)sizeof "\"token\":\"\"" - 1 + TOKEN_TEXT_SIZE, token);
    hello(back, more);
    assert_non_null(back->member.table);
    hub_leave(hub, &back->member, now);
    hello(new, ",\"join\":true"); /* in his place */
    hello(back, more);
    assert_non_null(strstr(last(back), "store.late")); /* come again */
    turn();
    hello(back, more);
    assert_non_null(strstr(last(back), "serve.token.unknown"));
    hub_leave(hub, &new->member, now);
}

static void an_idle_table_is_dropped_and_comes_back(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    struct hub_counts counts;
    begin(host, other);
    say(host, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    turn();
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    now += TABLE_IDLE_MS + HUB_SWEEP_MS;
    turn();
    hub_counts(hub, &counts);
    assert_int_equal(counts.tables, 0);
    assert_int_equal(counts.members, 0);
    hello_host(host);
    assert_non_null(strstr(last(host), "W4,-,-,- 443 444 b"));
    assert_non_null(strstr(last(host), "\"you\":{\"seat\":0,\"host\":true}"));
    turn();
    now += HOST_GRACE_MS / 2;
    turn();
    hub_counts(hub, &counts);
    assert_int_equal(counts.tables, 1);
    assert_int_equal(metrics.counter[COUNT_LOADED], 1);
    assert_int_equal(metrics.counter[COUNT_DROPPED], 1);
}

/* Where the server was, nobody can have been away. */
static void a_table_that_comes_back_waits_for_its_host(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    char token[80];
    const char *member = strstr(other->letters[0].json, "\"token\":\"");
    assert_non_null(member);
    snprintf(token, sizeof token, ",%.42s", member); /* with its 32 digits */
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    now += TABLE_IDLE_MS + HUB_SWEEP_MS;
    turn();
    now += 10 * HOST_GRACE_MS;
    hello(other, token);
    turn();
    now += HOST_GRACE_MS - 1;
    turn();
    assert_null(strstr(last(other), "\"do\":\"host\""));
    now++;
    turn();
    assert_non_null(strstr(last(other), "\"do\":\"host\""));
}

/* Which is found out after the tick: a second turn at that moment does it, and is the last. */
static void what_a_message_makes_due_takes_two_turns(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *onlooker = &clients[2];
    char token[80];
    begin(host, other);
    snprintf(token, sizeof token, ",%.42s", strstr(other->letters[0].json, "\"token\":\""));
    hello(onlooker, ""); /* so that the table stays */
    hub_leave(hub, &host->member, now);
    hub_leave(hub, &other->member, now);
    turn();
    now += 2 * HOST_GRACE_MS;
    turn();
    hello(other, token);
    hub_tick(hub, now);
    assert_true(hub_end_turn(hub, now) <= now);
    assert_null(strstr(last(onlooker), "\"do\":\"host\""));
    hub_tick(hub, now);
    assert_non_null(strstr(last(onlooker), "\"do\":\"host\""));
    assert_true(hub_end_turn(hub, now) > now);
}

static void no_clock_runs_while_there_is_no_server(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_table("gobblet", 2);
    seat_two(host, other);
    say(host, "{\"cid\":3,\"do\":\"clock\",\"kind\":\"game\",\"millis\":60000}");
    start_two(host, other);
    say(host, "{\"cid\":4,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    now += 20000;
    say(other, "{\"cid\":3,\"do\":\"say\",\"phrase\":\"wait\"}");
    uint32_t version = the_table()->version;
    restart(10 * 3600000);
    uint64_t durable = hub_poll(hub, now);
    hello_host(host);
    assert_non_null(strstr(last(host), "\"phase\":\"play\""));
    assert_non_null(strstr(last(host), "\"clocks\":[60000,40000]"));
    assert_int_equal(the_table()->version, version + 2); /* a pause, and its end */
    assert_true(host->letters[host->count - 1].ticket > durable);
    restart(1000); /* and both were kept */
    hello_host(host);
    assert_int_equal(the_table()->version, version + 4);
    now += 39999;
    turn();
    assert_int_equal(the_table()->phase, PHASE_PLAY);
    now++;
    turn();
    assert_non_null(strstr(last(host), "\"do\":\"time\""));
    assert_int_equal(the_table()->phase, PHASE_OVER);
    restart(1000);
    uint32_t ended = the_table()->version;
    restart(1000);
    assert_int_equal(the_table()->version, ended); /* nothing runs any more */
}

/* A disk that is full when the server comes back changes nothing in that. */
static void no_clock_runs_while_nothing_can_be_kept(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_table("gobblet", 2);
    seat_two(host, other);
    say(host, "{\"cid\":3,\"do\":\"clock\",\"kind\":\"move\",\"millis\":60000}");
    start_two(host, other);
    struct hub_opened before = opened;
    restart(3600000);
    fault = STORE_DISK_FULL;
    open_table("iota", 2); /* by which the hub learns of it */
    opened = before;
    hello_host(host);
    assert_non_null(strstr(host->letters[host->count - 2].json, "\"paused\":true"));
    assert_true(is_told_to_rest(host));
    now += 3600000;
    fault = STORE_OK;
    turn();
    turn();
    assert_non_null(strstr(last(host), "\"do\":\"resume\""));
    assert_non_null(strstr(last(host), "\"clocks\":[60000,60000]"));
}

/* The first event of a Super Taki table whose deal is known, as if it had been opened. */
static void append_opening(int64_t table, const char *code)
{
    static const char secret[] = "0707070707070707070707070707070707070707070707070707070707070707";
    uint8_t hash[SHA256_SIZE];
    char hex[2 * SHA256_SIZE + 1], line[300];
    struct text text;
    memset(hash, 0, TOKEN_SIZE);
    sha256(hash, TOKEN_SIZE, hash);
    text_init(&text, hex, sizeof hex);
    text_hex(&text, hash, sizeof hash);
    snprintf(line, sizeof line, "%lld - 0 open taki %s 2 %s %s 0", (long long)now, code, secret,
             hex);
    assert_int_equal(store_append(store, table, 1, line, strlen(line), now), STORE_OK);
    turn();
}

static const char *why_not(const char *code, int64_t id)
{
    const char *reason;
    return hub_find(hub, code, id, now, &id, &reason) ? "" : reason;
}

/* To read a table takes as long as it has events, and everybody waits: one that is damaged is not
 * read again whenever somebody asks. Here it is whole by then, which tells one from the other. */
static void a_damaged_table_is_not_read_each_time(void **unused)
{
    (void)unused;
    assert_int_equal(store_create(store, 7, "ABCDEF", "taki", now), STORE_OK);
    assert_int_equal(store_create(store, 8, "ABCDEG", "taki", now), STORE_OK);
    turn();
    assert_string_equal(why_not("ABCDEF", 0), "store.table.damaged"); /* it has no events */
    append_opening(7, "ABCDEF");
    append_opening(8, "ABCDEG");
    now += HUB_DAMAGED_MS - 1;
    assert_string_equal(why_not("ABCDEF", 0), "store.table.damaged");
    assert_string_equal(why_not(NULL, 7), "store.table.damaged");
    assert_string_equal(why_not("ABCDEG", 0), ""); /* it was not asked for in time */
    now++;
    assert_string_equal(why_not("ABCDEF", 0), "");
}

/* So many of them that the first is forgotten. */
static void damaged_tables_are_remembered_in_little_room(void **unused)
{
    (void)unused;
    static const char letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    char code[] = "ABCDEF";
    for (int i = 0; i <= HUB_DAMAGED_MAX; i++) {
        code[4] = letters[i % 31];
        code[5] = letters[i / 31];
        assert_int_equal(store_create(store, i + 1, code, "taki", now), STORE_OK);
        turn();
        assert_string_equal(why_not(code, 0), "store.table.damaged");
    }
    append_opening(1, "ABCDAA");
    append_opening(2, "ABCDBA");
    assert_string_equal(why_not("ABCDAA", 0), "");
    assert_string_equal(why_not("ABCDBA", 0), "store.table.damaged");
}

/* That table, in which a window has just been opened. */
static void open_window(struct client *host, struct client *other)
{
    static struct moves moves;
    struct search_rng rng;
    char line[300];
    struct text text;
    opened = (struct hub_opened){.table = 7, .code = "ABCDEF"};
    memset(opened.token, '0', TOKEN_TEXT_SIZE);
    assert_int_equal(store_create(store, opened.table, opened.code, "taki", now), STORE_OK);
    append_opening(opened.table, opened.code);
    seat_two(host, other);
    start_two(host, other);
    search_rng_init(&rng, 1);
    for (int cid = 10; !the_table()->window_open; cid++) {
        const struct table *table = the_table();
        const struct state *state = &table->match.state.head;
        int seat = state_acts(state, 0) ? 0 : 1;
        assert_int_equal(table->phase, PHASE_PLAY);
        int count = game_legal(table->game, state, seat, &moves);
        char buffer[MOVE_TEXT_MAX];
        text_init(&text, buffer, sizeof buffer);
        table->game->write_move(state, moves.list[search_rng_below(&rng, (uint32_t)count)], &text);
        snprintf(line, sizeof line, "{\"cid\":%d,\"base\":9999,\"do\":\"move\",\"move\":\"%s\"}",
                 cid, buffer);
        say(&clients[seat], line);
        turn();
    }
}

static void a_window_is_open_anew_after_a_restart(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    open_window(host, other);
    restart(3600000);
    hello_host(host);
    assert_non_null(strstr(last(host), "\"window\":1,\"window_ms\":4000"));
    now += WINDOW_MS - 1;
    turn();
    assert_true(the_table()->window_open);
    now++;
    turn();
    assert_false(the_table()->window_open);
}

static void who_comes_back_tells_what_it_has(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    char more[100];
    begin(host, other);
    say(host, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    uint32_t have = the_table()->version;
    hub_leave(hub, &host->member, now);
    say(other, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@b1\"}");
    snprintf(more, sizeof more, ",\"token\":\"%s\",\"have\":%u", opened.token, have);
    hello(host, more);
    assert_null(strstr(last(host), "\"move\":\"4@a1\""));
    assert_non_null(strstr(last(host), "\"moves\":[{\"v\":8,\"seat\":1,\"move\":\"4@b1\","));
    say(host, "{\"do\":\"look\",\"have\":8}");
    assert_non_null(strstr(last(host), "\"moves\":[]}"));
    say(host, "{\"do\":\"look\",\"have\":-1}");
    assert_non_null(strstr(last(host), "\"moves\":[{\"v\":7,\"seat\":0,\"move\":\"4@a1\","));
}

static void news_go_to_those_who_may_see_them(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1], *onlooker = &clients[2];
    open_table("taki", 2);
    hello_host(host);
    hello(other, ",\"join\":true");
    hello(onlooker, "");
    say(host, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Noa\"}");
    say(other, "{\"cid\":1,\"do\":\"sit\",\"seat\":1,\"name\":\"Ben\"}");
    say(other, "{\"cid\":2,\"do\":\"ready\"}");
    say(host, "{\"cid\":2,\"do\":\"start\"}");
    const char *theirs = last(other), *public = last(onlooker);
    assert_non_null(strstr(theirs, "\"do\":\"start\""));
    assert_non_null(strstr(public, "\"do\":\"start\""));
    assert_null(strstr(public, "\"legal\""));
    assert_string_not_equal(strstr(theirs, "\"position\""), strstr(public, "\"position\""));
    say(onlooker, "{\"cid\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Eve\"}");
    assert_non_null(strstr(last(onlooker), "table.who.guest"));
}

static void there_is_an_end_to_members(void **unused)
{
    (void)unused;
    open_table("iota", 2);
    for (int i = 0; i < GUEST_MEMBERS_MAX; i++)
        hello_host(&clients[i]);
    hello_host(&clients[GUEST_MEMBERS_MAX]);
    assert_non_null(strstr(last(&clients[GUEST_MEMBERS_MAX]), "serve.guest.often"));
    for (int i = GUEST_MEMBERS_MAX; i < TABLE_MEMBERS_MAX; i++)
        hello(&clients[i], "");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX - 1]), "\"snapshot\""));
    hello(&clients[TABLE_MEMBERS_MAX], "");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX]), "serve.table.full"));
    hello(&clients[TABLE_MEMBERS_MAX], ",\"join\":true");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX]), "serve.table.full"));
    assert_int_equal(metrics.refused[REFUSAL_FULL], 3);
    hub_leave(hub, &clients[0].member, now); /* the host's phone sleeps, an onlooker is faster */
    hello(&clients[TABLE_MEMBERS_MAX], "");
    assert_non_null(strstr(last(&clients[TABLE_MEMBERS_MAX]), "\"snapshot\""));
    hello_host(&clients[0]);
    assert_non_null(strstr(last(&clients[0]), "\"snapshot\""));
    for (int i = 0; i < CLIENTS; i++)
        hub_leave(hub, &clients[i].member, now);
    turn();
}

/* Reading a table back takes as long as it has events, and everybody else waits meanwhile. */
static void there_is_an_end_to_events(void **unused)
{
    (void)unused;
    enum { ENOUGH = 20 };
    struct client *host = &clients[0], *other = &clients[1];
    hub_free(hub);
    events_max = ENOUGH;
    assert_true(start_hub());
    events_max = 0;
    begin(host, other);
    char json[100];
    for (uint32_t cid = 10; the_table()->version < ENOUGH; cid++) {
        snprintf(json, sizeof json, "{\"cid\":%u,\"do\":\"say\",\"phrase\":\"hello\"}", cid);
        say(host, json);
        assert_non_null(strstr(last(host), "\"ok\""));
    }
    static const char *const chatter[] = {"{\"cid\":90,\"do\":\"say\",\"phrase\":\"hello\"}",
                                          "{\"cid\":91,\"do\":\"undo\"}",
                                          "{\"cid\":92,\"do\":\"name\",\"name\":\"Eve\"}"};
    for (size_t i = 0; i < sizeof chatter / sizeof *chatter; i++) {
        say(host, chatter[i]);
        assert_non_null(strstr(last(host), "serve.table.worn"));
    }
    hello(&clients[2], ",\"join\":true");
    assert_non_null(strstr(last(&clients[2]), "serve.table.worn"));
    hello(&clients[2], ""); /* looking on costs nothing */
    assert_non_null(strstr(last(&clients[2]), "\"snapshot\""));
    assert_int_equal(metrics.refused[REFUSAL_FULL], 4);
    say(host, "{\"cid\":93,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    assert_non_null(strstr(last(host), "\"ok\""));
    say(other, "{\"cid\":94,\"do\":\"resign\"}");
    assert_non_null(strstr(last(other), "\"ok\""));
    say(other, "{\"cid\":95,\"do\":\"rematch\"}");
    assert_non_null(strstr(last(other), "serve.table.worn"));
}

static void a_table_that_the_store_contradicts_is_read_anew(void **unused)
{
    (void)unused;
    struct client *host = &clients[0], *other = &clients[1];
    begin(host, other);
    /* Somebody else writes the event that comes next. */
    char json[100];
    snprintf(json, sizeof json, "%lld - 0 say 0 hello", (long long)now);
    assert_int_equal(store_append(store, opened.table, 8, json, strlen(json), now), STORE_OK);
    say(host, "{\"cid\":3,\"base\":99,\"do\":\"move\",\"move\":\"4@a1\"}");
    turn();
    turn();
    assert_true(host->cut && other->cut);
    assert_null(host->member.table);
    assert_int_equal(metrics.counter[COUNT_CONFLICTS] > 0, 1);
    turn();
    hello_host(host);
    assert_non_null(strstr(last(host), "\"snapshot\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_told_before_it_is_durable, start, stop),
        cmocka_unit_test_setup_teardown(a_full_disk_pauses_and_loses_nothing, start, stop),
        cmocka_unit_test_setup_teardown(who_comes_while_the_disk_is_full_is_told, start, stop),
        cmocka_unit_test_setup_teardown(who_has_a_seat_comes_back_whoever_has_guessed, start, stop),
        cmocka_unit_test_setup_teardown(who_is_forgotten_is_told_when_that_is_durable, start, stop),
        cmocka_unit_test_setup_teardown(an_idle_table_is_dropped_and_comes_back, start, stop),
        cmocka_unit_test_setup_teardown(a_table_that_comes_back_waits_for_its_host, start, stop),
        cmocka_unit_test_setup_teardown(what_a_message_makes_due_takes_two_turns, start, stop),
        cmocka_unit_test_setup_teardown(no_clock_runs_while_there_is_no_server, start, stop),
        cmocka_unit_test_setup_teardown(no_clock_runs_while_nothing_can_be_kept, start, stop),
        cmocka_unit_test_setup_teardown(a_damaged_table_is_not_read_each_time, start, stop),
        cmocka_unit_test_setup_teardown(damaged_tables_are_remembered_in_little_room, start, stop),
        cmocka_unit_test_setup_teardown(a_window_is_open_anew_after_a_restart, start, stop),
        cmocka_unit_test_setup_teardown(who_comes_back_tells_what_it_has, start, stop),
        cmocka_unit_test_setup_teardown(news_go_to_those_who_may_see_them, start, stop),
        cmocka_unit_test_setup_teardown(there_is_an_end_to_members, start, stop),
        cmocka_unit_test_setup_teardown(there_is_an_end_to_events, start, stop),
        cmocka_unit_test_setup_teardown(a_table_that_the_store_contradicts_is_read_anew, start,
                                        stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
