/* SPDX-License-Identifier: MIT */
/*
 * Bytes drive a table: commands that are nearly right and commands that are nonsense, people who
 * come and go, time, bots with legal and illegal answers, pauses. Whatever happens:
 *
 * 1. Versions have no gaps, and each command gets exactly one answer.
 * 2. What is sent is JSON, and a stored record is true, including its fair deal.
 * 3. After a tick nothing is due any more, so the caller does not spin.
 * 4. A table restored from the events equals the original.
 *
 * Input that begins with a line `restore` is events for table_restore instead, one per line: a
 * table made from them can be viewed and goes on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/json.h"
#include "match/record.h"
#include "table/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 4096, KEPT_MAX = 1 << 22, VALUES_MAX = 1 << 14, RAW_MAX = 96, HERE_MAX = 3 };

static struct table_workspace workspace;
static struct table *table;
static const uint8_t *at, *input_end;
static int64_t now;
static uint32_t cid;
static unsigned answers;
static char kept[KEPT_MAX]; /* events, one per line */
static size_t kept_size;
static uint32_t kept_count;

static unsigned take(void)
{
    return at < input_end ? *at++ : 0;
}

/* ---- the caller's part ---- */

static void check_json(const char *json, size_t size)
{
    static struct json_value values[VALUES_MAX];
    struct json read;
    CHECK(json_read(&read, values, VALUES_MAX, json, size) == NULL);
    CHECK(values[0].type == JSON_OBJECT);
    CHECK(json_member(&read, 0, "do") != 0 || json_member(&read, 0, "skip") != 0);
}

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    (void)context;
    CHECK(version == ++kept_count);
    CHECK(kept_size + size < KEPT_MAX && !memchr(text, '\n', size));
    memcpy(kept + kept_size, text, size);
    kept_size += size;
    kept[kept_size++] = '\n';
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    static struct record record;
    (void)context;
    CHECK(match == table->matches);
    CHECK(record_replay(&record, text, size) == NULL);
    CHECK((record.told & RECORD_SECRET) && (record.told & RECORD_COMMIT));
    CHECK(record.ending == table->match.ending);
}

static void take_answer(void *context, const char *json, size_t size)
{
    (void)context;
    check_json(json, size);
    answers++;
}

static void take_news(void *context, int viewer, const char *json, size_t size)
{
    (void)context;
    CHECK(viewer == SPECTATOR || (viewer >= 0 && viewer < table->seats));
    check_json(json, size);
}

static bool watched(void *context, int viewer)
{
    (void)context;
    return viewer < 2; /* onlookers and two seats: more would show nothing new */
}

static struct ply *lend(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    (void)context;
    CHECK(count <= capacity);
    return realloc(old, capacity * sizeof(struct ply));
}

static void drop(struct table *which)
{
    free(which->match.log);
    free(which);
}

/* ---- restoring ---- */

/* Restores one event per line; were all accepted? */
static bool restore_lines(struct table *into, const char *text, size_t size)
{
    bool all = true;
    for (const char *end = text + size, *next; text < end; text = next + 1) {
        next = memchr(text, '\n', (size_t)(end - text));
        if (!next)
            next = end;
        uint32_t version = into->version;
        const char *reason = table_restore(into, &workspace, text, (size_t)(next - text));
        CHECK(into->version == version + (reason == NULL));
        all = all && !reason;
    }
    return all;
}

/* The events turn an empty table into this one, except for presence and what bots think. */
static void check_restores(void)
{
    struct table *again = calloc(1, table_size());
    CHECK(again && restore_lines(again, kept, kept_size));
    again->awake = table->awake;
    for (int i = 0; i < GUESTS_MAX; i++) {
        again->guests[i].here = table->guests[i].here;
        again->guests[i].gone = table->guests[i].gone;
    }
    memcpy(again->thoughts, table->thoughts, sizeof again->thoughts);
    struct ply *log = again->match.log;
    if (table->match.count > 0)
        CHECK(memcmp(log, table->match.log, table->match.count * sizeof *log) == 0);
    again->match.log = table->match.log;
    CHECK(memcmp(again, table, offsetof(struct table, match) + offsetof(struct match, state)) == 0);
    if (table->matches > 0)
        CHECK(state_equal(&again->match.state.head, &table->match.state.head));
    again->match.log = log;
    drop(again);
}

/* ---- commands ---- */

static const char *const words[] = {
    "sit",   "stand",  "name",   "ready",   "unready", "remove", "bot",      "seats",
    "start", "move",   "move",   "move",    "move",    "move",   "takeover", "giveback",
    "offer", "accept", "option", "clock",   "decline", "resign", "undo",     "allow",
    "say",   "refuse", "start",  "rematch", "legal",   "move",   "rematch",  "fly",
};
static const char *const door[] = {"signout", "block", "unblock", "lock",
                                   "unlock",  "lock",  "remove",  "fly"}; /* in its place */
