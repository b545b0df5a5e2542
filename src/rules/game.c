/* SPDX-License-Identifier: MIT */
/*
 * The registry of games, and the checked gate in front of them: bad input from outside is refused
 * with a reason, and what a game promises is CHECKed, so callers can rely on both.
 */
#include "rules/game.h"

#include <string.h>

#include "base/check.h"

#define GAME(name) extern const struct game game_##name;
#include "rules/games.def"
#undef GAME

static const struct game *const games[] = {
#define GAME(name) &game_##name,
#include "rules/games.def"
#undef GAME
};

static const char *const kind_names[] = {
#define EVENT_NAME(name, wire) [EVENT_##name] = wire,
    EVENT_KINDS(EVENT_NAME)
#undef EVENT_NAME
};

static const char *const fact_names[] = {
#define FACT(name, wire) [FACT_##name] = wire,
#include "rules/facts.def"
#undef FACT
};

const struct game *game_at(int index)
{
    int count = (int)(sizeof games / sizeof *games);
    return index >= 0 && index < count ? games[index] : NULL;
}

const struct game *game_find(const char *name)
{
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        if (string_equal(game->name, name))
            return game;
    return NULL;
}

int game_option(const struct game *game, const char *name)
{
    for (int i = 0; game->options[i].name; i++)
        if (string_equal(game->options[i].name, name))
            return i;
    return -1;
}

int game_option_value(const struct game *game, int option, const char *value)
{
    const struct option *row = &game->options[option];
    for (int i = 0; i < row->count; i++)
        if (string_equal(row->values[i], value))
            return i;
    return -1;
}

bool option_is_house(const struct option *option, int value)
{
    return option->house > 0 && value >= option->house;
}

void game_init(const struct game *game, struct state *state, int seats)
{
    CHECK(game->state_size >= STATE_MIN && game->state_size <= STATE_MAX &&
          game->moves_max <= MOVES_MAX);
    CHECK(seats >= 0 && seats <= game->seats_max);
    memset(state, 0, game->state_size);
    state->size = game->state_size;
    state->seats = (uint8_t)seats;
    state->viewer = TRUTH;
}

const char *game_check_seats(const struct game *game, int seats)
{
    return seats >= game->seats_min && seats <= game->seats_max ? NULL : "game.seats.range";
}

void game_deal(const struct game *game, struct state *state, const uint8_t key[CHANCE_KEY_SIZE])
{
    struct chance chance;
    CHECK(game_check_seats(game, state->seats) == NULL);
    chance_init(&chance, key);
    game->deal(state, &chance);
    CHECK(state->actors != 0);
}

/* The standard spelling of a text that people may write in more than one way. */
const char *game_respell(const struct game *game, const char *text, char *out, size_t size)
{
    struct text written;
    if (!game->respell)
        return text;
    text_init(&written, out, size);
    game->respell(text, &written);
    return written.overflow ? text : out;
}

const char *game_read(const struct game *game, struct state *state, const char *text)
{
    char one_way[POSITION_MAX];
    const char *reason = state->seats == 0 ? NULL : game_check_seats(game, state->seats);
    if (!reason)
        reason = game->read_state(state, game_respell(game, text, one_way, sizeof one_way));
    if (reason)
        return reason;
    CHECK(game_check_seats(game, state->seats) == NULL);
    CHECK(game->audit(state) == NULL);
    return NULL;
}

void game_write(const struct game *game, const struct state *state, struct text *text)
{
    game->write_state(state, text);
    CHECK(!text->overflow);
}

int game_legal(const struct game *game, const struct state *state, int seat, struct moves *moves)
{
    moves->count = 0;
    if (!state_acts(state, seat))
        return 0;
    int count = game->legal(state, seat, moves->list);
    if (count == HIDDEN)
        return HIDDEN;
    CHECK(count > 0 && (uint32_t)count <= game->moves_max);
    moves->count = count;
    return count;
}

