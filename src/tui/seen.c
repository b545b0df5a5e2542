/* SPDX-License-Identifier: MIT */
/* What the messages of a table change. The browser's twin of it is web/src/table/reduce.ts. */
#include "tui/seen.h"

#include <string.h>

#include "base/check.h"
#include "tui/seen_parts.h"

void seen_init(struct seen *seen)
{
    memset(seen, 0, offsetof(struct seen, values));
    seen->you = seen->offer = seen->undo = seen->loser = NO_SEAT;
}

static void copy_string(char *out, size_t capacity, const char *string)
{
    struct text text;
    text_init(&text, out, capacity);
    text_string(&text, string);
}

#define COPY_STRING(to, from) copy_string(to, sizeof(to), from)

/* ---- the log ---- */

static struct seen_move *add_move(struct seen *seen)
{
    if (seen->log_count == SEEN_LOG_MAX) {
        memmove(seen->log, seen->log + 1, (SEEN_LOG_MAX - 1) * sizeof *seen->log);
        seen->log_count--;
    }
    return &seen->log[seen->log_count++];
}

static void take_move(struct seen *seen, const struct told *told)
{
    struct seen_move *entry = add_move(seen);
    entry->v = (uint32_t)told->v;
    entry->seat = (int8_t)told->seat;
    COPY_STRING(entry->move, told->move);
    entry->events.count = seen->events.count;
    memcpy(entry->events.list, seen->events.list,
           (size_t)seen->events.count * sizeof seen->events.list[0]);
    seen->jumped = false;
}

/* If a move was taken back, it and what came after it never happened. */
static void take_back(struct seen *seen, const struct told *told)
{
    int asker = seen->undo != NO_SEAT ? seen->undo : (int)told->seat, at = seen->log_count - 1;
    if (!told->has_match || told->ply == seen->ply)
        return;
    while (at >= 0 && seen->log[at].seat != asker)
        at--;
    seen->log_count = at < 0 ? 0 : at;
}

/* ---- snapshots ---- */

/* Are all moves of a snapshot sound? */
static bool moves_are_sound(const struct told *told, struct seen_move *scratch)
{
    const struct json_value *values = told->json.values;
    if (told->moves == 0)
        return true;
    if (values[told->moves].type != JSON_ARRAY || values[told->moves].count > MOVES_TOLD)
        return false;
    for (uint32_t i = told->moves + 1; i < values[told->moves].next; i = values[i].next)
        if (!told_move(&told->json, i, told->game, scratch) || scratch->seat >= told->seats ||
            scratch->v > told->v)
            return false;
    return true;
}

/* How many of a snapshot's moves are news. */
static int count_missed(const struct seen *seen, const struct told *told)
{
    const struct json_value *values = told->json.values;
    int count = 0;
    for (uint32_t i = told->moves + 1; i < values[told->moves].next; i = values[i].next) {
        int64_t v = 0;
        json_integer(&told->json, json_member(&told->json, i, "v"), &v);
        count += v > seen->v;
    }
    return count;
}

/* The past of a snapshot follows on what is known of the same match, or takes its place. */
static void take_past(struct seen *seen, const struct told *told)
{
    const struct json_value *values = told->json.values;
    struct seen_move entry;
    if (told->phase == PHASE_LOBBY || seen->match != told->match)
        seen->log_count = 0;
    if (told->moves == 0)
        return;
    for (uint32_t i = told->moves + 1; i < values[told->moves].next; i = values[i].next) {
        CHECK(told_move(&told->json, i, told->game, &entry));
        while (seen->log_count > 0 && seen->log[seen->log_count - 1].v >= entry.v)
            seen->log_count--;
        memcpy(add_move(seen), &entry, sizeof entry);
    }
}

