/* SPDX-License-Identifier: MIT */
/*
 * Frames against libwslay: whatever a client sends to a server, or a server to a client, in pieces
 * of any size, both find the same messages, pings and closes up to the first error, and both call
 * it an error.
 *
 * Differences that are not our fault: our messages are text of at most FRAME_MESSAGE_MAX bytes;
 * libwslay accepts a close frame with half a code (5.5.1 of the RFC does not), and does not know
 * the codes that were registered later. It rejects a message at its first invalid byte, we when the
 * message is complete; zeros are appended so that this matters only at the end of the input. The
 * first byte of the input sets the size of the pieces.
 */
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "base/check.h"
#include "base/frames.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FOUND_MAX = 1 << 15 };

/* What was found: kind, size and bytes of each item, one after the other. */
struct found {
    uint8_t *bytes;
    size_t size;
    bool wrong, closed, ours_only, late_code;
};

static void note(struct found *found, uint8_t kind, const uint8_t *bytes, size_t size)
{
    CHECK(found->size + 3 + size <= FOUND_MAX);
    found->bytes[found->size++] = kind;
    found->bytes[found->size++] = (uint8_t)(size >> 8);
    found->bytes[found->size++] = (uint8_t)size;
    if (size > 0)
        memcpy(found->bytes + found->size, bytes, size);
    found->size += size;
}

/* ---- ours ---- */

static void take(struct found *found, const struct frame *frame)
{
    switch (frame->kind) {
    case FRAME_MORE: break;
    case FRAME_MESSAGE: note(found, OPCODE_TEXT, frame->bytes, frame->size); break;
    case FRAME_PING: note(found, OPCODE_PING, frame->bytes, frame->size); break;
    case FRAME_PONG: note(found, OPCODE_PONG, frame->bytes, frame->size); break;
    case FRAME_CLOSE:
        found->late_code = frame->code >= 1012 && frame->code <= 1014;
        note(found, OPCODE_CLOSE, frame->bytes, frame->size);
        found->closed = true;
        break;
    case FRAME_BAD:
        found->wrong = true;
        found->ours_only = frame->code == CLOSE_KIND || frame->code == CLOSE_TOO_BIG;
        break;
    }
}

static void read_ours(bool client, const uint8_t *bytes, size_t size, size_t piece,
                      struct found *found)
{
    size_t left_max = client ? FRAME_NEWS_LEFT_MAX : FRAME_LEFT_MAX;
    struct frames frames = {.client = client};
    struct frame frame;
    uint8_t *left = NULL;
    size_t left_size = 0;
    while (size > 0 && !found->wrong && !found->closed) {
        size_t now = size < piece ? size : piece, at = frames.kept;
        uint8_t *buffer = malloc(left_size + now); /* exact: a sanitizer notices overreads */
        CHECK(buffer);
        if (left_size > 0)
            memcpy(buffer, left, left_size);
        memcpy(buffer + left_size, bytes, now);
        bytes += now;
        size -= now;
        do {
            frames_read(&frames, buffer, left_size + now, &at, &frame);
            take(found, &frame);
        } while (frame.kind != FRAME_MORE && !found->wrong && !found->closed);
        left_size = frames_pack(&frames, buffer, left_size + now, at);
        CHECK(found->wrong || found->closed || left_size <= left_max);
        free(left);
        left = buffer;
    }
    free(left);
}

/* ---- libwslay ---- */

struct source {
    const uint8_t *bytes;
    size_t size;
    struct found *found;
};

static ssize_t give(wslay_event_context_ptr context, uint8_t *out, size_t size, int flags,
                    void *user)
{
    struct source *source = user;
    (void)flags;
    if (source->size == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t now = size < source->size ? size : source->size;
    memcpy(out, source->bytes, now);
    source->bytes += now;
    source->size -= now;
    return (ssize_t)now;
}

static void hear(wslay_event_context_ptr context, const struct wslay_event_on_msg_recv_arg *arg,
                 void *user)
{
    struct source *source = user;
    (void)context;
    if (source->found->closed || source->found->wrong)
        return;
    if (arg->opcode == OPCODE_CLOSE && arg->msg_length == 1) {
        source->found->wrong = true;
        return;
    }
    note(source->found, arg->opcode, arg->msg, arg->msg_length);
    source->found->closed = arg->opcode == OPCODE_CLOSE;
}

static void read_theirs(bool client, const uint8_t *bytes, size_t size, struct found *found)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = give,
        .on_msg_recv_callback = hear,
    };
    struct source source = {bytes, size, found};
    wslay_event_context_ptr context;
    CHECK((client ? wslay_event_context_client_init(&context, &callbacks, &source)
                  : wslay_event_context_server_init(&context, &callbacks, &source)) == 0);
    int status = wslay_event_recv(context);
    /* It answers an error with a close frame of its own, and reads no more. */
    found->wrong =
        found->wrong || (!found->closed && (status != 0 || !wslay_event_get_read_enabled(context)));
    wslay_event_context_free(context);
}

static void compare(bool client, const uint8_t *bytes, size_t size, size_t piece)
{
    struct found ours = {.bytes = malloc(FOUND_MAX)}, theirs = {.bytes = malloc(FOUND_MAX)};
    CHECK(ours.bytes && theirs.bytes);
    read_ours(client, bytes, size, piece, &ours);
    read_theirs(client, bytes, size, &theirs);
    if (ours.ours_only) /* libwslay may have gone on, or stopped too */
        CHECK(theirs.size >= ours.size);
    else if (ours.late_code)
        ours.size = theirs.size;
    else
        CHECK(theirs.size == ours.size && theirs.closed == ours.closed &&
              (theirs.wrong == ours.wrong || (theirs.wrong && !ours.closed)));
    CHECK(memcmp(ours.bytes, theirs.bytes, ours.size) == 0);
    free(ours.bytes);
    free(theirs.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size <= 1 || size >= FOUND_MAX)
        return 0;
    uint8_t *padded = calloc(1, size + FRAME_HEAD_MAX);
    CHECK(padded);
    memcpy(padded, bytes + 1, size - 1);
    for (int client = 0; client < 2; client++)
        compare(client, padded, size - 1 + FRAME_HEAD_MAX, bytes[0] ? bytes[0] : 4096);
    free(padded);
    return 0;
}
