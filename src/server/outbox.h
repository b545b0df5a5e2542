/* SPDX-License-Identifier: MIT */
/*
 * What a connection is still to be sent, in order, and how much of it may go by now. It knows no
 * sockets: a connection writes what is ready and forgets it, and so does a simulation.
 *
 *     bytes: [ ready ][ waits for first_ticket ][ waits for last_ticket ]
 *            0      ready                   first_end                  size
 *
 * 1. What was put in with a ticket is ready once that ticket is durable, and never before.
 * 2. Order is kept. Only OUTBOX_NOW overtakes what waits: it speaks of the server, not of a table.
 * 3. Two tickets are enough for nobody to starve: the first does not move once there is a second.
 * 4. Frames are in it whole. When more than OUTBOX_MAX bytes would wait, all of them are dropped
 *    and `resync` says so: what comes then is dropped too, until a snapshot makes up for it.
 */
#ifndef KUFSA_SERVER_OUTBOX_H
#define KUFSA_SERVER_OUTBOX_H

#include "base/frames.h"

enum { OUTBOX_MAX = 1 << 16 }; /* bytes that may wait for a WebSocket */

#define OUTBOX_NOW UINT64_MAX /* no ticket: it need not wait, and may overtake */

struct outbox {
    char *bytes;
    uint64_t first_ticket, last_ticket;
    uint32_t size, capacity, ready, first_end;
    bool resync; /* something was dropped */
};

/* Bytes as they are, behind all others; false: there is no memory. */
bool outbox_add(struct outbox *, const void *, size_t size, uint64_t ticket, uint64_t durable);

enum outbox_verdict {
    OUTBOX_OK, /* it is in, or not wanted any more: see resync */
    OUTBOX_OVERFLOW,
    OUTBOX_MEMORY,
};

/* A frame. `under_way`: bytes that were taken out and are not written yet; they count too. */
enum outbox_verdict outbox_frame(struct outbox *, enum frame_opcode, const void *payload,
                                 size_t size, uint64_t ticket, uint64_t durable, size_t under_way);

/* What has become durable is ready. */
void outbox_release(struct outbox *, uint64_t durable);

/* Does any of it wait for no more than this ticket? */
static inline bool outbox_waits_for(const struct outbox *box, uint64_t durable)
{
    return box->first_ticket <= durable;
}

/* The ready bytes are written: forgets them. */
void outbox_take(struct outbox *);

void outbox_free(struct outbox *); /* empty, as at first */

#endif
