/* SPDX-License-Identifier: MIT */
/*
 * `kufsa replay`: a recorded match on the full screen or in lines of text, for people or programs.
 * The whole record is checked first.
 */
#define _POSIX_C_SOURCE 200809L
#include "plain/replay.h"

#include <stdlib.h>
#include <unistd.h>

#include "cmd/looking.h"
#include "cmd/screen_run.h"

/* ---- loading ---- */

/* At most the number of lines in the file. */
static uint32_t plies_max(const struct record_file *file)
{
    uint32_t lines = 1;
    for (size_t i = 0; i < file->size; i++)
        lines += file->bytes[i] == '\n';
    return lines;
}

static const char *read_plies(struct replay *replay, const struct record_file *file)
{
    struct record *record = &replay->record;
    bool more = true;
    const char *reason = record_open(record, file->bytes, file->size);
    while (!reason && more) {
        reason = record_step(record, &more);
        if (more)
            replay->plies[replay->count++] =
                (struct ply){.move = record->move, .seat = (int8_t)record->seat};
    }
    return reason ? reason : record_finish(record);
}

static bool load(const struct arguments *arguments, struct replay *replay,
                 const struct record_file *file)
{
    replay->plies = calloc(plies_max(file), sizeof *replay->plies);
    const char *reason = replay->plies ? read_plies(replay, file) : "replay.memory.none";
    if (reason)
        record_file_complain(arguments, file, &replay->record, reason);
    return !reason;
}

/* ---- the command line ---- */

static bool for_programs(const struct arguments *arguments)
{
    static const char *const names[] = {"positions", "json", "at", "from", "to"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (arguments_has(arguments, names[i]))
            return true;
    return string_equal(arguments->words[arguments->word_count - 1], "-") ||
           isatty(STDIN_FILENO) != 1 || isatty(STDOUT_FILENO) != 1;
}

static bool choose_viewer(const struct arguments *arguments, struct replay *replay)
{
    const char *word = arguments_value(arguments, "as");
    replay->viewer = TRUTH;
    if (!word || replay_read_viewer(replay, word, &replay->viewer))
        return true;
    return complain(
        arguments, "replay.viewer.unknown",
        WITH(word_string("given", word), word_number("max", replay->record.state.head.seats - 1)));
}

/* On the full screen, or line by line if there is none or it is not wanted. */
static void show_people(const struct arguments *arguments, struct replay *replay,
                        const struct record_file *file)
{
    if (arguments_has(arguments, "plain") || !screen_or_lines(arguments)) {
        replay_browse(replay);
        return;
    }
    const struct screen_text text = {file->bytes, file->size, file->mine};
    screen_replay(&replay->record, replay->plies, replay->count, replay->viewer, &text);
    screen_close();
    screen_play_on(arguments);
}

static bool export(const struct arguments *arguments, struct replay *replay)
{
    int64_t from = 0, to = replay->count, at = -1;
    if (!arguments_number(arguments, "at", 0, replay->count, &at) ||
        !arguments_number(arguments, "from", 0, replay->count, &from) ||
        !arguments_number(arguments, "to", 0, replay->count, &to))
        return false;
    if (at >= 0)
        from = to = at;
    replay_export(replay, (uint32_t)from, (uint32_t)to, arguments_has(arguments, "json"));
    return true;
}

int replay_file(const struct arguments *arguments, const struct record_file *file)
{
    static struct replay replay;
    int status = STATUS_OK;
    replay.voice = &arguments->out;
    replay.ascii = arguments_has(arguments, "ascii") || arguments->out.ascii;
    if (!load(arguments, &replay, file)) {
        status = STATUS_FAILED;
    } else if (!choose_viewer(arguments, &replay)) {
        status = STATUS_USAGE;
    } else {
        walk_begin(&replay.walk, &replay.record, replay.plies, replay.count);
        if (!for_programs(arguments))
            show_people(arguments, &replay, file);
        else if (!export(arguments, &replay))
            status = STATUS_USAGE;
    }
    free(replay.plies);
    return status;
}

static int run_replay(const struct arguments *arguments)
{
    struct record_file file;
    if (!record_file_read(arguments, arguments->words[0], &file))
        return STATUS_FAILED;
    int status = replay_file(arguments, &file);
    record_file_free(&file);
    return status;
}

static const struct parameter parameters[] = {
    {"as", "SEAT", "replay.parameter.as"},
    {"plain", NULL, "join.parameter.plain"},
    {"ascii", NULL, "cmd.play.ascii"},
    {"bidi", "on|off", "join.parameter.bidi"},
    {"positions", NULL, "replay.parameter.positions"},
    {"json", NULL, "replay.parameter.json"},
    {"at", "N", "replay.parameter.at"},
    {"from", "N", "replay.parameter.from"},
    {"to", "N", "replay.parameter.to"},
    {NULL, NULL, NULL},
};

const struct command command_replay = {
    .name = "replay",
    .usage = "FILE [--as SEAT] [--positions] [--json] …",
    .help = "replay.help",
    .more = "replay.more",
    .words_min = 1,
    .words_max = 1,
    .parameters = parameters,
    .run = run_replay,
};
