/* SPDX-License-Identifier: MIT */
/* A table's life besides commands: opening and restoring, guests, time, bots. */
#include "table/table.h"

#include "base/check.h"
#include "match/record.h"
#include "table/table_parts.h"

size_t table_size(const struct game *game)
{
    return offsetof(struct table, match) + offsetof(struct match, state) + game->state_size;
}

/* ---- events ---- */

/* Secret and contributions as tags, so that anybody can mix the key again. */
static void write_tags(const struct table *table, struct text *text)
{
    uint8_t secret[SHA256_SIZE];
    table_secret(table, table->matches - 1, secret);
    text_string(text, "secret ");
    text_hex(text, secret, sizeof secret);
    for (int seat = 0; seat < table->seats; seat++) {
        text_string(text, "\nsalt ");
        text_number(text, seat);
        text_char(text, ' ');
        text_hex(text, table->salts[seat], SALT_MAX);
    }
    text_char(text, '\n');
}

static void keep_record(const struct table *table, struct table_desk *desk)
{
    char tags[TAGS_MAX];
    struct text text;
    text_init(&text, tags, sizeof tags);
    write_tags(table, &text);
    CHECK(!text.overflow);
    text_init(&text, desk->record, sizeof desk->record);
    record_write(&text, &table->match, tags, RECORD_WITH_KEY | RECORD_WITH_COMMIT);
    if (!text.overflow)
        desk->sink.keep_record(desk->sink.context, table->matches, text.bytes, text.size);
}

const char *table_do(struct table *table, struct table_desk *desk, struct table_event *event)
{
    enum phase phase = table->phase;
    struct text text;
    if (event->time < table->now)
        event->time = table->now;
    const char *reason = table_apply(table, desk, event);
    if (reason)
        return reason;
    text_init(&text, desk->event, sizeof desk->event);
    table_event_write(event, &text);
    desk->sink.keep_event(desk->sink.context, table->version, text.bytes, text.size);
    if (phase == PHASE_PLAY && table->phase == PHASE_OVER)
        keep_record(table, desk);
    table_tell(table, desk, event);
    return NULL;
}

/* Something that happens by itself and cannot be refused. */
static void happen(struct table *table, struct table_desk *desk, struct table_event event)
{
    event.guest = NO_GUEST;
    const char *reason = table_do(table, desk, &event);
    CHECK(reason == NULL);
}

const char *table_open(struct table *table, const struct table_opening *opening,
                       struct table_desk *desk, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_OPEN};
    int seats = opening->seats ? opening->seats : opening->game->seats_min;
    const char *reason = game_check_seats(opening->game, seats);
    if (reason)
        return reason;
    CHECK(string_size(opening->code) == CODE_SIZE);
    event.number[0] = seats;
    event.number[1] = opening->screen;
    memcpy(event.word[0], opening->game->name, string_size(opening->game->name) + 1);
    memcpy(event.word[1], opening->code, CODE_SIZE + 1);
    memcpy(event.hash[0], opening->secret, SHA256_SIZE);
    memcpy(event.hash[1], opening->host, SHA256_SIZE);
    memset(table, 0, table_size(opening->game));
    happen(table, desk, event);
    return NULL;
}

const char *table_restore(struct table *table, struct table_desk *desk, const char *text,
                          size_t size)
{
    struct table_event event;
    if (!table_event_read(&event, text, size))
        return "table.event.broken";
    return table_apply(table, desk, &event);
}

/* ---- guests ---- */

static bool same_hash(const uint8_t *a, const uint8_t *b)
{
    unsigned apart = 0;
    for (int i = 0; i < SHA256_SIZE; i++)
        apart |= (unsigned)(a[i] ^ b[i]);
    return apart == 0;
}

int table_find_guest(const struct table *table, const uint8_t hash[SHA256_SIZE])
{
    int found = NO_GUEST;
    for (int i = 0; i < GUESTS_MAX; i++)
        if (same_hash(table->guests[i].hash, hash) & table->guests[i].known)
            found = i;
    return found;
}

