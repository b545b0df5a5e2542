/* SPDX-License-Identifier: MIT */
/* What happened at the table, in words: moves, events and the end. */
#include <string.h>

#include "cmd/play.h"

enum { PART_MAX = 64, KEY_TEXT_MAX = 64, NAMES_MAX = 512 };

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
    game_observe(table->game, &table->state.head, viewer, &table->view.head);
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

/* ---- events ---- */

/* The parameters that an event's sentence may want. */
struct parts {
    char name[NAME_TEXT_MAX], piece[PART_MAX], from[PART_MAX], to[PART_MAX];
    char colour[PART_MAX], cards[PART_MAX];
};

/* The name of the colour that a piece such as `color=B` stands for; else the
 * piece itself. */
static void write_colour(const struct table *table, const char *piece, struct text *text)
{
    char key[KEY_TEXT_MAX];
    struct text written;
    const char *equals = strchr(piece, '='), *letter = equals ? equals + 1 : piece;
    text_init(&written, key, sizeof key);
    text_string(&written, "colour.");
    text_string(&written, letter);
    if (voice_knows(key))
        words_say(text, table->voice->language, key, WITH_NOTHING);
    else
        text_string(text, letter);
}

static void fill_parts(const struct table *table, const struct event *event, int count,
                       struct parts *parts)
{
    struct text text;
    parts->name[0] = '\0';
    if (event->seat != NO_SEAT)
        play_name(table, event->seat, parts->name);
    text_init(&text, parts->piece, sizeof parts->piece);
    if (event->piece != NO_PIECE)
        table->game->write_piece(event->piece, &text);
    text_init(&text, parts->colour, sizeof parts->colour);
    write_colour(table, parts->piece, &text);
    text_init(&text, parts->from, sizeof parts->from);
    write_place_name(table->voice, table->game, event->from, &text);
    text_init(&text, parts->to, sizeof parts->to);
    write_place_name(table->voice, table->game, event->to, &text);
    text_init(&text, parts->cards, sizeof parts->cards);
    words_say(&text, table->voice->language, "cards", WITH(word_number("n", count)));
}

static void say_event(const struct table *table, const struct event *event, const char *key,
                      int count)
{
    struct parts parts;
    fill_parts(table, event, count, &parts);
    fputs("  ", table->voice->file);
    voice_say(table->voice, key,
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
static int tell_draws(const struct table *table, const struct event *first, int left)
{
    int count = 0;
    for (; count < left && is_draw(&first[count]) && first[count].to.seat == first->to.seat;)
        count++;
    bool seen = first->piece != NO_PIECE;
    for (int i = 0; i < count && seen; i++)
        say_event(table, &first[i], "event.move.pile.hand.seen", 1);
    if (!seen)
        say_event(table, first, "event.move.pile.hand", count);
    return count;
}

static void tell_event(const struct table *table, const struct event *event)
{
    char key[KEY_TEXT_MAX];
    struct text text;
    switch ((enum event_kind)event->kind) {
    case EVENT_MOVE:
    case EVENT_PASS:         /* the move's notation has said it */
    case EVENT_OVER: return; /* the result is told at the end */
    case EVENT_SHOW:
        if (event->to.zone == ZONE_BOARD)
            say_event(table, event, "event.show.board", 1);
        else
            say_event(table, event, "event.show", 1);
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
    say_event(table, event, key, event->count);
}

void play_tell_move(struct table *table, int seat, const char *text)
{
    static struct events seen;
    char name[NAME_TEXT_MAX];
    play_name(table, seat, name);
    voice_say(table->voice, "play.moved",
              WITH(word_string("name", name), word_string("move", text)));
    seen = table->events;
    events_observe(&seen, play_viewer(table));
    for (int i = 0; i < seen.count;) {
        if (is_draw(&seen.list[i]))
            i += tell_draws(table, &seen.list[i], seen.count - i);
        else
            tell_event(table, &seen.list[i++]);
    }
}

/* ---- the end ---- */

/* `White, Black`: those in the first place. */
static int list_winners(const struct table *table, const struct outcome *outcome, struct text *text)
{
    int count = 0;
    for (int seat = 0; seat < table->state.head.seats; seat++) {
        char name[NAME_TEXT_MAX];
        if (outcome->place[seat] != 1)
            continue;
        play_name(table, seat, name);
        text_string(text, count++ ? ", " : "");
        text_string(text, name);
    }
    return count;
}

static void tell_places(const struct table *table, const struct outcome *outcome)
{
    for (int place = 1; place <= table->state.head.seats; place++)
        for (int seat = 0; seat < table->state.head.seats; seat++) {
            char name[NAME_TEXT_MAX], place_key[KEY_TEXT_MAX], points[PART_MAX],
                place_name[PART_MAX];
            struct text text;
            if (outcome->place[seat] != place)
                continue;
            play_name(table, seat, name);
            text_init(&text, place_key, sizeof place_key);
            text_string(&text, "place.");
            text_number(&text, place);
            text_init(&text, place_name, sizeof place_name);
            words_say(&text, table->voice->language, place_key, WITH_NOTHING);
            text_init(&text, points, sizeof points);
            words_say(&text, table->voice->language, "points",
                      WITH(word_number("n", outcome->score[seat])));
            voice_say(table->voice, outcome->scored ? "result.score" : "result.place",
                      WITH(word_string("name", name), word_string("place", place_name),
                           word_string("points", points)));
        }
}

static void tell_result(struct table *table)
{
    char names[NAMES_MAX];
    struct text text;
    struct outcome outcome;
    int seats = table->state.head.seats;
    table->game->tally(&table->state.head, &outcome);
    text_init(&text, names, sizeof names);
    int winners = list_winners(table, &outcome, &text);
    if (winners == 1)
        voice_say(table->voice, "result.won", WITH(word_string("name", names)));
    else if (winners == seats)
        voice_say(table->voice, "result.draw", WITH_NOTHING);
    else
        voice_say(table->voice, "result.shared", WITH(word_string("names", names)));
    if (seats > 2 || outcome.scored)
        tell_places(table, &outcome);
}

void play_tell_end(struct table *table)
{
    char name[NAME_TEXT_MAX];
    fputc('\n', table->voice->file);
    voice_style(table->voice, STYLE_BOLD);
    switch (table->ending) {
    case ENDING_NONE: tell_result(table); break;
    case ENDING_QUIT: voice_say(table->voice, "play.quit", WITH_NOTHING); break;
    case ENDING_AGREED: voice_say(table->voice, "result.agreed", WITH_NOTHING); break;
    case ENDING_STOPPED: voice_say(table->voice, "play.stopped", WITH_NOTHING); break;
    case ENDING_LONG:
        voice_say(table->voice, "play.long", WITH(word_number("n", table->count)));
        break;
    case ENDING_RESIGNED:
        play_name(table, table->resigned, name);
        voice_say(table->voice, "result.resigned", WITH(word_string("name", name)));
        if (table->state.head.seats == 2) {
            play_name(table, !table->resigned, name);
            voice_say(table->voice, "result.won", WITH(word_string("name", name)));
        }
        break;
    }
    voice_plain(table->voice);
}
