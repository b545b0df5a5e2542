/* SPDX-License-Identifier: MIT */
/*
 * `kufsa play`: the table, the match on it, and who is asked next.
 *
 * Several seats may be able to act at once. Who moved last goes first if there
 * is still something to do (a run to go on with, a last card to call), then the
 * people, each of whom may let others go first, then the bots.
 */
#define _POSIX_C_SOURCE 200809L
#include "cmd/play.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "cmd/command.h"
#include "cmd/crew.h"
#include "cmd/lists.h"
#include "cmd/setup.h"
#include "cmd/system.h"

bool play_is_person(const struct table *table, int seat)
{
    return (match_people(&table->match) >> seat & 1) != 0;
}

int play_viewer(const struct table *table)
{
    uint16_t people = match_people(&table->match);
    if (people == 0 || (people & (people - 1)) != 0)
        return SPECTATOR;
    return __builtin_ctz(people);
}

/* ---- moves ---- */

void play_move(struct table *table, int seat, move m)
{
    struct match *match = &table->match;
    int64_t now = system_millis();
    char buffer[MOVE_TEXT_MAX];
    struct text text;
    const char *reason;
    text_init(&text, buffer, sizeof buffer);
    table->game->write_move(&match->state.head, m, &text);
    if (play_is_person(table, seat))
        reason =
            match_play(match, seat, match->version, buffer, now, &table->moves, &table->events);
    else
        reason =
            match_play_move(match, seat, match->version, m, now, &table->moves, &table->events);
    table->waited = 0;
    if (reason) { /* the move was legal: only a shuffle can fail */
        voice_say(table->voice, reason, WITH_NOTHING);
        return;
    }
    play_record(table);
    play_tell_move(table, seat, buffer);
}

/* ---- bots ---- */

void play_think(struct table *table, int seat, const struct player *player, uint64_t nodes,
                int64_t millis)
{
    struct question question = {
        .game = table->game,
        .view = &table->view.head,
        .skill = player->skill,
        .budget = {.nodes = nodes},
        .rng = &table->rng,
        .memory = table->bot_memory,
        .memory_size = sizeof table->bot_memory,
        .crew = &table->crew,
    };
    if (millis > 0) {
        question.budget.clock_ms = system_millis;
        question.budget.deadline_ms = system_millis() + millis;
    }
    game_observe(table->game, &table->match.state.head, seat, &table->view.head);
    bot_think(player->bot, &question, &table->advice);
}

static void move_bot(struct table *table, int seat)
{
    fflush(table->voice->file);
    if (table->nodes > 0)
        play_think(table, seat, &table->bot, table->nodes, 0);
    else
        play_think(table, seat, &table->bot, table->bot.skill.nodes, table->bot.skill.millis);
    play_move(table, seat, table->advice.best);
}

/* ---- who is next ---- */

/* A bot that just moved and has but one thing left to do while others may act
 * does it at once, or forgets it. */
static bool goes_on(struct table *table, int *goes)
{
    const struct state *state = &table->match.state.head;
    const struct match *match = &table->match;
    int seat = match->count > 0 ? match->log[match->count - 1].seat : NO_SEAT;
    if (seat == NO_SEAT || !state_acts(state, seat) || (table->waited >> seat & 1))
        return false;
    *goes = seat;
    if (play_is_person(table, seat))
        return true;
    if (player_forgets(&table->bot, table->game, state, seat, &table->rng)) {
        table->waited |= (uint16_t)(1u << seat);
        return false;
    }
    return table->game->legal(state, seat, NULL) == 1;
}

static int pick_seat(struct table *table)
{
    unsigned actors = table->match.state.head.actors;
    int seat;
    if (goes_on(table, &seat))
        return seat;
    unsigned people = actors & match_people(&table->match) & ~(unsigned)table->waited;
    unsigned bots = match_bots_due(&table->match) & ~(unsigned)table->waited;
    if (people)
        return __builtin_ctz(people);
    if (bots) {
        for (uint32_t skip = search_rng_below(&table->rng, (uint32_t)__builtin_popcount(bots));
             skip > 0; skip--)
            bots &= bots - 1;
        return __builtin_ctz(bots);
    }
    table->waited = 0; /* everybody let the others go first */
    return __builtin_ctz(actors);
}

static void run_table(struct table *table)
{
    while (!match_over(&table->match) && !table->quit) {
        int seat = pick_seat(table);
        if (play_is_person(table, seat))
            play_ask(table, seat);
        else
            move_bot(table, seat);
    }
    match_stop(&table->match, system_millis());
    play_record(table);
    if (table->match.ending == ENDING_RULES)
        play_draw(table, play_viewer(table));
    play_tell_end(table);
}

/* ---- the command line ---- */

/* Bit s: the computer plays on seat s. */
static bool seat_bots(struct table *table, uint16_t *bots)
{
    int seats = table->start.head.seats;
    int64_t people = 1, first = 0;
    if (!arguments_number(table->arguments, "people", 0, seats, &people) ||
        !arguments_number(table->arguments, "seat", 0, seats - 1, &first))
        return false;
    *bots = (uint16_t)((1u << seats) - 1);
    for (int64_t i = 0; i < people; i++)
        *bots &= (uint16_t) ~(1u << (first + i) % seats);
    return true;
}

