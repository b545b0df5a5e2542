/* SPDX-License-Identifier: MIT */
/* Moves, events and results in words. */
#include "tui/tell.h"

#include <string.h>

enum { PART_MAX = 64, KEY_TEXT_MAX = 64, NAMES_MAX = 512, TOLD_MAX = 1024 };

static void write_name(const struct tale *tale, int seat, char name[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, name, NAME_TEXT_MAX);
    tale->write_name(tale->context, seat, &text);
}

static void write_place(const struct tale *tale, struct place place, char out[PART_MAX])
{
    static const char *const keys[] = {
        [ZONE_HAND] = "zone.hand",
        [ZONE_RESERVE] = "zone.reserve",
        [ZONE_PILE] = "zone.pile",
        [ZONE_DISCARD] = "zone.discard",
    };
    struct text text;
    text_init(&text, out, PART_MAX);
    if (place.zone == ZONE_BOARD)
        tale->write_place(tale->context, place, &text);
    else if (place.zone != ZONE_NONE)
        words_say(&text, tale->language, keys[place.zone], WITH_NOTHING);
}

static void say(const struct tale *tale, bool under, const char *key, const struct word_arg *args,
                int count)
{
    char sentence[TOLD_MAX];
    struct text text;
    text_init(&text, sentence, sizeof sentence);
    words_say(&text, tale->language, key, args, count);
    tale->say(tale->context, under, sentence);
}

/* ---- events ---- */

/* The parameters that an event's sentence may want. */
struct parts {
    char name[NAME_TEXT_MAX], piece[PART_MAX], from[PART_MAX], to[PART_MAX];
    char colour[PART_MAX], cards[PART_MAX];
};

/* The name of the colour that a piece such as `color=B` stands for; else the
 * piece itself. */
static void write_colour(const struct tale *tale, const char *piece, struct text *text)
{
    char key[KEY_TEXT_MAX];
    struct text written;
    const char *equals = strchr(piece, '='), *letter = equals ? equals + 1 : piece;
    text_init(&written, key, sizeof key);
    text_string(&written, "colour.");
    text_string(&written, letter);
    if (words_have(key))
        words_say(text, tale->language, key, WITH_NOTHING);
    else
        text_string(text, letter);
}

static void fill_parts(const struct tale *tale, const struct event *event, int count,
                       struct parts *parts)
{
    char piece[PART_MAX] = "";
    struct text text;
    parts->name[0] = '\0';
    if (event->seat != NO_SEAT)
        write_name(tale, event->seat, parts->name);
    text_init(&text, piece, sizeof piece);
    if (event->piece != NO_PIECE)
        tale->game->write_piece(event->piece, &text);
    text_init(&text, parts->piece, sizeof parts->piece);
    if (event->piece != NO_PIECE && tale->write_piece)
        tale->write_piece(tale->language, piece, &text);
    else
        text_string(&text, piece);
    text_init(&text, parts->colour, sizeof parts->colour);
    write_colour(tale, piece, &text);
    write_place(tale, event->from, parts->from);
    write_place(tale, event->to, parts->to);
    text_init(&text, parts->cards, sizeof parts->cards);
    words_say(&text, tale->language, "cards", WITH(word_number("n", count)));
}

