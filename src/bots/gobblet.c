/* SPDX-License-Identifier: MIT */
/*
 * The Gobblet player.
 *
 *     view ─▶ board, what has been there twice, the moves noticed ─▶ search ─▶ advice
 *
 * The weaker levels do not search: they only glance at the board after each move.
 *
 * Several threads each search on their own and help one another through the memo of positions.
 * The first one's result counts.
 *
 * The lent memory: struct mind, a struct search for each thread, and the memo in the rest.
 */
#include "base/check.h"
#include "bots/gobblet_advice.h"
#include "bots/judge.h"
#include "bots/worlds.h"

extern const struct bot bot_gobblet;

enum {
    STRIDE = 512,           /* moves between checks of the clock: about a tenth of a millisecond */
    NODES_A_MILLI = 8192,   /* more than any machine searches */
    NODES_A_THREAD = 10000, /* fewer are not worth a thread */
    MILLIS_MAX = 1 << 20,   /* above this the memo takes all the memory */
    ENTRIES_A_NODE = 2,     /* so that a small budget need not clear a large memo */
    TABLE_ALIGN = 64,
    AHEAD_GLANCE = 1, /* skill.ahead: its own move only, no search */
    THOUSAND = 1000,
    OTHERS_PARTS = 3, /* a judge spends this many parts of its nodes on the other moves … */
    ALL_PARTS = 4,    /* … out of this many */
};

#define DEPTH_ERROR 0.05 /* what a deeper search changes in the difference of two moves */

struct mind {
    struct evaluator evaluator;
    struct memo memo;
    const struct question *question;
    struct search *searches;
    int threads, ahead;
    struct budget first, helpers;
    atomic_bool done; /* the first thread has its answer */
    struct moves moves;
};

/* ---- the moves to compare ---- */

static act act_of(const struct gobblet *g, move m)
{
    int from = move_from(m), seat = g->turn;
    int size = move_kind(m) == NEW ? from : size_on(g->tops[seat], from);
    return make_act(move_kind(m), from, move_to(m), move_kind(m) == TOUCH ? 0 : size);
}

/* Touching a gobblet that can move is never better than moving it. */
static void add_moves(const struct gobblet *g, const struct moves *moves, struct search *s)
{
    const struct path_node *root = &s->path[0];
    for (int i = 0; i < moves->count; i++) {
        act a = act_of(g, moves->list[i]);
        if (move_kind(a) != TOUCH || board_allows(&root->board, &root->surface, s->house, a))
            search_add(s, a);
    }
}

/* Random order breaks ties between equal moves. */
static void shuffle(struct search *s, struct search_rng *rng)
{
    for (int i = s->root_count - 1; i > 0; i--) {
        int other = (int)search_rng_below(rng, (uint32_t)i + 1);
        struct root_act root = s->root[i];
        s->root[i] = s->root[other];
        s->root[other] = root;
    }
}

static void set_up(struct mind *mind, struct search *s)
{
    const struct question *question = mind->question;
    const struct gobblet *g = (const struct gobblet *)question->view;
    struct board board = {g->men[g->turn], g->men[!g->turn]};
    s->evaluator = &mind->evaluator;
    s->memo = &mind->memo;
    const int16_t *option = question->view->option;
    search_begin(s, &board, (struct house){option[OPTION_TOUCH], option[OPTION_RESERVE]});
    search_remember(s, g);
    if (mind->ahead == AHEAD_GLANCE)
        game_legal(question->game, question->view, g->turn, &mind->moves);
    else
        notice_moves(question, &mind->moves);
    add_moves(g, &mind->moves, s);
    if (s->root_count == 0) { /* it noticed only a touch */
        game_legal(question->game, question->view, g->turn, &mind->moves);
        add_moves(g, &mind->moves, s);
    }
    shuffle(s, question->rng);
}

/* A noticed move that wins at once needs no search. */
static bool take_win(struct search *s)
{
    const struct path_node *node = &s->path[0];
    for (int i = 0; i < s->root_count; i++) {
        struct board after = board_after(&node->board, s->root[i].act);
        struct surface then = board_surface(&after);
        if ((then.full & ALL) != 0 || then.full == 0)
            continue;
        struct root_act win = s->root[i];
        win.score = SCORE_WIN - 1;
        win.depth = 1;
        s->root[i] = s->root[0];
        s->root[0] = win;
        s->line[0][0] = win.act;
        s->line_count[0] = 1;
        return true;
    }
    return false;
}

/* ---- a glance ----
 *
 * Instead of a search: a player who tries each move and looks no further. */

/* Does it look for a win, and for what the other side could do at once? Drawn each turn. */
struct eye {
    bool wins, threats;
};

static bool notices(const struct question *question, uint16_t miss)
{
    return search_rng_below(question->rng, THOUSAND) >= miss;
}

