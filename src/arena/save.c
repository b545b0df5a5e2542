/* SPDX-License-Identifier: MIT */
/*
 * What an arena has counted, as lines of text, so that an interrupted run can be continued.
 * Fractions are written as the bytes of their double, so that nothing is lost.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/arena.h"
#include "base/hash.h"
#include "system/system.h"

enum { SAVE_TEXT_MAX = 16384, SAVE_PATH_MAX = 1024, DOUBLE_DIGITS = 16 };

static const char first_line[] = "kufsa-arena 1\n";

/* ---- what makes the same games ---- */

static uint64_t hash_number(uint64_t hash, int64_t number)
{
    return hash_bytes(hash, &number, sizeof number);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? hash_bytes(hash, text, string_size(text) + 1) : hash_number(hash, -1);
}

static uint64_t hash_player(uint64_t hash, const struct contestant *c)
{
    const struct skill *skill = &c->player.skill;
    const int64_t numbers[] = {c->nodes,      c->millis,          c->cpu,
                               c->grace,      (int64_t)c->memory, skill->overlook,
                               skill->forget, skill->ahead,       c->ignored};
    hash = hash_text(hash_text(hash_text(hash, c->name), c->command), c->level);
    return hash_bytes(hash, numbers, sizeof numbers);
}

uint64_t arena_fingerprint(const struct arena *arena)
{
    uint64_t hash = hash_text(HASH_START, arena->game->name);
    const int64_t numbers[] = {arena->game->rules_version, arena->design.seats,
                               arena->design.players,      (int64_t)arena->design.seed,
                               arena->plies_max,           arena->random_plies};
    hash = hash_bytes(hash, numbers, sizeof numbers);
    hash = hash_bytes(hash, arena->head.head.option, sizeof arena->head.head.option);
    for (int i = 0; i < arena->design.players; i++)
        hash = hash_player(hash, &arena->contestants[i]);
    for (int64_t i = 0; i < arena->openings.count; i++)
        hash = hash_text(hash, arena->openings.lines[i]);
    return hash;
}

/* ---- writing ---- */

static void put_number(struct text *text, int64_t number)
{
    text_char(text, ' ');
    text_number(text, number);
}

static void put_bytes(struct text *text, const void *bytes, size_t size)
{
    text_char(text, ' ');
    text_hex(text, bytes, size);
}

static void put_sample(struct text *text, const struct sample *sample)
{
    put_number(text, sample->count);
    put_bytes(text, &sample->mean, sizeof sample->mean);
    put_bytes(text, &sample->squares, sizeof sample->squares);
}

static void put_standing(struct text *text, const struct standing *s)
{
    const int64_t numbers[] = {
        s->wins,         s->draws,        s->losses,        s->forfeits,
        s->effort.moves, s->effort.nodes, s->effort.micros, s->effort.micros_max,
        s->effort.silent};
    text_string(text, "player");
    put_sample(text, &s->score);
    put_sample(text, &s->points);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(text, numbers[i]);
    text_char(text, '\n');
}

void arena_write_save(const struct arena *arena, struct text *text)
{
    uint64_t fingerprint = arena_fingerprint(arena);
    text_string(text, first_line);
    text_string(text, "run");
    put_bytes(text, &fingerprint, sizeof fingerprint);
    put_number(text, arena->counted);
    put_number(text, arena->restarts);
    put_number(text, system_millis() - arena->start_ms);
    put_number(text, arena->csv ? (int64_t)ftello(arena->csv) : arena->csv_at);
    text_string(text, "\nplies");
    put_sample(text, &arena->plies);
    for (int i = 0; i < GAME_ENDS; i++)
        put_number(text, arena->ends[i]);
    text_string(text, "\npairs");
    for (int i = 0; i < PAIR_SCORES; i++)
        put_number(text, arena->sprt.count[i]);
    text_char(text, '\n');
    for (int i = 0; i < arena->design.players; i++)
        put_standing(text, &arena->standings[i]);
}

/* The file is replaced as a whole: there is always an old one or a new one. */
static bool replace_file(const char *path, const struct text *text)
{
    char fresh[SAVE_PATH_MAX];
    int size = snprintf(fresh, sizeof fresh, "%s.new", path);
    FILE *file = size > 0 && (size_t)size < sizeof fresh ? fopen(fresh, "w") : NULL;
    if (!file)
        return false;
    bool written = fwrite(text->bytes, 1, text->size, file) == text->size && fflush(file) == 0 &&
                   fsync(fileno(file)) == 0;
    return fclose(file) == 0 && written && rename(fresh, path) == 0;
}

