/* SPDX-License-Identifier: MIT */
/* What members say to their tables, and what they are told. */
#include <string.h>

#include "base/check.h"
#include "server/hub_parts.h"

enum { VALUES_MAX = 64, SHORT_MAX = 512 };

/* ---- what tables want kept and told ---- */

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    struct hub *hub = context;
    struct hub_table *entry = hub->current;
    enum store_status status =
        store_append(hub->settings.store, entry->id, version, text, size, entry->table->now);
    CHECK(status == STORE_OK); /* hub_has_room said so */
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
    hub->desk.sink = (struct table_sink){
        .context = hub,
        .keep_event = keep_event,
        .keep_record = keep_record,
        .answer = answer,
        .news = news,
        .watched = watched,
    };
}

/* ---- messages of the server's own ---- */

struct note {
    char bytes[SHORT_MAX];
    struct text text;
    struct json_out out;
};

static void note_begin(struct note *note, const char *kind)
{
    text_init(&note->text, note->bytes, sizeof note->bytes);
    json_out_init(&note->out, &note->text);
    json_out_open(&note->out, '{');
    json_out_key(&note->out, "do");
    json_out_string(&note->out, kind);
}

static void note_number(struct note *note, const char *key, int64_t number)
{
    json_out_key(&note->out, key);
    json_out_integer(&note->out, number);
}

static void note_string(struct note *note, const char *key, const char *string)
{
    json_out_key(&note->out, key);
    json_out_string(&note->out, string);
}

static void note_post(struct hub *hub, struct note *note, struct member *member, uint64_t ticket)
{
    json_out_close(&note->out, '}');
    CHECK(!note->text.overflow);
    hub->settings.post(hub->settings.context, member, note->text.bytes, note->text.size, ticket);
}

static void refuse(struct hub *hub, struct member *member, int64_t cid, const char *reason)
{
    struct note note;
    note_begin(&note, "error");
    note_number(&note, "cid", cid);
    note_string(&note, "reason", reason);
    note_post(hub, &note, member, HUB_NOW);
}

static void tell(struct hub *hub, struct member *member, const char *kind, const char *reason)
{
    struct note note;
    note_begin(&note, kind);
    if (reason)
        note_string(&note, "reason", reason);
    note_post(hub, &note, member, HUB_NOW);
}

void hub_tell_all(struct hub *hub, const char *kind, const char *reason)
{
    for (size_t i = 0; i < hub->ids.capacity; i++)
        for (struct hub_table *entry = hub->ids.buckets[i]; entry; entry = entry->next_id)
            for (struct member *member = entry->members; member; member = member->next)
                tell(hub, member, kind, reason);
}

static void say_bye(struct hub *hub, struct hub_table *entry, int64_t unused)
{
    enum { BACK_MIN_MS = 1000, BACK_SPREAD_MS = 2000 };
    (void)unused;
    for (struct member *member = entry->members; member; member = member->next) {
        struct note note;
        uint32_t spread;
        hub_chance(hub, &spread, sizeof spread);
        note_begin(&note, "bye");
        note_string(&note, "bye", "restart");
        note_number(&note, "in", BACK_MIN_MS + spread % BACK_SPREAD_MS);
        note_post(hub, &note, member, entry->ticket);
    }
}

void hub_say_bye(struct hub *hub)
{
    hub_each(hub, say_bye, 0);
}

/* ---- members ---- */

void hub_link(struct hub *hub, struct hub_table *entry, struct member *member, int guest)
{
    member->table = entry;
    member->guest = (int8_t)guest;
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
    entry->idle_since = now;
    hub->member_count--;
    member->table = NULL;
    member->next = member->previous = NULL;
}

void hub_leave(struct hub *hub, struct member *member, int64_t now)
{
    struct hub_table *entry = member->table;
    int guest = member->guest;
    if (!entry)
        return;
    hub_unlink(hub, member, now);
    if (guest == NO_GUEST)
        return;
    hub_enter(hub, entry, NULL);
    table_guest_here(entry->table, &hub->desk, guest, false, now + entry->ahead);
}

