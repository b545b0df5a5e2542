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
#include "cmd/screen_run.h"
#include "cmd/setup.h"
#include "cmd/system.h"

bool play_is_person(const struct sitting *sitting, int seat)
{
    return (match_people(&sitting->match) >> seat & 1) != 0;
}

int play_viewer(const struct sitting *sitting)
{
    uint16_t people = match_people(&sitting->match);
    if (people == 0 || (people & (people - 1)) != 0)
        return SPECTATOR;
    return __builtin_ctz(people);
}

/* ---- moves ---- */

void play_move(struct sitting *sitting, int seat, move m)
{
    struct match *match = &sitting->match;
    int64_t now = system_millis();
    char buffer[MOVE_TEXT_MAX];
    struct text text;
    const char *reason;
    text_init(&text, buffer, sizeof buffer);
    sitting->game->write_move(&match->state.head, m, &text);
    if (play_is_person(sitting, seat))
        reason =
            match_play(match, seat, match->version, buffer, now, &sitting->moves, &sitting->events);
    else
        reason =
            match_play_move(match, seat, match->version, m, now, &sitting->moves, &sitting->events);
    sitting->waited = 0;
    if (reason) { /* the move was legal: only a shuffle can fail */
        voice_say(sitting->voice, reason, WITH_NOTHING);
        return;
    }
    play_record(sitting);
    play_tell_move(sitting, seat, buffer);
}

/* ---- bots ---- */

void play_think(struct sitting *sitting, int seat, const struct player *player, uint64_t nodes,
                int64_t millis)
{
    struct question question = {
        .game = sitting->game,
        .view = &sitting->view.head,
        .skill = player->skill,
        .budget = {.nodes = nodes},
        .rng = &sitting->rng,
        .memory = sitting->bot_memory,
        .memory_size = sizeof sitting->bot_memory,
        .crew = &sitting->crew,
    };
    if (millis > 0) {
        question.budget.clock_ms = system_millis;
        question.budget.deadline_ms = system_millis() + millis;
    }
    game_observe(sitting->game, &sitting->match.state.head, seat, &sitting->view.head);
    bot_think(player->bot, &question, &sitting->advice);
}

static void move_bot(struct sitting *sitting, int seat)
{
    fflush(sitting->voice->file);
    if (sitting->nodes > 0)
        play_think(sitting, seat, &sitting->bot, sitting->nodes, 0);
    else
        play_think(sitting, seat, &sitting->bot, sitting->bot.skill.nodes,
                   sitting->bot.skill.millis);
    play_move(sitting, seat, sitting->advice.best);
}

/* ---- who is next ---- */

/* A bot that just moved and has but one thing left to do while others may act
 * does it at once, or forgets it. */
static bool goes_on(struct sitting *sitting, int *goes)
{
    const struct state *state = &sitting->match.state.head;
    const struct match *match = &sitting->match;
    int seat = match->count > 0 ? match->log[match->count - 1].seat : NO_SEAT;
    if (seat == NO_SEAT || !state_acts(state, seat) || (sitting->waited >> seat & 1))
        return false;
    *goes = seat;
    if (play_is_person(sitting, seat))
        return true;
    if (player_forgets(&sitting->bot, sitting->game, state, seat, &sitting->rng)) {
        sitting->waited |= (uint16_t)(1u << seat);
        return false;
    }
    return sitting->game->legal(state, seat, NULL) == 1;
}

static int pick_seat(struct sitting *sitting)
{
    unsigned actors = sitting->match.state.head.actors;
    int seat;
    if (goes_on(sitting, &seat))
        return seat;
    unsigned people = actors & match_people(&sitting->match) & ~(unsigned)sitting->waited;
    unsigned bots = match_bots_due(&sitting->match) & ~(unsigned)sitting->waited;
    if (people)
        return __builtin_ctz(people);
    if (bots) {
        for (uint32_t skip = search_rng_below(&sitting->rng, (uint32_t)__builtin_popcount(bots));
             skip > 0; skip--)
            bots &= bots - 1;
        return __builtin_ctz(bots);
    }
    sitting->waited = 0; /* everybody let the others go first */
    return __builtin_ctz(actors);
}

