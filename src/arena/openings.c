/* SPDX-License-Identifier: MIT */
/*
 * Where the games of an arena begin: with a deal or at a position from a file, then perhaps some
 * random moves. All rotations of a pair begin alike.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "arena/arena.h"
#include "base/check.h"

enum {
    FILE_SIZE_MAX = 64 << 20,
    TRIES = 20, /* of random moves that must not end the game */
};

/* ---- a file of positions ---- */

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *bytes = malloc((size_t)FILE_SIZE_MAX + 1);
    size_t size = file && bytes ? fread(bytes, 1, (size_t)FILE_SIZE_MAX + 1, file) : 0;
    bool fine = file && bytes && ferror(file) == 0 && size <= FILE_SIZE_MAX;
    if (file)
        fclose(file);
    if (!fine) {
        free(bytes);
        return NULL;
    }
    bytes[size] = '\0';
    return bytes;
}

/* Reads the position into a state whose head is the arena's. */
static const char *read_opening(const struct arena *arena, const char *line, union any_state *state)
{
    game_init(arena->game, &state->head, arena->design.seats);
    memcpy(state->head.option, arena->head.head.option, sizeof state->head.option);
    const char *reason = game_read(arena->game, &state->head, line);
    if (reason)
        return reason;
    if (state->head.viewer != TRUTH)
        return "cmd.arena.opening.hidden";
    if (state_over(&state->head))
        return "cmd.arena.opening.over";
    if (arena->game->chance && !strstr(line, " rng="))
        return "cmd.arena.opening.rng";
    return NULL;
}

/* Adds a line unless it is empty or a comment. */
static bool add_line(struct arena *arena, const char *path, char *line, int64_t number)
{
    struct openings *openings = &arena->openings;
    union any_state state;
    size_t size = string_size(line);
    if (size > 0 && line[size - 1] == '\r')
        line[size - 1] = '\0';
    if (line[0] == '\0' || line[0] == '#')
        return true;
    const char *reason = read_opening(arena, line, &state);
    if (reason)
        return voice_refuse(arena->err, "cmd.arena.opening",
                            WITH(word_string("file", path), word_number("line", number),
                                 word_string("why", words_find(arena->err->language, reason))));
    openings->lines[openings->count++] = line;
    return true;
}

bool arena_read_openings(struct arena *arena, const char *path)
{
    struct openings *openings = &arena->openings;
    int64_t lines = 1, number = 1;
    if (!path)
        return true;
    openings->bytes = read_file(path);
    if (!openings->bytes)
        return voice_refuse(arena->err, "cmd.arena.opening.file", WITH(word_string("file", path)));
    for (const char *at = openings->bytes; *at != '\0'; at++)
        lines += *at == '\n';
    openings->lines = calloc((size_t)lines, sizeof *openings->lines);
    CHECK(openings->lines);
    for (char *line = openings->bytes, *end; line; line = end, number++) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        if (!add_line(arena, path, line, number))
            return false;
    }
    return openings->count > 0 ||
           voice_refuse(arena->err, "cmd.arena.opening.none", WITH(word_string("file", path)));
}

/* ---- a game's beginning ---- */

/* Any actor, any of its moves. */
static void make_random_move(struct arena_worker *w, struct search_rng *rng)
{
    const struct state *state = &w->match.state.head;
    unsigned seats = state->actors;
    for (uint32_t skip = search_rng_below(rng, (uint32_t)__builtin_popcount(seats)); skip > 0;
         skip--)
        seats &= seats - 1;
    int seat = __builtin_ctz(seats);
    game_legal(w->arena->game, state, seat, &w->moves);
    move m = w->moves.list[search_rng_below(rng, (uint32_t)w->moves.count)];
    CHECK(!match_play_move(&w->match, seat, VERSION_ANY, m, 0, &w->moves, &w->events));
    w->last_seat = seat;
}

/* False if the game ended meanwhile. */
static bool play_at_random(struct arena_worker *w, int64_t pair, int attempt)
{
    const struct arena *arena = w->arena;
    struct search_rng rng;
    search_rng_init(&rng, design_seed(&arena->design, STREAM_OPENING, pair, attempt, 0, 0));
    for (uint32_t ply = 0; ply < arena->random_plies; ply++) {
        make_random_move(w, &rng);
        if (state_over(&w->match.state.head))
            return false;
    }
    return true;
}

void arena_begin_game(struct arena_worker *w, const struct match_setup *given, int64_t pair)
{
    const struct openings *openings = &w->arena->openings;
    struct match_setup setup = *given;
    if (openings->count > 0) {
        CHECK(!read_opening(w->arena, openings->lines[pair % openings->count], &w->opening));
        setup.start = &w->opening.head;
    }
    for (int attempt = 0; attempt <= TRIES; attempt++) {
        w->last_seat = NO_SEAT;
        CHECK(!match_init(&w->match, &setup, 0));
        if (attempt == TRIES || play_at_random(w, pair, attempt))
            return;
    }
}
