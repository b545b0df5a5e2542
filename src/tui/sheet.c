/* SPDX-License-Identifier: MIT */
/*
 * Sheets lie on top of the table for a while, to read, to choose from, or to type into; the
 * curtain between two people at one keyboard hides everything.
 */
#include <string.h>

#include "base/check.h"
#include "tell/advice.h"
#include "tell/options.h"
#include "tui/past.h"

enum { SHEET_WIDTH = 72, HINTS = 3, ROW_LINES = 1 };

/* ---- making them ---- */

void sheet_close(struct screen *screen)
{
    if (screen->sheet.kind == SHEET_NONE)
        return;
    bool busy = screen->sheet.kind == SHEET_BUSY;
    screen->sheet.kind = SHEET_NONE;
    if (busy)
        past_stop(screen);
    hint_drop(&screen->hint);
    if (screen->channel)
        channel_pause(screen->channel, false);
}

void sheet_open(struct screen *screen, enum sheet_kind kind, const char *title_key)
{
    struct sheet *sheet = &screen->sheet;
    sheet->kind = kind;
    say_into(screen, sheet->title, sizeof sheet->title, title_key, WITH_NOTHING);
    sheet->text[0] = '\0';
    sheet->scroll = sheet->rows_count = sheet->at = 0;
    sheet->at_end = sheet->explains = false;
}

static struct button *add_row(struct screen *screen, struct button button, const char *label)
{
    struct sheet *sheet = &screen->sheet;
    struct button *added = &sheet->rows[sheet->rows_count];
    struct text text;
    CHECK(sheet->rows_count < ROWS_MAX);
    *added = button;
    text_init(&text, added->label, sizeof added->label);
    text_string(&text, label);
    sheet->rows_count++;
    return added;
}

struct button *sheet_row(struct screen *screen, struct button button, const char *label_key)
{
    return add_row(screen, button, words_find(screen->setup.language, label_key));
}

static void row(struct screen *screen, enum act act, const char *label_key)
{
    sheet_row(screen, (struct button){.act = act}, label_key);
}

static void row_verb(struct screen *screen, const char *verb, const char *label_key)
{
    sheet_row(screen, (struct button){.act = ACT_DO, .verb = verb}, label_key);
}

/* ---- the sheets ---- */

/* What the game has to say there, if anything. */
static void add_of_game(const struct screen *screen, struct text *text, const char *between,
                        const char *area)
{
    const struct mirror *mirror = screen->mirror;
    char key[EXACT_KEY_MAX];
    struct text written;
    text_init(&written, key, sizeof key);
    text_string(&written, area);
    text_string(&written, mirror->game->name);
    if (!words_have(key))
        return;
    exact_key(&written, mirror->game, mirror->seats, mirror->option);
    text_string(text, between);
    words_say(text, screen->setup.language, key, WITH_NOTHING);
}

void sheet_help(struct screen *screen)
{
    struct text text;
    sheet_open(screen, SHEET_TEXT, "tui.help.title");
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    words_say(&text, screen->setup.language,
              past_asks(screen) || past_tells(screen) ? "tui.help.past"
              : screen->reel                          ? "tui.help.replay"
                                                      : "tui.help",
              WITH_NOTHING);
    if (!screen->mirror->game)
        return;
    add_of_game(screen, &text, "\n", "tui.help.keys.");
    text_string(&text, "\n\n");
    lobby_write_rules(screen, &text);
    if (screen->reel)
        return;
    add_of_game(screen, &text, "\n\n", "tui.help.");
    add_of_game(screen, &text, "\n\n", "play.help.");
}

/* The verdict on a moment, which may be too long for its place beside the table. */
static void sheet_verdict(struct screen *screen)
{
    struct text text;
    sheet_open(screen, SHEET_TEXT, "past.back");
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    past_write(screen, &text);
}

void sheet_log(struct screen *screen)
{
    struct text text;
    if (past_tells(screen)) {
        sheet_verdict(screen);
        return;
    }
    sheet_open(screen, SHEET_TEXT, "tui.log.title");
    screen->sheet.at_end = true;
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    for (int i = 0; i < screen->mirror->log_count; i++) {
        char move_text[2 * MOVE_TEXT_MAX];
        struct text written;
        text_string(&text, text.size ? "\n" : "");
        text_init(&written, move_text, sizeof move_text);
        text_number(&written, (int64_t)screen->mirror->ply - screen->mirror->log_count + i + 1);
        text_string(&written, ". ");
        const char *played = screen->mirror->log[i].move; /* empty: hidden from us */
        text_string(&written, played[0] != '\0' ? played : "…");
        text_string(&text, move_text);
        char told[SHEET_TEXT_MAX / 8];
        text_init(&written, told, sizeof told);
        screen_write_moves(screen, i, i + 1, &written);
        text_string(&text, "\n");
        text_string(&text, told);
    }
    if (screen->mirror->log_count == 0)
        words_say(&text, screen->setup.language, "tui.log.empty", WITH_NOTHING);
}

