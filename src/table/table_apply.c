/* SPDX-License-Identifier: MIT */
/*
 * What events do to a table. Events come from commands, from time or from the store, and all of
 * them pass through here, so a restored table equals the original.
 *
 *     lobby ── start ─▶ play ── the match ends ─▶ over ── everybody wants a rematch ─▶ play
 *                                                 over ── the host chooses a game ─▶ lobby
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
    table_forget_player(table, index);
    *guest = (struct guest){.token_v = table->version + 1,
                            .idle_v = table->version + 1,
                            .known = true,
                            .screen = screen,
                            .seat = NO_SEAT,
                            .gone = now};
    memcpy(guest->hash, hash, SHA256_SIZE);
}

static const char *apply_open(struct table *table, const struct table_event *event)
{
    const struct game *game = game_find(event->word[0]);
    size_t size = string_size(event->word[1]);
    if (table->game || !game || size < CODE_MIN || size > CODE_SIZE ||
        event->number[0] > SEATS_MAX || game_check_seats(game, (int)event->number[0]))
        return "table.event.broken";
    table->game = game;
    memcpy(table->code, event->word[1], size + 1);
    table->seats = (uint8_t)event->number[0];
    memcpy(table->secret, event->hash[0], SHA256_SIZE);
    table->host = 0;
    table->grace = TABLE_GRACE_MS;
    table->nudged = NO_SEAT;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        table->seat[seat].guest = NO_GUEST;
    for (int i = 0; i < EVENING_MAX; i++)
        table->evening[i].guest = NO_GUEST;
    add_guest(table, 0, event->hash[1], event->number[1] != 0, event->time);
    return NULL;
}

/* Players contribute to the deal only after they know the secret's seal. */
static const char *apply_seal(struct table *table, const struct table_event *event)
{
    memcpy(table->secret, event->hash[0], SHA256_SIZE);
    table->wants_rematch = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        table->seat[seat].ready = false;
        memset(table->seat[seat].salt, 0, SALT_MAX);
    }
    return NULL;
}

/* Takes a free row, or one whose guest neither sits nor is host. */
static const char *apply_guest(struct table *table, const struct table_event *event)
{
    int64_t index = event->number[0];
    if (index >= GUESTS_MAX || index == table->host ||
        (table->guests[index].known && table->guests[index].seat != NO_SEAT))
        return "table.event.broken";
    add_guest(table, (int)index, event->hash[0], event->number[1] != 0, event->time);
    return NULL;
}

void table_clear_seat(struct table *table, int seat)
{
    struct table_seat *row = &table->seat[seat];
    if (row->guest != NO_GUEST) {
        table->guests[row->guest].seat = NO_SEAT;
        struct guest *guest = &table->guests[row->guest];
        guest->idle_v = table->version + 1;
        guest->streak = 0;
        if (guest->waits == 0)
            guest->plays_v = 0;
    }
    table->wants_rematch &= (uint16_t)~seat_bit(seat);
    memset(&table->tries[seat], 0, sizeof table->tries[seat]); /* nobody else's business */
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
    uint32_t since = guest->plays_v;
    uint16_t streak = guest->streak;
    bool moves = guest->seat != NO_SEAT;
    if (moves)
        table_clear_seat(table, guest->seat);
    table_seat_guest(table, event->seat, index, event->rest);
    if (moves) { /* to another seat */
        guest->plays_v = since;
        guest->streak = streak;
    }
    return NULL;
}

static const char *apply_stand(struct table *table, int seat)
{
    table_clear_seat(table, seat);
    table_fill_seats(table);
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
    table_clear_seat(table, event->seat);
    row->kind = SEAT_BOT;
    memcpy(row->level, event->word[0], size);
    return NULL;
}

/* Players agreed to the table as it was before the change. */
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
        table_clear_seat(table, seat);
    table->seats = (uint8_t)seats;
    table_fill_seats(table);
    nobody_ready(table);
    return NULL;
}

