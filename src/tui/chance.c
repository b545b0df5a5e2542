/* SPDX-License-Identifier: MIT */
/* A review drawn: bars from an even chance to the result, and the chance along the replay. Time
 * runs to the right in both languages, as on the slider. */
#include "base/check.h"
#include "tui/past.h"

enum {
    POINTS = 100,
    SHEET_W = 76,
    NUMBER_W = 13,
    NUMBER_MAX = 64, /* bytes */
    EIGHTHS = 8,     /* heights of a block, and widths */
    LINES_LOW = 3,
    LINES_HIGH = 6,
    HIGH = 36, /* lines of a screen with room for the high curve */
};

/* ---- bars ---- */

struct part {
    const char *key;
    int from, to;
    bool whole; /* from nothing to a chance, else a change of it */
};

enum { PARTS_MAX = 6 };

struct bars {
    struct part parts[PARTS_MAX];
    char labels[PARTS_MAX][LABEL_MAX];
    int count, label_w, low, high;
};

static void add_change(struct bars *bars, const char *key, int change)
{
    int from = bars->parts[bars->count - 1].to;
    bars->parts[bars->count++] = (struct part){key, from, from + change, false};
}

static void list_parts(const struct screen *s, struct bars *bars)
{
    const struct review *review = &s->past->review;
    const struct record *record = review->walk.record;
    const struct review_points points = review_points(review, s->past->seat);
    const struct game *game = s->mirror->game;
    bars->parts[bars->count++] = (struct part){"past.start", 0, points.start, true};
    add_change(bars, game->hidden || game->chance ? "past.luck" : "past.unseen", points.luck);
    add_change(bars, "past.others", points.others);
    add_change(bars, past_key_of(s, "past.slips", "past.slips.of"), points.slips);
    if (review->decided && record->loser != NO_SEAT)
        add_change(bars, record->ending == ENDING_TIME ? "past.time" : "past.resigned",
                   points.ended);
    bars->parts[bars->count++] = (struct part){"past.end", 0, points.last, true};
}

static void write_change(int change, struct text *text)
{
    text_string(text, change > 0 ? "+" : change < 0 ? sign("−", "-") : "");
    text_number(text, change < 0 ? -change : change);
}

static void write_points(const struct screen *s, const struct part *part, char out[NUMBER_MAX])
{
    struct text text;
    text_init(&text, out, NUMBER_MAX);
    if (part->whole)
        words_say(&text, s->setup.language, "past.of", WITH(word_number("n", part->to)));
    else
        write_change(part->to - part->from, &text);
    CHECK(!text.overflow);
}

/* The bar runs in the direction of the language. */
static void put_bar(struct box box, int low, int high, const struct part *part)
{
    int first = part->from < part->to ? part->from : part->to;
    int last = part->from < part->to ? part->to : part->from;
    int from = (first - low) * box.w / (high - low), to = (last - low) * box.w / (high - low);
    unsigned look = part->whole              ? LOOK_ACCENT
                    : part->to >= part->from ? LOOK_GREEN | EDGE
                                             : LOOK_RED | EDGE;
    const char *block = part->whole              ? sign("█", "#")
                        : part->to >= part->from ? sign("█", "+")
                                                 : sign("█", "-");
    if (first == last && !part->whole)
        return;
    if (to == from)
        to = from + 1 <= box.w ? from + 1 : from--;
    put_times(canvas_rtl() ? box.x + box.w - to : box.x + from, box.y, look, block, to - from);
}

/* The label, the points and the bar of a part, from the start of the line. */
static void draw_part(const struct screen *s, struct box box, const struct bars *bars, int i)
{
    const struct part *part = &bars->parts[i];
    char number[NUMBER_MAX];
    bool rtl = canvas_rtl();
    unsigned look = LOOK_PLAIN | (part->whole ? BOLD : 0u);
    struct box head = {rtl ? box.x + box.w - bars->label_w : box.x, box.y, bars->label_w, 1};
    struct box middle = {rtl ? head.x - NUMBER_W : head.x + head.w + 1, box.y, NUMBER_W - 1, 1};
    struct box bar = {rtl ? box.x : middle.x + NUMBER_W, box.y, box.w - head.w - NUMBER_W - 1, 1};
    write_points(s, part, number);
    put_sentence(head, ALIGN_START, look, bars->labels[i]);
    if (part->whole)
        put_sentence(middle, ALIGN_END, look, number);
    else
        put(rtl ? middle.x : middle.x + middle.w - text_columns(number), box.y, look, number);
    put_bar(bar, bars->low, bars->high, part);
}

