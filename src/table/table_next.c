/* SPDX-License-Identifier: MIT */
/*
 * From one match to the next: which game, who plays it, and in which order they sit.
 *
 * Whoever wants to play and has no seat waits. Before a match those who wait come in, in the order
 * in which they asked: to an empty seat, a bot's, a new one, and if the game takes no more, to the
 * seat of whoever has played the most matches without a break, who then waits. So with three people
 * at a game for two everybody meets everybody.
 */
#include "base/check.h"
#include "base/json.h"
#include "table/names.h"
#include "table/table_parts.h"

const char *const seating_names[] = {
    [SEATING_TURN] = "turn",
    [SEATING_MIX] = "mix",
    [SEATING_STAY] = "stay",
};

/* ---- who waits ---- */

static void let_wait(struct table *table, int guest, const char *name)
{
    struct guest *row = &table->guests[guest];
    memset(row->name, 0, sizeof row->name);
    memcpy(row->name, name, string_size(name) + 1);
    row->waits = ++table->waits;
    if (row->plays_v == 0)
        row->plays_v = table->version + 1;
}

static void wait_no_more(struct table *table, int guest)
{
    struct guest *row = &table->guests[guest];
    row->waits = 0;
    memset(row->name, 0, sizeof row->name);
}

/* The guest who has waited for longest, among those who have not waited since `until`. */
static int first_waiting(const struct table *table, uint32_t until)
{
    int first = NO_GUEST;
    for (int i = 0; i < GUESTS_MAX; i++) {
        uint32_t waits = table->guests[i].waits;
        if (waits > 0 && waits <= until &&
            (first == NO_GUEST || waits < table->guests[first].waits))
            first = i;
    }
    return first;
}

int table_count_waiting(const struct table *table)
{
    int count = 0;
    for (int i = 0; i < GUESTS_MAX; i++)
        count += table->guests[i].waits > 0;
    return count;
}

/* ---- seats ---- */

void table_seat_guest(struct table *table, int seat, int guest, const char *name)
{
    struct table_seat *row = &table->seat[seat];
    char copy[PLAYER_NAME_MAX] = "";
    memcpy(copy, name, string_size(name) + 1); /* it may be the guest's own */
    table_clear_seat(table, seat);
    row->kind = SEAT_PERSON;
    row->guest = (int8_t)guest;
    memcpy(row->name, copy, sizeof copy);
    wait_no_more(table, guest);
    table->guests[guest].seat = (int8_t)seat;
    if (table->guests[guest].plays_v == 0)
        table->guests[guest].plays_v = table->version + 1;
}

static void tell_guests_seats(struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].guest != NO_GUEST)
            table->guests[table->seat[seat].guest].seat = (int8_t)seat;
}

void table_drop_seats(struct table *table, uint16_t gone)
{
    int stay = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        if (gone & seat_bit(seat))
            table_clear_seat(table, seat);
        else
            table->seat[stay++] = table->seat[seat];
    }
    for (int seat = stay; seat < table->seats; seat++) {
        table->seat[seat].guest = NO_GUEST; /* they have moved */
        table_clear_seat(table, seat);
    }
    table->seats = (uint8_t)stay;
    tell_guests_seats(table);
}

static int find_kind(const struct table *table, enum seat_kind kind)
{
    for (int seat = table->seats - 1; seat >= 0; seat--)
        if (table->seat[seat].kind == kind)
            return seat;
    return NO_SEAT;
}

/* The person who has played the most matches without a break; of several the last, who has begun
 * before the others. NO_SEAT: nobody has played. */
static int find_longest(const struct table *table)
{
    int longest = NO_SEAT, most = 0;
    for (int seat = table->seats - 1; seat >= 0; seat--) {
        const struct table_seat *row = &table->seat[seat];
        int streak = row->kind == SEAT_PERSON ? table->guests[row->guest].streak : 0;
        if (streak > most) {
            most = streak;
            longest = seat;
        }
    }
    return longest;
}

static bool can_grow(const struct table *table)
{
    return game_check_seats(table->game, table->seats + 1) == NULL;
}

