/* SPDX-License-Identifier: MIT */
/* Requests of a page: reading their members, writing answers, and who serves which. */
#include "wasm/page.h"

#include "base/check.h"
#include "base/qr.h"
#include "wasm/page_parts.h"

enum { GAME_TEXT_MAX = 32, QR_TEXT_MAX = 512 };

/* ---- members of a request ---- */

const char *blame(struct page *page, const char *key)
{
    page->field = key;
    return "field";
}

bool page_has(const struct page *page, const char *key)
{
    return json_member(&page->json, 0, key) != 0;
}

const char *need_integer(struct page *page, const char *key, int64_t min, int64_t max, int64_t *out)
{
    uint32_t value = json_member(&page->json, 0, key);
    int64_t number;
    if (value == 0 || !json_integer(&page->json, value, &number) || number < min || number > max)
        return blame(page, key);
    *out = number;
    return NULL;
}

const char *need_bool(struct page *page, const char *key, bool *out)
{
    uint32_t value = json_member(&page->json, 0, key);
    enum json_type type = page->values[value].type;
    if (value == 0 || (type != JSON_TRUE && type != JSON_FALSE))
        return blame(page, key);
    *out = type == JSON_TRUE;
    return NULL;
}

bool read_string(const struct page *page, uint32_t value, char *out, size_t capacity)
{
    if (value == 0 || page->values[value].type != JSON_STRING)
        return false;
    int64_t size = json_string(&page->json, value, out, capacity);
    return size >= 0 && (size_t)size == string_size(out);
}

const char *need_string(struct page *page, const char *key, char *out, size_t capacity)
{
    bool fits = read_string(page, json_member(&page->json, 0, key), out, capacity);
    return fits ? NULL : blame(page, key);
}

const char *need_array(struct page *page, const char *key, uint32_t *array)
{
    *array = json_member(&page->json, 0, key);
    return *array != 0 && page->values[*array].type == JSON_ARRAY ? NULL : blame(page, key);
}

const char *need_game(struct page *page, const struct game **game)
{
    char name[GAME_TEXT_MAX];
    const char *reason = need_string(page, "game", name, sizeof name);
    *game = reason ? NULL : game_find(name);
    return *game ? NULL : blame(page, "game");
}

const char *need_viewer(struct page *page, int seats, int *viewer)
{
    uint32_t value = json_member(&page->json, 0, "viewer");
    int64_t seat = SPECTATOR;
    if (value == 0)
        return blame(page, "viewer");
    if (json_is(&page->json, value, "truth"))
        seat = TRUTH;
    else if (page->values[value].type != JSON_NULL &&
             need_integer(page, "viewer", 0, seats - 1, &seat))
        return blame(page, "viewer");
    *viewer = (int)seat;
    return NULL;
}

/* ---- members of an answer ---- */

void put_number(struct page *page, const char *key, int64_t number)
{
    json_out_key(&page->to, key);
    json_out_integer(&page->to, number);
}

void put_string(struct page *page, const char *key, const char *string)
{
    json_out_key(&page->to, key);
    json_out_string(&page->to, string);
}

void put_bool(struct page *page, const char *key, bool value)
{
    json_out_key(&page->to, key);
    json_out_bool(&page->to, value);
}

void put_null(struct page *page, const char *key)
{
    json_out_key(&page->to, key);
    json_out_null(&page->to);
}

void put_numbers(struct page *page, const char *key, const int32_t *numbers, int count)
{
    json_out_key(&page->to, key);
    json_out_open(&page->to, '[');
    for (int i = 0; i < count; i++)
        json_out_integer(&page->to, numbers[i]);
    json_out_close(&page->to, ']');
}

void put_hex(struct page *page, const char *key, const uint8_t *bytes, size_t size)
{
    char hex[2 * SHA256_SIZE + 1];
    struct text text;
    text_init(&text, hex, sizeof hex);
    text_hex(&text, bytes, size);
    CHECK(!text.overflow);
    put_string(page, key, hex);
}

void put_seats(struct page *page, const char *key, uint16_t seats)
{
    json_out_key(&page->to, key);
    json_out_open(&page->to, '[');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (seats >> seat & 1)
            json_out_integer(&page->to, seat);
    json_out_close(&page->to, ']');
}

void put_scores(struct page *page, const struct outcome *outcome, int seats)
{
    if (outcome->scored)
        put_numbers(page, "scores", outcome->score, seats);
    else
        put_null(page, "scores");
}

void put_piece(struct page *page, const struct game *game, int piece)
{
    char bytes[MOVE_TEXT_MAX];
    struct text text;
    if (piece == NO_PIECE)
        return;
    text_init(&text, bytes, sizeof bytes);
    game->write_piece(piece, &text);
    put_string(page, "piece", bytes);
}

void put_position(struct page *page, const struct game *game, const struct state *state)
{
    char position[POSITION_MAX];
    struct text text;
    text_init(&text, position, sizeof position);
    game_write(game, state, &text);
    put_string(page, "position", position);
}

