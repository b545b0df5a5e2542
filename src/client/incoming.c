/* SPDX-License-Identifier: MIT */
/*
 * Reads messages. A missing member leaves its value unchanged; one of the wrong type, too long or
 * out of range makes the whole message invalid.
 */
#include <string.h>

#include "client/incoming.h"
#include "match/event_json.h"

enum {
    CIRCLE_MS = 24 * 3600 * 1000, /* the longest window or absence */
    COUNT_MAX = 1 << 30,
    RAW_MAX = 256, /* bytes of a name as it comes */
};

#define ID_MAX ((int64_t)1 << 53)

/* ---- members ---- */

static bool lacks(const struct json *json, uint32_t object, const char *key)
{
    return json_member(json, object, key) == 0;
}

static bool get_integer(const struct json *json, uint32_t object, const char *key, int64_t min,
                        int64_t max, int64_t *out)
{
    return lacks(json, object, key) || json_get_integer(json, object, key, min, max, out);
}

static bool get_bool(const struct json *json, uint32_t object, const char *key, bool *out)
{
    return lacks(json, object, key) || json_get_bool(json, object, key, out);
}

static bool is_printable(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

/* Plain text: a word, a reason, notation. */
static bool get_string(const struct json *json, uint32_t object, const char *key, char *out,
                       size_t capacity)
{
    return lacks(json, object, key) ||
           (json_get_string(json, object, key, out, capacity) && is_printable(out));
}

/* A name as a person typed it; characters that a screen cannot show are removed here too. */
static bool get_name(const struct json *json, uint32_t object, char out[PLAYER_NAME_MAX])
{
    char raw[RAW_MAX];
    if (lacks(json, object, "name"))
        return true;
    if (!json_get_string(json, object, "name", raw, sizeof raw))
        return false;
    if (!name_clean(raw, out))
        memcpy(out, "?", sizeof "?");
    return true;
}

static bool is_array(const struct json *json, uint32_t value)
{
    return value != 0 && json->values[value].type == JSON_ARRAY;
}

static bool is_object(const struct json *json, uint32_t value)
{
    return value != 0 && json->values[value].type == JSON_OBJECT;
}

/* Seat numbers, as bits. */
static bool get_seats(const struct json *json, const char *key, uint16_t *out)
{
    uint32_t array = json_member(json, 0, key);
    int64_t seat;
    if (array == 0)
        return true;
    if (!is_array(json, array))
        return false;
    *out = 0;
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next) {
        if (!json_integer(json, i, &seat) || seat < 0 || seat >= SEATS_MAX)
            return false;
        *out |= (uint16_t)(1u << seat);
    }
    return true;
}

/* A number for each seat; *there: is the list present? */
static bool get_list(const struct json *json, const char *key, int seats, int64_t min, int64_t max,
                     int64_t out[SEATS_MAX], bool *there)
{
    uint32_t array = json_member(json, 0, key);
    int at = 0;
    *there = array != 0;
    if (!*there)
        return true;
    if (!is_array(json, array) || json->values[array].count != (uint32_t)seats)
        return false;
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next, at++)
        if (!json_integer(json, i, &out[at]) || out[at] < min || out[at] > max)
            return false;
    return true;
}

/* The index of a string in a list of names. */
static bool get_choice(const struct json *json, uint32_t object, const char *key,
                       const char *const *names, int count, int *out)
{
    return lacks(json, object, key) || json_get_name(json, object, key, names, count, out);
}

/* ---- events ---- */

