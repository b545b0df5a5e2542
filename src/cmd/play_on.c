/* SPDX-License-Identifier: MIT */
/* A finished game is played on against the computer: a table here, with the same cards. */
#include <stdlib.h>

#include "client/local.h"
#include "cmd/command.h"
#include "cmd/screen_run.h"
#include "table/names.h"

/* Whose seat it was, or whoever sits here. */
static void choose_name(const struct arguments *arguments, const struct match_seat *seat,
                        char name[PLAYER_NAME_MAX])
{
    const char *user = getenv("USER");
    struct text text;
    if ((seat->owner == HOLDER_PERSON && name_clean(seat->name, name)) ||
        name_clean(user ? user : "", name))
        return;
    text_init(&text, name, PLAYER_NAME_MAX);
    words_say(&text, arguments->out.language, "join.name.one", WITH_NOTHING);
}

static struct channel *open_past(const struct arguments *arguments, const struct screen_wish *wish,
                                 const char **reason)
{
    static struct record record; /* large */
    static char name[PLAYER_NAME_MAX];
    const struct local_past past = {wish->record, wish->size, wish->ply};
    *reason = record_open(&record, wish->record, wish->size);
    if (*reason)
        return NULL;
    struct local_setup setup = {
        .game = record.game,
        .seats = record.state.head.seats,
        .people = 1,
        .first = wish->seat,
        .level = wish->level,
        .names = {name},
        .past = &past,
    };
    memcpy(setup.option, record.state.head.option, sizeof setup.option);
    choose_name(arguments, &record.seats[wish->seat], name);
    return local_open(&setup, reason);
}

static void play_past(const struct arguments *arguments, struct channel *channel)
{
    const struct match *match = local_match(channel);
    const char *game = match->game->name;
    screen_play(channel);
    screen_close();
    bool left = !match_over(match), saved = local_save(channel);
    channel_close(channel);
    if (left)
        voice_say(&arguments->out, saved ? "join.left.kept" : "join.left.unsaved",
                  WITH(word_string("game", game)));
}

bool screen_play_on(const struct arguments *arguments)
{
    for (;;) {
        const struct screen_wish wish = screen_wish();
        const char *reason;
        if (!wish.record)
            return true;
        struct channel *channel = open_past(arguments, &wish, &reason);
        if (!channel)
            return complain(arguments, reason, WITH_NOTHING);
        if (!screen_begin(arguments)) {
            channel_close(channel);
            return false;
        }
        play_past(arguments, channel);
    }
}
