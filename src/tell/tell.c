/* SPDX-License-Identifier: MIT */
/* Moves, events and results in words. */
#include "tell/tell.h"

#include <string.h>

#include "match/event_json.h"

enum { PART_MAX = 64, KEY_TEXT_MAX = 64, NAMES_MAX = 512, TOLD_MAX = 1024 };

static void write_name(const struct tale *tale, int seat, char name[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, name, NAME_TEXT_MAX);
    tale->write_name(tale->context, seat, &text);
}

void tell_place(enum language language, const struct game *game, struct place place,
                struct text *text)
{
    static const char *const keys[] = {
        [ZONE_HAND] = "zone.hand",
        [ZONE_RESERVE] = "zone.reserve",
        [ZONE_PILE] = "zone.pile",
        [ZONE_DISCARD] = "zone.discard",
    };
    if (place.zone == ZONE_BOARD)
        game->write_place(place, text);
    else if (place.zone != ZONE_NONE)
        words_say(text, language, keys[place.zone], WITH_NOTHING);
}

static void write_place(const struct tale *tale, struct place place, char out[PART_MAX])
{
    struct text text;
    text_init(&text, out, PART_MAX);
    tell_place(tale->language, tale->game, place, &text);
}

static void say_sentence(const struct tale *tale, bool under, const char *key,
                         const struct word_arg *args, int count)
{
    char sentence[TOLD_MAX];
    struct text text;
    text_init(&text, sentence, sizeof sentence);
    words_say(&text, tale->language, key, args, count);
    tale->say(tale->context, under, sentence);
}

/* ---- events ---- */

/* The parameters an event's sentence may need. */
struct parts {
    char name[NAME_TEXT_MAX], piece[PART_MAX], from[PART_MAX], to[PART_MAX];
    char colour[PART_MAX], cards[PART_MAX];
};

/* The colour that a piece such as `color=B` stands for; otherwise the piece itself. */
static void write_colour(const struct tale *tale, const char *piece, struct text *text)
{
    const char *equals = strchr(piece, '=');
    text_string(text, words_name(tale->language, "colour.", equals ? equals + 1 : piece));
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
    say_sentence(tale, true, key,
                 WITH(word_string("name", parts.name), word_string("piece", parts.piece),
                      word_string("from", parts.from), word_string("to", parts.to),
                      word_string("colour", parts.colour), word_string("cards", parts.cards),
                      word_number("n", count)));
}

/* A card drawn from the pile into a hand, face visible or not. */
static bool is_draw(const struct event *event)
{
    return event->kind == EVENT_MOVE && event->from.zone == ZONE_PILE &&
           event->to.zone == ZONE_HAND;
}

/* Tells consecutive draws by one seat together; returns how many events those are. */
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

/* A piece that moved from one place to another. */
static void tell_piece(const struct tale *tale, const struct event *event, int count)
{
    const char *from = zone_names[event->from.zone], *to = zone_names[event->to.zone];
    char key[KEY_TEXT_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "event.move.");
    text_string(&text, from ? from : "none");
    text_char(&text, '.');
    text_string(&text, to ? to : "none");
    say_event(tale, event, words_have(key) ? key : "event.move", count);
}

/* A move's notation has said what it does; the result comes at the end. */
static bool is_told(const struct tale *tale, enum event_kind kind)
{
    bool in_notation = kind == EVENT_MOVE || kind == EVENT_TOUCH || kind == EVENT_PASS;
    return kind == EVENT_OVER || (in_notation && !tale->in_words);
}

static void tell_event(const struct tale *tale, const struct event *event)
{
    enum event_kind kind = (enum event_kind)event->kind;
    char key[KEY_TEXT_MAX];
    struct text text;
    if (is_told(tale, kind))
        return;
    if (kind == EVENT_MOVE) {
        tell_piece(tale, event, 1);
        return;
    }
    text_init(&text, key, sizeof key);
    text_string(&text, "event.");
    text_string(&text, event_kind_name(kind));
    if (kind == EVENT_SHOW && event->to.zone == ZONE_BOARD)
        text_string(&text, ".board");
    if (kind == EVENT_ROUND && event->seat == NO_SEAT) /* who was first is not known */
        text_string(&text, ".over");
    say_event(tale, event, key, event->count);
}

/* ---- moves ---- */

static bool is_traded(const struct event *event)
{
    return event->kind == EVENT_MOVE && event->from.zone == ZONE_HAND &&
           event->to.zone == ZONE_PILE;
}

/* Cards put face down under the pile. */
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
        say_sentence(
            tale, false, "play.moved",
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

/* ---- threats ---- */

static void write_threats(const struct tale *tale, const struct facts *facts, int seat,
                          struct text *text)
{
    for (int i = 0; i < facts->count; i++) {
        const struct fact *fact = &facts->list[i];
        if (fact->name != FACT_THREAT || fact->seat != seat)
            continue;
        text_string(text, text->size > 0 ? ", " : "");
        tell_place(tale->language, tale->game, fact->place, text);
    }
}

void tale_threats(const struct tale *tale, const struct state *view)
{
    struct facts facts;
    game_facts(tale->game, view, &facts);
    for (int seat = 0; seat < view->seats; seat++) {
        char name[NAME_TEXT_MAX], places[NAMES_MAX];
        struct text text;
        text_init(&text, places, sizeof places);
        write_threats(tale, &facts, seat, &text);
        if (text.size == 0)
            continue;
        write_name(tale, seat, name);
        say_sentence(tale, true, "past.threat",
                     WITH(word_string("name", name), word_string("places", places)));
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
            say_sentence(tale, false, outcome->scored ? "result.score" : "result.place",
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
        say_sentence(tale, false, "result.won", WITH(word_string("name", names)));
    else if (winners == seats)
        say_sentence(tale, false, "result.draw", WITH_NOTHING);
    else
        say_sentence(tale, false, "result.shared", WITH(word_string("names", names)));
    if (seats > 2 || outcome->scored)
        tell_places(tale, seats, outcome);
}

static void tell_loss(const struct tale *tale, const char *key, int loser)
{
    char name[NAME_TEXT_MAX];
    write_name(tale, loser, name);
    say_sentence(tale, false, key, WITH(word_string("name", name)));
    write_name(tale, !loser, name);
    say_sentence(tale, false, "result.won", WITH(word_string("name", name)));
}

void tale_ending(const struct tale *tale, int seats, const struct outcome *outcome,
                 enum ending ending, int loser)
{
    switch (ending) {
    case ENDING_RULES: tell_result(tale, seats, outcome); break;
    case ENDING_RESIGNED: tell_loss(tale, "result.resigned", loser); break;
    case ENDING_TIME: tell_loss(tale, "result.time", loser); break;
    case ENDING_AGREED: say_sentence(tale, false, "result.agreed", WITH_NOTHING); break;
    case ENDING_NONE:
    case ENDING_STOPPED: say_sentence(tale, false, "play.quit", WITH_NOTHING); break;
    }
}
