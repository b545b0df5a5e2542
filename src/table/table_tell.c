/* SPDX-License-Identifier: MIT */
/*
 * What a table tells: news, snapshots and answers, as JSON. docs/protocol.md shows them all.
 *
 * Everything that depends on the cards is written from a struct viewed, and only `view_for` makes
 * one: the game's view for this viewer. So hidden cards cannot get into a message by mistake.
 */
#include "base/check.h"
#include "base/json.h"
#include "match/event_json.h"
#include "table/table_parts.h"

/* The game as one viewer sees it. */
struct viewed {
    int viewer;
    const struct state *view;
};

static struct viewed view_for(const struct table *table, struct table_workspace *workspace,
                              int viewer)
{
    game_observe(table->game, &table->match.state.head, viewer, &workspace->view.head);
    return (struct viewed){viewer, &workspace->view.head};
}

/* ---- JSON ---- */

/* A message being written into the workspace's buffer. */
struct message {
    struct text text;
    struct json_out out;
};

static struct json_out *begin_message(struct message *message, struct table_workspace *workspace)
{
    json_out_start(&message->out, &message->text, workspace->news, sizeof workspace->news);
    json_out_open(&message->out, '{');
    return &message->out;
}

static size_t end_message(struct message *message)
{
    json_out_close(&message->out, '}');
    CHECK(!message->text.overflow);
    return message->text.size;
}

static void put_hash_of(struct json_out *out, const char *key, const uint8_t *bytes, size_t size)
{
    uint8_t hash[SHA256_SIZE];
    sha256(bytes, size, hash);
    json_put_hex(out, key, hash, sizeof hash);
}

/* ---- the game ---- */

static void put_position(struct json_out *out, const struct table *table,
                         const struct viewed *viewed)
{
    char position[POSITION_MAX];
    struct text text;
    text_init(&text, position, sizeof position);
    game_write(table->game, viewed->view, &text);
    json_put_string(out, "position", position);
}

static void put_move_list(struct json_out *out, const struct table *table,
                          const struct viewed *viewed, const struct moves *moves, int from, int to)
{
    json_out_open(out, '[');
    for (int i = from; i < to && i < moves->count; i++) {
        char move_text[MOVE_TEXT_MAX];
        struct text text;
        text_init(&text, move_text, sizeof move_text);
        table->game->write_move(viewed->view, moves->list[i], &text);
        json_out_string(out, move_text);
    }
    json_out_close(out, ']');
}

/* The viewer's legal moves: a list, or only their number if there are many. */
static void put_legal(struct json_out *out, const struct table *table,
                      struct table_workspace *workspace, const struct viewed *viewed)
{
    bool person = viewed->viewer >= 0 && (match_people(&table->match) >> viewed->viewer & 1) != 0;
    if (!person || !state_acts(viewed->view, viewed->viewer) || match_over(&table->match))
        return;
    int count = game_legal(table->game, viewed->view, viewed->viewer, &workspace->moves);
    json_out_key(out, "legal");
    if (count <= LEGAL_MAX)
        put_move_list(out, table, viewed, &workspace->moves, 0, count);
    else
        json_out_integer(out, count);
}

static void put_clocks(struct json_out *out, const struct table *table, int64_t now)
{
    if (table->clock == CLOCK_OFF)
        return;
    json_put_open(out, "clocks", '[');
    for (int seat = 0; seat < table->seats; seat++)
        json_out_integer(out, clock_left(&table->match.clock, seat, now));
    json_out_close(out, ']');
    json_put_bits(out, "running", table->match.clock.paused ? 0 : table->match.clock.running);
}

static void put_salts(struct json_out *out, const struct table *table)
{
    json_put_open(out, "salts", '[');
    for (int seat = 0; seat < table->seats; seat++)
        json_out_hex(out, table->salts[seat], SALT_MAX);
    json_out_close(out, ']');
}

/* Once the match is over nothing about the deal is secret. */
static void put_end(struct json_out *out, const struct table *table, const struct outcome *outcome)
{
    int32_t places[SEATS_MAX];
    for (int seat = 0; seat < table->seats; seat++)
        places[seat] = outcome->place[seat];
    json_put_string(out, "end", ending_names[table->match.ending]);
    if (table->match.loser != NO_SEAT)
        json_put_integer(out, "loser", table->match.loser);
    json_put_integers(out, "places", places, table->seats);
    json_put_hex(out, "key", table->match.key, CHANCE_KEY_SIZE);
    if (table->given_now)
        return;
    json_put_hex(out, "secret", table->dealt, SHA256_SIZE);
    put_salts(out, table);
}