void sheet_tries(struct screen *screen)
{
    const struct mirror_tries *tries = &screen->mirror->tries;
    struct text text;
    sheet_open(screen, SHEET_TEXT, "aloud.mine");
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    for (int i = 0; i < tries->count; i++) {
        text_string(&text, i > 0 ? "\n" : "");
        mirror_write_try(&tries->list[i], screen->setup.language, &text);
    }
}

static void add_play_rows(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    if (mirror_acts(mirror) && !mirror_no_hints(mirror))
        row(screen, ACT_HINT, "tui.menu.hint");
    if (mirror_acts(mirror))
        row(screen, ACT_TYPE, "tui.menu.type");
    row(screen, ACT_UNDO, "tui.menu.undo");
    if (!mirror->no_offer)
        row_verb(screen, "offer", "tui.menu.offer");
    if (mirror->seats == 2)
        row(screen, ACT_RESIGN, "tui.menu.resign");
    if (mirror->seat[mirror->you].bot[0])
        row_verb(screen, "giveback", "tui.giveback");
    else
        row(screen, ACT_TAKEOVER, "tui.menu.takeover");
}

void sheet_menu(struct screen *screen)
{
    const struct mirror *mirror = screen->mirror;
    sheet_open(screen, SHEET_ROWS, "tui.menu.title");
    if (screen->channel && mirror->phase == PHASE_PLAY && mirror->you != NO_SEAT)
        add_play_rows(screen);
    if (mirror->phase != PHASE_LOBBY)
        row(screen, ACT_LOG, "tui.menu.log");
    if (mirror->tries.count > 0)
        row(screen, ACT_TRIES, "aloud.mine");
    if (screen->skin->extra)
        row(screen, ACT_EXTRA, screen->skin->extra);
    if (screen->channel && !screen->channel->local && mirror->you != NO_SEAT)
        row(screen, ACT_SAY, "tui.menu.say");
    if (screen->channel && screen->channel->link[0] != '\0')
        row(screen, ACT_DEVICE, "tui.menu.device");
    if (screen->channel && screen->channel->ops->sign_out && mirror->devices > 1) {
        struct button *last =
            sheet_row(screen, (struct button){.act = ACT_SIGNOUT}, "tui.menu.signout");
        say_into(screen, last->label, sizeof last->label, "tui.menu.signout",
                 WITH(word_number("n", mirror->devices)));
    }
    if (screen->channel && !screen->channel->local && mirror->host)
        row(screen, ACT_DOOR, "tui.menu.door");
    row(screen, ACT_HELP, "tui.menu.help");
    row(screen, ACT_LEAVE,
        screen->channel && screen->channel->local && mirror->phase == PHASE_PLAY
            ? "tui.menu.leave.kept"
            : "tui.menu.leave");
    if (screen->channel)
        channel_pause(screen->channel, true);
}

void sheet_phrases(struct screen *screen)
{
    sheet_open(screen, SHEET_ROWS, "tui.menu.say");
    for (int i = 0; phrase_at(i); i++)
        add_row(screen, (struct button){.act = ACT_PHRASE, .verb = phrase_at(i)},
                words_name(screen->setup.language, PHRASE_AREA, phrase_at(i)));
}

void sheet_levels(struct screen *screen, int seat)
{
    screen->asked_seat = seat;
    sheet_open(screen, SHEET_ROWS, "tui.lobby.level");
    for (int i = 0; i < LEVELS_COUNT; i++)
        add_row(screen, (struct button){.act = ACT_LEVEL, .number = i},
                words_name(screen->setup.language, "level.", level_name(i)));
}

void sheet_sure(struct screen *screen)
{
    sheet_open(screen, SHEET_ROWS, "tui.resign.sure");
    row(screen, ACT_CLOSE, "tui.no");
    row(screen, ACT_RESIGN_SURE, "tui.menu.resign");
}

void sheet_extra(struct screen *screen)
{
    if (screen->skin->extra)
        sheet_open(screen, SHEET_EXTRA, screen->skin->extra);
}

