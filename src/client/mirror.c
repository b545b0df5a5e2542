/* SPDX-License-Identifier: MIT */
/* Applies a table's messages. The browser's version is web/src/table/reduce.ts. */
#include "client/mirror.h"

#include <string.h>

#include "base/check.h"
#include "client/incoming.h"

void mirror_init(struct mirror *mirror)
{
    memset(mirror, 0, offsetof(struct mirror, values));
    mirror->you = mirror->offer = mirror->undo = mirror->loser = mirror->nudged = NO_SEAT;
}

static void copy_string(char *out, size_t capacity, const char *string)
{
    struct text text;
    text_init(&text, out, capacity);
    text_string(&text, string);
}

#define COPY_STRING(to, from) copy_string(to, sizeof(to), from)

/* ---- the log ---- */

static struct mirror_move *add_move(struct mirror *mirror)
{
    if (mirror->log_count == MIRROR_LOG_MAX) {
        memmove(mirror->log, mirror->log + 1, (MIRROR_LOG_MAX - 1) * sizeof *mirror->log);
        mirror->log_count--;
    }
    return &mirror->log[mirror->log_count++];
}

static void take_move(struct mirror *mirror, const struct incoming *incoming)
{
    struct mirror_move *entry = add_move(mirror);
    entry->v = (uint32_t)incoming->v;
    entry->seat = (int8_t)incoming->seat;
    COPY_STRING(entry->move, incoming->move);
    entry->events.count = mirror->events.count;
    memcpy(entry->events.list, mirror->events.list,
           (size_t)mirror->events.count * sizeof mirror->events.list[0]);
}

/* If a move was taken back, it and everything after it never happened. */
static void take_back(struct mirror *mirror, const struct incoming *incoming)
{
    int asker = mirror->undo != NO_SEAT ? mirror->undo : (int)incoming->seat,
        at = mirror->log_count - 1;
    if (!incoming->has_match || incoming->ply == mirror->ply)
        return;
    while (at >= 0 && mirror->log[at].seat != asker)
        at--;
    mirror->log_count = at < 0 ? 0 : at;
}

/* ---- snapshots ---- */

/* Are all moves of a snapshot valid? */
static bool moves_are_sound(const struct incoming *incoming, struct mirror_move *scratch)
{
    const struct json_value *values = incoming->json.values;
    if (incoming->moves == 0)
        return true;
    if (values[incoming->moves].type != JSON_ARRAY || values[incoming->moves].count > MOVES_TOLD)
        return false;
    for (uint32_t i = incoming->moves + 1; i < values[incoming->moves].next; i = values[i].next)
        if (!incoming_move(&incoming->json, i, incoming->game, scratch) ||
            scratch->seat >= incoming->seats || scratch->v > incoming->v)
            return false;
    return true;
}

/* How many moves of a snapshot are new to us. */
static int count_missed(const struct mirror *mirror, const struct incoming *incoming)
{
    const struct json_value *values = incoming->json.values;
    int count = 0;
    for (uint32_t i = incoming->moves + 1; i < values[incoming->moves].next; i = values[i].next) {
        int64_t v = 0;
        json_integer(&incoming->json, json_member(&incoming->json, i, "v"), &v);
        count += v > mirror->v;
    }
    return count;
}

/* Appends a snapshot's moves to the known ones of the same match, or replaces them. */
static void take_past(struct mirror *mirror, const struct incoming *incoming)
{
    const struct json_value *values = incoming->json.values;
    struct mirror_move entry;
    if (incoming->phase == PHASE_LOBBY || mirror->match != incoming->match)
        mirror->log_count = 0;
    if (incoming->moves == 0)
        return;
    for (uint32_t i = incoming->moves + 1; i < values[incoming->moves].next; i = values[i].next) {
        CHECK(incoming_move(&incoming->json, i, incoming->game, &entry));
        while (mirror->log_count > 0 && mirror->log[mirror->log_count - 1].v >= entry.v)
            mirror->log_count--;
        memcpy(add_move(mirror), &entry, sizeof entry);
    }
}

/* We missed moves, and some were taken back: the known past is wrong. */
static bool past_is_torn(const struct mirror *mirror, const struct incoming *incoming)
{
    return incoming->moves != 0 && mirror->match == incoming->match && mirror->ply > 0 &&
           incoming->ply > mirror->ply &&
           incoming->ply - mirror->ply != count_missed(mirror, incoming);
}