/* How good a move looks. A win it does not see and a loss it sees are never chosen: -SCORE_WIN. */
static int glance_at(const struct mind *mind, const struct search *s, act a, struct eye eye)
{
    struct board after = board_after(&s->path[0].board, a);
    struct surface surface = board_surface(&after);
    if (surface.full != 0 && (surface.full & ALL) == 0)
        return eye.wins ? SCORE_WIN - 1 : -SCORE_WIN;
    if (eye.threats && (surface.full != 0 || board_win(&after, &surface, s->house)))
        return -SCORE_WIN;
    return -evaluate(&mind->evaluator, &after, &surface);
}

/* Keeps the moves that are noticed, the best first; if there are none, any. A win that it looks
 * for is noticed, and so is every answer to a threat. */
static void glance(struct mind *mind, struct search *s)
{
    const struct question *question = mind->question;
    const struct path_node *root = &s->path[0];
    struct eye eye = {.wins = notices(question, question->skill.forget),
                      .threats = notices(question, question->skill.forget)};
    struct root_act spare = s->root[0];
    int count = 0;
    meter_init(&s->meter, &question->budget, STRIDE);
    for (int i = 0; i < s->root_count && meter_count(&s->meter); i++) {
        struct root_act tried = {.act = s->root[i].act, .depth = 1};
        tried.score = glance_at(mind, s, tried.act, eye);
        bool plain = tried.score >= SCORE_SURE || (eye.threats && root->threatened);
        bool noticed = notices(question, question->skill.overlook) || plain;
        if (tried.score > -SCORE_SURE && spare.depth == 0)
            spare = tried;
        if (tried.score <= -SCORE_SURE || !noticed)
            continue;
        bool best = count == 0 || tried.score > s->root[0].score;
        s->root[count] = best ? s->root[0] : tried;
        s->root[0] = best ? tried : s->root[0];
        count++;
    }
    if (count == 0)
        s->root[count++] = spare;
    s->root_count = count;
}

/* ---- thinking ---- */

static void search_with(void *task, int thread)
{
    struct mind *mind = task;
    struct search *s = &mind->searches[thread];
    search_run(s, thread % 2 == 0 ? 1 : 2, mind->ahead);
    if (thread == 0)
        atomic_store_explicit(&mind->done, true, memory_order_relaxed);
}

/* The threads share the nodes, if those are bounded. The helpers stop when the first one does. */
static void search_together(struct mind *mind)
{
    struct search *first = &mind->searches[0];
    mind->first = mind->helpers = mind->question->budget;
    mind->first.nodes /= (uint64_t)mind->threads;
    mind->helpers.nodes /= (uint64_t)mind->threads;
    mind->helpers.stop = &mind->done;
    atomic_store_explicit(&mind->done, false, memory_order_relaxed);
    meter_init(&first->meter, &mind->first, STRIDE);
    for (int thread = 1; thread < mind->threads; thread++) {
        mind->searches[thread] = *first;
        meter_init(&mind->searches[thread].meter, &mind->helpers, STRIDE);
    }
    if (mind->threads == 1)
        search_with(mind, 0);
    else
        mind->question->crew->together(mind->question->crew, search_with, mind);
}

/* More than one only if the caller lends them, there is room, and each has enough to do. */
static int count_threads(const struct question *question)
{
    const struct budget *budget = &question->budget;
    size_t room = (question->memory_size - sizeof(struct mind)) / 4 / sizeof(struct search);
    if (!question->crew)
        return 1;
    int threads = question->crew->threads < THREADS_MAX ? question->crew->threads : THREADS_MAX;
    if (budget->nodes > 0 && budget->nodes / NODES_A_THREAD < (uint64_t)threads)
        threads = (int)(budget->nodes / NODES_A_THREAD);
    threads = room < (size_t)threads ? (int)room : threads;
    return threads > 1 ? threads : 1;
}

static uint64_t entries_wanted(const struct budget *budget, int threads)
{
    uint64_t wanted = UINT64_MAX / ENTRIES_A_NODE;
    if (budget->nodes > 0 && budget->nodes < wanted)
        wanted = budget->nodes;
    if (budget->clock_ms) {
        int64_t millis = budget->deadline_ms - budget->clock_ms();
        millis = millis < 1 ? 1 : millis < MILLIS_MAX ? millis : MILLIS_MAX;
        uint64_t timed = (uint64_t)millis * NODES_A_MILLI * (uint64_t)threads;
        wanted = timed < wanted ? timed : wanted;
    }
    return ENTRIES_A_NODE * wanted;
}

static void lay_out(struct mind *mind, const struct question *question)
{
    mind->question = question;
    mind->threads = count_threads(question);
    mind->ahead = question->skill.ahead ? question->skill.ahead : DEPTH_MAX;
    mind->searches = (struct search *)(void *)(mind + 1);
    size_t used = sizeof *mind + (size_t)mind->threads * sizeof *mind->searches;
    used = (used + TABLE_ALIGN - 1) / TABLE_ALIGN * TABLE_ALIGN;
    memo_init(&mind->memo, (char *)question->memory + used, question->memory_size - used,
              entries_wanted(&question->budget, mind->threads));
    evaluator_init(&mind->evaluator, &gobblet_weights);
}

