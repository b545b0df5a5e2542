/* SPDX-License-Identifier: MIT */
/*
 * Super Taki, rules T1–T24 and rulings TR1–TR32 of docs/rules/taki.en.md. Cards and state are in
 * taki.h, notation and refusals in taki_text.c, views and scenes in taki_view.c.
 *
 * The phases and how each is left; "next" is PLAY of the next seat.
 *
 *     PLAY    a card, draw, a breaker ──▶ next      plus ──▶ PLAY      +2 ──▶ OWE of the next seat
 *             taki, or onto an open run ──▶ RUN     king ──▶ FREE      +3 ──▶ REACT
 *     OWE     take ──▶ next                         king ──▶ FREE      +3 ──▶ REACT
 *             +2 ──▶ OWE of the next seat
 *     RUN     a card of the colour ──▶ RUN          king ──▶ FREE      +3 ──▶ REACT
 *             close, end ──▶ as its last card alone, a change colour ──▶ next
 *     FREE    end ──▶ next                          a card ──▶ as from PLAY
 *     REACT   all pass, or one breaks ──▶ next      all pass on a chain ──▶ OWE of the next seat
 *
 * The game is over when a hand is empty, except while its last card, a +3, may still be broken; in
 * a pyramid, only if that hand's stage is the last; or when nobody can lay or draw (TR20).
 *
 * Invariants
 *   1. No kind lies in more copies than the deck has. A position that was read need not hold all.
 *   2. `held` is the size of each hand; a seat with a bit in `duty` or `called` holds one card.
 *   3. Pile and discards have their top card last and zeros after it. Some discard leads (T21).
 *   4. `passed` is 0 except in a window, `chain` except in OWE and in a window on an owed +2.
 *   5. `open` needs a leading card with a colour that is not a change colour; it is 0 in RUN and
 *      FREE.
 *   6. `stuck` is 0 unless there is nothing to draw.
 *   7. What is hidden is zero, and nothing is hidden in a truth.
 *
 * Viewers know everything except the other hands, the order of the pile and the stream.
 */
#include "rules/taki.h"

#include <stddef.h>

#include "base/check.h"

enum {
    DRAW_FOR_SILENCE = 4,
    PLIES_LIMIT = 1000000, /* ten aimless players in a pyramid need 170,000, rarely twice that */
};

/* ---- who is next ---- */

static uint16_t all_seats(const struct taki *t)
{
    return (uint16_t)((1u << t->head.seats) - 1);
}

static bool is_over(const struct taki *t)
{
    if (t->stuck == t->head.seats)
        return true;
    if (t->phase != TAKI_PLAY)
        return false;
    for (int seat = 0; seat < t->head.seats; seat++) {
        if (t->held[seat] == 0 && last_stage(t, seat))
            return true;
    }
    return false;
}

/* TR18: players who must call may act at any time. TR32: so may those who may catch them. */
static inline uint16_t actors_going(const struct taki *t)
{
    if (t->duty != 0 && t->head.option[OPTION_CALL] == CALL_CATCH)
        return all_seats(t);
    if (t->phase == TAKI_REACT)
        return (uint16_t)((all_seats(t) & ~t->passed & ~seat_bit(t->turn)) | t->duty);
    return (uint16_t)(seat_bit(t->turn) | t->duty);
}

uint16_t taki_actors(const struct taki *t)
{
    return is_over(t) ? 0 : actors_going(t);
}

/* ---- deal ---- */

/* TR1: a colourless card turned up first goes under the pile. */
static void turn_up_first(struct taki *t, const uint8_t *cards, int count)
{
    int at = 0;
    while (cards[at] >= COLOURED)
        at++;
    t->discard[t->discard_count++] = cards[at];
    t->pile_count = (uint8_t)(count - 1);
    uint8_t *slot = t->pile;
    for (int i = at - 1; i >= 0; i--)
        *slot++ = cards[i];
    for (int i = count - 1; i > at; i--)
        *slot++ = cards[i];
}

