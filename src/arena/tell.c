/* SPDX-License-Identifier: MIT */
/* What an arena prints: progress while it runs, and the table of results. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <unistd.h>

#include "arena/arena.h"
#include "arena/ledger.h"
#include "system/system.h"

enum {
    NUMBER_MAX = 32,
    LOG_MILLIS = 10000,      /* before the first line of a log; later lines are further apart */
    LOG_MILLIS_MAX = 120000, /* between lines */
    WIPE_COLUMNS = 110,
    PAIRS_ROUGH = 30, /* with fewer the normal interval is unreliable */
};

/* ---- numbers ---- */

struct number {
    char text[NUMBER_MAX];
};

static struct number real(double value, int decimals)
{
    struct number number;
    snprintf(number.text, sizeof number.text, "%.*f", decimals, value);
    return number;
}

static struct number percent(double share)
{
    return real(100 * share, 1);
}

static struct number elo_text(double elo)
{
    struct number number;
    if (isinf(elo))
        snprintf(number.text, sizeof number.text, "%s", elo > 0 ? "+∞" : "−∞");
    else
        snprintf(number.text, sizeof number.text, "%s%.0f", elo < -0.5 ? "−" : "+", fabs(elo));
    return number;
}

/* `1:02:03` or `2:03` */
static struct number duration(int64_t millis)
{
    struct number number;
    long long seconds = (millis + 500) / 1000;
    if (seconds >= 3600)
        snprintf(number.text, sizeof number.text, "%lld:%02lld:%02lld", seconds / 3600,
                 seconds / 60 % 60, seconds % 60);
    else
        snprintf(number.text, sizeof number.text, "%lld:%02lld", seconds / 60, seconds % 60);
    return number;
}

/* Games per second. Below one, the decimals matter. */
static struct number rate_text(double rate)
{
    return real(rate, rate < 1 ? 3 : rate < 100 ? 1 : 0);
}

