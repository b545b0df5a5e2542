/* SPDX-License-Identifier: MIT */
/*
 * One game of an arena.
 *
 * Who goes first where several may act: the one who moved last, if it has one thing left to do (a
 * call of its last card), unless it forgets it, and then another goes first; else one of them by
 * lot, from the game's own seed. Whoever is asked moves, so nobody can wait for ever.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "cmd/arena.h"
#include "cmd/system.h"
#include "match/record.h"

enum {
    PROGRAM_PATIENCE = 60000, /* for a move of a program whose time is not bounded */
};

static int64_t micros_now(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- asking ---- */

static void ask_bot(struct worker *w, const struct contestant *c, uint64_t seed)
{
    struct search_rng rng;
    struct question question = {
        .game = w->arena->game,
        .view = &w->view.head,
        .skill = c->player.skill,
        .budget = {.nodes = (uint64_t)c->nodes, .stop = &w->arena->stop},
        .rng = &rng,
        .memory = w->memory,
        .memory_size = c->memory,
    };
    if (c->millis > 0) {
        question.budget.clock_ms = system_millis;
        question.budget.deadline_ms = system_millis() + c->millis;
    }
    search_rng_init(&rng, seed);
    bot_think(c->player.bot, &question, &w->advice);
}

static void write_options(struct json_out *out, const struct game *game, const struct state *state)
{
    json_out_key(out, "options");
    json_out_open(out, '{');
    for (int i = 0; game->options[i].name; i++) {
        json_out_key(out, game->options[i].name);
        json_out_string(out, game->options[i].values[state->option[i]]);
    }
    json_out_close(out, '}');
}

static void write_number(struct json_out *out, const char *key, int64_t number)
{
    json_out_key(out, key);
    json_out_integer(out, number);
}

static void write_string(struct json_out *out, const char *key, const char *string)
{
    json_out_key(out, key);
    json_out_string(out, string);
}

/* The request behind its id, with the line feed. */
static void write_request(struct worker *w, const struct contestant *c, struct text *text)
{
    char position[POSITION_MAX];
    struct text view;
    struct json_out out;
    const struct state *state = &w->view.head;
    text_init(&view, position, sizeof position);
    game_write(w->arena->game, state, &view);
    json_out_init(&out, text);
    write_string(&out, "do", "best");
    write_string(&out, "game", w->arena->game->name);
    write_number(&out, "seats", state->seats);
    write_options(&out, w->arena->game, state);
    write_string(&out, "position", position);
    write_number(&out, "seat", state->viewer);
    if (c->level[0] != '\0')
        write_string(&out, "level", c->level);
    if (c->nodes > 0)
        write_number(&out, "nodes", c->nodes);
    if (c->millis > 0)
        write_number(&out, "millis", c->millis);
    text_string(text, "}\n");
    CHECK(!text->overflow && !view.overflow);
}

/* The thread's own process of this player. */
static struct program *running_program(struct worker *w, int player)
{
    struct program *program = w->programs[player];
    if (!program) {
        program = w->programs[player] = calloc(1, sizeof *program);
        if (!program)
            return NULL;
        program->command = w->arena->contestants[player].command;
    }
    return program->pid != 0 || program_start(program) ? program : NULL;
}

/* Asks; the protocol has no memory, so a program that has ended is started again and asked the
 * same once more. */
static enum reply ask_program(struct worker *w, int player, struct answer_text *answer,
                              int64_t *micros)
{
    const struct contestant *c = &w->arena->contestants[player];
    char bytes[REQUEST_TEXT_MAX];
    struct text request;
    enum reply reply = REPLY_DEAD;
    text_init(&request, bytes, sizeof bytes);
    write_request(w, c, &request);
    for (int attempt = 0; attempt < 2 && reply == REPLY_DEAD; attempt++) {
        struct program *program = running_program(w, player);
        if (!program)
            break;
        *micros = micros_now();
        int64_t patience = c->millis > 0 ? c->millis : PROGRAM_PATIENCE;
        reply = program_ask(program, bytes, system_millis() + patience + c->grace, &w->arena->stop,
                            answer);
        w->restarts += reply == REPLY_DEAD && attempt == 0;
    }
    if (reply == REPLY_DEAD) {
        w->dead = player;
        w->dead_status = w->programs[player] ? w->programs[player]->status : -1;
    }
    return reply;
}

/* What the seat's player wants to do, and what it cost. */
static enum reply ask(struct worker *w, int seat, uint64_t seed, move *m, struct effort *efforts)
{
    int player = w->seating[seat];
    const struct contestant *c = &w->arena->contestants[player];
    struct effort *effort = &efforts[player];
    struct answer_text answer = {.nodes = -1};
    enum reply reply = REPLY_MOVE;
    game_observe(w->arena->game, &w->match.state.head, seat, &w->view.head);
    int64_t start = micros_now();
    if (c->command) {
        reply = ask_program(w, player, &answer, &start);
    } else {
        ask_bot(w, c, seed);
        answer.nodes = (int64_t)w->advice.nodes;
        *m = w->advice.best;
    }
    int64_t micros = micros_now() - start;
    effort->moves++;
    effort->nodes += answer.nodes >= 0 ? answer.nodes : 0;
    effort->silent += answer.nodes < 0;
    effort->micros += micros;
    if (micros > effort->micros_max)
        effort->micros_max = micros;
    if (!c->command)
        return reply;
    memcpy(w->trouble, answer.trouble, sizeof w->trouble);
    if (reply == REPLY_MOVE &&
        game_read_move(w->arena->game, &w->match.state.head, seat, answer.move, &w->moves, m))
        return REPLY_ILLEGAL;
    return reply;
}

/* ---- who is next ---- */

static bool forgets(struct worker *w, int seat)
{
    return player_forgets(&w->arena->contestants[w->seating[seat]].player, w->arena->game,
                          &w->match.state.head, seat, &w->turns);
}

static int nth_seat(unsigned seats, uint32_t skip)
{
    for (; skip > 0; skip--)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

static int pick_seat(struct worker *w)
{
    const struct state *state = &w->match.state.head;
    unsigned actors = state->actors, ready = actors;
    if ((actors & (actors - 1)) == 0)
        return __builtin_ctz(actors);
    if (state_acts(state, w->last_seat) &&
        game_legal(w->arena->game, state, w->last_seat, &w->moves) == 1) {
        if (!forgets(w, w->last_seat))
            return w->last_seat;
        ready &= ~(1u << w->last_seat);
    }
    return nth_seat(ready, search_rng_below(&w->turns, (uint32_t)__builtin_popcount(ready)));
}

/* ---- the game ---- */

static void begin(struct worker *w, int64_t pair, int rotation)
{
    struct arena *arena = w->arena;
    int seats = arena->design.seats;
    struct match_setup setup = {
        .game = arena->game,
        .seats = seats,
        .log = w->log,
        .capacity = arena->game->plies_max,
        .bots = (uint16_t)((1u << seats) - 1),
    };
    memcpy(setup.option, arena->head.head.option, sizeof setup.option);
    design_key(&arena->design, pair, setup.key);
    CHECK(!match_init(&w->match, &setup, 0));
    design_seating(&arena->design, pair, rotation, w->seating);
    for (int seat = 0; seat < seats; seat++) {
        const struct contestant *c = &arena->contestants[w->seating[seat]];
        CHECK(seat_set_name(&w->match.seats[seat], c->name));
        seat_set_level(&w->match.seats[seat], c->level); /* if it is one, and fits */
    }
    search_rng_init(&w->turns, design_seed(&arena->design, STREAM_TURNS, pair, rotation, 0, 0));
    w->last_seat = NO_SEAT;
}

/* Legal by bot_think or game_read_move; the match looks once more. */
static void make_move(struct worker *w, int seat, move m)
{
    CHECK(!match_play_move(&w->match, seat, VERSION_ANY, m, 0, &w->moves, &w->events));
    w->last_seat = seat;
}

static enum game_end end_of(enum reply reply)
{
    switch (reply) {
    case REPLY_ILLEGAL: return GAME_ILLEGAL;
    case REPLY_UNREADABLE: return GAME_UNREADABLE;
    case REPLY_REFUSED: return GAME_REFUSED;
    case REPLY_LATE: return GAME_LATE;
    case REPLY_MOVE:
    case REPLY_DEAD:
    case REPLY_STOPPED: break;
    }
    return GAME_RULES;
}

/* Cut off: all share the first place. Forfeited: all but one do. */
static void judge(struct worker *w, struct game_result *result)
{
    int seats = w->match.state.head.seats;
    if (result->loser != NO_SEAT && seats == 2)
        CHECK(!match_resign(&w->match, result->loser, 0));
    match_stop(&w->match, 0);
    match_outcome(&w->match, &result->outcome);
    if (result->end == GAME_RULES)
        return;
    for (int seat = 0; seat < seats; seat++)
        result->outcome.place[seat] = 1;
    if (result->loser != NO_SEAT)
        result->outcome.place[result->loser] = (uint8_t)seats;
}

bool arena_play(struct worker *w, int64_t pair, int rotation, struct game_result *result)
{
    const struct state *state = &w->match.state.head;
    *result = (struct game_result){.loser = NO_SEAT};
    begin(w, pair, rotation);
    while (!state_over(state) && result->end == GAME_RULES) {
        int seat = pick_seat(w);
        uint64_t seed =
            design_seed(&w->arena->design, STREAM_MOVE, pair, rotation, result->plies, seat);
        move m = 0;
        enum reply reply = ask(w, seat, seed, &m, result->effort);
        if (reply == REPLY_DEAD || atomic_load(&w->arena->stop))
            return false;
        result->end = end_of(reply);
        if (reply != REPLY_MOVE) {
            result->loser = seat;
            memcpy(result->trouble, w->trouble, sizeof result->trouble);
            break;
        }
        make_move(w, seat, m);
        if (++result->plies >= w->arena->plies_max && !state_over(state))
            result->end = GAME_PLIES;
    }
    judge(w, result);
    result->record = arena_write_record(w, pair, rotation, result->end);
    result->played = true;
    return true;
}

/* ---- a thread's things ---- */

struct worker *worker_new(struct arena *arena)
{
    struct worker *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->arena = arena;
    w->dead = -1;
    w->memory = malloc(BOT_MEMORY_USUAL);
    w->log = calloc(arena->game->plies_max, sizeof *w->log);
    if (arena->records) {
        size_t size = (size_t)arena->plies_max * (MOVE_TEXT_MAX + 4) + 64 * RECORD_LINE_MAX;
        w->record_bytes = malloc(size);
        if (w->record_bytes)
            text_init(&w->record, w->record_bytes, size);
    }
    if (w->memory && w->log && (!arena->records || w->record_bytes))
        return w;
    worker_free(w);
    return NULL;
}

void worker_free(struct worker *w)
{
    for (int i = 0; i < CONTESTANTS_MAX; i++) {
        if (w->programs[i])
            program_end(w->programs[i]);
        free(w->programs[i]);
    }
    free(w->record_bytes);
    free(w->log);
    free(w->memory);
    free(w);
}
