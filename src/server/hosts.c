/* SPDX-License-Identifier: MIT */
/*
 * Hosts: the address that people open, which origins and host names are ours, and which proxy is
 * trusted.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <strings.h>

#include "server/server_parts.h"

/* ---- our own ---- */

/* This machine's address on the local network; false if it has none. */
static bool lan_address(char out[ADDRESS_TEXT_MAX])
{
    uv_interface_address_t *list;
    int count;
    bool found = false;
    if (uv_interface_addresses(&list, &count) != 0)
        return false;
    for (int i = 0; i < count && !found; i++) {
        if (list[i].is_internal || list[i].address.address4.sin_family != AF_INET)
            continue;
        found = uv_ip4_name(&list[i].address.address4, out, ADDRESS_TEXT_MAX) == 0;
    }
    uv_free_interface_addresses(list, count);
    return found;
}

static void write_origin(const struct server *server, const char *host, bool secure,
                         struct text *text)
{
    int port = secure ? server->tls_port : server->port;
    text_string(text, secure ? "https://" : "http://");
    text_string(text, host);
    if (port != (secure ? 443 : 80)) {
        text_char(text, ':');
        text_number(text, port);
    }
}

static void write_link(const struct server *server, bool secure, struct text *text)
{
    char address[ADDRESS_TEXT_MAX];
    bool lan = server->settings.lan && lan_address(address);
    write_origin(server, lan ? address : "localhost", secure, text);
}

void server_link(const struct server *server, struct text *text)
{
    if (server->settings.public_url)
        text_string(text, server->settings.public_url);
    else
        write_link(server, server->port == 0, text);
}

void server_secure_link(const struct server *server, struct text *text)
{
    write_link(server, true, text);
}

static bool is_origin(const struct server *server, const char *host, const char *origin)
{
    char buffer[ORIGIN_MAX];
    struct text text;
    bool secure = strncmp(origin, "https:", strlen("https:")) == 0;
    if ((secure ? server->tls_port : server->port) == 0)
        return false;
    text_init(&text, buffer, sizeof buffer);
    write_origin(server, host, secure, &text);
    return !text.overflow && string_equal(buffer, origin);
}

static bool is_interface(const struct server *server, const char *origin)
{
    uv_interface_address_t *list;
    int count;
    bool found = false;
    if (uv_interface_addresses(&list, &count) != 0)
        return false;
    for (int i = 0; i < count && !found; i++) {
        char name[ADDRESS_TEXT_MAX], host[ADDRESS_TEXT_MAX + 2];
        bool six = list[i].address.address4.sin_family == AF_INET6;
        int failed = six ? uv_ip6_name(&list[i].address.address6, name, sizeof name)
                         : uv_ip4_name(&list[i].address.address4, name, sizeof name);
        struct text text;
        text_init(&text, host, sizeof host);
        text_string(&text, six ? "[" : "");
        text_string(&text, name);
        text_string(&text, six ? "]" : "");
        found = !failed && is_origin(server, host, origin);
    }
    uv_free_interface_addresses(list, count);
    return found;
}

/* Does the name have an ending that only local networks and machines use, and that nobody can
 * register? */
static bool is_local_name(const char *name, size_t size)
{
    static const char *const endings[] = {"localhost", ".localhost", ".local",
                                          ".lan",      ".internal",  ".home.arpa"};
    if (!memchr(name, '.', size)) /* neither a dot, nor the colons of an address */
        return !memchr(name, ':', size);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i]);
        if (size > tail && strncasecmp(name + size - tail, endings[i], tail) == 0)
            return true;
    }
    return false;
}

/* A local name over https: the browser has checked that the name is in our certificate. */
static bool is_certified(const struct server *server, const char *origin)
{
    char host[ORIGIN_MAX];
    struct scan scan = {origin};
    struct text text;
    if (!scan_string(&scan, "https://"))
        return false;
    size_t size = strcspn(scan.at, ":");
    text_init(&text, host, sizeof host);
    text_bytes(&text, scan.at, size);
    return !text.overflow && is_local_name(host, size) && is_origin(server, host, origin);
}

