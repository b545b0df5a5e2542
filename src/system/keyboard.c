/* SPDX-License-Identifier: MIT */
/* Waits for a person, and for whatever ends the program. */
#define _GNU_SOURCE
#include "system/keyboard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

enum { MORE_MAX = 2, OWN_FILES = 3 };

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP};
enum { SIGNALS = sizeof signals / sizeof *signals };

static volatile sig_atomic_t ended, stopped;

static struct {
    bool taken;
    int wake[2]; /* a pipe: poll sees a signal, whenever and in whichever thread it arrives */
    struct sigaction actions_were[SIGNALS];
} keyboard = {.wake = {-1, -1}};

static void on_signal(int number)
{
    int error = errno;
    if (number == SIGTSTP)
        stopped = 1;
    else if (!ended)
        ended = number;
    ssize_t woken = write(keyboard.wake[1], "", 1); /* a full pipe wakes poll anyway */
    (void)woken;
    errno = error;
}

/* Signals that were ignored, as under nohup, stay ignored. */
void keyboard_take(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    if (keyboard.taken)
        return;
    if (pipe2(keyboard.wake, O_CLOEXEC | O_NONBLOCK) != 0)
        keyboard.wake[0] = keyboard.wake[1] = -1; /* signals still interrupt poll */
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(signals[i], NULL, &keyboard.actions_were[i]);
        if (keyboard.actions_were[i].sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
    keyboard.taken = true;
}

void keyboard_give(void)
{
    if (!keyboard.taken)
        return;
    for (int i = 0; i < SIGNALS; i++)
        sigaction(signals[i], &keyboard.actions_were[i], NULL);
    for (int i = 0; i < 2; i++) {
        if (keyboard.wake[i] >= 0)
            close(keyboard.wake[i]);
        keyboard.wake[i] = -1;
    }
    keyboard.taken = false;
}

int keyboard_ended(void)
{
    return ended;
}

void keyboard_end(int signal)
{
    if (!ended)
        ended = signal;
}

bool keyboard_stopped(void)
{
    bool now = stopped;
    stopped = 0;
    return now;
}

static void drain(void)
{
    char bytes[64];
    while (keyboard.wake[0] >= 0 && read(keyboard.wake[0], bytes, sizeof bytes) > 0)
        continue;
}

/* A terminal that is gone reports POLLHUP forever and has no keys: treating that as a key would
 * spin. A closed pipe is left to the reader. */
static bool is_gone(const struct pollfd *file)
{
    return keyboard.taken && (file->revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

enum keyboard_news keyboard_wait(int file, struct pollfd *more, int count, int millis)
{
    struct pollfd files[OWN_FILES + MORE_MAX] = {
        {.fd = file, .events = POLLIN},
        {.fd = keyboard.taken && file >= 0 ? STDOUT_FILENO : -1}, /* the screen may go away too */
        {.fd = keyboard.wake[0], .events = POLLIN},
    };
    CHECK(count <= MORE_MAX);
    for (int i = 0; i < count; i++)
        files[OWN_FILES + i] = more[i];
    int ready = poll(files, (nfds_t)OWN_FILES + (nfds_t)count, ended || stopped ? 0 : millis);
    for (int i = 0; i < count; i++)
        more[i].revents = ready > 0 ? files[OWN_FILES + i].revents : 0;
    if (ready > 0 && (is_gone(&files[0]) || is_gone(&files[1])))
        keyboard_end(SIGHUP);
    drain();
    if (ready < 0 || ended || stopped)
        return KEYBOARD_INTERRUPTED;
    return ready > 0 && files[0].revents != 0 ? KEYBOARD_KEY : KEYBOARD_QUIET;
}

bool keyboard_byte(char *byte)
{
    for (;;) {
        enum keyboard_news news = keyboard_wait(STDIN_FILENO, NULL, 0, -1);
        if (ended)
            return false;
        if (news != KEYBOARD_KEY)
            continue;
        ssize_t got = read(STDIN_FILENO, byte, 1);
        if (got == 1)
            return true;
        if (got == 0 || (errno != EINTR && errno != EAGAIN))
            return false;
    }
}
