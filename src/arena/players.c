/* SPDX-License-Identifier: MIT */
/*
 * Who plays in an arena, from the command line:
 *
 *     club   greedy   kid:sees=700   master:millis=200   club:nodes=5000,name=mine
 *     club:ignore=reserve
 *     cmd:./other --flag   cmd=other:./other   cmd=other,millis=200,level=club:./other
 *
 * Everything after the colon of a program is its command, so its settings come first.
 */
#include "arena/arena.h"
#include "tell/lists.h"

enum {
    SETTING_TEXT_MAX = 128,
    CHANCE_MAX = 1000, /* thousandths */
    AHEAD_MAX = 1000,
    GRACE_USUAL = 5000,
    MEBIBYTE = 1 << 20,
};

/* A numeric setting. */
struct setting {
    const char *name;
    int64_t min, max;
    bool bot, program; /* who accepts it */
};

enum { NODES, MILLIS, CPU, SEES, OVERLOOK, FORGET, AHEAD, MEMORY, GRACE, SETTINGS };

static const struct setting settings[SETTINGS] = {
    [NODES] = {"nodes", 1, ARENA_NODES_MAX, true, true},
    [MILLIS] = {"millis", 1, ARENA_MILLIS_MAX, true, true},
    [CPU] = {"cpu", 1, ARENA_MILLIS_MAX, true, false},
    [SEES] = {"sees", 0, CHANCE_MAX, true, false},
    [OVERLOOK] = {"overlook", 0, CHANCE_MAX, true, false},
    [FORGET] = {"forget", 0, CHANCE_MAX, true, true},
    [AHEAD] = {"ahead", 0, AHEAD_MAX, true, false},
    [MEMORY] = {"memory", BOT_MEMORY_MIN / MEBIBYTE, BOT_MEMORY_USUAL / MEBIBYTE, true, false},
    [GRACE] = {"grace", 0, ARENA_MILLIS_MAX, false, true},
};

static void set_number(struct contestant *c, int setting, int64_t value)
{
    struct skill *skill = &c->player.skill;
    switch (setting) {
    case NODES: c->nodes = value; break;
    case MILLIS: c->millis = value; break;
    case CPU: c->cpu = value; break;
    case SEES: skill->overlook = (uint16_t)(CHANCE_MAX - value); break;
    case OVERLOOK: skill->overlook = (uint16_t)value; break;
    case FORGET: skill->forget = (uint16_t)value; break;
    case AHEAD: skill->ahead = (uint16_t)value; break;
    case MEMORY: c->memory = (size_t)value * MEBIBYTE; break;
    case GRACE: c->grace = value; break;
    }
}

static bool takes(const struct contestant *c, int setting)
{
    return c->command ? settings[setting].program : settings[setting].bot;
}

static bool refuse_setting(const struct arena *arena, const struct contestant *c, const char *given)
{
    struct name_list list;
    name_list_start(&list);
    for (int i = 0; i < SETTINGS; i++)
        if (takes(c, i))
            name_list_add(&list, settings[i].name);
    name_list_add(&list, "name");
    name_list_add(&list, c->command ? "level" : "ignore");
    return voice_refuse(arena->err, "cmd.arena.setting.unknown",
                        WITH(word_string("given", given), word_string("settings", list.bytes)));
}

/* Sets a name or level: it must fit, and be valid in a record. */
static bool set_word(const struct voice *err, const char *setting, const char *value,
                     char out[CONTESTANT_NAME_MAX])
{
    struct text text;
    struct match_seat row;
    text_init(&text, out, CONTESTANT_NAME_MAX);
    text_string(&text, value);
    bool plain = text.size > 0 && !text.overflow && seat_set_name(&row, out);
    return plain ? true
                 : voice_refuse(err, "cmd.arena.setting.word",
                                WITH(word_string("name", setting),
                                     word_number("max", CONTESTANT_NAME_MAX - 1)));
}

/* An option that the player ignores. */
static bool set_ignored(const struct arena *arena, struct contestant *c, const char *name)
{
    const struct game *game = arena->game;
    struct name_list list;
    for (int i = 0; game->options[i].name; i++) {
        if (string_equal(game->options[i].name, name)) {
            c->ignored |= (uint16_t)(1u << i);
            return true;
        }
    }
    return voice_refuse(
        arena->err, "cmd.arena.setting.option",
        WITH(word_string("given", name), word_string("options", name_list_options(&list, game))));
}

/* `name=value` */
static bool read_setting(const struct arena *arena, struct contestant *c, const char *given)
{
    const struct voice *err = arena->err;
    struct scan scan = {given};
    if (scan_string(&scan, "name="))
        return set_word(err, "name", scan.at, c->name);
    if (c->command && scan_string(&scan, "level="))
        return set_word(err, "level", scan.at, c->level);
    if (!c->command && scan_string(&scan, "ignore="))
        return set_ignored(arena, c, scan.at);
    for (int i = 0; i < SETTINGS; i++) {
        int64_t value;
        scan.at = given;
        if (!takes(c, i) || !scan_string(&scan, settings[i].name) || !scan_char(&scan, '='))
            continue;
        if (!scan_number(&scan, settings[i].min, settings[i].max, &value) || !scan_end(&scan))
            return voice_refuse(
                err, "cmd.arena.setting.range",
                WITH(word_string("given", given), word_string("name", settings[i].name),
                     word_number("min", settings[i].min), word_number("max", settings[i].max)));
        set_number(c, i, value);
        return true;
    }
    return refuse_setting(arena, c, given);
}

