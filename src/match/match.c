/* SPDX-License-Identifier: MIT */
/* Matches: see match.h. */
#include "match/match.h"

#include <string.h>

#include "base/check.h"
#include "base/frames.h"

static unsigned bit(int seat)
{
    return 1u << seat;
}

static bool in_set(unsigned set, int seat)
{
    return (set >> seat & 1) != 0;
}

static bool is_seat(const struct match *match, int seat)
{
    return seat >= 0 && seat < match->state.head.seats;
}

/* ---- the rows of seats ---- */

/* What a terminal or a file of lines would take for a command: the control characters of ASCII, and
 * those that are C2 80 to C2 9F in UTF-8. */
static bool is_control(const char *at)
{
    const unsigned char *byte = (const unsigned char *)at;
    return byte[0] < ' ' || byte[0] == 0x7f || (byte[0] == 0xc2 && byte[1] < 0xa0);
}

static bool set_text(char *to, size_t capacity, const char *from, bool one_word)
{
    size_t size = string_size(from);
    if (size >= capacity)
        return false;
    for (size_t i = 0; i < size; i++)
        if (is_control(from + i) || (one_word && from[i] == ' '))
            return false;
    if (!utf8_valid((const uint8_t *)from, size))
        return false; /* JSON could not express it */
    memset(to, 0, capacity);
    memcpy(to, from, size);
    return true;
}

bool seat_set_name(struct match_seat *seat, const char *name)
{
    return set_text(seat->name, sizeof seat->name, name, false);
}

bool seat_set_level(struct match_seat *seat, const char *level)
{
    return set_text(seat->level, sizeof seat->level, level, true);
}

/* ---- beginning ---- */

static const char *check_setup(const struct match_setup *setup)
{
    const char *reason = game_check_seats(setup->game, setup->seats);
    for (int i = 0; !reason && setup->game->options[i].name; i++)
        if (setup->option[i] < 0 || setup->option[i] >= setup->game->options[i].count)
            reason = "game.option.value";
    return reason ? reason : clock_check(setup->clock, setup->millis, setup->increment);
}

void match_restart(const struct match *match, struct state *state)
{
    int16_t option[OPTIONS_MAX]; /* the state may be the match's own */
    if (match->start) {
        state_copy(state, match->start);
        return;
    }
    memcpy(option, match->state.head.option, sizeof option);
    game_init(match->game, state, match->state.head.seats);
    memcpy(state->option, option, sizeof option);
    game_deal(match->game, state, match->key);
}

static void seat_players(struct match *match, const struct match_setup *setup)
{
    const char *level = setup->level ? setup->level : "";
    CHECK(set_text(match->stand_in, sizeof match->stand_in, level, true));
    for (int seat = 0; seat < match->state.head.seats; seat++) {
        struct match_seat *row = &match->seats[seat];
        row->owner = row->holder = in_set(setup->bots, seat) ? HOLDER_BOT : HOLDER_PERSON;
        if (row->holder == HOLDER_BOT)
            seat_set_level(row, level);
    }
}

uint16_t match_awaited(const struct match *match)
{
    struct facts facts;
    unsigned seats = match->state.head.actors;
    if ((seats & (seats - 1)) == 0)
        return (uint16_t)seats;
    game_facts(match->game, &match->state.head, &facts);
    for (int i = 0; i < facts.count; i++)
        if (facts.list[i].name == FACT_MAY)
            seats &= ~(1u << facts.list[i].seat);
    return (uint16_t)seats;
}

/* Runs the clocks of the people who are waited for. */
static void run_clocks(struct match *match, int64_t now)
{
    if (match->clock.kind == CLOCK_OFF)
        return;
    unsigned seats = match_awaited(match) & match_people(match) & ~(unsigned)match->late;
    clock_run(&match->clock, match_over(match) ? 0 : (uint16_t)seats, now);
}

static void end_match(struct match *match, enum ending ending, int loser, int64_t now)
{
    match->ending = ending;
    match->loser = (int8_t)loser;
    match->offer = match->asker = NO_SEAT;
    match->unheard = match->late = 0;
    run_clocks(match, now);
}

/* Updates everything that follows from a new position. */
static void follow_position(struct match *match, int64_t now)
{
    match->offer = match->asker = NO_SEAT;
    match->unheard = 0;
    match->late &= match->state.head.actors;
    if (state_over(&match->state.head))
        end_match(match, ENDING_RULES, NO_SEAT, now);
    else if (match->count >= match->game->plies_max)
        end_match(match, ENDING_STOPPED, NO_SEAT, now);
    else
        run_clocks(match, now);
}

