/* SPDX-License-Identifier: MIT */
/* The table as its viewer sees it, and what happened there. */
#include <string.h>

#include "cmd/play.h"

void play_name(const struct table *table, int seat, char name[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, name, NAME_TEXT_MAX);
    write_seat_name(table->voice, table->game, seat, &text);
}

/* What the viewer may see; events of the last move included. */
static struct picture take_picture(struct table *table, int viewer)
{
    static struct events last;
    last = table->events;
    events_observe(&last, viewer);
    game_observe(table->game, &table->match.state.head, viewer, &table->view.head);
    return (struct picture){table->voice, table->game, &table->view.head, &last, table->ascii};
}

void play_draw(struct table *table, int viewer)
{
    struct picture picture = take_picture(table, viewer);
    fputc('\n', table->voice->file);
    drawing_of(table->game)->draw(&picture);
}

bool play_show(struct table *table, int viewer, const char *word)
{
    const struct extra *extra = drawing_of(table->game)->extras;
    while (extra && extra->word &&
           (play_begins(word, extra->word) == 0 || strlen(word) != strlen(extra->word)))
        extra++;
    if (!extra || !extra->word)
        return false;
    struct picture picture = take_picture(table, viewer);
    extra->show(&picture);
    return true;
}

/* ---- in words ---- */

static struct teller teller_of(const struct table *table)
{
    return (struct teller){table->voice, table->game, play_viewer(table)};
}

void play_tell_move(struct table *table, int seat, const char *text)
{
    struct teller teller = teller_of(table);
    tell_move(&teller, seat, text, &table->events);
}

void play_tell_end(struct table *table)
{
    const struct match *match = &table->match;
    struct teller teller = teller_of(table);
    struct outcome outcome;
    fputc('\n', table->voice->file);
    voice_style(table->voice, STYLE_BOLD);
    match_outcome(match, &outcome);
    if (match->ending != ENDING_STOPPED || table->quit)
        tell_ending(&teller, match->state.head.seats, &outcome, match->ending, match->loser);
    else if (match->count >= table->game->plies_max)
        voice_say(table->voice, "play.long", WITH(word_number("n", match->count)));
    else
        voice_say(table->voice, "play.stopped", WITH_NOTHING);
    voice_plain(table->voice);
}
