/* SPDX-License-Identifier: MIT */
/*
 * The tables of a relay, and those who watch them.
 *
 *     a watcher: hello ─▶ wants ─snapshot▶ live ─too slow▶ wants …
 *     a table:   line ─▶ greets ─welcome▶ followed ─refused▶ `reason`, for a while ─▶ gone
 *                          ▲                 │ line lost: `cut`
 *                          └─────────────────┘
 */
#include "server/relay.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/json.h"
#include "server/hub_parts.h"
#include "server/log.h"
#include "system/system.h"

enum { BYTES_FIRST = 4096, WELCOME_MAX = 256, IN_MAX_MS = 60000 };

struct relay {
    struct relay_settings settings;
    struct relay_table *tables;
    int table_count, watcher_count;
    struct json_value values[RELAY_VALUES_MAX];
};

static const char look[] = "{\"do\":\"look\"}";

/* ---- what is sent ---- */

static bool make_room(struct relay_table *table, size_t size)
{
    size_t capacity = table->capacity ? table->capacity : BYTES_FIRST;
    while (capacity < table->size + size)
        capacity *= 2;
    if (capacity == table->capacity)
        return true;
    char *bytes = realloc(table->bytes, capacity);
    if (!bytes)
        return false;
    table->bytes = bytes;
    table->capacity = capacity;
    return true;
}

static bool add_frame(struct relay_table *table, const char *json, size_t size)
{
    uint8_t head[FRAME_ANSWER_HEAD_MAX];
    size_t head_size = frame_head(head, OPCODE_TEXT, size);
    if (!make_room(table, head_size + size))
        return false;
    memcpy(table->bytes + table->size, head, head_size);
    memcpy(table->bytes + table->size + head_size, json, size);
    table->size += head_size + size;
    return true;
}

static void send(struct watcher *watcher, const char *bytes, size_t size)
{
    const struct relay_settings *settings = &watcher->table->relay->settings;
    settings->send(settings->context, watcher, bytes, size);
}

/* What has been collected, to all who are live. A slow member may leave meanwhile. */
static void flush(struct relay_table *table)
{
    uint64_t sent = 0;
    for (struct watcher *each = table->watchers, *next; each && table->size > 0; each = next) {
        next = each->next;
        if (!each->live)
            continue;
        sent++;
        send(each, table->bytes, table->size);
    }
    table->relay->settings.metrics->counter[COUNT_SENT] += sent;
    table->size = 0;
    if (table->capacity > NEWS_MAX) {
        free(table->bytes);
        table->bytes = NULL;
        table->capacity = 0;
    }
}

static void want(struct watcher *watcher)
{
    watcher->table->wanting += !watcher->wants;
    watcher->wants = true;
}

/* News for all who are live. Out of memory: they are all shown a snapshot. */
static void tell(struct relay_table *table, const char *json, size_t size)
{
    if (add_frame(table, json, size))
        return;
    flush(table);
    for (struct watcher *each = table->watchers; each; each = each->next) {
        each->live = false;
        want(each);
    }
}

static size_t close_note(struct hub_note *note)
{
    json_out_close(&note->out, '}');
    CHECK(!note->text.overflow);
    return note->text.size;
}

static void post(struct relay *relay, struct watcher *watcher, struct hub_note *note)
{
    size_t size = close_note(note);
    relay->settings.post(relay->settings.context, watcher, note->bytes, size);
}

/* About the line, also for those who wait for their welcome. */
static void post_all(struct relay_table *table, const char *kind, const char *reason)
{
    flush(table);
    for (struct watcher *each = table->watchers, *next; each; each = next) {
        struct hub_note note;
        next = each->next;
        hub_note(&note, kind);
        if (reason)
            json_put_string(&note.out, "reason", reason);
        post(table->relay, each, &note);
    }
}

static void refuse(struct relay *relay, struct watcher *watcher, int64_t cid, const char *reason)
{
    const struct hub_reason *row = hub_reason(reason);
    struct hub_note note;
    relay->settings.metrics->refused[row->refusal]++;
    hub_note(&note, "error");
    json_put_integer(&note.out, "cid", cid);
    json_put_string(&note.out, "reason", reason);
    if (row->kind == REASON_AGAIN)
        json_put_bool(&note.out, "again", true);
    post(relay, watcher, &note);
    if (row->kind == REASON_GUESS)
        relay->settings.guessed(relay->settings.context, watcher);
}