const char *match_init(struct match *match, const struct match_setup *setup, int64_t now)
{
    const char *reason = check_setup(setup);
    if (reason)
        return reason;
    /* The caller may have allocated only state_size bytes. */
    memset(match, 0, offsetof(struct match, state) + setup->game->state_size);
    match->game = setup->game;
    match->start = setup->start;
    match->log = setup->log;
    match->capacity = setup->capacity;
    match->given = setup->given;
    match->loser = NO_SEAT;
    memcpy(match->key, setup->key, sizeof match->key);
    memcpy(match->state.head.option, setup->option, sizeof setup->option);
    match->state.head.seats = (uint8_t)setup->seats;
    match_restart(match, &match->state.head);
    CHECK(match->state.head.viewer == TRUTH && match->state.head.seats == setup->seats);
    seat_players(match, setup);
    clock_init(&match->clock, setup->clock, setup->millis, setup->increment, now);
    follow_position(match, now);
    return NULL;
}

void match_lend(struct match *match, struct ply *log, uint32_t capacity)
{
    CHECK(capacity >= match->count);
    match->log = log;
    match->capacity = capacity;
}

/* ---- time ---- */

static void let_bot_play(struct match *match, int seat, const char *level, int64_t now);

/* Per game: with two seats the first to run out loses; with more, bots take over. */
static void fall(struct match *match, uint16_t fallen, int64_t now, struct match_due *due)
{
    if (match->state.head.seats == 2) {
        end_match(match, ENDING_TIME, clock_first(&match->clock), now);
        due->ended = true;
        return;
    }
    for (int seat = 0; seat < match->state.head.seats; seat++)
        if (in_set(fallen, seat))
            let_bot_play(match, seat, match->stand_in, now);
    due->taken = fallen;
}

void match_tick(struct match *match, int64_t now, struct match_due *due)
{
    uint16_t fallen = clock_fallen(&match->clock, now);
    *due = (struct match_due){.next = CLOCK_NEVER};
    if (fallen && match->clock.kind == CLOCK_MOVE) {
        match->late |= fallen;
        due->late = fallen;
    } else if (fallen) {
        fall(match, fallen, now, due);
    }
    if (fallen)
        run_clocks(match, now);
    due->next = clock_next(&match->clock);
}

/* Every command does this first. NULL, or why this seat may give no command. */
static const char *check_seat(struct match *match, int seat, int64_t now)
{
    struct match_due due;
    match_tick(match, now, &due);
    if (!is_seat(match, seat))
        return "game.seat.range";
    if (in_set(due.taken, seat) || (due.ended && match->loser == seat))
        return "match.clock.fell";
    return match_over(match) ? "match.over" : NULL;
}

void match_pause(struct match *match, bool paused, int64_t now)
{
    struct match_due due;
    match_tick(match, now, &due);
    clock_pause(&match->clock, paused, now);
}

/* ---- seats ---- */

uint16_t match_people(const struct match *match)
{
    unsigned people = 0;
    for (int seat = 0; seat < match->state.head.seats; seat++)
        if (match->seats[seat].holder == HOLDER_PERSON)
            people |= bit(seat);
    return (uint16_t)people;
}

static void allow_undo(struct match *match, int seat, int64_t now);

static void let_bot_play(struct match *match, int seat, const char *level, int64_t now)
{
    CHECK(seat_set_level(&match->seats[seat], level));
    match->seats[seat].holder = HOLDER_BOT;
    match->late &= (uint16_t)~bit(seat);
    if (match->offer == seat)
        match->offer = NO_SEAT;
    if (match->asker == seat) {
        match->asker = NO_SEAT;
        match->unheard = 0;
    } else if (in_set(match->unheard, seat)) {
        allow_undo(match, seat, now); /* bots agree */
    }
}

const char *match_take_over(struct match *match, int seat, const char *level, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (reason)
        return reason;
    if (match->seats[seat].holder == HOLDER_BOT)
        return "match.seat.bot";
    let_bot_play(match, seat, level, now);
    run_clocks(match, now);
    return NULL;
}

const char *match_give_back(struct match *match, int seat, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (reason)
        return reason;
    struct match_seat *row = &match->seats[seat];
    if (row->holder == HOLDER_PERSON)
        return "match.seat.person";
    if (row->owner == HOLDER_BOT)
        return "match.seat.bot";
    if (match->clock.kind == CLOCK_GAME && match->clock.left[seat] == 0)
        return "match.clock.fell";
    row->holder = HOLDER_PERSON;
    memset(row->level, 0, sizeof row->level);
    run_clocks(match, now);
    return NULL;
}

