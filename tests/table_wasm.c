/* SPDX-License-Identifier: MIT */
/*
 * A table of bots, in WebAssembly and natively: a hash of everything that it stores and sends must
 * be the same in both. tests/wasm_table.mjs calls table_play there; here main prints what it gives.
 */
#include "base/check.h"
#include "base/hash.h"
#include "table/table.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#include <inttypes.h>
#include <stdio.h>
#define EXPORT(name)
#endif

enum { STEPS = 150, PLIES = 1024, LINE = 200 };

const char *table_game(int index);
uint64_t table_play(int index, uint32_t seed);

static struct table_workspace workspace;
static struct table table;
static struct ply plies[PLIES];
static int64_t now;
static uint32_t cid;
static uint64_t hash;

static void take(char kind, const char *bytes, size_t size)
{
    hash = hash_bytes(hash, &kind, 1);
    hash = hash_bytes(hash, bytes, size);
}

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context, (void)version;
    take('e', text, size);
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    (void)context, (void)match;
    take('r', text, size);
}

static void answer(void *context, const char *json, size_t size)
{
    (void)context;
    take('a', json, size);
}

static void news(void *context, int viewer, const char *json, size_t size)
{
    (void)context;
    take((char)('0' + viewer + 2), json, size);
}

static bool watched(void *context, int viewer)
{
    (void)context, (void)viewer;
    return true;
}

static struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context, (void)old, (void)count;
    return capacity <= PLIES ? plies : NULL;
}

static void open_table(const struct game *game, uint32_t seed)
{
    struct table_opening opening = {.game = game, .seats = game->seats_max, .code = "ABCDEF"};
    memset(opening.secret, (int)(seed & 0xff), sizeof opening.secret);
    workspace.sink = (struct table_sink){NULL, keep_event, keep_record, answer, news, watched};
    workspace.lend = lend;
    now = 1000000;
    cid = 0;
    hash = HASH_START;
    CHECK(table_open(&table, &opening, &workspace, now) == NULL);
    table_guest_here(&table, &workspace, 0, true, now);
}

/* The host's command, with the seat that it is about. */
static void command(const char *body, int seat)
{
    char line[LINE];
    struct text text;
    text_init(&text, line, sizeof line);
    text_string(&text, "{\"cid\":");
    text_number(&text, ++cid);
    text_string(&text, ",\"seat\":");
    text_number(&text, seat);
    text_string(&text, body);
    CHECK(!text.overflow);
    table_command(&table, &workspace, 0, line, text.size, now);
}

static void ask_bots(struct search_rng *rng)
{
    static union any_state view;
    static struct moves moves;
    for (int seat = 0; seat < table.seats; seat++) {
        if (!(table_thinkers(&table) >> seat & 1))
            continue;
        table_ask(&table, seat, &view.head, now);
        int count = game_legal(table.game, &view.head, seat, &moves);
        table_bot_move(&table, &workspace, seat, table.match.version,
                       moves.list[search_rng_below(rng, (uint32_t)count)], now);
    }
}

EXPORT("game") const char *table_game(int index)
{
    return game_at(index) ? game_at(index)->name : NULL;
}

/* Bots on all seats play some moves, at random; what they and an onlooker hear is hashed. */
EXPORT("play") uint64_t table_play(int index, uint32_t seed)
{
    struct search_rng rng;
    search_rng_init(&rng, seed);
    open_table(game_at(index), seed);
    for (int seat = 0; seat < table.seats; seat++)
        command(",\"do\":\"bot\",\"level\":\"club\"}", seat);
    command(",\"do\":\"start\"}", 0);
    for (int i = 0; i < STEPS && table.phase == PHASE_PLAY; i++) {
        ask_bots(&rng);
        if (table_thinkers(&table) != 0 || table.phase != PHASE_PLAY)
            continue; /* an answer was played at once, and the others are asked again */
        CHECK(table_next(&table) < CLOCK_NEVER);
        now = table_next(&table) > now ? table_next(&table) : now;
        table_tick(&table, &workspace, now);
    }
    table_greet(&table, &workspace, 0, now);
    CHECK(table.match.version > 0);
    return hash;
}

#ifndef __wasm__
enum { SEEDS = 5 };

int main(void)
{
    for (int i = 0; table_game(i); i++)
        for (uint32_t seed = 1; seed <= SEEDS; seed++)
            printf("%s %u %016" PRIx64 "\n", table_game(i), seed, table_play(i, seed));
    return 0;
}
#endif
