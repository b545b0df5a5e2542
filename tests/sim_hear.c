/* SPDX-License-Identifier: MIT */
/*
 * What clients are told, message by message: that it may be told to them, that nothing is missing,
 * and that what they were promised is so.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "base/check.h"
#include "sim.h"

enum { VALUES_MAX = 1 << 14, PART_MAX = NEWS_MAX, SECRETS_SAMPLE = 8, NOT_KEPT_YET = 100 };

static struct json_value values[VALUES_MAX];
static struct json json;
static uint8_t buffer[FRAME_NEWS_LEFT_MAX + (1 << 16)];

/* Who hears, for the time of a message. */
static struct {
    struct client *client;
    struct device *device;
    struct truth *truth;
    const char *bytes;
    size_t size;
} ear;

/* ---- members ---- */

static bool has(const char *key)
{
    return json_member(&json, 0, key) != 0;
}

static int64_t number(const char *key)
{
    int64_t out = -1;
    uint32_t value = json_member(&json, 0, key);
    return value != 0 && json_integer(&json, value, &out) ? out : -1;
}

static bool is_doing(const char *what)
{
    uint32_t value = json_member(&json, 0, "do");
    return value != 0 && json_is(&json, value, what);
}

static int client_number(void)
{
    return (int)(ear.client - clients);
}

/* ---- a device's picture ---- */

void device_forget(struct device *device)
{
    free(device->part);
    free(device->left);
    memset(device, 0, sizeof *device);
    device->link = -1;
}

/* Takes `"key":…` up to the next comma at this depth out of the text. */
static size_t cut_member(char *text, size_t size, const char *key)
{
    char *at = memmem(text, size, key, string_size(key));
    if (!at)
        return size;
    char *behind = at;
    for (int depth = 0; behind < text + size && (depth > 0 || *behind != ','); behind++)
        depth += (*behind == '[') - (*behind == ']');
    if (behind < text + size)
        behind++;
    memmove(at, behind, (size_t)(text + size - behind));
    return size - (size_t)(behind - at);
}

/* What is told of the match, without what runs with time; NULL if nothing is. */
static char *copy_part(void)
{
    const char *from = memmem(ear.bytes, ear.size, "\"ply\":", 6);
    if (!from)
        return NULL;
    size_t size = (size_t)(ear.bytes + ear.size - 1 - from); /* without the last bracket */
    const char *moves = is_doing("snapshot") ? memmem(from, size, ",\"moves\":[", 10) : NULL;
    if (moves)
        size = (size_t)(moves - from);
    char *part = malloc(size + 2);
    CHECK(part);
    memcpy(part, from, size);
    part[size++] = ','; /* behind the last member as behind all others */
    size = cut_member(part, size, "\"window_ms\":");
    size = cut_member(part, size, "\"clocks\":");
    part[size] = '\0';
    return part;
}

static uint16_t read_here(bool *known)
{
    uint32_t seats = json_member(&json, 0, "seats");
    unsigned here = 0, seat = 0;
    *known = seats != 0 && values[seats].type == JSON_ARRAY;
    if (!*known)
        return 0;
    for (uint32_t at = seats + 1; at < values[seats].next; at = values[at].next, seat++) {
        uint32_t is = values[at].type == JSON_OBJECT ? json_member(&json, at, "here") : 0;
        here |= is != 0 && values[is].type == JSON_TRUE ? 1u << seat : 0;
    }
    return (uint16_t)here;
}

static void compare_picture(void)
{
    struct device *device = ear.device;
    bool known;
    char *part = copy_part();
    uint16_t here = read_here(&known);
    if (device->part && (!part || !string_equal(part, device->part)))
        broken("converges", "table %lld: client %d believes\n%s\nand it is\n%s",
               (long long)ear.truth->id, client_number(), device->part, part ? part : "nothing");
    if (device->here_known && here != device->here)
        broken("converges", "table %lld: client %d believes that %x are here, and it is %x",
               (long long)ear.truth->id, client_number(), device->here, here);
    free(part);
}