static void deal(struct state *state, struct chance *chance)
{
    struct taki *t = (struct taki *)state;
    uint8_t cards[DECK_SIZE];
    int seats = state->seats, at = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < kind_copies(kind); i++)
            cards[at++] = (uint8_t)kind;
    }
    chance_shuffle(chance, cards, DECK_SIZE);
    t->stream = *chance;
    t->streamed = 1;

    at = 0;
    for (int i = 0; i < DEAL_SIZE; i++) {
        for (int seat = 0; seat < seats; seat++)
            hand_add(&t->hand[seat], cards[at++]);
    }
    for (int seat = 0; seat < seats; seat++) {
        t->held[seat] = DEAL_SIZE;
        t->stage[seat] = state->option[OPTION_MODE] == MODE_PYRAMID ? DEAL_SIZE : 0;
    }
    turn_up_first(t, cards + at, DECK_SIZE - at);
    state->actors = actors_going(t);
}

/* ---- legal ---- */

/* T5 and the command cards that go on any card; T17: on a king anything goes. */
static uint64_t followers(int lead)
{
    if (lead == KING)
        return ALL_KINDS;
    uint64_t kinds = KIND(COLOR) | KIND(SUPER) | KIND(KING) | KIND(PLUS3);
    kinds |= IN_COLOUR(face_colour(lead));
    if (face_figure(lead) != NO_FIGURE)
        kinds |= IN_ALL_COLOURS(face_figure(lead));
    if (face_figure(lead) != FIGURE_PLUS2) /* TR7 */
        kinds |= KIND(BREAK);
    return kinds;
}

static uint64_t playable(const struct taki *t, int lead)
{
    switch ((enum taki_phase)t->phase) {
    case TAKI_PLAY:
    case TAKI_FREE: return followers(lead);
    case TAKI_OWE: /* T9, T17, T19 */
        return IN_ALL_COLOURS(FIGURE_PLUS2) | KIND(KING) | KIND(PLUS3);
    case TAKI_RUN: /* TR13 */
        return IN_COLOUR(face_colour(lead)) | KIND(COLOR) | KIND(SUPER) | KIND(KING) | KIND(PLUS3);
    case TAKI_REACT: return KIND(BREAK);
    }
    return 0;
}

uint64_t taki_playable(const struct taki *t)
{
    return playable(t, leading(t));
}

/* Adds a move to a list of `count`, or only counts it. */
static int list_face(move *out, int count, int face)
{
    if (out)
        out[count] = (move)face + 1;
    return count + 1;
}

static int list_cards(move *out, uint64_t kinds, int lead)
{
    int count = 0;
    bool names_super = (kinds & KIND(SUPER)) != 0 && lead == KING; /* TR12 */
    uint64_t plain = kinds & ~KIND(COLOR);
    if (names_super)
        plain &= ~KIND(SUPER);
    for (; plain != 0; plain &= plain - 1)
        count = list_face(out, count, __builtin_ctzll(plain));
    for (int colour = 0; colour < COLOURS && (kinds & KIND(COLOR)) != 0; colour++)
        count = list_face(out, count, COLOR_AS + colour);
    for (int colour = 0; colour < COLOURS && names_super; colour++)
        count = list_face(out, count, SUPER_AS + colour);
    return count;
}

/* Adds the words, after the `count` moves that lay one of these kinds. */
static int list_words(const struct taki *t, move *out, int count, uint64_t kinds, int lead)
{
    switch ((enum taki_phase)t->phase) {
    case TAKI_PLAY: return may_draw(t, kinds) ? list_face(out, count, DRAW) : count;
    case TAKI_OWE: return list_face(out, count, TAKE);
    case TAKI_RUN: /* TR14 */
        if (!keeps_open(t, lead))
            count = list_face(out, count, CLOSE);
        return list_face(out, count, END);
    case TAKI_FREE: return list_face(out, count, END);
    case TAKI_REACT: return list_face(out, count, PASS);
    }
    return count;
}

static int legal(const struct state *state, int seat, move *out)
{
    const struct taki *t = (const struct taki *)state;
    int count = 0;
    if (!state_acts(state, seat))
        return 0;
    if (is_due(t, seat)) {
        if (seat_in(t->hidden, seat))
            return HIDDEN;
        int lead = leading(t);
        uint64_t kinds = t->hand[seat].first & playable(t, lead);
        count = list_cards(out, kinds, lead);
        count = list_words(t, out, count, kinds, lead);
    }
    if (t->duty == 0)
        return count;
    if (seat_in(t->duty, seat))
        count = list_face(out, count, LAST);
    for (int other = 0; other < state->seats; other++) {
        if (may_catch(t, seat, other))
            count = list_face(out, count, CATCH + other);
    }
    return count;
}

