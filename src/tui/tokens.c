/* SPDX-License-Identifier: MIT */
/*
 * The tokens that were given to us at tables: a file with a line for each, the newest first.
 *
 *     localhost:8080 QWERTY 0123456789abcdef0123456789abcdef
 *     https://kufsa.example:443 ASDFGH fedcba9876543210fedcba9876543210
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tui/folder.h"
#include "tui/remote.h"

enum {
    TOKENS_KEPT = 200,
    TOKENS_SIZE_MAX = 1 << 17,
    OWNER_FILE = 0600,
    LINE_HEAD_MAX = REMOTE_HOST_MAX + REMOTE_PORT_MAX + CODE_SIZE + 12,
};

static void write_head(struct text *text, const struct address *address)
{
    text_string(text, address->tls ? "https://" : "");
    text_string(text, address->host);
    text_char(text, ':');
    text_string(text, address->port);
    text_char(text, ' ');
    text_string(text, address->code);
    text_char(text, ' ');
}

static char *read_all(void)
{
    char path[FOLDER_PATH_MAX];
    size_t size;
    if (!folder_path("tokens", path))
        return NULL;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char *all = file < 0 ? NULL : folder_read(file, TOKENS_SIZE_MAX, &size);
    if (file >= 0)
        close(file);
    return all;
}

static size_t token_size(const char *at)
{
    size_t size = strspn(at, "0123456789abcdef");
    return size < SEEN_TOKEN_MAX && (at[size] == '\n' || at[size] == '\0') ? size : 0;
}

bool token_is_sound(const char *token)
{
    size_t size = token_size(token);
    return size > 0 && token[size] == '\0';
}

static bool take_token(const char *at, char out[SEEN_TOKEN_MAX])
{
    size_t size = token_size(at);
    memcpy(out, at, size);
    out[size] = '\0';
    return size > 0;
}

bool token_find(const struct address *address, char out[SEEN_TOKEN_MAX])
{
    char head[LINE_HEAD_MAX];
    struct text text;
    bool found = false;
    char *all = read_all();
    text_init(&text, head, sizeof head);
    write_head(&text, address);
    for (char *at = all; at && *at != '\0' && !found;) {
        if (strncmp(at, head, text.size) == 0)
            found = take_token(at + text.size, out);
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    free(all);
    return found;
}

/* The new line, and the old ones that are not about this table. */
static void write_all(struct text *out, const struct address *address, const char *token,
                      const char *all)
{
    char head[LINE_HEAD_MAX];
    struct text text;
    int kept = 1;
    text_init(&text, head, sizeof head);
    write_head(&text, address);
    if (token[0] != '\0') {
        text_bytes(out, head, text.size);
        text_string(out, token);
        text_char(out, '\n');
    }
    for (const char *at = all ? all : ""; *at != '\0' && kept < TOKENS_KEPT; kept++) {
        size_t size = strcspn(at, "\n");
        if (strncmp(at, head, text.size) != 0) {
            text_bytes(out, at, size);
            text_char(out, '\n'); /* which the last may lack */
        }
        at += size + (at[size] == '\n');
    }
}

/* Another file takes the old one's place, so that there is always a whole one. */
void token_keep(const struct address *address, const char *token)
{
    char path[FOLDER_PATH_MAX], next[FOLDER_PATH_MAX], name[32];
    struct text text, file_name;
    char *buffer = malloc(TOKENS_SIZE_MAX), *all = read_all();
    text_init(&file_name, name, sizeof name);
    text_string(&file_name, "tokens.");
    text_number(&file_name, getpid());
    if (buffer && folder_path("tokens", path) && folder_path(name, next)) {
        text_init(&text, buffer, TOKENS_SIZE_MAX);
        write_all(&text, address, token, all);
        int file = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, OWNER_FILE);
        bool written = file >= 0 && folder_write(file, text.bytes, text.size);
        if (file >= 0)
            close(file);
        if (!written || rename(next, path) != 0)
            unlink(next);
    }
    free(all);
    free(buffer);
}
