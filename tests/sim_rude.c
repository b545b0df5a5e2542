/* SPDX-License-Identifier: MIT */
/* What malicious people do. */
#include "base/check.h"
#include "sim.h"

enum { RUDE_SLEEP_MS = 15000 };

static void send_garbage(const struct client *client, int device)
{
    static const char *const texts[] = {
        "[1]",
        "{\"do\":\"start\"}",
        "{\"cid\":4000000001,\"do\":\"fly\"}",
        "{\"cid\":0,\"do\":\"ready\"}",
        "{\"cid\":-5,\"do\":\"ready\"}",
        "{\"cid\":4294967295,\"do\":\"move\",\"move\":\"x\",\"base\":4294967295}",
        "{\"do\":\"hello\",\"table\":\"ABCDEF\",\"token\":\"00000000000000000000000000000000\"}",
        "{\"do\":\"look\",\"have\":99999}",
        "{\"do\":\"look\",\"have\":3}",
        "\"\\u0000\"",
        "{\"cid\":4000000007,\"cid\":7}",
        "",
        "{\"cid\":4000000003,\"do\":\"legal\",\"from\":-1}",
        "{\"cid\":4000000000,\"do\":\"sit\",\"seat\":99}",
        "{\"cid\":4000000002,\"do\":\"option\",\"name\":\"touch\",\"value\":\"perhaps\"}",
        "{\"cid\":4000000004,\"do\":\"ready\",\"salt\":\"abc\"}",
        "{\"cid\":4000000006,\"do\":\"clock\",\"kind\":\"move\",\"millis\":5,\"increment\":5}",
        "{\"cid\":4000000005,\"do\":\"name\",\"name\":\"\\u202e\\u200b \"}",
    };
    int link = client->device[device].link;
    if (by_chance(700)) {
        const char *text = texts[below(sizeof texts / sizeof *texts)];
        link_send(link, text, string_size(text));
        return;
    }
    uint8_t bytes[64];
    uint32_t size = 1 + below(sizeof bytes);
    for (uint32_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)below(256);
    link_send_raw(link, bytes, size);
}

/* ---- knocking at other doors ---- */

static int write_knock(char *json, size_t size, const struct party *other)
{
    uint32_t kind = below(6), token[4];
    for (int i = 0; i < 4; i++)
        token[i] = below(UINT32_MAX);
    if (other->table == 0 || kind == 0)
        return snprintf(json, size, "{\"do\":\"hello\",\"table\":\"%c%cCDEF\",\"join\":true}",
                        'A' + (int)(token[0] % 8), 'A' + (int)(token[1] % 8));
    if (kind == 1)
        return snprintf(json, size, "{\"do\":\"hello\",\"table\":%lld,\"token\":\"%s\"}",
                        (long long)other->table, "no token at all");
    if (kind == 2) {
        static const char *const tables[] = {"-3", "0", "\"O0O0O0\"", "\"ABC\"", "[]", "1e99"};
        return snprintf(json, size, "{\"do\":\"hello\",\"table\":%s,\"join\":true}",
                        tables[below(sizeof tables / sizeof *tables)]);
    }
    if (kind == 3)
        return snprintf(json, size,
                        "{\"do\":\"hello\",\"table\":\"%s\",\"token\":\"%08x%08x%08x%08x\"}",
                        other->code, token[0], token[1], token[2], token[3]);
    return snprintf(json, size, "{\"do\":\"hello\",\"table\":%lld,\"token\":\"%08x%08x%08x%08x\"}",
                    (long long)other->table, token[0], token[1], token[2], token[3]);
}

/* Wrong rooms and made-up tokens, on a connection of its own. */
static void knock_elsewhere(struct client *client)
{
    char json[ORDER_SIZE];
    int device = client->device[0].link < 0 ? 0 : 1;
    struct process *process = world_process();
    if (client->device[device].link >= 0 || !process)
        return;
    int link = link_open(process, (int)(client - clients), device);
    if (link < 0)
        return;
    device_forget(&client->device[device]);
    client->device[device].link = link;
    client->device[device].life = link_life(link);
    client->device[device].stranger = true;
    const struct party *other = &parties[below((uint32_t)world.weather.parties)];
    int size = write_knock(json, sizeof json, other);
    if (client->has_old && by_chance(500)) {
        char token[TOKEN_TEXT_SIZE + 40];
        client_shows_old(client, &client->device[device], token, sizeof token);
        size = snprintf(json, sizeof json, "{\"do\":\"hello\",\"table\":%lld%s}",
                        (long long)parties[client->party].table, token);
    }
    link_send(link, json, (size_t)size);
}

/* ---- at the table ---- */

/* Asks and asks, and does not read the answers. */
static void flood(struct client *client, int index)
{
    struct device *device = &client->device[index];
    for (int i = 0; i < COMMANDS_BURST + 5; i++)
        link_send(device->link, "{\"do\":\"look\"}", 13);
    device->asleep_until = world.now + 1 + below(RUDE_SLEEP_MS);
    link_sleep(device->link, true);
}

/* A host who removes or blocks somebody, or locks strangers out; in the end all doors are open. */
void keep_door(struct client *client, int device, const struct table *table)
{
    if (table->locked && (world.weather.calm || by_chance(300)))
        ORDER(client, device, "unlock", "%s", "");
    else if (table->blocked_count > 0 && (world.weather.calm || by_chance(300)))
        ORDER(client, device, "unblock", "%s", "");
    else if (by_chance(300))
        ORDER(client, device, "lock", "%s", "");
    else
        ORDER(client, device, by_chance(500) ? "remove" : "block", ",\"seat\":%u",
              below(table->seats));
}

void be_rude(struct client *client, int device, const struct table *table, int seat)
{
    const char *name;
    switch (below(10)) {
    case 0:
    case 1: send_garbage(client, device); break;
    case 2: knock_elsewhere(client); break;
    case 3:
        if (by_chance(400))
            flood(client, device);
        break;
    case 4: repeat_orders(client, device, true); break;
    case 5: ORDER(client, device, "start", "%s", ""); break;
    case 6: keep_door(client, device, table); break;
    case 7: /* for somebody else */
        ORDER(client, device, "takeover", ",\"seat\":%u,\"level\":\"gentle\"", below(table->seats));
        break;
    case 8:
        name = any_name();
        ORDER(client, device, "sit", ",\"seat\":%u,\"name\":\"%s\"", below(table->seats), name);
        break;
    case 9: ORDER(client, device, seat == NO_SEAT ? "resign" : "stand", "%s", ""); break;
    }
}
