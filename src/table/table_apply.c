/* SPDX-License-Identifier: MIT */
/*
 * What events do to a table. A command, a clock or the store may be behind an event: all three come
 * through here, so a restored table is the one that was.
 *
 *     lobby ── start ─▶ play ── the match ends ─▶ over ── everybody wants a rematch ─▶ play
 */
#include "base/check.h"
#include "table/names.h"
#include "table/table_parts.h"

static bool is_seat(const struct table *table, int seat)
{
    return seat >= 0 && seat < table->seats;
}

/* ---- the lobby ---- */

static void add_guest(struct table *table, int index, const uint8_t *hash, bool screen, int64_t now)
{
    struct guest *guest = &table->guests[index];
    *guest = (struct guest){.known = true, .screen = screen, .seat = NO_SEAT, .gone = now};
    memcpy(guest->hash, hash, SHA256_SIZE);
}

static const char *apply_open(struct table *table, const struct table_event *event)
{
    const struct game *game = game_find(event->word[0]);
    if (table->game || !game || string_size(event->word[1]) != CODE_SIZE ||
        event->number[0] > SEATS_MAX || game_check_seats(game, (int)event->number[0]))
        return "table.event.broken";
    table->game = game;
    memcpy(table->code, event->word[1], CODE_SIZE + 1);
    table->seats = (uint8_t)event->number[0];
    memcpy(table->secret, event->hash[0], SHA256_SIZE);
    table->host = 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->seat[seat].guest = NO_GUEST;
    add_guest(table, 0, event->hash[1], event->number[1] != 0, event->time);
    return NULL;
}

/* In a row that is free, or whose guest neither sits nor is host. */
static const char *apply_guest(struct table *table, const struct table_event *event)
{
    int64_t index = event->number[0];
    if (index >= GUESTS_MAX || index == table->host ||
        (table->guests[index].known && table->guests[index].seat != NO_SEAT))
        return "table.event.broken";
    add_guest(table, (int)index, event->hash[0], event->number[1] != 0, event->time);
    return NULL;
}

static void clear_seat(struct table *table, int seat)
{
    struct table_seat *row = &table->seat[seat];
    if (row->guest != NO_GUEST)
        table->guests[row->guest].seat = NO_SEAT;
    table->wants_rematch &= (uint16_t)~seat_bit(seat);
    memset(row, 0, sizeof *row);
    row->guest = NO_GUEST;
}

static const char *apply_sit(struct table *table, const struct table_event *event)
{
    struct table_seat *row = &table->seat[event->seat];
    if (event->number[0] >= GUESTS_MAX || !name_fits(event->rest))
        return "table.event.broken";
    int index = (int)event->number[0];
    struct guest *guest = &table->guests[index];
    if (!guest->known)
        return "table.event.broken";
    if (guest->screen)
        return "table.sit.screen";
    if (row->kind == SEAT_PERSON && row->guest != index)
        return "table.sit.taken";
    if (guest->seat != NO_SEAT)
        clear_seat(table, guest->seat);
    clear_seat(table, event->seat);
    row->kind = SEAT_PERSON;
    row->guest = (int8_t)index;
    memcpy(row->name, event->rest, string_size(event->rest) + 1);
    guest->seat = (int8_t)event->seat;
    return NULL;
}

static const char *apply_name(struct table *table, const struct table_event *event)
{
    struct table_seat *row = &table->seat[event->seat];
    size_t size = string_size(event->rest);
    if (row->kind != SEAT_PERSON || !name_fits(event->rest))
        return "table.event.broken";
    memset(row->name, 0, sizeof row->name);
    memcpy(row->name, event->rest, size);
    return NULL;
}

static const char *apply_bot(struct table *table, const struct table_event *event)
{
    struct table_seat *row = &table->seat[event->seat];
    size_t size = string_size(event->word[0]);
    if (row->kind == SEAT_PERSON)
        return "table.sit.taken";
    if (size >= sizeof row->level)
        return "table.event.broken";
    clear_seat(table, event->seat);
    row->kind = SEAT_BOT;
    memcpy(row->level, event->word[0], size);
    return NULL;
}