/* ---- moving cards ---- */

static void tell(struct events *log, enum event_kind kind, int seat, int count)
{
    if (log)
        events_add(log, (struct event){
                            .kind = (uint8_t)kind, .seat = (int8_t)seat, .count = (int16_t)count});
}

static void tell_card(struct events *log, int seat, int face, uint16_t seen, struct place from,
                      struct place to)
{
    if (log)
        events_add(log, (struct event){.kind = EVENT_MOVE,
                                       .seat = (int8_t)seat,
                                       .seen = seen,
                                       .piece = (int16_t)(face + 1),
                                       .count = 1,
                                       .from = from,
                                       .to = to});
}

static void tell_colour(struct events *log, int seat, int face)
{
    if (log)
        events_add(log, (struct event){.kind = EVENT_COLOUR,
                                       .seat = (int8_t)seat,
                                       .seen = SEEN_BY_ALL,
                                       .piece = (int16_t)(face + 1)});
}

/* TR19: all discards but the leading card, from the top down. */
static void refill_pile(struct taki *t, struct events *log)
{
    uint8_t cards[DECK_SIZE];
    int lead_at = leading_at(t), count = 0;
    if (!t->streamed) {
        t->head.flags |= STATE_DRY;
        return;
    }
    for (int at = t->discard_count - 1; at >= 0; at--) {
        if (at != lead_at)
            cards[count++] = (uint8_t)face_kind(t->discard[at]);
    }
    chance_shuffle(&t->stream, cards, count);
    t->discard[0] = t->discard[lead_at];
    memset(t->discard + 1, 0, (size_t)t->discard_count - 1);
    t->discard_count = 1;
    t->pile_count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        t->pile[i] = cards[count - 1 - i];
    tell(log, EVENT_SHUFFLE, NO_SEAT, count);
}

/* Returns how many of the wanted cards could be drawn. */
static int draw(struct taki *t, int seat, int wanted, struct events *log)
{
    int drawn = 0;
    for (; drawn < wanted; drawn++) {
        if (t->pile_count == 0 && t->discard_count > 1)
            refill_pile(t, log);
        if (t->pile_count == 0)
            break;
        uint8_t kind = t->pile[--t->pile_count];
        t->pile[t->pile_count] = 0;
        hand_add(&t->hand[seat], kind);
        tell_card(log, seat, kind, seat_bit(seat), taki_pile, taki_hand(seat));
    }
    if (drawn > 0) { /* TR18: more than one card now, or one that was drawn */
        t->held[seat] = (uint8_t)(t->held[seat] + drawn);
        t->duty &= (uint16_t)~seat_bit(seat);
        t->called &= (uint16_t)~seat_bit(seat);
    }
    return drawn;
}

/* Puts a card on the discards. */
static void lay(struct taki *t, int seat, int face, struct events *log)
{
    hand_remove(&t->hand[seat], face_kind(face));
    t->held[seat]--;
    t->discard[t->discard_count++] = (uint8_t)face;
    t->duty &= (uint16_t)~seat_bit(seat);
    t->called &= (uint16_t)~seat_bit(seat);
    tell_card(log, seat, face, SEEN_BY_ALL, taki_hand(seat), taki_discards);
}

/* TR18: the duty arises, or under `call=auto` the call is made. */
static void left_with(struct taki *t, int seat, struct events *log)
{
    if (t->held[seat] != 1)
        return;
    if (t->head.option[OPTION_CALL] == CALL_AUTO) {
        t->called |= seat_bit(seat);
        tell(log, EVENT_CALL, seat, 0);
    } else {
        t->duty |= seat_bit(seat);
    }
}

/* A player who has not called draws. The duty is over even if there is nothing to draw. */
static void fine(struct taki *t, int seat, struct events *log)
{
    t->duty &= (uint16_t)~seat_bit(seat);
    tell(log, EVENT_FORGOT, seat, DRAW_FOR_SILENCE);
    draw(t, seat, DRAW_FOR_SILENCE, log);
}

/* TR18: after a turn action, all other players who have not called draw, in the order of play.
 * TR32: where others must catch them, it is now too late. */