void sheet_type(struct screen *screen, enum typing typing, const char *typed)
{
    struct text text;
    sheet_open(screen, SHEET_TYPE,
               typing == TYPING_MOVE     ? "tui.type.move"
               : typing == TYPING_ANSWER ? "tui.type.answer"
                                         : "tui.type.name");
    screen->sheet.typing = typing;
    text_init(&text, screen->sheet.typed, sizeof screen->sheet.typed);
    text_string(&text, typed);
}

void sheet_curtain(struct screen *screen)
{
    sheet_open(screen, SHEET_CURTAIN, "tui.curtain");
    channel_pause(screen->channel, true);
}

/* ---- the hint ---- */

static void write_reasons(struct screen *screen, const struct candidate *candidate,
                          struct text *text)
{
    for (int i = 0; i < candidate->reasons; i++) {
        const struct reason *reason = &candidate->reason[i];
        char name[NAME_TEXT_MAX] = "";
        struct text written;
        text_init(&written, name, sizeof name);
        if (reason->seat >= 0 && reason->seat < screen->mirror->seats)
            screen_write_name(screen, reason->seat, &written);
        text_string(text, "\n  ");
        advice_write_reason(text, screen->setup.language, screen->mirror->game, reason, name);
    }
}

static void write_advice(struct screen *screen, struct text *text)
{
    const struct advice *advice = &screen->hint.advice;
    for (int i = 0; i < advice->count && i < HINTS; i++) {
        const struct candidate *candidate = &advice->list[i];
        char move_text[MOVE_TEXT_MAX];
        struct text written;
        if (i > 0 && candidate->visits < advice->list[0].visits)
            continue; /* searched too little: its value says nothing */
        text_init(&written, move_text, sizeof move_text);
        screen->mirror->game->write_move(&screen->mirror->view.head, candidate->move, &written);
        text_string(text, text->size ? "\n" : "");
        words_say(text, screen->setup.language, i == 0 ? "play.hint" : "play.hint.other",
                  WITH(word_string("move", move_text),
                       word_number("percent", (int64_t)(candidate->value * 100 + 0.5))));
        write_reasons(screen, candidate, text);
    }
}

void sheet_hint(struct screen *screen)
{
    struct text text;
    bool ready = hint_ready(&screen->hint);
    if (screen->sheet.kind != SHEET_NONE && !ready)
        return;
    sheet_open(screen, SHEET_TEXT, "tui.hint.title");
    text_init(&text, screen->sheet.text, sizeof screen->sheet.text);
    if (ready) {
        write_advice(screen, &text);
        row(screen, ACT_FOLLOW, "tui.hint.follow");
        row(screen, ACT_CLOSE, "tui.no");
    } else {
        words_say(&text, screen->setup.language, "tui.hint.wait", WITH_NOTHING);
    }
}

/* ---- drawing ---- */

static void draw_rows(struct screen *screen, struct box box)
{
    struct sheet *sheet = &screen->sheet;
    int first = sheet->at >= box.h ? sheet->at - box.h + 1 : 0;
    for (int i = first; i < sheet->rows_count && i - first < box.h; i++) {
        struct box line = {box.x, box.y + i - first, box.w, 1};
        unsigned look = i == sheet->at ? LOOK_BUTTON | INVERSE | BOLD : LOOK_PLAIN;
        put_ground(line, look);
        spots_add(screen, SPOT_ROW, line, i);
        line.x++;
        line.w -= 2;
        line = put_row_key(line, look, i);
        put_sentence(line, ALIGN_START, look, sheet->rows[i].label);
    }
}

struct box sheet_paper(struct screen *screen, int w, int h)
{
    struct box box = {(canvas_width() - w) / 2, (canvas_height() - h) / 2, w, h};
    struct box title = {box.x + 2, box.y, w - 4, 1};
    char text[LABEL_MAX + 4];
    struct text written;
    put_ground(box, LOOK_PLAIN);
    put_frame(box, FRAME_DOUBLE, LOOK_ACCENT);
    text_init(&written, text, sizeof text);
    text_char(&written, ' ');
    text_string(&written, screen->sheet.title);
    text_char(&written, ' ');
    put_sentence(title, ALIGN_START, LOOK_ACCENT | BOLD, text);
    return (struct box){box.x + 2, box.y + 1, w - 4, h - 2};
}

static int rows_width(const struct sheet *sheet)
{
    int w = text_columns(sheet->title) + 2;
    for (int i = 0; i < sheet->rows_count; i++) {
        int columns = text_columns(sheet->rows[i].label) + 2 + ROW_KEY_W;
        w = columns > w ? columns : w;
    }
    return w;
}