static const char *apply_game(struct table *table, const struct table_event *event)
{
    const char *reason = table_apply_game(table, event);
    if (!reason)
        nobody_ready(table);
    return reason;
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

static const char *apply_aloud(struct table *table, const struct table_event *event)
{
    const char *reason = table_apply_aloud(table, event->word[0]);
    if (!reason)
        nobody_ready(table);
    return reason;
}

static const char *apply_clock(struct table *table, const struct table_event *event)
{
    int kind = 0;
    while (kind < CLOCK_KINDS && !string_equal(clock_names[kind], event->word[0]))
        kind++;
    const char *reason = kind == CLOCK_KINDS ? "match.clock.range"
                                             : clock_check((enum clock_kind)kind, event->number[0],
                                                           event->number[1]);
    if (reason)
        return reason;
    table->clock = (enum clock_kind)kind;
    table->clock_millis = (int32_t)event->number[0];
    table->clock_increment = (int32_t)event->number[1];
    nobody_ready(table);
    return NULL;
}

static const char *apply_ready(struct table *table, const struct table_event *event)
{
    struct table_seat *row = &table->seat[event->seat];
    if (row->kind != SEAT_PERSON)
        return "table.event.broken";
    row->ready = true;
    memcpy(row->salt, event->hash[0], SALT_MAX);
    return NULL;
}

static const char *apply_given(struct table *table, const struct table_event *event)
{
    if (event->number[0] > table->game->plies_max)
        return "table.event.broken";
    table->given_next = true;
    table->given = (uint32_t)event->number[0];
    memcpy(table->given_key, event->hash[0], CHANCE_KEY_SIZE);
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

/* Each match has its own secret, which reveals neither the table's nor another match's. */
void table_secret(const struct table *table, uint8_t secret[SHA256_SIZE])
{
    struct sha256 sha;
    uint32_t match = table->matches;
    const uint8_t number[4] = {(uint8_t)(match >> 24), (uint8_t)(match >> 16),
                               (uint8_t)(match >> 8), (uint8_t)match};
    sha256_init(&sha);
    sha256_add(&sha, table->secret, SHA256_SIZE);
    sha256_add(&sha, number, sizeof number);
    sha256_end(&sha, secret);
}

/* The cards of another game: nobody contributes. */
static void take_given(struct table *table, struct match_setup *setup)
{
    memcpy(setup->key, table->given_key, CHANCE_KEY_SIZE);
    setup->given = table->given;
    memset(table->dealt, 0, sizeof table->dealt);
    memset(table->salts, 0, sizeof table->salts);
}

/* The key is mixed from the secret and each seat's contribution, so nobody decides the cards alone.
 * Contributions are stored separately: players who want a rematch contribute again while this match
 * is still shown. */
static void mix_key(struct table *table, uint8_t key[CHANCE_KEY_SIZE])
{
    struct sha256 sha;
    table_secret(table, table->dealt);
    sha256_init(&sha);
    sha256_add(&sha, table->dealt, SHA256_SIZE);
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

const char *table_lend_log(struct table *table, struct table_workspace *workspace)
{
    struct ply *log = workspace->lend(workspace->sink.context, table->match.log, 0, LOG_STEP);
    if (!log)
        return "table.memory.none";
    table->match.log = log;
    return NULL;
}

void table_start_match(struct table *table, int64_t now)
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
        else
            table->guests[table->seat[seat].guest].streak++;
    memcpy(setup.option, table->option, sizeof setup.option);
    table->given_now = table->given_next;
    table->given_next = false;
    if (table->given_now)
        take_given(table, &setup);
    else
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
    memset(table->tries, 0, sizeof table->tries);
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

static const char *apply_start(struct table *table, struct table_workspace *workspace,
                               const struct table_event *event)
{
    const char *reason =
        has_empty_seat(table) ? "table.start.empty" : table_lend_log(table, workspace);
    if (reason)
        return reason;
    table_mix_seats(table);
    table_start_match(table, event->time);
    return NULL;
}

bool table_can_pass(const struct table *table, int seat, struct moves *moves, move *pass)
{
    const struct state *state = &table->match.state.head;
    return state_acts(state, seat) &&
           game_read_move(table->game, state, seat, "pass", moves, pass) == NULL;
}

/* After a move: opens a window, or closes one that nobody can use any more. */
static void watch_window(struct table *table, struct table_workspace *workspace, int64_t now)
{
    move pass;
    for (int i = 0; i < workspace->events.count; i++) {
        if (workspace->events.list[i].kind != EVENT_WINDOW)
            continue;
        table->window_open = true;
        table->windows++;
        table->window_until = now + WINDOW_MS;
    }
    table->answers = 0;
    for (int seat = 0; seat < table->seats && table->window_open; seat++)
        if (table_can_pass(table, seat, &workspace->moves, &pass))
            table->answers |= seat_bit(seat);
    table->window_open = table->answers != 0;
}

/* Ends the match's phase if the match is over. */
static void close_finished_match(struct table *table)
{
    if (table->phase == PHASE_PLAY && match_over(&table->match)) {
        table->phase = PHASE_OVER;
        table->window_open = false;
        table_end_nudge(table);
        table_count_match(table);
    }
}

static const char *make_room(struct table *table, struct table_workspace *workspace)
{
    struct match *match = &table->match;
    if (match->count < match->capacity)
        return NULL;
    uint32_t capacity = match->capacity + LOG_STEP;
    struct ply *log = workspace->lend(workspace->sink.context, match->log, match->count, capacity);
    if (!log)
        return "table.memory.none";
    match_lend(match, log, capacity);
    return NULL;
}

static const char *apply_move(struct table *table, struct table_workspace *workspace,
                              const struct table_event *event)
{
    struct match *match = &table->match;
    const char *reason = make_room(table, workspace);
    move m;
    if (reason)
        return reason;
    bool bot = event->guest == NO_GUEST && (match_bots_due(match) & seat_bit(event->seat)) != 0;
    if (!bot)
        reason = match_play(match, event->seat, VERSION_ANY, event->rest, event->time,
                            &workspace->moves, &workspace->events);
    else if (!(reason = game_read_move(table->game, &match->state.head, event->seat, event->rest,
                                       &workspace->moves, &m)))
        reason = match_play_move(match, event->seat, VERSION_ANY, m, event->time, &workspace->moves,
                                 &workspace->events);
    if (reason)
        return reason;
    watch_window(table, workspace, event->time);
    table->moved = event->time;
    table->mover = (int8_t)event->seat;
    forget_thoughts(table);
    return NULL;
}

/* An undo may have taken back the move that opened the window. The position it restores has no open
 * window: that one was answered long ago, or no undo would have been possible. */
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

/* The new bot answers an undo that is being asked for. A move that an earlier bot had prepared is
 * dropped. */
const char *table_apply_takeover(struct table *table, const struct table_event *event)
{
    uint32_t version = table->match.version;
    const char *reason = match_take_over(&table->match, event->seat, event->word[0], event->time);
    if (reason)
        return reason;
    table->thoughts[event->seat] = (struct table_thought){0};
    if (table->nudged == event->seat)
        table_end_nudge(table);
    watch_undo(table, version, event->time);
    return NULL;
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
    if (!table->paused && table->nudged != NO_SEAT)
        table->nudged_at = event->time;
    return NULL;
}

/* ---- all of them ---- */

static const char *apply_in_lobby(struct table *table, struct table_workspace *workspace,
                                  const struct table_event *event)
{
    switch (event->kind) {
    case TABLE_SIT: return apply_sit(table, event);
    case TABLE_STAND: return apply_stand(table, event->seat);
    case TABLE_BOT: return apply_bot(table, event);
    case TABLE_SEATS: return apply_seats(table, event);
    case TABLE_OPTION: return apply_option(table, event);
    case TABLE_CLOCK: return apply_clock(table, event);
    case TABLE_ALOUD: return apply_aloud(table, event);
    case TABLE_READY: return apply_ready(table, event);
    case TABLE_UNREADY: table->seat[event->seat].ready = false; return NULL;
    case TABLE_GIVEN: return apply_given(table, event);
    case TABLE_START: return apply_start(table, workspace, event);
    case TABLE_GAME: return apply_game(table, event);
    default: return "table.phase.lobby";
    }
}

/* Somebody leaves for good: a bot plays on. */
static const char *apply_leaving(struct table *table, const struct table_event *event)
{
    bool person = table->seat[event->seat].kind == SEAT_PERSON;
    return person ? table_leave_to_bot(table, event) : "table.phase.play";
}

static const char *apply_in_play(struct table *table, struct table_workspace *workspace,
                                 const struct table_event *event)
{
    struct match *match = &table->match;
    switch (event->kind) {
    case TABLE_MOVE: return apply_move(table, workspace, event);
    case TABLE_STAND: return apply_leaving(table, event);
    case TABLE_TRY: return table_apply_try(table, workspace, event);
    case TABLE_TAKEOVER: return table_apply_takeover(table, event);
    case TABLE_GIVEBACK: return match_give_back(match, event->seat, event->time);
    case TABLE_OFFER: return match_offer_draw(match, event->seat, event->time);
    case TABLE_ACCEPT: return match_answer_draw(match, event->seat, true, event->time);
    case TABLE_DECLINE: return match_answer_draw(match, event->seat, false, event->time);
    case TABLE_RESIGN: return match_resign(match, event->seat, event->time);
    case TABLE_UNDO:
    case TABLE_ALLOW:
    case TABLE_REFUSE: return apply_undo(table, event);
    case TABLE_TIME: return apply_time(table, event);
    case TABLE_NUDGE: return table_apply_nudge(table, event);
    case TABLE_AGREE: return table_apply_agree(table, event);
    default: return "table.phase.play";
    }
}

static const char *apply_when_over(struct table *table, struct table_workspace *workspace,
                                   const struct table_event *event)
{
    switch (event->kind) {
    case TABLE_SIT:
    case TABLE_STAND:
    case TABLE_BOT:
    case TABLE_GAME: return apply_in_lobby(table, workspace, event);
    case TABLE_REMATCH: return table_apply_rematch(table, workspace, event);
    case TABLE_UNREMATCH: return table_apply_unrematch(table, event->seat);
    case TABLE_WITHOUT: return table_apply_without(table, workspace, event);
    default: return "table.phase.over";
    }
}

static const char *apply_any(struct table *table, struct table_workspace *workspace,
                             const struct table_event *event)
{
    const char *fields = table_event_fields(event->kind);
    workspace->events.count = 0;
    if (!table->game || event->kind == TABLE_OPEN)
        return event->kind == TABLE_OPEN ? apply_open(table, event) : "table.event.broken";
    if (fields[0] == 's' && !is_seat(table, event->seat))
        return "game.seat.range";
    switch (event->kind) {
    case TABLE_SEAL: return apply_seal(table, event);
    case TABLE_GUEST: return apply_guest(table, event);
    case TABLE_TOKEN: return table_apply_token(table, event);
    case TABLE_REMOVE:
    case TABLE_BLOCK: return table_apply_remove(table, event);
    case TABLE_UNBLOCK:
    case TABLE_LOCK:
    case TABLE_UNLOCK: return table_apply_lock(table, event);
    case TABLE_NAME: return apply_name(table, event);
    case TABLE_HOST: return apply_host(table, event);
    case TABLE_LEAD: return table_apply_lead(table, event);
    case TABLE_GRACE: return table_apply_grace(table, event->number[0]);
    case TABLE_SEATING: return table_apply_seating(table, event->word[0]);
    case TABLE_WAIT: return table_apply_wait(table, event);
    case TABLE_UNWAIT: return table_apply_unwait(table, event);
    case TABLE_SAY: return NULL;
    case TABLE_PAUSE:
    case TABLE_RESUME: return apply_pause(table, event);
    default: break;
    }
    switch (table->phase) {
    case PHASE_LOBBY: return apply_in_lobby(table, workspace, event);
    case PHASE_PLAY: return apply_in_play(table, workspace, event);
    case PHASE_OVER: return apply_when_over(table, workspace, event);
    }
    return NULL;
}

/* Remembered so that a repeated command can be told from a new one. */
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

const char *table_apply(struct table *table, struct table_workspace *workspace,
                        const struct table_event *event)
{
    uint32_t position = table->match.version, matches = table->matches;
    const char *reason =
        event->time < table->now ? "table.event.broken" : apply_any(table, workspace, event);
    if (reason)
        return reason;
    table->now = event->time;
    table->version++;
    remember_command(table, event);
    if (event->kind == TABLE_MOVE)
        table->match.log[table->match.count - 1].version = table->version;
    if (position != table->match.version || table->matches != matches) {
        table->position_v = table->version;
        table_end_nudge(table);
        table_renew_tries(table);
    }
    close_finished_match(table);
    return NULL;
}