/* Programs send no Origin; a browser's must match ours exactly. A name that somebody else points to
 * this machine does not match. */
bool server_allows_origin(struct server *server, const char *origin)
{
    if (origin[0] == '\0')
        return true;
    if (server->settings.public_url && string_equal(origin, server->settings.public_url))
        return true;
    if (is_origin(server, "localhost", origin) || is_origin(server, "127.0.0.1", origin) ||
        is_origin(server, "[::1]", origin) || is_certified(server, origin))
        return true;
    return server->settings.lan && is_interface(server, origin);
}

/* ---- host names in requests ---- */

static bool is_address(const char *name, size_t size)
{
    char text[ADDRESS_TEXT_MAX];
    uint8_t bytes[16];
    bool six = size > 2 && name[0] == '[' && name[size - 1] == ']';
    name += six;
    size -= six ? 2 : 0;
    if (size >= sizeof text)
        return false;
    memcpy(text, name, size);
    text[size] = '\0';
    return uv_inet_pton(six ? AF_INET6 : AF_INET, text, bytes) == 0;
}

/* Against DNS rebinding: a foreign page whose name points to this machine still sends that name,
 * and gets nothing. We allow the public name, addresses, and local names. */
bool server_is_host(const struct server *server, const char *host)
{
    const char *end = strrchr(host, ':');
    size_t size = end && !strchr(end, ']') ? (size_t)(end - host) : strlen(host);
    const char *url = server->settings.public_url;
    const char *own = url ? strstr(url, "://") + 3 : "";
    size_t own_size = strcspn(own, ":");
    if (size == 0 || is_address(host, size) || is_local_name(host, size))
        return true; /* HTTP/1.0 needs no Host */
    return size == own_size && strncasecmp(host, own, size) == 0;
}

/* ---- proxies ---- */

static bool network_read(struct network *network, const char *text)
{
    char bare[ADDRESS_TEXT_MAX];
    size_t size = strcspn(text, "/");
    int64_t bits;
    if (size >= sizeof bare)
        return false;
    memcpy(bare, text, size);
    bare[size] = '\0';
    *network = (struct network){.family = strchr(bare, ':') ? AF_INET6 : AF_INET};
    int most = network->family == AF_INET ? 32 : 128;
    struct scan scan = {text + size};
    network->bits = most;
    if (uv_inet_pton(network->family, bare, network->bytes) != 0)
        return false;
    if (scan_end(&scan))
        return true;
    if (!scan_char(&scan, '/') || !scan_number(&scan, 1, most, &bits) || !scan_end(&scan))
        return false;
    network->bits = (int)bits;
    return true;
}

static bool network_has(const struct network *network, int family, const uint8_t *bytes)
{
    int whole = network->bits / 8, rest = network->bits % 8;
    if (network->bits == 0 || family != network->family ||
        memcmp(bytes, network->bytes, (size_t)whole) != 0)
        return false;
    return rest == 0 || (bytes[whole] ^ network->bytes[whole]) >> (8 - rest) == 0;
}

bool networks_read(struct networks *networks, const char *text)
{
    char one[ADDRESS_TEXT_MAX];
    *networks = (struct networks){0};
    for (bool more = true; more;) {
        size_t size = strcspn(text, ",");
        if (size >= sizeof one || networks->count == NETWORKS_MAX)
            return false;
        memcpy(one, text, size);
        one[size] = '\0';
        if (!network_read(&networks->one[networks->count++], one))
            return false;
        more = text[size] == ',';
        text += size + more;
        text += strspn(text, " ");
    }
    return true;
}

bool networks_have(const struct networks *networks, int family, const uint8_t *bytes)
{
    for (int i = 0; i < networks->count; i++)
        if (network_has(&networks->one[i], family, bytes))
            return true;
    return false;
}
