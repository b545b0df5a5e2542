/* SPDX-License-Identifier: MIT */
/* Writing records: see record.h and docs/records.md. */
#include "match/record_text.h"

#include "base/check.h"
#include "base/hash.h"
#include "base/sha256.h"

enum { HEX_OF_HASH = 8 };

/* ---- the head ---- */

static void write_row(struct text *text, const char *word, int64_t number)
{
    text_string(text, word);
    text_char(text, ' ');
    text_number(text, number);
    text_char(text, '\n');
}

static void write_bytes(struct text *text, const char *word, const uint8_t *bytes, size_t size)
{
    text_string(text, word);
    text_char(text, ' ');
    text_hex(text, bytes, size);
    text_char(text, '\n');
}

static void write_game(struct text *text, const struct game *game, const struct state *state)
{
    text_string(text, "kufsa-record 1\ngame ");
    text_string(text, game->name);
    text_char(text, '\n');
    write_row(text, "rules", game->rules_version);
    write_row(text, "seats", state->seats);
    for (int i = 0; game->options[i].name; i++) {
        const struct option *row = &game->options[i];
        if (row->house == 1 && state->option[i] == 0)
            continue;
        text_string(text, "option ");
        text_string(text, row->name);
        text_char(text, ' ');
        text_string(text, row->values[state->option[i]]);
        text_char(text, '\n');
    }
}

void record_write_head(struct text *text, const struct game *game, const struct state *state,
                       const uint8_t key[CHANCE_KEY_SIZE])
{
    write_game(text, game, state);
    write_bytes(text, "key", key, CHANCE_KEY_SIZE);
    text_char(text, '\n');
}

/* Who sat down there; a bot that replaces a person gets no line. */
void record_write_seat(struct text *text, int seat, const struct match_seat *row)
{
    bool bot = row->owner == HOLDER_BOT;
    text_string(text, "seat ");
    text_number(text, seat);
    text_string(text, bot ? " bot " : " person");
    if (bot)
        text_string(text, row->level[0] ? row->level : "-");
    if (row->name[0]) {
        text_char(text, ' ');
        text_string(text, row->name);
    }
    text_char(text, '\n');
}

static void record_write_opening(struct text *text, const struct match *match, const char *tags,
                                 unsigned with)
{
    CHECK(!match->start); /* a given position is not a deal */
    write_game(text, match->game, &match->state.head);
    if (with & RECORD_WITH_COMMIT) {
        uint8_t commit[SHA256_SIZE];
        sha256(match->key, sizeof match->key, commit);
        write_bytes(text, "commit", commit, sizeof commit);
    }
    if (with & RECORD_WITH_KEY)
        write_bytes(text, "key", match->key, sizeof match->key);
    for (int seat = 0; seat < match->state.head.seats; seat++)
        record_write_seat(text, seat, &match->seats[seat]);
    text_string(text, tags ? tags : "");
    text_char(text, '\n');
}

/* ---- moves ---- */

void record_write_move(struct text *text, const struct game *game, const struct state *before,
                       int seat, move m)
{
    text_number(text, seat);
    text_char(text, ' ');
    game->write_move(before, m, text);
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

/* ---- the result ---- */

/* For an end that the rules did not decide. */
static void record_write_end_line(struct text *text, enum ending ending, int loser)
{
    static const char *const words[] = {
        [ENDING_RESIGNED] = "end resigned ",
        [ENDING_AGREED] = "end agreed",
        [ENDING_TIME] = "end time ",
        [ENDING_STOPPED] = "end stopped",
    };
    text_string(text, words[ending]);
    if (ending == ENDING_RESIGNED || ending == ENDING_TIME)
        text_number(text, loser);
}

void record_write_result_line(struct text *text, int seats, const struct outcome *outcome)
{
    text_string(text, "result");
    for (int seat = 0; seat < seats && outcome->place[seat] > 0; seat++) {
        text_char(text, ' ');
        text_number(text, outcome->place[seat]);
    }
    text_string(text, outcome->place[0] > 0 ? "" : " *");
}

void record_write_scores_line(struct text *text, int seats, const struct outcome *outcome)
{
    text_string(text, "scores");
    for (int seat = 0; seat < seats; seat++) {
        text_char(text, ' ');
        text_number(text, outcome->score[seat]);
    }
}

void record_write_positions_line(struct text *text, uint64_t hash)
{
    uint8_t bytes[HEX_OF_HASH];
    for (int i = 0; i < HEX_OF_HASH; i++)
        bytes[i] = (uint8_t)(hash >> 8 * (HEX_OF_HASH - 1 - i));
    text_string(text, "positions ");
    text_hex(text, bytes, sizeof bytes);
}

static void write_result(struct text *text, const struct outcome *outcome, int seats, uint64_t hash)
{
    record_write_result_line(text, seats, outcome);
    text_char(text, '\n');
    if (outcome->scored) {
        record_write_scores_line(text, seats, outcome);
        text_char(text, '\n');
    }
    record_write_positions_line(text, hash);
    text_char(text, '\n');
}

void record_write_result(struct text *text, const struct game *game, const struct state *last,
                         uint64_t hash)
{
    struct outcome outcome;
    game->tally(last, &outcome);
    outcome_by_ending(&outcome, last->seats, state_over(last) ? ENDING_RULES : ENDING_NONE,
                      NO_SEAT);
    text_char(text, '\n');
    write_result(text, &outcome, last->seats, hash);
}

static void record_write_closing(struct text *text, const struct match *match, uint64_t hash)
{
    struct outcome outcome;
    match_outcome(match, &outcome);
    text_char(text, '\n');
    if (match->ending != ENDING_NONE && match->ending != ENDING_RULES) {
        record_write_end_line(text, match->ending, match->loser);
        text_char(text, '\n');
    }
    write_result(text, &outcome, match->state.head.seats, hash);
}

void record_write(struct text *text, const struct match *match, const char *tags, unsigned with)
{
    const struct game *game = match->game;
    union any_state state;
    record_write_opening(text, match, tags, with);
    match_restart(match, &state.head);
    uint64_t hash = record_hash(HASH_START, game, &state.head);
    for (uint32_t i = 0; i < match->count; i++) {
        const struct ply *ply = &match->log[i];
        record_write_move(text, game, &state.head, ply->seat, ply->move);
        CHECK(game_apply(game, &state.head, ply->seat, ply->move, NULL));
        hash = record_hash(hash, game, &state.head);
    }
    record_write_closing(text, match, hash);
}
