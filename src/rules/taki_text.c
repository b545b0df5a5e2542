/* SPDX-License-Identifier: MIT */
/*
 * Super Taki in words: the notation of cards, moves and positions, which positions are impossible,
 * and why a move is refused.
 */
#include <string.h>

#include "rules/taki.h"

static const char colour_letters[] = "RGBY";
static const char *const figure_names[FIGURES] = {
    "1", "+2", "3", "4", "5", "6", "7", "8", "9", "stop", "turn", "plus", "taki",
};
static const char *const colourless_names[KINDS - COLOURED] = {
    "color", "super", "king", "+3", "break",
};
static const char *const words[WORDS_END - DRAW] = {
    "draw",   "take",   "close",  "end",    "pass",   "last",   "catch0", "catch1",
    "catch2", "catch3", "catch4", "catch5", "catch6", "catch7", "catch8", "catch9",
};

/* ---- writing ---- */

static void write_face(struct text *text, int face)
{
    int kind = face_kind(face);
    if (kind < COLOURED) {
        text_char(text, colour_letters[face_colour(kind)]);
        text_string(text, figure_names[face_figure(kind)]);
        return;
    }
    text_string(text, colourless_names[kind - COLOURED]);
    if (face != kind) {
        text_char(text, '=');
        text_char(text, colour_letters[face_colour(face)]);
    }
}

void taki_write_piece(int piece, struct text *text)
{
    write_face(text, piece - 1);
}

void taki_write_move(const struct state *state, move chosen, struct text *text)
{
    (void)state; /* notation depends only on the move */
    int face = (int)chosen - 1;
    if (face < DRAW)
        write_face(text, face);
    else
        text_string(text, words[face - DRAW]);
}

/* Pile and discards, from the top. */
static void write_heap(struct text *text, const uint8_t *faces, int count)
{
    for (int i = count - 1; i >= 0; i--) {
        write_face(text, faces[i]);
        if (i > 0)
            text_char(text, ',');
    }
    if (count == 0)
        text_char(text, '-');
}

static void write_hidden(struct text *text, int count)
{
    text_char(text, '#');
    text_number(text, count);
}

static void write_hand(struct text *text, const struct taki *t, int seat)
{
    if (seat_in(t->hidden, seat)) {
        write_hidden(text, t->held[seat]);
        return;
    }
    int left = t->held[seat];
    if (left == 0)
        text_char(text, '-');
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = hand_count(&t->hand[seat], kind); i > 0; i--) {
            write_face(text, kind);
            if (--left > 0)
                text_char(text, ',');
        }
    }
}

static void write_phase(struct text *text, const struct taki *t)
{
    switch ((enum taki_phase)t->phase) {
    case TAKI_PLAY: text_string(text, "play"); return;
    case TAKI_OWE:
        text_string(text, "owe");
        text_number(text, t->chain);
        return;
    case TAKI_FREE: text_string(text, "free"); return;
    case TAKI_RUN: text_string(text, "run"); return;
    case TAKI_REACT: break;
    }
    text_string(text, "react");
    if (t->chain > 0)
        text_number(text, t->chain);
    text_char(text, ':');
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (seat_in(t->passed, seat))
            text_number(text, seat);
    }
    if (t->passed == 0)
        text_char(text, '-');
}

static void write_signs(struct text *text, const struct taki *t)
{
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (seat_in(t->duty, seat))
            text_char(text, '?');
        else
            text_char(text, seat_in(t->called, seat) ? '!' : '.');
    }
}

static void write_stages(struct text *text, const struct taki *t)
{
    if (t->head.option[OPTION_MODE] == MODE_GAME) {
        text_char(text, '-');
        return;
    }
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (seat > 0)
            text_char(text, '/');
        text_number(text, t->stage[seat]);
    }
}

void taki_write_state(const struct state *state, struct text *text)
{
    const struct taki *t = (const struct taki *)state;
    write_heap(text, t->discard, t->discard_count);
    text_char(text, ' ');
    for (int seat = 0; seat < state->seats; seat++) {
        if (seat > 0)
            text_char(text, '/');
        write_hand(text, t, seat);
    }
    text_char(text, ' ');
    if (t->face_down)
        write_hidden(text, t->pile_count);
    else
        write_heap(text, t->pile, t->pile_count);
    text_char(text, ' ');
    text_number(text, t->turn);
    text_char(text, t->backward ? '<' : '>');
    text_char(text, ' ');
    write_phase(text, t);
    text_string(text, t->open ? " open " : " shut ");
    write_signs(text, t);
    text_char(text, ' ');
    write_stages(text, t);
    text_char(text, ' ');
    text_number(text, t->stuck);
    if (t->streamed) {
        text_char(text, ' ');
        chance_write(&t->stream, text);
    }
}

