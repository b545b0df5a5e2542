/* SPDX-License-Identifier: MIT */
/* What an arena writes: a row of CSV for each game, a summary in JSON, records. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/arena.h"
#include "base/check.h"
#include "base/frames.h"
#include "match/record.h"

enum { PATH_TEXT_MAX = 1024, FOLDER_MODE = 0777 };
enum {
    SUMMARY_MAX = 64 * 1024, /* bytes of a summary without its commands */
    ESCAPE_MAX = 6,          /* bytes of JSON that one byte may become */
};

static const char *game_end_name(enum game_end end)
{
    static const char *const names[GAME_ENDS] = {
        [GAME_RULES] = "rules",           [GAME_PLIES] = "plies",     [GAME_ILLEGAL] = "illegal",
        [GAME_UNREADABLE] = "unreadable", [GAME_REFUSED] = "refused", [GAME_LATE] = "late",
    };
    return names[end];
}

/* ---- opening and closing ---- */

bool arena_refuse_file(const struct arena *arena, const char *path)
{
    return voice_refuse(arena->err, "cmd.arena.file", WITH(word_string("file", path)));
}

static bool open_file(const struct arena *arena, const char *path, FILE **file)
{
    *file = path ? fopen(path, "w") : NULL;
    return !path || *file ? true : arena_refuse_file(arena, path);
}

static void write_csv_head(struct arena *arena)
{
    static const char *const columns[] = {"player", "place", "score"};
    fputs("game,pair,rotation,key", arena->csv);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        for (int seat = 0; seat < arena->design.seats; seat++)
            fprintf(arena->csv, ",%s_%d", columns[i], seat);
    fputs(",plies,end,forfeit\n", arena->csv);
}

bool arena_open_files(struct arena *arena, const char *csv, const char *json, const char *records)
{
    struct stat found;
    arena->csv_path = csv;
    if (!open_file(arena, json, &arena->json))
        return false;
    arena->records = records;
    if (records && mkdir(records, FOLDER_MODE) != 0 &&
        (errno != EEXIST || stat(records, &found) != 0 || !S_ISDIR(found.st_mode)))
        return arena_refuse_file(arena, records);
    return true;
}

/* A run that goes on keeps the rows that were counted. */
bool arena_open_csv(struct arena *arena)
{
    const char *path = arena->csv_path;
    int64_t rows = arena->csv_at > arena->csv_least ? arena->csv_at : arena->csv_least;
    if (arena->csv || !path)
        return true;
    if (rows < 0) {
        if (!open_file(arena, path, &arena->csv))
            return false;
        write_csv_head(arena);
        return true;
    }
    arena->csv = fopen(path, "r+");
    if (arena->csv && fseeko(arena->csv, 0, SEEK_END) == 0 &&
        ftello(arena->csv) < rows) /* rows are missing */
        return voice_refuse(arena->err, "cmd.arena.save.other", WITH(word_string("file", path)));
    if (arena->csv && ftruncate(fileno(arena->csv), rows) == 0 &&
        fseeko(arena->csv, 0, SEEK_END) == 0 && ftello(arena->csv) == rows)
        return true;
    return arena_refuse_file(arena, path);
}

static void close_file(struct arena *arena, FILE *file)
{
    if (file && (ferror(file) | fclose(file)) != 0)
        arena->write_failed = true;
}

void arena_close_files(struct arena *arena)
{
    close_file(arena, arena->csv);
    close_file(arena, arena->json);
}

/* ---- games ---- */

/* A field of CSV (RFC 4180). */
static void write_field(FILE *file, const char *text)
{
    fputs(",\"", file);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputc('"', file);
}

static void write_key(const struct arena *arena, int64_t pair, char hex[2 * CHANCE_KEY_SIZE + 1])
{
    uint8_t key[CHANCE_KEY_SIZE];
    struct text text;
    design_key(&arena->design, pair, key);
    text_init(&text, hex, 2 * CHANCE_KEY_SIZE + 1);
    text_hex(&text, key, sizeof key);
}

static void write_row(struct arena *arena, int64_t pair, int rotation,
                      const struct game_result *result)
{
    FILE *file = arena->csv;
    int seats = arena->design.seats;
    char key[2 * CHANCE_KEY_SIZE + 1];
    uint8_t seating[SEATS_MAX];
    design_seating(&arena->design, pair, rotation, seating);
    write_key(arena, pair, key);
    int64_t game = pair * seats + rotation;
    fprintf(file, "%lld,%lld,%d,%s", (long long)game, (long long)pair, rotation, key);
    for (int seat = 0; seat < seats; seat++)
        write_field(file, arena->contestants[seating[seat]].name);
    for (int seat = 0; seat < seats; seat++)
        fprintf(file, ",%d", result->outcome.place[seat]);
    for (int seat = 0; seat < seats; seat++) {
        fputc(',', file);
        if (result->outcome.scored)
            fprintf(file, "%d", result->outcome.score[seat]);
    }
    fprintf(file, ",%u,%s,", result->plies, game_end_name(result->end));
    if (result->loser != NO_SEAT)
        fprintf(file, "%d", result->loser);
    fputc('\n', file);
}

