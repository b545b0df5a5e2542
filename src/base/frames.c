/* SPDX-License-Identifier: MIT */
/* WebSocket frames over bytes. Numbers in comments are sections of RFC 6455. */
#include "base/frames.h"

#include <string.h>

/*
 *     byte 0: 1 fin, 3 reserved, 4 opcode      byte 1: 1 masked, 7 size (126, 127: 2, 8 bytes more)
 */
enum {
    BIT_FIN = 0x80,
    BITS_RESERVED = 0x70,
    BITS_OPCODE = 0x0f,
    BIT_MASKED = 0x80,
    BITS_SIZE = 0x7f,
    BIT_CONTROL = 0x08,
    SIZE_SHORT_MAX = 125,
    SIZE_TWO_BYTES = 126,
    SIZE_EIGHT_BYTES = 127,
    SIZE_TWO_BYTES_MAX = 65535,
    CODE_BYTES = 2,
};

struct frame_head {
    bool fin, masked;
    uint8_t reserved, opcode;
    uint64_t payload;
    size_t size; /* of the head itself */
    const uint8_t *mask;
};

/* ---- UTF-8 ---- */

/* Size of the character at the start of these bytes: more than `left` if it is incomplete, 0 if it
 * is invalid. */
static size_t utf8_size(const uint8_t *at, size_t left)
{
    static const uint8_t second_min[256] = {[0xe0] = 0xa0, [0xf0] = 0x90};
    static const uint8_t second_max[256] = {[0xed] = 0x9f, [0xf4] = 0x8f};
    uint8_t first = at[0];
    if (first < 0x80)
        return 1;
    size_t size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    uint8_t min = second_min[first] ? second_min[first] : 0x80;
    uint8_t max = second_max[first] ? second_max[first] : 0xbf;
    if (left > 1 && (at[1] < min || at[1] > max))
        return 0;
    for (size_t i = 2; i < size && i < left; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

/* Moves *at past the last complete character; false if a character is invalid. */
static bool utf8_scan(const uint8_t *bytes, size_t size, size_t *at)
{
    while (*at < size) {
        size_t one = utf8_size(bytes + *at, size - *at);
        if (one == 0 || one > size - *at)
            return one != 0;
        *at += one;
    }
    return true;
}

bool utf8_valid(const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    return utf8_scan(bytes, size, &at) && at == size;
}

/* ---- reading ---- */

/* False if it is incomplete. */
static bool read_head(struct frame_head *head, const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return false;
    uint8_t first = bytes[1] & BITS_SIZE;
    size_t more = first == SIZE_TWO_BYTES ? 2 : first == SIZE_EIGHT_BYTES ? 8 : 0;
    *head = (struct frame_head){
        .fin = (bytes[0] & BIT_FIN) != 0,
        .reserved = bytes[0] & BITS_RESERVED,
        .opcode = bytes[0] & BITS_OPCODE,
        .masked = (bytes[1] & BIT_MASKED) != 0,
        .payload = first,
        .size = 2 + more,
    };
    if (size < 2 + more)
        return false;
    if (more > 0)
        head->payload = 0;
    for (size_t i = 0; i < more; i++)
        head->payload = head->payload << 8 | bytes[2 + i];
    head->mask = bytes + 2 + more;
    head->size += head->masked ? FRAME_MASK_SIZE : 0;
    return size >= head->size;
}

static bool size_is_shortest(const struct frame_head *head)
{
    /* 5.2: the size takes the fewest bytes possible */
    size_t more = head->size - 2 - (head->masked ? FRAME_MASK_SIZE : 0);
    if (more == 2)
        return head->payload > SIZE_SHORT_MAX;
    return more == 0 || (head->payload > SIZE_TWO_BYTES_MAX && head->payload >> 63 == 0);
}

static uint16_t check_control(const struct frame_head *head)
{
    bool known = head->opcode >= OPCODE_CLOSE && head->opcode <= OPCODE_PONG;
    bool small = head->payload <= FRAME_CONTROL_MAX; /* 5.5 */
    return known && head->fin && small ? 0 : CLOSE_PROTOCOL;
}

/* 0, or the close code. */
static uint16_t check_head(const struct frames *frames, const struct frame_head *head)
{
    size_t max = frames->client ? FRAME_NEWS_MAX : FRAME_MESSAGE_MAX;
    if (head->reserved || head->masked == frames->client || !size_is_shortest(head))
        return CLOSE_PROTOCOL; /* 5.1: a client masks, a server does not */
    if (head->opcode & BIT_CONTROL)
        return check_control(head);
    if (head->opcode > OPCODE_BINARY || (head->opcode == OPCODE_CONTINUATION) != frames->open)
        return CLOSE_PROTOCOL; /* 5.4 */
    if (head->opcode == OPCODE_BINARY)
        return CLOSE_KIND;
    return head->payload > (uint64_t)(max - frames->kept) ? CLOSE_TOO_BIG : 0;
}

static void mask_bytes(uint8_t *payload, size_t size, const uint8_t mask[FRAME_MASK_SIZE])
{
    uint8_t wide[8] = {mask[0], mask[1], mask[2], mask[3], mask[0], mask[1], mask[2], mask[3]};
    uint64_t pattern, word;
    size_t i = 0;
    memcpy(&pattern, wide, sizeof pattern);
    for (; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, payload + i, sizeof word);
        word ^= pattern;
        memcpy(payload + i, &word, sizeof word);
    }
    for (; i < size; i++)
        payload[i] = (uint8_t)(payload[i] ^ wide[i % FRAME_MASK_SIZE]);
}

/* 7.4: codes that may be sent. */
static bool code_is_valid(uint16_t code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static void read_close(struct frame *frame)
{
    const uint8_t *bytes = frame->bytes;
    frame->kind = FRAME_CLOSE;
    frame->code = CLOSE_NONE;
    if (frame->size == 0)
        return;
    frame->code = frame->size < CODE_BYTES ? 0 : (uint16_t)(bytes[0] << 8 | bytes[1]);
    if (!code_is_valid(frame->code))
        *frame = (struct frame){.kind = FRAME_BAD, .code = CLOSE_PROTOCOL};
    else if (!utf8_valid(bytes + CODE_BYTES, frame->size - CODE_BYTES))
        *frame = (struct frame){.kind = FRAME_BAD, .code = CLOSE_UTF8};
}

static void read_control(const struct frame_head *head, struct frame *frame)
{
    if (head->opcode == OPCODE_CLOSE)
        read_close(frame);
    else
        frame->kind = head->opcode == OPCODE_PING ? FRAME_PING : FRAME_PONG;
}

static bool is_text(struct frames *frames, const struct frame *frame, bool whole)
{
    size_t at = frames->checked;
    bool sound = utf8_scan(frame->bytes, frame->size, &at) && (!whole || at == frame->size);
    frames->checked = whole ? 0 : (uint16_t)at;
    return sound;
}

/* A fragment, or a whole message; true if there is something to report. */
static bool read_text(struct frames *frames, const struct frame_head *head, uint8_t *buffer,
                      uint8_t *payload, struct frame *frame)
{
    if (frames->open || !head->fin) {
        memmove(buffer + frames->kept, payload, frame->size);
        frames->kept = (uint16_t)(frames->kept + frame->size);
        frame->bytes = buffer;
        frame->size = frames->kept;
    }
    frames->open = !head->fin;
    if (!is_text(frames, frame, head->fin)) {
        *frame = (struct frame){.kind = FRAME_BAD, .code = CLOSE_UTF8};
        return true;
    }
    if (frames->open)
        return false;
    frames->kept = 0;
    frame->kind = FRAME_MESSAGE;
    return true;
}

void frames_read(struct frames *frames, uint8_t *buffer, size_t size, size_t *at,
                 struct frame *frame)
{
    struct frame_head head;
    for (;;) {
        *frame = (struct frame){.kind = FRAME_MORE};
        if (!read_head(&head, buffer + *at, size - *at))
            return;
        uint16_t wrong = check_head(frames, &head);
        if (wrong) {
            *frame = (struct frame){.kind = FRAME_BAD, .code = wrong};
            return;
        }
        if (head.payload > size - *at - head.size)
            return;
        uint8_t *payload = buffer + *at + head.size;
        frame->bytes = payload;
        frame->size = (size_t)head.payload;
        if (head.masked)
            mask_bytes(payload, frame->size, head.mask);
        *at += head.size + frame->size;
        if (head.opcode & BIT_CONTROL) {
            read_control(&head, frame);
            return;
        }
        if (read_text(frames, &head, buffer, payload, frame))
            return;
    }
}

size_t frames_pack(const struct frames *frames, uint8_t *buffer, size_t size, size_t at)
{
    memmove(buffer + frames->kept, buffer + at, size - at);
    return frames->kept + (size - at);
}

/* ---- writing ---- */

size_t frame_head(uint8_t out[FRAME_ANSWER_HEAD_MAX], enum frame_opcode opcode, size_t size)
{
    size_t more = size <= SIZE_SHORT_MAX ? 0 : size <= SIZE_TWO_BYTES_MAX ? 2 : 8;
    out[0] = (uint8_t)(BIT_FIN | opcode);
    out[1] = (uint8_t)(more == 0 ? size : more == 2 ? SIZE_TWO_BYTES : SIZE_EIGHT_BYTES);
    for (size_t i = 0; i < more; i++)
        out[2 + i] = (uint8_t)((uint64_t)size >> 8 * (more - 1 - i));
    return 2 + more;
}

size_t frame_head_masked(uint8_t out[FRAME_HEAD_MAX], enum frame_opcode opcode, uint8_t *payload,
                         size_t size, const uint8_t mask[FRAME_MASK_SIZE])
{
    size_t head = frame_head(out, opcode, size);
    out[1] |= BIT_MASKED;
    memcpy(out + head, mask, FRAME_MASK_SIZE);
    mask_bytes(payload, size, mask);
    return head + FRAME_MASK_SIZE;
}