/* ---- moving ---- */

/* What the event reveals: a hand's card to others, or the pile's to anybody. Not for games where
 * nothing is hidden. */
static unsigned flags_of_event(const struct event *event, int mover)
{
    if (event->kind == EVENT_SHUFFLE || event->kind == EVENT_DEAL || event->kind == EVENT_SHOW ||
        event->from.zone == ZONE_PILE)
        return PLY_LUCK;
    if (event->from.zone != ZONE_HAND || event->seen == SEEN_BY_NONE)
        return 0;
    if ((event->seen & ~bit(event->from.seat)) == 0)
        return 0;
    return event->from.seat == mover ? PLY_HAND : PLY_LUCK;
}

static struct ply make_ply(const struct match *match, int seat, move m, const struct events *events)
{
    bool person = match->seats[seat].holder == HOLDER_PERSON && !in_set(match->late, seat);
    unsigned flags = person ? PLY_PERSON : 0;
    for (int i = 0; i < events->count && match->game->hidden; i++)
        flags |= flags_of_event(&events->list[i], seat);
    return (struct ply){.move = m, .seat = (int8_t)seat, .flags = (uint8_t)flags};
}

/* Makes a legal move of a seat that may make it now. */
static const char *accept(struct match *match, int seat, move m, int64_t now, struct events *events)
{
    union any_state before;
    state_copy(&before.head, &match->state.head);
    events->count = 0;
    if (!game_apply(match->game, &match->state.head, seat, m, events)) {
        state_copy(&match->state.head, &before.head);
        events->count = 0;
        end_match(match, ENDING_STOPPED, NO_SEAT, now);
        return "match.move.dry";
    }
    match->log[match->count++] = make_ply(match, seat, m, events);
    match->version++;
    match->late &= (uint16_t)~bit(seat);
    clock_moved(&match->clock, seat, now);
    follow_position(match, now);
    return NULL;
}

/* May this seat move at all? */
static const char *enter_move(struct match *match, int seat, uint32_t version, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (reason)
        return reason;
    if (match->clock.paused)
        return "match.paused";
    if (version != VERSION_ANY && version != match->version)
        return "match.version.stale";
    return state_acts(&match->state.head, seat) ? NULL : "match.seat.turn";
}

static const char *check_room(const struct match *match)
{
    return match->count == match->capacity ? "match.log.full" : NULL;
}

const char *match_hear(struct match *match, int seat, uint32_t version, int64_t now)
{
    const char *reason = enter_move(match, seat, version, now);
    if (reason)
        return reason;
    if (match->seats[seat].holder == HOLDER_BOT)
        return "match.seat.bot";
    return in_set(match->late, seat) ? "match.clock.fell" : NULL;
}

const char *match_play(struct match *match, int seat, uint32_t version, const char *text,
                       int64_t now, struct moves *moves, struct events *events)
{
    move m;
    const char *reason = match_hear(match, seat, version, now);
    if (!reason)
        reason = check_room(match);
    if (!reason)
        reason = game_read_move(match->game, &match->state.head, seat, text, moves, &m);
    return reason ? reason : accept(match, seat, m, now, events);
}

const char *match_play_move(struct match *match, int seat, uint32_t version, move m, int64_t now,
                            struct moves *moves, struct events *events)
{
    const char *reason = enter_move(match, seat, version, now);
    if (!reason)
        reason = check_room(match);
    if (reason)
        return reason;
    if (!in_set(match_bots_due(match), seat))
        return "match.seat.person";
    if (!game_is_legal(match->game, &match->state.head, seat, m, moves))
        return "match.move.illegal";
    return accept(match, seat, m, now, events);
}

uint16_t match_bots_due(const struct match *match)
{
    unsigned bots = ~(unsigned)match_people(match) | match->late;
    if (match_over(match) || match->clock.paused)
        return 0;
    return (uint16_t)(match->state.head.actors & bots);
}

/* ---- the end ---- */

const char *match_resign(struct match *match, int seat, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (reason)
        return reason;
    if (match->state.head.seats != 2)
        return "match.resign.many";
    end_match(match, ENDING_RESIGNED, seat, now);
    return NULL;
}

void match_stop(struct match *match, int64_t now)
{
    struct match_due due;
    match_tick(match, now, &due);
    if (!match_over(match))
        end_match(match, ENDING_STOPPED, NO_SEAT, now);
}

bool draw_can_be_agreed(const struct game *game, int seats)
{
    return seats == 2 && !game->hidden && !game->chance;
}

