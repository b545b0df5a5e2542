/* SPDX-License-Identifier: MIT */
/* A table before its match: who sits where, the settings, and what can be done. */
#include "tell/options.h"
#include "tui/screen_parts.h"

enum { LABEL_W = 14, NAME_W = 26 }; /* columns, with a blank behind */

static void seat_label(const struct screen *screen, int seat, char out[LABEL_MAX])
{
    if (screen->skin->seats)
        say_into(screen, out, LABEL_MAX, screen->skin->seats[seat], WITH_NOTHING);
    else
        say_into(screen, out, LABEL_MAX, "seat.name", WITH(word_number("n", seat + 1)));
}

/* ---- drawing ---- */

static void draw_seat(const struct screen *screen, struct box box, int seat)
{
    const struct mirror_seat *row = &screen->mirror->seat[seat];
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
    bool rtl = canvas_rtl();
    int last_w = box.w - LABEL_W - NAME_W;
    struct box first = {rtl ? box.x + box.w - LABEL_W : box.x, box.y, LABEL_W - 1, 1};
    struct box second = {rtl ? box.x + last_w : box.x + LABEL_W, box.y, NAME_W - 1, 1};
    struct box last = {rtl ? box.x : box.x + box.w - last_w, box.y, last_w, 1};
    second.x += rtl;
    first.x += rtl;
    unsigned look = seat == screen->mirror->you ? LOOK_STRONG : LOOK_PLAIN;
    put_sentence(first, ALIGN_START, LOOK_FAINT, label);
    put_sentence(second, ALIGN_START, look, name);
    put_sentence(last, ALIGN_START,
                 row->ready || row->host || row->bot[0] ? LOOK_ACCENT : LOOK_FAINT,
                 words_find(language, state));
}

static void option_label(const struct screen *screen, int option, char out[LABEL_MAX])
{
    const struct mirror *mirror = screen->mirror;
    struct text text;
    text_init(&text, out, LABEL_MAX);
    option_write(&text, screen->setup.language, mirror->game, option, mirror->option[option]);
}

static void write_aloud(const struct screen *screen, struct text *text)
{
    static const char *const keys[ALOUDS] = {"aloud.off", "aloud.on", "aloud.three"};
    text_string(text, words_find(screen->setup.language, "aloud"));
    text_string(text, ": ");
    text_string(text, words_find(screen->setup.language, keys[screen->mirror->aloud]));
}

void lobby_write_rules(const struct screen *screen, struct text *text)
{
    const struct mirror *mirror = screen->mirror;
    bool differ = differences_write(text, screen->setup.language, mirror->game, mirror->option) > 0;
    if (mirror->aloud == ALOUD_OFF)
        return;
    text_string(text, differ ? "; " : " ");
    write_aloud(screen, text);
}

/* What an option does, and an example if there is one. Nothing about other buttons. */
static void explain(const struct screen *screen, const struct button *button, struct text *text)
{
    const struct mirror *mirror = screen->mirror;
    enum language language = screen->setup.language;
    char bytes[EXACT_KEY_MAX];
    struct text key;
    text_init(&key, bytes, sizeof bytes);
    if (button->act == ACT_ALOUD) {
        words_say(text, language, "aloud.help", WITH_NOTHING);
        text_char(text, '\n');
        words_say(text, language, "aloud.example", WITH_NOTHING);
    }
    if (button->act != ACT_OPTION && button->act != ACT_HOUSE_RULE)
        return;
    const struct option *row = &mirror->game->options[button->number];
    int value = mirror->option[button->number];
    if (button->act == ACT_HOUSE_RULE && !option_is_house(row, value))
        value = row->house;
    option_help_key(&key, mirror->game, button->number, value);
    words_say(text, language, bytes, WITH_NOTHING);
    text_clear(&key);
    text_string(&key, "tui.example.");
    text_string(&key, mirror->game->name);
    text_char(&key, '.');
    text_string(&key, row->name);
    text_char(&key, '.');
    text_string(&key, row->values[value]);
    if (!words_have(bytes))
        return;
    text_char(text, '\n');
    words_say(text, language, bytes, WITH_NOTHING);
}

/* Returns how many lines it took; none if there is no room for all of them. */
static int put_if_it_fits(struct box box, unsigned look, const char *text)
{
    int lines = put_paragraph((struct box){0, 0, box.w, 0}, 0, look, text);
    if (text[0] == '\0' || lines > box.h)
        return 0;
    return put_paragraph(box, 0, look, text);
}

/* With ten seats there may be room for the seats only; the help tells the rules too. */
void lobby_draw(struct screen *screen, struct box box)
{
    const struct mirror *mirror = screen->mirror;
    enum { WIDTH = 60 };
    int w = box.w - 4 < WIDTH ? box.w - 4 : WIDTH;
    struct box inner = {box.x + (box.w - w) / 2, box.y + 2, w, 1};
    char sentence[PHRASE_MAX], rules[DIFFERENCES_MAX];
    struct text text;
    if (!screen->channel->local) {
        say_into(screen, sentence, sizeof sentence, "tui.lobby.code",
                 WITH(word_string("code", mirror->code)));
        put_sentence(inner, ALIGN_CENTRE, LOOK_STRONG, sentence);
    }
    inner.y += 2;
    struct box frame = {inner.x - 2, inner.y - 1, w + 4, mirror->seats + 2};
    put_frame(frame, FRAME_ROUND, LOOK_FAINT);
    for (int seat = 0; seat < mirror->seats; seat++, inner.y++)
        draw_seat(screen, inner, seat);
    inner.y += 2;
    inner.h = box.y + box.h - inner.y;
    text_init(&text, rules, sizeof rules);
    lobby_write_rules(screen, &text);
    inner.y += put_if_it_fits(inner, LOOK_FAINT, rules) + 1;
    inner.h = box.y + box.h - inner.y;
    text_init(&text, rules, sizeof rules);
    explain(screen, &screen->pressed, &text);
    if (text.size == 0 && screen->focused && screen->focus.kind == SPOT_BUTTON &&
        screen->focus.number < screen->buttons_count)
        explain(screen, &screen->buttons[screen->focus.number], &text);
    put_if_it_fits(inner, LOOK_FAINT, rules);
}

