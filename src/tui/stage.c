/* SPDX-License-Identifier: MIT */
/* What skins are given: the scene, the words, the look of things, and cards. */
#include "tui/past.h"

/* ---- the list ---- */

static const struct skin *const skins[] = {
#define SKIN(name) &skin_##name,
#include "tui/skins.def"
#undef SKIN
};

const struct skin *skin_of(const struct game *game)
{
    for (size_t i = 0; game && i < sizeof skins / sizeof *skins; i++)
        if (string_equal(skins[i]->game, game->name))
            return skins[i];
    return &skin_plain;
}

/* ---- what is there ---- */

/* Whose hand is drawn large. When a record shows everything, it is whoever is to play. */
static int viewer_of(const struct screen *screen)
{
    const struct reel *reel = screen->reel;
    if (!reel || reel->viewer != TRUTH)
        return screen->mirror->you;
    return reel->walk.state.head.actors ? __builtin_ctz(reel->walk.state.head.actors) : NO_SEAT;
}

void stage_set(struct screen *screen, struct box box)
{
    struct stage *stage = &screen->stage;
    const struct mirror *mirror = screen->mirror;
    stage->screen = screen;
    stage->language = screen->setup.language;
    stage->game = mirror->game;
    stage->view = &mirror->view.head;
    stage->viewer = viewer_of(screen);
    stage->draft = &screen->draft;
    stage->last = mirror->log_count > 0 ? &mirror->log[mirror->log_count - 1].events : NULL;
    stage->box = box;
    stage->focus = screen->focused && screen->focus.kind == SPOT_STEP ? &screen->focus.step : NULL;
    stage->zoom = screen->zoom;
    stage->window_ms = mirror->window ? mirror->window_until - system_millis() : 0;
    stage->items_count = mirror->game->scene(&mirror->view.head, stage->items);
    game_facts(mirror->game, &mirror->view.head, &stage->facts);
    stage->threats = screen->past && (screen->past->reviewed && !past_asks(screen));
    stage->quiet = mirror->aloud != ALOUD_OFF;
    if (stage->quiet)
        facts_quieten(&stage->facts);
}

const struct item *stage_item(const struct stage *stage, struct place place)
{
    const struct item *found = NULL; /* the topmost */
    for (int i = 0; i < stage->items_count; i++) {
        struct place at = stage->items[i].place;
        if (at.zone == place.zone && at.seat == place.seat && at.x == place.x && at.y == place.y)
            found = &stage->items[i];
    }
    return found;
}

int stage_count(const struct stage *stage, enum zone zone, int seat)
{
    int count = 0;
    for (int i = 0; i < stage->items_count; i++)
        if (stage->items[i].place.zone == zone && stage->items[i].place.seat == seat)
            count += stage->items[i].count;
    return count;
}

/* A seat's cards with visible faces, in card order; returns the count. */
static int stage_cards(const struct stage *stage, int seat, int16_t *pieces, int max)
{
    int count = 0;
    for (int i = 0; i < stage->items_count && count < max; i++) {
        const struct item *item = &stage->items[i];
        if (item->place.zone == ZONE_HAND && item->place.seat == seat && item->piece != NO_PIECE)
            pieces[count++] = item->piece;
    }
    return count;
}

void stage_piece(const struct stage *stage, int piece, char out[CARD_TEXT_MAX])
{
    struct text text;
    text_init(&text, out, CARD_TEXT_MAX);
    if (piece != NO_PIECE)
        stage->game->write_piece(piece, &text);
}

void stage_say(const struct stage *stage, char out[PHRASE_MAX], const char *key,
               const struct word_arg *args, int count)
{
    struct text text;
    text_init(&text, out, PHRASE_MAX);
    words_say(&text, stage->language, key, args, count);
}

void stage_name(const struct stage *stage, int seat, struct text *text)
{
    screen_write_name(stage->screen, seat, text);
}

struct step word_step(const char *word)
{
    struct step step = {.kind = STEP_CHOOSE, .place = {.seat = NO_SEAT}};
    struct text text;
    text_init(&text, step.word, sizeof step.word);
    text_string(&text, word);
    return step;
}

/* ---- flags ---- */

static unsigned fresh_flags(const struct stage *stage, struct place place)
{
    unsigned flags = 0;
    for (int i = 0; stage->last && i < stage->last->count; i++) {
        const struct event *event = &stage->last->list[i];
        if (event->kind != EVENT_MOVE)
            continue;
        flags |= place_equal(event->to, place) ? SPOT_FRESH : 0u;
        flags |= place_equal(event->from, place) ? SPOT_LEFT : 0u;
    }
    return flags;
}

unsigned stage_flags(const struct stage *stage, const struct step *step)
{
    unsigned flags = 0;
    struct spot spot = {.kind = SPOT_STEP, .step = *step};
    if (draft_can(stage->draft, step) && !stage->quiet)
        flags |= SPOT_LIT;
    if (draft_has(stage->draft, step))
        flags |= SPOT_HELD;
    if (spot_is_focus(stage->screen, &spot))
        flags |= SPOT_FOCUS;
    if (step->kind != STEP_CHOOSE && step->place.zone == ZONE_BOARD)
        flags |= fresh_flags(stage, step->place);
    return flags;
}

unsigned stage_spot(struct stage *stage, struct box box, const struct step *step)
{
    bool still = stage->screen->reel && !past_asks(stage->screen);
    struct spot *spot = still ? NULL : spots_add(stage->screen, SPOT_STEP, box, 0);
    unsigned flags = stage_flags(stage, step);
    if (spot) {
        spot->step = *step;
        spot->lit = (flags & SPOT_LIT) != 0 || screen_may_say(stage->screen, step);
    }
    return flags;
}

