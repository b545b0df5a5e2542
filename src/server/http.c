/* SPDX-License-Identifier: MIT */
/* Requests: llhttp with limits. */
#include "server/http.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

enum {
    STATUS_BAD = 400,
    STATUS_METHOD = 405,
    STATUS_BODY_LARGE = 413,
    STATUS_TARGET_LONG = 414,
    STATUS_HEAD_LARGE = 431,
    STATUS_NO_CHUNKS = 411,
};

/* ---- callbacks of llhttp ---- */

static struct http *http_of(llhttp_t *parser)
{
    return parser->data;
}

static int refuse(struct http *http, int status)
{
    if (http->status == 0)
        http->status = status;
    return HPE_USER;
}

static int on_url(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    if (size >= sizeof http->target - http->target_size)
        return refuse(http, STATUS_TARGET_LONG);
    memcpy(http->target + http->target_size, at, size);
    http->target_size = (uint16_t)(http->target_size + size);
    return 0;
}

static int on_header_field(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    for (size_t i = 0; i < size; i++) {
        char c = at[i] >= 'A' && at[i] <= 'Z' ? (char)(at[i] - 'A' + 'a') : at[i];
        if (http->name_size < sizeof http->name - 1)
            http->name[http->name_size] = c;
        if (http->name_size < sizeof http->name)
            http->name_size++; /* one byte too many: not a name we know */
    }
    return 0;
}

static int on_header_field_complete(llhttp_t *parser)
{
    static const char *const names[] = {
#define HTTP_HEADER_NAME(name, wire) wire,
        HTTP_HEADERS(HTTP_HEADER_NAME)
#undef HTTP_HEADER_NAME
    };
    struct http *http = http_of(parser);
    http->header = -1;
    if (http->name_size == 0)
        return refuse(http, STATUS_BAD);
    if (http->name_size < sizeof http->name) {
        http->name[http->name_size] = '\0';
        for (int i = 0; i < HTTP_HEADER_COUNT; i++)
            if (string_equal(names[i], http->name))
                http->header = i;
    }
    http->name_size = 0;
    if (http->header >= 0 && http->value_size[http->header] > 0) {
        if (http->header != HTTP_FORWARDED_FOR_HEADER) /* each proxy may add one */
            http->twice = true;
        http->value_size[http->header] = 0; /* the last one is from the nearest proxy */
    }
    return 0;
}

static int on_header_value(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    if (http->header < 0)
        return 0;
    uint16_t *used = &http->value_size[http->header];
    if (size >= (size_t)(HTTP_VALUE_MAX - *used))
        return refuse(http, STATUS_HEAD_LARGE);
    memcpy(http->value[http->header] + *used, at, size);
    *used = (uint16_t)(*used + size);
    return 0;
}

static int on_headers_complete(llhttp_t *parser)
{
    struct http *http = http_of(parser);
    http->head_done = true;
    http->target[http->target_size] = '\0';
    for (int i = 0; i < HTTP_HEADER_COUNT; i++)
        http->value[i][http->value_size[i]] = '\0';
    http->post = parser->method == HTTP_POST;
    http->head_only = parser->method == HTTP_HEAD;
    http->get = parser->method == HTTP_GET || http->head_only;
    http->keep_alive = llhttp_should_keep_alive(parser) != 0;
    http->modern = parser->http_minor > 0;
    if (parser->http_major != 1 || http->twice || http->target[0] != '/' ||
        (http->modern && http->value[HTTP_HOST_HEADER][0] == '\0'))
        return refuse(http, STATUS_BAD);
    if (!http->post && !http->get)
        return refuse(http, STATUS_METHOD);
    if (parser->flags & F_CHUNKED) /* our clients send a Content-Length */
        return refuse(http, STATUS_NO_CHUNKS);
    if (parser->flags & F_CONTENT_LENGTH && parser->content_length > HTTP_BODY_MAX)
        return refuse(http, STATUS_BODY_LARGE);
    return 0;
}

