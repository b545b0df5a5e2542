/* SPDX-License-Identifier: MIT */
/*
 * Answers HTTP requests: the page's files, the interface under /api, WebSocket handshakes, and
 * figures for operators. docs/protocol.md shows it all.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/handshake.h"
#include "base/json.h"
#include "server/assets.h"
#include "server/qr.h"
#include "server/server_parts.h"

enum { VALUES_MAX = 32, NAME_SIZE = 24 };

#define TYPE_JSON "application/json"
#define TYPE_TEXT "text/plain; charset=utf-8"

/* Headers of every answer. */
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
    char path[HTTP_TARGET_MAX]; /* without the query */
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
    case 302: return "Found";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 421: return "Misdirected Request";
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

/* The head already has its own lines. */
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
    json_out_start(&out, &text, call->server->body, sizeof call->server->body);
    json_out_open(&out, '{');
    json_put_string(&out, "reason", reason);
    json_out_close(&out, '}');
    head_begin(call, status);
    if (status == 405)
        head_line(call, "allow", "GET, HEAD, POST");
    if (status == 429)
        head_line(call, "retry-after", "60");
    send_body(call, TYPE_JSON, text.bytes, text.size, 0);
}

/* A limit was exceeded: answers and closes the connection too. */
static void answer_often(struct call *call, enum refusal why, const char *reason)
{
    call->server->metrics.refused[why]++;
    call->http->keep_alive = false;
    call->conn->unwelcome = true;
    answer_reason(call, 429, reason);
}

/* Turns a failure of the hub into an HTTP status. */
static void answer_failure(struct call *call, const char *reason)
{
    const struct hub_reason *row = hub_reason(reason);
    call->server->metrics.refused[row->status == 400 ? REFUSAL_HTTP : row->refusal]++;
    answer_reason(call, row->status, reason);
}

/* ---- limits ---- */

/* The last address in the list is the one our own proxy saw. */
static uint64_t api_address(const struct conn *conn, const struct http *http)
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

static struct address_row *address_row(struct call *call)
{
    struct server *server = call->server;
    uint64_t key = api_address(call->conn, call->http);
    if (key == 0)
        key = addresses_key(&server->addresses, "", 0);
    return addresses_find(&server->addresses, key, server_now());
}

/* ---- a WebSocket ---- */

/* Programs on this machine may ask as often as they like. The page's files are ready; anything else
 * has to be made, and costs more. */
static bool may_ask(struct call *call)
{
    if (api_address(call->conn, call->http) == 0)
        return true;
    struct address_row *row = address_row(call);
    int price = asset_find(call->path) ? 1 : MADE_PRICE;
    return row && bucket_pay(&row->requests, price, server_now(), REQUESTS_BURST, REQUESTS_MS);
}

