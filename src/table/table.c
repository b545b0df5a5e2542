/* SPDX-License-Identifier: MIT */
/* Everything about a table except commands: opening and restoring, guests, time, bots. */
#include "table/table.h"

#include "base/check.h"
#include "match/record.h"
#include "table/table_parts.h"

size_t table_size(void)
{
    size_t largest = 0;
    for (int i = 0; game_at(i); i++)
        if (game_at(i)->state_size > largest)
            largest = game_at(i)->state_size;
    return offsetof(struct table, match) + offsetof(struct match, state) + largest;
}

/* ---- events ---- */

/* The secret and the contributions, so that anybody can compute the key again. */
static void write_contributions(const struct table *table, struct text *text)
{
    text_string(text, "secret ");
    text_hex(text, table->dealt, SHA256_SIZE);
    for (int seat = 0; seat < table->seats; seat++) {
        text_string(text, "\nsalt ");
        text_number(text, seat);
        text_char(text, ' ');
        text_hex(text, table->salts[seat], SALT_MAX);
    }
    text_char(text, '\n');
}

/* Where the cards come from, as tags. */
static void write_tags(const struct table *table, struct text *text)
{
    const struct match *match = &table->match;
    if (table->given_now) {
        text_string(text, "given ");
        text_number(text, match->given < match->count ? match->given : match->count);
        text_char(text, '\n');
    } else {
        write_contributions(table, text);
    }
    if (memcmp(table->code, TABLE_ON_DEVICE, sizeof TABLE_ON_DEVICE - 1) == 0)
        text_string(text, "dealer device\n");
}

bool table_record(const struct table *table, struct text *out)
{
    char tags[TAGS_MAX];
    struct text text;
    if (table->match.start)
        return false;
    text_init(&text, tags, sizeof tags);
    write_tags(table, &text);
    CHECK(!text.overflow);
    record_write(out, &table->match, tags, RECORD_WITH_KEY | RECORD_WITH_COMMIT);
    return !out->overflow;
}

static void keep_record(const struct table *table, struct table_workspace *workspace)
{
    struct text text;
    text_init(&text, workspace->record, sizeof workspace->record);
    if (table_record(table, &text))
        workspace->sink.keep_record(workspace->sink.context, table->matches, text.bytes, text.size);
}

const char *table_do(struct table *table, struct table_workspace *workspace,
                     struct table_event *event)
{
    enum phase phase = table->phase;
    struct text text;
    if (event->time < table->now)
        event->time = table->now;
    const char *reason = table_apply(table, workspace, event);
    if (reason)
        return reason;
    text_init(&text, workspace->event, sizeof workspace->event);
    table_event_write(event, &text);
    workspace->sink.keep_event(workspace->sink.context, table->version, text.bytes, text.size);
    if (phase == PHASE_PLAY && table->phase == PHASE_OVER)
        keep_record(table, workspace);
    table_tell(table, workspace, event);
    return NULL;
}

/* An event that happens by itself and cannot be refused. */
static void happen(struct table *table, struct table_workspace *workspace, struct table_event event)
{
    event.guest = NO_GUEST;
    const char *reason = table_do(table, workspace, &event);
    CHECK(reason == NULL);
}

const char *table_open(struct table *table, const struct table_opening *opening,
                       struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_OPEN};
    int seats = opening->seats ? opening->seats : opening->game->seats_min;
    const char *reason = game_check_seats(opening->game, seats);
    if (reason)
        return reason;
    CHECK(string_size(opening->code) >= CODE_MIN);
    event.number[0] = seats;
    event.number[1] = opening->screen;
    memcpy(event.word[0], opening->game->name, string_size(opening->game->name) + 1);
    memcpy(event.word[1], opening->code, string_size(opening->code) + 1);
    memcpy(event.hash[0], opening->secret, SHA256_SIZE);
    memcpy(event.hash[1], opening->host, SHA256_SIZE);
    memset(table, 0, table_size());
    happen(table, workspace, event);
    return NULL;
}

const char *table_give(struct table *table, struct table_workspace *workspace,
                       const uint8_t key[CHANCE_KEY_SIZE], uint32_t moves, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_GIVEN};
    memcpy(event.hash[0], key, CHANCE_KEY_SIZE);
    event.number[0] = moves;
    return table_do(table, workspace, &event);
}

