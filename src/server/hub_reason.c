/* SPDX-License-Identifier: MIT */
/* How to treat a refusal: how it is counted, its HTTP status, and whether it passes by itself. */
#include "server/hub_parts.h"

static const struct hub_reason rows[] = {
    /* the first match counts; a name that ends in a dot matches all that start with it */
    {"serve.token.unknown", REFUSAL_TOKEN, 400, REASON_GUESS},
    {"serve.table.unknown", REFUSAL_UNKNOWN, 404, REASON_GUESS},
    {"serve.table.finished", REFUSAL_UNKNOWN, 404, REASON_FINAL},
    {"serve.code.often", REFUSAL_CODE, 400, REASON_AGAIN},
    {"serve.rate.often", REFUSAL_RATE, 400, REASON_AGAIN},
    {"serve.guest.often", REFUSAL_FULL, 400, REASON_AGAIN},
    {"serve.table.full", REFUSAL_FULL, 400, REASON_FINAL},
    {"serve.table.limit", REFUSAL_FULL, 400, REASON_FINAL},
    {"serve.table.locked", REFUSAL_DOOR, 400, REASON_FINAL},
    {"serve.table.held", REFUSAL_STORE, 503, REASON_AGAIN},
    {"serve.record.unknown", REFUSAL_HTTP, 404, REASON_FINAL},
    {"serve.table.blocked", REFUSAL_DOOR, 400, REASON_FINAL},
    {"serve.relay.lost", REFUSAL_STORE, 503, REASON_AGAIN},
    {"serve.relay.watch", REFUSAL_COMMAND, 404, REASON_FINAL},
    {"serve.relay.refused", REFUSAL_COMMAND, 404, REASON_FINAL},
    {"table.memory.none", REFUSAL_FULL, 503, REASON_FINAL},
    {"store.", REFUSAL_STORE, 503, REASON_AGAIN},
    {"", REFUSAL_COMMAND, 400, REASON_FINAL},
};

static bool fits(const char *key, const char *reason)
{
    struct scan scan = {reason};
    size_t size = string_size(key);
    return scan_string(&scan, key) && (size == 0 || key[size - 1] == '.' || scan_end(&scan));
}

const struct hub_reason *hub_reason(const char *reason)
{
    const struct hub_reason *row = rows;
    while (!fits(row->key, reason))
        row++;
    return row;
}