static int on_body(llhttp_t *parser, const char *at, size_t size)
{
    struct http *http = http_of(parser);
    if (size > sizeof http->body - http->body_size)
        return refuse(http, STATUS_BODY_LARGE);
    memcpy(http->body + http->body_size, at, size);
    http->body_size = (uint16_t)(http->body_size + size);
    return 0;
}

static int on_message_complete(llhttp_t *parser)
{
    http_of(parser)->done = true;
    return HPE_PAUSED;
}

/* ---- reading ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

void http_init(struct http *http)
{
    static const llhttp_settings_t settings = {
        .on_url = on_url,
        .on_header_field = on_header_field,
        .on_header_field_complete = on_header_field_complete,
        .on_header_value = on_header_value,
        .on_headers_complete = on_headers_complete,
        .on_body = on_body,
        .on_message_complete = on_message_complete,
    };
    memset(http, 0, sizeof *http);
    http->header = -1;
    llhttp_init(&http->parser, HTTP_REQUEST, &settings);
    http->parser.data = http;
}

static enum http_verdict judge(struct http *http, llhttp_errno_t result)
{
    if (http->status != 0)
        return HTTP_REFUSED;
    if (http->done)
        return http->parser.upgrade && http->get ? HTTP_SWITCH : HTTP_WHOLE;
    if (result == HPE_OK)
        return HTTP_MORE;
    http->status = STATUS_BAD;
    return HTTP_REFUSED;
}

/* llhttp takes a line that begins with a space as part of the header before it, but not every proxy
 * does. The standard has dropped such lines, so they are refused. An empty line ends the head. */
static bool is_folded(struct http *http, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bool empty = bytes[i] == '\r' || bytes[i] == '\n';
        if (http->line_ended && is_space(bytes[i]))
            return true;
        if (http->line_ended && empty)
            return false;
        http->begun = http->begun || !empty;
        http->line_ended = http->begun && bytes[i] == '\n';
    }
    return false;
}

/* llhttp gets the head in pieces that end where it would become too large. */
enum http_verdict http_read(struct http *http, const char *bytes, size_t size, size_t *used)
{
    size_t room = HTTP_HEAD_MAX - http->head_size;
    size_t take = http->head_done || size <= room ? size : room;
    if (!http->head_done && is_folded(http, bytes, take))
        refuse(http, STATUS_BAD);
    llhttp_errno_t result = llhttp_execute(&http->parser, bytes, take);
    const char *stopped = result == HPE_OK ? NULL : llhttp_get_error_pos(&http->parser);
    *used = stopped ? (size_t)(stopped - bytes) : take;
    if (!http->head_done) {
        http->head_size += take;
        if (result == HPE_OK && http->head_size >= HTTP_HEAD_MAX)
            refuse(http, STATUS_HEAD_LARGE);
    }
    enum http_verdict verdict = judge(http, result);
    if (verdict == HTTP_MORE && take < size) { /* the head ended within its limit */
        size_t more;
        verdict = http_read(http, bytes + take, size - take, &more);
        *used += more;
    }
    return verdict;
}

/* ---- lists ---- */

/* Does the element say with `;q=0` that it is not wanted? */
static bool is_unwanted(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at != 'q' || at + 1 >= end || at[1] != '=')
            continue;
        for (at += 2; at < end; at++)
            if (*at >= '1' && *at <= '9')
                return false;
        return true;
    }
    return false;
}

bool http_list_has(const char *list, const char *word)
{
    size_t size = string_size(word);
    while (*list != '\0') {
        while (*list == ',' || is_space(*list))
            list++;
        const char *end = list;
        while (*end != '\0' && *end != ',')
            end++;
        bool same = (size_t)(end - list) >= size && strncasecmp(list, word, size) == 0;
        const char *behind = same ? list + size : end;
        if (same && (behind == end || *behind == ';' || is_space(*behind)))
            return !is_unwanted(behind, end);
        list = end;
    }
    return false;
}
