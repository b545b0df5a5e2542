/* SPDX-License-Identifier: MIT */
/*
 * The frame around a game:
 *
 *     ┌ game ········ whose turn ········ table ┐
 *     │                          │ seats        │
 *     │   the skin's box         │──────────────│
 *     │                          │ what happened│
 *     │ buttons                                 │
 *     │ a notice, or what to do                 │
 *     └ keys ───────────────────────────────────┘
 *
 * In Hebrew the seats are on the left.
 */
#include <string.h>

#include "tui/screen_parts.h"

enum {
    LOG_TEXT_MAX = 8192,
    LOG_MOVES = 24, /* that may be seen beside the table */
    BUTTON_ROWS_MAX = 6,
    SIDE_NARROW = 26,
    SIDE_USUAL = 34,
    SIDE_WIDE = 44,
    WIDE = 140,
    USUAL = 100,
};

/* ---- words ---- */

void say_into(const struct screen *screen, char *out, size_t capacity, const char *key,
              const struct word_arg *args, int count)
{
    struct text text;
    text_init(&text, out, capacity);
    words_say(&text, screen->setup.language, key, args, count);
}

void notice_say(struct screen *screen, bool warns, const char *key, const struct word_arg *args,
                int count)
{
    say_into(screen, screen->notice, sizeof screen->notice, key, args, count);
    screen->notice_warns = warns;
    screen->notice_until = line_now() + NOTICE_MS;
}

/* As the person is called, else by the game's name for the seat, else by level and number. */
void screen_write_name(const void *context, int seat, struct text *text)
{
    const struct screen *screen = context;
    const struct seen *seen = screen->seen;
    enum language language = screen->setup.language;
    char key[LABEL_MAX];
    struct text written;
    if (seat < 0 || seat >= SEATS_MAX)
        return;
    if (seen->seat[seat].name[0]) {
        text_string(text, seen->seat[seat].name);
    } else if (screen->skin->seats) {
        words_say(text, language, screen->skin->seats[seat], WITH_NOTHING);
    } else if (seen->seat[seat].bot[0]) {
        text_init(&written, key, sizeof key);
        text_string(&written, "level.");
        text_string(&written, seen->seat[seat].bot);
        words_say(
            text, language, "tui.bot",
            WITH(word_string("level", words_find(language, key)), word_number("n", seat + 1)));
    } else {
        words_say(text, language, "seat.name", WITH(word_number("n", seat)));
    }
}

void screen_write_place(const void *context, struct place place, struct text *text)
{
    const struct screen *screen = context;
    if (screen->skin->write_place) {
        screen->skin->write_place(place, text);
        return;
    }
    text_number(text, place.x);
    text_char(text, ',');
    text_number(text, place.y);
}

struct tale screen_tale(struct screen *screen, void (*say)(void *, bool, const char *))
{
    return (struct tale){
        .language = screen->setup.language,
        .game = screen->seen->game,
        .in_words = true,
        .context = screen,
        .write_name = screen_write_name,
        .write_place = screen_write_place,
        .write_piece = screen->skin->write_piece,
        .say = say,
    };
}

void screen_name_of(const struct screen *screen, int seat, char out[NAME_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, NAME_TEXT_MAX);
    screen_write_name(screen, seat, &text);
}

int screen_turn(const struct screen *screen)
{
    const struct seen *seen = screen->seen;
    if (seen->phase != PHASE_PLAY || seen->actors == 0 || seen->window != 0)
        return NO_SEAT;
    if (screen->skin->turn)
        return screen->skin->turn(&screen->stage);
    return __builtin_ctz(seen->actors);
}

/* ---- the bar at the top ---- */

static void keep_result(void *context, bool under, const char *sentence)
{
    struct text *text = context;
    if (under || text->size > 0)
        return;
    text_string(text, sentence);
}

struct result_context {
    const struct screen *screen;
    struct text *text;
};

static void name_result(const void *context, int seat, struct text *text)
{
    screen_write_name(((const struct result_context *)context)->screen, seat, text);
}

static void keep_first(void *context, bool under, const char *sentence)
{
    keep_result(((struct result_context *)context)->text, under, sentence);
}