static bool read_place(const struct json *json, uint32_t object, const char *key,
                       struct place *place)
{
    uint32_t value = json_member(json, object, key);
    int zone = ZONE_NONE;
    int64_t seat = NO_SEAT, x = 0, y = 0;
    *place = (struct place){.zone = ZONE_NONE, .seat = NO_SEAT};
    if (value == 0)
        return true;
    if (!is_object(json, value) || json_member(json, value, "zone") == 0 ||
        !get_choice(json, value, "zone", zone_names, ZONE_DISCARD + 1, &zone) ||
        !get_integer(json, value, "seat", 0, SEATS_MAX - 1, &seat) ||
        !get_integer(json, value, "x", INT8_MIN, INT8_MAX, &x) ||
        !get_integer(json, value, "y", INT8_MIN, INT8_MAX, &y))
        return false;
    *place = (struct place){(uint8_t)zone, (int8_t)seat, (int8_t)x, (int8_t)y};
    return true;
}

/* -1: unknown. */
static int find_event(const char *name)
{
    static const char *const names[] = {
#define EVENT_NAME(kind, wire) wire,
        EVENT_KINDS(EVENT_NAME)
#undef EVENT_NAME
    };
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (string_equal(names[i], name))
            return i;
    return -1;
}

static bool read_event(const struct json *json, uint32_t object, const struct game *game,
                       struct events *events)
{
    char kind[MIRROR_WORD_MAX] = "", piece[MOVE_TEXT_MAX] = "";
    int64_t seat = NO_SEAT, count = 0;
    struct place from, to;
    if (!is_object(json, object) || !get_string(json, object, "kind", kind, sizeof kind) ||
        !get_string(json, object, "piece", piece, sizeof piece) ||
        !get_integer(json, object, "seat", 0, SEATS_MAX - 1, &seat) ||
        !get_integer(json, object, "count", INT16_MIN, INT16_MAX, &count) ||
        !read_place(json, object, "from", &from) || !read_place(json, object, "to", &to))
        return false;
    int number = piece[0] == '\0' ? NO_PIECE : game->read_piece(piece);
    if (piece[0] != '\0' && number == NO_PIECE)
        return false;
    if (find_event(kind) < 0) /* from a newer server: events are decoration */
        return true;
    if (events->count == EVENTS_MAX)
        return false;
    events->list[events->count++] = (struct event){
        .kind = (uint8_t)find_event(kind),
        .seat = (int8_t)seat,
        .seen = number == NO_PIECE ? SEEN_BY_NONE : SEEN_BY_ALL,
        .piece = (int16_t)number,
        .count = (int16_t)count,
        .from = from,
        .to = to,
    };
    return true;
}

bool incoming_events(const struct json *json, uint32_t array, const struct game *game,
                     struct events *events)
{
    events->count = 0;
    if (!is_array(json, array))
        return false;
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next)
        if (!read_event(json, i, game, events))
            return false;
    return true;
}

bool incoming_move(const struct json *json, uint32_t object, const struct game *game,
                   struct mirror_move *out)
{
    int64_t v = 0, seat = NO_SEAT;
    out->move[0] = '\0';
    if (!is_object(json, object) || !get_integer(json, object, "v", 1, UINT32_MAX, &v) ||
        !get_integer(json, object, "seat", 0, SEATS_MAX - 1, &seat) || seat == NO_SEAT ||
        !get_string(json, object, "move", out->move, sizeof out->move) ||
        !incoming_events(json, json_member(json, object, "events"), game, &out->events))
        return false;
    out->v = (uint32_t)v;
    out->seat = (int8_t)seat;
    return true;
}

/* ---- the table ---- */

static bool read_seat(const struct json *json, uint32_t value, struct mirror_seat *row)
{
    int64_t wins = 0;
    *row = (struct mirror_seat){.taken = json->values[value].type != JSON_NULL};
    if (!row->taken)
        return true;
    bool sound = is_object(json, value) && get_name(json, value, row->name) &&
                 get_string(json, value, "bot", row->bot, sizeof row->bot) &&
                 get_bool(json, value, "here", &row->here) &&
                 get_bool(json, value, "host", &row->host) &&
                 get_bool(json, value, "ready", &row->ready) &&
                 get_integer(json, value, "away_ms", 0, CIRCLE_MS, &row->away_until) &&
                 get_integer(json, value, "wins", 0, COUNT_MAX, &wins);
    row->wins = (int)wins;
    return sound && (row->name[0] != '\0' || row->bot[0] != '\0');
}

