/* SPDX-License-Identifier: MIT */
/*
 * Super Taki's cards and state, for the rules (taki.c), the notation (taki_text.c) and the views
 * (taki_view.c).
 *
 * A *kind* is what a card is in a hand or in the pile, in card order. A *face* is what it shows on
 * the table: its kind, or for a change colour and a super taki one face for each colour they may
 * stand for there.
 */
#ifndef KUFSA_RULES_TAKI_H
#define KUFSA_RULES_TAKI_H

#include "rules/game.h"

enum { COLOURS = 4, NO_COLOUR = COLOURS };

enum figure { /* in card order */
              FIGURE_1,
              FIGURE_PLUS2,
              FIGURE_3, /* and so on: 4, 5, 6, 7, 8, 9 */
              FIGURE_STOP = 9,
              FIGURE_TURN,
              FIGURE_PLUS,
              FIGURE_TAKI,
              FIGURES,
              NO_FIGURE = FIGURES,
};

enum {
    COLOURED = COLOURS * FIGURES, /* kinds below it: colour * FIGURES + figure */
    COLOR = COLOURED,             /* change colour */
    SUPER,
    KING,
    PLUS3,
    BREAK,
    KINDS,
    COLOR_AS = KINDS, /* faces: COLOR_AS + colour, SUPER_AS + colour */
    SUPER_AS = COLOR_AS + COLOURS,
    FACES = SUPER_AS + COLOURS,
};

enum {
    DECK_SIZE = 116,
    COPIES = 2,       /* T1: of each kind … */
    COPIES_COLOR = 4, /* … except this one */
    DEAL_SIZE = 8,    /* T2; also the first stage of a pyramid (TR21) */
    CHAIN_MAX = 1000, /* +2 in a chain: the pile cannot pay a tenth, so the cap is harmless */
    DRAW_FOR_PLUS2 = 2,
    DRAW_FOR_PLUS3 = 3, /* T18; as many for getting rid of a breaker (T20) */
    DRAW_FOR_PLUS = 1,  /* TR11: as the last card */
};

/* Sets of kinds: bit k for kind k. */
#define KIND(k) (UINT64_C(1) << (k))
#define ALL_KINDS (KIND(KINDS) - 1)
#define IN_COLOUR(colour) ((KIND(FIGURES) - 1) << ((colour)*FIGURES))
#define IN_ALL_COLOURS(figure)                                                                     \
    (KIND(figure) | KIND(FIGURES + (figure)) | KIND(2 * FIGURES + (figure)) |                      \
     KIND(3 * FIGURES + (figure)))

/* A move's code is one more than the face it lays or the word it says:
 *
 *      1 … 52      54   55  56    57     58 … 61    62 … 65   66   67    68   69  70   71
 *     R1 … Ytaki super king +3  break  color=R … Y super=R … draw take close end pass last
 *      72 … 81
 *     catch0 … catch9
 *
 * A super taki that takes the leading card's colour is 54; one that names its own is 62 … 65. */
enum word { DRAW = FACES, TAKE, CLOSE, END, PASS, LAST, CATCH, WORDS_END = CATCH + SEATS_MAX };

enum { MODE_GAME, MODE_PYRAMID };
enum { CALL_MANUAL, CALL_AUTO, CALL_CATCH };
enum { DRAW_CHOICE, DRAW_MUST };
enum { TWO_PLAIN, TWO_STOP };
enum { BARE_OPEN, BARE_CLOSABLE };
enum { OPTION_MODE, OPTION_CALL, OPTION_DRAW, OPTION_TWO, OPTION_BARE };

enum taki_phase { TAKI_PLAY, TAKI_OWE, TAKI_FREE, TAKI_RUN, TAKI_REACT };

/* Which kinds the hand holds: at least one (`first`), at least two (`second`). Above bit KINDS of
 * `second` is the number of change colours beyond two, since there are four of those. */
struct hand {
    uint64_t first, second;
};

struct taki {
    struct state head;
    uint16_t duty;    /* bit s: seat s must still call its last card (TR18) */
    uint16_t called;  /* bit s: seat s has called */
    uint16_t passed;  /* bit s: seat s has passed in this window (TR4) */
    uint16_t hidden;  /* bit s: this view does not show the hand of seat s */
    uint16_t chain;   /* TAKI_OWE: +2 laid; TAKI_REACT: including this +3, or 0 if it is alone */
    uint8_t turn;     /* the seat; in a window, the one that laid the +3 */
    uint8_t backward; /* 1: anticlockwise */
    uint8_t phase;
    uint8_t open;      /* 1: a run is open (T14) */
    uint8_t stuck;     /* how many in a row could do nothing (TR20) */
    uint8_t streamed;  /* 1: there is a stream; 0: it cannot shuffle */
    uint8_t face_down; /* 1: this view does not show the pile */
    uint8_t pile_count, discard_count;
    uint8_t held[SEATS_MAX];  /* cards in each hand */
    uint8_t stage[SEATS_MAX]; /* pyramid: the number of cards of the stage, else 0 */
    uint8_t unused;
    struct hand hand[SEATS_MAX];
    uint8_t pile[DECK_SIZE];    /* kinds, the top card last, zeros after it */
    uint8_t discard[DECK_SIZE]; /* faces, likewise */
    struct chance stream;
};

_Static_assert(sizeof(struct taki) == sizeof(struct state) + sizeof(struct chance) + 432,
               "no padding");

static inline int face_colour(int face)
{
    if (face < COLOURED)
        return face / FIGURES;
    return face < KINDS ? NO_COLOUR : (face - KINDS) % COLOURS;
}