/* The first sentence of how it ended. */
static void write_result(const struct screen *screen, struct text *text)
{
    const struct seen *seen = screen->seen;
    struct result_context context = {screen, text};
    struct tale tale = {
        .language = screen->setup.language,
        .game = seen->game,
        .context = &context,
        .write_name = name_result,
        .say = keep_first,
    };
    tale_ending(&tale, seen->seats, &seen->outcome, seen->ending, seen->loser);
}

static void write_turn(const struct screen *screen, struct text *text)
{
    const struct seen *seen = screen->seen;
    enum language language = screen->setup.language;
    int seat = screen_turn(screen);
    char name[NAME_TEXT_MAX];
    if (seen->phase == PHASE_LOBBY) {
        words_say(text, language, "tui.lobby", WITH_NOTHING);
    } else if (seen->phase == PHASE_OVER || seen->actors == 0) {
        write_result(screen, text);
    } else if (seen->window != 0) {
        words_say(text, language, seen_acts(seen) ? "tui.window.you" : "tui.window", WITH_NOTHING);
    } else if (seat == seen->you && seat != NO_SEAT) {
        words_say(text, language, "tui.yours", WITH_NOTHING);
    } else if (seat != NO_SEAT) {
        screen_name_of(screen, seat, name);
        words_say(text, language, "tui.turn", WITH(word_string("name", name)));
    }
}

/* Where the table is, and how the way to it is. */
static void write_where(const struct screen *screen, struct text *text)
{
    static const char *const keys[] = {
        [LINE_CONNECTING] = "tui.line.connecting",
        [LINE_LIVE] = NULL,
        [LINE_LOST] = "tui.line.lost",
        [LINE_PAUSED] = "tui.line.paused",
        [LINE_ENDED] = "tui.line.ended",
    };
    const struct seen *seen = screen->seen;
    if (screen->reel) {
        words_say(text, screen->setup.language, "tui.replay.at",
                  WITH(word_number("at", screen->reel->walk.at),
                       word_number("of", screen->reel->walk.count)));
        return;
    }
    if (keys[seen->line]) {
        words_say(text, screen->setup.language, keys[seen->line], WITH_NOTHING);
        text_string(text, "  ");
    }
    if (!screen->line->local)
        text_string(text, seen->code);
}

static void draw_bar(const struct screen *screen)
{
    char part[PHRASE_MAX], title[LABEL_MAX];
    struct text text;
    int w = canvas_width();
    struct box box = {1, 0, w - 2, 1};
    put_ground((struct box){0, 0, w, 1}, LOOK_BAR);
    text_init(&text, title, sizeof title);
    text_string(&text, "game.");
    text_string(&text, screen->seen->game ? screen->seen->game->name : "");
    if (screen->seen->game)
        put_sentence(box, ALIGN_START, LOOK_BAR | BOLD, words_find(screen->setup.language, title));
    text_init(&text, part, sizeof part);
    if (screen->seen->v != 0 && screen->seen->line == LINE_LIVE)
        write_turn(screen, &text);
    put_sentence(box, ALIGN_CENTRE, LOOK_BAR | BOLD, part);
    text_init(&text, part, sizeof part);
    write_where(screen, &text);
    put_sentence(box, ALIGN_END, LOOK_BAR, part);
}

/* ---- seats ---- */

static void write_clock(int64_t left, struct text *text)
{
    int64_t seconds = (left + 999) / 1000;
    text_number(text, seconds / 60);
    text_char(text, ':');
    text_number(text, seconds % 60 / 10);
    text_number(text, seconds % 10);
}

static void add_part(struct text *text, const char *part)
{
    if (part[0] == '\0')
        return;
    if (text->size > 0)
        text_string(text, sign(" · ", ", "));
    text_string(text, part);
}

/* What stands under or beside a name. */
static void write_notes(struct screen *screen, int seat, struct text *text)
{
    const struct seen *seen = screen->seen;
    const struct seen_seat *row = &seen->seat[seat];
    enum language language = screen->setup.language;
    char part[PHRASE_MAX];
    struct text written;
    text_init(&written, part, sizeof part);
    if (screen->skin->note && seen->phase != PHASE_LOBBY)
        screen->skin->note(&screen->stage, seat, &written);
    add_part(text, part);
    bool named = row->name[0] || screen->skin->seats; /* else the name tells the level */
    if (row->bot[0] && named) {
        text_init(&written, part, sizeof part);
        text_string(&written, "level.");
        text_string(&written, row->bot);
        add_part(text, words_find(language, part));
    } else if (!row->bot[0] && !row->here && screen->line && !screen->line->local) {
        add_part(text, words_find(language, "tui.away"));
    }
    if (seen->timed && seen->phase == PHASE_PLAY) {
        text_init(&written, part, sizeof part);
        write_clock(seen_clock_left(seen, seat, line_now()), &written);
        add_part(text, part);
    }
}