/* ---- who watches ---- */

static void link_watcher(struct relay_table *table, struct watcher *watcher)
{
    watcher->table = table;
    watcher->previous = NULL;
    watcher->next = table->watchers;
    if (table->watchers)
        table->watchers->previous = watcher;
    table->watchers = watcher;
    table->relay->watcher_count++;
    want(watcher);
}

static void unlink_watcher(struct watcher *watcher)
{
    struct relay_table *table = watcher->table;
    table->wanting -= watcher->wants;
    if (watcher->previous)
        watcher->previous->next = watcher->next;
    else
        table->watchers = watcher->next;
    if (watcher->next)
        watcher->next->previous = watcher->previous;
    table->relay->watcher_count--;
    if (!table->watchers && !table->reason)
        table->until = system_millis() + RELAY_IDLE_MS;
    *watcher = (struct watcher){.table = NULL};
}

void relay_leave(struct relay *relay, struct watcher *watcher)
{
    (void)relay;
    if (watcher->table)
        unlink_watcher(watcher);
}

static void say_bye(struct relay *relay, struct watcher *watcher)
{
    struct hub_note note;
    uint32_t chance;
    system_random(&chance, sizeof chance);
    hub_note_bye(&note, chance, relay->watcher_count);
    post(relay, watcher, &note);
}

/* Whoever was welcomed comes back to hear why not. */
static void send_away(struct watcher *watcher, const char *reason)
{
    struct relay *relay = watcher->table->relay;
    bool welcomed = watcher->welcomed;
    unlink_watcher(watcher);
    if (welcomed)
        say_bye(relay, watcher);
    else
        refuse(relay, watcher, 0, reason);
    relay->settings.end(relay->settings.context, watcher);
}

/* Nobody may watch this table, for now or for good. */
static void refuse_all(struct relay_table *table, const char *reason)
{
    flush(table);
    table->reason = reason;
    while (table->watchers)
        send_away(table->watchers, reason);
    table->until = system_millis() + RELAY_REFUSED_MS;
    line_end(&table->line, NULL);
}

void relay_resync(struct relay *relay, struct watcher *watcher)
{
    (void)relay;
    if (!watcher->table)
        return;
    watcher->live = false;
    want(watcher);
}

/* ---- the line ---- */

static void say_hello(void *context)
{
    struct relay_table *table = context;
    struct hub_note note;
    hub_note(&note, "hello");
    json_put_string(&note.out, "table", table->code);
    json_put_string(&note.out, "device", "relay");
    if (table->v > 0)
        json_put_integer(&note.out, "have", table->v);
    size_t size = close_note(&note);
    line_send(&table->line, note.bytes, size);
}

/* Reasons of our own: the others are about a terminal's connection. */
static const char *cut_reason(const char *why)
{
    return string_equal(why, "join.broken") ? "serve.relay.broken" : "serve.relay.lost";
}

static void went_down(void *context, bool ended, const char *why)
{
    struct relay_table *table = context;
    table->looking = false;
    if (ended || !why)
        return;
    if (table->cut)
        return;
    table->cut = true;
    table->relay->settings.metrics->counter[COUNT_LINES_LOST]++;
    log_line(LOG_WARN, "line_lost", LOG_FIELDS(LOG_TEXT("why", why)));
    post_all(table, "paused", cut_reason(why));
}

static void before_closing(void *context)
{
    struct relay_table *table = context;
    const struct relay_settings *settings = &table->relay->settings;
    settings->forget(settings->context, table);
}

/* ---- what the server says ---- */