/* A seat for somebody who waits; `swap`: even one that a person has to leave for it. */
static int find_place(struct table *table, bool swap)
{
    int seat = find_kind(table, SEAT_EMPTY);
    if (seat == NO_SEAT && swap)
        seat = find_kind(table, SEAT_BOT);
    if (seat == NO_SEAT && can_grow(table))
        seat = table->seats++;
    if (seat == NO_SEAT && swap)
        seat = find_longest(table);
    return seat;
}

static void send_to_wait(struct table *table, int seat)
{
    const struct table_seat *row = &table->seat[seat];
    if (row->kind == SEAT_PERSON)
        let_wait(table, row->guest, row->name);
}

static void let_in(struct table *table, uint32_t until, bool swap)
{
    int guest, seat;
    while ((guest = first_waiting(table, until)) != NO_GUEST &&
           (seat = find_place(table, swap)) != NO_SEAT) {
        send_to_wait(table, seat);
        table_seat_guest(table, seat, guest, table->guests[guest].name);
    }
}

void table_let_in(struct table *table)
{
    let_in(table, table->waits, true);
}

void table_fill_seats(struct table *table)
{
    if (table->phase == PHASE_LOBBY)
        let_in(table, table->waits, false);
}

/* ---- the order of the seats ---- */

/* Everybody moves up one seat, so that another player begins. */
static void move_up(struct table *table)
{
    struct table_seat last = table->seat[table->seats - 1];
    for (int seat = table->seats - 1; seat > 0; seat--)
        table->seat[seat] = table->seat[seat - 1];
    table->seat[0] = last;
    tell_guests_seats(table);
}

/* By the secret of the match, which nobody knows yet and everybody can check afterwards. */
static void mix(struct table *table)
{
    static const char purpose[] = "seats";
    uint8_t secret[SHA256_SIZE], key[SHA256_SIZE], order[SEATS_MAX];
    struct table_seat before[SEATS_MAX];
    struct sha256 sha;
    struct chance chance;
    table_secret(table, secret);
    sha256_init(&sha);
    sha256_add(&sha, secret, sizeof secret);
    sha256_add(&sha, (const uint8_t *)purpose, sizeof purpose - 1);
    sha256_end(&sha, key);
    chance_init(&chance, key);
    for (int seat = 0; seat < table->seats; seat++)
        order[seat] = (uint8_t)seat;
    chance_shuffle(&chance, order, table->seats);
    memcpy(before, table->seat, sizeof before);
    for (int seat = 0; seat < table->seats; seat++)
        table->seat[seat] = before[order[seat]];
    tell_guests_seats(table);
}

void table_mix_seats(struct table *table)
{
    if (table->seating == SEATING_MIX)
        mix(table);
}

void table_move_seats(struct table *table)
{
    if (table->seating == SEATING_TURN && table->seats > 0)
        move_up(table);
}

/* ---- events ---- */

const char *table_apply_seating(struct table *table, const char *value)
{
    for (int i = 0; i < SEATINGS; i++) {
        if (string_equal(seating_names[i], value)) {
            table->seating = (enum seating)i;
            return NULL;
        }
    }
    return "table.seating.value";
}

const char *table_apply_wait(struct table *table, const struct table_event *event)
{
    if (event->number[0] >= GUESTS_MAX || !name_fits(event->rest))
        return "table.event.broken";
    int guest = (int)event->number[0];
    const struct guest *row = &table->guests[guest];
    if (!row->known)
        return "table.event.broken";
    if (row->screen)
        return "table.sit.screen";
    if (row->seat != NO_SEAT || row->waits > 0)
        return "table.wait.twice";
    let_wait(table, guest, event->rest);
    table_fill_seats(table);
    return NULL;
}

const char *table_apply_unwait(struct table *table, const struct table_event *event)
{
    int64_t waiting = 0;
    for (int i = 0; i < GUESTS_MAX; i++)
        if (table->guests[i].waits > 0)
            waiting |= INT64_C(1) << i;
    if (event->number[0] == 0 || (event->number[0] & ~waiting) != 0)
        return "table.wait.none";
    for (int i = 0; i < GUESTS_MAX; i++)
        if (event->number[0] >> i & 1) {
            wait_no_more(table, i);
            table->guests[i].plays_v = 0;
        }
    return NULL;
}

/* Makes the table as large as the game allows. Bots leave first, then those who have played for
 * longest, who wait. */