static const char *const newer[] = {"grace", "nudge", "agree", "unrematch", "aloud"};
static const char *const evening[] = {"game", "wait", "seating", "unwait"};
static const char *const titles[] = {"taki",  "gobblet", "iota", "cento",
                                     "chess", "taki",    "iota", ""};
static const char *const names[] = {"Noa", "Ben Levi", "\u05d2\u05dc", "\\u202e",
                                    "",    "touch",    "mode",         "deck"};
static const char *const values[] = {"on",      "off",   "half",   "full",
                                     "pyramid", "match", "points", "x"};
static const char *const kinds[] = {"off", "move", "game", "hourglass"};
static const char *const tokens[] = {"00112233445566778899aabbccddeeff",
                                     "ffeeddccbbaa99887766554433221100", "0011", ""};
static const char *const salts[] = {"", "00", "ffeeddccbbaa99887766554433221100", "0g"};

static void put_string(struct text *text, const char *key, const char *value)
{
    text_string(text, ",\"");
    text_string(text, key);
    text_string(text, "\":\"");
    text_string(text, value);
    text_char(text, '"');
}

static void put_number(struct text *text, const char *key, int64_t value)
{
    text_string(text, ",\"");
    text_string(text, key);
    text_string(text, "\":");
    text_number(text, value);
}

/* Bytes of the input, unchanged. */
static void put_raw(struct text *text)
{
    for (unsigned count = take() % RAW_MAX; count > 0 && at < input_end; count--)
        text_char(text, (char)take());
}

/* Mostly a legal move for the guest. */
static void put_move(struct text *text, int guest)
{
    static struct moves moves;
    unsigned pick = take();
    int seat = table_viewer(table, guest);
    char buffer[RAW_MAX + 1] = "pass";
    struct text out;
    text_init(&out, buffer, sizeof buffer);
    if (pick == 255)
        put_raw(&out);
    else if (table->phase == PHASE_PLAY && seat >= 0 &&
             state_acts(&table->match.state.head, seat) &&
             game_legal(table->game, &table->match.state.head, seat, &moves) > 0)
        table->game->write_move(&table->match.state.head,
                                moves.list[pick * (unsigned)moves.count / 255], &out);
    char *said = strchr(buffer, '=');
    if (said && pick % 4 == 3) /* an answer, mostly a wrong one */
        snprintf(said, 8, "=%ux%u", 1 + take() % 11, 1 + take() % 11);
    put_string(text, "move", buffer);
}

static void put_members(struct text *text, int guest, const char *word)
{
    unsigned byte = take(), more = take();
    put_number(text, "seat", (int64_t)(byte % 5) - (byte > 250));
    put_number(text, "seats", byte % 12);
    put_string(text, "name", names[more % 8]);
    put_string(text, "value",
               string_equal(word, "aloud")     ? aloud_names[more % ALOUDS]
               : string_equal(word, "seating") ? seating_names[more % SEATINGS]
                                               : values[more / 8 % 8]);
    if (string_equal(word, "game"))
        put_string(text, "game", titles[more % 8]);
    put_string(text, "kind", kinds[byte % 4]);
    put_number(text, "millis", 1000 + 20000 * (more % 16));
    put_number(text, "increment", more % 3 * 1000);
    put_string(text, "level", byte % 16 == 15 ? "" : "club");
    put_string(text, "phrase", byte % 2 ? "hello" : "curse");
    if (more >= 224)
        put_string(text, "missing", byte % 2 ? "bot" : "leave");
    if (byte % 8)
        put_string(text, "become", tokens[more % 4]);
    if (byte % 4)
        put_string(text, "salt", salts[more % 4]);
    if (table->window_open && byte % 8)
        put_number(text, "window", table->windows - (byte % 16 == 9));
    if (string_equal(word, "move"))
        put_move(text, guest);
}

static int pick_guest(void)
{
    int guest = (int)(take() % (GUESTS_MAX + 1)) - 1;
    return guest != NO_GUEST && !table->guests[guest].known ? 0 : guest;
}

static void command(bool raw)
{
    char json[COMMAND_MAX + RAW_MAX];
    struct text text;
    int guest = pick_guest();
    unsigned before = answers, byte = take();
    const char *word = words[byte % 32];
    if (byte % 32 == 31 && !raw) {
        unsigned pick = take();
        word = pick < 128 ? door[pick % 8] : pick < 192 ? newer[pick % 5] : evening[pick % 4];
    }
    text_init(&text, json, sizeof json);
    if (!raw) {
        text_string(&text, "{\"do\":\"");
        text_string(&text, word);
        text_char(&text, '"');
        put_number(&text, "cid", byte / 32 == 7 ? cid : ++cid);
        put_number(&text, "base", table->version - (byte / 32 == 6));
        put_members(&text, guest, word);
        text_char(&text, '}');
    } else {
        put_raw(&text);
    }
    CHECK(!text.overflow);
    table_command(table, &workspace, guest, json, text.size, now);
    CHECK(answers == before + 1);
}

