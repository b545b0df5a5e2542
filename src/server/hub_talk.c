/* SPDX-License-Identifier: MIT */
/* What members say to their tables, and what they are told. */
#include <string.h>

#include "base/check.h"
#include "server/hub_parts.h"

/* ---- what tables keep and tell ---- */

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    struct hub *hub = context;
    struct hub_table *entry = hub->current;
    int64_t stamp = hub_stamp(hub, entry->table->now);
    enum store_status status =
        store_append(hub->settings.store, entry->id, version, text, size, stamp);
    CHECK(status == STORE_OK); /* hub_has_room checked it */
    entry->ticket = hub->ticket + 1;
    hub->settings.metrics->counter[COUNT_EVENTS]++;
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    struct hub *hub = context;
    CHECK(store_record_add(hub->settings.store, hub->current->id, match, text, size) == STORE_OK);
    hub->settings.metrics->counter[COUNT_RECORDS]++;
}

static void post(struct hub *hub, struct member *member, const char *json, size_t size)
{
    hub->settings.post(hub->settings.context, member, json, size, member->table->ticket);
}

static void answer(void *context, const char *json, size_t size)
{
    struct hub *hub = context;
    if (hub->speaker)
        post(hub, hub->speaker, json, size);
}

static void news(void *context, int viewer, const char *json, size_t size)
{
    struct hub *hub = context;
    const struct table *table = hub->current->table;
    for (struct member *member = hub->current->members; member; member = member->next)
        if (table_viewer(table, member->guest) == viewer)
            post(hub, member, json, size);
}

static bool watched(void *context, int viewer)
{
    const struct hub *hub = context;
    const struct table *table = hub->current->table;
    for (const struct member *member = hub->current->members; member; member = member->next)
        if (table_viewer(table, member->guest) == viewer)
            return true;
    return false;
}

void hub_set_sink(struct hub *hub)
{
    hub->workspace.sink = (struct table_sink){
        .context = hub,
        .keep_event = keep_event,
        .keep_record = keep_record,
        .answer = answer,
        .news = news,
        .watched = watched,
    };
}

/* ---- messages of the server's own ---- */

static void refuse_for(struct hub *hub, struct member *member, int64_t cid, const char *reason,
                       int wait_ms)
{
    struct hub_note note;
    hub_note(&note, "error");
    json_put_integer(&note.out, "cid", cid);
    json_put_string(&note.out, "reason", reason);
    if (hub_reason(reason)->kind == REASON_AGAIN)
        json_put_bool(&note.out, "again", true);
    if (wait_ms > 0)
        json_put_integer(&note.out, "in", wait_ms);
    hub_note_post(hub, &note, member, HUB_NOW);
}

static void refuse_command(struct hub *hub, struct member *member, int64_t cid, const char *reason)
{
    refuse_for(hub, member, cid, reason, 0);
}

void hub_tell_where(struct hub *hub, struct member *member, const char *path)
{
    struct hub_note note;
    hub_note(&note, "elsewhere");
    json_put_string(&note.out, "to", path);
    hub_note_post(hub, &note, member, HUB_NOW);
    hub->settings.end(hub->settings.context, member);
}

static void send_note(struct hub *hub, struct member *member, const char *kind, const char *reason)
{
    struct hub_note note;
    hub_note(&note, kind);
    if (reason)
        json_put_string(&note.out, "reason", reason);
    hub_note_post(hub, &note, member, HUB_NOW);
}

void hub_tell_all(struct hub *hub, const char *kind, const char *reason)
{
    for (size_t i = 0; i < hub->ids.capacity; i++)
        for (struct hub_table *entry = hub->ids.buckets[i]; entry; entry = entry->next_id)
            for (struct member *member = entry->members; member; member = member->next)
                send_note(hub, member, kind, reason);
}

static void say_bye(struct hub *hub, struct hub_table *entry, int64_t unused)
{
    (void)unused;
    for (struct member *member = entry->members; member; member = member->next) {
        struct hub_note note;
        uint32_t chance;
        hub_chance(hub, &chance, sizeof chance);
        hub_note_bye(&note, chance, hub->member_count);
        hub_note_post(hub, &note, member, entry->ticket);
    }
}

void hub_say_bye(struct hub *hub)
{
    hub_each(hub, say_bye, 0);
    hub_keep_lived(hub);
}

