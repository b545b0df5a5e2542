/* SPDX-License-Identifier: MIT */
/*
 * Reasons for moves of Super Taki. Each is true in the view, and the weightiest come first:
 * winning, escaping, what happens to others, what the seat gains for its next turn.
 */
#include "bots/taki_reasons.h"

#include "bots/sense.h"
#include "bots/taki_policy.h"

enum { FEW = 2 }; /* a player with this few cards is dangerous */

/* A card that the seat lays, and what is left after it. */
struct laying {
    const struct taki *t;
    struct candidate *candidate;
    int seat, next;
    int face, lead;
    int left;
    struct hand rest;
};

static void say(const struct laying *l, const char *key)
{
    candidate_add(l->candidate, (struct reason){.key = key, .seat = NO_SEAT});
}

static void say_seat(const struct laying *l, const char *key, int seat, int count)
{
    candidate_add(l->candidate, (struct reason){.key = key, .seat = (int8_t)seat, .count = count});
}

static void say_count(const struct laying *l, const char *key, int count)
{
    if (count > 0)
        say_seat(l, key, NO_SEAT, count);
}

static bool runs(const struct laying *l)
{
    bool onto = l->t->phase == TAKI_RUN || (l->t->phase == TAKI_PLAY && l->t->open);
    return face_figure(l->face) == FIGURE_TAKI ||
           (onto && l->face < COLOURED && face_colour(l->face) == face_colour(l->lead));
}

/* ---- a card ---- */

static void say_end(const struct laying *l)
{
    move out;
    bool wins = l->left == 0 && l->face != BREAK && face_figure(l->face) != FIGURE_PLUS;
    if (wins && l->face == PLUS3)
        say(l, "taki.advice.unbroken");
    else if (wins)
        say(l, last_stage(l->t, l->seat) ? "taki.advice.wins" : "taki.advice.stage");
    else if (taki_goes_out(l->t, l->seat, &out) && out == l->candidate->move)
        say_count(l, "taki.advice.out", l->t->held[l->seat]);
    if (l->t->phase == TAKI_OWE)
        say_count(l, "taki.advice.escapes", 2 * l->t->chain);
}

/* What happens to the next player, and how close that player is to the end. */
static void say_against(const struct laying *l)
{
    int figure = face_figure(l->face), held = l->t->held[l->next];
    bool aimed = l->face == PLUS3;
    if (figure == FIGURE_PLUS2) {
        int chain = l->t->phase == TAKI_OWE ? l->t->chain : 0;
        say_seat(l, "taki.advice.plus2", l->next, 2 * (chain + 1));
        aimed = true;
    } else if (figure == FIGURE_STOP && l->t->head.seats > 2) {
        say_seat(l, "taki.advice.stop", l->next, 0);
        aimed = true;
    } else if (figure == FIGURE_TURN && l->t->head.seats > 2 && held <= FEW) {
        say_seat(l, "taki.advice.turn", l->next, 0);
        aimed = true;
    } else if (l->face == PLUS3 && l->t->phase == TAKI_OWE) {
        say_seat(l, "taki.advice.plus2", l->next, 2 * (l->t->chain + 1));
    } else if (l->face == PLUS3) {
        say(l, "taki.advice.plus3");
    }
    if (aimed && held <= FEW)
        say_seat(l, "taki.advice.threat", l->next, held);
}

static uint64_t fitting(const struct laying *l)
{
    int lead = l->face == PLUS3 ? l->lead : l->face;
    uint64_t fits = 0;
    if (face_colour(lead) != NO_COLOUR)
        fits |= IN_COLOUR(face_colour(lead));
    if (face_figure(lead) != NO_FIGURE)
        fits |= IN_ALL_COLOURS(face_figure(lead));
    return fits;
}

/* Another turn at once. */
static void say_again(const struct laying *l)
{
    int figure = face_figure(l->face);
    bool fits = (l->rest.first & fitting(l)) != 0;
    if (l->face == KING)
        say(l, "taki.advice.king");
    else if (acts_as_stop(l->t, figure) && l->t->head.seats == 2)
        say(l, "taki.advice.again");
    else if (figure == FIGURE_PLUS)
        say(l, fits ? "taki.advice.plus" : "taki.advice.plus_alone");
}