static void run_table(struct sitting *sitting)
{
    while (!match_over(&sitting->match) && !sitting->quit) {
        int seat = pick_seat(sitting);
        if (play_is_person(sitting, seat))
            play_ask(sitting, seat);
        else
            move_bot(sitting, seat);
    }
    match_stop(&sitting->match, system_millis());
    play_record(sitting);
    if (sitting->match.ending == ENDING_RULES)
        play_draw(sitting, play_viewer(sitting));
    play_tell_end(sitting);
}

/* ---- the command line ---- */

/* Bit s: the computer plays on seat s. */
static bool seat_bots(struct sitting *sitting, uint16_t *bots)
{
    int seats = sitting->start.head.seats;
    int64_t people = 1, first = 0;
    if (!arguments_number(sitting->arguments, "people", 0, seats, &people) ||
        !arguments_number(sitting->arguments, "seat", 0, seats - 1, &first))
        return false;
    *bots = (uint16_t)((1u << seats) - 1);
    for (int64_t i = 0; i < people; i++)
        *bots &= (uint16_t) ~(1u << (first + i) % seats);
    return true;
}

static bool choose_level(struct sitting *sitting)
{
    const char *name = arguments_value(sitting->arguments, "level");
    if (!name)
        name = arguments_value(sitting->arguments, "bots");
    int64_t nodes = 0;
    struct list list;
    sitting->level = name ? name : level_name(LEVEL_USUAL);
    if (!player_find(sitting->game, sitting->level, &sitting->bot))
        return complain(sitting->arguments, "cmd.level.unknown",
                        WITH(word_string("given", name),
                             word_string("levels", list_players(&list, sitting->game))));
    if (!arguments_number(sitting->arguments, "nodes", 1, 1000000000, &nodes))
        return false;
    sitting->nodes = (uint64_t)nodes;
    return true;
}

/* The fewest seats that the people fit on, unless it is said how many. */
static bool choose_seats(struct sitting *sitting)
{
    int64_t people = 1;
    struct state *state = &sitting->start.head;
    if (state->seats != 0)
        return true;
    if (!arguments_number(sitting->arguments, "people", 0, sitting->game->seats_max, &people))
        return false;
    state->seats = sitting->game->seats_min;
    if (people > state->seats)
        state->seats = (uint8_t)people;
    return true;
}

static bool begin_match(struct sitting *sitting, const uint8_t key[CHANCE_KEY_SIZE], bool dealt)
{
    struct match_setup setup = {
        .game = sitting->game,
        .seats = sitting->start.head.seats,
        .start = dealt ? NULL : &sitting->start.head,
        .log = sitting->log,
        .capacity = LOG_MAX,
        .level = sitting->level,
    };
    uint64_t seed;
    if (!seat_bots(sitting, &setup.bots))
        return false;
    CHECK(sitting->game->plies_max <= LOG_MAX);
    memcpy(setup.option, sitting->start.head.option, sizeof setup.option);
    memcpy(setup.key, key, sizeof setup.key);
    memcpy(&seed, key, sizeof seed);
    search_rng_init(&sitting->rng, seed);
    CHECK(match_init(&sitting->match, &setup, system_millis()) == NULL);
    return true;
}

/* Whom and what it is played with. */
static bool set_up(struct sitting *sitting, uint8_t key[CHANCE_KEY_SIZE])
{
    const struct arguments *arguments = sitting->arguments;
    const char *position = arguments_value(arguments, "position");
    if (!setup_head(arguments, sitting->game, &sitting->start.head) || !setup_key(arguments, key))
        return false;
    if (position ? !setup_position(arguments, sitting->game, &sitting->start.head, position)
                 : !choose_seats(sitting))
        return false;
    return choose_level(sitting);
}

/* A deal or a position of one's own, and bots with a budget, are for plain text and tests. */
static bool wants_screen(const struct arguments *arguments)
{
    return screen_there() && !arguments_has(arguments, "plain") &&
           !arguments_has(arguments, "key") && !arguments_has(arguments, "position") &&
           !arguments_has(arguments, "nodes");
}

