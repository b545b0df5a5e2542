/* SPDX-License-Identifier: MIT */
/*
 * Invariants
 *   1. A node's children are the moves that were tried after it by any seat, each once.
 *   2. path[0 … depth) are the nodes of the visit from the planted one down.
 *   3. `proof` is only set if tree->duel is, and then holds whatever else is tried.
 */
#include "bots/tree.h"

#include <math.h>

#include "base/check.h"
#include "bots/sense.h"

enum {
    LOOKS_FIRST = 96, /* moves that a playout's first player looks at */
    LOOKS = 3,        /* and the later ones */
    LOOKS_POINTS = 6, /* if points show it without trying */
    PLIES_FIRST = 1,
    WIDE_FIRST = 6,      /* moves tried after a node with hardly any visits */
    TRIALS = 24,         /* untried moves among which the next is chosen */
    LINE_VISITS_MIN = 4, /* a line continues with moves tried this often */
};

#define LAYING 0.01   /* the value of laying in itself */
#define WIDE_RATE 2.0 /* further moves, per square root of the visits */
#define CURIOSITY 0.6 /* how much less-tried moves are preferred */

void tree_init(struct tree *t, size_t size, const struct question *question, struct meter *meter)
{
    CHECK(size >= sizeof *t + 2 * sizeof(struct node));
    size_t room = (size - sizeof *t) / sizeof(struct node);
    t->game = question->game;
    t->meter = meter;
    t->duel = !t->game->hidden && !t->game->chance && question->view->seats == 2;
    t->nodes = (struct node *)(t + 1);
    t->room = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
    t->count = 1;
}

uint32_t tree_plant(struct tree *t, int seat, move m)
{
    if (t->count == t->room)
        return 0;
    t->nodes[t->count] = (struct node){.move = m, .seat = (int8_t)seat};
    return t->count++;
}

/* ---- playouts ---- */

/* Moves a random one of list[i … count) to i. */
static move take_random(struct moves *moves, int i, int count, struct search_rng *luck)
{
    int at = i + (int)search_rng_below(luck, (uint32_t)(count - i));
    move m = moves->list[at];
    moves->list[at] = moves->list[i];
    moves->list[i] = m;
    return m;
}

/* Plays a move in a copy of the visit's world; false if the budget ran out. */
static bool try_move(struct tree *t, int seat, move m)
{
    if (!meter_count(t->meter))
        return false;
    state_copy(&t->after.head, &t->play.head);
    t->game->apply(&t->after.head, seat, m, NULL);
    return true;
}

static bool play_move(struct tree *t, int seat, move m)
{
    if (!meter_count(t->meter))
        return false;
    t->game->apply(&t->play.head, seat, m, NULL);
    return true;
}

/* Tries some random moves and plays the one that gives the most points at once. */
static bool play_for_points(struct tree *t, int seat, int looks, struct search_rng *luck)
{
    move best = 0;
    int32_t most = 0;
    for (int i = 0; i < looks && i < t->moves.count; i++) {
        move m = take_random(&t->moves, i, t->moves.count, luck);
        int32_t gain = t->game->gain(&t->play.head, seat, m);
        if (i == 0 || gain > most) {
            most = gain;
            best = m;
        }
    }
    return play_move(t, seat, best);
}

/* The standing of the seat after a move: a lead is worth less than a win, and between equals it is
 * better to have laid something. */
static double value_after(struct tree *t, int seat, move m)
{
    double value = seat_standing(t->game, &t->after.head, seat);
    if (state_over(&t->after.head))
        return value;
    return 0.25 + value / 2 + (move_lays(t->game, &t->play.head, seat, m) ? LAYING : 0);
}

/* Tries some random moves and plays the one after which the seat stands best: one that wins at once
 * if there is any, and one that loses at once only if there is no other. */
static bool play_for_place(struct tree *t, int seat, int looks, struct search_rng *luck)
{
    double most = -1;
    for (int i = 0; i < looks && i < t->moves.count; i++) {
        move m = take_random(&t->moves, i, t->moves.count, luck);
        if (!try_move(t, seat, m))
            return false;
        double value = value_after(t, seat, m);
        if (value > most) {
            most = value;
            state_copy(&t->best.head, &t->after.head);
        }
    }
    state_copy(&t->play.head, &t->best.head);
    return true;
}