/* Moves were missed and some were taken back: what is known of the past is wrong. */
static bool past_is_torn(const struct seen *seen, const struct told *told)
{
    return told->moves != 0 && seen->match == told->match && seen->ply > 0 &&
           told->ply > seen->ply && told->ply - seen->ply != count_missed(seen, told);
}

static void take_settings(struct seen *seen, const struct told *told)
{
    seen->game = told->game;
    COPY_STRING(seen->code, told->code);
    seen->phase = told->phase;
    seen->match = (uint32_t)told->match;
    memcpy(seen->option, told->option, sizeof seen->option);
    seen->clock = told->clock;
    seen->clock_millis = (int32_t)told->millis;
    seen->clock_increment = (int32_t)told->increment;
    seen->seats = told->seats;
    memcpy(seen->seat, told->row, sizeof seen->seat);
    seen->you = (int)told->you;
    seen->host = told->host;
    seen->rematch = told->rematch;
}

static void take_match(struct seen *seen, const struct told *told, int64_t now);

static enum seen_news take_snapshot(struct seen *seen, const struct told *told, int64_t now)
{
    if ((told->phase != PHASE_LOBBY) != told->has_match || !moves_are_sound(told, &seen->scratch))
        return SEEN_BROKEN;
    bool torn = past_is_torn(seen, told);
    bool same = seen->match == told->match && seen->v > 0;
    int known = same ? seen->log_count : -1;
    take_past(seen, told);
    seen->jumped = known < 0 || torn || (seen->log_count != known && seen->log_count != known + 1);
    take_settings(seen, told);
    seen->v = (uint32_t)told->v;
    seen->line = told->paused ? LINE_PAUSED : LINE_LIVE;
    COPY_STRING(seen->trouble, told->paused ? "match.paused" : "");
    if (told->has_match)
        take_match(seen, told, now);
    return torn ? SEEN_LOOK : SEEN_CHANGED;
}

/* ---- news ---- */

static void take_match(struct seen *seen, const struct told *told, int64_t now)
{
    seen->ply = (uint32_t)told->ply;
    COPY_STRING(seen->position, told->position);
    memcpy(&seen->view, &told->view, sizeof seen->view);
    seen->actors = told->actors;
    seen->window = (uint32_t)told->window;
    seen->window_until = seen->window ? now + told->window_ms : 0;
    seen->timed = told->timed;
    memcpy(seen->clocks, told->clocks, sizeof seen->clocks);
    seen->clocks_at = now;
    seen->offer = (int)told->offer;
    seen->undo = (int)told->undo;
    seen->unheard = told->unheard;
    seen->outcome = told->outcome;
    seen->ending = told->ending;
    seen->loser = (int)told->loser;
}

/* The match has just ended: winners are counted, and nobody needs a stand-in any more. */
static void take_end(struct seen *seen)
{
    if (seen->phase != PHASE_PLAY || seen->ending == ENDING_NONE)
        return;
    seen->phase = PHASE_OVER;
    seen->rematch = 0;
    for (int i = 0; i < seen->seats; i++) {
        seen->seat[i].wins += seen->outcome.place[i] == 1;
        if (seen->seat[i].name[0] != '\0')
            seen->seat[i].bot[0] = '\0';
    }
}

static void take_start(struct seen *seen, const struct told *told)
{
    seen->phase = PHASE_PLAY;
    seen->match++;
    seen->rematch = 0;
    seen->log_count = 0;
    seen->you = (int)told->you;
    if (!told->all_seats)
        return;
    seen->seats = told->seats;
    memcpy(seen->seat, told->row, sizeof seen->seat);
}

static void take_rematch(struct seen *seen, const struct told *told)
{
    if (told->all_seats)
        take_start(seen, told);
    else if (told->seat >= 0)
        seen->rematch |= (uint16_t)(1u << told->seat);
}

static void take_host(struct seen *seen, int seat)
{
    for (int i = 0; i < seen->seats; i++)
        seen->seat[i].host = i == seat;
    seen->host = seen->you != NO_SEAT && seen->you == seat;
}