static void take_rows(struct mirror *mirror, const struct incoming *incoming, int64_t now)
{
    mirror->seats = incoming->seats;
    memcpy(mirror->seat, incoming->row, sizeof mirror->seat);
    for (int i = 0; i < mirror->seats; i++)
        if (mirror->seat[i].name[0] != '\0' && !mirror->seat[i].here)
            mirror->seat[i].away_until += now;
}

/* News cannot tell onlookers apart: the host stays the host unless a seat has that role. */
static bool is_host(const struct mirror *mirror, const struct incoming *incoming)
{
    bool seated = false;
    for (int i = 0; i < incoming->seats; i++)
        seated = seated || incoming->row[i].host;
    return incoming->host || (incoming->kind != INCOMING_SNAPSHOT && incoming->you == NO_SEAT &&
                              !seated && mirror->host);
}

static void take_lobby(struct mirror *mirror, const struct incoming *incoming, int64_t now)
{
    mirror->host = is_host(mirror, incoming);
    mirror->you = (int)incoming->you;
    mirror->game = incoming->game;
    mirror->phase = incoming->phase;
    mirror->match = (uint32_t)incoming->match;
    memcpy(mirror->option, incoming->option, sizeof mirror->option);
    mirror->clock = incoming->clock;
    mirror->clock_millis = (int32_t)incoming->millis;
    mirror->clock_increment = (int32_t)incoming->increment;
    mirror->aloud = incoming->aloud;
    mirror->locked = incoming->locked;
    mirror->seating = incoming->seating;
    mirror->waits = incoming->kind == INCOMING_SNAPSHOT ? incoming->waits
                                                        : mirror->waits && incoming->you == NO_SEAT;
    mirror->waiting_count = incoming->waiting_count;
    memcpy(mirror->waiting, incoming->waiting, sizeof mirror->waiting);
    mirror->evening_count = incoming->evening_count;
    memcpy(mirror->evening, incoming->evening, sizeof mirror->evening);
    take_rows(mirror, incoming, now);
}

static void take_match(struct mirror *mirror, const struct incoming *incoming, int64_t now);

static enum mirror_news take_snapshot(struct mirror *mirror, const struct incoming *incoming,
                                      int64_t now)
{
    if (!incoming->has_lobby || (incoming->phase != PHASE_LOBBY) != incoming->has_match ||
        !moves_are_sound(incoming, &mirror->scratch))
        return MIRROR_BROKEN;
    bool torn = past_is_torn(mirror, incoming);
    take_past(mirror, incoming);
    mirror->game = incoming->game;
    COPY_STRING(mirror->code, incoming->code);
    take_lobby(mirror, incoming, now);
    mirror->v = (uint32_t)incoming->v;
    mirror->channel = incoming->paused ? CHANNEL_PAUSED : CHANNEL_LIVE;
    COPY_STRING(mirror->trouble, incoming->paused ? "match.paused" : "");
    if (incoming->has_match)
        take_match(mirror, incoming, now);
    return torn ? MIRROR_INCOMPLETE : MIRROR_CHANGED;
}

/* ---- news ---- */

static void take_match(struct mirror *mirror, const struct incoming *incoming, int64_t now)
{
    if (mirror->still_since == 0 || !string_equal(mirror->position, incoming->position))
        mirror->still_since = now;
    mirror->ply = (uint32_t)incoming->ply;
    COPY_STRING(mirror->position, incoming->position);
    memcpy(&mirror->view, &incoming->view, sizeof mirror->view);
    mirror->actors = incoming->actors;
    mirror->window = (uint32_t)incoming->window;
    mirror->window_until = mirror->window ? now + incoming->window_ms : 0;
    mirror->timed = incoming->timed;
    memcpy(mirror->clocks, incoming->clocks, sizeof mirror->clocks);
    mirror->clocks_at = now;
    mirror->running = incoming->running;
    mirror->offer = (int)incoming->offer;
    mirror->undo = (int)incoming->undo;
    mirror->no_offer = incoming->no_offer;
    mirror->unheard = incoming->unheard;
    mirror->nudged = (int)incoming->nudged;
    mirror->nudged_until = now + incoming->nudged_ms;
    mirror->agreed = incoming->agreed;
    mirror->rematch = incoming->rematch;
    mirror->missing = incoming->missing;
    mirror->outcome = incoming->outcome;
    mirror->ending = incoming->ending;
    mirror->loser = (int)incoming->loser;
    mirror->tries = incoming->tries;
}

