/* SPDX-License-Identifier: MIT */
/*
 * What a table tells: news, snapshots and answers, as JSON. docs/protocol.md shows them all.
 *
 * What depends on the cards is written from a struct sight, and `look` is the only function that
 * makes one: a view made by the game for this viewer. So a truth cannot get into a message by
 * mistake.
 */
#include "base/check.h"
#include "base/json.h"
#include "match/event_json.h"
#include "table/table_parts.h"

/* The game as one viewer sees it. */
struct sight {
    int viewer;
    const struct state *view;
};

static struct sight look(const struct table *table, struct table_desk *desk, int viewer)
{
    game_observe(table->game, &table->match.state.head, viewer, &desk->view.head);
    return (struct sight){viewer, &desk->view.head};
}

/* ---- JSON ---- */

/* A message being written into the desk's buffer. */
struct message {
    struct text text;
    struct json_out out;
};

static struct json_out *begin(struct message *message, struct table_desk *desk)
{
    text_init(&message->text, desk->news, sizeof desk->news);
    json_out_init(&message->out, &message->text);
    json_out_open(&message->out, '{');
    return &message->out;
}

static size_t end(struct message *message)
{
    json_out_close(&message->out, '}');
    CHECK(!message->text.overflow);
    return message->text.size;
}

static void put_number(struct json_out *out, const char *key, int64_t number)
{
    json_out_key(out, key);
    json_out_integer(out, number);
}

static void put_string(struct json_out *out, const char *key, const char *string)
{
    json_out_key(out, key);
    json_out_string(out, string);
}

static void put_true(struct json_out *out, const char *key)
{
    json_out_key(out, key);
    json_out_bool(out, true);
}

static void write_hex(struct json_out *out, const uint8_t *bytes, size_t size)
{
    char hex[2 * SHA256_SIZE + 1];
    struct text text;
    text_init(&text, hex, sizeof hex);
    text_hex(&text, bytes, size);
    json_out_string(out, hex);
}

static void put_hex(struct json_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    json_out_key(out, key);
    write_hex(out, bytes, size);
}

static void put_hash_of(struct json_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    uint8_t hash[SHA256_SIZE];
    sha256(bytes, size, hash);
    put_hex(out, key, hash, sizeof hash);
}

/* ---- the game ---- */

static void put_position(struct json_out *out, const struct table *table, const struct sight *sight)
{
    char position[POSITION_MAX];
    struct text text;
    text_init(&text, position, sizeof position);
    game_write(table->game, sight->view, &text);
    put_string(out, "position", position);
}

static void put_seats(struct json_out *out, const char *key, uint16_t set)
{
    json_out_key(out, key);
    json_out_open(out, '[');
    for (int seat = 0; seat < SEATS_MAX; seat++)
        if (set & seat_bit(seat))
            json_out_integer(out, seat);
    json_out_close(out, ']');
}

static void put_move_list(struct json_out *out, const struct table *table,
                          const struct sight *sight, const struct moves *moves, int from, int to)
{
    json_out_open(out, '[');
    for (int i = from; i < to && i < moves->count; i++) {
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, move_text, sizeof move_text);
        table->game->write_move(sight->view, moves->list[i], &text);
        json_out_string(out, move_text);
    }
    json_out_close(out, ']');
}

/* What the viewer may do: a list, or only how many where the list is long. */
static void put_legal(struct json_out *out, const struct table *table, struct table_desk *desk,
                      const struct sight *sight)
{
    bool person = sight->viewer >= 0 && (match_people(&table->match) >> sight->viewer & 1) != 0;
    if (!person || !state_acts(sight->view, sight->viewer) || match_over(&table->match))
        return;
    int count = game_legal(table->game, sight->view, sight->viewer, &desk->moves);
    json_out_key(out, "legal");
    if (count <= LEGAL_MAX)
        put_move_list(out, table, sight, &desk->moves, 0, count);
    else
        json_out_integer(out, count);
}

static void put_clocks(struct json_out *out, const struct table *table, int64_t now)
{
    if (table->clock == CLOCK_OFF)
        return;
    json_out_key(out, "clocks");
    json_out_open(out, '[');
    for (int seat = 0; seat < table->seats; seat++)
        json_out_integer(out, clock_left(&table->match.clock, seat, now));
    json_out_close(out, ']');
}