static inline void punish_silence(struct taki *t, int seat, struct events *log)
{
    if (t->duty == 0 || t->head.actors == 0)
        return;
    if (t->head.option[OPTION_CALL] == CALL_CATCH) {
        t->duty &= seat_bit(seat);
        return;
    }
    for (int other = seat_after(t, seat); other != seat; other = seat_after(t, other)) {
        if (seat_in(t->duty, other))
            fine(t, other, log);
    }
}

/* ---- commands and ends ---- */

/* TR23 */
static void end_game(struct taki *t, int winner, struct events *log)
{
    t->phase = TAKI_PLAY;
    t->open = 0;
    t->chain = 0;
    t->passed = 0;
    t->head.actors = 0;
    tell(log, EVENT_OVER, winner, 0);
}

/* The hand is empty: the game is won, or a pyramid's next stage begins (TR21). False if the game is
 * over, which it also is when the card of stage 1 could not be drawn (TR28). */
static bool climb(struct taki *t, int seat, struct events *log)
{
    if (!last_stage(t, seat)) {
        t->stage[seat]--;
        tell(log, EVENT_STAGE, seat, t->stage[seat]);
        draw(t, seat, t->stage[seat], log);
        if (t->held[seat] > 0 || t->stage[seat] > 1)
            return true;
    }
    end_game(t, seat, log);
    return false;
}

/* The next seat's turn; with a chain of +2 it owes cards. */
static void next_turn(struct taki *t, int chain, struct events *log)
{
    t->turn = (uint8_t)seat_after(t, t->turn);
    t->phase = chain > 0 ? TAKI_OWE : TAKI_PLAY;
    t->chain = (uint16_t)chain;
    if (chain > 0)
        tell(log, EVENT_OWE, t->turn, DRAW_FOR_PLUS2 * chain);
}

static int longer_chain(const struct taki *t)
{
    int chain = t->phase == TAKI_OWE ? t->chain : 0;
    return chain < CHAIN_MAX ? chain + 1 : chain;
}

/* Carries out the command of the leading card, and so decides whose turn it is. A finished hand
 * gets no further turn (TR21), not even for a plus (TR11). */
static void obey(struct taki *t, int face, bool finished, struct events *log)
{
    int figure = face_figure(face);
    if (!finished && (face == KING || figure == FIGURE_PLUS)) { /* T16, T17 */
        t->phase = face == KING ? TAKI_FREE : TAKI_PLAY;
        t->chain = 0;
        return;
    }
    if (figure == FIGURE_TURN && t->head.seats > 2) { /* T10, TR17 */
        t->backward ^= 1;
        tell(log, EVENT_REVERSE, t->turn, 0);
    }
    next_turn(t, figure == FIGURE_PLUS2 ? longer_chain(t) : 0, log);
    if (acts_as_stop(t, figure)) { /* T8, TR30 */
        tell(log, EVENT_LOSE_TURN, t->turn, 0);
        t->turn = (uint8_t)seat_after(t, t->turn);
    }
}

/* The last card of a hand, unless it is a +3 or a breaker: TR10, TR21, TR24. A plus does not win
 * unless there is nothing to draw (TR11). */
static void finish_hand(struct taki *t, int seat, int face, struct events *log)
{
    int figure = face_figure(face);
    bool held_back = figure == FIGURE_PLUS && draw(t, seat, DRAW_FOR_PLUS, log) > 0;
    if (!held_back && !climb(t, seat, log))
        return;
    if (keeps_open(t, face)) {
        t->open = 1;
        tell(log, EVENT_OPEN, seat, 0);
    }
    obey(t, face, true, log);
}

/* ---- a card laid in turn ---- */

/* T12, TR16: does the card start a run or join one? TR27 says the same about commands. */
static bool runs(const struct taki *t, int lead, int face)
{
    if (face_figure(face) == FIGURE_TAKI)
        return true;
    bool onto_run = t->phase == TAKI_RUN || (t->phase == TAKI_PLAY && t->open);
    return onto_run && face < COLOURED && face_colour(face) == face_colour(lead);
}

