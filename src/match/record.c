/* SPDX-License-Identifier: MIT */
/* Reading records: see record.h and docs/records.md. */
#include "match/record.h"

#include <string.h>

#include "base/check.h"
#include "base/hash.h"
#include "base/sha256.h"
#include "match/record_text.h"

enum { BYTES_OF_HASH = 8 };

/* ---- lines ---- */

/* Copies a line from *at into out, without its end. */
static const char *take_line(const char **at, const char *end, char out[RECORD_LINE_MAX])
{
    struct text line;
    const char *reason = NULL;
    text_init(&line, out, RECORD_LINE_MAX);
    while (*at < end && **at != '\n') {
        if (**at == '\0')
            reason = "record.line.nul";
        text_char(&line, *(*at)++);
    }
    if (*at < end)
        (*at)++;
    if (line.size > 0 && line.bytes[line.size - 1] == '\r')
        line.bytes[--line.size] = '\0';
    return line.overflow ? "record.line.long" : reason;
}

/* Reads the next line into record->text. False at the end of the file. */
static bool next_line(struct record *record, const char **reason)
{
    *reason = NULL;
    record->expected[0] = '\0';
    if (record->at == record->end)
        return false;
    record->line++;
    *reason = take_line(&record->at, record->end, record->text);
    return true;
}

/* If the line starts with this word, moves the scan past it and the space. */
static bool take_word(struct scan *scan, const char *word)
{
    struct scan behind = *scan;
    if (!scan_string(&behind, word) || (!scan_char(&behind, ' ') && !scan_end(&behind)))
        return false;
    *scan = behind;
    return true;
}

/* False if this was given before. */
static bool once(struct record *record, uint32_t what)
{
    bool first = (record->told & what) == 0;
    record->told |= what;
    return first;
}

/* ---- the head ---- */

static const char *read_option(struct record *record, struct scan scan)
{
    const struct game *game = record->game;
    for (int i = 0; game->options[i].name; i++) {
        struct scan value = scan;
        if (!take_word(&value, game->options[i].name))
            continue;
        int index = game_option_value(game, i, value.at);
        if (index < 0)
            return "game.option.value";
        record->state.head.option[i] = (int16_t)index;
        return once(record, (uint32_t)RECORD_OPTION << i) ? NULL : "record.head.twice";
    }
    return "game.option.unknown";
}

static const char *read_game(struct record *record, struct scan scan)
{
    if (record->game)
        return "record.game.twice";
    record->game = game_find(scan.at);
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
    return once(record, RECORD_SEATS) ? NULL : "record.head.twice";
}

static const char *read_version(struct record *record, struct scan scan)
{
    int64_t version = record->game->rules_version;
    if (!scan_number(&scan, version, version, &version) || !scan_end(&scan))
        return "record.rules.version";
    return once(record, RECORD_RULES) ? NULL : "record.head.twice";
}

static const char *read_key(struct record *record, struct scan scan)
{
    if (!scan_hex(&scan, record->key, sizeof record->key) || !scan_end(&scan))
        return "record.key.form";
    record->key_line = record->line;
    return once(record, RECORD_KEY) ? NULL : "record.head.twice";
}

static const char *read_commit(struct record *record, struct scan scan)
{
    if (!scan_hex(&scan, record->commit, sizeof record->commit) || !scan_end(&scan))
        return "record.commit.form";
    record->commit_line = record->line;
    return once(record, RECORD_COMMIT) ? NULL : "record.head.twice";
}

static const char *read_secret(struct record *record, struct scan scan)
{
    if (!scan_hex(&scan, record->secret, sizeof record->secret) || !scan_end(&scan))
        return "record.secret.form";
    record->secret_line = record->line;
    return once(record, RECORD_SECRET) ? NULL : "record.head.twice";
}