/* ---- members ---- */

static void hub_link(struct hub *hub, struct hub_table *entry, struct member *member, int guest)
{
    member->table = entry;
    member->signed_out = member->returns = false;
    hub_be_guest(member, guest);
    member->previous = NULL;
    member->next = entry->members;
    if (entry->members)
        entry->members->previous = member;
    entry->members = member;
    entry->member_count++;
    hub->member_count++;
}

void hub_unlink(struct hub *hub, struct member *member, int64_t now)
{
    struct hub_table *entry = member->table;
    if (member->previous)
        member->previous->next = member->next;
    else
        entry->members = member->next;
    if (member->next)
        member->next->previous = member->previous;
    entry->member_count--;
    if (entry->member_count == 0)
        hub_unblock(entry);
    entry->idle_since = now;
    hub->member_count--;
    member->table = NULL;
    member->next = member->previous = NULL;
}

void hub_leave(struct hub *hub, struct member *member, int64_t now)
{
    struct hub_table *entry = member->table;
    int guest = member->guest;
    hub_unpark(hub, member);
    if (!entry)
        return;
    hub_unlink(hub, member, now);
    if (guest == NO_GUEST)
        return;
    hub_enter(hub, entry, NULL);
    table_guest_here(entry->table, &hub->workspace, guest, false, now + entry->ahead);
    hub_tell_devices(hub, entry, guest);
}

/* While the store cannot write, says so again: the member may have come since, or may have been too
 * slow for the first note, and a lobby does not show it. */
void hub_show(struct hub *hub, struct member *member, uint32_t have, int64_t now)
{
    hub_enter(hub, member->table, member);
    table_greet_since(member->table->table, &hub->workspace, member->guest, have,
                      now + member->table->ahead);
    if (hub->status != STORE_OK)
        send_note(hub, member, "paused", store_reason(hub->status));
}

/* What was dropped may include news that no snapshot has, about the guest's own devices. */
void hub_resync(struct hub *hub, struct member *member, int64_t now)
{
    if (!member->table)
        return;
    if (member->signed_out)
        hub_tell_moved(hub, member);
    if (member->guest != NO_GUEST)
        hub_tell_device(hub, member);
    hub_show(hub, member, 0, now);
}

/* ---- hello ---- */

struct hello {
    char code[CODE_SIZE + 1]; /* "": by id */
    int64_t id;
    bool token_given, become_given, join, screen, peek, relay;
    enum device_kind device;
    uint32_t have;               /* the last version it has heard of; 0: none */
    uint8_t hash[SHA256_SIZE];   /* of the token */
    uint8_t become[SHA256_SIZE]; /* of the token that replaces it */
    const struct hub_seen *seen; /* what the store has just said about the table; or NULL */
};

static bool is_true(const struct json *json, const char *key)
{
    return json_get(json, 0, key, JSON_TRUE) != 0;
}

/* Reads the hash of a token; *given: there is one. False: it is not a token. */
static bool read_token(const struct json *json, const char *key, uint8_t hash[SHA256_SIZE],
                       bool *given)
{
    uint32_t value = json_member(json, 0, key);
    *given = value != 0 && json->values[value].type != JSON_NULL;
    return !*given || order_token(json, key, hash);
}

static const char *read_hello(const struct json *json, const struct order *order,
                              struct hello *hello)
{
    char given[CODE_SIZE + 2];
    uint32_t table = json_member(json, 0, "table");
    memset(hello, 0, sizeof *hello);
    if (order->kind != ORDER_HELLO || table == 0)
        return "serve.hello.first";
    if (json->values[table].type == JSON_STRING) {
        int64_t size = json_string(json, table, given, sizeof given);
        if (size < 0 || !hub_clean_code(given, (size_t)size, hello->code))
            return "serve.table.unknown";
    } else if (!json_integer(json, table, &hello->id) || hello->id <= 0) {
        return "serve.table.unknown";
    }
    if (!read_token(json, "token", hello->hash, &hello->token_given))
        return "serve.token.unknown";
    if (!read_token(json, "become", hello->become, &hello->become_given))
        return "table.command.token";
    hello->device = device_read(json);
    hello->relay = json_is(json, json_member(json, 0, "device"), "relay");
    hello->peek = is_true(json, "peek");
    hello->join = is_true(json, "join");
    hello->screen = is_true(json, "screen");
    hello->have = order->have;
    return NULL;
}

