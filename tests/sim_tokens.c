/* SPDX-License-Identifier: MIT */
/*
 * Tokens of people: shown, exchanged for others by hello or by signout, and tried again when they
 * are no longer valid. While an exchange is under way both tokens are kept, as docs/protocol.md
 * says, and no other device of the client comes.
 */
#include "base/check.h"
#include "sim.h"

static void hash_token(const char *token, uint8_t hash[SHA256_SIZE])
{
    uint8_t bytes[TOKEN_SIZE];
    struct scan scan = {token};
    CHECK(scan_hex(&scan, bytes, sizeof bytes));
    sha256(bytes, sizeof bytes, hash);
}

void client_takes_token(struct client *client, const char *token)
{
    memcpy(client->token, token, sizeof client->token);
    hash_token(token, client->hash);
    client->has_token = true;
}

bool client_owns(const struct client *client, const uint8_t hash[SHA256_SIZE])
{
    return client->has_token &&
           (memcmp(client->hash, hash, SHA256_SIZE) == 0 ||
            (client->exchanging && memcmp(client->next_hash, hash, SHA256_SIZE) == 0));
}

int client_guest(const struct client *client, const struct truth *truth, uint32_t version)
{
    int guest = client->has_token ? truth_guest(truth, client->hash, version) : NO_GUEST;
    if (guest == NO_GUEST && client->has_token && client->exchanging)
        guest = truth_guest(truth, client->next_hash, version);
    return guest;
}

/* A device is the guest of the token it showed, and nobody once that was replaced. */
int device_guest(const struct client *client, const struct device *device,
                 const struct truth *truth, uint32_t version)
{
    int guest = device->showed ? truth_guest(truth, device->shown, version) : NO_GUEST;
    if (guest == NO_GUEST && device->offers && !device->moved && client->exchanging)
        guest = truth_guest(truth, client->next_hash, version);
    return guest;
}

/* ---- exchanging ---- */

static void make_next(struct client *client)
{
    uint32_t words[4];
    for (int i = 0; i < 4; i++)
        words[i] = below(UINT32_MAX);
    snprintf(client->next, sizeof client->next, "%08x%08x%08x%08x", words[0], words[1], words[2],
             words[3]);
    hash_token(client->next, client->next_hash);
    client->exchanging = true;
}

/* The new one is valid now, and the old one should not be. */
void client_exchanged(struct client *client)
{
    memcpy(client->old, client->token, sizeof client->old);
    client->has_old = true;
    client->exchanging = false;
    client_takes_token(client, client->next);
}

/* What a hello shows of the client's tokens. */
int client_shows(struct client *client, struct device *device, char *json, size_t size)
{
    bool both = client->exchanging || (!world.weather.calm && by_chance(40));
    device->showed = true;
    if (!both) {
        memcpy(device->shown, client->hash, SHA256_SIZE);
        return snprintf(json, size, ",\"token\":\"%s\"", client->token);
    }
    if (!client->exchanging)
        make_next(client);
    memcpy(device->shown, client->next_hash, SHA256_SIZE);
    device->becoming = true;
    return snprintf(json, size, ",\"token\":\"%s\",\"become\":\"%s\"", client->token, client->next);
}

/* One that was replaced. A process that has not heard of that still knows it. */
int client_shows_old(const struct client *client, struct device *device, char *json, size_t size)
{
    device->showed = true;
    device->peeks = by_chance(300);
    hash_token(client->old, device->shown);
    return snprintf(json, size, ",\"token\":\"%s\"%s", client->old,
                    device->peeks ? ",\"peek\":true" : "");
}

void client_signs_out(struct client *client, int device)
{
    if (client->exchanging)
        return;
    make_next(client);
    ORDER(client, device, "signout", ",\"become\":\"%s\"", client->next);
}

/* ---- what is heard ---- */

/* Another device took the place, so the token that this one showed must be nobody's. */
void device_moved(const struct client *client, struct device *device, const struct truth *truth)
{
    bool known = truth_guest(truth, device->shown, truth->version) != NO_GUEST;
    if (!device->showed || (known && !link_is_misled(device->link)))
        broken("devices", "table %lld: client %d is signed out, and its token is good",
               (long long)truth->id, (int)(client - clients));
    device->moved = true;
    world.counts.moved++;
}

/* The device must know how many devices hold its place. */
void device_counts(const struct client *client, const struct device *device)
{
    int there = link_devices(device->link);
    if (there > 0 && device->devices != there)
        broken("devices", "client %d believes that %d devices are there, and it is %d",
               (int)(client - clients), device->devices, there);
}

/* An event that replaces a token, before it is applied: its owner wanted that one. */
void truth_judge_token(const struct truth *truth, const struct table_event *event)
{
    const uint8_t *before = truth->table->guests[event->number[0]].hash;
    for (int i = 0; i < client_count; i++) {
        const struct client *client = &clients[i];
        if (parties[client->party].table == truth->id && client_owns(client, before) &&
            !client_owns(client, event->hash[0]))
            broken("devices", "table %lld: client %d has a token that it did not make",
                   (long long)truth->id, i);
    }
}
