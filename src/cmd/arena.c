/* SPDX-License-Identifier: MIT */
/* `kufsa arena`: the command line, and the whole run. */
#include "arena/arena.h"

#include <stdlib.h>

#include "cmd/command.h"
#include "cmd/setup.h"
#include "think/crew.h"

enum {
    GAMES_USUAL = 1000,
    GAMES_UNTIL = 100000, /* the limit of a run with --until, unless given */
    SEED_USUAL = 1,
    PERCENT_DECIMALS = 3,
    STATUS_INTERRUPTED = 130, /* as in shells */
    ELO_MAX = 1000,
    ELO_DECIMALS = 2,
    RANDOM_PLIES_MAX = 1000,
};

/* ---- settings ---- */

/* `1`, `0.75`: a percentage with up to three decimals, as a fraction of 1. */
static bool scan_percent(struct scan scan, double *out)
{
    int64_t whole;
    double value = 0, unit = 1;
    if (!scan_number(&scan, 0, 50, &whole))
        return false;
    if (scan_char(&scan, '.')) {
        int digit, digits = 0;
        while (digits < PERCENT_DECIMALS && scan_one_of(&scan, "0123456789", &digit)) {
            unit /= 10;
            value += digit * unit;
            digits++;
        }
        if (digits == 0)
            return false;
    }
    *out = ((double)whole + value) / 100;
    return scan_end(&scan) && *out > 0;
}

/* `5`, `-2.5`: an Elo number with up to two decimals. */
static bool scan_elo(struct scan *scan, double *out)
{
    bool negative = scan_char(scan, '-');
    double value, unit = 1;
    int64_t whole;
    int digit;
    if (!scan_number(scan, 0, ELO_MAX, &whole))
        return false;
    value = (double)whole;
    if (scan_char(scan, '.')) {
        for (int digits = 0; scan_one_of(scan, "0123456789", &digit); digits++) {
            unit /= 10;
            value += digit * unit;
            if (digits == ELO_DECIMALS)
                return false;
        }
        if (unit == 1)
            return false;
    }
    *out = negative ? -value : value;
    return true;
}

/* `0,5`: the test is between these two, for two players on two seats. */
static bool read_sprt(const struct arguments *arguments, struct arena *arena)
{
    struct sprt *sprt = &arena->sprt;
    const char *given = arguments_value(arguments, "sprt");
    struct scan scan = {given};
    if (!given)
        return true;
    sprt->wanted = true;
    if (!scan_elo(&scan, &sprt->elo0) || !scan_char(&scan, ',') || !scan_elo(&scan, &sprt->elo1) ||
        !scan_end(&scan) || sprt->elo0 >= sprt->elo1)
        return complain(arguments, "cmd.arena.sprt.bad", WITH(word_string("given", given)));
    if (arena->design.players != 2 || arena->design.seats != 2 ||
        arguments_has(arguments, "round-robin"))
        return complain(arguments, "cmd.arena.sprt.two", WITH_NOTHING);
    return true;
}

static bool read_until(const struct arguments *arguments, struct arena *arena)
{
    const char *given = arguments_value(arguments, "until");
    struct scan scan = {given};
    if (!given || scan_percent(scan, &arena->until))
        return true;
    return complain(arguments, "cmd.arena.until.bad", WITH(word_string("given", given)));
}

