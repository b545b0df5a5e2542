/* SPDX-License-Identifier: MIT */
/*
 * People: parties that sit down together, play, and go on to another table. They choose moves from
 * what they were told; anything else about a table they know from the judge, since they only have
 * to keep the server busy. Some of what they do is rude.
 */
#include <stdlib.h>

#include "base/check.h"
#include "server/hub_parts.h"
#include "sim_nodes.h"

enum {
    ONLOOKERS_MAX = 2,
    PARTY_MAX = 8,     /* people */
    GREET_TRIES = 8,   /* until a connection without an answer is given up */
    CALM_EVENTS = 250, /* prove that a table goes on */
    STUCK_MS = 300000, /* without a new version, when nothing is in the way */
    SLEEP_MS = 60000,
    AWAY_MS = 60000,
    IDLE_MS = 120000,
    JUST_NOW_MS = 5000,
};

struct client clients[CLIENTS_MAX];
struct party parties[PARTIES_MAX];
int client_count;

static const char *const phrases[] = {"hello", "luck", "thanks", "oops", "wait"};

const char *any_name(void)
{
    static const char *const names[] = {
        "Noa",
        "Thief",
        "  two  words ",
        "\\u202egnissim\\u202c",
        "a\\u0300\\u0301\\u0302\\u0303\\u0304\\u0305",
        "\\u05e0\\u05d5\\u05e2\\u05d4",
        "<b>\\\"x\\\"</b>\\\\",
        "tab\\there\\u0007",
        "\\ud83c\\udfb2 dice",
        "a name that is much longer than the twenty-four letters that there is room for",
        "\\u200b\\u2066\\u2069",
        "\\u00e9\\ufeff\\u0085\\u2028.",
    };
    return names[below(sizeof names / sizeof *names)];
}

/* ---- parties ---- */

static const struct game *any_game(void)
{
    int count = 0;
    const struct game *games[32];
    for (int i = 0; game_at(i); i++)
        if (world.weather.games >> i & 1)
            games[count++] = game_at(i);
    CHECK(count > 0);
    return games[below((uint32_t)count)];
}

static void choose_game(struct party *party)
{
    const struct game *game = party->game = any_game();
    int seats = game->seats_min;
    if (game->seats_max > seats && by_chance(500))
        seats += (int)below((uint32_t)(game->seats_max - seats + 1));
    party->seats = seats;
}

static void add_client(int party, enum role role)
{
    struct client *client = &clients[client_count++];
    for (int i = 0; i < DEVICES; i++)
        device_forget(&client->device[i]);
    struct device none = client->device[0];
    memset(client, 0, sizeof *client);
    for (int i = 0; i < DEVICES; i++)
        client->device[i] = none;
    client->party = party;
    client->role = role;
    client->next_cid = 1;
    client->led_to = -1;
    world_at(1 + below(1000), AT_CLIENT, (uint32_t)(client - clients), 0);
}

static void make_party(int index)
{
    struct party *party = &parties[index];
    *party = (struct party){.first = client_count};
    bool screen = by_chance(150);
    int people = by_chance(100) ? 0 : 1 + (int)below(by_chance(200) ? PARTY_MAX : 3);
    choose_game(party);
    add_client(index, screen ? ROLE_SCREEN : ROLE_HOST);
    people = people > 0 || screen ? people - !screen : 0;
    for (int i = 0; i < people; i++)
        add_client(index, ROLE_GUEST);
    for (int i = (int)below(ONLOOKERS_MAX + 1); i > 0; i--)
        add_client(index, by_chance(300) ? ROLE_SCREEN : ROLE_ONLOOKER);
    party->count = client_count - party->first;
}

void clients_reset(void)
{
    for (int i = 0; i < client_count; i++)
        for (int k = 0; k < DEVICES; k++)
            device_forget(&clients[i].device[k]);
    client_count = 0;
    for (int i = 0; i < world.weather.parties; i++)
        make_party(i);
}

void client_becomes_new(struct client *client)
{
    client->has_token = client->exchanging = false;
    for (int i = 0; i < ORDERS_KEPT; i++)
        client->orders[i].answered = true;
}

