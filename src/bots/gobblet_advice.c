/* SPDX-License-Identifier: MIT */
/*
 * Reasons are read off the board before and after a move, never off the search's numbers alone, so
 * that each of them is true whether or not the search was deep.
 */
#include "bots/gobblet_advice.h"

#include "bots/curve.h"
#include "bots/sense.h"

enum { CENTRE = 0x0660, CORNERS = 0x9009 };

/* A move and what it leads to; all boards are seen by the side that moves. */
struct deed {
    act act;
    int seat, score;
    bool only; /* every other move loses at once */
    struct board board, after;
    struct look look, then;
};

double gobblet_expectation(int score)
{
    if (score >= SCORE_SURE)
        return 1;
    if (score <= -SCORE_SURE)
        return 0;
    return curve_logistic((double)score / EVAL_UNIT);
}

static void add_plain(struct candidate *candidate, const char *key)
{
    candidate_add(candidate, (struct reason){.key = key});
}

static void add_count(struct candidate *candidate, const char *key, int count)
{
    candidate_add(candidate, (struct reason){.key = key, .count = count});
}

static void add_seat(struct candidate *candidate, const char *key, int seat)
{
    candidate_add(candidate, (struct reason){.key = key, .seat = (int8_t)seat});
}

static void add_piece(struct candidate *candidate, const char *key, int seat, int size)
{
    int piece = 1 + seat * SIZES + size;
    candidate_add(candidate, (struct reason){.key = key, .piece = (int16_t)piece});
}

/* ---- wins and losses ---- */

/* The mover's own moves to the end of a win, or the other's. */
static int moves_to_end(int score)
{
    return ((score > 0 ? SCORE_WIN - score : SCORE_WIN + score) + 1) / 2;
}

static bool loses_at_once(const struct deed *deed)
{
    struct board swapped = board_swapped(deed->after);
    struct look other = look_swapped(&deed->then);
    return (deed->then.full >> 16) != 0 || board_win(&swapped, &other) != NO_ACT;
}

/* True if that is all there is to say. */
static bool tell_end(const struct deed *deed, struct candidate *candidate)
{
    if (deed->then.full >> 16) /* GR2: theirs are judged first */
        add_seat(candidate, "gobblet.advice.uncovers", !deed->seat);
    else if (deed->then.full)
        add_plain(candidate, "gobblet.advice.wins");
    else if (loses_at_once(deed))
        add_seat(candidate, "gobblet.advice.allows", !deed->seat);
    else
        return false;
    return true;
}

static void tell_forced(const struct deed *deed, struct candidate *candidate)
{
    if (deed->score >= SCORE_SURE)
        add_count(candidate, "gobblet.advice.wins_in", moves_to_end(deed->score));
    else if (deed->score <= -SCORE_SURE)
        add_count(candidate, "gobblet.advice.loses_in", moves_to_end(deed->score));
    if (deed->only)
        add_plain(candidate, "gobblet.advice.only");
}

/* ---- threats ---- */

static int count_threats(const struct board *board, const struct look *look)
{
    int count = 0;
    for (unsigned gaps = look->threes & ~look->shown & ALL; gaps; gaps &= gaps - 1)
        count += board_win_at(board, look, __builtin_ctz(gaps)) != NO_ACT;
    return count;
}

static void tell_line(int line, struct candidate *candidate)
{
    static const char *const columns[SIDE] = {
        "gobblet.advice.blocks_a",
        "gobblet.advice.blocks_b",
        "gobblet.advice.blocks_c",
        "gobblet.advice.blocks_d",
    };
    if (line < SIDE)
        add_count(candidate, "gobblet.advice.blocks_row", line + 1);
    else if (line < 2 * SIDE)
        add_plain(candidate, columns[line - SIDE]);
    else
        add_plain(candidate, "gobblet.advice.blocks_diagonal");
}

/* A line of three with which the other side would have won, had this move not been made. */
static void tell_block(const struct deed *deed, struct candidate *candidate)
{
    struct board swapped = board_swapped(deed->board);
    struct look other = look_swapped(&deed->look);
    act win = board_win(&swapped, &other);
    if (win == NO_ACT)
        return;
    for (int line = 0; line < LINES; line++) {
        unsigned gap = lines[line] & ~other.shown & ALL;
        if (gap == 1u << move_to(win)) {
            tell_line(line, candidate);
            return;
        }
    }
}

static void tell_threats(const struct deed *deed, struct candidate *candidate)
{
    int threats = count_threats(&deed->after, &deed->then);
    if (threats > 1)
        add_plain(candidate, "gobblet.advice.double");
    else if (threats == 1)
        add_plain(candidate, "gobblet.advice.threatens");
}

/* ---- smaller things ---- */

static void tell_covered(const struct deed *deed, struct candidate *candidate)
{
    int to = move_to(deed->act), theirs = size_on(deed->look.theirs, to);
    if (move_kind(deed->act) != TOUCH && theirs >= 0)
        add_piece(candidate, "gobblet.advice.gobbles", !deed->seat, theirs);
}

