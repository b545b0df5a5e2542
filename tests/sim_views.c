/* SPDX-License-Identifier: MIT */
/*
 * What a viewer may be told, to the byte. The reference is written by a twin of the table, in which
 * everything that the viewer cannot know is something else: hidden cards are imagined anew, hidden
 * pieces of a move's events are other pieces, and a hidden move is another. Whatever depends on a
 * secret is told differently there.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "base/check.h"
#include "base/hash.h"
#include "sim.h"
#include "table/table_parts.h"

enum { SECRET_HEX = 2 * SHA256_SIZE };

static struct table twin;
static struct table_workspace workspace;
static struct search_rng rng; /* its own: imagining must not change the run */
static int wanted;
static char told[NEWS_MAX + 1];
static size_t told_size;

/* ---- the twin ---- */

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context, (void)version, (void)text, (void)size;
}

static void take(const char *json, size_t size)
{
    CHECK(size < sizeof told);
    memcpy(told, json, size);
    told[size] = '\0';
    told_size = size;
}

static void take_answer(void *context, const char *json, size_t size)
{
    (void)context;
    take(json, size);
}

static void take_news(void *context, int viewer, const char *json, size_t size)
{
    (void)context;
    if (viewer == wanted)
        take(json, size);
}

static bool watched(void *context, int viewer)
{
    (void)context;
    return viewer == wanted;
}

/* The table with another truth behind what the viewer sees. */
static void make_twin(const struct table *table, int viewer)
{
    static union any_state view;
    memcpy(&twin, table, table_size());
    if (table->phase != PHASE_LOBBY && table->game->hidden) {
        game_observe(table->game, &table->match.state.head, viewer, &view.head);
        if (rng.word[0] == 0)
            search_rng_init(&rng, 1);
        table->game->imagine(&view.head, &rng);
        state_copy(&twin.match.state.head, &view.head);
    }
    wanted = viewer;
    told_size = 0;
    workspace.sink =
        (struct table_sink){NULL, keep_event, keep_event, take_answer, take_news, watched};
}

/* Replaces the pieces that the viewer does not see. */
static void make_events(const struct events *truth, int viewer)
{
    workspace.events.count = truth->count;
    memcpy(workspace.events.list, truth->list, (size_t)truth->count * sizeof truth->list[0]);
    for (int i = 0; i < truth->count; i++) {
        struct event *event = &workspace.events.list[i];
        bool seen = event->seen == SEEN_BY_ALL || (viewer >= 0 && (event->seen >> viewer & 1) != 0);
        if (!seen && event->piece != NO_PIECE)
            event->piece = event->piece == 1 ? 2 : 1;
    }
}

/* ---- hashes ---- */

/* Presence is not stored, so that part is ignored where it occurs: in messages that list all seats.
 */
uint64_t views_hash(const char *json, size_t size)
{
    static const char mark[] = "\"here\":", away[] = ",\"away_ms\":";
    uint64_t hash = HASH_START;
    if (!memmem(json, size, "\"seats\":[", 9))
        return hash_bytes(hash, json, size) | 1;
    for (const char *at; (at = memmem(json, size, mark, sizeof mark - 1)) != NULL;) {
        const char *behind = at + sizeof mark - 1;
        while (*behind >= 'a' && *behind <= 'z')
            behind++;
        if (strncmp(behind, away, sizeof away - 1) == 0)
            behind += sizeof away - 1 + strspn(behind + sizeof away - 1, "0123456789");
        hash = hash_bytes(hash, json, (size_t)(at - json));
        size -= (size_t)(behind - json);
        json = behind;
    }
    return hash_bytes(hash, json, size) | 1;
}

/* From `"seat":` to the end of the events, as news and snapshots tell it alike. */
uint64_t views_part(const char *json, size_t size)
{
    const char *from = memmem(json, size, "\"seat\":", 7);
    if (!from)
        return 0;
    const char *events = memmem(from, size - (size_t)(from - json), "\"events\":[", 10);
    if (!events)
        return 0;
    const char *at = events + 10;
    for (int depth = 1; depth > 0 && at < json + size; at++)
        depth += (*at == '[') - (*at == ']');
    return hash_bytes(HASH_START, from, (size_t)(at - from)) | 1;
}

/* ---- news ---- */

static bool is_viewer(const struct table *table, int viewer)
{
    return viewer == SPECTATOR || table->seat[viewer].guest != NO_GUEST;
}

void views_expect(struct truth *truth, const struct table_event *event, const struct events *events,
                  struct kept *kept)
{
    const struct table *table = truth->table;
    for (int i = 0; i <= table->seats; i++) {
        int viewer = i == 0 ? SPECTATOR : i - 1;
        struct table_event other = *event;
        if (!is_viewer(table, viewer))
            continue;
        make_twin(table, viewer);
        make_events(events, viewer);
        if (event->kind == TABLE_MOVE && !events_show_move(events, event->seat, viewer))
            memcpy(other.rest, "hidden", 7);
        if (event->kind == TABLE_TRY && event->seat != viewer)
            memcpy(other.rest, "hidden", 7);
        table_tell(&twin, &workspace, &other);
        CHECK(told_size > 0);
        kept->news[i] = views_hash(told, told_size);
        if (event->kind == TABLE_MOVE)
            kept->part[i] = views_part(told, told_size);
        world.counts.checked_bytes += told_size;
    }
}

/* ---- snapshots ---- */

