/* SPDX-License-Identifier: MIT */
/* The review of a finished game, its sheets, and the way from its replay to its moments. */
#include "tui/past.h"

#include "base/check.h"

enum { LUCK_MIN = 30 }; /* in points: the cards decided if they moved the chance by more */

bool past_asks(const struct screen *s)
{
    return s->past && s->past->mode == PAST_ASKS;
}

bool past_tells(const struct screen *s)
{
    return s->past && s->past->mode == PAST_TELLS;
}

/* ---- the review ---- */

/* A single seat of the reader is told as theirs; else it is that of whose eyes are used, or the
 * first person's, by name. */
static void choose_seat(struct past *past, int viewer)
{
    const struct record *record = &past->review.record;
    int seats = past->review.walk.state.head.seats, seat = 0;
    past->named = past->mine == 0 || (past->mine & (past->mine - 1)) != 0;
    while (seat < seats &&
           (past->mine ? !(past->mine >> seat & 1) : record->seats[seat].owner != HOLDER_PERSON))
        seat++;
    past->seat = !past->mine && viewer >= 0 ? viewer : seat < seats ? seat : 0;
}

void past_open(struct screen *s, const char *record, size_t size, uint16_t mine)
{
    static struct past past; /* large, but untouched pages cost nothing */
    past.record = record;
    past.size = size;
    past.mine = mine;
    past.reviewed = false;
    past.judging = NULL;
    past.mode = PAST_REPLAY;
    s->past = &past;
}

int past_viewer(const struct past *past)
{
    bool one = past->mine != 0 && (past->mine & (past->mine - 1)) == 0;
    return one ? __builtin_ctz(past->mine) : TRUTH;
}

void past_drop(struct screen *s)
{
    if (!s->past)
        return;
    judging_drop(s->past->judging);
    s->past->judging = NULL;
}

/* Whoever came from a table goes back there. */
void past_stop(struct screen *s)
{
    past_drop(s);
    s->leaving = s->behind != NULL;
}

static void sheet_past(struct screen *s);

void past_review(struct screen *s)
{
    struct past *past = s->past;
    if (!past)
        return;
    past_drop(s); /* an answer is no longer waited for */
    if (past->reviewed) {
        sheet_past(s);
        return;
    }
    const char *reason = review_open(&past->review, past->record, past->size, 0);
    if (!reason)
        past->judging = judging_review(&past->review);
    if (!past->judging) {
        notice_say(s, true, reason ? reason : "past.failed", WITH_NOTHING);
        return;
    }
    past->judged = 0;
    choose_seat(past, s->reel->viewer);
    sheet_open(s, SHEET_BUSY, "past.busy");
}

/* The box remembers what was found for its owner, if the game is there. */
static void keep_found(const struct past *past)
{
    const struct review_seat *of = &past->review.seat[past->seat];
    const struct boxed_judged found = {of->luck, of->others, of->slips, of->decisions - of->forced};
    char id[BOXED_ID_MAX];
    if (past->named)
        return;
    boxed_name(past->record, past->size, id);
    box_judge(id, &found);
}

static void take_review(struct screen *s)
{
    past_drop(s);
    s->past->reviewed = true;
    keep_found(s->past);
    sheet_past(s);
}

void past_tick(struct screen *s)
{
    struct past *past = s->past;
    if (!past || !past->judging || !judging_done(past->judging, &past->judged))
        return;
    if (past->mode == PAST_REPLAY) {
        take_review(s);
    } else {
        past_drop(s);
        past->known = true;
        past_story(s, 0);
    }
}

void past_seat(struct screen *s, int seat)
{
    s->past->seat = seat;
    sheet_past(s);
}

/* ---- the sheet ---- */

const char *past_key_of(const struct screen *s, const char *key, const char *named)
{
    return s->past->named ? named : key;
}

static void add_words(const struct screen *s, struct text *text, const char *key, int64_t n)
{
    char name[NAME_TEXT_MAX];
    screen_name_of(s, s->past->seat, name);
    text_string(text, text->size > 0 ? " " : "");
    words_say(text, s->setup.language, key, WITH(word_string("name", name), word_number("n", n)));
}

/* The result in a few words. */
static void write_words(const struct screen *s, struct text *text)
{
    const struct past *past = s->past;
    const struct game *game = s->mirror->game;
    const int *marks = past->review.seat[past->seat].marks;
    int luck = review_points(&past->review, past->seat).luck;
    int slips = marks[MARK_SLIP] + marks[MARK_MISS] + marks[MARK_GIFT];
    if (game->hidden || game->chance)
        add_words(s, text,
                  luck > LUCK_MIN    ? past_key_of(s, "past.cards.kind", "past.cards.kind.of")
                  : luck < -LUCK_MIN ? past_key_of(s, "past.cards.hard", "past.cards.hard.of")
                                     : past_key_of(s, "past.cards.even", "past.cards.even.of"),
                  0);
    add_words(s, text,
              slips > 0 ? "past.slips.count"
                        : past_key_of(s, "past.slips.none", "past.slips.none.of"),
              slips);
    if (marks[MARK_ONLY] > 0)
        add_words(s, text, past_key_of(s, "past.only.count", "past.only.of.count"),
                  marks[MARK_ONLY]);
}