/* Restoring a table costs time, so history is capped. */
static bool is_at_limit(const struct hub *hub, const struct hub_table *entry)
{
    return entry->table->version >= hub->settings.events_max;
}

/* To look at the row of a table in memory. */
static const char ask_row[] = "store.late";

/* The event that removed the guest may not be durable yet: until it is, nobody is told to throw a
 * token away. Or somebody else has written the token to the store; no move would reveal that, since
 * nobody with that token can come in. */
static const char *why_unknown(struct hub *hub, struct hub_table *entry, const struct hello *hello)
{
    if (entry->ticket > hub->durable)
        return store_reason(hub->status == STORE_OK ? STORE_LATE : hub->status);
    if (!hello->seen || hello->seen->id != entry->id)
        return ask_row;
    if (hello->seen->seq <= entry->table->version)
        return "serve.token.unknown";
    hub_disown(hub, entry);
    return store_reason(STORE_CONFLICT);
}

/* May an event be kept for a newcomer? A match in progress may also be finished by people who take
 * over a place, so a few more of these are allowed. */
static const char *check_arrival(const struct hub *hub, const struct hub_table *entry, bool token)
{
    uint32_t spare = token && entry->table->phase == PHASE_PLAY ? TABLE_TOKENS_SPARE : 0;
    if (hub->status != STORE_OK)
        return store_reason(hub->status);
    if (!hub_has_room(hub))
        return "store.queue_full";
    return entry->table->version >= hub->settings.events_max + spare ? "serve.table.limit" : NULL;
}

/* Finds the guest with the token. If the new token is already known, the exchange has been made and
 * only its welcome was lost. */
static const char *recognise_token(struct hub *hub, struct hub_table *entry,
                                   const struct hello *hello, int64_t now, int *guest)
{
    struct table *table = entry->table;
    int before = table_find_guest(table, hello->hash);
    int after = hello->become_given ? table_find_guest(table, hello->become) : NO_GUEST;
    *guest = before != NO_GUEST ? before : after;
    if (*guest == NO_GUEST)
        return why_unknown(hub, entry, hello);
    if (hello->peek)
        return NULL;
    if (!hello->become_given || before == NO_GUEST)
        return table->guests[*guest].here < GUEST_MEMBERS_MAX ? NULL : "serve.guest.often";
    const char *reason = check_arrival(hub, entry, true);
    return reason ? reason
                  : table_replace_token(table, &hub->workspace, *guest, hello->become,
                                        now + entry->ahead);
}

/* Finds out who this is: a known guest, a new one, or an onlooker. */
static const char *recognise(struct hub *hub, struct hub_table *entry, struct hello *hello,
                             int64_t now, int *guest, char token[TOKEN_TEXT_SIZE + 1])
{
    *guest = NO_GUEST;
    if (hello->token_given)
        return recognise_token(hub, entry, hello, now, guest);
    if (!hello->join)
        return NULL;
    const char *reason = check_arrival(hub, entry, false);
    if (reason)
        return reason;
    hub_make_token(hub, token, hello->hash);
    *guest = table_add_guest(entry->table, &hub->workspace, hello->hash, hello->screen,
                             now + entry->ahead);
    hub_let_go(hub, entry, now);
    return *guest == NO_GUEST ? "serve.table.full" : NULL;
}

static void welcome(struct hub *hub, struct member *member, const char *token)
{
    struct hub_note note;
    hub_note(&note, "welcome");
    json_put_integer(&note.out, "protocol", PROTOCOL_VERSION);
    json_put_integer(&note.out, "table", member->table->id);
    json_put_string(&note.out, "code", member->table->table->code);
    if (token[0] != '\0')
        json_put_string(&note.out, "token", token);
    if (hub->settings.home)
        json_put_string(&note.out, "home", hub->settings.home);
    hub_note_post(hub, &note, member, member->table->ticket);
}

