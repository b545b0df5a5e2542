/* SPDX-License-Identifier: MIT */
/* Tells of a table (tell/tell.h) line by line, into a file. */
#include "plain/teller.h"

#include "tell/options.h"

static void name_seat(const void *context, int seat, struct text *text)
{
    const struct teller *teller = context;
    write_seat_name(teller->voice, teller->game, seat, text);
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
        .say = say_line,
    };
}

void tell_move(struct teller *teller, int seat, const char *text, const struct events *events)
{
    static struct events seen;
    struct tale tale = tale_of(teller);
    bool secret = !text || !events_show_move(events, seat, teller->viewer);
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

void tell_rules(const struct voice *voice, const struct game *game, const int16_t *chosen)
{
    char list[DIFFERENCES_MAX];
    struct text text;
    text_init(&text, list, sizeof list);
    if (differences_list(&text, voice->language, game, chosen) > 0)
        voice_say(voice, "print.differs", WITH(word_string("options", list)));
}