static void add_row(struct screen *s, enum act act, int number, const char *key)
{
    sheet_row(s, (struct button){.act = act, .number = number}, key);
}

/* Whose game it is; the next choice. */
static void add_seat(struct screen *s)
{
    const struct past *past = s->past;
    char name[NAME_TEXT_MAX], label[LABEL_MAX];
    int seats = s->mirror->seats, next = past->seat;
    struct text text;
    do
        next = (next + 1) % seats;
    while (past->mine && !(past->mine >> next & 1));
    struct button *row =
        sheet_row(s, (struct button){.act = ACT_PAST_SEAT, .number = next}, "past.seat");
    screen_name_of(s, past->seat, name);
    text_init(&text, label, sizeof label);
    text_string(&text, row->label);
    text_string(&text, ": ");
    text_string(&text, name);
    memcpy(row->label, label, sizeof label);
}

static void sheet_past(struct screen *s)
{
    struct past *past = s->past;
    const struct game *game = s->mirror->game;
    bool cards = (game->hidden || game->chance) && !past->named;
    struct text text;
    if (past->mode != PAST_REPLAY)
        reel_show(s->reel, past_moment(past)->ply, past->eyes);
    past->mode = PAST_REPLAY;
    s->draft.game = NULL;
    s->draft.count = 0;
    if (cards)
        sheet_open(s, SHEET_PAST, "past.title");
    else
        sheet_open(s, SHEET_PAST, "past.title.open");
    text_init(&text, s->sheet.text, sizeof s->sheet.text);
    write_words(s, &text);
    past->moments = review_moments(&past->review, past->seat, past->moment);
    if (past->moments > 0)
        add_row(s, ACT_MOMENT, 0, "past.moments");
    add_row(s, ACT_CLOSE, 0, "tui.past.replay");
    if (past->named)
        add_seat(s);
    add_row(s, ACT_LEAVE, 0, "tui.past.leave");
}

/* ---- the replay ---- */

void past_jump(struct screen *s, int direction)
{
    struct reel *reel = s->reel;
    const struct review *review = &s->past->review;
    int64_t at = reel->walk.at, found = -1;
    for (uint32_t i = 0; i < review->count; i++) {
        const struct review_move *judged = &review->moves[i];
        int64_t ply = judged->ply;
        if (judged->seat != s->past->seat || judged->mark == MARK_NONE)
            continue;
        if (direction > 0 ? ply > at && found < 0 : ply < at)
            found = ply;
    }
    if (found >= 0)
        reel_show(reel, (uint32_t)found, reel->viewer);
}

/* ---- playing on ---- */

/* Who is to play there: whoever's game it is, or whoever's eyes are used, or who is to move. */
static int seat_of(const struct screen *s)
{
    const struct reel *reel = s->reel;
    if (s->past->mode != PAST_REPLAY)
        return s->past->seat;
    if (reel->viewer >= 0)
        return reel->viewer;
    uint16_t actors = reel->walk.state.head.actors;
    return actors ? __builtin_ctz(actors) : NO_SEAT;
}

static uint32_t ply_of(const struct screen *s)
{
    return s->past->mode == PAST_REPLAY ? s->reel->walk.at : past_moment(s->past)->ply;
}

void past_on(struct screen *s)
{
    const struct game *game = s->mirror->game;
    bool cards = game->hidden || game->chance;
    char name[NAME_TEXT_MAX];
    uint32_t ply = ply_of(s);
    int seat = seat_of(s);
    struct text text;
    if (seat == NO_SEAT || s->reel->walk.state.head.actors == 0) {
        notice_say(s, true, "tui.past.over", WITH_NOTHING);
        return;
    }
    sheet_open(s, SHEET_TEXT, "past.on.title");
    text_init(&text, s->sheet.text, sizeof s->sheet.text);
    words_say(&text, s->setup.language, ply > 0 ? "past.on.moves" : "past.on.start",
              WITH(word_number("n", ply)));
    text_char(&text, ' ');
    words_say(&text, s->setup.language, cards ? "past.on.cards" : "past.on.kept", WITH_NOTHING);
    screen_name_of(s, seat, name);
    text_char(&text, '\n');
    words_say(&text, s->setup.language, "tui.past.seat", WITH(word_string("name", name)));
    for (int i = 0; i < LEVELS_COUNT; i++) {
        struct button *row =
            sheet_row(s, (struct button){.act = ACT_ON_LEVEL, .number = i}, "past.on.title");
        text_init(&text, row->label, sizeof row->label);
        text_string(&text, words_name(s->setup.language, "level.", level_name(i)));
    }
}

void past_play_on(struct screen *s, int level)
{
    s->wish = (struct screen_wish){
        .record = s->past->record,
        .size = s->past->size,
        .ply = ply_of(s),
        .seat = seat_of(s),
        .level = level_name(level),
    };
    s->leaving = true;
}