static const char *join(struct hub *hub, struct member *member, struct hello *hello, int64_t now)
{
    char token[TOKEN_TEXT_SIZE + 1] = "";
    const char *reason;
    int guest;
    struct hub_table *entry =
        hub_get(hub, hello->code[0] ? hello->code : NULL, hello->id, now, &reason);
    if (!entry)
        return reason;
    reason = hub_check_door(hub, entry, member, hello->token_given ? hello->hash : NULL,
                            hello->become_given ? hello->become : NULL);
    if (reason)
        return reason;
    /* Guests who return always find room: GUEST_MEMBERS_MAX. */
    if (entry->member_count >= TABLE_MEMBERS_MAX && !hello->token_given &&
        !((hello->join || member->relay) && hub_make_way(hub, entry, now)))
        return "serve.table.full";
    hub_enter(hub, entry, NULL);
    reason = recognise(hub, entry, hello, now, &guest, token);
    if (reason)
        return reason;
    if (hello->peek && guest != NO_GUEST) {
        hub_tell_peek(hub, entry, member, guest);
        return NULL;
    }
    if (guest != NO_GUEST)
        table_guest_here(entry->table, &hub->workspace, guest, true, now + entry->ahead);
    member->device = (uint8_t)hello->device;
    member->screen = hello->screen;
    member->since = now;
    hub_link(hub, entry, member, guest);
    welcome(hub, member, token);
    hub_show(hub, member, hello->have, now);
    hub_sign_out(hub, member, now);
    if (guest != NO_GUEST && hub_count_devices(entry, guest) > 1)
        hub_tell_devices(hub, entry, guest);
    return NULL;
}

bool hub_may_guess(const struct hub *hub, struct member *member)
{
    return !hub->settings.may_guess || hub->settings.may_guess(hub->settings.context, member);
}

void hub_refuse_hello(struct hub *hub, struct member *member, int64_t cid, const char *reason,
                      int wait_ms)
{
    refuse_for(hub, member, cid, reason, wait_ms);
    hub->settings.metrics->refused[hub_reason(reason)->refusal]++;
    if (hub_reason(reason)->kind == REASON_GUESS && hub->settings.guessed)
        hub->settings.guessed(hub->settings.context, member);
}

/* Comes in, or waits for the store. NULL, or why neither. */
static const char *join_or_wait(struct hub *hub, struct member *member, struct hello *hello,
                                const char *text, size_t size, int64_t now)
{
    const char *code = hello->code[0] != '\0' ? hello->code : NULL;
    const char *reason = join(hub, member, hello, now);
    if (reason == hub_ask_store)
        return hub_park_hello(hub, member, STORE_ASK_TABLE, code, hello->id, text, size);
    if (reason != ask_row)
        return reason;
    const struct hub_table *entry = hub_get(hub, code, hello->id, now, &reason);
    return entry ? hub_park_hello(hub, member, STORE_ASK_ROW, NULL, entry->id, text, size) : reason;
}

/* A hello as it came, and as it was read. */
struct greeting {
    const char *text;
    size_t size;
    const struct json *json;
    const struct order *order;
};

static void say_hello(struct hub *hub, struct member *member, const struct greeting *greeting,
                      const struct hub_seen *seen, int64_t now)
{
    struct hello hello;
    const char *reason = read_hello(greeting->json, greeting->order, &hello);
    member->relay = !reason && hello.relay && member->address == 0; /* trusted, as proxies are */
    bool often = !reason && hello.code[0] != '\0' && !hub_may_guess(hub, member);
    hello.seen = seen;
    if (!reason && often && !hello.token_given)
        reason = "serve.code.often";
    else if (!reason)
        reason = join_or_wait(hub, member, &hello, greeting->text, greeting->size, now);
    /* A valid token passes the guess limit; an invalid one must not. */
    if (reason && often && hello.token_given && !member->table)
        reason = "serve.code.often";
    if (reason)
        hub_refuse_hello(hub, member, greeting->order->cid, reason, 0);
}

/* ---- commands ---- */

/* Does the game have a bot of this level? The table does not know the bots. */
static bool level_exists(const struct hub_table *entry, const struct order *order)
{
    struct player player;
    const char *level = order->event.word[0];
    if (order->kind != ORDER_BOT && order->kind != ORDER_TAKEOVER)
        return true;
    return level[0] == '\0' /* the table refuses it */ ||
           player_find(entry->table->game, level, &player);
}

/* A repeated command is already done, even if it would be refused now; "not done" might be false.
 * The answer waits for the store as the first one did. */
