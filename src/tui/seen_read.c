/* SPDX-License-Identifier: MIT */
/*
 * Messages as they are read. A member that is missing leaves what was there; one that is of the
 * wrong kind, too long or out of range makes the whole message worthless.
 */
#include <string.h>

#include "tui/seen_parts.h"

enum {
    CIRCLE_MS = 24 * 3600 * 1000, /* no window and no absence is longer */
    COUNT_MAX = 1 << 30,
};

#define ID_MAX ((int64_t)1 << 53)

/* ---- members ---- */

static bool get_integer(const struct json *json, uint32_t object, const char *key, int64_t min,
                        int64_t max, int64_t *out)
{
    uint32_t value = json_member(json, object, key);
    int64_t number;
    if (value == 0)
        return true;
    if (!json_integer(json, value, &number) || number < min || number > max)
        return false;
    *out = number;
    return true;
}

static bool get_bool(const struct json *json, uint32_t object, const char *key, bool *out)
{
    uint32_t value = json_member(json, object, key);
    if (value == 0)
        return true;
    enum json_type type = json->values[value].type;
    *out = type == JSON_TRUE;
    return type == JSON_TRUE || type == JSON_FALSE;
}

static bool is_printable(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return true;
}

/* Text of plain letters: a word, a reason, notation. */
static bool get_string(const struct json *json, uint32_t object, const char *key, char *out,
                       size_t capacity)
{
    uint32_t value = json_member(json, object, key);
    if (value == 0)
        return true;
    if (json->values[value].type != JSON_STRING)
        return false;
    int64_t size = json_string(json, value, out, capacity);
    return size >= 0 && is_printable(out, (size_t)size);
}

