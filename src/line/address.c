/* SPDX-License-Identifier: MIT */
/* Reads and writes addresses as people type and copy them, and looks them up. */
#define _DEFAULT_SOURCE
#include "line/address.h"

#include <netdb.h>
#include <string.h>
#include <sys/socket.h>

enum { PORT_NUMBER_MAX = 65535 };

#define PORT_USUAL "8080" /* the default of `kufsa serve` */
#define PORT_HTTP "80"
#define PORT_HTTPS "443"
#define WATCH_PATH "/watch/"

static bool read_code(const char *text, size_t size, char out[CODE_SIZE + 1])
{
    static const char letters[] = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    if (size < CODE_MIN || size > CODE_SIZE)
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

bool token_is_sound(const char *token)
{
    size_t size = strspn(token, "0123456789abcdef");
    return size > 0 && size < ADDRESS_TOKEN_MAX && token[size] == '\0';
}

/* The code, optionally followed by a token. */
static const char *read_fragment(struct address *address, const char *text)
{
    const char *slash = strchr(text, '/');
    size_t size = slash ? (size_t)(slash - text) : string_size(text);
    if (!read_code(text, size, address->code))
        return "join.address.code";
    if (!slash)
        return NULL;
    if (!token_is_sound(slash + 1))
        return "join.token.broken";
    memcpy(address->token, slash + 1, string_size(slash + 1) + 1);
    return NULL;
}

/* `https://` or `http://`, and the port that goes with it. Returns what follows. */
static const char *read_scheme(struct address *address, const char *text)
{
    struct scan scan = {text};
    *address = (struct address){.port = PORT_USUAL};
    address->tls = scan_string(&scan, "https://");
    if (address->tls)
        memcpy(address->port, PORT_HTTPS, sizeof PORT_HTTPS);
    else if (scan_string(&scan, "http://"))
        memcpy(address->port, PORT_HTTP, sizeof PORT_HTTP);
    return scan.at;
}

bool address_read_server(struct address *address, const char *text)
{
    const char *host = read_scheme(address, text);
    size_t size = string_size(host);
    return read_host(address, host, size > 0 && host[size - 1] == '/' ? size - 1 : size);
}

const char *address_read(struct address *address, const char *text)
{
    struct scan scan = {read_scheme(address, text)};
    const char *at = strchr(scan.at, '@'), *hash = strchr(scan.at, '#');
    const char *watch = strstr(scan.at, WATCH_PATH);
    if (watch && !hash) {
        const char *code = watch + string_size(WATCH_PATH);
        address->watch = true;
        if (!read_code(code, string_size(code), address->code))
            return "join.address.code";
        return read_host(address, scan.at, (size_t)(watch - scan.at)) ? NULL
                                                                      : "join.address.broken";
    }
    if (at && !hash)
        return read_code(scan.at, (size_t)(at - scan.at), address->code) &&
                       read_host(address, at + 1, string_size(at + 1))
                   ? NULL
                   : "join.address.broken";
    const char *reason = hash ? read_fragment(address, hash + 1) : "join.address.code";
    if (reason)
        return reason;
    size_t size = (size_t)(hash - scan.at);
    if (size > 0 && scan.at[size - 1] == '/')
        size--;
    return read_host(address, scan.at, size) ? NULL : "join.address.broken";
}

void address_write_host(const struct address *address, struct text *text)
{
    bool number = strchr(address->host, ':') != NULL; /* IPv6 */
    text_string(text, number ? "[" : "");
    text_string(text, address->host);
    text_string(text, number ? "]" : "");
    if (!string_equal(address->port, address->tls ? PORT_HTTPS : PORT_HTTP)) {
        text_char(text, ':');
        text_string(text, address->port);
    }
}

void address_write(const struct address *address, struct text *text)
{
    text_string(text, address->tls ? "https://" : "http://");
    address_write_host(address, text);
    text_string(text, address->watch ? WATCH_PATH : "/#");
    text_string(text, address->code);
    if (address->token[0] != '\0') {
        text_char(text, '/');
        text_string(text, address->token);
    }
}

const char *address_find(struct address *address)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    if (getaddrinfo(address->host, address->port, &hints, &address->found) != 0)
        return "join.host.unknown";
    return NULL;
}

void address_forget(struct address *address)
{
    if (address->found)
        freeaddrinfo(address->found);
    address->found = NULL;
}