/* ---- impossible positions ---- */

static const char *count_flaw(const struct taki *t)
{
    uint8_t seen[KINDS] = {0};
    int shown = 0, hidden = t->face_down ? t->pile_count : 0;
    for (int i = 0; i < t->discard_count; i++)
        seen[face_kind(t->discard[i])]++;
    for (int i = 0; i < t->pile_count && !t->face_down; i++)
        seen[t->pile[i]]++;
    for (int seat = 0; seat < t->head.seats; seat++)
        hidden += seat_in(t->hidden, seat) ? t->held[seat] : 0;
    for (int kind = 0; kind < KINDS; kind++) {
        int count = seen[kind];
        for (int seat = 0; seat < t->head.seats; seat++)
            count += hand_count(&t->hand[seat], kind);
        if (count > kind_copies(kind))
            return "taki.position.copies";
        shown += count;
    }
    return shown + hidden > DECK_SIZE ? "taki.position.hidden" : NULL;
}

/* TR19 may have shuffled away the +3 that a window is about, so it need not be on top. */
static const char *phase_flaw(const struct taki *t)
{
    int lead = leading(t), top = t->discard[t->discard_count - 1];
    bool owed = t->phase == TAKI_OWE || (t->phase == TAKI_REACT && t->chain > 0);
    if (owed && face_figure(lead) != FIGURE_PLUS2)
        return "taki.position.owe";
    if (t->phase == TAKI_FREE && top != KING)
        return "taki.position.free";
    if (t->phase == TAKI_RUN && face_figure(top) == NO_FIGURE)
        return "taki.position.run";
    if ((t->phase == TAKI_RUN || t->phase == TAKI_FREE) && t->held[t->turn] == 0)
        return "taki.position.empty"; /* TR24 */
    if (t->open && (t->phase == TAKI_RUN || face_figure(lead) == NO_FIGURE))
        return "taki.position.open";
    return NULL;
}

static const char *sign_flaw(const struct taki *t)
{
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (seat_in(t->duty | t->called, seat) && t->held[seat] != 1)
            return "taki.position.sign";
    }
    return t->duty != 0 && t->head.option[OPTION_CALL] == CALL_AUTO ? "taki.position.auto" : NULL;
}

/* Only these may have no cards: the one winner; the player who laid a +3 that may still be broken
 * (TR9); in a pyramid, anyone who could draw none for a later stage (TR28). After the end: TR23. */
static const char *end_flaw(const struct taki *t)
{
    int winners = 0;
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (t->held[seat] > 0 || (t->phase == TAKI_REACT && seat == t->turn))
            continue;
        if (last_stage(t, seat))
            winners++;
        else if (t->stage[seat] == DEAL_SIZE)
            return "taki.position.empty";
    }
    if (winners > 1 || (winners == 1 && (t->phase != TAKI_PLAY || t->open)))
        return "taki.position.empty";
    if (t->stuck == 0)
        return NULL;
    if (winners > 0 || t->phase != TAKI_PLAY || t->pile_count > 0 || t->discard_count > 1 ||
        (t->stuck == t->head.seats && t->open))
        return "taki.position.stuck";
    return NULL;
}

const char *taki_flaw(const struct taki *t)
{
    if (leading_at(t) < 0)
        return "taki.position.lead";
    const char *flaw = count_flaw(t);
    if (!flaw)
        flaw = phase_flaw(t);
    if (!flaw)
        flaw = sign_flaw(t);
    return flaw ? flaw : end_flaw(t);
}

/* ---- reading ---- */

static bool scan_name(struct scan *scan, const char *const *names, int count, int *index)
{
    for (int i = 0; i < count; i++) {
        if (scan_string(scan, names[i])) {
            *index = i;
            return true;
        }
    }
    return false;
}

/* A card as it is in a hand. No name is a prefix of another. */
static bool scan_kind(struct scan *scan, int *kind)
{
    struct scan ahead = *scan;
    int colour, index;
    if (scan_name(&ahead, colourless_names, KINDS - COLOURED, &index))
        *kind = COLOURED + index;
    else if (scan_one_of(&ahead, colour_letters, &colour) &&
             scan_name(&ahead, figure_names, FIGURES, &index))
        *kind = colour * FIGURES + index;
    else
        return false;
    *scan = ahead;
    return true;
}