const char *match_check_offer(const struct match *match, int seat)
{
    if (!draw_can_be_agreed(match->game, match->state.head.seats))
        return "match.draw.none";
    return match->offer == seat ? "match.draw.twice" : NULL;
}

const char *match_offer_draw(struct match *match, int seat, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (!reason)
        reason = match_check_offer(match, seat);
    if (reason)
        return reason;
    if (match->offer == NO_SEAT)
        match->offer = (int8_t)seat;
    else
        end_match(match, ENDING_AGREED, NO_SEAT, now);
    return NULL;
}

const char *match_answer_draw(struct match *match, int seat, bool yes, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (reason)
        return reason;
    if (match->offer == NO_SEAT || (yes && match->offer == seat))
        return "match.draw.unoffered";
    if (yes)
        end_match(match, ENDING_AGREED, NO_SEAT, now);
    else
        match->offer = NO_SEAT;
    return NULL;
}

const char *const ending_names[] = {
    [ENDING_RULES] = "rules", [ENDING_RESIGNED] = "resigned", [ENDING_AGREED] = "agreed",
    [ENDING_TIME] = "time",   [ENDING_STOPPED] = "stopped",
};

void outcome_by_ending(struct outcome *outcome, int seats, enum ending ending, int loser)
{
    for (int seat = 0; seat < seats; seat++)
        switch (ending) {
        case ENDING_RULES: break;
        case ENDING_RESIGNED:
        case ENDING_TIME: outcome->place[seat] = seat == loser ? 2 : 1; break;
        case ENDING_AGREED: outcome->place[seat] = 1; break;
        case ENDING_NONE:
        case ENDING_STOPPED: outcome->place[seat] = 0; break;
        }
}

void match_outcome(const struct match *match, struct outcome *outcome)
{
    match->game->tally(&match->state.head, outcome);
    outcome_by_ending(outcome, match->state.head.seats, match->ending, match->loser);
}

/* ---- taking back ---- */

static const char *find_target(const struct match *match, int seat, uint32_t *target)
{
    uint32_t at = match->count;
    while (at > 0 && match->log[at - 1].seat != seat)
        at--;
    if (at == 0)
        return "match.undo.none";
    if (at <= match->given)
        return "match.undo.given";
    *target = at - 1;
    for (at = *target; at < match->count; at++) {
        const struct ply *ply = &match->log[at];
        if ((ply->flags & PLY_PERSON) && ply->seat != seat)
            return "match.undo.other";
        if ((ply->flags & PLY_LUCK) || ((ply->flags & PLY_HAND) && ply->seat != seat))
            return "match.undo.seen";
    }
    return NULL;
}

static void undo(struct match *match, int64_t now)
{
    match_restart(match, &match->state.head);
    match->count = match->undo_to;
    for (uint32_t i = 0; i < match->count; i++) {
        const struct ply *ply = &match->log[i];
        CHECK(game_apply(match->game, &match->state.head, ply->seat, ply->move, NULL));
    }
    match->version++;
    match->late = 0;
    clock_run(&match->clock, 0, now); /* per move, everybody gets their full time again */
    follow_position(match, now);
}

/* A seat allows the request. */
static void allow_undo(struct match *match, int seat, int64_t now)
{
    match->unheard &= (uint16_t)~bit(seat);
    if (match->unheard == 0)
        undo(match, now);
}

static const char *check_undo(const struct match *match, int seat, uint32_t *target)
{
    if (match->seats[seat].holder == HOLDER_BOT)
        return "match.seat.bot";
    if (match->asker != NO_SEAT)
        return "match.undo.asked";
    return find_target(match, seat, target);
}

const char *match_check_undo(const struct match *match, int seat)
{
    uint32_t target;
    return check_undo(match, seat, &target);
}

const char *match_ask_undo(struct match *match, int seat, int64_t now)
{
    uint32_t target = 0;
    const char *reason = check_seat(match, seat, now);
    if (!reason)
        reason = check_undo(match, seat, &target);
    if (reason)
        return reason;
    match->undo_to = target;
    match->asker = (int8_t)seat;
    match->unheard = match_people(match);
    allow_undo(match, seat, now);
    return NULL;
}

const char *match_answer_undo(struct match *match, int seat, bool yes, int64_t now)
{
    const char *reason = check_seat(match, seat, now);
    if (reason)
        return reason;
    bool withdraws = seat == match->asker && !yes;
    if (match->asker == NO_SEAT || (!withdraws && !in_set(match->unheard, seat)))
        return "match.undo.unasked";
    if (yes) {
        allow_undo(match, seat, now);
    } else {
        match->asker = NO_SEAT;
        match->unheard = 0;
    }
    return NULL;
}
