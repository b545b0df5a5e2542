/* SPDX-License-Identifier: MIT */
/*
 * The input of `kufsa join`: the first line is an address, the others are the file of tokens. An
 * accepted address names a host, a port and a code, and nothing else can hide in it; a token that
 * is found is hexadecimal; a stored token is found again, and no other is lost because of it.
 */
#define _DEFAULT_SOURCE
#include <string.h>

#include "client/remote.h"
#include "folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { INPUT_MAX = 1 << 13, LINES_FEW = 100 };

#define NEW_TOKEN "00ff00ff00ff00ff00ff00ff00ff00ff"

static bool is_same(const struct address *a, const struct address *b)
{
    return a->tls == b->tls && string_equal(a->host, b->host) && string_equal(a->port, b->port) &&
           string_equal(a->code, b->code);
}

static void check_address(const struct address *address)
{
    struct address again;
    char bytes[CHANNEL_URL_MAX];
    struct text text;
    CHECK(address->host[0] != '\0' && strlen(address->code) >= CODE_MIN);
    CHECK(address->token[0] == '\0' || token_is_sound(address->token));
    for (const char *at = address->host; *at != '\0'; at++)
        CHECK(*at > ' ' && *at <= '~');
    CHECK(strspn(address->port, "0123456789") == strlen(address->port));
    text_init(&text, bytes, sizeof bytes);
    address_write(address, &text);
    CHECK(!text.overflow && address_read(&again, bytes) == NULL && is_same(&again, address));
    CHECK(string_equal(again.token, address->token) && again.watch == address->watch);
}

/* With few lines only: if there are many, the oldest are forgotten. */
static void check_tokens(const struct address *address, bool few_lines)
{
    struct address other = {.host = "other.example", .port = "8080", .code = "ABCDEF"};
    char token[ADDRESS_TOKEN_MAX], before[ADDRESS_TOKEN_MAX], next[ADDRESS_TOKEN_MAX];
    if (token_find(address, token, next))
        CHECK(token_is_sound(token) && (next[0] == '\0' || token_is_sound(next)));
    bool same = is_same(&other, address);
    bool had = token_find(&other, before, next);
    token_keep(address, NEW_TOKEN, NEW_TOKEN);
    CHECK(token_find(address, token, next) && string_equal(token, NEW_TOKEN));
    CHECK(string_equal(next, NEW_TOKEN));
    if (had && !same && few_lines)
        CHECK(token_find(&other, token, next) && string_equal(token, before));
    token_keep(address, "", "");
    CHECK(!token_find(address, token, next));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct address address;
    const uint8_t *line = size > 0 ? memchr(bytes, '\n', size) : NULL;
    size_t first = line ? (size_t)(line - bytes) : size;
    if (size > INPUT_MAX)
        return 0;
    char *text = malloc(first + 1); /* exact, so that a sanitizer notices any overread */
    CHECK(text);
    memcpy(text, bytes, first);
    text[first] = '\0';
    const char *reason = address_read(&address, text);
    free(text);
    CHECK(!reason || reason[0] != '\0');
    if (reason)
        return 0;
    check_address(&address);
    if (!line)
        return 0;
    own_open();
    own_write("tokens", line + 1, size - first - 1);
    int lines = 0;
    for (size_t i = first; i < size; i++)
        lines += bytes[i] == '\n';
    check_tokens(&address, lines < LINES_FEW);
    return 0;
}