static void take_said(struct mirror *mirror, const struct incoming *incoming)
{
    if (!phrase_exists(incoming->word))
        return;
    if (mirror->said_count == MIRROR_SAID_MAX) {
        memmove(mirror->said, mirror->said + 1, (MIRROR_SAID_MAX - 1) * sizeof *mirror->said);
        mirror->said_count--;
    }
    struct mirror_said *said = &mirror->said[mirror->said_count++];
    said->v = (uint32_t)incoming->v;
    said->seat = (int8_t)incoming->seat;
    COPY_STRING(said->phrase, incoming->word);
}

/* Ours says why; of others' we are only told that they were wrong. */
static void take_try(struct mirror *mirror, const struct incoming *incoming)
{
    if (incoming->reason[0] == '\0')
        return;
    mirror->wrong_v = (uint32_t)incoming->v;
    COPY_STRING(mirror->wrong, incoming->reason);
}

static void take_presence(struct mirror *mirror, const struct incoming *incoming, int64_t now)
{
    if (incoming->seat < 0)
        return;
    struct mirror_seat *row = &mirror->seat[incoming->seat];
    row->here = incoming->here;
    row->away_until = incoming->here ? 0 : now + incoming->away_ms;
}

static void take_rest(struct mirror *mirror, bool rests, const struct incoming *incoming)
{
    mirror->channel = rests ? CHANNEL_PAUSED : CHANNEL_LIVE;
    COPY_STRING(mirror->trouble, !rests                        ? ""
                                 : incoming->reason[0] == '\0' ? "match.paused"
                                                               : incoming->reason);
}

static void take_news(struct mirror *mirror, const struct incoming *incoming, int64_t now)
{
    switch (incoming->kind) {
    case TABLE_RESUME:
        take_rest(mirror, false, incoming);
        break; /* a snapshot may have paused it */
    case TABLE_MOVE: take_move(mirror, incoming); break;
    case TABLE_UNDO:
    case TABLE_ALLOW:
    case TABLE_TAKEOVER:
    case TABLE_STAND:
    case TABLE_REMOVE:
    case TABLE_BLOCK: take_back(mirror, incoming); break;
    case TABLE_SAY: take_said(mirror, incoming); break;
    case TABLE_TRY: take_try(mirror, incoming); break;
    case INCOMING_HERE: take_presence(mirror, incoming, now); break;
    default: break;
    }
    if (incoming->has_lobby && incoming->match != mirror->match)
        mirror->log_count = 0;
    if (incoming->has_lobby)
        take_lobby(mirror, incoming, now);
    if (incoming->has_match)
        take_match(mirror, incoming, now);
}

/* Does the news have what its kind requires? If seats, viewer or match change, so does the
 * position. */
static bool is_sound(struct mirror *mirror, const struct incoming *incoming)
{
    bool same = incoming->match == mirror->match && incoming->seats == mirror->seats &&
                incoming->you == mirror->you && mirror->phase != PHASE_LOBBY;
    if (incoming->has_lobby && incoming->phase != PHASE_LOBBY && !same && !incoming->has_match)
        return false;
    return incoming->kind != TABLE_MOVE ||
           (incoming->seat >= 0 && incoming->has_match &&
            incoming_events(&incoming->json, incoming->events, incoming->game, &mirror->events));
}

/* News cannot tell onlookers apart: after these we may be the host, lead, or wait for a seat. */
static bool changes_role(const struct incoming *incoming)
{
    return incoming->kind == TABLE_HOST || incoming->kind == TABLE_LEAD ||
           incoming->kind == TABLE_WAIT || incoming->kind == TABLE_UNWAIT ||
           incoming->kind == TABLE_GAME || incoming->kind == TABLE_STAND ||
           incoming->kind == TABLE_REMOVE || incoming->kind == TABLE_BLOCK;
}