/* A card with its declared colour, if it has one. */
static bool scan_face(struct scan *scan, int *face)
{
    struct scan ahead = *scan;
    int kind, colour;
    if (!scan_kind(&ahead, &kind))
        return false;
    *face = kind;
    if ((kind == COLOR || kind == SUPER) && scan_char(&ahead, '=')) {
        if (!scan_one_of(&ahead, colour_letters, &colour))
            return false;
        *face = (kind == COLOR ? COLOR_AS : SUPER_AS) + colour;
    }
    *scan = ahead;
    return true;
}

int taki_read_piece(const char *text)
{
    struct scan scan = {text};
    int face;
    return scan_face(&scan, &face) && scan_end(&scan) ? face + 1 : NO_PIECE;
}

/* The text lists cards from the top; a heap has its top last. */
static void turn_over(uint8_t *faces, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        uint8_t face = faces[i];
        faces[i] = faces[j];
        faces[j] = face;
    }
}

static const char *read_discards(struct taki *t, struct scan *scan)
{
    do {
        int face;
        if (!scan_face(scan, &face))
            return "taki.position.discards";
        if (face == COLOR || face == SUPER)
            return "taki.position.colour";
        if (t->discard_count == DECK_SIZE)
            return "taki.position.copies";
        t->discard[t->discard_count++] = (uint8_t)face;
    } while (scan_char(scan, ','));
    turn_over(t->discard, t->discard_count);
    return NULL;
}

static bool scan_hidden(struct scan *scan, uint8_t *count)
{
    int64_t number;
    struct scan ahead = *scan;
    if (!scan_char(&ahead, '#') || !scan_number(&ahead, 1, DECK_SIZE, &number))
        return false;
    *count = (uint8_t)number;
    *scan = ahead;
    return true;
}

static const char *read_hand(struct taki *t, int seat, struct scan *scan)
{
    if (scan_char(scan, '-'))
        return NULL;
    if (scan_hidden(scan, &t->held[seat])) {
        t->hidden |= seat_bit(seat);
        return NULL;
    }
    int before = 0;
    do {
        int kind;
        if (!scan_kind(scan, &kind))
            return "taki.position.hands";
        if (kind < before)
            return "taki.position.order";
        if (hand_count(&t->hand[seat], kind) == kind_copies(kind))
            return "taki.position.copies";
        hand_add(&t->hand[seat], kind);
        t->held[seat]++;
        before = kind;
    } while (scan_char(scan, ','));
    return NULL;
}

/* The number of hands is the number of players. */
static const char *read_hands(struct taki *t, struct scan *scan)
{
    int seats = 0;
    do {
        if (seats == SEATS_MAX)
            return "taki.position.seats";
        const char *reason = read_hand(t, seats++, scan);
        if (reason)
            return reason;
    } while (scan_char(scan, '/'));
    if (seats < 2 || (t->head.seats != 0 && t->head.seats != seats))
        return "taki.position.seats";
    t->head.seats = (uint8_t)seats;
    return NULL;
}

static const char *read_pile(struct taki *t, struct scan *scan)
{
    if (scan_char(scan, '-'))
        return NULL;
    if (scan_hidden(scan, &t->pile_count)) {
        t->face_down = 1;
        return NULL;
    }
    do {
        int kind;
        if (!scan_kind(scan, &kind))
            return "taki.position.pile";
        if (t->pile_count == DECK_SIZE)
            return "taki.position.copies";
        t->pile[t->pile_count++] = (uint8_t)kind;
    } while (scan_char(scan, ','));
    turn_over(t->pile, t->pile_count);
    return NULL;
}

static const char *read_turn(struct taki *t, struct scan *scan)
{
    int64_t seat;
    int direction;
    if (!scan_number(scan, 0, t->head.seats - 1, &seat) || !scan_one_of(scan, "><", &direction))
        return "taki.position.turn";
    t->turn = (uint8_t)seat;
    t->backward = (uint8_t)direction;
    return NULL;
}

static bool scan_chain(struct scan *scan, int min, uint16_t *chain)
{
    int64_t number;
    if (!scan_number(scan, min, CHAIN_MAX, &number))
        return false;
    *chain = (uint16_t)number;
    return true;
}

/* After `react`: the length of the chain if there is one, and who has passed. */
static const char *read_window(struct taki *t, struct scan *scan)
{
    static const char seats[] = "0123456789";
    int seat, before = -1, others = t->head.seats - 1;
    t->phase = TAKI_REACT;
    if (!scan_char(scan, ':') && !(scan_chain(scan, 2, &t->chain) && scan_char(scan, ':')))
        return "taki.position.phase";
    if (scan_char(scan, '-'))
        return NULL;
    for (; scan_one_of(scan, seats, &seat); before = seat, others--) {
        if (seat <= before || seat >= t->head.seats || seat == t->turn || others == 1)
            return "taki.position.passed";
        t->passed |= seat_bit(seat);
    }
    return before < 0 ? "taki.position.passed" : NULL;
}