static void put_list(struct json_out *out, const char *key, const int32_t *numbers, int count)
{
    json_out_key(out, key);
    json_out_open(out, '[');
    for (int i = 0; i < count; i++)
        json_out_integer(out, numbers[i]);
    json_out_close(out, ']');
}

static const char *ending_name(enum ending ending)
{
    switch (ending) {
    case ENDING_NONE: break;
    case ENDING_RULES: return "rules";
    case ENDING_RESIGNED: return "resigned";
    case ENDING_AGREED: return "agreed";
    case ENDING_TIME: return "time";
    case ENDING_STOPPED: return "stopped";
    }
    return "";
}

static void put_salts(struct json_out *out, const struct table *table)
{
    json_out_key(out, "salts");
    json_out_open(out, '[');
    for (int seat = 0; seat < table->seats; seat++)
        write_hex(out, table->salts[seat], SALT_MAX);
    json_out_close(out, ']');
}

/* Once it is over nothing of the deal is a secret any more. */
static void put_end(struct json_out *out, const struct table *table, const struct outcome *outcome)
{
    int32_t places[SEATS_MAX];
    uint8_t secret[SHA256_SIZE];
    for (int seat = 0; seat < table->seats; seat++)
        places[seat] = outcome->place[seat];
    put_string(out, "end", ending_name(table->match.ending));
    if (table->match.loser != NO_SEAT)
        put_number(out, "loser", table->match.loser);
    put_list(out, "places", places, table->seats);
    put_hex(out, "key", table->match.key, CHANCE_KEY_SIZE);
    table_secret(table, table->matches - 1, secret);
    put_hex(out, "secret", secret, sizeof secret);
    put_salts(out, table);
}

/* Everything about the match that may have changed. */
static void put_match(struct json_out *out, const struct table *table, struct table_desk *desk,
                      const struct sight *sight, int64_t now)
{
    const struct match *match = &table->match;
    struct outcome outcome;
    put_number(out, "ply", match->version);
    put_position(out, table, sight);
    put_seats(out, "actors", match_over(match) ? 0 : sight->view->actors);
    put_legal(out, table, desk, sight);
    if (table->window_open) {
        put_number(out, "window", table->windows);
        put_number(out, "window_ms", table->window_until > now ? table->window_until - now : 0);
    }
    put_clocks(out, table, now);
    if (match->offer != NO_SEAT)
        put_number(out, "offer", match->offer);
    if (match->asker != NO_SEAT) {
        put_number(out, "undo", match->asker);
        put_seats(out, "unheard", match->unheard);
    }
    match_outcome(match, &outcome);
    if (outcome.scored)
        put_list(out, "scores", outcome.score, table->seats);
    if (match_over(match))
        put_end(out, table, &outcome);
}

/* ---- news ---- */

static bool is_private(enum table_event_kind kind)
{
    /* who looks on is nobody's business, nor are tokens and the secret */
    return kind == TABLE_OPEN || kind == TABLE_GUEST;
}

/* Does the match look different after it? */
static bool changes_match(enum table_event_kind kind)
{
    return kind == TABLE_START || kind == TABLE_REMATCH || kind == TABLE_PAUSE ||
           kind == TABLE_RESUME || (kind >= TABLE_MOVE && kind <= TABLE_REFUSE) ||
           kind == TABLE_TIME;
}

static void put_field(struct json_out *out, const struct table *table,
                      const struct table_event *event, char field)
{
    switch (field) {
    case 's': put_number(out, "seat", event->seat); break;
    case 'w':
        put_string(out,
                   event->kind == TABLE_OPTION  ? "name"
                   : event->kind == TABLE_SAY   ? "phrase"
                   : event->kind == TABLE_CLOCK ? "kind"
                                                : "level",
                   event->word[0]);
        break;
    case 'v': put_string(out, "value", event->word[1]); break;
    case 'n':
        if (event->kind == TABLE_HOST)
            put_number(out, "seat", table->guests[event->number[0]].seat);
        else if (event->kind != TABLE_SIT)
            put_number(out, event->kind == TABLE_CLOCK ? "millis" : "seats", event->number[0]);
        break;
    case 'm': put_number(out, "increment", event->number[1]); break;
    case 't':
        if (event->kind != TABLE_MOVE)
            put_string(out, "name", event->rest);
        break;
    default: break; /* a contribution to chance is told when the match is over */
    }
}

