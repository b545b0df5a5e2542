/* SPDX-License-Identifier: MIT */
/*
 * Figures for /metrics in the text format of Prometheus. Counters only rise; gauges are filled in
 * on request. All of it belongs to the loop's thread.
 */
#ifndef KUFSA_SERVER_METRICS_H
#define KUFSA_SERVER_METRICS_H

#include "base/text.h"

/* Name, help. */
#define COUNTERS(X)                                                                                \
    X(CONNECTIONS, "connections_total", "connections accepted")                                    \
    X(REQUESTS, "requests_total", "HTTP requests")                                                 \
    X(UPGRADES, "websockets_total", "WebSockets opened")                                           \
    X(MESSAGES, "messages_total", "messages from clients")                                         \
    X(SENT, "sent_total", "messages to clients")                                                   \
    X(BYTES_IN, "received_bytes_total", "bytes received")                                          \
    X(BYTES_OUT, "sent_bytes_total", "bytes sent")                                                 \
    X(EVENTS, "events_total", "events of tables kept")                                             \
    X(OPENED, "tables_opened_total", "tables opened")                                              \
    X(LOADED, "tables_loaded_total", "tables read back from the store")                            \
    X(DROPPED, "tables_dropped_total", "idle tables dropped from memory")                          \
    X(RECORDS, "records_total", "games finished")                                                  \
    X(THOUGHTS, "thoughts_total", "moves that bots thought about")                                 \
    X(THOUGHTS_WAITED, "thoughts_waited_total", "times that a table's bots had to wait in line")   \
    X(RESYNCS, "resyncs_total", "connections too slow for their news, given a snapshot instead")   \
    X(LINES_LOST, "lines_lost_total", "lines of a relay to its server that were lost")             \
    X(CONFLICTS, "conflicts_total", "tables that the store contradicted")                          \
    X(FROZEN, "frozen_total", "times that the server was stopped or asleep for a while")           \
    X(JUMPS, "clock_jumps_total", "times that the system's clock was set")

/* Why something was refused. */
#define REFUSALS(X)                                                                                \
    X(HTTP, "http")       /* not a request, or a wrong one */                                      \
    X(SLOW, "slow")       /* a request or its reader took too long */                              \
    X(ORIGIN, "origin")   /* a foreign page */                                                     \
    X(FRAME, "frame")     /* broken frames */                                                      \
    X(SIZE, "size")       /* a message too large */                                                \
    X(RATE, "rate")       /* too many commands */                                                  \
    X(CODE, "code")       /* too many wrong room codes */                                          \
    X(ADDRESS, "address") /* too many connections or tables from one address */                    \
    X(FULL, "full")       /* no room for more connections, tables or members */                    \
    X(DOOR, "door")       /* the host lets nobody in, or not this person */                        \
    X(UNKNOWN, "unknown") /* tables that do not exist */                                           \
    X(TOKEN, "token")     /* unknown tokens */                                                     \
    X(SILENT, "silent")   /* half-open: no answer to a ping */                                     \
    X(STORE, "store")     /* a command while nothing can be kept */                                \
    X(COMMAND, "command") /* nonsense; hello missing or repeated */

enum counter {
#define COUNTER_ENUM(name, wire, help) COUNT_##name,
    COUNTERS(COUNTER_ENUM)
#undef COUNTER_ENUM
        COUNTERS_COUNT
};

enum refusal {
#define REFUSAL_ENUM(name, wire) REFUSAL_##name,
    REFUSALS(REFUSAL_ENUM)
#undef REFUSAL_ENUM
        REFUSALS_COUNT
};

struct metrics {
    uint64_t counter[COUNTERS_COUNT];
    uint64_t refused[REFUSALS_COUNT];
};

struct gauge {
    const char *name, *help;
    int64_t value;
};

/* Prefixes the names with `kufsa_`. */
void metrics_write(const struct metrics *, const struct gauge *, int count, struct text *);

#endif
