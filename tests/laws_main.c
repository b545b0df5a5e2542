/* SPDX-License-Identifier: MIT */
/*
 * laws: plays random games of every game in all settings and checks the laws.
 *
 *     laws [--game G] [--games N] [--seed S] [--thorough] [--list]
 *
 * Prints a line for each game: how many games and plies, and the hash of all positions, which every
 * compiler and WebAssembly must agree on. If a law is broken it reports the details and how to
 * repeat it.
 */
#include "laws.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    EFFORT_OF_RUN = 30000000, /* of a game's, when --games does not say: seconds */
    EXPLANATION_MAX = 4 * POSITION_MAX,
};

static struct laws laws;
static uint64_t first_seed;

struct arguments {
    const char *game;     /* NULL: all */
    uint64_t games, seed; /* 0 games: as many as EFFORT_OF_RUN allows */
    enum law_level level;
};

static void explain(void)
{
    char buffer[EXPLANATION_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    laws_explain(&laws, &text);
    fflush(stdout);
    fprintf(stderr, "%s", buffer);
    uint64_t seed = laws.report.law == LAW_FAIR ? first_seed : laws.seed; /* that counts many */
    fprintf(stderr, "  again     laws --game %s --seed %" PRIu64 " --games 1%s\n", laws.game->name,
            seed, laws.level == LAWS_THOROUGH ? " --thorough" : "");
}

static void check_broken(const char *file, int line, const char *text)
{
    fprintf(stderr, "%s:%d: %s does not hold\n", file, line, text);
    laws_check_failed(&laws, text);
    explain();
    exit(1);
}

/* A sanitizer's complaint names no seed. Without a sanitizer the function is not there. */
void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

static void died(void)
{
    if (laws.game) {
        laws_check_failed(&laws, "a sanitizer ended the program");
        explain();
    }
}

/* Without a number of games: until every setting has been played and the effort is spent. */
static bool wants_more(const struct arguments *arguments)
{
    if (arguments->games > 0)
        return laws.games < arguments->games;
    return laws.games < laws_settings(laws.game) || laws.effort < EFFORT_OF_RUN;
}

static bool run(const struct game *game, const struct arguments *arguments)
{
    laws_init(&laws, game, arguments->level);
    while (wants_more(arguments))
        if (!laws_play(&laws, arguments->seed + laws.games))
            return false;
    if (!laws_finish(&laws, arguments->seed))
        return false;
    printf("%-8s games %" PRIu64 " plies %" PRIu64 " longest %" PRIu32 " hash %016" PRIx64 "\n",
           game->name, laws.games, laws.plies, laws.longest, laws.hash);
    fflush(stdout);
    return true;
}

static void list(void)
{
    for (int law = 0; law < LAWS_COUNT; law++)
        printf("%-10s %s\n", law_word((enum law)law), law_sentence((enum law)law));
}

_Noreturn static void usage(void)
{
    fprintf(stderr, "usage: laws [--game G] [--games N] [--seed S] [--thorough] [--list]\n");
    exit(2);
}

static uint64_t read_count(const char *text)
{
    char *end;
    errno = 0;
    uint64_t count = strtoull(text ? text : "", &end, 10);
    if (!text || text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        usage();
    return count;
}

static struct arguments read_arguments(int argc, char **argv)
{
    struct arguments arguments = {.seed = 1};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--thorough") == 0) {
            arguments.level = LAWS_THOROUGH;
            continue;
        }
        if (strcmp(argv[i], "--list") == 0) {
            list();
            exit(0);
        }
        if (strcmp(argv[i], "--game") == 0 && value)
            arguments.game = value;
        else if (strcmp(argv[i], "--games") == 0)
            arguments.games = read_count(value);
        else if (strcmp(argv[i], "--seed") == 0)
            arguments.seed = read_count(value);
        else
            usage();
        i++;
    }
    return arguments;
}

int main(int argc, char **argv)
{
    struct arguments arguments = read_arguments(argc, argv);
    const struct game *game;
    int played = 0;
    first_seed = arguments.seed;
    check_report = check_broken;
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(died);
    printf("seed %" PRIu64 "%s\n", arguments.seed,
           arguments.level == LAWS_THOROUGH ? ", thorough" : "");
    for (int i = 0; (game = laws_game_at(i)) != NULL; i++) {
        if (arguments.game && strcmp(arguments.game, game->name) != 0)
            continue;
        if (!run(game, &arguments)) {
            explain();
            return 1;
        }
        played++;
    }
    if (played == 0) {
        fprintf(stderr, "laws: there is no game called %s\n", arguments.game);
        return 2;
    }
    return 0;
}