/* What the viewer cannot ask for now, and why. */
static void put_cannot(struct json_out *out, const struct table *table, int viewer)
{
    if (viewer < 0 || match_over(&table->match))
        return;
    const char *offer = table_check_offer(table, viewer);
    const char *undo = match_check_undo(&table->match, viewer);
    json_put_open(out, "cannot", '{');
    if (offer)
        json_put_string(out, "offer", offer);
    if (undo)
        json_put_string(out, "undo", undo);
    json_out_close(out, '}');
}

/* Everything about the match that may have changed. */
static void put_match(struct json_out *out, const struct table *table,
                      struct table_workspace *workspace, const struct viewed *viewed, int64_t now)
{
    const struct match *match = &table->match;
    struct outcome outcome;
    json_put_integer(out, "ply", match->version);
    put_position(out, table, viewed);
    json_put_bits(out, "actors", match_over(match) ? 0 : viewed->view->actors);
    put_legal(out, table, workspace, viewed);
    if (table->window_open) {
        json_put_integer(out, "window", table->windows);
        json_put_integer(out, "window_ms",
                         table->window_until > now ? table->window_until - now : 0);
    }
    put_clocks(out, table, now);
    if (match->offer != NO_SEAT)
        json_put_integer(out, "offer", match->offer);
    if (match->asker != NO_SEAT) {
        json_put_integer(out, "undo", match->asker);
        json_put_bits(out, "unheard", match->unheard);
    }
    if (table->nudged != NO_SEAT) {
        json_put_integer(out, "nudged", table->nudged);
        json_put_integer(out, "nudged_ms", table_nudged_left(table, now));
        json_put_bits(out, "agreed", table->agreed);
    }
    if (table->phase == PHASE_OVER) {
        json_put_bits(out, "rematch", table->wants_rematch);
        json_put_bits(out, "missing", table_missing(table));
    }
    put_cannot(out, table, viewed->viewer);
    table_put_tries(out, table, workspace, viewed->viewer);
    match_outcome(match, &outcome);
    if (outcome.scored)
        json_put_integers(out, "scores", outcome.score, table->seats);
    if (match_over(match))
        put_end(out, table, &outcome);
}

/* ---- the lobby ---- */

/* Is the guest here, and if not, when may a bot play for it? */
static void put_presence(struct json_out *out, const struct table *table, int guest, int64_t now)
{
    bool here = table->guests[guest].here > 0;
    json_put_bool(out, "here", here);
    if (!here)
        json_put_integer(out, "away_ms", table_away_left(table, guest, now));
}

static void write_seat(struct json_out *out, const struct table *table, int seat, int64_t now)
{
    const struct table_seat *row = &table->seat[seat];
    if (row->kind == SEAT_EMPTY) {
        json_out_null(out);
        return;
    }
    json_out_open(out, '{');
    if (row->kind == SEAT_BOT) {
        json_put_string(out, "bot", row->level);
    } else {
        json_put_string(out, "name", row->name);
        put_presence(out, table, row->guest, now);
        if (row->ready)
            json_put_bool(out, "ready", true);
        if (table->phase == PHASE_PLAY && table->match.seats[seat].holder == HOLDER_BOT)
            json_put_string(out, "bot", table->match.seats[seat].level);
    }
    if (table_leads(table, row->guest))
        json_put_bool(out, "host", true);
    json_put_integer(out, "wins", table_wins(table, seat));
    json_out_close(out, '}');
}

static void put_all_seats(struct json_out *out, const struct table *table, int64_t now)
{
    json_put_open(out, "seats", '[');
    for (int seat = 0; seat < table->seats; seat++)
        write_seat(out, table, seat, now);
    json_out_close(out, ']');
}

static void put_options(struct json_out *out, const struct table *table)
{
    const struct option *options = table->game->options;
    json_put_open(out, "options", '{');
    for (int i = 0; options[i].name; i++)
        json_put_string(out, options[i].name, options[i].values[table->option[i]]);
    json_out_close(out, '}');
}