static enum mirror_news take_version(struct mirror *mirror, const struct incoming *incoming,
                                     int64_t now)
{
    if (mirror->v == 0 || (incoming->v > 0 && incoming->v <= mirror->v))
        return MIRROR_NOTHING; /* known from a snapshot, or a snapshot will tell */
    if (incoming->v > (int64_t)mirror->v + 1)
        return MIRROR_GAP;
    if (incoming->kind < TABLE_EVENT_KINDS && (incoming->v == 0 || !is_sound(mirror, incoming)))
        return MIRROR_BROKEN;
    if (incoming->v > 0)
        mirror->v = (uint32_t)incoming->v;
    if (incoming->kind == INCOMING_SKIP || incoming->kind == INCOMING_OTHER)
        return MIRROR_NOTHING;
    bool sat = mirror->you != NO_SEAT;
    take_news(mirror, incoming, now);
    bool unclear = incoming->has_lobby && mirror->you == NO_SEAT && (sat || changes_role(incoming));
    return unclear ? MIRROR_INCOMPLETE : MIRROR_CHANGED;
}

/* ---- all of it ---- */

static enum mirror_news take_answer(struct mirror *mirror, const struct incoming *incoming)
{
    mirror->answer = (struct answer){
        .cid = (uint32_t)incoming->cid,
        .kind = incoming->kind == INCOMING_ERROR   ? ANSWER_ERROR
                : incoming->kind == INCOMING_STALE ? ANSWER_STALE
                                                   : ANSWER_OK,
        .v = (uint32_t)incoming->v,
        .again = incoming->again,
        .in_ms = incoming->in_ms,
    };
    COPY_STRING(mirror->answer.reason, incoming->reason);
    return MIRROR_ANSWER;
}

static enum mirror_news take_welcome(struct mirror *mirror, const struct incoming *incoming)
{
    mirror->protocol = incoming->protocol;
    mirror->table = incoming->table;
    COPY_STRING(mirror->code, incoming->code);
    COPY_STRING(mirror->token, incoming->token);
    COPY_STRING(mirror->home, incoming->home);
    mirror->devices = 1;
    return MIRROR_WELCOME;
}

enum mirror_news mirror_take(struct mirror *mirror, const char *message, size_t size, int64_t now)
{
    struct incoming incoming;
    if (!incoming_read(&incoming, mirror, message, size))
        return MIRROR_BROKEN;
    switch (incoming.kind) {
    case INCOMING_SNAPSHOT: return take_snapshot(mirror, &incoming, now);
    case INCOMING_WELCOME: return take_welcome(mirror, &incoming);
    case INCOMING_PAUSED:
    case INCOMING_RESUMED:
        take_rest(mirror, incoming.kind == INCOMING_PAUSED, &incoming);
        return MIRROR_CHANGED;
    case INCOMING_PEEK: COPY_STRING(mirror->peeked, incoming.name); return MIRROR_PEEK;
    case INCOMING_DEVICES: mirror->devices = (int)incoming.number; return MIRROR_CHANGED;
    case INCOMING_MOVED:
        mirror->devices = 0;
        mirror->moved = true;
        return MIRROR_MOVED;
    case INCOMING_BYE: mirror->bye_ms = incoming.in_ms; return MIRROR_BYE;
    case INCOMING_ELSEWHERE: COPY_STRING(mirror->home, incoming.to); return MIRROR_ELSEWHERE;
    case INCOMING_OK:
    case INCOMING_ERROR:
    case INCOMING_STALE:
    case INCOMING_LEGAL: return take_answer(mirror, &incoming);
    default: return take_version(mirror, &incoming, now);
    }
}

const char *mirror_no_hints(const struct mirror *mirror)
{
    for (int seat = 0; mirror->timed && seat < mirror->seats; seat++) {
        const struct mirror_seat *row = &mirror->seat[seat];
        if (seat != mirror->you && row->taken && (row->name[0] || !row->bot[0]))
            return "tui.hint.unfair";
    }
    return mirror->aloud == ALOUD_OFF ? NULL : "aloud.hint";
}

void mirror_write_try(const struct mirror_try *said, enum language language, struct text *text)
{
    words_say(text, language, said->right[0] ? "aloud.said" : "aloud.said.none",
              WITH(word_string("on", said->on), word_string("move", said->move),
                   word_string("right", said->right)));
}

int64_t mirror_clock_left(const struct mirror *mirror, int seat, int64_t now)
{
    bool runs = (mirror->running >> seat & 1) != 0;
    int64_t left = mirror->clocks[seat] - (runs ? now - mirror->clocks_at : 0);
    return left > 0 ? left : 0;
}
