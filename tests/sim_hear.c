/* SPDX-License-Identifier: MIT */
/*
 * Checks every message to a client: the client may know it, nothing is missing, and promises are
 * kept.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "base/check.h"
#include "sim_nodes.h"

enum { VALUES_MAX = 1 << 14, PART_MAX = NEWS_MAX, SECRETS_SAMPLE = 8, NOT_KEPT_YET = 100 };

static struct json_value values[VALUES_MAX];
static struct json json;
static uint8_t buffer[FRAME_NEWS_LEFT_MAX + (1 << 16)];

/* Who hears the current message. */
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

/* What the message says about the match, without clocks and countdowns; NULL if nothing. */
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
    part[size++] = ','; /* after the last member as after all others */
    size = cut_member(part, size, "\"window_ms\":");
    size = cut_member(part, size, "\"clocks\":");
    size = cut_member(part, size, "\"nudged_ms\":");
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

/* A random legal move, more often one that brings the end closer. */
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
    return device_guest(ear.client, ear.device, ear.truth, version);
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
    if (ear.device->showed && truth_blocked(ear.truth, ear.device->shown, version) &&
        !link_is_misled(ear.device->link))
        broken("door", "table %lld: client %d is blocked, and is told: %.*s",
               (long long)ear.truth->id, client_number(), (int)ear.size, ear.bytes);
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
    if (is_doing("sit") || is_doing("stand") || is_doing("remove") || is_doing("block")) {
        free(device->part); /* with other eyes it looks different */
        device->part = NULL;
        device->here_known = false;
    }
    take_match();
    bool known;
    uint16_t here = read_here(&known);
    if (known) {
        device->here = here;
        device->here_known = true;
    }
}

/* ---- answers ---- */

static void hear_ok(void)
{
    int64_t cid = number("cid");
    struct sent *order = client_order(ear.client, (uint32_t)cid);
    uint32_t version = told_version();
    struct table_event event;
    const struct kept *kept = &ear.truth->kept[version - 1];
    int guest = guest_now(ear.device->version); /* its token may be younger than the command */
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
    bool exchanged = event.kind == TABLE_TOKEN && /* not an earlier one, answered once more */
                     memcmp(event.hash[0], ear.client->next_hash, SHA256_SIZE) == 0;
    if (exchanged && ear.device->offers) {
        client_exchanged(ear.client);
        memcpy(ear.device->shown, ear.client->hash, SHA256_SIZE);
        ear.device->offers = false;
    }
}

/* A guest who neither sits nor is here may be dropped for somebody new, and comes back as somebody
 * new. */
static void lose_token(void)
{
    struct client *client = ear.client;
    if (!client->has_token || ear.device->stranger)
        return;
    int guest = ear.truth ? client_guest(client, ear.truth, ear.truth->version) : NO_GUEST;
    if (guest == NO_GUEST)
        client_becomes_new(client);
    else if (!ear.device->becoming && guest_now(ear.truth->version) == NO_GUEST)
        link_drop(ear.device->link); /* it was replaced meanwhile, for another device */
    else if (truth_row_since(ear.truth, guest) >= ear.device->came_v)
        link_drop(ear.device->link); /* it was unknown, and another device has sat down since */
    else if (!link_is_misled(ear.device->link))
        broken("kept", "table %lld: client %d, guest %d, is not known any more",
               (long long)ear.truth->id, client_number(), guest);
}

/* The client was blocked, or shares an address; then it comes back as somebody new. */
static void hear_blocked(void)
{
    const struct truth *truth = ear.truth;
    if (ear.device->stranger || !truth || !ear.device->showed)
        return;
    if (!truth_blocked(truth, ear.device->shown, truth->version) &&
        !(ear.device->becoming && truth_blocked(truth, ear.client->hash, truth->version)) &&
        !link_is_misled(ear.device->link) && truth->blocks_count == 0)
        broken("door", "table %lld: client %d is not blocked, and is refused", (long long)truth->id,
               client_number());
    client_becomes_new(ear.client);
}

/* A table that rightly does not accept them any more. */
static void hear_closed(void)
{
    struct party *party = &parties[ear.client->party];
    const struct truth *truth = ear.truth;
    uint32_t reason = json_member(&json, 0, "reason");
    bool unknown = json_is(&json, reason, "serve.table.unknown");
    bool finished = json_is(&json, reason, "serve.table.finished");
    bool at_limit = json_is(&json, reason, "serve.table.limit");
    if (ear.device->stranger || !truth || !(unknown || finished || at_limit))
        return;
    if (unknown    ? !truth->pruned
        : finished ? !truth->finished
                   : truth->version + NOT_KEPT_YET < world.weather.events_max)
        broken("kept", "table %lld is there, and client %d is told: %.*s", (long long)truth->id,
               client_number(), (int)ear.size, ear.bytes);
    party->closed = party->closed || !at_limit || truth->table->phase != PHASE_PLAY;
}

/* In the calm every node knows where every table is, as soon as the dead are buried. */
static bool is_served(void)
{
    enum { SERVED_MS = 25000 };
    return world.weather.calm && world.now > world.calm_at + SERVED_MS;
}

/* The first question after an outage may find that its line has been dead for long. */
static void judge_service(void)
{
    enum { UNSERVED_MAX = PROCESSES };
    uint32_t reason = json_member(&json, 0, "reason");
    bool served =
        !json_is(&json, reason, "serve.table.held") && !json_is(&json, reason, "store.away");
    if (served || !is_served())
        ear.client->unserved = 0;
    else if (ear.client->unserved++ == UNSERVED_MAX)
        broken("goes-on", "client %d is still told: %.*s", client_number(), (int)ear.size,
               ear.bytes);
}

