/* SPDX-License-Identifier: MIT */
/* A table before its match: who sits where, what is settled, and what can be done about it. */
#include "tui/screen_parts.h"

static void seat_label(const struct screen *screen, int seat, char out[LABEL_MAX])
{
    if (screen->skin->seats)
        say_into(screen, out, LABEL_MAX, screen->skin->seats[seat], WITH_NOTHING);
    else
        say_into(screen, out, LABEL_MAX, "seat.name", WITH(word_number("n", seat)));
}

/* ---- drawing ---- */

static void draw_seat(const struct screen *screen, struct box box, int seat)
{
    const struct seen_seat *row = &screen->seen->seat[seat];
    enum language language = screen->setup.language;
    char label[LABEL_MAX], name[NAME_TEXT_MAX] = "";
    const char *state = "tui.lobby.empty";
    struct text text;
    text_init(&text, name, sizeof name);
    if (row->taken)
        screen_write_name(screen, seat, &text);
    if (row->taken)
        state = row->bot[0]  ? "tui.lobby.bot"
                : !row->here ? "tui.away"
                : row->host  ? "tui.lobby.host"
                : row->ready ? "tui.lobby.ready"
                             : "tui.lobby.waits";
    seat_label(screen, seat, label);
    int third = box.w / 3;
    struct box first = {canvas_rtl() ? box.x + box.w - third : box.x, box.y, third, 1};
    struct box second = {box.x + third, box.y, third, 1};
    struct box last = {canvas_rtl() ? box.x : box.x + 2 * third, box.y, third, 1};
    unsigned look = seat == screen->seen->you ? LOOK_STRONG : LOOK_PLAIN;
    put_sentence(first, ALIGN_START, LOOK_FAINT, label);
    put_sentence(second, ALIGN_START, look, name);
    put_sentence(last, ALIGN_START,
                 row->ready || row->host || row->bot[0] ? LOOK_ACCENT : LOOK_FAINT,
                 words_find(language, state));
}

static void option_label(const struct screen *screen, int option, char out[LABEL_MAX])
{
    const struct game *game = screen->seen->game;
    const struct option *row = &game->options[option];
    const char *value = row->values[screen->seen->option[option]];
    char key[LABEL_MAX], value_key[LABEL_MAX];
    struct text text;
    text_init(&text, key, sizeof key);
    text_string(&text, "option.");
    text_string(&text, game->name);
    text_char(&text, '.');
    text_string(&text, row->name);
    text_init(&text, value_key, sizeof value_key);
    text_string(&text, key);
    text_char(&text, '.');
    text_string(&text, value);
    enum language language = screen->setup.language;
    text_init(&text, out, LABEL_MAX);
    text_string(&text, words_find(language, key));
    text_string(&text, ": ");
    text_string(&text, words_have(value_key) ? words_find(language, value_key) : value);
}

/* A host has a button for each option, which tells it too. */
void lobby_draw(struct screen *screen, struct box box)
{
    const struct seen *seen = screen->seen;
    enum { WIDTH = 60 };
    int w = box.w - 4 < WIDTH ? box.w - 4 : WIDTH;
    struct box inner = {box.x + (box.w - w) / 2, box.y + 2, w, 1};
    char sentence[PHRASE_MAX];
    if (!screen->line->local) {
        say_into(screen, sentence, sizeof sentence, "tui.lobby.code",
                 WITH(word_string("code", seen->code)));
        put_sentence(inner, ALIGN_CENTRE, LOOK_STRONG, sentence);
    }
    inner.y += 2;
    struct box frame = {inner.x - 2, inner.y - 1, w + 4, seen->seats + 2};
    put_frame(frame, FRAME_ROUND, LOOK_FAINT);
    for (int seat = 0; seat < seen->seats; seat++, inner.y++)
        draw_seat(screen, inner, seat);
    inner.y += 2;
    for (int i = 0; !seen->host && seen->game->options[i].name && inner.y < box.y + box.h;
         i++, inner.y++) {
        option_label(screen, i, sentence);
        put_sentence(inner, ALIGN_START, LOOK_FAINT, sentence);
    }
}

/* ---- buttons ---- */

static void add_for_seat(struct screen *screen, enum act act, const char *key, int seat)
{
    char label[LABEL_MAX];
    struct button *button = button_add(screen, act, key);
    seat_label(screen, seat, label);
    button->number = seat;
    say_into(screen, button->label, sizeof button->label, key, WITH(word_string("seat", label)));
}

static void add_host_buttons(struct screen *screen)
{
    const struct seen *seen = screen->seen;
    for (int seat = 0; seat < seen->seats; seat++) {
        const struct seen_seat *row = &seen->seat[seat];
        if (!row->taken)
            add_for_seat(screen, ACT_BOT, "tui.lobby.add", seat);
        else if (row->bot[0] || (!row->here && seat != seen->you))
            add_for_seat(screen, ACT_REMOVE, "tui.lobby.remove", seat);
    }
    if (seen->seats < seen->game->seats_max)
        button_add(screen, ACT_SEATS, "tui.lobby.more")->number = seen->seats + 1;
    if (seen->seats > seen->game->seats_min)
        button_add(screen, ACT_SEATS, "tui.lobby.fewer")->number = seen->seats - 1;
    for (int i = 0; seen->game->options[i].name; i++) {
        struct button *button = button_add(screen, ACT_OPTION, "tui.lobby");
        button->number = i;
        option_label(screen, i, button->label);
    }
}

void lobby_buttons(struct screen *screen)
{
    const struct seen *seen = screen->seen;
    bool full = true;
    for (int seat = 0; seat < seen->seats; seat++)
        full = full && seen->seat[seat].taken;
    if (seen->host && full)
        button_add(screen, ACT_DO, "tui.lobby.start")->verb = "start";
    if (seen->you != NO_SEAT && !seen->host) {
        bool ready = seen->seat[seen->you].ready;
        button_add(screen, ACT_DO, ready ? "tui.lobby.unready" : "tui.lobby.be_ready")->verb =
            ready ? "unready" : "ready";
    }
    for (int seat = 0; seat < seen->seats; seat++)
        if (!seen->seat[seat].taken)
            add_for_seat(screen, ACT_SIT, "tui.lobby.sit", seat);
    if (seen->host)
        add_host_buttons(screen);
    if (seen->you != NO_SEAT)
        button_add(screen, ACT_NAME, "tui.lobby.name");
    if (seen->you != NO_SEAT)
        button_add(screen, ACT_DO, "tui.lobby.stand")->verb = "stand";
}
