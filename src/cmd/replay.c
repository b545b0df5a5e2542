/* SPDX-License-Identifier: MIT */
/*
 * `kufsa replay`: a recorded match, looked at move by move on a whole screen or in lines of text,
 * or its positions one a line for programs. The whole record is checked first; then going back is
 * playing from the deal.
 */
#define _POSIX_C_SOURCE 200809L
#include "cmd/replay.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/check.h"
#include "base/json.h"
#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "cmd/tell.h"
#include "match/walk.h"

enum { INPUT_MAX = 128, JSON_LINE_MAX = 2 * POSITION_MAX };

struct replay {
    const struct arguments *arguments;
    const struct voice *voice;
    struct record record;
    struct ply *plies; /* on the heap */
    uint32_t count;
    struct walk walk;
    union any_state view;
    int viewer;
    bool ascii;
};

/* ---- looking ---- */

/* What the viewer sees of the position. */
static const struct state *look(struct replay *replay)
{
    if (replay->viewer == TRUTH)
        return &replay->walk.state.head;
    game_observe(replay->record.game, &replay->walk.state.head, replay->viewer, &replay->view.head);
    return &replay->view.head;
}

static void write_position(struct replay *replay, char out[POSITION_MAX])
{
    struct text text;
    text_init(&text, out, POSITION_MAX);
    game_write(replay->record.game, look(replay), &text);
}

/* ---- loading ---- */

/* No more than the file has lines. */
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

static bool load(struct replay *replay, const char *name)
{
    struct record_file file;
    if (!record_file_read(replay->arguments, name, &file))
        return false;
    replay->plies = calloc(plies_max(&file), sizeof *replay->plies);
    const char *reason = replay->plies ? read_plies(replay, &file) : "replay.memory.none";
    if (reason)
        record_file_complain(replay->arguments, &file, &replay->record, reason);
    record_file_free(&file);
    return !reason;
}

/* ---- for programs ---- */

static void put_json(struct replay *replay, const char *position)
{
    char buffer[JSON_LINE_MAX];
    struct text text;
    struct json_out out;
    text_init(&text, buffer, sizeof buffer);
    json_out_init(&out, &text);
    json_out_open(&out, '{');
    json_out_key(&out, "ply");
    json_out_integer(&out, replay->walk.at);
    json_out_key(&out, "seat");
    if (replay->walk.seat == NO_SEAT)
        json_out_null(&out);
    else
        json_out_integer(&out, replay->walk.seat);
    json_out_key(&out, "move");
    if (replay->walk.seat == NO_SEAT ||
        !events_show_move(&replay->walk.events, replay->walk.seat, replay->viewer))
        json_out_null(&out);
    else
        json_out_string(&out, replay->walk.move);
    json_out_key(&out, "position");
    json_out_string(&out, position);
    json_out_close(&out, '}');
    CHECK(!text.overflow);
    fprintf(replay->voice->file, "%s\n", buffer);
}

static bool export(struct replay *replay)
{
    const struct arguments *arguments = replay->arguments;
    bool json = arguments_has(arguments, "json");
    int64_t from = 0, to = replay->count, at = -1;
    if (!arguments_number(arguments, "at", 0, replay->count, &at) ||
        !arguments_number(arguments, "from", 0, replay->count, &from) ||
        !arguments_number(arguments, "to", 0, replay->count, &to))
        return false;
    if (at >= 0)
        from = to = at;
    for (int64_t ply = from; ply <= to; ply++) {
        char position[POSITION_MAX];
        walk_to(&replay->walk, (uint32_t)ply);
        write_position(replay, position);
        if (json)
            put_json(replay, position);
        else
            fprintf(replay->voice->file, "%s\n", position);
    }
    return true;
}

/* ---- for people ---- */

static void show_end(const struct replay *replay, struct teller *teller)
{
    const struct record *record = &replay->record;
    struct outcome outcome;
    if (replay->walk.at < replay->count)
        return;
    record_outcome(record, &outcome);
    voice_style(replay->voice, STYLE_BOLD);
    tell_ending(teller, record->state.head.seats, &outcome, record->ending, record->loser);
    voice_plain(replay->voice);
}

/* The table, the move that led to it, and at the end how it ended. */
static void show(struct replay *replay)
{
    static struct events seen;
    const struct game *game = replay->record.game;
    struct teller teller = {replay->voice, game, replay->viewer};
    seen = replay->walk.events;
    events_observe(&seen, replay->viewer);
    struct picture picture = {replay->voice, game, look(replay), &seen, replay->ascii};
    fputc('\n', replay->voice->file);
    if (replay->walk.seat != NO_SEAT)
        tell_move(&teller, replay->walk.seat, replay->walk.move, &replay->walk.events);
    drawing_of(game)->draw(&picture);
    show_end(replay, &teller);
}

static void greet(const struct replay *replay)
{
    const struct record *record = &replay->record;
    char name[NAME_TEXT_MAX];
    struct text text;
    for (int seat = 0; seat < record->state.head.seats; seat++) {
        const struct match_seat *row = &record->seats[seat];
        text_init(&text, name, sizeof name);
        write_seat_name(replay->voice, record->game, seat, &text);
        if (row->name[0])
            voice_say(replay->voice, "replay.player",
                      WITH(word_string("name", name), word_string("player", row->name)));
    }
    voice_say(replay->voice, "replay.start", WITH(word_number("n", replay->count)));
}