/* Text with rows below it. */
static void draw_text(struct screen *screen)
{
    struct sheet *sheet = &screen->sheet;
    int w = canvas_width() - 6 < SHEET_WIDTH ? canvas_width() - 6 : SHEET_WIDTH;
    if (sheet->explains)
        lobby_explain(screen, w - 4);
    bool text = sheet->text[0] != '\0';
    if (!text)
        w = rows_width(sheet) + 4 < w ? rows_width(sheet) + 4 : w;
    sheet->lines = put_paragraph((struct box){0, 0, w - 4, 0}, 0, LOOK_PLAIN, sheet->text);
    int wanted = sheet->lines + sheet->rows_count + (text && sheet->rows_count ? 1 : 0) + 2;
    int h = wanted < canvas_height() - 2 ? wanted : canvas_height() - 2;
    struct box inner = sheet_paper(screen, w, h);
    sheet->shown = inner.h - sheet->rows_count - (text && sheet->rows_count ? 1 : 0);
    int most = sheet->lines > sheet->shown ? sheet->lines - sheet->shown : 0;
    if (sheet->at_end || sheet->scroll > most)
        sheet->scroll = most;
    sheet->at_end = false;
    if (text)
        put_paragraph((struct box){inner.x, inner.y, inner.w, sheet->shown}, sheet->scroll,
                      LOOK_PLAIN, sheet->text);
    if (most > 0)
        put(inner.x + inner.w - 3, inner.y + inner.h, LOOK_ACCENT, sign("↑↓", "^v"));
    draw_rows(screen, (struct box){inner.x, inner.y + inner.h - sheet->rows_count, inner.w,
                                   sheet->rows_count});
}

static void draw_typing(struct screen *screen)
{
    struct sheet *sheet = &screen->sheet;
    int w = canvas_width() - 6 < SHEET_WIDTH ? canvas_width() - 6 : SHEET_WIDTH;
    struct box inner = sheet_paper(screen, w, 3);
    int at = put(inner.x, inner.y, LOOK_STRONG, sheet->typed);
    put(inner.x + at, inner.y, LOOK_PLAIN | INVERSE, " ");
}

static void draw_curtain(struct screen *screen)
{
    char name[NAME_TEXT_MAX];
    canvas_clear();
    screen_name_of(screen, screen->mirror->you, name);
    int w = canvas_width(), y = canvas_height() / 2 - 2;
    put_ground((struct box){0, y, w, 5}, LOOK_BAR);
    put_sentence((struct box){1, y + 1, w - 2, 1}, ALIGN_CENTRE, LOOK_BAR, screen->sheet.title);
    put_sentence((struct box){1, y + 2, w - 2, 1}, ALIGN_CENTRE, LOOK_BAR | BOLD, name);
    put_sentence((struct box){1, y + 3, w - 2, 1}, ALIGN_CENTRE, LOOK_BAR,
                 words_find(screen->setup.language, "tui.curtain.press"));
    spots_add(screen, SPOT_ROW, (struct box){0, 0, w, canvas_height()}, 0);
}

static void draw_extra(struct screen *screen)
{
    struct box size = screen->skin->extra_size();
    struct box inner = sheet_paper(screen, size.w + 4, size.h + 2);
    screen->skin->draw_extra(&screen->stage, inner);
}

void sheet_draw(struct screen *screen)
{
    if (screen->sheet.kind == SHEET_NONE)
        return;
    spots_clear(screen);
    switch (screen->sheet.kind) {
    case SHEET_NONE: break;
    case SHEET_TEXT:
    case SHEET_ROWS: draw_text(screen); break;
    case SHEET_EXTRA: draw_extra(screen); break;
    case SHEET_TYPE: draw_typing(screen); break;
    case SHEET_CURTAIN: draw_curtain(screen); break;
    case SHEET_DEVICE: device_draw(screen); break;
    case SHEET_LIST: list_draw(screen); break;
    case SHEET_BUSY: busy_draw(screen); break;
    case SHEET_PAST: past_draw(screen); break;
    }
}

/* ---- keys ---- */