/* Plays the visit's world on with a little sense; false if the budget ran out. */
static bool play_out(struct tree *t, struct search_rng *luck)
{
    struct state *state = &t->play.head;
    uint32_t ply = (uint32_t)t->depth - 1;
    for (uint32_t first = ply; ply < t->plies && !state_over(state); ply++) {
        int seat = random_actor(state, luck);
        int count = game_legal(t->game, state, seat, &t->moves);
        int looks = ply - first < PLIES_FIRST ? LOOKS_FIRST : t->points ? LOOKS_POINTS : LOOKS;
        bool played = count == 1  ? play_move(t, seat, t->moves.list[0])
                      : t->points ? play_for_points(t, seat, looks, luck)
                                  : play_for_place(t, seat, looks, luck);
        if (!played)
            return false;
    }
    for (int seat = 0; seat < state->seats; seat++)
        t->value[seat] = seat_standing(t->game, state, seat);
    return true;
}

/* ---- proofs ---- */

static void value_proof(struct tree *t, const struct node *node)
{
    double value = node->proof == PROOF_WON ? 1 : 0;
    t->value[node->seat] = value;
    t->value[!node->seat] = 1 - value;
}

/* Finds out whether this new node, or a reply to it, decides the game; false if the budget ran
 * out. */
static bool prove_leaf(struct tree *t, struct node *node)
{
    const struct state *state = &t->play.head;
    if (state_over(state)) {
        if (seat_has_won(t->game, state, node->seat))
            node->proof = PROOF_WON;
        else if (seat_has_won(t->game, state, !node->seat))
            node->proof = PROOF_LOST;
        return true;
    }
    if ((state->actors & (state->actors - 1)) != 0)
        return true; /* unknown which of them acts first */
    int actor = __builtin_ctz(state->actors);
    int count = game_legal(t->game, state, actor, &t->moves);
    node->replies = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        if (!try_move(t, actor, t->moves.list[i]))
            return false;
        if (seat_has_won(t->game, &t->after.head, actor)) {
            node->proof = actor == node->seat ? PROOF_WON : PROOF_LOST;
            return true;
        }
    }
    return true;
}

/* What the proof of a child means for the node above it. */
static void prove_above(struct node *above, const struct node *child)
{
    if (above->replies == 0)
        return;
    bool same = above->seat == child->seat;
    if (child->proof == PROOF_WON)
        above->proof = same ? PROOF_WON : PROOF_LOST;
    else if (++above->lost == above->replies)
        above->proof = same ? PROOF_LOST : PROOF_WON;
}

/* ---- the way down ---- */

/* Approximately the natural logarithm of a number from 1 on, the same on every machine. */
static double log_of(uint32_t n)
{
    int bits = 31 - __builtin_clz(n);
    double part = (double)n / (double)(UINT32_C(1) << bits) - 1;
    return 0.693147 * (bits + part);
}

static double promise(const struct node *node)
{
    double doubt = sqrt(log_of(node->available) / node->visits);
    return node->total / node->visits + CURIOSITY * doubt;
}

/* What the children of a node offer to a seat in the visit's world. */
struct offer {
    uint32_t best; /* the most promising, or 0 */
    int open;      /* how many are not lost */
    int tried;     /* how many are legal here */
};

static struct offer weigh_children(struct tree *t, const struct node *node, int seat)
{
    struct offer offer = {0};
    double most = 0;
    memset(t->tried, 0, (size_t)(t->moves.count + 7) / 8);
    for (uint32_t i = node->child; i != 0; i = t->nodes[i].sibling) {
        struct node *child = &t->nodes[i];
        int at = child->seat == seat ? moves_find(&t->moves, child->move) : -1;
        if (at < 0)
            continue;
        t->tried[at / 8] |= (uint8_t)(1 << at % 8);
        offer.tried++;
        child->available++;
        if (child->proof == PROOF_LOST || child->visits == 0)
            continue;
        double value = promise(child);
        offer.open++;
        if (offer.best == 0 || value > most) {
            most = value;
            offer.best = i;
        }
    }
    return offer;
}

/* Leaves only the moves that were not tried. */
static void keep_untried(struct tree *t)
{
    int count = 0;
    for (int i = 0; i < t->moves.count; i++)
        if (!(t->tried[i / 8] >> i % 8 & 1))
            t->moves.list[count++] = t->moves.list[i];
    t->moves.count = count;
}