/* Why nobody may watch, as a text that stays: only what a server may say to an onlooker. */
static const char *known_reason(const char *reason)
{
    static const char *const known[] = {
        "serve.table.unknown", "serve.table.finished", "serve.table.locked",
        "serve.table.blocked", "serve.table.full",     "serve.code.often",
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (string_equal(known[i], reason))
            return known[i];
    return "serve.relay.refused";
}

static void hear_error(struct relay_table *table, const struct relay_news *news)
{
    if (table->line.step == LINE_TALKS) { /* it does not want to be asked so often */
        table->looking = false;
        table->look_at = system_millis() + RELAY_LOOK_MS;
    } else if (news->again && news->in_ms > 0) {
        line_rest(&table->line, news->in_ms < IN_MAX_MS ? news->in_ms : IN_MAX_MS, "join.lost");
    } else if (news->again || (table->v > 0 && string_equal(news->reason, "serve.table.full"))) {
        line_lose(&table->line, "join.lost");
    } else {
        refuse_all(table, known_reason(news->reason));
    }
}

static void hear_welcome(struct relay_table *table, const struct relay_news *news)
{
    bool other = table->id != 0 && table->id != news->table;
    bool again = table->cut;
    if (news->protocol != PROTOCOL_VERSION || !string_equal(news->code, table->code)) {
        line_lose(&table->line, "join.broken");
    } else if (other) { /* ours is over, and its code belongs to another one */
        refuse_all(table, "serve.relay.lost");
    } else {
        table->id = news->table;
        table->looking = true; /* a snapshot follows */
        line_welcomed(&table->line, news->home);
        table->cut = false;
        if (!again)
            return;
        post_all(table, "resumed", NULL);
        for (struct watcher *each = table->watchers; each; each = each->next)
            want(each); /* clocks and presence have changed */
    }
}

static size_t write_welcome(const struct relay_table *table, char out[WELCOME_MAX])
{
    struct hub_note note;
    hub_note(&note, "welcome");
    json_put_integer(&note.out, "protocol", PROTOCOL_VERSION);
    json_put_integer(&note.out, "table", table->id);
    json_put_string(&note.out, "code", table->code);
    size_t size = close_note(&note);
    CHECK(size <= WELCOME_MAX);
    memcpy(out, note.bytes, size);
    return size;
}

/* One who has heard of more waits for the next snapshot, which was asked for later. */
static bool may_see(struct watcher *watcher, uint32_t v)
{
    return v >= watcher->have || watcher->missed++ > 0;
}

/* Shows a snapshot to one, if it is for this one. `at`: where it begins, behind the welcome. */
static void show(struct relay_table *table, struct watcher *watcher, uint32_t v, size_t at)
{
    bool behind = watcher->live && v > table->v;
    if (!behind && !(watcher->wants && may_see(watcher, v)))
        return;
    table->wanting -= watcher->wants;
    watcher->wants = false;
    if (table->locked && !watcher->welcomed) {
        send_away(watcher, "serve.table.locked");
        return;
    }
    size_t from = watcher->welcomed ? at : 0;
    watcher->welcomed = watcher->live = true;
    watcher->have = 0;
    send(watcher, table->bytes + from, table->size - from);
}

static void hear_snapshot(struct relay_table *table, const struct relay_news *news,
                          const char *message, size_t size)
{
    char welcome[WELCOME_MAX];
    uint32_t v = (uint32_t)news->v;
    flush(table);
    table->looking = false;
    table->locked = news->locked;
    if (v < table->v && ++table->stale < RELAY_STALE_MAX) {
        line_lose(&table->line, "join.broken");
        return;
    }
    if (v < table->v) { /* a backup was restored: it is the past that is true */
        refuse_all(table, "serve.relay.lost");
        return;
    }
    table->stale = 0;
    bool sound = add_frame(table, welcome, write_welcome(table, welcome));
    size_t at = table->size;
    if (sound && add_frame(table, message, size)) {
        for (struct watcher *each = table->watchers, *next; each; each = next) {
            next = each->next;
            show(table, each, v, at);
        }
        table->v = v;
    }
    table->size = 0;
}

static void ask(struct relay_table *table)
{
    table->looking = true;
    table->look_at = system_millis() + RELAY_LOOK_MS;
    line_expect(&table->line);
    line_send(&table->line, look, sizeof look - 1);
}

static void hear_news(struct relay_table *table, const struct relay_news *news, const char *message,
                      size_t size)
{
    if (news->has_lobby)
        table->locked = news->locked;
    if (news->v <= table->v)
        return; /* a snapshot has shown it */
    if (news->v > (int64_t)table->v + 1) {
        if (!table->looking) /* something is missing */
            ask(table);
        return;
    }
    table->v = (uint32_t)news->v;
    tell(table, message, size);
}

static void obey(struct relay_table *table, const struct relay_news *news, const char *message,
                 size_t size)
{
    bool greets = table->line.step == LINE_GREETS;
    switch (news->kind) {
    case RELAY_WELCOME: hear_welcome(table, news); return;
    case RELAY_ERROR: hear_error(table, news); return;
    case RELAY_ELSEWHERE: line_follow(&table->line, news->home); return;
    case RELAY_BYE:
        table->line.home[0] = '\0';
        line_rest(&table->line, news->in_ms < IN_MAX_MS ? news->in_ms : IN_MAX_MS, "join.lost");
        return;
    case RELAY_PAUSED:
        table->line.rests = true;
        post_all(table, "paused", news->reason[0] != '\0' ? news->reason : NULL);
        return;
    case RELAY_RESUMED:
        table->line.rests = false;
        post_all(table, "resumed", NULL);
        return;
    case RELAY_SNAPSHOT:
    case RELAY_NEWS:
    case RELAY_HERE:
    case RELAY_OTHER: break;
    }
    if (greets && news->kind != RELAY_OTHER) /* before the welcome */
        line_lose(&table->line, "join.broken");
    else if (news->kind == RELAY_SNAPSHOT)
        hear_snapshot(table, news, message, size);
    else if (news->kind == RELAY_NEWS)
        hear_news(table, news, message, size);
    else if (news->kind == RELAY_HERE)
        tell(table, message, size);
}

void relay_hear(struct relay_table *table, const char *message, size_t size)
{
    struct relay_news news;
    if (table->reason)
        return;
    if (size > NEWS_MAX || !relay_read(&news, table->relay->values, message, size)) {
        log_line(LOG_ERROR, "line_broken", LOG_FIELDS(LOG_NUMBER("bytes", size)));
        line_lose(&table->line, "join.broken");
        return;
    }
    table->line.known = true;
    obey(table, &news, message, size);
    table->line.patience_ms = table->looking ? LINE_ANSWER_MS : LINE_SILENCE_MS;
}

static void hear(void *context, const char *message, size_t size)
{
    relay_hear(context, message, size);
}

/* ---- tables ---- */

static struct relay_table *find(const struct relay *relay, const char *code)
{
    struct relay_table *table = relay->tables;
    while (table && !string_equal(table->code, code))
        table = table->next;
    return table;
}

static struct relay_table *follow(struct relay *relay, const char *code)
{
    struct relay_table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->relay = relay;
    memcpy(table->code, code, sizeof table->code);
    table->next = relay->tables;
    relay->tables = table;
    relay->table_count++;
    struct line *line = &table->line;
    line->address = relay->settings.address;
    line->context = table;
    line->opened = say_hello;
    line->heard = hear;
    line->down = went_down;
    line->closing = before_closing;
    line->stays = true;
    line_open(line);
    return table;
}

static void free_table(struct relay_table *table)
{
    line_close(&table->line);
    free(table->bytes);
    free(table);
}

static void unfollow(struct relay_table *table)
{
    struct relay_table **link = &table->relay->tables;
    while (*link != table)
        link = &(*link)->next;
    *link = table->next;
    table->relay->table_count--;
    free_table(table);
}

/* ---- what watchers say ---- */

/* Of the members of a hello, those that a relay has nothing for. */
static bool would_play(const struct json *json)
{
    return json_get(json, 0, "join", JSON_TRUE) || json_get(json, 0, "screen", JSON_TRUE) ||
           json_get(json, 0, "peek", JSON_TRUE) || json_get(json, 0, "token", JSON_STRING);
}

/* NULL, or why nobody may watch here. */
static const char *enter(struct relay *relay, struct watcher *watcher, const struct json *json,
                         uint32_t have)
{
    char given[CODE_SIZE + 2], code[CODE_SIZE + 1];
    uint32_t named = json_member(json, 0, "table");
    int64_t size = named != 0 && json->values[named].type == JSON_STRING
                       ? json_string(json, named, given, sizeof given)
                       : -1;
    if (named == 0)
        return "serve.hello.first";
    if (would_play(json))
        return "serve.relay.watch";
    if (!relay->settings.may_guess(relay->settings.context, watcher))
        return "serve.code.often";
    if (size < 0 || !hub_clean_code(given, (size_t)size, code))
        return "serve.table.unknown";
    struct relay_table *table = find(relay, code);
    if (!table && relay->table_count >= RELAY_TABLES_MAX)
        return "serve.table.full";
    if (!table)
        table = follow(relay, code);
    if (!table)
        return "table.memory.none";
    if (table->reason)
        return table->reason;
    link_watcher(table, watcher);
    watcher->have = have;
    if (!table->cut)
        return NULL;
    struct hub_note note;
    hub_note(&note, "paused");
    json_put_string(&note.out, "reason", "serve.relay.lost");
    post(relay, watcher, &note);
    return NULL;
}

static const char *obey_watcher(struct relay *relay, struct watcher *watcher,
                                const struct order *order, const struct json *json)
{
    if (!watcher->table)
        return order->kind == ORDER_HELLO ? enter(relay, watcher, json, order->have)
                                          : "serve.hello.first";
    if (order->kind == ORDER_HELLO)
        return "serve.hello.twice";
    if (order->kind != ORDER_LOOK)
        return "table.who.guest";
    want(watcher);
    return NULL;
}

void relay_message(struct relay *relay, struct watcher *watcher, const char *text, size_t size)
{
    struct json json;
    struct json_value values[ORDER_VALUES_MAX];
    struct order order = {.cid = 0};
    const char *reason = "table.command.broken";
    if (!json_read(&json, values, ORDER_VALUES_MAX, text, size) && values[0].type == JSON_OBJECT) {
        order_read(&order, &json);
        reason = obey_watcher(relay, watcher, &order, &json);
    }
    if (reason)
        refuse(relay, watcher, order.cid, reason);
}

void relay_say_bye(struct relay *relay)
{
    for (struct relay_table *table = relay->tables; table; table = table->next) {
        flush(table);
        for (struct watcher *each = table->watchers, *next; each; each = next) {
            next = each->next;
            say_bye(relay, each);
        }
    }
}

/* ---- time ---- */

void relay_serve(struct relay_table *table, short events)
{
    const struct relay_settings *settings = &table->relay->settings;
    line_serve(&table->line, events);
    settings->wait(settings->context, table);
}

/* Asks for a snapshot if somebody wants one. Returns when to look again. */
static int64_t look_again(struct relay_table *table, int64_t now)
{
    if (table->wanting == 0 || table->looking || table->line.step != LINE_TALKS)
        return LINE_NEVER;
    if (now < table->look_at)
        return table->look_at;
    ask(table);
    return LINE_NEVER;
}

static int64_t turn(struct relay_table *table, int64_t now)
{
    flush(table);
    int64_t next = look_again(table, now);
    if (!table->reason)
        relay_serve(table, 0); /* it may be due, or have something to write */
    bool lonely = !table->watchers;
    if (lonely && table->until <= now) {
        unfollow(table);
        return LINE_NEVER;
    }
    int64_t due = lonely && table->until < table->line.due ? table->until : table->line.due;
    return due < next ? due : next;
}

int64_t relay_end_turn(struct relay *relay)
{
    int64_t now = system_millis(), next = LINE_NEVER;
    for (struct relay_table *table = relay->tables, *after; table; table = after) {
        after = table->next;
        int64_t due = turn(table, now);
        next = due < next ? due : next;
    }
    return next;
}

/* ---- all of it ---- */

void relay_counts(const struct relay *relay, struct relay_counts *counts)
{
    bool cut = false;
    *counts = (struct relay_counts){.watchers = relay->watcher_count, .tables = relay->table_count};
    for (const struct relay_table *table = relay->tables; table; table = table->next) {
        counts->lines += table->line.step == LINE_TALKS;
        cut |= table->cut;
    }
    if (cut && counts->lines == 0)
        counts->trouble = "serve.relay.lost";
}

struct relay *relay_new(const struct relay_settings *settings)
{
    struct relay *relay = calloc(1, sizeof *relay);
    if (relay)
        relay->settings = *settings;
    return relay;
}

void relay_free(struct relay *relay)
{
    struct relay_table *next = relay ? relay->tables : NULL;
    for (struct relay_table *table = next; table; table = next) {
        next = table->next;
        free_table(table);
    }
    free(relay);
}