/* Does a run stay open after this card, which joins none, is laid? */
static bool leaves_open(const struct taki *t, int lead, int face)
{
    if (face == PLUS3 && t->phase == TAKI_RUN) /* TR14 */
        return keeps_open(t, lead);
    if (face == PLUS3 || face == BREAK) /* TR16 */
        return t->open;
    /* TR16: a +2 laid in answer */
    return t->open && t->phase == TAKI_OWE && face_colour(face) == face_colour(lead);
}

/* TR4, TR3: it counts in the chain that it was laid on. */
static void open_window(struct taki *t)
{
    t->chain = (uint16_t)(t->phase == TAKI_OWE ? longer_chain(t) : 0);
    t->phase = TAKI_REACT;
}

static void play_card(struct taki *t, int seat, int face, struct events *log)
{
    int lead = leading(t);
    bool running = runs(t, lead, face), was_open = t->open;
    t->open = !running && leaves_open(t, lead, face);
    t->stuck = 0;
    lay(t, seat, face, log);
    if (face >= COLOR_AS && (face < SUPER_AS || lead == KING))
        tell_colour(log, seat, face);
    if (t->open != was_open && !running)
        tell(log, t->open ? EVENT_OPEN : EVENT_CLOSE, seat, 0);

    if (face == BREAK) { /* TR7: no duty to call, no win */
        draw(t, seat, DRAW_FOR_PLUS3, log);
        next_turn(t, 0, log);
    } else {
        left_with(t, seat, log);
        if (face == PLUS3)
            open_window(t);
        else if (t->held[seat] == 0)
            finish_hand(t, seat, face, log);
        else if (running)
            t->phase = TAKI_RUN;
        else
            obey(t, face, false, log);
    }
    punish_silence(t, seat, log);
    if (t->phase == TAKI_REACT)
        tell(log, EVENT_WINDOW, seat, 0);
}

/* ---- the window of a +3 ---- */

/* T18, TR9, TR28: nobody broke it. */
static void plus3_acts(struct taki *t, struct events *log)
{
    int layer = t->turn, chain = t->chain;
    bool finished = t->held[layer] == 0;
    if (finished && last_stage(t, layer)) {
        end_game(t, layer, log);
        return;
    }
    t->passed = 0;
    if (chain == 0) { /* TR25 */
        for (int seat = seat_after(t, layer); seat != layer; seat = seat_after(t, seat))
            draw(t, seat, DRAW_FOR_PLUS3, log);
    }
    if (!finished || climb(t, layer, log))
        next_turn(t, chain, log);
}

static void pass(struct taki *t, int seat, struct events *log)
{
    t->passed |= seat_bit(seat);
    tell(log, EVENT_PASS, seat, 0);
    if ((t->passed | seat_bit(t->turn)) == all_seats(t))
        plus3_acts(t, log);
}

/* T20, TR5, TR6, TR8 */
static void break_plus3(struct taki *t, int seat, struct events *log)
{
    lay(t, seat, BREAK, log);
    tell(log, EVENT_BREAK, seat, 0);
    left_with(t, seat, log);
    draw(t, t->turn, DRAW_FOR_PLUS3, log);
    t->passed = 0;
    if (t->held[seat] > 0 || climb(t, seat, log))
        next_turn(t, 0, log);
}

/* ---- words ---- */

/* T6, TR20 */
static void draw_one(struct taki *t, int seat, struct events *log)
{
    if (draw(t, seat, 1, log) == 0) {
        tell(log, EVENT_PASS, seat, 0);
        t->stuck++;
    }
    if (t->stuck == t->head.seats) {
        end_game(t, NO_SEAT, log);
        return;
    }
    next_turn(t, 0, log);
    punish_silence(t, seat, log);
}

/* T9 */
static void take(struct taki *t, int seat, struct events *log)
{
    if (draw(t, seat, DRAW_FOR_PLUS2 * t->chain, log) == 0)
        tell(log, EVENT_PASS, seat, 0);
    next_turn(t, 0, log);
    punish_silence(t, seat, log);
}

/* T14, TR15: a run ends, closed or left open; only its last card's command counts. In a king's
 * turn this declines (TR12). */
static void end_turn(struct taki *t, int seat, bool leave_open, struct events *log)
{
    if (t->phase == TAKI_FREE) {
        tell(log, EVENT_PASS, seat, 0);
        next_turn(t, 0, log);
        return;
    }
    t->open = leave_open;
    tell(log, leave_open ? EVENT_OPEN : EVENT_CLOSE, seat, 0);
    obey(t, leading(t), false, log);
}