/* A row that is free, or else one that nobody would miss. */
static int find_row(const struct table *table)
{
    int row = NO_GUEST;
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *guest = &table->guests[i];
        if (!guest->known)
            return i;
        if (guest->seat == NO_SEAT && guest->here == 0 && i != table->host)
            row = i;
    }
    return row;
}

int table_add_guest(struct table *table, struct table_desk *desk, const uint8_t hash[SHA256_SIZE],
                    bool screen, int64_t now)
{
    struct table_event event = {.time = now, .kind = TABLE_GUEST};
    int row = find_row(table);
    if (row == NO_GUEST)
        return NO_GUEST;
    event.number[0] = row;
    event.number[1] = screen;
    memcpy(event.hash[0], hash, SHA256_SIZE);
    happen(table, desk, event);
    return row;
}

void table_guest_here(struct table *table, struct table_desk *desk, int guest, bool here,
                      int64_t now)
{
    struct guest *row = &table->guests[guest];
    bool before = row->here > 0;
    CHECK(row->known && (here || row->here > 0));
    row->here = (uint8_t)(row->here + (here ? 1 : -1));
    if (table->awake == 0)
        table->awake = now;
    if (!here && row->here == 0)
        row->gone = now;
    if (before != (row->here > 0))
        table_tell_presence(table, desk, guest);
}

int table_viewer(const struct table *table, int guest)
{
    return guest == NO_GUEST || table->guests[guest].seat == NO_SEAT ? SPECTATOR
                                                                     : table->guests[guest].seat;
}

/* ---- time ---- */

/* When a bot that knows its move makes it. What it knows or holds has no part in that. In a window
 * a pass waits for the people, so that only they decide how long it stands open. */
static int64_t bot_time(const struct table *table, int seat, bool passes)
{
    if (!table->window_open)
        return table->moved + (table->mover == seat ? BOT_AGAIN_MS : BOT_MS);
    int64_t soon = table->window_until - WINDOW_MS + BOT_REACTION_MS;
    bool people = (table->match.state.head.actors & match_people(&table->match)) != 0;
    if (passes && people)
        return table->window_until;
    return soon > table->moved ? soon : table->moved;
}

/* False if it cannot be done now: there is no memory for a longer log. */
static bool play_text(struct table *table, struct table_desk *desk, int seat, move m, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_MOVE, .seat = seat};
    struct text text;
    text_init(&text, event.rest, sizeof event.rest);
    table->game->write_move(&table->match.state.head, m, &text);
    CHECK(!text.overflow);
    return table_do(table, desk, &event) == NULL;
}

/* One move of a bot whose time has come; false if there is none. */
static bool play_bot(struct table *table, struct table_desk *desk, int64_t now)
{
    uint16_t due = match_bots_due(&table->match);
    for (int seat = 0; seat < table->seats; seat++) {
        const struct table_thought *thought = &table->thoughts[seat];
        if (!(due & seat_bit(seat)) || !thought->ready ||
            bot_time(table, seat, thought->passes) > now)
            continue;
        return play_text(table, desk, seat, thought->move, now);
    }
    return false;
}

/* After the window whoever has not answered has passed; false if there is nobody. */
static bool pass_late(struct table *table, struct table_desk *desk, int64_t now)
{
    move pass;
    if (!table->window_open || now < table->window_until)
        return false;
    for (int seat = 0; seat < table->seats; seat++) {
        bool person = match_people(&table->match) >> seat & 1;
        if (person && table_can_pass(table, seat, &desk->moves, &pass))
            return play_text(table, desk, seat, pass, now);
    }
    return false;
}

static bool run_out_of_time(struct table *table, struct table_desk *desk, int64_t now)
{
    struct table_event event = {.time = now, .kind = TABLE_TIME};
    if (clock_fallen(&table->match.clock, now) == 0)
        return false;
    happen(table, desk, event);
    return true;
}

