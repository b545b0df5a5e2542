/* SPDX-License-Identifier: MIT */
/*
 * The keyboard. All waiting for a person happens in keyboard_wait, so that whatever ends the
 * program ends every screen, sheet and prompt:
 *
 *     a key, or news ─▶ the caller looks
 *     SIGINT, SIGTERM, SIGHUP, a terminal that is gone ─▶ keyboard_ended, for good
 *
 * Between keyboard_take and keyboard_give these signals are only noted, so that the terminal can
 * be restored first; the program then exits with 128 plus the signal's number.
 */
#ifndef KUFSA_SYSTEM_KEYBOARD_H
#define KUFSA_SYSTEM_KEYBOARD_H

#include <poll.h>
#include <stdbool.h>

void keyboard_take(void);
void keyboard_give(void);

/* The signal that asked the program to end; SIGHUP also if the terminal went away without one. 0:
 * none. It stays set, even after keyboard_give. */
int keyboard_ended(void);
void keyboard_end(int signal); /* as if the signal had arrived */

bool keyboard_stopped(void); /* has SIGTSTP arrived since the last call? */

enum keyboard_news {
    KEYBOARD_QUIET,       /* timed out, or one of the other files is ready */
    KEYBOARD_KEY,         /* there is something to read */
    KEYBOARD_INTERRUPTED, /* by a signal, SIGWINCH included, or the program should end */
};

/* Waits at most this many milliseconds (-1: forever) for the keyboard `file` and for more files,
 * whose `revents` it sets. A file of -1 is ignored. */
enum keyboard_news keyboard_wait(int file, struct pollfd *more, int count, int millis);

/* The next byte of standard input; false at its end, or when the program should end. */
bool keyboard_byte(char *byte);

#endif