static void make_bars(const struct screen *s, struct bars *bars)
{
    char name[NAME_TEXT_MAX];
    *bars = (struct bars){.high = POINTS};
    list_parts(s, bars);
    screen_name_of(s, s->past->seat, name);
    for (int i = 0; i < bars->count; i++) {
        int to = bars->parts[i].to;
        say_into(s, bars->labels[i], LABEL_MAX, bars->parts[i].key,
                 WITH(word_string("name", name)));
        int w = text_columns(bars->labels[i]);
        bars->label_w = w > bars->label_w ? w : bars->label_w;
        bars->low = to < bars->low ? to : bars->low;
        bars->high = to > bars->high ? to : bars->high;
    }
}

/* ---- how far it is ---- */

void busy_draw(struct screen *s)
{
    const struct past *past = s->past;
    int w = SHEET_W < canvas_width() - 2 ? SHEET_W : canvas_width() - 2;
    struct box box = sheet_paper(s, w, 4);
    int64_t of = past->review.count > 0 ? past->review.count : 1;
    int done = (int)((int64_t)past->judged * box.w / of);
    put_times(canvas_rtl() ? box.x + box.w - done : box.x, box.y, LOOK_ACCENT, sign("█", "#"),
              done);
    put_times(canvas_rtl() ? box.x : box.x + done, box.y, LOOK_FAINT, sign("░", "."), box.w - done);
    box.y++;
    put_sentence((struct box){box.x, box.y, box.w, 1}, ALIGN_START, LOOK_FAINT,
                 words_find(s->setup.language, "tui.past.stop"));
}

/* ---- turns of luck ---- */

static void write_fate(const struct screen *s, const char *mark, struct text *text)
{
    const struct review *review = &s->past->review;
    const struct review_turn *turn = review_fate(review, s->past->seat, mark);
    char key[LABEL_MAX];
    struct text made;
    if (!turn)
        return;
    bool first = turn->from < 0, last = (uint32_t)turn->to >= review->walk.count;
    text_init(&made, key, sizeof key);
    text_string(&made, "past.");
    text_string(&made, mark);
    text_string(text, text->size > 0 ? "\n" : "");
    words_say(text, s->setup.language, key, WITH_NOTHING);
    text_char(text, ' ');
    write_change(chance_points(turn->luck), text);
    text_string(text, ", ");
    words_say(text, s->setup.language,
              first  ? "past.turn.deal"
              : last ? "past.turn.end"
                     : "past.turn.between",
              WITH(word_number("from", (int64_t)turn->from + 1),
                   word_number("to", (int64_t)turn->to + 1)));
}

/* ---- the sheet ---- */

static void draw_row(struct screen *s, struct box line, int i)
{
    unsigned look = i == s->sheet.at ? LOOK_BUTTON | INVERSE | BOLD : LOOK_PLAIN;
    put_ground(line, look);
    spots_add(s, SPOT_ROW, line, i);
    line.x++;
    line.w -= 2;
    line = put_row_key(line, look, i);
    put_sentence(line, ALIGN_START, look, s->sheet.rows[i].label);
}

/* Draws a paragraph and moves the box below it. */
static void draw_words(struct box *box, unsigned look, const char *words)
{
    int lines = put_paragraph((struct box){0, 0, box->w, 0}, 0, look, words);
    put_paragraph((struct box){box->x, box->y, box->w, lines}, 0, look, words);
    box->y += lines;
    box->h -= lines;
}

static int lines_of(const char *words, int w)
{
    return words[0] ? put_paragraph((struct box){0, 0, w, 0}, 0, LOOK_PLAIN, words) : 0;
}

