/* SPDX-License-Identifier: MIT */
/*
 * Parses requests from bytes: llhttp finds the parts, this keeps those that matter, within limits.
 * It reads one request at a time; bytes after it wait in the caller's buffer.
 */
#ifndef KUFSA_SERVER_HTTP_H
#define KUFSA_SERVER_HTTP_H

#include <llhttp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_HEAD_MAX = 8192, /* bytes of the request line and all headers */
    HTTP_TARGET_MAX = 512,
    HTTP_VALUE_MAX = 512, /* bytes of one header that we use */
    HTTP_BODY_MAX = 2048,
    HTTP_NAME_MAX = 32,
};

/* Headers that we use. */
#define HTTP_HEADERS(X)                                                                            \
    X(HOST, "host")                                                                                \
    X(ORIGIN, "origin")                                                                            \
    X(UPGRADE, "upgrade")                                                                          \
    X(WEBSOCKET_KEY, "sec-websocket-key")                                                          \
    X(WEBSOCKET_VERSION, "sec-websocket-version")                                                  \
    X(ACCEPT_ENCODING, "accept-encoding")                                                          \
    X(CONTENT_TYPE, "content-type")                                                                \
    X(IF_NONE_MATCH, "if-none-match")                                                              \
    X(FORWARDED_FOR, "x-forwarded-for")

enum http_header {
#define HTTP_HEADER_ENUM(name, wire) HTTP_##name##_HEADER,
    HTTP_HEADERS(HTTP_HEADER_ENUM)
#undef HTTP_HEADER_ENUM
        HTTP_HEADER_COUNT
};

enum http_verdict {
    HTTP_MORE,    /* call again when there are more bytes */
    HTTP_WHOLE,   /* a request to answer */
    HTTP_SWITCH,  /* a whole WebSocket request; frames follow */
    HTTP_REFUSED, /* answer with `status` and close */
};

struct http {
    llhttp_t parser;
    size_t head_size; /* bytes so far */
    int status;       /* if refused */
    int header;       /* whose value is being read; -1: one we ignore */
    bool head_done, done;
    bool begun;      /* the request line has begun; empty lines may come before it */
    bool line_ended; /* the head's last byte ended a line */
    bool twice;      /* a header that may come once came twice */
    bool post, get, head_only, keep_alive;
    bool modern; /* HTTP/1.1 */
    uint8_t name_size;
    uint16_t target_size, body_size;
    uint16_t value_size[HTTP_HEADER_COUNT];
    char name[HTTP_NAME_MAX];
    char target[HTTP_TARGET_MAX];
    char value[HTTP_HEADER_COUNT][HTTP_VALUE_MAX]; /* NUL-terminated, "" if absent */
    char body[HTTP_BODY_MAX];
};

void http_init(struct http *);

/* Reads on; *used is how many of the bytes belong to this request. */
enum http_verdict http_read(struct http *, const char *bytes, size_t size, size_t *used);

/* Is the word in a list such as `gzip;q=0.5, br`, and not with `q=0`? Ignores case. */
bool http_list_has(const char *list, const char *word);

#endif