/* ---- cards ---- */

enum look colour_look(char letter)
{
    switch (letter) {
    case 'R': return LOOK_RED;
    case 'G': return LOOK_GREEN;
    case 'B': return LOOK_BLUE;
    case 'Y': return LOOK_YELLOW;
    default: return LOOK_WILD;
    }
}

static void put_centred(struct box box, int row, unsigned look, const char *text)
{
    if (text && row >= 0 && row < box.h)
        put(box.x + (box.w - text_columns(text)) / 2, box.y + row, look, text);
}

void put_card(struct box box, const struct card_face *face, unsigned flags)
{
    unsigned look = face->look | (flags & (SPOT_LIT | SPOT_HELD) ? BOLD : 0u);
    bool two = face->under && face->under[0] != '\0';
    int middle = two ? (box.h - 2) / 2 : (box.h - 1) / 2;
    put_ground(box, look);
    if (face->corner && box.h > 1) {
        put(box.x, box.y, look, face->corner);
        put(box.x + box.w - text_columns(face->corner), box.y + box.h - 1, look, face->corner);
    }
    struct box figure = {box.x + 1, box.y + 1, box.w - 2, box.h - (two ? 3 : 2)};
    if (face->large && face->middle && put_large(figure, look, face->middle))
        middle = figure.y + figure.h - 1 - box.y;
    else if (face->words)
        put_sentence((struct box){box.x, box.y + middle, box.w, 1}, ALIGN_CENTRE, look,
                     face->middle);
    else
        put_centred(box, middle, look, face->middle);
    put_centred(box, middle + 1, look, face->under);
}

void put_back(struct box box, int cards, unsigned flags)
{
    char number[CARD_TEXT_MAX];
    struct text text;
    for (int y = 0; y < box.h; y++)
        put_times(box.x, box.y + y, LOOK_BACK, sign("░", ":"), box.w);
    text_init(&text, number, sizeof number);
    text_char(&text, ' ');
    text_number(&text, cards);
    text_char(&text, ' ');
    put_centred(box, box.h / 2, LOOK_BACK | (flags & SPOT_LIT ? BOLD : 0u), number);
}

void put_marks(struct box box, unsigned flags)
{
    struct box around = {box.x - 1, box.y - 1, box.w + 2, box.h + 2};
    if (flags & SPOT_FOCUS)
        put_frame(around, FRAME_HEAVY, flags & SPOT_LIT ? LOOK_ACCENT | BOLD : LOOK_STRONG);
    else if (flags & SPOT_HELD)
        put_frame(around, FRAME_DOUBLE, LOOK_ACCENT);
    else if (flags & SPOT_LIT)
        put_frame(around, FRAME_ROUND, LOOK_ACCENT);
}

/* ---- hands ---- */

/* The first row to draw, so that the cursor is visible. */
static int first_row(const struct stage *stage, int across, int rows, int fit)
{
    int at = 0;
    if (stage->focus && stage->focus->place.zone == ZONE_HAND)
        at = stage->focus->place.x / across;
    if (rows <= fit || at < fit)
        return 0;
    return at >= rows ? rows - fit : at - fit + 1;
}

int hand_lines(const struct stage *stage, int width, const struct hand_style *style)
{
    int count = stage_count(stage, ZONE_HAND, stage->viewer), across = (width + 1) / (style->w + 1);
    if (across < 1 || stage->viewer == NO_SEAT)
        return 0;
    return (count + across - 1) / across * (style->h + 2);
}

void put_hand(struct stage *stage, struct box box, const struct hand_style *style)
{
    int16_t pieces[HAND_CARDS_MAX];
    int count = stage_cards(stage, stage->viewer, pieces, HAND_CARDS_MAX);
    int w = style->w, h = style->h, extra = 2; /* above for raised cards, below for marks */
    int across = (box.w + 1) / (w + 1);
    if (across < 1 || count == 0)
        return;
    int rows = (count + across - 1) / across;
    across = (count + rows - 1) / rows; /* balance the rows */
    while (rows * (h + extra) > box.h && h > style->h_min)
        h--;
    if (rows * (h + extra) > box.h)
        extra = 1;
    int fit = box.h / (h + extra) > 0 ? box.h / (h + extra) : 1;
    int first = first_row(stage, across, rows, fit);
    for (int i = first * across; i < count && i / across < first + fit; i++) {
        int in_row = count - i / across * across < across ? count - i / across * across : across;
        int left = box.x + (box.w - in_row * (w + 1) + 1) / 2;
        struct box card = {left + i % across * (w + 1),
                           box.y + (i / across - first) * (h + extra) + extra - 1, w, h};
        struct step step = take_step(ZONE_HAND, stage->viewer, i, 0, pieces[i]);
        unsigned flags = stage_spot(stage, card, &step);
        if (extra > 1 && flags & (SPOT_LIT | SPOT_HELD))
            card.y--;
        style->draw(stage, card, pieces[i], flags);
        put_under(card, flags);
    }
}

void put_under(struct box card, unsigned flags)
{
    int y = card.y + card.h, middle = card.x + card.w / 2;
    const char *bar = canvas_colours() ? "▀" : "━"; /* a half block would look like the card */
    if (flags & SPOT_FOCUS)
        put_times(card.x, y, flags & SPOT_LIT ? LOOK_ACCENT | BOLD : LOOK_STRONG, sign(bar, "="),
                  card.w);
    if (flags & SPOT_HELD)
        put(middle, y, LOOK_ACCENT | BOLD, sign("◆", "@"));
    else if (flags & SPOT_LIT && !(flags & SPOT_FOCUS))
        put(middle, y, LOOK_ACCENT | BOLD, sign("•", "*"));
}
