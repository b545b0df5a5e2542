/* SPDX-License-Identifier: MIT */
/* What a move does, from its player's view, in the catalogue's sentences. */
#include "bots/cento_reasons.h"

#include "bots/cento_policy.h"
#include "bots/sense.h"

/* Above or below these, something is worth mentioning. */
#define LIKELY 0.5F
#define NARROW 0.3F
#define WIDE 0.5F

/* Does no other card of the hand fit on this one, however they are declared? */
static bool is_lonely(uint64_t hand, int card)
{
    uint64_t others = hand & ALL_PRODUCTS & ~of_card[card];
    return others != 0 && (cento_around(of_card[card]) & others) == 0;
}

/* What the move does to the other players. */
static void say_attack(const struct cento_sight *sight, const struct cento_prospect *p,
                       struct candidate *candidate)
{
    int8_t next = (int8_t)p->next;
    if (p->square)
        candidate_add(candidate,
                      (struct reason){.key = "cento.advice.square", .seat = (int8_t)sight->next});
    if (p->again)
        return;
    if (p->fitting == 0)
        candidate_add(candidate, (struct reason){.key = "cento.advice.shut", .seat = next});
    else if (p->next_held <= 2 && p->stuck >= LIKELY)
        candidate_add(candidate, (struct reason){.key = "cento.advice.threat", .seat = next});
    else if (p->open <= NARROW)
        candidate_add(candidate,
                      (struct reason){.key = "cento.advice.narrow", .count = p->fitting});
}

/* What the move leaves for the player's next turn. */
static void say_followers(const struct cento_prospect *p, struct candidate *candidate)
{
    if (p->runs_out)
        candidate_add(candidate, (struct reason){.key = "cento.advice.runs", .count = p->left});
    else if (p->again && p->followers > 0)
        candidate_add(candidate,
                      (struct reason){.key = "cento.advice.again", .count = p->followers});
    else if (p->left == 1 && p->followers > 0)
        candidate_add(candidate, (struct reason){.key = "cento.advice.last"});
    else if (p->followers > 0)
        candidate_add(candidate,
                      (struct reason){.key = "cento.advice.followers", .count = p->followers});
}

static void explain_lay(const struct cento_sight *sight, const struct cento_prospect *p,
                        bool number_fits, struct candidate *candidate)
{
    int card = move_card(candidate->move);
    if (p->left == 0) {
        candidate_add(candidate, (struct reason){.key = "cento.advice.out"});
        return;
    }
    if (p->free && number_fits)
        candidate_add(candidate, (struct reason){.key = "cento.advice.spends"});
    else if (p->free)
        candidate_add(candidate, (struct reason){.key = "cento.advice.saves"});
    say_attack(sight, p, candidate);
    say_followers(p, candidate);
    if (!p->free && is_lonely(sight->hand, card))
        candidate_add(candidate,
                      (struct reason){.key = "cento.advice.lonely", .piece = (int16_t)card});
    if (!p->free && p->frees > 0)
        candidate_add(candidate, (struct reason){.key = "cento.advice.keeps"});
    if (p->followers == 0)
        candidate_add(candidate, (struct reason){.key = "cento.advice.blocked"});
    if (!p->again && p->open >= WIDE)
        candidate_add(candidate, (struct reason){.key = "cento.advice.wide", .count = p->fitting});
    if (candidate->reasons == 0)
        candidate_add(candidate, (struct reason){.key = "cento.advice.sheds", .count = p->left});
}

static void explain_draw(const struct cento_sight *sight, const struct cento_prospect *p,
                         bool number_fits, struct candidate *candidate)
{
    if (number_fits)
        candidate_add(candidate, (struct reason){.key = "cento.advice.draws", .count = p->left});
    else
        candidate_add(candidate, (struct reason){.key = "cento.advice.waits"});
    if (p->next_held <= 2 && p->stuck >= LIKELY)
        candidate_add(candidate,
                      (struct reason){.key = "cento.advice.threat", .seat = (int8_t)sight->next});
}

void cento_explain_move(const struct state *view, struct candidate *candidate)
{
    const struct cento *c = (const struct cento *)view;
    struct cento_sight sight;
    struct cento_prospect prospect;
    cento_fill_sight(c, view->viewer, &sight);
    bool number_fits = (matching(c) & sight.hand & ALL_PRODUCTS) != 0;
    cento_foresee(c, &sight, candidate->move, &prospect);
    candidate->reasons = 0;
    if (candidate->move == DRAW)
        explain_draw(&sight, &prospect, number_fits, candidate);
    else
        explain_lay(&sight, &prospect, number_fits, candidate);
}

void cento_explain(const struct state *view, struct advice *advice)
{
    for (int i = 0; i < advice->count; i++)
        cento_explain_move(view, &advice->list[i]);
}
