/* SPDX-License-Identifier: MIT */
/*
 * What is still to be sent on a connection, in order, and how much of it may go now. It has no
 * sockets: a connection writes what is ready and forgets it, and so does a simulation.
 *
 *     bytes: [ ready ][ waits for first_ticket ][ waits for last_ticket ]
 *            0      ready                   first_end                  size
 *
 * 1. What was added with a ticket is ready once that ticket is durable, and never before.
 * 2. Order is kept. Only OUTBOX_NOW overtakes what waits: it is about the server, not a table.
 * 3. Two tickets are enough to avoid starvation: the first does not move once there is a second.
 * 4. It holds whole frames. When more than OUTBOX_MAX bytes would wait, all of them are dropped and
 *    `resync` is set: what comes next is dropped too, until a snapshot makes up for it.
 */
#ifndef KUFSA_SERVER_OUTBOX_H
#define KUFSA_SERVER_OUTBOX_H

#include "base/frames.h"

enum { OUTBOX_MAX = 1 << 16 }; /* bytes that may wait on a WebSocket */

#define OUTBOX_NOW UINT64_MAX /* no ticket: need not wait, and may overtake */

struct outbox {
    char *bytes;
    uint64_t first_ticket, last_ticket;
    uint32_t size, capacity, ready, first_end;
    bool resync; /* something was dropped */
};

/* Adds raw bytes at the end; false: out of memory. */
bool outbox_add(struct outbox *, const void *, size_t size, uint64_t ticket, uint64_t durable);

enum outbox_verdict {
    OUTBOX_OK, /* added, or not wanted any more: see resync */
    OUTBOX_OVERFLOW,
    OUTBOX_MEMORY,
};

/* Adds a frame. `under_way`: bytes taken out but not written yet; they count too. */
enum outbox_verdict outbox_frame(struct outbox *, enum frame_opcode, const void *payload,
                                 size_t size, uint64_t ticket, uint64_t durable, size_t under_way);

/* Adds whole frames, ready to go. */
enum outbox_verdict outbox_frames(struct outbox *, const void *frames, size_t size,
                                  size_t under_way);

/* Makes ready what has become durable. */
void outbox_release(struct outbox *, uint64_t durable);

/* Does any of it wait for this ticket or an earlier one? */
static inline bool outbox_waits_for(const struct outbox *box, uint64_t durable)
{
    return box->first_ticket <= durable;
}

/* Forgets the ready bytes, which have been written. */
void outbox_take(struct outbox *);

void outbox_free(struct outbox *); /* leaves it empty, as at first */

#endif