static bool read_seats(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    uint32_t value = json_member(json, 0, "seats");
    if (!is_array(json, value) || json->values[value].count > SEATS_MAX)
        return false;
    incoming->seats = 0;
    for (uint32_t i = value + 1; i < json->values[value].next; i = json->values[i].next)
        if (!read_seat(json, i, &incoming->row[incoming->seats++]))
            return false;
    return true;
}

/* An older server lacks our newer options: it plays as their defaults say. */
static bool read_options(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    const struct option *options = incoming->game->options;
    uint32_t object = json_member(json, 0, "options");
    char value[MIRROR_WORD_MAX];
    if (!is_object(json, object))
        return false;
    for (int i = 0; options[i].name; i++) {
        incoming->option[i] = 0;
        if (lacks(json, object, options[i].name))
            continue;
        if (!json_get_string(json, object, options[i].name, value, sizeof value))
            return false;
        int index = game_option_value(incoming->game, i, value);
        if (index < 0)
            return false;
        incoming->option[i] = (int16_t)index;
    }
    return true;
}

static bool read_clock(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    uint32_t object = json_member(json, 0, "clock");
    int kind = CLOCK_OFF;
    if (object == 0)
        return true;
    if (!is_object(json, object) ||
        !get_choice(json, object, "kind", clock_names, CLOCK_KINDS, &kind) ||
        !get_integer(json, object, "millis", 0, CLOCK_MILLIS_MAX, &incoming->millis) ||
        !get_integer(json, object, "increment", 0, CLOCK_MILLIS_MAX, &incoming->increment))
        return false;
    incoming->clock = (enum clock_kind)kind;
    return true;
}

/* Whoever waits for a seat, by name. */
static bool read_waiting(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    uint32_t array = json_member(json, 0, "waiting");
    char raw[RAW_MAX];
    if (array == 0)
        return true;
    if (!is_array(json, array) || json->values[array].count > GUESTS_MAX)
        return false;
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next) {
        char *name = incoming->waiting[incoming->waiting_count++];
        if (!json_text(json, i, raw, sizeof raw))
            return false;
        if (!name_clean(raw, name))
            memcpy(name, "?", sizeof "?");
    }
    return true;
}

/* The score of the evening. */
static bool read_evening(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    uint32_t array = json_member(json, 0, "evening");
    if (array == 0)
        return true;
    if (!is_array(json, array) || json->values[array].count > EVENING_MAX)
        return false;
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next) {
        struct mirror_score *row = &incoming->evening[incoming->evening_count++];
        int64_t seat = NO_SEAT;
        if (!is_object(json, i) || !get_name(json, i, row->name) ||
            !get_string(json, i, "bot", row->bot, sizeof row->bot) ||
            !get_integer(json, i, "seat", 0, incoming->seats - 1, &seat) ||
            !get_integer(json, i, "games", 0, COUNT_MAX, &row->games) ||
            !get_integer(json, i, "wins", 0, COUNT_MAX, &row->wins))
            return false;
        row->seat = (int)seat;
    }
    return true;
}