/* "Not done": then it must not be there. With several copies on their way one may be: see
 * order_denied. */
static void hear_no(void)
{
    int64_t cid = number("cid");
    struct sent *order = cid > 0 ? client_order(ear.client, (uint32_t)cid) : NULL;
    bool stale = is_doing("stale");
    ear.client->led = 0;
    world.counts.refused++;
    world.counts.stale += stale;
    if (json_is(&json, json_member(&json, 0, "reason"), "serve.token.unknown"))
        lose_token();
    if (json_is(&json, json_member(&json, 0, "reason"), "serve.table.blocked"))
        hear_blocked();
    hear_closed();
    judge_service();
    if (!order)
        return;
    char reason[64] = "";
    if (!stale && json_string(&json, json_member(&json, 0, "reason"), reason, sizeof reason) > 0)
        away_refused(ear.truth, order, reason);
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

/* Where several nodes share a database: another one has the table. */
static void hear_elsewhere(void)
{
    static const char start[] = STORE_AT_START;
    enum { LED_MAX = 6 };
    char path[STORE_AT_MAX + 1];
    struct client *client = ear.client;
    int size = (int)json_string(&json, json_member(&json, 0, "to"), path, sizeof path);
    int process = size == (int)sizeof start ? path[sizeof start - 1] - 'a' : -1;
    if (!world.weather.base || process < 0 || process >= PROCESSES ||
        memcmp(path, start, sizeof start - 1) != 0)
        broken("answers", "client %d is led nowhere: %.*s", client_number(), (int)ear.size,
               ear.bytes);
    if (is_served() && client->led++ >= LED_MAX)
        broken("goes-on", "table %lld: client %d is led in a circle",
               (long long)parties[client->party].table, client_number());
    client->led_to = process;
    world.counts.led++;
    link_drop(ear.device->link);
}

/* Signing out, if it was that, is done as well. */
static void hear_exchanged(void)
{
    client_exchanged(ear.client);
    for (int i = 0; i < ORDERS_KEPT; i++)
        if (string_equal(ear.client->orders[i].kind, "signout"))
            ear.client->orders[i].answered = true;
}

static void hear_welcome(void)
{
    struct client *client = ear.client;
    const struct party *party = &parties[client->party];
    if (number("table") != party->table ||
        !json_is(&json, json_member(&json, 0, "code"), party->code))
        broken("answers", "client %d is welcome at another table: %.*s", client_number(),
               (int)ear.size, ear.bytes);
    ear.device->devices = 1;
    client->led = client->unserved = 0;
    if (ear.device->becoming && client->exchanging)
        hear_exchanged();
    if (!has("token") || client->has_token)
        return;
    char token[TOKEN_TEXT_SIZE + 1];
    CHECK(json_string(&json, json_member(&json, 0, "token"), token, sizeof token) ==
          TOKEN_TEXT_SIZE);
    client_takes_token(client, token);
    memcpy(ear.device->shown, client->hash, SHA256_SIZE);
    ear.device->showed = true;
    if (!truth_knew(ear.truth, client->hash)) /* the host may have locked the door since */
        broken("kept", "client %d has a token that nobody has kept", client_number());
}

static void hear_legal(void)
{
    int64_t cid = number("cid");
    struct sent *order = client_order(ear.client, (uint32_t)cid);
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
    if (seat < 0 || seat >= SEATS_MAX || here == 0 ||
        has("away_ms") == (values[here].type == JSON_TRUE))
        broken("answers", "who is here? %.*s", (int)ear.size, ear.bytes);
    unsigned bit = 1u << seat;
    device->here =
        (uint16_t)(values[here].type == JSON_TRUE ? device->here | bit : device->here & ~bit);
}

/* The device first asked whose place it is; now it comes. */
static void hear_peek(void)
{
    if (!ear.device->peeks || ear.device->greeted)
        broken("answers", "client %d did not ask: %.*s", client_number(), (int)ear.size, ear.bytes);
    say_hello(ear.client, (int)(ear.device - ear.client->device));
}

static void hear_devices(void)
{
    uint32_t list = json_member(&json, 0, "devices");
    int count = 0, own = 0;
    for (uint32_t at = list + 1; list != 0 && at < values[list].next; at = values[at].next) {
        count++;
        own += json_member(&json, at, "this") != 0;
    }
    if (own != 1)
        broken("devices", "client %d is not among its own: %.*s", client_number(), (int)ear.size,
               ear.bytes);
    ear.device->devices = count;
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
    bool of_table = has("v") || is_doing("welcome") || is_doing("here") || is_doing("peek") ||
                    is_doing("devices") || is_doing("moved");
    if (of_table && (!ear.truth || !ear.truth->table))
        broken("kept", "client %d is told of a table that is not kept: %.*s", client_number(),
               (int)size, bytes);
    if (of_table && ear.device->stranger && !link_is_misled(ear.device->link))
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
    else if (is_doing("peek"))
        hear_peek();
    else if (is_doing("elsewhere"))
        hear_elsewhere();
    else if (is_doing("devices"))
        hear_devices();
    else if (is_doing("moved"))
        device_moved(ear.client, ear.device, ear.truth);
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
