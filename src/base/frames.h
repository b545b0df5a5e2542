/* SPDX-License-Identifier: MIT */
/*
 * WebSocket frames (RFC 6455), both sides: text messages, no extensions. Works on bytes in the
 * caller's buffer, without I/O or heap.
 *
 *     buffer: [ message so far, unmasked ][ … ][ bytes not read yet ]
 *             0                       kept      at               size
 *
 * frames_read takes frames one by one, starting at `at`, and joins the fragments of a message at
 * the front. When it needs more bytes, frames_pack closes the gap; only what is left must be kept
 * until more bytes come, and usually that is nothing.
 */
#ifndef KUFSA_BASE_FRAMES_H
#define KUFSA_BASE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_MESSAGE_MAX = 2048, /* bytes of a client's message */
    FRAME_NEWS_MAX = 32768,   /* bytes of a server's */
    FRAME_CONTROL_MAX = 125,
    FRAME_MASK_SIZE = 4,
    FRAME_HEAD_MAX = 14,
    FRAME_ANSWER_HEAD_MAX = 10, /* a server's frames have no mask */
    FRAME_LEFT_MAX = FRAME_MESSAGE_MAX + FRAME_MESSAGE_MAX + FRAME_HEAD_MAX, /* after a pack */
    FRAME_NEWS_LEFT_MAX = FRAME_NEWS_MAX + FRAME_NEWS_MAX + FRAME_HEAD_MAX,
};

enum frame_opcode {
    OPCODE_CONTINUATION = 0,
    OPCODE_TEXT = 1,
    OPCODE_BINARY = 2,
    OPCODE_CLOSE = 8,
    OPCODE_PING = 9,
    OPCODE_PONG = 10,
};

/* Why a connection was closed. */
enum close_code {
    CLOSE_NORMAL = 1000,
    CLOSE_PROTOCOL = 1002,
    CLOSE_KIND = 1003, /* not text */
    CLOSE_NONE = 1005, /* a close frame without a code; never sent */
    CLOSE_UTF8 = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_RESTART = 1012,
};

enum frame_kind {
    FRAME_MORE, /* no complete frame yet */
    FRAME_MESSAGE,
    FRAME_PING,
    FRAME_PONG,
    FRAME_CLOSE, /* `code` is the peer's */
    FRAME_BAD,   /* `code` says why; nothing more can be read */
};

struct frame {
    enum frame_kind kind;
    const uint8_t *bytes; /* in the buffer, valid until the next call */
    size_t size;
    uint16_t code;
};

struct frames {
    uint16_t kept;    /* bytes of the message so far */
    uint16_t checked; /* of those, bytes of complete characters */
    bool open;        /* the first fragment of a message has arrived, the last has not */
    bool client;      /* we are the client: incoming frames have no mask and may be larger */
};

/* Reads the frame at *at and moves *at past it. Start with *at = frames->kept. */
void frames_read(struct frames *, uint8_t *buffer, size_t size, size_t *at, struct frame *);

/* How many bytes must stay at the front of the buffer when more come: at most FRAME_LEFT_MAX, or
 * FRAME_NEWS_LEFT_MAX for a client. */
size_t frames_pack(const struct frames *, uint8_t *buffer, size_t size, size_t at);

/* Writes the head of an unfragmented server frame with a payload of this size; returns the head's
 * size. */
size_t frame_head(uint8_t out[FRAME_ANSWER_HEAD_MAX], enum frame_opcode, size_t size);

/* The same for a client's frame; masks the payload in place. */
size_t frame_head_masked(uint8_t out[FRAME_HEAD_MAX], enum frame_opcode, uint8_t *payload,
                         size_t size, const uint8_t mask[FRAME_MASK_SIZE]);

/* UTF-8 as RFC 3629 defines it: shortest forms, no surrogates. */
bool utf8_valid(const uint8_t *bytes, size_t size);

#endif
