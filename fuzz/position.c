/* SPDX-License-Identifier: MIT */
/*
 * Positions from outside. First line: game, seats (0: the text shows it), options; second line: the
 * position; third line, if any: a move to try there.
 *
 *     gobblet 2 touch=on
 *     -,-,-,B4/-,-,-,-/-,-,-,-/W4,-,-,- 443 443 w!a1
 *     a1-b1
 *
 * A refusal has a reason. An accepted position is written back unchanged, can be played, viewed and
 * imagined, and stays sound whatever is played.
 */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "rules/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { LINES = 3, DEPTH_MAX = 3 };

static struct moves moves;
static struct item items[SCENE_MAX];
static struct events events;

/* A copy of a line in memory of exactly its size, and the start of the next one. */
static char *take_line(const uint8_t **bytes, size_t *size)
{
    const uint8_t *end = *size > 0 ? memchr(*bytes, '\n', *size) : NULL;
    size_t length = end ? (size_t)(end - *bytes) : *size;
    char *line = malloc(length + 1);
    CHECK(line);
    if (length > 0)
        memcpy(line, *bytes, length);
    line[length] = '\0';
    *bytes += end ? length + 1 : length;
    *size -= end ? length + 1 : length;
    return line;
}

static const struct game *scan_game(struct scan *scan)
{
    const struct game *game = &game_null;
    for (int i = 0; game; game = game_at(i++)) {
        struct scan ahead = *scan;
        if (scan_string(&ahead, game->name) && scan_char(&ahead, ' ')) {
            *scan = ahead;
            return game;
        }
    }
    return NULL;
}

static bool scan_option(const struct game *game, struct state *state, struct scan *scan)
{
    for (int i = 0; game->options[i].name; i++)
        for (int value = 0; value < game->options[i].count; value++) {
            struct scan ahead = *scan;
            bool read = scan_char(&ahead, ' ') && scan_string(&ahead, game->options[i].name) &&
                        scan_char(&ahead, '=') &&
                        scan_string(&ahead, game->options[i].values[value]);
            if (read && (*ahead.at == ' ' || *ahead.at == '\0')) {
                state->option[i] = (int16_t)value;
                *scan = ahead;
                return true;
            }
        }
    return false;
}

/* Reads the first line into a head that is ready for game_read. */
static const struct game *scan_setting(union any_state *state, const char *line)
{
    struct scan scan = {line};
    int64_t seats;
    const struct game *game = scan_game(&scan);
    if (!game || !scan_number(&scan, 0, game->seats_max, &seats))
        return NULL;
    memset(state, 0xa5, sizeof *state);
    game_init(game, &state->head, (int)seats);
    while (scan_option(game, &state->head, &scan))
        continue;
    return scan_end(&scan) ? game : NULL;
}

/* Written and read again it is the same, byte for byte; but a text has neither the number of plies
 * nor what came before. */
static void expect_same_text(const struct game *game, const struct state *state, const char *text)
{
    union any_state again;
    char written[POSITION_MAX], rewritten[POSITION_MAX];
    struct text out;
    text_init(&out, written, sizeof written);
    game_write(game, state, &out);
    if (text && game->respell) {
        text_init(&out, rewritten, sizeof rewritten);
        game->respell(text, &out);
        text = rewritten;
    }
    CHECK(!text || string_equal(written, text));
    game_init(game, &again.head, 0);
    memcpy(again.head.option, state->option, sizeof state->option);
    CHECK(game_read(game, &again.head, written) == NULL);
    text_init(&out, rewritten, sizeof rewritten);
    game_write(game, &again.head, &out);
    CHECK(string_equal(written, rewritten));
}

static void look_as(const struct game *game, const struct state *state, int viewer)
{
    union any_state view, again;
    game_observe(game, state, viewer, &view.head);
    CHECK(game->audit(&view.head) == NULL);
    game_observe(game, &view.head, viewer, &again.head);
    CHECK(state_equal(&view.head, &again.head));
    expect_same_text(game, &view.head, NULL);
    CHECK(game->scene(&view.head, items) <= SCENE_MAX);
}

/* A world imagined from a state is sound. It looks the same to a viewer to whom the state showed
 * everything they may know; for a text that hides cards this cannot be said. */
static void imagine_from(const struct game *game, const struct state *state, int viewer)
{
    union any_state view, again, world;
    struct search_rng rng;
    search_rng_init(&rng, state->actors);
    if (state->viewer == TRUTH)
        game_observe(game, state, viewer, &view.head);
    else
        state_copy(&view.head, state);
    state_copy(&world.head, &view.head);
    game->imagine(&world.head, &rng);
    CHECK(world.head.viewer == TRUTH && game->audit(&world.head) == NULL);
    expect_same_text(game, &world.head, NULL);
    game_observe(game, &world.head, viewer, &again.head);
    CHECK(state->viewer != TRUTH || state_equal(&view.head, &again.head));
}

static void look(const struct game *game, const struct state *state)
{
    for (int viewer = SPECTATOR; viewer < state->seats; viewer++) {
        if (viewer == TRUTH)
            continue;
        look_as(game, state, viewer);
        imagine_from(game, state, viewer);
    }
}

static void play(const struct game *game, const struct state *state, int depth);

static void try_move(const struct game *game, const struct state *state, int seat, move m,
                     int depth)
{
    union any_state next;
    struct outcome before, after;
    int32_t gain = game->gain(state, seat, m);
    state_copy(&next.head, state);
    events.count = 0;
    if (!game_apply(game, &next.head, seat, m, &events))
        return;
    CHECK(game->audit(&next.head) == NULL);
    game->tally(state, &before);
    game->tally(&next.head, &after);
    CHECK(!after.scored || after.score[seat] - before.score[seat] == gain);
    expect_same_text(game, &next.head, NULL);
    play(game, &next.head, depth - 1);
}

/* Plays the first and the last move of every actor. */
static void play(const struct game *game, const struct state *state, int depth)
{
    for (int seat = 0; seat < state->seats && depth > 0; seat++) {
        int count = game_legal(game, state, seat, &moves);
        CHECK(count != HIDDEN || state->viewer != TRUTH);
        CHECK(game->legal(state, seat, NULL) == count);
        if (count <= 0 || state->viewer != TRUTH)
            continue;
        move first = moves.list[0], last = moves.list[count - 1];
        try_move(game, state, seat, first, depth);
        try_move(game, state, seat, last, depth);
    }
}

static void ask(const struct game *game, const struct state *state, const char *text)
{
    for (int seat = 0; seat < state->seats; seat++) {
        move found = 0;
        const char *reason = game_read_move(game, state, seat, text, &moves, &found);
        CHECK(reason ? reason[0] != '\0' : found != 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    union any_state state;
    char *lines[LINES];
    for (int i = 0; i < LINES; i++)
        lines[i] = take_line(&bytes, &size);
    const struct game *game = scan_setting(&state, lines[0]);
    const char *reason = game ? game_read(game, &state.head, lines[1]) : "";
    CHECK(!reason || !game || reason[0] != '\0');
    if (!reason) {
        expect_same_text(game, &state.head, lines[1]);
        CHECK(game->scene(&state.head, items) <= SCENE_MAX);
        look(game, &state.head);
        play(game, &state.head, DEPTH_MAX);
        ask(game, &state.head, lines[2]);
    }
    for (int i = 0; i < LINES; i++)
        free(lines[i]);
    return 0;
}