static void put_clock_settings(struct json_out *out, const struct table *table)
{
    json_put_open(out, "clock", '{');
    json_put_string(out, "kind", clock_names[table->clock]);
    json_put_integer(out, "millis", table->clock_millis);
    json_put_integer(out, "increment", table->clock_increment);
    json_out_close(out, '}');
}

const char *const phase_names[] = {
    [PHASE_LOBBY] = "lobby",
    [PHASE_PLAY] = "play",
    [PHASE_OVER] = "over",
};

/* Who the reader is at this table. News cannot tell onlookers apart: a host who only watches learns
 * of the role from snapshots, and keeps it until some seat is the host's. */
static void put_you(struct json_out *out, const struct table *table, int viewer, int guest)
{
    bool host = table_leads(table, viewer >= 0 ? table->seat[viewer].guest : guest);
    json_put_open(out, "you", '{');
    if (viewer >= 0)
        json_put_integer(out, "seat", viewer);
    if (host) {
        json_put_bool(out, "host", true);
        if (table->blocked_count > 0)
            json_put_integer(out, "blocked", table->blocked_count);
    }
    if (guest != NO_GUEST && table->guests[guest].waits > 0)
        json_put_bool(out, "waits", true);
    json_out_close(out, '}');
}

/* Everything about the table that may have changed, apart from the match. An onlooker who is told
 * alone is a guest, or NO_GUEST. */
static void put_lobby(struct json_out *out, const struct table *table, int viewer, int guest,
                      int64_t now)
{
    json_put_string(out, "phase", phase_names[table->phase]);
    json_put_integer(out, "match", table->matches);
    put_options(out, table);
    put_clock_settings(out, table);
    json_put_integer(out, "grace", table->grace);
    if (table->game->answer)
        json_put_string(out, "aloud", aloud_names[table->aloud]);
    if (table->locked)
        json_put_bool(out, "locked", true);
    if (table->seating != SEATING_TURN)
        json_put_string(out, "seating", seating_names[table->seating]);
    put_all_seats(out, table, now);
    table_put_waiting(out, table);
    table_put_evening(out, table);
    put_you(out, table, viewer, guest);
}

/* ---- news ---- */

static bool is_private(enum table_event_kind kind, int viewer)
{
    if (kind == TABLE_TRY)
        return viewer < 0; /* among the players */
    /* onlookers, tokens and what deals the cards are private */
    return kind == TABLE_OPEN || kind == TABLE_SEAL || kind == TABLE_GUEST || kind == TABLE_TOKEN ||
           kind == TABLE_GIVEN;
}

static bool is_sending_away(enum table_event_kind kind)
{
    return kind == TABLE_REMOVE || kind == TABLE_BLOCK;
}

/* Does the event change how the match looks? */
static bool changes_match(const struct table *table, enum table_event_kind kind)
{
    if (kind == TABLE_WAIT || kind == TABLE_UNWAIT)
        return table->phase == PHASE_OVER; /* somebody less is missing, or more */
    /* after sit, stand and bot somebody else is missing, or a bot plays on */
    return kind == TABLE_SIT || kind == TABLE_STAND || kind == TABLE_BOT ||
           kind == TABLE_UNREMATCH || kind == TABLE_WITHOUT || kind == TABLE_NUDGE ||
           kind == TABLE_AGREE || kind == TABLE_START || kind == TABLE_REMATCH ||
           kind == TABLE_PAUSE || kind == TABLE_RESUME ||
           (kind >= TABLE_MOVE && kind <= TABLE_REFUSE) || kind == TABLE_TIME ||
           kind == TABLE_TRY || is_sending_away(kind);
}

/* Does it change anything else about the table? The end of a match counts wins and sends stand-ins
 * home. */
static bool changes_lobby(const struct table *table, enum table_event_kind kind)
{
    bool plays = (kind >= TABLE_MOVE && kind <= TABLE_REFUSE) || kind == TABLE_TIME;
    if (kind == TABLE_TAKEOVER || kind == TABLE_GIVEBACK)
        return true;
    if (plays)
        return table->phase == PHASE_OVER;
    return kind != TABLE_SAY && kind != TABLE_TRY && kind != TABLE_NUDGE && kind != TABLE_AGREE &&
           kind != TABLE_PAUSE && kind != TABLE_RESUME;
}