/* To another table, with another game. */
static void move_on(struct party *party)
{
    for (int i = party->first; i < party->first + party->count; i++) {
        struct client *client = &clients[i];
        for (int k = 0; k < DEVICES; k++)
            if (client->device[k].link >= 0)
                link_drop(client->device[k].link);
        client_becomes_new(client);
        memset(client->orders, 0, sizeof client->orders);
        client->highest = 0;
        client->has_old = false;
    }
    party->table = 0;
    party->set_up = party->leaves = party->opening = party->closed = false;
    party->stuck_since = 0;
    choose_game(party);
}

/* ---- opening a table ---- */

static void open_table(struct party *party)
{
    struct process *process = world_process();
    if (!process || party->opening)
        return;
    struct hub_opening opening = {party->game, party->seats,
                                  clients[party->first].role == ROLE_SCREEN};
    if (hub_open(process->hub, &opening, &party->opened, process_now(process)))
        return;
    party->opening = true;
    party->opener = process->index;
    party->opener_life = process->life;
    party->opener_tables = process->hub->life;
    process_turn_soon(process, 0);
}

static void opened(struct party *party)
{
    struct client *host = &clients[party->first];
    party->opening = false;
    if (by_chance(20) && !world.weather.calm)
        return; /* the answer is lost */
    if (!truth_of(party->opened.table))
        broken("kept", "a table was promised that is not kept");
    party->table = party->opened.table;
    memcpy(party->code, party->opened.code, sizeof party->code);
    client_takes_token(host, party->opened.token);
}

void clients_opened(struct process *process)
{
    for (int i = 0; i < world.weather.parties; i++) {
        struct party *party = &parties[i];
        if (party->opening && party->opener == process->index &&
            party->opener_life == process->life && party->opener_tables == process->hub->life &&
            party->opened.ticket <= process->durable)
            opened(party);
    }
}

/* ---- coming ---- */

void say_hello(struct client *client, int device)
{
    struct device *used = &client->device[device];
    const struct party *party = &parties[client->party];
    char json[ORDER_SIZE], table[32];
    bool by_code = client->role != ROLE_HOST && by_chance(700);
    snprintf(table, sizeof table, by_code ? "\"%s\"" : "%s%lld", by_code ? party->code : "",
             (long long)party->table);
    if (by_code)
        snprintf(table, sizeof table, "\"%s\"", party->code);
    int size = snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":%s", table);
    if (client->has_token)
        size += client_shows(client, used, json + size, sizeof json - (size_t)size);
    else if (client->role != ROLE_ONLOOKER)
        size += snprintf(json + size, sizeof json - (size_t)size, ",\"join\":true%s",
                         client->role == ROLE_SCREEN ? ",\"screen\":true" : "");
    if (client->highest > 0 && by_chance(800))
        size += snprintf(json + size, sizeof json - (size_t)size, ",\"have\":%u", client->highest);
    if (client->has_token && !used->peeks && by_chance(50)) {
        used->peeks = true;
        size += snprintf(json + size, sizeof json - (size_t)size, ",\"peek\":true");
    }
    size += snprintf(json + size, sizeof json - (size_t)size, ",\"device\":\"%s\"}",
                     device == 0 ? "page" : "terminal");
    const struct truth *truth = truth_of(parties[client->party].table);
    used->came_v = truth ? truth->version : 0;
    link_send(used->link, json, (size_t)size);
}

/* Where it was led to, or anywhere. */
static struct process *choose_process(struct client *client)
{
    struct process *process = client->led_to >= 0 ? &world.process[client->led_to] : NULL;
    client->led_to = -1;
    return process && process->alive ? process : world_process();
}

static void connect_device(struct client *client, int device)
{
    struct process *process = choose_process(client);
    int link = process ? link_open(process, (int)(client - clients), device) : -1;
    if (link < 0)
        return;
    device_forget(&client->device[device]);
    client->device[device].link = link;
    client->device[device].life = link_life(link);
    client->device[device].known = client->highest;
    world.counts.reconnects++;
    trace("client %d/%d comes to process %d", (int)(client - clients), device, process->index);
    say_hello(client, device);
}

/* ---- the lobby ---- */

static int empty_seat(const struct table *table)
{
    int first = (int)below(table->seats);
    for (int i = 0; i < table->seats; i++)
        if (table->seat[(first + i) % table->seats].kind == SEAT_EMPTY)
            return (first + i) % table->seats;
    return NO_SEAT;
}

