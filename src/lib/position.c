/* SPDX-License-Identifier: MIT */
/* Positions and moves. */
#include <stdlib.h>
#include <string.h>

#include "lib/lib.h"

_Static_assert((int)KUFSA_SEATS_MAX == (int)SEATS_MAX &&
                   (int)KUFSA_KEY_SIZE == (int)CHANCE_KEY_SIZE &&
                   (int)KUFSA_MOVE_SIZE == (int)MOVE_TEXT_MAX &&
                   (int)KUFSA_POSITION_SIZE == (int)POSITION_MAX &&
                   (int)KUFSA_TRUTH == (int)TRUTH && (int)KUFSA_SPECTATOR == (int)SPECTATOR,
               "kufsa.h says the same");

/* ---- making them ---- */

struct kufsa_position *lib_position(const struct game *game, const struct state *state)
{
    struct kufsa_position *position = malloc(sizeof *position);
    if (!position)
        return NULL;
    position->game = game;
    position->listed = &position->own;
    position->own = (struct listed){.moves = NULL, .seat = NO_SEAT};
    memset(&position->state, 0, sizeof position->state);
    state_copy(&position->state.head, state);
    return position;
}

const char *lib_give(const struct game *game, const struct state *state,
                     struct kufsa_position **out)
{
    struct kufsa_position *position = lib_position(game, state);
    if (!position)
        return "library.memory.none";
    *out = position;
    return NULL;
}

void kufsa_position_free(struct kufsa_position *position)
{
    if (!position)
        return;
    free(position->own.moves);
    free(position);
}

void kufsa_key(uint64_t seed, uint64_t round, uint8_t key[KUFSA_KEY_SIZE])
{
    if (!key)
        return;
    memset(key, 0, KUFSA_KEY_SIZE);
    for (int i = 0; i < 8; i++) {
        key[i] = (uint8_t)(seed >> 8 * i);
        key[8 + i] = (uint8_t)(round >> 8 * i);
    }
}

const char *kufsa_deal(const char *game, int seats, const char *options,
                       const uint8_t key[KUFSA_KEY_SIZE], struct kufsa_position **out)
{
    const struct game *found;
    union any_state state;
    if (!key || !out)
        return "library.argument.null";
    const char *reason = lib_setting(game, seats, options, false, &found, &state.head);
    if (reason)
        return reason;
    game_deal(found, &state.head, key);
    return lib_give(found, &state.head, out);
}

const char *kufsa_read(const char *game, int seats, const char *options, const char *text,
                       struct kufsa_position **out)
{
    const struct game *found;
    union any_state state;
    if (!text || !out)
        return "library.argument.null";
    const char *reason = lib_setting(game, seats, options, true, &found, &state.head);
    if (!reason)
        reason = game_read(found, &state.head, text);
    return reason ? reason : lib_give(found, &state.head, out);
}

const char *kufsa_copy(const struct kufsa_position *position, struct kufsa_position **out)
{
    if (!position || !out)
        return "library.argument.null";
    return lib_give(position->game, &position->state.head, out);
}

/* ---- views ---- */

const char *lib_view(const struct kufsa_position *position, int viewer, union any_state *view)
{
    const struct state *state = &position->state.head;
    union any_state seen;
    if (viewer != SPECTATOR && (viewer < 0 || viewer >= state->seats))
        return "game.seat.range";
    if (state->viewer >= 0 && viewer != state->viewer && viewer != SPECTATOR)
        return "library.view.other"; /* one seat's view says nothing about another's */
    memset(&seen, 0, sizeof seen);
    state_copy(&seen.head, state);
    if (state->viewer != TRUTH)
        seen.head.viewer = (int8_t)viewer;
    game_observe(position->game, &seen.head, viewer, &view->head);
    return NULL;
}

const char *lib_decision(const struct kufsa_position *position, int seat, union any_state *view)
{
    const char *reason = seat == SPECTATOR ? "game.seat.range" : lib_view(position, seat, view);
    if (reason)
        return reason;
    if (!state_acts(&view->head, seat))
        return state_over(&view->head) ? "game.move.over" : "match.seat.turn";
    return position->game->legal(&view->head, seat, NULL) == HIDDEN ? "game.move.hidden" : NULL;
}

const char *kufsa_view(const struct kufsa_position *position, int viewer,
                       struct kufsa_position **out)
{
    union any_state view;
    if (!position || !out)
        return "library.argument.null";
    const char *reason = lib_view(position, viewer, &view);
    return reason ? reason : lib_give(position->game, &view.head, out);
}

const char *kufsa_imagine(const struct kufsa_position *position, uint64_t seed,
                          struct kufsa_position **out)
{
    struct kufsa_position *world;
    struct search_rng rng;
    const char *reason = kufsa_copy(position, &world);
    if (!out && !reason)
        kufsa_position_free(world);
    if (reason || !out)
        return reason ? reason : "library.argument.null";
    search_rng_init(&rng, seed);
    if (world->state.head.viewer != TRUTH)
        world->game->imagine(&world->state.head, &rng);
    *out = world;
    return NULL;
}

/* ---- what is known of one ---- */

const char *kufsa_write(const struct kufsa_position *position, char text[KUFSA_POSITION_SIZE])
{
    struct text out;
    if (!position || !text)
        return "library.argument.null";
    text_init(&out, text, KUFSA_POSITION_SIZE);
    game_write(position->game, &position->state.head, &out);
    return NULL;
}