static void put_host(struct json_out *out, const struct guest *host)
{
    if (host->seat != NO_SEAT)
        json_put_integer(out, "seat", host->seat);
    else
        json_put_string(out, "name", host->name); /* who waits for a seat */
}

static void put_field(struct json_out *out, const struct table *table,
                      const struct table_event *event, char field)
{
    switch (field) {
    case 's': json_put_integer(out, "seat", event->seat); break;
    case 'w':
        json_put_string(out,
                        event->kind == TABLE_OPTION    ? "name"
                        : event->kind == TABLE_ALOUD   ? "value"
                        : event->kind == TABLE_SAY     ? "phrase"
                        : event->kind == TABLE_CLOCK   ? "kind"
                        : event->kind == TABLE_WITHOUT ? "missing"
                        : event->kind == TABLE_GAME    ? "game"
                        : event->kind == TABLE_SEATING ? "value"
                                                       : "level",
                        event->word[0]);
        break;
    case 'v': json_put_string(out, "value", event->word[1]); break;
    case 'n':
        if (event->kind == TABLE_HOST || event->kind == TABLE_LEAD)
            put_host(out, &table->guests[event->number[0]]);
        else if (event->kind == TABLE_CLOCK || event->kind == TABLE_GRACE)
            json_put_integer(out, "millis", event->number[0]);
        break; /* the lobby says how many seats there are */
    case 'm': json_put_integer(out, "increment", event->number[1]); break;
    case 't':
        if (event->kind != TABLE_MOVE && event->kind != TABLE_TRY)
            json_put_string(out, "name", event->rest);
        break;
    default: break; /* contributions to chance are told when the match is over */
    }
}

/* The move's text is only for viewers who see everything it names: a trade's cards are the
 * trader's. */
static void put_game_events(struct json_out *out, const struct table *table, int seat,
                            const char *move_text, const struct events *events, struct events *seen,
                            int viewer)
{
    if (events_show_move(events, seat, viewer))
        json_put_string(out, "move", move_text);
    seen->count = events->count;
    memcpy(seen->list, events->list, (size_t)events->count * sizeof events->list[0]);
    events_observe(seen, viewer);
    json_put_open(out, "events", '[');
    for (int i = 0; i < seen->count; i++)
        event_write_json(out, table->game, &seen->list[i]);
    json_out_close(out, ']');
}

/* Which card was tried is only for the player whose hand has it. */
static void put_try(struct json_out *out, const struct table *table,
                    struct table_workspace *workspace, const struct table_event *event, int viewer)
{
    move m;
    if (viewer != event->seat)
        return;
    struct viewed viewed = view_for(table, workspace, viewer);
    json_put_string(out, "move", event->rest);
    json_put_string(
        out, "reason",
        game_read_move(table->game, viewed.view, viewer, event->rest, &workspace->moves, &m));
}

static void put_fair_deal(struct json_out *out, const struct table *table)
{
    uint8_t next[SHA256_SIZE];
    table_secret(table, next);
    if (table->phase != PHASE_PLAY)
        put_hash_of(out, "seal", next, SHA256_SIZE);
    else if (!table->given_now)
        put_hash_of(out, "seal", table->dealt, SHA256_SIZE);
    if (table->phase == PHASE_PLAY)
        put_hash_of(out, "commit", table->match.key, CHANCE_KEY_SIZE);
}

/* The seat of the event's author. */
static void put_sender(struct json_out *out, const struct table *table,
                       const struct table_event *event)
{
    int seat = event->guest == NO_GUEST ? NO_SEAT : table->guests[event->guest].seat;
    if (seat != NO_SEAT)
        json_put_integer(out, "by", seat);
}

static bool begins_match(const struct table *table, enum table_event_kind kind)
{
    return kind == TABLE_START || kind == TABLE_WITHOUT ||
           (kind == TABLE_REMATCH && table->phase == PHASE_PLAY);
}

