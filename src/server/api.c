/* SPDX-License-Identifier: MIT */
/*
 * What is asked for by HTTP: the page's files, the interface under /api, a WebSocket, and what
 * those who run the server want to know. docs/protocol.md shows it all.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "base/handshake.h"
#include "base/json.h"
#include "server/assets.h"
#include "server/qr.h"
#include "server/server_parts.h"

enum { VALUES_MAX = 32, GAUGES_MAX = 16, NAME_SIZE = 24 };

#define TYPE_JSON "application/json"
#define TYPE_TEXT "text/plain; charset=utf-8"

/* On every answer. */
#define SAFETY                                                                                     \
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "          \
    "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "                \
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "                \
    "frame-ancestors 'none'\r\n"                                                                   \
    "referrer-policy: no-referrer\r\n"                                                             \
    "x-content-type-options: nosniff\r\n"                                                          \
    "cross-origin-resource-policy: same-origin\r\n"

/* A request being answered. */
struct call {
    struct conn *conn;
    struct server *server;
    struct http *http;
    char path[HTTP_TARGET_MAX]; /* without what follows a question mark */
    struct text head;
};

static struct server *server_of(const struct conn *conn)
{
    return conn->tcp.loop->data;
}

/* ---- answers ---- */

static const char *status_text(int status)
{
    switch (status) {
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 201: return "Created";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return "Error";
    }
}

static void head_line(struct call *call, const char *name, const char *value)
{
    text_string(&call->head, name);
    text_string(&call->head, ": ");
    text_string(&call->head, value);
    text_string(&call->head, "\r\n");
}

static void head_begin(struct call *call, int status)
{
    text_init(&call->head, call->server->head, sizeof call->server->head);
    text_string(&call->head, "HTTP/1.1 ");
    text_number(&call->head, status);
    text_char(&call->head, ' ');
    text_string(&call->head, status_text(status));
    text_string(&call->head, "\r\n" SAFETY);
    if (!call->http->keep_alive && status != 101)
        head_line(call, "connection", "close");
}

static void head_end(struct call *call, size_t size)
{
    text_string(&call->head, "content-length: ");
    text_number(&call->head, (int64_t)size);
    text_string(&call->head, "\r\n\r\n");
}

static void finish(struct call *call)
{
    if (!call->http->keep_alive)
        call->conn->ending = true;
}

/* The head has its own lines already. */
static void send_body(struct call *call, const char *type, const char *body, size_t size,
                      uint64_t ticket)
{
    head_line(call, "content-type", type);
    head_line(call, "cache-control", "no-store");
    head_end(call, size);
    if (conn_send(call->conn, call->head.bytes, call->head.size, ticket) && !call->http->head_only)
        conn_send(call->conn, body, size, ticket);
    finish(call);
}

static void answer(struct call *call, int status, const char *type, const char *body, size_t size)
{
    head_begin(call, status);
    send_body(call, type, body, size, 0);
}

static void answer_reason(struct call *call, int status, const char *reason)
{
    struct text text;
    struct json_out out;
    text_init(&text, call->server->body, sizeof call->server->body);
    json_out_init(&out, &text);
    json_out_open(&out, '{');
    json_out_key(&out, "reason");
    json_out_string(&out, reason);
    json_out_close(&out, '}');
    head_begin(call, status);
    if (status == 405)
        head_line(call, "allow", "GET, HEAD, POST");
    if (status == 429)
        head_line(call, "retry-after", "60");
    send_body(call, TYPE_JSON, text.bytes, text.size, 0);
}

/* Too much of something: the end of this connection too. */
static void answer_often(struct call *call, enum refusal why, const char *reason)
{
    call->server->metrics.refused[why]++;
    call->http->keep_alive = false;
    call->conn->unwelcome = true;
    answer_reason(call, 429, reason);
}

/* What went wrong in the hub, as a status of HTTP. */
static void answer_failure(struct call *call, const char *reason)
{
    struct scan scan = {reason};
    bool unknown =
        string_equal(reason, "serve.table.unknown") || string_equal(reason, "serve.table.finished");
    bool store = scan_string(&scan, "store."), full = string_equal(reason, "table.memory.none");
    enum refusal why = unknown ? REFUSAL_UNKNOWN
                       : store ? REFUSAL_STORE
                       : full  ? REFUSAL_FULL
                               : REFUSAL_HTTP;
    call->server->metrics.refused[why]++;
    answer_reason(call, unknown ? 404 : store || full ? 503 : 400, reason);
}

