/* SPDX-License-Identifier: MIT */
/* Requests of a page: reads their members, writes answers, and knows which function serves
 * which. */
#include "page/page.h"

#include "base/check.h"
#include "base/qr.h"
#include "match/event_json.h"
#include "match/look_json.h"
#include "page/page_parts.h"

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
    return json_get_integer(&page->json, 0, key, min, max, out) ? NULL : blame(page, key);
}

const char *need_bool(struct page *page, const char *key, bool *out)
{
    return json_get_bool(&page->json, 0, key, out) ? NULL : blame(page, key);
}

const char *need_string(struct page *page, const char *key, char *out, size_t capacity)
{
    return json_get_string(&page->json, 0, key, out, capacity) ? NULL : blame(page, key);
}

const char *need_array(struct page *page, const char *key, uint32_t *array)
{
    *array = json_get(&page->json, 0, key, JSON_ARRAY);
    return *array != 0 ? NULL : blame(page, key);
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

void put_scores(struct page *page, const struct outcome *outcome, int seats)
{
    if (outcome->scored)
        json_put_integers(&page->to, "scores", outcome->score, seats);
    else
        json_put_null(&page->to, "scores");
}

void put_piece(struct page *page, const struct game *game, int piece)
{
    piece_put_json(&page->to, game, piece);
}

void put_position(struct page *page, const struct game *game, const struct state *state)
{
    char position[POSITION_MAX];
    struct text text;
    text_init(&text, position, sizeof position);
    game_write(game, state, &text);
    json_put_string(&page->to, "position", position);
}

void put_events(struct page *page, const struct game *game, const struct events *events)
{
    json_put_open(&page->to, "events", '[');
    for (int i = 0; i < events->count; i++)
        event_write_json(&page->to, game, &events->list[i]);
    json_out_close(&page->to, ']');
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
    json_put_string(&page->to, "name", game->name);
    json_put_integers(&page->to, "seats", seats, 2);
    json_put_bool(&page->to, "hidden", game->hidden);
    json_put_bool(&page->to, "aloud", game->answer != NULL);
    json_put_open(&page->to, "options", '[');
    for (const struct option *option = game->options; option->name; option++) {
        json_out_open(&page->to, '{');
        json_put_string(&page->to, "name", option->name);
        json_put_open(&page->to, "values", '[');
        for (int i = 0; i < option->count; i++)
            json_out_string(&page->to, option->values[i]);
        json_out_close(&page->to, ']');
        json_put_integer(&page->to, "house", option->house);
        json_out_close(&page->to, '}');
    }
    json_out_close(&page->to, ']');
    json_out_close(&page->to, '}');
}

const char *do_games(struct page *page)
{
    const struct game *game;
    const char *level;
    json_put_open(&page->to, "games", '[');
    for (int i = 0; (game = game_at(i)) != NULL; i++)
        write_game(page, game);
    json_out_close(&page->to, ']');
    json_put_open(&page->to, "levels", '[');
    for (int i = 0; (level = level_name(i)) != NULL; i++)
        json_out_string(&page->to, level);
    json_out_close(&page->to, ']');
    return NULL;
}

static const char *do_levels(struct page *page)
{
    const struct game *game;
    const char *level, *reason = need_game(page, &game);
    if (reason)
        return reason;
    json_put_open(&page->to, "levels", '[');
    for (int i = 0; (level = level_name(i)) != NULL; i++) {
        struct player player = player_at(game, i);
        json_out_open(&page->to, '{');
        json_put_string(&page->to, "name", level);
        json_put_integer(&page->to, "nodes", (int64_t)player.skill.nodes);
        json_put_integer(&page->to, "millis", player.skill.millis);
        json_out_close(&page->to, '}');
    }
    json_out_close(&page->to, ']');
    return NULL;
}

/* A text as a QR code, made in the page because the text must not leave it. */
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
    json_put_integer(&page->to, "width", qr.width);
    json_put_string(&page->to, "squares", squares);
    return NULL;
}

/* ---- all requests ---- */

static const struct {
    const char *name;
    const char *(*run)(struct page *);
} requests[] = {
    {"games", do_games},   {"levels", do_levels},   {"look", do_look},
    {"reach", do_reach},   {"moves", do_moves},     {"explain", do_explain},
    {"advise", do_advise}, {"open", do_open},       {"restore", do_restore},
    {"guest", do_guest},   {"command", do_command}, {"tick", do_tick},
    {"greet", do_greet},   {"think", do_think},     {"pause", do_pause},
    {"wake", do_wake},     {"given", do_given},     {"give", do_give},
    {"after", do_after},   {"replay", do_replay},   {"verify", do_verify},
    {"qr", do_qr},         {"why", do_why},         {"play", do_play},
    {"review", do_review}, {"judge", do_judge},
};

static void begin_answer(struct page *page)
{
    json_out_start(&page->to, &page->out, page->out_bytes, sizeof page->out_bytes);
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
    begin_answer(page);
    json_put_string(&page->to, "error", reason);
    if (page->field)
        json_put_string(&page->to, "field", page->field);
    if (page->at >= 0)
        json_put_integer(&page->to, "at", page->at);
    json_out_close(&page->to, '}');
}

void page_ask(struct page *page, const char *request, size_t size)
{
    const char *reason;
    page->field = NULL;
    page->at = -1;
    begin_answer(page);
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