static void think(const struct question *question, struct advice *advice)
{
    struct mind *mind = (struct mind *)question->memory;
    lay_out(mind, question);
    struct search *first = &mind->searches[0];
    set_up(mind, first);
    advice->nodes = 0;
    if (mind->ahead == AHEAD_GLANCE) {
        glance(mind, first);
        advice->nodes = first->meter.nodes;
    } else if (!take_win(first)) {
        search_together(mind);
        for (int thread = 0; thread < mind->threads; thread++)
            advice->nodes += mind->searches[thread].meter.nodes;
    }
    gobblet_advise(first, question->view->viewer, advice);
}

/* ---- judging ----
 *
 * Searches all other moves together, then the asked move alone and to the same depth, since a bound
 * is not enough. If only one of the two is proven, the other gets the nodes that are left. */

/* Searches the moves at the root until `nodes` are used, including those used before. */
static void search_part(struct mind *mind, struct search *s, uint64_t nodes, int depth)
{
    uint64_t used = s->meter.nodes;
    mind->first = mind->question->budget;
    mind->first.nodes = nodes;
    meter_init(&s->meter, &mind->first, STRIDE);
    s->meter.nodes = used;
    if (!take_win(s))
        search_run(s, 1, depth);
}

static void write_judged(const struct search *s, int seat, struct judged *judged)
{
    struct advice advice;
    const int score = s->root[0].score;
    gobblet_advise(s, seat, &advice);
    judged->candidate = advice.list[0];
    judged->exact = score >= SCORE_SURE || score <= -SCORE_SURE;
    if (judged->exact)
        judged->proof = score > 0 ? gobblet_moves_to_end(score) : -gobblet_moves_to_end(score);
    judged->line_count = advice.line_count;
    memcpy(judged->line, advice.line, sizeof judged->line);
}

/* Removes a move from the root, or all the others. */
static void leave_out(struct search *s, act out)
{
    int count = 0;
    for (int i = 0; i < s->root_count; i++)
        if (s->root[i].act != out)
            s->root[count++] = s->root[i];
    s->root_count = count;
}

static void leave_only(struct search *s, act only)
{
    s->root_count = 0;
    search_add(s, only);
}

/* Compares a search that ended early with the other's score at the same depth. */
static void level(const struct search *s, const int *score_at, int whole, struct duel *duel)
{
    bool open = !duel->asked.exact && !duel->rival.exact;
    if (open && s->whole > 0 && s->whole < whole)
        duel->rival.candidate.value = gobblet_expectation(score_at[s->whole]);
}

static void judge(const struct question *question, move asked, struct duel *duel)
{
    struct mind *mind = (struct mind *)question->memory;
    const uint64_t nodes = question->budget.nodes;
    const int seat = question->view->viewer;
    int score_at[DEPTH_MAX + 1], depth = DEPTH_MAX, whole = 0;
    lay_out(mind, question);
    struct search *s = &mind->searches[0];
    const act chosen = act_of((const struct gobblet *)question->view, asked);
    s->meter.nodes = 0;
    set_up(mind, s);
    leave_out(s, chosen);
    duel->alone = s->root_count == 0;
    if (!duel->alone) {
        search_part(mind, s, nodes * OTHERS_PARTS / ALL_PARTS, DEPTH_MAX);
        write_judged(s, seat, &duel->rival);
        whole = s->whole;
        memcpy(score_at, s->score_at, sizeof score_at);
        if (!duel->rival.exact && whole > 0)
            depth = whole;
        set_up(mind, s);
    }
    leave_only(s, chosen);
    search_part(mind, s, nodes, depth);
    write_judged(s, seat, &duel->asked);
    level(s, score_at, whole, duel);
    duel->error = duel->asked_error = duel->asked.exact && duel->rival.exact ? 0 : DEPTH_ERROR;
    duel->nodes = s->meter.nodes;
}

static const struct skill levels[LEVELS_COUNT] = {
    [LEVEL_GENTLE] =
        {.nodes = 20000, .millis = 50, .overlook = 970, .forget = 370, .ahead = AHEAD_GLANCE},
    [LEVEL_CASUAL] =
        {.nodes = 20000, .millis = 50, .overlook = 60, .forget = 5, .ahead = AHEAD_GLANCE},
    [LEVEL_CLUB] = {.nodes = 200000, .millis = 300, .ahead = 4},
    [LEVEL_MASTER] = {.nodes = 50000000, .millis = 1000},
};

const struct bot bot_gobblet = {
    .name = "gobblet",
    .memory_min = sizeof(struct mind) + sizeof(struct search) + (1 << 16),
    .levels = levels,
    .usual = {.nodes = 50000000, .millis = 1000},
    .think = think,
    .judge = judge,
    .curve = &gobblet_curve,
    .judge_nodes = 50000,
};

_Static_assert(sizeof(struct mind) + sizeof(struct search) + (1 << 16) <= BOT_MEMORY_MIN,
               "BOT_MEMORY_MIN");