/* ---- limits ---- */

/* The last address in the list is the one that our own proxy saw. */
uint64_t api_address(const struct conn *conn, const struct http *http)
{
    const struct server *server = server_of(conn);
    const char *list = http->value[HTTP_FORWARDED_FOR_HEADER];
    if (!server->settings.public_url || conn->address != 0 || list[0] == '\0')
        return conn->address;
    const char *last = strrchr(list, ',');
    last = last ? last + 1 : list;
    while (*last == ' ')
        last++;
    return addresses_text_key(&server->addresses, last);
}

static struct address *address_row(struct call *call)
{
    struct server *server = call->server;
    uint64_t key = api_address(call->conn, call->http);
    if (key == 0)
        key = addresses_key(&server->addresses, "", 0);
    return addresses_find(&server->addresses, key, server_now());
}

/* ---- a WebSocket ---- */

/* This machine's own programs may ask as often as they like. The page's files are there; all else
 * has to be made, and counts for more. */
static bool may_ask(struct call *call)
{
    if (api_address(call->conn, call->http) == 0)
        return true;
    struct address *row = address_row(call);
    int price = asset_find(call->path) ? 1 : MADE_PRICE;
    return row && bucket_pay(&row->requests, price, server_now(), REQUESTS_BURST, REQUESTS_MS);
}

/* Behind a proxy it shows only now whose connection this is. */
static bool count_member(struct call *call)
{
    struct conn *conn = call->conn;
    uint64_t key = api_address(conn, call->http);
    if (key == 0)
        return true;
    struct address *row = address_row(call);
    if (!row || (key != conn->address && row->connections >= ADDRESS_CONNECTIONS_MAX) ||
        !bucket_take(&row->arrivals, server_now(), ARRIVALS_BURST, ARRIVALS_MS))
        return false;
    if (key == conn->address)
        return true;
    row->connections++;
    conn->address = key;
    conn->counted = true;
    return true;
}

static void answer_upgrade(struct call *call)
{
    struct http *http = call->http;
    struct conn *conn = call->conn;
    char accept[HANDSHAKE_ACCEPT_SIZE + 1];
    bool sound = string_equal(call->path, "/ws") && !http->head_only &&
                 http_list_has(http->value[HTTP_UPGRADE_HEADER], "websocket") &&
                 handshake_accept(http->value[HTTP_WEBSOCKET_KEY_HEADER], accept);
    http->keep_alive = false; /* unless it works */
    if (!sound) {
        call->server->metrics.refused[REFUSAL_HTTP]++;
        answer_reason(call, 400, "serve.request.broken");
        return;
    }
    if (!string_equal(http->value[HTTP_WEBSOCKET_VERSION_HEADER], "13")) {
        head_begin(call, 426);
        head_line(call, "sec-websocket-version", "13");
        send_body(call, TYPE_TEXT, "", 0, 0);
        return;
    }
    if (!server_allows_origin(call->server, http->value[HTTP_ORIGIN_HEADER])) {
        call->server->metrics.refused[REFUSAL_ORIGIN]++;
        answer_reason(call, 403, "serve.origin.foreign");
        return;
    }
    if (!count_member(call)) {
        answer_often(call, REFUSAL_ADDRESS, "serve.rate.often");
        return;
    }
    head_begin(call, 101);
    head_line(call, "upgrade", "websocket");
    head_line(call, "connection", "Upgrade");
    head_line(call, "sec-websocket-accept", accept);
    text_string(&call->head, "\r\n");
    if (!conn_send(conn, call->head.bytes, call->head.size, 0))
        return;
    conn->websocket = true;
    conn->deadline = call->server->seconds + REQUEST_S;
    call->server->websocket_count++;
    call->server->metrics.counter[COUNT_UPGRADES]++;
}

/* ---- POST /api/tables ---- */

static const char *read_opening(const struct http *http, struct hub_opening *opening)
{
    struct json json;
    struct json_value values[VALUES_MAX];
    char name[NAME_SIZE];
    int64_t seats = 0;
    if (json_read(&json, values, VALUES_MAX, http->body, http->body_size) ||
        values[0].type != JSON_OBJECT)
        return "serve.request.broken";
    uint32_t game = json_member(&json, 0, "game"), given = json_member(&json, 0, "seats");
    uint32_t screen = json_member(&json, 0, "screen");
    if (game == 0 || values[game].type != JSON_STRING ||
        json_string(&json, game, name, sizeof name) < 0)
        return "serve.game.unknown";
    opening->game = game_find(name);
    if (!opening->game)
        return "serve.game.unknown";
    if (given != 0 && (!json_integer(&json, given, &seats) || seats < 1 || seats > SEATS_MAX))
        return "game.seats.range";
    opening->seats = (int)seats;
    opening->screen = screen != 0 && values[screen].type == JSON_TRUE;
    return NULL;
}

