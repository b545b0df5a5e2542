/* SPDX-License-Identifier: MIT */
/* Moves, events and results in words. */
#include "cmd/tell.h"

#include <string.h>

enum { PART_MAX = 64, KEY_TEXT_MAX = 64, NAMES_MAX = 512 };

static void write_name(const struct teller *teller, int seat, char name[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, name, NAME_TEXT_MAX);
    write_seat_name(teller->voice, teller->game, seat, &text);
}

/* ---- events ---- */

/* The parameters that an event's sentence may want. */
struct parts {
    char name[NAME_TEXT_MAX], piece[PART_MAX], from[PART_MAX], to[PART_MAX];
    char colour[PART_MAX], cards[PART_MAX];
};

/* The name of the colour that a piece such as `color=B` stands for; else the
 * piece itself. */
static void write_colour(const struct teller *teller, const char *piece, struct text *text)
{
    char key[KEY_TEXT_MAX];
    struct text written;
    const char *equals = strchr(piece, '='), *letter = equals ? equals + 1 : piece;
    text_init(&written, key, sizeof key);
    text_string(&written, "colour.");
    text_string(&written, letter);
    if (voice_knows(key))
        words_say(text, teller->voice->language, key, WITH_NOTHING);
    else
        text_string(text, letter);
}

static void fill_parts(const struct teller *teller, const struct event *event, int count,
                       struct parts *parts)
{
    struct text text;
    parts->name[0] = '\0';
    if (event->seat != NO_SEAT)
        write_name(teller, event->seat, parts->name);
    text_init(&text, parts->piece, sizeof parts->piece);
    if (event->piece != NO_PIECE)
        teller->game->write_piece(event->piece, &text);
    text_init(&text, parts->colour, sizeof parts->colour);
    write_colour(teller, parts->piece, &text);
    text_init(&text, parts->from, sizeof parts->from);
    write_place_name(teller->voice, teller->game, event->from, &text);
    text_init(&text, parts->to, sizeof parts->to);
    write_place_name(teller->voice, teller->game, event->to, &text);
    text_init(&text, parts->cards, sizeof parts->cards);
    words_say(&text, teller->voice->language, "cards", WITH(word_number("n", count)));
}

static void say_event(const struct teller *teller, const struct event *event, const char *key,
                      int count)
{
    struct parts parts;
    fill_parts(teller, event, count, &parts);
    fputs("  ", teller->voice->file);
    voice_say(teller->voice, key,
              WITH(word_string("name", parts.name), word_string("piece", parts.piece),
                   word_string("from", parts.from), word_string("to", parts.to),
                   word_string("colour", parts.colour), word_string("cards", parts.cards),
                   word_number("n", count)));
}

/* A card from the pile into a hand, the face of which may be seen or not. */
static bool is_draw(const struct event *event)
{
    return event->kind == EVENT_MOVE && event->from.zone == ZONE_PILE &&
           event->to.zone == ZONE_HAND;
}

/* Those drawn one after the other by one seat are told together; returns how
 * many events that is.
 */
static int tell_draws(const struct teller *teller, const struct event *first, int left)
{
    int count = 0;
    for (; count < left && is_draw(&first[count]) && first[count].to.seat == first->to.seat;)
        count++;
    bool seen = first->piece != NO_PIECE;
    for (int i = 0; i < count && seen; i++)
        say_event(teller, &first[i], "event.move.pile.hand.seen", 1);
    if (!seen)
        say_event(teller, first, "event.move.pile.hand", count);
    return count;
}

static void tell_event(const struct teller *teller, const struct event *event)
{
    char key[KEY_TEXT_MAX];
    struct text text;
    switch ((enum event_kind)event->kind) {
    case EVENT_MOVE:
    case EVENT_PASS:         /* the move's notation has said it */
    case EVENT_OVER: return; /* the result is told at the end */
    case EVENT_SHOW:
        if (event->to.zone == ZONE_BOARD)
            say_event(teller, event, "event.show.board", 1);
        else
            say_event(teller, event, "event.show", 1);
        return;
    case EVENT_POINTS:
    case EVENT_LOSE_TURN:
    case EVENT_SHUFFLE:
    case EVENT_REVERSE:
    case EVENT_COLOUR:
    case EVENT_CALL:
    case EVENT_FORGOT:
    case EVENT_OWE:
    case EVENT_OPEN:
    case EVENT_CLOSE:
    case EVENT_WINDOW:
    case EVENT_BREAK:
    case EVENT_STAGE:
    case EVENT_ROUND:
    case EVENT_DEAL: break;
    }
    text_init(&text, key, sizeof key);
    text_string(&text, "event.");
    text_string(&text, event_kind_name((enum event_kind)event->kind));
    say_event(teller, event, key, event->count);
}