/* Agreement was to the table as it was. */
static void nobody_ready(struct table *table)
{
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->seat[seat].ready = false;
}

static const char *apply_seats(struct table *table, const struct table_event *event)
{
    int seats = event->number[0] <= SEATS_MAX ? (int)event->number[0] : 0;
    const char *reason = game_check_seats(table->game, seats);
    if (reason)
        return reason;
    for (int seat = seats; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_PERSON)
            return "table.seats.taken";
    for (int seat = seats; seat < table->seats; seat++)
        clear_seat(table, seat);
    table->seats = (uint8_t)seats;
    nobody_ready(table);
    return NULL;
}

static const char *apply_option(struct table *table, const struct table_event *event)
{
    int option = game_option(table->game, event->word[0]);
    int value = option < 0 ? -1 : game_option_value(table->game, option, event->word[1]);
    if (value < 0)
        return "table.option.unknown";
    table->option[option] = (int16_t)value;
    nobody_ready(table);
    return NULL;
}

static const char *apply_clock(struct table *table, const struct table_event *event)
{
    static const char *const names[] = {"off", "move", "game"};
    int kind = 0;
    while (kind < 3 && !string_equal(names[kind], event->word[0]))
        kind++;
    const char *reason =
        kind == 3 ? "match.clock.range"
                  : clock_check((enum clock_kind)kind, event->number[0], event->number[1]);
    if (reason)
        return reason;
    table->clock = (enum clock_kind)kind;
    table->clock_millis = (int32_t)event->number[0];
    table->clock_increment = (int32_t)event->number[1];
    nobody_ready(table);
    return NULL;
}

/* What a player adds to chance. */
static void take_salt(struct table_seat *row, const uint8_t salt[SALT_MAX])
{
    memcpy(row->salt, salt, SALT_MAX);
}

static const char *apply_ready(struct table *table, const struct table_event *event)
{
    struct table_seat *row = &table->seat[event->seat];
    if (row->kind != SEAT_PERSON)
        return "table.event.broken";
    row->ready = true;
    take_salt(row, event->hash[0]);
    return NULL;
}

static const char *apply_host(struct table *table, const struct table_event *event)
{
    if (event->number[0] >= GUESTS_MAX || !table->guests[event->number[0]].known)
        return "table.event.broken";
    table->host = (int8_t)event->number[0];
    return NULL;
}

/* ---- a match ---- */

/* Each match has a secret of its own, from which neither the table's nor another's can be told. */
void table_secret(const struct table *table, uint32_t match, uint8_t secret[SHA256_SIZE])
{
    struct sha256 sha;
    const uint8_t number[4] = {(uint8_t)(match >> 24), (uint8_t)(match >> 16),
                               (uint8_t)(match >> 8), (uint8_t)match};
    sha256_init(&sha);
    sha256_add(&sha, table->secret, SHA256_SIZE);
    sha256_add(&sha, number, sizeof number);
    sha256_end(&sha, secret);
}

/* The secret, then what each seat has added to it: nobody alone decides the cards. What was added
 * is kept apart: whoever wants a rematch adds anew while this match is still told of. */
static void mix_key(struct table *table, uint8_t key[CHANCE_KEY_SIZE])
{
    uint8_t secret[SHA256_SIZE];
    struct sha256 sha;
    table_secret(table, table->matches, secret);
    sha256_init(&sha);
    sha256_add(&sha, secret, sizeof secret);
    for (int seat = 0; seat < table->seats; seat++) {
        memcpy(table->salts[seat], table->seat[seat].salt, SALT_MAX);
        sha256_add(&sha, table->salts[seat], SALT_MAX);
    }
    sha256_end(&sha, key);
}

