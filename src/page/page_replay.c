/* SPDX-License-Identifier: MIT */
/* Records: any position of one as any viewer saw it, and whether the record is true. The whole
 * record is checked when it is given; after that, going back means replaying from the deal. */
#include "base/check.h"
#include "match/event_json.h"
#include "page/page_parts.h"

/* ---- loading ---- */

static const char *load_plies(struct page_replay *replay)
{
    struct record *record = &replay->record;
    bool more = true;
    const char *reason = record_open(record, replay->text, string_size(replay->text));
    if (reason)
        return reason;
    replay->hashes[0] = record->hash;
    while (!reason && more) {
        reason = record_step(record, &more);
        if (!more)
            break;
        CHECK(replay->count < PAGE_REPLAY_MAX);
        replay->plies[replay->count++] =
            (struct ply){.move = record->move, .seat = (int8_t)record->seat};
        replay->hashes[replay->count] = record->hash;
    }
    return reason ? reason : record_finish(record);
}

const char *load_record(struct page *page, const char **wrong)
{
    struct page_replay *replay = &page->replay;
    *wrong = NULL;
    if (!page_has(page, "record"))
        return replay->there ? NULL : blame(page, "record");
    replay->there = page->review.begun = false;
    const char *reason = need_string(page, "record", replay->text, sizeof replay->text);
    if (reason)
        return reason;
    replay->count = 0;
    *wrong = load_plies(replay);
    replay->there = !*wrong;
    if (replay->there)
        walk_begin(&replay->walk, &replay->record, replay->plies, replay->count);
    return NULL;
}

/* ---- replay ---- */

static void put_setting(struct page *page)
{
    const struct record *record = &page->replay.record;
    const struct option *options = record->game->options;
    int seats = record->state.head.seats;
    json_put_string(&page->to, "game", record->game->name);
    json_put_integer(&page->to, "seats", seats);
    json_put_open(&page->to, "options", '{');
    for (int i = 0; options[i].name; i++)
        json_put_string(&page->to, options[i].name,
                        options[i].values[record->state.head.option[i]]);
    json_out_close(&page->to, '}');
    json_put_open(&page->to, "names", '[');
    for (int seat = 0; seat < seats; seat++)
        json_out_string(&page->to, record->seats[seat].name);
    json_out_close(&page->to, ']');
    json_put_open(&page->to, "bots", '[');
    for (int seat = 0; seat < seats; seat++)
        if (record->seats[seat].owner == HOLDER_BOT)
            json_out_string(&page->to, record->seats[seat].level);
        else
            json_out_null(&page->to);
    json_out_close(&page->to, ']');
}

/* The move that led here and its events, as far as the viewer may know them. */
static void put_last_move(struct page *page, int viewer)
{
    const struct page_replay *replay = &page->replay;
    const struct game *game = replay->record.game;
    const struct walk *walk = &replay->walk;
    struct events seen = walk->events;
    if (walk->seat != NO_SEAT) {
        json_put_integer(&page->to, "seat", walk->seat);
        if (events_show_move(&walk->events, walk->seat, viewer))
            json_put_string(&page->to, "move", walk->move);
    }
    events_observe(&seen, viewer);
    put_events(page, game, &seen);
}

/* Places, and how it ended; only after the last move. */
static void put_outcome(struct page *page)
{
    const struct page_replay *replay = &page->replay;
    const struct record *record = &replay->record;
    struct outcome outcome;
    int32_t places[SEATS_MAX];
    int seats = record->state.head.seats;
    bool over = replay->walk.at == replay->count && record->ending != ENDING_NONE;
    if (over)
        record_outcome(record, &outcome);
    else
        record->game->tally(&replay->walk.state.head, &outcome);
    for (int seat = 0; seat < seats; seat++)
        places[seat] = outcome.place[seat];
    json_put_bool(&page->to, "over", over);
    put_scores(page, &outcome, seats);
    if (over && places[0] > 0)
        json_put_integers(&page->to, "places", places, seats);
    else
        json_put_null(&page->to, "places");
    if (over)
        json_put_string(&page->to, "end", ending_names[record->ending]);
    else
        json_put_null(&page->to, "end");
    if (over && record->loser != NO_SEAT)
        json_put_integer(&page->to, "loser", record->loser);
    else
        json_put_null(&page->to, "loser");
}

static void put_hash(struct page *page, uint64_t hash)
{
    uint8_t bytes[sizeof hash];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    json_put_hex(&page->to, "hash", bytes, sizeof bytes);
}

const char *do_replay(struct page *page)
{
    struct page_replay *replay = &page->replay;
    const struct record *record = &replay->record;
    const struct state *sight = &replay->walk.state.head;
    const char *wrong, *reason = load_record(page, &wrong);
    int64_t ply;
    int viewer;
    if (wrong) {
        page->field = "record";
        page->at = record->line;
    }
    if (reason || wrong)
        return reason ? reason : wrong;
    reason = need_integer(page, "ply", 0, replay->count, &ply);
    if (!reason)
        reason = need_viewer(page, record->state.head.seats, &viewer);
    if (reason)
        return reason;
    walk_to(&replay->walk, (uint32_t)ply);
    put_setting(page);
    json_put_integer(&page->to, "plies", replay->count);
    json_put_integer(&page->to, "ply", ply);
    put_last_move(page, viewer);
    if (viewer != TRUTH) {
        game_observe(record->game, &replay->walk.state.head, viewer, &page->read.head);
        sight = &page->read.head;
    }
    put_position(page, record->game, sight);
    json_put_bits(&page->to, "actors", sight->actors);
    put_outcome(page);
    put_hash(page, replay->hashes[ply]);
    return NULL;
}

/* ---- verify ---- */

static const char *verdict(bool told, const char *wrong, const char *fault)
{
    if (!told)
        return "absent";
    return wrong && string_equal(wrong, fault) ? "wrong" : "ok";
}

/* Compares what the table showed before the deal with what the record gives: the seal is the hash
 * of the secret, the commit that of the key. */
const char *do_verify(struct page *page)
{
    const struct record *record = &page->replay.record;
    uint8_t hash[SHA256_SIZE];
    const char *wrong, *reason = load_record(page, &wrong);
    if (reason)
        return reason;
    json_put_bool(&page->to, "moves", !wrong);
    json_put_integer(&page->to, "plies", page->replay.count);
    json_put_string(&page->to, "commit",
                    verdict(record->told & RECORD_COMMIT, wrong, "record.commit.differs"));
    json_put_string(&page->to, "seal",
                    verdict(record->told & RECORD_SECRET, wrong, "record.secret.differs"));
    if (record->told & RECORD_KEY) {
        json_put_hex(&page->to, "key", record->key, sizeof record->key);
        sha256(record->key, sizeof record->key, hash);
        json_put_hex(&page->to, "key_hash", hash, sizeof hash);
    } else {
        json_put_null(&page->to, "key");
    }
    if (record->told & RECORD_SECRET) {
        sha256(record->secret, sizeof record->secret, hash);
        json_put_hex(&page->to, "secret_hash", hash, sizeof hash);
    }
    if (wrong) {
        json_put_string(&page->to, "reason", wrong);
        json_put_integer(&page->to, "line", record->line);
        json_put_string(&page->to, "expected", record->expected);
    }
    return NULL;
}
