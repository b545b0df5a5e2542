/* SPDX-License-Identifier: MIT */
/*
 * A match driven by bytes, for the fuzzer and for tests that draw them at random. After
 * each command it CHECKs what must always hold:
 *
 * 1. A refused command does not change the position.
 * 2. Replaying the log from a fresh deal gives the position.
 * 3. The version never goes back, and counts every move and every undo.
 * 4. An ended match stays as it is; one that goes on has somebody to act and, by the clock,
 *    something that will happen to people who do not.
 * 5. A record of it is accepted, and ends like it.
 */
#ifndef KUFSA_TESTS_MATCH_DRIVE_H
#define KUFSA_TESTS_MATCH_DRIVE_H

#include "base/check.h"
#include "match/record.h"

enum { DRIVE_PLIES_MAX = 4096, DRIVE_RECORD_MAX = 1 << 18, DRIVE_STEP_MS = 1500 };

struct drive {
    const uint8_t *at, *end;
    int64_t now;
    struct match match;
    struct ply log[DRIVE_PLIES_MAX];
    struct moves moves;
    struct events events;
    union any_state before;
    char text[DRIVE_RECORD_MAX];
    struct record record;
    unsigned undone; /* how often something was taken back, so that tests see that it happens */
};

static unsigned drive_byte(struct drive *drive)
{
    return drive->at < drive->end ? *drive->at++ : 0;
}

static const struct game *drive_game(unsigned byte)
{
    int count = 0;
    while (game_at(count))
        count++;
    return game_at((int)(byte % (unsigned)count));
}

static void drive_begin(struct drive *drive)
{
    const struct game *game = drive_game(drive_byte(drive));
    unsigned seats = drive_byte(drive) % (game->seats_max - game->seats_min + 1u);
    struct match_setup setup = {
        .game = game,
        .seats = (int)(game->seats_min + seats),
        .log = drive->log,
        .capacity = DRIVE_PLIES_MAX,
        .bots = (uint16_t)drive_byte(drive),
        .level = "club",
        .clock = (enum clock_kind)(drive_byte(drive) % 3),
        .millis = 3000,
    };
    setup.increment = setup.clock == CLOCK_GAME ? 700 : 0;
    for (int i = 0; game->options[i].name; i++)
        setup.option[i] = (int16_t)(drive_byte(drive) % (unsigned)game->options[i].count);
    setup.key[0] = (uint8_t)drive_byte(drive);
    setup.key[31] = (uint8_t)drive_byte(drive);
    CHECK(match_init(&drive->match, &setup, drive->now) == NULL);
}

/* ---- commands ---- */

/* A legal move of some seat that may act, if it may. */
static const char *drive_legal(struct drive *drive, int seat)
{
    struct match *match = &drive->match;
    char buffer[MOVE_TEXT_MAX];
    struct text text;
    unsigned pick = drive_byte(drive);
    while (!state_acts(&match->state.head, seat) && match->state.head.actors)
        seat = (seat + 1) % match->state.head.seats;
    if (game_legal(match->game, &match->state.head, seat, &drive->moves) <= 0)
        return "nothing to do";
    move m = drive->moves.list[pick * (unsigned)drive->moves.count / 256];
    if (match_bots_due(match) >> seat & 1)
        return match_play_move(match, seat, match->version, m, drive->now, &drive->moves,
                               &drive->events);
    text_init(&text, buffer, sizeof buffer);
    match->game->write_move(&match->state.head, m, &text);
    return match_play(match, seat, match->version, buffer, drive->now, &drive->moves,
                      &drive->events);
}

/* Any text, any code, any version. */
static const char *drive_wild(struct drive *drive, int seat)
{
    struct match *match = &drive->match;
    char text[4] = {(char)drive_byte(drive), (char)drive_byte(drive), (char)drive_byte(drive)};
    uint32_t version = match->version - drive_byte(drive) % 3;
    if (drive_byte(drive) & 1)
        return match_play(match, seat, version, text, drive->now, &drive->moves, &drive->events);
    return match_play_move(match, seat, version, drive_byte(drive), drive->now, &drive->moves,
                           &drive->events);
}