static bool is_longest_colour(const struct laying *l)
{
    int mine = hand_cards(&l->rest, IN_COLOUR(face_colour(l->face)));
    for (int colour = 0; colour < COLOURS; colour++)
        if (hand_cards(&l->rest, IN_COLOUR(colour)) > mine)
            return false;
    return mine > 0;
}

/* What it leaves in the hand. */
static void say_after(const struct laying *l)
{
    int colour = face_colour(l->face);
    if (colour != NO_COLOUR && colour != face_colour(l->lead) && is_longest_colour(l))
        say_count(l, "taki.advice.colour", hand_cards(&l->rest, IN_COLOUR(colour)));
    else if (l->face != KING)
        say_count(l, "taki.advice.fits", hand_cards(&l->rest, fitting(l)));
    if (l->left == 1)
        say(l, "taki.advice.one");
}

/* The best card that could have been laid but was not. */
static void say_kept(const struct laying *l)
{
    static const uint8_t dear[] = {KING, SUPER, COLOR, PLUS3};
    uint64_t could = l->t->hand[l->seat].first & taki_playable(l->t);
    for (size_t i = 0; i < sizeof dear; i++)
        if (l->face != dear[i] && (could & KIND(dear[i])) != 0) {
            candidate_add(l->candidate, (struct reason){.key = "taki.advice.keeps",
                                                        .piece = (int16_t)(dear[i] + 1),
                                                        .seat = NO_SEAT});
            return;
        }
}

static void explain_card(struct laying *l)
{
    if (l->t->phase == TAKI_REACT) {
        say_end(l);
        say_seat(l, "taki.advice.breaks", l->t->turn, 3);
        return;
    }
    if (l->face == BREAK) {
        say(l, "taki.advice.breaker");
        return;
    }
    say_end(l);
    if (runs(l)) {
        uint64_t run = IN_COLOUR(face_colour(l->face)) | KIND(SUPER);
        say_count(l, "taki.advice.run", hand_cards(&l->rest, run));
    } else if (l->left > 0) {
        say_against(l);
        say_again(l);
    }
    if (l->left > 0)
        say_after(l);
    if (l->face < COLOURED)
        say_kept(l);
    if (l->candidate->reasons == 0)
        say_count(l, "taki.advice.sheds", l->left);
}

/* ---- a word ---- */

static void explain_word(const struct laying *l, enum word word)
{
    if (word >= CATCH) {
        say_seat(l, "taki.advice.catch", (int)word - CATCH, 4);
        return;
    }
    switch (word) {
    case DRAW:
    case TAKE:
        if (word == TAKE)
            say_count(l, "taki.advice.take", 2 * l->t->chain);
        say_kept(l);
        return;
    case CLOSE: say(l, "taki.advice.close"); return;
    case END:
        if (l->t->phase == TAKI_FREE)
            say(l, "taki.advice.end");
        else
            say(l, keeps_open(l->t, l->lead) ? "taki.advice.must_open" : "taki.advice.leaves_open");
        return;
    case PASS: say(l, "taki.advice.pass"); return;
    case LAST: say_count(l, "taki.advice.call", 4); return;
    case CATCH:
    case WORDS_END: return;
    }
}

void taki_explain(const struct taki *view, struct candidate *candidate)
{
    int seat = view->head.viewer, seats = view->head.seats;
    struct laying l = {
        .t = view,
        .candidate = candidate,
        .seat = seat,
        .next = (seat + (view->backward ? seats - 1 : 1)) % seats,
        .face = (int)candidate->move - 1,
        .lead = leading(view),
        .left = view->held[seat] - 1,
        .rest = view->hand[seat],
    };
    if (l.face >= DRAW) {
        explain_word(&l, (enum word)l.face);
        return;
    }
    hand_remove(&l.rest, face_kind(l.face));
    if (l.face == SUPER) /* T15 */
        l.face = SUPER_AS + face_colour(l.lead);
    explain_card(&l);
}