static void unready(struct seen *seen)
{
    for (int i = 0; i < SEATS_MAX; i++)
        seen->seat[i].ready = false;
}

static void take_seats(struct seen *seen, int count)
{
    for (int i = seen->seats; i < count; i++)
        seen->seat[i] = (struct seen_seat){.taken = false};
    seen->seats = count;
    unready(seen);
}

static void take_option(struct seen *seen, const struct told *told)
{
    int option = game_option(seen->game, told->word);
    int value = option < 0 ? -1 : game_option_value(seen->game, option, told->value);
    if (value >= 0)
        seen->option[option] = (int16_t)value;
    unready(seen);
}

static void take_clock(struct seen *seen, const struct told *told)
{
    seen->clock = told->clock;
    seen->clock_millis = (int32_t)told->millis;
    seen->clock_increment = (int32_t)told->increment;
    unready(seen);
}

static void take_said(struct seen *seen, const struct told *told)
{
    if (!phrase_exists(told->word))
        return;
    if (seen->said_count == SEEN_SAID_MAX) {
        memmove(seen->said, seen->said + 1, (SEEN_SAID_MAX - 1) * sizeof *seen->said);
        seen->said_count--;
    }
    struct seen_said *said = &seen->said[seen->said_count++];
    said->v = (uint32_t)told->v;
    said->seat = (int8_t)told->seat;
    COPY_STRING(said->phrase, told->word);
}

/* News that are about one seat. */
static void take_seat(struct seen *seen, const struct told *told)
{
    if (told->seat < 0)
        return;
    struct seen_seat *row = &seen->seat[told->seat];
    switch (told->kind) {
    case TABLE_SIT:
        *row = (struct seen_seat){.taken = true, .here = true, .wins = row->wins};
        COPY_STRING(row->name, told->name);
        break;
    case TABLE_STAND:
        *row = (struct seen_seat){.taken = false};
        seen->rematch &= (uint16_t) ~(1u << told->seat);
        if (seen->you == told->seat)
            seen->you = NO_SEAT;
        break;
    case TABLE_NAME: COPY_STRING(row->name, told->name); break;
    case TABLE_BOT:
        *row = (struct seen_seat){.taken = true};
        COPY_STRING(row->bot, told->level);
        break;
    case TABLE_READY: row->ready = true; break;
    case TABLE_UNREADY: row->ready = false; break;
    case TABLE_TAKEOVER: COPY_STRING(row->bot, told->level); break;
    case TABLE_GIVEBACK: row->bot[0] = '\0'; break;
    case TOLD_HERE: row->here = told->here; break;
    default: break;
    }
}

static void take_rest(struct seen *seen, bool rests, const struct told *told)
{
    seen->line = rests ? LINE_PAUSED : LINE_LIVE;
    COPY_STRING(seen->trouble, !rests                    ? ""
                               : told->reason[0] == '\0' ? "match.paused"
                                                         : told->reason);
}

static void take_news(struct seen *seen, const struct told *told)
{
    switch (told->kind) {
    case TABLE_RESUME: take_rest(seen, false, told); break; /* a snapshot may have said it rests */
    case TABLE_START: take_start(seen, told); break;
    case TABLE_REMATCH: take_rematch(seen, told); break;
    case TABLE_MOVE: take_move(seen, told); break;
    case TABLE_UNDO:
    case TABLE_ALLOW: take_back(seen, told); break;
    case TABLE_TAKEOVER:
        take_back(seen, told);
        take_seat(seen, told);
        break;
    case TABLE_SAY: take_said(seen, told); break;
    case TABLE_HOST: take_host(seen, (int)told->seat); break;
    case TABLE_SEATS: take_seats(seen, told->seats); break;
    case TABLE_OPTION: take_option(seen, told); break;
    case TABLE_CLOCK: take_clock(seen, told); break;
    default: take_seat(seen, told); break;
    }
}