static void write_news(struct table_workspace *workspace, struct message *message,
                       const struct table *table, const struct table_event *event, int viewer)
{
    struct json_out *out = begin_message(message, workspace);
    json_put_integer(out, "v", table->version);
    if (is_private(event->kind, viewer)) {
        json_put_bool(out, "skip", true);
        return;
    }
    json_put_string(out, "do", table_event_name(event->kind));
    json_put_integer(out, "at", event->time);
    for (const char *field = table_event_fields(event->kind); *field != '\0'; field++)
        put_field(out, table, event, *field);
    if (event->kind == TABLE_MOVE)
        put_game_events(out, table, event->seat, event->rest, &workspace->events, &workspace->seen,
                        viewer);
    if (event->kind == TABLE_TRY)
        put_try(out, table, workspace, event, viewer);
    if (event->kind == TABLE_TAKEOVER || event->kind == TABLE_NUDGE)
        put_sender(out, table, event);
    if (begins_match(table, event->kind))
        put_fair_deal(out, table);
    if (changes_lobby(table, event->kind))
        put_lobby(out, table, viewer, NO_GUEST, event->time);
    if (table->phase != PHASE_LOBBY && changes_match(table, event->kind)) {
        struct viewed viewed = view_for(table, workspace, viewer);
        put_match(out, table, workspace, &viewed, event->time);
    }
}

static void tell_viewer(const struct table *table, struct table_workspace *workspace,
                        const struct table_event *event, int viewer)
{
    struct message message;
    if (!workspace->sink.watched(workspace->sink.context, viewer))
        return;
    write_news(workspace, &message, table, event, viewer);
    size_t size = end_message(&message);
    workspace->sink.news(workspace->sink.context, viewer, workspace->news, size);
}

void table_tell(const struct table *table, struct table_workspace *workspace,
                const struct table_event *event)
{
    tell_viewer(table, workspace, event, SPECTATOR);
    for (int seat = 0; seat < table->seats; seat++)
        tell_viewer(table, workspace, event, seat);
}

void table_tell_presence(const struct table *table, struct table_workspace *workspace, int guest,
                         int64_t now)
{
    int seat = table->guests[guest].seat;
    if (seat == NO_SEAT)
        return;
    for (int viewer = SPECTATOR; viewer < table->seats; viewer++) {
        struct message message;
        if (viewer == TRUTH || !workspace->sink.watched(workspace->sink.context, viewer))
            continue;
        struct json_out *out = begin_message(&message, workspace);
        json_put_string(out, "do", "here");
        json_put_integer(out, "seat", seat);
        put_presence(out, table, guest, now);
        size_t size = end_message(&message);
        workspace->sink.news(workspace->sink.context, viewer, workspace->news, size);
    }
}

/* ---- snapshots ---- */

/* Writes a move as the news told it. `past` is the position before the move; on return, the one
 * after it. */
static void write_past_move(struct json_out *out, const struct table *table,
                            struct table_workspace *workspace, struct state *past,
                            const struct ply *ply, int viewer)
{
    char move_text[MOVE_TEXT_MAX];
    struct text text;
    text_init(&text, move_text, sizeof move_text);
    table->game->write_move(past, ply->move, &text);
    workspace->events.count = 0;
    CHECK(game_apply(table->game, past, ply->seat, ply->move, &workspace->events));
    json_out_open(out, '{');
    json_put_integer(out, "v", ply->version);
    json_put_integer(out, "seat", ply->seat);
    put_game_events(out, table, ply->seat, move_text, &workspace->events, &workspace->seen, viewer);
    json_out_close(out, '}');
}

/* The first ply to tell: one that the reader does not have, and not too far back. */
static uint32_t first_missed(const struct match *match, uint32_t have)
{
    uint32_t first = match->count > MOVES_TOLD ? match->count - MOVES_TOLD : 0;
    while (first < match->count && match->log[first].version <= have)
        first++;
    return first;
}

/* The first ply from which all moves fit into the given number of bytes; `past` is the position
 * before `first`. */
static uint32_t first_that_fits(const struct table *table, struct table_workspace *workspace,
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
        json_out_start(&out, &text, workspace->record, sizeof workspace->record);
        write_past_move(&out, table, workspace, &state.head, &table->match.log[at], viewer);
        CHECK(!text.overflow);            /* it once fit into news */
        size[at - first] = text.size + 1; /* and a comma */
    }
    while (at > first && sum + size[at - 1 - first] <= room)
        sum += size[--at - first];
    return at;
}