void write_move(struct page *page, const struct game *game, const struct state *state, move m)
{
    char bytes[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, bytes, sizeof bytes);
    game->write_move(state, m, &text);
    CHECK(!text.overflow);
    json_out_string(&page->to, bytes);
}

/* ---- games and levels ---- */

static void write_game(struct page *page, const struct game *game)
{
    const int32_t seats[] = {game->seats_min, game->seats_max};
    json_out_open(&page->to, '{');
    put_string(page, "name", game->name);
    put_numbers(page, "seats", seats, 2);
    put_bool(page, "hidden", game->hidden);
    json_out_key(&page->to, "options");
    json_out_open(&page->to, '[');
    for (const struct option *option = game->options; option->name; option++) {
        json_out_open(&page->to, '{');
        put_string(page, "name", option->name);
        json_out_key(&page->to, "values");
        json_out_open(&page->to, '[');
        for (int i = 0; i < option->count; i++)
            json_out_string(&page->to, option->values[i]);
        json_out_close(&page->to, ']');
        json_out_close(&page->to, '}');
    }
    json_out_close(&page->to, ']');
    json_out_close(&page->to, '}');
}

const char *do_games(struct page *page)
{
    const struct game *game;
    const char *level;
    json_out_key(&page->to, "games");
    json_out_open(&page->to, '[');
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        write_game(page, game);
    json_out_close(&page->to, ']');
    json_out_key(&page->to, "levels");
    json_out_open(&page->to, '[');
    for (int i = 0; (level = level_name(i)) != NULL; i++)
        json_out_string(&page->to, level);
    json_out_close(&page->to, ']');
    return NULL;
}

const char *do_levels(struct page *page)
{
    const struct game *game;
    const char *level, *reason = need_game(page, &game);
    if (reason)
        return reason;
    json_out_key(&page->to, "levels");
    json_out_open(&page->to, '[');
    for (int i = 0; (level = level_name(i)) != NULL; i++) {
        struct player player = player_at(game, i);
        json_out_open(&page->to, '{');
        put_string(page, "name", level);
        put_number(page, "nodes", (int64_t)player.skill.nodes);
        put_number(page, "millis", player.skill.millis);
        json_out_close(&page->to, '}');
    }
    json_out_close(&page->to, ']');
    return NULL;
}

/* A text as a QR code; in the page, for what is to go no further. */
static const char *do_qr(struct page *page)
{
    char given[QR_TEXT_MAX + 1], squares[QR_WIDTH_MAX * QR_WIDTH_MAX + 1];
    struct text text;
    struct qr qr;
    const char *reason = need_string(page, "text", given, sizeof given);
    if (reason)
        return reason;
    if (!qr_make(&qr, given, string_size(given), QR_MEDIUM, QR_MASK_BEST))
        return blame(page, "text");
    text_init(&text, squares, sizeof squares);
    for (int i = 0; i < qr.width * qr.width; i++)
        text_char(&text, qr_dark(&qr, i % qr.width, i / qr.width) ? '1' : '0');
    put_number(page, "width", qr.width);
    put_string(page, "squares", squares);
    return NULL;
}

/* ---- all requests ---- */

static const struct {
    const char *name;
    const char *(*run)(struct page *);
} requests[] = {
    {"games", do_games},     {"levels", do_levels},   {"look", do_look},       {"reach", do_reach},
    {"moves", do_moves},     {"explain", do_explain}, {"advise", do_advise},   {"open", do_open},
    {"restore", do_restore}, {"guest", do_guest},     {"command", do_command}, {"tick", do_tick},
    {"greet", do_greet},     {"think", do_think},     {"pause", do_pause},     {"wake", do_wake},
    {"replay", do_replay},   {"verify", do_verify},   {"qr", do_qr},
};

static void begin(struct page *page)
{
    text_init(&page->out, page->out_bytes, sizeof page->out_bytes);
    json_out_init(&page->to, &page->out);
    json_out_open(&page->to, '{');
}

static const char *serve(struct page *page)
{
    uint32_t name = json_member(&page->json, 0, "do");
    if (name != 0)
        for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
            if (json_is(&page->json, name, requests[i].name))
                return requests[i].run(page);
    return "do";
}

static void answer_error(struct page *page, const char *reason)
{
    begin(page);
    put_string(page, "error", reason);
    if (page->field)
        put_string(page, "field", page->field);
    if (page->at >= 0)
        put_number(page, "at", page->at);
    json_out_close(&page->to, '}');
}

void page_ask(struct page *page, const char *request, size_t size)
{
    const char *reason;
    page->field = NULL;
    page->at = -1;
    begin(page);
    if (size > PAGE_IN_MAX)
        reason = "long";
    else if (json_read(&page->json, page->values, PAGE_VALUES_MAX, request, size))
        reason = "json";
    else if (page->values[0].type != JSON_OBJECT)
        reason = "object";
    else
        reason = serve(page);
    json_out_close(&page->to, '}');
    if (!reason && page->out.overflow) /* PAGE_OUT_MAX says why this does not happen */
        reason = "size";
    if (reason)
        answer_error(page, reason);
}