/* TR26: a super taki is a taki; a change colour has no figure. */
static inline int face_figure(int face)
{
    if (face < COLOURED)
        return face % FIGURES;
    return face >= SUPER_AS ? FIGURE_TAKI : NO_FIGURE;
}

static inline int face_kind(int face)
{
    if (face < KINDS)
        return face;
    return face < SUPER_AS ? COLOR : SUPER;
}

static inline int kind_copies(int kind)
{
    return kind == COLOR ? COPIES_COLOR : COPIES;
}

static inline int hand_count(const struct hand *hand, int kind)
{
    int beyond = kind == COLOR ? (int)(hand->second >> KINDS) : 0;
    return (int)(hand->first >> kind & 1) + (int)(hand->second >> kind & 1) + beyond;
}

static inline void hand_add(struct hand *hand, int kind)
{
    uint64_t bit = KIND(kind);
    if ((hand->first & bit) == 0)
        hand->first |= bit;
    else
        hand->second += (hand->second & bit) == 0 ? bit : KIND(KINDS);
}

static inline void hand_remove(struct hand *hand, int kind)
{
    uint64_t bit = KIND(kind);
    if (kind == COLOR && hand->second >> KINDS != 0)
        hand->second -= KIND(KINDS);
    else if ((hand->second & bit) != 0)
        hand->second -= bit;
    else
        hand->first -= bit;
}

/* Sets of seats: bit s for seat s. */
static inline uint16_t seat_bit(int seat)
{
    return (uint16_t)(1u << seat);
}

static inline bool seat_in(uint16_t set, int seat)
{
    return (set >> seat & 1) != 0;
}

static inline int seat_after(const struct taki *t, int seat)
{
    int last = t->head.seats - 1;
    if (t->backward)
        return seat == 0 ? last : seat - 1;
    return seat == last ? 0 : seat + 1;
}

/* T21: the top card, ignoring +3 and breakers, which never lead; -1 in a position without one. */
static inline int leading_at(const struct taki *t)
{
    int at = t->discard_count - 1;
    while (at >= 0 && (t->discard[at] == PLUS3 || t->discard[at] == BREAK))
        at--;
    return at;
}

static inline int leading(const struct taki *t)
{
    return t->discard[leading_at(t)];
}

/* TR23: in a plain game and at the top of a pyramid, laying the last card ends the game. */
static inline bool last_stage(const struct taki *t, int seat)
{
    return t->head.option[OPTION_MODE] == MODE_GAME || t->stage[seat] == 1;
}

static inline bool can_draw(const struct taki *t)
{
    return t->pile_count > 0 || t->discard_count > 1;
}

/* May a player who can lay these kinds draw instead? TR2, TR20; TR29: a breaker that the player
 * could only get rid of does not count as a card to lay. */
static inline bool may_draw(const struct taki *t, uint64_t kinds)
{
    if (!can_draw(t))
        return kinds == 0;
    return t->head.option[OPTION_DRAW] == DRAW_CHOICE || (kinds & ~KIND(BREAK)) == 0;
}

/* TR17, TR30: does this figure give the same player another turn, or skip the next? */
static inline bool acts_as_stop(const struct taki *t, int figure)
{
    return figure == FIGURE_STOP ||
           (figure == FIGURE_TURN && t->head.seats == 2 && t->head.option[OPTION_TWO] == TWO_STOP);
}

/* TR14, TR31: does the leading card keep its run from being closed? */
static inline bool keeps_open(const struct taki *t, int lead)
{
    return face_figure(lead) == FIGURE_TAKI && t->head.option[OPTION_BARE] == BARE_OPEN;
}

/* TR32: may this seat catch the other? */
static inline bool may_catch(const struct taki *t, int seat, int other)
{
    return t->head.option[OPTION_CALL] == CALL_CATCH && seat != other && seat_in(t->duty, other);
}

/* TR4: may this seat break the +3 or pass? */
static inline bool may_react(const struct taki *t, int seat)
{
    return t->phase == TAKI_REACT && seat != t->turn && !seat_in(t->passed, seat);
}

/* Is it the seat's turn, or its turn to react? Otherwise it can only call or catch. */
static inline bool is_due(const struct taki *t, int seat)
{
    return t->phase == TAKI_REACT ? may_react(t, seat) : seat == t->turn;
}

/* A card's place in its hand would say something about the cards beside it, so events leave it
 * out. */
static inline struct place taki_hand(int seat)
{
    return (struct place){.zone = ZONE_HAND, .seat = (int8_t)seat};
}

/* taki.c */
uint64_t taki_playable(const struct taki *); /* the kinds that the phase and leading card allow */
uint16_t taki_actors(const struct taki *);   /* who may act; 0: the game is over */

/* taki_view.c */
extern const struct place taki_pile, taki_discards;
void taki_observe(const struct state *, int viewer, struct state *to);
void taki_imagine(struct state *view, struct search_rng *);
int taki_scene(const struct state *, struct item *out);
int taki_facts(const struct state *, struct fact *out);
int taki_steps(const struct state *, int seat, move, struct step *out);

/* taki_text.c */
const char *taki_flaw(const struct taki *); /* NULL, or why the position is impossible */
void taki_write_move(const struct state *, move, struct text *);
void taki_write_piece(int piece, struct text *);
int taki_read_piece(const char *text);
void taki_write_state(const struct state *, struct text *);
const char *taki_read_state(struct state *, const char *text);
const char *taki_refusal(const struct state *, int seat, const char *text);
const char *taki_refuse_steps(const struct state *, int seat, const struct step *, int count);

#endif
