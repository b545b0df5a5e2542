/* SPDX-License-Identifier: MIT */
/*
 * The table of this page: the server's own code, with the page's guests at it. What it tells
 * guests goes straight into the answer; what it wants kept is passed to the page, which stores it
 * before it acts on the rest.
 *
 *     "out"       answers, and news for the guests of a viewer
 *     "events"    to be kept; restore takes them back
 *     "record"    of a match that has just ended
 *     "next"      when to call tick; null: not needed
 *     "thinkers"  bots to ask, by think, and "until" when each may think
 */
#include "base/check.h"
#include "base/hash.h"
#include "page/page_parts.h"
#include "table/event.h"

#define PAGE_CODE TABLE_ON_DEVICE "PAGE" /* the only table, so any code will do */

/* ---- where things go ---- */

static void keep_event(void *context, uint32_t version, const char *text, size_t size)
{
    struct page_table *here = &((struct page *)context)->table;
    (void)version;
    text_bytes(&here->kept, text, size);
    text_char(&here->kept, '\n');
}

static void keep_record(void *context, uint32_t match, const char *text, size_t size)
{
    struct page_table *here = &((struct page *)context)->table;
    (void)match;
    here->ended = true;
    text_clear(&here->record);
    text_bytes(&here->record, text, size);
}

static void take_answer(void *context, const char *json, size_t size)
{
    struct page *page = context;
    json_out_open(&page->to, '{');
    json_put_string(&page->to, "to", "answer");
    json_put_raw(&page->to, "message", json, size);
    json_out_close(&page->to, '}');
}

static bool looks_with(const struct table *table, int guest, int viewer)
{
    return table->guests[guest].here > 0 && table_viewer(table, guest) == viewer;
}

/* Seats change hands, so each news item says whose view it is now. */
static void take_news(void *context, int viewer, const char *json, size_t size)
{
    struct page *page = context;
    json_out_open(&page->to, '{');
    json_put_integer(&page->to, "to", viewer);
    json_put_open(&page->to, "guests", '[');
    for (int guest = 0; guest < GUESTS_MAX; guest++)
        if (looks_with(&page->table.table, guest, viewer))
            json_out_integer(&page->to, guest);
    json_out_close(&page->to, ']');
    json_put_raw(&page->to, "message", json, size);
    json_out_close(&page->to, '}');
}

static bool watched(void *context, int viewer)
{
    const struct page *page = context;
    for (int guest = 0; guest < GUESTS_MAX; guest++)
        if (looks_with(&page->table.table, guest, viewer))
            return true;
    return false;
}

/* The log has room for as many plies as any match has, and there is only one table to use it. */
static struct ply *lend_plies(void *context, struct ply *old, uint32_t count, uint32_t capacity)
{
    struct page *page = context;
    (void)old, (void)count;
    return capacity <= PAGE_PLIES_MAX ? page->table.log : NULL;
}

/* ---- the frame of every request ---- */

static void begin_table(struct page *page)
{
    struct page_table *here = &page->table;
    here->workspace.sink =
        (struct table_sink){page, keep_event, keep_record, take_answer, take_news, watched};
    here->workspace.lend = lend_plies;
    here->ended = false;
    text_init(&here->kept, here->kept_bytes, sizeof here->kept_bytes);
    text_init(&here->record, here->record_bytes, sizeof here->record_bytes);
    json_put_open(&page->to, "out", '[');
}

static void put_thinkers(struct page *page)
{
    const struct table *table = &page->table.table;
    uint16_t thinkers = table_thinkers(table);
    json_put_open(&page->to, "thinkers", '[');
    for (int seat = 0; seat < table->seats; seat++) {
        if (!(thinkers >> seat & 1))
            continue;
        json_out_open(&page->to, '{');
        json_put_integer(&page->to, "seat", seat);
        json_put_string(&page->to, "level", table_level(table, seat));
        json_put_integer(&page->to, "until", table_bot_moment(table, seat) - BOT_SPARE_MS);
        json_out_close(&page->to, '}');
    }
    json_out_close(&page->to, ']');
}

static void put_kept(struct page *page)
{
    const char *at = page->table.kept.bytes, *end = at + page->table.kept.size;
    json_put_open(&page->to, "events", '[');
    for (const char *next; at < end; at = next + 1) {
        next = memchr(at, '\n', (size_t)(end - at));
        json_out_string_sized(&page->to, at, (size_t)(next - at));
    }
    json_out_close(&page->to, ']');
}

