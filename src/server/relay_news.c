/* SPDX-License-Identifier: MIT */
/* Reads what a server says to a relay. What the table looks like is for those who watch to read:
 * they trust no server either. */
#include <string.h>

#include "base/json.h"
#include "server/relay.h"

enum { KIND_MAX = 24 };

static const char *const kinds[] = {
    [RELAY_WELCOME] = "welcome", [RELAY_SNAPSHOT] = "snapshot",   [RELAY_HERE] = "here",
    [RELAY_PAUSED] = "paused",   [RELAY_RESUMED] = "resumed",     [RELAY_ERROR] = "error",
    [RELAY_BYE] = "bye",         [RELAY_ELSEWHERE] = "elsewhere",
};

/* Answers to commands, which have versions too, and news for guests. */
static const char *const not_ours[] = {"ok", "stale", "legal", "peek", "devices", "moved"};

static bool is_ours(const char *kind)
{
    for (size_t i = 0; i < sizeof not_ours / sizeof *not_ours; i++)
        if (string_equal(kind, not_ours[i]))
            return false;
    return true;
}

static enum relay_kind find_kind(const char *kind, int64_t v)
{
    for (int i = 0; i < (int)(sizeof kinds / sizeof *kinds); i++)
        if (kinds[i] && string_equal(kinds[i], kind))
            return (enum relay_kind)i;
    return v > 0 && is_ours(kind) ? RELAY_NEWS : RELAY_OTHER;
}

/* A key of the catalogue: it goes on to others. */
static bool is_key(const char *reason)
{
    return reason[0] != '\0' &&
           reason[strspn(reason, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "._")] == '\0';
}

static bool is_complete(const struct relay_news *news)
{
    switch (news->kind) {
    case RELAY_WELCOME: return news->table > 0 && news->code[0] != '\0';
    case RELAY_SNAPSHOT: return news->v > 0 && news->has_lobby;
    case RELAY_ERROR: return is_key(news->reason);
    case RELAY_ELSEWHERE: return news->home[0] != '\0';
    case RELAY_NEWS:
    case RELAY_HERE:
    case RELAY_PAUSED:
    case RELAY_RESUMED:
    case RELAY_BYE:
    case RELAY_OTHER: break;
    }
    return true;
}

/* A member may be missing, but not wrong. */
static bool read_integer(const struct json *json, const char *key, int64_t max, int64_t *out)
{
    return json_member(json, 0, key) == 0 || json_get_integer(json, 0, key, 0, max, out);
}

static bool read_string(const struct json *json, const char *key, char *out, size_t capacity)
{
    return json_member(json, 0, key) == 0 || json_get_string(json, 0, key, out, capacity);
}

static bool read_bool(const struct json *json, const char *key, bool *out)
{
    return json_member(json, 0, key) == 0 || json_get_bool(json, 0, key, out);
}

static bool read_kind(struct relay_news *news, const struct json *json)
{
    char kind[KIND_MAX] = "";
    bool skip = false;
    if (!read_string(json, "do", kind, sizeof kind) || !read_bool(json, "skip", &skip) ||
        !read_integer(json, "v", UINT32_MAX, &news->v))
        return false;
    news->kind = skip && news->v > 0 ? RELAY_NEWS : find_kind(kind, news->v);
    return skip || kind[0] != '\0';
}

bool relay_read(struct relay_news *news, struct json_value values[RELAY_VALUES_MAX],
                const char *message, size_t size)
{
    struct json json;
    *news = (struct relay_news){.kind = RELAY_OTHER};
    if (json_read(&json, values, RELAY_VALUES_MAX, message, size) != NULL ||
        values[0].type != JSON_OBJECT || !read_kind(news, &json))
        return false;
    if (news->kind == RELAY_OTHER)
        return true;
    news->has_lobby = json_member(&json, 0, "phase") != 0;
    const char *home = news->kind == RELAY_ELSEWHERE ? "to" : "home";
    return (news->kind != RELAY_WELCOME ||
            (read_integer(&json, "table", INT64_MAX, &news->table) &&
             read_integer(&json, "protocol", INT32_MAX, &news->protocol) &&
             read_string(&json, "code", news->code, sizeof news->code))) &&
           read_integer(&json, "in", INT32_MAX, &news->in_ms) &&
           read_bool(&json, "again", &news->again) && read_bool(&json, "locked", &news->locked) &&
           (news->kind == RELAY_NEWS ||
            read_string(&json, "reason", news->reason, sizeof news->reason)) &&
           read_string(&json, home, news->home, sizeof news->home) && is_complete(news);
}