/* One of the legal moves, any of them; more often one that brings the end nearer. */
static void choose(void)
{
    struct device *device = ear.device;
    uint32_t legal = json_member(&json, 0, "legal");
    device->legal_count = 0;
    device->asked = false;
    device->legal_version = device->version;
    if (legal == 0)
        return;
    if (values[legal].type != JSON_ARRAY) {
        device->legal_count = -1;
        return;
    }
    int count = (int)values[legal].count;
    for (int tries = 0; tries < 4 && count > 0; tries++) {
        uint32_t at = legal + 1;
        for (uint32_t left = below((uint32_t)count); left > 0; left--)
            at = values[at].next;
        if (json_string(&json, at, device->choice, sizeof device->choice) <= 0)
            return;
        device->legal_count = count;
        if (!is_idle_move(device->choice))
            return;
    }
}

static void take_match(void)
{
    struct device *device = ear.device;
    if (!has("ply"))
        return;
    free(device->part);
    device->part = copy_part();
    device->window = has("window") ? (uint32_t)number("window") : 0;
    choose();
}

/* ---- versions ---- */

static int guest_now(uint32_t version)
{
    const struct client *client = ear.client;
    return client->has_token ? truth_guest(ear.truth, client->hash, version) : NO_GUEST;
}

static void note_version(uint32_t version)
{
    ear.device->version = version;
    if (version > ear.client->highest)
        ear.client->highest = version;
}

static uint32_t told_version(void)
{
    int64_t version = number("v");
    if (version < 1 || version > (int64_t)ear.truth->version)
        broken("kept", "table %lld: client %d is told of version %lld, and only %u are kept: %.*s",
               (long long)ear.truth->id, client_number(), (long long)version, ear.truth->version,
               (int)(ear.size > 200 ? 200 : ear.size), ear.bytes);
    return (uint32_t)version;
}

static void hear_snapshot(void)
{
    struct device *device = ear.device;
    uint32_t version = told_version();
    if (version < device->version)
        broken("dense", "table %lld: client %d was at version %u and is shown %u",
               (long long)ear.truth->id, client_number(), device->version, version);
    if (version < device->known && !link_is_misled(device->link))
        broken("kept", "table %lld: client %d has heard of version %u and is shown %u",
               (long long)ear.truth->id, client_number(), device->known, version);
    views_snapshot(ear.truth, &json, version, guest_now(version));
    if (device->looks && version == device->version)
        compare_picture();
    device->looks = false;
    note_version(version);
    device->greeted = true;
    take_match();
    device->here = read_here(&device->here_known);
}

/* Marks that turn a line around, and letters that nobody sees. */
static void judge_name(void)
{
    static const char *const marks[] = {"\xe2\x80\xae", "\xe2\x80\x8b", "\xe2\x81\xa6",
                                        "\xef\xbb\xbf", "\xe2\x80\xa8", "\\u00"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(ear.bytes, ear.size, marks[i], string_size(marks[i])))
            broken("names", "client %d is told a name that deceives: %.*s", client_number(),
                   (int)ear.size, ear.bytes);
}

/* An event that is told: the next one, and what this viewer may be told of it. */
static void hear_news(void)
{
    struct device *device = ear.device;
    uint32_t version = told_version();
    if (!device->greeted || version != device->version + 1)
        broken("dense", "table %lld: client %d is at version %u and hears of %u",
               (long long)ear.truth->id, client_number(), device->version, version);
    const struct kept *kept = &ear.truth->kept[version - 1];
    int guest = guest_now(version);
    int seat = guest == NO_GUEST ? NO_SEAT : kept->seat_of[guest];
    if (kept->news[seat == NO_SEAT ? 0 : seat + 1] != views_hash(ear.bytes, ear.size))
        broken("views", "table %lld: client %d, on seat %d, should not be told: %.*s\nof %s",
               (long long)ear.truth->id, client_number(), seat, (int)ear.size, ear.bytes,
               kept->text);
    note_version(version);
    if (is_doing("sit") || is_doing("name"))
        judge_name();
    if (is_doing("sit") || is_doing("stand")) {
        free(device->part); /* with other eyes it looks different */
        device->part = NULL;
        device->here_known = false;
    }
    take_match();
    if (is_doing("start") || is_doing("rematch")) {
        bool known;
        uint16_t here = read_here(&known);
        if (known) {
            device->here = here;
            device->here_known = true;
        }
    }
}