/* The game that was named, or the one that somebody before a screen chooses. False: there is none,
 * and what the program exits with. */
static bool find_game(struct sitting *sitting, int *status)
{
    const struct arguments *arguments = sitting->arguments;
    *status = STATUS_USAGE;
    if (arguments->word_count > 0)
        return setup_game(arguments, arguments->words[0], &sitting->game);
    int chosen =
        wants_screen(arguments) ? choose_game(arguments, &sitting->game) : STATUS_NO_SCREEN;
    if (chosen == STATUS_NO_SCREEN)
        return arguments_few(arguments);
    *status = chosen;
    return sitting->game != NULL;
}

static void greet(const struct sitting *sitting)
{
    char key[NAME_TEXT_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "level.");
    text_string(&text, sitting->level);
    const char *level =
        voice_knows(key) ? words_find(sitting->voice->language, key) : sitting->level;
    for (int seat = 0; seat < sitting->match.state.head.seats; seat++) {
        char name[NAME_TEXT_MAX];
        play_name(sitting, seat, name);
        voice_say(sitting->voice, play_is_person(sitting, seat) ? "play.person" : "play.bot",
                  WITH(word_string("name", name), word_string("level", level)));
    }
    voice_say(sitting->voice, "play.start", WITH_NOTHING);
}

/* After the end, so that it tells nothing before: the same key deals the same
 * cards again. */
static void tell_key(const struct sitting *sitting, const uint8_t key[CHANCE_KEY_SIZE])
{
    char hex[2 * CHANCE_KEY_SIZE + 1];
    struct text text;
    text_init(&text, hex, sizeof hex);
    text_hex(&text, key, CHANCE_KEY_SIZE);
    voice_say(sitting->voice, "play.key", WITH(word_string("key", hex)));
}

static bool is_screen(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && terminal && !string_equal(terminal, "dumb");
}

static int run_play(const struct arguments *arguments)
{
    static struct sitting sitting; /* large, and untouched pages cost nothing */
    uint8_t key[CHANCE_KEY_SIZE];
    sitting.arguments = arguments;
    sitting.voice = &arguments->out;
    sitting.ascii = arguments_has(arguments, "ascii");
    sitting.echo = isatty(STDIN_FILENO) != 1;
    sitting.screen = !sitting.echo && is_screen();
    sitting.shown_to = NO_SEAT;
    crew_init(&sitting.crew, crew_cores());
    int status;
    if (!find_game(&sitting, &status))
        return status;
    if (!set_up(&sitting, key))
        return STATUS_USAGE;
    status = wants_screen(arguments) ? play_screen(&sitting) : STATUS_NO_SCREEN;
    if (status != STATUS_NO_SCREEN)
        return status;
    if (!begin_match(&sitting, key, !arguments_has(arguments, "position")) ||
        !play_record_open(&sitting))
        return STATUS_USAGE;
    greet(&sitting);
    run_table(&sitting);
    if (sitting.game->hidden && !arguments_has(arguments, "position"))
        tell_key(&sitting, key);
    return play_record_close(&sitting) ? STATUS_OK : STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"option", "NAME=VALUE", "cmd.parameter.option"},
    {"seats", "N", "cmd.parameter.seats"},
    {"people", "N", "cmd.play.people"},
    {"seat", "N", "cmd.play.seat"},
    {"level", "NAME", "cmd.play.level"},
    {"bots", "NAME", "join.parameter.bots"},
    {"nodes", "N", "cmd.play.nodes"},
    {"key", "HEX", "cmd.parameter.key"},
    {"position", "TEXT", "cmd.play.position"},
    {"record", "FILE", "play.parameter.record"},
    {"plain", NULL, "join.parameter.plain"},
    {"ascii", NULL, "cmd.play.ascii"},
    {"bidi", "on|off", "join.parameter.bidi"},
    {"name", "NAME", "join.parameter.name"},
    {NULL, NULL, NULL},
};

const struct command command_play = {
    .name = "play",
    .usage = "[GAME] [--seats N] [--people N] [--level NAME] …",
    .help = "cmd.play.help",
    .more = "cmd.play.more",
    .words_max = 1,
    .parameters = parameters,
    .run = run_play,
};