/* Does the news of this kind say what it must? */
static bool is_sound(struct seen *seen, const struct told *told)
{
    switch (told->kind) {
    case TABLE_MOVE:
        return told->seat >= 0 && told->has_match &&
               told_events(&told->json, told->events, told->game, &seen->events);
    case TABLE_START: return told->has_match && told->all_seats;
    case TABLE_REMATCH: return told->has_match;
    case TABLE_SIT:
    case TABLE_NAME: return told->seat >= 0 && told->name[0] != '\0';
    case TABLE_BOT:
    case TABLE_TAKEOVER: return told->seat >= 0 && told->level[0] != '\0';
    default: return !told->all_seats;
    }
}

static enum seen_news take_version(struct seen *seen, const struct told *told, int64_t now)
{
    if (seen->v == 0 || (told->v > 0 && told->v <= seen->v))
        return SEEN_NOTHING; /* known from a snapshot, or to be told by one */
    if (told->v > (int64_t)seen->v + 1)
        return SEEN_GAP;
    if (told->kind < TABLE_EVENT_KINDS && (told->v == 0 || !is_sound(seen, told)))
        return SEEN_BROKEN;
    if (told->v > 0)
        seen->v = (uint32_t)told->v;
    if (told->kind == TOLD_SKIP || told->kind == TOLD_OTHER)
        return SEEN_NOTHING;
    seen->jumped = seen->jumped || told->has_match;
    bool stands = told->kind == TABLE_STAND && told->seat == seen->you;
    take_news(seen, told);
    if (told->has_match)
        take_match(seen, told, now);
    take_end(seen);
    /* Who sits down may have left another seat, and may be this very guest on another device; who
     * stands up sees less. */
    bool look = stands || told->kind == TABLE_SIT || told->kind == TABLE_HOST;
    return look ? SEEN_LOOK : SEEN_CHANGED;
}

/* ---- all of it ---- */

static enum seen_news take_answer(struct seen *seen, const struct told *told)
{
    seen->answer = (struct answer){
        .cid = (uint32_t)told->cid,
        .kind = told->kind == TOLD_ERROR   ? ANSWER_ERROR
                : told->kind == TOLD_STALE ? ANSWER_STALE
                                           : ANSWER_OK,
        .v = (uint32_t)told->v,
    };
    COPY_STRING(seen->answer.reason, told->reason);
    return SEEN_ANSWER;
}

static enum seen_news take_welcome(struct seen *seen, const struct told *told)
{
    seen->protocol = told->protocol;
    seen->table = told->table;
    COPY_STRING(seen->code, told->code);
    COPY_STRING(seen->token, told->token);
    return SEEN_WELCOME;
}

enum seen_news seen_take(struct seen *seen, const char *message, size_t size, int64_t now)
{
    struct told told;
    if (!told_read(&told, seen, message, size))
        return SEEN_BROKEN;
    switch (told.kind) {
    case TOLD_SNAPSHOT: return take_snapshot(seen, &told, now);
    case TOLD_WELCOME: return take_welcome(seen, &told);
    case TOLD_PAUSED:
    case TOLD_RESUMED: take_rest(seen, told.kind == TOLD_PAUSED, &told); return SEEN_CHANGED;
    case TOLD_BYE: seen->bye_ms = told.in_ms; return SEEN_BYE;
    case TOLD_OK:
    case TOLD_ERROR:
    case TOLD_STALE:
    case TOLD_LEGAL: return take_answer(seen, &told);
    default: return take_version(seen, &told, now);
    }
}

int64_t seen_clock_left(const struct seen *seen, int seat, int64_t now)
{
    bool runs = (seen->actors >> seat & 1) && seen->seat[seat].bot[0] == '\0';
    int64_t left = seen->clocks[seat] - (runs ? now - seen->clocks_at : 0);
    return left > 0 ? left : 0;
}
