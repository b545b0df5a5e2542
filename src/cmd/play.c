/* SPDX-License-Identifier: MIT */
/*
 * `kufsa play`: the table, its record, and who is asked next.
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
#include "cmd/lists.h"
#include "cmd/setup.h"
#include "cmd/system.h"

static bool is_person(const struct table *table, int seat)
{
    return (table->people >> seat & 1) != 0;
}

int play_viewer(const struct table *table)
{
    if (table->people == 0 || (table->people & (table->people - 1)) != 0)
        return SPECTATOR;
    return __builtin_ctz(table->people);
}

/* ---- the record ---- */

/* Did a person see a card that was face down before? */
static bool people_saw(const struct table *table)
{
    for (int i = 0; i < table->events.count; i++) {
        const struct event *event = &table->events.list[i];
        bool seen = event->seen == SEEN_BY_ALL || (event->seen & table->people) != 0;
        if ((event->from.zone == ZONE_PILE && seen) || event->kind == EVENT_DEAL)
            return true;
    }
    return false;
}

void play_move(struct table *table, int seat, move m)
{
    char buffer[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    table->game->write_move(&table->state.head, m, &text);
    table->events.count = 0;
    bool dry = !game_apply(table->game, &table->state.head, seat, m, &table->events);
    table->record[table->count++] = (struct ply){m, seat, people_saw(table)};
    table->last_seat = seat;
    table->waited = 0;
    if (dry) {
        voice_say(table->voice, "cmd.engine.dry", WITH_NOTHING);
        table->ending = ENDING_STOPPED;
        return;
    }
    play_tell_move(table, seat, buffer);
    if (!state_over(&table->state.head) && (uint32_t)table->count >= table->game->plies_max)
        table->ending = ENDING_LONG;
}

const char *play_undo(struct table *table, int seat)
{
    int target = table->count - 1;
    while (target >= 0 && table->record[target].seat != seat)
        target--;
    if (target < 0)
        return "play.undo.none";
    for (int i = target; i < table->count; i++)
        if (table->record[i].seen)
            return "play.undo.seen";
    state_copy(&table->state.head, &table->start.head);
    table->events.count = 0;
    for (int i = 0; i < target; i++) {
        table->events.count = 0;
        game_apply(table->game, &table->state.head, table->record[i].seat, table->record[i].move,
                   &table->events);
    }
    table->count = target;
    table->waited = 0;
    table->last_seat = target > 0 ? table->record[target - 1].seat : NO_SEAT;
    return NULL;
}

/* ---- bots ---- */

void play_think(struct table *table, int seat, uint64_t nodes, int64_t millis)
{
    struct budget budget = {.nodes = nodes};
    if (millis > 0) {
        budget.clock_ms = system_millis;
        budget.deadline_ms = system_millis() + millis;
    }
    game_observe(table->game, &table->state.head, seat, &table->view.head);
    table->level->bot->think(table->bot_memory, sizeof table->bot_memory, table->game,
                             &table->view.head, &table->rng, &budget, &table->advice);
}

static void move_bot(struct table *table, int seat)
{
    fflush(table->voice->file);
    if (table->nodes > 0)
        play_think(table, seat, table->nodes, 0);
    else
        play_think(table, seat, table->level->nodes, table->level->millis);
    play_move(table, seat, table->advice.best);
}

/* ---- who is next ---- */

/* A bot that just moved and has but one thing left to do while others may act
 * does it at once. */
static bool goes_on(struct table *table)
{
    const struct state *state = &table->state.head;
    int seat = table->last_seat;
    if (seat == NO_SEAT || !state_acts(state, seat) || (table->waited >> seat & 1))
        return false;
    return is_person(table, seat) || game_legal(table->game, state, seat, &table->moves) == 1;
}

static int pick_seat(struct table *table)
{
    unsigned actors = table->state.head.actors;
    unsigned people = actors & table->people & ~(unsigned)table->waited;
    unsigned bots = actors & ~(unsigned)table->people;
    if (goes_on(table))
        return table->last_seat;
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
    while (!state_over(&table->state.head) && table->ending == ENDING_NONE) {
        int seat = pick_seat(table);
        if (is_person(table, seat))
            play_ask(table, seat);
        else
            move_bot(table, seat);
    }
    if (table->ending == ENDING_NONE)
        play_draw(table, play_viewer(table));
    play_tell_end(table);
}

/* ---- the command line ---- */

static bool seat_people(struct table *table)
{
    int seats = table->state.head.seats;
    int64_t people = 1, first = 0;
    if (!arguments_number(table->arguments, "people", 0, seats, &people) ||
        !arguments_number(table->arguments, "seat", 0, seats - 1, &first))
        return false;
    for (int64_t i = 0; i < people; i++)
        table->people |= (uint16_t)(1u << (first + i) % seats);
    return true;
}

static bool choose_level(struct table *table)
{
    const char *name = arguments_value(table->arguments, "level");
    int64_t nodes = 0;
    struct list list;
    table->level = name ? level_find(name) : level_usual();
    if (!table->level)
        return complain(
            table->arguments, "cmd.level.unknown",
            WITH(word_string("given", name), word_string("levels", list_levels(&list))));
    if (!arguments_number(table->arguments, "nodes", 1, 1000000000, &nodes))
        return false;
    table->nodes = (uint64_t)nodes;
    return true;
}

/* The fewest seats that the people fit on, unless it is said how many. */
static bool choose_seats(struct table *table)
{
    int64_t people = 1;
    struct state *state = &table->state.head;
    if (state->seats != 0)
        return true;
    if (!arguments_number(table->arguments, "people", 0, table->game->seats_max, &people))
        return false;
    state->seats = table->game->seats_min;
    if (people > state->seats)
        state->seats = (uint8_t)people;
    return true;
}

static bool set_up(struct table *table, uint8_t key[CHANCE_KEY_SIZE])
{
    const struct arguments *arguments = table->arguments;
    const char *position = arguments_value(arguments, "position");
    uint64_t seed;
    if (!setup_game(arguments, arguments->words[0], &table->game) ||
        !setup_head(arguments, table->game, &table->state.head) || !setup_key(arguments, key))
        return false;
    CHECK(table->game->plies_max <= RECORD_MAX);
    if (position) {
        if (!setup_position(arguments, table->game, &table->state.head, position))
            return false;
    } else {
        if (!choose_seats(table))
            return false;
        game_deal(table->game, &table->state.head, key);
    }
    memcpy(&seed, key, sizeof seed);
    search_rng_init(&table->rng, seed);
    state_copy(&table->start.head, &table->state.head);
    return seat_people(table) && choose_level(table);
}

static void greet(const struct table *table)
{
    char level[NAME_TEXT_MAX];
    struct text text;
    text_init(&text, level, sizeof level);
    text_string(&text, "level.");
    text_string(&text, table->level->name);
    const char *level_name = words_find(table->voice->language, level);
    for (int seat = 0; seat < table->state.head.seats; seat++) {
        char name[NAME_TEXT_MAX];
        play_name(table, seat, name);
        voice_say(table->voice, is_person(table, seat) ? "play.person" : "play.bot",
                  WITH(word_string("name", name), word_string("level", level_name)));
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
    static struct table table;
    uint8_t key[CHANCE_KEY_SIZE];
    table.arguments = arguments;
    table.voice = &arguments->out;
    table.ascii = arguments_has(arguments, "ascii");
    table.echo = isatty(STDIN_FILENO) != 1;
    table.screen = !table.echo && is_screen();
    table.shown_to = table.last_seat = NO_SEAT;
    if (!set_up(&table, key))
        return STATUS_USAGE;
    greet(&table);
    run_table(&table);
    if (table.game->hidden && !arguments_has(arguments, "position"))
        tell_key(&table, key);
    return STATUS_OK;
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