static const char *end_table(struct page *page)
{
    struct page_table *here = &page->table;
    int64_t next = table_next(&here->table);
    if (here->kept.overflow) /* PAGE_EVENTS_MAX says why this does not happen */
        return "size";
    json_out_close(&page->to, ']');
    if (next == CLOCK_NEVER)
        json_put_null(&page->to, "next");
    else
        json_put_integer(&page->to, "next", next);
    put_thinkers(page);
    put_kept(page);
    if (here->ended) {
        json_put_string_sized(&page->to, "record", here->record.bytes, here->record.size);
    }
    return NULL;
}

static const char *need_now(struct page *page, int64_t *now)
{
    return need_integer(page, "now", 0, EVENT_TIME_MAX, now);
}

static const char *need_table(struct page *page, int64_t *now)
{
    return page->table.there ? need_now(page, now) : "table";
}

static const char *need_guest(struct page *page, int *guest, int64_t *now)
{
    int64_t number = 0;
    const char *reason = need_table(page, now);
    if (!reason)
        reason = need_integer(page, "guest", 0, GUESTS_MAX - 1, &number);
    if (!reason && !page->table.table.guests[number].known)
        reason = blame(page, "guest");
    *guest = (int)number;
    return reason;
}

/* ---- opening ---- */

const char *do_open(struct page *page)
{
    struct page_table *here = &page->table;
    struct table_opening opening = {.code = PAGE_CODE};
    char hex[2 * SHA256_SIZE + 1];
    struct scan scan = {hex};
    int64_t now, seats;
    const char *reason = need_now(page, &now);
    if (!reason)
        reason = need_game(page, &opening.game);
    if (!reason)
        reason =
            need_integer(page, "seats", opening.game->seats_min, opening.game->seats_max, &seats);
    if (!reason)
        reason = need_string(page, "secret", hex, sizeof hex);
    if (!reason && (!scan_hex(&scan, opening.secret, SHA256_SIZE) || !scan_end(&scan)))
        reason = blame(page, "secret");
    if (reason)
        return reason;
    opening.seats = (int)seats;
    begin_table(page);
    reason = table_open(&here->table, &opening, &here->workspace, now);
    CHECK(reason == NULL);
    here->there = true;
    table_guest_here(&here->table, &here->workspace, 0, true, now);
    return end_table(page);
}

/* Everyone whom the events mention is at this page. */
static void wake_guests(struct page_table *here)
{
    for (int guest = 0; guest < GUESTS_MAX; guest++)
        if (here->table.guests[guest].known && here->table.guests[guest].here == 0)
            table_guest_here(&here->table, &here->workspace, guest, true, here->table.now);
}

static const char *restore_events(struct page *page, uint32_t array)
{
    struct page_table *here = &page->table;
    char text[EVENT_TEXT_MAX];
    const char *reason = NULL;
    page->at = 0;
    for (uint32_t i = array + 1; i < page->values[array].next; i = page->values[i].next) {
        reason = json_text(&page->json, i, text, sizeof text) ? NULL : blame(page, "events");
        if (!reason)
            reason = table_restore(&here->table, &here->workspace, text, string_size(text));
        if (reason)
            return reason;
        page->at++;
    }
    return here->table.game ? NULL : blame(page, "events");
}

const char *do_restore(struct page *page)
{
    struct page_table *here = &page->table;
    uint32_t array;
    bool first = false;
    const char *reason = need_array(page, "events", &array);
    if (!reason && page_has(page, "first"))
        reason = need_bool(page, "first", &first);
    if (reason)
        return reason;
    if (first)
        memset(&here->table, 0, sizeof here->table);
    else if (!here->there)
        return "table";
    begin_table(page);
    reason = restore_events(page, array);
    here->there = !reason;
    if (reason)
        return reason;
    wake_guests(here);
    return end_table(page);
}

/* ---- playing on ---- */

/* The next match begins as the record given last did, up to a ply. */
const char *do_given(struct page *page)
{
    struct page_table *here = &page->table;
    const struct page_replay *replay = &page->replay;
    int64_t now, ply;
    const char *reason = need_table(page, &now);
    if (!reason && (!replay->there || replay->record.game != here->table.game))
        return "record";
    if (!reason)
        reason = need_integer(page, "ply", 0, replay->count, &ply);
    if (reason)
        return reason;
    begin_table(page);
    reason = table_give(&here->table, &here->workspace, replay->record.key, (uint32_t)ply, now);
    return reason ? reason : end_table(page);
}