/* Settings separated by commas, `size` bytes in all. */
static bool read_settings(const struct arena *arena, struct contestant *c, const char *given,
                          size_t size)
{
    while (size > 0) {
        char buffer[SETTING_TEXT_MAX];
        struct text one;
        const char *comma = memchr(given, ',', size);
        size_t part = comma ? (size_t)(comma - given) : size;
        text_init(&one, buffer, sizeof buffer);
        text_bytes(&one, given, part);
        if (!read_setting(arena, c, buffer))
            return false;
        part += comma != NULL;
        given += part;
        size -= part;
    }
    return true;
}

/* The name of a program without one: the beginning of its command, in whole characters; those not
 * allowed in a name become spaces. */
static void name_program(struct contestant *c)
{
    struct text text;
    text_init(&text, c->name, sizeof c->name);
    for (const char *at = c->command; *at != '\0'; at++) {
        bool letter_goes_on = (*at & 0xc0) == 0x80;
        if (text.size >= CONTESTANT_NAME_MAX / 2 && !letter_goes_on)
            break;
        text_char(&text, (uint8_t)*at < ' ' || *at == 0x7f ? ' ' : *at);
    }
    struct match_seat row;
    if (seat_set_name(&row, c->name))
        return;
    for (char *at = c->name; *at != '\0'; at++)
        *at = (*at & 0x80) != 0 ? ' ' : *at;
}

/* `cmd`, optionally `=NAME`, then settings, a colon and the command. The scan is after `cmd`. */
static bool read_program(const struct arena *arena, struct contestant *c, struct scan scan)
{
    const struct voice *err = arena->err;
    const char *colon = strchr(scan.at, ':');
    if (!colon || colon[1] == '\0')
        return voice_refuse(err, "cmd.arena.command.missing", WITH_NOTHING);
    c->command = colon + 1;
    size_t size = (size_t)(colon - scan.at);
    if (scan_char(&scan, '=')) {
        char buffer[SETTING_TEXT_MAX];
        struct text name;
        size_t part = strcspn(scan.at, ",:");
        text_init(&name, buffer, sizeof buffer);
        text_bytes(&name, scan.at, part);
        if (!set_word(err, "name", buffer, c->name))
            return false;
        scan.at += part;
        size -= part + 1;
    }
    if (scan_char(&scan, ','))
        size--;
    if (!read_settings(arena, c, scan.at, size))
        return false;
    if (c->name[0] == '\0')
        name_program(c);
    return true;
}

static bool read_bot(struct arena *arena, struct contestant *c, const char *given)
{
    char name[SETTING_TEXT_MAX];
    struct text text;
    struct name_list list;
    size_t size = strcspn(given, ":");
    text_init(&text, name, sizeof name);
    text_bytes(&text, given, size);
    if (!player_find(arena->game, name, &c->player))
        return voice_refuse(arena->err, "cmd.arena.player.unknown",
                            WITH(word_string("given", name),
                                 word_string("players", name_list_players(&list, arena->game))));
    if (given[size] == ':' && !read_settings(arena, c, given + size + 1, strlen(given) - size - 1))
        return false;
    text_init(&text, c->level, sizeof c->level);
    text_bytes(&text, given, size);
    if (c->name[0] != '\0')
        return true;
    text_init(&text, c->name, sizeof c->name);
    text_string(&text, given);
    return true;
}

bool arena_read_player(struct arena *arena, const char *given, struct contestant *c)
{
    struct scan scan = {given};
    *c = (struct contestant){.grace = GRACE_USUAL, .memory = BOT_MEMORY_USUAL};
    bool program = scan_string(&scan, "cmd") && (scan.at[0] == '=' || scan.at[0] == ',' ||
                                                 scan.at[0] == ':' || scan.at[0] == '\0');
    return program ? read_program(arena, c, scan) : read_bot(arena, c, given);
}

/* ---- names ---- */

static bool is_taken(const struct arena *arena, int player)
{
    for (int i = 0; i < player; i++)
        if (string_equal(arena->contestants[i].name, arena->contestants[player].name))
            return true;
    return false;
}

/* A second `club` becomes `club (2)`; refused if that is too long. */
bool arena_name_players(struct arena *arena)
{
    for (int i = 1; i < arena->design.players; i++) {
        struct contestant *c = &arena->contestants[i];
        char name[CONTESTANT_NAME_MAX];
        memcpy(name, c->name, sizeof name);
        for (int number = 2; is_taken(arena, i); number++) {
            struct text text;
            text_init(&text, c->name, sizeof c->name);
            text_string(&text, name);
            text_string(&text, " (");
            text_number(&text, number);
            text_char(&text, ')');
            if (text.overflow)
                return voice_refuse(arena->err, "cmd.arena.name.twice",
                                    WITH(word_string("name", name)));
        }
    }
    return true;
}