static bool write_record(const struct arena *arena, int64_t pair, int rotation, const char *text)
{
    char path[PATH_TEXT_MAX];
    int size = arena->match > 0
                   ? snprintf(path, sizeof path, "%s/%s-%02d-%06lld-%d.kufsa", arena->records,
                              arena->game->name, arena->match, (long long)pair, rotation)
                   : snprintf(path, sizeof path, "%s/%s-%06lld-%d.kufsa", arena->records,
                              arena->game->name, (long long)pair, rotation);
    FILE *file = size > 0 && (size_t)size < sizeof path ? fopen(path, "w") : NULL;
    if (!file)
        return false;
    bool written = fputs(text, file) >= 0;
    return fclose(file) == 0 && written;
}

void arena_write_game(struct arena *arena, int64_t pair, int rotation,
                      const struct game_result *result)
{
    if (arena->csv) {
        write_row(arena, pair, rotation, result);
        if (ferror(arena->csv))
            arena->write_failed = true;
    }
    if (result->record && !write_record(arena, pair, rotation, result->record))
        arena->write_failed = true;
}

/* ---- records ---- */

char *arena_write_record(struct arena_worker *w, int64_t pair, int rotation, enum game_end end)
{
    char tags[RECORD_LINE_MAX];
    if (!w->record_bytes)
        return NULL;
    snprintf(tags, sizeof tags, "arena seed=%llu pair=%lld rotation=%d end=%s\n",
             (unsigned long long)w->arena->design.seed, (long long)pair, rotation,
             game_end_name(end));
    text_clear(&w->record);
    record_write(&w->record, &w->match, tags, RECORD_WITH_KEY);
    CHECK(!w->record.overflow);
    char *copy = strdup(w->record_bytes);
    CHECK(copy);
    return copy;
}

/* ---- the summary ---- */

static void write_real(struct json_out *out, const char *key, double value, bool known)
{
    json_out_key(out, key);
    if (known && isfinite(value))
        json_out_real(out, value);
    else
        json_out_null(out);
}

static void write_string(struct json_out *out, const char *key, const char *value)
{
    json_out_key(out, key);
    if (value)
        json_out_string(out, value);
    else
        json_out_null(out);
}

