/* SPDX-License-Identifier: MIT */
/* What every way to a table has in common: numbers for commands, answers, and who hears what. */
#define _DEFAULT_SOURCE
#include "tui/line.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/check.h"

enum { SALT_BYTES = 16, MEMBERS_MAX = 1024 };

int64_t line_now(void)
{
    struct timespec now;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int line_millis_until(int64_t moment)
{
    enum { LONG_MS = 3600 * 1000 };
    int64_t now = line_now();
    if (moment == CLOCK_NEVER || moment - now > LONG_MS)
        return LONG_MS;
    return moment > now ? (int)(moment - now) : 0;
}

void line_random(void *bytes, size_t size)
{
    CHECK(getrandom(bytes, size, 0) == (ssize_t)size); /* so few always come at once */
}

/* A guest's numbers must not come again after a restart: the table would think it has answered. */
static uint32_t next_cid(struct line *line)
{
    if (line->cid == 0)
        line_random(&line->cid, sizeof line->cid);
    line->cid = line->cid % INT32_MAX + 1;
    return line->cid;
}

/* ---- commands ---- */

uint32_t line_send(struct line *line, int who, const char *members)
{
    char command[COMMAND_MAX + 1];
    struct text text;
    if (line->seen[who].line != LINE_LIVE)
        return 0;
    uint32_t cid = next_cid(line);
    text_init(&text, command, sizeof command);
    text_string(&text, "{\"cid\":");
    text_number(&text, cid);
    text_char(&text, ',');
    text_string(&text, members);
    text_char(&text, '}');
    CHECK(!text.overflow);
    return line->ops->send(line, who, cid, command, text.size) ? cid : 0;
}

/* Members being written: what stands between the braces. */
struct members {
    char bytes[MEMBERS_MAX];
    struct text text;
    struct json_out out;
};

static struct json_out *begin(struct members *members, const char *verb)
{
    text_init(&members->text, members->bytes, sizeof members->bytes);
    json_out_init(&members->out, &members->text);
    json_out_key(&members->out, "do");
    json_out_string(&members->out, verb);
    return &members->out;
}

static void put_string(struct json_out *out, const char *key, const char *string)
{
    json_out_key(out, key);
    json_out_string(out, string);
}

static void put_number(struct json_out *out, const char *key, int64_t number)
{
    json_out_key(out, key);
    json_out_integer(out, number);
}

uint32_t line_do(struct line *line, int who, const char *verb)
{
    struct members members;
    struct json_out *out = begin(&members, verb);
    if (string_equal(verb, "ready") || string_equal(verb, "rematch")) {
        uint8_t salt[SALT_BYTES]; /* what this player adds to the deal's chance */
        char hex[2 * SALT_BYTES + 1];
        struct text text;
        line_random(salt, sizeof salt);
        text_init(&text, hex, sizeof hex);
        text_hex(&text, salt, sizeof salt);
        put_string(out, "salt", hex);
    }
    return line_send(line, who, members.bytes);
}

uint32_t line_play(struct line *line, int who, const char *move_text)
{
    const struct seen *seen = &line->seen[who];
    struct members members;
    struct json_out *out = begin(&members, "move");
    if (seen->window != 0)
        put_number(out, "window", seen->window);
    else
        put_number(out, "base", seen->v);
    put_string(out, "move", move_text);
    return line_send(line, who, members.bytes);
}

uint32_t line_say(struct line *line, int who, const char *phrase)
{
    struct members members;
    put_string(begin(&members, "say"), "phrase", phrase);
    return line_send(line, who, members.bytes);
}

uint32_t line_sit(struct line *line, int who, int seat, const char *name)
{
    struct members members;
    struct json_out *out = begin(&members, "sit");
    put_number(out, "seat", seat);
    put_string(out, "name", name);
    return line_send(line, who, members.bytes);
}

uint32_t line_bot(struct line *line, int who, const char *verb, int seat, const char *level)
{
    struct members members;
    struct json_out *out = begin(&members, verb);
    put_number(out, "seat", seat);
    put_string(out, "level", level);
    return line_send(line, who, members.bytes);
}

/* ---- what is heard ---- */

static void put_by(struct line *line, int who, const struct answer *answer)
{
    if (line->answers_count == LINE_ANSWERS_MAX) { /* nobody asks for them */
        line->answers_first = (line->answers_first + 1) % LINE_ANSWERS_MAX;
        line->answers_count--;
    }
    int at = (line->answers_first + line->answers_count++) % LINE_ANSWERS_MAX;
    line->answers[at] = (struct line_answer){who, *answer};
}

enum seen_news line_hear(struct line *line, int who, const char *message, size_t size)
{
    struct seen *seen = &line->seen[who];
    enum seen_news news = seen_take(seen, message, size, line_now());
    line->changed = line->changed || (news != SEEN_NOTHING && news != SEEN_BROKEN);
    if (news == SEEN_ANSWER)
        put_by(line, who, &seen->answer);
    if (news == SEEN_LOOK || news == SEEN_GAP)
        line->ops->look(line, who);
    return news;
}

bool line_answer(struct line *line, int *who, struct answer *answer)
{
    if (line->answers_count == 0)
        return false;
    *who = line->answers[line->answers_first].who;
    *answer = line->answers[line->answers_first].answer;
    line->answers_first = (line->answers_first + 1) % LINE_ANSWERS_MAX;
    line->answers_count--;
    return true;
}

void line_set(struct line *line, enum line_state state, const char *trouble)
{
    for (int i = 0; i < line->people; i++) {
        struct text text;
        line->seen[i].line = state;
        text_init(&text, line->seen[i].trouble, sizeof line->seen[i].trouble);
        text_string(&text, trouble ? trouble : "");
    }
    line->changed = true;
}

/* ---- the rest ---- */

int line_wait(struct line *line, int keyboard, int64_t until_ms)
{
    bool key = line->ops->wait(line, keyboard, until_ms);
    bool news = line->changed;
    line->changed = false;
    return (key ? WAIT_KEY : 0) | (news ? WAIT_NEWS : 0);
}

void line_pause(struct line *line, bool paused)
{
    line->ops->pause(line, paused);
}

void line_close(struct line *line)
{
    if (line)
        line->ops->close(line);
}
