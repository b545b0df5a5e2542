/* SPDX-License-Identifier: MIT */
/* What is still to be sent on a connection. */
#include "server/outbox.h"

#include <stdlib.h>
#include <string.h>

enum { OUTBOX_FIRST = 512 };

static bool make_room(struct outbox *box, size_t size)
{
    size_t wanted = box->size + size, capacity = OUTBOX_FIRST;
    if (wanted <= box->capacity)
        return true;
    while (capacity < wanted)
        capacity *= 2;
    char *bytes = realloc(box->bytes, capacity);
    if (!bytes)
        return false;
    box->bytes = bytes;
    box->capacity = (uint32_t)capacity;
    return true;
}

/* Inserts in front of what waits. */
static void insert_ready(struct outbox *box, const void *bytes, size_t size)
{
    memmove(box->bytes + box->ready + size, box->bytes + box->ready, box->size - box->ready);
    memcpy(box->bytes + box->ready, bytes, size);
    box->size += (uint32_t)size;
    box->ready += (uint32_t)size;
    box->first_end += (uint32_t)size;
}

static void append(struct outbox *box, const void *bytes, size_t size, uint64_t ticket,
                   uint64_t durable)
{
    bool waits = box->ready < box->size;
    bool second = waits && box->first_end < box->size;
    memcpy(box->bytes + box->size, bytes, size);
    box->size += (uint32_t)size;
    if (!waits && ticket <= durable) {
        box->ready = box->size;
    } else if (!waits) {
        box->first_end = box->size;
        box->first_ticket = ticket;
    } else if (!second && ticket <= box->first_ticket) {
        box->first_end = box->size;
    } else {
        box->last_ticket = second && box->last_ticket > ticket ? box->last_ticket : ticket;
    }
}

bool outbox_add(struct outbox *box, const void *bytes, size_t size, uint64_t ticket,
                uint64_t durable)
{
    if (!make_room(box, size))
        return false;
    append(box, bytes, size, ticket, durable);
    return true;
}

/* Is there room for so many bytes more? If not, all of them are dropped. */
static enum outbox_verdict check_room(struct outbox *box, size_t size, size_t under_way)
{
    if (box->size + under_way + size > OUTBOX_MAX) {
        outbox_free(box);
        box->resync = true;
        return OUTBOX_OVERFLOW;
    }
    return make_room(box, size) ? OUTBOX_OK : OUTBOX_MEMORY;
}

enum outbox_verdict outbox_frames(struct outbox *box, const void *frames, size_t size,
                                  size_t under_way)
{
    if (box->resync)
        return OUTBOX_OK;
    enum outbox_verdict verdict = check_room(box, size, under_way);
    if (verdict == OUTBOX_OK)
        append(box, frames, size, 0, 0);
    return verdict;
}

enum outbox_verdict outbox_frame(struct outbox *box, enum frame_opcode opcode, const void *payload,
                                 size_t size, uint64_t ticket, uint64_t durable, size_t under_way)
{
    uint8_t head[FRAME_ANSWER_HEAD_MAX];
    size_t head_size = frame_head(head, opcode, size);
    if (box->resync)
        return OUTBOX_OK;
    enum outbox_verdict verdict = check_room(box, head_size + size, under_way);
    if (verdict != OUTBOX_OK)
        return verdict;
    if (ticket == OUTBOX_NOW && box->ready < box->size) {
        insert_ready(box, head, head_size);
        insert_ready(box, payload, size);
    } else {
        ticket = ticket == OUTBOX_NOW ? 0 : ticket;
        append(box, head, head_size, ticket, durable);
        append(box, payload, size, ticket, durable);
    }
    return OUTBOX_OK;
}

void outbox_release(struct outbox *box, uint64_t durable)
{
    for (int i = 0; i < 2 && box->ready < box->size; i++) {
        if (box->first_ticket > durable)
            return;
        box->ready = box->first_end;
        box->first_end = box->size;
        box->first_ticket = box->last_ticket;
    }
}

void outbox_take(struct outbox *box)
{
    box->size -= box->ready;
    memmove(box->bytes, box->bytes + box->ready, box->size);
    box->first_end -= box->first_end < box->ready ? box->first_end : box->ready;
    box->ready = 0;
    if (box->size == 0)
        outbox_free(box);
}

void outbox_free(struct outbox *box)
{
    bool resync = box->resync;
    free(box->bytes);
    *box = (struct outbox){.resync = resync};
}
