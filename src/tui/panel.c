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

#include "tui/past.h"

enum {
    LOG_TEXT_MAX = 8192,
    LOG_MOVES = 24,    /* shown beside the table */
    LOG_LINES_MIN = 2, /* with the line above it; with less, seats get one line each */
    BUTTON_ROWS_MAX = 6,
    RESULT_MAX = 1024,
    SIDE_NARROW = 28, /* a name has 24 letters, followed by a sign */
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
    notice_show(screen, warns);
}

void notice_show(struct screen *screen, bool warns)
{
    screen->notice_warns = warns;
    screen->notice_until = system_millis() + NOTICE_MS;
}

/* The person's name, else the game's name for the seat, else level and number. */
void screen_write_name(const void *context, int seat, struct text *text)
{
    const struct screen *screen = context;
    const struct mirror *mirror = screen->mirror;
    enum language language = screen->setup.language;
    if (seat < 0 || seat >= SEATS_MAX)
        return;
    if (mirror->seat[seat].name[0]) {
        bidi_isolate_name(text, mirror->seat[seat].name);
    } else if (screen->skin->seats) {
        words_say(text, language, screen->skin->seats[seat], WITH_NOTHING);
    } else if (mirror->seat[seat].bot[0]) {
        words_say(text, language, "tui.bot",
                  WITH(word_string("level", words_name(language, "level.", mirror->seat[seat].bot)),
                       word_number("n", seat + 1)));
    } else {
        words_say(text, language, "seat.name", WITH(word_number("n", seat + 1)));
    }
}