/* ---- everything else ---- */

static void come_and_go(void)
{
    uint8_t hash[SHA256_SIZE];
    unsigned byte = take();
    memset(hash, (int)(byte % 16), sizeof hash);
    int guest = table_find_guest(table, hash);
    if (guest == NO_GUEST) {
        guest = table_add_guest(table, &workspace, hash, byte % 64 == 63, now);
        CHECK(guest == NO_GUEST || guest == table_find_guest(table, hash));
    } else if (byte >= 128 && table->guests[guest].here > 0) {
        table_guest_here(table, &workspace, guest, false, now);
    } else if (table->guests[guest].here < HERE_MAX) {
        table_guest_here(table, &workspace, guest, true, now);
    }
}

/* What must hold after a tick. */
static void tick(int64_t millis)
{
    now += millis;
    table_tick(table, &workspace, now);
    CHECK(table_next(table) > now);
    if (table->phase != PHASE_LOBBY)
        CHECK(table->game->audit(&table->match.state.head) == NULL);
}

static void ask_bots(void)
{
    static union any_state view;
    static struct moves moves;
    for (int seat = 0; seat < table->seats; seat++) {
        if (!(table_thinkers(table) >> seat & 1))
            continue;
        unsigned byte = take();
        table_ask(table, seat, &view.head, now);
        CHECK(view.head.viewer == seat && table_level(table, seat)[0] != '\0');
        int count = game_legal(table->game, &view.head, seat, &moves);
        CHECK(count > 0);
        move m = byte == 255 ? take() << 8 | take() : moves.list[byte * (unsigned)count / 256];
        table_bot_move(table, &workspace, seat, table->match.version - (byte == 254),
                       byte == 253 ? 0 : m, now);
    }
}

static void step(void)
{
    unsigned byte = take();
    switch (byte % 16) {
    case 0: command(true); break;
    case 1: come_and_go(); break;
    case 2: tick(take()); break;
    case 3: tick((int64_t)take() * 64); break;
    case 4: table_pause(table, &workspace, byte >= 192, now); break;
    case 5: tick(byte >= 192 ? 70000 : 4000); break;
    case 6: table_greet(table, &workspace, pick_guest(), now); break;
    case 7:
    case 8:
    case 9:
    case 10:
        ask_bots();
        tick(byte * 8);
        break;
    default: command(false);
    }
    CHECK(table->version == kept_count);
}

static void open_table(void)
{
    int games = 0;
    while (game_at(games))
        games++;
    struct table_opening opening = {.game = game_at((int)(take() % (unsigned)games)),
                                    .code = "ABCDEF"};
    unsigned byte = take();
    opening.seats = opening.game->seats_min +
                    (int)(byte % (opening.game->seats_max - opening.game->seats_min + 1u));
    opening.screen = byte >= 192;
    memset(opening.secret, (int)take(), SHA256_SIZE);
    table = malloc(table_size()); /* exact, so that sanitizers notice overreads */
    CHECK(table && table_open(table, &opening, &workspace, now) == NULL);
    table_guest_here(table, &workspace, 0, true, now);
}

static void run_commands(void)
{
    open_table();
    while (at < input_end)
        step();
    tick(0);
    check_restores();
    drop(table);
}

/* Events that need not belong to any table. */
static void run_events(const char *text, size_t size)
{
    table = calloc(1, sizeof *table);
    CHECK(table);
    restore_lines(table, text, size);
    if (table->game) {
        kept_count = table->version;
        if (now < table->now)
            now = table->now;
        table_greet(table, &workspace, NO_GUEST, now);
        table_greet(table, &workspace, 0, now);
        tick(0);
        tick(5000);
        ask_bots();
        tick(5000);
    }
    drop(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char restore[] = "restore\n";
    size_t skip = sizeof restore - 1;
    if (size > INPUT_MAX)
        return 0;
    workspace.sink =
        (struct table_sink){NULL, keep_event, keep_record, take_answer, take_news, watched};
    workspace.lend = lend;
    at = bytes;
    input_end = bytes + size;
    now = 1000000;
    cid = kept_count = 0;
    kept_size = 0;
    if (size >= skip && memcmp(bytes, restore, skip) == 0) {
        at = input_end;
        run_events((const char *)bytes + skip, size - skip);
    } else {
        run_commands();
    }
    return 0;
}