/* A name as a person typed it: what a screen cannot show is taken out, here too. */
static bool get_name(const struct json *json, uint32_t object, char out[PLAYER_NAME_MAX])
{
    enum { RAW_MAX = 256 };
    uint32_t value = json_member(json, object, "name");
    char raw[RAW_MAX];
    if (value == 0)
        return true;
    if (json->values[value].type != JSON_STRING || json_string(json, value, raw, sizeof raw) < 0)
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

/* Numbers of seats, as bits. */
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

/* A number for each seat; *there says whether it is there at all. */
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

/* A string's place in a list of names. */
static bool get_choice(const struct json *json, uint32_t object, const char *key,
                       const char *const *names, int count, int *out)
{
    uint32_t value = json_member(json, object, key);
    if (value == 0)
        return true;
    for (int i = 0; i < count; i++) {
        if (names[i] && json_is(json, value, names[i])) {
            *out = i;
            return true;
        }
    }
    return false;
}

/* ---- events ---- */

static bool read_place(const struct json *json, uint32_t object, const char *key,
                       struct place *place)
{
    static const char *const zones[] = {
        [ZONE_BOARD] = "board", [ZONE_HAND] = "hand",       [ZONE_RESERVE] = "reserve",
        [ZONE_PILE] = "pile",   [ZONE_DISCARD] = "discard",
    };
    uint32_t value = json_member(json, object, key);
    int zone = ZONE_NONE;
    int64_t seat = NO_SEAT, x = 0, y = 0;
    *place = (struct place){.zone = ZONE_NONE, .seat = NO_SEAT};
    if (value == 0)
        return true;
    if (!is_object(json, value) || json_member(json, value, "zone") == 0 ||
        !get_choice(json, value, "zone", zones, sizeof zones / sizeof *zones, &zone) ||
        !get_integer(json, value, "seat", 0, SEATS_MAX - 1, &seat) ||
        !get_integer(json, value, "x", INT8_MIN, INT8_MAX, &x) ||
        !get_integer(json, value, "y", INT8_MIN, INT8_MAX, &y))
        return false;
    *place = (struct place){(uint8_t)zone, (int8_t)seat, (int8_t)x, (int8_t)y};
    return true;
}

/* -1: none that we know. */
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
    char kind[SEEN_WORD_MAX] = "", piece[MOVE_TEXT_MAX] = "";
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
    if (find_event(kind) < 0) /* a newer server's: events are decoration */
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

bool told_events(const struct json *json, uint32_t array, const struct game *game,
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

bool told_move(const struct json *json, uint32_t object, const struct game *game,
               struct seen_move *out)
{
    int64_t v = 0, seat = NO_SEAT;
    out->move[0] = '\0';
    if (!is_object(json, object) || !get_integer(json, object, "v", 1, UINT32_MAX, &v) ||
        !get_integer(json, object, "seat", 0, SEATS_MAX - 1, &seat) || seat == NO_SEAT ||
        !get_string(json, object, "move", out->move, sizeof out->move) ||
        !told_events(json, json_member(json, object, "events"), game, &out->events))
        return false;
    out->v = (uint32_t)v;
    out->seat = (int8_t)seat;
    return true;
}

/* ---- the table ---- */

static bool read_seat(const struct json *json, uint32_t value, struct seen_seat *row)
{
    int64_t wins = 0;
    *row = (struct seen_seat){.taken = json->values[value].type != JSON_NULL};
    if (!row->taken)
        return true;
    bool sound = is_object(json, value) && get_name(json, value, row->name) &&
                 get_string(json, value, "bot", row->bot, sizeof row->bot) &&
                 get_bool(json, value, "here", &row->here) &&
                 get_bool(json, value, "host", &row->host) &&
                 get_bool(json, value, "ready", &row->ready) &&
                 get_integer(json, value, "wins", 0, COUNT_MAX, &wins);
    row->wins = (int)wins;
    return sound && (row->name[0] != '\0' || row->bot[0] != '\0');
}

/* The list of seats; with the news of `seats` how many. */
static bool read_seats(struct told *told)
{
    const struct json *json = &told->json;
    uint32_t value = json_member(json, 0, "seats");
    int64_t count;
    if (value == 0)
        return told->kind != TABLE_SEATS;
    if (told->kind == TABLE_SEATS) {
        if (!json_integer(json, value, &count) || count < 1 || count > SEATS_MAX)
            return false;
        told->seats = (int)count;
        return true;
    }
    if (!is_array(json, value) || json->values[value].count > SEATS_MAX)
        return false;
    told->seats = 0;
    told->all_seats = true;
    for (uint32_t i = value + 1; i < json->values[value].next; i = json->values[i].next)
        if (!read_seat(json, i, &told->row[told->seats++]))
            return false;
    return true;
}

static bool read_options(struct told *told)
{
    const struct json *json = &told->json;
    uint32_t object = json_member(json, 0, "options");
    char value[SEEN_WORD_MAX];
    for (int i = 0; told->game->options[i].name; i++) {
        value[0] = '\0';
        if (!is_object(json, object) ||
            !get_string(json, object, told->game->options[i].name, value, sizeof value))
            return false;
        int index = game_option_value(told->game, i, value);
        if (index < 0)
            return false;
        told->option[i] = (int16_t)index;
    }
    return true;
}

static const char *const clock_names[] = {
    [CLOCK_OFF] = "off",
    [CLOCK_MOVE] = "move",
    [CLOCK_GAME] = "game",
};

static bool read_clock(struct told *told, uint32_t object)
{
    int kind = (int)told->clock;
    if (!get_choice(&told->json, object, "kind", clock_names, 3, &kind) ||
        !get_integer(&told->json, object, "millis", 0, CLOCK_MILLIS_MAX, &told->millis) ||
        !get_integer(&told->json, object, "increment", 0, CLOCK_MILLIS_MAX, &told->increment))
        return false;
    told->clock = (enum clock_kind)kind;
    return true;
}

static bool read_snapshot(struct told *told)
{
    static const char *const phases[] = {
        [PHASE_LOBBY] = "lobby",
        [PHASE_PLAY] = "play",
        [PHASE_OVER] = "over",
    };
    const struct json *json = &told->json;
    char game[SEEN_WORD_MAX] = "";
    int phase = PHASE_LOBBY;
    uint32_t you = json_member(json, 0, "you"), clock = json_member(json, 0, "clock");
    if (!get_string(json, 0, "game", game, sizeof game) || !(told->game = game_find(game)))
        return false;
    if (!get_choice(json, 0, "phase", phases, 3, &phase) || !read_options(told) ||
        !is_object(json, you) || !get_integer(json, you, "seat", 0, SEATS_MAX - 1, &told->you) ||
        !get_bool(json, you, "host", &told->host) || !get_bool(json, 0, "paused", &told->paused) ||
        (clock != 0 && (!is_object(json, clock) || !read_clock(told, clock))))
        return false;
    told->phase = (enum phase)phase;
    return told->v > 0 && told->all_seats;
}

/* ---- the match ---- */

/* The position with the reader's own eyes. If it may act, its moves must be there. */
static bool read_view(struct told *told)
{
    union any_state read;
    int viewer = told->you == NO_SEAT ? SPECTATOR : (int)told->you;
    game_init(told->game, &read.head, told->seats);
    memcpy(read.head.option, told->option, sizeof read.head.option);
    if (game_read(told->game, &read.head, told->position) != NULL || read.head.seats != told->seats)
        return false;
    if (read.head.viewer != TRUTH)
        read.head.viewer = (int8_t)viewer;
    game_observe(told->game, &read.head, viewer, &told->view.head);
    if (!(told->actors >> (viewer < 0 ? SEATS_MAX : viewer) & 1))
        return true;
    return told->game->legal(&told->view.head, viewer, NULL) > 0;
}

static bool read_outcome(struct told *told)
{
    int64_t numbers[SEATS_MAX] = {0};
    bool there;
    told->outcome = (struct outcome){.scored = false};
    if (!get_list(&told->json, "scores", told->seats, INT32_MIN, INT32_MAX, numbers,
                  &told->outcome.scored))
        return false;
    for (int seat = 0; told->outcome.scored && seat < told->seats; seat++)
        told->outcome.score[seat] = (int32_t)numbers[seat];
    if (!get_list(&told->json, "places", told->seats, 1, SEATS_MAX, numbers, &there))
        return false;
    for (int seat = 0; there && seat < told->seats; seat++)
        told->outcome.place[seat] = (uint8_t)numbers[seat];
    return there == (told->ending != ENDING_NONE);
}

static bool read_match(struct told *told)
{
    static const char *const endings[] = {
        [ENDING_RULES] = "rules", [ENDING_RESIGNED] = "resigned", [ENDING_AGREED] = "agreed",
        [ENDING_TIME] = "time",   [ENDING_STOPPED] = "stopped",
    };
    const struct json *json = &told->json;
    int ending = ENDING_NONE;
    int64_t last = told->seats - 1;
    if (!get_string(json, 0, "position", told->position, sizeof told->position) ||
        !get_integer(json, 0, "ply", 0, UINT32_MAX, &told->ply) ||
        !get_seats(json, "actors", &told->actors) ||
        !get_integer(json, 0, "window", 1, UINT32_MAX, &told->window) ||
        !get_integer(json, 0, "window_ms", 0, CIRCLE_MS, &told->window_ms) ||
        !get_list(json, "clocks", told->seats, 0, CLOCK_MILLIS_MAX, told->clocks, &told->timed) ||
        !get_integer(json, 0, "offer", 0, last, &told->offer) ||
        !get_integer(json, 0, "undo", 0, last, &told->undo) ||
        !get_seats(json, "unheard", &told->unheard) ||
        !get_integer(json, 0, "loser", 0, last, &told->loser) ||
        !get_choice(json, 0, "end", endings, sizeof endings / sizeof *endings, &ending))
        return false;
    told->ending = (enum ending)ending;
    return (told->actors >> told->seats) == 0 && read_outcome(told) && read_view(told);
}

/* ---- all of it ---- */

static int find_kind(const char *name)
{
    static const char *const others[] = {"snapshot", "welcome", "here",  "paused", "resumed",
                                         "bye",      "ok",      "error", "stale",  "legal"};
    for (int i = 0; i < TABLE_EVENT_KINDS; i++)
        if (string_equal(table_event_name((enum table_event_kind)i), name))
            return i;
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (string_equal(others[i], name))
            return TOLD_SNAPSHOT + i;
    return TOLD_OTHER;
}

/* What a message is about if it does not say otherwise: the table as it is known. */
static void begin(struct told *told, const struct seen *seen)
{
    memset(told, 0, sizeof *told);
    told->seat = told->offer = told->undo = told->loser = NO_SEAT;
    told->you = seen->you;
    told->game = seen->game;
    told->seats = seen->seats;
    told->ply = seen->ply;
    memcpy(told->option, seen->option, sizeof told->option);
}

static bool read_head(struct told *told)
{
    const struct json *json = &told->json;
    char kind[SEEN_WORD_MAX] = "";
    bool skip = false;
    if (json->values[0].type != JSON_OBJECT || !get_string(json, 0, "do", kind, sizeof kind) ||
        !get_bool(json, 0, "skip", &skip) || !get_integer(json, 0, "v", 0, UINT32_MAX, &told->v))
        return false;
    told->kind = skip ? TOLD_SKIP : find_kind(kind);
    return kind[0] != '\0' || skip;
}

static bool read_words(struct told *told)
{
    const struct json *json = &told->json;
    bool clock = told->kind == TABLE_CLOCK, option = told->kind == TABLE_OPTION;
    bool names = told->kind == TABLE_SIT || told->kind == TABLE_NAME;
    return get_integer(json, 0, "seat", NO_SEAT, SEATS_MAX - 1, &told->seat) &&
           get_integer(json, 0, "cid", 0, UINT32_MAX, &told->cid) &&
           get_integer(json, 0, "match", 0, UINT32_MAX, &told->match) &&
           get_integer(json, 0, "in", 0, CIRCLE_MS, &told->in_ms) &&
           get_integer(json, 0, "protocol", 0, COUNT_MAX, &told->protocol) &&
           (told->kind != TOLD_WELCOME || get_integer(json, 0, "table", 0, ID_MAX, &told->table)) &&
           get_bool(json, 0, "here", &told->here) && (!names || get_name(json, 0, told->name)) &&
           get_string(json, 0, "level", told->level, sizeof told->level) &&
           (!option || get_string(json, 0, "name", told->word, sizeof told->word)) &&
           (!option || get_string(json, 0, "value", told->value, sizeof told->value)) &&
           get_string(json, 0, "phrase", told->word, sizeof told->word) &&
           get_string(json, 0, "reason", told->reason, sizeof told->reason) &&
           get_string(json, 0, "token", told->token, sizeof told->token) &&
           get_string(json, 0, "code", told->code, sizeof told->code) &&
           get_string(json, 0, "move", told->move, sizeof told->move) &&
           get_seats(json, "rematch", &told->rematch) && (!clock || read_clock(told, 0));
}

/* Everybody has moved up a seat when a rematch begins. */
static void move_up(struct told *told)
{
    if (told->kind == TABLE_REMATCH && told->all_seats && told->you != NO_SEAT)
        told->you = (told->you + 1) % told->seats;
}

bool told_read(struct told *told, struct seen *seen, const char *message, size_t size)
{
    begin(told, seen);
    if (json_read(&told->json, seen->values, SEEN_VALUES_MAX, message, size) != NULL)
        return false;
    if (!read_head(told))
        return false;
    if (told->kind == TOLD_SKIP || told->kind == TOLD_OTHER)
        return true;
    if (told->kind == TOLD_SNAPSHOT)
        told->you = NO_SEAT;
    if (!read_words(told) || (told->kind != TOLD_WELCOME && !read_seats(told)))
        return false;
    if (told->kind == TOLD_SNAPSHOT ? !read_snapshot(told) : told->game == NULL)
        return told->kind >= TOLD_WELCOME; /* no table is needed for these */
    if (told->seats < told->game->seats_min || told->seats > told->game->seats_max ||
        told->you >= told->seats || told->seat >= told->seats)
        return false;
    move_up(told);
    told->events = json_member(&told->json, 0, "events");
    told->moves = json_member(&told->json, 0, "moves");
    told->has_match = json_member(&told->json, 0, "position") != 0;
    return !told->has_match || read_match(told);
}
