/* SPDX-License-Identifier: MIT */
/*
 * Reasons come from the board before and after a move, never from the search's numbers alone, so
 * each is true however deep the search was.
 */
#include "bots/gobblet_advice.h"

#include "bots/curve.h"
#include "bots/sense.h"

enum { CENTRE = 0x0660, CORNERS = 0x9009 };

/* A move and what it leads to; all boards are from the view of the side that moves. */
struct gobblet_deed {
    act act;
    int seat, score;
    bool only; /* every other move loses at once */
    struct board board, after;
    struct surface surface, then;
    struct house house;
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

int gobblet_moves_to_end(int score)
{
    return ((score > 0 ? SCORE_WIN - score : SCORE_WIN + score) + 1) / 2;
}

static bool loses_at_once(const struct gobblet_deed *deed)
{
    struct board swapped = board_swapped(deed->after);
    struct surface other = surface_swapped(&deed->then);
    return (deed->then.full >> 16) != 0 || board_win(&swapped, &other, deed->house) != NO_ACT;
}

/* True if there is nothing more to say. */
static bool tell_end(const struct gobblet_deed *deed, struct candidate *candidate)
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

static void tell_forced(const struct gobblet_deed *deed, struct candidate *candidate)
{
    if (deed->score >= SCORE_SURE)
        add_count(candidate, "gobblet.advice.wins_in", gobblet_moves_to_end(deed->score));
    else if (deed->score <= -SCORE_SURE)
        add_count(candidate, "gobblet.advice.loses_in", gobblet_moves_to_end(deed->score));
    if (deed->only)
        add_plain(candidate, "gobblet.advice.only");
}

/* ---- threats ---- */

static int count_threats(const struct gobblet_deed *deed)
{
    const struct surface *then = &deed->then;
    int count = 0;
    for (unsigned gaps = then->threes & ~then->shown & ALL; gaps; gaps &= gaps - 1)
        count += board_win_at(&deed->after, then, deed->house, __builtin_ctz(gaps)) != NO_ACT;
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

/* A line of three with which the other side would have won without this move. */
static void tell_block(const struct gobblet_deed *deed, struct candidate *candidate)
{
    struct board swapped = board_swapped(deed->board);
    struct surface other = surface_swapped(&deed->surface);
    act win = board_win(&swapped, &other, deed->house);
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

static void tell_threats(const struct gobblet_deed *deed, struct candidate *candidate)
{
    int threats = count_threats(deed);
    if (threats > 1)
        add_plain(candidate, "gobblet.advice.double");
    else if (threats == 1)
        add_plain(candidate, "gobblet.advice.threatens");
}

/* ---- smaller things ---- */

static void tell_covered(const struct gobblet_deed *deed, struct candidate *candidate)
{
    int to = move_to(deed->act), theirs = size_on(deed->surface.theirs, to);
    if (move_kind(deed->act) != TOUCH && theirs >= 0)
        add_piece(candidate, "gobblet.advice.gobbles", !deed->seat, theirs);
}

/* What was under a gobblet that was lifted. */
static void tell_lifted(const struct gobblet_deed *deed, struct candidate *candidate)
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

static int most_in_line(const struct gobblet_deed *deed)
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

static void tell_place(const struct gobblet_deed *deed, struct candidate *candidate)
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

static void give_reasons(const struct gobblet_deed *deed, struct candidate *candidate)
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

/* ---- the advice ---- */

static struct gobblet_deed deed_of(const struct search *s, int seat, const struct root_act *root)
{
    const struct path_node *node = &s->path[0];
    struct gobblet_deed deed = {.act = root->act, .seat = seat, .score = root->score};
    deed.board = node->board;
    deed.surface = node->surface;
    deed.after = board_swapped(board_after(&node->board, root->act));
    deed.then = board_surface(&deed.after);
    deed.house = s->house;
    return deed;
}

/* How many moves do not lose at once; stops at two. */
static int count_safe(const struct search *s)
{
    int safe = 0;
    for (int i = 0; i < s->root_count && safe < 2; i++) {
        struct gobblet_deed deed = deed_of(s, WHITE, &s->root[i]);
        safe += !loses_at_once(&deed);
    }
    return safe;
}

/* The best stays in front; then the better ones first, and those that were searched. */
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
    const act *line = s->line[0], best = s->root[0].act;
    int count = 0, known = s->line_count[0];
    if (known == 0 || line[0] != best) { /* at least the move itself */
        line = &best;
        known = 1;
    }
    for (; count < known; count++) {
        board = board_after(&board, line[count]);
        advice->line[count] = (struct line_move){line[count] & ACT_CODE, (int8_t)seat};
        seat = !seat;
    }
    /* A search ends where somebody can win at once: that move belongs to the line. */
    struct surface surface = board_surface(&board);
    act win = surface.full ? NO_ACT : board_win(&board, &surface, s->house);
    if (count < VARIATION_MAX && win)
        advice->line[count++] = (struct line_move){win & ACT_CODE, (int8_t)seat};
    advice->line_count = count;
}

void gobblet_advise(const struct search *s, int seat, struct advice *advice)
{
    int order[CANDIDATES_MAX] = {0}, safe = count_safe(s);
    choose_candidates(s, advice, order);
    for (int i = 0; i < advice->count; i++) {
        const struct root_act *root = &s->root[order[i]];
        struct gobblet_deed deed = deed_of(s, seat, root);
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
