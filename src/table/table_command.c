/* SPDX-License-Identifier: MIT */
/*
 * Commands of guests: JSON in, an event or a refusal out. Who may give which is here; what is
 * possible is for the event to say when it is applied.
 */
#include "base/json.h"
#include "table/names.h"
#include "table/table_parts.h"

enum { VALUES_MAX = 64 };

enum who { WHO_ANYBODY, WHO_SEATED, WHO_HOST, WHO_ABOUT };

static const struct order {
    const char *name;
    enum table_event_kind kind;
    enum who who;
} orders[] = {
    {"sit", TABLE_SIT, WHO_ANYBODY},
    {"stand", TABLE_STAND, WHO_SEATED},
    {"name", TABLE_NAME, WHO_SEATED},
    {"ready", TABLE_READY, WHO_SEATED},
    {"unready", TABLE_UNREADY, WHO_SEATED},
    {"remove", TABLE_STAND, WHO_HOST},
    {"bot", TABLE_BOT, WHO_HOST},
    {"seats", TABLE_SEATS, WHO_HOST},
    {"option", TABLE_OPTION, WHO_HOST},
    {"clock", TABLE_CLOCK, WHO_HOST},
    {"start", TABLE_START, WHO_HOST},
    {"move", TABLE_MOVE, WHO_SEATED},
    {"takeover", TABLE_TAKEOVER, WHO_ABOUT},
    {"giveback", TABLE_GIVEBACK, WHO_SEATED},
    {"offer", TABLE_OFFER, WHO_SEATED},
    {"accept", TABLE_ACCEPT, WHO_SEATED},
    {"decline", TABLE_DECLINE, WHO_SEATED},
    {"resign", TABLE_RESIGN, WHO_SEATED},
    {"undo", TABLE_UNDO, WHO_SEATED},
    {"allow", TABLE_ALLOW, WHO_SEATED},
    {"refuse", TABLE_REFUSE, WHO_SEATED},
    {"say", TABLE_SAY, WHO_SEATED},
    {"rematch", TABLE_REMATCH, WHO_SEATED},
};

/* A command being read. */
struct request {
    struct json json;
    struct json_value values[VALUES_MAX];
    const struct order *order;
    struct table_event event;
};

/* ---- members ---- */

/* False: there is no such number, and *out is as it was. */
static bool read_integer(const struct request *request, const char *key, int64_t min, int64_t max,
                         int64_t *out)
{
    uint32_t value = json_member(&request->json, 0, key);
    int64_t number;
    if (value == 0 || !json_integer(&request->json, value, &number) || number < min || number > max)
        return false;
    *out = number;
    return true;
}

static bool read_string(const struct request *request, const char *key, char *out, size_t capacity)
{
    uint32_t value = json_member(&request->json, 0, key);
    if (value == 0 || request->json.values[value].type != JSON_STRING)
        return false;
    int64_t size = json_string(&request->json, value, out, capacity);
    return size > 0 && (size_t)size == string_size(out);
}