static void compare(const struct truth *truth, const struct json *json, const char *what)
{
    size_t size = json->values[0].size, at = 0;
    const char *bytes = json->bytes + json->values[0].start;
    if (size == told_size && memcmp(bytes, told, size) == 0)
        return;
    while (at < size && at < told_size && bytes[at] == told[at])
        at++;
    size_t from = at > 60 ? at - 60 : 0;
    broken("views", "table %lld: %s for viewer %d is\n…%.*s\nand should be\n…%.*s",
           (long long)truth->id, what, wanted, (int)(size - from > 300 ? 300 : size - from),
           bytes + from, (int)(told_size - from > 300 ? 300 : told_size - from), told + from);
}

/* How long the guest has been away, as it is told. */
static void take_absence(const struct truth *truth, const struct json *json, uint32_t seat,
                         struct guest *guest, int64_t now)
{
    int64_t left = -1;
    json_integer(json, json_member(json, seat, "away_ms"), &left);
    away_told(truth, left, twin.grace);
    guest->gone = now - twin.grace + left;
}

/* Presence is not kept: it is taken from the message. */
static void take_presence(const struct truth *truth, const struct json *json, int64_t now)
{
    uint32_t seats = json_member(json, 0, "seats");
    bool screen = json_member(json, 0, "screen") != 0;
    int seat = 0;
    for (int i = 0; i < GUESTS_MAX; i++)
        twin.guests[i].here = twin.guests[i].known && twin.guests[i].screen && screen;
    twin.awake = INT64_MIN;
    if (seats == 0)
        return;
    for (uint32_t at = seats + 1; at < json->values[seats].next; at = json->values[at].next) {
        uint32_t here = json->values[at].type == JSON_OBJECT ? json_member(json, at, "here") : 0;
        int guest = seat < SEATS_MAX ? twin.seat[seat].guest : NO_GUEST;
        if (here != 0 && guest != NO_GUEST)
            twin.guests[guest].here = json->values[here].type == JSON_TRUE;
        if (here != 0 && guest != NO_GUEST && twin.guests[guest].here == 0)
            take_absence(truth, json, at, &twin.guests[guest], now);
        seat++;
    }
}

/* Each move of the past, as the news told it to the same eyes. Where the list begins is up to what
 * the reader has. */
static uint32_t check_moves(const struct truth *truth, const struct json *json, uint32_t version,
                            int viewer)
{
    uint32_t moves = json_member(json, 0, "moves"), have = version;
    if (moves == 0)
        return version;
    for (uint32_t at = moves + 1; at < json->values[moves].next; at = json->values[at].next) {
        int64_t v = 0;
        const struct json_value *value = &json->values[at];
        if (!json_integer(json, json_member(json, at, "v"), &v) || v < 1 || v > version)
            broken("views", "table %lld: a snapshot tells of version %lld", (long long)truth->id,
                   (long long)v);
        have = have == version && v > 0 ? (uint32_t)v - 1 : have;
        uint64_t part = truth->kept[v - 1].part[viewer == SPECTATOR ? 0 : viewer + 1];
        if (part != 0 && part != views_part(json->bytes + value->start, value->size))
            broken("views", "table %lld: a snapshot tells viewer %d more of version %lld: %.*s",
                   (long long)truth->id, viewer, (long long)v, (int)value->size,
                   json->bytes + value->start);
    }
    return have;
}

void views_snapshot(struct truth *truth, const struct json *json, uint32_t version, int guest)
{
    const struct table *table = truth_table(truth, version);
    int viewer = table_viewer(table, guest);
    int64_t at = 0;
    CHECK(json_integer(json, json_member(json, 0, "at"), &at));
    make_twin(table, viewer);
    take_presence(truth, json, at);
    uint32_t have = check_moves(truth, json, version, viewer);
    table_greet_since(&twin, &workspace, guest, have, at);
    compare(truth, json, "a snapshot");
    world.counts.checked_bytes += told_size;
    world.counts.snapshots++;
}

void views_legal(struct truth *truth, const struct json *json, uint32_t version, int guest)
{
    const struct table *table = truth_table(truth, version);
    int viewer = table_viewer(table, guest);
    int64_t cid = 0, from = 0;
    CHECK(json_integer(json, json_member(json, 0, "cid"), &cid));
    CHECK(json_integer(json, json_member(json, 0, "from"), &from));
    if (viewer < 0)
        broken("views", "table %lld: moves are listed for nobody", (long long)truth->id);
    make_twin(table, viewer);
    table_answer_legal(&twin, &workspace, (uint32_t)cid, viewer, (int)from);
    compare(truth, json, "a list of moves");
}

/* ---- what nobody is told while it matters ---- */

static void find_secret(const struct truth *truth, const char *json, size_t size,
                        const uint8_t *secret)
{
    char hex[SECRET_HEX + 1];
    struct text text;
    text_init(&text, hex, sizeof hex);
    text_hex(&text, secret, SHA256_SIZE);
    if (memmem(json, size, hex, SECRET_HEX))
        broken("views", "table %lld: a secret is told: %.*s", (long long)truth->id, (int)size,
               json);
}

/* The deal of a match in progress, the table's secret, and whose token is whose. */
void views_secrets(const struct truth *truth, const char *json, size_t size)
{
    const struct table *table = truth->table;
    if (size < SECRET_HEX || !table)
        return;
    find_secret(truth, json, size, table->secret);
    if (table->phase == PHASE_PLAY)
        find_secret(truth, json, size, table->match.key);
    for (int i = 0; i < GUESTS_MAX; i++)
        if (table->guests[i].known)
            find_secret(truth, json, size, table->guests[i].hash);
}