static double mean_of(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

/* A command may contain any bytes, but JSON only text: if it is not UTF-8, all bytes beyond ASCII
 * are masked. */
static void write_command(struct json_out *out, const char *command)
{
    size_t size = command ? strlen(command) : 0;
    if (!command || utf8_valid((const uint8_t *)command, size)) {
        write_string(out, "command", command);
        return;
    }
    char *masked = strdup(command);
    CHECK(masked);
    for (char *at = masked; *at != '\0'; at++)
        *at = (char)((*at & 0x80) != 0 ? '?' : *at);
    write_string(out, "command", masked);
    free(masked);
}

static void write_settings(struct json_out *out, const struct contestant *c)
{
    write_string(out, "name", c->name);
    write_string(out, "bot", c->command ? NULL : c->player.bot->name);
    write_command(out, c->command);
    write_string(out, "level", c->level[0] != '\0' ? c->level : NULL);
    write_real(out, "nodes", (double)c->nodes, c->nodes > 0);
    write_real(out, "millis", (double)c->millis, c->millis > 0);
    write_real(out, "cpu", (double)c->cpu, c->cpu > 0);
    if (c->command)
        return;
    json_put_integer(out, "overlook", c->player.skill.overlook);
    json_put_integer(out, "forget", c->player.skill.forget);
    json_put_integer(out, "ahead", c->player.skill.ahead);
    json_put_integer(out, "memory", (int64_t)c->memory);
}

static void write_player(struct json_out *out, const struct arena *arena, int player)
{
    const struct standing *s = &arena->standings[player];
    const struct effort *effort = &s->effort;
    double half = sample_half(&s->score);
    bool known = arena->counted > 0;
    json_out_open(out, '{');
    write_settings(out, &arena->contestants[player]);
    json_put_integer(out, "seats", design_chairs(&arena->design, player));
    write_real(out, "score", s->score.mean, known);
    write_real(out, "half", half, known);
    json_put_integer(out, "wins", s->wins);
    json_put_integer(out, "draws", s->draws);
    json_put_integer(out, "losses", s->losses);
    json_put_integer(out, "forfeits", s->forfeits);
    write_real(out, "points_mean", s->points.mean, s->points.count > 0);
    json_put_integer(out, "moves", effort->moves);
    write_real(out, "nodes_mean", mean_of(effort->nodes, effort->moves - effort->silent),
               effort->moves > effort->silent);
    write_real(out, "millis_mean", mean_of(effort->micros, effort->moves) / 1000, known);
    write_real(out, "millis_max", (double)effort->micros_max / 1000, known);
    json_out_close(out, '}');
}

static void write_design(struct json_out *out, const struct arena *arena)
{
    const struct option *options = arena->game->options;
    write_string(out, "game", arena->game->name);
    json_put_open(out, "options", '{');
    for (int i = 0; options[i].name; i++)
        write_string(out, options[i].name, options[i].values[arena->head.head.option[i]]);
    json_out_close(out, '}');
    json_put_integer(out, "seats", arena->design.seats);
    json_put_integer(out, "seed", (int64_t)arena->design.seed);
    json_put_integer(out, "rotations", arena_rotations(arena));
    json_put_integer(out, "pairs_max", arena->pairs);
    write_real(out, "until", arena->until, arena->until > 0);
    json_put_integer(out, "plies_max", arena->plies_max);
    json_put_integer(out, "random_plies", arena->random_plies);
    json_put_integer(out, "openings", arena->openings.count);
    json_put_integer(out, "threads", arena->threads);
    json_put_bool(out, "repeatable", !arena_timed(arena));
}

static void write_ends(struct json_out *out, const struct arena *arena)
{
    json_put_open(out, "ends", '{');
    for (enum game_end end = GAME_RULES; end < GAME_ENDS; end++)
        json_put_integer(out, game_end_name(end), arena->ends[end]);
    json_out_close(out, '}');
    json_put_integer(out, "restarts", arena->restarts);
}

/* The first player's Elo over the second, if only two play. */
static void write_elo(struct json_out *out, const struct arena *arena)
{
    const struct sample *score = &arena->standings[0].score;
    struct elo elo = elo_of(score->mean, sample_half(score));
    json_out_key(out, "elo");
    if (arena->design.seats != 2 || arena->counted == 0) {
        json_out_null(out);
        return;
    }
    json_out_open(out, '{');
    write_real(out, "best", elo.best, true);
    write_real(out, "low", elo.low, true);
    write_real(out, "high", elo.high, true);
    json_out_close(out, '}');
}

static void write_sprt(struct json_out *out, const struct sprt *sprt)
{
    int verdict = sprt->wanted ? sprt_verdict(sprt) : 0;
    json_out_key(out, "sprt");
    if (!sprt->wanted) {
        json_out_null(out);
        return;
    }
    json_out_open(out, '{');
    write_real(out, "elo0", sprt->elo0, true);
    write_real(out, "elo1", sprt->elo1, true);
    write_real(out, "ratio", sprt_ratio(sprt), true);
    write_real(out, "bound", SPRT_BOUND, true);
    write_string(out, "verdict", verdict > 0 ? "elo1" : verdict < 0 ? "elo0" : NULL);
    json_put_open(out, "pairs", '[');
    for (int i = 0; i < PAIR_SCORES; i++)
        json_out_integer(out, sprt->count[i]);
    json_out_close(out, ']');
    json_out_close(out, '}');
}

/* Only the commands have no maximum size. */
static size_t summary_size(const struct arena *arena)
{
    size_t size = SUMMARY_MAX;
    for (int i = 0; i < arena->design.players; i++)
        if (arena->contestants[i].command)
            size += ESCAPE_MAX * strlen(arena->contestants[i].command);
    return size;
}

void arena_write_summary(struct arena *arena)
{
    struct text text;
    struct json_out out;
    if (!arena->json)
        return;
    size_t size = summary_size(arena);
    char *bytes = malloc(size);
    CHECK(bytes);
    json_out_start(&out, &text, bytes, size);
    json_out_open(&out, '{');
    write_design(&out, arena);
    json_put_integer(&out, "pairs", arena->counted);
    json_put_integer(&out, "games", arena->counted * arena_rotations(arena));
    json_put_bool(&out, "settled", arena->settled);
    json_put_bool(&out, "interrupted", arena_interrupted());
    write_real(&out, "seconds", (double)(arena->end_ms - arena->start_ms) / 1000, true);
    write_real(&out, "plies_mean", arena->plies.mean, arena->counted > 0);
    write_ends(&out, arena);
    write_real(&out, "fair", 1.0 / arena->design.seats, true);
    json_put_open(&out, "players", '[');
    for (int i = 0; i < arena->design.players; i++)
        write_player(&out, arena, i);
    json_out_close(&out, ']');
    write_elo(&out, arena);
    write_sprt(&out, &arena->sprt);
    json_out_close(&out, '}');
    CHECK(!text.overflow);
    fprintf(arena->json, "%s\n", bytes);
    free(bytes);
}