static void name_seats(struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++) {
        const struct table_seat *row = &table->seat[seat];
        if (row->kind == SEAT_BOT)
            CHECK(seat_set_level(&table->match.seats[seat], row->level));
        else
            CHECK(seat_set_name(&table->match.seats[seat], row->name));
    }
}

static void forget_thoughts(struct table *table)
{
    memset(table->thoughts, 0, sizeof table->thoughts);
}

static const char *lend_log(struct table *table, struct table_desk *desk)
{
    struct ply *log = desk->lend(desk->sink.context, table->match.log, 0, LOG_STEP);
    if (!log)
        return "table.memory.none";
    table->match.log = log;
    return NULL;
}

static void start_match(struct table *table, int64_t now)
{
    struct match_setup setup = {
        .game = table->game,
        .seats = table->seats,
        .clock = table->clock,
        .millis = table->clock_millis,
        .increment = table->clock_increment,
        .level = TABLE_STAND_IN,
        .log = table->match.log,
        .capacity = LOG_STEP,
    };
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_BOT)
            setup.bots |= seat_bit(seat);
    memcpy(setup.option, table->option, sizeof setup.option);
    mix_key(table, setup.key);
    CHECK(match_init(&table->match, &setup, now) == NULL);
    name_seats(table);
    table->matches++;
    table->phase = PHASE_PLAY;
    table->windows = 0;
    table->window_open = false;
    table->wants_rematch = 0;
    table->moved = now;
    table->mover = NO_SEAT;
    if (table->paused)
        match_pause(&table->match, true, now);
    forget_thoughts(table);
    nobody_ready(table);
}

static bool has_empty_seat(const struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_EMPTY)
            return true;
    return false;
}

static const char *apply_start(struct table *table, struct table_desk *desk,
                               const struct table_event *event)
{
    const char *reason = has_empty_seat(table) ? "table.start.empty" : lend_log(table, desk);
    if (!reason)
        start_match(table, event->time);
    return reason;
}

bool table_can_pass(const struct table *table, int seat, struct moves *moves, move *pass)
{
    const struct state *state = &table->match.state.head;
    return state_acts(state, seat) &&
           game_read_move(table->game, state, seat, "pass", moves, pass) == NULL;
}

/* After a move: a window that it opened, or that nobody can use any more. */
static void watch_window(struct table *table, struct table_desk *desk, int64_t now)
{
    bool open = false;
    move pass;
    for (int i = 0; i < desk->events.count; i++) {
        if (desk->events.list[i].kind != EVENT_WINDOW)
            continue;
        table->window_open = true;
        table->windows++;
        table->window_until = now + WINDOW_MS;
    }
    for (int seat = 0; seat < table->seats && table->window_open && !open; seat++)
        open = table_can_pass(table, seat, &desk->moves, &pass);
    table->window_open = open;
}

/* The winners of a match that has just ended. */
static void count_wins(struct table *table)
{
    struct outcome outcome;
    match_outcome(&table->match, &outcome);
    for (int seat = 0; seat < table->seats; seat++)
        table->seat[seat].wins = (uint16_t)(table->seat[seat].wins + (outcome.place[seat] == 1));
}

/* What follows from whatever has happened to the match. */
static void settle(struct table *table)
{
    if (table->phase == PHASE_PLAY && match_over(&table->match)) {
        table->phase = PHASE_OVER;
        table->window_open = false;
        count_wins(table);
    }
}

static const char *make_room(struct table *table, struct table_desk *desk)
{
    struct match *match = &table->match;
    if (match->count < match->capacity)
        return NULL;
    uint32_t capacity = match->capacity + LOG_STEP;
    struct ply *log = desk->lend(desk->sink.context, match->log, match->count, capacity);
    if (!log)
        return "table.memory.none";
    match_lend(match, log, capacity);
    return NULL;
}

