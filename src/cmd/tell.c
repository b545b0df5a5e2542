/* SPDX-License-Identifier: MIT */
/* What is told of a table (tui/tell.h), line by line into a file. */
#include "cmd/tell.h"

static void name_seat(const void *context, int seat, struct text *text)
{
    const struct teller *teller = context;
    write_seat_name(teller->voice, teller->game, seat, text);
}

static void name_place(const void *context, struct place place, struct text *text)
{
    const struct teller *teller = context;
    write_place_name(teller->voice, teller->game, place, text);
}

static void say_line(void *context, bool under, const char *sentence)
{
    const struct teller *teller = context;
    fprintf(teller->voice->file, "%s%s\n", under ? "  " : "", sentence);
}

static struct tale tale_of(struct teller *teller)
{
    return (struct tale){
        .language = teller->voice->language,
        .game = teller->game,
        .context = teller,
        .write_name = name_seat,
        .write_place = name_place,
        .say = say_line,
    };
}

void tell_move(struct teller *teller, int seat, const char *text, const struct events *events)
{
    static struct events seen;
    struct tale tale = tale_of(teller);
    bool secret = !events_show_move(events, seat, teller->viewer);
    seen = *events;
    events_observe(&seen, teller->viewer);
    tale_move(&tale, seat, secret ? NULL : text, &seen);
}

void tell_ending(struct teller *teller, int seats, const struct outcome *outcome,
                 enum ending ending, int loser)
{
    struct tale tale = tale_of(teller);
    tale_ending(&tale, seats, outcome, ending, loser);
}
