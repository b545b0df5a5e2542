/* SPDX-License-Identifier: MIT */
/*
 * How fast the masters think. The positions come from dealt games that a greedy player has played
 * for a while, so they need no file, and every game has some, including the next one added.
 */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/hash.h"
#include "bots/bot.h"

enum {
    POSITIONS = 6,
    POSITIONS_QUICK = 2,
    PLIES_APART = 6, /* position i is i times this many plies after the deal */
    NODES = 200000,
};

static union any_state truth, view;
static struct advice advice;

static void *lend_memory(void)
{
    static void *memory;
    if (!memory)
        memory = aligned_alloc(64, BOT_MEMORY_USUAL);
    CHECK(memory);
    return memory;
}

/* Lets the seat's player search the position. */
static void think(const struct game *game, int seat, const struct player *player, uint64_t nodes)
{
    struct search_rng rng;
    search_rng_init(&rng, truth.head.ply);
    game_observe(game, &truth.head, seat, &view.head);
    const struct question question = {
        .game = game,
        .view = &view.head,
        .skill = player->skill,
        .budget = {.nodes = nodes},
        .rng = &rng,
        .memory = lend_memory(),
        .memory_size = BOT_MEMORY_USUAL,
    };
    bot_think(player->bot, &question, &advice);
}

/* Deals a game with this number and plays some plies; false if it ended before. */
static bool play_on(const struct game *game, uint8_t number, int plies)
{
    const uint8_t key[CHANCE_KEY_SIZE] = {number, 's'};
    struct player greedy;
    CHECK(player_find(game, "greedy", &greedy));
    game_init(game, &truth.head, game->seats_min);
    game_deal(game, &truth.head, key);
    for (; plies > 0 && !state_over(&truth.head); plies--) {
        int seat = __builtin_ctz(truth.head.actors);
        think(game, seat, &greedy, 1);
        game_apply(game, &truth.head, seat, advice.best, NULL);
    }
    return !state_over(&truth.head);
}

static uint64_t sign(uint64_t signature, const struct game *game)
{
    char line[MOVE_TEXT_MAX + 64];
    struct text text;
    text_init(&text, line, sizeof line);
    text_number(&text, (int64_t)advice.nodes);
    text_char(&text, ' ');
    game->write_move(&view.head, advice.best, &text);
    text_char(&text, '\n');
    return hash_bytes(signature, line, text.size);
}

uint64_t bench_search(const struct game *game, bool quick, uint64_t signature)
{
    const struct player master = player_at(game, LEVEL_MASTER);
    uint64_t nodes = 0, worlds = 0, depth = 0;
    double seconds = 0;
    int thoughts = 0, simulated = 0;
    for (int i = 0; i < (quick ? POSITIONS_QUICK : POSITIONS); i++) {
        if (!play_on(game, (uint8_t)i, PLIES_APART * i))
            continue;
        double start = bench_now();
        think(game, __builtin_ctz(truth.head.actors), &master, NODES);
        seconds += bench_now() - start;
        nodes += advice.nodes;
        worlds += advice.list[0].visits;
        depth += advice.list[0].depth;
        simulated += advice.list[0].visits > 0;
        thoughts++;
        signature = sign(signature, game);
    }
    printf("%-8s master   %2d seats  %12snodes/s %12" PRIu64 " nodes %10.1f %s\n", game->name,
           game->seats_min, bench_human((double)nodes / (seconds > 0 ? seconds : 1)), nodes,
           simulated ? (double)worlds / simulated : (double)depth / (thoughts ? thoughts : 1),
           simulated ? "worlds" : "plies deep"); /* some do both: exact at the end */
    fflush(stdout);
    return signature;
}