/* `salt N HEX` */
static const char *read_salt(struct record *record, struct scan scan)
{
    int64_t seat;
    if (!scan_number(&scan, 0, SEATS_MAX - 1, &seat) || !scan_char(&scan, ' ') ||
        !scan_hex(&scan, record->salt[seat], sizeof record->salt[seat]) || !scan_end(&scan))
        return "record.salt.form";
    record->salt_line = record->line;
    bool first = (record->salted >> seat & 1) == 0;
    record->salted |= (uint16_t)(1u << seat);
    return first ? NULL : "record.head.twice";
}

/* `bot LEVEL` with a level that is one word; a dash means none. */
static bool read_bot(struct match_seat *row, struct scan *scan)
{
    char level[LEVEL_NAME_MAX];
    struct text text;
    text_init(&text, level, sizeof level);
    for (; *scan->at != '\0' && *scan->at != ' '; scan->at++)
        text_char(&text, *scan->at);
    if (text.overflow || text.size == 0)
        return false;
    scan_char(scan, ' ');
    row->owner = row->holder = HOLDER_BOT;
    return seat_set_level(row, string_equal(level, "-") ? "" : level);
}

/* `seat N person [NAME]`, `seat N bot LEVEL [NAME]` */
static const char *read_seat(struct record *record, struct scan scan)
{
    int64_t seat;
    if (!scan_number(&scan, 0, SEATS_MAX - 1, &seat) || !scan_char(&scan, ' '))
        return "record.seat.form";
    struct match_seat *row = &record->seats[seat];
    if (take_word(&scan, "bot")) {
        if (!read_bot(row, &scan))
            return "record.seat.form";
    } else if (!take_word(&scan, "person")) {
        return "record.seat.form";
    }
    if (!seat_set_name(row, scan.at))
        return "record.seat.form";
    return once(record, (uint32_t)RECORD_SEAT << seat) ? NULL : "record.head.twice";
}

static const struct {
    const char *word;
    const char *(*read)(struct record *, struct scan);
} tags[] = {
    {"game", read_game},     {"option", read_option}, {"seats", read_seats},
    {"rules", read_version}, {"key", read_key},       {"commit", read_commit},
    {"seat", read_seat},     {"secret", read_secret}, {"salt", read_salt},
};

/* Tags from `secret` on are read, but a program that rewrites a record keeps their lines. */
enum { TAGS = sizeof tags / sizeof *tags, TAGS_OWN = TAGS - 2 };

/* Its index, or TAGS for one that has no meaning here. */
static int find_tag(struct scan *scan)
{
    int tag = 0;
    while (tag < TAGS && !take_word(scan, tags[tag].word))
        tag++;
    return tag;
}

static const char *read_tag(struct record *record)
{
    struct scan scan = {record->text};
    int tag = find_tag(&scan);
    if (!record->game && (tag == TAGS || tags[tag].read != read_game))
        return "record.game.first";
    return tag == TAGS ? NULL : tags[tag].read(record, scan);
}

bool record_next_tag(const struct record *record, const char **at, char line[RECORD_LINE_MAX])
{
    while (*at < record->end) {
        struct scan scan = {line};
        take_line(at, record->end, line);
        if (line[0] == '\0')
            return false;
        if (find_tag(&scan) >= TAGS_OWN)
            return true;
    }
    return false;
}

/* Records which line is wrong, and what it should be. */
static void blame(struct record *record, int line, const char *word, const uint8_t *hash)
{
    struct text expected;
    record->line = line;
    record->text[0] = '\0';
    text_init(&expected, record->expected, sizeof record->expected);
    text_string(&expected, word);
    text_hex(&expected, hash, SHA256_SIZE);
}

static const char *check_commit(struct record *record)
{
    uint8_t commit[SHA256_SIZE];
    sha256(record->key, sizeof record->key, commit);
    if (!(record->told & RECORD_COMMIT) || memcmp(commit, record->commit, sizeof commit) == 0)
        return NULL;
    blame(record, record->commit_line, "commit ", commit);
    return "record.commit.differs";
}

