/* SPDX-License-Identifier: MIT */
/* A recorded match in lines of text. Going back replays it from the deal. */
#include "plain/replay.h"

#include "base/check.h"
#include "base/json.h"
#include "plain/play.h"

enum { JSON_LINE_MAX = 2 * POSITION_MAX };

/* ---- looking ---- */

/* What the viewer sees of the position. */
static const struct state *viewed_state(struct replay *replay)
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
    game_write(replay->record.game, viewed_state(replay), &text);
}

/* ---- for programs ---- */

static void put_json(struct replay *replay, const char *position)
{
    char buffer[JSON_LINE_MAX];
    struct text text;
    struct json_out out;
    json_out_start(&out, &text, buffer, sizeof buffer);
    json_out_open(&out, '{');
    json_put_integer(&out, "ply", replay->walk.at);
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
    json_put_string(&out, "position", position);
    json_out_close(&out, '}');
    CHECK(!text.overflow);
    fprintf(replay->voice->file, "%s\n", buffer);
}

void replay_export(struct replay *replay, uint32_t from, uint32_t to, bool json)
{
    for (uint32_t ply = from; ply <= to; ply++) {
        char position[POSITION_MAX];
        walk_to(&replay->walk, ply);
        write_position(replay, position);
        if (json)
            put_json(replay, position);
        else
            fprintf(replay->voice->file, "%s\n", position);
    }
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

/* The table, the move that led to it, and at the end the result. */
static void show(struct replay *replay)
{
    static struct events seen;
    const struct game *game = replay->record.game;
    struct teller teller = {replay->voice, game, replay->viewer};
    seen = replay->walk.events;
    events_observe(&seen, replay->viewer);
    struct picture picture = {replay->voice, game,          viewed_state(replay),
                              &seen,         replay->ascii, false};
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
    tell_rules(replay->voice, record->game, record->state.head.option);
    voice_say(replay->voice, "replay.start", WITH(word_number("n", replay->count)));
}

bool replay_read_viewer(const struct replay *replay, const char *word, int *viewer)
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

static bool is_word(const char *line, const char *word)
{
    return string_equal(line, word) || (line[0] == word[0] && line[1] == '\0');
}

/* The ply that the line names, or -1 if none. */
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

/* Handles a line: false to leave. */
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
               replay_read_viewer(replay, scan.at, &replay->viewer)) {
        show(replay);
    } else if (is_word(line, "quit")) {
        return false;
    } else {
        voice_say(replay->voice, "replay.words", WITH(word_number("max", replay->count)));
    }
    return true;
}

void replay_browse(struct replay *replay)
{
    char line[PLAY_LINE_MAX];
    greet(replay);
    show(replay);
    do {
        fprintf(replay->voice->file, "%u/%u> ", (unsigned)replay->walk.at, (unsigned)replay->count);
    } while (play_read_line(replay->voice, false, line) && take_line(replay, line));
}