static void set_up(struct client *client, int device, const struct table *table)
{
    const struct option *options = table->game->options;
    int count = 0;
    while (options[count].name)
        count++;
    if (table->game->answer && by_chance(300)) {
        ORDER(client, device, "aloud", ",\"value\":\"%s\"", aloud_names[below(ALOUDS)]);
    } else if (count > 0 && by_chance(600)) {
        const struct option *option = &options[below((uint32_t)count)];
        ORDER(client, device, "option", ",\"name\":\"%s\",\"value\":\"%s\"", option->name,
              option->values[below((uint32_t)option->count)]);
    } else if (by_chance(300)) {
        bool each = by_chance(500); /* which has no increment */
        uint32_t millis = each ? 1000 + below(20000) : 5000 + below(100000);
        ORDER(client, device, "clock", ",\"kind\":\"%s\",\"millis\":%u,\"increment\":%u",
              each ? "move" : "game", millis, each ? 0 : below(3000));
    } else if (by_chance(200)) {
        ORDER(client, device, "seats", ",\"seats\":%u", 2 + below(4));
    } else if (by_chance(500)) {
        ORDER(client, device, "grace", ",\"millis\":%u", 10000 + below(10000));
    } else if (by_chance(400)) {
        ORDER(client, device, "seating", ",\"value\":\"%s\"", seating_names[below(SEATINGS)]);
    }
}

/* The host chooses the next game, of those that may be played. */
static void choose_next(struct client *client, int device)
{
    uint32_t game = below(TABLE_GAMES);
    if (world.weather.games >> game & 1)
        ORDER(client, device, "game", ",\"game\":\"%s\"", game_at((int)game)->name);
}

/* Somebody without a seat wants one in the next match, or not any more. */
static void wait_for_seat(struct client *client, int device, const struct table *table, int guest)
{
    if (table->guests[guest].waits > 0) {
        if (by_chance(10))
            ORDER(client, device, "unwait", "%s", "");
    } else if (by_chance(100)) {
        ORDER(client, device, "wait", ",\"name\":\"W%d\"", (int)(client - clients));
    }
}

static bool all_ready(const struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        if (table->seat[seat].kind == SEAT_EMPTY ||
            (table->seat[seat].kind == SEAT_PERSON && !table->seat[seat].ready &&
             table->seat[seat].guest != table->host))
            return false;
    return true;
}

/* Somebody who has not sat down yet, though there is room. */
static int standing(const struct party *party, const struct truth *truth)
{
    int count = 0;
    for (int i = party->first; i < party->first + party->count; i++) {
        if (clients[i].role != ROLE_HOST && clients[i].role != ROLE_GUEST)
            continue;
        int guest = client_guest(&clients[i], truth, truth->version);
        count += guest == NO_GUEST || truth->table->guests[guest].seat == NO_SEAT;
    }
    return count;
}

static int gone_seat(const struct table *table, const struct party *party)
{
    for (int seat = 0; seat < table->seats; seat++) {
        int guest = table->seat[seat].guest;
        bool ours = guest == NO_GUEST;
        for (int i = party->first; i < party->first + party->count && !ours; i++)
            ours = client_owns(&clients[i], table->guests[guest].hash);
        if (!ours)
            return seat;
    }
    return NO_SEAT;
}