static struct tale screen_tale(struct screen *screen, void (*say)(void *, bool, const char *))
{
    return (struct tale){
        .language = screen->setup.language,
        .game = screen->mirror->game,
        .in_words = true,
        .context = screen,
        .write_name = screen_write_name,
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
    const struct mirror *mirror = screen->mirror;
    if (mirror->phase != PHASE_PLAY || mirror->actors == 0 || mirror->window != 0)
        return NO_SEAT;
    const struct fact *turn = facts_find(&screen->stage.facts, FACT_TURN, NO_SEAT);
    return turn ? turn->seat : NO_SEAT;
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

/* The first sentence of the result. */
void screen_write_result(const struct screen *screen, struct text *text)
{
    const struct mirror *mirror = screen->mirror;
    struct result_context context = {screen, text};
    struct tale tale = {
        .language = screen->setup.language,
        .game = mirror->game,
        .context = &context,
        .write_name = name_result,
        .say = keep_first,
    };
    tale_ending(&tale, mirror->seats, &mirror->outcome, mirror->ending, mirror->loser);
}

/* Fits the columns with a shorter text if there is one; then the notice has the whole result. */
static void write_turn(struct screen *screen, int room, struct text *text)
{
    const struct mirror *mirror = screen->mirror;
    enum language language = screen->setup.language;
    int seat = screen_turn(screen);
    char name[NAME_TEXT_MAX];
    if (past_asks(screen) || past_tells(screen)) {
        words_say(text, language, "tui.past.moment",
                  WITH(word_number("at", screen->past->at + 1),
                       word_number("of", screen->past->moments)));
    } else if (mirror->phase == PHASE_LOBBY) {
        words_say(text, language, "tui.lobby", WITH_NOTHING);
    } else if (mirror->phase == PHASE_OVER || mirror->actors == 0) {
        screen_write_result(screen, text);
        screen->result_below = text_columns(text->bytes) > room;
        if (screen->result_below) {
            text_init(text, text->bytes, text->capacity);
            words_say(text, language, "tui.over", WITH_NOTHING);
        }
    } else if (mirror->window != 0) {
        words_say(text, language, mirror_acts(mirror) ? "tui.window.you" : "tui.window",
                  WITH_NOTHING);
    } else if (seat == mirror->you && seat != NO_SEAT) {
        words_say(text, language, "tui.yours", WITH_NOTHING);
    } else if (seat != NO_SEAT) {
        screen_name_of(screen, seat, name);
        words_say(text, language, "tui.turn", WITH(word_string("name", name)));
    }
}

/* Where the table is, and the state of the connection. */
static void write_where(const struct screen *screen, struct text *text)
{
    static const char *const keys[] = {
        [CHANNEL_OPENING] = "tui.line.connecting", [CHANNEL_LIVE] = NULL,
        [CHANNEL_LOST] = "tui.line.lost",          [CHANNEL_PAUSED] = "tui.line.paused",
        [CHANNEL_ENDED] = "tui.line.ended",
    };
    const struct mirror *mirror = screen->mirror;
    if (screen->reel) {
        int64_t at = screen->reel->walk.at, of = screen->reel->walk.count;
        if (past_tells(screen)) {
            at = screen->past->step;
            of = past_steps(screen);
        }
        words_say(text, screen->setup.language, "tui.replay.at",
                  WITH(word_number("at", at), word_number("of", of)));
        return;
    }
    if (keys[mirror->channel]) {
        words_say(text, screen->setup.language, keys[mirror->channel], WITH_NOTHING);
        text_string(text, "  ");
    }
    if (!screen->channel->local)
        text_string(text, mirror->code);
}

/* Columns between the two ends of the bar. */
static int bar_room(const int ends_columns[2])
{
    int most = ends_columns[0] > ends_columns[1] ? ends_columns[0] : ends_columns[1];
    return canvas_width() - 2 - 2 * (most + 2);
}

static void draw_bar(struct screen *screen)
{
    const struct game *game = screen->mirror->game;
    char part[RESULT_MAX];
    struct text text;
    int w = canvas_width(), ends[2] = {0};
    struct box box = {1, 0, w - 2, 1};
    put_ground((struct box){0, 0, w, 1}, LOOK_BAR);
    if (game)
        ends[0] = put_sentence(box, ALIGN_START, LOOK_BAR | BOLD,
                               words_name(screen->setup.language, "game.", game->name));
    text_init(&text, part, sizeof part);
    write_where(screen, &text);
    ends[1] = put_sentence(box, ALIGN_END, LOOK_BAR, part);
    text_init(&text, part, sizeof part);
    screen->result_below = false;
    if (screen->mirror->v != 0 && screen->mirror->channel == CHANNEL_LIVE)
        write_turn(screen, bar_room(ends), &text);
    put_sentence(box, ALIGN_CENTRE, LOOK_BAR | BOLD, part);
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

/* The texts of a seat. In brief form, everything goes beside the name. */
struct seat_words {
    bool brief;
    char name[NAME_TEXT_MAX], points[LABEL_MAX], notes[PHRASE_MAX];
};

static void add_part(struct text *text, bool brief, const char *part)
{
    if (part[0] == '\0')
        return;
    if (text->size > 0)
        text_string(text, brief ? " " : sign(" · ", ", "));
    text_string(text, part);
}

/* The notes under or beside a name. */
static void write_notes(struct screen *screen, int seat, bool brief, struct text *text)
{
    const struct mirror *mirror = screen->mirror;
    const struct mirror_seat *row = &mirror->seat[seat];
    enum language language = screen->setup.language;
    char part[PHRASE_MAX];
    struct text written;
    text_init(&written, part, sizeof part);
    if (screen->skin->note && mirror->phase != PHASE_LOBBY)
        screen->skin->note(&screen->stage, seat, brief, &written);
    add_part(text, brief, part);
    bool named = row->name[0] || screen->skin->seats; /* otherwise the name gives the level */
    if (row->bot[0] && named && !brief) {
        add_part(text, brief, words_name(language, "level.", row->bot));
    } else if (!row->bot[0] && !row->here && screen->channel && !screen->channel->local) {
        add_part(text, brief, words_find(language, "tui.away"));
    }
    if (mirror->timed && mirror->phase == PHASE_PLAY) {
        text_init(&written, part, sizeof part);
        write_clock(mirror_clock_left(mirror, seat, system_millis()), &written);
        add_part(text, brief, part);
    }
}

/* Fits the texts to the columns; points without room beside the name go to the notes. */
static void write_seat(struct screen *screen, int seat, int w, struct seat_words *words)
{
    const struct mirror *mirror = screen->mirror;
    struct text text;
    screen_name_of(screen, seat, words->name);
    words->points[0] = '\0';
    if (mirror->outcome.scored && mirror->phase != PHASE_LOBBY)
        say_into(screen, words->points, sizeof words->points, "points",
                 WITH(word_number("n", mirror->outcome.score[seat])));
    text_init(&text, words->notes, sizeof words->notes);
    if (words->brief || text_columns(words->name) + 1 + text_columns(words->points) > w) {
        text_string(&text, words->points);
        words->points[0] = '\0';
    }
    write_notes(screen, seat, words->brief, &text);
}

static int seat_width(struct box box)
{
    return box.w - 1; /* a blank after the arrow at whoever acts, which is left of the box */
}

/* Lines of a seat: its name, and the notes under it. */
static int seat_lines(const struct seat_words *words, int w)
{
    return 1 + put_paragraph((struct box){0, 0, w, 0}, 0, LOOK_FAINT, words->notes);
}

/* Returns the lines it took. */
static int draw_seat(struct screen *screen, struct box box, int seat, bool brief)
{
    const struct mirror *mirror = screen->mirror;
    struct seat_words words = {.brief = brief};
    bool rtl = canvas_rtl();
    bool acts = seat == screen_turn(screen) || (mirror->window && mirror->actors >> seat & 1);
    unsigned look = acts ? LOOK_ACCENT | BOLD : seat == mirror->you ? LOOK_STRONG : LOOK_PLAIN;
    struct box inner = {box.x + !rtl, box.y, seat_width(box), 1};
    write_seat(screen, seat, inner.w, &words);
    if (acts)
        put(rtl ? box.x + box.w : box.x - 1, box.y, look, rtl ? sign("◀", "<") : sign("▶", ">"));
    int columns = put_sentence(inner, ALIGN_END, brief ? LOOK_FAINT : LOOK_PLAIN,
                               brief ? words.notes : words.points);
    struct box rest = inner;
    rest.w -= columns > 0 ? columns + 1 : 0;
    rest.x += rtl && columns > 0 ? columns + 1 : 0;
    put_sentence(rest, ALIGN_START, look, words.name);
    if (brief)
        return 1;
    inner.y++;
    inner.h = seat_lines(&words, inner.w) - 1;
    put_paragraph(inner, 0, LOOK_FAINT, words.notes);
    return 1 + inner.h;
}

/* Returns the lines they took: two or more each, or one each if there are too many. */
static int draw_seats(struct screen *screen, struct box box)
{
    int seats = screen->mirror->seats, wanted = LOG_LINES_MIN;
    for (int seat = 0; seat < seats; seat++) {
        struct seat_words words = {.brief = false};
        write_seat(screen, seat, seat_width(box), &words);
        wanted += seat_lines(&words, seat_width(box));
    }
    int top = box.y;
    for (int seat = 0; seat < seats; seat++)
        box.y += draw_seat(screen, box, seat, wanted > box.h);
    return box.y - top;
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

void screen_write_moves(struct screen *screen, int from, int to, struct text *text)
{
    struct log_context context = {screen, text};
    struct tale tale = screen_tale(screen, log_sentence);
    tale.context = &context;
    tale.write_name = log_name;
    for (int i = from; i < to; i++) {
        const struct mirror_move *entry = &screen->mirror->log[i];
        tale_move(&tale, entry->seat, entry->move[0] ? entry->move : NULL, &entry->events);
    }
}

/* The verdict on a moment; a long one is in the log's sheet as a whole. */
static void draw_verdict(struct screen *screen, struct box box)
{
    char told[PAST_TEXT_MAX];
    struct text text;
    text_init(&text, told, sizeof told);
    past_write(screen, &text);
    int lines = put_paragraph((struct box){box.x, box.y, box.w, 0}, 0, LOOK_PLAIN, told);
    put_paragraph(box, 0, LOOK_PLAIN, told);
    if (lines > box.h)
        put(box.x + box.w / 2, box.y - 1, LOOK_ACCENT, sign("↓", "v"));
}

/* The newest at the bottom, earlier ones fainter. */
static void draw_log(struct screen *screen, struct box box)
{
    char old[LOG_TEXT_MAX], fresh[LOG_TEXT_MAX];
    struct text text;
    int count = screen->mirror->log_count, first = count > LOG_MOVES ? count - LOG_MOVES : 0;
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
    if (new_lines > box.h) /* a long move: the log's sheet has all of it */
        put(box.x + box.w / 2, box.y - 1, LOOK_ACCENT, sign("↑", "^"));
}

/* ---- all of it ---- */

/* A slider: the position in the record. */
static void draw_slider(struct screen *screen, struct box box)
{
    const struct reel *reel = screen->reel;
    int at = reel->walk.count ? (int)((int64_t)reel->walk.at * (box.w - 1) / reel->walk.count) : 0;
    put_times(box.x, box.y, LOOK_FAINT, sign("─", "-"), box.w);
    put_times(box.x, box.y, LOOK_ACCENT, sign("━", "="), at);
    if (curve_lines(screen) > 0)
        curve_marks(screen, box);
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
    if (past_tells(screen))
        draw_verdict(screen, inner);
    else
        draw_log(screen, inner);
}

static void draw_small(const struct screen *screen)
{
    put_paragraph((struct box){0, 0, canvas_width(), canvas_height()}, 0, LOOK_WARN,
                  words_find(screen->setup.language, "tui.small"));
}

static void draw_middle(struct screen *screen, struct box box)
{
    const struct mirror *mirror = screen->mirror;
    int side = canvas_width() >= WIDE                          ? SIDE_WIDE
               : canvas_width() >= USUAL || past_tells(screen) ? SIDE_USUAL
                                                               : SIDE_NARROW;
    if (mirror->v == 0 || !mirror->game) {
        const char *key = mirror->trouble[0] ? mirror->trouble : "tui.line.connecting";
        struct box middle = {box.x, box.y + box.h / 2, box.w, 1};
        put_sentence(middle, ALIGN_CENTRE, LOOK_STRONG, words_find(screen->setup.language, key));
        return;
    }
    if (mirror->phase == PHASE_LOBBY) {
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
    if (screen->mirror->v != 0 && screen->mirror->phase != PHASE_LOBBY)
        stage_set(screen, (struct box){0, 0, 0, 0});
    buttons_collect(screen);
    draw_bar(screen);
    bool slides = screen->reel && !past_asks(screen) && !past_tells(screen);
    int curve = curve_lines(screen);
    int rows = slides ? 1 + curve : buttons_draw(screen, (struct box){1, 0, w - 2, 0});
    int said = notice_draw(screen, (struct box){1, 0, w - 2, 0});
    rows = rows < 1 ? 1 : rows > BUTTON_ROWS_MAX && !slides ? BUTTON_ROWS_MAX : rows;
    said = said < 1 ? 1 : said;
    draw_middle(screen, (struct box){0, 1, w, h - 2 - said - rows});
    curve_draw(screen, (struct box){1, h - 2 - said - curve, w - 2, curve});
    if (slides)
        draw_slider(screen, (struct box){1, h - 2 - said, w - 2, 1});
    else
        buttons_draw(screen, (struct box){1, h - 1 - said - rows, w - 2, rows});
    notice_draw(screen, (struct box){1, h - 1 - said, w - 2, said});
    keys_draw(screen, (struct box){1, h - 1, w - 2, 1});
}