static const char *apply_move(struct table *table, struct table_desk *desk,
                              const struct table_event *event)
{
    struct match *match = &table->match;
    const char *reason = make_room(table, desk);
    move m;
    if (reason)
        return reason;
    bool bot = event->guest == NO_GUEST && (match_bots_due(match) & seat_bit(event->seat)) != 0;
    if (!bot)
        reason = match_play(match, event->seat, VERSION_ANY, event->rest, event->time, &desk->moves,
                            &desk->events);
    else if (!(reason = game_read_move(table->game, &match->state.head, event->seat, event->rest,
                                       &desk->moves, &m)))
        reason = match_play_move(match, event->seat, VERSION_ANY, m, event->time, &desk->moves,
                                 &desk->events);
    if (reason)
        return reason;
    watch_window(table, desk, event->time);
    table->moved = event->time;
    table->mover = (int8_t)event->seat;
    forget_thoughts(table);
    return NULL;
}

/* What was taken back may have been a window's opening; the window of what stands now has long been
 * answered, or there would have been no going back. */
static void watch_undo(struct table *table, uint32_t version, int64_t now)
{
    if (table->match.version == version)
        return;
    table->window_open = false;
    table->moved = now;
    forget_thoughts(table);
}

static const char *apply_undo(struct table *table, const struct table_event *event)
{
    struct match *match = &table->match;
    uint32_t version = match->version;
    const char *reason =
        event->kind == TABLE_UNDO
            ? match_ask_undo(match, event->seat, event->time)
            : match_answer_undo(match, event->seat, event->kind == TABLE_ALLOW, event->time);
    if (!reason)
        watch_undo(table, version, event->time);
    return reason;
}

/* A bot that stands in has its say in an undo that is being asked for. */
static const char *apply_takeover(struct table *table, const struct table_event *event)
{
    uint32_t version = table->match.version;
    const char *reason = match_take_over(&table->match, event->seat, event->word[0], event->time);
    if (!reason)
        watch_undo(table, version, event->time);
    return reason;
}

static const char *apply_time(struct table *table, const struct table_event *event)
{
    struct match_due due;
    match_tick(&table->match, event->time, &due);
    return NULL;
}

static const char *apply_pause(struct table *table, const struct table_event *event)
{
    table->paused = event->kind == TABLE_PAUSE;
    if (table->phase == PHASE_PLAY)
        match_pause(&table->match, table->paused, event->time);
    if (!table->paused && table->window_open)
        table->window_until = event->time + WINDOW_MS;
    return NULL;
}

/* Everybody moves up a seat, so that another begins. */
static void rotate_seats(struct table *table)
{
    struct table_seat last = table->seat[table->seats - 1];
    for (int seat = table->seats - 1; seat > 0; seat--)
        table->seat[seat] = table->seat[seat - 1];
    table->seat[0] = last;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].guest != NO_GUEST)
            table->guests[table->seat[seat].guest].seat = (int8_t)seat;
}

static uint16_t seated_people(const struct table *table)
{
    unsigned people = 0;
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_PERSON)
            people |= seat_bit(seat);
    return (uint16_t)people;
}

/* Everybody who wants to go on adds to chance anew. */
static const char *apply_rematch(struct table *table, struct table_desk *desk,
                                 const struct table_event *event)
{
    uint16_t wants = table->wants_rematch | seat_bit(event->seat);
    bool all = wants == seated_people(table);
    if (table->seat[event->seat].kind != SEAT_PERSON)
        return "table.event.broken";
    if (has_empty_seat(table)) /* somebody has left */
        return "table.start.empty";
    const char *reason = all ? lend_log(table, desk) : NULL;
    if (reason)
        return reason;
    table->wants_rematch = wants;
    take_salt(&table->seat[event->seat], event->hash[0]);
    if (all) {
        rotate_seats(table);
        start_match(table, event->time);
    }
    return NULL;
}

/* ---- all of them ---- */

