/* SPDX-License-Identifier: MIT */
/*
 * The rule of thumb for Super Taki.
 *
 *     can the whole hand go in this turn? ─▶ do that
 *     else the best score: what the card that leads at the end of the turn is worth (finish),
 *                          what starting a run is worth, or what a word is worth
 *
 * Hands are sets of kinds, so most questions are a mask and a popcount.
 */
#include "bots/taki_policy.h"

#include <math.h>

#include "bots/curve.h"
#include "bots/taki_weights.h"

#define EVERY(figure) IN_ALL_COLOURS(figure)
#define WILDS (KIND(COLOR) | KIND(SUPER) | KIND(KING) | KIND(PLUS3))
#define TAKIS (EVERY(FIGURE_TAKI) | KIND(SUPER))

#define SURE 1000.0f /* a score above any sum of weights */

#define TAKI_CLASS(name, lay, early, danger)                                                       \
    [LAY + CLASS_##name] = (float)(lay), [EARLY + CLASS_##name] = (float)(early),                  \
           [DANGER + CLASS_##name] = (float)(danger),
#define TAKI_TERM(name, value) [TERM_##name] = (float)(value),
#define BY_HAND                                                                                    \
    {                                                                                              \
        TAKI_CLASSES(TAKI_CLASS) TAKI_TERMS(TAKI_TERM)                                             \
    }

enum { EIGHTH = 8, OUT_STEPS = 48 };

/* Not tuned: what a thoughtful player would say. */
const struct taki_weights taki_by_hand = {{BY_HAND, BY_HAND, BY_HAND}};

const struct taki_weights taki_tuned = TAKI_TUNED;

/* ---- sets of cards ---- */

static uint64_t in_colour(int colour)
{
    return colour < COLOURS ? IN_COLOUR(colour) : 0;
}

static uint64_t of_figure(int figure)
{
    return figure < NO_FIGURE
               ? (KIND(0) | KIND(FIGURES) | KIND(2 * FIGURES) | KIND(3 * FIGURES)) << figure
               : 0;
}

static int class_of(int face)
{
    static const uint8_t by_figure[FIGURES] = {
        [FIGURE_PLUS2] = CLASS_PLUS2, [FIGURE_STOP] = CLASS_STOP, [FIGURE_TURN] = CLASS_TURN,
        [FIGURE_PLUS] = CLASS_PLUS,   [FIGURE_TAKI] = CLASS_TAKI,
    };
    if (face < COLOURED)
        return by_figure[face % FIGURES];
    return face < KINDS ? CLASS_COLOR + face - COLOR : face < SUPER_AS ? CLASS_COLOR : CLASS_SUPER;
}

/* ---- the whole hand in one turn ---- */

struct outing {
    uint64_t again; /* kinds that bring another turn */
    int steps;      /* until the search gives up */
};

/* What may follow a leading face in a turn that continues (T5, T17); breakers are never useful. */
static uint64_t followers(int lead)
{
    if (lead == KING)
        return ALL_KINDS & ~KIND(BREAK);
    return WILDS | in_colour(face_colour(lead)) | of_figure(face_figure(lead));
}

static bool out_from(struct outing *, const struct hand *, int lead, bool open, int *first);

/* All cards of the colour are laid; then a wild card, or one of them that brings another turn and
 * is laid last, leads on to the rest. `end` is the card that must come last in the run; it is the
 * leading one if there are no more. */
static bool out_by_run(struct outing *o, const struct hand *hand, int lead, int colour, int *end)
{
    uint64_t run = in_colour(colour) | KIND(SUPER), laid = hand->first & run;
    uint64_t wins = laid & ~of_figure(FIGURE_PLUS); /* TR11 */
    struct hand rest = {hand->first & ~run, hand->second & ~run};
    int left = hand_cards(&rest, ALL_KINDS), unused;
    if (left == 0) {
        *end = wins != 0 ? __builtin_ctzll(wins) : 0;
        return wins != 0;
    }
    *end = __builtin_ctzll(rest.first);
    if (left == 1 && (rest.first & WILDS) != 0)
        return true;
    if ((rest.first & KIND(KING)) != 0) {
        struct hand after = rest;
        *end = KING;
        hand_remove(&after, KING);
        if (out_from(o, &after, KING, false, &unused))
            return true;
    }
    if (laid == 0)
        laid = lead < COLOURED ? KIND(lead) : 0;
    for (laid &= o->again; laid != 0; laid &= laid - 1) {
        *end = __builtin_ctzll(laid);
        if (out_from(o, &rest, *end, false, &unused))
            return true;
    }
    return false;
}

/* Lays this kind and all the rest after it. A super taki on a king may take any colour. */
static bool out_with(struct outing *o, const struct hand *hand, int lead, bool open, int kind,
                     int *first)
{
    struct hand rest = *hand;
    int colour = face_colour(kind == SUPER ? lead : kind), unused;
    hand_remove(&rest, kind);
    *first = kind;
    if (kind == SUPER && lead == KING) {
        for (colour = 0; colour < COLOURS; colour++) {
            *first = SUPER_AS + colour;
            if (out_by_run(o, &rest, SUPER, colour, &unused))
                return true;
        }
        return false;
    }
    if (kind == SUPER || face_figure(kind) == FIGURE_TAKI ||
        (open && kind < COLOURED && colour == face_colour(lead)))
        return out_by_run(o, &rest, kind, colour, &unused);
    return (o->again & KIND(kind)) != 0 && out_from(o, &rest, kind, false, &unused);
}

static bool out_from(struct outing *o, const struct hand *hand, int lead, bool open, int *first)
{
    uint64_t kinds = hand->first & followers(lead);
    bool last = (hand->first & (hand->first - 1)) == 0 && hand->second == 0;
    if (o->steps-- <= 0)
        return false;
    if (last) {
        int kind = __builtin_ctzll(hand->first);
        *first = kind == COLOR ? COLOR_AS : kind == SUPER && lead == KING ? SUPER_AS : kind;
        return kinds != 0 && face_figure(kind) != FIGURE_PLUS;
    }
    for (kinds &= ~(KIND(COLOR) | KIND(PLUS3)); kinds != 0; kinds &= kinds - 1)
        if (out_with(o, hand, lead, open, __builtin_ctzll(kinds), first))
            return true;
    return false;
}

/* Most hands cannot go out, and that is easy to see: without a run, all cards but one must bring
 * another turn. */
static bool may_go_out(const struct taki *t, const struct hand *hand, uint64_t again)
{
    if ((hand->first & KIND(BREAK)) != 0)
        return false;
    if (t->open || t->phase == TAKI_RUN || (hand->first & TAKIS) != 0)
        return true;
    return hand_cards(hand, ALL_KINDS & ~again) <= 1;
}

/* In a run: any card of it except the one that must be last; then that one, or closing on it. */
static bool out_of_run(struct outing *o, const struct hand *hand, int lead, int *first)
{
    int end, colour = face_colour(lead);
    uint64_t run = in_colour(colour) | KIND(SUPER);
    if (!out_by_run(o, hand, lead, colour, &end))
        return false;
    struct hand others = *hand;
    bool held = (hand->first & KIND(end)) != 0;
    if (held)
        hand_remove(&others, end);
    if ((others.first & run) != 0)
        *first = __builtin_ctzll(others.first & run);
    else
        *first = !held ? CLOSE : end == COLOR ? COLOR_AS : end;
    return true;
}

bool taki_goes_out(const struct taki *t, int seat, move *first)
{
    const struct hand *hand = &t->hand[seat];
    struct outing o = {.again = of_figure(FIGURE_PLUS) | KIND(KING), .steps = OUT_STEPS};
    int face = 0, lead = leading(t);
    if (t->head.seats == 2)
        o.again |= of_figure(FIGURE_STOP);
    if (t->head.seats == 2 && acts_as_stop(t, FIGURE_TURN))
        o.again |= of_figure(FIGURE_TURN);
    if (t->phase == TAKI_OWE || t->phase == TAKI_REACT || seat != t->turn ||
        !may_go_out(t, hand, o.again))
        return false;
    bool out = t->phase == TAKI_RUN ? out_of_run(&o, hand, lead, &face)
                                    : out_from(&o, hand, lead, t->open, &face);
    if (out)
        *first = (move)face + 1;
    return out;
}

/* ---- what the seat sees ---- */

struct taki_sight {
    const struct taki *t;
    const float *w;
    const struct hand *hand;
    int held, lead;
    int8_t next, after, before; /* the neighbouring seats, in the direction of play */
    float danger, danger_next;  /* of the most dangerous other seat, and of the next */
};

static float danger_of(const struct taki *t, int seat)
{
    static const float by_cards[] = {1, 1, 0.5f, 0.25f, 0.125f, 0.0625f};
    size_t held = t->held[seat];
    return held < sizeof by_cards / sizeof *by_cards ? by_cards[held] : 0;
}

static int seat_at(const struct taki *t, int seat, int step)
{
    int seats = t->head.seats;
    return (seat + (t->backward ? seats - step : step)) % seats;
}

static void fill_sight(struct taki_sight *s, const struct taki_weights *weights,
                       const struct taki *t, int seat)
{
    int seats = t->head.seats;
    s->t = t;
    s->w = weights->table[taki_table(seats)];
    s->hand = &t->hand[seat];
    s->held = t->held[seat];
    s->lead = leading(t);
    s->next = (int8_t)seat_at(t, seat, 1);
    s->after = (int8_t)seat_at(t, seat, seats > 2 ? 2 : 0);
    s->before = (int8_t)seat_at(t, seat, seats - 1);
    s->danger_next = danger_of(t, s->next);
    s->danger = 0;
    for (int other = 0; other < seats; other++)
        if (other != seat && danger_of(t, other) > s->danger)
            s->danger = danger_of(t, other);
}

/* ---- what a card is worth ---- */

/* Against the next player; a +3 against all. */
static float by_class(const struct taki_sight *s, int class, int left)
{
    float early = (float)(left < EIGHTH ? left : EIGHTH) / EIGHTH;
    float danger = class == CLASS_PLUS3 ? s->danger : s->danger_next;
    return s->w[LAY + class] + s->w[EARLY + class] * early + s->w[DANGER + class] * danger;
}

/* The same player goes again on this face: which cards can follow? */
static float going_on(const struct taki_sight *s, const struct hand *rest, int face,
                      int follow_term)
{
    uint64_t same = in_colour(face_colour(face)) | of_figure(face_figure(face));
    if ((rest->first & same) != 0)
        return s->w[follow_term];
    return s->w[follow_term + ((rest->first & WILDS) != 0 ? 1 : 2)];
}

/* What the command does to the next player. */
static float command(const struct taki_sight *s, const struct hand *rest, int face)
{
    float danger = s->danger_next;
    int class = class_of(face);
    if (class == CLASS_TURN && acts_as_stop(s->t, FIGURE_TURN))
        class = CLASS_STOP;
    switch (class) {
    case CLASS_PLUS: return going_on(s, rest, face, TERM_PLUS_FOLLOW);
    case CLASS_KING: return 0;
    case CLASS_STOP:
        if (s->t->head.seats == 2)
            return going_on(s, rest, face, TERM_STOP_FOLLOW);
        danger = danger_of(s->t, s->after);
        break;
    case CLASS_TURN: danger = danger_of(s->t, s->before); break;
    }
    return s->w[TERM_NEXT_DANGER] * danger;
}

/* How well the rest of the hand continues from a leading face. */
static float prospects(const struct taki_sight *s, const struct hand *rest, int face)
{
    const float *w = s->w;
    uint64_t colour = in_colour(face_colour(face));
    int count = hand_cards(rest, colour);
    float sum =
        w[TERM_FIGURE_LINK] * (float)hand_cards(rest, of_figure(face_figure(face)) & ~colour);
    if (count > 0)
        sum += w[TERM_COLOUR_SOME] + w[TERM_COLOUR_COUNT] * (float)count;
    if ((rest->first & colour & TAKIS) != 0)
        sum += w[TERM_COLOUR_TAKI];
    return sum;
}

/* The turn ends with this face leading (or continues by its command). */
static float finish(const struct taki_sight *s, const struct hand *rest, int left, int face)
{
    int lead = face == PLUS3 ? s->lead : face;
    float sum = by_class(s, class_of(face), left) + command(s, rest, face);
    if (lead != KING)
        sum += prospects(s, rest, lead);
    if (left == 1 && lead != KING && (rest->first & followers(lead)) != 0)
        sum += s->w[TERM_LAST_TWO];
    return sum;
}

static float begin_run(const struct taki_sight *s, const struct hand *rest, int left, int face)
{
    int colour = face_colour(face == SUPER ? s->lead : face), class = class_of(face);
    int count = hand_cards(rest, in_colour(colour) | KIND(SUPER));
    float sum = s->w[TERM_RUN_COUNT] * (float)count;
    sum += by_class(s, class, left);
    if (count == 0)
        sum += s->w[TERM_RUN_NONE];
    return class == CLASS_TAKI || class == CLASS_SUPER ? sum : sum + s->w[TERM_RUN_JOIN];
}

static bool starts_run(const struct taki_sight *s, int face)
{
    int class = class_of(face);
    bool joins = s->t->open && s->t->phase == TAKI_PLAY && face < COLOURED &&
                 face_colour(face) == face_colour(s->lead);
    return class == CLASS_TAKI || class == CLASS_SUPER || joins;
}

/* In a run: the card that would be best as its last one waits until then. */
static float lay_in_run(const struct taki_sight *s, const struct hand *rest, int left, int face)
{
    const float *w = s->w;
    int class = class_of(face);
    if (class >= CLASS_COLOR && class != CLASS_SUPER)
        return finish(s, rest, left, face) + w[TERM_RUN_WILD];
    int as = class == CLASS_SUPER ? SUPER_AS + face_colour(s->lead) : face;
    uint64_t run = in_colour(face_colour(s->lead)) | KIND(SUPER);
    int more = hand_cards(rest, run);
    struct hand behind = {rest->first & ~run, rest->second & ~run};
    if (more > 0)
        return SURE / 2 - finish(s, &behind, left - more, as);
    return finish(s, rest, left, as) + w[TERM_RUN_LAY];
}

static float score_card(const struct taki_sight *s, int face)
{
    struct hand rest = *s->hand;
    int left = s->held - 1, class = class_of(face);
    hand_remove(&rest, face_kind(face));
    if (s->t->phase == TAKI_REACT)
        return s->w[TERM_BREAK_WINDOW];
    if (class == CLASS_BREAK)
        return by_class(s, class, left);
    if (left == 0 && class != CLASS_PLUS)
        return SURE;
    if (s->t->phase == TAKI_RUN)
        return lay_in_run(s, &rest, left, face);
    if (starts_run(s, face))
        return begin_run(s, &rest, left, face);
    float sum = finish(s, &rest, left, face);
    if (s->t->phase == TAKI_OWE && class == CLASS_KING)
        sum += s->w[TERM_OWE_KING];
    if (s->t->phase == TAKI_OWE && class == CLASS_PLUS3)
        sum += s->w[TERM_OWE_PLUS3];
    return sum;
}

static float score_end(const struct taki_sight *s, bool leave_open)
{
    if (s->t->phase == TAKI_FREE)
        return s->w[TERM_FREE_END] + s->w[TERM_NEXT_DANGER] * s->danger_next;
    float sum = finish(s, s->hand, s->held, s->lead);
    uint64_t colour = in_colour(face_colour(s->lead));
    if (leave_open)
        sum += s->w[TERM_RUN_OPEN] + s->w[TERM_RUN_OPEN_MINE] * (float)hand_cards(s->hand, colour);
    return sum;
}

static float score_word(const struct taki_sight *s, enum word word)
{
    switch (word) {
    case DRAW: return s->w[TERM_DRAW] + s->w[TERM_DRAW_DANGER] * s->danger;
    case TAKE: return s->w[TERM_TAKE] + s->w[TERM_TAKE_CHAIN] * (float)s->t->chain;
    case CLOSE: return score_end(s, false);
    case END: return score_end(s, true);
    case PASS: return 0;
    case LAST: return 2 * SURE;
    case CATCH:
    case WORDS_END: break;
    }
    return 0;
}

/* A catch costs nothing, and delays nothing but a win (TR32). */
static float score(const struct taki_sight *s, int face)
{
    if (face < DRAW)
        return score_card(s, face);
    return face < CATCH ? score_word(s, (enum word)face) : SURE - 1;
}

/* ---- the policy ---- */

void taki_rank(const void *weights, const struct state *state, int seat, const struct moves *moves,
               float *scores)
{
    const struct taki *t = (const struct taki *)state;
    struct taki_sight s;
    move out = 0;
    fill_sight(&s, weights, t, seat);
    taki_goes_out(t, seat, &out);
    for (int i = 0; i < moves->count; i++) {
        scores[i] = score(&s, (int)moves->list[i] - 1);
        if (moves->list[i] == out)
            scores[i] = SURE + 1;
    }
}

/* The best of a playout's moves so far. */
struct pick {
    int face;
    float score;
};

static void consider(const struct taki_sight *s, int face, struct pick *pick)
{
    float value = score(s, face);
    if (value > pick->score)
        *pick = (struct pick){face, value};
}

static void consider_cards(const struct taki_sight *s, uint64_t kinds, struct pick *pick)
{
    uint64_t plain = kinds & ~KIND(COLOR);
    bool names_super = s->lead == KING && (kinds & KIND(SUPER)) != 0;
    if (names_super)
        plain &= ~KIND(SUPER);
    for (; plain != 0; plain &= plain - 1)
        consider(s, __builtin_ctzll(plain), pick);
    for (int colour = 0; colour < COLOURS && (kinds & KIND(COLOR)) != 0; colour++)
        consider(s, COLOR_AS + colour, pick);
    for (int colour = 0; colour < COLOURS && names_super; colour++)
        consider(s, SUPER_AS + colour, pick);
}

static void consider_words(const struct taki_sight *s, uint64_t kinds, struct pick *pick)
{
    const struct taki *t = s->t;
    switch ((enum taki_phase)t->phase) {
    case TAKI_PLAY:
        if (may_draw(t, kinds))
            consider(s, DRAW, pick);
        return;
    case TAKI_OWE: consider(s, TAKE, pick); return;
    case TAKI_FREE: consider(s, END, pick); return;
    case TAKI_REACT: consider(s, PASS, pick); return;
    case TAKI_RUN:
        if (!keeps_open(t, s->lead))
            consider(s, CLOSE, pick);
        consider(s, END, pick);
        return;
    }
}

move taki_choose(const void *weights, const struct state *state, int seat, struct moves *unused,
                 struct search_rng *luck)
{
    const struct taki *t = (const struct taki *)state;
    struct taki_sight s;
    struct pick pick = {-1, -3 * SURE};
    move out;
    (void)unused, (void)luck;
    if (seat_in(t->duty, seat))
        return (move)LAST + 1;
    if (taki_goes_out(t, seat, &out))
        return out;
    fill_sight(&s, weights, t, seat);
    if (is_due(t, seat)) {
        uint64_t kinds = s.hand->first & taki_playable(t);
        consider_cards(&s, kinds, &pick);
        consider_words(&s, kinds, &pick);
    }
    for (int other = 0; other < state->seats && t->duty != 0; other++) {
        if (may_catch(t, seat, other))
            consider(&s, CATCH + other, &pick);
    }
    return (move)pick.face + 1;
}

/* Everybody calls in time, so playouts need no calls. Where silence has to be caught, a call that
 * is still due may already count as made: nobody is fined for it by itself (TR32). */
void taki_prepare(const void *weights, struct state *state, int seat, struct search_rng *luck)
{
    struct taki *t = (struct taki *)state;
    (void)weights, (void)seat, (void)luck;
    if (state->option[OPTION_CALL] == CALL_CATCH) {
        t->called |= t->duty;
        t->duty = 0;
        state->actors = taki_actors(t);
    }
    state->option[OPTION_CALL] = CALL_AUTO;
}

/* ---- what an unfinished game is worth ---- */

/* What a stage of a pyramid and a card still cost, in logarithms of the chance to win, fitted to
 * games of the tuned rule against itself. Cards are worth so little because their number says
 * little about how good a hand is. */
#define STAGE_COST 0.6
#define CARD_COST 0.05

static double work_left(const struct taki *t, int seat)
{
    return STAGE_COST * t->stage[seat] + CARD_COST * t->held[seat];
}

/* The chance to win: while nobody is out, it falls with the work that a seat has left. */
double taki_value(const void *weights, const struct state *state, int seat)
{
    const struct taki *t = (const struct taki *)state;
    double mine = work_left(t, seat), sum = 1;
    (void)weights;
    for (int other = 0; other < state->seats; other++) {
        double behind = work_left(t, other) - mine;
        if (other == seat)
            continue;
        if (!state_over(state))
            sum += curve_exp(-behind);
        else if (behind <= 0)
            sum = behind < 0 ? INFINITY : sum + 1;
    }
    return 1 / sum;
}