static double mean_of(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

/* ---- progress ---- */

/* The expected length of the run in pairs: those asked for, or what the spread so far suggests. */
static double expected_pairs(const struct arena *arena)
{
    double all = (double)arena->pairs;
    if (arena->until <= 0 || arena->counted < 2)
        return all;
    double ratio = arena_half(arena) / arena->until;
    return fmin(all, fmax(ARENA_PAIRS_MIN, (double)arena->counted * ratio * ratio));
}

static void say_sprt_progress(const struct arena *arena, double millis)
{
    double games = (double)(arena->counted * arena_rotations(arena));
    voice_part_say(arena->err, "cmd.arena.progress.sprt",
                   WITH(word_number("done", arena->counted * arena_rotations(arena)),
                        word_string("name", arena->contestants[0].name),
                        word_string("score", percent(arena->standings[0].score.mean).text),
                        word_string("ratio", real(sprt_ratio(&arena->sprt), 2).text),
                        word_string("bound", real(SPRT_BOUND, 2).text),
                        word_string("rate", rate_text(games * 1000 / fmax(millis, 1)).text)));
}

static void say_progress(const struct arena *arena, int64_t now)
{
    const struct sample *score = &arena->standings[0].score;
    int rotations = arena_rotations(arena);
    double half = sample_half(score), pairs = (double)arena->counted;
    double millis = (double)(now - arena->start_ms);
    double left = pairs > 0 ? (expected_pairs(arena) - pairs) * millis / pairs : 0;
    struct number elo = elo_text(elo_of(score->mean, half).best);
    if (arena->counted == 0) {
        voice_part_say(arena->err, "cmd.arena.progress.none",
                       WITH(word_number("count", arena->next)));
        return;
    }
    if (arena->sprt.wanted) {
        say_sprt_progress(arena, millis);
        return;
    }
    voice_part_say(
        arena->err, arena->design.seats == 2 ? "cmd.arena.progress.elo" : "cmd.arena.progress",
        WITH(word_number("done", arena->counted * rotations),
             word_number("count", arena->pairs * rotations),
             word_string("name", arena->contestants[0].name),
             word_string("score", percent(score->mean).text),
             word_string("half", percent(half).text), word_string("elo", elo.text),
             word_string("rate", rate_text(pairs * rotations * 1000 / fmax(millis, 1)).text),
             word_string("left", duration((int64_t)fmax(left, 0)).text)));
}

static void wipe_line(FILE *file)
{
    fprintf(file, "\r%*s\r", WIPE_COLUMNS, "");
}

/* On a terminal, one line that is overwritten; in a file, a line now and then. */
void arena_tell_progress(struct arena *arena)
{
    static int64_t next_ms, step_ms = LOG_MILLIS;
    FILE *file = arena->err->file;
    int64_t now = system_millis();
    if (arena->quiet)
        return;
    if (isatty(fileno(file)) == 1) {
        wipe_line(file);
        say_progress(arena, now);
        fflush(file);
        return;
    }
    if (next_ms == 0)
        next_ms = arena->start_ms + step_ms;
    if (now < next_ms)
        return;
    say_progress(arena, now);
    fputc('\n', file);
    step_ms = step_ms * 2 < LOG_MILLIS_MAX ? step_ms * 2 : LOG_MILLIS_MAX;
    next_ms = now + step_ms;
}

void arena_end_progress(const struct arena *arena)
{
    if (!arena->quiet && isatty(fileno(arena->err->file)) == 1)
        wipe_line(arena->err->file);
}

/* ---- the table ---- */

enum column {
    COLUMN_PLAYER,
    COLUMN_SCORE,
    COLUMN_HALF,
    COLUMN_WINS,
    COLUMN_DRAWS,
    COLUMN_LOSSES,
    COLUMN_FORFEITS,
    COLUMN_POINTS,
    COLUMN_NODES,
    COLUMN_MILLIS,
    COLUMN_MILLIS_MAX,
    COLUMNS,
};

static const char *const column_keys[COLUMNS] = {
    [COLUMN_PLAYER] = "cmd.arena.column.player",
    [COLUMN_SCORE] = "cmd.arena.column.score",
    [COLUMN_HALF] = "cmd.arena.column.half",
    [COLUMN_WINS] = "cmd.arena.column.wins",
    [COLUMN_DRAWS] = "cmd.arena.column.draws",
    [COLUMN_LOSSES] = "cmd.arena.column.losses",
    [COLUMN_FORFEITS] = "cmd.arena.column.forfeits",
    [COLUMN_POINTS] = "cmd.arena.column.points",
    [COLUMN_NODES] = "cmd.arena.column.nodes",
    [COLUMN_MILLIS] = "cmd.arena.column.millis",
    [COLUMN_MILLIS_MAX] = "cmd.arena.column.millis_max",
};

static void fill_row(struct ledger *table, const struct arena *arena, int player)
{
    const struct standing *s = &arena->standings[player];
    const struct effort *effort = &s->effort;
    int64_t told = effort->moves - effort->silent;
    int row = table->rows++;
    ledger_set(table, row, COLUMN_PLAYER, arena->contestants[player].name);
    ledger_set(table, row, COLUMN_SCORE, percent(s->score.mean).text);
    ledger_set(table, row, COLUMN_HALF, percent(sample_half(&s->score)).text);
    ledger_count(table, row, COLUMN_WINS, s->wins);
    ledger_count(table, row, COLUMN_DRAWS, s->draws);
    ledger_count(table, row, COLUMN_LOSSES, s->losses);
    ledger_count(table, row, COLUMN_FORFEITS, s->forfeits);
    ledger_set(table, row, COLUMN_POINTS, s->points.count > 0 ? real(s->points.mean, 1).text : "");
    ledger_set(table, row, COLUMN_NODES,
               told > 0 ? real(mean_of(effort->nodes, told), 0).text : "");
    ledger_set(table, row, COLUMN_MILLIS,
               real(mean_of(effort->micros, effort->moves) / 1000, 2).text);
    ledger_set(table, row, COLUMN_MILLIS_MAX, real((double)effort->micros_max / 1000, 0).text);
    if (s->forfeits > 0)
        table->hidden[COLUMN_FORFEITS] = false;
    if (s->points.count > 0)
        table->hidden[COLUMN_POINTS] = false;
}

static void tell_table(const struct arena *arena)
{
    static struct ledger table;
    const struct voice *voice = arena->out;
    table.hidden[COLUMN_FORFEITS] = table.hidden[COLUMN_POINTS] = true;
    for (int column = 0; column < COLUMNS; column++)
        ledger_set(&table, 0, column, words_find(voice->language, column_keys[column]));
    table.rows = 1;
    table.columns = COLUMNS;
    for (int i = 0; i < arena->design.players; i++)
        fill_row(&table, arena, i);
    ledger_write(&table, voice->file);
}

/* ---- the sentences around it ---- */

static void tell_title(const struct arena *arena)
{
    const struct voice *voice = arena->out;
    voice_say(voice, "cmd.arena.title",
              WITH(word_string("game", words_name(voice->language, "game.", arena->game->name)),
                   word_number("seats", arena->design.seats),
                   word_number("games", arena->counted * arena_rotations(arena)),
                   word_number("pairs", arena->counted),
                   word_number("rotations", arena_rotations(arena)),
                   word_number("seed", (int64_t)arena->design.seed)));
}

static void tell_elo(const struct arena *arena)
{
    const struct sample *score = &arena->standings[0].score;
    struct elo elo = elo_of(score->mean, sample_half(score));
    if (arena->design.seats == 2)
        voice_say(arena->out, "cmd.arena.elo",
                  WITH(word_string("first", arena->contestants[0].name),
                       word_string("second", arena->contestants[1].name),
                       word_string("elo", elo_text(elo.best).text),
                       word_string("low", elo_text(elo.low).text),
                       word_string("high", elo_text(elo.high).text)));
    else
        voice_say(arena->out, "cmd.arena.fair",
                  WITH(word_string("fair", percent(1.0 / arena->design.seats).text)));
}

static void tell_length(const struct arena *arena)
{
    int64_t millis = arena->end_ms - arena->start_ms;
    double games = (double)(arena->counted * arena_rotations(arena));
    voice_say(arena->out, "cmd.arena.length",
              WITH(word_string("plies", real(arena->plies.mean, 1).text),
                   word_string("time", duration(millis).text),
                   word_string("rate", rate_text(games * 1000 / fmax((double)millis, 1)).text)));
}

static void tell_troubles(const struct arena *arena)
{
    const struct voice *voice = arena->out;
    int64_t forfeits = 0;
    for (enum game_end end = GAME_ILLEGAL; end < GAME_ENDS; end++)
        forfeits += arena->ends[end];
    if (arena->ends[GAME_PLIES] > 0)
        voice_say(voice, "cmd.arena.cut",
                  WITH(word_number("games", arena->ends[GAME_PLIES]),
                       word_number("plies", arena->plies_max)));
    if (forfeits > 0)
        voice_say(voice, "cmd.arena.forfeits",
                  WITH(word_number("games", forfeits),
                       word_number("illegal", arena->ends[GAME_ILLEGAL]),
                       word_number("unreadable", arena->ends[GAME_UNREADABLE]),
                       word_number("refused", arena->ends[GAME_REFUSED]),
                       word_number("late", arena->ends[GAME_LATE])));
    if (arena->troubled >= 0)
        voice_say(voice, "cmd.arena.trouble",
                  WITH(word_string("name", arena->contestants[arena->troubled].name),
                       word_string("answer", arena->trouble)));
    if (arena->restarts > 0)
        voice_say(voice, "cmd.arena.restarts", WITH(word_number("times", arena->restarts)));
}

static void tell_sprt(const struct arena *arena)
{
    const struct sprt *sprt = &arena->sprt;
    voice_say(arena->out, "cmd.arena.sprt.ratio",
              WITH(word_string("elo0", real(sprt->elo0, 1).text),
                   word_string("elo1", real(sprt->elo1, 1).text),
                   word_string("ratio", real(sprt_ratio(sprt), 2).text),
                   word_string("bound", real(SPRT_BOUND, 2).text), word_number("a", sprt->count[0]),
                   word_number("b", sprt->count[1]), word_number("c", sprt->count[2]),
                   word_number("d", sprt->count[3]), word_number("e", sprt->count[4])));
    int verdict = sprt_verdict(sprt);
    double chosen = verdict > 0 ? sprt->elo1 : sprt->elo0;
    if (verdict == 0)
        voice_say(arena->out, "cmd.arena.sprt.open", WITH_NOTHING);
    else
        voice_say(arena->out, "cmd.arena.sprt.verdict",
                  WITH(word_string("first", arena->contestants[0].name),
                       word_string("second", arena->contestants[1].name),
                       word_string("chosen", real(chosen, 1).text),
                       word_string("other", real(sprt->elo0 + sprt->elo1 - chosen, 1).text)));
}

static void tell_end(const struct arena *arena)
{
    const struct voice *voice = arena->out;
    struct number half = percent(arena->until);
    if (arena->counted < PAIRS_ROUGH)
        voice_say(voice, "cmd.arena.rough", WITH_NOTHING);
    if (arena_timed(arena))
        voice_say(voice, "cmd.arena.timed", WITH_NOTHING);
    if (arena_interrupted())
        voice_say(voice, "cmd.arena.interrupted", WITH_NOTHING);
    else if (arena->settled && !arena->sprt.wanted)
        voice_say(voice, "cmd.arena.settled", WITH(word_string("half", half.text)));
    else if (arena->until > 0)
        voice_say(voice, "cmd.arena.unsettled", WITH(word_string("half", half.text)));
}

void arena_tell_results(const struct arena *arena)
{
    const struct voice *voice = arena->out;
    if (arena->counted == 0) {
        voice_say(voice, "cmd.arena.nothing", WITH_NOTHING);
        return;
    }
    tell_title(arena);
    fputc('\n', voice->file);
    tell_table(arena);
    fputc('\n', voice->file);
    tell_elo(arena);
    tell_length(arena);
    tell_troubles(arena);
    if (arena->sprt.wanted)
        tell_sprt(arena);
    tell_end(arena);
}