static void type_char(struct sheet *sheet, int32_t key)
{
    char utf8[5] = "";
    struct text text;
    size_t size = strlen(sheet->typed);
    if (key == TAP_ERASE) {
        while (size > 0 && ((unsigned char)sheet->typed[size - 1] & 0xc0) == 0x80)
            size--;
        sheet->typed[size > 0 ? size - 1 : 0] = '\0';
        return;
    }
    if (key < ' ' || key >= KEYS_BASE)
        return;
    unsigned code = (unsigned)key;
    int bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (int i = bytes - 1; i > 0; i--, code >>= 6)
        utf8[i] = (char)(0x80 | (code & 0x3f));
    static const unsigned lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    utf8[0] = (char)(lead[bytes] | code);
    if (size + (size_t)bytes >= TYPED_MAX)
        return;
    text_init(&text, sheet->typed + size, sizeof sheet->typed - size);
    text_string(&text, utf8);
}

static void type_key(struct screen *screen, int32_t key)
{
    struct sheet *sheet = &screen->sheet;
    char typed[TYPED_MAX];
    if (key != TAP_ENTER) {
        type_char(sheet, key);
        return;
    }
    memcpy(typed, sheet->typed, sizeof typed);
    sheet_close(screen);
    if (typed[0] == '\0')
        return;
    if (sheet->typing == TYPING_NAME)
        screen_type_name(screen, typed);
    else
        screen_type_move(screen, typed);
}

void sheet_choose(struct screen *screen, int at)
{
    struct sheet *sheet = &screen->sheet;
    if (sheet->kind == SHEET_CURTAIN) {
        screen->curtain_for = (uint16_t)(1u << screen->who);
        sheet_close(screen);
        return;
    }
    int many = sheet->kind == SHEET_LIST ? sheet->list->count : 0;
    if (at < 0 || at >= many + sheet->rows_count) {
        sheet_close(screen);
        return;
    }
    struct button button = {.act = ACT_CHOICE, .number = at};
    if (at >= many)
        button = sheet->rows[at - many];
    sheet_close(screen);
    screen_do(screen, &button);
}

static void step_row(struct sheet *sheet, int by)
{
    if (sheet->rows_count > 1 && sheet->lines <= sheet->shown)
        sheet->at = (sheet->at + by + sheet->rows_count) % sheet->rows_count;
    else
        sheet->scroll = sheet->scroll + by < 0 ? 0 : sheet->scroll + by;
}

static void click_row(struct screen *screen, const struct tap *tap)
{
    for (int i = screen->spots_count - 1; i >= 0; i--) {
        const struct spot *spot = &screen->spots[i];
        if (tap->x >= spot->box.x && tap->x < spot->box.x + spot->box.w && tap->y >= spot->box.y &&
            tap->y < spot->box.y + spot->box.h) {
            sheet_choose(screen, spot->number);
            return;
        }
    }
    if (screen->sheet.kind != SHEET_CURTAIN && screen->choice != CHOICE_OPEN)
        sheet_close(screen);
}

static void press_row(struct screen *screen, int32_t key)
{
    if (key == 'q' && screen->sheet.kind != SHEET_CURTAIN)
        sheet_close(screen);
    for (int i = 0; i < screen->sheet.rows_count; i++)
        if (ROW_KEYS[i] == key) {
            sheet_choose(screen, i);
            return;
        }
}

void sheet_key(struct screen *screen, const struct tap *tap)
{
    struct sheet *sheet = &screen->sheet;
    bool leaves = tap->key == TAP_ESCAPE && sheet->kind != SHEET_CURTAIN;
    if (leaves || sheet->kind == SHEET_BUSY) {
        sheet_close(screen);
        return;
    }
    if (sheet->kind == SHEET_TYPE) {
        type_key(screen, tap->key);
        return;
    }
    if (sheet->kind == SHEET_LIST && list_key(screen, tap))
        return;
    switch (tap->key) {
    case TAP_UP:
    case TAP_WHEEL_UP:
    case TAP_BACK_TAB: step_row(sheet, -1); break;
    case TAP_DOWN:
    case TAP_WHEEL_DOWN:
    case TAP_TAB: step_row(sheet, 1); break;
    case TAP_PAGE_UP:
        sheet->scroll = sheet->scroll > sheet->shown ? sheet->scroll - sheet->shown : 0;
        break;
    case TAP_PAGE_DOWN: sheet->scroll += sheet->shown; break;
    case TAP_HOME: sheet->scroll = sheet->at = 0; break;
    case TAP_END: sheet->at_end = true; break;
    case TAP_CLICK: click_row(screen, tap); break;
    case TAP_ENTER:
    case ' ': sheet_choose(screen, sheet->rows_count ? sheet->at : -1); break;
    default: press_row(screen, latin_key(tap->key));
    }
}