const char *table_give_move(struct table *table, struct table_workspace *workspace, int seat,
                            const char *text, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_MOVE, .seat = seat};
    size_t size = string_size(text);
    if (size >= sizeof event.rest || table->phase != PHASE_PLAY ||
        table->match.count >= table->match.given)
        return "table.event.broken";
    memcpy(event.rest, text, size + 1);
    return table_do(table, workspace, &event);
}

const char *table_restore(struct table *table, struct table_workspace *workspace, const char *text,
                          size_t size)
{
    struct table_event event;
    if (!table_event_read(&event, text, size))
        return "table.event.broken";
    return table_apply(table, workspace, &event);
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

/* Which of two rows should go to a new guest: first that of a guest who does not wait for a seat,
 * then of one who is not here, then that of the one who has been without a seat for longest. */
static bool gives_way(const struct guest *a, const struct guest *b)
{
    if ((a->waits > 0) != (b->waits > 0))
        return a->waits == 0;
    return (a->here > 0) != (b->here > 0) ? a->here == 0 : a->idle_v < b->idle_v;
}

/* A free row, or else that of a guest who neither sits nor is host. */
static int find_row(const struct table *table)
{
    int row = NO_GUEST;
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *guest = &table->guests[i];
        if (!guest->known)
            return i;
        if (guest->seat == NO_SEAT && i != table->host &&
            (row == NO_GUEST || gives_way(guest, &table->guests[row])))
            row = i;
    }
    return row;
}

int table_add_guest(struct table *table, struct table_workspace *workspace,
                    const uint8_t hash[SHA256_SIZE], bool screen, int64_t now)
{
    struct table_event event = {.time = now, .kind = TABLE_GUEST};
    int row = find_row(table);
    if (row == NO_GUEST)
        return NO_GUEST;
    event.number[0] = row;
    event.number[1] = screen;
    memcpy(event.hash[0], hash, SHA256_SIZE);
    happen(table, workspace, event);
    return row;
}

void table_guest_here(struct table *table, struct table_workspace *workspace, int guest, bool here,
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
        table_tell_presence(table, workspace, guest, now);
}

int table_viewer(const struct table *table, int guest)
{
    return guest == NO_GUEST || table->guests[guest].seat == NO_SEAT ? SPECTATOR
                                                                     : table->guests[guest].seat;
}

/* ---- time ---- */

static bool thinks_long(const struct table *table, int seat)
{
    return string_equal(table_level(table, seat), TABLE_DEEP);
}

static bool waits_for_people(const struct table *table)
{
    return (table->match.state.head.actors & match_people(&table->match)) != 0;
}

/* Somebody who has answered may still call or catch, but nobody waits for that. */
static bool window_waits_for_people(const struct table *table)
{
    return table->window_open && (table->answers & match_people(&table->match));
}

/* Milliseconds from the position until the bot moves, when no window is open. A person who may act
 * now although it is not their turn owes a call; that is public. */
static int bot_delay(const struct table *table, int seat)
{
    bool deep = thinks_long(table, seat);
    if (table->mover == seat)
        return deep ? BOT_DEEP_AGAIN_MS : BOT_AGAIN_MS;
    if (waits_for_people(table))
        return BOT_PATIENCE_MS;
    return deep ? BOT_DEEP_MS : BOT_MS;
}

/* Does a person owe a call? Then bots wait in a window too, as they might catch them. */
static bool person_owes_call(const struct table *table)
{
    struct facts facts;
    uint16_t people = match_people(&table->match);
    game_facts(table->game, &table->match.state.head, &facts);
    for (int i = 0; i < facts.count; i++)
        if (facts.list[i].name == FACT_DUTY && (people & seat_bit(facts.list[i].seat)))
            return true;
    return false;
}

static int bot_reaction(const struct table *table, int seat)
{
    if (person_owes_call(table))
        return BOT_PATIENCE_MS;
    return thinks_long(table, seat) ? BOT_DEEP_REACTION_MS : BOT_REACTION_MS;
}

int64_t table_bot_moment(const struct table *table, int seat)
{
    if (!table->window_open)
        return table->moved + bot_delay(table, seat);
    int reaction = bot_reaction(table, seat);
    int64_t soon = table->window_until - WINDOW_MS + reaction;
    return soon > table->moved ? soon : table->moved + BOT_SLOT_MS; /* others went first */
}