bool arena_save(struct arena *arena)
{
    char bytes[SAVE_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    arena->saved_ms = system_millis();
    if (arena->csv && fflush(arena->csv) != 0)
        return false;
    arena_write_save(arena, &text);
    return !text.overflow && replace_file(arena->save, &text);
}

/* ---- reading ---- */

/* Small enough for a few of them to be added up. */
static bool get_number(struct scan *scan, int64_t min, int64_t *number)
{
    return scan_char(scan, ' ') && scan_number(scan, min, INT64_MAX / 16, number);
}

static bool get_bytes(struct scan *scan, void *bytes, size_t size)
{
    return scan_char(scan, ' ') && scan_hex(scan, bytes, size);
}

/* Accepts only possible sums: one that is not finite would spoil all results. */
static bool get_sample(struct scan *scan, struct sample *sample)
{
    return get_number(scan, 0, &sample->count) &&
           get_bytes(scan, &sample->mean, sizeof sample->mean) &&
           get_bytes(scan, &sample->squares, sizeof sample->squares) && sample->mean > -1e12 &&
           sample->mean < 1e12 && sample->squares >= 0 && sample->squares < 1e30;
}

static bool get_standing(struct scan *scan, struct standing *s)
{
    int64_t *const numbers[] = {
        &s->wins,         &s->draws,        &s->losses,        &s->forfeits,
        &s->effort.moves, &s->effort.nodes, &s->effort.micros, &s->effort.micros_max,
        &s->effort.silent};
    if (!scan_string(scan, "player") || !get_sample(scan, &s->score) || s->score.mean < 0 ||
        s->score.mean > 1 || !get_sample(scan, &s->points))
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!get_number(scan, 0, numbers[i]))
            return false;
    return scan_char(scan, '\n');
}

struct save_head {
    uint64_t fingerprint;
    int64_t counted, restarts, elapsed, csv_at;
};

static bool get_head(struct scan *scan, struct save_head *head)
{
    return scan_string(scan, first_line) && scan_string(scan, "run") &&
           get_bytes(scan, &head->fingerprint, sizeof head->fingerprint) &&
           get_number(scan, 0, &head->counted) && get_number(scan, 0, &head->restarts) &&
           get_number(scan, 0, &head->elapsed) && get_number(scan, -1, &head->csv_at) &&
           head->counted <= ARENA_GAMES_MAX;
}

static bool take_head(struct arena *arena, struct scan *scan)
{
    struct save_head head;
    if (!get_head(scan, &head) || head.fingerprint != arena_fingerprint(arena))
        return false;
    arena->counted = head.counted;
    arena->restarts = head.restarts;
    arena->csv_at = head.csv_at;
    arena->start_ms = -head.elapsed;
    arena->next = arena->counted * arena_rotations(arena);
    return true;
}

bool arena_read_save(struct arena *arena, const char *text)
{
    struct scan scan = {text};
    if (!take_head(arena, &scan) || !scan_string(&scan, "\nplies") ||
        !get_sample(&scan, &arena->plies))
        return false;
    for (int i = 0; i < GAME_ENDS; i++)
        if (!get_number(&scan, 0, &arena->ends[i]))
            return false;
    if (!scan_string(&scan, "\npairs"))
        return false;
    for (int i = 0; i < PAIR_SCORES; i++)
        if (!get_number(&scan, 0, &arena->sprt.count[i]))
            return false;
    if (!scan_char(&scan, '\n'))
        return false;
    for (int i = 0; i < arena->design.players; i++)
        if (!get_standing(&scan, &arena->standings[i]) ||
            arena->standings[i].score.count != arena->counted)
            return false;
    return scan_end(&scan);
}

/* False: it cannot be read. */
static bool read_file(FILE *file, char bytes[SAVE_TEXT_MAX])
{
    size_t size = fread(bytes, 1, SAVE_TEXT_MAX - 1, file);
    bool fine = ferror(file) == 0;
    fclose(file);
    bytes[size] = '\0';
    return fine;
}

int64_t arena_saved_rows(const char *path)
{
    char bytes[SAVE_TEXT_MAX];
    struct save_head head;
    FILE *file = fopen(path, "r");
    struct scan scan = {bytes};
    return file && read_file(file, bytes) && get_head(&scan, &head) ? head.csv_at : -1;
}

bool arena_restore(struct arena *arena)
{
    char bytes[SAVE_TEXT_MAX];
    FILE *file = arena->save ? fopen(arena->save, "r") : NULL;
    if (!file)
        return !arena->save || errno == ENOENT || arena_refuse_file(arena, arena->save);
    return (read_file(file, bytes) && arena_read_save(arena, bytes)) ||
           voice_refuse(arena->err, "cmd.arena.save.other", WITH(word_string("file", arena->save)));
}