/* The whole table, with the moves after the version that the member has; 0: it has nothing. While
 * the store cannot write, that is told again: the member may have come since, or lost the first
 * note with all else that it was too slow for, and a lobby does not say so itself. */
static void show(struct hub *hub, struct member *member, uint32_t have, int64_t now)
{
    hub_enter(hub, member->table, member);
    table_greet_since(member->table->table, &hub->desk, member->guest, have,
                      now + member->table->ahead);
    if (hub->status != STORE_OK)
        tell(hub, member, "paused", store_reason(hub->status));
}

void hub_resync(struct hub *hub, struct member *member, int64_t now)
{
    if (member->table)
        show(hub, member, 0, now);
}

/* ---- hello ---- */

struct hello {
    char code[CODE_SIZE + 1]; /* "": by id */
    int64_t id;
    bool token_given, join, screen;
    uint32_t have;             /* the last version that it has heard of; 0: none */
    uint8_t hash[SHA256_SIZE]; /* of the token */
};

/* A message being read. */
struct message {
    struct json json;
    struct json_value values[VALUES_MAX];
    int64_t cid;
};

static bool read_message(struct message *message, const char *json, size_t size)
{
    message->cid = 0;
    if (json_read(&message->json, message->values, VALUES_MAX, json, size) ||
        message->values[0].type != JSON_OBJECT)
        return false;
    uint32_t cid = json_member(&message->json, 0, "cid");
    if (cid != 0 && (!json_integer(&message->json, cid, &message->cid) || message->cid < 0))
        message->cid = 0;
    return true;
}

static bool is_true(const struct message *message, const char *key)
{
    uint32_t value = json_member(&message->json, 0, key);
    return value != 0 && message->values[value].type == JSON_TRUE;
}

static bool is_doing(const struct message *message, const char *what)
{
    uint32_t value = json_member(&message->json, 0, "do");
    return value != 0 && json_is(&message->json, value, what);
}

static uint32_t read_have(const struct message *message)
{
    int64_t have = 0;
    uint32_t value = json_member(&message->json, 0, "have");
    if (value == 0 || !json_integer(&message->json, value, &have) || have < 0 || have > UINT32_MAX)
        return 0;
    return (uint32_t)have;
}

static bool read_token(const struct message *message, uint32_t value, struct hello *hello)
{
    char text[TOKEN_TEXT_SIZE + 1];
    uint8_t token[TOKEN_SIZE];
    struct scan scan = {text};
    if (message->values[value].type != JSON_STRING ||
        json_string(&message->json, value, text, sizeof text) != TOKEN_TEXT_SIZE ||
        !scan_hex(&scan, token, sizeof token) || !scan_end(&scan))
        return false;
    sha256(token, sizeof token, hello->hash);
    hello->token_given = true;
    return true;
}

static const char *read_hello(const struct message *message, struct hello *hello)
{
    char given[CODE_SIZE + 2];
    uint32_t table = json_member(&message->json, 0, "table");
    uint32_t token = json_member(&message->json, 0, "token");
    memset(hello, 0, sizeof *hello);
    if (!is_doing(message, "hello") || table == 0)
        return "serve.hello.first";
    if (message->values[table].type == JSON_STRING) {
        int64_t size = json_string(&message->json, table, given, sizeof given);
        if (size < 0 || !hub_clean_code(given, (size_t)size, hello->code))
            return "serve.table.unknown";
    } else if (!json_integer(&message->json, table, &hello->id) || hello->id <= 0) {
        return "serve.table.unknown";
    }
    if (token != 0 && message->values[token].type != JSON_NULL &&
        !read_token(message, token, hello))
        return "serve.token.unknown";
    hello->join = is_true(message, "join");
    hello->screen = is_true(message, "screen");
    hello->have = read_have(message);
    return NULL;
}