/* A seat's number, or a word; false if it is neither. */
static bool read_viewer(const struct replay *replay, const char *word, int *viewer)
{
    struct scan scan = {word};
    int64_t seat = TRUTH;
    if (string_equal(word, "spectator"))
        seat = SPECTATOR;
    else if (!string_equal(word, "all") &&
             (!scan_number(&scan, 0, replay->record.state.head.seats - 1, &seat) ||
              !scan_end(&scan)))
        return false;
    *viewer = (int)seat;
    return true;
}

/* A line without its end; what is too long is cut. False at the end of the input. */
static bool read_line(char line[INPUT_MAX])
{
    size_t size = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        if (size < INPUT_MAX - 1 && c >= ' ')
            line[size++] = (char)c;
    while (size > 0 && line[size - 1] == ' ')
        size--;
    line[size] = '\0';
    return c != EOF || size > 0;
}

static bool is_word(const char *line, const char *word)
{
    return string_equal(line, word) || (line[0] == word[0] && line[1] == '\0');
}

/* Where the line leads, or -1 if it leads nowhere. */
static int64_t find_target(const struct replay *replay, const char *line)
{
    struct scan scan = {line};
    int64_t target = -1;
    if (line[0] == '\0' || is_word(line, "next"))
        return replay->walk.at < replay->count ? replay->walk.at + 1 : replay->count;
    if (is_word(line, "back"))
        return replay->walk.at > 0 ? replay->walk.at - 1 : 0;
    if (is_word(line, "start"))
        return 0;
    if (is_word(line, "end"))
        return replay->count;
    if (!scan_string(&scan, "jump "))
        scan_string(&scan, "j ");
    return scan_number(&scan, 0, replay->count, &target) && scan_end(&scan) ? target : -1;
}

/* One line: false to leave. */
static bool take_line(struct replay *replay, const char *line)
{
    struct scan scan = {line};
    int64_t target = find_target(replay, line);
    if (target >= 0) {
        if (line[0] == '\0' && replay->walk.at == replay->count)
            voice_say(replay->voice, "replay.at.end", WITH_NOTHING);
        else
            walk_to(&replay->walk, (uint32_t)target);
        show(replay);
    } else if (is_word(line, "position")) {
        char position[POSITION_MAX];
        write_position(replay, position);
        fprintf(replay->voice->file, "%s\n", position);
    } else if ((scan_string(&scan, "as ") || scan_string(&scan, "a ")) &&
               read_viewer(replay, scan.at, &replay->viewer)) {
        show(replay);
    } else if (is_word(line, "quit")) {
        return false;
    } else {
        voice_say(replay->voice, "replay.words", WITH(word_number("max", replay->count)));
    }
    return true;
}

static void browse(struct replay *replay)
{
    char line[INPUT_MAX];
    greet(replay);
    show(replay);
    do {
        fprintf(replay->voice->file, "%u/%u> ", (unsigned)replay->walk.at, (unsigned)replay->count);
        fflush(replay->voice->file);
    } while (read_line(line) && take_line(replay, line));
}

/* ---- the command line ---- */

static bool for_programs(const struct arguments *arguments)
{
    static const char *const names[] = {"positions", "json", "at", "from", "to"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (arguments_has(arguments, names[i]))
            return true;
    return string_equal(arguments->words[0], "-") || isatty(STDIN_FILENO) != 1 ||
           isatty(STDOUT_FILENO) != 1;
}

static bool choose_viewer(struct replay *replay)
{
    const char *word = arguments_value(replay->arguments, "as");
    replay->viewer = TRUTH;
    if (!word || read_viewer(replay, word, &replay->viewer))
        return true;
    return complain(
        replay->arguments, "replay.viewer.unknown",
        WITH(word_string("given", word), word_number("max", replay->record.state.head.seats - 1)));
}

/* On the whole screen, or line by line where there is none or it is not wanted. */
static void show_people(struct replay *replay)
{
    if (arguments_has(replay->arguments, "plain") || !screen_begin(replay->arguments)) {
        browse(replay);
        return;
    }
    screen_replay(&replay->record, replay->plies, replay->count, replay->viewer);
    screen_close();
}

static int run_replay(const struct arguments *arguments)
{
    static struct replay replay;
    int status = STATUS_OK;
    replay.arguments = arguments;
    replay.voice = &arguments->out;
    replay.ascii = arguments_has(arguments, "ascii");
    if (!load(&replay, arguments->words[0])) {
        status = STATUS_FAILED;
    } else if (!choose_viewer(&replay)) {
        status = STATUS_USAGE;
    } else {
        walk_begin(&replay.walk, &replay.record, replay.plies, replay.count);
        if (!for_programs(arguments))
            show_people(&replay);
        else if (!export(&replay))
            status = STATUS_USAGE;
    }
    free(replay.plies);
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
