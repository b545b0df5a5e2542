/* SPDX-License-Identifier: MIT */
/*
 * One game of an arena.
 *
 * When several seats may act, the one that moved last goes first if it has exactly one thing left
 * to do (calling its last card), unless it forgets to; otherwise the game's own seed picks one. A
 * seat that is asked must move, so nobody can wait forever.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "arena/arena.h"
#include "base/check.h"
#include "match/record.h"
#include "system/system.h"

enum {
    PROGRAM_PATIENCE = 60000, /* for a move of a program without a time limit */
};

static int64_t micros_now(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* This thread's processor time: a bot thinks in the thread that asks it. */
static int64_t thread_millis(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- asking ---- */

static void ask_bot(struct arena_worker *w, const struct contestant *c, uint64_t seed)
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
    if (c->millis > 0 || c->cpu > 0) {
        question.budget.clock_ms = c->cpu > 0 ? thread_millis : system_millis;
        question.budget.deadline_ms =
            question.budget.clock_ms() + (c->cpu > 0 ? c->cpu : c->millis);
    }
    search_rng_init(&rng, seed);
    bot_think(c->player.bot, &question, &w->advice);
}

static void write_options(struct json_out *out, const struct game *game, const struct state *state)
{
    json_put_open(out, "options", '{');
    for (int i = 0; game->options[i].name; i++) {
        json_put_string(out, game->options[i].name, game->options[i].values[state->option[i]]);
    }
    json_out_close(out, '}');
}

/* The request after its id, with the line feed. */
static void write_request(struct arena_worker *w, const struct contestant *c, struct text *text)
{
    char position[POSITION_MAX];
    struct text view;
    struct json_out out;
    const struct state *state = &w->view.head;
    text_init(&view, position, sizeof position);
    game_write(w->arena->game, state, &view);
    json_out_init(&out, text);
    json_put_string(&out, "do", "best");
    json_put_string(&out, "game", w->arena->game->name);
    json_put_integer(&out, "seats", state->seats);
    write_options(&out, w->arena->game, state);
    json_put_string(&out, "position", position);
    json_put_integer(&out, "seat", state->viewer);
    if (c->level[0] != '\0')
        json_put_string(&out, "level", c->level);
    if (c->nodes > 0)
        json_put_integer(&out, "nodes", c->nodes);
    if (c->millis > 0)
        json_put_integer(&out, "millis", c->millis);
    text_string(text, "}\n");
    CHECK(!text->overflow && !view.overflow);
}

/* This thread's process of the player. */
static struct program *running_program(struct arena_worker *w, int player)
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

/* Asks. The protocol is stateless, so a program that has died is restarted and asked the same
 * again. */
static enum reply ask_program(struct arena_worker *w, int player, struct answer_text *answer,
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

/* A player that ignores options is asked as if the printed rules held; if the rules in force refuse
 * its move, it thinks again. */
static move ask_seat(struct arena_worker *w, const struct contestant *c, int seat, uint64_t seed)
{
    const struct game *game = w->arena->game;
    const struct state *state = &w->match.state.head;
    if (arena_as_printed(game, state, c->ignored, &w->printed) &&
        state_acts(&w->printed.head, seat)) {
        game_observe(game, &w->printed.head, seat, &w->view.head);
        ask_bot(w, c, seed);
        if (game_is_legal(game, state, seat, w->advice.best, &w->moves))
            return w->advice.best;
    }
    game_observe(game, state, seat, &w->view.head);
    ask_bot(w, c, seed);
    return w->advice.best;
}

/* The move that the seat's player wants, and its cost. */
static enum reply ask(struct arena_worker *w, int seat, uint64_t seed, move *m,
                      struct effort *efforts)
{
    int player = w->seating[seat];
    const struct contestant *c = &w->arena->contestants[player];
    struct effort *effort = &efforts[player];
    struct answer_text answer = {.nodes = -1};
    enum reply reply = REPLY_MOVE;
    int64_t start = micros_now();
    if (c->command) {
        game_observe(w->arena->game, &w->match.state.head, seat, &w->view.head);
        reply = ask_program(w, player, &answer, &start);
    } else {
        *m = ask_seat(w, c, seat, seed);
        answer.nodes = (int64_t)w->advice.nodes;
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

static bool forgets(struct arena_worker *w, int seat)
{
    return player_forgets(&w->arena->contestants[w->seating[seat]].player, w->arena->game,
                          &w->match.state.head, seat, &w->turns);
}

/* A player that ignores an option does not see what only that lets it do. */
static bool notices(struct arena_worker *w, int seat)
{
    uint16_t ignored = w->arena->contestants[w->seating[seat]].ignored;
    return !arena_as_printed(w->arena->game, &w->match.state.head, ignored, &w->printed) ||
           state_acts(&w->printed.head, seat);
}

static int nth_seat(unsigned seats, uint32_t skip)
{
    for (; skip > 0; skip--)
        seats &= seats - 1;
    return __builtin_ctz(seats);
}

static int pick_seat(struct arena_worker *w)
{
    const struct state *state = &w->match.state.head;
    unsigned actors = state->actors, ready = actors;
    if ((actors & (actors - 1)) == 0)
        return __builtin_ctz(actors);
    if (player_goes_on(w->arena->game, state, w->last_seat)) {
        if (!forgets(w, w->last_seat))
            return w->last_seat;
        ready &= ~(1u << w->last_seat);
    }
    for (int seat = 0; seat < state->seats; seat++)
        if ((ready >> seat & 1) != 0 && !notices(w, seat))
            ready &= ~(1u << seat);
    if (ready == 0) /* only a forgetful player can go on */
        return w->last_seat;
    return nth_seat(ready, search_rng_below(&w->turns, (uint32_t)__builtin_popcount(ready)));
}

/* ---- the game ---- */

static void start_game(struct arena_worker *w, int64_t pair, int rotation)
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
    w->last_seat = NO_SEAT;
    arena_begin_game(w, &setup, pair);
    design_seating(&arena->design, pair, rotation, w->seating);
    for (int seat = 0; seat < seats; seat++) {
        const struct contestant *c = &arena->contestants[w->seating[seat]];
        CHECK(seat_set_name(&w->match.seats[seat], c->name));
        seat_set_level(&w->match.seats[seat], c->level); /* if it is a level, and fits */
    }
    search_rng_init(&w->turns, design_seed(&arena->design, STREAM_TURNS, pair, rotation, 0, 0));
}

/* bot_think or game_read_move made sure it is legal; the match checks again. */
static void make_move(struct arena_worker *w, int seat, move m)
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

/* Cut off: everybody shares the first place. Forfeited: everybody but the loser does. */
static void judge(struct arena_worker *w, struct game_result *result)
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

bool arena_play(struct arena_worker *w, int64_t pair, int rotation, struct game_result *result)
{
    const struct state *state = &w->match.state.head;
    *result = (struct game_result){.loser = NO_SEAT};
    start_game(w, pair, rotation);
    result->plies = w->match.count;
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

struct arena_worker *worker_new(struct arena *arena)
{
    struct arena_worker *w = calloc(1, sizeof *w);
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

void worker_free(struct arena_worker *w)
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
