/* SPDX-License-Identifier: MIT */
/*
 * A round robin on two seats: a run of the arena for every two players, one after another with the
 * same deals; then everybody's strength as a table, as JSON and as a plot.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>

#include "arena/arena.h"
#include "arena/ledger.h"
#include "base/check.h"
#include "base/json.h"

enum { NUMBER_MAX = 32, SAVE_PATH_MAX = 1024, SUMMARY_MAX = 65536 };

struct robin {
    struct contestant players[CONTESTANTS_MAX];
    int order[CONTESTANTS_MAX]; /* the strongest first */
    struct ratings ratings;
};

/* ---- the matches ---- */

/* As it was before the first match. */
static void clear_counts(struct arena *arena)
{
    arena->next = arena->counted = arena->restarts = arena->start_ms = arena->saved_ms = 0;
    arena->settled = false;
    memset(arena->standings, 0, sizeof arena->standings);
    memset(arena->ends, 0, sizeof arena->ends);
    memset(arena->ring, 0, sizeof arena->ring);
    arena->sprt = (struct sprt){0};
    arena->plies = (struct sample){0};
    arena->troubled = -1;
    atomic_store(&arena->stop, false);
}

static void match_path(const char *save, int match, char out[SAVE_PATH_MAX])
{
    snprintf(out, SAVE_PATH_MAX, "%s-%02d", save, match);
}

/* One CSV file has the rows of all matches, so a run that goes on keeps those of the last one. */
static void find_rows(struct arena *arena, int matches)
{
    char path[SAVE_PATH_MAX];
    for (int match = 1; arena->save && match <= matches; match++) {
        match_path(arena->save, match, path);
        int64_t rows = arena_saved_rows(path);
        arena->csv_least = rows > arena->csv_least ? rows : arena->csv_least;
    }
}

static int matches_of(int players)
{
    return players * (players - 1) / 2;
}

static void announce(const struct arena *arena, int count)
{
    if (!arena->quiet)
        voice_say(arena->err, "cmd.arena.match",
                  WITH(word_number("number", arena->match), word_number("count", count),
                       word_string("first", arena->contestants[0].name),
                       word_string("second", arena->contestants[1].name)));
}

/* Returns the exit status of the run. */
static int play_match(struct arena *arena, struct robin *robin, int i, int j,
                      int (*run)(struct arena *))
{
    char path[SAVE_PATH_MAX];
    const char *save = arena->save;
    arena->contestants[0] = robin->players[i];
    arena->contestants[1] = robin->players[j];
    arena->match++;
    clear_counts(arena);
    announce(arena, matches_of(robin->ratings.players));
    if (save) {
        match_path(save, arena->match, path);
        arena->save = path;
    }
    int status = run(arena);
    arena->save = save;
    robin->ratings.score[i][j] = arena->standings[0].score;
    return status;
}

/* ---- telling ---- */

static int rank_of(const struct ratings *ratings, int player)
{
    int rank = 0;
    for (int i = 0; i < ratings->players; i++)
        rank += ratings->elo[i] > ratings->elo[player] ||
                (ratings->elo[i] == ratings->elo[player] && i < player);
    return rank;
}

static void set_real(struct ledger *ledger, int row, int column, double value, int decimals)
{
    char text[NUMBER_MAX];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    ledger_set(ledger, row, column, text);
}

static double mean_score(const struct ratings *ratings, int player)
{
    double sum = 0;
    for (int other = 0; other < ratings->players; other++)
        sum += other == player ? 0 : ratings_score(ratings, player, other);
    return sum / (ratings->players - 1);
}

static void fill_row(struct ledger *ledger, const struct robin *robin, int row)
{
    const struct ratings *ratings = &robin->ratings;
    int player = robin->order[row - 1];
    ledger_set(ledger, row, 0, robin->players[player].name);
    set_real(ledger, row, 1, ratings->elo[player], 0);
    set_real(ledger, row, 2, ratings->half[player], 0);
    set_real(ledger, row, 3, 100 * mean_score(ratings, player), 1);
    for (int column = 0; column < ratings->players; column++) {
        int other = robin->order[column];
        if (other == player)
            ledger_set(ledger, row, 4 + column, "·");
        else
            set_real(ledger, row, 4 + column, 100 * ratings_score(ratings, player, other), 1);
    }
}