/* What people open in order to come to a table. */
static void write_link(struct call *call, const char *code, char link[SERVER_LINK_MAX])
{
    struct text text;
    text_init(&text, link, SERVER_LINK_MAX);
    server_link(call->server, &text);
    text_string(&text, "/#");
    text_string(&text, code);
}

static void write_opened(struct call *call, const struct hub_opened *opened, struct text *text)
{
    struct json_out out;
    char link[SERVER_LINK_MAX];
    write_link(call, opened->code, link);
    json_out_init(&out, text);
    json_out_open(&out, '{');
    json_out_key(&out, "table");
    json_out_integer(&out, opened->table);
    json_out_key(&out, "code");
    json_out_string(&out, opened->code);
    json_out_key(&out, "token");
    json_out_string(&out, opened->token);
    json_out_key(&out, "link");
    json_out_string(&out, link);
    json_out_close(&out, '}');
}

static void open_table(struct call *call)
{
    struct hub_opening opening = {0};
    struct hub_opened opened;
    struct text text;
    struct address *row = address_row(call);
    int64_t now = server_now();
    bool near = api_address(call->conn, call->http) == 0;
    if (!http_list_has(call->http->value[HTTP_CONTENT_TYPE_HEADER], TYPE_JSON)) {
        call->server->metrics.refused[REFUSAL_HTTP]++;
        answer_reason(call, 415, "serve.request.broken");
        return;
    }
    if (!near && (!row || !bucket_take(&row->openings, now, OPENINGS_BURST, OPENINGS_MS))) {
        answer_often(call, REFUSAL_ADDRESS, "serve.rate.often");
        return;
    }
    const char *reason = read_opening(call->http, &opening);
    if (!reason)
        reason = hub_open(call->server->hub, &opening, &opened, now);
    if (reason) {
        answer_failure(call, reason);
        return;
    }
    text_init(&text, call->server->body, sizeof call->server->body);
    write_opened(call, &opened, &text);
    head_begin(call, 201);
    send_body(call, TYPE_JSON, text.bytes, text.size, opened.ticket);
}

/* ---- GET /api/rooms/CODE ---- */

static void write_room(const struct table *table, int64_t id, struct text *text)
{
    static const char *const phases[] = {"lobby", "play", "over"};
    struct json_out out;
    int empty = 0;
    for (int seat = 0; seat < table->seats; seat++)
        empty += table->seat[seat].kind == SEAT_EMPTY;
    json_out_init(&out, text);
    json_out_open(&out, '{');
    json_out_key(&out, "table");
    json_out_integer(&out, id);
    json_out_key(&out, "code");
    json_out_string(&out, table->code);
    json_out_key(&out, "game");
    json_out_string(&out, table->game->name);
    json_out_key(&out, "phase");
    json_out_string(&out, phases[table->phase]);
    json_out_key(&out, "seats");
    json_out_integer(&out, table->seats);
    json_out_key(&out, "empty");
    json_out_integer(&out, empty);
    json_out_close(&out, '}');
}

static void show_room(struct call *call, const char *given)
{
    char code[CODE_SIZE + 1];
    int64_t id, now = server_now();
    const char *reason = "serve.table.unknown";
    struct address *row = address_row(call);
    if (!row || bucket_empty(&row->guesses, now, GUESSES_BURST, GUESSES_MS)) {
        answer_often(call, REFUSAL_CODE, "serve.code.often");
        return;
    }
    const struct table *table = NULL;
    if (hub_clean_code(given, string_size(given), code))
        table = hub_find(call->server->hub, code, 0, now, &id, &reason);
    if (!table) {
        if (string_equal(reason, "serve.table.unknown"))
            bucket_take(&row->guesses, now, GUESSES_BURST, GUESSES_MS);
        answer_failure(call, reason);
        return;
    }
    struct text text;
    text_init(&text, call->server->body, sizeof call->server->body);
    write_room(table, id, &text);
    answer(call, 200, TYPE_JSON, text.bytes, text.size);
}

/* ---- GET /api/qr/CODE ---- */