static void act_in_lobby(struct client *client, int device, const struct truth *truth, int guest)
{
    const struct table *table = truth->table;
    struct party *party = &parties[client->party];
    int seat = table->guests[guest].seat, empty = empty_seat(table);
    bool plays = client->role == ROLE_HOST || client->role == ROLE_GUEST;
    if (seat == NO_SEAT && plays && empty != NO_SEAT) {
        ORDER(client, device, "sit", ",\"seat\":%d,\"name\":\"P%d %s\"", empty,
              (int)(client - clients), by_chance(200) ? any_name() : "");
    } else if (seat == NO_SEAT && plays && !world.weather.calm && by_chance(300)) {
        wait_for_seat(client, device, table, guest);
    } else if (guest == table->host && by_chance(20) && !world.weather.calm) {
        choose_next(client, device);
    } else if (guest == table->host && !party->set_up) {
        set_up(client, device, table);
        party->set_up = by_chance(300);
    } else if (guest == table->host && empty != NO_SEAT &&
               (standing(party, truth) == 0 || by_chance(50))) {
        ORDER(client, device, "bot", ",\"seat\":%d,\"level\":\"%s\"", empty,
              by_chance(50) ? "nobody" : level_name((int)below(2)));
    } else if (guest == table->host && all_ready(table)) {
        ORDER(client, device, "start", "%s", "");
    } else if (guest == table->host && by_chance(100) && gone_seat(table, party) != NO_SEAT) {
        ORDER(client, device, "remove", ",\"seat\":%d", gone_seat(table, party));
    } else if (seat != NO_SEAT && !table->seat[seat].ready) {
        ORDER(client, device, "ready", ",\"salt\":\"%08x\"", below(UINT32_MAX));
    } else if (seat != NO_SEAT && by_chance(30) && !world.weather.calm) {
        ORDER(client, device, "name", ",\"name\":\"%s\"", any_name());
    } else if (seat != NO_SEAT && by_chance(20) && !world.weather.calm) {
        ORDER(client, device, "unready", "%s", "");
    }
}

/* ---- play ---- */

/* Where players say it themselves: the same card, and two numbers that are mostly wrong. */
static void misspeak(char choice[MOVE_SIZE], const struct table *table)
{
    const char *said = strchr(choice, '=');
    if (!said || table->aloud == ALOUD_OFF || world.weather.calm || !by_chance(300))
        return;
    size_t size = (size_t)(said - choice);
    uint32_t high = 1 + below(10); /* the smaller one first, as it is kept */
    snprintf(choice + size, MOVE_SIZE - size, "=%ux%u", 1 + below(high), high);
}

static void send_move(struct client *client, int index, const struct table *table)
{
    struct device *device = &client->device[index];
    misspeak(device->choice, table);
    uint32_t base = device->version;
    bool window = device->window != 0 && by_chance(900);
    bool rude = by_chance(world.weather.rude);
    if (rude)
        base -= below(base < 6 ? base : 6); /* about an earlier position */
    uint32_t which = window ? device->window - (rude && by_chance(500)) : base;
    struct sent *order = make_order(client, "move", ",\"move\":\"%s\",\"%s\":%u", device->choice,
                                    window ? "window" : "base", which);
    order->with_window = window;
    order->window = order->base = which;
    snprintf(order->move, sizeof order->move, "%s", device->choice);
    send_order(client, index, order);
    if (!rude)
        device->legal_count = 0;
}

static void ask_legal(struct client *client, int index)
{
    struct device *device = &client->device[index];
    if (device->asked) {
        if (world.weather.calm && !link_listens(device->link))
            link_drop(device->link); /* it was taken for the other half of a broken frame */
        return;
    }
    device->asked = true;
    ORDER(client, index, "legal", ",\"from\":%u",
          by_chance(100) && !world.weather.calm ? below(60) : 0);
}

/* The seat of somebody who is away, as far as this device was told; or NO_SEAT. */
static int away_seat(const struct device *device, const struct table *table)
{
    int first = (int)below(table->seats);
    for (int i = 0; i < table->seats && device->here_known; i++) {
        int seat = (first + i) % table->seats;
        if (table->seat[seat].kind == SEAT_PERSON && (device->here >> seat & 1) == 0 &&
            table->match.seats[seat].holder == HOLDER_PERSON)
            return seat;
    }
    return NO_SEAT;
}

/* Somebody who is here and does not move. */
static bool hurry(struct client *client, int device, const struct table *table, int seat)
{
    int turn = table->match.state.head.actors ? __builtin_ctz(table->match.state.head.actors) : 0;
    bool waits = world.now < parties[client->party].idle_until;
    if (table->nudged != NO_SEAT && table->nudged != seat && by_chance(400))
        ORDER(client, device, "agree", "%s", "");
    else if (table->nudged == NO_SEAT && turn != seat && by_chance(waits ? 300 : 60))
        ORDER(client, device, "nudge", ",\"seat\":%d", turn);
    else
        return false;
    return true;
}