/* In a window a bot's pass waits for the people, so that only they decide how long it stays
 * open. */
static int64_t bot_time(const struct table *table, int seat)
{
    const struct table_thought *thought = &table->thoughts[seat];
    int64_t moment = thought->passes && window_waits_for_people(table)
                         ? table->window_until
                         : table_bot_moment(table, seat);
    return moment > thought->slot ? moment : thought->slot;
}

/* False if it is impossible now: no memory for a longer log. */
static bool play_text(struct table *table, struct table_workspace *workspace, int seat, move m,
                      int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_MOVE, .seat = seat};
    struct text text;
    text_init(&text, event.rest, sizeof event.rest);
    table->game->write_move(&table->match.state.head, m, &text);
    CHECK(!text.overflow);
    return table_do(table, workspace, &event) == NULL;
}

/* Plays one move of a bot whose time has come; false if there is none. */
static bool play_bot(struct table *table, struct table_workspace *workspace, int64_t now)
{
    uint16_t due = match_bots_due(&table->match);
    for (int seat = 0; seat < table->seats; seat++) {
        const struct table_thought *thought = &table->thoughts[seat];
        if (!(due & seat_bit(seat)) || !thought->ready || bot_time(table, seat) > now)
            continue;
        return play_text(table, workspace, seat, thought->move, now);
    }
    return false;
}

/* When the window ends, people who have not answered pass; false if there is nobody left. */
static bool pass_late(struct table *table, struct table_workspace *workspace, int64_t now)
{
    move pass;
    if (!table->window_open || now < table->window_until)
        return false;
    for (int seat = 0; seat < table->seats; seat++) {
        bool person = match_people(&table->match) >> seat & 1;
        if (person && table_can_pass(table, seat, &workspace->moves, &pass))
            return play_text(table, workspace, seat, pass, now);
    }
    return false;
}

static bool run_out_of_time(struct table *table, struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .kind = TABLE_TIME};
    if (clock_fallen(&table->match.clock, now) == 0)
        return false;
    happen(table, workspace, event);
    return true;
}

/* A guest who sits and is here, to replace a host who has been away too long; if nobody is, one who
 * waits for a seat. */
static int find_heir(const struct table *table)
{
    int heir = NO_GUEST;
    for (int seat = 0; seat < table->seats; seat++) {
        int guest = table->seat[seat].guest;
        if (guest != NO_GUEST && table->guests[guest].here > 0)
            return guest;
    }
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *guest = &table->guests[i];
        if (guest->waits > 0 && guest->here > 0 && i != table->host &&
            (heir == NO_GUEST || guest->waits < table->guests[heir].waits))
            heir = i;
    }
    return heir;
}

static bool host_is_away(const struct table *table)
{
    return table->guests[table->host].here == 0 && find_heir(table) != NO_GUEST;
}

/* When an absent host loses the role. */
static int64_t host_time(const struct table *table)
{
    return table_away_since(table, table->host) + HOST_GRACE_MS;
}

static void replace_host(struct table *table, struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .kind = TABLE_HOST};
    if (!host_is_away(table) || now < host_time(table))
        return;
    event.number[0] = find_heir(table);
    happen(table, workspace, event);
}