/* Makes the next few of those moves; "left" says how many there are still. */
const char *do_give(struct page *page)
{
    struct page_table *here = &page->table;
    struct table *table = &here->table;
    struct walk *walk = &page->replay.walk;
    const struct match *match = &table->match;
    int64_t now;
    const char *reason = need_table(page, &now);
    if (reason)
        return reason;
    if (table->phase != PHASE_PLAY || !page->replay.there || match->given > walk->count)
        return "record";
    begin_table(page);
    for (int i = 0; i < PAGE_EVENTS_MAX && !reason && match->count < match->given; i++) {
        walk_to(walk, match->count + 1);
        reason = table_give_move(table, &here->workspace, walk->seat, walk->move, now);
    }
    if (reason)
        return reason;
    uint32_t left = table->phase == PHASE_PLAY ? match->given - match->count : 0;
    reason = end_table(page);
    json_put_integer(&page->to, "left", left);
    return reason;
}

/* ---- guests ---- */

const char *do_guest(struct page *page)
{
    struct page_table *here = &page->table;
    uint8_t hash[SHA256_SIZE];
    int64_t now;
    const char *reason = need_table(page, &now);
    if (reason)
        return reason;
    /* Nobody comes with a token, so any hash will do that no other guest has. */
    sha256(&here->table.version, sizeof here->table.version, hash);
    begin_table(page);
    int guest = table_add_guest(&here->table, &here->workspace, hash, false, now);
    if (guest == NO_GUEST)
        return "full";
    table_guest_here(&here->table, &here->workspace, guest, true, now);
    reason = end_table(page);
    json_put_integer(&page->to, "guest", guest);
    return reason;
}

const char *do_greet(struct page *page)
{
    struct page_table *here = &page->table;
    int64_t now;
    int guest;
    const char *reason = need_guest(page, &guest, &now);
    if (reason)
        return reason;
    begin_table(page);
    table_greet(&here->table, &here->workspace, guest, now);
    return end_table(page);
}

const char *do_command(struct page *page)
{
    struct page_table *here = &page->table;
    char command[COMMAND_MAX + 1];
    int64_t now;
    int guest;
    const char *reason = need_guest(page, &guest, &now);
    if (!reason)
        reason = need_string(page, "command", command, sizeof command);
    if (reason)
        return reason;
    begin_table(page);
    table_command(&here->table, &here->workspace, guest, command, string_size(command), now);
    return end_table(page);
}

/* ---- time ---- */

const char *do_tick(struct page *page)
{
    struct page_table *here = &page->table;
    int64_t now;
    const char *reason = need_table(page, &now);
    if (reason)
        return reason;
    begin_table(page);
    table_tick(&here->table, &here->workspace, now);
    return end_table(page);
}

const char *do_pause(struct page *page)
{
    struct page_table *here = &page->table;
    int64_t now;
    bool paused;
    const char *reason = need_table(page, &now);
    if (!reason)
        reason = need_bool(page, "paused", &paused);
    if (reason)
        return reason;
    begin_table(page);
    table_pause(&here->table, &here->workspace, paused, now);
    return end_table(page);
}

const char *do_wake(struct page *page)
{
    struct page_table *here = &page->table;
    int64_t now;
    const char *reason = need_table(page, &now);
    if (reason)
        return reason;
    begin_table(page);
    table_wake(&here->table, &here->workspace, now);
    return end_table(page);
}

/* ---- bots ---- */

/* The move of a seat's bot; 0 if the bot forgets the one thing it could still do. */
static move think(struct page *page, const struct player *player, int seat, uint64_t nodes,
                  int64_t now)
{
    struct table *table = &page->table.table;
    const struct state *view = &page->read.head;
    uint64_t seed = hash_bytes(HASH_START, &now, sizeof now);
    struct search_rng rng;
    bool again = table->mover == seat;
    table_ask(table, seat, &page->read.head, now);
    search_rng_init(&rng, hash_bytes(seed, view, view->size));
    if (again && player_forgets(player, table->game, view, seat, &rng))
        return 0;
    ask_bot(page, player, table->game, view, nodes, seed);
    return page->advice.best;
}

const char *do_think(struct page *page)
{
    struct page_table *here = &page->table;
    struct table *table = &here->table;
    int64_t now, seat = 0;
    uint64_t nodes;
    const char *reason = need_table(page, &now);
    if (!reason)
        reason = need_integer(page, "seat", 0, SEATS_MAX - 1, &seat);
    if (!reason && !(table_thinkers(table) >> seat & 1))
        reason = blame(page, "seat");
    if (reason)
        return reason;
    struct player player = player_of(table->game, table_level(table, (int)seat));
    reason = need_nodes(page, &player, &nodes);
    if (reason)
        return reason;
    move best = think(page, &player, (int)seat, nodes, now);
    begin_table(page);
    table_bot_move(table, &here->workspace, (int)seat, table->match.version, best, now);
    end_table(page);
    if (best != 0) /* otherwise nothing was searched */
        json_put_integer(&page->to, "nodes", (int64_t)page->advice.nodes);
    return NULL;
}