/* ---- answers ---- */

static void hear_ok(void)
{
    int64_t cid = number("cid");
    struct order *order = client_order(ear.client, (uint32_t)cid);
    uint32_t version = told_version();
    struct table_event event;
    const struct kept *kept = &ear.truth->kept[version - 1];
    int guest = guest_now(version);
    CHECK(table_event_read(&event, kept->text, kept->size));
    if (event.guest != guest || event.cid != (uint32_t)cid || guest == NO_GUEST)
        broken(
            "answers", "table %lld: client %d, guest %d: command %lld is version %u, which is: %s",
            (long long)ear.truth->id, client_number(), guest, (long long)cid, version, kept->text);
    if (version > ear.device->version)
        broken("dense", "table %lld: client %d is at version %u, and %u is its command's",
               (long long)ear.truth->id, client_number(), ear.device->version, version);
    world.counts.acknowledged += order && !order->answered;
    if (order)
        order_answered(ear.client, order);
}

/* Who neither sits nor is here may be forgotten for somebody new, and comes as somebody new. */
static void lose_token(void)
{
    struct client *client = ear.client;
    if (!client->has_token || ear.device->stranger)
        return;
    int guest = ear.truth ? truth_guest(ear.truth, client->hash, ear.truth->version) : NO_GUEST;
    if (guest == NO_GUEST)
        client_becomes_new(client);
    else if (!link_is_misled(ear.device->link))
        broken("kept", "table %lld: client %d, guest %d, is not known any more",
               (long long)ear.truth->id, client_number(), guest);
}

/* A table that takes them no more, and is right in that. */
static void hear_closed(void)
{
    struct party *party = &parties[ear.client->party];
    const struct truth *truth = ear.truth;
    uint32_t reason = json_member(&json, 0, "reason");
    bool unknown = json_is(&json, reason, "serve.table.unknown");
    bool finished = json_is(&json, reason, "serve.table.finished");
    bool worn = json_is(&json, reason, "serve.table.worn");
    if (ear.device->stranger || !truth || !(unknown || finished || worn))
        return;
    if (unknown    ? !truth->pruned
        : finished ? !truth->finished
                   : truth->version + NOT_KEPT_YET < world.weather.worn)
        broken("kept", "table %lld is there, and client %d is told: %.*s", (long long)truth->id,
               client_number(), (int)ear.size, ear.bytes);
    party->closed = party->closed || !worn || truth->table->phase != PHASE_PLAY;
}

/* "Not done": then it is not there. With several copies on their way one may be: see
 * order_denied. */
static void hear_no(void)
{
    int64_t cid = number("cid");
    struct order *order = cid > 0 ? client_order(ear.client, (uint32_t)cid) : NULL;
    bool stale = is_doing("stale");
    world.counts.refused++;
    world.counts.stale += stale;
    if (json_is(&json, json_member(&json, 0, "reason"), "serve.token.unknown"))
        lose_token();
    hear_closed();
    if (!order)
        return;
    int guest = ear.truth ? guest_now(ear.truth->version) : NO_GUEST;
    for (int i = 0; guest != NO_GUEST && order->copies == 1 && i < ear.truth->cid_count[guest]; i++)
        if (ear.truth->cids[guest][i] == (uint32_t)cid)
            broken("answers", "table %lld: client %d: command %lld was done, and is answered: %.*s",
                   (long long)ear.truth->id, client_number(), (long long)cid, (int)ear.size,
                   ear.bytes);
    order->answered = true;
    ear.device->unsure = true;
    ear.device->asked = false;
}