/* The table without the match: all of it, or nothing. */
static bool read_lobby(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    int phase = PHASE_LOBBY, aloud = ALOUD_OFF, seating = SEATING_TURN;
    uint32_t you = json_member(json, 0, "you");
    incoming->has_lobby = json_member(json, 0, "phase") != 0;
    if (!incoming->has_lobby)
        return true;
    incoming->you = NO_SEAT;
    incoming->match = 0;
    if (!get_choice(json, 0, "phase", phase_names, PHASES, &phase) ||
        !get_integer(json, 0, "match", 0, UINT32_MAX, &incoming->match) ||
        !read_options(incoming) || !read_clock(incoming) ||
        !get_choice(json, 0, "aloud", aloud_names, ALOUDS, &aloud) ||
        !get_bool(json, 0, "locked", &incoming->locked) ||
        !get_choice(json, 0, "seating", seating_names, SEATINGS, &seating) ||
        !read_seats(incoming) || !read_waiting(incoming) || !read_evening(incoming) ||
        !is_object(json, you) ||
        !get_integer(json, you, "seat", 0, SEATS_MAX - 1, &incoming->you) ||
        !get_bool(json, you, "waits", &incoming->waits) ||
        !get_bool(json, you, "host", &incoming->host))
        return false;
    incoming->seating = (enum seating)seating;
    incoming->phase = (enum phase)phase;
    incoming->aloud = (enum aloud)aloud;
    return true;
}

static bool read_game(struct incoming *incoming)
{
    char game[MIRROR_WORD_MAX] = "";
    if (!get_string(&incoming->json, 0, "game", game, sizeof game))
        return false;
    incoming->game = game_find(game);
    return incoming->v > 0 && incoming->game;
}

static bool read_snapshot(struct incoming *incoming)
{
    return read_game(incoming) && get_bool(&incoming->json, 0, "paused", &incoming->paused);
}

/* ---- the match ---- */

/* The position as the reader sees it. If the reader may act, its moves must be there. */
static bool read_view(struct incoming *incoming)
{
    union any_state read;
    int viewer = incoming->you == NO_SEAT ? SPECTATOR : (int)incoming->you;
    game_init(incoming->game, &read.head, incoming->seats);
    memcpy(read.head.option, incoming->option, sizeof read.head.option);
    if (game_read(incoming->game, &read.head, incoming->position) != NULL ||
        read.head.seats != incoming->seats)
        return false;
    if (read.head.viewer != TRUTH)
        read.head.viewer = (int8_t)viewer;
    game_observe(incoming->game, &read.head, viewer, &incoming->view.head);
    if (!(incoming->actors >> (viewer < 0 ? SEATS_MAX : viewer) & 1))
        return true;
    return incoming->game->legal(&incoming->view.head, viewer, NULL) > 0;
}

static bool read_outcome(struct incoming *incoming)
{
    int64_t numbers[SEATS_MAX] = {0};
    bool there;
    incoming->outcome = (struct outcome){.scored = false};
    if (!get_list(&incoming->json, "scores", incoming->seats, INT32_MIN, INT32_MAX, numbers,
                  &incoming->outcome.scored))
        return false;
    for (int seat = 0; incoming->outcome.scored && seat < incoming->seats; seat++)
        incoming->outcome.score[seat] = (int32_t)numbers[seat];
    if (!get_list(&incoming->json, "places", incoming->seats, 1, SEATS_MAX, numbers, &there))
        return false;
    for (int seat = 0; there && seat < incoming->seats; seat++)
        incoming->outcome.place[seat] = (uint8_t)numbers[seat];
    return there == (incoming->ending != ENDING_NONE);
}

/* Moves that would have been right, in a row; what does not fit in is left out. */
static bool read_right(const struct json *json, uint32_t array, char out[MIRROR_RIGHT_MAX])
{
    char move_text[MOVE_TEXT_MAX];
    struct text text;
    if (!is_array(json, array))
        return false;
    text_init(&text, out, MIRROR_RIGHT_MAX);
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next) {
        if (!json_text(json, i, move_text, sizeof move_text) || !is_printable(move_text))
            return false;
        if (text.size + string_size(move_text) + 2 > MIRROR_RIGHT_MAX)
            continue;
        text_string(&text, text.size ? " " : "");
        text_string(&text, move_text);
    }
    return true;
}

