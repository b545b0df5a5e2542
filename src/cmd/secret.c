/* SPDX-License-Identifier: MIT */
/* Input that others should not see. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/secret.h"

#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "system/keyboard.h"

enum { ETX = 3, EOT = 4, BS = 8, DEL = 127 };

/* Applies a key to a line; false: it is finished, or cancelled and empty. */
static bool take_key(char key, char *out, size_t *size, size_t capacity)
{
    if (key == '\n' || key == '\r')
        return false;
    if (key == ETX || key == EOT) {
        if (key == ETX)
            keyboard_end(SIGINT);
        *size = 0;
        return false;
    }
    if (key == BS || key == DEL)
        *size -= *size > 0;
    else if (*size < capacity)
        out[(*size)++] = key;
    return true;
}

static void read_line(char *out, size_t *size, size_t capacity)
{
    char key;
    while (keyboard_byte(&key) && take_key(key, out, size, capacity))
        continue;
    if (keyboard_ended())
        *size = 0;
}

static void put_prompt(const struct voice *voice, const char *prompt)
{
    voice_part_say(voice, prompt, WITH_NOTHING);
    fputc(' ', voice->file);
    fflush(voice->file);
}

/* Signals are read as keys, or only noted, so that the echo is always restored. Asks once nothing
 * that is typed can be shown or lost. */
static void read_hidden(const struct voice *voice, const char *prompt, char *out, size_t *size,
                        size_t capacity)
{
    struct termios before, hidden;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return;
    hidden = before;
    hidden.c_lflag &= ~(tcflag_t)(ECHO | ICANON | ISIG);
    hidden.c_cc[VMIN] = 1;
    hidden.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) != 0)
        return;
    keyboard_take();
    put_prompt(voice, prompt);
    read_line(out, size, capacity);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    keyboard_give();
}

bool secret_read(const struct voice *voice, const char *prompt, char *out, size_t capacity)
{
    size_t size = 0, first = 0;
    if (isatty(STDIN_FILENO) == 1) {
        read_hidden(voice, prompt, out, &size, capacity);
        fputc('\n', voice->file);
    } else {
        read_line(out, &size, capacity);
    }
    while (size > 0 && (out[size - 1] == ' ' || out[size - 1] == '\t'))
        size--;
    while (first < size && (out[first] == ' ' || out[first] == '\t'))
        first++;
    size -= first;
    if (size == 0 || size == capacity)
        return false;
    memmove(out, out + first, size);
    out[size] = '\0';
    return true;
}

void secret_erase(const char *string, const char *beginning)
{
    char *bytes;
    size_t shown = string_size(beginning), size = string_size(string);
    if (strncmp(string, beginning, shown) != 0)
        shown = 0;
    memcpy(&bytes, &string, sizeof bytes); /* the command line may be modified: C11 5.1.2.2.1 */
    memset(bytes + shown, '*', size - shown);
}