/* Somebody who sits and is here, for a host who has been away too long. */
static int find_heir(const struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++) {
        int guest = table->seat[seat].guest;
        if (guest != NO_GUEST && table->guests[guest].here > 0)
            return guest;
    }
    return NO_GUEST;
}

static bool host_is_away(const struct table *table)
{
    return table->guests[table->host].here == 0 && find_heir(table) != NO_GUEST;
}

/* Until when the host may be away. */
static int64_t host_time(const struct table *table)
{
    int64_t gone = table->guests[table->host].gone;
    return (gone > table->awake ? gone : table->awake) + HOST_GRACE_MS;
}

static void replace_host(struct table *table, struct table_desk *desk, int64_t now)
{
    struct table_event event = {.time = now, .kind = TABLE_HOST};
    if (!host_is_away(table) || now < host_time(table))
        return;
    event.number[0] = find_heir(table);
    happen(table, desk, event);
}

void table_tick(struct table *table, struct table_desk *desk, int64_t now)
{
    if (now < table->now)
        now = table->now;
    replace_host(table, desk, now);
    while (table->phase == PHASE_PLAY && !table->paused &&
           (run_out_of_time(table, desk, now) || pass_late(table, desk, now) ||
            play_bot(table, desk, now)))
        ;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t table_next(const struct table *table)
{
    int64_t next = CLOCK_NEVER;
    if (host_is_away(table))
        next = host_time(table);
    if (table->phase != PHASE_PLAY || table->paused)
        return next;
    next = earlier(next, clock_next(&table->match.clock));
    /* one that is over and only waits for bots is not due */
    if (table->window_open && (table->match.state.head.actors & match_people(&table->match)) != 0)
        next = earlier(next, table->window_until);
    uint16_t due = match_bots_due(&table->match);
    for (int seat = 0; seat < table->seats; seat++)
        if ((due & seat_bit(seat)) && table->thoughts[seat].ready)
            next = earlier(next, bot_time(table, seat, table->thoughts[seat].passes));
    return next;
}

void table_pause(struct table *table, struct table_desk *desk, bool paused, int64_t now)
{
    struct table_event event = {.time = now, .kind = paused ? TABLE_PAUSE : TABLE_RESUME};
    if (paused != table->paused)
        happen(table, desk, event);
}

void table_wake(struct table *table, struct table_desk *desk, int64_t now)
{
    bool runs = table->clock != CLOCK_OFF || table->window_open;
    if (table->phase == PHASE_PLAY && runs)
        table_pause(table, desk, true, table->now);
    table_pause(table, desk, false, now);
}

/* ---- bots ---- */

uint16_t table_thinkers(const struct table *table)
{
    if (table->phase != PHASE_PLAY || table->paused)
        return 0;
    uint16_t seats = match_bots_due(&table->match);
    for (int seat = 0; seat < table->seats; seat++)
        if (table->thoughts[seat].asked)
            seats &= (uint16_t)~seat_bit(seat);
    return seats;
}

void table_ask(struct table *table, int seat, struct state *view)
{
    CHECK(table_thinkers(table) & seat_bit(seat));
    table->thoughts[seat] = (struct table_thought){.asked = true};
    game_observe(table->game, &table->match.state.head, seat, view);
}

const char *table_level(const struct table *table, int seat)
{
    const struct match_seat *row = &table->match.seats[seat];
    return row->level[0] ? row->level : TABLE_STAND_IN; /* for a person who is late with a move */
}

void table_bot_move(struct table *table, struct table_desk *desk, int seat, uint32_t version,
                    move m, int64_t now)
{
    struct table_thought *thought = &table->thoughts[seat];
    move pass = 0;
    if (table->phase != PHASE_PLAY || version != table->match.version || !thought->asked || m == 0)
        return;
    if (!game_is_legal(table->game, &table->match.state.head, seat, m, &desk->moves)) {
        *thought = (struct table_thought){0};
        return;
    }
    thought->move = m;
    thought->ready = true;
    thought->passes =
        table->window_open && table_can_pass(table, seat, &desk->moves, &pass) && pass == m;
    table_tick(table, desk, now);
}
