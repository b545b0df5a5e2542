/* SPDX-License-Identifier: MIT */
/*
 * A table's door: who is refused, and what happens to the connections of people whom the host
 * removed or blocked, or who gave way to somebody new. They become onlookers; blocked ones are
 * disconnected, reconnect by themselves, and are told why they may not come in.
 */
#include <string.h>

#include "server/hub_parts.h"
#include "server/log.h"

/* ---- who is refused ---- */

/* A blocked person's address is refused as long as nobody else comes from it: people share
 * addresses. */
static bool is_blocked_address(const struct hub_table *entry, uint64_t address)
{
    bool blocked = false;
    for (int i = 0; i < TABLE_ADDRESSES_MAX && address != 0; i++)
        blocked = blocked || entry->blocked[i] == address;
    for (const struct member *member = entry->members; blocked && member; member = member->next)
        if (member->address == address)
            return false;
    return blocked;
}

/* As with an unknown token: nobody is told about an event that may be lost. */
static const char *why_blocked(const struct hub *hub, const struct hub_table *entry)
{
    return entry->ticket <= hub->durable ? "serve.table.blocked" : store_reason(STORE_LATE);
}

const char *hub_check_door(const struct hub *hub, const struct hub_table *entry,
                           const struct member *member, const uint8_t *token, const uint8_t *become)
{
    const struct table *table = entry->table;
    if ((token && table_is_blocked(table, token)) || (become && table_is_blocked(table, become)))
        return why_blocked(hub, entry);
    if (token)
        return NULL;
    if (is_blocked_address(entry, member->address))
        return why_blocked(hub, entry);
    return table->locked ? "serve.table.locked" : NULL;
}

/* ---- who has to go ---- */

static void block_address(struct hub_table *entry, uint64_t address)
{
    for (int i = 0; i < TABLE_ADDRESSES_MAX; i++)
        if (address == 0 || entry->blocked[i] == address)
            return;
    entry->blocked[entry->blocked_next] = address;
    entry->blocked_next = (uint8_t)((entry->blocked_next + 1) % TABLE_ADDRESSES_MAX);
}

void hub_unblock(struct hub_table *entry)
{
    memset(entry->blocked, 0, sizeof entry->blocked);
}

void hub_let_go(struct hub *hub, struct hub_table *entry, int64_t now)
{
    for (struct member *member = entry->members, *next; member; member = next) {
        next = member->next;
        if (member->guest == NO_GUEST ||
            member->pass == entry->table->guests[member->guest].token_v)
            continue;
        member->guest = NO_GUEST;
        member->returns = true;
        if (!table_is_blocked(entry->table, member->hash))
            continue;
        block_address(entry, member->address);
        hub_unlink(hub, member, now);
        hub->settings.cut(hub->settings.context, member);
    }
}

/* The guest comes back with all its devices that are still here. */
const char *hub_come_again(struct hub *hub, struct member *member, int64_t now)
{
    struct hub_table *entry = member->table;
    const char *reason = hub_check_door(hub, entry, member, NULL, member->hash);
    if (reason)
        return reason;
    hub_enter(hub, entry, NULL);
    int guest = table_add_guest(entry->table, &hub->workspace, member->hash, member->screen,
                                now + entry->ahead);
    if (guest == NO_GUEST)
        return "serve.table.full";
    hub_let_go(hub, entry, now);
    for (struct member *each = entry->members; each; each = each->next) {
        if (!each->returns || memcmp(each->hash, member->hash, SHA256_SIZE) != 0)
            continue;
        each->returns = false;
        hub_be_guest(each, guest);
        table_guest_here(entry->table, &hub->workspace, guest, true, now + entry->ahead);
    }
    hub_tell_devices(hub, entry, guest);
    return NULL;
}

bool hub_make_way(struct hub *hub, struct hub_table *entry, int64_t now)
{
    struct member *oldest = NULL;
    for (struct member *member = entry->members; member; member = member->next)
        if (member->guest == NO_GUEST && !member->relay)
            oldest = member; /* the newest is first */
    if (!oldest)
        return false;
    hub_unlink(hub, oldest, now);
    hub->settings.cut(hub->settings.context, oldest);
    return true;
}

/* ---- the log ---- */

void hub_log_door(const struct order *order)
{
    const char *act = order_name(order->kind);
    if (order->kind == ORDER_REMOVE || order->kind == ORDER_BLOCK)
        log_line(LOG_INFO, "door",
                 LOG_FIELDS(LOG_TEXT("act", act), LOG_NUMBER("seat", order->event.seat)));
    else if (order->kind == ORDER_UNBLOCK || order->kind == ORDER_LOCK ||
             order->kind == ORDER_UNLOCK)
        log_line(LOG_INFO, "door", LOG_FIELDS(LOG_TEXT("act", act)));
}
