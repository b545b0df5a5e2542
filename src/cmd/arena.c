/* SPDX-License-Identifier: MIT */
/* `kufsa arena`: the command line, and the run as a whole. */
#include "cmd/arena.h"

#include <stdlib.h>

#include "cmd/command.h"
#include "cmd/crew.h"
#include "cmd/setup.h"

enum {
    GAMES_USUAL = 1000,
    GAMES_UNTIL = 100000, /* unless said otherwise, a run with --until is no longer */
    SEED_USUAL = 1,
    PERCENT_DECIMALS = 3,
    STATUS_INTERRUPTED = 130, /* as shells have it */
};

/* ---- settings ---- */

/* `1`, `0.75`: a percentage with up to three decimals, as a part of 1. */
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

static bool read_until(struct arena *arena)
{
    const char *given = arguments_value(arena->arguments, "until");
    struct scan scan = {given};
    if (!given || scan_percent(scan, &arena->until))
        return true;
    return complain(arena->arguments, "cmd.arena.until.bad", WITH(word_string("given", given)));
}

/* Games as asked for, made up to whole pairs. */
static bool read_numbers(struct arena *arena)
{
    const struct arguments *arguments = arena->arguments;
    int64_t games = arena->until > 0 ? GAMES_UNTIL : GAMES_USUAL, seed = SEED_USUAL;
    int64_t threads = crew_cores(), plies = arena->game->plies_max;
    if (!arguments_number(arguments, "games", 1, ARENA_GAMES_MAX, &games) ||
        !arguments_number(arguments, "seed", 0, INT64_MAX, &seed) ||
        !arguments_number(arguments, "threads", 1, THREADS_MAX, &threads) ||
        !arguments_number(arguments, "plies", 1, arena->game->plies_max, &plies))
        return false;
    arena->pairs = (games + arena_rotations(arena) - 1) / arena_rotations(arena);
    arena->design.seed = (uint64_t)seed;
    arena->threads = (int)threads;
    arena->plies_max = (uint32_t)plies;
    arena->quiet = arguments_has(arguments, "quiet");
    return true;
}

/* Its own bounds; or else those given for all; or else, a bot, those of its skill. */
static void set_budget(struct contestant *c, int64_t nodes, int64_t millis)
{
    if (c->nodes == 0 && c->millis == 0) {
        c->nodes = nodes;
        c->millis = millis;
    }
    if (c->nodes == 0 && c->millis == 0 && !c->command) {
        c->nodes = (int64_t)c->player.skill.nodes;
        c->millis = c->player.skill.millis;
        if (c->nodes == 0 && c->millis == 0)
            c->nodes = 1; /* it does not search */
    }
}

static bool read_players(struct arena *arena)
{
    const struct arguments *arguments = arena->arguments;
    int64_t nodes = 0, millis = 0;
    if (!arguments_number(arguments, "nodes", 1, ARENA_NODES_MAX, &nodes) ||
        !arguments_number(arguments, "millis", 1, ARENA_MILLIS_MAX, &millis))
        return false;
    for (int i = 0; i < arena->design.players; i++) {
        struct contestant *c = &arena->contestants[i];
        if (!arena_read_player(arena, arguments->words[i + 1], c))
            return false;
        set_budget(c, nodes, millis);
    }
    return arena_name_players(arena);
}

/* As many seats as players, unless more are asked for. */
static bool read_seats(struct arena *arena)
{
    struct state *head = &arena->head.head;
    int players = arena->arguments->word_count - 1;
    int seats = head->seats > 0 ? head->seats : players;
    if (head->seats == 0 && seats < arena->game->seats_min)
        seats = arena->game->seats_min;
    if (players > seats || seats > arena->game->seats_max)
        return complain(
            arena->arguments, "cmd.arena.players.many",
            WITH(word_number("players", players),
                 word_number("seats", players > seats ? seats : arena->game->seats_max)));
    head->seats = (uint8_t)seats;
    arena->design.players = players;
    arena->design.seats = seats;
    return true;
}

static bool set_up(struct arena *arena)
{
    const struct arguments *arguments = arena->arguments;
    return setup_game(arguments, arguments->words[0], &arena->game) &&
           setup_head(arguments, arena->game, &arena->head.head) && read_seats(arena) &&
           read_until(arena) && read_numbers(arena) && read_players(arena) &&
           arena_open_files(arena);
}

/* ---- the run ---- */

static bool refuse_dead(const struct arena *arena)
{
    const struct contestant *c = &arena->contestants[arena->dead];
    if (arena->dead_status < 0)
        return complain(arena->arguments, "cmd.arena.dead",
                        WITH(word_string("name", c->name), word_string("command", c->command)));
    return complain(arena->arguments, "cmd.arena.dead.status",
                    WITH(word_string("name", c->name), word_string("command", c->command),
                         word_number("status", arena->dead_status)));
}

static int run_to_end(struct arena *arena)
{
    if (!arena_run(arena, arena_tell_progress)) {
        complain(arena->arguments, "cmd.arena.memory", WITH_NOTHING);
        return STATUS_FAILED;
    }
    arena_end_progress(arena);
    arena_tell_results(arena);
    arena_write_summary(arena);
    if (arena->dead >= 0) {
        refuse_dead(arena);
        return STATUS_FAILED;
    }
    return arena_interrupted() ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run_arena(const struct arguments *arguments)
{
    static struct arena arena;
    arena.arguments = arguments;
    arena.dead = arena.troubled = -1;
    if (!set_up(&arena))
        return STATUS_USAGE;
    int status = run_to_end(&arena);
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
    {"seed", "S", "cmd.arena.seed"},
    {"nodes", "N", "cmd.arena.nodes"},
    {"millis", "N", "cmd.arena.millis"},
    {"option", "NAME=VALUE", "cmd.parameter.option"},
    {"plies", "N", "cmd.arena.plies"},
    {"threads", "N", "cmd.arena.threads"},
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
