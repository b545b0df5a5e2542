/* SPDX-License-Identifier: MIT */
/*
 * bench: how fast the rules and the bots are on this machine. It prints figures and judges nothing.
 *
 *     bench [--quick] [--game G]
 *
 * The signatures at the end are made of counts only, so they are the same on every machine. The
 * rules' signature changes when a game's rules or the order of its moves change, and is the same
 * with --quick. The searches' signature changes when a bot does; --quick searches fewer positions.
 */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/hash.h"

enum {
    SIGNED_GAMES = 50,      /* playouts per game that count for the signature */
    SIGNED_LEAVES = 100000, /* perft goes to the first depth with this many leaves */
    PLIES_MAX = 20000,      /* a playout is abandoned after this many */
    LAYING_TRIES = 8,
    GAMES_A_LOOK = 32, /* reading the clock costs as much as one to ten plies */
};

static struct perft_level levels[PERFT_DEPTH_MAX + 1];
static struct moves moves;

static struct {
    double seconds; /* for each figure */
    bool quick;
    uint64_t signature, leaves, plies; /* of the rules */
    uint64_t searches;                 /* signature of the bots */
} bench;

double bench_now(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

const char *bench_human(double number)
{
    static char buffers[4][32];
    static int used;
    char *buffer = buffers[used++ % 4];
    if (number >= 1e9)
        snprintf(buffer, sizeof buffers[0], "%.2f G", number / 1e9);
    else if (number >= 1e6)
        snprintf(buffer, sizeof buffers[0], "%.2f M", number / 1e6);
    else if (number >= 1e4)
        snprintf(buffer, sizeof buffers[0], "%.1f k", number / 1e3);
    else
        snprintf(buffer, sizeof buffers[0], "%.0f ", number);
    return buffer;
}

/* ---- playouts ---- */

/* How a playout chooses a move. */
typedef move chooser(const struct game *, const struct state *, int seat, struct search_rng *);

static move choose_any(const struct game *game, const struct state *state, int seat,
                       struct search_rng *rng)
{
    (void)game, (void)state, (void)seat;
    return moves.list[search_rng_below(rng, (uint32_t)moves.count)];
}

/* Any move, but picks again a few times if it lays no card: people seldom draw for fun. */
static move choose_laying(const struct game *game, const struct state *state, int seat,
                          struct search_rng *rng)
{
    struct step steps[STEPS_MAX];
    move chosen = 0;
    for (int tries = moves.count > 1 ? LAYING_TRIES : 1; tries > 0; tries--) {
        chosen = moves.list[search_rng_below(rng, (uint32_t)moves.count)];
        game->steps(state, seat, chosen, steps);
        if (steps[0].kind == STEP_TAKE)
            break;
    }
    return chosen;
}

static move choose_greedy(const struct game *game, const struct state *state, int seat,
                          struct search_rng *rng)
{
    move best = moves.list[0];
    int32_t most = INT32_MIN;
    (void)rng;
    for (int i = 0; i < moves.count; i++) {
        int32_t gain = game->gain(state, seat, moves.list[i]);
        if (gain >= most) {
            most = gain;
            best = moves.list[i];
        }
    }
    return best;
}

static int choose_seat(const struct state *state, struct search_rng *rng)
{
    int chosen = (int)search_rng_below(rng, (uint32_t)__builtin_popcount(state->actors)), seat = -1;
    while (chosen >= 0)
        chosen -= state_acts(state, ++seat);
    return seat;
}

/* Deals the game with this number and plays it to its end; returns its plies. */
static uint32_t play_out(const struct game *game, int seats, uint64_t number, chooser *choose)
{
    union any_state state;
    struct search_rng rng;
    uint8_t key[CHANCE_KEY_SIZE] = {0};
    for (int i = 0; i < 8; i++)
        key[i] = (uint8_t)(number >> 8 * i);
    search_rng_init(&rng, number);
    game_init(game, &state.head, seats);
    game_deal(game, &state.head, key);
    while (!state_over(&state.head) && state.head.ply < PLIES_MAX) {
        int seat = choose_seat(&state.head, &rng);
        moves.count = game->legal(&state.head, seat, moves.list);
        game->apply(&state.head, seat, choose(game, &state.head, seat, &rng), NULL);
    }
    return state.head.ply;
}

static void time_playouts(const struct game *game, int seats, const char *name, chooser *choose)
{
    uint64_t games = 0, plies = 0;
    double start = bench_now(), passed = 0;
    while (passed < bench.seconds) {
        for (int i = 0; i < GAMES_A_LOOK; i++)
            plies += play_out(game, seats, ++games, choose);
        passed = bench_now() - start;
    }
    printf("%-8s %-8s %2d seats  %12sgames/s %12splies/s %10.1f plies a game\n", game->name, name,
           seats, bench_human((double)games / passed), bench_human((double)plies / passed),
           (double)plies / (double)games);
    fflush(stdout);
}

/* ---- perft ---- */

static void deal(const struct game *game, union any_state *state)
{
    static const uint8_t key[CHANCE_KEY_SIZE] = {1};
    game_init(game, &state->head, game->seats_min);
    game_deal(game, &state->head, key);
}

static double time_perft(const struct game *game, int depth, bool every_ply, uint64_t *leaves)
{
    union any_state state;
    deal(game, &state);
    double start = bench_now();
    *leaves = game_perft(game, &state.head, depth, every_ply, levels);
    return bench_now() - start;
}

static void print_perft(const struct game *game, int depth, bool every_ply)
{
    uint64_t leaves;
    double passed = time_perft(game, depth, every_ply, &leaves);
    printf("%-8s perft %-2d %-9s %12" PRIu64 " leaves %8.3f s %12sleaves/s\n", game->name, depth,
           every_ply ? "every ply" : "", leaves, passed, bench_human((double)leaves / passed));
    fflush(stdout);
}

/* Times the first depth that takes a while to count. */
static void time_all_perft(const struct game *game)
{
    uint64_t leaves;
    int depth = 1;
    while (depth < PERFT_DEPTH_MAX && time_perft(game, depth, false, &leaves) < bench.seconds / 20)
        depth++;
    print_perft(game, depth, false);
    print_perft(game, bench.quick ? depth - 1 : depth, true);
}

/* The first depth that has this many leaves. */
static int find_depth(const struct game *game, uint64_t wanted, uint64_t *leaves)
{
    union any_state state;
    int depth = 0;
    deal(game, &state);
    do
        *leaves = game_perft(game, &state.head, ++depth, false, levels);
    while (depth < PERFT_DEPTH_MAX && *leaves != 0 && *leaves < wanted);
    return depth;
}

/* ---- all of it ---- */

static void sign(const struct game *game)
{
    uint64_t leaves, plies = 0;
    find_depth(game, SIGNED_LEAVES, &leaves);
    for (uint64_t number = 1; number <= SIGNED_GAMES; number++)
        plies += play_out(game, game->seats_min, number, choose_any);
    bench.leaves += leaves;
    bench.plies += plies;
    char line[128];
    int size =
        snprintf(line, sizeof line, "%s %" PRIu64 " %" PRIu64 "\n", game->name, leaves, plies);
    bench.signature = hash_bytes(bench.signature, line, (size_t)size);
}

/* Does any first move score points? Then taking the most points at once is a way to play. */
static bool has_gains(const struct game *game)
{
    union any_state state;
    deal(game, &state);
    int seat = __builtin_ctz(state.head.actors),
        count = game_legal(game, &state.head, seat, &moves);
    while (count > 0 && game->gain(&state.head, seat, moves.list[count - 1]) <= 0)
        count--;
    return count > 0;
}

static void run(const struct game *game)
{
    time_all_perft(game);
    time_playouts(game, game->seats_min, "random", choose_any);
    if (game->seats_max > game->seats_min)
        time_playouts(game, game->seats_max, "random", choose_any);
    if (has_gains(game))
        time_playouts(game, game->seats_min, "greedy", choose_greedy);
    else if (game->hidden)
        time_playouts(game, game->seats_min, "laying", choose_laying);
    sign(game);
    bench.searches = bench_search(game, bench.quick, bench.searches);
}

static void print_machine(void)
{
    char line[256] = "unknown processor";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", strlen("model name")) == 0)
            break;
    if (file)
        fclose(file);
    char *colon = strchr(line, ':');
    char *name = colon ? colon + 1 + strspn(colon + 1, " ") : line;
    name[strcspn(name, "\n")] = '\0';
#ifdef __clang__
    const char *compiler = "clang";
#else
    const char *compiler = "gcc";
#endif
    printf("machine  %s, %s %s\n", name, compiler, __VERSION__);
}

static void report(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    check_report = report;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0) {
            bench.quick = true;
        } else if (strcmp(argv[i], "--game") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else {
            fprintf(stderr, "usage: bench [--quick] [--game G]\n");
            return 2;
        }
    }
    printf("command ");
    for (int i = 0; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n");
    bench.seconds = bench.quick ? 0.2 : 2.0;
    bench.signature = bench.searches = HASH_START;
    print_machine();
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        if (!only || string_equal(game->name, only))
            run(game);
    printf("signature %016" PRIx64 ": %" PRIu64 " leaves, %" PRIu64 " plies\n", bench.signature,
           bench.leaves, bench.plies);
    printf("search signature %016" PRIx64 "\n", bench.searches);
    return 0;
}
