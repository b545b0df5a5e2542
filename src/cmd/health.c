/* SPDX-License-Identifier: MIT */
/* `kufsa health`: is the server on this machine well? For containers, which have no other program
 * to ask with. */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "cmd/settings.h"

enum { PORT_USUAL = 8080, PORT_MAX = 65535, PATIENCE_S = 5, ANSWER_MAX = 64 };

static const char question[] =
    "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/* Connects, asks, and reads the beginning of the answer; false if any of that fails. */
static bool ask_health(int fd, int port, char answer[ANSWER_MAX])
{
    struct timeval patience = {.tv_sec = PATIENCE_S};
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ssize_t size = 0, got = 1;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
        connect(fd, (const struct sockaddr *)&to, sizeof to) != 0 ||
        send(fd, question, sizeof question - 1, MSG_NOSIGNAL) != (ssize_t)sizeof question - 1)
        return false;
    while (got > 0 && size < ANSWER_MAX - 1) {
        got = recv(fd, answer + size, (size_t)(ANSWER_MAX - 1 - size), 0);
        size += got > 0 ? got : 0;
    }
    answer[size] = '\0';
    return size > 0;
}

static int run_health(const struct arguments *given)
{
    static struct arguments arguments;
    char answer[ANSWER_MAX];
    int64_t port = PORT_USUAL;
    arguments = *given;
    arguments.command = &command_serve; /* the settings are the server's */
    if (!settings_read(&arguments) || !arguments_number(&arguments, "port", 1, PORT_MAX, &port))
        return STATUS_USAGE;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool answered = fd >= 0 && ask_health(fd, (int)port, answer);
    if (fd >= 0)
        close(fd);
    if (answered && strncmp(answer, "HTTP/1.1 200 ", 13) == 0) {
        voice_say(&arguments.out, "health.well", WITH_NOTHING);
        return STATUS_OK;
    }
    complain(&arguments, answered ? "health.ill" : "health.silent",
             WITH(word_number("port", port)));
    return STATUS_FAILED;
}

static const struct parameter parameters[] = {
    {"port", "NUMBER", "health.port"},
    {NULL, NULL, NULL},
};

const struct command command_health = {
    .name = "health",
    .usage = "[--port 8080]",
    .help = "health.help",
    .more = "health.more",
    .parameters = parameters,
    .run = run_health,
};
