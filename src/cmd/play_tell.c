/* SPDX-License-Identifier: MIT */
/* The table as its viewer sees it, and what happened there. */
#include <string.h>

#include "cmd/play.h"

void play_name(const struct sitting *sitting, int seat, char name[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, name, NAME_TEXT_MAX);
    write_seat_name(sitting->voice, sitting->game, seat, &text);
}

/* What the viewer may see; events of the last move included. */
static struct picture take_picture(struct sitting *sitting, int viewer)
{
    static struct events last;
    last = sitting->events;
    events_observe(&last, viewer);
    game_observe(sitting->game, &sitting->match.state.head, viewer, &sitting->view.head);
    return (struct picture){sitting->voice, sitting->game, &sitting->view.head, &last,
                            sitting->ascii};
}

void play_draw(struct sitting *sitting, int viewer)
{
    struct picture picture = take_picture(sitting, viewer);
    fputc('\n', sitting->voice->file);
    drawing_of(sitting->game)->draw(&picture);
}

bool play_show(struct sitting *sitting, int viewer, const char *word)
{
    const struct extra *extra = drawing_of(sitting->game)->extras;
    while (extra && extra->word &&
           (play_begins(word, extra->word) == 0 || strlen(word) != strlen(extra->word)))
        extra++;
    if (!extra || !extra->word)
        return false;
    struct picture picture = take_picture(sitting, viewer);
    extra->show(&picture);
    return true;
}

/* ---- in words ---- */

static struct teller teller_of(const struct sitting *sitting)
{
    return (struct teller){sitting->voice, sitting->game, play_viewer(sitting)};
}

void play_tell_move(struct sitting *sitting, int seat, const char *text)
{
    struct teller teller = teller_of(sitting);
    tell_move(&teller, seat, text, &sitting->events);
}

void play_tell_end(struct sitting *sitting)
{
    const struct match *match = &sitting->match;
    struct teller teller = teller_of(sitting);
    struct outcome outcome;
    fputc('\n', sitting->voice->file);
    voice_style(sitting->voice, STYLE_BOLD);
    match_outcome(match, &outcome);
    if (match->ending != ENDING_STOPPED || sitting->quit)
        tell_ending(&teller, match->state.head.seats, &outcome, match->ending, match->loser);
    else if (match->count >= sitting->game->plies_max)
        voice_say(sitting->voice, "play.long", WITH(word_number("n", match->count)));
    else
        voice_say(sitting->voice, "play.stopped", WITH_NOTHING);
    voice_plain(sitting->voice);
}