/* ---- buttons ---- */

/* If the seat has no name, its number is enough: ten seats have many buttons. */
static void add_for_seat(struct screen *screen, enum act act, const char *key, int seat)
{
    char label[LABEL_MAX];
    struct text text;
    struct button *button = button_add(screen, act, key);
    text_init(&text, label, sizeof label);
    if (screen->skin->seats)
        seat_label(screen, seat, label);
    else
        text_number(&text, seat + 1);
    button->number = seat;
    say_into(screen, button->label, sizeof button->label, key, WITH(word_string("seat", label)));
}

static void add_aloud(struct screen *screen)
{
    struct button *button = button_add(screen, ACT_ALOUD, "aloud");
    struct text text;
    text_init(&text, button->label, sizeof button->label);
    write_aloud(screen, &text);
}

static void add_host_buttons(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    for (int seat = 0; seat < mirror->seats; seat++) {
        const struct mirror_seat *row = &mirror->seat[seat];
        if (!row->taken)
            add_for_seat(screen, ACT_BOT, "tui.lobby.add", seat);
        else if (seat != mirror->you)
            add_for_seat(screen, ACT_REMOVE, "tui.lobby.remove", seat);
    }
    if (mirror->seats < mirror->game->seats_max)
        button_add(screen, ACT_SEATS, "tui.lobby.more")->number = mirror->seats + 1;
    if (mirror->seats > mirror->game->seats_min)
        button_add(screen, ACT_SEATS, "tui.lobby.fewer")->number = mirror->seats - 1;
    bool house = false;
    for (int i = 0; mirror->game->options[i].name; i++) {
        house = house || mirror->game->options[i].house;
        if (mirror->game->options[i].house == 1 && mirror->option[i] == 0)
            continue; /* behind the button for these */
        struct button *button = button_add(screen, ACT_OPTION, "tui.lobby");
        button->number = i;
        option_label(screen, i, button->label);
    }
    if (house)
        button_add(screen, ACT_HOUSE, "tui.lobby.house");
    if (mirror->game->answer)
        add_aloud(screen);
}

void sheet_house(struct screen *screen)
{
    const struct option *options = screen->mirror->game->options;
    sheet_open(screen, SHEET_ROWS, "tui.lobby.house");
    screen->sheet.explains = true;
    sheet_row(screen, (struct button){.act = ACT_PRINTED}, "tui.lobby.printed");
    for (int i = 0; options[i].name; i++) {
        if (!options[i].house)
            continue;
        struct button row = {.act = ACT_HOUSE_RULE, .number = i};
        option_label(screen, i, sheet_row(screen, row, "tui.lobby.house")->label);
    }
}

/* As high for every row, so that the rows stay where they are. */
void lobby_explain(struct screen *screen, int w)
{
    struct sheet *sheet = &screen->sheet;
    int most = 0, lines = 0;
    for (int i = 0; i <= sheet->rows_count; i++) {
        const struct button *button = &sheet->rows[i < sheet->rows_count ? i : sheet->at];
        struct text text;
        text_init(&text, sheet->text, sizeof sheet->text);
        lobby_write_rules(screen, &text);
        text_string(&text, "\n\n");
        explain(screen, button, &text);
        lines = put_paragraph((struct box){0, 0, w, 0}, 0, LOOK_PLAIN, sheet->text);
        most = lines > most ? lines : most;
        for (; i == sheet->rows_count && lines < most; lines++)
            text_char(&text, '\n');
    }
}

void lobby_buttons(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    bool full = true;
    for (int seat = 0; seat < mirror->seats; seat++)
        full = full && mirror->seat[seat].taken;
    if (mirror->host && full)
        button_add(screen, ACT_DO, "tui.lobby.start")->verb = "start";
    if (mirror->you != NO_SEAT && !mirror->host) {
        bool ready = mirror->seat[mirror->you].ready;
        button_add(screen, ACT_DO, ready ? "tui.lobby.unready" : "tui.lobby.be_ready")->verb =
            ready ? "unready" : "ready";
    }
    for (int seat = 0; seat < mirror->seats; seat++)
        if (!mirror->seat[seat].taken)
            add_for_seat(screen, ACT_SIT, "tui.lobby.sit", seat);
    if (mirror->host)
        add_host_buttons(screen);
    if (mirror->you != NO_SEAT)
        button_add(screen, ACT_NAME, "tui.lobby.name");
    if (mirror->you != NO_SEAT)
        button_add(screen, ACT_DO, "tui.lobby.stand")->verb = "stand";
}