static const char *read_phase(struct taki *t, struct scan *scan)
{
    if (scan_string(scan, "react"))
        return read_window(t, scan);
    if (scan_string(scan, "play"))
        t->phase = TAKI_PLAY;
    else if (scan_string(scan, "free"))
        t->phase = TAKI_FREE;
    else if (scan_string(scan, "run"))
        t->phase = TAKI_RUN;
    else if (scan_string(scan, "owe") && scan_chain(scan, 1, &t->chain))
        t->phase = TAKI_OWE;
    else
        return "taki.position.phase";
    return NULL;
}

static const char *read_open(struct taki *t, struct scan *scan)
{
    t->open = scan_string(scan, "open");
    return t->open || scan_string(scan, "shut") ? NULL : "taki.position.open";
}

static const char *read_signs(struct taki *t, struct scan *scan)
{
    enum { NO_DUTY, DUTY, CALLED };
    for (int seat = 0; seat < t->head.seats; seat++) {
        int sign;
        if (!scan_one_of(scan, ".?!", &sign))
            return "taki.position.signs";
        t->duty |= sign == DUTY ? seat_bit(seat) : 0;
        t->called |= sign == CALLED ? seat_bit(seat) : 0;
    }
    return scan_one_of(scan, ".?!", &(int){0}) ? "taki.position.signs" : NULL;
}

static const char *read_stages(struct taki *t, struct scan *scan)
{
    int64_t stage;
    if (t->head.option[OPTION_MODE] == MODE_GAME)
        return scan_char(scan, '-') ? NULL : "taki.position.stages";
    for (int seat = 0; seat < t->head.seats; seat++) {
        if ((seat > 0 && !scan_char(scan, '/')) || !scan_number(scan, 1, DEAL_SIZE, &stage))
            return "taki.position.stages";
        t->stage[seat] = (uint8_t)stage;
    }
    return NULL;
}

static const char *read_stuck(struct taki *t, struct scan *scan)
{
    int64_t stuck;
    if (!scan_number(scan, 0, t->head.seats, &stuck))
        return "taki.position.stuck";
    t->stuck = (uint8_t)stuck;
    return NULL;
}

/* The stream may be missing; a text that hides cards has none. */
static const char *read_stream(struct taki *t, struct scan *scan)
{
    if (scan_end(scan))
        return NULL;
    if (!scan_char(scan, ' '))
        return "taki.position.fields";
    if (!chance_read(&t->stream, scan) || !scan_end(scan) || t->hidden != 0 || t->face_down)
        return "taki.position.rng";
    t->streamed = 1;
    return NULL;
}

const char *taki_read_state(struct state *state, const char *text)
{
    static const char *(*const fields[])(struct taki *, struct scan *) = {
        read_discards, read_hands, read_pile,   read_turn,  read_phase,
        read_open,     read_signs, read_stages, read_stuck,
    };
    struct taki *t = (struct taki *)state;
    struct scan scan = {text};
    const char *reason = NULL;
    for (size_t i = 0; i < sizeof fields / sizeof *fields && !reason; i++) {
        if (i > 0 && !scan_char(&scan, ' '))
            return "taki.position.fields";
        reason = fields[i](t, &scan);
    }
    if (!reason)
        reason = read_stream(t, &scan);
    if (!reason)
        reason = taki_flaw(t);
    if (reason)
        return reason;
    state->viewer = t->hidden != 0 || t->face_down ? SPECTATOR : TRUTH;
    state->actors = taki_actors(t);
    return NULL;
}

/* ---- refusals ---- */

/* What a move's text says: a face or a word, or a change colour without a colour. */
static bool read_saying(const char *text, int *face)
{
    struct scan scan = {text};
    int word;
    if (scan_name(&scan, words, WORDS_END - DRAW, &word))
        *face = DRAW + word;
    else if (!scan_face(&scan, face))
        return false;
    return scan_end(&scan);
}

