/* SPDX-License-Identifier: MIT */
/* The reader of order.h: a function for the members of each command. */
#include "table/order.h"

#include <string.h>

#include "table/names.h"
#include "table/table.h"

static const char *const names[] = {
#define ORDER_WIRE(name, wire, event, who) wire,
    ORDERS(ORDER_WIRE)
#undef ORDER_WIRE
        [ORDER_LEGAL] = "legal",
    [ORDER_LOOK] = "look",
    [ORDER_HELLO] = "hello",
};

static const struct rule {
    enum table_event_kind event;
    enum order_who who;
} rules[] = {
#define ORDER_RULE(name, wire, event, who) {TABLE_##event, WHO_##who},
    ORDERS(ORDER_RULE)
#undef ORDER_RULE
};

const char *order_name(enum order_kind kind)
{
    return names[kind];
}

/* ---- members ---- */

static bool read_string(const struct json *json, const char *key, char *out, size_t capacity)
{
    return json_get_string(json, 0, key, out, capacity) && out[0] != '\0';
}

/* A word that fits into the store's line: it has no spaces. */
static bool read_word(const struct json *json, const char *key, char *out)
{
    if (!read_string(json, key, out, EVENT_WORD_MAX))
        return false;
    for (const char *at = out; *at != '\0'; at++)
        if (*at <= ' ' || *at > '~')
            return false;
    return true;
}

static bool read_name(const struct json *json, char *out)
{
    char given[4 * PLAYER_NAME_MAX], clean[PLAYER_NAME_MAX];
    if (!read_string(json, "name", given, sizeof given) || !name_clean(given, clean))
        return false;
    memcpy(out, clean, sizeof clean);
    return true;
}

/* Up to 32 bytes in hexadecimal; absent: nothing. */
static bool read_salt(const struct json *json, uint8_t salt[SALT_MAX])
{
    char hex[2 * SALT_MAX + 1];
    struct scan scan = {hex};
    if (json_member(json, 0, "salt") == 0)
        return true;
    if (!read_string(json, "salt", hex, sizeof hex) || string_size(hex) % 2 != 0)
        return false;
    return scan_hex(&scan, salt, string_size(hex) / 2) && scan_end(&scan);
}

bool order_token(const struct json *json, const char *key, uint8_t hash[SHA256_SIZE])
{
    char hex[TOKEN_TEXT_SIZE + 1];
    uint8_t token[TOKEN_SIZE];
    struct scan scan = {hex};
    if (!read_string(json, key, hex, sizeof hex) || !scan_hex(&scan, token, sizeof token) ||
        !scan_end(&scan))
        return false;
    sha256(token, sizeof token, hash);
    return true;
}

/* ---- each command's own ---- */

static bool read_clock(const struct json *json, struct table_event *event)
{
    if (!read_word(json, "kind", event->word[0]))
        return false;
    if (string_equal(event->word[0], clock_names[CLOCK_OFF]))
        return true;
    json_get_integer(json, 0, "increment", 0, INT32_MAX, &event->number[1]);
    return json_get_integer(json, 0, "millis", 0, INT32_MAX, &event->number[0]);
}

/* With `missing` the command means going on without some players. */
static const char *read_rematch(const struct json *json, struct table_event *event)
{
    if (!read_salt(json, event->hash[0]))
        return "table.command.salt";
    if (json_member(json, 0, "missing") == 0)
        return NULL;
    event->kind = TABLE_WITHOUT;
    bool known = read_word(json, "missing", event->word[0]) &&
                 (string_equal(event->word[0], "bot") || string_equal(event->word[0], "leave"));
    return known ? NULL : "table.command.missing";
}

/* NULL, or why the event's members cannot be used. */
static const char *read_members(const struct json *json, struct table_event *event)
{
    char(*word)[EVENT_WORD_MAX] = event->word;
    switch (event->kind) {
    case TABLE_SIT:
    case TABLE_WAIT:
    case TABLE_NAME: return read_name(json, event->rest) ? NULL : "table.command.name";
    case TABLE_BOT:
    case TABLE_TAKEOVER:
        return read_word(json, "level", word[0]) && string_size(word[0]) < LEVEL_NAME_MAX
                   ? NULL
                   : "table.command.level";
    case TABLE_SEATS:
        return json_get_integer(json, 0, "seats", 1, SEATS_MAX, &event->number[0])
                   ? NULL
                   : "table.command.seats";
    case TABLE_OPTION:
        return read_word(json, "name", word[0]) && read_word(json, "value", word[1])
                   ? NULL
                   : "table.option.unknown";
    case TABLE_ALOUD: return read_word(json, "value", word[0]) ? NULL : "table.aloud.value";
    case TABLE_SEATING: return read_word(json, "value", word[0]) ? NULL : "table.seating.value";
    case TABLE_GAME: return read_word(json, "game", word[0]) ? NULL : "table.game.unknown";
    case TABLE_CLOCK: return read_clock(json, event) ? NULL : "table.command.clock";
    case TABLE_GRACE:
        return json_get_integer(json, 0, "millis", 0, INT32_MAX, &event->number[0])
                   ? NULL
                   : "table.grace.range";
    case TABLE_READY: return read_salt(json, event->hash[0]) ? NULL : "table.command.salt";
    case TABLE_REMATCH: return read_rematch(json, event);
    case TABLE_TOKEN:
        return order_token(json, "become", event->hash[0]) ? NULL : "table.command.token";
    case TABLE_MOVE:
        return read_string(json, "move", event->rest, sizeof event->rest) ? NULL
                                                                          : "table.command.move";
    case TABLE_SAY:
        return read_word(json, "phrase", word[0]) && phrase_exists(word[0])
                   ? NULL
                   : "table.command.phrase";
    default: return NULL;
    }
}

/* ---- all of it ---- */

static uint32_t read_count(const struct json *json, const char *key, int64_t max)
{
    int64_t number = 0;
    json_get_integer(json, 0, key, 0, max, &number);
    return (uint32_t)number;
}

static const struct order nothing = {
    .kind = ORDER_UNKNOWN,
    .base = -1,
    .window = -1,
    .event = {.seat = NO_SEAT},
};

void order_read(struct order *order, const struct json *json)
{
    int kind = ORDER_UNKNOWN;
    int64_t seat = NO_SEAT;
    *order = nothing;
    json_get_integer(json, 0, "cid", 0, INT64_MAX, &order->cid);
    json_get_integer(json, 0, "base", 0, UINT32_MAX, &order->base);
    json_get_integer(json, 0, "window", 0, UINT32_MAX, &order->window);
    json_get_integer(json, 0, "seat", 0, SEATS_MAX - 1, &seat);
    json_get_name(json, 0, "do", names, ORDER_UNKNOWN, &kind);
    order->from = read_count(json, "from", MOVES_MAX);
    order->have = read_count(json, "have", UINT32_MAX);
    order->event.seat = (int)seat;
    order->kind = (enum order_kind)kind;
    if (order->kind >= ORDER_LEGAL)
        return;
    order->who = rules[kind].who;
    order->event.kind = rules[kind].event;
    order->wrong = read_members(json, &order->event);
}

bool order_parse(struct order *order, const char *text, size_t size)
{
    struct json json;
    struct json_value values[ORDER_VALUES_MAX];
    *order = nothing;
    if (size > COMMAND_MAX || json_read(&json, values, ORDER_VALUES_MAX, text, size) ||
        values[0].type != JSON_OBJECT)
        return false;
    order_read(order, &json);
    return true;
}