static void fit(struct table *table)
{
    while (game_check_seats(table->game, table->seats) != NULL) {
        if (table->seats < table->game->seats_min) {
            table->seats++;
            continue;
        }
        int seat = find_kind(table, SEAT_EMPTY);
        if (seat == NO_SEAT)
            seat = find_kind(table, SEAT_BOT);
        if (seat == NO_SEAT)
            seat = find_longest(table);
        if (seat == NO_SEAT)
            seat = table->seats - 1;
        send_to_wait(table, seat);
        table_drop_seats(table, seat_bit(seat));
    }
}

/* The next game, in the lobby: the same one, or another. */
const char *table_apply_game(struct table *table, const struct table_event *event)
{
    const struct game *game = game_find(event->word[0]);
    uint32_t waits = table->waits;
    bool over = table->phase == PHASE_OVER;
    if (!game)
        return "table.game.unknown";
    if (game != table->game) {
        memset(table->option, 0, sizeof table->option);
        table->aloud = ALOUD_OFF;
    }
    table->game = game;
    table->phase = PHASE_LOBBY;
    table->wants_rematch = 0;
    if (over)
        table_move_seats(table);
    fit(table);
    let_in(table, waits, over);
    return NULL;
}

/* Those who are away do not come in: somebody would have to wait for them. */
void table_forget_waiting(struct table *table, struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_UNWAIT};
    for (int i = 0; i < GUESTS_MAX; i++) {
        const struct guest *row = &table->guests[i];
        if (row->waits > 0 && row->here == 0 && table_away_left(table, i, now) == 0)
            event.number[0] |= INT64_C(1) << i;
    }
    if (event.number[0] != 0)
        CHECK(table_do(table, workspace, &event) == NULL);
}

/* ---- what is told ---- */

void table_put_waiting(struct json_out *out, const struct table *table)
{
    uint32_t told = 0;
    if (table_count_waiting(table) == 0)
        return;
    json_put_open(out, "waiting", '[');
    for (int count = table_count_waiting(table); count > 0; count--) {
        const struct guest *next = NULL;
        for (int i = 0; i < GUESTS_MAX; i++) {
            const struct guest *row = &table->guests[i];
            if (row->waits > told && (!next || row->waits < next->waits))
                next = row;
        }
        told = next->waits;
        json_out_string(out, next->name);
    }
    json_out_close(out, ']');
}

/* ---- who leads ---- */

/* The person who has played here for longest, or waits to; `here`: of those who are here. */
static int first_player(const struct table *table, bool here)
{
    int first = NO_GUEST;
    for (int i = 0; i < GUESTS_MAX; i++) {
        uint32_t since = table->guests[i].plays_v;
        if (since > 0 && (!here || table->guests[i].here > 0) &&
            (first == NO_GUEST || since < table->guests[first].plays_v))
            first = i;
    }
    return first;
}

/* At a shared screen: the phone that was named, as long as its owner plays, or the first. */
static int find_leader(const struct table *table)
{
    if (!table->guests[table->host].screen)
        return table->host;
    for (int i = 0; i < GUESTS_MAX; i++)
        if (table->leads > 0 && table->guests[i].plays_v == table->leads)
            return i;
    return first_player(table, false);
}

bool table_leads(const struct table *table, int guest)
{
    return guest != NO_GUEST && (guest == table->host || guest == find_leader(table));
}

const char *table_apply_lead(struct table *table, const struct table_event *event)
{
    if (event->number[0] >= GUESTS_MAX || table->guests[event->number[0]].plays_v == 0)
        return "table.event.broken";
    table->leads = table->guests[event->number[0]].plays_v;
    return NULL;
}

int64_t table_lead_time(const struct table *table)
{
    int first = first_player(table, true), leader = find_leader(table);
    if (first == NO_GUEST || first == leader || !table->guests[table->host].screen)
        return CLOCK_NEVER;
    if (table->guests[first].plays_v < table->guests[leader].plays_v)
        return table->now; /* is back */
    return table_away_since(table, leader) + LEAD_GRACE_MS;
}

void table_follow_phones(struct table *table, struct table_workspace *workspace, int64_t now)
{
    struct table_event event = {.time = now, .guest = NO_GUEST, .kind = TABLE_LEAD};
    if (now < table_lead_time(table))
        return;
    event.number[0] = first_player(table, true);
    CHECK(table_do(table, workspace, &event) == NULL);
}
