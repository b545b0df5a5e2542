/* SPDX-License-Identifier: MIT */
/* Records: see record.h and docs/records.md. */
#include "match/record.h"

#include "base/check.h"
#include "base/hash.h"

enum { HEX_OF_HASH = 8 };

/* ---- reading ---- */

/* The next line into record->text. False at the end of the file. */
static bool next_line(struct record *record, const char **reason)
{
    struct text line;
    *reason = NULL;
    if (record->at == record->end)
        return false;
    text_init(&line, record->text, sizeof record->text);
    record->line++;
    while (record->at < record->end && *record->at != '\n') {
        if (*record->at == '\0')
            *reason = "record.line.nul";
        text_char(&line, *record->at++);
    }
    if (record->at < record->end)
        record->at++;
    if (line.size > 0 && line.bytes[line.size - 1] == '\r')
        line.bytes[--line.size] = '\0';
    if (line.overflow)
        *reason = "record.line.long";
    return true;
}

static const char *read_option(struct record *record, const char *text)
{
    const struct game *game = record->game;
    for (int i = 0; game->options[i].name; i++) {
        struct scan scan = {text};
        if (!scan_string(&scan, game->options[i].name) || !scan_char(&scan, ' '))
            continue;
        int value = game_option_value(game, i, scan.at);
        if (value < 0)
            return "game.option.value";
        record->state.head.option[i] = (int16_t)value;
        return NULL;
    }
    return "game.option.unknown";
}

static const char *read_game(struct record *record, const char *name)
{
    if (record->game)
        return "record.game.twice";
    record->game = game_find(name);
    if (!record->game)
        return "record.game.unknown";
    game_init(record->game, &record->state.head, 0);
    return NULL;
}

static const char *read_seats(struct record *record, struct scan scan)
{
    int64_t seats;
    if (!scan_number(&scan, record->game->seats_min, record->game->seats_max, &seats) ||
        !scan_end(&scan))
        return "game.seats.range";
    record->state.head.seats = (uint8_t)seats;
    return NULL;
}

static const char *read_version(struct record *record, struct scan scan)
{
    bool same =
        scan_number(&scan, record->game->rules_version, record->game->rules_version, &(int64_t){0});
    return same && scan_end(&scan) ? NULL : "record.rules.version";
}

/* One line of the head; `key` comes true with the key. Unknown tags mean nothing here. */
static const char *read_tag(struct record *record, bool *key)
{
    struct scan scan = {record->text};
    if (scan_string(&scan, "game "))
        return read_game(record, scan.at);
    if (!record->game)
        return "record.game.first";
    if (scan_string(&scan, "option "))
        return read_option(record, scan.at);
    if (scan_string(&scan, "seats "))
        return read_seats(record, scan);
    if (scan_string(&scan, "rules "))
        return read_version(record, scan);
    if (scan_string(&scan, "key ")) {
        *key = scan_hex(&scan, record->key, sizeof record->key) && scan_end(&scan);
        return *key ? NULL : "record.key.form";
    }
    return NULL;
}

const char *record_open(struct record *record, const char *text, size_t size)
{
    const char *reason;
    bool key = false;
    record->game = NULL;
    record->line = 0;
    record->at = text;
    record->end = text + size;
    if (!next_line(record, &reason) || reason || !string_equal(record->text, "kufsa-record 1"))
        return "record.head.version";
    while (next_line(record, &reason)) {
        if (!reason && record->text[0] == '\0')
            break;
        if (!reason)
            reason = read_tag(record, &key);
        if (reason)
            return reason;
    }
    if (!record->game || !key)
        return "record.head.missing";
    if (record->state.head.seats == 0)
        record->state.head.seats = record->game->seats_min;
    game_deal(record->game, &record->state.head, record->key);
    record->hash = record_hash(HASH_START, record->game, &record->state.head);
    return NULL;
}

const char *record_step(struct record *record, bool *more)
{
    const char *reason;
    int64_t seat;
    move m;
    *more = false;
    if (!next_line(record, &reason) || reason)
        return reason;
    if (record->text[0] == '\0')
        return NULL;
    struct scan scan = {record->text};
    if (!scan_number(&scan, 0, SEATS_MAX - 1, &seat) || !scan_char(&scan, ' '))
        return "record.move.form";
    reason =
        game_read_move(record->game, &record->state.head, (int)seat, scan.at, &record->moves, &m);
    if (reason)
        return reason;
    if (!game_apply(record->game, &record->state.head, (int)seat, m, NULL))
        return "record.move.chance";
    record->hash = record_hash(record->hash, record->game, &record->state.head);
    *more = true;
    return NULL;
}

/* Numbers after a word, one a seat, must be these. */
static bool same_numbers(struct scan scan, const int64_t *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (!scan_char(&scan, ' ') || !scan_number(&scan, numbers[i], numbers[i], &(int64_t){0}))
            return false;
    return scan_end(&scan);
}