static void call_last(struct taki *t, int seat, struct events *log)
{
    t->duty &= (uint16_t)~seat_bit(seat);
    t->called |= seat_bit(seat);
    tell(log, EVENT_CALL, seat, 0);
}

/* TR32 */
static void catch_silent(struct taki *t, int seat, int other, struct events *log)
{
    tell(log, EVENT_CATCH, seat, 0);
    fine(t, other, log);
}

static void say(struct taki *t, int seat, enum word word, struct events *log)
{
    if (word >= CATCH) {
        catch_silent(t, seat, (int)word - CATCH, log);
        return;
    }
    switch (word) {
    case DRAW: draw_one(t, seat, log); return;
    case TAKE: take(t, seat, log); return;
    case CLOSE:
    case END: end_turn(t, seat, word == END, log); return;
    case PASS: pass(t, seat, log); return;
    case LAST: call_last(t, seat, log); return;
    case CATCH:
    case WORDS_END: return;
    }
}

static void apply(struct state *state, int seat, move chosen, struct events *log)
{
    struct taki *t = (struct taki *)state;
    CHECK(chosen > 0 && chosen <= WORDS_END);
    int face = (int)chosen - 1;
    if (face == SUPER) /* T15 */
        face = SUPER_AS + face_colour(leading(t));
    if (face >= DRAW)
        say(t, seat, (enum word)face, log);
    else if (t->phase == TAKI_REACT)
        break_plus3(t, seat, log);
    else
        play_card(t, seat, face, log);
    state->ply++;
    if (state->actors != 0)
        state->actors = actors_going(t);
}

static int32_t gain(const struct state *state, int seat, move chosen)
{
    (void)state, (void)seat, (void)chosen;
    return 0;
}

/* ---- results ---- */

/* What decides the standing, lower is better: in a pyramid the stage, then the cards (TR21). A
 * plain game is won only by the player who is out or, at a standstill, has the fewest cards; all
 * others are equal (TR22). */
static int standing(const struct taki *t, int seat)
{
    return t->stage[seat] * (DECK_SIZE + 1) + t->held[seat];
}

static void tally(const struct state *state, struct outcome *outcome)
{
    const struct taki *t = (const struct taki *)state;
    bool pyramid = state->option[OPTION_MODE] == MODE_PYRAMID;
    *outcome = (struct outcome){.scored = false};
    for (int seat = 0; seat < state->seats; seat++) {
        int before = 0;
        for (int other = 0; other < state->seats; other++)
            before += standing(t, other) < standing(t, seat);
        outcome->place[seat] = (uint8_t)(pyramid || before == 0 ? 1 + before : 2);
    }
}

/* ---- audit ---- */

static int hand_size(const struct hand *hand)
{
    int size = 0;
    for (int kind = 0; kind < KINDS; kind++)
        size += hand_count(hand, kind);
    return size;
}

/* Numbers that everything else relies on. */
static const char *audit_numbers(const struct taki *t)
{
    bool sound = t->head.seats >= 2 && t->head.seats <= SEATS_MAX && t->turn < t->head.seats &&
                 t->phase <= TAKI_REACT && t->pile_count <= DECK_SIZE &&
                 t->discard_count <= DECK_SIZE && t->stuck <= t->head.seats && t->backward <= 1 &&
                 t->open <= 1 && t->streamed <= 1 && t->face_down <= 1 && t->unused == 0;
    return sound ? NULL : "a number is out of its bounds";
}

static const char *audit_hands(const struct taki *t)
{
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        const struct hand *hand = &t->hand[seat];
        bool in_play = seat < t->head.seats, hidden = seat_in(t->hidden, seat);
        uint64_t beyond = hand->second >> KINDS;
        if ((hand->second & ALL_KINDS & ~hand->first) != 0 || hand->first > ALL_KINDS ||
            beyond > COPIES_COLOR - COPIES || (beyond > 0 && (hand->second & KIND(COLOR)) == 0))
            return "a hand is broken";
        if (hand_size(hand) != (hidden ? 0 : t->held[seat]) || (hidden && t->held[seat] == 0))
            return "a hand and its size differ";
        if (!in_play && (t->held[seat] != 0 || t->stage[seat] != 0 || hidden))
            return "a seat that does not play has something";
        bool climbs = in_play && t->head.option[OPTION_MODE] == MODE_PYRAMID;
        if (t->stage[seat] > (climbs ? DEAL_SIZE : 0) || (climbs && t->stage[seat] == 0))
            return "a stage that there is not";
    }
    return NULL;
}