/* Behind a proxy, only this request shows whose connection it is. */
static bool count_member(struct call *call)
{
    struct conn *conn = call->conn;
    uint64_t key = api_address(conn, call->http);
    if (key == 0)
        return true;
    struct address_row *row = address_row(call);
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

/* "/watch/CODE", at a relay; proxies lead all who watch a table to the same one. */
static bool is_watch(const struct call *call)
{
    char code[CODE_SIZE + 1];
    struct scan path = {call->path};
    return call->server->relay && scan_string(&path, "/watch/") &&
           hub_clean_code(path.at, string_size(path.at), code);
}

static void answer_upgrade(struct call *call)
{
    struct http *http = call->http;
    struct conn *conn = call->conn;
    char accept[HANDSHAKE_ACCEPT_SIZE + 1];
    const char *home = call->server->home;
    bool mine = string_equal(call->path, "/ws") || (home && string_equal(call->path, home)) ||
                is_watch(call);
    bool sound = mine && !http->head_only && http->modern &&
                 http_list_has(http->value[HTTP_UPGRADE_HEADER], "websocket") &&
                 handshake_accept(http->value[HTTP_WEBSOCKET_KEY_HEADER], accept);
    http->keep_alive = false; /* unless the handshake succeeds */
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
    json_get_string(&json, 0, "game", name, sizeof name);
    opening->game = game_find(name);
    if (!opening->game)
        return "serve.game.unknown";
    if (json_member(&json, 0, "seats") != 0 &&
        !json_get_integer(&json, 0, "seats", 1, SEATS_MAX, &seats))
        return "game.seats.range";
    opening->seats = (int)seats;
    opening->screen = json_get(&json, 0, "screen", JSON_TRUE) != 0;
    return NULL;
}

/* The link that people open to join a table, or to watch it. */
static void write_link(struct call *call, const char *code, char link[SERVER_LINK_MAX])
{
    struct text text;
    text_init(&text, link, SERVER_LINK_MAX);
    server_link(call->server, &text);
    text_string(&text, call->server->relay ? "/watch/" : "/#");
    text_string(&text, code);
}

static void write_opened(struct call *call, const struct hub_opened *opened, struct text *text)
{
    struct json_out out;
    char link[SERVER_LINK_MAX];
    write_link(call, opened->code, link);
    json_out_init(&out, text);
    json_out_open(&out, '{');
    json_put_integer(&out, "table", opened->table);
    json_put_string(&out, "code", opened->code);
    json_put_string(&out, "token", opened->token);
    json_put_string(&out, "link", link);
    if (call->server->home)
        json_put_string(&out, "home", call->server->home);
    json_out_close(&out, '}');
}

static void tell_opened(struct call *call, const struct hub_opened *opened)
{
    struct text text;
    text_init(&text, call->server->body, sizeof call->server->body);
    write_opened(call, opened, &text);
    head_begin(call, 201);
    send_body(call, TYPE_JSON, text.bytes, text.size, opened->ticket);
}

static void open_table(struct call *call)
{
    struct hub_opening opening = {0};
    struct address_row *row = address_row(call);
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
    if (reason)
        answer_failure(call, reason);
    else
        hub_open_for(call->server->hub, &call->conn->member, &opening, now);
}

/* ---- GET /api/rooms/CODE ---- */

/* Of a table on another node we know only what never changes. */
static void write_room(const struct hub_reply *room, struct text *text)
{
    const struct table *table = room->table;
    struct json_out out;
    int empty = 0;
    for (int seat = 0; seat < table->seats; seat++)
        empty += table->seat[seat].kind == SEAT_EMPTY;
    json_out_init(&out, text);
    json_out_open(&out, '{');
    json_put_integer(&out, "table", room->id);
    json_put_string(&out, "code", table->code);
    json_put_string(&out, "game", table->game->name);
    if (room->home) {
        json_put_string(&out, "home", room->home);
    } else {
        json_put_string(&out, "phase", phase_names[table->phase]);
        json_put_integer(&out, "seats", table->seats);
        json_put_integer(&out, "empty", empty);
    }
    json_out_close(&out, '}');
}

static void show_room(struct call *call, const char *given)
{
    char code[CODE_SIZE + 1];
    int64_t now = server_now();
    struct address_row *row = address_row(call);
    if (!addresses_may_guess(&call->server->addresses, row, now)) {
        answer_often(call, REFUSAL_CODE, "serve.code.often");
    } else if (hub_clean_code(given, string_size(given), code)) {
        hub_ask_room(call->server->hub, &call->conn->member, code, now);
    } else {
        addresses_guessed(&call->server->addresses, row, now);
        answer_failure(call, "serve.table.unknown");
    }
}

static void tell_room(struct call *call, const struct hub_reply *room)
{
    struct text text;
    text_init(&text, call->server->body, sizeof call->server->body);
    write_room(room, &text);
    head_begin(call, 200);
    send_body(call, TYPE_JSON, text.bytes, text.size, room->ticket);
}

/* Others may have guessed from this address since it was asked. */
static void tell_unknown_room(struct call *call)
{
    struct addresses *addresses = &call->server->addresses;
    struct address_row *row = address_row(call);
    if (!addresses_may_guess(addresses, row, server_now())) {
        answer_often(call, REFUSAL_CODE, "serve.code.often");
        return;
    }
    addresses_guessed(addresses, row, server_now());
    answer_failure(call, "serve.table.unknown");
}

/* ---- GET /api/qr/CODE ---- */

/* The link to a table, as text and as squares. Whether the table exists is not checked: anyone who
 * has the code knows what the answer says. */
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
    json_out_start(&out, &text, call->server->body, sizeof call->server->body);
    json_out_open(&out, '{');
    json_put_string(&out, "link", link);
    json_put_integer(&out, "width", width);
    json_put_string(&out, "squares", squares);
    json_out_close(&out, '}');
    answer(call, 200, TYPE_JSON, text.bytes, text.size);
}