static bool choose_level(struct table *table)
{
    const char *name = arguments_value(table->arguments, "level");
    int64_t nodes = 0;
    struct list list;
    table->level = name ? name : level_name(LEVEL_USUAL);
    if (!player_find(table->game, table->level, &table->bot))
        return complain(table->arguments, "cmd.level.unknown",
                        WITH(word_string("given", name),
                             word_string("levels", list_players(&list, table->game))));
    if (!arguments_number(table->arguments, "nodes", 1, 1000000000, &nodes))
        return false;
    table->nodes = (uint64_t)nodes;
    return true;
}

/* The fewest seats that the people fit on, unless it is said how many. */
static bool choose_seats(struct table *table)
{
    int64_t people = 1;
    struct state *state = &table->start.head;
    if (state->seats != 0)
        return true;
    if (!arguments_number(table->arguments, "people", 0, table->game->seats_max, &people))
        return false;
    state->seats = table->game->seats_min;
    if (people > state->seats)
        state->seats = (uint8_t)people;
    return true;
}

static bool begin_match(struct table *table, const uint8_t key[CHANCE_KEY_SIZE], bool dealt)
{
    struct match_setup setup = {
        .game = table->game,
        .seats = table->start.head.seats,
        .start = dealt ? NULL : &table->start.head,
        .log = table->log,
        .capacity = LOG_MAX,
        .level = table->level,
    };
    uint64_t seed;
    if (!seat_bots(table, &setup.bots))
        return false;
    CHECK(table->game->plies_max <= LOG_MAX);
    memcpy(setup.option, table->start.head.option, sizeof setup.option);
    memcpy(setup.key, key, sizeof setup.key);
    memcpy(&seed, key, sizeof seed);
    search_rng_init(&table->rng, seed);
    CHECK(match_init(&table->match, &setup, system_millis()) == NULL);
    return true;
}

static bool set_up(struct table *table, uint8_t key[CHANCE_KEY_SIZE])
{
    const struct arguments *arguments = table->arguments;
    const char *position = arguments_value(arguments, "position");
    if (!setup_game(arguments, arguments->words[0], &table->game) ||
        !setup_head(arguments, table->game, &table->start.head) || !setup_key(arguments, key))
        return false;
    if (position ? !setup_position(arguments, table->game, &table->start.head, position)
                 : !choose_seats(table))
        return false;
    return choose_level(table) && begin_match(table, key, !position) && play_record_open(table);
}

static void greet(const struct table *table)
{
    char key[NAME_TEXT_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "level.");
    text_string(&text, table->level);
    const char *level = voice_knows(key) ? words_find(table->voice->language, key) : table->level;
    for (int seat = 0; seat < table->match.state.head.seats; seat++) {
        char name[NAME_TEXT_MAX];
        play_name(table, seat, name);
        voice_say(table->voice, play_is_person(table, seat) ? "play.person" : "play.bot",
                  WITH(word_string("name", name), word_string("level", level)));
    }
    voice_say(table->voice, "play.start", WITH_NOTHING);
}

/* After the end, so that it tells nothing before: the same key deals the same
 * cards again. */
static void tell_key(const struct table *table, const uint8_t key[CHANCE_KEY_SIZE])
{
    char hex[2 * CHANCE_KEY_SIZE + 1];
    struct text text;
    text_init(&text, hex, sizeof hex);
    text_hex(&text, key, CHANCE_KEY_SIZE);
    voice_say(table->voice, "play.key", WITH(word_string("key", hex)));
}

static bool is_screen(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && terminal && !string_equal(terminal, "dumb");
}

static int run_play(const struct arguments *arguments)
{
    static struct table table; /* large, and untouched pages cost nothing */
    uint8_t key[CHANCE_KEY_SIZE];
    table.arguments = arguments;
    table.voice = &arguments->out;
    table.ascii = arguments_has(arguments, "ascii");
    table.echo = isatty(STDIN_FILENO) != 1;
    table.screen = !table.echo && is_screen();
    table.shown_to = NO_SEAT;
    crew_init(&table.crew, crew_cores());
    if (!set_up(&table, key))
        return STATUS_USAGE;
    greet(&table);
    run_table(&table);
    if (table.game->hidden && !arguments_has(arguments, "position"))
        tell_key(&table, key);
    return play_record_close(&table) ? STATUS_OK : STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"option", "NAME=VALUE", "cmd.parameter.option"},
    {"seats", "N", "cmd.parameter.seats"},
    {"people", "N", "cmd.play.people"},
    {"seat", "N", "cmd.play.seat"},
    {"level", "NAME", "cmd.play.level"},
    {"nodes", "N", "cmd.play.nodes"},
    {"key", "HEX", "cmd.parameter.key"},
    {"position", "TEXT", "cmd.play.position"},
    {"record", "FILE", "play.parameter.record"},
    {"ascii", NULL, "cmd.play.ascii"},
    {NULL, NULL, NULL},
};

const struct command command_play = {
    .name = "play",
    .usage = "GAME [--seats N] [--people N] [--level NAME] …",
    .help = "cmd.play.help",
    .more = "cmd.play.more",
    .words_min = 1,
    .words_max = 1,
    .parameters = parameters,
    .run = run_play,
};