/* A deal that the players contributed to: the key is made from the secret and every seat's
 * salt. */
static const char *check_mix(struct record *record)
{
    struct sha256 sha;
    uint8_t key[SHA256_SIZE];
    int seats = record->state.head.seats;
    if (!(record->told & RECORD_SECRET) && record->salted == 0)
        return NULL;
    record->text[0] = '\0';
    record->line = record->told & RECORD_SECRET ? record->secret_line : record->salt_line;
    if (!(record->told & RECORD_SECRET))
        return "record.secret.missing";
    if (record->salted != (1u << seats) - 1)
        return "record.salt.missing";
    sha256_init(&sha);
    sha256_add(&sha, record->secret, sizeof record->secret);
    for (int seat = 0; seat < seats; seat++)
        sha256_add(&sha, record->salt[seat], sizeof record->salt[seat]);
    sha256_end(&sha, key);
    if (memcmp(key, record->key, sizeof key) == 0)
        return NULL;
    blame(record, record->key_line, "key ", key);
    return "record.secret.differs";
}

/* Checks that the lines of the head are consistent. */
static const char *check_head(struct record *record)
{
    if (!record->game)
        return "record.head.missing";
    if (record->state.head.seats == 0)
        record->state.head.seats = record->game->seats_min;
    if ((record->told & (RECORD_END - 1)) / RECORD_SEAT >> record->state.head.seats != 0)
        return "game.seat.range";
    if (!(record->told & RECORD_KEY))
        return record->told & RECORD_COMMIT ? "record.key.missing" : "record.head.missing";
    const char *reason = check_commit(record);
    return reason ? reason : check_mix(record);
}

static void clear(struct record *record, const char *text, size_t size)
{
    record->game = NULL;
    record->told = 0;
    record->salted = 0;
    record->ending = ENDING_NONE;
    record->loser = NO_SEAT;
    record->line = 0;
    record->at = record->head = text;
    record->end = text + size;
    record->text[0] = record->expected[0] = '\0';
    memset(record->seats, 0, sizeof record->seats);
}

const char *record_open(struct record *record, const char *text, size_t size)
{
    const char *reason;
    clear(record, text, size);
    if (!next_line(record, &reason) || reason || !string_equal(record->text, "kufsa-record 1"))
        return "record.head.version";
    record->head = record->at;
    while (next_line(record, &reason)) {
        if (!reason && record->text[0] == '\0')
            break;
        if (!reason)
            reason = read_tag(record);
        if (reason)
            return reason;
    }
    reason = check_head(record);
    if (reason)
        return reason;
    game_deal(record->game, &record->state.head, record->key);
    record->hash = record_hash(HASH_START, record->game, &record->state.head);
    return NULL;
}

/* ---- moves ---- */

const char *record_step(struct record *record, bool *more)
{
    const char *reason;
    int64_t seat;
    *more = false;
    if (!next_line(record, &reason) || reason)
        return reason;
    if (record->text[0] == '\0')
        return NULL;
    struct scan scan = {record->text};
    if (!scan_number(&scan, 0, SEATS_MAX - 1, &seat) || !scan_char(&scan, ' '))
        return "record.move.form";
    if (record->state.head.ply >= record->game->plies_max)
        return "record.move.many";
    record->seat = (int)seat;
    reason = game_read_move(record->game, &record->state.head, record->seat, scan.at,
                            &record->moves, &record->move);
    if (reason)
        return reason;
    if (!game_apply(record->game, &record->state.head, record->seat, record->move, NULL))
        return "record.move.chance";
    record->hash = record_hash(record->hash, record->game, &record->state.head);
    *more = true;
    return NULL;
}

/* ---- the result ---- */

void record_outcome(const struct record *record, struct outcome *outcome)
{
    const struct state *state = &record->state.head;
    record->game->tally(state, outcome);
    outcome_by_ending(outcome, state->seats, state_over(state) ? ENDING_RULES : record->ending,
                      record->loser);
}