/* What a person may do for others; true if it was done. */
static bool stand_in(struct client *client, int device, const struct table *table)
{
    int gone = away_seat(&client->device[device], table);
    if (gone == NO_SEAT || !by_chance(200))
        return false;
    if (by_chance(100)) { /* refused, except to the host */
        ORDER(client, device, "grace", ",\"millis\":%u", 10000 + below(5000));
        return true;
    }
    ORDER(client, device, "takeover", ",\"seat\":%d,\"level\":\"%s\"", gone,
          by_chance(300) ? "gentle" : level_name(1));
    return true;
}

/* What a person may do besides moving; true if it was done. */
static bool talk(struct client *client, int device, const struct table *table, int seat)
{
    const struct match *match = &table->match;
    bool calm = world.weather.calm;
    if (match->seats[seat].holder == HOLDER_BOT && (calm || by_chance(200)))
        ORDER(client, device, "giveback", "%s", "");
    else if (match->asker != NO_SEAT && (match->unheard >> seat & 1) != 0 && by_chance(500))
        ORDER(client, device, by_chance(700) ? "allow" : "refuse", "%s", "");
    else if (match->offer != NO_SEAT && match->offer != seat && by_chance(500))
        ORDER(client, device,
              calm || by_chance(600) ? "decline"
              : by_chance(500)       ? "accept"
                                     : "offer",
              "%s", "");
    else if (calm)
        return false;
    else if (stand_in(client, device, table) || hurry(client, device, table, seat))
        return true;
    else if (by_chance(12))
        ORDER(client, device, "undo", "%s", "");
    else if (by_chance(10))
        ORDER(client, device, "offer", "%s", "");
    else if (by_chance(2))
        ORDER(client, device, by_chance(300) ? "stand" : "resign", "%s", "");
    else if (by_chance(10))
        ORDER(client, device, "takeover", ",\"seat\":%d,\"level\":\"gentle\"", seat);
    else if (by_chance(15))
        ORDER(client, device, "say", ",\"phrase\":\"%s\"", phrases[below(5)]);
    else
        return false;
    return true;
}

/* Those whose turn it is do not move before then, and the others do little. */
void clients_idle(int64_t until)
{
    for (int i = 0; i < client_count; i++) {
        struct party *party = &parties[clients[i].party];
        const struct truth *truth = truth_of(party->table);
        if (!truth || !truth->table || truth->table->phase != PHASE_PLAY)
            continue;
        int guest = client_guest(&clients[i], truth, truth->version);
        int seat = guest == NO_GUEST ? NO_SEAT : truth->table->guests[guest].seat;
        if (seat != NO_SEAT && state_acts(&truth->table->match.state.head, seat))
            clients[i].idle_until = party->idle_until = until + IDLE_MS / 2;
    }
}

static void act_in_play(struct client *client, int index, const struct table *table, int guest)
{
    struct device *device = &client->device[index];
    int seat = table->guests[guest].seat;
    if (seat == NO_SEAT && client->role != ROLE_SCREEN && !world.weather.calm)
        wait_for_seat(client, index, table, guest);
    if (seat == NO_SEAT || talk(client, index, table, seat))
        return;
    if (by_chance(3))
        client->idle_until = world.now + NUDGE_AFTER_MS + below(IDLE_MS);
    if (world.now < client->idle_until && !world.weather.calm)
        return;
    if (device->legal_count < 0) {
        ask_legal(client, index);
    } else if (device->legal_count > 0) {
        send_move(client, index, table);
    } else if (world.weather.calm && link_keeps_all(device->link) ? device->unsure
                                                                  : by_chance(30)) {
        device->unsure = false; /* a look wakes a table: once is enough, if it arrives */
        link_send(device->link, "{\"do\":\"look\"}", 13);
    }
}

/* Leaves with all devices, and stays away for a while. */
static void go_away(struct client *client)
{
    client->away_until = world.now + 1 + below(AWAY_MS);
    for (int i = 0; i < DEVICES; i++)
        if (client->device[i].link >= 0)
            link_drop(client->device[i].link);
}