static const char *apply_in_lobby(struct table *table, struct table_desk *desk,
                                  const struct table_event *event)
{
    switch (event->kind) {
    case TABLE_SIT: return apply_sit(table, event);
    case TABLE_STAND: clear_seat(table, event->seat); return NULL;
    case TABLE_BOT: return apply_bot(table, event);
    case TABLE_SEATS: return apply_seats(table, event);
    case TABLE_OPTION: return apply_option(table, event);
    case TABLE_CLOCK: return apply_clock(table, event);
    case TABLE_READY: return apply_ready(table, event);
    case TABLE_UNREADY: table->seat[event->seat].ready = false; return NULL;
    case TABLE_START: return apply_start(table, desk, event);
    default: return "table.phase.lobby";
    }
}

static const char *apply_in_play(struct table *table, struct table_desk *desk,
                                 const struct table_event *event)
{
    struct match *match = &table->match;
    switch (event->kind) {
    case TABLE_MOVE: return apply_move(table, desk, event);
    case TABLE_TAKEOVER: return apply_takeover(table, event);
    case TABLE_GIVEBACK: return match_give_back(match, event->seat, event->time);
    case TABLE_OFFER: return match_offer_draw(match, event->seat, event->time);
    case TABLE_ACCEPT: return match_answer_draw(match, event->seat, true, event->time);
    case TABLE_DECLINE: return match_answer_draw(match, event->seat, false, event->time);
    case TABLE_RESIGN: return match_resign(match, event->seat, event->time);
    case TABLE_UNDO:
    case TABLE_ALLOW:
    case TABLE_REFUSE: return apply_undo(table, event);
    case TABLE_TIME: return apply_time(table, event);
    default: return "table.phase.play";
    }
}

static const char *apply_any(struct table *table, struct table_desk *desk,
                             const struct table_event *event)
{
    const char *fields = table_event_fields(event->kind);
    desk->events.count = 0;
    if (!table->game || event->kind == TABLE_OPEN)
        return event->kind == TABLE_OPEN ? apply_open(table, event) : "table.event.broken";
    if (fields[0] == 's' && !is_seat(table, event->seat))
        return "game.seat.range";
    switch (event->kind) {
    case TABLE_GUEST: return apply_guest(table, event);
    case TABLE_NAME: return apply_name(table, event);
    case TABLE_HOST: return apply_host(table, event);
    case TABLE_SAY: return NULL;
    case TABLE_PAUSE:
    case TABLE_RESUME: return apply_pause(table, event);
    default: break;
    }
    switch (table->phase) {
    case PHASE_LOBBY: return apply_in_lobby(table, desk, event);
    case PHASE_PLAY: return apply_in_play(table, desk, event);
    case PHASE_OVER:
        if (event->kind == TABLE_REMATCH)
            return apply_rematch(table, desk, event);
        return event->kind == TABLE_STAND || event->kind == TABLE_SIT || event->kind == TABLE_BOT
                   ? apply_in_lobby(table, desk, event)
                   : "table.phase.over";
    }
    return NULL;
}

/* A command that comes again is told from one that is new by these. */
static void remember_command(struct table *table, const struct table_event *event)
{
    if (event->guest == NO_GUEST || event->cid == 0)
        return;
    struct guest *guest = &table->guests[event->guest];
    if (guest->cid_count == CIDS_KEPT)
        memmove(&guest->cids[0], &guest->cids[1], (CIDS_KEPT - 1) * sizeof guest->cids[0]);
    else
        guest->cid_count++;
    guest->cids[guest->cid_count - 1].cid = event->cid;
    guest->cids[guest->cid_count - 1].version = table->version;
}

const char *table_apply(struct table *table, struct table_desk *desk,
                        const struct table_event *event)
{
    uint32_t position = table->match.version, matches = table->matches;
    const char *reason =
        event->time < table->now ? "table.event.broken" : apply_any(table, desk, event);
    if (reason)
        return reason;
    table->now = event->time;
    table->version++;
    remember_command(table, event);
    if (event->kind == TABLE_MOVE)
        table->match.log[table->match.count - 1].version = table->version;
    if (position != table->match.version || table->matches != matches)
        table->position_v = table->version;
    settle(table);
    return NULL;
}
