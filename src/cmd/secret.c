/* SPDX-License-Identifier: MIT */
/* Words that others should not see. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/secret.h"

#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { ETX = 3, EOT = 4, BS = 8, DEL = 127 };

/* What a key does to a line; false: it is done, or given up and empty. */
static bool take_key(char key, char *out, size_t *size, size_t capacity)
{
    if (key == '\n' || key == '\r')
        return false;
    if (key == ETX || key == EOT) {
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
    while (read(STDIN_FILENO, &key, 1) == 1 && take_key(key, out, size, capacity))
        continue;
}

/* Signals are keys meanwhile, so that the echo comes back whatever is pressed. */
static void read_hidden(char *out, size_t *size, size_t capacity)
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
    read_line(out, size, capacity);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

bool secret_read(const struct voice *voice, const char *prompt, char *out, size_t capacity)
{
    size_t size = 0, first = 0;
    if (isatty(STDIN_FILENO) == 1) {
        voice_part_say(voice, prompt, WITH_NOTHING);
        fputc(' ', voice->file);
        fflush(voice->file);
        read_hidden(out, &size, capacity);
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
    memcpy(&bytes, &string, sizeof bytes); /* the command line may be written to: C11 5.1.2.2.1 */
    memset(bytes + shown, '*', size - shown);
}