/* Another match, as soon as possible, with everybody who is here. */
static void want_another(struct client *client, int device, const struct table *table, int seat)
{
    bool wants = (table->wants_rematch >> seat & 1) != 0;
    bool alone = away_seat(&client->device[device], table) != NO_SEAT;
    if (!wants && by_chance(700))
        ORDER(client, device, "rematch", ",\"salt\":\"%04x\"", below(65536));
    else if (by_chance(alone ? 300 : 20))
        ORDER(client, device, "rematch", ",\"missing\":\"%s\"", by_chance(500) ? "bot" : "leave");
    else if (by_chance(20))
        ORDER(client, device, by_chance(500) ? "stand" : "unrematch", "%s", "");
    else if (empty_seat(table) != NO_SEAT && by_chance(30)) /* refused, except to the host */
        ORDER(client, device, "bot", ",\"seat\":%d,\"level\":\"%s\"", empty_seat(table),
              level_name(0));
}

static void act_when_over(struct client *client, int device, const struct table *table, int guest)
{
    int seat = table->guests[guest].seat;
    struct party *party = &parties[client->party];
    if (world.weather.calm || seat == NO_SEAT)
        return;
    if (guest == table->host && by_chance(100)) {
        choose_next(client, device);
        return;
    }
    if (client == &clients[party->first] || by_chance(100))
        party->leaves = party->leaves || by_chance(60);
    if (empty_seat(table) != NO_SEAT && by_chance(30))
        party->leaves = true;
    if (by_chance(20))
        go_away(client);
    else
        want_another(client, device, table, seat);
}

/* ---- everything that a client does ---- */

static void act_at_table(struct client *client, int device)
{
    const struct truth *truth = truth_of(parties[client->party].table);
    int guest = client_guest(client, truth, truth->version);
    const struct table *table = truth->table;
    int seat = guest == NO_GUEST ? NO_SEAT : table->guests[guest].seat;
    if (by_chance(world.weather.rude)) {
        be_rude(client, device, table, seat);
        return;
    }
    /* A process that was wrong about a table finds out when it has to store something. */
    if (guest != NO_GUEST && world.disputed && by_chance(50) &&
        client->device[device].version < truth->version) {
        if (by_chance(500)) /* whether it believes that they sit, or that they are host */
            ORDER(client, device, "say", ",\"phrase\":\"%s\"", "wait");
        else
            ORDER(client, device, "seats", ",\"seats\":%u", table->seats);
        return;
    }
    bool shut = table->locked || table->blocked_count > 0;
    if (guest != NO_GUEST && guest == table->host && outstanding(client) < OUTSTANDING_MAX &&
        by_chance(world.weather.calm ? 300 * shut : 15)) {
        keep_door(client, device, table);
        return;
    }
    if (guest == NO_GUEST && client->has_token && !client->device[device].moved &&
        table->phase != PHASE_PLAY && empty_seat(table) != NO_SEAT && outstanding(client) == 0) {
        ORDER(client, device, "sit", ",\"seat\":%d,\"name\":\"Again\"", empty_seat(table));
        return; /* a person who gave way or was removed comes back like this */
    }
    if (guest == NO_GUEST || outstanding(client) >= OUTSTANDING_MAX) {
        if (outstanding(client) >= OUTSTANDING_MAX && by_chance(200))
            repeat_orders(client, device, false);
        return;
    }
    if (by_chance(10) && !world.weather.calm && client->role != ROLE_ONLOOKER) {
        client_signs_out(client, device);
        return;
    }
    switch (table->phase) {
    case PHASE_LOBBY: act_in_lobby(client, device, truth, guest); break;
    case PHASE_PLAY: act_in_play(client, device, table, guest); break;
    case PHASE_OVER: act_when_over(client, device, table, guest); break;
    }
}

/* Comes, goes, sleeps; true if there is a connection that can be used. */
static bool be_there(struct client *client, int *device)
{
    if (world.now < client->away_until && !world.weather.calm)
        return false;
    if (by_chance(world.weather.drops / 4)) {
        go_away(client);
        return false;
    }
    *device = (int)below(DEVICES);
    if (client->device[*device].link < 0)
        *device = 1 - *device;
    struct device *used = &client->device[*device];
    bool second = client->has_token && !client->exchanging && by_chance(30) && !world.weather.calm;
    if (used->link < 0 || (second && client->device[1 - *device].link < 0)) {
        connect_device(client, used->link < 0 ? *device : 1 - *device);
        return false;
    }
    if (!used->greeted) {
        if (used->legal_version++ > GREET_TRIES)
            link_drop(used->link);
        return false;
    }
    if (by_chance(world.weather.drops)) {
        if (by_chance(300))
            link_say_close(used->link);
        link_drop(used->link);
        return false;
    }
    if (used->moved && by_chance(200)) {
        link_drop(used->link); /* it has seen enough */
        return false;
    }
    if (used->asleep_until > world.now)
        return false;
    link_sleep(used->link, false);
    if (by_chance(world.weather.drops / 2)) {
        used->asleep_until = world.now + 1 + below(SLEEP_MS);
        link_sleep(used->link, true);
        return false;
    }
    if (!used->repeated) {
        used->repeated = true;
        repeat_orders(client, *device, false);
    }
    return true;
}