/* The games asked for, rounded up to whole pairs. */
static bool read_numbers(const struct arguments *arguments, struct arena *arena)
{
    bool open = arena->until > 0 || arena->sprt.wanted;
    int64_t games = open ? GAMES_UNTIL : GAMES_USUAL, seed = SEED_USUAL, random_plies = 0;
    int64_t threads = crew_cores(), plies = arena->game->plies_max;
    if (!arguments_number(arguments, "games", 1, ARENA_GAMES_MAX, &games) ||
        !arguments_number(arguments, "seed", 0, INT64_MAX, &seed) ||
        !arguments_number(arguments, "threads", 1, THREADS_MAX, &threads) ||
        !arguments_number(arguments, "random-plies", 0, RANDOM_PLIES_MAX, &random_plies) ||
        !arguments_number(arguments, "plies", 1, arena->game->plies_max, &plies))
        return false;
    arena->pairs = (games + arena_rotations(arena) - 1) / arena_rotations(arena);
    arena->design.seed = (uint64_t)seed;
    arena->threads = (int)threads;
    arena->plies_max = (uint32_t)plies;
    arena->random_plies = (uint32_t)random_plies;
    arena->save = arguments_value(arguments, "save");
    arena->csv_at = arena->csv_least = -1;
    arena->quiet = arguments_has(arguments, "quiet");
    return true;
}

/* The player's own limits, else those given for all, else, for a bot, those of its skill. */
static void set_budget(struct contestant *c, int64_t nodes, int64_t millis, int64_t cpu)
{
    if (c->nodes == 0 && c->millis == 0 && c->cpu == 0) {
        c->nodes = nodes;
        c->millis = c->command && millis == 0 ? cpu : millis; /* programs have their own clocks */
        c->cpu = c->command ? 0 : cpu;
    }
    if (c->nodes == 0 && c->millis == 0 && c->cpu == 0 && !c->command) {
        c->nodes = (int64_t)c->player.skill.nodes;
        c->millis = c->player.skill.millis;
        if (c->nodes == 0 && c->millis == 0)
            c->nodes = 1; /* it does not search */
    }
}

static bool read_players(const struct arguments *arguments, struct arena *arena)
{
    int64_t nodes = 0, millis = 0, cpu = 0;
    if (!arguments_number(arguments, "cpu", 1, ARENA_MILLIS_MAX, &cpu) ||
        !arguments_number(arguments, "nodes", 1, ARENA_NODES_MAX, &nodes) ||
        !arguments_number(arguments, "millis", 1, ARENA_MILLIS_MAX, &millis))
        return false;
    for (int i = 0; i < arena->design.players; i++) {
        struct contestant *c = &arena->contestants[i];
        if (!arena_read_player(arena, arguments->words[i + 1], c))
            return false;
        set_budget(c, nodes, millis, cpu);
    }
    return arena_name_players(arena);
}

/* As many seats as players, unless more are asked for; two if each meets each other. */
static bool read_seats(const struct arguments *arguments, struct arena *arena)
{
    struct state *head = &arena->head.head;
    int players = arguments->word_count - 1;
    if (arguments_has(arguments, "round-robin")) {
        if (arena->game->seats_min > 2 || (head->seats != 0 && head->seats != 2))
            return complain(arguments, "cmd.arena.robin.two", WITH_NOTHING);
        head->seats = 2;
        arena->design.players = players;
        arena->design.seats = 2;
        return true;
    }
    int seats = head->seats > 0 ? head->seats : players;
    if (head->seats == 0 && seats < arena->game->seats_min)
        seats = arena->game->seats_min;
    if (players > seats || seats > arena->game->seats_max)
        return complain(
            arguments, "cmd.arena.players.many",
            WITH(word_number("players", players),
                 word_number("seats", players > seats ? seats : arena->game->seats_max)));
    head->seats = (uint8_t)seats;
    arena->design.players = players;
    arena->design.seats = seats;
    return true;
}

/* A record says how its cards were dealt, so it cannot begin elsewhere. */
static bool read_openings(const struct arguments *arguments, struct arena *arena)
{
    const char *path = arguments_value(arguments, "openings");
    if (path && arguments_value(arguments, "records"))
        return complain(arguments, "cmd.arena.opening.records", WITH_NOTHING);
    if (arguments_value(arguments, "plot") && !arguments_has(arguments, "round-robin"))
        return complain(arguments, "cmd.arena.plot.alone", WITH_NOTHING);
    return arena_read_openings(arena, path);
}

