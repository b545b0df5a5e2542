/* SPDX-License-Identifier: MIT */
/*
 * records FILE …       replays each record: every move legal, result and positions as written
 * records --make DIR   writes a record of a random game for every game, options and seat count
 */
#include "match/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"

enum { RECORD_MAX = 1 << 20, FEW_VALUES = 4 };

static char file_text[RECORD_MAX];
static struct record record;
static struct moves moves;

static int complain(const char *path, const char *reason)
{
    fprintf(stderr, "%s:%d: %s\n    %s\n", path, record.line, reason, record.text);
    return 1;
}

static int replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 1;
    }
    size_t size = fread(file_text, 1, sizeof file_text, file);
    fclose(file);
    if (size == sizeof file_text) {
        fprintf(stderr, "%s: over %d bytes\n", path, RECORD_MAX - 1);
        return 1;
    }
    const char *reason = record_replay(&record, file_text, size);
    return reason ? complain(path, reason) : 0;
}

/* Does the move begin with a card or piece in the hand? Then it brings the game closer to its
 * end. */
static bool lays(const struct game *game, const struct state *state, int seat, move m)
{
    struct step steps[STEPS_MAX];
    game->steps(state, seat, m, steps);
    return steps[0].kind == STEP_TAKE;
}

/* Any move, but seven times in eight one that lays something, if there is one. */
static move choose(const struct game *game, const struct state *state, int seat,
                   struct search_rng *rng)
{
    int laying = 0;
    for (int i = 0; i < moves.count; i++)
        if (lays(game, state, seat, moves.list[i]))
            moves.list[laying++] = moves.list[i];
    if (laying == 0 || search_rng_below(rng, 8) == 0)
        game_legal(game, state, seat, &moves);
    else
        moves.count = laying;
    return moves.list[search_rng_below(rng, (uint32_t)moves.count)];
}

/* Any actor: windows and calls out of turn come up this way too. */
static void play_random(const struct game *game, struct state *state, struct search_rng *rng,
                        struct text *text)
{
    uint64_t hash = record_hash(HASH_START, game, state);
    while (!state_over(state) && state->ply < game->plies_max) {
        int seat = (int)search_rng_below(rng, state->seats);
        if (game_legal(game, state, seat, &moves) <= 0)
            continue;
        move m = choose(game, state, seat, rng);
        record_write_move(text, game, state, seat, m);
        game_apply(game, state, seat, m, NULL);
        hash = record_hash(hash, game, state);
    }
    record_write_result(text, game, state, hash);
}

static void make_one(const struct game *game, const int16_t *option, int seats, const char *folder,
                     struct search_rng *rng)
{
    char path[512];
    uint8_t key[CHANCE_KEY_SIZE];
    union any_state state;
    struct text text;
    int size = snprintf(path, sizeof path, "%s/%s-%d", folder, game->name, seats);
    game_init(game, &state.head, seats);
    memcpy(state.head.option, option, sizeof state.head.option);
    for (int i = 0; game->options[i].name; i++)
        size += snprintf(path + size, sizeof path - (size_t)size, "-%s",
                         game->options[i].values[option[i]]);
    snprintf(path + size, sizeof path - (size_t)size, ".kufsa");
    for (int i = 0; i < CHANCE_KEY_SIZE; i++)
        key[i] = (uint8_t)search_rng_next(rng);
    text_init(&text, file_text, sizeof file_text);
    game_deal(game, &state.head, key);
    record_write_head(&text, game, &state.head, key);
    play_random(game, &state.head, rng, &text);
    FILE *file = fopen(path, "wb");
    if (!file || text.overflow || fwrite(text.bytes, 1, text.size, file) != text.size ||
        fclose(file) != 0) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(1);
    }
}

/* Every combination; of an option with many values the first, a middle one and the last. */
static void make_options(const struct game *game, int16_t *option, int index, const char *folder,
                         struct search_rng *rng)
{
    const struct option *row = &game->options[index];
    if (!row->name) {
        for (int seats = game->seats_min; seats <= game->seats_max; seats++)
            make_one(game, option, seats, folder, rng);
        return;
    }
    int picks = row->count <= FEW_VALUES ? row->count : 3;
    for (int i = 0; i < picks; i++) {
        option[index] = (int16_t)(i * (row->count - 1) / (picks - 1));
        make_options(game, option, index + 1, folder, rng);
    }
}

static int make(const char *folder)
{
    const struct game *game;
    for (int i = 0; (game = game_at(i)) != NULL; i++) {
        struct search_rng rng;
        int16_t option[OPTIONS_MAX] = {0};
        search_rng_init(&rng, 1);
        make_options(game, option, 0, folder, &rng);
    }
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc == 3 && strcmp(argv[1], "--make") == 0)
        return make(argv[2]);
    for (int i = 1; i < argc; i++)
        failed += replay(argv[i]);
    printf("%d passed, %d failed\n", argc - 1 - failed, failed);
    return failed > 0 || argc < 2;
}