/* The last moves, replayed from the deal, so that newcomers see how the position came about. */
static void put_past(struct json_out *out, const struct table *table,
                     struct table_workspace *workspace, int viewer, uint32_t have)
{
    enum { AROUND = 16 }; /* bytes of `,"moves":[]}`, and the end */
    union any_state past;
    const struct match *match = &table->match;
    uint32_t at = 0, first = first_missed(match, have);
    match_restart(match, &past.head);
    for (; at < first; at++)
        CHECK(game_apply(table->game, &past.head, match->log[at].seat, match->log[at].move, NULL));
    size_t room = out->text->capacity - out->text->size;
    first =
        first_that_fits(table, workspace, &past, first, viewer, room > AROUND ? room - AROUND : 0);
    for (; at < first; at++)
        CHECK(game_apply(table->game, &past.head, match->log[at].seat, match->log[at].move, NULL));
    json_put_open(out, "moves", '[');
    for (; at < match->count; at++)
        write_past_move(out, table, workspace, &past.head, &match->log[at], viewer);
    json_out_close(out, ']');
}

/* Is there a shared screen? Then phones need not show the table. */
static bool has_screen(const struct table *table)
{
    for (int i = 0; i < GUESTS_MAX; i++)
        if (table->guests[i].known && table->guests[i].screen && table->guests[i].here > 0)
            return true;
    return false;
}

static void write_snapshot(struct table_workspace *workspace, struct message *message,
                           const struct table *table, int guest, uint32_t have, int64_t now)
{
    struct json_out *out = begin_message(message, workspace);
    int viewer = table_viewer(table, guest);
    json_put_integer(out, "v", table->version);
    json_put_string(out, "do", "snapshot");
    json_put_integer(out, "at", now);
    json_put_string(out, "code", table->code);
    json_put_string(out, "game", table->game->name);
    put_lobby(out, table, viewer, guest, now);
    if (has_screen(table))
        json_put_bool(out, "screen", true);
    if (table->paused)
        json_put_bool(out, "paused", true);
    put_fair_deal(out, table);
    if (table->phase != PHASE_LOBBY) {
        struct viewed viewed = view_for(table, workspace, viewer);
        put_match(out, table, workspace, &viewed, now);
        put_past(out, table, workspace, viewer, have);
    }
}

void table_greet_since(const struct table *table, struct table_workspace *workspace, int guest,
                       uint32_t have, int64_t now)
{
    struct message message;
    if (have > table->version)
        have = 0;
    write_snapshot(workspace, &message, table, guest, have, now > table->now ? now : table->now);
    size_t size = end_message(&message);
    workspace->sink.answer(workspace->sink.context, workspace->news, size);
}

void table_greet(const struct table *table, struct table_workspace *workspace, int guest,
                 int64_t now)
{
    table_greet_since(table, workspace, guest, 0, now);
}

/* ---- answers ---- */

static struct json_out *begin_answer(struct message *message, struct table_workspace *workspace,
                                     const char *kind, uint32_t cid)
{
    struct json_out *out = begin_message(message, workspace);
    json_put_string(out, "do", kind);
    json_put_integer(out, "cid", cid);
    return out;
}

static void send_answer(struct message *message, struct table_workspace *workspace)
{
    size_t size = end_message(message);
    workspace->sink.answer(workspace->sink.context, workspace->news, size);
}

void table_answer_ok(struct table_workspace *workspace, uint32_t cid, uint32_t version)
{
    struct message message;
    json_put_integer(begin_answer(&message, workspace, "ok", cid), "v", version);
    send_answer(&message, workspace);
}

void table_answer_stale(const struct table *table, struct table_workspace *workspace, uint32_t cid)
{
    struct message message;
    json_put_integer(begin_answer(&message, workspace, "stale", cid), "v", table->version);
    send_answer(&message, workspace);
}

void table_answer_error(struct table_workspace *workspace, uint32_t cid, const char *reason)
{
    struct message message;
    json_put_string(begin_answer(&message, workspace, "error", cid), "reason", reason);
    send_answer(&message, workspace);
}

void table_answer_legal(const struct table *table, struct table_workspace *workspace, uint32_t cid,
                        int seat, int from)
{
    struct message message;
    struct viewed viewed = view_for(table, workspace, seat);
    struct json_out *out = begin_answer(&message, workspace, "legal", cid);
    json_put_integer(out, "v", table->version);
    json_put_integer(out, "count", game_legal(table->game, viewed.view, seat, &workspace->moves));
    json_put_integer(out, "from", from);
    json_out_key(out, "legal");
    put_move_list(out, table, &viewed, &workspace->moves, from, from + LEGAL_PAGE);
    send_answer(&message, workspace);
}