/* The line must equal `expected`. */
static bool is_expected(const struct record *record, const struct text *expected)
{
    CHECK(!expected->overflow);
    return string_equal(record->text, expected->bytes);
}

/* The seat that lost, where there are two. */
static bool read_loser(struct record *record, struct scan *scan)
{
    int64_t loser;
    if (record->state.head.seats != 2 || !scan_number(scan, 0, 1, &loser))
        return false;
    record->loser = (int)loser;
    return true;
}

static const char *check_end(struct record *record, struct scan scan)
{
    if (state_over(&record->state.head))
        return "record.end.over";
    if (!once(record, RECORD_END) || (record->told & RECORD_RESULT))
        return "record.end.late";
    bool fits = true;
    if (take_word(&scan, "resigned")) {
        record->ending = ENDING_RESIGNED;
        fits = read_loser(record, &scan);
    } else if (take_word(&scan, "time")) {
        record->ending = ENDING_TIME;
        fits = read_loser(record, &scan);
    } else if (scan_string(&scan, "agreed")) {
        record->ending = ENDING_AGREED;
        fits = draw_can_be_agreed(record->game, record->state.head.seats);
    } else {
        record->ending = ENDING_STOPPED;
        fits = scan_string(&scan, "stopped");
    }
    return fits && scan_end(&scan) ? NULL : "record.end.form";
}

static const char *check_result(struct record *record, struct scan scan)
{
    struct outcome outcome;
    struct text expected;
    once(record, RECORD_RESULT);
    record_outcome(record, &outcome);
    text_init(&expected, record->expected, sizeof record->expected);
    record_write_result_line(&expected, record->state.head.seats, &outcome);
    if (is_expected(record, &expected))
        return NULL;
    if (string_equal(scan.at, "*"))
        return "record.result.over";
    return outcome.place[0] == 0 ? "record.result.going" : "record.result.places";
}

static const char *check_scores(struct record *record, struct scan scan)
{
    struct outcome outcome;
    struct text expected;
    (void)scan;
    once(record, RECORD_SCORES);
    record_outcome(record, &outcome);
    text_init(&expected, record->expected, sizeof record->expected);
    if (!outcome.scored)
        return "record.result.scores";
    record_write_scores_line(&expected, record->state.head.seats, &outcome);
    return is_expected(record, &expected) ? NULL : "record.result.scores";
}

static const char *check_positions(struct record *record, struct scan scan)
{
    uint8_t bytes[BYTES_OF_HASH];
    struct text expected;
    once(record, RECORD_POSITIONS);
    text_init(&expected, record->expected, sizeof record->expected);
    record_write_positions_line(&expected, record->hash);
    if (!scan_hex(&scan, bytes, sizeof bytes) || !scan_end(&scan))
        return "record.hash.form";
    return is_expected(record, &expected) ? NULL : "record.hash.differs";
}

static const struct {
    const char *word;
    const char *(*check)(struct record *, struct scan);
} results[] = {
    {"end", check_end},
    {"result", check_result},
    {"scores", check_scores},
    {"positions", check_positions},
};

const char *record_finish(struct record *record)
{
    const char *reason;
    while (next_line(record, &reason)) {
        struct scan scan = {record->text};
        for (size_t i = 0; !reason && i < sizeof results / sizeof *results; i++)
            if (take_word(&scan, results[i].word))
                reason = results[i].check(record, scan);
        if (reason)
            return reason;
    }
    if (state_over(&record->state.head))
        record->ending = ENDING_RULES;
    return record->told & RECORD_RESULT ? NULL : "record.result.missing";
}

const char *record_replay(struct record *record, const char *text, size_t size)
{
    bool more = true;
    const char *reason = record_open(record, text, size);
    while (!reason && more)
        reason = record_step(record, &more);
    return reason ? reason : record_finish(record);
}
