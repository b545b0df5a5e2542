/* SPDX-License-Identifier: MIT */
/* Looks at the table after each piece of news, and does the one thing that is due. */
#include "client/robot.h"

#include <stdlib.h>

#include "bots/bot.h"

enum {
    MOVE_MS = 1200, /* from a position to its move, however long it thinks: time reveals nothing */
    SPARE_MS = 200,
    PATIENCE_MS = 3000, /* before a command that did nothing is sent again */
};

struct robot {
    struct channel *channel;
    const struct mirror *mirror;
    const char *level, *name;
    uint64_t seed;
    uint32_t moved; /* the version that it last moved in */
    uint32_t asked; /* the version in which it last said something about the lobby … */
    int64_t again;  /* … and when to repeat that */
    struct advice advice;
    void *memory;
};

/* ---- before the match ---- */

static int free_seat(const struct mirror *mirror)
{
    for (int seat = 0; seat < mirror->seats; seat++)
        if (!mirror->seat[seat].taken)
            return seat;
    return NO_SEAT;
}

/* Says one thing about a version of the table, and again only after a while. */
static bool may_speak(struct robot *robot)
{
    if (robot->asked == robot->mirror->v && system_millis() < robot->again)
        return false;
    robot->asked = robot->mirror->v;
    robot->again = system_millis() + PATIENCE_MS;
    return true;
}

static void sit_down(struct robot *robot)
{
    const struct mirror *mirror = robot->mirror;
    int seat = free_seat(mirror);
    if (mirror->you == NO_SEAT && seat != NO_SEAT && may_speak(robot))
        channel_sit(robot->channel, 0, seat, robot->name);
    else if (mirror->you != NO_SEAT && !mirror->seat[mirror->you].ready && may_speak(robot))
        channel_do(robot->channel, 0, "ready");
}

/* ---- the match ---- */

static move think(struct robot *robot)
{
    const struct mirror *mirror = robot->mirror;
    const struct state *view = &mirror->view.head;
    int64_t enough = system_millis() + MOVE_MS - SPARE_MS;
    struct player player;
    struct search_rng rng;
    if (!player_find(mirror->game, robot->level, &player))
        player = player_at(mirror->game, LEVEL_USUAL);
    struct question question = {
        .game = mirror->game,
        .view = view,
        .skill = player.skill,
        .budget = {.nodes = player.skill.nodes, .clock_ms = system_millis, .deadline_ms = enough},
        .rng = &rng,
        .memory = robot->memory,
        .memory_size = BOT_MEMORY_USUAL,
    };
    search_rng_init(&rng, robot->seed ^ mirror->v);
    bool again = mirror->log_count > 0 && mirror->log[mirror->log_count - 1].seat == mirror->you;
    if (again && player_forgets(&player, mirror->game, view, mirror->you, &rng))
        return 0;
    bot_think(player.bot, &question, &robot->advice);
    return robot->advice.best;
}

/* Thinks, then waits for its moment; if the table has changed by then, it looks again. */
static void play_move(struct robot *robot)
{
    const struct mirror *mirror = robot->mirror;
    char buffer[MOVE_TEXT_MAX];
    uint32_t version = mirror->v;
    int64_t moment = system_millis() + MOVE_MS;
    struct text text;
    move best = think(robot);
    text_init(&text, buffer, sizeof buffer);
    if (best)
        mirror->game->write_move(&mirror->view.head, best, &text);
    while (mirror->v == version && system_millis() < moment)
        channel_wait(robot->channel, -1, moment);
    if (mirror->v != version || mirror->channel != CHANNEL_LIVE)
        return;
    robot->moved = version;
    if (best)
        channel_play(robot->channel, 0, buffer);
}

static void act(struct robot *robot)
{
    const struct mirror *mirror = robot->mirror;
    if (mirror->channel != CHANNEL_LIVE || mirror->v == 0)
        return;
    switch (mirror->phase) {
    case PHASE_LOBBY: sit_down(robot); break;
    case PHASE_PLAY:
        if (mirror_acts(mirror) && robot->moved != mirror->v)
            play_move(robot);
        break;
    case PHASE_OVER:
        if (mirror->you != NO_SEAT && mirror->rematch && !(mirror->rematch >> mirror->you & 1) &&
            may_speak(robot))
            channel_do(robot->channel, 0, "rematch");
        break;
    }
}

static const char *run(struct robot *robot)
{
    struct answer answer;
    int who;
    while (robot->mirror->channel != CHANNEL_ENDED) {
        act(robot);
        channel_wait(robot->channel, -1, system_millis() + PATIENCE_MS);
        while (channel_answer(robot->channel, &who, &answer))
            if (answer.kind != ANSWER_OK)
                robot->moved = 0; /* refused or stale: look again */
    }
    return robot->mirror->trouble;
}

const char *robot_play(struct channel *channel, const char *level, const char *name)
{
    struct robot *robot = calloc(1, sizeof *robot);
    const char *reason = "table.memory.none";
    if (robot)
        robot->memory = malloc(BOT_MEMORY_USUAL);
    if (robot && robot->memory) {
        robot->channel = channel;
        robot->mirror = &channel->mirror[0];
        robot->level = level;
        robot->name = name;
        system_random(&robot->seed, sizeof robot->seed);
        reason = run(robot);
    }
    if (robot)
        free(robot->memory);
    free(robot);
    return reason;
}