/* The link to a table, as text and as squares. Whether there is such a table is not asked: what the
 * answer says is known to whoever has the code. */
static void show_qr(struct call *call, const char *given)
{
    struct json_out out;
    struct text text, bits;
    char code[CODE_SIZE + 1], link[SERVER_LINK_MAX], squares[QR_SQUARES_MAX + 1];
    if (!hub_clean_code(given, string_size(given), code)) {
        answer_failure(call, "serve.table.unknown");
        return;
    }
    write_link(call, code, link);
    text_init(&bits, squares, sizeof squares);
    int width = qr_squares(link, &bits);
    text_init(&text, call->server->body, sizeof call->server->body);
    json_out_init(&out, &text);
    json_out_open(&out, '{');
    json_out_key(&out, "link");
    json_out_string(&out, link);
    json_out_key(&out, "width");
    json_out_integer(&out, width);
    json_out_key(&out, "squares");
    json_out_string(&out, squares);
    json_out_close(&out, '}');
    answer(call, 200, TYPE_JSON, text.bytes, text.size);
}

/* ---- GET /api/tables/ID/record and /record/N ---- */

static void show_record(struct call *call, int64_t id, int64_t n)
{
    struct server *server = call->server;
    struct text text;
    if (!server->record && !(server->record = malloc(STORE_RECORD_MAX + 1))) {
        answer_failure(call, "table.memory.none");
        return;
    }
    text_init(&text, server->record, STORE_RECORD_MAX + 1);
    enum store_status status = store_record(server->store, id, n, &text);
    if (status != STORE_OK) {
        if (status == STORE_ABSENT)
            answer_reason(call, 404, "serve.record.unknown");
        else
            answer_failure(call, store_reason(status));
        return;
    }
    head_begin(call, 200);
    head_line(call, "content-disposition", "attachment; filename=\"game.kufsa\"");
    send_body(call, TYPE_TEXT, text.bytes, text.size, 0);
}

static bool route_record(struct call *call, struct scan *path)
{
    int64_t id, n = 0;
    if (!scan_number(path, 1, INT64_MAX, &id) || !scan_string(path, "/record"))
        return false;
    if (!scan_end(path) &&
        (!scan_char(path, '/') || !scan_number(path, 1, INT32_MAX, &n) || !scan_end(path)))
        return false;
    show_record(call, id, n);
    return true;
}

/* ---- GET /api/games ---- */

static void write_game(struct json_out *out, const struct game *game)
{
    json_out_open(out, '{');
    json_out_key(out, "name");
    json_out_string(out, game->name);
    json_out_key(out, "seats");
    json_out_open(out, '[');
    json_out_integer(out, game->seats_min);
    json_out_integer(out, game->seats_max);
    json_out_close(out, ']');
    json_out_key(out, "options");
    json_out_open(out, '{');
    for (const struct option *option = game->options; option->name; option++) {
        json_out_key(out, option->name);
        json_out_open(out, '[');
        for (int i = 0; i < option->count; i++)
            json_out_string(out, option->values[i]);
        json_out_close(out, ']');
    }
    json_out_close(out, '}');
    json_out_close(out, '}');
}

static void show_games(struct call *call)
{
    struct text text;
    struct json_out out;
    const struct game *game;
    text_init(&text, call->server->body, sizeof call->server->body);
    json_out_init(&out, &text);
    json_out_open(&out, '{');
    json_out_key(&out, "games");
    json_out_open(&out, '[');
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        write_game(&out, game);
    json_out_close(&out, ']');
    json_out_key(&out, "levels");
    json_out_open(&out, '[');
    for (int i = 0; level_name(i); i++)
        json_out_string(&out, level_name(i));
    json_out_close(&out, ']');
    json_out_close(&out, '}');
    answer(call, 200, TYPE_JSON, text.bytes, text.size);
}

/* ---- for those who run it ---- */

static void show_health(struct call *call)
{
    struct hub_counts counts;
    hub_counts(call->server->hub, &counts);
    if (counts.paused)
        answer_reason(call, 503, counts.paused);
    else
        answer(call, 200, TYPE_TEXT, "ok\n", 3);
}

static int64_t resident_bytes(void)
{
    size_t size = 0;
    return uv_resident_set_memory(&size) == 0 ? (int64_t)size : 0;
}