static bool read_tries(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    struct mirror_tries *tries = &incoming->tries;
    uint32_t array = json_member(json, 0, "answers");
    bool there;
    if (!get_integer(json, 0, "tries", 1, COUNT_MAX, &tries->limit) ||
        !get_list(json, "tried", incoming->seats, 0, COUNT_MAX, tries->turn, &there) ||
        !get_list(json, "wrong", incoming->seats, 0, COUNT_MAX, tries->match, &there))
        return false;
    if (array == 0)
        return true;
    if (!is_array(json, array) || json->values[array].count > TRIES_KEPT)
        return false;
    for (uint32_t i = array + 1; i < json->values[array].next; i = json->values[i].next) {
        struct mirror_try *said = &tries->list[tries->count++];
        if (!is_object(json, i) || !get_string(json, i, "move", said->move, sizeof said->move) ||
            !get_string(json, i, "on", said->on, sizeof said->on) ||
            !read_right(json, json_member(json, i, "right"), said->right))
            return false;
    }
    return true;
}

static bool read_match(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    int ending = ENDING_NONE;
    int64_t last = incoming->seats - 1;
    if (!get_string(json, 0, "position", incoming->position, sizeof incoming->position) ||
        !get_integer(json, 0, "ply", 0, UINT32_MAX, &incoming->ply) ||
        !get_seats(json, "actors", &incoming->actors) ||
        !get_integer(json, 0, "window", 1, UINT32_MAX, &incoming->window) ||
        !get_integer(json, 0, "window_ms", 0, CIRCLE_MS, &incoming->window_ms) ||
        !get_list(json, "clocks", incoming->seats, 0, CLOCK_MILLIS_MAX, incoming->clocks,
                  &incoming->timed) ||
        !get_seats(json, "running", &incoming->running) ||
        !get_integer(json, 0, "offer", 0, last, &incoming->offer) ||
        !get_integer(json, 0, "undo", 0, last, &incoming->undo) ||
        !get_seats(json, "unheard", &incoming->unheard) ||
        !get_integer(json, 0, "nudged", 0, last, &incoming->nudged) ||
        !get_integer(json, 0, "nudged_ms", 0, CIRCLE_MS, &incoming->nudged_ms) ||
        !get_seats(json, "agreed", &incoming->agreed) ||
        !get_integer(json, 0, "loser", 0, last, &incoming->loser) ||
        !get_choice(json, 0, "end", ending_names, ENDINGS, &ending))
        return false;
    incoming->ending = (enum ending)ending;
    uint32_t cannot = json_member(json, 0, "cannot");
    incoming->no_offer = is_object(json, cannot) && !lacks(json, cannot, "offer");
    return (incoming->actors >> incoming->seats) == 0 && read_outcome(incoming) &&
           read_tries(incoming) && read_view(incoming);
}

/* ---- all of it ---- */

static int find_kind(const char *name)
{
    static const char *const others[] = {"snapshot", "welcome", "here",  "paused",   "resumed",
                                         "bye",      "ok",      "error", "stale",    "legal",
                                         "peek",     "devices", "moved", "elsewhere"};
    for (int i = 0; i < TABLE_EVENT_KINDS; i++)
        if (string_equal(table_event_name((enum table_event_kind)i), name))
            return i;
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (string_equal(others[i], name))
            return INCOMING_SNAPSHOT + i;
    return INCOMING_OTHER;
}

/* The defaults of a message: the table as known. */
static void set_defaults(struct incoming *incoming, const struct mirror *mirror)
{
    memset(incoming, 0, sizeof *incoming);
    incoming->seat = incoming->offer = incoming->undo = incoming->loser = incoming->nudged =
        NO_SEAT;
    incoming->you = mirror->you;
    incoming->game = mirror->game;
    incoming->seats = mirror->seats;
    incoming->ply = mirror->ply;
    memcpy(incoming->option, mirror->option, sizeof incoming->option);
}