void past_draw(struct screen *s)
{
    struct sheet *sheet = &s->sheet;
    int w = SHEET_W < canvas_width() - 2 ? SHEET_W : canvas_width() - 2;
    const char *about =
        words_find(s->setup.language, past_key_of(s, "past.about", "past.about.of"));
    char fate[LABEL_MAX * 2];
    struct text text;
    text_init(&text, fate, sizeof fate);
    write_fate(s, "lucky", &text);
    write_fate(s, "unlucky", &text);
    struct bars bars;
    make_bars(s, &bars);
    int need = lines_of(sheet->text, w - 4) + 1 + bars.count + lines_of(fate, w - 4) + 1 +
               sheet->rows_count + 2;
    int room = canvas_height() - 2 - need - lines_of(about, w - 4); /* without it if none is left */
    struct box inner = sheet_paper(s, w, room >= 0 ? need + lines_of(about, w - 4) : need);
    struct box box = inner;
    sheet->lines = sheet->shown = 0;
    draw_words(&box, LOOK_STRONG, sheet->text);
    box.y++;
    for (int i = 0; i < bars.count; i++, box.y++)
        draw_part(s, box, &bars, i);
    if (fate[0])
        draw_words(&box, LOOK_PLAIN, fate);
    if (room >= 0)
        draw_words(&box, LOOK_FAINT, about);
    for (int i = 0; i < sheet->rows_count; i++)
        draw_row(s, (struct box){inner.x, inner.y + inner.h - sheet->rows_count + i, inner.w, 1},
                 i);
}

/* ---- the curve ---- */

int curve_lines(const struct screen *s)
{
    if (!s->past || !s->past->reviewed || s->past->mode != PAST_REPLAY)
        return 0;
    return canvas_height() >= HIGH ? LINES_HIGH : LINES_LOW;
}

/* What the seat could think of its chance after so many moves. */
static double chance_at(const struct past *past, uint32_t at)
{
    const struct review *review = &past->review;
    double now = review->seat[past->seat].start;
    if (at == review->walk.count)
        return review->seat[past->seat].last;
    for (uint32_t i = 0; i < review->count && review->moves[i].ply <= at; i++) {
        const struct review_move *judged = &review->moves[i];
        if (judged->seat == past->seat && !judged->forced)
            now = judged->ply < at ? judged->verdict.value : judged->verdict.best_value;
    }
    return now;
}

int64_t curve_points(const struct screen *s)
{
    return chance_points(chance_at(s->past, s->reel->walk.at));
}

/* The column of a ply on the slider. */
static int column_of(const struct screen *s, struct box box, uint32_t ply)
{
    uint32_t count = s->reel->walk.count;
    return box.x + (count ? (int)((int64_t)ply * (box.w - 1) / count) : 0);
}

void curve_draw(struct screen *s, struct box box)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const letters[] = {" ", ".", ".", ".", ":", ":", ":", "#", "#"};
    uint32_t count = box.h > 0 ? s->reel->walk.count : 0;
    for (int column = 0; column < box.w && box.h > 0; column++) {
        uint32_t at = box.w > 1 ? (uint32_t)((int64_t)count * column / (box.w - 1)) : 0;
        int height = (int)(chance_at(s->past, at) * EIGHTHS * box.h + 0.5);
        for (int row = 0; row < box.h; row++) {
            int part = height - (box.h - 1 - row) * EIGHTHS;
            part = part < 0 ? 0 : part > EIGHTHS ? EIGHTHS : part;
            put(box.x + column, box.y + row, LOOK_FAINT, (canvas_ascii() ? letters : blocks)[part]);
        }
    }
}

/* Praise points up, a slip down. */
void curve_marks(struct screen *s, struct box box)
{
    const struct past *past = s->past;
    for (uint32_t i = 0; i < past->review.count; i++) {
        const struct review_move *judged = &past->review.moves[i];
        bool praise = judged->mark == MARK_ONLY;
        if (judged->seat == past->seat && judged->mark != MARK_NONE)
            put(column_of(s, box, judged->ply), box.y, (praise ? LOOK_ACCENT : LOOK_WARN) | BOLD,
                praise ? sign("▲", "^") : sign("▼", "v"));
    }
}