/* The move itself only for those who see all that it names: a trade's cards are the trader's. */
static void put_game_events(struct json_out *out, const struct table *table, int seat,
                            const char *move_text, const struct events *events, struct events *seen,
                            int viewer)
{
    if (events_show_move(events, seat, viewer))
        put_string(out, "move", move_text);
    seen->count = events->count;
    memcpy(seen->list, events->list, (size_t)events->count * sizeof events->list[0]);
    events_observe(seen, viewer);
    json_out_key(out, "events");
    json_out_open(out, '[');
    for (int i = 0; i < seen->count; i++)
        event_write_json(out, table->game, &seen->list[i]);
    json_out_close(out, ']');
}

static void put_fair_deal(struct json_out *out, const struct table *table)
{
    uint8_t secret[SHA256_SIZE];
    table_secret(table, table->phase == PHASE_PLAY ? table->matches - 1 : table->matches, secret);
    put_hash_of(out, "seal", secret, sizeof secret);
    if (table->phase == PHASE_PLAY)
        put_hash_of(out, "commit", table->match.key, CHANCE_KEY_SIZE);
}

static void write_seat(struct json_out *out, const struct table *table, int seat);

static void put_all_seats(struct json_out *out, const struct table *table)
{
    json_out_key(out, "seats");
    json_out_open(out, '[');
    for (int seat = 0; seat < table->seats; seat++)
        write_seat(out, table, seat);
    json_out_close(out, ']');
}

static void write_news(struct table_desk *desk, struct message *message, const struct table *table,
                       const struct table_event *event, int viewer)
{
    struct json_out *out = begin(message, desk);
    put_number(out, "v", table->version);
    if (is_private(event->kind)) {
        put_true(out, "skip");
        return;
    }
    put_string(out, "do", table_event_name(event->kind));
    put_number(out, "at", event->time);
    for (const char *field = table_event_fields(event->kind); *field != '\0'; field++)
        put_field(out, table, event, *field);
    if (event->kind == TABLE_MOVE)
        put_game_events(out, table, event->seat, event->rest, &desk->events, &desk->seen, viewer);
    if (event->kind == TABLE_START ||
        (event->kind == TABLE_REMATCH && table->phase == PHASE_PLAY)) {
        put_fair_deal(out, table);
        put_all_seats(out, table);
    }
    if (changes_match(event->kind) && table->matches > 0) {
        struct sight sight = look(table, desk, viewer);
        put_match(out, table, desk, &sight, event->time);
    }
}

static void tell_viewer(const struct table *table, struct table_desk *desk,
                        const struct table_event *event, int viewer)
{
    struct message message;
    if (!desk->sink.watched(desk->sink.context, viewer))
        return;
    write_news(desk, &message, table, event, viewer);
    size_t size = end(&message);
    desk->sink.news(desk->sink.context, viewer, desk->news, size);
}

void table_tell(const struct table *table, struct table_desk *desk, const struct table_event *event)
{
    tell_viewer(table, desk, event, SPECTATOR);
    for (int seat = 0; seat < table->seats; seat++)
        tell_viewer(table, desk, event, seat);
}

void table_tell_presence(const struct table *table, struct table_desk *desk, int guest)
{
    int seat = table->guests[guest].seat;
    if (seat == NO_SEAT)
        return;
    for (int viewer = SPECTATOR; viewer < table->seats; viewer++) {
        struct message message;
        if (viewer == TRUTH || !desk->sink.watched(desk->sink.context, viewer))
            continue;
        struct json_out *out = begin(&message, desk);
        put_string(out, "do", "here");
        put_number(out, "seat", seat);
        json_out_key(out, "here");
        json_out_bool(out, table->guests[guest].here > 0);
        size_t size = end(&message);
        desk->sink.news(desk->sink.context, viewer, desk->news, size);
    }
}

/* ---- snapshots ---- */