static bool answer_again(struct hub *hub, struct member *member, int64_t cid)
{
    struct hub_note note;
    uint32_t version = table_done(member->table->table, member->guest, cid);
    if (version == 0)
        return false;
    hub_note(&note, "ok");
    json_put_integer(&note.out, "cid", cid);
    json_put_integer(&note.out, "v", version);
    hub_note_post(hub, &note, member, member->table->ticket);
    return true;
}

/* Commands that bring a match closer to its end. Moves do, as there is no undo. A seat can be given
 * back only as often as it was taken over, and nobody may take one over now. */
static bool is_ending(const struct hub_table *entry, enum order_kind kind)
{
    return entry->table->phase == PHASE_PLAY && (kind == ORDER_MOVE || kind == ORDER_RESIGN ||
                                                 kind == ORDER_GIVEBACK || kind == ORDER_LEGAL);
}

static const char *check_command(struct hub *hub, const struct member *member,
                                 const struct order *order)
{
    if (hub->status != STORE_OK)
        return store_reason(hub->status);
    if (member->table->diverged)
        return "store.conflict";
    if (!hub_has_room(hub))
        return "store.queue_full";
    if (order->kind == ORDER_HELLO)
        return "serve.hello.twice";
    if (is_at_limit(hub, member->table) && !is_ending(member->table, order->kind))
        return "serve.table.limit";
    return level_exists(member->table, order) ? NULL : "table.command.level";
}

void hub_refuse(struct hub *hub, struct member *member, const char *json, size_t size,
                const char *reason)
{
    struct order order;
    order_parse(&order, json, size);
    refuse_command(hub, member, order.cid, reason);
}

bool hub_member_acts(const struct member *member)
{
    const struct table *table = member->table ? member->table->table : NULL;
    int seat = table ? table_viewer(table, member->guest) : SPECTATOR;
    return seat >= 0 && table->phase == PHASE_PLAY && state_acts(&table->match.state.head, seat);
}

/* Runs the command, and does what it means for connections. */
static void obey(struct hub *hub, struct member *member, const struct order *order, int64_t now)
{
    struct hub_table *entry = member->table;
    hub_enter(hub, entry, member);
    table_order(entry->table, &hub->workspace, member->guest, order, now + entry->ahead);
    if (table_done(entry->table, member->guest, order->cid) == 0)
        return;
    if (order->kind == ORDER_SIGNOUT) {
        if (hub_sign_out(hub, member, now))
            hub_tell_device(hub, member);
        return;
    }
    if (order->kind == ORDER_UNBLOCK)
        hub_unblock(entry);
    hub_let_go(hub, entry, now);
    hub_log_door(order);
}

static void take_command(struct hub *hub, struct member *member, const struct order *order,
                         int64_t now)
{
    if (order->kind == ORDER_LOOK) {
        hub_show(hub, member, order->have, now);
        return;
    }
    if (answer_again(hub, member, order->cid))
        return;
    const char *reason = check_command(hub, member, order);
    if (!reason && member->returns && order->kind == ORDER_SIT)
        reason = hub_come_again(hub, member, now);
    if (!reason) {
        obey(hub, member, order, now);
        return;
    }
    hub->settings.metrics->refused[hub_reason(reason)->refusal]++;
    refuse_command(hub, member, order->cid, reason);
}

static void take_message(struct hub *hub, struct member *member, const char *text, size_t size,
                         const struct hub_seen *seen, int64_t now)
{
    struct json json;
    struct json_value values[ORDER_VALUES_MAX];
    struct order order;
    if (json_read(&json, values, ORDER_VALUES_MAX, text, size) || values[0].type != JSON_OBJECT) {
        hub->settings.metrics->refused[REFUSAL_COMMAND]++;
        refuse_command(hub, member, 0, "table.command.broken");
        return;
    }
    order_read(&order, &json);
    struct greeting greeting = {text, size, &json, &order};
    if (!member->table)
        say_hello(hub, member, &greeting, seen, now);
    else
        take_command(hub, member, &order, now);
}

void hub_message(struct hub *hub, struct member *member, const char *text, size_t size, int64_t now)
{
    if (member->parked)
        hub_park_more(hub, member, text, size);
    else
        take_message(hub, member, text, size, NULL, now);
}

void hub_hello_again(struct hub *hub, struct member *member, const char *text, size_t size,
                     const struct hub_seen *seen, int64_t now)
{
    take_message(hub, member, text, size, seen, now);
}
