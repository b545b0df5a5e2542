/* SPDX-License-Identifier: MIT */
/* Sockets, HTTP and frames: the client's side, only as much as our own server needs. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "load.h"

enum { REQUESTS_AT_ONCE = 16, ANSWERS_MAX = 1 << 16, OPCODE_TEXT = 1, OPCODE_PONG = 10 };

int wire_connect(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

/* Sends all of it or nothing: a command is small, and its sender has no other under way. */
static bool send_all(int fd, const void *bytes, size_t size)
{
    return send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size;
}

bool wire_upgrade(int fd)
{
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: S3Vmc2EncyBsb2FkLi4uLg==\r\n\r\n";
    return send_all(fd, request, sizeof request - 1);
}

static bool send_frame(int fd, int opcode, const char *payload, size_t size)
{
    static const uint8_t mask[4] = {0x5a, 0xc3, 0x96, 0x0f};
    uint8_t frame[8 + COMMAND_TEXT_MAX];
    size_t at = 0;
    frame[at++] = (uint8_t)(0x80 | opcode);
    if (size < 126) {
        frame[at++] = (uint8_t)(0x80 | size);
    } else {
        frame[at++] = 0x80 | 126;
        frame[at++] = (uint8_t)(size >> 8);
        frame[at++] = (uint8_t)size;
    }
    memcpy(frame + at, mask, sizeof mask);
    at += sizeof mask;
    for (size_t i = 0; i < size; i++)
        frame[at + i] = (uint8_t)payload[i] ^ mask[i % sizeof mask];
    return send_all(fd, frame, at + size);
}

bool wire_text(int fd, const char *text)
{
    return send_frame(fd, OPCODE_TEXT, text, strlen(text));
}

bool wire_pong(int fd)
{
    return send_frame(fd, OPCODE_PONG, "", 0);
}

int wire_frame(const uint8_t *bytes, size_t count, const uint8_t **payload, size_t *payload_size,
               size_t *size)
{
    size_t head = 2, length = count >= 2 ? bytes[1] & 127 : 0;
    if (length == 126)
        head = 4;
    else if (length == 127)
        head = 10;
    if (count < head)
        return 0;
    if (length == 126) {
        length = (size_t)bytes[2] << 8 | bytes[3];
    } else if (length == 127) {
        length = 0;
        for (int i = 0; i < 8; i++)
            length = length << 8 | bytes[2 + i];
    }
    if (count - head < length)
        return 0;
    *payload = bytes + head;
    *payload_size = length;
    *size = head + length;
    return bytes[0] & 15;
}

/* ---- JSON, as our server writes it: without spaces, keys in a known order ---- */

bool find_number(const char *json, const char *key, int64_t *out)
{
    const char *at = strstr(json, key);
    if (!at)
        return false;
    at += strlen(key);
    char *end;
    *out = strtoll(at, &end, 10);
    return end != at;
}

bool find_string(const char *json, const char *key, char *out, size_t capacity)
{
    const char *at = strstr(json, key);
    if (!at)
        return false;
    at += strlen(key);
    const char *end = strchr(at, '"');
    if (!end || (size_t)(end - at) >= capacity)
        return false;
    memcpy(out, at, (size_t)(end - at));
    out[end - at] = '\0';
    return true;
}

/* ---- HTTP ---- */

static bool ask_for_tables(int fd, const char *body, int count)
{
    static char request[REQUESTS_AT_ONCE * 256];
    size_t size = 0;
    for (int i = 0; i < count; i++)
        size += (size_t)snprintf(request + size, sizeof request - size,
                                 "POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
                                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                                 strlen(body), body);
    return send(fd, request, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Reads `count` answers, one after the other. */
static bool read_tables(int fd, int first, int count,
                        void (*opened)(int index, int64_t table, const char *token))
{
    static char answers[ANSWERS_MAX];
    size_t size = 0;
    char *at = answers;
    answers[0] = '\0';
    for (int done = 0; done < count;) {
        char *body = strstr(at, "{\""), *end = body ? strchr(body, '}') : NULL;
        char token[TOKEN_MAX];
        int64_t table;
        if (end) {
            *end = '\0';
            if (!find_number(body, "\"table\":", &table) ||
                !find_string(body, "\"token\":\"", token, sizeof token)) {
                fprintf(stderr, "bench_load: no table: %s}\n", body);
                return false;
            }
            opened(first + done++, table, token);
            at = end + 1;
            continue;
        }
        ssize_t got = recv(fd, answers + size, sizeof answers - 1 - size, 0);
        if (got <= 0)
            return false;
        size += (size_t)got;
        answers[size] = '\0';
    }
    return true;
}

bool wire_open_tables(int port, const char *body, int count,
                      void (*opened)(int index, int64_t table, const char *token))
{
    int fd = wire_connect(port);
    bool good = fd >= 0;
    for (int done = 0; good && done < count;) {
        int some = count - done < REQUESTS_AT_ONCE ? count - done : REQUESTS_AT_ONCE;
        good = ask_for_tables(fd, body, some) && read_tables(fd, done, some, opened);
        done += some;
    }
    if (fd >= 0)
        close(fd);
    return good;
}