static const char *drive_command(struct drive *drive)
{
    struct match *match = &drive->match;
    unsigned byte = drive_byte(drive);
    int seat = (int)(drive_byte(drive) % (match->state.head.seats + 1u));
    bool yes = (byte & 0x20) != 0;
    switch (byte % 32) {
    case 0: return match_ask_undo(match, seat, drive->now);
    case 1:
    case 2: return match_answer_undo(match, seat, yes, drive->now);
    case 3: return match_offer_draw(match, seat, drive->now);
    case 4: return match_answer_draw(match, seat, yes, drive->now);
    case 5: return match_take_over(match, seat, "gentle", drive->now);
    case 6: return match_give_back(match, seat, drive->now);
    case 7: match_pause(match, yes, drive->now); return NULL;
    case 8: drive->now += DRIVE_STEP_MS * (int64_t)drive_byte(drive) / 64; return NULL;
    case 9: return drive_wild(drive, seat);
    case 10:
        if (byte == 10)
            return match_resign(match, seat, drive->now);
        if (byte == 42)
            match_stop(match, drive->now);
        return NULL;
    default: return drive_legal(drive, seat % match->state.head.seats);
    }
}

/* ---- what must hold ---- */

static void drive_check_replay(struct drive *drive)
{
    const struct match *match = &drive->match;
    union any_state state;
    game_init(match->game, &state.head, match->state.head.seats);
    memcpy(state.head.option, match->state.head.option, sizeof state.head.option);
    game_deal(match->game, &state.head, match->key);
    for (uint32_t i = 0; i < match->count; i++)
        CHECK(game_apply(match->game, &state.head, match->log[i].seat, match->log[i].move, NULL));
    CHECK(state_equal(&state.head, &match->state.head));
}

static void drive_check_record(struct drive *drive)
{
    const struct match *match = &drive->match;
    struct outcome ours, theirs;
    struct text text;
    text_init(&text, drive->text, sizeof drive->text);
    record_write(&text, match, "date today\n", RECORD_WITH_KEY | RECORD_WITH_COMMIT);
    CHECK(!text.overflow);
    CHECK(record_replay(&drive->record, text.bytes, text.size) == NULL);
    CHECK(state_equal(&drive->record.state.head, &match->state.head));
    CHECK(drive->record.ending == match->ending && drive->record.loser == match->loser);
    match_outcome(match, &ours);
    record_outcome(&drive->record, &theirs);
    for (int seat = 0; seat < match->state.head.seats; seat++) {
        CHECK(drive->record.seats[seat].owner == match->seats[seat].owner);
        CHECK(ours.place[seat] == theirs.place[seat] && ours.score[seat] == theirs.score[seat]);
    }
}

/* Those who may act while nobody waits for them: no clock runs. */
static unsigned drive_idle(const struct match *match)
{
    static struct facts facts;
    unsigned idle = 0;
    game_facts(match->game, &match->state.head, &facts);
    for (int i = 0; i < facts.count; i++)
        idle |= facts.list[i].name == FACT_MAY ? 1u << facts.list[i].seat : 0;
    return idle;
}

static void drive_check(const struct drive *drive)
{
    const struct match *match = &drive->match;
    uint16_t people = match_people(match);
    if (match_over(match)) {
        CHECK(match_bots_due(match) == 0 && match->clock.running == 0);
        CHECK(match->offer == NO_SEAT && match->asker == NO_SEAT);
        return;
    }
    CHECK(match->state.head.actors != 0 && (match->late & ~match->state.head.actors) == 0);
    CHECK((match->asker == NO_SEAT) == (match->unheard == 0));
    CHECK((match->unheard & ~people) == 0 && (match->clock.running & ~people) == 0);
    if (match->clock.kind != CLOCK_OFF)
        CHECK(match->clock.running ==
              (match->state.head.actors & people & ~(unsigned)match->late & ~drive_idle(match)));
}

static void drive_step(struct drive *drive)
{
    struct match *match = &drive->match;
    uint32_t version = match->version, count = match->count;
    bool over = match_over(match);
    struct match_due due;
    state_copy(&drive->before.head, &match->state.head);
    match_tick(match, drive->now, &due);
    CHECK(match->count <= count);
    const char *reason = drive_command(drive);
    if (over || (reason && match->version == version))
        CHECK(match->count == count && state_equal(&drive->before.head, &match->state.head));
    if (match->count < count) {
        CHECK(match->version > version);
        drive->undone++;
        drive_check_replay(drive);
    } else {
        CHECK(match->version - version == match->count - count);
    }
    drive_check(drive);
}

/* All of the bytes, or as many moves as there is room for. */
static void drive_run(struct drive *drive, const uint8_t *bytes, size_t size)
{
    drive->at = bytes;
    drive->end = bytes + size;
    drive->now = 1000;
    drive_begin(drive);
    while (drive->at < drive->end)
        drive_step(drive);
    drive_check_replay(drive);
    drive_check_record(drive);
}

#endif