static void show_metrics(struct call *call)
{
    struct server *server = call->server;
    struct hub_counts hub;
    struct store_counts store = {0};
    struct text text;
    hub_counts(server->hub, &hub);
    store_counts(server->store, &store);
    const struct gauge gauges[] = {
        {"connections", "connections now", server->conn_count},
        {"websockets", "WebSockets now", server->websocket_count},
        {"members", "connections at tables now", hub.members},
        {"tables", "tables in memory now", hub.tables},
        {"thinking", "tables whose bots think or wait for it", hub.thinking},
        {"addresses", "addresses that limits are kept for", (int64_t)server->addresses.count},
        {"paused", "1 while nothing can be kept", hub.paused != NULL},
        {"store_queued_bytes", "bytes that wait to be durable", (int64_t)store.queued_bytes},
        {"store_transactions", "transactions of the store so far", (int64_t)store.transactions},
        {"store_failures", "transactions that failed so far", (int64_t)store.failures},
        {"store_unfinished", "unfinished tables in the store", store.unfinished},
        {"resident_bytes", "memory of the process", resident_bytes()},
    };
    text_init(&text, server->body, sizeof server->body);
    metrics_write(&server->metrics, gauges, (int)(sizeof gauges / sizeof *gauges), &text);
    answer(call, 200, "text/plain; version=0.0.4; charset=utf-8", text.bytes, text.size);
}

/* ---- files ---- */

static void show_asset(struct call *call, const struct asset *asset)
{
    static const char *const names[] = {NULL, "gzip", "br"};
    struct http *http = call->http;
    enum asset_coding coding = asset_choose(asset, http->value[HTTP_ACCEPT_ENCODING_HEADER]);
    bool fresh = string_equal(http->value[HTTP_IF_NONE_MATCH_HEADER], asset->etag);
    size_t size = asset_size(asset, coding);
    head_begin(call, fresh ? 304 : 200);
    head_line(call, "etag", asset->etag);
    head_line(call, "vary", "accept-encoding");
    head_line(call, "cache-control",
              asset->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    if (!fresh) {
        head_line(call, "content-type", asset->type);
        if (names[coding])
            head_line(call, "content-encoding", names[coding]);
    }
    if (fresh)
        text_string(&call->head, "\r\n");
    else
        head_end(call, size);
    if (fresh || http->head_only)
        conn_send(call->conn, call->head.bytes, call->head.size, 0);
    else
        conn_send_static(call->conn, call->head.bytes, call->head.size, asset->coding[coding].bytes,
                         size);
    finish(call);
}

/* ---- routes ---- */

static void route_get(struct call *call)
{
    struct scan path = {call->path};
    const struct asset *asset = asset_find(call->path);
    if (asset)
        show_asset(call, asset);
    else if (string_equal(call->path, "/healthz"))
        show_health(call);
    else if (string_equal(call->path, "/metrics"))
        show_metrics(call);
    else if (string_equal(call->path, "/api/games"))
        show_games(call);
    else if (scan_string(&path, "/api/rooms/"))
        show_room(call, path.at);
    else if (scan_string(&path, "/api/qr/"))
        show_qr(call, path.at);
    else if (!scan_string(&path, "/api/tables/") || !route_record(call, &path))
        answer_reason(call, string_equal(call->path, "/ws") ? 426 : 404, "serve.page.unknown");
}

static void route_post(struct call *call)
{
    if (!server_allows_origin(call->server, call->http->value[HTTP_ORIGIN_HEADER])) {
        call->server->metrics.refused[REFUSAL_ORIGIN]++;
        answer_reason(call, 403, "serve.origin.foreign");
    } else if (string_equal(call->path, "/api/tables")) {
        open_table(call);
    } else {
        answer_reason(call, 404, "serve.page.unknown");
    }
}

void api_answer(struct conn *conn, struct http *http, enum http_verdict verdict)
{
    struct call call = {.conn = conn, .server = server_of(conn), .http = http};
    size_t size = strcspn(http->target, "?#");
    memcpy(call.path, http->target, size);
    call.path[size] = '\0';
    if (verdict == HTTP_REFUSED) {
        call.server->metrics.refused[REFUSAL_HTTP]++;
        http->keep_alive = false;
        answer_reason(&call, http->status, "serve.request.broken");
    } else if (!may_ask(&call)) {
        answer_often(&call, REFUSAL_ADDRESS, "serve.rate.often");
    } else if (verdict == HTTP_SWITCH) {
        answer_upgrade(&call);
    } else if (http->post) {
        route_post(&call);
    } else {
        route_get(&call);
    }
}