/* ---- GET /api/tables/ID/record and /record/N ---- */

static void tell_record(struct call *call, const struct hub_reply *reply)
{
    head_begin(call, 200);
    head_line(call, "content-disposition", "attachment; filename=\"game.kufsa\"");
    send_body(call, TYPE_TEXT, reply->record, reply->record_size, 0);
}

static bool route_record(struct call *call, struct scan *path)
{
    int64_t id, n = 0;
    if (!scan_number(path, 1, INT64_MAX, &id) || !scan_string(path, "/record"))
        return false;
    if (!scan_end(path) &&
        (!scan_char(path, '/') || !scan_number(path, 1, INT32_MAX, &n) || !scan_end(path)))
        return false;
    hub_ask_record(call->server->hub, &call->conn->member, id, n);
    return true;
}

/* ---- GET /api/games ---- */

static void write_game(struct json_out *out, const struct game *game)
{
    json_out_open(out, '{');
    json_put_string(out, "name", game->name);
    json_put_open(out, "seats", '[');
    json_out_integer(out, game->seats_min);
    json_out_integer(out, game->seats_max);
    json_out_close(out, ']');
    json_put_open(out, "options", '{');
    for (const struct option *option = game->options; option->name; option++) {
        json_put_open(out, option->name, '[');
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
    json_out_start(&out, &text, call->server->body, sizeof call->server->body);
    json_out_open(&out, '{');
    json_put_open(&out, "games", '[');
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        write_game(&out, game);
    json_out_close(&out, ']');
    json_put_open(&out, "levels", '[');
    for (int i = 0; level_name(i); i++)
        json_out_string(&out, level_name(i));
    json_out_close(&out, ']');
    json_out_close(&out, '}');
    answer(call, 200, TYPE_JSON, text.bytes, text.size);
}

/* ---- for operators ---- */

static void show_health(struct call *call)
{
    struct hub_counts counts;
    struct relay_counts relay = {0};
    hub_counts(call->server->hub, &counts);
    if (call->server->relay)
        relay_counts(call->server->relay, &relay);
    if (counts.paused || relay.trouble)
        answer_reason(call, 503, counts.paused ? counts.paused : relay.trouble);
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
    struct relay_counts relay = {0};
    struct text text;
    hub_counts(server->hub, &hub);
    store_figures(server->store, &store);
    if (server->relay)
        relay_counts(server->relay, &relay);
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
        {"watchers", "connections that watch at a relay now", relay.watchers},
        {"watched_tables", "tables that a relay follows now", relay.tables},
        {"lines_up", "tables that a relay hears of now", relay.lines},
        {"resident_bytes", "memory of the process", resident_bytes()},
    };
    text_init(&text, server->body, sizeof server->body);
    metrics_write(&server->metrics, gauges, (int)(sizeof gauges / sizeof *gauges), &text);
    answer(call, 200, "text/plain; version=0.0.4; charset=utf-8", text.bytes, text.size);
}

/* ---- /api/secure, and what a phone has to trust for it ---- */

static void show_secure(struct call *call)
{
    struct server *server = call->server;
    struct text text;
    struct json_out out;
    struct certified certified;
    char link[SERVER_LINK_MAX];
    if (server->tls_port == 0) {
        answer_reason(call, 404, "serve.page.unknown");
        return;
    }
    text_init(&text, link, sizeof link);
    server_secure_link(server, &text);
    json_out_start(&out, &text, server->body, sizeof server->body);
    json_out_open(&out, '{');
    json_put_string(&out, "link", link);
    if (server->settings.certify && certify_read(server->settings.certify, &certified))
        json_put_string(&out, "print", certified.print);
    json_out_close(&out, '}');
    answer(call, 200, TYPE_JSON, text.bytes, text.size);
}

