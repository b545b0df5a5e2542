/* SPDX-License-Identifier: MIT */
/*
 * The tokens that tables gave us: a file with a line for each, newest first.
 *
 *     localhost:8080 QWERTY 0123456789abcdef0123456789abcdef
 *     https://kufsa.example:443 ASDFGH fedcba9876543210fedcba9876543210
 *
 * A second token is the replacement of the first, which the server has not confirmed yet.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client/remote.h"
#include "system/folder.h"

enum {
    TOKENS_KEPT = 200,
    TOKENS_SIZE_MAX = 1 << 17,
    OWNER_FILE = 0600,
    LINE_HEAD_MAX = ADDRESS_HOST_MAX + ADDRESS_PORT_MAX + CODE_SIZE + 12,
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
    return size < ADDRESS_TOKEN_MAX && (at[size] == '\n' || at[size] == '\0') ? size : 0;
}

static void take_token(const char *at, size_t size, char out[ADDRESS_TOKEN_MAX])
{
    memcpy(out, at, size);
    out[size] = '\0';
}

/* One token, or two separated by a space. */
static bool take_tokens(const char *at, char out[ADDRESS_TOKEN_MAX], char become[ADDRESS_TOKEN_MAX])
{
    size_t first = strspn(at, "0123456789abcdef");
    bool two = at[first] == ' ' && first > 0 && first < ADDRESS_TOKEN_MAX;
    const char *last = two ? at + first + 1 : at;
    size_t size = token_size(last);
    if (size == 0)
        return false;
    take_token(at, two ? first : size, out);
    take_token(last, two ? size : 0, become);
    return true;
}

bool token_find(const struct address *address, char out[ADDRESS_TOKEN_MAX],
                char become[ADDRESS_TOKEN_MAX])
{
    char head[LINE_HEAD_MAX];
    struct text text;
    bool found = false;
    char *all = read_all();
    text_init(&text, head, sizeof head);
    write_head(&text, address);
    for (char *at = all; at && *at != '\0' && !found;) {
        if (strncmp(at, head, text.size) == 0)
            found = take_tokens(at + text.size, out, become);
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    free(all);
    return found;
}

/* The new line, then the old ones about other tables. */
static void write_all(struct text *out, const struct address *address, const char *token,
                      const char *become, const char *all)
{
    char head[LINE_HEAD_MAX];
    struct text text;
    int kept = 1;
    text_init(&text, head, sizeof head);
    write_head(&text, address);
    if (token[0] != '\0') {
        text_bytes(out, head, text.size);
        text_string(out, token);
        text_string(out, become[0] != '\0' ? " " : "");
        text_string(out, become);
        text_char(out, '\n');
    }
    for (const char *at = all ? all : ""; *at != '\0' && kept < TOKENS_KEPT; kept++) {
        size_t size = strcspn(at, "\n");
        if (strncmp(at, head, text.size) != 0) {
            text_bytes(out, at, size);
            text_char(out, '\n'); /* the last line may lack one */
        }
        at += size + (at[size] == '\n');
    }
}

/* Replaces the file by renaming a new one, so that there is always a complete one. */
bool token_keep(const struct address *address, const char *token, const char *become)
{
    char path[FOLDER_PATH_MAX], next[FOLDER_PATH_MAX], name[32];
    struct text text, file_name;
    bool kept = false;
    char *buffer = malloc(TOKENS_SIZE_MAX), *all = read_all();
    text_init(&file_name, name, sizeof name);
    text_string(&file_name, "tokens.");
    text_number(&file_name, getpid());
    if (buffer && folder_path("tokens", path) && folder_path(name, next)) {
        text_init(&text, buffer, TOKENS_SIZE_MAX);
        write_all(&text, address, token, become, all);
        int file = open(next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, OWNER_FILE);
        bool written = file >= 0 && folder_write(file, text.bytes, text.size) && fsync(file) == 0;
        if (file >= 0)
            close(file);
        kept = written && rename(next, path) == 0;
        if (!kept)
            unlink(next);
    }
    free(all);
    free(buffer);
    return kept;
}