/* One that the store's line can hold: no spaces in it. */
static bool read_word(const struct request *request, const char *key, char *out)
{
    if (!read_string(request, key, out, EVENT_WORD_MAX))
        return false;
    for (const char *at = out; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~')
            return false;
    return true;
}

static bool read_name(const struct request *request, char *out)
{
    char given[4 * PLAYER_NAME_MAX], clean[PLAYER_NAME_MAX];
    if (!read_string(request, "name", given, sizeof given) || !name_clean(given, clean))
        return false;
    memcpy(out, clean, sizeof clean);
    return true;
}

/* Up to 32 bytes in hexadecimal; left out: nothing. */
static bool read_salt(const struct request *request, uint8_t salt[SALT_MAX])
{
    char hex[2 * SALT_MAX + 1];
    struct scan scan = {hex};
    if (json_member(&request->json, 0, "salt") == 0)
        return true;
    if (!read_string(request, "salt", hex, sizeof hex) || string_size(hex) % 2 != 0)
        return false;
    return scan_hex(&scan, salt, string_size(hex) / 2) && scan_end(&scan);
}

static bool read_seat(const struct table *table, const struct request *request, int *seat)
{
    int64_t number;
    if (!read_integer(request, "seat", 0, table->seats - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

/* ---- each command's own ---- */

static const char *read_clock(struct request *request)
{
    struct table_event *event = &request->event;
    if (!read_word(request, "kind", event->word[0]))
        return "table.command.clock";
    if (string_equal(event->word[0], "off"))
        return NULL;
    if (!read_integer(request, "millis", 0, INT32_MAX, &event->number[0]))
        return "table.command.clock";
    read_integer(request, "increment", 0, INT32_MAX, &event->number[1]);
    return NULL;
}

static const char *read_level(struct request *request)
{
    return read_word(request, "level", request->event.word[0]) &&
                   string_size(request->event.word[0]) < LEVEL_NAME_MAX
               ? NULL
               : "table.command.level";
}

/* The members that the event needs; the seat is there already. */
static const char *read_members(struct request *request, int guest)
{
    struct table_event *event = &request->event;
    switch (event->kind) {
    case TABLE_SIT:
        event->number[0] = guest;
        return read_name(request, event->rest) ? NULL : "table.command.name";
    case TABLE_NAME: return read_name(request, event->rest) ? NULL : "table.command.name";
    case TABLE_BOT:
    case TABLE_TAKEOVER: return read_level(request);
    case TABLE_SEATS:
        return read_integer(request, "seats", 1, SEATS_MAX, &event->number[0])
                   ? NULL
                   : "table.command.seats";
    case TABLE_OPTION:
        return read_word(request, "name", event->word[0]) &&
                       read_word(request, "value", event->word[1])
                   ? NULL
                   : "table.option.unknown";
    case TABLE_CLOCK: return read_clock(request);
    case TABLE_READY:
    case TABLE_REMATCH: return read_salt(request, event->hash[0]) ? NULL : "table.command.salt";
    case TABLE_MOVE:
        return read_string(request, "move", event->rest, sizeof event->rest) ? NULL
                                                                             : "table.command.move";
    case TABLE_SAY:
        return read_word(request, "phrase", event->word[0]) && phrase_exists(event->word[0])
                   ? NULL
                   : "table.command.phrase";
    default: return NULL;
    }
}

/* ---- who may ---- */

static bool is_gone(const struct table *table, int seat)
{
    int guest = table->seat[seat].guest;
    return guest == NO_GUEST || table->guests[guest].here == 0;
}

/* Whose seat it is about: one's own, or for some commands the one that is named. */
static const char *choose_seat(const struct table *table, struct request *request, int guest)
{
    int own = table->guests[guest].seat;
    request->event.seat = own;
    switch (request->order->who) {
    case WHO_SEATED: return own == NO_SEAT ? "table.who.seated" : NULL;
    case WHO_ANYBODY: break;
    case WHO_HOST:
        if (guest != table->host)
            return "table.who.host";
        if (table_event_fields(request->order->kind)[0] != 's')
            return NULL;
        break;
    case WHO_ABOUT:
        if (guest != table->host && own == NO_SEAT)
            return "table.who.seated";
        break;
    }
    return read_seat(table, request, &request->event.seat) ? NULL : "table.command.seat";
}

/* The host waits for the others; a person who is here is not sent away or played for. */
static const char *check_manners(const struct table *table, const struct request *request,
                                 int guest)
{
    int seat = request->event.seat;
    const struct table_seat *row = seat == NO_SEAT ? NULL : &table->seat[seat];
    bool others = row && row->kind == SEAT_PERSON && row->guest != guest && !is_gone(table, seat);
    if (others && (request->order->who == WHO_HOST || request->order->who == WHO_ABOUT))
        return "table.who.here";
    if (request->event.kind == TABLE_START)
        for (int i = 0; i < table->seats; i++)
            if (table->seat[i].kind == SEAT_PERSON && !table->seat[i].ready &&
                table->seat[i].guest != table->host)
                return "table.start.unready";
    if (request->event.kind == TABLE_OFFER &&
        match_people(&table->match) != (uint16_t)((1u << table->seats) - 1))
        return "table.offer.bot";
    return NULL;
}

/* ---- versions ---- */

/* A move is about a position that its player saw; a reaction about a window. */
static bool is_stale(const struct table *table, const struct request *request)
{
    int64_t number;
    if (request->event.kind != TABLE_MOVE)
        return false;
    if (read_integer(request, "window", 0, UINT32_MAX, &number))
        return !table->window_open || number != table->windows;
    return !read_integer(request, "base", 0, UINT32_MAX, &number) || number < table->position_v;
}

uint32_t table_done(const struct table *table, int guest, int64_t cid)
{
    const struct guest *who = guest == NO_GUEST ? NULL : &table->guests[guest];
    for (int i = 0; who && i < who->cid_count; i++)
        if (who->cids[i].cid == cid)
            return who->cids[i].version;
    return 0;
}

/* ---- commands ---- */

static const char *find_order(struct request *request)
{
    char name[EVENT_WORD_MAX];
    if (!read_word(request, "do", name))
        return "table.command.unknown";
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (string_equal(orders[i].name, name)) {
            request->order = &orders[i];
            request->event.kind = orders[i].kind;
            return NULL;
        }
    }
    return "table.command.unknown";
}

static const char *understand(const struct table *table, struct request *request, int guest)
{
    const char *reason = find_order(request);
    if (!reason)
        reason = choose_seat(table, request, guest);
    if (!reason)
        reason = read_members(request, guest);
    return reason ? reason : check_manners(table, request, guest);
}

/* Some of the legal moves; there may be thousands. */
static void list_legal(const struct table *table, struct table_desk *desk,
                       const struct request *request, int guest, uint32_t cid)
{
    int64_t from = 0;
    int seat = table_viewer(table, guest);
    read_integer(request, "from", 0, MOVES_MAX, &from);
    if (table->phase != PHASE_PLAY || seat < 0 || !state_acts(&table->match.state.head, seat))
        table_answer_error(desk, cid, "match.seat.turn");
    else
        table_answer_legal(table, desk, cid, seat, (int)from);
}

static void obey(struct table *table, struct table_desk *desk, struct request *request, int guest,
                 uint32_t cid)
{
    uint32_t before = table_done(table, guest, cid);
    const char *reason = before ? NULL : understand(table, request, guest);
    if (before) {
        table_answer_ok(desk, cid, before);
    } else if (reason) {
        table_answer_error(desk, cid, reason);
    } else if (is_stale(table, request)) {
        table_answer_stale(table, desk, cid);
    } else {
        reason = table_do(table, desk, &request->event);
        if (reason)
            table_answer_error(desk, cid, reason);
        else
            table_answer_ok(desk, cid, table->version);
    }
}

void table_command(struct table *table, struct table_desk *desk, int guest, const char *json,
                   size_t size, int64_t now)
{
    struct request request = {.event = {.time = now, .guest = guest, .seat = NO_SEAT}};
    int64_t cid = 0;
    table_tick(table, desk, now);
    if (size > COMMAND_MAX || json_read(&request.json, request.values, VALUES_MAX, json, size) ||
        request.values[0].type != JSON_OBJECT ||
        !read_integer(&request, "cid", 1, UINT32_MAX, &cid)) {
        table_answer_error(desk, 0, "table.command.broken");
        return;
    }
    request.event.cid = (uint32_t)cid;
    if (guest == NO_GUEST)
        table_answer_error(desk, (uint32_t)cid, "table.who.guest");
    else if (json_is(&request.json, json_member(&request.json, 0, "do"), "legal"))
        list_legal(table, desk, &request, guest, (uint32_t)cid);
    else
        obey(table, desk, &request, guest, (uint32_t)cid);
}