/* A table comes back from its events, all of them, while everybody else waits: it cannot have any
 * number. */
static bool is_worn(const struct hub *hub, const struct hub_table *entry)
{
    return entry->table->version >= hub->settings.events_max;
}

/* A guest may have been forgotten by an event that is not durable: until it is, nobody is told to
 * throw a token away. */
static const char *why_unknown(const struct hub *hub, const struct hub_table *entry)
{
    if (entry->ticket <= hub->durable)
        return "serve.token.unknown";
    return store_reason(hub->status == STORE_OK ? STORE_LATE : hub->status);
}

/* Who this is: a guest that the table knows, a new one, or an onlooker. */
static const char *recognise(struct hub *hub, struct hub_table *entry, struct hello *hello,
                             int64_t now, int *guest, char token[TOKEN_TEXT_SIZE + 1])
{
    struct table *table = entry->table;
    *guest = NO_GUEST;
    if (hello->token_given) {
        *guest = table_find_guest(table, hello->hash);
        if (*guest == NO_GUEST)
            return why_unknown(hub, entry);
        return table->guests[*guest].here < GUEST_MEMBERS_MAX ? NULL : "serve.guest.often";
    }
    if (!hello->join)
        return NULL;
    if (hub->status != STORE_OK)
        return store_reason(hub->status);
    if (!hub_has_room(hub))
        return "store.queue_full";
    if (is_worn(hub, entry))
        return "serve.table.worn";
    hub_make_token(hub, token, hello->hash);
    *guest = table_add_guest(table, &hub->desk, hello->hash, hello->screen, now + entry->ahead);
    return *guest == NO_GUEST ? "serve.table.full" : NULL;
}

static void welcome(struct hub *hub, struct member *member, const char *token)
{
    struct note note;
    note_begin(&note, "welcome");
    note_number(&note, "protocol", PROTOCOL_VERSION);
    note_number(&note, "table", member->table->id);
    note_string(&note, "code", member->table->table->code);
    if (token[0] != '\0')
        note_string(&note, "token", token);
    note_post(hub, &note, member, member->table->ticket);
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
    if (entry->member_count >= TABLE_MEMBERS_MAX && !hello->token_given)
        return "serve.table.full"; /* who was here before always finds room: GUEST_MEMBERS_MAX */
    hub_enter(hub, entry, NULL);
    reason = recognise(hub, entry, hello, now, &guest, token);
    if (reason)
        return reason;
    if (guest != NO_GUEST)
        table_guest_here(entry->table, &hub->desk, guest, true, now + entry->ahead);
    hub_link(hub, entry, member, guest);
    welcome(hub, member, token);
    show(hub, member, hello->have, now);
    return NULL;
}

static enum refusal why_refused(const char *reason)
{
    static const struct {
        const char *reason;
        enum refusal why;
    } rows[] = {
        {"serve.token.unknown", REFUSAL_TOKEN}, {"serve.table.unknown", REFUSAL_UNKNOWN},
        {"serve.code.often", REFUSAL_CODE},     {"serve.table.full", REFUSAL_FULL},
        {"serve.guest.often", REFUSAL_FULL},    {"table.memory.none", REFUSAL_FULL},
        {"serve.table.worn", REFUSAL_FULL},
    };
    struct scan scan = {reason};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (string_equal(rows[i].reason, reason))
            return rows[i].why;
    return scan_string(&scan, "store.") ? REFUSAL_STORE : REFUSAL_COMMAND;
}

static enum hub_outcome say_hello(struct hub *hub, struct member *member,
                                  const struct message *message, bool may_guess, int64_t now)
{
    struct hello hello;
    const char *reason = read_hello(message, &hello);
    bool often = hello.code[0] != '\0' && !may_guess;
    if (!reason && often && !hello.token_given)
        reason = "serve.code.often";
    else if (!reason)
        reason = join(hub, member, &hello, now);
    if (!reason)
        return HUB_OK;
    /* Who has a seat comes back to it, whatever others at the same address have tried; a token that
     * is none must not be a way to try codes. */
    if (often && hello.token_given && !member->table)
        reason = "serve.code.often";
    refuse(hub, member, message->cid, reason);
    enum refusal why = why_refused(reason);
    hub->settings.metrics->refused[why]++;
    return why == REFUSAL_TOKEN || why == REFUSAL_UNKNOWN ? HUB_GUESSED : HUB_OK;
}