static void hear_welcome(void)
{
    struct client *client = ear.client;
    const struct party *party = &parties[client->party];
    if (number("table") != party->table ||
        !json_is(&json, json_member(&json, 0, "code"), party->code))
        broken("answers", "client %d is welcome at another table: %.*s", client_number(),
               (int)ear.size, ear.bytes);
    if (!has("token") || client->has_token)
        return;
    uint8_t token[TOKEN_SIZE];
    struct scan scan = {client->token};
    CHECK(json_string(&json, json_member(&json, 0, "token"), client->token, sizeof client->token) ==
          TOKEN_TEXT_SIZE);
    CHECK(scan_hex(&scan, token, sizeof token));
    sha256(token, sizeof token, client->hash);
    client->has_token = true;
    if (truth_guest(ear.truth, client->hash, ear.truth->version) == NO_GUEST)
        broken("kept", "client %d has a token that nobody has kept", client_number());
}

static void hear_legal(void)
{
    int64_t cid = number("cid");
    struct order *order = client_order(ear.client, (uint32_t)cid);
    uint32_t version = told_version();
    views_legal(ear.truth, &json, version, guest_now(version));
    if (order)
        order->answered = true;
    choose();
}

static void hear_here(void)
{
    struct device *device = ear.device;
    int64_t seat = number("seat");
    uint32_t here = json_member(&json, 0, "here");
    if (seat < 0 || seat >= SEATS_MAX || here == 0)
        broken("answers", "who is here? %.*s", (int)ear.size, ear.bytes);
    unsigned bit = 1u << seat;
    device->here =
        (uint16_t)(values[here].type == JSON_TRUE ? device->here | bit : device->here & ~bit);
}

/* ---- all of them ---- */

static void hear(const char *bytes, size_t size)
{
    ear.bytes = bytes;
    ear.size = size;
    ear.truth = truth_of(parties[ear.client->party].table);
    world.counts.messages++;
    if (json_read(&json, values, VALUES_MAX, bytes, size) || values[0].type != JSON_OBJECT)
        broken("answers", "no JSON: %.*s", (int)size, bytes);
    bool of_table = has("v") || is_doing("welcome") || is_doing("here");
    if (of_table && (!ear.truth || !ear.truth->table))
        broken("kept", "client %d is told of a table that is not kept: %.*s", client_number(),
               (int)size, bytes);
    if (of_table && ear.device->stranger)
        broken("views", "client %d has made up a token, and is told: %.*s", client_number(),
               (int)size, bytes);
    if (of_table && world.counts.messages % SECRETS_SAMPLE == 0)
        views_secrets(ear.truth, bytes, size);
    if (is_doing("snapshot"))
        hear_snapshot();
    else if (is_doing("ok"))
        hear_ok();
    else if (is_doing("stale") || is_doing("error"))
        hear_no();
    else if (is_doing("legal"))
        hear_legal();
    else if (has("v"))
        hear_news();
    else if (is_doing("welcome"))
        hear_welcome();
    else if (is_doing("here"))
        hear_here();
    else if (!is_doing("paused") && !is_doing("resumed") && !is_doing("bye"))
        broken("answers", "what is this? %.*s", (int)size, bytes);
}

void client_hear_bytes(int client, int index, const uint8_t *bytes, size_t size)
{
    struct device *device = &clients[client].device[index];
    uint32_t life = device->life;
    int link = device->link;
    size_t all = device->left_size + size, at = device->frames.kept;
    struct frame frame;
    CHECK(all <= sizeof buffer);
    if (device->left_size > 0)
        memcpy(buffer, device->left, device->left_size);
    memcpy(buffer + device->left_size, bytes, size);
    ear.client = &clients[client];
    ear.device = device;
    device->frames.client = true;
    for (;;) {
        frames_read(&device->frames, buffer, all, &at, &frame);
        if (frame.kind == FRAME_BAD)
            broken("answers", "client %d is sent a broken frame", client);
        if (frame.kind == FRAME_CLOSE) {
            link_drop(link);
            return;
        }
        if (frame.kind == FRAME_MORE)
            break;
        if (frame.kind == FRAME_MESSAGE)
            hear((const char *)frame.bytes, frame.size);
        if (!link_is_up(link, life))
            return;
    }
    free(device->left);
    device->left = NULL;
    device->left_size = frames_pack(&device->frames, buffer, all, at);
    if (device->left_size > 0) {
        device->left = malloc(device->left_size);
        CHECK(device->left);
        memcpy(device->left, buffer, device->left_size);
    }
}
