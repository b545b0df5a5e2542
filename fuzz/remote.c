/* SPDX-License-Identifier: MIT */
/*
 * A server that says anything, as the terminal hears it over a real connection. The first letter of
 * the input says what the rest is:
 *
 *     h    the answer to the upgrade, byte by byte
 *     f    what comes after a valid answer: frames, byte by byte
 *     m    the same, but every line is a message of its own
 *
 * The terminal may close, lose or keep the connection; what it shows can still be drawn, and a
 * token that it stores is sound.
 */
#define _DEFAULT_SOURCE
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "base/frames.h"
#include "base/handshake.h"
#include "client/remote.h"
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 1 << 14, REQUEST_MAX = 2048, TURNS = 6, TURNS_OF_ONE = 2 };

static int listener = -1;
static struct address address = {.host = "127.0.0.1", .code = "ABCDEF"};

static void listen_once(void)
{
    struct sockaddr_in place = {.sin_family = AF_INET};
    socklen_t size = sizeof place;
    if (listener >= 0)
        return;
    own_open();
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(listener >= 0 && bind(listener, (struct sockaddr *)&place, sizeof place) == 0);
    CHECK(listen(listener, 16) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&place, &size) == 0);
    snprintf(address.port, sizeof address.port, "%d", ntohs(place.sin_port));
    CHECK(!address_find(&address));
}

/* Closes at once and without a trace, so that ports do not run out. */
static void hang_up(int file)
{
    struct linger none = {.l_onoff = 1};
    setsockopt(file, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(file);
}

static void send_all(int file, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(file, at, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return; /* the terminal may hang up */
        at += sent;
        size -= (size_t)sent;
    }
}

/* Reads the head of a request, up to its empty line. */
static void read_request(int file, char out[REQUEST_MAX])
{
    size_t size = 0;
    out[0] = '\0';
    while (!strstr(out, "\r\n\r\n")) {
        ssize_t got = recv(file, out + size, REQUEST_MAX - 1 - size, 0);
        CHECK(got > 0);
        size += (size_t)got;
        out[size] = '\0';
    }
}

/* ---- the connection ---- */

static void look_at(struct channel *channel)
{
    static struct item items[SCENE_MAX];
    const struct mirror *mirror = channel->mirror;
    CHECK(mirror->log_count >= 0 && mirror->log_count <= MIRROR_LOG_MAX);
    if (mirror->v > 0 && mirror->phase != PHASE_LOBBY)
        CHECK(mirror->game && mirror->game->scene(&mirror->view.head, items) > 0);
}

/* Lets what was sent arrive: the terminal reads until nothing is left. A message takes one turn to
 * be read and one to be answered. */
static void let_hear(struct channel *channel, int turns)
{
    struct answer answer;
    int who;
    for (int i = 0; i < turns; i++)
        channel_wait(channel, -1, 0);
    while (channel_answer(channel, &who, &answer))
        CHECK(who == 0 && memchr(answer.reason, '\0', sizeof answer.reason));
    look_at(channel);
}

static void answer_upgrade(int file, const char *request)
{
    char key[HANDSHAKE_KEY_SIZE + 1] = "", accept[HANDSHAKE_ACCEPT_SIZE + 1], head[256];
    const char *found = strstr(request, "Sec-WebSocket-Key: ");
    CHECK(found);
    memcpy(key, found + 19, HANDSHAKE_KEY_SIZE);
    CHECK(handshake_accept(key, accept));
    int size = snprintf(head, sizeof head,
                        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                        accept);
    send_all(file, head, (size_t)size);
}

static void send_messages(struct channel *channel, int file, const char *at, const char *end)
{
    while (at < end) {
        uint8_t frame[FRAME_ANSWER_HEAD_MAX + INPUT_MAX];
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline ? newline : end) - at);
        size_t head = frame_head(frame, OPCODE_TEXT, size);
        memcpy(frame + head, at, size);
        send_all(file, frame, head + size);
        let_hear(channel, TURNS_OF_ONE);
        channel_do(channel, 0, "ready"); /* if it is live, it now waits for an answer */
        at += size + 1;
    }
}

static void talk(char kind, const char *bytes, size_t size)
{
    char request[REQUEST_MAX], token[ADDRESS_TOKEN_MAX], next[ADDRESS_TOKEN_MAX];
    int at_once = 1;
    struct channel *channel = remote_open(&address, false);
    CHECK(channel);
    channel->robot = true; /* asks for no records: fuzz/fetch.c */
    channel_wait(channel, -1, 0);
    int file = accept(listener, NULL, NULL);
    CHECK(file >= 0);
    CHECK(setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once) == 0);
    channel_wait(channel, -1, system_millis() + 1); /* once connected, it asks */
    read_request(file, request);
    if (kind != 'h')
        answer_upgrade(file, request);
    if (kind == 'm')
        send_messages(channel, file, bytes, bytes + size);
    else
        send_all(file, bytes, size);
    let_hear(channel, TURNS);
    if (token_find(&address, token, next))
        CHECK(token_is_sound(token) && (next[0] == '\0' || token_is_sound(next)));
    token_keep(&address, "", "");
    hang_up(file);
    channel_close(channel);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = (const char *)bytes;
    if (size < 2 || size > INPUT_MAX || !strchr("hfm", text[0]) || text[0] == '\0')
        return 0;
    listen_once();
    talk(text[0], text + 1, size - 1);
    return 0;
}