void client_acts(int index)
{
    struct client *client = &clients[index];
    struct party *party = &parties[client->party];
    int device;
    int64_t rest = world.weather.waits_until - world.now;
    bool slow = world.now < party->idle_until && !world.weather.calm;
    world_at((rest > 0 ? rest : 20) + below(slow || by_chance(100) ? 8000 : 900), AT_CLIENT,
             (uint32_t)index, 0);
    if (rest > 0)
        return;
    if (world.weather.quiet || world.now < world.weather.away_until)
        return;
    const struct truth *truth = truth_of(party->table);
    if (party->closed ||
        (party->leaves && truth && truth->table->phase == PHASE_OVER && !world.weather.calm))
        move_on(party);
    if (party->opening && (!world.process[party->opener].alive ||
                           world.process[party->opener].life != party->opener_life ||
                           world.process[party->opener].hub->life != party->opener_tables))
        party->opening = false;
    if (party->table == 0) {
        if (index == party->first)
            open_table(party);
        return;
    }
    if (be_there(client, &device))
        act_at_table(client, device);
}

/* ---- the end ---- */

static bool is_done(struct party *party)
{
    const struct truth *truth = truth_of(party->table);
    if (!truth)
        return false;
    if (party->stuck_since == 0)
        party->calm_version = truth->version;
    if (party->stuck_since == 0 || truth->version != party->stuck_version) {
        party->stuck_version = truth->version;
        party->stuck_since = world.now;
    }
    if (truth->table->phase == PHASE_OVER || truth->version > party->calm_version + CALM_EVENTS)
        return true;
    if (world.now - party->stuck_since > STUCK_MS)
        broken("goes-on", "table %lld (%s): nothing happens after version %u: %s",
               (long long)truth->id, truth->table->game->name, truth->version,
               truth->kept[truth->version - 1].text);
    return false;
}

bool clients_done(void)
{
    bool done = true;
    for (int i = 0; i < world.weather.parties; i++)
        done = is_done(&parties[i]) && done;
    return done;
}

/* And some send half a frame; they still hear when the others leave. */
void clients_some_leave(void)
{
    for (int i = 0; i < client_count * DEVICES; i++) {
        int link = clients[i / DEVICES].device[i % DEVICES].link;
        if (link >= 0 && by_chance(300))
            link_drop(link);
        else if (link >= 0 && by_chance(100))
            link_send_raw(link, "\x81", 1);
    }
}

/* Everybody has heard of everything, even a client that sent half a frame: only the answer to its
 * other half is missing. Bots are quiet, but a clock may have just run out. */
static void compare_device(int client, struct device *device, const struct truth *truth)
{
    if (device->link < 0 || !device->greeted || !link_is_served(device->link) ||
        world.now - truth->touched < JUST_NOW_MS ||
        truth_is_behind(truth, link_process(device->link)))
        return;
    if (device->version != truth->version)
        broken("converges", "client %d is at version %u, and its table at %u", client,
               device->version, truth->version);
    device_counts(&clients[client], device);
    if (!link_listens(device->link))
        return;
    device->looks = true;
    link_send(device->link, "{\"do\":\"look\"}", 13);
}

void clients_compare(void)
{
    for (int i = 0; i < client_count; i++)
        for (int k = 0; k < DEVICES; k++)
            compare_device(i, &clients[i].device[k], truth_of(parties[clients[i].party].table));
}

void clients_compared(void)
{
    for (int i = 0; i < client_count; i++) {
        for (int k = 0; k < DEVICES; k++)
            if (clients[i].device[k].link >= 0 && clients[i].device[k].looks &&
                link_listens(clients[i].device[k].link))
                broken("converges", "client %d gets no answer", i);
        orders_settled(&clients[i]);
    }
}