static void draw_seat(struct screen *screen, struct box box, int seat, bool tall)
{
    const struct seen *seen = screen->seen;
    char name[NAME_TEXT_MAX], notes[PHRASE_MAX], points[LABEL_MAX] = "";
    struct text text;
    bool acts = seat == screen_turn(screen) || (seen->window && seen->actors >> seat & 1);
    unsigned look = acts ? LOOK_ACCENT | BOLD : seat == seen->you ? LOOK_STRONG : LOOK_PLAIN;
    struct box inner = {box.x + (canvas_rtl() ? 0 : 2), box.y, box.w - 2, 1};
    screen_name_of(screen, seat, name);
    text_init(&text, notes, sizeof notes);
    write_notes(screen, seat, &text);
    if (acts)
        put(canvas_rtl() ? box.x + box.w - 1 : box.x, box.y, look,
            canvas_rtl() ? sign("◀", "<") : sign("▶", ">"));
    if (seen->outcome.scored && seen->phase != PHASE_LOBBY)
        say_into(screen, points, sizeof points, "points",
                 WITH(word_number("n", seen->outcome.score[seat])));
    const char *end = tall ? points : notes;
    int columns = put_sentence(inner, ALIGN_END, tall ? LOOK_PLAIN : LOOK_FAINT, end);
    struct box rest = inner;
    rest.w -= columns > 0 ? columns + 1 : 0;
    rest.x += canvas_rtl() && columns > 0 ? columns + 1 : 0;
    put_sentence(rest, ALIGN_START, look, name);
    inner.y++;
    if (tall)
        put_sentence(inner, ALIGN_START, LOOK_FAINT, notes);
}

/* The lines they took. */
static int draw_seats(struct screen *screen, struct box box)
{
    int seats = screen->seen->seats;
    bool tall = 2 * seats <= box.h / 2;
    for (int seat = 0; seat < seats; seat++)
        draw_seat(screen, (struct box){box.x, box.y + (tall ? 2 * seat : seat), box.w, 1}, seat,
                  tall);
    return tall ? 2 * seats : seats;
}

/* ---- the log ---- */

struct log_context {
    struct screen *screen;
    struct text *text;
};

static void log_sentence(void *context, bool under, const char *sentence)
{
    struct text *text = ((struct log_context *)context)->text;
    (void)under;
    if (text->size > 0)
        text_char(text, '\n');
    text_string(text, sentence);
}

static void log_name(const void *context, int seat, struct text *text)
{
    screen_write_name(((const struct log_context *)context)->screen, seat, text);
}

static void log_place(const void *context, struct place place, struct text *text)
{
    screen_write_place(((const struct log_context *)context)->screen, place, text);
}

void screen_write_moves(struct screen *screen, int from, int to, struct text *text)
{
    struct log_context context = {screen, text};
    struct tale tale = screen_tale(screen, log_sentence);
    tale.context = &context;
    tale.write_name = log_name;
    tale.write_place = log_place;
    for (int i = from; i < to; i++) {
        const struct seen_move *entry = &screen->seen->log[i];
        tale_move(&tale, entry->seat, entry->move[0] ? entry->move : NULL, &entry->events);
    }
}

/* The newest at the bottom, those before it fainter. */
static void draw_log(struct screen *screen, struct box box)
{
    char old[LOG_TEXT_MAX], fresh[LOG_TEXT_MAX];
    struct text text;
    int count = screen->seen->log_count, first = count > LOG_MOVES ? count - LOG_MOVES : 0;
    if (count == 0 || box.h < 1)
        return;
    text_init(&text, fresh, sizeof fresh);
    screen_write_moves(screen, count - 1, count, &text);
    text_init(&text, old, sizeof old);
    screen_write_moves(screen, first, count - 1, &text);
    struct box measure = {box.x, box.y, box.w, 0};
    int new_lines = put_paragraph(measure, 0, LOOK_PLAIN, fresh);
    int old_lines = put_paragraph(measure, 0, LOOK_FAINT, old);
    int room = box.h - new_lines;
    if (room > 0) {
        int shown = old_lines < room ? old_lines : room;
        put_paragraph((struct box){box.x, box.y, box.w, shown}, old_lines - shown, LOOK_FAINT, old);
        box.y += shown;
        box.h -= shown;
    }
    put_paragraph(box, new_lines > box.h ? new_lines - box.h : 0, LOOK_PLAIN, fresh);
}

