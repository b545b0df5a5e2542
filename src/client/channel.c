/* SPDX-License-Identifier: MIT */
/* What every channel to a table shares: command numbers, answers, and who hears what. */
#include "client/channel.h"

#include <string.h>

#include "base/check.h"

enum { SALT_BYTES = 16, MEMBERS_MAX = 1024 };

int channel_millis_until(int64_t moment)
{
    enum { LONG_MS = 3600 * 1000 };
    int64_t now = system_millis();
    if (moment == CLOCK_NEVER || moment - now > LONG_MS)
        return LONG_MS;
    return moment > now ? (int)(moment - now) : 0;
}

/* A guest must not reuse numbers after a restart: the table would take them as answered. */
static uint32_t next_cid(struct channel *channel)
{
    if (channel->cid == 0)
        system_random(&channel->cid, sizeof channel->cid);
    channel->cid = channel->cid % INT32_MAX + 1;
    return channel->cid;
}

/* ---- commands ---- */

uint32_t channel_send(struct channel *channel, int who, const char *members)
{
    char command[COMMAND_MAX + 1];
    struct text text;
    if (channel->mirror[who].channel != CHANNEL_LIVE)
        return 0;
    uint32_t cid = next_cid(channel);
    text_init(&text, command, sizeof command);
    text_string(&text, "{\"cid\":");
    text_number(&text, cid);
    text_char(&text, ',');
    text_string(&text, members);
    text_char(&text, '}');
    CHECK(!text.overflow);
    return channel->ops->send(channel, who, cid, command, text.size) ? cid : 0;
}

/* The members of an object being written: the text between the braces. */
struct members {
    char bytes[MEMBERS_MAX];
    struct text text;
    struct json_out out;
};

static struct json_out *begin_members(struct members *members, const char *verb)
{
    json_out_start(&members->out, &members->text, members->bytes, sizeof members->bytes);
    json_put_string(&members->out, "do", verb);
    return &members->out;
}

/* This player's contribution to the deal's randomness. */
static void put_salt(struct json_out *out)
{
    uint8_t salt[SALT_BYTES];
    system_random(salt, sizeof salt);
    json_put_hex(out, "salt", salt, sizeof salt);
}

uint32_t channel_do(struct channel *channel, int who, const char *verb)
{
    struct members members;
    struct json_out *out = begin_members(&members, verb);
    if (string_equal(verb, "ready") || string_equal(verb, "rematch"))
        put_salt(out);
    return channel_send(channel, who, members.bytes);
}

uint32_t channel_go_on(struct channel *channel, int who, const char *missing)
{
    struct members members;
    struct json_out *out = begin_members(&members, "rematch");
    put_salt(out);
    json_put_string(out, "missing", missing);
    return channel_send(channel, who, members.bytes);
}

uint32_t channel_play(struct channel *channel, int who, const char *move_text)
{
    const struct mirror *mirror = &channel->mirror[who];
    struct members members;
    struct json_out *out = begin_members(&members, "move");
    if (mirror->window != 0)
        json_put_integer(out, "window", mirror->window);
    else
        json_put_integer(out, "base", mirror->v);
    json_put_string(out, "move", move_text);
    return channel_send(channel, who, members.bytes);
}

uint32_t channel_say(struct channel *channel, int who, const char *phrase)
{
    struct members members;
    json_put_string(begin_members(&members, "say"), "phrase", phrase);
    return channel_send(channel, who, members.bytes);
}

uint32_t channel_sit(struct channel *channel, int who, int seat, const char *name)
{
    struct members members;
    struct json_out *out = begin_members(&members, "sit");
    json_put_integer(out, "seat", seat);
    json_put_string(out, "name", name);
    return channel_send(channel, who, members.bytes);
}

uint32_t channel_ask_seat(struct channel *channel, int who, const char *name)
{
    struct members members;
    struct json_out *out = begin_members(&members, "wait");
    json_put_string(out, "name", name);
    return channel_send(channel, who, members.bytes);
}

uint32_t channel_bot(struct channel *channel, int who, const char *verb, int seat,
                     const char *level)
{
    struct members members;
    struct json_out *out = begin_members(&members, verb);
    json_put_integer(out, "seat", seat);
    json_put_string(out, "level", level);
    return channel_send(channel, who, members.bytes);
}

/* ---- receiving ---- */

static void put_by(struct channel *channel, int who, const struct answer *answer)
{
    if (channel->answers_count ==
        CHANNEL_ANSWERS_MAX) { /* full: nobody fetches them, drop the oldest */
        channel->answers_first = (channel->answers_first + 1) % CHANNEL_ANSWERS_MAX;
        channel->answers_count--;
    }
    int at = (channel->answers_first + channel->answers_count++) % CHANNEL_ANSWERS_MAX;
    channel->answers[at] = (struct channel_answer){who, *answer};
}

enum mirror_news channel_hear(struct channel *channel, int who, const char *message, size_t size)
{
    struct mirror *mirror = &channel->mirror[who];
    enum mirror_news news = mirror_take(mirror, message, size, system_millis());
    channel->changed = channel->changed || (news != MIRROR_NOTHING && news != MIRROR_BROKEN);
    if (news == MIRROR_ANSWER)
        put_by(channel, who, &mirror->answer);
    if (news == MIRROR_INCOMPLETE || news == MIRROR_GAP)
        channel->ops->ask_snapshot(channel, who);
    return news;
}

bool channel_answer(struct channel *channel, int *who, struct answer *answer)
{
    if (channel->answers_count == 0)
        return false;
    *who = channel->answers[channel->answers_first].who;
    *answer = channel->answers[channel->answers_first].answer;
    channel->answers_first = (channel->answers_first + 1) % CHANNEL_ANSWERS_MAX;
    channel->answers_count--;
    return true;
}

void channel_set(struct channel *channel, enum channel_state state, const char *trouble)
{
    for (int i = 0; i < channel->people; i++) {
        struct text text;
        channel->mirror[i].channel = state;
        text_init(&text, channel->mirror[i].trouble, sizeof channel->mirror[i].trouble);
        text_string(&text, trouble ? trouble : "");
    }
    channel->changed = true;
}

/* ---- the rest ---- */

int channel_wait(struct channel *channel, int keyboard, int64_t until_ms)
{
    bool key = channel->ops->wait(channel, keyboard, until_ms);
    bool news = channel->changed;
    channel->changed = false;
    return (key ? WAIT_KEY : 0) | (news ? WAIT_NEWS : 0);
}

void channel_pause(struct channel *channel, bool paused)
{
    channel->ops->pause(channel, paused);
}

void channel_close(struct channel *channel)
{
    if (channel)
        channel->ops->close(channel);
}
