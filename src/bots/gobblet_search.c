/* SPDX-License-Identifier: MIT */
/*
 *     search_run ─▶ every depth in turn: look_at_root ─▶ look_deeper ─▶ … ─▶ evaluate
 *
 * A position is searched only if nobody can win at once in it: enter() sees that without trying
 * moves. A threatened side tries only possible answers, and does so even when the depth is used
 * up, so a series of threats is followed to its end.
 *
 * Invariants
 *   1. path[ply] is filled and not decided when look_deeper(ply) is called.
 *   2. Once `out` is set, return values mean nothing and nothing is stored.
 */
#include "bots/gobblet_search.h"

enum {
    HISTORY_STEP = 4, /* no position recurs sooner, unless turns are lost */
    MERIT_MAX = 8000,
    ASPIRE = 30, /* half the first window around the last depth's score */
    ASPIRE_DEPTH = 4,
    EXACT_DEPTH = 2, /* up to this depth every root move gets its own score */
    PASS_DEPTH = 3,
    PASS_LESS = 3,
    SURE_DEPTH = 3, /* up to this depth a score far above beta is trusted */
    SURE_MARGIN = 60,
    UNTRIED = -SCORE_SURE + 1, /* better than a known loss */
};

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

/* ---- the memo ----
 *
 *     41 40   39 … 32   31 … 16   15 … 0
 *     bound    depth     score     act       */

void memo_init(struct memo *memo, void *memory, size_t size, uint64_t wanted)
{
    uint64_t count = BUCKET;
    while (count < wanted && 2 * count * sizeof(struct memo_entry) <= size)
        count *= 2;
    memo->entries = memory;
    memo->mask = count - BUCKET;
    memset(memory, 0, (size_t)count * sizeof(struct memo_entry));
}