static void tell_table(const struct arena *arena, const struct robin *robin)
{
    static const char *const keys[] = {"cmd.arena.column.player", "cmd.arena.column.elo",
                                       "cmd.arena.column.half", "cmd.arena.column.score"};
    static struct ledger ledger;
    int players = robin->ratings.players;
    ledger.rows = players + 1;
    ledger.columns = 4 + players;
    for (int column = 0; column < 4; column++)
        ledger_set(&ledger, 0, column, words_find(arena->out->language, keys[column]));
    for (int i = 0; i < players; i++) {
        ledger_count(&ledger, 0, 4 + i, i + 1);
        fill_row(&ledger, robin, i + 1);
    }
    fputc('\n', arena->out->file);
    ledger_write(&ledger, arena->out->file);
    fputc('\n', arena->out->file);
    voice_say(arena->out, "cmd.arena.robin.note", WITH_NOTHING);
}

/* ---- files ---- */

static void write_player(struct json_out *out, const struct robin *robin, int player)
{
    const struct ratings *ratings = &robin->ratings;
    json_out_open(out, '{');
    json_put_string(out, "name", robin->players[player].name);
    json_put_real(out, "elo", ratings->elo[player]);
    json_put_real(out, "half", ratings->half[player]);
    json_put_real(out, "score", mean_score(ratings, player));
    json_put_open(out, "against", '[');
    for (int other = 0; other < ratings->players; other++)
        if (other == player)
            json_out_null(out);
        else
            json_out_real(out, ratings_score(ratings, player, other));
    json_out_close(out, ']');
    json_out_close(out, '}');
}

static void write_json(const struct arena *arena, const struct robin *robin)
{
    static char bytes[SUMMARY_MAX];
    struct text text;
    struct json_out out;
    json_out_start(&out, &text, bytes, sizeof bytes);
    json_out_open(&out, '{');
    json_put_string(&out, "game", arena->game->name);
    json_put_integer(&out, "seed", (int64_t)arena->design.seed);
    json_put_bool(&out, "repeatable", !arena_timed(arena));
    json_put_open(&out, "players", '[');
    for (int i = 0; i < robin->ratings.players; i++)
        write_player(&out, robin, i);
    json_out_close(&out, ']');
    json_put_open(&out, "matches", '[');
    for (int i = 0; i < robin->ratings.players; i++)
        for (int j = i + 1; j < robin->ratings.players; j++) {
            const struct sample *score = &robin->ratings.score[i][j];
            json_out_open(&out, '{');
            json_put_integer(&out, "first", i);
            json_put_integer(&out, "second", j);
            json_put_integer(&out, "pairs", score->count);
            json_put_real(&out, "score", score->mean);
            json_put_real(&out, "half", sample_half(score));
            json_out_close(&out, '}');
        }
    json_out_close(&out, ']');
    json_out_close(&out, '}');
    CHECK(!text.overflow);
    fprintf(arena->json, "%s\n", bytes);
}

static void write_plot(struct arena *arena, const struct robin *robin, const char *path)
{
    char key[NUMBER_MAX];
    FILE *file = fopen(path, "w");
    snprintf(key, sizeof key, "game.%s", arena->game->name);
    bool written = file && plot_write(&robin->ratings, robin->players,
                                      words_find(arena->out->language, key), file);
    if (file && fclose(file) != 0)
        written = false;
    if (!written)
        arena->write_failed = true;
}

int arena_round_robin(struct arena *arena, int (*run)(struct arena *), const char *plot)
{
    static struct robin robin;
    int players = arena->design.players, status = 0;
    robin.ratings.players = players;
    memcpy(robin.players, arena->contestants, sizeof robin.players);
    arena->design.players = arena->design.seats = 2;
    find_rows(arena, matches_of(players));
    for (int i = 0; i < players && status == 0; i++)
        for (int j = i + 1; j < players && status == 0; j++)
            status = play_match(arena, &robin, i, j, run);
    if (status != 0 || arena->write_failed)
        return status;
    ratings_solve(&robin.ratings);
    for (int i = 0; i < players; i++)
        robin.order[rank_of(&robin.ratings, i)] = i;
    tell_table(arena, &robin);
    if (arena->json)
        write_json(arena, &robin);
    if (plot)
        write_plot(arena, &robin, plot);
    return status;
}