/* ---- all of it ---- */

/* A slider: how far the record is. */
static void draw_slider(struct screen *screen, struct box box)
{
    const struct reel *reel = screen->reel;
    int at = reel->walk.count ? (int)((int64_t)reel->walk.at * (box.w - 1) / reel->walk.count) : 0;
    put_times(box.x, box.y, LOOK_FAINT, sign("─", "-"), box.w);
    put_times(box.x, box.y, LOOK_ACCENT, sign("━", "="), at);
    put(box.x + at, box.y, LOOK_ACCENT | BOLD, sign("●", "O"));
    spots_add(screen, SPOT_ROW, box, -1);
}

static void draw_side(struct screen *screen, struct box side)
{
    bool rtl = canvas_rtl();
    int line = rtl ? side.x + side.w - 1 : side.x;
    for (int y = side.y; y < side.y + side.h; y++)
        put(line, y, LOOK_FAINT, sign("│", "|"));
    struct box inner = {rtl ? side.x + 1 : side.x + 2, side.y, side.w - 3, side.h};
    int taken = draw_seats(screen, inner);
    put_times(inner.x, inner.y + taken, LOOK_FAINT, sign("─", "-"), inner.w);
    inner.y += taken + 1;
    inner.h -= taken + 1;
    draw_log(screen, inner);
}

static void draw_small(const struct screen *screen)
{
    put_paragraph((struct box){0, 0, canvas_width(), canvas_height()}, 0, LOOK_WARN,
                  words_find(screen->setup.language, "tui.small"));
}

static void draw_middle(struct screen *screen, struct box box)
{
    const struct seen *seen = screen->seen;
    int side = canvas_width() >= WIDE    ? SIDE_WIDE
               : canvas_width() >= USUAL ? SIDE_USUAL
                                         : SIDE_NARROW;
    if (seen->v == 0 || !seen->game) {
        const char *key = seen->trouble[0] ? seen->trouble : "tui.line.connecting";
        struct box middle = {box.x, box.y + box.h / 2, box.w, 1};
        put_sentence(middle, ALIGN_CENTRE, LOOK_STRONG, words_find(screen->setup.language, key));
        return;
    }
    if (seen->phase == PHASE_LOBBY) {
        lobby_draw(screen, box);
        return;
    }
    struct box main_box = box, side_box = box;
    main_box.w = box.w - side;
    side_box.w = side;
    if (canvas_rtl())
        main_box.x += side;
    else
        side_box.x += main_box.w;
    main_box.x += 1;
    main_box.w -= 2;
    stage_set(screen, main_box);
    screen->skin->draw(&screen->stage);
    draw_side(screen, side_box);
}

void panel_draw(struct screen *screen)
{
    int w = canvas_width(), h = canvas_height();
    spots_clear(screen);
    if (w < WIDTH_MIN || h < HEIGHT_MIN) {
        draw_small(screen);
        return;
    }
    if (screen->seen->v != 0 && screen->seen->phase != PHASE_LOBBY)
        stage_set(screen, (struct box){0, 0, 0, 0});
    buttons_collect(screen);
    draw_bar(screen);
    int rows = screen->reel ? 1 : buttons_draw(screen, (struct box){1, 0, w - 2, 0});
    rows = rows < 1 ? 1 : rows > BUTTON_ROWS_MAX ? BUTTON_ROWS_MAX : rows;
    draw_middle(screen, (struct box){0, 1, w, h - 3 - rows});
    if (screen->reel)
        draw_slider(screen, (struct box){1, h - 3, w - 2, 1});
    else
        buttons_draw(screen, (struct box){1, h - 2 - rows, w - 2, rows});
    notice_draw(screen, (struct box){1, h - 2, w - 2, 1});
    keys_draw(screen, (struct box){1, h - 1, w - 2, 1});
}