/* ---- commands ---- */

/* A bot that nobody has cannot be asked for; the table does not know who there is. */
static bool level_exists(const struct hub_table *entry, const struct message *message)
{
    char level[WORKER_LEVEL_MAX];
    struct player player;
    uint32_t value = json_member(&message->json, 0, "level");
    if (!is_doing(message, "bot") && !is_doing(message, "takeover"))
        return true;
    if (value == 0 || message->values[value].type != JSON_STRING)
        return true; /* which is for the table to refuse */
    return json_string(&message->json, value, level, sizeof level) > 0 &&
           player_find(entry->table->game, level, &player);
}

/* A command that comes again was done, whatever would be said of it now, and its answer waits for
 * the store as the first one does: "not done" might be a lie. */
static bool answer_again(struct hub *hub, struct member *member, int64_t cid)
{
    struct note note;
    uint32_t version = table_done(member->table->table, member->guest, cid);
    if (version == 0)
        return false;
    note_begin(&note, "ok");
    note_number(&note, "cid", cid);
    note_number(&note, "v", version);
    note_post(hub, &note, member, member->table->ticket);
    return true;
}

/* What brings a match to its end; without taking back, moves do. */
static bool is_ending(const struct hub_table *entry, const struct message *message)
{
    return entry->table->phase == PHASE_PLAY &&
           (is_doing(message, "move") || is_doing(message, "resign") || is_doing(message, "legal"));
}

static const char *check_command(struct hub *hub, const struct member *member,
                                 const struct message *message)
{
    if (hub->status != STORE_OK)
        return store_reason(hub->status);
    if (member->table->sour)
        return "store.conflict";
    if (!hub_has_room(hub))
        return "store.queue_full";
    if (is_doing(message, "hello"))
        return "serve.hello.twice";
    if (is_worn(hub, member->table) && !is_ending(member->table, message))
        return "serve.table.worn";
    return level_exists(member->table, message) ? NULL : "table.command.level";
}

void hub_refuse(struct hub *hub, struct member *member, const char *json, size_t size,
                const char *reason)
{
    struct message message;
    read_message(&message, json, size);
    refuse(hub, member, message.cid, reason);
}

bool hub_member_acts(const struct member *member)
{
    const struct table *table = member->table ? member->table->table : NULL;
    int seat = table ? table_viewer(table, member->guest) : SPECTATOR;
    return seat >= 0 && table->phase == PHASE_PLAY && state_acts(&table->match.state.head, seat);
}

enum hub_outcome hub_message(struct hub *hub, struct member *member, const char *json, size_t size,
                             bool may_guess, int64_t now)
{
    struct message message;
    if (!read_message(&message, json, size)) {
        hub->settings.metrics->refused[REFUSAL_COMMAND]++;
        refuse(hub, member, 0, "table.command.broken");
        return HUB_OK;
    }
    if (!member->table)
        return say_hello(hub, member, &message, may_guess, now);
    if (is_doing(&message, "look")) {
        show(hub, member, read_have(&message), now);
        return HUB_OK;
    }
    if (answer_again(hub, member, message.cid))
        return HUB_OK;
    const char *reason = check_command(hub, member, &message);
    if (reason) {
        hub->settings.metrics->refused[why_refused(reason)]++;
        refuse(hub, member, message.cid, reason);
        return HUB_OK;
    }
    hub_enter(hub, member->table, member);
    table_command(member->table->table, &hub->desk, member->guest, json, size,
                  now + member->table->ahead);
    return HUB_OK;
}