static void write_seat(struct json_out *out, const struct table *table, int seat)
{
    const struct table_seat *row = &table->seat[seat];
    if (row->kind == SEAT_EMPTY) {
        json_out_null(out);
        return;
    }
    json_out_open(out, '{');
    if (row->kind == SEAT_BOT) {
        put_string(out, "bot", row->level);
    } else {
        put_string(out, "name", row->name);
        json_out_key(out, "here");
        json_out_bool(out, table->guests[row->guest].here > 0);
        if (row->ready)
            put_true(out, "ready");
        if (table->phase == PHASE_PLAY && table->match.seats[seat].holder == HOLDER_BOT)
            put_string(out, "bot", table->match.seats[seat].level);
    }
    if (row->guest != NO_GUEST && row->guest == table->host)
        put_true(out, "host");
    put_number(out, "wins", row->wins);
    json_out_close(out, '}');
}

static void put_options(struct json_out *out, const struct table *table)
{
    const struct option *options = table->game->options;
    json_out_key(out, "options");
    json_out_open(out, '{');
    for (int i = 0; options[i].name; i++)
        put_string(out, options[i].name, options[i].values[table->option[i]]);
    json_out_close(out, '}');
}

static void put_clock_settings(struct json_out *out, const struct table *table)
{
    static const char *const names[] = {"off", "move", "game"};
    json_out_key(out, "clock");
    json_out_open(out, '{');
    put_string(out, "kind", names[table->clock]);
    put_number(out, "millis", table->clock_millis);
    put_number(out, "increment", table->clock_increment);
    json_out_close(out, '}');
}

static void put_you(struct json_out *out, const struct table *table, int guest)
{
    json_out_key(out, "you");
    json_out_open(out, '{');
    if (table_viewer(table, guest) >= 0)
        put_number(out, "seat", table_viewer(table, guest));
    if (guest != NO_GUEST && guest == table->host)
        put_true(out, "host");
    json_out_close(out, '}');
}

/* A move as the news told it. `past` is the position before it, and then the one behind it. */
static void write_past_move(struct json_out *out, const struct table *table,
                            struct table_desk *desk, struct state *past, const struct ply *ply,
                            int viewer)
{
    char move_text[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, move_text, sizeof move_text);
    table->game->write_move(past, ply->move, &text);
    desk->events.count = 0;
    CHECK(game_apply(table->game, past, ply->seat, ply->move, &desk->events));
    json_out_open(out, '{');
    put_number(out, "v", ply->version);
    put_number(out, "seat", ply->seat);
    put_game_events(out, table, ply->seat, move_text, &desk->events, &desk->seen, viewer);
    json_out_close(out, '}');
}

/* The first ply whose move is told: after what the reader has, and not too many. */
static uint32_t first_missed(const struct match *match, uint32_t have)
{
    uint32_t first = match->count > MOVES_TOLD ? match->count - MOVES_TOLD : 0;
    while (first < match->count && match->log[first].version <= have)
        first++;
    return first;
}

/* The first ply from which on all moves fit into so many bytes; `past` stands before `first`. */
static uint32_t first_that_fits(const struct table *table, struct table_desk *desk,
                                const union any_state *past, uint32_t first, int viewer,
                                size_t room)
{
    union any_state state;
    size_t size[MOVES_TOLD], sum = 0;
    uint32_t at;
    state_copy(&state.head, &past->head);
    for (at = first; at < table->match.count; at++) {
        struct text text;
        struct json_out out;
        text_init(&text, desk->record, sizeof desk->record);
        json_out_init(&out, &text);
        write_past_move(&out, table, desk, &state.head, &table->match.log[at], viewer);
        CHECK(!text.overflow);            /* it once fitted into news */
        size[at - first] = text.size + 1; /* and a comma */
    }
    while (at > first && sum + size[at - 1 - first] <= room)
        sum += size[--at - first];
    return at;
}

/* The last moves, played again from the deal: whoever comes sees how it came to this. */
static void put_past(struct json_out *out, const struct table *table, struct table_desk *desk,
                     int viewer, uint32_t have)
{
    enum { AROUND = 16 }; /* bytes of `,"moves":[]}`, and the end */
    union any_state past;
    const struct match *match = &table->match;
    uint32_t at = 0, first = first_missed(match, have);
    match_restart(match, &past.head);
    for (; at < first; at++)
        CHECK(game_apply(table->game, &past.head, match->log[at].seat, match->log[at].move, NULL));
    size_t room = out->text->capacity - out->text->size;
    first = first_that_fits(table, desk, &past, first, viewer, room > AROUND ? room - AROUND : 0);
    for (; at < first; at++)
        CHECK(game_apply(table->game, &past.head, match->log[at].seat, match->log[at].move, NULL));
    json_out_key(out, "moves");
    json_out_open(out, '[');
    for (; at < match->count; at++)
        write_past_move(out, table, desk, &past.head, &match->log[at], viewer);
    json_out_close(out, ']');
}

