/* SPDX-License-Identifier: MIT */
/*
 * People's commands: made, sent, sent again, and which answers are allowed. Answers come in the
 * order of the commands, and a command that was done is never reported as not done.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "base/check.h"
#include "sim.h"

/* A table certainly still remembers a command after this many more: it remembers eight, and older
 * ones may still be on their way. */
enum { REMEMBERED = CIDS_KEPT / 2 };

static uint64_t sent;

struct sent *client_order(struct client *client, uint32_t cid)
{
    struct sent *order = &client->orders[cid % ORDERS_KEPT];
    return cid != 0 && order->cid == cid ? order : NULL;
}

int outstanding(const struct client *client)
{
    int count = 0;
    for (int i = 0; i < ORDERS_KEPT; i++)
        count += client->orders[i].cid != 0 && !client->orders[i].answered;
    return count;
}

/* ---- sending ---- */

void send_order(struct client *client, int device, struct sent *order)
{
    if (string_equal(order->kind, "signout"))
        client->device[device].offers = true;
    order->copies++;
    order->link = client->device[device].link;
    order->life = client->device[device].life;
    order->sent = ++sent;
    trace("client %d/%d: %s", (int)(client - clients), device, order->json);
    link_send(order->link, order->json, string_size(order->json));
}

/* `{"cid":N,"do":"KIND"` and what else there is. */
struct sent *make_order(struct client *client, const char *kind, const char *format, ...)
{
    uint32_t cid = client->next_cid++;
    struct sent *order = &client->orders[cid % ORDERS_KEPT];
    va_list arguments;
    *order = (struct sent){.cid = cid};
    snprintf(order->kind, sizeof order->kind, "%s", kind);
    int size = snprintf(order->json, sizeof order->json, "{\"cid\":%u,\"do\":\"%s\"", cid, kind);
    va_start(arguments, format);
    size += vsnprintf(order->json + size, sizeof order->json - (size_t)size, format, arguments);
    va_end(arguments);
    CHECK((size_t)size + 2 < sizeof order->json);
    memcpy(order->json + size, "}", 2);
    return order;
}

/* After a lost connection: what was not answered is sent again, as it was. A table need not
 * remember more than the last eight commands, so older ones are given up. */
void repeat_orders(struct client *client, int device, bool answered_too)
{
    for (uint32_t back = ORDERS_KEPT; back > 0; back--) {
        uint32_t cid = client->next_cid - back;
        struct sent *order = client->next_cid > back ? client_order(client, cid) : NULL;
        bool again = answered_too && order && !string_equal(order->kind, "signout");
        if (!order || (order->answered && !again)) /* an old token would come back */
            continue;
        order->answered |= back > CIDS_KEPT;
        if (back > CIDS_KEPT || (answered_too && by_chance(500)))
            continue;
        world.counts.repeats++;
        send_order(client, device, order);
    }
}

/* ---- answers ---- */

static bool is_owed(const struct sent *order)
{
    return order->cid != 0 && !order->answered && link_is_up(order->link, order->life) &&
           link_keeps_all(order->link);
}

/* An answer has come: so must have those to everything sent before on the same connection. */
void order_answered(const struct client *client, struct sent *order)
{
    order->answered = true;
    for (int i = 0; i < ORDERS_KEPT && order->copies == 1; i++) {
        const struct sent *other = &client->orders[i];
        if (other->link == order->link && other->life == order->life && other->sent < order->sent &&
            is_owed(other))
            broken("answers", "client %d: command %u is answered, and %u, before it, is not",
                   (int)(client - clients), order->cid, other->cid);
    }
}

/* When all is quiet nobody waits for an answer. */
void orders_settled(const struct client *client)
{
    for (int i = 0; i < ORDERS_KEPT; i++)
        if (is_owed(&client->orders[i]))
            broken("answers", "client %d gets no answer to %s", (int)(client - clients),
                   client->orders[i].json);
}

/* "Not done" is on its way to a client. It is judged here and not when it is heard: what was sent
 * twice may be refused and then done. */
void order_denied(int index, uint32_t cid, const struct process *process)
{
    struct client *client = &clients[index];
    struct sent *order = client_order(client, cid);
    const struct truth *truth = truth_of(parties[client->party].table);
    if (!order || !truth || !client->has_token || client->next_cid - cid > REMEMBERED ||
        truth_is_behind(truth, process))
        return;
    order->denied_by = process->index;
    order->denied_life = process->life;
    order->denied_at = process_now(process);
    int guest = client_guest(client, truth, truth->version);
    int done = guest == NO_GUEST ? 0 : truth->cid_count[guest];
    for (int i = done > REMEMBERED ? done - REMEMBERED : 0; i < done; i++)
        if (truth->cids[guest][i] == cid)
            broken("answers", "table %lld: client %d: command %u was done, and is called not done",
                   (long long)truth->id, index, cid);
}

/* A process must not call a command not done if it has done it but not stored it yet. */
void order_done(const struct sent *order, const struct process *process, int64_t time)
{
    if (process && order->denied_life == process->life && order->denied_by == process->index &&
        time < order->denied_at)
        broken("answers", "%s was done, and was called not done meanwhile", order->json);
}