static const char *check_result(const struct record *record, struct scan scan)
{
    struct outcome outcome;
    int64_t places[SEATS_MAX];
    if (string_equal(scan.at, " *"))
        return state_over(&record->state.head) ? "record.result.over" : NULL;
    if (!state_over(&record->state.head))
        return "record.result.going";
    record->game->tally(&record->state.head, &outcome);
    for (int seat = 0; seat < record->state.head.seats; seat++)
        places[seat] = outcome.place[seat];
    return same_numbers(scan, places, record->state.head.seats) ? NULL : "record.result.places";
}

static const char *check_scores(const struct record *record, struct scan scan)
{
    struct outcome outcome;
    int64_t scores[SEATS_MAX];
    record->game->tally(&record->state.head, &outcome);
    for (int seat = 0; seat < record->state.head.seats; seat++)
        scores[seat] = outcome.score[seat];
    return outcome.scored && same_numbers(scan, scores, record->state.head.seats)
               ? NULL
               : "record.result.scores";
}

static const char *check_hash(const struct record *record, struct scan scan)
{
    uint8_t bytes[HEX_OF_HASH];
    uint64_t hash = 0;
    if (!scan_char(&scan, ' ') || !scan_hex(&scan, bytes, sizeof bytes) || !scan_end(&scan))
        return "record.hash.form";
    for (int i = 0; i < HEX_OF_HASH; i++)
        hash = hash << 8 | bytes[i];
    return hash == record->hash ? NULL : "record.hash.differs";
}

const char *record_finish(struct record *record)
{
    const char *reason;
    bool result = false;
    while (next_line(record, &reason)) {
        struct scan scan = {record->text};
        if (reason)
            return reason;
        if (scan_string(&scan, "result")) {
            result = true;
            reason = check_result(record, scan);
        } else if (scan_string(&scan, "scores")) {
            reason = check_scores(record, scan);
        } else if (scan_string(&scan, "positions")) {
            reason = check_hash(record, scan);
        }
        if (reason)
            return reason;
    }
    return result ? NULL : "record.result.missing";
}

const char *record_replay(struct record *record, const char *text, size_t size)
{
    bool more = true;
    const char *reason = record_open(record, text, size);
    while (!reason && more)
        reason = record_step(record, &more);
    return reason ? reason : record_finish(record);
}

/* ---- writing ---- */

static void write_row(struct text *text, const char *word, int64_t number)
{
    text_string(text, word);
    text_char(text, ' ');
    text_number(text, number);
    text_char(text, '\n');
}

void record_write_head(struct text *text, const struct game *game, const struct state *state,
                       const uint8_t key[CHANCE_KEY_SIZE])
{
    text_string(text, "kufsa-record 1\ngame ");
    text_string(text, game->name);
    text_char(text, '\n');
    write_row(text, "rules", game->rules_version);
    write_row(text, "seats", state->seats);
    for (int i = 0; game->options[i].name; i++) {
        text_string(text, "option ");
        text_string(text, game->options[i].name);
        text_char(text, ' ');
        text_string(text, game->options[i].values[state->option[i]]);
        text_char(text, '\n');
    }
    text_string(text, "key ");
    text_hex(text, key, CHANCE_KEY_SIZE);
    text_string(text, "\n\n");
}

void record_write_move(struct text *text, const struct game *game, const struct state *before,
                       int seat, move m)
{
    text_number(text, seat);
    text_char(text, ' ');
    game->write_move(before, m, text);
    text_char(text, '\n');
}

void record_write_result(struct text *text, const struct game *game, const struct state *last,
                         uint64_t hash)
{
    struct outcome outcome;
    uint8_t bytes[HEX_OF_HASH];
    game->tally(last, &outcome);
    text_string(text, "\nresult");
    for (int seat = 0; seat < last->seats && state_over(last); seat++) {
        text_char(text, ' ');
        text_number(text, outcome.place[seat]);
    }
    text_string(text, state_over(last) ? "" : " *");
    if (outcome.scored)
        text_string(text, "\nscores");
    for (int seat = 0; seat < last->seats && outcome.scored; seat++) {
        text_char(text, ' ');
        text_number(text, outcome.score[seat]);
    }
    for (int i = 0; i < HEX_OF_HASH; i++)
        bytes[i] = (uint8_t)(hash >> 8 * (HEX_OF_HASH - 1 - i));
    text_string(text, "\npositions ");
    text_hex(text, bytes, sizeof bytes);
    text_char(text, '\n');
}

uint64_t record_hash(uint64_t hash, const struct game *game, const struct state *state)
{
    char buffer[POSITION_MAX];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    game_write(game, state, &text);
    text_char(&text, '\n');
    CHECK(!text.overflow);
    return hash_bytes(hash, text.bytes, text.size);
}