static bool set_up(const struct arguments *arguments, struct arena *arena)
{
    return setup_game(arguments, arguments->words[0], &arena->game) &&
           setup_head(arguments, arena->game, &arena->head.head) && read_seats(arguments, arena) &&
           read_until(arguments, arena) && read_sprt(arguments, arena) &&
           read_numbers(arguments, arena) && read_players(arguments, arena) &&
           read_openings(arguments, arena) &&
           arena_open_files(arena, arguments_value(arguments, "csv"),
                            arguments_value(arguments, "json"),
                            arguments_value(arguments, "records"));
}

/* ---- the run ---- */

static bool refuse_dead(const struct arena *arena)
{
    const struct contestant *c = &arena->contestants[arena->dead];
    if (arena->dead_status < 0)
        return voice_refuse(arena->err, "cmd.arena.dead",
                            WITH(word_string("name", c->name), word_string("command", c->command)));
    return voice_refuse(arena->err, "cmd.arena.dead.status",
                        WITH(word_string("name", c->name), word_string("command", c->command),
                             word_number("status", arena->dead_status)));
}

static int play_all(struct arena *arena)
{
    if (!arena_restore(arena))
        return STATUS_USAGE;
    if (arena->counted < arena->pairs && !arena_open_csv(arena))
        return STATUS_USAGE;
    if (!arena_run(arena, arena_tell_progress)) {
        voice_refuse(arena->err, "cmd.arena.memory", WITH_NOTHING);
        return STATUS_FAILED;
    }
    arena_end_progress(arena);
    if (arena->match == 0) {
        arena_tell_results(arena);
        arena_write_summary(arena);
    }
    if (arena->dead >= 0) {
        refuse_dead(arena);
        return STATUS_FAILED;
    }
    return arena_interrupted() ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run_arena(const struct arguments *arguments)
{
    static struct arena arena;
    arena.out = &arguments->out;
    arena.err = &arguments->err;
    arena.dead = arena.troubled = -1;
    if (!set_up(arguments, &arena))
        return STATUS_USAGE;
    int status = arguments_has(arguments, "round-robin")
                     ? arena_round_robin(&arena, play_all, arguments_value(arguments, "plot"))
                     : play_all(&arena);
    arena_close_files(&arena);
    if (arena.write_failed) {
        complain(arguments, "cmd.arena.write", WITH_NOTHING);
        return STATUS_FAILED;
    }
    return status;
}

static const struct parameter parameters[] = {
    {"seats", "N", "cmd.arena.seats"},
    {"games", "N", "cmd.arena.games"},
    {"until", "PERCENT", "cmd.arena.until"},
    {"sprt", "ELO0,ELO1", "cmd.arena.sprt"},
    {"seed", "S", "cmd.arena.seed"},
    {"nodes", "N", "cmd.arena.nodes"},
    {"millis", "N", "cmd.arena.millis"},
    {"cpu", "N", "cmd.arena.cpu"},
    {"option", "NAME=VALUE", "cmd.parameter.option"},
    {"openings", "FILE", "cmd.arena.openings"},
    {"random-plies", "N", "cmd.arena.random"},
    {"plies", "N", "cmd.arena.plies"},
    {"threads", "N", "cmd.arena.threads"},
    {"round-robin", NULL, "cmd.arena.robin"},
    {"plot", "FILE", "cmd.arena.plot"},
    {"save", "FILE", "cmd.arena.save"},
    {"csv", "FILE", "cmd.arena.csv"},
    {"json", "FILE", "cmd.arena.json"},
    {"records", "DIR", "cmd.arena.records"},
    {"quiet", NULL, "cmd.arena.quiet"},
    {NULL, NULL, NULL},
};

const struct command command_arena = {
    .name = "arena",
    .usage = "GAME PLAYER PLAYER [PLAYER …] [--games N] …",
    .help = "cmd.arena.help",
    .more = "cmd.arena.more",
    .words_min = 3,
    .words_max = 1 + CONTESTANTS_MAX,
    .parameters = parameters,
    .run = run_arena,
};