void table_tick(struct table *table, struct table_workspace *workspace, int64_t now)
{
    if (now < table->now)
        now = table->now;
    replace_host(table, workspace, now);
    table_follow_phones(table, workspace, now);
    while (table->phase == PHASE_PLAY && !table->paused &&
           (run_out_of_time(table, workspace, now) || pass_late(table, workspace, now) ||
            play_bot(table, workspace, now)))
        ;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t table_next(const struct table *table)
{
    int64_t next = table_lead_time(table);
    if (host_is_away(table))
        next = earlier(next, host_time(table));
    if (table->phase != PHASE_PLAY || table->paused)
        return next;
    next = earlier(next, clock_next(&table->match.clock));
    /* a window that is over and waits only for bots is not due */
    if (window_waits_for_people(table))
        next = earlier(next, table->window_until);
    uint16_t due = match_bots_due(&table->match);
    for (int seat = 0; seat < table->seats; seat++)
        if ((due & seat_bit(seat)) && table->thoughts[seat].ready)
            next = earlier(next, bot_time(table, seat));
    return next;
}

void table_pause(struct table *table, struct table_workspace *workspace, bool paused, int64_t now)
{
    struct table_event event = {.time = now, .kind = paused ? TABLE_PAUSE : TABLE_RESUME};
    if (paused != table->paused)
        happen(table, workspace, event);
}

bool table_runs(const struct table *table)
{
    return table->phase == PHASE_PLAY &&
           (table->clock != CLOCK_OFF || table->window_open || table->nudged != NO_SEAT);
}

void table_wake(struct table *table, struct table_workspace *workspace, int64_t now)
{
    if (table_runs(table))
        table_pause(table, workspace, true, table->now);
    table_pause(table, workspace, false, now);
}

void table_reseal(struct table *table, struct table_workspace *workspace,
                  const uint8_t secret[SHA256_SIZE], int64_t now)
{
    struct table_event event = {
        .time = now, .guest = NO_GUEST, .kind = TABLE_SEAL, .seat = NO_SEAT};
    memcpy(event.hash[0], secret, SHA256_SIZE);
    CHECK(!table_do(table, workspace, &event));
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

int table_first_thinker(const struct table *table)
{
    uint16_t thinkers = table_thinkers(table);
    int first = NO_SEAT;
    for (int seat = 0; seat < table->seats; seat++)
        if ((thinkers & seat_bit(seat)) &&
            (first == NO_SEAT || table_bot_moment(table, seat) < table_bot_moment(table, first)))
            first = seat;
    return first;
}

/* The first slot, counted from `moment`, that is not before `then`. */
static int64_t next_slot(int64_t moment, int64_t then)
{
    int64_t late = then > moment ? then - moment : 0;
    return moment + (late + BOT_SLOT_MS - 1) / BOT_SLOT_MS * BOT_SLOT_MS;
}

/* When the bot moves if it begins to think at `then`: at its moment or in a later slot. */
static int64_t choose_slot(struct table *table, int seat, int64_t then)
{
    struct table_thought *thought = &table->thoughts[seat];
    int64_t moment = table_bot_moment(table, seat);
    int64_t planned = moment > thought->slot ? moment : thought->slot;
    if (planned <= then + BOT_SPARE_MS)
        planned = thought->slot = next_slot(moment, then + BOT_SLOT_MS);
    return planned;
}

int64_t table_ask(struct table *table, int seat, struct state *view, int64_t now)
{
    int waiting = __builtin_popcount(table_thinkers(table));
    CHECK(table_thinkers(table) & seat_bit(seat));
    table->thoughts[seat] = (struct table_thought){.asked = true};
    int64_t planned = choose_slot(table, seat, now);
    game_observe(table->game, &table->match.state.head, seat, view);
    return (planned - BOT_SPARE_MS - now) / waiting;
}

/* Has the seat's bot been asked about this version, and does its answer still count? */
static bool awaits(const struct table *table, int seat, uint32_t version)
{
    return table->phase == PHASE_PLAY && version == table->match.version &&
           table->thoughts[seat].asked;
}

void table_bot_began(struct table *table, int seat, uint32_t version, int64_t then)
{
    if (awaits(table, seat, version))
        choose_slot(table, seat, then);
}

const char *table_level(const struct table *table, int seat)
{
    const struct match_seat *row = &table->match.seats[seat];
    return row->level[0] ? row->level : TABLE_STAND_IN; /* for a person who is late with a move */
}

void table_bot_move(struct table *table, struct table_workspace *workspace, int seat,
                    uint32_t version, move m, int64_t now)
{
    struct table_thought *thought = &table->thoughts[seat];
    move pass = 0;
    if (!awaits(table, seat, version) || m == 0)
        return;
    if (!game_is_legal(table->game, &table->match.state.head, seat, m, &workspace->moves)) {
        *thought = (struct table_thought){0};
        return;
    }
    thought->move = m;
    thought->ready = true;
    thought->passes =
        table->window_open && table_can_pass(table, seat, &workspace->moves, &pass) && pass == m;
    if (bot_time(table, seat) < now)
        thought->slot = next_slot(bot_time(table, seat), now);
    table_tick(table, workspace, now);
}