/* The next move to try: the most points, then one that lays something. */
static move choose_untried(struct tree *t, int seat, struct search_rng *luck)
{
    move best = 0;
    int32_t most = 0;
    bool best_lays = false;
    keep_untried(t);
    for (int i = 0; i < t->moves.count && i < TRIALS; i++) {
        move m = take_random(&t->moves, i, t->moves.count, luck);
        int32_t gain = t->game->gain(&t->play.head, seat, m);
        if (i > 0 && (gain < most || (gain == most && best_lays)))
            continue;
        bool lays = move_lays(t->game, &t->play.head, seat, m);
        if (i > 0 && gain == most && !lays)
            continue;
        most = gain;
        best = m;
        best_lays = lays;
    }
    return best;
}

static bool is_wide(const struct node *node, int open)
{
    return open >= WIDE_FIRST && open >= WIDE_FIRST + WIDE_RATE * sqrt(node->visits);
}

/* The child to continue with, new or known; 0 if there is no room for it. */
static uint32_t choose_child(struct tree *t, uint32_t above, int seat, struct search_rng *luck)
{
    struct node *node = &t->nodes[above];
    int count = game_legal(t->game, &t->play.head, seat, &t->moves);
    struct offer offer = weigh_children(t, node, seat);
    if (offer.tried == count || (offer.best != 0 && is_wide(node, offer.open)))
        return offer.best;
    uint32_t child = tree_plant(t, seat, choose_untried(t, seat, luck));
    if (child == 0)
        return offer.best;
    t->nodes[child].sibling = node->child;
    t->nodes[child].available = 1;
    node->child = child;
    return child;
}

/* Goes down to a node that was never visited, or to the end; false if the budget ran out. */
static bool go_down(struct tree *t, struct search_rng *luck)
{
    const struct state *state = &t->play.head;
    uint32_t at = t->path[0];
    while (t->nodes[at].visits > 0 && !state_over(state) && t->depth < TREE_DEPTH_MAX &&
           (uint32_t)t->depth <= t->plies) {
        int seat = random_actor(state, luck);
        at = choose_child(t, at, seat, luck);
        if (at == 0)
            return true;
        if (!play_move(t, seat, t->nodes[at].move))
            return false;
        t->path[t->depth++] = at;
    }
    return true;
}

static void back_up(struct tree *t)
{
    for (int i = t->depth - 1; i >= 0; i--) {
        struct node *node = &t->nodes[t->path[i]];
        node->visits++;
        node->total += t->value[node->seat];
        if (i > 0 && node->proof != PROOF_NONE) {
            struct node *above = &t->nodes[t->path[i - 1]];
            if (above->proof == PROOF_NONE)
                prove_above(above, node);
        }
    }
}

bool tree_visit(struct tree *t, uint32_t planted, struct search_rng *luck)
{
    t->path[0] = planted;
    t->depth = 1;
    if (t->nodes[planted].proof == PROOF_NONE) {
        t->play.head.flags |= STATE_FORGETFUL;
        if (!go_down(t, luck))
            return false;
    }
    struct node *leaf = &t->nodes[t->path[t->depth - 1]];
    if (t->duel && leaf->visits == 0 && leaf->proof == PROOF_NONE && !prove_leaf(t, leaf))
        return false;
    if (leaf->proof != PROOF_NONE)
        value_proof(t, leaf);
    else if (!play_out(t, luck))
        return false;
    back_up(t);
    return true;
}

/* ---- the line ---- */

int tree_line(const struct tree *t, uint32_t node, struct line_move *out, int room)
{
    int count = 0;
    while (count < room) {
        uint32_t best = 0, most = LINE_VISITS_MIN - 1;
        for (uint32_t i = t->nodes[node].child; i != 0; i = t->nodes[i].sibling) {
            const struct node *child = &t->nodes[i];
            bool won = child->proof == PROOF_WON;
            if (child->proof != PROOF_LOST && (won || child->visits > most)) {
                most = won ? UINT32_MAX : child->visits;
                best = i;
            }
        }
        if (best == 0)
            break;
        out[count++] = (struct line_move){t->nodes[best].move, t->nodes[best].seat};
        node = best;
    }
    return count;
}
