/* SPDX-License-Identifier: MIT */
/*
 * The endgame of Iota for two: the pile is empty, so the unseen cards are in the other hand, and
 * nothing is left to chance. Alpha-beta over the final lead in points: a larger lead is never a
 * worse result, so this also finds wins and ties.
 *
 *     depth 1, 2, 3 … : all moves, the best by the rule of thumb first; where the depth ends the
 *     rule of thumb plays on to the end ─▶ until no line was cut short, or the budget is used up
 */
#include "bots/iota_search.h"

enum { LEAD_MAX = 1000000 };

struct endgame {
    struct iota_mind *mind;
    bool cut; /* some line was not searched to its end */
    bool out; /* of budget: return values mean nothing */
};

bool iota_endgame_known(struct iota_mind *mind)
{
    const struct iota_world *root = &mind->root;
    const int other = !mind->seat;
    int known = 0;
    if (root->seats != 2 || root->pile_count > 0 || root->race)
        return false;
    uint64_t unseen = ~root->board.lying;
    int wilds = root->deck_wilds - root->board.wilds;
    for (int k = 0; k < root->count[mind->seat]; k++) {
        int card = root->hand[mind->seat][k];
        if (card == IOTA_WILD)
            wilds--;
        else
            unseen &= ~(UINT64_C(1) << (card - 1));
    }
    if (__builtin_popcountll(unseen) + wilds != root->count[other])
        return false;
    mind->world = *root;
    for (; unseen != 0; unseen &= unseen - 1)
        mind->world.hand[other][known++] = (uint8_t)(1 + __builtin_ctzll(unseen));
    while (wilds-- > 0)
        mind->world.hand[other][known++] = IOTA_WILD;
    return true;
}

static int lead_of(const struct iota_world *world, int seat)
{
    return world->score[seat] - world->score[!seat];
}

/* Plays to the end by the rule of thumb; returns the lead of the seat whose turn it was. */
static int play_out(struct endgame *s, const struct iota_world *from)
{
    struct iota_world *world = &s->mind->play;
    *world = *from;
    while (!world->over) {
        if (!meter_count(&s->mind->meter)) {
            s->out = true;
            return 0;
        }
        struct iota_choice choice = iota_choose(world, s->mind->weights, s->mind->plays);
        iota_world_play(world, choice.move, choice.gain);
    }
    return lead_of(world, from->turn);
}

/* Brings the best of the remaining choices to the front. */
static void bring_best(struct iota_choice *choices, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (choices[i].value > choices[best].value)
            best = i;
    struct iota_choice choice = choices[best];
    choices[best] = choices[0];
    choices[0] = choice;
}

static int search(struct endgame *s, int ply, int depth, int used, int alpha, int beta);

/* The value of the position after a choice, for the seat that makes it. */
static int search_choice(struct endgame *s, int ply, int depth, int used,
                         const struct iota_choice *choice, int alpha, int beta)
{
    const struct iota_world *world = &s->mind->stack[ply];
    struct iota_world *next = &s->mind->stack[ply + 1];
    if (!meter_count(&s->mind->meter)) {
        s->out = true;
        return 0;
    }
    *next = *world;
    iota_world_play(next, choice->move, choice->gain);
    if (next->turn == world->turn) /* a wild was taken back, so the turn continues */
        return search(s, ply + 1, depth, used, alpha, beta);
    return -search(s, ply + 1, depth - 1, used, -beta, -alpha);
}

/* The best line from here starts with this move. */
static void keep_line(struct iota_mind *mind, int ply, move m)
{
    int count = mind->line_count[ply + 1];
    if (count > VARIATION_MAX - 1)
        count = VARIATION_MAX - 1;
    mind->line[ply][0] = (struct line_move){.move = m, .seat = (int8_t)mind->stack[ply].turn};
    memcpy(mind->line[ply] + 1, mind->line[ply + 1], (size_t)count * sizeof **mind->line);
    mind->line_count[ply] = 1 + count;
}

/* The first `used` choices belong to earlier plies. */
static int search(struct endgame *s, int ply, int depth, int used, int alpha, int beta)
{
    struct iota_mind *mind = s->mind;
    struct iota_world *world = &mind->stack[ply];
    struct iota_choice *choices = mind->choices + used;
    mind->line_count[ply] = 0;
    if (world->over)
        return lead_of(world, world->turn);
    if (depth <= 0 || ply == IOTA_DEPTH_MAX || used + MOVES_MAX > IOTA_CHOICES_MAX) {
        s->cut = true;
        return play_out(s, world);
    }
    int count = iota_rank(world, mind->weights, &mind->play, mind->plays, choices);
    int best = -LEAD_MAX;
    for (int i = 0; i < count && best < beta && !s->out; i++) {
        bring_best(choices + i, count - i);
        int value = search_choice(s, ply, depth, used + count, &choices[i],
                                  best > alpha ? best : alpha, beta);
        if (value > best && value > alpha && !s->out)
            keep_line(mind, ply, choices[i].move);
        best = value > best ? value : best;
    }
    return best;
}

/* ---- the root ---- */

static void raise_arm(struct iota_arm *arms, int from)
{
    struct iota_arm arm = arms[from];
    for (int i = from; i > 0; i--)
        arms[i] = arms[i - 1];
    arms[0] = arm;
}

/* Searches all arms to one depth. The best moves to the front; false if the budget ran out. In the
 * first round every arm gets its own value; later those that are not better get only a bound. */
static bool deepen(struct endgame *s, struct iota_arm *arms, int count, int depth)
{
    int best = -LEAD_MAX;
    for (int i = 0; i < count; i++) {
        int alpha = depth > 1 ? best : -LEAD_MAX;
        int value = search_choice(s, 0, depth, 0, &arms[i].choice, alpha, LEAD_MAX);
        if (s->out)
            return false;
        arms[i].lead = value;
        arms[i].depth = (uint32_t)depth;
        if (value > best) {
            best = value;
            keep_line(s->mind, 0, arms[i].choice.move);
            raise_arm(arms, i);
        }
    }
    return true;
}

void iota_endgame_search(struct iota_mind *mind)
{
    struct endgame s = {.mind = mind};
    mind->stack[0] = mind->world;
    for (int depth = 1; depth <= IOTA_DEPTH_MAX && !s.out; depth++) {
        s.cut = false;
        if (deepen(&s, mind->arms, mind->field, depth) && !s.cut) {
            mind->solved = mind->field == mind->legal;
            return;
        }
    }
}