static void show_authority(struct call *call)
{
    struct server *server = call->server;
    char path[CERTIFY_PATH_MAX];
    size_t size = 0;
    if (server->settings.certify) {
        certify_path(server->settings.certify, "authority.pem", path);
        FILE *file = fopen(path, "re");
        size = file ? fread(server->body, 1, sizeof server->body, file) : 0;
        if (file)
            fclose(file);
    }
    if (size == 0 || size == sizeof server->body)
        answer_reason(call, 404, "serve.page.unknown");
    else
        answer(call, 200, "application/x-x509-ca-cert", server->body, size);
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

/* ---- a relay ---- */

/* The page does the rest. */
static void show_watch(struct call *call)
{
    char code[CODE_SIZE + 1], place[SERVER_LINK_MAX];
    struct text text;
    const char *given = strrchr(call->path, '/') + 1;
    hub_clean_code(given, string_size(given), code);
    text_init(&text, place, sizeof place);
    text_string(&text, "/#watch/");
    text_string(&text, code);
    head_begin(call, 302);
    head_line(call, "location", place);
    send_body(call, TYPE_TEXT, "", 0, 0);
}

/* What a server of tables answers, and a relay does not. */
static bool is_for_tables(const struct call *call)
{
    struct scan path = {call->path};
    return call->server->relay && !string_equal(call->path, "/api/secure") &&
           scan_string(&path, "/api/") && !scan_string(&path, "qr/");
}

/* ---- routes ---- */

static void route_get(struct call *call)
{
    struct scan path = {call->path};
    const struct asset *asset = asset_find(call->path);
    if (asset)
        show_asset(call, asset);
    else if (is_watch(call))
        show_watch(call);
    else if (is_for_tables(call))
        answer_failure(call, "serve.relay.watch");
    else if (string_equal(call->path, "/healthz"))
        show_health(call);
    else if (string_equal(call->path, "/metrics"))
        show_metrics(call);
    else if (string_equal(call->path, "/api/games"))
        show_games(call);
    else if (string_equal(call->path, "/api/secure"))
        show_secure(call);
    else if (string_equal(call->path, "/authority.crt"))
        show_authority(call);
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
    } else if (is_for_tables(call)) {
        answer_failure(call, "serve.relay.watch");
    } else if (string_equal(call->path, "/api/tables")) {
        open_table(call);
    } else {
        answer_reason(call, 404, "serve.page.unknown");
    }
}

static struct call call_of(struct conn *conn)
{
    struct call call = {.conn = conn, .server = server_of(conn), .http = conn->asked};
    size_t size = strcspn(call.http->target, "?#");
    memcpy(call.path, call.http->target, size);
    call.path[size] = '\0';
    return call;
}

/* The hub's answer about a table or a record: at once, or when the store has answered. */
void api_reply(struct conn *conn, const struct hub_reply *reply)
{
    struct call call = call_of(conn);
    if (conn->closing)
        return;
    if (reply->reason && string_equal(reply->reason, "serve.table.unknown"))
        tell_unknown_room(&call);
    else if (reply->reason)
        answer_failure(&call, reply->reason);
    else if (reply->opened)
        tell_opened(&call, reply->opened);
    else if (reply->table)
        tell_room(&call, reply);
    else
        tell_record(&call, reply);
}

void api_answer(struct conn *conn, enum http_verdict verdict)
{
    struct call call = call_of(conn);
    struct http *http = conn->asked;
    if (verdict == HTTP_REFUSED) {
        call.server->metrics.refused[REFUSAL_HTTP]++;
        http->keep_alive = false;
        answer_reason(&call, http->status, "serve.request.broken");
    } else if (!may_ask(&call)) {
        answer_often(&call, REFUSAL_ADDRESS, "serve.rate.often");
    } else if (!server_is_host(call.server, http->value[HTTP_HOST_HEADER])) {
        call.server->metrics.refused[REFUSAL_ORIGIN]++;
        http->keep_alive = false;
        answer_reason(&call, 421, "serve.host.foreign");
    } else if (verdict == HTTP_SWITCH) {
        answer_upgrade(&call);
    } else if (http->post) {
        route_post(&call);
    } else {
        route_get(&call);
    }
}