static bool read_head(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    char kind[MIRROR_WORD_MAX] = "";
    bool skip = false;
    if (json->values[0].type != JSON_OBJECT || !get_string(json, 0, "do", kind, sizeof kind) ||
        !get_bool(json, 0, "skip", &skip) ||
        !get_integer(json, 0, "v", 0, UINT32_MAX, &incoming->v))
        return false;
    incoming->kind = skip ? INCOMING_SKIP : find_kind(kind);
    return kind[0] != '\0' || skip;
}

static bool read_words(struct incoming *incoming)
{
    const struct json *json = &incoming->json;
    uint32_t devices = json_member(json, 0, "devices");
    if (incoming->kind == INCOMING_DEVICES && devices != 0)
        incoming->number = json->values[devices].count;
    return get_integer(json, 0, "seat", NO_SEAT, SEATS_MAX - 1, &incoming->seat) &&
           get_integer(json, 0, "cid", 0, UINT32_MAX, &incoming->cid) &&
           get_integer(json, 0, "in", 0, CIRCLE_MS, &incoming->in_ms) &&
           get_integer(json, 0, "away_ms", 0, CIRCLE_MS, &incoming->away_ms) &&
           get_integer(json, 0, "protocol", 0, COUNT_MAX, &incoming->protocol) &&
           (incoming->kind != INCOMING_WELCOME ||
            get_integer(json, 0, "table", 0, ID_MAX, &incoming->table)) &&
           get_bool(json, 0, "here", &incoming->here) &&
           get_bool(json, 0, "again", &incoming->again) &&
           (incoming->kind != INCOMING_PEEK || get_name(json, 0, incoming->name)) &&
           get_string(json, 0, "phrase", incoming->word, sizeof incoming->word) &&
           get_string(json, 0, "reason", incoming->reason, sizeof incoming->reason) &&
           get_string(json, 0, "token", incoming->token, sizeof incoming->token) &&
           get_string(json, 0, "home", incoming->home, sizeof incoming->home) &&
           (incoming->kind != INCOMING_ELSEWHERE ||
            get_string(json, 0, "to", incoming->to, sizeof incoming->to)) &&
           get_string(json, 0, "code", incoming->code, sizeof incoming->code) &&
           get_string(json, 0, "move", incoming->move, sizeof incoming->move) &&
           get_seats(json, "rematch", &incoming->rematch) &&
           /* in TABLE_WITHOUT it is a word */
           (incoming->kind == TABLE_WITHOUT || get_seats(json, "missing", &incoming->missing));
}

bool incoming_read(struct incoming *incoming, struct mirror *mirror, const char *message,
                   size_t size)
{
    set_defaults(incoming, mirror);
    if (json_read(&incoming->json, mirror->values, MIRROR_VALUES_MAX, message, size) != NULL)
        return false;
    if (!read_head(incoming))
        return false;
    if (incoming->kind == INCOMING_SKIP || incoming->kind == INCOMING_OTHER)
        return true;
    if (!read_words(incoming) ||
        (incoming->kind == INCOMING_SNAPSHOT && !read_snapshot(incoming)) ||
        (incoming->kind == TABLE_GAME && incoming->game && !read_game(incoming)))
        return false;
    if (incoming->game == NULL)
        return incoming->kind >= INCOMING_WELCOME; /* these need no table */
    if (!read_lobby(incoming))
        return false;
    if (incoming->kind == TABLE_WITHOUT)
        incoming->seat = NO_SEAT; /* it refers to the old seats */
    if (incoming->seats < incoming->game->seats_min ||
        incoming->seats > incoming->game->seats_max || incoming->you >= incoming->seats ||
        incoming->seat >= incoming->seats)
        return false;
    incoming->events = json_member(&incoming->json, 0, "events");
    incoming->moves = json_member(&incoming->json, 0, "moves");
    incoming->has_match = json_member(&incoming->json, 0, "position") != 0;
    return !incoming->has_match || read_match(incoming);
}