static const char *refuse_word(const struct taki *t, enum word word)
{
    switch (word) {
    case DRAW:
        switch ((enum taki_phase)t->phase) {
        case TAKI_OWE: return "taki.T9.draw";
        case TAKI_FREE: return "taki.TR2.king";
        case TAKI_RUN: return "taki.TR2.run";
        case TAKI_PLAY:
        case TAKI_REACT: break;
        }
        return can_draw(t) ? "taki.TR29.draw" : "taki.TR20.draw";
    case TAKE: return "taki.T9.take";
    case CLOSE: return t->phase == TAKI_RUN ? "taki.TR14.close" : "taki.T14.close";
    case END: return t->phase == TAKI_OWE ? "taki.T9.answer" : "taki.TR2.end";
    case PASS: return "taki.TR4.pass";
    case LAST: return "taki.TR18.duty";
    case CATCH:
    case WORDS_END: break;
    }
    return "taki.notation.unknown";
}

/* TR32 */
static const char *refuse_catch(const struct taki *t, int seat, int other)
{
    if (t->head.option[OPTION_CALL] != CALL_CATCH)
        return "taki.TR32.off";
    return seat == other ? "taki.TR32.self" : "taki.TR32.duty";
}

/* A card that the phase or the leading card does not allow. */
static const char *refuse_kind(const struct taki *t, int kind)
{
    if (t->phase == TAKI_OWE && kind == COLOR)
        return "taki.T11.active";
    if (t->phase == TAKI_OWE && kind == SUPER)
        return "taki.T15.active";
    if (kind == BREAK)
        return t->phase == TAKI_RUN ? "taki.TR13.break" : "taki.TR7.plus2";
    if (t->phase == TAKI_OWE)
        return "taki.T9.answer";
    return t->phase == TAKI_RUN ? "taki.T12.colour" : "taki.T5.match";
}

static const char *refuse_card(const struct taki *t, int seat, int face)
{
    int kind = face_kind(face);
    if (!seat_in(t->hidden, seat) && (t->hand[seat].first & KIND(kind)) == 0)
        return "taki.T5.hand";
    if ((taki_playable(t) & KIND(kind)) == 0)
        return refuse_kind(t, kind);
    if (face == COLOR)
        return "taki.T11.colour";
    if (face == SUPER && leading(t) == KING)
        return "taki.TR12.colour";
    if (face >= SUPER_AS && leading(t) != KING)
        return "taki.T15.colour";
    return "game.move.hidden";
}

static const char *refuse_in_window(const struct taki *t, int seat, int face)
{
    if (seat == t->turn)
        return "taki.TR4.wait";
    if (seat_in(t->passed, seat))
        return "taki.TR4.passed";
    return face == BREAK ? refuse_card(t, seat, face) : "taki.TR4.window";
}

const char *taki_refusal(const struct state *state, int seat, const char *text)
{
    const struct taki *t = (const struct taki *)state;
    int face;
    if (!read_saying(text, &face))
        return "taki.notation.unknown";
    if (state_over(state))
        return "game.move.over";
    if (face >= CATCH)
        return refuse_catch(t, seat, face - CATCH);
    if (face == LAST)
        return refuse_word(t, LAST);
    if (t->phase == TAKI_REACT)
        return refuse_in_window(t, seat, face);
    if (face == PASS)
        return refuse_word(t, PASS);
    if (seat != t->turn)
        return face == BREAK ? "taki.T20.window" : "taki.T4.turn";
    return face >= DRAW ? refuse_word(t, (enum word)face) : refuse_card(t, seat, face);
}

/* What the gestures say; false if they say nothing. */
static bool write_saying(const struct step *take, const struct step *last, struct text *text)
{
    bool colour = last->kind == STEP_CHOOSE && last->word[0] != '\0' && last->word[1] == '\0';
    if (last->kind == STEP_CHOOSE && !colour) {
        text_string(text, last->word);
        return true;
    }
    if (!take || take->piece == NO_PIECE)
        return false;
    taki_write_piece(take->piece, text);
    if (colour) {
        text_char(text, '=');
        text_string(text, last->word);
    }
    return true;
}

const char *taki_refuse_steps(const struct state *state, int seat, const struct step *steps,
                              int count)
{
    const struct step *take = NULL, *last = &steps[count - 1];
    char wanted[MOVE_TEXT_MAX];
    struct text text;
    for (int i = 0; i < count; i++) {
        take = steps[i].kind == STEP_TAKE ? &steps[i] : take;
        if (steps[i].kind != STEP_PUT || !take)
            continue;
        last = &steps[i]; /* laid and still here, so it waits for its colour */
        break;
    }
    text_init(&text, wanted, sizeof wanted);
    if (!write_saying(take, last, &text))
        return NULL;
    const char *reason = taki_refusal(state, seat, wanted);
    bool unclear = string_equal(reason, "taki.notation.unknown") ||
                   string_equal(reason, "game.move.hidden"); /* legal, but not in this order */
    return unclear ? NULL : reason;
}
