/* SPDX-License-Identifier: MIT */
/*
 * Addresses of tables, and the tokens that were given to us there: a file with a line for each,
 * the newest first.
 *
 *     localhost:8080 QWERTY 0123456789abcdef0123456789abcdef
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
    PORT_NUMBER_MAX = 65535,
    LINE_HEAD_MAX = REMOTE_HOST_MAX + REMOTE_PORT_MAX + CODE_SIZE + 4,
};

#define PORT_USUAL "8080" /* of `kufsa serve` */
#define PORT_HTTP "80"

/* ---- addresses ---- */

static bool read_code(const char *text, size_t size, char out[CODE_SIZE + 1])
{
    static const char letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    if (size != CODE_SIZE)
        return false;
    for (size_t i = 0; i < size; i++) {
        char c = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 'a' + 'A') : text[i];
        if (c == '\0' || !strchr(letters, c))
            return false;
        out[i] = c;
    }
    out[size] = '\0';
    return true;
}

static bool copy(char *out, size_t capacity, const char *from, size_t size)
{
    if (size == 0 || size >= capacity)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (from[i] <= ' ' || from[i] > '~' || strchr("/@#?\\", from[i]))
            return false;
        out[i] = from[i];
    }
    out[size] = '\0';
    return true;
}

/* `host`, `host:8080`, `[::1]:8080` */
static bool read_host(struct address *address, const char *text, size_t size)
{
    const char *end = text + size, *close = text[0] == '[' ? memchr(text, ']', size) : NULL;
    const char *host = close ? text + 1 : text, *host_end = close ? close : text;
    const char *behind = close ? close + 1 : NULL;
    if (!close) {
        const char *colon = memchr(text, ':', size);
        host_end = behind = colon ? colon : end;
    }
    if (!copy(address->host, sizeof address->host, host, (size_t)(host_end - host)))
        return false;
    if (behind == end)
        return true;
    struct scan scan = {address->port};
    int64_t port;
    return *behind == ':' &&
           copy(address->port, sizeof address->port, behind + 1, (size_t)(end - behind - 1)) &&
           scan_number(&scan, 1, PORT_NUMBER_MAX, &port) && scan_end(&scan);
}

const char *address_read(struct address *address, const char *text)
{
    struct scan scan = {text};
    *address = (struct address){.port = PORT_USUAL};
    if (scan_string(&scan, "https://"))
        return "join.address.tls";
    if (scan_string(&scan, "http://"))
        memcpy(address->port, PORT_HTTP, sizeof PORT_HTTP);
    const char *at = strchr(scan.at, '@'), *hash = strchr(scan.at, '#');
    if (at && !hash)
        return read_code(scan.at, (size_t)(at - scan.at), address->code) &&
                       read_host(address, at + 1, string_size(at + 1))
                   ? NULL
                   : "join.address.broken";
    if (!hash || !read_code(hash + 1, string_size(hash + 1), address->code))
        return "join.address.code";
    size_t size = (size_t)(hash - scan.at);
    if (size > 0 && scan.at[size - 1] == '/')
        size--;
    return read_host(address, scan.at, size) ? NULL : "join.address.broken";
}

/* ---- tokens ---- */

static void write_head(struct text *text, const struct address *address)
{
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
    for (const char *at = all, *end; at && kept < TOKENS_KEPT; at = end + 1, kept++) {
        end = strchr(at, '\n');
        if (!end)
            break;
        if (strncmp(at, head, text.size) != 0)
            text_bytes(out, at, (size_t)(end + 1 - at));
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
