/* SPDX-License-Identifier: MIT */
/* The server's parts that need no socket: frames, requests, limits, figures, bot threads, files. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <uv.h>

#include "base/frames.h"
#include "base/handshake.h"
#include "server/assets.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/metrics.h"
#include "server/qr.h"
#include "server/server_parts.h"
#include "think/workers.h"

/* ---- frames; fuzz/frames.c compares with libwslay ---- */

static void heads_of_all_sizes(void **unused)
{
    (void)unused;
    uint8_t head[FRAME_ANSWER_HEAD_MAX];
    static const struct {
        size_t size, head;
        uint8_t bytes[4];
    } rows[] = {
        {0, 2, {0x81, 0}},
        {125, 2, {0x81, 125}},
        {126, 4, {0x81, 126, 0, 126}},
        {65535, 4, {0x81, 126, 255, 255}},
        {65536, 10, {0x81, 127, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(frame_head(head, OPCODE_TEXT, rows[i].size), rows[i].head);
        assert_memory_equal(head, rows[i].bytes, rows[i].head < 4 ? rows[i].head : 4);
    }
    assert_int_equal(head[7], 1);
}

static void utf8_by_the_book(void **unused)
{
    (void)unused;
    static const char *const good[] = {"", "a", "שלום", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf"};
    static const char *const bad[] = {
        "\x80",         "\xc1\xbf",         "\xe0\x9f\xbf",     "\xed\xa0\x80",
        "\xf5\x80\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xd7",
        "\xe2\x82"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(utf8_valid((const uint8_t *)good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(utf8_valid((const uint8_t *)bad[i], strlen(bad[i])));
}

/* ---- requests ---- */

static void handshake_of_the_rfc(void **unused)
{
    (void)unused;
    char accept[HANDSHAKE_ACCEPT_SIZE + 1];
    assert_true(handshake_accept("dGhlIHNhbXBsZSBub25jZQ==", accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(handshake_accept("dGhlIHNhbXBsZSBub25jZQ=", accept));
    assert_false(handshake_accept("dGhlIHNhbXBsZSBub25jZ===", accept));
    assert_false(handshake_accept("", accept));
}

static void words_in_lists(void **unused)
{
    (void)unused;
    assert_true(http_list_has("gzip, br", "br"));
    assert_true(http_list_has("BR;q=0.5,gzip", "br"));
    assert_true(http_list_has(" br ", "br"));
    assert_false(http_list_has("gzip, br;q=0", "br"));
    assert_false(http_list_has("br; q=0.000", "br"));
    assert_false(http_list_has("brotli", "br"));
    assert_false(http_list_has("", "br"));
    assert_true(http_list_has("application/json; charset=utf-8", "application/json"));
}

static void requests_one_by_one(void **unused)
{
    (void)unused;
    static struct http http;
    static const char text[] = "POST /a?b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhiGET /";
    size_t used;
    http_init(&http);
    assert_int_equal(http_read(&http, text, sizeof text - 1, &used), HTTP_WHOLE);
    assert_int_equal(used, sizeof text - 1 - strlen("GET /"));
    assert_string_equal(http.target, "/a?b");
    assert_true(http.post && http.keep_alive && http.body_size == 2);
    assert_memory_equal(http.body, "hi", 2);
}

/* ---- limits ---- */

static void buckets_empty_and_fill(void **unused)
{
    (void)unused;
    struct bucket bucket = {0};
    int64_t now = 1000000;
    for (int i = 0; i < COMMANDS_BURST; i++)
        assert_true(bucket_take(&bucket, now, COMMANDS_BURST, COMMANDS_MS));
    assert_true(bucket_empty(&bucket, now, COMMANDS_BURST, COMMANDS_MS));
    assert_false(bucket_take(&bucket, now, COMMANDS_BURST, COMMANDS_MS));
    now += COMMANDS_MS / COMMANDS_BURST;
    assert_true(bucket_take(&bucket, now, COMMANDS_BURST, COMMANDS_MS));
    assert_false(bucket_take(&bucket, now, COMMANDS_BURST, COMMANDS_MS));
    assert_false(
        bucket_take(&bucket, now - 5000, COMMANDS_BURST, COMMANDS_MS)); /* a clock set back */
    int taken = 0;
    for (int64_t end = now + 10 * COMMANDS_MS; now < end; now += 7)
        taken += bucket_take(&bucket, now, COMMANDS_BURST, COMMANDS_MS);
    assert_in_range(taken, 10 * COMMANDS_BURST - 2, 10 * COMMANDS_BURST + 1);
    taken = 0; /* expensive requests too, even from a client that asks all the time */
    for (int64_t end = now + 10 * COMMANDS_MS; now < end; now += 7)
        taken += 10 * bucket_pay(&bucket, 10, now, COMMANDS_BURST, COMMANDS_MS);
    assert_in_range(taken, 10 * COMMANDS_BURST - 20, 10 * COMMANDS_BURST + 10);
}

static void addresses_are_remembered_while_they_matter(void **unused)
{
    (void)unused;
    struct addresses addresses;
    assert_true(addresses_init(&addresses));
    uint64_t first = addresses_key(&addresses, "a", 1);
    assert_true(first != addresses_key(&addresses, "b", 1));
    struct address_row *row = addresses_find(&addresses, first, 1);
    for (int i = 0; i < GUESSES_BURST; i++)
        assert_true(bucket_take(&row->guesses, 1, GUESSES_BURST, GUESSES_MS));
    for (uint32_t i = 0; i < 10000; i++) {
        row = addresses_find(&addresses, addresses_key(&addresses, &i, sizeof i), 1);
        assert_non_null(row);
        row->connections = i % 2;
    }
    assert_true(addresses.count < 10000); /* half of them no longer mattered */
    row = addresses_find(&addresses, first, 1);
    assert_true(bucket_empty(&row->guesses, 1, GUESSES_BURST, GUESSES_MS));
    row = addresses_find(&addresses, first, GUESSES_MS + 1);
    assert_false(bucket_empty(&row->guesses, GUESSES_MS + 1, GUESSES_BURST, GUESSES_MS));
    addresses_release(&addresses);
}

/* Behind a proxy an address comes as text, and anyone with one IPv6 address has many. */
static void households_count_once(void **unused)
{
    (void)unused;
    struct addresses all;
    assert_true(addresses_init(&all));
    uint64_t home = addresses_text_key(&all, "2001:db8:1:2::1");
    assert_true(home == addresses_text_key(&all, "2001:db8:1:2:ffff:ffff:ffff:ffff"));
    assert_true(home == addresses_text_key(&all, "2001:0DB8:0001:0002::1"));
    assert_true(home != addresses_text_key(&all, "2001:db8:1:3::1"));
    uint64_t four = addresses_text_key(&all, "192.0.2.7");
    assert_true(four == addresses_text_key(&all, "::ffff:192.0.2.7"));
    assert_true(four != addresses_text_key(&all, "192.0.2.8"));
    assert_true(four == addresses_text_key(&all, "192.0.2.7:4711"));
    assert_true(four == addresses_text_key(&all, "[::ffff:192.0.2.7]:4711"));
    assert_true(home == addresses_text_key(&all, "[2001:db8:1:2::9]:443"));
    assert_true(home == addresses_text_key(&all, "[2001:db8:1:2::9]"));
    assert_true(addresses_text_key(&all, "unknown") == addresses_text_key(&all, "_hidden"));
    assert_true(addresses_text_key(&all, "") != 0);
    addresses_release(&all);
}

static bool is_in(const char *network, const char *address)
{
    struct networks read;
    uint8_t bytes[16];
    int family = strchr(address, ':') ? AF_INET6 : AF_INET;
    assert_true(networks_read(&read, network));
    assert_int_equal(uv_inet_pton(family, address, bytes), 0);
    return networks_have(&read, family, bytes);
}

static void proxies_are_a_list(void **unused)
{
    struct networks networks;
    const uint8_t near[4] = {10, 1, 2, 3}, far[4] = {10, 2, 2, 3}, six[16] = {0xfd, [15] = 5};
    (void)unused;
    assert_true(networks_read(&networks, "10.1.0.0/16, 10.9.9.9,fd00::/8"));
    assert_int_equal(networks.count, 3);
    assert_true(networks_have(&networks, AF_INET, near));
    assert_false(networks_have(&networks, AF_INET, far));
    assert_true(networks_have(&networks, AF_INET6, six));
    static const char *const wrong[] = {
        "",
        ",",
        "10.0.0.1,",
        ",10.0.0.1",
        "10.0.0.1;10.0.0.2",
        "10.0.0.1 10.0.0.2",
        "::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1,::1", /* one too many */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(networks_read(&networks, wrong[i]));
}

static void a_proxy_has_an_address_or_a_network(void **unused)
{
    (void)unused;
    struct networks networks;
    static const char *const broken[] = {
        "",           "proxy",       "172.18.0.0/0",  "172.18.0.0/33",
        "fd00::/129", "172.18.0.0/", "172.18.0.0/8x", "172.18/16"};
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        assert_false(networks_read(&networks, broken[i]));
    assert_true(is_in("172.18.0.5", "172.18.0.5"));
    assert_false(is_in("172.18.0.5", "172.18.0.4"));
    assert_true(is_in("172.16.0.0/12", "172.31.255.255"));
    assert_false(is_in("172.16.0.0/12", "172.32.0.0"));
    assert_false(is_in("172.16.0.0/12", "::1"));
    assert_true(is_in("fd00::/8", "fdff::1"));
    assert_false(is_in("fd00::/8", "fe80::1"));
    networks = (struct networks){0};
    assert_false(networks_have(&networks, AF_INET, (const uint8_t[4]){0}));
}

/* This many active addresses are an attack; it must not make the search for each newcomer slow. */
static void there_is_an_end_to_addresses(void **unused)
{
    (void)unused;
    struct addresses all;
    struct address_row *row;
    int64_t now = 1000;
    uint32_t i = 0;
    assert_true(addresses_init(&all));
    while ((row = addresses_find(&all, addresses_key(&all, &i, sizeof i), now)) != NULL) {
        row->connections = 1;
        i++;
    }
    assert_in_range(i, ADDRESSES_MAX, 4 * ADDRESSES_MAX);
    int64_t full_until = all.full_until;
    assert_true(full_until > now);
    i = 7;
    row = addresses_find(&all, addresses_key(&all, &i, sizeof i), now);
    assert_non_null(row); /* an address in use stays */
    row->connections = 0;
    for (i = 0; i < ADDRESSES_MAX; i++) {
        row = addresses_find(&all, addresses_key(&all, &i, sizeof i), now);
        assert_non_null(row);
        row->connections = 0;
    }
    i = UINT32_MAX;
    assert_null(addresses_find(&all, addresses_key(&all, &i, sizeof i), full_until - 1));
    assert_int_equal(all.full_until, full_until); /* it did not search */
    assert_non_null(addresses_find(&all, addresses_key(&all, &i, sizeof i), full_until));
    addresses_release(&all);
}

/* ---- figures and files ---- */

static void figures_as_text(void **unused)
{
    (void)unused;
    static char buffer[1 << 15];
    struct metrics metrics = {.counter = {[COUNT_MESSAGES] = 7}, .refused = {[REFUSAL_RATE] = 3}};
    const struct gauge gauge = {"tables", "tables in memory now", 5};
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    metrics_write(&metrics, &gauge, 1, &text);
    assert_false(text.overflow);
    assert_non_null(
        strstr(buffer, "# TYPE kufsa_messages_total counter\nkufsa_messages_total 7\n"));
    assert_non_null(strstr(buffer, "\nkufsa_refused_total{why=\"rate\"} 3\n"));
    assert_non_null(strstr(buffer, "# TYPE kufsa_tables gauge\nkufsa_tables 5\n"));
}

static void files_are_inside(void **unused)
{
    (void)unused;
    const struct asset *page = asset_find("/");
    assert_non_null(page);
    assert_false(page->immutable);
    assert_memory_equal(page->coding[ASSET_PLAIN].bytes, "<!doctype html>", 15);
    enum asset_coding coding = asset_choose(page, "gzip, br");
    assert_int_equal(coding, ASSET_BROTLI);
    assert_true(asset_size(page, coding) < asset_size(page, ASSET_PLAIN));
    assert_int_equal(asset_choose(page, ""), ASSET_PLAIN);
    assert_null(asset_find("/none"));
}

/* Version 2 has 25 squares a side, 29 with the quiet zone; a character shows two of its lines. */
static void codes_for_phones(void **unused)
{
    (void)unused;
    FILE *file = tmpfile();
    char line[1024];
    int lines = 0;
    assert_non_null(file);
    assert_true(qr_write(file, "http://192.168.1.20:8080"));
    rewind(file);
    for (; fgets(line, sizeof line, file); lines++) {
        int columns = 0;
        assert_memory_equal(line, "  \033[30;107m", 11);
        for (const char *at = line + 11; *at != '\033'; at++)
            columns += (*at & 0xc0) != 0x80;
        assert_int_equal(columns, 29);
    }
    assert_int_equal(lines, 15);
    fclose(file);
}

/* ---- bot threads ---- */

static atomic_int wakes;

static void wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wakes, 1);
}

static void every_question_is_answered(void **unused)
{
    (void)unused;
    enum { QUESTIONS = 40 };
    struct workers *workers = workers_new(2, BOT_MEMORY_MIN, wake, NULL);
    static union any_state truth;
    static struct moves moves;
    const struct game *game = game_find("gobblet");
    uint8_t key[CHANCE_KEY_SIZE] = {1};
    assert_non_null(workers);
    game_init(game, &truth.head, 2);
    game_deal(game, &truth.head, key);
    for (int i = 0; i < QUESTIONS; i++) {
        struct thought *thought = workers_begin(workers);
        thought->table = i;
        thought->game = game;
        memcpy(thought->level, i % 2 ? "gentle" : "nobody", 7);
        game_observe(game, &truth.head, 0, &thought->view.head);
        atomic_init(&thought->stop, i % 3 == 0);
        workers_ask(workers, thought);
    }
    int64_t seen = 0;
    int answered = 0;
    game_legal(game, &truth.head, 0, &moves);
    while (answered < QUESTIONS) {
        struct thought *thought = workers_answer(workers);
        if (!thought) {
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            continue;
        }
        assert_true(moves_find(&moves, thought->best) >= 0);
        seen |= (int64_t)1 << thought->table;
        answered++;
        workers_end(workers, thought);
    }
    assert_true(seen == ((int64_t)1 << QUESTIONS) - 1);
    assert_int_equal(workers_busy(workers), 0);
    assert_int_equal(atomic_load(&wakes), QUESTIONS);
    workers_free(workers);
}

static void ends_in_the_middle_of_a_thought(void **unused)
{
    (void)unused;
    struct workers *workers = workers_new(1, BOT_MEMORY_MIN, wake, NULL);
    static union any_state truth;
    const struct game *game = game_find("iota");
    uint8_t key[CHANCE_KEY_SIZE] = {2};
    game_init(game, &truth.head, 4);
    game_deal(game, &truth.head, key);
    for (int i = 0; i < 20; i++) {
        struct thought *thought = workers_begin(workers);
        thought->game = game;
        memcpy(thought->level, "master", 7);
        game_observe(game, &truth.head, 0, &thought->view.head);
        workers_ask(workers, thought);
    }
    workers_free(workers); /* soon, and the sanitizers find no leak */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_of_all_sizes),
        cmocka_unit_test(utf8_by_the_book),
        cmocka_unit_test(handshake_of_the_rfc),
        cmocka_unit_test(words_in_lists),
        cmocka_unit_test(requests_one_by_one),
        cmocka_unit_test(buckets_empty_and_fill),
        cmocka_unit_test(addresses_are_remembered_while_they_matter),
        cmocka_unit_test(households_count_once),
        cmocka_unit_test(a_proxy_has_an_address_or_a_network),
        cmocka_unit_test(proxies_are_a_list),
        cmocka_unit_test(there_is_an_end_to_addresses),
        cmocka_unit_test(figures_as_text),
        cmocka_unit_test(files_are_inside),
        cmocka_unit_test(codes_for_phones),
        cmocka_unit_test(every_question_is_answered),
        cmocka_unit_test(ends_in_the_middle_of_a_thought),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