const char *kufsa_position_game(const struct kufsa_position *position)
{
    return position ? position->game->name : NULL;
}

const char *kufsa_position_option(const struct kufsa_position *position, int option)
{
    if (!position || !kufsa_option(position->game->name, option))
        return NULL;
    return position->game->options[option].values[position->state.head.option[option]];
}

int kufsa_position_seats(const struct kufsa_position *position)
{
    return position ? position->state.head.seats : 0;
}

int kufsa_viewer(const struct kufsa_position *position)
{
    return position ? position->state.head.viewer : SPECTATOR;
}

unsigned kufsa_actors(const struct kufsa_position *position)
{
    return position ? position->state.head.actors : 0;
}

uint32_t kufsa_ply(const struct kufsa_position *position)
{
    return position ? position->state.head.ply : 0;
}

int kufsa_result(const struct kufsa_position *position, int32_t *points, uint8_t *places)
{
    struct outcome outcome = {.scored = false};
    if (!position || !points || !places)
        return 0;
    const struct state *state = &position->state.head;
    position->game->tally(state, &outcome);
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        bool there = seat < state->seats;
        points[seat] = there && outcome.scored ? outcome.score[seat] : 0;
        places[seat] = there && state_over(state) ? outcome.place[seat] : 0;
    }
    return outcome.scored;
}

/* ---- moves ---- */

const char *lib_legal(const struct kufsa_position *position, int seat)
{
    struct listed *listed = position->listed;
    if (seat < 0 || seat >= position->state.head.seats)
        return "game.seat.range";
    if (listed->seat == seat)
        return NULL;
    listed->seat = NO_SEAT;
    if (game_legal(position->game, &position->state.head, seat, listed->moves) == HIDDEN)
        return "game.move.hidden";
    listed->seat = seat;
    return NULL;
}

/* Space for a list: large, so it comes when it is first wanted. */
static bool has_space(const struct kufsa_position *position)
{
    struct listed *listed = position->listed;
    if (listed->moves)
        return true;
    listed->moves = malloc(sizeof *listed->moves);
    if (!listed->moves)
        return false;
    listed->moves->count = 0;
    return true;
}

static const char *list(const struct kufsa_position *position, int seat)
{
    return has_space(position) ? lib_legal(position, seat) : "library.memory.none";
}

const char *kufsa_legal(const struct kufsa_position *position, int seat, uint64_t *moves,
                        size_t room, size_t *count)
{
    if (!position || !count || (!moves && room > 0))
        return "library.argument.null";
    const char *reason = list(position, seat);
    if (reason)
        return reason;
    const struct moves *found = position->listed->moves;
    *count = (size_t)found->count;
    size_t fit = *count < room ? *count : room;
    if (fit > 0)
        memcpy(moves, found->list, fit * sizeof *moves);
    return NULL;
}

const char *kufsa_read_move(const struct kufsa_position *position, int seat, const char *text,
                            uint64_t *code)
{
    if (!position || !text || !code)
        return "library.argument.null";
    if (!has_space(position))
        return "library.memory.none";
    struct listed *listed = position->listed;
    listed->seat = NO_SEAT; /* this list may be another seat's, or none */
    return game_read_move(position->game, &position->state.head, seat, text, listed->moves, code);
}

/* Is this a legal move of the seat? */
static const char *check_move(const struct kufsa_position *position, int seat, uint64_t code)
{
    if (state_over(&position->state.head))
        return "game.move.over";
    const char *reason = list(position, seat);
    if (reason)
        return reason;
    return moves_find(position->listed->moves, code) < 0 ? "library.move.illegal" : NULL;
}

const char *kufsa_write_move(const struct kufsa_position *position, int seat, uint64_t code,
                             char text[KUFSA_MOVE_SIZE])
{
    struct text out;
    if (!position || !text)
        return "library.argument.null";
    const char *reason = check_move(position, seat, code);
    if (reason)
        return reason;
    text_init(&out, text, KUFSA_MOVE_SIZE);
    position->game->write_move(&position->state.head, code, &out);
    return NULL;
}

const char *kufsa_gain(const struct kufsa_position *position, int seat, uint64_t code,
                       int32_t *points)
{
    if (!position || !points)
        return "library.argument.null";
    const char *reason = check_move(position, seat, code);
    if (!reason)
        *points = position->game->gain(&position->state.head, seat, code);
    return reason;
}

/* A shuffle without a stream spoils the state, so this plays on a copy first. */
static const char *play(struct kufsa_position *position, int seat, uint64_t code)
{
    union any_state next;
    if (position->state.head.viewer != TRUTH)
        return "library.position.hidden";
    memset(&next, 0, sizeof next);
    state_copy(&next.head, &position->state.head);
    if (!game_apply(position->game, &next.head, seat, code, NULL))
        return "match.move.dry";
    state_copy(&position->state.head, &next.head);
    position->listed->seat = NO_SEAT;
    return NULL;
}

const char *kufsa_play(struct kufsa_position *position, int seat, uint64_t code)
{
    if (!position)
        return "library.argument.null";
    const char *reason = check_move(position, seat, code);
    return reason ? reason : play(position, seat, code);
}

const char *kufsa_play_text(struct kufsa_position *position, int seat, const char *text)
{
    uint64_t code;
    const char *reason = kufsa_read_move(position, seat, text, &code);
    return reason ? reason : play(position, seat, code);
}