static const char *audit_heaps(const struct taki *t)
{
    for (int i = 0; i < DECK_SIZE; i++) {
        if (i >= t->pile_count || t->face_down ? t->pile[i] != 0 : t->pile[i] >= KINDS)
            return "the pile is broken";
        if (i >= t->discard_count ? t->discard[i] != 0 : t->discard[i] >= FACES)
            return "the discards are broken";
    }
    return t->face_down && t->pile_count == 0 ? "an empty pile is hidden" : NULL;
}

/* Everyone who may act has a move, and somebody may act until the game is over. */
static const char *audit_turn(const struct taki *t)
{
    uint16_t others = (uint16_t)(all_seats(t) & ~seat_bit(t->turn));
    int fewest = t->phase == TAKI_OWE ? 1 : 0;
    if (((t->duty | t->called) & ~all_seats(t)) != 0 || (t->duty & t->called) != 0)
        return "a call that nobody can make";
    if (t->chain != 0 && t->phase != TAKI_OWE && t->phase != TAKI_REACT)
        return "a chain outside its phases";
    if (t->chain < fewest || t->chain > CHAIN_MAX || (t->phase == TAKI_REACT && t->chain == 1))
        return "a chain of another length";
    if (t->phase != TAKI_REACT)
        return t->passed != 0 ? "passes outside a window" : NULL;
    if ((t->passed & ~others) != 0 || t->passed == others)
        return "a window that is not open to those who may pass";
    return NULL;
}

static const char *audit(const struct state *state)
{
    const struct taki *t = (const struct taki *)state;
    const char *flaw = audit_numbers(t);
    if (!flaw)
        flaw = audit_hands(t);
    if (!flaw)
        flaw = audit_heaps(t);
    if (!flaw)
        flaw = taki_flaw(t);
    if (!flaw)
        flaw = audit_turn(t);
    if (flaw)
        return flaw;
    if ((t->hidden != 0 || t->face_down) && state->viewer == TRUTH)
        return "a truth hides something";
    if (t->streamed && state->viewer != TRUTH)
        return "a view has a stream";
    if (t->streamed && t->stream.taken > CHANCE_TAKEN_MAX)
        return "the stream is broken";
    return state->actors == taki_actors(t) ? NULL : "wrong actors";
}

static const char *const modes[] = {"game", "pyramid"};
static const char *const calls[] = {"manual", "auto", "catch"};
static const char *const draws[] = {"choice", "must"};
static const char *const twos[] = {"plain", "stop"};
static const char *const bares[] = {"open", "closable"};
static const struct option options[] = {
    [OPTION_MODE] = {.name = "mode", .values = modes, .count = 2},
    [OPTION_CALL] = {.name = "call", .values = calls, .count = 3, .house = 2},
    [OPTION_DRAW] = {.name = "draw", .values = draws, .count = 2, .house = 1},
    [OPTION_TWO] = {.name = "two", .values = twos, .count = 2, .house = 1},
    [OPTION_BARE] = {.name = "bare", .values = bares, .count = 2, .house = 1},
    {.name = NULL},
};

const struct game game_taki = {
    .name = "taki",
    .rules_version = 1,
    .state_size = sizeof(struct taki),
    .moves_max = WORDS_END,
    .plies_max = PLIES_LIMIT,
    .seats_min = 2,
    .seats_max = SEATS_MAX,
    .hidden = true,
    .chance = true,
    .options = options,
    .deal = deal,
    .legal = legal,
    .apply = apply,
    .gain = gain,
    .tally = tally,
    .observe = taki_observe,
    .imagine = taki_imagine,
    .scene = taki_scene,
    .facts = taki_facts,
    .steps = taki_steps,
    .write_move = taki_write_move,
    .write_piece = taki_write_piece,
    .read_piece = taki_read_piece,
    .write_state = taki_write_state,
    .read_state = taki_read_state,
    .refusal = taki_refusal,
    .refuse_steps = taki_refuse_steps,
    .audit = audit,
};