/* What lay under a gobblet that was lifted. */
static void tell_lifted(const struct deed *deed, struct candidate *candidate)
{
    int from = move_from(deed->act);
    if (move_kind(deed->act) != SHIFT)
        return;
    int mine = size_on(deed->then.mine, from), theirs = size_on(deed->then.theirs, from);
    if (mine >= 0)
        add_piece(candidate, "gobblet.advice.frees", deed->seat, mine);
    else if (theirs >= 0)
        add_piece(candidate, "gobblet.advice.shows", !deed->seat, theirs);
    else
        add_plain(candidate, "gobblet.advice.safe");
}

static int most_in_line(const struct deed *deed)
{
    unsigned mine = deed->then.shown & ALL, theirs = deed->then.shown >> 16;
    int most = 0, to = move_to(deed->act);
    for (int i = 0; i < LINES_AT; i++) {
        unsigned line = lines_at[to][i];
        int count = __builtin_popcount(line & mine);
        if ((line & theirs) == 0 && count > most)
            most = count;
    }
    return most;
}

static void tell_place(const struct deed *deed, struct candidate *candidate)
{
    int to = move_to(deed->act), size = act_size(deed->act);
    if (move_kind(deed->act) == TOUCH) {
        add_plain(candidate, "gobblet.advice.waits");
        return;
    }
    if (most_in_line(deed) >= 2)
        add_count(candidate, "gobblet.advice.builds", most_in_line(deed));
    if (CENTRE >> to & 1)
        add_plain(candidate, "gobblet.advice.centre");
    else if (CORNERS >> to & 1)
        add_plain(candidate, "gobblet.advice.corner");
    if (move_kind(deed->act) != NEW)
        return;
    if (size == SIZES - 1)
        add_plain(candidate, "gobblet.advice.large");
    else if (reserve_has(reserve_shown(deed->board.mine), SIZES - 1))
        add_plain(candidate, "gobblet.advice.keeps");
    else
        add_plain(candidate, "gobblet.advice.joins");
}

static void give_reasons(const struct deed *deed, struct candidate *candidate)
{
    if (tell_end(deed, candidate))
        return;
    tell_forced(deed, candidate);
    tell_block(deed, candidate);
    tell_threats(deed, candidate);
    tell_covered(deed, candidate);
    tell_lifted(deed, candidate);
    tell_place(deed, candidate);
}

/* ---- the whole ---- */

static struct deed deed_of(const struct search *s, int seat, const struct root_act *root)
{
    const struct node *node = &s->path[0];
    struct deed deed = {.act = root->act, .seat = seat, .score = root->score};
    deed.board = node->board;
    deed.look = node->look;
    deed.after = board_swapped(board_after(&node->board, root->act));
    deed.then = board_look(&deed.after);
    return deed;
}

/* How many of the moves do not lose at once; more than one need not be counted. */
static int count_safe(const struct search *s)
{
    int safe = 0;
    for (int i = 0; i < s->root_count && safe < 2; i++) {
        struct deed deed = deed_of(s, WHITE, &s->root[i]);
        safe += !loses_at_once(&deed);
    }
    return safe;
}

/* The best stays in front; of the others the better first, and those that were looked at. */
static void choose_candidates(const struct search *s, struct advice *advice, int *order)
{
    advice->count = 0;
    for (int i = 0; i < s->root_count; i++) {
        int at = advice->count < CANDIDATES_MAX ? advice->count++ : CANDIDATES_MAX;
        if (i > 0 && s->root[i].depth == 0) {
            advice->count = at;
            continue;
        }
        for (; at > 1 && s->root[order[at - 1]].score < s->root[i].score; at--)
            if (at < CANDIDATES_MAX)
                order[at] = order[at - 1];
        if (at < CANDIDATES_MAX)
            order[at] = i;
    }
}

static void write_line(const struct search *s, int seat, struct advice *advice)
{
    struct board board = s->path[0].board;
    bool known = s->line_count[0] > 0 && s->line[0][0] == s->root[0].act;
    int count = 0;
    for (; known && count < s->line_count[0]; count++) {
        board = board_after(&board, s->line[0][count]);
        advice->line[count] = (struct line_move){s->line[0][count] & ACT_CODE, (int8_t)seat};
        seat = !seat;
    }
    /* A search ends where somebody can win at once: that move belongs to the line. */
    struct look look = board_look(&board);
    act win = look.full ? NO_ACT : board_win(&board, &look);
    if (count > 0 && count < VARIATION_MAX && win)
        advice->line[count++] = (struct line_move){win & ACT_CODE, (int8_t)seat};
    advice->line_count = count;
}

void gobblet_advise(const struct search *s, int seat, struct advice *advice)
{
    int order[CANDIDATES_MAX] = {0}, safe = count_safe(s);
    choose_candidates(s, advice, order);
    for (int i = 0; i < advice->count; i++) {
        const struct root_act *root = &s->root[order[i]];
        struct deed deed = deed_of(s, seat, root);
        int score = root->score < s->root[0].score ? root->score : s->root[0].score;
        deed.only = safe == 1 && s->root_count > 1 && !loses_at_once(&deed);
        advice->list[i] =
            (struct candidate){.move = root->act & ACT_CODE,
                               .value = root->depth ? gobblet_expectation(score) : 0.5,
                               .depth = root->depth};
        give_reasons(&deed, &advice->list[i]);
    }
    advice->best = advice->list[0].move;
    write_line(s, seat, advice);
}