int moves_find(const struct moves *moves, move wanted)
{
    int low = 0, high = moves->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (moves->list[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < moves->count && moves->list[low] == wanted ? low : -1;
}

bool game_is_legal(const struct game *game, const struct state *state, int seat, move wanted,
                   struct moves *moves)
{
    game_legal(game, state, seat, moves);
    return moves_find(moves, wanted) >= 0;
}

const char *game_read_move(const struct game *game, const struct state *state, int seat,
                           const char *text, struct moves *moves, move *found)
{
    char one_way[MOVE_TEXT_MAX];
    text = game_respell(game, text, one_way, sizeof one_way);
    if (state_over(state))
        return "game.move.over";
    if (seat < 0 || seat >= state->seats)
        return "game.seat.range";
    if (game_legal(game, state, seat, moves) == HIDDEN)
        return "game.move.hidden";
    for (int i = 0; i < moves->count; i++) {
        char buffer[MOVE_TEXT_MAX];
        struct text written;
        text_init(&written, buffer, sizeof buffer);
        game->write_move(state, moves->list[i], &written);
        CHECK(!written.overflow);
        if (string_equal(buffer, text)) {
            *found = moves->list[i];
            return NULL;
        }
    }
    return game->refusal(state, seat, text);
}

bool game_apply(const struct game *game, struct state *state, int seat, move chosen,
                struct events *log)
{
    CHECK(state->viewer == TRUTH && state_acts(state, seat));
    game->apply(state, seat, chosen, log);
    return (state->flags & STATE_DRY) == 0;
}

void game_observe(const struct game *game, const struct state *state, int viewer,
                  struct state *view)
{
    CHECK(state != view && (viewer == SPECTATOR || (viewer >= 0 && viewer < state->seats)));
    memset(view, 0, game->state_size);
    *view = *state;
    view->viewer = (int8_t)viewer;
    view->size = game->state_size;
    game->observe(state, viewer, view);
}

static bool sees_piece(const struct event *event, int viewer)
{
    return viewer == TRUTH || event->seen == SEEN_BY_ALL ||
           (viewer >= 0 && (event->seen >> viewer & 1) != 0);
}

bool events_show_move(const struct events *events, int seat, int viewer)
{
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        bool leaves = event->from.zone == ZONE_HAND && event->from.seat == seat;
        if (leaves && event->piece != NO_PIECE && !sees_piece(event, viewer))
            return false;
    }
    return true;
}

void events_observe(struct events *events, int viewer)
{
    if (viewer == TRUTH)
        return;
    for (int i = 0; i < events->count; i++) {
        struct event *event = &events->list[i];
        if (!sees_piece(event, viewer))
            event->piece = NO_PIECE;
        event->seen = 0; /* nobody needs to know who else sees it */
    }
}

void events_add(struct events *log, struct event event)
{
    if (!log)
        return;
    CHECK(log->count < EVENTS_MAX);
    log->list[log->count++] = event;
}

const char *event_kind_name(enum event_kind kind)
{
    return kind_names[kind];
}

const char *fact_name(enum fact_name name)
{
    return fact_names[name];
}

void game_facts(const struct game *game, const struct state *state, struct facts *facts)
{
    facts->count = game->facts(state, facts->list);
    CHECK(facts->count <= FACTS_MAX);
}

const struct fact *facts_find(const struct facts *facts, enum fact_name name, int seat)
{
    for (int i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->list[i];
        if (fact->name == name && (seat == NO_SEAT || fact->seat == seat))
            return fact;
    }
    return NULL;
}

void facts_quieten(struct facts *facts)
{
    int count = 0;
    for (int i = 0; i < facts->count; i++)
        if (facts->list[i].name != FACT_WAY && facts->list[i].name != FACT_FACTOR)
            facts->list[count++] = facts->list[i];
    facts->count = count;
}

static uint64_t count_moves(const struct game *game, const struct state *state)
{
    uint64_t nodes = 0;
    for (int seat = 0; seat < state->seats; seat++)
        if (state_acts(state, seat))
            nodes += (uint64_t)game->legal(state, seat, NULL);
    return nodes;
}

static uint64_t perft(const struct game *game, const struct state *state, int depth, bool every_ply,
                      struct perft_level *level)
{
    if (depth == 0)
        return 1;
    if (depth == 1 && !every_ply)
        return count_moves(game, state);
    uint64_t nodes = 0;
    for (int seat = 0; seat < state->seats; seat++) {
        if (!state_acts(state, seat))
            continue;
        int count = game->legal(state, seat, level->moves.list);
        for (int i = 0; i < count; i++) {
            state_copy(&level->state.head, state);
            game->apply(&level->state.head, seat, level->moves.list[i], NULL);
            if (level->state.head.flags & STATE_DRY)
                return PERFT_DRY;
            uint64_t behind =
                depth == 1 ? 1 : perft(game, &level->state.head, depth - 1, every_ply, level + 1);
            if (behind == PERFT_DRY)
                return PERFT_DRY;
            nodes += behind;
        }
    }
    return nodes;
}

uint64_t game_perft(const struct game *game, const struct state *state, int depth, bool every_ply,
                    struct perft_level *levels)
{
    CHECK(state->viewer == TRUTH && depth >= 0 && depth <= PERFT_DEPTH_MAX);
    struct state *root = &levels[depth].state.head;
    state_copy(root, state);
    root->flags |= STATE_FORGETFUL;
    return perft(game, root, depth, every_ply, levels);
}

bool state_equal(const struct state *a, const struct state *b)
{
    return a->size == b->size && memcmp(a, b, a->size) == 0;
}