/* ---- moves ---- */

/* Cards that went under the pile, face down. */
static void tell_secret(const struct teller *teller, const struct events *events)
{
    int count = 0, first = 0;
    for (int i = events->count - 1; i >= 0; i--)
        if (events->list[i].from.zone == ZONE_HAND && events->list[i].to.zone == ZONE_PILE) {
            count++;
            first = i;
        }
    if (count > 0)
        say_event(teller, &events->list[first], "event.move.hand.pile", count);
}

void tell_move(const struct teller *teller, int seat, const char *text, const struct events *events)
{
    static struct events seen;
    char name[NAME_TEXT_MAX];
    bool secret = !events_show_move(events, seat, teller->viewer);
    seen = *events;
    events_observe(&seen, teller->viewer);
    write_name(teller, seat, name);
    voice_say(teller->voice, "play.moved",
              WITH(word_string("name", name), word_string("move", secret ? "…" : text)));
    if (secret)
        tell_secret(teller, &seen);
    for (int i = 0; i < seen.count;) {
        if (is_draw(&seen.list[i]))
            i += tell_draws(teller, &seen.list[i], seen.count - i);
        else
            tell_event(teller, &seen.list[i++]);
    }
}

/* ---- the end ---- */

/* `White, Black`: those in the first place. */
static int list_winners(const struct teller *teller, int seats, const struct outcome *outcome,
                        struct text *text)
{
    int count = 0;
    for (int seat = 0; seat < seats; seat++) {
        char name[NAME_TEXT_MAX];
        if (outcome->place[seat] != 1)
            continue;
        write_name(teller, seat, name);
        text_string(text, count++ ? ", " : "");
        text_string(text, name);
    }
    return count;
}

static void tell_places(const struct teller *teller, int seats, const struct outcome *outcome)
{
    for (int place = 1; place <= seats; place++)
        for (int seat = 0; seat < seats; seat++) {
            char name[NAME_TEXT_MAX], place_key[KEY_TEXT_MAX], points[PART_MAX],
                place_name[PART_MAX];
            struct text text;
            if (outcome->place[seat] != place)
                continue;
            write_name(teller, seat, name);
            text_init(&text, place_key, sizeof place_key);
            text_string(&text, "place.");
            text_number(&text, place);
            text_init(&text, place_name, sizeof place_name);
            words_say(&text, teller->voice->language, place_key, WITH_NOTHING);
            text_init(&text, points, sizeof points);
            words_say(&text, teller->voice->language, "points",
                      WITH(word_number("n", outcome->score[seat])));
            voice_say(teller->voice, outcome->scored ? "result.score" : "result.place",
                      WITH(word_string("name", name), word_string("place", place_name),
                           word_string("points", points)));
        }
}

static void tell_result(const struct teller *teller, int seats, const struct outcome *outcome)
{
    char names[NAMES_MAX];
    struct text text;
    text_init(&text, names, sizeof names);
    int winners = list_winners(teller, seats, outcome, &text);
    if (winners == 1)
        voice_say(teller->voice, "result.won", WITH(word_string("name", names)));
    else if (winners == seats)
        voice_say(teller->voice, "result.draw", WITH_NOTHING);
    else
        voice_say(teller->voice, "result.shared", WITH(word_string("names", names)));
    if (seats > 2 || outcome->scored)
        tell_places(teller, seats, outcome);
}

static void tell_loss(const struct teller *teller, const char *key, int loser)
{
    char name[NAME_TEXT_MAX];
    write_name(teller, loser, name);
    voice_say(teller->voice, key, WITH(word_string("name", name)));
    write_name(teller, !loser, name);
    voice_say(teller->voice, "result.won", WITH(word_string("name", name)));
}

void tell_ending(const struct teller *teller, int seats, const struct outcome *outcome,
                 enum ending ending, int loser)
{
    switch (ending) {
    case ENDING_RULES: tell_result(teller, seats, outcome); break;
    case ENDING_RESIGNED: tell_loss(teller, "result.resigned", loser); break;
    case ENDING_TIME: tell_loss(teller, "result.time", loser); break;
    case ENDING_AGREED: voice_say(teller->voice, "result.agreed", WITH_NOTHING); break;
    case ENDING_NONE:
    case ENDING_STOPPED: voice_say(teller->voice, "play.quit", WITH_NOTHING); break;
    }
}