static void say_event(const struct tale *tale, const struct event *event, const char *key,
                      int count)
{
    struct parts parts;
    fill_parts(tale, event, count, &parts);
    say(tale, true, key,
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
static int tell_draws(const struct tale *tale, const struct event *first, int left)
{
    int count = 0;
    for (; count < left && is_draw(&first[count]) && first[count].to.seat == first->to.seat;)
        count++;
    bool seen = first->piece != NO_PIECE;
    for (int i = 0; i < count && seen; i++)
        say_event(tale, &first[i], "event.move.pile.hand.seen", 1);
    if (!seen)
        say_event(tale, first, "event.move.pile.hand", count);
    return count;
}

/* A piece that went from one place to another. */
static void tell_piece(const struct tale *tale, const struct event *event, int count)
{
    static const char *const zones[] = {
        [ZONE_NONE] = "none",       [ZONE_BOARD] = "board", [ZONE_HAND] = "hand",
        [ZONE_RESERVE] = "reserve", [ZONE_PILE] = "pile",   [ZONE_DISCARD] = "discard",
    };
    char key[KEY_TEXT_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "event.move.");
    text_string(&text, zones[event->from.zone]);
    text_char(&text, '.');
    text_string(&text, zones[event->to.zone]);
    say_event(tale, event, words_have(key) ? key : "event.move", count);
}

static void tell_event(const struct tale *tale, const struct event *event)
{
    char key[KEY_TEXT_MAX];
    struct text text;
    switch ((enum event_kind)event->kind) {
    case EVENT_MOVE:
        if (tale->in_words)
            tell_piece(tale, event, 1);
        return;
    case EVENT_PASS: /* the move's notation has said it */
        if (tale->in_words)
            say_event(tale, event, "event.pass", 1);
        return;
    case EVENT_OVER: return; /* the result is told at the end */
    case EVENT_SHOW:
        if (event->to.zone == ZONE_BOARD)
            say_event(tale, event, "event.show.board", 1);
        else
            say_event(tale, event, "event.show", 1);
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
    say_event(tale, event, key, event->count);
}

/* ---- moves ---- */

static bool is_traded(const struct event *event)
{
    return event->kind == EVENT_MOVE && event->from.zone == ZONE_HAND &&
           event->to.zone == ZONE_PILE;
}

/* Cards that went under the pile, face down. */
static void tell_secret(const struct tale *tale, const struct events *events)
{
    int count = 0, first = 0;
    for (int i = events->count - 1; i >= 0; i--)
        if (is_traded(&events->list[i])) {
            count++;
            first = i;
        }
    if (count > 0)
        say_event(tale, &events->list[first], "event.move.hand.pile", count);
}

static bool has_trade(const struct events *events)
{
    for (int i = 0; i < events->count; i++)
        if (is_traded(&events->list[i]))
            return true;
    return false;
}

void tale_move(const struct tale *tale, int seat, const char *notation, const struct events *events)
{
    char name[NAME_TEXT_MAX];
    bool words = tale->in_words && events->count > 0;
    write_name(tale, seat, name);
    if (!words)
        say(tale, false, "play.moved",
            WITH(word_string("name", name), word_string("move", notation ? notation : "…")));
    if (words ? has_trade(events) : !notation)
        tell_secret(tale, events);
    for (int i = 0; i < events->count;) {
        const struct event *event = &events->list[i];
        if (is_draw(event))
            i += tell_draws(tale, event, events->count - i);
        else if (words && is_traded(event))
            i++;
        else
            tell_event(tale, &events->list[i++]);
    }
}

/* ---- the end ---- */

/* `White, Black`: those in the first place. */
static int list_winners(const struct tale *tale, int seats, const struct outcome *outcome,
                        struct text *text)
{
    int count = 0;
    for (int seat = 0; seat < seats; seat++) {
        char name[NAME_TEXT_MAX];
        if (outcome->place[seat] != 1)
            continue;
        write_name(tale, seat, name);
        text_string(text, count++ ? ", " : "");
        text_string(text, name);
    }
    return count;
}

static void tell_places(const struct tale *tale, int seats, const struct outcome *outcome)
{
    for (int place = 1; place <= seats; place++)
        for (int seat = 0; seat < seats; seat++) {
            char name[NAME_TEXT_MAX], place_key[KEY_TEXT_MAX], points[PART_MAX],
                place_name[PART_MAX];
            struct text text;
            if (outcome->place[seat] != place)
                continue;
            write_name(tale, seat, name);
            text_init(&text, place_key, sizeof place_key);
            text_string(&text, "place.");
            text_number(&text, place);
            text_init(&text, place_name, sizeof place_name);
            words_say(&text, tale->language, place_key, WITH_NOTHING);
            text_init(&text, points, sizeof points);
            words_say(&text, tale->language, "points",
                      WITH(word_number("n", outcome->score[seat])));
            say(tale, false, outcome->scored ? "result.score" : "result.place",
                WITH(word_string("name", name), word_string("place", place_name),
                     word_string("points", points)));
        }
}

static void tell_result(const struct tale *tale, int seats, const struct outcome *outcome)
{
    char names[NAMES_MAX];
    struct text text;
    text_init(&text, names, sizeof names);
    int winners = list_winners(tale, seats, outcome, &text);
    if (winners == 1)
        say(tale, false, "result.won", WITH(word_string("name", names)));
    else if (winners == seats)
        say(tale, false, "result.draw", WITH_NOTHING);
    else
        say(tale, false, "result.shared", WITH(word_string("names", names)));
    if (seats > 2 || outcome->scored)
        tell_places(tale, seats, outcome);
}

static void tell_loss(const struct tale *tale, const char *key, int loser)
{
    char name[NAME_TEXT_MAX];
    write_name(tale, loser, name);
    say(tale, false, key, WITH(word_string("name", name)));
    write_name(tale, !loser, name);
    say(tale, false, "result.won", WITH(word_string("name", name)));
}

void tale_ending(const struct tale *tale, int seats, const struct outcome *outcome,
                 enum ending ending, int loser)
{
    switch (ending) {
    case ENDING_RULES: tell_result(tale, seats, outcome); break;
    case ENDING_RESIGNED: tell_loss(tale, "result.resigned", loser); break;
    case ENDING_TIME: tell_loss(tale, "result.time", loser); break;
    case ENDING_AGREED: say(tale, false, "result.agreed", WITH_NOTHING); break;
    case ENDING_NONE:
    case ENDING_STOPPED: say(tale, false, "play.quit", WITH_NOTHING); break;
    }
}