static uint64_t mix(const struct board *board)
{
    uint64_t a = board->mine * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t b = board->theirs * UINT64_C(0xc2b2ae3d27d4eb4f);
    uint64_t key = a ^ (b << 32 | b >> 32);
    key = (key ^ key >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return key ^ key >> 29;
}

/* Symmetric positions share an entry. */
static uint64_t key_of(const struct board *board, int *symmetry)
{
    struct board canonical = board_canonical(board, symmetry);
    return mix(&canonical);
}

static struct memo_entry *bucket_of(const struct memo *memo, uint64_t key)
{
    return memo->entries + (key & memo->mask);
}

static uint64_t memo_find(const struct memo *memo, uint64_t key)
{
    struct memo_entry *entry = bucket_of(memo, key);
    for (int i = 0; i < BUCKET; i++) {
        uint64_t stored = atomic_load_explicit(&entry[i].stored, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry[i].check, memory_order_relaxed);
        if ((check ^ stored) == key)
            return stored;
    }
    return 0;
}

static int stored_depth(uint64_t stored)
{
    return (int)(stored >> 32 & 0xff);
}

/* Replaces the same position, or else the one that was searched least. */
static void memo_store(const struct memo *memo, uint64_t key, uint64_t stored)
{
    struct memo_entry *entry = bucket_of(memo, key), *least = entry;
    int least_depth = DEPTH_MAX + 1;
    for (int i = 0; i < BUCKET; i++) {
        uint64_t old = atomic_load_explicit(&entry[i].stored, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry[i].check, memory_order_relaxed);
        if ((check ^ old) == key) {
            least = &entry[i];
            break;
        }
        if (stored_depth(old) < least_depth) {
            least_depth = stored_depth(old);
            least = &entry[i];
        }
    }
    atomic_store_explicit(&least->stored, stored, memory_order_relaxed);
    atomic_store_explicit(&least->check, key ^ stored, memory_order_relaxed);
}

/* Wins are counted from the root in the search, and from their own position in the memo. */
static int score_to_memo(int score, int ply)
{
    return score >= SCORE_SURE ? score + ply : score <= -SCORE_SURE ? score - ply : score;
}

static int score_from_memo(uint64_t stored, int ply)
{
    int score = (int16_t)(stored >> 16 & 0xffff);
    return score >= SCORE_SURE ? score - ply : score <= -SCORE_SURE ? score + ply : score;
}

static void remember(const struct search *s, int ply, uint64_t key, int depth, enum bound bound,
                     int score, act a)
{
    uint64_t word = (uint16_t)score_to_memo(score, ply);
    memo_store(s->memo, key, (uint64_t)bound << 40 | (uint64_t)depth << 32 | word << 16 | a);
}

/* ---- repetition ---- */

static bool same(const struct board *a, const struct board *b)
{
    return a->mine == b->mine && a->theirs == b->theirs;
}

/* GR4. In the search the second time counts like the third: what was not better then is not better
 * now. */
static bool repeats(const struct search *s, int ply)
{
    const struct path_node *node = &s->path[ply];
    for (int back = s->house.touch ? 2 : HISTORY_STEP; back <= node->calm && back <= ply; back += 2)
        if (same(&node->board, &s->path[ply - back].board))
            return true;
    if (node->calm < ply)
        return false;
    for (int i = 0; i < s->twice_count; i++)
        if (s->twice[i].other == (ply & 1) && same(&node->board, &s->twice[i].board))
            return true;
    return false;
}

/* Goes back through the moves since the last new gobblet. Positions can only be equal at an even
 * distance, with the same side to move. */
void search_remember(struct search *s, const struct gobblet *g)
{
    static const int step = 2;
    uint64_t men[2] = {g->men[WHITE], g->men[BLACK]};
    int turn = g->turn;
    s->twice_count = 0;
    for (int at = g->past; at >= 0; at--) {
        uint64_t then[2] = {men[WHITE], men[BLACK]};
        for (int back = at; back >= step; back -= step) {
            for (int i = 1; i <= step; i++) {
                int entry = g->history[back - i], size = entry >> 8 & 3;
                then[entry >> 10] ^= man(size, entry >> 4 & 15) ^ man(size, entry & 15);
            }
            if (then[WHITE] == men[WHITE] && then[BLACK] == men[BLACK]) {
                s->twice[s->twice_count++] =
                    (struct twice){{men[turn], men[!turn]}, turn != g->turn};
                break;
            }
        }
        if (at == 0 || s->twice_count == HISTORY_MAX / 2)
            break;
        int entry = g->history[at - 1], size = entry >> 8 & 3;
        men[entry >> 10] ^= man(size, entry >> 4 & 15) ^ man(size, entry & 15);
        turn = !turn;
    }
}

/* ---- the order of moves ---- */

enum { FIRST = 1 << 20, KILLER = 1 << 18 };

struct sorted_acts {
    struct acts acts;
    int score[MOVES_OF_ONE];
};

static void score_acts(const struct search *s, int ply, act first, struct sorted_acts *choice)
{
    const int16_t *merit = s->merit[ply & 1];
    for (int i = 0; i < choice->acts.count; i++) {
        act a = choice->acts.list[i];
        int score = merit[a & ACT_CODE];
        if (a == first)
            score += FIRST;
        else if (a == s->killers[ply][0] || a == s->killers[ply][1])
            score += KILLER;
        choice->score[i] = score;
    }
}

/* Brings the best remaining move to place i. */
static act pick(struct sorted_acts *choice, int i)
{
    int best = i;
    for (int j = i + 1; j < choice->acts.count; j++)
        if (choice->score[j] > choice->score[best])
            best = j;
    act a = choice->acts.list[best];
    int score = choice->score[best];
    choice->acts.list[best] = choice->acts.list[i];
    choice->score[best] = choice->score[i];
    choice->acts.list[i] = a;
    choice->score[i] = score;
    return a;
}

static void change_merit(int16_t *merit, int by)
{
    int size = by < 0 ? -by : by;
    *merit = (int16_t)(*merit + by - *merit * size / MERIT_MAX);
}

/* The last of the first `tried` moves was good enough; those before it were not. */
static void praise(struct search *s, int ply, int depth, const struct sorted_acts *choice,
                   int tried)
{
    int by = depth * depth < 400 ? 4 * depth * depth : 1600;
    act good = choice->acts.list[tried - 1];
    for (int i = 0; i < tried - 1; i++)
        change_merit(&s->merit[ply & 1][choice->acts.list[i] & ACT_CODE], -by);
    change_merit(&s->merit[ply & 1][good & ACT_CODE], by);
    if (s->killers[ply][0] != good) {
        s->killers[ply][1] = s->killers[ply][0];
        s->killers[ply][0] = good;
    }
}

/* ---- the search ---- */

/* Makes a move. False if it, or the reply to it, decides the game; then `value` is set. */
static bool enter(struct search *s, int ply, act a, int *value)
{
    const struct path_node *node = &s->path[ply];
    struct path_node *next = &s->path[ply + 1];
    next->board = board_after(&node->board, a);
    next->surface = board_surface(&next->board);
    next->calm = move_kind(a) == NEW ? 0 : node->calm + 1;
    s->line_count[ply + 1] = 0;
    if (next->surface.full) { /* GR2 */
        int won = SCORE_WIN - (ply + 1);
        *value = next->surface.full & ALL ? -won : won;
        return false;
    }
    if (board_win(&next->board, &next->surface, s->house)) {
        *value = -(SCORE_WIN - (ply + 2));
        return false;
    }
    next->threatened = board_threatened(&next->board, &next->surface, s->house);
    return true;
}

static void extend_line(struct search *s, int ply, act a)
{
    int count = 0;
    s->line[ply][count++] = a;
    for (int i = 0; i < s->line_count[ply + 1] && count < VARIATION_MAX; i++)
        s->line[ply][count++] = s->line[ply + 1][i];
    s->line_count[ply] = count;
}

static int look_deeper(struct search *s, int ply, int depth, int alpha, int beta, bool may_pass);

/* Late moves are first searched less deeply, unless something depends on them. */
static int reduction(const struct search *s, int ply, int depth, int tried)
{
    if (depth < 3 || tried < 4 || s->path[ply].threatened || s->path[ply + 1].threatened)
        return 0;
    return 1 + (tried >= 12) + (tried >= 12 && depth >= 6);
}

/* The value of a move that has been entered, if it is between alpha and beta. */
static int value_of(struct search *s, int ply, int depth, int alpha, int beta, int tried)
{
    int value, less = reduction(s, ply, depth, tried);
    if (tried > 0) {
        value = -look_deeper(s, ply + 1, depth - 1 - less, -alpha - 1, -alpha, true);
        if (less > 0 && value > alpha && !s->out)
            value = -look_deeper(s, ply + 1, depth - 1, -alpha - 1, -alpha, true);
        if (value <= alpha || value >= beta || s->out)
            return value;
    }
    return -look_deeper(s, ply + 1, depth - 1, -beta, -alpha, true);
}

/* If passing is good enough, so is some move. */
static bool pass_is_enough(struct search *s, int ply, int depth, int beta, int *value)
{
    const struct path_node *node = &s->path[ply];
    struct path_node *next = &s->path[ply + 1];
    if (!meter_count(&s->meter)) {
        s->out = true;
        return false;
    }
    *next = (struct path_node){.board = board_swapped(node->board),
                               .surface = surface_swapped(&node->surface)};
    *value = -look_deeper(s, ply + 1, depth - PASS_LESS, -beta, -beta + 1, false);
    if (*value >= SCORE_SURE)
        *value = beta;
    return *value >= beta && !s->out;
}

static int try_acts(struct search *s, int ply, int depth, int alpha, int beta, uint64_t key,
                    act first, int symmetry)
{
    struct path_node *node = &s->path[ply];
    struct sorted_acts choice;
    int best = node->threatened ? -(SCORE_WIN - (ply + 2)) : -SCORE_BOUND, value, tried = 0;
    act best_act = NO_ACT;
    enum bound bound = BOUND_UPPER;
    if (node->threatened)
        board_answers(&node->board, &node->surface, s->house, &choice.acts);
    else
        board_acts(&node->board, &node->surface, s->house, &choice.acts);
    score_acts(s, ply, first, &choice);
    for (int i = 0; i < choice.acts.count; i++) {
        act a = pick(&choice, i);
        if (!meter_count(&s->meter)) {
            s->out = true;
            return 0;
        }
        if (enter(s, ply, a, &value))
            value = value_of(s, ply, depth, alpha, beta, tried++);
        if (s->out)
            return 0;
        if (value <= best)
            continue;
        best = value;
        best_act = a;
        if (value <= alpha)
            continue;
        alpha = value;
        bound = BOUND_EXACT;
        extend_line(s, ply, a);
        if (value >= beta) {
            bound = BOUND_LOWER;
            praise(s, ply, depth, &choice, i + 1);
            break;
        }
    }
    remember(s, ply, key, depth, bound, best, act_turned(best_act, symmetry));
    return best;
}

/* The score of path[ply], or a bound on it outside alpha and beta. */
static int look_deeper(struct search *s, int ply, int depth, int alpha, int beta, bool may_pass)
{
    const struct path_node *node = &s->path[ply];
    bool wide = beta - alpha > 1;
    int symmetry, value, won = SCORE_WIN - (ply + 3);
    s->line_count[ply] = 0;
    if (repeats(s, ply))
        return 0;
    if (node->threatened && ply < s->horizon)
        depth = depth < 1 ? 1 : depth;
    if (depth <= 0 || ply >= PLY_MAX - 1)
        return evaluate(s->evaluator, &node->board, &node->surface);
    if (alpha >= won)
        return won; /* nobody wins at once here, so no win comes sooner */
    uint64_t key = key_of(&node->board, &symmetry), stored = memo_find(s->memo, key);
    act first = stored ? act_turned((act)(stored & 0xffff), symmetry_back(symmetry)) : NO_ACT;
    if (stored && !wide && stored_depth(stored) >= depth) {
        enum bound bound = (enum bound)(stored >> 40 & 3);
        int known = score_from_memo(stored, ply);
        if ((known >= beta && (bound & BOUND_LOWER)) || (known <= alpha && (bound & BOUND_UPPER)))
            return known;
    }
    if (!wide && !node->threatened && beta < SCORE_SURE && beta > -SCORE_SURE) {
        int guess = evaluate(s->evaluator, &node->board, &node->surface);
        if (depth <= SURE_DEPTH && guess - SURE_MARGIN * depth >= beta)
            return guess;
        if (may_pass && depth >= PASS_DEPTH && guess >= beta &&
            pass_is_enough(s, ply, depth, beta, &value))
            return value;
        if (s->out)
            return 0;
    }
    return try_acts(s, ply, depth, alpha, beta, key, first, symmetry);
}

/* ---- the root ---- */

void search_begin(struct search *s, const struct board *board, struct house house)
{
    struct path_node *root = &s->path[0];
    s->house = house;
    s->out = false;
    s->root_count = s->twice_count = s->whole = 0;
    s->line_count[0] = 0;
    memset(s->killers, 0, sizeof s->killers);
    memset(s->merit, 0, sizeof s->merit);
    root->board = *board;
    root->surface = board_surface(board);
    root->calm = 0;
    root->threatened = board_threatened(board, &root->surface, house);
}

void search_add(struct search *s, act a)
{
    s->root[s->root_count++] = (struct root_act){.act = a, .score = UNTRIED};
}

/* Stable, so that equal moves stay in their order. */
static void sort_root(struct search *s)
{
    for (int i = 1; i < s->root_count; i++) {
        struct root_act moved = s->root[i];
        int at = i;
        for (; at > 0 && s->root[at - 1].score < moved.score; at--)
            s->root[at] = s->root[at - 1];
        s->root[at] = moved;
    }
}

static void bring_to_front(struct search *s, int index)
{
    struct root_act moved = s->root[index];
    for (; index > 0; index--)
        s->root[index] = s->root[index - 1];
    s->root[0] = moved;
}

/* Gives every move its own score. */
static void list_root(struct search *s, int depth)
{
    int best = -SCORE_BOUND, value;
    for (int i = 0; i < s->root_count && !s->out; i++) {
        struct root_act *root = &s->root[i];
        s->out = !meter_count(&s->meter);
        if (!s->out && enter(s, 0, root->act, &value))
            value = value_of(s, 0, depth, -SCORE_BOUND, SCORE_BOUND, 0);
        if (s->out)
            break;
        root->score = value;
        root->depth = (uint8_t)depth;
        if (value > best) {
            best = value;
            extend_line(s, 0, root->act);
        }
    }
    sort_root(s);
}

/* The best move goes to the front, even when the budget ends before the last one is searched. Of
 * the others we only know that they are not better. Next to a sure win that says nothing, so then
 * they keep their scores from a shallower search. */
static int look_at_root(struct search *s, int depth, int alpha, int beta)
{
    int best = -SCORE_BOUND, value, tried = 0, at = 0;
    for (int i = 0; i < s->root_count && alpha < beta; i++) {
        struct root_act *root = &s->root[i];
        s->out = !meter_count(&s->meter);
        if (!s->out && enter(s, 0, root->act, &value))
            value = value_of(s, 0, depth, alpha, beta, tried++);
        if (s->out)
            break;
        best = value > best ? value : best;
        if (value > alpha || value < SCORE_SURE) {
            root->score = value;
            root->depth = (uint8_t)depth;
        }
        if (value > alpha) {
            alpha = value;
            at = i;
            extend_line(s, 0, root->act);
        }
    }
    bring_to_front(s, at);
    return best;
}

/* A window around the last score, widened when it proves too narrow. */
static int aspire(struct search *s, int depth, int score)
{
    int low = -SCORE_BOUND, high = SCORE_BOUND, margin = ASPIRE;
    if (depth > ASPIRE_DEPTH && score < SCORE_SURE && score > -SCORE_SURE) {
        low = score - margin;
        high = score + margin;
    }
    for (;;) {
        int value = look_at_root(s, depth, low, high);
        if (s->out)
            return value;
        if (value > low && value < high)
            return value;
        margin *= 4;
        low = value <= low ? (margin > 400 ? -SCORE_BOUND : value - margin) : low;
        high = value >= high ? (margin > 400 ? SCORE_BOUND : value + margin) : high;
    }
}

void search_run(struct search *s, int depth_min, int depth_max)
{
    int score = 0;
    for (int depth = depth_min; depth <= depth_max && depth <= DEPTH_MAX; depth++) {
        s->horizon = 2 * depth + 8;
        if (depth <= EXACT_DEPTH) {
            list_root(s, depth);
            score = s->root[0].score;
        } else {
            score = aspire(s, depth, score);
        }
        if (s->out)
            break;
        s->score_at[depth] = score;
        s->whole = depth;
        if (score >= SCORE_SURE || score <= -SCORE_SURE)
            break; /* searched to the end */
    }
}