/* Is there a shared screen? Then a phone need not show the table. */
static bool has_screen(const struct table *table)
{
    for (int i = 0; i < GUESTS_MAX; i++)
        if (table->guests[i].known && table->guests[i].screen && table->guests[i].here > 0)
            return true;
    return false;
}

static const char *const phase_names[] = {
    [PHASE_LOBBY] = "lobby",
    [PHASE_PLAY] = "play",
    [PHASE_OVER] = "over",
};

static void write_snapshot(struct table_desk *desk, struct message *message,
                           const struct table *table, int guest, uint32_t have, int64_t now)
{
    struct json_out *out = begin(message, desk);
    int viewer = table_viewer(table, guest);
    put_number(out, "v", table->version);
    put_string(out, "do", "snapshot");
    put_number(out, "at", now);
    put_string(out, "code", table->code);
    put_string(out, "game", table->game->name);
    put_string(out, "phase", phase_names[table->phase]);
    put_number(out, "match", table->matches);
    put_options(out, table);
    put_clock_settings(out, table);
    put_all_seats(out, table);
    put_you(out, table, guest);
    if (has_screen(table))
        put_true(out, "screen");
    if (table->paused)
        put_true(out, "paused");
    put_fair_deal(out, table);
    if (table->phase == PHASE_OVER)
        put_seats(out, "rematch", table->wants_rematch);
    if (table->phase != PHASE_LOBBY) {
        struct sight sight = look(table, desk, viewer);
        put_match(out, table, desk, &sight, now);
        put_past(out, table, desk, viewer, have);
    }
}

void table_greet_since(const struct table *table, struct table_desk *desk, int guest, uint32_t have,
                       int64_t now)
{
    struct message message;
    if (have > table->version)
        have = 0;
    write_snapshot(desk, &message, table, guest, have, now > table->now ? now : table->now);
    size_t size = end(&message);
    desk->sink.answer(desk->sink.context, desk->news, size);
}

void table_greet(const struct table *table, struct table_desk *desk, int guest, int64_t now)
{
    table_greet_since(table, desk, guest, 0, now);
}

/* ---- answers ---- */

static struct json_out *begin_answer(struct message *message, struct table_desk *desk,
                                     const char *kind, uint32_t cid)
{
    struct json_out *out = begin(message, desk);
    put_string(out, "do", kind);
    put_number(out, "cid", cid);
    return out;
}

static void send_answer(struct message *message, struct table_desk *desk)
{
    size_t size = end(message);
    desk->sink.answer(desk->sink.context, desk->news, size);
}

void table_answer_ok(struct table_desk *desk, uint32_t cid, uint32_t version)
{
    struct message message;
    put_number(begin_answer(&message, desk, "ok", cid), "v", version);
    send_answer(&message, desk);
}

void table_answer_stale(const struct table *table, struct table_desk *desk, uint32_t cid)
{
    struct message message;
    put_number(begin_answer(&message, desk, "stale", cid), "v", table->version);
    send_answer(&message, desk);
}

void table_answer_error(struct table_desk *desk, uint32_t cid, const char *reason)
{
    struct message message;
    put_string(begin_answer(&message, desk, "error", cid), "reason", reason);
    send_answer(&message, desk);
}

void table_answer_legal(const struct table *table, struct table_desk *desk, uint32_t cid, int seat,
                        int from)
{
    struct message message;
    struct sight sight = look(table, desk, seat);
    struct json_out *out = begin_answer(&message, desk, "legal", cid);
    put_number(out, "v", table->version);
    put_number(out, "count", game_legal(table->game, sight.view, seat, &desk->moves));
    put_number(out, "from", from);
    json_out_key(out, "legal");
    put_move_list(out, table, &sight, &desk->moves, from, from + LEGAL_PAGE);
    send_answer(&message, desk);
}
